"""What people read of Fresh Fish: what is asked, what a move does, and why a move is not allowed.

Three tables hold most of it: `THINGS` names what lies in a city, `PHASES` says what is asked in each phase, `MOVES`
what each kind of move does and how its refusal is headed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from fishlab.core import GuideStep, Move, Player, Reason, Told, Weight, Words
from fishlab.freshfish.city import IS_OPEN, OUTLETS, SUPPLIES, TILES, ZONE
from fishlab.freshfish.city_words import city_chart, coins, rows_in_words
from fishlab.freshfish.coach import best_route, bid_coach, turn_coach
from fishlab.freshfish.first_round import GUIDE
from fishlab.freshfish.outcomes import came_of, is_sealed, lost_plots
from fishlab.freshfish.outlook import cut_off, routes, would_expropriate
from fishlab.freshfish.rules import FreshFish
from fishlab.messages import listed, mark, tr, trn


class Thing(NamedTuple):
    """A tile or a supply: its name, the name with its article, and what it is for in a line."""

    name: str
    one: str
    about: str


THINGS: Final = {
    "harbour": Thing(mark("harbour"), mark("a harbour"), mark("Supply: every fish market wants a short route here")),
    "power-plant": Thing(mark("nuclear power plant"), mark("a nuclear power plant"),
                         mark("Supply: every nuclear waste disposal wants a short route here")),
    "refinery": Thing(mark("oil refinery"), mark("an oil refinery"),
                      mark("Supply: every gas station wants a short route here")),
    "game-factory": Thing(mark("game factory"), mark("a game factory"),
                          mark("Supply: every game shop wants a short route here")),
    "fish-market": Thing(mark("fish market"), mark("a fish market"),
                         mark("Outlet: wants a short route to the harbour")),
    "waste-disposal": Thing(mark("nuclear waste disposal"), mark("a nuclear waste disposal"),
                            mark("Outlet: wants a short route to the nuclear power plant")),
    "gas-station": Thing(mark("gas station"), mark("a gas station"),
                         mark("Outlet: wants a short route to the oil refinery")),
    "game-shop": Thing(mark("game shop"), mark("a game shop"),
                       mark("Outlet: wants a short route to the game factory")),
    "apo": Thing(mark("APO"), mark("an APO"), mark("APO (apartment, park, office): a wall that no street crosses")),
    "zone": Thing(mark("construction zone"), mark("a construction zone"),
                  mark("Construction zone: whoever draws an APO may build it here")),
    "demonstration": Thing(mark("antinuclear demonstration"), mark("an antinuclear demonstration"),
                           mark("A street with a demonstration: it counts {slow} on a route")),
    "street": Thing(mark("street"), mark("a street"), mark("Street: routes run over it, and it counts 1 on each")),
}  # fmt: skip
"""The words of moves as a reader knows them. An APO is an apartment, a park or an office."""

NAMES: Final = {word: thing.name for word, thing in THINGS.items()}

_PLOTS: Final = {
    "empty": mark("Empty: reserve it to build on it, unless it becomes a street"),
    "reserved": mark("Reserved: its owner may build here, unless it becomes a street"),
}

SUMMARY: Final = mark("""\
The goal: Everyone needs a short route from each of four supplies to an outlet of their own: fish market, \
nuclear waste disposal, gas station, game shop. The lowest total of four routes, less the money kept, wins.
The turn: Reserve an empty plot with a marker, or draw a tile if you have a reserved plot. A reservation touches a \
tile or a marker; your first may go anywhere.
Walls: A drawn APO (apartment house, park or office) goes on one of your reserved plots. It is a wall, and your \
marker comes back.
Outlets: A drawn outlet is auctioned. All who lack it make a sealed bid; the highest bidder pays and puts it on a \
reserved plot of theirs, or off the board if they have none. The last one of a kind is free. If somebody else wins \
it, whoever drew it continues the turn.
Streets: Nobody builds them. If a building on a plot would cut off a supply, an outlet, a street or an empty plot \
from the rest, the plot becomes a street at once, even a reserved one. The marker goes back.
Routes: A route runs over streets from the supply to the outlet. Each street counts 1, and every route at least 1. An \
outlet without a route counts the maximum.
The end: When every plot is built on or a street, routes are added up and money is subtracted. The lowest result \
wins; a tie goes to whoever has most money.""")


def named(word: str) -> str:
    """Return what people call a tile or a supply."""
    return tr(NAMES[word])


def about(state: FreshFish, what: str) -> str:
    """Return in one line what a tile is for, for someone who never saw it."""
    return tr(_PLOTS[what] if what in _PLOTS else THINGS[what].about, slow=state.rules.table.slow)


def _fill(state: FreshFish, message: str, tile: str = "", **more: object) -> str:
    """Fill a message's slots: who acts and who drew, what is left, and the tile in hand or another."""
    tile = tile or state.hand
    if tile in THINGS:
        more |= {"tile": named(tile), "a_tile": tr(THINGS[tile].one)}
    if state.phase == "supply":
        more["due"] = named(state.next_supply())
    if state.hand in OUTLETS:
        best = best_route(state)
        more |= {"supply": named(SUPPLIES[OUTLETS.index(state.hand)]), "best": best, "worth": state.cap - best}
    name, drawer = state.seat_name(state.turn()), state.seat_name(state.seat)
    return tr(message, name=name, drawer=drawer, money=state.money[state.actor], cap=state.cap, **more)


# The phases.


Said = str | Callable[[FreshFish], str]
"""A message, or the choice of one."""


class PhaseWords(NamedTuple):
    """A phase in words: what opens its moves, what is asked, the rule in force, and advice for a first game."""

    opens: tuple[str, ...]
    prompt: Said
    rule: Said
    coach: Said


_TURN_PROMPTS: Final = {
    ("reserve", "draw"): mark("{name}: reserve a plot or draw a tile"),
    ("reserve", "apo", "street"): mark("{name}: reserve a plot or take an APO or a street"),
    ("reserve", "street"): mark("{name}: reserve a plot or take a street"),
    ("reserve",): mark("{name}: reserve a plot"),
    ("draw",): mark("{name}: draw a tile"),
    ("apo", "street"): mark("{name}: take an APO or a street"),
    ("street",): mark("{name}: take a street"),
    ("pass",): mark("{name}: pass"),
}

_GO_ON: Final = {
    ("reserve", "draw"): mark("{name}: somebody else got your tile. Go on: reserve or draw"),
    ("reserve",): mark("{name}: somebody else got your tile. Go on: reserve"),
    ("draw",): mark("{name}: somebody else got your tile. Go on: draw"),
}
"""The same for a seat whose tile another seat has won."""

_SUPPLY_RULES: Final = {
    "simple": mark("The supplies go in the corners. The city must stay connected."),
    "moderate": mark("One supply goes in each quarter. The city must stay connected."),
    "complex": mark("The supplies go anywhere. The city must stay connected."),
    "given": mark("The supplies go where you say. The city must stay connected."),
}


def _turn_prompt(state: FreshFish) -> str:
    choices = dict.fromkeys(str(move[1] if move[0] == "take" else move[0]) for move in state.moves())
    if state.goes_on:
        return _GO_ON.get(tuple(choices), mark("{name}: somebody else got your tile. Go on with your turn"))
    return _TURN_PROMPTS[tuple(choices)]


def _turn_rule(state: FreshFish) -> str:
    streets, deck = state.rules.reserve_next_to == "street-or-marker", any(state.deck)
    if streets and deck:
        return mark(
            "A reservation touches a street or another reservation; your first may go anywhere. "
            "You need one before you can draw."
        )
    if streets:
        return mark(
            "A reservation touches a street or another reservation; your first may go anywhere. "
            "You need one before you can take a tile."
        )
    if deck:
        return mark("Reserve beside a tile or marker, at first anywhere. You need a reservation before you can draw.")
    return mark(
        "Reserve beside a tile or marker, at first anywhere. You need a reservation before you can take a tile."
    )


PHASES: Final = {
    "supply": PhaseWords(
        ("supply",),
        mark("Chance places the {due}"),
        lambda state: _SUPPLY_RULES[state.rules.supplies],
        mark("The supplies are set out. Everyone wants short streets from each to an outlet of their own."),
    ),
    "turn": PhaseWords(
        ("reserve", "draw", "take", "pass"),
        _turn_prompt,
        _turn_rule,
        turn_coach,
    ),
    "tile": PhaseWords(
        ("tile",),
        mark("Chance draws a tile for {drawer}"),
        mark("An outlet is auctioned. Anything else goes on a plot that you have reserved."),
        mark("A tile comes out of the deck: an outlet is auctioned, anything else goes on a reserved plot."),
    ),
    "bid": PhaseWords(
        ("bid",),
        lambda state: mark("{name}: bid 0 to {money} for the {tile}") if state.money[state.actor]
        else mark("{name}: no money is left, so the bid is 0 for the {tile}"),
        lambda state: mark(
            "All who lack this outlet bid. The highest bid pays and wins; on a tie the drawer comes first."
        ) if state.rules.ties == "drawer" else mark(
            "All who lack this outlet bid. "
            "The highest bid pays and wins; on a tie the seat on the drawer’s left comes first."
        ),
        bid_coach,
    ),
    "place outlet": PhaseWords(
        ("place", "build"),
        mark("{name}: place the {tile} on your plot"),
        mark("The outlet goes under your marker. Then every plot the city cannot do without becomes a street."),
        mark("Choose the plot with the shortest route to the {supply}. Point at a plot: what becomes a street?"),
    ),
    "place wall": PhaseWords(
        ("place", "build"),
        lambda state: mark("{name}: place the APO (a wall) on your plot or a construction zone")
        if ZONE in state.tiles else mark("{name}: place the APO (a wall) on your plot"),
        mark("You take your marker back. Then every plot the city cannot do without becomes a street."),
        mark("A wall can spoil other players’ routes, or force a street that you want. Point at a plot to see."),
    ),
    "place street": PhaseWords(
        ("place", "build"),
        mark("{name}: place the {tile} on your plot"),
        mark("You take your marker back. A street that a player places expropriates nothing."),
        mark("A street helps every route that runs over it: put it where it shortens yours."),
    ),
    "zone": PhaseWords(
        ("zone",),
        mark("{name}: put the construction zone on an APO"),
        mark("Anyone who draws an APO may build it on a construction zone instead of a reserved plot."),
        mark("The zone lets whoever draws an APO build it there, instead of on a plot of their own."),
    ),
    "over": PhaseWords(
        (),
        "",
        mark("Four routes, less the money kept: the lowest result wins; on a tie, the most money."),
        "",
    ),
}  # fmt: skip
"""Every phase in words; placing has an entry for each kind of tile, and the end is told by the words of the result."""


def _phase(state: FreshFish) -> PhaseWords:
    if state.phase != "place":
        return PHASES[state.phase]
    return PHASES["place outlet" if state.hand in OUTLETS else "place wall" if state.hand == "apo" else "place street"]


def _told(state: FreshFish, said: Said) -> str:
    message = said if isinstance(said, str) else said(state)
    return message and _fill(state, message)


def _result(state: FreshFish) -> str:
    """Say who has won, and with how much."""
    winners, points = state.winners(), min(state.scores())
    slots = {"names": listed([state.seat_name(seat) for seat in winners]), "points": str(points).replace("-", "−")}
    if len(winners) > 1:
        return trn(
            "The game is over: {names} share the win with {points} point",
            "The game is over: {names} share the win with {points} points",
            abs(points), **slots,
        )  # fmt: skip
    return trn(
        "The game is over: {names} wins with {points} point", "The game is over: {names} wins with {points} points",
        abs(points), **slots,
    )  # fmt: skip


# The moves.


class MoveWords(NamedTuple):
    """A kind of move in words: its parts and how it is written, what log and card say, and the head of a refusal."""

    parts: tuple[type, ...]
    example: str
    says: str
    explains: str
    refused: str
    rule: str


_DRAWING: Final = mark("Drawing a tile")

MOVES: Final = {
    "reserve": MoveWords(
        (str,), "reserve c4", mark("{name} reserves {plot}."),
        mark("Puts your marker here: then only you may build on this plot"),
        mark("No reservation on {what}"), mark("Reserving a plot"),
    ),
    "draw": MoveWords(
        (), "draw", mark("{name} draws a tile."),
        mark("An outlet is auctioned; any other tile goes on a plot of yours"),
        mark("No draw without a reservation"), mark("Play"),
    ),
    "take": MoveWords(
        (str,), "take street", mark("{name} takes {a_tile}: the deck is empty."),
        mark("A street for one of your plots: it forces no other street"),
        mark("No {what} to take"), _DRAWING,
    ),
    "pass": MoveWords(
        (), "pass", mark("{name} passes."),
        mark("Neither reserving nor drawing is possible: the next player’s turn"),
        mark("No pass"), mark("Play"),
    ),
    "bid": MoveWords(
        (int,), "bid 3", mark("{name} bids {price}."),
        mark("Pays {price} if it wins"),
        mark("No bid of {price}"), mark("Auctions"),
    ),
    "place": MoveWords(
        (str,), "place c4", mark("{name} places {a_tile} on {plot}."),
        mark("Your {tile} here: route {length} at best"),
        mark("No {tile} on {what}"), _DRAWING,
    ),
    "build": MoveWords(
        (str,), "build c4", mark("{name} builds an APO on the construction zone at {plot}."),
        mark("Builds on the construction zone; you keep your reserved plots"),
        mark("No building on {what}"), _DRAWING,
    ),
    "zone": MoveWords(
        (str,), "zone c4", mark("{name} puts the construction zone on the APO at {plot}."),
        mark("Opens this APO for building: anyone’s next APO may go there"),
        mark("No construction zone on {what}"), _DRAWING,
    ),
    "tile": MoveWords((str,), "tile apo", mark("{drawer} has drawn {a_tile}."), "", mark("Not in the deck"), _DRAWING),
    "supply": MoveWords(
        (str, str), "supply refinery a1", mark("The {tile} goes to {plot}."),
        mark("A supply goes here: its outlets want a short route to it"),
        mark("No supply on {what}"), mark("Setup"),
    ),
}  # fmt: skip
"""Every kind of move in words, by the word that opens it."""


def _explain_place(state: FreshFish, plot: str) -> str:
    forced, tile, wall = len(would_expropriate(state, plot)), named(state.hand), state.hand == "apo"
    if state.hand == "street":
        return tr("A street here that forces no other; your marker comes back")
    if state.hand == "demonstration":
        return tr("A street that counts {slow}; your marker comes back", slow=state.rules.table.slow)
    if not forced:
        message = mark("A wall here; your marker comes back") if wall else MOVES["place"].explains
        return tr(message, tile=tile, length="" if wall else state.reach(state.hand)[plot])
    if wall:
        return trn(
            "A wall here, {n} street forced; your marker comes back",
            "A wall here, {n} streets forced; your marker comes back",
            forced,
        )
    return trn(
        "Your {tile} here: route {length} at best, {n} street forced",
        "Your {tile} here: route {length} at best, {n} streets forced",
        forced, tile=tile, length=state.reach(state.hand)[plot],
    )  # fmt: skip


# Streets.


class Expropriated(NamedTuple):
    """A plot that has just become a street, and why it had to."""

    plot: str
    reason: str


def last_expropriated(state: FreshFish) -> tuple[Expropriated, ...]:
    """Return the plots that became streets with the last tile, the nearest first, each with its reason."""
    plots = [state.grid.names[spot] for spot in state.expropriated]
    return tuple(Expropriated(plot, _why_street(state, plot)) for plot in plots)


def _why_street(state: FreshFish, plot: str) -> str:
    """Say what would be cut off without a plot. Streets stay open, so the city now tells what it told then."""
    if state.mask(IS_OPEN) == state.grid.bits[state.grid.spots[plot]]:
        return tr("Without this plot there would be no street at all.")
    lost = cut_off(state, plot)
    names = [
        _owned(state, end) or tr("the {supply}", supply=named(state.content(end).kind))
        for end in lost
        if state.content(end).kind
    ]
    if not names:
        around = trn("{n} plot round {plot}", "{n} plots round {plot}", len(lost), plot=lost[0])
        names = lost if len(lost) <= 3 else [around]
    return tr("Without this plot {names} would be cut off from the rest.", names=listed(names))


def _owned(state: FreshFish, plot: str) -> str:
    """Name somebody's outlet on a plot, "" if there is none."""
    found = state.content(plot)
    if found.what != "outlet" or found.owner is None:
        return ""
    return tr("{name}’s {outlet}", name=state.seat_name(found.owner), outlet=named(found.kind))


# What is not allowed.

_NO_PLOT: Final = mark("{what} is not a plot of this city: columns run from a to {last}, rows from 1 to {size}.")
_WAY_OUT: Final = {
    "reserve": (mark("Reserve an empty plot."),),
    "place": (mark("Choose one of your reserved plots: {plots}."),),
}
"""What to do instead where a plot is not there or not empty."""


def _why_not(state: FreshFish, move: Move) -> tuple[str, ...]:
    """Return the sentences against a well-formed move whose word fits the phase, as messages."""
    word, plot = str(move[0]), str(move[-1])
    found = state.content(plot) if plot in state.grid.spots else None
    match move:
        case ("supply", kind, _) if kind != state.next_supply():
            return (mark("The {due} is placed next."),)
        case ("build", _) if state.hand != "apo":
            return (mark("Only an APO is built on a construction zone, not {a_tile}."),)
        case ("reserve" | "place" | "build" | "zone" | "supply", *_) if not found:
            return _NO_PLOT, *_WAY_OUT.get(word, ())
        case ("reserve" | "place" | "supply", *_) if found and found.what not in _PLOTS:
            return mark("{plot} already holds {thing}."), *_WAY_OUT.get(word, ())
        case ("supply", *_) if not state.grid.bits[state.grid.spots[plot]] & state.supply_plots("complex"):
            return (
                mark(
                    "With the {due} on {plot} the empty plots would be split up, or a supply would have none beside it."
                ),
            )
        case ("supply", *_) if state.rules.supplies == "simple":
            return (mark("{plot} is no corner: the {due} must go in one."),)
        case ("supply", *_):
            return (mark("{plot} lies in no free quarter: the {due} must go in one."),)
        case ("reserve", _) if found and found.owner is not None:
            return (mark("{plot} is already reserved by {owner}: choose a plot without a marker."),)
        case ("reserve", _) if not state.supply[state.actor]:
            return (mark("{name} has no marker in supply: draw a tile instead."),)
        case ("reserve", _) if state.rules.reserve_next_to == "tile-or-marker":
            return (
                mark("{plot} has no tile and no marker beside it: only a player’s first reservation may go anywhere."),
            )
        case ("reserve", _):
            return (
                mark(
                    "{plot} has no street and no reservation beside it: "
                    "only a player’s first reservation may go anywhere."
                ),
            )
        case ("place", _) if found and found.owner is None:
            return (mark("{plot} is not reserved: {name} places tiles on its own reserved plots: {plots}."),)
        case ("place", _):
            return (mark("{plot} is reserved by {owner}: {name} places tiles on its own reserved plots: {plots}."),)
        case ("build", _):
            return (mark("{plot} holds no open construction zone."),)
        case ("zone", _) if found and found.what == "zone":
            return (mark("{plot} already has an open construction zone: choose another APO."),)
        case ("zone", _):
            return (mark("{plot} holds no APO: a construction zone lies on one."),)
        case ("draw",) if any(state.deck):
            return (mark("{name} has no reserved plot: a tile may be drawn only with at least one plot reserved."),)
        case ("draw",) if "apo" in state.takes():
            return (mark("The deck is empty: choose “take apo” or “take street”."),)
        case ("draw",):
            return (mark("The deck is empty: choose “take street”."),)
        case ("take", tile) if tile not in ("apo", "street"):
            return (mark("{what} is not on offer: from the empty deck take an APO or a street."),)
        case ("take", _) if any(state.deck):
            return (mark("The deck is not empty yet: draw a tile."),)
        case ("take", _) if not state.reservations(state.actor):
            return (mark("{name} has no reserved plot: a tile needs one even when the deck is empty."),)
        case ("take", _):
            return (mark("All {count} APO tiles that were set aside are used: take a street."),)
        case ("bid", int(price)) if price > 0:
            return (mark("{price} cannot be bid: {name} has only {money}. Bid from 0 to {money}."),)
        case ("bid", _):
            return (mark("{price} cannot be bid: a bid is never below 0. Bid from 0 to {money}."),)
        case ("tile", tile) if tile in TILES:
            return (mark("The deck holds no {tile} any more."),)
        case ("tile", _):
            return (mark("{what} is not a tile: the tiles are {tiles}."),)
    return (mark("{name} may pass only when neither reserving nor drawing is possible."),)


def _tried(state: FreshFish, move: Move) -> dict[str, object]:
    """Return what the messages of a refusal speak of: what was tried, and what there is instead."""
    last, size = move[-1], state.size
    slots: dict[str, object] = {"what": _short(last), "plot": last, "price": last, "size": size}
    slots |= {"last": state.grid.names[size - 1][0], "count": state.rules.spare_apos, "tiles": ", ".join(TILES)}
    slots["plots"] = " ".join(state.reservations(state.actor))
    if last in state.grid.spots:
        found = state.content(str(last))
        slots["owner"] = "" if found.owner is None else state.seat_name(found.owner)
        if found.what not in _PLOTS:
            slots["thing"] = _owned(state, str(last)) or tr(THINGS[found.kind or found.what].one)
    return slots


def _short(thing: object) -> str:
    """Quote what somebody typed, not more of it than fits a line."""
    text = " ".join(str(part) for part in thing) if isinstance(thing, tuple) else str(thing)
    return tr("“{text}…”", text=text[:40]) if len(text) > 40 else tr("“{text}”", text=text)


class FreshFishWords(Words[FreshFish]):
    """Fresh Fish in words."""

    summary = SUMMARY
    guide = GUIDE
    risky = ("bid",)
    quiet = ("draw", "bid")

    def purpose(self, state: FreshFish) -> str:
        """Return in one line what a player wants."""
        return tr("Short routes from four supplies to your own outlets, and money kept. The lowest result wins.")

    def first_round(self, state: FreshFish) -> list[GuideStep]:
        """Return the guided first round, with the numbers of this city."""
        slots = {"most": state.cap, "coins": coins(state.money[0]), "start": 4 * state.cap - state.money[0]}
        return [step.told(**slots) for step in GUIDE]

    def names(self, state: FreshFish) -> Mapping[str, str]:
        """Return tiles and supplies as they are printed: nuclear power plant, gas station."""
        return {word: tr(name) for word, name in NAMES.items()}

    def prompt(self, state: FreshFish) -> str:
        """Return one line that says who does what now."""
        return _result(state) if state.phase == "over" else _told(state, _phase(state).prompt)

    def rule(self, state: FreshFish) -> str:
        """Return the rule in force now."""
        return _told(state, _phase(state).rule)

    def in_words(self, state: FreshFish) -> list[str]:
        """Return the city row by row, and what each seat has."""
        return rows_in_words(state, {word: tr(name) for word, name in NAMES.items()})

    chart = staticmethod(city_chart)

    def coach(self, state: FreshFish) -> str:
        """Return what to think of now, for a first game."""
        return _told(state, _phase(state).coach)

    def explain(self, state: FreshFish, move: Move) -> str:
        """Return in one line what a move does, and of one that is not allowed what it still needs."""
        legal = move in state.moves()
        match move:
            case ("draw",) if not legal and state.phase == "turn" and any(state.deck):
                return tr("Needs a plot that you have reserved first")
            case ("take", _) if not legal and state.phase == "turn":
                return tr("Needs an empty deck and a plot that you have reserved")
            case _ if not legal:
                why = self.why_not(state, move)
                return why.title if len(why) > 70 and isinstance(why, Reason) else why
            case ("take", "apo"):
                return tr("A wall for one of your plots: the city may need new streets")
            case ("tile", str(tile)):
                return about(state, tile)
            case ("bid", 0):
                return tr("Pays nothing; can win only if all others bid 0")
            case ("place", str(plot)):
                return _explain_place(state, plot)
        return tr(MOVES[str(move[0])].explains, price=move[-1])

    def say(self, state: FreshFish, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does; a sealed bid's amount only to its bidder and to one who sees all."""
        word, last, message = str(move[0]), move[-1], MOVES[str(move[0])].says
        if is_sealed(state, move) and viewer not in (None, state.actor):
            message = mark("{name} makes a sealed bid.")
        tile = str(move[1]) if word in ("take", "tile", "supply") else ""
        return " ".join((_fill(state, message, tile, plot=last, price=last), *came_of(state, move)))

    def outcomes(
        self, before: FreshFish, move: Move, after: FreshFish, me: Player, viewer: Player | None = None
    ) -> list[str]:
        """Return which tile was drawn, how an auction ended, and which streets were made."""
        if move[0] == "tile":
            return [self.say(before, move, viewer)]
        told = " ".join(came_of(before, move)) if move[0] != "supply" else ""
        if told and move[0] == "bid" and after.auction and me in before.bidders():
            return [Told(told, Weight.OWN if after.auction.winner == me else Weight.MINE)]
        return [told] if told else []

    def ran(self, before: FreshFish, after: FreshFish, me: Player) -> list[str]:
        """Return whose plots were taken by the streets that a tile made."""
        return [*lost_plots(before, after, me)]

    def decided(self, state: FreshFish) -> str:
        """Return what decided a finished game."""
        if state.phase != "over":
            return ""
        scores, (winner, *shared) = state.scores(), state.winners()
        score, second = min((scores[seat], seat) for seat in range(state.players) if seat != winner)
        slots = {
            "name": state.seat_name(winner),
            "routes": sum(found.length for found in routes(state, winner)),
            "coins": coins(state.money[winner]),
            "others": listed([state.seat_name(seat) for seat in shared or [second]]),
        }
        if shared:
            return tr(
                "{name}’s four routes count {routes}, less {coins}: as good as {others}, with as much money.", **slots
            )
        if score == scores[winner]:
            return tr(
                "{name}’s four routes count {routes}, less {coins}: {others} has the same result, but less money.",
                **slots,
            )
        return trn(
            "{name}’s four routes count {routes}, less {coins}: {n} point better than {others}.",
            "{name}’s four routes count {routes}, less {coins}: {n} points better than {others}.",
            score - scores[winner], **slots,
        )  # fmt: skip

    def why_not(self, state: FreshFish, move: Move) -> str:
        """Return the rule that forbids a move, "" if none does."""
        if state.phase == "over":
            return Reason(tr("The game is over: all plots are developed."), title=tr("Game over"), rule=tr("End"))
        if not isinstance(move, tuple) or not move or not isinstance(move[0], str) or move[0] not in MOVES:
            why = tr(
                "{what} is not a move of Fresh Fish: a move is one of {moves}.",
                what=_short(move),
                moves=", ".join(MOVES),
            )
            return Reason(why, title=tr("Not a move"))
        word, words = move[0], MOVES[move[0]]
        if tuple(type(part) for part in move[1:]) != words.parts:
            why = tr("“{word}” is written like this: {example}.", word=word, example=words.example)
            return Reason(why, title=tr("Unclear: {word}", word=word))
        if move in state.moves():
            return ""
        if word not in _phase(state).opens:
            why = tr("That is not possible now. {prompt}.", prompt=self.prompt(state))
            return Reason(why, title=tr("Not now: {word}", word=word), rule=tr("Play"))
        title, rule, tile = words.refused, words.rule, str(move[1]) if word == "tile" else ""
        if word == "draw" and not any(state.deck):
            title, rule = mark("No tile to draw"), _DRAWING
        elif word == "tile" and tile not in TILES:
            title, rule = mark("Not a tile"), mark("Setup")
        slots = _tried(state, move)
        why = " ".join(_fill(state, message, tile, **slots) for message in _why_not(state, move))
        where = [str(move[-1])] if move[-1] in state.grid.spots else []
        return Reason(why, title=_fill(state, title, tile, **slots), rule=tr(rule), where=where)


WORDS: Final = FreshFishWords()
