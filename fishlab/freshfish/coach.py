"""What to think of in a first game of Fresh Fish: messages whose slots the words of the game fill."""

from __future__ import annotations

from fishlab.freshfish.city import OUTLETS
from fishlab.freshfish.rules import FreshFish
from fishlab.messages import mark


def best_route(state: FreshFish) -> int:
    """Return the shortest route that the outlet on offer could get on the bidder's plots."""
    reach = state.reach(state.hand)
    return min((reach[plot] for plot in state.reservations(state.actor)), default=state.cap)


def turn_coach(state: FreshFish) -> str:
    """Return what to think of in a turn: which plot to reserve, whether to draw."""
    own, can_reserve = len(state.reservations(state.actor)), state.moves()[0][0] == "reserve"
    if own == 0 and not can_reserve:
        return mark("Nothing can be reserved or drawn now: pass, and wait for a marker or a plot.")
    if not any(state.deck):
        return _late_coach(state, own)
    if state.owned[state.actor] == (1 << len(OUTLETS)) - 1:
        return _served_coach(own, can_reserve)
    if own == 0 and not state.owned[state.actor]:
        return mark(
            "Click a plot with a dot near a supply to reserve it: tiles go only there. You get the last outlet of a "
            "kind free, but without a plot it counts {cap}."
        )
    if own == 0:
        return mark(
            "Click a plot with a dot near the supply of an outlet that you lack: tiles go only there. You get the "
            "last outlet of a kind free, but without a plot it counts {cap}."
        )
    if not can_reserve:
        return mark("Reserving is not possible now: draw a tile. A wall or a street brings a marker back.")
    if own == 1:
        return mark(
            "Keep a plot reserved: you get the last outlet of a kind free, but without a plot it counts {cap}. A wall "
            "that you draw uses one up."
        )
    if own < 3 and not state.owned[state.actor]:
        return mark(
            "Reserve near several supplies, so that any outlet finds a good plot; then draw. Outlets are auctioned."
        )
    if own < 3:
        return mark("Reserve near the supplies of outlets that you lack; then draw. Outlets are auctioned.")
    return mark("Draw when your plots suit an outlet and a wall. More reserved plots mean more choice, but cost turns.")


def _served_coach(own: int, can_reserve: bool) -> str:
    """Say what to think of with all four outlets: others bid for those that are still drawn."""
    if own == 0:
        return mark(
            "You have all four outlets. Click a plot with a dot that a wall of yours should take: it can lengthen "
            "other players’ routes."
        )
    if can_reserve:
        return mark(
            "You have all four outlets, others bid for the rest. A wall that you draw can lengthen their routes, or "
            "force a street that you want."
        )
    return mark("You have all four outlets, and reserving is not possible now: draw a tile.")


def _late_coach(state: FreshFish, own: int) -> str:
    """Say what to think of when the deck is empty: everybody has all outlets then."""
    if "apo" not in state.takes():
        return mark("Only streets are left to take: a street can shorten your own routes.")
    if own == 0:
        return mark(
            "The deck is empty. Reserve a plot for a wall or a street: a wall can force a detour on others, a street "
            "can shorten your own routes."
        )
    return mark("The deck is empty. A wall can force a detour on others; a street can shorten your own routes.")


def bid_coach(state: FreshFish) -> str:
    """Return what a bid should not exceed."""
    if not state.money[state.actor]:
        return mark("Without money you can only bid 0. On a tie it may still win.")
    if not state.reservations(state.actor):
        return mark("You have no reserved plot for it: if you win, it stays off the board and counts {cap}. Bid low.")
    if best_route(state) >= state.cap:
        return mark("None of your plots can reach its supply: it would count {cap}, as if you had no plot. Bid low.")
    return mark(
        "On your plots its route is {best} at best, not {cap}: it is worth {worth} points if the route stays that "
        "short. Each coin you keep also takes a point off."
    )
