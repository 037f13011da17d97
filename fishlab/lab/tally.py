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
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fishlab.lab.batch import Batch
from fishlab.lab.engine import check_games, play_profiles
from fishlab.lab.policies import Policy
from fishlab.stats import Interval, interval_of, share_of

Array = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Sums of values and of their squares, one pair for each row; sums of whole numbers stay exact."""

    games: int
    sums: Array
    squares: Array

    @classmethod
    def of(cls, values: ArrayLike) -> Self:
        """Return the moments along the last axis, the games."""
        array = np.asarray(values, float)
        return cls(array.shape[-1], array.sum(axis=-1), np.square(array).sum(axis=-1))

    def __add__(self, other: Self) -> Self:
        return type(self)(self.games + other.games, self.sums + other.sums, self.squares + other.squares)

    def interval(self) -> Interval:
        """Return the mean of the only row with its interval."""
        return self.intervals()[0]

    def intervals(self) -> list[Interval]:
        """Return every row's mean with its interval."""
        found = []
        for total, square in zip(np.atleast_1d(self.sums), np.atleast_1d(self.squares), strict=True):
            around = max(0.0, float(square) - float(total) ** 2 / self.games)
            found.append(interval_of(float(total) / self.games, around, self.games))
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What came of some games of one profile. Tallies of different games are added by `+`."""

    games: int
    total: Moments
    """The collective total score, before fines."""
    after_fines: Moments
    """What of it is left when fines are paid."""
    gap: Moments
    """That total less the one of the games it is held against, game by game on the same dice; 0 without any."""
    net: Moments
    """Every seat's points after fines and trades."""
    damage: Moments
    """Every seat's damage in fish-years; illegal fishing's at the end, where there is any."""
    living: Array
    """In how many games so many fish live, by [year, fish]."""
    collapse: Array
    """In how many games the sea is empty after a year, by [year]; place 0: never."""

    @classmethod
    def of(cls, batch: Batch, against: Batch | None = None) -> Self:
        """Return the tally of a batch, held against another of the same games."""
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
            Moments.of(total - (total if against is None else against.total())),
            Moments.of(batch.net()),
            Moments.of(damage),
            living,
            np.bincount(batch.collapse(), minlength=batch.years + 1),
        )

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.games + other.games,
            self.total + other.total,
            self.after_fines + other.after_fines,
            self.gap + other.gap,
            self.net + other.net,
            self.damage + other.damage,
            self.living + other.living,
            self.collapse + other.collapse,
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


def tally_profiles(
    profiles: Sequence[Sequence[Policy]], games: int, seed: int = 0, *, chunk: int = 2000, **options: Any
) -> Iterator[list[Tally]]:
    """Play profiles on the same dice, and yield their tallies so far after every chunk, held against the first one's.

    >>> steps = list(tally_profiles([[Policy()] * 4, [Policy(ambition=2)] * 4], games=250, chunk=100))
    >>> [step[0].games for step in steps]
    [100, 200, 250]
    """
    found: list[Tally] = []
    for start in range(0, check_games(games), chunk):
        batches = play_profiles(profiles, min(chunk, games - start), seed, start=start, **options)
        new = [Tally.of(batch, batches[0]) for batch in batches]
        found = [before + more for before, more in zip(found, new, strict=True)] if found else new
        yield found
