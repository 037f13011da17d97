"""Fishery by Yuuki Doi: two players place ships, then cast nets, and divide the sea into fisheries.

How legal nets are kept up without searching the board: look at the *posts*, the corners of the squares where nets
end. Nets that hang together form a tree of posts, and trees may hang on the rim of the board. A new net joins two
posts.

- Both in one tree: it would close a ring of nets, a fishery without an edge net. Illegal (rule 3).
- At most one of them on the rim: it closes nothing. Legal.
- Both on the rim, in two trees: it closes a cut from rim to rim and splits one fishery in two. Both parts have edge
  nets; it is legal if both hold a ship (rule 2).

What lies on one side of a cut is known at once, because each post on the rim keeps a *side*: the set of squares that
have an odd number of nets below them on the way from the top left corner along the rim and the nets to the post. For
the two ends of a net these sets differ by the squares on one side of the closed line. Once a net space is illegal it
stays so, for trees only grow and fisheries only shrink.
"""

from __future__ import annotations

import re
from abc import ABCMeta
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self

from fishlab.core import OVER, IllegalMove, Move, Option, Player, Reason, State
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
_FEWEST_SHIP: Final = "Net phase, rule 2"
_EDGE_NET: Final = "Net phase, rule 3"
_BOTH_RULES: Final = "Net phase, rules 2 and 3"
_OFF_RIM: Final = -1  # the side of a post that does not hang on the rim


class Space(NamedTuple):
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


Entry = tuple[Move, str, int, int, int, int, int, int]
"""What the rules ask about a move: itself and its mark; of a net also tail and head, their places among the sides, below
and beside."""


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
    spaces: tuple[Space, ...] = field(compare=False, repr=False)
    by_move: Mapping[Move, Space] = field(compare=False, repr=False)
    """From the move that casts a net to the net's space."""
    ship_marks: str = field(compare=False, repr=False)
    net_marks: str = field(compare=False, repr=False)
    """The marks of all nets, and of the pass at the end."""
    by_mark: Mapping[str, Entry] = field(compare=False, repr=False)
    entries: Mapping[Move, Entry] = field(compare=False, repr=False)
    around: tuple[tuple[tuple[str, int, int], ...], ...] = field(compare=False, repr=False)
    """For each post off the rim its nets to others off the rim: their mark, the far post, and what they lie below."""
    touching: tuple[str, ...] = field(compare=False, repr=False)
    """For each post the marks of all nets that end there."""
    posts: str = field(compare=False, repr=False)
    """The trees before the first net: every post is its own."""
    lone: str = field(compare=False, repr=False)
    """The first label of a tree that is one post off the rim; every other label sorts before it."""
    rim: list[int] = field(compare=False, repr=False)
    """The sides before the first net: one for each post off the rim and along the bottom, one for all the other rim."""
    opened: int = field(compare=False, repr=False)
    """How long the log is when the net phase opens."""
    calm: int = field(compare=False, repr=False)
    """How long it can be with every net legal: until the first one, but on boards one square wide."""
    scarce: int = field(compare=False, repr=False)
    """How long it must be for a player to be out of nets."""
    sea: int = field(compare=False, repr=False)
    """All squares as bits."""
    edges: tuple[int, int, int, int] = field(compare=False, repr=False)
    """The squares along the top, bottom, left and right edge net, as bits."""

    def __reduce__(self) -> tuple[Any, ...]:
        return chart, (self.columns, self.rows, self.ships, self.nets)

    def neighbours(self, square: int, walls: int = 0) -> list[int]:
        """Return the squares next to one, as far as no net of `walls` (bits of spaces) lies between."""
        found = []
        for space in self.spaces:
            if square in (space.low, space.high) and not walls & space.bit:
                found.append(space.high if square == space.low else space.low)
        return found


@lru_cache(maxsize=256)
def chart(columns: int, rows: int, ships: int, nets: int) -> Chart:
    """Return the chart of a board, made once for each size."""
    squares = tuple(f"{chr(97 + column)}{rows - row}" for row in range(rows) for column in range(columns))
    corners = [(row, column) for row in range(rows + 1) for column in range(columns + 1)]
    off_rim = [(row, column) for row, column in corners if 0 < row < rows and 0 < column < columns]
    bottom = [(rows, column) for column in range(1, columns)]
    others = [(row, column) for row, column in corners if row < rows and (row == 0 or column in (0, columns))]
    post = {corner: place for place, corner in enumerate(off_rim + bottom + others)}

    spaces: list[Space] = []

    def add(low: int, high: int, tail: int, head: int, below: int) -> None:
        number = len(spaces)
        move = ("net", squares[low], squares[high])
        spaces.append(Space(number, chr(number), 1 << number, move, low, high, tail, head, below, 1 << low))

    for square in range(columns * rows):
        row, column = divmod(square, columns)
        if column + 1 < columns:
            add(square, square + 1, post[row, column + 1], post[row + 1, column + 1], 0)
        if row + 1 < rows:
            above = sum(1 << (up * columns + column) for up in range(row + 1))
            add(square, square + columns, post[row + 1, column], post[row + 1, column + 1], above)

    first = len(spaces)
    ship_marks = "".join(chr(first + square) for square in range(len(squares)))
    pass_mark = chr(first + len(squares))
    # Along the bottom every edge net has its whole column above it. The other edges lie below nothing and share a side.
    column_bits = [sum(1 << (row * columns + column) for row in range(rows)) for column in range(columns)]
    rim = [_OFF_RIM] * len(off_rim) + [sum(column_bits[:column]) for _, column in bottom] + [0]
    last = len(rim) - 1
    table: list[Entry] = [
        (s.move, s.mark, s.tail, s.head, min(s.tail, last), min(s.head, last), s.below, s.beside) for s in spaces
    ]
    table += [(("ship", name), mark, 0, 0, 0, 0, 0, 0) for name, mark in zip(squares, ship_marks, strict=True)]
    table.append((PASS, pass_mark, 0, 0, 0, 0, 0, 0))

    around: list[list[tuple[str, int, int]]] = [[] for _ in off_rim]
    touching = [""] * len(post)
    for space in spaces:
        touching[space.tail] += space.mark
        touching[space.head] += space.mark
        if space.tail < len(off_rim) and space.head < len(off_rim):
            around[space.tail].append((space.mark, space.head, space.below))
            around[space.head].append((space.mark, space.tail, space.below))
    lone = len(post)
    top, left = (1 << columns) - 1, column_bits[0]
    return Chart(
        columns=columns,
        rows=rows,
        ships=ships,
        nets=nets,
        squares=squares,
        number={name: square for square, name in enumerate(squares)},
        spaces=tuple(spaces),
        by_move={space.move: space for space in spaces},
        ship_marks=ship_marks,
        net_marks="".join(space.mark for space in spaces) + pass_mark,
        by_mark={entry[1]: entry for entry in table},
        entries={entry[0]: entry for entry in table},
        around=tuple(tuple(ends) for ends in around),
        touching=tuple(touching),
        posts="".join(chr(lone + p) if p < len(off_rim) else chr(p) for p in range(len(post))),
        lone=chr(lone),
        rim=rim,
        opened=2 * ships,
        calm=2 * ships - (min(columns, rows) == 1),
        scarce=2 * ships + 2 * nets - 1,
        sea=(1 << columns * rows) - 1,
        edges=(top, top << columns * (rows - 1), left, left << columns - 1),
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


_Exact = tuple[str, tuple[Move, ...], str]
"""Marks of nets that may be illegal; then the legal moves and their marks, but for those in doubt."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Fishery(State):
    """A moment of Fishery.

    Squares are numbered row by row from 0 at the top left, and named by a column letter and a row number counted from
    the bottom: on the printed board square 0 is a9 and square 62 is g1. A state is a board and the log of moves; the
    fields with an underscore follow from the log and make moves fast. States are equal when all lies alike on the
    board, in whatever order it came there.

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
    _fleets: tuple[int, int, int]
    """The ships of Black, of White and of both, as bits of squares; counted when the net phase opens."""
    _trees: str
    """For each post the label of its tree."""
    _sides: list[int]
    """For each post off the rim its side, or `_OFF_RIM`; then those of the rim. Only written while the state is made."""
    _waters: tuple[int, ...]
    """The fisheries, as bits of squares, in no order."""
    _marks: str
    """The marks of all legal moves, and perhaps of nets that have become illegal; it may be cleaned up later."""
    _exact: _Exact | None
    """The legal moves, as soon as somebody has asked for them, here or in the moment before."""

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
        given = {"columns": columns, "rows": rows, "ships": ships, "nets": nets, "placed": placed, **unknown}
        cls.check_start(players, given)
        size = columns * rows
        if not 2 <= size <= MOST_SQUARES:
            raise ValueError(
                f"fishery: columns={columns} and rows={rows} make {size} squares: choose a board of 2 to {MOST_SQUARES}"
            )
        if placed is not None:
            black, white = _check_placed(placed, columns, rows)
            if ships not in (SHIPS, len(black)):
                raise ValueError(
                    f"fishery: ships={ships} does not fit placed, which puts {len(black)} ships of each colour: "
                    "leave ships out"
                )
            board = chart(columns, rows, len(black), nets)
            pairs = zip(black, white, strict=True)
            return cls._begin(board, "".join(board.ship_marks[square] for pair in pairs for square in pair))
        if 2 * ships > size:
            raise ValueError(
                f"fishery: ships={ships} is not possible on {size} squares: choose a whole number from 1 to {size // 2}"
            )
        return cls._begin(chart(columns, rows, ships, nets), "")

    @classmethod
    def _begin(cls, board: Chart, log: str) -> Self:
        """Return a board with no ships or all of them, and no nets: Black's turn in any case."""
        marks = board.net_marks if log else board.ship_marks
        fleets = _fleets(board, log) if log else (0, 0, 0)
        return cls(board, BLACK, log, fleets, board.posts, board.rim, (board.sea,), marks, None)

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
        exact = self._exact
        return exact[1] if exact is not None and exact[0] == "" else self._settle()

    def _settle(self) -> tuple[Move, ...]:
        """Test every move that is in doubt, remember the legal ones, and return them."""
        by_mark, trees, sides = self.chart.by_mark, self._trees, self._sides
        if self._exact is None:
            marks = self._marks
            doubt = marks if len(self.log) > self.chart.calm else ""
            moves = [by_mark[mark][0] for mark in marks]
        else:
            doubt, known, marks = self._exact
            moves = list(known)
        for mark in doubt:
            _, _, tail, head, near, far, below, beside = by_mark[mark]
            if trees[tail] != trees[head]:
                one, other = sides[near], sides[far]
                if one < 0 or other < 0 or self._parts(beside, one ^ other ^ below):
                    continue
            elif not beside:
                continue
            if (place := marks.find(mark)) >= 0:
                del moves[place]
                marks = marks.replace(mark, "")
        legal = tuple(moves)
        _set_exact(self, ("", legal, marks))
        return legal

    def _parts(self, beside: int, side: int) -> bool:
        """Tell whether a cut through the fishery beside a net leaves a ship in both parts (net phase, rule 2)."""
        for water in self._waters:
            if water & beside:
                ships = water & self._fleets[2]
                return 0 != ships & side != ships
        raise AssertionError("every square lies in a fishery")

    def after(self, move: Move) -> Self:
        """Return the moment after a ship is placed, a net is cast, or a player passes."""
        state, drawn, later = _drawn
        if drawn is move and state is self:
            following: Self = later
            return following
        entry = self.chart.entries[move]
        if not entry[7]:
            return self._quiet(entry, self._marks)
        trees, sides = self._trees, self._sides
        return self._cast(entry, self._marks, trees[entry[2]], trees[entry[3]], sides[entry[4]], sides[entry[5]])

    def _cast(self, entry: Entry, marks: str, keep: str, gone: str, one: int, other: int) -> Self:
        """Return the moment after a legal net.

        `marks` are those that may be legal now, `keep` and `gone` the trees of tail and head, `one` and `other` their
        sides.
        """
        _, mark, tail, _, near, far, below, beside = entry
        trees, sides, waters = self._trees, self._sides, self._waters
        board, cut = self.chart, 0
        if one < 0:
            if other >= 0:  # the tail's tree is hung on the rim
                keep, gone = gone, keep
                sides = sides[:]
                sides[near] = other ^ below
                if gone < board.lone:
                    _hang(board, self.log, sides, near)
            elif keep >= board.lone:  # two trees off the rim become one, under a label that is not of a lone post
                if gone < board.lone:
                    keep, gone = gone, keep
                else:
                    trees = trees.replace(keep, chr(tail))
                    keep = chr(tail)
        elif other < 0:  # the head's tree is hung on the rim
            sides = sides[:]
            sides[far] = one ^ below
            if gone < board.lone:
                _hang(board, self.log, sides, far)
        else:  # a cut from rim to rim
            for cut in waters:
                if cut & beside:
                    break
            part = cut & (one ^ other ^ below)
            place = waters.index(cut)
            waters = (*waters[:place], part, cut ^ part, *waters[place + 1 :])
        draft = _Draft()
        draft.chart = board
        draft.log = self.log + mark
        draft.seat = 1 - self.seat
        draft._fleets = self._fleets
        draft._trees = trees.replace(gone, keep)
        draft._sides = sides
        draft._waters = waters
        draft._marks = marks.replace(mark, "")
        exact = self._exact
        draft._exact = None if exact is None or exact[0] else self._doubt(exact, gone, cut)
        draft.__class__ = Fishery
        state: Self = draft
        return state

    def _quiet(self, entry: Entry, marks: str) -> Self:
        """Return the moment after a ship or a pass."""
        board, exact, mark = self.chart, self._exact, entry[1]
        draft = _Draft()
        draft.chart = board
        draft.log = log = self.log + mark
        draft.seat = 1 - self.seat
        draft._fleets = self._fleets
        draft._trees = self._trees
        draft._sides = self._sides
        draft._waters = self._waters
        if len(log) < board.opened:
            draft._marks = marks.replace(mark, "")
            draft._exact = None
            if exact is not None:
                place = exact[2].index(mark)
                draft._exact = "", exact[1][:place] + exact[1][place + 1 :], draft._marks
        elif len(log) == board.opened:  # all ships are an even number, so Black opens the net phase
            draft._fleets = _fleets(board, log)
            draft._marks = board.net_marks
            draft._exact = None
        else:
            draft._marks = marks
            draft._exact = exact
            if log[-2] == mark:
                draft.seat = OVER
                draft._marks = ""
        draft.__class__ = Fishery
        state: Self = draft
        return state

    def _doubt(self, exact: _Exact, gone: str, cut: int) -> _Exact:
        """Return what is known of the moves after a net: what ends at the tree that is gone or lies in the cut is in doubt.

        The net just cast is among them, and will be found to have both ends in one tree.
        """
        _, moves, marks = exact
        trees, touching, doubt, post = self._trees, self.chart.touching, "", -1
        while (post := trees.find(gone, post + 1)) >= 0:
            doubt += touching[post]
        if cut:
            by_mark = self.chart.by_mark
            doubt += "".join([mark for mark in marks if by_mark[mark][7] & cut])
        return doubt, moves, marks

    def sample(self, rng: Random) -> Move:
        """Return a random legal move, each equally likely.

        Draws from the moves that may be legal until one is, and keeps the moment after it for `after`.
        """
        global _drawn
        board, marks = self.chart, self._marks
        if len(self.log) >= board.scarce and self.seat != OVER and self.nets_left(self.seat) == 0:
            return PASS
        by_mark, trees, sides = board.by_mark, self._trees, self._sides
        while True:
            entry = by_mark[marks[rng.getrandbits(30) * len(marks) >> 30]]
            move, mark, tail, head, near, far, below, beside = entry
            if (keep := trees[tail]) != (gone := trees[head]):
                one, other = sides[near], sides[far]
                if one < 0 or other < 0 or self._parts(beside, one ^ other ^ below):
                    _drawn = self, move, self._cast(entry, marks, keep, gone, one, other)
                    return move
            elif not beside:
                _drawn = self, move, self._quiet(entry, marks)
                return move
            marks = marks.replace(mark, "")

    # Scoring.

    def regions(self) -> tuple[Region, ...]:
        """Return the fisheries in order of their lowest square; the undivided board is one (net phase, rule 1)."""
        return tuple(self._region(water) for water in sorted(self._waters, key=lambda water: water & -water))

    def _region(self, water: int) -> Region:
        black, white = ((water & self._fleet(seat)).bit_count() for seat in (BLACK, WHITE))
        owner = None if black == white else BLACK if black > white else WHITE
        edge_nets = sum((water & edge).bit_count() for edge in self.chart.edges)
        return Region(_squares(water), black, white, owner, edge_nets)

    def scores(self) -> tuple[int, int]:
        """Return the fish of Black and White: one for each square of the fisheries where they have more ships."""
        fish = [0, 0]
        black, white = self.black, self.white
        for water in self._waters:
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
        return self._fleet(BLACK)

    @property
    def white(self) -> int:
        """White's ships, as bits of squares."""
        return self._fleet(WHITE)

    def _fleet(self, seat: Player) -> int:
        fleets = self._fleets if len(self.log) >= self.chart.opened else _fleets(self.chart, self.log)
        return fleets[seat]

    @property
    def black_nets(self) -> int:
        """Black's nets on the board, as bits of net spaces."""
        return self._nets(BLACK)

    @property
    def white_nets(self) -> int:
        """White's nets on the board, as bits of net spaces."""
        return self._nets(WHITE)

    def _nets(self, seat: Player) -> int:
        marks = self.log[self.chart.opened + seat :: 2].replace(self._pass_mark, "")
        return sum([1 << ord(mark) for mark in marks])

    @property
    def _pass_mark(self) -> str:
        return self.chart.net_marks[-1]

    @property
    def passes(self) -> int:
        """How many players have passed in a row."""
        return 2 if self.seat == OVER else int(self.log.endswith(self._pass_mark))

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
        return self.chart.ships - self._fleet(seat).bit_count()

    def nets_left(self, seat: Player) -> int:
        """Return how many nets a player still has in hand."""
        own = self.log[self.chart.opened + seat :: 2]
        return self.chart.nets - len(own) + own.count(self._pass_mark)

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
            return Reason(
                f"{SEAT_NAMES[self.seat]} has no nets left and can only pass.", title=title, rule="Materials"
            )
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
                rules.add(_FEWEST_SHIP)
            if region.edge_nets == 0:
                faults.append("with no blue edge net on its border")
                rules.add(_EDGE_NET)
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
        if move not in self.chart.by_move or self.phase != "nets":
            return ()
        later = self.after(move)
        parts = [later._region(water) for water in later._waters if water not in self._waters]
        return tuple(sorted(parts, key=lambda part: (-len(part), part.squares)))

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


_Draft: Final[Any] = ABCMeta(
    "_Draft", (State,), {"__slots__": Fishery.__slots__, **dict.fromkeys(State.__abstractmethods__)}
)
# A state still being written. To fill a frozen dataclass takes longer than all else in a move; so `after` fills a
# draft, which has the same slots, and freezes it by making it a Fishery.
_set_exact: Final[Any] = Fishery.__dict__["_exact"].__set__
# Writes down what a frozen state has found out about its own moves. It stays the same moment of the game.
_drawn: tuple[Any, Any, Any] = (None, None, None)
# The state and move that were last drawn by `sample`, and the state after it, which `after` is most likely asked next.


def _hang(board: Chart, log: str, sides: list[int], post: int) -> None:
    """Give a side to every post of the tree that has just been hung on the rim by `post`."""
    todo = [post]
    for post in todo:  # grows as it goes
        side = sides[post]
        for mark, far, below in board.around[post]:
            if sides[far] < 0 and mark in log:
                sides[far] = side ^ below
                todo.append(far)


def _fleets(board: Chart, log: str) -> tuple[int, int, int]:
    """Return the ships of Black, of White and of both, as bits of squares, from a log."""
    first = len(board.spaces)
    black = sum([1 << ord(mark) - first for mark in log[: board.opened : 2]])
    white = sum([1 << ord(mark) - first for mark in log[1 : board.opened : 2]])
    return black, white, black | white


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
