"""The lobby of a class: a person chooses a table and a seat, and comes back to it after a reload or with a key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from fishlab.bots import bot_name
from fishlab.core import OVER
from fishlab.lab.class_experiment.sentences import number as written
from fishlab.messages import in_own_language, tr, trn
from fishlab.room import BEFORE, CLOSED, PERSON, RoomError, RoomSession, Status, new_key, news_of, plain_key, take_up
from fishlab.room.procedure.promises import PROMISE
from fishlab_widgets.classroom.desk.overview import decision_seconds
from fishlab_widgets.classroom.notices import Notices
from fishlab_widgets.classroom.seat import Page, Seat
from fishlab_widgets.classroom.stages import PRACTICE, Stages
from fishlab_widgets.classroom.steps import Steps
from fishlab_widgets.controls.served import Frame
from fishlab_widgets.live.board_model import ServedScreen

if TYPE_CHECKING:
    from fishlab_widgets.classroom.live_class import LiveClass


class Lobby(Page):
    """The page of one person in a class, in the language in which it is made: the lobby, and then a seat.

    Args:
        live: the class.
        frame: the page.
        device: which device the page is on; pages of one device have the same.
        pay: counts seconds of work that is done for the page elsewhere.
        origin: a mark of where the device is, "" if that tells nothing.
    """

    def __init__(
        self,
        live: LiveClass,
        frame: Frame,
        device: str,
        pay: Callable[[float], object] = lambda seconds: None,
        origin: str = "",
    ) -> None:
        super().__init__(live.room, Notices(self._act, place=live.place), device, origin)
        self.live = live
        self.stages: Stages | None = None
        self._plotter = live.plotter(pay, device)
        self.steps = Steps(self._step)
        self.frame, self._answer, self._warning = frame, "", ""
        self._shown: ServedScreen | None = None  # the board on the page: the table's, or that of a practice year
        self._untaken = False  # whether the answer is that the disk did not take what was asked for
        self._lent = ""  # the key of a seat that a bot plays meanwhile
        self._was = ""  # the key of a seat that was freed
        frame.mount("notices", self.notices, "notices.js")
        frame.mount("steps", self.steps, "steps.js")
        live.add(self)
        self.look()

    def __repr__(self) -> str:
        return f"<Lobby: {self.seat!r}>" if self.seat else "<Lobby>"

    def close(self) -> None:
        """Leave: the page is gone. The seat is kept."""
        self.live.remove(self)
        self.live.plots.forget(self._shown)

    def warn(self, words: str) -> None:
        """Show a warning for as long as the page is open."""
        self._warning = words
        self.look()

    # ---- hearing ---------------------------------------------------------------------------------------------

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        """Do what a person asks for in the lobby."""
        if self.seat is not None or self._lent:  # a seat that a bot plays is a seat
            return
        try:
            if kind == "hello" and content.get("key"):
                self._come_back(content["key"], quiet=True)
            elif kind == "key":
                self._come_back(content.get("key"), quiet=False)
            elif kind == "draw" and not self.waits_with:  # who waits is brought to a seat, and need not ask again
                self._queue(self.live.waiting_key(self.device))
                self.look()
            elif kind == "take":
                self._take(content.get("table"), content.get("seat"))
        except RoomError as why:
            self._answer, self._untaken = str(why), bool(self.room.file.refused)
            self.look()

    def _take(self, name: object, seat: object) -> None:
        if self._by_lot():
            raise RoomError(tr("Seats are drawn at random in this class: press Sit down."))
        if not isinstance(name, str) or not isinstance(seat, int):
            raise RoomError(tr("Choose a seat at one of the tables below."))
        key = new_key()
        self.live.allow_seat(self.device)
        self.room.claim(name, seat, key)
        self._sit(name, seat, key)
        self.live.tell(name)

    def _queue(self, key: str) -> None:
        """Wait for a seat that is drawn by lot: one place for this device, whose key the browser keeps."""
        self.live.wait(self.device, key)
        self.waits_with = key
        self.notices.tell(bar={"key": key})
        self.deal()

    def _by_lot(self) -> bool:
        """Tell whether nobody chooses a seat: a class that was planned draws them."""
        return self.room.note("plan") is not None

    def _come_back(self, key: object, *, quiet: bool) -> None:
        found = self.room.find(str(key)) if len(plain_key(key)) >= 6 else None
        if found is None:
            if self._stands_aside(str(key)):
                self.look()
                return
            if self.room.seating.waits(str(key)) or self._is_dealt_anew(str(key)):
                self._queue(str(key))
                self.look()
                return
            if self.room.seating.left(str(key)):
                self._was = str(key)
            if quiet:  # a key of a seat that was freed meanwhile
                self.notices.tell(bar={"key": ""})
                return
            raise RoomError(tr("No seat has this key. Look at the page where you had your seat, or take a seat below."))
        self._sit(*found, str(key))

    def _is_dealt_anew(self, key: str) -> bool:
        """Tell whether a person had a seat when the teacher went back to the plan, and none since."""
        left = self.room.seating.left(key)
        return left is not None and left.table not in self.room.tables()

    def _stands_aside(self, key: str) -> bool:
        """Tell whether a bot plays the person's seat; then the page waits until the teacher returns it."""
        if len(plain_key(key)) < 6 or not self.room.is_lent(key):
            return False
        self._leave_seat()
        self._lent, self._answer = key, ""
        self.live.hold(self.device, key, self.origin)
        self.notices.tell(bar={"key": key})
        return True

    def _sit(self, name: str, seat: int, key: str) -> None:
        for one in filter(None, (key, self._was)):
            take_up(self.room, name, seat, one)
        self._answer = self._lent = self.waits_with = self._was = ""
        self.room.seating.seen(name, seat, come=True)
        self.seat = Seat(RoomSession(self.room, name, seat, key), self.live.tell)
        self.seat.plotter = self._plotter
        self.live.seat_taken(self, key)
        self.stages = Stages(self.seat.session, lambda: self.live.tell(name), self.live.compared)
        self.frame.unmount("board")  # that of the game before
        self._shown = None
        self.notices.tell(bar=self._bar(self.seat), door={}, news=self._news())
        self._show_stage()

    def _step(self, kind: str, content: Mapping[str, Any]) -> None:
        """Do what a person asks for on a card of the experiment."""
        if self.stages is None:
            return
        try:
            self.steps.tell(trouble="")
            self.stages.act(kind, content)
            self._show_stage()
        except RoomError as why:
            self.steps.fail(str(why))

    def _show_stage(self) -> None:
        """Show the card of the stage, and below it the board: that of the table, of a practice year, or none."""
        if self.seat is None or self.stages is None:
            return
        card, stage = self.stages.card(), self.stages.stage()
        if card.get("name") != self.steps.card.get("name"):
            self.steps.tell(trouble="")
        self.steps.tell(card=card)
        practice = self.stages.practice.board if self.stages.practice else None
        if self.stages.practice is not None:
            self.stages.practice.plotter = self._plotter
        board = practice if stage == PRACTICE else None if stage in BEFORE else self.seat.board
        if board is not self._shown:
            self.frame.unmount("board")
            self._shown = board
            if board is not None:
                self.frame.mount("board", board, "screen.js")

    def _bar(self, seat: Seat) -> dict[str, str]:
        """Return who sits here, and where one more seat of this device is to be had if it may have several."""
        found = {"table": seat.session.name, "seat": seat.who(), "aim": seat.aim(), "key": seat.session.key or ""}
        found |= {"rule": rule} if (rule := seat.rule()) else {}
        return found | ({"another": "?another"} if self.live.seats_a_device() > 1 else {})

    def _leave_seat(self) -> None:
        """Show nothing of a seat any more."""
        self.seat = self.stages = self._shown = None
        self.frame.unmount("board")
        self.steps.tell(card={}, trouble="")

    def stand_back(self, words: str) -> None:
        """Show the seat no more, for it is open elsewhere; the browser keeps its key."""
        key = self.seat.session.key if self.seat is not None else ""
        self._leave_seat()
        self._answer = words
        self.notices.tell(bar={"key": key or ""})
        self.look()

    def _lose(self, key: str) -> None:
        """Come back to the lobby: somebody freed the seat, or all are dealt anew, for which the page waits."""
        self._leave_seat()
        self._answer = self._lent = ""
        if self._is_dealt_anew(key):
            self._queue(key)
            return
        self._answer, self._was = tr("Your seat was freed, or is used on another device: take a seat again."), key
        self.notices.tell(bar={"key": ""})

    # ---- showing ---------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Take the seat that is drawn for who waits, if there is one."""
        key, self.waits_with = self.waits_with, ""
        if not key:
            return
        self.live.allow_seat(self.device, key)
        self.waits_with = key
        if (found := self.room.seating.deal(key)) is not None:
            self._sit(*found, key)
            self.live.tell(found[0])

    @in_own_language
    def look(self) -> None:
        """Show what is new; what the room cannot say is told as trouble."""
        try:
            if self._lent or (self.seat is not None and not self.seat.session.holds()):
                key = self._lent or (self.seat.session.key if self.seat is not None else "") or ""
                if (found := self.room.find(key)) is not None:  # given back, or another game with the same people
                    self._sit(*found, key)
                elif not self._stands_aside(key):
                    self._lose(key)
            if self.seat is not None:
                self.seat.catch_up()
                self._show_stage()
                self.notices.tell(
                    bar=self._bar(self.seat),
                    news={**self._news(), "trouble": self._warning or self._late(self.seat.session)},
                )
            else:
                self._show_tables()
        except RoomError as why:
            self.fail(str(why))

    def _news(self) -> dict[str, Any]:
        """Return what the page shows of the room: the teacher's line, and the clock that is up first for a person."""
        told = news_of(self.room, self.table)
        if self.seat is None or self.place is None:
            return told
        (name, seat), clocks = self.place, []
        if (left := self.live.decision_left(self.seat.session)) is not None:
            status = self.room.status(name)
            mark = self.live.stopwatch.mark(status, decision_seconds(self.room, status))
            clocks.append({"left": left, "words": tr("Your decision"), "mark": mark})
        elif self.stages is not None and self.stages.stage() == PROMISE and seat in self.room.promises.unsealed(name):
            seconds, mark = self.room.promises.clock(name)
            clocks.append({"left": round(seconds), "words": tr("Time to seal"), "mark": mark})
        if clocks and not 0 < told.get("left", 0) < clocks[0]["left"]:  # one that is up gives way
            told |= clocks[0]
        return told

    def _late(self, session: RoomSession) -> str:
        """Say what came of a clock since this person last decided: a bot did, or nothing was sealed; "" if neither."""
        match, seat, found = session.match, session.seat, [(0, "")]
        if seat is None:
            return ""
        late = self.room.events.stood_in(session.name, seat)
        if late is not None and late[0] == session.status.line and late[1] < len(match):
            move = match.states[late[1]].say(match.moves[late[1]], seat)
            found.append((late[1] + 1, tr("Your time was up, and a bot decided for you: {what}", what=move)))
        if self.room.promises.missed(session.name, seat):
            talks = [place for place, one in enumerate(match.states) if one.talks()]
            found.append((talks[-1] + 1, tr("Your time to seal is over: you have no promise that counts this year.")))
        begin, words = max(found)
        return "" if any(map(session.chose, range(begin, len(match)))) else words

    def _show_tables(self) -> None:
        if self._untaken and not self.room.file.refused:
            self._answer, self._untaken = "", False
        door: dict[str, Any] = {"answer": self._answer}
        if self._lent:
            door["waits"] = self._lent_told()
        elif self.waits_with and not self.room.tables() and self._is_dealt_anew(self.waits_with):
            door["waits"] = tr(
                "The teacher is drawing the seats again: wait a moment. This page will take you to yours."
            )
        elif self.waits_with:
            door["waits"] = tr(
                "You have no seat yet. Wait here: this page will take you to one as soon as there is one."
            )
        elif not (tables := [] if self._by_lot() else [one for one in self.room.statuses()[0] if one.stage != CLOSED]):
            door["draw"] = tr("Your seat is drawn at random.")
        else:
            door["tables"] = [_row(one) for one in tables]
            if not any(one.free for one in tables):
                door["full"] = tr("Every seat is taken: ask your teacher for one.")
        self.notices.tell(door=door, news=news_of(self.room))

    def _lent_told(self) -> str:
        """Say how it stands with the seat that a bot plays, and when its game is over what it has."""
        place = self.room.place_of(self._lent)
        status = self.room.status(place[0]) if place is not None else None
        if place is not None and status is not None and status.turn == OVER:
            return tr(
                "The game at your table is over. A bot played your seat to the end; its score is {score}. Wait here: "
                "this page goes on with what comes next.", score=written(status.totals[place[1]]),
            )  # fmt: skip
        return tr("A bot is playing for you. Wait here: you get your seat back as soon as your teacher returns it.")


class PassedRound(Page):
    """One screen of the teacher's for all seats of a table that nobody else has taken, passed round."""

    seat: Seat

    def __init__(self, live: LiveClass, frame: Frame, table: str) -> None:
        super().__init__(live.room, Notices(lambda kind, content: None))
        self.live, self.seat = live, Seat(RoomSession(live.room, table), live.tell)
        self.seat.plotter = live.plotter()
        frame.mount("notices", self.notices, "notices.js")
        frame.mount("board", self.seat.board, "screen.js")
        live.add(self)
        self.look()

    def close(self) -> None:
        """Leave: the page is gone."""
        self.live.remove(self)

    @in_own_language
    def look(self) -> None:
        """Show what is new."""
        try:
            self.seat.catch_up()
            bar = {"table": self.table, "seat": self.seat.who(), "aim": self.seat.aim(), "key": ""}
            self.notices.tell(bar=bar, news=news_of(self.room, self.table))
        except RoomError as why:
            self.fail(str(why))


def _row(status: Status) -> dict[str, Any]:
    """Return what a page is told of a table before anybody sits down: nothing of the game itself."""
    state = status.match.states[0]
    free = len(status.free)
    words = {"game": status.match.game.title, "players": trn("{n} player", "{n} players", status.match.seats)}
    about = (
        trn("{game}, {players}: {n} seat free", "{game}, {players}: {n} seats free", free, **words)
        if free
        else tr("{game}, {players}: full", **words)
    )
    seats = [
        {
            "name": state.seat_name(seat),
            "who": tr("taken")
            if status.taken[seat]
            else ""
            if who == PERSON
            else tr("a bot ({bot})", bot=bot_name(who)),
            "free": seat in status.free,
        }
        for seat, who in enumerate(status.seats)
    ]
    return {"name": status.name, "about": about, "seats": seats}
