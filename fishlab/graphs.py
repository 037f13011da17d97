"""Graphs small enough to search by hand, shared by the games: what hangs together, what would fall apart, routes.

The first part takes any graph: nodes are numbers, and a function says which nodes are next to which.

The rest is about grids. A set of plots is one integer, a bit a plot, so that a whole city is looked at in one go:
shifting the integer moves every plot to its neighbour. The open plots are those that streets may use: empty plots and
streets. Terminals are the supplies and outlets that need an open plot beside them. Whatever is not open, and all that
lies outside the grid, is an obstacle.

The bits run like a diagram such as `..S/Oab/c..`: the first letter is the highest bit, and the stroke between two
rows is a bit too, always an obstacle, so that no plot ever has a neighbour across the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import Final, TypeVar

Neighbours = Callable[[int], Iterable[int]]
"""From a node to the nodes one step away."""

Thing = TypeVar("Thing")

COLUMNS: Final = "abcdefghijklmnopqrstuvwxyz"

_ZERO_ONE = bytes.maketrans(b"01", b"\x00\x01")


# Any graph.


def flood(start: int, neighbours: Neighbours) -> set[int]:
    """Return every node that can be reached from `start`, itself included.

    >>> sorted(flood(1, lambda n: {0: [1], 1: [0, 2], 2: [1], 3: []}[n]))
    [0, 1, 2]
    """
    found = {start}
    todo = [start]
    while todo:
        for node in neighbours(todo.pop()):
            if node not in found:
                found.add(node)
                todo.append(node)
    return found


def components(nodes: Iterable[int], neighbours: Neighbours) -> list[tuple[int, ...]]:
    """Return the connected parts, each sorted, in order of their lowest node.

    >>> components(range(4), lambda n: {0: [2], 1: [], 2: [0], 3: []}[n])
    [(0, 2), (1,), (3,)]
    """
    parts = []
    seen: set[int] = set()
    for node in sorted(nodes):
        if node not in seen:
            part = flood(node, neighbours)
            seen |= part
            parts.append(tuple(sorted(part)))
    return parts


# Grids.


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The tables of one size of grid; get one with `grid(columns, rows)`.

    Attributes:
        columns: how many columns, a from the left.
        rows: how many rows, 1 at the bottom.
        width: letters in a row of the diagram, its stroke included.
        length: letters in the diagram; there is no stroke at its end.
        names: for each letter of the diagram the plot's name ("c4"), "" for a stroke.
        spots: for each plot's name its place in the diagram.
        bits: for each letter of the diagram its bit, 0 for a stroke.
        plots: the bits of all plots.
        outside: the bits of the strokes and of the rim.
    """

    columns: int
    rows: int
    width: int
    length: int
    names: tuple[str, ...]
    spots: dict[str, int]
    bits: tuple[int, ...]
    plots: int
    outside: int

    def mask(self, digits: str) -> int:
        """Return the bits of a diagram written in ones and zeros, strokes as zeros."""
        return int(digits, 2) << self.width + 1

    def pick(self, things: Sequence[Thing], mask: int) -> Iterator[Thing]:
        """Give those of one thing per letter of the diagram whose plots are in the mask, from the top left."""
        digits = f"{mask >> self.width + 1:0{self.length}b}".encode()
        return compress(things, digits.translate(_ZERO_ONE))

    def around(self, mask: int) -> int:
        """Return the plots orthogonally next to those in the mask."""
        near = mask << 1 | mask >> 1 | mask << self.width | mask >> self.width
        return near & self.plots


@cache
def grid(columns: int, rows: int) -> Grid:
    """Return the tables for a size of grid.

    >>> grid(3, 3).names
    ('a3', 'b3', 'c3', '', 'a2', 'b2', 'c2', '', 'a1', 'b1', 'c1')
    """
    width = columns + 1
    length = rows * width - 1
    names = tuple(
        f"{COLUMNS[column]}{rows - row}" if column < columns else "" for row in range(rows) for column in range(width)
    )[:length]
    top = length + width  # the bit of the first letter: a row and a corner of rim lie below the grid
    bits = tuple(1 << top - spot if name else 0 for spot, name in enumerate(names))
    plots = sum(bits)
    outside = ((1 << top + width + 2) - 1) & ~plots
    spots = {name: spot for spot, name in enumerate(names) if name}
    return Grid(columns, rows, width, length, names, spots, bits, plots, outside)


# What would fall apart.


def spread(start: int, within: int, width: int) -> int:
    """Return all of `within` that can be reached from `start` by orthogonal steps."""
    reached = start & within
    fresh = reached
    while fresh:
        fresh = (fresh << 1 | fresh >> 1 | fresh << width | fresh >> width) & within & ~reached
        reached |= fresh
    return reached


def parts(open_plots: int, width: int) -> list[int]:
    """Return the pieces that open plots fall into, the largest first."""
    found = []
    while open_plots:
        piece = spread(1 << open_plots.bit_length() - 1, open_plots, width)
        found.append(piece)
        open_plots ^= piece
    return sorted(found, key=int.bit_count, reverse=True)


def needed(grid: Grid, open_plots: int, terminals: int, among: int) -> int:
    """Return the plots among some that must stay open, given open plots that hang together.

    A plot is needed when without it no open plot is left, when the other open plots fall apart, or when some
    terminal has no open plot beside it any more.

    Look at the ring of eight plots around an open plot. Its open orthogonal neighbours cut the obstacles of the ring
    into arcs. Closing the plot joins all arcs, and the joined obstacles part its neighbours exactly when two arcs
    belonged together before (obstacles touch at corners too, and the outside is one obstacle). So no search per plot
    is needed: flood one obstacle after the other and count its arcs around all plots at once.
    """
    width = grid.width
    up, down = width + 1, width - 1
    north, south, east, west = open_plots >> width, open_plots << width, open_plots << 1, open_plots >> 1

    # The only open plot beside a terminal, or at all.
    single = terminals & ((north ^ south) & ~(east | west) | (east ^ west) & ~(north | south))
    forced = (single & north) << width | (single & south) >> width | (single & east) >> 1 | (single & west) << 1
    if open_plots & (open_plots - 1) == 0:
        forced |= open_plots
    forced &= among

    # Plots with two arcs or more: an arc follows an open neighbour unless the next two plots of the ring are open.
    north_east, south_east = north & open_plots >> down, east & open_plots << up
    south_west, north_west = south & open_plots << down, west & open_plots >> up
    one, two = north & ~(north_east & east), east & ~(south_east & south)
    three, four = south & ~(south_west & west), west & ~(north_west & north)
    doubtful = among & ~forced & (one & two | three & four | (one | two) & (three | four))

    rest = grid.plots & ~open_plots
    obstacle = fresh = grid.outside
    while doubtful:
        while fresh:  # to all eight sides: first along the row, then the rows above and below
            row = fresh << 1 | fresh >> 1 | fresh
            fresh = (row | row << width | row >> width) & rest
            rest ^= fresh
            obstacle |= fresh
        for side in (obstacle, rest):
            one = north & side >> down | north_east & side << 1
            two = east & side << up | south_east & side << width
            three = south & side << down | south_west & side >> 1
            four = west & side >> up | north_west & side >> width
            twice = doubtful & (one & two | three & four | (one | two) & (three | four))
            if side is obstacle:
                forced |= twice
                doubtful ^= twice
            else:
                doubtful = twice  # the others have no two arcs left that could belong together
        if doubtful:
            row = doubtful << 1 | doubtful >> 1 | doubtful
            near = (row | row << width | row >> width) & rest
            obstacle = fresh = near & -near
            rest ^= fresh
    return forced


def cut_plots(grid: Grid, open_plots: int) -> int:
    """Return the open plots without which the others fall apart, given open plots that hang together."""
    if open_plots & (open_plots - 1) == 0:
        return 0
    return needed(grid, open_plots, 0, open_plots)


# Routes.


def layers(grid: Grid, start: int, quick: int, slow: int = 0, cost: int = 3) -> list[int]:
    """Return the plots at each route length from a terminal: item n holds those that a route of length n ends on.

    A route runs over `quick` plots, which count 1, and `slow` ones, which count `cost`. The terminal itself does not
    count, and other terminals are not passed through. Item 0 holds the terminal, so a route has at least one plot.
    """
    found = [start]
    width, around = grid.width, [start << 1 | start >> 1 | start << grid.width | start >> grid.width]
    quick &= ~start
    slow &= ~start
    while quick | slow:
        near = around[-1]
        fresh = near & quick
        if slow and len(found) >= cost:
            late = around[-cost] & slow
            fresh |= late
            slow ^= late
        if not fresh and (not slow or not any(found[-cost:])):
            break
        quick &= ~fresh
        found.append(fresh)
        around.append(fresh << 1 | fresh >> 1 | fresh << width | fresh >> width)
    return found


def route_length(grid: Grid, found: list[int], end: int) -> int | None:
    """Return the length of the shortest route in these layers to a plot beside `end`, None where there is none."""
    near = grid.around(end)
    for length in range(1, len(found)):
        if found[length] & near:
            return length
    return None


def route(grid: Grid, found: list[int], end: int, slow: int = 0, cost: int = 3) -> list[int] | None:
    """Return one shortest route as bits, from the terminal to a plot beside `end`; None where there is none.

    Among equals it takes the plot nearest the bottom right, so that the same city always shows the same route.
    """
    length = route_length(grid, found, end)
    if length is None:
        return None
    steps: list[int] = []
    near = grid.around(end)
    while length > 0:
        here = found[length] & near
        here &= -here
        steps.append(here)
        length -= cost if here & slow else 1
        near = grid.around(here)
    return steps[::-1]
