"""Where the luck of a table comes from."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from fishlab.core import CHANCE
from fishlab.match import Match

LUCKS: Final = ("own", "tape", "real")
"""Where luck comes from: a secret of each table, one tape for each block of tables, or real dice that people enter."""


def place_on_tape(match: Match) -> str:
    """Return where the luck of this moment lies: by year, by the seat that acted last, by phase, and by count.

    So a seat's first, second … die of a year is the same at every table, whatever was done with the ones before. A game
    that knows the places of its dice better (`Boom.luck_place`) says them itself.
    """
    if (own := match.state.luck_place()) is not None:
        return repr(own)
    counts: Counter[tuple[Any, ...]] = Counter()
    last, place = CHANCE, (0, CHANCE, "")
    for state in match.states:
        turn = state.turn()
        if turn >= 0:
            last = turn
        else:
            place = (state.period(), last, state.part())
            counts[place] += 1
    return f"{place}/{counts[place]}"
