"""The game between policies: what a lone player earns, after fines, with one policy when all others play another.

Policies are strategies, mean scores over many games on the same dice are pay-offs. Which seat the lone player has does
not matter, for the seats are turned from game to game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.treatments import FULL
from fishlab.lab.engine import play_turned
from fishlab.lab.policies import Policy
from fishlab.lab.search.tuned import tuned
from fishlab.lab.treatments import COMPETITOR, COOPERATOR
from fishlab.messages import mark, refusal
from fishlab.stats import Interval, mean_interval, paired_difference

Array = NDArray[Any]

GRID: Final[Mapping[str, Policy]] = {
    mark("sparing"): COOPERATOR,
    mark("line"): Policy(ambition=0, care=1, gear="default", radar=1, overtime=1, enforcement=1),
    mark("seine"): Policy(ambition=0, care=1, gear="seine+", radar=1, overtime=1),
    mark("longline"): Policy(ambition=0, care=1, gear="longline+", radar=1, overtime=1),
    mark("trawler"): COMPETITOR,
    mark("reckless"): Policy(ambition=2, care=0, gear="trawler+", radar=1, overtime=1),
}
"""Six simple ways to fish, from sparing to reckless."""


def grid_for(players: int, form: str = FULL) -> dict[str, Policy]:
    """Return six ways to fish, the ends of which were found by search: for the team, and for oneself."""
    team, own = {mark("team"): tuned("team", players, form)}, {mark("own"): tuned("own", players, form)}
    simple = {name: GRID[name] for name in ("line", "seine", "longline")}
    return {**team, **simple, **own, "reckless": GRID["reckless"]}


@dataclass(frozen=True, slots=True)
class Payoffs:
    """Pay-offs of a lone player: `payoff[i, j, game]` with policy i among others who play j."""

    policies: Mapping[str, Policy]
    players: int
    payoff: Array
    others: Array
    """What each of the others earns on average, by the same index."""
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """What the policies are called."""
        return tuple(self.policies)

    @property
    def games(self) -> int:
        """Games of each pair of policies."""
        return int(self.payoff.shape[-1])

    def plus(self, name: str, policy: Policy) -> Self:
        """Return the table with one more policy in front; only the pairs that are new are played."""
        if name in self.policies:
            raise refusal("{name!r} is in this table already: choose another name", name=name)
        rivals = [policy, *self.policies.values()]
        pairs = [(policy, rival) for rival in rivals] + [(rival, policy) for rival in rivals[1:]]
        own, others = _meet(pairs, self.games, self.seed, self.players, self.options)
        count = len(rivals)

        def grown(before: Array, new: Array) -> Array:
            found = np.empty((count, count, self.games), before.dtype)
            found[1:, 1:], found[0], found[1:, 0] = before, new[:count], new[count:]
            return found

        return replace(
            self,
            policies={name: policy, **self.policies},
            payoff=grown(self.payoff, own),
            others=grown(self.others, others),
        )

    def means(self) -> list[list[Interval]]:
        """Return the mean pay-offs with their intervals, row by row."""
        return [[mean_interval(cell) for cell in row] for row in self.payoff]

    def best_replies(self) -> list[tuple[str, ...]]:
        """Return for each column the policies that earn most, and those not clearly worse (paired 95 % interval)."""
        found = []
        for column in range(len(self.names)):
            best = int(self.payoff[:, column].mean(axis=1).argmax())
            good = [
                name
                for row, name in enumerate(self.names)
                if row == best or not paired_difference(self.payoff[best, column], self.payoff[row, column]).low > 0
            ]
            found.append(tuple(good))
        return found

    def gain(self, name: str, among: str) -> Interval:
        """Return what a lone player gains with one policy among others of another, over doing as they do."""
        row, column = self._place(name), self._place(among)
        return paired_difference(self.payoff[row, column], self.payoff[column, column])

    def free_riding(self, lone: str, among: str) -> dict[str, Interval]:
        """Return the figures of a free ride: what it brings, what it costs the others, and what comes if all do it."""
        row, column = self._place(lone), self._place(among)
        together, alone = self.payoff[column, column], self.payoff[row, row]
        return {
            "the lone one gains": self.gain(lone, among),
            "each other loses": paired_difference(together, self.others[row, column]),
            "all do as the others": mean_interval(together),
            "all do as the lone one": mean_interval(alone),
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return the table as rows, one for each pair of policies."""
        replies = self.best_replies()
        found = []
        for row, name in enumerate(self.names):
            for column, among in enumerate(self.names):
                cell = mean_interval(self.payoff[row, column])
                found.append(
                    {
                        "policy": name,
                        "among": among,
                        "payoff": cell.mean,
                        "low": cell.low,
                        "high": cell.high,
                        "games": cell.games,
                        "best_reply": name in replies[column],
                    }
                )
        return found

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise refusal(
                "{name!r} is not a policy of this table: choose {names}", name=name, names=", ".join(self.names)
            )
        return self.names.index(name)


def payoff_table(
    policies: Mapping[str, Policy] = GRID, games: int = 1000, seed: int = 0, *, players: int = 4, **options: Any
) -> Payoffs:
    """Return what a lone player earns with each policy when all the others play another, on the same dice.

    The lone player sits in each seat in turn, one share of the games each.
    """
    names = _names(policies)
    pairs = [(policies[row], policies[column]) for row in names for column in names]
    own, others = _meet(pairs, games, seed, players, options)
    shape = (len(names), len(names), own.shape[-1])
    return Payoffs(dict(policies), players, own.reshape(shape), others.reshape(shape), seed, options)


def _meet(
    pairs: Sequence[tuple[Policy, Policy]], games: int, seed: int, players: int, options: Mapping[str, Any]
) -> tuple[Array, Array]:
    """Return what a lone player of each pair earns among players of the other policy, and what each of those does."""
    earned = play_turned([(lone, *[other] * (players - 1)) for lone, other in pairs], games, seed, **options)
    return earned[:, 0], earned[:, 1:].mean(axis=1)


def _names(policies: Mapping[str, Policy]) -> tuple[str, ...]:
    if not policies:
        raise refusal("there are no policies to compare: give at least one")
    return tuple(policies)
