"""The Pond: two to four people fish in one pond, and what they leave doubles.

In a round everyone in turn takes up to three fish. Then the fish that are left double, but the pond holds no more than
it held at the start. After the last round, or when the pond is empty, whoever has caught most wins. The seat that
begins is drawn by lot, and it begins every round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from fishlab.core import CHANCE, OVER, Move, Option, Player, Reason, State, Words

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
        Option("fish", 16, "Fish in the pond", low=1, high=60),
        Option("rounds", 10, "Rounds", low=1, high=50),
    )

    words: ClassVar[Words[Pond]] = Words(
        "The goal: Whoever has caught most fish at the end wins.\n"
        "The turn: Everyone in turn takes up to three fish from one pond. A lot decides who begins every round.\n"
        "Growth: After a round the fish that are left double, but the pond holds no more than at the start.\n"
        "The end: The game ends after the last round, or when the pond is empty. So leave enough to grow back, "
        "and hope that the others do."
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

    # What a person reads.

    @property
    def round(self) -> int:
        """The round that is played, or was played last."""
        return min(self.turns // self.players + 1, self.rounds)

    def prompt(self) -> str:
        """Return who takes fish now; at the end the default names the winner."""
        if self.turn() < 0:
            return "Draw who begins" if self.turn() == CHANCE else State.prompt(self)
        who = self.seat_name(self.turn())
        return f"{who} to take fish: round {self.round} of {self.rounds}, {self.fish} in the pond"

    def rule(self) -> str:
        """Return the rule in force."""
        return f"Take up to {MOST} fish. After each round the fish that are left double, up to {self.room}."

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a move does."""
        if move[0] == "first":
            return f"{self.seat_name(int(move[1]))} begins"
        return f"{self.seat_name(self.turn())} takes {move[1]} of {self.fish} fish"

    def explain(self, move: Move) -> str:
        """Return in one line what a move does, or why it cannot be played."""
        if why := self.why_not(move):
            return why
        if move[0] == "first":
            return "This seat begins every round"
        left = self.fish - int(move[1])
        if (self.turns + 1) % self.players:
            return f"{move[1]} for you, {left} stay in the pond"
        return f"{move[1]} for you, {left} stay and become {min(2 * left, self.room)}"

    def coach(self) -> str:
        """Return what to think of now."""
        if self.turn() < 0:
            return ""
        return (
            f"The fish left after the round double, up to {self.room}: below {self.room // 2} the pond cannot refill."
        )

    def decided(self) -> str:
        """Return what decided the game."""
        if self.turn() != OVER:
            return ""
        lasted = f"lasted all {self.rounds} rounds" if self.fish else f"was empty after {self.turns} turns"
        return f"The pond {lasted}."

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move."""
        if move in self.moves() or self.turn() < 0 or move[:1] != ("take",):
            return State.why_not(self, move)
        most = min(MOST, self.fish)
        return Reason(f"You may take 0 to {most} fish now.", title="Not so many", rule="Taking fish", where=["pond"])
