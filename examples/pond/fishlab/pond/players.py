"""Players of the Pond: functions from what they see to a move."""

from __future__ import annotations

from random import Random
from typing import Final

from fishlab.core import Agent, Move
from fishlab.pond.rules import MOST, Pond


def greedy(view: Pond, rng: Random) -> Move:
    """Takes as many fish as may be taken."""
    return "take", min(MOST, view.fish)


def careful(view: Pond, rng: Random) -> Move:
    """Takes a fair share of what would grow back, and nothing of a pond that is less than half full."""
    spare = max(0, view.fish - view.room // 2)
    return "take", min(MOST, spare // (view.players - view.turns % view.players))


BOTS: Final[dict[str, Agent]] = {"greedy": greedy, "careful": careful}
