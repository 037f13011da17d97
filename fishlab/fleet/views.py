"""What each player of Fleet sees: hands, face-down captains and the supply are hidden."""

from __future__ import annotations

from random import Random
from typing import Self

from fishlab.core import HIDDEN, Player
from fishlab.fleet.deck import BOAT, BOATS, Counts
from fishlab.fleet.position import ANY_VALUE, NO_CARDS, UNKNOWN, Position


class Views(Position):
    """A moment of Fleet as a player sees it, and the moments that it may be."""

    def view(self, player: Player) -> Self:
        """Return what a player sees: other hands and captains are hidden, and all unseen cards are one pool."""
        pool, sides, drawn = list(self.supply), [], self.drawn
        for seat, side in enumerate(self.sides):
            if seat != player:
                for place in range(UNKNOWN):
                    pool[place] += side.hand[place]
                boats = side.boats
                for boat in boats:
                    if boat.captain in BOAT:
                        pool[BOAT[boat.captain]] += 1
                boats = tuple(boat._replace(captain=HIDDEN) if boat.captain else boat for boat in boats)
                side = side._replace(hand=(*NO_CARDS, sum(side.hand)), boats=boats)
            sides.append(side)
        if self.seat != player and any(drawn):
            for place in range(UNKNOWN):
                pool[place] += drawn[place]
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
            sides[payer] = side._replace(hand=self._solvent_hand(side.hand, pool, need, ceiling, rng))
        for seat, side in enumerate(sides):
            hand = side.hand
            if hand[UNKNOWN]:
                hand = _filled(hand, pool)
            boats = side.boats
            if any(boat.captain == HIDDEN for boat in boats):
                boats = tuple(
                    boat._replace(captain=BOATS[pool.pop()]) if boat.captain == HIDDEN else boat for boat in boats
                )
            sides[seat] = side._replace(hand=hand, boats=boats)
        drawn = _filled(self.drawn, pool) if self.drawn[UNKNOWN] else self.drawn
        supply = tuple(map(pool.count, range(UNKNOWN)))
        return self.but(sides=tuple(sides), drawn=drawn, supply=supply)

    def _must_pay(self) -> tuple[Player, int, int]:
        """Return who is known to hold enough cash, how much their hand must cover, and up to what value of card."""
        match self.step:
            case "open":
                return self.seat, self._cash_for(self.seat, self.minimum(self.auction.lot)), ANY_VALUE
            case "bid":
                return self.auction.leader, self._cash_for(self.auction.leader, self.auction.bid), ANY_VALUE
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
        known, size = (*hand[:UNKNOWN], 0), hand[UNKNOWN]
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


def _filled(hand: Counts, pool: list[int]) -> Counts:
    """Return a hand whose hidden cards are taken from the end of the pool."""
    counts = list(hand)
    for _ in range(counts[UNKNOWN]):
        counts[pool.pop()] += 1
    counts[UNKNOWN] = 0
    return tuple(counts)
