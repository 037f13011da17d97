"""Thousands of games of Fishery Boom at once: the rules of `fishlab.boom.rules` on arrays with one place for each game.

All games of a batch stand at the same step. Seats and years are loops, games are array axes, choices are numbers
(`fishlab.lab.policies`), chance lies ready on a tape (`fishlab.lab.tape`). Small whole numbers, masks and look-up
tables (`fishlab.lab.tables`) keep a step at a few dozen quick passes.

`play` plays one profile of policies; `play_profiles` plays many on the same dice, side by side. What they return is a
`Batch`, which can play any of its games again through the one-game rules; that is also how the tests hold this module
to those rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.rules import Boom
from fishlab.boom.setup import Setup
from fishlab.core import Move
from fishlab.lab import tape
from fishlab.lab.batch import Batch, Log, Sheets, one_game
from fishlab.lab.policies import NO_QUOTA, Policy, in_255ths, reserve_mask
from fishlab.lab.tables import (
    BONUSES,
    CHOSEN_WAY,
    GEAR_FOR,
    GEAR_WANTED,
    GEAR_WAY,
    KEPT,
    KIT_GEAR,
    NO_PICK,
    NOT_IN,
    PICKS,
    REROLLED,
    ROLLS,
    TO_REROLL,
    Tables,
    TooWide,
    box_table,
    mask_of,
    tables_for,
)
from fishlab.lab.tape import Luck

Array = NDArray[Any]

CHUNK: Final = 25_000
"""Games that are played at once; more are played chunk after chunk, so that memory stays small."""
OPTIONS: Final = ("sheet", "first", "first_demand", "score_unplayed_year", "cooperative")
"""The options of the game that change how it is played or scored."""


def _u8(value: int) -> Array:
    return np.array(value, np.uint8)


# Constants as arrays without axes: a pass with one is several times as quick as with a plain number.
_ZERO_U8, _THREE_U8, _FOUR_U8, _SEVEN_U8 = _u8(0), _u8(3), _u8(4), _u8(7)
_SIGN = np.array(7, np.int8)
_ZERO16, _THREE16 = np.array(0, np.uint16), np.array(3, np.uint16)
_ZERO8, _ONE8, _THREE8 = (np.array(value, np.int8) for value in (0, 1, 3))
_ROLLS = np.array(ROLLS, np.intp)
_FOUR_ROWS = np.arange(4)[:, None]
_WHIM_SHIFTS = np.array([fish * tape.WHIM_BITS for fish in range(4)], np.uint16)[:, None]
_PICK = {name: _u8(number) for number, name in enumerate(PICKS)}
_NO_PICK = _u8(NO_PICK)
_KIT = {name: np.array(mask_of([name]), np.uint16) for name in PICKS}
_KIT_GEAR = np.array(KIT_GEAR, np.uint16)
_PICK_BITS = np.array([*(1 << number for number in range(len(PICKS))), 0], np.uint16)
_PICK_BITS[PICKS.index(BONUSES[0]) :] = 0  # a bonus counts as marked when the last of it is gone
_CHOOSES = mask_of(["longline+", "trawler", "trawler+"])
_TRAWLERS = mask_of(["trawler", "trawler+"])
_PLUS = mask_of(["seine+", "longline+", "trawler+"])
_LONGLINE_PLUS, _RADAR = mask_of(["longline+"]), mask_of(["radar"])
_RELEASE, _REFRIGERATION = mask_of(["release"]), mask_of(["refrigeration"])


def _mask8(flag: Array) -> Array:
    """Return 255 where a flag is set and 0 elsewhere."""
    mask: Array = np.negative(flag.view(np.uint8))
    return mask


def _mask16(flag: Array) -> Array:
    mask: Array = np.negative(flag.astype(np.uint16))
    return mask


# The numbers of the policies, ready for passes.


class _Numbers:
    """The numbers of all seats: without axes where all games share one, else by [game]."""

    def __init__(self, profiles: Sequence[Sequence[Policy]], games: int, tables: Tables) -> None:
        self.profiles, self.games = profiles, games
        sheet = tables.sheet
        self.years, self.players = sheet.years, len(profiles[0])
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
        self.wishes = self._all(lambda policy: mask_of(policy.wishes()), np.uint16)
        self.reserve = [self._closed(tables, side) for side in (0, 1)]
        self.has_reserve = any(policy.reserve for profile in profiles for policy in profile)
        steady = all(policy.fade == 0 for profile in profiles for policy in profile)
        self._comply = [self._chances(year) for year in range(1, 2 if steady else self.years + 1)]
        kinds: dict[tuple[str, ...], int] = {}
        for profile in profiles:
            for policy in profile:
                kinds.setdefault(policy.wishes(), len(kinds))
        self.boxes = np.concatenate([box_table(wishes) for wishes in kinds])
        size = self.boxes.size // len(kinds)
        self.box_base = self._all(lambda policy: kinds[policy.wishes()] * size, np.intp)

    def _each(self, number: Callable[[Policy], float], dtype: Any) -> list[Array]:
        """Return a number seat by seat."""
        found: list[Array] = []
        for seat in range(self.players):
            values = [number(profile[seat]) for profile in self.profiles]
            if len(set(values)) == 1:
                found.append(np.array(values[0], dtype))
            else:
                found.append(np.repeat(np.array(values, dtype), self.games))
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

    def comply(self, year: int) -> Array:
        """Return in 255ths the chances to comply in a year."""
        return self._comply[min(year, len(self._comply)) - 1]


# One fishing action.


@dataclass(slots=True)
class _Actor:
    """Who fishes: everything an action needs to know about a seat, by [game] or without axes."""

    have: Array
    """Fish in this year's box."""
    target: Array
    """Fish wanted in it."""
    gear_base: Array
    """8 × the mask of working equipment, as an index."""
    kinds: int
    """The boxes that work in any of the games."""
    radar: Array | None
    release: Array | None
    """Whether it puts unwanted fish back; None if it never does."""
    chill: Array | None
    plan: Array
    """The look-ahead it plans with, as the start of an index; it sees none if it plans without care."""
    care: Array
    spare: Array | None
    """Fish-years that a carefully picked fish may cost; None if nobody minds."""
    horizon: Array
    luck: Array
    whims: Array
    """Which fish it takes without care, `tape.WHIM_BITS` bits for each place."""
    roll: Array
    second_roll: Array | None
    closed: tuple[Array, Array] | None
    """The rows it leaves alone, group by group."""


@dataclass(slots=True)
class _Haul:
    """What an action did."""

    living: tuple[Array, Array]
    taken: tuple[Array, Array]
    killed: tuple[Array, Array] | None
    have: Array
    chilled: Array | None


def _action(tables: Tables, year: int, first: Array, second: Array, actor: _Actor, log: Log | None) -> _Haul:
    """Play one fishing action in every game: equipment, dice, radar, the fish due, the trawler's kill."""
    roll, kinds = actor.roll, actor.kinds
    if not kinds & (KIT_GEAR | _RADAR):
        if log is not None:
            log.add(gear=np.zeros(first.shape, np.uint8), roll=roll)
        return _catch(tables, year, first, second, actor, tables.due.take(roll), range(2, 3), log)
    want = np.minimum(np.maximum(actor.target - actor.have, _ONE8), _THREE8)
    gear = (want + want).astype(np.intp)
    gear += actor.gear_base
    if actor.release is not None:
        gear += actor.release.astype(np.intp)
    if log is not None:
        log.add(gear=GEAR_FOR.take(gear), roll=roll)
    if kinds & (_CHOOSES | _RADAR):
        masks = first.astype(np.intp), second.astype(np.intp)
        free = tables.free[year - 1]
        good = free[0].take(masks[0] + (actor.plan << tables.bits[0]))
        good += free[1].take(masks[1] + (actor.plan << tables.bits[1]))
        if actor.radar is not None and actor.second_roll is not None:
            named = TO_REROLL.take(good + roll)
            named &= actor.radar
            again = named.astype(np.intp)
            again *= _ROLLS
            roll = KEPT.take(again + roll) + REROLLED.take(again + actor.second_roll)
            if log is not None:
                log.add(named=named, second=actor.second_roll)
    if kinds & _CHOOSES:
        alive = _alive(tables, masks, kinds, gear)
        seen = NOT_IN.take(alive + roll)
        seen <<= _FOUR_U8
        seen |= NOT_IN.take(good + roll)
        code = GEAR_WANTED.take(gear)
        code += seen
        way = CHOSEN_WAY.take(code)
        if log is not None:
            log.add(way=way // ROLLS)
    else:
        way = GEAR_WAY.take(gear)
    way += roll
    places = range(0 if kinds & _PLUS else 1 if kinds & KIT_GEAR else 2, 4 if kinds & _TRAWLERS else 3)
    return _catch(tables, year, first, second, actor, tables.due.take(way), places, log)


def _alive(tables: Tables, masks: tuple[Array, Array], kinds: int, gear: Array) -> Array:
    """Return 1296 × the set of faces with living fish; to an upgraded longline 6 is never among them."""
    longline, trawler = kinds & _LONGLINE_PLUS, kinds & _TRAWLERS
    table = tables.alive_but_six if longline and not trawler else tables.alive
    alive: Array = table[0].take(masks[0]) + table[1].take(masks[1])
    if longline and trawler:
        but_six = tables.alive_but_six
        less = but_six[0].take(masks[0]) + but_six[1].take(masks[1]) - alive
        alive += less * (GEAR_FOR.take(gear) == _FOUR_U8)
    return alive


def _catch(
    tables: Tables,
    year: int,
    first: Array,
    second: Array,
    actor: _Actor,
    due: Array,
    places: range,
    log: Log | None,
) -> _Haul:
    """Take the fish that are due, one after the other, and kill the trawler's (place 3)."""
    dice = np.ascontiguousarray(due.view(np.uint8).reshape(-1, 4).T[places.start : places.stop])
    # The variant of the table: by look-ahead to the careful, by whim otherwise.
    variant = actor.horizon
    if actor.care.ndim or int(actor.care) < 255:
        luck = actor.luck[places.start : places.stop]
        variant = (actor.whims >> _WHIM_SHIFTS[places.start : places.stop]).astype(np.uint8)
        variant &= _u8(tables.whims - 1)
        variant += _u8(len(tables.horizons))
        variant ^= (variant ^ actor.horizon) & _mask8(luck < actor.care)
    variant = variant << _THREE_U8
    sides = (dice.view(np.int8) >> _SIGN).astype(np.int16).view(np.uint16)
    dice &= _SEVEN_U8
    dice |= variant
    bases = dice.astype(np.intp)
    bases <<= tables.shift
    pick, have, counts = tables.pick[year - 1], actor.have, actor.release is not None or actor.chill is not None
    before = taken = first, second
    chilled = back = cold = none_open = None
    for place, base, side in zip(places, bases, sides, strict=True):
        if place == 3:
            taken = first, second
        index = base + _masks(first, second, side, actor.closed)
        bit = pick.take(index)
        if actor.closed is not None:
            none_open = bit == _ZERO16
            bit |= pick.take(base + _masks(first, second, side, None)) & _mask16(none_open)
        if place < 3 and counts:
            keep = bit != _ZERO16
            enough = have >= actor.target
            if actor.release is not None:
                back = enough | none_open if none_open is not None else enough
                if actor.spare is not None:
                    back = back | (tables.cost[year - 1].take(index) > actor.spare)
                back = back & actor.release
                back &= keep
                keep ^= back
                bit &= _mask16(keep)
            if actor.chill is not None:
                cold = keep & enough
                cold &= actor.chill
                keep ^= cold
                chilled = cold.view(np.int8) if chilled is None else chilled + cold.view(np.int8)
            have = have + keep.view(np.int8)
        if log is not None:
            log.fish(place, bit, side, back, cold)
        mine = bit & side
        first = first ^ mine
        bit ^= mine
        second = second ^ bit
    if places.stop < 4:
        taken = first, second
    killed = None if places.stop < 4 else (taken[0] ^ first, taken[1] ^ second)
    caught = before[0] ^ taken[0], before[1] ^ taken[1]
    if not counts:
        have = have + (np.bitwise_count(caught[0]) + np.bitwise_count(caught[1])).view(np.int8)
    return _Haul((first, second), caught, killed, have, chilled)


def _masks(first: Array, second: Array, side: Array, closed: tuple[Array, Array] | None) -> Array:
    """Return the mask of the group that a die looks at, as an index."""
    if closed is not None:
        first, second = first & ~closed[0], second & ~closed[1]
    masks = first ^ second
    masks &= side
    masks ^= second
    return masks.astype(np.intp)


# A whole batch.


class _Run:
    """One chunk being played."""

    def __init__(
        self, tables: Tables, setup: Setup, numbers: _Numbers, luck: Luck, out: Sheets, log: Log | None
    ) -> None:
        sheet = tables.sheet
        self.tables, self.numbers, self.luck, self.sheet = tables, numbers, luck, sheet
        self.players, self.years, self.first = numbers.players, sheet.years, setup.first
        self.games = games = len(numbers.profiles) * numbers.games
        players = self.players
        self.fish, self.plates, self.picks = out.fish, out.plates, out.picks
        self.taken, self.killed, self.illegal, self.seas = out.taken, out.killed, out.illegal, out.seas
        self.shields, self.fines, self.trades, self.ended = out.shields, out.fines, out.trades, out.ended
        self.plates[0] = setup.first_demand
        self.marked = np.zeros((players, games), np.uint16)
        self.left: dict[str, Array] = {}
        here = {box.name: box for box in sheet.boxes if players in box.players}
        for name in PICKS:
            if name not in here:
                self.marked |= _KIT[name]
            elif name in BONUSES:
                self.left[name] = np.full((players, games), here[name].copies, np.uint8)
        self.useful = numbers.wishes & np.uint16(mask_of(here))
        self.plan = np.zeros(players, np.intp)
        self.used = np.zeros((players, games), np.uint8)
        self.shield_rows = [np.zeros(games, np.uint16) for _ in (0, 1)]
        self.log = log
        self.living: tuple[Array, Array] = (
            np.full(games, tables.everything[0], np.uint16),
            np.full(games, tables.everything[1], np.uint16),
        )

    def play(self) -> None:
        """Play all years."""
        for year in range(1, self.years + 1):
            self.seas[year - 1] = self.living
            active = (self.living[0] | self.living[1]) != _ZERO16
            self.active = None if active.all() else active
            if not active.any():
                break
            self._open_year(year)
            order = [(self.first - year + 1 + place) % self.players for place in range(self.players)]
            for seat in order:
                self._fish(year, seat)
            self._boxes(year, order)
            self._police(year)
            if year < self.years:
                self._close_year(year)

    def _open_year(self, year: int) -> None:
        """Work out what every seat wants this year."""
        numbers, luck = self.numbers, self.luck
        self.kit = self.marked & self.useful
        self.kinds = [int(np.bitwise_or.reduce(kit)) if year > 1 else 0 for kit in self.kit]
        wish = self.plates[year - 1] + numbers.ambition
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
            self.target = wish - np.maximum(wish - self.allowance, _ZERO8) * self.complies.view(np.int8)
        kinds = np.bitwise_or.reduce(self.kinds)
        self.release = self.chill = self.radar = None
        if kinds & _RELEASE:
            self.release = (self.kit & _KIT["release"]) != _ZERO16
            self.release &= luck.seats(year, tape.RELEASE) < numbers.release
        if kinds & _REFRIGERATION and year < self.years:
            self.chill = (self.kit & _KIT["refrigeration"]) != _ZERO16
            self.chill &= luck.seats(year, tape.CHILL) < numbers.chill
        if kinds & _RADAR:
            self.radar = _mask8((self.kit & _KIT["radar"]) != _ZERO16)
        self.gear_base = ((self.kit & _KIT_GEAR) << _THREE16).astype(np.intp)
        if kinds & (_CHOOSES | _RADAR):
            careful = _mask8(luck.seats(year, tape.PLAN) < numbers.plan)
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
        spare = np.maximum(quota - np.maximum(wish, _ONE8), _ZERO8) * trades
        lack = (np.maximum(wish - quota, _ZERO8) * trades).astype(np.int16)
        pool = spare.sum(axis=0, dtype=np.int16)
        offered = pool.copy()
        paid = np.zeros(pool.shape, np.float32)
        self.allowance = quota - spare
        order = [(self.first - year + 1 + place) % self.players for place in range(self.players)]
        for seat in order:
            bought = np.minimum(pool, lack[seat])
            pool -= bought
            self.allowance[seat] += bought.astype(np.int8)
            points = bought * numbers.price[seat]
            self.trades[seat] -= points
            paid += points
        self.trades += spare / np.maximum(offered, 1) * paid

    def _actor(self, year: int, seat: int, where: Array | None) -> _Actor:
        """Return what a seat needs to know to fish, in all games or (Overtime) in some."""
        luck, numbers = self.luck, self.numbers

        def some(values: Array) -> Array:
            return values if where is None or values.ndim == 0 else values[where]

        kinds, layout = self.kinds[seat], luck.layout
        second: Array | None = None
        if where is None:
            place = layout.roll(year - 1, seat)
            roll, fish, whims = luck.roll(place), luck.fish(year, seat), luck.whim(place)
            if kinds & _RADAR:
                second = luck.roll(place + 1)
        else:
            column = where if luck.times == 1 else where % (self.games // luck.times)
            copy = self.used[seat][where].astype(np.intp)
            place_of = layout.overtime_roll(seat, 0) + 2 * copy
            roll, whims = luck.rolls[place_of, column].astype(np.intp), luck.whims[place_of, column]
            if kinds & _RADAR:
                second = luck.rolls[place_of + 1, column].astype(np.intp)
            fish = luck.planes[layout.overtime_plane(seat, 0) + 4 * copy + _FOUR_ROWS, column]
        closed = None
        if numbers.has_reserve and self.complies is not None:
            keeps = _mask16(some(self.complies[seat]))
            closed = (keeps & some(numbers.reserve[0][seat]), keeps & some(numbers.reserve[1][seat]))
        return _Actor(
            have=some(self.fish[year - 1, seat]),
            target=some(self.target[seat]),
            gear_base=some(self.gear_base[seat]),
            kinds=kinds,
            radar=some(self.radar[seat]) if kinds & _RADAR and self.radar is not None else None,
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
        )

    def _fish(self, year: int, seat: int) -> None:
        """Phase 1 for one seat."""
        if self.log is not None:
            self.log.open(year, seat, 0)
        haul = _action(self.tables, year, self.living[0], self.living[1], self._actor(year, seat, None), self.log)
        self.living = haul.living
        self.fish[year - 1, seat] = haul.have
        if haul.chilled is not None:
            self.fish[year, seat] += haul.chilled
        self.taken[year - 1, seat] = haul.taken
        if haul.killed is not None:
            self.killed[year - 1, seat] = haul.killed

    def _boxes(self, year: int, order: list[int]) -> None:
        """Phase 2: every seat marks a box; bonuses act at once."""
        numbers, luck, fish, plates = self.numbers, self.luck, self.fish[year - 1], self.plates[year - 1]
        short = plates - fish
        bonus = luck.seats(year, tape.BONUS) < numbers.bonuses
        bold = luck.seats(year, tape.OVERTIME) < numbers.overtime
        if numbers.has_quota and self.complies is not None:
            taken = np.bitwise_count(self.taken[year - 1]).sum(axis=1, dtype=np.int8)
            bold &= ~(self.complies & (taken >= self.allowance))
        # CALM 0, SHORT_BOLD 1, SHORT 2, SURPLUS 3, LAST_SURPLUS 4
        situation = (bonus & (short > _ZERO8)).view(np.uint8) * (_u8(2) - bold.view(np.uint8))
        situation += (bonus & (short < _ZERO8)).view(np.uint8) * _u8(4 if year == self.years else 3)
        places = situation.astype(np.intp) << len(PICKS)
        places += self.marked
        places += numbers.box_base
        picks = numbers.boxes.take(places)
        if self.active is not None:
            picks ^= (picks ^ _NO_PICK) & _mask8(~self.active)
        self.picks[year - 1] = picks
        self.marked |= _PICK_BITS.take(picks)
        found: dict[str, Array] = {}
        for name in self.left:
            chosen = picks == _PICK[name]
            if chosen.any():
                found[name] = chosen
                self.left[name] -= chosen.view(np.uint8)
                self.marked |= (self.left[name] == _ZERO_U8).astype(np.uint16) * _KIT[name]
        if "faux" in found:
            fish += found["faux"].view(np.int8)
        if "marketing" in found:
            cross = (short >= _ZERO8) & (plates > _ZERO8)
            plates += found["marketing"].view(np.int8) * (_ONE8 - np.int8(2) * cross.view(np.int8))
            if self.log is not None:
                self.log.open(year, "marketing")
                self.log.add(cross=cross)
        for seat in order:
            if "enforcement" in found:
                where = found["enforcement"][seat].nonzero()[0]
                if where.size:
                    self._shield(year, seat, where)
            if "overtime" in found:
                where = (found["overtime"][seat] & ((self.living[0] | self.living[1]) != _ZERO16)).nonzero()[0]
                if where.size:
                    self._overtime(year, seat, where)
                self.used[seat] += found["overtime"][seat].view(np.uint8)

    def _shield(self, year: int, seat: int, where: Array) -> None:
        """Enforcement: shield the two most valuable species, living ones first."""
        shields = self.shields[where]
        left = np.full(where.size, 2, np.uint8)
        living = [part[where] for part in self.living]
        log = np.zeros((2, where.size), np.uint16)
        for must_live in (True, False):
            for place in self.tables.shield_order[year - 1]:
                rows = self.tables.species[place]
                free = (shields >> np.uint16(place) & np.uint16(1)) == 0
                free &= left > 0
                if must_live:
                    free &= ((living[0] & np.uint16(rows[0])) | (living[1] & np.uint16(rows[1]))) != 0
                for number in (0, 1):
                    log[number] |= (free & (left == 2 - number)).astype(np.uint16) << np.uint16(place)
                shields |= free.astype(np.uint16) << np.uint16(place)
                left -= free.view(np.uint8)
        self.shields[where] = shields
        for place, rows in enumerate(self.tables.species):
            on = _mask16((shields >> np.uint16(place) & np.uint16(1)) == 1)
            for side in (0, 1):
                self.shield_rows[side][where] |= on & np.uint16(rows[side])
        if self.log is not None:
            self.log.open(year, seat, "shield", where=where)
            self.log.add(species=log)

    def _overtime(self, year: int, seat: int, where: Array) -> None:
        """A second fishing action in some games."""
        if self.log is not None:
            self.log.open(year, seat, 1, where=where)
        living = [part[where] for part in self.living]
        haul = _action(self.tables, year, living[0], living[1], self._actor(year, seat, where), self.log)
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
        seen = (self.luck.seats(year, tape.DETECTION) < numbers.detection) & ~self.complies
        taken = np.bitwise_count(self.taken[year - 1]).sum(axis=1, dtype=np.int8)
        breach = np.maximum(taken - np.minimum(self.allowance, np.int8(100)), _ZERO8)
        if numbers.has_reserve:
            for seat in range(self.players):
                for side in (0, 1):
                    breach[seat] += np.bitwise_count(self.taken[year - 1, seat, side] & numbers.reserve[side][seat])
        self.fines += breach * seen * numbers.penalty

    def _close_year(self, year: int) -> None:
        """Phases 3 to 5: demand, illegal fishing, depletion."""
        demand = self.fish[year - 1] + np.int8((year + 1) in self.sheet.plus_one)
        if self.active is not None:
            demand *= self.active.view(np.int8)
        self.plates[year] = demand
        dice = self.luck.layout.illegal[year - 1]
        if dice:
            self._illegal(year, dice)
        grow = self.tables.grow[year - 1]
        self.living = grow[0].take(self.living[0]), grow[1].take(self.living[1])
        over = (self.living[0] | self.living[1]) == _ZERO16
        if over.any():
            np.minimum(self.ended, np.where(over, np.int8(year), np.int8(self.years)), out=self.ended)
            self.seas[year] = self.living

    def _illegal(self, year: int, dice: int) -> None:
        """Phase 4: each die kills the topmost living fish of its face that no shield protects."""
        pick, tables = self.tables.pick[year - 1], self.tables
        before = self.living
        place = self.luck.layout.illegal_roll(year - 1)
        for number in range(dice):
            if number % 4 == 0:
                roll = self.luck.roll(place + number // 4)
            die = tables.due.take(roll).view(np.uint8).reshape(-1, 4)[:, 2].copy()  # with one line the first die is due
            roll = roll // 6
            side = (die.view(np.int8) >> _SIGN).astype(np.int16).view(np.uint16)
            base = (die & _SEVEN_U8).astype(np.intp) << tables.shift  # variant 0 sees no year ahead: the topmost row
            masks = _masks(self.living[0], self.living[1], side, (self.shield_rows[0], self.shield_rows[1]))
            bit = pick.take(base + masks)
            mine = bit & side
            self.living = self.living[0] ^ mine, self.living[1] ^ (bit ^ mine)
        for part in (0, 1):
            self.illegal[year - 1, part] = before[part] ^ self.living[part]


# Playing.


def _seats(policies: Policy | Sequence[Policy], players: int | None) -> tuple[Policy, ...]:
    if isinstance(policies, Policy):
        return (policies,) * (4 if players is None else players)
    if players is not None and len(policies) != players:
        raise ValueError(f"{len(policies)} policies cannot play for {players} seats: give one for each")
    for place, policy in enumerate(policies):
        if not isinstance(policy, Policy):
            raise ValueError(f"policies[{place}]={policy!r:.60} is not a policy: give a Policy for each seat")
    return tuple(policies)


def check_games(games: object) -> int:
    """Return a number of games, or raise `ValueError`: at least one."""
    if isinstance(games, bool) or not isinstance(games, int | np.integer) or games < 1:
        raise ValueError(f"games={games!r} is not possible: choose a whole number from 1")
    return int(games)


def play(
    policies: Policy | Sequence[Policy],
    games: int = 1000,
    seed: int = 0,
    *,
    players: int | None = None,
    start: int = 0,
    record: bool = False,
    **options: Any,
) -> Batch:
    """Play many games with one profile of policies.

    Args:
        policies: one policy for each seat, or one for all.
        games: how many games.
        seed: game number i of a seed has the same luck in every batch.
        players: seats, where one policy is given for all; 4 if not said.
        start: the number of the first game.
        record: keep every choice, so that many games can be retold quickly; for at most `CHUNK` games.
        **options: the game's own: sheet, first, first_demand, score_unplayed_year, cooperative.

    >>> batch = play(Policy(ambition=2), games=100, seed=1)
    >>> batch.own().shape
    (4, 100)
    """
    profile = _seats(policies, players)
    return play_profiles([profile], games, seed, start=start, record=record, **options)[0]


def play_profiles(
    profiles: Sequence[Sequence[Policy]],
    games: int = 1000,
    seed: int = 0,
    *,
    start: int = 0,
    record: bool = False,
    **options: Any,
) -> list[Batch]:
    """Play the same games (the same dice) with many profiles, side by side; one batch for each.

    A slider with 21 positions and 1,000 games is one call, several times as fast as 21 calls.
    """
    checked, games, seed, plain, setup, tables = _ready(profiles, games, seed, options)
    if record and games * len(profiles) > CHUNK:
        raise ValueError(f"record=True keeps every choice of at most {CHUNK:,} games: play fewer games")
    if tables is None:
        return [_one_by_one(profile, games, seed, start, plain, setup) for profile in checked]
    players = setup.players
    where = tuple(zip(tables.group, tables.bit, strict=True))
    sheets = Sheets.blank(setup.sheet.years, players, games * len(checked))
    log = None
    side = max(1, CHUNK // games)
    for base in range(0, len(checked), side):
        some = checked[base : base + side]
        for begin in range(0, games, CHUNK):
            end = min(games, begin + CHUNK)
            luck = tape.draw(setup.sheet, players, seed, start + begin, start + end)._replace(times=len(some))
            at = base * games + begin
            out = sheets.games(at, at + len(some) * (end - begin))
            log = Log(end - begin) if record else None
            _Run(tables, setup, _Numbers(some, end - begin, tables), luck, out, log).play()
    batches = []
    for place, profile in enumerate(checked):
        mine = sheets.games(place * games, (place + 1) * games)
        own_log = log if len(checked) == 1 else None
        batches.append(Batch(profile, plain, seed, start, setup, where, mine, _recorded, own_log))
    return batches


def _recorded(batch: Batch, game: int) -> list[Move]:
    """Return the moves of one game by playing it again with a log."""
    return play(batch.policies, 1, batch.seed, start=batch.start + game, record=True, **batch.options).moves(0)


def play_turned(profiles: Sequence[Sequence[Policy]], games: int = 1000, seed: int = 0, **options: Any) -> Array:
    """Play many profiles on the same dice, each in every order of seats that turning gives, one share of games each.

    Returns net scores by [profile, place in the profile, game]; at least one game for each turn is played.
    """
    checked, games, seed, plain, setup, tables = _ready(profiles, games, seed, options)
    players = setup.players
    share = max(1, games // players)
    turns = range(players)
    seats = np.array([[(place - turn) % players for place in turns] for turn in turns])  # of each place, by turn
    turned = [[tuple(profile[(seat + turn) % players] for seat in turns) for turn in turns] for profile in checked]
    found = np.empty((len(checked), players, players, share), np.float32)
    if tables is None:
        for number, orders in enumerate(turned):
            for turn, profile in enumerate(orders):
                batch = _one_by_one(profile, share, seed, turn * share, plain, setup)
                found[number, :, turn] = batch.net()[seats[turn]]
        return found.reshape(len(checked), players, -1)
    where = tuple(zip(tables.group, tables.bit, strict=True))
    step = min(share, max(1, CHUNK // players))
    side = max(1, CHUNK // (step * players))
    for begin in range(0, share, step):
        end = min(share, begin + step)
        lucks = [tape.draw(setup.sheet, players, seed, turn * share + begin, turn * share + end) for turn in turns]
        for base in range(0, len(turned), side):
            some = turned[base : base + side]
            luck = tape.join(lucks)._replace(times=len(some))
            numbers = _Numbers([profile for orders in some for profile in orders], end - begin, tables)
            sheets = Sheets.blank(setup.sheet.years, players, len(some) * players * (end - begin))
            _Run(tables, setup, numbers, luck, sheets, None).play()
            net = Batch(checked[0], plain, seed, 0, setup, where, sheets, _recorded).net()
            net = net.reshape(players, len(some), players, end - begin)
            for turn in turns:
                found[base : base + len(some), :, turn, begin:end] = net[seats[turn], :, turn].swapaxes(0, 1)
    return found.reshape(len(checked), players, -1)


class _Ready(NamedTuple):
    """What is to be played, checked; no tables where a sheet is too wide for them."""

    profiles: list[tuple[Policy, ...]]
    games: int
    seed: int
    options: dict[str, Any]
    setup: Setup
    tables: Tables | None


def _ready(profiles: Sequence[Sequence[Policy]], games: int, seed: int, options: Mapping[str, Any]) -> _Ready:
    if not profiles:
        raise ValueError("profiles is empty: give at least one profile of policies")
    checked = [_seats(profile, None) for profile in profiles]
    players = len(checked[0])
    for place, profile in enumerate(checked):
        if len(profile) != players:
            raise ValueError(f"profiles[{place}] has {len(profile)} seats, the first one {players}: all must agree")
    games, seed = check_games(games), tape.check_seed(seed)
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"the laboratory has no option {name!r}: the options are {', '.join(OPTIONS)}")
    plain = Boom.canonical(options)
    setup = Boom.start(players, **plain).setup
    try:
        tables = tables_for(setup.sheet, {policy.look_ahead for profile in checked for policy in profile})
    except TooWide:
        tables = None
    return _Ready(checked, games, seed, plain, setup, tables)


# The same, game by game through the one-game rules.


def one_by_one(
    policies: Policy | Sequence[Policy],
    games: int = 10,
    seed: int = 0,
    *,
    players: int | None = None,
    start: int = 0,
    **options: Any,
) -> Batch:
    """Play the same games as `play`, one after the other through the one-game rules with `agents`: slow, and equal."""
    profile = _seats(policies, players)
    plain = Boom.canonical(options)
    setup = Boom.start(len(profile), **plain).setup
    return _one_by_one(profile, check_games(games), tape.check_seed(seed), start, plain, setup)


def _one_by_one(
    profile: tuple[Policy, ...], games: int, seed: int, start: int, options: Mapping[str, Any], setup: Setup
) -> Batch:
    sheet, players = setup.sheet, setup.players
    sheets = Sheets.blank(sheet.years, players, games, parts=1, masks=np.uint64)
    for game in range(games):
        match, ledger = one_game(profile, seed, start + game, options)
        state = match.state
        assert isinstance(state, Boom)
        sums = np.array(ledger, np.float32).sum(axis=0)
        sheets.fines[:, game], sheets.trades[:, game] = sums[:, 0], sums[:, 1]
        for year, sea in enumerate(state.seas):
            sheets.seas[year, 0, game] = sea
        for year, marks in enumerate((*state.past, state.marks)):
            sheets.taken[year, :, 0, game] = marks[:players]
            sheets.killed[year, :, 0, game] = marks[players : 2 * players]
            sheets.illegal[year, 0, game] = marks[-1]
        for seat in range(players):
            for year in range(1, sheet.years + 1):
                sheets.fish[year - 1, seat, game] = state.supply(seat, year)
            sheets.plates[: sheet.years, seat, game] = state.plates[seat]
            sheets.picks[: len(state.picks[seat]), seat, game] = [PICKS.index(name) for name in state.picks[seat]]
        sheets.shields[game], sheets.ended[game] = state.shields, state.year
    where = tuple((0, row) for row in range(len(sheet.names)))
    return Batch(profile, options, seed, start, setup, where, sheets, _told)


def _told(batch: Batch, game: int) -> list[Move]:
    """Return the moves of one game by the one-game rules."""
    return one_game(batch.policies, batch.seed, batch.start + game, batch.options)[0].moves
