"""What a class shows, in sentences: for every case one, and never more than the tables allow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from fishlab.core import SEAT_LETTERS
from fishlab.lab.class_experiment.inference import ROUNDED, Comparison, Lots, Result, Table
from fishlab.lab.published import TALK_EFFECTS
from fishlab.messages import listed, tr, trn
from fishlab.stats import Interval


def sentences(result: Result) -> list[str]:
    """Return what a class shows: the differences first, then what does not count and why."""
    found = [nothing(result)] if not result.comparisons else []
    if len(result.comparisons) > 1:
        found.append(
            tr(
                "{count} differences are looked at together. Each interval is wider for it, so that all of them hold "
                "in {sure} of 100 classes.",
                count=len(result.comparisons),
                sure=round(100 * result.confidence),
            )
        )
    for one in result.comparisons:
        found += [difference(one, result), agreeing(one), lots(one.lots, len(result.comparisons)), effect(one)]
    return [sentence for sentence in (*found, *left_out(result)) if sentence]


def number(value: float, digits: int = 1) -> str:
    """Return a figure as people read it: few decimals, none if it is whole, a true minus.

    >>> number(-2.04), number(3.999), number(0.125, 3)
    ('−2', '4', '0.125')
    """
    shown = f"{value:.{digits}f}"
    shown = shown.rstrip("0").rstrip(".") if "." in shown else shown
    return "0" if shown == "-0" else shown.replace("-", "−")


def points(value: float) -> str:
    """Return a number of points in words."""
    shown = number(value)
    return trn("{shown} point", "{shown} points", 1 if shown == "1" else 2, shown=shown)


def nothing(result: Result) -> str:
    """Say why there is nothing to compare."""
    people = (*result.counted, *result.alone)
    if not people:
        return tr("No table of people has finished a year yet, so there is nothing to compare.")
    if len(people) == 1:
        return tr("Only table {table} counts, so there is nothing to compare it with.", table=people[0].name)
    if len(kinds := {table.treatment for table in people}) == 1:
        return tr(
            "All {count} tables played “{treatment}”, so there is nothing to compare.",
            count=len(people),
            treatment=kinds.pop(),
        )
    return tr(
        "No block has tables with different treatments and the same number of seats. Tables are compared within their "
        "block only, so nothing is compared."
    )


def difference(one: Comparison, result: Result) -> str:
    """Say how far a treatment is ahead, up to which year, from how many tables, and whether it may be luck."""
    lead, behind, by = one.other, one.base, one.difference
    if by.mean < 0:
        lead, behind, by = behind, lead, Interval(-by.mean, -by.high, -by.low, by.games)
    slots = {
        "lead": lead,
        "behind": behind,
        "points": points(by.mean),
        "low": number(by.low) if math.isfinite(by.low) else "",
        "high": number(by.high) if math.isfinite(by.high) else "",
        "year": result.year,
        "years": result.years,
        "tables": one.tables,
        "people": one.people,
        "sure": number(100 * one.confidence, 1),
    }
    if by.mean == 0:
        return tr(
            "“{lead}” and “{behind}” are even up to year {year} of {years} ({tables} tables, {people} people).", **slots
        )
    if one.freedom == 0:
        return tr(
            "“{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years}. That is one block "
            "({tables} tables, {people} people): nobody can say how much of it is luck.",
            **slots,
        )
    if one.seen:
        return trn(
            "“{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years} ({sure} %: {low} to {high}; "
            "{n} block, {tables} tables, {people} people).",
            "“{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years} ({sure} %: {low} to {high}; "
            "{n} blocks, {tables} tables, {people} people).",
            one.blocks,
            **slots,
        )
    return trn(
        "“{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years} ({sure} %: {low} to {high}; "
        "{n} block, {tables} tables, {people} people). That may be luck: the true difference may also be 0.",
        "“{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years} ({sure} %: {low} to {high}; "
        "{n} blocks, {tables} tables, {people} people). That may be luck: the true difference may also be 0.",
        one.blocks,
        **slots,
    )


def agreeing(one: Comparison) -> str:
    """Warn of blocks that agree to the point, so that their interval looks narrower than people are."""
    if one.freedom < 1 or one.sd > math.sqrt(ROUNDED):
        return ""
    return tr(
        "The blocks agree to the point. With so few of them that is mostly luck: do not trust the narrow interval."
    )


def lots(test: Lots, comparisons: int) -> str:
    """Say what the randomisation test shows, as one of so many."""
    slots = {
        "possible": f"{test.possible:,}",
        "drawn": f"{test.looked_at:,}",
        "large": f"{test.as_large:,}",
        "p": f"= {number(test.p, 3)}" if test.p >= 0.0005 else "< 0.001",
        "least": number(test.least, 3),
        "limit": number(0.05 / comparisons, 3),
    }
    if not test.exact:
        return tr(
            "The lots could have fallen in {possible} ways. Of {drawn} of them, drawn at random, {large} make a "
            "difference at least as large (p {p}).",
            **slots,
        )
    if test.least > 0.05 / comparisons:
        return tr(
            "The lots could have fallen in {possible} ways; {large} of them make a difference at least as large "
            "(p {p}). With so few tables p is never below {least}, whatever the tables do, so look at the interval.",
            **slots,
        )
    if comparisons > 1:
        return tr(
            "The lots could have fallen in {possible} ways; {large} of them make a difference at least as large "
            "(p {p}; with so many differences only a p below {limit} counts).",
            **slots,
        )
    return tr(
        "The lots could have fallen in {possible} ways; {large} of them make a difference at least as large (p {p}).",
        **slots,
    )


def effect(one: Comparison) -> str:
    """Say how large a difference is in units of the spread, beside published ones."""
    if (found := one.effect) is None:
        return ""
    return tr(
        "Divided by the spread between tables of a block, the effect of “{other}” is d = {d} ({sure} %: {low} to "
        "{high}). Published, for talk in other games: {face} face to face, {written} in writing (Balliet 2010).",
        other=one.other,
        d=number(found.mean, 2),
        low=number(found.low, 2),
        high=number(found.high, 2),
        sure=number(100 * one.confidence, 1),
        face=number(TALK_EFFECTS["spoken"], 2),
        written=number(TALK_EFFECTS["written"], 2),
    )


def left_out(result: Result) -> list[str]:
    """Say what does not count, and which seats a bot took over."""
    found = []
    counted = result.counted or result.alone
    if 0 < result.year < result.years and counted:
        last = [table for table in counted if table.people_years == result.year]
        found.append(
            trn(
                "Points count up to year {year} of {years}, because one table has not come further: {tables}.",
                "Points count up to year {year} of {years}, because {n} tables have not come further: {tables}.",
                len(last),
                year=result.year,
                years=result.years,
                tables=_names(last),
            )
            if last
            else tr("Points count up to year {year} of {years}.", year=result.year, years=result.years)
        )
    if replaced := [table for table in counted if any(year <= result.year for _, year in table.bots)]:
        found.append(
            tr(
                "A bot played for somebody at {seats}. Those years are filled with the mean of the people at the same "
                "table.",
                seats=listed([_replaced(table, result.year) for table in replaced]),
            )
        )
    if result.apart:
        found.append(
            trn(
                "One table does not count, because a seat was never a person’s: {tables}.",
                "{n} tables do not count, because a seat was never a person’s: {tables}.",
                len(result.apart),
                tables=_names(result.apart),
            )
        )
    if result.behind and counted:
        found.append(
            trn(
                "One table does not count, because people have not finished year {year} there: {tables}.",
                "{n} tables do not count, because people have not finished year {year} there: {tables}.",
                len(result.behind),
                year=result.year,
                tables=_names(result.behind),
            )
        )
    if result.alone and result.comparisons:
        found.append(
            trn(
                "One table does not count, because its block has no table of the same size with another treatment: "
                "{tables}.",
                "{n} tables do not count, because their blocks have no table of the same size with another treatment: "
                "{tables}.",
                len(result.alone),
                tables=_names(result.alone),
            )
        )
    return found


def _names(tables: Sequence[Table]) -> str:
    return listed([table.name for table in tables])


def _replaced(table: Table, year: int) -> str:
    """Say which seats of a table a bot played, and when."""
    seats: dict[int, list[int]] = {}
    for seat, when in sorted(table.bots):
        if when <= year:
            seats.setdefault(seat, []).append(when)
    return listed(
        [
            tr("{table}, seat {seat}, in {years}", table=table.name, seat=SEAT_LETTERS[seat], years=_years(when))
            for seat, when in seats.items()
        ]
    )


def _years(years: Iterable[int]) -> str:
    """Return years as people write them, one after the other as a span."""
    spans: list[list[int]] = []
    for year in years:
        if spans and year == spans[-1][1] + 1:
            spans[-1][1] = year
        else:
            spans.append([year, year])
    told = [str(first) if first == last else f"{first}–{last}" for first, last in spans]
    return trn("year {years}", "years {years}", sum(b - a + 1 for a, b in spans), years=listed(told))
