"""Sections of `docs/class_check.md` of their own: several treatments, promises, and how to draw from kept games.

`tools/class_check.py` puts them into the page; `python tools/class_sections.py` prints them alone, in a minute.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.treatments import LESSON
from fishlab.lab.class_experiment.beside import model_games
from fishlab.lab.class_experiment.debrief import ALIKE, promises
from fishlab.lab.class_experiment.inference import ROUNDED, PlayedTable, compare
from fishlab.lab.class_experiment.power import COVERED, smoothed
from fishlab.stats import student_t

Array = NDArray[Any]
CHECKED: Final = 25
"""So many classes of each line also go through the functions for real ones."""
SEED: Final = 27
PROMISES: Final = {"10": (10, 10), "2 to 18": (2, 18), "4": (4, 4)}
"""Promises of a simulated table that can be broken: from so many to so many, each as likely."""
SHARES: Final = tuple(range(50, 99, 2))
"""True shares of promises that are kept, in per cent."""
SEVERAL: Final = (
    ("silence", "one-agreement", "yearly-agreement"),
    ("silence", "yearly-agreement", "quota"),
    ("silence", "yearly-agreement", "voted-rule", "enforced-rule"),
    ("silence", "silence", "silence"),
)
"""Treatments that are compared together; of one alone all tables are alike, and there is nothing to see."""
LAWS: Final = {"normal": 0.0, "leaning a little": 0.7, "leaning": 1.2, "two heaps": math.nan}
"""Laws of which games are kept, by their lean."""


def student_half(by: Array) -> Array:
    """Return the half of Student's interval of each class from the differences of its blocks."""
    sd = np.maximum(by.std(axis=1, ddof=1), math.sqrt(2 * ROUNDED))
    half: Array = student_t(by.shape[1]) * sd / math.sqrt(by.shape[1])
    return half


# Several treatments.


def measure_several(names: Sequence[str], blocks: int, classes: int, seed: int = SEED) -> tuple[list[float], ...]:
    """Return what classes of several treatments show by one residual, and by each pair's own spread.

    Of each: how often all intervals hold, their mean width, and how often each pair is seen. Blocks are kept games of
    the lesson's form, none twice in a class; of one treatment alone every table is another game.
    """
    draw = np.random.Generator(np.random.SFC64([seed, SEVERAL.index(tuple(names)), blocks]))
    kept = [{game.game: float(game.total) for game in model_games(LESSON, 4, name)} for name in dict.fromkeys(names)]
    common, kinds = sorted(set.intersection(*map(set, kept))), len(names)
    known = np.array([[some[game] for some in kept] for game in common])
    tables = blocks * (1 if len(kept) > 1 else kinds)
    games = np.argsort(draw.random((classes, len(common))), axis=1)[:, :tables]
    drawn = known[games].reshape(classes, blocks, kinds)
    truth = known.mean(axis=0) if len(kept) > 1 else np.zeros(kinds)
    rest = drawn - drawn.mean(axis=2, keepdims=True)
    freedom = (blocks - 1) * (kinds - 1)
    one = ((rest - rest.mean(axis=1, keepdims=True)) ** 2).sum(axis=(1, 2)) / freedom
    pairs = list(combinations(range(kinds), 2))
    sure, found = 1 - 0.05 / len(pairs), []
    for shared in (True, False):
        holds, widths, seen = np.ones(classes, bool), [], []
        for base, other in pairs:
            by = drawn[..., other] - drawn[..., base]
            spread, free = (one, freedom) if shared else (by.var(axis=1, ddof=1) / 2, blocks - 1)
            half = student_t(free + 1, sure) * np.sqrt(np.maximum(spread, ROUNDED) * 2 / blocks)
            mean = by.mean(axis=1)
            holds &= np.abs(mean - (truth[other] - truth[base])) <= half
            widths.append(2 * float(half.mean()))
            seen.append(float((np.abs(mean) > half).mean()))
            for number in range(min(CHECKED, classes) if shared else 0):
                _check_pair(drawn[number], (base, other), (mean[number], half[number]))
        found.append([float(holds.mean()), math.fsum(widths) / len(widths), *seen])
    return tuple(found)


def _check_pair(totals: Array, pair: tuple[int, int], figures: tuple[float, float]) -> None:
    """Hold a pair of a class of several treatments against what the functions for real classes find."""
    tables = [PlayedTable(f"{name} {block}", str(block), str(name), ((float(total),),), 1)
              for block, some in enumerate(totals) for name, total in enumerate(some)]  # fmt: skip
    names = tuple(map(str, pair))
    (found,) = [one for one in compare(tables).comparisons if (one.base, one.other) == names]
    mean, high = found.difference.mean, found.difference.high
    if not np.allclose([mean, high - mean], figures, rtol=0, atol=1e-6):
        raise AssertionError(f"{totals.tolist()}: {found} is not {figures}")


def below(shares: Mapping[str, float]) -> str:
    """Say in which lines intervals hold the truth less often than 95 % within a point, and how often there."""
    short = [f"{name} ({100 * share:.1f})" for name, share in shares.items() if round(share, 3) < COVERED]
    least = f"{100 * COVERED:.0f} %"
    if not short:
        return f"In all lines intervals hold the truth in {least} of classes or more."
    return f"Below {least}, and so not 95 % within a point, in {len(short)} of {len(shares)} lines: {'; '.join(short)}."


def several_lines(classes: int) -> list[str]:
    """Return what classes of three treatments or more see."""
    lines = [
        "## Three treatments and more",
        "",
        f"{classes:,} classes for each line, of the lesson's form with four at a table; blocks are kept games, none "
        "twice in a class. All comparisons share the one residual of their block design, and each interval is wider "
        "because there are several (Bonferroni). “All hold” is the share of classes in which every interval holds the "
        "truth; “see” how often the differences are told from luck, from the first two treatments to the last. Beside "
        "it, what each pair's own spread would do, with as many degrees of freedom as blocks less one. Of silence "
        "alone all tables are alike: what is seen are false alarms.",
        "",
        "| treatments | blocks | all hold | width | see | own spread: all hold | width | see |",
        "|---|---|---|---|---|---|---|---|",
    ]
    shares = {}
    for names, blocks in product(SEVERAL, (2, 3, 4, 6)):
        measured = list(measure_several(names, blocks, classes))
        cells = [
            f"{100 * holds:.1f} | {width:.0f} | " + ", ".join(f"{100 * one:.0f}" for one in seen)
            for holds, width, *seen in measured
        ]
        shares[f"{', '.join(names)}, {blocks} blocks"] = measured[0][0]
        told = ", ".join(names) if len(set(names)) > 1 else f"{names[0]}, {len(names)} times"
        lines.append(f"| {told} | {blocks} | " + " | ".join(cells) + " |")
    return [
        *lines,
        "",
        below(shares),
        "",
        "One residual sees far more with few blocks. Where treatments spread very differently (quota hardly at all), "
        "intervals of the pair that spreads most are too narrow with few blocks, those of the others too wide. Each "
        "pair's own spread does no better there from three blocks on.",
    ]


# Promises.


class Kept(NamedTuple):
    """How an interval of kept promises does over all true shares."""

    least: float
    """The least share of classes in which it holds the truth."""
    at: int
    """The true share there, in per cent."""
    mean: float
    width: float


def measure_promises(tables: int, promised: str, alike: float, classes: int, seed: int = SEED) -> tuple[Kept, Kept]:
    """Return how the interval of promises that were kept does, and how the wider of two others does.

    These are Student's over tables and Wilson's over promises.

    Args:
        tables: how many talk.
        promised: how many promises can be broken there, a name out of `PROMISES`.
        alike: how much people of one table are alike, as a correlation: 0 is not at all.
        classes: how many are drawn for each true share.
        seed: of the draw.
    """
    draw = np.random.Generator(np.random.SFC64([seed, tables, list(PROMISES).index(promised), round(1000 * alike)]))
    (low, high), shape = PROMISES[promised], (classes, tables)
    strength = (1 - alike) / alike if alike else math.inf
    found: tuple[list[Kept], list[Kept]] = [], []
    for share in SHARES:
        true = share / 100
        count = draw.integers(low, high + 1, shape)
        own = draw.beta(true * strength, (1 - true) * strength, shape) if alike else np.full(shape, true)
        kept = draw.binomial(count, own)
        both = _worth(kept, count), _wider(kept, count)
        _check_promises(kept[:CHECKED], count, np.stack(both[0], axis=1))
        for measured, (start, end) in zip(found, both, strict=True):
            holds = float(((start <= true) & (true <= end)).mean())
            measured.append(Kept(holds, share, holds, float((end - start).mean())))
    first, second = (
        min(some)._replace(
            mean=math.fsum(one.mean for one in some) / len(some),
            width=math.fsum(one.width for one in some) / len(some),
        )
        for some in found
    )
    return first, second


def _check_promises(kept: Array, count: Array, ends: Array) -> None:
    """Hold intervals of some classes against those of the functions for real classes."""
    for some, told, both in zip(kept, count, ends, strict=False):
        rows = [
            {"table": str(table), "year": 1, "promise": 1, "kept": bool(number < yes)}
            for table, (yes, every) in enumerate(zip(some, told, strict=True))
            for number in range(every)
        ]
        found = promises(rows).kept
        if found is None or not np.allclose(found[1:3], both, rtol=0, atol=1e-9):
            raise AssertionError(f"{some.tolist()} of {told.tolist()}: {found} is not {both}")


def _wilson(share: Array, count: Array, wide: float) -> tuple[Array, Array]:
    centre = (share + wide**2 / (2 * count)) / (1 + wide**2 / count)
    half = wide / (1 + wide**2 / count) * np.sqrt(share * (1 - share) / count + wide**2 / (4 * count**2))
    return np.maximum(0, centre - half), np.minimum(1, centre + half)


def _worth(kept: Array, count: Array) -> tuple[Array, Array]:
    """Return the interval of the desk for each class."""
    tables, every, yes = kept.shape[1], count.sum(axis=1), kept.sum(axis=1)
    share, middle = yes / every, (yes + 1) / (every + 2)
    between = ((kept - count * share[:, None]) ** 2).sum(axis=1) * tables / (tables - 1) / every**2
    least = middle * (1 - middle) / every * (1 + ALIKE * ((count**2).sum(axis=1) / every - 1))
    return _wilson(share, middle * (1 - middle) / np.maximum(between, least), student_t(2 * tables - 1))


def _wider(kept: Array, count: Array) -> tuple[Array, Array]:
    """Return the wider of two intervals for each class: Student's over tables, and Wilson's over promises."""
    share = kept.sum(axis=1) / count.sum(axis=1)
    half = student_t(kept.shape[1]) * (kept / count).std(axis=1, ddof=1) / math.sqrt(kept.shape[1])
    low, high = _wilson(share, count.sum(axis=1), 1.959964)
    return np.maximum(0, np.minimum(low, share - half)), np.minimum(1, np.maximum(high, share + half))


def promise_lines(classes: int) -> list[str]:
    """Return how often the interval of kept promises covers the truth."""
    lines = [
        "## Promises",
        "",
        f"{classes:,} classes for each of {len(SHARES)} true shares of promises that are kept, from {SHARES[0]} to "
        f"{SHARES[-1]} %. “Promises” can be broken at each table, from so many to so many; “alike” is the correlation "
        "of promises at one table. The interval is Wilson's of as many promises as these are worth. “Covers least” is "
        "how often it covers the truth at the worst true share, which stands beside it; “all”, the mean over all of "
        "them. “Other” is the wider of Student's over tables and Wilson's over promises. With fewer than four tables "
        "the desk shows no interval.",
        "",
        "| tables | promises | alike | covers least | at | all | width | other: least | all | width |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    worst = 1.0
    for tables, promised, alike in product((4, 6, 8, 12), PROMISES, (0.0, 0.1, 0.3)):
        one, other = measure_promises(tables, promised, alike, classes)
        worst = min(worst, one.least)
        lines.append(
            f"| {tables} | {promised} | {alike} | {100 * one.least:.1f} | {one.at} | {100 * one.mean:.1f} | "
            f"{100 * one.width:.0f} | {100 * other.least:.1f} | {100 * other.mean:.1f} | {100 * other.width:.0f} |"
        )
    return [
        *lines,
        "",
        f"At its worst the interval covers the truth in {100 * worst:.1f} % of classes, where people of a table are "
        "very much alike and have many promises to break. Where they are not alike at all, it is wider than it need "
        "be.",
    ]


# How to draw from kept games.


def ways(luck: Array, blocks: int, classes: int, draw: np.random.Generator) -> tuple[float, float, float]:
    """Return how often Student's interval holds, by how blocks are drawn from kept ones.

    As they come; no game twice in a class; and smoothed, as if the kept games were not all there are.
    """
    plain = luck[draw.integers(0, luck.size, (classes, blocks))]
    once = luck[np.argsort(draw.random((classes, luck.size)), axis=1)[:, :blocks]]
    smooth = smoothed(plain.reshape(-1, 1), luck[:, None], draw).reshape(plain.shape)
    return _covers(plain), _covers(once), _covers(smooth)


def _covers(off: Array) -> float:
    return float((np.abs(off.mean(axis=1)) <= student_half(off)).mean())


def _by_law(law: str, shape: tuple[int, ...], draw: np.random.Generator) -> Array:
    """Return what blocks differ by under a law, in whole points."""
    if math.isnan(lean := LAWS[law]):
        return np.rint(np.where(draw.random(shape) < 0.25, 5, 25) + draw.normal(0, 3, shape))
    if not lean:
        return np.rint(draw.normal(20, 7, shape))
    strength = 4 / lean**2
    return np.rint(20 - 6 * (draw.gamma(strength, 1, shape) - strength) / math.sqrt(strength))


def measure_law(law: str, games: int, blocks: int, classes: int, seed: int = SEED) -> tuple[float, Array, Array]:
    """Return how often the interval holds under a law, what kept games of it say in each way, and how far off that is.

    What they say is the mean of 60 times, and how far off the root of the mean square.
    """
    draw = np.random.Generator(np.random.SFC64([seed, list(LAWS).index(law), games, blocks]))
    middle = _by_law(law, (400_000,), draw).mean()
    truth = _covers(_by_law(law, (5 * classes, blocks), draw) - middle)
    kept = [_by_law(law, (games,), draw) for _ in range(60)]
    told = np.array([ways(some - some.mean(), blocks, max(20, classes // 4), draw) for some in kept])
    return truth, told.mean(axis=0), np.sqrt(((told - truth) ** 2).mean(axis=0))


def law_lines(classes: int) -> list[str]:
    """Return which way to draw from kept games says best how often an interval holds."""
    lines = [
        "### Which way to draw from kept games is right",
        "",
        "Games of a law that is known are kept, and the three ways are asked how often an interval of such classes "
        "holds: the mean of 60 times, and in brackets how far from the truth they are (root of the mean square, in "
        "points).",
        "",
        "| law | games | blocks | truth | as they come | no game twice | smoothed |",
        "|---|---|---|---|---|---|---|",
    ]
    for law, games, blocks in product(LAWS, (24, 64), (2, 3, 4)):
        truth, told, off = measure_law(law, games, blocks, classes)
        cells = " | ".join(f"{100 * one:.1f} ({100 * two:.1f})" for one, two in zip(told, off, strict=True))
        lines.append(f"| {law} | {games} | {blocks} | {100 * truth:.1f} | {cells} |")
    return [
        *lines,
        "",
        "Of a law with one heap, leaning or not, “smoothed” is nearest to the truth: plan and desk go by it where they "
        f"say how often an interval holds, and say so below {100 * COVERED:.0f} %. Of two heaps it hides part of what "
        "is wrong. The kept games have one heap; whether classes of people do, nobody knows: see “collapse” above.",
    ]


if __name__ == "__main__":
    print("\n".join([*several_lines(10_000), "", *promise_lines(2_000), "", *law_lines(10_000)]))
