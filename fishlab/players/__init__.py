"""Players that are programs, and many games of them; the bots of each game are listed by `fishlab.bots`."""

from fishlab.bots import about_bots, bots_for, random_player

__all__ = ["about_bots", "bots_for", "random_player"]
