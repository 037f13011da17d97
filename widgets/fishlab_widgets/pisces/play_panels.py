"""Around the boards on the picture that a table plays on: the ocean, the round, dice, bids, the life cycle, a port.

Every panel is a group of its own with a steady id, so that a move sends only the panels that it changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from fishlab.core import Move
from fishlab.messages import mark, tr, trn
from fishlab.pisces.boards import OCEAN, Species, newborn
from fishlab.pisces.contents import piles
from fishlab.pisces.phrases import ITEMS, PHASES, counted, phase_number, spot
from fishlab.pisces.rules import GEAR, Pisces, outcome_tokens
from fishlab_widgets.draw.svg import Picture, at, circle, die, num, path, rect, snug, text, wrap
from fishlab_widgets.pisces.ocean import BOAT, GEAR_TAGS, Box, Scene, goal_card
from fishlab_widgets.pisces.species_board import defs, fit, forecast, glyph_of, use

_BID_COLUMNS, _BID_ROWS = 6, 3
_FEW = 2
"""With so many players there is room for the names of gear; with more each has a letter."""
_GEAR_ROOM: Final = 142.0
"""How wide the names of gear may be, beside the catch of so few."""


def panel(box: Box, title: str = "") -> list[str]:
    """Return a panel's ground and title."""
    x, y, wide, high = box
    head = [text(x + 10, y + 19, title, "t14 w7")] if title else []
    return [rect(x, y, wide, high, "card", 10), *head]


# ---- the open ocean ------------------------------------------------------------------------------------------------


def ocean_panel(scene: Scene, box: Box) -> Box:
    """Add the open ocean: which number means whose spawners; return the box where boats lie."""
    pic, state = scene.pic, scene.state
    x, y, wide, high = box
    parts = [rect(x, y, wide, high, "bd2", 10), rect(x, y, wide, high, "", 10, fill=pic.pattern("sea"))]
    parts += [rect(x + 6, y + 5, 88, 20, "card", 8), text(x + 12, y + 20, tr("Open ocean"), "t14 w7")]
    scene.put(OCEAN, x + wide / 2, y + high - 24, 22)
    if min(state.kinds) >= 0:
        kinds = [state.kind(board) for board in range(state.players)]
        for board, kind in enumerate(kinds):
            defs(pic, kind, scene.colours[board])
        parts.append(
            _tokens(
                outcome_tokens(state.players),
                tuple(map(glyph_of, kinds)),
                tuple(scene.colours),
                x + 6,
                y + 28,
                wide - 12,
            )
        )
    pic.group(parts, id="ocean")
    return (x + 6, y + high - 38, wide - 12, 34)


@lru_cache(maxsize=64)
def _tokens(
    tokens: tuple[int, ...], glyphs: tuple[str, ...], colours: tuple[str, ...], x: float, y: float, wide: float
) -> str:
    """Return which face of the ocean die means which species; faces that mean nothing are rolled again."""
    faces: dict[int, list[int]] = {}
    for face, board in enumerate(tokens, 1):
        faces.setdefault(board, []).append(face)
    players, shapes = len(glyphs), Picture(0, 0, title="", desc="")
    few = players < 4
    high = 72 / players - 3 if few else 33
    parts: list[str] = []
    for board in range(players):
        left, top = (x, y + (high + 3) * board) if few else (x + (wide + 3) / 3 * (board % 3), y + 36 * (board // 3))
        across = wide if few else wide / 3 - 2
        parts += [
            rect(left, top, across, high, f"st-{colours[board]}", 6),
            shapes.glyph_text(glyphs[board], left + 18, top + high / 2, 28),
        ]
        first = left + (across - 16 - 23 * (len(faces[board]) - 1)) if few else left + across - 13
        parts += [die(face, first + 23 * place, top + high / 2, 19) for place, face in enumerate(faces[board])]
    if again := faces.get(-1, []):
        left, top, across = x + (wide + 3) / 3 * (players % 3), y + 36, (wide + 3) / 3 * len(again) - 3
        words = tr("roll again") if len(again) > 1 else tr("again")
        parts += [rect(left, top, across, high, "spot", 6), text(left + 3, top + 21, words, "t12 soft")]
        parts += [
            die(face, left + across - 9 - 19 * place, top + high / 2, 16) for place, face in enumerate(reversed(again))
        ]
    return "".join(parts)


# ---- the round -----------------------------------------------------------------------------------------------------


def round_panel(scene: Scene, box: Box) -> None:
    """Add the round's number, its phase, and what the tournament asks for."""
    pic, state = scene.pic, scene.state
    x, y, _, _ = box
    parts = [*panel(box), text(x + 10, y + 19, tr("Round"), "t14 w7")]
    step = min(18.0, 106 / max(state.sea.rounds, 1))
    for number in range(1, state.sea.rounds + 1):
        on = number == state.round
        tone = "paper" if on else "faint" if number < state.round else ""
        parts.append(circle(x + 67 + step * (number - 1), y + 14, 8.5, f"turn{' on' if on else ''}"))
        parts.append(text(x + 67 + step * (number - 1), y + 18.6, number, f"mid w7 t12 {tone}"))
    phase = tr(PHASES[phase_number(state) - 1]) if state.round else tr("Setup")
    phase = tr("The end") if state.phase == "over" else phase
    parts.append(rect(x + 6, y + 28, box[2] - 12, 22, "ink", 11))
    if state.round and state.phase != "over":
        parts += [circle(x + 17, y + 39, 8.5, "paper"), text(x + 17, y + 43.6, phase_number(state), "mid w7 t12")]
    parts.append(text(x + 31, y + 43.6, phase, "t12 w6 paper"))
    pic.group(parts, id="round")
    _tournament(scene, x, y + 54)


def _tournament(scene: Scene, x: float, y: float) -> None:
    pic, state = scene.pic, scene.state
    if not state.sea.tournaments:
        pic.group((text(x + 10, y + 16, tr("No tournaments"), "t12 soft"),), id="tournament")
        return
    same = len(state.goal) == 2 and state.goal[0] == state.goal[1]
    words = tr("Tournament")
    if len(state.goal) == 2:
        title = mark("Catch two, win {points}") if same else mark("Catch both, win {points}")
        words = tr(title, points=state.sea.trophy)
    parts = [text(x + 10, y + 14, words, "t12 w6")]
    for place, middle in enumerate((x + 34, x + 88)):
        if place >= len(state.goal):
            parts.append(rect(middle - 26, y + 20, 52, 60, "spot", 6))
            continue
        parts.append(goal_card(scene, place, middle, y + 50, 44))
    parts += [circle(x + 141, y + 42, 17, "coin"), text(x + 141, y + 48, state.sea.trophy, "mid w7 t18 on-e")]
    trophy, cards = state.sea.trophy, sum(piles(state))
    note = tr("Whoever catches what two cards show in one round wins a trophy of {points} points.", points=trophy)
    if state.round:
        left = wrap(trn("{n} card left", "{n} cards left", cards), 60, 12)
        parts += [
            text(x + 141, y + 71 + 12 * line, one, "mid t12 soft", **snug(one, 48, 12)) for line, one in enumerate(left)
        ]
        note = trn(
            "{told} {n} card still to be turned up.", "{told} {n} cards still to be turned up.", cards, told=note
        )
    pic.group(parts, id="tournament", data_note=note)


# ---- what goes on: dice, bids, or the life cycle to come -----------------------------------------------------------


def aside_panel(scene: Scene, box: Box, front: int, walking: bool, lit: int) -> None:
    """Add what this phase turns on: dice while boats fish, the bids, else the life cycle of the board in front."""
    state, phase = scene.state, scene.state.phase
    if phase in ("first", "choose"):
        _key(scene, box)
    elif walking:
        _life(scene, box, state.kind(front), state.before[front], state.before_centre[front], lit)
    elif phase in ("roll", "settle", "spawn") or (state.dice and phase in ("fish", "over")):
        _dice(scene, box)
    elif phase in ("bid", "bidpay"):
        _bids(scene, box)
    elif state.round == state.sea.rounds:
        x, y, wide, _ = box
        last = text(x + 10, y + 40, fit(tr("This is the last round."), wide - 16, 14), "t14 soft")
        scene.pic.group((*panel(box, fit(tr("No life cycle follows"), wide - 16, 14)), last), id="aside-life")
    else:
        _life(scene, box, state.kind(front), state.stacks[front], state.centre[front])


def _life(scene: Scene, box: Box, kind: Species, stacks: Sequence[int], centre: int, lit: int = -1) -> None:
    """The life cycle in words: the next one, or from `lit` on the last one, with the arrow that is being followed."""
    x, y, wide, _ = box
    title = mark("Next life cycle: {species}") if lit < 0 else mark("This life cycle: {species}")
    parts = panel(box, fit(tr(title, species=tr(kind.label)), wide - 16, 14))
    lines = forecast(kind, stacks, centre)
    for place, (number, _, words) in enumerate(lines):
        top = y + 33 + 18.5 * place
        on = " on" if number == lit else ""
        parts += [
            circle(x + 18, top, 8.5, f"nr{on}"),
            text(x + 18, top + 4.6, number, "mid w7 t12" + ("" if on else " paper")),
            text(x + 33, top + 4.6, words, f"t12 {'w7' if on else ''}", **snug(words, wide - 39, 12)),
        ]
    table = mark("1–{most} spawners: {young} dice") if kind.by_dice else mark("1–{most} spawners: {young} young")
    most, young = len(kind.recruits) - 1, " ".join(map(str, kind.recruits[1:]))
    words = fit(tr(table, most=most, young=young), wide - 16, 12.5)
    parts.append(text(x + 10, y + 37.6 + 18.5 * len(lines), words, "t12 soft"))
    scene.pic.group(parts, id="aside-life")


def _key(scene: Scene, box: Box) -> None:
    """During setup: what the signs of a board mean."""
    x, y, wide, _ = box
    parts = panel(box, tr("On a board"))
    words = tr("green: whoever hits it keeps it"), tr("red: goes back to the centre"), tr("blocked: nobody takes it")
    for place, (name, line) in enumerate(zip(("icon-green", "icon-red", "lock"), words, strict=True)):
        top = y + 46 + 32 * place
        parts += [
            use(name, x + 20, top, 1.2 if place < 2 else 0.6),
            text(x + 38, top + 5, line, "t14", **snug(line, wide - 44, 14)),
        ]
    defs(scene.pic, scene.state.sea.species[0], "a")
    scene.pic.group(parts, id="aside-key")


def _dice(scene: Scene, box: Box) -> None:
    """The dice of the attempt under way, or the last ones rolled, and what they hit."""
    state = scene.state
    x, y, wide, _ = box
    boat = state.phase in ("roll", "settle")
    title = tr("Young") if state.phase == "spawn" else tr("Last roll")
    parts = panel(box, tr("Boat {number} rolls", number=state.boat + 1) if boat else title)
    area = state.fleet[state.seat][state.boat] if boat else -1
    count = max(1, len(state.dice))
    if boat and area < state.players:
        count = state.kind(area).dice
    elif state.phase == "spawn":
        count = newborn(state.kind(state.seat), state.stacks[state.seat])
    for place in range(count):
        left = x + wide / 2 + 56 * (place - (count - 1) / 2)
        if place < len(state.dice):
            parts.append(die(state.dice[place], left, y + 56, 44, id=f"die-{place}"))
            scene.put("dice", left, y + 56, 31)
        else:
            parts.append(rect(left - 22, y + 34, 44, 44, "spot", 8))
    lines = _roll_words(scene, area)
    parts += [text(x + wide / 2, y + 104 + 18 * number, line, "mid t14") for number, line in enumerate(lines)]
    scene.pic.group(parts, id="aside-dice")


def _roll_words(scene: Scene, area: int) -> list[str]:
    state = scene.state
    total = f"{' + '.join(map(str, state.dice))} = {sum(state.dice)}" if len(state.dice) > 1 else ""
    if state.phase == "settle":
        hits = state.targets()
        if not hits:
            return [total, tr("hits no fish")] if total else [tr("hits no fish")]
        kind = state.kind(hits[0][0])
        stage, _, first = kind.stacks[hits[0][1]].partition("-")
        for _, stack in hits[1:]:
            first = tr("{one} or {other}", one=first, other=kind.stacks[stack].partition("-")[2])
        hit = tr("hits {species}", species=tr(kind.name))
        if total:
            hit = tr("{total} hits {species}", total=total, species=tr(kind.name))
        return [hit, fit(spot(f"{stage}-{first}"), 215, 14)]
    if state.phase == "roll":
        if area == state.players:
            return [tr("one die on the open ocean"), tr("says whose spawners")]
        kind = state.kind(area)
        words = mark("one die on {species}") if kind.dice == 1 else mark("two dice on {species}")
        return [tr(words, species=fit(tr(kind.name), 130, 14))]
    if state.phase == "spawn":
        return [tr("for the young of {species}", species=fit(tr(state.species[state.seat]), 100, 14))]
    return [total] if total else []


def _bids(scene: Scene, box: Box) -> None:
    """The bid spots; where a file of one's own has very many, those from the highest bid on."""
    pic, state = scene.pic, scene.state
    x, y, wide, high = box
    sea, room = state.sea, _BID_COLUMNS * _BID_ROWS
    low = max(sea.lowest_bid, min(max(state.bids), sea.highest_bid - room + 1))
    spots = range(low, min(sea.highest_bid, low + room - 1) + 1)
    pic.group(panel(box, tr("Bids to go first")), id="aside-bids")
    across, down = (wide - 12) / _BID_COLUMNS, (high - 30) / _BID_ROWS
    for place, number in enumerate(spots):
        left = x + 6 + across * (place % _BID_COLUMNS + 0.5)
        top = y + 28 + down * (place // _BID_COLUMNS + 0.5)
        yes = ("bid", number) in scene.moves
        weight = "w7" if yes or number in state.bids else "soft"
        parts = [circle(0, 0, 14.5, f"bidspot{' yes' if yes else ''}"), text(0, 5, number, f"mid t14 {weight}")]
        if state.phase == "bid" and scene.legal:
            parts = [scene.act(parts, ("bid", number), id=f"bid-on-{number}")]
        pic.group(parts, id=f"spot-{number}", transform=at(left, top))
        scene.put(f"bid/{number}", left, top, 16)
    for board, number in enumerate(state.bids):
        if number in spots:
            left, top, _ = scene.places[f"bid/{number}"]
            pic.add(scene.badge(board, left + 12, top - 11, 9, id=f"bid-{board}", cls="still"))


# ---- a port: what the keeper of the board in front has -------------------------------------------------------------


def port_panel(scene: Scene, seat: int, box: Box) -> None:
    """Add what a seat has: boats at home, gold stars, trophies and gear, and below its catch by species."""
    pic, state = scene.pic, scene.state
    x, y, wide, high = box
    now = " on" if seat == state.seat and state.phase not in ("first", "cards", "over") else ""
    parts = [rect(x, y, wide, high, f"seat{now}", 10), scene.badge(seat, x + 16, y + 15, 10)]
    stars, won = state.stars[seat], state.trophies[seat]
    parts += [pic.glyph_text("star", x + 112, y + 15, 20, "starfill"), text(x + 122, y + 20, stars, "t14 w6")]
    if state.sea.tournaments:
        parts += [circle(x + 149, y + 15, 7.5, "coin"), text(x + 160, y + 20, won, "t14 w6")]
    note = tr("{name}: {boats}, {holds}.", name=state.seat_name(seat), boats=counted(state.boats[seat], "boat"),
              holds=seat_holds(state, seat))  # fmt: skip
    pic.group(parts, id="port", data_note=note)
    _home(scene, seat, x + 42, y + 15)
    roomy = state.players <= _FEW
    if roomy:
        _gear_by_name(scene, seat, x + wide - 8, y + 43)
    for place, gear in enumerate(GEAR):
        if not roomy:
            _tag(scene, seat, gear, x + 175 + 25 * place, y + 5)
        _own(scene, seat, gear, x + 187 + 25 * place, y + (38 if roomy else 15))
    step = min(22.0, 66 / max(1, state.boats[seat]))
    _own(scene, seat, "boat", x + 42 + step * state.boats[seat], y + 15)
    if state.round:
        _catch(scene, seat, x + 16, y + 38, (wide - 6) / max(state.players, 5))


def _own(scene: Scene, seat: int, item: str, x: float, y: float) -> None:
    """Remember where something that can be bought lies in the port of the seat to act."""
    if seat == scene.state.seat:
        scene.put(f"gear/{item}", x, y, 13)
        scene.put(f"port/{item}", x, y, 13)


def seat_holds(state: Pisces, seat: int) -> str:
    """Return in words what a seat has, but for its boats."""
    totals = {"chip": sum(state.held[seat]), "star": state.stars[seat]}
    if state.sea.tournaments:
        totals["trophy"] = state.trophies[seat]
    words = [counted(count, thing) for thing, count in totals.items()]
    words += [counted(count, gear) for gear, count in zip(GEAR, state.gear[seat], strict=True) if count]
    return ", ".join(words)


def _home(scene: Scene, seat: int, x: float, y: float) -> None:
    """The berths of a seat's boats: a boat at home, or the outline of one that is out."""
    state, colour = scene.state, scene.colours[seat]
    hull = f"translate(-10 -6.5) scale({num(20 / 32)})"
    step = min(22.0, 66 / max(1, state.boats[seat]))
    for boat in range(state.boats[seat]):
        left = x + step * boat
        if boat >= len(state.fleet[seat]) and colour:
            shape = path(BOAT, f"s-{colour} hullp", transform=hull)
            scene.pic.group((shape,), id=f"boat-{seat}-{boat + 1}", transform=at(left, y))
        else:
            scene.pic.add(path(BOAT, "moor", transform=at(left, y) + " " + hull))


def _gear_by_name(scene: Scene, seat: int, right: float, low: float) -> None:
    """The gear of a seat in words, a line or two; what is all used this round stands in brackets."""
    state = scene.state
    owned = [(gear, count) for gear, count in zip(GEAR, state.gear[seat], strict=True) if count]
    names = [counted(count, gear) if state.spare(seat, gear) else f"({counted(count, gear)})" for gear, count in owned]
    lines = [f"{names[0]},", ", ".join(names[1:])] if names[1:] else names or [tr("no gear")]
    heights = (low - 9, low + 3) if names[1:] else (low,)
    parts = [text(right, height, line, "t12 end soft", **snug(line, _GEAR_ROOM, 12))
             for height, line in zip(heights, lines, strict=True)]  # fmt: skip
    scene.pic.group(parts, id="gear")


def _tag(scene: Scene, seat: int, gear: str, x: float, y: float) -> None:
    """A gear card: its letter and how many, a stroke when it is used this round."""
    place, state = GEAR.index(gear), scene.state
    count = state.gear[seat][place]
    parts = [rect(x, y, 24, 20, f"tag{' has' if count else ''}", 4)]
    words = f"{GEAR_TAGS[gear]}{count}" if count else GEAR_TAGS[gear]
    parts.append(text(x + 12, y + 14.6, words, f"mid t12 {'w7' if count else 'faint'}"))
    if state.used[seat][place]:
        parts.append(path(f"M{num(x + 2)} {num(y + 18)}l20-16", "rule"))
    use = tr(ITEMS[gear].use, motor=state.sea.motor)
    scene.pic.group(parts, id=f"tag-{gear}", data_note=tr("{cards}. {use}.", cards=counted(count, gear), use=use))


def _catch(scene: Scene, seat: int, x: float, y: float, step: float) -> None:
    """The catch pile: chips by species, in the order of the boards; to click, while paying or to be told why not."""
    pic, state = scene.pic, scene.state
    asked = seat == state.seat and scene.legal and state.turn() >= 0
    for board, count in enumerate(state.held[seat]):
        kind = state.kind(board)
        defs(pic, kind, scene.colours[board])
        empty = circle(0, 0, 10.5, "spot") + pic.glyph_text(glyph_of(kind), 0, 0, 16, "line")
        chip = use(f"chip-{kind.name}", size=0.62) if count else empty
        parts = [chip, text(13, 5, count, f"t14 {'w7' if count else 'faint'}")]
        if seat == state.seat:
            scene.put(f"pay/{kind.name}", x + step * board, y, 14)
        if asked:
            move: Move = ("pay", kind.name)
            hit = [rect(-13, -13, step - 2, 26, "hit", 8)]
            hit += [rect(-13, -13, step - 2, 26, "ring", 8)] * (move in scene.moves)
            parts = [scene.act([*hit, *parts], move, id=f"pay-{kind.name}")]
        pic.group(parts, id=f"held-{kind.name}", transform=at(x + step * board, y))
