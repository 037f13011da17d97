"""The board of Fishery at a table: the sea, what the players still have, and whose the fisheries would be now.

A sea too large for squares that can be hit is shown a part at a time; a map beside it leads to the other parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from fishlab.core import Move
from fishlab.fishery.chart import BLACK, WHITE, Chart
from fishlab.fishery.rules import Fishery
from fishlab.fishery.words import PHASES, many_squares
from fishlab.messages import tr
from fishlab_widgets.draw.svg import Picture, num, pill, rect, target, text
from fishlab_widgets.fishery.paper import told
from fishlab_widgets.fishery.sea import AREA, CSS, SHIP, ChartPicture, ChartPlan, Window, score_bar, swatch, upright
from fishlab_widgets.live.face import BOARD_SIZE, Look

_MOST = (10, 12)
"""Columns and rows that are drawn at once at most: squares are large enough then for strips of 25 between them."""
_LEFT, _TOP, _FOOT = 30.0, 8.0, 34.0
_DIGIT = 8.0  # what a second digit of the row numbers takes
_TILE = 28.0  # the least side of a part on the map
_LOW = 400.0
_ROW = 22.0  # the least height of a fishery's row
_CSS = CSS + ".part{fill:none;stroke:var(--deep)}"


def parts_of(chart: Chart) -> list[Window]:
    """Return the parts in which a sea is shown, row by row; they overlap, so that every net lies in one of them."""

    def starts(size: int, most: int) -> list[int]:
        if size <= most:
            return [0]
        steps = ceil((size - 1) / (most - 1)) - 1
        return [round(step * (size - most) / steps) for step in range(steps + 1)]

    wide, high = min(chart.columns, _MOST[0]), min(chart.rows, _MOST[1])
    return [
        Window(column, row, wide, high)
        for row in starts(chart.rows, _MOST[1])
        for column in starts(chart.columns, _MOST[0])
    ]


def part_shown(chart: Chart, marks: Sequence[str], *moves: Move | None) -> int:
    """Return which part to show: the one that was asked for, else the one where something has just happened."""
    parts = parts_of(chart)
    for mark in marks:
        if mark.startswith("part ") and mark[5:].isdecimal() and int(mark[5:]) < len(parts):
            return int(mark[5:])
    for move in moves:
        squares = [chart.number[name] for name in (move or ())[1:] if isinstance(name, str) and name in chart.number]
        for number, part in enumerate(parts):
            plan = ChartPlan(part, 1, 0, 0)
            if squares and all(plan.holds(chart, square) for square in squares):
                return number
    return 0


class SeaBoard(ChartPicture):
    """The board in the making."""

    def __init__(self, state: Fishery, look: Look) -> None:
        chart = state.chart
        self.part = part_shown(chart, look.marks, look.refused and look.refused[0], look.last)
        window = parts_of(chart)[self.part]
        cell = min(120.0, 380 / window.columns, (BOARD_SIZE[1] - _TOP - _FOOT) / window.rows)
        plan = ChartPlan(window, cell, _LEFT + _DIGIT * (chart.rows > 9), _TOP)
        self.x = plan.left + plan.wide + 20
        self.room = BOARD_SIZE[0] - self.x - 8
        pic = Picture(
            BOARD_SIZE[0],
            max(_LOW, _TOP + plan.high + _FOOT),
            title=tr(PHASES[state.phase].title),
            desc=told(state),
            css=_CSS,
            prefix=look.prefix,
            theme=look.theme,
        )
        pic.prepare((glyph for glyph, _ in SHIP.values()), (pattern for _, pattern in AREA.values()))
        super().__init__(state, look, plan, pic)

    def draw(self) -> Picture:
        """Return the whole board."""
        pic = self.pic
        pic.rect(0, 0, pic.width, pic.height, "paper")
        self.sea()
        if self.divided:
            self._score()
            self._fisheries()
        self._map()
        spot = self.point_at_refusal()
        if self.refused:
            pic.bubble(self.x, 8, self.room, self.refused[1], spot and (spot[0] + 12, spot[1]))
        return pic

    def _score(self) -> None:
        """Draw how many squares are whose as a bar, with the numbers above it; the list of players is the table's."""
        pic, state, x = self.pic, self.state, self.x
        scores = state.scores()
        numbers = []
        for seat, ship, number, anchor in ((BLACK, 20, 46, ""), (WHITE, self.room - 20, self.room - 46, " end")):
            glyph, cls = SHIP[seat]
            numbers.append(pic.glyph_text(glyph, x + ship, 22, 34, cls))
            numbers.append(text(x + number, 29, scores[seat], f"t20 w7 num{anchor}", id=f"squares-{seat}"))
        pic.group(numbers, id="score")
        bar = score_bar(state, pic, x, 42, self.room, 24)
        if contested := state.contested():
            long = contested * self.room / len(self.chart.squares)
            word = tr("{n} contested", n=contested) if state.ships[BLACK] else tr("{n} free", n=contested)
            word = word if 9.5 * len(word) + 20 < long else str(contested)
            middle = x + (scores[BLACK] + contested / 2) * self.room / len(self.chart.squares)
            bar.append(pill(min(max(middle, x + 16), x + self.room - 16), 54, word, "w7 t14", 20))
        pic.group(bar, id="bar")

    def _fisheries(self) -> None:
        """Draw the fisheries, the largest first: whose, how many ships of each, how many squares."""
        pic, x, room = self.pic, self.x, self.room
        columns = (x + 64, x + 98)
        head = [text(x, 98, tr("Fisheries now"), "w7"), text(x + room, 122, tr("squares"), "t13 soft end")]
        for (glyph, cls), across in zip(SHIP.values(), columns, strict=True):
            head.append(pic.glyph_text(glyph, across, 117, 26, cls))
        pic.group(head, id="fisheries")
        foot = pic.height - (self._map_size()[1] + 16 if self._parts > 1 else 0)
        regions = sorted(self.regions, key=lambda region: (-len(region), region.squares))
        step = min(32.0, max(_ROW, (foot - 134) / len(regions)))  # many fisheries stand closer together
        most = len(regions) if len(regions) * step <= foot - 133.9 else int((foot - 134 - 20) // step)
        for number, region in enumerate(regions[:most]):
            y, high = 132 + step * number, step - 6
            middle = y + high / 2
            parts = [swatch(pic, x, y, 46, high, region.owner, region.black + region.white)]
            if region.owner is None:
                parts.append(pill(x + 23, middle, "=" if region.black else "–", "w7 t14", 18))
            else:
                glyph, cls = SHIP[region.owner]
                parts.append(pic.glyph_text(glyph, x + 23, middle, 28, cls))
            for across, count in zip(columns, (region.black, region.white), strict=True):
                parts.append(text(across, middle + 6, count, "w6 mid num"))
            parts.append(text(x + room, middle + 7, len(region), "t18 w7 end num"))
            pic.group(parts, id=f"fishery-{number}")
        if len(regions) > most:
            rest = sum(map(len, regions[most:]))
            words = tr("and {count} smaller, {squares}", count=len(regions) - most, squares=many_squares(rest))
            pic.text(x, 132 + step * most + 14, words, "t13 soft")

    # The map of a large sea.

    @property
    def _parts(self) -> int:
        return len(parts_of(self.chart))

    @property
    def _map_parts(self) -> tuple[int, int]:
        """How many parts lie beside each other, and below each other."""
        down = len({part.row for part in parts_of(self.chart)})
        return self._parts // down, down

    def _map_size(self) -> tuple[float, float]:
        """Return how wide and high the map is; a sea that is a narrow strip is drawn wider than it is."""
        across, down = self._map_parts
        unit = min(self.room / self.chart.columns, 150 / self.chart.rows)
        return max(across * _TILE, unit * self.chart.columns), max(down * _TILE, unit * self.chart.rows)

    def _map(self) -> None:
        """Draw the whole sea in small, with the parts to click on; the one that is shown is framed."""
        if self._parts == 1:
            return
        pic, chart, (wide, high) = self.pic, self.chart, self._map_size()
        left, top, w, h = self.x, self.pic.height - 8 - high, wide / chart.columns, high / chart.rows

        def corner(square: int) -> str:
            row, column = divmod(square, chart.columns)
            return f"M{num(left + column * w)} {num(top + row * h)}"

        pic.rect(left, top, wide, high, "sea")
        for squares, cls in zip(self.state.ships, ("hullb", "hullw"), strict=True):
            boxes = [f"{corner(square)}h{num(w)}v{num(h)}h-{num(w)}Z" for square in sorted(squares)]
            pic.path("".join(boxes) or "M0 0", cls, id=f"map-{cls}")
        nets = [
            corner(other) + (f"v{num(h)}" if upright(chart, one, other) else f"h{num(w)}")
            for one, other, _ in self.state.nets
        ]
        pic.path("".join(nets) or "M0 0", "rule", id="map-nets")
        across, down = self._map_parts
        for number, part in enumerate(parts_of(chart)):
            row, column = divmod(number, across)
            box = (left + column * wide / across, top + row * high / down, wide / across, high / down)
            first = chart.squares[(part.row + part.rows - 1) * chart.columns + part.column]
            final = chart.squares[part.row * chart.columns + part.column + part.columns - 1]
            pic.add(
                target(
                    (rect(*box, "hit"), rect(*box, "part" if number != self.part else "chosen", 2)),
                    mark=f"part {number}",
                    label=tr("Show {first} to {last}", first=first, last=final),
                    note=tr("Click to see this part of the sea: {first} to {last}.", first=first, last=final),
                    id=f"part-{number}",
                )
            )
