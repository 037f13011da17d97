"""The pond of the first lesson: three boats take fish in turn, and what they leave doubles.

In a round every boat takes up to three fish, boat A first. Then the fish that are left double, but the pond holds no
more than sixteen. After the last round, or when the pond is empty, whoever has caught most wins. There is no chance in
it: what happens to the pond is what the boats do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self

from fishlab.core import OVER, Move, Option, Player, State
from fishlab.messages import mark

MOST = 3  # fish that a boat may take in a turn


@dataclass(frozen=True)
class FirstPond(State):
    """A moment of the pond.

    >>> state = FirstPond.start(3)
    >>> for count in (3, 3, 3):
    ...     state = state.after(("take", count))
    >>> state.fish, state.caught, state.prompt()
    (14, (3, 3, 3), 'Boat A: how many fish do you take? Round 2 of 6')
    """

    room: int
    """How many fish the pond holds, and how many it begins with."""
    rounds: int
    fish: int
    caught: tuple[int, ...]
    """Fish caught by each boat."""
    turns: int = 0
    """Turns taken so far, in all rounds."""
    latest: int | None = None
    """What the boat before took; None before the first catch."""

    name: ClassVar[str] = "firstpond"
    title: ClassVar[str] = "The pond"
    tag: ClassVar[str] = "FP"
    seats: ClassVar[range] = range(2, 5)
    options: ClassVar[tuple[Option, ...]] = (
        Option("fish", 16, mark("Fish in the pond"), low=1, high=32, help=mark("How many there are at the start.")),
        Option(
            "rounds", 6, mark("Rounds"), low=1, high=20, help=mark("After each one, the fish that are left double.")
        ),
    )

    @classmethod
    def start(cls, players: int = 3, **options: Any) -> Self:
        """Return the full pond."""
        cls.check_start(players, options)
        fish = options.get("fish", 16)
        return cls(fish, options.get("rounds", 6), fish, (0,) * players)

    def turn(self) -> Player:
        """Return who takes fish now."""
        if not self.fish or self.turns == self.rounds * self.players:
            return OVER
        return self.turns % self.players

    def moves(self) -> tuple[Move, ...]:
        """Return how many fish may be taken."""
        if self.turn() == OVER:
            return ()
        return tuple(("take", count) for count in range(min(MOST, self.fish) + 1))

    def after(self, move: Move) -> Self:
        """Return the moment after a catch; at the end of a round the fish that are left double."""
        match move:
            case ("take", int(count)):
                seat = self.turn()
                caught = tuple(own + count * (one == seat) for one, own in enumerate(self.caught))
                left, turns = self.fish - count, self.turns + 1
                if turns % self.players == 0:
                    left = min(2 * left, self.room)
                return self.but(fish=left, caught=caught, turns=turns, latest=count)
        raise ValueError(move)

    def scores(self) -> tuple[int, ...]:
        """Return the fish caught by each boat."""
        return self.caught

    @property
    def round(self) -> int:
        """The round that is played, or was played last."""
        return min(self.turns // self.players + 1, self.rounds)


@cache
def most_together(players: int, room: int, rounds: int, fish: int | None = None) -> int:
    """Return how many fish all boats together can catch at most in so many rounds, of a pond that is full or not.

    >>> most_together(3, 16, 1), most_together(3, 16, 6)
    (9, 51)
    """
    if not rounds:
        return 0
    fish = room if fish is None else fish
    catches = range(min(MOST * players, fish) + 1)
    return max(one + most_together(players, room, rounds - 1, min(2 * (fish - one), room)) for one in catches)


__all__ = ["MOST", "FirstPond", "most_together"]
