"""The live plot of a match: a line for each series, a dash for every line, a mark where the scrubber stands.

A `Plot` says what is drawn; a `Chart` keeps its figure and draws it again with new rows, which is many times faster
than a new figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from matplotlib.axes import Axes
from matplotlib.markers import MarkerStyle
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from fishlab.core import Match
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
from fishlab_widgets.draw.svg import LIGHT

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its key in the rows, its name, and its colour's name among the tokens."""

    key: str
    label: str
    color: str = "ink"


@dataclass(frozen=True, slots=True)
class Plot:
    """What a figure shows: a title, two axes with units, and a line for each series.

    `rows` makes the data from a match: one row a position of the scrubber, or rows whose "at" names the position from
    which they hold. `series` may be a function of the match where it depends on the players.
    """

    title: str
    x: str
    y: str
    x_key: str
    series: Sequence[Series] | Callable[[Match], Sequence[Series]]
    rows: Callable[[Match], list[Row]]
    steps: bool = True
    top: float | None = None
    bottom: float | None = 0

    def lines(self, match: Match) -> Sequence[Series]:
        """Return the series for a match."""
        return self.series(match) if callable(self.series) else self.series


@dataclass(frozen=True, slots=True)
class GridPlot:
    """What a table of cells shows at every position of the scrubber: counts by name and by column.

    `cells` gives for a state each row's name and its counts, None where nothing is known yet; `mark` says in which
    column the state stands.
    """

    title: str
    x: str
    y: str
    columns: Callable[[Any], Sequence[Any]]
    cells: Callable[[Any], Sequence[tuple[str, Sequence[int | None]]]]
    mark: Callable[[Any], int]


def chart_of(plot: Plot | GridPlot) -> Chart | GridChart:
    """Return a plot kept ready."""
    return GridChart(plot) if isinstance(plot, GridPlot) else Chart(plot)


class Chart:
    """A plot kept ready: `html(match, at)` draws it with a mark at one position."""

    def __init__(self, plot: Plot, width: float = 4.3, height: float = 2.3) -> None:
        self.plot = plot
        self.canvas = Canvas(width, height, left=0.12, right=0.78, head=0.25, foot=0.48, size=10)
        self.canvas.axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 2.5, 5, 10]))
        self._drawn: tuple[Any, str] = (None, "")

    def html(self, match: Match, at: int | None = None) -> str:
        """Return the figure for a match, marked at one position (the end without one)."""
        rows = self.plot.rows(match)
        place = len(match.moves) if at is None else at
        reached = [number for number, row in enumerate(rows) if row.get("at", number) <= place]
        return self.draw(rows, self.plot.lines(match), reached[-1] if reached else 0)

    def draw(self, rows: Sequence[Row], series: Sequence[Series], at: int) -> str:
        """Return rows as HTML: picture, text alternative, table. What has not changed is not drawn again."""
        at = max(0, min(at, len(rows) - 1))
        wanted = (list(rows), list(series), at)
        if wanted == self._drawn[0]:
            return self._drawn[1]
        self._drawn = (wanted, self._redraw(rows, series, at))
        return self._drawn[1]

    def _redraw(self, rows: Sequence[Row], series: Sequence[Series], at: int) -> str:
        plot = self.plot
        xs = [row[plot.x_key] for row in rows]
        tops = [row[one.key] for row in rows for one in series if row[one.key] is not None]
        low = min([plot.bottom if plot.bottom is not None else 0, *tops])
        high = max([plot.top or 1, *tops])
        reach = (xs[0], max(xs[-1], xs[0] + 1)), (low, high + (high - low) * 0.04 or 1)

        def frame(axes: Axes) -> None:
            axes.set(xlim=reach[0], ylim=reach[1])
            name_axes(axes, plot.x, plot.y, 11)

        self.canvas.ground(reach, frame)
        axes = self.canvas.axes
        for number, one in enumerate(series):
            ys = [float("nan") if row[one.key] is None else row[one.key] for row in rows]
            axes.plot(
                xs, ys, color=LIGHT[one.color], linewidth=2, linestyle=DASHES[number % len(DASHES)],
                drawstyle="steps-post" if plot.steps else "default",
            )  # fmt: skip
        for place, label, value in _places(rows[at], series, low, high):
            axes.text(
                1.02, place, f"{label} {format_number(value)}", transform=axes.get_yaxis_transform(),
                color=LIGHT["ink"], fontsize=11, va="center",
            )  # fmt: skip
        axes.axvline(xs[at], color=LIGHT["e"], linewidth=2)
        parts = ", ".join(f"{one.label} {format_number(rows[at][one.key])}" for one in series)
        alt = f"{plot.title}. {plot.y} by {plot.x}. At {plot.x} {rows[at][plot.x_key]}: {parts}."
        keys = {plot.x_key: plot.x, **{one.key: one.label for one in series}}
        return figure_html(plot.title, self.canvas.svg(), alt, rows_html(rows, keys))


def _places(row: Row, series: Sequence[Series], low: float, high: float) -> list[tuple[float, str, Any]]:
    """Return where each line's name and value stand at its end, pushed apart so that none covers another."""
    gap = (high - low) * 0.14 or 1
    wanted = sorted((row[one.key] if row[one.key] is not None else low, one.key, one.label) for one in series)
    place, found = low - gap, []
    for value, key, label in wanted:
        place = max(value, place + gap)
        found.append((place, label, row[key]))
    if found and found[-1][0] > high:
        last = len(found) - 1
        found = [(min(at, high - (last - n) * gap), label, value) for n, (at, label, value) in enumerate(found)]
    return found


class GridChart:
    """A table of cells kept ready: `html(match, at)` draws it as it is at one position, its column framed."""

    def __init__(self, plot: GridPlot, width: float = 4.3) -> None:
        self.plot, self.width = plot, width
        self.canvas: Canvas | None = None
        self._drawn: tuple[Any, str] = (None, "")

    def html(self, match: Match, at: int | None = None) -> str:
        """Return the figure for a match at one position (the end without one)."""
        plot, state = self.plot, match.states[len(match.moves) if at is None else at]
        columns, mark = list(plot.columns(state)), plot.mark(state)
        cells = [(name, list(counts)) for name, counts in plot.cells(state)]
        if (wanted := (columns, mark, cells)) == self._drawn[0]:
            return self._drawn[1]
        names = [name for name, _ in cells]
        if self.canvas is None:
            self.canvas = Canvas(self.width, 0.75 + 0.21 * len(cells), left=0.26, head=0.25, foot=0.45, size=10)

        def ground(axes: Axes) -> None:
            name_cells(axes, columns, names)
            name_axes(axes, plot.x, plot.y, 11)

        self.canvas.ground((tuple(columns), tuple(names)), ground)
        self._cells(self.canvas.axes, [counts for _, counts in cells])
        self.canvas.axes.add_patch(
            Rectangle((mark, 0), 1, len(names), fill=False, edgecolor=LIGHT["e"], linewidth=2.5, zorder=4)
        )
        told = ", ".join(f"{name} {format_number(counts[mark])}" for name, counts in cells)
        alt = f"{plot.title}. {plot.y} by {plot.x}. At {plot.x} {columns[mark]}: {told}."
        rows = [{plot.y: name, **dict(zip(map(str, columns), counts, strict=True))} for name, counts in cells]
        self._drawn = (wanted, figure_html(plot.title, self.canvas.svg(), alt, rows_html(rows)))
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
                markeredgewidth=0,
            )  # fmt: skip


@cache
def _sign(count: int) -> MarkerStyle:
    return MarkerStyle(f"${count}$")
