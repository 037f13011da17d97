"""The pond of the first lesson: it obeys what every game obeys, and stands beside the games, not among them."""

from __future__ import annotations

import re
from random import Random

import faces
import laws
import pytest
from fishlab_widgets import Table
from fishlab_widgets.firstpond.face import FACE
from fishlab_widgets.live.face import Look
from sending import ask

from fishlab import GAMES, PRACTICE
from fishlab.firstpond import FirstPond
from fishlab.firstpond.players import BOTS
from fishlab.firstpond.rules import most_together
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


def boxes(svg: str, cls: str) -> list[tuple[float, float]]:
    """Return from where to where, from above, the boxes of a class reach."""
    found = re.findall(rf'y="([\d.]+)" width="[\d.]+" height="([\d.]+)" rx="12" class="{cls}"', svg)
    return [(float(top), float(top) + float(high)) for top, high in found]


@pytest.mark.parametrize("fish", [5, 8, 16, 24, 32])
def test_a_refusal_covers_no_fish_that_can_be_taken(fish):
    match = Match(FirstPond, 3, fish=fish)
    while not match.over:
        state = match.state
        svg = FACE.draw(state, Look(refused=(("take", 9), state.why_not(("take", 9))), legal=True))
        (bubble,), may = boxes(svg, "bubble"), boxes(svg, "ring")
        assert len(may) == min(3, state.fish)
        assert all(end <= bubble[0] or start >= bubble[1] for start, end in may), state.fish
        match.play(("take", min(state.fish, 2 + state.fish % 2)))


def best(state: FirstPond) -> int:
    return max(map(best, map(state.after, state.moves()))) if state.moves() else sum(state.caught)


def test_the_end_says_what_all_boats_together_could_have_had():
    match = Match(FirstPond, 3)
    match.run([BOTS["hungry"]] * 3, Random(1))
    assert dict(FACE.facts(match.state))["caught together"] == "29 of a possible 51"
    for fish in (1, 4, 7):
        assert most_together(2, fish, 3) == best(FirstPond.start(2, fish=fish, rounds=3))


def test_the_end_says_to_who_plays_alone_how_many_fish_her_boat_caught():
    match = Match(FirstPond, 3)
    match.run([BOTS["hungry"]] * 3, Random(1))
    ending = Table(match, seats=["person", "hungry", "hungry"]).board.ending
    assert ending["result"] == f"You caught {match.state.scores()[0]} fish."


def test_the_end_of_a_round_says_what_became_of_the_fish_that_were_left():
    match = Match(FirstPond, 3)
    for _ in range(2):
        match.play(("take", 3))
    assert match.states[2].say(("take", 1)) == "Boat C takes 1 of 10 fish; what is left grows from 9 to 16"
    assert match.states[1].say(("take", 3)) == "Boat B takes 3 of 13 fish"
