"""The sandbox: any game, any number of players, any option, or a save code."""

from __future__ import annotations

from fishlab import GAMES
from fishlab_widgets.controls.bookmark import Bookmark
from fishlab_widgets.live.table import Table


class Sandbox(Table):
    """A table for any game. The form that starts one is open at first; a save code of any game opens too.

    Args:
        game: the game that stands there first.
    """

    any_game = True

    def __init__(self, game: str = "fishery") -> None:
        if game not in GAMES:
            raise ValueError(f"{game!r} is not a game here: choose {', '.join(GAMES)}")
        self.bookmark = Bookmark("sandbox")
        super().__init__(game)
        self.children = [self.bookmark, self.board]
        if not self.session.touched:
            self.board.form = self.asks()
            self.refresh(motion=False)
