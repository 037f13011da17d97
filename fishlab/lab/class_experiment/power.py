"""Before the start: how small a difference a plan will see, from simulated classes, and which plan would see more.

A class sees a difference if Student's interval of its blocks leaves out 0 on the right side; that is the rule of
`inference`. A simulated class draws the differences of its blocks from a normal distribution with the spread that
models, or earlier classes, show. In each such class there is one true difference from which on it sees it: what the
interval's half is wider than the class's luck. So one draw of `CLASSES` classes answers for every difference and every
spread, and a page of plans takes hundredths of a second.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.lab.class_experiment.inference import Table, compare
from fishlab.lab.class_experiment.sentences import points
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


class Spread(NamedTuple):
    """What is expected of two treatments, in points a table: their difference, and how it varies between blocks."""

    difference: float
    sd: float


def spread_of(tables: Iterable[Table], base: str, other: str) -> Spread:
    """Return what kept games, or earlier classes, show of two treatments; a block of models is one game's dice.

    Blocks of several classes need names of their own.
    """
    played = [table for table in tables if table.treatment in (base, other)]
    found = compare(played, (base, other)).comparisons
    if not found or found[0].freedom < 1:
        raise ValueError(
            tr(
                "“{base}” and “{other}” need at least two blocks to show a spread: give more tables",
                base=base,
                other=other,
            )
        )
    return Spread(found[0].difference.mean, math.sqrt(2) * found[0].sd)


@lru_cache(maxsize=256)
def _needed(blocks: int, confidence: float) -> Array:
    """Return the difference from which on each simulated class sees it, in units of the spread, the least first."""
    draw = np.random.Generator(np.random.SFC64(SEED)).standard_normal((CLASSES, blocks))
    half = student_t(blocks, confidence) * draw.std(axis=1, ddof=1) / math.sqrt(blocks)
    return np.sort(half - draw.mean(axis=1))


@dataclass(frozen=True, slots=True)
class Forecast:
    """What classes of so many blocks will see.

    Attributes:
        blocks: how many blocks count; each has one table of every treatment.
        sd: the spread of a block's difference.
        comparisons: how many differences are looked at together; each interval is wider for it (Bonferroni).
        confidence: of all intervals together.
    """

    blocks: int
    sd: float
    comparisons: int = 1
    confidence: float = 0.95

    def share(self, difference: float) -> float:
        """Return the share of classes that see a difference of so many points."""
        if self.blocks < 2 or difference <= 0:
            return 0.0
        if self.sd == 0:
            return 1.0
        return int(np.searchsorted(self._needed(), difference / self.sd)) / CLASSES

    def least(self, share: float = USUAL) -> float:
        """Return the least difference that such a share of classes sees; infinite with fewer than two blocks."""
        if self.blocks < 2:
            return math.inf
        return float(self._needed()[math.ceil(share * CLASSES) - 1]) * self.sd

    def _needed(self) -> Array:
        return _needed(self.blocks, 1 - (1 - self.confidence) / self.comparisons)


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """A class at its tables: the tables of a block have the same size, and nobody sits with a bot.

    Attributes:
        treatments: how many are compared.
        sizes: the seats at each table of a block, block by block.
        over: people who find no seat so.
        expected: what models or earlier classes show with these sizes.
    """

    treatments: int
    sizes: tuple[int, ...]
    over: int
    expected: Spread

    @property
    def forecast(self) -> Forecast:
        """What this plan will see."""
        pairs = self.treatments * (self.treatments - 1) // 2
        return Forecast(len(self.sizes), self.expected.sd, max(1, pairs))

    @property
    def seen(self) -> float:
        """The share of classes that see what is expected."""
        return self.forecast.share(abs(self.expected.difference))


def block_sizes(people: int, players: int, treatments: int) -> tuple[int, ...]:
    """Return the seats at each table of a block, block by block: as many people as possible sit among people only.

    A table has two seats at least, and as many as the others of its block.
    """
    blocks = math.ceil(people / (players * treatments))
    while blocks and people // (blocks * treatments) < 2:
        blocks -= 1
    if not blocks:
        return ()
    size = min(players, people // (blocks * treatments))
    more = min(blocks, (people - blocks * treatments * size) // treatments) if size < players else 0
    return (size + 1,) * more + (size,) * (blocks - more)


def plan_class(people: int, players: int, treatments: int, spreads: Mapping[int, Spread]) -> ClassPlan:
    """Seat people at tables of at most so many players, in blocks of one table for each treatment.

    Args:
        people: how many there are.
        players: how many a table takes at most.
        treatments: how many are compared.
        spreads: what is expected by the number of players at a table; a size that is not there counts as the next
            larger one that is, or else as the largest.
    """
    if treatments < 2:
        raise ValueError(tr("{count} treatments cannot be compared: choose at least two", count=treatments))
    if not spreads:
        raise ValueError(tr("a plan needs what is expected: give a spread for at least one number of players"))
    sizes = block_sizes(people, players, treatments)
    return ClassPlan(treatments, sizes, people - treatments * sum(sizes), _expected(sizes or (players,), spreads))


def _expected(sizes: tuple[int, ...], spreads: Mapping[int, Spread]) -> Spread:
    """Return what is expected of blocks of these sizes; that their differences are not the same spreads them too."""
    known = [spreads[min((one for one in spreads if one >= size), default=max(spreads))] for size in sizes]
    mean = math.fsum(one.difference for one in known) / len(known)
    between = math.fsum((one.difference - mean) ** 2 for one in known) / max(1, len(known) - 1)
    return Spread(mean, math.sqrt(math.fsum(one.sd**2 for one in known) / len(known) + between))


def better_plan(people: int, players: int, treatments: int, spreads: Mapping[int, Spread]) -> ClassPlan | None:
    """Return the plan that sees most of what is expected; None if none sees clearly more than the one that is meant.

    Tried are tables of fewer people and fewer treatments; what changes less comes first.
    """
    meant = plan_class(people, players, treatments, spreads)
    others = [
        plan_class(people, size, count, spreads)
        for count in range(treatments, 1, -1)
        for size in sorted((one for one in spreads if one <= players), reverse=True)
    ]
    best = max(others, key=lambda one: one.seen, default=meant)
    return best if best.seen >= meant.seen + GAIN else None


def advice(people: int, players: int, treatments: int, spreads: Mapping[int, Spread]) -> list[str]:
    """Return what a plan will see in sentences, and, where that is hopeless, what to do instead."""
    plan = plan_class(people, players, treatments, spreads)
    blocks, expected = len(plan.sizes), abs(plan.expected.difference)
    if blocks < 2:
        found = [
            tr(
                "With {people} people at tables of {players} there are not two tables of each treatment, so nothing "
                "can be told from luck.",
                people=people,
                players=players,
            )
        ]
    else:
        found = [
            tr(
                "With these {tables} tables a difference of {points} a table is seen in {usual} of 10 classes.",
                tables=" + ".join([str(blocks)] * treatments),
                points=points(plan.forecast.least()),
                usual=round(10 * USUAL),
            ),
            tr(
                "{points} are expected: that is seen in {all} of 100 classes, and half of it in {half} of 100.",
                points=points(expected),
                all=round(100 * plan.seen),
                half=round(100 * plan.forecast.share(expected / 2)),
            ),
        ]
    if plan.seen < HOPELESS:
        found += _instead(better_plan(people, players, treatments, spreads), plan)
    if plan.over:
        found.append(
            trn(
                "{n} person finds no seat in a table that counts.",
                "{n} people find no seat in a table that counts.",
                plan.over,
            )
        )
    return found


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
            tr(
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
        forecast = Forecast(blocks, expected.sd, comparisons)
        whole = abs(expected.difference)
        found.append({"blocks": blocks, "all": forecast.share(whole), "half": forecast.share(whole / 2)})
    return found
