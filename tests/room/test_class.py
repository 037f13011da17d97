"""What `make class` makes and refuses; the pages themselves are tried in `test_class_browser.py`."""

from __future__ import annotations

import json
import stat
import sys
from datetime import datetime
from pathlib import Path

import class_pages
import class_room
import pytest
from fishlab_widgets.draw.qr import qr_code, qr_svg
from fishlab_widgets.live.shared.poster import Poster

from fishlab.room import Room

KNOWN = """
#######..#.##..##.#######
#.....#..#.#.#.##.#.....#
#.###.#..#.#...#..#.###.#
#.###.#...#.#.....#.###.#
#.###.#..##..#.#..#.###.#
#.....#.#.##..###.#.....#
#######.#.#.#.#.#.#######
..........#...###........
#..#.##.######...#.#.....
#####...##..#.#...##....#
##...##..####.#...#.#..##
##.....###..###.#.##.....
.....##..#.#.####.##.#.##
....#..#...#.##.###..##.#
#.##..##.#.#....#..#..#.#
.#..#...##.#.#.#.###.#.#.
##########..#.#########..
........###.#...#...###.#
#######....##.###.#.#..##
#.....#.##..#..##...####.
#.###.#..#..##..#####..#.
#.###.#.####.#####..#.#..
#.###.#..#..#..#.#.####.#
#.....#...#####.#....#...
#######.###..##.####...##
"""
"""What two other programs make of the same address."""


def test_a_qr_code_is_the_one_that_other_programs_make():
    grid = qr_code("http://192.168.1.23:8866")
    assert ["".join(".#"[dark] for dark in row) for row in grid] == KNOWN.split()


@pytest.mark.parametrize(("length", "size"), [(1, 21), (14, 21), (15, 25), (42, 29), (62, 33), (84, 37), (106, 41)])
def test_a_qr_code_is_as_large_as_its_text_needs(length, size):
    assert len(qr_code("x" * length)) == size


def test_what_is_too_long_for_a_qr_code_is_refused():
    with pytest.raises(ValueError, match="107 bytes are too many"):
        qr_code("x" * 107)
    assert qr_svg("a", "b").count("<path") == 1


@pytest.mark.parametrize("ip", ["0.0.0.0", "192.168.1.5", "::"])
def test_nothing_is_served_to_a_network_without_a_word(ip):
    assert "Without a word" in class_pages.check_open(ip, "")
    assert "too short" in class_pages.check_open(ip, "abc")
    assert class_pages.check_open(ip, "herring-kelp") == ""
    assert class_pages.check_open("127.0.0.1", "") == ""


def run(monkeypatch, *given: str) -> str:
    monkeypatch.setattr(sys, "argv", ["class_room.py", *given])
    with pytest.raises(SystemExit) as end:
        class_room.main()
    return str(end.value)


def test_a_class_that_cannot_be_opened_is_told_why_before_anything_is_made(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert "Without a word" in run(monkeypatch, "--word", "none")
    assert "too short" in run(monkeypatch, "--word", "abc")
    assert "There is no room" in run(monkeypatch, "--room", str(tmp_path / "x"), "--port", "0", "--desk-port", "0")
    monkeypatch.setattr(class_room, "port_problem", lambda port: "is in use")
    assert "Port 8866 is in use" in run(monkeypatch)
    assert list(tmp_path.iterdir()) == []


def test_words_are_said_aloud_and_typed_easily():
    words = {class_room.new_word() for _ in range(50)}
    assert len(words) > 40
    assert all(word.replace("-", "").isalpha() and word.islower() and len(word) >= 7 for word in words)


def test_the_folder_of_a_class_is_its_owners_and_the_desk_shows_the_address(tmp_path):
    folder = class_room.folder_for(datetime(2026, 11, 15, 9, 30), tmp_path)
    assert folder.name == "2026-11-15-093000"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    with Room(folder / "class.room") as room:
        assert "make class" in Poster(room)._repr_html_()
        room.keep("address", {"address": "http://192.168.1.23:8866/", "word": "<b>"})
    cells = json.loads(class_room.write_desk(folder / "class.room").read_text())["cells"]
    shown = "".join(cells[1]["outputs"][0]["data"]["text/html"])
    assert "http://192.168.1.23:8866/" in shown
    assert "&lt;b&gt;" in shown
    for cell in cells[1:]:
        compile("".join(cell["source"]), "cell", "exec")


def test_a_terminal_shows_the_code_black_on_white():
    lines = class_room.terminal_code("http://192.168.1.23:8866").splitlines()
    assert len(lines) == 15
    assert all(line.startswith("\x1b[30;107m") and line.endswith("\x1b[0m") for line in lines)


def test_the_students_notebook_is_the_door_and_nothing_else():
    cells = json.loads((class_pages.PAGE / "seat.ipynb").read_text())["cells"]
    assert len(cells) == 1
    assert "".join(cells[0]["source"]).split("\n")[-1] == "Door(honour=False)"
    assert sorted(path.name for path in class_pages.PAGE.iterdir()) == ["seat.ipynb", "voila", "word.html"]
    for path in class_pages.PAGE.rglob("*"):
        if path.is_file():
            assert "//cdn" not in path.read_text(), "no outside request"
