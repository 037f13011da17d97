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
from abc import ABCMeta
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
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


Entry = tuple[Move, str, int, int, int, int]
"""What the rules ask about a move: itself, its mark, and of a net tail, head, below and beside (0 for other moves)."""


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
    ship_marks: str = field(compare=False, repr=False)
    net_marks: str = field(compare=False, repr=False)
    """The marks of all nets, and of the pass at the end."""
    ship_moves: tuple[Move, ...] = field(compare=False, repr=False)
    net_moves: tuple[Move, ...] = field(compare=False, repr=False)
    """The same as moves."""
    table: tuple[Entry, ...] = field(compare=False, repr=False)
    """The entries of all moves: nets, ships, and the pass. A mark is a place in it, as a character."""
    by_mark: Mapping[str, Entry] = field(compare=False, repr=False)
    entries: Mapping[Move, Entry] = field(compare=False, repr=False)
    touching: tuple[str, ...] = field(compare=False, repr=False)
    """For each post the marks of the nets that end there."""
    trees: str = field(compare=False, repr=False)
    """For each post the label of its tree before the first net: the rim, or a tree of this lone post."""
    lone: str = field(compare=False, repr=False)
    """The first label of trees of a lone post; all others sort before it."""
    labels: list[int] = field(compare=False, repr=False)
    """The same labels as numbers."""
    sides: list[int] = field(compare=False, repr=False)
    """For each post its side before the first net."""
    ship_numbers: list[int] = field(compare=False, repr=False)
    """The places of the ships in the table."""
    net_numbers: list[int] = field(compare=False, repr=False)
    """The places of the nets and of the pass."""
    opened: int = field(compare=False, repr=False)
    """How long the log is when the net phase opens."""
    calm: int = field(compare=False, repr=False)
    """How long it can be with every net legal: until the first one, but on boards one square wide."""
    scarce: int = field(compare=False, repr=False)
    """How long it must be for a player to be out of nets."""
    ample: bool = field(compare=False, repr=False)
    """Whether nobody can run out of nets unless somebody passes, because the board takes no more."""
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
    # alike: each edge net at the bottom has its whole column above it, and the others lie below nothing. Last come two
    # posts that never meet; ships and passes run between them, so that they look legal.
    whole = [sum(1 << (row * columns + column) for row in range(rows)) for column in range(columns)]
    off_rim = [(row, column) for row in range(1, rows) for column in range(1, columns)]
    bottom = [(rows, column) for column in range(1, columns)]
    post = {corner: place for place, corner in enumerate(off_rim + bottom)}
    rest = len(post)
    nowhere = (rest + 1, rest + 2)
    sides = [0] * len(off_rim) + [sum(whole[:column]) for _, column in bottom] + [0, 0, 0]

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
    table: list[Entry] = [(s.move, s.mark, s.tail, s.head, s.below, s.beside) for s in spaces]
    table += [(("ship", name), mark, *nowhere, 0, 0) for name, mark in zip(squares, ship_marks, strict=True)]
    table.append((PASS, pass_mark, *nowhere, 0, 0))

    touching = [""] * len(sides)
    near: list[list[tuple[int, int]]] = [[] for _ in squares]
    for space in spaces:
        near[space.low].append((space.high, space.bit))
        near[space.high].append((space.low, space.bit))
        touching[space.tail] += space.mark
        touching[space.head] += space.mark
    lone = len(sides) + 1  # 0 is the rim, and 1 + post the label of a tree of several posts
    on_rim = range(len(off_rim), rest + 1)
    top, left = (1 << columns) - 1, whole[0]
    edges = (top, top << columns * (rows - 1), left, left << columns - 1)
    trees = "".join(_RIM if p in on_rim else chr(lone + p) for p in range(len(sides)))
    net_marks = "".join(space.mark for space in spaces) + pass_mark
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
        ship_marks=ship_marks,
        net_marks=net_marks,
        ship_moves=tuple(("ship", name) for name in squares),
        net_moves=(*[space.move for space in spaces], PASS),
        table=tuple(table),
        by_mark={entry[1]: entry for entry in table},
        entries={entry[0]: entry for entry in table},
        touching=tuple(touching),
        trees=trees,
        lone=chr(lone),
        labels=[ord(label) for label in trees],
        sides=sides,
        ship_numbers=[ord(mark) for mark in ship_marks],
        net_numbers=[ord(mark) for mark in net_marks],
        opened=2 * ships,
        calm=2 * ships - (min(columns, rows) == 1),
        scarce=2 * ships + 2 * nets - 1,
        ample=2 * nets > len(off_rim) + 2 * ships - 1,
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


_Exact = tuple[str, tuple[Move, ...], str]
"""Marks of nets that may be illegal; then the legal moves and their marks, but for those in doubt."""


_Sea = tuple[str, list[int], tuple[int, ...], tuple[int, ...], tuple[int, int, int]]
"""What follows from the ships and nets on the board, never written to: for each post the label of its tree, and its
side; the fisheries with several ships, as bits of squares, and those with one, which can never be split; the ships of
Black, of White and of both, as bits of squares, counted when the net phase opens."""


class _Line:
    """The sea as a working copy, written over move by move while a random game is drawn.

    It belongs to one state at a time. `sample` notes in it what it has drawn; if `after` is then asked for this very
    move, the copy is brought up to date and handed on, and nothing else needs to be made.
    """

    __slots__ = ("ample", "entry", "members", "numbers", "place", "ships", "sides", "trees", "waters")

    trees: list[int]
    sides: list[int]
    members: dict[int, list[int]]
    """The posts of each tree of several posts, but not of the rim."""
    waters: Sequence[int]
    ships: int
    numbers: list[int]
    """The places in the table of all moves that may be legal, in no order."""
    ample: bool
    """Whether nobody can be out of nets."""
    entry: Entry
    """The move last drawn."""
    place: int
    """Where it stands among the numbers."""


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
    _sea: _Sea | None
    """Trees, sides and fisheries; None until asked for where `_lines` can do without."""
    _exact: _Exact | None
    """The legal moves, as soon as somebody has asked for them, here or in the moment before."""
    _lines: list[_Line]
    """A working copy of the sea, for games that are drawn move by move; it goes on to the next moment."""

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
        if placed is None and not unknown:
            return cls._begin(_board(players, columns, rows, ships, nets), "")
        cls.check_start(players, {"columns": columns, "rows": rows, "ships": ships, "nets": nets, **unknown})
        _check_size(columns, rows)
        black, white = _check_placed(placed, columns, rows)
        if ships not in (SHIPS, len(black)):
            raise ValueError(
                f"fishery: ships={ships} does not fit placed, which puts {len(black)} ships of each colour: "
                "leave ships out"
            )
        board = chart(columns, rows, len(black), nets)
        pairs = zip(black, white, strict=True)
        return cls._begin(board, "".join(board.ship_marks[square] for pair in pairs for square in pair))

    @classmethod
    def _begin(cls, board: Chart, log: str) -> Self:
        """Return a board with no ships or all of them, and no nets: Black's turn in any case."""
        return cls(board, BLACK, log, None, None, [])

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
        board, log = self.chart, self.log
        by_mark = board.by_mark
        trees, sides, waters, _, fleets = self._sea or self.sea()
        if self._exact is not None:
            doubt, known, marks = self._exact
        elif len(log) >= board.opened:
            known, marks = board.net_moves, board.net_marks
            doubt = marks if len(log) > board.calm else ""
        else:
            doubt, known, marks = "", board.ship_moves, board.ship_marks
            for mark in log:
                place = marks.index(mark)
                known, marks = known[:place] + known[place + 1 :], marks.replace(mark, "")
        moves = list(known)
        ships, edge = fleets[2], board.edge
        for mark in doubt:
            _, _, tail, head, below, beside = by_mark[mark]
            if (tree := trees[tail]) == trees[head] and (
                tree != _RIM or not _parts(waters, ships, edge, beside, sides[tail] ^ sides[head] ^ below)
            ):
                place = marks.find(mark)
                if place >= 0:
                    del moves[place]
                    marks = marks.replace(mark, "")
        legal = tuple(moves)
        _set_exact(self, ("", legal, marks))
        return legal

    def sea(self) -> _Sea:
        """Return the trees, sides and fisheries, worked out from the log where that has not been done yet."""
        if self._sea is not None:
            return self._sea
        board, log = self.chart, self.log
        fleets = _fleets(board, log)
        sea: _Sea = (board.trees, board.sides, (board.sea,), (), fleets if len(log) >= board.opened else (0, 0, 0))
        for mark in log[board.opened :]:
            entry = board.by_mark[mark]
            if entry[5]:
                sea = _cast(board, sea, entry)[0]
        _set_sea(self, sea)
        return sea

    def after(self, move: Move) -> Self:
        """Return the moment after a ship is placed, a net is cast, or a player passes."""
        board, lines = self.chart, self._lines
        draft = _Draft()
        draft.chart = board
        try:
            line = lines.pop() if lines else None
        except IndexError:  # another thread took it
            line = None
        if line is not None and line.entry[0] is move:  # `sample` has just drawn it
            _, mark, tail, head, below, beside = line.entry
            draft.log = log = self.log + mark
            draft.seat = 1 - self.seat
            draft._sea = draft._exact = None
            draft._lines = [line]
            numbers = line.numbers
            if beside:
                numbers[line.place] = numbers[-1]
                numbers.pop()
                trees, sides = line.trees, line.sides
                keep, gone = trees[tail], trees[head]
                if keep == gone:
                    line.waters = _split(line.waters, beside, sides[tail] ^ sides[head] ^ below, line.ships)[0]
                else:
                    members = line.members
                    if not gone or (keep and keep not in members):  # the rim stays; a lone post rather joins a tree
                        keep, gone, tail, head = gone, keep, head, tail
                    if gone not in members:
                        trees[head] = keep
                        sides[head] = sides[tail] ^ below
                        if keep in members:
                            members[keep].append(head)
                        elif keep:
                            members[keep] = [tail, head]
                    else:
                        shift = sides[tail] ^ sides[head] ^ below
                        for post in members[gone]:
                            trees[post] = keep
                            sides[post] ^= shift
                        if keep:
                            members[keep] += members[gone]
            elif len(log) < board.opened:
                numbers[line.place] = numbers[-1]
                numbers.pop()
            elif len(log) == board.opened:
                line.ships = _fleets(board, log)[2]
                line.numbers = board.net_numbers[:]
            else:
                line.ample = False
                if log[-2] == mark:
                    draft.seat = OVER
                    draft._lines = []
            draft.__class__ = Fishery
            return draft  # type: ignore[no-any-return]  # it has become a Fishery
        entry = board.entries[move]
        mark, exact, sea = entry[1], self._exact, self._sea or self.sea()
        draft.log = log = self.log + mark
        draft.seat = 1 - self.seat
        draft._lines = []
        if entry[5]:
            draft._sea, lost, cut = _cast(board, sea, entry)
            draft._exact = exact and _doubt(board, sea, exact, lost, cut)
        elif len(log) < board.opened:
            draft._sea = sea
            draft._exact = exact
            if exact is not None:
                place = exact[2].index(mark)
                draft._exact = "", exact[1][:place] + exact[1][place + 1 :], exact[2].replace(mark, "")
        elif len(log) == board.opened:  # all ships are an even number, so Black opens the net phase
            draft._sea = draft._exact = None
        else:
            draft._sea = sea
            draft._exact = exact
            if log[-2] == mark:
                draft.seat = OVER
        draft.__class__ = Fishery
        return draft  # type: ignore[no-any-return]  # it has become a Fishery

    def sample(self, rng: Random) -> Move:
        """Return a random legal move, each equally likely.

        Draws from the moves that may be legal until one is. One that is not need never be drawn again.
        """
        board, lines = self.chart, self._lines
        try:
            line = lines.pop()
        except IndexError:
            line = self._line()
        if not line.ample and len(self.log) >= board.scarce and self.nets_left(self.seat) == 0:
            line.entry = board.table[-1]
            lines.append(line)
            return PASS
        numbers, trees, table = line.numbers, line.trees, board.table
        while True:
            place = rng.getrandbits(30) * len(numbers) >> 30
            entry = table[numbers[place]]
            move, _, tail, head, below, beside = entry
            if (tree := trees[tail]) != trees[head]:
                break
            if not tree:
                side = line.sides[tail] ^ line.sides[head] ^ below
                if _parts(line.waters, line.ships, board.edge, beside, side):
                    break
            numbers[place] = numbers[-1]
            numbers.pop()
        line.entry = entry
        line.place = place
        lines.append(line)
        return move

    def _line(self) -> _Line:
        """Return a working copy of the sea."""
        if self.seat == OVER:
            raise IndexError("the game is over: there is no move to draw")
        board, log = self.chart, self.log
        line = _Line()
        line.members = {}
        line.ample = board.ample and self._pass_mark not in log
        line.entry = board.table[0]
        line.place = 0
        if not log:
            line.trees = board.labels[:]
            line.sides = board.sides[:]
            line.waters, line.ships = (board.sea,), 0
            line.numbers = board.ship_numbers[:]
            return line
        trees, sides, line.waters, _, fleets = self._sea or self.sea()
        line.trees = [ord(label) for label in trees]
        line.sides = sides[:]
        for post, label in enumerate(trees):
            if _RIM < label < board.lone:
                line.members.setdefault(ord(label), []).append(post)
        line.ships = fleets[2]
        numbers = board.net_numbers if len(log) >= board.opened else board.ship_numbers
        used = {ord(mark) for mark in log} - {len(board.table) - 1}
        line.numbers = [number for number in numbers if number not in used]
        return line

    # Scoring.

    def regions(self) -> tuple[Region, ...]:
        """Return the fisheries in order of their lowest square; the undivided board is one (net phase, rule 1)."""
        _, _, several, one, _ = self.sea()
        waters = sorted(several + one, key=lambda water: water & -water)
        return tuple([self._region(water) for water in waters])

    def _region(self, water: int) -> Region:
        black, white = ((water & self._fleet(seat)).bit_count() for seat in (BLACK, WHITE))
        owner = None if black == white else BLACK if black > white else WHITE
        edge_nets = sum((water & edge).bit_count() for edge in self.chart.edges)
        return Region(_squares(water), black, white, owner, edge_nets)

    def scores(self) -> tuple[int, int]:
        """Return the fish of Black and White: one for each square of the fisheries where they have more ships."""
        fish = [0, 0]
        black, white = self.black, self.white
        _, _, several, one, _ = self.sea()
        for water in several + one:
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
        fleets = self.sea()[4] if len(self.log) >= self.chart.opened else _fleets(self.chart, self.log)
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
        space, trees = self.chart.by_move.get(move), self.sea()[0]
        if space is None or self.phase != "nets" or trees[space.tail] != trees[space.head] or move not in self.moves():
            return ()
        later = self.after(move)
        parts = [region for region in later.regions() if region not in self.regions()]
        return tuple(sorted(parts, key=lambda part: (-len(part), part.squares)))

    def closing(self) -> tuple[Move, ...]:
        """Return the legal nets that would close a fishery now."""
        entries, trees = self.chart.entries, self.sea()[0]
        return tuple([move for move in self.moves() if trees[entries[move][2]] == trees[entries[move][3]]])

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
_set_sea: Final[Any] = Fishery.__dict__["_sea"].__set__
_set_exact: Final[Any] = Fishery.__dict__["_exact"].__set__
# They write down what a frozen state has found out about itself. It stays the same moment of the game.


def _parts(waters: Iterable[int], ships: int, edge: int, beside: int, side: int) -> bool:
    """Tell whether a net from rim to rim leaves a ship (rule 2) and an edge net (rule 3) in both parts."""
    for water in waters:
        if water & beside:
            part = water & side
            rest = water ^ part
            if part & ships and rest & ships:
                return part & edge != 0 != rest & edge
            return False
    return False


def _split(waters: Iterable[int], beside: int, side: int, ships: int) -> tuple[list[int], list[int], int]:
    """Split the fishery beside a net: return those with several ships, the new ones with one, and the old one."""
    several: list[int] = []
    one: list[int] = []
    cut = 0
    for water in waters:
        if water & beside:
            cut = water
            for part in (water & side, water & ~side):
                (several if (part & ships).bit_count() > 1 else one).append(part)
        else:
            several.append(water)
    return several, one, cut


def _cast(board: Chart, sea: _Sea, entry: Entry) -> tuple[_Sea, str, int]:
    """Return the sea after a legal net, the tree that has become part of another, and the fishery that was split."""
    _, _, tail, head, below, beside = entry
    trees, sides, waters, settled, fleets = sea
    keep, gone = trees[tail], trees[head]
    if keep == gone:  # both on the rim: a fishery is split
        side = sides[tail] ^ sides[head] ^ below
        several, one, cut = _split(waters, beside, side, fleets[2])
        return (trees, sides, tuple(several), (*settled, *one), fleets), gone, cut
    # One tree becomes part of the other, and its sides are counted from the other's root.
    sides = sides[:]
    if gone >= board.lone:
        sides[head] = sides[tail] ^ below
        if keep >= board.lone:
            trees = trees.replace(keep, chr(1 + tail))
            keep = chr(1 + tail)
    elif keep >= board.lone:
        sides[tail] = sides[head] ^ below
        keep, gone = gone, keep
    else:
        if gone == _RIM:
            keep, gone = gone, keep
        shift = sides[tail] ^ sides[head] ^ below
        post = trees.find(gone)
        while post >= 0:
            sides[post] ^= shift
            post = trees.find(gone, post + 1)
    return (trees.replace(gone, keep), sides, waters, settled, fleets), gone, 0


def _doubt(board: Chart, sea: _Sea, exact: _Exact, gone: str, cut: int) -> _Exact | None:
    """Return what is known of the moves after a net.

    In doubt is what ends at the tree that is gone, or lies in the fishery that was cut. The net just cast is among
    them, and will be found to be illegal now.
    """
    doubt, moves, marks = exact
    if doubt:
        return None
    if cut:
        by_mark = board.by_mark
        return "".join([mark for mark in marks if by_mark[mark][5] & cut]), moves, marks
    trees, touching = sea[0], board.touching
    post = trees.find(gone)
    doubt = touching[post]
    while gone < board.lone and (post := trees.find(gone, post + 1)) >= 0:
        doubt += touching[post]
    return doubt, moves, marks


def _fleets(board: Chart, log: str) -> tuple[int, int, int]:
    """Return the ships of Black, of White and of both, as bits of squares, from a log."""
    first = len(board.spaces)
    black = sum([1 << ord(mark) - first for mark in log[: board.opened : 2]])
    white = sum([1 << ord(mark) - first for mark in log[1 : board.opened : 2]])
    return black, white, black | white


@lru_cache(maxsize=256, typed=True)
def _known_board(players: int, columns: int, rows: int, ships: int, nets: int) -> Chart:
    Fishery.check_start(players, {"columns": columns, "rows": rows, "ships": ships, "nets": nets})
    size = _check_size(columns, rows)
    if 2 * ships > size:
        raise ValueError(
            f"fishery: ships={ships} is not possible on {size} squares: choose a whole number from 1 to {size // 2}"
        )
    return chart(columns, rows, ships, nets)


def _board(*options: int) -> Chart:
    """Return the chart for players, columns, rows, ships and nets, checked once; `ValueError` says what is wrong."""
    try:
        return _known_board(*options)
    except TypeError:  # a list or the like, which cannot be remembered
        return _known_board.__wrapped__(*options)


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
