"""Fishery by Yuuki Doi: two players place ships, then cast nets, and divide the sea into fisheries.

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

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self

from fishlab.core import OVER, IllegalMove, Match, Move, Option, Player, Reason, State
from fishlab.graphs import components

BLACK: Final = 0
WHITE: Final = 1
SEAT_NAMES: Final = ("Black", "White")
PASS: Final[Move] = ("pass",)

COLUMNS: Final = 7  # Materials: the printed board is a 7×9 grid
ROWS: Final = 9
SHIPS: Final = 6  # Materials: 12 ships, 6 of each colour
NETS: Final = 30  # Materials: 60 nets, 30 of each colour
MOST_SQUARES: Final = 400  # more than this no screen shows

SHIP_PHASE: Final = "Phase 1, Place Ships"
NET_PHASE: Final = "Phase 2, Place Nets"
_SHIP_RULE: Final = "Net phase, rule 2"
_EDGE_RULE: Final = "Net phase, rule 3"
_BOTH_RULES: Final = "Net phase, rules 2 and 3"
_RIM: Final = chr(0)  # the label of the rim among the trees


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
        ship_marks=ship_marks,
        net_marks="".join(space.mark for space in spaces) + pass_mark,
        pass_mark=pass_mark,
        ship_moves=tuple(("ship", name) for name in squares),
        net_moves=(*[space.move for space in spaces], PASS),
        touching=tuple(touching),
        trees="".join(chr(1 + place) if place < len(off_rim) else _RIM for place in range(len(sides))),
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
        return self._replace(black=self.black | square) if seat == BLACK else self._replace(white=self.white | square)

    def with_net(self, board: Chart, space: Space) -> tuple[Sea, str, int]:
        """Return the sea after a legal net, and what that puts in doubt: marks of nets, and the fishery that is split.

        In doubt are nets that may have become illegal: those that end at a post which has come to another tree, and
        those that lie in the fishery. The net just cast is among them.
        """
        black, white, trees, sides, waters = self
        keep, gone = trees[space.tail], trees[space.head]
        shift = sides[space.tail] ^ sides[space.head] ^ space.below
        if keep == gone:  # both on the rim
            split = self.around(space)
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
        by_mark, edge, ships = board.by_mark, board.edge, black | white
        found, water = [], 0
        for mark in doubt:
            if mark not in legal:
                continue
            space = by_mark[mark]
            if (tree := trees[space.tail]) != trees[space.head]:
                continue
            if tree == _RIM:
                if not water & space.beside:
                    water = self.around(space)
                part = water & (sides[space.tail] ^ sides[space.head] ^ space.below)
                rest = water ^ part
                if part & ships and rest & ships and part & edge and rest & edge:  # rules 2 and 3
                    continue
            found.append(mark)
        return found

    def around(self, space: Space) -> int:
        """Return the fishery that a net space lies in."""
        for water in self.waters:
            if water & space.beside:
                return water
        raise AssertionError("every square lies in a fishery")


_Known = tuple[str, tuple[Move, ...], str]
"""Marks of nets in doubt, which may have become illegal; then the moves, legal but for those, and their marks."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Fishery(State):
    """A moment of Fishery.

    Squares are numbered row by row from 0 at the top left, and named by a column letter and a row number counted from
    the bottom: on the printed board square 0 is a9 and square 62 is g1. A state is a board and the log of moves; the
    other fields follow from these and make moves fast. States are equal when all lies alike on the board, in whatever
    order it came there.

    >>> state = Fishery.start(columns=2, rows=2, placed=[[0], [3]])
    >>> state.moves()
    (('net', 'a2', 'b2'), ('net', 'a2', 'a1'), ('net', 'b2', 'b1'), ('net', 'a1', 'b1'), ('pass',))
    >>> print(state.after(("net", "a2", "b2")).why_not(("net", "b2", "b1")))
    This net would close off b2 without a ship.
    """

    chart: Chart
    seat: Player
    """Who moves now, `OVER` at the end."""
    log: str
    """The mark of every move so far, first of the ships. Black and White alternate, Black first."""
    sea: Sea
    """What lies on the board: it follows from the log."""
    _known: _Known | None
    """The legal moves, as far as somebody has asked for them, here or in the moment before."""

    name: ClassVar[str] = "fishery"
    title: ClassVar[str] = "Fishery"
    tag: ClassVar[str] = "FY"
    seats: ClassVar[range] = range(2, 3)
    options: ClassVar[tuple[Option, ...]] = (
        Option("columns", COLUMNS, "Columns of the board", low=1, high=26),
        Option("rows", ROWS, "Rows of the board", low=1, high=26),
        Option("ships", SHIPS, "Ships of each player", low=1, high=MOST_SQUARES // 2),
        Option("nets", NETS, "Nets of each player", low=0, high=999),
        Option("placed", None, "Ships already placed: (black squares), (white squares)"),
    )

    # The start.

    @classmethod
    def start(
        cls,
        players: int = 2,
        columns: int = COLUMNS,
        rows: int = ROWS,
        ships: int = SHIPS,
        nets: int = NETS,
        placed: Sequence[Sequence[int]] | None = None,
        **unknown: Any,
    ) -> Self:
        """Return the empty board, Black to place a ship; or, with ships `placed`, Black to cast a net.

        Args:
            players: always 2.
            columns: columns of the board, named a, b, c …
            rows: rows of the board, counted from the bottom.
            ships: how many ships each player has.
            nets: how many nets each player has.
            placed: the squares of the black and of the white ships, as two lists of square numbers; there is no ship
                phase then, and the lists say how many ships each player has.
            unknown: nothing else is taken.

        Raises:
            ValueError: an option is not possible; the message says what is.
        """
        cls.check_start(players, {"columns": columns, "rows": rows, "ships": ships, "nets": nets, **unknown})
        size = _check_size(columns, rows)
        if placed is not None:
            return cls._begin_placed(columns, rows, ships, nets, placed)
        if 2 * ships > size:
            raise ValueError(
                f"fishery: ships={ships} is not possible on {size} squares: choose a whole number from 1 to {size // 2}"
            )
        return cls._begin(chart(columns, rows, ships, nets), (), ())

    @classmethod
    def _begin_placed(cls, columns: int, rows: int, ships: int, nets: int, placed: object) -> Self:
        """Return the opening of the net phase, if the ships stand as the rules allow."""
        black, white = _check_placed(placed, columns, rows)
        if ships not in (SHIPS, len(black)):
            raise ValueError(
                f"fishery: ships={ships} does not fit placed, which puts {len(black)} ships of each colour: "
                "leave ships out"
            )
        return cls._begin(chart(columns, rows, len(black), nets), black, white)

    @classmethod
    def _begin(cls, board: Chart, black: Sequence[int], white: Sequence[int]) -> Self:
        """Return a board with no ships or all of them, and no nets: Black's turn in any case."""
        log = "".join(board.ship_marks[square] for pair in zip(black, white, strict=True) for square in pair)
        sea = Sea(_bits(black), _bits(white), board.trees, board.sides, (board.sea,))
        return cls(board, BLACK, log, sea, None)

    # The rules.

    def turn(self) -> Player:
        """Return the seat to move: players alternate, also when one passes."""
        return self.seat

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves: empty squares for ships; then nets by their squares, and the pass."""
        if self.seat == OVER:
            return ()
        if len(self.log) >= self.chart.scarce and self.nets_left(self.seat) == 0:
            return (PASS,)
        known = self._known
        return known[1] if known is not None and not known[0] else self._settle()

    def _settle(self) -> tuple[Move, ...]:
        """Test every move that is in doubt, remember the legal ones, and return them."""
        doubt, known, marks = self._known or self._unknown()
        moves = list(known)
        for mark in self.sea.forbidden(self.chart, doubt, marks):
            del moves[marks.index(mark)]
            marks = marks.replace(mark, "")
        legal = tuple(moves)
        object.__setattr__(self, "_known", ("", legal, marks))  # it stays the same moment of the game
        return legal

    def _unknown(self) -> _Known:
        """Return what is known of the moves from the board and the log alone."""
        board, log = self.chart, self.log
        if len(log) >= board.opened:
            fresh = len(log) == board.opened and min(board.columns, board.rows) > 1
            return "" if fresh else board.net_marks[:-1], board.net_moves, board.net_marks
        free = [(move, mark) for move, mark in zip(board.ship_moves, board.ship_marks, strict=True) if mark not in log]
        return "", tuple([move for move, _ in free]), "".join([mark for _, mark in free])

    def after(self, move: Move) -> Self:
        """Return the moment after a ship is placed, a net is cast, or a player passes."""
        board, sea, known = self.chart, self.sea, self._known
        seat = 1 - self.seat
        match move[0]:
            case "ship":
                square = board.number[str(move[1])]
                mark = board.ship_marks[square]
                sea = sea.with_ship(self.seat, 1 << square)
                known = _without(known, mark) if known and len(self.log) + 1 < board.opened else None
            case "net":
                space = board.by_move[move]
                mark = space.mark
                sea, doubt, split = sea.with_net(board, space)
                known = known and _doubt(board, known, doubt, split)
            case _:
                mark = board.pass_mark
                if self.passes:
                    seat = OVER
        return type(self)(board, seat, self.log + mark, sea, known)

    # Scoring.

    def regions(self) -> tuple[Region, ...]:
        """Return the fisheries in order of their lowest square; the undivided board is one (net phase, rule 1)."""
        waters = sorted(self.sea.waters, key=lambda water: water & -water)
        return tuple([self._region(water) for water in waters])

    def _region(self, water: int) -> Region:
        black, white = (water & self.black).bit_count(), (water & self.white).bit_count()
        owner = None if black == white else BLACK if black > white else WHITE
        edge_nets = sum((water & edge).bit_count() for edge in self.chart.edges)
        return Region(_squares(water), black, white, owner, edge_nets)

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

    # What is on the board.

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
        if not isinstance(other, Fishery):
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
        return _squares(self.black), _squares(self.white)

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

    # Why not.

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move and the fishery that it would spoil; "" for a legal move."""
        if not isinstance(move, tuple | list) or not all(isinstance(part, str | int) for part in move):
            return Reason(f"{str(move)[:60]} is not a move: write ship d4, net d4 e4, or pass.", title="Not a move")
        match tuple(move):
            case ("pass", *rest):
                return self._why_not_pass(rest)
            case ("ship", *rest):
                return self._why_not_ship(rest)
            case ("net", *rest):
                return self._why_not_net(rest)
        return Reason(
            f"“{self.notation(tuple(move))[:60]}” is not a move of this game: write ship d4, net d4 e4, or pass.",
            title="Not a move",
        )

    def _over(self, title: str) -> Reason:
        return Reason("The game is over: both players passed in a row.", title=title, rule="End of the game")

    def _why_not_pass(self, rest: list[Any]) -> str:
        title = "No pass"
        if rest:
            return Reason("A pass stands alone: write pass.", title=title, rule=NET_PHASE)
        if self.phase == "over":
            return self._over(title)
        if self.phase == "ships":
            return Reason(
                f"Passing starts with the nets: first both players place all their ships, {self.chart.ships} each.",
                title=title,
                rule=SHIP_PHASE,
            )
        return ""

    def _why_not_ship(self, rest: list[Any]) -> str:
        title = f"No ship on {rest[0]}"[:40] if len(rest) == 1 else "No ship there"
        if len(rest) != 1:
            return Reason("A ship needs one square: write ship d4.", title=title, rule=SHIP_PHASE)
        if wrong := self._no_square(rest[0]):
            return Reason(wrong, title=title, rule=SHIP_PHASE)
        if self.phase == "over":
            return self._over(title)
        if self.phase == "nets":
            return Reason("All ships are on the board: cast a net or pass.", title=title, rule=NET_PHASE)
        name = rest[0]
        bit = 1 << self.chart.number[name]
        if (self.black | self.white) & bit:
            colour = "black" if self.black & bit else "white"
            return Reason(
                f"{name} already holds a {colour} ship: a ship goes on an empty square.",
                title=title,
                rule=SHIP_PHASE,
                where=(name,),
            )
        return ""

    def _no_square(self, name: object) -> str:
        """Say that something is not a square of this board, "" if it is."""
        squares = self.chart.squares
        if isinstance(name, str) and name in self.chart.number:
            return ""
        low, high = squares[-self.chart.columns], squares[self.chart.columns - 1]
        return f"{str(name)[:20]} is not a square of this board: squares go from {low} to {high}."

    def _why_not_net(self, rest: list[Any]) -> str:
        title = f"No net between {rest[0]} and {rest[1]}"[:60] if len(rest) == 2 else "No net there"
        if len(rest) != 2:
            text = "A net lies between two squares: write net d4 e4."
            return Reason(text, title=title, rule=NET_PHASE)
        for name in rest:
            if wrong := self._no_square(name):
                return Reason(wrong, title=title, rule=NET_PHASE)
        if self.phase == "over":
            return self._over(title)
        one, other = rest
        if self.phase == "ships":
            left = self.ships_left(BLACK) + self.ships_left(WHITE)
            return Reason(
                f"Nets come after the ships: {_count(left, 'ship')} still to place.", title=title, rule=SHIP_PHASE
            )
        space = self.chart.by_move.get(("net", one, other))
        if space is None:
            if ("net", other, one) in self.chart.by_move:
                text = f"Name the squares of this net in the order of the board: write net {other} {one}."
            else:
                text = f"{one} and {other} are not side by side: a net lies between two squares that share a side."
            return Reason(text, title=title, rule=NET_PHASE, where=dict.fromkeys((one, other)))
        if (self.black_nets | self.white_nets) & space.bit:
            return Reason(
                f"There is already a net between {one} and {other}.", title=title, rule=NET_PHASE, where=(one, other)
            )
        if self.nets_left(self.seat) == 0:
            return Reason(f"{SEAT_NAMES[self.seat]} has no nets left and can only pass.", title=title, rule="Materials")
        return self._why_not_close(space, title)

    def _why_not_close(self, space: Space, title: str) -> str:
        """Name the fisheries that a net would leave without a ship (rule 2) or without an edge net (rule 3)."""
        walls = self.black_nets | self.white_nets | space.bit
        sentences, rules, where = [], set(), []
        for part in components(range(len(self.chart.squares)), lambda square: self.chart.neighbours(square, walls)):
            region = self._region(_bits(part))
            faults = []
            if region.black + region.white == 0:
                faults.append("without a ship")
                rules.add(_SHIP_RULE)
            if region.edge_nets == 0:
                faults.append("with no blue edge net on its border")
                rules.add(_EDGE_RULE)
            if faults:
                sentences.append(f"{self.area(part)} {' and '.join(faults)}")
                where += [self.chart.squares[square] for square in part]
        if not sentences:
            return ""
        return Reason(
            f"This net would close off {', and '.join(sentences)}.",
            title=title,
            rule=rules.pop() if len(rules) == 1 else _BOTH_RULES,
            where=where,
        )

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

    # What a person reads.

    def __repr__(self) -> str:
        return (
            f"<Fishery {self.columns}×{self.rows}: {(self.black | self.white).bit_count()} ships, "
            f"{(self.black_nets | self.white_nets).bit_count()} nets, {self.prompt()}>"
        )

    def seat_name(self, seat: Player) -> str:
        """Return Black or White."""
        return SEAT_NAMES[seat] if seat in (BLACK, WHITE) else "Nobody"

    def prompt(self) -> str:
        """Return who does what now, or who has won."""
        if self.phase == "over":
            (winner,) = self.winners()
            fish = self.scores()
            if fish[BLACK] == fish[WHITE]:
                return f"The game is over: {fish[BLACK]} to {fish[WHITE]}, and a tie goes to White"
            return f"The game is over: {SEAT_NAMES[winner]} wins {max(fish)} to {min(fish)}"
        name = SEAT_NAMES[self.seat]
        if self.phase == "ships":
            number = self.chart.ships - self.ships_left(self.seat) + 1
            return f"{name} to place ship {number} of {self.chart.ships}"
        if self.nets_left(self.seat) == 0:
            return f"{name} has no nets left and can only pass"
        return f"{name} to cast a net or pass"

    def rule(self) -> str:
        """Return the rule of this phase."""
        match self.phase:
            case "ships":
                return "Place one of your ships on an empty square. Nobody passes until all ships are on the board."
            case "nets":
                end = " One more pass now ends the game." if self.passes else " Two passes in a row end the game."
                return (
                    "Cast a net between two squares, or pass. Every fishery must hold a ship, of either colour, "
                    "and have a blue edge net on its border." + end
                )
            case _:
                return (
                    "More ships in a fishery take all of its squares, one fish each. With equal ships nobody does. "
                    "A tie goes to White."
                )

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does."""
        name = self.seat_name(self.seat)
        match move:
            case ("ship", square):
                return f"{name} puts a ship on {square}"
            case ("net", one, other):
                closes = ""
                if parts := self.closes(move):
                    closes = f", closing a fishery of {_count(len(parts[-1]), 'square')}"
                return f"{name} casts a net between {one} and {other}{closes}"
            case _:
                return f"{name} passes" + (", and the game is over" if self.passes else "")

    def closes(self, move: Move) -> tuple[Region, ...]:
        """Return the two fisheries into which a legal net splits one, the larger first; none if it closes nothing."""
        space, trees = self.chart.by_move.get(move), self.sea.trees
        if space is None or self.phase != "nets" or trees[space.tail] != trees[space.head] or move not in self.moves():
            return ()
        later = self.after(move)
        parts = [region for region in later.regions() if region not in self.regions()]
        return tuple(sorted(parts, key=lambda part: (-len(part), part.squares)))

    def closing(self) -> tuple[Move, ...]:
        """Return the legal nets that would close a fishery now."""
        by_move, trees = self.chart.by_move, self.sea.trees
        nets = [by_move[move] for move in self.moves() if move in by_move]
        return tuple([net.move for net in nets if trees[net.tail] == trees[net.head]])

    def preview(self, move: Move) -> str:
        """Return in a few words what a move would do: "splits 35 squares into 25 and 10", "closes nothing"."""
        if reason := self.why_not(move):
            return reason
        match move:
            case ("ship", square):
                return f"a ship on {square}"
            case ("net", _, _):
                if parts := self.closes(move):
                    return f"splits {sum(map(len, parts))} squares into {len(parts[0])} and {len(parts[1])}"
                return "closes nothing"
            case _:
                return "ends the game" if self.passes else "leaves the board as it is"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line means: ship d4 or d4; net d4 e4, d4 e4, d4/e4 or e4-d4; pass or P."""
        line = text.strip().lower()
        if not line:
            raise IllegalMove("Type a move first.")
        if line in ("pass", "p"):
            return PASS
        found = re.fullmatch(r"(?:(ship|net)\b)?[\s:]*([a-z]\d{1,2})?(?:[\s/,–-]*([a-z]\d{1,2}))?", line)
        if found is None or found[2] is None:
            raise IllegalMove(
                Reason(f"“{text.strip()[:40]}” is not a move: write ship d4, net d4 e4, or pass.", title="Not a move")
            )
        word, one, other = found.groups()
        if other is None:
            return (word or "ship", one)
        low, high = sorted((one, other), key=lambda name: (-int(name[1:]), name[0]))
        return (word or "net", low, high)


def _without(known: _Known, mark: str) -> _Known:
    """Return what is known of the moves when one of them is no longer there."""
    doubt, moves, marks = known
    place = marks.index(mark)
    return doubt, moves[:place] + moves[place + 1 :], marks.replace(mark, "")


def _doubt(board: Chart, known: _Known, nets: str, split: int) -> _Known | None:
    """Return what is known of the moves after a net that puts some in doubt, or all in the fishery that it splits."""
    doubt, moves, marks = known
    if doubt:
        return None
    if split:
        nets = "".join([mark for mark in marks[:-1] if board.by_mark[mark].beside & split])
    return nets, moves, marks


def _check_size(columns: int, rows: int) -> int:
    """Return how many squares a board has; `ValueError` if they are too few or too many."""
    size = columns * rows
    if not 2 <= size <= MOST_SQUARES:
        raise ValueError(
            f"fishery: columns={columns} and rows={rows} make {size} squares: choose a board of 2 to {MOST_SQUARES}"
        )
    return size


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def _squares(bits: int) -> tuple[int, ...]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _check_placed(placed: Any, columns: int, rows: int) -> tuple[list[int], list[int]]:
    """Return the black and white squares of a start position; `ValueError` names what is wrong and the rule."""
    wanted = "give (black squares), (white squares) as two lists of square numbers"
    if not isinstance(placed, tuple | list) or len(placed) != 2:
        raise ValueError(f"fishery: placed={str(placed)[:60]} is not a start position: {wanted}")
    for side in placed:
        if not isinstance(side, tuple | list):
            raise ValueError(f"fishery: placed={str(placed)[:60]} is not a start position: {wanted}")
        for square in side:
            if isinstance(square, bool) or not isinstance(square, int) or not 0 <= square < columns * rows:
                raise ValueError(
                    f"fishery: placed has a ship on square {str(square)[:20]!r}: squares of a {columns}×{rows} board "
                    f"are whole numbers from 0 to {columns * rows - 1}"
                )
    black, white = list(placed[BLACK]), list(placed[WHITE])
    if len(black) != len(white) or not black:
        raise ValueError(
            f"fishery: placed has {_count(len(black), 'black ship')} and {_count(len(white), 'white ship')}: players "
            f"alternate until all ships are placed, so give as many of each colour, at least one ({SHIP_PHASE})"
        )
    seen: set[int] = set()
    for square in black + white:
        if square in seen:
            raise ValueError(
                f"fishery: placed has two ships on square {square}: a ship goes on an empty square ({SHIP_PHASE})"
            )
        seen.add(square)
    return black, white


# The figures of the rulebook.


@dataclass(frozen=True, slots=True)
class Example:
    """A position of the rulebook that can be shown, played through and asked about."""

    title: str
    source: str
    """Whether the figure is printed or reconstructed: made here to fit all that the text says of it."""
    moves: tuple[str, ...]
    """The moves that lead to it on the printed board, in notation."""
    nets: Mapping[str, str] = field(default_factory=dict)
    """The net spaces that the figure labels, in notation."""

    def match(self) -> Match:
        """Return the game up to this position."""
        match = Match(Fishery)
        for move in self.moves:
            match.play(move)
        return match


def _example_moves(black: str, white: str, nets: Iterable[str], *end: str) -> tuple[str, ...]:
    ships = [f"ship {square}" for pair in zip(black.split(), white.split(), strict=True) for square in pair]
    return (*ships, *(f"net {net}" for net in nets), *end)


def _fences(areas: str) -> list[str]:
    """Return the nets between the areas of a map with one letter a square."""
    letters = "".join(areas.split())
    spaces = chart(COLUMNS, ROWS, SHIPS, NETS).spaces
    return [f"{space.move[1]} {space.move[2]}" for space in spaces if letters[space.low] != letters[space.high]]


EXAMPLE_SCORING: Final = Example(
    title="Example of scoring: Black 21, White 21 + 11 = 32, and 10 contested",
    source="reconstructed",  # the text gives the totals; where the nets and ships lie is made up here
    moves=_example_moves(
        "b8 a5 c7 g6 g1 a2",
        "d9 f8 e5 f2 d1 c3",
        _fences("""
            BBBBWWW
            BBBBWWW
            BBBBWWW
            BBBWWWW
            BBBWWWW
            BBBcWWW
            ccccWww
            cccwwww
            ccwwwww
        """),
        "pass",
        "pass",
    ),
)
EXAMPLE_ILLEGAL: Final = Example(
    title="Example of illegal moves: A and B leave a fishery without a ship, C one without an edge net",
    source="reconstructed",  # the text says what is wrong with A, B and C; the position is made up here
    moves=_example_moves(
        "e5 b7 c3 f8 a4 g5",
        "c8 d6 e2 b2 g7 a1",
        ["a9 b9", "f3 f2", "e6 e5", "g3 g2", "d5 e5", "e2 f2", "e5 e4"],
    ),
    nets={"A": "net a9 a8", "B": "net e1 f1", "C": "net e5 f5"},
)
