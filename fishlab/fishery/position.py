"""A moment of Fishery: what lies on the table, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from fishlab.core import OVER, Move, Player, State
from fishlab.fishery.chart import BLACK, WHITE, Chart, Region, Sea, squares_in

Known = tuple[str, tuple[Move, ...], str]
"""Marks of nets in doubt, which may have become illegal; then the moves, legal but for those, and their marks."""


@dataclass(frozen=True, repr=False, eq=False)
class Position(State):
    """A moment of Fishery.

    Squares are numbered row by row from 0 at the top left, and named by a column letter and a row number counted from
    the bottom: on the printed board square 0 is a9 and square 62 is g1. A state is a board and the log of moves; the
    other fields follow from these and make moves fast. States are equal when all lies alike on the board, in whatever
    order it came there.
    """

    chart: Chart
    seat: Player
    """Who moves now, `OVER` at the end."""
    log: str
    """The mark of every move so far, first of the ships. Black and White alternate, Black first."""
    sea: Sea
    """What lies on the board: it follows from the log."""
    _known: Known | None
    """The legal moves, as far as somebody has asked for them, here or in the moment before."""

    def regions(self) -> tuple[Region, ...]:
        """Return the fisheries in order of their lowest square; the undivided board is one (net phase, rule 1)."""
        waters = sorted(self.sea.waters, key=lambda water: water & -water)
        return tuple([self._region(water) for water in waters])

    def _region(self, water: int) -> Region:
        black, white = (water & self.black).bit_count(), (water & self.white).bit_count()
        owner = None if black == white else BLACK if black > white else WHITE
        edge_nets = sum((water & edge).bit_count() for edge in self.chart.edges)
        return Region(squares_in(water), black, white, owner, edge_nets)

    def scores(self) -> tuple[int, int]:
        """Return the fish of Black and White: one for each square of the fisheries where they have more ships."""
        fish = [0, 0]
        black, white, _, _, waters = self.sea
        for water in waters:
            lead = (water & black).bit_count() - (water & white).bit_count()
            if lead:
                fish[lead < 0] += water.bit_count()
        return fish[0], fish[1]

    def contested(self) -> int:
        """Return how many squares lie in fisheries that nobody controls."""
        return len(self.chart.squares) - sum(self.scores())

    def winners(self) -> tuple[Player, ...]:
        """Return the seat with the most fish; a tie goes to the second player, White."""
        black, white = self.scores()
        return (BLACK,) if black > white else (WHITE,)

    @property
    def players(self) -> int:
        """Always two."""
        return 2

    @property
    def black(self) -> int:
        """Black's ships, as bits of squares."""
        return self.sea.black

    @property
    def white(self) -> int:
        """White's ships, as bits of squares."""
        return self.sea.white

    @property
    def black_nets(self) -> int:
        """Black's nets on the board, as bits of net spaces."""
        return self._nets(BLACK)

    @property
    def white_nets(self) -> int:
        """White's nets on the board, as bits of net spaces."""
        return self._nets(WHITE)

    def _nets(self, seat: Player) -> int:
        marks = self.log[self.chart.opened + seat :: 2].replace(self.chart.pass_mark, "")
        return sum([1 << ord(mark) for mark in marks])

    @property
    def passes(self) -> int:
        """How many players have passed in a row."""
        return 2 if self.seat == OVER else int(self.log.endswith(self.chart.pass_mark))

    def _content(self) -> tuple[Any, ...]:
        nets = (self.black_nets, self.white_nets)
        return self.chart, self.seat, self.passes, self.black, self.white, *nets

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    @property
    def columns(self) -> int:
        """How many squares the board is wide."""
        return self.chart.columns

    @property
    def rows(self) -> int:
        """How many squares the board is high."""
        return self.chart.rows

    @property
    def phase(self) -> Literal["ships", "nets", "over"]:
        """Which part of the game it is."""
        if self.seat == OVER:
            return "over"
        return "nets" if len(self.log) >= self.chart.opened else "ships"

    @property
    def ships(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The squares of the black ships and of the white ships."""
        return squares_in(self.black), squares_in(self.white)

    @property
    def nets(self) -> tuple[tuple[int, int, Player], ...]:
        """The nets on the board: two squares, the lower number first, and the seat that cast the net between them."""
        placed = self.black_nets | self.white_nets
        return tuple(
            (space.low, space.high, WHITE if self.white_nets & space.bit else BLACK)
            for space in self.chart.spaces
            if placed & space.bit
        )

    def ships_left(self, seat: Player) -> int:
        """Return how many ships a player still has to place."""
        return self.chart.ships - (self.black, self.white)[seat].bit_count()

    def nets_left(self, seat: Player) -> int:
        """Return how many nets a player still has in hand."""
        own = self.log[self.chart.opened + seat :: 2]
        return self.chart.nets - len(own) + own.count(self.chart.pass_mark)

    def square_name(self, square: int) -> str:
        """Return the name of a square: square 0 of the printed board is a9."""
        return self.chart.squares[square]

    def square_number(self, name: str) -> int:
        """Return the number of a square by its name."""
        return self.chart.number[name]

    def tally(self) -> Mapping[str, int]:
        """Return the ships and nets of both colours, on the board or not, and the squares, held or contested."""
        on_board = [0, 0]
        for _, _, seat in self.nets:
            on_board[seat] += 1
        return {
            "black ships": len(self.ships[BLACK]) + self.ships_left(BLACK),
            "white ships": len(self.ships[WHITE]) + self.ships_left(WHITE),
            "black nets": on_board[BLACK] + self.nets_left(BLACK),
            "white nets": on_board[WHITE] + self.nets_left(WHITE),
            "squares": sum(len(region) for region in self.regions()),
            "fish": sum(self.scores()) + sum(len(region) for region in self.regions() if region.owner is None),
        }

    def area(self, squares: Sequence[int]) -> str:
        """Return a short name for some squares: d4, d4–e5 for a rectangle, a list, or a count and where to look."""
        names = self.chart.squares
        if len(squares) == 1:
            return names[squares[0]]
        across = [square % self.columns for square in squares]
        down = [square // self.columns for square in squares]
        corners = (max(down) * self.columns + min(across), min(down) * self.columns + max(across))
        box = "–".join(names[corner] for corner in corners)
        if len(squares) == (max(across) - min(across) + 1) * (max(down) - min(down) + 1):
            return box
        if len(squares) <= 4:
            *first, last = (names[square] for square in squares)
            return f"{', '.join(first)} and {last}"
        return f"{len(squares)} squares within {box}"
