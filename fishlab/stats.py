"""Statistics: every mean with its interval and its number of games, comparisons on the same dice."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fishlab.messages import tr

Array = NDArray[Any]


class Interval(NamedTuple):
    """A figure with its interval, and how many games it comes from."""

    mean: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return tr(
            "{mean:.2f} ({low:.2f} to {high:.2f}, {games:,} games)",
            mean=self.mean, low=self.low, high=self.high, games=self.games,
        )  # fmt: skip

    @property
    def turned(self) -> Interval:
        """A difference the other way round."""
        return Interval(-self.mean, -self.high, -self.low, self.games)

    def excludes(self, value: float) -> bool:
        """Return whether a value lies outside the interval."""
        return not self.low <= value <= self.high


def check_confidence(confidence: float) -> None:
    """Refuse a confidence that is none."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence={confidence!r} is not possible: choose a number between 0 and 1, such as 0.95")


@lru_cache(maxsize=256)
def _wide(confidence: float, freedom: int) -> float:
    """Return how many standard errors an interval reaches to each side: Student's t.

    Up to 30 degrees of freedom by halving on the exact distribution, above by an expansion about the normal that is
    right to a millionth there (Abramowitz & Stegun 26.7.3 to 26.7.5).
    """
    check_confidence(confidence)
    if freedom <= 30:
        low, high = 0.0, math.pi / 2
        for _ in range(60):
            angle = (low + high) / 2
            low, high = (angle, high) if _within(angle, freedom) < confidence else (low, angle)
        return math.tan(low) * math.sqrt(freedom)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    first = (z**3 + z) / (4 * freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    return z + first + second + third + fourth


def _within(angle: float, freedom: int) -> float:
    """Return the chance that Student's t stays within √freedom · tan(angle)."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    terms = 0.0
    for place in range(1 + odd, freedom, 2):
        terms += term
        term *= cosine**2 * place / (place + 1)
    return (angle + sine * terms) * 2 / math.pi if odd else sine * terms


def student_t(games: int, confidence: float = 0.95) -> float:
    """Return how many standard errors the interval of a mean of so many games reaches to each side.

    >>> [round(student_t(games), 2) for games in (2, 4, 10, 100)]
    [12.71, 3.18, 2.26, 1.98]
    """
    if games < 2:
        raise ValueError(f"the mean of {games} games has no interval: play at least two")
    return _wide(confidence, games - 1)


def noncentral_t(value: float, freedom: int, shift: float) -> float:
    """Return the chance that Student's t around a shift (its noncentrality) is at most a value.

    That is the mean of Φ(value · s − shift) over the distribution of s, the ratio of a measured spread to the true one,
    √(χ²/freedom) (Johnson, Kotz & Balakrishnan 1995, chapter 31); by Gauss and Legendre, in three parts, because Φ
    climbs only around s = shift / value.

    >>> round(noncentral_t(student_t(11), 10, 0), 6)
    0.975
    """
    if value < 0:
        return 1 - noncentral_t(-value, freedom, -shift)
    wide = 9 / math.sqrt(2 * freedom)
    low, high = max(0.0, 1 - wide), 1 + wide
    turn, near = (shift / value, 8 / value) if value > 0 else (low, 0.0)
    cuts = sorted({low, min(max(turn - near, low), high), min(max(turn + near, low), high), high})
    half = freedom / 2
    constant = math.log(2) + half * math.log(half) - math.lgamma(half)
    total = 0.0
    nodes, weights = _legendre()
    for begin, end in pairwise(cuts):
        spread = begin + (end - begin) * nodes
        dense = np.exp(constant + (freedom - 1) * np.log(spread) - half * spread**2)
        below = np.array([math.erfc(one) for one in ((shift - value * spread) / math.sqrt(2)).tolist()]) / 2
        total += (end - begin) * float((weights * dense * below).sum())
    return min(1.0, max(0.0, total))


@lru_cache(maxsize=1)
def _legendre() -> tuple[Array, Array]:
    """Return points between 0 and 1 and their weights, with which a smooth function is added up."""
    nodes, weights = np.polynomial.legendre.leggauss(48)
    return (nodes + 1) / 2, weights / 2


def noncentral_shift(value: float, freedom: int, chance: float) -> float:
    """Return the shift around which Student's t is at most a value with a chance.

    Turned round, it is a limit for the shift that a value shows: between the shifts of 0.975 and of 0.025 lies the true
    one in 95 of 100 samples, and at either side of the shift of 0.5 it lies equally often (Steiger & Fouladi 1997).

    >>> [round(noncentral_shift(2.83, 126, chance), 3) for chance in (0.975, 0.025)]
    [0.834, 4.815]
    """
    check_confidence(chance)
    spread = abs(value) * max(1.0, 6 / math.sqrt(2 * freedom)) + 9
    low, high = value - spread, value + spread  # the chance falls as the shift grows
    while noncentral_t(value, freedom, low) < chance:
        low -= spread
    while noncentral_t(value, freedom, high) > chance:
        high += spread
    for _ in range(200):
        middle = (low + high) / 2
        if high - low < 1e-9 * (1 + abs(middle)):
            break
        low, high = (middle, high) if noncentral_t(value, freedom, middle) > chance else (low, middle)
    return (low + high) / 2


def mean_interval(values: ArrayLike, confidence: float = 0.95) -> Interval:
    """Return the mean of independent values, one for each game, and its interval.

    >>> print(mean_interval([1, 2, 3, 4] * 25))
    2.50 (2.28 to 2.72, 100 games)
    """
    array = _numbers(values)
    mean = float(array.mean())
    return interval_of(mean, float(np.square(array - mean).sum()), array.size, confidence)


def interval_of(mean: float, around: float, games: int, confidence: float = 0.95) -> Interval:
    """Return a mean with its interval from the squared distances around it, added up; one game has no interval."""
    wide = _wide(confidence, max(1, games - 1))
    half = wide * (around / (games - 1) / games) ** 0.5 if games > 1 else np.inf
    return Interval(mean, mean - half, mean + half, games)


def share_interval(hits: ArrayLike, confidence: float = 0.95) -> Interval:
    """Return the share of games in which something happened, and its interval (Wilson), which never leaves 0 to 1.

    >>> print(share_interval([True] * 10))
    1.00 (0.72 to 1.00, 10 games)
    """
    array = _numbers(np.asarray(hits, bool))
    return share_of(int(array.sum()), array.size, confidence)


def share_of(count: float, games: int, confidence: float = 0.95) -> Interval:
    """Return `share_interval` where the games have been counted; a game that was shared counts as a part of one."""
    if games < 1:
        raise ValueError(f"a share of {games} games is not possible: play at least one")
    if not 0 <= count <= games:
        raise ValueError(f"{count} of {games} games are not possible: count 0 to {games}")
    z, share = _wide(confidence, 10**9), count / games
    middle = (share + z**2 / (2 * games)) / (1 + z**2 / games)
    half = z / (1 + z**2 / games) * (share * (1 - share) / games + z**2 / (4 * games**2)) ** 0.5
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)), games)


def paired_difference(one: ArrayLike, other: ArrayLike, confidence: float = 0.95) -> Interval:
    """Return the mean of one less other, game by game on the same dice, and its interval."""
    first, second = _numbers(one), _numbers(other)
    if first.size != second.size:
        raise ValueError(f"{first.size} and {second.size} games cannot be paired: play the same games of one seed")
    return mean_interval(first - second, confidence)


def bootstrap(
    values: ArrayLike | Sequence[ArrayLike],
    statistic: Callable[..., float],
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 0.95,
) -> Interval:
    """Return a statistic of whole games and its percentile bootstrap interval.

    Args:
        values: one array of values by game, or several that belong to the same games and are drawn together.
        statistic: a function of the array, or of the several arrays.
        resamples: how often the games are drawn anew.
        seed: of those draws.
        confidence: of the interval.
    """
    several = [np.asarray(part) for part in values] if isinstance(values, list | tuple) else [np.asarray(values)]
    if any(part.ndim == 0 for part in several):
        several = [_numbers(np.asarray(values))]
    games = several[0].shape[-1] if several else 0
    if not games or any(part.shape[-1] != games for part in several):
        raise ValueError("a bootstrap needs at least one game, and the same games in every array")
    check_confidence(confidence)
    if resamples < 1:
        raise ValueError(f"resamples={resamples!r} is not possible: choose a whole number from 1")
    generator = np.random.Generator(np.random.SFC64(seed))
    draws = []
    for _ in range(resamples):
        chosen = generator.integers(0, games, games)
        draws.append(statistic(*(part[..., chosen] for part in several)))
    low, high = np.quantile(draws, [0.5 - confidence / 2, 0.5 + confidence / 2], method="nearest")
    return Interval(float(statistic(*several)), float(low), float(high), games)


def gini(values: ArrayLike) -> Array:
    """Return how unequal shares are, 0 (all the same) to 1 (one has all), along the first axis.

    Nothing at all counts as equal. Shares cannot be negative: use catches, not scores.

    >>> float(gini([0, 0, 0, 8]))
    0.75
    """
    shares = np.sort(np.asarray(values, float), axis=0)
    if shares.size == 0 or (shares < 0).any():
        raise ValueError("a Gini index needs shares that are not negative: use the fish caught, not the scores")
    count = shares.shape[0]
    rank = np.arange(1, count + 1).reshape(-1, *(1,) * (shares.ndim - 1))
    total = shares.sum(axis=0)
    weighted = (rank * shares).sum(axis=0)
    index: Array = np.where(
        total > 0, 2 * weighted / (count * np.where(total > 0, total, 1)) - (count + 1) / count, 0.0
    )
    return index


def _numbers(values: ArrayLike) -> Array:
    array = np.asarray(values, float).ravel()
    if array.size == 0:
        raise ValueError("there are no games to take a mean of: play at least one")
    return array
