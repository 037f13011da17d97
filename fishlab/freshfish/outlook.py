"""What pictures, bots and words ask of a moment: outlets, routes, and what a tile would force or a plot cut off."""

from __future__ import annotations

from typing import NamedTuple

from fishlab.core import SEAT_LETTERS, Player
from fishlab.freshfish.city import (
    APO,
    EMPTY,
    IS_OPEN,
    IS_SLOW,
    IS_STREET,
    IS_TERMINAL,
    OUTLET_LETTERS,
    OUTLETS,
    SUPPLY_LETTERS,
    put,
)
from fishlab.freshfish.routes import forced, hoped
from fishlab.freshfish.rules import FreshFish
from fishlab.graphs import layers, parts, route, route_length


class Route(NamedTuple):
    """A route to one outlet: what it counts (never more than the cap), and its plots from the supply on."""

    kind: str
    length: int
    plots: tuple[str, ...] | None


def outlets(state: FreshFish, seat: Player) -> dict[str, str | None]:
    """Return a seat's outlets, each with its plot, None for one kept off the board."""
    placing = state.hand if state.phase == "place" and state.actor == seat else ""
    found: dict[str, str | None] = {}
    for kind, outlet in enumerate(OUTLETS):
        if state.owned[seat] >> kind & 1 and outlet != placing:
            spot = _outlet_spot(state, kind, seat)
            found[outlet] = None if spot is None else state.grid.names[spot]
    return found


def _outlet_spot(state: FreshFish, kind: int, seat: Player) -> int | None:
    """Return the place of a seat's outlet in the diagram, None where it is not on the board."""
    spot = -1
    while (spot := state.tiles.find(OUTLET_LETTERS[kind], spot + 1)) >= 0:
        if state.marks[spot] == SEAT_LETTERS[seat]:
            return spot
    return None


def routes(state: FreshFish, seat: Player) -> list[Route]:
    """Return a seat's four routes over the streets built so far; without a route an outlet counts the cap."""
    city, cap, cost = state.grid, state.cap, state.rules.table.slow
    quick, slow = state.mask(IS_STREET), state.mask(IS_SLOW)
    found = []
    for kind, outlet in enumerate(OUTLETS):
        spot, source = _outlet_spot(state, kind, seat), state.tiles.find(SUPPLY_LETTERS[kind])
        way, length = None, None
        if spot is not None and source >= 0:
            steps = layers(city, city.bits[source], quick, slow, cost)
            way = route(city, steps, city.bits[spot], slow, cost)
            length = route_length(city, steps, city.bits[spot])
        plots = None if way is None else tuple(next(city.pick(city.names, step)) for step in way)
        found.append(Route(outlet, min(cap, length or cap), plots))
    return found


def hopes(state: FreshFish, seat: Player) -> dict[str, int]:
    """Return for each outlet of a seat on the board the shortest route it could still get, at most the cap."""
    city, cap, found = state.grid, state.cap, {}
    for kind, outlet in enumerate(OUTLETS):
        spot = _outlet_spot(state, kind, seat)
        if spot is not None:
            steps = hoped(state.rules.table, state.tiles, kind)
            found[outlet] = min(cap, route_length(city, steps, city.bits[spot]) or cap)
    return found


def would_expropriate(state: FreshFish, plot: str, tile: str = "") -> tuple[str, ...]:
    """Return the plots that would become streets if this empty plot were built on, the nearest first.

    The tile is an APO or an outlet; without one it is the tile in hand, or else an APO.
    """
    tile = tile or (state.hand if state.phase == "place" else "") or "apo"
    spot = state.grid.spots.get(plot, -1)
    if spot < 0 or state.tiles[spot] != EMPTY or tile in ("street", "demonstration"):
        return ()
    letter = OUTLET_LETTERS[OUTLETS.index(tile)] if tile in OUTLETS else APO
    streets = forced(state.grid, put(state.tiles, spot, letter), spot)
    return tuple(state.grid.names[street] for street in streets)


def cut_off(state: FreshFish, plot: str) -> list[str]:
    """Return what hangs on one plot alone: the open plots, then the supplies and outlets, cut off without it."""
    city = state.grid
    rest = state.mask(IS_OPEN) & ~city.bits[city.spots[plot]]
    main = parts(rest, city.width)[0] if rest else 0
    ends = city.pick(city.names, state.mask(IS_TERMINAL))
    lost = city.pick(city.names, rest & ~main)
    return [*lost, *(end for end in ends if not city.around(city.bits[city.spots[end]]) & main)]
