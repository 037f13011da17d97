"""Tables of Boom: their treatment, how many years are finished there, and what they have made."""

from __future__ import annotations

from collections import Counter

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import TERMS, Terms, terms_of
from fishlab.core import OVER
from fishlab.room import Status


def treatment_of(status: Status) -> Terms | None:
    """Return a table's treatment, None for a game that is no treatment of Boom's."""
    match = status.match
    return terms_of(match.options, match.seats) if match.game is Boom else None


def title_of(status: Status) -> str:
    """Return what a table plays: its treatment, or its game."""
    terms = treatment_of(status)
    return terms.title if terms else status.match.game.title


def ladder_place(title: str) -> int:
    """Return where a treatment stands from everyone alone to all together; others come last."""
    titles = [terms.title for terms in TERMS.values()]
    return titles.index(title) if title in titles else len(titles)


def boom_of(status: Status) -> Boom:
    """Return the moment of a table of Boom."""
    state = status.match.state
    assert isinstance(state, Boom)
    return state


def finished_years(state: Boom) -> int:
    """Return how many years of a game are finished: all of them when it is over, also if the sea ran empty."""
    return state.sheet.years if state.turn() == OVER else state.year - 1


def next_year(state: Boom) -> tuple[int, ...]:
    """Return what the year after the one that emptied the sea costs each seat; nothing if the sea is not empty."""
    if not state.empty_sea or state.year >= state.sheet.years:
        return ()
    return tuple(state.year_score(seat, state.year + 1) for seat in range(state.players))


def fish_left(state: Boom) -> int:
    """Return how many fish live now; the last of them may be caught in the last year too."""
    return 0 if state.empty_sea else state.living.bit_count()


def fines_of(state: Boom, years: int) -> tuple[tuple[float, ...], ...]:
    """Return what each seat paid for each of the first years; nothing if nobody paid any."""
    paid = Counter[tuple[int, int]]()
    for check in state.council.checks:
        paid[check.year, check.seat] += check.fine
    found = tuple(tuple(float(paid[year, seat]) for seat in range(state.players)) for year in range(1, years + 1))
    return found if any(map(any, found)) else ()
