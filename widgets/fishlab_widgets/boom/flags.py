"""The flag editor of Fishery Boom: draw a flag of 12 by 8 pixels, name a country, and hoist both on a table.

    table = Table("boom", 3)
    FlagEditor(table)

The flag goes into the match, so a save code carries it. A flag is data: rows of letters, each letter a colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w
import traitlets

from fishlab.boom.setup import FLAG_COLOURS, FLAG_SIZE
from fishlab.core import SEAT_LETTERS, Player
from fishlab.match import Match
from fishlab.messages import mark, tr
from fishlab.one_at_a_time import alone
from fishlab_widgets.boom.player_sheet import CSS, PATTERNS, flag
from fishlab_widgets.controls.base_widget import COLOURS, BaseWidget, script, style
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.draw.svg import Picture
from fishlab_widgets.live.table import Table

_HERE = Path(__file__).parent
_WIDE, _HIGH = FLAG_SIZE


class Pixels(BaseWidget):
    """The grid of pixels with its colours."""

    _esm = script(_HERE / "flags.js")
    _css = style(_HERE / "flags.css", base=COLOURS)

    rows = traitlets.List(traitlets.Unicode()).tag(sync=True)
    colours = traitlets.Dict().tag(sync=True)
    size = traitlets.List(traitlets.Int()).tag(sync=True)

    def __init__(self, rows: Sequence[str]) -> None:
        super().__init__(
            rows=list(rows), colours={letter: tr(name) for letter, name in FLAG_COLOURS.items()}, size=list(FLAG_SIZE)
        )

    def __repr__(self) -> str:
        return "<Pixels>"

    @traitlets.validate("rows")
    def _check(self, proposal: Any) -> list[str]:
        """Keep the last good flag when a browser sends something that is none."""
        given = proposal["value"]
        good = len(given) == _HIGH and all(len(row) == _WIDE and set(row) <= set(FLAG_COLOURS) for row in given)
        return list(given) if good else list(self.rows or PATTERNS["a blank flag"])


class FlagEditor(Live, w.VBox):
    """Draw a flag and name a country: with the mouse, or with arrow keys, Space and the keys 1 to 8 for the colours.

    Args:
        table: the table on which "Hoist the flag" puts flag and name; without one, read `flag` and `country`.
        seat: whose flag it is.
        country: the country's name to begin with.
        flag: the flag to begin with, 8 rows of 12 letters.
    """

    wakes = mark("the flag")

    def __init__(
        self,
        table: Table | None = None,
        *,
        seat: Player = 0,
        country: str = "",
        flag: Sequence[str] = PATTERNS["sea and sun"],
    ) -> None:
        self.table = table
        self.pixels = Pixels(flag)
        players = table.match.seats if table else 4
        self.seat = w.Dropdown(
            options=[(tr("seat {letter}", letter=SEAT_LETTERS[place]), place) for place in range(players)],
            value=seat,
            description=tr("For"),
        )
        patterns = [(tr(name), name) for name in PATTERNS]
        self.pattern = w.Dropdown(options=patterns, value="sea and sun", description=tr("Start from"))
        self.name = w.Text(value=country[:24], description=tr("Country"), placeholder=tr("1 to 24 letters"))
        self.button = w.Button(description=tr("Hoist the flag"), layout=w.Layout(width="auto"))
        for name in ("fishlab-button", "primary"):
            self.button.add_class(name)
        self.answer = w.HTML()
        self.pattern.observe(alone(lambda change: self._start_from(change["new"])), "value")
        self.button.on_click(lambda _: self.hoist())
        children: list[w.Widget] = [self.pixels, w.HBox([self.name, self.pattern])]
        if table is not None:
            children += [w.HBox([self.seat, self.button]), self.answer]
        super().__init__(children)
        for name in ("fishlab", "fishlab-live"):
            self.add_class(name)

    def __repr__(self) -> str:
        return f"<FlagEditor: {self.name.value or 'no name yet'}>"

    @property
    def flag(self) -> list[str]:
        """The flag as a match takes it: 8 rows of 12 letters."""
        return list(self.pixels.rows)

    @property
    def country(self) -> str:
        """The country's name, without what cannot be printed; "" if there is none."""
        return "".join(letter for letter in self.name.value if letter.isprintable()).strip()[:24]

    def still_picture(self) -> str:
        """Return the flag."""
        pic = Picture(196, 132, title=tr("A flag"), desc=tr("The flag drawn here."), css=CSS)
        pic.add(flag(self.flag, 0, 2, 2, 16))
        return str(pic)

    def _start_from(self, name: str) -> None:
        self.pixels.rows = list(PATTERNS[name])

    def hoist(self) -> None:
        """Put flag and name on the table; the game goes on where it was."""
        if self.table is None:
            return
        match, seat = self.table.match, self.seat.value
        try:
            new = hoisted(match, seat, self.flag, self.country)
            self.table.load(new.code())
        except ValueError as why:
            self.answer.value = f"<p><b>{escape(str(why))}</b></p>"
            return
        name = new.state.seat_name(seat)
        told = tr("The flag of {name} flies at seat {letter}.", name=name, letter=SEAT_LETTERS[seat])
        self.answer.value = f"<p>{escape(told)}</p>"


def hoisted(match: Match, seat: Player, flag: Sequence[str], country: str = "") -> Match:
    """Return the same match with another flag and name for a seat: the moves are played again."""
    options = dict(match.options)
    flags = list(options.get("flags") or [None] * match.seats)
    flags[seat] = list(flag)
    options["flags"] = flags
    if country:
        names = list(
            options.get("countries")
            or [tr("Seat {letter}", letter=SEAT_LETTERS[place]) for place in range(match.seats)]
        )
        names[seat] = country
        options["countries"] = names
    new = Match(match.game, match.seats, **options)
    new.seed = match.seed
    for move in match.moves:
        new.play(move)
    return new
