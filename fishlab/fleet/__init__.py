"""Fleet: licences by auction, boats by cards.

`rules` is the game, `deck` its printed cards (`fleet.toml`), `players` its bots.
"""

from fishlab.fleet.rules import Boat, Fleet

__all__ = ["Boat", "Fleet"]
