"""What lies on the table of Fleet, and what can be asked of it.

Hands, face-down captains and the decks are hidden. A view is a position too: in it cards that the viewer does not know
are counted, but not named.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Self

from fishlab.core import HIDDEN, Player, State
from fishlab.fleet.deck import BOAT, BOAT_FOR, BOATS, LICENCE, Cards, Counts

PHASES: Final = ("Auction", "Launch and hire", "Fishing", "Process, trade", "Draw")
"""The five phases of a round, as the phase track shows them."""

UNKNOWN: Final = len(BOATS)
"""The place of a hand's last count: cards that the viewer does not know."""
NO_CARDS: Final = (0,) * len(BOATS)
NO_HAND: Final = (0,) * (len(BOATS) + 1)
ANY_VALUE: Final = 99
"""A ceiling above the value of every card."""
_CRAB: Final = "king-crab"

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


def add(counts: Counts, place: int, change: int) -> Counts:
    """Return counts with one of them changed."""
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])


@dataclass(frozen=True)
class Position(State):
    """A moment of Fleet.

    `phase` is where the round stands, `step` is what is asked now. `supply` counts the face-down boat cards; in a
    view it counts every card that the viewer cannot see, and `supply_size` is still right.
    """

    phase: Phase
    step: Step
    round: int
    first: Player
    seat: Player
    sides: tuple[Side, ...]
    supply: Counts
    discards: Counts
    crates: int
    spent: int
    credited: int
    market: Market
    auction: Auction
    due: int
    """Cards that chance still has to deal to this seat."""
    drawn: Counts
    """Cards just drawn in phase five, while one of them must be discarded."""
    owed: int
    ceiling: int
    """The highest value of the next piece of a payment: pieces are paid in falling order."""
    count: int
    """Boats launched or captains hired in this seat's turn."""
    used: int
    """Bit by bit, the boats that gave a crate for processing in this seat's turn."""
    last: bool
    """Whether this round is the last one."""
    sales: tuple[Sale, ...]
    cards: Cards = field(repr=False)

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.sides)

    @property
    def track(self) -> int:
        """The place of this moment in `PHASES`, -1 before the first auction and after the end."""
        places = {"auction": 0, "launch": 1, "hire": 1, "lobster": 1, "process": 3, "draw": 4}
        return places.get(self.phase, -1)

    @property
    def display(self) -> tuple[str, ...]:
        """The licences shown for auction, the current lot among them."""
        return self.market.display

    @property
    def lot(self) -> str:
        """The licence under the hammer, "" if none."""
        return self.auction.lot

    @property
    def supply_size(self) -> int:
        """How many boat cards lie face down in the supply."""
        hidden = self.drawn[UNKNOWN]
        for side in self.sides:
            hidden += side.hand[UNKNOWN]
            for boat in side.boats:
                hidden += boat.captain == HIDDEN
        return sum(self.supply) - hidden

    @property
    def discard_size(self) -> int:
        """How many boat cards lie on the discard pile."""
        return sum(self.discards)

    @property
    def licence_deck_size(self) -> int:
        """How many licences lie in the pile."""
        return self.market.size

    def order(self) -> tuple[Player, ...]:
        """Return the seats in this round's turn order."""
        return tuple((self.first + place) % len(self.sides) for place in range(len(self.sides)))

    def hand(self, seat: Player) -> Counter[str]:
        """Return a hand as a counter of cards, with `HIDDEN` for those that the viewer does not know."""
        counts = self._whole_hand(seat)
        return Counter({kind: count for kind, count in zip((*BOATS, HIDDEN), counts, strict=True) if count})

    def hand_size(self, seat: Player) -> int:
        """Return how many cards a seat holds: this is common knowledge (p. 11)."""
        return sum(self._whole_hand(seat))

    def _whole_hand(self, seat: Player) -> Counts:
        hand = self.sides[seat].hand
        if seat == self.seat and self.phase == "draw":
            return tuple(map(sum, zip(hand, self.drawn, strict=True)))
        return hand

    def just_drawn(self) -> Counter[str]:
        """Return the cards just drawn in phase five of which one must go."""
        return Counter({kind: count for kind, count in zip((*BOATS, HIDDEN), self.drawn, strict=True) if count})

    def licences(self, seat: Player, kind: str) -> int:
        """Return how many licences of a kind a seat owns; "king-crab" counts all three."""
        return sum(
            licence == kind or (kind == _CRAB and licence.startswith(kind)) for licence in self.sides[seat].licences
        )

    def discount(self, seat: Player) -> int:
        """Return what Shrimp licences take off every transaction (p. 8)."""
        return self.sides[seat].licences.count("shrimp")

    def cash(self, seat: Player) -> int:
        """Return the cash value of a hand; for a hidden hand, the most that it can be."""
        return self._worth(self.sides[seat].hand)

    def limit(self, seat: Player) -> int:
        """Return the highest bid that a seat can afford: hand, processed crates and discount (p. 4)."""
        side = self.sides[seat]
        return self._worth(side.hand) + side.processed + side.licences.count("shrimp")

    def minimum(self, lot: str) -> int:
        """Return the lowest opening bid for a licence."""
        return self.cards.minimum[LICENCE[lot]]

    def launch_cost(self, seat: Player, kind: str) -> int:
        """Return what a seat owes for launching a kind of boat, after the discount."""
        return max(0, self.cards.cost[BOAT[kind]] - self.discount(seat))

    def launches(self, seat: Player) -> int:
        """Return how many boats a seat may launch in a round: one, two with a Cod licence (p. 8)."""
        return 2 if "cod" in self.sides[seat].licences else 1

    def hires(self, seat: Player) -> int:
        """Return how many captains a seat may hire in a round: one, two with a Lobster licence (p. 9)."""
        return 2 if "lobster" in self.sides[seat].licences else 1

    def captains(self, seat: Player) -> int:
        """Return how many boats of a seat have a captain."""
        return sum(boat.captain != "" for boat in self.sides[seat].boats)

    def crates_on_boats(self, seat: Player) -> int:
        """Return how many crates lie on a seat's boats."""
        return sum(boat.crates for boat in self.sides[seat].boats)

    # What a hand can pay, as far as the viewer knows.

    def _worth(self, hand: Counts, ceiling: int = ANY_VALUE) -> int:
        """Return the cash of a hand's cards up to a value; hidden cards count as the best that is unseen."""
        cash = self.cards.cash
        total = 0
        for place in range(UNKNOWN):
            if cash[place] <= ceiling:
                total += hand[place] * cash[place]
        unknown = hand[UNKNOWN]
        if unknown:
            for value in sorted(set(cash), reverse=True):
                if value <= ceiling:
                    alike = sum(count for count, own in zip(self.supply, cash, strict=True) if own == value)
                    total += value * min(unknown, alike)
                    unknown -= min(unknown, alike)
        return total

    def _holds(self, hand: Counts, place: int) -> bool:
        """Whether a hand holds a card, or may hold it as far as the viewer knows."""
        return hand[place] > 0 or (hand[UNKNOWN] > 0 and self.supply[place] > 0)

    def _can_launch(self, kind: str) -> bool:
        """Whether the seat holds the boat, a licence for it, and can pay with what else it has (p. 5)."""
        side, place = self.sides[self.seat], BOAT[kind]
        if not self._holds(side.hand, place) or not any(BOAT_FOR[licence] == kind for licence in side.licences):
            return False
        owed = self.cards.cost[place] - side.licences.count("shrimp") - side.processed
        if owed <= 0:
            return True
        hand, rest = self._without(side.hand, place)
        return (self if rest is self.supply else self.but(supply=rest))._worth(hand) >= owed

    def _without(self, hand: Counts, place: int) -> tuple[Counts, Counts]:
        """Return a hand and the supply once a card has left the hand; a hidden card leaves the unseen ones too."""
        if hand[place]:
            return add(hand, place, -1), self.supply
        return add(hand, UNKNOWN, -1), add(self.supply, place, -1)

    def _discards_from(self) -> str:
        """Return what phase five makes this seat discard: one card "drawn", "any" card, or "none" (p. 9)."""
        return self.cards.tuna_discard[min(4, self.sides[self.seat].licences.count("tuna"))]

    # Bonuses and points (pp. 7-9).

    def lobster_bonus(self, seat: Player) -> int:
        """Return the cards that Lobster licences bring now, by the number of captains (p. 9)."""
        owned = self.sides[seat].licences.count("lobster")
        if not owned:
            return 0
        captains, bonus = self.captains(seat), 0
        for low, cards in self.cards.lobster_one if owned == 1 else self.cards.lobster_more:
            if captains >= low:
                bonus = cards
        return bonus

    def points(self, seat: Player) -> dict[str, int]:
        """Return a seat's points by source: licences, boats, crates on boats, King Crab bonuses."""
        side, cards = self.sides[seat], self.cards
        return {
            "licences": sum(cards.licence_points[LICENCE[licence]] for licence in side.licences),
            "boats": sum(cards.boat_points[BOAT[boat.kind]] for boat in side.boats),
            "crates": self.crates_on_boats(seat),
            "bonuses": sum(self.bonus(seat, licence) for licence in side.licences),
        }

    def bonus(self, seat: Player, licence: str) -> int:
        """Return the bonus points that a King Crab licence brings this seat now; 0 for every other licence."""
        cards = self.cards
        match licence:
            case "king-crab-captains":
                return min(cards.captains_most, self.captains(seat) // cards.captains_per)
            case "king-crab-crates":
                return min(cards.crates_most, self.crates_on_boats(seat) // cards.crates_per)
            case "king-crab-licences":
                return cards.kinds_points[self.kinds(seat)]
        return 0

    def kinds(self, seat: Player) -> int:
        """Return how many different kinds of licence a seat owns; all King Crabs are one kind."""
        return len({BOAT_FOR[licence] for licence in self.sides[seat].licences})

    def caught(self, then: Self) -> dict[Player, int]:
        """Return the crates that each seat fished between this moment and the one right after a move."""
        seats = range(len(self.sides))
        gains = {seat: then.crates_on_boats(seat) - self.crates_on_boats(seat) for seat in seats}
        return {seat: gain for seat, gain in gains.items() if gain > 0}
