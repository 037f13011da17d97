"""The room's file: copied alone it holds everything, and a damaged one is told in a sentence, table by table."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from classroom.lesson import Lesson
from fishlab_widgets.classroom.desk.desk import Desk
from fishlab_widgets.classroom.desk.projector import Projection

from fishlab.core import OVER, IllegalMove
from fishlab.room import CLOSED, PERSON, Damaged, Room, RoomError, new_key

KEY = "abcd-2345"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path / "class.room") as one:
        yield one


def copied(room: Room, folder: Path) -> Room:
    """Copy the one file, as a file manager or a download does, and open the copy."""
    folder.mkdir(exist_ok=True)
    place = folder / f"{len(list(folder.iterdir()))}.room"
    shutil.copyfile(room.path, place)
    return Room(place)


def told(room: Room) -> dict[str, Any]:
    """Return all that a room holds of its tables."""
    return {
        status.name: (room.history(status.name), status.line, status.seats, status.taken, status.waits)
        for status in room.statuses()[0]
    }


def play_on(room: Room, name: str, key: str | None = None) -> None:
    """Play one move: the room for chance and bots, the first that is possible for people."""
    if not room.step(name):
        match = room.match(name)
        assert room.append(name, len(match), match.game.notation(match.state.moves()[0]), match.state.turn(), key)


def play_year(room: Room, name: str) -> None:
    """Play to the end of a year."""
    year = room.status(name).period
    while (status := room.status(name)).period == year and status.turn != OVER:
        play_on(room, name)


# A copy of the one file.


def test_a_copy_of_the_file_alone_holds_everything_after_a_years_end_a_pause_an_end_and_a_stop(room, tmp_path):
    """Closes C 4: the copy was empty, for all of it was still in the file that ends in -wal."""
    copies = tmp_path / "copies"
    room.open("A", "boom", 2, years=3)
    room.open("B", "boom", 2, seats=[PERSON, "careful"], years=3)
    with copied(room, copies) as copy:
        assert copy.tables() == ["A", "B"]
    reader = Room(room.path)  # a page of a student, which keeps SQLite from gathering by itself
    play_year(room, "A")
    with copied(room, copies) as copy:
        assert told(copy) == told(room)
        assert copy.status("A").period == 2
    assert room.claim("B", 0, KEY)
    play_on(room, "A")
    room.pause()
    with copied(room, copies) as copy:
        assert told(copy) == told(room)
        assert copy.find(KEY) == ("B", 0)
    room.start()
    play_on(room, "A")
    room.close("A")
    with copied(room, copies) as copy:
        assert told(copy) == told(room)
    room.start("A")
    for _ in range(3):
        play_year(room, "A")
    assert room.match("A").over
    with copied(room, copies) as copy:
        assert told(copy)["A"] == told(room)["A"]
    room.seating.free("B", 0)
    whole = told(room)
    room.leave()
    with copied(reader, copies) as copy:
        assert told(copy) == whole
    reader.leave()


def test_a_copy_of_a_used_room_without_its_tables_is_refused_and_a_new_room_is_not(room, tmp_path):
    with Room(room.path) as again:
        assert again.tables() == []
    shutil.copyfile(room.path, tmp_path / "copy.room")
    with pytest.raises(RoomError, match=r"holds no tables.*-wal"):
        Room(tmp_path / "copy.room")
    with pytest.raises(RoomError, match="holds no tables"):
        Room(tmp_path / "copy.room", moved=True)
    os.replace(room.path, tmp_path / "renamed.room")
    with Room(tmp_path / "renamed.room") as renamed:
        assert renamed.tables() == []


def test_a_room_that_an_older_fishlab_left_empty_is_refused_too(room, tmp_path):
    with room.file.writing() as db:
        db.execute("DELETE FROM facts WHERE name='file'")
    room.leave()
    with pytest.raises(RoomError, match="holds no tables"):
        Room(room.path)


def test_somebody_who_reads_for_long_holds_nobody_up(room):
    """What cannot be brought into the file now is brought there the next time."""
    room.open("A", "boom", 2)
    reader = sqlite3.connect(room.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM moves").fetchall()
    play_on(room, "A")
    room.pause()
    assert len(room.match("A")) == 1
    reader.close()
    room.start()
    room.pause()
    assert not os.path.getsize(f"{room.path}-wal")


# A table that cannot be read.


def spoil(room: Room, sql: str, *values: Any) -> None:
    """Change the file behind the room's back."""
    with contextlib.closing(sqlite3.connect(room.path)) as db, db:
        db.execute(sql, values)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE moves SET text='no move' WHERE tab='T2'",
        "UPDATE moves SET number=number+1 WHERE tab='T2'",
        "UPDATE tables SET header='{}' WHERE name='T2'",
        "UPDATE tables SET seats='[\"nobody\", 3]' WHERE name='T2'",
        "UPDATE tables SET stage='elsewhere' WHERE name='T2'",
        "UPDATE tables SET since='noon' WHERE name='T2'",
    ],
)
def test_one_table_that_cannot_be_read_leaves_the_desk_to_the_others_and_can_be_closed(room, sql):
    """Closes R 5."""
    for name in ("T1", "T2", "T3"):
        room.open(name, "boom", 2, years=2)
        play_on(room, name)
    spoil(room, sql)
    with Room(room.path) as fresh:
        desk = Desk(fresh)
        model = desk.model
        cards = {one["name"]: one for one in model.view["cards"]}
        assert list(cards) == ["T1", "T3", "T2"]
        assert cards["T2"]["kind"] == "unread"
        assert "T2" in cards["T2"]["note"] or "damaged" in cards["T2"]["note"]
        assert model.view["head"]["trouble"] == ""
        for kind in ("start", "pause", "csv", "events", "report", "room"):
            model.act(kind, {})
            assert model.view["head"]["trouble"] == "", kind
        model.act("choose", {"table": "T2"})
        assert model.view["side"]["chosen"] == "T2"
        door = Lesson(fresh).lobby()
        assert [one["name"] for one in door.notices.door["tables"]] == ["T1", "T3"]
        wall = Projection(fresh, model.join).view()
        assert [one["name"] for one in wall["tables"]] == ["T1", "T3"], "what is quoted may be secret"
        model.act("close", {"table": "T2"})
        assert {one["name"]: one["kind"] for one in model.view["cards"]}["T2"] == CLOSED
        assert fresh.tables() == ["T1", "T2", "T3"]


# A file that is damaged.


def whole_room(folder: Path) -> Path:
    """Make a room with a little of everything, all of it in the one file."""
    path = folder / "whole.room"
    with Room(path, clock=lambda: 1000.0) as room:
        room.luck = "tape"
        room.clock.open_year(2)
        room.open("Cod", "boom", 2, seats=[PERSON, "careful"], years=2)
        room.open("Ray", "fleet", 2)
        room.claim("Cod", 0, KEY)
        for name in room.tables():
            for _ in range(12):
                turn = room.match(name).state.turn()
                play_on(room, name, KEY if (name, turn) == ("Cod", 0) else None)
        room.rewind("Ray", 3)
        room.seating.seen("Cod", 0)
        room.pause()
        room.seating.give("Cod", 1, PERSON)
        for _ in range(4):
            room.seating.deal(new_key())
        room.seating.give("Cod", 1, "careful")
        room.start()
        room.clock.start(60, "Time to talk")
        room.clock.start(30, "Talk", "Cod")
        room.events.say("Listen")
        guess = {"first": "Silence", "second": "Talk", "value": 3.0}
        for name, value in {
            "guess": guess,
            "prediction": guess,
            "bot": "careful",
            "address": {"address": "a", "word": "b"},
        }.items():
            room.keep(name, value)
    return path


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return whole_room(tmp_path)


JUNK: list[Any] = [
    None, "", "null", "[]", "{}", "[1, 2]", '{"a": 1}', "NaN", "1e999", '"word"', "x" * 300, b"\xff\xfe", -1, 3, 2**62,
    1.5, float("inf"), "é", '["person"]', '["person", "person", "person"]', "[" * 5000, "true",
    '{"from": 1, "seconds": "x", "words": 2}',
]  # fmt: skip
KEYS = {"facts": "name", "tables": "name", "lines": "tab, line", "seats": "tab, seat", "moves": "tab, line, number",
        "events": "change", "presence": "tab, seat", "waiting": "key"}  # fmt: skip
COLUMNS = {
    "facts": "name value",
    "tables": "name place header seats secret line stage period over since game block",
    "lines": "tab line parent number at",
    "seats": "tab seat key at",
    "moves": "tab line number text seat at",
    "events": "change at kind tab seat line number words",
    "presence": "tab seat at",
    "waiting": "key since at",
}
CELLS = [(table, column) for table, columns in COLUMNS.items() for column in columns.split()]
OF_ROOM: list[tuple[Any, ...]] = [
    ("tables",), ("statuses",), ("clock.left",), ("events.said",), ("events.all",), ("events.behind",), ("changed",),
    ("find", KEY), ("note", "bot"), ("pause",), ("start",), ("clock.open_year", 2), ("open", "New", "fishery", 2),
    ("keep", "x", 1), ("clock.extend", 5), ("seating.waiting",), ("seating.deal", new_key()), ("seating.make_way", 3),
]  # fmt: skip
OF_TABLE: list[tuple[Any, ...]] = [
    ("status",), ("history",), ("clock.left",), ("clock.is_up",), ("mover",), ("step",), ("holds", 0, KEY),
    ("seating.sitters",), ("seating.hands",), ("rewind", 1), ("seating.hands",), ("seating.free", 0),
    ("claim", 0, new_key()), ("seating.give", 1, PERSON), ("seating.seen", 0),
    ("append", 2, "take", 0), ("close",), ("start",), ("run",),
]  # fmt: skip


def damage(path: Path, rng: Random) -> str:
    """Damage a file somehow, and say how."""
    if rng.random() < 0.5:
        data = bytearray(path.read_bytes())
        how = rng.choice(["bytes", "cut", "zeros", "page"])
        if how == "bytes":
            for _ in range(rng.choice([1, 3, 30])):
                data[rng.randrange(len(data))] = rng.randrange(256)
        elif how == "cut":
            del data[rng.randrange(len(data)) :]
        elif how == "zeros":
            begin = rng.randrange(len(data))
            data[begin : begin + 200] = bytes(len(data[begin : begin + 200]))
        else:
            pages = len(data) // 4096
            one, other = (4096 * rng.randrange(pages) for _ in range(2))
            data[one : one + 4096] = data[other : other + 4096]
        path.write_bytes(data)
        return how
    (table, column), junk = rng.choice(CELLS), rng.choice(JUNK)
    with contextlib.closing(sqlite3.connect(path)) as db, contextlib.suppress(sqlite3.Error), db:
        row = rng.choice(db.execute(f"SELECT {KEYS[table]} FROM {table}").fetchall())
        where = " AND ".join(f"{key}=?" for key in KEYS[table].split(", "))
        db.execute(f"UPDATE {table} SET {column}=? WHERE {where}", (junk, *row))
    return f"{table}.{column} = {junk!r:.60}"


def everything(path: Path) -> None:
    """Ask a room for everything that a page, a desk and a script ask for; each may be refused, in words only."""
    with Room(path, clock=lambda: 1100.0) as room:
        room.file.db.execute("PRAGMA synchronous=OFF")  # nobody pulls the plug here
        asks = [*OF_ROOM, *((act, name, *more) for name in ("Cod", "Ray") for act, *more in OF_TABLE), *OF_ROOM]
        for act, *given in asks:
            with contextlib.suppress(RoomError, IllegalMove):
                attrgetter(act)(room)(*given)
        with contextlib.suppress(RoomError):
            for status in room.statuses()[0]:
                assert len(status.totals) >= len(status.free)
            assert room.luck


def fuzz(folder: Path, files: int, seed: int) -> None:
    whole, path = whole_room(folder), folder / "damaged.room"
    for number in range(files):
        for end in ("", "-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)
        shutil.copyfile(whole, path)
        how = damage(path, Random(f"{seed}/{number}"))
        try:
            everything(path)
        except RoomError:
            pass
        except Exception as error:
            raise AssertionError(f"file {number} ({how}) raises {type(error).__name__}: {error}") from error


@pytest.mark.parametrize("files", [40, pytest.param(200, marks=pytest.mark.long)])
def test_a_damaged_file_is_told_in_a_sentence_whatever_is_wrong_with_it(tmp_path, files):
    fuzz(tmp_path, files, seed=1)


@pytest.mark.soak
def test_thousands_of_damaged_files_are_told_in_a_sentence(tmp_path):
    fuzz(tmp_path, 20_000, seed=2)


def play_bots(room: Room) -> None:
    room.open("Bots", "boom", 2, seats=["careful", "careful"], years=1)
    room.run("Bots")


@pytest.mark.parametrize(
    ("name", "value", "ask"),
    [
        ("luck", '"loaded"', lambda room: room.luck),
        ("opened", '"2"', lambda room: room.clock.open_year(9)),
        ("opened", "true", lambda room: room.status("Cod")),
        ("paused", "[]", lambda room: room.status("Cod").waits),
        ("tape", "7", play_bots),
        ("tape", "{", play_bots),
        ("note/clock", '{"from": "noon"}', lambda room: room.clock.left()),
        ("note/clock/Cod", "3", lambda room: room.clock.is_up("Cod")),
        ("note/prediction", "[1]", lambda room: room.note("prediction", value="f")),
        ("note/prediction", '{"value": NaN}', lambda room: room.note("prediction", value="f")),
    ],
)
def test_facts_that_make_no_sense_are_damage(whole, name, value, ask):
    with Room(whole) as room:
        spoil(room, "UPDATE facts SET value=? WHERE name=?", value, name)
        with pytest.raises(Damaged):
            ask(room)


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_only_its_owner_can_read_a_room_and_its_copy(tmp_path):
    with Room(tmp_path / "class.room") as room:
        room.open("1", "fishery", 2)
        room.file.copy_to(tmp_path / "copy.room")
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert "class.room-wal" in modes
    assert set(modes.values()) == {0o600}
