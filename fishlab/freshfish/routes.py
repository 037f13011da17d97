"""Streets and routes of a city, on plain data: what must become a street, and how short a route could still be."""

from __future__ import annotations

from functools import lru_cache

from fishlab.freshfish.city import IS_EMPTY, IS_OPEN, IS_SLOW, IS_STREET, IS_TERMINAL, SUPPLY_LETTERS
from fishlab.freshfish.tables import CityFigures
from fishlab.graphs import Grid, layers, needed, route_length


@lru_cache(maxsize=4096)  # a board asks this for every empty plot, and between two tiles nothing changes
def forced(city: Grid, tiles: str, built: int) -> tuple[int, ...]:
    """Return the places of the plots that become streets around a tile that was just built, the nearest first."""
    open_plots, terminals, empty = (city.mask(tiles.translate(which)) for which in (IS_OPEN, IS_TERMINAL, IS_EMPTY))
    found = needed(city, open_plots, terminals, empty)
    if not found:
        return ()
    row, column = divmod(built, city.width)
    spots = city.pick(range(city.length), found)
    return tuple(sorted(spots, key=lambda spot: abs(spot // city.width - row) + abs(spot % city.width - column)))


@lru_cache(maxsize=4096)
def hoped(table: CityFigures, tiles: str, kind: int) -> list[int]:
    """Return the layers of routes from a supply, as if every empty plot became a street."""
    city = table.grid
    quick = city.mask(tiles.translate(IS_STREET)) | city.mask(tiles.translate(IS_EMPTY))
    return layers(
        city, city.bits[tiles.index(SUPPLY_LETTERS[kind])], quick, city.mask(tiles.translate(IS_SLOW)), table.slow
    )


@lru_cache(maxsize=4096)  # bots ask this at every reservation and bid, and only a new tile changes it
def reach(table: CityFigures, tiles: str, kind: int) -> dict[str, int]:
    """Return for every empty plot the shortest route that an outlet of a kind could still get there."""
    city, cap, cost = table.grid, table.cap, table.slow
    empty, streets, slow = (city.mask(tiles.translate(which)) for which in (IS_EMPTY, IS_STREET, IS_SLOW))
    lengths = dict.fromkeys(city.pick(city.names, empty), cap)
    source = tiles.find(SUPPLY_LETTERS[kind])
    if source < 0:
        return lengths
    start, quick = city.bits[source], streets | empty
    beside = city.around(start) & empty
    left = empty & ~beside
    for length, layer in enumerate(hoped(table, tiles, kind)[:cap]):
        near = city.around(layer) & left
        left ^= near
        lengths.update(dict.fromkeys(city.pick(city.names, near), length))
    for plot in city.pick(city.names, beside):  # the route must not run over the outlet's own plot
        end = city.bits[city.spots[plot]]
        found = route_length(city, layers(city, start, quick & ~end, slow, cost), end)
        lengths[plot] = min(cap, found or cap)
    return lengths
