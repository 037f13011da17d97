"""What Pisces' plots show: stocks, catches and points, round by round."""

from __future__ import annotations

from collections.abc import Callable

from fishlab.match import Match
from fishlab.messages import mark, tr
from fishlab.pisces.boards import STAGES
from fishlab.pisces.contents import stage_chips
from fishlab.pisces.phrases import STAGE_WORDS
from fishlab.pisces.rules import Pisces
from fishlab_widgets.charts.plot import KeptWithMatch, Plot, Row, Series
from fishlab_widgets.pisces.species_board import LETTERS, colours

_LINE = {**{name: "abcdef"[place] for name, place in LETTERS.items()}, "sardine": "ink"}


def _moments(match: Match) -> list[tuple[int, float, Pisces]]:
    """Return each position with its time in rounds: a round's moves lie evenly between its number and the next."""
    states = [state for state in match.states if isinstance(state, Pisces)]
    lengths: dict[int, int] = {}
    for state in states:
        lengths[state.round] = lengths.get(state.round, 0) + 1
    rows, seen = [], dict.fromkeys(lengths, 0)
    for place, state in enumerate(states):
        number = state.round
        rows.append((place, round(number + seen[number] / max(lengths[number], 1), 2), state))
        seen[number] += 1
    begun = [row for row in rows if row[2].round]
    return begun or rows[-1:]


def stock_by_species(match: Match) -> list[Row]:
    """Return the chips in the water of each species, by position."""
    stocks = _stocks(match)
    return [{"at": place, "round": when, **stocks[place]} for place, when, _ in _moments(match)]


_stocks = KeptWithMatch(lambda state, _: {state.species[b]: sum(state.stacks[b]) for b in _boards(state)})


def stock_by_stage(match: Match) -> list[Row]:
    """Return the chips in the water of each stage, on all boards together, by position."""
    rows: list[Row] = []
    for place, when, state in _moments(match):
        totals = dict.fromkeys(STAGES, 0)
        for board in _boards(state):
            for stage, chips in stage_chips(state, board).items():
                totals[stage] += chips
        rows.append({"at": place, "round": when, **totals})
    return rows


def catch_by_player(match: Match) -> list[Row]:
    """Return the chips of any species that each player has kept so far, by position; players are named by species."""
    return [
        {"at": place, "round": when, **{state.species[b]: sum(state.landed[b]) for b in _boards(state)}}
        for place, when, state in _moments(match)
    ]


def points_by_player(match: Match) -> list[Row]:
    """Return everybody's points, by position; players are named by their species."""
    return [
        {"at": place, "round": when, **{state.species[b]: state.scores()[b] for b in _boards(state)}}
        for place, when, state in _moments(match)
    ]


def _boards(state: Pisces) -> list[int]:
    return [board for board, kind in enumerate(state.kinds) if kind >= 0]


def _by_species(match: Match) -> list[Series]:
    state = match.state
    assert isinstance(state, Pisces)
    letters = colours(state)
    return [
        Series(state.species[b], tr(state.kind(b).label), _LINE.get(state.species[b], letters[b]))
        for b in _boards(state)
    ]


def _by_stage(match: Match) -> list[Series]:
    state = match.state
    assert isinstance(state, Pisces)
    there = {stage.name for board in _boards(state) for stage in state.kind(board).stages}
    tones = {"young": "d", "juvenile": "b", "adult": "a", "spawner": "ink"}
    return [Series(stage, tr(STAGE_WORDS[stage]), tones[stage]) for stage in STAGES if stage in there]


def _plot(title: str, y: str, series: Callable[[Match], list[Series]], rows: Callable[[Match], list[Row]]) -> Plot:
    return Plot(title, mark("round"), y, "round", series, rows, span=_rounds)


def _rounds(match: Match) -> tuple[int, int]:
    assert isinstance(match.state, Pisces)
    return 1, match.state.sea.rounds


PLOTS = (
    _plot(mark("Fish in the water"), mark("chips of each species"), _by_species, stock_by_species),
    _plot(mark("Fish by life stage"), mark("chips on all boards together"), _by_stage, stock_by_stage),
    _plot(
        mark("Catch so far, by player"),
        mark("chips that each kept, including spent ones"),
        _by_species,
        catch_by_player,
    ),
    _plot(mark("Points by player"), mark("each player’s points"), _by_species, points_by_player),
)
