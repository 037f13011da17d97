"""Fishery Boom: ten years of fishing in one sea, told by a sheet of fish and arrows.

`rules` is the game, `network` its printed sheet (`boom.toml`), `players` its bots.
"""

from fishlab.boom.network import DEPLETION_EXAMPLE
from fishlab.boom.rules import Boom

__all__ = ["DEPLETION_EXAMPLE", "Boom"]
