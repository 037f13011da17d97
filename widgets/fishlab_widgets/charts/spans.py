"""Means with their intervals, one under the other over one axis: drawn here for lessons, the laboratory and the desk.

`frame` opens the axes for some rows, `draw_spans` draws the rows, and `spans` is a whole figure out of both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from IPython.display import HTML
from matplotlib.axes import Axes

from fishlab.messages import tr
from fishlab.stats import Interval
from fishlab_widgets.charts.canvas import COLORS, capital, decimal, ended, format_number, house_axes, name_axes, plain
from fishlab_widgets.charts.labels import draw_line, text_width
from fishlab_widgets.charts.lesson_charts import finished
from fishlab_widgets.draw.svg import LIGHT

MARKS = ("o", "s", "D", "^", "v", "P")
_BESIDE, _BESIDE_STRONG = 2.2, 3.0  # how far from its mark a number stands, in units of the axis
_RIGHT_OF = 12  # a mark beyond it has room for its number at its left, where no level is in the way


class Span(NamedTuple):
    """A row: its name, its mean with the interval, and how it looks."""

    name: str
    found: Interval
    mark: str = "o"
    color: str = "ink"
    told: str = ""
    """Words beside it; its mean without any."""
    strong: bool = False
    each: Sequence[float] = ()
    """Single values, as open squares."""
    key: str = ""
    """What a click on it means, at the end of its ids."""
    size: float = 0
    """Of its mark; by its strength without one."""


def frame(axes: Axes, rows: Sequence[Span], x: str, y: str, reach: tuple[float, float], size: float = 11) -> None:
    """Open axes for rows of intervals: their names at the left, the first at the top.

    Args:
        axes: where.
        rows: the rows.
        x: what is across, with its unit.
        y: what a row shows.
        reach: the first and the last number across.
        size: of the words at the axes.
    """
    axes.set_yticks(range(len(rows)), [plain(one.name, 40) for one in reversed(rows)])
    for tick, one in zip(axes.get_yticklabels(), reversed(rows), strict=True):
        tick.set_fontweight("bold" if one.strong else "normal")
    axes.set(ylim=(-0.6, len(rows) - 0.4), xlim=reach)
    axes.grid(axis="x", color=LIGHT["line2"], linewidth=1)
    axes.grid(axis="y", visible=False)
    name_axes(axes, x, y, size)


def draw_spans(
    axes: Axes,
    rows: Sequence[Span],
    words: Literal["above", "beside", "margin"] = "margin",
    size: float = 10.5,
    *,
    level: float | None = None,
) -> None:
    """Draw each row's single values, interval, mean and words; one game has no interval.

    An interval that goes on beyond the axes ends in an arrow.

    Args:
        axes: where, opened by `frame`.
        rows: the rows.
        words: where a row's words stand: above its mark, beside it, or in the margin at the right.
        size: of the words.
        level: where a line stands, to which words above a mark give way.
    """
    for number, one in enumerate(rows):
        y, mean, color = len(rows) - 1 - number, one.found.mean, LIGHT[one.color]
        if one.each:
            draw_line(axes, one.each, [y] * len(one.each), marker="s", linestyle="", color="none", markersize=6,
                      markeredgecolor=color)  # fmt: skip
        if one.found.games > 1 and math.isfinite(one.found.high):
            # With a thin line above the mark, for an interval that is narrower.
            ends = [one.found.low, one.found.high]
            draw_line(axes, ends, [y, y], color=color, linewidth=4 if one.strong else 3, solid_capstyle="butt")
            draw_line(axes, ends, [y, y], color=LIGHT["ink"], linewidth=1.6, solid_capstyle="butt", zorder=3)
            _draw_arrows(axes, number, y, one)
        click = f"-point-{one.key}" if one.key else ""
        draw_line(axes, [mean], [y], marker=one.mark, linestyle="", color=color,
                  markersize=one.size or (10 if one.strong else 8),
                  gid=f"mean-{number}{click}")  # fmt: skip
        look: dict[str, Any] = {
            "fontsize": size, "va": "center", "color": LIGHT["ink"], "gid": f"told-{number}{click}",
            "fontweight": "bold" if one.strong else "normal",
        }  # fmt: skip
        told = one.told or (decimal(mean) if one.found.games else format_number(mean))  # as it was published
        if words == "margin":
            axes.text(1.03, y, told, transform=axes.get_yaxis_transform(), **look)
        elif words == "above":
            aside = 0.0 if level is None else _beside_level(axes, mean - level, text_width(told, size))
            axes.annotate(told, (mean, y), (aside, 11), textcoords="offset points", ha="center", **look)
        else:
            gap, left = _BESIDE_STRONG if one.strong else _BESIDE, mean > _RIGHT_OF
            axes.text(mean - gap if left else mean + gap, y, told, ha="right" if left else "left", **look)


def _beside_level(axes: Axes, above: float, width: float) -> float:
    """Return by how many points words above a mark give way to a level, to the side on which the mark is."""
    low, high = axes.get_xlim()
    whole = axes.bbox.width * 72 / axes.figure.dpi
    away = above / (high - low) * whole
    clear = width / 2 + 4
    return 0.0 if abs(away) >= clear else math.copysign(clear, above) - away


def _draw_arrows(axes: Axes, number: int, y: float, one: Span) -> None:
    """Draw an arrow at each edge of the axes that an interval leaves."""
    low, high = axes.get_xlim()
    for side, beyond, edge, mark in (
        ("low", one.found.low < low, low, "<"),
        ("high", one.found.high > high, high, ">"),
    ):
        if beyond:
            draw_line(axes, [edge], [y], marker=mark, linestyle="", color=LIGHT[one.color], markersize=8,
                      clip_on=False, gid=f"beyond-{number}-{side}")  # fmt: skip


def reach(rows: Sequence[Span], more: Sequence[float] = ()) -> tuple[float, float]:
    """Return where the axis begins and ends: 0, all means and the mean's interval, others as far as there is room."""
    ends = [end for one in rows for end in one.found[1:3] if math.isfinite(end)]
    core = [0.0, *more, *(one.found.mean for one in rows), *(value for one in rows for value in one.each)]
    core += [end for one in rows if one.strong for end in one.found[1:3] if math.isfinite(end)]
    low, high = min(core), max(core)
    room = max(high - low, 1.0)
    low, high = max(min([low, *ends]), low - room / 2), min(max([high, *ends]), high + room / 2)
    edge = max(0.08 * (high - low), 0.5)
    return low - edge, high + edge


def _is_value(one: Interval) -> bool:
    """Tell whether a figure is a mean of nothing, such as a published or predicted one."""
    return one.low == one.mean == one.high and one.games <= 1


def _row(name: str, one: Interval) -> dict[str, Any]:
    """Return a figure as a row of data; a single value stands apart from means."""
    if _is_value(one):
        return {"name": name, "mean": None, "from": None, "to": None, "games": None, "value": round(one.mean, 2)}
    low, high = (round(end, 2) if math.isfinite(end) else None for end in (one.low, one.high))
    return {"name": name, "mean": round(one.mean, 2), "from": low, "to": high, "games": one.games}


def _told(one: Interval, unit: str) -> str:
    """Return a figure in words, with its interval if it has one."""
    if one.games > 1 and math.isfinite(one.high):
        slots = {"mean": decimal(one.mean), "low": decimal(one.low), "high": decimal(one.high), "n": one.games}
        return tr("{mean} ({low} to {high}; {unit}: {n})", unit=unit, **slots)
    if _is_value(one):
        return tr("{mean}, a single value without an interval", mean=decimal(one.mean))
    return tr("{mean}, no interval ({unit}: {n})", mean=decimal(one.mean), unit=unit, n=one.games)


def spans(
    found: Mapping[str, Interval],
    *,
    title: str,
    x_label: str,
    y_label: str = "",
    alt: str = "",
    low: float | None = 0,
    high: float | None = None,
    level: tuple[str, float] | None = None,
    each: Mapping[str, Sequence[float]] | None = None,
    games: str = "",
    sure: str = "95",
) -> HTML:
    """Return figures with their intervals, one under the other.

    Args:
        found: for each name its figure.
        title: what the picture shows.
        x_label: what the figures are, with their unit.
        y_label: what the names are; rules without it.
        alt: the picture in words; made from the data without it.
        low: where the axis begins; by the data if None, and then wide intervals end in arrows.
        high: where the axis ends; by the data if None.
        level: a value to mark with a dashed line, and what it is called.
        each: single values of a name, as open squares.
        games: what a figure is a mean of; games without it.
        sure: how many per cent an interval has.
    """
    single = each or {}
    rows = [
        Span(name, one, MARKS[place % 6], COLORS[place % 6], each=single.get(name, ()))
        for place, (name, one) in enumerate(found.items())
    ]
    y_label = y_label or tr("rule")
    left = min(0.5, max(0.14, 0.03 + 0.0165 * max(map(len, found))))
    figure, axes = house_axes(height=1.25 + 0.36 * len(found), left=left)
    ends = [end for one in found.values() for end in ((one.low, one.high) if one.games > 1 else (one.mean,))]
    ends = [end for end in ends if math.isfinite(end)] + [one for values in single.values() for one in values]
    ends += [level[1]] if level else []
    room = 0.12 * ((max(ends) - min(ends)) or 1)
    first = min([*ends, *([] if low is None else [low])])
    bare = not any(one.games > 1 and math.isfinite(one.high) for one in found.values())
    y = tr("mean and {sure} % interval", sure=sure)
    if bare:
        y = tr("mean")
    elif not all(math.isfinite(one.high) for one in found.values()):
        y = tr("mean, and {sure} % interval where there is one", sure=sure)
    sides = (first, max(ends) + room if high is None else high)
    frame(axes, rows, x_label, y, reach(rows, [level[1]] if level else []) if low is None else sides)
    axes.set_ylim(-0.6, len(found) - (0.2 if level is None else -0.2))
    draw_spans(axes, rows, "above", 11, level=level and level[1])
    if level is not None:
        axes.axvline(level[1], color=LIGHT["ink2"], linewidth=1.5, linestyle=(0, (4, 3)))
        right = level[1] > sum(axes.get_xlim()) / 2  # there is room for its words at the other side
        axes.annotate(
            level[0], (level[1], len(found) - 0.08), (-4 if right else 4, 0), textcoords="offset points", fontsize=10.5,
            va="center", ha="right" if right else "left", color=LIGHT["ink2"],
        )  # fmt: skip
    unit = games or tr("games")
    data = [_row(name, one) for name, one in found.items()]
    if any(map(_is_value, found.values())):
        data = [{"value": None, **row} for row in data]
    heads = {"name": y_label, "mean": tr("mean"), "from": tr("from"), "to": tr("to"), "games": unit}
    heads |= {"value": tr("a single value")} if "value" in data[0] else {}
    told = "; ".join(f"{name}: {_told(one, unit)}" for name, one in found.items())
    words = alt or tr("{title} {x}, {shown}. {told}.", title=ended(title), x=capital(x_label), shown=y, told=told)
    return finished(figure, axes, title, x_label, y, words, data, heads, kind="spans")
