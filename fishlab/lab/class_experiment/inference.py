"""What a class shows: differences between treatments, each with an interval, a test and a standardised effect.

The table is the unit, because people at one table share a sea. Lots decide which table of a block gets which treatment,
and a block shares its dice; so tables are compared within their block only (Fisher 1935, chapters III and IV).
Everything that is worked out here depends on the tables and not on their order, down to the last digit.

Only people's points count. A year of a seat that a bot played is filled with the mean of what the people of that table
made in that year; a table at which people held less than half of the seats in a year that counts is set apart, and so
is a table with a seat that never was a person's. Points count up to the year that all tables have finished, whoever
played there: one table that bots overran does not cut the others short.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.messages import refusal
from fishlab.stats import Interval, check_confidence, mean_interval, noncentral_shift, student_t

Array = NDArray[Any]

MOST_LOTS: Final = 2**17
"""So many lots at most are gone through one by one; of more, `DRAWN` are drawn."""
DRAWN: Final = 20_000
"""Lots that are drawn where there are too many; their p-value is then right to about 0.003."""
LOTS_SEED: Final = 27
"""The seed of that draw, so that the same tables always give the same p-value."""
LEAST_FREEDOM: Final = 3
"""From so many degrees of freedom on, those of four blocks, d is worth telling: before, its interval holds anything."""
ROUNDED: Final = 1 / 24
"""The least variance of a table that is believed.

Points are whole numbers: a difference between two tables is known to half a point either way, a variance of 1/12
(Sheppard 1898). Two blocks that happen to agree to the point would otherwise have an interval without a width; with two
blocks that is one class in twenty.
"""


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """One table of a class.

    Attributes:
        name: what it is called.
        block: its block; lots fell among the tables of one block, and these share their dice.
        treatment: the rule under which it played.
        points: what each seat scored, year by year, before fines; only finished years.
        years: how many years its game has.
        bots: which seat a bot played in which finished year, in pairs; seats count from 0, years from 1.
        closed: whether the teacher closed it before its end; it is told, and does not count.
        changed: at how many seats several people played, one after the other.
        fines: what each seat paid for each of these years; empty if nobody paid any.
        helped: in which of these years a bot made some decisions of a seat, but not most of them, in pairs.
    """

    name: str
    block: str
    treatment: str
    points: tuple[tuple[float, ...], ...]
    years: int
    bots: frozenset[tuple[int, int]] = frozenset()
    closed: bool = False
    changed: int = 0
    fines: tuple[tuple[float, ...], ...] = ()
    helped: frozenset[tuple[int, int]] = frozenset()

    def __post_init__(self) -> None:
        done = len(self.points)
        if len({len(year) for year in self.points}) > 1 or any(not year for year in self.points):
            raise refusal("table {table}: every year needs the points of the same seats", table=self.name)
        if not all(math.isfinite(one) for year in self.points for one in year):
            raise refusal("table {table}: points are finite numbers", table=self.name)
        if self.fines and [len(year) for year in self.fines] != [len(year) for year in self.points]:
            raise refusal("table {table}: fines are of the same seats and years as points", table=self.name)
        if not all(0 <= one < math.inf for year in self.fines for one in year):
            raise refusal("table {table}: a fine is a number, and not below 0", table=self.name)
        if done > self.years:
            raise refusal(
                "table {table}: {done} years cannot be finished in a game of {years}",
                table=self.name,
                done=done,
                years=self.years,
            )
        for seat, year in self.bots:
            if not (0 <= seat < self.seats and 1 <= year <= done):
                raise refusal(
                    "table {table}: there is no seat {seat} in a finished year {year}",
                    table=self.name,
                    seat=seat,
                    year=year,
                )

    @property
    def seats(self) -> int:
        """How many seats it has; 0 before its first year is finished."""
        return len(self.points[0]) if self.points else 0

    @property
    def of_people(self) -> bool:
        """Whether every seat was a person's in some year."""
        lost = Counter(seat for seat, _ in self.bots)
        return all(years < len(self.points) for years in lost.values())

    @property
    def people_years(self) -> int:
        """The last year that can count: up to it people held half of the seats, or more, in every year."""
        lost = Counter(year for _, year in self.bots)
        return min((year - 1 for year, seats in lost.items() if 2 * seats > self.seats), default=len(self.points))

    @property
    def after_fines(self) -> PlayedTable:
        """The same table with what fines left of its points."""
        if not self.fines:
            return self
        both = (zip(made, paid, strict=True) for made, paid in zip(self.points, self.fines, strict=True))
        return replace(self, points=tuple(tuple(made - paid for made, paid in year) for year in both), fines=())

    def total(self, year: int) -> float:
        """Return what its people made up to a year before fines, as if they had held all seats."""
        found = []
        for number, points in enumerate(self.points[:year], 1):
            own = [one for seat, one in enumerate(points) if (seat, number) not in self.bots]
            found.append(math.fsum(own) * (self.seats / len(own)))
        return math.fsum(found)


class Lots(NamedTuple):
    """The randomisation test: how the difference stands among those that other lots would have made of the same totals.

    Attributes:
        p: the share of lots with a difference at least as large, to either side.
        as_large: how many of the lots that were looked at these are.
        looked_at: how many were looked at.
        possible: how many there are.
        least: the least p that any totals could have with these blocks; 0 where lots were drawn.
    """

    p: float
    as_large: int
    looked_at: int
    possible: int
    least: float

    @property
    def exact(self) -> bool:
        """Whether all possible lots were looked at."""
        return self.looked_at == self.possible


class Held(NamedTuple):
    """In which year that counts bots held the most seats of some tables, the last of several, and how many."""

    year: int = 0
    seats: int = 0

    @classmethod
    def of(cls, tables: Iterable[PlayedTable], year: int) -> Held:
        """Return it of some tables up to a year; no seat of no year where bots held none."""
        years = Counter(when for table in tables for _, when in table.bots if when <= year)
        return max((cls(*one) for one in years.items()), key=lambda one: (one.seats, one.year), default=cls())


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far one treatment is ahead of another.

    Attributes:
        base: the one that is taken off.
        other: the one that it is taken off from.
        difference: other less base in points a table, with Student's interval; its `games` are blocks.
        tables: how many tables it comes from.
        people: how many seats they have.
        freedom: degrees of freedom of the spread; with 0 the interval is infinite.
        sd: the spread of the tables of a block that is not due to their treatments, within one size of tables; of three
            treatments or more, all comparisons share it.
        weight: what 1 / sd² must be multiplied by to get the difference's precision; half a block is 1 + 1 tables.
        lots: the randomisation test.
        confidence: of the interval.
        by_size: the same difference at tables of each size, with their seats, the largest tables first.
        held: how many of the seats bots held, in the year in which these were most.
    """

    base: str
    other: str
    difference: Interval
    tables: int
    people: int
    freedom: int
    sd: float
    weight: float
    lots: Lots
    confidence: float
    by_size: tuple[tuple[int, float], ...]
    held: Held

    @property
    def blocks(self) -> int:
        """How many blocks it comes from."""
        return self.difference.games

    @property
    def seen(self) -> bool:
        """Whether the interval leaves out 0: the class tells the difference from luck."""
        return self.difference.excludes(0)

    @property
    def effect(self) -> Interval | None:
        """The difference in units of `sd` (d), with its interval; None with fewer than `LEAST_FREEDOM`.

        Both come from Student's t around a shift (Steiger & Fouladi 1997). Where tables are normal, that is exact, also
        with few of them: the interval covers the true d in 95 of 100 classes, and the figure is above it as often as
        below. Totals of the lesson's form lean to one side: there it covers d in 90 or 91 of 100 classes of smoothed
        model games, which is known of silence against a talk before every year only (`docs/class_check.md`). The plain
        ratio of difference and spread would be far too large with few tables (Hedges 1981).
        """
        if self.freedom < LEAST_FREEDOM:
            return None
        return _effect(self.difference.mean, self.sd, self.weight, self.freedom, self.confidence, self.blocks)


@lru_cache(maxsize=256)
def _effect(mean: float, sd: float, weight: float, freedom: int, confidence: float, blocks: int) -> Interval:
    root = math.sqrt(weight)
    chances = (0.5, 0.5 + confidence / 2, 0.5 - confidence / 2)
    d, low, high = (noncentral_shift(mean / sd * root, freedom, chance) / root for chance in chances)
    return Interval(d, low, high, blocks)


@dataclass(frozen=True, slots=True)
class Result:
    """What a class shows.

    Attributes:
        year: up to which year points count.
        years: how many years the game has.
        counted: the tables that are compared.
        apart: tables with a seat that never was a person's.
        closed: tables that were closed before their end.
        behind: tables of people that have not come to the year that was asked for, or to the first.
        overrun: tables that have come there, but with bots in more than half of the seats in some year.
        alone: tables of people without a table to be compared with in their block.
        means: the mean total of each treatment over the counted tables.
        comparisons: every pair of treatments that share a block; together they hold with the confidence.
        confidence: of all intervals together.
        early: the same up to the last year that people held at all tables, if some were left out later, because bots
            overran them or the teacher closed them.
    """

    year: int
    years: int
    counted: tuple[PlayedTable, ...]
    apart: tuple[PlayedTable, ...]
    closed: tuple[PlayedTable, ...]
    behind: tuple[PlayedTable, ...]
    overrun: tuple[PlayedTable, ...]
    alone: tuple[PlayedTable, ...]
    means: Mapping[str, Interval]
    comparisons: tuple[Comparison, ...]
    confidence: float
    early: Result | None = None

    @property
    def played(self) -> tuple[PlayedTable, ...]:
        """The tables of people that have come to the year, with those that bots overran."""
        return (*self.counted, *self.alone, *self.overrun) if self.year else ()

    @property
    def unfinished(self) -> bool:
        """Whether points count up to an earlier year than the last because tables were not played further."""
        return self.year < self.years and bool(unfinished(self.played))

    @property
    def dropped(self) -> tuple[PlayedTable, ...]:
        """Tables that lots would have compared, and that were left out since, or where people did not come.

        Who is over sits at tables with bots from the start, which are no block of all treatments.
        """
        every, blocks = (*self.counted, *self.alone, *self._lost), Counter[str]()
        kinds: dict[str, set[str]] = {}
        for table in every:
            blocks[table.block] += 1
            kinds.setdefault(table.block, set()).add(table.treatment)
        most = max(map(len, kinds.values()), default=0)
        return tuple(
            table
            for table in self._lost
            if blocks[table.block] > 1 and (table.of_people or table.closed or len(kinds[table.block]) == most)
        )

    @property
    def _lost(self) -> tuple[PlayedTable, ...]:
        """The tables that do not count, whatever became of the others."""
        return (*self.closed, *self.overrun, *self.behind, *self.apart)

    def lost_partner(self, table: PlayedTable) -> bool:
        """Tell whether a table would be compared with one of its block that does not count."""
        return any(
            (one.block, one.seats or table.seats) == (table.block, table.seats) and one.treatment != table.treatment
            for one in self._lost
        )

    @property
    def leavers(self) -> dict[str, tuple[int, int]]:
        """At how many seats bots played in the last year that counts, and of how many seats, by treatment.

        Tables that are not compared because people left them are in it.
        """
        names = dict.fromkeys((*self.means, *(table.treatment for table in self.played)))
        mine = {name: [table for table in self.played if table.treatment == name] for name in names}
        return {
            name: (sum(year == self.year for table in some for _, year in table.bots), sum(one.seats for one in some))
            for name, some in mine.items()
        }


def compare(
    tables: Iterable[PlayedTable], treatments: Sequence[str] = (), year: int | None = None, confidence: float = 0.95
) -> Result:
    """Return what a class shows.

    Args:
        tables: all tables of the class, in any order.
        treatments: in which order treatments stand, from what is taken off to what it is taken off from; those that
            are not named follow by the alphabet.
        year: up to which year points count; without it the last one that all tables have finished that have a partner
            in their block; tables that have finished none hold nobody up.
        confidence: of the intervals, of all of them together (Bonferroni: with m comparisons each has 1 − (1 − c)/m).
    """
    check_confidence(confidence)
    every = sorted(tables, key=_order)
    if year is not None:
        return _up_to(every, treatments, year, confidence)
    begun = _played(every)
    partners = _partners(begun)
    whole = _up_to(every, treatments, min((len(one.points) for one in partners or begun), default=0), confidence)
    held = min((one.people_years for one in partners if one.people_years), default=0)
    if not whole.comparisons:
        return _up_to(every, treatments, held, confidence) if 0 < held < whole.year else whole
    opened = [replace(table, closed=False) for table in every]
    held = min((one.people_years for one in _partners(_played(opened)) if one.people_years), default=0)
    early = _up_to(opened, treatments, held, confidence)
    more = {table.name for table in early.counted} - {table.name for table in whole.counted}
    return replace(whole, early=early) if more else whole


def after_fines(result: Result) -> Result | None:
    """Return what the same tables show after fines; None if nobody at those that are compared paid any."""
    if not any(any(year) for table in result.counted for year in table.fines[: result.year]):
        return None
    tables = [table.after_fines for table in (*result.counted, *result.alone)]
    return _up_to(sorted(tables, key=_order), tuple(result.means), result.year, result.confidence)


def payers(result: Result) -> set[str]:
    """Return the treatments under which somebody paid a fine at a table that is compared."""
    return {one.treatment for one in result.counted if any(map(any, one.fines[: result.year]))}


def unfinished(tables: Iterable[PlayedTable], year: int | None = None) -> list[PlayedTable]:
    """Return the tables that would be compared, but were not played to their end, or a year: they still had fish.

    A game whose sea is empty has come to its end. So a class that was stopped early has tables whose game is over all
    the same, and to count only these would choose the tables by what came of them.
    """
    return [
        table
        for table in _partners(_played(tables))
        if len(table.points) < (table.years if year is None else min(year, table.years))
    ]


def _played(tables: Iterable[PlayedTable]) -> list[PlayedTable]:
    """Return the tables of people that have finished a year and were not closed."""
    return [table for table in tables if table.points and table.of_people and not table.closed]


def _up_to(every: Sequence[PlayedTable], treatments: Sequence[str], year: int, confidence: float) -> Result:
    """Compare tables, which are in order, up to a year."""
    played = [table for table in every if not table.closed]
    people = [table for table in played if table.of_people]
    there = [table for table in people if len(table.points) >= max(1, year)]
    held = [table for table in there if table.people_years >= year]
    shared = _shared(held)
    counted = _partners(held)
    names = sorted({table.treatment for table in counted})
    names = [*(name for name in dict.fromkeys(treatments) if name in names), *(n for n in names if n not in treatments)]
    pairs = [(one, two) for one, two in combinations(names, 2) if any(one in b and two in b for b in shared)]
    own = 1 - (1 - confidence) / max(1, len(pairs))
    residual = _residual(shared, year) if len(names) > 2 else None
    return Result(
        year=year,
        years=max((table.years for table in every), default=0),
        counted=tuple(counted),
        apart=_without(played, people),
        closed=_without(every, played),
        behind=_without(people, there),
        overrun=_without(there, held),
        alone=_without(held, counted),
        means={
            name: mean_interval([table.total(year) for table in counted if table.treatment == name], confidence)
            for name in names
        },
        comparisons=tuple(_comparison(one, two, shared, year, own, residual) for one, two in pairs),
        confidence=confidence,
    )


def _shared(tables: Iterable[PlayedTable]) -> list[dict[str, list[PlayedTable]]]:
    """Return the tables of each block, and of one size and length, by treatment, where there are several."""
    strata: dict[tuple[str, int, int], dict[str, list[PlayedTable]]] = {}
    for table in tables:
        stratum = strata.setdefault((table.block, table.seats, table.years), {})
        stratum.setdefault(table.treatment, []).append(table)
    return [block for block in strata.values() if len(block) > 1]


def _partners(tables: Iterable[PlayedTable]) -> list[PlayedTable]:
    """Return the tables that can be compared with another of their block, in order."""
    return sorted((table for block in _shared(tables) for mine in block.values() for table in mine), key=_order)


def _without(tables: Sequence[PlayedTable], some: Sequence[PlayedTable]) -> tuple[PlayedTable, ...]:
    these = set(map(id, some))
    return tuple(table for table in tables if id(table) not in these)


def _order(table: PlayedTable) -> tuple[Any, ...]:
    """Return what a table is sorted by, so that sums do not depend on the order in which tables come."""
    about = (table.points, sorted(table.bots), table.years, table.closed, table.fines)
    return table.block, table.treatment, table.name, *about


class _Block(NamedTuple):
    """The totals of one block under two treatments."""

    base: list[float]
    other: list[float]

    @property
    def weight(self) -> float:
        return len(self.base) * len(self.other) / (len(self.base) + len(self.other))

    @property
    def difference(self) -> float:
        return math.fsum(self.other) / len(self.other) - math.fsum(self.base) / len(self.base)

    def around(self) -> float:
        """Return the squared distances of tables from the mean of their treatment, added up."""
        parts = [(values, math.fsum(values) / len(values)) for values in self]
        return math.fsum((value - mean) ** 2 for values, mean in parts for value in values)

    def lots(self) -> list[float]:
        """Return the weighted difference that each lot would have made of this block's totals."""
        totals, count = sorted([*self.base, *self.other]), len(self.other)
        whole = math.fsum(totals)
        sums = [math.fsum(chosen) for chosen in combinations(totals, count)]
        return [self.weight * (one / count - (whole - one) / (len(totals) - count)) for one in sums]


class _Residual(NamedTuple):
    """What neither block nor treatment explains: squares, added up, and their degrees of freedom."""

    around: float
    freedom: int


def _residual(shared: Sequence[Mapping[str, Sequence[PlayedTable]]], year: int) -> _Residual:
    """Return the one residual of a block design with three treatments or more, by least squares.

    With one table of each of k treatments in b blocks it has (b − 1)(k − 1) degrees of freedom, where a pair's own
    spread has b − 1 (Cochran & Cox 1957, chapter 4): `docs/class_check.md` shows what that is worth. Every size of
    tables has treatments' effects of its own, unless no spread would be left.
    """
    tables = [(block, table) for block in shared for name in sorted(block) for table in block[name]]
    centred = []
    for block in shared:
        totals = [table.total(year) for name in sorted(block) for table in block[name]]
        centred += [total - math.fsum(totals) / len(totals) for total in totals]
    found = _Residual(0.0, 0)
    for by_size in (True, False):
        kinds = sorted({(table.seats * by_size, table.treatment) for _, table in tables})
        basis: list[list[float]] = []
        for kind in kinds:
            column = []
            for block, table in tables:
                among = [(one.seats * by_size, one.treatment) for some in block.values() for one in some]
                column.append(((table.seats * by_size, table.treatment) == kind) - among.count(kind) / len(among))
            rest = _off(column, basis)
            if (length := math.hypot(*rest)) > 1e-6:
                basis.append([one / length for one in rest])
        freedom = len(tables) - len(shared) - len(basis)
        found = _Residual(math.fsum(one**2 for one in _off(centred, basis)), freedom)
        if freedom:
            break
    return found


def _off(values: Sequence[float], basis: Iterable[Sequence[float]]) -> list[float]:
    """Return what is left of values when all is taken off that directions, which are at right angles, explain."""
    rest = list(values)
    for one in basis:
        along = math.fsum(a * b for a, b in zip(rest, one, strict=True))
        rest = [a - along * b for a, b in zip(rest, one, strict=True)]
    return rest


def _comparison(
    base: str,
    other: str,
    shared: Sequence[Mapping[str, Sequence[PlayedTable]]],
    year: int,
    confidence: float,
    residual: _Residual | None = None,
) -> Comparison:
    """Compare two treatments by least squares with an effect of every block, and a difference of every size of tables.

    Of three treatments or more, all comparisons have the spread of one residual; without it a pair has its own.

    With one table of each treatment in a block, and one size, this is Student's interval of the blocks' differences;
    with all tables in one block it is that of two samples (Cochran & Cox 1957, chapter 4). That a treatment does more
    at tables of one size than of another is no error: blocks spread around the mean of their size. Only where each
    size has one block, so that no spread would be left, they spread around the mean of all, which is too wide.
    """
    mine = [block for block in shared if base in block and other in block]
    seats = [block[base][0].seats for block in mine]
    each = [_Block(*(sorted(table.total(year) for table in block[name]) for name in (base, other))) for block in mine]
    blocks, by_size = sorted(each), {}
    for size in sorted(set(seats), reverse=True):
        by_size[size] = sorted(one for one, count in zip(each, seats, strict=True) if count == size)
    tables = [table for block in mine for name in (base, other) for table in block[name]]
    weight, mean = math.fsum(block.weight for block in blocks), _mean_of(blocks)
    strata = list(by_size.values()) if len(tables) - len(blocks) > len(by_size) else [blocks]
    own = _Residual(math.fsum(_around(some) for some in strata), len(tables) - len(blocks) - len(strata))
    around, freedom = residual or own
    sd = math.sqrt(max(ROUNDED, around / freedom)) if freedom else math.nan
    half = student_t(freedom + 1, confidence) * sd / math.sqrt(weight) if freedom else math.inf
    return Comparison(
        base=base,
        other=other,
        difference=Interval(mean, mean - half, mean + half, len(blocks)),
        tables=len(tables),
        people=sum(table.seats for table in tables),
        freedom=freedom,
        sd=sd,
        weight=weight,
        lots=_lots(blocks),
        confidence=confidence,
        by_size=tuple((size, _mean_of(some)) for size, some in by_size.items()),
        held=Held.of(tables, year),
    )


def _mean_of(blocks: Sequence[_Block]) -> float:
    """Return the mean difference of blocks."""
    weight = math.fsum(block.weight for block in blocks)
    return math.fsum(block.weight * block.difference for block in blocks) / weight


def _around(blocks: Sequence[_Block]) -> float:
    """Return the squared distances of tables that neither their block nor their treatment explains, added up."""
    mean = _mean_of(blocks)
    return math.fsum(block.around() + block.weight * (block.difference - mean) ** 2 for block in blocks)


def _lots(blocks: Sequence[_Block]) -> Lots:
    """Hold the difference against all that lots could have made of it (Fisher 1935, section 21; Pitman 1937).

    Where there are too many lots, some are drawn, and the one that fell counts among them, so that p is never too small
    (Phipson & Smyth 2010).
    """
    found = math.fsum(block.weight * block.difference for block in blocks)
    each = [np.array(block.lots()) for block in blocks]
    possible = math.prod(one.size for one in each)
    if exact := possible <= MOST_LOTS:
        sums = np.zeros(1)
        for one in each:
            sums = np.add.outer(sums, one).ravel()
    else:
        draw = np.random.Generator(np.random.SFC64(LOTS_SEED))
        sums = np.sum([one[draw.integers(0, one.size, DRAWN)] for one in each], axis=0)
    far = np.abs(sums)
    near = 1e-9 * (1 + float(far.max()))  # sums that differ by rounding only are the same
    as_large = int((far >= abs(found) - near).sum())
    if not exact:
        return Lots((as_large + 1) / (DRAWN + 1), as_large, DRAWN, possible, 0.0)
    return Lots(as_large / possible, as_large, possible, possible, _least(blocks))


def _least(blocks: Sequence[_Block]) -> float:
    """Return the least p that totals could have: only the lot that fell and, where it exists, its mirror image."""
    mirrored = all(len(block.base) == len(block.other) for block in blocks)
    return (1 + mirrored) / math.prod(
        math.comb(len(block.base) + len(block.other), len(block.other)) for block in blocks
    )
