"""The board of Fishery: all that never changes while a game is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from fishlab.core import Move

BLACK: Final = 0
WHITE: Final = 1
PASS: Final[Move] = ("pass",)
COLUMNS: Final = 7  # Materials: the printed board is a 7×9 grid
ROWS: Final = 9
SHIPS: Final = 6  # Materials: 12 ships, 6 of each colour
NETS: Final = 30  # Materials: 60 nets, 30 of each colour
MOST_SQUARES: Final = 400  # more than this no screen shows


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """One place for a net: between two squares, from one post to another. Posts are the corners where nets end."""

    number: int
    move: Move
    """The move that casts a net here."""
    between: tuple[int, int]
    """The squares that the net lies between; the lower number first."""
    tail: int
    """The post at one end of the net; `head` is at the other."""
    head: int
    above: int
    """The squares, as bits, that have this net straight below them."""
    beside: int
    """The lower square as a bit: it tells which fishery the net lies in."""

    @property
    def low(self) -> int:
        """The square with the lower number."""
        return self.between[0]

    @property
    def high(self) -> int:
        """The square with the higher number."""
        return self.between[1]


@dataclass(frozen=True)
class Chart:
    """A board, and how many ships and nets each player has; `chart` makes one.

    Squares are numbered row by row from 0 at the top left, and named by a column letter and a row number counted from
    the bottom: on the printed board square 0 is a9 and square 62 is g1. Where many squares are looked at in one go, a
    set of them is a whole number with a bit for each square: `&` is what two sets share, `^` where they differ.
    """

    columns: int
    rows: int
    ships: int
    nets: int

    def __reduce__(self) -> tuple[Any, ...]:
        return chart, (self.columns, self.rows, self.ships, self.nets)

    @cached_property
    def squares(self) -> tuple[str, ...]:
        """The names of the squares."""
        return tuple(f"{chr(97 + column)}{row}" for row in range(self.rows, 0, -1) for column in range(self.columns))

    @cached_property
    def number(self) -> Mapping[str, int]:
        """From a square's name to its number."""
        return {name: square for square, name in enumerate(self.squares)}

    @cached_property
    def sea(self) -> int:
        """All squares, as bits."""
        return bits(range(self.columns * self.rows))

    @cached_property
    def edges(self) -> tuple[int, int, int, int]:
        """The squares along the top, bottom, left and right edge nets, as bits."""
        size, columns = self.columns * self.rows, self.columns
        top, bottom = range(columns), range(size - columns, size)
        left, right = range(0, size, columns), range(columns - 1, size, columns)
        return bits(top), bits(bottom), bits(left), bits(right)

    @cached_property
    def edge(self) -> int:
        """All these squares: a fishery has an edge net if it has one of them."""
        top, bottom, left, right = self.edges
        return top | bottom | left | right

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """Every place for a net by its lower square, that to the right before that below."""
        names, columns = self.squares, self.columns
        found: list[Space] = []

        def add(low: int, high: int, tail: int, head: int, above: int) -> None:
            found.append(Space(len(found), ("net", names[low], names[high]), (low, high), tail, head, above, 1 << low))

        for square in range(columns * self.rows):
            row, column = divmod(square, columns)
            corner = self._post(row + 1, column + 1)
            if column + 1 < columns:
                add(square, square + 1, self._post(row, column + 1), corner, 0)
            if row + 1 < self.rows:
                above = bits(range(column, square + 1, columns))
                add(square, square + columns, self._post(row + 1, column), corner, above)
        return tuple(found)

    @cached_property
    def by_move(self) -> Mapping[Move, Space]:
        """From the move that casts a net to the net's space."""
        return {space.move: space for space in self.spaces}

    @cached_property
    def order(self) -> Mapping[Move, int]:
        """From the move that casts a net to the net's number, which is its place in lists; the pass comes last."""
        return {**{space.move: space.number for space in self.spaces}, PASS: len(self.spaces)}

    @cached_property
    def ship_moves(self) -> tuple[Move, ...]:
        """For each square the move that places a ship on it."""
        return tuple(("ship", name) for name in self.squares)

    # The posts: first those off the rim, row by row, then those along the bottom edge, then one for the rest of the
    # rim, whose sides (see `waters`) are alike: edge nets at the bottom have a column above them, the others nothing.

    def _post(self, row: int, column: int) -> int:
        """Return the post above a row and left of a column."""
        if row == 0 or column in (0, self.columns):
            return self.rows * (self.columns - 1)
        return (row - 1) * (self.columns - 1) + column - 1

    @cached_property
    def rim(self) -> int:
        """The first post that is on the rim; so are all after it."""
        return (self.rows - 1) * (self.columns - 1)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """For each post its side before the first net: along the bottom, the columns to its left, as bits."""
        size, columns = self.columns * self.rows, self.columns
        left = [bits(square for square in range(size) if square % columns < column) for column in range(1, columns)]
        return (*[0] * self.rim, *left, 0)

    @cached_property
    def touching(self) -> tuple[tuple[tuple[Space, int], ...], ...]:
        """For each post the spaces of the nets that end there, each with the post at its other end."""
        found: list[list[tuple[Space, int]]] = [[] for _ in self.sides]
        for space in self.spaces:
            found[space.tail].append((space, space.head))
            found[space.head].append((space, space.tail))
        return tuple(map(tuple, found))


@lru_cache(maxsize=256)
def chart(columns: int, rows: int, ships: int, nets: int) -> Chart:
    """Return the chart of a board, made once for each size."""
    return Chart(columns, rows, ships, nets)


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
