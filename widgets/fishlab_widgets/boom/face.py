"""The picture of Fishery Boom: the High Seas with its arrows, what is decided now, and a strip for each country.

Marks that the picture understands:
`what if`             asks what would be lost if a fish died; every fish can then be clicked.
`fish tuna-2 3`       that fish dies in the question "what if"; several of one year die together.
`label: fish tuna-2 3`  points at a fish with a label, and asks nothing.
`sheet 0`             shows a country's whole player sheet instead of the strips.
`veil`                keeps to itself which fish of later years can still come.
`depletion 3 4 5`     stands in the middle of the depletion after year 3: at rows 4 and 5, those below still open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from fishlab.boom.network import Arrow, Sheet, Step, rows_of
from fishlab.boom.rules import BOXES, GEAR, Boom, FishState
from fishlab.core import CHANCE, OVER, SEAT_LETTERS, Match, Move, Player, Reason
from fishlab_widgets.boom import player_sheet as boom_player
from fishlab_widgets.boom.player_sheet import fit, points, snowflake, steady, tick_box
from fishlab_widgets.charts.match_plots import GridPlot, Plot, Row, Series
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.svg import (
    PREFIX,
    SEATS,
    Picture,
    at,
    attrs,
    badge,
    cross,
    die,
    group,
    num,
    path,
    rect,
    target,
    text,
    wrap,
)

GLYPH = "tuna"
WIDE = True

TRAY = 152.0
"""Height of the tray above the sea, where the dice lie and choices are made."""
_LEFT, _WIDE = 200.0, 705.0  # where the years begin, and how wide they are together
_HEAD = 57.0
_FISH = 31.0

CSS = (
    """
.band{fill:var(--sea);opacity:.75} .col{fill:var(--e-t)} .colline{stroke:var(--e);stroke-width:2.5;fill:none}
.arr{stroke:var(--ink3);stroke-width:1.3;fill:none} .arr.sp{stroke:var(--c);stroke-width:1.8}
.arr.fut{opacity:.75} .arr.now{stroke:var(--ink);stroke-width:2} .arr.now.sp{stroke:var(--c);stroke-width:2.4}
.arr.dead{stroke:var(--line);stroke-dasharray:2.5 3.5} .arr.lit{stroke:var(--focus);stroke-width:3.2;opacity:1}
.arr.fail{stroke:var(--bad);stroke-width:2.4;stroke-dasharray:4 3} .arr.hold{stroke:var(--good);stroke-width:3.4}
.fish use{pointer-events:all} .live,.may,.grey,.took{stroke:transparent;stroke-width:6}
.live{fill:var(--ink)} .may{fill:var(--ink2);opacity:.5} .grey{fill:var(--ink3);opacity:.55}
.cannot{fill:none;stroke:var(--ink3);stroke-width:1;stroke-dasharray:2 1.6}
.gone{fill:none;stroke:var(--ink3);stroke-width:1.8}
.took{opacity:.5} .x{stroke:var(--bad);stroke-width:2.6;fill:none;stroke-linecap:round}
.fish.lit .live,.fish.lit .may,.fish.lit .cannot{fill:var(--focus);opacity:1}
.fish.lit .halo,.halo.on{stroke:var(--bad);stroke-width:2;stroke-dasharray:2 3;fill:none} .halo{fill:none;stroke:none}
.lost{fill:none;stroke:var(--bad);stroke-width:2} .lost.later{stroke-dasharray:2 4;stroke-linecap:round}
.choose{fill:none;stroke:var(--focus);stroke-width:2.5} .chip{fill:var(--paper);stroke:var(--focus);stroke-width:2}
.sh-on{fill:var(--a)} .sh-off{fill:none;stroke:var(--ink3);stroke-width:1.6}
.btn-yes{fill:var(--paper);stroke:var(--focus);stroke-width:2}
.btn-no{fill:none;stroke:var(--line);stroke-dasharray:4 3}
.btn-idle{fill:var(--card2);stroke:var(--line)} [data-move]:hover .btn-yes,[data-move]:focus .btn-yes{fill:var(--a-t)}
.btn-mark{fill:var(--card2);stroke:var(--ink3);stroke-width:1.2}
.btn-mark.on{fill:var(--b-t);stroke:var(--bad);stroke-width:2}
.slot{fill:none;stroke:var(--ink3);stroke-width:1.4;stroke-dasharray:4 3} .step{fill:var(--card2)}
.dieglow{fill:none;stroke:var(--focus);stroke-width:3} .spot{stroke:var(--last);stroke-width:4;fill:none}
.spot2{stroke:var(--ink);stroke-width:7;fill:none}
.offend{fill:none;stroke:var(--bad);stroke-width:3;stroke-dasharray:2 6;stroke-linecap:round}
"""
    + boom_player.CSS
)

_STAGES = ("Fishing", "Upgrade or bonus", "Demand", "Illegal fishing", "Depletion")
_DOING = {
    "gear": "chooses equipment", "roll": "rolls the dice", "radar": "may reroll", "reroll": "rerolls",
    "double": "doubles a die", "kills": "which die kills?", "take": "takes a fish", "kill": "kills a fish",
    "box": "marks a box", "marketing": "uses Marketing", "shield": "fills shields",
}  # fmt: skip
_GEAR_WORDS = {
    "default": "1 die, takes 1", "seine": "2 dice, 2 of larger", "seine+": "2 dice, 3 of larger",
    "longline": "2 dice, 1 of each, no 6", "longline+": "2 dice, 3 in all, no 6", "trawler": "3 dice, takes 2, kills 1",
    "trawler+": "4 dice, takes 3, kills 1",
}  # fmt: skip


def draw(
    state: Boom,
    *,
    viewer: Player | None = None,
    legal: bool = False,
    last: Move | None = None,
    refused: tuple[Move, Reason] | None = None,
    marks: Sequence[str] = (),
    prefix: str = "",
    theme: str = "",
    compact: bool = False,
) -> str:
    """Return the picture of a state.

    Args:
        state: the moment to draw.
        viewer: not needed, for nothing is hidden in Fishery Boom.
        legal: show the legal moves as targets.
        last: the last move, marked in amber.
        refused: a move that the rules forbid, with the reason to show.
        marks: what to look at more closely; see the top of this module.
        prefix: opens the ids of the picture.
        theme: "light" or "dark", else the page decides.
        compact: only the High Seas, without the tray above and the countries below.
    """
    return str(_Sea(state, legal, last, refused, _read(marks, state.sheet), prefix, theme, compact).draw())


# ---- marks -------------------------------------------------------------------------------------------------------


class _Marks(NamedTuple):
    """What the marks of a picture mean."""

    asking: bool
    fish: tuple[int, ...]
    """Rows that die in the question "what if"."""
    year: int
    labels: tuple[tuple[str, int, int], ...]
    sheet: int
    veil: bool
    depletion: tuple[int, tuple[int, ...]] | None


_FISH_MARK = re.compile(r"fish (\S+) (\d+)")


def _read(marks: Sequence[str], sheet: Sheet) -> _Marks:
    """Read marks; what is not understood is passed over."""
    asking, veil, shown, year = "what if" in marks, "veil" in marks, -1, 0
    fish: list[int] = []
    labels: list[tuple[str, int, int]] = []
    depletion = None
    for mark in marks:
        label, _, what = mark.rpartition(": ")
        if found := _FISH_MARK.fullmatch(what):
            row, when = sheet.index.get(found[1], -1), int(found[2])
            if row < 0 or not 1 <= when <= sheet.years:
                continue
            if label:
                labels.append((label, row, when))
            elif not fish or when == year:
                fish.append(row)
                year = when
        elif found := re.fullmatch(r"sheet (\d)", mark):
            shown = int(found[1])
        elif found := re.fullmatch(r"depletion (\d+)((?: \d+)*)", mark):
            rows = tuple(int(row) for row in found[2].split())
            depletion = (int(found[1]), rows)
    return _Marks(asking or bool(fish), tuple(fish), year, tuple(labels), shown, veil, depletion)


def toggle(marks: Sequence[str], mark: str) -> tuple[str, ...]:
    """Return the marks after a click on one: fish of one year gather, "what if" closes the question."""
    kept = [one for one in marks if one != mark]
    if mark == "what if":
        if any(one == "what if" or one.startswith("fish ") for one in marks):
            return tuple(one for one in marks if one != "what if" and not one.startswith("fish "))
        return (*marks, mark)
    if mark.startswith("fish "):
        year = mark.rpartition(" ")[2]
        kept = [one for one in kept if not one.startswith("fish ") or one.rpartition(" ")[2] == year]
        if "what if" not in kept:
            kept.append("what if")
    elif mark.startswith("sheet "):
        kept = [one for one in kept if not one.startswith("sheet ")]
    return tuple(kept) if mark in marks else (*kept, mark)


# ---- the sheet, made once ----------------------------------------------------------------------------------------


class _Plan:
    """Where everything is on a sheet, and all of it that never changes."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.step = min(141.0, _WIDE / sheet.years)
        self.rows: list[float] = []
        self.bands: list[tuple[float, float]] = []
        y = _HEAD
        for species in sheet.species:
            high = 25 * len(species.rows) + 2
            self.bands.append((y, high))
            self.rows += [y + 13.5 + 25 * place for place in range(len(species.rows))]
            y += high + 5
        self.dice_y = y + 5
        self.foot = self.dice_y + 44
        self.height = self.foot + 46
        self.lines = {
            (arrow.year, arrow.source, arrow.target): self._line(arrow) for year in sheet.arrows for arrow in year
        }
        self.links: dict[tuple[int, int], str] = {}
        for year in range(1, sheet.years + 1):
            for row in range(len(sheet.names)):
                near = (*sheet.arrows_in(row, year), *sheet.arrows_out(row, year))
                self.links[year, row] = " ".join(f"{PREFIX}{_arrow_id(arrow)}" for arrow in near)
        self.water = steady("water", "".join(rect(8, y, 884, high, "band", 6) for y, high in self.bands))
        self.back = self._background()

    def x(self, year: int) -> float:
        """Return where a year's column begins."""
        return _LEFT + self.step * (year - 1)

    def centre(self, year: int) -> float:
        """Return the middle of a year's fish."""
        return self.x(year) + min(19.0, self.step * 0.27)

    def _line(self, arrow: Arrow) -> str:
        """Return the path of an arrow, its head with it; it never runs under a fish."""
        x1, x2 = self.centre(arrow.year) + 18, self.centre(arrow.year + 1) - 18
        y1, y2 = self.rows[arrow.source], self.rows[arrow.target]
        head = "m-5-3l5 3l-5 3"
        if y1 == y2:
            return f"M{num(x1)} {num(y1)}H{num(x2)}{head}"
        y1, y2 = (y1 + 4, y2 - 3.6) if y2 > y1 else (y1 - 4, y2 + 3.6)
        bend = (x2 - x1) * 0.45
        return f"M{num(x1)} {num(y1)}C{num(x1 + bend)} {num(y1)} {num(x2 - bend)} {num(y2)} {num(x2)} {num(y2)}{head}"

    def _background(self) -> str:
        sheet, parts = self.sheet, []
        parts += [text(14, 40, "Year", "w7 t20"), text(164, 40, "die", "mid t14 soft")]
        for year in sorted(sheet.plus_one):
            x = self.centre(year) + 36
            parts += [text(x, 20, "+1", "mid t12 w7 soft"), _use("plate", x, 33, 17, "ink2")]
        for row, face in enumerate(sheet.dice):
            parts.append(f'<use href="#{PREFIX}d-{face}" x="164" y="{num(self.rows[row])}"/>')
        for species, (y, high) in zip(sheet.species, self.bands, strict=True):
            middle = y + high / 2
            parts += [
                _use(species.name, 31, middle, 34, "ink"),
                text(53, middle, species.title, "w7", style="font-size:15px"),
            ]
        return steady("back", "".join(parts))


def _use(glyph: str, x: float, y: float, width: float, cls: str) -> str:
    height = width * 20.8 / 32
    return f'<use href="#{PREFIX}g-{glyph}"' + attrs(
        x=num(x - width / 2), y=num(y - height / 2), width=num(width), height=num(height), cls=cls
    ) + "/>"  # fmt: skip


@lru_cache(maxsize=32)
def plan(sheet: Sheet) -> _Plan:
    """Return the plan of a sheet, made once."""
    return _Plan(sheet)


def _arrow_id(arrow: Arrow) -> str:
    return f"a{arrow.year}-{arrow.source}-{arrow.target}"


@lru_cache(maxsize=1024)
def arrows_of(sheet: Sheet, year: int, when: str, living: int) -> str:
    """Return the arrows that leave a year; those of dead fish are dashed."""
    lines = plan(sheet).lines
    out = []
    for arrow in sheet.arrows[year - 1]:
        cls = "arr sp" if arrow.spawns else "arr"
        cls += "" if living >> arrow.source & 1 else " dead"
        if when == "fut" or (when == "now" and living >> arrow.source & 1):
            cls += f" {when}"
        out.append(f'<path id="{PREFIX}{_arrow_id(arrow)}" class="{cls}" d="{lines[tuple(arrow[:3])]}"/>')
    return steady(f"out-{year}", "".join(out), "still")


def _silhouette(species: str, cls: str) -> str:
    return f'<use href="#{PREFIX}f-{species}" class="{cls}"/>'


def _small_die(face: int) -> str:
    """Return a die to be used many times; styles of its own, because a used shape does not see the picture's."""
    plain = re.sub(r' class="pip"', ' style="fill:var(--ink)"', die(face, 0, 0, 19, id=f"d-{face}"))
    return plain.replace(' class="die"', ' style="fill:var(--paper);stroke:var(--ink);stroke-width:1.4"')


_DICE = "".join(map(_small_die, range(1, 7)))
_CROSS = path("M-8-8L8 8M8-8L-8 8", "x")
_HIT = path("M-18-12h36v24h-36z", "hit")


def fish_body(species: str, fish: FishState, name: str, delay: int) -> str:
    """Return what a fish looks like, around its own middle."""
    match fish.kind:
        case "living":
            return _silhouette(species, "live")
        case "taken":
            seat = SEATS[fish.seat]
            mine = f'<use href="#{PREFIX}f-{species}" x="-5" class="took s-{seat}"/>'
            return mine + badge(fish.seat, 10, 0, 8, id=f"k{name}")
        case "killed" | "illegal":
            dead = _silhouette(species, "grey") + _CROSS
            return dead + (badge(fish.seat, 14, 2, 6.8, id=f"k{name}") if fish.kind == "killed" else "")
        case "depleted":
            return path("M-11 0h4m5 0h4m5 0h4M-5-6L5 6", "gone", id=f"x{name}", data_delay=delay or None)
        case "may come":
            return _silhouette(species, "may")
        case _:
            return _silhouette(species, "cannot")


def _words(state: Boom, row: int, year: int, fish: FishState) -> str:
    """Return in words what a fish is."""
    return _fish_words(state.sheet.names[row], year, fish, state.seat_name(fish.seat) if fish.seat >= 0 else "")


def _fish_words(name: str, year: int, fish: FishState, who: str) -> str:
    what = {
        "living": "alive", "illegal": "killed by illegal fishing", "may come": "may come",
        "cannot come": "can no longer come", "depleted": "depleted",
    }.get(fish.kind) or f"{fish.kind} by {who}"  # fmt: skip
    return f"{name}, year {year}: {what}"


@lru_cache(maxsize=2048)
def column_of(sheet: Sheet, year: int, states: tuple[FishState, ...], names: tuple[str, ...]) -> str:
    """Return a year's fish, each with the arrows that light up with it; living ones can be asked about."""
    where, out = plan(sheet), []
    x = where.centre(year)
    for row, fish in enumerate(states):
        name = f"{year}-{row}"
        words = _fish_words(sheet.names[row], year, fish, names[fish.seat] if fish.seat >= 0 else "")
        body = fish_body(sheet.species[sheet.kind[row]].name, fish, name, min(900, 60 * row))
        body = body if fish.kind != "depleted" else _HIT + body
        alive = fish.kind in ("living", "may come")
        more: dict[str, Any] = {}
        if alive:
            more = {
                "data_mark": f"fish {sheet.names[row]} {year}",
                "role": "button",
                "tabindex": "-1",
                "aria_label": words,
            }
        out.append(
            f'<g id="{PREFIX}f{name}" class="fish" transform="{at(x, where.rows[row])}" '
            f'data-links="{where.links[year, row]}"{attrs(data_note=words, **more)}>{body}</g>'
        )
    return steady(f"year-{year}", "".join(out))


def define(pic: Picture, sheet: Sheet) -> None:
    """Give a picture the shapes that the sea uses many times: fish and dice."""
    for species in sheet.species:
        pic.defs.append(
            f'<path id="{PREFIX}f-{species.name}" d="{GLYPHS[species.name]}" fill-rule="evenodd" '
            f'transform="scale({num(_FISH / 32)}) translate(-16 -10)"/>'
        )
        pic.glyph_text(species.name, 0, 0, 1)
    pic.glyph_text("plate", 0, 0, 1)
    pic.defs.append(_DICE)


# ---- the picture -------------------------------------------------------------------------------------------------


class _Sea:
    """One picture in the making."""

    def __init__(
        self,
        state: Boom,
        legal: bool,
        last: Move | None,
        refused: tuple[Move, Reason] | None,
        marks: _Marks,
        prefix: str,
        theme: str,
        compact: bool,
    ) -> None:
        self.state, self.legal, self.last, self.refused, self.marks = state, legal, last, refused, marks
        self.compact, self.sheet = compact, state.sheet
        self.plan = plan(state.sheet)
        self.top = 0.0 if compact else TRAY
        self.over = state.turn() == OVER
        below = self.top + self.plan.height
        whole = not compact and 0 <= marks.sheet < state.players
        high = (
            below if compact else below + (boom_player.SHEET + 44 if whole else boom_player.STRIP * state.players + 8)
        )
        living = state.living.bit_count()
        scores = ", ".join(f"{state.seat_name(seat)} {score}" for seat, score in enumerate(state.own_scores()))
        self.pic = Picture(
            900,
            high,
            title=f"Fishery Boom, year {state.year}" if not self.over else "Fishery Boom, the end",
            desc=f"High Seas with {len(self.sheet.names)} rows and {self.sheet.years} years. In year {state.year} "
            f"{living} fish live. {state.prompt()}. Points: {scores}.",
            css=CSS,
            prefix=prefix,
            theme=theme,
        )
        self.below, self.whole = below, whole
        self.veil = marks.veil or marks.depletion is not None
        self.moves = set(state.moves()) if legal else set()

    def draw(self) -> Picture:
        pic = self.pic
        pic.rect(0, 0, pic.width, pic.height, "paper")
        define(pic, self.sheet)
        if not self.compact:
            self._tray()
        start = len(pic.parts)
        self._sea()
        inside = "".join(pic.parts[start:])
        del pic.parts[start:]
        pic.add(f"<g{attrs(id='sea', transform=at(0, self.top) if self.top else None)}>{inside}</g>")
        if not self.compact:
            self._countries()
        self._refusal()
        return pic

    # ---- the sea

    def _states(self, year: int) -> tuple[FishState, ...]:
        """Return the fish of a column as they are to be seen."""
        column = self.state.column(year)
        if self.veil and year > self.state.year:
            return (FishState("may come"),) * len(column)
        if self.marks.depletion and year == self.marks.depletion[0] + 1:
            done = max(self.marks.depletion[1], default=len(column))
            return tuple(fish if row <= done else FishState("may come") for row, fish in enumerate(column))
        return column

    def _sea(self) -> None:
        pic, state, where = self.pic, self.state, self.plan
        x = where.centre(state.year)
        pic.add(where.water)
        if not self.over:
            box = (x - 25.4, 14, 50.8, where.dice_y + 30)
            pic.add(group((rect(*box, "col", 8), rect(*box, "colline", 8)), id="now", cls="still"))
        pic.add(where.back)
        for year in range(1, self.sheet.years + 1):
            now = year == state.year and not self.over
            pic.text(where.centre(year), 40, year, "mid w7 t24" if now else "mid w7 t20 soft")
        names = tuple(state.seat_name(seat) for seat in range(state.players))
        for year in range(1, self.sheet.years):
            when = "now" if year == state.year and not self.over else "fut" if year > state.year else ""
            living = self.sheet.everything if self.veil and year > state.year else state.living_in(year)
            pic.add(arrows_of(self.sheet, year, when, living))
        self._last_fish()
        for year in range(1, self.sheet.years + 1):
            states = self._states(year)
            acting = year == state.year and self.legal and not self.marks.asking and state.phase in ("take", "kill")
            if acting:
                pic.add(f'<g id="{PREFIX}year-{year}">{self._acting_column(states)}</g>')
            else:
                pic.add(column_of(self.sheet, year, states, names))
        self._shields()
        self._dice_track()
        self._legend()
        if self.marks.asking:
            self._what_if()
        if self.marks.depletion:
            self._depletion(*self.marks.depletion)
        self._labels()

    def _acting_column(self, states: tuple[FishState, ...]) -> str:
        """Return this year's fish when one is to be taken or killed: those that may be carry the move."""
        state, where, out = self.state, self.plan, []
        x = where.centre(state.year)
        for row, fish in enumerate(states):
            name, spot = self.sheet.names[row], f"{state.year}-{row}"
            parts = [_HIT, fish_body(self.sheet.species[self.sheet.kind[row]].name, fish, spot, 0)]
            move: Move = (state.phase, name)
            place = {
                "id": f"f{spot}", "cls": "fish", "transform": at(x, where.rows[row]),
                "data_links": where.links[state.year, row],
            }  # fmt: skip
            if move in self.moves:
                verb = "Take" if state.phase == "take" else "Kill"
                ghost = badge(state.seat, 10, 0, 8) if state.phase == "take" else _CROSS
                parts += [rect(-17, -11, 34, 22, "choose", 7), group((ghost,), cls="ghost")]
                note = f"{verb} {name} of year {state.year}."
                out.append(target(parts, move=f"{state.phase} {name}", label=f"{verb} {name}", note=note, **place))
            else:
                words = _words(state, row, state.year, fish)
                out.append(target(parts, try_=f"{state.phase} {name}", label=words, note=words, **place))
            if ("chill", name) in self.moves:
                chip = (rect(-12, -12, 24, 24, "chip", 7), snowflake(0, 0, 7))
                out.append(
                    target(
                        chip, move=f"chill {name}", label=f"Take {name} and keep it cold",
                        note=f"Take {name} and draw it into the box of year {state.year + 1}.", id=f"chill-{row}",
                        transform=at(x + 31, where.rows[row]),
                    )
                )  # fmt: skip
        return "".join(out)

    def _last_fish(self) -> None:
        if self.marks.depletion:
            return
        match self.last:
            case ("take" | "chill" | "kill", str(name)) if name in self.sheet.index:
                row = self.sheet.index[name]
                years = [
                    year
                    for year in (self.state.year, self.state.year - 1)
                    if year and self.state.fish_state(row, year).kind in ("taken", "killed")
                ]
                if years:
                    box = (self.plan.centre(years[0]) - 19, self.plan.rows[row] - 11.5, 38, 23)
                    self.pic.group((rect(*box, "spot2", 8), rect(*box, "spot", 8)), id="last", cls="still")

    def _shields(self) -> None:
        state = self.state
        for species, (y, high) in zip(self.sheet.species, self.plan.bands, strict=True):
            middle, on = y + high / 2, state.shielded(species.name)
            alive = (state.living & species.mask).bit_count()
            if not self.marks.depletion:
                words = f"{alive} of {len(species.rows)} live"
                self.pic.text(53, middle + 16, words, "t12 soft", id=f"alive-{species.name}")
            parts = [
                rect(-13, -14, 26, 28, "hit"),
                self.pic.glyph_text("shield", 0, 0, 26, "sh-on" if on else "sh-off"),
            ]
            if on:
                parts.append(path("M-4 0l3 4l5-7", "tick"))
            place = {"id": f"shield-{species.name}", "transform": at(141, middle)}
            move = ("shield", species.name)
            note = f"{species.title}: {'protected' if on else 'not protected'} from illegal fishing."
            if move in self.moves:
                parts.insert(1, rect(-13, -14, 26, 28, "chip", 8))
                label = f"Shield on {species.title}"
                self.pic.add(target(parts, move=f"shield {species.name}", label=label, note=f"{label}.", **place))
            elif self.legal and state.phase == "shield":
                self.pic.add(target(parts, try_=f"shield {species.name}", label=note, note=note, **place))
            else:
                self.pic.group(parts, data_note=note, **place)

    def _dice_track(self) -> None:
        pic, state, where = self.pic, self.state, self.plan
        y = where.dice_y
        pic.text(14, y + 14, "Illegal fishing", "w6 t14")
        words = f"dice, {state.players} players"
        pic.text(14, y + 31, words if self.sheet.illegal.get(state.players) else "none with 4 players", "t12 soft")
        for year in range(1, self.sheet.years + 1):
            x, count = where.centre(year), state.illegal_dice(year)
            now = year == state.year and not self.over
            past = year < state.year or (self.over and year == state.year)
            style = "stroke:var(--ink);stroke-width:2" if now else ""
            parts = [rect(x - 18, y, 36, 34, "yearbox", 6, style=style)]
            if not count:
                parts.append(text(x, y + 23, "–", "mid t18 faint"))
            else:
                left = state.illegal_left if now else count
                parts.append(text(x - 6, y + 23, left, "mid w7 t18 faint" if past else "mid w7 t18"))
                parts.append(f'<use href="#{PREFIX}d-1" transform="{at(x + 10, y + 17)} scale(.6)"/>')
            if past and count:
                parts.append(path(f"M{num(x - 15)} {num(y + 30)}l30-26", "rule"))
            pic.group(parts, id=f"illegal-{year}")

    def _legend(self) -> None:
        pic, y, start = self.pic, self.plan.foot + 24, len(self.pic.parts)
        sample = self.sheet.species[min(1, len(self.sheet.species) - 1)].name
        things = (
            (32, FishState("living"), "alive", 53), (128, FishState("taken", 0), "taken by A", 152),
            (252, FishState("killed", 1), "killed by B", 278), (382, FishState("illegal"), "killed illegally", 402),
            (530, FishState("depleted"), "depleted", 547), (632, FishState("may come"), "may come", 652),
            (744, FishState("cannot come"), "cannot come", 764),
        )  # fmt: skip
        for x, fish, words, place in things:
            pic.group((fish_body(sample, fish, f"key{x}", 0),), transform=at(x, y - 5))
            pic.text(place, y, words, "t13")
        pic.path(f"M852 {num(y - 12)}h24m-5-3l5 3l-5 3", "arr", data_note="An arrow: this fish becomes that one.")
        pic.path(f"M852 {num(y)}c12 0 12-5 24-5m-5-3l5 3l-5 3", "arr sp", data_note="A spawning arrow.")
        inside = "".join(pic.parts[start:])
        del pic.parts[start:]
        pic.add(steady("legend", inside))

    # ---- looking closer

    def _ring(self, row: int, year: int, cls: str, inner: str = "") -> str:
        x, y = self.plan.centre(year), self.plan.rows[row]
        return rect(x - 17, y - 11.5, 34, 23, cls, 7) + (group((inner,), transform=at(x, y)) if inner else "")

    def _what_if(self) -> None:
        """Show what is lost if the chosen fish die: next year's crossed in full rings, later ones in dotted rings."""
        marks, sheet = self.marks, self.sheet
        if not marks.fish:
            return
        living = self.state.living_in(marks.year)
        dead = sheet.mask(marks.fish) & living
        parts = [self._ring(row, marks.year, "lost", _CROSS) for row in rows_of(dead)]
        for year, lost in enumerate(sheet.losses(dead, marks.year, living), marks.year + 1):
            gone = dead
            for arrow in sheet.arrows[year - 2]:
                if gone >> arrow.source & 1 and lost >> arrow.target & 1:
                    parts.append(path(self.plan.lines[tuple(arrow[:3])], "arr fail"))
            cls = "lost" if year == marks.year + 1 else "lost later"
            slash = path("M-8 8L8-8", "x")
            parts += [self._ring(row, year, cls, slash) for row in rows_of(lost)]
            dead = lost
        self.pic.group(parts, id="what-if", cls="still")

    def _depletion(self, year: int, rows: tuple[int, ...]) -> None:
        """Show one step of depletion: the arrows to some rows, those that failed and those that held."""
        parts = []
        for step in self.state.depletion_steps(year):
            if step.row not in rows:
                continue
            parts += [path(self.plan.lines[tuple(arrow[:3])], "arr fail") for arrow in step.failed]
            parts += [path(self.plan.lines[tuple(arrow[:3])], "arr hold") for arrow in step.held]
            box = (self.plan.centre(year + 1) - 19, self.plan.rows[step.row] - 11.5, 38, 23)
            parts += [rect(*box, "spot2", 8), rect(*box, "spot", 8)]
        self.pic.group(parts, id="depletion", cls="still")

    def _labels(self) -> None:
        for label, row, year in self.marks.labels:
            x, y = self.plan.centre(year), self.plan.rows[row]
            shown = fit(label, 150, 16)
            parts = (
                rect(x - 17, y - 11.5, 34, 23, "choose", 7),
                rect(x + 16, y - 11, max(22, 9.6 * len(shown) + 12), 22, "chip", 8),
                text(x + 16 + max(22, 9.6 * len(shown) + 12) / 2, y + 5.5, shown, "mid w7"),
            )
            self.pic.group(parts, id=f"label-{year}-{row}", cls="still")

    # ---- the tray

    def _tray(self) -> None:
        self._phases()
        pic, state = self.pic, self.state
        pic.rect(8, 42, 884, TRAY - 50, "card", 10)
        if self.marks.depletion:
            self._depletion_words()
        elif self.marks.asking:
            self._asking()
        elif self.over:
            self._result()
        else:
            self._who()
            match state.phase:
                case "gear":
                    self._gear()
                case "box":
                    self._boxes()
                case "marketing":
                    self._wide_button(0, ("plate",), "Add a plate", "to this year's box")
                    self._wide_button(1, ("cross",), "Cross out a plate", "of this year's box")
                case "shield":
                    words = "Fill two shields" if state.left == 2 else "Fill one more shield"
                    pic.text(214, 84, f"{words}: click a shield beside a species.", "w6")
                    pic.text(
                        214, 108, "It keeps illegal fishing away from the whole species, not the players.", "t14 soft"
                    )
                case _:
                    self._dice()

    def _phases(self) -> None:
        pic, state, x = self.pic, self.state, 8.0
        for number, name in enumerate(_STAGES, 1):
            width = 7 * len(name) + 56
            now = number == (5 if self.marks.depletion else state.stage)
            never = (number == 4 and not self.sheet.illegal.get(state.players)) or (
                number > 2 and state.year == self.sheet.years
            )
            shape = f"M{num(x)} 8h{num(width - 10)}l9 13l-9 13h-{num(width - 10)}l9-13Z"
            pic.path(shape, "now" if now else "step")
            pic.text(x + 16, 26, f"{number} {name}", "t14 w7" if now else "t14 faint" if never else "t14 soft")
            x += width
        on = self.marks.asking
        words = "Back to the game" if on else "What if it died?"
        note = "Back to the game." if on else "Ask what would be lost if a fish died: click any living fish."
        button = (rect(744, 6, 148, 30, "btn-mark on" if on else "btn-mark", 8), text(818, 26, words, "mid t14 w6"))
        pic.add(target(button, mark="what if", label=words, note=note, id="ask"))

    def _who(self) -> None:
        pic, state = self.pic, self.state
        if state.phase == "illegal":
            pic.glyph("hook", 34, 82, 40, "ink")
            pic.text(58, 80, "Illegal fishing", "w7")
            total = state.illegal_dice(state.year)
            pic.text(58, 102, f"die {total - state.left + 1} of {total}", "t14 soft")
            return
        pic.add(badge(state.seat, 32, 84, 15, id="acting"))
        pic.text(58, 80, fit(state.seat_name(state.seat), 140, 16), "w7")
        pic.text(58, 102, _DOING[state.phase], "t14 soft")
        if state.overtime:
            pic.text(58, 122, "Overtime", "t14 w6")

    def _button(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        move: Move,
        title: str,
        sub: str = "",
        *,
        ticks: str = "",
        key: str = "",
    ) -> None:
        """Add a button for a move: framed in blue if it can be made, dashed if not; a click then says why."""
        notation = self.state.notation(move)
        can = move in self.moves if self.legal else move in self.state.moves()
        cls = ("btn-yes" if self.legal else "btn-idle") if can else "btn-no"
        indent = 8 + 21 * len(ticks)
        parts = [rect(x, y, w, h, cls, 8)]
        parts += [
            tick_box(x + 5 + 21 * place, y + h / 2 - 10, one == "x", one == "-") for place, one in enumerate(ticks)
        ]
        tone = "" if can else " faint"
        if sub:
            parts.append(text(x + indent, y + h / 2 - 3, title, f"w6 t14{tone}"))
            parts.append(text(x + indent, y + h / 2 + 14, sub, f"t12 {'soft' if can else 'faint'}"))
        else:
            parts.append(text(x + indent, y + h / 2 + 5, title, f"w6 {'t13' if ticks else 't14'}{tone}"))
        name = f"do-{notation.replace(' ', '-')}"
        if can and self.legal:
            said = self.state.say(move)
            self.pic.add(target(parts, move=notation, label=title, note=said, id=name, data_key=key or None))
        elif self.legal:
            self.pic.add(target(parts, try_=notation, label=f"{title}, not possible now", id=name))
        else:
            self.pic.group(parts, id=name)

    def _wide_button(self, place: int, move: Move, title: str, sub: str) -> None:
        self._button(214 + 226 * place, 66, 214, 52, move, title, sub)

    def _gear(self) -> None:
        for place, (name, gear) in enumerate(GEAR.items()):
            x, y = 206 + 171 * (place % 4), 49 + 47 * (place // 4)
            self._button(x, y, 166, 43, ("gear", name), gear.title, _GEAR_WORDS[name])

    def _boxes(self) -> None:
        for place, upgrade in enumerate(self.state.upgrades(self.state.seat)):
            ticks = "x" * len(upgrade.years) + "o" * (upgrade.copies - len(upgrade.years)) if upgrade.copies else "-"
            x, y = 206 + 136.5 * (place % 5), 47 + 31 * (place // 5)
            self._button(x, y, 132, 29, ("box", upgrade.name), upgrade.title, ticks=ticks)

    def _dice(self) -> None:
        """Show the dice on the table and what they mean; where dice are entered by hand, six faces to click."""
        pic, state = self.pic, self.state
        total = state.illegal_dice(state.year) if state.phase == "illegal" else GEAR[state.gear].dice
        if state.phase == "illegal":
            head = "Each die kills the topmost living fish of its number that no shield protects."
        else:
            head = f"{GEAR[state.gear].title}: {GEAR[state.gear].text}"
        pic.text(214, 62, fit(head, 670, 14), "t14 soft")
        step = min(54.0, 300 / max(1, total))
        for place in range(total):
            self._die(place, 236 + step * place, min(40.0, step - 8))
        if self.legal and state.turn() == CHANCE:
            for face in range(1, 7):
                x = 560 + 54 * (face - 1)
                inner = (rect(x - 24, 68, 48, 48, "chip", 10), die(face, x, 92, 36))
                label = f"Enter a {face}"
                pic.add(target(inner, move=f"roll {face}", label=label, note=f"{label}: {state.say(('roll', face))}",
                               id=f"enter-{face}", data_key=str(face)))  # fmt: skip
            pic.text(695, 134, "enter what was rolled", "mid t12 soft")
            return
        self._after_dice()

    def _die(self, place: int, x: float, size: float) -> None:
        pic, state, y = self.pic, self.state, 92.0
        if place >= len(state.dice):
            pic.rect(x - size / 2, y - size / 2, size, size, "slot", 8, id=f"die-{place}")
            return
        face = state.dice[place]
        move: Move = ("reroll", place + 1) if state.phase == "radar" else (state.phase, face)
        parts = [die(face, x, y, size)]
        caption = ""
        if place + 1 in state.named:
            caption = "rerolls"
        elif state.phase == "take":
            caption = "now" if face == state.due[0] else "next" if face in state.due else ""
            caption = caption or ("kills" if face == state.kill else "")
        elif state.phase == "kill":
            caption = "kills" if face == state.kill else ""
        if caption:
            parts.append(text(x, 134, caption, "mid t13 w6" if caption != "next" else "mid t13 soft"))
        if caption in ("now", "kills") and (state.phase == "kill" or caption == "now"):
            parts.append(rect(x - size / 2 - 4, y - size / 2 - 4, size + 8, size + 8, "dieglow", 10))
        fresh = self.last and self.last[0] == "roll" and place == len(state.dice) - 1
        if fresh and state.phase in ("roll", "illegal"):
            box = (x - size / 2 - 4, y - size / 2 - 4, size + 8, size + 8)
            parts += [rect(*box, "spot2", 10), rect(*box, "spot", 10)]
        if move in self.moves:
            box = rect(x - size / 2 - 6, y - size / 2 - 6, size + 12, size + 12, "chip", 10)
            note = state.say(move)
            word = {"reroll": f"Reroll die {place + 1}", "double": f"Die {face} counts twice"}.get(
                str(move[0]), f"Die {face} kills"
            )
            pic.add(target([box, *parts], move=state.notation(move), label=word, note=note, id=f"die-{place}"))
        elif self.legal and state.phase == "radar":
            pic.add(target(parts, try_=state.notation(move), label=f"die {place + 1}", id=f"die-{place}"))
        else:
            pic.group(parts, id=f"die-{place}")

    def _after_dice(self) -> None:
        """Say beside the dice what is to be done, with the buttons that have no other place."""
        pic, state = self.pic, self.state
        if state.phase == "radar":
            pic.text(556, 84, "Click the dice to reroll,", "t14")
            pic.text(556, 103, "first to last.", "t14")
            self._button(726, 70, 150, 44, ("keep",), "Reroll these" if state.named else "Keep all dice", key="k")
        elif state.phase == "take":
            pic.text(556, 84, f"Click a fish of die {state.due[0]}", "w6")
            cold = state.works(state.seat, "refrigeration") and state.year < self.sheet.years
            pic.text(
                556,
                104,
                "or its snowflake to keep it cold" if cold else f"in the column of year {state.year}",
                "t14 soft",
            )
            if state.works(state.seat, "release"):
                self._button(786, 70, 100, 44, ("release",), "Release", key="r")
        elif state.phase == "kill":
            pic.text(556, 84, f"Click the fish of die {state.kill} to kill", "w6")
            pic.text(556, 104, "It is dead, and nobody eats it.", "t14 soft")
        elif state.phase == "double":
            pic.text(556, 84, "Click the die that counts twice", "w6")
            pic.text(556, 104, "A 6 takes nothing.", "t14 soft")
        elif state.phase == "kills":
            pic.text(556, 84, "Click the die that kills", "w6")
            pic.text(556, 104, "Each other die takes a fish.", "t14 soft")

    def _depletion_words(self) -> None:
        """Say what this step of depletion shows."""
        year, rows = self.marks.depletion or (0, ())
        mark = " ".join(["depletion", str(year), *map(str, rows)])
        words = next((words for marks, words in _depletion_steps(self.state, year) if marks == (mark,)), "")
        self.pic.text(24, 70, f"Depletion after year {year}", "t18 w7")
        for place, line in enumerate(wrap(words, 850, 16)[:3]):
            self.pic.text(24, 96 + 20 * place, line)

    def _asking(self) -> None:
        """Say what the chosen fish cost."""
        pic, marks = self.pic, self.marks
        if not marks.fish:
            pic.text(24, 82, "What if it died?", "t18 w7")
            pic.text(
                24, 108, "Click a living fish, of this year or a later one. Click more of the same year to add them."
            )
            pic.text(24, 130, "Nothing is played.", "t14 soft")
            return
        living = self.state.living_in(marks.year)
        dead = self.sheet.mask(marks.fish) & living
        lost = [mask.bit_count() for mask in self.sheet.losses(dead, marks.year, living)]
        names = ", ".join(self.sheet.names_of(dead))
        head = (
            f"If {names} of year {marks.year} died" if dead else f"Not alive in year {marks.year}: choose another fish"
        )
        pic.text(24, 76, fit(head, 840, 18), "t18 w7")
        following, later = (lost[0] if lost else 0), sum(lost[1:])
        for x, count, words, cls in (
            (24, following, "lost next year", "lost"),
            (224, later, "more lost later", "lost later"),
        ):
            pic.rect(x, 92, 54, 36, cls, 8)
            pic.text(x + 27, 118, count, "mid t20 w7 num")
            pic.text(x + 64, 116, words)
        pic.text(
            430, 116, "No later fish hangs on it alone." if not sum(lost) else f"{sum(lost)} fish-years in all.", "w6"
        )

    def _result(self) -> None:
        pic, state = self.pic, self.state
        lines = wrap(state.prompt(), 620, 18)
        for place, words in enumerate(lines[:2]):
            pic.text(24, 68 + 22 * place, words, "t18 w7")
        own, best = state.own_scores(), state.winners()
        for seat, score in enumerate(own):
            x = 24 + 216 * seat
            if seat in best and not state.setup.cooperative:
                pic.rect(x - 6, 106, 208, 32, "nowline", 8)
            pic.add(badge(seat, x + 12, 122, 10))
            pic.text(x + 30, 127, fit(state.seat_name(seat), 116, 14), "t14 w6")
            pic.text(x + 194, 130, points(score), "t20 w7 end num")
        if state.setup.cooperative:
            pic.text(880, 72, f"together {points(sum(own))}", "t24 w7 end")

    # ---- the countries

    def _countries(self) -> None:
        pic, state, y = self.pic, self.state, self.below + 4
        if self.whole:
            words = "Back to all countries"
            button = (rect(8, y, 190, 32, "btn-mark", 8), text(103, y + 21, words, "mid t14 w6"))
            pic.add(target(button, mark=f"sheet {self.marks.sheet}", label=words, note=f"{words}.", id="all-countries"))
            boom_player.whole_sheet(pic, state, self.marks.sheet, y + 38)
            return
        for seat in range(state.players):
            boom_player.strip(pic, state, seat, y + boom_player.STRIP * seat, self.plan.centre)
        self._last_pick(y)

    def _last_pick(self, y: float) -> None:
        match self.last:
            case ("box", str(name)):
                seats = [
                    seat for seat, picks in enumerate(self.state.picks) if picks and picks[-1] == name
                    and len(picks) in (self.state.year, self.state.year - 1)
                ]  # fmt: skip
                if len(seats) == 1:
                    x = self.plan.centre(len(self.state.picks[seats[0]])) - 34
                    box = (x, y + boom_player.STRIP * seats[0] + 67, 68, 16)
                    self.pic.add(rect(*box, "lastline still", 5, id="last-pick", style="stroke-width:2"))

    # ---- refusals

    def _refusal(self) -> None:
        """Show why a move was refused, beside the place where it was tried."""
        if not self.refused:
            return
        move, reason = self.refused
        row = self.sheet.index.get(str(move[1])) if len(move) == 2 and move[0] in ("take", "chill", "kill") else None
        if row is not None:
            x, y = self.plan.centre(self.state.year), self.top + self.plan.rows[row]
            self.pic.add(
                rect(x - 19, y - 12, 38, 24, "offend still", 7), group((cross(x, y, 10),), cls="still", id="cross")
            )
            high = 60 + 22 * len(wrap(reason.title, 348, 18)) + 20 * len(wrap(str(reason), 348, 16))
            left = x > 460
            top = max(self.top + 20, min(y - 20, self.top + self.plan.height - high - 60))
            self.pic.bubble(x - 430 if left else x + 50, top, 380, reason, None if left else (x + 12, y))
            return
        species = next((place for place, kind in enumerate(self.sheet.species) if kind.name in reason.where), None)
        if species is not None and move[0] == "shield":
            y, high = self.plan.bands[species]
            self.pic.bubble(210, self.top + y + 4, 420, reason, (154, self.top + y + high / 2))
            return
        self.pic.bubble(210, self.top + 8, 480, reason)


# ---- what the table asks -----------------------------------------------------------------------------------------


def label(state: Boom, move: Move) -> str:
    """Return the words on a button."""
    match move:
        case ("roll", face):
            return f"{face}"
        case ("gear", str(name)):
            return GEAR[name].title
        case ("box", str(name)):
            return BOXES[name].title
        case ("take" | "kill", str(name)):
            return f"{str(move[0]).title()} {name}"
        case ("chill", str(name)):
            return f"Keep {name} cold"
        case ("release",):
            return "Release (R)"
        case ("keep",):
            return "Reroll these (K)" if state.named else "Keep all dice (K)"
        case ("reroll", number):
            return f"Reroll die {number}"
        case ("double", face):
            return f"Double the {face}"
        case ("kills", face):
            return f"The {face} kills"
        case ("plate",):
            return "Add a plate"
        case ("cross",):
            return "Cross out a plate"
        case ("shield", str(name)):
            return f"Shield on {name}"
    return ""


def key(state: Boom, move: Move) -> str:
    """Return the key that plays a move."""
    match move:
        case ("roll", int(face)):
            return str(face)
        case ("keep",):
            return "k"
        case ("release",):
            return "r"
    return ""


def subtitle(state: Boom) -> str:
    """Return what is special about this game."""
    together = ", one score for all" if state.setup.cooperative else ""
    return f"{state.players} countries, {state.sheet.years} years{together}"


def seat_note(state: Boom, seat: Player) -> str:
    """Return what a country has this year."""
    if state.turn() == OVER:
        caught = sum(fish.species != "faux" for box in state.year_boxes(seat) for fish in box.fish)
        return f"{caught} fish caught in all"
    fish, plates = state.supply(seat, state.year), state.plates[seat][state.year - 1]
    return f"{fish} fish, {plates} {'plate' if plates == 1 else 'plates'}"


# ---- depletion, step by step -------------------------------------------------------------------------------------


def steps(match: Match, at: int) -> list[tuple[tuple[str, ...], str]]:
    """Return the depletion of the last year that ended, arrow by arrow: the marks to draw with, and a sentence.

    A species none of whose arrows failed is one step; otherwise each fish whose arrows failed is one.
    """
    state = match.states[at]
    assert isinstance(state, Boom)
    return _depletion_steps(state, len(state.seas) - 1)


def _depletion_steps(state: Boom, year: int) -> list[tuple[tuple[str, ...], str]]:
    if not 1 <= year < len(state.seas):
        return []
    found: list[tuple[tuple[str, ...], str]] = []
    by_row = {step.row: step for step in state.depletion_steps(year)}
    for species in state.sheet.species:
        if not any(by_row[row].failed for row in species.rows):
            names = " ".join(map(str, species.rows))
            words = f"{species.title}: every arrow to year {year + 1} comes from a living fish. All live."
            found.append(((f"depletion {year} {names}",), words))
            continue
        found += [((f"depletion {year} {row}",), _step_words(state, by_row[row], year)) for row in species.rows]
    living = state.seas[year].bit_count()
    end = "The sea is empty: the game is over." if not living else ""
    words = f"Year {year + 1} begins with {living} of {len(state.sheet.names)} fish alive. {end}"
    found.append(((f"depletion {year}",), words.strip()))
    return found


def _step_words(state: Boom, step: Step, year: int) -> str:
    name = f"{state.sheet.names[step.row]} of year {year + 1}"

    def source(arrow: Arrow) -> str:
        return _words(state, arrow.source, year, state.fish_state(arrow.source, year)).replace(
            f", year {year}:", f" of year {year} was"
        )

    if step.held:
        alive = " and ".join(state.sheet.names[arrow.source] for arrow in step.held)
        enough = " One living arrow is enough." if step.failed else ""
        return (
            f"{name} has an arrow from {alive}, which {'lives' if len(step.held) == 1 else 'live'}: it lives.{enough}"
        )
    dead = ", and ".join(source(arrow) for arrow in step.failed)
    start = "Its only arrow fails" if len(step.failed) == 1 else "All its arrows fail"
    return f"{name}. {start}: {dead}. It is depleted."


# ---- plots -------------------------------------------------------------------------------------------------------

_kept: WeakKeyDictionary[Match, list[tuple[Boom, dict[str, Any]]]] = WeakKeyDictionary()


def rows(match: Match) -> list[Row]:
    """Return one row for every position: year, living fish, and for each country catch, demand, score and damage.

    Rows are kept with the match, so that a new move costs one row.
    """
    kept = _kept.setdefault(match, [])
    keep = 0
    while keep < min(len(kept), len(match.states)) and kept[keep][0] is match.states[keep]:
        keep += 1
    del kept[keep:]
    for state in match.states[keep:]:
        assert isinstance(state, Boom)
        kept.append((state, _row(state, kept[-1] if kept else None)))
    _spread(kept)
    return [row for _, row in kept]


def _row(state: Boom, before: tuple[Boom, dict[str, Any]] | None) -> dict[str, Any]:
    row: dict[str, Any] = {"year": float(state.year), "living": state.living.bit_count()}
    row["species"] = sum(bool(state.living & kind.mask) for kind in state.sheet.species)
    if before and before[0].marks is state.marks and before[0].past is state.past:
        damage = {name: value for name, value in before[1].items() if name.startswith("damage")}
    else:
        damage = {f"damage {seat}": round(value, 1) for seat, value in enumerate(state.damage())}
        last = state.blame()[-1]
        damage["damage illegal"] = round(last.caught + last.depleted, 1)
    for seat, score in enumerate(state.own_scores()):
        row[f"catch {seat}"] = state.supply(seat, state.year)
        row[f"demand {seat}"] = state.plates[seat][state.year - 1]
        row[f"score {seat}"] = score
    return row | damage


def _spread(kept: list[tuple[Boom, dict[str, Any]]]) -> None:
    """Lay the moments of a year evenly over the year, so that the axis counts years."""
    counts: dict[int, int] = {}
    for state, _ in kept:
        counts[state.year] = counts.get(state.year, 0) + 1
    seen: dict[int, int] = {}
    for state, row in kept:
        place = seen[state.year] = seen.get(state.year, -1) + 1
        whole = counts[state.year]
        if state.year == kept[-1][0].year and kept[-1][0].turn() != OVER:
            whole = max(whole, 10 * state.players)
        row["year"] = round(state.year + place / max(1, whole), 2)


def _countries(match: Match, *kinds: tuple[str, str]) -> tuple[Series, ...]:
    return tuple(
        Series(f"{kind} {seat}", f"{SEAT_LETTERS[seat]}{words}", SEATS[seat])
        for seat in range(match.seats)
        for kind, words in kinds
    )


def _damage_series(match: Match) -> tuple[Series, ...]:
    illegal = (Series("damage illegal", "illegal"),) if match.seats < 4 else ()
    return _countries(match, ("damage", "")) + illegal


PLOTS = (
    Plot(
        title="Living fish",
        x="year",
        y="fish and species alive",
        x_key="year",
        series=(Series("living", "fish"), Series("species", "species", "a")),
        rows=rows,
    ),
    GridPlot(
        title="Living fish by species",
        x="year",
        y="fish of each species",
        columns=lambda state: range(1, state.sheet.years + 1),
        cells=lambda state: [
            (name, [count if year <= state.year else None for year, count in enumerate(counts, 1)])
            for name, counts in living_grid(state)
        ],
        mark=lambda state: state.year - 1,
    ),
    Plot(
        title="Catch and demand by country",
        x="year",
        y="fish and plates of the year",
        x_key="year",
        series=lambda match: _countries(match, ("catch", " fish"), ("demand", " plates")),
        rows=rows,
    ),
    Plot(
        title="Score",
        x="year",
        y="points so far",
        x_key="year",
        series=lambda match: _countries(match, ("score", "")),
        rows=rows,
    ),
    Plot(
        title="Damage by country",
        x="year",
        y="fish-years lost",
        x_key="year",
        series=_damage_series,
        rows=rows,
    ),
)


def living_grid(state: Boom) -> Iterator[tuple[str, list[int]]]:
    """Yield for each species its name and how many of it live (or may still live) in each year."""
    for species in state.sheet.species:
        years = range(1, state.sheet.years + 1)
        yield species.title, [(state.living_in(year) & species.mask).bit_count() for year in years]
