"""Players of Fleet: random, greedy, engine-builder and thrifty. Each sees only its own cards."""

from __future__ import annotations

from random import Random
from typing import Final

from fishlab.bots import careless, random_player
from fishlab.core import Agent, Move
from fishlab.fleet.deck import BOAT, BOATS, COMMON, boat_for
from fishlab.fleet.rules import Fleet
from fishlab.players.search import Searcher


def greedy(view: Fleet, rng: Random) -> Move:
    """Buys the most points for its money now: every boat and captain it can afford, without a plan."""
    match view.step:
        case "nominate":
            worth = {lot: _points_now(view, lot) for lot in _affordable(view)}
            fair = [lot for lot in worth if worth[lot] >= GREEDY_RATE * _price(view, view.minimum(lot))]
            if not fair:
                return ("decline",)
            return ("nominate", max(fair, key=lambda lot: worth[lot] / max(1, _price(view, view.minimum(lot)))))
        case "open" | "bid":
            price = _next_bid(view)
            fair_price = _points_now(view, view.auction.lot) >= GREEDY_RATE * _price(view, price)
            wanted = fair_price and price <= view.limit(view.seat)
            return ("bid", price) if view.step == "open" or wanted else ("pass",)
        case "process":
            return _process(view, full_only=True)
    return _common_sense(view, rng)


def engine_builder(view: Fleet, rng: Random) -> Move:
    """Buys what brings cards and boats early on, and points when the end is near."""
    return _built(view, rng, THRIFT)


def thrifty(view: Fleet, rng: Random) -> Move:
    """Buys as the engine-builder does, and bids no more than the minimum until the last two rounds."""
    return _built(view, rng, THRIFTY)


def _built(view: Fleet, rng: Random, above: int) -> Move:
    """Return an engine-builder's move that goes so far above the minimum in a bidding."""
    match view.step:
        case "nominate":
            gain = {lot: _engine_worth(view, lot, above) - _price(view, view.minimum(lot)) for lot in _affordable(view)}
            best = max(gain, key=lambda lot: gain[lot], default="")
            return ("nominate", best) if best and gain[best] >= 0 else ("decline",)
        case "open" | "bid":
            price = _next_bid(view)
            worth = _engine_worth(view, view.auction.lot, above)
            wanted = _price(view, price) <= worth and price <= view.limit(view.seat)
            return ("bid", price) if view.step == "open" or wanted else ("pass",)
        case "process":
            # A card now is worth a point while there is time to use it.
            return _process(view, full_only=rounds_left(view) < 3 or view.sides[view.seat].processed > 0)
    return _common_sense(view, rng)


GREEDY_RATE = 0.6
"""Points that the greedy player wants for each coin."""
POINTS_PER_COIN = 0.7
"""What the engine-builder thinks a coin turns into while there is time: a boat, its captain and its crates."""
THRIFT = 1
"""How far above the minimum the engine-builder goes: a dear licence leaves no cards to launch with."""
THRIFTY = 0
"""The same of those who play the trial games of *hard*, and of *hard* itself where it does not search."""
LATE_RAISE = 4
"""The same in the last two rounds, when cards will soon be worth nothing."""


def rounds_left(view: Fleet) -> int:
    """Return a guess of how many rounds are still to be played, this one included."""
    if view.last:
        return 1
    sold = max(1.0, len(view.sales) / view.round) if view.round > 1 else 0.8 * view.players
    by_licences = 1 + int(view.market.size / sold)
    catch = sum(side.captains for side in view.sides)
    by_crates = 1
    left = view.crates
    while left > 0 and by_crates < by_licences:
        catch += view.players
        left -= catch
        by_crates += 1
    return max(1, min(by_licences, by_crates))


def _affordable(view: Fleet) -> list[str]:
    return [str(move[1]) for move in view.moves() if move[0] == "nominate"]


def _price(view: Fleet, bid: int) -> int:
    """Return what a bid costs this seat after its discount."""
    return max(0, bid - view.sides[view.seat].discount)


def _next_bid(view: Fleet) -> int:
    return view.minimum(view.auction.lot) if view.step == "open" else view.auction.bid + 1


def _points_now(view: Fleet, lot: str) -> float:
    """Return the points that a licence brings at once, and a little for boats in hand that it lets sail."""
    seat = view.seat
    bought = view.sides[seat]._replace(licences=(*view.sides[seat].licences, lot))
    gain = sum(bought.points(view.cards).values()) - sum(view.points(seat).values())
    kind = boat_for(lot)
    if kind and not view.sides[seat].owned(kind):
        gain += min(2, view.sides[seat].hand[BOAT[kind]])
    return gain


def _engine_worth(view: Fleet, lot: str, above: int) -> float:
    """Return the most to pay for a licence: its points and what its bonus still brings, so far above the minimum."""
    seat, rounds = view.seat, rounds_left(view)
    owned = view.sides[seat].owned(boat_for(lot) or lot)
    captains = view.sides[seat].captains
    a_round = {
        "shrimp": 1.6,
        "cod": 2.2 if not owned else 1.5,
        "lobster": (1.0 if not owned else 0.4) + (1.5 if captains + rounds > 3 else 0.7),
        "tuna": (1.9, 0.9, 0.9, 0.5)[min(3, owned)],
        "processing": 1.2 if captains or owned else 0.8,
    }.get(lot, 0.0)
    worth = _points_now(view, lot) + POINTS_PER_COIN * a_round * (rounds - 1)
    if lot.startswith("king-crab"):
        worth += {"captains": 1.2, "crates": 1.0, "licences": 1.0}[lot.rpartition("-")[2]] * (rounds - 1) * 0.8
    if lot in COMMON and not view.sides[seat].sails:
        worth += 4  # without a licence for boats nothing sails
    spare = LATE_RAISE if rounds <= 2 else above
    return min(worth, _price(view, view.minimum(lot)) + spare)


def _common_sense(view: Fleet, rng: Random) -> Move:
    """Do what both planners do alike: pay exactly, launch, hire with the cheapest card, trade, keep cash."""
    side = view.sides[view.seat]
    match view.step:
        case "pay":
            return _payment(view)
        case "launch":
            kinds = [str(move[1]) for move in view.moves() if move[0] == "launch"]
            if not kinds:
                return ("done",)
            cost = {kind: view.launch_cost(view.seat, kind) + view.cards.cash[BOAT[kind]] for kind in kinds}
            points = {kind: view.cards.boat_points[BOAT[kind]] for kind in kinds}
            return ("launch", max(kinds, key=lambda kind: (points[kind] + 2) / max(1, cost[kind])))
        case "captain":
            held = [kind for kind in BOATS if side.hand[BOAT[kind]]]
            boat = next(boat.name for boat in side.boats if not boat.captain)
            return ("captain", boat, min(held, key=lambda kind: _use(view, kind)))
        case "trade":
            return ("done",) if view.last else ("trade",)
        case "discard":
            return min(view.moves(), key=lambda move: _use(view, str(move[1])))
    return view.sample(rng)


def _use(view: Fleet, kind: str) -> float:
    """Return how useful a card in hand is: its cash, and more if it is a boat that may sail."""
    sails = view.sides[view.seat].allows(kind)
    return view.cards.cash[BOAT[kind]] + (1.5 if sails else 0.0)


def _process(view: Fleet, full_only: bool) -> Move:
    """Process a crate from a full boat, which makes room to fish; or from any boat if there is none to trade."""
    if view.last:
        return ("done",)
    ready = {str(move[1]) for move in view.moves() if move[0] == "process"}
    boats = [boat for boat in view.sides[view.seat].boats if boat.name in ready]
    full = [boat for boat in boats if boat.crates >= view.cards.capacity]
    if full:
        return ("process", full[0].name)
    if boats and not full_only:
        return ("process", max(boats, key=lambda boat: boat.crates).name)
    return ("done",)


def _payment(view: Fleet) -> Move:
    """Return the next piece of the payment that wastes least, sparing boats that may sail."""
    side = view.sides[view.seat]
    held: dict[int, int] = {1: side.processed}
    for place, cash in enumerate(view.cards.cash):
        held[cash] = held.get(cash, 0) + side.hand[place]
    values = sorted((value for value in held if held[value] and value <= view.ceiling), reverse=True)
    first = _least(view.owed, values, held)[1]
    moves = [move for move in view.moves() if _value(view, move) == first]
    return min(moves, key=lambda move: 0.0 if move[1] == "crate" else _use(view, str(move[1])))


def _value(view: Fleet, move: Move) -> int:
    return 1 if move[1] == "crate" else view.cards.cash[BOAT[str(move[1])]]


def _least(owed: int, values: list[int], held: dict[int, int]) -> tuple[int, int]:
    """Return the least overpayment that these values allow, and the largest value used in it."""
    if owed <= 0:
        return -owed, 0
    if not values:
        return 10**6, 0
    value, rest = values[0], values[1:]
    best = _least(owed, rest, held)
    for count in range(1, min(held[value], -(-owed // value)) + 1):
        waste = _least(owed - count * value, rest, held)[0]
        if waste < best[0] or (waste == best[0] and waste < 10**6):
            best = (waste, value)
    return best


BOTS: dict[str, Agent] = {
    "random": random_player, "greedy": greedy, "engine-builder": engine_builder, "thrifty": thrifty,
}  # fmt: skip
"""The players by their names."""


def _at_auction(view: Fleet) -> bool:
    """Tell whether licences are being chosen or bid for: the choices that a search can better."""
    return view.step in ("nominate", "bid")


def _one_more_or_pass(view: Fleet, rng: Random) -> list[Move]:
    """Return the moves that a search tries: every licence on offer; in the bidding one coin more, or a pass."""
    moves = view.moves()
    return [move for move in moves if move[0] != "bid" or move[1] == _next_bid(view)]


LADDER: Final[dict[str, Agent]] = {
    "easy": careless(greedy),
    "medium": engine_builder,
    "hard": Searcher(
        thrifty,
        goal="lead",
        simulations=20,
        when=_at_auction,
        moves=_one_more_or_pass,
        about="Plays as thrifty does; at an auction it plays 20 trial games before each choice.",
    ),
}
"""Opponents by strength; each wins clearly against the one before it (docs/ladder.md)."""
