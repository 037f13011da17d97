"""The frame around everything that is live: no key typed inside it reaches the notebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import anywidget
import ipywidgets as w


class Shield(anywidget.AnyWidget):
    """Marks the frame that it stands in, so that JupyterLab's shortcuts (`dd` deletes a cell) leave it alone."""

    _esm = Path(__file__).with_name("shield.js")


@cache
def _shield() -> Shield:
    return Shield()  # one for all frames: each shows a view of it


def framed(widget: w.Widget) -> w.VBox:
    """Return a widget in a frame that keeps its keys."""
    frame = w.VBox([_shield(), widget])
    frame.add_class("fishlab-frame")
    return frame
