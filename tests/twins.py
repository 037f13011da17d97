"""Worlds that somebody cannot tell apart: pairs of matches with equal views, at moments at which they differ."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from laws import variants, walk, worlds

from fishlab import GAMES
from fishlab.core import CHANCE, OVER, Player, State
from fishlab.match import Match

_SEEDS = 12
_LONGEST = 90
"""Moves of a match up to a moment in its middle."""
_END = 1500
Pair = tuple[Match, Match]


def hiding(game: type[State]) -> list[dict[str, Any]]:
    """Return the options, among those that the laws try, with which a game hides something at some moment."""
    starts = ((options, game.start(game.seats[0], **options)) for options in variants(game))
    return [options for options, start in starts if any(state.secrets() for state, _ in walk(start, Random(1)))]


def _starts() -> Iterator[Match]:
    for game in GAMES.values():
        if found := hiding(game):
            yield Match(game, game.seats[0], **found[0])
            yield Match(game, game.seats[-1], **found[-1])


STARTS = list(_starts())
"""Every game that hides something: for the fewest with its first such options, for the most players with its last."""


def name_of(match: Match) -> str:
    """Return a match's name among the tests."""
    return f"{match.game.name}-{match.seats}"


@cache
def moments(start: Match, viewer: Player, seed: int = 0) -> list[Pair]:
    """Return pairs that look alike to a viewer and are not: at its own turn, at another's, and at the end.

    Not every game has all three: what is sealed may be open at the end, and of two seats the last one knows all. From
    a seat nothing may be hidden when anybody is to move, such as from the first of two who seal; from a stranger
    something always is.
    """
    found: dict[bool, Pair] = {}
    for number in range(seed, seed + _SEEDS):
        for mine, pair in _last_pairs(start, viewer, number).items():
            found.setdefault(mine, _kept(*pair))
        if len(found) == 2 - (viewer == CHANCE):
            break
    assert found or viewer != CHANCE, "the worlds hide nothing"
    return [*found.values(), *_ends(start, viewer)]


def _last_pairs(start: Match, viewer: Player, seed: int) -> dict[bool, tuple[str, str]]:
    """Return the last pair of one random game at the viewer's own turn (True) and at another's (False)."""
    return {
        one.state.turn() == viewer: (one.to_json(), other.to_json())
        for one, other in worlds(start, viewer, seed, most=_LONGEST)
        if one.state.turn() >= 0 and one.state != other.state
    }


def _ends(start: Match, viewer: Player) -> list[Pair]:
    one, other = list(worlds(start, viewer, "end", most=_END))[-1]
    return [(one, other)] if one.state.turn() == OVER and one.state != other.state else []


def _kept(one: str, other: str) -> Pair:
    return Match.from_json(one), Match.from_json(other)
