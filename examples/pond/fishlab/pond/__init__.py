"""The Pond: take fish, and leave enough to grow back.

`rules` is the game, `words` what a person reads of it, `players` its bots.
"""

from fishlab.pond.rules import Pond
from fishlab.pond.words import WORDS

Pond.words = WORDS

__all__ = ["Pond"]
