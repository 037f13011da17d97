"""JupyterLab as people have it: its default settings, its file browser open, its menu, a laptop's window.

The other pages of the tests are prepared (side bar closed, no virtual scrolling, commands instead of the menu). That is
quicker, and it sees another program than people do. Whatever is live has at least one test here.

ipykernel sends a widget's message to the thread that last spoke for this widget: the main thread at first, a subshell's
from the second message on.
"""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import browser
import pages

LAPTOP = (1366, 768)
FIRST_LOOK = 10_000
"""Milliseconds that a person looks before the first click."""
SCROLLER = ".jp-WindowedPanel-outer"


class Visit:
    """A notebook that somebody opens in JupyterLab.

    Args:
        chrome: the browser.
        server: a server with default settings (the fixture `shipped_lab`).
        source: a notebook's file, or code cells.
        size: how large the window is.
        name: the notebook's name; one of its own without it.

    A lesson of ours would start when it is opened: here it waits until it is run, as where our extension is not.
    """

    def __init__(
        self,
        chrome: Any,
        server: browser.Server,
        source: Path | Sequence[str],
        size: tuple[int, int] = LAPTOP,
        name: str = "",
    ) -> None:
        self.server, self.name = server, name or f"n{uuid.uuid4().hex[:8]}.ipynb"
        if isinstance(source, Path):
            shutil.copy(source, server.work / self.name)
        else:
            (server.work / self.name).write_text(json.dumps(pages.notebook(source)), encoding="utf-8")
        self.page = pages.watched(chrome, server, size[0], height=size[1], motion=True)
        self.page.add_init_script(pages.WAIT)
        self.open()

    def open(self) -> None:
        """Open the notebook, as a link does; what was open before in this window is gone, its kernel lives."""
        self.page.goto(self.server.url(self.name))
        browser.ask_page(self.page, browser.READY)

    def menu(self, *words: str) -> None:
        """Choose from JupyterLab's menu: `menu("Run", "Run All Cells")`."""
        first, *inner = words
        self.page.locator(".lm-MenuBar-item", has_text=first).first.click()
        for one in inner:
            self.page.locator(".lm-Menu-item:visible", has=self.page.get_by_text(one, exact=True)).first.click()

    def run_all(self, *, look: bool = True) -> None:
        """Run all cells through the menu, and wait for them; then look around, as people do."""
        self.menu("Run", "Run All Cells")
        self.wait_idle()
        if look:
            self.look()

    def look(self) -> None:
        """Wait for all that comes while a person looks before the first click.

        By then JupyterLab sends the messages of widgets to another thread of the kernel: a test that clicks sooner does
        not meet what people meet.
        """
        browser.ask_page(self.page, OTHER_THREAD)

    def calm(self) -> None:
        """Wait until nothing in the notebook changes or scrolls any more."""
        browser.ask_page(self.page, CALM)

    def wait_idle(self) -> None:
        """Wait until the kernel has run all that was asked, also in cells that are out of view."""
        browser.ask_page(self.page, IDLE)

    def restart(self) -> None:
        """Restart the kernel through the menu, and say yes when asked."""
        self.menu("Kernel", "Restart Kernel…")
        self.page.locator(".jp-Dialog .jp-mod-accept").click()
        self.page.locator(".jp-Dialog").wait_for(state="detached")
        browser.ask_page(self.page, browser.READY)

    def scrolled(self) -> int:
        """Return how far the notebook is scrolled."""
        found: int = self.page.locator(f"{SCROLLER}:visible").first.evaluate("(outer) => outer.scrollTop")
        return found

    def in_view(self, selector: str) -> bool:
        """Tell whether all of something can be seen without scrolling."""
        found: bool = browser.ask_page(self.page, IN_VIEW, [selector, SCROLLER])
        return found

    def close(self) -> None:
        """Close the window and end the notebook's kernel."""
        self.page.context.close()
        self.server.end_session(self.name)


IDLE = """async () => {
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const panel = jupyterapp.shell.currentWidget, kernel = () => panel.sessionContext.session?.kernel;
  const waits = () => [...panel.content.model.cells].some((cell) => cell.executionState === 'running')
    || panel.content.widgets.some((cell) => cell.prompt === '*');
  do { await kernel()?.info; await sleep(100); } while (waits() || kernel()?.status !== 'idle');
}"""
OTHER_THREAD = """async () => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const threads = async () => (await kernel.requestListSubshell({}).done).content.subshell_id;
  while (kernel.supportsSubshells && !(await threads()).length) await new Promise((done) => setTimeout(done, 50));
}"""
"""Waits until widgets have a thread of the kernel for themselves, if the kernel is one that has such threads."""
CALM = """() => new Promise((done) => {
  const outer = document.querySelector('.jp-NotebookPanel:not(.lm-mod-hidden)');
  const ends = () => { watch.disconnect(); outer.removeEventListener('scroll', stirs, true); done(); };
  let end;
  const stirs = () => { clearTimeout(end); end = setTimeout(ends, 3000); };
  const watch = new MutationObserver(stirs);
  watch.observe(outer, { attributes: true, characterData: true, childList: true, subtree: true });
  outer.addEventListener('scroll', stirs, true);
  stirs();
})"""
"""Waits until a notebook has stood still for three seconds: longer than what brings its first board into view."""
IN_VIEW = """([selector, scroller]) => {
  const one = document.querySelector(selector), outer = one?.closest(scroller);
  if (!one || !outer) return false;
  const [inner, frame] = [one.getBoundingClientRect(), outer.getBoundingClientRect()];
  return inner.height > 0 && inner.top >= frame.top - 1 && inner.bottom <= frame.bottom + 1
    && inner.left >= frame.left - 1 && inner.right <= frame.right + 1;
}"""
