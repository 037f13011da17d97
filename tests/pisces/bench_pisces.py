"""How many whole games of Pisces a second: random play for 2, 4 and 6 players, and 4 greedy or steward bots."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from fishlab.core import CHANCE, OVER
from fishlab.pisces.players import BOTS
from fishlab.pisces.rules import Pisces

SECONDS = 2.0
"""How long each line is measured."""


def run(print: Any = print) -> list[dict[str, Any]]:
    """Measure, print a line for each case, and return the rows."""
    rows = []
    for players, name in ((2, "random"), (4, "random"), (6, "random"), (4, "greedy"), (4, "steward")):
        bot = BOTS[name]
        games = moves = 0
        begin = perf_counter()
        while perf_counter() - begin < SECONDS:
            rng = Random(f"bench/pisces/{players}/{games}")
            state = Pisces.start(players)
            while (seat := state.turn()) != OVER:
                state = state.after(state.sample(rng) if seat == CHANCE else bot(state, rng))
                moves += 1
            games += 1
        seconds = perf_counter() - begin
        rows.append(
            {
                "game": "pisces",
                "players": players,
                "bot": name,
                "games per second": round(games / seconds, 1),
                "moves per second": round(moves / seconds),
                "moves per game": round(moves / games),
            }
        )
        print(
            f"pisces, {players} {name} players: {rows[-1]['games per second']} games/s, "
            f"{rows[-1]['moves per second']:,} moves/s, {rows[-1]['moves per game']} moves a game"
        )
    return rows


if __name__ == "__main__":
    run()
