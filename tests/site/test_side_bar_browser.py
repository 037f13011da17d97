"""The list of files on a site, lesson after lesson: what a person does to it counts, and nothing else."""

from __future__ import annotations

import functools
import http.server
import threading

import browser
import pytest

pytestmark = pytest.mark.browser

CLOSED = "() => jupyterapp.shell.leftCollapsed"
ALONE = """(name) => window.jupyterapp
  && [...jupyterapp.shell.widgets('main')].map((one) => one.title.label.slice(0, 3)) == name"""
"""Whether a lesson is open, and no other."""
SLOW = "(() => { const now = Date.now, begun = now(); Date.now = () => begun + 200 * (now() - begun); })()"
"""Lets a page believe that it is on a very slow machine."""
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
        page.wait_for_function(ALONE, arg=name)

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


def test_a_lesson_is_closed_only_when_it_is_laid_out_however_slow_the_machine(chrome, address):
    page = chrome.new_page()
    page.set_default_timeout(browser.PATIENCE)
    page.add_init_script(SLOW)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}lab/index.html?path=00-cast-off.ipynb")
    page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.content?.widgets?.length")
    # A lesson opened before that counts as one of an earlier visit, and is closed.
    page.evaluate("() => jupyterapp.restored.then(() => {})")
    page.evaluate("() => { jupyterapp.commands.execute('docmanager:open', {path: '01-boom-ten-years.ipynb'}); }")
    page.wait_for_function(ALONE, arg="01-")
    page.wait_for_timeout(4000)  # JupyterLab does by then what it does when it is idle
    assert [one for one in errors if "Widget" in one] == []
    page.context.close()
