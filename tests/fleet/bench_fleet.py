"""How many whole random games of Fleet a second, for 2, 3 and 4 players."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from fishlab.core import OVER
from fishlab.fleet.rules import Fleet

SECONDS = 3.0
"""How long each number of players is measured."""


def run(print: Any = print) -> list[dict[str, Any]]:
    """Measure, print a line for each number of players, and return the rows."""
    rows = []
    for players in Fleet.seats:
        games = moves = 0
        begin = perf_counter()
        while perf_counter() - begin < SECONDS:
            rng = Random(f"bench/fleet/{players}/{games}")
            state = Fleet.start(players)
            while state.turn() != OVER:
                state = state.after(state.sample(rng))
                moves += 1
            games += 1
        seconds = perf_counter() - begin
        rows.append(
            {
                "game": "fleet",
                "players": players,
                "games per second": round(games / seconds, 1),
                "moves per second": round(moves / seconds),
                "moves per game": round(moves / games),
            }
        )
        print(
            f"fleet, {players} players: {rows[-1]['games per second']} random games/s, "
            f"{rows[-1]['moves per second']:,} moves/s, {rows[-1]['moves per game']} moves a game"
        )
    return rows


if __name__ == "__main__":
    run()
