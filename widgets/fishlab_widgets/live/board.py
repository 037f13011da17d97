"""The live board and the screen of a table as widgets of a notebook."""

from __future__ import annotations

from fishlab_widgets.controls.base_widget import BaseWidget
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.draw.svg import still
from fishlab_widgets.live.board_model import BoardModel, ScreenModel


class Board(BoardModel, Live, BaseWidget):
    """A picture that can be played: `Board(Match(Fishery))`."""

    def __repr__(self) -> str:
        return f"<Board: {self.match!r}>" if self.match else "<Board>"

    def still_picture(self) -> str:
        """Return the present picture, without what could be clicked."""
        return still(self.svg)


class Screen(ScreenModel, Board):
    """The board of a table, with all that stands around it."""
