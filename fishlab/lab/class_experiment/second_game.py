"""A second game of the same people: what it is not, and what they did under both treatments if these were swapped.

Each table is compared with itself, so that what its people are like cancels out. In a block one table plays one
treatment first and its partner the other; the mean of both orders takes out what all learnt between the games (Grizzle
1965). What one treatment leaves behind for the next is not taken out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from fishlab.lab.class_experiment.inference import ROUNDED, Result, Table
from fishlab.lab.class_experiment.sentences import caution, leading, number, points
from fishlab.messages import tr
from fishlab.stats import Interval, student_t


@dataclass(frozen=True, slots=True)
class Swapped:
    """How far one treatment is ahead of another at the tables that played both.

    Attributes:
        base: the treatment that is taken off.
        other: the treatment that it is taken off from.
        year: up to which year of both games points count.
        difference: other less base in points a table, with Student's interval; its `games` are blocks.
        tables: how many tables of people played both.
        people: how many seats they have.
        freedom: degrees of freedom of the spread; with 0 the interval is infinite.
        sd: the spread of blocks.
    """

    base: str
    other: str
    year: int
    difference: Interval
    tables: int
    people: int
    freedom: int
    sd: float


def swapped(before: Result, after: Result, people_of: Mapping[str, str]) -> Swapped | None:
    """Compare tables with themselves in the game before; None without a block in which both orders were played.

    Args:
        before: what the game before shows.
        after: what this game shows.
        people_of: for each table of this game the one at which its people sat before.
    """
    if len(after.means) != 2:
        return None
    base, other = after.means
    year, known = min(before.year, after.year), {table.name: table for table in before.counted}
    blocks: dict[tuple[str, int], dict[str, list[tuple[Table, float]]]] = {}
    for table in after.counted:
        old = known.get(people_of.get(table.name, ""))
        if old is None or {old.treatment, table.treatment} != {base, other} or old.seats != table.seats:
            continue
        gained = table.total(year) - old.total(year)
        by_order = blocks.setdefault((table.block, table.seats), {})
        by_order.setdefault(table.treatment, []).append((table, gained if table.treatment == other else -gained))
    both = [block for block in blocks.values() if len(block) == 2]
    if not both:
        return None
    sizes: dict[int, list[float]] = {}
    for block in both:
        size = next(iter(block.values()))[0][0].seats
        sizes.setdefault(size, []).append(math.fsum(_mean([gain for _, gain in some]) for some in block.values()) / 2)
    levelled = [one for some in sizes.values() for one in some]
    mean, count = _mean(levelled), len(levelled)
    strata = list(sizes.values()) if count > len(sizes) else [levelled]  # as in `inference`
    freedom = count - len(strata)
    around = math.fsum((one - _mean(some)) ** 2 for some in strata for one in some)
    sd = max(math.sqrt(ROUNDED), math.sqrt(around / freedom)) if freedom else math.inf
    half = student_t(freedom + 1, after.confidence) * sd / math.sqrt(count) if freedom else math.inf
    tables = [table for block in both for some in block.values() for table, _ in some]
    people = sum(table.seats for table in tables)
    by = Interval(mean, mean - half, mean + half, count)
    return Swapped(base, other, year, by, len(tables), people, freedom, sd)


def _mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)


def second_game_sentences(found: Swapped | None, same: bool = True) -> list[str]:
    """Say that people of a later game have played before, and what they made under both treatments.

    Args:
        found: what the same people made under both treatments, None if that cannot be said.
        same: whether the people of every table sat together in the game before; else nobody knows who did.
    """
    told = [
        tr(
            "The people are the same as in the game before. They have learnt from it, so this game is no second class "
            "that confirms the first."
        )
        if same
        else tr(
            "There was a game before this one. Whoever played it has learnt from it, so this game is no second class "
            "that confirms the first."
        )
    ]
    return told if found is None else [*told, _told(found), *filter(None, [caution(found.freedom, found.sd)])]


def _told(found: Swapped) -> str:
    lead, behind, by = leading(found.base, found.other, found.difference)
    slots = {
        "lead": lead,
        "behind": behind,
        "points": points(by.mean),
        "year": found.year,
        "tables": found.tables,
        "people": found.people,
    }
    if by.games == 1:
        return tr(
            "Table by table, the same people made {points} more under “{lead}” than under “{behind}”, up to year "
            "{year} ({tables} tables, {people} people, order of the games levelled out). That is one block: nobody can "
            "say how much of it is luck.",
            **slots,
        )
    slots |= {"low": number(by.low), "high": number(by.high), "blocks": by.games}
    if number(by.mean) == "0":
        return tr(
            "Table by table, the same people made as much under “{lead}” as under “{behind}”, up to year {year} (95 %: "
            "{low} to {high}; {blocks} blocks, {tables} tables, {people} people, order of the games levelled out).",
            **slots,
        )
    if by.excludes(0):
        return tr(
            "Table by table, the same people made {points} more under “{lead}” than under “{behind}”, up to year "
            "{year} (95 %: {low} to {high}; {blocks} blocks, {tables} tables, {people} people, order of the games "
            "levelled out).",
            **slots,
        )
    return tr(
        "Table by table, the same people made {points} more under “{lead}” than under “{behind}”, up to year {year} "
        "(95 %: {low} to {high}; {blocks} blocks, {tables} tables, {people} people, order of the games levelled out). "
        "That may be luck.",
        **slots,
    )
