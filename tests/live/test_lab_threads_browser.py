"""The desk, the door and a table in JupyterLab as people open it, where clicks come to another thread than cells.

JupyterLab sends the messages of widgets to a subshell of the kernel, a few seconds after the page was opened. Before
rooms were safe for threads, every later click on the desk and at the door was answered "SQLite objects created in a
thread can only be used in that same thread": the first two of these tests failed at their first click.
"""

from __future__ import annotations

import time
from pathlib import Path

import browser
import nbformat
import pytest
from fishlab_widgets.command.open_class import write_desk

from fishlab.core import OVER
from fishlab.room import PERSON, Room, new_key

pytestmark = pytest.mark.browser

NOTES = """from threading import current_thread
import ipywidgets
handle = ipywidgets.Widget._handle_msg
def note(self, msg):
    with open({log!r}, "a") as file:
        print(current_thread().name, file=file)
    return handle(self, msg)
ipywidgets.Widget._handle_msg = note"""
"""Writes down in which thread each message is handled."""


def until(what: str, happened) -> None:
    """Wait for something, but not for ever."""
    begin = time.monotonic()
    while not happened():
        assert time.monotonic() - begin < browser.PATIENCE / 1000, f"it never came: {what}"
        time.sleep(0.1)


def threads(log: Path) -> list[str]:
    """Return the threads that handled messages so far."""
    return log.read_text().split() if log.exists() else []


def wait_for_subshell(log: Path) -> None:
    """Wait until the page's messages come to another thread than the one of the cells."""
    until("a message in a subshell", lambda: any(one.startswith("subshell") for one in threads(log)))


def test_in_jupyterlab_a_teacher_sets_starts_pauses_ends_and_exports_with_clicks_in_a_subshell(visit, tmp_path):
    """Closes C 1 (B1)."""
    path, log = tmp_path / "class.room", tmp_path / "threads"
    with Room(path) as room:
        room.keep("address", {"address": "http://127.0.0.1:1/", "word": "herring-kelp"})
    notebook = nbformat.read(write_desk(path), 4)
    notebook.cells.insert(1, nbformat.v4.new_code_cell(NOTES.format(log=str(log))))
    nbformat.write(notebook, tmp_path / "desk.ipynb")
    one = visit(tmp_path / "desk.ipynb")
    page = one.page
    one.menu("Run", "Run All Cells")
    form = page.locator(".fishlab-desk form")
    form.wait_for()
    wait_for_subshell(log)

    def button(words: str):
        return page.locator(f".fishlab-desk button:has-text('{words}')").first

    def trouble() -> str:
        return page.locator(".fishlab-desk .trouble").inner_text()

    page.fill("[name=people]", "4")
    page.fill("[name=players]", "2")
    page.fill("[name=prediction]", "6")
    page.select_option("[name=luck]", "own")
    button("Open the doors").click()
    page.locator(".fishlab-desk :is(.card, .trouble:not([hidden]))").first.wait_for()
    assert trouble() == ""
    until("the desk in view, though the form was taller", lambda: one.in_view(".fishlab-desk .top"))
    with Room(path) as room:
        assert len(room.tables()) == 2
        for name in room.tables():
            room.claim(name, 0, new_key())
        until("the seats on the desk", lambda: "2 of 4 seats taken" in page.locator(".fishlab-desk .top").inner_text())
        button("Start").click()
        button("Pause all").wait_for()
        assert [room.status(name).seats for name in room.tables()] == [(PERSON, "careful")] * 2
        name = room.tables()[0]
        for _ in range(4):
            until("a person's turn", lambda: room.match(name).state.turn() == 0 and room.mover(name) is None)
            match = room.match(name)
            assert room.append(name, len(match), match.game.notation(match.state.moves()[0]), 0, desk=True)
        button("Pause all").click()
        button("Go on").wait_for()
        assert {room.stage(one) for one in room.tables()} == {"paused"}
        button("Go on").click()
        button("Pause all").wait_for()
        assert {room.stage(one) for one in room.tables()} == {"playing"}
        page.locator(".fishlab-desk .card").first.click()
        button("To a bot").click()
        until("bots at the first table", lambda: PERSON not in room.status(name).seats)
        button("End and debrief").click()
        button("Really end?").click()
        button("Second game").wait_for()
        assert all("has ended the game" in room.status(one).waits for one in room.tables())
        button("Export").click()
        button("The whole room").wait_for()
        for words, file in (("The whole room", "copy.room"), ("Table for", "class.csv"), ("Report of", "report.html")):
            with page.expect_download() as download:
                button(words).click()
            download.value.save_as(tmp_path / file)
        with Room(tmp_path / "copy.room") as copy:
            assert [copy.history(one) for one in copy.tables()] == [room.history(one) for one in room.tables()]
        assert (tmp_path / "class.csv").read_text().startswith("game,block,table")
    assert trouble() == ""


def test_in_jupyterlab_somebody_sits_down_at_the_door_with_clicks_in_a_subshell(visit, tmp_path):
    """Closes C 2 (B2)."""
    path, log = tmp_path / "class.room", tmp_path / "threads"
    with Room(path) as room:
        room.open("Cod", "fishery", 2, seats=[PERSON, "fencer"], columns=4, rows=4, ships=2)
    door = f"from fishlab_widgets.classroom import Lobby\nLobby({str(path)!r})"
    one = visit([NOTES.format(log=str(log)), door])
    page = one.page
    one.run_all(look=False)
    page.locator(".fishlab-door button").first.wait_for()
    wait_for_subshell(log)
    page.locator("[data-seat='Cod/0']").click()
    wrong = page.get_by_text("went wrong")
    page.locator(".fishlab-board [data-move]").or_(wrong).first.wait_for()
    assert wrong.count() == 0
    with Room(path) as room:
        assert room.status("Cod").taken == (True, False)
        page.locator(".fishlab-board [data-move]").first.click()
        until("the bot's answer", lambda: len(room.match("Cod")) >= 2)
        until("no trouble", lambda: room.match("Cod").state.turn() in (0, OVER))
    assert wrong.count() == 0
