"""Worlds that a seat cannot tell apart, and all that a page is told: what the tests of secrets compare."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import ipywidgets as w
from fishlab_widgets import Table
from fishlab_widgets.live.shared import SharedTable

from fishlab import GAMES, Match
from fishlab.core import OVER
from fishlab.room import Room

SECRET = [game for game in GAMES.values() if game.secrets]


def synced(table: Table) -> str:
    """Return all that the page is told of a table, with the numbers that name its widgets taken out."""
    told: list[str] = []

    def walk(widget: w.Widget) -> None:
        state = widget.get_state()
        told.append(repr({key: value for key, value in sorted(state.items()) if not key.startswith("_")}))
        for child in getattr(widget, "children", ()):
            walk(child)

    walk(table)
    text = re.sub(r"IPY_MODEL_\w+", "", "\n".join(told)).replace(f"{table.board.uid}-", "b-")
    return re.sub(r"fig\d+-|'uid': '\w+'|'rev': \d+", "", text)


def worlds(game: type, players: int, viewer: int, seed: int, most: int = 70) -> Iterator[tuple[Match, Match]]:
    """Yield two matches, move by move, that differ only in what this seat, or `CHANCE`, a stranger, cannot know."""
    rng = Random(f"{game.name}/{players}/{viewer}/{seed}")
    one, other = Match(game, players), Match(game, players)
    while one.state.turn() != OVER and len(one.moves) < most:
        there = tuple(other.state.moves())
        moves = [move for move in dict.fromkeys(one.state.moves()) if move in there]
        if not moves:
            return
        move = rng.choice(moves)
        same = one.state.say(move, viewer)
        masked = [twin for twin in there if other.state.say(twin, viewer) == same]
        one.play(move)
        other.play(rng.choice(masked) if masked else move)
        if one.state.view(viewer) != other.state.view(viewer) or one.state.turn() != other.state.turn():
            return
        yield one, other


@cache
def pairs(game: type, players: int, viewer: int) -> list[tuple[Match, Match]]:
    """Return moments at which something that this seat cannot know differs, its own turn and another's."""
    found: list[tuple[Match, Match]] = []
    for mine in (True, False):
        for seed in range(60):
            last: tuple[str, str] | None = None
            for one, other in worlds(game, players, viewer, seed):
                turn = one.state.turn()
                if turn >= 0 and (turn == viewer) == mine and one.moves != other.moves:
                    last = one.to_json(), other.to_json()
            if last:
                found.append((Match.from_json(last[0]), Match.from_json(last[1])))
                break
    assert found, "the worlds hide nothing"
    return found


def seated(folder: Path, match: Match, viewer: int) -> SharedTable:
    """Return a seat's screen at a table where a match stands."""
    folder.mkdir()
    room = Room(folder / "room", clock=lambda: 1000.0)
    room.open("T", match.game, match.seats, **match.options)
    with room._writing() as db:
        for number, (state, move) in enumerate(zip(match.states, match.moves, strict=False)):
            row = ("T", 0, number, state.notation(move), state.turn(), 1000.0)
            db.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", row)
    return SharedTable(room, "T", viewer, "same-key-in-both")
