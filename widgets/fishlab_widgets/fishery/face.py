"""The picture of Fishery: ships, nets, fisheries told apart by tint and pattern, and what may be cast where."""

from __future__ import annotations

from fishlab.core import Move, Player
from fishlab.fishery.rules import Fishery
from fishlab.plain_words import many
from fishlab_widgets.draw.svg import (
    icon,
)
from fishlab_widgets.fishery.plots import PLOTS
from fishlab_widgets.fishery.sea import SHIP, Sea
from fishlab_widgets.live.face import Face, Look


class FisheryFace(Face[Fishery]):
    """How a moment of the game looks, and what its buttons, seats and steps say."""

    glyph = "trawler"
    plots = PLOTS

    def draw(self, state: Fishery, look: Look) -> str:
        """Return the picture of a state.

        What this game makes of a look:
            marks: squares ("d4") or nets ("net d4 e4", "A: net d4 e4" with a label) to point at; "plain" leaves
                out whose the fisheries are and the score.
            compact: only the board and the score strip, for the table.
        """
        return str(Sea(state, look).draw())

    def label(self, state: Fishery, move: Move) -> str:
        """Return the words on a button."""
        return "Pass (P)" if move == ("pass",) else ""

    def key(self, state: Fishery, move: Move) -> str:
        """Return the key that plays a move."""
        return "p" if move == ("pass",) else ""

    def subtitle(self, state: Fishery) -> str:
        """Return what is special about this game."""
        return f"{state.columns} × {state.rows} sea, {state.chart.ships} ships each"

    def seat_note(self, state: Fishery, seat: Player) -> str:
        """Return what a seat still has."""
        if state.phase == "ships":
            return f"{many(state.ships_left(seat), 'ship')} to place"
        return f"{many(state.nets_left(seat), 'net')} left"

    def seat_mark(self, state: Fishery, seat: Player) -> str:
        """Return the seat's ship."""
        glyph, cls = SHIP[seat]
        return icon(glyph, 42, f"mark {cls}")


FACE = FisheryFace()
