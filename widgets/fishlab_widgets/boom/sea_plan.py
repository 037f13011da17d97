"""The High Seas as they are printed: where rows, years, arrows and fish stand."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from fishlab.boom.network import Arrow, Sheet
from fishlab.boom.position import FishState
from fishlab.boom.rules import Boom
from fishlab_widgets.boom import player_sheet as boom_player
from fishlab_widgets.boom.player_sheet import steady
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.svg import (
    PREFIX,
    SEATS,
    Picture,
    at,
    attrs,
    badge,
    die,
    num,
    path,
    rect,
    text,
)

LEFT, BREADTH = 200.0, 705.0  # where the years begin, and how wide they are together
HEAD = 57.0
FISH = 31.0
CSS = (
    """
.band{fill:var(--sea);opacity:.75} .col{fill:var(--e-t)} .colline{stroke:var(--e);stroke-width:2.5;fill:none}
.arr{stroke:var(--ink3);stroke-width:1.3;fill:none} .arr.sp{stroke:var(--c);stroke-width:1.8}
.arr.fut{opacity:.9} .arr.now{stroke:var(--ink);stroke-width:2} .arr.now.sp{stroke:var(--c);stroke-width:2.4}
.arr.dead{stroke:var(--ink3);stroke-width:1.6;stroke-dasharray:2.5 3.5}
.arr.lit{stroke:var(--focus);stroke-width:3.2;opacity:1}
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


class Plan:
    """Where everything is on a sheet, and all of it that never changes."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.step = min(141.0, BREADTH / sheet.years)
        self.rows: list[float] = []
        self.bands: list[tuple[float, float]] = []
        y = HEAD
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
                self.links[year, row] = " ".join(f"{PREFIX}{arrow_id(arrow)}" for arrow in near)
        self.water = steady("water", "".join(rect(8, y, 884, high, "band", 6) for y, high in self.bands))
        self.back = self._background()

    def x(self, year: int) -> float:
        """Return where a year's column begins."""
        return LEFT + self.step * (year - 1)

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
            parts += [text(x, 20, "+1", "mid t12 w7 soft"), use("plate", x, 33, 17, "ink2")]
        for row, face in enumerate(sheet.dice):
            parts.append(f'<use href="#{PREFIX}d-{face}" x="164" y="{num(self.rows[row])}"/>')
        for species, (y, high) in zip(sheet.species, self.bands, strict=True):
            middle = y + high / 2
            parts += [
                use(species.name, 31, middle, 34, "ink"),
                text(53, middle, species.title, "w7", style="font-size:15px"),
            ]
        return steady("back", "".join(parts))


def use(glyph: str, x: float, y: float, width: float, cls: str) -> str:
    """Return a silhouette with its middle at a point."""
    height = width * 20.8 / 32
    return f'<use href="#{PREFIX}g-{glyph}"' + attrs(
        x=num(x - width / 2), y=num(y - height / 2), width=num(width), height=num(height), cls=cls
    ) + "/>"  # fmt: skip


@lru_cache(maxsize=32)
def plan(sheet: Sheet) -> Plan:
    """Return the plan of a sheet, made once."""
    return Plan(sheet)


def place_of(arrow: Arrow) -> tuple[int, int, int]:
    """Return by what a plan knows the line of an arrow."""
    return arrow.year, arrow.source, arrow.target


def arrow_id(arrow: Arrow) -> str:
    """Return the id of an arrow."""
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
        out.append(f'<path id="{PREFIX}{arrow_id(arrow)}" class="{cls}" d="{lines[place_of(arrow)]}"/>')
    return steady(f"out-{year}", "".join(out), "still")


def silhouette(species: str, cls: str) -> str:
    """Return a fish of a species, by reference to what `define` has put in."""
    return f'<use href="#{PREFIX}f-{species}" class="{cls}"/>'


def _small_die(face: int) -> str:
    """Return a die to be used many times; styles of its own, because a used shape does not see the picture's."""
    plain = re.sub(r' class="pip"', ' style="fill:var(--ink)"', die(face, 0, 0, 19, id=f"d-{face}"))
    return plain.replace(' class="die"', ' style="fill:var(--paper);stroke:var(--ink);stroke-width:1.4"')


_DICE = "".join(map(_small_die, range(1, 7)))
DEAD_CROSS = path("M-8-8L8 8M8-8L-8 8", "x")
HIT = path("M-18-12h36v24h-36z", "hit")


def fish_body(species: str, fish: FishState, name: str, delay: int) -> str:
    """Return what a fish looks like, around its own middle."""
    match fish.kind:
        case "living":
            return silhouette(species, "live")
        case "taken":
            seat = SEATS[fish.seat]
            mine = f'<use href="#{PREFIX}f-{species}" x="-5" class="took s-{seat}"/>'
            return mine + badge(fish.seat, 10, 0, 8, id=f"k{name}")
        case "killed" | "illegal":
            dead = silhouette(species, "grey") + DEAD_CROSS
            return dead + (badge(fish.seat, 14, 2, 6.8, id=f"k{name}") if fish.kind == "killed" else "")
        case "depleted":
            return path("M-11 0h4m5 0h4m5 0h4M-5-6L5 6", "gone", id=f"x{name}", data_delay=delay or None)
        case "may come":
            return silhouette(species, "may")
        case _:
            return silhouette(species, "cannot")


def words_of(state: Boom, row: int, year: int, fish: FishState) -> str:
    """Return in words what a fish is."""
    return fish_words(state.sheet.names[row], year, fish, state.seat_name(fish.seat) if fish.seat >= 0 else "")


def fish_words(name: str, year: int, fish: FishState, who: str) -> str:
    """Return in words what a fish is and what happened to it."""
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
        words = fish_words(sheet.names[row], year, fish, names[fish.seat] if fish.seat >= 0 else "")
        body = fish_body(sheet.species[sheet.kind[row]].name, fish, name, min(900, 60 * row))
        body = body if fish.kind != "depleted" else HIT + body
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
            f'transform="scale({num(FISH / 32)}) translate(-16 -10)"/>'
        )
        pic.glyph_text(species.name, 0, 0, 1)
    pic.glyph_text("plate", 0, 0, 1)
    pic.defs.append(_DICE)
