"""The pond of the first lesson: it obeys what every game obeys, and stands beside the games, not among them."""

from __future__ import annotations

import re

import faces
import laws
import pytest
from fishlab_widgets import Table
from sending import ask

from fishlab import GAMES, PRACTICE
from fishlab.firstpond import FirstPond
from fishlab.match import Match


@pytest.mark.parametrize("players", FirstPond.seats)
def test_it_obeys_the_laws_of_games_and_faces(players):
    for options in laws.variants(FirstPond):
        laws.check_game(FirstPond, players, options, seed=1)
    faces.check_face(FirstPond, players, seed=0, every=5)


def test_it_is_for_practice_and_in_no_list_of_games_yet_its_code_is_read():
    assert PRACTICE.keys().isdisjoint(GAMES)
    assert {game.tag for game in PRACTICE.values()}.isdisjoint(game.tag for game in GAMES.values())
    match = Match(FirstPond, 3)
    for count in (3, 2, 1):
        match.play(("take", count))
    again = Table(Match.from_code(match.code()), seats=["person", "copycat", "hungry"])
    assert again.match.states == match.states


def test_a_click_on_a_fish_too_many_says_why_and_takes_none():
    table = Table(FirstPond, 3)
    tries = set(re.findall(r'data-try="take (\d+)"', table.board.svg))
    assert tries == {str(count) for count in range(4, 17)}
    ask(table, "move", move="take 9")
    assert "at most three fish" in table.board.error and not table.match.moves


def test_the_end_of_a_round_says_what_became_of_the_fish_that_were_left():
    match = Match(FirstPond, 3)
    for _ in range(2):
        match.play(("take", 3))
    assert match.states[2].say(("take", 1)) == "Boat C takes 1 of 10 fish; the 9 left double to 16"
    assert match.states[1].say(("take", 3)) == "Boat B takes 3 of 13 fish"
