"""A player that looks ahead: it tries each of its moves in the imagination, many times, before it makes one.

At a decision every legal move is played on to the end of the game by policies, in blocks of `BLOCK` continuations on
the same dice for all moves. A move is dropped as soon as another is clearly better on those dice; the rest goes on
until the budget is used up. Moves that earn the same give way to the move that the policy itself would make. The dice
of the imagination are not those of the game: nobody sees a die before it falls.

`LookAhead` is the player: a bot for any table, which imagines that the others play as it does. `think` serves the
decisions of many games at a time, so that their imagined games share the engine's calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.network import Sheet
from fishlab.boom.rules import Boom
from fishlab.bots import Goal
from fishlab.core import Move
from fishlab.lab.engine.batch import EMPTY
from fishlab.lab.engine.resume import Moment, finish
from fishlab.lab.policies import Policy, agents, tape
from fishlab.lab.policies.tables import Tables, TooWide, tables_for
from fishlab.lab.policies.tape import Luck
from fishlab.lab.search.tuned import tuned_for

Array = NDArray[Any]

BLOCK: Final = 32
"""Continuations of each move that are played before the moves are compared."""
CLEAR: Final = 2.5
"""Standard errors by which a move must be behind to be dropped."""
SAME: Final = 2 * BLOCK
"""Continuations after which two moves that never differed are taken for the same."""
BUDGET: Final = 300
"""Continuations of a move, at most, if nobody says otherwise."""
POOL: Final = 8000
"""Games of luck to imagine with; a decision takes some in a row, from a place of its own."""
POOL_SEED: Final = 2**62 + 1
"""Their seed, which is no game's."""


@dataclass(frozen=True, slots=True)
class LookAhead:
    """A player of Fishery Boom that looks ahead; call it with a view and a generator for a move.

    Attributes:
        goal: "team" for the total of all, "own" for its own points, "place" for being ahead of as many as it can,
            "lead" for its points beyond the best of the others; after fines, where there are any.
        budget: the most continuations of a move.
        policies: what it imagines of each seat; without any, the policy in all of them that was tuned for its goal in
            this form of the game and under the rule of this table.
        empty: points that an empty plate costs in what it imagines; by the rules it is `EMPTY`. Who looks ahead leaves
            fewer plates empty than the policies that it imagines, so with less it shies away less from more plates.
    """

    goal: Goal
    budget: int = BUDGET
    policies: tuple[Policy, ...] = ()
    empty: float = EMPTY

    def __post_init__(self) -> None:
        """Check goal, budget and price."""
        if self.goal not in get_args(Goal):
            raise ValueError(f"goal={self.goal!r:.40} is not possible: choose {', '.join(get_args(Goal))}")
        if isinstance(self.budget, bool) or not isinstance(self.budget, int) or not 1 <= self.budget <= POOL:
            raise ValueError(f"budget={self.budget!r:.40} is not possible: choose a whole number from 1 to {POOL}")
        if isinstance(self.empty, bool) or not isinstance(self.empty, int | float) or not 0 <= self.empty <= EMPTY:
            raise ValueError(f"empty={self.empty!r:.40} is not possible: choose a number from 0 to {EMPTY}")

    def imagines(self, state: Boom) -> tuple[Policy, ...]:
        """Return the policy that it imagines of each seat."""
        return self.policies or (tuned_for(self.goal, state),) * state.players

    def __call__(self, view: Boom, rng: Random) -> Move:
        """Return a move."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        try:
            decision = Decision(view, self, rng)
        except TooWide:  # a sheet that the engine has no tables for
            return agents(self.imagines(view))[view.seat](view, rng)
        while not decision.done:
            think([decision])
        return decision.choice()


class Decision:
    """One decision being thought about.

    Attributes:
        values: for each move what its continuations came to so far; those that were dropped stop growing.
    """

    def __init__(self, state: Boom, player: LookAhead, rng: Random) -> None:
        self.player, self.seat = player, state.seat
        self.policies = player.imagines(state)
        self.tables, self.luck = _imagination(state.sheet, state.players, _look_aheads(self.policies))
        self.start = rng.randrange(POOL)
        self.moves = list(state.moves())
        own = agents(self.policies, self.luck, self.start)[state.seat](state, rng)
        self.own = self.moves.index(own)
        self.moments = [Moment(state.after(move), self.tables) for move in self.moves]
        self.alive = list(range(len(self.moves)))
        self.values: list[Array] = [np.empty(0, np.int16) for _ in self.moves]
        self.tried = 0

    @property
    def done(self) -> bool:
        """Whether one move is left, or nothing of the budget."""
        return len(self.alive) == 1 or self.tried >= self.player.budget

    def columns(self) -> Array:
        """Return the luck of the next blocks: as much as was tried, for a few long calls of the engine are quicker."""
        size = min(max(BLOCK, self.tried), self.player.budget - self.tried)
        return (self.start + self.tried + np.arange(size)) % POOL

    def learn(self, found: Sequence[Array]) -> None:
        """Take in the next blocks of every move that is left, and after each drop those that are clearly behind.

        What a move that is dropped would have come to in later blocks is forgotten, as if it had not been played.
        """
        values = dict(zip(self.alive, found, strict=True))
        for begin in range(0, found[0].size, BLOCK):
            for move in self.alive:
                self.values[move] = np.concatenate([self.values[move], values[move][begin : begin + BLOCK]])
            self.tried = self.values[self.alive[0]].size
            best = self._best()
            self.alive = [move for move in self.alive if move == best or not self._behind(move, best)]
            if len(self.alive) == 1:
                return

    def _best(self) -> int:
        return max(self.alive, key=lambda move: (self.values[move].sum(), move == self.own))

    def _behind(self, move: int, best: int) -> bool:
        gap = self.values[best] - self.values[move]
        if not gap.any():
            return self.tried >= SAME
        return bool(gap.mean() > CLEAR * gap.std() / np.sqrt(gap.size))

    def choice(self) -> Move:
        """Return the move that came out best so far."""
        return self.moves[self._best()]


def worth(points: Array, goal: Goal, seat: int) -> Array:
    """Return what games are worth to a seat by its goal, from the points by [seat, game]."""
    mine: Array = points.sum(axis=0) if goal == "team" else points[seat]
    if goal == "place":
        mine = (mine > points).sum(axis=0) + (mine == points).sum(axis=0) / 2 - 0.5
    elif goal == "lead":
        mine = mine - np.delete(points, seat, axis=0).max(axis=0)
    return mine


def think(decisions: Iterable[Decision]) -> None:
    """Play the next blocks of each of some decisions, in as few calls of the engine as can be."""
    groups: dict[Any, list[tuple[Decision, int]]] = {}
    found: dict[int, dict[int, Array]] = {}
    asked = list(decisions)
    for number, decision in enumerate(asked):
        found[number] = {}
        for move in decision.alive:
            alike = decision.policies, decision.player.empty, id(decision.tables), id(decision.luck)
            key = decision.moments[move].key, *alike
            groups.setdefault(key, []).append((decision, move))
    place = {id(decision): number for number, decision in enumerate(asked)}
    for group in groups.values():
        columns = [decision.columns() for decision, _ in group]
        first = group[0][0]
        which = np.repeat(np.arange(len(group)), [len(some) for some in columns])
        luck = first.luck._replace(columns=np.concatenate(columns))
        moments = [decision.moments[move] for decision, move in group]
        sheets = finish(moments, which, luck, first.policies, first.tables)
        points = sheets.own(moments[0].state.setup, first.player.empty)
        if any(policy.penalty for policy in first.policies):
            points = points - sheets.fines.astype(float)
        end = 0
        for (decision, move), some in zip(group, columns, strict=True):
            begin, end = end, end + len(some)
            mine = points[:, begin:end]
            found[place[id(decision)]][move] = worth(mine, decision.player.goal, decision.seat)
    for number, decision in enumerate(asked):
        decision.learn([found[number][move] for move in decision.alive])


def _look_aheads(policies: Sequence[Policy]) -> frozenset[int]:
    return frozenset(ahead for policy in policies for ahead in policy.look_aheads())


@lru_cache(maxsize=8)
def _imagination(sheet: Sheet, players: int, ahead: frozenset[int]) -> tuple[Tables, Luck]:
    """Return the tables of a sheet and the luck to imagine with."""
    return tables_for(sheet, ahead), tape.draw(sheet, players, POOL_SEED, 0, POOL)
