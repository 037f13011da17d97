"""Fresh Fish by Friedemann Friese, after the condensed rules by Eric Postpischil: streets that nobody wanted.

Players reserve plots of a city, draw tiles, and bid for retail outlets. Nobody builds streets: a plot becomes one when
the city would fall apart without it. In the end the shortest routes from supplies to one's own outlets count, less
the money kept, and the lowest figure wins.

This file reads top to bottom: the moment, setup, moves, after, the end, sealed bids, what a player asks. Below it are
`city`, the diagram of plots, `routes`, what must become a street, and `tables`, the printed figures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self

from fishlab.core import CHANCE, HIDDEN, OVER, SEAT_LETTERS, Move, Option, Player, State, brief
from fishlab.freshfish.city import (
    APO,
    DEMONSTRATION,
    EMPTY,
    IS_EMPTY,
    IS_MARKED,
    IS_OPEN,
    IS_ROAD,
    IS_SLOW,
    IS_STREET,
    IS_TERMINAL,
    NO_MARK,
    OUTLET_LETTERS,
    OUTLETS,
    STREET,
    SUPPLIES,
    SUPPLY_LETTERS,
    TILES,
    ZONE,
    Content,
    content_of,
    put,
)
from fishlab.freshfish.routes import forced, reach
from fishlab.freshfish.tables import MOST_MONEY, CityFigures, load_table
from fishlab.graphs import Grid, layers, needed, route_length
from fishlab.messages import mark, refusal
from fishlab.table_files import plain_figures

Phase = Literal["supply", "turn", "tile", "bid", "place", "zone", "over"]
Bid = int | str | None
"""A sealed bid: a number, `HIDDEN` in a view, None before it is made."""

_BIDS: Final[tuple[Move, ...]] = tuple(("bid", price) for price in range(MOST_MONEY + 1))


class Auction(NamedTuple):
    """An auction that is over: the bids as they were revealed (None: no bid), who won, and who had bid as much."""

    outlet: str
    drawer: Player
    bids: tuple[int | None, ...]
    winner: Player
    price: int
    tied: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The printed figures, and the options that matter after the start."""

    table: CityFigures
    supplies: str = "simple"
    ties: str = "drawer"
    reserve_next_to: str = "tile-or-marker"
    spare_apos: int | None = None


@dataclass(frozen=True)
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
        goes_on: whether the seat goes on with its turn, because another seat won the auction of its tile.
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
    goes_on: bool = False
    built: int = -1
    expropriated: tuple[int, ...] = ()

    name: ClassVar[str] = "freshfish"
    title: ClassVar[str] = mark("Fresh Fish")
    tag: ClassVar[str] = "FF"
    parts: ClassVar[str] = "phase"
    seats: ClassVar[range] = range(2, 6)
    low_wins: ClassVar[bool] = True
    hides: ClassVar[bool] = True
    files: ClassVar[tuple[str, ...]] = ("tables",)
    options: ClassVar[tuple[Option, ...]] = (
        Option("supplies", "simple", mark("Where the supplies go"), ("simple", "moderate", "complex"),
               words=(mark("in the corners (simple)"), mark("one in each quarter (moderate)"),
                      mark("anywhere (complex)")),
               help=mark("Players place them unless they go in the corners.")),
        Option("zones", 0, mark("Construction zones in the deck"), low=0, high=2,
               help=mark("Whoever draws an APO may build it on a zone.")),
        Option("demonstrations", 0, mark("Demonstrations in the deck"), low=0, high=2,
               help=mark("They slow down a street.")),
        Option("ties", "drawer", mark("Tied bids are won by"), ("drawer", "left"),
               words=(mark("whoever drew the tile"), mark("the seat on the drawer’s left")),
               help=mark("It decides who wins the tile.")),
        Option("first", 0, mark("Who starts"), low=0, high=4, seat=True,
               help=mark("Then play goes round to the left.")),
        Option("reserve_next_to", "tile-or-marker", mark("A reservation must touch"),
               ("tile-or-marker", "street-or-marker"),
               words=(mark("a tile or a marker"), mark("a street or a marker")),
               help=mark("What a plot must lie beside to be reserved.")),
        Option("spare_apos", None, mark("APO tiles set aside")),
        Option("tables", None, mark("Figures in the box")),
    )  # fmt: skip

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

    def mask(self, which: dict[int, str]) -> int:
        """Return the plots whose tiles a table of `city` asks for."""
        return self.grid.mask(self.tiles.translate(which))

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
            wrong = mark("{game}: first={first} is not possible: choose a seat from 0 to {last}")
            raise refusal(wrong, game=cls.name, first=first, last=players - 1)
        if spare is not None and (isinstance(spare, bool) or not isinstance(spare, int) or not 0 <= spare <= 100):
            wrong = mark("{game}: spare_apos={given} is not possible: choose a whole number from 0 to 100, or None")
            raise refusal(wrong, game=cls.name, given=brief(spare))
        table = load_table(players, options.get("tables"))
        zones, demonstrations = options.get("zones", 0), options.get("demonstrations", 0)
        empty = "/".join([NO_MARK * table.size] * table.size)
        state = cls(
            rules=Rules(
                table,
                supplies="given" if spelled else supplies,
                ties=options.get("ties", "drawer"),
                reserve_next_to=options.get("reserve_next_to", "tile-or-marker"),
                spare_apos=table.spare if spare is None else spare,
            ),
            tiles=SUPPLY_LETTERS[0] + empty[1:],
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
        slots = {"game": self.name, "given": brief(supplies), "kinds": ", ".join(SUPPLIES[1:])}
        if isinstance(supplies, dict):
            if set(supplies) != set(SUPPLIES[1:]):
                raise refusal("{game}: supplies={given} is not possible: name a plot for each of {kinds}", **slots)
            supplies = [supplies[kind] for kind in SUPPLIES[1:]]
        if len(supplies) != 3 or not all(isinstance(plot, str) for plot in supplies):
            wrong = mark(
                "{game}: supplies={given} is not possible: give three plots, for {kinds}, such as ['g7', 'a1', 'g1']"
            )
            raise refusal(wrong, **slots)
        state = self
        for kind, plot in zip(SUPPLIES[1:], supplies, strict=True):
            if why := state.why_not(("supply", kind, plot)):
                raise refusal("{game}: supplies={given} is not possible. {why}", **slots, why=why)
            state = state.after(("supply", kind, plot))
        return state

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
                places: list[Move] = [("place", plot) for plot in self.reservations(self.actor)]
                return places + self._on("build", ZONE) if self.hand == "apo" and ZONE in self.tiles else places
            case "zone":
                return self._on("zone", APO)
            case "supply":
                kind, plots = self.next_supply(), self.supply_plots(self.rules.supplies)
                return [("supply", kind, plot) for plot in self.grid.pick(self.grid.names, plots)]
            case _:
                return []

    def _on(self, word: str, tile: str) -> list[Move]:
        """Return the moves onto every tile of a kind."""
        return [(word, self.grid.names[spot]) for spot, letter in enumerate(self.tiles) if letter == tile]

    def _turn_moves(self) -> list[Move]:
        """Return what a seat may do in its turn: reserve or draw; pass only if it can do neither."""
        seat = self.actor
        found: list[Move] = []
        if self.supply[seat]:
            found += self.grid.pick(self.rules.table.reserve, self._reservable(seat))
        if self._reserves(seat):
            if any(self.deck):
                found.append(("draw",))
            else:
                found += [("take", tile) for tile in self.takes()]
        return found or [("pass",)]

    def next_supply(self) -> str:
        """Return the supply that is placed next."""
        return SUPPLIES[sum(letter in self.tiles for letter in SUPPLY_LETTERS)]

    def supply_plots(self, where: str) -> int:
        """Return the plots where the next supply may go, by an option's rule."""
        table, open_plots, taken = self.rules.table, self.mask(IS_OPEN), self.mask(IS_TERMINAL)
        allowed = open_plots & ~needed(table.grid, open_plots, taken, open_plots)
        if where == "simple":
            return allowed & table.corners
        if where == "moderate":
            return allowed & sum(quarter for quarter in table.quarters if not quarter & taken)
        return allowed

    def _reservable(self, seat: Player) -> int:
        """Return the plots that a seat with a marker in supply may reserve."""
        city = self.grid
        empty = self.mask(IS_EMPTY)
        marked = city.mask(self.marks.translate(IS_MARKED))
        free = empty & ~marked
        if not self.opened[seat]:
            return free
        if self.rules.reserve_next_to == "tile-or-marker":
            return free & city.around(city.plots & ~free)
        touch = self.mask(IS_ROAD) | empty & marked
        return free & city.around(touch) if touch else free

    def _reserves(self, seat: Player) -> bool:
        """Tell whether a seat has a reservation: a marker on the board that lies on no outlet."""
        return self.marks.count(SEAT_LETTERS[seat]) > (self.owned[seat] & ~self.off[seat]).bit_count()

    def takes(self) -> tuple[str, ...]:
        """Return the tiles to choose from when the deck is empty."""
        spare = self.rules.spare_apos
        return ("apo", "street") if spare is None or self.taken < spare else ("street",)

    def bidders(self, outlet: str = "") -> tuple[Player, ...]:
        """Return the seats without an outlet, by default the one on offer, clockwise from the seat whose turn it is."""
        outlet = outlet or self.hand
        if outlet not in OUTLETS:
            return ()
        bit, owned = 1 << OUTLETS.index(outlet), self.owned
        around = (*range(self.seat, len(owned)), *range(self.seat))
        return tuple([seat for seat in around if not owned[seat] & bit])

    def reservations(self, seat: Player) -> tuple[str, ...]:
        """Return the plots that a seat has reserved, from the top left."""
        letter, found, spot = SEAT_LETTERS[seat], [], -1
        while (spot := self.marks.find(letter, spot + 1)) >= 0:
            if self.tiles[spot] == EMPTY:
                found.append(self.grid.names[spot])
        return tuple(found)

    # What comes of a move.

    def after(self, move: Move) -> Self:
        """Return the state after a legal move."""
        match move[0]:  # the most frequent first
            case "reserve":
                spot, seat = self.grid.spots[str(move[1])], self.actor
                return self._end_turn(
                    marks=put(self.marks, spot, SEAT_LETTERS[seat]),
                    supply=_add(self.supply, seat, -1),
                    opened=self.opened if self.opened[seat] else _set(self.opened, seat, True),
                )
            case "place":
                return self._place(self.grid.spots[str(move[1])])
            case "bid":
                return self._bid(int(move[1]))
            case "draw":
                return self.but(phase="tile", goes_on=False)
            case "tile":
                return self._drawn(str(move[1]))
            case "take":
                tile = str(move[1])
                return self.but(phase="place", hand=tile, taken=self.taken + (tile == "apo"), goes_on=False)
            case "build":
                return self._build(self.grid.spots[str(move[1])])
            case "zone":
                spot = self.grid.spots[str(move[1])]
                return self._end_turn(tiles=put(self.tiles, spot, ZONE))
            case "supply":
                return self._supply(SUPPLIES.index(str(move[1])), self.grid.spots[str(move[2])])
            case _:
                return self._end_turn()

    def _end_turn(self, **changes: Any) -> Self:
        """Return the start of the next seat's turn."""
        seat = (self.seat + 1) % len(self.money)
        return self.but(phase="turn", seat=seat, actor=seat, hand="", goes_on=False, **changes)

    def _supply(self, kind: int, spot: int) -> Self:
        """Place a supply; expropriation runs once, after the fourth (Setup)."""
        tiles = put(self.tiles, spot, SUPPLY_LETTERS[kind])
        if kind < len(SUPPLIES) - 1:
            return self.but(tiles=tiles, built=spot)
        return self._expropriate(tiles=tiles, marks=self.marks, supply=self.supply, built=spot)

    def _drawn(self, tile: str) -> Self:
        """Show the tile that was drawn (Drawing a tile)."""
        deck = _add(self.deck, TILES.index(tile), -1)
        if tile in OUTLETS:
            return self._open_auction(tile, deck)
        if tile != "zone":
            return self.but(deck=deck, hand=tile, phase="place")
        if APO in self.tiles:
            return self.but(deck=deck, hand=tile, phase="zone")
        return self._end_turn(deck=deck, waiting=self.waiting + 1)

    def _open_auction(self, tile: str, deck: tuple[int, ...]) -> Self:
        """Ask for bids; a sole eligible player gets the outlet for nothing (Auctions)."""
        nobody: tuple[None, ...] = (None,) * len(self.money)
        bidders = self.bidders(tile)
        state = self.but(deck=deck, hand=tile, phase="bid", actor=bidders[0], bids=nobody, auction=None)
        if len(bidders) > 1:
            return state
        return state._award(Auction(tile, self.seat, nobody, bidders[0], 0, bidders))

    def _bid(self, price: int) -> Self:
        """Seal a bid; the last one reveals them all, and the highest wins (Auctions)."""
        bids = _set(self.bids, self.actor, price)
        bidders = self.bidders()
        for seat in bidders:
            if bids[seat] is None:
                return self.but(bids=bids, actor=seat)
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
        state = self.but(
            money=_add(self.money, winner, -price) if price else self.money,
            bank=self.bank + price,
            owned=_add(self.owned, winner, bit),
            bids=(None,) * len(self.money),
            auction=auction,
            phase="place",
            actor=winner,
        )
        if self._reserves(winner):
            return state
        off = _add(self.off, winner, bit)
        return state.but(off=off, phase="turn", actor=self.seat, hand="", goes_on=winner != self.seat)

    def _place(self, spot: int) -> Self:
        """Put the tile in hand on a reserved plot, then expropriate after an APO or an outlet."""
        seat, tile = self.actor, self.hand
        if tile in OUTLETS:
            kind = OUTLETS.index(tile)
            release = 1 if self.aside[seat] else 0  # the first and the second outlet on the board
            again = self.seat if seat != self.seat else (self.seat + 1) % len(self.money)
            return self._expropriate(
                tiles=put(self.tiles, spot, OUTLET_LETTERS[kind]),
                marks=self.marks,
                supply=_add(self.supply, seat, release),
                aside=_add(self.aside, seat, -release),
                built=spot,
                seat=again,
                actor=again,
                goes_on=again == self.seat,
            )
        back: dict[str, Any] = {
            "marks": put(self.marks, spot, NO_MARK),
            "supply": _add(self.supply, seat, 1),
            "built": spot,
        }
        if tile == "apo":
            zone = self.waiting > 0
            letter = ZONE if zone else APO
            after = (self.seat + 1) % len(self.money)
            back |= {"waiting": self.waiting - zone, "seat": after, "actor": after}
            return self._expropriate(tiles=put(self.tiles, spot, letter), **back)
        letter = STREET if tile == "street" else DEMONSTRATION
        state = self._end_turn(tiles=put(self.tiles, spot, letter), expropriated=(), **back)
        return state if EMPTY in state.tiles else state.but(phase="over")

    def _build(self, spot: int) -> Self:
        """Build an APO on a construction zone, which stays a wall: no marker comes back, nothing is expropriated."""
        zone = self.waiting > 0  # the APO just built is the next one that a waiting zone goes on
        return self._end_turn(
            tiles=self.tiles if zone else put(self.tiles, spot, APO),
            waiting=self.waiting - zone,
            covered=self.covered + 1,
            built=spot,
            expropriated=(),
        )

    def _expropriate(self, tiles: str, marks: str, supply: tuple[int, ...], built: int, **changes: Any) -> Self:
        """Begin the next turn, with every plot that is needed now made a street and its marker back (Expropriation)."""
        spots = forced(self.grid, tiles, built)
        if spots:
            letters, markers, counts = list(tiles), list(marks), list(supply)
            for spot in spots:
                letters[spot] = STREET
                if markers[spot] != NO_MARK:
                    counts[SEAT_LETTERS.index(markers[spot])] += 1
                    markers[spot] = NO_MARK
            tiles, marks, supply = "".join(letters), "".join(markers), tuple(counts)
        phase = "turn" if EMPTY in tiles else "over"
        return self.but(
            tiles=tiles, marks=marks, supply=supply, built=built, expropriated=spots, phase=phase, hand="", **changes
        )

    # The end.

    def scores(self) -> tuple[int, ...]:
        """Return each seat's four routes less its money: the lowest figure wins (End)."""
        cap, city = self.cap, self.grid
        totals = [4 * cap - money for money in self.money]
        quick, slow = self.mask(IS_STREET), self.mask(IS_SLOW)
        if quick | slow:
            for source, outlet in zip(SUPPLY_LETTERS, OUTLET_LETTERS, strict=True):
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

    def tally(self) -> Mapping[str, int]:
        """Return what is conserved: money, markers of each seat, and tiles."""
        marks, tiles = self.marks, self.tiles
        deck, hand = self.deck_counts(), self.hand
        markers = {
            f"markers of {SEAT_LETTERS[seat]}": supply + aside + marks.count(SEAT_LETTERS[seat])
            for seat, (supply, aside) in enumerate(zip(self.supply, self.aside, strict=True))
        }
        outlets = sum(tiles.count(letter) for letter in OUTLET_LETTERS) + sum(off.bit_count() for off in self.off)
        return markers | {
            "money": sum(self.money) + self.bank,
            "plots": len(tiles.replace("/", "")),
            "outlets": outlets + sum(deck[outlet] for outlet in OUTLETS) + (hand in OUTLETS),
            "apos": tiles.count(APO) + tiles.count(ZONE) + deck["apo"] + (hand == "apo") + self.covered - self.taken,
            "zones": tiles.count(ZONE) + deck["zone"] + (hand == "zone") + self.waiting + self.covered,
            "demonstrations": tiles.count(DEMONSTRATION) + deck["demonstration"] + (hand == "demonstration"),
        }

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
        return self if bids == self.bids else self.but(bids=bids)

    def secrets(self) -> bool:
        """Fresh Fish hides something only while bids are sealed: the board and the purses are open."""
        return self.phase == "bid"

    def sealed(self) -> bool:
        """Tell whether bids lie sealed."""
        return any(self.committed())

    def guess(self, rng: Random) -> Self:
        """Return a full state that fits this view: every hidden bid is anything that its seat could pay."""
        if HIDDEN not in self.bids:
            return self
        bids = tuple(rng.randint(0, self.money[seat]) if bid == HIDDEN else bid for seat, bid in enumerate(self.bids))
        return self.but(bids=bids)

    # What a player asks.

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line of text means, in capitals or not."""
        return super().parse(text.lower())

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

    def deck_counts(self) -> dict[str, int]:
        """Return how many of each tile are still in the deck."""
        return dict(zip(TILES, self.deck, strict=True))

    def committed(self) -> tuple[bool, ...]:
        """Tell for each seat whether its sealed bid is in."""
        return tuple(bid is not None for bid in self.bids)

    def reach(self, kind: str) -> dict[str, int]:
        """Return for every empty plot the shortest route that an outlet there could still get.

        It counts as if every empty plot became a street, and never more than the cap. `kind` is the outlet.
        """
        return dict(reach(self.rules.table, self.tiles, OUTLETS.index(kind)))


@lru_cache(maxsize=4096)
def _draws(deck: tuple[int, ...]) -> tuple[Move, ...]:
    """Return the chance moves of a deck: each tile as often as it is in there."""
    return tuple(("tile", tile) for tile, count in zip(TILES, deck, strict=True) for _ in range(count))


def _set(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _add(items: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    return (*items[:index], items[index] + more, *items[index + 1 :])
