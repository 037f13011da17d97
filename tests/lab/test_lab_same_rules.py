"""Treatments mean the same for people and for models: games by the rules of a table against the engine, die for die."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FACES, FORMS, FULL, LESSON, SHARED, SHORT, TERMS, by_place
from fishlab.core import CHANCE
from fishlab.lab import TREATMENTS, play
from fishlab.lab.engine import one_by_one
from fishlab.lab.engine.batch import one_game
from fishlab.lab.engine.resume import play_on
from fishlab.lab.policies import Policy
from fishlab.lab.search.look_ahead import LookAhead, worth
from fishlab.lab.search.tuned import tuned_for
from fishlab.lab.treatments import treatments

FOR_PEOPLE = [name for name, terms in TERMS.items() if terms.for_people and name != "silence"]
WILD = Policy(ambition=6, care=0.4, gear="trawler+", radar=1, release=0.5, refrigerate=0.7, overtime=1, compliance=0.1)
"""A model that breaks rules often, with every kind of box."""


def same(profile, players, options, form=FULL, games=12, seed=4, **more):
    """Play the same games by the rules of a table of people and in the engine, and compare the sheets."""
    options = {**FORMS[form].options(), **options}
    batch = play(profile, games, seed, **FORMS[form].options(), **more)
    for game in range(games):
        state = one_game(profile, seed, game, {**options, **more})[0].state
        assert state.own_scores() == tuple(batch.own()[:, game])
        assert state.fines() == tuple(batch.sheets.fines[:, game])
        fish = [[state.supply(seat, year) for seat in range(players)] for year in range(1, state.sheet.years + 1)]
        assert (batch.sheets.fish[: len(fish), :, game] == fish).all()
        seas = [sum(int(part).bit_count() for part in sea) for sea in batch.sheets.seas[: len(state.seas), :, game]]
        assert seas == [sea.bit_count() for sea in state.seas]
    return batch


@pytest.mark.few(10)
@pytest.mark.parametrize("form", [FULL, LESSON, SHORT])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_models_play_a_treatment_by_the_rules_of_a_table_of_people(name, players, form):
    profile = treatments(form)[name].profile(players)
    same(profile, players, TERMS[name].options(players), form)


@pytest.mark.few(2)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["voted-rule", "enforced-rule", "graduated-sanctions", "quota"])
def test_models_that_break_rules_often_pay_and_put_back_as_people_do(name, players):
    terms, quota = TERMS[name], SHARED // players
    rule = WILD.but(
        quota=quota,
        detection=terms.detection,
        penalty=terms.fine,
        graduated=terms.fixed.get("graduated", 0),
        licence=terms.fixed.get("licence", 0),
    )
    batch = same((rule,) * players, players, terms.options(players), games=30)
    most = np.bitwise_count(batch.sheets.taken).sum(axis=2).max()
    if rule.licence:
        assert most == quota and not batch.sheets.fines.any(), "nobody can exceed a licence"
    else:
        assert most > quota and batch.sheets.fines.any(), "an inspector finds those who do"


def test_the_second_breach_found_costs_twice_the_first_in_the_engine_too():
    rule = WILD.but(quota=0, detection=1, penalty=1, compliance=0)
    plain, steps = (play((rule.but(graduated=on),) * 2, 50, 1, years=3) for on in (0, 1))
    taken = np.bitwise_count(plain.sheets.taken).sum(axis=2)
    assert (plain.sheets.fines == taken.sum(axis=0)).all()
    found = np.cumsum(taken > 0, axis=0)
    assert (steps.sheets.fines == (taken * found).sum(axis=0)).all()


def test_a_game_by_the_rules_has_one_licence_for_all():
    held = WILD.but(quota=2, licence=1)
    with pytest.raises(ValueError, match="one licence for all seats"):
        one_by_one((held, WILD), 1)
    assert one_by_one((held, held), 3, 7).own().tolist() == play((held, held), 3, 7).own().tolist()


@pytest.mark.parametrize("name", ["graduated-sanctions", "quota", "enforced-rule"])
def test_games_go_on_from_the_middle_under_a_rule_as_they_do_from_the_beginning(name):
    seed, profile = 5, (TREATMENTS[name].profile(3)[0].but(compliance=0.3, ambition=2),) * 3
    match = one_game(profile, seed, 0, TERMS[name].options(3))[0]
    whole = play(profile, 1, seed)
    states = [state for state in match.states if state.turn() not in (CHANCE,) and state.phase != "over"]
    states += [state for state in match.states if state.phase == "inspect"][:6]
    for state in states[::5]:
        again = play_on(state, profile, 1, seed)[0]
        assert again.own().tolist() == whole.own().tolist(), (state.phase, state.year)
        paid = [check for check in state.council.checks if check.year < state.year]
        before = [sum(check.fine for check in paid if check.seat == seat) for seat in range(3)]
        assert (again.sheets.fines[:, 0] + before == whole.sheets.fines[:, 0]).all()


def test_a_game_goes_on_from_a_talk_and_from_a_vote():
    profile = (Policy(),) * 3
    for options in ({"talk": "yearly"}, {"vote": "yearly"}):
        match = one_game(profile, 2, 0, options)[0]
        whole = play(profile, 1, 2).own().tolist()
        asked = [state for state in match.states if state.phase in ("talk", "vote")]
        assert len(asked) == 3 * match.state.year
        for state in asked[::4]:
            assert play_on(state, profile, 1, 2)[0].own().tolist() == whole


# Who looks ahead at a table with a rule.


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ({"quota": 2, "inspection": 3, "fine": 2}, {"quota": 2, "detection": 3 / FACES, "penalty": 2}),
        ({"quota": 1, "inspection": 6, "fine": 1, "graduated": True}, {"quota": 1, "graduated": 1, "detection": 1}),
        ({"quota": 1, "licence": True}, {"quota": 1, "licence": 1, "penalty": 0}),
    ],
)
def test_who_looks_ahead_reckons_with_the_rule_of_its_table(options, numbers):
    imagined = LookAhead("own").imagines(Boom.start(3, **options))
    assert len(imagined) == 3
    assert {name: getattr(imagined[0], name) for name in numbers} == numbers


def test_a_rule_that_nothing_holds_binds_nobody_who_plays_for_itself():
    assert tuned_for("own", Boom.start(4, quota=1)) == tuned_for("own", Boom.start(4))


def test_places_count_one_for_each_seat_behind_and_half_for_one_level():
    rng = Random(3)
    for _ in range(50):
        points = tuple(rng.randint(-3, 3) for _ in range(4))
        gained = by_place(points)
        assert sum(gained) == 6, "what one seat gains another loses"
        table = np.array([points]).T
        assert [float(worth(table, "place", seat)[0]) for seat in range(4)] == list(gained)
