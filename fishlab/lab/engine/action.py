"""One fishing action of many games at once: equipment, dice, radar, the fish due, the trawler's kill.

An action can also begin in the middle: `PartialAction` says what lies on the table already.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fishlab.lab.policies import tape
from fishlab.lab.policies.tables import (
    CHOSEN_WAY,
    GEAR_FOR,
    GEAR_WANTED,
    GEAR_WAY,
    KEPT,
    KIT_GEAR,
    NOT_IN,
    PLAIN_WAY,
    REROLLED,
    ROLLS,
    TO_REROLL,
    Tables,
    mask_of,
)

Array = NDArray[Any]


def u8(value: int) -> Array:
    """Return a small number as an array without axes."""
    return np.array(value, np.uint8)


# Constants as arrays without axes: a pass with one is several times as quick as with a plain number.
ZERO_U8, THREE_U8, FOUR_U8, SEVEN_U8 = u8(0), u8(3), u8(4), u8(7)
SIGN = np.array(7, np.int8)
ZERO16, THREE16 = np.array(0, np.uint16), np.array(3, np.uint16)
ZERO8, ONE8, THREE8 = (np.array(value, np.int8) for value in (0, 1, 3))
_ROLLS = np.array(ROLLS, np.intp)
_WHIM_SHIFTS = np.array([fish * tape.WHIM_BITS for fish in range(4)], np.uint16)[:, None]
CHOOSES = mask_of(["longline+", "trawler", "trawler+"])
TRAWLERS = mask_of(["trawler", "trawler+"])
PLUS = mask_of(["seine+", "longline+", "trawler+"])
LONGLINE_PLUS, RADAR = mask_of(["longline+"]), mask_of(["radar"])


def mask8(flag: Array) -> Array:
    """Return 255 where a flag is set and 0 elsewhere."""
    mask: Array = np.negative(flag.view(np.uint8))
    return mask


def mask16(flag: Array) -> Array:
    """Return 65535 where a flag is set and 0 elsewhere."""
    mask: Array = np.negative(flag.astype(np.uint16))
    return mask


NO_LINE: Final = 255
"""The line of equipment of an action that has not chosen one."""


@dataclass(slots=True)
class PartialAction:
    """What lies on the table when an action goes on from its middle, by [game]; a blank one begins at the beginning."""

    line: Array
    """The equipment chosen, by number, or `NO_LINE`."""
    dice: Array
    """The dice on the table as a roll."""
    unknown: Array
    """The dice that are not on the table yet, as a mask of four bits."""
    named: Array
    """The dice named for a reroll and not rolled again yet, as a mask."""
    later: Array
    """The dice that may still be named."""
    fixed: Array
    """Whether the fish due are known."""
    due: Array
    """The fish due where they are known, packed like `Tables.due`."""

    @classmethod
    def blank(cls, games: int) -> PartialAction:
        """Return actions that have not begun."""
        return cls(
            line=np.full(games, NO_LINE, np.uint8),
            dice=np.zeros(games, np.intp),
            unknown=np.full(games, 15, np.intp),
            named=np.zeros(games, np.uint8),
            later=np.full(games, 15, np.uint8),
            fixed=np.zeros(games, np.bool_),
            due=np.zeros(games, np.uint32),
        )

    def only(self, mask: Array) -> PartialAction:
        """Return these actions where a mask is set, and blank ones elsewhere."""
        blank = PartialAction.blank(mask.size)
        return PartialAction(*(np.where(mask, getattr(self, name), getattr(blank, name)) for name in self.__slots__))

    def at(self, where: Array) -> PartialAction:
        """Return the actions of some games."""
        return PartialAction(*(getattr(self, name)[where] for name in self.__slots__))

    def kinds(self) -> int:
        """Return the boxes that these actions use whatever the seats themselves would use."""
        lines = np.unique(self.line[(self.line > 0) & (self.line < NO_LINE)])
        return sum(1 << int(line) - 1 for line in lines) | (RADAR if self.named.any() else 0)


@dataclass(slots=True)
class Actor:
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
    room: Array | None
    """Fish that its licence still allows; None if nobody holds one."""
    begun: PartialAction | None = None
    """What lies on the table already; None if nothing does in any game."""


@dataclass(slots=True)
class CatchResult:
    """What an action did."""

    living: tuple[Array, Array]
    taken: tuple[Array, Array]
    killed: tuple[Array, Array] | None
    have: Array
    chilled: Array | None


def action(tables: Tables, year: int, first: Array, second: Array, actor: Actor) -> CatchResult:
    """Play one fishing action in every game: equipment, dice, radar, the fish due, the trawler's kill."""
    roll, kinds, begun = actor.roll, actor.kinds, actor.begun
    if begun is not None:
        rest = begun.unknown * _ROLLS
        roll = KEPT.take(rest + begun.dice) + REROLLED.take(rest + roll)
    elif not kinds & (KIT_GEAR | RADAR):
        return _catch(tables, year, first, second, actor, tables.due.take(roll), range(2, 3))
    want = np.minimum(np.maximum(actor.target - actor.have, ONE8), THREE8)
    gear = (want + want).astype(np.intp)
    gear += actor.gear_base
    if actor.release is not None:
        gear += actor.release.astype(np.intp)
    line: Array | None = None
    if begun is not None:
        line = np.where(begun.line == NO_LINE, GEAR_FOR.take(gear), begun.line)
    if kinds & (CHOOSES | RADAR):
        masks = first.astype(np.intp), second.astype(np.intp)
        free = tables.free[year - 1]
        good = free[0].take(masks[0] + (actor.plan << tables.bits[0]))
        good += free[1].take(masks[1] + (actor.plan << tables.bits[1]))
        if actor.second_roll is not None:
            named = TO_REROLL.take(good + roll)
            named &= actor.radar if actor.radar is not None else ZERO_U8
            if begun is not None:
                named &= begun.later
                named |= begun.named
            again = named.astype(np.intp)
            again *= _ROLLS
            roll = KEPT.take(again + roll) + REROLLED.take(again + actor.second_roll)
    if kinds & CHOOSES:
        alive = _alive(tables, masks, kinds, GEAR_FOR.take(gear) if line is None else line)
        seen = NOT_IN.take(alive + roll)
        seen <<= FOUR_U8
        seen |= NOT_IN.take(good + roll)
        code = GEAR_WANTED.take(gear) if line is None else (line * FOUR_U8 + want.view(np.uint8)).astype(np.intp) << 8
        code += seen
        way = CHOSEN_WAY.take(code)
    else:
        way = GEAR_WAY.take(gear) if line is None else PLAIN_WAY.take(line)
    way += roll
    due = tables.due.take(way)
    places = range(0 if kinds & PLUS else 1 if kinds & KIT_GEAR else 2, 4 if kinds & TRAWLERS else 3)
    if begun is not None:
        due, places = np.where(begun.fixed, begun.due, due), range(4)
    return _catch(tables, year, first, second, actor, due, places)


def _alive(tables: Tables, masks: tuple[Array, Array], kinds: int, line: Array) -> Array:
    """Return 1296 × the set of faces with living fish; to an upgraded longline 6 is never among them."""
    longline, trawler = kinds & LONGLINE_PLUS, kinds & TRAWLERS
    table = tables.alive_but_six if longline and not trawler else tables.alive
    alive: Array = table[0].take(masks[0]) + table[1].take(masks[1])
    if longline and trawler:
        but_six = tables.alive_but_six
        less = but_six[0].take(masks[0]) + but_six[1].take(masks[1]) - alive
        alive += less * (line == FOUR_U8)
    return alive


def _catch(
    tables: Tables, year: int, first: Array, second: Array, actor: Actor, due: Array, places: range
) -> CatchResult:
    """Take the fish that are due, one after the other, and kill the trawler's (place 3)."""
    dice = np.ascontiguousarray(due.view(np.uint8).reshape(-1, 4).T[places.start : places.stop])
    # The variant of the table: by look-ahead to the careful, by whim otherwise.
    variant = actor.horizon
    if actor.care.ndim or int(actor.care) < 255:
        luck = actor.luck[places.start : places.stop]
        variant = (actor.whims >> _WHIM_SHIFTS[places.start : places.stop]).astype(np.uint8)
        variant &= u8(tables.whims - 1)
        variant += u8(len(tables.horizons))
        variant ^= (variant ^ actor.horizon) & mask8(luck < actor.care)
    variant = variant << THREE_U8
    sides = (dice.view(np.int8) >> SIGN).astype(np.int16).view(np.uint16)
    dice &= SEVEN_U8
    dice |= variant
    bases = dice.astype(np.intp)
    bases <<= tables.shift
    pick, have, room = tables.pick[year - 1], actor.have, actor.room
    counts = actor.release is not None or actor.chill is not None or room is not None
    before = taken = first, second
    chilled = back = cold = none_open = None
    for place, base, side in zip(places, bases, sides, strict=True):
        if place == 3:
            taken = first, second
        index = base + masks_of(first, second, side, actor.closed)
        bit = pick.take(index)
        if actor.closed is not None:
            none_open = bit == ZERO16
            bit |= pick.take(base + masks_of(first, second, side, None)) & mask16(none_open)
        if place < 3 and counts:
            keep = bit != ZERO16
            enough = have >= actor.target
            if room is not None:  # a fish beyond the licence goes back alive
                keep &= room > ZERO8
                bit &= mask16(keep)
            if actor.release is not None:
                back = enough | none_open if none_open is not None else enough
                if actor.spare is not None:
                    back = back | (tables.cost[year - 1].take(index) > actor.spare)
                back = back & actor.release
                back &= keep
                keep ^= back
                bit &= mask16(keep)
            if room is not None:
                room = room - keep.view(np.int8)
            if actor.chill is not None:
                cold = keep & enough
                cold &= actor.chill
                keep ^= cold
                chilled = cold.view(np.int8) if chilled is None else chilled + cold.view(np.int8)
            have = have + keep.view(np.int8)
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
    return CatchResult((first, second), caught, killed, have, chilled)


def masks_of(first: Array, second: Array, side: Array, closed: tuple[Array, Array] | None) -> Array:
    """Return the mask of the group that a die looks at, as an index."""
    if closed is not None:
        first, second = first & ~closed[0], second & ~closed[1]
    masks = first ^ second
    masks &= side
    masks ^= second
    return masks.astype(np.intp)
