"""What came of an experiment: the class's tables, what they show by the statistics of a class, and questions.

Only people's tables are compared, each with the tables of its block (`fishlab.lab.class_experiment`); what does not
count is said, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from fishlab.boom.rules import Boom
from fishlab.core import OVER, SEAT_LETTERS
from fishlab.lab.class_experiment.inference import Comparison, Result, Table, compare
from fishlab.lab.class_experiment.sentences import points
from fishlab.messages import tr
from fishlab.room import CLOSED, OUTSIDE, Room, Status
from fishlab_widgets.classroom.outcome.boom_tables import finished_years, ladder_place, title_of, treatment_of
from fishlab_widgets.classroom.outcome.who_played import turns_of

GUESS: Final = {"first": "s", "second": "s", "value": "f"}
"""What the class's prediction is made of, as the room keeps it."""


class Line(NamedTuple):
    """One table's game up to a year: team total before and after fines, and the fish that lived when years began."""

    table: str
    treatment: str
    total: float
    fines: int
    living: tuple[int, ...]
    over: bool
    empty: int
    """The year after which the sea was empty, 0 if it is not."""
    counts: bool = True
    """Whether it is among the tables that are compared."""


class Outcome(NamedTuple):
    """What came of a class so far; treatments are named by their titles."""

    result: Result
    lines: tuple[Line, ...]
    """Every table of people that has come as far as the others, by treatment from everyone alone to all together."""

    @property
    def ends(self) -> Comparison | None:
        """The difference between the two ends of the treatments that are played; None if nothing is compared."""
        names = list(self.result.means)
        wide = [one for one in self.result.comparisons if (one.base, one.other) == (names[0], names[-1])]
        return next(iter((*wide, *self.result.comparisons)), None)


def games_of(statuses: Sequence[Status]) -> list[Status]:
    """Return the tables of Boom that count: a table that was closed before its end does not."""
    return [one for one in statuses if one.match.game is Boom and (one.stage != CLOSED or one.turn == OVER)]


def class_table(room: Room, status: Status) -> Table:
    """Return a table of Boom as the statistics of a class see it, under its treatment's name."""
    state, terms = status.match.state, treatment_of(status)
    assert isinstance(state, Boom)
    done = finished_years(state)
    return Table(
        name=status.name,
        block=tr("{table}, set while others played", table=status.name) if status.block == OUTSIDE
        else f"{status.game}.{status.block + 1}",
        treatment=terms.name if terms else status.match.game.name,
        points=tuple(
            tuple(float(state.year_score(seat, year)) for seat in range(state.players)) for year in range(1, done + 1)
        ),
        years=state.sheet.years,
        bots=_bots(room, status, done),
    )  # fmt: skip


def _bots(room: Room, status: Status, done: int) -> frozenset[tuple[int, int]]:
    """Return which seat a bot played in which year, for one move at least.

    Where there was nothing to do, because the sea was empty, the year is whose the one before was.
    """
    turns, found = turns_of(room, status), set()
    for seat in range(status.match.seats):
        bot = False
        for year in range(1, done + 1):
            share = turns[seat, year].bot_share if (seat, year) in turns else None
            bot = bot if share is None else share > 0
            if bot:
                found.add((seat, year))
    return frozenset(found)


class ClassTables:
    """The tables of a room as statistics see them; each is worked out once for every year that is finished there."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._known: dict[str, tuple[object, Table]] = {}

    def of(self, statuses: Iterable[Status]) -> list[Table]:
        """Return the tables of Boom that count."""
        found = []
        for status in games_of(list(statuses)):
            state = status.match.state
            assert isinstance(state, Boom)
            stand = (status.line, finished_years(state), status.block)
            known = self._known.get(status.name)
            if known is None or known[0] != stand:
                known = self._known[status.name] = (stand, class_table(self._room, status))
            found.append(known[1])
        return found


def outcome(tables: Sequence[Table], statuses: Sequence[Status]) -> Outcome:
    """Return what came of a class so far, up to the last year that all tables have finished that are compared."""
    titles = {status.name: title_of(status) for status in statuses}
    named = [replace(table, treatment=tr(titles[table.name])) for table in tables]
    ladder = [tr(title) for title in sorted(set(titles.values()), key=ladder_place)]
    result = compare(named, ladder)
    there = {table.name: table for table in (*result.counted, *result.alone)} if result.year else {}
    counted = {table.name for table in result.counted}
    lines = [
        _line(status, there[status.name], result.year, status.name in counted)
        for status in statuses
        if status.name in there
    ]
    return Outcome(result, tuple(sorted(lines, key=lambda line: (ladder.index(line.treatment), line.table))))


def _line(status: Status, table: Table, year: int, counts: bool) -> Line:
    state = status.match.state
    assert isinstance(state, Boom)
    fines = sum(check.fine for check in state.council.checks if check.year <= year)
    seas = [mask.bit_count() for mask in state.seas[: year + 1]]
    living = tuple(seas + [0] * (min(year + 1, state.sheet.years) - len(seas)) if state.empty_sea else seas)
    empty = state.year if state.empty_sea and state.year <= year else 0
    total = table.total(min(year, len(table.points)))
    return Line(table.name, table.treatment, total, fines, living, status.turn == OVER, empty, counts)


def by_treatment(lines: Sequence[Line]) -> dict[str, list[Line]]:
    """Return the tables of each treatment."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.treatment, []).append(line)
    return found


def predicted(room: Room) -> str:
    """Say what the class predicted, to stand beside what came."""
    kept = room.note("prediction", **GUESS)
    if not isinstance(kept, Mapping):
        return ""
    first, second, value = tr(kept["first"]), tr(kept["second"]), float(kept["value"])
    if not value:
        return tr(
            "The class predicted no difference between “{first}” and “{second}” (locked at the start).",
            first=first,
            second=second,
        )
    lead, behind = (first, second) if value > 0 else (second, first)
    return tr(
        "The class predicted that “{lead}” would be {points} a table ahead of “{behind}” (locked at the start).",
        lead=lead,
        behind=behind,
        points=points(abs(value)),
    )


def questions(lines: Sequence[Line], found: Comparison | None, statuses: Sequence[Status]) -> list[str]:
    """Return questions for the debrief that quote the class's own numbers."""
    asked = []
    empty = [line for line in lines if line.empty]
    alive = [line for line in lines if line.living and not line.empty]
    best = max(alive, key=lambda line: line.living[-1], default=None)
    for line in empty[:2]:
        if best is None:
            told = tr(
                "{table}’s sea was empty after year {year}. Ask them what they thought in year 2.",
                table=line.table,
                year=line.empty,
            )
        else:
            told = tr(
                "{table}’s sea was empty after year {year}. {other} still had {fish} fish when year {now} began. Ask "
                "both what they thought in year 2.",
                table=line.table,
                year=line.empty,
                other=best.table,
                fish=best.living[-1],
                now=len(best.living),
            )
        asked.append(told)
    if not empty and best is not None and len(alive) > 1:
        worst = min(alive, key=lambda line: line.living[-1])
        if worst.living[-1] < best.living[-1]:
            told = tr(
                "When year {year} began, {best} had {most} fish, {worst} {fewest}. What did they do otherwise?",
                year=len(best.living),
                best=best.table,
                most=best.living[-1],
                worst=worst.table,
                fewest=worst.living[-1],
            )
            asked.append(told)
    if found is not None and found.difference.mean:
        by = points(abs(found.difference.mean))
        asked.append(tr("Where did the {points} a table between the treatments come from?", points=by))
    fined = [line for line in lines if line.fines]
    if fined:
        most = max(fined, key=lambda line: line.fines)
        told = tr(
            "{table} paid {points} in fines. Was a fish too many worth it?",
            table=most.table,
            points=points(most.fines),
        )
        asked.append(told)
    if spread := _most_unequal(statuses):
        asked.append(spread)
    return asked


def _most_unequal(statuses: Sequence[Status]) -> str:
    """Ask about the table whose seats ended farthest from each other."""
    gaps = []
    for status in games_of(statuses):
        scores = status.match.state.own_scores()  # type: ignore[attr-defined]
        gaps.append((max(scores) - min(scores), status.name, scores))
    gap, name, scores = max(gaps, default=(0, "", ()))
    if gap < 5:
        return ""
    return tr(
        "At {table} seat {high} is {points} ahead of seat {low}. Was that fair? Who could have changed it?",
        table=name,
        high=SEAT_LETTERS[scores.index(max(scores))],
        low=SEAT_LETTERS[scores.index(min(scores))],
        points=points(gap),
    )
