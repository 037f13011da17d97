"""The clocks that pages of a room show, and the years that open for all tables together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fishlab.core import Move
from fishlab.messages import tr
from fishlab.one_at_a_time import OneAtATime
from fishlab.room.store.file import RoomError
from fishlab.room.store.tables import PAUSED, Tables

READY: Final[Move] = ("ready",)
"""The move with which a person ends a talk."""
_CLOCK: Final = {"from": "f", "seconds": "f", "words": "s"}


class Clock(OneAtATime):
    """The clock of a room, and those of single tables, which come before it and stand still while these are paused."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._file = tables, tables.file

    def start(self, seconds: float, words: str = "", table: str | None = None) -> None:
        """Start the clock that all pages show, or those of one table, such as its time to talk; 0 takes it away.

        Args:
            seconds: how long it runs.
            words: what the time is for, a message that is said where it is shown.
            table: whose clock it is; without it, the whole room's.
        """
        told = {"from": self._file.now(), "seconds": seconds, "words": words} if seconds > 0 else None
        with self._file.writing():
            if told is not None or self._read(table) is not None:
                self._file.keep(_name(table), told)
                self._tables.events.add("clock", table, words=round(max(0, seconds)))

    def _read(self, table: str | None) -> dict[str, Any] | None:
        found = self._file.note(_name(table), **_CLOCK)
        if found is None or table is None:
            return found and {**found, "stood": 0.0}
        return {**found, "stood": self._tables.events.paused(table, found["from"])}

    def extend(self, seconds: float, table: str | None = None) -> None:
        """Give a clock that runs more seconds: a table's own, or without a table every clock of the room."""
        if not 0 < seconds <= 3600:
            raise RoomError(tr("A clock can be extended by up to an hour."))
        wanted = [table] if table is not None else [None, *self._tables.tables()]
        with self._file.writing():
            running = {one: found for one in wanted if (found := self._read(one)) is not None}
            if not running:
                raise RoomError(tr("No clock is running there."))
            for one, found in running.items():
                told = {name: found[name] for name in _CLOCK}
                self._file.keep(_name(one), {**told, "seconds": found["seconds"] + seconds})
                self._tables.events.add("extended", one, words=round(seconds))

    def shown(self, table: str | None = None) -> dict[str, Any] | None:
        """Return the clock as it was started, a table's own before the room's, unless that table is paused.

        It has `from`, `seconds`, `words`, and for how many seconds it `stood` still since.
        """
        paused = table is not None and self._tables.stage(table) == PAUSED
        return (None if paused else self.own(table)) or self._read(None)

    def own(self, table: str | None) -> dict[str, Any] | None:
        """Return the clock that a table has for itself."""
        return None if table is None else self._read(table)

    def left(self, table: str | None = None) -> tuple[float, str] | None:
        """Return the seconds that are left and what they are for, None without a clock."""
        found = self.shown(table)
        if not found:
            return None
        words = str(found["words"])
        return self.left_of(found), tr(words) if words else ""

    def left_of(self, clock: Mapping[str, Any]) -> float:
        """Return the seconds that are left of a clock."""
        taken = max(0.0, self._file.passed(clock["from"]) - float(clock["stood"]))
        return max(0.0, float(clock["seconds"]) - taken)

    def is_up(self, name: str) -> bool:
        """Return whether the clock has ended the talk of a table: the seat to act can only say that it is ready.

        A talk that began after the clock ran out has the time that it needs, or a new clock.
        """
        found, match = self.shown(name), self._tables.match(name)
        if not found or tuple(match.state.moves()) != (READY,):
            return False
        end = found["from"] + found["seconds"] + found["stood"]
        sql = "SELECT max(at) FROM moves WHERE tab=? AND line=(SELECT line FROM tables WHERE name=tab) AND text!=?"
        (began,) = self._file.rows("F", sql, name, READY[0])[0]
        if began is None:
            began = self._file.rows("f", "SELECT since FROM tables WHERE name=?", name)[0][0]
        return bool(self.left_of(found) == 0 and end >= began)

    def open_year(self, year: int) -> None:
        """Let tables play up to this year or round, however far the others are."""
        with self._file.writing():
            self._file.set("opened", max(int(year), self._file.fact("opened", int)))
            self._tables.events.add("year", words=int(year))


def _name(table: str | None) -> str:
    return "clock" if table is None else f"clock/{table}"
