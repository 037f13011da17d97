"""What people read of Fresh Fish: what is asked, what a move does, and why a move is not allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple, Self

from fishlab.core import HIDDEN, Move, Player, Reason
from fishlab.freshfish.city import IS_OPEN, IS_TERMINAL, OUTLETS, SUPPLIES, ZONE, content_of
from fishlab.freshfish.position import TILES, Auction, Position
from fishlab.graphs import parts
from fishlab.plain_words import listed, many

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


SUMMARY: Final = """\
The goal: Everyone needs a short route from each of four supplies to an outlet of their own: fish market, waste \
disposal, gas station, game shop. The lowest total of four routes, less the money kept, wins.
The turn: Reserve an empty plot with a marker, or draw a tile if you have a reserved plot. A reservation touches a \
tile or a marker; your first may go anywhere.
Walls: A drawn APO, an apartment house, park or office, goes on one of your reserved plots. It is a wall, and your \
marker comes back.
Outlets: A drawn outlet is auctioned. All who lack it seal a bid; the highest pays and puts it on a reserved plot of \
theirs, or keeps it off the board without one. The last one of a kind is free. Who drew it and did not win goes on \
with the turn.
Streets: Nobody builds them. Whenever a plot is so placed that, built on, it would cut off a supply, an outlet, a \
street or an empty plot from the rest, it becomes a street at once, also if it was reserved. The marker goes back.
Routes: A route runs over streets from the supply to the outlet. Each street counts 1, and every route at least 1. An \
outlet without a route counts the maximum.
The end: When every plot is built on or a street, routes are added up and money is taken off. The lowest result wins; \
a tie goes to most money."""


class Expropriated(NamedTuple):
    """A plot that has just become a street, and why it had to."""

    plot: str
    reason: str


class Words(Position):
    """A moment of Fresh Fish in words. What moves there are and what they do is for the rules to say."""

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line of text means, in capitals or not."""
        return super().parse(text.lower())

    def names(self) -> Mapping[str, str]:
        """Return tiles and supplies as they are printed: nuclear power plant, gas station."""
        return NAMES

    def prompt(self) -> str:
        """Return one line that says who does what now."""
        actor = self.seat_name(self.turn())
        match self.phase:
            case "supply":
                return f"Chance places the {NAMES[SUPPLIES[self._supplies_placed()]]}"
            case "tile":
                return f"Chance draws a tile for {self.seat_name(self.seat)}"
            case "bid":
                money = self.money[self.actor]
                bid = f"bid 0 to {money}" if money else "no money is left, so the bid is 0"
                return f"{actor}: {bid} for the {NAMES[self.hand]}"
            case "place":
                where = " or a construction zone" if self.hand == "apo" and ZONE in self.tiles else ""
                wall = " (a wall)" if self.hand == "apo" else ""
                return f"{actor}: place the {NAMES[self.hand]}{wall} on your plot{where}"
            case "zone":
                return f"{actor}: put the construction zone on an APO"
            case "over":
                names = [self.seat_name(seat) for seat in self.winners()]
                won = f"{names[0]} wins" if len(names) == 1 else f"{listed(names)} share the win"
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
                tile = self.rules.reserve_next_to == "tile-or-marker"
                touch = "a tile or a marker" if tile else "a street or another reservation"
                return f"A reservation touches {touch}; your first may go anywhere. You need one before you can draw."

    def explain(self, move: Move) -> str:
        """Return in one line what a move does, and of one that is not allowed what it still needs."""
        if move not in self.moves():
            return self._explain_not(move)
        match move:
            case ("supply", _, _):
                return "A supply goes here: its outlets want a short route to it"
            case ("reserve", _):
                return "Puts your marker here: then only you may build on this plot"
            case ("draw",):
                return "An outlet is auctioned; any other tile goes on a plot of yours"
            case ("take", "apo"):
                return "A wall for one of your plots: the city may need new streets"
            case ("take", _):
                return "A street for one of your plots: it forces no other street"
            case ("tile", str(tile)):
                return self.about(tile)
            case ("bid", 0):
                return "Pays nothing"
            case ("bid", price):
                return f"Pays {price} if it wins"
            case ("place", str(plot)):
                return self._explain_place(plot)
            case ("build", _):
                return "Builds on the construction zone; you keep your reserved plots"
            case ("zone", _):
                return "Opens this APO for building: anyone’s next APO may go there"
            case _:
                return "Neither reserving nor drawing is possible: the turn goes on"

    def _explain_not(self, move: Move) -> str:
        match move:
            case ("draw",) if self.phase == "turn" and any(self.deck):
                return "Needs a plot that you have reserved first"
            case ("take", _) if self.phase == "turn":
                return "Needs an empty deck and a plot that you have reserved"
        why = self.why_not(move)
        return why if len(why) <= 70 else str(getattr(why, "title", "Not allowed now"))

    def _explain_place(self, plot: str) -> str:
        forced = len(self.would_expropriate(plot))
        streets = f", {many(forced, 'street')} forced" if forced else ""
        match self.hand:
            case "apo":
                return f"A wall here{streets}; your marker comes back"
            case "street":
                return "A street here, it forces no other; your marker comes back"
            case "demonstration":
                return f"A street that counts {self.rules.table.slow}; your marker comes back"
        return f"Your {NAMES[self.hand]} here: route {self.reach(self.hand)[plot]} at best{streets}"

    def about(self, what: str) -> str:
        """Return in one line what a tile is for, for someone who never saw it."""
        if what in SUPPLIES:
            return f"Supply: every {NAMES[OUTLETS[SUPPLIES.index(what)]]} wants a short route here"
        if what in OUTLETS:
            return f"Outlet: wants a short route to the {NAMES[SUPPLIES[OUTLETS.index(what)]]}"
        if what == "demonstration":
            return f"A street with a demonstration: it counts {self.rules.table.slow} on a route"
        return {
            "apo": "APO (apartment, park, office): a wall that no street crosses",
            "zone": "Construction zone: whoever draws an APO may build it here",
            "street": "Street: routes run over it, and it counts 1 on each",
            "empty": "Empty: reserve it to build on it, unless it becomes a street",
            "reserved": "Reserved: its owner may build here, unless it becomes a street",
        }[what]

    def coach(self) -> str:
        """Return what to think of now, for a first game."""
        match self.phase:
            case "supply":
                return "The supplies are set out. Everyone wants short streets from each to an outlet of their own."
            case "tile":
                return "A tile comes out of the deck: an outlet is auctioned, anything else goes on a reserved plot."
            case "bid":
                return self._coach_bid()
            case "place" if self.hand in OUTLETS:
                supply = NAMES[SUPPLIES[OUTLETS.index(self.hand)]]
                return f"Choose the plot with the shortest way to the {supply}. Point at a plot: what becomes a street?"
            case "place" if self.hand == "apo":
                return "A wall can spoil the ways of others, or force a street that you want. Point at a plot to see."
            case "place":
                return "A street helps every route that runs over it: put it where it shortens yours."
            case "zone":
                return "The zone lets whoever draws an APO build it there, instead of on a plot of their own."
            case "turn":
                return self._coach_turn()
        return ""

    def _coach_bid(self) -> str:
        own = self.reservations(self.actor)
        if not self.money[self.actor]:
            return "Without money you can only bid 0. On a tie it may still win."
        if not own:
            return (
                "No plot of yours is reserved to put it on: won now it stays off the board, "
                f"and counts {self.cap}. Bid low."
            )
        reach = self.reach(self.hand)
        best = min(reach[plot] for plot in own)
        if best >= self.cap:
            return f"No plot of yours can reach its supply: it would count {self.cap}, as without a plot. Bid low."
        return (
            f"On your plots its route could be {best} at best; at worst it counts {self.cap}. "
            "Each coin that you keep takes a point off."
        )

    def _coach_turn(self) -> str:
        own, deck = len(self._spots(self.actor)), any(self.deck)
        can_reserve = bool(self.supply[self.actor] and self._reservable(self.actor))
        if own == 0:
            return (
                "Click a plot with a dot to reserve it: your tiles go only there. Near a supply, routes are short."
                if can_reserve
                else "Nothing can be reserved or drawn now: pass, and wait for a marker or a plot."
            )
        if not deck:
            return "The deck is empty. A wall can force a way round for others, a street can shorten a way of yours."
        if not can_reserve:
            return "Reserving is not possible now: draw a tile. A wall or a street brings a marker back."
        if own < 3:
            return (
                "Reserve near several supplies, so that any outlet finds a good plot; then draw. Outlets are auctioned."
            )
        return "Draw when your plots suit an outlet and a wall. More reserved plots mean more choice, but take turns."

    def decided(self) -> str:
        """Return what decided a finished game."""
        if self.phase != "over":
            return ""
        scores, (winner, *shared) = self.scores(), self.winners()
        routes = sum(found.length for found in self.routes(winner))
        sum_up = f"{self.seat_name(winner)}’s four routes count {routes}, less {many(self.money[winner], 'coin')}"
        if shared:
            return f"{sum_up}: as good as {listed([self.seat_name(seat) for seat in shared])}, with as much money."
        rest = [(scores[seat], seat) for seat in range(self.players) if seat != winner]
        score, second = min(rest)
        if score == scores[winner]:
            return f"{sum_up}: {self.seat_name(second)} has the same result, but less money."
        return f"{sum_up}: {many(score - scores[winner], 'point')} better than {self.seat_name(second)}."

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

    def short_name(self, seat: Player) -> str:
        """Return a seat's letter, or the name that it was given."""
        return self.seat_name(seat).removeprefix("Seat ")

    def auction_reason(self, auction: Auction) -> str:
        """Say who wins an auction and why."""
        who, drawer_first = self.seat_name(auction.winner), self.rules.ties == "drawer"
        if auction.bids[auction.winner] is None:
            return f"{who} is the only one without it and gets it for nothing."
        if len(auction.tied) == 1:
            return f"{who} bids most and wins."
        tied = listed([self.short_name(seat) for seat in auction.tied])
        if auction.winner == auction.drawer:
            why = "drew the tile and comes first" if drawer_first else "comes first"
        else:
            start = "clockwise from the drawer" if drawer_first else "clockwise from the drawer’s left"
            why = f"comes first {start}"
        return f"{tied} tie: {who} {why}."

    def _say_bid(self, text: str, move: Move) -> str:
        waiting = [seat for seat in self.bidders() if self.bids[seat] is None]
        if waiting != [self.actor] or HIDDEN in self.bids:
            return f"{text}."
        state = self.after(move)
        auction = state.auction
        if auction is None:
            return f"{text}."
        who = self.seat_name(self.actor)
        shown = ", ".join(f"{self.short_name(seat)} {auction.bids[seat]}" for seat in self.bidders())
        winner = self.seat_name(auction.winner)
        why = f" {self.auction_reason(auction)}"
        return (
            f"{who} bids {auction.bids[self.actor]}. All bids: {shown}.{why} "
            f"{winner} pays {auction.price}.{self._say_off(state)}"
        )

    def _say_off(self, state: Self) -> str:
        return "" if state.phase == "place" else " Without a reserved plot it stays off the board."

    def last_expropriated(self) -> tuple[Expropriated, ...]:
        """Return the plots that became streets with the last tile, the nearest first, each with its reason."""
        return tuple(Expropriated(self.grid.names[spot], self._reason(spot)) for spot in self.expropriated)

    def _reason(self, spot: int) -> str:
        """Say what would be cut off without a plot. Streets stay open, so the city now tells what it told then."""
        city = self.grid
        rest = self._mask(IS_OPEN) & ~city.bits[spot]
        if not rest:
            return "without this plot no street could be left at all"
        terminals = self._mask(IS_TERMINAL)
        pieces = parts(rest, city.width)
        main, lost = pieces[0], sum(pieces[1:])
        stranded = [
            self._terminal_name(place)
            for place in city.pick(range(city.length), terminals & city.around(city.bits[spot] | lost))
            if not city.around(city.bits[place]) & main
        ]
        if stranded:
            return f"without this plot {listed(stranded)} would be cut off from the rest"
        plots = list(city.pick(city.names, lost))
        named = listed(plots) if len(plots) <= 3 else f"{len(plots)} plots round {plots[0]}"
        return f"without this plot {named} would be cut off from the rest"

    def _terminal_name(self, spot: int) -> str:
        found = content_of(self.tiles[spot], self.marks[spot])
        if found.owner is None:
            return f"the {NAMES[found.kind]}"
        return f"{self.seat_name(found.owner)}’s {NAMES[found.kind]}"

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
        later = self.but(rules=replace(self.rules, supplies="complex"))
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
            tile = self.rules.reserve_next_to == "tile-or-marker"
            touch = "tile and no marker" if tile else "street and no reservation"
            why = f"{plot} has no {touch} beside it: only a player’s first reservation may go anywhere."
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


def _article(tile: str) -> str:
    name = NAMES[tile]
    return f"{'an' if name[0] in 'aoA' else 'a'} {name}"


def _short(thing: object) -> str:
    """Quote what somebody typed, not more of it than fits a line."""
    text = " ".join(str(part) for part in thing) if isinstance(thing, tuple) else str(thing)
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"
