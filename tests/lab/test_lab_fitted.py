"""A team whose value of a position was fitted: held against small seas that are solved."""

from __future__ import annotations

from random import Random

import pytest
from calibrate import regret

from fishlab.boom.players import BOTS
from fishlab.core import CHANCE, OVER
from fishlab.lab.exact import SmallSea, small_sheet
from fishlab.lab.fitted import FittedTeam
from fishlab.players.exact import TooLarge

SHEET = small_sheet(["squid"], 4, ["seine", "release", "faux", "marketing", "overtime"], [2, 4], [1, 1, 0, 0])


@pytest.fixture(scope="module")
def fitted() -> FittedTeam:
    return FittedTeam(SHEET, positions=200)


@pytest.mark.long
def test_it_gives_away_next_to_nothing_against_a_perfect_team(fitted):
    team = SmallSea(SHEET).solve("team")
    assert regret(team, fitted, range(12)).mean < 0.1 < regret(team, BOTS["careful"], range(12)).mean


def test_in_the_last_year_it_is_perfect_for_nothing_is_left_to_guess(fitted):
    team, years = SmallSea(SHEET).solve("team"), SHEET["years"]["count"]
    for seed in range(12):
        rng, state = Random(f"fitted/{seed}"), fitted.start
        while state.turn() != OVER:
            if state.year == years and state.turn() != CHANCE:
                assert team.regrets(state)[fitted(state, rng)] < 1e-9
            state = state.after(state.sample(rng))


@pytest.mark.long
def test_the_same_seed_fits_the_same_weights_and_no_year_before_the_second_has_any(fitted):
    again = FittedTeam(SHEET, positions=200)
    assert sorted(again.weights) == [2, 3, 4]
    assert all((again.weights[year] == fitted.weights[year]).all() for year in again.weights)


def test_it_plays_a_sea_whose_moments_are_too_many_to_solve():
    sheet = small_sheet(["squid", "whale"], 4, ["seine", "release", "faux", "marketing"], [2, 4])
    with pytest.raises(TooLarge):
        SmallSea(sheet, most=40_000)
    player, rng = FittedTeam(sheet, positions=10, most=40_000), Random(1)
    state = player.start
    while state.turn() != OVER:
        state = state.after(state.sample(rng) if state.turn() == CHANCE else player(state, rng))
    assert state.turn() == OVER and state.year == 4
