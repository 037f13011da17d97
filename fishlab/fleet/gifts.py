"""What a licence is worth at the start: games in which seat A is given one for free, kept in `gifts.csv`.

Three engine-builders play each game once as it is, and once more from the same seed for each licence. The same seed
shuffles alike only until somebody moves differently. A row of the table is a game, its columns are seat A's points.

    python -m fishlab.fleet.gifts --games 300 --out fishlab/fleet/gifts.csv

makes the table again, in about three minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Final

from fishlab.core import Match
from fishlab.fleet.deck import LICENCES
from fishlab.fleet.rules import Fleet
from fishlab.players import bots_for

BOT: Final = "engine-builder"
PLAYERS: Final = 3
COLUMNS: Final = ("none", *LICENCES)
"""What seat A is given."""


def play(number: int, gift: str = "none") -> Match:
    """Play a game of three engine-builders in which seat A begins with a licence; the first seat goes round."""
    if gift not in COLUMNS:
        raise ValueError(f"{gift!r} cannot be given: choose {', '.join(COLUMNS)}")
    match = Match(Fleet, PLAYERS, first=number % PLAYERS)
    start = match.states[0]
    assert isinstance(start, Fleet)
    if gift != "none":
        match.states[0] = replace(start, sides=(start.sides[0]._replace(licences=(gift,)), *start.sides[1:]))
    match.run([bots_for(Fleet)[BOT]] * PLAYERS, Random(f"game {number}"))
    return match


def rows(games: int, start: int = 0) -> Iterator[str]:
    """Play games and yield their lines of the table."""
    for number in range(start, start + games):
        points = [play(number, gift).state.scores()[0] for gift in COLUMNS]
        yield ",".join(map(str, (number, *points)))


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


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the table."""
    reader = argparse.ArgumentParser(
        prog="python -m fishlab.fleet.gifts", description="Play games with a free licence."
    )
    reader.add_argument("--games", type=int, default=300)
    reader.add_argument("--out", type=Path, required=True)
    asked = reader.parse_args(arguments)
    with asked.out.open("w", encoding="utf-8") as out:
        print("game", *COLUMNS, sep=",", file=out)
        for line in rows(asked.games):
            print(line, file=out, flush=True)


if __name__ == "__main__":
    main()
