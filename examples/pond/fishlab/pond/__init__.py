"""The Pond: take fish, and leave enough to grow back.

`rules` is the game, `players` its bots.
"""

from fishlab.pond.rules import Pond

__all__ = ["Pond"]
