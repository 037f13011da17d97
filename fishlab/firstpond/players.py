"""Players of the first pond, each with a character that can be read off its catch."""

from __future__ import annotations

from random import Random
from typing import Final

from fishlab.core import Agent, Move
from fishlab.firstpond.rules import MOST, FirstPond


def hungry(view: FirstPond, rng: Random) -> Move:
    """Takes three, whatever is left: it thinks that what stays in the water is lost."""
    return "take", min(MOST, view.fish)


def copycat(view: FirstPond, rng: Random) -> Move:
    """Takes as many as the boat before it, which must be fair; two if it is the first."""
    return "take", min(2 if view.latest is None else view.latest, view.fish)


def careful(view: FirstPond, rng: Random) -> Move:
    """Leaves the pond half full: takes only its share of the fish above that."""
    spare = max(0, view.fish - view.room // 2)
    return "take", min(MOST, spare // (view.players - view.turns % view.players))


BOTS: Final[dict[str, Agent]] = {"hungry": hungry, "copycat": copycat, "careful": careful}
