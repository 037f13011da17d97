"""The file that a room lives in: SQLite with a write-ahead log, read and written by several programs at once.

It holds facts of the room as JSON, and for every table its header, its lines, its seats, its moves and who sat where.
What SQLite says of a file that is locked, full, read-only, gone or not ours becomes a sentence for a person.
"""

from __future__ import annotations

import json
import math
import os
import platform
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self
from uuid import getnode

from fishlab.one_at_a_time import OneAtATime, alone

VERSION: Final = 1
"""Of the file's layout; a file of another version is refused."""
MARK: Final = 0x46495348
"""What tells a room from another SQLite file ("FISH")."""

_PATIENCE = 5.0  # seconds to wait for another program that writes
_SHORT = 0.5  # seconds to wait before what can be done later is left for later
_SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (
  name TEXT PRIMARY KEY, place INTEGER NOT NULL, header TEXT NOT NULL, seats TEXT NOT NULL, secret TEXT NOT NULL,
  line INTEGER NOT NULL, stage TEXT NOT NULL, period INTEGER NOT NULL, over INTEGER NOT NULL, since REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE lines (
  tab TEXT NOT NULL, line INTEGER NOT NULL, parent INTEGER, number INTEGER NOT NULL, at REAL NOT NULL,
  PRIMARY KEY (tab, line)
) WITHOUT ROWID;
CREATE TABLE seats (tab TEXT NOT NULL, seat INTEGER NOT NULL, key TEXT NOT NULL, at REAL NOT NULL,
  PRIMARY KEY (tab, seat)
) WITHOUT ROWID;
CREATE TABLE moves (
  tab TEXT NOT NULL, line INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, seat INTEGER NOT NULL,
  at REAL NOT NULL, PRIMARY KEY (tab, line, number)
) WITHOUT ROWID;
"""
SITTERS: Final = """CREATE TABLE IF NOT EXISTS sitters (
  change INTEGER PRIMARY KEY, tab TEXT NOT NULL, seat INTEGER NOT NULL, who TEXT NOT NULL, taken INTEGER NOT NULL,
  line INTEGER NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL
)"""
"""Who sat where from which move on; a file that has no such table gets it when somebody changes seats."""
_KEPT = "Nothing was lost."
_TROUBLE: Final = {
    sqlite3.SQLITE_BUSY: f"The room is busy: another program holds its file. {_KEPT} Try again in a moment.",
    sqlite3.SQLITE_LOCKED: f"The room is busy: another program holds its file. {_KEPT} Try again in a moment.",
    sqlite3.SQLITE_READONLY: "The room can be read but not written here: its file and its folder must be writable. "
    f"{_KEPT}",
    sqlite3.SQLITE_PERM: f"The room's file may not be opened by this user. {_KEPT}",
    sqlite3.SQLITE_FULL: f"The disk is full, so the room cannot take this. {_KEPT} Make space, then try again.",
    sqlite3.SQLITE_IOERR: f"The disk does not take what the room writes: it may be full, or gone. {_KEPT}",
    sqlite3.SQLITE_PROTOCOL: "The room lies where files cannot be shared safely (a network drive?): make it in a "
    "folder of this machine.",
    sqlite3.SQLITE_CANTOPEN: "The room's file cannot be opened: look whether it and its folder are there, and whether "
    "they may be written.",
    sqlite3.SQLITE_NOTADB: "This file is not a room of Fishlab.",
    sqlite3.SQLITE_CORRUPT: "The room's file is damaged: open a copy of it.",
}
_EMPTY = (
    "This copy of a room holds no tables. If a class has played there, take a copy again: of the room's file and of "
    "the file beside it that ends in -wal, or let the desk export the whole room. fishlab class begins a new one."
)
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
"""What SQLite says of a file whose pages, or whose tables, are not as they were made."""
_GONE = (
    "The room's file is gone: it was deleted or moved. Put it back, or let the teacher's desk, which still holds "
    "everything, write a copy."
)


class RoomError(ValueError):
    """What cannot be done in a room, in a sentence for a person."""

    def _render_traceback_(self) -> list[str]:
        """Tell a notebook to show the sentence alone."""
        return [str(self)]


class Damaged(RoomError):
    """What the file holds makes no sense, so that a table, or all of it, cannot be read."""

    def __init__(self, words: str = _TROUBLE[sqlite3.SQLITE_CORRUPT]) -> None:
        super().__init__(words)


class RoomFile(OneAtATime):
    """A room's file, made if it is not there; any thread may use it, one at a time.

    Args:
        path: the file; its folder must be there.
        moved: take over a room that was made on another machine. Nobody may use it there any more.
        clock: returns the time in seconds since 1970.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, moved: bool = False, clock: Callable[[], float] = time.time
    ) -> None:
        self.path = Path(path).absolute()
        if not self.path.parent.is_dir():
            raise RoomError(f"There is no folder {self.path.parent}: make it first, then the room in it.")
        self._clock = clock
        self._own = True
        self._version = -1
        self._mark: tuple[int, int] | None = None
        self._connect()
        try:
            self._settle_in(moved)
        except BaseException:
            self._connection.close()
            raise

    def _connect(self) -> None:
        with _in_words():
            self._connection = sqlite3.connect(
                self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
        self._process = os.getpid()

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection of this process: a copy of a program (a fork) may not use the one of its parent."""
        if self._process != os.getpid():
            self._parents = self._connection  # kept, for to close it is the parent's
            self._connect()
            with _in_words():
                self._connection.execute("PRAGMA synchronous=FULL")
        return self._connection

    def __repr__(self) -> str:
        return f"<Room: {self.path.name}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Let go of the file; the room stays as it is."""
        if self._process == os.getpid():
            self.gather()
            self._connection.close()

    def gather(self) -> None:
        """Bring all that was written into the one file, so that a copy of it alone holds everything.

        It is done at every year's end, when the room or a table is paused or ended, and when somebody lets go. Where
        another program is in the middle of reading, what cannot be done now is done the next time.
        """
        with suppress(sqlite3.Error):
            self._db.execute(f"PRAGMA busy_timeout={round(1000 * _SHORT)}")
            try:
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                self._db.execute(f"PRAGMA busy_timeout={round(1000 * _PATIENCE)}")

    def _settle_in(self, moved: bool) -> None:
        """Make the file or find out whether it is one of ours, on this machine."""
        with _in_words():
            self._db.execute("BEGIN")  # one look, though another program may just make the file
            version, mark = self._pragma("user_version"), self._pragma("application_id")
            empty = not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            self._db.execute("COMMIT")
        if not empty and mark != MARK:
            raise RoomError(_TROUBLE[sqlite3.SQLITE_NOTADB])
        if not empty and version != VERSION:
            raise RoomError(
                f"This room is of version {version}, and this Fishlab plays in rooms of version {VERSION}: open it "
                "with the Fishlab that made it, or make a new room."
            )
        with _in_words():
            if self._db.execute("PRAGMA journal_mode=WAL").fetchone()[0] != "wal":
                raise RoomError(_TROUBLE[sqlite3.SQLITE_PROTOCOL])
            self._db.execute("PRAGMA synchronous=FULL")
        stat = self.path.stat()
        self._mark = (stat.st_dev, stat.st_ino)
        if empty:
            self._lay_out()
        self._stay_on_one_machine(moved)

    def _lay_out(self) -> None:
        """Make the tables of an empty file, if no other program was quicker."""
        with self._writing() as db:
            if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                return
            for statement in (*_SCHEMA.split(";\n"), SITTERS):
                db.execute(statement)
            db.execute(f"PRAGMA application_id={MARK}")
            db.execute(f"PRAGMA user_version={VERSION}")
            made = {"luck": "own", "tape": secrets.token_hex(16), "opened": 0, "paused": False}
            for name, value in {**made, **self._here()}.items():
                self._set(name, value)
        self.gather()

    def _stay_on_one_machine(self, moved: bool) -> None:
        """Refuse a file that another machine may have open: SQLite's write-ahead log works on one machine only.

        A machine that was started anew is still the same one. A copy without a table is refused too: nobody copies a
        room in which nothing happened.
        """
        here, there = self._here(), {name: self._get(name) for name in ("boot", "machine", "file")}
        if here == there:
            return
        if not moved and here["boot"] != there["boot"] and here["machine"] != there["machine"]:
            raise RoomError(
                "This room was made on another machine, and a room can be used on one machine at a time. If nobody "
                "uses it there any more, take it over: fishlab class --moved --room FILE, or Room(path, moved=True)."
            )
        if (moved or here["file"] != there["file"]) and not self._rows("i", "SELECT 1 FROM tables LIMIT 1"):
            raise RoomError(_EMPTY)
        with self._writing():
            for name, value in here.items():
                self._set(name, value)

    def _here(self) -> dict[str, Any]:
        """Return what tells this file from a copy of it, on this machine or on another."""
        return {**_machine(), "file": self._mark and self._mark[1]}

    def _pragma(self, name: str) -> Any:
        return self._db.execute(f"PRAGMA {name}").fetchone()[0]

    def _look_at_file(self) -> None:
        """Raise if the file is not the one that was opened: SQLite would go on writing into a deleted one."""
        try:
            stat = os.stat(self.path)
        except OSError:
            raise RoomError(_GONE) from None
        if (stat.st_dev, stat.st_ino) != self._mark:
            raise RoomError(_GONE)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Write all that is done inside, or nothing."""
        self._look_at_file()
        with _in_words():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        self._own = True
        self._look_at_file()

    @alone
    def _rows(self, kinds: str, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return what is found; `kinds` has a sign for every column, see `_fits`."""
        with _in_words():
            found = self._db.execute(sql, values).fetchall()
        if not all(_fits(kind, value) for row in found for kind, value in zip(kinds, row, strict=True)):
            raise Damaged
        return found

    def changed(self) -> bool:
        """Return whether anything was written, by whomever, since this was last asked; it costs microseconds."""
        self._look_at_file()
        with _in_words():
            version = self._pragma("data_version")
        news = self._own or version != self._version
        self._own, self._version = False, version
        return news

    def copy_to(self, path: str | os.PathLike[str]) -> Path:
        """Write the whole room into another file, also when its own has been deleted meanwhile; return where."""
        place = Path(path).absolute()
        if place.exists():
            raise RoomError(f"There is a file {place} already: choose another name.")
        with _in_words():
            copy = sqlite3.connect(place)
            try:
                self._db.backup(copy)
            finally:
                copy.close()
        return place

    # ---- facts -----------------------------------------------------------------------------------------------

    def _get(self, name: str) -> Any:
        found = self._rows("s", "SELECT value FROM facts WHERE name=?", name)
        return read_json(found[0][0]) if found else None

    def _fact(self, name: str, kind: type) -> Any:
        """Return something that every room has."""
        found = self._get(name)
        if type(found) is not kind:
            raise Damaged
        return found

    def _set(self, name: str, value: Any) -> None:
        self._db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, json.dumps(value)))

    def note(self, name: str, **parts: str) -> Any:
        """Return something that was kept with `keep`, None if nothing was.

        Args:
            name: under which name it was kept.
            parts: what it must have if it is a dictionary, each "s" for text or "f" for a number.
        """
        found = self._get(f"note/{name}")
        if found is None or not parts:
            return found
        if not isinstance(found, dict) or not all(_fits(kind, found.get(part)) for part, kind in parts.items()):
            raise Damaged
        return found

    def keep(self, name: str, value: Any, *, once: bool = False) -> bool:
        """Keep something beside the tables (an announcement, a prediction …); `once`: what is there already stays."""
        with self._writing():
            if once and self.note(name) is not None:
                return False
            self._set(f"note/{name}", value)
        return True


def _fits(kind: str, value: object) -> bool:
    """Tell whether a value is text ("s"), a whole number ("i") or any number ("f"); a capital also allows None."""
    if value is None:
        return kind.isupper()
    if kind in "fF":
        return isinstance(value, int | float) and math.isfinite(value)
    return isinstance(value, str if kind in "sS" else int)


def read_json(text: str) -> Any:
    """Return what a text of the file stands for; `Damaged` if for nothing."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Damaged from None


def _machine() -> dict[str, str]:
    """Return what tells this machine from another, and this run of it from the next."""
    found = {}
    places = {"boot": ("/proc/sys/kernel/random/boot_id",), "machine": ("/etc/machine-id", "/etc/hostid")}
    for name, files in places.items():
        for file in files:
            try:
                found[name] = Path(file).read_bytes().hex()
                break
            except OSError:
                continue
        if name not in found:
            found[name] = platform.node() if name == "boot" else _hardware()
    return found


def _hardware() -> str:
    """Return what names a machine that has no file for it: its network card; a host's name changes with the network."""
    card = getnode()
    return platform.node() if card >> 40 & 1 else f"{card:x}"  # that bit: no card was found, the number is drawn


@contextmanager
def _in_words() -> Iterator[None]:
    """Turn what SQLite says into a sentence for a person."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) or 0
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            raise RoomError(_GONE) from None
        if code & 0xFF in _DAMAGE or "decode" in str(error):  # of a text that is none there is no code
            raise Damaged from None
        words = _TROUBLE.get(code & 0xFF, f"The room's file cannot be used ({error}).")
        raise RoomError(words) from None
    except (UnicodeDecodeError, OverflowError):
        raise Damaged from None
