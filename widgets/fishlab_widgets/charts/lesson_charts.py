"""Figures for lessons, one function each: bars, lines, a histogram, a heat map (`spans` has means with intervals).

Each takes plain rows or numbers and returns HTML with named axes, a text alternative and a small table of the data. The
picture wears the page's own colours, light or dark, and every colour has a hatch or a dash beside it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import matplotlib as mpl
from IPython.display import HTML
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from fishlab.messages import listed, tr
from fishlab.messages import mark as message
from fishlab.one_at_a_time import alone
from fishlab_widgets.charts.canvas import (
    COLORS,
    DASHES,
    HATCHES,
    RC,
    alike,
    capital,
    ended,
    figure_html,
    format_number,
    house_axes,
    name_axes,
    name_cells,
    page_svg,
    rows_html,
    tint_cells,
)
from fishlab_widgets.charts.labels import End, end_labels, free_place, room_for, text_width
from fishlab_widgets.draw.svg import LIGHT

_CROWDED = 0.075
"""Ends of lines that are nearer than this part of the axis leave no room for their names side by side."""


def bars(
    rows: Sequence[Mapping[str, Any]],
    *,
    x: str,
    y: str | Sequence[str],
    title: str,
    x_label: str,
    y_label: str,
    alt: str = "",
    stacked: bool = False,
    top: float | None = None,
    mark: Any = None,
) -> HTML:
    """Return bars: one group for each row, one bar in it for each key of `y`.

    Args:
        rows: the data.
        x: the key of a row's name.
        y: the key of its height, or several.
        title: what the figure shows.
        x_label: what the names are.
        y_label: what the heights are, with the unit.
        alt: the figure in words; made from the data without it.
        stacked: put the bars of a group on top of each other.
        top: the highest value on the axis.
        mark: the row (its name) to frame in amber.
    """
    keys = [y] if isinstance(y, str) else list(y)
    names = [str(row[x]) for row in rows]
    head, foot = 0.34 + _legend_room(keys), _foot(names)
    figure, axes = house_axes(height=1.76 + head + foot, head=head, foot=foot)
    wide = 0.7 if stacked else 0.8 / len(keys)
    base = [0.0] * len(rows)
    for number, key in enumerate(keys):
        heights = [float(row[key]) for row in rows]
        shift = 0 if stacked else (number - (len(keys) - 1) / 2) * wide
        places = [place + shift for place in range(len(rows))]
        drawn = axes.bar(
            places, heights, wide, bottom=base if stacked else None, label=key, linewidth=1.2,
            facecolor=LIGHT["paper"] if HATCHES[number % 6] else LIGHT[COLORS[number % 6]],
            edgecolor=LIGHT[COLORS[number % 6]], hatch=HATCHES[number % 6],
        )  # fmt: skip
        if len(keys) == 1:
            labels = alike(heights, most=1)
            for row, (place, height) in enumerate(zip(places, heights, strict=True)):
                axes.annotate(
                    labels[row], (place, height), (0, 3 if height >= 0 else -12),
                    textcoords="offset points", ha="center", color=LIGHT["ink"], fontsize=11,
                    gid=f"value-{number + 1}-{row}",
                )  # fmt: skip
        for row, (name, one) in enumerate(zip(names, drawn, strict=True)):
            one.set_gid(f"bar-{number + 1}-{row}")
            if mark is not None and name == str(mark):
                one.set_edgecolor(LIGHT["e"])
                one.set_linewidth(4)
        if stacked:
            base = [low + height for low, height in zip(base, heights, strict=True)]
    if all(isinstance(row[key], int) for row in rows for key in keys):  # there is no half fish
        axes.yaxis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    _name_bars(axes, names)
    ends = [float(row[key]) for row in rows for key in keys] + (base if stacked else [])
    low, high = min([0.0, *ends]), max([0.0, *ends])
    room = 0.14 * ((high - low) or 1)
    axes.set_ylim(low - room if low < 0 else 0, max(top or 0, high + (room if top is None or high > top else 0)))
    parts = [
        f"{name}: "
        + ", ".join(f"{k} {format_number(row[k])}" if len(keys) > 1 else format_number(row[k]) for k in keys)
        for name, row in zip(names, rows, strict=True)
    ]
    told = "; ".join(parts[:12])
    words = alt or tr("{title} {y} by {x}. {told}.", title=ended(title), y=capital(y_label), x=x_label, told=told)
    kind = "bars stacked" if stacked else "bars"
    return finished(figure, axes, title, x_label, y_label, words, rows, [x, *keys], kind=kind)


def lines_figure(
    rows: Sequence[Mapping[str, Any]],
    *,
    x: str,
    y: str | Sequence[str],
    title: str,
    x_label: str,
    y_label: str,
    alt: str = "",
    steps: bool = False,
    bottom: float | None = 0,
    top: float | None = None,
    points: Mapping[str, tuple[float, float]] | None = None,
    ends: bool = True,
) -> HTML:
    """Return lines over a number, each with a dash of its own and its name at its end.

    Args:
        rows: the data, in order of `x`.
        x: the key of the number across.
        y: the key of the height, or several.
        title: what the figure shows.
        x_label: the number across, with its unit.
        y_label: the height, with its unit.
        alt: the figure in words; made from the data without it.
        steps: draw steps, for values that change at once.
        bottom: the lowest value on the axis.
        top: the highest value on the axis.
        points: named points to mark in amber.
        ends: say a line's last value beside its name, where names have to leave their lines.
    """
    keys = [y] if isinstance(y, str) else list(y)
    figure, axes = house_axes()
    told = _end_values(rows, keys, top) if ends else dict.fromkeys(keys, "")
    if len(keys) > 1:
        box = axes.get_position()
        right = max(0.5, 1 - room_for([f"{key} {told[key]}" for key in keys]) / figure.bbox.width)
        axes.set_position((box.x0, box.y0, right - box.x0, box.height))
    xs = [float(row[x]) for row in rows]
    first, last = min(xs), max(xs) if max(xs) > min(xs) else min(xs) + 1
    # A step lasts, the last one too.
    held = [max(xs) + max(0.03 * (last - first), xs[-1] - xs[-2] if len(xs) > 1 else 0)] if steps else []
    known = [float(row[key]) for row in rows for key in keys if row[key] is not None]
    known += [height for _, height in (points or {}).values()]
    low, high = min(known, default=0), max(known, default=1)
    low, high = low if bottom is None else min(bottom, low), high if top is None else max(top, high)
    axes.set(ylim=(low, high + 0.05 * ((high - low) or 1) * (top is None)), xlim=(first, max([last, *held])))
    if all(isinstance(row[x], int) for row in rows):  # there is no round 2.5
        by_threes = last % 3 == 0 and last % 5 != 0 and last < 100  # so that round 12, at the end, has its number
        steps_by = [1, 2, 3, 6, 10] if by_threes else [1, 2, 5, 10]
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True, steps=steps_by))
    names = []
    for number, key in enumerate(keys):
        ys = [float("nan") if row[key] is None else float(row[key]) for row in rows]
        color, dash = COLORS[number % 6], DASHES[number % 6]
        axes.plot(
            xs + held, ys + ys[-1:] * len(held), color=LIGHT[color], linewidth=2.2, linestyle=dash,
            drawstyle="steps-post" if steps else "default", gid=f"line-{number + 1}",
        )  # fmt: skip
        names.append(End(number + 1, next((v for v in reversed(ys) if v == v), low), key, told[key], color, dash))
    for number, (name, (px, py)) in enumerate((points or {}).items()):
        axes.plot(
            [px], [py], "o", color=LIGHT["e"], markeredgecolor=LIGHT["ink"], markersize=9, clip_on=False,
            gid=f"spot-{number}",
        )  # fmt: skip
        right, up = free_place(axes, name, (px, py))
        far = {"arrowstyle": "-", "color": LIGHT["ink2"], "shrinkA": 0, "shrinkB": 4} if abs(up) > 16 else None
        axes.annotate(
            name, (px, py), (right, up), textcoords="offset points", color=LIGHT["ink"], fontsize=11,
            arrowprops=far, gid=f"spot-name-{number}",
        )  # fmt: skip
    if len(keys) > 1:
        end_labels(axes, names)
    parts = []
    for key in keys:
        way = message("{line} from {first} to {last}") if len(keys) > 1 else message("from {first} to {last}")
        parts.append(tr(way, line=key, first=format_number(rows[0][key]), last=format_number(rows[-1][key])))
    words = alt or tr(
        "{title} {y} over {x} {first} to {last}: {told}.",
        title=ended(title), y=capital(y_label), x=x_label, first=format_number(rows[0][x]),
        last=format_number(rows[-1][x]), told=", ".join(parts),
    )  # fmt: skip
    return finished(
        figure, axes, title, x_label, y_label, words, rows, [x, *keys], kind="lines steps" if steps else "lines"
    )


def _end_values(rows: Sequence[Mapping[str, Any]], keys: Sequence[str], top: float | None) -> dict[str, str]:
    """Return what to say beside the name at the end of each line: its value, where names have to leave their lines."""
    last = {key: next((float(row[key]) for row in reversed(rows) if row[key] is not None), None) for key in keys}
    known = sorted(value for value in last.values() if value is not None)
    highest = top or max((float(row[key]) for row in rows for key in keys if row[key] is not None), default=1)
    crowded = any(other - one < _CROWDED * abs(highest) for one, other in pairwise(known))
    if not crowded:
        return dict.fromkeys(keys, "")
    ending = {key: value for key, value in last.items() if value is not None}
    return dict.fromkeys(keys, "") | dict(zip(ending, alike(list(ending.values())), strict=True))


def histogram(
    values: Sequence[float],
    *,
    title: str,
    x_label: str,
    y_label: str = "",
    bins: int = 10,
    low: float | None = None,
    high: float | None = None,
    marks: Mapping[str, float] | None = None,
    alt: str = "",
) -> HTML:
    """Return how often values fall into classes of equal width.

    Args:
        values: the values.
        title: what the figure shows.
        x_label: what the values are, with their unit.
        y_label: what is counted; games without it.
        bins: how many classes; if there are values beyond `low` and `high`, more of the same width hold them.
        low: where the first class begins.
        high: where the last class ends.
        marks: named values to mark with a line: the first in amber, the second in blue.
        alt: the figure in words; made from the data without it.
    """
    y_label = y_label or tr("games")
    values = [float(value) for value in values]
    start, end = min(values) if low is None else low, max(values) if high is None else high
    wide = (end - start) / bins or 1
    below = max(0, math.ceil((start - min(values)) / wide - 1e-9))
    above = max(0, math.ceil((max(values) - start) / wide - 1e-9) - bins)
    start, bins = start - below * wide, below + bins + above
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - start) / wide + 1e-9))] += 1
    edges = [round(start + wide * number, 9) for number in range(bins + 1)]
    figure, axes = house_axes()
    drawn = axes.bar(
        edges[:-1], counts, wide, align="edge", facecolor=LIGHT["a-t"], edgecolor=LIGHT["a"], linewidth=1.5,
    )  # fmt: skip
    for number, one in enumerate(drawn):
        one.set_gid(f"bar-1-{number}")
    across = [edges[0], edges[-1], *(marks or {}).values()]
    axes.set_xlim(min(across), max(across))
    tall = max(counts)
    axes.set_ylim(0, tall * (1.1 + 0.12 * len(marks or {})))
    for number, (name, value) in enumerate((marks or {}).items()):
        color = LIGHT["e"] if number == 0 else LIGHT["a"]
        axes.axvline(value, color=LIGHT["ink"], linewidth=4.5 if number == 0 else 0)
        axes.axvline(
            value, color=color, linewidth=2.8, linestyle="-" if number == 0 else DASHES[1], gid=f"level-{number}"
        )
        side = "left" if value < sum(axes.get_xlim()) / 2 else "right"
        axes.annotate(
            f"{name} {format_number(round(value, 1))}", (value, tall * (1.06 + 0.12 * number)),
            (6 if side == "left" else -6, 0), textcoords="offset points", ha=side, color=LIGHT["ink"], fontsize=11,
            fontweight="bold", gid=f"level-name-{number}",
        )  # fmt: skip
    rows = [
        {"class": tr("{low} to {high}", low=format_number(low), high=format_number(high)), "count": count}
        for low, high, count in zip(edges, edges[1:], counts, strict=False)
    ]
    most = max(counts)
    told = "".join(f" {name}: {format_number(round(value, 1))}." for name, value in (marks or {}).items())
    where = [str(row["class"]) for row in rows if row["count"] == most]
    way = (
        message("{title} {count} {y}. Most, {most}, lie at {x} {between}.{told}") if len(where) == 1
        else message("{title} {count} {y}. Most, {most} each, lie at {x} {between}.{told}")
    )  # fmt: skip
    words = alt or tr(
        way, title=ended(title), count=len(values), y=y_label, most=most, x=x_label, between=listed(where), told=told
    )
    heads = {"class": tr("class"), "count": y_label}
    return finished(figure, axes, title, x_label, y_label, words, rows, heads, kind="classes")


def heat_map(
    grid: Sequence[Sequence[float | None]],
    *,
    title: str,
    columns: Sequence[Any],
    names: Sequence[Any],
    x_label: str,
    y_label: str,
    unit: str = "",
    alt: str = "",
    numbers: bool = True,
) -> HTML:
    """Return a table of tinted cells, darker for more, each with its number.

    Args:
        grid: the values, row by row; None leaves a cell empty.
        title: what the figure shows.
        columns: the names of the columns.
        names: the names of the rows.
        x_label: what the columns are.
        y_label: what the rows are.
        unit: what the values are, with the unit.
        alt: the figure in words; made from the data without it.
        numbers: write the value into each cell.
    """
    tall = max(2.0, (0.34 if len(grid) < 12 else 0.2) * len(grid) + 0.9)
    figure, axes = house_axes(
        height=tall, left=min(0.5, (14 + max(text_width(str(name), 10.5) for name in names)) / 331)
    )
    known = [value for row in grid for value in row if value is not None]
    low, high = min(known), max(known)
    tint_cells(axes, grid)
    name_cells(axes, columns, names, 10.5)
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            if numbers and value is not None:
                dark = high > low and (value - low) / (high - low) > 0.75
                axes.text(
                    x + 0.5, y + 0.5, format_number(round(value, 2)), ha="center", va="center", fontsize=10.5,
                    color=LIGHT["ink"], fontweight="bold" if dark else "normal", gid=f"cell-{y}-{x}",
                )  # fmt: skip
    y, x = max(
        ((y, x) for y, row in enumerate(grid) for x, v in enumerate(row) if v is not None),
        key=lambda place: grid[place[0]][place[1]] or 0,
    )
    words = alt or tr(
        "{title} {unit} by {y} and {x}, from {low} to {high}. Highest at {name}, {column}.",
        title=ended(title), unit=capital(unit) or tr("Values"), y=y_label, x=x_label, low=format_number(low),
        high=format_number(high), name=names[y], column=columns[x],
    )  # fmt: skip
    rows = [
        {y_label: name, **{str(column): value for column, value in zip(columns, row, strict=True)}}
        for name, row in zip(names, grid, strict=True)
    ]
    keys = [y_label, *map(str, columns)]
    return finished(figure, axes, title, x_label, unit or y_label, words, rows, keys, kind="grid")


def _legend_room(keys: Sequence[str]) -> float:
    """Return the room that a legend needs above the axes, in inches; a single key needs none."""
    return 0 if len(keys) < 2 else 0.16 + 0.22 * math.ceil(len(keys) / _legend_columns(keys))


def _legend_columns(keys: Sequence[str]) -> int:
    """Return into how many columns a legend fits."""
    widest = 36 + max(text_width(key) for key in keys)
    return max(1, min(len(keys), int(300 / widest)))


def _name_bars(axes: Axes, names: Sequence[str]) -> None:
    """Write the names of groups of bars, slanting if they would touch."""
    axes.set_xticks(range(len(names)), names)
    if _slant(names):
        axes.tick_params(axis="x", labelrotation=35)
        for label in axes.get_xticklabels():
            label.set(ha="right", rotation_mode="anchor")


def _slant(names: Sequence[str]) -> bool:
    return max((text_width(name, 10.5) for name in names), default=0) + 3 > 275 / max(1, len(names))


def _foot(names: Sequence[str]) -> float:
    """Return the room that the names of bars need below the axes, in inches."""
    return 0.6 + (0.57 * max(text_width(name, 10.5) for name in names) / 72 if _slant(names) else 0)


@alone
def finished(
    figure: Figure,
    axes: Axes,
    title: str,
    x_label: str,
    y_label: str,
    alt: str,
    rows: Sequence[Mapping[str, Any]],
    keys: Mapping[str, str] | Sequence[str],
    *,
    kind: str,
) -> HTML:
    """Name the axes, and return the figure with its words and its data.

    Args:
        figure: the picture.
        axes: its axes.
        title: what it shows.
        x_label: what is across.
        y_label: what is upwards.
        alt: the figure in words.
        rows: the data.
        keys: the columns of the data, or what to call them.
        kind: how the picture belongs to the data (see `canvas`).
    """
    with mpl.rc_context(RC):
        name_axes(axes, x_label, y_label)
        signs = [one for one in zip(*axes.get_legend_handles_labels(), strict=True) if not one[1].startswith("_")]
        if len(signs) > 1:
            columns = _legend_columns([label for _, label in signs])
            # Matplotlib fills column by column; people read line by line.
            in_lines = [sign for column in range(columns) for sign in signs[column::columns]]
            axes.legend(
                *zip(*in_lines, strict=True), ncols=columns, columnspacing=1.2, handlelength=1.6, borderaxespad=0,
                loc="upper left", bbox_to_anchor=(0.01, 0.99), bbox_transform=figure.transFigure,
                frameon=False, fontsize=11, labelcolor=LIGHT["ink"],
            )  # fmt: skip
    return HTML(figure_html(title, page_svg(figure), alt, rows_html(rows, keys), kind=kind))
