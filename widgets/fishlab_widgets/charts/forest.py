"""The forest plot: many classes, one under the other, and what they come to together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from IPython.display import HTML
from matplotlib.axes import Axes

from fishlab.messages import tr
from fishlab.stats import Interval
from fishlab_widgets.charts.canvas import ended, format_number, house_axes, plain
from fishlab_widgets.charts.labels import text_width
from fishlab_widgets.charts.lesson_charts import finished
from fishlab_widgets.draw.svg import LIGHT

if TYPE_CHECKING:
    from fishlab.lab.class_experiment.pool import Pooled

_LARGEST = 11.0  # the side of the largest square; its area goes with the weight
_TIP = 6.0  # the size of an arrow where an interval goes on beyond the figure


class _Line(NamedTuple):
    """One line of the plot: a class, the mean, or a further class."""

    name: str
    by: Interval
    marker: str
    size: float
    color: str
    weight: float | None = None
    tables: int | None = None
    people: int | None = None


def forest_plot(pooled: Pooled, *, title: str = "", x_label: str = "", y_label: str = "", alt: str = "") -> HTML:
    """Return classes with their 95 % intervals, larger where they weigh more, and their mean below them.

    An interval that goes on beyond the figure ends in an arrow; a class of one block has none.

    Args:
        pooled: what `fishlab.lab.class_experiment.pool.pool` found; at least one class.
        title: what the figure shows.
        x_label: what the numbers are, with their unit.
        y_label: what a line is.
        alt: the figure in words; made from the data without it.
    """
    if pooled.mean is None:
        raise ValueError("there is no class to draw: pool at least one that was played to the end")
    title = title or tr("“{other}” against “{base}”", other=pooled.other, base=pooled.base)
    x_label = x_label or tr("points a table ahead")
    y_label = y_label or tr("class")
    lines = _lines(pooled)
    left = min(0.45, max(0.16, (14 + max(text_width(plain(one.name, 22), 10.5) for one in lines)) / 331))
    figure, axes = house_axes(height=1.25 + 0.36 * len(lines), left=left)
    low, high = _reach(lines)
    axes.set(xlim=(low, high), ylim=(-0.6, len(lines) - 0.2))
    axes.axvline(0, color=LIGHT["ink2"], linewidth=1.5, linestyle=(0, (4, 3)), gid="zero")
    for place, one in enumerate(lines):
        _draw(axes, place, len(lines) - 1 - place, one)
    axes.set_yticks(range(len(lines)), [plain(one.name, 22) for one in reversed(lines)])
    axes.grid(axis="x", color=LIGHT["line2"], linewidth=1)
    axes.grid(axis="y", visible=False)
    rows = [
        {
            y_label: one.name,
            "mean": round(one.by.mean, 2),
            "from": round(one.by.low, 2) if math.isfinite(one.by.low) else None,
            "to": round(one.by.high, 2) if math.isfinite(one.by.high) else None,
            "weight, %": None if one.weight is None else round(100 * one.weight, 1),
            "tables": one.tables,
            "people": one.people,
        }
        for one in lines
    ]
    told = "; ".join(
        f"{row[y_label]}: {format_number(row['mean'])} ({format_number(row['from'])} to {format_number(row['to'])})"
        for row in rows
    )
    words = alt or f"{ended(title)} {x_label}, mean and 95 % interval. {told}."
    return finished(figure, axes, title, x_label, "mean and 95 % interval", words, rows, list(rows[0]), kind="spans")


def _lines(pooled: Pooled) -> list[_Line]:
    """Return what is drawn, from the top: the classes, their mean, and where a further class may lie."""
    assert pooled.mean is not None
    most = max(one.weight for one in pooled.classes)
    found = [
        _Line(
            one.session, one.difference, "s", max(4.0, _LARGEST * math.sqrt(one.weight / most)), "a", one.weight,
            one.tables, one.people,
        )
        for one in pooled.classes
    ]  # fmt: skip
    tables, people = (sum(getattr(one, key) for one in pooled.classes) for key in ("tables", "people"))
    found.append(_Line(tr("all classes"), pooled.mean, "D", 9.0, "e", 1.0, tables, people))
    if pooled.further is not None:
        found.append(_Line(tr("a further class"), pooled.further, "|", 9.0, "ink2"))
    return found


def _reach(lines: Sequence[_Line]) -> tuple[float, float]:
    """Return where the axis begins and ends: 0, all means and the mean's interval, others as far as there is room."""
    ends = [end for one in lines for end in (one.by.low, one.by.high) if math.isfinite(end)]
    core = [0.0, *(one.by.mean for one in lines)]
    core += [end for one in lines if one.marker == "D" for end in (one.by.low, one.by.high) if math.isfinite(end)]
    low, high = min(core), max(core)
    room = max(high - low, 1.0)
    low, high = max(min([low, *ends]), low - room / 2), min(max([high, *ends]), high + room / 2)
    return low - 0.08 * (high - low or 1), high + 0.08 * (high - low or 1)


def _draw(axes: Axes, place: int, y: float, one: _Line) -> None:
    """Draw one line at a height."""
    low, high = axes.get_xlim()
    color = LIGHT[one.color]
    if math.isfinite(one.by.low):
        axes.plot(
            [max(one.by.low, low), min(one.by.high, high)], [y, y], color=color, linewidth=2.4, solid_capstyle="butt",
            gid=f"span-{place}",
        )  # fmt: skip
        for side, beyond, edge, tip in (("low", one.by.low < low, low, "<"), ("high", one.by.high > high, high, ">")):
            if beyond:
                axes.plot([edge], [y], tip, color=color, markersize=_TIP, clip_on=False, gid=f"tip-{place}-{side}")
    axes.plot(
        [one.by.mean], [y], one.marker, color=color, markeredgecolor=color if one.marker == "|" else LIGHT["paper"],
        markeredgewidth=2.4 if one.marker == "|" else 1, markersize=one.size, gid=f"mean-{place}",
    )  # fmt: skip
    axes.annotate(
        f"{one.by.mean:.1f}".replace("-", "−"), (one.by.mean, y), (0, 9), textcoords="offset points", ha="center",
        fontsize=11, color=LIGHT["ink"], fontweight="bold", gid=f"told-{place}",
    )  # fmt: skip
