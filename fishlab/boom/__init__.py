"""Fishery Boom: ten years of fishing in one sea, told by a sheet of fish and arrows.

`rules` is the game and can be read alone; below it `network` is its printed sheet (`boom.toml`), `kit` the player
sheet's boxes, `setup` the options, `treatments` the terms under which people fish. What can be asked of a moment are
functions: `sea` (what a fish is and what its death costs), `player_sheets`, `phases`. `words` is what a person reads,
`players` are the bots.
"""

from fishlab.boom.network import DEPLETION_EXAMPLE
from fishlab.boom.rules import Boom
from fishlab.boom.words import WORDS

Boom.words = WORDS

__all__ = ["DEPLETION_EXAMPLE", "Boom"]
