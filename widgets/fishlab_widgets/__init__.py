"""Everything a person sees: pictures of states, live boards, tables, plots and lesson cards."""

from fishlab_widgets.live.board import Board
from fishlab_widgets.live.sandbox import Sandbox
from fishlab_widgets.live.table import Table

__all__ = ["Board", "Sandbox", "Table"]
