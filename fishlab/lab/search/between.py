"""The treatments between the two ends, played by players that look ahead, and kept as a table.

    python -m fishlab.lab between --games 64 --players 4

plays the games of `between.csv` again, game by game the same, on the dice of the two ends (`ends`); `steps` gives the
interval with each figure.

Who talks promises, every year anew or once and for all, to look ahead for the team; in a year in which a seat breaks
its word it looks ahead for itself. How often a word is kept is an assumption, not a finding (`fishlab.lab.treatments`).
Under a rule every seat looks ahead for itself, fines paid, and imagines that all play the policy that was found under
that rule (`tuned`); whether a rule is kept is its own choice. A licence, though, is kept: to who holds one it looks as
if every fish too many were seen and cost `DEAR` points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.rules import Boom
from fishlab.core import Match
from fishlab.lab import tape
from fishlab.lab.policies import Policy, reckon
from fishlab.lab.search.ends import PLAYERS, SEED, keep_lines, read_lines, totals
from fishlab.lab.search.look_ahead import LookAhead, Promise, Seat, play_tables
from fishlab.lab.search.tuned import tuned
from fishlab.lab.tape import Luck
from fishlab.lab.treatments import TREATMENTS
from fishlab.stats import Interval, mean_interval, paired_difference

Array = NDArray[Any]

TALKS: Final = ("one-agreement", "yearly-agreement")
PLAYED: Final = (*TALKS, "voted-rule", "enforced-rule", "quota")
"""The treatments that are kept."""
DEAR: Final = 20
"""Points that a fish beyond a licence seems to cost."""
CHUNK: Final = 64
"""Games that are played side by side."""
HEAD: Final = "treatment,players,game,points,fines,living"


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

    def text(self) -> str:
        """Return the row as it stands in the file."""
        lists = (" ".join(map(str, values)) for values in (self.points, self.fines, self.living))
        return ",".join((self.treatment, str(self.players), str(self.game), *lists))


def rule_of(name: str, players: int) -> tuple[Policy, ...]:
    """Return the policies whose rule holds in a treatment, one for each seat."""
    return TREATMENTS[name].profile(players)


def seats_of(name: str, players: int) -> list[Seat]:
    """Return who sits at a table of a treatment."""
    if name in TALKS:
        return [Promise(PLAYERS["team"], PLAYERS["own"], policy) for policy in rule_of(name, players)]
    imagined = tuned(name, players)
    if not imagined.penalty:
        imagined = imagined.but(detection=1, penalty=DEAR)
    return [LookAhead("own", PLAYERS["own"].budget, (imagined,) * players)] * players


def play_treatment(name: str, players: int, games: int, start: int = 0, seed: int = SEED) -> Iterator[Game]:
    """Play games of a treatment; a game is the same whichever games are played with it."""
    seats = seats_of(name, players)
    numbers = range(start, start + games)
    for game, match in zip(numbers, play_tables([(seats, game) for game in numbers], seed), strict=True):
        yield game_of(name, game, match, seed)


def game_of(name: str, game: int, match: Match, seed: int = SEED) -> Game:
    """Return a finished game as a row."""
    state = match.state
    assert isinstance(state, Boom)
    luck = tape.draw(state.sheet, state.players, seed, game, game + 1)
    living = [state.seas[year].bit_count() if year < len(state.seas) else 0 for year in range(state.sheet.years)]
    fines = _fines(match, rule_of(name, state.players), luck)
    return Game(name, state.players, game, state.own_scores(), fines, tuple(living))


def _fines(match: Match, rule: Sequence[Policy], luck: Luck) -> tuple[int, ...]:
    """Return what each seat pays for all years."""
    state = match.state
    assert isinstance(state, Boom)
    paid = [0.0] * state.players
    opening = Boom.start(state.players)
    openings = [opening]
    for move in match.moves:
        opening = opening.after(move)
        if opening.year > openings[-1].year:
            openings.append(opening)
    for opening, marks in zip(openings, (*state.past, state.marks), strict=True):
        for seat, (fine, _) in enumerate(reckon(rule, opening, marks[: state.players], luck)):
            paid[seat] += fine
    return tuple(int(fine) for fine in paid)


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


def write(
    path: str,
    count: int,
    players: Sequence[int] = (4, 3, 2),
    names: Sequence[str] = PLAYED,
    say: Callable[[str], None] | None = None,
) -> None:
    """Play treatments and write the table, chunk by chunk; rows that are there are kept."""
    for name in names:
        if name not in PLAYED:
            raise ValueError(f"treatment {name!r:.40} is not played here: choose {', '.join(PLAYED)}")
    rows = read_lines(path)
    for number in players:
        for begin in range(0, count, CHUNK):
            for name in names:
                have = {int(line.split(",")[2]) for line in rows if line.startswith(f"{name},{number},")}
                missing = [game for game in range(begin, min(count, begin + CHUNK)) if game not in have]
                if missing:
                    rows += [row.text() for row in play_treatment(name, number, len(missing), missing[0])]
                    keep_lines(path, HEAD, rows)
                    if say is not None:
                        say(f"{name}, {number} players: games up to {missing[-1] + 1} are there")
