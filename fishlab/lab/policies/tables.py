"""Look-up tables that let many games of Fishery Boom be played at once.

A sea is two small whole numbers for each game instead of one mask: the rows of the sheet are parted into two groups, so
that all species that share a die are in the same group. Everything the rules and the policies ask about a die is then
one look-up in a table over the masks of one group: which row is cheapest, which faces still have fish, what grows.

Four dice are one number below 1296, the roll: die i (from 0) shows face roll // 6^i % 6 + 1. What equipment makes of a
roll, which dice show a face of some set, and what a reroll leaves, are look-ups too. A set of faces is a number below
64, bit f - 1 for face f; times 1296 and plus a roll it is an index.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.kit import GEAR
from fishlab.boom.network import BOX_NEEDS, Sheet
from fishlab.messages import tr

Array = NDArray[Any]

WIDEST: Final = 16
"""The most rows that a group may hold."""
SMALL: Final = 13
"""A group of at most so many rows gets tables for every look-ahead and sixteen whims."""
ROLLS: Final = 6**4
"""The outcomes of four dice; a roll is one number below this."""

GEARS: Final = tuple(GEAR)
"""The lines of equipment by number: 0 is the line that everybody has."""
BOX_NAMES: Final = (
    "seine",
    "seine+",
    "longline",
    "longline+",
    "trawler",
    "trawler+",
    "release",
    "refrigeration",
    "radar",
)
BONUSES: Final = ("faux", "marketing", "enforcement", "overtime")
WISHES: Final = (*BOX_NAMES, "enforcement")
"""The boxes that a policy can work towards."""
PICKS: Final = (*BOX_NAMES, *BONUSES)
"""The boxes by number; a mask of boxes has bit n for box n. A bonus counts as marked when none of it is left."""
NO_PICK: Final = len(PICKS)
KIT_GEAR: Final = 63
"""The mask of all equipment lines among the boxes."""

CALM, SHORT_BOLD, SHORT, SURPLUS, LAST_SURPLUS = range(5)
"""How a seat stands when it marks a box: see `box_order`."""
SITUATIONS: Final = 5


def mask_of(boxes: Iterable[str]) -> int:
    """Return the mask of some boxes."""
    mask = 0
    for name in boxes:
        mask |= 1 << PICKS.index(name)
    return mask


def faces_of(roll: int) -> tuple[int, int, int, int]:
    """Return the four faces of a roll.

    >>> faces_of(0), faces_of(7)
    ((1, 1, 1, 1), (2, 2, 1, 1))
    """
    return roll % 6 + 1, roll // 6 % 6 + 1, roll // 36 % 6 + 1, roll // 216 + 1


def _digits() -> Array:
    """Return the faces less one of each roll, by [die, roll]."""
    rolls = np.arange(ROLLS)
    return np.array([rolls // 6**die % 6 for die in range(4)])


def _not_in() -> Array:
    """Return for each set of faces and roll the dice that show no face of the set, as a mask of four bits."""
    sets = np.arange(64)[:, None]
    found: Array = sum(((sets >> shown & 1 ^ 1) << die for die, shown in enumerate(_digits())), 0 * sets)
    return found.astype(np.uint8)


def _parts_of_rolls() -> tuple[Array, Array]:
    """Return for each mask of dice the part of a roll that the other dice make, and the part that these dice make."""
    masks = np.arange(16)[:, None]
    these = sum(((masks >> die & 1) * shown * 6**die for die, shown in enumerate(_digits())), 0)
    return (np.arange(ROLLS) - these).astype(np.intp).ravel(), these.astype(np.intp).ravel()


NOT_IN: Final = _not_in().ravel()
"""Dice without a face of the set, by [set of faces × 1296 + roll]."""
TO_REROLL: Final = np.where(np.arange(64 * ROLLS) < ROLLS, 0, NOT_IN).astype(np.uint8)
"""The same, but nothing where the set is empty: no reroll would help."""
KEPT, REROLLED = _parts_of_rolls()
"""What of a roll is kept and what is rerolled, by [mask of the dice to reroll × 1296 + roll]."""


def _gear_table() -> Array:
    """Return the equipment to use, by [mask of lines that work × 8 + fish wanted (0 to 3) × 2 + puts fish back].

    The line that takes most nearly as many fish as are wanted; a trawler's kill counts against it. Who puts back what
    it does not need takes the largest net, for nothing is lost.
    """
    table = np.zeros(64 * 8, np.uint8)
    for kit, wanted, release in product(range(64), range(4), range(2)):
        lines = [0, *(line for line in range(1, 7) if kit >> (line - 1) & 1)]

        def miss(line: int, wanted: int = wanted, release: int = release) -> tuple[float, int]:
            gear = GEAR[GEARS[line]]
            off = abs(gear.take - wanted) + 0.5 * gear.kill
            if release and not gear.kill:
                off = max(0, wanted - gear.take) - 0.1 * gear.take
            return off, line

        table[kit * 8 + wanted * 2 + release] = min(lines, key=miss)
    return table


GEAR_FOR: Final = _gear_table()

WAYS: Final = (
    ("default", 0), ("seine", 0), ("seine+", 0), ("longline", 0), ("longline+", 0), ("longline+", 1),
    *(("trawler", place) for place in range(3)), *(("trawler+", place) for place in range(4)),
)  # fmt: skip
"""The ways to read a roll: equipment, and the place of the die that is doubled or kills."""


def due_faces(gear: str, place: int, faces: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the faces whose fish are due, the last one third, and the face that kills; 0 for none.

    >>> due_faces("seine", 0, (2, 5, 1, 1)), due_faces("trawler", 0, (4, 4, 5, 1))
    ((0, 5, 5, 0), (0, 4, 5, 4))
    >>> due_faces("longline+", 1, (3, 6, 1, 1))
    (0, 0, 3, 0)
    """
    dice, kill = list(faces[: GEAR[gear].dice]), 0
    match gear:
        case "seine" | "seine+":
            dice = [max(dice)] * GEAR[gear].take
        case "longline+":
            dice.insert(place, dice[place])
        case "trawler" | "trawler+":
            kill = dice.pop(place)
    if gear.startswith("longline"):
        dice = [face for face in dice if face != 6]
    one, two, three = (0, 0, 0, *dice)[-3:]
    return one, two, three, kill


def _choice(gear: str, wanted: int, dead: int, bad: int) -> int:
    """Return the place of the die that is doubled or kills.

    Args:
        gear: the equipment.
        wanted: fish wanted, 1 to 3.
        dead: the dice without living fish (to a longline, with a 6).
        bad: the dice that show no good face; all dead ones are among them.
    """
    dice = range(GEAR[gear].dice)
    keys = [0 if dead >> die & 1 else 2 if bad >> die & 1 else 1 for die in dice]
    if gear == "longline+":
        if wanted > sum(key > 0 for key in keys):
            gain = (0, 2, 1)
            return int(gain[keys[1]] > gain[keys[0]])
        return int(keys[1] < keys[0])
    return keys.index(min(keys)) if gear.startswith("trawler") else 0


def _ways() -> tuple[Array, Array]:
    """Return 1296 × the way to read a roll: by [(gear × 4 + wanted) × 256 + dead × 16 + bad], and by gear alone."""
    chosen = np.zeros((7, 4, 16, 16), np.intp)
    for line, wanted, dead, bad in product(range(7), range(4), range(16), range(16)):
        gear = GEARS[line]
        chosen[line, wanted, dead, bad] = WAYS.index((gear, _choice(gear, wanted, dead, bad | dead))) * ROLLS
    return chosen.ravel(), np.ascontiguousarray(chosen[:, 0, 0, 0])


CHOSEN_WAY, PLAIN_WAY = _ways()
GEAR_WANTED: Final = (GEAR_FOR.astype(np.intp) * 4 + np.arange(GEAR_FOR.size) // 2 % 4) * 256
"""The start of an index into `CHOSEN_WAY`, by the same index as `GEAR_FOR`."""
GEAR_WAY: Final = PLAIN_WAY[GEAR_FOR]
"""The way to read a roll by the same index as `GEAR_FOR`, for equipment without a choice."""


def box_order(wishes: Sequence[str], situation: int) -> tuple[str, ...]:
    """Return the boxes in the order in which a seat would mark them.

    With empty plates it turns to the bonuses that fill them (Faux Fish, then Overtime if it is bold, then Marketing to
    cross one out); with surplus fish to Marketing for one more plate, once its wishes are met or in the last year;
    otherwise to its wishes, then to boxes that do no harm.
    """
    harmless = (*wishes, *(name for name in (*BOX_NAMES[6:], *BOX_NAMES[:6], "enforcement") if name not in wishes))
    rest = ("faux", "overtime", "marketing")
    first: tuple[str, ...] = ()
    if situation == SHORT_BOLD:
        first = ("faux", "overtime", "marketing")
    elif situation == SHORT:
        first = ("faux", "marketing")
    elif situation == SURPLUS:
        first = (*wishes, "marketing")
    elif situation == LAST_SURPLUS:
        first = ("marketing",)
    return tuple(dict.fromkeys((*first, *harmless, *rest)))


@lru_cache(maxsize=256)
def box_table(wishes: tuple[str, ...]) -> Array:
    """Return the box to mark, by [situation × 8192 + mask of the boxes that are marked or not there]."""
    masks = np.arange(1 << len(PICKS), dtype=np.uint16)
    table = np.full((SITUATIONS, masks.size), NO_PICK, np.uint8)
    for situation in range(SITUATIONS):
        for name in reversed(box_order(wishes, situation)):
            number, needs = PICKS.index(name), BOX_NEEDS[name]
            free = masks >> number & 1 == 0
            if needs:
                free &= masks >> PICKS.index(needs) & 1 == 1
            table[situation][free] = number
    table.flags.writeable = False
    return table.ravel()


class TooWide(ValueError):
    """A sheet that does not fit the tables."""


class Tables:
    """What one sheet looks like to the batch engine. Get one from `tables_for`.

    Attributes:
        group: for each row its group, 0 or 1.
        bit: for each row its bit inside the group.
        bits: for each group how many rows it has.
        shift: rows of the larger group; table rows are this many bits wide.
        horizons: the look-ahead of each cost variant, always 0 first.
        whims: how many variants pick a living row by whim, a power of two.
        grow: for each year but the last and each group the rows that live next year, by mask.
        due: what a roll means, by [way × 1296 + roll]: the faces of three fish due and of the kill as four bytes, the
            lowest first. A byte is the face, with its top bit set if the face's rows are in group 0; 0 is no die.
        face_codes: for each face, 0 for none, that byte.
        pick: for each year the row's bit to take, by [(variant × 8 + face) << shift | mask of the face's group].
        cost: what the row of `pick` costs the sea, by the same index; 0 where it is picked by whim.
        alive: for each group 1296 × the set of faces with living fish, by mask; `alive_but_six` leaves out face 6.
        free: for each year and group 1296 × the set of faces with fish that cost nothing, by [horizon << bits | mask].
        species: for each species its rows in group 0 and group 1.
        shield_order: for each year the species, most valuable first.
    """

    def __init__(self, sheet: Sheet, horizons: tuple[int, ...]) -> None:
        self.sheet = sheet
        self.group, self.bit, self.bits = _groups(sheet)
        self.shift = max(self.bits)
        self._known_parts: dict[int, tuple[int, int]] = {}
        self.horizons = horizons
        self.whims = whims_for(sheet)
        self.everything = self.split(sheet.everything)
        self.species = tuple(self.split(kind.mask) for kind in sheet.species)
        self.sheet_masks = tuple(self._sheet_masks(side) for side in (0, 1))
        self.grow = tuple(tuple(self._grow(year, side) for side in (0, 1)) for year in range(1, sheet.years))
        self.shield_order = tuple(shield_order(sheet, year) for year in range(1, sheet.years + 1))
        whims = self._whims()
        pick, cost, free = [], [], []
        for year in range(1, sheet.years + 1):
            costs = tuple(self._costs(year, side) for side in (0, 1))
            rows, dear = self._pick(costs, whims)
            pick.append(rows)
            cost.append(dear)
            free.append(tuple(self._faces(costs[side] == 0, side) for side in (0, 1)))
        self.pick, self.cost, self.free = tuple(pick), tuple(cost), tuple(free)
        self.alive = tuple(self._faces(costs[side][:1] < 255, side) for side in (0, 1))
        self.alive_but_six = tuple(table % (32 * ROLLS) for table in self.alive)
        self.face_codes = (0, *(face | (128 if self._of(0, face) else 0) for face in range(1, 7)))
        self.due = self._due()

    def _of(self, side: int, face: int) -> list[int]:
        return [row for row, die in enumerate(self.sheet.dice) if die == face and self.group[row] == side]

    def split(self, mask: int) -> tuple[int, int]:
        """Return a mask of the sheet as two masks of the groups."""
        if (known := self._known_parts.get(mask)) is not None:
            return known
        if len(self._known_parts) > 100_000:
            self._known_parts.clear()
        sides = [0, 0]
        for row, side in enumerate(self.group):
            if mask >> row & 1:
                sides[side] |= 1 << self.bit[row]
        found = self._known_parts[mask] = sides[0], sides[1]
        return found

    def _sheet_masks(self, side: int) -> Array:
        masks = np.zeros(1 << self.bits[side], np.uint64)
        every = np.arange(masks.size, dtype=np.uint64)
        for row, group in enumerate(self.group):
            if group == side:
                masks |= (every >> np.uint64(self.bit[row]) & np.uint64(1)) << np.uint64(row)
        return masks

    def join(self, first: Array, second: Array) -> Array:
        """Return masks of the sheet from masks of the groups."""
        joined: Array = self.sheet_masks[0][first] | self.sheet_masks[1][second]
        return joined

    def _grow(self, year: int, side: int) -> Array:
        masks = np.arange(1 << self.bits[side], dtype=np.uint32)
        grown = np.zeros_like(masks)
        for row, target in enumerate(self.sheet.out[year - 1]):
            if self.group[row] == side:
                grown |= (masks >> self.bit[row] & 1) * self.split(target)[side]
        return grown.astype(np.uint16)

    def _costs(self, year: int, side: int) -> Array:
        """Return what each row's death costs within each look-ahead, by [horizon, bit, mask]; 255 where it is dead."""
        size, rows = 1 << self.bits[side], self.bits[side]
        masks = np.arange(size, dtype=np.uint16)
        bits = np.left_shift(1, np.arange(rows, dtype=np.uint16)).astype(np.uint16)[:, None]
        dead = masks & bits == 0
        living, without = masks, masks & ~bits
        lost = np.zeros((rows, size), np.uint8)
        costs = np.zeros((len(self.horizons), rows, size), np.uint8)
        for ahead in range(1, max(self.horizons) + 1):
            if year + ahead <= self.sheet.years:
                grow = self.grow[year + ahead - 2][side]
                living, without = grow[living], grow[without]
                lost = lost + np.bitwise_count(living & ~without)
            for place, horizon in enumerate(self.horizons):
                if horizon == ahead:
                    costs[place] = lost
        costs[:, dead] = 255
        return costs

    def _whims(self) -> Array:
        """Return the variants that pick a living row by whim: the k-th from the top, k = whim × living // whims."""
        table = np.zeros((self.whims, 8, 1 << self.shift), np.uint16)
        for face in range(1, 7):
            for side in (0, 1):
                rows = self._of(side, face)
                masks = np.arange(1 << self.bits[side], dtype=np.uint16)
                alive = np.array([masks >> self.bit[row] & 1 for row in rows], np.uint16)
                if not rows:
                    continue
                rank = np.cumsum(alive, axis=0) - 1
                for whim in range(self.whims):
                    wanted = whim * alive.sum(axis=0) // self.whims
                    for place, row in enumerate(rows):
                        found = (alive[place] == 1) & (rank[place] == wanted)
                        table[whim, face, : masks.size][found] = 1 << self.bit[row]
        return table

    def _pick(self, costs: Sequence[Array], whims: Array) -> tuple[Array, Array]:
        table = np.zeros((len(self.horizons) + self.whims, 8, 1 << self.shift), np.uint16)
        least = np.zeros(table.shape, np.uint8)
        table[len(self.horizons) :] = whims
        for face in range(1, 7):
            for side in (0, 1):
                places = [self.bit[row] for row in self._of(side, face)]
                if places:
                    these = costs[side][:, places]
                    best = np.array(places)[these.argmin(axis=1)]
                    found = np.left_shift(1, best) * (these.min(axis=1) < 255)
                    table[: len(self.horizons), face, : found.shape[1]] = found
                    least[: len(self.horizons), face, : found.shape[1]] = these.min(axis=1) % 255
        return table.ravel(), least.ravel()

    def _faces(self, right: Array, side: int) -> Array:
        """Return 1296 × the set of faces with a row that is right, from flags by [horizon, bit, mask]."""
        table = np.zeros((right.shape[0], right.shape[2]), np.intp)
        for face in range(1, 7):
            places = [self.bit[row] for row in self._of(side, face)]
            if places:
                table += right[:, places].any(axis=1) * (ROLLS << (face - 1))
        return table.ravel()

    def _due(self) -> Array:
        table = np.zeros(len(WAYS) * ROLLS, np.uint32)
        codes = self.face_codes
        for way, (gear, place) in enumerate(WAYS):
            for roll in range(ROLLS):
                packed = bytes(codes[face] for face in due_faces(gear, place, faces_of(roll)))
                table[way * ROLLS + roll] = int.from_bytes(packed, "little")
        return table


def shield_order(sheet: Sheet, year: int) -> tuple[int, ...]:
    """Return the species in the order in which shields are worth most: by what dies with each fish of a full sea."""

    def worth(place: int) -> tuple[int, int]:
        return -sum(sheet.impact(row, year) for row in sheet.species[place].rows), place

    return tuple(sorted(range(len(sheet.species)), key=worth))


def _groups(sheet: Sheet) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, int]]:
    """Part the rows into two groups as equal as possible, species that share a die in one group."""
    clusters: list[tuple[set[int], set[int]]] = []
    for place, kind in enumerate(sheet.species):
        kinds, faces = {place}, {sheet.dice[row] for row in kind.rows}
        for other in [cluster for cluster in clusters if cluster[1] & faces]:
            clusters.remove(other)
            kinds |= other[0]
            faces |= other[1]
        clusters.append((kinds, faces))
    sizes = [sum(len(sheet.species[place].rows) for place in kinds) for kinds, _ in clusters]

    def rows_in(choice: tuple[int, ...], side: int) -> int:
        return sum(size for size, where in zip(sizes, choice, strict=True) if where == side)

    choices = product((0, 1), repeat=len(clusters))
    best = min(choices, key=lambda choice: (max(rows_in(choice, 0), rows_in(choice, 1)), choice))
    if max(rows_in(best, 0), rows_in(best, 1)) > WIDEST:
        raise TooWide(
            tr(
                "{title!r} has too many rows on dice that hang together: the tables take {wide}. Such a "
                "sheet is played game by game.",
                title=sheet.title,
                wide=WIDEST,
            )
        )
    side_of = {place: side for (kinds, _), side in zip(clusters, best, strict=True) for place in kinds}
    group = tuple(side_of[kind] for kind in sheet.kind)
    bit = tuple(group[:row].count(side) for row, side in enumerate(group))
    return group, bit, (group.count(0), group.count(1))


@lru_cache(maxsize=64)
def whims_for(sheet: Sheet) -> int:
    """Return how many whims pick a row of a sheet: fewer where the tables would grow too large."""
    try:
        return 16 if max(_groups(sheet)[2]) <= SMALL else 4
    except TooWide:
        return 16


@lru_cache(maxsize=16)
def _tables(sheet: Sheet, horizons: tuple[int, ...]) -> Tables:
    return Tables(sheet, horizons)


def tables_for(sheet: Sheet, horizons: Iterable[int] = ()) -> Tables:
    """Return the tables of a sheet for these look-aheads; `TooWide` if the sheet does not fit."""
    if max(_groups(sheet)[2]) <= SMALL:  # small enough for every look-ahead, so that a slider needs no new tables
        return _tables(sheet, tuple(range(10)))
    return _tables(sheet, tuple(sorted({0, *horizons})))
