"""The board of Fishery, all that never changes while a game is played, and the sea: what lies on it.

How legal nets are known without searching the board: look at the *posts*, the corners of the squares where nets end.
Nets that hang together make a *tree* of posts, and the edge nets with all that hangs on them are one tree too, the rim.
A new net joins two posts.

- In two different trees: it closes nothing. Legal.
- In one tree off the rim: it closes a ring without an edge net. Illegal (rule 3).
- Both on the rim: it closes a line and splits one fishery in two. Legal if both parts hold a ship (rule 2) and have an
  edge net (rule 3).

What lies on one side of that line is known at once, because each post keeps a *side*: the set of squares that have an
odd number of nets below them, counting the nets on the way to the post from the root of its tree. The sides of two
posts of a tree differ by what lies on one side of the way from one to the other. Once a net space is illegal it stays
so, for trees only grow and fisheries only shrink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from fishlab.core import Move, Player

BLACK: Final = 0
WHITE: Final = 1
SEAT_NAMES: Final = ("Black", "White")
PASS: Final[Move] = ("pass",)
COLUMNS: Final = 7  # Materials: the printed board is a 7×9 grid
ROWS: Final = 9
SHIPS: Final = 6  # Materials: 12 ships, 6 of each colour
NETS: Final = 30  # Materials: 60 nets, 30 of each colour
MOST_SQUARES: Final = 400  # more than this no screen shows
RIM: Final = chr(0)  # the label of the rim among the trees


@dataclass(frozen=True, slots=True)
class Space:
    """One place for a net: between two squares, from one post to another."""

    number: int
    mark: str
    bit: int
    move: Move
    low: int
    """The square with the lower number; the net lies between it and `high`."""
    high: int
    tail: int
    """The post at one end of the net; `head` is at the other."""
    head: int
    below: int
    """The squares (as bits) that have this net straight below them."""
    beside: int
    """The lower square as a bit: it tells which fishery the net lies in."""


@dataclass(frozen=True, slots=True)
class Chart:
    """All that never changes while a game is played: the board, and how many ships and nets each player has.

    Every move of a board has a *mark*, one character. Sets and lists of moves are strings of marks: they are immutable,
    and strings are what Python copies, searches and shortens fastest.
    """

    columns: int
    rows: int
    ships: int
    nets: int
    squares: tuple[str, ...] = field(compare=False, repr=False)
    """The names of the squares, row by row from the top left."""
    number: Mapping[str, int] = field(compare=False, repr=False)
    """From a square's name to its number."""
    near: tuple[tuple[tuple[int, int], ...], ...] = field(compare=False, repr=False)
    """For each square the squares next to it, each with the bit of the net space between."""
    spaces: tuple[Space, ...] = field(compare=False, repr=False)
    by_move: Mapping[Move, Space] = field(compare=False, repr=False)
    """From the move that casts a net to the net's space."""
    by_mark: Mapping[str, Space] = field(compare=False, repr=False)
    """From the mark of that move to the space."""
    ends: tuple[tuple[str, int, int, int, int], ...] = field(compare=False, repr=False)
    """For each space, in one piece, what its net is tested by: mark, tail, head, below, beside."""
    ship_marks: str = field(compare=False, repr=False)
    net_marks: str = field(compare=False, repr=False)
    """The marks of all nets, and of the pass at the end."""
    pass_mark: str = field(compare=False, repr=False)
    ship_moves: tuple[Move, ...] = field(compare=False, repr=False)
    net_moves: tuple[Move, ...] = field(compare=False, repr=False)
    """The moves of these marks."""
    touching: tuple[str, ...] = field(compare=False, repr=False)
    """For each post the marks of the nets that end there."""
    trees: str = field(compare=False, repr=False)
    """For each post the label of its tree before the first net: the rim, or a tree of this lone post."""
    sides: tuple[int, ...] = field(compare=False, repr=False)
    """For each post its side before the first net."""
    opened: int = field(compare=False, repr=False)
    """How long the log is when the net phase opens."""
    scarce: int = field(compare=False, repr=False)
    """How long it must be for a player to be out of nets."""
    sea: int = field(compare=False, repr=False)
    """All squares as bits."""
    edges: tuple[int, int, int, int] = field(compare=False, repr=False)
    """The squares along the top, bottom, left and right edge nets, as bits."""
    edge: int = field(compare=False, repr=False)
    """All these squares: a fishery has an edge net if it has one of them."""

    def __reduce__(self) -> tuple[Any, ...]:
        return chart, (self.columns, self.rows, self.ships, self.nets)

    def neighbours(self, square: int, walls: int = 0) -> list[int]:
        """Return the squares next to one, as far as no net of `walls` (bits of spaces) lies between."""
        return [near for near, bit in self.near[square] if not walls & bit]


@lru_cache(maxsize=256)
def chart(columns: int, rows: int, ships: int, nets: int) -> Chart:
    """Return the chart of a board, made once for each size."""
    squares = tuple(f"{chr(97 + column)}{rows - row}" for row in range(rows) for column in range(columns))
    # Posts: first those off the rim, then those along the bottom, then one for the rest of the rim, whose sides are
    # alike: each edge net at the bottom has its whole column above it, and the others lie below nothing.
    whole = [sum(1 << (row * columns + column) for row in range(rows)) for column in range(columns)]
    off_rim = [(row, column) for row in range(1, rows) for column in range(1, columns)]
    bottom = [(rows, column) for column in range(1, columns)]
    post = {corner: place for place, corner in enumerate(off_rim + bottom)}
    rest = len(post)
    sides = [0] * len(off_rim) + [sum(whole[:column]) for _, column in bottom] + [0]

    spaces: list[Space] = []

    def add(low: int, high: int, tail: int, head: int, below: int) -> None:
        number = len(spaces)
        move = ("net", squares[low], squares[high])
        spaces.append(Space(number, chr(number), 1 << number, move, low, high, tail, head, below, 1 << low))

    for square in range(columns * rows):
        row, column = divmod(square, columns)
        right, down, corner = (row, column + 1), (row + 1, column), (row + 1, column + 1)
        if column + 1 < columns:
            add(square, square + 1, post.get(right, rest), post.get(corner, rest), 0)
        if row + 1 < rows:
            above = sum(1 << (up * columns + column) for up in range(row + 1))
            add(square, square + columns, post.get(down, rest), post.get(corner, rest), above)

    first = len(spaces)
    ship_marks = "".join(chr(first + square) for square in range(len(squares)))
    pass_mark = chr(first + len(squares))
    touching = [""] * len(sides)
    near: list[list[tuple[int, int]]] = [[] for _ in squares]
    for space in spaces:
        near[space.low].append((space.high, space.bit))
        near[space.high].append((space.low, space.bit))
        touching[space.tail] += space.mark
        touching[space.head] += space.mark
    top, left = (1 << columns) - 1, whole[0]
    edges = (top, top << columns * (rows - 1), left, left << columns - 1)
    return Chart(
        columns=columns,
        rows=rows,
        ships=ships,
        nets=nets,
        squares=squares,
        number={name: square for square, name in enumerate(squares)},
        near=tuple(tuple(ends) for ends in near),
        spaces=tuple(spaces),
        by_move={space.move: space for space in spaces},
        by_mark={space.mark: space for space in spaces},
        ends=tuple((space.mark, space.tail, space.head, space.below, space.beside) for space in spaces),
        ship_marks=ship_marks,
        net_marks="".join(space.mark for space in spaces) + pass_mark,
        pass_mark=pass_mark,
        ship_moves=tuple(("ship", name) for name in squares),
        net_moves=(*[space.move for space in spaces], PASS),
        touching=tuple(touching),
        trees="".join(chr(1 + place) if place < len(off_rim) else RIM for place in range(len(sides))),
        sides=tuple(sides),
        opened=2 * ships,
        scarce=2 * ships + 2 * nets,
        sea=(1 << columns * rows) - 1,
        edges=edges,
        edge=edges[0] | edges[1] | edges[2] | edges[3],
    )


@dataclass(frozen=True, slots=True)
class Region:
    """A fishery: squares with nets all around them."""

    squares: tuple[int, ...]
    black: int
    """How many black ships are in it."""
    white: int
    owner: Player | None
    """The seat with more ships in it; None where both have the same number."""
    edge_nets: int
    """How many of the printed edge nets are part of its border."""

    def __len__(self) -> int:
        return len(self.squares)


class Sea(NamedTuple):
    """What lies on the board: ships, and what the nets make of it."""

    black: int
    """Black's ships, as bits of squares."""
    white: int
    trees: str
    """For each post the label of its tree."""
    sides: tuple[int, ...]
    """For each post its side, as bits of squares."""
    waters: tuple[int, ...]
    """The fisheries, as bits of squares."""

    def with_ship(self, seat: Player, square: int) -> Sea:
        """Return the sea after a ship is placed on a square, given as a bit."""
        black, white, trees, sides, waters = self
        if seat == BLACK:
            return Sea(black | square, white, trees, sides, waters)
        return Sea(black, white | square, trees, sides, waters)

    def with_net(self, board: Chart, space: Space) -> tuple[Sea, str, int]:
        """Return the sea after a legal net, and what that puts in doubt: marks of nets, and the fishery that is split.

        In doubt are nets that may have become illegal: those that end at a post which has come to another tree, and
        those that lie in the fishery. The net just cast is among them.
        """
        black, white, trees, sides, waters = self
        keep, gone = trees[space.tail], trees[space.head]
        shift = sides[space.tail] ^ sides[space.head] ^ space.below
        if keep == gone:  # both on the rim
            split = self.around(space.beside)
            waters = (*[water for water in waters if water != split], split & shift, split & ~shift)
            return Sea(black, white, trees, sides, waters), "", split
        if gone < keep:  # the rim has the lowest label and stays
            keep, gone = gone, keep
        moved, doubt, post = list(sides), "", trees.find(gone)
        while post >= 0:  # what is gone gets its sides from the root of the tree that stays
            moved[post] ^= shift
            doubt += board.touching[post]
            post = trees.find(gone, post + 1)
        return Sea(black, white, trees.replace(gone, keep), tuple(moved), waters), doubt, 0

    def forbidden(self, board: Chart, doubt: str, legal: str) -> list[str]:
        """Return the nets, all by their marks, that have been `legal` and are in `doubt`, and are illegal now."""
        black, white, trees, sides, _ = self
        ends, edge, ships = board.ends, board.edge, black | white
        found, water = [], 0
        for mark in doubt:
            if mark not in legal:
                continue
            _, tail, head, below, beside = ends[ord(mark)]
            if (tree := trees[tail]) != trees[head]:
                continue
            if tree == RIM:
                if not water & beside:
                    water = self.around(beside)
                part = water & (sides[tail] ^ sides[head] ^ below)
                rest = water ^ part
                if part & ships and rest & ships and part & edge and rest & edge:  # rules 2 and 3
                    continue
            found.append(mark)
        return found

    def around(self, square: int) -> int:
        """Return the fishery that a square, given as a bit, lies in."""
        for water in self.waters:
            if water & square:
                return water
        raise AssertionError("every square lies in a fishery")


def bits(squares: Iterable[int]) -> int:
    """Return squares as bits of a number."""
    return sum(1 << square for square in squares)


def squares_in(bits: int) -> tuple[int, ...]:
    """Return the squares that are bits of a number, lowest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)
