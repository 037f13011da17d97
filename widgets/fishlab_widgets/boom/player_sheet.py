"""The player sheet of Fishery Boom: flag, ten boxes with plates and fish, the boxes to mark, the equipment.

Two sizes: a strip under the High Seas, whose boxes stand below the years of the sea, and the whole sheet as it lies on
a table.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from unicodedata import east_asian_width

from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.position import Drawn, YearBox
from fishlab.boom.rules import Boom
from fishlab.boom.setup import FLAG_COLOURS, FLAG_SIZE
from fishlab.core import OVER, Player
from fishlab.plain_words import many
from fishlab_widgets.draw.svg import PREFIX, SEATS, Picture, at, attrs, badge, die, group, num, path, rect, target, text

SHORT = {
    "release": "Release", "refrigeration": "Fridge", "seine": "Seine", "seine+": "Seine+", "longline": "Longline",
    "longline+": "Longline+", "trawler": "Trawler", "trawler+": "Trawler+", "radar": "Radar", "faux": "Faux fish",
    "marketing": "Marketing", "enforcement": "Shields", "overtime": "Overtime",
}  # fmt: skip
"""Names of the boxes that fit under a year."""

_TEXTS = {"faux": "draw one fish; none leaves the sea", "refrigeration": "draw a taken fish into next year's box"}

STRIP = 100.0
"""Height of one country's strip."""
SHEET = 652.0
"""Height of a whole player sheet."""

CSS = """
.px-w{fill:var(--sail)} .px-k{fill:var(--hull)} .flagline{fill:none;stroke:var(--ink);stroke-width:1.2}
.yearbox{fill:var(--paper);stroke:var(--line);stroke-width:1.2}
.yearbox.nowbox{fill:var(--e-t);stroke:var(--e);stroke-width:2.5}
.dish{fill:var(--paper);stroke:var(--ink2);stroke-width:1.3} .dish.bare{stroke-dasharray:none}
.dish.unmet{stroke:var(--bad);stroke-width:1.6;stroke-dasharray:3 2;fill:none}
.spare{fill:var(--ink3)} .faux{fill:none;stroke:var(--ink2);stroke-width:1.4;stroke-dasharray:2 1.5}
.cold{stroke:var(--focus);stroke-width:1.4;fill:none;stroke-linecap:round}
.tick{fill:none;stroke:var(--paper);stroke-width:2.2;stroke-linecap:round}
.tickbox{fill:var(--paper);stroke:var(--ink2);stroke-width:1.6}
.tickbox.full{fill:var(--ink);stroke:var(--ink)} .tickbox.never{stroke:var(--line);stroke-dasharray:3 2}
.nowline{fill:var(--e-t);stroke:var(--e);stroke-width:2.5}
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


def steady(name: str, inner: str, cls: str = "") -> str:
    """Return a group with a mark of its content, by which the live board sees that it has not changed.

    The comment behind it repeats the id, so that the group can be cut out of the text without reading it.
    """
    mark = f"{zlib.crc32(inner.encode()):08x}"
    return f'<g id="{PREFIX}{name}"{attrs(cls=cls)} data-same="{mark}">{inner}</g><!--{PREFIX}{name}-->'


# ---- flags -------------------------------------------------------------------------------------------------------


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


_PAINT = {letter: f"s-{letter}" for letter in FLAG_COLOURS} | {".": "px-w", "k": "px-k"}


# ---- boxes of a year ---------------------------------------------------------------------------------------------


def _fish_on(pic: Picture, fish: Drawn, x: float, y: float, width: float, spare: bool) -> str:
    if fish.species == "faux":
        return pic.glyph_text("herring", x, y, width, "faux")
    drawn = pic.glyph_text(fish.species, x, y, width, "spare" if spare else "ink")
    return drawn + snowflake(x + width * 0.46, y - width * 0.3, width * 0.16) if fish.chilled else drawn


def snowflake(x: float, y: float, r: float) -> str:
    """Return the sign of a fish that was kept cold."""
    return path(
        f"M{num(x)} {num(y - r)}v{num(2 * r)}M{num(x - r * 0.87)} {num(y - r / 2)}l{num(r * 1.74)} {num(r)}"
        f"M{num(x - r * 0.87)} {num(y + r / 2)}l{num(r * 1.74)}-{num(r)}",
        "cold",
    )


def dishes(
    pic: Picture, box: YearBox, x: float, y: float, *, size: float, across: int, most: int, past: bool, name: str
) -> str:
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
            inner.append(_fish_on(pic, fish, cx, cy, size * (0.72 if plated else 0.8), not plated))
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


def _is_past(state: Boom, year: int) -> bool:
    return year < state.year or state.turn() == OVER


# ---- the strip under the sea -------------------------------------------------------------------------------------


def strip(pic: Picture, state: Boom, seat: Player, y: float, centre: Callable[[int], float]) -> None:
    """Add one country's strip: who it is on the left, and its boxes below the years of the sea."""
    name, scores = state.seat_name(seat), state.own_scores()
    acting = state.turn() != OVER and state.phase != "illegal" and state.seat == seat
    left = [rect(8, y, 170, STRIP - 8, "nowline" if acting else "card", 8)]
    left.append(flag(state.setup.flags[seat], seat, 16, y + 32, 6))
    shown, size = fitted(name, 126, 14, 13)
    left += [badge(seat, 30, y + 17, 9.5), text(46, y + 22, shown, f"t{size} w7")]
    left += [text(168, y + 54, points(scores[seat]), "t24 w7 end num"), text(168, y + 72, "points", "t12 soft end")]
    if state.start_seat == seat and state.turn() != OVER:
        left += [path(f"M{num(118)} {num(y + 78)}l7 5l-7 5Z", "ink2"), text(168, y + 87, "starts", "t12 soft end")]
    caught = sum(len(box.fish) for box in state.year_boxes(seat))
    note = f"{name}: {scores[seat]} points, {caught} fish drawn. Click for the whole player sheet."
    pic.add(
        target(
            left, mark=f"sheet {seat}", label=f"Player sheet of {name}", note=note.replace("-", "−"), id=f"seat-{seat}"
        )
    )
    boxes = (_small_box(pic, state, seat, box, centre(box.year) - 33, y, 66) for box in state.year_boxes(seat))
    pic.add(steady(f"strip-{seat}", "".join(boxes)))


def _small_box(pic: Picture, state: Boom, seat: Player, box: YearBox, x: float, y: float, width: float) -> str:
    now = box.year == state.year and state.turn() != OVER
    parts = [rect(x, y, width, 64, "yearbox nowbox" if now else "yearbox", 7)]
    across = max(3, int((width - 4) / 20))
    past = _is_past(state, box.year)
    name = f"dish-{seat}-{box.year}"
    parts.append(
        dishes(
            pic,
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
    if box.year <= len(picks):
        parts.append(text(x + width / 2, y + 79, SHORT[picks[box.year - 1]], "t12 mid", id=f"pick-{seat}-{box.year}"))
    words = f"{state.seat_name(seat)}, year {box.year}: {len(box.fish)} fish, {box.plates} plates"
    if box.year <= len(picks):
        words += f", marked {BOXES[picks[box.year - 1]].title}"
    return group(parts, data_note=words, id=f"box-{seat}-{box.year}")


# ---- the whole sheet ---------------------------------------------------------------------------------------------


def whole_sheet(pic: Picture, state: Boom, seat: Player, y: float, *, paper: bool = False) -> None:
    """Add a whole player sheet, 900 by 652, at a height; `paper` leaves flag, name and score to a pen."""
    pic.rect(0, y, 900, SHEET, "paper")
    (_empty_country if paper else _country)(pic, state, seat, y)
    for box in state.year_boxes(seat):
        column, row = (box.year - 1) % 5, (box.year - 1) // 5
        _large_box(pic, state, seat, box, 256 + 127 * column, y + 16 + 140 * row)
    _upgrades(pic, state, seat, y)
    _equipment(pic, state, seat, y)


def _country(pic: Picture, state: Boom, seat: Player, y: float) -> None:
    boxes = state.year_boxes(seat)
    plus = sum(max(0, box.filled) for box in boxes)
    minus = 2 * sum(box.empty for box in boxes)
    pic.rect(16, y + 16, 226, 270, "card", 12)
    pic.add(flag(state.setup.flags[seat], seat, 39, y + 36, 15), badge(seat, 52, y + 183, 13))
    shown, size = fitted(state.seat_name(seat), 160, 24, 20, 18, 14, 13)
    pic.text(74, y + 190, shown, f"t{size} w7")
    kit = [GEAR[name].title for name in state.equipment(seat)]
    pic.text(39, y + 214, fit(f"fishes with {', '.join(kit)}", 190, 14), "t14 soft")
    pic.path(f"M39 {num(y + 228)}H219", "hair")
    pic.text(39, y + 260, "Score", "t18 w7")
    pic.text(158, y + 260, f"{plus} − {minus}", "t14 soft end num")
    pic.text(219, y + 263, points(state.own_scores()[seat]), "t30 w7 end num")


def _empty_country(pic: Picture, state: Boom, seat: Player, y: float) -> None:
    wide, high = FLAG_SIZE
    pic.rect(16, y + 16, 226, 270, "card", 12)
    grid = "".join(f"M{39 + 15 * x} {num(y + 36)}v{15 * high}" for x in range(1, wide))
    grid += "".join(f"M39 {num(y + 36 + 15 * row)}h{15 * wide}" for row in range(1, high))
    pic.path(grid, "hair")
    pic.rect(39, y + 36, 15 * wide, 15 * high, "flagline")
    pic.text(39, y + 176, "Country", "t13 soft")
    pic.path(f"M39 {num(y + 210)}H219", "rule")
    pic.text(39, y + 236, "Score: plates with a fish,", "t13 soft")
    pic.text(39, y + 253, "less 2 for each empty plate", "t13 soft")
    pic.path(f"M139 {num(y + 276)}H219", "rule")


def _large_box(pic: Picture, state: Boom, seat: Player, box: YearBox, x: float, y: float) -> None:
    now = box.year == state.year and state.turn() != OVER
    pic.rect(x, y, 120, 130, "yearbox nowbox" if now else "yearbox", 8)
    pic.text(x + 10, y + 21, box.year, "t18 w7" if box.year <= state.year else "t18 w7 soft")
    word = {1: "start", state.sheet.years: "end"}.get(box.year, "")
    if word:
        pic.text(x + (38 if box.year > 9 else 28), y + 21, word, "t13 soft")
    if box.year in state.sheet.plus_one:
        pic.rect(x + 76, y + 7, 38, 19, "card2", 9)
        pic.text(x + 80, y + 21, "+1", "t12 w7")
        pic.glyph("plate", x + 104, y + 16.5, 15, "ink2")
    pic.add(
        dishes(
            pic, box, x + 3, y + 32, size=34, across=3, most=9, past=_is_past(state, box.year),
            name=f"large-{seat}-{box.year}",
        )
    )  # fmt: skip
    if box.fish or box.plates:
        pic.text(x + 10, y + 123, f"{len(box.fish)} fish, {many(box.plates, 'plate')}", "t12 soft")
        pic.text(x + 112, y + 123, points(state.year_score(seat, box.year)), "t12 w7 end num")


def tick_box(x: float, y: float, marked: bool, never: bool = False) -> str:
    """Return a box to mark, 20 wide."""
    cls = "tickbox full" if marked else "tickbox never" if never else "tickbox"
    check = path(f"M{num(x + 4.5)} {num(y + 10)}l4 5l7-9", "tick") if marked else ""
    return rect(x, y, 20, 20, cls, 5) + check


def _upgrades(pic: Picture, state: Boom, seat: Player, y: float) -> None:
    pic.rect(16, y + 300, 428, 336, "card", 12)
    pic.text(34, y + 330, "One pick each year", "t18 w7")
    line = y + 347
    for upgrade in state.upgrades(seat):
        if upgrade.kind == "equipment":
            continue
        copies = max(1, upgrade.copies)
        for copy in range(copies):
            pic.add(tick_box(34 + 26 * copy, line, copy < len(upgrade.years), not upgrade.copies))
        x = 34 + 26 * copies + 8
        pic.text(x, line + 15, upgrade.title, "w7" if upgrade.copies else "w7 faint")
        words = _TEXTS.get(upgrade.name, upgrade.text) if upgrade.copies else "not with this number of players"
        if upgrade.years:
            words = f"year {', '.join(map(str, upgrade.years))}: {words}"
        pic.text(x, line + 33, fit(words, 436 - x, 14), "t14 soft")
        line += 47


def _equipment(pic: Picture, state: Boom, seat: Player, y: float) -> None:
    pic.rect(456, y + 300, 428, 336, "card", 12)
    pic.text(474, y + 330, "Equipment", "t18 w7")
    pic.text(866, y + 330, "works from next year on", "t14 soft end")
    marked = {upgrade.name: bool(upgrade.years) for upgrade in state.upgrades(seat)}
    lines = (
        ("default", "", "One line", "take 1", 1),
        ("seine", "seine+", "Seine net", "take 2 of the larger, + takes 3", 2),
        ("longline", "longline+", "Longline", "take 1 of each but no 6, + takes 1 more", 2),
        ("trawler", "trawler+", "Trawler", "take 2, kill 1; + rolls 4 and takes 3", 3),
        ("radar", "", "Fish radar", "reroll any dice once", 0),
    )
    acting = state.turn() != OVER and state.seat == seat
    for number, (first, second, title, words, dice) in enumerate(lines):
        line = y + 347 + 54 * number
        used = acting and state.gear and state.gear in (first, second)
        if used:
            pic.rect(464, line - 8, 412, 50, "nowline", 8)
        if first != "default" and first in marked:
            pic.add(tick_box(474, line, marked[first]))
        if second and second in marked:
            pic.add(tick_box(506, line, marked[second]), text(528, line + 15, "+", "w7"))
        pic.text(548, line + 15, title, "w7")
        pic.text(548, line + 33, words, "t14 soft")
        shown = state.dice if used else ()
        for place in range(len(shown) or dice):
            x = 856 - 25 * (max(len(shown), dice) - 1 - place)
            if shown:
                pic.add(die(shown[place], x, line + 10, 20))
            else:
                pic.rect(x - 10, line, 20, 20, "tickbox never", 4)


def player_sheet(state: Boom, seat: Player, *, prefix: str = "", theme: str = "") -> str:
    """Return one country's whole player sheet as a picture of its own."""
    name, score = state.seat_name(seat), state.own_scores()[seat]
    pic = Picture(
        900, SHEET, title=f"Player sheet of {name}", desc=f"{name} has {score} points in year {state.year}.",
        css=CSS, prefix=prefix, theme=theme,
    )  # fmt: skip
    whole_sheet(pic, state, seat, 0)
    return str(pic)


__all__ = ["CSS", "SHEET", "STRIP", "breadth", "fit", "flag", "flag_pixels", "player_sheet", "strip", "whole_sheet"]
