"""Fresh Fish: streets that build themselves, and sealed bids.

`rules` is the game: read it first. Below it are `city` (the diagram of plots), `routes` (streets and routes on plain
data) and `tables` (the printed figures, `freshfish.toml`); above it `outlook` (what pictures, bots and words ask),
`words` (what people read) and `players` (the bots).
"""

from fishlab.freshfish.city import expropriate
from fishlab.freshfish.rules import FreshFish
from fishlab.freshfish.words import WORDS

FreshFish.words = WORDS

__all__ = ["FreshFish", "expropriate"]
