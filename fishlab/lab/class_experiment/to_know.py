"""What must be known to read a class's differences: one list, which every page has from here that shows them.

The desk, the wall, the report, the zip with its notebook, and classes that are put together say no more of this, and no
less; only a wall, which names no seat, has it in short.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Self

from fishlab.lab.class_experiment.inference import Comparison, PlayedTable, Result, after_fines, payers
from fishlab.lab.class_experiment.sentences import (
    Apart,
    bots_at,
    caution,
    cautions,
    difference,
    effects,
    emptied_apart,
    emptied_in_short,
    emptied_of_several,
    ends,
    foremost,
    holds,
    how_far,
    leading,
    nothing,
    number,
    of_each,
    one_game,
    points,
    talk_in_short,
    told_of_talk,
)
from fishlab.messages import listed, mark, tr, trn, trs

Told = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToKnow:
    """What must be known to read differences, in sentences; nothing where there is nothing to say.

    Attributes:
        alike: that two treatments are the same game for people.
        stopped: up to which year points count, if that is not the last, and why; of a game that was stopped, or is
            looked at while it is played, what that does to intervals.
        models: what models show up to that year, and at the end.
        covered: how often such intervals hold the truth, where that is less often than they say.
        to_come: what an empty sea costs in the year after those that count.
        fines: that points are before fines, what these cost, and of one difference that after them.
        after: of several differences each one after fines, by its place; "" where nobody paid any.
        again: that people have played before, and what they did if treatments were swapped.
        dropped: tables that were left out after the lots had fallen, and what all tables show up to an earlier year.
        bots: people who left, and seats that bots played for somebody.
        replaced: at how many seats bots played for somebody, for a page that names none.
        late: seats at which a bot played first and a person later.
        left_out: tables and blocks that do not count, and why.
        changed: seats at which several people played, one after the other.
        talk: what else than talk may differ where silence is compared with talk.
        wall: all that may turn the largest difference, in short, for a wall, which names no seat.
    """

    alike: Told = ()
    stopped: Told = ()
    models: Told = ()
    covered: Told = ()
    to_come: Told = ()
    fines: Told = ()
    after: Told = ()
    again: Told = ()
    dropped: Told = ()
    bots: Told = ()
    replaced: Told = ()
    late: Told = ()
    left_out: Told = ()
    changed: Told = ()
    talk: Told = ()
    wall: Told = ()

    @classmethod
    def of(
        cls,
        result: Result,
        ended: bool = False,
        *,
        models: Sequence[str] = (),
        covered: float | None = None,
        apart: Apart | None = None,
        sealing: bool = False,
        empty: Mapping[str, int] = MappingProxyType({}),
        to_come: str = "",
        again: Sequence[str] = (),
        quoted: Sequence[str] = (),
        failed: Sequence[str] = (),
    ) -> Self:
        """Return what must be known of a class.

        Args:
            result: what the class shows.
            ended: whether its game is over, and not only looked at.
            models: what models show up to the year that counts, and at the end, if that is not the last.
            covered: the share of simulated classes whose intervals hold the truth, if that is less than they say.
            apart: of the tables that are compared, the treatments all of whose seas are empty, and those without any.
            sealing: whether people sealed after each talk what was agreed.
            empty: the tables whose sea ran empty, with the year after which nobody played there.
            to_come: what an empty sea costs in the year after.
            again: of a later game, that its people have played before.
            quoted: the same in short, with the figure to quote.
            failed: what cannot be said, because something went wrong.
        """
        less, after, several = fined(result), each_after_fines(result), len(result.comparisons) > 1
        largest = max(result.comparisons, key=lambda one: abs(one.difference.mean), default=None)
        narrow = _narrow(result, apart or Apart())
        return cls(
            alike=spoken(*(one_game(one.base, one.other) for one in result.comparisons)),
            stopped=spoken(_stopped(result), many_looks(result, ended)),
            models=tuple(models) if _is_early(result) else (),
            covered=spoken(narrow, "" if narrow and not several else holds(covered, len(result.comparisons)), *failed),
            to_come=spoken(to_come),
            fines=spoken(less, *([] if several else after)),
            after=tuple(after) if several else (),
            again=tuple(again),
            dropped=spoken(dropped(result, ended), *with_dropped(result)),
            bots=tuple(stayed(result, empty)),
            late=spoken(came_late(sum(late_seats(one, result.year) for one in result.counted or result.alone))),
            left_out=tuple(left_out(result)),
            changed=spoken(changed_hands(result)),
            talk=spoken(*told_of_talk(sealing, *((one.base, one.other) for one in result.comparisons))),
            wall=spoken(
                one_game(largest.base, largest.other) if largest else "",
                talk_in_short(sealing, largest) if largest else "",
                (narrow if several else emptied_in_short()) if narrow else "",
                "" if narrow and not several else holds(covered, len(result.comparisons), wall=True),
                *failed,
                left_later(result) or (many_looks(result, ended, wall=True) if ended else ""),
                to_come,
                fined_in_short(result),
                dropped(result, ended, wall=True),
                held_in_short(largest) if largest else "",
                changed_hands(result, wall=True),
                *quoted,
            ),
        )

    def differences(self, result: Result, some: Sequence[Comparison]) -> list[str]:
        """Return the differences of some comparisons, each of several with what it is after fines right behind it."""
        each = zip(result.comparisons, self.after or [""] * len(result.comparisons), strict=True)
        pairs = [(difference(one, result), after) for one, after in each if one in some]
        return [words for pair in pairs for words in pair if words] if result.comparisons else [nothing(result)]

    def first(self) -> list[str]:
        """Return what stands right behind a difference: up to when, of which classes, and of which points it is."""
        return [*self.alike, *self.stopped, *self.models, *self.covered, *self.to_come, *self.fines]

    def then(self) -> list[str]:
        """Return what stands at the end: who is not in it, and who played."""
        return [*self.dropped, *self.bots, *self.late, *self.left_out, *self.changed, *self.talk]

    def sentences(self) -> list[str]:
        """Return all of it."""
        return [*self.first(), *filter(None, self.after), *self.again, *self.then()]


def sentences(result: Result, ended: bool = False) -> list[str]:
    """Return what a class shows: the differences first, then what must be known to read them.

    Args:
        result: what the class shows.
        ended: whether its game is over, and not only looked at.
    """
    know = ToKnow.of(result, ended)
    told = know.differences(result, foremost(result))
    return [*told, *how_far(result), *know.first(), *know.again, *know.then(), *further(result, know)]


def further(result: Result, know: ToKnow) -> list[str]:
    """Return what a class shows of the comparisons that do not stand first, and how far to trust them."""
    first = foremost(result)
    if not (rest := [one for one in result.comparisons if one not in first]):
        return []
    about = [one for one in of_each(rest, len(result.comparisons)) if one not in cautions()]  # all have one spread
    return [*know.differences(result, rest), *about, *spoken(effects(rest))]


def spoken(*words: str) -> Told:
    """Return the sentences that say something."""
    return tuple(one for one in words if one)


def _narrow(result: Result, apart: Apart) -> str:
    """Say that intervals which leave out 0 may be too narrow, for seas part by treatment; "" where none is.

    Those after fines are told, too, so they count as much.
    """
    after = after_fines(result)
    parted = {
        name
        for one in (*result.comparisons, *(after.comparisons if after else ()))
        if one.freedom and one.difference.excludes(0) and not one_game(one.base, one.other)
        if {one.base, one.other} & {*apart.empty} and {one.base, one.other} & {*apart.lasting}
        for name in (one.base, one.other)
    }
    if not parted:
        return ""
    if len(result.comparisons) == 1:
        return emptied_apart(result.comparisons[0].tables)
    return emptied_of_several(Apart(*(tuple(name for name in names if name in parted) for names in apart)))


def _is_early(result: Result) -> bool:
    """Tell whether points count up to an earlier year than the last."""
    return 0 < result.year < result.years and bool(result.counted or result.alone)


def fined(result: Result) -> str:
    """Say that totals are before fines, and what these cost a table; "" without any.

    Years that a bot played are filled by what people have left after fines, so that both are of the same people.
    """
    tables = result.counted or result.alone
    paid: dict[str, list[float]] = {name: [] for name in result.means}
    for table in tables:
        cost = table.total(result.year) - table.after_fines.total(result.year)
        paid.setdefault(table.treatment, []).append(cost)
    told = [
        tr("{points} a table less under “{treatment}”", points=points(sum(costs) / len(costs)), treatment=name)
        for name, costs in paid.items()
        if any(costs)
    ]
    return tr("Totals are before fines; after them they are {less}.", less=listed(told)) if told else ""


def each_after_fines(result: Result) -> list[str]:
    """Say of each difference what is left of it after fines; "" where nobody paid any under both treatments."""
    if (after := after_fines(result)) is None:
        return []
    paid = payers(result)
    return [
        tr("After fines: {words}", words=difference(one, after)) if paid & {one.base, one.other} else ""
        for one in after.comparisons
    ]


def fined_in_short(result: Result) -> str:
    """Say that totals are before fines, and what is left of the largest difference after them; "" without any."""
    if (after := after_fines(result)) is None or not result.comparisons:
        return fined(result)
    largest = max(result.comparisons, key=lambda one: abs(one.difference.mean))
    if not payers(result) & {largest.base, largest.other}:
        return tr("Before fines; nobody paid any under these two.")
    one = next(one for one in after.comparisons if (one.base, one.other) == (largest.base, largest.other))
    lead, behind, by = leading(one.base, one.other, one.difference)
    words = mark("Before fines; after them “{lead}” is {points} ahead{bounds}.")
    if number(by.mean) == "0":
        words = mark("Before fines; after them “{lead}” and “{behind}” are even{bounds}.")
    bounds = ends(by, one.confidence) if one.freedom else ""
    return tr(words, lead=lead, behind=behind, points=points(by.mean), bounds=bounds)


def came_late(seats: int) -> str:
    """Say at how many seats a bot played first and a person later; "" if at none."""
    return trs(
        "At {n} seat a bot played first and a person later, who may have come late.",
        "At {n} seats a bot played first and a person later, who may have come late.",
        seats,
    )


def replaced_seats(table: PlayedTable, year: int) -> int:
    """Return at how many seats of a table a bot played for somebody up to a year."""
    return len({seat for seat, when in table.bots if when <= year})


def replaced(seats: int) -> str:
    """Say at how many seats bots played for somebody; "" if at none."""
    return trs("At {n} seat a bot played for somebody.", "At {n} seats a bot played for somebody.", seats)


def helped_seats(table: PlayedTable, year: int) -> set[int]:
    """Return the seats of a table at which a bot made some decisions up to a year, and most in none of these years."""
    return {seat for seat, when in table.helped if when <= year} - {seat for seat, when in table.bots if when <= year}


def late_seats(table: PlayedTable, year: int) -> int:
    """Return at how many seats of a table a bot played the first year, and a person a later one up to a year."""
    first = [seat for seat, when in table.bots if when == 1]
    return sum(any((seat, when) not in table.bots for when in range(2, year + 1)) for seat in first)


def many_looks(result: Result, ended: bool = False, wall: bool = False) -> str:
    """Say that a game was stopped, or warn of looking after every year until something shows; "" after the last.

    Without any effect, the interval of some year leaves out 0 in about three times as many classes as that of the last.
    """
    if result.year >= result.years or not result.comparisons:
        return ""
    if ended and not result.unfinished:
        return ""  # it was played to its end; points count for fewer years for another reason
    known = any(one.freedom for one in result.comparisons)
    if not known:
        return tr("The game was stopped before its end.") if ended else ""
    if ended:
        in_short = mark("Stopped before its end: if because of what it showed, the interval is too narrow.")
        words = mark(
            "The game was stopped before its end. If it was stopped because of what it showed, the interval is too "
            "narrow."
        )
        return tr(in_short if wall else words)
    return tr(
        "This is looked at after every year, and each look may raise a false alarm: only for the last look is that "
        "risk no more than {wrong} %.",
        wrong=number(100 * (1 - result.confidence)),
    )


def stayed(result: Result, empty: Mapping[str, int] = MappingProxyType({})) -> list[str]:
    """Say how many seats bots took under each treatment, how many they held in the last year, and what is done.

    Tables that are not compared because people left them are in it. Nothing is said where people played all that
    counts.

    Args:
        result: what the class shows.
        empty: the tables whose sea ran empty, with the year after which nobody played there.
    """
    if not any(year <= result.year for table in result.played for _, year in table.bots):
        return []
    told, held = [], []
    for name, (gone, people) in result.leavers.items():
        taken = sum(replaced_seats(one, result.year) for one in result.played if one.treatment == name)
        told.append(tr("{gone} of {people} seats under “{treatment}”", gone=taken, people=people, treatment=name))
        held.append(str(gone))
    slots = {"year": result.year, "gone": listed(told), "held": listed(held)}
    tables = result.counted or result.alone
    seats_of = [
        tr("{table} ({seats})", table=table.name, seats=seats)
        for table in tables
        if (seats := bots_at(table, min(result.year, empty.get(table.name) or result.year)))
    ]
    most = mark("A bot made most of the decisions at these seats: {seats}.")
    some = sum(len(helped_seats(table, result.year)) for table in tables)
    return [
        tr("By year {year} bots had taken over {gone}; in that year they held {held}.", **slots),
        *([tr(most, seats="; ".join(seats_of))] if seats_of else []),
        *spoken(
            trs("At {n} more seat it made some.", "At {n} more seats it made some.", some)
            if seats_of
            else trs("At {n} seat a bot made some decisions.", "At {n} seats a bot made some decisions.", some)
        ),
        tr(
            "Years that a bot played for somebody are filled in with the mean of the people at the same table; the "
            "fish the bot caught are still missing from their sea."
        ),
    ]


def held_in_short(one: Comparison) -> str:
    """Say for a wall how many of the seats that are compared bots held in the year in which these were most."""
    return trs(
        "A bot held {n} of these {seats} seats in year {year}.",
        "Bots held {n} of these {seats} seats in year {year}.",
        one.held.seats,
        seats=one.people,
        year=one.held.year,
    )


def changed_hands(result: Result, wall: bool = False) -> str:
    """Say at how many seats that count more than one person played; "" if there was none. A wall names no table."""
    tables = [table for table in result.counted or result.alone if table.changed]
    seats = sum(table.changed for table in tables)
    if wall:
        return trs(
            "At {n} seat more than one person played, one after the other.",
            "At {n} seats more than one person played, one after the other.",
            seats,
        )
    return trs(
        "At {n} seat more than one person played, one after the other ({tables}); above, each seat counts as one "
        "person.",
        "At {n} seats more than one person played, one after the other ({tables}); above, each seat counts as one "
        "person.",
        seats,
        tables=listed(sorted(_names(tables))),
    )


def dropped(result: Result, ended: bool, wall: bool = False) -> str:
    """Warn that tables were left out after the lots had fallen; "" if none were, or nothing is compared.

    While the game goes on, tables that have not come as far as the others are not left out: they still play, and to
    one with a seat that never was a person's somebody may still come.
    """
    tables = [table for table in result.dropped if ended or table not in (*result.behind, *result.apart)]
    if not (result.comparisons and tables):
        return ""
    in_short = mark("Left out, so this is no longer the comparison as randomised: {tables}.")
    words = mark(
        "Left out after the random assignment: {tables}. Who drops out may depend on the treatment, so this is no "
        "longer the comparison as randomised."
    )
    return tr(in_short if wall else words, tables=listed(sorted(_names(tables))))


def with_dropped(result: Result) -> list[str]:
    """Say what all tables show up to the last year that people held at all of them, if some were left out later."""
    if result.early is None or not result.early.comparisons:
        return []
    told = trn(
        "See also year {year}, up to which people held all {n} table:",
        "See also year {year}, up to which people held all {n} tables:",
        len(result.early.counted),
        year=result.early.year,
    )
    each = [(difference(one, result.early), caution(one.freedom, one.sd)) for one in result.early.comparisons]
    return [told, *chain.from_iterable(each)]


def left_out(result: Result) -> list[str]:
    """Say what does not count, and why."""
    counted = result.counted or result.alone
    lone = [one for one in result.behind if result.comparisons and one not in result.dropped]
    behind = [one for one in result.behind if one not in lone and counted]
    alone = [*lone, *result.alone] if result.comparisons else []
    found = spoken(
        _missing(result),
        trs(
            "One table does not count, because not every seat of it had a person: {names}.",
            "{n} tables do not count, because not every seat of theirs had a person: {names}.",
            _names(result.apart),
        ),
        trs(
            "One table does not count, because it was closed before its end: {names}.",
            "{n} tables do not count, because they were closed before their end: {names}.",
            _names(result.closed),
        ),
        trs(
            "One table does not count: bots played more than half of the seats at {names}.",
            "{n} tables do not count: bots played more than half of the seats at {names}.",
            _overrun(result.overrun),
        ),
        trs(
            "One table does not count, because no year was finished there: {names}.",
            "{n} tables do not count, because no year was finished there: {names}.",
            _names(one for one in behind if not one.points),
        ),
        trs(
            "One table does not count, because people have not finished year {year} there: {names}.",
            "{n} tables do not count, because people have not finished year {year} there: {names}.",
            _names(one for one in behind if one.points),
            year=result.year,
        ),
        trs(
            "One table does not count, because the table that it would be compared with does not count: {names}.",
            "{n} tables do not count, because the tables that they would be compared with do not count: {names}.",
            _names(one for one in alone if result.lost_partner(one)),
        ),
        trs(
            "One table does not count, because its block has no table of the same size with another treatment: "
            "{names}.",
            "{n} tables do not count, because their blocks have no table of the same size with another treatment: "
            "{names}.",
            _names(one for one in alone if not result.lost_partner(one)),
        ),
    )
    return list(found)


def _missing(result: Result) -> str:
    """Say how many of the blocks among whose tables lots fell are compared; "" if all are, or none."""
    every = (*result.counted, *result.alone, *result.apart, *result.closed, *result.behind, *result.overrun)
    tables = [table.block for table in every]
    blocks, kept = {block for block in tables if tables.count(block) > 1}, {table.block for table in result.counted}
    if not result.comparisons or not blocks - kept:
        return ""
    return trn(
        "{n} of {all} blocks is compared.", "{n} of {all} blocks are compared.", len(kept), all=len(blocks | kept)
    )


def _stopped(result: Result) -> str:
    """Say up to which year points count, and which tables keep the others from a later one; "" of the whole game."""
    if not _is_early(result):
        return ""
    slots = {"year": result.year, "years": result.years}
    slow = [table for table in result.played if len(table.points) == result.year]
    if slow and len(slow) == len(result.played):
        return tr("Points count up to year {year} of {years}: no table has got further.", **slots)
    late = trs(
        "Points count up to year {year} of {years}, because one table has got no further: {names}.",
        "Points count up to year {year} of {years}, because {n} tables have got no further: {names}.",
        _names(slow),
        **slots,
    )
    return late or left_later(result) or tr("Points count up to year {year} of {years}.", **slots)


def left_later(result: Result) -> str:
    """Say that points stop at a year because people left after it; "" if they do not."""
    lost = [table for table in (*result.counted, *result.alone) if table.people_years == result.year]
    if not lost or any(len(table.points) <= result.year for table in result.played):
        return ""
    return tr(
        "Points count up to year {year} of {years}, because after that bots played more than half of the seats at "
        "{tables}.",
        tables=listed(_overrun(lost)),
        year=result.year,
        years=result.years,
    )


def _overrun(tables: Sequence[PlayedTable]) -> list[str]:
    """Say where bots played more than half of the seats, and in which year first."""
    return [tr("{table} in year {year}", table=table.name, year=table.people_years + 1) for table in tables]


def _names(tables: Iterable[PlayedTable]) -> list[str]:
    return [table.name for table in tables]
