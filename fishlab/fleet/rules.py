"""Fleet: an auction for the right to fish, boats and captains, and crates that never regrow.

Two to four players buy licences, launch boats that match them, hire captains, and fish from one supply of crates.
Boat cards are everything at once: boats, cash and captains. Hands, face-down captains and the decks are hidden.

This file reads top to bottom: start, moves, what comes of them phase by phase, scores, and what each player sees.
`pieces` is what lies on the table, `counts` how hands are counted, `deck` the printed cards. Page numbers in comments
are those of the rulebook.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import add as plus
from random import Random
from typing import Any, ClassVar, Final, Self

from fishlab.core import CHANCE, HIDDEN, OVER, Move, Option, Player, State
from fishlab.fleet.counts import (
    ANY_VALUE,
    NO_CARDS,
    NO_HAND,
    UNKNOWN,
    add,
    filled,
    holds,
    solvent,
    total,
    without,
    worth,
)
from fishlab.fleet.deck import BOAT, BOATS, CARDS, COMMON, LICENCE, LICENCES, Cards, Counts, cards_from, cards_option
from fishlab.fleet.pieces import Auction, Boat, Market, Phase, Sale, Side, Step, covered
from fishlab.messages import mark, refusal

_DRAWS: Final = tuple(("draw", kind) for kind in BOATS)
_PAYS: Final = tuple(("pay", kind) for kind in BOATS)
_SHOWS: Final = tuple(("show", name) for name in LICENCES)
_BIDS: Final = tuple(("bid", price) for price in range(400))
_CRATE: Final = ("pay", "crate")
_DONE: Final = ("done",)
_PASS: Final = ("pass",)
_DECLINE: Final = ("decline",)
_NO_AUCTION: Final = Auction()


@dataclass(frozen=True)
class Fleet(State):
    """A moment of Fleet.

    `phase` is where the round stands, `step` is what is asked now. `supply` counts the face-down boat cards; in a
    view it counts every card that the viewer cannot see, and `supply_size` is still right.
    """

    name: ClassVar[str] = "fleet"
    title: ClassVar[str] = mark("Fleet")
    tag: ClassVar[str] = "FL"
    counts: ClassVar[str] = "round"
    parts: ClassVar[str] = "phase"
    files: ClassVar[tuple[str, ...]] = ("cards",)
    seats: ClassVar[range] = range(2, 5)
    hides: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = (
        Option("advanced", False, mark("Licences"), choices=(False, True),
               words=(mark("common first, premium later"), mark("all shuffled together (advanced)")),
               help=mark("The advanced game has premium licences from the first round on.")),
        Option("first", None, mark("Who starts"), choices=(None, 0, 1, 2, 3), seat=True,
               help=mark("The first player begins the first auction.")),
        Option("cards", None, mark("Figures on the cards")),
    )  # fmt: skip

    sides: tuple[Side, ...]
    supply: Counts
    crates: int
    market: Market
    cards: Cards = field(repr=False)
    phase: Phase = "setup"
    step: Step = "first"
    round: int = 1
    first: Player = 0
    seat: Player = 0
    discards: Counts = NO_CARDS
    spent: int = 0
    credited: int = 0
    auction: Auction = _NO_AUCTION
    due: int = 0
    """Cards that chance still has to deal to this seat."""
    drawn: Counts = NO_HAND
    """Cards just drawn in phase five, while one of them must be discarded."""
    owed: int = 0
    ceiling: int = ANY_VALUE
    """The highest value of the next piece of a payment: pieces are paid in falling order."""
    count: int = 0
    """Boats launched or captains hired in this seat's turn."""
    used: int = 0
    """Bit by bit, the boats that gave a crate for processing in this seat's turn."""
    last: bool = False
    """Whether this round is the last one."""
    sales: tuple[Sale, ...] = ()

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
            wrong = mark("fleet: first={first} is not possible with {players} players: choose 0 to {last}")
            raise refusal(wrong, first=first, players=players, last=players - 1)
        cards = CARDS if own is None else cards_from(json.dumps(cards_option(own), sort_keys=True))
        aside = cards.aside[players - 2]
        top = aside - cards.remove_common[players - 2]
        commons = sum(cards.licence_counts[: len(COMMON)]) - aside
        premiums = sum(cards.licence_counts[len(COMMON) :]) - cards.remove_premium[players - 2]
        if options.get("advanced", False):
            # Premium licences are shuffled back until the first display is all common (p. 4): so it is common cards.
            top, commons = players, commons + top - players
        begin = cls(
            sides=(Side(hand=(1,) * len(BOATS) + (0,)),) * players,
            supply=tuple(count - players for count in cards.boat_counts),
            crates=cards.crates * players,
            market=Market(cards.licence_counts, top, commons, premiums),
            cards=cards,
        )
        return begin if first is None else begin.after(("first", first))

    @classmethod
    def canonical(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as plain JSON data: a card file becomes its content."""
        plain = dict(options)
        if plain.get("cards") is not None:
            plain["cards"] = cards_option(plain["cards"])
        return super().canonical(plain)

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.sides)

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
                return [_PASS, *_bids(self.auction.bid + 1, self.limit(self.seat))]
            case "open":
                return _bids(self.minimum(self.auction.lot), self.limit(self.seat))
            case "nominate":
                limit = self.limit(self.seat)
                lots = [lot for lot in dict.fromkeys(self.market.display) if self.minimum(lot) <= limit]
                return [*(("nominate", lot) for lot in lots), _DECLINE]
            case "launch":
                return [*(("launch", kind) for kind in BOATS if self.can_launch(kind)), _DONE]
            case "captain":
                side = self.sides[self.seat]
                held = [kind for place, kind in enumerate(BOATS) if holds(side.hand, self.supply, place)]
                free = [boat.name for boat in side.boats if not boat.captain]
                return [*(("captain", boat, kind) for boat in free for kind in held), _DONE]
            case "process":
                boats = self.sides[self.seat].boats
                ready = [boat.name for place, boat in enumerate(boats) if boat.crates and not self.used >> place & 1]
                return [*(("process", boat) for boat in ready), _DONE]
            case "trade":
                return [("trade",), _DONE]
            case "discard":
                pile = self.drawn if self.discards_from() == "drawn" else self.sides[self.seat].hand
                return [("discard", kind) for place, kind in enumerate(BOATS) if holds(pile, self.supply, place)]
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

    def _payments(self) -> list[Move]:
        """Return the pieces that may be paid next.

        Pieces go in falling order of value, and a piece may go when it and all held pieces of its value or less
        cover what is owed. That allows exactly the payments in which no piece is superfluous (p. 4, no change).
        """
        side, cash = self.sides[self.seat], self.cards.cash
        enough = {
            value: value <= self.ceiling and worth(side.hand, self.supply, cash, value) + side.processed >= self.owed
            for value in {*cash, 1}
        }
        moves: list[Move] = [
            _PAYS[place] for place in range(UNKNOWN) if enough[cash[place]] and holds(side.hand, self.supply, place)
        ]
        if side.processed and enough[1]:
            moves.append(_CRATE)
        return moves

    def choices(self) -> Sequence[Move]:
        """Return the moves; where a bill needs every piece of the highest value, only the first: the others follow."""
        moves, side, cash = super().choices(), self.sides[self.seat], self.cards.cash
        if self.step != "pay" or len(moves) == 1:
            return moves
        high = max(1 if move == _CRATE else cash[BOAT[str(move[1])]] for move in moves)
        total = worth(side.hand, self.supply, cash, self.ceiling) + side.processed
        return moves[:1] if total - high < self.owed else moves

    # --- What can be asked of a moment --------------------------------------------------------------------------

    def order(self) -> tuple[Player, ...]:
        """Return the seats in this round's turn order."""
        return tuple((self.first + place) % len(self.sides) for place in range(len(self.sides)))

    @property
    def supply_size(self) -> int:
        """How many boat cards lie face down in the supply."""
        hidden = self.drawn[UNKNOWN]
        for side in self.sides:
            hidden += side.hand[UNKNOWN]
            for boat in side.boats:
                hidden += boat.captain == HIDDEN
        return sum(self.supply) - hidden

    def minimum(self, lot: str) -> int:
        """Return the lowest opening bid for a licence."""
        return self.cards.minimum[LICENCE[lot]]

    def limit(self, seat: Player) -> int:
        """Return the highest bid that a seat can afford: hand, processed crates and discount (p. 4)."""
        side = self.sides[seat]
        return worth(side.hand, self.supply, self.cards.cash) + side.processed + side.licences.count("shrimp")

    def launch_cost(self, seat: Player, kind: str) -> int:
        """Return what a seat owes for launching a kind of boat, after the discount."""
        return max(0, self.cards.cost[BOAT[kind]] - self.sides[seat].discount)

    def can_launch(self, kind: str) -> bool:
        """Whether the seat holds the boat, a licence for it, and can pay with what else it has (p. 5)."""
        side, place = self.sides[self.seat], BOAT[kind]
        if not holds(side.hand, self.supply, place) or not side.allows(kind):
            return False
        owed = self.cards.cost[place] - side.licences.count("shrimp") - side.processed
        return owed <= 0 or worth(*without(side.hand, self.supply, place), self.cards.cash) >= owed

    def discards_from(self) -> str:
        """Return what phase five makes this seat discard: one card "drawn", "any" card, or "none" (p. 9)."""
        return self.cards.tuna_discard[self.sides[self.seat].tunas]

    # --- After a move -------------------------------------------------------------------------------------------

    def after(self, move: Move) -> Self:
        """Return the state after a legal move."""
        match move:  # the most frequent first
            case ("draw", str(kind)):
                return self._after_draw(BOAT[kind])
            case ("pay", str(piece)):
                return self._after_payment(piece)
            case ("done",):
                return self._after_done()
            case ("discard", str(kind)):
                return self._after_discard(BOAT[kind])
            case ("show", str(name)):
                market = self.market
                market = market._replace(
                    unseen=add(market.unseen, LICENCE[name], -1),
                    top=market.top - (not market.layer),
                    display=(*market.display, name),
                    layer="",
                )
                return self.but(market=market)._reveal()
            case ("bid", int(price)):
                auction = self.auction
                bidders = auction.bidders or auction.eligible
                return self._ask(auction._replace(bid=price, leader=self.seat, bidders=bidders))
            case ("decline",):
                return self._next_lot(tuple(seat for seat in self.auction.eligible if seat != self.seat))
            case ("pass",):
                auction = self.auction
                bidders = tuple(seat for seat in auction.bidders if seat != self.seat)
                return self._ask(auction._replace(bidders=bidders))
            case ("stack", str(layer)):
                premium = layer == "premium"
                market = self.market
                market = market._replace(
                    commons=market.commons - (not premium), premiums=market.premiums - premium, layer=layer
                )
                return self.but(market=market, step="show")
            case ("nominate", str(lot)):
                return self.but(step="open", auction=self.auction._replace(lot=lot))
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
                return self.but(sides=sides, spent=self.spent + 1)._deal(cards)
            case ("first", int(seat)):
                return self.but(first=seat, seat=seat)._reveal()
        raise ValueError(f"fleet knows no move {move!r}")

    def _with_side(self, side: Side) -> tuple[Side, ...]:
        return (*self.sides[: self.seat], side, *self.sides[self.seat + 1 :])

    # Phase one: the auction (pp. 4-5).

    def _reveal(self) -> Self:
        """Go on filling the display; when it is full, the auction or the launching begins."""
        if len(self.market.display) < len(self.sides):
            return self.but(step="show" if self.market.top else "stack")
        if self.phase == "setup":
            return self.but(phase="auction")._next_lot(self.order())
        return self._proceed("launch")

    def _next_lot(self, eligible: tuple[Player, ...]) -> Self:
        """Let the first player who may still buy open a lot; when nobody is left, refresh the display."""
        if eligible:
            return self.but(step="nominate", seat=eligible[0], auction=Auction(eligible))
        market, last = self.market, self.last
        if len(market.display) == len(self.sides):  # nobody bought: all shown licences leave the game
            market = market._replace(display=(), gone=market.gone + market.display)
        if market.size < len(self.sides) - len(market.display):
            return self.but(market=market, auction=_NO_AUCTION, last=True)._proceed("launch")
        return self.but(market=market, auction=_NO_AUCTION, last=last)._reveal()

    def _ask(self, auction: Auction) -> Self:
        """Ask the next bidder clockwise, or sell to the last one left."""
        if len(auction.bidders) == 1:
            owed = max(0, auction.bid - self.sides[auction.leader].discount)
            won = self.but(step="pay", seat=auction.leader, auction=auction, owed=owed, ceiling=ANY_VALUE)
            return won if owed else won._bought()
        seat = (self.seat + 1) % len(self.sides)
        while seat not in auction.bidders:
            seat = (seat + 1) % len(self.sides)
        return self.but(step="bid", seat=seat, auction=auction)

    def _bought(self) -> Self:
        """Give the winner the licence; one licence a player and phase."""
        auction, market, side = self.auction, self.market, self.sides[self.seat]
        place = market.display.index(auction.lot)
        sold = self.but(
            sides=self._with_side(side._replace(licences=(*side.licences, auction.lot))),
            market=market._replace(display=market.display[:place] + market.display[place + 1 :]),
            owed=0,
            ceiling=ANY_VALUE,
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
            hand, supply = without(side.hand, self.supply, place)
            paid = side._replace(hand=hand)
            discards, spent, value = add(self.discards, place, 1), self.spent, self.cards.cash[place]
        owed = max(0, self.owed - value)
        then = self.but(
            sides=self._with_side(paid),
            supply=supply,
            discards=discards,
            spent=spent,
            owed=owed,
            ceiling=value if owed else ANY_VALUE,
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
                        if any(side.hand) and side.sails:
                            return state.but(phase=phase, step="launch", seat=seat, count=0)
                    case "hire":
                        if any(side.hand) and any(not boat.captain for boat in side.boats):
                            return state.but(phase=phase, step="captain", seat=seat, count=0)
                    case "lobster":
                        bonus = side.lobster_bonus(state.cards)
                        if bonus and state._any_cards():
                            return state.but(phase=phase, seat=seat)._deal(bonus)
                    case "process":
                        if "processing" in side.licences:
                            if any(boat.crates for boat in side.boats):
                                return state.but(phase=phase, step="process", seat=seat, used=0)
                            if side.processed:
                                return state.but(phase=phase, step="trade", seat=seat, used=0)
                    case "draw":
                        if state._any_cards():
                            due = state.cards.tuna_draw[side.tunas]
                            return state.but(phase=phase, seat=seat)._deal(due)
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

    # Phase two: launching and hiring (p. 5).

    def _after_launch(self, kind: str) -> Self:
        """Put the boat on the table, then ask for its cost; the boat cannot pay for itself."""
        side = self.sides[self.seat]
        hand, supply = without(side.hand, self.supply, BOAT[kind])
        number = sum(boat.kind == kind for boat in side.boats) + 1
        boats = (*side.boats, Boat(f"{kind}-{number}", kind))
        owed = self.launch_cost(self.seat, kind)
        then = self.but(
            sides=self._with_side(side._replace(hand=hand, boats=boats)),
            supply=supply,
            step="pay",
            owed=owed,
            ceiling=ANY_VALUE,
        )
        return then if owed else then._launched()

    def _launched(self) -> Self:
        count = self.count + 1
        if count < self.sides[self.seat].launches and any(self.sides[self.seat].hand):
            return self.but(step="launch", count=count)
        return self.but(count=count)._end_launch()

    def _end_launch(self) -> Self:
        """Deal the Cod bonus once if any boat was launched, before anyone hires (p. 8)."""
        cod = self.sides[self.seat].licences.count("cod")
        return self._deal(cod if self.count else 0)

    def _after_captain(self, name: str, kind: str) -> Self:
        """Put a card face down on a boat without a captain."""
        side = self.sides[self.seat]
        hand, supply = without(side.hand, self.supply, BOAT[kind])
        boats = tuple(boat._replace(captain=kind) if boat.name == name else boat for boat in side.boats)
        then = self.but(
            sides=self._with_side(side._replace(hand=hand, boats=boats)), supply=supply, count=self.count + 1
        )
        more = then.count < side.hires and any(hand) and any(not boat.captain for boat in boats)
        return then if more else then._proceed("hire", self.seat)

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
                caught += sum(boat.crates for boat in boats) - side.crates
                side = side._replace(boats=boats)
            sides.append(side)
        taken = min(caught, self.crates)
        left = self.crates - taken
        return self.but(
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
        return self.but(sides=sides, used=used, step="process" if more else "trade")

    def _after_done(self) -> Self:
        match self.step:
            case "launch":
                return self._end_launch()
            case "captain":
                return self._proceed("hire", self.seat)
            case "process" if self.sides[self.seat].processed:
                return self.but(step="trade")
        return self._proceed("process", self.seat)

    # Phase five: drawing. The cards that licences bring in other phases are dealt alike.

    def _any_cards(self) -> bool:
        return any(self.discards) or self.supply_size > 0

    def _deal(self, due: int) -> Self:
        """Let chance deal cards to the seat; when the supply is empty, the discards become the supply (p. 3)."""
        if not due:
            return self._dealt(short=False)
        if self.supply_size:
            return self.but(step="draw", due=due)
        if not any(self.discards):
            return self._dealt(short=True)
        supply = total(self.supply, self.discards)
        return self.but(step="draw", due=due, supply=supply, discards=NO_CARDS)

    def _after_draw(self, place: int) -> Self:
        due, supply = self.due - 1, add(self.supply, place, -1)
        sides, drawn = self.sides, self.drawn
        if self.phase == "draw" and self.discards_from() == "drawn":
            drawn = add(drawn, place, 1)
        else:
            side = sides[self.seat]
            sides = self._with_side(side._replace(hand=add(side.hand, place, 1)))
        then = self.but(supply=supply, sides=sides, drawn=drawn, due=due)
        return then if due and then.supply_size else then._deal(due)

    def _dealt(self, short: bool) -> Self:
        """Go on when a seat has its cards; after a short draw in phase five nothing is discarded."""
        if self.phase != "draw":
            return self.but(due=0)._proceed(self.phase, self.seat)
        if not short and self.discards_from() != "none":
            return self.but(step="discard", due=0)
        return self.but(due=0)._keep_drawn()

    def _keep_drawn(self) -> Self:
        side = self.sides[self.seat]
        hand = total(side.hand, self.drawn)
        return self.but(sides=self._with_side(side._replace(hand=hand)), drawn=NO_HAND)._proceed("draw", self.seat)

    def _after_discard(self, place: int) -> Self:
        discards = add(self.discards, place, 1)
        if self.discards_from() == "drawn":
            drawn, supply = without(self.drawn, self.supply, place)
            return self.but(drawn=drawn, supply=supply, discards=discards)._keep_drawn()
        side = self.sides[self.seat]
        hand, supply = without(side.hand, self.supply, place)
        sides = self._with_side(side._replace(hand=hand))
        return self.but(sides=sides, supply=supply, discards=discards)._keep_drawn()

    def _end_round(self) -> Self:
        """End the game after its last round, or hand on the start player marker (p. 6)."""
        if self.last:
            return self.but(phase="over", step="over", seat=self.first)
        first = (self.first + 1) % len(self.sides)
        begin = self.but(phase="auction", round=self.round + 1, first=first)
        return begin._next_lot(begin.order())

    # --- Scores (p. 7) ------------------------------------------------------------------------------------------

    def points(self, seat: Player) -> dict[str, int]:
        """Return a seat's points by source: licences, boats, crates on boats, King Crab bonuses."""
        return self.sides[seat].points(self.cards)

    def scores(self) -> tuple[int, ...]:
        """Return every seat's points as if the game ended now; nothing in them is secret."""
        return tuple(sum(side.points(self.cards).values()) for side in self.sides)

    def winners(self) -> tuple[Player, ...]:
        """Return who leads: most points, then most boats, then most crates on boats, else shared (p. 7)."""
        ranks = [(score, len(side.boats), side.crates) for score, side in zip(self.scores(), self.sides, strict=True)]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    def tally(self) -> Mapping[str, int]:
        """Return what is conserved: every kind of boat card and of licence, and the crates without those credited."""
        boats = Counter(dict(zip(BOATS, total(self.supply, self.discards), strict=True)))
        owned = Counter((*self.market.display, *self.market.gone))
        crates = self.crates + self.spent - self.credited
        for side in self.sides:
            boats.update(dict(zip(BOATS, side.hand, strict=False)))
            boats.update(boat.kind for boat in side.boats)
            boats.update(boat.captain for boat in side.boats if boat.captain in BOAT)
            owned.update(side.licences)
            crates += side.processed + side.crates
        boats.update(dict(zip(BOATS, self.drawn, strict=False)))
        owned.update(dict(zip(LICENCES, self.market.unseen, strict=True)))
        totals = {f"{kind} cards": boats[kind] for kind in BOATS}
        totals.update({f"{name} licences": owned[name] for name in LICENCES})
        totals["crates"] = crates
        return totals

    # --- What each player sees ----------------------------------------------------------------------------------

    def view(self, player: Player) -> Self:
        """Return what a player sees: other hands and captains are hidden, and all unseen cards are one pool."""
        pool, sides, drawn = list(self.supply), [], self.drawn
        for seat, side in enumerate(self.sides):
            if seat != player:
                side, cards = covered(side)
                pool = list(map(plus, pool, cards))
            sides.append(side)
        if self.seat != player and any(drawn):
            pool = list(map(plus, pool, drawn))
            drawn = (*NO_CARDS, sum(drawn))
        return self.but(supply=tuple(pool), sides=tuple(sides), drawn=drawn)

    def guess(self, rng: Random) -> Self:
        """Deal the unseen cards at random: a full state that fits this view.

        A player who leads the bidding, opens it, or is in the middle of a payment gets a hand that can pay.
        """
        pool = [place for place, count in enumerate(self.supply) for _ in range(count)]
        rng.shuffle(pool)
        sides = list(self.sides)
        payer, need, ceiling = self._must_pay()
        if payer >= 0 and sides[payer].hand[UNKNOWN]:
            side = sides[payer]
            value = [cash if cash <= ceiling else 0 for cash in self.cards.cash]
            short = need - worth((*side.hand[:UNKNOWN], 0), self.supply, self.cards.cash, ceiling)
            sides[payer] = side._replace(hand=solvent(side.hand, pool, short, value, rng))
        for seat, side in enumerate(sides):
            hand = side.hand
            if hand[UNKNOWN]:
                hand = filled(hand, pool)
            boats = side.boats
            if any(boat.captain == HIDDEN for boat in boats):
                boats = tuple(
                    boat._replace(captain=BOATS[pool.pop()]) if boat.captain == HIDDEN else boat for boat in boats
                )
            sides[seat] = side._replace(hand=hand, boats=boats)
        drawn = filled(self.drawn, pool) if self.drawn[UNKNOWN] else self.drawn
        supply = tuple(map(pool.count, range(UNKNOWN)))
        return self.but(sides=tuple(sides), drawn=drawn, supply=supply)

    def _must_pay(self) -> tuple[Player, int, int]:
        """Return who is known to hold enough cash, how much their hand must cover, and up to what value of card."""
        seat, ceiling = self.seat, ANY_VALUE
        match self.step:
            case "open":
                price = self.minimum(self.auction.lot) - self.sides[seat].discount
            case "bid":
                seat = self.auction.leader
                price = self.auction.bid - self.sides[seat].discount
            case "pay":
                price, ceiling = self.owed, self.ceiling
            case _:
                return -1, 0, 0
        return seat, price - self.sides[seat].processed, ceiling


def _bids(low: int, high: int) -> Sequence[Move]:
    return _BIDS[low : high + 1] if high < len(_BIDS) else [("bid", price) for price in range(low, high + 1)]
