"""Pisces: six life cycles, one ocean, and a fleet for everybody.

Each player keeps one fishery board, whose chips are fish that grow up, spawn and die, round by round. Boats fish on
any board or on the open ocean, a block protects one stack, and after six rounds of fishing points are counted.
Nothing is hidden; the only unknowns are dice and the next tournament cards, and both are moves of chance.

The printed boards, and how chips move on them, are in `boards`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final, Literal, Self

from fishlab.core import CHANCE, OVER, Move, Option, Player, State
from fishlab.messages import mark, refusal, tr
from fishlab.pisces.boards import (
    OCEAN,
    ROUNDS,
    Sea,
    Species,
    chosen_species,
    grow,
    make_sea,
    newborn,
    read_boards,
    settle_young,
)

GEAR: Final = ("motor", "outrigger", "finder")
_ROLLS: Final[tuple[Move, ...]] = tuple(("roll", face) for face in range(1, 7))

Phase = Literal[
    "first", "choose", "cards", "block", "fleet", "fish", "roll", "settle",
    "buy", "pay", "spawn", "bid", "bidpay", "over",
]  # fmt: skip


@dataclass(frozen=True)
class Pisces(State):
    """Pisces: an instance is a moment of the game.

    Boards, held chips and cards are numbered by the seat that keeps the board. The areas where boats fish are the
    boards by number, and the open ocean, whose number is that of the players.
    """

    name: ClassVar[str] = "pisces"
    title: ClassVar[str] = "Pisces"
    tag: ClassVar[str] = "PI"
    counts: ClassVar[str] = "round"
    parts: ClassVar[str] = "phase"
    files: ClassVar[tuple[str, ...]] = ("boards_file",)
    seats: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = (
        Option("values", "standard", mark("Points of a chip"), choices=("standard", "even"),
               words=(mark("standard"), mark("more even")),
               help=mark("Two sets of figures that fit the rulebook’s examples.")),
        Option("boards", None, mark("Who gets which board")),
        Option("first", None, mark("Who goes first"), choices=(None, 0, 1, 2, 3, 4, 5), seat=True,
               help=mark("Later the first turn goes to the highest bidder.")),
        Option("blocks", True, mark("Management blocks"), choices=(True, False),
               help=mark("Each player closes one stack to fishing in every round.")),
        Option("tournaments", True, mark("Tournaments"), choices=(True, False),
               help=mark("Two cards show species: whoever catches both gains a trophy.")),
        Option("rounds", ROUNDS, mark("Rounds"), low=1, high=ROUNDS,
               help=mark("A round is a season of fishing and a life cycle.")),
        Option("boards_file", None, mark("Figures on the boards")),
    )  # fmt: skip

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

    def __repr__(self) -> str:
        return f"<Pisces: round {self.round} of {self.sea.rounds}, scores {self.scores()}, {self.prompt()}>"

    # Setup.

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
            text = tr("pisces: first={first} is not possible: with {players} players choose 0 to {last}",
                      first=first, players=players, last=players - 1)  # fmt: skip
            raise ValueError(text)
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
            raise refusal("pisces: an option cannot be saved: {error}", error=error) from None

    def _take_board(self, seat: int, kind: int) -> Self:
        """Setup: one chip on every spot, the rest in the centre, six tournament cards into the deck."""
        species = self.sea.species[kind]
        return self.but(
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
                return self.but(phase="choose", seat=seat)
        return self._next_round(self.first)

    # What lies where.

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

    # Whose turn, what may be done, and what comes of it.

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
                return _ocean_rolls(area) if area == len(self.kinds) else _ROLLS
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

    def after(self, move: Move) -> Self:
        """Return the state after a legal move."""
        seat = self.seat
        match move:  # the most frequent first
            case ("roll", int(face)):
                rolled = self.but(dice=(*self.dice, face))
                return rolled._spawned() if self.phase == "spawn" else rolled._rolled()
            case ("boat", int(), str(area)):
                sent = (*self.fleet[seat], self.area_number(area))
                return self.but(fleet=_put(self.fleet, seat, sent))._next_ship()
            case ("fish", int(number)):
                return self.but(phase="roll", boat=number - 1, dice=())
            case ("pay", str(name)):
                return self._pay(self.board_of(name))
            case ("block", str(), str(stack)):
                return self.but(blocks=_put(self.blocks, seat, self.kind(seat).stacks.index(stack)))._next_block(
                    self._after(seat)
                )
            case ("stack", str(name), str(stack)):
                board = self.board_of(name)
                return self._landed((board, self.kind(board).stacks.index(stack)))._next_boat()
            case ("card", str(name)):
                board = self.board_of(name)
                drawn = self.but(deck=_put(self.deck, board, self.deck[board] - 1), goal=(*self.goal, board))
                return drawn._next_block(drawn.first) if len(drawn.goal) == 2 else drawn
            case ("first", str(who)):
                return self.but(first=int(who.removeprefix("player-")) - 1)._choose_boards()
            case ("board", str(name)):
                return self._take_board(seat, self.sea.find(name))._choose_boards()
            case ("finder", int(number), str(area)):
                fleet = _put(self.fleet[seat], number - 1, self.area_number(area))
                used = _add(self.used, seat, GEAR.index("finder"), 1)
                return self.but(phase="roll", boat=number - 1, dice=(), fleet=_put(self.fleet, seat, fleet), used=used)
            case ("outrigger",):
                return self.but(phase="roll", dice=(), used=_add(self.used, seat, GEAR.index("outrigger"), 1))
            case ("settle",):
                return self._next_boat()
            case ("buy", str(item)):
                return self.but(phase="pay", item=item, due=self.sea.price(item), pay_from=0)
            case ("done",):
                return self._next_buyer(self._after(seat))
            case ("bid", int(spot)):
                return self.but(bids=_put(self.bids, seat, spot))._next_bidder(seat + 1)
            case ("pass",):
                return self.but(passed=_put(self.passed, seat, True))._next_bidder(seat + 1)
        raise ValueError(f"{move!r} is not a move of Pisces")

    def _after(self, seat: int) -> int:
        """Return the next seat clockwise, -1 when that is the first player again."""
        following = (seat + 1) % len(self.kinds)
        return -1 if following == self.first else following

    # Phase 1: tournament goals. Phase 2: management.

    def _next_round(self, first: int) -> Self:
        """Phase 1: who won the bidding holds the token, the turn marker moves on, two tournament cards are drawn."""
        players = len(self.kinds)
        none, nones = (0,) * players, ((0, 0, 0),) * players
        new = self.but(
            phase="cards", seat=first, first=first, round=self.round + 1, caught=(none,) * players, goal=(),
            used=nones, new_motors=none, bids=none, passed=(False,) * players, dice=(), due=0, pay_from=0,
        )  # fmt: skip
        return new if self.sea.tournaments else new._next_block(first)

    def _next_block(self, seat: int) -> Self:
        """Phase 2: from the first player on, each player's block goes on a stack of the player's own board."""
        while seat >= 0 and not (self.sea.blocks and any(self.stacks[seat])):
            seat = self._after(seat)
        return self.but(phase="fleet", seat=self.first) if seat < 0 else self.but(phase="block", seat=seat)

    # Phase 3: fleet movement. Phase 4: fishing. Phase 5: return to port.

    def _next_ship(self) -> Self:
        """Phase 3: all boats of a seat go out, then those of the next."""
        if len(self.fleet[self.seat]) < self.boats[self.seat]:
            return self
        seat = self._after(self.seat)
        return self.but(phase="fish", seat=self.first) if seat < 0 else self.but(seat=seat)

    def _fishing_moves(self) -> tuple[Move, ...]:
        """Phase 4: any boat that has not fished; with a Fish Finder it may move first."""
        seat, fleet = self.seat, self.fleet[self.seat]
        waiting = [boat for boat in range(len(fleet)) if not self.fished[seat] >> boat & 1]
        moves: list[Move] = [("fish", boat + 1) for boat in waiting]
        if self.spare(seat, "finder"):
            for boat in waiting:
                moves += [("finder", boat + 1, area) for at, area in enumerate(self.areas) if at != fleet[boat]]
        return tuple(moves)

    def spare(self, seat: int, gear: str) -> int:
        """Return how many cards of a gear a seat has not yet used this round."""
        place = GEAR.index(gear)
        return self.gear[seat][place] - self.used[seat][place]

    def _rolled(self) -> Self:
        """Phase 4: one die or two; with nothing to choose the attempt is settled at once."""
        area = self.fleet[self.seat][self.boat]
        if len(self.dice) < (1 if area == len(self.kinds) else self.kind(area).dice):
            return self
        hits = self.targets()
        if len(hits) > 1 or self.spare(self.seat, "outrigger"):
            return self.but(phase="settle")
        return (self._landed(hits[0]) if hits else self)._next_boat()

    def targets(self) -> tuple[tuple[int, int], ...]:
        """Return the stacks with chips that the dice of the attempt under way hit, as (board, stack)."""
        area = self.fleet[self.seat][self.boat]
        if area == len(self.kinds):
            area = outcome_tokens(area)[self.dice[0] - 1]
            hits: Iterable[int] = self.kind(area).spawners
        else:
            hits = self.kind(area).hits[sum(self.dice)]
        chips = self.stacks[area]
        return tuple((area, stack) for stack in hits if chips[stack])

    def choices(self) -> Sequence[Move]:
        """Return the moves; of stacks of one stage that have one number and as many chips, only the first."""
        if self.phase != "settle":
            return super().choices()
        kinds: dict[object, Move] = {}
        for move in self.moves():
            kinds.setdefault(_stack_like(self, move) if move[0] == "stack" else move, move)
        return list(kinds.values())

    def _landed(self, target: tuple[int, int]) -> Self:
        """Phase 4: the stack hit is caught, goes back to the centre (red), or its block holds (one star a chip)."""
        board, stack = target
        chips = self.stacks[board][stack]
        if self.blocks[board] == stack:
            return self.but(stars=_put(self.stars, board, self.stars[board] + chips))
        stacks = _put(self.stacks, board, _put(self.stacks[board], stack, 0))
        at_sea = self.fleet[self.seat][self.boat] == len(self.kinds)
        if self.kind(board).colours[stack] == "red" and not at_sea:
            return self.but(stacks=stacks, centre=_put(self.centre, board, self.centre[board] + chips))
        caught = _add(self.caught, self.seat, board, chips)
        won = not self.reached(self.seat) and reaches(self.goal, caught[self.seat])
        return self.but(
            stacks=stacks,
            held=_add(self.held, self.seat, board, chips),
            caught=caught,
            landed=_add(self.landed, self.seat, board, chips),
            trophies=_put(self.trophies, self.seat, self.trophies[self.seat] + won),
        )

    def reached(self, seat: int) -> bool:
        """Return whether a seat has reached this round's tournament goal."""
        return reaches(self.goal, self.caught[seat])

    def _next_boat(self) -> Self:
        """Phase 4: a seat finishes all its boats, then the next seat fishes."""
        seat = self.seat
        fished = self.fished[seat] | 1 << self.boat
        if fished + 1 < 1 << len(self.fleet[seat]):
            return self.but(phase="fish", boat=-1, fished=_put(self.fished, seat, fished))
        after = self._after(seat)
        done = self.but(
            phase="fish", boat=-1, fished=_put(self.fished, seat, fished), seat=seat if after < 0 else after
        )
        return done._port() if after < 0 else done

    def _port(self) -> Self:
        """Phase 5: boats and blocks return, the tournament cards leave the game. After the last round it ends."""
        players = len(self.kinds)
        if self.round == self.sea.rounds:
            return self.but(phase="over")
        removed = self.removed
        for board in self.goal:
            removed = _put(removed, board, removed[board] + 1)
        home = self.but(fleet=((),) * players, fished=(0,) * players, blocks=(-1,) * players, goal=(), removed=removed)
        return home._next_buyer(self.first)

    # Phase 6: boats and gear.

    def _next_buyer(self, seat: int) -> Self:
        """Phase 6: from the first player clockwise; who can afford nothing is not asked."""
        while seat >= 0 and not self.affordable(seat):
            seat = self._after(seat)
        return self._live() if seat < 0 else self.but(phase="buy", seat=seat, item="", due=0, pay_from=0)

    def affordable(self, seat: int) -> tuple[str, ...]:
        """Return the items that a seat may buy now."""
        points, sea = self.chip_points(seat), self.sea
        items = ["boat"] if points >= sea.boat_price and self.boats[seat] < sea.most_boats else []
        if points >= sea.gear_price:
            items += [gear for gear in GEAR if self.gear_left(gear)]
        return tuple(items)

    def chip_points(self, seat: int) -> int:
        """Return what a seat's chips are worth."""
        return sum(chips * self.kind(board).value for board, chips in enumerate(self.held[seat]) if chips)

    def gear_left(self, gear: str) -> int:
        """Return how many cards of a gear are still for sale."""
        place = GEAR.index(gear)
        return self.sea.gear_cards - sum(cards[place] for cards in self.gear)

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
                fits = value <= self.due and sums_of(rest, self.due) >> (self.due - value) & 1
            else:
                fits = value + sum(worth * count for worth, count in rest) >= self.due
            if fits:
                allowed.append(board)
        return tuple(allowed)

    def _pay(self, board: int) -> Self:
        """Phases 6 and 8: a chip goes back to the centre of its own board; no change is given."""
        seat, due = self.seat, self.due - self.kind(board).value
        paid = self.but(
            held=_add(self.held, seat, board, -1),
            centre=_put(self.centre, board, self.centre[board] + 1),
            due=max(due, 0),
            pay_from=self.paying_order().index(board),
        )
        if due > 0:
            return paid
        if self.phase == "bidpay":
            return paid._next_round(seat)
        if self.item == "boat":
            return paid.but(boats=_put(self.boats, seat, self.boats[seat] + 1))._next_buyer(seat)
        gear = _add(self.gear, seat, GEAR.index(self.item), 1)
        motors = self.new_motors[seat] + (self.item == "motor")
        return paid.but(gear=gear, new_motors=_put(self.new_motors, seat, motors))._next_buyer(seat)

    # Phase 7: life cycles.

    def _live(self) -> Self:
        """Phase 7 begins: every board runs through its life cycle, in seat order from the first player."""
        players = len(self.kinds)
        start = self.but(
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
                return self.but(
                    seat=board, dice=(), cycled=step, stacks=tuple(stacks), centre=tuple(centre), young=tuple(young)
                )
            young[board] = min(born, centre[board])
            centre[board] -= young[board]
            stacks[board] = settle_young(kind, stacks[board], young[board])
        done = self.but(
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
        return self.but(
            stacks=_put(self.stacks, board, settle_young(kind, stacks, young)),
            centre=_put(self.centre, board, self.centre[board] - young),
            young=_put(self.young, board, young),
            cycled=self.cycled + 1,
        )._life()

    # Phase 8: first-player bids.

    @property
    def leader(self) -> int:
        """The seat with the highest bid in the auction, -1 for none."""
        most = max(self.bids)
        return self.bids.index(most) if most else -1

    def _next_bidder(self, seat: int) -> Self:
        """Phase 8: clockwise until all but the highest bidder have passed; who cannot bid has passed."""
        players, leader, passed = len(self.kinds), self.leader, list(self.passed)
        for step in range(players):
            bidder = (seat + step) % players
            if bidder == leader or passed[bidder]:
                continue
            if self.legal_bids(bidder):
                return self.but(phase="bid", seat=bidder, passed=tuple(passed))
            passed[bidder] = True
        if leader < 0:
            return self._next_round(first=(self.first + 1) % players)
        due = self.chips_due(leader, self.bids[leader])
        if due == 0:
            return self._next_round(leader)
        return self.but(phase="bidpay", seat=leader, due=due, pay_from=0, passed=tuple(passed))

    def legal_bids(self, seat: int) -> tuple[int, ...]:
        """Return the spots above the highest bid that a seat can pay exactly, with chips and Motors."""
        sea, most = self.sea, self.sea.highest_bid
        low = max(sea.lowest_bid, max(self.bids) + 1)
        if low > most:
            return ()
        chips = [(self.kind(board).value, count) for board, count in enumerate(self.held[seat]) if count]
        bits = sums_of([*chips, (sea.motor, self.motors(seat))], most)
        return tuple(spot for spot in range(low, most + 1) if bits >> spot & 1)

    def motors(self, seat: int) -> int:
        """Return the Outboard Motors that count in this round's bidding: not those bought this round."""
        return self.gear[seat][0] - self.new_motors[seat]

    def chips_due(self, seat: int, spot: int) -> int:
        """Return what a bid costs in chips: as many Motors as leave a sum that the chips make exactly."""
        bits = sums_of([(self.kind(board).value, count) for board, count in enumerate(self.held[seat]) if count], spot)
        for motors in range(min(self.motors(seat), spot // self.sea.motor), 0, -1):
            if bits >> (spot - motors * self.sea.motor) & 1:
                return spot - motors * self.sea.motor
        return spot

    # The end.

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


# Helpers on plain data.


@cache
def outcome_tokens(boards: int) -> tuple[int, ...]:
    """Return the board that each face 1 to 6 of the ocean die stands for, -1 for "roll again".

    Setup: three tokens a species with two boards, two with three, one with more; what is left is "roll again".
    """
    each = {2: 3, 3: 2}.get(boards, 1)
    return tuple(place // each if place // each < boards else -1 for place in range(6))


@cache
def _ocean_rolls(boards: int) -> tuple[Move, ...]:
    return tuple(roll for roll, board in zip(_ROLLS, outcome_tokens(boards), strict=True) if board >= 0)


def reaches(goal: Sequence[int], catch: Sequence[int]) -> bool:
    """Tournament: one chip of each species shown, two when both cards show the same."""
    return len(goal) >= 2 and all(catch[board] >= goal.count(board) for board in goal)


def sums_of(chips: Iterable[tuple[int, int]], most: int) -> int:
    """Return the sums up to `most` that chips, given as (value, count), make exactly: bit n is set for n points."""
    mask, bits = (2 << most) - 1, 1
    for value, count in chips:
        for _ in range(min(count, most // value)):
            bits |= bits << value & mask
    return bits


def _stack_like(state: Pisces, move: Move) -> tuple[object, ...]:
    """Return what tells a stack from others: its stage, its number, its chips, and whether it is blocked."""
    board = next(board for board, _ in state.targets() if state.kind(board).name == move[1])
    kind, stack = state.kind(board), state.kind(board).stacks.index(str(move[2]))
    stage = str(move[2]).partition("-")[0]
    return board, stage, kind.numbers[stack], state.stacks[board][stack], state.blocks[board] == stack


def _put(items: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """Return a tuple with one item changed."""
    return (*items[:place], value, *items[place + 1 :])


def _add(table: tuple[tuple[int, ...], ...], row: int, column: int, change: int) -> tuple[tuple[int, ...], ...]:
    """Return a table with one number changed."""
    line = table[row]
    return _put(table, row, _put(line, column, line[column] + change))
