"""The range that takes board, log and plot to any moment of a game."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets


class Scrubber(anywidget.AnyWidget):
    """A range over the whole game, with buttons to step and to play it back."""

    _esm = Path(__file__).with_name("scrubber.js")
    at = traitlets.Int(0).tag(sync=True)
    count = traitlets.Int(0).tag(sync=True)
