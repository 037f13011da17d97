"""The treatments between the two ends, played by players that look ahead, and kept as a table.

`tools/kept_games.py` says who plays the games of `between.csv`, on the dice of the two ends (`ends`), and plays them
again; `steps` gives the interval with each figure.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np

from fishlab.lab.search.ends import totals
from fishlab.stats import Interval, mean_interval, paired_difference

PLAYED: Final = ("one-agreement", "yearly-agreement", "voted-rule", "enforced-rule", "quota")
"""The treatments that are kept."""


class Game(NamedTuple):
    """One game of a treatment."""

    treatment: str
    players: int
    game: int
    points: tuple[int, ...]
    """Own points before fines, seat by seat."""
    fines: tuple[int, ...]
    living: tuple[int, ...]
    """Fish that live when each year begins; 0 after the sea is empty."""

    @property
    def total(self) -> int:
        """The team's total before fines."""
        return sum(self.points)

    @property
    def after_fines(self) -> int:
        """What is left of it."""
        return self.total - sum(self.fines)


@lru_cache(maxsize=1)
def games() -> tuple[Game, ...]:
    """Return the rows of the table that is kept."""
    lines = files("fishlab.lab.search").joinpath("between.csv").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines[1:]:
        name, players, game, *lists = line.split(",")
        found.append(Game(name, int(players), int(game), *(tuple(map(int, text.split())) for text in lists)))
    return tuple(found)


class Step(NamedTuple):
    """What a treatment comes to when players look ahead."""

    total: Interval
    """The team's total before fines."""
    after_fines: Interval
    gain: Interval
    """What is left after fines, less what all get where everybody plays alone, on the same dice."""
    share: Interval
    """What is left after fines, in per cent of the best found on the same dice."""


@lru_cache(maxsize=8)
def steps(players: int) -> dict[str, Step]:
    """Return what every treatment that is kept comes to, from the lowest to the highest after fines."""
    alone, together = totals("own", players), totals("team", players)
    found = {}
    for name in PLAYED:
        rows = [row for row in games() if (row.treatment, row.players) == (name, players)]
        if not rows:
            continue
        left, numbers = np.array([row.after_fines for row in rows]), [row.game for row in rows]
        best = float(together[numbers].mean())
        after = mean_interval(left)
        share = Interval(100 * after.mean / best, 100 * after.low / best, 100 * after.high / best, after.games)
        gain = paired_difference(left, alone[numbers])
        found[name] = Step(mean_interval([row.total for row in rows]), after, gain, share)
    return dict(sorted(found.items(), key=lambda pair: pair[1].after_fines.mean))
