"""Fresh Fish by Friedemann Friese, after the condensed rules by Eric Postpischil: streets that nobody wanted.

Players reserve plots of a city, draw tiles, and bid for retail outlets. Nobody builds streets: a plot becomes one when
the city would fall apart without it. In the end the shortest routes from supplies to one's own outlets count, less
the money kept, and the lowest figure wins.

`city` is the diagram of plots and what makes a street, `position` what lies on the table, `words` what people read.
This file reads top to bottom: setup, moves, after, scores, sealed bids. The printed figures are in `tables`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Final, Self

from fishlab import core
from fishlab.core import CHANCE, HIDDEN, OVER, SEAT_LETTERS, Move, Option, Player, brief
from fishlab.freshfish.city import (
    APO,
    DEMONSTRATION,
    EMPTY,
    IS_EMPTY,
    IS_OPEN,
    IS_SLOW,
    IS_STREET,
    IS_TERMINAL,
    NO_MARK,
    OUTLET_LETTERS,
    OUTLETS,
    STREET,
    SUPPLIES,
    SUPPLY_LETTERS,
    ZONE,
    put,
)
from fishlab.freshfish.position import TILES, Auction, Rules, nearest_first
from fishlab.freshfish.tables import MOST_MONEY, load_table
from fishlab.freshfish.words import SUMMARY, Words
from fishlab.graphs import layers, needed, route_length
from fishlab.table_files import plain_figures

_BIDS: Final[tuple[Move, ...]] = tuple(("bid", price) for price in range(MOST_MONEY + 1))


@lru_cache(maxsize=4096)
def _draws(deck: tuple[int, ...]) -> tuple[Move, ...]:
    """Return the chance moves of a deck: each tile as often as it is in there."""
    return tuple(("tile", tile) for tile, count in zip(TILES, deck, strict=True) for _ in range(count))


class FreshFish(Words):
    """A moment of Fresh Fish: what may be done in it, and what comes of it. Its fields are those of `Position`."""

    name: ClassVar[str] = "freshfish"
    title: ClassVar[str] = "Fresh Fish"
    tag: ClassVar[str] = "FF"
    seats: ClassVar[range] = range(2, 6)
    words: ClassVar[core.Words[FreshFish]] = core.Words(SUMMARY)
    low_wins: ClassVar[bool] = True
    hides: ClassVar[bool] = True
    files: ClassVar[tuple[str, ...]] = ("tables",)
    options: ClassVar[tuple[Option, ...]] = (
        Option("supplies", "simple", "Where the supplies go", ("simple", "moderate", "complex"),
               words=("in the corners (simple)", "one in each quarter (moderate)", "anywhere (complex)")),
        Option("zones", 0, "Construction zones in the deck", low=0, high=2),
        Option("demonstrations", 0, "Demonstrations in the deck", low=0, high=2, help="They slow down a street."),
        Option("ties", "drawer", "When bids tie, first comes", ("drawer", "left"),
               words=("who drew the tile", "the seat on the drawer’s left")),
        Option("first", 0, "Who starts", low=0, high=4, seat=True),
        Option("reserve_next_to", "tile-or-marker", "A reservation must touch", ("tile-or-marker", "street-or-marker"),
               words=("a tile or a marker", "a street or a marker")),
        Option("spare_apos", None, "APO tiles set aside"),
        Option("tables", None, "Figures of the box"),
    )  # fmt: skip

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
                f"{cls.name}: spare_apos={brief(spare)} is not possible: choose a whole number from 0 to 100, or None"
            )
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
        wrong = f"{self.name}: supplies={brief(supplies)} is not possible: "
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
                if self.hand == "apo" and ZONE in self.tiles:
                    places += [("build", names[spot]) for spot, tile in enumerate(self.tiles) if tile == ZONE]
                return places
            case "zone":
                return [("zone", self.grid.names[spot]) for spot, tile in enumerate(self.tiles) if tile == APO]
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
        if self._reserves(seat):
            if any(self.deck):
                found.append(("draw",))
            else:
                found += [("take", tile) for tile in self._takes()]
        return found or [("pass",)]

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
                return self.but(phase="tile")
            case "tile":
                return self._drawn(str(move[1]))
            case "take":
                tile = str(move[1])
                return self.but(phase="place", hand=tile, taken=self.taken + (tile == "apo"))
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
        return self.but(phase="turn", seat=seat, actor=seat, hand="", **changes)

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
        bidders = self._without(tile)
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
        return state.but(off=_add(self.off, winner, bit), phase="turn", actor=self.seat, hand="")

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
        city = self.grid
        spots: tuple[int, ...] = ()
        open_plots, terminals, empty = (city.mask(tiles.translate(which)) for which in (IS_OPEN, IS_TERMINAL, IS_EMPTY))
        if forced := needed(city, open_plots, terminals, empty):
            spots = nearest_first(city, built, forced)
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

    # Scores.

    def scores(self) -> tuple[int, ...]:
        """Return each seat's four routes less its money: the lowest figure wins (End)."""
        cap, city = self.cap, self.grid
        totals = [4 * cap - money for money in self.money]
        quick, slow = self._mask(IS_STREET), self._mask(IS_SLOW)
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


def _set(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _add(items: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    return (*items[:index], items[index] + more, *items[index + 1 :])
