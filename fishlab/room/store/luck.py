"""Where the luck of a table comes from, and what a game calls the periods that can open for all tables together."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any, Final

from fishlab.core import CHANCE, State
from fishlab.match import Match

LUCKS: Final = ("own", "tape", "real")
"""Where luck comes from: a secret of each table, one tape for each block of tables, or real dice that people enter."""


def period_of(state: State) -> int:
    """Return the year or round of a moment, 0 in a game without them."""
    return int(getattr(state, "year", getattr(state, "round", 0)))


def period_word(game: type[State] | State) -> str:
    """Return what a game calls its periods: "Year" or "Round"; "" if it has none."""
    kind = game if isinstance(game, type) else type(game)
    known = {field.name for field in fields(kind)} | set(dir(kind))  # type: ignore[arg-type]  # every game is one
    return "Year" if "year" in known else "Round" if "round" in known else ""


def place_on_tape(match: Match) -> str:
    """Return where the luck of this moment lies: by year, by the seat that acted last, by phase, and by count.

    So a seat's first, second … die of a year is the same at every table, whatever was done with the ones before. A game
    that knows the places of its dice better (`Boom.luck_place`) says them itself.
    """
    if (own := getattr(match.state, "luck_place", None)) is not None:
        return repr(own())
    counts: Counter[tuple[Any, ...]] = Counter()
    last, place = CHANCE, (0, CHANCE, "")
    for state in match.states:
        turn = state.turn()
        if turn >= 0:
            last = turn
        else:
            place = (period_of(state), last, str(getattr(state, "phase", "")))
            counts[place] += 1
    return f"{place}/{counts[place]}"
