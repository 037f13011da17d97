"""The two ends of the laboratory: everybody for the team, and everybody for oneself, as well as players were found.

Games of players that look ahead take a second or so each, so many of them are kept in `ends.csv`:

    python -m fishlab.lab ends --games 256
    python -m fishlab.lab deviations --games 64 --players 4
    python -m fishlab.lab deviations --games 24 --players 3 2

play them again, game by game the same. `ends` reads the table, `price` says what it comes to: the mean total of each
end, and how many times as much the team gets together as alone. Its intervals cover the dice and nothing else. What
other players might reach no interval knows: "together" is the best found, "alone" is stable against every deviation
that was tried: in the search for its policy, and in the games of `deviations.csv`, in which one seat leaves
(`leaving`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.rules import Boom
from fishlab.core import Match
from fishlab.lab.policies import Policy
from fishlab.lab.search.look_ahead import LookAhead, play_games, play_tables
from fishlab.lab.search.tune import Goal
from fishlab.lab.search.tuned import tuned
from fishlab.lab.tape import check_seed
from fishlab.stats import Interval, bootstrap, mean_interval, paired_difference

Array = NDArray[Any]

PLAYERS: Final = {"team": LookAhead("team", 300), "own": LookAhead("own", 200)}
"""Who plays at each end, in every seat."""
SEED: Final = 20
"""The seed of the table's games."""
CHUNK: Final = 64
"""Games that are played side by side."""


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

    def text(self) -> str:
        """Return the row as it stands in the file."""
        points, living = (" ".join(map(str, values)) for values in (self.points, self.living))
        return f"{self.goal},{self.players},{self.game},{points},{living}"


HEAD: Final = "goal,players,game,points,living"


def play_end(goal: Goal, players: int, games: int, start: int = 0, seed: int = SEED) -> Iterator[Row]:
    """Play games of an end and yield their rows; a game is the same whichever games are played with it."""
    seats = [PLAYERS[goal]] * players
    for begin in range(start, start + games, CHUNK):
        size = min(CHUNK, start + games - begin)
        for number, match in enumerate(play_games(seats, size, check_seed(seed), start=begin)):
            yield row_of(goal, begin + number, match)


def row_of(goal: str, game: int, match: Match) -> Row:
    """Return a finished game as a row."""
    state = match.state
    assert isinstance(state, Boom)
    living = [state.seas[year].bit_count() if year < len(state.seas) else 0 for year in range(state.sheet.years)]
    return Row(goal, state.players, game, state.own_scores(), tuple(living))


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


def totals(goal: Goal, players: int) -> Array:
    """Return the totals of the kept games of an end, game by game; game i has the same dice at both ends."""
    found = [row.total for row in ends() if (row.goal, row.players) == (goal, players)]
    if not found:
        raise ValueError(f"the table has no games of {goal!r} for {players} players")
    return np.array(found)


class Price(NamedTuple):
    """What it costs that everybody plays alone."""

    together: Interval
    """The best found: the mean total of players that look ahead for the team."""
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
    """Return the price of anarchy of the kept games."""
    together, alone = totals("team", players), totals("own", players)

    def ratio(one: Array, other: Array) -> float:
        return float(one.mean() / other.mean()) if other.mean() > 0 else inf

    return Price(mean_interval(together), mean_interval(alone), bootstrap([together, alone], ratio, 2000, 0))


# Who leaves an end alone.

DEVIATIONS: Final[dict[str, Callable[[int], LookAhead | Policy]]] = {
    "own: no search": lambda players: tuned("own", players),
    "own: four times the search": lambda _players: LookAhead("own", 4 * PLAYERS["own"].budget),
    "own: for the team": lambda _players: LookAhead("team", PLAYERS["own"].budget),
    "team: for itself": lambda _players: LookAhead("own", PLAYERS["team"].budget),
}
"""What one seat does instead, by the end that it leaves and a name."""


class Lone(NamedTuple):
    """One game in which one seat left an end."""

    name: str
    players: int
    game: int
    seat: int
    points: int
    """Its own."""
    total: int

    def text(self) -> str:
        """Return the row as it stands in the file."""
        return ",".join(map(str, self))


LONE_HEAD: Final = "name,players,game,seat,points,total"


def seats_of(name: str, players: int, game: int) -> list[LookAhead | Policy]:
    """Return who sits where in a game of an end, or in one in which one seat leaves it: each seat in turn."""
    seats: list[LookAhead | Policy] = [PLAYERS[name.split(":")[0]]] * players
    if name in DEVIATIONS:
        seats[game % players] = DEVIATIONS[name](players)
    return seats


def play_deviation(name: str, players: int, games: int, seed: int = SEED) -> Iterator[Lone]:
    """Play games in which one seat leaves an end, each seat in turn; the dice are the end's."""
    tables = [(seats_of(name, players, game), game) for game in range(games)]
    for game, match in enumerate(play_tables(tables, seed)):
        row, seat = row_of(name, game, match), game % players
        yield Lone(name, players, game, seat, row.points[seat], row.total)


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


# The files.


def write(path: str, games: int, players: Sequence[int] = (4, 3, 2), say: Callable[[str], None] | None = None) -> None:
    """Play both ends and write the table, chunk by chunk; rows that are there are kept."""
    rows = read_lines(path)
    order: list[tuple[Goal, int]] = [(goal, number) for number in players for goal in ("team", "own")]
    for begin in range(0, games, CHUNK):
        stop = min(games, begin + CHUNK)
        for goal, number in order:
            have = {line.split(",")[2] for line in rows if line.startswith(f"{goal},{number},")}
            wanted = [game for game in range(begin, stop) if str(game) not in have]
            if wanted:
                rows += [row.text() for row in play_end(goal, number, stop - wanted[0], wanted[0])]
                keep_lines(path, HEAD, rows)
                if say is not None:
                    say(f"{goal}, {number} players: games up to {stop} are there")


def write_deviations(
    path: str, games: int, players: Sequence[int] = (4, 3, 2), say: Callable[[str], None] | None = None
) -> None:
    """Play every deviation and write the table; deviations that are there are kept."""
    rows = read_lines(path)
    for number in players:
        for name in DEVIATIONS:
            if not any(line.startswith(f"{name},{number},") for line in rows):
                rows += [row.text() for row in play_deviation(name, number, games)]
                keep_lines(path, LONE_HEAD, rows)
                if say is not None:
                    say(f"{name}, {number} players: {games} games are there")


def read_lines(path: str) -> list[str]:
    """Return the rows of a table but its heading; none if there is no table yet."""
    file = Path(path)
    return file.read_text(encoding="utf-8").splitlines()[1:] if file.exists() else []


def keep_lines(path: str, head: str, rows: list[str]) -> None:
    """Write a table: the most players first, then by name and game."""
    rows.sort(key=lambda line: (-int(line.split(",")[1]), line.split(",")[0], int(line.split(",")[2])))
    Path(path).write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
