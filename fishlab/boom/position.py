"""A moment of Fishery Boom as a value: its fields, and what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from fishlab.boom.kit import BIT, BOXES, gear_moves, kit_mask
from fishlab.boom.network import Sheet, rows_of
from fishlab.boom.setup import Setup
from fishlab.boom.treatments import NO_QUOTA
from fishlab.core import State

FAUX: Final = 127
"""The row of a faux fish, which comes from no row."""

Phase = Literal[
    "talk",
    "vote",
    "gear",
    "roll",
    "radar",
    "reroll",
    "double",
    "kills",
    "take",
    "kill",
    "box",
    "marketing",
    "shield",
    "inspect",
    "illegal",
    "over",
]
Vote = int | str
"""A sealed vote: a number, or `HIDDEN` in a view."""


class Check(NamedTuple):
    """An inspector's die that was rolled: for whose catch of which year, and what it cost."""

    year: int
    seat: int
    fine: int


class Council(NamedTuple):
    """What the table has voted for and paid; nothing of it is in the rulebook."""

    votes: tuple[Vote, ...] = ()
    """The votes sealed so far, in the order of play."""
    ballots: tuple[tuple[int, ...], ...] = ()
    """The votes that were opened, one for each seat, and one such line for each vote."""
    checks: tuple[Check, ...] = ()


class FishState(NamedTuple):
    """What one fish on the sheet is; `seat` says who took or killed it, and is -1 otherwise."""

    kind: Literal["living", "taken", "killed", "illegal", "depleted", "may come", "cannot come"]
    seat: int = -1


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
    title: str
    kind: str
    text: str
    copies: int
    """How many of it this sheet has; 0 where this number of players does not use it."""
    years: tuple[int, ...]
    """The years in which one was marked."""
    works: bool
    """Whether it can be used now; bonuses act once and then never work."""


_NO_COUNCIL: Final = Council()
_UNPRINTED: Final = frozenset(("illegal", "over", "talk", "vote", "inspect"))


@dataclass(frozen=True)
class Position(State):
    """A moment of the game, without its rules: every instance is a `Boom`.

    Masks have bit r for row r of the sheet, or bit s for species s. Causes of death are numbered: seats that took, then
    seats that killed, then illegal fishing.
    """

    setup: Setup
    year: int
    """The year being played; when the sea ran empty, the last one that was."""
    phase: Phase
    seat: int
    """The seat whose action it is, also while its dice roll."""
    living: int
    """Mask of the rows that live in this year's column."""
    marks: tuple[int, ...]
    """For each cause of death the mask of rows it killed this year."""
    seas: tuple[int, ...]
    """For each year so far the mask of rows that were not depleted when it began."""
    past: tuple[tuple[int, ...], ...]
    """The marks of the years before."""
    drawn: tuple[tuple[int, ...], ...]
    """For each seat its fish in order: year of the box × 256 + 128 if chilled + row (127 for a faux fish)."""
    plates: tuple[tuple[int, ...], ...]
    """For each seat the plates in each year's box."""
    picks: tuple[tuple[str, ...], ...]
    """For each seat the boxes it marked, one a year."""
    shields: int = 0
    """Mask of the species with a shield."""
    gear: str = ""
    dice: tuple[int, ...] = ()
    """The dice on the table."""
    named: tuple[int, ...] = ()
    """The dice named for a reroll and not rolled yet, counted from 1."""
    due: tuple[int, ...] = ()
    """The dice whose fish are still to be taken."""
    kill: int = 0
    """The die whose fish the trawler kills."""
    left: int = 0
    """Dice still to roll, or shields still to fill."""
    council: Council = _NO_COUNCIL

    # The table.

    @property
    def players(self) -> int:
        """How many seats play."""
        return self.setup.players

    @property
    def sheet(self) -> Sheet:
        """The High Seas sheet in play."""
        return self.setup.sheet

    @property
    def start_seat(self) -> int:
        """The seat that the High Seas point at this year."""
        return (self.setup.first - self.year + 1) % self.setup.players

    @property
    def overtime(self) -> bool:
        """Whether the fishing action now is an Overtime."""
        return self.stage == 2 and self.phase not in ("box", "marketing", "shield")

    @property
    def stage(self) -> int:
        """The printed phase, 1 to 4 (3 and 5 make no moves), or 0 at talk, vote, inspection and end: they have none."""
        if self.phase in _UNPRINTED:
            return 4 if self.phase == "illegal" else 0
        return 2 if self.phase == "box" or len(self.picks[self.seat]) == self.year else 1

    @property
    def empty_sea(self) -> bool:
        """Whether the game ended because no fish was left."""
        return self.phase == "over" and len(self.seas) > self.year

    # The player sheets.

    def kit(self, seat: int) -> int:
        """Return the boxes that work for a seat: those it marked in earlier years."""
        return kit_mask(self.picks[seat][: self.year - 1])

    def works(self, seat: int, box: str) -> bool:
        """Return whether a permanent upgrade or equipment works for a seat this year."""
        return bool(self.kit(seat) & BIT[box])

    def equipment(self, seat: int) -> tuple[str, ...]:
        """Return the lines of equipment a seat can fish with this year."""
        return tuple(str(move[1]) for move in gear_moves(self.kit(seat)))

    def upgrades(self, seat: int) -> tuple[Upgrade, ...]:
        """Return every kind of box on a seat's sheet, with the years in which it was marked."""
        found = []
        for box in self.setup.sheet.boxes:
            title, kind, text = BOXES[box.name]
            years = tuple(year for year, pick in enumerate(self.picks[seat], 1) if pick == box.name)
            count = box.copies if self.setup.players in box.players else 0
            works = kind != "bonus" and self.works(seat, box.name)
            found.append(Upgrade(box.name, title, kind, text, count, years, works))
        return tuple(found)

    def supply(self, seat: int, year: int) -> int:
        """Return how many fish lie in a box."""
        return sum(fish >> 8 == year for fish in self.drawn[seat])

    def year_box(self, seat: int, year: int) -> YearBox:
        """Return one box of a player sheet: its plates, and its fish in the order they were drawn."""
        return self.year_boxes(seat)[year - 1]

    def year_boxes(self, seat: int) -> tuple[YearBox, ...]:
        """Return all boxes of a player sheet, year by year."""
        sheet = self.setup.sheet
        fish: list[list[Drawn]] = [[] for _ in range(sheet.years)]
        for code in self.drawn[seat]:
            row = code & 127
            species = "faux" if row == FAUX else sheet.species[sheet.kind[row]].name
            fish[(code >> 8) - 1].append(Drawn(species, -1 if row == FAUX else row, bool(code & 128)))
        plates = self.plates[seat]
        return tuple(YearBox(year + 1, plates[year], tuple(fish[year])) for year in range(sheet.years))

    # Talk, votes, quota and fines: not in the rulebook.

    @property
    def quota(self) -> int:
        """How many fish each country may take a year: the lower median of the last vote, or what was imposed."""
        ballots = self.council.ballots
        return sorted(ballots[-1])[(len(ballots[-1]) - 1) // 2] if ballots else self.setup.quota

    @property
    def has_quota(self) -> bool:
        """Whether there is a rule about the catch, now or after a vote to come."""
        return self.setup.quota < NO_QUOTA or self.setup.vote != "never"

    def taken(self, seat: int, year: int) -> int:
        """Return how many fish a seat took out of the sea in a year, also those that it keeps cold."""
        return self.marks_in(year)[seat].bit_count()

    def too_many(self, seat: int) -> int:
        """Return how many fish more than the quota a seat has taken this year."""
        return max(0, self.taken(seat, self.year) - self.quota)

    def fines(self) -> tuple[int, ...]:
        """Return what each seat has paid so far, in points."""
        checks = self.council.checks
        return tuple(sum(check.fine for check in checks if check.seat == seat) for seat in range(self.setup.players))

    # Illegal fishing, and the sea.

    def shielded(self, species: str) -> bool:
        """Return whether a species has a shield."""
        places = enumerate(self.setup.sheet.species)
        return any(kind.name == species and self.shields >> place & 1 for place, kind in places)

    def illegal_dice(self, year: int) -> int:
        """Return the dice of illegal fishing in a year; none with four players."""
        return self.setup.sheet.illegal.get(self.setup.players, (0,) * self.setup.sheet.years)[year - 1]

    @property
    def illegal_left(self) -> int:
        """The dice of illegal fishing still to be rolled this year."""
        if self.phase == "illegal":
            return self.left
        return 0 if self.phase == "over" else self.illegal_dice(self.year)

    def illegal_target(self, face: int) -> int:
        """Return the row that this die of illegal fishing would kill, or -1 for none."""
        sheet = self.setup.sheet
        rows = self.living & sheet.faces[face]
        while rows:
            row = (rows & -rows).bit_length() - 1
            if not self.shields >> sheet.kind[row] & 1:
                return row
            rows &= rows - 1
        return -1

    def marks_in(self, year: int) -> tuple[int, ...]:
        """Return for each cause of death the mask of rows it killed in a year."""
        if year == self.year:
            return self.marks
        return self.past[year - 1] if year < self.year else (0,) * len(self.marks)

    def living_in(self, year: int) -> int:
        """Return the mask of a year's living fish: at its end, now, or those that may still come."""
        if year == self.year:
            return self.living
        if year < self.year:
            living = self.seas[year - 1]
            for mask in self.past[year - 1]:
                living &= ~mask
            return living
        living = self.living
        for now in range(self.year, year):
            living = self.setup.sheet.grow(living, now)
        return living

    def fish_state(self, row: int | str, year: int) -> FishState:
        """Return what one fish of the sheet is."""
        return self.column(year)[self.setup.sheet.row(row)]

    def column(self, year: int) -> tuple[FishState, ...]:
        """Return what every fish of a year is, top to bottom."""
        rows, came = len(self.setup.sheet.names), year <= len(self.seas)
        return _column(rows, self.living_in(year), self.marks_in(year), came)

    def living_by_species(self, year: int) -> dict[str, int]:
        """Return how many fish of each species live in a year (or may still come)."""
        living = self.living_in(year)
        return {kind.name: (living & kind.mask).bit_count() for kind in self.setup.sheet.species}


@lru_cache(maxsize=4096)
def _column(rows: int, living: int, marks: tuple[int, ...], came: bool) -> tuple[FishState, ...]:
    alive, dead = FishState("living" if came else "may come"), FishState("depleted" if came else "cannot come")
    players = len(marks) // 2
    found = [alive if living >> row & 1 else dead for row in range(rows)]
    for cause, mask in enumerate(marks):
        if mask:
            state = FishState("illegal")
            if cause < 2 * players:
                state = FishState("taken" if cause < players else "killed", cause % players)
            for row in rows_of(mask):
                found[row] = state
    return tuple(found)
