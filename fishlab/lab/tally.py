"""Tallies: what a laboratory's figures need of a batch, in a few numbers that can be added up.

A tally of ten million games is as small as one of ten, so any number of games can be played chunk by chunk:

>>> from fishlab.lab import play
>>> halves = [Tally.of(play(Policy(), games=50, seed=1, start=start)) for start in (0, 50)]
>>> both = halves[0] + halves[1]
>>> both.games, both.total.interval() == Tally.of(play(Policy(), games=100, seed=1)).total.interval()
(100, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fishlab.lab.engine import check_games, play_profiles
from fishlab.lab.engine.batch import Batch
from fishlab.lab.policies import Policy
from fishlab.stats import Interval, interval_of, share_of

Array = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """What is added part by part."""

    def __add__(self, other: Self) -> Self:
        return type(self)(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Moments(_Sums):
    """Sums of values and of their squares, one pair for each row; sums of whole numbers stay exact."""

    games: int
    sums: Array
    squares: Array

    @classmethod
    def of(cls, values: ArrayLike) -> Self:
        """Return the moments along the last axis, the games."""
        array = np.asarray(values, float)
        return cls(array.shape[-1], array.sum(axis=-1), np.square(array).sum(axis=-1))

    def interval(self, *row: int) -> Interval:
        """Return the mean of a row, of the only one without a place, with its interval."""
        total, square = float(self.sums[row]), float(self.squares[row])
        return interval_of(total / self.games, max(0.0, square - total**2 / self.games), self.games)

    def intervals(self) -> list[Interval]:
        """Return every row's mean with its interval."""
        return [self.interval(*row) for row in np.ndindex(self.sums.shape)]


@dataclass(frozen=True, slots=True, eq=False)
class Tally(_Sums):
    """What came of some games of one profile. Tallies of different games are added by `+`."""

    games: int
    total: Moments
    """The collective total score, before fines."""
    after_fines: Moments
    """What of it is left when fines are paid."""
    net: Moments
    """Every seat's points after fines and trades."""
    damage: Moments
    """Every seat's damage in fish-years; illegal fishing's at the end, where there is any."""
    living: Array
    """In how many games so many fish live, by [year, fish]."""
    collapse: Array
    """In how many games the sea is empty after a year, by [year]; place 0: never."""

    @classmethod
    def of(cls, batch: Batch) -> Self:
        """Return the tally of a batch."""
        total = batch.total().astype(float)
        damage = batch.damage()
        if batch.players < 4:
            damage = np.vstack([damage, batch.illegal_damage()])
        fish = len(batch.where) + 1
        places = batch.living().astype(np.intp) + fish * np.arange(batch.years)[:, None]
        living = np.bincount(places.ravel(), minlength=fish * batch.years).reshape(batch.years, fish)
        return cls(
            batch.games,
            Moments.of(total),
            Moments.of(batch.net().sum(axis=0)),
            Moments.of(batch.net()),
            Moments.of(damage),
            living,
            np.bincount(batch.collapse(), minlength=batch.years + 1),
        )

    @property
    def pays_fines(self) -> bool:
        """Whether anybody paid a fine in any of the games."""
        return float(self.total.sums - self.after_fines.sums) > 1e-3

    def living_means(self) -> list[Interval]:
        """Return the mean of living fish at the start of each year, with its interval."""
        fish = np.arange(self.living.shape[1])
        means = self.living @ fish / self.games
        around = (self.living * np.square(fish - means[:, None])).sum(axis=1)
        return [interval_of(float(mean), float(part), self.games) for mean, part in zip(means, around, strict=True)]

    def living_quantiles(self, *shares: float) -> Array:
        """Return for each share and year the fish that at least this share of games does not exceed."""
        below = np.cumsum(self.living, axis=1)
        return np.array([(below >= share * self.games).argmax(axis=1) for share in shares])

    def emptied(self) -> Interval:
        """Return the share of games in which the sea is emptied."""
        return share_of(self.games - int(self.collapse[0]), self.games)

    def emptied_after(self) -> list[Interval]:
        """Return the share of games in which the sea is empty after each year, and at the end of those never."""
        return [share_of(int(count), self.games) for count in (*self.collapse[1:], self.collapse[0])]


@dataclass(frozen=True, slots=True, eq=False)
class Contrast(_Sums):
    """Some measures of several profiles, any two of which are held against each other, game by game on the same dice.

    Contrasts of different games are added by `+`, as tallies are.

    >>> found = Contrast.of([[[3, 4, 5], [1, 4, 6]]])  # one measure of two profiles in three games
    >>> found.difference(0, 0, 1).mean, found.higher(0, 0, 1).mean
    (0.3333333333333333, 0.3333333333333333)
    """

    gaps: Moments
    """Of the differences, by [measure, profile, profile]."""
    ahead: Array
    """In how many games the first of two profiles has more than the second, by the same index."""

    @property
    def games(self) -> int:
        """How many games of each profile there are."""
        return self.gaps.games

    @classmethod
    def of(cls, values: ArrayLike) -> Self:
        """Return the contrast of values by [measure, profile, game]."""
        array = np.asarray(values, float)
        gaps = array[:, :, None] - array[:, None]
        return cls(Moments.of(gaps), (gaps > 1e-6).sum(axis=-1))

    def difference(self, measure: int, one: int, other: int) -> Interval:
        """Return by how much a profile is ahead of another on average, paired."""
        return self.gaps.interval(measure, one, other)

    def higher(self, measure: int, one: int, other: int) -> Interval:
        """Return the share of games in which a profile has more than another."""
        return share_of(int(self.ahead[measure, one, other]), self.games)


BEFORE_FINES, AFTER_FINES, FISH_LEFT = range(3)
"""What `measures` counts."""


def measures(batch: Batch) -> Array:
    """Return by [measure, game] the team totals before and after fines, and the fish alive as the last year begins."""
    return np.array([batch.total(), batch.net().sum(axis=0), batch.living()[-1]], float)


class Compared(NamedTuple):
    """Profiles on the same dice: a tally of each, and any two held together."""

    tallies: list[Tally]
    contrast: Contrast


def compare_profiles(
    profiles: Sequence[Sequence[Policy]], games: int, seed: int = 0, *, chunk: int = 2000, **options: Any
) -> Iterator[Compared]:
    """Play profiles on the same dice, and yield what came of it so far after every chunk.

    >>> steps = list(compare_profiles([[Policy()] * 4, [Policy(ambition=2)] * 4], games=250, chunk=100))
    >>> [step.tallies[0].games for step in steps]
    [100, 200, 250]
    """
    found: Compared | None = None
    for start in range(0, check_games(games), chunk):
        batches = play_profiles(profiles, min(chunk, games - start), seed, start=start, **options)
        tallies = [Tally.of(batch) for batch in batches]
        contrast = Contrast.of(np.stack([measures(batch) for batch in batches], axis=1))
        if found is not None:
            tallies = [before + more for before, more in zip(found.tallies, tallies, strict=True)]
            contrast = found.contrast + contrast
        found = Compared(tallies, contrast)
        yield found
