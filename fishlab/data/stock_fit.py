"""A Schaefer fishery fitted to a real series of catches, and seas with good and bad years.

The fit supposes that the series begins with an unfished stock, and that the index is off while catches are exact: the
observation-error estimator that Polacheck, Hilborn & Punt (1993) recommend.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fishlab.models import Schaefer

Array = NDArray[np.float64]
Rule = Literal["quota", "effort"]
COLLAPSE = 0.1
"""A stock below this share of what its sea can hold has collapsed."""
_GRID = 41
_ZOOMS = 9


@dataclass(frozen=True, slots=True)
class Fit:
    """What fits a series best: growth rate, room, the index of a unit of stock, and the stock year by year."""

    r: float
    K: float
    q: float
    stock: tuple[float, ...]

    @property
    def most(self) -> float:
        """The maximum sustainable yield, rK/4."""
        return self.r * self.K / 4

    def index(self) -> list[float]:
        """Return the index that the fit expects, year by year."""
        return [self.q * stock for stock in self.stock]


def stock_under(r: float, K: float, catch: Sequence[float]) -> Array:  # noqa: N803  # K is what everybody calls it
    """Return the stock at the beginning of each year, if it began at K; a stock that runs out stays next to nothing."""
    found = [float(K)]
    for caught in catch[:-1]:
        now = found[-1]
        found.append(max(now + r * now * (1 - now / K) - caught, 1e-6 * K))
    return np.array(found)


def fit_schaefer(catch: Sequence[float], index: Sequence[float]) -> Fit:
    """Return the growth rate and the room with which a series of catches explains a series of an index best.

    The sum of squared differences of logarithms is made least, on a grid that zooms in; q follows from the mean.
    """
    if len(catch) != len(index) or len(catch) < 4:
        raise ValueError(f"{len(catch)} catches and {len(index)} indices cannot be fitted: give at least 4 of each")
    seen, total = np.log(np.asarray(index, dtype=float)), float(sum(catch))

    def misfit(r: float, room: float) -> float:
        return float(np.var(seen - np.log(stock_under(r, room, catch))))

    low_r, high_r, low_k, high_k = 0.02, 1.5, 0.1 * total, 2 * total
    r, room = low_r, low_k
    for _ in range(_ZOOMS):
        grid = [(a, b) for a in np.linspace(low_r, high_r, _GRID) for b in np.linspace(low_k, high_k, _GRID)]
        r, room = (float(one) for one in min(grid, key=lambda pair: misfit(*pair)))
        wide_r, wide_k = (high_r - low_r) / 8, (high_k - low_k) / 8
        low_r, high_r, low_k, high_k = max(0.01, r - wide_r), r + wide_r, max(1e-9, room - wide_k), room + wide_k
    stock = stock_under(r, room, catch)
    return Fit(r, room, float(np.exp(np.mean(seen - np.log(stock)))), tuple(float(one) for one in stock))


def noisy_seas(
    model: Schaefer, rule: Rule, *, noise: float = 0.1, seas: int = 1000, years: int = 50, seed: int = 1
) -> Array:
    """Return stocks of seas with good and bad years (axes: year, sea), all begun at K/2 and fished for the MSY.

    Every year a stock grows as the model says, times a factor around 1. Then it is fished: a quota takes rK/4 whatever
    the stock is, an effort the share r/2 of it, as boats do that stay the same.

    Args:
        model: the fishery.
        rule: what stays the same from year to year.
        noise: the spread of a year's factor, 0.1 for about 10 %.
        seas: how many.
        years: how long.
        seed: which dice; both rules meet the same years.
    """
    if rule not in ("quota", "effort"):
        raise ValueError(f"rule={rule!r} is not known: choose quota or effort")
    dice = np.random.default_rng(seed).standard_normal((years, seas))
    found = np.empty((years + 1, seas))
    found[0] = model.K / 2
    for year in range(years):
        grown = (found[year] + model.growth(found[year])) * np.exp(noise * dice[year] - noise**2 / 2)
        wanted = np.full(seas, model.r * model.K / 4) if rule == "quota" else model.r / 2 * found[year]
        found[year + 1] = np.maximum(grown - wanted, 0)
    return found


def collapsed(stocks: Array, room: float) -> float:
    """Return the share of seas (the second axis) whose stock was ever below a tenth of their room."""
    return float((stocks < COLLAPSE * room).any(axis=0).mean())
