"""What a licence is worth at the start: games in which seat A is given one for free, kept in `gifts.csv`.

Three engine-builders play each game once as it is, and once more from the same seed for each licence. The same seed
shuffles alike only until somebody moves differently. A row of the table is a game, its columns are seat A's points.
`python tools/kept_games.py gifts` makes the table again, in about three minutes.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Final

from fishlab.bots import bots_for
from fishlab.fleet.deck import LICENCES
from fishlab.fleet.rules import Fleet
from fishlab.match import Match

PLAYERS: Final = 3
COLUMNS: Final = ("none", *LICENCES)
"""What seat A is given."""


def play(number: int, start: Fleet | None = None) -> Match:
    """Play a game of three engine-builders in which the first seat goes round, or from another start."""
    match = Match(Fleet, PLAYERS, first=number % PLAYERS)
    if start is not None:
        match.states[0] = start
    match.run([bots_for(Fleet)["engine-builder"]] * PLAYERS, Random(f"game {number}"))
    return match


@lru_cache(maxsize=1)
def kept() -> dict[str, tuple[int, ...]]:
    """Return seat A's points in the kept games, game by game, for each thing it can be given."""
    lines = files("fishlab.fleet").joinpath("gifts.csv").read_text(encoding="utf-8").splitlines()
    numbers = [tuple(map(int, line.split(","))) for line in lines[1:]]
    return dict(zip(COLUMNS, list(zip(*numbers, strict=True))[1:], strict=True))


def gains(licence: str) -> list[int]:
    """Return the points that a licence, given for free, adds to seat A's in each kept game.

    >>> len(gains("shrimp")) >= 300
    True
    """
    return [more - less for more, less in zip(kept()[licence], kept()["none"], strict=True)]
