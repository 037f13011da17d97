"""Pisces: six species, each living by its own board.

`rules` is the game, `boards` its printed boards (`pisces.toml`), `players` its bots, `rows` a match as rows for plots.
A moment of the game is one class, written in chapters, each on top of the one before: `position` (its fields, and what
can be asked of it), `words` (what a person reads) and `rules`.
"""

from fishlab.pisces.rules import Pisces

__all__ = ["Pisces"]
