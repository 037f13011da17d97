"""The store loses nothing: programs killed at any moment, copies made at any moment, files of an older Fishlab."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fishlab.room import PERSON, Damaged, Room, RoomError

fork = multiprocessing.get_context("fork")
WIDE = {"columns": 20, "rows": 20, "ships": 100}


def write_and_tell(path: Path, seed: str, told: Any) -> None:
    """Play, and now and then do what a desk does, telling of each thing when it is written; until somebody kills it."""
    rng = Random(seed)
    with Room(path) as room:
        while True:
            match = room.match("1")
            over = match.over
            if not over and room.append(
                "1", len(match), match.game.notation(match.state.sample(rng)), match.state.turn()
            ):
                told.send(("move", match.game.notation(match.moves[-1])))
            if over or rng.random() < 0.2:
                words = f"{rng.random()}"
                room.events.say(words)
                told.send(("said", words))
            if rng.random() < 0.1:
                room.seating.seen("1", 0, rng.random() * 1e6)
            if rng.random() < 0.1:
                room.file.gather()


def kill_and_look(path: Path, rng: Random) -> None:
    """Kill a program that writes, somewhere in its work, and look whether all is there that it told of."""
    here, there = fork.Pipe(duplex=False)
    with Room(path) as room:
        before = len(room.history("1"))
        events = len(room.events.all())
    victim = fork.Process(target=write_and_tell, args=(path, str(rng.random()), there))
    victim.start()
    told = [here.recv() for _ in range(rng.randrange(1, 12))]
    for _ in range(rng.randrange(40_000)):  # a moment, of whatever length
        pass
    assert victim.pid is not None
    os.kill(victim.pid, signal.SIGKILL)
    victim.join()
    while here.poll():
        told.append(here.recv())
    with Room(path) as room:
        moves = [row["move"] for row in room.history("1")][before:]
        assert len(room.match("1")) == before + len(moves), "every move is read, none is half"
        mine = [text for kind, text in told if kind == "move"]
        assert moves[: len(mine)] == mine
        assert len(moves) <= len(mine) + 1
        said = [one.words for one in room.events.all()[events:] if one.kind == "said"]
        mine = [text for kind, text in told if kind == "said"]
        assert said[: len(mine)] == mine
        assert room.file.rows("s", "PRAGMA integrity_check") == [("ok",)]


def kill_often(folder: Path, times: int) -> None:
    rng, path = Random(times), folder / "class.room"
    for number in range(times):
        if number % 20 == 0:
            for end in ("", "-wal", "-shm"):
                Path(f"{path}{end}").unlink(missing_ok=True)
            with Room(path) as room:
                room.open("1", "fishery", 2, **WIDE)
        kill_and_look(path, rng)


def test_a_program_killed_at_any_of_twenty_moments_loses_nothing_that_it_told_of(tmp_path):
    kill_often(tmp_path, 20)


@pytest.mark.soak
def test_a_program_killed_at_any_of_a_thousand_moments_loses_nothing_that_it_told_of(tmp_path):
    kill_often(tmp_path, 1000)


# Copies of the one file.


@contextlib.contextmanager
def copied(path: Path, folder: Path) -> Iterator[Room]:
    """Copy the one file, as a file manager does, and open the copy."""
    folder.mkdir(exist_ok=True)
    place = folder / "copy.room"
    for end in ("", "-wal", "-shm"):
        Path(f"{place}{end}").unlink(missing_ok=True)
    shutil.copyfile(path, place)
    with Room(place) as room:
        yield room


def test_a_copy_at_any_moment_holds_all_moves_but_those_of_the_last_second(tmp_path):
    now = [1000.0]
    with Room(tmp_path / "a", clock=lambda: now[0]) as room, Room(tmp_path / "a", clock=lambda: now[0]) as reader:
        room.open("1", "fishery", 2, **WIDE)
        rng, times, missing = Random(5), [], []
        for _ in range(40):
            now[0] += rng.choice([0.1, 0.4, 1.5])
            reader.changed()
            match = room.match("1")
            room.append("1", len(match), match.game.notation(match.state.sample(rng)), match.state.turn())
            times.append(now[0])
            with copied(room.path, tmp_path / "copies") as copy:
                kept = len(copy.match("1"))
            assert kept >= sum(at < now[0] - 1 for at in times)
            missing.append(len(times) - kept)
        assert max(missing) > 0, "the disk is not asked for every move"
        now[0] += 1
        room.changed()
        with copied(room.path, tmp_path / "copies") as copy:
            assert copy.match("1").moves == room.match("1").moves, "a look brings the last of it into the file"


@pytest.mark.soak
def test_copies_made_while_a_program_writes_open_or_say_that_they_are_not_whole(tmp_path):
    path = tmp_path / "class.room"
    with Room(path) as room:
        room.open("1", "fishery", 2, **WIDE)
    here, there = fork.Pipe(duplex=False)
    victim = fork.Process(target=write_and_tell, args=(path, "copies", there))
    victim.start()
    whole = torn = 0
    try:
        for _ in range(300):
            here.recv()
            while here.poll():
                here.recv()
            try:
                with copied(path, tmp_path / "copies") as copy:
                    whole += len(copy.match("1")) >= 0
            except Damaged as why:
                assert "copy the room again" in str(why)
                torn += 1
    finally:
        assert victim.pid is not None
        os.kill(victim.pid, signal.SIGKILL)
        victim.join()
    assert whole >= 290, f"{torn} of 300 were not whole"


def test_a_copy_that_is_not_whole_says_so(tmp_path):
    with Room(tmp_path / "a") as room:
        room.open("1", "fishery", 2, **WIDE)
        for number in range(200):
            room.events.say(f"{number} " + "x" * 200)
    data = bytearray((tmp_path / "a").read_bytes())
    pages = len(data) // 4096
    data[4096 * (pages - 3) : 4096 * (pages - 1)] = bytes(2 * 4096)  # as they were before they were written
    (tmp_path / "b").write_bytes(data)
    with pytest.raises(Damaged, match="copy the room again"):
        Room(tmp_path / "b")


# Files of an older Fishlab.


def first_layout(path: Path) -> None:
    """Turn a room's file into one of the first layout: no events, but a table of who sat where."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("""CREATE TABLE sitters (
            change INTEGER PRIMARY KEY, tab TEXT NOT NULL, seat INTEGER NOT NULL, who TEXT NOT NULL,
            taken INTEGER NOT NULL, line INTEGER NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL)""")
        db.execute("""INSERT INTO sitters SELECT change, tab, seat, words, kind='taken', line, number, at FROM events
            WHERE kind IN ('seat', 'taken', 'freed', 'bot', 'returned')""")
        for name in ("events", "presence", "waiting", "answers"):
            db.execute(f"DROP TABLE {name}")
        for name in ("game", "block"):
            db.execute(f"ALTER TABLE tables DROP COLUMN {name}")
        for name in ("boot", "machine"):
            db.execute("UPDATE facts SET value=? WHERE name=?", (f'"{name} as it was"', name))
        db.execute("INSERT OR REPLACE INTO facts VALUES ('note/announcement', '\"Listen\"')")
        db.execute("PRAGMA user_version=1")


def test_a_file_of_the_first_layout_opens_with_all_that_it_holds(tmp_path):
    path = tmp_path / "class.room"
    with Room(path) as room:
        room.open("1", "fishery", 2)
        room.claim("1", 0, "key-of-one")
        assert room.append("1", 0, "ship a1", 0, "key-of-one")
        room.seating.give("1", 1, "fencer")
        sitters, hands, history = room.seating.sitters("1"), room.seating.hands("1"), room.history("1")
    first_layout(path)
    with pytest.raises(RoomError, match="another machine"):
        Room(path)
    with Room(path, moved=True) as room:
        assert room.seating.sitters("1") == sitters
        assert (room.seating.hands("1"), room.history("1")) == (hands, history)
        assert room.find("key-of-one") == ("1", 0)
        assert room.events.said() == "Listen"
        assert room.tables() == ["1"]
        assert room.status("1").seats == (PERSON, "fencer")
        assert room.step("1")
        room.events.say("Go on")
    with Room(path) as room:
        assert len(room.match("1")) == 2
