"""The desk without a page: it shows a room as plain dictionaries, and does there what the teacher asks for.

Whoever has a page makes a `DeskModel`, hands it the page's messages (`act`), lets it look when the room has changed
(`look`), and carries to the page what it is given.
"""

from __future__ import annotations

import math
import time
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from fishlab.boom.treatments import TERMS
from fishlab.codes import clean_text
from fishlab.core import IllegalMove
from fishlab.lab.class_experiment.rows import RowsError
from fishlab.lab.class_experiment.sentences import foremost
from fishlab.lab.class_experiment.zips import ClassFile, pool_forms
from fishlab.messages import mark, tr, trn
from fishlab.one_at_a_time import OneAtATime
from fishlab.room import ENDED, PAUSED, PERSON, PLAYING, Procedure, Room, RoomError, Status, next_game
from fishlab_widgets.classroom.desk import protocol
from fishlab_widgets.classroom.desk.desk_words import DESK, TO_PLAY, spoken
from fishlab_widgets.classroom.desk.overview import (
    MANY_PEOPLE,
    Stopwatch,
    card,
    decision_seconds,
    empty_seats,
    last_decision,
    leavers,
    readiness,
    scores_html,
    seat_view,
    together_view,
    unread_card,
)
from fishlab_widgets.classroom.desk.plan import CAME, Plan, forecast, form, play_again
from fishlab_widgets.classroom.desk.projector import SHOWN, clock_view, show_more, shown, shown_next
from fishlab_widgets.classroom.desk.views import (
    DeskView,
    HeadView,
    JoinView,
    PowerView,
    SideView,
    TogetherView,
)
from fishlab_widgets.classroom.outcome import figures, results
from fishlab_widgets.classroom.outcome.boom_tables import ladder_place, title_of
from fishlab_widgets.classroom.outcome.debrief_page import Debrief
from fishlab_widgets.classroom.outcome.going_on import going_on
from fishlab_widgets.classroom.outcome.report import report_html, tables_html

SET_BACK: Final = 60.0
"""Seconds by which a clock that was set back is worth a word."""
EXPORT: Final = "export"
PROTOCOL: Final = "protocol"
TABS: Final = ("sofar", "sea", "models", "debrief", PROTOCOL, EXPORT)
TABS_TO_PLAY: Final = (TABS[0], EXPORT)
"""Those of a game in which nothing is compared."""
TROUBLE: Final = 30.0
"""Seconds for which it stands above the tables what was not possible."""
MOST_FILES: Final = 100
"""Zips of classes that can be put together at the desk."""
MOST_SIGNS: Final = 12_000_000
"""Of one such file, as the page sends it."""
LONGEST_CLOCK: Final = 7200
SEATS_A_DEVICE: Final = "seats a device"
"""Under which name the room keeps how many seats a device may have; one, if it keeps nothing."""
MOST_SHARED: Final = 4
_SET_BACK = mark(
    "This machine’s clock was set back. Nothing is lost: times are kept in order, and stand still until the clock has "
    "caught up."
)


class DeskFile(NamedTuple):
    """A file that the teacher asked for."""

    name: str
    data: bytes


class DeskModel(OneAtATime):
    """The teacher's desk of a room.

    Args:
        room: the room.
        changed: is told all that the desk's page shows, whenever something of it has changed.
        clock: returns the time in seconds since 1970.
        stopwatch: since when tables stand as they do, where several desks of one program share it.
        can_draw: tells whether a figure can be drawn now; what shows none meanwhile is drawn at a later look.

    Attributes:
        join: how people come in; without an address, what the room's file says.
        warning: says what the teacher should know of the way in.
        waits_together: tells how many of those who wait for a seat are at one address.
        view: what the desk's page shows.
    """

    def __init__(
        self,
        room: Room,
        changed: Callable[[DeskView], object],
        *,
        clock: Callable[[], float] = time.time,
        stopwatch: Stopwatch | None = None,
        can_draw: Callable[[], bool] = lambda: True,
    ) -> None:
        self.room, self._changed, self._clock, self._can_draw = room, changed, clock, can_draw
        self.warning: Callable[[], str] = str
        self.waits_together: Callable[[], int] = int
        self._own_addresses = False  # most who sat here last had an address of their own
        self.new_word: Callable[[], JoinView] | None = None
        self.join: JoinView = {"address": "", "word": "", "qr": ""}
        self.tab, self.chosen, self._trouble, self._troubled = TABS[0], "", "", 0.0
        self._stopwatch = stopwatch or Stopwatch(room)
        self._tables = results.ClassTables(room)
        self._drawn: tuple[object, tuple[str, str]] | None = None
        self._draft: Mapping[str, Any] = {}
        self._forecast: tuple[object, PowerView] | None = None
        self._zips: list[ClassFile] = []
        self._pieces: list[str] = []
        self._pooled = ""
        self._new_keys: dict[tuple[str, int], str] = {}
        self.view: DeskView | None = None
        with going_on("the first look of a desk", self.say_trouble):
            self.show()

    def look(self) -> None:
        """Show how the room stands; what it cannot say is told as trouble."""
        if abs(self._clock() - self._troubled) >= TROUBLE:
            self._trouble = ""
        try:
            self.show()
        except RoomError as why:
            self.say_trouble(str(why))

    # ---- what the teacher does -------------------------------------------------------------------------------

    def act(self, kind: str, content: Mapping[str, Any]) -> DeskFile | None:
        """Do what a page asks for, and return the file if it is one; what is not possible stands above the tables."""
        if kind == "try" and self.room.tables():  # a form says it that has been used meanwhile
            return None
        found, self._trouble = None, ""
        try:
            found = self._do(kind, content)
        except (RoomError, IllegalMove, OSError) as why:
            self._trouble, self._troubled = str(why), self._clock()
        self.look()
        return found

    def _do(self, kind: str, content: Mapping[str, Any]) -> DeskFile | None:
        room, name, seat = self.room, content.get("table"), content.get("seat")
        table = name if isinstance(name, str) and name in room.tables() else None
        files: dict[str, Callable[[], DeskFile]] = {
            "zip": self._zip,
            "report": lambda: DeskFile("fishlab-report.html", clean_text(report_html(room, self.statuses())).encode()),
            "room": self._whole_room,
        }
        acts: dict[str, Callable[[], object]] = {
            "make": lambda: self.make(content),
            "try": lambda: self._try_plan(content),
            "start": self.start,
            "pause": room.pause,
            "year": self.next_year,
            "end": self.end,
            "again": lambda: self._begin_anew(lambda: play_again(room, swap=content.get("swap") is True)),
            "plan": self._back_to_plan,
            "add": lambda: Plan.of(room).add_table(room),
            "deal": lambda: Plan.of(room).deal_in(room),
            "say": lambda: room.events.say(str(content.get("words") or "").strip(), table),
            "clock": lambda: self._start_clock(content.get("seconds")),
            "extend": lambda: self._extend(content.get("seconds"), table),
            "share": lambda: room.keep(SEATS_A_DEVICE, MOST_SHARED if content.get("on") is True else None),
            "tab": lambda: self._open_tab(content.get("tab")),
            "choose": lambda: self._choose(name),
            "show": self._show_more,
            "pool": lambda: self._take_piece(content),
            "word": self._renew_word,
        }
        at_table: dict[str, Callable[[str], object]] = {
            "back": self.take_back,
            "hold": room.pause,
            "go": room.start,
            "close": room.close,
        }
        at_seat: dict[str, Callable[[str, int], object]] = {
            "free": room.seating.free,
            "key": self._renew_key,
            "bot": lambda table, place: room.seating.give(table, place, Plan.of(room).substitute),
            "person": lambda table, place: room.seating.give(table, place, PERSON),
        }
        if kind in files:
            return files[kind]()
        if kind in acts and (name is None or table is not None or kind == "choose"):
            acts[kind]()
        elif kind in at_table and isinstance(name, str):
            at_table[kind](name)
        elif kind in at_seat and isinstance(name, str) and isinstance(seat, int):
            at_seat[kind](name, seat)
        return None

    def make(self, answers: Mapping[str, Any]) -> None:
        """Set the tables that the form asks for, and keep what the class predicts; nothing plays until `start`."""
        plan = Plan.read(answers)
        if self.room.tables():
            if plan == Plan.of(self.room):  # a double click
                return
            raise RoomError(tr("The tables are already set up: go back to the plan first."))
        guess = _predicted(answers.get("prediction"))
        plan.set_tables(self.room)
        titles = sorted((TERMS[name].title for name in plan.treatments), key=ladder_place)
        if guess is not None and len(titles) > 1:
            self.room.keep("guess", {"first": titles[-1], "second": titles[0], "value": guess})

    def _renew_word(self) -> None:
        """Send everybody back to the door, which asks for the new word; before a game's start seats become free."""
        if self.new_word is None:
            return
        self.join = self.new_word()
        if self.room.begun():
            return  # who has read and predicted at a seat keeps it
        for one in self.statuses():
            for seat, taken in enumerate(one.taken):
                if taken:
                    self.room.seating.free(one.name, seat)

    def _renew_key(self, name: str, seat: int) -> None:
        """Draw a new key for a person whose device is lost; it is shown until the person has come in.

        Time in which the person could not decide does not count.
        """
        self._new_keys[name, seat] = self.room.renew_key(name, seat)
        if (status := self.room.status(name)).turn == seat:
            more = self._stopwatch.waited(status, self._clock()) - self._stopwatch.given(status)
            self._stopwatch.give(status, max(0.0, more))

    def _try_plan(self, answers: Mapping[str, Any]) -> None:
        """Say of a plan that is being made what it will be able to see, in the language that it asks for."""
        before, self._draft = self._draft, dict(answers)
        with suppress(RoomError):
            plan = Plan.read(answers)
            kept = Plan.of(self.room)
            if plan.game != kept.game and before:
                with suppress(RoomError):
                    Plan.read(before).remember(self.room)
                plan = Plan.switched(self.room, answers)
                self._draft = asdict(plan)
            if (plan.game, plan.language) != (kept.game, kept.language):
                plan.keep(self.room)  # the form is another, and pages are loaded anew in that language

    def _power(self) -> PowerView:
        """Return what the plan that stands in the form will be able to see."""
        try:
            plan = Plan.read(self._draft) if self._draft else Plan.of(self.room)
        except RoomError as why:
            return {"lines": [], "html": "", "lots": "", "better": None, "trouble": str(why)}
        if not self._draft or not self._can_draw():
            return forecast(plan)
        if self._forecast is None or self._forecast[0] != plan:
            self._forecast = (plan, forecast(plan, draw=True))
        return self._forecast[1]

    def start(self) -> None:
        """Let all play: seats that nobody took go to bots, and the class's prediction is locked."""
        if not self.room.tables():
            raise RoomError(tr("Open the doors first: there are no tables yet."))
        guess = self.room.note("guess", **results.GUESS)
        if guess is not None:
            self.room.keep("prediction", {**guess, "at": self._clock()}, once=True)
        if not self.room.begun():
            Plan.of(self.room).fill_seats(self.room)
        self.room.start()

    def next_year(self) -> None:
        """Open the next year for tables that wait for slower ones."""
        playing = [one for one in self.statuses() if not one.ended and one.block >= 0]
        if playing:
            slowest = min(one.period for one in playing)
            waiting = [one.period for one in playing if one.waits and one.period > slowest]
            self.room.clock.open_year(min(waiting, default=slowest + 1))

    def end(self) -> None:
        """End the play for good: nobody moves any more, all pages say so, and the results so far are shown."""
        with self.room.file.writing():
            self.room.end()
            for table in (None, *self.room.tables()):
                self.room.clock.start(0, table=table)
        self.room.file.gather()
        self.tab = TABS[0]

    def _begin_anew(self, begin: Callable[[], None]) -> None:
        """Begin another game, with a prediction of its own; plan and prediction of one that was played are kept."""
        with self.room.file.writing():
            game, design = self.room.game, results.design(self.room, self.room.game)
            begin()
            if self.room.game > game:
                self.room.keep(f"{results.DESIGN}/{game}", design)
            for name in ("guess", "prediction", SHOWN):
                self.room.keep(name, None)
        self.tab, self.chosen = TABS[0], ""
        self._new_keys.clear()

    def _back_to_plan(self) -> None:
        """End these tables and plan anew; the form has the number of those who are here."""
        now = self._clock()
        seats = [seat_view(one, seat, now) for one in self.statuses() for seat in range(len(one.seats))]
        came = sum(one["taken"] and one["here"] is not False for one in seats) + self._waiting()[1]
        self._begin_anew(lambda: next_game(self.room, []))
        self.room.keep(CAME, came)

    def take_back(self, name: str) -> None:
        """Take back the last decision of a person at a table, and the dice that followed; the old line is kept."""
        status = self.room.status(name)
        if not status.match.moves:
            raise RoomError(tr("Nothing has been played at table {name}.", name=name))
        self.room.rewind(name, last_decision(status))

    def _start_clock(self, seconds: object) -> None:
        if isinstance(seconds, bool) or not isinstance(seconds, int) or not 0 <= seconds <= LONGEST_CLOCK:
            raise RoomError(tr("A clock can run for up to two hours."))
        self.room.clock.start(seconds, mark("Time"))

    def _extend(self, seconds: object, table: str | None) -> None:
        if isinstance(seconds, bool) or not isinstance(seconds, int):
            raise RoomError(tr("A clock can only be extended by whole seconds."))
        deciding = [one for one in self._deciding() if table in (None, one.name)]
        sealing = [name for name in self._sealing() if table in (None, name)]
        if not (deciding or sealing) or self._clock_runs(table):
            self.room.clock.extend(seconds, table)
        for one in deciding:
            self._stopwatch.give(one, seconds)
        for name in sealing:
            self.room.promises.extend(name, seconds)

    def _sealing(self) -> list[str]:
        """Return the tables at which people seal by a clock what was agreed."""
        procedure = Procedure.of(self.room.file)
        if procedure is None or not procedure.promises:
            return []
        return [one.name for one in self.statuses() if self.room.promises.asked(one.name)]

    def _deciding(self) -> list[Status]:
        """Return the tables at which a person decides by a clock."""
        now, found = self._clock(), self.statuses()
        return [
            one for one in found
            if self._stopwatch.decision_left(one, now, decision_seconds(self.room, one)) is not None
            and one.stage == PLAYING
        ]  # fmt: skip

    def _clock_runs(self, table: str | None) -> bool:
        clock = self.room.clock
        return any((clock.shown(), *map(clock.own, self.room.tables()))) if table is None else bool(clock.own(table))

    def _choose(self, name: object) -> None:
        self.chosen = str(name) if name in tuple(self.room.tables()) and name != self.chosen else ""

    def _open_tab(self, tab: object) -> None:
        if tab in (TABS if Plan.of(self.room).experiment else TABS_TO_PLAY):
            self.tab = str(tab)

    def _zip(self) -> DeskFile:
        """Return all data of the class, for a stranger to read."""
        from fishlab_widgets.classroom.outcome.class_zip import class_zip, session_of

        return DeskFile(f"fishlab-class-{session_of(self.room)}-games-{self.room.game}.zip", class_zip(self.room))

    def _whole_room(self) -> DeskFile:
        place = self.room.path.with_name(f".{self.room.path.name}.copy")
        place.unlink(missing_ok=True)
        try:
            return DeskFile(self.room.path.name, self.room.copy_to(place).read_bytes())
        finally:
            place.unlink(missing_ok=True)

    # ---- many classes ----------------------------------------------------------------------------------------

    def _take_piece(self, content: Mapping[str, Any]) -> None:
        """Take a piece of a zip that the page sends, and put the classes together when all have come."""
        piece, name = content.get("piece"), content.get("name")
        if not isinstance(piece, str) or not isinstance(name, str):
            return
        if content.get("first") is True:
            self._zips, self._pieces = [], []
        self._pieces.append(piece)
        if sum(map(len, self._pieces)) > MOST_SIGNS or len(self._zips) >= MOST_FILES:
            self._zips, self._pieces = [], []
            raise RoomError(tr("That is too much: choose up to {most} zips of classes.", most=MOST_FILES))
        if content.get("whole") is True:
            try:
                self._zips.append(ClassFile(name[:80], b64decode("".join(self._pieces), validate=True)))
            except ValueError:
                raise RoomError(tr("{file} did not arrive complete: choose it again.", file=name[:80])) from None
            self._pieces = []
        if content.get("last") is True:
            self._pool()

    def _pool(self) -> None:
        try:
            found = pool_forms(self._zips)
        except RowsError as why:
            raise RoomError(str(why)) from None
        self._pooled = figures.pooled(found)

    # ---- showing ----------------------------------------------------------------------------------------------

    def statuses(self) -> list[Status]:
        """Return how every table stands that can be read."""
        return self.room.statuses()[0]

    def say_trouble(self, words: str) -> None:
        """Say above the tables that something went wrong."""
        self._trouble, self._troubled = words, self._clock()
        if self.view is not None:
            self._tell({**self.view, "head": {**self.view["head"], "trouble": words}})

    def show(self) -> None:
        """Show how the room stands."""
        now = self._clock()
        statuses, unread = self.room.statuses()
        experiment = Plan.of(self.room).experiment
        titles = sorted({title_of(one) for one in statuses}, key=ladder_place)
        found = self._tables.outcome(statuses)
        tones = [figures.tone_of(titles, title_of(one)) for one in statuses]
        cards = [
            card(self.room, one, self._stopwatch, now, tone, found) for one, tone in zip(statuses, tones, strict=True)
        ]
        together = [] if self.room.note(SEATS_A_DEVICE) else together_view(self.room, statuses)
        near = {(one["table"], one["seat"]) for group in together for one in group}
        open_on = Counter(place for places in self.room.seating.devices().values() for place in places)
        for status, table in zip(statuses, cards, strict=True):
            table["apart"] = table["apart"] or (_alone(status, statuses) if experiment else "")
            for seat, one in enumerate(table["seats"]):
                if one["here"]:
                    self._new_keys.pop((table["name"], seat), None)
                if (table["name"], seat) in near:
                    one["words"] = tr("{seat}, address shared", seat=one["words"])
                if one["taken"] and (count := open_on[table["name"], seat]) > 1:
                    one["words"] = tr("{seat}, opened on {n} devices", seat=one["words"], n=count)
                one["key"] = self._new_keys.get((table["name"], seat), "") if one["taken"] else ""
        cards += [unread_card(self.room, name, why) for name, why in unread.items()]
        side = self._side(statuses, found) if statuses else {"tab": self.tab, "chosen": self.chosen} if unread else {}
        head = self._head(statuses, sum(one["here"] is True for table in cards for one in table["seats"]), together)
        self._tell({
            "page": "desk", "head": head, "setup": {} if cards else form(self.room),
            "power": {} if cards else self._power(), "cards": cards, "side": side,
            "text": spoken(DESK if experiment else DESK | TO_PLAY),
        })  # fmt: skip

    def _tell(self, view: DeskView) -> None:
        if view != self.view:
            self.view = view
            self._changed(view)

    def _head(self, statuses: list[Status], here: int, together: list[list[TogetherView]]) -> HeadView:
        people = [(one, seat) for one in statuses for seat, who in enumerate(one.seats) if who == PERSON]
        taken, bots = sum(one.taken[seat] for one, seat in people), sum(map(_bots_of, statuses))
        if taken:
            groups = self.room.seating.together([one.name for one in statuses])
            self._own_addresses = 2 * max(map(len, groups), default=1) <= taken
        parts = [
            trn("{n} table", "{n} tables", len(statuses)),
            trn("{taken} of {n} seat taken", "{taken} of {n} seats taken", len(people), taken=taken),
            tr("{here} here", here=here) if any(any(one.seen) for one in statuses) else "",
            trn("{n} bot", "{n} bots", bots) if bots else "",
            readiness(self.room, statuses),
        ]
        stage, game = self._stage_of(statuses), max((one.game for one in statuses), default=1)
        plan = Plan.of(self.room)
        meant = max(0, plan.spare - bots) if plan.bot else 0  # to be bots' as it was planned
        empty = len(people) - taken - meant
        waiting, meant_seats = (0, 0) if stage in (ENDED, "over") else self._waiting()
        return {
            "seats": " · ".join(filter(None, parts)) if statuses else "",
            "stage": stage,
            "waiting": any(_waits_for_year(one) for one in statuses),
            "years": plan.experiment or plan.luck == "tape",
            "late": self._late(waiting),
            "wait": meant_seats,
            "join": self.join,
            "said": self.room.events.said(),
            "clock": clock_view(self.room),
            "clocks": self._clock_runs(None) or bool(self._deciding()) or bool(self._sealing()),
            "game": tr("game {number}", number=game) if game > 1 else "",
            "treatments": len({title_of(one) for one in statuses}),
            "experiment": plan.experiment,
            "start_sure": empty_seats(empty, plan) if stage == "waiting" else "",
            "leavers": leavers(taken, bots) if stage in (ENDED, "over") and plan.experiment else "",
            "trouble": self._trouble,
            "warning": tr(_SET_BACK) if self.room.events.behind() > SET_BACK else self.warning(),
            "together": together,
            "shared": bool(self.room.note(SEATS_A_DEVICE)),
            "renews": self.new_word is not None,
        }

    def _waiting(self) -> tuple[int, int]:
        """Return how many people wait for a seat, and for how many to plan: one for many at an address of their own."""
        waiting, near = self.room.seating.waiting(), self.waits_together()
        return waiting, max(0, waiting - (near - 1 if near >= MANY_PEOPLE and self._own_addresses else 0))

    def _late(self, waiting: int) -> str:
        """Say how many people wait for a seat, and how many of them at one address if these are many."""
        if not waiting:
            return ""
        if (near := self.waits_together()) < MANY_PEOPLE:
            return trn("{n} person is waiting for a seat", "{n} people are waiting for a seat", waiting)
        return tr("{n} people are waiting for a seat, {near} of them at one address", n=waiting, near=near)

    def _stage_of(self, statuses: list[Status]) -> str:
        if not self.room.tables():
            return "plan"
        if self.room.stage() == ENDED:
            return ENDED
        if statuses and all(one.ended for one in statuses):
            return "over"
        if not any(one.stage == PAUSED for one in statuses):
            return "playing"
        return PAUSED if self.room.begun() else "waiting"

    def _side(self, statuses: list[Status], found: results.Outcome) -> SideView:
        boom = bool(results.games_of(statuses))
        talks = Debrief(self.room, statuses, found) if self.tab == "debrief" else None
        asked = (talks.promises, talks.answers) if talks else None
        stand = protocol.stand(self._stage_of(statuses), found.game, bool(shown(self.room)))
        step = stand if self.tab == PROTOCOL else ""
        scores = "" if Plan.of(self.room).experiment else scores_html(statuses, self.room.stage() == ENDED)
        key = (self._can_draw(), self.tab, found, self.room.note("prediction"), self._pooled, asked, step, scores)
        if self._drawn is None or self._drawn[0] != key:  # a figure takes longer than all the rest
            self._drawn = (
                key,
                (protocol.html(step, Plan.of(self.room).procedure), "") if step else self._tab_html(found, statuses),
            )
        html, note = self._drawn[1]
        return {
            "tab": self.tab, "html": html, "note": note,
            "say": found.sentences() if boom and found.result.year else [],
            "more": found.further() if boom and found.result.year else [],
            "predicted": results.predicted(self.room) if found.largest else "",
            "questions": results.questions(found),
            "chosen": self.chosen,
            "next": shown_next(self.room, statuses, found),
        }  # fmt: skip

    def _tab_html(self, found: results.Outcome, statuses: list[Status]) -> tuple[str, str]:
        """Return what the tab shows that is open, and a note beside it, also where a figure cannot be drawn."""
        said: list[str] = []
        with going_on("a tab of the desk", said.append):
            return self._drawn_tab(found, statuses)
        return "", " ".join(said)

    def _drawn_tab(self, found: results.Outcome, statuses: list[Status]) -> tuple[str, str]:
        if not self._can_draw():
            return "", tr("The figures will be here in a moment.")
        if self.tab == EXPORT:
            note = tr(
                "Files are made here and go nowhere else. They hold no names (seats are letters), no address, no word "
                "and nothing that identifies this machine. The whole room also holds the dice still to come: share it "
                "only after the class."
            )
            return self._pooled, note
        if self.tab == "debrief":
            note = tr("Promises, predictions and opinions appear here as soon as there are any.")
            html = Debrief(self.room, statuses, found).html()
            return html, "" if html else note
        if not Plan.of(self.room).experiment:
            return scores_html(statuses, self.room.stage() == ENDED), ""
        if not found.lines:
            return "", tr("The figure begins when tables of people have finished their first year.")
        state: Any = next(one for one in statuses if one.name == found.lines[0].table).match.state
        if self.tab == "sea":
            return figures.seas(found.lines, len(state.sheet.names)), ""
        if self.tab == "models":
            return self._models(found, statuses)
        numbers = tables_html(found, statuses)
        about = f"<details><summary>{tr('The numbers')}</summary>{numbers}</details>"
        guess = self.room.note("prediction", **results.GUESS)
        return figures.differences(found.result, foremost(found.result), guess) + figures.totals(found) + about, ""

    def _models(self, found: results.Outcome, statuses: list[Status]) -> tuple[str, str]:
        """Return a class beside models of its own form up to the same year, and beside published results."""
        models, told = results.beside_models(found, statuses)
        html = "" if found.largest is None else figures.beside(found.largest, models, found.result.year)
        return html, " ".join(told)

    def _show_more(self) -> None:
        statuses = self.statuses()
        show_more(self.room, statuses, self._tables.outcome(statuses))


def _alone(status: Status, statuses: list[Status]) -> str:
    """Say that a table's block has not a table of every treatment, so that it is compared with none."""
    block = {title_of(one) for one in statuses if one.block == status.block >= 0}
    return "" if len(block) == len({*map(title_of, statuses)}) else tr("an extra table: not compared")


def _bots_of(status: Status) -> int:
    return sum(who != PERSON for who in status.seats)


def _waits_for_year(status: Status) -> bool:
    return bool(status.waits) and status.stage != PAUSED and not status.ended


def _predicted(given: object) -> float | None:
    """Return the difference that a class expects, None if it says nothing; a comma or a point may stand in it.

    Raises:
        RoomError: it is no number.
    """
    if isinstance(given, bool) or given in (None, ""):
        return None
    with suppress(ValueError, TypeError, OverflowError):
        value = float(str(given)[:20].strip().replace("−", "-").replace(",", "."))
        if math.isfinite(value):
            return max(-500.0, min(500.0, value))
    raise RoomError(tr("The prediction {text!r} is no number: write one like 6 or 4.5.", text=str(given)[:20]))
