"""What helps in a first game of Fleet: what a move does in one line, what to think of now, what decided the end.

Everything here is said to the seat to act, from what that seat sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from fishlab import core
from fishlab.core import Move, Player
from fishlab.fleet.deck import BOAT, LICENCE, gist
from fishlab.fleet.words import Words
from fishlab.plain_words import many


class Guide(Words):
    """A moment of Fleet, explained."""

    words: ClassVar[core.Words[Any]] = core.Words(
        "The goal: have the most points at the end. Licences, launched boats and crates of fish on boats all score; "
        "cards left in a hand score nothing.\n"
        "Cards: a boat card is one of three things. It is launched as a boat, pays what its coin says, or lies face "
        "down on a boat as its captain.\n"
        "Auction: everybody may buy one licence a round. Whoever puts one up opens the bidding at its minimum or more; "
        "the others raise or pass. The winner pays with cards. No change is given. Decline, and you buy nothing in "
        "this round.\n"
        "Launch: put a boat on the table if you own a licence of its kind, and pay its cost with other cards. One boat "
        "a round.\n"
        "Hire: lay any card face down on a boat without a captain. One captain a round.\n"
        "Fishing: every boat with a captain takes one crate from the bay, up to four. This happens by itself.\n"
        "Process and trade: with a Processing Vessel licence, move one crate from each boat to that licence. There it "
        "pays 1 like a coin, and one crate a round buys cards; but it no longer scores.\n"
        "Draw: take two cards and discard one of them.\n"
        "Licences: Shrimp makes everything cheaper, Cod launches two boats, Lobster hires two captains, Tuna draws "
        "better. A second licence of a kind does more. King Crab adds points at the end; the Pub is points only.\n"
        "The end: the round is the last one when the crates run out, or when there are too few licences to fill the "
        "auction. On equal points more boats win, then more crates on boats."
    )

    # --- What a move does ---------------------------------------------------------------------------------------

    def licence_line(self, name: str, seat: Player | None = None) -> str:
        """Return in one line what one more of a licence costs, scores and does for a seat (without it, that to act)."""
        place, owned = LICENCE[name], self.licences(self.seat if seat is None else seat, name) + 1
        points = self.cards.licence_points[place]
        return f"Opens at {self.cards.minimum[place]}, scores {points}. {gist(self.cards, name, owned)}."

    def licence_note(self, held: Sequence[str]) -> str:
        """Return in one line what licences of one kind do together for their owner, and what they score."""
        kinds = dict.fromkeys(held)
        does = ", ".join(gist(self.cards, name, len(held) // len(kinds)) for name in kinds)
        return f"{does}. Scores {sum(self.cards.licence_points[LICENCE[name]] for name in held)}."

    def boat_line(self, kind: str) -> str:
        """Return in one line what a boat card is good for."""
        cards, place = self.cards, BOAT[kind]
        return (
            f"Boat: costs {cards.cost[place]}, scores {cards.boat_points[place]}. As cash it pays {cards.cash[place]}."
        )

    def explain(self, move: Move) -> str:
        """Return in one line what a move does, or what it still needs; "" for what is no move of Fleet."""
        match move:
            case ("nominate" | "show", str(lot)) if lot in LICENCE:
                return self._explain_lot(lot, buying=move[0] == "nominate")
            case ("bid", int(price)):
                return self._explain_bid(price)
            case ("pass",):
                return "Leave this auction. You may still buy another licence this round."
            case ("decline",):
                return "Buy no licence this round, and keep your cards."
            case ("pay", str(piece)) if piece == "crate" or piece in BOAT:
                return self._explain_pay(piece)
            case ("launch", str(kind)) if kind in BOAT:
                return self._explain_launch(kind)
            case ("captain", str(_), str(kind)) if kind in BOAT:
                cash = self.cards.cash[BOAT[kind]]
                return f"This card (pays {cash}) goes face down; the boat fishes from now on."
            case ("process", str(_)):
                return "One crate goes to the licence: it pays 1, but scores no more."
            case ("trade",):
                return f"Give up one processed crate and draw {many(self.licences(self.seat, 'processing'), 'card')}."
            case ("done",):
                return _DONE.get(self.step, "")
            case ("discard", str(kind)) if kind in BOAT:
                return self._explain_discard(kind)
            case ("draw", str(kind)) if kind in BOAT:
                return self.boat_line(kind)
            case ("first", int(_)):
                return "Starts round 1. The next seat starts the next round."
            case ("stack", str(layer)):
                if layer == "premium":
                    return "A King Crab or the Pub comes next: expensive, with many points."
                return "One of the five common licences comes next."
        return ""

    def _explain_lot(self, lot: str, buying: bool) -> str:
        low, limit = self.minimum(lot), self.limit(self.seat)
        if buying and self.step == "nominate" and limit < low:
            owned = self.licences(self.seat, lot) + 1
            return f"Opens at {low}, you can pay {limit}. {gist(self.cards, lot, owned)}."
        return self.licence_line(lot)

    def _explain_bid(self, price: int) -> str:
        limit, discount = self.limit(self.seat), self.discount(self.seat)
        if price > limit:
            return f"Too much: you can pay {limit}."
        low = self.auction.bid + 1 if self.auction.bid else self.minimum(self.auction.lot) if self.auction.lot else 0
        if price < low:
            return f"Too little: bid {low} or more."
        if discount:
            return f"If all others pass, you pay {max(0, price - discount)}: the discount takes off {discount}."
        return f"If all others pass, you pay {price} of your {limit}."

    def _explain_pay(self, piece: str) -> str:
        value = 1 if piece == "crate" else self.cards.cash[BOAT[piece]]
        if self.step == "pay" and ("pay", piece) not in self.moves():
            held = self.sides[self.seat].processed if piece == "crate" else self._holds(self._own_hand(), BOAT[piece])
            if not held:
                return "You have none."
            if value > self.ceiling:
                return f"Not now: here valuable cards are entered first, and you paid {self.ceiling}."
            return f"Not yet: with {value} or less alone you cannot pay {self.owed}. Begin higher."
        if value > self.owed > 0:
            return f"Pays the last {self.owed}. It is worth {value}: no change, {value - self.owed} is lost."
        return f"Pays {value} of the {self.owed} you owe, and is gone."

    def _own_hand(self) -> tuple[int, ...]:
        return self.sides[self.seat].hand

    def _explain_launch(self, kind: str) -> str:
        cost, points = self.launch_cost(self.seat, kind), self.cards.boat_points[BOAT[kind]]
        why = self.why_not_launch(kind)
        if why.title == "Beyond your means":
            return f"Costs {cost}: your other cards and crates do not pay that."
        if why:
            licence = "no licence of this kind yet" if why.title.startswith("No ") else "not in your hand"
            return f"Not now: {licence}. Costs {cost or 'nothing'}, scores {points}."
        return f"Costs {cost or 'nothing'}, scores {points}. With a captain it fishes every round."

    def _explain_discard(self, kind: str) -> str:
        if self.step == "discard" and ("discard", kind) not in self.moves():
            return "Stays: only a card that you just drew can go."
        return f"Give it up. {self.boat_line(kind)}"

    # --- What to think of ---------------------------------------------------------------------------------------

    def coach(self) -> str:
        """Return what to think of now and why, for a first game."""
        match self.step:
            case "nominate" if not self.sides[self.seat].licences:
                return (
                    "Without a licence no boat sails. Put up one of a boat that you hold, and keep cards back: a boat "
                    "needs its cost and a captain too."
                )
            case "nominate":
                return (
                    "A bonus works in every round that follows: buy early. Near the end only points count, and cards "
                    "may do more as boats."
                )
            case "open":
                return (
                    "Open low: the minimum often wins. You pay only if nobody bids more, and what you pay with cannot "
                    "become a boat."
                )
            case "bid":
                return "Bid what the licence is worth to you, no more: cards that pay are neither boats nor captains."
            case "pay":
                return (
                    "Give up the cards that you need least, and try to pay exactly. Here the most valuable goes first."
                )
            case "launch" if len(self.moves()) > 1:
                return "Launch early: a boat scores at once, and with a captain it takes a crate every round."
            case "launch":
                return "None of your boats can sail: a boat needs a licence of its kind and its cost. Go on."
            case "captain":
                return "Every card makes the same captain: give the one that you need least, or that pays least."
            case "process" if self.last:
                return "This is the last round: leave the crates on board, where they score."
            case "process":
                return (
                    "Early in the game coins and cards grow into boats: process, boat by boat. Near its end leave the "
                    "crates on board, where they score."
                )
            case "trade" if self.last:
                return "This is the last round: cards score nothing any more."
            case "trade":
                return "New cards are boats, cash and captains: early in the game the trade is good."
            case "discard":
                return "Keep the boat that you have a licence for, or the card that pays more."
            case "first":
                return "Chance says who starts. After every round the next seat starts."
            case "stack" | "show":
                return "New licences come up for auction: as many as there are players."
            case "draw":
                return "Cards come from the face-down pile. Each is a boat, cash or a captain, as its owner likes."
        return ""

    # --- What decided it ----------------------------------------------------------------------------------------

    def decided(self) -> str:
        """Return at the end what decided the game: the tie-break, or where the winner was ahead."""
        if self.step != "over":
            return ""
        scores, winners = self.scores(), self.winners()
        first, tied = winners[0], [seat for seat, score in enumerate(scores) if score == max(scores)]
        name = self.seat_name(first)
        if len(winners) > 1:
            names = " and ".join(map(self.seat_name, winners))
            return f"{names} have equal points, boats and crates: they share the win."
        if len(tied) > 1:
            boats = [len(self.sides[seat].boats) for seat in tied]
            what = "boats" if boats.count(max(boats)) == 1 else "crates on boats"
            return f"{len(tied)} seats have {scores[first]} points: {name} wins with more {what}."
        second = self.second()
        gaps = {source: count - self.points(second)[source] for source, count in self.points(first).items()}
        source = max(gaps, key=lambda one: gaps[one])
        lead = many(scores[first] - scores[second], "point")
        return f"{name} won by {lead}: most of all by {source}, {gaps[source]:+d} against {self.seat_name(second)}."

    def second(self) -> Player:
        """Return the best seat after the first winner, by points, boats and crates."""
        first = self.winners()[0]
        return max(
            (seat for seat in range(len(self.sides)) if seat != first),
            key=lambda seat: (self.scores()[seat], len(self.sides[seat].boats), self.crates_on_boats(seat)),
        )


_DONE = {
    "launch": "Launch no more boats this round, and keep your cards.",
    "captain": "Hire nobody else this round, and keep your cards.",
    "process": "Leave the other crates on their boats: 1 point each.",
    "trade": "Keep the processed crates: each pays 1 later.",
}
"""What it means to be done, by what is asked."""
