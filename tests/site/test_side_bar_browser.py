"""The list of files on a site, lesson after lesson: what a person does to it counts, and nothing else."""

from __future__ import annotations

import functools
import http.server
import threading

import browser
import pytest

pytestmark = pytest.mark.browser

CLOSED = "() => jupyterapp.shell.leftCollapsed"
CHOICE = "() => localStorage.getItem('fishlab-side-bar-stays')"


@pytest.fixture
def address(built):
    serve = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(built))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def test_the_list_of_files_makes_room_for_each_lesson_until_a_person_opens_it(chrome, address):
    page = chrome.new_page(viewport={"width": 1366, "height": 768})
    page.set_default_timeout(browser.PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def open_lesson(name: str) -> None:
        page.goto(address)
        page.locator(f'a.open[href*="path={name}"]').click()
        page.locator(".fishlab-starting:visible").wait_for()
        page.wait_for_function(
            """(name) => [...jupyterapp.shell.widgets('main')].map((one) => one.title.label.slice(0, 3)) == name""",
            arg=name,
        )

    open_lesson("00-")
    page.wait_for_function(CLOSED)
    open_lesson("01-")  # JupyterLab opens the one before too, and the list of files for the one that was asked for
    page.wait_for_function(CLOSED)
    assert page.evaluate(CHOICE) is None, "nobody has touched it"
    page.locator('.jp-SideBar.jp-mod-left li[data-id="filebrowser"]').click()
    page.wait_for_function(f"() => ({CHOICE})() === 'yes'")
    open_lesson("02-")
    assert not page.evaluate(CLOSED), "it stays as a person left it"
    page.locator('.jp-SideBar.jp-mod-left li[data-id="filebrowser"]').click()
    page.wait_for_function(f"() => ({CHOICE})() === null")
    assert [one for one in errors if "Widget" in one] == [], "a lesson is closed only when it has been laid out"
    page.context.close()
