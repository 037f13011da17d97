"""Before the start: how small a difference a plan will see, from simulated classes, and which plan would see more.

A class sees a difference if Student's interval of its blocks leaves out 0 on the right side; that is the rule of
`inference`. A simulated class draws what its blocks differ by from the kept games of models, because their totals lean
to one side: a normal distribution with the same spread would be off by several points. In each such class there is one
true difference from which on it sees it: what the interval's half is wider than the class's luck. So one draw of
`CLASSES` classes answers for every difference, and a page of plans takes hundredths of a second.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.lab.class_experiment.inference import ROUNDED, PlayedTable, compare
from fishlab.lab.class_experiment.sentences import no_word, number, points
from fishlab.messages import mark, refusal, tr, trn
from fishlab.stats import student_t

Array = NDArray[Any]

CLASSES: Final = 10_000
"""Simulated classes of a forecast: its shares are right to a point or so."""
SEED: Final = 8
USUAL: Final = 0.8
"""The share of classes that should see a difference: 8 of 10 (Cohen 1988)."""
HOPELESS: Final = 0.5
"""A plan that sees what models show in fewer classes than this is not worth the lesson."""
GAIN: Final = 0.1
"""How many more classes another plan must see for it to be advised."""
NEAR: Final = 0.02
"""Shares of simulated classes that differ by no more are alike: of such plans the one is advised that changes less."""
BEYOND: Final = 3
"""So many times what models expect is a difference that nobody can expect to come."""
COVERED: Final = 0.94
"""If the intervals hold the truth in fewer of the simulated classes, plan and desk say so: from here on it is 95 within
a point."""


class Spread(NamedTuple):
    """What is expected of two treatments, in points a table: their difference, and how it varies between blocks."""

    difference: float
    sd: float
    luck: tuple[float, ...] = ()
    """What single blocks are off by, as kept games show it; without it luck is taken as normal."""
    totals: tuple[tuple[float, ...], ...] = ()
    """In a class of three treatments or more: the totals of all of them in the same blocks. Such a class has one
    residual; without totals, tables of the other treatments are taken to spread as these do."""

    def ahead(self) -> tuple[float, ...]:
        """Return what blocks may be off by, seen from the treatment that is ahead."""
        luck = self.luck or _normal_luck(self.sd)
        return luck if self.difference >= 0 else tuple(-one for one in luck)


@lru_cache(maxsize=64)
def _normal_luck(sd: float) -> tuple[float, ...]:
    """Return a normal distribution around 0 as values that are equally likely."""
    values = np.array([NormalDist().inv_cdf((place + 0.5) / 2000) for place in range(2000)])
    return tuple((values * sd / values.std()).tolist())


def spread_of(tables: Iterable[PlayedTable], base: str, other: str, year: int | None = None) -> Spread:
    """Return what kept games, or earlier classes, show of two treatments, at the end or up to a year.

    A block of models is one game's dice.

    Blocks of several classes need names of their own.
    """
    played = [table for table in tables if table.treatment in (base, other)]
    result = compare(played, (base, other), year)
    found = result.comparisons
    if not found or found[0].freedom < 1:
        raise refusal(
            "“{base}” and “{other}” need at least two blocks to show a spread: give more tables", base=base, other=other
        )
    mean = found[0].difference.mean
    blocks: dict[str, list[PlayedTable]] = {}
    for table in sorted(result.counted, key=lambda table: table.treatment == other):
        blocks.setdefault(table.block, []).append(table)
    totals = [[table.total(result.year) for table in both] for both in blocks.values()]
    luck = tuple(both[1] - both[0] - mean for both in totals) if all(len(both) == 2 for both in totals) else ()
    return Spread(mean, math.sqrt(2) * found[0].sd, luck)


@lru_cache(maxsize=256)
def simulated(plan: Forecast, smooth: bool) -> tuple[Array, Array]:
    """Return what each simulated class's mean is off by, and the half of its interval.

    As in `inference`, blocks spread around the mean of their size, unless each size has one block; and with three
    treatments or more there is one residual.

    Args:
        plan: what blocks are off by.
        smooth: whether games that are not kept come too, between those that are: then intervals hold the truth as often
            as with the law that the games were drawn from, which kept games alone, in whole points and twice in one
            class, make look worse (`tools/class_check.py`).
    """
    draw = np.random.Generator(np.random.SFC64(SEED))
    drawn = []
    for block, values in enumerate(plan.luck):
        chosen, more = draw.integers(0, len(values), CLASSES), plan.totals[block] if plan.totals else ()
        known = np.column_stack([values, np.array(more).reshape(len(values), -1)])
        drawn.append(known[chosen])
        if smooth:
            drawn[-1] = smoothed(drawn[-1], known, draw)
    found = np.stack(drawn, axis=1)  # [class, block, what the pair is off by and, of several, each one's total]
    off, blocks = found[..., 0], len(plan.luck)
    sizes = plan.sizes or (0,) * blocks
    kinds = np.array(sizes) if len(set(sizes)) < blocks else np.zeros(blocks, int)
    strata = [found[:, kinds == kind] for kind in np.unique(kinds)]
    freedom = blocks - len(strata)
    around = np.zeros(CLASSES)
    if plan.totals:
        freedom *= found.shape[2] - 2
        for some in strata:
            rest = some[..., 1:] - some[..., 1:].mean(axis=2, keepdims=True)
            around += 2 * ((rest - rest.mean(axis=1, keepdims=True)) ** 2).sum(axis=(1, 2))
    else:
        for some in strata:
            around += ((some[..., 0] - some[..., 0].mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
        if plan.treatments > 2:
            variance = float(np.mean([np.var(values) for values in plan.luck]))
            others = freedom * (plan.treatments - 2)
            around += variance * draw.chisquare(others, CLASSES)
            freedom += others
    sd = np.sqrt(np.maximum(around / freedom, 2 * ROUNDED))
    return off.mean(axis=1), student_t(freedom + 1, plan.own) * sd / math.sqrt(blocks)


def smoothed(values: Array, known: Array, draw: np.random.Generator) -> Array:
    """Return values that were drawn from known ones, smoothed by Silverman's rule without a change of their spread.

    Tried on laws that are known, by 24 or 64 games of each: where these have one heap, leaning or not, that is nearest
    to the truth, right to about a point. Where they have two it hides part of what is wrong; kept games have one. The
    first column is a difference of two of the others, if there are others.
    """
    parts = known[:, 1:] if known.shape[1] > 1 else known
    low, high = np.percentile(parts, (25, 75), axis=0)
    narrow = np.minimum(1, (high - low) / 1.34 / np.maximum(parts.std(axis=0), 1e-9)).mean()
    middle, width = known.mean(axis=0), 0.9 * narrow * len(known) ** -0.2
    strength, along = np.linalg.eigh(np.atleast_2d(np.cov(parts, rowvar=False, ddof=0)))
    noise = draw.standard_normal((len(values), parts.shape[1])) * np.sqrt(np.maximum(strength, 0)) @ along.T
    if known.shape[1] > 1:
        contrast = np.linalg.lstsq(parts - middle[1:], known[:, 0] - middle[0], rcond=None)[0]
        noise = np.column_stack([noise @ contrast, noise])
    smooth: Array = middle + (values - middle + width * noise) / math.sqrt(1 + width**2)
    return smooth


@lru_cache(maxsize=256)
def _needed(plan: Forecast) -> Array:
    """Return the difference from which on each simulated class sees it, the least first."""
    off, half = simulated(plan, False)
    return np.sort(half - off)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What classes will see, from simulated ones.

    Attributes:
        luck: for each block that counts what it may be off by; a block has one table of every treatment.
        comparisons: how many differences are looked at together; each interval is wider for it (Bonferroni).
        confidence: of all intervals together.
        sizes: the seats at each table of a block, block by block; without them all are alike.
        treatments: how many are compared.
        totals: of three or more, for each block the totals of all of them, where they are known.
    """

    luck: tuple[tuple[float, ...], ...]
    comparisons: int = 1
    confidence: float = 0.95
    sizes: tuple[int, ...] = ()
    treatments: int = 2
    totals: tuple[tuple[tuple[float, ...], ...], ...] = ()

    def share(self, difference: float) -> float:
        """Return the share of classes that see a difference of so many points."""
        if len(self.luck) < 2 or difference <= 0:
            return 0.0
        return int(np.searchsorted(_needed(self), difference)) / CLASSES

    def least(self, share: float = USUAL) -> float:
        """Return the least difference that such a share of classes sees; infinite with fewer than two blocks."""
        if len(self.luck) < 2:
            return math.inf
        return float(_needed(self)[math.ceil(share * CLASSES) - 1])

    def holds(self) -> Array:
        """Return for each simulated class whether its interval holds the true difference, whatever that is."""
        off, half = simulated(self, True)
        return np.abs(off) <= half

    @property
    def covers(self) -> float:
        """The share of classes whose interval holds the true difference."""
        return float(self.holds().mean())

    @property
    def own(self) -> float:
        """The confidence of each interval."""
        return 1 - (1 - self.confidence) / self.comparisons


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """A class at its tables: the tables of a block have the same size, and nobody sits with a bot.

    Attributes:
        treatments: how many are compared.
        sizes: the seats at each table of a block, block by block.
        over: people who find no seat so.
        blocks: what models or earlier classes show of each block.
        full: whether only full tables are compared.
    """

    treatments: int
    sizes: tuple[int, ...]
    over: int
    blocks: tuple[Spread, ...]
    full: bool = False

    @property
    def expected(self) -> Spread:
        """What is expected of these blocks, and how they spread around what is expected of their size."""
        if len(set(self.blocks)) == 1:
            return self.blocks[0]
        mean = math.fsum(one.difference for one in self.blocks) / len(self.blocks)
        sd = math.sqrt(math.fsum(one.sd**2 for one in self.blocks) / len(self.blocks))
        several = all(one.totals for one in self.blocks)
        totals = [np.array(one.totals) - np.mean(one.totals, axis=0) for one in self.blocks if several]
        luck = tuple(luck for one in self.blocks for luck in one.luck or _normal_luck(one.sd))
        return Spread(mean, sd, luck, tuple(map(tuple, np.concatenate(totals).tolist())) if totals else ())

    @property
    def forecast(self) -> Forecast:
        """What this plan will see."""
        pairs = self.treatments * (self.treatments - 1) // 2
        mean = self.expected.difference
        turn = 1 if mean >= 0 else -1  # seen from the treatment that is ahead
        apart = len(set(self.sizes)) == len(self.sizes)  # then what sizes differ by is in the interval too
        each = [
            tuple(turn * (luck + (one.difference - mean if apart else 0)) for luck in one.luck or _normal_luck(one.sd))
            for one in self.blocks
        ]
        several = self.treatments > 2 and all(one.totals for one in self.blocks)
        totals = tuple(one.totals for one in self.blocks) if several else ()
        return Forecast(tuple(each) if self.sizes else (), max(1, pairs), 0.95, self.sizes, self.treatments, totals)

    @property
    def seen(self) -> float:
        """The share of classes that see what is expected."""
        return self.forecast.share(abs(self.expected.difference))


def block_sizes(people: int, players: int, treatments: int, full: bool = False) -> tuple[int, ...]:
    """Return the seats at each table of a block, block by block: as many people as possible sit among people only.

    A table has two seats at least, and as many as the others of its block; with `full` it has all its seats, and those
    for whom there is no such block are over.
    """
    if full:
        return (players,) * (people // (players * treatments))
    blocks = math.ceil(people / (players * treatments))
    while blocks and people // (blocks * treatments) < 2:
        blocks -= 1
    if not blocks:
        return ()
    size = min(players, people // (blocks * treatments))
    more = min(blocks, (people - blocks * treatments * size) // treatments) if size < players else 0
    return (size + 1,) * more + (size,) * (blocks - more)


def plan_class(
    people: int, players: int, treatments: int, spreads: Mapping[int, Spread], full: bool = False
) -> ClassPlan:
    """Seat people at tables of at most so many players, in blocks of one table for each treatment.

    Args:
        people: how many there are.
        players: how many a table takes at most.
        treatments: how many are compared.
        spreads: what is expected by the number of players at a table; a size that is not there counts as the next
            larger one that is, or else as the largest.
        full: whether only full tables are compared.
    """
    if treatments < 2:
        raise refusal("{count} treatments cannot be compared: choose at least two", count=treatments)
    if not spreads:
        raise refusal("a plan needs what is expected: give a spread for at least one number of players")
    sizes = block_sizes(people, players, treatments, full)
    blocks = [
        spreads[min((one for one in spreads if one >= size), default=max(spreads))] for size in sizes or (players,)
    ]
    return ClassPlan(treatments, sizes, people - treatments * sum(sizes), tuple(blocks), full)


def known_plans(people: int, players: int, treatments: int, spreads: Mapping[int, Spread]) -> list[ClassPlan]:
    """Return plans at tables of at most so many players, full or not, all of sizes of which something is known."""
    found = [
        plan_class(people, size, treatments, spreads, whole)
        for size in sorted((one for one in spreads if one <= players), reverse=True)
        for whole in (False, True)
    ]
    return [one for one in found if spreads.keys() >= {*one.sizes}]


def better_plan(
    people: int,
    players: int,
    treatments: int,
    spreads: Mapping[int, Spread],
    full: bool = False,
    alone: Mapping[int, Spread] | None = None,
) -> ClassPlan | None:
    """Return the plan that sees most of what is expected; None if none sees clearly more than the one that is meant.

    Tried are tables of fewer people, these two treatments alone, and full tables only, because a block of smaller
    tables may spread the differences more than it tells; what changes less comes first. A plan with tables of a size
    of which nothing is known is not advised.

    Args:
        people: how many there are.
        players: how many a table takes at most.
        treatments: how many are compared.
        spreads: what is expected of two of them.
        full: whether only full tables are compared.
        alone: what is expected of these two if no others are compared; the same without it.
    """
    meant = plan_class(people, players, treatments, spreads, full)
    two = {size: one._replace(totals=()) for size, one in (alone or spreads).items()}
    others = [
        one
        for count, known in ({treatments: spreads} | {2: two}).items()
        for one in known_plans(people, players, count, known)
    ]
    most = max((one.seen for one in others), default=0.0)
    best = next((one for one in others if one.seen >= most - NEAR), meant)
    return best if best.seen >= meant.seen + GAIN else None


def advice(
    people: int,
    players: int,
    treatments: int,
    spreads: Mapping[int, Spread],
    full: bool = False,
    stopped: Mapping[int, Mapping[int, Spread]] | None = None,
    pairs: Mapping[tuple[str, str], Mapping[int, Spread]] | None = None,
    alone: Mapping[int, Spread] | None = None,
    alike: Collection[tuple[str, str]] = (),
) -> list[str]:
    """Return what a plan will see in sentences, and, where that is hopeless, what to do instead.

    Args:
        people: how many there are.
        players: how many a table takes at most.
        treatments: how many are compared.
        spreads: what is expected at the end, by the number of players at a table.
        full: whether only full tables are compared.
        stopped: the same after each of some years, in case the slowest table does not come further.
        pairs: what is expected of every two of them, by what they are called; those come first of whom `spreads` and
            `stopped` tell.
        alone: what is expected of these if only they are compared.
        alike: those of `pairs` that are the same games for models, who expect nothing of their difference.
    """
    plan = plan_class(people, players, treatments, spreads, full)
    two = next(iter(pairs or {}), None)
    first = two if treatments > 2 else None
    if len(plan.sizes) < 2:
        found = [too_few(people, max(plan.sizes, default=players))]
    else:
        each = {pair: plan_class(people, players, treatments, some, full) for pair, some in (pairs or {}).items()}
        found = _pairs_seen(each, alike) if first else _seen(plan, two)
        early = {
            year: plan_class(people, players, treatments, some, full) for year, some in (stopped or {}).items() if some
        }
        found += [named(first, _stopped(year, plan, one)) for year, one in sorted(early.items(), reverse=True)]
    if plan.seen < HOPELESS:
        found += _instead(better_plan(people, players, treatments, spreads, full, alone), plan, first)
    if plan.over:
        found.append(
            trn(
                "{n} person gets no seat at a table that counts.",
                "{n} people get no seat at a table that counts.",
                plan.over,
            )
        )
    return found


def too_few(people: int, players: int) -> str:
    """Say that there are no two blocks, so that nothing can be told from luck."""
    return trn(
        "With {n} person at tables of {players} there are fewer than two tables of each treatment, so nothing can be "
        "told from luck.",
        "With {n} people at tables of {players} there are fewer than two tables of each treatment, so nothing can be "
        "told from luck.",
        people,
        players=players,
    )


def named(pair: tuple[str, str] | None, words: str) -> str:
    """Say of which two treatments a sentence tells, if there are more."""
    return words if pair is None else tr("“{base}” and “{other}”: {words}", base=pair[0], other=pair[1], words=words)


def _pairs_seen(plans: Mapping[tuple[str, str], ClassPlan], alike: Collection[tuple[str, str]]) -> list[str]:
    """Say of every two treatments what classes see, and whether all their intervals can be trusted."""
    found = [no_word(*pair) if pair in alike else _expected(plan, pair) for pair, plan in plans.items()]
    hold = float(np.logical_and.reduce([plan.forecast.holds() for plan in plans.values()]).mean())
    if round(hold, 3) < COVERED:
        found.append(
            tr(
                "Read the intervals of such a class with care: all of them contain the true differences in {covers} % "
                "of simulated classes, not in 95 %.",
                covers=number(100 * hold),
            )
        )
    return found


def _expected(plan: ClassPlan, pair: tuple[str, str] | None) -> str:
    """Say what models expect, who is ahead if the two have names, and how many classes see it."""
    expected = abs(plan.expected.difference)
    slots = {
        "points": points(expected),
        "all": round(100 * plan.seen),
        "half": round(100 * plan.forecast.share(expected / 2)),
    }
    if pair is None:
        return tr(
            "The models expect {points}: {all} of 100 classes see that, and {half} of 100 see a difference half as "
            "large.",
            **slots,
        )
    behind, lead = pair if plan.expected.difference >= 0 else pair[::-1]
    return tr(
        "The models expect “{lead}” to be {points} ahead of “{behind}”: {all} of 100 classes see that, and {half} of "
        "100 see a difference half as large.",
        lead=lead,
        behind=behind,
        **slots,
    )


def _seen(plan: ClassPlan, pair: tuple[str, str] | None) -> list[str]:
    """Say what a plan of several blocks sees, and whether its interval can be trusted."""
    expected, least = abs(plan.expected.difference), plan.forecast.least()
    slots = {"tables": " + ".join([str(len(plan.sizes))] * plan.treatments), "usual": round(10 * USUAL)}
    found = [
        tr(
            "With these {tables} tables a difference of {points} a table is seen in {usual} of 10 classes.",
            points=points(least),
            **slots,
        )
        if least <= BEYOND * expected
        else tr("With only {tables} tables you cannot rely on seeing any difference that can be expected.", **slots),
        _expected(plan, pair),
    ]
    if round(plan.forecast.covers, 3) < round(1 - (1 - COVERED) / plan.forecast.comparisons, 3):
        found.append(
            tr(
                "Read the {sure} % interval of such a class with care: it contains the true difference in {covers} % "
                "of simulated classes, not in {sure} %.",
                covers=number(100 * plan.forecast.covers),
                sure=number(100 * plan.forecast.own),
            )
        )
    return found


def _stopped(year: int, plan: ClassPlan, early: ClassPlan) -> str:
    """Say what a plan sees if its slowest table stops after a year; who is ahead then need not be ahead at the end."""
    if plan.expected.difference * early.expected.difference <= 0:
        return tr(
            "If the slowest table stops after year {year}, the models show nothing yet, or the opposite.", year=year
        )
    return tr(
        "If the slowest table stops after year {year}, {seen} of 100 classes see a difference.",
        year=year,
        seen=round(100 * early.seen),
    )


def _instead(better: ClassPlan | None, plan: ClassPlan, pair: tuple[str, str] | None) -> list[str]:
    """Say what to do instead of a plan that sees too little; of several treatments, which two to compare."""
    found = []
    if better is not None:
        base, other = pair or ("", "")
        fewer = better.treatments < plan.treatments
        slots = {
            "base": base,
            "other": other,
            "treatments": better.treatments,
            "tables": better.treatments * len(better.sizes),
            "players": max(better.sizes),
            "seen": round(100 * better.seen),
        }
        words = mark(
            "Better: sit at {tables} tables of at most {players}. Then {seen} of 100 classes see what is expected."
        )
        if fewer:
            words = mark(
                "Better: compare only {treatments} treatments, at {tables} tables of at most {players}. Then {seen} of "
                "100 classes see what is expected."
            )
        if fewer and pair:
            words = mark(
                "Better: compare only “{base}” and “{other}”, at {tables} tables of at most {players}. Then {seen} of "
                "100 classes see what is expected."
            )
        full = trn(
            "Better: compare {treatments} treatments at {tables} full tables of {players}, and leave {n} person out of "
            "the comparison. Then {seen} of 100 classes see what is expected.",
            "Better: compare {treatments} treatments at {tables} full tables of {players}, and leave {n} people out of "
            "the comparison. Then {seen} of 100 classes see what is expected.",
            better.over,
            **slots,
        )
        found.append(named(pair if fewer else None, full) if better.full else tr(words, **slots))
    if better is None or better.seen < HOPELESS:
        found.append(
            tr(
                "Most classes of this size will see nothing. Say so beforehand, and put the results of several classes "
                "together."
            )
        )
    return found


def curve(expected: Spread, most: int = 12, treatments: int = 2) -> list[dict[str, float]]:
    """Return the share of classes that see what is expected, and half of it, by the number of blocks."""
    found: list[dict[str, float]] = []
    for blocks in range(2, most + 1):
        forecast = ClassPlan(treatments, (0,) * blocks, 0, (expected,) * blocks).forecast
        whole = abs(expected.difference)
        found.append({"blocks": blocks, "all": forecast.share(whole), "half": forecast.share(whole / 2)})
    return found
