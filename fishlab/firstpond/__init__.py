"""The pond of the first lesson: three boats, sixteen fish, no dice.

`rules` is the game, `players` its bots. It is for practice only, so it stands in no list of games.
"""

from fishlab.firstpond.rules import FirstPond

__all__ = ["FirstPond"]
