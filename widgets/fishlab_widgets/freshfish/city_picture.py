"""Fresh Fish on a picture: the city, what is marked on it, what can be clicked, and the routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from fishlab.core import SEAT_LETTERS, Move, Player
from fishlab.freshfish.city import OUTLETS, SUPPLIES, Content
from fishlab.freshfish.city_words import coins
from fishlab.freshfish.outlook import Route, outlets, routes, would_expropriate
from fishlab.freshfish.rules import FreshFish
from fishlab.freshfish.words import about, named
from fishlab.graphs import Grid
from fishlab.messages import listed, mark, tr, trn
from fishlab_widgets.draw.signs import painted
from fishlab_widgets.draw.svg import FONT, SEATS, Picture, at, circle, cross, group, num, path, rect, target, text
from fishlab_widgets.freshfish.city import CSS, ROADS, City, arrival
from fishlab_widgets.live.face import Look, move_name

SHORT = {
    "fish-market": mark("fish"),
    "waste-disposal": mark("waste"),
    "gas-station": mark("gas"),
    "game-shop": mark("games"),
}
_PLACED = ("reserve", "place", "build", "zone", "supply")


@lru_cache(maxsize=64)
def _streets_forced(_grid: Grid, _tiles: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return what was found of a city's plots so far: a bid or a marker changes none of it."""
    return {}


class CityPicture(City):
    """A city in the making: where things are, and each kind of thing in turn.

    Args:
        state: the moment to draw.
        look: how to draw it.
        place: how wide a plot is, and where the first one begins, from the left and from the top.
        size: how wide and how high the picture is.
    """

    def __init__(
        self, state: FreshFish, look: Look, place: tuple[float, float, float], size: tuple[float, float]
    ) -> None:
        self.state, self.viewer, self.legal = state, look.viewer, look.legal
        self.last, self.refused = look.last, look.refused
        super().__init__(
            state.plot_names(),
            state.contents(),
            state.size,
            *place,
            slow=state.rules.table.slow,
            fresh={state.grid.names[spot]: order for order, spot in enumerate(state.expropriated)},
        )
        self.routes: dict[Player, list[Route]] = {}
        self.would = _streets_forced(state.grid, state.tiles)
        self._read_marks(look.marks)
        self.pic = Picture(
            *size,
            title=tr("Fresh Fish, city of {size} by {size} plots", size=state.size),
            desc=self._description(),
            css=CSS,
            prefix=look.prefix,
            theme=look.theme,
        )

    def _read_marks(self, marks: Sequence[str]) -> None:
        """Sort what is to be pointed at by kind; a plot that is `later` is drawn as it was before."""
        self.pointed: list[tuple[str, str]] = []
        self.new: list[str] = []
        self.lost: list[str] = []
        self.plan = self.route_mark = ""
        self.in_front: Player | None = None
        self.walking = False
        for one in marks:
            label, _, what = one.rpartition(": ")
            words = what.split()
            match words:
                case ["route", str(seat), str(outlet)] if seat in SEAT_LETTERS[: self.state.players]:
                    self.route_mark = what if outlet in OUTLETS else ""
                case ["routes", str(seat)] if seat in SEAT_LETTERS[: self.state.players]:
                    self.in_front = SEAT_LETTERS.index(seat)
                case ["plan", str(plot)] if plot in self.what:
                    self.plan = plot if self.what[plot].what in ("empty", "reserved") else ""
                case ["later", str(plot), *owner] if plot in self.what:
                    self.walking = True
                    who = SEAT_LETTERS.find(owner[0]) if owner else -1
                    self.what[plot] = Content("reserved", "", who) if who >= 0 else Content("empty")
                case ["new", str(plot)] if plot in self.what:
                    self.walking = True
                    self.new.append(plot)
                case ["lost", str(plot)] if plot in self.what:
                    self.lost.append(plot)
                case [*_, str(plot)] if plot in self.what:
                    self.pointed.append((label, plot))

    def _description(self) -> str:
        state = self.state
        counts: dict[str, int] = {}
        for content in self.what.values():
            counts[content.what] = counts.get(content.what, 0) + 1
        streets = counts.get("street", 0) + counts.get("demonstration", 0)
        scores = ", ".join(
            tr("{seat} {score} with {coins}", seat=SEAT_LETTERS[seat], score=score, coins=coins(state.money[seat]))
            for seat, score in enumerate(state.scores())
        )
        reserved = counts.get("reserved", 0)
        return tr(
            "City of {size} by {size} plots: {empty} empty, {reserved} of them reserved, {streets} streets, "
            "{outlets} outlets. Scores now, low is good: {scores}. {prompt}.",
            size=state.size, empty=counts.get("empty", 0) + reserved, reserved=reserved, streets=streets,
            outlets=counts.get("outlet", 0), scores=scores, prompt=state.prompt(),
        )  # fmt: skip

    def city(self) -> None:
        """Draw the city and all that is marked on it."""
        self.ground()
        self.plots()
        self._fresh_streets()
        self._last_move()
        self._lost()
        self._previews()
        self._targets()
        self._route()
        self._all_routes()
        self._pointers()

    # What is marked.

    def _fresh_streets(self) -> None:
        """Frame the plots that became streets with the last tile."""
        for plot, order in self.fresh_order.items():
            if self.what[plot].what == "street":
                frame = (rect(*self.box(plot, 0.5), "newst0", 8), rect(*self.box(plot, 3.5), "newst", 7))
                delay = str(arrival(order))
                self.pic.group(frame, id=f"fresh-{plot}", cls="still", data_delay=delay)
        for plot in self.new:
            frame = (rect(*self.box(plot, 2), "newbig0", 8), rect(*self.box(plot, 2), "newbig", 8))
            self.pic.group(frame, id=f"new-{plot}", cls="still")

    def _last_move(self) -> None:
        match self.last:
            case (str(word), *_, str(plot)) if word in _PLACED and plot in self.what and not self.walking:
                frame = (rect(*self.box(plot, -1), "lastcase", 9), rect(*self.box(plot, -1), "lastline", 9))
                self.pic.group(frame, id="last", cls="still")

    def _lost(self) -> None:
        """Tint the plots that would be cut off without the plot in question."""
        for plot in self.lost:
            frame = [rect(*self.box(plot, 2), "lostline", 6)]
            if self.what[plot].what in ("empty", "street"):
                frame.insert(0, rect(*self.box(plot, 2), "lostbox", 6))
            self.pic.group(frame, id=f"lost-{plot}", cls="still")

    def _previews(self) -> None:
        """Lay a hidden sign on every empty plot: it lights up where a tile elsewhere would force a street."""
        planned = set(self._would(self.plan, "apo")) if self.plan else set()
        for plot, content in self.what.items():
            if content.what in ("empty", "reserved") and (self._previewing or plot in planned):
                cls = "will on" if plot in planned else "will"
                self.pic.add(_will(plot, *self.centre(plot), self.cell, cls))
        if self.plan:
            x, y = self.centre(self.plan)
            self.pic.group((self.apo(self.plan),), id="plan", cls="still", transform=at(x, y), opacity="0.7")
            self.pic.rect(*self.box(self.plan, 1), "chosen still", 8, id="plan-frame")

    @property
    def _previewing(self) -> bool:
        return self.state.phase in ("turn", "place", "bid", "tile", "zone") and not self.walking

    # What can be clicked.

    def _targets(self) -> None:
        if self.walking:
            return
        moves: dict[str, Move] = {}
        if self.legal:
            moves = {str(move[-1]): move for move in self.state.moves() if len(move) > 1 and move[0] in _PLACED}
        word = {"turn": "reserve", "place": "place", "zone": "zone", "supply": "supply"}.get(self.state.phase, "")
        for plot, content in self.what.items():
            if plot in moves:
                self.pic.add(self._move_target(plot, moves[plot]))
            elif content.what == "outlet":
                self.pic.add(self._outlet_target(plot, content))
            elif content.what in ("empty", "reserved"):
                self.pic.add(self._empty_target(plot, word))
            else:
                tried = f"{word} {plot}" if self.legal and word in ("reserve", "place", "zone") else ""
                note = tr("{text}.", text=about(self.state, content.kind or content.what))
                self.pic.add(target((self.hit,), try_=tried, label=tried, note=note, **self._at(plot)))

    @cached_property
    def hit(self) -> str:
        """The shape of a plot that takes clicks."""
        half = self.cell / 2
        return rect(-half, -half, self.cell, self.cell, "hit")

    @cached_property
    def reserved(self) -> str:
        """A plot as the seat to act would reserve it, to show on hover: drawn once, and used on every plot."""
        half, seat = self.cell / 2, max(0, self.state.turn())
        tint = rect(2 - half, 2 - half, self.cell - 4, self.cell - 4, f"st-{SEATS[seat]}", 6)
        shown = painted(tint, self.cube(seat, self.cell * 0.4), css=CSS)
        ghost = group((shown,), id="ghost", style=f"font-family:{FONT}")
        self.pic.group((f"<defs>{ghost}</defs>",), id="ghosts")
        return f'<use href="#{self.pic.ref("ghost")}"/>'

    def _at(self, plot: str) -> dict[str, str]:
        return {"id": f"at-{plot}", "transform": at(*self.centre(plot))}

    def _move_target(self, plot: str, move: Move) -> str:
        state = self.state
        half, seat = self.cell / 2, max(0, state.turn())
        told = [tr("{text}.", text=state.explain(move))]
        match move[0]:
            case "reserve":
                ghost, told = self.reserved, [*told, self._forced(plot, ("apo", "outlet"))]
            case "place":
                ghost, told = self.piece(state.hand, plot, seat), [*told, self._forced(plot, (state.hand,))]
            case "build":
                ghost = self.apo(plot)
            case "zone":
                ghost = self.apo(plot, zone=True)
            case _:
                ghost = self.supply(str(move[1]))
        reserved = self.what[plot].what not in ("empty", "reserved") or self.what[plot].owner is not None
        sign = circle(0, half - 7, 4, "focus") if reserved else circle(0, 0, 5, "opt")
        inner = (self.hit, sign, group((ghost,), cls="ghost still"))
        links = self._links(plot) if move[0] in ("reserve", "place") else None
        label = move_name(state, move)
        note = tr("{name}: {text}", name=label, text=" ".join(told))
        return target(inner, data_links=links, move=state.notation(move), label=label, note=note, **self._at(plot))

    def _empty_target(self, plot: str, word: str) -> str:
        """An empty plot tells what would become a street around it, also where nothing can be played."""
        said, links = tr("{text}.", text=about(self.state, self.what[plot].what)), self._links(plot)
        note = " ".join((said, self._forced(plot, ("apo", "outlet"))))
        if self.legal and word in ("reserve", "place", "zone"):
            return target(
                (self.hit,), try_=f"{word} {plot}", label=f"{word} {plot}", note=note, data_links=links,
                **self._at(plot),
            )  # fmt: skip
        if not self._previewing:
            return ""
        label = tr("What would become a street if {plot} were built on?", plot=plot)
        return target((self.hit,), mark=f"plan {plot}", label=label, note=note, data_links=links, **self._at(plot))

    def _outlet_target(self, plot: str, content: Content) -> str:
        assert content.owner is not None
        letter = SEAT_LETTERS[content.owner]
        found = self._route_of(content.owner, content.kind)
        name = outlet_of(letter, content.kind)
        note = tr("{outlet}: {length}. Click to see the route.", outlet=name, length=self._length(found))
        label = tr("Show the route to {outlet} on {plot}", outlet=name, plot=plot)
        return target(
            (self.hit,), mark=f"route {letter} {content.kind}", label=label, note=note, **self._at(plot)
        )  # fmt: skip

    def _forced(self, plot: str, tiles: Iterable[str]) -> str:
        """Say which plots would become streets if this one were built on."""
        found = {tile: self._would(plot, tile) for tile in tiles if tile not in ROADS}
        if not found:
            return tr("A street that a player places expropriates nothing.")
        first, *rest = found.values()
        if not rest or first == rest[0]:
            return trn(
                "Building on it would make {plots} a street.",
                "Building on it would make {plots} streets.",
                len(first), plots=plots_listed(first),
            ) if first else tr("Building on it would force no street.")  # fmt: skip
        return tr(
            "Streets if built on: with an APO {walled}, with an outlet {sold}.",
            walled=plots_listed(found["apo"]) or tr("none"), sold=plots_listed(found["outlet"]) or tr("none"),
        )  # fmt: skip

    def _links(self, plot: str) -> str | None:
        state = self.state
        tiles = (state.hand,) if state.phase == "place" else ("apo", "outlet")
        ids = dict.fromkeys(name for tile in tiles for name in self._would(plot, tile))
        return self.pic.ref(*(f"will-{name}" for name in ids)) or None

    def _would(self, plot: str, tile: str) -> tuple[str, ...]:
        """Return what would become a street with a tile on a plot; all outlets are alike in that."""
        found = self.would.get((plot, tile))
        if found is None:
            kind = OUTLETS[0] if tile == "outlet" else tile
            found = self.would[plot, tile] = would_expropriate(self.state, plot, kind)
        return found

    # Routes.

    def _route_of(self, seat: Player, outlet: str) -> Route:
        if seat not in self.routes:
            self.routes[seat] = routes(self.state, seat)
        return self.routes[seat][OUTLETS.index(outlet)]

    def _length(self, found: Route) -> str:
        if found.plots is None:
            return tr("no route yet, it counts {length}", length=found.length)
        streets = len(found.plots)
        if found.length < self._counted(found):
            return tr("{n} streets, but a route never counts more than {length}", n=streets, length=found.length)
        return trn("route {length}, {n} street", "route {length}, {n} streets", streets, length=found.length)

    def _route_target(self, letter: str, outlet: str, found: Route) -> dict[str, str]:
        """Return what a length says, and the mark that shows its route."""
        name = outlet_of(letter, outlet)
        return {
            "mark": "" if self.walking else f"route {letter} {outlet}",
            "label": tr("Show {letter}’s route to the {outlet}", letter=letter, outlet=named(outlet)),
            "note": tr("{outlet}: {length}.", outlet=name, length=self._length(found)),
        }

    def _counted(self, found: Route) -> int:
        return sum(self._cost(plot) for plot in found.plots or ())

    def _cost(self, plot: str) -> int:
        return self.slow if self.what[plot].what == "demonstration" else 1

    def _way(self, seat: Player, outlet: str) -> tuple[tuple[str, ...], list[tuple[float, float]]] | None:
        """Return the streets of a route and the points of its line, from the supply's edge to the outlet's."""
        found = self._route_of(seat, outlet)
        end = outlets(self.state, seat).get(outlet)
        if not found.plots or end is None:
            return None
        kind = SUPPLIES[OUTLETS.index(outlet)]
        start = next(plot for plot, content in self.what.items() if content.kind == kind)
        spots = [self.centre(plot) for plot in found.plots]
        first, final = self._towards(spots[0], self.centre(start)), self._towards(spots[-1], self.centre(end))
        return found.plots, [first, *spots, final]

    def _route(self) -> None:
        """Draw the marked route from the supply to the outlet, with the count in every street."""
        if not self.route_mark:
            return
        _, letter, outlet = self.route_mark.split()
        way = self._way(SEAT_LETTERS.index(letter), outlet)
        if way is None:
            return
        plots, points = way
        line = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
        thick = min(1.0, self.cell / 50)
        inner = [
            path(line, "route", pathLength=1, stroke_width=num(12 * thick)),
            path(line, "route2", pathLength=1, stroke_width=num(7 * thick)),
        ]
        counted = 0
        for plot, (x, y) in zip(plots, points[1:-1], strict=True):
            counted += self._cost(plot)
            inner += [circle(x, y, 11 if self.cell > 45 else 10, "stop"), text(x, y + 4.5, counted, "mid w7 t13")]
        self.pic.group(inner, id=f"route-{letter}-{outlet}", cls="draws still")

    def _all_routes(self) -> None:
        """Draw all routes of the seat in front side by side, each with a line of its own and its length at the end."""
        if self.in_front is None or self.route_mark or self.walking:
            return
        letter, gap = SEAT_LETTERS[self.in_front], self.cell * 0.11
        for number, outlet in enumerate(OUTLETS):
            way = self._way(self.in_front, outlet)
            if way is None:
                continue
            aside = (number - 1.5) * gap
            points = [(x + aside, y + aside) for x, y in way[1]]
            line = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
            x, y = points[-2]
            length = self._route_of(self.in_front, outlet).length
            inner = [
                path(line, "waycase"), path(line, f"way way{number}"),
                circle(x, y, 10, "stop"), text(x, y + 4.5, length, "mid w7 t13"),
            ]  # fmt: skip
            self.pic.group(inner, id=f"way-{letter}-{outlet}", cls="draws still", data_delay=str(100 * number))

    def _towards(self, spot: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
        """Return the point on the rim between a street and the terminal beside it."""
        part = 0.56
        return spot[0] + (end[0] - spot[0]) * part, spot[1] + (end[1] - spot[1]) * part

    def _pointers(self) -> None:
        """Frame the plots that a lesson points at, with a label where it has one."""
        self.pic.add(*(self.pointer(plot, label) for label, plot in self.pointed))

    def point_at_refusal(self) -> tuple[float, float] | None:
        """Frame and cross out the plot that a refusal speaks of, and return where it is."""
        if not self.refused:
            return None
        move, _ = self.refused
        plot = next((part for part in reversed(move) if isinstance(part, str) and part in self.what), "")
        if not plot:
            return None
        spot = self.centre(plot)
        self.pic.add(group((rect(*self.box(plot, 3), "offend", 6), cross(*spot)), cls="still", id="cross"))
        return spot


@lru_cache(maxsize=1024)
def _will(plot: str, x: float, y: float, cell: float, cls: str) -> str:
    """Return the sign of a street that is to come."""
    half, unit = cell / 2, cell * 0.23
    arm = round(unit * 1.6, 1)
    inner = (
        rect(3 - half, 3 - half, cell - 6, cell - 6, "willline", 7),
        path(f"M{-arm} 0H{arm}M0 {-arm}V{arm}", "road", stroke_width=num(unit * 1.1)),
    )
    return group(inner, id=f"will-{plot}", cls=cls, transform=at(x, y))


def plots_listed(plots: Sequence[str], most: int = 12) -> str:
    """Join plots as a sentence does, the first ones of many."""
    shown = list(plots[:most])
    if len(plots) > most:
        return tr("{plots} and {count} more", plots=", ".join(shown), count=len(plots) - most)
    return listed(shown) if shown else ""


def outlet_of(letter: str, outlet: str) -> str:
    """Name an outlet and whose it is."""
    return tr("{letter}’s {outlet}", letter=letter, outlet=named(outlet))
