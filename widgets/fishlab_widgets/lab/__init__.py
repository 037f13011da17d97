"""Panels on top of the laboratory and the models: a thousand seas at the move of a slider."""

from fishlab_widgets.lab.panel import Laboratory

__all__ = ["Laboratory"]
