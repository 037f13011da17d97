"""The teacher's desk: plans a class, sees all of its tables at once, helps them, and tells what came of it.

`plan` says how a class becomes tables and what it will be able to see, `overview` how a table stands, `projector` what
all may see; what came of a class is worked out in `outcome`. `model` is the desk without a page, `views` what a
page is told, `words` the sentences of its script, `desk` the pages of the class server.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fishlab_widgets.classroom.desk.model import DeskFile, DeskModel

if TYPE_CHECKING:
    from fishlab_widgets.classroom.desk.desk import Desk, Projector

__all__ = ["Desk", "DeskFile", "DeskModel", "Projector"]


def __getattr__(name: str) -> Any:
    """Load a page when it is first asked for: the model needs none."""
    if name in ("Desk", "Projector"):
        return getattr(import_module("fishlab_widgets.classroom.desk.desk"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
