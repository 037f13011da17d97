"""Why a move of Pisces is refused: a table of reasons, and which of them holds."""

from __future__ import annotations

from typing import Final

from fishlab.core import Move, Reason
from fishlab.messages import mark, tr
from fishlab.pisces.boards import OCEAN
from fishlab.pisces.phrases import EXAMPLES, ITEMS, PHASE_WORDS, phase_number, spot
from fishlab.pisces.rules import Pisces, outcome_tokens

_NOW: Final = -1  # the phase of the moment
_ENTRY: Final = mark("The order in which chips are entered here; the rulebook has none")
_REASONS: Final[dict[str, tuple[int | str, str, str]]] = {
    "no move": ("", mark("Not a move"), mark("A move is a word with its names and numbers, such as “fish 1”.")),
    "over": (mark("End of game"), mark("Game over"), mark("The game is over: no more moves can be made.")),
    "no word": ("", mark("Not a move"), mark("“{word}” is not a move of Pisces: the words are {words}.")),
    "unreadable": ("", mark("Not a move"), mark("“{move}” cannot be read: write it like “{example}”.")),
    "wait": (_NOW, mark("Not now"), mark("“{word}” has to wait: {prompt}.")),
    "stack waits": (_NOW, mark("Dice come first"), mark("Only the dice of a fishing boat hit a stack. {prompt}.")),
    "pay waits": (_NOW, mark("Nothing to pay"), mark("Chips pay for what is bought or bid. {prompt}.")),
    "setup": (_NOW, mark("Not now"), mark("“{word}” belongs to the setup, which is over: {prompt}.")),
    "never": (_NOW, mark("Not now"), mark("“{word}” is not part of this game: {prompt}.")),
    "no player": (0, mark("No such player"), mark("There is no {what}: name player-1 to player-{last}.")),
    "no board": (0, mark("No {what} board"), mark("There is no {what} board: the boards are {names}.")),
    "taken": (0, mark("The {species} board is taken"),
              mark("The {species} board is taken by player {number}: choose another.")),
    "no card": (1, mark("No {what} card"), mark("The card cannot show {what}: no card of it is left.")),
    "not in play": (1, mark("No {what} card"), mark("The card cannot show {what}: that species is not in play.")),
    "other board": (2, mark("Not your board"),
                    mark("The block goes on a stack of your own board, which is {species}.")),
    "no stack": (_NOW, mark("No such stack"), mark("The {species} board has no stack {what}: it has {names}.")),
    "unblocked": (2, mark("Nothing to protect"), mark("{spot} is empty: the block protects a stack of chips.")),
    "no area": (_NOW, mark("No such place"), mark("Boats cannot fish at {what}: choose {names}.")),
    "no boat": (3, mark("No such boat"), mark("{name} has boats 1 to {last}, no boat {number}.")),
    "boat order": (3, mark("Not boat {number}"), mark("Boats go out in order: boat {next} is next.")),
    "not at sea": (4, mark("No such boat"), mark("{name} has boats 1 to {last} at sea, no boat {number}.")),
    "fished": (4, mark("Already fished"), mark("Boat {number} has fished this round.")),
    "no finder": (6, mark("No Fish Finder"), mark("{name} has no Fish Finder: each card moves one boat a round.")),
    "used finder": (6, mark("No Fish Finder"),
                    mark("{name} has used every Fish Finder this round: each card moves one boat a round.")),
    "same place": (6, mark("Same place"), mark("Boat {number} is there already: a Fish Finder moves it elsewhere.")),
    "roll again": (4, mark("Roll again"),
                   mark("On the open ocean {face} means “roll again”: roll until a species comes up.")),
    "no face": (_NOW, mark("No such face"), mark("A die shows 1 to 6, not {face}.")),
    "other species": (4, mark("Not {what}"), mark("The dice hit {species}, not {what}.")),
    "other number": (4, mark("Another number"), mark("The dice hit the stacks numbered {number}, not {spot}.")),
    "no spawners": (4, mark("Another number"), mark("The dice hit the spawning grounds, not {spot}.")),
    "empty": (4, mark("An empty stack"), mark("{spot} is empty.")),
    "hit": (4, mark("A stack is hit"), mark("There are chips on a stack with this number: choose one.")),
    "no outrigger": (6, mark("No Outrigger"), mark("{name} has no Outrigger: each card rerolls one attempt a round.")),
    "used outrigger": (6, mark("No Outrigger"),
                       mark("{name} has used every Outrigger this round: each card rerolls one attempt a round.")),
    "no item": (6, mark("Not for sale"), mark("There is no {what} for sale: choose {names}.")),
    "most boats": (6, mark("Fleet complete"), mark("{name} has {boats} boats, and no fleet may be larger.")),
    "sold out": (6, mark("Sold out"), mark("All {cards} {item} cards are sold.")),
    "too dear": (6, mark("Not enough chips"),
                 mark("The {item} costs {price} points in chips, and {name} has {points}.")),
    "no such chip": (_NOW, mark("No such chip"), mark("There are no {what} chips in this game: pay with {names}.")),
    "no chip": (_NOW, mark("No {species} chip"), mark("{name} holds no {species} chip.")),
    "earlier": (_ENTRY, mark("Most valuable first"),
                mark("Here you enter the most valuable chips first, and {species} comes earlier: pay {names}.")),
    "inexact": (_NOW, mark("Not exact"),
                mark("With a {species} chip the other chips cannot make exactly {due} points: pay {names}.")),
    "too little": (_ENTRY, mark("Too little is left"),
                   mark("Here you enter the most valuable chips first. "
                        "From {species} on they do not cover {due}: pay {names}.")),
    "no bid": (8, mark("No such spot"), mark("There is no bid spot {bid}: they run from {low} to {most}.")),
    "low bid": (8, mark("{bid} is too low"), mark("{high} has been bid: a bid must be higher.")),
    "inexact bid": (8, mark("{bid} cannot be paid exactly"),
                    mark("{name} cannot pay {bid} exactly: choose {bids}.")),
}  # fmt: skip
"""Why a move is refused: the phase where the rulebook says so (0: setup) or another source, the title, the sentence."""


def why_not(state: Pisces, move: Move) -> str:
    """Return the rule that forbids a move, "" for a legal one."""
    if not isinstance(move, tuple) or not move or not all(type(part) in (str, int) for part in move):
        return _no(state, "no move")
    if move in state.moves():
        return ""
    if state.phase == "over":
        return _no(state, "over")
    word, example = str(move[0]), EXAMPLES.get(str(move[0]), "")
    if not example:
        return _no(state, "no word", word=word, words=", ".join(EXAMPLES))
    if [*map(type, move)] != [*map(type, state.parse(example))]:
        return _no(state, "unreadable", move=state.notation(move), example=example)
    if example in PHASE_WORDS[state.phase].moves:
        return _why_not(state, move)
    key = f"{word} waits" if f"{word} waits" in _REASONS else "wait"
    if word in ("first", "board"):
        key = "setup"
    if (word == "block" and not state.sea.blocks) or (word == "card" and not state.sea.tournaments):
        key = "never"
    return _no(state, key, word=word, prompt=state.prompt())


def _no(state: Pisces, key: str, *where: str, **slots: object) -> Reason:
    """Return a reason with its sentence, its title, and where the rulebook says so."""
    source, title, text = _REASONS[key]
    number = phase_number(state) if source == _NOW else source
    rule = tr("Round of play, phase {number}", number=number) if number else tr("Setup")
    if isinstance(source, str):
        rule = source and tr(source)
    text = tr(text, name=state.seat_name(state.seat), **slots)
    return Reason(text, title=tr(title, **slots), rule=rule, where=where)


def _why_not(state: Pisces, move: Move) -> Reason:
    """Return the reason against a move of the right shape at the right time."""
    seat, sea = state.seat, state.sea
    match move:
        case ("first", name):
            return _no(state, "no player", what=name, last=state.players)
        case ("board", str(name)):
            if (owner := state.board_of(name)) >= 0:
                return _no(state, "taken", name, species=tr(name), number=owner + 1)
            return _no(state, "no board", what=name, names=", ".join(kind.name for kind in sea.species))
        case ("card", name):
            return _no(state, "no card" if state.board_of(name) >= 0 else "not in play", what=name)
        case ("block", name, str(stack)):
            own = state.kind(seat)
            if name != own.name:
                return _no(state, "other board", own.name, species=tr(own.name))
            if stack not in own.stacks:
                return _no(state, "no stack", own.name, species=tr(own.name), what=stack, names=", ".join(own.stacks))
            return _no(state, "unblocked", f"{name}/{stack}", spot=spot(stack).capitalize())
        case ("boat", int(number), area):
            if state.area_number(area) < 0:
                return _no(state, "no area", what=area, names=", ".join(state.areas))
            if not 1 <= number <= state.boats[seat]:
                return _no(state, "no boat", last=state.boats[seat], number=number)
            return _no(state, "boat order", number=number, next=len(state.fleet[seat]) + 1)
        case ("fish" | "finder", int(number), *_):
            return _why_not_fish(state, number, move[-1])
        case ("roll", int(face)):
            if state.phase == "roll" and 1 <= face <= 6:
                return _no(state, "roll again", OCEAN, face=face)
            return _no(state, "no face", face=face)
        case ("stack", str(name), str(stack)):
            return _why_not_stack(state, name, stack)
        case ("settle",):
            return _no(state, "hit", *_places(state))
        case ("outrigger",):
            return _no(state, "used outrigger" if state.gear[seat][1] else "no outrigger")
        case ("buy", str(item)):
            return _why_not_buy(state, item)
        case ("pay", str(name)):
            return _why_not_pay(state, name)
    bid, high = int(move[1]), max(state.bids)
    if not sea.lowest_bid <= bid <= sea.highest_bid:
        return _no(state, "no bid", bid=bid, low=sea.lowest_bid, most=sea.highest_bid)
    if bid <= high:
        return _no(state, "low bid", f"bid/{bid}", bid=bid, high=high)
    return _no(state, "inexact bid", f"bid/{bid}", bid=bid, bids=", ".join(map(str, state.legal_bids(seat))))


def _why_not_fish(state: Pisces, number: int, area: object) -> Reason:
    seat, boats = state.seat, len(state.fleet[state.seat])
    if not 1 <= number <= boats:
        return _no(state, "not at sea", last=boats, number=number)
    if state.fished[seat] >> number - 1 & 1:
        return _no(state, "fished", f"boat/{number}", number=number)
    if not state.spare(seat, "finder"):
        return _no(state, "used finder" if state.gear[seat][2] else "no finder")
    if state.area_number(area) < 0:
        return _no(state, "no area", what=area, names=", ".join(state.areas))
    return _no(state, "same place", str(area), number=number)


def _why_not_stack(state: Pisces, name: str, stack: str) -> Reason:
    area, total, hits = state.fleet[state.seat][state.boat], sum(state.dice), _places(state)
    at_sea = area == state.players
    kind = state.kind(outcome_tokens(area)[total - 1] if at_sea else area)
    if name != kind.name:
        return _no(state, "other species", *hits, species=tr(kind.name), what=tr(name))
    if stack not in kind.stacks:
        return _no(state, "no stack", name, species=tr(name), what=stack, names=", ".join(kind.stacks))
    if kind.stacks.index(stack) not in (kind.spawners if at_sea else kind.hits[total]):
        return _no(state, "no spawners" if at_sea else "other number", *hits, number=total, spot=spot(stack))
    return _no(state, "empty", f"{name}/{stack}", spot=spot(stack).capitalize())


def _why_not_buy(state: Pisces, item: str) -> Reason:
    sea, place = state.sea, f"gear/{item}"
    if item not in ITEMS:
        return _no(state, "no item", what=item, names=", ".join(ITEMS))
    if item == "boat" and state.boats[state.seat] >= sea.most_boats:
        return _no(state, "most boats", place, boats=sea.most_boats)
    label = tr(ITEMS[item].label)
    if item != "boat" and not state.gear_left(item):
        return _no(state, "sold out", place, cards=sea.gear_cards, item=label)
    return _no(state, "too dear", place, item=label, price=sea.price(item), points=state.chip_points(state.seat))


def _why_not_pay(state: Pisces, name: str) -> Reason:
    board = state.board_of(name)
    if board < 0:
        return _no(state, "no such chip", what=name, names=", ".join(state.species))
    if not state.held[state.seat][board]:
        return _no(state, "no chip", species=tr(name))
    key = "inexact" if state.phase == "bidpay" else "too little"
    if state.paying_order().index(board) < state.pay_from:
        key = "earlier"
    names = ", ".join(state.kind(place).name for place in state.payable())
    return _no(state, key, species=tr(name), due=state.due, names=names)


def _places(state: Pisces) -> list[str]:
    """Return where the stacks that are hit lie, as reasons point at them: "tuna/adult-5"."""
    return [f"{state.kind(board).name}/{state.kind(board).stacks[stack]}" for board, stack in state.targets()]
