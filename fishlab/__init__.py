"""Fishlab (temporary registration while the games are being written)."""

from fishlab.core import CHANCE, HIDDEN, OVER, Agent, BadCode, IllegalMove, Match, Move, Option, Reason, State

GAMES: dict[str, type[State]] = {}
try:
    from fishlab.fishery import Fishery

    GAMES["fishery"] = Fishery
except ImportError:
    pass
