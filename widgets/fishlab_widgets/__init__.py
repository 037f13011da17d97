"""Everything a person sees or starts: pictures, live boards, tables, plots, lesson cards, and the command `fishlab`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fishlab_widgets.course import not_installed

if TYPE_CHECKING:
    from fishlab_widgets.classroom.notebook import Classroom as Classroom
    from fishlab_widgets.live.board import Board as Board
    from fishlab_widgets.live.sandbox import Sandbox as Sandbox
    from fishlab_widgets.live.table import Table as Table


def __getattr__(name: str) -> Any:
    """Load a widget when it is first asked for: the command needs none to play in a terminal."""
    places = {
        "Board": "live.board",
        "Sandbox": "live.sandbox",
        "Table": "live.table",
        "Classroom": "classroom.notebook",
    }
    if name in places:
        try:
            return getattr(import_module(f"{__name__}.{places[name]}"), name)
        except ModuleNotFoundError as error:
            raise ImportError(not_installed(error.name or "")) from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    """Tell a Jupyter server what serves a class in it."""
    return [{"module": f"{__name__}.classroom.server.extension"}]
