"""Print an upper bound for the cooperative total of Fishery Boom, with all dice known beforehand.

    python tools/bound.py --games 20 --seed 0

prints what `BOUNDS` in `widgets/fishlab_widgets/lab/lab_charts.py` keeps.

No play of these games, by whatever players, can reach a higher total, so a share of the bound is an honest
efficiency: it can only be too low. The bound comes from a relaxed game that is easy to solve. What is relaxed:

* All seats have one common sheet: fish and plates are summed, so a fish of one seat fills a plate of another.
* Fishing is not compulsory, the trawler kills nothing, nobody fishes illegally.
* A seat has in every year the best equipment that it could have marked by then, whatever it had the year before.
* Bonuses are limited in number, not by the boxes of a year (but for Marketing and Faux Fish, one a seat and year).
* The links between the parts are bought and sold at prices instead of being kept to the fish (Lagrangian relaxation):
  a fish in a box of year t, the right to take a fish of face f in year t that a seat's dice give, a Marketing, a Faux
  Fish.

At any prices that are not negative the parts' best values add up to an upper bound: each species of the sea alone
(exact, every state of its rows), each roll of the dice alone (exact), the common sheet alone (exact). Prices are then
moved by subgradient steps to make the sum small; the least sum met is the bound, rounded down, for totals are whole
numbers.

The bound is loose. `fishlab.lab.search.ends` says from below what players reach who see no die before it falls, so
that both together hold the truth: for four players about 63 to 112 points on average. What lies between is not known.
The bound knows all dice, and its prices know the year but not the state of the sea.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.network import Sheet
from fishlab.boom.rules import Boom
from fishlab.boom.setup import Setup
from fishlab.lab.engine import check_games
from fishlab.lab.policies import tape
from fishlab.lab.policies.tape import Luck
from fishlab.stats import Interval, mean_interval

Array = NDArray[Any]


def upper_bound(
    games: int = 20,
    seed: int = 0,
    *,
    players: int = 4,
    start: int = 0,
    steps: int = 150,
    **options: Any,
) -> Array:
    """Return for each game a total that no play can exceed.

    Args:
        games: how many games of the seed, each with its own bound; 20 games take a few seconds.
        seed: as in `play`; bounds belong to the same dice.
        players: seats.
        start: the number of the first game.
        steps: how long to look for better prices.
        **options: the game's own.
    """
    games, seed = check_games(games), tape.check_seed(seed)
    setup = Boom.start(players, **options).setup
    luck = tape.draw(setup.sheet, players, seed, start, start + games)
    return _Relaxed(setup, luck).minimise(steps)


@lru_cache(maxsize=16)
def mean_bound(players: int = 4, games: int = 20, seed: int = 0) -> Interval:
    """Return the mean bound of some games of the standard sheet with its interval: what no team exceeds on average."""
    return mean_interval(upper_bound(games, seed, players=players))


class _Relaxed:
    """The relaxed game of some games' dice."""

    def __init__(self, setup: Setup, luck: Luck) -> None:
        self.setup, self.sheet, self.luck = setup, setup.sheet, luck
        self.players, self.years, self.games = setup.players, setup.sheet.years, luck.rolls.shape[1]
        self.sea = _Sea(self.sheet)
        self.copies = {box.name: box.copies for box in self.sheet.boxes if setup.players in box.players}
        layout = luck.layout
        extra = range(layout.copies)
        self.overtime = [layout.overtime_roll(seat, copy) for seat in range(self.players) for copy in extra]
        self.dice = [self._dice(year) for year in range(self.years)]
        # The common sheet: fish of last year and of this year, up to all that could ever lie in a box.
        most = 2 * len(self.sheet.names) + self.players
        fish, plates = np.arange(most + 1), np.arange(most + 1 + self.players)
        filled = np.minimum(fish, plates[:, None])
        self.points = (3 * filled - 2 * plates[:, None]).astype(float)  # [plates, fish]
        self.empty = np.minimum(self.players, np.maximum(0, plates[:, None] - fish)).astype(float)
        self.surplus = np.minimum(self.players, np.maximum(0, fish - plates[:, None])).astype(float)

    def _dice(self, year: int) -> Array:
        """Return the dice of all seats in a year, then of all Overtimes, by [first or second roll, die, action]."""
        seats = [self.luck.layout.roll(year, seat) for seat in range(self.players)]
        return np.concatenate([self._roll(place) for place in (*seats, *self.overtime)], axis=2)

    def _roll(self, place: int) -> Array:
        rolls = self.luck.rolls[place : place + 2].astype(np.int64)
        return np.stack([rolls // 6**die % 6 for die in range(4)], axis=1)

    def minimise(self, steps: int) -> Array:
        """Return the least bound met while prices are moved against the gaps between demand and supply.

        A game that ends early, with an empty sea, is bounded apart, year by year, at the prices found for the whole
        game.
        """
        years, games = self.years, self.games
        # Prices near those found for the standard sheet and four players: a start as good as any, only nearer.
        prices = [np.ones((years, games)), np.full((years, 6, games), 0.05), np.ones((2, games))]
        prices[0][0], prices[0][-1], prices[1][0], prices[2][0] = 0.4, 0.7, 0.35, 0.35
        prices[1][1:2], prices[1][-1] = 0.15, 0.1
        best, pace, stuck = np.full(games, np.inf), np.full(games, 0.1), np.zeros(games, int)
        kept = prices
        for _ in range(steps):
            value, gaps = self.value(prices[0], prices[1], prices[2], years)
            better = value < best - 1e-3
            kept = [np.where(better, now, old) for now, old in zip(prices, kept, strict=True)]
            best = np.minimum(best, value)
            stuck = np.where(better, 0, stuck + 1)
            back = stuck >= 15  # nothing better for long: go back to the best prices and take smaller steps
            pace, stuck = np.where(back, pace * 0.6, pace), np.where(back, 0, stuck)
            prices = [np.where(back, old, now) for now, old in zip(prices, kept, strict=True)]
            size = sum((gap**2).reshape(-1, games).sum(axis=0) for gap in gaps)
            step = (value - best + pace * np.maximum(best, 1)) / np.maximum(size, 1e-9)
            prices = [np.maximum(0, price - step * gap) for price, gap in zip(prices, gaps, strict=True)]
        for last in range(1, years):
            best = np.maximum(best, self.value(kept[0], kept[1], kept[2], last)[0])
        return np.floor(best + 1e-6)

    def value(self, fish: Array, right: Array, bonus: Array, last: int) -> tuple[Array, tuple[Array, Array, Array]]:
        """Return the sum of the parts' best values at these prices, and how much more is supplied than used.

        `last` is the last year that is played.
        """
        markets, faux = (self.players * self.copies.get(name, 0) for name in ("marketing", "faux"))
        sheet, used = self._common_sheet(fish, bonus, last)
        # A fish taken in year t may also be kept for year t + 1 (Refrigeration, from year 2 on, not in the last).
        worth, later = fish.copy(), np.zeros(fish.shape, bool)
        if "refrigeration" in self.copies and self.years > 2:
            later[1:-1] = fish[2:] > fish[1:-1]
            worth[1:-1] = np.maximum(fish[1:-1], fish[2:])
        price = worth[:, None] - right
        price[last:] = -1.0
        sea, caught = self.sea.best(price)
        rolls, rights = self._rolls(right, last)
        in_year = caught.sum(axis=1)
        supplied = in_year * ~later
        supplied[1:] += (in_year * later)[:-1]
        total = sheet + sea + rolls + bonus[0] * markets + bonus[1] * faux
        return total, (supplied - used[0], rights - caught, np.array([markets - used[1], faux - used[2]]))

    def _most_fish(self, year: int) -> int:
        """Return the most fish that can lie in all boxes of a year together; the year counts from 0."""

        def caught(year: int) -> int:
            one = min(1 + year, 3) if any(name in self.copies for name in ("seine", "longline", "trawler")) else 1
            return min(len(self.sheet.names), self.players * one * (2 if self.overtime else 1))

        kept = caught(year - 1) if year > 1 and "refrigeration" in self.copies else 0
        return caught(year) + kept + self.players * ("faux" in self.copies)

    def _common_sheet(self, fish: Array, bonus: Array, last: int) -> tuple[Array, tuple[Array, Array, Array]]:
        """Solve the common sheet: how many fish to buy in each year at these prices.

        Marketing crosses out an empty plate (+2) or adds one for a surplus fish (+1), at most one a seat and year; Faux
        Fish are bought where they are cheaper than fish. If the game ends early, the plates of the next year still
        score (if the setup says so), and fish kept for it may fill them.
        """
        games, players = self.games, self.players
        crossed, added = np.maximum(0, 2 - bonus[0]), np.maximum(0, 1 - bonus[0])
        if "marketing" not in self.copies:
            crossed, added = crossed * 0, added * 0
        faux_most = players if "faux" in self.copies else 0
        end = min(last + (last < self.years and self.setup.score_unplayed_year), self.years)
        later = np.zeros((games, self._most_fish(end - 1) + 1))
        chosen: list[Array] = []
        for year in reversed(range(end)):
            counts = np.arange(self._most_fish(year) + 1)
            rows = np.full(1, players * self.setup.first_demand)
            if year:
                rows = np.arange(self._most_fish(year - 1) + 1) + players * ((year + 1) in self.sheet.plus_one)
            here = np.ix_(rows, counts)
            gain = self.points[here] + crossed[:, None, None] * self.empty[here]
            gain += added[:, None, None] * self.surplus[here]
            cost = fish[year][:, None] * counts
            cost -= np.maximum(0, fish[year] - bonus[1])[:, None] * np.minimum(counts, faux_most)
            gain += (later - cost)[:, None]
            best = gain.argmax(axis=2)
            later = np.take_along_axis(gain, best[..., None], axis=2)[..., 0]
            chosen.append(best)
        return later[:, 0], self._used(chosen[::-1], fish, bonus, faux_most)

    def _used(self, chosen: list[Array], fish: Array, bonus: Array, faux_most: int) -> tuple[Array, Array, Array]:
        """Follow the best plan: the fish, Marketing and Faux Fish it uses."""
        games = self.games
        bought, markets, faux = np.zeros((self.years, games)), np.zeros(games), np.zeros(games)
        before, every = np.zeros(games, int), np.arange(games)
        for year, plan in enumerate(chosen):
            lying = plan[every, before if year else 0]
            plates = np.full(games, self.players * self.setup.first_demand)
            if year:
                plates = before + self.players * ((year + 1) in self.sheet.plus_one)
            cheap = (fish[year] > bonus[1]) * np.minimum(lying, faux_most)
            bought[year] = lying - cheap
            faux += cheap
            if "marketing" in self.copies:
                markets += np.minimum(self.players, np.maximum(0, plates - lying)) * (bonus[0] < 2)
                markets += np.minimum(self.players, np.maximum(0, lying - plates)) * (bonus[0] < 1)
            before = lying
        return bought, markets, faux

    def _rolls(self, right: Array, last: int) -> tuple[Array, Array]:
        """Return what the rights of all rolls are worth at these prices, and the rights themselves.

        Every seat's roll of a year counts in that year, every Overtime in the year in which it is worth most.
        """
        games, seats, extra = self.games, self.players, len(self.overtime)
        total, rights = np.zeros(games), np.zeros(right.shape)
        values, faces = np.zeros((last, extra, games)), np.zeros((last, extra, 6, games))
        for year in range(last):
            price = np.tile(right[year], seats + extra)
            value, taken = self._action(self.dice[year], price, year)
            split, parts = value.reshape(-1, games), taken.reshape(6, -1, games)
            total += split[:seats].sum(axis=0)
            rights[year] = parts[:, :seats].sum(axis=1)
            values[year], faces[year] = split[seats:], parts[:, seats:].swapaxes(0, 1)
        if extra:
            best = values.argmax(axis=0)
            total += values.max(axis=0).sum(axis=0)
            for year in range(last):
                rights[year] += (faces[year] * (best == year)[:, None]).sum(axis=0)
        return total, rights

    def _action(self, dice: Array, price: Array, year: int) -> tuple[Array, Array]:
        """Return the best that actions can do with their dice: their worth, and the faces they may take.

        Args:
            dice: first and second roll, by [roll, die, action].
            price: of a right to each face, by [face, action].
            year: from 0: as many boxes have been marked.
        """
        actions = price.shape[1]
        every = np.arange(actions)
        priced = np.concatenate([price, np.zeros((1, actions))])  # face 6 is no face

        def better(one: Array, other: Array) -> Array:
            return np.where(priced[other, every] > priced[one, every], other, one)

        has, none = self.copies, np.full(actions, 6)
        ways: list[list[Array]] = [[dice[0, 0]]]
        for radar in (False, True):
            boxes = year - radar
            if boxes < 0 or (radar and "radar" not in has):
                continue
            each = better(dice[0], dice[1]) if radar else dice[0]
            ways.append([each[0]])
            for plus in (0, 1):
                if boxes < 1 + plus:
                    continue
                mark = "+" * plus
                if f"seine{mark}" in has:
                    large = np.maximum(dice[0, 0], dice[0, 1])
                    for one, two in ((0, 1), (1, 0), (1, 1)) if radar else ():
                        large = better(large, np.maximum(dice[one, 0], dice[two, 1]))
                    ways.append([large] * (2 + plus))
                if f"longline{mark}" in has:
                    seen = np.where(dice == 5, 6, dice)[:, :2]
                    pair = better(seen[0], seen[1]) if radar else seen[0]
                    ways.append([pair[0], pair[1], *[better(pair[0], pair[1])] * plus])
                if f"trawler{mark}" in has:
                    some = each[: 3 + plus]
                    order = np.argsort(-priced[some, every], axis=0, kind="stable")[: 2 + plus]
                    ways.append(list(np.take_along_axis(some, order, axis=0)))
        padded = np.array([way + [none] * (3 - len(way)) for way in ways])  # [way, fish, action]
        values = priced[padded, every].sum(axis=1)
        best = values.argmax(axis=0)
        taken = padded[best, :, every]  # [action, fish]
        faces = (taken[..., None] == np.arange(6)).sum(axis=1).T
        return values[best, every], faces.astype(float)


class _Sea:
    """Every species alone: the best that can be taken at given prices, by working back over all states of its rows."""

    def __init__(self, sheet: Sheet) -> None:
        self.years = sheet.years
        sizes: dict[int, list[int]] = {}
        for place, kind in enumerate(sheet.species):
            sizes.setdefault(len(kind.rows), []).append(place)
        self.kinds = [self._kind(sheet, size, places) for size, places in sorted(sizes.items())]

    def _kind(self, sheet: Sheet, size: int, places: list[int]) -> tuple[int, Array, Array, Array]:
        """Return for species of one size: rows, next state by [year, species, state, taken], faces taken, allowed."""
        states = 1 << size
        after = np.zeros((sheet.years, len(places), states), np.int64)
        faces = np.zeros((len(places), states, 6))
        for number, place in enumerate(places):
            kind = sheet.species[place]
            base = kind.rows[0]
            for state in range(states):
                for bit, row in enumerate(kind.rows):
                    faces[number, state, sheet.dice[row] - 1] += state >> bit & 1
                for year in range(1, sheet.years):
                    after[year - 1, number, state] = sheet.grow(state << base, year) >> base & (states - 1)
        every = np.arange(states)
        left = every[:, None] & ~every
        allowed = (every & ~every[:, None]) == 0
        return size, after[:, :, left], faces, allowed

    def best(self, price: Array) -> tuple[Array, Array]:
        """Return the worth of the best catch at prices by [year, face, game], and its faces by [year, face, game]."""
        games = price.shape[2]
        total, caught = np.zeros(games), np.zeros(price.shape)
        every = np.arange(games)
        for size, after, faces, allowed in self.kinds:
            states, species = 1 << size, faces.shape[0]
            value = np.zeros((species, states, games))
            number = np.arange(species)[:, None, None]
            plans = []
            barred = np.where(allowed, 0.0, -np.inf)[None, :, :, None]
            for year in reversed(range(self.years)):
                worth = np.einsum("stf,fg->stg", faces, price[year])
                through = worth[:, None] + value[number, after[year]] + barred  # [species, state, taken, game]
                plan = through.argmax(axis=2)
                value = np.take_along_axis(through, plan[:, :, None], axis=2)[:, :, 0]
                plans.append(plan)
            total += value[:, -1].sum(axis=0)
            state = np.full((species, games), states - 1)
            for year, plan in enumerate(reversed(plans)):
                taken = plan[np.arange(species)[:, None], state, every]
                caught[year] += np.einsum("sgf->fg", faces[np.arange(species)[:, None], taken])
                state = after[year][np.arange(species)[:, None], state, taken]
        return total, caught


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the mean bound for each number of players."""
    known = argparse.ArgumentParser(description="Print mean totals of Fishery Boom that no team can exceed.")
    known.add_argument("--players", type=int, nargs="+", default=[2, 3, 4], help="default: %(default)s")
    known.add_argument("--games", type=int, default=20, help="games of each (default: %(default)s)")
    known.add_argument("--seed", type=int, default=0, help="a whole number from 0 (default: %(default)s)")
    asked = known.parse_args(arguments)
    for players in asked.players:
        print(f"{players} players: {mean_bound(players, asked.games, asked.seed)}")


if __name__ == "__main__":
    main()
