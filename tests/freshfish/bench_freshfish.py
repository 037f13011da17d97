"""How fast Fresh Fish is: expropriation against two plain ways of doing it, and whole games."""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import graphs_oracle as oracle
from graphs_oracle import mask, random_city

from fishlab import graphs
from fishlab.core import OVER
from fishlab.freshfish.city import expropriate
from fishlab.freshfish.rules import FreshFish

CITIES = 40
ROUNDS = 5


def _time(function: Any, cases: list[Any], repeat: int) -> float:
    """Return seconds a case."""
    start = perf_counter()
    for _ in range(repeat):
        for case in cases:
            function(*case)
    return (perf_counter() - start) / (repeat * len(cases))


def _expropriation(print: Any) -> list[dict[str, Any]]:
    rng = Random("bench/freshfish")
    grid = graphs.grid(10, 10)
    plain, fast = [], []
    for _ in range(CITIES):
        open_plots, terminals = random_city(rng, 10, 10)
        plain.append((open_plots, terminals, open_plots))
        everything = mask(grid, open_plots)
        fast.append((grid, everything, mask(grid, terminals), everything))
    for slow_case, fast_case in zip(plain, fast, strict=True):
        right = mask(grid, oracle.naive_needed(*slow_case))
        assert graphs.needed(*fast_case) == right == mask(grid, oracle.tarjan_needed(*slow_case))
    naive, tarjan, ours = [], [], []
    for _ in range(ROUNDS):  # interleaved, so that a busy moment of the machine slows all three
        ours.append(_time(graphs.needed, fast, 40))
        tarjan.append(_time(oracle.tarjan_needed, plain, 8))
        naive.append(_time(oracle.naive_needed, plain, 1))
    rows = []
    for name, times, target in (("the naive test", naive, 80), ("a plain Tarjan pass", tarjan, 3)):
        ratio = median(slow / quick for slow, quick in zip(times, ours, strict=True))
        rows.append({"name": f"expropriation against {name}", "ratio": ratio, "target": target, "ok": ratio >= target})
        print(f"{rows[-1]['name']}: {ratio:.1f}× (at least {target}×), {median(ours) * 1e6:.1f} µs a 10×10 city")
    return rows


def _games(print: Any, seconds: float = 1.0) -> None:
    for players in FreshFish.seats:
        rng = Random(f"bench/freshfish/{players}")
        games = moves = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < seconds:
            state = FreshFish.start(players)
            while state.turn() != OVER:
                state = state.after(state.sample(rng))
                moves += 1
            games += 1
        print(
            f"random games of Fresh Fish, {players} players: {games / spent:.0f} games/s, {moves / spent:,.0f} moves/s"
        )


def run(print: Any = print) -> list[dict[str, Any]]:
    """Measure, say it, and return one row a target."""
    assert expropriate("..S/Oab/c..") == ".#S/O#b/c#."
    rows = _expropriation(print)
    _games(print)
    return rows


if __name__ == "__main__":
    run()
