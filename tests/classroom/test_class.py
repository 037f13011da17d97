"""What `fishlab class` makes and refuses; the pages themselves are tried in `test_class_browser.py`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import browser
import numpy as np
import pytest
import zxingcpp
from fishlab_widgets.classroom import student_pages
from fishlab_widgets.classroom.join_info import JoinInfo
from fishlab_widgets.command import main, open_class
from fishlab_widgets.draw.qr import qr_code, qr_svg
from traitlets.config import Configurable
from voila.voila_kernel_manager import voila_kernel_manager_factory

from fishlab.room import Room


def in_pixels(svg: str) -> np.ndarray:
    """Return a QR code's picture in shades of grey, eight pixels to a module, by the squares that its path draws."""
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    modules = np.full((size, size), 255, np.uint8)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", svg):
        modules[int(y), int(x)] = 0
    return modules.repeat(8, axis=0).repeat(8, axis=1)


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


@pytest.mark.parametrize("ip", ["0.0.0.0", "192.168.1.5", "::"])
def test_nothing_is_served_to_a_network_without_a_word(ip):
    assert "Without a word" in student_pages.check_open(ip, "")
    assert "too short" in student_pages.check_open(ip, "abc")
    assert student_pages.check_open(ip, "herring-kelp") == ""
    assert student_pages.check_open("127.0.0.1", "") == ""


def test_a_class_that_cannot_be_opened_is_told_why_before_anything_is_made(monkeypatch, tmp_path, capsys):
    def said(*given: str) -> str:
        assert main(["class", *given]) == 2
        return capsys.readouterr().err

    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert "Without a word" in said("--word", "none")
    assert "too short" in said("--word", "abc")
    assert "is not a port" in said("--port", "x")
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        port = held.getsockname()[1]
        assert f"Port {port} is in use: try fishlab class --port" in said("--port", str(port))
    ports = [str(browser.free_port()) for _ in range(2)]
    assert "there is no room" in said("--room", str(tmp_path / "x"), "--port", ports[0], "--desk-port", ports[1])
    monkeypatch.setattr(open_class, "find_spec", lambda name: None)
    assert "need Voilà" in said()
    assert list(tmp_path.iterdir()) == []


def test_a_room_of_another_machine_is_opened_when_it_has_moved(monkeypatch, tmp_path, capsys):
    with Room(tmp_path / "a") as room:
        room.open("Table 1", "boom", 2)
    with Room(tmp_path / "a") as room, room.file.writing():
        for name in ("boot", "machine"):
            room.file.set(name, "elsewhere")
    monkeypatch.setattr(open_class, "write_desk", lambda path: path)

    def not_served(*given: object) -> None:
        raise ValueError("the room was opened")

    monkeypatch.setattr(open_class, "start_pages", not_served)
    ports = [str(browser.free_port()) for _ in range(2)]
    asked = ["class", "--room", str(tmp_path / "a"), "--port", ports[0], "--desk-port", ports[1]]
    for more, said in (([], "fishlab class --moved"), (["--moved"], "the room was opened"), ([], "was opened")):
        assert main([*asked, *more]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("said", ["", "class.room"], ids=["the folder that is printed", "the file"])
def test_a_class_goes_on_with_the_room_of_a_folder(monkeypatch, tmp_path, capsys, said):
    def not_served(room: Path, *given: object) -> None:
        raise ValueError(f"opened {room}")

    with Room(tmp_path / "class.room") as room:
        room.open("Table 1", "boom", 2)
    monkeypatch.setattr(open_class, "write_desk", lambda path: path)
    monkeypatch.setattr(open_class, "start_pages", not_served)
    ports = [str(browser.free_port()) for _ in range(2)]
    assert main(["class", "--room", str(tmp_path / said), "--port", ports[0], "--desk-port", ports[1]]) == 2
    assert f"opened {tmp_path / 'class.room'}" in capsys.readouterr().err


def test_a_folder_without_a_room_is_refused_by_its_files_name(tmp_path, capsys):
    ports = [str(browser.free_port()) for _ in range(2)]
    assert main(["class", "--room", str(tmp_path), "--port", ports[0], "--desk-port", ports[1]]) == 2
    assert f"there is no room {tmp_path / 'class.room'}" in capsys.readouterr().err


@pytest.mark.parametrize("end", [None, KeyboardInterrupt], ids=["normal", "Ctrl+C"])
def test_when_a_class_is_stopped_the_one_file_holds_everything(monkeypatch, tmp_path, end):
    """Closes C 4: also when a program that used the room was ended in the middle."""
    path, there = tmp_path / "class.room", []

    class Pages:
        terminate = wait = staticmethod(lambda: None)

    def serve(*given: object, **more: object) -> int:
        there.append(Room(path))  # a kernel's, which nobody closes
        play(there[0])
        if end is not None:
            raise end
        return 0

    monkeypatch.setattr(open_class, "serve", serve)
    monkeypatch.setattr(open_class, "write_desk", lambda path: path)
    monkeypatch.setattr(open_class, "start_pages", lambda *given: Pages())
    with Room(path) as room:
        room.open("A", "fishery", 2, columns=4, rows=4, ships=2)
    asked = ["class", "--room", str(path), "--port", str(browser.free_port()), "--desk-port", str(browser.free_port())]
    with contextlib.suppress(KeyboardInterrupt):
        main(asked)
    copied(path, there[0])


def test_when_students_pages_end_the_one_file_holds_everything(monkeypatch, tmp_path):
    path = tmp_path / "class.room"
    there = Room(path)
    there.open("A", "fishery", 2, columns=4, rows=4, ships=2)

    class Pages:
        start = staticmethod(lambda: play(there))

    monkeypatch.setattr(student_pages, "application", lambda *given: Pages())
    monkeypatch.setattr("sys.argv", ["pages", str(path)])
    student_pages.main()
    copied(path, there)


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
    words = open_class.told("http://192.168.1.23:8866/", "herring-kelp", "192.168.1.23", "0.0.0.0", tmp_path)
    assert "http://192.168.1.23:8866/" in words
    assert "herring-kelp" in words
    assert "internet" not in words
    assert "internet" in open_class.told("http://8.8.8.8:8866/", "herring-kelp", "8.8.8.8", "0.0.0.0", tmp_path)
    assert "in no network" in open_class.told("http://127.0.0.1/", "a-word", "127.0.0.1", "0.0.0.0", tmp_path)


def test_a_kernel_that_has_ended_waits_for_no_page():
    async def kept() -> list[str]:
        async def start(name: str) -> dict[str, str]:
            if name == "failed":
                raise OSError
            return {"kernel_id": name}

        tasks = {name: asyncio.create_task(start(name)) for name in ("alive", "dead", "failed")}
        await asyncio.wait(tasks.values())
        tasks["starting"] = asyncio.create_task(start("starting"))
        pools = {"seat.ipynb": list(tasks.values())}
        student_pages.forget_dead(pools, lambda name: name != "dead")
        await tasks["starting"]
        return [name for name, task in tasks.items() if task in pools["seat.ipynb"]]

    assert asyncio.run(kept()) == ["alive", "starting"]


def test_a_kernel_that_a_page_has_just_taken_is_not_ended_for_the_time_it_waited(tmp_path):
    """It was idle for minutes before the first student came: that time is not the student's.

    The manager is Voilà's own on top of ours: Voilà passes by kernels that wait before ours is asked about them.
    """
    long_ago = datetime.fromtimestamp(0, UTC)

    class App(Configurable):
        root_dir, notebook_path = str(tmp_path), None

    async def ended() -> list[list[str]]:
        voilas = voila_kernel_manager_factory(student_pages.kernel_manager(), True, 1)
        manager, gone = voilas(parent=App(), cull_idle_timeout=180), []
        process = SimpleNamespace(process=SimpleNamespace(poll=lambda: None))
        kernel = SimpleNamespace(
            last_activity=long_ago, execution_state="idle", kernel_name="python3", provisioner=process,
            kernel_spec=SimpleNamespace(metadata={}),
        )  # fmt: skip
        manager._kernels["k"] = kernel
        manager.shutdown_kernel = gone.append
        warm = asyncio.create_task(asyncio.sleep(0, {"kernel_id": "k"}))
        await warm
        manager._pools = {"seat.ipynb": [warm]}
        seen = []
        for change in (
            lambda: None,
            manager._pools["seat.ipynb"].clear,
            lambda: setattr(kernel, "last_activity", long_ago),
        ):
            change()
            await manager.cull_kernels()
            seen.append([*gone])
        return seen

    waiting, taken, left = asyncio.run(ended())
    assert (waiting, taken, left) == ([], [], ["k"])


def test_wrong_words_pass_one_after_another(monkeypatch):
    inside, most = [], []

    async def nap(seconds: float) -> None:
        inside.append(seconds)
        most.append(len(inside))
        await pause(0)
        inside.pop()

    async def many_at_once() -> None:
        turnstile = student_pages.Turnstile()
        await asyncio.gather(*(turnstile.wait() for _ in range(5)))

    pause = asyncio.sleep
    monkeypatch.setattr(student_pages.asyncio, "sleep", nap)
    asyncio.run(many_at_once())
    assert most == [1] * 5


def test_words_are_said_aloud_and_typed_easily():
    words = {open_class.new_word() for _ in range(50)}
    assert len(words) > 40
    assert all(word.replace("-", "").isalpha() and word.islower() and len(word) >= 7 for word in words)


def test_the_folder_of_a_class_is_its_owners_and_the_desk_shows_the_address(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    folder = open_class.folder_for(datetime(2026, 11, 15, 9, 30), tmp_path)
    assert folder.name == "2026-11-15-093000"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    with Room(folder / "class.room") as room:
        assert "fishlab class" in JoinInfo(room)._repr_html_()
        room.keep("address", {"address": "http://192.168.1.23:8866/", "word": "<b>"})
    cells = json.loads(open_class.write_desk(folder / "class.room").read_text())["cells"]
    shown = "".join(cells[1]["outputs"][0]["data"]["text/html"])
    assert "http://192.168.1.23:8866/" in shown
    assert "&lt;b&gt;" in shown
    for cell in cells[1:]:
        compile("".join(cell["source"]), "cell", "exec")


def test_the_pages_end_with_the_program_that_started_them(monkeypatch):
    ended, parents = [], iter([7, 7, 1])
    monkeypatch.setattr(student_pages.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(student_pages.os, "getppid", lambda: next(parents))
    monkeypatch.setattr(student_pages.os, "kill", lambda pid, sign: ended.append((pid, sign)))
    student_pages.end_with(7)
    assert ended == [(os.getpid(), signal.SIGTERM)]
    assert list(parents) == []


def test_a_terminal_shows_the_code_black_on_white():
    lines = open_class.terminal_code("http://192.168.1.23:8866").splitlines()
    assert len(lines) == 15
    assert all(line.startswith("\x1b[30;107m") and line.endswith("\x1b[0m") for line in lines)


def test_the_students_notebook_is_the_door_and_nothing_else():
    cells = json.loads((student_pages.PAGE / "seat.ipynb").read_text())["cells"]
    assert len(cells) == 1
    assert "".join(cells[0]["source"]).split("\n")[-1] == "Lobby(honour=False)"
    for path in student_pages.PAGE.rglob("*.[hij]*"):
        assert "//" not in path.read_text().replace("</", ""), f"{path.name} asks for nothing outside"
