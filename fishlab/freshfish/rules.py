"""Fresh Fish by Friedemann Friese, after the condensed rules by Eric Postpischil: streets that nobody wanted.

Players reserve plots of a city, draw tiles, and bid for retail outlets. Nobody builds streets: a plot becomes one when
the city would fall apart without it. In the end the shortest routes from supplies to one's own outlets count, less
the money kept, and the lowest figure wins.

The city is a diagram: a letter a plot, rows from the top, a stroke between two rows. Tiles and markers are two such
layers, as on the table, where a marker lies on an empty plot (a reservation) or on an outlet.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self

from fishlab.core import CHANCE, HIDDEN, OVER, SEAT_LETTERS, Move, Option, Player, Reason, State
from fishlab.freshfish.tables import MOST_MONEY, Table, load_table
from fishlab.graphs import Grid, grid, layers, needed, parts, route, route_length
from fishlab.table_files import plain_figures

SUPPLIES: Final = ("harbour", "power-plant", "refinery", "game-factory")
OUTLETS: Final = ("fish-market", "waste-disposal", "gas-station", "game-shop")
TILES: Final = ("apo", *OUTLETS, "zone", "demonstration")
"""What the deck holds, in the order of `FreshFish.deck`."""

NAMES: Final = {
    "harbour": "harbour",
    "power-plant": "nuclear power plant",
    "refinery": "oil refinery",
    "game-factory": "game factory",
    "fish-market": "fish market",
    "waste-disposal": "nuclear waste disposal",
    "gas-station": "gas station",
    "game-shop": "game shop",
    "apo": "APO",
    "zone": "construction zone",
    "demonstration": "antinuclear demonstration",
    "street": "street",
}
"""The words of moves as a reader knows them. An APO is an apartment, a park or an office."""

# The letters of the tiles. A supply is a capital, its outlets are the same letter in lower case.
_EMPTY, _STREET, _DEMONSTRATION, _APO, _ZONE = ".#=XZ"
_SUPPLY, _OUTLET, _NONE = "HPRG", "hprg", "."

_LETTERS = f"{_EMPTY}{_STREET}{_DEMONSTRATION}{_APO}{_ZONE}{_SUPPLY}{_OUTLET}/"


def _ones(letters: str, alphabet: str = _LETTERS) -> dict[int, str]:
    return str.maketrans({letter: "01"[letter in letters] for letter in alphabet})


_IS_OPEN = _ones(_EMPTY + _STREET + _DEMONSTRATION)
_IS_EMPTY = _ones(_EMPTY)
_IS_STREET = _ones(_STREET)
_IS_SLOW = _ones(_DEMONSTRATION)
_IS_ROAD = _ones(_STREET + _DEMONSTRATION)
_IS_TERMINAL = _ones(_SUPPLY + _OUTLET)
_IS_MARKED = _ones(SEAT_LETTERS, f"{_NONE}/{SEAT_LETTERS}")

Phase = Literal["supply", "turn", "tile", "bid", "place", "zone", "over"]
Bid = int | str | None
"""A sealed bid: a number, `HIDDEN` in a view, None before it is made."""


class Content(NamedTuple):
    """What lies on a plot: `what` is empty, reserved, street, demonstration, apo, zone, supply or outlet."""

    what: str
    kind: str = ""
    owner: Player | None = None


class Auction(NamedTuple):
    """An auction that is over: the bids as they were revealed (None: no bid), who won, and who had bid as much."""

    outlet: str
    drawer: Player
    bids: tuple[int | None, ...]
    winner: Player
    price: int
    tied: tuple[Player, ...]


class Expropriated(NamedTuple):
    """A plot that has just become a street, and why it had to."""

    plot: str
    reason: str


class Route(NamedTuple):
    """A route to one outlet: what it counts (never more than the cap), and its plots from the supply on."""

    kind: str
    length: int
    plots: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Rules:
    """The printed figures, and the options that matter after the start."""

    table: Table
    supplies: str = "simple"
    ties: str = "drawer"
    reserve_next_to: str = "tile-or-marker"
    spare_apos: int | None = None


_BIDS: Final[tuple[Move, ...]] = tuple(("bid", price) for price in range(MOST_MONEY + 1))


@lru_cache(maxsize=4096)
def _draws(deck: tuple[int, ...]) -> tuple[Move, ...]:
    """Return the chance moves of a deck: each tile as often as it is in there."""
    return tuple(("tile", tile) for tile, count in zip(TILES, deck, strict=True) for _ in range(count))


def expropriate(diagram: str) -> str:
    """Return a city with every plot that must become a street turned into `#`.

    `S` is a supply, `O` an outlet, `X` an APO, `#` a street and `.` an empty plot; any other letter is a reserved plot.
    Rows run from the top, with a stroke between them. A diagram that is no city gets a `ValueError` with its row and
    column, both counted from 1 at the top left.

    >>> expropriate("..S/Oab/c..")
    '.#S/O#b/c#.'
    """
    if not isinstance(diagram, str):
        raise ValueError(f"row 1, column 1: a diagram is a text such as '..S/Oab/c..', not {diagram!r}")
    rows = diagram.split("/")
    columns = len(rows[0])
    if not 1 <= columns <= 26 or len(rows) > 99:
        raise ValueError(
            f"row 1, column {min(columns, 27) or 1}: a diagram has 1 to 26 columns and 1 to 99 rows; "
            f"this one has {columns} and {len(rows)}"
        )
    for row, letters in enumerate(rows, 1):
        for column, letter in enumerate(letters, 1):
            if not (letter in ".#" or (letter.isascii() and letter.isalpha())):
                raise ValueError(
                    f"row {row}, column {column}: {letter!r} means nothing here; use S supply, O outlet, X APO, "
                    "# street, . empty, or another letter for a reserved plot"
                )
        if len(letters) != columns:
            raise ValueError(
                f"row {row}, column {min(len(letters), columns) + 1}: row {row} has {len(letters)} plots, "
                f"but row 1 has {columns}; all rows are equally long"
            )
    city = grid(columns, len(rows))
    at = dict.fromkeys("SOX#", 0)
    for bit, letter in zip(city.bits, diagram, strict=True):
        at[letter] = at.get(letter, 0) | bit
    terminals = at["S"] | at["O"]
    open_plots = city.plots & ~(terminals | at["X"])
    _check_city(city, open_plots, terminals)
    forced = needed(city, open_plots, terminals, open_plots & ~at["#"])
    return "".join("#" if bit & forced else letter for bit, letter in zip(city.bits, diagram, strict=True))


def _check_city(city: Grid, open_plots: int, terminals: int) -> None:
    """Raise `ValueError` for a city that is cut off somewhere before anything is expropriated."""

    def place(mask: int) -> str:
        row, column = divmod(next(city.pick(range(city.length), mask)), city.width)
        return f"row {row + 1}, column {column + 1}"

    lonely = terminals & ~city.around(open_plots)
    if lonely:
        raise ValueError(f"{place(lonely)}: this supply or outlet has no empty plot or street beside it")
    pieces = parts(open_plots, city.width)
    if len(pieces) > 1:
        raise ValueError(
            f"{place(pieces[1])}: this plot is cut off already: empty plots and streets must hang together"
        )


@dataclass(frozen=True, slots=True)
class FreshFish(State):
    """A moment of Fresh Fish.

    Attributes:
        rules: the printed figures, and the options that matter after the start.
        tiles: the tile on each plot, as a diagram.
        marks: whose marker lies on each plot, as a diagram of seat letters.
        money: what each seat has left; all of it is public.
        supply: each seat's markers in supply.
        aside: each seat's markers set aside, released by its first and second outlet on the board.
        opened: whether each seat has made its first reservation, the one that may go anywhere.
        owned: each seat's outlets as bits, in the order of `OUTLETS`.
        off: those of them that are kept off the board.
        deck: how many of each of `TILES` are still to be drawn; their order is nowhere.
        phase: what happens now.
        seat: whose turn it is; in an auction the seat that drew the tile.
        actor: who acts now: that seat, a bidder, or the winner of an auction.
        hand: the tile that the actor places or bids for, "" if there is none.
        bids: the bids sealed so far, one a seat.
        auction: the last auction, shown until the next one begins.
        waiting: construction zones that wait for the next APO.
        covered: construction zones built over.
        taken: APO tiles taken after the deck ran out.
        bank: money paid.
        built: place of the last tile in the diagram, -1 before the first.
        expropriated: places of the plots that became streets with it, the nearest first.
    """

    rules: Rules
    tiles: str
    marks: str
    money: tuple[int, ...]
    supply: tuple[int, ...]
    aside: tuple[int, ...]
    opened: tuple[bool, ...]
    owned: tuple[int, ...]
    off: tuple[int, ...]
    deck: tuple[int, ...]
    phase: Phase
    seat: Player
    actor: Player
    hand: str = ""
    bids: tuple[Bid, ...] = ()
    auction: Auction | None = None
    waiting: int = 0
    covered: int = 0
    taken: int = 0
    bank: int = 0
    built: int = -1
    expropriated: tuple[int, ...] = ()

    name: ClassVar[str] = "freshfish"
    title: ClassVar[str] = "Fresh Fish"
    tag: ClassVar[str] = "FF"
    seats: ClassVar[range] = range(2, 6)
    low_wins: ClassVar[bool] = True
    secrets: ClassVar[bool] = True
    files: ClassVar[tuple[str, ...]] = ("tables",)
    options: ClassVar[tuple[Option, ...]] = (
        Option("supplies", "simple", "Where the supplies go", ("simple", "moderate", "complex")),
        Option("zones", 0, "Construction zones in the deck", low=0, high=2),
        Option("demonstrations", 0, "Antinuclear demonstrations in the deck", low=0, high=2),
        Option("ties", "drawer", "Who comes first when bids tie", ("drawer", "left")),
        Option("first", 0, "Seat that starts, counted from 0", low=0, high=4),
        Option(
            "reserve_next_to", "tile-or-marker", "What a reservation must touch", ("tile-or-marker", "street-or-marker")
        ),
        Option("spare_apos", None, "APO tiles set aside for the empty deck (None: as the figures say)"),
        Option("tables", None, "Printed figures of your own: the path of a file like data/freshfish.toml"),
    )

    # Setup.

    @classmethod
    def start(cls, players: int = 2, **options: Any) -> Self:
        """Return the city with the harbour in its corner.

        Args:
            players: 2 to 5.
            **options: `supplies` is simple (corners), moderate (one a quarter) or complex (anywhere), all by chance,
                or three plots for power plant, refinery and game factory, as a list or by name. `zones` and
                `demonstrations` add 0 to 2 tiles. `ties` puts the drawer first, or the seat on the drawer's left.
                `first` is the seat that starts. `reserve_next_to` may ask for a street or a marker.
                `spare_apos` limits the APO tiles for the empty deck. `tables` is a file of one's own figures, or its
                data.
        """
        supplies = options.get("supplies", "simple")
        spelled = isinstance(supplies, list | tuple | dict)
        cls.check_start(players, {name: options[name] for name in options if name != "supplies" or not spelled})
        first, spare = options.get("first", 0), options.get("spare_apos")
        if first >= players:
            raise ValueError(f"{cls.name}: first={first!r} is not possible: choose a seat from 0 to {players - 1}")
        if spare is not None and (isinstance(spare, bool) or not isinstance(spare, int) or not 0 <= spare <= 100):
            raise ValueError(
                f"{cls.name}: spare_apos={spare!r} is not possible: choose a whole number from 0 to 100, or None"
            )
        table = load_table(players, options.get("tables"))
        zones, demonstrations = options.get("zones", 0), options.get("demonstrations", 0)
        empty = "/".join([_NONE * table.size] * table.size)
        state = cls(
            rules=Rules(
                table,
                supplies="given" if spelled else supplies,
                ties=options.get("ties", "drawer"),
                reserve_next_to=options.get("reserve_next_to", "tile-or-marker"),
                spare_apos=table.spare if spare is None else spare,
            ),
            tiles=_SUPPLY[0] + empty[1:],
            marks=empty,
            money=(table.money,) * players,
            supply=(table.supply,) * players,
            aside=(table.aside,) * players,
            opened=(False,) * players,
            owned=(0,) * players,
            off=(0,) * players,
            deck=(table.apos + zones, players, players, players, players, zones, demonstrations),
            phase="supply",
            seat=first,
            actor=first,
            bids=(None,) * players,
        )
        return state._given(supplies) if spelled else state

    @classmethod
    def canonical(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as plain JSON data, a file of figures as its content."""
        plain = dict(options)
        if plain.get("tables") is not None:
            plain["tables"] = plain_figures("tables", plain["tables"])
        found: dict[str, Any] = json.loads(json.dumps(plain))
        return found

    def _given(self, supplies: Any) -> Self:
        """Return the city with the other supplies on given plots, each checked."""
        wrong = f"{self.name}: supplies={supplies!r} is not possible: "
        if isinstance(supplies, dict):
            if set(supplies) != set(SUPPLIES[1:]):
                raise ValueError(wrong + f"name a plot for each of {', '.join(SUPPLIES[1:])}")
            supplies = [supplies[kind] for kind in SUPPLIES[1:]]
        if len(supplies) != 3 or not all(isinstance(plot, str) for plot in supplies):
            raise ValueError(wrong + f"give three plots, for {', '.join(SUPPLIES[1:])}, such as ['g7', 'a1', 'g1']")
        state = self
        for kind, plot in zip(SUPPLIES[1:], supplies, strict=True):
            if why := state._why_no_supply(kind, plot):
                raise ValueError(wrong + why[0].lower() + why[1:])
            state = state.after(("supply", kind, plot))
        return state

    # The city, seen as masks and as plots.

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.money)

    @property
    def size(self) -> int:
        """Plots along a side of the city."""
        return self.rules.table.size

    @property
    def cap(self) -> int:
        """The longest that a route can count."""
        return self.rules.table.cap

    @property
    def grid(self) -> Grid:
        """The tables of this city's grid."""
        return self.rules.table.grid

    def _mask(self, which: dict[int, str]) -> int:
        return self.grid.mask(self.tiles.translate(which))

    def _spots(self, seat: Player) -> list[int]:
        """Return the places of a seat's reservations in the diagram, from the top left."""
        letter, found, spot = SEAT_LETTERS[seat], [], -1
        while (spot := self.marks.find(letter, spot + 1)) >= 0:
            if self.tiles[spot] == _EMPTY:
                found.append(spot)
        return found

    def _reservable(self, seat: Player) -> int:
        """Return the plots that a seat with a marker in supply may reserve."""
        city = self.grid
        empty = self._mask(_IS_EMPTY)
        marked = city.mask(self.marks.translate(_IS_MARKED))
        free = empty & ~marked
        if not self.opened[seat]:
            return free
        if self.rules.reserve_next_to == "tile-or-marker":
            return free & city.around(city.plots & ~free)
        touch = self._mask(_IS_ROAD) | empty & marked
        return free & city.around(touch) if touch else free

    def _supply_plots(self) -> int:
        """Return the plots where the next supply may go."""
        table, open_plots, taken = self.rules.table, self._mask(_IS_OPEN), self._mask(_IS_TERMINAL)
        allowed = open_plots & ~needed(table.grid, open_plots, taken, open_plots)
        if self.rules.supplies == "simple":
            return allowed & table.corners
        if self.rules.supplies == "moderate":
            return allowed & sum(quarter for quarter in table.quarters if not quarter & taken)
        return allowed

    # Moves.

    def turn(self) -> Player:
        """Return the seat to act; chance places the supplies and draws the tiles."""
        match self.phase:
            case "supply" | "tile":
                return CHANCE
            case "over":
                return OVER
            case _:
                return self.actor

    def moves(self) -> Sequence[Move]:
        """Return the legal moves."""
        match self.phase:
            case "turn":
                return self._turn_moves()
            case "tile":
                return _draws(self.deck)
            case "bid":
                return _BIDS[: self.money[self.actor] + 1]
            case "place":
                names = self.grid.names
                places: list[Move] = [("place", names[spot]) for spot in self._spots(self.actor)]
                if self.hand == "apo" and _ZONE in self.tiles:
                    places += [("build", names[spot]) for spot, tile in enumerate(self.tiles) if tile == _ZONE]
                return places
            case "zone":
                return [("zone", self.grid.names[spot]) for spot, tile in enumerate(self.tiles) if tile == _APO]
            case "supply":
                kind = SUPPLIES[self._supplies_placed()]
                return [("supply", kind, plot) for plot in self.grid.pick(self.grid.names, self._supply_plots())]
            case _:
                return []

    def _turn_moves(self) -> list[Move]:
        """Return what a seat may do in its turn: reserve or draw; pass only if it can do neither."""
        seat = self.actor
        found: list[Move] = []
        if self.supply[seat]:
            found += self.grid.pick(self.rules.table.reserve, self._reservable(seat))
        if self._spots(seat):
            if any(self.deck):
                found.append(("draw",))
            else:
                found += [("take", tile) for tile in self._takes()]
        return found or [("pass",)]

    def _takes(self) -> tuple[str, ...]:
        """Return the tiles to choose from when the deck is empty."""
        spare = self.rules.spare_apos
        return ("apo", "street") if spare is None or self.taken < spare else ("street",)

    def _supplies_placed(self) -> int:
        return sum(letter in self.tiles for letter in _SUPPLY)

    def after(self, move: Move) -> Self:
        """Return the state after a legal move."""
        match move:
            case ("reserve", str(plot)):
                spot, seat = self.grid.spots[plot], self.actor
                return self._end_turn(
                    marks=_put(self.marks, spot, SEAT_LETTERS[seat]),
                    supply=_add(self.supply, seat, -1),
                    opened=self.opened if self.opened[seat] else _set(self.opened, seat, True),
                )
            case ("draw",):
                return self._next(phase="tile")
            case ("take", str(tile)):
                return self._next(phase="place", hand=tile, taken=self.taken + (tile == "apo"))
            case ("tile", str(tile)):
                return self._drawn(tile)
            case ("bid", int(price)):
                return self._bid(price)
            case ("place", str(plot)):
                return self._place(self.grid.spots[plot])
            case ("build", str(plot)):
                return self._build(self.grid.spots[plot])
            case ("zone", str(plot)):
                spot = self.grid.spots[plot]
                return self._end_turn(tiles=_put(self.tiles, spot, _ZONE))
            case ("supply", str(kind), str(plot)):
                return self._supply(SUPPLIES.index(kind), self.grid.spots[plot])
            case _:
                return self._end_turn()

    def _next(self, **changes: Any) -> Self:
        """Return this moment with some fields changed: `dataclasses.replace`, at twice the speed."""
        values = list(_GET_ALL(self))
        for name, value in changes.items():
            values[_PLACE[name]] = value
        state = object.__new__(type(self))
        for put, value in zip(_PUT_ALL, values, strict=True):
            put(state, value)
        return state

    def _end_turn(self, **changes: Any) -> Self:
        """Return the start of the next seat's turn."""
        seat = (self.seat + 1) % len(self.money)
        return self._next(phase="turn", seat=seat, actor=seat, hand="", **changes)

    def _supply(self, kind: int, spot: int) -> Self:
        """Place a supply; expropriation runs once, after the fourth (Setup)."""
        state = self._next(tiles=_put(self.tiles, spot, _SUPPLY[kind]), built=spot)
        return state._expropriate(phase="turn") if kind == len(SUPPLIES) - 1 else state

    def _drawn(self, tile: str) -> Self:
        """Show the tile that was drawn (Drawing a tile)."""
        deck = _add(self.deck, TILES.index(tile), -1)
        if tile in OUTLETS:
            return self._next(deck=deck, hand=tile)._open_auction()
        if tile != "zone":
            return self._next(deck=deck, hand=tile, phase="place")
        if _APO in self.tiles:
            return self._next(deck=deck, hand=tile, phase="zone")
        return self._end_turn(deck=deck, waiting=self.waiting + 1)

    def bidders(self) -> tuple[Player, ...]:
        """Return the seats that bid in this auction, clockwise from the drawer: those without the outlet."""
        if self.hand not in OUTLETS:
            return ()
        bit, count = 1 << OUTLETS.index(self.hand), len(self.money)
        around = ((self.seat + step) % count for step in range(count))
        return tuple(seat for seat in around if not self.owned[seat] & bit)

    def _open_auction(self) -> Self:
        """Ask for bids; a sole eligible player gets the outlet for nothing (Auctions)."""
        nobody: tuple[None, ...] = (None,) * len(self.money)
        bidders = self.bidders()
        state = self._next(phase="bid", actor=bidders[0], bids=nobody, auction=None)
        if len(bidders) > 1:
            return state
        return state._award(Auction(self.hand, self.seat, nobody, bidders[0], 0, bidders))

    def _bid(self, price: int) -> Self:
        """Seal a bid; the last one reveals them all, and the highest wins (Auctions)."""
        bids = _set(self.bids, self.actor, price)
        bidders = self.bidders()
        for seat in bidders:
            if bids[seat] is None:
                return self._next(bids=bids, actor=seat)
        if HIDDEN in bids:
            raise ValueError("This view hides other seats' bids, so it cannot reveal them: play on from a guess().")
        shown = tuple(bid if isinstance(bid, int) else None for bid in bids)
        high = max(bid for bid in shown if bid is not None)
        tied = tuple(seat for seat in bidders if shown[seat] == high)
        winner = tied[0]
        if self.rules.ties == "left" and winner == self.seat and len(tied) > 1:
            winner = tied[1]
        return self._award(Auction(self.hand, self.seat, shown, winner, high, tied))

    def _award(self, auction: Auction) -> Self:
        """Give the outlet to the winner, who places it, or keeps it off the board without a reserved plot."""
        winner, price = auction.winner, auction.price
        bit = 1 << OUTLETS.index(auction.outlet)
        state = self._next(
            money=_add(self.money, winner, -price) if price else self.money,
            bank=self.bank + price,
            owned=_add(self.owned, winner, bit),
            bids=(None,) * len(self.money),
            auction=auction,
            phase="place",
            actor=winner,
        )
        if state._spots(winner):
            return state
        return state._next(off=_add(self.off, winner, bit), phase="turn", actor=self.seat, hand="")

    def _place(self, spot: int) -> Self:
        """Put the tile in hand on a reserved plot, then expropriate after an APO or an outlet."""
        seat, tile = self.actor, self.hand
        if tile in OUTLETS:
            kind = OUTLETS.index(tile)
            release = 1 if self.aside[seat] else 0  # the first and the second outlet on the board
            state = self._next(
                tiles=_put(self.tiles, spot, _OUTLET[kind]),
                supply=_add(self.supply, seat, release),
                aside=_add(self.aside, seat, -release),
                built=spot,
            )
            again = self.seat if seat != self.seat else (self.seat + 1) % len(self.money)
            return state._expropriate(phase="turn", seat=again, actor=again, hand="")
        back: dict[str, Any] = {
            "marks": _put(self.marks, spot, _NONE),
            "supply": _add(self.supply, seat, 1),
            "built": spot,
        }
        if tile == "apo":
            zone = self.waiting > 0
            letter = _ZONE if zone else _APO
            state = self._end_turn(tiles=_put(self.tiles, spot, letter), waiting=self.waiting - zone, **back)
            return state._expropriate()
        letter = _STREET if tile == "street" else _DEMONSTRATION
        state = self._end_turn(tiles=_put(self.tiles, spot, letter), expropriated=(), **back)
        return state if _EMPTY in state.tiles else state._next(phase="over")

    def _build(self, spot: int) -> Self:
        """Build an APO on a construction zone, which stays a wall: no marker comes back, nothing is expropriated."""
        zone = self.waiting > 0  # the APO just built is the next one that a waiting zone goes on
        return self._end_turn(
            tiles=self.tiles if zone else _put(self.tiles, spot, _APO),
            waiting=self.waiting - zone,
            covered=self.covered + 1,
            built=spot,
            expropriated=(),
        )

    def _expropriate(self, **changes: Any) -> Self:
        """Turn every needed plot into a street and give its marker back (Expropriation)."""
        city = self.grid
        forced = needed(city, self._mask(_IS_OPEN), self._mask(_IS_TERMINAL), self._mask(_IS_EMPTY))
        tiles = self.tiles
        if forced:
            spots = self._nearest_first(forced)
            letters, marks, supply = list(tiles), list(self.marks), list(self.supply)
            for spot in spots:
                letters[spot] = _STREET
                if marks[spot] != _NONE:
                    supply[SEAT_LETTERS.index(marks[spot])] += 1
                    marks[spot] = _NONE
            tiles = "".join(letters)
            changes |= {"tiles": tiles, "marks": "".join(marks), "supply": tuple(supply), "expropriated": spots}
        else:
            changes["expropriated"] = ()
        if _EMPTY not in tiles:
            changes["phase"] = "over"
        return self._next(**changes)

    def _nearest_first(self, mask: int) -> tuple[int, ...]:
        """Return places in the order in which a reader follows them: away from the last tile."""
        width = self.grid.width
        row, column = divmod(self.built, width)
        spots = self.grid.pick(range(self.grid.length), mask)
        return tuple(sorted(spots, key=lambda spot: abs(spot // width - row) + abs(spot % width - column)))

    # Scores.

    def routes(self, seat: Player) -> list[Route]:
        """Return a seat's four routes over the streets built so far; without a route an outlet counts the cap."""
        city = self.grid
        quick, slow = self._mask(_IS_STREET), self._mask(_IS_SLOW)
        found = []
        for kind, outlet in enumerate(OUTLETS):
            spot = self._outlet_spot(kind, seat)
            way = None
            length = self.cap
            if spot is not None and self.tiles.find(_SUPPLY[kind]) >= 0:
                steps = layers(city, city.bits[self.tiles.index(_SUPPLY[kind])], quick, slow, self.rules.table.slow)
                way = route(city, steps, city.bits[spot], slow, self.rules.table.slow)
                length = min(self.cap, route_length(city, steps, city.bits[spot]) or self.cap)
            plots = None if way is None else tuple(next(city.pick(city.names, step)) for step in way)
            found.append(Route(outlet, length, plots))
        return found

    def _outlet_spot(self, kind: int, seat: Player) -> int | None:
        """Return the place of a seat's outlet in the diagram, None where it is not on the board."""
        if not (self.owned[seat] & ~self.off[seat]) >> kind & 1:
            return None
        spot = -1
        while (spot := self.tiles.find(_OUTLET[kind], spot + 1)) >= 0:
            if self.marks[spot] == SEAT_LETTERS[seat]:
                return spot
        return None

    def scores(self) -> tuple[int, ...]:
        """Return each seat's four routes less its money: the lowest figure wins (End)."""
        cap, city = self.cap, self.grid
        totals = [4 * cap - money for money in self.money]
        quick, slow = self._mask(_IS_STREET), self._mask(_IS_SLOW)
        if quick | slow:
            for source, outlet in zip(_SUPPLY, _OUTLET, strict=True):
                if outlet not in self.tiles:
                    continue
                found = layers(city, city.bits[self.tiles.index(source)], quick, slow, self.rules.table.slow)
                spot = -1
                while (spot := self.tiles.find(outlet, spot + 1)) >= 0:
                    length = route_length(city, found, city.bits[spot])
                    if length is not None and length < cap:
                        totals[SEAT_LETTERS.index(self.marks[spot])] -= cap - length
        return tuple(totals)

    def winners(self) -> tuple[Player, ...]:
        """Return the seats with the lowest score, of those the ones with most money; a further tie is shared (End)."""
        keys = [(score, -money) for score, money in zip(self.scores(), self.money, strict=True)]
        best = min(keys)
        return tuple(seat for seat, key in enumerate(keys) if key == best)

    # Sealed bids.

    def view(self, player: Player) -> Self:
        """Return what a seat sees: bids of others that are sealed are hidden, but not that they are in.

        A seat without money can only bid 0, so its bid is no secret.
        """
        if self.phase != "bid":
            return self
        bids = tuple(
            HIDDEN if bid is not None and seat != player and self.money[seat] else bid
            for seat, bid in enumerate(self.bids)
        )
        return self if bids == self.bids else self._next(bids=bids)

    def guess(self, rng: Random) -> Self:
        """Return a full state that fits this view: every hidden bid is anything that its seat could pay."""
        if HIDDEN not in self.bids:
            return self
        bids = tuple(rng.randint(0, self.money[seat]) if bid == HIDDEN else bid for seat, bid in enumerate(self.bids))
        return self._next(bids=bids)

    # What a picture, a bot or a lesson asks.

    def content(self, plot: str) -> Content:
        """Return what lies on a plot."""
        spot = self.grid.spots[plot]
        return _content(self.tiles[spot], self.marks[spot])

    def contents(self) -> tuple[Content, ...]:
        """Return what lies on every plot, plot 0 at the top left, row by row."""
        pairs = zip(self.tiles, self.marks, strict=True)
        return tuple(_content(tile, mark) for tile, mark in pairs if tile != "/")

    def plot_names(self) -> tuple[str, ...]:
        """Return the names of all plots in the same order: a7, b7, … g1."""
        return tuple(name for name in self.grid.names if name)

    def reservations(self, seat: Player) -> tuple[str, ...]:
        """Return the plots that a seat has reserved, from the top left."""
        return tuple(self.grid.names[spot] for spot in self._spots(seat))

    def outlets(self, seat: Player) -> dict[str, str | None]:
        """Return a seat's outlets, each with its plot, None for one kept off the board."""
        found: dict[str, str | None] = {}
        for kind, outlet in enumerate(OUTLETS):
            if self.owned[seat] >> kind & 1 and not (self.hand == outlet and self._placing(seat)):
                spot = self._outlet_spot(kind, seat)
                found[outlet] = None if spot is None else self.grid.names[spot]
        return found

    def _placing(self, seat: Player) -> bool:
        return self.phase == "place" and self.actor == seat

    def committed(self) -> tuple[bool, ...]:
        """Tell for each seat whether its sealed bid is in."""
        return tuple(bid is not None for bid in self.bids)

    def deck_counts(self) -> dict[str, int]:
        """Return how many of each tile are still in the deck."""
        return dict(zip(TILES, self.deck, strict=True))

    def would_expropriate(self, plot: str, tile: str = "") -> tuple[str, ...]:
        """Return the plots that would become streets if this empty plot were built on, the nearest first.

        The tile is an APO or an outlet; without one it is the tile in hand, or else an APO.
        """
        tile = tile or (self.hand if self.phase == "place" else "") or "apo"
        spot = self.grid.spots.get(plot, -1)
        if spot < 0 or self.tiles[spot] != _EMPTY or tile in ("street", "demonstration"):
            return ()
        letter = _OUTLET[OUTLETS.index(tile)] if tile in OUTLETS else _APO
        city = self._next(tiles=_put(self.tiles, spot, letter), built=spot)
        forced = needed(self.grid, city._mask(_IS_OPEN), city._mask(_IS_TERMINAL), city._mask(_IS_EMPTY))
        return tuple(self.grid.names[place] for place in city._nearest_first(forced))

    def last_expropriated(self) -> tuple[Expropriated, ...]:
        """Return the plots that became streets with the last tile, the nearest first, each with its reason."""
        return tuple(Expropriated(self.grid.names[spot], self._reason(spot)) for spot in self.expropriated)

    def _reason(self, spot: int) -> str:
        """Say what would be cut off without a plot. Streets stay open, so the city now tells what it told then."""
        city = self.grid
        rest = self._mask(_IS_OPEN) & ~city.bits[spot]
        if not rest:
            return "without this plot no street could be left at all"
        terminals = self._mask(_IS_TERMINAL)
        pieces = parts(rest, city.width)
        main, lost = pieces[0], sum(pieces[1:])
        stranded = [
            self._terminal_name(place)
            for place in city.pick(range(city.length), terminals & city.around(city.bits[spot] | lost))
            if not city.around(city.bits[place]) & main
        ]
        if stranded:
            return f"without this plot {_and(stranded)} would be cut off from the rest"
        plots = list(city.pick(city.names, lost))
        named = _and(plots) if len(plots) <= 3 else f"{len(plots)} plots round {plots[0]}"
        return f"without this plot {named} would be cut off from the rest"

    def _terminal_name(self, spot: int) -> str:
        found = _content(self.tiles[spot], self.marks[spot])
        if found.owner is None:
            return f"the {NAMES[found.kind]}"
        return f"{self.seat_name(found.owner)}’s {NAMES[found.kind]}"

    def reach(self, kind: str) -> dict[str, int]:
        """Return for every empty plot the shortest route that an outlet there could still get.

        It counts as if every empty plot became a street, and never more than the cap. `kind` is the outlet.
        """
        city, cap = self.grid, self.cap
        empty, slow = self._mask(_IS_EMPTY), self._mask(_IS_SLOW)
        lengths = dict.fromkeys(city.pick(city.names, empty), cap)
        source = self.tiles.find(_SUPPLY[OUTLETS.index(kind)])
        if source < 0:
            return lengths
        start, quick = city.bits[source], self._mask(_IS_STREET) | empty
        beside = city.around(start) & empty
        left = empty & ~beside
        for length, layer in enumerate(layers(city, start, quick, slow, self.rules.table.slow)[:cap]):
            near = city.around(layer) & left
            left ^= near
            lengths.update(dict.fromkeys(city.pick(city.names, near), length))
        for plot in city.pick(city.names, beside):  # the route must not run over the outlet's own plot
            end = city.bits[city.spots[plot]]
            found = route_length(city, layers(city, start, quick & ~end, slow, self.rules.table.slow), end)
            lengths[plot] = min(cap, found or cap)
        return lengths

    def hopes(self, seat: Player) -> dict[str, int]:
        """Return for each outlet of a seat on the board the shortest route it could still get, at most the cap."""
        city, found = self.grid, {}
        quick, slow = self._mask(_IS_STREET) | self._mask(_IS_EMPTY), self._mask(_IS_SLOW)
        for kind, outlet in enumerate(OUTLETS):
            spot = self._outlet_spot(kind, seat)
            if spot is not None:
                steps = layers(city, city.bits[self.tiles.index(_SUPPLY[kind])], quick, slow, self.rules.table.slow)
                found[outlet] = min(self.cap, route_length(city, steps, city.bits[spot]) or self.cap)
        return found

    def tally(self) -> Mapping[str, int]:
        """Return what is conserved: money, markers of each seat, and tiles."""
        marks, tiles = self.marks, self.tiles
        deck, hand = self.deck_counts(), self.hand
        markers = {
            f"markers of {SEAT_LETTERS[seat]}": supply + aside + marks.count(SEAT_LETTERS[seat])
            for seat, (supply, aside) in enumerate(zip(self.supply, self.aside, strict=True))
        }
        outlets = sum(tiles.count(letter) for letter in _OUTLET) + sum(off.bit_count() for off in self.off)
        return markers | {
            "money": sum(self.money) + self.bank,
            "plots": len(tiles.replace("/", "")),
            "outlets": outlets + sum(deck[outlet] for outlet in OUTLETS) + (hand in OUTLETS),
            "apos": tiles.count(_APO) + tiles.count(_ZONE) + deck["apo"] + (hand == "apo") + self.covered - self.taken,
            "zones": tiles.count(_ZONE) + deck["zone"] + (hand == "zone") + self.waiting + self.covered,
            "demonstrations": tiles.count(_DEMONSTRATION) + deck["demonstration"] + (hand == "demonstration"),
        }

    # Words.

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line of text means, in capitals or not."""
        return super(FreshFish, cls).parse(text.lower())

    def prompt(self) -> str:
        """Return one line that says who does what now."""
        actor = self.seat_name(self.turn())
        match self.phase:
            case "supply":
                return f"Chance places the {NAMES[SUPPLIES[self._supplies_placed()]]}"
            case "tile":
                return f"Chance draws a tile for {self.seat_name(self.seat)}"
            case "bid":
                return f"{actor}: seal a bid from 0 to {self.money[self.actor]} for the {NAMES[self.hand]}"
            case "place":
                where = "on one of your reserved plots"
                if self.hand == "apo" and _ZONE in self.tiles:
                    where += " or on a construction zone"
                return f"{actor}: place the {NAMES[self.hand]} {where}"
            case "zone":
                return f"{actor}: put the construction zone on an APO"
            case "over":
                names = [self.seat_name(seat) for seat in self.winners()]
                won = f"{names[0]} wins" if len(names) == 1 else f"{_and(names)} share the win"
                score = str(min(self.scores())).replace("-", "−")
                return f"The game is over: {won} with {score} {'point' if score in ('1', '−1') else 'points'}"
            case _:
                return self._turn_prompt(actor)

    def _turn_prompt(self, actor: str) -> str:
        reserve = bool(self.supply[self.actor] and self._reservable(self.actor))
        draw = "draw a tile" if any(self.deck) else f"take {' or '.join(_article(tile) for tile in self._takes())}"
        choices = ["reserve a plot"] * reserve + [draw] * bool(self._spots(self.actor))
        return f"{actor}: {' or '.join(choices) or 'pass'}"

    def rule(self) -> str:
        """Return the rule in force now."""
        match self.phase:
            case "supply":
                where = {"simple": "in the corners", "moderate": "one in each quarter", "complex": "anywhere"}
                return (
                    f"The supplies go {where.get(self.rules.supplies, 'where you say')}. The city must hang together."
                )
            case "tile":
                return "An outlet is auctioned. Anything else goes on a plot that you have reserved."
            case "bid":
                first = "the drawer" if self.rules.ties == "drawer" else "the seat on the drawer’s left"
                return f"All who lack this outlet bid. The highest bid pays and wins; on a tie {first} comes first."
            case "place" if self.hand in OUTLETS:
                return "The outlet goes under your marker. Then every plot the city cannot do without becomes a street."
            case "place" if self.hand == "apo":
                return "You take your marker back. Then every plot the city cannot do without becomes a street."
            case "place":
                return "You take your marker back. A street that a player places expropriates nothing."
            case "zone":
                return "Anyone who draws an APO may build it on a construction zone instead of a reserved plot."
            case "over":
                return "Routes are added up, money is taken off. The lowest result wins, a tie goes to most money."
            case _:
                touch = self.rules.reserve_next_to.split("-")[0]
                return f"A reservation touches a {touch} or a marker; your first may go anywhere. Drawing needs one."

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does; a sealed bid's amount only to its bidder and to one who sees all."""
        who = self.seat_name(self.turn())
        match move:
            case ("supply", str(kind), plot):
                return f"The {NAMES[kind]} goes to {plot}.{self._streets_after(move)}"
            case ("reserve", plot):
                return f"{who} reserves {plot}."
            case ("draw",):
                return f"{who} draws a tile."
            case ("take", str(tile)):
                return f"{who} takes {_article(tile)}: the deck is empty."
            case ("tile", str(tile)):
                return self._say_tile(tile, move)
            case ("bid", price):
                return self._say_bid(
                    f"{who} bids {price}" if viewer in (None, self.actor) else f"{who} seals a bid", move
                )
            case ("place", plot):
                return f"{who} places {_article(self.hand)} on {plot}.{self._streets_after(move)}"
            case ("build", plot):
                return f"{who} builds an APO on the construction zone at {plot}."
            case ("zone", plot):
                return f"{who} puts the construction zone on the APO at {plot}."
            case _:
                return f"{who} passes."

    def _streets_after(self, move: Move) -> str:
        """Say which plots become streets by a move, and when that ends the game."""
        state = self.after(move)
        names = [self.grid.names[spot] for spot in state.expropriated]
        streets = f" Street: {', '.join(names)}." if names else ""
        return streets + (" All plots are developed." if state.phase == "over" else "")

    def _say_tile(self, tile: str, move: Move) -> str:
        who = self.seat_name(self.seat)
        text = f"{who} has drawn {_article(tile)}."
        state = self.after(move)
        if tile == "zone" and state.waiting > self.waiting:
            text += " It waits for the next APO."
        if tile in OUTLETS and state.auction is not None:
            winner = self.seat_name(state.auction.winner)
            text += f" {winner} is the only one without it and gets it for nothing."
            text += self._say_off(state)
        return text

    def _say_bid(self, text: str, move: Move) -> str:
        waiting = [seat for seat in self.bidders() if self.bids[seat] is None]
        if waiting != [self.actor] or HIDDEN in self.bids:
            return f"{text}."
        state = self.after(move)
        auction = state.auction
        if auction is None:
            return f"{text}."
        who = self.seat_name(self.actor)
        shown = ", ".join(f"{SEAT_LETTERS[seat]} {auction.bids[seat]}" for seat in self.bidders())
        winner = self.seat_name(auction.winner)
        why = f" {auction_reason(auction, self.rules.ties)}"
        return (
            f"{who} bids {auction.bids[self.actor]}. All bids: {shown}.{why} "
            f"{winner} pays {auction.price}.{self._say_off(state)}"
        )

    def _say_off(self, state: Self) -> str:
        return "" if state.phase == "place" else " Without a reserved plot it stays off the board."

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move, "" if none does."""
        if self.phase == "over":
            return Reason("The game is over: all plots are developed.", title="Game over", rule="End")
        if not isinstance(move, tuple) or not move or not isinstance(move[0], str) or move[0] not in _SHAPES:
            return Reason(
                f"{_short(move)} is not a move of Fresh Fish: a move is one of {', '.join(_SHAPES)}.",
                title="Not a move",
            )
        word = move[0]
        shape, example = _SHAPES[word]
        if len(move) != len(shape) + 1 or any(
            type(part) is not kind for part, kind in zip(move[1:], shape, strict=True)
        ):
            return Reason(f"“{word}” is written like this: {example}.", title=f"Unclear: {word}")
        if move in self.moves():
            return ""
        if word not in _PHASE_WORDS[self.phase]:
            return Reason(f"That is not possible now. {self.prompt()}.", title=f"Not now: {word}", rule="Play")
        return self._why_not_here(move)

    def _why_not_here(self, move: Move) -> str:
        """Return the rule against a well-formed move whose word fits the phase."""
        who = self.seat_name(self.turn())
        match move:
            case ("reserve", str(plot)):
                return self._why_no_reserve(plot)
            case ("draw",) if not any(self.deck):
                takes = " or ".join(f"“take {tile}”" for tile in self._takes())
                return Reason(f"The deck is empty: choose {takes}.", title="No tile to draw", rule="Drawing a tile")
            case ("draw",):
                return Reason(
                    f"{who} has no reserved plot: a tile may be drawn only with at least one plot reserved.",
                    title="No draw without a reservation",
                    rule="Play",
                )
            case ("take", str(tile)):
                return self._why_no_take(tile)
            case ("pass",):
                return Reason(
                    f"{who} may pass only when neither reserving nor drawing is possible.", title="No pass", rule="Play"
                )
            case ("bid", int(price)):
                limit = self.money[self.actor]
                why = f"{who} has only {limit}" if price > limit else "a bid is never below 0"
                return Reason(
                    f"{price} cannot be bid: {why}. Bid from 0 to {limit}.", title=f"No bid of {price}", rule="Auctions"
                )
            case ("place", str(plot)):
                return self._why_no_place(plot)
            case ("build", str(plot)):
                return self._why_no_build(plot)
            case ("zone", str(plot)):
                return self._why_no_zone(plot)
            case ("supply", str(kind), str(plot)):
                due = SUPPLIES[self._supplies_placed()]
                why = f"The {NAMES[due]} is placed next." if kind != due else self._why_no_supply(kind, plot)
                return Reason(why, title=f"No supply on {_short(plot)}", rule="Setup", where=self._point(plot))
            case ("tile", str(tile)) if tile in TILES:
                return Reason(
                    f"The deck holds no {NAMES[tile]} any more.", title="Not in the deck", rule="Drawing a tile"
                )
            case _:
                return Reason(
                    f"{_short(move[1])} is not a tile: the tiles are {', '.join(TILES)}.",
                    title="Not a tile",
                    rule="Setup",
                )

    def _point(self, plot: str) -> tuple[str, ...]:
        return (plot,) if plot in self.grid.spots else ()

    def _why_not_on(self, plot: str) -> str:
        """Say why nothing can be put on a plot: it is not there, or not empty."""
        if plot not in self.grid.spots:
            last = self.grid.names[self.size - 1][0]
            return (
                f"{_short(plot)} is not a plot of this city: columns run from a to {last}, rows from 1 to {self.size}."
            )
        found = self.content(plot)
        if found.what in ("empty", "reserved"):
            return ""
        name = NAMES[found.kind or found.what]
        whose = "" if found.owner is None else f"{self.seat_name(found.owner)}’s "
        return f"{plot} already holds {whose or ('an ' if name[0] in 'aoA' else 'a ')}{name}."

    def _why_no_supply(self, kind: str, plot: str) -> str:
        if why := self._why_not_on(plot):
            return why
        if self.grid.bits[self.grid.spots[plot]] & self._supply_plots():
            return ""
        rule = {"simple": "is no corner", "moderate": "lies in no free quarter"}.get(self.rules.supplies)
        later = self._next(rules=replace(self.rules, supplies="complex"))
        if rule and self.grid.bits[self.grid.spots[plot]] & later._supply_plots():
            return f"{plot} {rule}: the {NAMES[kind]} must go in one."
        return (
            f"With the {NAMES[kind]} on {plot} the empty plots would fall apart, or a supply would have none beside it."
        )

    def _why_no_reserve(self, plot: str) -> Reason:
        title, rule, where = f"No reservation on {_short(plot)}", "Reserving a plot", self._point(plot)
        seat = self.actor
        why = self._why_not_on(plot)
        if why:
            why += " Reserve an empty plot."
        elif (owner := self.content(plot).owner) is not None:
            why = f"{plot} is already reserved by {self.seat_name(owner)}: choose a plot without a marker."
        elif not self.supply[seat]:
            why = f"{self.seat_name(seat)} has no marker in supply: draw a tile instead."
        else:
            touch = "tile" if self.rules.reserve_next_to == "tile-or-marker" else "street"
            why = f"{plot} has no {touch} and no marker beside it: only a player’s first reservation may go anywhere."
        return Reason(why, title=title, rule=rule, where=where)

    def _why_no_take(self, tile: str) -> Reason:
        title, rule = f"No {_short(tile)} to take", "Drawing a tile"
        if tile not in ("apo", "street"):
            why = f"{_short(tile)} is not on offer: from the empty deck take an APO or a street."
        elif any(self.deck):
            why = "The deck is not empty yet: draw a tile."
        elif not self._spots(self.actor):
            why = f"{self.seat_name(self.actor)} has no reserved plot: also from the empty deck a tile needs one."
        else:
            why = f"All {self.rules.spare_apos} APO tiles that were set aside are used: take a street."
        return Reason(why, title=title, rule=rule)

    def _why_no_place(self, plot: str) -> Reason:
        why = self._why_not_on(plot)
        mine = " ".join(self.reservations(self.actor))
        if why:
            why += f" Choose one of your reserved plots: {mine}."
        else:
            owner = self.content(plot).owner
            whose = "not reserved" if owner is None else f"reserved by {self.seat_name(owner)}"
            why = f"{plot} is {whose}: {self.seat_name(self.actor)} places tiles on its own reserved plots: {mine}."
        title = f"No {NAMES[self.hand]} on {_short(plot)}"
        return Reason(why, title=title, rule="Drawing a tile", where=self._point(plot))

    def _why_no_build(self, plot: str) -> Reason:
        if self.hand != "apo":
            why = f"Only an APO is built on a construction zone, not {_article(self.hand)}."
        elif plot not in self.grid.spots:
            why = self._why_not_on(plot)
        else:
            why = f"{plot} holds no open construction zone."
        return Reason(why, title=f"No building on {_short(plot)}", rule="Drawing a tile", where=self._point(plot))

    def _why_no_zone(self, plot: str) -> Reason:
        if plot not in self.grid.spots:
            why = self._why_not_on(plot)
        elif self.content(plot).what == "zone":
            why = f"{plot} already has an open construction zone: choose another APO."
        else:
            why = f"{plot} holds no APO: a construction zone lies on one."
        title = f"No construction zone on {_short(plot)}"
        return Reason(why, title=title, rule="Drawing a tile", where=self._point(plot))


_FIELDS: Final = tuple(field.name for field in fields(FreshFish))
_PLACE: Final = {name: place for place, name in enumerate(_FIELDS)}
_GET_ALL: Final = attrgetter(*_FIELDS)
_PUT_ALL: Final = tuple(getattr(FreshFish, name).__set__ for name in _FIELDS)

_SHAPES: Final[dict[str, tuple[tuple[type, ...], str]]] = {
    "reserve": ((str,), "reserve c4"),
    "draw": ((), "draw"),
    "take": ((str,), "take street"),
    "pass": ((), "pass"),
    "bid": ((int,), "bid 3"),
    "place": ((str,), "place c4"),
    "build": ((str,), "build c4"),
    "zone": ((str,), "zone c4"),
    "tile": ((str,), "tile apo"),
    "supply": ((str, str), "supply refinery a1"),
}
"""How each kind of move is written: the types of its parts and an example."""

_PHASE_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "supply": ("supply",),
    "turn": ("reserve", "draw", "take", "pass"),
    "tile": ("tile",),
    "bid": ("bid",),
    "place": ("place", "build"),
    "zone": ("zone",),
}


def auction_reason(auction: Auction, ties: str = "drawer") -> str:
    """Say who wins an auction and why."""
    who = f"Seat {SEAT_LETTERS[auction.winner]}"
    if auction.bids[auction.winner] is None:
        return f"{who} is the only one without it and gets it for nothing."
    if len(auction.tied) == 1:
        return f"{who} bids most and wins."
    tied = _and([SEAT_LETTERS[seat] for seat in auction.tied])
    if auction.winner == auction.drawer:
        why = "drew the tile and comes first" if ties == "drawer" else "comes first"
    else:
        start = "clockwise from the drawer" if ties == "drawer" else "clockwise from the drawer’s left"
        why = f"comes first {start}"
    return f"{tied} tie: {who} {why}."


@cache
def _content(tile: str, mark: str) -> Content:
    owner = None if mark == _NONE else SEAT_LETTERS.index(mark)
    if tile == _EMPTY:
        return Content("empty") if owner is None else Content("reserved", "", owner)
    if tile in _SUPPLY:
        return Content("supply", SUPPLIES[_SUPPLY.index(tile)])
    if tile in _OUTLET:
        return Content("outlet", OUTLETS[_OUTLET.index(tile)], owner)
    return Content({_STREET: "street", _DEMONSTRATION: "demonstration", _APO: "apo", _ZONE: "zone"}[tile])


def _put(diagram: str, spot: int, letter: str) -> str:
    return f"{diagram[:spot]}{letter}{diagram[spot + 1 :]}"


def _set(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _add(items: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    return (*items[:index], items[index] + more, *items[index + 1 :])


def _and(names: Sequence[str]) -> str:
    """Join names as a sentence does."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _article(tile: str) -> str:
    name = NAMES[tile]
    return f"{'an' if name[0] in 'aoA' else 'a'} {name}"


def _short(thing: object) -> str:
    """Quote what somebody typed, not more of it than fits a line."""
    text = " ".join(str(part) for part in thing) if isinstance(thing, tuple) else str(thing)
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"
