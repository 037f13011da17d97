"""The line under a board that holds its save code."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets


class CodeLine(anywidget.AnyWidget):
    """The save code with its Copy button, and a field to paste one."""

    _esm = Path(__file__).with_name("code_line.js")
    code = traitlets.Unicode().tag(sync=True)
    warning = traitlets.Unicode().tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)
