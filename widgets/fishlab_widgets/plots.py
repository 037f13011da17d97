"""Figures from rows: named axes, a dash for every line, a text alternative, and the data behind it.

A `Plot` says what is drawn; a `Chart` keeps its matplotlib figure and draws it again with new rows, which is many times
faster than a new figure. The figure goes out as SVG whose colours are the page's own, light or dark.
"""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from fishlab.core import Match
from fishlab_widgets.svg import FONT, LIGHT, tokens

Row = Mapping[str, Any]

_VARS = {value.lower(): f"var(--{name})" for name, value in reversed(LIGHT.items())}
_DASHES = ("-", (0, (5, 2)), (0, (1.2, 1.6)), (0, (6, 2, 1.2, 2)), (0, (3, 1.5)), (0, (8, 2, 2, 2)))
_RC = {
    "svg.fonttype": "none",
    "svg.hashsalt": "fishlab",
    "font.family": "sans-serif",
    "font.size": 12,
    "axes.linewidth": 1,
    "path.simplify": False,
}
_count = itertools.count(1)


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


class Chart:
    """A plot kept ready: `html(match, at)` draws it with a mark at one position."""

    def __init__(self, plot: Plot, width: float = 4.3, height: float = 2.3) -> None:
        self.plot = plot
        with mpl.rc_context(_RC):
            self.figure = Figure(figsize=(width, height), facecolor="none")
            self.axes = self.figure.add_axes((0.12, 0.21, 0.66, 0.68), facecolor="none")
        for side in ("top", "right"):
            self.axes.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            self.axes.spines[side].set_color(LIGHT["ink2"])
        self.axes.tick_params(colors=LIGHT["ink2"], labelsize=10)
        self.axes.grid(axis="y", color=LIGHT["line2"], linewidth=1)
        self.axes.set_axisbelow(True)
        self._lines: dict[str, Any] = {}
        self._labels: dict[str, Any] = {}
        self._drawn: tuple[Any, str] = (None, "")
        self._now = self.axes.axvline(0, color=LIGHT["e"], linewidth=2)

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
        xs = [row[self.plot.x_key] for row in rows]
        tops = [row[one.key] for row in rows for one in series if row[one.key] is not None]
        low = min([self.plot.bottom if self.plot.bottom is not None else 0, *tops])
        high = max([self.plot.top or 1, *tops])
        for number, one in enumerate(series):
            ys = [float("nan") if row[one.key] is None else row[one.key] for row in rows]
            if one.key not in self._lines:
                (self._lines[one.key],) = self.axes.plot(
                    [], [], color=LIGHT[one.color], linewidth=2, linestyle=_DASHES[number % len(_DASHES)],
                    drawstyle="steps-post" if self.plot.steps else "default",
                )  # fmt: skip
                self._labels[one.key] = self.axes.text(
                    1.02, 0, "", transform=self.axes.get_yaxis_transform(), color=LIGHT["ink"], fontsize=11, va="center"
                )
            self._lines[one.key].set_data(xs, ys)
        for key in self._lines.keys() - {one.key for one in series}:
            self._lines[key].set_data([], [])
            self._labels[key].set_text("")
        self._place_labels(rows[at], series, low, high)
        self.axes.set_xlim(xs[0], max(xs[-1], xs[0] + 1))
        self.axes.set_ylim(low, high + (high - low) * 0.04 or 1)
        self.axes.xaxis.get_major_locator().set_params(integer=True)
        self.axes.set_xlabel(self.plot.x, color=LIGHT["ink2"], fontsize=11)
        self.axes.set_title(self.plot.y, color=LIGHT["ink2"], fontsize=11, loc="left")
        self._now.set_xdata([xs[at], xs[at]])
        return self._html(rows, series, at)

    def _place_labels(self, row: Row, series: Sequence[Series], low: float, high: float) -> None:
        """Write each line's name and value at its end, pushed apart so that none covers another."""
        gap = (high - low) * 0.14 or 1
        wanted = sorted((row[one.key] if row[one.key] is not None else low, one.key, one.label) for one in series)
        place = low - gap
        heights = []
        for value, key, label in wanted:
            place = max(value, place + gap)
            heights.append([place, key, label, row[key]])
        over = heights[-1][0] - high if heights else 0
        for number, (spot, key, label, value) in enumerate(reversed(heights)):
            limit = high - number * gap
            self._labels[key].set_y(min(spot, limit) if over > 0 else spot)
            self._labels[key].set_text(f"{label} {'–' if value is None else format_number(value)}")

    def _html(self, rows: Sequence[Row], series: Sequence[Series], at: int) -> str:
        plot, name = self.plot, f"fig{next(_count)}"
        with mpl.rc_context(_RC):
            out = io.StringIO()
            self.figure.savefig(out, format="svg", metadata={"Date": None})
        svg = themed(out.getvalue(), name)
        parts = ", ".join(f"{one.label} {format_number(rows[at][one.key])}" for one in series)
        alt = f"{plot.title}. {plot.y} by {plot.x}. At {plot.x} {rows[at][plot.x_key]}: {parts}."
        return figure_html(plot.title, svg, alt, table_html(rows, plot, series))


def themed(svg: str, name: str) -> str:
    """Return matplotlib's SVG ready to stand in a page: no header, own ids, the page's colours."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'id="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'(url\(#|href="#)', rf"\1{name}-", svg)
    svg = re.sub(r"#[0-9a-f]{6}\b", lambda found: _VARS.get(found[0], found[0]), svg)
    svg = re.sub(r'width="[\d.]+pt" height="[\d.]+pt"|height="[\d.]+pt" width="[\d.]+pt"', 'width="100%"', svg, count=1)
    return svg.replace("<svg ", '<svg aria-hidden="true" ', 1)


def figure_html(title: str, svg: str, alt: str, table: str) -> str:
    """Return a figure with its heading, its text alternative and its data on demand."""
    return (
        f'<style>{tokens(".fishlab-figure")}{_FIGURE_CSS}</style><div class="fishlab-figure">'
        f'<div class="figure-title">{escape(title)}</div><div role="img" aria-label="{escape(alt)}">{svg}</div>'
        f"<details><summary>Data and description</summary><p>{escape(alt)}</p>{table}</details></div>"
    )


_FIGURE_CSS = (
    f".fishlab-figure{{max-width:900px;color:var(--ink);font:14px/1.4 {FONT}}}"
    ".fishlab-figure .figure-title{font-size:18px;font-weight:700}.fishlab-figure svg{display:block;height:auto}"
    f".fishlab-figure svg text{{font-family:{FONT}!important}}"
    ".fishlab-figure summary{cursor:pointer;color:var(--ink2);min-height:24px}"
    ".fishlab-figure summary:focus-visible{outline:3px solid var(--focus)}"
    ".fishlab-figure .rows{max-height:220px;overflow:auto}.fishlab-figure table{border-collapse:collapse}"
    ".fishlab-figure th,.fishlab-figure td{padding:2px 10px;text-align:right;border-bottom:1px solid var(--line2)}"
)


def table_html(rows: Sequence[Row], plot: Plot, series: Sequence[Series]) -> str:
    """Return rows as a small table, the latest two hundred."""
    head = "".join(f'<th scope="col">{escape(str(name))}</th>' for name in [plot.x, *(one.label for one in series)])
    body = "".join(
        f'<tr><th scope="row">{escape(str(row[plot.x_key]))}</th>'
        + "".join(f"<td>{format_number(row[one.key])}</td>" for one in series)
        + "</tr>"
        for row in rows[-200:]
    )
    return f'<div class="rows" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def format_number(value: Any) -> str:
    """Return a number as people write it."""
    if value is None:
        return "–"
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return text.replace("-", "−")
