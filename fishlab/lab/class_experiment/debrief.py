"""After a game: promises that were kept, predictions beside what came, and what people think, from the class's answers.

What comes in are rows of an export (`talks.csv`, `answers.csv`), or of a room; they have the same columns.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, Final, NamedTuple

from fishlab.lab.class_experiment.inference import PlayedTable, Result, compare
from fishlab.lab.class_experiment.sentences import difference, number
from fishlab.messages import mark, tr, trn, trs
from fishlab.stats import Interval, student_t

PUBLISHED_KEPT: Final = 0.95
"""Promises that people keep who talk face to face again and again: about 5 % defections (Anderies & Janssen, p. 96)."""
CHECK, PREDICTION, OPINION = "questions", "prediction", "questionnaire"
"""The stages of answers that are looked at."""
FEWEST_TABLES: Final = 4
"""With fewer tables the share of promises that were kept has no interval: so few say next to nothing of how much
tables differ."""
ALIKE: Final = 0.1
"""The least correlation of the promises of one table that is believed."""
SCALE: Final = range(1, 6)
"""The answers to a question of opinion, from not at all to fully."""
_ONE_KEPT: Final = mark(
    "The only promise that could have been broken{overtime} was kept; one promise cannot show how close that is to the "
    "true share."
)
_ONE_BROKEN: Final = mark(
    "The only promise that could have been broken{overtime} was not kept; one promise cannot show how close that is to "
    "the true share."
)


class Promises(NamedTuple):
    """What became of what was agreed in talks."""

    kept: Interval | None
    """The share of promises that were kept, of those that could be kept and broken; None without one. Its interval is
    Wilson's of as many promises as these are worth, for people at one table agree with each other; with fewer tables
    than `FEWEST_TABLES` it is as wide as can be."""
    breakable: int
    """How many promises could be kept and broken."""
    tables: int
    """At how many tables these were made."""
    idle: int
    """How many promises tell nothing: by dice and sea the seat could not have taken more, or it could not have taken
    less, or a bot moved for it."""
    level: float | None
    """How many fish each were agreed on, on average over all promises; None without one."""
    common: int
    """After how many talks all who answered, two or more, had sealed the same."""
    talks: int
    """After how many talks somebody answered."""
    nothing: int
    """How often people said that nothing was agreed."""
    lucky: int = 0
    """How many more promises could be broken, and luck alone kept them: more was aimed at."""
    overtime: int = 0
    """How many of those that could be broken could be so by Overtime only."""
    years: tuple[int, ...] = ()
    """For which years they were made."""


def promises(talks: Iterable[Mapping[str, Any]]) -> Promises:
    """Return what became of promises: a year that is not over, and an answer that is missing, do not count."""
    rows = list(talks)
    limits = [row["promise"] for row in rows if isinstance(row["promise"], int)]
    kept: dict[str, list[bool]] = {}
    for row in rows:
        if row["kept"] is not None:
            kept.setdefault(row["table"], []).append(bool(row["kept"]))
    sealed: dict[tuple[str, int], list[Any]] = {}
    for row in rows:
        if row["promise"] is not None:
            sealed.setdefault((row["table"], row["year"]), []).append(row["promise"])
    count = sum(map(len, kept.values()))
    lucky = sum(row["kept"] is None and row.get("meant") is False for row in rows)
    told = [row for row in rows if row["kept"] is not None and row.get("once") is not None]
    return Promises(
        _share(kept),
        count,
        len(kept),
        len(limits) - count - lucky,
        math.fsum(limits) / len(limits) if limits else None,
        sum(len(promise) > 1 and len(set(promise)) == 1 for promise in sealed.values()),
        len(sealed),
        sum(row["promise"] == "nothing" for row in rows),
        lucky,
        sum(row["once"] <= row["promise"] for row in told),
        tuple(sorted({row["year"] for row in rows if isinstance(row["promise"], int)})),
    )


def _share(kept: Mapping[str, Sequence[bool]]) -> Interval | None:
    """Return the share of all promises that were kept, with Wilson's interval of as many promises as tables are worth.

    People at one table agree with each other, so their promises tell less than as many of strangers. How much less is
    seen in the spread between tables (that of a ratio: Cochran 1977, section 6.5), but hardly, with so few; so promises
    of a table are taken to be `ALIKE` at least (Kish 1965). Student's t has twice the tables' degrees of freedom, which
    `tools/class_check.py` found to hold the truth as often as it should.
    """
    if not kept:
        return None
    counts = [(sum(kept[name]), len(kept[name])) for name in sorted(kept)]
    yes, every, tables = sum(one for one, _ in counts), sum(count for _, count in counts), len(counts)
    share, middle = yes / every, (yes + 1) / (every + 2)
    if tables < FEWEST_TABLES:
        return Interval(share, 0.0, 1.0, tables)
    between = math.fsum((one - count * share) ** 2 for one, count in counts) * tables / (tables - 1) / every**2
    least = middle * (1 - middle) / every * (1 + ALIKE * (math.fsum(count**2 for _, count in counts) / every - 1))
    worth, t = middle * (1 - middle) / max(between, least), student_t(2 * tables - 1)
    centre = (share + t**2 / (2 * worth)) / (1 + t**2 / worth)
    half = t / (1 + t**2 / worth) * math.sqrt(share * (1 - share) / worth + t**2 / (4 * worth**2))
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half), tables)


def promise_sentences(found: Promises, few: bool = True, played: int = 0) -> list[str]:
    """Say what was agreed, how many promises were kept, and which cannot tell anything.

    Args:
        found: what became of promises.
        few: whether kept promises are told of one or two tables also, whose people all would know.
        played: how many years were played.
    """
    few = few or found.tables > 2
    told = [
        trs(
            "After {n} talk somebody answered: on average people sealed a limit of {level} fish each, and after "
            "{common} of them all who answered (two or more) sealed the same.",
            "After {n} talks somebody answered: on average people sealed a limit of {level} fish each, and after "
            "{common} of them all who answered (two or more) sealed the same.",
            0 if found.level is None else found.talks,
            level=number(found.level or 0),
            common=found.common,
        ),
        *(_kept(found, played) if few else []),
        _told_nothing(found) if few or not found.breakable else "",
        trs(
            "Once somebody said that nothing was agreed.",
            "{n} times somebody said that nothing was agreed.",
            found.nothing,
        ),
    ]
    return [words for words in told if words]


def _kept(found: Promises, played: int) -> list[str]:
    """Say how many promises were kept, and of which years that is not known; nothing without one."""
    if found.kept is None:
        return []
    kept, overtime = round(found.kept.mean * found.breakable), ""
    if found.overtime:
        several = tr(" ({count} of them only with Overtime)", count=found.overtime)
        overtime = several if found.breakable > 1 else tr(" (only with Overtime)")
    if found.tables >= FEWEST_TABLES:
        share = trn(
            "Of {n} promise that could have been broken{overtime} {kept} was kept: {share} % (95 %: {low} to {high}, "
            "over {tables} tables).",
            "Of {n} promises that could have been broken{overtime} {kept} were kept: {share} % (95 %: {low} to {high}, "
            "over {tables} tables).",
            found.breakable,
            kept=kept,
            share=number(100 * found.kept.mean, 0),
            overtime=overtime,
            low=number(100 * found.kept.low, 0),
            high=number(100 * found.kept.high, 0),
            tables=found.tables,
        )
    elif found.breakable == 1:
        share = tr(_ONE_KEPT if kept else _ONE_BROKEN, overtime=overtime)
    else:
        share = trn(
            "{kept} of {all} promises that could have been broken{overtime} were kept, at {n} table; so few tables "
            "cannot show how close that is to the true share.",
            "{kept} of {all} promises that could have been broken{overtime} were kept, at {n} tables; so few tables "
            "cannot show how close that is to the true share.",
            found.tables,
            kept=kept,
            overtime=overtime,
            all=found.breakable,
        )
    year = found.years[0] if len(found.years) == 1 and played > found.years[0] else 0
    only = mark("These promises were for year {year} only: later catches are not judged by them.")
    return [
        share,
        tr(only, year=year) if year else "",
        trs(
            "In {n} more case somebody tried to take more than was agreed, but dice or the sea prevented it: if that "
            "counts as broken, {share} % were kept.",
            "In {n} more cases somebody tried to take more than was agreed, but dice or the sea prevented it: if these "
            "count as broken, {share} % were kept.",
            found.lucky,
            share=number(100 * found.kept.mean * found.breakable / (found.breakable + found.lucky), 0),
        ),
    ]


def _told_nothing(found: Promises) -> str:
    """Say how many promises cannot tell anything; "" if there are none."""
    if found.breakable:
        return trs(
            "One more promise does not count: dice and sea decided it, it allowed as much as could be taken anyway, or "
            "a bot moved for the seat.",
            "{n} more promises do not count: dice and sea decided them, they allowed as much as could be taken anyway, "
            "or a bot moved for the seat.",
            found.idle,
        )
    return trs(
        "The only promise tells us nothing: dice and sea decided it, it allowed as much as could be taken anyway, or a "
        "bot moved for the seat.",
        "None of the {n} promises tells us anything: dice and sea decided them, they allowed as much as could be taken "
        "anyway, or a bot moved for the seat.",
        found.idle + found.lucky,
    )


def published_kept() -> str:
    """Say what is published of kept promises."""
    return tr(
        "Published, for people who talk face to face again and again: about {share} % (Anderies & Janssen, p. 96). "
        "That is one figure, from other games.",
        share=number(100 * PUBLISHED_KEPT, 0),
    )


def failing_tables(answers: Iterable[Mapping[str, Any]]) -> set[str]:
    """Return the tables at which half of the people or more needed several tries for a question about the rules."""
    people: dict[str, dict[tuple[Any, Any], bool]] = {}
    for row in answers:
        if row["stage"] == CHECK:
            asked, person = people.setdefault(row["table"], {}), (row["seat"], row["person"])
            asked[person] = asked.get(person, False) or int(row["tries"]) > 1
    return {table for table, asked in people.items() if 2 * sum(asked.values()) >= len(asked)}


def without_failing(
    tables: Sequence[PlayedTable], answers: Iterable[Mapping[str, Any]], result: Result
) -> Result | None:
    """Return what a class shows without the tables that failed the questions; None if none that is compared did."""
    failing = failing_tables(answers)
    if not any(table.name in failing for table in result.counted):
        return None
    others = [table for table in tables if table.name not in failing]
    return compare(others, tuple(result.means), result.year, result.confidence)


def failing_sentence(result: Result, without: Result | None) -> str:
    """Say what a class shows without the tables that failed the questions; "" if none did."""
    if without is None:
        return ""
    left = {table.name for table in (*without.counted, *without.alone)}
    words = " ".join(difference(one, without) for one in without.comparisons)
    return trs(
        "At {names}, half of the people or more needed several tries at a question about the rules. They were asked "
        "after the random assignment, so this is only a check. Without this table: {words}",
        "At {names}, half of the people or more needed several tries at a question about the rules. They were asked "
        "after the random assignment, so this is only a check. Without these {n} tables: {words}",
        [table.name for table in result.counted if table.name not in left],
        words=words or tr("nothing is left to compare."),
    )


class Predictions(NamedTuple):
    """What people expected of their table, sealed before the start."""

    catches: tuple[float, ...]
    """How many fish their table would catch."""
    lasts: tuple[bool, ...]
    """Whether fish would be left."""


def predictions(answers: Iterable[Mapping[str, Any]]) -> Predictions:
    """Return what people expected of their table."""
    rows = [row for row in answers if row["stage"] == PREDICTION]
    return Predictions(
        tuple(sorted(float(row["answer"]) for row in rows if row["question"] == "catch")),
        tuple(row["answer"] == "yes" for row in rows if row["question"] == "lasts"),
    )


def prediction_sentences(found: Predictions, caught: Sequence[float], left: Sequence[bool], year: int = 0) -> list[str]:
    """Say what people expected, beside what came: the catch of each table, and whether fish are left in its sea.

    Args:
        found: what people expected.
        caught: the catch of each table, of those with fish left and of those without.
        left: whether fish are left there, as it stands.
        year: up to which year the catch is meant, if the games are not all over.
    """
    told = []
    if found.catches and caught:
        people, slots = len(found.catches), {"mean": number(fmean(found.catches)), "came": number(fmean(caught))}
        told.append(
            trn(
                "One person expected the table to catch {mean} fish by the end; up to year {year}, tables caught "
                "{came}.",
                "{n} people expected their table to catch {mean} fish on average by the end; up to year {year}, tables "
                "caught {came}.",
                people,
                year=year,
                **slots,
            )
            if year
            else trn(
                "One person expected the table to catch {mean} fish; tables caught {came}.",
                "{n} people expected their table to catch {mean} fish on average; tables caught {came}.",
                people,
                **slots,
            )
        )
    if found.lasts and left:
        words = mark(
            "{yes} of {people} expected fish to be left at the end; they were left at {tables} of {all} tables."
        )
        if year:
            words = mark(
                "{yes} of {people} expected fish to be left at the end; so far they are left at {tables} of {all} "
                "tables."
            )
        told.append(tr(words, yes=sum(found.lasts), people=len(found.lasts), tables=sum(left), all=len(left)))
    return told


class Opinion(NamedTuple):
    """What people answered to one question of opinion."""

    question: str
    mean: float
    counts: tuple[int, ...]
    """How many chose each answer of `SCALE`."""


def opinions(answers: Iterable[Mapping[str, Any]]) -> list[Opinion]:
    """Return what people think, question by question in the order in which they were asked."""
    found: dict[str, Counter[int]] = {}
    for row in answers:
        value = str(row["answer"])
        if row["stage"] == OPINION and value.isdecimal() and int(value) in SCALE:
            found.setdefault(str(row["question"]), Counter())[int(value)] += 1
    return [
        Opinion(name, sum(value * n for value, n in counts.items()) / counts.total(), tuple(counts[v] for v in SCALE))
        for name, counts in found.items()
    ]
