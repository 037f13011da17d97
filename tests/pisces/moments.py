"""Whole games of Pisces, and moments in them at which something can be seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from fishlab import Match, Pisces
from fishlab.pisces.players import BOTS


@cache
def played(players: int, bot: str = "greedy", seed: int = 1, **options: Any) -> Match:
    """Return a whole game of one bot in all seats."""
    match = Match(Pisces, players, **dict(options))
    rng = Random(seed)
    while not match.over:
        state = match.state
        match.play(state.sample(rng) if state.turn() < 0 else BOTS[bot](state, rng))
    return match


def moment(test: Callable[[Pisces], bool], players: int = 4, bot: str = "random") -> tuple[Match, int, Pisces]:
    """Return a match, a place in it and the state there for which a test holds."""
    for seed in range(1, 30):
        match = played(players, bot, seed)
        for place, state in enumerate(match.states):
            if test(state):
                return match, place, state
    raise AssertionError("no such moment in these games")
