"""What lies on the table of Fleet, as plain data: boats, a player's side, licences on sale."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from fishlab.core import HIDDEN, Player
from fishlab.fleet.counts import NO_CARDS, NO_HAND, UNKNOWN
from fishlab.fleet.deck import BOAT, BOAT_FOR, LICENCE, Cards, Counts

Phase = Literal["setup", "auction", "launch", "hire", "lobster", "process", "draw", "over"]
Step = Literal[
    "first", "stack", "show", "nominate", "open", "bid", "pay", "launch", "captain", "process", "trade", "draw",
    "discard", "over",
]  # fmt: skip


class Boat(NamedTuple):
    """A launched boat: its name (`cod-2` is the seat's second cod boat), its kind, its captain and its crates.

    The captain is "" for none, a kind of boat card for those who know it, and `HIDDEN` for the others.
    """

    name: str
    kind: str
    captain: str = ""
    crates: int = 0


class Side(NamedTuple):
    """One player's side of the table: hand, licences in the order of purchase, boats, processed crates."""

    hand: Counts = NO_HAND
    licences: tuple[str, ...] = ()
    boats: tuple[Boat, ...] = ()
    processed: int = 0

    @property
    def discount(self) -> int:
        """What Shrimp licences take off every transaction (p. 8)."""
        return self.licences.count("shrimp")

    @property
    def launches(self) -> int:
        """How many boats may be launched in a round: one, two with a Cod licence (p. 8)."""
        return 2 if "cod" in self.licences else 1

    @property
    def hires(self) -> int:
        """How many captains may be hired in a round: one, two with a Lobster licence (p. 9)."""
        return 2 if "lobster" in self.licences else 1

    @property
    def tunas(self) -> int:
        """The place of this side's draw in the tables of Tuna licences: a fifth licence brings no more (p. 9)."""
        return min(4, self.licences.count("tuna"))

    @property
    def captains(self) -> int:
        """How many boats have a captain."""
        return sum(boat.captain != "" for boat in self.boats)

    @property
    def crates(self) -> int:
        """How many crates lie on the boats."""
        return sum(boat.crates for boat in self.boats)

    @property
    def kinds(self) -> int:
        """How many different kinds of licence there are; all King Crabs are one kind."""
        return len({BOAT_FOR[licence] for licence in self.licences})

    @property
    def sails(self) -> bool:
        """Whether any licence lets a boat sail."""
        return any(map(BOAT_FOR.__getitem__, self.licences))

    def allows(self, kind: str) -> bool:
        """Whether a licence lets this kind of boat sail."""
        return any(BOAT_FOR[licence] == kind for licence in self.licences)

    def owned(self, kind: str) -> int:
        """Return how many licences of a kind there are; "king-crab" counts all three."""
        return sum(kind in (licence, BOAT_FOR[licence]) for licence in self.licences)

    def lobster_bonus(self, cards: Cards) -> int:
        """Return the cards that Lobster licences bring now, by the number of captains (p. 9)."""
        owned = self.licences.count("lobster")
        if not owned:
            return 0
        captains, bonus = self.captains, 0
        for low, drawn in cards.lobster_one if owned == 1 else cards.lobster_more:
            if captains >= low:
                bonus = drawn
        return bonus

    def bonus(self, licence: str, cards: Cards) -> int:
        """Return the bonus points that a King Crab licence brings now; 0 for every other licence."""
        match licence:
            case "king-crab-captains":
                return min(cards.captains_most, self.captains // cards.captains_per)
            case "king-crab-crates":
                return min(cards.crates_most, self.crates // cards.crates_per)
            case "king-crab-licences":
                return cards.kinds_points[self.kinds]
        return 0

    def points(self, cards: Cards) -> dict[str, int]:
        """Return the points by source: licences, boats, crates on boats, King Crab bonuses (pp. 7-9)."""
        return {
            "licences": sum(cards.licence_points[LICENCE[licence]] for licence in self.licences),
            "boats": sum(cards.boat_points[BOAT[boat.kind]] for boat in self.boats),
            "crates": self.crates,
            "bonuses": sum(self.bonus(licence, cards) for licence in self.licences),
        }


@lru_cache(maxsize=4096)
def covered(side: Side) -> tuple[Side, Counts]:
    """Return a side as others see it, and the cards that they do not see: its hand and its captains.

    A search asks this of the same sides again and again: only the seat to act changes its own.
    """
    hidden = list(side.hand[:UNKNOWN])  # the last count of a hand, cards unknown, has no place among cards
    boats = []
    for boat in side.boats:
        if boat.captain in BOAT:
            hidden[BOAT[boat.captain]] += 1
        boats.append(boat._replace(captain=HIDDEN) if boat.captain else boat)
    return side._replace(hand=(*NO_CARDS, sum(side.hand)), boats=tuple(boats)), tuple(hidden)


class Market(NamedTuple):
    """The licences that nobody owns: how the pile is layered, what is unseen, what is shown and what is gone.

    `unseen` counts every licence that was never shown, also those that left the game face down in the setup: nobody
    knows which they are. `layer` is "premium" or "common" once chance has said which kind lies next in the pile.
    """

    unseen: Counts
    top: int
    commons: int
    premiums: int
    display: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    layer: str = ""

    @property
    def size(self) -> int:
        """How many licences lie in the pile."""
        return self.top + self.commons + self.premiums


class Auction(NamedTuple):
    """The auction phase: who may still buy, and for the current lot the standing bid and who is still in."""

    eligible: tuple[Player, ...] = ()
    lot: str = ""
    bid: int = 0
    leader: Player = -1
    bidders: tuple[Player, ...] = ()


class Sale(NamedTuple):
    """A licence sold: when, to whom, which, and for how much before any discount."""

    round: int
    seat: Player
    licence: str
    price: int
