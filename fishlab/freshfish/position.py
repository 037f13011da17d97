"""What lies on the table of Fresh Fish, and what can be asked of it: plots, routes, bids."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from fishlab.core import SEAT_LETTERS, Player, State
from fishlab.freshfish.city import (
    APO,
    EMPTY,
    IS_EMPTY,
    IS_MARKED,
    IS_OPEN,
    IS_ROAD,
    IS_SLOW,
    IS_STREET,
    IS_TERMINAL,
    OUTLET_LETTERS,
    OUTLETS,
    SUPPLY_LETTERS,
    Content,
    content_of,
    put,
)
from fishlab.freshfish.tables import Table
from fishlab.graphs import Grid, layers, needed, route, route_length

TILES: Final = ("apo", *OUTLETS, "zone", "demonstration")
"""What the deck holds, in the order of a position's `deck`."""

Phase = Literal["supply", "turn", "tile", "bid", "place", "zone", "over"]
Bid = int | str | None
"""A sealed bid: a number, `HIDDEN` in a view, None before it is made."""


class Auction(NamedTuple):
    """An auction that is over: the bids as they were revealed (None: no bid), who won, and who had bid as much."""

    outlet: str
    drawer: Player
    bids: tuple[int | None, ...]
    winner: Player
    price: int
    tied: tuple[Player, ...]


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


@dataclass(frozen=True)
class Position(State):
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
            if self.tiles[spot] == EMPTY:
                found.append(spot)
        return found

    def _reserves(self, seat: Player) -> bool:
        """Tell whether a seat has a reservation."""
        letter, marks, spot = SEAT_LETTERS[seat], self.marks, -1
        while (spot := marks.find(letter, spot + 1)) >= 0:
            if self.tiles[spot] == EMPTY:
                return True
        return False

    def _reservable(self, seat: Player) -> int:
        """Return the plots that a seat with a marker in supply may reserve."""
        city = self.grid
        empty = self._mask(IS_EMPTY)
        marked = city.mask(self.marks.translate(IS_MARKED))
        free = empty & ~marked
        if not self.opened[seat]:
            return free
        if self.rules.reserve_next_to == "tile-or-marker":
            return free & city.around(city.plots & ~free)
        touch = self._mask(IS_ROAD) | empty & marked
        return free & city.around(touch) if touch else free

    def _supply_plots(self) -> int:
        """Return the plots where the next supply may go."""
        table, open_plots, taken = self.rules.table, self._mask(IS_OPEN), self._mask(IS_TERMINAL)
        allowed = open_plots & ~needed(table.grid, open_plots, taken, open_plots)
        if self.rules.supplies == "simple":
            return allowed & table.corners
        if self.rules.supplies == "moderate":
            return allowed & sum(quarter for quarter in table.quarters if not quarter & taken)
        return allowed

    # What a picture, a bot or a lesson asks.

    def content(self, plot: str) -> Content:
        """Return what lies on a plot."""
        spot = self.grid.spots[plot]
        return content_of(self.tiles[spot], self.marks[spot])

    def contents(self) -> tuple[Content, ...]:
        """Return what lies on every plot, plot 0 at the top left, row by row."""
        pairs = zip(self.tiles, self.marks, strict=True)
        return tuple(content_of(tile, mark) for tile, mark in pairs if tile != "/")

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
        if spot < 0 or self.tiles[spot] != EMPTY or tile in ("street", "demonstration"):
            return ()
        letter = OUTLET_LETTERS[OUTLETS.index(tile)] if tile in OUTLETS else APO
        return _forced(self.grid, put(self.tiles, spot, letter), spot)

    def routes(self, seat: Player) -> list[Route]:
        """Return a seat's four routes over the streets built so far; without a route an outlet counts the cap."""
        city = self.grid
        quick, slow = self._mask(IS_STREET), self._mask(IS_SLOW)
        found = []
        for kind, outlet in enumerate(OUTLETS):
            spot = self._outlet_spot(kind, seat)
            way = None
            length = self.cap
            if spot is not None and self.tiles.find(SUPPLY_LETTERS[kind]) >= 0:
                steps = layers(
                    city, city.bits[self.tiles.index(SUPPLY_LETTERS[kind])], quick, slow, self.rules.table.slow
                )
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
        while (spot := self.tiles.find(OUTLET_LETTERS[kind], spot + 1)) >= 0:
            if self.marks[spot] == SEAT_LETTERS[seat]:
                return spot
        return None

    def reach(self, kind: str) -> dict[str, int]:
        """Return for every empty plot the shortest route that an outlet there could still get.

        It counts as if every empty plot became a street, and never more than the cap. `kind` is the outlet.
        """
        return dict(_reach(self.rules.table, self.tiles, OUTLETS.index(kind)))

    def hopes(self, seat: Player) -> dict[str, int]:
        """Return for each outlet of a seat on the board the shortest route it could still get, at most the cap."""
        city, found = self.grid, {}
        for kind, outlet in enumerate(OUTLETS):
            spot = self._outlet_spot(kind, seat)
            if spot is not None:
                steps = _hoped(self.rules.table, self.tiles, kind)
                found[outlet] = min(self.cap, route_length(city, steps, city.bits[spot]) or self.cap)
        return found

    # What moves and words both ask.

    def bidders(self) -> tuple[Player, ...]:
        """Return the seats that bid in this auction, clockwise from the drawer: those without the outlet."""
        return self._without(self.hand) if self.hand in OUTLETS else ()

    def _without(self, outlet: str) -> tuple[Player, ...]:
        """Return the seats that do not own this outlet, clockwise from the one whose turn it is."""
        bit, owned = 1 << OUTLETS.index(outlet), self.owned
        around = (*range(self.seat, len(owned)), *range(self.seat))
        return tuple([seat for seat in around if not owned[seat] & bit])

    def _takes(self) -> tuple[str, ...]:
        """Return the tiles to choose from when the deck is empty."""
        spare = self.rules.spare_apos
        return ("apo", "street") if spare is None or self.taken < spare else ("street",)

    def _supplies_placed(self) -> int:
        return sum(letter in self.tiles for letter in SUPPLY_LETTERS)


def nearest_first(city: Grid, built: int, mask: int) -> tuple[int, ...]:
    """Return the places of a mask in the order in which a reader follows them: away from where a tile was built."""
    row, column = divmod(built, city.width)
    spots = city.pick(range(city.length), mask)
    return tuple(sorted(spots, key=lambda spot: abs(spot // city.width - row) + abs(spot % city.width - column)))


@lru_cache(maxsize=4096)  # a board asks this for every empty plot, and between two tiles nothing changes
def _forced(city: Grid, tiles: str, built: int) -> tuple[str, ...]:
    """Return the plots that become streets around a tile that was just built, the nearest first."""
    empty, open_plots, terminals = (city.mask(tiles.translate(which)) for which in (IS_EMPTY, IS_OPEN, IS_TERMINAL))
    forced = needed(city, open_plots, terminals, empty)
    return tuple(city.names[place] for place in nearest_first(city, built, forced))


@lru_cache(maxsize=4096)
def _hoped(table: Table, tiles: str, kind: int) -> list[int]:
    """Return the layers of routes from a supply, as if every empty plot became a street."""
    city = table.grid
    quick = city.mask(tiles.translate(IS_STREET)) | city.mask(tiles.translate(IS_EMPTY))
    return layers(
        city, city.bits[tiles.index(SUPPLY_LETTERS[kind])], quick, city.mask(tiles.translate(IS_SLOW)), table.slow
    )


@lru_cache(maxsize=4096)  # bots ask this at every reservation and bid, and only a new tile changes it
def _reach(table: Table, tiles: str, kind: int) -> dict[str, int]:
    """Return for every empty plot the shortest route that an outlet of a kind could still get there."""
    city, cap, cost = table.grid, table.cap, table.slow
    empty, streets, slow = (city.mask(tiles.translate(which)) for which in (IS_EMPTY, IS_STREET, IS_SLOW))
    lengths = dict.fromkeys(city.pick(city.names, empty), cap)
    source = tiles.find(SUPPLY_LETTERS[kind])
    if source < 0:
        return lengths
    start, quick = city.bits[source], streets | empty
    beside = city.around(start) & empty
    left = empty & ~beside
    for length, layer in enumerate(_hoped(table, tiles, kind)[:cap]):
        near = city.around(layer) & left
        left ^= near
        lengths.update(dict.fromkeys(city.pick(city.names, near), length))
    for plot in city.pick(city.names, beside):  # the route must not run over the outlet's own plot
        end = city.bits[city.spots[plot]]
        found = route_length(city, layers(city, start, quick & ~end, slow, cost), end)
        lengths[plot] = min(cap, found or cap)
    return lengths
