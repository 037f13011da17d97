"""Pisces: six life cycles, one ocean, and a fleet for everybody.

Each player keeps one fishery board, whose chips are fish that grow up, spawn and die, round by round. Boats fish on
any board or on the open ocean, a block protects one stack, and after six rounds of fishing points are counted.
Nothing is hidden; the only unknowns are dice and the next tournament cards, and both are moves of chance.

The boards, and how chips move on them, are in `boards`. Boards are numbered by the seat that keeps them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from fishlab.core import CHANCE, OVER, Move, Option, Player
from fishlab.pisces.boards import ROUNDS, chosen_species, grow, make_sea, newborn, read_boards, settle_young
from fishlab.pisces.position import GEAR, outcome_tokens
from fishlab.pisces.words import Words

_ROLLS: Final[tuple[Move, ...]] = tuple(("roll", face) for face in range(1, 7))
_OCEAN_ROLLS: Final = {
    boards: tuple(roll for roll, board in zip(_ROLLS, outcome_tokens(boards), strict=True) if board >= 0)
    for boards in range(2, 7)
}


def _put(items: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*items[:place], value, *items[place + 1 :])


def _add(table: tuple[tuple[int, ...], ...], row: int, column: int, change: int) -> tuple[tuple[int, ...], ...]:
    line = table[row]
    return _put(table, row, _put(line, column, line[column] + change))


class Pisces(Words):
    """Pisces: an instance is a moment of the game. Nothing is hidden but dice and cards to come."""

    name: ClassVar[str] = "pisces"
    title: ClassVar[str] = "Pisces"
    tag: ClassVar[str] = "PI"
    files: ClassVar[tuple[str, ...]] = ("boards_file",)
    seats: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = (
        Option("values", "standard", "Points of a chip", choices=("standard", "even"),
               words=("standard", "more even"), help="Two sets of figures that fit the rulebook’s examples."),
        Option("boards", None, "Who fishes with which board"),
        Option("first", None, "Who goes first", choices=(None, 0, 1, 2, 3, 4, 5), seat=True),
        Option("blocks", True, "Management blocks", choices=(True, False)),
        Option("tournaments", True, "Tournaments", choices=(True, False)),
        Option("rounds", ROUNDS, "Rounds", low=1, high=ROUNDS),
        Option("boards_file", None, "Figures of the boards"),
    )  # fmt: skip

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
                return drawn._manage() if len(drawn.goal) == 2 else drawn
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
        return self._next_round()

    def _next_round(self) -> Self:
        """Phase 1: the turn marker moves on, and two tournament cards are drawn."""
        players = len(self.kinds)
        none, nones = (0,) * players, ((0, 0, 0),) * players
        new = self.but(
            phase="cards", seat=self.first, round=self.round + 1, caught=(none,) * players, goal=(),
            used=nones, new_motors=none, bids=none, passed=(False,) * players, dice=(),
        )  # fmt: skip
        return new if self.sea.tournaments else new._manage()

    def _manage(self) -> Self:
        """Phase 2: from the first player on, each player's block goes on a stack of the player's own board."""
        return self._next_block(self.first) if self.sea.blocks else self.but(phase="fleet", seat=self.first)

    def _next_block(self, seat: int) -> Self:
        while seat >= 0 and not any(self.stacks[seat]):
            seat = self._after(seat)
        return self.but(phase="fleet", seat=self.first) if seat < 0 else self.but(phase="block", seat=seat)

    def _next_ship(self) -> Self:
        """Phase 3: all boats of a seat go out, then those of the next."""
        if len(self.fleet[self.seat]) < self.boats[self.seat]:
            return self
        seat = self._after(self.seat)
        return self.but(phase="fish", seat=self.first) if seat < 0 else self.but(seat=seat)

    def _rolled(self) -> Self:
        """Phase 4: one die or two; with nothing to choose the attempt is settled at once."""
        area = self.fleet[self.seat][self.boat]
        if len(self.dice) < (1 if area == len(self.kinds) else self.kind(area).dice):
            return self
        hits = self.targets()
        if len(hits) > 1 or self.spare(self.seat, "outrigger"):
            return self.but(phase="settle")
        return (self._landed(hits[0]) if hits else self)._next_boat()

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
        won = not self.reached(self.seat) and self.reaches(caught[self.seat])
        return self.but(
            stacks=stacks,
            held=_add(self.held, self.seat, board, chips),
            caught=caught,
            landed=_add(self.landed, self.seat, board, chips),
            trophies=_put(self.trophies, self.seat, self.trophies[self.seat] + won),
        )

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

    def _next_buyer(self, seat: int) -> Self:
        """Phase 6: from the first player clockwise; who can afford nothing is not asked."""
        while seat >= 0 and not self.affordable(seat):
            seat = self._after(seat)
        return self._live() if seat < 0 else self.but(phase="buy", seat=seat, item="", due=0, pay_from=0)

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
            return paid._crown(seat)
        if self.item == "boat":
            return paid.but(boats=_put(self.boats, seat, self.boats[seat] + 1))._next_buyer(seat)
        gear = _add(self.gear, seat, GEAR.index(self.item), 1)
        motors = self.new_motors[seat] + (self.item == "motor")
        return paid.but(gear=gear, new_motors=_put(self.new_motors, seat, motors))._next_buyer(seat)

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
            return self.but(first=(self.first + 1) % players)._next_round()
        due = self.chips_due(leader, self.bids[leader])
        if due == 0:
            return self._crown(leader)
        return self.but(phase="bidpay", seat=leader, due=due, pay_from=0, passed=tuple(passed))

    def _crown(self, seat: int) -> Self:
        """Phase 8: the winner takes the First-player Token."""
        return self.but(first=seat, due=0, pay_from=0)._next_round()

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
