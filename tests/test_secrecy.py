"""One law of secrecy for all games and surfaces: worlds that look alike to somebody look alike wherever they look.

Two matches are built with equal views for a viewer, and differ in what the viewer cannot know (`twins`). Everything
that the viewer can read or see (`surfaces`) must be equal in both, to the letter. Each surface is also held to a game
that hides nothing, and must then show the difference: so the law is known to look at something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape
from zlib import crc32

import pytest
from fishlab_widgets.live.face import Face, Look, face_of
from laws import COURSE
from surfaces import SURFACES, Scene
from twins import STARTS, moments, name_of

from fishlab.core import CHANCE, IllegalMove, State
from fishlab.match import Match
from fishlab.session import PERSON, Session

CASES = pytest.mark.parametrize("start", STARTS, ids=name_of)
MOST_SEATS = {start.game: start for start in STARTS}.values()
MOST = [start if start in MOST_SEATS else pytest.param(start, marks=pytest.mark.long) for start in STARTS]
COUNTS = ("plots", "projector")
"""Surfaces that show no more of a game than what it counts."""
LOOKS = pytest.mark.parametrize("surface", SURFACES)


def scenes(start: Match, folder: Path, seed: int = 0) -> Iterator[tuple[Scene, Scene]]:
    """Yield pairs of scenes that look alike to their viewer."""
    for viewer in (CHANCE, 0, start.seats - 1):
        for number, pair in enumerate(moments(start, viewer, seed)):
            places = [folder / f"{viewer}-{number}-{world}" for world in (0, 1)]
            for place in places:
                place.mkdir()
            yield Scene(pair[0], viewer, places[0]), Scene(pair[1], viewer, places[1])


def differences(surface: str, one: Scene, other: Scene) -> Iterator[str]:
    """Yield where a surface shows a difference, "" where it shows none."""
    for (what, left), (_, right) in zip(SURFACES[surface](one), SURFACES[surface](other), strict=True):
        yield "" if left == right else f"viewer {one.viewer}, move {len(one.match)}, {what}: {parted(left, right)}"


def parted(left: str, right: str) -> str:
    """Return the place at which two texts part."""
    pairs = enumerate(zip(left, right, strict=False))
    place = next((place for place, (one, other) in pairs if one != other), min(len(left), len(right)))
    return " | ".join(text[max(0, place - 120) : place + 60] for text in (left, right))


@pytest.mark.few(5)
@pytest.mark.parametrize("start", MOST, ids=name_of)
@LOOKS
def test_worlds_that_look_alike_to_somebody_look_alike_on_every_surface(surface, start, tmp_path):
    compared = 0
    for one, other in scenes(start, tmp_path):
        for difference in differences(surface, one, other):
            assert not difference
            compared += 1
    assert compared or (surface == "plots" and not face_of(start.game).plots), "only plots may be missing"


def rows_tried(scene: Scene, made: list[str]) -> Iterator[tuple[str, str]]:
    """Yield rows of two moves that somebody may type, and what is answered to each."""
    session = Session(scene.copy(), [PERSON] * scene.match.seats)
    state = scene.match.state.view(scene.viewer)
    moves = [state.notation(move) for move in state.moves()]
    few = [moves[place * len(moves) // 8] for place in range(8)] if len(moves) > 8 else moves
    kinds = {text.split()[0]: text for text in made}
    for row in (f"{one}; {other}" for one in few for other in dict.fromkeys((*few, *kinds.values()))):
        try:
            yield row, repr(session.read_row(row))
        except IllegalMove as why:
            yield row, f"{why.reason.title}: {why.reason}"


@CASES
def test_a_row_of_moves_is_answered_by_what_the_seat_sees(start, tmp_path):
    for one, other in scenes(start, tmp_path):
        if one.own_turn:
            pairs = zip(one.match.states, one.match.moves, strict=False)
            made = [state.notation(move) for state, move in pairs]
            assert dict(rows_tried(one, made)) == dict(rows_tried(other, made))


def hide_nothing(start: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a game hide nothing: a view is the whole state, every move is told to all, pictures and cards tell all."""
    game, face = start.game, type(face_of(start.game))
    monkeypatch.setattr(game, "view", lambda self, player: self)
    monkeypatch.setattr(game, "secrets", lambda self: False)
    monkeypatch.setattr(game, "say", lambda self, move, viewer=None: self.words.say(self, move, None))
    monkeypatch.setattr(game, "explain", lambda self, move: repr(self))
    for name in ("draw", "board"):
        monkeypatch.setattr(face, name, telling(getattr(face, name)))


def telling(draw: Callable[[Face[Any], State, Look], str]) -> Callable[[Face[Any], State, Look], str]:
    """Return a picture that also shows in words all that is drawn."""
    return lambda face, state, look: draw(face, state, look).replace(
        "</svg>", f"<desc>{escape(repr(state))}</desc></svg>"
    )


def count_what_is_hidden(start: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what a game counts for everybody depend on what it hides: plots and a projector show counts alone."""

    def counted(state: State) -> tuple[int, ...]:
        return (crc32(repr(state).encode()) % 1000,) * start.seats

    game = start.game
    for name in ("scores", "fines", "own_scores"):
        if hasattr(game, name):
            monkeypatch.setattr(game, name, counted)
    if hasattr(game, "year_score"):
        monkeypatch.setattr(game, "year_score", lambda state, seat, year: counted(state)[seat])


@pytest.mark.few(10)
@CASES
@LOOKS
def test_every_surface_tells_a_game_that_hides_nothing(surface, start, tmp_path, monkeypatch):
    if surface == "plots" and start.game.name not in COURSE:
        pytest.skip("what the plots of a new game count is not known here")
    pairs = list(scenes(start, tmp_path, seed=100))  # moments that no plot has counted before
    hide_nothing(start, monkeypatch)
    if surface in COUNTS:
        count_what_is_hidden(start, monkeypatch)
    assert any(difference for one, other in pairs for difference in differences(surface, one, other))
