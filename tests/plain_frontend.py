"""A home for widgets that is not Jupyter's: a page with the plain manager of widgets, and the widgets in this Python.

Cells run in this Python. What their widgets send goes to the page, what the page sends waits until `settle` hands it
over, so that nothing here depends on a clock. The manager is the one that ipywidgets brings for the classic notebook;
where FISHLAB_HTML_MANAGER names a `libembed-amd.js` of @jupyter-widgets/html-manager, that one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import anywidget
import comm
import widgetsnbextension
from comm.base_comm import BaseComm
from fishlab_widgets.controls import base_widget, key_guard
from walk import Walk

PAGE = """<!doctype html><style>body { font: 14px/1.4 Arial, sans-serif }</style>
<ul><li><a id="help_menu"></a></li></ul>"""
"""Letters as an editor sets them for its page, and the menu that the classic manager looks for."""
SCRIPT = Path(__file__).with_suffix(".js")
CLASSIC = Path(widgetsnbextension.__file__).parent / "static" / "extension.js"
ANYWIDGET = Path(anywidget.__file__).parent / "nbextension" / "index.js"


class PlainHome:
    """A page that shows what the cells of a notebook show."""

    def __init__(self, chrome: Any, notebook: Path | dict[str, Any], *, width: int = 1184, html: str = "") -> None:
        self.comms: dict[str, BaseComm] = {}
        self.news: list[dict[str, Any]] = []
        self.problems: list[str] = []
        self.page = chrome.new_page(viewport={"width": width, "height": 900}, reduced_motion="reduce")
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("console", lambda one: one.type == "error" and self.problems.append(f"console: {one.text}"))
        self.page.on("request", lambda one: self._note(one.url))
        self.page.clock.set_fixed_time(0)
        self.page.set_content(PAGE)
        self._load("", SCRIPT)
        self._load("classic", Path(html) if html else CLASSIC)
        assert not self.problems, self.problems
        self.page.evaluate("() => home.start()")
        self._load("anywidget", ANYWIDGET)
        base_widget._sources.clear()  # what another test has made in this Python lives on no page of ours
        with mock.patch.object(comm, "create_comm", self._open), mock.patch.object(key_guard, "_shields", []):
            self.walk = Walk(notebook)
        assert not self.walk.trouble, self.walk.trouble
        self.settle()
        for outputs in self.walk.outputs.values():
            self.page.evaluate("(outputs) => home.show(outputs)", outputs)
        self.settle()

    def _note(self, address: str) -> None:
        if not address.startswith(("data:", "blob:", "about:")):
            self.problems.append(f"outside request: {address}")

    def _load(self, name: str, script: Path) -> None:
        if name:
            self.page.evaluate("(name) => { home.loading = name; }", name)
        self.page.add_script_tag(path=script)

    def _open(self, *args: Any, **kwargs: Any) -> BaseComm:
        return _Comm(self, *args, **kwargs)

    def settle(self) -> None:
        """Hand over what the page has sent, and give it the answers, until both are silent."""
        done: list[str] = []
        while True:
            news, self.news = self.news, []
            self.page.evaluate("(all) => home.take(all)", {"news": news, "done": done})
            sent = self.page.evaluate("() => home.sent()")
            done = [one["message"] for one in sent]
            with mock.patch.object(comm, "create_comm", self._open):
                for one in sent:
                    self.comms[one["id"]].handle_msg({"content": {"data": one["data"]}, "buffers": []})
            if not sent and not self.news:
                return

    def do(self, part: Any, action: Callable[[], object]) -> None:
        """Do something to a part of the page, and let it be answered."""
        action()
        self.settle()

    def close(self) -> None:
        """Put the page away."""
        self.page.close()


class _Comm(BaseComm):
    """A line between a widget and its home."""

    def __init__(self, home: PlainHome, *args: Any, **kwargs: Any) -> None:
        self.home = home
        super().__init__(*args, **kwargs)
        home.comms[self.comm_id] = self

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
        assert not buffers, "no widget of ours sends bytes"
        content = {"content": {"data": data or {}, "comm_id": self.comm_id}, "metadata": metadata or {}, "buffers": []}
        self.home.news.append({"kind": msg_type, "id": self.comm_id, "content": content})


@contextmanager
def plain_home(chrome: Any, notebook: Path | dict[str, Any], **more: Any) -> Iterator[PlainHome]:
    """Show a notebook for a while."""
    one = PlainHome(chrome, notebook, html=os.environ.get("FISHLAB_HTML_MANAGER", ""), **more)
    try:
        yield one
    finally:
        one.close()
