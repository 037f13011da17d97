"""Fishlab: five fishing games as pure rules, with players and experiments.

`GAMES` maps each game's name to its class. A game is added by writing its module and naming it here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from fishlab.boom.rules import Boom
from fishlab.bots import LOOK_AHEAD, REGISTERED, Goal
from fishlab.core import (
    CHANCE,
    FACES,
    GAMES,
    HIDDEN,
    OVER,
    PRACTICE,
    Agent,
    BadCode,
    IllegalMove,
    Move,
    Option,
    Reason,
    State,
)
from fishlab.firstpond.rules import FirstPond
from fishlab.fishery.rules import Fishery
from fishlab.fleet.rules import Fleet
from fishlab.freshfish.rules import FreshFish
from fishlab.languages import use_setting
from fishlab.match import Match
from fishlab.messages import refusal
from fishlab.pisces.rules import Pisces
from fishlab.players.agent_guard import guarded

__version__ = "0.1.0"

BUILT_IN: Final[tuple[type[State], ...]] = (Boom, Pisces, Fishery, Fleet, FreshFish)
"""The games of the course, in its order."""
GAMES.update({game.name: game for game in BUILT_IN})
PRACTICE[FirstPond.name] = FirstPond


def register(game: type[State], *, face: object = None, bots: Mapping[str, Agent] | None = None) -> type[State]:
    """Let a game of your own be played like the others: at a table, in the sandbox, in the terminal, from save codes.

    A game that is registered once more under its name, as a cell is run again, takes the place of the old one.

    Args:
        game: the game, a frozen dataclass on top of `State`.
        face: how it looks, a `Face` of `fishlab_widgets`; without one the table shows a plain board and a card for
            each move.
        bots: its bots by name; "random" is always there. One that never answers is stopped, and told so in a sentence.

    Raises:
        ValueError: if the game lacks a name, a title or a tag, or has those of another game.
    """
    own = {name: getattr(game, name, "") for name in ("name", "title", "tag")}
    if missing := [name for name, value in own.items() if not value]:
        raise refusal("{game} has no {missing}: a game needs a name, a title and a tag", game=game.__name__,
                      missing=missing[0])  # fmt: skip
    if not re.fullmatch("[A-Z]{2}", game.tag):
        raise refusal(
            "tag={tag} is not possible: choose two capital letters, with which its save codes begin", tag=repr(game.tag)
        )
    ours: tuple[type[State], ...] = (*BUILT_IN, *PRACTICE.values())
    for other in (*ours, *GAMES.values()):
        if (other.name == game.name and other in ours) or (other.tag == game.tag and other.name != game.name):
            raise refusal("{title} already has this name or tag: choose others", title=other.title)
    GAMES[game.name] = game
    FACES[game.name] = face
    REGISTERED[game.name] = {name: guarded(bot, name) for name, bot in (bots or {}).items()}
    return game


def _boom_look_ahead(goal: Goal, imagined: int) -> Agent:
    """Return the laboratory's player of Boom; its engine is heavy, and loaded when a bot first asks for it."""
    from fishlab.lab.search.look_ahead import LookAhead

    return LookAhead(goal, imagined)


LOOK_AHEAD[Boom.name] = _boom_look_ahead
use_setting()

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
    "register",
]
