"""What people read of Fleet: what is asked, what a move does, and why a move is not allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from fishlab.core import Move, Player, Reason
from fishlab.fleet.deck import BOAT, BOAT_FOR, BOATS, LICENCE, LICENCES, about_boat, about_licence
from fishlab.fleet.views import Views
from fishlab.plain_words import many

_ENTRY: Final = "The order in which a payment is entered here; the rulebook has none"


class Words(Views):
    """A moment of Fleet in words. What moves there are and what they do is for the rules to say."""

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
                return f"{seat}: put a licence up for auction, or decline"
            case "open":
                lot = auction.lot
                return f"{seat}: bid {self.minimum(lot)} or more for {self._licence_title(lot)}"
            case "bid":
                return f"{seat}: bid more than {auction.bid} for {self._licence_title(auction.lot)}, or pass"
            case "pay":
                return f"{seat}: pay {self.owed} for {self.bill()}"
            case "launch":
                return (
                    f"{seat}: launch another boat, or no more" if self.count else f"{seat}: launch a boat, or nothing"
                )
            case "captain":
                return (
                    f"{seat}: hire a second captain, or no more" if self.count else f"{seat}: hire a captain, or nobody"
                )
            case "process":
                return f"{seat}: process a crate from each boat, or {'no more' if self.used else 'nothing'}"
            case "trade":
                cards = many(self.licences(self.seat, "processing"), "card")
                return f"{seat}: trade a processed crate for {cards}, or keep it"
            case "draw":
                return f"{seat} draws {many(self.due, 'card')}{self._why_drawing()}"
            case "discard":
                which = "one of the cards just drawn" if self._discards_from() == "drawn" else "any one card"
                return f"{seat}: discard {which}"
        names = [self.seat_name(winner) for winner in self.winners()]
        best = max(self.scores())
        if len(names) == 1:
            return f"The game is over: {names[0]} wins with {best} points"
        return f"{' and '.join(names)} share the win with {best} points"

    def bill(self) -> str:
        """Return what is being paid for."""
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
                    "Pay with cards and processed crates. No change is given. Here you enter the most valuable piece "
                    "first, and no more pieces than are needed."
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
                return "Cards come from the face-down pile. When it is empty, the discards are shuffled."
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
                move = ("draw", next(kind for kind, count in zip(BOATS, self.supply, strict=True) if count))
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
                said.append("The bay has no crates left: this round is the last")
        if then.round > self.round:
            said.append(f"Round {then.round} begins")
        return said

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
                end = f" and has paid for {self.bill()}" if value >= self.owed else ""
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

    def names(self) -> Mapping[str, str]:
        """Return licences, boat cards and the seat's own boats as they are printed: Processing Vessel, King Crab."""
        licences = {name: self._licence_title(name) for name in LICENCES}
        kinds = {kind: self._boat_title(kind) for kind in BOATS}
        boats = {boat.name: self._name_of_boat(boat.name) for boat in self.sides[self.seat].boats}
        return licences | kinds | boats | {"crate": "processed crate"}

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
            wrong = "says too much" if len(move) > len(shape.types) + 1 else "is not complete"
            return Reason(f"“{self.notation(move)}” {wrong}: write {shape.example}.", title="Not a move of Fleet")
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
                    text = f"No {self._boat_title(kind)} card is left in the pile."
                else:
                    text = f"“{kind}” is no boat card: there are {', '.join(BOATS)}."
                return Reason(text, title="Not in the pile", rule=rule)
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
                f"Here you enter the most valuable pieces first: after a piece worth {self.ceiling}, one worth {value} "
                "cannot follow."
            )
            return Reason(text, title="Most valuable first", rule=_ENTRY, where=where)
        text = (
            f"You still owe {self.owed}, and your pieces worth {value} or less do not cover that. Here you enter the "
            "most valuable pieces first: begin with a more valuable card."
        )
        return Reason(text, title="Too little left", rule=_ENTRY, where=where)

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
