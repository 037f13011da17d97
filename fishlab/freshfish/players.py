"""Players of Fresh Fish: functions from what a seat sees and a random generator to a legal move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from fishlab.bots import careless
from fishlab.core import Agent, Move, Player
from fishlab.freshfish.city import EMPTY, OUTLETS
from fishlab.freshfish.outlook import hopes
from fishlab.freshfish.rules import FreshFish
from fishlab.players.search import Searcher


def random(view: FreshFish, rng: Random) -> Move:
    """Plays any legal move, all equally likely."""
    return view.sample(rng)


def greedy(view: FreshFish, rng: Random) -> Move:
    """Keeps three plots with short routes ready, and bids half the points that an outlet would save it."""
    return _play(view, rng, ready=3, price=_worth)


def patient(view: FreshFish, rng: Random) -> Move:
    """Reserves the best plots before it draws, and bids half of what greedy would."""
    return _play(view, rng, ready=8, price=lambda view, seat: _worth(view, seat) // 2)


HOARD: Final = 8
"""The plots that a hoarder keeps ready."""
PAID: Final = 0.35
"""What a hoarder bids, as a share of what greedy would, rounded down: among two or three, nothing."""
SPITE: Final = 0.5
"""What a longer route of the only rival is worth to a hoarder, as a share of a shorter one of its own."""


def hoarder(view: FreshFish, rng: Random) -> Move:
    """Plays as patient does, and also reserves plots that only others want."""
    spite = SPITE if view.players == 2 else 0.0
    return _play(view, rng, HOARD, lambda view, seat: int(_worth(view, seat) * PAID), _wanted_plot, spite)


def _play(
    view: FreshFish,
    rng: Random,
    ready: int,
    price: Callable[[FreshFish, Player], int],
    spare: Callable[[FreshFish, list[Move], Random], Move] | None = None,
    spite: float = 0.0,
) -> Move:
    """Choose a move: reserve until so many plots are ready, bid by a price, place where the routes stay shortest.

    `spare` chooses a plot where none shortens a route; without it nothing is reserved then. `spite` is what the routes
    of the rival who is best off count, against one's own.
    """
    seat, moves = view.actor, view.moves()
    match view.phase:
        case "bid":
            return ("bid", min(price(view, seat), view.money[seat]))
        case "turn":
            plots = [move for move in moves if move[0] == "reserve"]
            others = [move for move in moves if move[0] != "reserve"]
            if plots and (not others or len(view.reservations(seat)) < ready):
                best = _best_plot(view, seat, plots, rng, must=not others)
                if best is None and spare is not None:
                    best = spare(view, plots, rng)
                if best is not None:
                    return best
            return ("take", "street") if ("take", "street") in others else others[0]
        case "place":
            return min(moves, key=lambda move: (*_placed(view.after(move), seat, spite), rng.random()))
        case _:
            return rng.choice(moves)


def _missing(view: FreshFish, seat: Player) -> list[str]:
    """Return the outlets that a seat still has to get."""
    return [outlet for kind, outlet in enumerate(OUTLETS) if not view.owned[seat] >> kind & 1]


def _best_plot(view: FreshFish, seat: Player, plots: list[Move], rng: Random, must: bool) -> Move | None:
    """Return the reservation that shortens the routes of missing outlets most; None if none does and none must."""
    mine = view.reservations(seat)
    gains = dict.fromkeys((str(move[1]) for move in plots), 0)
    for outlet in _missing(view, seat):
        reach = view.reach(outlet)
        best = min((reach[plot] for plot in mine), default=view.cap)
        for plot in gains:
            gains[plot] += max(0, best - reach[plot])
    top = max(gains.values())
    if top == 0 and not must and len(mine) > 1:
        return None
    return ("reserve", rng.choice([plot for plot, gain in gains.items() if gain == top]))


def _wanted_plot(view: FreshFish, plots: list[Move], rng: Random) -> Move:
    """Return a reservation of the shortest route that any outlet still to be had could get."""
    reach = [view.reach(outlet) for seat in range(view.players) for outlet in _missing(view, seat)]
    routes = {move: min((lengths[str(move[1])] for lengths in reach), default=view.cap) for move in plots}
    shortest = min(routes.values())
    return rng.choice([move for move, length in routes.items() if length == shortest])


def _worth(view: FreshFish, seat: Player) -> int:
    """Return half the points that the outlet on offer saves on the seat's best plot, against a middling route."""
    mine = view.reservations(seat)
    if not mine:
        return 0
    reach = view.reach(view.hand)
    length = min(reach[plot] for plot in mine)
    return max(0, (view.cap // 2 + 1 - length) // 2)


def _placed(state: FreshFish, seat: Player, spite: float) -> tuple[float, int]:
    """Return how good a placing is for a seat, the lower the better: its outlook, less a share of the best rival's."""
    routes, now = _outlook(state, seat)
    if not spite:
        return routes, now
    return routes - spite * min(_outlook(state, other)[0] for other in range(state.players) if other != seat), now


def _outlook(state: FreshFish, seat: Player) -> tuple[int, int]:
    """Return what a seat's routes could still come to, the lower the better, then what they count now."""
    total = sum(hopes(state, seat).values())
    mine = state.reservations(seat)
    for outlet in _missing(state, seat):
        reach = state.reach(outlet)
        total += min((reach[plot] for plot in mine), default=state.cap)
    return total, state.scores()[seat]


BOTS: dict[str, Agent] = {"random": random, "greedy": greedy, "patient": patient, "hoarder": hoarder}

LAST: Final = 4
"""Empty plots at which hard begins to look at every line to the end."""


def _at_last(view: FreshFish) -> bool:
    return view.tiles.count(EMPTY) <= LAST


LADDER: Final[dict[str, Agent]] = {
    "easy": careless(greedy),
    "medium": patient,
    "hard": Searcher(
        hoarder,
        goal="lead",
        simulations=24,
        method="halving",
        exact=400,
        when=_at_last,
        about="Plays as hoarder does, and looks at every line once four plots are left.",
    ),
}
"""Opponents by strength; each wins clearly against the one before it (docs/ladder.md)."""
