"""Between the boards of Pisces: the open ocean with its cards, the gear, the bids, the boats and the seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fishlab.core import Move, Player
from fishlab.messages import mark, tr
from fishlab.pisces.contents import boats_in, piles, stars_left, trophies_left
from fishlab.pisces.phrases import ITEMS, phase_number
from fishlab.pisces.rules import GEAR, Pisces, outcome_tokens
from fishlab_widgets.draw.svg import SEATS, Picture, at, badge, circle, die, group, num, path, rect, snug, target, text
from fishlab_widgets.live.face import move_name
from fishlab_widgets.pisces.species_board import defs, fit, glyph_of, use

BOAT = "M.8 9.4H7V3.4H10.2V0H12.2V3.4H16V9.4H24L31.6 6.4L27.4 19.6H4.6Z"

CSS = """
.hullp{stroke:var(--paper);stroke-width:1.4;paint-order:stroke}
.moor{fill:none;stroke:var(--ink3);stroke-width:1.2;stroke-dasharray:3 2}
.turn{fill:var(--paper);stroke:var(--ink2);stroke-width:1.4} .turn.on{fill:var(--ink)}
.bidspot{fill:var(--paper);stroke:var(--ink3);stroke-width:1.2} .bidspot.yes{stroke:var(--focus);stroke-width:3}
.back{fill:var(--a);stroke:var(--paper);stroke-width:1.5} .faceup{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}
.coin{fill:var(--e);stroke:var(--ink);stroke-width:1.2} .tag{fill:var(--card2);stroke:var(--ink3);stroke-width:1}
.tag.has{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}
.shop{fill:var(--paper);stroke:var(--line);stroke-width:1.2} .shop.yes{stroke:var(--focus);stroke-width:2.5}
[data-move]:hover .shop,[data-move]:focus .shop,[data-move]:hover .bidspot,[data-move]:focus .bidspot{fill:var(--a-t)}
.seat{fill:var(--card);stroke:var(--line);stroke-width:1} .seat.on{fill:var(--now-t);stroke:var(--now);stroke-width:2.5}
.starfill{fill:var(--e);stroke:var(--ink);stroke-width:1;vector-effect:non-scaling-stroke}
"""

GEAR_TAGS = {"motor": mark("M"), "outrigger": mark("O"), "finder": mark("F")}
_SHOP = {
    "boat": mark("one more attempt"),
    "motor": mark("M: +{motor} on a bid"),
    "outrigger": mark("O: one re-roll"),
    "finder": mark("F: moves a boat"),
}


_SHORT_PHASES = (
    mark("Tournament"), mark("Management"), mark("Fleet"), mark("Fishing"),
    mark("To port"), mark("Boats, gear"), mark("Life cycles"), mark("Bids"),
)  # fmt: skip


class Scene:
    """A picture in the making: the state, what may be played, and where things have been put."""

    def __init__(self, pic: Picture, state: Pisces, legal: bool, last: Move | None, colours: Sequence[str]) -> None:
        self.pic, self.state, self.legal, self.last, self.colours = pic, state, legal, last, colours
        self.moves: set[Move] = set(state.moves()) if legal else set()
        self.places: dict[str, tuple[float, float, float]] = {}
        """Where reasons and last moves point: middle and radius."""

    def put(self, name: str, x: float, y: float, r: float) -> None:
        """Remember where something lies."""
        self.places[name] = (x, y, r)

    def act(self, inner: Iterable[str], move: Move, note: str = "", *, asked: bool = True, **more: Any) -> str:
        """Return a thing that plays a move if it is legal, is refused with the reason if a person may click it.

        In a phase in which no such move is `asked` for, it is only a picture.
        """
        if not asked:
            return group(inner, **more)
        text, name = self.state.notation(move), move_name(self.state, move)
        if move in self.moves:
            return target(inner, move=text, label=name, note=note or self.state.explain(move) or f"{name}.", **more)
        if self.legal and self.state.turn() >= 0:
            return target(inner, try_=text, label=name, **more)
        return group(inner, **more)

    def mark_last(self, name: str) -> None:
        """Mark something as what was done last."""
        if name in self.places:
            x, y, r = self.places[name]
            x, y = (min(max(way, r + 4), most - r - 4) for way, most in ((x, self.pic.width), (y, self.pic.height)))
            self.pic.group((circle(x, y, r, "lastcase"), circle(x, y, r, "lastline")), id="last", cls="still")

    def badge(self, board: int, x: float, y: float, r: float = 10, **more: Any) -> str:
        """Return the badge of the seat that keeps a board; a number before it has one."""
        if self.colours[board]:
            return badge(SEATS.index(self.colours[board]), x, y, r, **more)
        inner = (circle(0, 0, r, "tag"), text(0, 4.4, board + 1, "mid w7 t12"))
        return group(inner, transform=at(x, y), **more)


# ---- the open ocean ------------------------------------------------------------------------------------------------


def ocean(scene: Scene, x: float, y: float, high: float) -> tuple[float, float, float, float]:
    """Add the ocean panel, 284 wide; return the box where boats lie."""
    pic, state = scene.pic, scene.state
    pic.add(
        rect(x + 1, y + 1, 282, high - 2, "bd2", 14), rect(x + 1, y + 1, 282, high - 2, "", 14, fill=pic.pattern("sea"))
    )
    if state.phase in ("first", "choose"):
        _gallery(scene, x, y)
        scene.put("ocean", x + 142, y + 30, 40)
        return (x + 12, y + high - 40, 260, 30)
    pic.add(rect(x + 72, y + 8, 128, 30, "card", 10), text(x + 136, y + 30, tr("Open ocean"), "mid w7 t20"))
    scene.put("ocean", x + 142, y + 254, 60)
    _rounds(scene, x, y)
    _dice(scene, x, y)
    _tokens(scene, x, y + 78)
    pic.add(rect(x + 12, y + 232, 260, 46, "card", 10), text(x + 22, y + 250, tr("Fishing"), "t12 w6"))
    pic.text(x + 22, y + 266, tr("here"), "t12 w6")
    _tournament(scene, x, y + 284)
    if phase_number(state) in (7, 8):
        _bids(scene, x, y + 408, high - 418)
    else:
        _shop(scene, x, y + 408, high - 418)
    return (x + 72, y + 235, 196, 40)


def _rounds(scene: Scene, x: float, y: float) -> None:
    pic, state = scene.pic, scene.state
    pic.add(rect(x + 12, y + 42, 58, 24, "card", 10), text(x + 41, y + 58.5, tr("Round"), "t14 w6 mid"))
    for number in range(1, state.sea.rounds + 1):
        on = number == state.round
        middle = x + 90 + 34 * (number - 1)
        pic.add(circle(middle, y + 54, 13, f"turn{' on' if on else ''}"))
        pic.text(middle, y + 59, number, f"mid w7 t14 {'paper' if on else 'faint' if number < state.round else ''}")


def _dice(scene: Scene, x: float, y: float) -> None:
    """The dice of the attempt under way, or of the last one this round."""
    state, pic = scene.state, scene.pic
    if not state.dice or state.phase not in ("fish", "roll", "settle", "spawn", "over"):
        return
    pic.add(rect(x + 206, y + 8, 32 + 26 * (len(state.dice) - 1), 32, "card", 8))
    for place, face in enumerate(state.dice):
        pic.add(die(face, x + 222 + 26 * place, y + 24, 22, id=f"die-{place}"))
        scene.put("dice", x + 222 + 26 * place, y + 24, 18)


def _tokens(scene: Scene, x: float, y: float) -> None:
    """Which face of the ocean die means which species."""
    pic, state = scene.pic, scene.state
    pic.add(rect(x + 12, y, 260, 148, "card", 10), text(x + 24, y + 21, tr("Spawners caught on"), "t14 w6"))
    faces: dict[int, list[int]] = {}
    for face, board in enumerate(outcome_tokens(state.players), 1):
        faces.setdefault(board, []).append(face)
    wide = state.players < 4
    for board in range(state.players):
        left = x + 24 + (0 if wide or board % 2 == 0 else 126)
        top = y + 30 + 38 * (board if wide else board // 2)
        colour, kind = scene.colours[board], state.kind(board)
        pic.add(
            rect(left, top, 238 if wide else 112, 32, f"st-{colour}", 8), scene.badge(board, left + 16, top + 16, 9)
        )
        pic.glyph(glyph_of(kind), left + 52, top + 16, 34)
        if wide:
            pic.text(left + 76, top + 21, fit(tr(kind.label), 90, 14), "t14 w6")
        for place, face in enumerate(faces[board]):
            spot = left + (170 + 24 * place if wide else 94)
            pic.add(die(face, spot, top + 16, 21))
    again = faces.get(-1, [])
    if again:
        left, top = (x + 150, y + 106) if state.players == 5 else (x + 24, y + 108)
        pic.text(left, top + 21, tr("Roll again"), "t14 soft")
        for place, face in enumerate(again):
            pic.add(die(face, left + 94 + 26 * place, top + 16, 20))


def _tournament(scene: Scene, x: float, y: float) -> None:
    pic, state = scene.pic, scene.state
    same = len(state.goal) == 2 and state.goal[0] == state.goal[1]
    title = tr("Tournament: catch two") if same else tr("Tournament: catch both")
    if not state.sea.tournaments:
        pic.add(
            rect(x + 12, y, 260, 116, "card", 10), text(x + 24, y + 22, tr("No tournaments in this game"), "t14 w6")
        )
        return
    pic.add(rect(x + 12, y, 260, 116, "card", 10), text(x + 24, y + 22, title, "t14 w6"))
    for place, left in enumerate((x + 20, x + 118)):
        count = piles(state)[place]
        if count > 1:
            pic.rect(left + 3, y + 31, 33, 60, "back", 6)
        if count:
            pic.rect(left, y + 34, 33, 60, "back", 6)
            pic.text(left + 16.5, y + 69, count, "mid w7 t14 on-a")
        middle = left + 67
        if place < len(state.goal):
            pic.add(goal_card(scene, place, middle, y + 64, 46))
        else:
            pic.rect(middle - 26, y + 34, 52, 60, "spot", 6)
    left = trophies_left(state)
    for place in range(min(3, max(left, 1))):
        pic.add(circle(x + 243, y + 68 - 4 * place, 21, "coin"))
    pic.text(x + 243, y + 74 - 4 * (min(3, max(left, 1)) - 1), state.sea.trophy, "mid w7 t18 on-e")
    pic.text(x + 262, y + 108, tr("trophies {left}", left=left), "t12 soft end")
    pic.text(x + 24, y + 108, tr("stars {left}", left=stars_left(state)), "t12 soft")


def goal_card(scene: Scene, place: int, x: float, y: float, room: float) -> str:
    """Return a card of the tournament that is turned up, with its middle at a point."""
    state, kind = scene.state, scene.state.kind(scene.state.goal[place])
    inner = (
        rect(-26, -30, 52, 60, "faceup", 6),
        scene.pic.glyph_text(glyph_of(kind), 0, -9, 38),
        text(0, 19, tr(kind.name), "mid t12", **snug(tr(kind.name), room, 12)),
    )
    scene.put(f"goal/{place}", x, y, 34)
    drawn = state.sea.cards * state.players - sum(state.deck)
    return group(inner, id=f"goal-{drawn - len(state.goal) + place}", transform=at(x, y))


def _shop(scene: Scene, x: float, y: float, high: float) -> None:
    pic, state = scene.pic, scene.state
    sea = state.sea
    pic.add(rect(x + 12, y, 260, high, "card", 10), text(x + 24, y + 22, tr("Boats and gear"), "t14 w6"))
    step = (high - 34) / 2
    for place, (item, words) in enumerate(_SHOP.items()):
        name = tr(ITEMS[item].title)
        left, top = x + 20 + 124 * (place % 2), y + 30 + step * (place // 2)
        yes = ("buy", item) in scene.moves
        price = sea.price(item)
        left_word = tr("{boats} at most", boats=sea.most_boats)
        if item != "boat":
            left_word = tr("{cards} left", cards=state.gear_left(item))
        parts = [
            rect(0, 0, 120, step - 6, f"shop{' yes' if yes else ''}", 8),
            text(8, 18, name, "w7 t13"),
            text(8, 35, tr(words, motor=sea.motor), "t12 soft"),
            text(8, step - 15, tr("{points} points", points=price), "t12 w6"),
        ]
        parts.append(text(112, step - 15, left_word, "t12 soft end"))
        pic.add(scene.act(parts, ("buy", item), asked=state.phase == "buy", transform=at(left, top)))
        if scene.last == ("buy", item):
            box = (left + 2, top + 2, 116, step - 10)
            pic.group((rect(*box, "lastcase", 8), rect(*box, "lastline", 8)), id="last", cls="still")
        scene.put(f"gear/{item}", left + 60, top + step / 2 - 3, 36)


def _bids(scene: Scene, x: float, y: float, high: float) -> None:
    pic, state = scene.pic, scene.state
    low, most = state.sea.lowest_bid, state.sea.highest_bid
    pic.add(rect(x + 12, y, 260, high, "card", 10), text(x + 24, y + 22, tr("First-player bids"), "t14 w6"))
    count = most - low + 1
    columns = 6 if count <= 18 else 10
    rows = max(1, -(-count // columns))
    across, down = 252 / columns, min(54.0, (high - 34) / rows)
    r = min(17.0, across / 2 - 1, down / 2 - 1)
    for spot in range(low, most + 1):
        row, column = divmod(spot - low, columns)
        left, top = x + 16 + across * (column + 0.5), y + 32 + down * (row + 0.5)
        yes = ("bid", spot) in scene.moves
        weight = "w7" if yes or spot in state.bids else ""
        parts = (
            rect(-max(12, r), -max(12, r), 2 * max(12, r), 2 * max(12, r), "hit"),
            circle(0, 0, r, f"bidspot{' yes' if yes else ''}"),
            text(0, 5, spot, f"mid {'t14' if r > 14 else 't12'} {weight}"),
        )
        cost = state.chips_due(state.seat, spot) if yes else 0
        note = tr("Bid {number}: it costs {points} points in chips.", number=spot, points=cost) if yes else ""
        pic.add(scene.act(parts, ("bid", spot), note, asked=state.phase == "bid", transform=at(left, top)))
        scene.put(f"bid/{spot}", left, top, r)
    for board, spot in enumerate(state.bids):
        if spot:
            left, top, r = scene.places[f"bid/{spot}"]
            pic.add(scene.badge(board, left + r * 0.75, top - r * 0.75, 9, id=f"bid-{board}", cls="still"))


def _gallery(scene: Scene, x: float, y: float) -> None:
    """During setup: the boards to choose from."""
    pic, state = scene.pic, scene.state
    pic.add(rect(x + 62, y + 10, 160, 32, "card", 10), text(x + 142, y + 33, tr("Fishery boards"), "mid w7 t20"))
    kinds = state.sea.species[:12]
    step = min(92.0, 550 / max(1, -(-len(kinds) // 2)))
    for place, kind in enumerate(kinds):
        left, top = x + 12 + 132 * (place % 2), y + 54 + step * (place // 2)
        owner = state.kinds.index(place) if place in state.kinds else -1
        label, points = tr(kind.label), tr("{points} points a chip", points=kind.value)
        stages = tr("{stages} stages, {chips} chips", stages=len(kind.stages), chips=kind.chips)
        parts = [
            rect(0, 0, 128, step - 8, f"shop{' yes' if ('board', kind.name) in scene.moves else ''}", 8),
            pic.glyph_text(glyph_of(kind), 26, 20, 36),
            text(50, 25, fit(label, 76, 14), "w7 t14"),
        ]
        if step > 70:
            parts += [text(8, 50, stages, "t12 soft"), text(8, 68, points, "t12 soft")]
        if owner >= 0:
            parts.append(scene.badge(owner, 114, step - 22, 10))
        note = tr("{species}: {stages}, {points}.", species=label, stages=stages, points=points)
        pic.add(scene.act(parts, ("board", kind.name), note, asked=state.phase == "choose", transform=at(left, top)))
        if scene.last == ("board", kind.name):
            box = (left + 2, top + 2, 124, step - 12)
            pic.group((rect(*box, "lastcase", 8), rect(*box, "lastline", 8)), id="last", cls="still")
        scene.put(kind.name, left + 64, top + step / 2 - 4, 34)


# ---- boats -------------------------------------------------------------------------------------------------------


Box = tuple[float, float, float, float]


def boats(scene: Scene, area: int, box: Box) -> None:
    """Add the boats that lie in an area, in rows in its box: large, smaller, or in a crowd only their badges."""
    state = scene.state
    lying = list(boats_in(state, area))
    if state.phase in ("fish", "roll", "settle"):  # what may be clicked lies on top
        lying.sort(key=lambda boat: boat[0] == state.seat)
    x, y, wide, high = box
    for size, across, down in ((34, 38, 25), (28, 31, 18), (0, 17, 17)):
        columns, rows = max(1, int((wide + 4) // across)), max(1, int((high + 3) // down))
        if len(lying) <= columns * rows or not size:
            break
    rows = min(rows, -(-len(lying) // columns))
    columns = -(-len(lying) // max(rows, 1))
    step = min(across, (wide - across) / max(columns - 1, 1)) if columns > 1 else 0
    for place, boat in enumerate(lying):
        row, column = divmod(place, columns)
        left = x + wide / 2 + step * (column - (min(columns, len(lying) - row * columns) - 1) / 2)
        _boat(scene, boat, left, y + high / 2 + down * (row - (rows - 1) / 2), size)


def _boat(scene: Scene, boat: tuple[int, int, bool], x: float, y: float, wide: float) -> None:
    """Add one boat: a hull with its seat's letter, or only the badge where it is crowded; pale once it has fished."""
    seat, number, fished = boat
    state, colour = scene.state, scene.colours[seat]
    if wide:
        scale, letter = wide / 32, colour.upper()
        cls = f"st-{colour}" if fished else f"s-{colour} hullp"
        edge = f"stroke:var(--{colour});stroke-width:1.6" if fished else None
        where = f"{at(-wide / 2, -wide * 0.325)} scale({num(scale)})"
        hull = path(BOAT, cls, transform=where, style=edge)
        name = text(-wide * 0.02, wide * 0.13 + 4.4, letter, f"mid w7 t12 {'' if fished else f'on-{colour}'}")
        inner = [hull, name]
    else:
        inner = [scene.badge(seat, 0, 0, 8)]
        if fished:
            inner.append(path("M-6 5L6-5", "rule"))
    mine = seat == state.seat
    fishes = mine and state.phase == "fish" and scene.legal
    more = {"id": f"boat-{seat}-{number}", "transform": at(x, y)}
    if mine:
        scene.put(f"boat/{number}", x, y, 20 if wide else 11)
    scene.put(f"boat/{seat}/{number}", x, y, 20 if wide else 11)
    across, down = wide + 6, wide * 0.65 + 8
    box = (-across / 2, -down / 2, across, down)
    ring = rect(*box, "ring", 8) if wide else circle(0, 0, 11, "ring")
    if fishes:
        if ("fish", number) in scene.moves:
            inner = [rect(*box, "hit") if wide else circle(0, 0, 12.5, "hit"), ring, *inner]
        inner = [scene.act(inner, ("fish", number), id=f"fish-{seat}-{number}")]
    elif mine and number - 1 == state.boat and state.phase in ("roll", "settle"):
        inner = [ring, *inner]
    scene.pic.group(inner, **more, cls=None if fishes else "still")  # what lies below a still one can be clicked


# ---- seats and phases ----------------------------------------------------------------------------------------------


def phases(scene: Scene, x: float, y: float, wide: float) -> None:
    """Add the eight phases of a round, the present one on ink."""
    pic, now = scene.pic, phase_number(scene.state)
    over = scene.state.phase == "over"
    step = wide / 8
    for number, name in enumerate(_SHORT_PHASES, 1):
        left, on = x + step * (number - 1), number == now and not over
        if on:
            pic.rect(left, y, step, 26, "ink", 13)
        pic.add(circle(left + 14, y + 13, 9, "paper" if on else "nr"))
        pic.text(left + 14, y + 17.4, number, f"mid w7 t12 {'' if on else 'paper'}")
        pic.text(left + 26, y + 17.4, tr(name), f"t12 {'w6 paper' if on else 'soft'}")


def seat_card(scene: Scene, seat: Player, x: float, y: float, wide: float) -> None:
    """Add what a seat has: boats at home, chips by species, gear, stars, trophies and points."""
    pic, state = scene.pic, scene.state
    tall = wide < 400
    high = 88 if tall else 58
    now = " on" if state.turn() >= 0 and seat == state.seat else ""
    pic.rect(x, y, wide, high, f"seat{now}", 10)
    pic.add(scene.badge(seat, x + 20, y + 19, 11))
    name = fit(state.seat_name(seat), 108, 14)
    pic.text(x + 40, y + 24, name, "w7 t14")
    if seat == state.first:
        pic.add(rect(x + 150, y + 9, 34, 20, "ink", 10), text(x + 167, y + 23.4, tr("first"), "mid t12 w7 paper"))
    pic.text(x + wide - 12, y + 25, state.scores()[seat], "w7 t18 end num")
    if tall:
        _extras(scene, seat, x + 4, y + 45)
        _tags(scene, seat, x + wide - 96, y + 60)
        _holdings(scene, seat, x + 22, y + 70)
    else:
        _extras(scene, seat, x + 186, y + 19)
        _tags(scene, seat, x + wide - 96, y + 33)
        _holdings(scene, seat, x + 22, y + 43)


def _extras(scene: Scene, seat: Player, x: float, y: float) -> None:
    """Boats in port, the bid, stars and trophies, in a line of about 215 units."""
    pic, state = scene.pic, scene.state
    home = range(len(state.fleet[seat]), state.boats[seat])
    colour = scene.colours[seat]
    step = min(24.0, 72 / max(1, state.boats[seat]))
    for boat in range(state.boats[seat]):
        left = x + 14 + step * boat
        hull = f"translate(-10 -6.5) scale({num(20 / 32)})"
        if boat in home and colour:
            shape = path(BOAT, f"s-{colour} hullp", transform=hull)
            pic.group((shape,), id=f"boat-{seat}-{boat + 1}", transform=at(left, y))
        else:
            pic.add(path(BOAT, "moor", transform=at(left, y) + " " + hull))
    if state.phase in ("bid", "bidpay"):
        word = tr("bids {number}", number=state.bids[seat]) if state.bids[seat] else ""
        word = tr("passed") if state.passed[seat] else word
        pic.text(x + 80, y + 4.6, word, f"t12 {'w7' if seat == state.leader else 'soft'}")
    elif state.goal and state.reached(seat):
        pic.text(x + 80, y + 4.6, tr("goal won"), "t12 w6 good")
    pic.add(pic.glyph_text("star", x + 146, y, 24, "starfill"), text(x + 158, y + 5, state.stars[seat], "t14 w6"))
    if state.sea.tournaments:
        pic.add(circle(x + 184, y, 8, "coin"), text(x + 196, y + 5, state.trophies[seat], "t14 w6"))


def _tags(scene: Scene, seat: Player, x: float, y: float) -> None:
    """The gear cards of a seat: a letter and how many, a stroke for each that is used this round."""
    pic, state = scene.pic, scene.state
    for place, gear in enumerate(GEAR):
        count = state.gear[seat][place]
        left = x + 29 * place
        pic.add(rect(left, y, 26, 19, f"tag{' has' if count else ''}", 4))
        words = f"{GEAR_TAGS[gear]}{count}" if count else GEAR_TAGS[gear]
        pic.text(left + 13, y + 14, words, f"mid t12 {'w7' if count else 'faint'}")
        if state.used[seat][place]:
            pic.path(f"M{num(left + 2)} {num(y + 17)}l22-15", "rule")


def _holdings(scene: Scene, seat: Player, x: float, y: float) -> None:
    """The catch pile: chips by species, in the order of the boards."""
    pic, state = scene.pic, scene.state
    if not state.round:
        return
    paying = seat == state.seat and state.phase in ("pay", "bidpay") and scene.legal
    step = 47 if state.players > 4 else 56
    for board, count in enumerate(state.held[seat]):
        if not scene.colours[board]:
            continue
        kind = state.kind(board)
        defs(pic, kind, scene.colours[board])
        left = x + step * board
        chip = use(f"chip-{kind.name}", size=0.66) if count else circle(0, 0, 10.5, "spot")
        parts = [chip, text(14, 5, count, f"t14 {'w7' if count else 'faint'}")]
        if not paying:
            pic.group(parts, transform=at(left, y), id=f"held-{seat}-{kind.name}")
            continue
        move: Move = ("pay", kind.name)
        hit = rect(-14, -13, step - 4, 26, "hit", 8)
        ring = [rect(-14, -13, step - 4, 26, "ring", 8)] if move in scene.moves else []
        pic.add(scene.act([hit, *ring, *parts], move, transform=at(left, y), id=f"held-{seat}-{kind.name}"))
        scene.put(f"pay/{kind.name}", left + 6, y, 16)
