"""Fishery by Yuuki Doi: two players place ships, then cast nets, and divide the sea into fisheries.

`chart` is the board and the sea on it, with how legal nets are known; `position` is what can be asked of a moment,
`words` what a person reads, `examples` the figures of the rulebook. This file reads top to bottom: start, moves, after.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Self

from fishlab import core
from fishlab.core import OVER, Move, Option, Player
from fishlab.fishery.chart import BLACK, COLUMNS, MOST_SQUARES, NETS, PASS, ROWS, SHIPS, WHITE, Chart, Sea, bits, chart
from fishlab.fishery.playout import play_out
from fishlab.fishery.position import Known
from fishlab.fishery.words import SHIP_PHASE, SUMMARY, Words
from fishlab.plain_words import many


class Fishery(Words):
    """A moment of Fishery: what may be done in it, and what comes of it. Its fields are those of `Position`.

    >>> state = Fishery.start(columns=2, rows=2, placed=[[0], [3]])
    >>> state.moves()
    (('net', 'a2', 'b2'), ('net', 'a2', 'a1'), ('net', 'b2', 'b1'), ('net', 'a1', 'b1'), ('pass',))
    >>> print(state.after(("net", "a2", "b2")).why_not(("net", "b2", "b1")))
    This net would close off b2 without a ship.
    """

    name: ClassVar[str] = "fishery"
    title: ClassVar[str] = "Fishery"
    tag: ClassVar[str] = "FY"
    seats: ClassVar[range] = range(2, 3)
    words: ClassVar[core.Words[Fishery]] = core.Words(SUMMARY)
    options: ClassVar[tuple[Option, ...]] = (
        Option("columns", COLUMNS, "Columns of the board", low=1, high=26),
        Option("rows", ROWS, "Rows of the board", low=1, high=26),
        Option("ships", SHIPS, "Ships for each player", low=1, high=MOST_SQUARES // 2),
        Option("nets", NETS, "Nets for each player", low=0, high=999),
        Option("placed", None, "Ships already placed"),
    )

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
        sea = Sea(bits(black), bits(white), board.trees, board.sides, (board.sea,))
        return cls(board, BLACK, log, sea, None)

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

    def _unknown(self) -> Known:
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
        return type(self)(board, seat, self.log + mark, sea, known)  # hardly a field stays, so nothing is copied

    def play_out(self, rng: Random) -> Self:
        """Return the end of a game that goes on at random."""
        if self.seat == OVER:
            return self
        log, sea = play_out(self.chart, self.log, self.sea, rng)
        return self.but(seat=OVER, log=log, sea=sea, _known=None)


def _without(known: Known, mark: str) -> Known:
    """Return what is known of the moves when one of them is no longer there."""
    doubt, moves, marks = known
    place = marks.index(mark)
    return doubt, moves[:place] + moves[place + 1 :], marks.replace(mark, "")


def _doubt(board: Chart, known: Known, nets: str, split: int) -> Known | None:
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
            f"fishery: placed has {many(len(black), 'black ship')} and {many(len(white), 'white ship')}: players "
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
