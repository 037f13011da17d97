"""Opening a class: its QR code, its word, its folder, its keys, and what the teacher is told."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import browser
import numpy as np
import pytest
import zxingcpp
from classroom.class_pages import in_pixels
from fishlab_widgets.classroom.server import access, app, running
from fishlab_widgets.classroom.server.access import (
    HERE,
    PAGES,
    PAGES_A_DEVICE,
    PAGES_AN_ADDRESS,
    PAGES_WITHOUT_SEAT,
    STAY,
    Access,
    Bucket,
    Keys,
    new_word,
)
from fishlab_widgets.command import main, open_class
from fishlab_widgets.draw.qr import qr_code, qr_svg

from fishlab.room import Room, RoomError

KEYS = Keys("herring-kelp-42", "secret", "desk")
ADDRESS = "http://192.168.1.23:8866/?token=herring-kelp"


@pytest.mark.parametrize("text", ["a", ADDRESS, ADDRESS * 4])
def test_another_program_reads_the_address_from_the_picture_of_a_qr_code(text):
    found = zxingcpp.read_barcodes(in_pixels(qr_svg(text, "an address")))
    assert [one.text for one in found] == [text]


def test_a_qr_code_has_a_white_rim_of_four_modules_and_stands_on_white_in_any_theme():
    svg = qr_svg(ADDRESS, "an address")
    pixels, size = in_pixels(svg), 33 + 8
    assert pixels.shape == (8 * size, 8 * size) and f'<rect width="{size}" height="{size}" fill="#fff"/>' in svg
    dark = np.argwhere(pixels == 0)
    assert dark.min(axis=0).tolist() == [32, 32] and dark.max(axis=0).tolist() == [8 * size - 33] * 2


@pytest.mark.parametrize(("length", "size"), [(1, 21), (14, 21), (15, 25), (42, 29), (62, 33), (84, 37), (107, 45)])
def test_a_qr_code_is_as_large_as_its_text_needs(length, size):
    assert len(qr_code("x" * length)) == size


def test_a_page_in_a_browser_never_loads_what_draws_qr_codes():
    names = ("", ".classroom", ".classroom.desk", ".command")
    rooms = "import sys, " + ", ".join(f"fishlab_widgets{name}" for name in names)
    done = subprocess.run([sys.executable, "-c", f"{rooms}; print('segno' in sys.modules)"], capture_output=True)
    assert done.stdout.split() == [b"False"]


@pytest.mark.parametrize("ip", ["0.0.0.0", "192.168.1.23", "::"])
def test_nothing_is_served_to_a_network_without_a_word(ip):
    assert "Without a word" in app.check_open(ip, "")
    assert "too short" in app.check_open(ip, "abc")
    assert app.check_open(ip, "herring-kelp-42") == app.check_open("127.0.0.1", "") == ""


def test_a_class_that_cannot_be_opened_is_told_why_before_anything_is_made(monkeypatch, tmp_path, capsys):
    def said(*given: str) -> str:
        assert main(["class", *given]) == 2
        return capsys.readouterr().err

    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("MAKELEVEL", raising=False)
    assert "Without a word" in said("--word", "none")
    assert "too short" in said("--word", "abc")
    assert "is not a port" in said("--port", "x")
    for ip in ("300.1.1.1", "192.0.2.7", "here", "x" * 80):
        assert f"--ip {ip} is no address of this machine" in said("--ip", ip)
    assert app.is_own("127.0.0.1") and app.is_own("::") and app.is_own("localhost")
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        port = held.getsockname()[1]
        assert f"Port {port} is in use: try fishlab class --port" in said("--port", str(port))
        monkeypatch.setenv("MAKELEVEL", "1")
        assert f"Port {port} is in use: try make class PORT=" in said("--port", str(port))
    port = str(browser.free_port())
    assert "there is no room" in said("--room", str(tmp_path / "x"), "--port", port)
    assert "both --certificate and --key" in said("--certificate", "a.pem")
    assert "there is no file a.pem" in said("--certificate", "a.pem", "--key", "b.pem")
    monkeypatch.setattr(open_class, "find_spec", lambda name: None)
    assert "segno is not installed" in said()
    assert list(tmp_path.iterdir()) == []


def test_a_class_that_is_open_already_is_named_with_its_desk_and_no_new_one_is_begun(
    opened, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for more in ([], ["--new"]):
        assert main(["class", "--port", str(opened.port), *more]) == 2
        told = capsys.readouterr().err
        assert opened.desk in told and "is open already: no new one was begun" in told and "try " not in told
    other = ["class", "--room", str(opened.room), "--port", str(browser.free_port())]
    assert main(other) == 2, "a second server for the same room"
    told = capsys.readouterr().err
    assert opened.desk in told and "This room is being served already" in told
    with Room(opened.room) as room:
        assert room.note("address")["port"] == opened.port
    assert list(tmp_path.rglob("class.room")) == [opened.room]
    with socket.socket() as held, Room(opened.room) as room:
        held.bind(("127.0.0.1", 0))
        held.listen()
        port = held.getsockname()[1]
        room.keep("address", {"port": port, "own": f"http://127.0.0.1:{port}/"})
        monkeypatch.setattr(running, "ANSWERS", 0.2)
        assert main(["class", "--port", str(port)]) == 2
        assert f"Port {port} is in use" in capsys.readouterr().err, "another program has the port now"


def test_a_class_that_is_running_is_named_where_a_new_one_would_be_begun_and_once_killed_it_goes_on(
    opened, served, tmp_path, capsys, monkeypatch
):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("MAKELEVEL", raising=False)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: False))
    monkeypatch.setattr(open_class, "PORT", browser.free_port())
    path = opened.room
    with Room(path) as room:
        room.open("Table 1", "boom", 2)
    usual = ["class", "--port", str(open_class.PORT)]
    assert main(usual) == 2 and served == []
    told = capsys.readouterr().err
    assert "is running: no new one was begun" in told and opened.desk in told and "fishlab class --new" in told
    assert main([*usual, "--new"]) == 0
    told = capsys.readouterr().out
    assert "is running, too" in told and opened.desk in told and "not finished" not in told.split("To go on")[0]
    assert served[0][3] != str(path)
    opened.kill()
    assert main(usual) == 0
    assert served[1][3] == str(path) and f"--port={opened.port}" in served[1], "nothing of it keeps a teacher out"


def test_a_room_tells_the_address_of_the_teachers_browser_if_its_server_answers(opened):
    with Room(opened.room) as room:
        assert running.served_at(room) == opened.address
        kept = room.note("address")
        for seen, address in (("https://hub.example/user/a/fishlab/", "https://hub.example/user/a/fishlab/"),
                              ("javascript://hub.example/%0aalert(1)", opened.address)):  # fmt: skip
            room.keep("address", {**kept, "seen": seen})
            assert running.served_at(room) == address
        room.keep("address", {**kept, "own": None, "port": None})
        assert running.served_at(room) == ""


@pytest.fixture
def served(monkeypatch):
    """What would be served: the command of each server that is watched."""
    asked: list[list[str]] = []

    def watch(command: list[str], told: object, *, log: Path) -> int:
        asked.append(command)
        return 0

    monkeypatch.setattr(app, "watch", watch)
    monkeypatch.setattr(open_class, "announce", lambda *given: None)
    return asked


def test_a_room_of_another_machine_is_opened_when_it_has_moved(served, tmp_path, capsys):
    with Room(tmp_path / "a") as room:
        room.open("Table 1", "boom", 2)
    with Room(tmp_path / "a") as room, room.file.writing():
        for name in ("boot", "machine"):
            room.file.set(name, "elsewhere")
    asked = ["class", "--room", str(tmp_path / "a"), "--port", str(browser.free_port())]
    assert main(asked) == 2
    assert "fishlab class --moved" in capsys.readouterr().err
    assert main([*asked, "--moved"]) == main(asked) == 0
    assert len(served) == 2


@pytest.mark.parametrize("by_make", [True, False])
def test_a_class_that_was_not_finished_is_named_with_the_command_that_goes_on(
    served, tmp_path, capsys, monkeypatch, by_make
):
    monkeypatch.setenv("HOME", str(tmp_path / "my home"))
    monkeypatch.setenv("MAKELEVEL", "1") if by_make else monkeypatch.delenv("MAKELEVEL", raising=False)

    def said(*more: str) -> str:
        port = [] if "--port" in more else ["--port", str(browser.free_port())]
        assert main(["class", *port, *more]) == 0
        return capsys.readouterr().out

    began, port = datetime.now() - timedelta(hours=2), browser.free_port()
    folder = access.folder_for(began, Path.home())
    with Room(folder / "class.room") as room:
        room.open("Table 1", "boom", 2)
    words = f"make class ROOM='{folder}'" if by_make else f"fishlab class --room '{folder}'"
    for _ in range(2):  # the new one, in which nothing was done, is not in the way
        found = said()
        assert f"The one of {began:%H:%M} was not finished" in found and f"{words}\n" in found
        assert "To go on with it, type" not in found, "in the new one there is nothing to go on with"
    stopped = said("--room", str(folder), "--port", str(port))
    words += f" PORT={port}" if by_make else f" --port {port}"
    assert words in stopped.split("To go on with it, type")[1]
    assert words in said(), "on the port that students know"
    with Room(folder / "class.room") as room:
        room.end()
    found = said()
    assert f"To open the one of {began:%H:%M} again" in found and f"{words}\n" in found, "it may be talked about"
    assert "not finished" not in found + said("--room", str(folder))
    monkeypatch.setattr(access, "LATELY", -1.0)
    assert f"{began:%H:%M}" not in said()
    with Room(access.folder_for(began - timedelta(days=2), Path.home()) / "class.room") as room:
        room.open("Table 1", "boom", 2)
    assert "not finished" not in said(), "of another day"


@pytest.mark.parametrize(
    ("typed", "hours", "more", "goes_on"),
    [("", 0, [], True), ("n", 0, [], False), (None, 0, [], True), (None, 0, ["--new"], False), (None, 23, [], False)],
    ids=["asked: yes", "asked: no", "of today", "a new one is wanted", "of yesterday, with nobody to ask"],
)
def test_no_new_class_takes_the_port_of_one_that_was_not_finished_unasked(
    served, tmp_path, capsys, monkeypatch, typed, hours, more, goes_on
):
    now, port = datetime(2026, 3, 4, 12), str(browser.free_port())

    class Noon(datetime):
        @classmethod
        def now(cls) -> datetime:
            return now

    def answer(words: str) -> str:
        asked.append(words)
        return str(typed)

    asked: list[str] = []
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(open_class, "datetime", Noon)
    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: typed is not None))
    monkeypatch.delenv("MAKELEVEL", raising=False)
    began = now - timedelta(minutes=20, hours=hours)
    path = access.folder_for(began, tmp_path) / "class.room"
    with Room(path) as room:
        room.open("Table 1", "boom", 2)
    assert main(["class", "--room", str(path), "--port", port]) == main(["class", "--port", port, *more]) == 0
    assert (served[0] == served[1]) == goes_on
    told = capsys.readouterr().out
    assert ("fishlab class --new" in told.split("The room is in")[2]) == goes_on
    time = f"{began:%H:%M}"
    assert asked == ([f"Go on with the class of {time}, which was not finished? [Y/n] "] if typed is not None else [])
    assert f"of {time}" in told
    with socket.create_server(("127.0.0.1", 0)) as taken:  # it is being played there
        with Room(path) as room:
            room.keep("address", {"port": taken.getsockname()[1]})
        assert main(["class", "--port", str(browser.free_port())]) == 0
    assert served[2][3] != str(path)


@pytest.mark.parametrize(
    ("typed", "minutes", "again"),
    [("", 9, True), ("n", 9, False), (None, 9, False), ("", 11, False), ("y", 11, True), (None, 11, False)],
)
def test_a_class_that_is_over_is_opened_again_if_that_is_wanted(
    served, tmp_path, capsys, monkeypatch, typed, minutes, again
):
    port, asked, ended = str(browser.free_port()), list[str](), datetime.now()

    class Later(datetime):
        @classmethod
        def now(cls) -> datetime:
            return ended + timedelta(minutes=minutes)

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("MAKELEVEL", raising=False)
    monkeypatch.setattr(open_class, "datetime", Later)
    monkeypatch.setattr("builtins.input", lambda words: asked.append(words) or typed)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: typed is not None))
    began = ended - timedelta(minutes=50)
    path = access.folder_for(began, tmp_path) / "class.room"
    with Room(path, clock=ended.timestamp) as room:
        room.open("Table 1", "boom", 2)
        room.end()
    assert main(["class", "--room", str(path), "--port", port]) == main(["class", "--port", port]) == 0
    assert (served[0] == served[1]) == again
    question = (
        f"The class of {began:%H:%M} has just ended. Open it again, with its desk and results? [Y/n] "
        if minutes < 10
        else f"The class of {began:%H:%M} is over. Open it again, with its desk and results? [y/N] "
    )
    assert asked == [question] * (typed is not None)
    told = capsys.readouterr().out
    assert (f"This is the class of {began:%H:%M} again." in told) == again
    assert (f"To open the one of {began:%H:%M} again" in told) != again


@pytest.mark.parametrize("said", ["", "class.room"], ids=["the folder that is printed", "the file"])
def test_a_class_goes_on_with_the_room_of_a_folder_and_its_word(served, tmp_path, capsys, said):
    with Room(tmp_path / "class.room") as room:
        room.open("Table 1", "boom", 2)
    word = Keys.of(tmp_path / "class.room").word
    assert main(["class", "--room", str(tmp_path / said), "--port", str(browser.free_port())]) == 0
    assert served[0][3] == str(tmp_path / "class.room")
    assert word in capsys.readouterr().out
    assert word not in " ".join(served[0]), "no word of it in the list of processes"


def test_a_folder_without_a_room_is_refused_by_its_files_name(tmp_path, capsys):
    assert main(["class", "--room", str(tmp_path), "--port", str(browser.free_port())]) == 2
    assert f"there is no room {tmp_path / 'class.room'}" in capsys.readouterr().err


@pytest.mark.parametrize("end", [None, KeyboardInterrupt], ids=["normal", "Ctrl+C"])
def test_when_a_class_is_stopped_the_one_file_holds_everything(served, monkeypatch, tmp_path, end):
    """Closes C 4: also when a program that used the room was ended in the middle."""
    path, there = tmp_path / "class.room", []

    def watch(*given: object, **more: object) -> int:
        there.append(Room(path))  # one that nobody closes
        play(there[0])
        if end is not None:
            raise end
        return 0

    monkeypatch.setattr(app, "watch", watch)
    with Room(path) as room:
        room.open("A", "fishery", 2, columns=4, rows=4, ships=2)
    with contextlib.suppress(KeyboardInterrupt):
        main(["class", "--room", str(path), "--port", str(browser.free_port())])
    copied(path, there[0])


def play(room: Room) -> None:
    match = room.match("A")
    assert room.append("A", 0, match.game.notation(match.state.moves()[0]), 0)


def copied(path: Path, still_open: Room) -> None:
    """Copy the file alone, and see that the move is in it."""
    place = path.with_name("copy.room")
    shutil.copyfile(path, place)
    with Room(place) as copy:
        assert len(copy.match("A")) == 1
    still_open.leave()


def test_a_teacher_is_told_how_students_come_in_and_who_else_could(tmp_path):
    words = open_class.told("http://192.168.1.23:8866/", KEYS, "192.168.1.23", "0.0.0.0", tmp_path)
    assert "http://192.168.1.23:8866/" in words
    assert "herring-kelp" in words
    assert "internet" not in words
    assert "not encrypted" in words
    assert "internet" in open_class.told("http://8.8.8.8:8866/", KEYS, "8.8.8.8", "0.0.0.0", tmp_path)
    assert "not on a network" in open_class.told("http://127.0.0.1/", KEYS, "127.0.0.1", "0.0.0.0", tmp_path)
    safe = open_class.told("https://class.example:8866/", KEYS, "class.example", "0.0.0.0", tmp_path)
    assert "not encrypted" not in safe


def test_words_are_said_aloud_and_typed_easily():
    words = {new_word() for _ in range(50)}
    assert len(words) > 45
    assert all(re.fullmatch(r"[a-z]{3,}-[a-z]{3,}-[1-9][0-9]{3}", word) for word in words)


def test_a_class_that_begins_in_the_second_of_another_has_a_folder_of_its_own(tmp_path):
    first, second = datetime(2026, 11, 15, 9, 30), datetime(2026, 11, 15, 9, 30, 0, 5)
    Room(access.folder_for(first, tmp_path) / access.ROOM).leave()
    assert access.folder_for(second, tmp_path).name == "2026-11-15-093001"


def test_the_folder_of_a_class_and_its_keys_are_its_owners(tmp_path):
    folder = access.folder_for(datetime(2026, 11, 15, 9, 30), tmp_path)
    assert folder.name == "2026-11-15-093000"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    keys = Keys.of(folder / "class.room")
    assert Keys.of(folder / "class.room") == keys, "a server that starts again knows its people"
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Keys.of(folder / "class.room", "Sea Urchin") == Keys("sea-urchin", keys.secret, keys.desk)
    assert list(folder.iterdir()) == [file] and stat.S_IMODE(file.stat().st_mode) == 0o600


def test_keys_are_written_only_when_they_change_and_never_by_halves(tmp_path, monkeypatch):
    keys = Keys.of(tmp_path / "class.room")
    (file,) = tmp_path.iterdir()
    written = file.stat().st_ino
    assert Keys.of(tmp_path / "class.room") == keys
    assert file.stat().st_ino == written

    def full(*_):
        raise OSError("no space left")

    monkeypatch.setattr(access.json, "dump", full)
    with pytest.raises(RoomError, match=r"cannot be kept \(no space left\): make room on the disk"):
        Keys.of(tmp_path / "class.room", "Sea Urchin")
    assert list(tmp_path.iterdir()) == [file], "and nothing is left behind"
    assert Keys.of(tmp_path / "class.room") == keys


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"word": 1, "secret": "a", "desk": "b"}',
        '{"word": "kelp", "secret": "0123456789abcdef", "desk": ""}',
    ],
)
def test_keys_that_cannot_be_read_are_told_and_not_replaced_by_others(tmp_path, text):
    file = tmp_path / "class.room.keys"
    file.write_text(text)
    with pytest.raises(RoomError, match=r"The keys of this class cannot be read: .*class\.room\.keys"):
        Keys.of(tmp_path / "class.room")
    assert file.read_text() == text
    with Room(tmp_path / "class.room"):
        pass
    assert main(["class", "--room", str(tmp_path / "class.room"), "--no-browser"]) != 0


def test_a_server_ends_with_the_program_that_started_it(monkeypatch):
    ended = []
    monkeypatch.setattr(app.os, "kill", lambda pid, sign: ended.append((pid, sign)))
    reads, writes = os.pipe()
    os.write(writes, b"ab")
    os.close(writes)
    app.end_with(reads)
    os.close(reads)
    assert ended == [(os.getpid(), signal.SIGTERM)]


HELD = """import subprocess, sys
command = [sys.executable, "-c", "import subprocess, sys; sys.exit(subprocess.call([sys.executable, *sys.argv[1:]]))"]
work = "import sys; from fishlab_widgets.classroom.server.app import end_with; print('up', flush=True); " \\
    "end_with(sys.stdin.fileno())"
server = subprocess.Popen([*command, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print(server.stdout.readline().decode().strip(), flush=True)
sys.stdin.readline()
"""


def test_it_runs_behind_a_launcher_and_ends_when_the_first_program_is_killed():
    """As in a virtual environment on Windows, where `python` is a program that starts another one."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, "-c", HELD], **pipes) as first:
        assert first.stdout.readline() == b"up\n", "it lives, though its parent is not the program that asked for it"
        first.kill()
        first.communicate(timeout=120)  # until nobody is left who could write to its standard error


def test_a_server_that_ends_by_itself_is_started_again_and_one_that_cannot_run_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(app.time, "sleep", lambda seconds: None)
    said: list[str] = []
    log = tmp_path / "server.log"
    assert app.watch([sys.executable, "-c", "print('oops'); raise SystemExit(3)"], said.append, log=log) == 1
    assert log.read_text().count("oops") == app.TRIES
    assert ["started again" in words for words in said] == [True] * (app.TRIES - 1) + [False]
    assert str(log) in said[-1]


@pytest.mark.skipif(os.name == "nt", reason="there a folder's owner decides")
def test_a_log_can_be_read_by_its_owner_only_also_one_that_was_there_already(tmp_path, monkeypatch):
    monkeypatch.setattr(app.time, "sleep", lambda seconds: None)
    new, old = tmp_path / "new.log", tmp_path / "old.log"
    old.write_text("x")
    old.chmod(0o644)
    for log in (new, old):
        app.watch([sys.executable, "-c", "raise SystemExit(3)"], lambda words: None, log=log)
        assert log.stat().st_mode & 0o777 == 0o600


def test_a_log_stays_short(tmp_path, monkeypatch):
    out = io.StringIO()
    log = logging.Logger("a server")
    log.addHandler(app.ShortLog(out))
    log.error("x" * 60_000)
    assert 1000 < len(out.getvalue()) < 2 * app.LONGEST_LOG
    for _ in range(1000):
        log.error("x" * 60_000)
    assert len(out.getvalue()) <= app.MOST_LOG
    monkeypatch.setattr(app.time, "sleep", lambda seconds: None)
    file = tmp_path / "server.log"
    file.write_text("x" * (app.MOST_LOG + 1))
    app.watch([sys.executable, "-c", "raise SystemExit(3)"], lambda words: None, log=file)
    assert file.stat().st_size == 0


@pytest.mark.long
def test_a_server_asks_for_as_many_connections_as_the_system_allows():
    resource = pytest.importorskip("resource")
    script = (
        "import resource as r; from fishlab_widgets.classroom.server.app import allow_files as a; "
        "r.setrlimit(r.RLIMIT_NOFILE, (128, {hard})); print(a(400), r.getrlimit(r.RLIMIT_NOFILE)[0])"
    )
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] >= 600
    for hard, found in ((600, "400 400"), (256, "256 256")):
        done = subprocess.run([sys.executable, "-c", script.format(hard=hard)], capture_output=True, text=True)
        assert done.stdout.strip() == found, done.stderr


def test_a_terminal_shows_the_code_black_on_white():
    lines = open_class.terminal_code("http://192.168.1.23:8866").splitlines()
    assert len(lines) == 15
    assert all(line.startswith("\x1b[30;107m") and line.endswith("\x1b[0m") for line in lines)


# Who may come in.


DRAWN = Keys("otter-kelp-4217", "secret", "desk")


class Door(Access):
    """A door with a clock that stands still."""

    def __init__(self, keys: Keys = KEYS) -> None:
        self.now = 1000.0
        super().__init__(keys, lambda: self.now)

    def guess(self, address: str, count: int) -> int:
        """Type wrong words, and return how many of them were looked at."""
        found = 0
        for _ in range(count):
            if not self.wait(address):
                assert not self.is_word("wrong", address)
                found += 1
        return found


class Window:
    """A page that is told to give way."""

    gone = False

    def give_way(self) -> None:
        self.gone = True


def test_a_word_may_be_typed_in_any_way():
    door = Door()
    for text in ("herring-kelp-42", " Herring  Kelp 42 ", "HERRING-kelp 42"):
        assert door.is_word(text, "10.0.0.7")
    for text in ("", "herring", "herring-kelp-43", "hérring-kelp-42"):
        assert not door.is_word(text, "10.0.0.7")


@pytest.mark.parametrize(("keys", "most"), [(KEYS, 90), (DRAWN, 100)])
def test_wrong_words_of_an_address_are_slowed_and_others_are_not(keys, most):
    door = Door(keys)
    assert door.guess("10.0.0.7", 200) == most
    assert 0 < door.wait("10.0.0.7") <= 4
    assert door.wait("10.0.0.8") == 0
    door.now += 4
    assert door.wait("10.0.0.7") == 0
    door.guess("10.0.0.7", 200)
    door.keys = Keys("another-word", "secret", "desk")
    assert door.wait("10.0.0.7") == 0, "a new word has tries of its own"


@pytest.mark.few(1)
@pytest.mark.parametrize(("keys", "words"), [(KEYS, 847_000), (DRAWN, 84_700_000)])
@pytest.mark.parametrize("address", ["10.0.{second}.{machine}", HERE[0]], ids=["network", "proxy"])
def test_a_word_is_not_guessed_in_a_lesson_from_however_many_addresses(keys, words, address):
    door, tries = Door(keys), 0
    for second in range(90 * 60):
        door.now += 1
        tries += sum(door.guess(address.format(second=second, machine=machine), 1) for machine in range(40))
    assert tries / words < 0.002


@pytest.mark.parametrize("address", ["10.0.0.7", HERE[0]], ids=["network", "proxy"])
def test_who_types_wrong_words_without_end_keeps_no_right_one_out(address):
    door, refused = Door(DRAWN), 0
    for _ in range(100):  # as fast as somebody who sends four a second, from as many browsers
        door.now += 1
        door.guess(address, 4)
        refused += door.wait(address) > 0 or not door.is_word(DRAWN.word, address)
    assert refused == 0


def test_a_device_is_known_by_a_mark_that_nobody_else_can_make_and_by_no_other_word():
    door = Door()
    mark = door.new_device()
    assert door.device_of(mark) == mark.partition(".")[0]
    for forged in ("", "x", "abc.def", mark[:-1], f"other.{mark.partition('.')[2]}", f".{KEYS.ticket}"):
        assert door.device_of(forged) == ""
    assert Access(Keys("another-word", "secret", "desk")).device_of(mark) == ""


def test_a_ticket_is_the_codes_alone_and_ends_with_its_word():
    door = Door()
    assert door.is_ticket(KEYS.ticket) and len(KEYS.ticket) == 32
    for other in ("", KEYS.word, KEYS.ticket[:-1], Keys("another-word", "secret", "desk").ticket):
        assert not door.is_ticket(other)
    assert not Access(Keys("", "secret", "desk")).is_ticket("")


def test_pages_are_counted_for_each_device_and_in_all():
    door, seated = Door(), {f"seat-{number}" for number in range(PAGES)}
    pages = [Window() for _ in range(PAGES_A_DEVICE)]
    for page in pages:
        assert door.open_page(page, "tablet", "10.0.0.7") == ""
    assert "too many pages" in door.open_page(Window(), "tablet", "10.0.0.7")
    door.close_page(pages.pop())
    assert door.open_page(Window(), "tablet", "10.0.0.7") == ""
    for number in range(PAGES - PAGES_A_DEVICE):
        assert door.open_page(Window(), f"seat-{number}", HERE[0], seated) == ""
    assert "The class is full" in door.open_page(Window(), "seat-599", "10.0.0.9", seated)
    door.now += STAY
    assert door.open_page(Window(), "seat-599", "10.0.0.9", seated) == "", "who has a seat comes back to it"
    assert pages[0].gone


@pytest.mark.parametrize("address", ["10.0.0.7", HERE[0]], ids=["network", "proxy"])
def test_one_who_makes_many_devices_fills_no_class_and_room_is_kept_for_who_has_a_seat(address):
    door, seated = Door(), {f"seat-{number}" for number in range(PAGES)}
    most = PAGES_WITHOUT_SEAT if address in HERE else PAGES_AN_ADDRESS
    made = [Window() for _ in range(PAGES)]
    opened = [page for number, page in enumerate(made) if not door.open_page(page, f"made-{number}", address, seated)]
    assert len(opened) == most
    assert "The class is full" in door.open_page(Window(), "somebody", address, seated), "they have time to sit down"
    for number in range(PAGES - PAGES_WITHOUT_SEAT):
        assert door.open_page(Window(), f"seat-{number // 2}", address, seated) == ""
    door.now += STAY
    newcomers = [Window() for _ in range(40)]
    for number, page in enumerate(newcomers):
        assert door.open_page(page, f"newcomer-{number}", address, seated) == ""
    assert [page.gone for page in opened] == [True] * 40 + [False] * (most - 40), "who came first gives way"
    assert not any(page.gone for page in newcomers)


def test_beyond_many_pages_without_a_seat_a_device_has_one():
    door = Door()
    opened = sum(door.open_page(Window(), f"device-{number}", HERE[0]) == "" for number in range(160) for _ in range(4))
    assert opened < 300


def test_work_for_pages_without_a_seat_is_shared_and_who_has_a_seat_goes_before():
    door = Door()
    for number in range(40):  # a class that comes in behind a proxy waits for nothing
        door.charge(f"device-{number}", HERE[0], 0.03, seated=False)
        assert door.work_wait(f"device-{number}", HERE[0], seated=False) == 0
    while not door.work_wait("new", HERE[0], seated=False):
        door.charge("flood", HERE[0], 0.1, seated=False)
    assert door.work_wait("seat", HERE[0], seated=True) == 0
    door.charge("first", HERE[0], 2, seated=True, seat="Cod 0")
    assert door.work_wait("new", HERE[0], seated=True, seat="Cod 0") > 0, "another device is no other share of a seat"
    assert door.work_wait("new", HERE[0], seated=True, seat="Cod 1") == 0
    done = 0
    for second in range(100):
        door.now += 1
        while not door.work_wait(f"flood-{second}", HERE[0], seated=False):
            door.charge(f"flood-{second}", HERE[0], 0.05, seated=False)
            done += 0.05
    assert 45 < done < 55, "half of the time"
    door.now += 100
    while not door.work_wait("flood", "10.0.0.7", seated=False):
        door.charge("flood", "10.0.0.7", 0.1, seated=False)
    assert door.work_wait("other", "10.0.0.8", seated=False) == 0, "one address does not use up what there is"


def test_what_was_done_is_paid_for_also_by_who_has_nothing_left():
    bucket = Bucket(10, 1.0)
    for _ in range(3):
        bucket.pay(0.0, 8)
    assert bucket.wait(0.0) == 15
