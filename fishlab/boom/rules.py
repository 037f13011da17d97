"""Fishery Boom: ten years on the High Seas, two to four countries, one sea.

The order of moves, which replays, tapes and the batch engine rely on. A year has five phases. Phases 1 and 2 go seat
by seat from the start seat (`start_seat`), clockwise: seat + 1. Phases 3 and 5 make no moves.

1. Fishing. Each seat has one fishing action, skipped without dice when nothing lives in this year's column:
   `("gear", name)`, then chance `("roll", face)` for each die, then
   with a working Fish Radar `("reroll", die)` for any dice by rising number (the first die is 1), `("keep",)`, and
   chance `("roll", face)` for each named die in that order, then
   Longline+ `("double", face)` (not if both dice are 6), Trawler and Trawler+ `("kills", face)`, then
   for each fish due `("take", row)`, `("chill", row)` (Refrigeration) or `("release",)` (Release), then
   for the Trawlers `("kill", row)`.
   Fish are due in the order of the dice (a doubled die twice in a row); a die without living fish is passed over
   when its turn comes, without a move.
2. Upgrade or bonus. Each seat `("box", name)`, then at once: Marketing `("plate",)` or `("cross",)`, Enforcement
   `("shield", species)` twice (as far as there are species without shield), Overtime a whole fishing action.
3. Demand: the plates of next year are drawn.
4. Illegal fishing (two or three players): chance `("roll", face)` for each die of this year, each resolved at once.
5. Depletion along the arrows. Then the next year begins, the start seat one place counter-clockwise: seat - 1.

The last year has phases 1 and 2 only. A seat that has one thing to choose from still makes the move.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self

from fishlab.boom.network import (
    DEPLETION_EXAMPLE,
    Sheet,
    Step,
    attribute,
    deplete,
    living_next,
    load_sheet,
    plain_sheet,
    rows_of,
)
from fishlab.core import CHANCE, OVER, SEAT_LETTERS, Move, Option, Player, Reason, State

__all__ = [
    "BOXES",
    "DEPLETION_EXAMPLE",
    "FLAG_COLOURS",
    "FLAG_SIZE",
    "GEAR",
    "Blame",
    "Boom",
    "Drawn",
    "FishState",
    "Setup",
    "Upgrade",
    "YearBox",
    "deplete",
    "living_next",
    "load_sheet",
]

# The printed tables.


class Gear(NamedTuple):
    """A line of the equipment list: dice rolled, fish taken, fish killed."""

    title: str
    dice: int
    take: int
    kill: int
    text: str


GEAR: Final[Mapping[str, Gear]] = {  # player sheet, "Choose 1 equipment to use when fishing" (printed)
    "default": Gear("One line", 1, 1, 0, "roll 1 die, take 1 fish of it"),
    "seine": Gear("Seine net", 2, 2, 0, "roll 2 dice, take 2 fish of the larger"),
    "seine+": Gear("Seine net+", 2, 3, 0, "roll 2 dice, take 3 fish of the larger"),
    "longline": Gear("Longline", 2, 2, 0, "roll 2 dice, take 1 fish of each but not of a 6"),
    "longline+": Gear("Longline+", 2, 3, 0, "roll 2 dice, take 1 fish of each and 1 more of either, but not of a 6"),
    "trawler": Gear("Trawler", 3, 2, 1, "roll 3 dice, take 1 fish of each of two, kill 1 of the third"),
    "trawler+": Gear("Trawler+", 4, 3, 1, "roll 4 dice, take 1 fish of each of three, kill 1 of the fourth"),
}


class BoxText(NamedTuple):
    """What a box of the player sheet is called and does."""

    title: str
    kind: Literal["permanent", "equipment", "bonus"]
    text: str


BOXES: Final[Mapping[str, BoxText]] = {  # player sheet; how many there are stands in data/boom.toml
    "release": BoxText("Release", "permanent", "a fish you take may be put back alive"),
    "refrigeration": BoxText("Refrigeration", "permanent", "a fish you take may be drawn into next year's box"),
    "seine": BoxText("Seine net", "equipment", GEAR["seine"].text),
    "seine+": BoxText("Seine net+", "equipment", GEAR["seine+"].text),
    "longline": BoxText("Longline", "equipment", GEAR["longline"].text),
    "longline+": BoxText("Longline+", "equipment", GEAR["longline+"].text),
    "trawler": BoxText("Trawler", "equipment", GEAR["trawler"].text),
    "trawler+": BoxText("Trawler+", "equipment", GEAR["trawler+"].text),
    "radar": BoxText("Fish radar", "equipment", "once in each fishing action, reroll any of the dice"),
    "faux": BoxText("Faux fish", "bonus", "draw one fish into this year's box; none leaves the sea"),
    "marketing": BoxText("Marketing", "bonus", "add a plate to this year's box, or cross one out"),
    "enforcement": BoxText("Enforcement", "bonus", "fill two shields"),
    "overtime": BoxText("Overtime", "bonus", "one more fishing action now"),
}

FLAG_SIZE: Final = (12, 8)
"""Columns and rows of a flag."""
FLAG_COLOURS: Final[Mapping[str, str]] = {
    ".": "white",
    "k": "black",
    "a": "blue",
    "b": "orange",
    "c": "green",
    "d": "purple",
    "e": "amber",
    "f": "yellow",
}
"""The letters of a flag's picture."""

_FAUX = 127  # the row of a faux fish, which comes from no row
_ROLLS: Final[tuple[Move, ...]] = tuple(("roll", face) for face in range(1, 7))
_CLEAR: Final[dict[str, Any]] = {"gear": "", "dice": (), "named": (), "due": (), "kill": 0, "left": 0}
"""What is taken off the table when an action is over."""
_KEEP: Final[Move] = ("keep",)
_RELEASE: Final[Move] = ("release",)
_BIT: Final = {name: 1 << place for place, name in enumerate(BOXES)}
_WORDS: Final[Mapping[str, tuple[type, ...]]] = {
    "gear": (str,),
    "roll": (int,),
    "reroll": (int,),
    "keep": (),
    "double": (int,),
    "kills": (int,),
    "take": (str,),
    "chill": (str,),
    "release": (),
    "kill": (str,),
    "box": (str,),
    "plate": (),
    "cross": (),
    "shield": (str,),
}
"""Every word a move can start with, and what follows it."""

Phase = Literal[
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
    "illegal",
    "over",
]
_TURN: Final[Mapping[str, Player]] = {"roll": CHANCE, "reroll": CHANCE, "illegal": CHANCE, "over": OVER}
_ALLOWED: Final[Mapping[str, tuple[str, ...]]] = {
    "gear": ("gear",),
    "roll": ("roll",),
    "radar": ("reroll", "keep"),
    "reroll": ("roll",),
    "double": ("double",),
    "kills": ("kills",),
    "take": ("take", "chill", "release"),
    "kill": ("kill",),
    "box": ("box",),
    "marketing": ("plate", "cross"),
    "shield": ("shield",),
    "illegal": ("roll",),
    "over": (),
}
_RULES: Final[Mapping[str, str]] = {
    "gear": "Choose one line of equipment; One line is always there. Fishing is compulsory.",
    "roll": "Roll as many dice as the equipment says, one at a time.",
    "radar": "Fish radar: name the dice to reroll, first to last, then keep the rest. They are rerolled once.",
    "reroll": "The dice you named are rolled once more.",
    "double": "Longline+ takes one more fish of either die. A 6 takes nothing, so doubling it takes no more.",
    "kills": "The trawler kills one fish of one die and takes one fish of each other die: say which die kills.",
    "take": "Take a living fish of this year from any row with that die, and draw it into this year's box.",
    "kill": "The trawler kills one living fish of the die you named. It is dead, and nobody eats it.",
    "box": "Mark one box. An upgrade works from next year; a bonus acts now and once.",
    "marketing": "Marketing: add one plate to this year's box, or cross one out.",
    "shield": "Enforcement: a shield keeps illegal fishing away from a whole species. It does not hinder players.",
    "illegal": "Each die kills the topmost living fish with that die whose species has no shield.",
    "over": "A filled plate is +1, an empty plate −2, and a fish without a plate nothing.",
}
_PHASES: Final[Mapping[str, str]] = {
    "gear": "1. Fishing",
    "roll": "1. Fishing, II",
    "radar": "Equipment: Fish radar",
    "reroll": "Equipment: Fish radar",
    "double": "Equipment: Longline",
    "kills": "Equipment: Trawler",
    "take": "1. Fishing, III",
    "kill": "Equipment: Trawler",
    "box": "2. Upgrade or bonus",
    "marketing": "2. Upgrade or bonus: Marketing",
    "shield": "2. Upgrade or bonus: Enforcement",
    "illegal": "4. Illegal fishing",
    "over": "End of the game",
}


# What the queries answer.


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


class Blame(NamedTuple):
    """What one cause did to the sea, in fish-years."""

    seat: int
    """Who, or -1 for illegal fishing."""
    how: Literal["taken", "killed", "illegal"]
    caught: int
    """Fish it took or killed itself."""
    depleted: float
    """Its share of the fish that were then depleted for want of a living arrow."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same all game long."""

    sheet: Sheet
    players: int
    first: int
    first_demand: int
    score_unplayed_year: bool
    cooperative: bool
    countries: tuple[str, ...]
    flags: tuple[tuple[str, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Boom(State):
    """A moment of Fishery Boom. Nothing is hidden.

    Masks have bit r for row r of the sheet, or bit s for species s. Causes of death are numbered: seats that took, then
    seats that killed, then illegal fishing.
    """

    name: ClassVar[str] = "boom"
    title: ClassVar[str] = "Fishery Boom"
    tag: ClassVar[str] = "BM"
    files: ClassVar[tuple[str, ...]] = ("sheet",)
    seats: ClassVar[range] = range(2, 5)
    options: ClassVar[tuple[Option, ...]] = (
        Option("sheet", None, "A High Seas sheet of your own: a .toml file, or the same data"),
        Option("first", 0, "The seat that opens year 1", low=0, high=3),
        Option("first_demand", 0, "Plates in everybody's box of year 1", low=0, high=6),
        Option("score_unplayed_year", True, "Plates of a year that is never played count", choices=(True, False)),
        Option("cooperative", False, "One score for all: the sum", choices=(False, True)),
        Option("countries", None, "The countries' names, one for each seat"),
        Option("flags", None, "The countries' flags: 8 rows of 12 letters each"),
    )

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

    @classmethod
    def start(cls, players: int = 2, **options: Any) -> Self:
        """Return year 1 with every fish alive.

        Args:
            players: 2 to 4.
            **options: `sheet`, `first`, `first_demand`, `score_unplayed_year`, `cooperative`, `countries`, `flags`; see
                `Boom.options`.
        """
        cls.check_start(players, options)
        setup = _setup(players, **options)
        sheet = setup.sheet
        state = cls(
            setup=setup,
            year=1,
            phase="gear",
            seat=setup.first,
            living=sheet.everything,
            marks=(0,) * (2 * players + 1),
            seas=(sheet.everything,),
            past=(),
            drawn=((),) * players,
            plates=((setup.first_demand,) + (0,) * (sheet.years - 1),) * players,
            picks=((),) * players,
        )
        return state

    @classmethod
    def canonical(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as plain JSON data, a sheet file as its content."""
        plain = dict(options)
        if plain.get("sheet") is not None:
            plain["sheet"] = plain_sheet(plain["sheet"])
        found: dict[str, Any] = json.loads(json.dumps(plain))
        return found

    # Whose turn, and what can be done.

    def turn(self) -> Player:
        """Return the seat to act, `CHANCE` or `OVER`."""
        return _TURN.get(self.phase, self.seat)

    def moves(self) -> Sequence[Move]:
        """Return the legal moves of this step; see the order of moves above."""
        match self.phase:
            case "roll" | "illegal" | "reroll":
                return _ROLLS
            case "take":
                sheet, kit = self.setup.sheet, self._kit(self.seat)
                rows = self.living & sheet.faces[self.due[0]]
                chill = bool(kit & _BIT["refrigeration"]) and self.year < sheet.years
                return _take_moves(sheet, rows, chill, bool(kit & _BIT["release"]))
            case "gear":
                return _gear_moves(self._kit(self.seat))
            case "box":
                return _box_moves(self.setup.sheet, self.setup.players, self.picks[self.seat])
            case "kill":
                sheet = self.setup.sheet
                return [("kill", sheet.names[row]) for row in rows_of(self.living & sheet.faces[self.kill])]
            case "radar":
                last = self.named[-1] if self.named else 0
                return [*(("reroll", die) for die in range(last + 1, len(self.dice) + 1)), _KEEP]
            case "double" | "kills":
                return [(self.phase, face) for face in sorted(set(self.dice))]
            case "marketing":
                return [("plate",), ("cross",)] if self.plates[self.seat][self.year - 1] else [("plate",)]
            case "shield":
                species = enumerate(self.setup.sheet.species)
                return [("shield", kind.name) for place, kind in species if not self.shields >> place & 1]
        return ()

    def after(self, move: Move) -> Self:
        """Return the state after a legal move."""
        match move:
            case ("roll", int(face)):
                return self._illegal(face) if self.phase == "illegal" else self._rolled(face)
            case ("take", str(name)):
                return self._take(self.setup.sheet.index[name], self.year, 0)
            case ("chill", str(name)):
                return self._take(self.setup.sheet.index[name], self.year + 1, 128)
            case ("gear", str(name)):
                return self._with(phase="roll", gear=name, dice=(), left=GEAR[name].dice)
            case ("box", str(name)):
                return self._mark(name)
            case ("release",):
                return self._go_on(self.due[1:])
            case ("kills", int(face)):
                place = self.dice.index(face)
                return self._go_on(self.dice[:place] + self.dice[place + 1 :], kill=face)
            case ("kill", str(name)):
                bit = 1 << self.setup.sheet.index[name]
                return self._action_over(**self._dead(bit, self.setup.players + self.seat))
            case ("double", int(face)):
                return self._go_on(_doubled(self.dice, face))
            case ("reroll", int(die)):
                return self._with(named=(*self.named, die))
            case ("keep",):
                return self._with(phase="reroll") if self.named else self._resolve(self.dice)
            case ("plate",):
                return self._box_over(plates=self._demand(1))
            case ("cross",):
                return self._box_over(plates=self._demand(-1))
            case ("shield", str(name)):
                place = next(place for place, kind in enumerate(self.setup.sheet.species) if kind.name == name)
                shields = self.shields | 1 << place
                more = self.left > 1
                return self._with(shields=shields, left=1) if more else self._box_over(shields=shields, left=0)
        raise ValueError(f"{move!r} is not a move of Fishery Boom")

    def _with(self, **changes: Any) -> Self:
        """Return this state with some fields changed: `dataclasses.replace` at twice the speed."""
        values = list(_FIELDS(self))
        for name, value in changes.items():
            values[_PLACES[name]] = value
        state = object.__new__(type(self))
        for setter, value in zip(_SETTERS, values, strict=True):
            setter(state, value)
        return state

    # Phase 1, fishing.

    def _rolled(self, face: int) -> Self:
        """Lay a die on the table: a new one, or in place of one named for the radar's reroll."""
        if self.phase == "reroll":
            place, named = self.named[0] - 1, self.named[1:]
            dice = (*self.dice[:place], face, *self.dice[place + 1 :])
            return self._with(dice=dice, named=named) if named else self._resolve(dice)
        dice = (*self.dice, face)
        if self.left > 1:
            return self._with(dice=dice, left=self.left - 1)
        if self._kit(self.seat) & _BIT["radar"]:
            return self._with(phase="radar", dice=dice, left=0)
        return self._resolve(dice)

    def _resolve(self, dice: tuple[int, ...]) -> Self:
        """Read the dice as the equipment says (rulebook, "Fishing Equipment Details and Examples")."""
        match self.gear:
            case "seine" | "seine+":
                due = (max(dice),) * GEAR[self.gear].take
            case "longline":
                due = tuple(die for die in dice if die != 6)
            case "longline+":
                if min(dice) < 6:
                    return self._with(phase="double", dice=dice, named=(), left=0)
                due = ()
            case "trawler" | "trawler+":
                return self._with(phase="kills", dice=dice, named=(), left=0)
            case _:
                due = dice
        return self._go_on(due, dice=dice, named=(), left=0)

    def _go_on(self, due: tuple[int, ...], **changes: Any) -> Self:
        """Turn to the next fish that is due and there; dice without living fish are passed over."""
        living, kill = changes.get("living", self.living), changes.get("kill", self.kill)
        faces = self.setup.sheet.faces
        while due and not living & faces[due[0]]:
            due = due[1:]
        if due:
            return self._with(phase="take", due=due, **changes)
        if living & faces[kill]:
            return self._with(phase="kill", due=(), **changes)
        return self._action_over(**changes)

    def _take(self, row: int, year: int, chilled: int) -> Self:
        """Mark a fish off the sea and draw it into a box."""
        fish = year << 8 | chilled | row
        return self._go_on(self.due[1:], drawn=self._draw(fish), **self._dead(1 << row, self.seat))

    def _draw(self, fish: int) -> tuple[tuple[int, ...], ...]:
        seat, drawn = self.seat, self.drawn
        return (*drawn[:seat], (*drawn[seat], fish), *drawn[seat + 1 :])

    def _dead(self, bit: int, cause: int) -> dict[str, Any]:
        """Return what changes when a fish dies of a cause."""
        marks = self.marks
        return {
            "living": self.living & ~bit,
            "marks": (*marks[:cause], marks[cause] | bit, *marks[cause + 1 :]),
        }

    def _action_over(self, **changes: Any) -> Self:
        """Go on to the next seat's fishing, or after Overtime to the next seat's box."""
        if len(self.picks[self.seat]) == self.year:
            return self._box_over(**changes)
        start, living = self.start_seat, changes.get("living", self.living)
        seat = (self.seat + 1) % self.setup.players
        phase = "gear"
        if seat == start or not living:
            phase, seat = "box", start
        return self._with(**(changes | _CLEAR), phase=phase, seat=seat)

    # Phase 2, upgrade or bonus.

    def _mark(self, name: str) -> Self:
        """Mark a box; a bonus acts at once and does what is possible."""
        seat, picks = self.seat, self.picks
        picks = (*picks[:seat], (*picks[seat], name), *picks[seat + 1 :])
        match name:
            case "faux":
                return self._box_over(picks=picks, drawn=self._draw(self.year << 8 | _FAUX))
            case "marketing":
                return self._with(picks=picks, phase="marketing")
            case "enforcement":
                left = min(2, len(self.setup.sheet.species) - self.shields.bit_count())
                if left:
                    return self._with(picks=picks, phase="shield", left=left)
            case "overtime":
                if self.living:
                    return self._with(picks=picks, phase="gear")
        return self._box_over(picks=picks)

    def _demand(self, more: int) -> tuple[tuple[int, ...], ...]:
        """Return the plates with one more or less in this seat's box of this year."""
        seat, place, plates = self.seat, self.year - 1, self.plates
        mine = plates[seat]
        return (*plates[:seat], (*mine[:place], mine[place] + more, *mine[place + 1 :]), *plates[seat + 1 :])

    def _box_over(self, **changes: Any) -> Self:
        """Go on to the next seat's box, or to phases 3 to 5; the last year ends the game."""
        seat = (self.seat + 1) % self.setup.players
        if seat != self.start_seat:
            return self._with(**(changes | _CLEAR), phase="box", seat=seat)
        sheet, year = self.setup.sheet, self.year
        if year == sheet.years:
            return self._with(**(changes | _CLEAR), phase="over", seat=seat)
        # Phase 3: demand is this year's supply, the fish that lie in this year's box, and one more in marked years.
        more = (year + 1) in sheet.plus_one
        boxes = zip(changes.get("plates", self.plates), changes.get("drawn", self.drawn), strict=True)
        changes["plates"] = tuple(
            (*mine[:year], sum(fish >> 8 == year for fish in drawn) + more, *mine[year + 1 :]) for mine, drawn in boxes
        )
        left = self.illegal_dice(year)
        state = self._with(**(changes | _CLEAR | {"left": left}), phase="illegal", seat=seat)
        return state if left else state._deplete()

    # Phases 4 and 5.

    def _illegal(self, face: int) -> Self:
        """Kill the topmost living, unprotected fish of that die, if there is one (phase 4)."""
        target, left = self.illegal_target(face), self.left - 1
        changes = self._dead(1 << target, 2 * self.setup.players) if target >= 0 else {}
        state = self._with(**changes, dice=(*self.dice, face), left=left)
        return state if left else state._deplete()

    def _deplete(self) -> Self:
        """Cross out what no living fish points to, and begin the next year; an empty sea ends the game (phase 5)."""
        year = self.year
        living = self.setup.sheet.grow(self.living, year)
        seas = (*self.seas, living)
        if not living:
            return self._with(phase="over", seas=seas, dice=())
        return self._with(
            year=year + 1,
            phase="gear",
            seat=(self.setup.first - year) % self.setup.players,
            living=living,
            seas=seas,
            past=(*self.past, self.marks),
            marks=(0,) * len(self.marks),
            dice=(),
        )

    # Scores.

    def scores(self) -> tuple[int, ...]:
        """Return the score of the sheets as they stand: +1 for a plate with a fish, −2 for a plate without."""
        own = self.own_scores()
        return (sum(own),) * len(own) if self.setup.cooperative else own

    def own_scores(self) -> tuple[int, ...]:
        """Return each country's own score, also in the cooperative game."""
        years = range(1, self.setup.sheet.years + 1)
        return tuple(sum(self.year_score(seat, year) for year in years) for seat in range(self.setup.players))

    def year_score(self, seat: int, year: int) -> int:
        """Return what one year's box is worth as it stands; an unplayed year may not count."""
        if year > self.year and self.phase == "over" and not self.setup.score_unplayed_year:
            return 0
        plates = self.plates[seat][year - 1]
        filled = min(plates, self.supply(seat, year)) if plates else 0
        return filled - 2 * (plates - filled)

    def tally(self) -> Mapping[str, int]:
        """Return what no move may change: every fish of every year is one thing, every drawn fish has a source."""
        sheet, faux = self.setup.sheet, sum(pick == "faux" for picks in self.picks for pick in picks)
        taken = sum(mask.bit_count() for marks in (*self.past, self.marks) for mask in marks[: self.setup.players])
        on_sheet = 0
        for year in range(1, sheet.years + 1):
            living, marks = self.living_in(year), self._marks_in(year)
            dead = 0
            for mask in (living, *marks):
                dead |= mask
            on_sheet += sum(mask.bit_count() for mask in (living, *marks)) + (sheet.everything & ~dead).bit_count()
        return {
            "fish on the sheet": on_sheet,
            "fish drawn but not caught": sum(map(len, self.drawn)) - taken - faux,
            "shields without enforcement": max(0, self.shields.bit_count() - 2 * self._count("enforcement")),
        }

    def _count(self, name: str) -> int:
        return sum(picks.count(name) for picks in self.picks)

    # What a picture, a plot or a bot asks.

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
        """The printed phase, 1 to 4 (3 and 5 make no moves), or 0 when the game is over."""
        if self.phase in ("over", "illegal"):
            return 4 if self.phase == "illegal" else 0
        return 2 if self.phase == "box" or len(self.picks[self.seat]) == self.year else 1

    @property
    def empty_sea(self) -> bool:
        """Whether the game ended because no fish was left."""
        return self.phase == "over" and len(self.seas) > self.year

    def _kit(self, seat: int) -> int:
        """Return the boxes that work for a seat: those it marked in earlier years."""
        return _kit_mask(self.picks[seat][: self.year - 1])

    def works(self, seat: int, box: str) -> bool:
        """Return whether a permanent upgrade or equipment works for a seat this year."""
        return bool(self._kit(seat) & _BIT[box])

    def equipment(self, seat: int) -> tuple[str, ...]:
        """Return the lines of equipment a seat can fish with this year."""
        return tuple(str(move[1]) for move in _gear_moves(self._kit(seat)))

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
            species = "faux" if row == _FAUX else sheet.species[sheet.kind[row]].name
            fish[(code >> 8) - 1].append(Drawn(species, -1 if row == _FAUX else row, bool(code & 128)))
        plates = self.plates[seat]
        return tuple(YearBox(year + 1, plates[year], tuple(fish[year])) for year in range(sheet.years))

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

    def _marks_in(self, year: int) -> tuple[int, ...]:
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
        rows = len(self.setup.sheet.names)
        living, players = self.living_in(year), self.setup.players
        if year > len(self.seas):
            here, gone = FishState("may come"), FishState("cannot come")
        else:
            here, gone = FishState("living"), FishState("depleted")
        found = [here if living >> row & 1 else gone for row in range(rows)]
        for cause, mask in enumerate(self._marks_in(year)):
            if mask:
                state = FishState("illegal")
                if cause < 2 * players:
                    state = FishState("taken" if cause < players else "killed", cause % players)
                for row in rows_of(mask):
                    found[row] = state
        return tuple(found)

    def living_by_species(self, year: int) -> dict[str, int]:
        """Return how many fish of each species live in a year (or may still come)."""
        living = self.living_in(year)
        return {kind.name: (living & kind.mask).bit_count() for kind in self.setup.sheet.species}

    # The network from here.

    def depletion_steps(self, year: int | None = None) -> list[Step]:
        """Return depletion at the end of a year, row by row from the top; of this year, as if it ended now.

        Each step names a row of the next year, the arrows to it that failed and those that held; a row whose arrows all
        failed is depleted. The last year has no steps.
        """
        year = self.year if year is None else year
        return self.setup.sheet.steps(self.living_in(year), year) if year < self.setup.sheet.years else []

    def what_if(self, rows: Iterable[int | str], year: int | None = None) -> dict[int, list[str]]:
        """Return for each later year the fish that would be lost if these fish of a year died.

        >>> Boom.start().what_if(["cod-2"])[2]
        ['cod-1', 'cod-2']
        """
        year, sheet = self.year if year is None else year, self.setup.sheet
        lost = sheet.losses(sheet.mask(rows), year, self.living_in(year))
        return {later: sheet.names_of(mask) for later, mask in enumerate(lost, year + 1)}

    def supports(self, row: int | str, year: int | None = None) -> dict[int, list[str]]:
        """Return for each later year the fish that this fish alone supports, as the sea stands; none if it is dead."""
        return self.what_if([row], year)

    def impact(self, year: int | None = None) -> tuple[int, ...]:
        """Return for each row how many later fish-years die with its fish of this year; 0 where it is dead.

        >>> Boom.start().impact()[:6]
        (1, 0, 17, 1, 0, 18)
        """
        year, sheet = self.year if year is None else year, self.setup.sheet
        living = self.living_in(year)
        return tuple(
            _impact(sheet, living & sheet.species[kind].mask, 1 << row, year) if living >> row & 1 else 0
            for row, kind in enumerate(sheet.kind)
        )

    def cost(self, row: int) -> int:
        """Return how many later fish-years would be lost if this living fish died now."""
        sheet = self.setup.sheet
        return _impact(sheet, self.living & sheet.species[sheet.kind[row]].mask, 1 << row, self.year)

    def blame(self, ahead: bool = True) -> tuple[Blame, ...]:
        """Return who cost the sea what: seats that took, seats that killed, and illegal fishing.

        Every lost fish-year counts once: a caught fish for whoever caught it, a depleted fish in equal shares for
        whatever killed the fish that pointed to it. With `ahead`, fish of later years that can no longer come are
        counted as well.
        """
        players = self.setup.players
        caught, depleted = [0] * len(self.marks), [0.0] * len(self.marks)
        for year, lost in enumerate(self._shares(ahead), 1):
            marks = self._marks_in(year)
            dead = 0
            for cause, mask in enumerate(marks):
                caught[cause] += mask.bit_count()
                dead |= mask
            for row, shares in lost.items():
                if not dead >> row & 1:
                    for cause, share in enumerate(shares):
                        depleted[cause] += share
        seats = range(players)
        return (
            *(Blame(seat, "taken", caught[seat], depleted[seat]) for seat in seats),
            *(Blame(seat, "killed", caught[players + seat], depleted[players + seat]) for seat in seats),
            Blame(-1, "illegal", caught[-1], depleted[-1]),
        )

    def blame_of(self, row: int | str, year: int) -> dict[tuple[str, int], float]:
        """Return the causes of one lost fish with their shares, such as {("taken", 0): 0.5, ("illegal", -1): 0.5}."""
        players = self.setup.players
        keys = [("taken", seat) for seat in range(players)] + [("killed", seat) for seat in range(players)]
        shares = self._shares(True)[year - 1].get(self.setup.sheet.row(row), ())
        return {key: share for key, share in zip([*keys, ("illegal", -1)], shares, strict=False) if share}

    def damage(self, ahead: bool = True) -> tuple[float, ...]:
        """Return each country's whole damage in fish-years: taken, killed and depleted because of it."""
        totals = [0.0] * self.setup.players
        for entry in self.blame(ahead):
            if entry.seat >= 0:
                totals[entry.seat] += entry.caught + entry.depleted
        return tuple(totals)

    def _shares(self, ahead: bool) -> list[dict[int, tuple[float, ...]]]:
        years = self.setup.sheet.years if ahead else len(self.seas)
        return _attribute(self.setup.sheet, (*self.past, self.marks), years)

    # What a person reads.

    def seat_name(self, seat: Player) -> str:
        """Return a country's name, or its seat letter where it has none."""
        if seat < 0:
            return "Chance" if seat == CHANCE else "Nobody"
        return self.setup.countries[seat] if self.setup.countries else f"Seat {SEAT_LETTERS[seat]}"

    def prompt(self) -> str:
        """Return one line that says who does what now."""
        who, year = self.seat_name(self.seat), f"Year {self.year}"
        match self.phase:
            case "gear":
                what = "fishes again (Overtime): choose equipment" if self.overtime else "fishes: choose equipment"
            case "roll":
                what = f"rolls die {len(self.dice) + 1} of {GEAR[self.gear].dice} ({GEAR[self.gear].title})"
            case "radar":
                what = "may reroll dice with the fish radar, or keep them"
            case "reroll":
                what = f"rerolls die {self.named[0]}"
            case "double":
                what = "chooses the die that counts twice"
            case "kills":
                what = "chooses the die that kills"
            case "take":
                what = f"takes a fish of die {self.due[0]}"
            case "kill":
                what = f"kills a fish of die {self.kill}"
            case "box":
                what = "marks a box"
            case "marketing":
                what = "adds a plate or crosses one out"
            case "shield":
                what = f"fills {'two shields' if self.left == 2 else 'a shield'}"
            case "illegal":
                total = self.illegal_dice(self.year)
                return f"{year}: illegal fishing rolls die {total - self.left + 1} of {total}"
            case "over":
                return self._ending()
        return f"{year}: {who} {what}"

    def _ending(self) -> str:
        why = f"The sea is empty after year {self.year}" if self.empty_sea else f"The game ends after year {self.year}"
        scores = self.scores()
        if self.setup.cooperative:
            return f"{why}: together {_points(scores[0])}"
        winners = self.winners()
        names = " and ".join(self.seat_name(seat) for seat in winners)
        return f"{why}: {names} {'wins' if len(winners) == 1 else 'share the win'} with {_points(max(scores))}"

    def rule(self) -> str:
        """Return the rule in force now."""
        text = _RULES[self.phase]
        if self.phase == "take":
            if self.works(self.seat, "release"):
                text += " With Release you may put it back alive instead."
            if self.works(self.seat, "refrigeration") and self.year < self.sheet.years:
                text += " With Refrigeration you may draw it into next year's box."
        return text

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does here, and what the end of phases and years then brings."""
        return self._said(move) + self._brings(self.after(move))

    def _brings(self, after: Self) -> str:
        """Say what phases 3 and 5, which make no moves, did between here and the next moment."""
        text, year, sheet = "", self.year, self.setup.sheet
        closed = len(after.seas) > len(self.seas)
        if self.phase != "illegal" and (closed or after.phase == "illegal"):
            plates = ", ".join(f"{self.seat_name(seat)} {after.plates[seat][year]}" for seat in range(self.players))
            text += f" Demand in year {year + 1}: {plates}."
        if closed:
            lost = len(sheet.names) - after.seas[-1].bit_count()
            text += f" Year {year} ends: {lost} of {len(sheet.names)} fish are depleted."
        return text

    def _said(self, move: Move) -> str:
        who = self.seat_name(self.seat)
        match move:
            case ("roll", int(face)) if self.phase == "illegal":
                row = self.illegal_target(face)
                found = f"{self.sheet.names[row]} is killed" if row >= 0 else "no unprotected fish of that die lives"
                return f"Illegal fishing rolls {face}: {found}."
            case ("roll", face):
                return f"{who} {'rerolls and gets' if self.phase == 'reroll' else 'rolls'} {face}."
            case ("gear", str(name)):
                return f"{who} fishes with {GEAR[name].title}: {GEAR[name].text}."
            case ("reroll", die):
                return f"{who} will reroll die {die}, a {self.dice[int(die) - 1]}."
            case ("keep",):
                return f"{who} keeps the {'other ' if self.named else ''}dice."
            case ("double", 6):
                return f"{who} doubles the 6, which is ignored."
            case ("double", face):
                return f"{who} takes one more fish of die {face}."
            case ("kills", face):
                return f"{who} lets die {face} kill."
            case ("take", row):
                return f"{who} takes {row}."
            case ("chill", row):
                return f"{who} takes {row} and keeps it cold for year {self.year + 1}."
            case ("release",):
                return f"{who} puts a fish of die {self.due[0]} back alive."
            case ("kill", row):
                return f"{who} kills {row}."
            case ("box", "faux"):
                return f"{who} marks Faux fish and draws a fish that was never caught."
            case ("box", str(name)):
                return f"{who} marks {BOXES[name].title}."
            case ("plate",):
                return f"{who} adds a plate to year {self.year}."
            case ("cross",):
                return f"{who} crosses out a plate of year {self.year}."
            case ("shield", species):
                return f"{who} puts a shield on {self._species_title(str(species))}."
        return self.notation(move)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line of text means; capitals do not matter."""
        return State.parse(text.lower())

    def _species_title(self, name: str) -> str:
        return next((kind.title for kind in self.sheet.species if kind.name == name), name)

    # Why not.

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move, "" if none does."""
        if not isinstance(move, tuple | list) or not move:
            return Reason("A move starts with a word, such as take, box or roll.", rule="Moves")
        move = tuple(move)
        if move in self.moves():
            return ""
        if self.phase == "over":
            return Reason(
                "The game is over: no more moves can be made.", title="The game is over", rule=_PHASES["over"]
            )
        word, rest = move[0], move[1:]
        shape = _WORDS.get(word) if isinstance(word, str) else None
        if shape is None:
            known = ", ".join(_ALLOWED[self.phase])
            return self._no(f"“{word!s:.30}” is not a move of Fishery Boom: now it is {known}.", "No such move")
        if len(rest) != len(shape) or any(type(part) is not kind for part, kind in zip(rest, shape, strict=False)):
            wanted = {(): "stands alone", (int,): "takes one number", (str,): "takes one name"}[shape]
            return self._no(f"“{word}” {wanted}, for example “{self._example(str(word))}”.", "Not a whole move")
        if word not in _ALLOWED[self.phase]:
            return self._no(self._out_of_step(str(word)), f"Not now: {word}")
        match move:
            case ("roll", face):
                return self._no(f"A die shows 1 to 6, not {face!s:.12}.", "No such die")
            case ("gear", str(name)):
                return self._why_not_gear(name)
            case ("box", str(name)):
                return self._why_not_box(name)
            case ("reroll", int(die)):
                return self._why_not_reroll(die)
            case ("double" | "kills", face):
                shown = ", ".join(map(str, self.dice))
                return self._no(f"No die on the table shows {face!s:.12}: they show {shown}.", "No such die")
            case ("take" | "chill" | "kill", str(name)):
                return self._why_not_row(str(word), name)
            case ("release",):
                return self._not_working("release")
            case ("cross",):
                return self._no("There is no plate in this year's box to cross out: add one.", "No plate")
            case ("shield", str(name)):
                return self._why_not_shield(name)
        return self._no(f"“{self.notation(move)}” is not among the moves allowed now.", "Not allowed")

    def _no(self, text: str, title: str, where: Iterable[str] = (), rule: str = "") -> Reason:
        return Reason(text, title=title, rule=rule or _PHASES[self.phase], where=where)

    def _example(self, word: str) -> str:
        if word in _ALLOWED[self.phase]:
            found = next((move for move in self.moves() if move[0] == word), None)
            if found:
                return self.notation(found)
        row = self.sheet.names[0]
        examples = {"gear": "gear default", "box": "box seine", "shield": f"shield {self.sheet.species[0].name}"}
        kinds = {(): word, (int,): f"{word} 1", (str,): f"{word} {row}"}
        return examples.get(word, kinds[_WORDS[word]])

    def _out_of_step(self, word: str) -> str:
        if self.turn() == CHANCE:
            return f"The dice come first: {self.prompt()[0].lower()}{self.prompt()[1:]}."
        if word == "roll":
            return f"No die is to be rolled now. {self.prompt()}."
        if word in ("take", "chill", "release") and self.stage == 2 and not self.overtime:
            return f"Fishing is over for this year. {self.prompt()}."
        return f"“{word}” comes at another step. {self.prompt()}."

    def _why_not_gear(self, name: str) -> Reason:
        if name not in GEAR:
            return self._no(f"“{name:.30}” is not equipment: choose {', '.join(GEAR)}.", "No such equipment")
        return self._not_working(name)

    def _not_working(self, box: str) -> Reason:
        title = BOXES[box].title
        if box in self.picks[self.seat]:
            text = f"{title} was marked this year: it works from next year on."
            return self._no(text, f"{title} does not work yet", (box,), "2. Upgrade: takes effect next year")
        text = f"{self.seat_name(self.seat)} has not marked {title}: it can be used from the year after it is marked."
        return self._no(text, f"No {title}", (box,))

    def _why_not_box(self, name: str) -> Reason:
        if name not in BOXES:
            return self._no(f"“{name:.30}” is not a box: choose {', '.join(BOXES)}.", "No such box")
        title, players = BOXES[name].title, self.setup.players
        box = next((box for box in self.sheet.boxes if box.name == name), None)
        if box is None or players not in box.players:
            text = f"{title} is not for {players} players."
            if name == "enforcement":
                text = f"Enforcement is for 2 or 3 players: with {players} nobody fishes illegally."
            return self._no(text, f"No {title}", (name,))
        picks = self.picks[self.seat]
        if picks.count(name) >= box.copies:
            count = "it is" if box.copies == 1 else f"both of its {box.copies} boxes are"
            if box.copies > 2:
                count = f"all of its {box.copies} boxes are"
            return self._no(f"{title} cannot be marked again: {count} marked.", f"{title} is marked", (name,))
        base = BOXES[box.needs].title
        return self._no(f"{title} needs {base}: mark {base} first.", f"{title} without {base}", (name, box.needs))

    def _why_not_reroll(self, die: int) -> Reason:
        if not 1 <= die <= len(self.dice):
            return self._no(f"There is no die {die!s:.12}: the dice are 1 to {len(self.dice)}.", "No such die")
        text = f"Die {die} comes before die {self.named[-1]}, which is named: name dice first to last."
        return self._no(text if die != self.named[-1] else f"Die {die} is named already.", f"Not die {die}")

    def _why_not_row(self, word: str, name: str) -> Reason:
        row = self.sheet.index.get(name)
        if row is None:
            text = f"“{name:.30}” is not a row: rows are called {self.sheet.names[0]} to {self.sheet.names[-1]}."
            return self._no(text, "No such fish")
        state = self.fish_state(row, self.year)
        if state.kind != "living":
            who = self.seat_name(state.seat) if state.seat >= 0 else "illegal fishing"
            how = f"{state.kind} by {who}" if state.kind in ("taken", "killed") else state.kind
            return self._no(f"{name} of year {self.year} is dead: {how}.", f"No {name}", (name,))
        face, die = (self.kill if word == "kill" else self.due[0]), self.sheet.dice[row]
        if die != face:
            wanted = ", ".join(self.sheet.names_of(self.living & self.sheet.faces[face]))
            text = f"{name} has die {die}, but a fish of die {face} is due: choose {wanted}."
            return self._no(text, f"{name} does not match the die", (name,))
        if self.works(self.seat, "refrigeration"):
            text = f"Year {self.year} is the last: there is no box to keep a fish for."
            return self._no(text, "No next year", (name,))
        return self._not_working("refrigeration")

    def _why_not_shield(self, name: str) -> Reason:
        if not any(kind.name == name for kind in self.sheet.species):
            known = ", ".join(kind.name for kind in self.sheet.species)
            return self._no(f"“{name:.30}” is not a species here: choose {known}.", "No such species")
        title = self._species_title(name)
        return self._no(f"{title} already has a shield: choose another species.", f"{title} is protected", (name,))


_NAMES: Final = tuple(field.name for field in fields(Boom))
_PLACES: Final = {name: place for place, name in enumerate(_NAMES)}
_FIELDS: Final = attrgetter(*_NAMES)
_SETTERS: Final = tuple(vars(Boom)[name].__set__ for name in _NAMES)


# Small tables, made once.


@lru_cache(maxsize=4096)
def _kit_mask(picks: tuple[str, ...]) -> int:
    mask = 0
    for name in picks:
        mask |= _BIT[name]
    return mask


@lru_cache(maxsize=4096)
def _gear_moves(kit: int) -> tuple[Move, ...]:
    return tuple(("gear", name) for name in GEAR if name == "default" or kit & _BIT[name])


@lru_cache(maxsize=16384)
def _take_moves(sheet: Sheet, rows: int, chill: bool, release: bool) -> tuple[Move, ...]:
    names = sheet.names_of(rows)
    moves: list[Move] = [("take", name) for name in names]
    if chill:
        moves += [("chill", name) for name in names]
    return (*moves, _RELEASE) if release else tuple(moves)


@lru_cache(maxsize=16384)
def _box_moves(sheet: Sheet, players: int, picks: tuple[str, ...]) -> tuple[Move, ...]:
    """Return the boxes that may be marked: not all marked yet, for this number of players, base marked before."""
    return tuple(
        ("box", box.name)
        for box in sheet.boxes
        if players in box.players and picks.count(box.name) < box.copies and (not box.needs or box.needs in picks)
    )


@lru_cache(maxsize=65536)
def _impact(sheet: Sheet, living: int, dead: int, year: int) -> int:
    return sum(mask.bit_count() for mask in sheet.losses(dead, year, living))


@lru_cache(maxsize=64)
def _attribute(sheet: Sheet, marks: tuple[tuple[int, ...], ...], years: int) -> list[dict[int, tuple[float, ...]]]:
    return attribute(sheet, marks, years)


def _doubled(dice: tuple[int, ...], face: int) -> tuple[int, ...]:
    """Return the fish due on an upgraded longline: one of each die, one more of the doubled die, none of a 6."""
    place = dice.index(face) + 1
    return tuple(die for die in (*dice[:place], face, *dice[place:]) if die != 6)


def _points(score: int) -> str:
    return f"{score} point{'' if abs(score) == 1 else 's'}".replace("-", "−")


def _setup(
    players: int,
    sheet: object = None,
    first: int = 0,
    first_demand: int = 0,
    score_unplayed_year: bool = True,
    cooperative: bool = False,
    countries: object = None,
    flags: object = None,
) -> Setup:
    """Return the checked options of a game."""
    if first >= players:
        raise ValueError(f"boom: first={first} is not a seat of {players} players: choose 0 to {players - 1}")
    return Setup(
        sheet=load_sheet(sheet),
        players=players,
        first=first,
        first_demand=first_demand,
        score_unplayed_year=score_unplayed_year,
        cooperative=cooperative,
        countries=_check_countries(countries, players),
        flags=_check_flags(flags, players),
    )


def _check_countries(countries: object, players: int) -> tuple[str, ...]:
    if countries is None:
        return ()
    if not isinstance(countries, list | tuple) or len(countries) != players:
        raise ValueError(f"boom: countries={countries!r:.60} is not possible: give a list of {players} names")
    for place, name in enumerate(countries):
        if not isinstance(name, str) or not 0 < len(name.strip()) <= len(name) <= 24 or not name.isprintable():
            raise ValueError(f"boom: countries[{place}]={name!r:.60} is not a name: give 1 to 24 letters")
    return tuple(countries)


def _check_flags(flags: object, players: int) -> tuple[tuple[str, ...] | None, ...]:
    if flags is None:
        return (None,) * players
    width, height = FLAG_SIZE
    if not isinstance(flags, list | tuple) or len(flags) != players:
        raise ValueError(
            f"boom: flags={flags!r:.60} is not possible: give a list of {players} flags (or None for none)"
        )
    checked: list[tuple[str, ...] | None] = []
    for place, flag in enumerate(flags):
        if flag is None:
            checked.append(None)
            continue
        wanted = f"a flag is {height} rows of {width} letters out of {' '.join(FLAG_COLOURS)}"
        if not isinstance(flag, list | tuple):
            raise ValueError(f"boom: flags[{place}]={flag!r:.60} is not a flag: {wanted}")
        if len(flag) != height:
            raise ValueError(f"boom: flags[{place}] has {len(flag)} rows: {wanted}")
        for line, row in enumerate(flag):
            if not isinstance(row, str) or len(row) != width:
                found = f"{len(row)} letters" if isinstance(row, str) else f"{row!r:.40}"
                raise ValueError(f"boom: flags[{place}][{line}] has {found}: {wanted}")
            for letter in row:
                if letter not in FLAG_COLOURS:
                    raise ValueError(f"boom: flags[{place}][{line}] has {letter!r}: {wanted}")
        checked.append(tuple(flag))
    return tuple(checked)
