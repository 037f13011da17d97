"""What a projector shows to the whole class: how to come in, then the tables, the clock and the teacher's line.

Nothing of it tells a table's treatment, what lies sealed, what a slower table's dice will be, or who has not moved;
after the end the teacher may show what the class found, unless a second game shall follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fishlab.boom.rules import Boom
from fishlab.core import OVER
from fishlab.lab.class_experiment.sentences import points, sentences
from fishlab.messages import tr
from fishlab.room import CLOSED, ENDED, PAUSED, Room, Status
from fishlab_widgets.classroom.desk.desk_words import PROJECTOR, spoken
from fishlab_widgets.classroom.desk.overview import end_of, seats_taken
from fishlab_widgets.classroom.desk.views import ClockView, JoinView, ProjectedTable, ProjectorView
from fishlab_widgets.classroom.outcome.boom_tables import finished_years, total_up_to
from fishlab_widgets.classroom.outcome.debrief_page import Debrief
from fishlab_widgets.classroom.outcome.results import Outcome, predicted

SHOWN: Final = "debrief shown"
"""The note by which the teacher shows on the projector what the class found."""


def projector_view(room: Room, statuses: Sequence[Status], join: JoinView, found: Outcome) -> ProjectorView:
    """Return what the projector shows now; what the class found only after its end, when the teacher shows it."""
    year = found.result.year
    begun = any(one.match.moves for one in statuses) or bool(statuses and room.stage() != PAUSED)
    over = bool(statuses) and (room.stage() == ENDED or all(one.turn == OVER for one in statuses))
    if not statuses:
        title = tr("Come in: your seat is drawn by lot")
    elif not begun:
        title = tr("Come in: your seat is drawn by lot. We start together")
    elif over:
        title = tr("The game has ended")
    elif room.stage() == PAUSED:
        title = tr("The game is paused")
    else:
        title = tr("The game is being played")
    return {
        "page": "projector",
        "title": title,
        "join": None if begun else join,
        "tables": [_table(one, begun, over, year) for one in statuses if one.stage != CLOSED],
        "clock": clock_view(room),
        "said": room.events.said(),
        "found": _found(room, statuses, found) if over and room.note(SHOWN) is True else [],
        "text": spoken(PROJECTOR),
    }


def _found(room: Room, statuses: Sequence[Status], found: Outcome) -> list[str]:
    """Return what the class found, in sentences: the difference, the prediction, promises and expectations."""
    told = [*sentences(found.result)[:1], predicted(room), *Debrief(room, statuses).sentences()]
    return [sentence for sentence in told if sentence]


def _table(status: Status, begun: bool, over: bool, year: int) -> ProjectedTable:
    """Return a table as all may see it: while it plays, its year and no more; what came of it when all have ended."""
    found: ProjectedTable = {"name": status.name, "note": "", "total": "", "kind": "plays"}
    state = status.match.state
    if not begun:
        found["note"], found["kind"] = seats_taken(status), "full" if not status.free else "open"
    elif over:
        done = year if isinstance(state, Boom) and finished_years(state) >= year else 0
        total = total_up_to(state, done) if isinstance(state, Boom) else sum(status.totals)
        found["total"], found["kind"] = points(total), "over"
        found["note"] = end_of(status) if status.turn == OVER else tr("up to year {year}", year=done)
    elif status.turn == OVER:
        found["note"], found["kind"] = tr("finished"), "over"
    else:
        found["note"] = tr("year {year}", year=status.period) if status.period else tr("playing")
    return found


def clock_view(room: Room, table: str | None = None) -> ClockView | None:
    """Return the clock that all see, or a table's."""
    found = room.clock.left(table)
    return None if found is None else {"left": round(found[0]), "words": found[1]}
