"""The line under a board that holds its save code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from fishlab.core import BadCode

_OPEN = "The same code opens the same game anywhere."
_SECRET = "This code holds the whole game: whoever opens it can see all that is hidden. Take it when nobody minds."


class CodeLine(anywidget.AnyWidget):
    """The save code with its Copy button, and a field to paste one.

    Args:
        make: returns the code.
        load: goes on with a code that was pasted; `BadCode` says what is wrong with it.
    """

    _esm = Path(__file__).with_name("code_line.js")
    code = traitlets.Unicode().tag(sync=True)
    secret = traitlets.Bool(False).tag(sync=True)
    """Whether the code is shown only when asked for."""
    covered = traitlets.Bool(False).tag(sync=True)
    """Whether it cannot be asked for now."""
    warning = traitlets.Unicode().tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)

    def __init__(self, make: Callable[[], str], load: Callable[[str], None]) -> None:
        super().__init__()
        self._make, self._load = make, load
        self.on_msg(self._receive)

    def renew(self, *, secret: bool, covered: bool) -> None:
        """Follow a move: an open game's code is made at once, that of a game with secrets waits to be asked for."""
        with self.hold_sync():
            self.secret, self.covered = secret, covered
            self.code = "" if secret else self._make()
            self.warning = _SECRET if secret else _OPEN

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, Mapping):
            return
        if content.get("type") == "show":
            if self.covered:
                self.answer = "The screen is covered: whose turn it is shows the board first."
            else:
                self.code = self._make()
            return
        try:
            self._load(str(content.get("code", ""))[:30_000])
            self.answer = "Loaded."
        except BadCode as why:
            self.answer = str(why)
