"""Fleet: an auction for the right to fish, boats and captains, and crates that never regrow.

Two to four players buy licences, launch boats that match them, hire captains, and fish from one supply of crates.
Boat cards are everything at once: boats, cash and captains. Hands, face-down captains and the decks are hidden.

The file reads top to bottom: the state, start, moves, after, points, views, and what people read. The printed cards
are in `fleet_cards`.
Page numbers in comments are those of the rulebook.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self

from fishlab.core import CHANCE, HIDDEN, OVER, Move, Option, Player, Reason, State
from fishlab.fleet.deck import (
    BOAT,
    BOAT_FOR,
    BOATS,
    CARDS,
    COMMON,
    LICENCE,
    LICENCES,
    Cards,
    Counts,
    about_boat,
    about_licence,
    cards_from,
    cards_option,
    many,
)

PHASES: Final = ("Auction", "Launch and hire", "Fishing", "Process, trade", "Draw")
"""The five phases of a round, as the phase track shows them."""

_UNKNOWN: Final = len(BOATS)  # a hand's last count: cards that the viewer does not know
_NO_CARDS: Final = (0,) * len(BOATS)
_NO_HAND: Final = (0,) * (len(BOATS) + 1)
_CRAB: Final = "king-crab"
_ANY_VALUE: Final = 99

# --- The state --------------------------------------------------------------------------------------------------

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

    hand: Counts = _NO_HAND
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


def _add(counts: Counts, place: int, change: int) -> Counts:
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])


_DRAWS: Final = tuple(("draw", kind) for kind in BOATS)
_PAYS: Final = tuple(("pay", kind) for kind in BOATS)
_SHOWS: Final = tuple(("show", name) for name in LICENCES)
_BIDS: Final = tuple(("bid", price) for price in range(400))
_CRATE: Final = ("pay", "crate")
_DONE: Final = ("done",)
_PASS: Final = ("pass",)
_DECLINE: Final = ("decline",)


@dataclass(frozen=True, slots=True)
class Fleet(State):
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

    name: ClassVar[str] = "fleet"
    title: ClassVar[str] = "Fleet"
    tag: ClassVar[str] = "FL"
    files: ClassVar[tuple[str, ...]] = ("cards",)
    seats: ClassVar[range] = range(2, 5)
    secrets: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = (
        Option("advanced", False, "Advanced setup: one shuffled pile of licences", choices=(False, True)),
        Option("first", None, "Who starts: a seat from 0, or None for chance", choices=(None, 0, 1, 2, 3)),
        Option("cards", None, "Your own card figures: the path of a file like data/fleet.toml"),
    )

    # --- Start --------------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, players: int = 2, **options: Any) -> Self:
        """Return the setup (p. 3): one of each boat in every hand, 25 crates a player, the licence pile in layers.

        Args:
            players: 2 to 4.
            **options: `advanced` (one shuffled pile of licences), `first` (the start player's seat; chance decides
                if None) and `cards` (the path of a card file, or its content).
        """
        cls.check_start(players, options)
        first, own = options.get("first"), options.get("cards")
        if first is not None and first >= players:
            raise ValueError(f"fleet: first={first} is not possible with {players} players: choose 0 to {players - 1}")
        cards = CARDS if own is None else cards_from(json.dumps(cards_option(own), sort_keys=True))
        aside = cards.aside[players - 2]
        top = aside - cards.remove_common[players - 2]
        commons = sum(cards.licence_counts[: len(COMMON)]) - aside
        premiums = sum(cards.licence_counts[len(COMMON) :]) - cards.remove_premium[players - 2]
        if options.get("advanced", False):
            # Premium licences are shuffled back until the first display is all common (p. 4): so it is common cards.
            top, commons = players, commons + top - players
        begin = cls(
            phase="setup",
            step="first",
            round=1,
            first=0,
            seat=0,
            sides=(Side(hand=(1,) * len(BOATS) + (0,)),) * players,
            supply=tuple(count - players for count in cards.boat_counts),
            discards=_NO_CARDS,
            crates=cards.crates * players,
            spent=0,
            credited=0,
            market=Market(cards.licence_counts, top, commons, premiums),
            auction=Auction(),
            due=0,
            drawn=_NO_HAND,
            owed=0,
            ceiling=_ANY_VALUE,
            count=0,
            used=0,
            last=False,
            sales=(),
            cards=cards,
        )
        return begin if first is None else begin.after(("first", first))

    @classmethod
    def canonical(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as plain JSON data: a card file becomes its content."""
        plain = dict(options)
        if plain.get("cards") is not None:
            plain["cards"] = cards_option(plain["cards"])
        whole: dict[str, Any] = json.loads(json.dumps(plain))
        return whole

    # --- What the table shows -----------------------------------------------------------------------------------

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
        hidden = self.drawn[_UNKNOWN]
        for side in self.sides:
            hidden += side.hand[_UNKNOWN]
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

    def _worth(self, hand: Counts, ceiling: int = _ANY_VALUE) -> int:
        """Return the cash of a hand's cards up to a value; hidden cards count as the best that is unseen."""
        cash = self.cards.cash
        total = 0
        for place in range(_UNKNOWN):
            if cash[place] <= ceiling:
                total += hand[place] * cash[place]
        unknown = hand[_UNKNOWN]
        if unknown:
            for value in sorted(set(cash), reverse=True):
                if value <= ceiling:
                    alike = sum(count for count, own in zip(self.supply, cash, strict=True) if own == value)
                    total += value * min(unknown, alike)
                    unknown -= min(unknown, alike)
        return total

    def _holds(self, hand: Counts, place: int) -> bool:
        """Whether a hand holds a card, or may hold it as far as the viewer knows."""
        return hand[place] > 0 or (hand[_UNKNOWN] > 0 and self.supply[place] > 0)

    # --- Moves --------------------------------------------------------------------------------------------------

    def turn(self) -> Player:
        """Return the seat to act, chance for cards and the start player, or OVER."""
        match self.step:
            case "draw" | "show" | "stack" | "first":
                return CHANCE
            case "over":
                return OVER
        return self.seat

    def moves(self) -> Sequence[Move]:
        """Return the legal moves; a draw is listed once for every card that may come."""
        match self.step:
            case "draw":
                return [move for move, count in zip(_DRAWS, self.supply, strict=True) for _ in range(count)]
            case "pay":
                return self._payments()
            case "bid":
                side = self.sides[self.seat]
                high = self._worth(side.hand) + side.processed + side.licences.count("shrimp")
                return [_PASS, *self._bids(self.auction.bid + 1, high)]
            case "open":
                return self._bids(self.minimum(self.auction.lot), self.limit(self.seat))
            case "nominate":
                limit = self.limit(self.seat)
                lots = [lot for lot in dict.fromkeys(self.market.display) if self.minimum(lot) <= limit]
                return [*(("nominate", lot) for lot in lots), _DECLINE]
            case "launch":
                return [*(("launch", kind) for kind in BOATS if self._can_launch(kind)), _DONE]
            case "captain":
                side = self.sides[self.seat]
                held = [kind for place, kind in enumerate(BOATS) if self._holds(side.hand, place)]
                free = [boat.name for boat in side.boats if not boat.captain]
                return [*(("captain", boat, kind) for boat in free for kind in held), _DONE]
            case "process":
                boats = self.sides[self.seat].boats
                ready = [boat.name for place, boat in enumerate(boats) if boat.crates and not self.used >> place & 1]
                return [*(("process", boat) for boat in ready), _DONE]
            case "trade":
                return [("trade",), _DONE]
            case "discard":
                pile = self.drawn if self._discards_from() == "drawn" else self.sides[self.seat].hand
                return [("discard", kind) for place, kind in enumerate(BOATS) if self._holds(pile, place)]
            case "show":
                unseen, premium = self.market.unseen, self.market.layer == "premium"
                kinds = range(len(COMMON), len(LICENCES)) if premium else range(len(COMMON))
                return [_SHOWS[place] for place in kinds for _ in range(unseen[place])]
            case "stack":
                return [("stack", "common")] * self.market.commons + [("stack", "premium")] * self.market.premiums
            case "first":
                return [("first", seat) for seat in range(len(self.sides))]
        return []

    def sample(self, rng: Random) -> Move:
        """Return a random legal move; a card is drawn without listing the whole supply."""
        if self.step == "draw":
            ticket = rng.randrange(sum(self.supply))
            for move, count in zip(_DRAWS, self.supply, strict=True):
                ticket -= count
                if ticket < 0:
                    return move
        return rng.choice(self.moves())

    @staticmethod
    def _bids(low: int, high: int) -> Sequence[Move]:
        return _BIDS[low : high + 1] if high < len(_BIDS) else [("bid", price) for price in range(low, high + 1)]

    def _payments(self) -> list[Move]:
        """Return the pieces that may be paid next.

        Pieces go in falling order of value, and a piece may go when it and all held pieces of its value or less
        cover what is owed. That allows exactly the payments in which no piece is superfluous (p. 4, no change).
        """
        side, cash = self.sides[self.seat], self.cards.cash
        enough = {
            value: value <= self.ceiling and self._worth(side.hand, value) + side.processed >= self.owed
            for value in {*cash, 1}
        }
        moves: list[Move] = [
            _PAYS[place] for place in range(_UNKNOWN) if enough[cash[place]] and self._holds(side.hand, place)
        ]
        if side.processed and enough[1]:
            moves.append(_CRATE)
        return moves

    def _can_launch(self, kind: str) -> bool:
        """Whether the seat holds the boat, a licence for it, and can pay with what else it has (p. 5)."""
        side, place = self.sides[self.seat], BOAT[kind]
        if not self._holds(side.hand, place) or not any(BOAT_FOR[licence] == kind for licence in side.licences):
            return False
        owed = self.cards.cost[place] - side.licences.count("shrimp") - side.processed
        if owed <= 0:
            return True
        hand, rest = self._without(side.hand, place)
        return (self if rest is self.supply else self._but(supply=rest))._worth(hand) >= owed

    def _without(self, hand: Counts, place: int) -> tuple[Counts, Counts]:
        """Return a hand and the supply once a card has left the hand; a hidden card leaves the unseen ones too."""
        if hand[place]:
            return _add(hand, place, -1), self.supply
        return _add(hand, _UNKNOWN, -1), _add(self.supply, place, -1)

    def _discards_from(self) -> str:
        """Return what phase five makes this seat discard: one card "drawn", "any" card, or "none" (p. 9)."""
        return self.cards.tuna_discard[min(4, self.sides[self.seat].licences.count("tuna"))]

    # --- After a move -------------------------------------------------------------------------------------------

    def after(self, move: Move) -> Self:
        """Return the state after a legal move."""
        match move:
            case ("draw", str(kind)):
                return self._after_draw(BOAT[kind])
            case ("pay", str(piece)):
                return self._after_payment(piece)
            case ("bid", int(price)):
                auction = self.auction
                bidders = auction.bidders or auction.eligible
                return self._ask(auction._replace(bid=price, leader=self.seat, bidders=bidders))
            case ("pass",):
                auction = self.auction
                bidders = tuple(seat for seat in auction.bidders if seat != self.seat)
                return self._ask(auction._replace(bidders=bidders))
            case ("nominate", str(lot)):
                return self._but(step="open", auction=self.auction._replace(lot=lot))
            case ("decline",):
                return self._next_lot(tuple(seat for seat in self.auction.eligible if seat != self.seat))
            case ("launch", str(kind)):
                return self._after_launch(kind)
            case ("captain", str(boat), str(kind)):
                return self._after_captain(boat, kind)
            case ("process", str(boat)):
                return self._after_process(boat)
            case ("trade",):
                side = self.sides[self.seat]
                cards = side.licences.count("processing")
                sides = self._with_side(side._replace(processed=side.processed - 1))
                return self._but(sides=sides, spent=self.spent + 1)._deal(cards)
            case ("done",):
                return self._after_done()
            case ("discard", str(kind)):
                return self._after_discard(BOAT[kind])
            case ("show", str(name)):
                market = self.market
                market = market._replace(
                    unseen=_add(market.unseen, LICENCE[name], -1),
                    top=market.top - (not market.layer),
                    display=(*market.display, name),
                    layer="",
                )
                return self._but(market=market)._reveal()
            case ("stack", str(layer)):
                premium = layer == "premium"
                market = self.market
                market = market._replace(
                    commons=market.commons - (not premium), premiums=market.premiums - premium, layer=layer
                )
                return self._but(market=market, step="show")
            case ("first", int(seat)):
                return self._but(first=seat, seat=seat)._reveal()
        raise ValueError(f"fleet knows no move {move!r}")

    def _but(self, **changes: Any) -> Self:
        """Return this state with some fields changed: what `dataclasses.replace` does, several times faster."""
        values = list(_values(self))
        for name, value in changes.items():
            values[_FIELDS[name]] = value
        return type(self)(*values)

    def _with_side(self, side: Side, seat: Player | None = None) -> tuple[Side, ...]:
        place = self.seat if seat is None else seat
        return (*self.sides[:place], side, *self.sides[place + 1 :])

    # Phase one: the auction (pp. 4-5).

    def _reveal(self) -> Self:
        """Go on filling the display; when it is full, the auction or the launching begins."""
        if len(self.market.display) < len(self.sides):
            return self._but(step="show" if self.market.top else "stack")
        if self.phase == "setup":
            return self._but(phase="auction")._next_lot(self.order())
        return self._proceed("launch")

    def _next_lot(self, eligible: tuple[Player, ...]) -> Self:
        """Let the first player who may still buy open a lot; when nobody is left, refresh the display."""
        if eligible:
            return self._but(step="nominate", seat=eligible[0], auction=Auction(eligible))
        market, last = self.market, self.last
        if len(market.display) == len(self.sides):  # nobody bought: all shown licences leave the game
            market = market._replace(display=(), gone=market.gone + market.display)
        if market.size < len(self.sides) - len(market.display):
            return self._but(market=market, auction=Auction(), last=True)._proceed("launch")
        return self._but(market=market, auction=Auction(), last=last)._reveal()

    def _ask(self, auction: Auction) -> Self:
        """Ask the next bidder clockwise, or sell to the last one left."""
        if len(auction.bidders) == 1:
            owed = max(0, auction.bid - self.discount(auction.leader))
            won = self._but(step="pay", seat=auction.leader, auction=auction, owed=owed, ceiling=_ANY_VALUE)
            return won if owed else won._bought()
        seat = (self.seat + 1) % len(self.sides)
        while seat not in auction.bidders:
            seat = (seat + 1) % len(self.sides)
        return self._but(step="bid", seat=seat, auction=auction)

    def _bought(self) -> Self:
        """Give the winner the licence; one licence a player and phase."""
        auction, market, side = self.auction, self.market, self.sides[self.seat]
        place = market.display.index(auction.lot)
        sold = self._but(
            sides=self._with_side(side._replace(licences=(*side.licences, auction.lot))),
            market=market._replace(display=market.display[:place] + market.display[place + 1 :]),
            owed=0,
            ceiling=_ANY_VALUE,
            sales=(*self.sales, Sale(self.round, self.seat, auction.lot, auction.bid)),
        )
        return sold._next_lot(tuple(seat for seat in auction.eligible if seat != self.seat))

    def _after_payment(self, piece: str) -> Self:
        """Take one piece; when all is covered the licence is bought or the launch is done. No change is given."""
        side = self.sides[self.seat]
        if piece == "crate":
            paid = side._replace(processed=side.processed - 1)
            supply, discards, spent, value = self.supply, self.discards, self.spent + 1, 1
        else:
            place = BOAT[piece]
            hand, supply = self._without(side.hand, place)
            paid = side._replace(hand=hand)
            discards, spent, value = _add(self.discards, place, 1), self.spent, self.cards.cash[place]
        owed = max(0, self.owed - value)
        then = self._but(
            sides=self._with_side(paid),
            supply=supply,
            discards=discards,
            spent=spent,
            owed=owed,
            ceiling=value if owed else _ANY_VALUE,
        )
        if owed:
            return then
        return then._bought() if self.phase == "auction" else then._launched()

    # Turn order through the phases.

    def _proceed(self, phase: Phase, after: Player | None = None) -> Self:
        """Go to the next seat in turn order that has something to do in a phase, or on to the next phase.

        A seat is skipped only where everybody can see that it has nothing to do. Fishing asks nobody.
        """
        state, players = self, len(self.sides)
        place = 0 if after is None else (after - self.first) % players + 1
        while True:
            for seat in ((state.first + step) % players for step in range(place, players)):
                side = state.sides[seat]
                match phase:
                    case "launch":
                        if any(side.hand) and any(map(BOAT_FOR.__getitem__, side.licences)):
                            return state._but(phase=phase, step="launch", seat=seat, count=0)
                    case "hire":
                        if any(side.hand) and any(not boat.captain for boat in side.boats):
                            return state._but(phase=phase, step="captain", seat=seat, count=0)
                    case "lobster":
                        bonus = state.lobster_bonus(seat)
                        if bonus and state._any_cards():
                            return state._but(phase=phase, seat=seat)._deal(bonus)
                    case "process":
                        if "processing" in side.licences:
                            if any(boat.crates for boat in side.boats):
                                return state._but(phase=phase, step="process", seat=seat, used=0)
                            if side.processed:
                                return state._but(phase=phase, step="trade", seat=seat, used=0)
                    case "draw":
                        if state._any_cards():
                            due = state.cards.tuna_draw[min(4, side.licences.count("tuna"))]
                            return state._but(phase=phase, seat=seat)._deal(due)
            place = 0
            match phase:
                case "launch":
                    phase = "hire"
                case "hire":
                    phase = "lobster"
                case "lobster":
                    state, phase = state._fish(), "process"
                case "process":
                    phase = "draw"
                case _:
                    return state._end_round()

    def _end_round(self) -> Self:
        """End the game after its last round, or hand on the start player marker (p. 6)."""
        if self.last:
            return self._but(phase="over", step="over", seat=self.first)
        first = (self.first + 1) % len(self.sides)
        begin = self._but(phase="auction", round=self.round + 1, first=first)
        return begin._next_lot(begin.order())

    def _any_cards(self) -> bool:
        return any(self.discards) or self.supply_size > 0

    def _deal(self, due: int) -> Self:
        """Let chance deal cards to the seat; when the supply is empty, the discards become the supply (p. 3)."""
        if not due:
            return self._dealt(short=False)
        if self.supply_size:
            return self._but(step="draw", due=due)
        if not any(self.discards):
            return self._dealt(short=True)
        supply = tuple(map(sum, zip(self.supply, self.discards, strict=True)))
        return self._but(step="draw", due=due, supply=supply, discards=_NO_CARDS)

    def _after_draw(self, place: int) -> Self:
        due, supply = self.due - 1, _add(self.supply, place, -1)
        sides, drawn = self.sides, self.drawn
        if self.phase == "draw" and self._discards_from() == "drawn":
            drawn = _add(drawn, place, 1)
        else:
            side = sides[self.seat]
            sides = self._with_side(side._replace(hand=_add(side.hand, place, 1)))
        then = self._but(supply=supply, sides=sides, drawn=drawn, due=due)
        return then if due and then.supply_size else then._deal(due)

    def _dealt(self, short: bool) -> Self:
        """Go on when a seat has its cards; after a short draw in phase five nothing is discarded."""
        if self.phase != "draw":
            return self._but(due=0)._proceed(self.phase, self.seat)
        if not short and self._discards_from() != "none":
            return self._but(step="discard", due=0)
        return self._but(due=0)._keep_drawn()

    def _keep_drawn(self) -> Self:
        side = self.sides[self.seat]
        hand = tuple(map(sum, zip(side.hand, self.drawn, strict=True)))
        return self._but(sides=self._with_side(side._replace(hand=hand)), drawn=_NO_HAND)._proceed("draw", self.seat)

    def _after_discard(self, place: int) -> Self:
        discards = _add(self.discards, place, 1)
        if self._discards_from() == "drawn":
            drawn, supply = self._without(self.drawn, place)
            return self._but(drawn=drawn, supply=supply, discards=discards)._keep_drawn()
        side = self.sides[self.seat]
        hand, supply = self._without(side.hand, place)
        sides = self._with_side(side._replace(hand=hand))
        return self._but(sides=sides, supply=supply, discards=discards)._keep_drawn()

    # Phase two: launching and hiring (p. 5).

    def _after_launch(self, kind: str) -> Self:
        """Put the boat on the table, then ask for its cost; the boat cannot pay for itself."""
        side = self.sides[self.seat]
        hand, supply = self._without(side.hand, BOAT[kind])
        number = sum(boat.kind == kind for boat in side.boats) + 1
        boats = (*side.boats, Boat(f"{kind}-{number}", kind))
        owed = self.launch_cost(self.seat, kind)
        then = self._but(
            sides=self._with_side(side._replace(hand=hand, boats=boats)),
            supply=supply,
            step="pay",
            owed=owed,
            ceiling=_ANY_VALUE,
        )
        return then if owed else then._launched()

    def _launched(self) -> Self:
        count = self.count + 1
        if count < self.launches(self.seat) and any(self.sides[self.seat].hand):
            return self._but(step="launch", count=count)
        return self._but(count=count)._end_launch()

    def _end_launch(self) -> Self:
        """Deal the Cod bonus once if any boat was launched, before anyone hires (p. 8)."""
        cod = self.sides[self.seat].licences.count("cod")
        return self._deal(cod if self.count else 0)

    def _after_captain(self, name: str, kind: str) -> Self:
        """Put a card face down on a boat without a captain."""
        side = self.sides[self.seat]
        hand, supply = self._without(side.hand, BOAT[kind])
        boats = tuple(boat._replace(captain=kind) if boat.name == name else boat for boat in side.boats)
        then = self._but(
            sides=self._with_side(side._replace(hand=hand, boats=boats)), supply=supply, count=self.count + 1
        )
        more = then.count < self.hires(self.seat) and any(hand) and any(not boat.captain for boat in boats)
        return then if more else then._proceed("hire", self.seat)

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

    # Phase three: fishing (p. 6).

    def _fish(self) -> Self:
        """Load one crate on every captained boat that has room; crates beyond the supply are credited."""
        sides, caught, room = [], 0, self.cards.capacity
        for side in self.sides:
            boats = side.boats
            if any(boat.captain and boat.crates < room for boat in boats):
                boats = tuple(
                    boat._replace(crates=boat.crates + 1) if boat.captain and boat.crates < room else boat
                    for boat in boats
                )
                caught += sum(boat.crates for boat in boats) - sum(boat.crates for boat in side.boats)
                side = side._replace(boats=boats)
            sides.append(side)
        taken = min(caught, self.crates)
        left = self.crates - taken
        return self._but(
            sides=tuple(sides),
            crates=left,
            credited=self.credited + caught - taken,
            last=self.last or not left,
        )

    # Phase four: processing and trading (p. 6).

    def _after_process(self, name: str) -> Self:
        """Move one crate from a boat to the Processing Vessel licence, at most one a boat and round."""
        side = self.sides[self.seat]
        place = next(place for place, boat in enumerate(side.boats) if boat.name == name)
        boat = side.boats[place]
        boats = (*side.boats[:place], boat._replace(crates=boat.crates - 1), *side.boats[place + 1 :])
        used = self.used | 1 << place
        more = any(boat.crates and not used >> number & 1 for number, boat in enumerate(boats))
        sides = self._with_side(side._replace(boats=boats, processed=side.processed + 1))
        return self._but(sides=sides, used=used, step="process" if more else "trade")

    def _after_done(self) -> Self:
        match self.step:
            case "launch":
                return self._end_launch()
            case "captain":
                return self._proceed("hire", self.seat)
            case "process" if self.sides[self.seat].processed:
                return self._but(step="trade")
        return self._proceed("process", self.seat)

    # --- Points (p. 7) ------------------------------------------------------------------------------------------

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

    def scores(self) -> tuple[int, ...]:
        """Return every seat's points as if the game ended now; nothing in them is secret."""
        return tuple(sum(self.points(seat).values()) for seat in range(len(self.sides)))

    def winners(self) -> tuple[Player, ...]:
        """Return who leads: most points, then most boats, then most crates on boats, else shared (p. 7)."""
        ranks = [
            (score, len(self.sides[seat].boats), self.crates_on_boats(seat)) for seat, score in enumerate(self.scores())
        ]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    def tally(self) -> Mapping[str, int]:
        """Return what is conserved: every kind of boat card and of licence, and the crates without those credited."""
        boats = Counter(dict(zip(BOATS, map(sum, zip(self.supply, self.discards, strict=True)), strict=True)))
        owned = Counter((*self.market.display, *self.market.gone))
        crates = self.crates + self.spent - self.credited
        for side in self.sides:
            boats.update(dict(zip(BOATS, side.hand, strict=False)))
            boats.update(boat.kind for boat in side.boats)
            boats.update(boat.captain for boat in side.boats if boat.captain in BOAT)
            owned.update(side.licences)
            crates += side.processed + sum(boat.crates for boat in side.boats)
        boats.update(dict(zip(BOATS, self.drawn, strict=False)))
        owned.update(dict(zip(LICENCES, self.market.unseen, strict=True)))
        totals = {f"{kind} cards": boats[kind] for kind in BOATS}
        totals.update({f"{name} licences": owned[name] for name in LICENCES})
        totals["crates"] = crates
        return totals

    # --- Views --------------------------------------------------------------------------------------------------

    def view(self, player: Player) -> Self:
        """Return what a player sees: other hands and captains are hidden, and all unseen cards are one pool."""
        pool, sides, drawn = list(self.supply), [], self.drawn
        for seat, side in enumerate(self.sides):
            if seat != player:
                for place in range(_UNKNOWN):
                    pool[place] += side.hand[place]
                boats = side.boats
                for boat in boats:
                    if boat.captain in BOAT:
                        pool[BOAT[boat.captain]] += 1
                boats = tuple(boat._replace(captain=HIDDEN) if boat.captain else boat for boat in boats)
                side = side._replace(hand=(*_NO_CARDS, sum(side.hand)), boats=boats)
            sides.append(side)
        if self.seat != player and any(drawn):
            for place in range(_UNKNOWN):
                pool[place] += drawn[place]
            drawn = (*_NO_CARDS, sum(drawn))
        return self._but(supply=tuple(pool), sides=tuple(sides), drawn=drawn)

    def guess(self, rng: Random) -> Self:
        """Deal the unseen cards at random: a full state that fits this view.

        A player who leads the bidding, opens it, or is in the middle of a payment gets a hand that can pay.
        """
        pool = [place for place, count in enumerate(self.supply) for _ in range(count)]
        rng.shuffle(pool)
        sides = list(self.sides)
        payer, need, ceiling = self._must_pay()
        if payer >= 0 and sides[payer].hand[_UNKNOWN]:
            side = sides[payer]
            sides[payer] = side._replace(hand=self._solvent_hand(side.hand, pool, need, ceiling, rng))
        for seat, side in enumerate(sides):
            hand = side.hand
            if hand[_UNKNOWN]:
                hand = _filled(hand, pool)
            boats = side.boats
            if any(boat.captain == HIDDEN for boat in boats):
                boats = tuple(
                    boat._replace(captain=BOATS[pool.pop()]) if boat.captain == HIDDEN else boat for boat in boats
                )
            sides[seat] = side._replace(hand=hand, boats=boats)
        drawn = _filled(self.drawn, pool) if self.drawn[_UNKNOWN] else self.drawn
        supply = tuple(map(pool.count, range(_UNKNOWN)))
        return self._but(sides=tuple(sides), drawn=drawn, supply=supply)

    def _must_pay(self) -> tuple[Player, int, int]:
        """Return who is known to hold enough cash, how much their hand must cover, and up to what value of card."""
        match self.step:
            case "open":
                return self.seat, self._cash_for(self.seat, self.minimum(self.auction.lot)), _ANY_VALUE
            case "bid":
                return self.auction.leader, self._cash_for(self.auction.leader, self.auction.bid), _ANY_VALUE
            case "pay":
                return self.seat, self.owed - self.sides[self.seat].processed, self.ceiling
        return -1, 0, 0

    def _cash_for(self, seat: Player, price: int) -> int:
        return price - self.discount(seat) - self.sides[seat].processed

    def _solvent_hand(self, hand: Counts, pool: list[int], need: int, ceiling: int, rng: Random) -> Counts:
        """Fill a hand from the shuffled pool so that its cards up to a value are worth enough.

        Hands that cannot pay are thrown back, which keeps the odds right. Where hardly any hand can pay, poor cards
        are exchanged for better ones; the true hand shows that there are enough of them.
        """
        known, size = (*hand[:_UNKNOWN], 0), hand[_UNKNOWN]
        value = [cash if cash <= ceiling else 0 for cash in self.cards.cash]
        short = need - self._worth(known, ceiling)
        for _ in range(60):
            if sum(value[place] for place in pool[-size:]) >= short:
                break
            for place in range(len(pool) - 1, len(pool) - size - 1, -1):  # a fresh hand, without a full shuffle
                other = rng.randrange(place + 1)
                pool[place], pool[other] = pool[other], pool[place]
        own, rest = pool[-size:], pool[:-size]
        while sum(value[place] for place in own) < short:
            poor = min(range(size), key=lambda place: value[own[place]])
            better = [place for place, card in enumerate(rest) if value[card] > value[own[poor]]]
            if not better:
                break
            place = rng.choice(better)
            own[poor], rest[place] = rest[place], own[poor]
        pool[:] = rest + own
        return _filled(hand, pool)

    # --- What people read ---------------------------------------------------------------------------------------

    def _boat_title(self, kind: str) -> str:
        return self.cards.boat_titles[BOAT[kind]]

    def _licence_title(self, name: str) -> str:
        return self.cards.licence_titles[LICENCE[name]]

    def _name_of_boat(self, name: str) -> str:
        kind, _, number = name.rpartition("-")
        return f"{self._boat_title(kind)} boat {number}"

    def title_of(self, card: str, licence: bool = False) -> str:
        """Return a card's name as people write it."""
        if card == "crate":
            return "processed crate"
        if licence or card not in BOAT:
            return self._licence_title(card)
        return self._boat_title(card)

    def about(self, card: str, licence: bool = False) -> str:
        """Return a card's rule in plain words; `licence` tells the Shrimp licence from the Shrimp boat."""
        if licence or card not in BOAT:
            return about_licence(self.cards, card)
        return about_boat(self.cards, card)

    def prompt(self) -> str:
        """Return one line that says who does what now; it holds nothing secret."""
        seat, auction = self.seat_name(self.seat), self.auction
        match self.step:
            case "first":
                return "Draw the start player"
            case "stack":
                return "Turn up a licence: is it a common or a premium one?"
            case "show":
                return f"Turn up a {self.market.layer or 'common'} licence"
            case "nominate":
                return f"{seat}: put a licence up for auction, or decline to buy in this round"
            case "open":
                lot = auction.lot
                return f"{seat}: open the bidding for {self._licence_title(lot)} at {self.minimum(lot)} or more"
            case "bid":
                leader = self.seat_name(auction.leader)
                lot = self._licence_title(auction.lot)
                return f"{leader} leads with {auction.bid} for {lot}. {seat}: raise or pass"
            case "pay":
                return f"{seat}: pay {self.owed} for {self._bill()}"
            case "launch":
                again = "another boat" if self.count else "a boat"
                return f"{seat}: launch {again}, or be done"
            case "captain":
                again = "a second captain" if self.count else "a captain"
                return f"{seat}: hire {again}, or be done"
            case "process":
                return f"{seat}: move crates to your Processing Vessel licence, or be done"
            case "trade":
                cards = many(self.licences(self.seat, "processing"), "card")
                return f"{seat}: trade one processed crate for {cards}, or be done"
            case "draw":
                return f"{seat} draws {many(self.due, 'card')}{self._why_drawing()}"
            case "discard":
                which = "one of the cards just drawn" if self._discards_from() == "drawn" else "any one card"
                return f"{seat}: discard {which}"
        names = [self.seat_name(winner) for winner in self.winners()]
        best = max(self.scores())
        if len(names) == 1:
            return f"The game is over: {names[0]} wins with {best} points"
        return f"The game is over: {' and '.join(names)} share the win with {best} points"

    def _bill(self) -> str:
        if self.phase == "auction":
            return f"the {self._licence_title(self.auction.lot)} licence"
        return f"the {self._boat_title(self.sides[self.seat].boats[-1].kind)} boat"

    def _why_drawing(self) -> str:
        return {"launch": " for Cod licences", "lobster": " for captains", "process": " for a crate"}.get(
            self.phase, ""
        )

    def rule(self) -> str:
        """Return the rule in force now, in one or two plain sentences."""
        match self.step:
            case "first":
                return "Chance decides who starts. Then the start player changes clockwise every round."
            case "stack" | "show":
                return (
                    "There are always as many licences on show as players. If the pile is too small for that, this "
                    "round is the last."
                )
            case "nominate":
                return (
                    "Everyone may buy one licence a round. Whoever puts one up must open the bidding; whoever declines "
                    "buys nothing in this round."
                )
            case "open" | "bid":
                return (
                    "Bids rise. Who passes is out for this licence only. Nobody may bid more than their cards, "
                    "processed crates and Shrimp discount can pay."
                )
            case "pay":
                return (
                    "Pay with cards and processed crates, the most valuable piece first. No change is given, and no "
                    "piece may be superfluous."
                )
            case "launch":
                return (
                    "A boat needs a licence of its kind and its launch cost, paid with other cards or processed "
                    "crates. One boat a round, two with a Cod licence."
                )
            case "captain":
                return (
                    "Any card may lie face down as captain on a boat without one. One captain a round, two with a "
                    "Lobster licence. Only captained boats fish."
                )
            case "process":
                return "Each boat may give one crate a round. A processed crate pays 1 in cash but scores nothing."
            case "trade":
                return "One processed crate a round may be traded for one card for each Processing Vessel licence."
            case "discard":
                return "Draw two cards and discard one of them. Tuna licences give better draws."
            case "draw":
                return "Cards come from the face-down supply. When it is empty, the discards are shuffled."
        return (
            "Licences, boats, crates on boats and King Crab bonuses score. Ties: more boats, then more crates on boats."
        )

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a move does and what follows; `None` sees all cards, a seat its draws and captains."""
        return ". ".join((self._say(move, viewer), *self._follows(move)))

    def _follows(self, move: Move) -> list[str]:
        """Return what happens by itself after a move: a sale that costs nothing, fishing, the end of a round."""
        match move:  # which card it was changes nothing of what follows, and may be hidden
            case ("draw", _):
                move = next(one for one, count in zip(_DRAWS, self.supply, strict=True) if count)
            case ("captain", boat, _):
                hand = self.sides[self.seat].hand
                move = ("captain", boat, next(kind for kind in BOATS if self._holds(hand, BOAT[kind])))
        then, said = self.after(move), []
        if len(then.sales) > len(self.sales) and move[0] != "pay":
            sale = then.sales[-1]
            said.append(f"{self.seat_name(sale.seat)} gets it for {sale.price}, all of it paid by the discount")
        if len(then.market.gone) > len(self.market.gone):
            said.append("Nobody bought a licence, so those on show leave the game")
        if then.last and not self.last and then.crates:
            said.append("The pile is too small to fill the auction: this round is the last")
        if caught := self.caught(then):
            catches = (f"{self.seat_name(seat)} {many(count, 'crate')}" for seat, count in caught.items())
            said.append(f"The boats fish: {', '.join(catches)}")
            if then.last and not then.crates:
                said.append("The supply of crates is empty: this round is the last")
        if then.round > self.round:
            said.append(f"Round {then.round} begins")
        return said

    def caught(self, then: Self) -> dict[Player, int]:
        """Return the crates that each seat fished between this moment and the one right after a move."""
        seats = range(len(self.sides))
        gains = {seat: then.crates_on_boats(seat) - self.crates_on_boats(seat) for seat in seats}
        return {seat: gain for seat, gain in gains.items() if gain > 0}

    def _say(self, move: Move, viewer: Player | None) -> str:
        """Return in words what a move does."""
        who, open_to = self.seat_name(self.seat), viewer is None or viewer == self.seat
        match move:
            case ("first", int(seat)):
                return f"{self.seat_name(seat)} is the start player"
            case ("stack", str(layer)):
                return f"The next licence is a {layer} one"
            case ("show", str(name)):
                return f"A {self._licence_title(name)} licence is turned up"
            case ("nominate", str(lot)):
                return f"{who} puts the {self._licence_title(lot)} licence up for auction"
            case ("bid", int(price)):
                return f"{who} bids {price} for {self._licence_title(self.auction.lot)}"
            case ("pass",):
                return f"{who} passes on {self._licence_title(self.auction.lot)}"
            case ("decline",):
                return f"{who} declines to buy a licence in this round"
            case ("pay", str(piece)):
                value = 1 if piece == "crate" else self.cards.cash[BOAT[piece]]
                what = "a processed crate" if piece == "crate" else f"a {self._boat_title(piece)} card"
                end = f" and has paid for {self._bill()}" if value >= self.owed else ""
                return f"{who} pays {what} ({value}){end}"
            case ("launch", str(kind)):
                free = "" if self.launch_cost(self.seat, kind) else " for free"
                return f"{who} launches a {self._boat_title(kind)} boat{free}"
            case ("captain", str(boat), str(kind)):
                card = f" with a {self._boat_title(kind)} card" if open_to and kind in BOAT else ""
                return f"{who} hires a captain for {self._name_of_boat(boat)}{card}"
            case ("process", str(boat)):
                return f"{who} processes a crate from {self._name_of_boat(boat)}"
            case ("trade",):
                return f"{who} trades a processed crate for {many(self.licences(self.seat, 'processing'), 'card')}"
            case ("draw", str(kind)):
                return f"{who} draws {f'a {self._boat_title(kind)} card' if open_to and kind in BOAT else 'a card'}"
            case ("discard", str(kind)):
                return f"{who} discards a {self._boat_title(kind)} card"
            case ("done",):
                some = self.used if self.step == "process" else self.count
                more, plural = ("more ", "s") if some else ("", "")
                ends = {
                    "launch": f"launches no {more}boat{plural}",
                    "captain": f"hires no {more}captain{plural}",
                    "process": f"processes no {more}crate{plural}",
                    "trade": "trades no crate",
                }
                return f"{who} {ends.get(self.step, 'is done')}"
        return self.notation(move)

    # --- Why not ------------------------------------------------------------------------------------------------

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move, "" if none does; it never raises, whatever the move is."""
        if not isinstance(move, tuple) or not move or not all(type(part) in (str, int) for part in move):
            return Reason("A move is a word and what it is about, such as nominate tuna or bid 6.", title="Not a move")
        if move in self.moves():
            return ""
        if self.step == "over":
            return Reason("The game is over: no more moves can be made.", title="The game is over", rule="Game end")
        word = move[0]
        shape = _SHAPES.get(word) if isinstance(word, str) else None
        if shape is None:
            return Reason(f"“{word}” is not a move of Fleet. {self._may()}", title="Not a move of Fleet")
        if tuple(map(type, move[1:])) != shape.types:
            return Reason(
                f"“{self.notation(move)}” is not complete: write {shape.example}.", title="Not a move of Fleet"
            )
        if self.step not in shape.steps:
            return Reason(f"{shape.when} {self._may()}", title="Not now", rule=shape.rule)
        return self._why_not_here(move, shape.rule)

    def _may(self) -> str:
        return f"Now: {self.prompt()}."

    def _why_not_here(self, move: Move, rule: str) -> Reason:
        """Return why a move of the right kind is wrong in its particulars."""
        side = self.sides[self.seat]
        match move:
            case ("nominate", str(lot)):
                return self._why_not_nominate(lot, rule)
            case ("bid", int(price)):
                return self._why_not_bid(price, rule)
            case ("pass",) if self.step == "open":
                lot = self._licence_title(self.auction.lot)
                return Reason(
                    f"You put {lot} up for auction, so you must open with {self.minimum(self.auction.lot)} or more.",
                    title="No pass now", rule=rule, where=(f"lot-{self.auction.lot}",),
                )  # fmt: skip
            case ("pay", str(piece)):
                return self._why_not_pay(piece, rule)
            case ("launch", str(kind)):
                return self.why_not_launch(kind)
            case ("captain", str(name), str(kind)):
                boat = next((boat for boat in side.boats if boat.name == name), None)
                if boat is None:
                    return Reason(f"You have no boat “{name}”. {self._own_boats()}", title="No such boat", rule=rule)
                if boat.captain:
                    text = f"{self._name_of_boat(name)} has a captain already: a boat has one captain at most."
                    return Reason(text, title="One captain a boat", rule=rule, where=(f"boat-{name}",))
                return self._not_held(kind, rule)
            case ("process", str(name)):
                return self._why_not_process(name, rule)
            case ("discard", str(kind)):
                if kind in BOAT and self._discards_from() == "drawn" and self._holds(side.hand, BOAT[kind]):
                    text = "You must discard one of the two cards just drawn, not one that you held before."
                    return Reason(text, title="Not that card", rule=rule, where=(f"hand-{kind}",))
                return self._not_held(kind, rule)
            case ("show", str(name)):
                if name in LICENCE:
                    layer = self.market.layer or "common"
                    text = f"{self._licence_title(name)} cannot come now: next is a {layer} licence not yet seen."
                    return Reason(text, title="Not in the pile", rule=rule)
                return Reason(
                    f"“{name}” is no licence: there are {', '.join(LICENCES)}.", title="No such licence", rule=rule
                )
            case ("stack", str(layer)):
                if layer in ("common", "premium"):
                    text = f"No {layer} licence is left in the pile."
                else:
                    text = f"“{layer}” is no kind of licence here: write common or premium."
                return Reason(text, title="Not in the pile", rule=rule)
            case ("first", int(seat)):
                text = f"There is no seat {seat}: seats go from 0 to {len(self.sides) - 1}."
                return Reason(text, title="No such seat", rule=rule)
            case ("draw", str(kind)):
                if kind in BOAT:
                    text = f"No {self._boat_title(kind)} card is left in the supply."
                else:
                    text = f"“{kind}” is no boat card: there are {', '.join(BOATS)}."
                return Reason(text, title="Not in the supply", rule=rule)
        return Reason(f"“{self.notation(move)}” is not among the moves allowed now. {self._may()}", rule=rule)

    def _own_boats(self) -> str:
        names = ", ".join(boat.name for boat in self.sides[self.seat].boats)
        return f"Your boats: {names or 'none yet'}."

    def _means(self) -> str:
        side = self.sides[self.seat]
        discount = self.discount(self.seat)
        return f"cards {self._worth(side.hand)}, processed crates {side.processed}, Shrimp discount {discount}"

    def _not_held(self, kind: str, rule: str) -> Reason:
        if kind not in BOAT:
            return Reason(f"“{kind}” is no boat card: there are {', '.join(BOATS)}.", title="No such card", rule=rule)
        text = f"You hold no {self._boat_title(kind)} card."
        if self.step == "pay":
            text = f"You hold no {self._boat_title(kind)} card any more: a card pays once."
        return Reason(text, title="Not in your hand", rule=rule, where=(f"hand-{kind}",))

    def _why_not_nominate(self, lot: str, rule: str) -> Reason:
        shown = ", ".join(dict.fromkeys(self.market.display))
        if lot not in LICENCE:
            return Reason(f"“{lot}” is no licence: on show are {shown}.", title="No such licence", rule=rule)
        if lot not in self.market.display:
            text = f"No {self._licence_title(lot)} licence is on show: choose from {shown}."
            return Reason(text, title="Not on show", rule=rule)
        text = (
            f"{self._licence_title(lot)} opens at {self.minimum(lot)}, and you can pay at most "
            f"{self.limit(self.seat)} ({self._means()})."
        )
        return Reason(text, title="Beyond your means", rule=rule, where=(f"lot-{lot}",))

    def _why_not_bid(self, price: int, rule: str) -> Reason:
        lot, auction = self.auction.lot, self.auction
        where = (f"lot-{lot}",)
        if self.step == "open" and price < self.minimum(lot):
            text = f"{self._licence_title(lot)} opens at {self.minimum(lot)}: bid that or more."
            return Reason(text, title="Below the minimum", rule=rule, where=where)
        if self.step == "bid" and price <= auction.bid:
            text = f"The bid stands at {auction.bid}: bid {auction.bid + 1} or more, or pass."
            return Reason(text, title="Bids must rise", rule=rule, where=where)
        text = f"You can pay at most {self.limit(self.seat)} ({self._means()}): nobody may bid more than they can pay."
        return Reason(text, title="Beyond your means", rule=rule, where=where)

    def _why_not_pay(self, piece: str, rule: str) -> Reason:
        side = self.sides[self.seat]
        if piece == "crate":
            value, held = 1, side.processed > 0
            if not held:
                text = "You have no processed crate left: crates on boats do not pay."
                return Reason(text, title="No crate to pay with", rule=rule)
        elif piece in BOAT and self._holds(side.hand, BOAT[piece]):
            value = self.cards.cash[BOAT[piece]]
        elif self.phase == "launch" and piece == side.boats[-1].kind:
            text = f"The {self._boat_title(piece)} boat being launched cannot pay for itself, and you hold no other."
            return Reason(text, title="Not in your hand", rule=rule, where=(f"hand-{piece}",))
        else:
            return self._not_held(piece, rule)
        where = () if piece == "crate" else (f"hand-{piece}",)
        if value > self.ceiling:
            text = (
                f"Pay the most valuable pieces first: after a piece worth {self.ceiling} none worth {value} may "
                "follow, so that nothing paid is superfluous."
            )
            return Reason(text, title="Falling order", rule=rule, where=where)
        text = (
            f"You still owe {self.owed}, and your pieces worth {value} or less do not cover that: a more valuable card "
            "must go first."
        )
        return Reason(text, title="Too little left", rule=rule, where=where)

    def why_not_launch(self, kind: str) -> Reason:
        """Return why the seat whose turn it is cannot launch a kind of boat, an empty reason if it can."""
        rule, side = "Launch boats", self.sides[self.seat]
        if kind not in BOAT:
            return Reason(f"“{kind}” is no boat: there are {', '.join(BOATS)}.", title="No such boat", rule=rule)
        title, where = self._boat_title(kind), (f"hand-{kind}",)
        if not any(BOAT_FOR[licence] == kind for licence in side.licences):
            text = f"A {title} boat needs a {title} licence, and you have none."
            return Reason(text, title=f"No {title} licence", rule=rule, where=where)
        if not self._holds(side.hand, BOAT[kind]):
            return Reason(f"You hold no {title} card.", title="Not in your hand", rule=rule, where=where)
        if self._can_launch(kind):
            return Reason("", title="", rule=rule)
        text = (
            f"Launching {title} costs {self.launch_cost(self.seat, kind)} after the discount. Your other cards and "
            f"processed crates do not cover that, and the boat cannot pay for itself."
        )
        return Reason(text, title="Beyond your means", rule=rule, where=where)

    def _why_not_process(self, name: str, rule: str) -> Reason:
        boats = self.sides[self.seat].boats
        boat = next((boat for boat in boats if boat.name == name), None)
        if boat is None:
            return Reason(f"You have no boat “{name}”. {self._own_boats()}", title="No such boat", rule=rule)
        if self.used >> boats.index(boat) & 1:
            text = f"{self._name_of_boat(name)} has given a crate already: one crate a boat and round."
        else:
            text = f"{self._name_of_boat(name)} carries no crate."
        return Reason(text, title="No crate from there", rule=rule, where=(f"boat-{name}",))


_FIELDS: Final = {each.name: place for place, each in enumerate(fields(Fleet))}
_values: Final = attrgetter(*_FIELDS)


def _filled(hand: Counts, pool: list[int]) -> Counts:
    """Return a hand whose hidden cards are taken from the end of the pool."""
    counts = list(hand)
    for _ in range(counts[_UNKNOWN]):
        counts[pool.pop()] += 1
    counts[_UNKNOWN] = 0
    return tuple(counts)


class _Shape(NamedTuple):
    """How a move is written, in which steps it belongs, and what to say elsewhere."""

    types: tuple[type, ...]
    steps: tuple[str, ...]
    example: str
    when: str
    rule: str


_AUCTION: Final = "Phase 1, auction"
_REFRESH: Final = "Refreshing the auction"
_SHAPES: Final = {
    "nominate": _Shape(
        (str,), ("nominate",), "nominate tuna", "A licence is put up only at the start of a lot.", _AUCTION
    ),
    "decline": _Shape((), ("nominate",), "decline", "One declines only instead of putting up a licence.", _AUCTION),
    "bid": _Shape((int,), ("open", "bid"), "bid 6", "Bids are made only while a licence is up.", _AUCTION),
    "pass": _Shape((), ("open", "bid"), "pass", "One passes only when asked for a bid.", _AUCTION),
    "pay": _Shape(
        (str,), ("pay",), "pay tuna or pay crate", "There is nothing to pay now.", "Payment, no change is given"
    ),
    "launch": _Shape(
        (str,), ("launch",), "launch cod", "Boats are launched in phase two, one by one.", "Phase 2, launch boats"
    ),
    "captain": _Shape(
        (str, str),
        ("captain",),
        "captain cod-1 shrimp",
        "Captains are hired in phase two, after all launches.",
        "Phase 2, hire captains",
    ),
    "process": _Shape(
        (str,), ("process",), "process cod-1", "Crates are processed after fishing.", "Phase 4, processing"
    ),
    "trade": _Shape((), ("trade",), "trade", "Trading comes once, after processing.", "Phase 4, trading"),
    "done": _Shape(
        (),
        ("launch", "captain", "process", "trade"),
        "done",
        "“Done” ends launching, hiring, processing or trading.",
        "Phases 2 and 4",
    ),
    "discard": _Shape((str,), ("discard",), "discard cod", "A card is discarded only after drawing.", "Phase 5, draw"),
    "draw": _Shape((str,), ("draw",), "draw cod", "No card is drawn now.", "Drawing"),
    "first": _Shape((int,), ("first",), "first 0", "The start player is drawn once, before the game.", "Setup"),
    "show": _Shape((str,), ("show",), "show tuna", "No licence is turned up now.", _REFRESH),
    "stack": _Shape((str,), ("stack",), "stack common", "No licence of the lower pile is turned up now.", _REFRESH),
}
