"""The live plot of a match: a line for each series, a dash for every line, a mark where the scrubber stands.

A `Plot` (`charts/plot.py`) says what is drawn; a `Chart` keeps its figure and draws it again with new rows, which is
many times faster than a new figure.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from matplotlib.axes import Axes
from matplotlib.markers import MarkerStyle
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from fishlab.languages import languages
from fishlab.match import Match
from fishlab.messages import language, speaking, tr
from fishlab_widgets.charts.canvas import (
    DASHES,
    Canvas,
    figure_html,
    format_number,
    name_axes,
    name_cells,
    rows_html,
    tint_cells,
)
from fishlab_widgets.charts.labels import End, draw_line, end_labels, room_for
from fishlab_widgets.charts.plot import Frame, GridPlot, Plot, Row, Series, Sketch, spoken
from fishlab_widgets.draw.svg import LIGHT

_NUMBERS = MaxNLocator("auto", integer=True, steps=[1, 2, 2.5, 5, 10])
_FEWEST = 5  # how many numbers across there are at least, where a game does not know its length
_TICKS, _NAMES = 10.5, 11.0  # sizes of words


def chart_of(plot: Plot | GridPlot) -> Chart | GridChart:
    """Return a plot kept ready."""
    return GridChart(plot) if isinstance(plot, GridPlot) else Chart(plot)


def draw_sketches(sketches: Sequence[Sketch], code: str) -> tuple[list[str], float]:
    """Return figures in the language of a code, and the seconds of work that they took."""
    begin = time.thread_time()
    with speaking(languages().get(code)):
        found = [_kept_chart(code, one.plot).draw(*one.values) for one in sketches]
    return found, time.thread_time() - begin


@lru_cache(maxsize=64)
def _kept_chart(code: str, plot: Plot | GridPlot) -> Chart | GridChart:
    """Return a plot kept ready for a language, whose numbers stand at its axes."""
    return chart_of(plot)


class Chart:
    """A plot kept ready: `html(match, at)` draws it with a mark at one position.

    Up to the mark lines are strong, and each has a dot there whose value stands at its end; what comes later is thin.
    """

    def __init__(self, plot: Plot, width: float = 3.9, height: float = 2.1) -> None:
        self.plot = plot
        self.canvas = Canvas(width, height, left=0.12, right=0.78, head=0.25, foot=0.48, size=_TICKS)
        self.canvas.axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
        self._drawn: tuple[Any, str] = (None, "")

    def html(self, match: Match, at: int | None = None) -> str:
        """Return the figure for a match, marked at one position (the end without one)."""
        return self.draw(*self.plot.sketch(match, at).values)

    def draw(self, rows: Sequence[Row], series: Sequence[Series], at: int, frame: Frame) -> str:
        """Return rows as HTML: picture, text alternative, table. What has not changed is not drawn again."""
        at = max(0, min(at, len(rows) - 1))
        wanted = (list(rows), list(series), at, frame, language().code)
        if wanted == self._drawn[0]:
            return self._drawn[1]
        self._drawn = (wanted, self._redraw(rows, series, at, frame))
        return self._drawn[1]

    def _redraw(self, rows: Sequence[Row], series: Sequence[Series], at: int, frame: Frame) -> str:
        plot = spoken(self.plot)
        xs = [row[plot.x_key] for row in rows]
        first, last = frame.across or (xs[0], xs[0] + _FEWEST)
        first, named = min(first, xs[0]), last if plot.steps and xs[-1] < last + 1 else max(last, xs[-1])
        last = max(last, xs[-1])
        # A step lasts, the last one too: as long as a whole number across does, and never too short to be seen.
        lasts = max(int(isinstance(xs[-1], int)), 0.03 * (last - first))
        held = xs[-1] + lasts if plot.steps else xs[-1]
        known = [row[one.key] for row in rows for one in series if row[one.key] is not None]
        low, high = min([frame.upwards[0], *known]), max([frame.upwards[1], *known])
        labels = [f"{one.label} {format_number(value)}" for one in series for value in _widest(rows, one.key)]
        right = self._right(labels)
        reach = (first, max(held, named + plot.steps)), (low, high + 0.04 * (high - low)), right

        def ground(axes: Axes) -> None:
            box = axes.get_position()
            axes.set_position((box.x0, box.y0, right - box.x0, box.height))
            axes.set(xlim=reach[0], ylim=reach[1])
            axes.set_xticks([tick for tick in _NUMBERS.tick_values(first, named) if first <= tick <= named])
            name_axes(axes, plot.x, plot.y, _NAMES)

        self.canvas.ground((reach, language().code), ground)
        axes = self.canvas.axes
        draw_line(axes, [xs[at]] * 2, reach[1], color=LIGHT["e"], linewidth=2, gid="mark")
        for number, one in enumerate(series):
            ys = [float("nan") if row[one.key] is None else row[one.key] for row in rows]
            look: dict[str, Any] = {"color": LIGHT[one.color], "drawstyle": "steps-post" if plot.steps else "default"}
            across, upwards = [*xs, held], [*ys, ys[-1]]
            end = len(xs) if at == len(xs) - 1 else at
            if end == at:
                later = [at + place for place in _turns(upwards[at:])]
                draw_line(
                    axes, [across[n] for n in later], [upwards[n] for n in later], linewidth=0.9, alpha=0.6,
                    gid=f"later-{number + 1}", **look,
                )  # fmt: skip
            past = sorted({*_turns(upwards[: end + 1]), at})
            draw_line(
                axes, [across[n] for n in past], [upwards[n] for n in past], linewidth=2, marker="o", markersize=4.5,
                markevery=[past.index(at)], linestyle=DASHES[number % len(DASHES)], gid=f"line-{number + 1}", **look,
            )  # fmt: skip
        now = rows[at]
        ends = [
            End(number + 1, low if now[one.key] is None else now[one.key], one.label, format_number(now[one.key]),
                one.color, DASHES[number % len(DASHES)])
            for number, one in enumerate(series)
        ]  # fmt: skip
        end_labels(axes, ends)
        parts = ", ".join(f"{one.label} {format_number(now[one.key])}" for one in series)
        alt = described(plot, now[plot.x_key], parts)
        keys = {plot.x_key: plot.x, **{one.key: one.label for one in series}}
        return figure_html(
            plot.title,
            self.canvas.svg(),
            alt,
            rows_html(rows, keys, at),
            kind="lines steps" if plot.steps else "lines",
            at=at,
        )

    def _right(self, labels: Sequence[str]) -> float:
        """Return where the axes end, as a part of the width: so far to the left that every label fits, in few steps."""
        wide = self.canvas.figure.bbox.width
        return max(0.45, math.floor(25 * (1 - room_for(labels) / wide)) / 25)


def described(plot: Plot | GridPlot, at: Any, told: str) -> str:
    """Return a figure of a match in words: what it shows, and its values at one place."""
    words = {"title": plot.title, "y": plot.y, "x": plot.x, "at": format_number(at), "told": told}
    return tr("{title}. {y} by {x}. At {x} {at}: {told}.", **words)


def _turns(ys: Sequence[float]) -> list[int]:
    """Return the places of a line's ends and of the points where it turns, which is all that need be drawn."""
    last = len(ys) - 1
    return [n for n in range(last + 1) if n in (0, last) or not ys[n - 1] == ys[n] == ys[n + 1]]


def _widest(rows: Sequence[Row], key: str) -> tuple[Any, Any]:
    """Return the two values of a column that may need the most room: the least and the most."""
    values = [row[key] for row in rows if row[key] is not None] or [None]
    return min(values), max(values)


class GridChart:
    """A table of cells kept ready: `html(match, at)` draws it as it is at one position, its column framed."""

    def __init__(self, plot: GridPlot, width: float = 3.9) -> None:
        self.plot, self.width = plot, width
        self.canvas: Canvas | None = None
        self._drawn: tuple[Any, str] = (None, "")

    def html(self, match: Match, at: int | None = None) -> str:
        """Return the figure for a match at one position (the end without one)."""
        return self.draw(*self.plot.sketch(match, at).values)

    def draw(self, columns: Sequence[Any], mark: int, cells: Sequence[tuple[str, Sequence[int | None]]]) -> str:
        """Return cells as HTML: picture, text alternative, table. What has not changed is not drawn again."""
        plot = spoken(self.plot)
        if (wanted := (columns, mark, cells, plot.title)) == self._drawn[0]:
            return self._drawn[1]
        names = [name for name, _ in cells]
        if self.canvas is None or len(self._drawn[0][2]) != len(cells):
            self.canvas = Canvas(self.width, 0.75 + 0.21 * len(cells), left=0.26, head=0.25, foot=0.45, size=_TICKS)

        def ground(axes: Axes) -> None:
            name_cells(axes, columns, names, _TICKS)
            name_axes(axes, plot.x, plot.y, _NAMES)

        self.canvas.ground((tuple(columns), tuple(names), plot.x, plot.y), ground)
        self._cells(self.canvas.axes, [counts for _, counts in cells])
        self.canvas.axes.add_patch(
            Rectangle((mark, 0), 1, len(names), fill=False, edgecolor=LIGHT["e"], linewidth=2.5, zorder=4)
        )
        told = ", ".join(f"{name} {format_number(counts[mark])}" for name, counts in cells)
        alt = described(plot, columns[mark], told)
        rows = [{plot.y: name, **dict(zip(map(str, columns), counts, strict=True))} for name, counts in cells]
        self._drawn = (wanted, figure_html(plot.title, self.canvas.svg(), alt, rows_html(rows), kind="grid"))
        return self._drawn[1]

    def _cells(self, axes: Axes, grid: Sequence[Sequence[int | None]]) -> None:
        """Draw cells and their counts; a count is a sign, drawn once and used again, for texts take long."""
        tint_cells(axes, grid, high=max(4, *(count or 0 for row in grid for count in row)))
        places: dict[int, list[tuple[float, float]]] = {}
        for y, row in enumerate(grid):
            for x, count in enumerate(row):
                if count is not None:
                    places.setdefault(count, []).append((x + 0.5, y + 0.5))
        for count, spots in places.items():
            axes.plot(
                *zip(*spots, strict=True), linestyle="", marker=_sign(count), markersize=7, color=LIGHT["ink"],
                markeredgewidth=0, gid=f"count-{count}",
            )  # fmt: skip


@cache
def _sign(count: int) -> MarkerStyle:
    return MarkerStyle(f"${count}$")
