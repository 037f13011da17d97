"""Players of the first pond, each with a character that can be read off its catch."""

from __future__ import annotations

from random import Random
from typing import Final

from fishlab.core import Agent, Move
from fishlab.firstpond.rules import MOST, FirstPond


def hungry(view: FirstPond, rng: Random) -> Move:
    """Takes three, whatever is left: what stays in the water is lost, it thinks."""
    return "take", min(MOST, view.fish)


def copycat(view: FirstPond, rng: Random) -> Move:
    """Takes what the boat before it took, for that must be fair; two if there was none."""
    return "take", min(2 if view.latest is None else view.latest, view.fish)


def careful(view: FirstPond, rng: Random) -> Move:
    """Leaves half of the pond: takes only its share of what is more than that."""
    spare = max(0, view.fish - view.room // 2)
    return "take", min(MOST, spare // (view.players - view.turns % view.players))


BOTS: Final[dict[str, Agent]] = {"hungry": hungry, "copycat": copycat, "careful": careful}
