"""The frame around everything that is live: no key typed inside it reaches the notebook."""

from __future__ import annotations

from pathlib import Path

import ipywidgets as w
import traitlets

from fishlab.messages import tr
from fishlab_widgets.controls.base_widget import SHOW_AGAIN, BaseWidget, script
from fishlab_widgets.controls.cell_cache import running_cell
from fishlab_widgets.controls.page_model import LOST

_HERE = Path(__file__).parent


class KeyGuard(BaseWidget):
    """Keeps JupyterLab's shortcuts (`dd` deletes a cell) from its frame, and says when the kernel is lost."""

    _esm = script(SHOW_AGAIN, _HERE / "key_guard.js")
    lost = traitlets.Unicode().tag(sync=True)

    @traitlets.default("lost")
    def _lost(self) -> str:
        return tr(LOST)


_shields: list[KeyGuard] = []
"""The shield of the cell that was run last, of which all frames of this run show a view."""
_run: dict[str, object] = {"cell": None}


def _shield() -> KeyGuard:
    """Return the shield for a frame that is made now.

    A run of a cell makes its own. A page that was opened while the kernel lived knows the widgets of earlier runs only
    once it has asked for them all. A frame that it hears of before would hold an unknown one: an error in its place.
    """
    running = running_cell()
    if not _shields or _shields[-1].comm is None or running not in (None, _run["cell"]):
        _shields[:] = [KeyGuard()]
        _run["cell"] = running
    return _shields[-1]


def framed(widget: w.Widget, name: str) -> w.VBox:
    """Return a widget in a frame that keeps its keys; it is born with the name of the picture that it hides."""
    return w.VBox([_shield(), widget], _dom_classes=("fishlab-frame", name))
