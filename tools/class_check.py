"""Hold the statistics of a class against classes whose truth is known, and write down what came of it.

    python tools/class_check.py --out docs/class_check.md

Simulated classes go through the same functions as real ones (`fishlab.lab.class_experiment`). Three kinds of tables:

- `normal`: totals from a normal distribution, in whole points, 16 apart, with a spread of 10 between the differences of
  blocks;
- `kept games`: blocks drawn from the kept ten-year games of four players that look ahead (`fishlab.lab.search.ends`),
  for the team and for themselves on the same dice. The full effect is theirs; for half of it the team's totals are
  lowered by the same number of points in all games; without an effect both tables play for themselves;
- `collapse`: a sea that lasts gives 45 points, one that collapses 15, give or take 4. With the full effect 2 of 10 seas
  collapse under one treatment and 8 of 10 under the other, with half of it 3.5 and 6.5, with none 5 and 5.

The first two are held to: an interval that covers the truth in 94 to 96 % of classes, false alarms in at most 5 %, and
a share of classes that see the effect within 2 points of the forecast. The classes are a sample: a share outside its
limits whose own interval reaches them is within chance. The third kind shows what is left of it where totals are as far
from normal as they can be.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.treatments import FORMS
from fishlab.lab.class_experiment.beside import model_games, spreads
from fishlab.lab.class_experiment.inference import Table, compare
from fishlab.lab.class_experiment.pool import pool_rows
from fishlab.lab.class_experiment.power import Forecast, plan_class
from fishlab.lab.class_experiment.rows import row_of
from fishlab.lab.search.ends import totals
from fishlab.stats import noncentral_t, share_of

Array = NDArray[Any]
Pairs = Array
"""Totals of blocks: [block, base or other]."""

EFFECTS: Final = {"none": 0.0, "half": 0.5, "full": 1.0}
TABLES: Final = (4, 6, 8, 12)
HELD: Final = ("normal", "kept games")
"""The kinds of tables that are held to the limits."""
SEED: Final = 27
COMPARED: Final = ("silence", "yearly-agreement")
"""The treatments of the usual plan."""
POOLS: Final = ((2, 0.0), (2, 8.0), (3, 0.0), (3, 8.0), (5, 0.0), (5, 8.0), (10, 0.0), (10, 8.0))
"""How many classes are put together, and how far their true differences spread, in points."""


class Kind(NamedTuple):
    """A kind of tables: how blocks are drawn, and the truth about them."""

    draw: Callable[[np.random.Generator, int, float], Pairs]
    difference: Callable[[float], float]
    sd: Callable[[float], float]
    """Of the difference of a block."""


def _normal(draw: np.random.Generator, blocks: int, effect: float) -> Pairs:
    dice = draw.normal(30, 6, (blocks, 1))
    return np.round(dice + draw.normal(0, 10 / math.sqrt(2), (blocks, 2)) + np.array([0, 16 * effect]))


def _kept_games() -> Kind:
    own, team = totals("own", 4).astype(float), totals("team", 4).astype(float)
    full = float((team - own).mean())
    lowered = {1.0: 0, 0.5: round(full / 2), 0.0: full}

    def drawn(draw: np.random.Generator, blocks: int, effect: float) -> Pairs:
        if not effect:
            return own[draw.integers(0, own.size, (blocks, 2))]
        chosen = draw.integers(0, own.size, blocks)
        return np.stack([own[chosen], team[chosen] - lowered[effect]], axis=1)

    def spread(effect: float) -> float:
        return float((team - own).std() if effect else math.sqrt(2) * own.std())

    return Kind(drawn, lambda effect: full - lowered[effect], spread)


def _collapse(draw: np.random.Generator, blocks: int, effect: float) -> Pairs:
    lost = draw.random((blocks, 2)) < np.array([0.5 + 0.3 * effect, 0.5 - 0.3 * effect])
    return np.where(lost, 15.0, 45.0) + draw.normal(0, 4, (blocks, 2))


def _collapse_sd(effect: float) -> float:
    chance = 0.5 + 0.3 * effect
    return math.sqrt(2 * (900 * chance * (1 - chance) + 16))


KINDS: Final = {
    "normal": Kind(_normal, lambda effect: 16 * effect, lambda _: 10.0),
    "kept games": _kept_games(),
    "collapse": Kind(_collapse, lambda effect: 18 * effect, _collapse_sd),
}


class Measured(NamedTuple):
    """What many simulated classes came to; shares from 0 to 1."""

    kind: str
    effect: str
    tables: int
    difference: float
    covers: float
    """Intervals that hold the true difference."""
    seen: float
    """Classes that see a difference: of the right sign, or, if there is none, of any."""
    forecast: float
    """What the plan would have said of that; without an effect the 5 % that an interval allows."""
    test: float
    """Classes whose randomisation test has p ≤ 0.05."""
    d_covers: float
    """Intervals of d that hold the true one."""

    def held(self, classes: int) -> str:
        """Say whether the limits are kept: yes, within chance, or no."""
        wanted = (0.0, 0.05) if self.effect == "none" else (self.forecast - 0.02, self.forecast + 0.02)
        limits = ((self.covers, (0.94, 0.96)), (self.seen, wanted))
        if all(low <= share <= high for share, (low, high) in limits):
            return "yes"
        reach = [(share_of(round(share * classes), classes), both) for share, both in limits]
        return "within chance" if all(one.low <= high and one.high >= low for one, (low, high) in reach) else "no"


def class_of(pairs: Pairs) -> list[Table]:
    """Return the tables of a class from the totals of its blocks."""
    return [
        Table(f"{name} {block}", str(block), name, ((total,),), 1)
        for block, both in enumerate(pairs.tolist())
        for name, total in zip(("base", "other"), both, strict=True)
    ]


def _quantile(freedom: int, shift: float, chance: float) -> float:
    """Return what Student's t around a shift is below with a chance."""
    low, high = -1.0, 1.0
    while noncentral_t(low, freedom, shift) > chance:
        low *= 2
    while noncentral_t(high, freedom, shift) < chance:
        high *= 2
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if noncentral_t(middle, freedom, shift) < chance else (low, middle)
    return low


def measure(kind: str, effect: str, tables: int, classes: int, seed: int = SEED) -> Measured:
    """Return what simulated classes come to."""
    how, size, blocks = KINDS[kind], EFFECTS[effect], tables // 2
    difference, sd = how.difference(size), how.sd(size)
    draw = np.random.Generator(np.random.SFC64([seed, list(KINDS).index(kind), list(EFFECTS).index(effect), tables]))
    # The interval of d holds the true one exactly if the class's t is not among the rarest 5 % around its shift.
    shift = difference / (sd / math.sqrt(2)) * math.sqrt(blocks / 2)
    rare = [_quantile(blocks - 1, shift, chance) for chance in (0.025, 0.975)]
    covers = seen = test = d_covers = 0
    for _ in range(classes):
        (found,) = compare(class_of(how.draw(draw, blocks, size)), ("base", "other")).comparisons
        covers += not found.difference.excludes(difference)
        seen += found.seen and (effect == "none" or found.difference.mean > 0)
        test += found.lots.p <= 0.05
        d_covers += rare[0] <= found.difference.mean / found.sd * math.sqrt(found.weight) <= rare[1]
    forecast = Forecast(blocks, sd).share(difference) if difference else 0.05
    shares = (covers / classes, seen / classes, forecast, test / classes, d_covers / classes)
    return Measured(kind, effect, tables, difference, *shares)


def measure_pool(count: int, tau: float, pools: int, seed: int = SEED) -> tuple[float, float]:
    """Return how often the mean of so many classes covers the truth, and how often it leaves out 0; 4 to 12 tables."""
    draw = np.random.Generator(np.random.SFC64([seed, count, round(10 * tau)]))
    covers = seen = 0
    for _ in range(pools):
        rows = []
        for session in range(count):
            pairs = _normal(draw, int(draw.choice([2, 3, 4, 6])), 0.5)
            pairs[:, 1] += draw.normal(0, tau)
            rows += [row_of(table, str(session), "simulated") for table in class_of(pairs)]
        mean = pool_rows(rows, "base", "other").mean
        assert mean is not None
        covers += not mean.excludes(8)
        seen += mean.low > 0
    return covers / pools, seen / pools


def measure_lesson(form: str, people: int, classes: int, seed: int = SEED) -> tuple[float, float, float, int]:
    """Return the models' difference of talk and silence, how many classes see it, the forecast, and the blocks.

    A class of people at tables of four; the blocks of each class are drawn from the kept games of its form.
    """
    plan = plan_class(people, 4, 2, {4: spreads(form, *COMPARED)[4]})
    blocks, draw = len(plan.sizes), np.random.Generator(np.random.SFC64([seed, people, len(form)]))
    base, other = (np.array([game.total for game in model_games(form, 4, name)], float) for name in COMPARED)
    seen = 0
    for _ in range(classes):
        chosen = draw.integers(0, base.size, blocks)
        found = compare(class_of(np.stack([base[chosen], other[chosen]], axis=1)), ("base", "other")).comparisons[0]
        seen += found.difference.low > 0
    return plan.expected.difference, seen / classes, plan.seen, blocks


def lesson_lines(classes: int) -> list[str]:
    """Return how many classes of a lesson see what models show."""
    command = f"python tools/class_check.py --lesson --classes {classes}"
    lines = [
        "## A lesson",
        "",
        f"{classes:,} classes for each line at tables of four, half of them silent, half with a talk before every "
        "year, whose blocks are drawn from the kept games of models that look ahead. What is seen is the effect of "
        f"these models, not of people. `{command}` prints this part alone.",
        "",
        "| form | people | blocks | points | see it | forecast |",
        "|---|---|---|---|---|---|",
    ]
    for form in FORMS:
        for people in (16, 24, 32):
            points, seen, forecast, blocks = measure_lesson(form, people, classes)
            row = f"{form} | {people} | {blocks} | {points:.1f} | {_percent(seen, classes)} | {100 * forecast:.1f}"
            lines.append(f"| {row} |")
    return lines


def _percent(share: float, games: int) -> str:
    low, high = share_of(round(share * games), games)[1:3]
    return f"{100 * share:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def report(
    found: Iterable[Measured], pooled: Sequence[tuple[int, float, float, float]], classes: int, pools: int
) -> str:
    """Return everything as a page."""
    command = f"python tools/class_check.py --classes {classes} --pools {pools} --out docs/class_check.md"
    lines = [
        "# What the statistics of a class are worth",
        "",
        f"{classes:,} simulated classes for each line, made by `{command}`; the script says how tables are drawn. "
        "Shares are in per cent, with Wilson's 95 % interval. A class sees an effect if Student's interval leaves out "
        "0 on the right side; without an effect every difference that is seen is a false alarm.",
        "",
        "“Held” says whether the interval covers the truth in 94 to 96 % of classes, and whether false alarms are at "
        "most 5 %, or the classes that see the effect within 2 points of the plan’s forecast; “within chance”, whether "
        "a share misses that, but its own interval does not. Tables whose seas either collapse or last are shown, not "
        "held to it.",
        "",
        "| tables | kind | effect | points | interval covers | see it | forecast | lots, p ≤ 0.05 | d covers | held |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in found:
        held = one.held(classes) if one.kind in HELD else "–"
        lines.append(
            f"| {one.tables} | {one.kind} | {one.effect} | {one.difference:.1f} | {_percent(one.covers, classes)} | "
            f"{_percent(one.seen, classes)} | {100 * one.forecast:.1f} | {100 * one.test:.1f} | "
            f"{100 * one.d_covers:.1f} | {held} |"
        )
    lines += [
        "",
        "The randomisation test alone can reject nothing at 5 % with fewer than six blocks (12 tables): of the 16 lots "
        "of four blocks two are as extreme as can be, so p is at least 0.125.",
        "",
        f"## Many classes together\n\n{pools:,} pools for each line, of classes with 4 to 12 tables, a true mean of 8 "
        "points, and true differences that spread by τ between classes. With few classes the interval is wide.",
        "",
        "| classes | τ | interval covers | see it |",
        "|---|---|---|---|",
    ]
    lines += [f"| {k} | {tau:.0f} | {_percent(a, pools)} | {_percent(b, pools)} |" for k, tau, a, b in pooled]
    return "\n".join([*lines, "", *lesson_lines(classes)]) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write the page, and return 1 if a limit is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--classes", type=int, default=10_000)
    parser.add_argument("--pools", type=int, default=2_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--lesson", action="store_true", help="only the classes of a lesson")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(arguments)
    if asked.lesson:
        print("\n".join(lesson_lines(asked.classes)))
        return 0
    cases = [(kind, effect, tables, asked.classes) for kind in KINDS for effect in EFFECTS for tables in TABLES]
    pools = [(count, tau, asked.pools) for count, tau in POOLS]
    if asked.workers > 1:
        with ProcessPoolExecutor(asked.workers) as workers:
            found = list(workers.map(measure, *zip(*cases, strict=True)))
            shares = list(workers.map(measure_pool, *zip(*pools, strict=True)))
    else:
        found, shares = [measure(*case) for case in cases], [measure_pool(*case) for case in pools]
    pooled = [(count, tau, *both) for (count, tau), both in zip(POOLS, shares, strict=True)]
    page = report(found, pooled, asked.classes, asked.pools)
    if asked.out:
        asked.out.write_text(page, encoding="utf-8")
    else:
        print(page, end="")
    return int(any(one.held(asked.classes) == "no" for one in found if one.kind in HELD))


if __name__ == "__main__":
    sys.exit(main())
