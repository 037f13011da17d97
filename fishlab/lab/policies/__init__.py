"""Policies: a player of Fishery Boom as a handful of numbers, and one-game agents that play by them.

A policy is data, not a program, so that thousands of games can be played at once, each with its own numbers, and so
that a slider can move any of them. The batch engine and `agents` read the same numbers in the same way; the tests hold
them to it, move by move.

What a policy does in a year:

* It wants to have `plates + ambition` fish in this year's box. If it keeps a quota this year, never more than that,
  and once it has taken its quota it marks no Overtime to take more.
* It fishes with the line of equipment that takes most nearly what it still wants: its own `gear`, what that builds
  on, or the one line that everybody has.
* Every fish it takes is, with chance `care`, the one whose death costs the sea least within `look_ahead` years (the
  topmost of equals), otherwise any living one of that die, each as likely as sixteenths allow.
* What it takes beyond its wish it puts back (`release`) or keeps for next year (`refrigerate`), if it can and cares
  to. A carefully picked fish that costs the sea more than `spare` is put back as well.
* It marks the boxes its numbers need, or those of its `order`, and the one-time bonuses when they pay.

Some numbers may change from year to year (`years`).

The rooms: `tape` (the luck of many games), `tables` (look-up tables over dice and seas).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple, Self

from fishlab.boom.network import BOX_NEEDS, SPECIES, Sheet, rows_of
from fishlab.boom.phases import overtime
from fishlab.boom.player_sheets import equipment, works
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import NO_QUOTA as FREE
from fishlab.core import Agent, Move
from fishlab.lab.policies import tape
from fishlab.lab.policies.tables import (
    CALM,
    GEAR_FOR,
    GEARS,
    LAST_SURPLUS,
    SHORT,
    SHORT_BOLD,
    SURPLUS,
    WISHES,
    box_order,
    mask_of,
    shield_order,
    whims_for,
)
from fishlab.lab.policies.tape import Luck
from fishlab.messages import mark, refusal, tr

NO_QUOTA: Final = 99
"""The quota of who has none."""


class Number(NamedTuple):
    """One number of a policy: what it means and what is allowed."""

    name: str
    low: float
    high: float
    whole: bool
    text: str
    """A message."""

    def words(self) -> str:
        """Return what it means."""
        return tr(self.text, gears=", ".join(GEARS), none=NO_QUOTA)


NUMBERS: Final = (
    Number("ambition", 0, 6, False, mark("fish wanted beyond this year's plates; 0.5 means one more every other year")),
    Number("care", 0, 1, False, mark("chance, for each fish, to pick the one whose death costs the sea least")),
    Number("look_ahead", 0, 9, True, mark("years ahead that are counted in that cost; 0 sees none")),
    Number("gear", 0, 6, True, mark("the equipment it works towards and fishes with, by number: {gears}")),
    Number("radar", 0, 1, True, mark("1 to mark the Fish Radar and use it")),
    Number("release", 0, 1, False, mark("chance in a year to put unwanted fish back alive; above 0 it marks Release")),
    Number(
        "spare", 0, 99, True,
        mark("fish-years that a carefully picked fish may cost; a dearer one is put back by Release"),
    ),
    Number(
        "refrigerate", 0, 1, False,
        mark("chance in a year to keep unwanted fish for the next; above 0 it marks the box"),
    ),
    Number("bonuses", 0, 1, False, mark("chance in a year to mark a one-time bonus when one pays")),
    Number("overtime", 0, 1, False, mark("chance in a year that Overtime is among the bonuses it would mark")),
    Number("enforcement", 0, 1, True, mark("1 to mark Enforcement where there is illegal fishing")),
    Number("quota", 0, NO_QUOTA, True, mark("fish a year it is allowed; {none} for no quota (not in the rulebook)")),
    Number(
        "compliance", 0, 1, False,
        mark("chance in a year to keep a promise, the quota and the reserve (not in the rulebook)"),
    ),
    Number("fade", 0, 1, False, mark("share of its compliance that is lost from year to year (not in the rulebook)")),
    Number("transferable", 0, 1, True, mark("1 if unused quota goes to seats that want more (not in the rulebook)")),
    Number("price", 0, 3, False, mark("points it pays for a fish of quota that it buys (not in the rulebook)")),
    Number("detection", 0, 1, False, mark("chance in a year that a breach of the rule is seen (not in the rulebook)")),
    Number(
        "penalty", 0, 20, False, mark(
            "points of fine for every fish of a breach that is seen: another changes what is paid, not what is done "
            "(not in the rulebook)"
        )
    ),
    Number(
        "graduated", 0, 1, True,
        mark("1 if the second breach seen costs twice as much, the third three times … (not in the rulebook)"),
    ),
    Number("licence", 0, 1, True, mark("1 if fish beyond the quota go back alive (not in the rulebook)")),
)  # fmt: skip
"""Every number of a policy but the reserve, which is a set of species."""
_RANGES: Final = {number.name: number for number in NUMBERS}
YEARLY: Final = (
    "ambition", "care", "look_ahead", "release", "spare", "refrigerate", "bonuses", "overtime", "quota", "compliance",
)  # fmt: skip
"""The numbers that may change from year to year."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A player as numbers; `NUMBERS` says what each means and what is allowed.

    >>> Policy(ambition=2, gear="trawler+").wishes()
    ('trawler', 'trawler+')
    >>> Policy(care=1.5)
    Traceback (most recent call last):
    ...
    ValueError: policy: care=1.5 is not possible: choose a number from 0 to 1
    """

    ambition: float = 1.0
    care: float = 0.5
    look_ahead: int = 9
    gear: int | str = "seine"
    radar: int = 0
    release: float = 0.0
    spare: int = 99
    refrigerate: float = 0.0
    bonuses: float = 1.0
    overtime: float = 0.5
    enforcement: int = 0
    quota: int = NO_QUOTA
    compliance: float = 1.0
    fade: float = 0.0
    transferable: int = 0
    price: float = 0.0
    detection: float = 0.0
    penalty: float = 0.0
    graduated: int = 0
    licence: int = 0
    reserve: tuple[str, ...] = ()
    """Species that are closed: not taken while another row of the die lives, put back where Release allows it."""
    order: tuple[str, ...] = ()
    """The boxes that it works towards and uses, in this order; without one the numbers say which (see `wishes`)."""
    years: tuple[tuple[str, tuple[float, ...]], ...] = ()
    """Numbers year by year, as pairs of a name out of `YEARLY` and values (or a dictionary); the last value holds on.
    They take the place of the number of that name."""
    otherwise: Policy | None = None
    """What it does in a year in which it does not comply; without one, the same but for quota and reserve."""

    def __post_init__(self) -> None:
        """Check every number, and turn the name of a gear into its number."""
        if isinstance(self.gear, str):
            if self.gear not in GEARS:
                raise refusal(
                    "policy: gear={gear!r} is not possible: choose {gears}", gear=self.gear, gears=", ".join(GEARS)
                )
            object.__setattr__(self, "gear", GEARS.index(self.gear))
        for number in NUMBERS:
            value = getattr(self, number.name)
            object.__setattr__(self, number.name, _checked(number, value))
        reserve = (self.reserve,) if isinstance(self.reserve, str) else tuple(self.reserve)
        for species in reserve:
            if species not in SPECIES:
                raise refusal(
                    "policy: reserve names {species!r}, which is not a species: choose {known}",
                    species=species,
                    known=", ".join(SPECIES),
                )
        object.__setattr__(self, "reserve", tuple(name for name in SPECIES if name in reserve))
        order = (self.order,) if isinstance(self.order, str) else tuple(self.order)
        for place, name in enumerate(order):
            if name not in WISHES or name in order[:place]:
                raise refusal(
                    "policy: order names {name!r}: choose each once of {known}", name=name, known=", ".join(WISHES)
                )
            if BOX_NEEDS[name] and BOX_NEEDS[name] not in order[:place]:
                raise refusal(
                    "policy: order names {name!r} before {needed!r}, which it builds on",
                    name=name,
                    needed=BOX_NEEDS[name],
                )
        object.__setattr__(self, "order", order)
        pairs = dict(self.years)
        for name, values in pairs.items():
            if name not in YEARLY or not values:
                raise refusal(
                    "policy: years names {name!r}: choose values for some of {known}",
                    name=name,
                    known=", ".join(YEARLY),
                )
            pairs[name] = tuple(_checked(_RANGES[name], value) for value in values)
        object.__setattr__(self, "years", tuple(sorted(pairs.items())))
        if isinstance(self.otherwise, Mapping):
            object.__setattr__(self, "otherwise", Policy(**self.otherwise))
        if self.otherwise is not None and (not isinstance(self.otherwise, Policy) or self.otherwise.otherwise):
            raise refusal("policy: otherwise is another policy, which cannot have an otherwise of its own")

    def but(self, **changes: Any) -> Self:
        """Return this policy with some numbers changed, for all years; an unknown name is a `ValueError`."""
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                raise refusal(
                    "a policy has no number {name!r}: the numbers are {known}", name=name, known=", ".join(known)
                )
        yearly = tuple(pair for pair in self.years if pair[0] not in changes)
        return replace(self, **{"years": yearly} | changes)

    def numbers(self) -> dict[str, Any]:
        """Return the policy as plain data."""
        plain = asdict(self) | {"reserve": list(self.reserve), "order": list(self.order)}
        plain["years"] = {name: list(values) for name, values in self.years}
        plain["otherwise"] = self.otherwise.numbers() if self.otherwise else None
        return {name: value for name, value in plain.items() if value or name not in ("order", "years", "otherwise")}

    @property
    def changes(self) -> bool:
        """Whether it has numbers year by year."""
        return bool(self.years or (self.otherwise and self.otherwise.years))

    def at(self, year: int) -> Policy:
        """Return the policy of one year, without numbers year by year."""
        return _at(self, year) if self.changes else self

    def look_aheads(self) -> set[int]:
        """Return every look-ahead that it uses."""
        other = self.otherwise.look_aheads() if self.otherwise else ()
        return {self.look_ahead, *(int(value) for value in dict(self.years).get("look_ahead", ())), *other}

    def wishes(self) -> tuple[str, ...]:
        """Return the boxes that this policy works towards, in the order in which it marks them."""
        if self.order:
            return self.order
        found = ["release"] if self.release or any(dict(self.years).get("release", ())) else []
        gear = GEARS[int(self.gear)]
        if gear != "default":
            found.append(gear.rstrip("+"))
        if self.enforcement:
            found.append("enforcement")
        if gear.endswith("+"):
            found.append(gear)
        if self.radar:
            found.append("radar")
        if self.refrigerate or any(dict(self.years).get("refrigerate", ())):
            found.append("refrigeration")
        return tuple(found)

    def complies(self, year: int) -> int:
        """Return in 255ths the chance to comply in a year."""
        return round(255 * self.compliance * (1 - self.fade) ** (year - 1))


def _checked(number: Number, value: Any) -> float:
    """Return a value of a number, or raise `ValueError`."""
    right = isinstance(value, int | float) and number.low <= value <= number.high
    if not right or (number.whole and value != int(value)):
        wrong = mark("policy: {name}={value!r} is not possible: choose a number from {low} to {high}")
        if number.whole:
            wrong = mark("policy: {name}={value!r} is not possible: choose a whole number from {low} to {high}")
        raise refusal(wrong, name=number.name, value=value, low=number.low, high=number.high)
    return int(value) if number.whole else float(value)


@lru_cache(maxsize=4096)
def _at(policy: Policy, year: int) -> Policy:
    now: dict[str, Any] = {name: values[min(year, len(values)) - 1] for name, values in policy.years}
    other = policy.otherwise.at(year) if policy.otherwise else None
    return replace(policy, years=(), order=policy.wishes(), otherwise=other, **now)


def in_255ths(chance: float) -> int:
    """Return a chance as the byte that luck must stay below; 0 is never and 255 always.

    So chances are exact to a 510th: a half is 128 of 255 (50.2 %), where the die at a table finds 3 times of 6.
    """
    return round(255 * chance)


# One-game agents.


def agents(policies: Sequence[Policy], luck: Luck | None = None, game: int = 0) -> list[Agent]:
    """Return one agent for each seat that plays by these policies, for one game.

    Args:
        policies: one policy for each seat.
        luck: the bytes that decide what the policies leave open, and which of its games; drawn from the generator that
            an agent is given at its first move if there is none.
        game: the number of the game in `luck`.
    """
    table = _Table(tuple(policies), luck, game)
    return [table.play for _ in policies]


class _Table:
    """The policies of one game around one table."""

    def __init__(self, policies: tuple[Policy, ...], luck: Luck | None, game: int) -> None:
        self.policies, self.luck, self.game = policies, luck, game
        self.given = luck is not None

    def play(self, view: Boom, rng: Random) -> Move:
        """Return the move of the seat that is to act."""
        opening = (
            view.year == 1 and view.phase == "gear" and view.seat == view.setup.first and not view.picks[view.seat]
        )
        if self.luck is None or (opening and not self.given):
            self.luck = tape.draw(view.sheet, view.players, rng.getrandbits(60), 0, 1)
        if len(self.policies) != view.players:
            raise refusal(
                "{count} policies cannot play for {players} seats: give one for each",
                count=len(self.policies),
                players=view.players,
            )
        return _Turn(self, view).move()

    def byte(self, year: int, seat: int, what: int) -> int:
        """Return a byte of luck of a seat's year."""
        assert self.luck is not None
        return self.luck.byte(self.luck.layout.plane(year - 1, seat, what), self.game)

    def overtime_byte(self, seat: int, copy: int, fish: int) -> int:
        """Return a byte of luck of a seat's Overtime."""
        assert self.luck is not None
        return self.luck.byte(self.luck.layout.overtime_plane(seat, copy) + fish, self.game)


class _Turn:
    """What one policy thinks at one moment."""

    def __init__(self, table: _Table, view: Boom) -> None:
        self.table, self.view, self.seat, self.year = table, view, view.seat, view.year
        self.policies = [self._now(seat, policy.at(view.year)) for seat, policy in enumerate(table.policies)]
        self.policy = self.policies[view.seat]
        self.sheet = view.sheet

    def _now(self, seat: int, policy: Policy) -> Policy:
        """Return what a seat does this year: as agreed, or what it does otherwise."""
        if policy.otherwise is None or self.table.byte(self.year, seat, tape.COMPLIANCE) < policy.complies(self.year):
            return policy
        return policy.otherwise

    def luck(self, what: int) -> int:
        return self.table.byte(self.year, self.seat, what)

    def chance(self, chance: float, what: int) -> bool:
        return self.luck(what) < in_255ths(chance)

    # What it wants.

    def complies(self, seat: int) -> bool:
        policy = self.policies[seat]
        return self.table.byte(self.year, seat, tape.COMPLIANCE) < policy.complies(self.year)

    def wish(self, seat: int) -> int:
        """Return how many fish a seat would like in this year's box, quota or no quota, as the year begins.

        The plates are those that the year began with: what is agreed then holds when Marketing has changed them.
        """
        policy = self.policies[seat]
        whole = int(policy.ambition)
        more = self.table.byte(self.year, seat, tape.AMBITION) < in_255ths(policy.ambition - whole)
        view, year = self.view, self.year
        plates = view.setup.first_demand
        if year > 1:
            plates = view.supply(seat, year - 1) + (year in self.sheet.plus_one)
        return plates + whole + more

    def target(self) -> int:
        """Return how many fish this seat wants in this year's box."""
        wish = self.wish(self.seat)
        return min(wish, self.market()[0][self.seat]) if self.complies(self.seat) else wish

    def market(self) -> tuple[list[int], list[float]]:
        """Return every seat's quota after the trade that opens the year, and the points it earned by it."""
        view, policies = self.view, self.policies
        order = [(view.start_seat + place) % view.players for place in range(view.players)]
        quotas, points = [policy.quota for policy in policies], [0.0] * view.players
        trading = [
            seat
            for seat in order
            if policies[seat].transferable and policies[seat].quota < NO_QUOTA and self.complies(seat)
        ]
        spare = {seat: max(0, quotas[seat] - max(self.wish(seat), 1)) for seat in trading}  # everybody must fish
        offered = pool = sum(spare.values())
        paid = 0.0
        for seat in trading:
            bought = min(pool, max(0, self.wish(seat) - quotas[seat]))
            quotas[seat] += bought - spare[seat]
            points[seat] -= bought * policies[seat].price
            paid += bought * policies[seat].price
            pool -= bought
        for seat in trading:
            points[seat] += spare[seat] / max(offered, 1) * paid
        return quotas, points

    def wanted(self) -> int:
        return self.target() - self.view.supply(self.seat, self.year)

    def used_up(self) -> bool:
        """Whether it keeps a quota this year and has taken all of it."""
        taken = self.view.marks[self.seat].bit_count()
        return self.complies(self.seat) and taken >= self.market()[0][self.seat]

    def releases(self) -> bool:
        """Whether it puts unwanted fish back this year."""
        return self.uses("release") and self.chance(self.policy.release, tape.RELEASE)

    def uses(self, box: str) -> bool:
        """Whether a box works that it works towards."""
        return box in self.policy.wishes() and works(self.view, self.seat, box)

    # What it knows of the sea.

    def cost(self, row: int) -> int:
        """Return the fish-years within its look-ahead that would be lost if this fish died now."""
        return _cost(self.sheet, self.view.living, row, self.year, self.policy.look_ahead)

    def good(self, careful: bool) -> set[int]:
        """Return the faces it would like to see: with living fish, and if it is careful with one that costs nothing."""
        living, sheet = self.view.living, self.sheet
        return {
            face
            for face in range(1, 7)
            if any(not careful or self.cost(row) == 0 for row in rows_of(living & sheet.faces[face]))
        }

    def key(self, face: int, good: set[int]) -> int:
        """Return 0 for a face without living fish, 1 for a good one, 2 for one that costs the sea something."""
        if not self.view.living & self.sheet.faces[face]:
            return 0
        return 1 if face in good else 2

    def pick_row(self, rows: int, number: int) -> tuple[str, bool]:
        """Return the row of a fish, and whether it is too dear to keep.

        The last fish due in an action is number 2, the one before 1, the kill 3.
        """
        luck, view = self.table.luck, self.view
        assert luck is not None
        if overtime(view):
            copy = view.picks[self.seat].count("overtime") - 1
            byte = self.table.overtime_byte(self.seat, copy, number)
            whim = luck.whim_of(luck.layout.overtime_roll(self.seat, copy), self.table.game, number)
        else:
            byte = self.luck(tape.FISH + number)
            whim = luck.whim_of(luck.layout.roll(self.year - 1, self.seat), self.table.game, number)
        if self.policy.reserve and self.complies(self.seat):
            rows = rows & ~self.reserved() or rows
        living = rows_of(rows)
        if byte < in_255ths(self.policy.care):
            row = min(living, key=self.cost)
            return self.sheet.names[row], self.cost(row) > self.policy.spare
        whims = whims_for(self.sheet)
        return self.sheet.names[living[whim % whims * len(living) // whims]], False

    def reserved(self) -> int:
        """Return the rows of the species that are closed."""
        return reserve_mask(self.sheet, self.policy.reserve)

    # What it does.

    def move(self) -> Move:
        view = self.view
        match view.phase:
            case "gear":
                wishes = self.policy.wishes()
                kit = mask_of(name for name in equipment(view, self.seat) if name in wishes)
                wanted = min(max(self.wanted(), 1), 3)
                return ("gear", GEARS[int(GEAR_FOR[kit * 8 + wanted * 2 + self.releases()])])
            case "radar":
                return self.reroll()
            case "double":
                return ("double", self.doubled())
            case "kills":
                good = self.good(self.chance(self.policy.care, tape.PLAN))
                return ("kills", min(view.dice, key=lambda face: self.key(face, good)))
            case "take":
                return self.take()
            case "kill":
                return ("kill", self.pick_row(view.living & self.sheet.faces[view.kill], 3)[0])
            case "box":
                return self.box()
            case "marketing":
                short = view.plates[self.seat][self.year - 1] - view.supply(self.seat, self.year)
                return ("cross",) if short >= 0 and view.plates[self.seat][self.year - 1] else ("plate",)
            case "shield":
                return self.shield()
            case "talk":
                return ("ready",)
            case "vote":
                return ("vote", min(self.policy.quota, FREE))
        raise refusal("a policy has nothing to decide in the phase {phase!r}", phase=view.phase)

    def reroll(self) -> Move:
        """Name the dice that show no good face, if there is any good face."""
        view = self.view
        good = self.good(self.chance(self.policy.care, tape.PLAN))
        last = view.named[-1] if view.named else 0
        if not self.uses("radar"):
            return ("keep",)
        for die in range(last + 1, len(view.dice) + 1):
            if good and view.dice[die - 1] not in good:
                return ("reroll", die)
        return ("keep",)

    def doubled(self) -> int:
        """Return the die that counts twice: a good one to take more, or one that costs least to take no more."""
        good = self.good(self.chance(self.policy.care, tape.PLAN))
        first, second = self.view.dice
        one, two = (0 if face == 6 else self.key(face, good) for face in self.view.dice)
        if min(max(self.wanted(), 1), 3) > (one > 0) + (two > 0):
            gain = (0, 2, 1)  # of a dead, a good and a costly face
            return second if gain[two] > gain[one] else first
        return second if two < one else first

    def take(self) -> Move:
        view = self.view
        if view.licence_used:
            return ("release",)
        rows = view.living & self.sheet.faces[view.due[0]]
        name, dear = self.pick_row(rows, 3 - len(view.due))
        enough = self.wanted() <= 0
        if self.releases():
            closed = self.policy.reserve and self.complies(self.seat) and not rows & ~self.reserved()
            if enough or closed or dear:
                return ("release",)
        works = self.uses("refrigeration") and self.year < self.sheet.years
        if enough and works and self.chance(self.policy.refrigerate, tape.CHILL):
            return ("chill", name)
        return ("take", name)

    def box(self) -> Move:
        view, policy = self.view, self.policy
        short = view.plates[self.seat][self.year - 1] - view.supply(self.seat, self.year)
        situation = CALM
        if short and self.chance(policy.bonuses, tape.BONUS):
            if short > 0:
                bold = self.chance(policy.overtime, tape.OVERTIME) and not self.used_up()
                situation = SHORT_BOLD if bold else SHORT
            else:
                situation = LAST_SURPLUS if self.year == self.sheet.years else SURPLUS
        free = {str(move[1]) for move in view.moves()}
        return ("box", next(name for name in box_order(policy.wishes(), situation) if name in free))

    def shield(self) -> Move:
        """Shield the most valuable species that still lives, then the most valuable that does not."""
        view, species = self.view, self.sheet.species
        order = [place for place in shield_order(self.sheet, self.year) if not view.shields >> place & 1]
        alive = [place for place in order if view.living & species[place].mask]
        return ("shield", species[(alive or order)[0]].name)


def reckon(
    policies: Sequence[Policy], openings: Sequence[Boom], taken: Sequence[Sequence[int]], luck: Luck
) -> list[list[tuple[float, float]]]:
    """Return for each year and seat its fine and what it earned by trading quota (not in the rulebook).

    Args:
        policies: one for each seat.
        openings: the states in which the years begin.
        taken: for each year and seat the mask of the rows it took.
        luck: of this one game.
    """
    found, breaches = [], [0] * len(policies)
    for opening, masks in zip(openings, taken, strict=True):
        turn = _Turn(_Table(tuple(policies), luck, 0), opening)
        quotas, points = turn.market()
        year = []
        for seat, policy in enumerate(turn.policies):
            breach = max(0, masks[seat].bit_count() - quotas[seat])
            if not turn.complies(seat):
                breach += (masks[seat] & reserve_mask(opening.sheet, policy.reserve)).bit_count()
            breach *= turn.table.byte(opening.year, seat, tape.DETECTION) < in_255ths(policy.detection)
            year.append((breach * policy.penalty * (1 + breaches[seat] * policy.graduated), points[seat]))
            breaches[seat] += breach > 0
        found.append(year)
    return found


def reserve_mask(sheet: Sheet, reserve: Sequence[str]) -> int:
    """Return the rows of some species; species that the sheet does not have count for nothing."""
    return sum(kind.mask for kind in sheet.species if kind.name in reserve)


@lru_cache(maxsize=65536)
def _cost(sheet: Sheet, living: int, row: int, year: int, ahead: int) -> int:
    return sum(mask.bit_count() for mask in sheet.losses(1 << row, year, living)[:ahead])
