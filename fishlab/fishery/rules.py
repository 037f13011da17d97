"""Fishery by Yuuki Doi: two players place ships, then cast nets, and divide the sea into fisheries.

This file reads top to bottom: what a moment holds, start, moves, after, scores. Below it stand `chart`, the board, and
`waters`, the rule that says which net may be cast; beside it `words`, what a person reads.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Final, Literal, Self

from fishlab.core import OVER, IllegalMove, Move, Option, Player, Reason, State
from fishlab.fishery.chart import (
    BLACK,
    COLUMNS,
    MOST_SQUARES,
    NETS,
    PASS,
    ROWS,
    SHIPS,
    WHITE,
    Chart,
    Space,
    bits,
    chart,
)
from fishlab.fishery.waters import Region, Waters, open_sea
from fishlab.messages import mark, refusal, tr, trn

SHIP_PHASE: Final = mark("Phase 1, Place Ships")

Both = tuple[frozenset[int], frozenset[int]]
"""What Black and White have on the board, by the numbers of squares or of net spaces."""


@dataclass(frozen=True, repr=False)
class Fishery(State):
    """A moment of Fishery: what lies on the board, and whose turn it is.

    States are equal when all lies alike on the board, in whatever order it came there.

    >>> state = Fishery.start(columns=2, rows=2, placed=[[0], [3]])
    >>> state.moves()
    (('net', 'a2', 'b2'), ('net', 'a2', 'a1'), ('net', 'b2', 'b1'), ('net', 'a1', 'b1'), ('pass',))
    >>> print(state.after(("net", "a2", "b2")).why_not(("net", "b2", "b1")))
    This net would close off b2 without a ship.
    """

    name: ClassVar[str] = "fishery"
    title: ClassVar[str] = "Fishery"
    tag: ClassVar[str] = "FY"
    parts: ClassVar[str] = "phase"
    seats: ClassVar[range] = range(2, 3)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "columns",
            COLUMNS,
            mark("Columns of the board"),
            low=1,
            high=26,
            help=mark("The rulebook has 7; a smaller sea is a shorter game."),
        ),
        Option("rows", ROWS, mark("Rows of the board"), low=1, high=26, help=mark("The rulebook has 9.")),
        Option(
            "ships",
            SHIPS,
            mark("Ships for each player"),
            low=1,
            high=MOST_SQUARES // 2,
            help=mark("The more ships, the smaller the fisheries."),
        ),
        Option(
            "nets", NETS, mark("Nets for each player"), low=0, high=999, help=mark("Whoever has none left must pass.")
        ),
        Option("placed", None, mark("Ships already placed")),
    )

    chart: Chart
    seat: Player
    """Who moves now, `OVER` at the end."""
    passes: int
    """How many players have passed in a row."""
    ships: Both
    """The squares of the black ships and of the white ships."""
    cast: Both
    """The spaces of the nets that Black and White have cast. Who cast a net makes no difference to the game."""
    waters: Waters = field(compare=False)
    """The fisheries, and how a net would split them: it follows from ships and nets."""
    legal: tuple[Move, ...] = field(compare=False)
    """The moves of a player who has ships or nets left, in the order of the board: it follows from the rest too."""

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
        black, white = _check_placed(placed, columns, rows, ships)
        board = chart(columns, rows, len(black) or ships, nets)
        waters = open_sea(board).with_ships(bits(black), bits(white))
        legal = _legal_nets(waters) if black else board.ship_moves
        return cls(board, BLACK, 0, (black, white), (frozenset(), frozenset()), waters, legal)

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
        """Which part of the game it is; White places the last ship."""
        if self.seat == OVER:
            return "over"
        return "ships" if len(self.ships[WHITE]) < self.chart.ships else "nets"

    def turn(self) -> Player:
        """Return the seat to move: players alternate, also when one passes."""
        return self.seat

    def ships_left(self, seat: Player) -> int:
        """Return how many ships a player still has to place."""
        return self.chart.ships - len(self.ships[seat])

    def nets_left(self, seat: Player) -> int:
        """Return how many nets a player still has in hand."""
        return self.chart.nets - len(self.cast[seat])

    @property
    def nets(self) -> tuple[tuple[int, int, Player], ...]:
        """The nets on the board: two squares, the lower number first, and the seat that cast the net between them."""
        return tuple(
            sorted((*self.chart.spaces[net].between, seat) for seat, nets in enumerate(self.cast) for net in nets)
        )

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves: empty squares for ships; then nets by their squares, and the pass."""
        if len(self.cast[self.seat]) == self.chart.nets and self.phase == "nets":
            return (PASS,)
        return self.legal

    def after(self, move: Move) -> Self:
        """Return the moment after a ship is placed, a net is cast, or a player passes."""
        match move[0]:
            case "ship":
                return self._after_ship(move)
            case "net":
                return self._after_net(move)
        if self.passes:
            return self.but(seat=OVER, passes=2, legal=())
        return self.but(seat=1 - self.seat, passes=1)

    def _after_ship(self, move: Move) -> Self:
        """Place a ship; after the last one come the nets, and Black opens them."""
        square = self.chart.number[str(move[1])]
        bit, ships = 1 << square, self._add(self.ships, square)
        waters = self.waters.with_ships(bit, 0) if self.seat == BLACK else self.waters.with_ships(0, bit)
        if len(ships[WHITE]) < self.chart.ships:
            place = self.legal.index(move)
            legal = self.legal[:place] + self.legal[place + 1 :]
        else:
            legal = _legal_nets(waters)
        return self.but(seat=1 - self.seat, ships=ships, waters=waters, legal=legal)

    def _after_net(self, move: Move) -> Self:
        """Cast a net, and strike out those that have become illegal."""
        board, waters, legal = self.chart, self.waters.copy(), self.legal
        net = board.by_move[move]
        rivals, number = waters.rivals(net, legal), board.order.__getitem__
        waters.cast(net)
        for gone in [net, *[other for other in rivals if not waters.legal(other)]]:
            place = bisect_left(legal, gone.number, key=number)
            legal = legal[:place] + legal[place + 1 :]
        cast = self._add(self.cast, net.number)
        return self.but(seat=1 - self.seat, passes=0, cast=cast, waters=waters, legal=legal)

    def _add(self, things: Both, new: int) -> Both:
        """Return the ships or nets of both players after the one to move has placed another."""
        black, white = things
        return (black | {new}, white) if self.seat == BLACK else (black, white | {new})

    def regions(self) -> tuple[Region, ...]:
        """Return the fisheries in order of their lowest square; the undivided board is one (net phase, rule 1)."""
        regions = [self.waters.region(squares) for squares in self.waters.fisheries]
        return tuple(sorted(regions, key=lambda region: region.squares))

    def scores(self) -> tuple[int, int]:
        """Return the fish of Black and White: one for each square of the fisheries where they have more ships."""
        fish = [0, 0]
        black, white = self.waters.black, self.waters.white
        for squares in self.waters.fisheries:
            lead = (squares & black).bit_count() - (squares & white).bit_count()
            if lead:
                fish[lead < 0] += squares.bit_count()
        return fish[BLACK], fish[WHITE]

    def contested(self) -> int:
        """Return how many squares lie in fisheries that nobody controls."""
        return len(self.chart.squares) - sum(self.scores())

    def winners(self) -> tuple[Player, ...]:
        """Return the seat with the most fish; a tie goes to the second player, White."""
        black, white = self.scores()
        return (BLACK,) if black > white else (WHITE,)

    def tally(self) -> dict[str, int]:
        """Return the ships and nets of both colours, on the board or not, and the squares, held or contested."""
        owners = [seat for *_, seat in self.nets]
        return {
            "black ships": len(self.ships[BLACK]) + self.ships_left(BLACK),
            "white ships": len(self.ships[WHITE]) + self.ships_left(WHITE),
            "black nets": owners.count(BLACK) + self.nets_left(BLACK),
            "white nets": owners.count(WHITE) + self.nets_left(WHITE),
            "squares": sum(len(region) for region in self.regions()),
            "fish": sum(self.scores()) + sum(len(region) for region in self.regions() if region.owner is None),
        }

    def __repr__(self) -> str:
        ships = sum(map(len, self.ships))
        return f"<Fishery {self.columns}×{self.rows}: {ships} ships, {len(self.nets)} nets, {self.prompt()}>"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line means: ship d4 or d4; net d4 e4, d4 e4, d4/e4 or e4-d4; pass or P."""
        line = text.strip().lower()
        if not line:
            raise IllegalMove(tr("Type a move first."))
        if line in ("pass", "p"):
            return PASS
        found = re.fullmatch(r"(?:(ship|net)\b)?[\s:]*([a-z]\d{1,2})?(?:[\s/,–-]*([a-z]\d{1,2}|edge))?", line)
        if found is None or found[2] is None:
            why = tr("“{text}” is not a move: write ship d4, net d4 e4, or pass.", text=text.strip()[:40])
            raise IllegalMove(Reason(why, title=tr("Not a move")))
        word, one, other = found.groups()
        if other is None:
            return (word or "ship", one)
        if other == "edge":
            return ("net", one, other)
        low, high = sorted((one, other), key=lambda name: (-int(name[1:]), name[0]))
        return (word or "net", low, high)

    # Random games to the end, of which searches play very many: without the moments between.

    def play_out(self, rng: Random) -> Self:
        """Return the end of a game that goes on at random."""
        if self.seat == OVER:
            return self
        squares, nets, waters = self.random_line(rng)
        ships, cast = [], []
        for seat in (BLACK, WHITE):  # they alternate
            ships.append(self.ships[seat].union(squares[self.seat ^ seat :: 2]))
            turns = nets[(BLACK if squares else self.seat) ^ seat :: 2]
            cast.append(self.cast[seat].union([net.number for net in turns if net]))
        return self.but(seat=OVER, passes=2, ships=tuple(ships), cast=tuple(cast), waters=waters, legal=())

    def random_line(self, rng: Random) -> tuple[list[int], list[Space | None], Waters]:
        """Return how the game might go on: ships by square, then nets (None is a pass), and the sea at the end.

        Each move is as likely as `moves()` lists it. A net is tested only when it is drawn: one that is illegal stays
        so, and is never drawn again.
        """
        board, seat, passes, random = self.chart, self.seat, self.passes, rng.random
        squares: list[int] = []
        line: list[Space | None] = []
        if self.phase == "ships":
            taken, nets = self.ships[BLACK] | self.ships[WHITE], list(board.spaces)
            free = [square for square in range(len(board.squares)) if square not in taken]
            for _ in range(self.ships_left(BLACK) + self.ships_left(WHITE)):
                squares.append(free.pop(int(random() * len(free))))
            own, others = bits(squares[::2]), bits(squares[1::2])
            waters = self.waters.with_ships(*(own, others) if seat == BLACK else (others, own)).copy()
            seat = BLACK
        else:
            nets, waters = [board.by_move[move] for move in self.legal[:-1]], self.waters.copy()
        count, left, cast = len(nets), [self.nets_left(BLACK), self.nets_left(WHITE)], waters.cast
        while passes < 2:
            found, passes = None, passes + 1
            while left[seat] and (place := int(random() * (count + 1))) < count:  # the last number is a pass
                net = nets[place]
                count -= 1
                nets[place] = nets[count]  # cast or illegal, it is not drawn again
                if cast(net):
                    found, passes = net, 0
                    left[seat] -= 1
                    break
            line.append(found)
            seat = 1 - seat
        return squares, line, waters


def _legal_nets(waters: Waters) -> tuple[Move, ...]:
    """Return the nets that may be cast on a sea without nets, and the pass; in a strip of sea each closes a line."""
    board = waters.chart
    if min(board.columns, board.rows) > 1:
        return tuple(board.order)
    return (*[net.move for net in waters.chart.spaces if waters.legal(net)], PASS)


def _check_placed(placed: Any, columns: int, rows: int, ships: int) -> Both:
    """Return the squares of ships that are placed at the start; `ValueError` names what is wrong and the rule."""
    size = columns * rows
    if not 2 <= size <= MOST_SQUARES:
        raise refusal(
            "fishery: columns={columns} and rows={rows} make {size} squares: choose a board of 2 to {most}",
            columns=columns,
            rows=rows,
            size=size,
            most=MOST_SQUARES,
        )
    if placed is None:
        if 2 * ships > size:
            raise refusal(
                "fishery: ships={ships} is not possible on {size} squares: choose a whole number from 1 to {most}",
                ships=ships,
                size=size,
                most=size // 2,
            )
        return frozenset(), frozenset()
    if not isinstance(placed, tuple | list) or [*map(type, placed)] not in ([tuple] * 2, [list] * 2):
        raise refusal(
            "fishery: placed={placed} is not a start position: give (black squares), (white squares) as two lists "
            "of square numbers",
            placed=str(placed)[:60],
        )
    black, white = map(tuple, placed)
    for square in black + white:
        if isinstance(square, bool) or not isinstance(square, int) or not 0 <= square < size:
            raise refusal(
                "fishery: placed has a ship on square {square}: squares of a {columns}×{rows} board are whole "
                "numbers from 0 to {last}",
                square=repr(str(square)[:20]),
                columns=columns,
                rows=rows,
                last=size - 1,
            )
    if len(black) != len(white) or not black:
        raise refusal(
            "fishery: placed has {black} and {white}: players alternate until all ships are placed, so give as "
            "many of each colour, at least one ({rule})",
            black=trn("{n} black ship", "{n} black ships", len(black)),
            white=trn("{n} white ship", "{n} white ships", len(white)),
            rule=tr(SHIP_PHASE),
        )
    for square, times in Counter(black + white).items():
        if times > 1:
            raise refusal(
                "fishery: placed has two ships on square {square}: a ship goes on an empty square ({rule})",
                square=square,
                rule=tr(SHIP_PHASE),
            )
    if ships not in (SHIPS, len(black)):
        raise refusal(
            "fishery: ships={ships} does not fit placed, which puts {placed} ships of each colour: leave ships out",
            ships=ships,
            placed=len(black),
        )
    return frozenset(black), frozenset(white)
