"""A Python that lesson after lesson uses, where it starts slowly: on a site, whose Python runs in the browser.

`begin` lets the next lesson find what a new kernel would have: none of the names, widgets and answers of the one
before, and our own code as if it had never been loaded. What others wrote (numpy, matplotlib) stays, which is why it
takes a moment instead of half a minute. `one_python.js` of JupyterLab's extension asks for it.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

OURS = ("fishlab", "fishlab_widgets")


def begin(shell: Any) -> None:
    """Forget a lesson.

    Args:
        shell: what runs the notebook's cells (`get_ipython()`).
    """
    from ipywidgets import Widget

    for task in asyncio.all_tasks():  # bots that are on the move
        frame = getattr(task.get_coro(), "cr_frame", None)
        if frame is not None and _is_ours(frame.f_globals["__name__"]):
            task.cancel()
    Widget.close_all()
    if plots := sys.modules.get("matplotlib.pyplot"):
        plots.close("all")
    shell.reset(new_session=False)
    for name in [name for name in sys.modules if _is_ours(name)]:
        del sys.modules[name]


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in OURS
