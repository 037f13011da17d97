"""A team of Fishery Boom that learned what a sea is worth when a year begins, and looks at every line of one year.

>>> from fishlab.lab.exact import small_sheet
>>> sheet = small_sheet(["shark"], 2, ["seine", "faux"], plus_one=[2])
>>> player = FittedTeam(sheet, positions=20)
>>> player(player.start, Random(0))
('gear', 'default')

At a choice it lays out the rest of the year, every move and every die, and takes the move after which the team can
expect most: the points of this year, and a guess of all that comes after it. The guess is a sum of weights, one for
each fish, plate and marked box and for each two and three of them, and the weights are fitted year by year, from the
last to the first: positions at the beginning of a year are played to its end in the best way, with the guess for the
next year. First these positions come from games in which everybody plays at random, and then from games of its own, in
which a third of the moves are random.

It needs the moments of one year only, not those of the whole game, so it plays seas which `fishlab.lab.exact` finds
too large. What it gives away where the truth is known stands in `docs/calibration.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.rules import Boom
from fishlab.core import Move
from fishlab.lab.exact import Layer, SeaRules, place_of, solved

Array = NDArray[Any]

POSITIONS: Final = 1000
"""Games that are played for positions in each round, if nobody says otherwise."""
ROUNDS: Final = 2
"""How often weights are fitted: on positions of random play, then of its own."""
STRAY: Final = 1 / 3
"""The share of moves at random in games of its own."""
TOGETHER: Final = 3
"""How many marks of a position, at most, have a weight together."""
RIDGE: Final = 1e-3
"""How much small weights are preferred, so that no fit has many answers."""


class FittedTeam(SeaRules):
    """A player for all seats of a small sea, which plays for the total.

    Attributes:
        weights: for each year from 2 on how a position at its beginning is valued.
    """

    def __init__(
        self, sheet: object, players: int = 2, *, positions: int = POSITIONS, seed: int = 0, **options: Any
    ) -> None:
        """Fit weights to a sea.

        Args:
            sheet: as for `SeaRules`.
            players: 2 to 4.
            positions: games that are played for positions in each round.
            seed: of these games.
            **options: as for `SeaRules`; its `most` counts the moments of one year of all positions together.
        """
        super().__init__(sheet, players, **options)
        self.weights: dict[int, Array] = {}
        rng = np.random.default_rng(seed)
        first = np.array([self.code(self.start)], np.int64)
        seen: dict[int, Array] = dict.fromkeys(range(1, self.sheet.years + 1), first[:0])
        for _ in range(ROUNDS):
            codes = np.repeat(first, positions)
            for year in range(1, self.sheet.years):
                codes = self._played(codes, year, rng)
                seen[year + 1] = np.union1d(seen[year + 1], codes)
            for year in range(self.sheet.years, 1, -1):
                layers, values, _ = self._solved(seen[year], self._steps_from(year))
                marks = self._marks(layers[0].codes)
                self.weights[year] = np.linalg.solve(
                    marks.T @ marks + RIDGE * np.eye(marks.shape[1]), marks.T @ values[0].sum(axis=0)
                )

    def _steps_from(self, year: int, begin: object = None) -> list[Any]:
        """Return the steps of a year, from a place of it on."""
        steps = [step for step in self.steps if step[0].year == year]
        first = next((number for number, step in enumerate(steps) if step[0] == begin), 0)
        return steps[first:]

    def _marks(self, codes: Array) -> Array:
        """Return what the guess looks at, by [moment, mark]: living fish, plates, marked boxes."""
        living = self.fields.get(codes, "living")
        single = [living >> row & 1 for row in range(len(self.sheet.names))]
        for seat in range(self.players):
            single.append(self.fields.get(codes, f"plates{seat}"))
            single += [self._marked(codes, seat, name) for name in self.radix]
        single += [self.fields.get(codes, f"plates{seat}") ** 2 for seat in range(self.players)]
        sizes = range(2, TOGETHER + 1)
        several = [np.prod(some, axis=0) for size in sizes for some in combinations(single, size)]
        return np.array([np.ones(codes.size), *single, *several], float).T

    def _solved(self, codes: Array, steps: Sequence[Any]) -> tuple[list[Layer], list[Array], Array]:
        """Return the layers of the steps to the end of a year, their worth to the team, and the last moments."""
        layers, ends, _ = self.lay_out(codes, steps)
        following = layers[-1].place.year + 1
        guess = np.zeros(ends.size)
        if following in self.weights:
            guess = np.where(self.fields.get(ends, "over") > 0, 0, self._marks(ends) @ self.weights[following])
        values = np.zeros((self.players, ends.size))
        values[0] = guess  # one seat holds what all expect, for only the sum counts
        return layers, solved(layers, values, "team", "kind"), ends

    def _played(self, codes: Array, year: int, rng: np.random.Generator) -> Array:
        """Play a year of many games, and return their moments at its end."""
        layers, values, ends = self._solved(np.unique(codes), self._steps_from(year))
        places, every = np.searchsorted(layers[0].codes, codes), np.arange(codes.size)
        for layer, following in zip(layers, values[1:], strict=True):
            after = np.array(layer.after)[:, places]  # [option, game]
            weight = (after >= 0) * 1.0 if layer.chances is None else layer.chances[:, places]
            which = (weight.cumsum(axis=0) > rng.random(codes.size) * weight.sum(axis=0)).argmax(axis=0)
            if layer.actor >= 0 and year + 1 in self.weights:
                best = np.where(after >= 0, following.sum(axis=0)[after], -np.inf).argmax(axis=0)
                which = np.where(rng.random(codes.size) < STRAY, which, best)
            places = after[which, every]
        found: Array = ends[places]
        return found

    def __call__(self, view: Boom, rng: Random) -> Move:
        """Return the move after which the team can expect most."""
        here = np.array([self.code(view)], np.int64)
        layers, values, _ = self._solved(here, self._steps_from(view.year, place_of(view)))
        total = values[1].sum(axis=0)
        worth = {
            move: total[after[0]]
            for move, after in zip(self.options(view), layers[0].after[1:], strict=True)
            if after[0] >= 0
        }
        return max(worth, key=lambda move: float(worth[move]))
