"""Figures for lessons, one function each: bars, lines, a histogram, a heat map.

Each takes plain rows or numbers and returns HTML with named axes, a text alternative and a small table of the data. The
picture wears the page's own colours, light or dark, and every colour has a hatch or a dash beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
from IPython.display import HTML
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fishlab_widgets.charts.canvas import (
    COLORS,
    DASHES,
    HATCHES,
    RC,
    figure_html,
    format_number,
    house_axes,
    name_axes,
    name_cells,
    page_svg,
    rows_html,
    tint_cells,
)
from fishlab_widgets.draw.svg import LIGHT


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
    figure, axes = house_axes(head=0.7 if len(keys) > 1 else 0.34)
    names = [str(row[x]) for row in rows]
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
            for place, height in zip(places, heights, strict=True):
                axes.annotate(
                    format_number(round(height, 1)), (place, height), (0, 3), textcoords="offset points", ha="center",
                    color=LIGHT["ink"], fontsize=11,
                )  # fmt: skip
        for name, one in zip(names, drawn, strict=True):
            if mark is not None and name == str(mark):
                one.set_edgecolor(LIGHT["e"])
                one.set_linewidth(4)
        if stacked:
            base = [low + height for low, height in zip(base, heights, strict=True)]
    axes.set_xticks(range(len(rows)), names)
    axes.set_ylim(0, top)
    if top is None:
        axes.margins(y=0.12)
    parts = [
        f"{name}: " + ", ".join(f"{_kind(k, keys)}{format_number(row[k])}" for k in keys)
        for name, row in zip(names, rows, strict=True)
    ]
    words = alt or f"{title}. {y_label} by {x_label}. {'; '.join(parts[:12])}."
    return finished(figure, axes, title, x_label, y_label, words, rows, [x, *keys])


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
    """
    keys = [y] if isinstance(y, str) else list(y)
    figure, axes = house_axes(right=0.78 if len(keys) > 1 else 0.96)
    xs = [float(row[x]) for row in rows]
    ends = []
    for number, key in enumerate(keys):
        ys = [float("nan") if row[key] is None else float(row[key]) for row in rows]
        axes.plot(
            xs, ys, color=LIGHT[COLORS[number % 6]], linewidth=2.2, linestyle=DASHES[number % 6],
            drawstyle="steps-post" if steps else "default",
        )  # fmt: skip
        ends.append((next((value for value in reversed(ys) if value == value), 0.0), key))
    for name, (px, py) in (points or {}).items():
        axes.plot([px], [py], "o", color=LIGHT["e"], markeredgecolor=LIGHT["ink"], markersize=9)
        axes.annotate(name, (px, py), (8, 8), textcoords="offset points", color=LIGHT["ink"], fontsize=11)
    axes.set_ylim(bottom, top)
    axes.set_xlim(min(xs), max(xs) if max(xs) > min(xs) else min(xs) + 1)
    if len(keys) > 1:
        low, high = axes.get_ylim()
        gap, place = (high - low) * 0.1, low - (high - low)
        for value, key in sorted(ends):
            place = max(value, place + gap)
            axes.text(
                1.02, place, key, transform=axes.get_yaxis_transform(), color=LIGHT["ink"], fontsize=11, va="center"
            )
    first, last = rows[0], rows[-1]
    parts = [f"{_kind(k, keys)}from {format_number(first[k])} to {format_number(last[k])}" for k in keys]
    across = f"{x_label} {format_number(first[x])} to {format_number(last[x])}"
    words = alt or f"{title}. {y_label} over {across}: {', '.join(parts)}."
    return finished(figure, axes, title, x_label, y_label, words, rows, [x, *keys])


def histogram(
    values: Sequence[float],
    *,
    title: str,
    x_label: str,
    y_label: str = "games",
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
        y_label: what is counted.
        bins: how many classes.
        low: where the first class begins.
        high: where the last class ends.
        marks: named values to mark with a line: the first in amber, the second in blue.
        alt: the figure in words; made from the data without it.
    """
    values = [float(value) for value in values]
    start, end = min(values) if low is None else low, max(values) if high is None else high
    wide = (end - start) / bins or 1
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, max(0, int((value - start) / wide)))] += 1
    edges = [start + wide * number for number in range(bins + 1)]
    figure, axes = house_axes()
    axes.bar(
        edges[:-1], counts, wide, align="edge", facecolor=LIGHT["a-t"], edgecolor=LIGHT["a"], linewidth=1.5,
    )  # fmt: skip
    axes.set_xlim(edges[0], edges[-1])
    tall = max(counts)
    axes.set_ylim(0, tall * (1.1 + 0.12 * len(marks or {})))
    for number, (name, value) in enumerate((marks or {}).items()):
        color = LIGHT["e"] if number == 0 else LIGHT["a"]
        axes.axvline(value, color=LIGHT["ink"], linewidth=4.5 if number == 0 else 0)
        axes.axvline(value, color=color, linewidth=2.8, linestyle="-" if number == 0 else DASHES[1])
        side = "left" if value < (start + end) / 2 else "right"
        axes.annotate(
            f"{name} {format_number(round(value, 1))}", (value, tall * (1.06 + 0.12 * number)),
            (6 if side == "left" else -6, 0), textcoords="offset points", ha=side, color=LIGHT["ink"], fontsize=11,
            fontweight="bold",
        )  # fmt: skip
    rows = [
        {"class": f"{format_number(edges[n])} to {format_number(edges[n + 1])}", y_label: counts[n]}
        for n in range(bins)
    ]
    most = max(range(bins), key=counts.__getitem__)
    told = "".join(f" {name}: {format_number(round(value, 1))}." for name, value in (marks or {}).items())
    words = alt or (
        f"{title}. {len(values)} {y_label}. Most, {counts[most]}, lie at {x_label} {rows[most]['class']}.{told}"
    )
    return finished(figure, axes, title, x_label, y_label, words, rows, ["class", y_label])


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
    tall = max(2.0, 0.34 * len(grid) + 0.9)
    figure, axes = house_axes(height=tall, left=0.2)
    known = [value for row in grid for value in row if value is not None]
    low, high = min(known), max(known)
    tint_cells(axes, grid)
    name_cells(axes, columns, names, 10.5)
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            if numbers and value is not None:
                dark = high > low and (value - low) / (high - low) > 0.75
                axes.text(
                    x + 0.5, y + 0.5, format_number(round(value, 2)), ha="center", va="center", fontsize=10,
                    color=LIGHT["ink"], fontweight="bold" if dark else "normal", gid=f"cell-{y}-{x}",
                )  # fmt: skip
    y, x = max(
        ((y, x) for y, row in enumerate(grid) for x, v in enumerate(row) if v is not None),
        key=lambda place: grid[place[0]][place[1]] or 0,
    )
    words = alt or (
        f"{title}. {unit or 'Values'} by {y_label} and {x_label}, from {format_number(low)} to {format_number(high)}. "
        f"Highest at {names[y]}, {columns[x]}."
    )
    rows = [
        {y_label: name, **{str(column): value for column, value in zip(columns, row, strict=True)}}
        for name, row in zip(names, grid, strict=True)
    ]
    return finished(figure, axes, title, x_label, unit or y_label, words, rows, [y_label, *map(str, columns)])


def _kind(key: str, keys: Sequence[str]) -> str:
    return f"{key} " if len(keys) > 1 else ""


def finished(
    figure: Figure,
    axes: Axes,
    title: str,
    x_label: str,
    y_label: str,
    alt: str,
    rows: Sequence[Mapping[str, Any]],
    keys: Sequence[str],
) -> HTML:
    """Name the axes, and return the figure with its words and its data."""
    with mpl.rc_context(RC):
        name_axes(axes, x_label, y_label)
        labels = [label for label in axes.get_legend_handles_labels()[1] if not label.startswith("_")]
        if len(labels) > 1:
            axes.legend(
                loc="lower left", bbox_to_anchor=(-0.02, 1.18), ncols=len(labels), frameon=False, fontsize=11,
                labelcolor=LIGHT["ink"], borderaxespad=0, columnspacing=1.2, handlelength=1.6,
            )  # fmt: skip
    return HTML(figure_html(title, page_svg(figure), alt, rows_html(rows, keys)))
