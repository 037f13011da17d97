"""The sandbox: any game, any number of players, any option, or a save code."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import ipywidgets as w

from fishlab import GAMES, BadCode, Match
from fishlab.one_at_a_time import alone
from fishlab.session import PERSON
from fishlab_widgets.controls import cell_cache
from fishlab_widgets.controls.base_widget import STYLE
from fishlab_widgets.controls.bookmark import Bookmark
from fishlab_widgets.controls.buttons import action_button
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.live.table import Table


class Sandbox(Live, w.VBox):
    """Choose a game and how many play; seats and options are changed at the table. A save code opens too."""

    def __init__(self, game: str = "fishery") -> None:
        if game not in GAMES:
            raise ValueError(f"{game!r} is not a game here: choose {', '.join(GAMES)}")
        self.game = w.Dropdown(
            options=[(kind.title, name) for name, kind in GAMES.items()], value=game, description="Game"
        )
        self.players = w.Dropdown(options=list(GAMES[game].seats), description="Players")
        self.dice = w.Dropdown(
            options=[("by the computer", "auto"), ("at our table", "table")], description="Dice and cards"
        )
        self.code = w.Text(placeholder="or paste a save code", description="Save code")
        for field in (self.game, self.players, self.dice, self.code):
            field.style.description_width = "120px"
        self.message = w.HTML()
        self.place = w.VBox([])
        self.game.observe(alone(self._offer_players), "value")
        start = action_button("Set the table", "", lambda: self.start(arriving=True), primary=True)
        form = w.VBox([self.game, self.players, self.dice, self.code, start, self.message])
        form.add_class("new-game")
        style = w.HTML(f"<style>{STYLE}</style>")
        self.bookmark = Bookmark("sandbox")
        super().__init__([style, form, self.bookmark, self.place])
        for name in ("fishlab", "fishlab-live", "fishlab-sandbox"):
            self.add_class(name)
        place, before = cell_cache.find(("sandbox", game))
        cell_cache.keep(place, ("sandbox", game), self)
        if before is not None and before.table.session.touched:
            self._go_on(before.table)
            self.message.value = "<p role='status'>Here is your game again. “Set the table” begins another one.</p>"
        else:
            self.start()
        cell_cache.welcome(place, ("sandbox", game), self)

    @property
    def table(self) -> Table:
        """The table that stands in the sandbox."""
        table: Table = self.place.children[0]
        return table

    def still_picture(self) -> str:
        """Return the table's picture."""
        return self.table.still_picture()

    def _offer_players(self, _change: object) -> None:
        self.players.options = list(GAMES[self.game.value].seats)

    def start(self, *, arriving: bool = False) -> None:
        """Set a table for what is chosen; a code that cannot be read is refused in words, and the table stays.

        Args:
            arriving: whether the page brings the new table into view.
        """
        self.message.value = "<p role='status'>Setting the table …</p>"
        try:
            with cell_cache.apart():
                if self.code.value.strip():
                    match = Match.from_code(self.code.value)
                    table = Table(match, seats=[PERSON] * match.seats, dice=self.dice.value)
                else:
                    table = Table(self.game.value, self.players.value, dice=self.dice.value)
        except (BadCode, ValueError) as why:
            self.message.value = f"<p class='wrong' role='alert'>{escape(str(why))}</p>"
            return
        if self.place.children:
            self.table.stop()
        self.message.value = ""
        table.board.arriving = arriving
        self.place.children = [table]

    def _go_on(self, old: Table) -> None:
        """Set a new table for the game of an old one, which a page that was opened since may not know yet."""
        old.stop()
        with cell_cache.apart():
            table = Table(old.session.handed_on())
        self.place.children = [table]

    # ---- what a browser keeps ----------------------------------------------------------------------------------

    def keepsake(self) -> dict[str, Any] | None:
        """Return what a browser keeps of the game, None if nobody has played here."""
        return self.table.keepsake()

    def bring_back(self, game: Mapping[str, Any]) -> None:
        """Set a table for a game that a browser has kept, whichever it is."""
        self.table.stop()
        with cell_cache.apart():
            table = Table(Match.from_code(game["code"]), seats=game["seats"], seed=game["seed"], dice=self.dice.value)
        table.session.touched = True
        self.place.children = [table]

    def forget(self) -> None:
        """Set a new table for what the form says."""
        self.code.value = ""
        self.start()
