"""What Fresh Fish's plots show: routes, money and points, move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fishlab.core import SEAT_LETTERS, Player
from fishlab.freshfish.outlook import outlets, routes
from fishlab.freshfish.rules import FreshFish
from fishlab.match import Match
from fishlab.messages import mark, tr
from fishlab_widgets.charts.plot import KeptWithMatch, Plot, Row, Series
from fishlab_widgets.draw.svg import SEATS
from fishlab_widgets.freshfish.city_picture import SHORT


# Plots.
def _by_seat(match: Match) -> list[Series]:
    return [Series(SEAT_LETTERS[seat], SEAT_LETTERS[seat], SEATS[seat]) for seat in range(match.seats)]


def _states(match: Match) -> list[FreshFish]:
    return [state for state in match.states if isinstance(state, FreshFish)]


def _first(match: Match) -> int:
    """Return the first move after the setup."""
    return next((number for number, state in enumerate(_states(match)) if state.phase != "supply"), 0)


def _seat_rows(match: Match, values: Sequence[Sequence[int]]) -> list[Row]:
    """Return one row a move, from the end of the setup on."""
    first = _first(match)
    return [
        {"at": number, "move": number, **dict(zip(SEAT_LETTERS, by_seat, strict=False))}
        for number, by_seat in enumerate(values[first:], first)
    ]


_scores: KeptWithMatch[tuple[int, ...]] = KeptWithMatch(lambda state, _: state.scores())


def route_rows(match: Match) -> list[Row]:
    """Return by move what each seat's four routes count together; an outlet without a route counts the cap."""
    values = zip(_scores(match), _states(match), strict=True)
    return _seat_rows(match, [[s + m for s, m in zip(scores, state.money, strict=True)] for scores, state in values])


def money_rows(match: Match) -> list[Row]:
    """Return each seat's money by move."""
    return _seat_rows(match, [state.money for state in _states(match)])


def score_rows(match: Match) -> list[Row]:
    """Return each seat's score by move: routes less money."""
    return _seat_rows(match, _scores(match))


def outlet_rows(match: Match, seat: Player) -> list[Row]:
    """Return by move how long the route of each of a seat's outlets is; None before the outlet is on the board."""
    rows: list[Row] = []
    for number, state in enumerate(match.states):
        if isinstance(state, FreshFish) and state.phase != "supply":
            there = outlets(state, seat)
            lengths = {
                tr(SHORT[found.kind]): found.length if there.get(found.kind) else None for found in routes(state, seat)
            }
            rows.append({"at": number, "move": number, **lengths})
    return rows


def _moves(match: Match) -> tuple[int, int]:
    """Return the first move after the setup, and one that a game reaches: each plot is drawn for once at least."""
    first = _first(match)
    return first, first + _states(match)[0].size ** 2


def _plot(title: str, y: str, rows: Callable[[Match], list[Row]]) -> Plot:
    return Plot(title, mark("move"), y, "move", _by_seat, rows, top=20, span=_moves)


PLOTS = (
    _plot(mark("Score by player (low wins)"), mark("each player’s routes less money"), score_rows),
    _plot(mark("Route lengths by player"), mark("each player’s four routes, in streets"), route_rows),
    _plot(mark("Money by player"), mark("each player’s money"), money_rows),
)
