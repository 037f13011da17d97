"""A class that is served: one look at the room tells all pages, and chance and bots move at its tables."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

from tornado.log import app_log

from fishlab.core import OVER, SEAT_LETTERS, IllegalMove
from fishlab.messages import Language, mark, speaking, tr
from fishlab.room import Room, RoomError, RoomSession, Status, new_key, news_of
from fishlab_widgets.classroom.bot_pool import BotPool
from fishlab_widgets.classroom.desk.model import SEATS_A_DEVICE
from fishlab_widgets.classroom.desk.overview import Stopwatch, decision_seconds
from fishlab_widgets.classroom.outcome.going_on import going_on
from fishlab_widgets.classroom.outcome.results import ClassTables
from fishlab_widgets.classroom.plots import Plots
from fishlab_widgets.classroom.seat import Page
from fishlab_widgets.controls.page_model import WRONG
from fishlab_widgets.live.game_table import Plotter

LOOK: Final = 0.5
"""Seconds between two looks for what other programs have done; what is done here is told at once."""
BEAT: Final = 2.0
"""Seconds between two looks at clocks."""
PACE: Final = 0.35
"""Seconds a bot waits before it moves, so that people can follow; dice wait a third of it."""
PAGES_A_SEAT: Final = 4
"""On which one seat is open at a time: on a phone, a laptop, and those that somebody forgot to close."""
RECOVERY: Final = 30.0
"""Seconds that a table is left alone whose bot stumbled."""

_MOVED: Final = mark(
    "{table}, seat {letter}: opened on another device. If nobody there has changed devices, give the seat a new key."
)
_TOO_MANY: Final = mark(
    "Your seat is open on {most} pages that were opened later, so it is not shown here any more. To play here again, "
    "reload this page."
)
_WAITS: Final = mark("{why} Bots, dice and clocks wait, and go on by themselves as soon as moves can be written.")
Payer = Callable[[float], object]
"""Counts seconds of work for whoever caused it."""


def _nobody(seconds: float) -> None:
    """Pay for what the class itself does, or the teacher."""


class Shown(Protocol):
    """A page, of a person or of the teacher."""

    language: Language | None

    def look(self) -> None:
        """Show what is new."""

    def fail(self, words: str) -> None:
        """Show that something is wrong, until the next look."""


class Mark(NamedTuple):
    """What tells whether a table's pages have something new to show."""

    period: int
    seats: object
    game: object


def place_of(room: Room) -> str:
    """Return the sign by which browsers tell this class from others of the same address; it is no secret."""
    return hashlib.blake2s(str(room.path).encode(), digest_size=6).hexdigest()


class LiveClass:
    """A room with all pages that are open, of students and of the teacher.

    Args:
        room: the room.
        bots: where bots think.
        pace: seconds a bot waits before it moves.
        clock: returns the time in seconds since 1970.
    """

    def __init__(
        self,
        room: Room,
        bots: BotPool | None = None,
        *,
        pace: float = PACE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.room = room
        self.pages: list[Page] = []
        self.desks: list[Shown] = []
        self.place = place_of(room)
        self._bots, self._pace, self._clock = bots or BotPool(), pace, clock
        self.plots = Plots()
        self._marks: dict[str, Mark] = {}
        self._news: object = None
        self._moving: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[Shown, Payer] = {}  # those that are to show what is new, in order
        self._payer: Payer = _nobody
        self._behind = False  # whether the last look was in vain
        self._refused = ""  # why the disk took no move when it was last looked at
        self._stopped: set[str] = set()  # tables at which chance and bots came to a stop before their time
        self._showing: asyncio.Task[None] | None = None
        self._stepping: asyncio.Task[None] | None = None
        self._waits: dict[str, list[str]] = {}  # keys with which devices wait for a seat
        self._sat: set[str] = set()  # keys with which somebody sat down, here or in another tab
        self.stopwatch, self.compared = Stopwatch(room), ClassTables(room)

    # ---- pages -----------------------------------------------------------------------------------------------

    def add(self, page: Page) -> None:
        """Tell a page from now on."""
        self.pages.append(page)

    def remove(self, page: Page) -> None:
        """Tell a page no more."""
        if page in self.pages:
            self.pages.remove(page)

    def allow_seat(self, device: str, key: str = "") -> None:
        """Raise `RoomError` if a device has as many seats as it may have, beside the one of a key."""
        held = self._held(device, key)
        if len(held) >= self.seats_a_device():
            raise RoomError(tr("This device already has a seat, at table {table}. Each person needs their own device, "
                               "unless the teacher allows several seats on one.", table=held[0]))  # fmt: skip

    def seated(self) -> set[str]:
        """Return the devices that hold a seat."""
        with suppress(RoomError):
            return set(self.room.seating.devices())
        return set()

    def waiting_key(self, device: str) -> str:
        """Return the key with which a device waits for a seat: the one that it waits with, if it may have no more."""
        self.allow_seat(device)
        waits = self._waits.get(device, [])
        if waits and len(self._held(device)) + len(waits) >= self.seats_a_device():
            return waits[-1]
        key = new_key()
        self.wait(device, key)
        return key

    def wait(self, device: str, key: str) -> None:
        """Take note that a device waits for a seat."""
        self._sat.discard(key)
        waits = self._waits.setdefault(device, [])
        if key not in waits:
            waits.append(key)

    def hold(self, device: str, key: str, origin: str = "") -> None:
        """Take note that a device has the key of a seat, which a bot may play meanwhile; desks are told of a second."""
        self._waits[device] = [one for one in self._waits.get(device, ()) if one != key]
        self._sat.add(key)
        if self.room.seating.sit_on(device, key, origin) and (place := self.room.place_of(key)):
            self._tell_desks(lambda: tr(_MOVED, table=place[0], letter=SEAT_LETTERS[place[1]]))

    def _held(self, device: str, but: str = "") -> list[str]:
        """Return the tables at which a device has seats, also those that a bot plays meanwhile."""
        tables, own = self.room.tables(), self.room.place_of(but) if but else None
        return [
            place[0] for place in self.room.seating.devices().get(device, ()) if place[0] in tables and place != own
        ]

    def seats_a_device(self) -> int:
        """Return how many seats a device may have: one, unless the teacher allows more."""
        return int(self.room.note(SEATS_A_DEVICE) or 1)

    def seat_taken(self, page: Page, key: str) -> None:
        """Take note of a seat's page; other pages of that seat on other devices are told of it.

        Where a seat is open on too many, the page that was opened first stands back.
        """
        self.hold(page.device, key, page.origin)
        others = [one for one in self.pages if one is not page and one.place == page.place]
        for other in others[: max(0, len(others) + 1 - PAGES_A_SEAT)]:
            with self._alone(other):
                other.stand_back(tr(_TOO_MANY, most=PAGES_A_SEAT))
        for other in others:
            if other.place == page.place and other.device != page.device:
                with self._alone(other):
                    other.warn(tr("Your seat was opened on another device. If that was not you, tell your teacher."))

    def plotter(self, pay: Payer = _nobody, device: str = "") -> Plotter:
        """Return what draws the plots of a page, in another process; the page pays for it, and waits for its turn."""
        return partial(self.plots.wish, pay, device)

    # ---- telling ---------------------------------------------------------------------------------------------

    def tell(self, name: str) -> None:
        """Show everywhere what was done at a table just now."""
        before, now = self._marks.get(name), None
        with suppress(RoomError):  # it is looked at below what is wrong
            now = self._mark_of(self.room.status(name))
        if before is None or now is None:
            self.look(every=True)
        elif now.period != before.period:  # another year may have opened at other tables
            self.look()
        else:
            self._marks[name] = now
            new_seats = now.seats != before.seats
            told = [page for page in self.pages if page.table == name or (page.table is None and new_seats)]
            self.show([*told, *self.desks])
            self.let_move(name)

    def show(self, shown: Iterable[Shown]) -> None:
        """Let pages show what is new, each in its own turn of the loop: between two of them people are heard.

        A page that waits for its turn already shows all of it then.
        """
        for page in shown:
            self._waiting.setdefault(page, self._payer)
        if self._waiting and (self._showing is None or self._showing.done()):
            self._showing = asyncio.get_running_loop().create_task(self._show_waiting())

    async def _show_waiting(self) -> None:
        while self._waiting:
            page = next(iter(self._waiting))
            pay, begin = self._waiting.pop(page), time.thread_time()
            if page in self.pages or page in self.desks:
                with self._alone(page):
                    page.look()
                pay(time.thread_time() - begin)
            await asyncio.sleep(0)

    @contextmanager
    def _alone(self, page: Shown) -> Iterator[None]:
        """Do something for one page, in its language: what goes wrong is said there, and stops no other."""
        with speaking(page.language), going_on("a page", page.fail, WRONG):
            try:
                yield
            except RoomError as why:
                page.fail(str(why))

    def _tell_desks(self, words: Callable[[], str]) -> None:
        """Say something above the tables of every desk, each in its language."""
        for desk in list(self.desks):
            with self._alone(desk):
                desk.fail(words())

    @contextmanager
    def paid_by(self, payer: Payer) -> Iterator[None]:
        """Let somebody pay for what is shown because of what is done inside."""
        before, self._payer = self._payer, payer
        try:
            yield
        finally:
            self._payer = before

    def look(self, *, every: bool = False) -> None:
        """Look whether anything has changed in the room, and tell the pages that it concerns; all after a vain look."""
        every, self._behind = every or self._behind, True
        try:
            if self.room.changed() or every:
                self._compare(every=every)
            self._behind = False
        except RoomError as why:
            for page in [*self.pages, *self.desks]:
                with self._alone(page):
                    page.fail(str(why))

    def _compare(self, *, every: bool) -> None:
        """Tell the pages for which the room has changed since they were told last, or every page."""
        marks = {one.name: self._mark_of(one) for one in self.room.statuses()[0]}
        news = _steady(news_of(self.room))
        before, old_news = self._marks, self._news
        self._marks, self._news = marks, news
        seats = {name: mark.seats for name, mark in marks.items()}
        doors = old_news != news or seats != {name: mark.seats for name, mark in before.items()}
        told = [
            page
            for page in self.pages
            if (doors if page.table is None else every or marks.get(page.table) != before.get(page.table))
        ]
        self.show([*told, *self.desks])
        for name in marks:
            self.let_move(name)

    def decision_left(self, session: RoomSession) -> int | None:
        """Return how many seconds a person has for the decision that is waited for, None without a clock."""
        if session.seat is None or session.status.turn != session.seat:
            return None
        left = self.stopwatch.decision_left(session.status, self._clock(), decision_seconds(self.room, session.status))
        return None if left is None else round(left)

    def _mark_of(self, status: Status) -> Mark:
        news = (_steady(news_of(self.room, status.name)), self.room.promises.stand(status.name), self.room.stage())
        seats = (status.seats, status.taken, status.stage, status.turn == OVER, self.stopwatch.given(status))
        return Mark(status.period, seats, (status.line, len(status.match), status.waits, status.turn, news))

    def keep_time(self) -> None:
        """Do what is due by the clock: talks end, it is kept who is there, and desks count seconds."""
        with going_on("what is due by the clock"), suppress(RoomError):  # of which the next look tells
            self.stopwatch.keep_time(self._clock())
        for page in list(self.pages):
            with self._alone(page):
                page.stay()
        self.step_by_step(self._serve_queue())
        self._watch_disk()
        for name in () if self._refused else tuple(self._stopped):
            self.let_move(name)
        self.show(self.desks)

    def _watch_disk(self) -> None:
        """Tell desks while the disk takes no moves, and when it does again: then all pages and all tables go on."""
        file, before = self.room.file, self._refused
        if file.refused:
            with suppress(RoomError):
                file.try_to_write()
        self._refused = file.refused
        if file.refused:  # said again, so that it stands there for as long as it is so
            self._tell_desks(lambda: tr(_WAITS, why=tr(file.refused)))
        elif before:
            self.look(every=True)
            self._tell_desks(lambda: tr("The room’s file can be written again: all tables go on."))

    def _serve_queue(self) -> Iterator[None]:
        """Bring people who wait to the seats that are free, one in a step, and note at last all for whom there is none.

        A page that cannot take a seat, for whatever reason, keeps nobody else from one.
        """
        waiting, seating = [page for page in self.pages if page.waits_with], self.room.seating
        with suppress(RoomError):  # the next look tells
            free = bool(waiting) and seating.has_free()
            for page in waiting:
                if page in self.pages and page.waits_with and (free or page.waits_with in self._sat):
                    with self._alone(page):
                        page.deal()
                    free = free and seating.has_free()
                    yield
            if keys := {page.waits_with for page in waiting if page.waits_with and page in self.pages}:
                seating.wait(keys)

    def step_by_step(self, steps: Iterator[None]) -> None:
        """Do something in steps, each in its own turn of the loop, unless what was to be done so is not done yet."""
        if self._stepping is None or self._stepping.done():
            self._stepping = asyncio.get_running_loop().create_task(self._step_through(steps))

    async def _step_through(self, steps: Iterator[None]) -> None:
        with going_on("a step"):
            for _ in steps:
                await asyncio.sleep(0)

    # ---- chance and bots -------------------------------------------------------------------------------------

    def let_move(self, name: str) -> None:
        """Set chance and bots of a table going, if it is their turn and nobody does so already."""
        try:
            waits = name not in self._moving and self.room.mover(name) is not None
        except Exception as error:
            self._stopped.add(name)
            if not isinstance(error, RoomError):  # of which the next look tells
                app_log.exception("a table stopped")
            return
        self._stopped.discard(name)
        if waits:
            task = asyncio.get_running_loop().create_task(self._move(name))
            self._moving[name] = task
            task.add_done_callback(partial(self._moved, name))

    def _moved(self, name: str, task: asyncio.Task[None]) -> None:
        """Take note that nothing moves by itself at a table any more; where that is because something went wrong."""
        self._moving.pop(name, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            app_log.error("a table stopped", exc_info=error)
            self._stopped.add(name)

    async def _move(self, name: str) -> None:
        """Play for chance and bots of a table until a person is to act."""
        while (found := self.room.mover(name)) is not None:
            seat, think = found
            number = len(self.room.match(name))
            await asyncio.sleep(self._pace if seat >= 0 else self._pace / 3)
            try:
                text = await self._bots.find(think) if seat >= 0 else think()
            except Exception as error:
                self._tell_stumble(name, error)
                await asyncio.sleep(RECOVERY)
                continue
            try:
                if seat >= 0 and ((now := self.room.mover(name)) is None or now[0] != seat):
                    raise RoomError  # the seat was given to a person while its bot thought
                self.room.append(name, number, text, seat)
            except (RoomError, IllegalMove):  # that, or paused meanwhile, or the disk did not take it
                self._stopped.add(name)
                return
            self.tell(name)

    def _tell_stumble(self, name: str, error: Exception) -> None:
        for page in self.pages:
            if page.table == name:
                with self._alone(page):
                    page.fail(tr("A bot has failed ({name}: {error}). The teacher can give its seat to a person.",
                                 name=type(error).__name__, error=error))  # fmt: skip

    # ---- its life --------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Count the time in which no server ran for nobody, as if this one had slept."""
        if (last := self.room.events.last()) is not None:
            self.room.file.awake.beat(last)

    async def run(self) -> None:
        """Look at the room until stopped, whatever goes wrong in a look."""
        beat = time.monotonic()
        with going_on("the first look"):
            self.wake()
            self.look(every=True)
        while True:
            await asyncio.sleep(LOOK)
            with going_on("a look at the room"):
                self.room.file.awake.beat(self._clock())
                self.look()
            if time.monotonic() - beat >= BEAT:
                beat = time.monotonic()
                with going_on("a beat of the class"):
                    self.keep_time()

    def close(self) -> None:
        """Let go of the room, and end all that is under way."""
        for task in (*self._moving.values(), self._showing, self._stepping):
            if task is not None:
                task.cancel()
        self._bots.close()
        self.plots.close()
        self.room.leave()


def _steady(news: dict[str, Any]) -> dict[str, Any]:
    """Return news without the seconds that pages count themselves."""
    return {name: value for name, value in news.items() if name != "left"}
