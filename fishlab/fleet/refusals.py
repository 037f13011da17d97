"""Why a move of Fleet is not allowed: the rule that forbids it, in a sentence that says what would be right."""

from __future__ import annotations

from typing import Final, NamedTuple

from fishlab.core import Move, Reason
from fishlab.fleet.card_words import boat_name, boat_title, licence_title
from fishlab.fleet.counts import holds
from fishlab.fleet.deck import BOAT, BOATS, LICENCE, LICENCES
from fishlab.fleet.hands import cash, may_pay
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
                       mark("A licence is put up only before bidding starts."), _AUCTION),
    "decline": _Shape((), ("nominate",), "decline",
                      mark("You can decline only instead of putting up a licence."), _AUCTION),
    "bid": _Shape((int,), ("open", "bid"), "bid 6", mark("You can bid only while a licence is up."), _AUCTION),
    "pass": _Shape((), ("open", "bid"), "pass", mark("You can pass only when asked for a bid."), _AUCTION),
    "pay": _Shape((str,), ("pay",), mark("pay tuna or pay crate"),
                  mark("There is nothing to pay now."), mark("Payment, no change is given")),
    "launch": _Shape((str,), ("launch",), "launch cod",
                     mark("Boats are launched in phase two, one by one."), mark("Phase 2, launch boats")),
    "captain": _Shape((str, str), ("captain",), "captain cod-1 shrimp",
                      mark("Captains are hired in phase two, after all launches."), mark("Phase 2, hire captains")),
    "process": _Shape((str,), ("process",), "process cod-1",
                      mark("Crates are processed after fishing."), mark("Phase 4, processing")),
    "trade": _Shape((), ("trade",), "trade", mark("You trade only once, after processing."), mark("Phase 4, trading")),
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


Refusal = tuple[str, ...]
"""What was tried, why it is not allowed, and the places to point at."""


def why_not(state: Fleet, move: Move) -> str:
    """Return the rule that forbids a move, "" if none does; it never raises, whatever the move is."""
    if not isinstance(move, tuple) or not move or not all(type(part) in (str, int) for part in move):
        text = tr("A move is a word and what it applies to, such as nominate tuna or bid 6.")
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
        text = tr("“{move}” is not complete: write {example}.", move=line, example=tr(shape.example))
        if len(move) > len(shape.types) + 1:
            text = tr("“{move}” has too many words: write {example}.", move=line, example=tr(shape.example))
        return Reason(text, title=tr("Not a move of Fleet"))
    if state.step not in shape.steps:
        text = tr("{when} Now: {prompt}.", when=tr(shape.when), prompt=now)
        return Reason(text, title=tr("Not now"), rule=tr(shape.rule))
    title, text, *where = _refusal(state, move)
    rule = mark("Launch boats") if word == "launch" else shape.rule
    if word == "pay" and _is_held(state, str(move[1])) and may_pay(state, str(move[1])):  # but not now
        rule = _ENTRY
    return Reason(text, title=title, rule=tr(rule), where=where)


def _refusal(state: Fleet, move: Move) -> Refusal:
    """Return why a move of the right kind is wrong in its particulars."""
    match move:
        case ("nominate", str(lot)):
            return _nominate(state, lot)
        case ("bid", int(price)):
            return _bid(state, price)
        case ("pass",):
            lot = state.auction.lot
            message = mark("You put {licence} up for auction, so you must open with {low} or more.")
            text = tr(message, licence=licence_title(state.cards, lot), low=state.minimum(lot))
            return tr("No pass now"), text, f"lot-{lot}"
        case ("pay", str(piece)):
            return _pay(state, piece)
        case ("launch", str(kind)):
            return _launch(state, kind)
        case ("captain" | "process", str(name), *rest):
            return _boat(state, name, *map(str, rest))
        case ("discard", str(kind)) if state.discards_from() == "drawn" and _is_held(state, kind):
            text = tr("You must discard one of the two cards just drawn, not one that you held before.")
            return tr("Not that card"), text, f"hand-{kind}"
        case ("discard", str(kind)):
            return _not_held(state, kind)
        case ("show", str(name)) if name not in LICENCE:
            text = tr("“{name}” is not a licence: there are {names}.", name=name, names=", ".join(LICENCES))
            return tr("No such licence"), text
        case ("show", str(name)):
            message = mark("{licence} cannot come now: next is a common licence not yet seen.")
            if state.market.layer == "premium":
                message = mark("{licence} cannot come now: next is a premium licence not yet seen.")
            return tr("Not in the pile"), tr(message, licence=licence_title(state.cards, name))
        case ("stack", "common"):
            return tr("Not in the pile"), tr("No common licence is left in the pile.")
        case ("stack", "premium"):
            return tr("Not in the pile"), tr("No premium licence is left in the pile.")
        case ("stack", layer):
            text = tr("“{layer}” is not a kind of licence here: write common or premium.", layer=layer)
            return tr("Not in the pile"), text
        case ("first", int(seat)):
            text = tr("There is no seat {seat}: seats go from 0 to {last}.", seat=seat, last=state.players - 1)
            return tr("No such seat"), text
        case ("draw", str(kind)) if kind in BOAT:
            text = tr("No {card} card is left in the pile.", card=boat_title(state.cards, kind))
            return tr("Not in the pile"), text
        case ("draw", str(kind)):
            return tr("Not in the pile"), _no_card(kind)
    message = mark("“{move}” is not among the moves allowed now. Now: {prompt}.")
    return tr("Not allowed"), tr(message, move=state.notation(move), prompt=state.prompt())


def _is_held(state: Fleet, piece: str) -> bool:
    """Whether the seat to act has a card or a processed crate, as far as the viewer knows."""
    side = state.sides[state.seat]
    return side.processed > 0 if piece == "crate" else piece in BOAT and holds(side.hand, state.supply, BOAT[piece])


def _no_card(kind: str) -> str:
    return tr("“{kind}” is not a boat card: there are {kinds}.", kind=kind, kinds=", ".join(BOATS))


def _not_held(state: Fleet, kind: str) -> Refusal:
    if kind not in BOAT:
        return tr("No such card"), _no_card(kind)
    text = tr("You hold no {card} card.", card=boat_title(state.cards, kind))
    if state.step == "pay":
        text = tr("You no longer hold a {card} card: a card pays once.", card=boat_title(state.cards, kind))
    return tr("Not in your hand"), text, f"hand-{kind}"


def _means(state: Fleet) -> dict[str, int]:
    """Return how much the seat to act can pay, and with what."""
    side = state.sides[state.seat]
    means = {"cash": cash(state, state.seat), "crates": side.processed, "discount": side.discount}
    return {"limit": state.limit(state.seat), **means}


def _nominate(state: Fleet, lot: str) -> Refusal:
    shown = ", ".join(dict.fromkeys(state.market.display))
    if lot not in LICENCE:
        return tr("No such licence"), tr("“{name}” is not a licence: {shown} are on show.", name=lot, shown=shown)
    licence = licence_title(state.cards, lot)
    if lot not in state.market.display:
        text = tr("No {licence} licence is on show: choose from {shown}.", licence=licence, shown=shown)
        return tr("Not on show"), text
    message = mark(
        "{licence} opens at {low}, and you can pay at most {limit} (cards {cash}, processed crates {crates}, Shrimp "
        "discount {discount})."
    )
    text = tr(message, licence=licence, low=state.minimum(lot), **_means(state))
    return tr("Beyond your means"), text, f"lot-{lot}"


def _bid(state: Fleet, price: int) -> Refusal:
    lot, bid = state.auction.lot, state.auction.bid
    low, where = state.minimum(lot), f"lot-{lot}"
    if state.step == "open" and price < low:
        text = tr("{licence} opens at {low}: bid that or more.", licence=licence_title(state.cards, lot), low=low)
        return tr("Below the minimum"), text, where
    if state.step == "bid" and price <= bid:
        text = tr("The bid stands at {bid}: bid {next} or more, or pass.", bid=bid, next=bid + 1)
        return tr("Bids must rise"), text, where
    message = mark(
        "You can pay at most {limit} (cards {cash}, processed crates {crates}, Shrimp discount {discount}): nobody may "
        "bid more than they can pay."
    )
    return tr("Beyond your means"), tr(message, **_means(state)), where


def _pay(state: Fleet, piece: str) -> Refusal:
    side, crate = state.sides[state.seat], piece == "crate"
    if not _is_held(state, piece):
        if crate:
            return tr("No crate to pay with"), tr("You have no processed crate left: crates on boats do not pay.")
        if state.phase != "launch" or piece != side.boats[-1].kind:
            return _not_held(state, piece)
        message = mark("The {boat} boat being launched cannot pay for itself, and you hold no other.")
        return tr("Not in your hand"), tr(message, boat=boat_title(state.cards, piece)), f"hand-{piece}"
    value, where = (1, ()) if crate else (state.cards.cash[BOAT[piece]], (f"hand-{piece}",))
    if value > state.ceiling:
        message = mark(
            "Here you enter the most valuable pieces first: after a piece worth {paid}, one worth {value} cannot "
            "follow."
        )
        return tr("Most valuable first"), tr(message, paid=state.ceiling, value=value), *where
    if not may_pay(state, piece):
        message = mark("You still owe {owed}: whatever you pay it with, a piece worth {value} could be left out.")
        return tr("Superfluous"), tr(message, owed=state.owed, value=value), *where
    message = mark(
        "You still owe {owed}, and your pieces worth {value} or less do not cover that. Here you enter the most "
        "valuable pieces first: begin with a more valuable card."
    )
    return tr("Too little left"), tr(message, owed=state.owed, value=value), *where


def _launch(state: Fleet, kind: str) -> Refusal:
    if kind not in BOAT:
        text = tr("“{kind}” is not a boat: there are {kinds}.", kind=kind, kinds=", ".join(BOATS))
        return tr("No such boat"), text
    boat, where = boat_title(state.cards, kind), f"hand-{kind}"
    if not state.sides[state.seat].allows(kind):
        text = tr("A {boat} boat needs a {boat} licence, and you have none.", boat=boat)
        return tr("No {boat} licence", boat=boat), text, where
    if not _is_held(state, kind):
        return _not_held(state, kind)
    message = mark(
        "Launching {boat} costs {cost} after the discount. Your other cards and processed crates do not cover that, "
        "and the boat cannot pay for itself."
    )
    return tr("Beyond your means"), tr(message, boat=boat, cost=state.launch_cost(state.seat, kind)), where


def _boat(state: Fleet, name: str, captain: str = "") -> Refusal:
    """Return why a boat takes no captain, or gives no crate."""
    boats, where = state.sides[state.seat].boats, f"boat-{name}"
    boat = next((boat for boat in boats if boat.name == name), None)
    if boat is None:
        text = tr("You have no boat “{name}”. Your boats: none yet.", name=name)
        if boats:
            own = ", ".join(boat.name for boat in boats)
            text = tr("You have no boat “{name}”. Your boats: {boats}.", name=name, boats=own)
        return tr("No such boat"), text
    title = boat_name(state.cards, name)
    if captain and not boat.captain:
        return _not_held(state, captain)
    if captain:
        text = tr("{boat} already has a captain: a boat has one captain at most.", boat=title)
        return tr("One captain a boat"), text, where
    text = tr("{boat} carries no crate.", boat=title)
    if state.used >> boats.index(boat) & 1:
        text = tr("{boat} has already given a crate: one crate a boat each round.", boat=title)
    return tr("No crate from there"), text, where
