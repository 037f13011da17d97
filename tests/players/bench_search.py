"""How many simulations a second a search makes in Fishery, as ratios to OpenSpiel's searches of go on nine lines.

All play random games to the end from the first move of an empty board. They take short turns, in five rounds; a ratio
is the median of the five. Processor time is counted, so that other programs disturb it little. OpenSpiel is an extra:
`pip install '.[bench]'`. `make bench` runs it; `run` returns the rows.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from itertools import count
from statistics import median
from time import process_time

from measure import ROUNDS, Row, row

from fishlab import Fishery
from fishlab.players.search import search

TURNS = 6
"""In a round each contestant has this many turns."""


def ours(simulations: int) -> Callable[[], object]:
    """The tree of `fishlab.players.search`, random games from the empty printed board."""
    state, seeds = Fishery.start(), count()
    return lambda: search(state, simulations=simulations, method="tree", seed=next(seeds))


def in_python(simulations: int) -> Callable[[], object]:
    """OpenSpiel's search that is written in Python, on its go that is written in C++."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game, luck = pyspiel.load_game("go(board_size=9)"), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, simulations, mcts.RandomRolloutEvaluator(1, luck))
    return lambda: bot.mcts_search(game.new_initial_state())


def in_cpp(simulations: int) -> Callable[[], object]:
    """OpenSpiel's search that is written in C++, as is its go."""
    import pyspiel

    game = pyspiel.load_game("go(board_size=9)")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2, simulations, 1000, False, 1, False)
    return lambda: bot.mcts_search(game.new_initial_state())


CONTESTANTS = {"fishlab": (ours, 600), "Python": (in_python, 60), "C++": (in_cpp, 800)}
"""Who searches, and with how many simulations a turn."""


def run(print=builtins.print) -> list[Row]:
    """Measure, print a line a row, and return the rows."""
    try:
        searchers = {name: (maker(number), number) for name, (maker, number) in CONTESTANTS.items()}
    except ImportError:
        print("OpenSpiel is not installed (pip install '.[bench]'): searches are not compared with its own.")
        return []
    rates: dict[str, list[float]] = {name: [] for name in searchers}
    for _ in range(ROUNDS):
        spent = dict.fromkeys(searchers, 0.0)
        for _ in range(TURNS):
            for name, (work, _) in searchers.items():
                begin = process_time()
                work()
                spent[name] += process_time() - begin
        for name, (_, simulations) in searchers.items():
            rates[name].append(TURNS * simulations / spent[name])
    rows = []
    for name, target in (("Python", 8), ("C++", 0.8)):
        found = median(own / other for own, other in zip(rates["fishlab"], rates[name], strict=True))
        rows.append(row(f"simulations of Fishery, against OpenSpiel's search in {name} on go(9)", found, target))
        print(f"search: {rows[-1]['name']}: {found:.2f} (at least {target})")
    for name, values in rates.items():
        print(f"search: {name}: {median(values):,.0f} simulations/s")
    return rows


if __name__ == "__main__":
    run()
