"""How fast the Boom laboratory is: against the one-game engine and the redraw of a plot, and how much memory it takes.

`make bench` runs it; `run` returns the rows. Every figure is the median of five; ratios cancel the machine's load.
"""

from __future__ import annotations

import builtins
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count, cycle
from random import Random
from statistics import median
from time import perf_counter

from calibrate import FAMILY
from fishlab_widgets.lab.bay import FishingEffort
from fishlab_widgets.lab.bay_charts import BAY, users_figure
from fishlab_widgets.lab.panel import Laboratory
from measure import ECHO, Row, page_ratio, ratio, redraw, row, warm_page

from fishlab.boom.rules import Boom
from fishlab.lab.engine import play, play_profiles
from fishlab.lab.exact import SmallSea
from fishlab.lab.policies import Policy
from fishlab.lab.search.look_ahead import LookAhead

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
from pathlib import Path
own = Path("/proc/self/status")  # else the program that started this one is counted too
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
most = int(own.read_text().split("VmHWM:")[1].split()[0]) if own.exists() else used
print(most / (1024**2 if sys.platform == "darwin" else 1024))
"""
PANEL = "from fishlab_widgets.lab.panel import Laboratory\nLaboratory()"
SLIDE = """async () => {
  const lab = document.querySelector('.fishlab-lab'), slider = lab.querySelector('.slider input');
  const old = [...lab.querySelectorAll('.fishlab-figure')], value = Number(slider.value);
  const begin = performance.now();
  slider.value = value + (value < Number(slider.max) ? 1 : -5);
  slider.dispatchEvent(new Event('input', {bubbles: true}));
  while (old.some((node) => node.isConnected)) await new Promise((done) => setTimeout(done));
  return performance.now() - begin;
}"""
"""Moves the first slider and waits until both figures of the open tab are new; returns the milliseconds."""


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


def games_of(games: int) -> Callable[[], object]:
    """Return a function that plays games of the profile and scores them."""
    return lambda: play(PROFILE, games, next(SEEDS)).own()


def slider_moves() -> Callable[[], None]:
    """Return a function that moves a slider of the laboratory: a thousand games and two figures."""
    lab, places = Laboratory(), cycle((2, 4, 6, 5, 3))

    def move() -> None:
        lab.move("ambition", next(places))

    return move


def bay_moves() -> Callable[[], None]:
    """Return a function that moves each slider of a bay with boats once."""
    bay = FishingEffort(20, also=["growth", "price", "cost"])

    def move() -> None:
        for slider in bay.sliders.values():
            slider.index = (slider.index + 3) % len(slider.words)

    return move


def switches() -> Callable[[], object]:
    """Return a function that draws the users of a bay anew."""
    prices = cycle((5, 6, 7))
    return lambda: users_figure(replace(BAY, price=next(prices)), 8)


def decisions() -> Callable[[], object]:
    """Return a function that makes one decision of a player that looks ahead: the first box, 400 games of each."""
    rng, state = Random("bench/lab"), Boom.start(4)
    while state.phase != "box":
        state = state.after(state.sample(rng))
    player, seeds = LookAhead("own", 400), count()
    return lambda: player(state, Random(next(seeds)))


def solve() -> object:
    """Lay out and solve a small sea of 800,000 moments for the team."""
    return SmallSea(FAMILY["five years"]).solve("team")


def run(print=builtins.print) -> list[Row]:
    """Measure, print a line a row, and return the rows."""
    rows: list[Row] = []

    def add(name: str, ratio: float, target: float, more: str = "", *, most: bool = False) -> None:
        rows.append(row(name, ratio, target, most=most))
        print(f"lab: {name}: {ratio:.2f} ({'at most' if most else 'at least'} {target:g}){more}")

    play(PROFILE, 100)  # tables are made once
    draw = redraw()
    one, many, few, plot = timed(one_game_engine(20), games_of(10_000), games_of(1000), draw)
    speed = one / 20 * 10_000 / many
    add("times the one-game engine, 10,000 games", speed, 80, f": {10_000 / many:,.0f} games/s")
    add("redraws of a plot that 10,000 games take", many / plot, 3, f": {many * 1e3:.0f} ms", most=True)
    add("redraws of a plot that 1,000 games take", few / plot, 0.6, f": {few * 1e3:.1f} ms", most=True)
    slider = [[policy.but(ambition=place / 5) for policy in PROFILE] for place in range(21)]
    at_once, apart = timed(
        lambda: [batch.own() for batch in play_profiles(slider, 1000, next(SEEDS))],
        lambda: [play(profile, 1000, next(SEEDS)).own() for profile in slider],
    )
    add("times 21 batches, 21 slider positions at once", apart / at_once, 3)
    player = decisions()
    player()  # its luck is drawn once
    add("seconds of a decision, 400 games of each move", timed(player)[0], 1, most=True)
    add("seconds to solve the small sea of five years", timed(solve, times=1)[0], 60, most=True)
    add("a slider of the laboratory, in redraws of a plot", ratio(slider_moves(), draw), 8, most=True)
    add("four sliders of a bay, in redraws of a plot", ratio(bay_moves(), draw), 16, most=True)
    add("a switch of a bay, in redraws of a plot", ratio(switches(), draw), 3, most=True)
    with warm_page() as warm:
        page = warm.show([ECHO, PANEL])
        page.locator(".fishlab-laboratory .fishlab-figure").nth(1).wait_for()
        add("a slider of the laboratory on a page, in echoes", page_ratio(page, SLIDE), 40, most=True)
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    add("MB of memory, 100,000 games", float(done.stdout), 200, most=True)
    return rows


if __name__ == "__main__":
    run()
