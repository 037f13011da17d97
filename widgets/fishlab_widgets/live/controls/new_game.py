"""The form for a new game at a table: how many play, and every option of the game."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as w

from fishlab.core import Match, Option
from fishlab_widgets.live.controls.buttons import action_button


class NewGame(w.VBox):
    """Asks for a new game and hands its match over; it is hidden until `offer` is called.

    What a table was given and no form can ask for (ships already placed, supplies on a map, countries' names) can be
    kept as it is or left out.
    """

    def __init__(self, begin: Callable[[Match], None]) -> None:
        self._begin = begin
        self.fields: dict[str, tuple[w.ValueWidget, list[Any]]] = {}
        self.message = w.HTML()
        self.go = action_button("Start a new game", "", self._start, primary=True)
        super().__init__([], layout=w.Layout(display="none"))
        self.add_class("new-game")

    @property
    def shown(self) -> bool:
        """Whether the form is open."""
        return bool(self.layout.display != "none")

    def put_away(self) -> None:
        """Put the form away."""
        self.layout.display = "none"

    def offer(self, match: Match) -> None:
        """Ask for a game like this one."""
        self._match = match
        game = match.game
        self.fields, self.message.value = {}, ""
        if len(game.seats) > 1:
            count = w.BoundedIntText(match.seats, min=game.seats[0], max=game.seats[-1], description="players")
            self.fields["players"] = (count, [])
        for option in game.options:
            if (field := _field(option, match.options.get(option.name, option.default))) is not None:
                self.fields[option.name] = field
        for widget, _ in self.fields.values():
            widget.style.description_width = "220px"
            widget.layout.width = "360px"
        buttons = w.HBox([self.go, action_button("Keep this game", "", self.put_away)])
        self.children = [*(widget for widget, _ in self.fields.values()), buttons, self.message]
        self.layout.display = ""

    def _start(self) -> None:
        values = {name: values[field.value] if values else field.value for name, (field, values) in self.fields.items()}
        players = values.pop("players", self._match.seats)
        defaults = {option.name: option.default for option in self._match.game.options}
        try:
            match = Match(self._match.game, players, **{k: v for k, v in values.items() if v != defaults[k]})
        except ValueError as why:
            self.message.value = f"<p class='wrong' role='alert'>{escape(str(why))}</p>"
            return
        self.put_away()
        self._begin(match)


def _field(option: Option, value: Any) -> tuple[w.ValueWidget, list[Any]] | None:
    """Return what asks for an option, with the values that its places stand for; None if there is nothing to ask."""
    if option.low is not None:
        return w.BoundedIntText(value, min=option.low, max=option.high, description=option.label), []
    values = list(option.choices) or [option.default]
    names = [_name(one) for one in values] if option.choices else ["as in the box"]
    if value not in values:
        values, names = [value, *values], ["as at this table", *names]
    if len(values) < 2:
        return None
    places = list(zip(names, range(len(values)), strict=True))
    return w.Dropdown(options=places, value=values.index(value), description=option.label), values


def _name(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "by chance" if value is None else str(value)
