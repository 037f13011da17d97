"""The game between policies: who gains by what, where nobody gains by changing, and what that costs all.

Policies are strategies, mean scores over many games on the same dice are pay-offs. A profile is a handful of
policies, one for each player; which seat has which does not matter, for the seats are turned from game to game.

* `payoff_table`: what a lone player earns, after fines, with policy i when all others play j.
* `Game`: every profile of a few policies, best replies, equilibria, the cooperative optimum, the price of anarchy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from math import comb, factorial, inf, prod
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from fishlab.lab.engine import play_turned
from fishlab.lab.policies import Policy
from fishlab.lab.search.tuned import tuned
from fishlab.lab.treatments import COMPETITOR, COOPERATOR
from fishlab.stats import Interval, bootstrap, mean_interval, paired_difference

Array = NDArray[Any]

MOST_PROFILES: Final = 2000
"""Profiles of one game between policies; more would take very long."""

GRID: Final[Mapping[str, Policy]] = {
    "sparing": COOPERATOR,
    "line": Policy(ambition=0, care=1, gear="default", radar=1, overtime=1, enforcement=1),
    "seine": Policy(ambition=0, care=1, gear="seine+", radar=1, overtime=1),
    "longline": Policy(ambition=0, care=1, gear="longline+", radar=1, overtime=1),
    "trawler": COMPETITOR,
    "reckless": Policy(ambition=2, care=0, gear="trawler+", radar=1, overtime=1),
}
"""Six simple ways to fish, from sparing to reckless."""


def grid_for(players: int) -> dict[str, Policy]:
    """Return six ways to fish, the ends of which were found by search: for the team, and for oneself."""
    simple = {name: GRID[name] for name in ("line", "seine", "longline")}
    return {"team": tuned("team", players), **simple, "own": tuned("own", players), "reckless": GRID["reckless"]}


@dataclass(frozen=True, slots=True)
class Table:
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
            raise ValueError(f"{name!r} is in this table already: choose another name")
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
            raise ValueError(f"{name!r} is not a policy of this table: choose {', '.join(self.names)}")
        return self.names.index(name)


def payoff_table(
    policies: Mapping[str, Policy] = GRID, games: int = 1000, seed: int = 0, *, players: int = 4, **options: Any
) -> Table:
    """Return what a lone player earns with each policy when all the others play another, on the same dice.

    The lone player sits in each seat in turn, one share of the games each.
    """
    names = _names(policies)
    pairs = [(policies[row], policies[column]) for row in names for column in names]
    own, others = _meet(pairs, games, seed, players, options)
    shape = (len(names), len(names), own.shape[-1])
    return Table(dict(policies), players, own.reshape(shape), others.reshape(shape), seed, options)


def _meet(
    pairs: Sequence[tuple[Policy, Policy]], games: int, seed: int, players: int, options: Mapping[str, Any]
) -> tuple[Array, Array]:
    """Return what a lone player of each pair earns among players of the other policy, and what each of those does."""
    earned = play_turned([(lone, *[other] * (players - 1)) for lone, other in pairs], games, seed, **options)
    return earned[:, 0], earned[:, 1:].mean(axis=1)


@dataclass(frozen=True, slots=True)
class Game:
    """The whole game between a few policies; get one from `game_between`.

    Attributes:
        names: the policies.
        players: how many play.
        profiles: every handful of policies, as how many players have each.
        payoff: by [profile, policy, game] what a player with that policy earns; nan where nobody has it.
    """

    names: tuple[str, ...]
    players: int
    profiles: tuple[tuple[int, ...], ...]
    payoff: Array

    def label(self, profile: Sequence[int]) -> str:
        """Return a profile in words, such as "3 × line, 1 × trawler"."""
        return ", ".join(f"{count} × {name}" for count, name in zip(profile, self.names, strict=True) if count)

    def totals(self, profile: Sequence[int]) -> Array:
        """Return the total of all players, by game."""
        place = self.profiles.index(tuple(profile))
        total = np.zeros(self.payoff.shape[-1])
        for policy, count in enumerate(profile):
            if count:
                total = total + count * self.payoff[place, policy]
        return total

    def deviations(self, profile: Sequence[int]) -> list[Interval]:
        """Return what a player gains by leaving a profile alone, for each policy that is left and each other one."""
        profile = tuple(profile)
        here = self.profiles.index(profile)
        found = []
        for leaves, count in enumerate(profile):
            for joins in range(len(self.names)):
                if not count or joins == leaves:
                    continue
                other = list(profile)
                other[leaves] -= 1
                other[joins] += 1
                there = self.profiles.index(tuple(other))
                found.append(paired_difference(self.payoff[there, joins], self.payoff[here, leaves]))
        return found

    def regret(self, profile: Sequence[int]) -> Interval:
        """Return the most that one player gains by leaving a profile alone for another policy; below 0 nobody does.

        It is the gain with the highest mean. Whether a profile is an equilibrium depends on all gains: a smaller one
        may be more certain.
        """
        nothing = Interval(0.0, 0.0, 0.0, self.payoff.shape[-1])
        return max(self.deviations(profile), key=lambda gain: gain.mean, default=nothing)

    def is_equilibrium(self, profile: Sequence[int]) -> bool:
        """Return whether no deviation clearly gains: none whose paired 95 % interval is above 0."""
        return all(gain.low <= 0 for gain in self.deviations(profile))

    def equilibria(self, symmetric: bool = False) -> list[tuple[int, ...]]:
        """Return the profiles that nobody clearly gains by leaving (no gain whose paired 95 % interval is above 0).

        Args:
            symmetric: only profiles in which all do the same.
        """
        found = [profile for profile in self.profiles if not symmetric or max(profile) == self.players]
        return [profile for profile in found if self.is_equilibrium(profile)]

    def mixed_equilibrium(self, steps: int = 4000) -> tuple[dict[str, float], float]:
        """Return shares of policies that are a symmetric equilibrium in mixed policies, and the gain still to be had.

        Shares move towards policies that earn more than average (replicator dynamics), from several starts; the one
        with the least gain to be had by any single policy is returned.
        """
        count = len(self.names)
        near = [np.where(np.eye(count)[place], 0.9, 0.1 / count) for place in range(count)]
        meetings = self._meetings()
        best: tuple[float, Array] = (inf, np.full(count, 1 / count))
        for share in (np.full(count, 1 / count), *near):
            share = share / share.sum()
            for _ in range(steps):
                earn = self._earn(share, meetings)
                share = share * np.exp(0.1 * (earn - share @ earn))
                share /= share.sum()
            earn = self._earn(share, meetings)
            gain = float(earn.max() - share @ earn)
            if gain < best[0]:
                best = gain, share
        return {name: float(part) for name, part in zip(self.names, best[1], strict=True)}, best[0]

    def _meetings(self) -> tuple[Array, Array, Array, Array]:
        """Return every way in which a player meets others: its policy, its pay-off, the others, in how many orders."""
        means = self.payoff.mean(axis=-1)
        found = []
        for place, profile in enumerate(self.profiles):
            for policy, count in enumerate(profile):
                if count:
                    others = [number - (kind == policy) for kind, number in enumerate(profile)]
                    orders = factorial(self.players - 1) // prod(factorial(number) for number in others)
                    found.append((policy, means[place, policy], others, orders))
        policies, earned, others_of, orders_of = zip(*found, strict=True)
        return np.array(policies), np.array(earned), np.array(others_of), np.array(orders_of)

    def _earn(self, share: Array, meetings: tuple[Array, Array, Array, Array]) -> Array:
        """Return what each policy earns when every other player draws a policy by these shares."""
        policies, earned, others, orders = meetings
        chance = orders * np.prod(share**others, axis=1)
        return np.bincount(policies, chance * earned, len(self.names))

    def optimum(self, symmetric: bool = False) -> tuple[int, ...]:
        """Return the profile with the highest mean total."""
        found = [profile for profile in self.profiles if not symmetric or max(profile) == self.players]
        return max(found, key=lambda profile: float(self.totals(profile).mean()))

    def price_of_anarchy(self, resamples: int = 1000, seed: int = 0) -> Interval:
        """Return the best mean total over the worst equilibrium's, with a bootstrap interval over games.

        1 means that selfish play costs nothing; infinity that an equilibrium earns nothing at all.
        """
        found = self.equilibria()
        if not found:
            raise ValueError("no profile of these policies is an equilibrium: take more policies or more games")
        worst = min(found, key=lambda profile: float(self.totals(profile).mean()))
        best, bad = self.totals(self.optimum()), self.totals(worst)

        def ratio(best: Array, bad: Array) -> float:
            return float(best.mean() / bad.mean()) if bad.mean() > 0 else inf

        return bootstrap([best, bad], ratio, resamples, seed)

    def rows(self) -> list[dict[str, Any]]:
        """Return every profile as a row: its total with an interval, its regret, whether it is an equilibrium."""
        found = []
        for profile in self.profiles:
            total, regret = mean_interval(self.totals(profile)), self.regret(profile)
            found.append(
                {
                    "profile": self.label(profile),
                    "total": total.mean,
                    "low": total.low,
                    "high": total.high,
                    "games": total.games,
                    "regret": regret.mean,
                    "equilibrium": self.is_equilibrium(profile),
                }
            )
        return found


def game_between(
    policies: Mapping[str, Policy] = GRID, games: int = 400, seed: int = 0, *, players: int = 4, **options: Any
) -> Game:
    """Play every profile of some policies on the same dice and return the game between them."""
    names = _names(policies)
    count = comb(len(names) + players - 1, players)
    if count > MOST_PROFILES:
        raise ValueError(
            f"{len(names)} policies give {count:,} profiles, more than {MOST_PROFILES:,}: take fewer policies"
        )
    handfuls = list(combinations_with_replacement(range(len(names)), players))
    profiles = [tuple(policies[names[place]] for place in handful) for handful in handfuls]
    own = play_turned(profiles, games, seed, **options)
    payoff = np.full((len(handfuls), len(names), own.shape[-1]), np.nan)
    for place, handful in enumerate(handfuls):
        for policy in set(handful):
            payoff[place, policy] = own[place, [seat for seat, kind in enumerate(handful) if kind == policy]].mean(
                axis=0
            )
    counts = tuple(tuple(handful.count(policy) for policy in range(len(names))) for handful in handfuls)
    return Game(names, players, counts, payoff)


def _names(policies: Mapping[str, Policy]) -> tuple[str, ...]:
    if not policies:
        raise ValueError("there are no policies to compare: give at least one")
    return tuple(policies)
