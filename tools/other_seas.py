"""Ask whether the price of anarchy hangs on the sea that was reconstructed: play both ends on others that fit as well.

    python tools/other_seas.py --games 16

makes `other-seas.csv` of `fishlab.lab.search` (`--out` says where); rows that are in the file stay. Arrows and rows of
the printed sheet are not known, so `fishlab.boom` has one sea that fits all that is. These fit too:

* `redrawn`: which of two rows spawns in a year is drawn anew, for every species of two rows that can spawn in both.
* `robust`: cod and whales spawn as the other species of two rows do.
* `fragile`: sharks and herrings spawn from one row only, as cod does.

Players look ahead with few continuations, so that all seas can be played; `standard` is the usual sea played by the
same players, to be compared with. They imagine the policies that were tuned for it on every sea.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from kept_games import play_tables

from fishlab.boom.network import load_sheet
from fishlab.boom.rules import Boom
from fishlab.lab.search.ends import OTHER_SEAS, SEED, OtherSea
from fishlab.lab.search.look_ahead import LookAhead

BUDGET: Final = 64
"""Continuations of a move."""
BOTH_ROWS: Final = ("1>1 2>2 1>2*", "1>1 2>2 2>1*")
"""The arrows of a species of two rows, by turns."""
ONE_ROW: Final = "2>2 2>1*"


def seas() -> dict[str, dict[str, Any]]:
    """Return the sheets by name."""
    found = {name: load_sheet().data() for name in ("standard", "redrawn", "robust", "fragile")}
    rng = Random("other seas")
    for entry in found["redrawn"]["species"]:
        if set(entry["arrows"]) == set(BOTH_ROWS):
            entry["arrows"] = [rng.choice(BOTH_ROWS) for _ in entry["arrows"]]
    for entry in found["robust"]["species"]:
        if entry["name"] in ("cod", "whale"):
            entry["arrows"] = [BOTH_ROWS[year % 2] for year in range(len(entry["arrows"]))]
    for entry in found["fragile"]["species"]:
        if entry["name"] in ("shark", "herring"):
            entry["arrows"] = [ONE_ROW] * len(entry["arrows"])
    return found


def played(sea: str, goal: str, games: Sequence[int]) -> list[OtherSea]:
    """Play some games of an end on a sea."""
    tables = [([LookAhead(goal, BUDGET)] * OTHER_SEAS, game) for game in games]
    ends = [match.state for match in play_tables(tables, SEED, sheet=seas()[sea])]
    assert all(isinstance(end, Boom) for end in ends)
    return [OtherSea(sea, goal, game, sum(end.own_scores())) for game, end in zip(games, ends, strict=True)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the table."""
    known = argparse.ArgumentParser(description="Play both ends of Fishery Boom on other seas that fit as well.")
    known.add_argument("--games", type=int, default=16, help="games of each end and sea (default: %(default)s)")
    known.add_argument("--out", type=Path, default=Path("other-seas.csv"), help="default: %(default)s")
    asked = known.parse_args(arguments)
    lines = asked.out.read_text(encoding="utf-8").splitlines()[1:] if asked.out.exists() else []
    for sea in seas():
        for goal in ("team", "own"):
            have = {line.split(",")[2] for line in lines if line.startswith(f"{sea},{goal},")}
            missing = [game for game in range(asked.games) if str(game) not in have]
            if missing:
                lines += (",".join(map(str, row)) for row in played(sea, goal, missing))
                asked.out.write_text("\n".join([",".join(OtherSea._fields), *lines]) + "\n", encoding="utf-8")
                print(f"{sea}, {goal}: {asked.games} games are there", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
