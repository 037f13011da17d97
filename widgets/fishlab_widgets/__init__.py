"""Everything a person sees: pictures of states, live boards, tables, plots and lesson cards."""

from fishlab_widgets.board import Board
from fishlab_widgets.table import Table

__all__ = ["Board", "Table"]
