"""A game as a class might have played it and hands it in."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from fishlab.boom.players import BOTS
from fishlab.boom.rules import Boom
from fishlab.core import CHANCE
from fishlab.match import Match


def played(players: int = 4, seed: int = 1, **options: object) -> Match:
    """Return a whole game of Boom between greedy players."""
    match, rng = Match(Boom, players, **options), Random(seed)
    while not match.over:
        state = match.state
        match.play(state.sample(rng) if state.turn() == CHANCE else BOTS["greedy"](state.view(state.turn()), rng))
    return match


@lru_cache
def code_of(players: int = 4, seed: int = 1, **options: object) -> str:
    """Return the save code of such a game, which is played once for all tests."""
    return played(players, seed, **options).code()
