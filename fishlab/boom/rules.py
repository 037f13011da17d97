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

Options that are not in the rulebook (`treatments`) add moves around these. Before a year each seat from the start seat
says `("ready",)` when the talk is over, then seals its `("vote", fish)`: views hide the votes of others until all are
in. After the boxes chance rolls `("roll", face)`, the inspector's die, for each seat that took more than the quota.
Where the quota is a licence, a fish due beyond it goes back alive: `("release",)` is then the only move.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self, TypeVar

from fishlab.boom.kit import BIT, GEAR, gear_moves, kit_mask
from fishlab.boom.network import Sheet, plain_sheet, rows_of
from fishlab.boom.setup import OPTIONS, Setup, make_setup
from fishlab.boom.treatments import NO_QUOTA
from fishlab.core import CHANCE, HIDDEN, OVER, Move, Option, Player, State

T = TypeVar("T")

FAUX: Final = 127
"""The row of a faux fish, which comes from no row."""

Phase = Literal[
    "talk", "vote", "gear", "roll", "radar", "reroll", "double", "kills", "take", "kill", "box", "marketing", "shield",
    "inspect", "illegal", "over",
]  # fmt: skip
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


_NO_COUNCIL: Final = Council()
_ROLLS: Final[tuple[Move, ...]] = tuple(("roll", face) for face in range(1, 7))
_CLEAR: Final[dict[str, Any]] = {"gear": "", "dice": (), "named": (), "due": (), "kill": 0, "left": 0}
"""What is taken off the table when an action is over."""
_KEEP: Final[Move] = ("keep",)
_RELEASE: Final[Move] = ("release",)
_READY: Final[tuple[Move, ...]] = (("ready",),)
_VOTES: Final[tuple[Move, ...]] = tuple(("vote", fish) for fish in range(NO_QUOTA + 1))
_TURN: Final[Mapping[str, Player]] = {
    "roll": CHANCE, "reroll": CHANCE, "inspect": CHANCE, "illegal": CHANCE, "over": OVER,
}  # fmt: skip


@dataclass(frozen=True)
class Boom(State):
    """Fishery Boom: an instance is a moment of the game. Nothing is hidden but votes, until all are in.

    Masks have bit r for row r of the sheet, or bit s for species s. Causes of death are numbered: seats that took, then
    seats that killed, then illegal fishing.
    """

    name: ClassVar[str] = "boom"
    title: ClassVar[str] = "Fishery Boom"
    tag: ClassVar[str] = "BM"
    counts: ClassVar[str] = "year"
    parts: ClassVar[str] = "phase"
    files: ClassVar[tuple[str, ...]] = ("sheet",)
    seats: ClassVar[range] = range(2, 5)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

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

    @classmethod
    def start(cls, players: int = 2, **options: Any) -> Self:
        """Return year 1 with every fish alive.

        Args:
            players: 2 to 4.
            **options: `sheet`, `first`, `first_demand`, `score_unplayed_year`, `cooperative`, `countries`, `flags`,
                and those that are not in the rulebook: `form`, `years`, `talk`, `vote`, `quota`, `inspection`, `fine`,
                `graduated`, `licence`, `aim`; see `Boom.options`.
        """
        cls.check_start(players, options)
        setup = make_setup(players, **options)
        sheet = setup.sheet
        return cls(
            setup=setup,
            year=1,
            phase=setup.opening(1),
            seat=setup.first,
            living=sheet.everything,
            marks=(0,) * (2 * players + 1),
            seas=(sheet.everything,),
            past=(),
            drawn=((),) * players,
            plates=((setup.first_demand,) + (0,) * (sheet.years - 1),) * players,
            picks=((),) * players,
        )

    @classmethod
    def canonical(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as plain JSON data, a sheet file as its content."""
        plain = dict(options)
        if plain.get("sheet") is not None:
            plain["sheet"] = plain_sheet(plain["sheet"])
        found: dict[str, Any] = json.loads(json.dumps(plain))
        return found

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

    def kit(self, seat: int) -> int:
        """Return the boxes that work for a seat: those it marked in earlier years."""
        return kit_mask(self.picks[seat][: self.year - 1])

    def supply(self, seat: int, year: int) -> int:
        """Return how many fish lie in a box."""
        return [fish >> 8 for fish in self.drawn[seat]].count(year)

    @property
    def empty_sea(self) -> bool:
        """Whether the game ended because no fish was left."""
        return self.phase == "over" and len(self.seas) > self.year

    # Whose turn, and what can be done.

    def turn(self) -> Player:
        """Return the seat to act, `CHANCE` or `OVER`."""
        return _TURN.get(self.phase, self.seat)

    def moves(self) -> Sequence[Move]:
        """Return the legal moves of this step; see the order of moves above."""
        match self.phase:
            case "roll" | "illegal" | "reroll" | "inspect":
                return _ROLLS
            case "take":
                if self.licence_used:
                    return (_RELEASE,)
                sheet, kit = self.setup.sheet, self.kit(self.seat)
                rows = self.living & sheet.faces[self.due[0]]
                chill = bool(kit & BIT["refrigeration"]) and self.year < sheet.years
                return _take_moves(sheet, rows, chill, bool(kit & BIT["release"]))
            case "gear":
                return gear_moves(self.kit(self.seat))
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
            case "talk":
                return _READY
            case "vote":
                return _VOTES
        return ()

    def after(self, move: Move) -> Self:
        """Return the state after a legal move."""
        match move[0]:  # the most frequent first
            case "roll":
                face = int(move[1])
                if self.phase == "inspect":
                    return self._inspected(face)
                return self._illegal(face) if self.phase == "illegal" else self._rolled(face)
            case "gear":
                name = str(move[1])
                return self.but(phase="roll", gear=name, dice=(), left=GEAR[name].dice)
            case "box":
                return self._mark(str(move[1]))
            case "take":
                return self._take(self.setup.sheet.index[str(move[1])], self.year, 0)
            case "keep":
                return self.but(phase="reroll") if self.named else self._resolve(self.dice)
            case "reroll":
                return self.but(named=(*self.named, int(move[1])))
            case "chill":
                return self._take(self.setup.sheet.index[str(move[1])], self.year + 1, 128)
            case "release":
                return self._go_on(self.due[1:])
            case "kills":
                face = int(move[1])
                place = self.dice.index(face)
                return self._go_on(self.dice[:place] + self.dice[place + 1 :], kill=face)
            case "kill":
                bit = 1 << self.setup.sheet.index[str(move[1])]
                return self._action_over(**self._dead(bit, self.setup.players + self.seat))
            case "double":
                return self._go_on(_doubled(self.dice, int(move[1])))
            case "plate" | "cross":
                mine, place = self.plates[self.seat], self.year - 1
                mine = _put(mine, place, mine[place] + (1 if move[0] == "plate" else -1))
                return self._box_over(plates=_put(self.plates, self.seat, mine))
            case "shield":
                name = str(move[1])
                place = next(place for place, kind in enumerate(self.setup.sheet.species) if kind.name == name)
                shields = self.shields | 1 << place
                more = self.left > 1
                return self.but(shields=shields, left=1) if more else self._box_over(shields=shields, left=0)
            case "ready":
                seat = (self.seat + 1) % self.setup.players
                phase = "talk" if seat != self.start_seat else self.setup.opening(self.year, talked=True)
                return self.but(seat=seat, phase=phase)
            case "vote":
                return self._vote(int(move[1]))
        raise ValueError(f"{move!r} is not a move of Fishery Boom")

    # Before a year: talk and votes (not in the rulebook).

    def _vote(self, fish: int) -> Self:
        """Seal a vote; the last one opens them all."""
        votes, seat = (*self.council.votes, fish), (self.seat + 1) % self.setup.players
        if seat != self.start_seat:
            return self.but(council=self.council._replace(votes=votes), seat=seat)
        if HIDDEN in votes:
            raise ValueError("This view hides other seats' votes, so it cannot open them: play on from a guess().")
        opened = tuple(int(votes[(one - seat) % len(votes)]) for one in range(len(votes)))
        council = self.council._replace(votes=(), ballots=(*self.council.ballots, opened))
        return self.but(council=council, seat=seat, phase="gear")

    @property
    def quota(self) -> int:
        """How many fish each country may take a year: the lower median of the last vote, or what was imposed."""
        ballots = self.council.ballots
        return sorted(ballots[-1])[(len(ballots[-1]) - 1) // 2] if ballots else self.setup.quota

    @property
    def has_quota(self) -> bool:
        """Whether there is a rule about the catch, now or after a vote to come."""
        return self.setup.quota < NO_QUOTA or self.setup.vote != "never"

    # Phase 1, fishing.

    def _rolled(self, face: int) -> Self:
        """Lay a die on the table: a new one, or in place of one named for the radar's reroll."""
        if self.phase == "reroll":
            place, named = self.named[0] - 1, self.named[1:]
            dice = (*self.dice[:place], face, *self.dice[place + 1 :])
            return self.but(dice=dice, named=named) if named else self._resolve(dice)
        dice = (*self.dice, face)
        if self.left > 1:
            return self.but(dice=dice, left=self.left - 1)
        if self.kit(self.seat) & BIT["radar"]:
            return self.but(phase="radar", dice=dice, left=0)
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
                    return self.but(phase="double", dice=dice, named=(), left=0)
                due = ()
            case "trawler" | "trawler+":
                return self.but(phase="kills", dice=dice, named=(), left=0)
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
            return self.but(phase="take", due=due, **changes)
        if living & faces[kill]:
            return self.but(phase="kill", due=(), **changes)
        return self._action_over(**changes)

    def _take(self, row: int, year: int, chilled: int) -> Self:
        """Mark a fish off the sea and draw it into a box."""
        mine = (*self.drawn[self.seat], year << 8 | chilled | row)
        drawn = _put(self.drawn, self.seat, mine)
        return self._go_on(self.due[1:], drawn=drawn, **self._dead(1 << row, self.seat))

    def _dead(self, bit: int, cause: int) -> dict[str, Any]:
        """Return what changes when a fish dies of a cause."""
        return {"living": self.living & ~bit, "marks": _put(self.marks, cause, self.marks[cause] | bit)}

    def _action_over(self, **changes: Any) -> Self:
        """Go on to the next seat's fishing, or after Overtime to the next seat's box."""
        if len(self.picks[self.seat]) == self.year:
            return self._box_over(**changes)
        start, living = self.start_seat, changes.get("living", self.living)
        seat = (self.seat + 1) % self.setup.players
        phase = "gear"
        if seat == start or not living:
            phase, seat = "box", start
        changes.update(_CLEAR, phase=phase, seat=seat)
        return self.but(**changes)

    # Phase 2, upgrade or bonus.

    def _mark(self, name: str) -> Self:
        """Mark a box; a bonus acts at once and does what is possible."""
        seat = self.seat
        picks = _put(self.picks, seat, (*self.picks[seat], name))
        match name:
            case "faux":
                mine = (*self.drawn[seat], self.year << 8 | FAUX)
                return self._box_over(picks=picks, drawn=_put(self.drawn, seat, mine))
            case "marketing":
                return self.but(picks=picks, phase="marketing")
            case "enforcement":
                left = min(2, len(self.setup.sheet.species) - self.shields.bit_count())
                if left:
                    return self.but(picks=picks, phase="shield", left=left)
            case "overtime":
                if self.living:
                    return self.but(picks=picks, phase="gear")
        return self._box_over(picks=picks)

    def _box_over(self, **changes: Any) -> Self:
        """Go on to the next seat's box, or to the end of the year."""
        seat = (self.seat + 1) % self.setup.players
        changes.update(_CLEAR, phase="box", seat=seat)
        if seat != self.start_seat:
            return self.but(**changes)
        if self.setup.inspects:
            return self.but(**changes)._inspect(0)
        return self._boxes_over(changes)

    # After the boxes: the inspector (not in the rulebook).

    def _inspect(self, step: int) -> Self:
        """Roll for the next seat, in the order of play, that took more than the quota; then the year goes on."""
        players, start = self.setup.players, self.start_seat
        for seat in ((start + place) % players for place in range(step, players)):
            if self.too_many(seat):
                return self.but(phase="inspect", seat=seat)
        return self._boxes_over({"seat": start})

    def _inspected(self, face: int) -> Self:
        fine = self.fine_each(self.seat) * self.too_many(self.seat) if face <= self.setup.inspection else 0
        checks = (*self.council.checks, Check(self.year, self.seat, fine))
        state = self.but(council=self.council._replace(checks=checks))
        return state._inspect((self.seat - self.start_seat) % self.setup.players + 1)

    def taken(self, seat: int, year: int) -> int:
        """Return how many fish a seat took out of the sea in a year, also those that it keeps cold."""
        return self.marks_in(year)[seat].bit_count()

    def too_many(self, seat: int) -> int:
        """Return how many fish more than the quota a seat has taken this year."""
        return max(0, self.taken(seat, self.year) - self.quota)

    @property
    def licence_used(self) -> bool:
        """Whether the seat has taken all that its licence allows this year."""
        return self.setup.licence and self.taken(self.seat, self.year) >= self.quota

    def fine_each(self, seat: int) -> int:
        """Return what a fish too many costs a seat if it is found; graduated, more after each breach found before."""
        before = sum(check.seat == seat and check.fine > 0 for check in self.council.checks)
        return self.setup.fine * (1 + before if self.setup.graduated else 1)

    def fines(self) -> tuple[int, ...]:
        """Return what each seat has paid so far, in points."""
        checks = self.council.checks
        return tuple(sum(check.fine for check in checks if check.seat == seat) for seat in range(self.setup.players))

    # Phase 3, and on to phases 4 and 5.

    def _boxes_over(self, changes: dict[str, Any]) -> Self:
        """Draw next year's plates and go on to illegal fishing and depletion; the last year ends the game."""
        sheet, year = self.setup.sheet, self.year
        if year == sheet.years:
            return self.but(**changes | {"phase": "over"})
        # Phase 3: demand is this year's supply, the fish that lie in this year's box, and one more in marked years.
        more = (year + 1) in sheet.plus_one
        boxes = zip(changes.get("plates", self.plates), changes.get("drawn", self.drawn), strict=True)
        changes["plates"] = tuple(
            (*mine[:year], sum(fish >> 8 == year for fish in drawn) + more, *mine[year + 1 :]) for mine, drawn in boxes
        )
        left = self.setup.illegal_dice(year)
        state = self.but(**changes | {"phase": "illegal", "left": left})
        return state if left else state._deplete()

    def _illegal(self, face: int) -> Self:
        """Kill the topmost living, unprotected fish of that die, if there is one (phase 4)."""
        target, left = self.illegal_target(face), self.left - 1
        changes = self._dead(1 << target, 2 * self.setup.players) if target >= 0 else {}
        state = self.but(**changes, dice=(*self.dice, face), left=left)
        return state if left else state._deplete()

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

    def _deplete(self) -> Self:
        """Cross out what no living fish points to, and begin the next year; an empty sea ends the game (phase 5)."""
        year = self.year
        living = self.setup.sheet.grow(self.living, year)
        seas = (*self.seas, living)
        if not living:
            return self.but(phase="over", seas=seas, dice=())
        return self.but(
            year=year + 1,
            phase=self.setup.opening(year + 1),
            seat=(self.setup.first - year) % self.setup.players,
            living=living,
            seas=seas,
            past=(*self.past, self.marks),
            marks=(0,) * len(self.marks),
            dice=(),
        )

    # Scores.

    def scores(self) -> tuple[int, ...]:
        """Return the score of the sheets as they stand, less fines: +1 for a plate with a fish, −2 for one without."""
        own = self.own_scores()
        if self.council.checks:
            own = tuple(score - fine for score, fine in zip(own, self.fines(), strict=True))
        return (sum(own),) * len(own) if self.setup.cooperative else own

    def own_scores(self) -> tuple[int, ...]:
        """Return each country's own score by the rulebook, before fines, also in the cooperative game."""
        years = range(1, self.setup.sheet.years + 1)
        return tuple(sum(self.year_score(seat, year) for year in years if plates[year - 1])
                     for seat, plates in enumerate(self.plates))  # fmt: skip

    def year_score(self, seat: int, year: int) -> int:
        """Return what one year's box is worth as it stands; an unplayed year may not count."""
        if year > self.year and self.phase == "over" and not self.setup.score_unplayed_year:
            return 0
        plates = self.plates[seat][year - 1]
        filled = min(plates, self.supply(seat, year)) if plates else 0
        return filled - 2 * (plates - filled)

    # Who sees what.

    def view(self, player: Player) -> Self:
        """Return what a player sees: everything, but of votes that are sealed only its own."""
        votes = self.council.votes
        mine = (player - self.start_seat) % self.setup.players if player >= 0 else -1
        seen = tuple(vote if place == mine else HIDDEN for place, vote in enumerate(votes))
        return self if seen == votes else self.but(council=self.council._replace(votes=seen))

    def guess(self, rng: Random) -> Self:
        """Return a whole state that fits this view: every hidden vote may be anything."""
        votes = self.council.votes
        if HIDDEN not in votes:
            return self
        votes = tuple(rng.randint(0, NO_QUOTA) if vote == HIDDEN else vote for vote in votes)
        return self.but(council=self.council._replace(votes=votes))

    def secrets(self) -> bool:
        """Boom hides something only while votes are sealed: no game as it is printed does."""
        return self.phase == "vote"

    def sealed(self) -> bool:
        """Tell whether votes lie sealed."""
        return bool(self.council.votes)

    # What lies on the sheet, year by year.

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

    def tally(self) -> Mapping[str, int]:
        """Return what no move may change: every fish of every year is one thing, every drawn fish has a source."""
        sheet, picks = self.setup.sheet, [pick for mine in self.picks for pick in mine]
        taken = sum(mask.bit_count() for marks in (*self.past, self.marks) for mask in marks[: self.setup.players])
        on_sheet = 0
        for year in range(1, sheet.years + 1):
            living, marks = self.living_in(year), self.marks_in(year)
            dead = 0
            for mask in (living, *marks):
                dead |= mask
            on_sheet += sum(mask.bit_count() for mask in (living, *marks)) + (sheet.everything & ~dead).bit_count()
        return {
            "fish on the sheet": on_sheet,
            "fish drawn but not caught": sum(map(len, self.drawn)) - taken - picks.count("faux"),
            "shields without enforcement": max(0, self.shields.bit_count() - 2 * picks.count("enforcement")),
        }

    def luck_place(self) -> tuple[int | str, ...]:
        """Return where the die of this moment lies on a tape: by year, seat and roll, whatever was rolled before.

        Games that roll from one tape have the same luck, die by die, however differently they are played.
        """
        year, seat = self.year, self.seat
        action = "overtime" if len(self.picks[seat]) == year else "fishing"
        match self.phase:
            case "illegal":
                return (year, "illegal", self.setup.illegal_dice(year) - self.left)
            case "inspect":
                return (year, "inspect", seat)
            case "reroll":
                return (year, seat, action, "reroll", self.named[0])
        return (year, seat, action, "roll", len(self.dice) + 1)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line of text means; capitals do not matter."""
        return State.parse(text.lower())


# Small tables, made once, and pure helpers.


def scores_up_to(state: Boom, year: int) -> list[int]:
    """Return each country's points up to the end of a year, before fines, wherever games are compared.

    Each year has its own points and no others: what the year after an empty sea costs stands in that year.
    """
    years = range(1, min(year, state.sheet.years) + 1)
    return [sum(state.year_score(seat, one) for one in years) for seat in range(state.players)]


def total_up_to(state: Boom, year: int) -> int:
    """Return a team's points up to the end of a year, before fines."""
    return sum(scores_up_to(state, year))


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return a tuple with another value at a place."""
    return (*values[:place], value, *values[place + 1 :])


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


def _doubled(dice: tuple[int, ...], face: int) -> tuple[int, ...]:
    """Return the fish due on an upgraded longline: one of each die, one more of the doubled die, none of a 6."""
    place = dice.index(face) + 1
    return tuple(die for die in (*dice[:place], face, *dice[place:]) if die != 6)
