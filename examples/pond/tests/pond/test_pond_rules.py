"""The Pond: one test for each rule."""

from __future__ import annotations

from random import Random

import pytest

from fishlab.core import OVER, IllegalMove, Match
from fishlab.pond.players import BOTS
from fishlab.pond.rules import Pond


def played(*counts: int, players: int = 2, **options: int) -> Match:
    match = Match(Pond, players, **options)
    match.play("first 0")
    for count in counts:
        match.play(("take", count))
    return match


def test_a_turn_takes_up_to_three_fish():
    match = played(3)
    assert (match.state.fish, match.state.scores()) == (13, (3, 0))
    with pytest.raises(IllegalMove, match="You may take 0 to 3 fish now"):
        match.play("take 4")


def test_what_is_left_after_a_round_doubles_up_to_what_the_pond_holds():
    assert played(3, 3).state.fish == 16
    assert played(3, 3, fish=10).state.fish == 8
    assert played(0, 0, fish=10).state.fish == 10


def test_the_game_ends_after_the_last_round_or_when_the_pond_is_empty():
    assert played(1, 1, 1, 1, rounds=2).state.turn() == OVER
    end = played(3, 1, fish=4).state
    assert (end.turn(), end.prompt()) == (OVER, "The game is over: Seat A wins with 3")


def test_the_seat_that_is_drawn_begins_every_round():
    match = Match(Pond, 3)
    match.play("first 2")
    turns = []
    for _ in range(4):
        turns.append(match.state.turn())
        match.play("take 1")
    assert turns == [2, 0, 1, 2]


def test_a_catch_says_what_it_leaves_and_what_that_becomes():
    assert played().state.explain(("take", 3)) == "3 for you, 13 stay in the pond"
    assert played(3).state.explain(("take", 3)) == "3 for you, 10 stay and become 16"
    assert played(3, fish=4).state.explain(("take", 2)) == "You may take 0 to 1 fish now."
    assert "below 8 the pond cannot refill" in played().state.coach()
    assert played(3, 1, fish=4).state.decided() == "The pond was empty after 2 turns."


def test_care_lasts_and_greed_does_not():
    ends = {}
    for name, bot in BOTS.items():
        match = Match(Pond, 4)
        ends[name] = match.run([bot] * 4, Random(1))
    assert ends["greedy"].fish == 0
    assert sum(ends["careful"].scores()) > 3 * sum(ends["greedy"].scores())
