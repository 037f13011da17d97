"""The pond of the first lesson: it obeys what every game obeys, and stands beside the games, not among them."""

from __future__ import annotations

import faces
import laws
import pytest
from fishlab_widgets import Table

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
