"""What the laboratory says of a team, each defined once: price of anarchy, stability, efficiency.

The sentences stand in the laboratory's panel and, word for word, in the lessons or the glossary; the functions are
what code, tables and figures call.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fishlab.messages import mark
from fishlab.stats import Interval, bootstrap

Array = NDArray[Any]

PRICE: Final = mark(
    "The price of anarchy, as found, is the best team total that was found, divided by the total of players who each "
    "play for themselves as well as was found; 1 means that selfishness costs nothing."
)
STABLE: Final = mark(
    "A way to play is stable, as far as was tried, if no seat that was tried clearly gains by being the only one to "
    "leave it."
)
EFFICIENCY: Final = mark("Efficiency is a team's total as a share of the best team's.")
TEXTBOOK: Final = mark("A textbook divides by the worst equilibrium, which nobody knows here.")
"""What the price is not."""


def price_of(together: ArrayLike, alone: ArrayLike) -> Interval:
    """Return the price of anarchy, as found, from totals of both ends game by game: the mean of one over the other's.

    A team can also do what selfish players do, so the best found is the better of both, and the price at least 1. Its
    interval covers the dice, not the choice of players. Where all together get nothing alone, it is infinite.

    >>> price_of([60, 62], [20, 20]).mean
    3.05
    >>> price_of([19, 20], [20, 20]).mean
    1.0
    """

    def ratio(one: Array, other: Array) -> float:
        return max(1.0, float(one.mean() / other.mean())) if other.mean() > 0 else inf

    return bootstrap([np.asarray(together), np.asarray(alone)], ratio, 2000, 0)


def is_stable(gains: Iterable[Interval]) -> bool:
    """Tell whether no gain of who leaves alone is clear: none of their intervals lies above 0."""
    return not any(one.low > 0 for one in gains)


def efficiency(total: ArrayLike, best: float, players: int) -> Array:
    """Return totals as shares of the best team's mean total, nan where that is less than a point a player.

    In the rows of an experiment the best team is the cooperative treatment (`experiment.cooperative_best`). Where a
    team that does its best is left with next to nothing, a share of it would say nothing.
    """
    share = np.asarray(total, float) / best if best >= players else np.full(np.shape(total), np.nan)
    return np.asarray(share.round(4))
