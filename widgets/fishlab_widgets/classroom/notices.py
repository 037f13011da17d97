"""What stands above a seat's table: who one is, what the teacher says, the clock, and the lobby with all seats."""

from __future__ import annotations

from pathlib import Path

import traitlets

from fishlab_widgets.controls.page_model import MessageModel, script, style
from fishlab_widgets.controls.served import Served

_HERE = Path(__file__).parent


class Notices(MessageModel, Served):
    """Keeps the seat's key in the browser, and shows the bar and the lobby."""

    _esm = script(_HERE / "notices.js")
    _css = style(_HERE / "notices.css")

    place = traitlets.Unicode().tag(sync=True)
    """Under which name the browser keeps the key."""
    bar = traitlets.Dict().tag(sync=True)
    """Who sits here: `table`, `seat` and `key`; empty in the lobby."""
    news = traitlets.Dict().tag(sync=True)
    """`line`, what the teacher says; `left`, seconds of the clock, and `words`, what it is for; `trouble`."""
    door = traitlets.Dict().tag(sync=True)
    """How to get a seat: `draw`, a line about lots, or `tables` to choose from, each with `name`, `about` and `seats`;
    `waits`, a line for who waits; `answer`, `full`; empty when seated."""

    def fail(self, words: str) -> None:
        """Say it below the bar."""
        self.tell(news={**self.news, "trouble": words})
