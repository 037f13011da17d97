"""Players that are programs: a bot is a function from what it sees and a generator to a move.

Each game's bots stand in the module `players` of its folder, in a dictionary `BOTS`: characters, named by what they do.
A second dictionary, `LADDER`, may name opponents by their strength: "easy", "medium" and "hard".
"""

from __future__ import annotations

import importlib
from random import Random

from fishlab.core import Agent, Move, State


def random_player(view: State, rng: Random) -> Move:
    """Play any legal move, each as likely as the others."""
    return view.sample(rng)


def careless(bot: Agent) -> Agent:
    """Return a player that does what a bot would in half of its moves, and anything in the others."""

    def player(view: State, rng: Random) -> Move:
        """Plays well in half of its moves, and anything in the others."""
        return view.sample(rng) if rng.random() < 0.5 else bot(view, rng)

    return player


def bots_for(game: type[State] | State) -> dict[str, Agent]:
    """Return a game's bots by name: "random" for every game, its own characters, then its ladder of strengths."""
    try:
        module = importlib.import_module(f"fishlab.{game.name}.players")
    except ModuleNotFoundError:
        return {"random": random_player}
    return {"random": random_player, **module.BOTS, **getattr(module, "LADDER", {})}


__all__ = ["bots_for", "careless", "random_player"]
