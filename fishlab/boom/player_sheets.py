"""The player sheets of Fishery Boom as they stand: the box of each year with its plates and fish, and what works."""

from __future__ import annotations

from typing import NamedTuple

from fishlab.boom.kit import BIT, BOXES, gear_moves
from fishlab.boom.rules import FAUX, Boom


class Drawn(NamedTuple):
    """A fish drawn into a box: its species and row, or ("faux", -1) for a faux fish."""

    species: str
    row: int
    chilled: bool


class YearBox(NamedTuple):
    """One year's box of a player sheet."""

    year: int
    plates: int
    fish: tuple[Drawn, ...]

    @property
    def filled(self) -> int:
        """Plates with a fish, +1 each."""
        return min(self.plates, len(self.fish))

    @property
    def empty(self) -> int:
        """Plates without a fish, −2 each."""
        return max(0, self.plates - len(self.fish))

    @property
    def surplus(self) -> int:
        """Fish without a plate, worth nothing."""
        return max(0, len(self.fish) - self.plates)

    @property
    def score(self) -> int:
        """What the box is worth as it stands."""
        return self.filled - 2 * self.empty


class Upgrade(NamedTuple):
    """One kind of box on a player sheet, as it stands."""

    name: str
    copies: int
    """How many of it this sheet has; 0 where this number of players does not use it."""
    years: tuple[int, ...]
    """The years in which one was marked."""
    works: bool
    """Whether it can be used now; bonuses act once and then never work."""


def year_boxes(state: Boom, seat: int) -> tuple[YearBox, ...]:
    """Return all boxes of a player sheet, year by year, with their fish in the order they were drawn."""
    sheet = state.sheet
    fish: list[list[Drawn]] = [[] for _ in range(sheet.years)]
    for code in state.drawn[seat]:
        row = code & 127
        species = "faux" if row == FAUX else sheet.species[sheet.kind[row]].name
        fish[(code >> 8) - 1].append(Drawn(species, -1 if row == FAUX else row, bool(code & 128)))
    boxes = zip(state.plates[seat], fish, strict=True)
    return tuple(YearBox(year, plates, tuple(mine)) for year, (plates, mine) in enumerate(boxes, 1))


def open_plates(state: Boom, seat: int) -> int:
    """Return how many plates of this year are still empty; negative with surplus fish."""
    return state.plates[seat][state.year - 1] - state.supply(seat, state.year)


def works(state: Boom, seat: int, box: str) -> bool:
    """Return whether a permanent upgrade or equipment works for a seat this year."""
    return bool(state.kit(seat) & BIT[box])


def equipment(state: Boom, seat: int) -> tuple[str, ...]:
    """Return the lines of equipment a seat can fish with this year."""
    return tuple(str(move[1]) for move in gear_moves(state.kit(seat)))


def upgrades(state: Boom, seat: int) -> tuple[Upgrade, ...]:
    """Return every kind of box on a seat's sheet, with the years in which it was marked."""
    found = []
    for box in state.sheet.boxes:
        years = tuple(year for year, pick in enumerate(state.picks[seat], 1) if pick == box.name)
        count = box.copies if state.players in box.players else 0
        working = BOXES[box.name].kind != "bonus" and works(state, seat, box.name)
        found.append(Upgrade(box.name, count, years, working))
    return tuple(found)
