"""Players that are programs: a bot is a function from what it sees and a generator to a move.

Each game's bots stand in the module `players` of its folder, in a dictionary `BOTS`: characters, named by what they do.
A second dictionary, `LADDER`, may name opponents by their strength: "easy", "medium" and "hard".
"""

from __future__ import annotations

import importlib
from random import Random
from typing import Final

from fishlab.core import Agent, Move, State

STEPS: Final = ("easy", "medium", "hard")
"""The names of a ladder, the weakest first."""


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


def by_strength(game: type[State] | State) -> dict[str, list[str]]:
    """Return the bots of each step of a game's ladder: the step itself, and the characters that play just so.

    >>> from fishlab import Pisces
    >>> by_strength(Pisces)
    {'easy': ['easy'], 'medium': ['medium', 'greedy'], 'hard': ['hard', 'bidder']}
    """
    bots = bots_for(game)
    steps = [step for step in STEPS if step in bots]
    return {step: [step, *[name for name in bots if name != step and bots[name] is bots[step]]] for step in steps}


__all__ = ["STEPS", "bots_for", "by_strength", "careless", "random_player"]
