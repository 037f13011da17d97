"""The scripts and styles that pages of a class are made of, each served once under a mark of its content."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from fishlab_widgets.classroom.desk.desk import Panel
from fishlab_widgets.classroom.notices import Notices
from fishlab_widgets.classroom.steps import Steps
from fishlab_widgets.controls.page_model import STYLE
from fishlab_widgets.live.board_model import ServedScreen

_HERE = Path(__file__).parent


@cache
def assets() -> dict[str, tuple[str, str]]:
    """Return for each name its kind and its text."""

    def own(model: type, name: str) -> str:
        return str(getattr(model, name).default_value)

    css = STYLE + "".join(own(model, "_css").removeprefix(STYLE) for model in (Notices, Steps, Panel))
    script, style = "text/javascript", "text/css"
    return {
        "served.js": (script, (_HERE / "served.js").read_text(encoding="utf-8")),
        "notices.js": (script, own(Notices, "_esm")),
        "steps.js": (script, own(Steps, "_esm")),
        "screen.js": (script, own(ServedScreen, "_esm")),
        "desk.js": (script, own(Panel, "_esm")),
        "page.css": (style, css + (_HERE / "served.css").read_text(encoding="utf-8")),
        "word.css": (style, (_HERE / "word.css").read_text(encoding="utf-8")),
    }


@cache
def version() -> str:
    """Return a mark of all of it: a page of an older server asks for everything anew."""
    text = "".join(name + body for name, (_, body) in sorted(assets().items()))
    return hashlib.blake2s(text.encode(), digest_size=6).hexdigest()
