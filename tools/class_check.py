"""Hold the statistics of a class against classes whose truth is known, and write down what came of it.

    python tools/class_check.py --out docs/class_check.md

Classes are worked out many at a time, with Student's interval as `fishlab.lab.class_experiment` has it; the first
`CHECKED` of each line go through its functions too, and must come out the same. Kinds of tables:

- `normal`: totals from a normal distribution, in whole points, 16 apart, with a spread of 10 between the differences of
  blocks;
- `full`, `lesson`, `short`: a form of the game as it is offered, at tables of four, silence against a talk before every
  year. Blocks are drawn from the kept games of models that look ahead, on the same dice, each as often as chance has
  it. The full effect is theirs; for half of it the talking tables' totals are lowered by the same number of points in
  all games; without an effect both tables are silent ones, of different games;
- `collapse`: a sea that lasts gives 45 points, one that collapses 15, give or take 4. With the full effect 2 of 10 seas
  collapse under one treatment and 8 of 10 under the other, with half of it 3.5 and 6.5, with none 5 and 5.

Two limits: an interval that covers the truth in 94 to 96 % of classes; and false alarms in at most 5 %, or a share of
classes that see the effect within 2 points of the plan's forecast. The classes are a sample: a share outside its limits
whose own interval reaches them is within chance. The interval is held to its limits on normal tables, for which it is
exact, and the page says plainly where the forms miss them; forecasts are held to theirs on forms too, because they come
from the same draws. Plan and desk draw from smoothed games where they say how often an interval covers the truth, and
there it does so more often than in games as they come: the page says by how much. The last kind shows what is left
where totals are as far from normal as they can be.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import combinations_with_replacement, product
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np
from class_sections import CHECKED, SEED, below, law_lines, promise_lines, several_lines, student_half, ways
from numpy.typing import NDArray

from fishlab.boom.treatments import FORMS, LESSON
from fishlab.lab.class_experiment.beside import model_games, spreads
from fishlab.lab.class_experiment.inference import ROUNDED, PlayedTable, compare
from fishlab.lab.class_experiment.pool import pool_rows
from fishlab.lab.class_experiment.power import (
    COVERED,
    ClassPlan,
    Forecast,
    Spread,
    plan_class,
    simulated,
    spread_of,
)
from fishlab.lab.class_experiment.rows import row_of
from fishlab.stats import noncentral_t, share_of, student_t

Array = NDArray[Any]
Pairs = Array
"""Totals of blocks: [class, block, base or other], or those of one class."""
EFFECTS: Final = {"none": 0.0, "half": 0.5, "full": 1.0}
PARTED: Final = {**EFFECTS, "9 and 1": 4 / 3, "19 and 1": 1.5}
"""The same, and two more for classes whose seas part by treatment."""
TABLES: Final = (4, 6, 8, 12)
EXACT: Final = ("normal",)
"""The kinds of tables for which the interval is held to its limits."""
FORECAST: Final = (*EXACT, *FORMS)
"""The kinds of tables for which forecasts and false alarms are."""
SIZES: Final = (20, 24, 28, 30, 31)
"""People of classes whose tables have several sizes, and one whose tables are all full."""
COMPARED: Final = ("silence", "yearly-agreement")
"""The treatments of the usual plan."""
POOLS: Final = ((2, 0.0), (2, 8.0), (3, 0.0), (3, 8.0), (5, 0.0), (5, 8.0), (10, 0.0), (10, 8.0))
"""How many classes are put together, and how far their true differences spread, in points."""


class Kind(NamedTuple):
    """A kind of tables: how blocks are drawn, and the truth about them."""

    draw: Callable[[np.random.Generator, tuple[int, ...], float], Pairs]
    spread: Callable[[float], Spread]
    """The true difference with an effect, and what blocks are off by."""


def _normal(draw: np.random.Generator, shape: tuple[int, ...], effect: float) -> Pairs:
    dice = draw.normal(30, 6, (*shape, 1))
    return np.round(dice + draw.normal(0, 10 / math.sqrt(2), (*shape, 2)) + np.array([0, 16 * effect]))


def _form(form: str) -> Kind:
    base, other = (np.array([game.total for game in model_games(form, 4, name)], float) for name in COMPARED)
    whole = spread_of(class_of(np.stack([base, other], axis=1)), "base", "other")
    lowered = {1.0: 0, 0.5: round(whole.difference / 2)}

    def drawn(draw: np.random.Generator, shape: tuple[int, ...], effect: float) -> Pairs:
        if not effect:
            return base[draw.integers(0, base.size, (*shape, 2))]
        chosen = draw.integers(0, base.size, shape)
        return np.stack([base[chosen], other[chosen] - lowered[effect]], axis=-1)

    def spread(effect: float) -> Spread:
        if not effect:
            return Spread(0.0, math.sqrt(2) * float(base.std()))
        return whole._replace(difference=whole.difference - lowered[effect])

    return Kind(drawn, spread)


def _collapse(draw: np.random.Generator, shape: tuple[int, ...], effect: float) -> Pairs:
    return _seas(draw, shape, effect)[1]


def _seas(draw: np.random.Generator, shape: tuple[int, ...], effect: float) -> tuple[Array, Pairs]:
    """Return which seas collapse, and the totals of their tables."""
    lost = draw.random((*shape, 2)) < np.array([0.5 + 0.3 * effect, 0.5 - 0.3 * effect])
    return lost, np.where(lost, 15.0, 45.0) + draw.normal(0, 4, (*shape, 2))


def _collapse_spread(effect: float) -> Spread:
    chance = 0.5 + 0.3 * effect
    return Spread(18 * effect, math.sqrt(2 * (900 * chance * (1 - chance) + 16)))


def class_of(pairs: Pairs) -> list[PlayedTable]:
    """Return the tables of a class from the totals of its blocks."""
    return [
        PlayedTable(f"{name} {block}", str(block), name, ((total,),), 1)
        for block, both in enumerate(pairs.tolist())
        for name, total in zip(("base", "other"), both, strict=True)
    ]


KINDS: Final = {
    "normal": Kind(_normal, lambda effect: Spread(16 * effect, 10.0)),
    **{form: _form(form) for form in FORMS},
    "collapse": Kind(_collapse, _collapse_spread),
}


def drawing(kind: str, effect: str, tables: int, seed: int = SEED) -> np.random.Generator:
    """Return what draws the classes of a line of the first table, each time the same."""
    return np.random.Generator(np.random.SFC64([seed, list(KINDS).index(kind), list(PARTED).index(effect), tables]))


class Apart(NamedTuple):
    """Classes in which all seas of one treatment ran empty and none of the other."""

    effect: str
    tables: int
    classes: int
    covers: float
    """The share of their intervals that hold the true difference; nan without any."""
    others: float
    """The same of all other classes."""


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
    lots_cover: float
    """Classes whose randomisation test does not refuse the true difference: the interval that it would give holds it;
    nan with so few blocks that it refuses none."""
    d_covers: float
    """Intervals of d that hold the true one."""

    def interval_held(self, classes: int) -> str:
        """Say whether the interval covers the truth as often as it should: yes, or below or above, by chance or not."""
        shown = round(self.covers, 3)  # words follow the number that stands beside them
        held = _held(shown, (COVERED, 0.96), classes)
        side = "below" if shown < COVERED else "above"
        return {"yes": "yes", "within chance": f"{side}, within chance", "no": side}[held]

    def forecast_held(self, classes: int) -> str:
        """Say whether false alarms are rare, or as many classes see the effect as the plan says."""
        wanted = (0.0, 0.05) if self.effect == "none" else (self.forecast - 0.02, self.forecast + 0.02)
        return _held(self.seen, wanted, classes)


def _held(share: float, limits: tuple[float, float], classes: int) -> str:
    low, high = limits
    if low <= share <= high:
        return "yes"
    reach = share_of(round(share * classes), classes)
    return "within chance" if reach.low <= high and reach.high >= low else "no"


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
    spread = how.spread(size)
    difference, sd = spread.difference, spread.sd
    # The interval of d holds the true one exactly if the class's t is not among the rarest 5 % around its shift.
    shift = difference / (sd / math.sqrt(2)) * math.sqrt(blocks / 2)
    rare = [_quantile(blocks - 1, shift, chance) for chance in (0.025, 0.975)]
    pairs = how.draw(drawing(kind, effect, tables, seed), (classes, blocks), size)
    by = pairs[..., 1] - pairs[..., 0]  # [class, block]
    mean, half = by.mean(axis=1), student_half(by)
    low, high = mean - half, mean + half
    lots = np.array(list(product((1, -1), repeat=blocks)))  # [lot, block]
    t = mean / half * student_t(blocks)
    _check(pairs[:CHECKED], np.stack([mean, low, high, _lots_p(by, lots)], axis=1))
    shares = {
        "covers": (low <= difference) & (difference <= high),
        "seen": (low > 0) | ((high < 0) & (effect == "none")),
        "test": _lots_p(by, lots) <= 0.05,
        "lots_cover": _lots_p(by - difference, lots) > 0.05 if 2 / len(lots) <= 0.05 else np.full(classes, math.nan),
        "d_covers": (rare[0] <= t) & (t <= rare[1]),
    }
    forecast = Forecast((spread.ahead(),) * blocks).share(difference) if difference else 0.05
    means = {name: float(found.mean()) for name, found in shares.items()}
    return Measured(kind, effect, tables, difference, forecast=forecast, **means)


def _lots_p(by: Array, lots: Array) -> Array:
    """Return the p-value of the randomisation test of each class."""
    found: Array = (np.abs(by @ lots.T) >= np.abs(by.sum(axis=1))[:, None] - 1e-6).mean(axis=1)
    return found


def _check(pairs: Pairs, figures: Array) -> None:
    """Hold mean, interval and p of some classes against what the functions for real classes find."""
    for both, (mean, low, high, p) in zip(pairs, figures, strict=False):
        (found,) = compare(class_of(both), ("base", "other")).comparisons
        same = np.allclose([*found.difference[:3], found.lots.p], [mean, low, high, p], rtol=0, atol=1e-6)
        if not same:
            raise AssertionError(f"{both.tolist()}: {found} is not {mean}, {low} to {high}, p = {p}")


def measure_pool(count: int, tau: float, pools: int, seed: int = SEED) -> tuple[float, float]:
    """Return how often the mean of so many classes covers the truth, and how often it leaves out 0; 4 to 12 tables."""
    draw = np.random.Generator(np.random.SFC64([seed, count, round(10 * tau)]))
    covers = seen = 0
    for _ in range(pools):
        rows = []
        for session in range(count):
            pairs = _normal(draw, (int(draw.choice([2, 3, 4, 6])),), 0.5)
            pairs[:, 1] += draw.normal(0, tau)
            rows += [row_of(table, str(session), "simulated") for table in class_of(pairs)]
        mean = pool_rows(rows, "base", "other").mean
        assert mean is not None
        covers += not mean.excludes(8)
        seen += mean.low > 0
    return covers / pools, seen / pools


def coverage(form: str, blocks: int, classes: int, seed: int = SEED) -> tuple[float, float, float]:
    """Return how often Student's interval covers the models' difference, by how blocks are drawn from kept games."""
    luck = np.array(KINDS[form].spread(1.0).luck)
    return ways(luck, blocks, classes, np.random.Generator(np.random.SFC64([seed, blocks, len(form)])))


def measure_sizes(people: int, effect: str, classes: int, seed: int = SEED) -> tuple[ClassPlan, float, float, float]:
    """Return the plan for so many people, how often its interval covers the truth, who sees it, and the forecast.

    Blocks are drawn from the kept games of the lesson's form, by the size of their tables; without an effect both
    tables are silent ones, of different games.
    """
    plan = plan_class(people, 4, 2, spreads(LESSON, *COMPARED))
    draw = np.random.Generator(np.random.SFC64([seed, people, list(EFFECTS).index(effect)]))
    pairs = []
    for size in plan.sizes:
        base, other = (np.array([g.total for g in model_games(LESSON, size, name)], float) for name in COMPARED)
        chosen = draw.integers(0, base.size, (classes, 2))
        pairs.append(
            np.stack([base[chosen[:, 0]], (other[chosen[:, 0]] if EFFECTS[effect] else base[chosen[:, 1]])], axis=-1)
        )
    truth = plan.expected.difference if EFFECTS[effect] else 0.0
    covers = seen = 0
    for one in np.stack(pairs, axis=1):  # [class, block, base or other]
        tables = [replace(table, points=((*table.points[0], *(0.0,) * (plan.sizes[int(table.block)] - 1)),))
                  for table in class_of(one)]  # fmt: skip
        found = compare(tables, ("base", "other")).comparisons[0].difference
        covers += not found.excludes(truth)
        seen += found.low > 0 or (found.high < 0 and not truth)
    return plan, covers / classes, seen / classes, plan.seen if truth else 0.05


def measure_apart(effect: str, tables: int, classes: int, seed: int = SEED) -> Apart:
    """Return how the interval does where all seas of one treatment ran empty and none of the other, and elsewhere.

    Where it takes in 0 nothing is claimed, and it holds nearly always: such classes are among the others.
    """
    size = PARTED[effect]
    lost, pairs = _seas(drawing("collapse", effect, tables, seed), (classes, tables // 2), size)
    truth = KINDS["collapse"].spread(size).difference
    by = pairs[..., 1] - pairs[..., 0]
    holds = np.abs(by.mean(axis=1) - truth) <= student_half(by)
    every, none = lost.all(axis=1), ~lost.any(axis=1)  # [class, base or other]
    apart = (every & none[:, ::-1]).any(axis=1) & (np.abs(by.mean(axis=1)) > student_half(by))
    both = (float(holds[some].mean()) if some.any() else math.nan for some in (apart, ~apart))
    return Apart(effect, tables, int(apart.sum()), *both)


def apart_lines(classes: int) -> list[str]:
    """Return what an interval is worth where all seas of one treatment ran empty and none of the other."""
    found = [measure_apart(effect, tables, classes) for effect, tables in product(PARTED, TABLES)]
    lines = [
        "## Where all seas of one treatment ran empty and none of the other",
        "",
        f"{classes:,} classes for each line, those of the kind “collapse” in the first table, and of two more effects: "
        "with “9 and 1” nine of ten seas collapse under one treatment and one under the other, with “19 and 1” so many "
        "of twenty. In how many of them that happened and the interval left out 0, how often Student's interval then "
        "covers the truth, and how often it does in all the others.",
        "",
        "| tables | effect | happened in | interval covers there | in the others |",
        "|---|---|---|---|---|",
    ]
    for one in found:
        there, rest = _percent(one.covers, one.classes), _percent(one.others, classes - one.classes)
        lines.append(f"| {one.tables} | {one.effect} | {one.classes:,} | {there} | {rest} |")
    others = [100 * round(one.others, 3) for one in found if one.classes < classes]
    return [
        *lines,
        "",
        "All blocks of such a class say the same, so its interval is narrow, though each sea might have ended the "
        f"other way. What the interval misses comes of these classes: in the others it covers {min(others):.1f} to "
        f"{max(others):.1f} %. So of empty seas the desk warns only there, with the shares of “full” and "
        "of “19 and 1” for as many tables, for it depends on the chances: the more surely seas run empty under one "
        "treatment and last under the other, the less is wrong with such an interval, and the more often such a class "
        "is met. Of three treatments and more, and of several classes together, it was not simulated.",
    ]


def size_lines(classes: int) -> list[str]:
    """Return what classes see whose tables have several sizes."""
    lines = [
        "## Tables of several sizes",
        "",
        f"{classes:,} classes for each line, of the lesson's form with at most four at a table, through the functions "
        "for real classes. What treatments differ by at tables of four and of three is not the same, and no error: "
        "blocks spread around the mean of their size.",
        "",
        "| people | tables of a block | effect | points | interval covers | see it | forecast |",
        "|---|---|---|---|---|---|---|",
    ]
    shares = {}
    for people, effect in product(SIZES, ("none", "full")):
        plan, covers, seen, forecast = measure_sizes(people, effect, classes)
        shares[f"{people} people, {effect}"] = covers
        points = plan.expected.difference if EFFECTS[effect] else 0.0
        lines.append(
            f"| {people} | {', '.join(map(str, plan.sizes))} | {effect} | {points:.1f} | {_percent(covers, classes)} | "
            f"{_percent(seen, classes)} | {100 * forecast:.1f} |"
        )
    few = "With 20 people the error has one degree of freedom, so that such a class sees little."
    return [*lines, "", below(shares), "", few]


def shortfall_lines(classes: int) -> list[str]:
    """Return why the interval covers less often on the forms than it should, and what to do about it."""
    lines = [
        "## Why the interval covers less than 95 % on kept games",
        "",
        f"{classes:,} classes for each line, with the models' full effect. The kept games are few ("
        + ", ".join(f"{form}: {len(KINDS[form].spread(1.0).luck)}" for form in FORMS)
        + "), in whole points, and those of the lesson lean to one side. “As they come” is what the table above and "
        "the plan's forecast of what classes see draw: a game can then come twice in one class, and agree with itself "
        "to the point. “No game twice” takes that away; “smoothed” (Silverman's rule, without a change of the spread) "
        "takes the steps between kept games away as well, and part of the lean with them, so limits are not judged by "
        "it.",
        "",
        "| form | blocks | lean (skewness) | as they come | no game twice | smoothed |",
        "|---|---|---|---|---|---|",
    ]
    for form in FORMS:
        luck = np.array(KINDS[form].spread(1.0).luck)
        lean = float((luck**3).mean() / luck.std() ** 3)
        for tables in TABLES:
            shares = " | ".join(_percent(one, classes) for one in coverage(form, tables // 2, classes))
            lines.append(f"| {form} | {tables // 2} | {lean:.2f} | {shares} |")
    return [
        *lines,
        "",
        "So two things add up. Few kept games, in whole points, come twice in a class: that costs one point to three, "
        "and steps between them a little more; on the full form, which leans to no side, that is all of it. On the "
        "lesson's form the lean costs the rest. Without an effect both tables are of one kind, differences "
        "lean to no side, and the share is 95. Classes of people do not draw from kept games, so only what comes of "
        "the lean can be theirs.",
        "",
        *law_lines(classes),
        "",
        *other_lines(classes),
    ]


def others(pairs: Pairs, truth: float) -> dict[str, tuple[Array, Array]]:
    """Return for each kind of interval which classes it covers the truth in, and which it leaves out 0 in, on top.

    Welch's of two samples, which does without blocks; Johnson's t (1978) and the bootstrap-t (Efron 1979, over all
    samples there are), which correct for a lean; and the one that inverts the randomisation test.
    """
    by, blocks = pairs[..., 1] - pairs[..., 0], pairs.shape[1]
    mean, half, limit = by.mean(axis=1), student_half(by), student_t(blocks)
    sd, off = half / limit * math.sqrt(blocks), by - mean[:, None]
    found = {"Student": (np.abs(mean - truth) <= half, mean > half)}
    own = np.maximum(pairs.var(axis=1, ddof=1), ROUNDED)  # [class, base or other]
    freedom = own.sum(axis=1) ** 2 * (blocks - 1) / (own**2).sum(axis=1)
    known = np.array([student_t(2, 0.95), *(student_t(n + 1) for n in range(1, 2 * blocks))])
    wide = np.interp(1 / freedom, 1 / np.arange(2 * blocks - 1, 0, -1), known[:0:-1])
    wide = wide * np.sqrt(own.sum(axis=1) / blocks)
    found["Welch"] = np.abs(mean - truth) <= wide, mean > wide
    third = (off**3).sum(axis=1) * blocks / ((blocks - 1) * max(1, blocks - 2)) * (blocks > 2)

    def johnson(value: float) -> Array:
        by_value = mean - value
        t: Array = (by_value + third / (6 * sd**2 * blocks) + third / (3 * sd**4) * by_value**2) * limit / half
        return t

    found["Johnson"] = np.abs(johnson(truth)) <= limit, johnson(0.0) > limit
    drawn = np.array([np.bincount(one, minlength=blocks)  # [sample, block]
                      for one in combinations_with_replacement(range(blocks), blocks)])  # fmt: skip
    share = np.array([1 / math.prod(map(math.factorial, one)) for one in drawn.tolist()])
    means = off @ drawn.T / blocks
    spreads_ = np.sqrt(np.maximum(((off**2) @ drawn.T - blocks * means**2) / (blocks - 1), 2 * ROUNDED))
    order = np.argsort(means / spreads_, axis=1)
    ranked, below = np.take_along_axis(means / spreads_, order, 1), np.cumsum(share[order] / share.sum(), axis=1)
    low, high = (
        mean - np.take_along_axis(ranked, np.argmax(below >= chance - 1e-9, axis=1)[:, None], 1)[:, 0] * sd
        for chance in (0.975, 0.025)
    )
    found["bootstrap-t"] = (low <= truth) & (truth <= high), low > 0
    lots = np.array(list(product((1, -1), repeat=blocks)))
    found["lots"] = _lots_p(by - truth, lots) > 0.05, (_lots_p(by, lots) <= 0.05) & (mean > 0)
    return found


def other_lines(classes: int, seed: int = SEED) -> list[str]:
    """Return what other intervals cover and see."""
    lines = [
        "## Other intervals",
        "",
        f"{classes:,} classes for each line, the same as in the first table: how often an interval covers the truth, "
        "and after the stroke how often it lies above 0, which without an effect is half of its false alarms. Welch's "
        "does without blocks; Johnson's and the bootstrap-t correct for a lean; “lots” inverts the randomisation test, "
        "and with fewer than six blocks it has no end.",
        "",
    ]
    for kind, effect, tables in product(FORECAST, EFFECTS, TABLES):
        how, size = KINDS[kind], EFFECTS[effect]
        pairs = how.draw(drawing(kind, effect, tables, seed), (classes, tables // 2), size)
        found = others(pairs, how.spread(size).difference)
        if len(lines) == 4:
            lines += ["| tables, kind, effect | " + " | ".join(found) + " |", "|---" * (len(found) + 1) + "|"]
        cells = [f"{100 * covers.mean():.1f} / {100 * seen.mean():.1f}" for covers, seen in found.values()]
        lines.append(f"| {tables}, {kind}, {effect} | " + " | ".join(cells) + " |")
    return [
        *lines,
        "",
        "None covers 94 to 96 % everywhere without seeing less. Welch's comes near on the full and the lesson's form, "
        "where the tables of a block have little in common, but covers 97 to 99 % and sees less where blocks help, and "
        "it is not the comparison that the lots made. With so few blocks Johnson's and the bootstrap-t take luck for a "
        "lean: they cover less, or see far less. The lots' exists from six blocks on, and sees less there. So "
        "Student's interval stays; the plan, and at the desk the sentence beside the interval, say in how many of 100 "
        f"simulated classes it holds the truth where that is less than {100 * COVERED:.0f}.",
    ]


def _percent(share: float, games: int) -> str:
    if not games:
        return "–"
    low, high = share_of(round(share * games), games)[1:3]
    return f"{100 * share:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def smoothed_d(effect: str, tables: int) -> float:
    """Return how often the interval of d holds the true one in classes of the lesson's form, as a desk draws them.

    They smooth kept games, and simulate as many classes for every plan.
    """
    spread, blocks = KINDS[LESSON].spread(EFFECTS[effect]), tables // 2
    difference, half = abs(spread.difference), student_t(blocks)
    off, wide = simulated(Forecast((spread.ahead(),) * blocks), True)
    t = (difference + off) / (wide / half)
    shift = difference / spread.sd * math.sqrt(blocks)
    low, high = (_quantile(blocks - 1, shift, chance) for chance in (0.025, 0.975))
    return float(((low <= t) & (t <= high)).mean())


def _d_told(found: Sequence[Measured]) -> str:
    """Say how often the interval of the standardised effect holds on the usual form, where the desk tells it.

    Nothing is said where no such classes were drawn.
    """
    mine = [one for one in found if (one.kind, one.effect != "none", one.tables >= 8) == (LESSON, True, True)]
    if not mine:
        return ""
    usual = [100 * one.d_covers for one in mine]
    smooth = [100 * smoothed_d(one.effect, one.tables) for one in mine]
    return (
        "“d covers” is the share of classes whose interval of the standardised effect d holds the true one; the desk "
        f"tells d from 8 tables on. On the lesson's form, the usual one, that is {min(usual):.0f} to {max(usual):.0f} "
        "there, not 95: do not read its interval as exact. From smoothed games, by which plan and desk say how often "
        f"an interval holds (see below), it is {min(smooth):.0f} to {max(smooth):.0f}. That is of silence against a "
        "talk before every year, the one pair that is drawn here; of other pairs it is not known."
    )


def _missed(found: Sequence[Measured]) -> list[str]:
    """Say on which forms of the game the interval covers the truth in fewer classes than 95 % within a point."""
    told = []
    for form in FORMS:
        mine = [round(one.covers, 3) for one in found if one.kind == form]
        short = [share for share in mine if share < COVERED]
        if short:
            told.append(
                f"{form} in {len(short)} of {len(mine)} lines ({100 * min(short):.1f} to {100 * max(short):.1f})"
            )
    if not told:
        return []
    return [
        "On the forms of the game (four at a table, silence against a talk before every year, models that look ahead) "
        f"it covers fewer than {100 * COVERED:.0f} %: {'; '.join(told)}. The reasons stand below.",
        "",
    ]


def smoothed_more(found: Sequence[Measured]) -> list[str]:
    """Say how much more often the interval covers the truth in smoothed games, by which plan and desk speak.

    Of each form those classes are told that differ most. Effects of any size move the same games by a constant, so
    their shares are one, measured several times: it is their mean.
    """
    told, gaps = [], []
    for form in FORMS:
        mine = [one for one in found if one.kind == form and one.effect != "none"]
        each = []
        for tables in sorted({one.tables for one in mine}):
            as_they_come = fmean(round(one.covers, 3) for one in mine if one.tables == tables)
            smooth = round(Forecast((KINDS[form].spread(1.0).ahead(),) * (tables // 2)).covers, 3)
            each.append((smooth - as_they_come, tables, as_they_come, smooth))
        if each:
            gap, tables, raw, smooth = max(each)
            gaps.append(gap)
            told.append(f"{form}, {4 * tables} people: {100 * raw:.1f} as they come, {100 * smooth:.1f} smoothed")
    if not told:
        return []
    return [
        "That is of kept games as they come. Plan and desk speak by smoothed games (see below), where with an effect "
        f"the interval covers up to about {100 * max(gaps):.0f} points more: {'; '.join(told)}. So they warn more "
        "seldom than this table would.",
        "",
    ]


def _collapses(found: Sequence[Measured]) -> list[str]:
    """Say how often the interval covers the truth where seas collapse at some tables and last at others."""
    mine = [100 * round(one.covers, 3) for one in found if (one.kind, one.effect != "none") == ("collapse", True)]
    if not mine:
        return []
    return [
        "Whether seas of people collapse at some tables and last at others, nobody knows. Where they do (“collapse”, "
        f"with an effect), it covers {min(mine):.1f} to {max(mine):.1f} %. That comes of classes where all seas of one "
        "treatment ran empty and none of the other: see below.",
        "",
    ]


def report(
    found: Sequence[Measured], pooled: Sequence[tuple[int, float, float, float]], classes: int, pools: int
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
        "“95 ± 1” says whether the interval covers the truth in 94 to 96 % of classes, or in fewer or more; “forecast "
        "held”, whether false alarms are at most 5 %, or the classes that see the effect within 2 points of the plan’s "
        "forecast; “within chance”, that a share misses that, but its own interval does not.",
        "",
        *_missed(found),
        *smoothed_more(found),
        *_collapses(found),
        "| tables | kind | effect | points | interval covers | see it | forecast | lots, p ≤ 0.05 | lots cover | "
        "d covers | 95 ± 1 | forecast held |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in found:
        forecast = one.forecast_held(classes) if one.kind in FORECAST else "–"
        lots = "–" if math.isnan(one.lots_cover) else f"{100 * one.lots_cover:.1f}"
        lines.append(
            f"| {one.tables} | {one.kind} | {one.effect} | {one.difference:.1f} | {_percent(one.covers, classes)} | "
            f"{_percent(one.seen, classes)} | {100 * one.forecast:.1f} | {100 * one.test:.1f} | {lots} | "
            f"{100 * one.d_covers:.1f} | {one.interval_held(classes)} | {forecast} |"
        )
    lines += ["", _d_told(found), ""]
    lines += [
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
    lines += ["", below({f"{k} classes, τ = {tau:.0f}": covers for k, tau, covers, _ in pooled})]
    parts = (
        lines,
        apart_lines(classes),
        size_lines(classes),
        several_lines(classes),
        promise_lines(pools),
        shortfall_lines(classes),
    )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write the page, and return 1 if a limit is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--classes", type=int, default=10_000)
    parser.add_argument("--pools", type=int, default=2_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(arguments)
    cases = [(kind, effect, tables, asked.classes) for kind in KINDS for effect in EFFECTS for tables in TABLES]
    pools = [(count, tau, asked.pools) for count, tau in POOLS]
    if asked.workers > 1:
        with ProcessPoolExecutor(asked.workers) as workers:
            found = list(workers.map(measure, *zip(*cases, strict=True)))
            shares = list(workers.map(measure_pool, *zip(*pools, strict=True)))
    else:
        found, shares = [measure(*case) for case in cases], [measure_pool(*case) for case in pools]
    pooled = [(count, tau, *both) for (count, tau), both in zip(POOLS, shares, strict=True)]
    page = report(found, pooled, asked.classes, asked.pools)  # one run makes every line of it
    if asked.out:
        asked.out.write_text(page, encoding="utf-8")
    else:
        print(page, end="")
    broken = [one for one in found if one.kind in EXACT and one.interval_held(asked.classes) in ("below", "above")]
    broken += [one for one in found if one.kind in FORECAST and one.forecast_held(asked.classes) == "no"]
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
