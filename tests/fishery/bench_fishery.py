"""How fast Fishery plays, as ratios to OpenSpiel and to the naive oracle, measured turn by turn in one run.

The contestants take short turns, in five rounds; a ratio is the median of the five. Processor time is counted, so that
other programs disturb it little. OpenSpiel is an extra: `pip install '.[bench]'`.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from fishery.oracle import oracle_moves

from fishlab.core import OVER
from fishlab.fishery.rules import Fishery
from fishlab.players.trials import play_one

ROUNDS = 5
TURNS = 10
SECONDS = 0.12
"""In a round each contestant has this many turns of this length."""

Game = Callable[[Random], int]
"""Plays one random game and returns how many moves it took."""


def by_moves(rng: Random) -> int:
    """A random game through `moves` and `after`."""
    state, count = Fishery.start(), 0
    while state.turn() != OVER:
        state = state.after(rng.choice(state.moves()))
        count += 1
    return count


def by_match(rng: Random) -> int:
    """A random game as it is really played: through `Match`, each move checked at the door, as `play_many` does."""
    return int(play_one(Fishery, ["random", "random"], rng.randrange(10**9))["moves"])


def spiel(name: str) -> Game:
    """Random games of OpenSpiel, driven from Python."""
    import pyspiel

    if name.startswith("python_"):
        from open_spiel.python.games import tic_tac_toe  # noqa: F401  # importing it registers the game
    game = pyspiel.load_game(name)

    def play(rng: Random) -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            count += 1
        return count

    return play


def rates_of(games: dict[str, Game], number: int) -> dict[str, float]:
    """Return each contestant's moves per second of processor time in one round, taking turns."""
    counts, spent = dict.fromkeys(games, 0), dict.fromkeys(games, 0.0)
    rngs = {name: Random(f"bench/{name}/{number}") for name in games}
    for _ in range(TURNS):
        for name, play in games.items():
            rng, count, begin = rngs[name], 0, process_time()
            while (time := process_time() - begin) < SECONDS:
                count += play(rng) + play(rng) + play(rng) + play(rng)
            counts[name] += count
            spent[name] += time
    return {name: counts[name] / spent[name] for name in games}


def legal_rates(seed: str) -> tuple[float, float]:
    """Return how many lists of legal moves a second the game and the oracle make, on the moments of one random game."""
    rng, fast, slow = Random(seed), [], []
    state = Fishery.start()
    while state.turn() != OVER:
        begin = process_time()
        moves = state.moves()
        fast.append(process_time() - begin)
        if state.phase == "nets":
            begin = process_time()
            wanted = oracle_moves(state)
            slow.append(process_time() - begin)
            assert len(moves) == len(wanted) + 1
        state = state.after(rng.choice(moves))
    return len(fast) / sum(fast), len(slow) / sum(slow)


def run(print: Any = print) -> list[dict[str, Any]]:
    """Measure, print a line for each ratio, and return the rows."""
    games: dict[str, Game] = {"moves": by_moves, "match": by_match}
    try:
        games |= {"go": spiel("go(board_size=9)"), "ttt": spiel("python_tic_tac_toe")}
    except ImportError:
        print("OpenSpiel is not installed (pip install '.[bench]'): only the oracle is measured against.")
        games = {}
    rates: dict[str, list[float]] = {name: [] for name in games}
    legal = []
    for number in range(ROUNDS):
        gc.collect()
        for name, value in rates_of(games, number).items():
            rates[name].append(value)
        fast, slow = legal_rates(f"bench/oracle/{number}")
        legal.append(fast / slow)

    def ratio(one: str, other: str) -> float:
        return median(a / b for a, b in zip(rates[one], rates[other], strict=True))

    wanted = [("legal moves against the naive oracle", median(legal), 80)]
    if games:
        wanted += [
            ("moves() and after() against OpenSpiel python_tic_tac_toe", ratio("moves", "ttt"), 4),
            ("moves() and after() against OpenSpiel go(9) from Python", ratio("moves", "go"), 0.35),
            ("whole games by play_many against OpenSpiel python_tic_tac_toe", ratio("match", "ttt"), 2),
        ]
    rows = []
    for name, value, target in wanted:
        rows.append({"name": name, "ratio": round(value, 3), "target": target, "ok": value >= target})
        print(f"fishery: {name}: {value:.2f}× (at least {target}×): {'ok' if value >= target else 'TOO SLOW'}")
    for name, values in rates.items():
        print(f"fishery: {name}: {median(values):,.0f} moves/s")
    return rows


if __name__ == "__main__":
    run()
