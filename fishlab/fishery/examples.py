"""The figures of Fishery's rulebook: positions to show, to play through and to ask about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from fishlab.fishery.chart import COLUMNS, NETS, ROWS, SHIPS, chart
from fishlab.fishery.rules import Fishery
from fishlab.match import Match


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
