"""The High Seas as they are printed: where rows, years, arrows and fish stand, in a picture 600 wide.

Whatever stays from move to move is made once: the printed sheet (`SheetPlan`), and each species' fish of a year with
the arrows that leave them (`cell`), by what they depend on.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from fishlab.boom.network import Arrow, Sheet
from fishlab.boom.phases import one_fish
from fishlab.boom.rules import Boom
from fishlab.boom.sea import FishState
from fishlab.messages import cache_by_language, mark, tr
from fishlab_widgets.boom import player_sheet as boom_player
from fishlab_widgets.boom.player_sheet import silhouette_of, steady
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.svg import PREFIX, SEATS, at, attrs, badge, die, group, num, path, rect, snug, text

WIDTH = 600.0
LINE = 32.0  # height of the line above the years: the steps of a year, and the dice on the table
HEAD = LINE + 31  # where the first species begins
SHIELD, DIE = 103.5, 121.0  # the middles of the shields, and of the dice of the rows
ROOM = 392.0  # what all species have together, from top to bottom
ROW = 15.0  # a row for which fish are drawn as they are; in lower rows they are smaller
FISH = 21.0
_FIRST, _LAST = 147.0, 581.0  # the middles of the first and the last year's fish
_SLOWEST = 400  # milliseconds after which the last row shows its depletion
CSS = (
    """
.band{fill:var(--sea);opacity:.75} .col{fill:var(--now-t)} .colline{stroke:var(--now);stroke-width:2;fill:none}
.arr{stroke:var(--ink3);stroke-width:1;fill:none} .arr.sp{stroke:var(--c);stroke-width:1.4}
.arr.fut{opacity:.9} .arr.now{stroke:var(--ink);stroke-width:1.6} .arr.now.sp{stroke:var(--c);stroke-width:2}
.arr.dead{stroke:var(--ink3);stroke-width:1.2;stroke-dasharray:2 2.6}
.arr.lit{stroke:var(--focus);stroke-width:2.6;opacity:1}
.arr.fail{stroke:var(--bad);stroke-width:2;stroke-dasharray:3.5 2.5} .arr.hold{stroke:var(--good);stroke-width:2.6}
.fish use{pointer-events:all} .live,.may,.grey,.took{stroke:transparent;stroke-width:6}
.live{fill:var(--ink)} .may{fill:var(--ink2);opacity:.5} .grey{fill:var(--ink3);opacity:.55}
.cannot{fill:none;stroke:var(--ink3);stroke-width:1;stroke-dasharray:2 1.6}
.gone{fill:none;stroke:var(--ink3);stroke-width:1.4}
.took{opacity:.5} .x{stroke:var(--bad);stroke-width:2;fill:none;stroke-linecap:round}
.fish.lit .live,.fish.lit .may,.fish.lit .cannot{fill:var(--focus);opacity:1}
.lost{fill:none;stroke:var(--bad);stroke-width:1.8} .lost.later{stroke-dasharray:1.5 3;stroke-linecap:round}
.choose{fill:none;stroke:var(--focus);stroke-width:2} .chip{fill:var(--paper);stroke:var(--focus);stroke-width:2}
.sh-on{fill:var(--a)} .sh-off{fill:none;stroke:var(--ink3);stroke-width:1.6}
.btn-mark{fill:var(--card2);stroke:var(--ink3);stroke-width:1.2}
.slot{fill:none;stroke:var(--ink3);stroke-width:1.4;stroke-dasharray:4 3} .step{fill:var(--card2)}
.dieglow{fill:none;stroke:var(--focus);stroke-width:2.5}
.sign{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.term{fill:var(--card2);stroke:var(--ink3);stroke-width:1.2}
.ready{fill:none;stroke:var(--good);stroke-width:3;stroke-linecap:round}
.offend{fill:none;stroke:var(--bad);stroke-width:2.4;stroke-dasharray:2 5;stroke-linecap:round}
"""
    + boom_player.CSS
)


class SheetPlan:
    """Where everything is on a sheet, and all of it that never changes."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.step = min(110.0, (_LAST - _FIRST) / max(1, sheet.years - 1))
        kinds = len(sheet.species)
        self.row = min(22.0, (ROOM - 5 * kinds + 3) / len(sheet.names))
        self.size = min(1.35, self.row / ROW)
        self.rows: list[float] = []
        self.bands: list[tuple[float, float]] = []
        y = HEAD
        for species in sheet.species:
            high = self.row * len(species.rows) + 2
            self.bands.append((y, high))
            self.rows += [y + 1 + self.row * (place + 0.5) for place in range(len(species.rows))]
            y += high + 3
        self.dice_y = y
        self.height = float(round(y + 28))
        self.lines = {
            (arrow.year, arrow.source, arrow.target): self._line(arrow) for year in sheet.arrows for arrow in year
        }
        self.links: dict[tuple[int, int], str] = {}
        for year in range(1, sheet.years + 1):
            for row in range(len(sheet.names)):
                near = (*sheet.arrows_in(row, year), *sheet.arrows_out(row, year))
                self.links[year, row] = " ".join(f"{PREFIX}{arrow_id(arrow)}" for arrow in near)
        self.water = steady("water", "".join(rect(4, y, 592, high, "band", 5) for y, high in self.bands))
        self.back = self._background()

    def centre(self, year: int) -> float:
        """Return the middle of a year's fish."""
        return _FIRST + self.step * (year - 1)

    def box(self, row: int, year: int) -> tuple[float, float, float, float]:
        """Return the frame around a fish: x, y, width, height."""
        high = min(18.0, self.row - 0.4)
        return self.centre(year) - 16, self.rows[row] - high / 2, 32, high

    def fish_at(self, row: int, year: int) -> str:
        """Return the transform that puts a fish at its place."""
        scaled = "" if self.size == 1 else f" scale({num(self.size)})"
        return at(self.centre(year), self.rows[row]) + scaled

    def _line(self, arrow: Arrow) -> str:
        """Return the path of an arrow, its head with it; it never runs under a fish."""
        beside = 13 * max(1.0, self.size)
        x1, x2 = self.centre(arrow.year) + beside, self.centre(arrow.year + 1) - beside
        y1, y2 = self.rows[arrow.source], self.rows[arrow.target]
        head = "m-4-2.4l4 2.4l-4 2.4"
        if y1 == y2:
            return f"M{num(x1)} {num(y1)}H{num(x2)}{head}"
        y1, y2 = (y1 + 2.6, y2 - 2.4) if y2 > y1 else (y1 - 2.6, y2 + 2.4)
        bend = (x2 - x1) * 0.45
        return f"M{num(x1)} {num(y1)}C{num(x1 + bend)} {num(y1)} {num(x2 - bend)} {num(y2)} {num(x2)} {num(y2)}{head}"

    def _background(self) -> str:
        sheet, parts = self.sheet, [text(DIE + 6, LINE + 26, tr("die"), "end t12 soft")]
        growth = [
            text(self.centre(year) - 9, LINE + 12.5, "+1", "mid t12 w7 soft")
            + silhouette_of("plate", self.centre(year) + 8, LINE + 8, 15, "ink2")
            for year in sorted(sheet.plus_one)
        ]
        parts.append(group(growth, id="growth"))
        size = num(min(1.0, self.size))
        for row, face in enumerate(sheet.dice):
            parts.append(f'<use href="#{PREFIX}d-{face}" transform="{at(DIE, self.rows[row])} scale({size})"/>')
        for species, (y, high) in zip(sheet.species, self.bands, strict=True):
            middle = y + high / 2
            parts += [
                silhouette_of(species.name, 17, middle, 25, "ink"),
                text(
                    33,
                    middle - 2 if high > 29 else middle + 4.5,
                    tr(species.title),
                    "w7 t12",
                    **snug(tr(species.title), SHIELD - 46, 13.5),
                ),
            ]
        return steady("back", "".join(parts))


@cache_by_language(32)
def plan(sheet: Sheet) -> SheetPlan:
    """Return the plan of a sheet, made once."""
    return SheetPlan(sheet)


def place_of(arrow: Arrow) -> tuple[int, int, int]:
    """Return by what a plan knows the line of an arrow."""
    return arrow.year, arrow.source, arrow.target


def arrow_id(arrow: Arrow) -> str:
    """Return the id of an arrow."""
    return f"a{arrow.year}-{arrow.source}-{arrow.target}"


def silhouette(species: str, cls: str) -> str:
    """Return a fish of a species, by reference to `shapes`."""
    return f'<use href="#{PREFIX}f-{species}" class="{cls}"/>'


def _small_die(face: int) -> str:
    """Return a die to be used many times; styles of its own, because a used shape does not see the picture's."""
    plain = re.sub(r' class="pip"', ' style="fill:var(--ink)"', die(face, 0, 0, 13, id=f"d-{face}"))
    return plain.replace(' class="die"', ' style="fill:var(--paper);stroke:var(--ink);stroke-width:1.1"')


_DICE = "".join(map(_small_die, range(1, 7)))
DEAD_CROSS = path("M-6-5L6 5M6-5L-6 5", "x")
HIT = path("M-16-7.5h32v15h-32z", "hit")
LOST_SLASH = path("M-6 5L6-5", "x")


def fish_body(species: str, fish: FishState, name: str, delay: int) -> str:
    """Return what a fish looks like, around its own middle."""
    match fish.kind:
        case "living":
            return silhouette(species, "live")
        case "taken":
            seat = SEATS[fish.seat]
            mine = f'<use href="#{PREFIX}f-{species}" x="-4" class="took s-{seat}"/>'
            return mine + badge(fish.seat, 7, 0, 6.9, id=f"k{name}", data_flies=str(fish.seat))
        case "killed" | "illegal":
            dead = silhouette(species, "grey") + DEAD_CROSS
            if fish.kind == "illegal":
                return dead
            return group((dead,), transform=at(-3, 0)) + badge(fish.seat, 8, 0, 6.6, id=f"k{name}")
        case "depleted":
            return path("M-8 0h3m3.5 0h3m3.5 0h3M-3.6-4.6L3.6 4.6", "gone", id=f"x{name}", data_delay=delay or None)
        case "may come":
            return silhouette(species, "may")
        case _:
            return silhouette(species, "cannot")


def delay_of(sheet: Sheet, row: int) -> int:
    """Return after how many milliseconds a row shows its depletion: from the top down."""
    return row * _SLOWEST // max(1, len(sheet.names) - 1)


_FISH_WORDS = {
    "living": mark("{fish}, year {year}: alive"),
    "taken": mark("{fish}, year {year}: taken by {who}"),
    "killed": mark("{fish}, year {year}: killed by {who}"),
    "illegal": mark("{fish}, year {year}: killed by illegal fishing"),
    "depleted": mark("{fish}, year {year}: depleted"),
    "may come": mark("{fish}, year {year}: may come"),
    "cannot come": mark("{fish}, year {year}: can no longer come"),
}


def words_of(state: Boom, row: int, year: int, fish: FishState) -> str:
    """Return in words what a fish is."""
    return fish_words(state.sheet.names[row], year, fish, state.seat_name(fish.seat) if fish.seat >= 0 else "")


def fish_words(name: str, year: int, fish: FishState, who: str) -> str:
    """Return in words what a fish is and what happened to it."""
    return tr(_FISH_WORDS[fish.kind], fish=one_fish(name), year=year, who=who)


@cache_by_language(4096)
def column(
    sheet: Sheet, year: int, when: str, states: tuple[FishState, ...], living: int, names: tuple[str, ...]
) -> str:
    """Return a year: for each species a group of its own, so that those that did not change are the same text.

    Args:
        sheet: the High Seas.
        year: which of its years.
        when: "now", "fut" for a year to come, "" for one that is over.
        states: what every fish is.
        living: the fish whose arrows are whole; the arrows of the others are dashed.
        names: the seats' names.
    """
    return "".join(
        cell(sheet, place, year, when, tuple(states[row] for row in species.rows), living & species.mask, names)
        for place, species in enumerate(sheet.species)
    )


@cache_by_language(16384)
def cell(
    sheet: Sheet, place: int, year: int, when: str, states: tuple[FishState, ...], living: int, names: tuple[str, ...]
) -> str:
    """Return one species' fish of a year with the arrows that leave them; living fish can be asked about."""
    where, species, out = plan(sheet), sheet.species[place], []
    for arrow in sheet.arrows[year - 1] if year < sheet.years else ():
        if not species.mask >> arrow.source & 1:
            continue
        cls = "arr sp" if arrow.spawns else "arr"
        alive = living >> arrow.source & 1
        cls += "" if alive else " dead"
        if when == "fut" or (when == "now" and alive):
            cls += f" {when}"
        line = where.lines[place_of(arrow)]
        out.append(f'<path id="{PREFIX}{arrow_id(arrow)}" class="{cls} still" d="{line}"/>')
    for row, fish in zip(species.rows, states, strict=True):
        name = f"{year}-{row}"
        words = fish_words(sheet.names[row], year, fish, names[fish.seat] if fish.seat >= 0 else "")
        body = fish_body(species.name, fish, name, delay_of(sheet, row))
        more: dict[str, Any] = {}
        if fish.kind in ("living", "depleted"):
            body = HIT + body  # as wide and high as its row has room: a thin fish is hard to hit
        if fish.kind in ("living", "may come"):
            mark = f"fish {sheet.names[row]} {year}"
            more = {"data_mark": mark, "role": "button", "tabindex": "-1", "aria_label": words}
        out.append(
            f'<g class="fish" id="{PREFIX}f{name}" transform="{where.fish_at(row, year)}" '
            f'data-links="{where.links[year, row]}"{attrs(data_note=words, **more)}>{body}</g>'
        )
    return steady(f"c{year}-{species.name}", "".join(out))


@lru_cache(maxsize=32)
def shapes(sheet: Sheet) -> str:
    """Return what the sea uses many times, for the definitions of a picture: fish, dice and silhouettes."""
    return "".join(fish_shape(species.name) for species in sheet.species) + _DICE + boom_player.shapes(sheet)


def fish_shape(species: str) -> str:
    """Return the shape that `silhouette` refers to."""
    return (
        f'<path id="{PREFIX}f-{species}" d="{GLYPHS[species]}" fill-rule="evenodd" '
        f'transform="scale({num(FISH / 32)}) translate(-16 -10)"/>'
    )
