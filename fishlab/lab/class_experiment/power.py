"""Before the start: how small a difference a plan will see, from simulated classes, and which plan would see more.

A class sees a difference if Student's interval of its blocks leaves out 0 on the right side; that is the rule of
`inference`. A simulated class draws what its blocks differ by from the kept games of models, because their totals lean
to one side: a normal distribution with the same spread would be off by several points. In each such class there is one
true difference from which on it sees it: what the interval's half is wider than the class's luck. So one draw of
`CLASSES` classes answers for every difference, and a page of plans takes hundredths of a second.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.lab.class_experiment.inference import ROUNDED, Table, compare
from fishlab.lab.class_experiment.sentences import number, points
from fishlab.messages import tr, trn
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
"""If the intervals hold the truth in fewer of the simulated classes, the plan says so."""


class Spread(NamedTuple):
    """What is expected of two treatments, in points a table: their difference, and how it varies between blocks."""

    difference: float
    sd: float
    luck: tuple[float, ...] = ()
    """What single blocks are off by, as kept games show it; without it luck is taken as normal."""

    def ahead(self) -> tuple[float, ...]:
        """Return what blocks may be off by, seen from the treatment that is ahead."""
        luck = self.luck or _normal_luck(self.sd)
        return luck if self.difference >= 0 else tuple(-one for one in luck)


@lru_cache(maxsize=64)
def _normal_luck(sd: float) -> tuple[float, ...]:
    """Return a normal distribution around 0 as values that are equally likely."""
    values = np.array([NormalDist().inv_cdf((place + 0.5) / 2000) for place in range(2000)])
    return tuple((values * sd / values.std()).tolist())


def spread_of(tables: Iterable[Table], base: str, other: str, year: int | None = None) -> Spread:
    """Return what kept games, or earlier classes, show of two treatments, at the end or up to a year.

    A block of models is one game's dice.

    Blocks of several classes need names of their own.
    """
    played = [table for table in tables if table.treatment in (base, other)]
    result = compare(played, (base, other), year)
    found = result.comparisons
    if not found or found[0].freedom < 1:
        raise ValueError(
            tr(
                "“{base}” and “{other}” need at least two blocks to show a spread: give more tables",
                base=base,
                other=other,
            )
        )
    mean = found[0].difference.mean
    blocks: dict[str, list[Table]] = {}
    for table in sorted(result.counted, key=lambda table: table.treatment == other):
        blocks.setdefault(table.block, []).append(table)
    totals = [[table.total(result.year) for table in both] for both in blocks.values()]
    luck = tuple(both[1] - both[0] - mean for both in totals) if all(len(both) == 2 for both in totals) else ()
    return Spread(mean, math.sqrt(2) * found[0].sd, luck)


@lru_cache(maxsize=256)
def _simulated(luck: tuple[tuple[float, ...], ...], sizes: tuple[int, ...], confidence: float) -> tuple[Array, Array]:
    """Return what each simulated class's mean is off by, and the half of its interval; luck is by block.

    As in `inference`, blocks spread around the mean of their size, unless each size has one block.
    """
    draw = np.random.Generator(np.random.SFC64(SEED))
    drawn = [np.array(values)[draw.integers(0, len(values), CLASSES)] for values in luck]
    off = np.stack(drawn, axis=1)  # [class, block]
    kinds = np.array(sizes) if len(set(sizes)) < len(luck) else np.zeros(len(luck), int)
    strata = [off[:, kinds == kind] for kind in np.unique(kinds)]
    freedom = len(luck) - len(strata)
    around = sum(((some - some.mean(axis=1, keepdims=True)) ** 2).sum(axis=1) for some in strata)
    sd = np.sqrt(np.maximum(around / freedom, 2 * ROUNDED))
    return off.mean(axis=1), student_t(freedom + 1, confidence) * sd / math.sqrt(len(luck))


@lru_cache(maxsize=256)
def _needed(luck: tuple[tuple[float, ...], ...], sizes: tuple[int, ...], confidence: float) -> Array:
    """Return the difference from which on each simulated class sees it, the least first."""
    off, half = _simulated(luck, sizes, confidence)
    return np.sort(half - off)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What classes will see, from simulated ones.

    Attributes:
        luck: for each block that counts what it may be off by; a block has one table of every treatment.
        comparisons: how many differences are looked at together; each interval is wider for it (Bonferroni).
        confidence: of all intervals together.
        sizes: the seats at each table of a block, block by block; without them all are alike.
    """

    luck: tuple[tuple[float, ...], ...]
    comparisons: int = 1
    confidence: float = 0.95
    sizes: tuple[int, ...] = ()

    def share(self, difference: float) -> float:
        """Return the share of classes that see a difference of so many points."""
        if len(self.luck) < 2 or difference <= 0:
            return 0.0
        return int(np.searchsorted(self._needed(), difference)) / CLASSES

    def least(self, share: float = USUAL) -> float:
        """Return the least difference that such a share of classes sees; infinite with fewer than two blocks."""
        if len(self.luck) < 2:
            return math.inf
        return float(self._needed()[math.ceil(share * CLASSES) - 1])

    def holds(self) -> Array:
        """Return for each simulated class whether its interval holds the true difference, whatever that is."""
        off, half = _simulated(self.luck, self._kinds(), self.own)
        return np.abs(off) <= half

    @property
    def covers(self) -> float:
        """The share of classes whose interval holds the true difference."""
        return float(self.holds().mean())

    def _needed(self) -> Array:
        return _needed(self.luck, self._kinds(), self.own)

    def _kinds(self) -> tuple[int, ...]:
        return self.sizes or (0,) * len(self.luck)

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
        return Spread(mean, sd, tuple(luck for one in self.blocks for luck in one.luck or _normal_luck(one.sd)))

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
        return Forecast(tuple(each) if self.sizes else (), max(1, pairs), sizes=self.sizes)

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
        raise ValueError(tr("{count} treatments cannot be compared: choose at least two", count=treatments))
    if not spreads:
        raise ValueError(tr("a plan needs what is expected: give a spread for at least one number of players"))
    sizes = block_sizes(people, players, treatments, full)
    blocks = [
        spreads[min((one for one in spreads if one >= size), default=max(spreads))] for size in sizes or (players,)
    ]
    return ClassPlan(treatments, sizes, people - treatments * sum(sizes), tuple(blocks), full)


def better_plan(
    people: int, players: int, treatments: int, spreads: Mapping[int, Spread], full: bool = False
) -> ClassPlan | None:
    """Return the plan that sees most of what is expected; None if none sees clearly more than the one that is meant.

    Tried are tables of fewer people, fewer treatments, and full tables only, because a block of smaller tables may
    spread the differences more than it tells; what changes less comes first. A plan with tables of a size of which
    nothing is known is not advised.
    """
    meant = plan_class(people, players, treatments, spreads, full)
    others = [
        plan_class(people, size, count, spreads, whole)
        for count in range(treatments, 1, -1)
        for size in sorted((one for one in spreads if one <= players), reverse=True)
        for whole in (False, True)
    ]
    others = [one for one in others if spreads.keys() >= {*one.sizes}]
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
) -> list[str]:
    """Return what a plan will see in sentences, and, where that is hopeless, what to do instead.

    Args:
        people: how many there are.
        players: how many a table takes at most.
        treatments: how many are compared.
        spreads: what is expected at the end, by the number of players at a table.
        full: whether only full tables are compared.
        stopped: the same after each of some years, in case the slowest table does not come further.
    """
    plan = plan_class(people, players, treatments, spreads, full)
    if len(plan.sizes) < 2:
        found = [
            trn(
                "With {n} person at tables of {players} there are not two tables of each treatment, so nothing can be "
                "told from luck.",
                "With {n} people at tables of {players} there are not two tables of each treatment, so nothing can be "
                "told from luck.",
                people,
                players=max(plan.sizes, default=players),
            )
        ]
    else:
        found = _seen(plan)
        early = {
            year: plan_class(people, players, treatments, some, full) for year, some in (stopped or {}).items() if some
        }
        found += [_stopped(year, plan, one) for year, one in sorted(early.items(), reverse=True)]
    if plan.seen < HOPELESS:
        found += _instead(better_plan(people, players, treatments, spreads, full), plan)
    if plan.over:
        found.append(
            trn(
                "{n} person finds no seat in a table that counts.",
                "{n} people find no seat in a table that counts.",
                plan.over,
            )
        )
    return found


def _seen(plan: ClassPlan) -> list[str]:
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
        else tr("These {tables} tables are too few to rely on seeing any difference that can be expected.", **slots),
        tr(
            "The models expect {points}: that is seen in {all} of 100 classes, and half of it in {half} of 100.",
            points=points(expected),
            all=round(100 * plan.seen),
            half=round(100 * plan.forecast.share(expected / 2)),
        ),
    ]
    if plan.forecast.covers < 1 - (1 - COVERED) / plan.forecast.comparisons:
        found.append(
            tr(
                "Read the {sure} % interval of such a class with care: in {covers} % of simulated classes it holds the "
                "true difference, not in {sure} %.",
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


def _instead(better: ClassPlan | None, plan: ClassPlan) -> list[str]:
    """Say what to do instead of a plan that sees too little."""
    found = []
    if better is not None:
        slots = {
            "treatments": better.treatments,
            "tables": better.treatments * len(better.sizes),
            "players": max(better.sizes),
            "seen": round(100 * better.seen),
        }
        found.append(
            trn(
                "Better: compare {treatments} treatments at {tables} full tables of {players}, and {n} person sits "
                "apart. Then {seen} of 100 classes see what is expected.",
                "Better: compare {treatments} treatments at {tables} full tables of {players}, and {n} people sit "
                "apart. Then {seen} of 100 classes see what is expected.",
                better.over,
                **slots,
            )
            if better.full
            else tr(
                "Better: compare only {treatments} treatments, at {tables} tables of at most {players}. Then {seen} of "
                "100 classes see what is expected.",
                **slots,
            )
            if better.treatments < plan.treatments
            else tr(
                "Better: sit at {tables} tables of at most {players}. Then {seen} of 100 classes see what is expected.",
                **slots,
            )
        )
    if better is None or better.seen < HOPELESS:
        found.append(
            tr(
                "Most classes of this size will see nothing. Say so beforehand, and put the results of several classes "
                "together."
            )
        )
    return found


def curve(expected: Spread, most: int = 12, comparisons: int = 1) -> list[dict[str, float]]:
    """Return the share of classes that see what is expected, and half of it, by the number of blocks."""
    found: list[dict[str, float]] = []
    for blocks in range(2, most + 1):
        forecast = Forecast((expected.ahead(),) * blocks, comparisons)
        whole = abs(expected.difference)
        found.append({"blocks": blocks, "all": forecast.share(whole), "half": forecast.share(whole / 2)})
    return found
