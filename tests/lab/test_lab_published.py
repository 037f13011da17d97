"""Published results, point by point: what is said of the models is what they do."""

from __future__ import annotations

import pytest

from fishlab.lab.engine import play
from fishlab.lab.experiment import common_totals, cooperative_best
from fishlab.lab.published import GAMES, SEED, SHARES, left, points
from fishlab.lab.search.ends import price
from fishlab.lab.treatments import TREATMENTS
from fishlab.stats import mean_interval, paired_difference, student_t


def test_every_point_names_its_source_and_says_whether_the_model_agrees():
    verdicts = [point.verdict for point in points()]
    assert verdicts == ["agrees", "agrees", "put in", "put in", "does not agree", "cannot be compared"]
    assert {point.source for point in points()} == {
        "Gardner, Moore & Walker 1994",
        "reported in Anderies & Janssen, p. 96",
        "Cason & Gangadharan 2016",
        "DeCaro et al. 2015",
    }
    assert [share for _, share, _ in SHARES] == [30, 44, 54]


def test_what_is_said_of_the_models_is_what_they_do():
    users, quota, talk, fines, voted, imposed = (point.here for point in points())
    shares = [f"{100 / price(players).ratio.mean:.0f} % with {players}" for players in (2, 3, 4)]
    assert ", ".join(shares) in users
    net = {name: play(TREATMENTS[name].profile(4), GAMES, SEED).net().sum(axis=0) for name in left()}
    gain = paired_difference(net["quota"], net["competitive"])
    assert f"{gain.mean:+.1f} points ({gain.low:+.1f} to {gain.high:+.1f})" in quota
    best = cooperative_best(4)
    told = {name: f"{TREATMENTS[name].title.lower()} {100 * one.mean() / best:.0f} %" for name, one in net.items()}
    for name, fine in (("voted-rule", "1 point"), ("enforced-rule", "2 points")):
        told[name] = f"{100 * net[name].mean() / best:.0f} % (fine of {fine})"
    assert f"{100 * net['yearly-agreement'].mean() / best:.0f} % of the cooperative mean" in talk
    assert "taken from such laboratories" in talk
    for name in ("one-agreement", "yearly-agreement", "voted-rule", "enforced-rule"):
        assert told[name] in fines
    assert told["voted-rule"] in voted and told["competitive"] in voted and told["enforced-rule"] in imposed
    assert net["voted-rule"].mean() < net["competitive"].mean(), "so it is said that the small fine is paid"
    one, other = (TREATMENTS[name].policy for name in ("voted-rule", "enforced-rule"))
    assert one.penalty != other.penalty and "here the two rules differ in the fine" in imposed


@pytest.mark.parametrize("games", [2, 5, 40])
def test_students_t_is_the_factor_of_every_interval(games):
    values = [(7 * game) % 11 for game in range(games)]
    mean = sum(values) / games
    spread = (sum((value - mean) ** 2 for value in values) / (games - 1)) ** 0.5
    assert mean_interval(values).high - mean == pytest.approx(student_t(games) * spread / games**0.5)
    with pytest.raises(ValueError, match="the mean of 1 games has no interval"):
        student_t(1)


def test_games_that_are_over_are_compared_by_their_whole_totals():
    states = [play(TREATMENTS[name].profile(3), 1, 4).match(0).state for name in ("competitive", "cooperative")]
    assert common_totals(*states) == (10, [sum(state.own_scores()) for state in states])


def test_of_games_that_are_not_over_only_the_years_that_all_have_finished_are_compared():
    match = play(TREATMENTS["cooperative"].profile(3), 1, 4).match(0)
    early = next(state for state in match.states if state.year == 4)
    later = next(state for state in match.states if state.year == 7)
    years, (one, other, whole) = common_totals(early, later, match.state)
    assert years == 3 and one == other == whole
    assert one == sum(later.year_score(seat, year) for seat in range(3) for year in (1, 2, 3))
