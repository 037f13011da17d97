"""What players that look ahead make of each form of the game, kept as tables: together, alone, under each treatment.

`form-NAME.csv` holds the games of a form (`fishlab.boom.treatments`), all forms on the same seeds. Who plays them says
`tools/kept_games.py`, and plays them again (`python tools/kept_games.py form --form NAME`). They look ahead with
`CONTINUATIONS` of each move, and imagine policies that were tuned for the form. `benchmark` says what a form comes to;
its intervals cover the dice, not the players: "together" is a team that imagines one policy for all seats, "alone" one
way to play for oneself. For the full form a better team was found (`fishlab.lab.search.ends`), and shares are of that.

A class that stops early is told what the same games show up to that year (`Benchmark.up_to`): plates that are filled
early count first, so in the first years tables that play for themselves may be ahead.

How long people need is an estimate: `SECONDS` for each choice, one after the other, and the choices are counted in the
kept games. A move that is the only one is no choice; dice and talks are not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.treatments import FULL, form
from fishlab.lab.search.ends import best_team, totals
from fishlab.lab.search.measures import price_of
from fishlab.stats import Interval, bootstrap, mean_interval, paired_difference

Array = NDArray[Any]

BETWEEN: Final = ("one-agreement", "yearly-agreement", "voted-rule", "enforced-rule", "graduated-sanctions", "quota")
"""The treatments between both ends."""
PLAYED: Final = ("place", "own", *BETWEEN, "team")
"""What is kept: all for their place, each for itself, the treatments between, and all for the team."""
CONTINUATIONS: Final = {"team": 300, "mixed": 2000, "own": 200, "place": 200}
"""Continuations of a move, at most, of who plays for the team, in a mixed team, for itself and for its place."""
SECONDS: Final = 10
"""Seconds that a choice is assumed to take."""


class Game(NamedTuple):
    """One game of a form."""

    name: str
    players: int
    game: int
    points: tuple[int, ...]
    """Own points before fines, seat by seat."""
    fines: tuple[int, ...]
    living: tuple[int, ...]
    """Fish that live when each year begins; 0 after the sea is empty."""
    yearly: tuple[int, ...]
    """The team's points before fines, year by year; what an empty sea costs stands in the year after."""
    choices: tuple[int, ...]
    """How often each seat had more than one move."""

    @property
    def total(self) -> int:
        """The team's total before fines."""
        return sum(self.points)

    @property
    def after_fines(self) -> int:
        """What is left of it."""
        return self.total - sum(self.fines)


@lru_cache(maxsize=8)
def games(form_name: str) -> tuple[Game, ...]:
    """Return the games that are kept of a form."""
    name = f"form-{form(form_name).name}.csv"
    lines = files("fishlab.lab.search").joinpath(name).read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines[1:]:
        who, players, game, *lists = line.split(",")
        found.append(Game(who, int(players), int(game), *(tuple(map(int, text.split())) for text in lists)))
    return tuple(found)


class Benchmark(NamedTuple):
    """What a form comes to when players look ahead, for a number of players."""

    players: int
    together: Interval
    alone: Interval
    ratio: Interval
    """The price of anarchy (`fishlab.lab.search.measures.PRICE`); infinite where alone it gets nothing."""
    up_to: tuple[Interval, ...]
    """Together less alone on the same dice, up to the end of each year; the last is the whole game."""
    spread: float
    """The standard deviation of that difference over pairs of tables, in the whole game."""
    choices: Interval
    """Choices of a seat in a game, over both ends."""

    @property
    def minutes(self) -> float:
        """Minutes that people are assumed to need, one after the other, without talks."""
        return self.players * self.choices.mean * SECONDS / 60

    @property
    def behind(self) -> tuple[int, ...]:
        """The years at whose end tables that play for themselves are ahead by more than the dice explain."""
        return tuple(year for year, one in enumerate(self.up_to, 1) if one.high < 0)


def played(form_name: str, name: str, players: int) -> list[Game]:
    """Return the kept games of one way to play a form, game by game; game i has the same dice in all of them."""
    found = [game for game in games(form_name) if (game.name, game.players) == (name, players)]
    if not found:
        raise ValueError(f"the table of the form {form_name!r} has no games of {name!r} for {players} players")
    return found


@lru_cache(maxsize=16)
def benchmark(form_name: str, players: int = 4) -> Benchmark:
    """Return what players that look ahead make of a form."""
    return compare(played(form_name, "team", players), played(form_name, "own", players))


ENDS: Final = {"cooperative": "team", "competitive": "own", "silence": "own", "to-win": "place"}
"""Under which name the games of a treatment are kept that is no rule; models have nothing to say to each other, so
silence is nothing to them."""


def same_games(one: str, other: str) -> bool:
    """Tell whether the kept games of two treatments are the same, so that models say nothing of their difference.

    >>> same_games("silence", "competitive"), same_games("silence", "quota")
    (True, False)
    """
    return ENDS.get(one, one) == ENDS.get(other, other)


@lru_cache(maxsize=64)
def predicted(form_name: str, treatment: str, players: int = 4) -> tuple[Interval, ...]:
    """Return what a treatment brings over everyone for themselves, up to the end of each year, by the kept games.

    Points are counted before fines, as on the sheets of a table.
    """
    return _up_to(*paired(form_name, treatment, "competitive", players))


def kept_treatments(form_name: str, players: int = 4) -> tuple[str, ...]:
    """Return the treatments other than both ends of which games of a form are kept; of the full game not all are."""
    names = {game.name for game in games(form_name) if game.players == players}
    return tuple(name for name in ("to-win", *BETWEEN) if ENDS.get(name, name) in names)


def paired(form_name: str, one: str, other: str, players: int = 4) -> tuple[list[Game], list[Game]]:
    """Return the kept games of two treatments on the same dice; of one fewer may be kept than of the other."""
    both = [played(form_name, ENDS.get(name, name), players) for name in (one, other)]
    count = min(map(len, both))
    return both[0][:count], both[1][:count]


class TreatmentFound(NamedTuple):
    """What a treatment comes to when players look ahead."""

    total: Interval
    """The team's total before fines."""
    after_fines: Interval
    gain: Interval
    """What is left after fines, less what all get where everybody plays alone, on the same dice."""
    share: Interval
    """What is left after fines, in per cent of the best found on the same dice, whose luck the interval covers too."""


@lru_cache(maxsize=16)
def steps(form_name: str, players: int = 4) -> dict[str, TreatmentFound]:
    """Return what playing to win and the treatments between both ends come to, from the lowest to the highest."""
    found = {}
    for treatment in kept_treatments(form_name, players):
        rows, alone = paired(form_name, treatment, "competitive", players)
        left = [game.after_fines for game in rows]
        after = mean_interval(left)
        share = bootstrap([np.array(left), _best_totals(form_name, [game.game for game in rows], players)], _per_cent)
        gain = paired_difference(left, [game.total for game in alone])
        found[treatment] = TreatmentFound(mean_interval([game.total for game in rows]), after, gain, share)
    return dict(sorted(found.items(), key=lambda pair: pair[1].after_fines.mean))


def _best_totals(form_name: str, numbers: Sequence[int], players: int) -> Array:
    """Return the totals of the best team that was found, in games of these numbers."""
    if form(form_name).name == FULL:  # the same dice
        return totals(best_team(players), players)[list(numbers)]
    best = {game.game: game.total for game in played(form_name, "team", players)}
    return np.array([best[number] for number in numbers])


def _per_cent(some: Array, best: Array) -> float:
    return float(100 * some.mean() / best.mean())


def compare(team: list[Game], own: list[Game]) -> Benchmark:
    """Return what games of one form come to, together and alone on the same dice."""
    together, alone = (np.array([game.total for game in some]) for some in (team, own))
    return Benchmark(
        team[0].players,
        mean_interval(together),
        mean_interval(alone),
        price_of(together, alone),
        _up_to(team, own),
        float((together - alone).std(ddof=1)),
        mean_interval([np.mean(game.choices) for game in (*team, *own)]),
    )


def _up_to(one: list[Game], other: list[Game]) -> tuple[Interval, ...]:
    sums = [np.cumsum([game.yearly for game in some], axis=1).T for some in (one, other)]
    return tuple(paired_difference(*pair) for pair in zip(*sums, strict=True))
