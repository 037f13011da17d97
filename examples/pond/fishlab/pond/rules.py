"""The Pond: two to four people fish in one pond, and what they leave doubles.

In a round everyone in turn takes up to three fish. Then the fish that are left double, but the pond holds no more than
it held at the start. After the last round, or when the pond is empty, whoever has caught most wins. The seat that
begins is drawn by lot, and it begins every round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from fishlab.core import CHANCE, OVER, Move, Option, Player, State
from fishlab.messages import mark

MOST = 3  # fish that one may take in a turn


@dataclass(frozen=True)
class Pond(State):
    """A moment of the Pond.

    >>> state = Pond.start(2, fish=4).after(("first", 0)).after(("take", 3))
    >>> state.fish, state.caught, state.prompt()
    (1, (3, 0), 'Seat B to take fish: round 1 of 10, 1 in the pond')
    """

    room: int
    """How many fish the pond holds, and how many it begins with."""
    rounds: int
    fish: int
    caught: tuple[int, ...]
    """Fish caught by each seat."""
    first: Player = CHANCE
    """The seat that begins every round; `CHANCE` until it is drawn."""
    turns: int = 0
    """Turns taken so far, in all rounds."""

    name: ClassVar[str] = "pond"
    title: ClassVar[str] = "The Pond"
    tag: ClassVar[str] = "PD"
    seats: ClassVar[range] = range(2, 5)
    options: ClassVar[tuple[Option, ...]] = (
        Option("fish", 16, mark("Fish in the pond"), low=1, high=60),
        Option("rounds", 10, mark("Rounds"), low=1, high=50),
    )

    @classmethod
    def start(cls, players: int = 2, **options: Any) -> Self:
        """Return the pond before it is drawn who begins."""
        cls.check_start(players, options)
        fish = options.get("fish", 16)
        return cls(fish, options.get("rounds", 10), fish, (0,) * players)

    def turn(self) -> Player:
        """Return who takes fish now."""
        if self.first == CHANCE:
            return CHANCE
        if not self.fish or self.turns == self.rounds * self.players:
            return OVER
        return (self.first + self.turns) % self.players

    def moves(self) -> tuple[Move, ...]:
        """Return who may be drawn to begin, then how many fish may be taken."""
        match self.turn():
            case -1:  # CHANCE: every seat is as likely as the others
                return tuple(("first", seat) for seat in range(self.players))
            case -2:  # OVER
                return ()
        return tuple(("take", count) for count in range(min(MOST, self.fish) + 1))

    def after(self, move: Move) -> Self:
        """Return the moment after a move; at the end of a round the fish that are left double."""
        match move:
            case ("first", int(seat)):
                return self.but(first=seat)
            case ("take", int(count)):
                seat = self.turn()
                caught = tuple(own + count * (one == seat) for one, own in enumerate(self.caught))
                left, turns = self.fish - count, self.turns + 1
                if turns % self.players == 0:
                    left = min(2 * left, self.room)
                return self.but(fish=left, caught=caught, turns=turns)
        raise ValueError(move)

    def scores(self) -> tuple[int, ...]:
        """Return the fish caught by each seat."""
        return self.caught

    @property
    def round(self) -> int:
        """The round that is played, or was played last."""
        return min(self.turns // self.players + 1, self.rounds)
