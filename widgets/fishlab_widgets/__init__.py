"""Everything a person sees: pictures of states, live boards, tables, plots and lesson cards; and the command `fishlab`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fishlab_widgets.live.board import Board
    from fishlab_widgets.live.sandbox import Sandbox
    from fishlab_widgets.live.table import Table

__all__ = ["Board", "Sandbox", "Table"]


def __getattr__(name: str) -> Any:
    """Load the widgets when they are first asked for: the command needs none to play in a terminal."""
    if name == "Board":
        from fishlab_widgets.live.board import Board as found
    elif name == "Sandbox":
        from fishlab_widgets.live.sandbox import Sandbox as found
    elif name == "Table":
        from fishlab_widgets.live.table import Table as found
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found
