"""The cards of Fleet as drawn things: coins, points, crates, licences, boats, hand cards and card backs.

Everything here is drawn from its own corner (0, 0); the picture of the table decides where it lies. What depends on
nothing but the printed cards is drawn once and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fishlab.fleet.card_words import gist, licence_title
from fishlab.fleet.deck import BOAT, LICENCE, Cards, boat_for
from fishlab.fleet.pieces import Boat
from fishlab.fleet.rules import Fleet
from fishlab.messages import cache_by_language, tr, trn
from fishlab_widgets.draw.svg import SEATS, Picture, at, circle, group, num, path, rect, text, wrap

HAND_W, HAND_H = 92.0, 80.0
LOT_H = 90.0
LICENCE_H = 40.0

CSS = """
text.fs{font-size:12.5px}
.lic{fill:var(--card);stroke:var(--ink2);stroke-width:1.6}
.lich{fill:var(--sea2)}
.chipcard{fill:var(--sea2);stroke:var(--ink2);stroke-width:1}
.bt{fill:var(--paper);stroke:var(--ink3);stroke-width:1.4}
.crate{fill:var(--e);stroke:var(--hull);stroke-width:1.1}
.crate0{fill:none;stroke:var(--ink3);stroke-width:1;stroke-dasharray:2 2;opacity:.7}
.coin{fill:var(--f);stroke:var(--hull);stroke-width:1.2}
.back{fill:var(--sea2);stroke:var(--ink2);stroke-width:1.4}
.can{fill:none;stroke:var(--focus);stroke-width:3}
.chip{fill:var(--paper);stroke:var(--focus);stroke-width:2}
[data-move]:hover .chip,[data-move]:focus .chip,[data-move]:hover .bt,[data-move]:focus .bt{fill:var(--a-t)}
[data-move]:hover .lic,[data-move]:focus .lic{fill:var(--a-t)}
.lit .bt{stroke:var(--focus);stroke-width:3}
.empty{fill:none;stroke:var(--line);stroke-width:1.4;stroke-dasharray:6 4}
.dash{stroke:var(--ink3);stroke-width:1.6;stroke-dasharray:3 2;fill:none}
"""

_GLYPHS = {"processing": "vessel", "king-crab": "crab"}
GLYPHS = ("shrimp", "lobster", "vessel", "cod", "tuna", "crab", "pub", "captain", "anchor", "trawler")
"""Every silhouette that a picture of Fleet may use."""
_SHAPES = Picture(0, 0, title="", desc="")  # writes references to silhouettes and patterns, and is never shown


def picture(width: float, height: float, **words: str) -> Picture:
    """Return an empty picture that knows every silhouette and pattern that cards refer to."""
    pic = Picture(width, height, **words)
    for name in GLYPHS:
        pic.glyph_text(name, 0, 0, 1)
    pic.pattern("wave")
    return pic


@lru_cache(maxsize=512)
def glyph(name: str, x: float, y: float, width: float, cls: str = "ink") -> str:
    """Return a silhouette centred on a point."""
    return _SHAPES.glyph_text(name, x, y, width, cls)


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


# Signs.


def coin(x: float, y: float, value: object, r: float = 11) -> str:
    """Return a coin: what a card pays, or the lowest bid."""
    return circle(x, y, r, "coin") + text(x, y + 4.9, value, "mid w7 on-f t14")


def hexagon(x: float, y: float, value: object, r: float = 11) -> str:
    """Return the sign of points."""
    r = r + 3.5 if len(str(value)) > 2 else r
    h, w = r * 0.86, r * 0.52
    shape = f"M{num(x - w)} {num(y - h)}h{num(2 * w)}L{num(x + r)} {num(y)}L{num(x + w)} {num(y + h)}h{num(-2 * w)}"
    letters = text(x, y + 4.8, value, f"mid w7 on-c num {'t14' if r >= 11 else 'fs'}")
    return path(f"{shape}L{num(x - r)} {num(y)}Z", "s-c") + letters


@lru_cache(maxsize=64)
def crate(size: float = 12) -> str:
    """Return one crate of fish."""
    s = num(size)
    return path(f"M0 0h{s}v{s}h-{s}Zl{s} {s}m0-{s}l-{s} {s}", "crate")


def slots(x: float, y: float, count: int, size: float, step: float) -> str:
    """Return room for crates that are not there yet."""
    s = num(size)
    return path("".join(f"M{num(x + step * n)} {num(y)}h{s}v{s}h-{s}Z" for n in range(count)), "crate0")


def cap(seat: int, x: float, y: float, width: float) -> str:
    """Return a captain's cap in the seat's colour."""
    return glyph("captain", x, y, width, f"s-{SEATS[seat]}")


def back(x: float, y: float, w: float, h: float) -> str:
    """Return the back of hidden cards."""
    r = min(w, h) * 0.12
    return rect(x, y, w, h, "back", r) + rect(x, y, w, h, "", r, fill=_SHAPES.pattern("wave"))


# The cards themselves.


def name_of(state: Fleet, licence: str) -> str:
    """Return a licence's name as a card has room for it: what tells the King Crabs apart stands below."""
    return tr("King Crab") if licence.startswith("king-crab") else licence_title(state.cards, licence)


@cache_by_language(256)
def lot_card(cards: Cards, licence: str, name: str, owned: int, width: float) -> str:
    """Return a licence that is on show: name, lowest bid, points, and what one more of it does."""
    place = LICENCE[licence]
    size = 14 if len(name) * 7.6 < width - 12 else 12.5
    right = num(width - 10)
    lines = wrap(gist(cards, licence, owned), width - 10, 11.6)[:2]
    parts = [
        rect(0, 0, width, LOT_H, "lic", 10),
        path(f"M0.8 21V10a9.2 9.2 0 0 1 9.2-9.2H{right}a9.2 9.2 0 0 1 9.2 9.2V21Z", "lich"),
        text(6, 16, fit(name, width - 4, size), f"w7 {'t14' if size == 14 else 'fs'}"),
        glyph(glyph_of(licence), 30, 41, 42),
        coin(width - 43, 41, cards.minimum[place]),
        hexagon(width - 17, 41, cards.licence_points[place], 12),
    ]
    parts += [text(7, 68 + 15 * n + (7 if len(lines) == 1 else 0), words, "fs") for n, words in enumerate(lines)]
    return "".join(parts)


@cache_by_language(512)
def licence_card(cards: Cards, held: tuple[str, ...], name: str, width: float, bonus: int, processed: int) -> str:
    """Return the licences of one kind that a seat owns, as one card with what they do together."""
    count = len(held)
    what = tr("bonus +{bonus}", bonus=bonus) if held[0].startswith("king-crab") else gist(cards, held[0], count)
    if len(what) > int((width - 8) / 6.36):
        what = what.partition(",")[0]
    short = _short(name, count, width, processed)
    parts = [
        rect(0, 0, width, LICENCE_H, "lic", 8),
        path(f"M0.8 21V8.8a8 8 0 0 1 8-8H{num(width - 8.8)}a8 8 0 0 1 8 8V21Z", "lich"),
        glyph(glyph_of(held[0]), 17, 11, 26),
        text(32, 16, short, "fs w7"),
        text(5, 34, fit(what, width - 8, 12), "fs"),
        hexagon(width - 12, 11, sum(cards.licence_points[LICENCE[one]] for one in held), 10.5),
    ]
    if count > 1:
        parts.append(text(width - 25, 16, f"×{count}", "fs w7 end"))
    if processed:
        x, y = packed_at(name, count, width)
        parts += [group((crate(11),), transform=at(x, y)), text(x + 14, 16, processed, "fs w7")]
    return "".join(parts)


def _short(name: str, count: int, width: float, processed: int) -> str:
    """Return what a card with so many licences has room for of their name, "" if that is hardly anything."""
    room = width - (78 if count > 1 else 54) - (26 if processed else 0)
    short = fit(name, room, 12) if room > 24 else "…"
    return "" if "…" in short else short


def packed_at(name: str, count: int, width: float) -> tuple[float, float]:
    """Return where processed crates stand on the card of the licences that process them."""
    short = _short(name, count, width, 1)
    return (38 + 7.2 * len(short) if short else 33), 6


_LARGE_SPOTS, _SMALL_SPOTS = (48.0, 29.0, 15.0, 18.0), (28.0, 19.0, 9.5, 11.5)


class Tiles(NamedTuple):
    """How boats lie: how many in a row, how large each, and where its crates are (x, y, size, step)."""

    across: int
    width: float
    height: float
    gap: float
    spots: tuple[float, float, float, float]

    @property
    def large(self) -> bool:
        """Whether a tile has room for words and small cards."""
        return self.height > 40

    def place(self, number: int) -> tuple[float, float]:
        """Return where a boat lies, from the corner of the first."""
        row, column = divmod(number, self.across)
        return column * (self.width + self.gap), row * (self.height + self.gap)


def one_row(count: int, room: float) -> Tiles:
    """Return how so many boats lie in one row of small ones."""
    across = max(7, count)
    return Tiles(across, (room - 4 * (across - 1)) / across, 32.0, 4.0, _SMALL_SPOTS)


@lru_cache(maxsize=64)
def tiles(count: int, room: float, most: int = 99) -> Tiles:
    """Return how so many boats lie in a width: large ones in two rows, or small ones in three."""
    across = int(room // 134)
    if count <= most:
        return Tiles(across, (room - 4 * (across - 1)) / across, 50.0, 4.0, _LARGE_SPOTS)
    return one_row(-(-count // 3), room)


@cache_by_language(1024)
def boat_card(cards: Cards, seat: int, kind: str, number: str, captain: bool, lie: Tiles) -> str:
    """Return a launched boat: silhouette, captain, room for crates and points. The crates are drawn apart."""
    x, y, size, step = lie.spots
    room = slots(x, y, cards.capacity, size, step) if _each(cards.capacity, lie) else ""
    shape = rect(0, 0, lie.width, lie.height, "bt", 7)
    if lie.large:
        parts = [
            shape,
            glyph(glyph_of(kind), 24, 21, 38),
            text(24, 46, number, "fs mid soft") if number else "",
            cap(seat, 61, 15, 26) if captain else path("M50 15h20", "dash"),
            room,
            hexagon(lie.width - 15, 15, cards.boat_points[BOAT[kind]], 10.5),
        ]
    else:
        parts = [
            shape,
            glyph(glyph_of(kind), 14, 16, 22),
            cap(seat, 37, 9.5, 17) if captain else path("M31 10h12", "dash"),
            room,
        ]
    return "".join(parts)


def _each(capacity: int, lie: Tiles) -> bool:
    """Whether every crate of a boat has its own place; else one crate and a number stand for them."""
    return capacity <= 4 and lie.width > 72


def boat_crates(state: Fleet, boat: Boat, lie: Tiles, x: float, y: float, name: str, delay: int) -> Iterator[str]:
    """Return the crates on a boat that lies at a point, each with an id of its own and a time to set out."""
    left, top, size, step = lie.spots
    each, later = _each(state.cards.capacity, lie), delay or None
    if not each and (not boat.crates or lie.width <= 50):
        return
    for n in range(boat.crates if each else 1):
        place = at(x + left + step * n, y + top)
        yield group((crate(size),), id=f"{name}-{n + 1}", transform=place, data_delay=later)
    if not each:
        yield text(x + left + size + 3, y + top + size, boat.crates, "fs w7")


@lru_cache(maxsize=8)
def bare_card(kind: str) -> str:
    """Return a boat card that is on its way."""
    return rect(0, 0, HAND_W, HAND_H, "bt", 9) + glyph(glyph_of(kind), 38, 40, 46)


@lru_cache(maxsize=16)
def licence_chip(licence: str) -> str:
    """Return a licence as a small chip."""
    return rect(0, 0, 18, 15, "chipcard", 3) + glyph(glyph_of(licence), 9, 7.5, 15)


@cache_by_language(256)
def hand_card(cards: Cards, kind: str, name: str, count: int, fresh: int) -> str:
    """Return the cards of one kind in a hand: cost, cash, points, how many, and how many were just drawn."""
    place = BOAT[kind]
    parts = [
        rect(0, 0, HAND_W, HAND_H, "bt", 9),
        text(7, 17, tr("cost {cost}", cost=cards.cost[place]), "fs soft"),
        coin(HAND_W - 14, 14, cards.cash[place], 10.5),
        glyph(glyph_of(kind), 38, 40, 46),
        hexagon(HAND_W - 14, 38, cards.boat_points[place], 10.5),
        text(HAND_W / 2, 72, fit(name, HAND_W - 6, 12.5), "mid w6 fs"),
    ]
    if count > 1:
        parts.append(text(62, 19, f"×{count}", "end w7"))
    if fresh:
        parts.append(text(HAND_W - 4, 60.5, trn("new", "{n} new", fresh), "fs w7 end good"))
    return "".join(parts)
