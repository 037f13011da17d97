"""What stands above a shared table: who one is, what the teacher says, the clock, and the door to all seats."""

from __future__ import annotations

from pathlib import Path

import traitlets

from fishlab_widgets.controls.base_widget import script, style
from fishlab_widgets.controls.message_widget import MessageWidget

_HERE = Path(__file__).parent


class Page(MessageWidget):
    """Gives signs of life, keeps the seat's key in the browser's tab, and shows the bar and the door."""

    _esm = script(_HERE / "page.js")
    _css = style(_HERE / "page.css")

    place = traitlets.Unicode().tag(sync=True)
    """Under which name the tab keeps the key; "" to keep none."""
    bar = traitlets.Dict().tag(sync=True)
    """Who sits here: `table`, `seat`, `key`, and `note`, a line about secrets; empty at the door."""
    news = traitlets.Dict().tag(sync=True)
    """`line`, what the teacher says; `left`, seconds of the clock, and `words`, what it is for; `trouble`."""
    door = traitlets.Dict().tag(sync=True)
    """The tables to choose from: `tables`, each with `name`, `about` and `seats`; `answer`; `full`; empty when
    seated."""

    def fail(self, words: str) -> None:
        """Say it below the bar."""
        self.tell(news={**self.news, "trouble": words})
