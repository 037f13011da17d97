"""A page that tells its kernel what a person asks for, gives signs of life, and is told only what has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import traitlets

from fishlab_widgets.controls.base_widget import BaseWidget


class MessageWidget(BaseWidget):
    """What the pages of a room have in common, a seat's and the desk's.

    Args:
        act: takes what a page asks for: its kind, and the whole message.
        traits: what is shown at first.
    """

    rev = traitlets.Int(0).tag(sync=True)

    def __init__(self, act: Callable[[str, Mapping[str, Any]], None], **traits: Any) -> None:
        super().__init__(**traits)
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

    def fail(self, words: str) -> None:
        """Show that something went wrong; each page has its own place for it."""
        raise NotImplementedError

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, Mapping) or not isinstance(content.get("type"), str):
            return
        if content["type"] == "pulse":
            self.send({"type": "pulse"})
        try:
            self._act(content["type"], content)
        except Exception as error:
            self.fail(f"Something went wrong here ({type(error).__name__}: {error}).")
