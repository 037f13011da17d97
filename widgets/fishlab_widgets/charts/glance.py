"""A plot at a glance: one line high, drawn without the plotting library, beside the players of a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Any, Final

from fishlab.match import Match
from fishlab.messages import language, tr
from fishlab_widgets.charts.plot import Frame, GridPlot, Plot, Row, Series

WIDE, HIGH = 306.0, 74.0
_TOP, _FOOT = 20.0, 16.0  # the title stands above the axes, the labels beside both
_GAP: Final = 8.0  # units between the axes and the labels at their right; half of it at their left
_MOST: Final = 160.0  # units that labels at the right may take: beyond that a name is cut, never its number
LARGEST: Final = 14.0  # units high: the largest letters that the page sets here (screen.css)
_FIRST_LABEL: Final = 8.0
_APART: Final = 12.0  # units from one label to the next
_DASHES: Final = ("", "6 3", "2 2", "8 2 2 2", "4 4", "1 3")


def glance(plots: Sequence[Plot | GridPlot], match: Match, at: int) -> str:
    """Return the first plot of lines as a small SVG up to a position, "" if there is none.

    Its axes hold the range of the whole game from the first move on.

    Args:
        plots: a game's plots.
        match: the game.
        at: the number of moves before the position.
    """
    plot, rows = _reached(plots, match, at)
    if plot is None or not rows:
        return ""
    series, frame = plot.lines(match), plot.frame(match)
    (first, last), (low, high) = _reach(rows, series, frame, plot.x_key)
    now = rows[-1]
    numbers = [_number(value) for value in (low, high, *(now[one.key] for one in series))]
    widest = max(map(_wide, numbers))
    names = [_fitting(tr(one.label), _MOST - _wide(" ") - widest) for one in series]
    left = _wide(_number(low if _wide(_number(low)) > _wide(_number(high)) else high)) + _GAP / 2
    right = WIDE - _GAP - max(map(_wide, names), default=0.0) - _wide(" ") - widest

    def x(value: float) -> float:
        return left + (right - left) * (value - first) / (last - first)

    def y(value: float) -> float:
        return HIGH - _FOOT - (HIGH - _TOP - _FOOT) * (value - low) / (high - low)

    title = f'<text class="what" x="0" y="10">{escape(tr(plot.title))}</text>'
    parts = [title, *_axes(tr(plot.x), (first, last), (low, high), (left, right))]
    ends = sorted((y(now[one.key] or 0), number, one) for number, one in enumerate(series))
    for (_, number, one), place in zip(ends, _spread([end for end, _, _ in ends]), strict=True):
        known = _turns([(row[plot.x_key], row[one.key]) for row in rows if row[one.key] is not None])
        line = _line([(x(across), y(up)) for across, up in known], steps=plot.steps)
        dash = f";stroke-dasharray:{_DASHES[number % len(_DASHES)]}" if number else ""
        parts.append(f'<path d="{line}" style="fill:none;stroke:var(--{one.color});stroke-width:2{dash}"/>')
        if known:
            spot = f'cx="{x(known[-1][0]):.0f}" cy="{y(known[-1][1]):.0f}"'
            parts.append(f'<circle {spot} r="3" style="fill:var(--{one.color})"/>')
        words = escape(f"{names[number]} {_number(now[one.key])}")
        parts.append(f'<text x="{right + _GAP:.1f}" y="{place + 4:.0f}">{words}</text>')
    told = ", ".join(f"{tr(one.label)} {_number(now[one.key])}" for one in series)
    alt = escape(tr("{title} now: {told}.", title=tr(plot.title), told=told))
    return f'<svg class="glance" role="img" aria-label="{alt}" viewBox="0 0 {WIDE:g} {HIGH:g}">{"".join(parts)}</svg>'


def glance_numbers(plots: Sequence[Plot | GridPlot], match: Match, at: int) -> tuple[Any, ...]:
    """Return the numbers that the plot says at a position: only with others does it say something else."""
    plot, rows = _reached(plots, match, at)
    return tuple(rows[-1][one.key] for one in plot.lines(match)) if plot and rows else ()


def _reached(plots: Sequence[Plot | GridPlot], match: Match, at: int) -> tuple[Plot | None, list[Row]]:
    """Return the first plot of lines, and its rows up to a position."""
    plot = next((one for one in plots if isinstance(one, Plot)), None)
    rows = plot.rows(match) if plot else []
    return plot, [row for number, row in enumerate(rows) if row.get("at", number) <= at]


def _reach(
    rows: Sequence[Row], series: Sequence[Series], frame: Frame, x_key: str
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return what the axes hold, across and upwards."""
    known = [row[one.key] for row in rows for one in series if row[one.key] is not None]
    first, last = frame.across or (rows[0][x_key], rows[0][x_key] + 5)
    low, high = min([frame.upwards[0], *known]), max([frame.upwards[1], *known])
    return (min(first, rows[0][x_key]), max(last, rows[-1][x_key], first + 1)), (low, max(high, low + 1))


def _axes(x: str, across: tuple[float, float], upwards: tuple[float, float], room: tuple[float, float]) -> list[str]:
    """Return the line below, and the names of its ends and of the heights; `room` is where it begins and ends."""
    (first, last), (low, high), (left, right), foot = across, upwards, room, HIGH - _FOOT
    return [
        f'<path d="M{left:.1f} {foot:g}H{right:.1f}" style="stroke:var(--ink3);stroke-width:1"/>',
        f'<text class="end" x="{left - _GAP / 2:.1f}" y="{_TOP + 6:g}">{_number(high)}</text>',
        f'<text class="end" x="{left - _GAP / 2:.1f}" y="{foot + 2:g}">{_number(low)}</text>',
        f'<text x="{left:.1f}" y="{HIGH - 2:g}">{escape(x)} {math.ceil(first)}</text>',
        f'<text class="end" x="{right:.1f}" y="{HIGH - 2:g}">{math.floor(last)}</text>',
    ]


def _wide(words: str) -> float:
    """Return how many units words take at most, in the widest face that a page may have."""
    return LARGEST * sum(_breadth(letter) for letter in words)


def _breadth(letter: str) -> float:
    """Return how broad a letter is at most, in parts of its height."""
    if letter in " .,:;'’|!()[]fijltrIJ-":
        return 0.42
    if letter in "mwMWÆŒœæ%@…—–−" or letter >= "\u2e80":
        return 1.02
    return 0.8 if letter.isupper() else 0.66


def _fitting(name: str, room: float) -> str:
    """Return a name; if it needs more than the room that there is, its beginning."""
    while _wide(name) > room and len(name) > 2:
        name = name.removesuffix("…")[:-1].rstrip() + "…"
    return name


def _turns(known: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the first and the last point, and those between that are not as high as the one before."""
    return [*known[:1], *(now for before, now in pairwise(known) if now[1] != before[1] or now is known[-1])]


def _line(points: Sequence[tuple[float, float]], *, steps: bool) -> str:
    """Return a line through points; where it stays level, only its ends."""
    told: list[str] = []
    before: float | None = None
    for place, (x, y) in enumerate(points):
        if before is None:
            told.append(f"M{x:.0f} {y:.0f}")
        elif round(y) != round(before) or place == len(points) - 1:
            told.append(f"H{x:.0f}V{y:.0f}" if steps else f"L{x:.0f} {y:.0f}")
        before = y
    return "".join(told)


def _spread(places: Sequence[float]) -> list[float]:
    """Return the heights of labels, from above, so that none lies on another."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + _APART if found else _FIRST_LABEL))
    limit = HIGH - 4
    for number in reversed(range(len(found))):
        found[number] = limit = min(found[number], limit)
        limit -= _APART
    return found


def _number(value: Any) -> str:
    return "–" if value is None else language().number(f"{value:g}").replace("-", "−")
