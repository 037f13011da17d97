"""Why a move of Fleet is not allowed: the rule that forbids it, in a sentence that says what would be right."""

from __future__ import annotations

from typing import Final, NamedTuple

from fishlab.core import Move, Reason
from fishlab.fleet.card_words import boat_name, boat_title, licence_title
from fishlab.fleet.counts import holds
from fishlab.fleet.deck import BOAT, BOATS, LICENCE, LICENCES
from fishlab.fleet.hands import cash
from fishlab.fleet.rules import Fleet
from fishlab.messages import mark, tr


class _Shape(NamedTuple):
    """How a move is written, in which steps it belongs, and what to say elsewhere."""

    types: tuple[type, ...]
    steps: tuple[str, ...]
    example: str
    when: str
    rule: str


_AUCTION: Final = mark("Phase 1, auction")
_REFRESH: Final = mark("Refreshing the auction")
_ENTRY: Final = mark("The order in which a payment is entered here; the rulebook has none")
_SHAPES: Final = {
    "nominate": _Shape((str,), ("nominate",), "nominate tuna",
                       mark("A licence is put up only at the start of a lot."), _AUCTION),
    "decline": _Shape((), ("nominate",), "decline",
                      mark("One declines only instead of putting up a licence."), _AUCTION),
    "bid": _Shape((int,), ("open", "bid"), "bid 6", mark("Bids are made only while a licence is up."), _AUCTION),
    "pass": _Shape((), ("open", "bid"), "pass", mark("One passes only when asked for a bid."), _AUCTION),
    "pay": _Shape((str,), ("pay",), mark("pay tuna or pay crate"),
                  mark("There is nothing to pay now."), mark("Payment, no change is given")),
    "launch": _Shape((str,), ("launch",), "launch cod",
                     mark("Boats are launched in phase two, one by one."), mark("Phase 2, launch boats")),
    "captain": _Shape((str, str), ("captain",), "captain cod-1 shrimp",
                      mark("Captains are hired in phase two, after all launches."), mark("Phase 2, hire captains")),
    "process": _Shape((str,), ("process",), "process cod-1",
                      mark("Crates are processed after fishing."), mark("Phase 4, processing")),
    "trade": _Shape((), ("trade",), "trade", mark("Trading comes once, after processing."), mark("Phase 4, trading")),
    "done": _Shape((), ("launch", "captain", "process", "trade"), "done",
                   mark("“Done” ends launching, hiring, processing or trading."), mark("Phases 2 and 4")),
    "discard": _Shape((str,), ("discard",), "discard cod",
                      mark("A card is discarded only after drawing."), mark("Phase 5, draw")),
    "draw": _Shape((str,), ("draw",), "draw cod", mark("No card is drawn now."), mark("Drawing")),
    "first": _Shape((int,), ("first",), "first 0",
                    mark("The start player is drawn once, before the game."), mark("Setup")),
    "show": _Shape((str,), ("show",), "show tuna", mark("No licence is turned up now."), _REFRESH),
    "stack": _Shape((str,), ("stack",), "stack common",
                    mark("No licence of the lower pile is turned up now."), _REFRESH),
}  # fmt: skip


def why_not(state: Fleet, move: Move) -> str:
    """Return the rule that forbids a move, "" if none does; it never raises, whatever the move is."""
    if not isinstance(move, tuple) or not move or not all(type(part) in (str, int) for part in move):
        text = tr("A move is a word and what it is about, such as nominate tuna or bid 6.")
        return Reason(text, title=tr("Not a move"))
    if move in state.moves():
        return ""
    if state.step == "over":
        text = tr("The game is over: no more moves can be made.")
        return Reason(text, title=tr("The game is over"), rule=tr("Game end"))
    word, now, line = move[0], state.prompt(), state.notation(move)
    shape = _SHAPES.get(word) if isinstance(word, str) else None
    if shape is None:
        text = tr("“{word}” is not a move of Fleet. Now: {prompt}.", word=word, prompt=now)
        return Reason(text, title=tr("Not a move of Fleet"))
    if tuple(map(type, move[1:])) != shape.types:
        if len(move) > len(shape.types) + 1:
            text = tr("“{move}” says too much: write {example}.", move=line, example=tr(shape.example))
        else:
            text = tr("“{move}” is not complete: write {example}.", move=line, example=tr(shape.example))
        return Reason(text, title=tr("Not a move of Fleet"))
    rule = tr(shape.rule)
    if state.step not in shape.steps:
        text = tr("{when} Now: {prompt}.", when=tr(shape.when), prompt=now)
        return Reason(text, title=tr("Not now"), rule=rule)
    if found := _why_not_here(state, move, rule):
        return found
    return Reason(tr("“{move}” is not among the moves allowed now. Now: {prompt}.", move=line, prompt=now), rule=rule)


def _why_not_here(state: Fleet, move: Move, rule: str) -> Reason | None:
    """Return why a move of the right kind is wrong in its particulars."""
    match move:
        case ("nominate", str(lot)):
            return _nominate(state, lot, rule)
        case ("bid", int(price)):
            return _bid(state, price, rule)
        case ("pass",) if state.step == "open":
            lot = state.auction.lot
            message = mark("You put {licence} up for auction, so you must open with {low} or more.")
            text = tr(message, licence=licence_title(state.cards, lot), low=state.minimum(lot))
            return Reason(text, title=tr("No pass now"), rule=rule, where=(f"lot-{lot}",))
        case ("pay", str(piece)):
            return _pay(state, piece, rule)
        case ("launch", str(kind)):
            return _launch(state, kind)
        case ("captain" | "process", str(name), *rest):
            return _boat(state, name, rule, *map(str, rest))
        case ("discard", str(kind)):
            hand = state.sides[state.seat].hand
            if kind in BOAT and state.discards_from() == "drawn" and holds(hand, state.supply, BOAT[kind]):
                text = tr("You must discard one of the two cards just drawn, not one that you held before.")
                return Reason(text, title=tr("Not that card"), rule=rule, where=(f"hand-{kind}",))
            return _not_held(state, kind, rule)
        case ("show", str(name)) if name not in LICENCE:
            text = tr("“{name}” is no licence: there are {names}.", name=name, names=", ".join(LICENCES))
            return Reason(text, title=tr("No such licence"), rule=rule)
        case ("first", int(seat)):
            text = tr("There is no seat {seat}: seats go from 0 to {last}.", seat=seat, last=state.players - 1)
            return Reason(text, title=tr("No such seat"), rule=rule)
        case ("show" | "stack" | "draw", str(_)):
            return Reason(_not_in_the_pile(state, move), title=tr("Not in the pile"), rule=rule)
    return None


def _not_in_the_pile(state: Fleet, move: Move) -> str:
    match move:
        case ("show", str(name)):
            title = licence_title(state.cards, name)
            if state.market.layer == "premium":
                return tr("{title} cannot come now: next is a premium licence not yet seen.", title=title)
            return tr("{title} cannot come now: next is a common licence not yet seen.", title=title)
        case ("stack", "common"):
            return tr("No common licence is left in the pile.")
        case ("stack", "premium"):
            return tr("No premium licence is left in the pile.")
        case ("stack", layer):
            return tr("“{layer}” is no kind of licence here: write common or premium.", layer=layer)
        case (_, str(kind)) if kind in BOAT:
            return tr("No {card} card is left in the pile.", card=boat_title(state.cards, kind))
    return _no_card(move[1])


def _no_card(kind: object) -> str:
    return tr("“{kind}” is no boat card: there are {kinds}.", kind=kind, kinds=", ".join(BOATS))


def _not_held(state: Fleet, kind: str, rule: str) -> Reason:
    if kind not in BOAT:
        return Reason(_no_card(kind), title=tr("No such card"), rule=rule)
    text = tr("You hold no {card} card.", card=boat_title(state.cards, kind))
    if state.step == "pay":
        text = tr("You hold no {card} card any more: a card pays once.", card=boat_title(state.cards, kind))
    return Reason(text, title=tr("Not in your hand"), rule=rule, where=(f"hand-{kind}",))


def _means(state: Fleet) -> dict[str, int]:
    """Return how much the seat to act can pay, and with what."""
    side = state.sides[state.seat]
    means = {"cash": cash(state, state.seat), "crates": side.processed, "discount": side.discount}
    return {"limit": state.limit(state.seat), **means}


def _nominate(state: Fleet, lot: str, rule: str) -> Reason:
    shown = ", ".join(dict.fromkeys(state.market.display))
    if lot not in LICENCE:
        text = tr("“{name}” is no licence: on show are {shown}.", name=lot, shown=shown)
        return Reason(text, title=tr("No such licence"), rule=rule)
    licence = licence_title(state.cards, lot)
    if lot not in state.market.display:
        text = tr("No {licence} licence is on show: choose from {shown}.", licence=licence, shown=shown)
        return Reason(text, title=tr("Not on show"), rule=rule)
    message = mark(
        "{licence} opens at {low}, and you can pay at most {limit} (cards {cash}, processed crates {crates}, Shrimp "
        "discount {discount})."
    )
    text = tr(message, licence=licence, low=state.minimum(lot), **_means(state))
    return Reason(text, title=tr("Beyond your means"), rule=rule, where=(f"lot-{lot}",))


def _bid(state: Fleet, price: int, rule: str) -> Reason:
    lot, bid = state.auction.lot, state.auction.bid
    low, where = state.minimum(lot), (f"lot-{lot}",)
    if state.step == "open" and price < low:
        text = tr("{licence} opens at {low}: bid that or more.", licence=licence_title(state.cards, lot), low=low)
        return Reason(text, title=tr("Below the minimum"), rule=rule, where=where)
    if state.step == "bid" and price <= bid:
        text = tr("The bid stands at {bid}: bid {next} or more, or pass.", bid=bid, next=bid + 1)
        return Reason(text, title=tr("Bids must rise"), rule=rule, where=where)
    message = mark(
        "You can pay at most {limit} (cards {cash}, processed crates {crates}, Shrimp discount {discount}): nobody may "
        "bid more than they can pay."
    )
    return Reason(tr(message, **_means(state)), title=tr("Beyond your means"), rule=rule, where=where)


def _pay(state: Fleet, piece: str, rule: str) -> Reason:
    side, value, where = state.sides[state.seat], 1, tuple[str, ...]()
    if piece == "crate":
        if not side.processed:
            text = tr("You have no processed crate left: crates on boats do not pay.")
            return Reason(text, title=tr("No crate to pay with"), rule=rule)
    elif piece in BOAT and holds(side.hand, state.supply, BOAT[piece]):
        value, where = state.cards.cash[BOAT[piece]], (f"hand-{piece}",)
    elif state.phase == "launch" and piece == side.boats[-1].kind:
        message = mark("The {boat} boat being launched cannot pay for itself, and you hold no other.")
        text = tr(message, boat=boat_title(state.cards, piece))
        return Reason(text, title=tr("Not in your hand"), rule=rule, where=(f"hand-{piece}",))
    else:
        return _not_held(state, piece, rule)
    if value > state.ceiling:
        message = mark(
            "Here you enter the most valuable pieces first: after a piece worth {paid}, one worth {value} cannot "
            "follow."
        )
        text = tr(message, paid=state.ceiling, value=value)
        return Reason(text, title=tr("Most valuable first"), rule=tr(_ENTRY), where=where)
    message = mark(
        "You still owe {owed}, and your pieces worth {value} or less do not cover that. Here you enter the most "
        "valuable pieces first: begin with a more valuable card."
    )
    text = tr(message, owed=state.owed, value=value)
    return Reason(text, title=tr("Too little left"), rule=tr(_ENTRY), where=where)


def _launch(state: Fleet, kind: str) -> Reason:
    rule, side, where = tr("Launch boats"), state.sides[state.seat], (f"hand-{kind}",)
    if kind not in BOAT:
        text = tr("“{kind}” is no boat: there are {kinds}.", kind=kind, kinds=", ".join(BOATS))
        return Reason(text, title=tr("No such boat"), rule=rule)
    boat = boat_title(state.cards, kind)
    if not side.allows(kind):
        text = tr("A {boat} boat needs a {boat} licence, and you have none.", boat=boat)
        return Reason(text, title=tr("No {boat} licence", boat=boat), rule=rule, where=where)
    if not holds(side.hand, state.supply, BOAT[kind]):
        return _not_held(state, kind, rule)
    message = mark(
        "Launching {boat} costs {cost} after the discount. Your other cards and processed crates do not cover that, "
        "and the boat cannot pay for itself."
    )
    text = tr(message, boat=boat, cost=state.launch_cost(state.seat, kind))
    return Reason(text, title=tr("Beyond your means"), rule=rule, where=where)


def _boat(state: Fleet, name: str, rule: str, captain: str = "") -> Reason:
    """Return why a boat takes no captain, or gives no crate."""
    boats, where = state.sides[state.seat].boats, (f"boat-{name}",)
    boat = next((boat for boat in boats if boat.name == name), None)
    if boat is None:
        text = tr("You have no boat “{name}”. Your boats: none yet.", name=name)
        if boats:
            own = ", ".join(boat.name for boat in boats)
            text = tr("You have no boat “{name}”. Your boats: {boats}.", name=name, boats=own)
        return Reason(text, title=tr("No such boat"), rule=rule)
    title = boat_name(state.cards, name)
    if captain and boat.captain:
        text = tr("{boat} has a captain already: a boat has one captain at most.", boat=title)
        return Reason(text, title=tr("One captain a boat"), rule=rule, where=where)
    if captain:
        return _not_held(state, captain, rule)
    text = tr("{boat} carries no crate.", boat=title)
    if state.used >> boats.index(boat) & 1:
        text = tr("{boat} has given a crate already: one crate a boat and round.", boat=title)
    return Reason(text, title=tr("No crate from there"), rule=rule, where=where)
