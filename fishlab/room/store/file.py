"""The file that a room lives in: SQLite with a write-ahead log, read and written by several programs at once.

It holds facts of the room as JSON; for every table its header, its lines, its seats and its moves; every event with its
time; and when each seat was last seen. What SQLite says of a file that is locked, full, read-only, gone or not ours
becomes a sentence for a person.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
import os
import platform
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from uuid import getnode

from fishlab.messages import mark, tr
from fishlab.one_at_a_time import OneAtATime, alone
from fishlab.room.store.awake import Awake

VERSION: Final = 3
"""Of the file's layout; a file of an older version is brought to it, one of a newer version is refused."""
MARK: Final = 0x46495348
"""What tells a room from another SQLite file ("FISH")."""

_PATIENCE = 5.0  # seconds to wait for another program that writes
_SHORT = 0.5  # seconds to wait before what can be done later is left for later
_BRIEF = 0.05  # seconds to wait after one wait was in vain: whoever holds the file so long may hold it longer
_LOG = logging.getLogger("fishlab.room")
_SAVED = 1.0  # seconds after which what was written is brought into the one file
_SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (
  name TEXT PRIMARY KEY, place INTEGER NOT NULL, header TEXT NOT NULL, seats TEXT NOT NULL, secret TEXT NOT NULL,
  line INTEGER NOT NULL, stage TEXT NOT NULL, period INTEGER NOT NULL, over INTEGER NOT NULL, since REAL NOT NULL,
  game INTEGER NOT NULL DEFAULT 1, block INTEGER NOT NULL DEFAULT 0
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
_SINCE_2 = """
CREATE TABLE events (
  change INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, tab TEXT, seat INTEGER,
  line INTEGER NOT NULL, number INTEGER NOT NULL, words TEXT NOT NULL
);
CREATE TABLE presence (tab TEXT NOT NULL, seat INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (tab, seat)
) WITHOUT ROWID;
CREATE TABLE waiting (key TEXT PRIMARY KEY, since REAL NOT NULL, at REAL NOT NULL) WITHOUT ROWID;
"""
_SINCE_3 = """
CREATE TABLE answers (
  tab TEXT NOT NULL, seat INTEGER NOT NULL, person INTEGER NOT NULL, stage TEXT NOT NULL, question TEXT NOT NULL,
  answer TEXT, tries INTEGER NOT NULL, since REAL NOT NULL, at REAL NOT NULL,
  PRIMARY KEY (tab, seat, person, stage, question)
) WITHOUT ROWID;
"""
_FROM_1 = """
ALTER TABLE tables ADD COLUMN game INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN block INTEGER NOT NULL DEFAULT 0;
"""
_SITTERS_OF_1 = """INSERT INTO events SELECT change, at,
  CASE WHEN taken THEN 'taken' WHEN who != 'person' THEN 'bot' ELSE 'freed' END, tab, seat, line, number, who
  FROM sitters"""
DEVICES: Final = "devices"
"""The fact that has the marks of devices on which people sit."""
ORIGINS: Final = "origins"
"""The fact that has marks of where seats were opened: drawn at random for each address, which is kept nowhere."""
_OF_THIS_MACHINE: Final = ("boot", "machine", "file", "note/address", DEVICES)
"""Facts that no copy for others holds: what tells the machine, the class's address and its word, and devices."""
_BUSY = mark("The room is busy: another program holds its file. Nothing was lost. Try again in a moment.")
_TROUBLE: Final = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_READONLY: mark(
        "The room can be read but not written here: its file and its folder must be writable. Nothing was lost."
    ),
    sqlite3.SQLITE_PERM: mark("This user is not allowed to open the room's file. Nothing was lost."),
    sqlite3.SQLITE_FULL: mark(
        "The disk is full, so the room cannot take this. Nothing was lost. Make space, then try again."
    ),
    sqlite3.SQLITE_IOERR: mark("The room cannot write to the disk: it may be full, or gone. Nothing was lost."),
    sqlite3.SQLITE_PROTOCOL: mark(
        "The room is kept where files cannot be shared safely (a network drive?): make it in a folder on this machine."
    ),
    sqlite3.SQLITE_CANTOPEN: mark(
        "The room's file cannot be opened: check that it and its folder are there and can be written."
    ),
    sqlite3.SQLITE_NOTADB: mark("This file is not a room of Fishlab."),
    sqlite3.SQLITE_CORRUPT: mark("The room's file is damaged: open a copy of it."),
}
_EMPTY = mark(
    "This copy of a room holds no tables. If a class has played in it, copy it again: the room's file together with "
    "the file beside it that ends in -wal, or let the desk export the whole room. fishlab class begins a new one."
)
_TORN = mark("This copy was made while the room was being written, and is not complete: copy the room again.")
_ELSEWHERE = mark(
    "This room was made on another machine, and a room can be used on only one machine at a time. If nobody uses "
    "it there any more, take it over: fishlab class --moved --room FILE, or Room(path, moved=True)."
)
_OTHER_VERSION = mark(
    "This room is of version {version}, and this Fishlab plays in rooms of version {ours}: open it with the Fishlab "
    "that made it, or make a new room."
)
_GONE = mark(
    "The room's file is gone: it was deleted or moved. Put it back, or let the teacher's desk, which still holds "
    "everything, write a copy."
)
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
"""What SQLite says of a file whose pages, or whose tables, are not as they were made."""


class RoomError(ValueError):
    """What cannot be done in a room, in a sentence for a person."""

    def _render_traceback_(self) -> list[str]:
        """Tell a notebook to show the sentence alone."""
        return [str(self)]


class Damaged(RoomError):
    """What the file holds makes no sense, so that a table, or all of it, cannot be read."""

    def __init__(self, words: str = "") -> None:
        super().__init__(words or tr(_TROUBLE[sqlite3.SQLITE_CORRUPT]))


class Refused(RoomError):
    """What the file does not take, or not now: it may be locked, or its disk full.

    Args:
        words: the sentence, not translated yet.
    """

    def __init__(self, words: str) -> None:
        super().__init__(tr(words))
        self.words = words


class RoomFile(OneAtATime):
    """A room's file, made if it is not there; any thread may use it, one at a time.

    Args:
        path: the file; its folder must be there.
        moved: take over a room that was made on another machine. Nobody may use it there any more.
        clock: returns the time in seconds since 1970.

    Attributes:
        refused: why the last thing that was to be written was not, as a sentence to translate; "" if it was.
        waits: how often since then somebody waited in vain for another program that writes.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, moved: bool = False, clock: Callable[[], float] = time.time
    ) -> None:
        self.path = Path(path).absolute()
        if not self.path.parent.is_dir():
            raise RoomError(
                tr("There is no folder {folder}: make it first, then the room in it.", folder=self.path.parent)
            )
        self.now, self.awake = clock, Awake()
        self._own = True
        self.refused, self.waits = "", 0
        self._version = -1
        self._unsaved: float | None = None  # since when something is not in the one file yet
        self._mark: tuple[int, int] | None = None
        _make_own(self.path)
        self._connect()
        try:
            self._settle_in(moved)
        except BaseException:
            self._connection.close()
            raise

    def passed(self, since: float) -> float:
        """Return the seconds since a moment, but for those in which the server slept."""
        return self.awake.passed(since, self.now())

    def _connect(self) -> None:
        with _in_words():
            self._connection = sqlite3.connect(
                self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
        self._process = os.getpid()

    @property
    def db(self) -> sqlite3.Connection:
        """The connection of this process: a copy of a program (a fork) may not use the one of its parent."""
        if self._process != os.getpid():
            self._parents = self._connection  # kept, for to close it is the parent's
            self._connect()
            with _in_words():
                self._connection.execute("PRAGMA synchronous=FULL")
        return self._connection

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
            if self.db.in_transaction:
                return
            self._wait_for(_BRIEF if self.waits else _SHORT)
            try:
                self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                self._unsaved = None
            finally:
                self._wait_for(_BRIEF if self.waits else _PATIENCE)

    def _wait_for(self, seconds: float) -> None:
        """Wait so long from now on for another program that writes."""
        self.db.execute(f"PRAGMA busy_timeout={round(1000 * seconds)}")

    def _count_wait(self) -> None:
        """Take note of a wait that was in vain: the next ones are short, so that no page stands still for long."""
        self.waits += 1
        if self.waits == 1:
            self._wait_for(_BRIEF)
            _LOG.error("another program holds the room's file: a wait was in vain, the next ones are short")

    def _end_waits(self) -> None:
        """Take note that the file is free again."""
        _LOG.error("the room's file is free again: waits in vain: %d", self.waits)
        self.waits = 0
        self._wait_for(_PATIENCE)

    def _save(self) -> None:
        """Bring what was written a second ago or earlier into the one file, as far as nobody has to wait for it."""
        now = self.now()
        if self._unsaved is not None and not 0 <= now - self._unsaved < _SAVED:
            with suppress(sqlite3.Error):
                self.db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                self._unsaved = None

    def _settle_in(self, moved: bool) -> None:
        """Make the file or find out whether it is one of ours, on this machine."""
        with _in_words():
            self.db.execute("BEGIN")  # one look, though another program may just make the file
            version, kind = self._pragma("user_version"), self._pragma("application_id")
            empty = not self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            self.db.execute("COMMIT")
        if not empty and kind != MARK:
            raise RoomError(tr(_TROUBLE[sqlite3.SQLITE_NOTADB]))
        if not empty and not 1 <= version <= VERSION:
            raise RoomError(tr(_OTHER_VERSION, version=version, ours=VERSION))
        with _in_words():
            if self.db.execute("PRAGMA journal_mode=WAL").fetchone()[0] != "wal":
                raise RoomError(tr(_TROUBLE[sqlite3.SQLITE_PROTOCOL]))
            self.db.execute("PRAGMA synchronous=FULL")
        stat = self.path.stat()
        self._mark = (stat.st_dev, stat.st_ino)
        if empty:
            self._lay_out()
        elif version < VERSION:
            self._bring_up()
        self._stay_on_one_machine(moved)

    def _lay_out(self) -> None:
        """Make the tables of an empty file, if no other program was quicker."""
        with self.writing() as db:
            if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                return
            for statement in (_SCHEMA + _SINCE_2 + _SINCE_3).split(";\n"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id={MARK}")
            db.execute(f"PRAGMA user_version={VERSION}")
            made = {"luck": "own", "tape": secrets.token_hex(16), "opened": 0, "paused": False}
            for name, value in {**made, **self._here()}.items():
                self.set(name, value)
        self.gather()

    def _bring_up(self) -> None:
        """Bring a file of an older Fishlab to this layout, if no other program was quicker; nothing is lost."""
        with self.writing() as db:
            version = self._pragma("user_version")
            if version < 2:
                self._bring_up_from_1(db)
            if version < VERSION:
                db.execute(_SINCE_3)
                db.execute(f"PRAGMA user_version={VERSION}")

    def _bring_up_from_1(self, db: sqlite3.Connection) -> None:
        for statement in (_FROM_1 + _SINCE_2).split(";\n"):
            db.execute(statement)
        if self.rows("i", "SELECT 1 FROM sqlite_master WHERE name='sitters'"):
            db.execute(_SITTERS_OF_1)
            db.execute("DROP TABLE sitters")
        for name in ("boot", "machine"):
            if isinstance(told := self.get(name), str):
                self.set(name, _hashed(told))
        if isinstance(line := self.get("note/announcement"), str):
            self.set("note/said", {"words": line, "at": 0.0})

    def _stay_on_one_machine(self, moved: bool) -> None:
        """Refuse a file that another machine may have open: SQLite's write-ahead log works on one machine only.

        A machine that was started anew is still the same one, and a copy that was written for others (`copy_to`) is
        nobody's yet. A copy without a table is refused too: nobody copies a room in which nothing happened.
        """
        here, there = self._here(), {name: self.get(name) for name in ("boot", "machine", "file")}
        if here == there:
            return
        nobodys = there["boot"] is None and there["machine"] is None
        if not moved and not nobodys and here["boot"] != there["boot"] and here["machine"] != there["machine"]:
            raise RoomError(tr(_ELSEWHERE))
        if moved or here["file"] != there["file"]:
            if self.rows("s", "PRAGMA quick_check(1)") != [("ok",)]:
                raise Damaged(tr(_TORN))
            if not self.rows("i", "SELECT 1 FROM tables LIMIT 1"):
                raise RoomError(tr(_EMPTY))
        with self.writing():
            for name, value in here.items():
                self.set(name, value)

    def _here(self) -> dict[str, Any]:
        """Return what tells this file from a copy of it, on this machine or on another."""
        return {**_machine(), "file": self._mark and self._mark[1]}

    def _pragma(self, name: str) -> Any:
        return self.db.execute(f"PRAGMA {name}").fetchone()[0]

    def _look_at_file(self) -> None:
        """Raise if the file is not the one that was opened: SQLite would go on writing into a deleted one."""
        try:
            stat = os.stat(self.path)
        except OSError:
            raise RoomError(tr(_GONE)) from None
        if (stat.st_dev, stat.st_ino) != self._mark:
            raise RoomError(tr(_GONE))

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write all that is done inside, or nothing; inside another such block, it is part of that one."""
        if self.db.in_transaction:
            yield self.db
            return
        self._look_at_file()
        try:
            with _in_words():
                self.db.execute("BEGIN IMMEDIATE")
                try:
                    yield self.db
                    self.db.execute("COMMIT")
                except BaseException:
                    if self.db.in_transaction:
                        self.db.execute("ROLLBACK")
                    raise
        except Refused as why:
            self.refused = why.words
            if why.words == _BUSY:
                self._count_wait()
            raise
        self._own, self.refused = True, ""
        if self.waits:
            self._end_waits()
        self._unsaved = self.now() if self._unsaved is None else self._unsaved
        self._look_at_file()
        self._save()

    @contextmanager
    def writing_lightly(self) -> Iterator[sqlite3.Connection]:
        """Write what may be lost if the power fails, such as who was last seen: it need not wait for the disk."""
        own = self._own
        with _in_words():
            self.db.execute("PRAGMA synchronous=NORMAL")
        try:
            with self.writing() as db:
                yield db
        finally:
            self._own = own
            with _in_words():
                self.db.execute("PRAGMA synchronous=FULL")

    def try_to_write(self) -> None:
        """Write what stands there already, to see whether the file takes it: `refused` tells."""
        with self.writing_lightly() as db:
            db.execute(f"PRAGMA user_version={VERSION}")

    @alone
    def rows(self, kinds: str, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return what is found; `kinds` has a sign for every column, see `_fits`."""
        with _in_words():
            found = self.db.execute(sql, values).fetchall()
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
        self._save()
        return news

    def copy_to(self, path: str | os.PathLike[str]) -> Path:
        """Write the whole room into another file, also when its own has been deleted meanwhile; return where.

        The copy is for others: it holds no address, no word, and nothing that tells this machine. One that fails leaves
        nothing behind.
        """
        place = Path(path).absolute()
        if place.exists():
            raise RoomError(tr("There is already a file {path}: choose another name.", path=place))
        with _in_words():
            _make_own(place)
            copy = sqlite3.connect(place, isolation_level=None)
            try:
                self.db.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE").fetchall()
                copy.executemany("DELETE FROM facts WHERE name=?", [(name,) for name in _OF_THIS_MACHINE])
                copy.execute("VACUUM")  # what is deleted is still in the file without it
            except BaseException:
                copy.close()
                for rest in ("", "-wal", "-shm", "-journal"):
                    place.with_name(place.name + rest).unlink(missing_ok=True)
                raise
            copy.close()
        return place

    def get(self, name: str) -> Any:
        """Return a fact of the room, None if it is not there."""
        found = self.rows("s", "SELECT value FROM facts WHERE name=?", name)
        return read_json(found[0][0]) if found else None

    def fact(self, name: str, kind: type) -> Any:
        """Return something that every room has."""
        found = self.get(name)
        if type(found) is not kind:
            raise Damaged
        return found

    def seed(self, game: int) -> str:
        """Return what lots and dice of a game are drawn from; who knows that of one game knows nothing of the next."""
        name = "tape" if self.get(f"seed/{game}") is None else f"seed/{game}"
        return str(self.fact(name, str))

    def set(self, name: str, value: Any) -> None:
        """Write a fact of the room."""
        self.db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, json.dumps(value)))

    def note(self, name: str, **parts: str) -> Any:
        """Return something that was kept with `keep`, None if nothing was.

        Args:
            name: under which name it was kept.
            parts: what it must have if it is a dictionary, each "s" for text or "f" for a number.
        """
        found = self.get(f"note/{name}")
        if found is None or not parts:
            return found
        if not isinstance(found, dict) or not all(_fits(kind, found.get(part)) for part, kind in parts.items()):
            raise Damaged
        return found

    def keep(self, name: str, value: Any, *, once: bool = False) -> bool:
        """Keep something beside the tables (an announcement, a prediction …); `once`: what is there already stays."""
        with self.writing():
            if once and self.note(name) is not None:
                return False
            self.set(f"note/{name}", value)
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
    """Return what tells this machine from another, and this run of it from the next; hashed, for it is nobody's."""
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
    return {name: _hashed(told) for name, told in found.items()}


def _hashed(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8, person=b"fishlab room").hexdigest()


def _hardware() -> str:
    """Return what names a machine that has no file for it: its network card; a host's name changes with the network."""
    card = getnode()
    return platform.node() if card >> 40 & 1 else f"{card:x}"  # that bit: no card was found, the number is drawn


def _make_own(path: Path) -> None:
    """Make an empty file that only its owner can read, unless there is one; files beside it become like it."""
    with suppress(OSError):  # SQLite says what is wrong
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


@contextmanager
def _in_words() -> Iterator[None]:
    """Turn what SQLite says into a sentence for a person."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) or 0
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            raise RoomError(tr(_GONE)) from None
        if code & 0xFF in _DAMAGE or "decode" in str(error):  # of a text that is none there is no code
            raise Damaged from None
        if words := _TROUBLE.get(code & 0xFF):
            raise Refused(words) from None
        raise RoomError(tr("The room's file cannot be used ({why}).", why=error)) from None
    except (UnicodeDecodeError, OverflowError):
        raise Damaged from None
