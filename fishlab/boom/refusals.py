"""Why a move of Fishery Boom is refused: the sentence, the rule, and what to point at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.phases import PHASES, one_fish, overtime, said, stage
from fishlab.boom.player_sheets import works
from fishlab.boom.rules import Boom
from fishlab.boom.sea import fish_state
from fishlab.boom.treatments import NO_QUOTA
from fishlab.core import CHANCE, Move, Reason
from fishlab.messages import mark, tr

_ALONE: Final = ("keep", "release", "plate", "cross", "ready")
_WITH_NUMBER: Final = ("roll", "reroll", "double", "kills", "vote")
_WITH_NAME: Final = ("gear", "take", "chill", "kill", "box", "shield")
_SHAPES: Final[Mapping[str, tuple[type, ...]]] = {
    **dict.fromkeys(_ALONE, ()), **dict.fromkeys(_WITH_NUMBER, (int,)), **dict.fromkeys(_WITH_NAME, (str,)),
}  # fmt: skip
"""Every word a move can start with, and what follows it."""


def _no(state: Boom, title: str, message: str, *where: str, **slots: object) -> Reason:
    """Return a refusal: title and message of the same slots, and what to point at."""
    slots = {"prompt": state.prompt(), **slots}
    rule = tr(PHASES[state.phase].title)
    return Reason(said(state, message, **slots), title=tr(title, **slots), rule=rule, where=where)


def why_not(state: Boom, move: Move) -> Reason:
    """Return the rule that forbids a move which is not among the legal ones."""
    if state.phase == "over":
        return _no(state, mark("The game is over"), mark("The game is over: no more moves can be made."))
    word, rest, allowed = move[0], move[1:], PHASES[state.phase].allowed
    slots: dict[str, object] = {"word": f"{word!s:.30}", "what": f"{move[-1]!s:.30}", "number": f"{move[-1]!s:.12}"}
    if not isinstance(word, str) or word not in _SHAPES:
        message = mark("“{word}” is not a move of Fishery Boom now: choose {allowed}.")
        return _no(state, mark("No such move"), message, allowed=", ".join(allowed), **slots)
    if tuple(map(type, rest)) != _SHAPES[word]:
        message = mark("“{word}” takes one name, for example “{example}”.")
        if word in _ALONE:
            message = mark("“{word}” takes nothing after it: write “{example}”.")
        elif word in _WITH_NUMBER:
            message = mark("“{word}” takes one number, for example “{example}”.")
        return _no(state, mark("Incomplete move"), message, example=_example(state, word), **slots)
    if word not in allowed:
        return _no(state, mark("Not now: {word}"), _out_of_step(state, word), **slots)
    match move:
        case ("roll", _):
            return _no(state, mark("No such die"), mark("A die shows 1 to 6, not {number}."), **slots)
        case ("gear", str(name)) if name not in GEAR:
            message = mark("“{what}” is not equipment: choose {names}.")
            return _no(state, mark("No such equipment"), message, names=", ".join(GEAR), **slots)
        case ("gear", str(name)):
            return _not_working(state, name)
        case ("box", str(name)) if name not in BOXES:
            message = mark("“{what}” is not a box: choose {names}.")
            return _no(state, mark("No such box"), message, names=", ".join(BOXES), **slots)
        case ("box", str(name)):
            return _why_not_box(state, name)
        case ("reroll", int(die)):
            return _why_not_reroll(state, die, slots)
        case ("double" | "kills", _):
            message, dice = (
                mark("No die on the table shows {number}: they show {dice}."),
                ", ".join(map(str, state.dice)),
            )
            return _no(state, mark("No such die"), message, dice=dice, **slots)
        case ("take" | "chill" | "kill", str(name)):
            return _why_not_row(state, word, name, slots)
        case ("release",):
            return _not_working(state, "release")
        case ("cross",):
            return _no(state, mark("No plate"), mark("There is no plate in this year’s box to cross out: add one."))
        case ("shield", str(name)):
            titles = {kind.name: tr(kind.title) for kind in state.sheet.species}
            if name not in titles:
                message = mark("“{what}” is not a species here: choose {names}.")
                return _no(state, mark("No such species"), message, names=", ".join(titles), **slots)
            message = mark("{species} already has a shield: choose another species.")
            return _no(state, mark("{species} is protected"), message, name, species=titles[name])
    message = mark("A vote is for 0 to {most} fish a year, not {number}.")
    return _no(state, mark("No such vote"), message, most=NO_QUOTA, **slots)


def _example(state: Boom, word: str) -> str:
    found = next((move for move in state.moves() if move[0] == word), None)
    if found:
        return state.notation(found)
    examples = {"gear": "gear default", "box": "box seine", "shield": f"shield {state.sheet.species[0].name}"}
    kinds = {(): word, (int,): f"{word} 1", (str,): f"{word} {state.sheet.names[0]}"}
    return examples.get(word, kinds[_SHAPES[word]])


def _out_of_step(state: Boom, word: str) -> str:
    if state.turn() == CHANCE:
        return mark("The dice come first. {prompt}.")
    if word == "roll":
        return mark("No die is rolled now. {prompt}.")
    if word in ("take", "chill", "release") and stage(state) == 2 and not overtime(state):
        return mark("Fishing is over for this year. {prompt}.")
    if word == "take" and stage(state) == 1:
        return mark("Fish are taken after the dice have been rolled. {prompt}.")
    return mark("“{word}” belongs to another step. {prompt}.")


def _not_working(state: Boom, box: str) -> Reason:
    title = tr(BOXES[box].title)
    if box in state.picks[state.seat]:
        message = mark("{box} was marked this year: it works from next year on.")
        reason = _no(state, mark("{box} does not work yet"), message, box, box=title)
        reason.rule = tr("2. Upgrade: takes effect next year")
        return reason
    message = mark("{name} has not marked {box}: it can be used from the year after it is marked.")
    return _no(state, mark("No {box}"), message, box, box=title)


def _why_not_box(state: Boom, name: str) -> Reason:
    box = next((box for box in state.sheet.boxes if box.name == name), None)
    slots = {"box": tr(BOXES[name].title), "players": state.players}
    if box is None or state.players not in box.players:
        message = mark("{box} is not for {players} players.")
        if name == "enforcement":
            message = mark("Enforcement is for 2 or 3 players: with {players} nobody fishes illegally.")
        return _no(state, mark("No {box}"), message, name, **slots)
    if state.picks[state.seat].count(name) >= box.copies:
        message = {
            1: mark("{box} cannot be marked again: it is marked."),
            2: mark("{box} cannot be marked again: both of its 2 boxes are marked."),
        }.get(box.copies, mark("{box} cannot be marked again: all of its {copies} boxes are marked."))
        return _no(state, mark("{box} is marked"), message, name, copies=box.copies, **slots)
    slots["base"] = tr(BOXES[box.needs].title)
    message = mark("{box} needs {base}: mark {base} first.")
    return _no(state, mark("{box} without {base}"), message, name, box.needs, **slots)


def _why_not_reroll(state: Boom, die: int, slots: dict[str, object]) -> Reason:
    count = len(state.dice)
    if not 1 <= die <= count:
        message = mark("There is no die {number}: the dice are 1 to {count}.")
        if count == 1:
            message = mark("There is no die {number}: there is one die, die 1.")
        return _no(state, mark("No such die"), message, count=count, **slots)
    message = mark(
        "Die {number} comes before die {last}, which is already named: here you name dice from first to last."
    )
    if die == state.named[-1]:
        message = mark("Die {number} is already named.")
    return _no(state, mark("Not die {number}"), message, last=state.named[-1], **slots)


_DEAD: Final[Mapping[str, str]] = {
    "taken": mark("{what} of year {year} is dead: taken by {who}."),
    "killed": mark("{what} of year {year} is dead: killed by {who}."),
    "depleted": mark("{what} of year {year} is dead: depleted."),
}


def _why_not_row(state: Boom, word: str, name: str, slots: dict[str, object]) -> Reason:
    sheet, row = state.sheet, state.sheet.index.get(name)
    if row is None:
        message = mark("“{what}” is not a row: rows are called {first} to {last}.")
        return _no(state, mark("No such fish"), message, first=sheet.names[0], last=sheet.names[-1], **slots)
    fish, slots = fish_state(state, row, state.year), {**slots, "what": one_fish(name)}
    if fish.kind in _DEAD:
        return _no(state, mark("No {what}"), _DEAD[fish.kind], name, who=state.seat_name(fish.seat), **slots)
    face = state.kill if word == "kill" else state.due[0]
    if sheet.dice[row] != face:
        message = mark("{what} has die {own}, but now a fish of die {die} must be taken: choose {names}.")
        due = map(one_fish, sheet.names_of(state.living & sheet.faces[face]))
        slots |= {"own": sheet.dice[row], "names": ", ".join(due)}
        return _no(state, mark("{what} does not match the die"), message, name, **slots)
    if word != "kill" and state.licence_used:
        message = mark("{name} has taken the {quota} fish of its licence: this one goes back alive.")
        return _no(state, mark("The licence is used up"), message, name, quota=state.quota)
    if works(state, state.seat, "refrigeration"):
        message = mark("Year {year} is the last: there is no box to keep a fish for.")
        return _no(state, mark("No next year"), message, name)
    return _not_working(state, "refrigeration")
