"""Talks: everybody says ready when it suits them, then seals what was agreed; whether it was kept, the catch tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypedDict

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import TALK_SECONDS
from fishlab.codes import brief
from fishlab.core import OVER, Player
from fishlab.messages import mark, tr
from fishlab.one_at_a_time import OneAtATime
from fishlab.room.procedure.catch_limits import CatchLimits, catch_limits, must_take
from fishlab.room.procedure.questions import Questions, Value
from fishlab.room.procedure.settings import Procedure
from fishlab.room.store.clock import Clock
from fishlab.room.store.file import Damaged, RoomError
from fishlab.room.store.sitters import Turns
from fishlab.room.store.tables import PAUSED, Status, Tables
from fishlab.session import PERSON

TALK, PROMISE = "talk", "promise"
"""The stages of these questions; each question is a year."""
NOTHING: Final = "nothing"
"""The answer of who says that nothing was agreed."""
MOST: Final = 9
"""The largest catch that can be promised: more than any gear takes in a year."""
TIME: Final = 45.0
"""Seconds to seal a promise after the talk; then the year begins without those that are missing."""
READY_SAID, CLOCK_SAID = "ready", "clock"
"""Who ended a person's part in a talk."""


class Talk(TypedDict):
    """One person's part in one talk.

    Attributes:
        table: where.
        year: before which year.
        seat: in which seat, counted from 0.
        person: which person of that seat it was, counted from 1.
        promise: at most how many fish each were agreed on; "nothing" if nothing was; None without an answer.
        caught: the fish that the seat then took out of the sea in that year; None while it is not over.
        must: how many fish its boxes made it take in that year, if the dice brought any; None while it is not over.
        could: the most fish that it could have taken in that year, by its equipment, the dice and the fish that lived
            when its turn came; None while it is not over.
        aimed: the most fish that the equipment which it used can take at all; None while it is not over.
        brought: the most that this could have taken by the dice and the fish that lived; None while it is not over.
        once: the most that it could have taken without Overtime; None while the year is not over.
        meant: whether it aimed at no more than was agreed, or took no more though it could; None without a number,
            before the year is over, without a choice, or if a bot or another person made a move of that year.
        kept: whether it took no more than was agreed; None without a number, before the year is over, if luck and not
            choice decided it (`CatchLimits.tells`), or if a bot or another person made a move of that year.
        ready_after: seconds from the beginning of the talk to Ready; None if the clock ended it.
    """

    table: str
    year: int
    seat: int
    person: int
    promise: int | Literal["nothing"] | None
    caught: int | None
    must: int | None
    could: int | None
    aimed: int | None
    brought: int | None
    once: int | None
    meant: bool | None
    kept: bool | None
    ready_after: float | None


class Promises(OneAtATime):
    """The talks of a room's tables."""

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        questions: Questions,
        turns: Callable[[str], Mapping[tuple[Player, int], Turns]],
    ) -> None:
        self._tables, self._clock, self._questions, self._file = tables, clock, questions, tables.file
        self._turns = turns
        self._limits: dict[tuple[str, int, int, int], CatchLimits] = {}  # by table, line, seat and year

    # ---- a talk ------------------------------------------------------------------------------------------------

    def talks(self, name: str) -> bool:
        """Tell whether a table talks now, or seals what was agreed in its talk."""
        return self._tables.match(name).state.talks() and not self._tables.status(name).waits

    def ready(self, name: str, seat: Player) -> None:
        """Say for a person that the talk may end; when all have said so, it does."""
        status = self._talking(name)
        self._questions.give(name, seat, TALK, str(status.period), READY_SAID)
        self.follow(name)

    def follow(self, name: str) -> bool:
        """Take note of a talk that begins, with a clock at its table only, and end it when everybody is ready.

        A table that is to be silent shall not read of others' time to talk. In a pause the clock stands still.

        Returns:
            Whether the time of the talk is up, which ends it as well.
        """
        status, own = self._tables.status(name), self._clock.own(name)
        if not self.talks(name):
            if own is not None and status.stage != PAUSED:
                self._clock.start(0, table=name)
            return False
        year, people = str(status.period), _people(status)
        ready = [bool(self._questions.given(name, seat, TALK).get(year)) for seat in people]
        up = own is not None and self._clock.left_of(own) == 0
        with self._file.writing():
            if own is None and not (people and all(ready)):
                self._clock.start(self.talk_left(name) or 0, mark("Time to talk"), name)
            for seat, said in zip(people, ready, strict=True):
                self._questions.show(name, seat, TALK, year)
                if up and not said:
                    self._questions.give(name, seat, TALK, year, CLOCK_SAID)
            if up or (people and all(ready)):
                self._clock.start(0, table=name)  # the talk's
                for seat in people:
                    self._questions.show(name, seat, PROMISE, year)
        return up

    def talk_left(self, name: str) -> float | None:
        """Return how many seconds a table may still talk, None if it does not now, or if its talk is over."""
        if not self.talks(name) or self.asked(name):
            return None
        procedure, own = Procedure.of(self._file), self._clock.own(name)
        return self._clock.left_of(own) if own else float(procedure.talk if procedure else TALK_SECONDS)

    def may_begin(self, name: str) -> bool:
        """Tell whether the year after a talk may begin: everybody is ready, or the clock is up, and promises are in."""
        people = _people(self._tables.status(name))
        procedure = Procedure.of(self._file)
        if procedure is not None and procedure.promises and people:
            return self.done(name)
        return self._clock.is_up(name) or self.asked(name)

    def by_clock(self, name: str, seat: Player) -> bool:
        """Tell whether the clock, and not the person, has ended a person's part in a talk."""
        year = str(self._tables.status(name).period)
        return self._questions.given(name, seat, TALK).get(year) != READY_SAID

    def is_ready(self, name: str, seat: Player) -> bool:
        """Tell whether a person has said ready in the talk that goes on, or the clock has."""
        return str(self._tables.status(name).period) in self._questions.given(name, seat, TALK)

    def asked(self, name: str) -> bool:
        """Tell whether a talk is over, so that it is asked what was agreed."""
        people = _people(self._tables.status(name))
        return self.talks(name) and bool(people) and all(self.is_ready(name, seat) for seat in people)

    def seal(self, name: str, seat: Player, promise: object) -> None:
        """Seal what a person says was agreed: at most so many fish each, or "nothing"; it can be sealed once."""
        status, least = self._talking(name), self.least(name, seat)
        if promise != NOTHING and (
            not isinstance(promise, int) or isinstance(promise, bool) or not least <= promise <= MOST
        ):
            words = mark(
                "{promise} cannot be promised: choose {least} to {most} fish each, or that nothing was agreed."
            )
            raise RoomError(tr(words, promise=brief(promise), least=least, most=MOST))
        if not self.asked(name):
            raise RoomError(tr("The talk is not over yet: what was agreed is sealed after it."))
        with self._file.writing():
            if self.sealed(name, seat) is not None:
                raise RoomError(tr("Your answer is sealed already."))
            self._questions.give(name, seat, PROMISE, str(status.period), NOTHING if promise == NOTHING else promise)

    def least(self, name: str, seat: Player) -> int:
        """Return the smallest catch that a person can promise: nobody keeps to no fish who must fish."""
        state = self._tables.match(name).state
        return must_take(state, seat, state.year) if isinstance(state, Boom) else 0

    def sealed(self, name: str, seat: Player) -> Value | None:
        """Return what a person has sealed after the talk before this year, None if nothing yet."""
        return self._questions.given(name, seat, PROMISE).get(str(self._tables.status(name).period))

    def done(self, name: str) -> bool:
        """Tell whether the year can begin: all have sealed what was agreed, or had the time for it."""
        return self.asked(name) and self.left(name) == 0

    def unsealed(self, name: str) -> list[Player]:
        """Return the people of a table who have not sealed yet what was agreed."""
        return [seat for seat in _people(self._tables.status(name)) if self.sealed(name, seat) is None]

    def missed(self, name: str, seat: Player) -> bool:
        """Tell whether the time ran out in which a person could have sealed what was agreed for this year."""
        procedure, year = Procedure.of(self._file), str(self._tables.status(name).period)
        if procedure is None or not procedure.promises or self.talks(name):
            return False
        return year in self._questions.given(name, seat, TALK) and self.sealed(name, seat) is None

    def left(self, name: str) -> float:
        """Return how many seconds are left to seal what was agreed; 0 if all have."""
        return self.clock(name)[0]

    def clock(self, name: str) -> tuple[float, str]:
        """Return how many seconds are left to seal what was agreed, and a mark that changes when there are others."""
        year, events = str(self._tables.status(name).period), self._tables.events
        shown = [self._questions.show(name, seat, PROMISE, year) for seat in self.unsealed(name)]
        if not shown:
            return 0.0, ""
        since = max(shown)
        paused, added = events.paused(name, since), events.added(name, since)
        taken = max(0.0, self._file.passed(since) - paused)
        return max(0.0, TIME + added - taken), f"{since}/{added}/{round(paused)}"

    def extend(self, name: str, seconds: int) -> None:
        """Give the people of a table more seconds to seal what was agreed."""
        self._tables.events.add("extended", name, words=seconds)

    def stand(self, name: str) -> tuple[object, ...]:
        """Return what tells whether anything is new in a table's talk."""
        if not self.talks(name):
            return ()
        people, time = _people(self._tables.status(name)), self.clock(name)[1] if self.asked(name) else ""
        return time, *((self.is_ready(name, seat), self.sealed(name, seat) is not None) for seat in people)

    def _talking(self, name: str) -> Status:
        if not self.talks(name):
            raise RoomError(tr("Nobody talks at this table now."))
        return self._tables.status(name)

    def forget(self, name: str, state: Any) -> None:
        """Ask again what was asked after a moment to which a table goes back; what was answered is kept beside it."""
        first = state.period() + (not state.talks())
        line = self._tables.status(name).line
        with self._file.writing() as db:
            sql = (
                "UPDATE answers SET question=question || ? WHERE tab=? AND stage IN (?, ?) AND question NOT LIKE '%@%'"
            )
            db.execute(f"{sql} AND CAST(question AS INTEGER)>=?", (f"@{line}", name, TALK, PROMISE, first))

    # ---- all talks ---------------------------------------------------------------------------------------------

    def all(self) -> list[Talk]:
        """Return every person's part in every talk of every game of the room, in the order of tables and years."""
        sql = (
            "SELECT t.tab, t.seat, CAST(t.question AS INTEGER), t.person, t.answer, t.at - t.since, p.answer "
            "FROM answers t JOIN tables ON name=t.tab LEFT JOIN answers p ON p.tab=t.tab AND p.seat=t.seat "
            "AND p.person=t.person AND p.stage=? AND p.question=t.question "
            "WHERE t.stage=? AND t.question NOT LIKE '%@%' ORDER BY place, 3, t.seat, t.person"
        )
        rows = self._file.rows("siiiSfS", sql, PROMISE, TALK)
        turns = {table: self._turns(table) for table in dict.fromkeys(row[0] for row in rows)}
        return [self._row(*row, turns=turns[row[0]].get(row[1:3], Turns(()))) for row in rows]

    def _row(
        self,
        table: str,
        seat: int,
        year: int,
        person: int,
        said: str | None,
        seconds: float,
        promised: str | None,
        *,
        turns: Turns,
    ) -> Talk:
        promise, state = _promise(promised), self._tables.match(table).state
        assert isinstance(state, Boom)
        caught, limits, kept, meant = None, None, None, None
        if year < state.year or (state.turn() == OVER and year == state.year):
            caught, limits = state.taken(seat, year), self._catch_limits(table, seat, year)
            own = all(one.person == person for one in turns.hands)
            if isinstance(promise, int) and own and limits.leaves_choice(promise):
                meant = limits.aimed <= promise or caught <= promise < limits.brought
                kept = caught <= promise if limits.tells(promise) else None
        must, could, aimed, brought, once = limits or (None,) * 5
        return {
            "table": table, "year": year, "seat": seat, "person": person, "promise": promise, "caught": caught,
            "must": must, "could": could, "aimed": aimed, "brought": brought, "once": once, "meant": meant,
            "kept": kept,
            "ready_after": seconds if said == f'"{READY_SAID}"' else None,
        }  # fmt: skip

    def _catch_limits(self, table: str, seat: int, year: int) -> CatchLimits:
        """Return the limits of a seat's catch in a year that is over; each is worked out once."""
        match, place = self._tables.match(table), (table, self._tables.status(table).line, seat, year)
        if place not in self._limits:
            self._limits[place] = catch_limits(match, seat, year, lambda state: self._tables.on_tape(table, state))
        return self._limits[place]


def _people(status: Status) -> list[Player]:
    """Return the seats that people have taken."""
    pairs = enumerate(zip(status.seats, status.taken, strict=True))
    return [seat for seat, (who, taken) in pairs if who == PERSON and taken]


def _promise(text: str | None) -> int | Literal["nothing"] | None:
    if text is None:
        return None
    if text == f'"{NOTHING}"':
        return "nothing"
    if not text.isdigit():
        raise Damaged
    return int(text)
