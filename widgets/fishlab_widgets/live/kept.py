"""Games that are found again: a cell that is run once more goes on with the game it had.

A notebook says with every run which cell runs. Where it does not (a script, a page of Voilà), nothing is kept.
"""

from __future__ import annotations

from typing import Any

_KEPT: dict[tuple[str, int], tuple[Any, Any]] = {}
"""By cell, and place among the tables that its run has made: how the table was asked for, and the table."""
_RUN: dict[str, Any] = {"count": None, "made": 0}


def running_cell() -> tuple[str, object] | None:
    """Return the cell that is being run and the number of its run, None where nobody says."""
    try:
        from IPython import get_ipython
    except ModuleNotFoundError:
        return None
    shell = get_ipython()
    parent = getattr(shell, "parent_header", None) or {}
    cell = parent.get("metadata", {}).get("cellId")
    kind = parent.get("header", {}).get("msg_type")
    return (cell, shell.execution_count) if isinstance(cell, str) and kind == "execute_request" else None


def find(asked: Any) -> tuple[tuple[str, int] | None, Any]:
    """Return the place of the table that is being made, and the table that the last run of this cell made there.

    Args:
        asked: how the table is asked for; one that was asked for in another way is not found.
    """
    running = running_cell()
    if running is None:
        return None, None
    if _RUN["count"] != running:
        _RUN.update(count=running, made=0)
    place = (running[0], _RUN["made"])
    _RUN["made"] += 1
    before = _KEPT.get(place)
    return place, before[1] if before and before[0] == asked else None


def keep(place: tuple[str, int] | None, asked: Any, table: Any) -> None:
    """Keep a table for the next run of its cell."""
    if place is not None:
        _KEPT[place] = (asked, table)
