"""The pond: one test for each rule, its words, its bots and its plot."""

from __future__ import annotations

from random import Random

import pytest
from fishlab_widgets.firstpond.face import fish_by_round

from fishlab.core import OVER, IllegalMove
from fishlab.firstpond import FirstPond
from fishlab.firstpond.players import BOTS
from fishlab.match import Match


def played(*counts: int, players: int = 3, **options: int) -> Match:
    match = Match(FirstPond, players, **options)
    for count in counts:
        match.play(("take", count))
    return match


def of_bots(*names: str) -> Match:
    match = Match(FirstPond, len(names))
    match.run([BOTS[name] for name in names], Random(1))
    return match


def test_a_turn_takes_up_to_three_fish():
    match = played(3)
    assert (match.state.fish, match.state.scores()) == (13, (3, 0, 0))
    with pytest.raises(IllegalMove, match="at most three fish in a turn: you may take 0 to 3 now"):
        match.play("take 4")


def test_what_is_left_after_a_round_doubles_up_to_what_the_pond_holds():
    assert played(3, 3, 2).state.fish == 16
    assert played(3, 3, 3).state.fish == 14
    assert played(0, 0, 1).state.fish == 16


def test_the_game_ends_after_the_last_round_or_when_the_pond_is_empty():
    assert played(*[1] * 6, rounds=2).state.turn() == OVER
    end = played(3, 1, fish=4).state
    assert (end.turn(), end.prompt()) == (OVER, "The game is over: Boat A wins with 3")
    assert end.decided() == "The pond was empty in round 1."


def test_a_catch_says_what_it_leaves_and_what_that_becomes():
    assert played().state.explain(("take", 3)) == "3 for you, 13 stay for the others"
    assert played(3, 3).state.explain(("take", 3)) == "3 for you, 7 stay and become 14"
    refused = "A boat takes at most three fish in a turn, and only 1 is left in the pond: you may take 0 to 1 now."
    assert played(3, fish=4).state.explain(("take", 2)) == refused


def test_bots_do_what_their_character_says():
    assert played(2).state.latest == 2
    taken = {name: BOTS[name](played(1).state, Random(1)) for name in BOTS}
    assert taken == {"hungry": ("take", 3), "copycat": ("take", 1), "careful": ("take", 3)}
    assert of_bots("hungry", "hungry", "hungry").state.fish == 0
    assert of_bots("careful", "careful", "careful").state.fish == 16


def test_the_plot_tells_the_fish_after_every_round_from_the_move_that_led_there():
    rows = fish_by_round(of_bots("hungry", "hungry", "hungry"))
    assert [(row["round"], row["fish"]) for row in rows] == [(0, 16), (1, 14), (2, 10), (3, 2), (4, 0)]
    assert [row["at"] for row in rows] == [0, 3, 6, 9, 10]
