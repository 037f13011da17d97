"""Fishlab: five fishing games as pure rules, with players and experiments.

`GAMES` maps each game's name to its class. A game is added by writing its module and naming it here.
"""

from fishlab.boom.rules import Boom
from fishlab.core import CHANCE, HIDDEN, OVER, Agent, BadCode, IllegalMove, Match, Move, Option, Reason, State
from fishlab.firstpond.rules import FirstPond
from fishlab.fishery.rules import Fishery
from fishlab.fleet.rules import Fleet
from fishlab.freshfish.rules import FreshFish
from fishlab.pisces.rules import Pisces
from fishlab.players import LOOK_AHEAD, Goal

__version__ = "0.1.0"

GAMES: dict[str, type[State]] = {game.name: game for game in (Boom, Pisces, Fishery, Fleet, FreshFish)}
"""Every game by its name, in the order of the course."""

PRACTICE: dict[str, type[State]] = {FirstPond.name: FirstPond}
"""What is played in a lesson only: it stands in no list of games, but its saves are read like those of the others."""


def _boom_look_ahead(goal: Goal, imagined: int) -> Agent:
    """Return the laboratory's player of Boom; its engine is heavy, and loaded when a bot first asks for it."""
    from fishlab.lab.search.look_ahead import LookAhead

    return LookAhead(goal, imagined)


LOOK_AHEAD[Boom.name] = _boom_look_ahead

__all__ = [
    "CHANCE",
    "GAMES",
    "HIDDEN",
    "OVER",
    "PRACTICE",
    "Agent",
    "BadCode",
    "Boom",
    "Fishery",
    "Fleet",
    "FreshFish",
    "IllegalMove",
    "Match",
    "Move",
    "Option",
    "Pisces",
    "Reason",
    "State",
    "__version__",
]
