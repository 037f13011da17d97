"""Statistics, tallies, treatments, and the game between policies."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from tune import changed, measure, search_for

from fishlab.boom.network import standard_sheet
from fishlab.boom.treatments import TERMS
from fishlab.lab.engine import play, play_profiles, play_turned
from fishlab.lab.engine.batch import Batch
from fishlab.lab.experiment import experiment, summary
from fishlab.lab.payoffs import GRID, Payoffs, payoff_table
from fishlab.lab.policies import NUMBERS, Policy
from fishlab.lab.search.tuned import RULES, tuned
from fishlab.lab.tally import AFTER_FINES, BEFORE_FINES, FISH_LEFT, Tally, compare_profiles
from fishlab.lab.treatments import COMPETITOR, COOPERATOR, TREATMENTS, treatment
from fishlab.stats import bootstrap, gini, interval_of, mean_interval, paired_difference, share_interval, share_of

# Statistics.


def test_the_mean_interval_covers_the_truth_about_95_times_in_100():
    rng = np.random.Generator(np.random.SFC64(1))
    for games in (8, 60):
        samples = rng.normal(3, 2, (4000, games))
        covered = np.mean([not mean_interval(sample).excludes(3) for sample in samples])
        assert 0.94 < covered < 0.96


def test_an_interval_names_its_games_and_narrows_with_more():
    few, many = mean_interval([1, 2, 3, 4] * 5), mean_interval([1, 2, 3, 4] * 500)
    assert (few.games, many.games) == (20, 2000)
    assert many.high - many.low < (few.high - few.low) / 5
    assert "2,000 games" in str(many)
    assert mean_interval([7]).high == np.inf


def test_the_interval_of_known_values():
    found = mean_interval([1, 2, 3, 4])
    assert found.mean == 2.5 and found.games == 4
    assert found.high - 2.5 == pytest.approx(3.182 * (5 / 3) ** 0.5 / 2, rel=0.002)  # Student's t, 3 degrees
    with pytest.raises(ValueError, match="confidence=2 is not possible"):
        mean_interval([1, 2], 2)


@pytest.mark.parametrize(
    ("games", "confidence", "printed"),
    [
        *((2, 0.95, 12.706), (3, 0.95, 4.303), (4, 0.95, 3.182), (5, 0.95, 2.776), (6, 0.95, 2.571), (11, 0.95, 2.228)),
        *((21, 0.95, 2.086), (31, 0.95, 2.042), (121, 0.95, 1.980), (10**6, 0.95, 1.960)),
        *((2, 0.99, 63.657), (3, 0.99, 9.925), (6, 0.99, 4.032), (2, 0.8, 3.078), (11, 0.8, 1.372), (41, 0.999, 3.551)),
    ],
)
def test_intervals_of_few_games_are_as_wide_as_the_printed_table_of_students_t_says(games, confidence, printed):
    found = interval_of(0, games * (games - 1), games, confidence)  # a standard error of one
    assert found.high == pytest.approx(printed, abs=0.0006)
    assert found.low == -found.high


def test_a_share_never_leaves_0_to_1():
    assert share_interval([False] * 20).low == 0 and 0.1 < share_interval([False] * 20).high < 0.2
    assert share_interval([True, False] * 50).mean == 0.5


def test_pairing_on_the_same_dice_narrows_the_interval():
    one, other = (play(Policy(ambition=want, gear="seine"), 800, 3).total() for want in (0, 0.3))
    paired = paired_difference(one, other)
    apart = mean_interval(one), mean_interval(other)
    assert paired.mean == pytest.approx(apart[0].mean - apart[1].mean)
    unpaired = ((apart[0].high - apart[0].low) ** 2 + (apart[1].high - apart[1].low) ** 2) ** 0.5
    assert paired.high - paired.low < unpaired
    with pytest.raises(ValueError, match="800 and 3 games cannot be paired"):
        paired_difference(one, [1, 2, 3])


def test_the_bootstrap_agrees_with_the_formula_and_draws_paired_arrays_together():
    values = np.random.Generator(np.random.SFC64(2)).normal(0, 1, 400)
    drawn, known = bootstrap(values, np.mean, 2000), mean_interval(values)
    assert drawn.low == pytest.approx(known.low, abs=0.02)
    assert drawn.high == pytest.approx(known.high, abs=0.02)
    ratio = bootstrap([values + 10, 2 * (values + 10)], lambda one, two: two.mean() / one.mean(), 50)
    assert ratio.low == pytest.approx(2) and ratio.high == pytest.approx(2)
    assert bootstrap(values, np.mean, 50, seed=3) == bootstrap(values, np.mean, 50, seed=3)


def test_statistics_of_no_games_or_impossible_counts_say_what_is_wrong():
    for nothing in ([], np.array([]), [[], []]):
        with pytest.raises(ValueError, match="at least one game"):
            bootstrap(nothing, np.mean)
    with pytest.raises(ValueError, match="a share of 0 games is not possible: play at least one"):
        share_of(0, 0)
    for count in (-1, 6):
        with pytest.raises(ValueError, match=f"{count} of 5 games are not possible"):
            share_of(count, 5)
    with pytest.raises(ValueError, match="resamples=0 is not possible"):
        bootstrap([1, 2], np.mean, 0)
    with pytest.raises(ValueError, match=r"confidence=1\.5 is not possible"):
        bootstrap([1, 2], np.mean, confidence=1.5)


def test_gini_runs_from_0_for_equal_shares_towards_1_for_one_owner():
    assert gini([3, 3, 3, 3]) == 0
    assert gini([0, 0, 0, 8]) == 0.75
    assert gini([0, 0]) == 0
    assert gini(np.array([[1, 0], [1, 4]])).tolist() == [0, 0.5]
    with pytest.raises(ValueError, match="use the fish caught"):
        gini([-1, 2])
    with pytest.raises(ValueError, match="no games"):
        mean_interval([])


# Tallies.


def test_a_tally_says_the_same_as_the_games_it_counts():
    for players in (2, 4):
        batch = play([Policy()] * players, 300, 2)
        tally = Tally.of(batch)
        assert tally.total.interval() == pytest.approx(mean_interval(batch.total()))
        for mine, seat in zip(tally.net.intervals(), batch.net(), strict=True):
            assert mine == pytest.approx(mean_interval(seat))
        causes = [*batch.damage(), *([batch.illegal_damage()] if players < 4 else [])]
        for mine, cause in zip(tally.damage.intervals(), causes, strict=True):
            assert mine == pytest.approx(mean_interval(cause))
        living = batch.living()
        for mine, year in zip(tally.living_means(), living, strict=True):
            assert mine == pytest.approx(mean_interval(year))
        known = np.quantile(living, [0.1, 0.5, 0.9], axis=1, method="inverted_cdf")
        assert np.array_equal(tally.living_quantiles(0.1, 0.5, 0.9), known)
        assert tally.emptied() == share_interval(batch.collapse() > 0)
        assert tally.emptied_after() == [share_interval(batch.collapse() == year) for year in (*range(1, 11), 0)]


def test_a_quantile_is_the_least_number_that_its_share_of_games_does_not_exceed():
    batch = play(Policy(), 2, 2)
    low, high = batch.living().min(axis=1), batch.living().max(axis=1)
    assert (low < high).any(), "the two games differ"
    assert np.array_equal(Tally.of(batch).living_quantiles(0.5, 0.51, 1), [low, high, high])


def test_tallies_of_chunks_add_up_to_the_tally_of_all():
    parts = [Tally.of(play(Policy(), 100, 2, start=start)) for start in (0, 100, 200)]
    whole, sums = Tally.of(play(Policy(), 300, 2)), parts[0] + parts[1] + parts[2]
    assert sums.games == 300
    assert sums.total.interval() == whole.total.interval()
    assert sums.damage.intervals()[1] == pytest.approx(whole.damage.intervals()[1])
    assert np.array_equal(sums.living, whole.living)
    assert np.array_equal(sums.collapse, whole.collapse)


def test_any_two_profiles_are_held_together_game_by_game_and_chunks_add_up():
    profiles = [TREATMENTS[name].profile(4) for name in ("competitive", "enforced-rule", "quota")]
    *_, found = compare_profiles(profiles, 50, 3, chunk=20)
    batches = [play(profile, 50, 3) for profile in profiles]
    for kind, values in (
        (BEFORE_FINES, [batch.total() for batch in batches]),
        (AFTER_FINES, [batch.net().sum(axis=0) for batch in batches]),
        (FISH_LEFT, [batch.living()[-1] for batch in batches]),
    ):
        for one, other in ((0, 1), (1, 2), (2, 0)):
            known = paired_difference(values[one], values[other])
            assert found.contrast.difference(kind, one, other) == pytest.approx(known, abs=1e-9)
            ahead = share_interval(values[one] > values[other])
            assert found.contrast.higher(kind, one, other) == pytest.approx(ahead)
    assert [one.games for one in found.tallies] == [50] * 3


def test_a_tally_of_one_game_has_no_interval():
    assert Tally.of(play(Policy(), 1, 2)).total.interval().high == np.inf


# Treatments.


def test_treatments_lie_in_order_and_only_the_two_ends_are_in_the_rulebook():
    assert list(TREATMENTS) == [
        "to-win",
        "competitive",
        "one-agreement",
        "yearly-agreement",
        "voted-rule",
        "enforced-rule",
        "graduated-sanctions",
        "quota",
        "transferable-quota",
        "reserve",
        "cooperative",
    ]
    assert [one.name for one in TREATMENTS.values() if one.in_rulebook] == ["competitive", "cooperative"]
    assert TREATMENTS["quota"].mark == "not in the rulebook"
    assert all(one.text and one.title for one in TREATMENTS.values())


@pytest.mark.parametrize("name", ["voted-rule", "enforced-rule", "quota"])
def test_a_treatment_says_how_many_fish_a_year_each_may_take(name):
    words = {1: "one", 2: "two", 3: "three"}
    four, three, two = (words[TREATMENTS[name].profile(players)[0].quota] for players in (4, 3, 2))
    assert f" with four players, {three} with three, {two} with two" in TREATMENTS[name].text
    assert f"{four} fish a year" in TREATMENTS[name].text


def test_a_treatment_is_told_in_the_words_and_numbers_of_a_table_of_people():
    for name, one in TREATMENTS.items():
        terms = TERMS[name]
        assert one.title == terms.title and one.text.startswith(terms.text) and one.mark == terms.mark
        for players in (2, 3, 4):
            policy = one.profile(players)[0]
            assert (policy.detection, policy.penalty) == (terms.detection, terms.fine)
            if terms.shared:
                assert policy.quota == terms.quota(players)


def test_what_models_do_was_found_by_search_and_only_promises_are_assumed():
    for players in (2, 3, 4):
        own, team = tuned("own", players), tuned("team", players)
        found = {name: one.profile(players)[0] for name, one in TREATMENTS.items()}
        assert (
            found["to-win"] == tuned("place", players) and found["competitive"] == own and found["cooperative"] == team
        )
        assert found["yearly-agreement"] == team.but(compliance=0.95, otherwise=own)
        assert found["one-agreement"] == team.but(compliance=0.95, fade=0.15, otherwise=own)
        for name in RULES:
            assert found[name] == tuned(name, players)
    assert "95 of 100" in TREATMENTS["yearly-agreement"].text and "15 %" in TREATMENTS["one-agreement"].text


def test_an_unknown_treatment_is_refused_with_the_names_there_are():
    with pytest.raises(
        ValueError, match="treatment 'anarchy' does not exist: choose to-win, competitive, one-agreement"
    ):
        treatment("anarchy")
    with pytest.raises(ValueError, match="does not exist"):
        treatment(3)


def test_a_treatment_of_ones_own_changes_numbers_and_loses_the_rulebooks_mark():
    own = TREATMENTS["competitive"].but(quota=2, compliance=0.5)
    assert own.name == "competitive (quota=2, compliance=0.5)"
    assert not own.in_rulebook
    assert own.profile(2) == (tuned("own", 2).but(quota=2, compliance=0.5),) * 2
    assert own.numbers(2)[0]["quota"] == 2


def test_every_number_of_a_policy_is_documented():
    assert {number.name for number in NUMBERS} | {"reserve"} == set(Policy().numbers())
    rule = {
        "quota", "compliance", "fade", "transferable", "price", "detection", "penalty", "graduated", "licence",
    }  # fmt: skip
    assert {number.name for number in NUMBERS if "not in the rulebook" in number.text} == rule


def test_a_total_is_before_fines_everywhere_and_after_fines_is_called_so():
    rows = experiment(["competitive", "enforced-rule"], games=60, seed=4)
    batch = play(TREATMENTS["enforced-rule"].profile(4), 60, 4)
    before, after = batch.total(), batch.net().sum(axis=0)
    mine = [row for row in rows if row["treatment"] == "enforced-rule"]
    assert [row["total"] for row in mine[::4]] == before.tolist()
    assert [row["total_after_fines"] for row in mine[::4]] == pytest.approx(after.tolist(), abs=0.01)
    assert [sum(row["net"] for row in mine[at : at + 4]) for at in range(0, 240, 4)] == pytest.approx(after, abs=0.01)
    free, fined = summary(rows)
    assert free["total_after_fines"] == pytest.approx(free["total"]), "nobody pays a fine"
    assert fined["total"] == pytest.approx(before.mean())
    assert fined["total_after_fines"] == pytest.approx(after.mean(), abs=0.01)
    assert fined["total"] - fined["total_after_fines"] == pytest.approx(batch.sheets.fines.sum(axis=0).mean(), abs=0.01)
    tally = Tally.of(batch)
    assert tally.after_fines.interval() == pytest.approx(mean_interval(after))
    assert (tally + tally).after_fines.interval().games == 120


def test_a_figure_of_the_team_has_another_name_than_the_same_of_a_seat():
    rows = experiment("competitive", games=20, seed=4)
    (line,) = summary(rows)
    by_seat = {"own", "net", "catch", "unmet", "damage"}
    assert by_seat <= set(rows[0]) and not by_seat & set(line)
    for name in ("unmet", "damage"):
        assert line[f"team_{name}"] == pytest.approx(sum(row[name] for row in rows) / 20)
    assert {"total", "total_after_fines", "efficiency", "gini"} <= set(rows[0]) & set(line)


@cache
def ladder(players: int) -> dict[str, Batch]:
    return dict(
        zip(TREATMENTS, play_profiles([one.profile(players) for one in TREATMENTS.values()], 1000, 5), strict=True)
    )


def left(batch: Batch) -> np.ndarray:
    """What fines leave of the team's total, by game."""
    return batch.net().sum(axis=0)


ORDER = ["voted-rule", "competitive", "quota", "enforced-rule", "one-agreement", "yearly-agreement", "cooperative"]
"""What is left to a team of four after fines, from the least to the most."""


def test_with_four_players_every_step_between_the_ends_can_be_told_from_the_next():
    for lower, higher in pairwise(ORDER):
        assert paired_difference(left(ladder(4)[higher]), left(ladder(4)[lower])).low > 0, (lower, higher)
    emptied = {name: (batch.collapse() > 0).mean() for name, batch in ladder(4).items()}
    assert emptied["competitive"] > 0.4 and emptied["voted-rule"] > 0.4
    assert max(emptied[name] for name in ORDER[2:]) < 0.05


@pytest.mark.parametrize("seed", [1, 9])
def test_400_games_are_enough_to_tell_the_order_of_talk_and_fines(seed):
    batches = play_profiles([TREATMENTS[name].profile(4) for name in ORDER], 400, seed)
    for lower, higher in pairwise(batches[3:]):
        assert paired_difference(left(higher), left(lower)).low > 0


def test_a_small_fine_is_paid_and_a_larger_one_keeps_the_rule_until_the_last_years():
    small, large = (dict(TREATMENTS[name].policy.years)["compliance"] for name in ("voted-rule", "enforced-rule"))
    assert sum(small) <= 4 and list(small) == sorted(small, reverse=True)
    assert large[:8] == (1,) * 8 and large[-1] == 0
    for name in ("voted-rule", "enforced-rule"):
        batch = ladder(4)[name]
        assert batch.total().mean() - left(batch).mean() > 4


@pytest.mark.parametrize("players", [2, 3])
def test_with_few_players_a_quota_brings_no_more_points(players):
    batches = ladder(players)
    gap = mean_interval(batches["quota"].total()).mean - mean_interval(batches["competitive"].total()).mean
    assert -5 < gap < 1


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [*(pytest.param(few, marks=pytest.mark.soak) for few in (2, 3)), 4])
@pytest.mark.parametrize("name", RULES)
def test_no_change_tried_here_helps_one_alone_under_a_rule(name, players):
    base, rng = tuned(name, players), Random(f"deviations/{name}/{players}")
    choices = search_for(name, players).choices
    tries = [base, *(changed(base, rng, choices) for _ in range(16))]
    earned = measure(tries, base, "own", players, 800, 77)
    assert max(paired_difference(one, earned[0]).low for one in earned[1:]) < 0.3  # a few lie above 0 by chance


def test_a_quota_of_ones_own_replaces_the_rules():
    assert [{policy.quota for policy in TREATMENTS["quota"].profile(n)} for n in (2, 3, 4)] == [{3}, {2}, {1}]
    assert {policy.quota for policy in TREATMENTS["voted-rule"].but(quota=5).profile(4)} == {5}
    assert TREATMENTS["cooperative"].but(care=0.5).profile(2)[0] == tuned("team", 2).but(care=0.5)


def test_a_reserve_keeps_its_species_and_the_sea_alive_and_brings_no_points():
    alone, reserve = ladder(4)["competitive"], ladder(4)["reserve"]
    cod = [kind.name for kind in standard_sheet().species].index("cod")
    assert reserve.living_by_species()[-1, cod].mean() > alone.living_by_species()[-1, cod].mean() + 1
    assert (reserve.collapse() > 0).mean() < 0.05 < (alone.collapse() > 0).mean()
    assert paired_difference(reserve.total(), alone.total()).high < 2


# The game between policies.


@cache
def table() -> Payoffs:
    return payoff_table(games=800, seed=2)


def test_a_lone_trawler_among_sparing_fishers_gains_and_all_together_ruin_the_sea():
    ride = table().free_riding("trawler", "sparing")
    assert ride["the lone one gains"].low > 0
    assert ride["each other loses"].low > 0
    assert ride["all do as the others"].low > 2 * ride["all do as the lone one"].high
    assert all(figure.games == 800 for figure in ride.values())


def test_the_trawler_is_the_best_reply_to_almost_everything():
    replies = dict(zip(table().names, table().best_replies(), strict=True))
    assert all("trawler" in good for good in replies.values())
    rows = table().rows()
    assert len(rows) == 36 and all(row["low"] <= row["payoff"] <= row["high"] for row in rows)
    assert {row["among"] for row in rows if row["best_reply"]} == set(GRID)
    with pytest.raises(ValueError, match="'kind' is not a policy of this table: choose sparing"):
        table().gain("kind", "line")


def test_the_competitive_numbers_are_an_equilibrium_and_the_cooperative_ones_the_best_for_all():
    names, replies, means = table().names, table().best_replies(), table().payoff.mean(axis=-1)
    assert "trawler" in replies[names.index("trawler")]
    assert "sparing" not in replies[names.index("sparing")]
    assert names[means.diagonal().argmax()] == "sparing"


def test_a_gain_that_may_be_chance_is_no_better_reply_and_a_smaller_one_that_is_certain_is():
    payoff = np.zeros((3, 3, 50))
    payoff[1, 0] = np.tile([-9, 11], 25)  # to leave for the second brings 1 on average, and may be chance
    payoff[2, 1] = 0.5  # to leave for the third brings half a point, every time
    known = Payoffs(dict.fromkeys(("stay", "gamble", "sure"), Policy()), 2, payoff, payoff)
    assert known.best_replies() == [("stay", "gamble", "sure"), ("sure",), ("stay", "gamble", "sure")]


def test_seats_are_turned_so_that_the_same_policy_earns_the_same_in_every_place():
    alike = payoff_table({"one": Policy(), "two": Policy()}, games=400)
    assert np.allclose(alike.payoff[0, 0], alike.payoff[1, 1])
    assert alike.gain("one", "two").mean == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_policy_that_joins_a_table_later_gives_the_same_table(players):
    few = {name: GRID[name] for name in ("sparing", "trawler")}
    new = Policy(ambition=1, quota=2, compliance=0.7, fade=0.1)
    later = payoff_table(few, 60, 3, players=players).plus("yours", new)
    whole = payoff_table({"yours": new, **few}, 60, 3, players=players)
    assert later.names == whole.names == ("yours", "sparing", "trawler")
    assert np.array_equal(later.payoff, whole.payoff)
    assert np.array_equal(later.others, whole.others)
    with pytest.raises(ValueError, match="'yours' is in this table already"):
        later.plus("yours", new)


@pytest.mark.parametrize("chunk", [25_000, 31])
def test_turned_games_are_those_of_turned_profiles(monkeypatch, chunk):
    profiles = [(COMPETITOR, COOPERATOR, Policy(quota=2, compliance=0.6)), (COOPERATOR, COMPETITOR, COMPETITOR)]
    monkeypatch.setattr("fishlab.lab.engine.CHUNK", chunk)
    found = play_turned(profiles, 60, 4)
    monkeypatch.undo()
    assert found.shape == (2, 3, 60)
    for number, profile in enumerate(profiles):
        for turn in range(3):
            seats = [profile[(seat + turn) % 3] for seat in range(3)]
            net = play(seats, 20, 4, start=20 * turn).net()
            for place in range(3):
                assert np.array_equal(found[number, place, 20 * turn : 20 * turn + 20], net[(place - turn) % 3])


def test_a_table_without_policies_is_refused():
    with pytest.raises(ValueError, match="no policies"):
        payoff_table({})
