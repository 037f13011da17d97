"""Repeated games: many matches of bots under one set of options, as plain rows.

The same seed gives the same rows, whatever computes them: this process, or any `concurrent.futures` executor.

>>> from fishlab import Fishery
>>> rows = play_many(Fishery, ["random", "random"], 3, seed=1, options={"columns": 3, "rows": 3, "ships": 1})
>>> [sorted(row) for row in rows][0]
['moves', 'scores', 'trial', 'winners']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from random import Random
from typing import Any

from fishlab.bots import bots_for, unknown_bot
from fishlab.core import State
from fishlab.match import Match
from fishlab.messages import refusal

Row = dict[str, Any]
Measure = Callable[[Match], Mapping[str, Any]]
"""What to note of a finished match, beside its scores."""


def play_one(
    game: type[State],
    bots: Sequence[str],
    trial: int,
    seed: int | str = 1,
    options: Mapping[str, Any] | None = None,
    measure: Measure | None = None,
) -> Row:
    """Play one match of bots to its end and return its row: trial, moves, scores, winners and what is measured.

    Args:
        game: the game's class.
        bots: a bot's name for every seat.
        trial: the number of this match; with the seed it names the dice and the bots' choices.
        seed: names the whole experiment.
        options: the game's own options.
        measure: returns more columns from the finished match.
    """
    known = bots_for(game)
    for name in bots:
        if name not in known:
            raise unknown_bot(game, name)
    match = Match(game, len(bots), **(options or {}))
    state = match.run([known[name] for name in bots], Random(f"{game.name}/{seed}/{trial}"))
    row: Row = {"trial": trial, "moves": len(match.moves), "scores": state.scores(), "winners": state.winners()}
    return {**row, **measure(match)} if measure else row


def play_many(
    game: type[State],
    bots: Sequence[str],
    games: int,
    seed: int | str = 1,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
    measure: Measure | None = None,
    executor: Executor | None = None,
) -> list[Row]:
    """Play many matches of bots and return one row for each, in order.

    Args:
        game: the game's class.
        bots: a bot's name for every seat.
        games: how many matches.
        seed: names the experiment; trial 7 of a seed is the same match whatever else is played.
        options: the game's own options.
        progress: called with the matches done and the matches in all.
        measure: returns more columns from a finished match; a function of a module, if an executor is given.
        executor: computes the matches elsewhere; this process without one.
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise refusal("games={games!r} is not possible: choose a whole number from 1", games=games)
    rows: list[Row] = []
    if executor is None:
        found: Iterator[Row] = (play_one(game, bots, trial, seed, options, measure) for trial in range(games))
    else:
        waiting = [executor.submit(play_one, game, list(bots), trial, seed, options, measure) for trial in range(games)]
        found = (one.result() for one in waiting)
    for row in found:
        rows.append(row)
        if progress:
            progress(len(rows), games)
    return rows
