"""What a lesson shows, on one page of a real browser without Jupyter: boxes, texts, buttons, the widgets' own scripts.

A page that JupyterLab opens costs half a minute and a kernel; this one costs a second, so that every card and figure of
every lesson can be looked at in any width. Nothing on it answers: what a click does is tested elsewhere.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as w
from fishlab_widgets.lesson import Lesson
from fishlab_widgets.lesson.card import Drawn
from fishlab_widgets.lesson.pages import Strip
from walk import Walk, stored

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
STYLE = """
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; }
.cell { overflow-x: auto; }
.widget-vbox { display: flex; flex-direction: column; }
.widget-hbox { display: flex; flex-direction: row; align-items: baseline; }
.widget-box { display: flex; }
.widget-box > *, .lm-Widget { box-sizing: border-box; min-width: 0; }
button, select, input { font: inherit; min-height: 28px; }
"""
"""What JupyterLab's own style does to the boxes of a page."""


def tree(thing: Any) -> dict[str, Any]:
    """Return something that a cell shows as a tree that `paper_page.js` can build."""
    if isinstance(thing, Lesson):
        thing = Strip(thing, "")  # as it shows itself
    sent = thing.get_state() if isinstance(thing, w.Widget) else {}
    if isinstance(thing, anywidget.AnyWidget):
        state = {name: value for name, value in sent.items() if name[0] != "_" and name != "layout"}
        if hasattr(thing, "svg"):
            state |= {"svg": thing.svg, "svg_rev": thing.svg_rev}
        shown = thing.pictures if isinstance(thing, Drawn) else ()
        return {
            "inside": {one.model_id: tree(one) for one in shown if isinstance(one, w.Widget)},
            "script": str(thing.trait_values()["_esm"]),
            "style": str(thing.trait_values().get("_css", "")),
            "state": state,
            "classes": sent["_dom_classes"],
        }
    if isinstance(thing, w.Box):
        kind = {"VBoxModel": "widget-vbox", "HBoxModel": "widget-hbox"}.get(sent["_model_name"], "widget-vbox")
        if type(thing) is w.Box:
            kind = "widget-box"
        hidden = thing.layout.display == "none"
        kids = [] if hidden else [tree(child) for child in thing.children]
        return {"kids": kids, "classes": ["lm-Widget", kind, *sent["_dom_classes"]]}
    if isinstance(thing, w.HTML):
        return {"html": f'<div class="widget-html-content">{thing.value}</div>', "classes": sent["_dom_classes"]}
    if isinstance(thing, w.Button):
        return {"html": f"<button>{escape(thing.description)}</button>", "classes": sent["_dom_classes"]}
    if isinstance(thing, w.Widget):
        words = escape(getattr(thing, "description", "")) or "value"
        return {"html": f"<label>{words} <input></label>", "classes": sent["_dom_classes"]}
    texts = [one.get("text/html") or f"<pre>{escape(one.get('text/plain', ''))}</pre>" for one in stored(thing)]
    return {"html": "".join(texts), "classes": []}


class PaperPage:
    """All that a lesson shows, below each other, in some width."""

    def __init__(self, chrome: Any, walk: Walk, width: int, *, dark: bool = False) -> None:
        self.page = chrome.new_page(viewport={"width": width, "height": 1000}, reduced_motion="reduce")
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.set_content(f"<!doctype html><html><head><style>{STYLE}</style></head><body></body></html>")
        self.page.evaluate(SCRIPT, {"trees": [tree(thing) for thing in walk.shown], "dark": dark})

    def resize(self, width: int) -> None:
        """Make the page wider or narrower."""
        self.page.set_viewport_size({"width": width, "height": 1000})

    def close(self) -> None:
        """Put the page away."""
        self.page.close()
