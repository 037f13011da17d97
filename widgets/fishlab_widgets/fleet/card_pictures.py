"""The cards of Fleet as drawn things: coins, points, crates, licences, boats, hand cards and card backs.

Everything here is drawn from its own corner (0, 0); the picture of the table decides where it lies.
"""

from __future__ import annotations

from collections.abc import Iterable

from fishlab.fleet.deck import BOAT, LICENCE, boat_for
from fishlab.fleet.position import Boat
from fishlab.fleet.rules import Fleet
from fishlab.plain_words import many
from fishlab_widgets.draw.svg import SEATS, SMALLEST, Picture, at, circle, group, num, path, rect, text

HAND_W, HAND_H = 94.0, 112.0
LOT_W, LOT_H = 150.0, 98.0
LICENCE_H = 72.0
TILE_W, WIDE_TILE_W, TILE_H = 62.0, 98.0, 30.0

CSS = """
.lic{fill:var(--card);stroke:var(--ink2);stroke-width:1.6}
.lich{fill:var(--sea2)}
.bt{fill:var(--paper);stroke:var(--ink3);stroke-width:1.4}
.crate{fill:var(--e);stroke:var(--hull);stroke-width:1.1}
.crate0{fill:none;stroke:var(--ink3);stroke-width:1;stroke-dasharray:2 2;opacity:.7}
.coin{fill:var(--f);stroke:var(--hull);stroke-width:1.2}
.back{fill:var(--sea2);stroke:var(--ink2);stroke-width:1.4}
.can{fill:none;stroke:var(--focus);stroke-width:3}
.chip{fill:var(--paper);stroke:var(--focus);stroke-width:2}
[data-move]:hover .chip,[data-move]:focus .chip,[data-move]:hover .bt,[data-move]:focus .bt{fill:var(--a-t)}
.lit .bt{stroke:var(--focus);stroke-width:3}
.empty{fill:none;stroke:var(--ink3);stroke-width:1.4;stroke-dasharray:6 4}
.dash{stroke:var(--ink3);stroke-width:1.6;stroke-dasharray:3 2;fill:none}
"""

_GLYPHS = {"processing": "vessel", "king-crab": "crab"}


def glyph_of(card: str) -> str:
    """Return the silhouette of a boat card or licence."""
    kind = boat_for(card) or card
    return _GLYPHS.get(kind, kind)


def fit(words: str, width: float, size: float = 14) -> str:
    """Return as many whole words as fit a width; a first word that is too long is cut."""
    room = int(width / (size * 0.53))
    if len(words) <= room:
        return words
    kept = words[: room + 1].rpartition(" ")[0].rstrip(" (,")
    return kept or words[: max(1, room - 1)] + "…"


def coin(x: float, y: float, value: int, r: float = 13) -> str:
    """Return a coin: cash, or the lowest bid."""
    size = 16 if r >= 13 else 14
    return circle(x, y, r, "coin") + text(x, y + size * 0.35, value, "mid w7 on-f", style=f"font-size:{size}px")


def hexagon(x: float, y: float, value: int, r: float = 14) -> str:
    """Return the sign of points."""
    h, w = r * 0.86, r * 0.52
    shape = f"M{num(x - w)} {num(y - h)}h{num(2 * w)}L{num(x + r)} {num(y)}L{num(x + w)} {num(y + h)}h{num(-2 * w)}"
    size = 18 if r >= 17 else 14 if r >= 12 else SMALLEST
    letters = text(x, y + size * 0.35, value, "mid w7 on-c num", style=f"font-size:{size}px")
    return path(f"{shape}L{num(x - r)} {num(y)}Z", "s-c") + letters


def crate(x: float, y: float, size: float = 12, **more: str) -> str:
    """Return one crate of fish, its corner at a point."""
    s = num(size)
    planks = f"l{s} {s}m0-{s}l-{s} {s}" if size >= 8 else ""
    return path(f"M0 0h{s}v{s}h-{s}Z{planks}", "crate", transform=at(x, y), **more)


def slots(x: float, y: float, count: int, size: float, step: float) -> str:
    """Return room for crates that are not there yet."""
    s = num(size)
    return path("".join(f"M{num(x + step * n)} {num(y)}h{s}v{s}h-{s}Z" for n in range(count)), "crate0")


def cap(pic: Picture, seat: int, x: float, y: float, width: float) -> str:
    """Return a captain's cap in the seat's colour."""
    return pic.glyph_text("captain", x, y, width, f"s-{SEATS[seat]}")


def card_back(pic: Picture, x: float, y: float, w: float, h: float, count: int, size: float = 14) -> str:
    """Return the back of hidden cards with their number."""
    r = min(w, h) * 0.12
    back = rect(x, y, w, h, "back", r) + rect(x, y, w, h, "", r, fill=pic.pattern("wave"))
    middle, wide = x + w / 2, max(size * 0.65 * len(str(count)) + 6, size + 2)
    pill = rect(middle - wide / 2, y + h / 2 - size * 0.62, wide, size * 1.24, "paper", 4)
    return back + pill + text(middle, y + h / 2 + size * 0.36, count, "mid w7 num", style=f"font-size:{size}px")


# The cards themselves.


def gist(state: Fleet, licence: str, owned: int = 1) -> str:
    """Return what a licence does in three or four words, for as many of them as are owned."""
    cards = state.cards
    match licence:
        case "shrimp":
            return f"{owned} off each buy"
        case "cod":
            return f"launch 2, draw {owned}"
        case "lobster":
            return "hire 2 captains"
        case "tuna":
            level = min(owned, 4)
            draw = cards.tuna_draw[level]
            return f"draw {draw}, keep {draw}" if cards.tuna_discard[level] == "none" else f"draw {draw}, drop 1"
        case "processing":
            return f"crate: {many(owned, 'card')}"
        case "pub":
            return "points only"
        case "king-crab-captains":
            return "1 per captain" if cards.captains_per == 1 else f"1 per {cards.captains_per} captains"
        case "king-crab-crates":
            return f"1 per {cards.crates_per} crates"
    return "points for kinds"


def lot_card(pic: Picture, state: Fleet, licence: str) -> list[str]:
    """Return a licence that is on show: name, lowest bid, points and what it does."""
    place = LICENCE[licence]
    title = "King Crab" if licence.startswith("king-crab") else state.title_of(licence, licence=True)
    return [
        rect(0, 0, LOT_W, LOT_H, "lic", 10),
        path("M0.8 30V10a9.2 9.2 0 0 1 9.2-9.2H140a9.2 9.2 0 0 1 9.2 9.2V30Z", "lich"),
        text(12, 21, fit(title, 128, 16), "w7"),
        pic.glyph_text(glyph_of(licence), 50, 55, 56),
        text(10, 91, fit(gist(state, licence), 132, 12.5), "t12"),
        coin(101, 56, state.cards.minimum[place]),
        hexagon(131, 56, state.cards.licence_points[place]),
    ]


def licence_card(pic: Picture, state: Fleet, seat: int, held: tuple[str, ...], width: float) -> list[str]:
    """Return the licences of one kind that a seat owns, as one card."""
    name, count = held[0], len(held)
    crab = name.startswith("king-crab")
    title = "King Crab" if crab else state.title_of(name, licence=True)
    worth = sum(state.cards.licence_points[LICENCE[one]] for one in held)
    bonus = sum(state.bonus(seat, one) for one in held)
    what = f"bonus now +{bonus}" if crab else gist(state, name, count)
    size = 14 if width > 140 else 13
    parts = [
        rect(0, 0, width, LICENCE_H, "lic", 10),
        path(f"M0.8 25V10a9.2 9.2 0 0 1 9.2-9.2H{num(width - 10)}a9.2 9.2 0 0 1 9.2 9.2V25Z", "lich"),
        text(9, 18, fit(title, width - (36 if count > 1 else 14), size), f"t{size} w7"),
        pic.glyph_text(glyph_of(name), 28, 40, 40),
        text(8, 66, fit(what, width - 10, 12.5), "t12"),
        hexagon(width - 20, 41, worth, 13),
    ]
    if count > 1:
        parts.append(text(width - 9, 18, f"×{count}", "t14 w7 end"))
    processed = state.sides[seat].processed
    if name == "processing" and processed:
        parts.append(crate(52, 35, 12))
        parts.append(text(67, 46, processed, "t14 w7"))
    return parts


def crate_spots(width: float, height: float) -> tuple[float, float, float, float]:
    """Return where crates lie on a boat: x, y, size and step."""
    if width == TILE_W:
        return 31.0, 18.0, 6.4, 7.4
    if width == WIDE_TILE_W:
        return 48.0, 10.0, 10.0, 12.0
    if height == TILE_H:
        return (54.0, 10.0, 10.0, 12.0) if width > 140 else (40.0, 10.0, 9.0, 11.0)
    return (54.0, 26.0, 12.0, 15.5) if width > 140 else (36.0, 27.0, 11.0, 12.5)


def boat_card(pic: Picture, state: Fleet, seat: int, boat: Boat, width: float, height: float) -> list[str]:
    """Return a launched boat: silhouette, captain, room for crates and points. The crates are drawn apart."""
    x, y, size, step = crate_spots(width, height)
    small = height == TILE_H
    points = state.cards.boat_points[BOAT[boat.kind]]
    tile = width in (TILE_W, WIDE_TILE_W)
    middle, wide = (27.0, 36.0)
    if tile or small or width < 140:
        middle, wide = (16.0, 24.0) if tile or width < 140 else (19.0, 26.0)
    parts = [
        rect(0, 0, width, height, "bt", 6 if tile else 8),
        pic.glyph_text(glyph_of(boat.kind), middle, height / 2, wide),
        slots(x, y, state.cards.capacity, size, step) if state.cards.capacity <= 4 else "",
    ]
    if width == TILE_W:
        spot = (45.0, 9.0, 15.0)
    elif tile:
        spot = (38.0, 15.0, 15.0)
    elif small:
        spot = (42.0, 15.0, 16.0) if width > 140 else (33.0, 15.0, 11.0)
    else:
        spot = (x + 1.5 * step + size / 2, 13.0, 26.0)
    if boat.captain:
        parts.append(cap(pic, seat, *spot))
    else:
        half = 4 if small else 8
        parts.append(path(f"M{num(spot[0] - half)} {num(spot[1])}h{num(2 * half)}", "dash"))
    if not tile:
        parts.append(hexagon(width - (14 if small else 17), height / 2, points, 10 if small else 12))
    return parts


def boat_crates(state: Fleet, boat: Boat, x: float, y: float, width: float, height: float, name: str) -> Iterable[str]:
    """Return the crates on a boat, each with an id of its own; beyond four, one crate and the number."""
    left, top, size, step = crate_spots(width, height)
    if state.cards.capacity > 4 and boat.crates:
        yield crate(x + left, y + top, size, id=f"{name}-1")
        yield text(x + left + size + 4, y + top + size, boat.crates, "t12 w7")
        return
    for n in range(boat.crates):
        yield crate(x + left + step * n, y + top, size, id=f"{name}-{n + 1}")


def hand_card(pic: Picture, state: Fleet, kind: str, count: int, fresh: int = 0) -> list[str]:
    """Return the cards of one kind in a hand: cost, cash, points, how many, and how many were just drawn."""
    cards, place = state.cards, BOAT[kind]
    parts = [
        rect(4 * n, -3 * n, HAND_W, HAND_H, "bt", 10) for n in range(min(count, 3) - 1, 0, -1)
    ]  # the edges of the cards below
    parts += [
        rect(0, 0, HAND_W, HAND_H, "bt", 10),
        text(10, 21, f"cost {cards.cost[place]}", "t13 soft"),
        coin(HAND_W - 17, 17, cards.cash[place], 11.5),
        pic.glyph_text(glyph_of(kind), HAND_W / 2, 48, 52),
        text(HAND_W / 2, 82, fit(state.title_of(kind), HAND_W - 8, 14), "mid w6 t14"),
        hexagon(HAND_W / 2, 97, cards.boat_points[place], 12),
    ]
    if count > 1:
        parts.append(text(7, 103, f"×{count}", "w7"))
    if fresh:
        parts.append(text(HAND_W - 6, 103, "new" if fresh == 1 else f"{fresh} new", "t12 w7 end good"))
    return parts


def small_chip(pic: Picture, card: str, x: float, y: float, count: int = 1, tight: bool = False) -> tuple[str, float]:
    """Return a licence as a small chip, and its width."""
    width, wide = (35.0, 17.0) if tight else (34.0 if count == 1 else 52.0, 26.0)
    parts = [rect(0, 0, width, 24, "lich", 5), pic.glyph_text(glyph_of(card), (2 if tight else 4) + wide / 2, 12, wide)]
    if count > 1:
        parts.append(text(width - 2, 17, f"×{count}", "t12 w7 end" if tight else "t13 w7 end"))
    return group(parts, transform=at(x, y)), width
