"""What stands above a shared table: who one is, what the teacher says, the clock, and the door to all seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from fishlab_widgets.live.style import STYLE

_HERE = Path(__file__).parent


class Page(anywidget.AnyWidget):
    """Gives signs of life, keeps the seat's key in the browser's tab, and shows the bar and the door."""

    _esm = (_HERE / "page.js").read_text(encoding="utf-8")
    _css = STYLE + (_HERE / "page.css").read_text(encoding="utf-8")

    place = traitlets.Unicode().tag(sync=True)
    """Under which name the tab keeps the key; "" to keep none."""
    bar = traitlets.Dict().tag(sync=True)
    """Who sits here: `table`, `seat`, `key`, and `note`, a line about secrets; empty at the door."""
    news = traitlets.Dict().tag(sync=True)
    """`line`, what the teacher says; `left`, seconds of the clock, and `words`, what it is for; `trouble`."""
    door = traitlets.Dict().tag(sync=True)
    """The tables to choose from: `tables`, each with `name`, `about` and `seats`; `answer`; empty when seated."""
    rev = traitlets.Int(0).tag(sync=True)

    def __init__(self, act: Callable[[str, Mapping[str, Any]], None], place: str = "") -> None:
        super().__init__(place=place)
        self._act = act
        self.on_msg(self._receive)

    def tell(self, **traits: Any) -> None:
        """Show what has changed, in one message."""
        changed = {name: value for name, value in traits.items() if getattr(self, name) != value}
        if changed:
            with self.hold_sync():
                for name, value in changed.items():
                    setattr(self, name, value)
                self.rev += 1

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, Mapping) or not isinstance(content.get("type"), str):
            return
        if content["type"] == "pulse":
            self.send({"type": "pulse"})
        try:
            self._act(content["type"], content)
        except Exception as error:
            self.tell(news={**self.news, "trouble": f"Something went wrong here ({type(error).__name__}: {error})."})
