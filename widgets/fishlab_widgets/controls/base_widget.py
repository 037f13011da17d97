"""What every widget of ours is made of.

A page is given a widget's script and style once, however many widgets of a kind it shows: they lie in a `Source`, and
each widget brings only the few lines that look for it there (`loader.js`).
"""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as w
import traitlets

from fishlab.one_at_a_time import OneAtATime, alone
from fishlab_widgets.controls.page_model import COLOURS as COLOURS
from fishlab_widgets.controls.page_model import STYLE as STYLE
from fishlab_widgets.controls.page_model import script as script
from fishlab_widgets.controls.page_model import style as style

_HERE = Path(__file__).parent
SHOW_AGAIN = _HERE / "show_again.js"
"""The script by which what a slow page gave up is shown again; some widget of every cell has it."""
_LOADER = re.sub(r"(?m)^//.*\n| +// .*$", "", (_HERE / "loader.js").read_text(encoding="utf-8"))


class Source(w.Widget):
    """A script and a style that a page is given once; it is shown nowhere."""

    script = traitlets.Unicode().tag(sync=True)
    style = traitlets.Unicode().tag(sync=True)


_sources: dict[str, Source] = {}
"""Every source of this kernel, by its mark."""


def _source(script: str, style: str) -> tuple[str, str]:
    """Return the mark of a source and the widget that holds it, made where there is none."""
    mark = hashlib.blake2s(f"{script}\0{style}".encode(), digest_size=8).hexdigest()
    if mark not in _sources or _sources[mark].comm is None:
        _sources[mark] = Source(script=script, style=style)
    return mark, _sources[mark].model_id


class BaseWidget(OneAtATime, anywidget.AnyWidget):
    """A widget without a layout of its own, which takes one message at a time, whichever thread brings it."""

    _css = style(base="")
    layout = traitlets.Instance(w.Layout, allow_none=True).tag(sync=True, **w.widget_serialization)
    own_id = traitlets.Unicode().tag(sync=True)
    """The name by which a page knows the widget."""

    def __init__(self, **traits: Any) -> None:
        name = uuid.uuid4().hex
        super().__init__(model_id=name, own_id=name, **traits)
        self.on_msg(lambda _widget, content, _buffers: self.serve(content))

    def serve(self, content: object) -> None:
        """Answer what every page asks for before it shows a widget (`loader.js`, `listen` in `make.js`)."""
        match content:
            case {"base": "here"}:
                self.send({"base": "here"})
            case {"base": "all"}:
                self.send_state()
            case {"base": "source", "mark": str(mark)} if mark in _sources:
                source = _sources[mark]
                self.send({"base": "source", "mark": mark, "script": source.script, "style": source.style})

    def bring_script(self, text: str) -> str:
        """Return what the widget brings as its script: the way to the sources of its style and script."""
        base = self.trait_metadata("_css", "base")
        sources = [_source("", base)] * bool(base) + [_source(text, self._css.removeprefix(base))]
        return _LOADER.replace("SOURCES = []", f"SOURCES = {json.dumps(sources)}")

    @alone
    def _handle_msg(self, msg: Any) -> None:
        super()._handle_msg(msg)
