"""The printed figures of Fresh Fish: `freshfish.toml`, or a file of one's own with the same keys.

A figure that cannot be is refused with its key, its value and what is allowed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from fishlab.core import Move
from fishlab.freshfish.city import OUTLETS
from fishlab.graphs import Grid, grid
from fishlab.messages import mark, refusal, tr
from fishlab.table_files import plain_figures, read_figures, wrong_figure

SOURCES: Final = ("printed", "recovered", "inferred", "reconstructed")
"""How well a figure is known, best first."""

PLAYERS: Final = (2, 3, 4, 5)
MOST_MONEY: Final = 99


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CityFigures:
    """The figures for one number of players, and the city's tables that follow from them.

    Attributes:
        text: all figures as JSON; with `players` it says all.
        players: how many play.
        size: plots along a side of the city.
        apos: APO tiles in the deck.
        cap: the most that a route counts.
        money: what each player starts with.
        supply: each player's markers in supply at the start.
        aside: each player's markers set aside at the start.
        slow: what a demonstration counts on a route.
        spare: APO tiles for the empty deck, None for no limit.
        grid: the grid of the city.
        reserve: the reservation of every plot, as a move.
        corners: the plots in the corners.
        quarters: the plots of each quarter; on odd grids the middle row and column belong to none.
    """

    text: str
    players: int
    size: int
    apos: int
    cap: int
    money: int
    supply: int
    aside: int
    slow: int
    spare: int | None
    grid: Grid
    reserve: tuple[Move, ...]
    corners: int
    quarters: tuple[int, ...]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, CityFigures) and (self.text, self.players) == (other.text, other.players)

    def __hash__(self) -> int:
        return hash((self.text, self.players))

    def __repr__(self) -> str:
        return f"<Table for {self.players} players: {self.size} × {self.size} plots>"

    def __reduce__(self) -> tuple[Any, tuple[str, int]]:
        return _compile, (self.text, self.players)


def load_table(players: int, tables: object = None) -> CityFigures:
    """Return the checked figures for a number of players, from a path, a dict, or None for the printed ones.

    Wrong figures are a `ValueError` that names the key, the value and what is allowed.
    """
    plain = plain_figures("tables", tables)
    return _compile(_printed() if plain is None else _check(plain), players)


@lru_cache(maxsize=1)
def _printed() -> str:
    return _check(read_figures("tables", Path(__file__).with_name("freshfish.toml")))


def _wrong(key: str, value: object, allowed: str) -> ValueError:
    return wrong_figure("tables", key, value, allowed)


def _part(key: str, data: Mapping[str, Any], needed: Sequence[str]) -> dict[str, Any]:
    """Return the part of a file under a key, checked to have these keys, a source mark, and no others."""
    needed = (*needed, "source")
    value, slots = data.get(key.rpartition(".")[2]), {"key": key, "keys": ", ".join(needed)}
    if not isinstance(value, dict):
        raise _wrong(key, value, tr("it must be a table with {keys}", **slots))
    for name in needed:
        if name not in value:
            raise refusal("tables: {key}.{name} is missing: {key} must have {keys}", name=name, **slots)
    for name in value:
        if name not in needed:
            raise _wrong(f"{key}.{name}", value[name], tr("there is no such key; {key} takes {keys}", **slots))
    if value["source"] not in SOURCES:
        raise _wrong(f"{key}.source", value["source"], tr("choose printed, recovered, inferred or reconstructed"))
    return value


_WHOLE: Final = mark("choose a whole number from {low} to {high}")


def _whole(key: str, value: object, low: int, high: int, allowed: str = _WHOLE, **slots: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _wrong(key, value, tr(allowed, low=low, high=high, **slots))


def _check(data: Mapping[str, Any]) -> str:
    """Return a file's data, checked, as JSON text."""
    known = ("players", "start", "demonstration", "spare")
    for key in data:
        if key not in known:
            raise _wrong(str(key), data[key], tr("there is no such key; the file has {keys}", keys=", ".join(known)))
    checked: dict[str, Any] = {"players": {}}
    players = data.get("players")
    if not isinstance(players, dict):
        allowed = tr("it must hold tables named by the number of players, such as [players.2]")
        raise _wrong("players", players, allowed)
    for number in players:
        if number not in map(str, PLAYERS):
            raise _wrong(f"players.{number}", players[number], tr("the number of players is 2, 3, 4 or 5"))
    for number in map(str, PLAYERS):
        part = _part(f"players.{number}", players, ("size", "apos", "cap"))
        _whole(f"players.{number}.size", part["size"], 5, 12)
        _whole(f"players.{number}.apos", part["apos"], 0, 60)
        _whole(f"players.{number}.cap", part["cap"], 1, 99)
        checked["players"][number] = part
    part = checked["start"] = _part("start", data, ("money", "supply", "aside"))
    _whole("start.money", part["money"], 0, MOST_MONEY)
    _whole("start.aside", part["aside"], 0, 4)
    # Four outlets keep a marker each: one more must be left to reserve with, or nobody could ever go on.
    least = max(1, len(OUTLETS) + 1 - part["aside"])
    allowed = mark("choose a whole number from {low} to {high} (with {aside} aside)")
    _whole("start.supply", part["supply"], least, 20, allowed, aside=part["aside"])
    part = checked["demonstration"] = _part("demonstration", data, ("counts",))
    _whole("demonstration.counts", part["counts"], 1, 9)
    part = checked["spare"] = _part("spare", data, ("apos",))
    if part["apos"] != "unlimited":
        _whole("spare.apos", part["apos"], 0, 100, mark('choose a whole number from {low} to {high}, or "unlimited"'))
    return json.dumps(checked, sort_keys=True)


@lru_cache(maxsize=64)
def _compile(text: str, players: int) -> CityFigures:
    """Return the figures that checked JSON text holds for a number of players."""
    data = json.loads(text)
    figures, start, spare = data["players"][str(players)], data["start"], data["spare"]["apos"]
    size = figures["size"]
    city = grid(size, size)

    def plots(rows: Sequence[int], columns: Sequence[int]) -> int:
        return sum(city.bits[row * city.width + column] for row in rows for column in columns)

    half, far, edges = range(size // 2), range(size - size // 2, size), (0, size - 1)
    return CityFigures(
        text=text,
        players=players,
        size=size,
        apos=figures["apos"],
        cap=figures["cap"],
        money=start["money"],
        supply=start["supply"],
        aside=start["aside"],
        slow=data["demonstration"]["counts"],
        spare=None if spare == "unlimited" else spare,
        grid=city,
        reserve=tuple(("reserve", name) for name in city.names),
        corners=plots(edges, edges),
        quarters=tuple(plots(rows, columns) for rows in (half, far) for columns in (half, far)),
    )
