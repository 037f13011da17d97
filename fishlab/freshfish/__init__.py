"""Fresh Fish: streets that build themselves, and sealed bids.

`rules` is the game, `tables` its printed figures (`freshfish.toml`), `players` its bots.
"""

from fishlab.freshfish.rules import FreshFish, expropriate

__all__ = ["FreshFish", "expropriate"]
