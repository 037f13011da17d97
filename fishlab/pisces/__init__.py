"""Pisces: six species, each living by its own board.

`rules` is the game and can be read alone, `boards` its printed boards (`pisces.toml`), `words` what a person reads,
`contents` what lies where at a moment, `rows` a match as rows for plots, `players` its bots.
"""

from fishlab.pisces.rules import Pisces
from fishlab.pisces.words import WORDS

Pisces.words = WORDS

__all__ = ["Pisces"]
