"""The line above the years: which step of the year it is, and the dice on the table with what each of them does."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from fishlab.boom.kit import GEAR
from fishlab.boom.rules import Boom
from fishlab.core import Move
from fishlab.plain_words import many
from fishlab_widgets.boom.player_sheet import breadth, silhouette_of
from fishlab_widgets.boom.sea_plan import DEAD_CROSS, silhouette
from fishlab_widgets.draw.svg import at, badge, die, group, num, path, rect, target, text

STEPS = ("Fishing", "Upgrade or bonus", "Demand", "Illegal fishing", "Depletion")
_MIDDLE, _SIZE = 16.0, 24.0  # of the dice


@lru_cache(maxsize=64)
def steps(now: int, never: tuple[int, ...]) -> tuple[str, float]:
    """Return the five steps of a year, the present one by its name, and where they end."""
    x, parts = 6.0, []
    for number, name in enumerate(STEPS, 1):
        words = f"{number} {name}" if number == now else f"{number}"
        wide = breadth(words, 14) + 22
        shape = f"M{num(x)} 4h{num(wide - 7)}l7 12l-7 12h-{num(wide - 7)}l7-12Z"
        tone = "w7" if number == now else "faint" if number in never else "soft"
        note = f"Step {number} of each year: {name}" + (" (not now)" if number in never else "")
        parts.append(group((path(shape, "now" if number == now else "step"), text(x + 12, 21, words, f"t14 {tone}")),
                           data_note=f"{note}."))  # fmt: skip
        x += wide
    return group(parts, id="steps"), x


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


def dice(state: Boom, moves: Collection[Move], x: float, last: Move | None) -> str:
    """Return the dice on the table, those still to roll as empty places; those that can be chosen are targets."""
    illegal, parts = state.phase == "illegal", []
    total = state.illegal_dice(state.year) if illegal else GEAR[state.gear].dice if state.gear else 0
    if not total:
        if last and last[0] == "roll":  # it ended an action, and was taken off the table at once
            rolled = (die(int(last[1]), x + 14, _MIDDLE, _SIZE), *_fresh(x + 14))
            parts.append(group(rolled, data_note=f"The last roll: {last[1]}.", id="die-last"))
            x += 40
        return group([*parts, _plates(state, x)], id="dice")
    if not illegal:
        parts.append(text(x, 21, GEAR[state.gear].title, "t14 w6"))
        x += breadth(GEAR[state.gear].title, 14) + 10
    does = roles(state)
    killed = _killed(state) if illegal else []
    step = min(70.0, (598 - x) / total)
    for place in range(total):
        cx = x + 14 + step * place
        if place >= len(state.dice):
            parts.append(group((rect(cx - 12, _MIDDLE - 12, 24, 24, "slot", 6),), id=f"die-{place}"))
            continue
        face, role = state.dice[place], does[place]
        inner = [die(face, cx, _MIDDLE, _SIZE)]
        note = f"Die {place + 1} shows {face}" + (f": {role}." if role else ".")
        if illegal:
            inner.append(_victim(state, killed[place], cx + 27))
            note = f"Die {place + 1}: {state.sheet.names[killed[place]] if killed[place] >= 0 else 'nothing'} killed."
        elif role:
            inner.append(text(cx + 18, 21, role, "t12 soft" if role.startswith("next") else "t12 w7"))
        if role.startswith("now") or (role == "kills" and state.phase == "kill"):
            inner.append(rect(cx - 14, 2, 28, 28, "dieglow still", 7))
        elif last and last[0] == "roll" and place == len(state.dice) - 1 and state.phase in ("roll", "illegal"):
            inner += _fresh(cx)
        move: Move = ("reroll", place + 1) if state.phase == "radar" else (state.phase, face)
        if move in moves:
            inner.insert(0, rect(cx - 14, 2, 28, 28, "chip", 7))
            label = {"radar": f"Reroll die {place + 1}", "double": f"Die {face} counts twice"}
            words = label.get(state.phase, f"Die {face} kills")
            parts.append(
                target(inner, move=state.notation(move), label=words, note=state.explain(move), id=f"die-{place}")
            )
        elif moves and state.phase == "radar":
            parts.append(target(inner, try_=state.notation(move), label=note, note=note, id=f"die-{place}"))
        else:
            parts.append(group(inner, data_note=note, id=f"die-{place}"))
    return group(parts, id="dice")


def _fresh(x: float) -> tuple[str, str]:
    """Return the frame of the die that was rolled last."""
    return rect(x - 14, 2, 28, 28, "spot2 still", 7), rect(x - 14, 2, 28, 28, "spot still", 7)


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


def _plates(state: Boom, x: float) -> str:
    """Return for each country its fish and its plates of this year, while no dice lie on the table."""
    parts, step = [], min(82.0, (596 - x) / state.players)
    for seat in range(state.players):
        fish, plates = state.supply(seat, state.year), state.plates[seat][state.year - 1]
        left = x + 9 + step * seat
        inner = [badge(seat, left, _MIDDLE, 9), text(left + 14, 21, f"{fish} of {plates}", "t12 num")]
        if step > 79:
            inner.append(silhouette_of("plate", left + 59, _MIDDLE, 15, "ink2"))
        note = f"{state.seat_name(seat)} this year: {fish} fish for {many(plates, 'plate')}."
        parts.append(group(inner, data_note=note))
    return "".join(parts)
