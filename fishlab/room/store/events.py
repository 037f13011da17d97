"""Everything that happened in a room besides its moves, with its time, and what the teacher says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fishlab.core import Player
from fishlab.messages import mark
from fishlab.one_at_a_time import OneAtATime
from fishlab.room.store.file import RoomFile

SEAT, TAKEN, FREED, BOT, RETURNED = "seat", "taken", "freed", "bot", "returned"
STOOD_IN, ONLY, KEY = "stood in", "only choice", "key"
KINDS: Final = {
    SEAT: mark("who had a seat when its table was set up"),
    TAKEN: mark("a person took a seat"),
    FREED: mark("a seat was freed"),
    BOT: mark("a seat was given to a bot (named)"),
    KEY: mark("a person whose device was lost got a new key for the same seat"),
    RETURNED: mark("a bot’s seat was returned to people"),
    "lot": mark("a seat was drawn: which draw it was, and out of how many free seats"),
    "set": mark("a table was set up; its block of tables is named"),
    "treatment": mark("a table of a block got its treatment at random, which is named"),
    "started": mark("play began, or went on"),
    "paused": mark("play was paused"),
    "ended": mark("play was ended for good"),
    "closed": mark("a table was closed"),
    "year": mark("a year was opened for all tables"),
    "ready": mark("the clock, or the desk, said “ready” for a person"),
    "played": mark("the desk made a move for somebody"),
    STOOD_IN: mark("a bot, which is named, made one decision for a person whose time was up"),
    ONLY: mark("a person’s only possible move was played automatically"),
    "back": mark("a table went back to an earlier move, on a new line"),
    "clock": mark("a clock was started, with its seconds; 0 if it was removed"),
    "extended": mark("seconds were added to a clock"),
    "said": mark("what the teacher told a table, or all"),
    "game": mark("another game was begun in this room, or the class went back to the plan"),
}
"""What each kind of event means."""
OF_SEATS: Final = (SEAT, TAKEN, FREED, BOT, RETURNED)
"""Those that change who sits in a seat."""
LONGEST: Final = 300
"""Letters of what the teacher says."""
_SAID: Final = {"words": "s", "at": "f"}


class Event(NamedTuple):
    """Something that happened.

    Attributes:
        at: when, in seconds since 1970; never before the event that is kept before it.
        kind: one of `KINDS`.
        table: where; None for the whole room.
        seat: in which seat; None for the whole table.
        line: how often the table had gone back.
        number: how many moves had been made there.
        words: more about it, such as who sits there now.
    """

    at: float
    kind: str
    table: str | None
    seat: Player | None
    line: int
    number: int
    words: str


class Events(OneAtATime):
    """The events of a room, in the order in which they were kept."""

    def __init__(self, file: RoomFile) -> None:
        self._file = file

    def add(self, kind: str, table: str | None = None, seat: Player | None = None, words: object = "") -> None:
        """Keep an event, with what is written beside it."""
        line = number = 0
        with self._file.writing() as db:
            if table is not None:
                for (line,) in self._file.rows("i", "SELECT line FROM tables WHERE name=?", table):
                    sql = "SELECT count(*) FROM moves WHERE tab=? AND line=?"
                    (number,) = self._file.rows("i", sql, table, line)[0]
            (last,) = self._file.rows("F", "SELECT max(at) FROM events")[0]
            at = max(self._file.now(), last or 0.0)
            row = (at, kind, table, seat, line, number, str(words))
            db.execute("INSERT INTO events VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", row)

    def know(self, table: str, seats: Sequence[str]) -> None:
        """Keep who sits at a table, if nothing is kept of it yet: it is new, or its file is an older Fishlab's."""
        marks = ", ".join("?" * len(OF_SEATS))
        sql = f"SELECT 1 FROM events WHERE tab=? AND kind IN ({marks}) LIMIT 1"
        if not self._file.rows("i", sql, table, *OF_SEATS):
            taken = self._file.rows("i", "SELECT seat FROM seats WHERE tab=?", table)
            for seat, who in enumerate(seats):
                self.add(TAKEN if (seat,) in taken else SEAT, table, seat, who)

    def all(self, table: str | None = None) -> list[Event]:
        """Return all that happened, or what happened at a table."""
        where, values = ("WHERE tab=? ", (table,)) if table is not None else ("", ())
        sql = f"SELECT at, kind, tab, seat, line, number, words FROM events {where}ORDER BY change"
        return [Event(*row) for row in self._file.rows("fsSIiis", sql, *values)]

    def paused(self, table: str, since: float) -> float:
        """Return for how many seconds since a moment, at which a table played, nobody could play there."""
        sql = (
            "SELECT at, kind FROM events WHERE at>=? AND kind IN ('paused', 'started') AND (tab IS NULL OR tab=?) "
            "ORDER BY change"
        )
        stood, whole = None, 0.0
        for at, kind in self._file.rows("fs", sql, since, table):
            if kind == "paused":
                stood = at if stood is None else stood
            elif stood is not None:
                whole, stood = whole + self._file.passed(stood) - self._file.passed(at), None
        return whole if stood is None else whole + self._file.passed(stood)

    def added(self, table: str, since: float) -> int:
        """Return how many seconds the clock of a table has got more since a moment."""
        sql = "SELECT words FROM events WHERE at>=? AND kind='extended' AND tab=?"
        return sum(int(words) for (words,) in self._file.rows("s", sql, since, table))

    def stood_in(self, table: str, seat: Player) -> tuple[int, int] | None:
        """Return on which line, and after how many moves, a bot last decided for a person whose time was up."""
        sql = "SELECT line, number FROM events WHERE tab=? AND seat=? AND kind=? ORDER BY change DESC LIMIT 1"
        found = self._file.rows("ii", sql, table, seat, STOOD_IN)
        return found[0] if found else None

    def last(self) -> float | None:
        """Return when somebody last did something in the room, or was there."""
        sql = " UNION ALL ".join(f"SELECT max(at) AS at FROM {table}" for table in ("events", "moves", "presence"))
        (found,) = self._file.rows("F", f"SELECT max(at) FROM ({sql})")[0]
        return found if found is None else float(found)

    def behind(self) -> float:
        """Return by how many seconds the clock stands before what is kept already: somebody has set it back."""
        sql = "SELECT max(at) FROM (SELECT max(at) AS at FROM events UNION ALL SELECT max(at) FROM moves)"
        (last,) = self._file.rows("F", sql)[0]
        return max(0.0, (last or 0.0) - self._file.now())

    def say(self, words: str, table: str | None = None) -> None:
        """Let all pages show a line of the teacher's, or those of one table; "" takes it away."""
        with self._file.writing():
            words = words[:LONGEST]
            self.add("said", table, words=words)
            said = {"words": words, "at": self._file.now()}
            self._file.keep("said" if table is None else f"said/{table}", said)

    def said(self, table: str | None = None) -> str:
        """Return what the teacher said last to all, or to a table."""
        found = self._file.note("said", **_SAID)
        own = self._file.note(f"said/{table}", **_SAID) if table is not None else None
        if own is not None and (found is None or own["at"] >= found["at"]):
            found = own
        return str(found["words"]) if found else ""
