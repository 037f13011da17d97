"""Fishery Boom: ten years of fishing in one sea, told by a sheet of fish and arrows.

`rules` is the game, `network` its printed sheet (`boom.toml`), `players` its bots. A moment of the game is one class,
written in chapters, each on top of the one before: `position` (its fields, and what can be asked of it), `losses` (what
a dead fish costs the sea), `words` (what a person reads) and `rules`. `kit` is the player sheet, `setup` the options.
"""

from fishlab.boom.network import DEPLETION_EXAMPLE
from fishlab.boom.rules import Boom

__all__ = ["DEPLETION_EXAMPLE", "Boom"]
