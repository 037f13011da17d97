"""Worlds that a seat cannot tell apart, and all that a page is told: what the tests of secrets compare."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import ipywidgets as w
from fishlab_widgets import Table
from fishlab_widgets.classroom import SharedTable
from laws import worlds

from fishlab import Boom, Fleet, FreshFish, Match
from fishlab.room import Room

SECRET = [Match(Boom, first=1, vote="yearly", years=3), Match(Fleet), Match(FreshFish)]
"""A match to begin with of every game in which something is hidden at some moment; votes come anew every year."""


def with_most(match: Match) -> Match:
    """Return the same game for as many players as can play it."""
    return Match(match.game, match.game.seats[-1], **match.options)


def name_of(match: Match) -> str:
    """Return a match's name among the tests."""
    return f"{match.game.name}-{match.seats}"


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


@cache
def pairs(start: Match, viewer: int) -> list[tuple[Match, Match]]:
    """Return moments at which something that this seat cannot know differs, its own turn and another's."""
    found: list[tuple[Match, Match]] = []
    for mine in (True, False):
        for seed in range(60):
            last: tuple[str, str] | None = None
            for one, other in worlds(start, viewer, seed):
                turn = one.state.turn()
                if turn >= 0 and (turn == viewer) == mine and one.state != other.state:
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
    with room.file.writing() as db:
        for number, (state, move) in enumerate(zip(match.states, match.moves, strict=False)):
            row = ("T", 0, number, state.notation(move), state.turn(), 1000.0)
            db.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", row)
    return SharedTable(room, "T", viewer, "same-key-in-both")
