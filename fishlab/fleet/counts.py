"""Counted cards of Fleet: hands, piles, and what they can pay.

In a view, cards that the viewer does not know are counted, but not named, and the supply counts every unseen card.
"""

from __future__ import annotations

from operator import mul
from random import Random
from typing import Final

from fishlab.fleet.deck import BOATS, Counts

UNKNOWN: Final = len(BOATS)
"""The place of a hand's last count: cards that the viewer does not know."""
NO_CARDS: Final = (0,) * len(BOATS)
NO_HAND: Final = (0,) * (len(BOATS) + 1)
ANY_VALUE: Final = 99
"""A ceiling above the value of every card."""


def add(counts: Counts, place: int, change: int) -> Counts:
    """Return counts with one of them changed."""
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])


def total(counts: Counts, others: Counts) -> Counts:
    """Return two counts together."""
    return tuple(map(sum, zip(counts, others, strict=True)))


def holds(hand: Counts, supply: Counts, place: int) -> bool:
    """Whether a hand holds a card, or may hold it as far as the viewer knows."""
    return hand[place] > 0 or (hand[UNKNOWN] > 0 and supply[place] > 0)


def without(hand: Counts, supply: Counts, place: int) -> tuple[Counts, Counts]:
    """Return a hand and the supply once a card has left the hand; a hidden card leaves the unseen ones too."""
    if hand[place]:
        return add(hand, place, -1), supply
    return add(hand, UNKNOWN, -1), add(supply, place, -1)


def worth(hand: Counts, supply: Counts, cash: Counts, ceiling: int = ANY_VALUE) -> int:
    """Return the cash of a hand's cards up to a value; hidden cards count as the best that is unseen."""
    if ceiling >= ANY_VALUE:  # asked most often: no card is too good
        paid: int = sum(map(mul, hand, cash))
    else:
        paid = sum(count * value for count, value in zip(hand, cash, strict=False) if value <= ceiling)
    unknown = hand[UNKNOWN]
    if unknown:
        for value in sorted(set(cash), reverse=True):
            if value <= ceiling:
                alike = sum(count for count, own in zip(supply, cash, strict=True) if own == value)
                paid += value * min(unknown, alike)
                unknown -= min(unknown, alike)
    return paid


def filled(hand: Counts, pool: list[int]) -> Counts:
    """Return a hand whose hidden cards are taken from the end of the pool."""
    counts = list(hand)
    for _ in range(counts[UNKNOWN]):
        counts[pool.pop()] += 1
    counts[UNKNOWN] = 0
    return tuple(counts)


def solvent(hand: Counts, pool: list[int], short: int, value: list[int], rng: Random) -> Counts:
    """Fill a hand from the shuffled pool so that the cards from there are worth enough, each its value by place.

    Hands that cannot pay are thrown back, which keeps the odds right. Where hardly any hand can pay, poor cards
    are exchanged for better ones; the true hand shows that there are enough of them.
    """
    size = hand[UNKNOWN]
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
    return filled(hand, pool)
