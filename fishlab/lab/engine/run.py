"""A whole batch of games, year by year and phase by phase, on arrays with one place for each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.setup import Setup
from fishlab.lab.engine.action import (
    CHOOSES,
    ONE8,
    RADAR,
    SEVEN_U8,
    SIGN,
    THREE16,
    ZERO8,
    ZERO16,
    ZERO_U8,
    Actor,
    PartialAction,
    action,
    mask8,
    mask16,
    masks_of,
    u8,
)
from fishlab.lab.engine.batch import Sheets
from fishlab.lab.policies import NO_QUOTA, Policy, in_255ths, reserve_mask, tape
from fishlab.lab.policies.tables import BONUSES, KIT_GEAR, NO_PICK, PICKS, Tables, box_table, mask_of
from fishlab.lab.policies.tape import Luck

Array = NDArray[Any]

_FOUR_ROWS = np.arange(4)[:, None]
_PICK = {name: u8(number) for number, name in enumerate(PICKS)}
_NO_PICK = u8(NO_PICK)
_KIT = {name: np.array(mask_of([name]), np.uint16) for name in PICKS}
_KIT_GEAR = np.array(KIT_GEAR, np.uint16)
_PICK_BITS = np.array([*(1 << number for number in range(len(PICKS))), 0], np.uint16)
_PICK_BITS[PICKS.index(BONUSES[0]) :] = 0  # a bonus counts as marked when the last of it is gone
_RELEASE, _REFRIGERATION = mask_of(["release"]), mask_of(["refrigeration"])


# The numbers of the policies, ready for passes.

Kinds = dict[tuple[str, ...], int]
"""Lists of boxes to work towards, numbered."""
_BY_SEAT = ("care", "horizon", "spare")
_BY_GAME = (
    "plan", "plan_horizon", "ambition", "fraction", "release", "chill", "bonuses", "overtime", "quota", "transferable",
    "price", "detection", "penalty", "graduated", "licence", "wishes", "box_base",
)  # fmt: skip
"""The numbers of `PolicyArrays`, those that lie seat by seat and those in one array."""


class PolicyArrays:
    """The numbers of all seats: without axes where all games share one, else by [game]."""

    def __init__(
        self, profiles: Sequence[Sequence[Policy]], games: int, tables: Tables, kinds: Kinds | None = None
    ) -> None:
        self.profiles, self.games = profiles, games
        different = {id(policy): policy for profile in profiles for policy in profile}
        self.policies = list(different.values())
        place = {known: number for number, known in enumerate(different)}
        self.places = np.array([[place[id(policy)] for policy in profile] for profile in profiles]).T
        """Where the policy of each seat and profile lies among the different ones, by [seat, profile]."""
        sheet = tables.sheet
        self.tables, self.years, self.players = tables, sheet.years, len(profiles[0])
        self.changes = any(policy.changes for policy in self.policies)
        self._yearly: dict[int, PolicyArrays] = {}
        slots = {horizon: place for place, horizon in enumerate(tables.horizons)}
        self.care = self._each(lambda policy: in_255ths(policy.care), np.uint8)
        self.horizon = self._each(lambda policy: slots[policy.look_ahead], np.uint8)
        self.plan = self._stack(self.care)
        self.plan_horizon = self._stack(self.horizon)
        self.ambition = self._all(lambda policy: int(policy.ambition), np.int8)
        self.fraction = self._all(lambda policy: in_255ths(policy.ambition - int(policy.ambition)), np.uint8)
        self.release = self._all(lambda policy: in_255ths(policy.release), np.uint8)
        self.spare = self._each(lambda policy: policy.spare, np.uint8)
        self.chill = self._all(lambda policy: in_255ths(policy.refrigerate), np.uint8)
        self.bonuses = self._all(lambda policy: in_255ths(policy.bonuses), np.uint8)
        self.overtime = self._all(lambda policy: in_255ths(policy.overtime), np.uint8)
        self.quota = self._all(lambda policy: policy.quota, np.int8)
        self.has_quota = bool((self.quota < NO_QUOTA).any())
        self.transferable = self._all(lambda policy: policy.transferable, np.bool_)
        self.price = self._all(lambda policy: policy.price, np.float32)
        self.detection = self._all(lambda policy: in_255ths(policy.detection), np.uint8)
        self.penalty = self._all(lambda policy: policy.penalty, np.float32)
        self.graduated = self._all(lambda policy: policy.graduated, np.uint8)
        self.licence = self._all(lambda policy: policy.licence, np.bool_)
        self.wishes = self._all(lambda policy: mask_of(policy.wishes()), np.uint16)
        self.reserve = [self._closed(tables, side) for side in (0, 1)]
        self.has_reserve = any(policy.reserve for policy in self.policies)
        steady = all(policy.fade == 0 for policy in self.policies)
        self._comply = [self._chances(year) for year in range(1, 2 if steady else self.years + 1)]
        apart = kinds is None and any(policy.otherwise for policy in self.policies)
        others = [[policy.otherwise or policy for policy in profile] for profile in profiles] if apart else []
        kinds = {} if kinds is None else kinds
        for policy in self.policies:
            for one in (policy, policy.otherwise or policy):
                kinds.setdefault(one.wishes(), len(kinds))
        self.other = PolicyArrays(others, games, tables, kinds) if apart else None
        """The numbers of who does not comply, if any policy has something else to do then."""
        self.boxes = np.concatenate([box_table(wishes) for wishes in kinds])
        size = self.boxes.size // len(kinds)
        self.box_base = self._all(lambda policy: kinds[policy.wishes()] * size, np.intp)

    def _each(self, number: Callable[[Policy], float], dtype: Any) -> list[Array]:
        """Return a number seat by seat."""
        found: list[Array] = []
        known = np.array([number(policy) for policy in self.policies], dtype)
        for places in self.places:
            values = known[places]
            if (values == values[0]).all():
                found.append(np.array(values[0], dtype))
            else:
                found.append(np.repeat(values, self.games))
        return found

    def _all(self, number: Callable[[Policy], float], dtype: Any) -> Array:
        """Return a number of all seats, by [seat, game] or [seat, one for all]."""
        return self._stack(self._each(number, dtype))

    def _stack(self, each: list[Array]) -> Array:
        if all(one.ndim == 0 for one in each):
            one_for_all: Array = np.stack(each)[:, None]
            return one_for_all
        games = len(self.profiles) * self.games
        return np.stack([np.broadcast_to(one, games) for one in each])

    def _closed(self, tables: Tables, side: int) -> list[Array]:
        return self._each(lambda policy: tables.split(reserve_mask(tables.sheet, policy.reserve))[side], np.uint16)

    def _chances(self, year: int) -> Array:
        return self._all(lambda policy: policy.complies(year), np.uint8)

    def for_games(self, games: int) -> PolicyArrays:
        """Return the same numbers for another number of games, where all games of a profile share them."""
        found = copy(self)
        found.games = games
        found.other = self.other.for_games(games) if self.other else None
        return found

    def of(self, year: int) -> PolicyArrays:
        """Return the numbers of a year: these, where no policy has numbers year by year."""
        if not self.changes:
            return self
        if year not in self._yearly:
            then = {id(policy): policy.at(year) for policy in self.policies}
            now = [[then[id(policy)] for policy in profile] for profile in self.profiles]
            self._yearly[year] = PolicyArrays(now, self.games, self.tables)
        return self._yearly[year]

    def mixed(self, luck: Array, year: int) -> PolicyArrays:
        """Return the numbers of a year in which every seat does as agreed, or something else if its luck says so."""
        if self.other is None:
            return self
        keeps = luck < self.comply(year)
        found, other = copy(self), self.other
        for name in _BY_SEAT:
            pairs = zip(keeps, getattr(self, name), getattr(other, name), strict=True)
            setattr(found, name, [np.where(*one) for one in pairs])
        for name in _BY_GAME:
            setattr(found, name, np.where(keeps, getattr(self, name), getattr(other, name)))
        found.reserve = [
            [np.where(*one) for one in zip(keeps, self.reserve[side], other.reserve[side], strict=True)]
            for side in (0, 1)
        ]
        found.has_quota, found.has_reserve = self.has_quota or other.has_quota, self.has_reserve or other.has_reserve
        found._comply = [np.where(keeps, self.comply(year), other.comply(year))]
        return found

    def comply(self, year: int) -> Array:
        """Return in 255ths the chances to comply in a year."""
        return self._comply[min(year, len(self._comply)) - 1]


# A whole batch.


@dataclass(slots=True)
class ResumeState:
    """A year that is entered in its middle, in each game at a place of its own; arrays by [game] or [seat, game].

    What lies on the sheets is on the sheets already; this is the rest of a moment.
    """

    year: int
    living: tuple[Array, Array]
    marked: Array
    """The boxes marked in the years before."""
    marked_now: Array
    """The same with those of this year, but for a box that still acts."""
    left: dict[str, Array]
    used: Array
    """Overtimes that are over."""
    place: Array
    """The place, in the order of play, of the first seat that still fishes; the number of players if none does."""
    boxes: Array
    """The seats that still mark a box, or whose bonus still acts."""
    acting: Array
    """The bonus that still acts, or `NO_PICK`."""
    shields_left: Array
    """Shields that the acting Enforcement still fills."""
    begun: PartialAction | None
    """The action that is being played, if one is in any game."""
    illegal_from: int
    """Dice of illegal fishing that were rolled."""
    breaches: Array
    """Breaches of each seat that were found in the years before."""


class BatchEngine:
    """One chunk being played."""

    def __init__(
        self,
        tables: Tables,
        setup: Setup,
        numbers: PolicyArrays,
        luck: Luck,
        out: Sheets,
        entry: ResumeState | None = None,
    ) -> None:
        sheet = tables.sheet
        self.tables, self.steady, self.numbers, self.luck, self.sheet = tables, numbers, numbers, luck, sheet
        self.players, self.years, self.first, self.first_demand = (
            numbers.players,
            sheet.years,
            setup.first,
            setup.first_demand,
        )
        self.games = games = len(numbers.profiles) * numbers.games
        self.entry = entry
        players = self.players
        self.fish, self.plates, self.picks = out.fish, out.plates, out.picks
        self.taken, self.killed, self.illegal, self.seas = out.taken, out.killed, out.illegal, out.seas
        self.shields, self.fines, self.trades, self.ended = out.shields, out.fines, out.trades, out.ended
        if entry is None:
            self.plates[0] = setup.first_demand
        self.marked = np.zeros((players, games), np.uint16)
        self.left: dict[str, Array] = {}
        here = {box.name: box for box in sheet.boxes if players in box.players}
        for name in PICKS:
            if name not in here:
                self.marked |= _KIT[name]
            elif name in BONUSES:
                self.left[name] = np.full((players, games), here[name].copies, np.uint8)
        self.here = np.uint16(mask_of(here))
        self.plan = np.zeros(players, np.intp)
        self.used = np.zeros((players, games), np.uint8)
        self.breaches = np.zeros((players, games), np.uint8) if entry is None else entry.breaches
        self.shield_rows = [np.zeros(games, np.uint16) for _ in (0, 1)]
        self.living: tuple[Array, Array] = (
            np.full(games, tables.everything[0], np.uint16),
            np.full(games, tables.everything[1], np.uint16),
        )
        if entry is not None:
            self.living, self.marked, self.left, self.used = entry.living, entry.marked, entry.left, entry.used
            self._shield_rows(slice(None))

    def play(self) -> None:
        """Play all years, or all that are left."""
        first = 1
        if self.entry is not None:
            first = self.entry.year + 1
            self._go_on(self.entry)
        for year in range(first, self.years + 1):
            self.seas[year - 1] = self.living
            active = (self.living[0] | self.living[1]) != ZERO16
            self.active = None if active.all() else active
            if not active.any():
                break
            self._open_year(year)
            order = self._order(year)
            for seat in order:
                self._fish(year, seat)
            self._boxes(year, order)
            self._police(year)
            if year < self.years:
                self._close_year(year)

    def _order(self, year: int) -> list[int]:
        return [(self.first - year + 1 + place) % self.players for place in range(self.players)]

    def _go_on(self, entry: ResumeState) -> None:
        """Play the year that is entered in its middle."""
        year = entry.year
        self.active = None
        self._open_year(year, entry)
        order = self._order(year)
        for place, seat in enumerate(order):
            where = (entry.place <= place).nonzero()[0]
            if where.size:
                first = entry.place == place
                begun = entry.begun.only(first) if entry.begun is not None and first.any() else None
                self._fish(year, seat, where if where.size < self.games else None, begun)
        self.marked = entry.marked_now
        self._boxes(year, order, entry)
        self._police(year)
        if year < self.years:
            self._close_year(year, entry.illegal_from)

    def _open_year(self, year: int, entry: ResumeState | None = None) -> None:
        """Work out what every seat wants this year."""
        luck = self.luck
        self.numbers = numbers = self.steady.of(year).mixed(luck.seats(year, tape.COMPLIANCE), year)
        self.kit = self.marked & numbers.wishes & self.here
        self.kinds = [int(np.bitwise_or.reduce(kit)) if year > 1 else 0 for kit in self.kit]
        if entry is not None and entry.begun is not None:
            self.kinds = [kinds | entry.begun.kinds() for kinds in self.kinds]
        wish = self._demand(year - 1) if entry is not None else self.plates[year - 1]
        wish = wish + numbers.ambition
        if numbers.fraction.any():
            wish += (luck.seats(year, tape.AMBITION) < numbers.fraction).view(np.int8)
        self.target = wish
        self.complies: Array | None = None
        if numbers.has_quota or numbers.has_reserve:
            self.complies = luck.seats(year, tape.COMPLIANCE) < numbers.comply(year)
        self.allowance = numbers.quota
        if numbers.has_quota and self.complies is not None:
            if numbers.transferable.any():
                self._trade(year, wish)
            self.target = wish - np.maximum(wish - self.allowance, ZERO8) * self.complies.view(np.int8)
        kinds = np.bitwise_or.reduce(self.kinds)
        self.release = self.chill = self.radar = None
        if kinds & _RELEASE:
            self.release = (self.kit & _KIT["release"]) != ZERO16
            self.release &= luck.seats(year, tape.RELEASE) < numbers.release
        if kinds & _REFRIGERATION and year < self.years:
            self.chill = (self.kit & _KIT["refrigeration"]) != ZERO16
            self.chill &= luck.seats(year, tape.CHILL) < numbers.chill
        if kinds & RADAR:
            self.radar = mask8((self.kit & _KIT["radar"]) != ZERO16)
        self.gear_base = ((self.kit & _KIT_GEAR) << THREE16).astype(np.intp)
        if kinds & (CHOOSES | RADAR):
            careful = mask8(luck.seats(year, tape.PLAN) < numbers.plan)
            self.plan = (careful & numbers.plan_horizon).astype(np.intp)

    def _trade(self, year: int, wish: Array) -> None:
        """Let unused quota go to the seats that want more, in the order of play.

        Nobody sells the right to its last fish, for everybody must fish. A buyer pays its own price; what is paid goes
        to those who offered, for each fish they offered alike.
        """
        numbers = self.numbers
        assert self.complies is not None
        quota = np.broadcast_to(numbers.quota, wish.shape)
        trades = self.complies & numbers.transferable & (quota < NO_QUOTA)
        if self.active is not None:
            trades &= self.active
        trades = trades.view(np.int8)
        spare = np.maximum(quota - np.maximum(wish, ONE8), ZERO8) * trades
        lack = (np.maximum(wish - quota, ZERO8) * trades).astype(np.int16)
        pool = spare.sum(axis=0, dtype=np.int16)
        offered = pool.copy()
        paid = np.zeros(pool.shape, np.float32)
        self.allowance = quota - spare
        for seat in self._order(year):
            bought = np.minimum(pool, lack[seat])
            pool -= bought
            self.allowance[seat] += bought.astype(np.int8)
            points = bought * numbers.price[seat]
            self.trades[seat] -= points
            paid += points
        self.trades += spare / np.maximum(offered, 1) * paid

    def _demand(self, year: int) -> Array:
        """Return the plates that a year leaves for the next."""
        if year == 0:
            return np.full((self.players, self.games), self.first_demand, np.int8)
        demand: Array = self.fish[year - 1] + np.int8((year + 1) in self.sheet.plus_one)
        return demand

    def _actor(
        self, year: int, seat: int, where: Array | None, overtime: bool = False, begun: PartialAction | None = None
    ) -> Actor:
        """Return what a seat needs to know to fish, in all games or in some."""
        luck, numbers = self.luck, self.numbers

        def some(values: Array) -> Array:
            return values if where is None or values.ndim == 0 else values[..., where]

        kinds, layout = self.kinds[seat], luck.layout
        second: Array | None = None
        if not overtime:
            place = layout.roll(year - 1, seat)
            roll, fish, whims = some(luck.roll(place)), some(luck.fish(year, seat)), some(luck.whim(place))
            if kinds & RADAR:
                second = some(luck.roll(place + 1))
        else:
            assert where is not None
            column = luck.columns_of(where)
            copy = self.used[seat][where].astype(np.intp)
            place_of = layout.overtime_roll(seat, 0) + 2 * copy
            roll, whims = luck.rolls[place_of, column].astype(np.intp), luck.whims[place_of, column]
            if kinds & RADAR:
                second = luck.rolls[place_of + 1, column].astype(np.intp)
            fish = luck.planes[layout.overtime_plane(seat, 0) + 4 * copy + _FOUR_ROWS, column]
        closed = None
        if numbers.has_reserve and self.complies is not None:
            keeps = mask16(some(self.complies[seat]))
            closed = (keeps & some(numbers.reserve[0][seat]), keeps & some(numbers.reserve[1][seat]))
        room = None
        if numbers.licence.any():
            taken = np.bitwise_count(self.taken[year - 1, seat]).sum(axis=0, dtype=np.int8)
            held = np.where(numbers.licence[seat], self.allowance[seat], NO_QUOTA).astype(np.int8)
            room = some(held - taken)
        return Actor(
            have=some(self.fish[year - 1, seat]),
            target=some(self.target[seat]),
            gear_base=some(self.gear_base[seat]),
            kinds=kinds,
            radar=some(self.radar[seat]) if kinds & RADAR and self.radar is not None else None,
            release=some(self.release[seat]) if kinds & _RELEASE and self.release is not None else None,
            chill=some(self.chill[seat]) if kinds & _REFRIGERATION and self.chill is not None else None,
            plan=some(self.plan[seat]),
            care=some(numbers.care[seat]),
            spare=some(numbers.spare[seat]) if (numbers.spare[seat] < 99).any() else None,
            horizon=some(numbers.horizon[seat]),
            luck=fish,
            whims=whims,
            roll=roll,
            second_roll=second,
            closed=closed,
            room=room,
            begun=begun if begun is None or where is None else begun.at(where),
        )

    def _fish(self, year: int, seat: int, where: Array | None = None, begun: PartialAction | None = None) -> None:
        """Phase 1 for one seat, in all games or in some."""
        if where is not None or begun is not None:
            where = np.arange(self.games) if where is None else where
            self._act(year, seat, where, self._actor(year, seat, where, begun=begun))
            return
        haul = action(self.tables, year, self.living[0], self.living[1], self._actor(year, seat, None))
        self.living = haul.living
        self.fish[year - 1, seat] = haul.have
        if haul.chilled is not None:
            self.fish[year, seat] += haul.chilled
        self.taken[year - 1, seat] = haul.taken
        if haul.killed is not None:
            self.killed[year - 1, seat] = haul.killed

    def _boxes(self, year: int, order: list[int], entry: ResumeState | None = None) -> None:
        """Phase 2: every seat marks a box; bonuses act at once."""
        numbers, luck, fish, plates = self.numbers, self.luck, self.fish[year - 1], self.plates[year - 1]
        short = plates - fish
        bonus = luck.seats(year, tape.BONUS) < numbers.bonuses
        bold = luck.seats(year, tape.OVERTIME) < numbers.overtime
        if numbers.has_quota and self.complies is not None:
            taken = np.bitwise_count(self.taken[year - 1]).sum(axis=1, dtype=np.int8)
            bold &= ~(self.complies & (taken >= self.allowance))
        # CALM 0, SHORT_BOLD 1, SHORT 2, SURPLUS 3, LAST_SURPLUS 4
        situation = (bonus & (short > ZERO8)).view(np.uint8) * (u8(2) - bold.view(np.uint8))
        situation += (bonus & (short < ZERO8)).view(np.uint8) * u8(4 if year == self.years else 3)
        places = situation.astype(np.intp) << len(PICKS)
        places += self.marked
        places += numbers.box_base
        picks = numbers.boxes.take(places)
        if self.active is not None:
            picks ^= (picks ^ _NO_PICK) & mask8(~self.active)
        if entry is not None:
            picks = np.where(entry.acting == _NO_PICK, picks, entry.acting)
            picks = np.where(entry.boxes, picks, _NO_PICK)
        self.picks[year - 1] = np.where(picks == _NO_PICK, self.picks[year - 1], picks)
        self.marked |= _PICK_BITS.take(picks)
        found: dict[str, Array] = {}
        for name in self.left:
            chosen = picks == _PICK[name]
            if chosen.any():
                found[name] = chosen
                self.left[name] -= chosen.view(np.uint8)
                self.marked |= (self.left[name] == ZERO_U8).astype(np.uint16) * _KIT[name]
        if "faux" in found:
            fish += found["faux"].view(np.int8)
        if "marketing" in found:
            cross = (short >= ZERO8) & (plates > ZERO8)
            plates += found["marketing"].view(np.int8) * (ONE8 - np.int8(2) * cross.view(np.int8))
        for seat in order:
            if "enforcement" in found:
                where = found["enforcement"][seat].nonzero()[0]
                if where.size:
                    self._shield(year, seat, where, entry)
            if "overtime" in found:
                where = (found["overtime"][seat] & ((self.living[0] | self.living[1]) != ZERO16)).nonzero()[0]
                if where.size:
                    self._overtime(year, seat, where, entry)
                self.used[seat] += found["overtime"][seat].view(np.uint8)

    def _shield(self, year: int, seat: int, where: Array, entry: ResumeState | None) -> None:
        """Enforcement: shield the two most valuable species, living ones first."""
        shields = self.shields[where]
        left = np.full(where.size, 2, np.uint8)
        if entry is not None:
            left = np.where(entry.acting[seat, where] == _NO_PICK, left, entry.shields_left[where])
        living = [part[where] for part in self.living]
        for must_live in (True, False):
            for place in self.tables.shield_order[year - 1]:
                rows = self.tables.species[place]
                free = (shields >> np.uint16(place) & np.uint16(1)) == 0
                free &= left > 0
                if must_live:
                    free &= ((living[0] & np.uint16(rows[0])) | (living[1] & np.uint16(rows[1]))) != 0
                shields |= free.astype(np.uint16) << np.uint16(place)
                left -= free.view(np.uint8)
        self.shields[where] = shields
        self._shield_rows(where)

    def _shield_rows(self, where: Array | slice) -> None:
        """Note the rows that the shields of some games protect."""
        shields = self.shields[where]
        for place, rows in enumerate(self.tables.species):
            on = mask16((shields >> np.uint16(place) & np.uint16(1)) == 1)
            for side in (0, 1):
                self.shield_rows[side][where] |= on & np.uint16(rows[side])

    def _overtime(self, year: int, seat: int, where: Array, entry: ResumeState | None) -> None:
        """A second fishing action in some games."""
        begun = None
        if entry is not None and entry.begun is not None:
            begun = entry.begun.only(entry.acting[seat] == _PICK["overtime"])
        self._act(year, seat, where, self._actor(year, seat, where, overtime=True, begun=begun))

    def _act(self, year: int, seat: int, where: Array, actor: Actor) -> None:
        """Play a fishing action in some games."""
        haul = action(self.tables, year, self.living[0][where], self.living[1][where], actor)
        for side in (0, 1):
            self.living[side][where] = haul.living[side]
            self.taken[year - 1, seat, side][where] |= haul.taken[side]
            if haul.killed is not None:
                self.killed[year - 1, seat, side][where] |= haul.killed[side]
        self.fish[year - 1, seat][where] = haul.have
        if haul.chilled is not None:
            self.fish[year, seat][where] += haul.chilled

    def _police(self, year: int) -> None:
        """Fine the seats that broke the rule of their treatment and were seen (not in the rulebook)."""
        numbers = self.numbers
        if self.complies is None or not numbers.penalty.any():
            return
        seen = self.luck.seats(year, tape.DETECTION) < numbers.detection
        taken = np.bitwise_count(self.taken[year - 1]).sum(axis=1, dtype=np.int8)
        breach = np.maximum(taken - np.minimum(self.allowance, np.int8(100)), ZERO8)
        if numbers.has_reserve:
            for seat in range(self.players):
                breaks = mask16(~self.complies[seat])  # who keeps it takes a closed fish only where there is no other
                for side in (0, 1):
                    closed = self.taken[year - 1, seat, side] & numbers.reserve[side][seat] & breaks
                    breach[seat] += np.bitwise_count(closed)
        breach = breach * seen
        self.fines += breach * numbers.penalty * (ONE8 + self.breaches * numbers.graduated)
        self.breaches += breach > ZERO8

    def _close_year(self, year: int, rolled: int = 0) -> None:
        """Phases 3 to 5: demand, illegal fishing (but for the dice that were rolled), depletion."""
        demand = self._demand(year)
        if self.active is not None:
            demand *= self.active.view(np.int8)
        self.plates[year] = demand
        dice = self.luck.layout.illegal[year - 1]
        if dice > rolled:
            self._illegal(year, range(rolled, dice))
        grow = self.tables.grow[year - 1]
        self.living = grow[0].take(self.living[0]), grow[1].take(self.living[1])
        over = (self.living[0] | self.living[1]) == ZERO16
        if over.any():
            np.minimum(self.ended, np.where(over, np.int8(year), np.int8(self.years)), out=self.ended)
            self.seas[year] = self.living

    def _illegal(self, year: int, dice: range) -> None:
        """Phase 4: each die kills the topmost living fish of its face that no shield protects."""
        pick, tables = self.tables.pick[year - 1], self.tables
        before = self.living
        place = self.luck.layout.illegal_roll(year - 1)
        for number in dice:
            if number % 4 == 0 or number == dice.start:
                roll = self.luck.roll(place + number // 4) // 6 ** (number % 4)
            die = tables.due.take(roll).view(np.uint8).reshape(-1, 4)[:, 2].copy()  # with one line the first die is due
            roll = roll // 6
            side = (die.view(np.int8) >> SIGN).astype(np.int16).view(np.uint16)
            base = (die & SEVEN_U8).astype(np.intp) << tables.shift  # variant 0 sees no year ahead: the topmost row
            masks = masks_of(self.living[0], self.living[1], side, (self.shield_rows[0], self.shield_rows[1]))
            bit = pick.take(base + masks)
            mine = bit & side
            self.living = self.living[0] ^ mine, self.living[1] ^ (bit ^ mine)
        for part in (0, 1):
            self.illegal[year - 1, part] |= before[part] ^ self.living[part]
