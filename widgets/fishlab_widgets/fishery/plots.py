"""What Fishery's plot shows: the squares held and contested, move by move."""

from __future__ import annotations

from fishlab.fishery.rules import Fishery
from fishlab.match import Match
from fishlab.messages import mark
from fishlab_widgets.charts.plot import Plot, Row, Series


# What the table asks.
def area_rows(match: Match) -> list[Row]:
    """Return the squares held and contested by move, from the last ship on once nets are cast: before, none is held."""
    states = [state for state in match.states if isinstance(state, Fishery)]
    ships = next((number for number, state in enumerate(states) if state.phase != "ships"), 0)
    rows: list[Row] = []
    for number, state in enumerate(states[ships:], ships):
        black, white = state.scores() if state.phase != "ships" else (0, 0)
        rows.append(
            {
                "at": number,
                "move": number,
                "black": black,
                "white": white,
                "contested": len(state.chart.squares) - black - white,
            }
        )
    return rows


def _moves(match: Match) -> tuple[int, int]:
    """Return the first move with nets, once there are any, and the last that there can be without a pass."""
    state = match.state
    assert isinstance(state, Fishery)
    ships = 2 * state.chart.ships
    return (0 if state.phase == "ships" else ships), ships + 2 * state.chart.nets


PLOTS = (
    Plot(
        title=mark("Area by move"),
        x=mark("move"),
        y=mark("squares of the sea that each player holds"),
        x_key="move",
        series=(
            Series("black", mark("Black")),
            Series("white", mark("White"), "a"),
            Series("contested", mark("contested"), "d"),
        ),
        rows=area_rows,
        top=lambda match: len(match.state.chart.squares) if isinstance(match.state, Fishery) else 5,
        span=_moves,
    ),
)
