"""Pages of a real JupyterLab as tests use them: opened fresh or kept warm, watched, clicked and looked at.

A fresh page has its own kernel and costs half a minute on a busy machine. A warm page is opened once: its cells are
replaced, its kernel forgets what it knew, and the next test starts after a second or two.
"""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import browser

ARTEFACTS = browser.ROOT / "test-artefacts"

# Notebooks made of cells.


def notebook(cells: Sequence[str]) -> dict[str, Any]:
    """Return a notebook of code cells."""
    return {
        "cells": [
            {"cell_type": "code", "id": f"c{n}", "metadata": {}, "source": cell, "outputs": [], "execution_count": None}
            for n, cell in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


SHIPS = ("a3", "c1", "a1", "c3")
SMALL = 'Table("fishery", seats=["person", "{other}"], columns=3, rows=3, ships=2, pace=0.01)'


def fishery(other: str = "person") -> list[str]:
    """Return a cell that sets a table for a very small game of Fishery."""
    return [f"from fishlab_widgets import Table\ntable = {SMALL.format(other=other)}\ntable"]


# Watched pages.

IMPATIENT = "[anywidget] Failed to initialize model."
"""What anywidget says on a busy machine of a widget whose script took two seconds to load; it goes on all the same."""


class LabsOwn(list):
    """Problems, without what JupyterLab itself says of a kernel that went away."""

    def append(self, problem: str) -> None:
        """Take a problem, if it is ours."""
        own = ("debugger state", "widget model not found", "before replies were done")
        if not any(words in problem for words in own):
            super().append(problem)


def watched(chrome: Any, server: browser.Server, width: int = 1280, height: int = 1000, *, motion: bool = False) -> Any:
    """Return an empty page, in a context of its own, that notes console errors, page errors and outside requests."""
    moves = "no-preference" if motion else "reduce"
    context = chrome.new_context(viewport={"width": width, "height": height}, reduced_motion=moves)
    page = context.new_page()
    page.set_default_timeout(browser.PATIENCE)
    page.problems = []
    page.on("console", lambda message: note_console(page, message))
    page.on("pageerror", lambda error: str(error) == IMPATIENT or page.problems.append(f"error: {error}"))
    page.on("request", lambda one: _note_request(page, server, one))
    return page


def note_console(page: Any, message: Any) -> None:
    # The last is what JupyterLab says of JupyterLite's part, which builds the site and is of no use to a server.
    quiet = (
        "favicon",
        "404 (Not Found)",
        "WebSocket",
        "Failed to load resource",
        "Shared module @jupyterlite/",
        IMPATIENT,
    )
    if message.type == "error" and not any(word in message.text for word in quiet):
        page.problems.append(f"console: {message.text}")


def _note_request(page: Any, server: browser.Server, request: Any) -> None:
    if not request.url.startswith((server.address, "data:", "blob:", server.address.replace("http", "ws"))):
        page.problems.append(f"outside request: {request.url}")


WAIT = "try { localStorage.setItem('fishlab-lessons-wait', 'yes'); } catch { /* a page without storage */ }"
"""Lets lessons wait until somebody runs them, as a person can choose."""


class FreshPage:
    """A notebook in a page and a kernel of its own.

    Args:
        chrome: the browser.
        server: the server that runs the kernel.
        source: a notebook's file, or code cells.
        width: how wide the window is.
        run: whether to run the cells; Voilà runs them by itself.
    """

    def __init__(
        self, chrome: Any, server: browser.Server, source: Path | Sequence[str], *, width: int = 1280, run: bool = True
    ) -> None:
        self.server, self.name = server, f"n{uuid.uuid4().hex[:8]}.ipynb"
        if isinstance(source, Path):
            shutil.copy(source, server.work / self.name)
        else:
            (server.work / self.name).write_text(json.dumps(notebook(source)), encoding="utf-8")
        self.page = watched(chrome, server, width)
        self.page.add_init_script(WAIT)
        self.page.goto(server.url(self.name))
        if run:
            browser.ask_page(self.page, browser.READY)
            browser.ask_page(self.page, browser.RUN_ALL)
            browser.wait_idle(self.page)

    def close(self) -> None:
        """Close the page and end its kernel."""
        self.page.context.close()
        self.server.end_session(self.name)


def run_lesson(page: Any, name: str) -> None:
    """Press a lesson's button on the site's first page, and run its cells."""
    page.locator(f'a.open[href$="path={quote(name)}"]').click()
    browser.ask_page(page, browser.READY)
    browser.ask_page(page, browser.RUN_ALL)
    browser.wait_idle(page)


FORGET = """
def _forget():
    import asyncio, sys
    from ipywidgets import Widget
    from ipywidgets.widgets.widget import _instances
    for task in asyncio.all_tasks():
        frame = getattr(task.get_coro(), "cr_frame", None)
        if frame and frame.f_globals["__name__"].startswith("fishlab_widgets"):
            task.cancel()
    ours = [vars(module) for name, module in sys.modules.items() if name.startswith("fishlab_widgets")]
    kept = {id(value) for names in ours for value in names.values() if isinstance(value, Widget)}
    for widget in list(_instances.values()):
        if id(widget) not in kept:
            widget.close()
    if memory := sys.modules.get("fishlab_widgets.lesson.memory"):
        memory._MEMORY.clear()
        memory.current = None
    if kept := sys.modules.get("fishlab_widgets.controls.cell_cache"):
        kept._KEPT.clear()
        kept._WAITING.clear()
        kept._watchers.clear()
    get_ipython().reset(new_session=False)
_forget()
"""
"""Lets a kernel forget what a test did: running bots, answers, names, and all widgets but those that modules keep."""
REPLACE = """async ([cells, forget]) => {
  const panel = jupyterapp.shell.currentWidget, shared = panel.content.model.sharedModel;
  shared.transact(() => {
    const old = shared.cells.length;
    shared.insertCells(old, cells);
    shared.deleteCellRange(0, old);
  });
  document.head.querySelectorAll('style[id^="fishlab_widgets."]').forEach((style) => style.remove());
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith('fishlab '))) localStorage.removeItem(key);
  const reply = await panel.sessionContext.session.kernel.requestExecute({code: forget, store_history: false}).done;
  if (reply.content.status !== 'ok') throw new Error(`the kernel could not forget: ${reply.content.evalue}`);
  panel.content.activeCellIndex = 0;
  panel.content.node.scrollTop = 0;
}"""


class WarmPage:
    """One page with one kernel for many tests: `show` replaces its cells and starts from a clean kernel.

    The styles that widgets brought into the page go too, so that no cell looks right by what an earlier one brought.
    """

    def __init__(self, chrome: Any, server: browser.Server) -> None:
        self.fresh = FreshPage(chrome, server, ["import fishlab_widgets"])
        self.page = self.fresh.page
        self.close = self.fresh.close
        self.shown: object = None

    def show(self, source: Path | Sequence[str], *, width: int = 1280, keep: bool = False) -> Any:
        """Replace all cells by others, run them, and return the page as a fresh one would stand: light and still.

        With `keep`, cells that are there already, from the test before, are left as they stand.
        """
        page = self.page
        if keep and self.shown == source:
            return page
        self.shown = source
        stored = json.loads(source.read_text(encoding="utf-8")) if isinstance(source, Path) else notebook(source)
        names = ("cell_type", "source", "metadata")
        cells = [{name: cell[name] for name in names} for cell in stored["cells"]]
        for cell in cells:
            cell["source"] = "".join(cell["source"])
        page.set_viewport_size({"width": width, "height": 1000})
        page.emulate_media(reduced_motion="reduce")
        browser.set_theme(page, dark=False)
        browser.ask_page(page, REPLACE, [cells, FORGET])
        browser.ask_page(page, browser.RUN_ALL)
        browser.wait_idle(page)
        return page


ASK = """async (code) => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  let said = '';
  const asked = kernel.requestExecute({code, store_history: false});
  asked.onIOPub = ({header, content}) => { if (header.msg_type === 'stream') said += content.text; };
  const {content} = await asked.done;
  if (content.status !== 'ok') throw new Error(content.evalue);
  return said;
}"""
"""Runs code in the kernel of the notebook in front, and returns what it prints."""
SETTLE = """async () => {
  const kernel = window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel;
  await kernel?.requestExecute({code: '', silent: true}).done;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


def settle(page: Any) -> None:
    """Wait until the kernel has answered all that the page has sent, and the page has shown the answers.

    A page of Voilà has no kernel that could be asked.
    """
    browser.ask_page(page, SETTLE)


# Boards on a page.


def board_of(page: Any, number: int = 0) -> Any:
    """Return a board when its picture is there."""
    board = page.locator(".fishlab-board").nth(number)
    board.locator(".picture > svg").wait_for()
    return board


def act(board: Any, action: Callable[[], object]) -> None:
    """Do something to a board and wait until it has answered: the revision has changed, and nothing more comes."""
    before = board.get_attribute("data-rev")
    action()
    board.page.wait_for_function("([node, rev]) => node.dataset.rev !== rev", arg=[board.element_handle(), before])
    settle(board.page)


def click(board: Any, move: str) -> None:
    """Click a move on a board and wait for the answer."""
    act(board, lambda: board.locator(f'[data-move="{move}"]').click())


def place_ships(board: Any) -> None:
    """Place all ships of the very small game of Fishery."""
    for square in SHIPS:
        click(board, f"ship {square}")


AXE = """async ([inside, but, asked]) => {
  const gone = but ? [...document.querySelectorAll(but)].map((node) => [node, node.style.display]) : [];
  for (const [node] of gone) node.style.display = 'none';
  try {
    return (await axe.run(inside, {resultTypes: ['violations'], preload: false, ...asked})).violations;
  } finally {
    for (const [node, display] of gone) node.style.display = display;
  }
}"""


ASKED = {
    "all": {},
    "contrast": {"runOnly": ["color-contrast"]},
    "structure": {"rules": {"color-contrast": {"enabled": False}}},
}
"""What axe may be asked for: contrast takes it longer than all other rules together."""


def axe(page: Any, inside: str, but: str = "", rules: str = "all") -> list[str]:
    """Return what axe-core finds serious inside a part of the page.

    Args:
        page: where to look.
        inside: a selector of the part.
        but: a selector of what is taken out meanwhile: axe weighs every node of a page, also where it is not to look.
        rules: which rules to hold it to, a name of `ASKED`.
    """
    import axe_playwright_python

    if not page.evaluate("() => !!window.axe"):
        source = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))
        page.evaluate(source.read_text(encoding="utf-8"))
    return [
        f"{one['id']}: {one['help']} {one['nodes'][0]['html'][:160]}"
        for one in page.evaluate(AXE, [inside, but, ASKED[rules]])
        if one["impact"] in ("serious", "critical")
    ]
