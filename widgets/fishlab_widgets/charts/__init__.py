"""Figures, each with its data table: `canvas` makes them, `match_plots` follow a game, `lesson_charts` a lesson.

`forest` draws many classes of an experiment, one under the other.

The plotting library is loaded with the first figure, not with the first board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fishlab_widgets.charts.lesson_charts import bars as bars
    from fishlab_widgets.charts.lesson_charts import heat_map as heat_map
    from fishlab_widgets.charts.lesson_charts import histogram as histogram
    from fishlab_widgets.charts.lesson_charts import lines_figure as lines_figure

_LENT = ("bars", "heat_map", "histogram", "lines_figure")


def __getattr__(name: str) -> Any:
    if name not in _LENT:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from fishlab_widgets.charts import lesson_charts

    return getattr(lesson_charts, name)
