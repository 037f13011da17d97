"""What a projector shows to the whole class: how to come in, then the tables, the clock and the teacher's line.

Nothing of it tells a table's treatment, what lies sealed, what a slower table's dice will be, or who has not moved;
after the end the teacher may show what the class found, unless a second game shall follow: first the difference with
its figure and the tables by treatment, then in large what the lots make of it and what models show, then what people
agreed and expected. Whatever may turn the difference stands right below it each time, in small letters. No seat is
named there, and the difference itself says up to which year points count, if the game was stopped early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fishlab.boom.rules import Boom, total_up_to
from fishlab.core import OVER
from fishlab.lab.class_experiment.beside import NONE_KEPT
from fishlab.lab.class_experiment.sentences import points
from fishlab.messages import tr
from fishlab.room import CLOSED, ENDED, PAUSED, Room, Status, people_before
from fishlab_widgets.classroom.desk.desk_words import PROJECTOR, spoken
from fishlab_widgets.classroom.desk.overview import end_of, ended_in, period_told, scores_told, seats_taken, unbroken
from fishlab_widgets.classroom.desk.views import ClockView, JoinView, ProjectedTable, ProjectorView
from fishlab_widgets.classroom.outcome.boom_tables import boom_of, finished_years, ladder_place, title_of
from fishlab_widgets.classroom.outcome.debrief_page import Debrief
from fishlab_widgets.classroom.outcome.figures import differences, tone_of
from fishlab_widgets.classroom.outcome.going_on import going_on
from fishlab_widgets.classroom.outcome.results import (
    GUESS,
    ClassTables,
    Outcome,
    about_models,
    beside_models,
    booms,
    predicted,
    set_apart,
)

SHOWN: Final = "debrief shown"
"""The note by which the teacher shows on the projector what the class found, step by step."""
FIRST: Final = "first"
ALL: Final = "all"
PEOPLE: Final = "people"


def shown(room: Room) -> str:
    """Return what the teacher shows of what the class found: "", `FIRST`, `ALL` or `PEOPLE`."""
    note = room.note(SHOWN)
    return str(note) if note in (FIRST, ALL, PEOPLE) else FIRST if note is True else ""


def show_more(room: Room, statuses: Sequence[Status], found: Outcome) -> None:
    """Show on the projector what the class found, how sure it is, what people said, then nothing of it again."""
    room.keep(SHOWN, shown_next(room, statuses, found) or None)


def shown_next(room: Room, statuses: Sequence[Status], found: Outcome) -> str:
    """Return what is shown next: `PEOPLE` only if they said anything."""
    now = shown(room)
    if now == ALL:
        return PEOPLE if _people(room, statuses, found) else ""
    return {"": FIRST, FIRST: ALL, PEOPLE: ""}[now]


class Projection:
    """What the projector of a room shows.

    Args:
        room: the room.
        join: how people come in.
        can_draw: tells whether a figure can be drawn now; what shows none meanwhile is drawn at a later look.
    """

    def __init__(self, room: Room, join: JoinView, can_draw: Callable[[], bool] = lambda: True) -> None:
        self.room, self.join, self._can_draw, self._tables = room, join, can_draw, ClassTables(room)
        self._drawn: tuple[object, str] = (None, "")

    def view(self) -> ProjectorView:
        """Return what it shows now."""
        statuses = self.room.statuses()[0]
        return projector_view(self.room, statuses, self.join, self._tables.outcome(statuses), self._figure)

    def _figure(self, found: Outcome) -> str:
        """Return the figure beside the main sentence, "" while none can be drawn; it is drawn once."""
        if not self._can_draw():
            return ""
        some = [found.largest] if found.largest else []
        key = (found.result, some, self.room.note("prediction", **GUESS))
        if self._drawn[0] != key:
            self._drawn = (key, "")  # the desk says what cannot be drawn
            with going_on("the figure of a wall"):
                self._drawn = (key, differences(*key))
        return self._drawn[1]


def projector_view(
    room: Room, statuses: Sequence[Status], join: JoinView, found: Outcome, figure: Callable[[Outcome], str]
) -> ProjectorView:
    """Return what the projector shows now; what the class found only after its end, when the teacher shows it."""
    begun = any(one.match.moves for one in statuses) or bool(statuses and room.stage() != PAUSED)
    over = bool(statuses) and (room.stage() == ENDED or all(one.ended for one in statuses))
    later = any(one.game > 1 for one in statuses)
    before = people_before(room) if later else {}
    again = any(one.name in before for one in statuses)  # its people sit there already
    much = shown(room) if over else ""
    year = max((one.period for one in statuses if one.turn != OVER), default=0)
    if not statuses:
        title = tr("Come in: your seat is drawn at random")
    elif not begun:
        title = tr("Come in: your seat is drawn at random. We start together")
        if again:
            title = tr("Another game: all keep their seats. We start together")
        elif later:
            title = tr("Another game: seats are drawn again. Go to the table named on your page. We start together")
    elif over:
        title = tr("The game has ended")
    elif room.stage() == PAUSED:
        title = tr("The game is paused")
    else:
        title = tr("The game is being played")
    return {
        "page": "projector",
        "title": title,
        "join": None if over else join,
        "late": begun or again,
        "tables": _by_treatment(statuses, found) if much
        else _before_fines([_table(one, begun, over, found, year) for one in statuses], over, statuses),
        "clock": clock_view(room),
        "said": room.events.said(),
        "found": _found(room, statuses, found, much),
        "known": found.cautions() if much else [],
        "figure": figure(found) if much == FIRST and found.lines else "",
        "whole": much in (ALL, PEOPLE),
        "text": spoken(PROJECTOR),
    }  # fmt: skip


def _before_fines(tables: list[ProjectedTable], over: bool, statuses: Sequence[Status]) -> list[ProjectedTable]:
    """Say of all points that they are before fines where a table has any: of one alone it would tell its treatment."""
    if over and any(boom_of(one).setup.inspects for one in booms(statuses)):
        for table in tables:
            table["note"] = tr("{note}, before fines", note=table["note"]) if table["total"] else table["note"]
    return tables


def _found(room: Room, statuses: Sequence[Status], found: Outcome, much: str) -> list[str]:
    """Return what the class found, in sentences: the difference, and what stands below it on a later page."""
    if much == PEOPLE:
        return [found.lead, *_people(room, statuses, found)]
    if much == ALL:
        models = " ".join(found.models) or _models(statuses, found)
        return [words for words in (found.lead, found.by_lots(), models) if words]
    return [found.lead] if much else []


def _models(statuses: Sequence[Status], found: Outcome) -> str:
    """Say what models show of the largest difference; "" if nothing is compared."""
    if (largest := found.largest) is None:
        return ""
    models, told = beside_models(found, statuses)
    other = told[0] if len(told) == 1 else tr(NONE_KEPT)  # what else is told is about other pairs
    first = next((words for words in told if largest.base in words and largest.other in words), other)
    return first if models is None else " ".join((first, *about_models(found, statuses)))


def _people(room: Room, statuses: Sequence[Status], found: Outcome) -> list[str]:
    """Return what people agreed, predicted and expected, beside what came of it."""
    told = (predicted(room), *Debrief(room, statuses, found).sentences(few=False))
    return [sentence for sentence in told if sentence]


def _table(status: Status, begun: bool, over: bool, outcome: Outcome, year: int = 0) -> ProjectedTable:
    """Return a table as all may see it: while it plays, its year and no more; what came of it when all have ended.

    A table whose sea ran empty shows the year of the others until then: that it is over would tell them how it did.
    """
    found: ProjectedTable = {
        "name": status.name, "note": "", "total": "", "apart": "", "kind": "plays", "treatment": "", "tone": "",
        "mean": "",
    }  # fmt: skip
    if status.stage == CLOSED and status.turn != OVER and not over:
        found["note"], found["kind"] = tr("closed"), "over"
    elif not begun:
        found["note"], found["kind"] = seats_taken(status), "full" if not status.free else "open"
    elif over:
        found["total"], found["note"] = _end(status)
        found["apart"], found["kind"] = set_apart(outcome, status.name, seats=False), "over"
        if not isinstance(status.match.state, Boom):
            found["kind"] = "over scores"  # in smaller letters, for there are as many as seats
        _count(found, status, outcome)
    elif status.turn == OVER and not (year and getattr(status.match.state, "empty_sea", False)):
        found["note"], found["kind"] = tr("finished"), "over"
    else:
        period = year if status.turn == OVER else status.period
        found["note"] = period_told(status, period) if period else tr("playing")
    return found


def _by_treatment(statuses: Sequence[Status], outcome: Outcome) -> list[ProjectedTable]:
    """Return the tables of a game that has ended under their treatments, from everyone alone to all together."""
    titles = sorted({title_of(one) for one in statuses}, key=ladder_place)
    means = {name: tr("mean {points}", points=points(one.mean)) for name, one in outcome.result.means.items()}
    tables = []
    for title in titles:
        for one in statuses:
            if title_of(one) == title:
                table = _table(one, True, True, outcome)
                table["treatment"], table["tone"] = tr(title), tone_of(titles, title)
                table["mean"] = means.get(tr(title), "")
                if not table["apart"] and isinstance(one.match.state, Boom) and one.match.state.empty_sea:
                    table["apart"], table["note"] = table["note"], ""  # else a row has no room for how it ended
                tables.append(table)
    return tables


def _count(table: ProjectedTable, status: Status, outcome: Outcome) -> None:
    """Show of a table that is compared what it counts as, up to the same year as all, and why if a bot played there.

    One that made more or less in all is marked, with how it ended: its sea may have run empty later.
    """
    line = next((one for one in outcome.lines if one.table == table["name"] and one.counts), None)
    if line is not None:
        made, table["total"] = table["total"], points(line.total)
        done, over = finished_years(boom_of(status)), status.turn == OVER
        later = not over and done > outcome.result.year
        words = (
            tr("{points} up to year {year}", points=made, year=done) if later else tr("{points} in all", points=made)
        )
        more = words if made != table["total"] else ""
        apart = set_apart(outcome, line.table, counted=True, seats=False)
        table["apart"] = " · ".join(filter(None, (apart, more)))
        if later or (not more and not line.empty and not (over and done == outcome.result.year)):
            table["note"] = tr("up to year {year}", year=outcome.result.year)


def _end(status: Status) -> tuple[str, str]:
    """Return what a table has made, as its seats and the desk show it, and how it ended."""
    state = status.match.state
    if not isinstance(state, Boom):
        if status.turn == OVER:
            return scores_told(status), unbroken(state.prompt())
        return scores_told(status), ended_in(status)
    if not (done := finished_years(state)):
        return "", tr("no year finished yet")
    over = status.turn == OVER
    return points(total_up_to(state, done)), end_of(status) if over else tr("up to year {year}", year=done)


def clock_view(room: Room, table: str | None = None) -> ClockView | None:
    """Return the clock that all see, or a table's."""
    found = room.clock.left(table)
    return None if found is None else {"left": round(found[0]), "words": found[1]}
