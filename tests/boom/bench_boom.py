"""How fast Fishery Boom plays: whole random four-player games through the one-game engine, and where the time goes.

`make bench` runs it; `run` returns the rows.
"""

from __future__ import annotations

import builtins
from collections import defaultdict
from random import Random
from time import perf_counter

from fishlab.boom.phases import stage
from fishlab.boom.rules import Boom

GAMES = 400
STAGES = {0: "end", 1: "fishing", 2: "upgrade or bonus", 4: "illegal fishing"}


def random_games(players: int, games: int) -> tuple[float, int]:
    """Return seconds and moves of whole random games."""
    rng = Random(f"bench/boom/{players}")
    moves, begin = 0, perf_counter()
    for _ in range(games):
        state = Boom.start(players)
        while state.phase != "over":
            state = state.after(state.sample(rng))
            moves += 1
    return perf_counter() - begin, moves


def share_of_time(players: int, games: int) -> dict[str, float]:
    """Return what share of the time the moves of each printed phase take; ends of years count for their last move."""
    rng = Random(f"bench/boom/{players}/shares")
    spent: dict[str, float] = defaultdict(float)
    for _ in range(games):
        state = Boom.start(players)
        while state.phase != "over":
            phase = STAGES[stage(state)]
            begin = perf_counter()
            state = state.after(state.sample(rng))
            spent[phase] += perf_counter() - begin
    total = sum(spent.values())
    return {phase: seconds / total for phase, seconds in sorted(spent.items())}


def run(print=builtins.print) -> list[dict[str, object]]:
    """Measure, print a line a row, and return the rows."""
    rows: list[dict[str, object]] = []
    for players in (2, 3, 4):
        random_games(players, 20)
        seconds, moves = random_games(players, GAMES if players == 4 else GAMES // 2)
        games = GAMES if players == 4 else GAMES // 2
        row = {"game": "boom", "what": f"random games, {players} players", "games/s": round(games / seconds, 1)}
        rows.append(row | {"moves/s": round(moves / seconds), "moves a game": round(moves / games, 1)})
        print(f"boom: {players} players: {games / seconds:.0f} random games/s, {moves / seconds:,.0f} moves/s")
    shares = share_of_time(4, GAMES // 4)
    for phase, share in shares.items():
        rows.append({"game": "boom", "what": f"share of time, {phase}", "share": round(share, 3)})
        print(f"boom: {share:5.1%} of the time is {phase}")
    return rows


if __name__ == "__main__":
    run()
