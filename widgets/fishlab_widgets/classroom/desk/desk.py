"""The teacher's desk as a widget: what it shows of a room, and what it does there."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import ipywidgets as w
import traitlets

from fishlab.boom.treatments import TERMS
from fishlab.core import OVER, IllegalMove, Match
from fishlab.messages import many, tr
from fishlab.one_at_a_time import alone
from fishlab.room import CLOSED, PAUSED, PERSON, Room, RoomError, Status
from fishlab_widgets.classroom.bot_driver import BotDriver
from fishlab_widgets.classroom.desk import figures, results
from fishlab_widgets.classroom.desk.overview import (
    Stopwatch,
    card,
    held_back,
    ladder_place,
    last_decision,
    title_of,
    unread_card,
)
from fishlab_widgets.classroom.desk.plan import Plan, told
from fishlab_widgets.classroom.desk.report import columns_html, report_html, tables_html
from fishlab_widgets.classroom.poller import PendingMove, Poller
from fishlab_widgets.classroom.seat import open_room
from fishlab_widgets.controls.base_widget import script, style
from fishlab_widgets.controls.message_widget import MessageWidget
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.live.table import Table

_HERE = Path(__file__).parent
BEAT: Final = 2.0
"""Seconds after which the desk looks at the clock, also when no move was made."""
ASLEEP: Final = 120.0
"""Seconds between two looks after which the machine must have slept: a lid was closed."""
SILENCE: Final = 90.0
"""Seconds for which the desk goes on without its page: a tab in the background is heard once a minute."""
EXPORT: Final = "export"
"""The tab that a projector does not show."""
TABS: Final = ("sofar", "sea", "models", EXPORT)


class Panel(MessageWidget):
    """The page of the desk: it shows `room`, `setup`, `cards` and `side`, and sends what the teacher asks for."""

    _esm = script(_HERE / "desk.js")
    _css = style(_HERE / "desk.css")

    head = traitlets.Dict().tag(sync=True)
    """What stands above: `seats`, `stage`, `address`, `word`, `projector`, `trouble`, and what the buttons can do."""
    setup = traitlets.Dict().tag(sync=True)
    """The form that sets the tables; empty when they are set."""
    cards: traitlets.List[Any] = traitlets.List().tag(sync=True)
    """How each table stands (`overview.card`)."""
    side = traitlets.Dict().tag(sync=True)
    """The column beside: `tab`, `html`, `say`, `predicted`, `questions`, and `chosen`, the table that was clicked."""

    def fail(self, words: str) -> None:
        """Say it above the tables."""
        self.tell(head={**self.head, "trouble": words})


class Desk(Live, w.VBox):
    """The teacher's desk of a room: `Desk("class.room")`.

    Args:
        room: the room or its file, made if it is not there.
        address: where students find the door, to be shown large.
        word: the password they need there.
        clock: returns the time in seconds since 1970.
    """

    wakes = "the desk"

    def __init__(
        self,
        room: Room | str | os.PathLike[str],
        *,
        address: str = "",
        word: str = "",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.room = open_room(room)
        self.address, self.word, self._clock = address, word, clock
        self.tab, self.chosen, self.projector, self._trouble = "sofar", "", False, ""
        self._shown_at, self._looked_at = 0.0, clock()
        self._model: tuple[Any, str] | None = None
        self._keeper, self._stopwatch = BotDriver(self.room), Stopwatch()
        self._watch = Poller(self.look, SILENCE)
        self.panel = Panel(self._act)
        self.place = w.VBox([])
        super().__init__([self.panel, self.place])
        for name in ("fishlab", "fishlab-live", "fishlab-desk-frame"):
            self.add_class(name)
        self.show()

    def __repr__(self) -> str:
        return f"<Desk of {self.room!r}: {many(len(self.room.tables()), 'table')}>"

    def stop(self) -> None:
        """Look at the room no more, until the page is heard again."""
        self._watch.stop()

    def look(self) -> PendingMove | None:
        """Look at the room once: show what is new, end talks whose time is up, and let bots and dice move."""
        try:
            now, before = self._clock(), self._looked_at
            self._looked_at = now
            if now - before > ASLEEP:
                self._stopwatch.skip(now - before, now)
            if self.room.changed() or not 0 <= now - self._shown_at < BEAT:
                self._end_talks(now)
                self.show()
            return self._keeper.thought()
        except RoomError as why:
            self._say(str(why))
            return None

    # ---- what the teacher does -------------------------------------------------------------------------------

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        name, seat = content.get("table"), content.get("seat")
        do: dict[str, Callable[[], object]] = {
            "make": lambda: self.make(content),
            "start": self.start,
            "pause": self.room.pause,
            "year": self.next_year,
            "end": self.end,
            "projector": self._switch_projector,
            "tab": lambda: self._open_tab(content.get("tab")),
            "choose": lambda: self._choose(name),
            "csv": lambda: self._send_file("fishlab-class.csv", results.csv_of(self.statuses(), self.room)),
            "report": lambda: self._send_file("fishlab-report.html", report_html(self.room, self.statuses())),
            "room": self._send_room,
            "away": self._clear_place,
        }
        at_table: dict[str, Callable[[str], object]] = {
            "back": self.take_back,
            "hold": self.room.pause,
            "go": self.room.start,
            "close": self.room.close,
            "look": self.look_at,
        }
        at_seat: dict[str, Callable[[str, int], object]] = {
            "free": self.room.free,
            "bot": lambda table, place: self.room.sit(table, place, self._bot()),
            "person": lambda table, place: self.room.sit(table, place, PERSON),
        }
        if kind not in ("pulse", "hello"):
            self._trouble = ""
            try:
                if kind in do:
                    do[kind]()
                elif kind in at_table and isinstance(name, str):
                    at_table[kind](name)
                elif kind in at_seat and isinstance(name, str) and isinstance(seat, int):
                    at_seat[kind](name, seat)
            except (RoomError, IllegalMove, OSError) as why:
                self._trouble = str(why)
            self.show()
        self._watch.hear()

    def make(self, answers: Mapping[str, Any]) -> None:
        """Set the tables that the form asks for, and keep what the class predicts; nothing plays until `start`."""
        plan = Plan.read(answers)
        guess = answers.get("prediction")
        plan.set_tables(self.room)
        titles = sorted((TERMS[name].title for name in plan.treatments), key=ladder_place)
        if isinstance(guess, int | float) and not isinstance(guess, bool) and len(titles) > 1:
            value = max(-500.0, min(500.0, float(guess)))
            self.room.keep("guess", {"first": titles[-1], "second": titles[0], "value": value})

    def start(self) -> None:
        """Let all play: seats that nobody took go to bots, and the class's prediction is locked."""
        if not self.room.tables():
            raise RoomError("Set the tables first.")
        guess = self.room.note("guess", **results.GUESS)
        if guess is not None:
            self.room.keep("prediction", {**guess, "at": self._clock()}, once=True)
        if not any(len(one.match) for one in self.statuses()):
            Plan(bot=str(self.room.note("bot") or "")).fill_seats(self.room)
        self.room.start()

    def next_year(self) -> None:
        """Open the next year for tables that wait for slower ones."""
        playing = [one for one in self.statuses() if one.stage != CLOSED and one.turn != OVER]
        if playing:
            self.room.open_year(min(one.period for one in playing) + 1)

    def end(self) -> None:
        """End the play: nobody moves any more, all pages say so, and the results so far are shown."""
        self.room.end()
        self.tab = "sofar"

    def take_back(self, name: str) -> None:
        """Take back the last decision of a person at a table, and the dice that followed; the old line is kept."""
        status = self.room.status(name)
        if not status.match.moves:
            raise RoomError(f"Nothing has been played at table {name}.")
        self.room.rewind(name, last_decision(status))

    def look_at(self, name: str) -> None:
        """Lay a copy of a table's whole game below the desk; nothing that is done there changes the table."""
        if self.projector:
            raise RoomError("A game is not opened while the projector shows the desk: leave the projector view first.")
        copy = Match.from_json(self.room.match(name).to_json())
        back = w.Button(description=f"Put {name}’s game away")
        back.on_click(alone(lambda _: self._clear_place()))
        self.place.children = [back, Table(copy, seats=[PERSON] * copy.seats)]

    def _clear_place(self) -> None:
        self.place.children = []

    def _choose(self, name: object) -> None:
        self.chosen = str(name) if name in self.room.tables() and name != self.chosen else ""

    def _open_tab(self, tab: object) -> None:
        if tab in TABS and not (self.projector and tab == EXPORT):
            self.tab = str(tab)

    def _switch_projector(self) -> None:
        self.projector = not self.projector
        self.chosen = ""
        if self.projector:
            self._clear_place()
            self.tab = TABS[0] if self.tab == EXPORT else self.tab

    def _bot(self) -> str:
        return str(self.room.note("bot") or "careful")

    def _send_file(self, name: str, words: str) -> None:
        self.panel.send({"type": "file", "name": name}, buffers=[words.encode()])

    def _send_room(self) -> None:
        place = self.room.path.with_name(f".{self.room.path.name}.copy")
        place.unlink(missing_ok=True)
        try:
            self.room.copy_to(place)
            self.panel.send({"type": "file", "name": self.room.path.name}, buffers=[place.read_bytes()])
        finally:
            place.unlink(missing_ok=True)

    # ---- talks ------------------------------------------------------------------------------------------------

    def _end_talks(self, now: float) -> None:
        """Say ready for everybody at tables whose talk has had its time; give each talk a clock, at its table only.

        A table that is to be silent shall not read of others' time to talk.
        """
        for status in self.statuses():
            name, left = status.name, self._stopwatch.talk_left(status, now)
            while left == 0 and getattr(self.room.match(name).state, "phase", "") == "talk":
                if not self.room.play_for(name, len(self.room.match(name)), "ready"):
                    break
            own, clock = self.room.note(f"clock/{name}"), self.room.clock(name)
            if left and (own is None or clock is None or abs(clock[0] - left) > 3):
                self.room.start_clock(left, "Time to talk", name)
            elif not left and own is not None:
                self.room.start_clock(0, table=name)

    # ---- showing ----------------------------------------------------------------------------------------------

    def statuses(self) -> list[Status]:
        """Return how every table stands that can be read."""
        return self.room.statuses()[0]

    def _say(self, words: str) -> None:
        self._trouble = words
        self.panel.fail(words)

    def show(self) -> None:
        """Show how the room stands."""
        now = self._shown_at = self._clock()
        statuses, unread = self.room.statuses()
        cards = [card(self.room, status, self._stopwatch, now) for status in statuses]
        titles = sorted({title_of(one) for one in statuses}, key=ladder_place)
        if self.projector and self.room.luck == "tape":
            year = results.common_year(statuses)
            for one, status in zip(cards, statuses, strict=True):
                one |= held_back(status, year)
        for one in cards:
            one["tone"] = figures.tone_of(titles, one["title"])
            if self.projector:
                one |= {"seats": [], "note": one["public"], "stuck": None,
                        "kind": "plays" if one["kind"] == "stuck" else one["kind"]}  # fmt: skip
            one["waited"] = None if one["waited"] is None or self.projector else round(one["waited"])
            one["left"] = None if one["left"] is None else round(one["left"])
        for name, why in unread.items():
            cards.append(unread_card(self.room, name, "" if self.projector else why))
        self.panel.tell(
            head=self._head(statuses),
            setup={} if cards else told(),
            cards=cards,
            side=self._side(statuses) if statuses else {"tab": self.tab, "chosen": self.chosen} if unread else {},
        )

    def _head(self, statuses: list[Status]) -> dict[str, Any]:
        people = [(one, seat) for one in statuses for seat, who in enumerate(one.seats) if who == PERSON]
        taken = sum(one.taken[seat] for one, seat in people)
        bots = sum(who != PERSON for one in statuses for who in one.seats)
        begun, over = any(len(one.match) for one in statuses), all(one.turn == OVER for one in statuses)
        paused = any(one.stage == PAUSED for one in statuses)
        stage = "paused" if begun and paused else "playing" if begun else "waiting"
        seats = f"{many(len(statuses), 'table')} · {taken} of {many(len(people), 'seat')} taken"
        return {
            "seats": seats + (f" · {many(bots, 'bot')}" if bots else "") if statuses else "",
            "stage": "over" if over else "ended" if self.room.ended else stage,
            "running": bool(statuses) and not paused and not over,
            "waiting": any(one.waits.startswith("Year") for one in statuses),
            "address": self.address, "word": self.word, "projector": self.projector, "trouble": self._trouble,
        }  # fmt: skip

    def _side(self, statuses: list[Status]) -> dict[str, Any]:
        year = results.common_year(statuses)
        lines = results.lines_of(statuses, year) if year else []
        found = results.compared(lines, self.room.luck) if lines else None
        html, note = self._tab_html(lines, year, statuses)
        return {
            "tab": self.tab, "html": html, "note": note,
            "say": found.words() if found else "",
            "predicted": results.predicted(self.room, found),
            "questions": results.questions(lines, found, statuses) if lines else [],
            "chosen": "" if self.projector else self.chosen,
        }  # fmt: skip

    def _tab_html(self, lines: list[results.Line], year: int, statuses: list[Status]) -> tuple[str, str]:
        if self.tab == EXPORT:
            html = f"<details><summary>{tr('What the columns of the table mean')}</summary>{columns_html()}</details>"
            return html, "Files are made here and go nowhere else. No names are stored: seats are letters."
        if not lines:
            return "", "The figure begins when every table has finished its first year."
        state: Any = results.games_of(statuses)[0].match.state
        if self.tab == "sea":
            return figures.seas(lines, len(state.sheet.names), state.sheet.years), ""
        if self.tab == "models":
            return self._models(lines, statuses)
        numbers = f"<details><summary>The numbers</summary>{tables_html(lines, year)}</details>"
        return figures.totals(lines, year, self.room.note("prediction", **results.GUESS)) + numbers, ""

    def _models(self, lines: list[results.Line], statuses: list[Status]) -> tuple[str, str]:
        """Return the figure with models when all games are over: a share of the best says nothing before."""
        if not all(line.over for line in lines):
            return "", "Models and published results come when every table has played to the end."
        if self._model is None or self._model[0] != lines:
            self._model = (lines, "")
            html, note = figures.models(lines, statuses)
            self._model = (lines, f"{html}\n{note}")
        html, _, note = self._model[1].rpartition("\n")
        return html, note
