"""The pond of the first lesson: three boats, sixteen fish, no dice.

`rules` is the game, `words` what a person reads of it, `players` its bots. It is for practice only, so it stands in no
list of games.
"""

from fishlab.firstpond.rules import FirstPond
from fishlab.firstpond.words import WORDS

FirstPond.words = WORDS

__all__ = ["FirstPond"]
