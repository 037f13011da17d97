"""The sea with which the council begins: two years of everyone for themselves are over."""

from __future__ import annotations

from random import Random
from typing import Final

from fishlab import Boom, Match
from fishlab.boom.players import BOTS
from fishlab.lab.search.voted import FORM

YEAR: Final = 3


def tired_sea() -> Match:
    """Return a game of four greedy countries in year 3, when it is seat A's turn to fish."""
    match, dice = Match(Boom, 4, form=FORM), Random("harbour")
    while isinstance(match.state, Boom) and (match.state.year < YEAR or match.state.turn() != 0):
        match.run([BOTS["greedy"]] * 4, dice, limit=1)
    return match
