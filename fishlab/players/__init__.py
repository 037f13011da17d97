"""Players that are programs: a bot is a function from what it sees and a generator to a move.

Each game's bots stand in the module `players` of its folder, in a dictionary `BOTS`.
"""

from __future__ import annotations

import importlib
from random import Random

from fishlab.core import Agent, Move, State


def random_player(view: State, rng: Random) -> Move:
    """Play any legal move, each as likely as the others."""
    return view.sample(rng)


def bots_for(game: type[State] | State) -> dict[str, Agent]:
    """Return a game's bots by name: its own ones, and "random" for every game."""
    try:
        own: dict[str, Agent] = importlib.import_module(f"fishlab.{game.name}.players").BOTS
    except ModuleNotFoundError:
        own = {}
    return {"random": random_player, **own}


__all__ = ["bots_for", "random_player"]
