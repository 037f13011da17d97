"""The forest plot: many classes, one under the other, and what they come to together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from IPython.display import HTML

from fishlab.messages import mark, refusal, tr
from fishlab_widgets.charts.canvas import capital, ended, format_number, house_axes, plain
from fishlab_widgets.charts.labels import text_width
from fishlab_widgets.charts.lesson_charts import finished
from fishlab_widgets.charts.spans import Span, draw_spans, frame, reach
from fishlab_widgets.draw.svg import LIGHT

if TYPE_CHECKING:
    from fishlab.lab.class_experiment.pool import Pooled

_LARGEST, _LEAST = 12.0, 4.0  # the sides of squares: their area goes with the weight of a class
_LONGEST = 22  # letters of a name


def forest_plot(pooled: Pooled) -> HTML:
    """Return classes with their intervals, larger where they weigh more, and their mean below them.

    An interval that goes on beyond the figure ends in an arrow; a single class of one block has none.

    Args:
        pooled: what `fishlab.lab.class_experiment.pool.pool_rows` found; at least one class.
    """
    if pooled.mean is None:
        raise refusal("There is no class to draw: pool at least one that was played to the end.")
    pooled = pooled.ahead  # as the sentences say it
    slots = {"other": pooled.other, "base": pooled.base, "year": pooled.year}
    words = mark("“{other}” against “{base}”, up to year {year}") if pooled.year else mark("“{other}” against “{base}”")
    title = tr(words, **slots)
    fined = pooled.after is not None or pooled.unknown
    x_label = tr("points a table ahead, before fines") if fined else tr("points a table ahead")
    rows = _rows(pooled)
    left = min(0.45, max(0.16, (14 + max(text_width(plain(one.name, _LONGEST), 10.5) for one in rows)) / 331))
    figure, axes = house_axes(height=1.25 + 0.36 * len(rows), left=left)
    y = tr("mean and {sure} % interval", sure=format_number(round(100 * pooled.confidence, 1)))
    frame(axes, [one._replace(name=plain(one.name, _LONGEST)) for one in rows], x_label, y, reach(rows))
    axes.set_ylim(-0.6, len(rows) - 0.2)
    axes.axvline(0, color=LIGHT["ink2"], linewidth=1.5, linestyle=(0, (4, 3)))
    draw_spans(axes, rows, "above", 11, level=0)
    data = _data(pooled, rows)
    heads = {
        "name": tr("class"),
        "mean": tr("mean"),
        "from": tr("from"),
        "to": tr("to"),
        "weight": tr("weight, %"),
        "tables": tr("tables"),
        "seats": tr("seats"),
    }
    told = "; ".join(
        tr("{name}: {mean} ({low} to {high})", name=row["name"], **{
            slot: format_number(row[key]) for slot, key in (("mean", "mean"), ("low", "from"), ("high", "to"))
        })
        for row in data
    )  # fmt: skip
    alt = tr("{title} {x}, {y}. {told}.", title=ended(title), x=capital(x_label), y=y, told=told)
    return finished(figure, axes, title, x_label, y, alt, data, heads, kind="spans")


def _rows(pooled: Pooled) -> list[Span]:
    """Return what is drawn, from the top: the classes, their mean, and where a further class may lie."""
    assert pooled.mean is not None
    most = max(one.weight for one in pooled.classes)
    rows = [
        Span(one.session, one.difference, "s", "a", size=max(_LEAST, _LARGEST * math.sqrt(one.weight / most)))
        for one in pooled.classes
    ]
    tables = sum(one.tables for one in pooled.classes)
    rows.append(Span(tr("all classes"), pooled.mean._replace(games=tables), "D", "e", strong=True))
    if pooled.further is not None:
        rows.append(Span(tr("a further class"), pooled.further, "d", "ink2"))
    return rows


def _data(pooled: Pooled, rows: Sequence[Span]) -> list[dict[str, Any]]:
    """Return the table below the figure."""
    more: list[tuple[float | None, int | None, int | None]] = [
        (round(100 * one.weight, 1), one.tables, one.people) for one in pooled.classes
    ]
    more.append((100.0, sum(one.tables for one in pooled.classes), sum(one.people for one in pooled.classes)))
    more.append((None, None, None))
    return [
        {
            "name": row.name,
            "mean": round(row.found.mean, 2),
            "from": round(row.found.low, 2) if math.isfinite(row.found.low) else None,
            "to": round(row.found.high, 2) if math.isfinite(row.found.high) else None,
            "weight": weight,
            "tables": tables,
            "seats": seats,
        }
        for row, (weight, tables, seats) in zip(rows, more, strict=False)
    ]
