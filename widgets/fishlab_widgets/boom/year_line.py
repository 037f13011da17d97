"""The line above the years: which step of the year it is, and the dice on the table with what each of them does.

Games under terms that are not in the rulebook show them here too: the talk, the ballot box and the inspector's die in
place of the dice, and at the right end the signs of what holds all year long, silence and the quota.
"""

from __future__ import annotations

from collections.abc import Collection

from fishlab.boom.kit import GEAR
from fishlab.boom.phases import by_seat, one_fish
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import NO_QUOTA
from fishlab.core import Move
from fishlab.messages import cache_by_language, mark, tr
from fishlab_widgets.boom.player_sheet import breadth
from fishlab_widgets.boom.sea_plan import DEAD_CROSS, silhouette
from fishlab_widgets.draw.svg import at, badge, circle, die, group, num, path, rect, snug, target, text

STEPS = (mark("Fishing"), mark("Upgrade or bonus"), mark("Demand"), mark("Illegal fishing"), mark("Depletion"))
_SHORT = (mark("Fishing"), mark("Box"), mark("Demand"), mark("Illegal"), mark("Depletion"))
_MIDDLE, _SIZE = 16.0, 24.0  # of the dice
_STEP = 68.0
"""The room of a die, at least, beside the names of the steps."""


@cache_by_language(64)
def steps(
    now: int, never: tuple[int, ...], apart: str = "", brief: bool = False, named: bool = False
) -> tuple[str, float]:
    """Return the five steps of a year, the present one by its name, and where they end.

    Args:
        now: the present step, 0 for none of them.
        never: steps that this year does not have.
        apart: the name of a present step that is none of the five.
        brief: leaves the name of the present step to the line that says whose turn it is.
        named: calls all steps by short names.
    """
    x, parts = 6.0, []
    if apart:
        shown = tr(apart)
        wide = breadth(shown, 14) + 22
        parts.append(group((rect(x, 4, wide - 4, 24, "now", 8), text(x + 8, 21, shown, "t14 w7")),
                           data_note=tr("{step}: not in the rulebook.", step=shown)))  # fmt: skip
        x += wide
    for number, name in enumerate(STEPS, 1):
        words = f"{number} {tr(name)}" if number == now and not brief else f"{number}"
        if named:
            words = f"{number} {tr(_SHORT[number - 1])}"
        size = 13 if named else 14
        wide = breadth(words, size) + (18 if named else 22)
        shape = f"M{num(x)} 4h{num(wide - 7)}l7 12l-7 12h-{num(wide - 7)}l7-12Z"
        tone = "w7" if number == now else "faint" if number in never else "soft"
        note = mark("Step {number} of each year: {step}.")
        if number in never:
            note = mark("Step {number} of each year: {step} (not now).")
        inner = (path(shape, "now" if number == now else "step"), text(x + 11, 21, words, f"t{size} {tone}"))
        parts.append(group(inner, data_note=tr(note, number=number, step=tr(name))))
        x += wide
    return group(parts, id="steps"), x


# ---- what is not in the rulebook


APART = {"talk": mark("Talk"), "vote": mark("Vote"), "inspect": mark("Inspection")}
_SPEECH = "M-10-9h20v13h-9l-5 5v-5h-6Z"
_ENVELOPE = path("M-9-6h18v12h-18ZM-9-6l9 7l9-7", "sign")
_SILENCE = {
    "never": mark("Nobody speaks, from the first year to the last. Not in the rulebook."),
    "once": mark("Nobody speaks, now that the talk is over. Not in the rulebook."),
    "yearly": mark("Nobody speaks, until the next talk. Not in the rulebook."),
}


def terms(state: Boom) -> tuple[str, float]:
    """Return the signs of what holds all year long, silence and the quota, at the right end; and where they begin."""
    x, parts, setup = 598.0, [], state.setup
    if state.has_quota and state.phase != "vote":
        known = setup.vote == "never" or bool(state.council.ballots)
        shown = tr("quota {fish}", fish=state.quota if known else "?")
        if known and state.quota == NO_QUOTA:
            shown = tr("no quota")
        wide = breadth(shown, 12) + 14
        parts.append(group((rect(x - wide, 5, wide, 22, "term", 6), text(x - wide / 2, 20.5, shown, "mid t12 w7")),
                           data_note=_quota_note(state, known), id="quota"))  # fmt: skip
        x -= wide + 8
    if setup.talk != "free" and state.phase != "talk":
        bubble = (path(_SPEECH, "sign"), path("M-11 10L11-12", "x"))
        note = tr(_SILENCE[setup.talk])
        parts.append(group((group(bubble, transform=at(x - 12, 17)),), data_note=note, id="silence"))
        x -= 32
    return group(parts, id="terms"), x


def _quota_note(state: Boom, known: bool) -> str:
    if not known:
        return tr("A vote will decide how many fish a year each may take. Not in the rulebook.")
    ballots, setup = state.council.ballots, state.setup
    told = [tr("Each may take {fish} fish a year.", fish=state.quota)]
    if state.quota == NO_QUOTA:
        told = [tr("Nobody voted for less: no quota.")]
    if ballots:
        told.append(tr("Votes: {votes}.", votes=by_seat(state, ballots[-1])))
    if setup.licence:
        told.append(tr("Anything caught beyond that goes back alive."))
    elif setup.inspects:
        message = mark("A fish over the quota costs {fine} if a die shows {faces} or less.")
        if setup.graduated:
            message = mark("A fish over the quota costs {fine} if a die shows {faces} or less, and more each time.")
        told.append(tr(message, fine=setup.fine, faces=setup.inspection))
    return " ".join([*told, tr("Not in the rulebook.")])


def council(state: Boom, x: float) -> str:
    """Return what lies on the table at a talk, a vote or an inspection: who is ready, who has voted, or a die."""
    if state.phase == "inspect":
        return group(_inspector(state, x), id="dice")
    parts = [path(_SPEECH, "sign", transform=at(x + 10, 17)), _clock(x + 38)]
    note = tr("Talk before year {year}: a minute is usual. It is over when all are ready.", year=state.year)
    if state.phase == "vote":
        parts = [path("M-11-3h22v12h-22ZM-6-3h12M-5-3v-8h10v8", "sign", transform=at(x + 12, _MIDDLE))]
        note = tr("The ballot box: votes are opened when all are in.")
    parts = [group(parts, data_note=note, id="council")]
    x += 64 if state.phase == "talk" else 36
    step = min(82.0, (590 - x) / state.players)
    before = (state.seat - state.start_seat) % state.players
    for place in range(state.players):
        seat, left = (state.start_seat + place) % state.players, x + 9 + step * place
        inner = [badge(seat, left, _MIDDLE, 9)]
        done = place < before
        if state.phase == "vote":
            inner.append(group((_ENVELOPE,), transform=at(left + 25, _MIDDLE)) if done else _place(left + 16))
            told = mark("{name} has voted: the envelope is sealed.") if done else mark("{name} has not voted yet.")
        else:
            inner.append(path(f"M{num(left + 18)} 17l4 5l8-11", "ready") if done else _place(left + 16))
            told = mark("{name} is ready.") if done else mark("{name} is not ready yet.")
        parts.append(group(inner, data_note=tr(told, name=state.seat_name(seat)), id=f"said-{seat}"))
    return group(parts, id="dice")


def _place(x: float) -> str:
    return rect(x, _MIDDLE - 8, 18, 16, "slot", 4)


def _clock(x: float) -> str:
    return circle(x, _MIDDLE, 9, "sign") + path(f"M{num(x)} {num(_MIDDLE - 6)}V{num(_MIDDLE)}l4 3", "sign")


def _inspector(state: Boom, x: float) -> list[str]:
    """Return for whom the inspector's die is rolled, how many fish are too many, and the faces that find them."""
    taken, faces = state.taken(state.seat, state.year), state.setup.inspection
    words = tr("took {fish}, quota {quota}", fish=taken, quota=state.quota)
    note = mark("{name} took {fish}, quota {quota}.")
    note = tr(note, name=state.seat_name(state.seat), fish=taken, quota=state.quota)
    who = [badge(state.seat, x + 9, _MIDDLE, 9), text(x + 24, 21, words, "t14")]
    parts = [group(who, data_note=note, id="inspected")]
    x += 24 + breadth(words, 14) + 14
    parts.append(group((rect(x, _MIDDLE - 12, 24, 24, "slot", 6),), id="die-0"))
    found_at = tr("found on")
    found = [text(x + 32, 21, found_at, "t12 soft")]
    x += 36 + breadth(found_at, 12)
    found += [die(face, x + 10 + 20 * (face - 1), _MIDDLE, 16) for face in range(1, faces + 1)]
    parts.append(
        group(found, data_note=tr("On these faces, the inspector’s die finds out a catch over the quota."), id="found")
    )
    return parts


# ---- the dice


def roles(state: Boom) -> list[str]:
    """Return what each die on the table does: "now", "next", "kills", "rerolls", or "" where it does nothing more.

    Fish are due in the order of the dice, so what is still due belongs to the last of them.
    """
    found = ["rerolls" if place + 1 in state.named else "" for place in range(len(state.dice))]
    if state.phase not in ("take", "kill"):
        return found
    kills = state.dice.index(state.kill) if state.kill in state.dice else -1
    if kills >= 0:
        found[kills] = "kills"
    due = list(state.due)
    for place in reversed(range(len(state.dice))):
        face, count = state.dice[place], 0
        first = face not in state.dice[:place] or state.dice[:place].index(face) == kills
        while due and due[-1] == face and place != kills and (first or not count):
            due.pop()
            count += 1
        if count:
            found[place] = "now" if not due else "next"
            found[place] += f" ×{count}" if count > 1 else ""
    return found


_ROLES = {"now": mark("now"), "next": mark("next"), "kills": mark("kills"), "rerolls": mark("rerolls")}
OF_DICE = {
    "reroll": mark("Reroll die {what}"), "double": mark("Die {what} counts twice"), "kills": mark("Die {what} kills"),
}  # fmt: skip
"""What is done with a die, by the word of the move: on the die itself and on its card."""


def _role(role: str, brief: bool = False) -> str:
    """Return in words what a die does, and how often if more than once; brief leaves out what its frame says."""
    what, _, times = role.partition(" ")
    if brief and (times or what == "rerolls"):
        return times or tr("reroll")
    return f"{tr(_ROLES[what])} {times}".strip() if role else ""


def dice_count(state: Boom) -> int:
    """Return how many dice lie on the table, or are still to be rolled there."""
    if state.phase == "illegal":
        return state.setup.illegal_dice(state.year)
    return GEAR[state.gear].dice if state.gear else 0


def dice_room(state: Boom) -> float:
    """Return how wide the dice and what they do are at least, and of one die alone the gear."""
    alone = breadth(tr(GEAR[state.gear].title), 14) + 10 if state.gear and dice_count(state) == 1 else 0.0
    return alone + dice_count(state) * _STEP


def dice(state: Boom, moves: Collection[Move], x: float, last: Move | None, right: float = 598) -> str:
    """Return the dice on the table, those still to roll as empty places; those that can be chosen are targets."""
    illegal, total, parts = state.phase == "illegal", dice_count(state), []
    if not total:
        if last and last[0] == "roll":  # it ended an action, and was taken off the table at once
            rolled = (die(int(last[1]), x + 14, _MIDDLE, _SIZE), *_fresh(x + 14))
            parts.append(group(rolled, data_note=tr("The last roll: {face}.", face=last[1]), id="die-last"))
        return group(parts, id="dice")
    gear = "" if illegal else tr(GEAR[state.gear].title)
    if gear and right - x > total * _STEP + breadth(gear, 14) + 10:
        parts.append(text(x, 21, gear, "t14 w6"))
        x += breadth(gear, 14) + 10
    does = roles(state)
    killed = _killed(state) if illegal else []
    step = min(90.0, (right - x) / total)
    for place in range(total):
        cx = x + 14 + step * place
        if place >= len(state.dice):
            parts.append(group((rect(cx - 12, _MIDDLE - 12, 24, 24, "slot", 6),), id=f"die-{place}"))
            continue
        face, role = state.dice[place], does[place]
        inner = [die(face, cx, _MIDDLE, _SIZE)]
        slots: dict[str, object] = {"die": place + 1, "face": face, "role": _role(role)}
        note = mark("Die {die} shows {face}: {role}.") if role else mark("Die {die} shows {face}.")
        if illegal:
            inner.append(_victim(state, killed[place], cx + 27))
            note = mark("Die {die}: nothing killed.")
            if killed[place] >= 0:
                note, slots["fish"] = mark("Die {die}: {fish} killed."), one_fish(state.sheet.names[killed[place]])
        elif role:
            room = step - _SIZE - 12  # up to the next die
            words = _role(role, brief=breadth(_role(role), 13) > room)  # heavy letters are wider
            inner.append(
                text(cx + 18, 21, words, "t12 soft" if role.startswith("next") else "t12 w7", **snug(words, room, 12))
            )
        if role.startswith("now") or (role == "kills" and state.phase == "kill"):
            inner.append(rect(cx - 14, 2, 28, 28, "dieglow still", 7))
        elif last and last[0] == "roll" and place == len(state.dice) - 1 and state.phase in ("roll", "illegal"):
            inner += _fresh(cx)
        move: Move = ("reroll", place + 1) if state.phase == "radar" else (state.phase, face)
        if move in moves and move[0] in OF_DICE:  # a die that lies there rolls no more, whatever the next may show
            inner.insert(0, rect(cx - 14, 2, 28, 28, "chip", 7))
            words = tr(OF_DICE[str(move[0])], what=move[1])
            parts.append(
                target(inner, move=state.notation(move), label=words, note=state.explain(move), id=f"die-{place}")
            )
        elif moves and state.phase == "radar":
            shown = tr(note, **slots)
            parts.append(target(inner, try_=state.notation(move), label=shown, note=shown, id=f"die-{place}"))
        else:
            parts.append(group(inner, data_note=tr(note, **slots), id=f"die-{place}"))
    return group(parts, id="dice")


def _fresh(x: float) -> tuple[str, str]:
    """Return the frame of the die that was rolled last."""
    return rect(x - 14, 2, 28, 28, "lastcase thin still", 7), rect(x - 14, 2, 28, 28, "lastline thin still", 7)


def _killed(state: Boom) -> list[int]:
    """Return the row that each die of illegal fishing has killed this year, -1 where it killed nothing."""
    living, found = state.living | state.marks[-1], []
    for face in state.dice:
        row = next(
            (
                row
                for row, number in enumerate(state.sheet.dice)
                if number == face and living >> row & 1 and not state.shields >> state.sheet.kind[row] & 1
            ),
            -1,
        )
        living &= ~(1 << row) if row >= 0 else -1
        found.append(row)
    return found


def _victim(state: Boom, row: int, x: float) -> str:
    if row < 0:
        return text(x - 6, 21, "–", "t14 soft")
    species = state.sheet.species[state.sheet.kind[row]].name
    return group((silhouette(species, "grey"), DEAD_CROSS), transform=at(x, _MIDDLE))
