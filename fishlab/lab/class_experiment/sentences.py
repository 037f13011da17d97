"""What a class shows, in sentences: for every case one, and never more than the tables allow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from fishlab.boom.treatments import TERMS
from fishlab.core import SEAT_LETTERS
from fishlab.lab.class_experiment.inference import ROUNDED, Comparison, PlayedTable, Result, unfinished
from fishlab.lab.published import TALK_EFFECTS
from fishlab.messages import language, listed, tr, trn
from fishlab.messages import number as written
from fishlab.stats import Interval

D_HOLDS: Final = 88
"""Of 100 simulated classes of the lesson's form with 8 tables, those whose interval of d holds the true one
(`docs/class_check.md`)."""


def sentences(result: Result, ended: bool = False) -> list[str]:
    """Return what a class shows: the differences first, then what does not count and why.

    Args:
        result: what the class shows.
        ended: whether its game is over, and not only looked at.
    """
    found = [nothing(result)] if not result.comparisons else []
    if len(result.comparisons) > 1:
        found.append(
            tr(
                "{count} differences are looked at together. Each interval is wider for it, so that all of them should "
                "hold in {sure} of 100 classes.",
                count=len(result.comparisons),
                sure=round(100 * result.confidence),
            )
        )
    for one in result.comparisons:
        found += [
            difference(one, result),
            by_size(one),
            caution(one.freedom, one.sd),
            lots(one, len(result.comparisons)),
            effect(one, len(result.comparisons)),
        ]
    found += [dropped(result, ended), *with_dropped(result), *stayed(result), *left_out(result)]
    found += [changed_hands(result), many_looks(result, ended)]
    return [sentence for sentence in found if sentence]


def number(value: float, digits: int = 1) -> str:
    """Return a figure as people read it: few decimals, none if it is whole, a true minus.

    >>> number(-2.04), number(3.999), number(0.125, 3)
    ('−2', '4', '0.125')
    """
    shown = f"{value:.{digits}f}"
    shown = shown.rstrip("0").rstrip(".") if "." in shown else shown
    return "0" if shown == "-0" else language().number(shown).replace("-", "−")


def bound(value: float) -> str:
    """Return an end of an interval; one near 0 with more digits, so that all see on which side it lies."""
    shown = [number(value, digits) for digits in (1, 2, 3)]
    return next((one for one in shown if one != "0"), "0")


def points(value: float) -> str:
    """Return a number of points in words."""
    shown = number(value)
    return trn("{shown} point", "{shown} points", 1 if shown == "1" else 2, shown=shown)


def leading(base: str, other: str, by: Interval) -> tuple[str, str, Interval]:
    """Return which treatment is ahead, which behind, and by how much; `by` is other less base."""
    return (other, base, by) if by.mean >= 0 else (base, other, Interval(-by.mean, -by.high, -by.low, by.games))


def nothing(result: Result) -> str:
    """Say why there is nothing to compare."""
    people = (*result.counted, *result.alone)
    if not people:
        return tr("No table of people has finished a year yet, so there is nothing to compare.")
    if len(people) == 1:
        return tr("Only table {table} counts, so there is nothing to compare it with.", table=people[0].name)
    if len(kinds := {table.treatment for table in people}) == 1:
        if len(people) == 2:
            played = kinds.pop()
            return tr("Both tables played “{treatment}”, so there is nothing to compare.", treatment=played)
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
    lead, behind, by = leading(one.base, one.other, one.difference)
    slots = {
        "lead": lead,
        "behind": behind,
        "points": points(by.mean),
        "low": bound(by.low) if math.isfinite(by.low) else "",
        "high": bound(by.high) if math.isfinite(by.high) else "",
        "year": result.year,
        "years": result.years,
        "tables": one.tables,
        "people": one.people,
        "sure": number(100 * one.confidence, 1),
    }
    if number(by.mean) == "0" and one.freedom == 0:
        return tr(
            "“{lead}” and “{behind}” are even up to year {year} of {years} ({tables} tables, {people} people).", **slots
        )
    if number(by.mean) == "0":
        return trn(
            "“{lead}” and “{behind}” are even up to year {year} of {years} ({sure} %: {low} to {high}; {n} block, "
            "{tables} tables, {people} people). The true difference may be anything between these: that is not the "
            "same as none.",
            "“{lead}” and “{behind}” are even up to year {year} of {years} ({sure} %: {low} to {high}; {n} blocks, "
            "{tables} tables, {people} people). The true difference may be anything between these: that is not the "
            "same as none.",
            one.blocks,
            **slots,
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


def many_looks(result: Result, ended: bool = False) -> str:
    """Warn of looking after every year until something shows; "" after the last, and where there is no interval.

    Without any effect, the interval of some year leaves out 0 in about three times as many classes as that of the last.
    """
    if result.year >= result.years or not any(one.freedom for one in result.comparisons):
        return ""
    if ended and not unfinished(result.played):
        return ""  # it was played to its end; points count for fewer years for another reason
    if ended:
        return tr(
            "The game was stopped before its end. If it was stopped because of what it showed, the interval is too "
            "narrow."
        )
    return tr(
        "This is looked at after every year, and each look is a chance of a false alarm: only the last look has no "
        "more than {wrong} %.",
        wrong=number(100 * (1 - result.confidence)),
    )


def by_size(one: Comparison) -> str:
    """Say how far a treatment is ahead at tables of each size, where there are several; "" where there are not."""
    if len(one.by_size) < 2:
        return ""
    lead = leading(one.base, one.other, one.difference)[0]
    turn = 1 if lead == one.other else -1
    told = [tr("{points} at tables of {seats}", points=points(turn * mean), seats=seats) for seats, mean in one.by_size]
    return tr("By the size of tables, “{lead}” is ahead by {sizes}.", lead=lead, sizes=listed(told))


def caution(freedom: int, sd: float) -> str:
    """Warn of an interval that is narrow or wide by luck: tables agree to the point, or their spread was seen once."""
    if freedom < 1:
        return ""
    agree, few = cautions()
    if sd <= math.sqrt(ROUNDED):
        return agree
    return "" if freedom > 1 else few


def cautions() -> tuple[str, str]:
    """Return both warnings, which several intervals may need: they are said once."""
    return tr(
        "The blocks agree to the point. With so few of them that is mostly luck: do not trust the narrow interval."
    ), tr(
        "With so few tables, whether an interval is narrow or wide is mostly luck as well: do not trust a narrow one."
    )


def holds(covered: float | None, comparisons: int = 1) -> str:
    """Say how often such intervals hold the truth, where that is less often than they say (`beside.covered`)."""
    if covered is None:
        return ""
    covers = round(100 * covered)
    if comparisons > 1:
        return tr(
            "These intervals may be a little too narrow: in simulated classes like this one, drawn from games of "
            "models, all of them hold the true differences in {covers} of 100, not in 95.",
            covers=covers,
        )
    return tr(
        "This interval may be a little too narrow: in simulated classes like this one, drawn from games of models, "
        "it holds the true difference in {covers} of 100, not in 95.",
        covers=covers,
    )


def lots(one: Comparison, comparisons: int) -> str:
    """Say what the randomisation test of a comparison shows, which is one of so many."""
    test = one.lots
    slots = {
        "possible": written(test.possible, ","),
        "drawn": written(test.looked_at, ","),
        "large": written(test.as_large, ","),
        "p": f"= {number(test.p, 3)}" if test.p >= 0.0005 else f"< {number(0.001, 3)}",
        "least": number(test.least, 3),
        "limit": number(0.05 / comparisons, 3),
    }
    if not test.exact:
        return tr(
            "The lots could have fallen in {possible} ways. Of {drawn} of them, drawn at random, {large} make a "
            "difference at least as large (p {p}).",
            **slots,
        )
    if one.freedom == 0:
        return tr("The lots could have fallen in {possible} ways: of so few, nothing can be told from luck.", **slots)
    if test.least > 0.05 / comparisons:
        return tr(
            "The lots could have fallen in {possible} ways; {large} of them make a difference at least as large "
            "(p {p}). With so few tables p is never below {least}, whatever the tables do, so look at the interval, "
            "which may be a little too narrow if totals lean to one side.",
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


def effect(one: Comparison, comparisons: int = 1) -> str:
    """Say how large a difference, one of so many, is in units of the spread; that of talk, beside published ones."""
    if (found := one.effect) is None:
        return ""
    slots = {
        "other": one.other,
        "d": number(found.mean, 2),
        "low": number(found.low, 2),
        "high": number(found.high, 2),
        "sure": number(100 * one.confidence, 1),
    }
    told = (
        tr(
            "Divided by the spread between tables within a block, the effect of “{other}” is d = {d} ({sure} %: {low} "
            "to {high}). These bounds are rough: in simulated classes of the usual form they hold the true d in "
            "{holds} of 100.",
            holds=D_HOLDS,
            **slots,
        )
        if comparisons == 1
        else tr(
            "Divided by the spread between tables within a block, the effect of “{other}” is d = {d} ({sure} %: {low} "
            "to {high}). These bounds are rough: how often they hold the true d was not simulated for so many "
            "treatments.",
            **slots,
        )
    )
    if not of_talk(one):
        return told
    return (
        told
        + " "
        + tr(
            "Published, for talk in other games and in units of their own spreads: {face} face to face, {written} in "
            "writing (Balliet 2010).",
            face=number(TALK_EFFECTS["spoken"], 2),
            written=number(TALK_EFFECTS["written"], 2),
        )
    )


def of_talk(one: Comparison) -> bool:
    """Tell whether two treatments differ by talk alone, so that published effects of talk stand beside them."""
    known = {name: terms for terms in TERMS.values() for name in (terms.name, tr(terms.title))}
    talks = [known[name].fixed.get("talk") if name in known else None for name in (one.base, one.other)]
    return "never" in talks and None not in talks and len(set(talks)) == 2


def stayed(result: Result) -> list[str]:
    """Say how many people of each treatment had left by the last year that counts, where bots played, and what is done.

    Tables that are not compared because people left them are in it. Nothing is said where people played all that
    counts.
    """
    if not any(year <= result.year for table in result.played for _, year in table.bots):
        return []
    found = []
    if any(gone for gone, _ in result.leavers.values()):
        told = [
            tr("{gone} of {people} under “{treatment}”", gone=gone, people=people, treatment=name)
            for name, (gone, people) in result.leavers.items()
        ]
        found.append(tr("By year {year} bots had taken the seats of {gone}.", year=result.year, gone=listed(told)))
    replaced = [(table, bots_at(table, result.year)) for table in result.counted or result.alone]
    if seats_of := [tr("{table} ({seats})", table=table.name, seats=some) for table, some in replaced if some]:
        found.append(tr("A bot played for somebody at these seats: {seats}.", seats="; ".join(seats_of)))
    found.append(
        tr(
            "Years that a bot played for somebody are filled with the mean of the people at the same table; what the "
            "bot caught is gone from their sea all the same."
        )
    )
    return found


def changed_hands(result: Result) -> str:
    """Say at how many seats that count more than one person played; "" if there was none."""
    tables = [table for table in result.counted or result.alone if table.changed]
    return (
        trn(
            "At {n} seat more than one person played, one after the other ({tables}); above, each seat is one of the "
            "people.",
            "At {n} seats more than one person played, one after the other ({tables}); above, each seat is one of the "
            "people.",
            sum(table.changed for table in tables),
            tables=listed(sorted(table.name for table in tables)),
        )
        if tables
        else ""
    )


def dropped(result: Result, ended: bool) -> str:
    """Warn that tables were left out after the lots had fallen; "" if none were, or nothing is compared.

    While the game goes on, tables that have not come as far as the others are not left out: they still play.
    """
    tables = [table.name for table in result.dropped if ended or table not in result.behind]
    if not result.comparisons or not tables:
        return ""
    return tr(
        "Left out after the lots had fallen: {tables}. Who drops out may depend on the treatment, so this is no longer "
        "the comparison that lots made.",
        tables=listed(sorted(tables)),
    )


def with_dropped(result: Result) -> list[str]:
    """Say what all tables show up to the last year that people held at all of them, if some were left out later."""
    if result.early is None or not result.early.comparisons:
        return []
    told = trn(
        "Look also at year {year}, up to which people held all {n} table:",
        "Look also at year {year}, up to which people held all {n} tables:",
        len(result.early.counted),
        year=result.early.year,
    )
    return [
        told,
        *(
            words
            for one in result.early.comparisons
            for words in (difference(one, result.early), caution(one.freedom, one.sd))
        ),
    ]


def left_out(result: Result) -> list[str]:
    """Say what does not count, and why."""
    found = []
    counted = result.counted or result.alone
    if 0 < result.year < result.years and counted:
        found.append(_stopped(result))
    if result.apart:
        found.append(
            trn(
                "One table does not count, because a seat was never a person’s: {tables}.",
                "{n} tables do not count, because a seat was never a person’s: {tables}.",
                len(result.apart),
                tables=_names(result.apart),
            )
        )
    if result.closed:
        found.append(
            trn(
                "One table does not count, because it was closed before its end: {tables}.",
                "{n} tables do not count, because they were closed before their end: {tables}.",
                len(result.closed),
                tables=_names(result.closed),
            )
        )
    if result.overrun:
        found.append(
            trn(
                "One table does not count: bots played more than half of the seats at {tables}.",
                "{n} tables do not count: bots played more than half of the seats at {tables}.",
                len(result.overrun),
                tables=_overrun(result.overrun),
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


def _stopped(result: Result) -> str:
    """Say up to which year points count, and which tables keep the others from a later one."""
    slots = {"year": result.year, "years": result.years}
    if slow := [table for table in result.played if len(table.points) == result.year]:
        if len(slow) == len(result.played):
            return tr("Points count up to year {year} of {years}: no table has come further.", **slots)
        return trn(
            "Points count up to year {year} of {years}, because one table has not come further: {tables}.",
            "Points count up to year {year} of {years}, because {n} tables have not come further: {tables}.",
            len(slow),
            tables=_names(slow),
            **slots,
        )
    return left_later(result) or tr("Points count up to year {year} of {years}.", **slots)


def left_later(result: Result) -> str:
    """Say that points stop at a year because people left after it; "" if they do not."""
    lost = [table for table in (*result.counted, *result.alone) if table.people_years == result.year]
    return (
        tr(
            "Points count up to year {year} of {years}, because bots played more than half of the seats later, at "
            "{tables}.",
            tables=_overrun(lost),
            year=result.year,
            years=result.years,
        )
        if lost and all(len(table.points) > result.year for table in result.played)
        else ""
    )


def _overrun(tables: Sequence[PlayedTable]) -> str:
    """Say where bots played more than half of the seats, and in which year first."""
    return listed([tr("{table} in year {year}", table=table.name, year=table.people_years + 1) for table in tables])


def _names(tables: Sequence[PlayedTable]) -> str:
    return listed([table.name for table in tables])


def bots_at(table: PlayedTable, year: int) -> str:
    """Say which seats of a table a bot played up to a year, and when; "" if none."""
    seats: dict[int, list[int]] = {}
    for seat, when in sorted(table.bots):
        if when <= year:
            seats.setdefault(seat, []).append(when)
    told = [tr("seat {seat} in {years}", seat=SEAT_LETTERS[seat], years=_years(when)) for seat, when in seats.items()]
    return listed(told) if told else ""


def bots_seats(table: PlayedTable, year: int) -> str:
    """Say how many seats of a table a bot played up to a year; "" if none."""
    seats = {seat for seat, when in table.bots if when <= year}
    return trn("{n} seat", "{n} seats", len(seats)) if seats else ""


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
