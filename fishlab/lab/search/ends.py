"""The two ends of the laboratory: everybody for the team, and everybody for oneself, as well as players were found.

Games of players that look ahead take a second or so each, so many of them are kept in `ends.csv`; `tools/kept_games.py`
says who plays them, and plays them again. `ends` reads the table, `price` says what it comes to: the mean total of each
end, and how many times as much the team gets together as alone. A team was played in two ways: everybody imagines that
all seats play one policy, or, a mixed team, that each has its own; the mixed team also tries more games a move, and
fears empty plates less (`fishlab.lab.search.look_ahead.LookAhead`). Its intervals cover the dice and nothing else. What
other players might reach no interval knows: "together" is the best found, "alone" is stable against every deviation
that was tried: in the search for its policy, and in the games of `deviations.csv`, in which one seat leaves
(`leaving`).
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from fishlab.bots import Goal
from fishlab.lab.search.measures import price_of
from fishlab.stats import Interval, mean_interval, paired_difference

Array = NDArray[Any]
Team = Literal["team", "mixed"]
"""A team that imagines one policy for all its seats, or one for each, and thinks longer then."""

OTHER_SEAS: Final = 4
"""Players of the games on other seas."""
SEED: Final = 20
"""The seed of the table's games."""


class Row(NamedTuple):
    """One game of an end."""

    goal: str
    players: int
    game: int
    points: tuple[int, ...]
    """Own points, seat by seat."""
    living: tuple[int, ...]
    """Fish that live when each year begins; 0 after the sea is empty."""

    @property
    def total(self) -> int:
        """The team's total."""
        return sum(self.points)


@lru_cache(maxsize=1)
def ends() -> tuple[Row, ...]:
    """Return the rows of the table that is kept."""
    lines = files("fishlab.lab.search").joinpath("ends.csv").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines[1:]:
        goal, players, game, points, living = line.split(",")
        numbers = (tuple(map(int, text.split())) for text in (points, living))
        found.append(Row(goal, int(players), int(game), *numbers))
    return tuple(found)


def totals(goal: Goal | Team, players: int) -> Array:
    """Return the totals of the kept games of an end, game by game; game i has the same dice at both ends."""
    found = [row.total for row in ends() if (row.goal, row.players) == (goal, players)]
    if not found:
        raise ValueError(f"the table has no games of {goal!r} for {players} players")
    return np.array(found)


class Price(NamedTuple):
    """What it costs that everybody plays alone."""

    together: Interval
    """The best found: the mean total of everything that was played at either end."""
    alone: Interval
    """The mean total of players that look ahead for themselves."""
    ratio: Interval
    """The price of anarchy: together over alone. Its interval covers the dice, not the choice of players."""

    @property
    def games(self) -> int:
        """Games of each end."""
        return self.together.games


@lru_cache(maxsize=8)
def price(players: int) -> Price:
    """Return the price of anarchy of the kept games (`fishlab.lab.search.measures.PRICE`)."""
    team, alone = totals(best_team(players), players), totals("own", players)
    best = max(team, alone, key=lambda some: float(some.mean()))
    return Price(mean_interval(best), mean_interval(alone), price_of(team, alone))


def best_team(players: int) -> Team:
    """Return which of the two teams that were played gets more."""
    return max(get_args(Team), key=lambda team: float(totals(team, players).mean()))


# The same on other seas.


class OtherSea(NamedTuple):
    """One game of an end on a sea that fits what is known of the printed one as well, for four players."""

    sea: str
    """`tools/other_seas.py` says which these are; "standard" is the usual one, played by the same players."""
    goal: str
    game: int
    total: int


@lru_cache(maxsize=1)
def other_seas() -> dict[str, Interval]:
    """Return the price on each sea, the standard one first; fewer games and less search than `price` has."""
    lines = files("fishlab.lab.search").joinpath("other-seas.csv").read_text(encoding="utf-8").splitlines()
    rows = [
        OtherSea(sea, goal, int(game), int(total)) for sea, goal, game, total in (one.split(",") for one in lines[1:])
    ]
    found = {}
    for sea in dict.fromkeys(row.sea for row in rows):
        both = ([row.total for row in rows if (row.sea, row.goal) == (sea, goal)] for goal in ("team", "own"))
        found[sea] = price_of(*both)
    return found


# Who leaves an end alone.


class Lone(NamedTuple):
    """One game in which one seat left an end."""

    name: str
    players: int
    game: int
    seat: int
    points: int
    """Its own."""
    total: int


@lru_cache(maxsize=1)
def lone_games() -> tuple[Lone, ...]:
    """Return the games that are kept of seats that left an end."""
    lines = files("fishlab.lab.search").joinpath("deviations.csv").read_text(encoding="utf-8").splitlines()
    return tuple(Lone(name, *map(int, numbers)) for name, *numbers in (line.split(",") for line in lines[1:]))


class Leaving(NamedTuple):
    """What comes of it that one seat leaves an end, on the dice on which it stayed."""

    gain: Interval
    """What the seat gains for itself, over staying."""
    stayed: Interval
    """The team's total where it stays."""
    left: Interval
    """The team's total where it leaves."""


@lru_cache(maxsize=8)
def leaving(players: int) -> dict[str, Leaving]:
    """Return for every deviation that was played what it brings the seat, and what becomes of the total."""
    stay = {(row.goal, row.game): row for row in ends() if row.players == players}
    found: dict[str, list[tuple[Lone, Row]]] = {}
    for lone in lone_games():
        if lone.players == players:
            found.setdefault(lone.name, []).append((lone, stay[lone.name.split(":")[0], lone.game]))
    return {
        name: Leaving(
            paired_difference([lone.points for lone, _ in pairs], [row.points[lone.seat] for lone, row in pairs]),
            mean_interval([row.total for _, row in pairs]),
            mean_interval([lone.total for lone, _ in pairs]),
        )
        for name, pairs in found.items()
    }
