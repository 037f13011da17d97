"""A moment of Pisces as a value: its fields, and what can be asked of it.

Boards are numbered by the seat that keeps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from fishlab.core import State
from fishlab.pisces.boards import OCEAN, Sea, Species, Step, life_cycle_steps, stage_totals

GEAR: Final = ("motor", "outrigger", "finder")
STARS_IN_BOX: Final = 20  # components; more are credited
TROPHIES_IN_BOX: Final = 10

PHASES: Final = (
    "Tournament goals",
    "Management",
    "Fleet movement",
    "Fishing",
    "Return to port",
    "Boats and gear",
    "Life cycles",
    "First-player bids",
)
"""The eight phases of a round, in the rulebook's order."""

Phase = Literal[
    "first",
    "choose",
    "cards",
    "block",
    "fleet",
    "fish",
    "roll",
    "settle",
    "buy",
    "pay",
    "spawn",
    "bid",
    "bidpay",
    "over",
]

_PHASE_NUMBER: Final = {
    "first": 0, "choose": 0, "cards": 1, "block": 2, "fleet": 3, "fish": 4, "roll": 4, "settle": 4,
    "buy": 6, "pay": 6, "spawn": 7, "bid": 8, "bidpay": 8, "over": 4,
}  # fmt: skip


def outcome_tokens(boards: int) -> tuple[int, ...]:
    """Return the board that each face 1 to 6 of the ocean die stands for, -1 for "roll again".

    Setup: three tokens a species with two boards, two with three, one with more; what is left is "roll again".
    """
    each = {2: 3, 3: 2}.get(boards, 1)
    return tuple(place // each if place // each < boards else -1 for place in range(6))


_TOKENS: Final = {boards: outcome_tokens(boards) for boards in range(2, 7)}


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack as the picture needs it."""

    name: str
    stage: str
    number: int
    colour: str
    chips: int
    blocked: bool


@dataclass(frozen=True)
class Position(State):
    """A moment of the game, without its rules: every instance is a `Pisces`.

    Boards, held chips and cards are numbered by the seat that keeps the board. The areas where boats fish are the
    boards by number, and the open ocean, whose number is that of the players.
    """

    sea: Sea
    phase: Phase
    seat: int
    """The seat to act; in phase "spawn" the board whose dice are rolled."""
    first: int
    """Who holds the First-player Token, -1 until it is decided."""
    round: int
    kinds: tuple[int, ...]
    """Each seat's species by its place in `sea.species`, -1 until chosen."""
    stacks: tuple[tuple[int, ...], ...]
    centre: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    """held[seat][board]: chips in a seat's catch pile."""
    caught: tuple[tuple[int, ...], ...]
    """caught[seat][board]: chips kept in this round's fishing."""
    landed: tuple[tuple[int, ...], ...]
    """landed[seat][board]: chips kept in the whole game, also those spent since."""
    blocks: tuple[int, ...]
    """The blocked stack of each board, -1 for none."""
    boats: tuple[int, ...]
    fleet: tuple[tuple[int, ...], ...]
    """fleet[seat][boat]: the area where it lies; boats in port are not listed."""
    fished: tuple[int, ...]
    """For each seat a bit for each boat that has fished this round."""
    gear: tuple[tuple[int, ...], ...]
    """gear[seat]: motors, outriggers and fish finders owned."""
    used: tuple[tuple[int, ...], ...]
    """used[seat]: cards used this round, in the order of `gear`."""
    new_motors: tuple[int, ...]
    """Motors bought this round: they do not count in this round's bidding."""
    stars: tuple[int, ...]
    trophies: tuple[int, ...]
    deck: tuple[int, ...]
    """Tournament cards left for each board's species."""
    goal: tuple[int, ...]
    """The face-up tournament cards, as boards."""
    removed: tuple[int, ...]
    """Tournament cards out of the game for each board's species."""
    boat: int
    """The boat that is fishing now, -1 for none."""
    dice: tuple[int, ...]
    """The dice of the attempt or the spawning under way, or the last ones rolled."""
    item: str
    """What is being bought."""
    due: int
    """Points still to pay."""
    pay_from: int
    """The place in the paying order up to which chips have been paid."""
    bids: tuple[int, ...]
    passed: tuple[bool, ...]
    cycles: int
    """Life cycles completed."""
    cycled: int
    """Boards done in the life cycle under way."""
    before: tuple[tuple[int, ...], ...]
    """Stacks before the last life cycle."""
    before_centre: tuple[int, ...]
    young: tuple[int, ...]
    """Chips added by the last reproduction of each board."""

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.kinds)

    @property
    def species(self) -> tuple[str, ...]:
        """Each seat's species by name, "" until chosen."""
        return tuple(self.sea.species[kind].name if kind >= 0 else "" for kind in self.kinds)

    @property
    def areas(self) -> tuple[str, ...]:
        """The names of the areas where boats may fish: the boards in seat order, then "ocean"."""
        return (*self.species, OCEAN)

    @property
    def phase_number(self) -> int:
        """The printed number of the phase, 1 to 8, 0 during setup; the game ends in phase 4."""
        return _PHASE_NUMBER[self.phase]

    @property
    def piles(self) -> tuple[int, int]:
        """How many cards the two tournament piles hold."""
        total = self.sea.cards * len(self.kinds)
        drawn = total - sum(self.deck)
        return (total + 1) // 2 - (drawn + 1) // 2, total // 2 - drawn // 2

    @property
    def trophies_left(self) -> int:
        """How many trophies are left in the box; more than it holds are credited."""
        return max(0, TROPHIES_IN_BOX - sum(self.trophies))

    @property
    def stars_left(self) -> int:
        """How many gold stars are left in the box; more than it holds are credited."""
        return max(0, STARS_IN_BOX - sum(self.stars))

    @property
    def leader(self) -> int:
        """The seat with the highest bid in the auction, -1 for none."""
        most = max(self.bids)
        return self.bids.index(most) if most else -1

    def kind(self, board: int) -> Species:
        """Return a board's species with all its tables."""
        return self.sea.species[self.kinds[board]]

    def board_of(self, name: object) -> int:
        """Return the board of a species by name, -1 if it is not in play."""
        kind = self.sea.find(name)
        return self.kinds.index(kind) if kind in self.kinds and kind >= 0 else -1

    def area_number(self, name: object) -> int:
        """Return an area's number by its name (the ocean's is the number of players), -1 if there is none."""
        return len(self.kinds) if name == OCEAN else self.board_of(name)

    def stack_list(self, board: int) -> tuple[Stack, ...]:
        """Return a board's stacks in order, each with name, stage, number, colour, chips and block."""
        if self.kinds[board] < 0:
            return ()
        kind = self.kind(board)
        return tuple(
            Stack(
                name=kind.stacks[place],
                stage=stage.name,
                number=kind.numbers[place],
                colour=stage.colour,
                chips=self.stacks[board][place],
                blocked=self.blocks[board] == place,
            )
            for stage in kind.stages
            for place in range(stage.start, stage.stop)
        )

    def stage_chips(self, board: int) -> dict[str, int]:
        """Return the chips in each stage of a board."""
        if self.kinds[board] < 0:
            return {}
        kind = self.kind(board)
        totals = stage_totals(kind, self.stacks[board])
        return {stage.name: total for stage, total in zip(kind.stages, totals, strict=True)}

    def boats_in(self, area: int) -> tuple[tuple[int, int, bool], ...]:
        """Return the boats lying in an area as (seat, boat number, whether it has fished)."""
        return tuple(
            (seat, boat + 1, bool(self.fished[seat] >> boat & 1))
            for seat, fleet in enumerate(self.fleet)
            for boat, there in enumerate(fleet)
            if there == area
        )

    def tokens(self) -> tuple[int, ...]:
        """Return the board that each face 1 to 6 stands for on the open ocean, -1 for "roll again"."""
        return _TOKENS[len(self.kinds)]

    def spare(self, seat: int, gear: str) -> int:
        """Return how many cards of a gear a seat has not yet used this round."""
        place = GEAR.index(gear)
        return self.gear[seat][place] - self.used[seat][place]

    def gear_left(self, gear: str) -> int:
        """Return how many cards of a gear are still for sale."""
        place = GEAR.index(gear)
        return self.sea.gear_cards - sum(cards[place] for cards in self.gear)

    def chip_points(self, seat: int) -> int:
        """Return what a seat's chips are worth."""
        return sum(chips * self.kind(board).value for board, chips in enumerate(self.held[seat]) if chips)

    def reached(self, seat: int) -> bool:
        """Return whether a seat has reached this round's tournament goal."""
        return self.reaches(self.caught[seat])

    def reaches(self, catch: Sequence[int]) -> bool:
        """Tournament: one chip of each species shown, two when both cards show the same."""
        if len(self.goal) < 2:
            return False
        a, b = self.goal
        return catch[a] >= 2 if a == b else bool(catch[a] and catch[b])

    def targets(self) -> tuple[tuple[int, int], ...]:
        """Return the stacks with chips that the dice of the attempt under way hit, as (board, stack)."""
        area = self.fleet[self.seat][self.boat]
        if area == len(self.kinds):
            area = _TOKENS[len(self.kinds)][self.dice[0] - 1]
            hits: Iterable[int] = self.kind(area).spawners
        else:
            hits = self.kind(area).hits[sum(self.dice)]
        chips = self.stacks[area]
        return tuple((area, stack) for stack in hits if chips[stack])

    def affordable(self, seat: int) -> tuple[str, ...]:
        """Return the items that a seat may buy now."""
        points, sea = self.chip_points(seat), self.sea
        items = ["boat"] if points >= sea.boat_price and self.boats[seat] < sea.most_boats else []
        if points >= sea.gear_price:
            items += [gear for gear in GEAR if self.gear_left(gear)]
        return tuple(items)

    def paying_order(self) -> tuple[int, ...]:
        """Return the boards in the order in which chips are paid: dearest first, equal ones as in the data file."""
        return tuple(sorted(range(len(self.kinds)), key=lambda board: (-self.kind(board).value, self.kinds[board])))

    def payable(self) -> tuple[int, ...]:
        """Return the boards whose chips may be paid next.

        A purchase: the chip and those at or after it in the paying order must cover what is due. A bid: they must
        make it exactly.
        """
        order, held = self.paying_order(), self.held[self.seat]
        allowed = []
        for place in range(self.pay_from, len(order)):
            board = order[place]
            if not held[board]:
                continue
            value = self.kind(board).value
            rest = [(self.kind(after).value, held[after] - (after == board)) for after in order[place:]]
            if self.phase == "bidpay":
                fits = value <= self.due and _sums(rest, self.due) >> (self.due - value) & 1
            else:
                fits = value + sum(worth * count for worth, count in rest) >= self.due
            if fits:
                allowed.append(board)
        return tuple(allowed)

    def motors(self, seat: int) -> int:
        """Return the Outboard Motors that count in this round's bidding: not those bought this round."""
        return self.gear[seat][0] - self.new_motors[seat]

    def legal_bids(self, seat: int) -> tuple[int, ...]:
        """Return the spots above the highest bid that a seat can pay exactly, with chips and Motors."""
        sea, most = self.sea, self.sea.highest_bid
        low = max(sea.lowest_bid, max(self.bids) + 1)
        if low > most:
            return ()
        chips = [(self.kind(board).value, count) for board, count in enumerate(self.held[seat]) if count]
        bits = _sums([*chips, (sea.motor, self.motors(seat))], most)
        return tuple(spot for spot in range(low, most + 1) if bits >> spot & 1)

    def chips_due(self, seat: int, spot: int) -> int:
        """Return what a bid costs in chips: as many Motors as leave a sum that the chips make exactly."""
        bits = _sums([(self.kind(board).value, count) for board, count in enumerate(self.held[seat]) if count], spot)
        for motors in range(min(self.motors(seat), spot // self.sea.motor), 0, -1):
            if bits >> (spot - motors * self.sea.motor) & 1:
                return spot - motors * self.sea.motor
        return spot

    def life_cycle_steps(self) -> tuple[Step, ...]:
        """Return the last life cycle arrow by arrow, board after board; while dice are awaited, the boards done."""
        if not self.before:
            return ()
        players = len(self.kinds)
        # The token may have moved on since: the order of the boards is that of the seats, the start is no matter.
        boards = range(players) if self.phase != "spawn" else [(self.first + i) % players for i in range(self.cycled)]
        return tuple(
            step
            for board in boards
            for step in life_cycle_steps(
                self.kind(board), self.before[board], self.before_centre[board], self.young[board], board
            )
        )


# Payment: which sums some chips can make, as bits of an integer (bit n is set when n points can be paid exactly).


def _sums(chips: Iterable[tuple[int, int]], most: int) -> int:
    """Return the sums up to `most` that chips, given as (value, count), can make exactly."""
    mask, bits = (2 << most) - 1, 1
    for value, count in chips:
        for _ in range(min(count, most // value)):
            bits |= bits << value & mask
    return bits
