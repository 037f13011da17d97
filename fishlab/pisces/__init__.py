"""Pisces: six species, each living by its own board.

`rules` is the game and can be read alone, `boards` its printed boards (`pisces.toml`), `players` its bots; `words` is
what a person reads, with `phrases` and `refusals`; `contents` tells what lies where, and a match as rows for plots.
"""

from fishlab.pisces.rules import Pisces
from fishlab.pisces.words import WORDS

Pisces.words = WORDS

__all__ = ["Pisces"]
