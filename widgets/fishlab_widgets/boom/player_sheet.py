"""The player sheet of Fishery Boom: flag, ten boxes with plates and fish, the boxes to mark, the equipment.

Two sizes: a strip under the High Seas, whose boxes stand below the years of the sea, and the whole sheet, 600 wide as
a table's picture is.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from unicodedata import east_asian_width

from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.network import Sheet
from fishlab.boom.player_sheets import Drawn, YearBox, upgrades, year_boxes
from fishlab.boom.rules import Boom
from fishlab.boom.setup import FLAG_COLOURS, FLAG_SIZE
from fishlab.core import OVER, Player
from fishlab.messages import mark, tr, trn
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.signs import sign
from fishlab_widgets.draw.svg import PREFIX, SEATS, Picture, at, attrs, badge, group, num, path, rect, target, text

SHORT = {
    "refrigeration": mark("Fridge"), "seine": mark("Seine"), "seine+": mark("Seine+"), "radar": mark("Radar"),
    "enforcement": mark("Shields"),
}  # fmt: skip
"""Shorter names of boxes, where those that they have do not fit under a year."""

STRIP = 100.0
"""Height of one country's strip."""
SHEET = 490.0
"""Height of a whole player sheet, which is 600 wide."""

CSS = """
.px-w{fill:var(--sail)} .px-k{fill:var(--hull)} .flagline{fill:none;stroke:var(--ink);stroke-width:1.2}
.yearbox{fill:var(--paper);stroke:var(--line);stroke-width:1.2}
.yearbox.nowbox{fill:var(--now-t);stroke:var(--now);stroke-width:2.5}
.dish{fill:var(--paper);stroke:var(--ink2);stroke-width:1.3} .dish.bare{stroke-dasharray:none}
.dish.unmet{stroke:var(--bad);stroke-width:1.6;stroke-dasharray:3 2;fill:none}
.spare{fill:var(--ink3)} .faux{fill:none;stroke:var(--ink2);stroke-width:1.4;stroke-dasharray:2 1.5}
.cold{stroke:var(--focus);stroke-width:1.4;fill:none;stroke-linecap:round}
.tick{fill:none;stroke:var(--paper);stroke-width:2.2;stroke-linecap:round}
.tickbox{fill:var(--paper);stroke:var(--ink2);stroke-width:1.6}
.tickbox.full{fill:var(--ink);stroke:var(--ink)} .tickbox.never{stroke:var(--line);stroke-dasharray:3 2}
"""


def breadth(words: str, size: float) -> float:
    """Return about how wide a text is, generously: capitals and wide letters count for more."""
    wide = 0.0
    for letter in words:
        if east_asian_width(letter) in "WF":
            wide += 1.05
        elif letter in "MWmw@%&ÆŒ—":
            wide += 0.95
        elif letter in "iljtf.,:;'|!()[] ":
            wide += 0.36
        else:
            wide += 0.69 if letter.isupper() else 0.56
    return wide * size


def fit(words: str, room: float, size: float) -> str:
    """Return a text that fits the room, shortened with dots where it must be."""
    if breadth(words, size) <= room:
        return words
    while words and breadth(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def fitted(words: str, room: float, *sizes: int) -> tuple[str, int]:
    """Return a text and the largest of some sizes at which it fits; shortened at the smallest if it never does."""
    for size in sizes:
        if breadth(words, size) <= room:
            return words, size
    return fit(words, room, sizes[-1]), sizes[-1]


def steady(name: str, inner: str) -> str:
    """Return a group with a mark of its content, by which the live board sees that it has not changed.

    The comment behind it repeats the id, so that the group can be cut out of the text without reading it.
    """
    mark = f"{zlib.crc32(inner.encode()):08x}"
    return f'<g id="{PREFIX}{name}" data-same="{mark}">{inner}</g><!--{PREFIX}{name}-->'


# ---- flags -------------------------------------------------------------------------------------------------------

PATTERNS: dict[str, tuple[str, ...]] = {
    mark("a blank flag"): ("." * 12,) * 8,
    mark("three bands"): ("aaaaaaaaaaaa",) * 3 + ("............",) * 2 + ("cccccccccccc",) * 3,
    mark("sea and sun"): (
        "aaaaaaaaaaaa", "aaaaaaeeaaaa", "aaaaaeeeeaaa", "aaaaaeeeeaaa", "......ee....", "............", ".cc.c..c.cc.",
        "cccccccccccc",
    ),
    mark("a cross"): ("bbb.k.bbbbbb",) * 3 + ("....k.......", "kkkkkkkkkkkk") + ("bbb.k.bbbbbb",) * 3,
    mark("a fish"): (
        "dddddddddddd", "dddddddddddd", "d.dd.....ddd", "d.......k.dd", "dd..........", "d.........dd", "d.dd.....ddd",
        "dddddddddddd",
    ),
}  # fmt: skip
"""Flags to start from."""


def flag(rows: Sequence[str] | None, seat: Player, x: float, y: float, pixel: float) -> str:
    """Return a country's flag of 12 by 8 pixels; without one, the seat's tint and badge."""
    wide, high = FLAG_SIZE
    frame = rect(0, 0, wide, high, "flagline", vector_effect="non-scaling-stroke")
    if rows is None:
        parts = rect(0, 0, wide, high, f"st-{SEATS[seat]}") + frame
        sign = badge(seat, x + wide * pixel / 2, y + high * pixel / 2, high * pixel * 0.24)
        return group((parts,), transform=f"{at(x, y)} scale({num(pixel)})") + sign
    return group((flag_pixels(rows), frame), transform=f"{at(x, y)} scale({num(pixel)})")


def flag_pixels(rows: Sequence[str]) -> str:
    """Return the pixels of a flag, one unit each: a path for each colour, runs of a colour as one piece."""
    runs: dict[str, list[str]] = {}
    for y, row in enumerate(rows):
        start = 0
        for x in range(1, len(row) + 1):
            if x == len(row) or row[x] != row[start]:
                runs.setdefault(row[start], []).append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                start = x
    return "".join(path("".join(pieces), _PAINT[letter]) for letter, pieces in runs.items())


@lru_cache(maxsize=16)
def small_flag(rows: tuple[str, ...]) -> str:
    """Return a flag as a picture of its own, for a line of HTML."""
    frame = rect(0, 0, *FLAG_SIZE, "flagline", vector_effect="non-scaling-stroke")
    return sign(group((flag_pixels(rows), frame), transform="translate(1 .5) scale(2.4)"), css=CSS)


_PAINT = {letter: f"s-{letter}" for letter in FLAG_COLOURS} | {".": "px-w", "k": "px-k"}


# ---- boxes of a year ---------------------------------------------------------------------------------------------


def silhouette_of(glyph: str, x: float, y: float, width: float, cls: str) -> str:
    """Return a silhouette with its middle at a point, by reference to `shapes`."""
    height = width * 20.8 / 32
    return f'<use href="#{PREFIX}g-{glyph}"' + attrs(
        x=num(x - width / 2), y=num(y - height / 2), width=num(width), height=num(height), cls=cls
    ) + "/>"  # fmt: skip


def _fish_on(fish: Drawn, x: float, y: float, width: float, spare: bool) -> str:
    if fish.species == "faux":
        return silhouette_of("herring", x, y, width, "faux")
    drawn = silhouette_of(fish.species, x, y, width, "spare" if spare else "ink")
    return drawn + snowflake(x + width * 0.46, y - width * 0.3, width * 0.16) if fish.chilled else drawn


def snowflake(x: float, y: float, r: float) -> str:
    """Return the sign of a fish that was kept cold."""
    return path(
        f"M{num(x)} {num(y - r)}v{num(2 * r)}M{num(x - r * 0.87)} {num(y - r / 2)}l{num(r * 1.74)} {num(r)}"
        f"M{num(x - r * 0.87)} {num(y + r / 2)}l{num(r * 1.74)}-{num(r)}",
        "cold",
    )


def dishes(box: YearBox, x: float, y: float, *, size: float, across: int, most: int, past: bool, name: str) -> str:
    """Return the plates and fish of a box in rows: fish on plates, empty plates, then fish without a plate."""
    step_x, step_y = size * 1.12, size * 0.78
    things: list[tuple[Drawn | None, bool]] = [(fish, True) for fish in box.fish[: box.filled]]
    things += [(None, True)] * box.empty + [(fish, False) for fish in box.fish[box.filled :]]
    shown = things if len(things) <= most else things[: most - 1]
    parts = []
    for place, (fish, plated) in enumerate(shown):
        cx, cy = x + step_x * (place % across + 0.5), y + step_y * (place // across + 0.5)
        inner = []
        if plated:
            cls = "dish" if fish else "dish unmet" if past else "dish bare"
            round_ = attrs(cx=num(cx), cy=num(cy), rx=num(size * 0.52), ry=num(size * 0.36), cls=cls)
            inner.append(f"<ellipse{round_}/>")
        if fish:
            inner.append(_fish_on(fish, cx, cy, size * (0.72 if plated else 0.8), not plated))
        elif past:
            inner.append(text(cx, cy + 4.4, "−2", "mid t12 w7 bad"))
        parts.append(group(inner, id=f"{name}-{place}"))
    if len(things) > most:
        spot = most - 1
        parts.append(
            text(
                x + step_x * (spot % across + 0.5), y + step_y * (spot // across + 0.5) + 4.4,
                f"+{len(things) - most + 1}", "mid t12 w7 soft",
            )
        )  # fmt: skip
    return "".join(parts)


def points(score: int) -> str:
    """Return a score with its sign, as printed."""
    return f"+{score}" if score > 0 else str(score).replace("-", "−")


def fish_and_plates(fish: int, plates: int) -> str:
    """Say what lies in a box."""
    return trn("{n} fish, {plates}", "{n} fish, {plates}", fish, plates=trn("{n} plate", "{n} plates", plates))


def _is_past(state: Boom, year: int) -> bool:
    return year < state.year or state.turn() == OVER


# ---- the strip under the sea -------------------------------------------------------------------------------------


def strip(state: Boom, seat: Player, y: float, centre: Callable[[int], float]) -> str:
    """Return one country's strip: who it is on the left, and its boxes below the years of the sea."""
    name, scores = state.seat_name(seat), state.own_scores()
    acting = state.phase not in ("over", "illegal", "inspect") and state.seat == seat
    left = [rect(8, y, 170, STRIP - 8, "now" if acting else "card", 8)]
    left.append(flag(state.setup.flags[seat], seat, 16, y + 32, 6))
    shown, size = fitted(name, 126, 14, 13)
    left += [badge(seat, 30, y + 17, 9.5), text(46, y + 22, shown, f"t{size} w7")]
    fine = state.fines()[seat]
    below = tr("fines −{fine}", fine=fine) if fine else tr("points")
    left += [text(168, y + 54, points(scores[seat]), "t24 w7 end num"), text(168, y + 72, below, "t12 soft end")]
    if state.start_seat == seat and state.turn() != OVER:
        left += [path(f"M{num(118)} {num(y + 78)}l7 5l-7 5Z", "ink2"), text(168, y + 87, tr("starts"), "t12 soft end")]
    caught = sum(len(box.fish) for box in year_boxes(state, seat))
    score = str(scores[seat]).replace("-", "−")
    note = tr(
        "{name}: {score} points, {fish} fish drawn. Click for the whole player sheet.",
        name=name, score=score, fish=caught,
    )  # fmt: skip
    label = tr("Player sheet of {name}", name=name)
    who = target(left, mark=f"sheet {seat}", label=label, note=note, id=f"seat-{seat}")
    boxes = (_small_box(state, seat, box, centre(box.year) - 37, y, 64) for box in year_boxes(state, seat))
    return who + steady(f"strip-{seat}", "".join(boxes))


def _small_box(state: Boom, seat: Player, box: YearBox, x: float, y: float, width: float) -> str:
    now = box.year == state.year and state.turn() != OVER
    parts = [rect(x, y, width, 64, "yearbox nowbox" if now else "yearbox", 7)]
    across = max(3, int((width - 4) / 20))
    past = _is_past(state, box.year)
    name = f"dish-{seat}-{box.year}"
    parts.append(
        dishes(
            box,
            x + (width - across * 20.2) / 2,
            y + 4,
            size=18,
            across=across,
            most=3 * across,
            past=past,
            name=name,
        )
    )
    if box.fish or box.plates:
        parts.append(text(x + 5, y + 60, f"{len(box.fish)}/{box.plates}", "t12 soft num"))
        if box.plates:
            parts.append(text(x + width - 5, y + 60, points(state.year_score(seat, box.year)), "t12 w7 end num"))
    picks = state.picks[seat]
    words = mark("{name}, year {year}: {fish} fish, {plates} plates")
    slots = {"name": state.seat_name(seat), "year": box.year, "fish": len(box.fish), "plates": box.plates}
    if box.year <= len(picks):
        pick = picks[box.year - 1]
        short = tr(SHORT.get(pick, BOXES[pick].title))
        parts.append(text(x + width / 2, y + 79, short, "t12 mid", id=f"pick-{seat}-{box.year}"))
        words, slots["box"] = (
            mark("{name}, year {year}: {fish} fish, {plates} plates, marked {box}"),
            tr(BOXES[pick].title),
        )
    return group(parts, data_note=tr(words, **slots), id=f"box-{seat}-{box.year}")


# ---- the whole sheet ---------------------------------------------------------------------------------------------


def whole_sheet(state: Boom, seat: Player, *, paper: bool = False) -> str:
    """Return a whole player sheet, 600 by 490; `paper` leaves flag, name and score to a pen."""
    parts = [rect(0, 0, 600, SHEET, "paper"), (_empty_country if paper else _country)(state, seat)]
    for box in year_boxes(state, seat):
        column, row = (box.year - 1) % 5, (box.year - 1) // 5
        parts.append(_large_box(state, seat, box, 158 + 88 * column, 6 + 93 * row))
    return "".join(parts) + _boxes(state, seat)


def _country(state: Boom, seat: Player) -> str:
    boxes = year_boxes(state, seat)
    plus, minus = sum(box.filled for box in boxes), 2 * sum(box.empty for box in boxes)
    fine = state.fines()[seat]
    shown, size = fitted(state.seat_name(seat), 40 if fine else 104, 18, 14, 13)
    return "".join(
        (
            rect(6, 6, 144, 182, "card", 10),
            flag(state.setup.flags[seat], seat, 24, 45, 9),
            badge(seat, 23, 138, 10),
            text(40, 143, shown, f"t{size} w7"),
            path("M16 154H140", "hair"),
            text(16, 177, f"{plus} − {minus}", "t14 soft num"),
            text(140, 179, points(state.own_scores()[seat]), "t20 w7 end num"),
            text(140, 147, tr("fines −{fine}", fine=fine), "t12 w7 end bad") if fine else "",
        )
    )


def _empty_country(state: Boom, seat: Player) -> str:
    wide, high = FLAG_SIZE
    grid = "".join(f"M{21 + 9.5 * x:g} 16v{9.5 * high:g}" for x in range(1, wide))
    grid += "".join(f"M21 {16 + 9.5 * row:g}h{9.5 * wide:g}" for row in range(1, high))
    score = tr("Score: +1 a plate\nwith fish, −2\nwithout").split("\n")  # three short lines beside the pen's
    return "".join(
        (
            rect(6, 6, 144, 182, "card", 10),
            path(grid, "hair"),
            rect(21, 16, 9.5 * wide, 9.5 * high, "flagline"),
            text(16, 112, tr("Country"), "t12 soft"),
            path("M16 136H140", "rule"),
            *(text(16, y, line, "t12 soft") for y, line in zip((154, 171, 184), score, strict=False)),
            path("M84 182H140", "rule"),
        )
    )


def _large_box(state: Boom, seat: Player, box: YearBox, x: float, y: float) -> str:
    now = box.year == state.year and state.turn() != OVER
    parts = [
        rect(x, y, 84, 89, "yearbox nowbox" if now else "yearbox", 7),
        text(x + 6, y + 16, box.year, "t14 w7" if box.year <= state.year else "t14 w7 soft"),
    ]
    word = {1: tr("start"), state.sheet.years: tr("end")}.get(box.year, "")
    if word:
        parts.append(text(x + (25 if box.year > 9 else 17), y + 16, word, "t12 soft"))
    if box.year in state.sheet.plus_one:
        parts += [text(x + 60, y + 16, "+1", "t12 w7 end"), silhouette_of("plate", x + 71, y + 11.5, 17, "ink2")]
    parts.append(
        dishes(
            box, x + 5, y + 21, size=22, across=3, most=9, past=_is_past(state, box.year),
            name=f"large-{seat}-{box.year}",
        )
    )  # fmt: skip
    if box.fish or box.plates:
        parts.append(text(x + 6, y + 85, f"{len(box.fish)}/{box.plates}", "t12 soft num"))
        parts.append(text(x + 78, y + 85, points(state.year_score(seat, box.year)), "t12 w7 end num"))
    words = tr("Year {year}: {what}", year=box.year, what=fish_and_plates(len(box.fish), box.plates))
    return group(parts, data_note=words, id=f"large-box-{box.year}")


def tick_box(x: float, y: float, marked: bool, never: bool = False) -> str:
    """Return a box to mark, 15 wide."""
    cls = "tickbox full" if marked else "tickbox never" if never else "tickbox"
    check = path(f"M{num(x + 3.5)} {num(y + 7.5)}l3 4l5-7", "tick") if marked else ""
    return rect(x, y, 15, 15, cls, 4) + check


def _boxes(state: Boom, seat: Player) -> str:
    """Return the boxes to mark, each with what it does; the equipment in use has the frame of what is now."""
    parts = [
        text(10, 207, tr("One box a year: an upgrade works from next year on; a bonus works once, now."), "t12 w6")
    ]
    used = state.gear if state.turn() != OVER and state.seat == seat else ""
    lines = [("default", tr(GEAR["default"].title), tr(GEAR["default"].text), "", 1)]
    for upgrade in upgrades(state, seat):
        ticks = "x" * len(upgrade.years) + "o" * (upgrade.copies - len(upgrade.years)) if upgrade.copies else "-"
        box = BOXES[upgrade.name]
        words = tr(box.text) if upgrade.copies else tr("not with this number of players")
        if upgrade.years:
            words = tr("{what} · year {years}", what=words, years=", ".join(map(str, upgrade.years)))
        lines.append((upgrade.name, tr(box.title), words, ticks, upgrade.copies))
    for number, (name, title, words, ticks, possible) in enumerate(lines):
        y = 213 + min(19.5, 275 / len(lines)) * number
        inner = [rect(6, y, 588, 19, "now", 5)] if used == name else []
        inner += [tick_box(10 + 18 * place, y + 2, one == "x", one == "-") for place, one in enumerate(ticks)]
        inner.append(text(50, y + 14.5, title, "w7 t12" if possible else "w7 t12 faint"))
        inner.append(text(150, y + 14.5, fit(words, 446, 13.5), "t12 soft"))
        parts.append(group(inner, id=f"line-{name}"))
    return "".join(parts)


@lru_cache(maxsize=32)
def shapes(sheet: Sheet) -> str:
    """Return the silhouettes that a player sheet uses, for the definitions of a picture."""
    names = dict.fromkeys(("plate", "shield", "herring", *(species.name for species in sheet.species)))
    return "".join(
        f'<symbol id="{PREFIX}g-{name}" viewBox="0 -0.4 32 20.8">'
        f'<path d="{GLYPHS[name]}" fill-rule="evenodd"/></symbol>'
        for name in names
    )


def player_sheet(state: Boom, seat: Player, *, paper: bool = False, prefix: str = "", theme: str = "") -> str:
    """Return one country's whole player sheet as a picture of its own, half as large again as on a table."""
    name, score = state.seat_name(seat), state.own_scores()[seat]
    title = tr("Player sheet of {name}", name=name)
    desc = tr("{name} has {score} points in year {year}.", name=name, score=score, year=state.year)
    css = CSS
    if paper:
        title, desc = tr("Player sheet, to print"), tr("Ten empty boxes, a flag to draw, boxes to mark.")
        css += ".yearbox.nowbox{fill:var(--paper);stroke:var(--line);stroke-width:1.2}"
    pic = Picture(900, 1.5 * SHEET, title=title, desc=desc, css=css, prefix=prefix, theme=theme)
    pic.defs.append(shapes(state.sheet))
    pic.group((whole_sheet(state, seat, paper=paper),), transform="scale(1.5)")
    return str(pic)
