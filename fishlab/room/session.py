"""A screen at a table of a room: its session is the room's, and others play at it too."""

from __future__ import annotations

from typing import Any, Final

from fishlab.core import IllegalMove, Move, Player
from fishlab.messages import tr
from fishlab.room.procedure.settings import Procedure
from fishlab.room.room import Room
from fishlab.room.store.file import RoomError
from fishlab.room.store.keys import new_key
from fishlab.room.store.sitters import only_choice
from fishlab.room.store.tables import Status
from fishlab.session import ELSEWHERE, PERSON, Session

_LOOKING: Final = ("at", "walk", "tab", "coach", "back", "shown", "guide")


class RoomSession(Session):
    """A seat at a table of a room, or all seats that nobody else has taken.

    Args:
        room: the room.
        name: the table's name.
        seat: the seat, counted from 0; None for all that nobody else has taken, which claims nothing.
        key: the key that holds the seat; without one a new one takes it.
    """

    keeps_secrets = True

    def __init__(self, room: Room, name: str, seat: Player | None = None, key: str | None = None) -> None:
        self.room, self.name, self.seat = room, name, seat
        self.key: str | None = None
        if seat is not None:
            self.key = key or new_key()
            room.claim(name, seat, self.key)
        self.status = room.status(name)
        super().__init__(self.status.match, self._sitting(), dice="table" if room.luck == "real" else "auto")
        self._count = len(self.match)
        self._by_itself = room.seating.by_itself(name)

    def _sitting(self) -> list[str]:
        """Return who sits where: a person only where this screen plays."""
        rows = zip(self.status.seats, self.status.taken, strict=True)
        return [
            who if who != PERSON or (not taken if self.seat is None else seat == self.seat) else ELSEWHERE
            for seat, (who, taken) in enumerate(rows)
        ]

    def may(self, act: str) -> bool:
        """Let people look; whatever would change the game is the teacher's. The code comes with the end."""
        return act in _LOOKING or (act == "code" and self.match.over)

    def waits(self) -> str:
        """Say why nobody may move at this table now: it is paused, or has not begun, or everybody talks."""
        talks = self.match.state.talks() and self.seat is not None and not self.match.over
        if not self.status.waits and talks and Procedure.of(self.room.file) is not None:
            return tr("Year {year}: the table is talking.", year=self.status.period)
        return self.status.waits

    def goes_on(self) -> bool:
        """Leave bots and dice to the room: whoever serves the class moves for them (`Room.mover`)."""
        return False

    def plays_itself(self, running: bool) -> bool:
        """Tell whether the only choice of who plays here is about to be played, by whoever serves the class."""
        state = self.match.state
        return not self.waits() and self.is_person(state.turn()) and only_choice(state) is not None

    def holds(self) -> bool:
        """Tell whether the seat is still held here."""
        return self.seat is None or self.room.holds(self.name, self.seat, self.key or "")

    def play(self, move: Move | str) -> str:
        """Play a move of a seat of this screen, and return what there is to say of it.

        Raises:
            IllegalMove: if a rule forbids it.
            RoomError: if nobody may move here now.
        """
        if why := self.why_not_now():
            raise RoomError(why)
        number, state = len(self.match), self.match.state
        turn = state.turn()
        seen = state.view(turn) if turn >= 0 else state
        if isinstance(move, str):
            move = seen.read(move)
        if move not in seen.moves():
            raise IllegalMove(seen.why_not(move), move)  # what is refused tells no more than the seat can see
        key = self.key if turn >= 0 or self.seat is not None else None
        if not self.room.append(self.name, number, state.notation(move), turn, key):
            self.room.changed()
            self.catch_up()
            return tr("Somebody was quicker: look again, then move.")
        self.status = self.room.status(self.name)
        self._count = self.at = len(self.match)
        return state.say(move, self.viewer())

    def catch_up(self) -> str | None:
        """Take what others have done; who looks at an earlier moment stays there.

        Returns:
            What there is to say of it, None if nothing has changed.
        """
        before, live, said = self.status, self.at == self._count, ""
        status = self.status = self.room.status(self.name)
        self.match = status.match  # another one if it had to be read anew
        if (status.line, len(status.match)) != (before.line, self._count):
            self._by_itself = self.room.seating.by_itself(self.name)
        if status.line != before.line or len(status.match) < self._count:
            live, said = True, tr("The table went back to move {number}.", number=len(status.match))
        elif len(status.match) > self._count:
            said = self._told_since(self._count)
        elif _same(before, status):
            return None
        self.seats = self._sitting()
        self._count = len(self.match)
        if live:
            self.at = self._count
        return said

    def _told_since(self, place: int) -> str:
        """Say what was done since a move, as those may hear it who look here; of many moves, the last three."""
        viewer, count = self.viewer(), len(self.match)
        return " ".join(f"{self.told(one, viewer).rstrip('.')}." for one in range(max(place, count - 3), count))


def news_of(room: Room, table: str | None = None) -> dict[str, Any]:
    """Return what a page shows of a room: the teacher's line, and the clock, a table's own if it has one."""
    clock, note = room.clock.left(table), room.clock.shown(table)
    told: dict[str, Any] = {"line": room.events.said(table)}
    if clock is not None and note is not None:
        told |= {
            "left": round(clock[0]),
            "words": clock[1],
            "mark": f"{note['from']}/{note['seconds']}/{round(note['stood'])}",
        }
    return told


def _same(one: Status, other: Status) -> bool:
    return (one.seats, one.taken, one.waits, one.turn) == (other.seats, other.taken, other.waits, other.turn)
