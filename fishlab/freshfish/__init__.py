"""Fresh Fish: streets that build themselves, and sealed bids.

`rules` is the game, on top of `city` (the diagram of plots), `position` (what lies on the table) and `words` (what
people read). `tables` holds its printed figures (`freshfish.toml`), `players` its bots.
"""

from fishlab.freshfish.city import expropriate
from fishlab.freshfish.rules import FreshFish

__all__ = ["FreshFish", "expropriate"]
