"""The teacher's desk: plans a class, sees all of its tables at once, helps them, and tells what came of it.

`plan` says how a class becomes tables, `overview` how a table stands, `results` what the treatments differ in,
`who_played` who sat in which seat, `projector` what all may see. `model` is the desk without a page, `views` what a
page is told, `words` the sentences of its script, `desk` the widget of a notebook.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fishlab_widgets.classroom.desk.model import DeskFile, DeskModel

if TYPE_CHECKING:
    from fishlab_widgets.classroom.desk.desk import Desk

__all__ = ["Desk", "DeskFile", "DeskModel"]


def __getattr__(name: str) -> Any:
    """Load the widget when it is first asked for: a server of pages needs none."""
    if name == "Desk":
        return import_module("fishlab_widgets.classroom.desk.desk").Desk
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
