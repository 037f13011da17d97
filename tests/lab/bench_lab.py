"""How fast the Boom laboratory is: against the one-game engine and the redraw of a plot, and how much memory it takes.

`make bench` runs it; `run` returns the rows. Every figure is the median of five; ratios cancel the machine's load.
"""

from __future__ import annotations

import builtins
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from random import Random
from statistics import median
from time import perf_counter

from fishlab.boom.rules import Boom
from fishlab.lab.engine import play, play_profiles
from fishlab.lab.policies import Policy

PROFILE = (
    Policy(ambition=1.5, care=0.5, gear="trawler+", radar=1, release=0.5, refrigerate=0.5),
    Policy(ambition=1, care=1, gear="seine+", radar=1, release=0.7, spare=2, refrigerate=0.5),
    Policy(ambition=1, care=0.3, gear="longline+", radar=1, overtime=1),
    Policy(ambition=2, care=0, gear="trawler", radar=1),
)
"""Four seats that between them use every line of equipment, Radar, Release, Refrigeration and every bonus."""
SEEDS = count(1000)  # new dice for every run, for dice are kept for a while
MEMORY = """
import resource, sys
from fishlab.lab import Policy, play
batch = play(Policy(gear="trawler+", radar=1, release=1), games=100_000, seed=1)
assert batch.total().shape == (100_000,)
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(most / (1024**2 if sys.platform == "darwin" else 1024))
"""


def timed(*works: Callable[[], object], times: int = 5) -> list[float]:
    """Return the median seconds of each work, run in turn so that all meet the same load."""
    found: list[list[float]] = [[] for _ in works]
    for _ in range(times):
        for work, seconds in zip(works, found, strict=True):
            begin = perf_counter()
            work()
            seconds.append(perf_counter() - begin)
    return [median(seconds) for seconds in found]


def one_game_engine(games: int) -> Callable[[], None]:
    """Return a function that plays games with the one-game engine: random play, which thinks least."""
    rng = Random("bench/lab")

    def some() -> None:
        for _ in range(games):
            state = Boom.start(4)
            while state.phase != "over":
                state = state.after(state.sample(rng))

    return some


def redraw() -> Callable[[], None]:
    """Return a function that draws a figure of one axes anew, as a slider does."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    lines = [axes.plot(range(10), range(10), label=f"treatment {number}")[0] for number in range(3)]
    axes.set(xlabel="year", ylabel="living fish", title="Stock")
    axes.legend()
    step = count()

    def draw() -> None:
        for number, line in enumerate(lines):
            line.set_ydata([(year * number + next(step)) % 23 for year in range(10)])
        axes.relim()
        axes.autoscale_view()
        figure.canvas.draw()

    draw()
    return draw


def games_of(games: int) -> Callable[[], object]:
    """Return a function that plays games of the profile and scores them."""
    return lambda: play(PROFILE, games, next(SEEDS)).own()


def run(print=builtins.print) -> list[dict[str, object]]:
    """Measure, print a line a row, and return the rows."""
    rows: list[dict[str, object]] = []

    def add(name: str, ratio: float, target: float, ok: bool, more: str = "") -> None:
        rows.append({"name": name, "ratio": ratio, "target": target, "ok": ok})
        print(f"lab: {name}: {ratio:.2f} (target {target:g}){more}")

    play(PROFILE, 100)  # tables are made once
    draw = redraw()
    one, many, few, plot = timed(one_game_engine(20), games_of(10_000), games_of(1000), draw)
    speed = one / 20 * 10_000 / many
    add("times the one-game engine, 10,000 games", speed, 80, speed >= 80, f": {10_000 / many:,.0f} games/s")
    add("redraws that 10,000 games take, at most", many / plot, 3, many <= 3 * plot, f": {many * 1e3:.0f} ms")
    add("redraws that 1,000 games take, at most", few / plot, 0.6, few <= 0.6 * plot, f": {few * 1e3:.1f} ms")
    slider = [[policy.but(ambition=place / 5) for policy in PROFILE] for place in range(21)]
    at_once, apart = timed(
        lambda: [batch.own() for batch in play_profiles(slider, 1000, next(SEEDS))],
        lambda: [play(profile, 1000, next(SEEDS)).own() for profile in slider],
    )
    add("times 21 batches, 21 slider positions at once", apart / at_once, 3, apart >= 3 * at_once)
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    memory = float(done.stdout)
    add("MB of memory, 100,000 games, at most", memory, 200, memory < 200)
    return rows


if __name__ == "__main__":
    run()
