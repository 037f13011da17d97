"""Pisces: six life cycles, one ocean, and a fleet for everybody.

Each player keeps one fishery board, whose chips are fish that grow up, spawn and die, round by round. Boats fish on
any board or on the open ocean, a block protects one stack, and after six rounds of fishing points are counted.
Nothing is hidden; the only unknowns are dice and the next tournament cards, and both are moves of chance.

The boards, and how chips move on them, are in `pisces_boards`. Boards are numbered by the seat that keeps them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, ClassVar, Final, Literal, Self

from fishlab.core import CHANCE, OVER, Move, Option, Player, Reason, State
from fishlab.pisces.boards import (
    OCEAN,
    ROUNDS,
    Sea,
    Species,
    Step,
    chosen_species,
    grow,
    life_cycle_steps,
    make_sea,
    newborn,
    read_boards,
    settle_young,
    stage_totals,
)

GEAR: Final = ("motor", "outrigger", "finder")
GEAR_LABELS: Final = {
    "boat": "third boat",
    "motor": "Outboard Motor",
    "outrigger": "Outrigger",
    "finder": "Fish Finder",
}
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

_ROLLS: Final[tuple[Move, ...]] = tuple(("roll", face) for face in range(1, 7))


def outcome_tokens(boards: int) -> tuple[int, ...]:
    """Return the board that each face 1 to 6 of the ocean die stands for, -1 for "roll again".

    Setup: three tokens a species with two boards, two with three, one with more; what is left is "roll again".
    """
    each = {2: 3, 3: 2}.get(boards, 1)
    return tuple(place // each if place // each < boards else -1 for place in range(6))


_TOKENS: Final = {boards: outcome_tokens(boards) for boards in range(2, 7)}
_OCEAN_ROLLS: Final = {
    boards: tuple(roll for roll, board in zip(_ROLLS, tokens, strict=True) if board >= 0)
    for boards, tokens in _TOKENS.items()
}


# Payment: which sums some chips can make, as bits of an integer (bit n is set when n points can be paid exactly).


def _sums(chips: Iterable[tuple[int, int]], most: int) -> int:
    """Return the sums up to `most` that chips, given as (value, count), can make exactly."""
    mask, bits = (2 << most) - 1, 1
    for value, count in chips:
        for _ in range(min(count, most // value)):
            bits |= bits << value & mask
    return bits


def _put(items: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*items[:place], value, *items[place + 1 :])


def _add(table: tuple[tuple[int, ...], ...], row: int, column: int, change: int) -> tuple[tuple[int, ...], ...]:
    line = table[row]
    return _put(table, row, _put(line, column, line[column] + change))


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack as the picture needs it."""

    name: str
    stage: str
    number: int
    colour: str
    chips: int
    blocked: bool


@dataclass(frozen=True, slots=True)
class Pisces(State):
    """A moment of Pisces. Boards, held chips and cards are numbered by the seat that keeps the board.

    The areas where boats fish are the boards by number, and the open ocean, whose number is that of the players.
    """

    name: ClassVar[str] = "pisces"
    title: ClassVar[str] = "Pisces"
    tag: ClassVar[str] = "PI"
    files: ClassVar[tuple[str, ...]] = ("boards_file",)
    seats: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = (
        Option("values", "standard", "Chip values", choices=("standard", "even")),
        Option("boards", None, "Boards in seat order (none: players choose)"),
        Option("first", None, "First player's seat (none: by chance)", choices=(None, 0, 1, 2, 3, 4, 5)),
        Option("blocks", True, "Management blocks", choices=(True, False)),
        Option("tournaments", True, "Tournaments", choices=(True, False)),
        Option("rounds", ROUNDS, "Rounds", low=1, high=ROUNDS),
        Option("boards_file", None, "Your own boards file"),
    )

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

    # Start.

    @classmethod
    def start(cls, players: int = 2, **options: Any) -> Self:
        """Set the table for 2 to 6 players.

        Args:
            players: players and boards, 2 to 6.
            options: `values` "standard" or "even"; `boards` species in seat order, which skips the choosing; `first`
                the first player's seat; `blocks`, `tournaments` False to play without; `rounds` fewer than six;
                `boards_file` the path or content of a boards file of your own.
        """
        cls.check_start(players, options)
        file = options.get("boards_file")
        own = "null" if file is None else json.dumps(read_boards(file), sort_keys=True)
        sea = make_sea(
            own,
            options.get("values", "standard"),
            options.get("blocks", True),
            options.get("tournaments", True),
            options.get("rounds", ROUNDS),
        )
        first = options.get("first")
        if first is not None and first >= players:
            raise ValueError(f"pisces: first={first} is not possible: with {players} players choose 0 to {players - 1}")
        none = (0,) * players
        state = cls(
            sea=sea, phase="first", seat=0, first=-1 if first is None else first, round=0,
            kinds=(-1,) * players, stacks=((),) * players, centre=none, held=(none,) * players,
            caught=(none,) * players, landed=(none,) * players, blocks=(-1,) * players, boats=(sea.boats,) * players,
            fleet=((),) * players, fished=none,
            gear=((0, 0, 0),) * players, used=((0, 0, 0),) * players, new_motors=none, stars=none, trophies=none,
            deck=none, goal=(), removed=none, boat=-1, dice=(), item="", due=0, pay_from=0, bids=none,
            passed=(False,) * players, cycles=0, cycled=0, before=(), before_centre=(), young=none,
        )  # fmt: skip
        if options.get("boards") is not None:
            for seat, kind in enumerate(chosen_species(sea, options["boards"], players)):
                state = state._take_board(seat, kind)
        return state if first is None else state._choose_boards()

    @classmethod
    def canonical(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as plain JSON data; a boards file becomes its content, so that a save needs no file."""
        plain = dict(options)
        if plain.get("boards_file") is not None:
            plain["boards_file"] = read_boards(plain["boards_file"])
        try:
            return dict(json.loads(json.dumps(plain)))
        except (TypeError, ValueError) as error:
            raise ValueError(f"pisces: an option cannot be saved: {error}") from None

    def _now(self, **changes: Any) -> Self:
        """Return this moment with some fields changed; `dataclasses.replace`, twice as fast."""
        values = list(_FIELDS(self))
        for name, value in changes.items():
            values[_PLACE[name]] = value
        return type(self)(*values)

    # Whose turn, and what may be done.

    def turn(self) -> Player:
        """Return the seat to act, chance for dice and cards."""
        if self.phase in ("first", "cards", "roll", "spawn"):
            return CHANCE
        return OVER if self.phase == "over" else self.seat

    def moves(self) -> Sequence[Move]:
        """Return the legal moves, phase by phase."""
        seat = self.seat
        match self.phase:
            case "first":
                return tuple(("first", f"player-{number}") for number in range(1, len(self.kinds) + 1))
            case "choose":
                taken = self.kinds
                return tuple(("board", kind.name) for at, kind in enumerate(self.sea.species) if at not in taken)
            case "cards":
                return tuple(
                    ("card", self.kind(board).name) for board, left in enumerate(self.deck) for _ in range(left)
                )
            case "block":
                pairs = zip(self.kind(seat).block_moves, self.stacks[seat], strict=True)
                return tuple(move for move, chips in pairs if chips)
            case "fleet":
                number = len(self.fleet[seat]) + 1
                return tuple(("boat", number, area) for area in self.areas)
            case "fish":
                return self._fishing_moves()
            case "roll":
                area = self.fleet[seat][self.boat]
                return _OCEAN_ROLLS[area] if area == len(self.kinds) else _ROLLS
            case "spawn":
                return _ROLLS
            case "settle":
                hits = tuple(self.kind(board).stack_moves[stack] for board, stack in self.targets()) or (("settle",),)
                return (*hits, ("outrigger",)) if self.spare(seat, "outrigger") else hits
            case "buy":
                return (*(("buy", item) for item in self.affordable(seat)), ("done",))
            case "pay" | "bidpay":
                return tuple(("pay", self.kind(board).name) for board in self.payable())
            case "bid":
                return (*(("bid", spot) for spot in self.legal_bids(seat)), ("pass",))
        return ()

    def _fishing_moves(self) -> tuple[Move, ...]:
        """Phase 4: any boat that has not fished; with a Fish Finder it may move first."""
        seat, fleet = self.seat, self.fleet[self.seat]
        waiting = [boat for boat in range(len(fleet)) if not self.fished[seat] >> boat & 1]
        moves: list[Move] = [("fish", boat + 1) for boat in waiting]
        if self.spare(seat, "finder"):
            for boat in waiting:
                moves += [("finder", boat + 1, area) for at, area in enumerate(self.areas) if at != fleet[boat]]
        return tuple(moves)

    # What follows from a move.

    def after(self, move: Move) -> Self:
        """Return the state after a legal move."""
        seat = self.seat
        match move:
            case ("first", str(who)):
                return self._now(first=int(who.removeprefix("player-")) - 1)._choose_boards()
            case ("board", str(name)):
                return self._take_board(seat, self.sea.find(name))._choose_boards()
            case ("card", str(name)):
                board = self.board_of(name)
                drawn = self._now(deck=_put(self.deck, board, self.deck[board] - 1), goal=(*self.goal, board))
                return drawn._manage() if len(drawn.goal) == 2 else drawn
            case ("block", str(), str(stack)):
                return self._now(blocks=_put(self.blocks, seat, self.kind(seat).stacks.index(stack)))._next_block(
                    self._after(seat)
                )
            case ("boat", int(), str(area)):
                sent = (*self.fleet[seat], self.area_number(area))
                return self._now(fleet=_put(self.fleet, seat, sent))._next_ship()
            case ("fish", int(number)):
                return self._now(phase="roll", boat=number - 1, dice=())
            case ("finder", int(number), str(area)):
                fleet = _put(self.fleet[seat], number - 1, self.area_number(area))
                used = _add(self.used, seat, GEAR.index("finder"), 1)
                return self._now(phase="roll", boat=number - 1, dice=(), fleet=_put(self.fleet, seat, fleet), used=used)
            case ("roll", int(face)):
                rolled = self._now(dice=(*self.dice, face))
                return rolled._spawned() if self.phase == "spawn" else rolled._rolled()
            case ("outrigger",):
                return self._now(phase="roll", dice=(), used=_add(self.used, seat, GEAR.index("outrigger"), 1))
            case ("stack", str(name), str(stack)):
                board = self.board_of(name)
                return self._landed((board, self.kind(board).stacks.index(stack)))._next_boat()
            case ("settle",):
                return self._next_boat()
            case ("buy", str(item)):
                return self._now(phase="pay", item=item, due=self.sea.price(item), pay_from=0)
            case ("pay", str(name)):
                return self._pay(self.board_of(name))
            case ("done",):
                return self._next_buyer(self._after(seat))
            case ("bid", int(spot)):
                return self._now(bids=_put(self.bids, seat, spot))._next_bidder(seat + 1)
            case ("pass",):
                return self._now(passed=_put(self.passed, seat, True))._next_bidder(seat + 1)
        raise ValueError(f"{move!r} is not a move of Pisces")

    def _after(self, seat: int) -> int:
        """Return the next seat clockwise, -1 when that is the first player again."""
        following = (seat + 1) % len(self.kinds)
        return -1 if following == self.first else following

    def _take_board(self, seat: int, kind: int) -> Self:
        """Setup: one chip on every spot, the rest in the centre, six tournament cards into the deck."""
        species = self.sea.species[kind]
        return self._now(
            kinds=_put(self.kinds, seat, kind),
            stacks=_put(self.stacks, seat, (1,) * len(species.stacks)),
            centre=_put(self.centre, seat, species.chips - len(species.stacks)),
            deck=_put(self.deck, seat, self.sea.cards),
        )

    def _choose_boards(self) -> Self:
        """Setup: the first player chooses a board, then the others clockwise."""
        players = len(self.kinds)
        for step in range(players):
            seat = (self.first + step) % players
            if self.kinds[seat] < 0:
                return self._now(phase="choose", seat=seat)
        return self._next_round()

    def _next_round(self) -> Self:
        """Phase 1: the turn marker moves on, and two tournament cards are drawn."""
        players = len(self.kinds)
        none, nones = (0,) * players, ((0, 0, 0),) * players
        new = self._now(
            phase="cards", seat=self.first, round=self.round + 1, caught=(none,) * players, goal=(),
            used=nones, new_motors=none, bids=none, passed=(False,) * players, dice=(),
        )  # fmt: skip
        return new if self.sea.tournaments else new._manage()

    def _manage(self) -> Self:
        """Phase 2: from the first player on, each player's block goes on a stack of the player's own board."""
        return self._next_block(self.first) if self.sea.blocks else self._now(phase="fleet", seat=self.first)

    def _next_block(self, seat: int) -> Self:
        while seat >= 0 and not any(self.stacks[seat]):
            seat = self._after(seat)
        return self._now(phase="fleet", seat=self.first) if seat < 0 else self._now(phase="block", seat=seat)

    def _next_ship(self) -> Self:
        """Phase 3: all boats of a seat go out, then those of the next."""
        if len(self.fleet[self.seat]) < self.boats[self.seat]:
            return self
        seat = self._after(self.seat)
        return self._now(phase="fish", seat=self.first) if seat < 0 else self._now(seat=seat)

    def _rolled(self) -> Self:
        """Phase 4: one die or two; with nothing to choose the attempt is settled at once."""
        area = self.fleet[self.seat][self.boat]
        if len(self.dice) < (1 if area == len(self.kinds) else self.kind(area).dice):
            return self
        hits = self.targets()
        if len(hits) > 1 or self.spare(self.seat, "outrigger"):
            return self._now(phase="settle")
        return (self._landed(hits[0]) if hits else self)._next_boat()

    def _landed(self, target: tuple[int, int]) -> Self:
        """Phase 4: the stack hit is caught, goes back to the centre (red), or its block holds (one star a chip)."""
        board, stack = target
        chips = self.stacks[board][stack]
        if self.blocks[board] == stack:
            return self._now(stars=_put(self.stars, board, self.stars[board] + chips))
        stacks = _put(self.stacks, board, _put(self.stacks[board], stack, 0))
        at_sea = self.fleet[self.seat][self.boat] == len(self.kinds)
        if self.kind(board).colours[stack] == "red" and not at_sea:
            return self._now(stacks=stacks, centre=_put(self.centre, board, self.centre[board] + chips))
        caught = _add(self.caught, self.seat, board, chips)
        won = not self.reached(self.seat) and self._reaches(caught[self.seat])
        return self._now(
            stacks=stacks,
            held=_add(self.held, self.seat, board, chips),
            caught=caught,
            landed=_add(self.landed, self.seat, board, chips),
            trophies=_put(self.trophies, self.seat, self.trophies[self.seat] + won),
        )

    def _reaches(self, catch: Sequence[int]) -> bool:
        """Tournament: one chip of each species shown, two when both cards show the same."""
        if len(self.goal) < 2:
            return False
        a, b = self.goal
        return catch[a] >= 2 if a == b else bool(catch[a] and catch[b])

    def _next_boat(self) -> Self:
        """Phase 4: a seat finishes all its boats, then the next seat fishes."""
        seat = self.seat
        fished = self.fished[seat] | 1 << self.boat
        if fished + 1 < 1 << len(self.fleet[seat]):
            return self._now(phase="fish", boat=-1, fished=_put(self.fished, seat, fished))
        after = self._after(seat)
        done = self._now(
            phase="fish", boat=-1, fished=_put(self.fished, seat, fished), seat=seat if after < 0 else after
        )
        return done._port() if after < 0 else done

    def _port(self) -> Self:
        """Phase 5: boats and blocks return, the tournament cards leave the game. After the last round it ends."""
        players = len(self.kinds)
        if self.round == self.sea.rounds:
            return self._now(phase="over")
        removed = self.removed
        for board in self.goal:
            removed = _put(removed, board, removed[board] + 1)
        home = self._now(fleet=((),) * players, fished=(0,) * players, blocks=(-1,) * players, goal=(), removed=removed)
        return home._next_buyer(self.first)

    def _next_buyer(self, seat: int) -> Self:
        """Phase 6: from the first player clockwise; who can afford nothing is not asked."""
        while seat >= 0 and not self.affordable(seat):
            seat = self._after(seat)
        return self._live() if seat < 0 else self._now(phase="buy", seat=seat, item="", due=0, pay_from=0)

    def _pay(self, board: int) -> Self:
        """Phases 6 and 8: a chip goes back to the centre of its own board; no change is given."""
        seat, due = self.seat, self.due - self.kind(board).value
        paid = self._now(
            held=_add(self.held, seat, board, -1),
            centre=_put(self.centre, board, self.centre[board] + 1),
            due=max(due, 0),
            pay_from=self.paying_order().index(board),
        )
        if due > 0:
            return paid
        if self.phase == "bidpay":
            return paid._crown(seat)
        if self.item == "boat":
            return paid._now(boats=_put(self.boats, seat, self.boats[seat] + 1))._next_buyer(seat)
        gear = _add(self.gear, seat, GEAR.index(self.item), 1)
        motors = self.new_motors[seat] + (self.item == "motor")
        return paid._now(gear=gear, new_motors=_put(self.new_motors, seat, motors))._next_buyer(seat)

    def _live(self) -> Self:
        """Phase 7 begins: every board runs through its life cycle, in seat order from the first player."""
        players = len(self.kinds)
        start = self._now(
            phase="spawn", item="", due=0, cycled=0, before=self.stacks, before_centre=self.centre, young=(0,) * players
        )
        return start._life()

    def _life(self) -> Self:
        """Phase 7: run the boards that are left, stopping where dice decide how many young there are."""
        players = len(self.kinds)
        stacks, centre, young = list(self.stacks), list(self.centre), list(self.young)
        for step in range(self.cycled, players):
            board = (self.first + step) % players
            kind = self.kind(board)
            stacks[board], dead = grow(kind, stacks[board])
            centre[board] += dead
            born = newborn(kind, stacks[board])
            if kind.by_dice and born:
                return self._now(
                    seat=board, dice=(), cycled=step, stacks=tuple(stacks), centre=tuple(centre), young=tuple(young)
                )
            young[board] = min(born, centre[board])
            centre[board] -= young[board]
            stacks[board] = settle_young(kind, stacks[board], young[board])
        done = self._now(
            stacks=tuple(stacks), centre=tuple(centre), young=tuple(young), cycled=players, cycles=self.cycles + 1
        )
        return done._next_bidder(self.first + 1)

    def _spawned(self) -> Self:
        """Phase 7, reproduction by dice: their sum is added, as far as the centre has chips."""
        board = self.seat
        kind, stacks = self.kind(board), self.stacks[board]
        if len(self.dice) < newborn(kind, stacks):
            return self
        young = min(sum(self.dice), self.centre[board])
        return self._now(
            stacks=_put(self.stacks, board, settle_young(kind, stacks, young)),
            centre=_put(self.centre, board, self.centre[board] - young),
            young=_put(self.young, board, young),
            cycled=self.cycled + 1,
        )._life()

    def _next_bidder(self, seat: int) -> Self:
        """Phase 8: clockwise until all but the highest bidder have passed; who cannot bid has passed."""
        players, leader, passed = len(self.kinds), self.leader, list(self.passed)
        for step in range(players):
            bidder = (seat + step) % players
            if bidder == leader or passed[bidder]:
                continue
            if self.legal_bids(bidder):
                return self._now(phase="bid", seat=bidder, passed=tuple(passed))
            passed[bidder] = True
        if leader < 0:
            return self._now(first=(self.first + 1) % players)._next_round()
        due = self.chips_due(leader, self.bids[leader])
        if due == 0:
            return self._crown(leader)
        return self._now(phase="bidpay", seat=leader, due=due, pay_from=0, passed=tuple(passed))

    def _crown(self, seat: int) -> Self:
        """Phase 8: the winner takes the First-player Token."""
        return self._now(first=seat, due=0, pay_from=0)._next_round()

    # Scores.

    def scores(self) -> tuple[int, ...]:
        """Return chips, trophies and the management award of each seat, as if the game ended now."""
        most = max(self.stars)
        return tuple(
            self.chip_points(seat)
            + self.sea.trophy * self.trophies[seat]
            + self.sea.award * (most > 0 and self.stars[seat] == most)
            for seat in range(len(self.kinds))
        )

    def winners(self) -> tuple[Player, ...]:
        """Return who leads: most points, then most different species among the chips held, then shared."""
        ranks = [(score, sum(map(bool, held))) for score, held in zip(self.scores(), self.held, strict=True)]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    def tally(self) -> Mapping[str, int]:
        """Return the chips and tournament cards of each species and the gear cards: none is ever lost."""
        totals = {}
        for place, kind in enumerate(self.sea.species):
            chips, cards = kind.chips, self.sea.cards
            if place in self.kinds:
                board = self.kinds.index(place)
                chips = sum(self.stacks[board]) + self.centre[board] + sum(held[board] for held in self.held)
                cards = self.deck[board] + self.removed[board] + self.goal.count(board)
            totals[f"{kind.name} chips"], totals[f"{kind.name} cards"] = chips, cards
        for gear in GEAR:
            owned = sum(cards[GEAR.index(gear)] for cards in self.gear)
            totals[f"{gear} cards"] = owned + self.gear_left(gear)
        return totals

    # Questions about a moment, for pictures, plots and players.

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
        return self._reaches(self.caught[seat])

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

    # What a person reads.

    def seat_name(self, seat: Player) -> str:
        """Return a seat's species once it has a board, "Player 2" before."""
        if seat < 0:
            return "Chance" if seat == CHANCE else "Nobody"
        return self.kind(seat).label if self.kinds[seat] >= 0 else f"Player {seat + 1}"

    def _where(self, area: int) -> str:
        return "the open ocean" if area == len(self.kinds) else f"the {self.kind(area).name} board"

    def prompt(self) -> str:
        """Return one line that says who does what now."""
        who = self.seat_name(self.seat)
        start = f"Round {self.round}: " if self.round else ""
        match self.phase:
            case "first":
                return "Roll to see who is the first player"
            case "choose":
                return f"{who} chooses a fishery board"
            case "cards":
                return f"{start}draw tournament card {len(self.goal) + 1} of 2"
            case "block":
                return f"{start}{who} puts the block on a stack of the {self.kind(self.seat).name} board"
            case "fleet":
                return f"{start}{who} sends out boat {len(self.fleet[self.seat]) + 1} of {self.boats[self.seat]}"
            case "fish":
                return f"{start}{who} fishes with the next boat"
            case "roll":
                return f"{start}{who} rolls for boat {self.boat + 1} on {self._where(self.fleet[self.seat][self.boat])}"
            case "settle":
                what = "chooses a stack" if self.targets() else "has hit nothing"
                again = ", or rolls again with an Outrigger" if self.spare(self.seat, "outrigger") else ""
                return f"{start}{who} {what}{again}"
            case "buy":
                return f"{start}{who} has {self.chip_points(self.seat)} points in chips to buy a boat or gear"
            case "pay":
                return f"{start}{who} pays for the {GEAR_LABELS[self.item]}: {self.due} points to go"
            case "spawn":
                return f"{start}{who} reproduces: roll a die for the young"
            case "bid":
                high = f"; {max(self.bids)} leads" if max(self.bids) else ""
                return f"{start}{who} bids for the First-player Token{high}"
            case "bidpay":
                return f"{start}{who} pays the bid: exactly {self.due} points to go"
        winners = " and ".join(self.seat_name(seat) for seat in self.winners())
        verb = "share the win" if len(self.winners()) > 1 else "wins"
        return f"The game is over: {winners} {verb} with {max(self.scores())} points"

    def rule(self) -> str:
        """Return the rule in force now."""
        return _RULES[self.phase]

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does here."""
        who = self.seat_name(self.seat)
        match move:
            case ("first", str(name)):
                return f"{self.seat_name(int(name.removeprefix('player-')) - 1)} is the first player"
            case ("board", str(name)):
                return f"{who} takes the {name} board"
            case ("card", str(name)):
                if not self.goal:
                    return f"The first tournament card shows {name}"
                first = self.kind(self.goal[0]).name
                return f"The tournament asks for {'two' if first == name else f'{first} and'} {name}"
            case ("block", str(), str(stack)):
                chips = self.stacks[self.seat][self.kind(self.seat).stacks.index(stack)]
                return f"{who} blocks {_spot(stack)}, {_chips(chips)}"
            case ("boat", int(number), str(area)):
                return f"{who} sends boat {number} to {self._where(self.area_number(area))}"
            case ("fish", int(number)):
                return f"{who} fishes with boat {number} on {self._where(self.fleet[self.seat][number - 1])}"
            case ("finder", int(number), str(area)):
                return (
                    f"{who}’s Fish Finder moves boat {number} to {self._where(self.area_number(area))}, and it fishes"
                )
            case ("roll", int(face)):
                return self._say_roll(face)
            case ("outrigger",):
                return f"{who} rolls again with an Outrigger"
            case ("stack", str(name), str(stack)):
                board = self.board_of(name)
                return f"{who}: {self._say_hit((board, self.kind(board).stacks.index(stack)))}{self._sequel(move)}"
            case ("settle",):
                return f"{who} keeps the roll: nothing is caught{self._sequel(move)}"
            case ("buy", str(item)):
                article = {"boat": "the", "finder": "a"}.get(item, "an")
                return f"{who} buys {article} {GEAR_LABELS[item]}"
            case ("pay", str(name)):
                return f"{who} pays a {name} chip, {self.kind(self.board_of(name)).value} points{self._sequel(move)}"
            case ("done",):
                return f"{who} buys no more{self._sequel(move)}"
            case ("bid", int(spot)):
                return f"{who} bids {spot}{self._sequel(move)}"
            case ("pass",):
                return f"{who} passes{self._sequel(move)}"
        return self.notation(move)

    def _say_roll(self, face: int) -> str:
        who, dice = self.seat_name(self.seat), (*self.dice, face)
        total = f"{face}, {sum(dice)} in all" if len(dice) > 1 else f"{face}"
        after = self.after(("roll", face))
        if self.phase == "spawn":
            if after.phase == "spawn" and after.cycled == self.cycled:
                return f"{who} rolls {face} for the young"
            return f"{who} rolls {total}: {after.young[self.seat]} young join{self._sequel(('roll', face))}"
        if after.phase == "roll":
            return f"{who} rolls {face}, one die to come"
        rolled = self._now(dice=dice)
        hits = rolled.targets()
        if after.phase == "settle":
            return f"{who} rolls {total}: {'a stack may be chosen' if hits else 'nothing is there'}"
        result = rolled._say_hit(hits[0]) if hits else "nothing is caught"
        return f"{who} rolls {total}: {result}{self._sequel(('roll', face))}"

    def _say_hit(self, target: tuple[int, int]) -> str:
        """Say what becomes of a stack that is hit."""
        board, stack = target
        kind, chips, after = self.kind(board), self.stacks[board][stack], self._landed(target)
        spot = f"{kind.name} {_spot(kind.stacks[stack])}"
        if after.stars != self.stars:
            return f"the block on {spot} holds, {kind.label} gains {chips} gold star{'s' * (chips > 1)}"
        if after.held == self.held:
            return f"catch and release, {_chips(chips)} from {spot} back to the centre"
        trophy = ", and the tournament is won" if after.trophies != self.trophies else ""
        return f"{_chips(chips)} caught from {spot}, {chips * kind.value} points{trophy}"

    def _sequel(self, move: Move) -> str:
        """Say what runs by itself after a move: life cycles, the token, the next round, the end."""
        after, told = self.after(move), ""
        if after.cycles > self.cycles:
            told += ". The life cycles run"
        if after.round > self.round:
            told += f". {after.seat_name(after.first)} is first in round {after.round}"
        if after.phase == "over":
            told += ". The last round is fished"
        return told

    # Why a move is refused.

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move, "" for a legal one."""
        if not isinstance(move, tuple) or not move or not all(type(part) in (str, int) for part in move):
            return Reason("A move is a word with its names and numbers, such as “fish 1”.", title="Not a move")
        if move in self.moves():
            return ""
        if self.phase == "over":
            return Reason("The game is over: no more moves can be made.", title="Game over", rule="End of game")
        word, parts = move[0], move[1:]
        if word not in _WORDS:
            return Reason(f"“{word}” is not a move of Pisces: the words are {', '.join(_WORDS)}.", title="Not a move")
        phases, shape, example = _WORDS[str(word)]
        if tuple(type(part) for part in parts) != shape:
            return Reason(f"“{self.notation(move)}” cannot be read: write it like “{example}”.", title="Not a move")
        if self.phase not in phases:
            return _no(f"“{word}” has to wait: {self.prompt()}.", "Not now", self.phase_number)
        return self._why(str(word), parts)

    def _why(self, word: str, parts: tuple[Any, ...]) -> Reason:
        """Return the reason against a move of the right shape at the right time."""
        who, seat = self.seat_name(self.seat), self.seat
        match (word, *parts):
            case ("first", name):
                return _no(f"There is no {name}: name player-1 to player-{len(self.kinds)}.", "No such player", 0)
            case ("board", name):
                if (owner := self.board_of(name)) >= 0:
                    text = f"The {name} board is taken by player {owner + 1}: choose another."
                    return _no(text, f"The {name} board is taken", 0, name)
                names = ", ".join(kind.name for kind in self.sea.species)
                return _no(f"There is no {name} board: the boards are {names}.", f"No {name} board", 0)
            case ("card", name):
                why = "no card of it is left" if self.board_of(name) >= 0 else "that species is not in play"
                return _no(f"The card cannot show {name}: {why}.", f"No {name} card", 1)
            case ("block", name, stack):
                return self._why_not_block(name, stack)
            case ("boat", number, area):
                return self._why_not_boat(number, area)
            case ("fish", number) | ("finder", number, _):
                return self._why_not_fish(number, parts[-1])
            case ("roll", face):
                if self.phase == "roll" and 1 <= face <= 6:
                    text = f"On the open ocean {face} means “roll again”: roll until a species comes up."
                    return _no(text, "Roll again", 4, OCEAN)
                return _no(f"A die shows 1 to 6, not {face}.", "No such face", self.phase_number)
            case ("stack", name, stack):
                return self._why_not_stack(name, stack)
            case ("settle",):
                hits = (_place(self, hit) for hit in self.targets())
                return _no("There are chips on a stack with this number: choose one.", "A stack is hit", 4, *hits)
            case ("outrigger",):
                why = "has used every Outrigger this round" if self.gear[seat][1] else "has no Outrigger"
                return _no(f"{who} {why}: each card rerolls one attempt a round.", "No Outrigger", 6)
            case ("buy", item):
                return self._why_not_buy(item)
            case ("pay", name):
                return self._why_not_pay(name)
        return self._why_not_bid(parts[0])

    def _why_not_block(self, name: str, stack: str) -> Reason:
        own = self.kind(self.seat)
        if name != own.name:
            text = f"The block goes on a stack of one’s own board, and that is {own.name}."
            return _no(text, "Not your board", 2, own.name)
        if stack not in own.stacks:
            return _no_stack(own, stack, 2)
        text = f"{_spot(stack).capitalize()} is empty: the block protects a stack of chips."
        return _no(text, "Nothing to protect", 2, f"{name}/{stack}")

    def _why_not_boat(self, number: int, area: str) -> Reason:
        who, own = self.seat_name(self.seat), self.boats[self.seat]
        if self.area_number(area) < 0:
            return _no_area(self, area, 3)
        if not 1 <= number <= own:
            return _no(f"{who} has boats 1 to {own}, no boat {number}.", "No such boat", 3)
        return _no(f"Boats go out in order: boat {len(self.fleet[self.seat]) + 1} is next.", f"Not boat {number}", 3)

    def _why_not_fish(self, number: int, area: Any) -> Reason:
        seat, boats = self.seat, len(self.fleet[self.seat])
        who = self.seat_name(seat)
        if not 1 <= number <= boats:
            return _no(f"{who} has boats 1 to {boats} at sea, no boat {number}.", "No such boat", 4)
        if self.fished[seat] >> number - 1 & 1:
            return _no(f"Boat {number} has fished this round.", "Already fished", 4, f"boat/{number}")
        if not self.spare(seat, "finder"):
            why = "has used every Fish Finder this round" if self.gear[seat][2] else "has no Fish Finder"
            return _no(f"{who} {why}: each card moves one boat a round.", "No Fish Finder", 6)
        if self.area_number(area) < 0:
            return _no_area(self, area, 4)
        return _no(f"Boat {number} is there already: a Fish Finder moves it elsewhere.", "Same place", 6, str(area))

    def _why_not_stack(self, name: str, stack: str) -> Reason:
        players, area = len(self.kinds), self.fleet[self.seat][self.boat]
        kind = self.kind(_TOKENS[players][self.dice[0] - 1] if area == players else area)
        hits = [_place(self, hit) for hit in self.targets()]
        if name != kind.name:
            return _no(f"The dice hit {kind.name}, not {name}.", f"Not {name}", 4, *hits)
        if stack not in kind.stacks:
            return _no_stack(kind, stack, 4)
        if kind.stacks.index(stack) not in (kind.spawners if area == players else kind.hits[sum(self.dice)]):
            what = "the spawning grounds" if area == players else f"the stacks numbered {sum(self.dice)}"
            return _no(f"The dice hit {what}, not {_spot(stack)}.", "Another number", 4, *hits)
        return _no(f"{_spot(stack).capitalize()} is empty.", "An empty stack", 4, f"{name}/{stack}")

    def _why_not_buy(self, item: str) -> Reason:
        seat, sea, place = self.seat, self.sea, f"gear/{item}"
        who = self.seat_name(seat)
        if item not in GEAR_LABELS:
            return _no(f"There is no {item} for sale: choose {', '.join(GEAR_LABELS)}.", "Not for sale", 6)
        if item == "boat" and self.boats[seat] >= sea.most_boats:
            return _no(f"{who} has {sea.most_boats} boats, and no fleet is larger.", "Fleet complete", 6, place)
        if item != "boat" and not self.gear_left(item):
            return _no(f"All {sea.gear_cards} {GEAR_LABELS[item]} cards are sold.", "Sold out", 6, place)
        price, points = sea.price(item), self.chip_points(seat)
        text = f"The {GEAR_LABELS[item]} costs {price} points in chips, and {who} has {points}."
        return _no(text, "Not enough chips", 6, place)

    def _why_not_pay(self, name: str) -> Reason:
        board, who = self.board_of(name), self.seat_name(self.seat)
        number = self.phase_number
        if board < 0:
            text = f"There are no {name} chips in this game: pay with {', '.join(self.species)}."
            return _no(text, "No such chip", number)
        if not self.held[self.seat][board]:
            return _no(f"{who} holds no {name} chip.", f"No {name} chip", number)
        choices = ", ".join(self.kind(place).name for place in self.payable())
        if self.paying_order().index(board) < self.pay_from:
            text = f"Chips are paid from the dearest down, and {name} comes earlier: pay {choices}."
            return _no(text, "Out of order", number)
        if self.phase == "bidpay":
            text = f"With a {name} chip the other chips cannot make exactly {self.due} points: pay {choices}."
            return _no(text, "Not exact", number)
        text = f"Chips are paid from the dearest down, and from {name} on they do not cover {self.due}: pay {choices}."
        return _no(text, "Too little is left", number)

    def _why_not_bid(self, spot: int) -> Reason:
        low, most, high = self.sea.lowest_bid, self.sea.highest_bid, max(self.bids)
        if not low <= spot <= most:
            return _no(f"There is no bid spot {spot}: they run from {low} to {most}.", "No such spot", 8)
        if spot <= high:
            return _no(f"{high} has been bid: a bid must be higher.", f"{spot} is too low", 8, f"bid/{spot}")
        spots = ", ".join(map(str, self.legal_bids(self.seat)))
        text = f"{self.seat_name(self.seat)} cannot pay {spot} exactly: possible are {spots}."
        return _no(text, f"{spot} cannot be paid exactly", 8, f"bid/{spot}")


_FIELDS: Final = attrgetter(*(field.name for field in fields(Pisces)))
_PLACE: Final = {field.name: place for place, field in enumerate(fields(Pisces))}

_WORDS: Final[dict[str, tuple[tuple[str, ...], tuple[type, ...], str]]] = {
    "first": (("first",), (str,), "first player-1"),
    "board": (("choose",), (str,), "board tuna"),
    "card": (("cards",), (str,), "card crab"),
    "block": (("block",), (str, str), "block tuna adult-5"),
    "boat": (("fleet",), (int, str), "boat 1 ocean"),
    "fish": (("fish",), (int,), "fish 1"),
    "finder": (("fish",), (int, str), "finder 1 crab"),
    "roll": (("roll", "spawn"), (int,), "roll 4"),
    "stack": (("settle",), (str, str), "stack tuna spawner-6a"),
    "settle": (("settle",), (), "settle"),
    "outrigger": (("settle",), (), "outrigger"),
    "buy": (("buy",), (str,), "buy motor"),
    "pay": (("pay", "bidpay"), (str,), "pay tuna"),
    "done": (("buy",), (), "done"),
    "bid": (("bid",), (int,), "bid 6"),
    "pass": (("bid",), (), "pass"),
}
"""For each word of a move: the phases it belongs to, the kinds of its parts, and an example."""

_RULES: Final[dict[str, str]] = {
    "first": "The highest roll takes the First-player Token and chooses a board first.",
    "choose": "Each player keeps one fishery board; boards that nobody chooses leave the game.",
    "cards": "Catch one chip of each species shown to win a trophy of 10 points; the same species twice means two.",
    "block": "The block protects one stack of your own board. Each chip that it saves from a boat is a gold star.",
    "fleet": "Every boat goes to a board, or to the open ocean, where spawners of all boards are caught.",
    "fish": "Boats fish one by one, first player first. A Fish Finder moves a boat before it rolls.",
    "roll": "One die; two for crab and sardines. The number says which stack is hit.",
    "settle": "Green stacks are kept whole, red ones go back to the centre, a blocked stack stays and pays gold stars.",
    "buy": "A third boat costs 20 points in chips, a gear card 10. No change is given.",
    "pay": "Pay from the dearest chip down until the price is covered. Chips go back to the centre of their boards.",
    "spawn": "Spawners die, every stage moves on, and the spawners that have just arrived give young from the centre.",
    "bid": "Bid on a higher spot that your chips, with 3 for each Outboard Motor, can pay exactly, or pass for good.",
    "bidpay": "The winner pays the bid exactly and takes the First-player Token.",
    "over": "Chips, trophies of 10 points and the management award of 20 are added up. Ties: most different species.",
}


def _spot(stack: str) -> str:
    """Return a stack's name in words: "adult-5" is "adult 5"."""
    return stack.replace("-", " ")


def _chips(count: int) -> str:
    return f"{count} chip{'s' * (count != 1)}"


def _place(state: Pisces, target: tuple[int, int]) -> str:
    """Return where a stack is, as reasons point at it: "tuna/adult-5"."""
    board, stack = target
    return f"{state.kind(board).name}/{state.kind(board).stacks[stack]}"


def _no(text: str, title: str, phase: int, *where: str) -> Reason:
    """Return a reason that cites the phase of the round, or the setup for phase 0."""
    return Reason(text, title=title, rule=f"Round of play, phase {phase}" if phase else "Setup", where=where)


def _no_stack(kind: Species, stack: str, phase: int) -> Reason:
    text = f"The {kind.name} board has no stack {stack}: it has {', '.join(kind.stacks)}."
    return _no(text, "No such stack", phase, kind.name)


def _no_area(state: Pisces, area: object, phase: int) -> Reason:
    return _no(f"Boats cannot fish at {area}: choose {', '.join(state.areas)}.", "No such place", phase)


# Rows for plots.


def _rounds(states: Iterable[Pisces]) -> list[tuple[int, Pisces, Pisces]]:
    """Return (round, its first moment, the first moment of the next round or the last one seen)."""
    opening: list[Pisces] = []
    last: list[Pisces] = []
    for state in states:
        if state.round > len(opening):
            opening.append(state)
        last = [state]
    return list(zip(range(1, len(opening) + 1), opening, [*opening[1:], *last], strict=False))


def stock_rows(states: Iterable[Pisces]) -> list[dict[str, Any]]:
    """Return one row for each round and board of a match: the chips as the round begins, and its catch.

    A row has round, species, each stage by name, centre, held (by all seats) and caught (kept in that round).
    """
    return [
        {
            "round": number,
            "species": state.kind(board).name,
            **state.stage_chips(board),
            "centre": state.centre[board],
            "held": sum(held[board] for held in state.held),
            "caught": sum(new[board] - old[board] for new, old in zip(end.landed, state.landed, strict=True)),
        }
        for number, state, end in _rounds(states)
        for board in range(state.players)
    ]


def catch_rows(states: Iterable[Pisces]) -> list[dict[str, Any]]:
    """Return one row for each round, seat and board of a match: chips caught, and the seat's points at its end."""
    return [
        {
            "round": number,
            "seat": seat,
            "player": state.seat_name(seat),
            "species": state.kind(board).name,
            "caught": end.landed[seat][board] - state.landed[seat][board],
            "points": points,
        }
        for number, state, end in _rounds(states)
        for seat, points in enumerate(end.scores())
        for board in range(state.players)
    ]
