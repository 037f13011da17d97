"""The luck of many games, laid down before they are played: dice for chance, and bytes for what policies leave open.

Game number i of a seed has the same luck whatever is played with it, in whatever batch, on whatever machine. So two
treatments can be compared on the same dice (paired), and any single game can be played again and looked at.

Luck comes in blocks of `BLOCK` games, each from a generator of its own, SFC64 seeded by (seed, block). Four dice are
one number below 1296, made from 32 bits; no roll is more likely than another by more than one part in a million. The
lower half of those bits says nothing about the dice: it holds a whim for each fish of the action.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.network import Sheet
from fishlab.lab.policies.tables import ROLLS, faces_of
from fishlab.messages import refusal

Array = NDArray[Any]

BLOCK: Final = 1000
"""Games whose luck is drawn at once."""
BYTES: Final = 12
"""Bytes of luck for a seat's year."""
FISH: Final = 0
PLAN, AMBITION, COMPLIANCE, RELEASE, CHILL, BONUS, OVERTIME, DETECTION = range(4, 12)
"""What each byte decides: whether each of the four fish of an action (three taken, one killed) is picked with care, and
one thing each. Which fish is picked without care is not the byte's to say, for it is known to be large then: a whim is.
"""
WHIM_BITS: Final = 4
"""Bits of luck that pick a fish where nobody cares which."""


class Layout(NamedTuple):
    """Where the luck of a game lies. Years, seats and copies count from 0."""

    years: int
    players: int
    copies: int
    """How many Overtimes a seat can have."""
    illegal: tuple[int, ...]
    """Dice of illegal fishing, year by year."""

    @classmethod
    def of(cls, sheet: Sheet, players: int) -> Layout:
        """Return the layout for a sheet and a number of players."""
        copies = sum(box.copies for box in sheet.boxes if box.name == "overtime" and players in box.players)
        return cls(sheet.years, players, copies, sheet.illegal.get(players, (0,) * sheet.years))

    @property
    def planes(self) -> int:
        """Bytes of luck a game."""
        return self.years * self.players * BYTES + self.players * self.copies * 4

    @property
    def rolls(self) -> int:
        """Rolls of four dice a game."""
        return self.illegal_roll(self.years)

    def plane(self, year: int, seat: int, what: int) -> int:
        """Return the place of a byte of luck."""
        return (year * self.players + seat) * BYTES + what

    def overtime_plane(self, seat: int, copy: int) -> int:
        """Return the place of the four bytes for the fish of a seat's first, second … Overtime."""
        return self.years * self.players * BYTES + (seat * self.copies + copy) * 4

    def roll(self, year: int, seat: int) -> int:
        """Return the place of the dice of a seat's fishing; the radar's second roll follows it."""
        return (year * self.players + seat) * 2

    def overtime_roll(self, seat: int, copy: int) -> int:
        """Return the place of the dice of a seat's first, second … Overtime; the radar's second roll follows it."""
        return (self.years * self.players + seat * self.copies + copy) * 2

    def illegal_roll(self, year: int) -> int:
        """Return the place of the first dice of a year's illegal fishing, four to a roll."""
        return self.players * (self.years + self.copies) * 2 + sum(-(-dice // 4) for dice in self.illegal[:year])


class Luck(NamedTuple):
    """The luck of some games.

    Attributes:
        layout: where things lie.
        planes: bytes 0 to 254 by [place, game].
        rolls: four dice each as a number below 1296, by [place, game].
        whims: four whims each, one for each fish of the action, `WHIM_BITS` bits each, by [place, game] like rolls.
        times: how often these games are played side by side: game g of copy k is number k × games + g.
        columns: for each game that is played the one whose luck it has, where that follows no such order.
    """

    layout: Layout
    planes: Array
    rolls: Array
    whims: Array
    times: int = 1
    columns: Array | None = None

    def fish(self, year: int, seat: int) -> Array:
        """Return the bytes for the fish of a seat's action, by [fish, game]; the year counts from 1."""
        place = self.layout.plane(year - 1, seat, FISH)
        return self._repeat(self.planes[place : place + 4])

    def seats(self, year: int, what: int) -> Array:
        """Return a byte of luck of every seat, by [seat, game]; the year counts from 1."""
        first = self.layout.plane(year - 1, 0, what)
        return self._repeat(self.planes[first : first + self.layout.players * BYTES : BYTES])

    def roll(self, place: int) -> Array:
        """Return a roll of every game as an index, by [game]."""
        return self._repeat(self.rolls[place].astype(np.intp))

    def whim(self, place: int) -> Array:
        """Return the whims of an action, by [game]."""
        return self._repeat(self.whims[place])

    def columns_of(self, games: Array) -> Array:
        """Return where the luck of some games lies."""
        if self.columns is not None:
            found: Array = self.columns[games]
            return found
        return games if self.times == 1 else games % self.planes.shape[-1]

    def _repeat(self, values: Array) -> Array:
        if self.columns is not None:
            return values.take(self.columns, axis=-1)
        if self.times == 1:
            return values
        shape = (*values.shape[:-1], self.times, values.shape[-1])
        return np.broadcast_to(values[..., None, :], shape).reshape(*values.shape[:-1], -1)

    def faces(self, place: int, game: int) -> tuple[int, int, int, int]:
        """Return the four dice of a roll of one game as faces 1 to 6."""
        return faces_of(int(self.rolls[place, game]))

    def byte(self, place: int, game: int) -> int:
        """Return a byte of luck of one game."""
        return int(self.planes[place, game])

    def whim_of(self, place: int, game: int, fish: int) -> int:
        """Return the whim that picks a fish of an action in one game."""
        return int(self.whims[place, game]) >> fish * WHIM_BITS & (1 << WHIM_BITS) - 1


@lru_cache(maxsize=4)
def _block(layout: Layout, seed: int, block: int) -> tuple[Array, Array, Array]:
    """Return bytes, rolls and whims of a block; the last few are kept, for a slider asks for the same ones again."""
    generator = np.random.SFC64(np.random.SeedSequence(entropy=seed, spawn_key=(block,)))
    words = layout.planes * BLOCK // 8
    raw = generator.random_raw(words + layout.rolls * BLOCK // 2).astype("<u8", copy=False)
    planes = raw[:words].view(np.uint8).reshape(layout.planes, BLOCK)
    np.minimum(planes, np.uint8(254), out=planes)
    whims = raw[words:].view("<u2")[::2]  # the lower half of each 32 bits
    rolls = raw[words:].view("<u4").astype(np.uint64)
    rolls *= np.uint64(ROLLS)
    rolls >>= np.uint64(32)
    shape = layout.rolls, BLOCK
    return planes, rolls.astype(np.uint16).reshape(shape), whims.astype(np.uint16).reshape(shape)


def check_seed(seed: object) -> int:
    """Return a seed, or raise `ValueError`: seeds are whole numbers from 0."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise refusal("seed={seed!r} is not possible: choose a whole number from 0", seed=seed)
    return int(seed)


def draw(sheet: Sheet, players: int, seed: int, start: int, stop: int) -> Luck:
    """Return the luck of the games numbered start to stop - 1 of a seed."""
    layout = Layout.of(sheet, players)
    games = stop - start
    first, last = start // BLOCK, (stop - 1) // BLOCK
    if first == last:
        here = slice(start - first * BLOCK, stop - first * BLOCK)
        planes, rolls, whims = (part[:, here] for part in _block(layout, seed, first))
        return Luck(layout, planes, rolls, whims)
    planes = np.empty((layout.planes, games), np.uint8)
    rolls, whims = np.empty((2, layout.rolls, games), np.uint16)
    for block in range(first, last + 1):
        base = block * BLOCK
        here = slice(max(start, base) - start, min(stop, base + BLOCK) - start)
        there = slice(max(start - base, 0), min(stop - base, BLOCK))
        for whole, part in zip((planes, rolls, whims), _block(layout, seed, block), strict=True):
            whole[:, here] = part[:, there]
    return Luck(layout, planes, rolls, whims)


def join(parts: Sequence[Luck]) -> Luck:
    """Return the luck of several runs of games as that of one, in this order."""
    if len(parts) == 1:
        return parts[0]
    planes, rolls, whims = (np.concatenate([part[place] for part in parts], axis=-1) for place in (1, 2, 3))
    return Luck(parts[0].layout, planes, rolls, whims)
