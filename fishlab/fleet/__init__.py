"""Fleet: licences by auction, boats by cards.

`rules` is the game, on top of `position` (what lies on the table), `views` (what each player sees) and `words` (what
people read). `deck` holds its printed cards (`fleet.toml`), `players` its bots.
"""

from fishlab.fleet.position import Boat
from fishlab.fleet.rules import Fleet

__all__ = ["Boat", "Fleet"]
