"""Games that are found again: by a cell that is run once more, and after a restart from what a browser has kept.

A notebook says with every run which cell runs. Where it does not (a script, a page of Voilà), no game is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from fishlab.match import Match

Place = tuple[str, int]
"""A cell, and the place among the games that its run has made."""


class Watcher(Protocol):
    """Who wants to know that some game has changed."""

    def tick(self) -> None:
        """Take note of it."""

    def retire(self) -> None:
        """Watch no more: another one has taken this one's place."""


_KEPT: dict[Place, tuple[Any, Any]] = {}
"""By place: how the game was asked for, and the table on which it stands."""
_WAITING: dict[str, Mapping[str, Any]] = {}
"""Games that are to go on as soon as their table is set, by the name of their place."""
_RUN: dict[str, Any] = {"count": None, "made": 0, "later": 0}
_SPOT: ContextVar[str] = ContextVar("spot", default="")
_watchers: dict[str, Watcher] = {}


def running_cell() -> tuple[str, object] | None:
    """Return the cell that is being run and the number of its run, None where nobody says."""
    try:
        from IPython import get_ipython
    except ModuleNotFoundError:
        return None
    shell = get_ipython()
    parent = getattr(shell, "parent_header", None) or {}
    if not parent and hasattr(shell, "kernel"):
        parent = shell.kernel.get_parent() or {}  # Python in the browser: its kernel knows, its shell does not
    cell = parent.get("metadata", {}).get("cellId")
    kind = parent.get("header", {}).get("msg_type")
    return (cell, shell.execution_count) if isinstance(cell, str) and kind == "execute_request" else None


def find(asked: Any) -> tuple[Place | None, Any]:
    """Return the place of the table that is being made, and the table that the last run of this cell made there.

    Args:
        asked: how the table is asked for; one that was asked for in another way is not found.
    """
    cell = _cell()
    if not cell:
        return None, None
    place = (cell, _RUN["made"])
    _RUN["made"] += 1
    before = _KEPT.get(place)
    return place, before[1] if before and before[0] == asked else None


def _cell() -> str:
    """Return the cell, or the spot in one, for which something is made, "" where nobody says; a new run counts anew."""
    if spot := _SPOT.get():
        return spot
    running = running_cell()
    if running is None:
        return ""
    if _RUN["count"] != running:
        _RUN.update(count=running, made=0, later=0)
    return running[0]


def spot() -> str:
    """Return a spot in the cell that is being run, for what a click will make there later; "" where nobody says."""
    cell = _cell()
    if cell:
        _RUN["later"] += 1
    return cell and f"{cell}/later {_RUN['later']}"


@contextmanager
def at(spot: str) -> Iterator[None]:
    """Let the tables that are set now stand at a spot, whether its cell is running or not."""
    if not spot:
        yield
        return
    before, token = dict(_RUN), _SPOT.set(spot)
    _RUN.update(made=0, later=0)
    try:
        yield
    finally:
        _SPOT.reset(token)
        _RUN.update(before)


def kept(place: Place | None) -> tuple[Any, Any]:
    """Return how the table was asked for that stands at a place now, and the table."""
    return _KEPT.get(place, (None, None)) if place is not None else (None, None)


def keep(place: Place | None, asked: Any, table: Any) -> None:
    """Keep a table for the next run of its cell; the one of the last run, which another window may show, retires."""
    if place is None:
        return
    before = _KEPT.get(place)
    if before is not None and before[1] is not table:
        before[1].retire()
    _KEPT[place] = (asked, table)


# ---- what a browser keeps ----------------------------------------------------------------------------------------


def watch(name: str, watcher: Watcher, *, yields: bool = False) -> None:
    """Let somebody know whenever a game has changed. One watches all games of a notebook, the newest.

    Args:
        name: what the watcher is called.
        watcher: who is told.
        yields: whether it gives way to one of another name that watches already.
    """
    if yields and _watchers and name not in _watchers:
        watcher.retire()
        return
    for before in _watchers.values():
        before.retire()
    _watchers.clear()
    _watchers[name] = watcher


def watchers() -> list[Watcher]:
    """Return those who want to know that a game has changed."""
    return [*_watchers.values()]


def changed() -> None:
    """Tell that a game has changed."""
    for watcher in watchers():
        watcher.tick()


def keepsakes() -> dict[str, dict[str, Any]]:
    """Return what is needed to go on with every game, by the name of its place; some wait until their table is set."""
    found = {name: {key: one[key] for key in one if key != "aside"} for name, one in _WAITING.items()}
    for place, (asked, table) in list(_KEPT.items()):
        if (one := _keepsake(table)) is not None:
            found[_name(place)] = {**one, "of": _mark(asked)}
    return found


def bring_back(games: Mapping[str, Mapping[str, Any]]) -> None:
    """Go on with games: at once where their table stands, and else when it is set."""
    _WAITING.update(games)
    for place, (asked, table) in list(_KEPT.items()):
        welcome(place, asked, table)


def welcome(place: Place | None, asked: Any, table: Any) -> None:
    """Give a table the game that waits for it; one that was begun there meanwhile is put aside."""
    game = _WAITING.pop(_name(place), None) if place is not None else None
    if game is None or game.get("of") != _mark(asked):
        return
    aside = list(game.get("aside", []))
    if (begun := _keepsake(table)) is not None:
        aside.insert(0, begun["code"])
        table.forget()  # it may have been begun for more people
    table.bring_back(game)
    _put_aside(getattr(table, "table", table), aside)


def _put_aside(table: Any, codes: Sequence[str]) -> None:
    """Keep the first of some games that fits a table as its other line."""
    for code in codes:
        match = Match.from_code(code)
        if match.game is table.match.game and match.states[0] == table.match.states[0]:
            table.session.aside = code
            table.refresh(motion=False)
            return


def forget() -> None:
    """Set every table as it was first set, for the next person at this computer."""
    _WAITING.clear()
    for _, table in list(_KEPT.values()):
        if _keepsake(table) is not None:
            table.forget()


def _keepsake(table: Any) -> dict[str, Any] | None:
    made = getattr(table, "keepsake", None)
    found: dict[str, Any] | None = made() if made else None
    return found


def _name(place: Place) -> str:
    return f"{place[0]}/{place[1]}"


def _mark(asked: Any) -> str:
    """Return a short mark of how a table was asked for: a lesson that was changed gets no game of the old one."""
    return hashlib.blake2s(repr(asked).encode(), digest_size=6).hexdigest()
