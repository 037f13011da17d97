"""Fishery: two players divide the sea by nets.

`rules` is the game, `players` its bots.
"""

from fishlab.fishery.examples import EXAMPLE_ILLEGAL, EXAMPLE_SCORING
from fishlab.fishery.rules import Fishery

__all__ = ["EXAMPLE_ILLEGAL", "EXAMPLE_SCORING", "Fishery"]
