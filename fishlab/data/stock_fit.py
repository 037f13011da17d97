"""A Schaefer fishery fitted to a real series of catches, and seas with good and bad years.

The fit supposes that the series begins with an unfished stock, and that the index is off while catches are exact: the
observation-error estimator that Polacheck, Hilborn & Punt (1993) recommend.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fishlab.models import Schaefer

Array = NDArray[np.float64]
Rule = Literal["quota", "effort"]
COLLAPSE = 0.1
"""A stock below this share of what its sea can hold has collapsed."""
_GRID = 41
_ZOOMS = 9
_FINE = 200
_BATCH = 20


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


def stock_under(r: ArrayLike, K: ArrayLike, catch: Sequence[float]) -> Array:  # noqa: N803  # as everybody calls it
    """Return the stock at the beginning of each year, if it began at K; a stock that runs out stays next to nothing.

    Several growth rates and rooms are worked out at once: the years are the first axis.
    """
    rate, room = np.broadcast_arrays(np.asarray(r, dtype=float), np.asarray(K, dtype=float))
    found = [room]
    for caught in catch[:-1]:
        now = found[-1]
        found.append(np.maximum(now + rate * now * (1 - now / room) - caught, 1e-6 * room))
    return np.array(found)


def fit_schaefer(catch: Sequence[float], index: Sequence[float]) -> Fit:
    """Return the growth rate and the room with which a series of catches explains a series of an index best.

    The sum of squared differences of logarithms is made least, on a grid that zooms in; q follows from the mean.
    """
    if len(catch) != len(index) or len(catch) < 4:
        raise ValueError(f"{len(catch)} catches and {len(index)} indices cannot be fitted: give at least 4 of each")
    seen = np.log(np.asarray(index, dtype=float))
    (low_r, high_r), (low_k, high_k) = _ends(catch)
    r, room = low_r, low_k
    for _ in range(_ZOOMS):
        rates, rooms = np.meshgrid(np.linspace(low_r, high_r, _GRID), np.linspace(low_k, high_k, _GRID), indexing="ij")
        misfit = np.var(seen[:, None, None] - np.log(stock_under(rates, rooms, catch)), axis=0)
        r, room = float(rates.flat[misfit.argmin()]), float(rooms.flat[misfit.argmin()])
        wide_r, wide_k = (high_r - low_r) / 8, (high_k - low_k) / 8
        low_r, high_r, low_k, high_k = max(0.01, r - wide_r), r + wide_r, max(1e-9, room - wide_k), room + wide_k
    stock = stock_under(r, room, catch)
    return Fit(r, room, float(np.exp(np.mean(seen - np.log(stock)))), tuple(float(one) for one in stock))


def _ends(catch: Sequence[float]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return between which growth rates, and between which rooms, a fit is looked for."""
    total = float(sum(catch))
    return (0.02, 1.5), (0.1 * total, 2 * total)


@dataclass(frozen=True, slots=True)
class Refits:
    """What fits a series that might as well have been measured: growth rate and room, resample by resample."""

    r: Array
    K: Array

    @property
    def most(self) -> Array:
        """The maximum sustainable yield of each."""
        return self.r * self.K / 4


def refits(catch: Sequence[float], index: Sequence[float], *, resamples: int = 1000, seed: int = 1) -> Refits:
    """Return what fits if each year had the residual of another one: a bootstrap of the residuals.

    A resample is the index that the best fit expects, each year times what some year, drawn at random, was off. It is
    fitted on a grid of equal ratios, 2 % apart. Residuals that follow each other are taken for independent.
    """
    best = fit_schaefer(catch, index)
    expected = np.log(best.index())
    off = np.log(np.asarray(index, dtype=float)) - expected
    drawn = expected + np.random.default_rng(seed).choice(off, (resamples, len(off)))
    drawn -= drawn.mean(axis=1, keepdims=True)  # q follows from the mean
    rates, rooms = (one.ravel() for one in np.meshgrid(*(np.geomspace(*ends, _FINE) for ends in _ends(catch))))
    shape = np.log(stock_under(rates, rooms, catch))
    shape -= shape.mean(axis=0)
    size = (shape**2).sum(axis=0)
    parts = [drawn[first : first + _BATCH] for first in range(0, resamples, _BATCH)]
    nearest = np.concatenate([(size - 2 * part @ shape).argmin(axis=1) for part in parts])
    return Refits(rates[nearest], rooms[nearest])


def interval(values: Array) -> tuple[float, float]:
    """Return between which values the middle 95 of 100 lie."""
    low, high = np.percentile(values, (2.5, 97.5))
    return float(low), float(high)


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
