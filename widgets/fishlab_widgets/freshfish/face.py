"""The face of Fresh Fish: how a moment is drawn, and what cards, seats, key, walk and result say."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import OVER, SEAT_LETTERS, Move, Player
from fishlab.freshfish.city import OUTLETS, Content
from fishlab.freshfish.city_words import coins
from fishlab.freshfish.outlook import cut_off, outlets, routes
from fishlab.freshfish.rules import FreshFish
from fishlab.freshfish.words import last_expropriated, named
from fishlab.match import Match
from fishlab.messages import mark, tr, trn
from fishlab_widgets.draw.signs import sign
from fishlab_widgets.draw.svg import Picture, at, circle, group, path, rect
from fishlab_widgets.freshfish.board import CityBoard
from fishlab_widgets.freshfish.city import CSS, ICON, City
from fishlab_widgets.freshfish.city_picture import SHORT
from fishlab_widgets.freshfish.panels import bare_cube, coin, envelope
from fishlab_widgets.freshfish.paper import CityPaper
from fishlab_widgets.freshfish.plots import PLOTS
from fishlab_widgets.live.face import Face, Look


class FreshFishFace(Face[FreshFish]):
    """How a moment of the game looks, and what its buttons, seats and steps say."""

    glyph = "herring"
    legend = (
        (0, mark("supply")),
        (1, mark("outlet")),
        (7, mark("may be reserved")),
        (8, mark("wall")),
        (10, mark("street: 1 each")),
        (16, mark("markers")),
    )
    plots = PLOTS
    stepper = "bid"
    roomy = True

    def draw(self, state: FreshFish, look: Look) -> str:
        """Return the picture of a state.

        What this game makes of a look:
            viewer: the seat that looks on; its own sealed bid is shown to it.
            marks: what to point at: a plot ("c4", "A: c4" with a label), a route ("route A fish-market"), what
                would become streets around a plot ("plan c4"); and for the walk through an expropriation "later
                c4 B" (still empty, reserved by B), "new c4" (the plot in question) and "lost c4" (cut off
                without it).
            compact: for the cards of a lesson: the panel below the city instead of beside it.
        """
        return str(CityPaper(state, look).draw())

    def board(self, state: FreshFish, look: Look) -> str:
        """Return the board of a table; the mark "routes A" shows all routes of a seat, at the end they are there."""
        return str(CityBoard(state, look).draw())

    def offers(self, state: FreshFish) -> Sequence[Move]:
        """Return what has no place in the city: drawing, taking, passing, bids, and the tiles that a class draws."""
        match state.phase:
            case "turn":
                legal = state.moves()
                draw: list[Move] = [("draw",)] if any(state.deck) else [("take", "apo"), ("take", "street")]
                return draw + [("pass",)] * (("pass",) in legal)
            case "bid" | "tile":
                return tuple(dict.fromkeys(state.moves()))
            case _:
                return ()

    def facts(self, state: FreshFish) -> Sequence[tuple[str, str]]:
        """Return the four routes of every seat and the money that comes off."""
        if state.turn() != OVER:
            return ()
        found = []
        for seat in range(state.players):
            lengths = ", ".join(f"{tr(SHORT[route.kind])} {route.length}" for route in routes(state, seat))
            told = tr("{routes}, less {coins}", routes=lengths, coins=coins(state.money[seat]))
            found.append((state.seat_name(seat), told))
        return found

    def signs(self) -> Sequence[tuple[str, str]]:
        """Return what is drawn on the city and beside it, and what it means."""
        city = City(("a1",), (Content("empty"),), 1, 20, 0, 0)
        city.pic = Picture(32, 20, title="", desc="")

        def tile(*parts: str) -> str:
            return sign(group(parts, transform=at(16, 10)), css=CSS)

        def box(cls: str, side: float = 18) -> str:
            return rect(-side / 2, -side / 2, side, side, cls, 4)

        kinds = [tile(city.pic.glyph_text(ICON[kind], 0, 0, 26, "ink")) for kind in OUTLETS]
        road = sign(
            path("M0 10H32", "road", stroke_width=10), path("M2 10H30", "lane", stroke_dasharray="4 4"), css=CSS
        )
        route = sign(path("M4 10H28", "route", stroke_width=10), path("M4 10H28", "route2", stroke_width=6), css=CSS)
        return (
            (tile(city.supply("harbour", 19)), tr("a supply: routes begin here")),
            (
                tile(box("shop so-a"), rect(-9, -9, 18, 5, "s-a")),
                tr("an outlet in its owner’s colour: a route ends here"),
            ),
            (kinds[0], tr("fish market, from the harbour")),
            (kinds[1], tr("nuclear waste disposal, from the nuclear power plant")),
            (kinds[2], tr("gas station, from the oil refinery")),
            (kinds[3], tr("game shop, from the game factory")),
            (tile(box("plot"), city.cube(0, 13)), tr("a plot that A has reserved")),
            (tile(box("plot"), circle(0, 0, 4, "opt")), tr("a plot that can be chosen now")),
            (tile(city.apo("", cell=19)), tr("an APO: a wall, no street crosses it")),
            (tile(city.apo("", zone=True, cell=19)), tr("a construction zone: an APO may be built here")),
            (road, tr("a street: it counts 1 on a route")),
            (tile(box("newst0"), box("newst", 14)), tr("has just become a street")),
            (tile(box("willline")), tr("would become a street")),
            (tile(box("lostline")), tr("would be cut off from the rest")),
            (route, tr("a route")),
            (sign(coin(16, 10), css=CSS), tr("money")),
            (sign(bare_cube(16, 10), css=CSS), tr("markers to reserve with")),
            (sign(envelope(3, 3, 26), css=CSS), tr("a sealed bid")),
        )

    def label(self, state: FreshFish, move: Move) -> str:
        """Return the words on a button."""
        match move:
            case ("draw",):
                return tr("Draw a tile (D)")
            case ("take", str(tile)):
                return tr("Take an APO (A)") if tile == "apo" else tr("Take a street (S)")
            case ("pass",):
                return tr("Pass (P)")
            case ("bid", int(price)):
                return tr("Bid {price}", price=price)
            case ("reserve", str(plot)):
                return tr("Reserve {plot}", plot=plot)
            case ("place" | "build" | "zone", str(plot)):
                return tr("Build on {plot}", plot=plot)
            case ("tile", str(tile)):
                return named(tile)[0].upper() + named(tile)[1:]
            case _:
                return ""

    def key(self, state: FreshFish, move: Move) -> str:
        """Return the key that plays a move: a bid up to 9 is typed as its digit."""
        match move:
            case ("draw",):
                return "d"
            case ("take", str(tile)):
                return tile[0]
            case ("pass",):
                return "p"
            case ("bid", int(price)) if price < 10:
                return str(price)
            case _:
                return ""

    def toggle(self, marks: Sequence[str], mark: str) -> tuple[str, ...]:
        """Return the marks after a click on one: a route (or all of a seat) and a plan, one of each."""
        kind = mark.split()[0].removesuffix("s")
        rest = tuple(one for one in marks if one.split()[0].removesuffix("s") != kind)
        return rest if mark in marks else (*rest, mark)

    def subtitle(self, state: FreshFish) -> str:
        """Return what is special about this game."""
        deck, rules = state.deck_counts(), state.rules
        zones = trn("{n} construction zone", "{n} construction zones", deck["zone"])
        slow = trn("{n} demonstration", "{n} demonstrations", deck["demonstration"])
        city = tr("{size} × {size} city, {count} players, lowest wins", size=state.size, count=state.players)
        extra = {
            tr("moderate supplies"): rules.supplies == "moderate",
            tr("complex supplies"): rules.supplies == "complex",
            zones: deck["zone"],
            slow: deck["demonstration"],
            tr("ties go to the drawer’s left"): rules.ties == "left",
        }
        return ", ".join((city, *(words for words, told in extra.items() if told)))

    def seat_note(self, state: FreshFish, seat: Player) -> str:
        """Return what a seat has."""
        plots = [*outlets(state, seat).values()]
        off, money = plots.count(None), coins(state.money[seat])
        if off:
            return tr("{count} outlets, {off} off the board, {coins}", count=len(plots) - off, off=off, coins=money)
        return trn("{n} outlet, {coins}", "{n} outlets, {coins}", len(plots), coins=money)

    def seat_view(self, state: FreshFish, seat: Player) -> tuple[str, str]:
        """Return what shows all routes of a seat."""
        return f"routes {SEAT_LETTERS[seat]}", tr("Routes")

    def steps(self, match: Match, at: int) -> list[tuple[tuple[str, ...], str]]:
        """Return the walk through the expropriation that the move before a position has caused, plot by plot."""
        state = match.states[at]
        if not at or not isinstance(state, FreshFish) or match.moves[at - 1][0] not in ("place", "supply"):
            return []
        before, move, streets = match.states[at - 1], match.moves[at - 1], last_expropriated(state)
        if not streets or not isinstance(before, FreshFish):
            return []
        later = []
        for plot, _ in streets:
            owner = before.content(plot).owner
            later.append(f"later {plot}" + ("" if owner is None else f" {SEAT_LETTERS[owner]}"))
        told = trn(
            "The {tile} is on {plot}. The city cannot do without {n} plot: it becomes a street.",
            "The {tile} is on {plot}. The city cannot do without {n} plots: they become streets, one by one.",
            len(streets), tile=named(str(move[1]) if move[0] == "supply" else before.hand), plot=move[-1],
        )  # fmt: skip
        walk: list[tuple[tuple[str, ...], str]] = [((*later, f"new {move[-1]}"), told)]
        for number, (plot, reason) in enumerate(streets, 1):
            marks = (*later[number:], f"new {plot}", *(f"lost {one}" for one in cut_off(state, plot)))
            message = mark("{number} of {count}: {plot} becomes a street. {reason}")
            walk.append((marks, tr(message, number=number, count=len(streets), plot=plot, reason=reason)))
        return walk


FACE = FreshFishFace()
