"""Pisces: six species, each living by its own board.

`rules` is the game, `boards` its printed boards (`pisces.toml`), `players` its bots.
"""

from fishlab.pisces.rules import Pisces

__all__ = ["Pisces"]
