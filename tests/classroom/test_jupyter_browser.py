"""A class that is opened from a notebook, in a Jupyter server under an address of its own behind a proxy."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browser
import pytest
import zxingcpp
from binder_image import PREFIX, forward
from classroom.class_pages import LAPTOP, PHONE, enter, in_pixels, seated, without_steps
from classroom.lesson_hour import hold
from fishlab_widgets.classroom.server.access import Keys
from fishlab_widgets.classroom.server.running import served_at
from fishlab_widgets.command import main

from fishlab.room import Room

pytestmark = pytest.mark.browser

CELL = "from fishlab_widgets import Classroom\n\nClassroom()"
SAVE = """async () => {
  await jupyterapp.commands.execute('@jupyter-widgets/jupyterlab-manager:saveWidgetState');
  await jupyterapp.commands.execute('docmanager:save');
}"""
"""Saves a notebook with the state of its widgets."""


class Hub(browser.Server):
    """A Jupyter server as a hub or Binder shows it."""

    def start(self) -> None:
        """Start the server, and the proxy before it."""
        self.front = browser.free_port()
        self.proxy = socket.create_server(("127.0.0.1", self.front))
        threading.Thread(target=forward, args=(self.proxy, self.port), daemon=True).start()
        super().start()

    def command(self) -> list[str]:
        """Return the command that starts the server."""
        return [*super().command(), f"--ServerApp.base_url={PREFIX}", "--ServerApp.allow_origin=*"]

    @property
    def address(self) -> str:
        """Where browsers find the server."""
        return f"http://127.0.0.1:{self.front}{PREFIX.rstrip('/')}"


@pytest.fixture
def hub(tmp_path, monkeypatch) -> Iterator[Hub]:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("JUPYTER_SERVER_ALLOW_UNAUTHENTICATED_ACCESS", "no")  # the strictest setting that there is
    found = Hub(tmp_path / "hub")
    found.start()
    yield found
    found.stop()
    found.proxy.close()


def answer(address: str, body: bytes | None = None) -> int:
    """Return what a server answers to somebody without a token; one who is sent to the login page is refused."""
    try:
        found = urllib.request.urlopen(urllib.request.Request(address, body))
        return 403 if "/login?" in found.url else int(found.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.long
def test_a_lesson_is_held_from_the_launcher_to_the_export(hub, chrome, visitor, tmp_path):
    context = chrome.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
    page = context.new_page()
    page.set_default_timeout(browser.PATIENCE)
    page.goto(f"{hub.address}/lab?token={hub.token}")
    with context.expect_page() as opened:
        page.click(".jp-LauncherCard:has-text('Open a class')")
    desk = opened.value
    desk.set_default_timeout(browser.PATIENCE)
    desk.wait_for_selector(".fishlab-desk form.plan")
    assert desk.url == f"{hub.address}/fishlab/desk"
    (path,) = tmp_path.rglob("class.room")
    address, word = f"{hub.address}/fishlab/", Keys.of(path).word
    files = hold(desk, lambda: visitor(address, PHONE), address, word, 8, tmp_path)
    text = "".join(files.values())
    assert "Herring" in text and word not in text and PREFIX not in text
    context.close()


def write_cell(server: browser.Server) -> None:
    """Give a server a notebook with the cell that opens a class."""
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None, "source": CELL}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (server.work / "class.ipynb").write_text(json.dumps(notebook))


@pytest.fixture
def server(tmp_path, monkeypatch) -> Iterator[browser.Server]:
    """A Jupyter server in a home of its own, with a notebook that opens a class."""
    monkeypatch.setenv("HOME", str(tmp_path))
    found = browser.Server(tmp_path / "lab")
    write_cell(found)
    found.start()
    yield found
    found.stop()


def crash(server: browser.Server) -> None:
    """Let a server end in the middle of everything, and start it again."""
    os.kill(server.process.pid, signal.SIGKILL)
    server.stop()
    server.start()


def launcher(context: Any, server: browser.Server) -> Any:
    """Return the entry that opens a class, on a fresh page of JupyterLab."""
    page = context.new_page()
    page.goto(f"{server.address}/lab?token={server.token}")
    return page.locator(".jp-LauncherCard", has_text="Open a class")


def set_tables(context: Any, server: browser.Server) -> Any:
    """Open a class from the launcher, set a table for two, and return its desk."""
    entry = launcher(context, server)
    with context.expect_page() as opened:
        entry.click()
    desk = opened.value
    desk.fill("[name=people]", "2")
    desk.fill("[name=players]", "2")
    without_steps(desk)
    desk.click("text=Open the doors")
    desk.wait_for_selector(".fishlab-desk .card")
    return desk


@pytest.mark.long
def test_a_class_that_is_over_is_opened_again_from_launcher_and_cell_with_its_results(server, chrome, tmp_path):
    context = chrome.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
    context.set_default_timeout(browser.PATIENCE)
    desk = set_tables(context, server)
    desk.click(".top >> text=Start")
    desk.click(".top >> text=Start with")
    desk.click(".top >> text=End and debrief")
    desk.click(".top >> text=/Really end/")
    desk.wait_for_selector("text=Another game")
    (path,) = tmp_path.rglob("class.room")
    word = Keys.of(path).word

    crash(server)
    entry = launcher(context, server)
    entry.click()
    page = entry.page
    page.wait_for_selector(".jp-Dialog:has-text('is over. Its desk and its results can be opened again.')")
    assert page.locator(".jp-Dialog :focus").inner_text() == "A new class", "Enter begins none of the past"
    with context.expect_page() as opened:
        page.click(".jp-Dialog >> text=/Open the class of [0-9:]+ again/")
    opened.value.wait_for_selector("text=Another game")
    assert opened.value.locator(".fishlab-desk .card").count() == 2

    crash(server)
    page = context.new_page()
    page.goto(server.url("class.ipynb"))
    browser.ask_page(page, browser.READY)
    browser.ask_page(page, browser.RUN_ALL)
    page.click("text=Open a class")
    page.wait_for_selector(".fishlab-classroom >> text=/The class of [0-9:]+ is over/")
    page.click(".fishlab-classroom >> text=/Open the class of [0-9:]+ again/")
    page.wait_for_selector(".fishlab-classroom .large")
    assert page.locator(".fishlab-classroom .large").last.inner_text() == word
    assert list(tmp_path.rglob("class.room")) == [path], "no other class was opened"
    context.close()


@pytest.mark.long
def test_after_a_crash_launcher_and_cell_offer_the_class_that_was_not_finished(server, chrome, visitor, tmp_path):
    context = chrome.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
    context.set_default_timeout(browser.PATIENCE)
    set_tables(context, server)
    (path,) = tmp_path.rglob("class.room")
    address, word = f"{server.address}/fishlab/", Keys.of(path).word
    phone, other = visitor(address, PHONE), visitor(address, PHONE)
    for page in (phone, other):
        enter(page, word)
        page.click("text=Sit down")
        seated(page)
    seats = [page.inner_text(".bar > b") for page in (phone, other)]

    crash(server)
    phone.wait_for_selector("#banner:not([hidden])")
    other.reload()
    other.wait_for_selector("text=No class is open here now")
    entry = launcher(context, server)
    entry.click()
    page = entry.page
    page.wait_for_selector(".jp-Dialog:has-text('was not finished')")
    with context.expect_page() as opened:
        page.click(".jp-Dialog >> text=/Go on with the class of [0-9:]+/")
    opened.value.wait_for_selector(".fishlab-desk .card")
    assert list(tmp_path.rglob("class.room")) == [path], "no other class was opened"
    for page, seat in zip((phone, other), seats, strict=True):
        page.wait_for_selector(f".bar > b >> text={seat}")
        seated(page)
    log = (server.folder / "server.log").read_text()
    assert "fishlab/socket" not in log and " 404 " not in log, "pages that wait do not fill the terminal"

    crash(server)
    page = context.new_page()
    page.goto(server.url("class.ipynb"))
    browser.ask_page(page, browser.READY)
    browser.ask_page(page, browser.RUN_ALL)
    page.click("text=Open a class")
    page.wait_for_selector(".fishlab-classroom >> text=/The class of [0-9:]+ was not finished/")
    assert page.locator(".fishlab-classroom >> text=/Go on with the class of [0-9:]+/").is_visible()
    page.click(".fishlab-classroom >> text=A new class")
    page.wait_for_selector(".fishlab-classroom .large")
    assert page.locator(".fishlab-classroom .large").last.inner_text() != word
    assert len([*tmp_path.rglob("class.room")]) == 2
    context.close()


def opened_by(server: browser.Server, room: Path) -> tuple[int, str]:
    """Ask a Jupyter server to open a room, as a page that has waited does; return its answer."""
    headers = {"Authorization": f"token {server.token}", "Content-Type": "application/json"}
    body = json.dumps({"room": str(room), "here": f"{server.address}/fishlab/"}).encode()
    try:
        asked = urllib.request.Request(f"{server.address}/fishlab/open", body, headers)
        with urllib.request.urlopen(asked) as found:
            return int(found.status), found.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.long
def test_a_class_that_is_running_elsewhere_is_named_and_its_desk_shown_instead_of_a_second_server(
    server, chrome, opened, capsys
):
    context = chrome.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
    context.set_default_timeout(browser.PATIENCE)
    path = opened.room
    with Room(path) as room:
        room.open("Table 1", "boom", 2)
    entry = launcher(context, server)
    page = entry.page
    entry.click()
    page.wait_for_selector(f".jp-Dialog:has-text('is running at {opened.address}.')")
    assert page.locator(".jp-Dialog :focus").inner_text() == "Show its desk"
    with context.expect_page() as shown:
        page.keyboard.press("Enter")
    shown.value.wait_for_selector(".fishlab-desk .card")
    assert shown.value.url == f"{opened.address}desk"
    status, told = opened_by(server, path)
    assert status == 400 and f"served already at {opened.address}" in told
    assert Keys.of(path).desk not in told + (server.folder / "server.log").read_text()

    cell = context.new_page()
    cell.goto(server.url("class.ipynb"))
    browser.ask_page(cell, browser.READY)
    browser.ask_page(cell, browser.RUN_ALL)
    cell.click("text=Open a class")
    cell.wait_for_selector(f".fishlab-classroom >> text=is running at {opened.address}.")
    assert cell.locator(".fishlab-classroom >> text=Show its desk").get_attribute("href") == opened.desk

    opened.kill()
    entry.click()
    page.click(".jp-Dialog >> text=/Go on with the class of [0-9:]+/")
    seen = f"{server.address}/fishlab/"
    page.wait_for_selector(".jp-Dialog", state="detached")
    assert opened_by(server, path)[0] == 200, "it is open here"
    for more in (["--room", str(path)], []):
        port = browser.free_port() if more else opened.port
        assert main(["class", "--no-browser", "--port", str(port), *more]) == 2
        assert f"{seen}desk?key={Keys.of(path).desk}" in capsys.readouterr().err

    crash(server)
    with Room(path) as room:
        assert served_at(room) == "", "the server that has its port now serves no class"
    context.close()


def test_a_class_is_opened_from_a_cell_played_from_a_phone_and_all_else_stays_locked(hub, chrome, tmp_path):
    write_cell(hub)
    teacher = chrome.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
    page = teacher.new_page()
    page.set_default_timeout(browser.PATIENCE)
    page.goto(hub.url("class.ipynb"))
    browser.ask_page(page, browser.READY)
    browser.ask_page(page, browser.RUN_ALL)
    page.click("text=Open a class")
    page.wait_for_selector(".fishlab-classroom .large")
    address, word = page.locator(".fishlab-classroom .large").all_inner_texts()
    assert "Only this machine" in page.inner_text(".fishlab-classroom .trouble"), "as this test's own address is"
    assert address == f"{hub.address}/fishlab/"
    code = page.locator(".fishlab-classroom .code").inner_html()
    (found,) = zxingcpp.read_barcodes(in_pixels(code))
    assert re.fullmatch(rf"{re.escape(address)}\?token=[0-9a-f]{{32}}", found.text)
    browser.ask_page(page, SAVE)
    (path,) = tmp_path.rglob("class.room")
    kept = (hub.work / "class.ipynb").read_text()
    assert "application/vnd.jupyter.widget-state+json" in kept, "all that a notebook can keep of its live parts"
    secrets = (word, address, found.text.partition("=")[2], Keys.of(path).desk, path.parent.name)
    assert [one for one in secrets if one in kept] == [], "whoever gets the file does not get into the class"

    with teacher.expect_page() as opened:
        page.click("text=Open the desk")
    desk = opened.value
    desk.set_default_timeout(browser.PATIENCE)
    desk.fill("[name=people]", "2")
    desk.fill("[name=players]", "2")
    for box in desk.locator("[name=treatment]").all():  # at a table that talks, each year waits for who is ready
        box.set_checked(box.get_attribute("value") == "silence")
    without_steps(desk)
    desk.click("text=Open the doors")
    desk.wait_for_selector(".fishlab-desk .card")
    assert address in desk.inner_text(".where")

    phone = chrome.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}).new_page()
    phone.set_default_timeout(browser.PATIENCE)
    phone.goto(address)
    enter(phone, word)
    phone.click("text=Sit down")
    seated(phone)
    desk.click(".top >> text=Start")
    desk.click(".top >> text=Start with")
    for _ in range(3):
        phone.wait_for_selector('.phase em:has-text("Your turn")')
        before = phone.locator(".fishlab-board").get_attribute("data-rev")
        phone.locator(".fishlab-table .choices [data-move], .picture [data-move]").first.click(force=True)
        phone.wait_for_selector(f'.fishlab-board:not([data-rev="{before}"])')
    with Room(path) as room:
        assert sum(row["seat"] >= 0 for name in room.tables() for row in room.history(name)) >= 3

    for locked in ("api/contents", "api/kernels", "api/sessions", "files/class.ipynb", "api/terminals"):
        assert answer(f"{hub.address}/{locked}") == 403, locked
    assert answer(f"{hub.address}/fishlab/open", b"{}") == 403
    assert answer(f"{address}desk") == 403
    assert answer(address) == 200
    for context in (teacher, phone.context):
        context.close()
