"""Fishery: two players divide the sea by nets.

`rules` is the game, `words` what a person reads of it, `players` its bots.
"""

from fishlab.fishery.examples import EXAMPLE_ILLEGAL, EXAMPLE_SCORING
from fishlab.fishery.rules import Fishery
from fishlab.fishery.words import WORDS

__all__ = ["EXAMPLE_ILLEGAL", "EXAMPLE_SCORING", "Fishery"]

Fishery.words = WORDS
