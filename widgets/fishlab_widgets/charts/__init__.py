"""Figures, each with its data table: `canvas` makes them, `match_plots` follow a game, `lesson_charts` a lesson."""

from fishlab_widgets.charts.lesson_charts import bars, heat_map, histogram, lines_figure

__all__ = ["bars", "heat_map", "histogram", "lines_figure"]
