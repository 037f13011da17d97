"""Many classes together: the mean difference, how much classes differ from each other, and rows for a forest plot.

The spread of tables is taken from all classes together. A class of four tables has one degree of freedom: by its own
spread it would weigh much or little by luck alone. Where every class has one block, no such spread is known: then the
classes themselves are the sample, with Student's interval, and nothing is said about how much they differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from fishlab.lab.class_experiment.inference import ROUNDED, Comparison, PlayedTable, compare, unfinished
from fishlab.lab.class_experiment.random_effects import RandomEffects, random_effects
from fishlab.lab.class_experiment.rows import RowsError, lacks_fines, table_of
from fishlab.lab.class_experiment.sentences import (
    bound,
    caution,
    emptied_apart,
    emptied_in_short,
    holds,
    leading,
    number,
    of_each_class,
    one_game,
    points,
    told_of_talk,
)
from fishlab.lab.class_experiment.to_know import ToKnow, came_late, late_seats, replaced, replaced_seats, spoken
from fishlab.messages import listed, mark, tr, trn, trs
from fishlab.stats import Interval, student_t

PREDICTED: Final = 3
"""From so many classes on it is said where a further class may lie."""
MANY: Final = 10
"""With fewer classes it is said that I² and τ are very uncertain: I² is biased, too (von Hippel 2015)."""


class PooledClass(NamedTuple):
    """One class: a line of the forest plot."""

    session: str
    difference: Interval
    """With Student's interval by the spread of all classes, as it is weighted; its `games` are tables."""
    tables: int
    people: int
    weight: float
    """Its share of the mean, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Pooled:
    """Many classes together.

    Attributes:
        base: the treatment that is taken off.
        other: the treatment that it is taken off from.
        form: the form of the game.
        classes: those that count.
        mean: other less base in points a table, over classes; None without a class.
        found: the mean of random effects, from two classes on; None if `sd` is.
        sd: the spread of tables with the same treatment and dice, from all classes; None if every class has one block.
        twice: classes that were given more than once, and counted once.
        left_out: classes that played both treatments, but have no block of them that was played to the end.
        stopped: classes that played both, but were stopped before the end: they do not count, not even with tables
            whose sea was empty by then.
        later: classes of which a later game was played, which does not count.
        year: up to which year points count; 0 for the end of the game.
        models: what models show up to that year, and at the end, in sentences.
        after: the same after fines; None if nobody paid any.
        cut: classes that count up to `year`, but were stopped before their end.
        unknown: classes whose fines of each year are not known, because an older Fishlab exported them.
        replaced: at how many seats of the tables that count bots played for somebody.
        late: at how many of these a bot played first and a person later.
        elsewhere: classes that did not play both treatments.
        dropped: classes that count, but without tables that were left out after the lots had fallen: closed, overrun by
            bots, or not played to the end.
        pairs: the other pairs of treatments that some classes played, each pooled for itself.
        seats: how many seats the tables have, where classes have tables of several sizes or lengths; else 0.
        years: how many years their games have, there.
        others: tables of other sizes and lengths, pooled for themselves: their points cannot be put together.
        freedom: degrees of freedom of `sd`.
        agree: whether tables agree to the nearest point, or if `sd` is None the classes do.
        covered: how often simulated classes like these hold the truth, if less often than they say; the least of them.
        tables_of: for each class that counts its tables of these two treatments that are compared.
        apart: the classes in which all seas of one treatment ran empty and none of the other.
        sealing: whether people sealed after each talk what was agreed.
        confidence: of the interval; of one class alone with several treatments it is wider, as at its desk.
    """

    base: str
    other: str
    form: str
    classes: tuple[PooledClass, ...]
    mean: Interval | None
    found: RandomEffects | None
    sd: float | None
    twice: tuple[str, ...]
    left_out: tuple[str, ...]
    seats: int = 0
    years: int = 0
    others: tuple[Pooled, ...] = ()
    elsewhere: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    pairs: tuple[Pooled, ...] = ()
    freedom: int = 0
    agree: bool = False
    covered: float | None = None
    confidence: float = 0.95
    stopped: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    year: int = 0
    cut: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    after: Pooled | None = None
    unknown: tuple[str, ...] = ()
    replaced: int = 0
    late: int = 0
    tables_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    apart: tuple[str, ...] = ()
    sealing: bool = False

    @property
    def ahead(self) -> Pooled:
        """The same as the sentence has it: the treatment that leads less the one behind.

        What is pooled beside it (`after`, `others`, `pairs`) stays as it is.
        """
        if self.mean is None or leading(self.base, self.other, self.mean)[0] == self.other:
            return self
        found = self.found and self.found._replace(mean=self.found.mean.turned, next=self.found.next.turned)
        classes = tuple(one._replace(difference=one.difference.turned) for one in self.classes)
        return replace(self, base=self.other, other=self.base, mean=self.mean.turned, found=found, classes=classes)

    @property
    def further(self) -> Interval | None:
        """Where the true difference of a further class may lie; None with too few classes."""
        return self.found.next if self.found and len(self.classes) >= PREDICTED else None

    @property
    def to_know(self) -> ToKnow:
        """What must be known to read the mean, as for one class."""
        return ToKnow(
            alike=spoken(one_game(self.base, self.other)),
            stopped=self._stopped(),
            models=self.models if self.year else (),
            covered=self._holds(),
            fines=self._fines(),
            again=spoken(self._again()),
            dropped=spoken(self._dropped()),
            replaced=spoken(replaced(self.replaced)),
            late=spoken(came_late(self.late)),
            left_out=self._left_out(),
            talk=spoken(*told_of_talk(self.sealing, (self.base, self.other))),
        )

    def _holds(self) -> tuple[str, ...]:
        """Say how often such intervals hold the truth, of one class as at its desk."""
        apart = () if one_game(self.base, self.other) else self.apart
        if self.mean is None or not (math.isfinite(self.mean.high) and self.mean.excludes(0)):
            apart = ()
        several = round(0.05 / (1 - self.confidence))
        if len(self.classes) != 1:
            return spoken(*of_each_class(self.covered if self.sd is not None else None, apart))
        if self.sd is None:
            return ()
        if apart:
            return spoken(emptied_in_short() if several > 1 else emptied_apart(self.tables))
        return spoken(holds(self.covered, several))

    def sentences(self) -> list[str]:
        """Return what the classes show, and what must be known to read it."""
        know = self.to_know
        found = (
            self._mean(), *self._told(), *know.first(), self._unlike(), self._uncertain(), *self._strata(),
            self._lines(), *self._notes(), *know.again, *know.then(), *know.replaced,
        )  # fmt: skip
        return [sentence for sentence in found if sentence]

    def _told(self) -> list[str]:
        """Say whether the mean may be luck, and whether two classes contradict each other."""
        if self.mean is None or not math.isfinite(self.mean.high):
            return []
        found: list[str] = []
        if not self.mean.excludes(0) and number(self.mean.mean) != "0":
            found.append(tr("That may be luck: the true mean may also be 0."))
        signs = [math.copysign(1, one.difference.mean) for one in self.classes if one.difference.mean]
        if len(self.classes) == 2 and sum(signs) == 0 and signs:
            words = mark("The two classes contradict each other: in one “{base}” is ahead, in the other “{other}”.")
            found.append(tr(words, base=self.base, other=self.other))
        if self.agree:
            words = mark(
                "The tables agree to the nearest point. With so few of them that is mostly luck: do not trust the "
                "narrow interval."
            )
            of_classes = mark(
                "The classes agree to the nearest point. With so few of them that is mostly luck: do not trust the "
                "narrow interval."
            )
            found.append(tr(of_classes if self.sd is None else words))
        if self.sd is not None and len(self.classes) == 1:
            found += spoken(caution(self.freedom, self.sd))
        return found

    def _stopped(self) -> tuple[str, ...]:
        """Say up to which year points count, if not to the end, and which classes were stopped before."""
        early = mark(
            "These points only go up to year {year}. What came later, such as the cost of an empty sea, is not "
            "included: at the end another treatment may be ahead."
        )
        return spoken(
            tr(early, year=self.year) if self.year else "",
            trs(
                "One class was stopped before its end: {names}. If it was stopped because of what it showed, its "
                "interval is too narrow.",
                "{n} classes were stopped before their end: {names}. If one was stopped because of what it showed, its "
                "interval is too narrow.",
                self.cut,
            ),
            trs(
                "One class does not count, because not all its tables with fish have reached year {year}: {names}.",
                "{n} classes do not count, because not all their tables with fish have reached year {year}: {names}.",
                self.stopped,
                year=self.year,
            )
            if self.year
            else trs(
                "One class does not count, because it was not played to its end: {names}. “fishlab pool --year” counts "
                "it up to an earlier year.",
                "{n} classes do not count, because they were not played to their end: {names}. “fishlab pool --year” "
                "counts them up to an earlier year.",
                self.stopped,
            ),
        )

    def _fines(self) -> tuple[str, ...]:
        """Say that points are before fines, and what is left after them; nothing if nobody paid any."""
        return spoken(
            tr("Totals are before fines. After fines: {words}", words=self.after._mean()) if self.after else "",
            trs(
                "One class was exported by an older Fishlab, which did not keep the years of its fines: {names}. It "
                "counts before fines only; export it again.",
                "{n} classes were exported by an older Fishlab, which did not keep the years of their fines: {names}. "
                "They count before fines only; export them again.",
                self.unknown,
            ),
        )

    def _mean(self) -> str:
        if self.mean is None:
            return tr(
                "Nothing can be compared: no class played “{base}” and “{other}” far enough.",
                base=self.base,
                other=self.other,
            )
        lead, behind, by = leading(self.base, self.other, self.mean)
        slots = {"lead": lead, "behind": behind, "points": points(by.mean), "tables": self.tables}
        even = number(by.mean) == "0"
        if not math.isfinite(by.high):
            words = mark(
                "“{lead}” is {points} a table ahead of “{behind}” in one class with one block: nobody can say how much "
                "of it is luck."
            )
            one_block = mark("“{lead}” and “{behind}” are even in one class with one block.")
            return tr(one_block if even else words, **slots)
        slots |= {"low": bound(by.low), "high": bound(by.high), "sure": number(100 * self.confidence)}
        if even:
            return trn(
                "“{lead}” and “{behind}” are even ({sure} %: {low} to {high}; {n} class, {tables} tables). The true "
                "difference may be anywhere between these: “even” does not mean that there is none.",
                "“{lead}” and “{behind}” are even ({sure} %: {low} to {high}; {n} classes, {tables} tables). The true "
                "mean may be anywhere between these: “even” does not mean that it is 0.",
                len(self.classes),
                **slots,
            )
        return trn(
            "“{lead}” is {points} a table ahead of “{behind}” ({sure} %: {low} to {high}; {n} class, {tables} tables).",
            "“{lead}” is {points} a table ahead of “{behind}” ({sure} %: {low} to {high}; {n} classes, {tables} "
            "tables).",
            len(self.classes),
            **slots,
        )

    @property
    def tables(self) -> int:
        """How many tables the classes have."""
        return sum(one.tables for one in self.classes)

    def _unlike(self) -> str:
        if self.sd is None and len(self.classes) > 1:
            return tr(
                "Each class has one block, so we cannot know how much tables within a class differ: the interval "
                "comes from how much the classes differ."
            )
        if self.found is None or (further := self.ahead.further) is None:
            return ""
        if self.found.tau == 0:
            return tr("The classes differ no more than they would by chance alone (I² = 0 %).")
        return tr(
            "{share} % of the variation between classes is not chance (I²): true differences spread by {tau}, and "
            "that of a further class is expected between {low} and {high} (95 %).",
            share=number(100 * self.found.i2, 0),
            tau=points(self.found.tau),
            low=bound(further.low),
            high=points(further.high),
        )

    def _lines(self) -> str:
        """Say why a class's line may be another than at its desk; "" if it is not."""
        if self.found is None:
            return ""
        if not self.others:
            return tr("Here a class’s own interval uses the spread of all classes: its desk may show another.")
        return tr(
            "A class’s own line covers only its tables of {seats}, and its interval uses the spread of all classes: "
            "its desk may show another.",
            seats=self.seats,
        )

    def _uncertain(self) -> str:
        if len(self.classes) == 2:
            return tr("With two classes, the width of the interval is mostly luck: do not trust a narrow one.")
        if self.further is None or len(self.classes) >= MANY:
            return ""
        return tr(
            "How much classes differ is estimated from only {classes} classes, so it is very uncertain.",
            classes=len(self.classes),
        )

    def _strata(self) -> list[str]:
        """Say of which tables this is, and what those of other sizes and lengths show for themselves."""
        if not self.others:
            return []
        return [
            trn(
                "This covers tables of {seats} in games of {n} year. Tables of other sizes and games of other lengths "
                "score differently, so they are left out.",
                "This covers tables of {seats} in games of {n} years. Tables of other sizes and games of other lengths "
                "score differently, so they are left out.",
                self.years,
                seats=self.seats,
            ),
            *(
                trn(
                    "Tables of {seats} in games of {n} year, on their own: {words}",
                    "Tables of {seats} in games of {n} years, on their own: {words}",
                    one.years,
                    seats=one.seats,
                    words=" ".join([one._mean(), *one._told(), *one._holds()]),
                )
                for one in self.others
            ),
        ]

    def _notes(self) -> tuple[str, ...]:
        """Say which classes were given more than once, and what else can be chosen."""
        pairs = [
            trn(
                "“{base}” and “{other}” ({n} class)",
                "“{base}” and “{other}” ({n} classes)",
                len(one.classes) + len(one.left_out) + len(one.stopped),
                base=one.base,
                other=one.other,
            )
            for one in self.pairs
        ]
        return spoken(
            trs(
                "One class was given more than once and is counted once: {names}.",
                "{n} classes were given more than once and are counted once: {names}.",
                self.twice,
            ),
            tr("Other pairs were played too, and can be chosen: {pairs}.", pairs=listed(pairs)) if pairs else "",
        )

    def _dropped(self) -> str:
        """Say in which classes tables were left out after the lots had fallen."""
        return trs(
            "In one class tables were left out after the random assignment, so it is no longer the comparison as "
            "randomised: {names}.",
            "In {n} classes tables were left out after the random assignment, so they are no longer the comparisons "
            "as randomised: {names}.",
            self.dropped,
        )

    def _again(self) -> str:
        """Say of which classes a later game was played."""
        return trs(
            "Only the first game of one class counts, because people in a later one may have played before: {names}.",
            "Only the first game of {n} classes counts, because people in a later one may have played before: {names}.",
            self.later,
        )

    def _left_out(self) -> tuple[str, ...]:
        """Say which classes do not count, and why."""
        if not self.classes:
            return ()
        return spoken(
            trs(
                "One class does not count, because no block was played far enough there: {names}.",
                "{n} classes do not count, because no block was played far enough there: {names}.",
                self.left_out,
            ),
            trs(
                "One class does not count, because “{base}” and “{other}” were not both played there: {names}.",
                "{n} classes do not count, because “{base}” and “{other}” were not both played there: {names}.",
                self.elsewhere,
                base=self.base,
                other=self.other,
            ),
        )


def pool_rows(
    rows: Iterable[Mapping[str, Any]], base: str, other: str, form: str = "", year: int | None = None
) -> Pooled:
    """Put classes together; tables of several sizes and lengths each for themselves, those that are most first.

    One class alone is told as its desk does, over all its blocks.

    Args:
        rows: one for each table of all classes (see `rows`), in any order.
        base: the treatment that is taken off.
        other: the treatment that it is taken off from.
        form: of which form of the game; needed if the rows hold several, whose points cannot be compared.
        year: up to which year points count; the end of the game without it, so that no class that stopped early is
            mixed with others.

    Raises:
        RowsError: the rows are of another version, contradict each other, or hold several forms.
    """
    every = list(rows)
    classes, twice = _classes(every, form)
    lacking = {str(row["session"]) for row in every if lacks_fines(row)}
    found = _put_together(classes, twice, base, other, form, year)
    unknown = tuple(sorted(lacking & {one.session for one in found.classes}))
    net = {
        session: (kind, [table.after_fines for table in tables])
        for session, (kind, tables) in classes.items()
        if session not in lacking
    }
    compared = [
        table
        for one in (found, *found.others)
        for session, names in one.tables_of.items()
        for table in classes[session][1]
        if table.name in names
    ]
    if any(any(map(any, table.fines[:year])) for table in compared):
        return replace(found, unknown=unknown, after=_put_together(net, (), base, other, form, year))
    return replace(found, unknown=unknown)


def _put_together(
    classes: Mapping[str, tuple[str, list[PlayedTable]]],
    twice: tuple[str, ...],
    base: str,
    other: str,
    form: str,
    year: int | None,
) -> Pooled:
    forms = {name for name, _ in classes.values()}
    if len(forms) > 1:
        raise RowsError(
            "These classes played different forms of the game, whose points cannot be compared: {forms}. Choose one.",
            forms=listed(sorted(forms)),
        )
    both = {
        session: [table for table in tables if table.treatment in (base, other)]
        for session, (_, tables) in classes.items()
    }
    elsewhere = tuple(session for session, tables in both.items() if len({one.treatment for one in tables}) < 2)
    counted = [session for session in both if session not in elsewhere]
    stopped = tuple(session for session in counted if unfinished(both[session], year))
    played = {session: classes[session][1] for session in counted if session not in stopped}
    kinds = sorted({(one.seats, one.years) for session in played for one in both[session] if one.points})
    pooled = _pooled(played, base, other, year)
    about: dict[str, Any] = {
        "form": next(iter(forms), form),
        "twice": twice,
        "elsewhere": elsewhere,
        "stopped": stopped,
        "year": year or 0,
        "cut": tuple(session for session in played if year and unfinished(both[session])),
    }
    whole = replace(pooled, **about)
    if len(played) < 2 or len(kinds) < 2:
        return whole
    strata = []
    for seats, years in kinds:
        some = {
            session: [one for one in tables if not one.points or (one.seats, one.years) == (seats, years)]
            for session, tables in played.items()
        }
        stratum = _pooled(some, base, other, year)
        if stratum.classes:
            strata.append(replace(stratum, seats=seats, years=years, **about))
    if len(strata) < 2:
        return strata[0] if strata else whole
    told = {line.session for stratum in strata for line in stratum.classes}
    first, *others = sorted(strata, key=lambda one: (-one.tables, -one.seats, -one.years))
    missing = tuple(session for session in played if session not in told)
    return replace(first, others=tuple(others), left_out=missing)


def _pooled(classes: Mapping[str, Sequence[PlayedTable]], base: str, other: str, year: int | None) -> Pooled:
    """Put classes together that played two treatments; tables of others tell of their spread, as at the desk."""
    compared: dict[str, Comparison] = {}
    less, seats, late = [], 0, 0
    tables_of: dict[str, tuple[str, ...]] = {}
    for session, mine in classes.items():
        end = max((table.years for table in mine), default=0) if year is None else year
        result = compare(mine, (base, other), end)
        pair = [one for one in result.comparisons if (one.base, one.other) == (base, other)]
        if pair:
            compared[session] = pair[0]
            less += [session] if any(one.treatment in (base, other) for one in result.dropped) else []
            own = [table for table in result.counted if table.treatment in (base, other)]
            tables_of[session] = tuple(table.name for table in own)
            seats += sum(replaced_seats(table, result.year) for table in own)
            late += sum(late_seats(table, result.year) for table in own)
    every = list(compared.values())
    freedom = sum(one.freedom for one in every)
    around = math.fsum(one.freedom * one.sd**2 for one in every if one.freedom)
    sd = math.sqrt(around / freedom) if freedom else None
    together = None
    if sd is not None and len(every) > 1:
        variances = [sd**2 / one.weight for one in every]
        together = random_effects([one.difference.mean for one in every], variances, freedom=freedom)
    mean, weights, spread = (together.mean, together.weights, sd) if together else _as_sample(every)
    confidence = every[0].confidence if len(every) == 1 else 0.95
    return Pooled(
        base=base,
        other=other,
        form="",
        classes=tuple(
            PooledClass(session, _by_common_spread(one, sd, freedom, confidence), one.tables, one.people, weight)
            for (session, one), weight in zip(compared.items(), weights, strict=True)
        ),
        mean=mean,
        found=together,
        sd=sd,
        freedom=freedom,
        agree=spread is not None and spread <= math.sqrt(ROUNDED),
        twice=(),
        left_out=tuple(session for session in classes if session not in compared),
        dropped=tuple(less),
        replaced=seats,
        late=late,
        tables_of=tables_of,
        confidence=confidence,
    )


def _by_common_spread(one: Comparison, sd: float | None, freedom: int, confidence: float) -> Interval:
    """Return a class's difference with an interval by the spread of all classes; infinite where none is known."""
    mean = one.difference.mean
    half = student_t(freedom + 1, confidence) * sd / math.sqrt(one.weight) if sd is not None else math.inf
    return Interval(mean, mean - half, mean + half, one.tables)


def _as_sample(every: Sequence[Comparison]) -> tuple[Interval | None, tuple[float, ...], float | None]:
    """Return the mean of classes that are a sample of their own, by Student, their weights and their spread.

    One class is its own, and has no such spread. As with blocks, classes that agree to the point keep the width to
    which points are known.
    """
    if len(every) < 2:
        return (every[0].difference if every else None), (1.0,) * len(every), None
    whole = math.fsum(one.weight for one in every)
    mean = math.fsum(one.weight * one.difference.mean for one in every) / whole
    around = math.fsum(one.weight * (one.difference.mean - mean) ** 2 for one in every)
    spread = math.sqrt(max(ROUNDED, around / (len(every) - 1)))
    half = student_t(len(every)) * spread / math.sqrt(whole)
    return Interval(mean, mean - half, mean + half, len(every)), tuple(one.weight / whole for one in every), spread


def _classes(
    rows: Iterable[Mapping[str, Any]], form: str
) -> tuple[dict[str, tuple[str, list[PlayedTable]]], tuple[str, ...]]:
    """Return the form and the tables of every class, each table once, and which classes were given more than once.

    Of a class that was exported twice, each table counts as far as it had come. A class with the same tables under
    another number is a copy.
    """
    found: dict[str, tuple[str, dict[str, PlayedTable]]] = {}
    twice: set[str] = set()
    for row in rows:
        table = table_of(row)
        session, kind = str(row["session"]), str(row["form"])
        if form and kind != form:
            continue
        known, tables = found.setdefault(session, (kind, {}))
        if known != kind:
            raise RowsError("Class {session} has rows of different forms of the game.", session=session)
        if table.name in tables:
            twice.add(session)
            table = _further(tables[table.name], table, session)
        tables[table.name] = table
    kept: dict[str, tuple[str, list[PlayedTable]]] = {}
    known_contents: set[tuple[Any, ...]] = set()
    for session in sorted(found):
        kind, named = found[session]
        played = [named[name] for name in sorted(named)]
        content = (kind, *played)
        if content in known_contents:
            twice.add(session)
        else:
            known_contents.add(content)
            kept[session] = (kind, played)
    return kept, tuple(sorted(twice))


def _further(one: PlayedTable, two: PlayedTable, session: str) -> PlayedTable:
    """Return the table that came further, of two that should be the same one; of two as far, the closed one."""
    short, long = sorted((one, two), key=lambda table: (len(table.points), table.closed, bool(table.fines)))
    years = len(short.points)
    same = (short.block, short.treatment, short.years) == (long.block, long.treatment, long.years)
    fined = bool(short.fines) and long.fines[:years] != short.fines
    if not same or fined or long.points[:years] != short.points:
        raise RowsError(
            "Class {session} was given twice, and table {table} is not the same in both: keep only one file.",
            session=session,
            table=one.name,
        )
    return long
