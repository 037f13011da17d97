"""What a viewer knows of a hand in Fleet: how many cards, which, and what they can pay."""

from __future__ import annotations

from collections import Counter

from fishlab.core import HIDDEN, Player
from fishlab.fleet.counts import total as in_all
from fishlab.fleet.counts import worth
from fishlab.fleet.deck import BOAT, BOATS, Counts
from fishlab.fleet.rules import Fleet


def hand(state: Fleet, seat: Player) -> Counter[str]:
    """Return a hand as a counter of cards, with `HIDDEN` for those that the viewer does not know."""
    return _named(_whole_hand(state, seat))


def hand_size(state: Fleet, seat: Player) -> int:
    """Return how many cards a seat holds: this is common knowledge (p. 11)."""
    return sum(_whole_hand(state, seat))


def just_drawn(state: Fleet) -> Counter[str]:
    """Return the cards just drawn in phase five of which one must go."""
    return _named(state.drawn)


def cash(state: Fleet, seat: Player) -> int:
    """Return the cash value of a hand; for a hidden hand, the most that it can be."""
    return worth(state.sides[seat].hand, state.supply, state.cards.cash)


def may_pay(state: Fleet, piece: str) -> bool:
    """Tell whether some payment of what is owed needs a held piece: it falls short without its least valuable one."""
    values, own = Counter[int](), hand(state, state.seat)
    for kind, count in own.items():
        if kind != HIDDEN:
            values[state.cards.cash[BOAT[kind]]] += count
    values[1] += state.sides[state.seat].processed
    chosen = 1 if piece == "crate" else state.cards.cash[BOAT[piece]]
    paid = {(0, False)}  # what the most valuable pieces pay, and whether the chosen value is among them
    for value in sorted(value for value in values if value <= max(chosen, state.ceiling))[::-1]:
        paid |= {
            (total + count * value, among or value == chosen)
            for total, among in paid
            for count in range(1, values[value] + 1)
            if total + (count - 1) * value < state.owed
        }
    return any(total >= state.owed and among for total, among in paid)


def _whole_hand(state: Fleet, seat: Player) -> Counts:
    held = state.sides[seat].hand
    return in_all(held, state.drawn) if seat == state.seat and state.phase == "draw" else held


def _named(counts: Counts) -> Counter[str]:
    return Counter({kind: count for kind, count in zip((*BOATS, HIDDEN), counts, strict=True) if count})
