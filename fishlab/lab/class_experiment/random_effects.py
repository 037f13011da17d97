"""The mean of several classes, each of which has a true difference of its own.

Classes are not copies of each other, so their mean is one of random effects (DerSimonian & Laird 1986): each class has
a true difference of its own, drawn around the mean with a variance τ². It is estimated after Paule & Mandel (1982),
which asks for nothing but means and variances, and is less biased than DerSimonian and Laird's own when classes are
small (Veroniki et al. 2016). The interval is Hartung and Knapp's (2001) with Student's t, because the usual normal one
is far too narrow with few classes; but where classes agree by chance theirs may shrink to nothing, so it is never
narrower than the usual one (Wiksten, Rücker & Schwarzer 2016). `tools/class_check.py` measures how often it covers the
truth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from fishlab.messages import refusal
from fishlab.stats import Interval, student_t


class RandomEffects(NamedTuple):
    """A mean of random effects.

    Attributes:
        mean: with its interval; `games` are classes.
        next: where the true effect of a further class may lie (Higgins, Thompson & Spiegelhalter 2009, with k − 1
            degrees of freedom).
        tau: the spread of the classes' true effects.
        i2: the share of the variance between estimates that is not chance, from 0 to 1 (Higgins & Thompson 2002).
        weights: what share of the mean each class has.
    """

    mean: Interval
    next: Interval
    tau: float
    i2: float
    weights: tuple[float, ...]


def random_effects(
    estimates: Sequence[float], variances: Sequence[float], confidence: float = 0.95, freedom: int | None = None
) -> RandomEffects:
    """Return the mean of estimates with variances, each of which has a true value of its own.

    Estimates that happen to agree keep the interval that they would have without a difference between them, by
    Student's t with the degrees of freedom of the variances; by the normal law where these are known (`None`).
    """
    count = len(estimates)
    if count < 2:
        raise refusal("{count} estimates have no random-effects mean: give at least two", count=count)
    if min(variances) <= 0:
        raise refusal("an estimate without a variance cannot be weighted: give each a variance above 0")
    tau2 = _paule_mandel(estimates, variances)
    mean, weights = _weighted(estimates, variances, tau2)
    whole = math.fsum(weights)
    wide = student_t(count, confidence)
    usual = NormalDist().inv_cdf(0.5 + confidence / 2) if freedom is None else student_t(freedom + 1, confidence)
    error = math.sqrt(_q(estimates, variances, tau2) / (count - 1) / whole)
    half = max(wide * error, usual / math.sqrt(whole))
    further = max(half, wide * math.hypot(math.sqrt(tau2), error))
    chance = _q(estimates, variances, 0.0)
    return RandomEffects(
        Interval(mean, mean - half, mean + half, count),
        Interval(mean, mean - further, mean + further, count),
        math.sqrt(tau2),
        max(0.0, 1 - (count - 1) / chance) if chance > 0 else 0.0,
        tuple(one / whole for one in weights),
    )


def _weighted(estimates: Sequence[float], variances: Sequence[float], tau2: float) -> tuple[float, list[float]]:
    """Return the weighted mean, and the weights."""
    weights = [1 / (one + tau2) for one in variances]
    return math.fsum(w * one for w, one in zip(weights, estimates, strict=True)) / math.fsum(weights), weights


def _q(estimates: Sequence[float], variances: Sequence[float], tau2: float) -> float:
    """Return Cochran's Q with a variance between classes: the squared distances from the mean, weighted."""
    mean, weights = _weighted(estimates, variances, tau2)
    around = [(one - mean) ** 2 for one in estimates]
    return math.fsum(w * one for w, one in zip(weights, around, strict=True))


def _paule_mandel(estimates: Sequence[float], variances: Sequence[float]) -> float:
    """Return the variance between classes with which Q is what it should be, classes less one; 0 if Q is smaller."""
    wanted = len(estimates) - 1
    if _q(estimates, variances, 0.0) <= wanted:
        return 0.0
    low, high = 0.0, 1.0
    while _q(estimates, variances, high) > wanted:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if high - low <= 1e-14 * high:
            break
        low, high = (middle, high) if _q(estimates, variances, middle) > wanted else (low, middle)
    return (low + high) / 2
