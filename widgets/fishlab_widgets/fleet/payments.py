"""Whole payments, as cards to choose from, and the hand cards that a person wants to see among them.

The rules take the pieces of a payment in falling order of value. At a table nobody needs to know: a click on a card
marks it, and shows the payments that it belongs to. Only these pay, so that no marked card is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from fishlab.core import Move
from fishlab.fleet.deck import BOAT, BOAT_FOR
from fishlab.fleet.hands import hand
from fishlab.fleet.rules import Fleet

_TRIED = 300  # beginnings of payments that are looked at

Way: TypeAlias = tuple[int, tuple[Move, ...]]
"""What is paid too much, and the pieces."""


@lru_cache(8)
def payments(state: Fleet) -> tuple[Way, ...]:
    """Return the ways to pay what is owed now, the best first: without loss, with the boat kept, with few cards."""
    if state.step != "pay" or len(set(state.moves())) < 2:
        return ()
    found: dict[tuple[Move, ...], Way] = {}  # pieces of one value may go in any order
    ways: list[tuple[tuple[Move, ...], Fleet]] = [((), state)]
    for _ in range(_TRIED):
        if not ways:
            break
        moves, now = ways.pop()
        for move in now.moves():
            worth = 1 if move[1] == "crate" else now.cards.cash[BOAT[str(move[1])]]
            if worth >= now.owed:
                row = (*moves, move)
                found.setdefault(tuple(sorted(row)), (worth - now.owed, row))
            else:
                ways.append(((*moves, move), now.after(move)))
    return tuple(sorted(found.values(), key=lambda way: (way[0], not keeps_boat(state, way), len(way[1]))))


def keeps_boat(state: Fleet, way: Way) -> bool:
    """Tell whether a payment for a licence leaves a card in hand that the licence launches."""
    kind = BOAT_FOR[state.auction.lot] if state.phase == "auction" else ""
    return bool(kind) and hand(state, state.seat)[kind] > way[1].count(("pay", kind))


def crates_in(way: Way) -> int:
    """Return how many processed crates a payment takes."""
    return way[1].count(("pay", "crate"))


def bill_of(state: Fleet) -> str:
    """Return what tells one bill from the next: wishes for its payment end with it."""
    return f"{state.round}.{len(state.sales)}.{len(state.sides[state.seat].boats)}.{state.owed}"


def wished(state: Fleet, marks: Sequence[str]) -> tuple[tuple[Way, ...], tuple[str, ...]]:
    """Return the ways to pay with the cards that are wanted, and these; of two that exclude each other the newer."""
    ways, pieces = payments(state), tuple[str, ...]()
    for mark in reversed(marks):
        kind, _, bill = mark.removeprefix("with ").rpartition(" ")
        if bill == bill_of(state) and (fitting := tuple(way for way in ways if ("pay", kind) in way[1])):
            ways, pieces = fitting, (*pieces, kind)
    return ways, pieces
