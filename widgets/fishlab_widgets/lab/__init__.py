"""Panels on top of the laboratory and the models: a thousand seas at the move of a slider."""

from fishlab_widgets.lab.lab_charts import against_published
from fishlab_widgets.lab.panel import Laboratory, class_totals

__all__ = ["Laboratory", "against_published", "class_totals"]
