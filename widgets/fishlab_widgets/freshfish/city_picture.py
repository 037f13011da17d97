"""One picture of Fresh Fish in the making: the city, its routes, the auction and the seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from fishlab.core import SEAT_LETTERS, Move, Player
from fishlab.freshfish.city import OUTLETS, SUPPLIES, Content
from fishlab.freshfish.position import Route
from fishlab.freshfish.rules import FreshFish
from fishlab.freshfish.words import NAMES, auction_reason
from fishlab.plain_words import listed, many
from fishlab_widgets.draw.svg import (
    SEATS,
    Picture,
    at,
    badge,
    circle,
    cross,
    group,
    num,
    path,
    rect,
    target,
    text,
    wrap,
)
from fishlab_widgets.freshfish.city import CSS, ICON, ROADS, City
from fishlab_widgets.live.face import Look

SHORT = {"fish-market": "fish", "waste-disposal": "waste", "gas-station": "gas", "game-shop": "games"}
_PLACED = ("reserve", "place", "build", "zone", "supply")


class CityPicture(City):
    """One picture in the making: where things are, and each kind of thing in turn."""

    def __init__(self, state: FreshFish, look: Look) -> None:
        self.state, self.viewer, self.legal = state, look.viewer, look.legal
        self.last, self.refused = look.last, look.refused
        self.compact = compact = look.compact
        size = state.size
        cell, left, top = (min(56.0, 392 / size), 36.0, 10.0) if compact else (min(72.0, 504 / size), 42.0, 16.0)
        super().__init__(
            state.plot_names(),
            state.contents(),
            size,
            cell,
            left + ((392 if compact else 504) - size * cell) / 2,
            top,
            slow=state.rules.table.slow,
            fresh={state.grid.names[spot]: order for order, spot in enumerate(state.expropriated)},
        )
        self.routes: dict[Player, list[Route]] = {}
        self.would: dict[tuple[str, str], tuple[str, ...]] = {}
        self._read_marks(look.marks)
        self.panel_y = self.top + self.high + 38
        height = self.panel_y + 178 if compact else max(602.0, self.top + self.high + 80)
        self.pic = Picture(
            436 if compact else 900,
            height,
            title=f"Fresh Fish, city of {size} by {size} plots",
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
        self.walking = False
        for mark in marks:
            label, _, what = mark.rpartition(": ")
            words = what.split()
            match words:
                case ["route", str(seat), str(outlet)] if seat in SEAT_LETTERS[: self.state.players]:
                    self.route_mark = what if outlet in OUTLETS else ""
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
            f"{SEAT_LETTERS[seat]} {score} with {state.money[seat]} money" for seat, score in enumerate(state.scores())
        )
        empty = counts.get("empty", 0) + counts.get("reserved", 0)
        return (
            f"City of {state.size} by {state.size} plots: {empty} empty, {counts.get('reserved', 0)} of them reserved, "
            f"{streets} streets, {counts.get('outlet', 0)} outlets. Scores now, low is good: {scores}. "
            f"{state.prompt()}."
        )

    def draw(self) -> Picture:
        """Return the whole picture."""
        pic = self.pic
        pic.rect(0, 0, pic.width, pic.height, "paper")
        self.ground()
        self.plots()
        self._fresh_streets()
        self._last_move()
        self._lost()
        self._previews()
        self._targets()
        self._route()
        self._pointers()
        if self.compact:
            self._panel_below()
        else:
            self._panel_beside()
            self._key()
        self._refusal()
        return pic

    # What is marked.

    def _fresh_streets(self) -> None:
        """Frame the plots that became streets with the last tile."""
        for plot, order in self.fresh_order.items():
            if self.what[plot].what == "street":
                frame = (rect(*self.box(plot, 0.5), "newst0", 8), rect(*self.box(plot, 3.5), "newst", 7))
                delay = str(min(900, 120 + 90 * order))
                self.pic.group(frame, id=f"fresh-{plot}", cls="still", data_delay=delay)
        for plot in self.new:
            frame = (rect(*self.box(plot, 2), "newbig0", 8), rect(*self.box(plot, 2), "newbig", 8))
            self.pic.group(frame, id=f"new-{plot}", cls="still")

    def _last_move(self) -> None:
        match self.last:
            case (str(word), *_, str(plot)) if word in _PLACED and plot in self.what and not self.walking:
                frame = (rect(*self.box(plot, -1), "spot2", 9), rect(*self.box(plot, -1), "spot", 9))
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
        unit = self.cell * 0.23
        arm = round(unit * 1.6, 1)
        for plot, content in self.what.items():
            if content.what in ("empty", "reserved") and (self._previewing or plot in planned):
                x, y = self.centre(plot)
                half = self.cell / 2
                inner = (
                    rect(3 - half, 3 - half, self.cell - 6, self.cell - 6, "willline", 7),
                    path(f"M{-arm} 0H{arm}M0 {-arm}V{arm}", "road", stroke_width=num(unit * 1.1)),
                )  # fmt: skip
                cls = "will on" if plot in planned else "will"
                self.pic.add(group(inner, id=f"will-{plot}", cls=cls, transform=at(x, y)))
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
            elif self.legal and word in ("reserve", "place", "zone"):
                self.pic.add(target((self.hit,), try_=f"{word} {plot}", label=f"{word} {plot}", **self._at(plot)))

    @cached_property
    def hit(self) -> str:
        """The shape of a plot that takes clicks."""
        half = self.cell / 2
        return rect(-half, -half, self.cell, self.cell, "hit")

    @cached_property
    def reserved(self) -> str:
        """A plot as the seat to act would reserve it, to show on hover."""
        half, seat = self.cell / 2, max(0, self.state.turn())
        tint = rect(2 - half, 2 - half, self.cell - 4, self.cell - 4, f"st-{SEATS[seat]}", 6)
        return tint + self.cube(seat, self.cell * 0.4)

    def _at(self, plot: str) -> dict[str, str]:
        return {"transform": at(*self.centre(plot))}

    def _move_target(self, plot: str, move: Move) -> str:
        state = self.state
        half, seat = self.cell / 2, max(0, state.turn())
        notation = state.notation(move)
        match move[0]:
            case "reserve":
                ghost = self.reserved
                said, more = f"Reserve {plot}.", self._forced(plot, ("apo", "outlet"))
            case "place":
                ghost = self.piece(state.hand, plot, seat)
                said = f"Place the {NAMES[state.hand]} on {plot}."
                more = self._forced(plot, (state.hand,)) + self._length_note(plot)
            case "build":
                ghost, said, more = self.apo(plot), f"Build the APO on the construction zone at {plot}.", ""
            case "zone":
                ghost, said, more = self.apo(plot, zone=True), f"Put the construction zone on the APO at {plot}.", ""
            case _:
                ghost, said, more = self.supply(str(move[1])), f"The {NAMES[str(move[1])]} goes to {plot}.", ""
        reserved = self.what[plot].what not in ("empty", "reserved") or self.what[plot].owner is not None
        sign = circle(0, half - 7, 4, "focus") if reserved else circle(0, 0, 4, "opt")
        inner = (self.hit, sign, group((ghost,), cls="ghost still"))
        links = self._links(plot) if move[0] in ("reserve", "place") else None
        note = f"{said}{more}"
        return target(inner, move=notation, label=note.rstrip("."), note=note, data_links=links, **self._at(plot))

    def _empty_target(self, plot: str, word: str) -> str:
        """An empty plot tells what would become a street around it, also where nothing can be played."""
        note, links = f"{plot}.{self._forced(plot, ('apo', 'outlet'))}", self._links(plot)
        if self.legal and word in ("reserve", "place", "zone"):
            return target(
                (self.hit,), try_=f"{word} {plot}", label=f"{word} {plot}", note=note, data_links=links,
                **self._at(plot),
            )  # fmt: skip
        if not self._previewing:
            return ""
        label = f"What would become a street if {plot} were built on?"
        return target((self.hit,), mark=f"plan {plot}", label=label, note=note, data_links=links, **self._at(plot))

    def _outlet_target(self, plot: str, content: Content) -> str:
        assert content.owner is not None
        letter = SEAT_LETTERS[content.owner]
        found = self._route_of(content.owner, content.kind)
        note = f"{letter}’s {NAMES[content.kind]}: {self._length(found)}. Click to see the route."
        label = f"Show the route to {letter}’s {NAMES[content.kind]} on {plot}"
        return target(
            (self.hit,), mark=f"route {letter} {content.kind}", label=label, note=note, **self._at(plot)
        )  # fmt: skip

    def _forced(self, plot: str, tiles: Iterable[str]) -> str:
        """Say which plots would become streets if this one were built on."""
        found = {tile: self._would(plot, tile) for tile in tiles if tile not in ROADS}
        if not found:
            return " A street that a player places expropriates nothing."
        lists = list(found.values())
        if len(lists) == 1 or lists[0] == lists[1]:
            streets = _list(lists[0])
            return (
                f" Built on, it would make streets of {streets}." if streets else " Built on, it would force no street."
            )
        words = [
            f"{'an APO' if tile == 'apo' else 'an outlet'} {_list(plots) or 'none'}" for tile, plots in found.items()
        ]
        return f" Streets if built on: with {', with '.join(words)}."

    def _length_note(self, plot: str) -> str:
        state = self.state
        if state.hand not in OUTLETS:
            return ""
        return f" Its route could be {state.reach(state.hand).get(plot, state.cap)} at best."

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
            found = self.would[plot, tile] = self.state.would_expropriate(plot, kind)
        return found

    # Routes.

    def _route_of(self, seat: Player, outlet: str) -> Route:
        if seat not in self.routes:
            self.routes[seat] = self.state.routes(seat)
        return self.routes[seat][OUTLETS.index(outlet)]

    def _length(self, found: Route) -> str:
        if found.plots is None:
            return f"no route yet, it counts {found.length}"
        streets = len(found.plots)
        if found.length < self._counted(found):
            return f"{streets} streets, but a route never counts more than {found.length}"
        return f"route {found.length}, {many(streets, 'street')}"

    def _counted(self, found: Route) -> int:
        return sum(self._cost(plot) for plot in found.plots or ())

    def _cost(self, plot: str) -> int:
        return self.slow if self.what[plot].what == "demonstration" else 1

    def _route(self) -> None:
        """Draw the marked route from the supply to the outlet, with the count in every street."""
        if not self.route_mark:
            return
        _, letter, outlet = self.route_mark.split()
        seat = SEAT_LETTERS.index(letter)
        found = self._route_of(seat, outlet)
        end = self.state.outlets(seat).get(outlet)
        if found.plots is None or end is None:
            return
        kind = SUPPLIES[OUTLETS.index(outlet)]
        start = next(plot for plot, content in self.what.items() if content.kind == kind)
        spots = [self.centre(plot) for plot in found.plots]
        first, final = self._towards(spots[0], self.centre(start)), self._towards(spots[-1], self.centre(end))
        line = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in (first, *spots, final))
        thick = min(1.0, self.cell / 50)
        inner = [
            path(line, "route", pathLength=1, stroke_width=num(12 * thick)),
            path(line, "route2", pathLength=1, stroke_width=num(7 * thick)),
        ]
        counted = 0
        for plot, (x, y) in zip(found.plots, spots, strict=True):
            counted += self._cost(plot)
            inner += [circle(x, y, 11 if self.cell > 45 else 10, "stop"), text(x, y + 4.5, counted, "mid w7 t13")]
        self.pic.group(inner, id=f"route-{letter}-{outlet}", cls="draws still")

    def _towards(self, spot: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
        """Return the point on the rim between a street and the terminal beside it."""
        part = 0.56
        return spot[0] + (end[0] - spot[0]) * part, spot[1] + (end[1] - spot[1]) * part

    def _pointers(self) -> None:
        """Frame the plots that a lesson points at, with a label where it has one."""
        self.pic.add(*(self.pointer(plot, label) for label, plot in self.pointed))

    def _refusal(self) -> None:
        if not self.refused:
            return
        move, reason = self.refused
        spot = None
        plot = next((part for part in reversed(move) if isinstance(part, str) and part in self.what), "")
        if plot:
            spot = self.centre(plot)
            self.pic.add(group((rect(*self.box(plot, 3), "offend", 6), cross(*spot)), cls="still", id="cross"))
        if not self.compact:
            self.pic.bubble(580, 10, 304, reason, spot and (spot[0] + 12, spot[1]))
            return
        high = not spot or spot[1] > self.top + self.high / 2
        rows = len(wrap(str(reason), 388, 16)) + len(wrap(reason.title, 388, 18))
        self.pic.bubble(8, self.top + 8 if high else self.top + self.high - 52 - 21 * rows, 420, reason)

    # The panel: whose decision, the tile, the bids, markers and money.

    def _envelope(self, x: float, y: float, wide: float = 46) -> str:
        high = wide * 0.56
        flap = f"M{num(x)} {num(y + 2)}l{num(wide / 2)} {num(high * 0.5)}l{num(wide / 2)} {num(-high * 0.5)}"
        return rect(x, y, wide, high, "letter", 4) + path(flap, "flap")

    def _coin(self, x: float, y: float, r: float = 8) -> str:
        return circle(x, y, r, "coin") + circle(x, y, r * 0.55, "nofill", style="stroke:var(--ink);stroke-width:1")

    def _status(self, seat: Player) -> tuple[str, str]:
        """Return what a seat's place in the auction is: a kind and its words."""
        state = self.state
        if state.phase == "bid":
            if seat not in state.bidders():
                return "out", "has one already"
            if state.bids[seat] is not None:
                own = seat == self.viewer and isinstance(state.bids[seat], int)
                return "sealed", f"you bid {state.bids[seat]}" if own else "in"
            return ("now", f"of {state.money[seat]}") if seat == state.actor else ("wait", "to come")
        if state.phase == "over":
            return "won" if seat in state.winners() else "bid", f"{state.scores()[seat]}"
        auction = state.auction
        if auction is None or not self._shows_auction:
            return "none", ""
        bid = auction.bids[seat]
        if seat == auction.winner:
            return "won", f"{auction.price}"
        return ("bid", f"{bid}") if bid is not None else ("out", "no bid")

    @property
    def _shows_auction(self) -> bool:
        """Whether the last auction is worth its place: until a tile that is no outlet is drawn."""
        state = self.state
        return state.auction is not None and state.hand in ("", state.auction.outlet)

    def _heading(self) -> tuple[str, str, str, list[str]]:
        """Return the panel's title, the icon, the name of what it is about, and lines on it."""
        state = self.state
        deck = sum(state.deck)
        if state.phase == "over":
            names = [state.seat_name(seat) for seat in state.winners()]
            result = f"{names[0]} wins" if len(names) == 1 else f"{_list(names)} share the win"
            return "The end", "", result, ["Four routes less money: the lowest result wins, a tie goes to most money."]
        if state.phase == "bid":
            tie = "drawer" if state.rules.ties == "drawer" else "left"
            drawer = SEAT_LETTERS[state.seat]
            first = f"the drawer, {drawer}," if tie == "drawer" else f"the seat on {drawer}’s left"
            return "Sealed bids", state.hand, NAMES[state.hand], [f"Highest bid wins. On a tie {first} comes first."]
        if self._shows_auction:
            assert state.auction is not None
            auction = state.auction
            title = "Bids revealed" if state.hand else "Last auction"
            return title, auction.outlet, NAMES[auction.outlet], [auction_reason(auction, state.rules.ties)]
        if state.hand:
            who = state.seat_name(state.actor)
            return "Tile drawn", state.hand, NAMES[state.hand], [f"{who} places it now."]
        if state.phase == "tile":
            return "The deck", "", f"{deck} tiles left", [f"{state.seat_name(state.seat)} draws one."]
        if state.phase == "supply":
            return "Setup", "", "The supplies", ["Then every plot the city needs becomes a street."]
        left = state.deck_counts()
        outlets = sum(left[outlet] for outlet in OUTLETS)
        counts = {"outlet": outlets, "APO": left["apo"], "zone": left["zone"], "demonstration": left["demonstration"]}
        kinds = ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items() if count)
        name = f"{many(deck, 'tile')} left" if deck else "it is empty"
        return "The deck", "", name, [kinds or "From now on players take an APO or a street."]

    def _hand_icon(self, kind: str, x: float, y: float, size: float) -> str:
        """Return the tile that the panel speaks of, or at the end the winner's badge."""
        if self.state.phase == "over":
            return badge(self.state.winners()[0], x, y, size * 0.4)
        if kind in OUTLETS:
            return self.pic.glyph_text(ICON[kind], x, y, size, "ink")
        if kind in ("apo", "zone"):
            return group((self.apo("", zone=kind == "zone", cell=size),), transform=at(x, y))
        if kind:
            half = size / 2
            road = rect(-half, -half, size, size, "ground", 6)
            road += path(f"M{num(-half)} 0H{num(half)}", "road", stroke_width=num(size * 0.46))
            return group((road,), transform=at(x, y))
        return "".join(
            rect(x - size / 2 + k * 4, y - size * 0.35 + k * 3, size * 0.6, size * 0.5, "board", 3) for k in range(3)
        )

    def _news(self) -> list[str]:
        """Return what else is worth a line: fresh streets, the marked route, the plan."""
        found = []
        fresh = [plot for plot in self.fresh_order if self.what[plot].what == "street"]
        if self.plan:
            streets = _list(self._would(self.plan, "apo"))
            found.append(f"Built on, {self.plan} makes streets of {streets or 'nothing'}.")
        elif fresh:
            count = f"{many(len(fresh), 'plot')} expropriated"
            found.append(f"{count}: {_list(fresh, 9)}")
        if self.route_mark:
            _, letter, outlet = self.route_mark.split()
            found.append(
                f"{letter}’s {NAMES[outlet]}: {self._length(self._route_of(SEAT_LETTERS.index(letter), outlet))}"
            )
        return found

    def _panel_beside(self) -> None:
        pic, state = self.pic, self.state
        pitch = 34.0 if state.players < 5 else 30.0
        title, kind, name, lines = self._heading()
        rows = [(seat, *self._status(seat)) for seat in range(state.players)]
        wrapped = [line for long in lines for line in wrap(long, 212, 13)][:3]
        pic.rect(580, 10, 304, 112 + pitch * state.players, "card", 12)
        pic.text(598, 38, title, "w7 t20")
        pic.add(self._hand_icon(kind, 622, 72, 40 if kind in ("apo", "zone", "street", "demonstration") else 44))
        if state.waiting:
            pic.text(866, 38, f"{state.waiting} zone waits" if state.waiting == 1 else "2 zones wait", "t13 soft end")
        pic.text(656, 62, name[0].upper() + name[1:], "w7")
        for number, line in enumerate(wrapped):
            pic.text(656, 80 + 16 * number, line, "t13 soft")
        for number, (seat, what, words) in enumerate(rows):
            self._bid_row(seat, what, words, 588, 118 + pitch * number, 288, pitch - 2)
        y = 10 + 112 + pitch * state.players + 10
        self._news_cards(y)
        self._seat_table(y + 126)

    def _bid_row(self, seat: Player, what: str, words: str, x: float, y: float, wide: float, high: float) -> None:
        """Draw a seat's row of the auction; outside one, whose decision it is."""
        pic, state = self.pic, self.state
        mid = y + high / 2
        now = what == "now" or (what in ("none", "bid", "out", "won") and seat == state.turn())
        if what == "won":
            pic.rect(x, y, wide, high, "wonrow", 8)
        elif now:
            pic.rect(x, y, wide, high, "nowrow", 8)
        pic.add(badge(seat, x + 22, mid, 11))
        pic.text(x + 44, mid + 6, state.seat_name(seat), "w6")
        end = x + wide - 8
        if what == "sealed":
            pic.add(group((self._envelope(x + 188, mid - 13),), id=f"bid-{seat}"))
            pic.text(x + 180 if len(words) > 2 else end, mid + 5, words, "t14 soft end")
        elif what in ("won", "bid"):
            pic.text(end - 46, mid + 7, words, "w7 t20 end num", id=f"bid-{seat}")
            if what == "won":
                pic.text(end, mid + 5, "wins", "t14 end")
        elif what == "now":
            pic.text(end, mid + 5, f"bids now, 0 to {state.money[seat]}", "t14 end")
        elif what == "none" and now:
            pic.text(end, mid + 5, "to move", "t14 end")
        elif words:
            pic.text(end, mid + 5, words, "t14 soft end")

    def _news_cards(self, y: float) -> None:
        """Draw the two small cards below the bids: fresh streets, and a route."""
        pic = self.pic
        fresh = [plot for plot in self.fresh_order if self.what[plot].what == "street"]
        pic.rect(580, y, 304, 52, "card", 12)
        if self.plan:
            streets = self._would(self.plan, "apo")
            pic.add(rect(594, y + 10, 32, 32, "willline", 6))
            pic.text(640, y + 23, f"If {self.plan} were built on", "w7")
            pic.text(640, y + 42, f"streets: {_list(streets, 6) or 'none'}", "t13 soft")
        else:
            pic.add(rect(594, y + 10, 32, 32, "newst0", 6), rect(597, y + 13, 26, 26, "newst", 5))
            count = f"{many(len(fresh), 'plot')} expropriated" if fresh else "No new street"
            pic.text(640, y + 23, count, "w7")
            more = _list(fresh, 8) if fresh else "the city holds together"
            pic.text(640, y + 42, more, "t13 soft")
        y += 60
        pic.rect(580, y, 304, 52, "card", 12)
        pic.add(path(f"M596 {num(y + 26)}h28", "route", stroke_width=12))
        pic.add(path(f"M596 {num(y + 26)}h28", "route2", stroke_width=7))
        if self.route_mark:
            _, letter, outlet = self.route_mark.split()
            found = self._route_of(SEAT_LETTERS.index(letter), outlet)
            pic.text(640, y + 23, f"{letter}’s {NAMES[outlet]}", "w7")
            pic.text(640, y + 42, "\n".join(wrap(self._length(found), 300, 13)[:1]), "t13 soft")
        else:
            pic.text(640, y + 23, "Routes", "w7")
            pic.text(640, y + 42, "click an outlet to see its route", "t13 soft")

    def _seat_table(self, y: float) -> None:
        """Draw markers, money and route lengths of every seat; a length shows its route."""
        pic, state = self.pic, self.state
        pitch = 28.0 if state.players < 5 else 25.0
        columns = [716.0, 748.0, 780.0, 812.0]
        pic.add(self._bare_cube(638, y + 8), self._coin(686, y + 8))
        for outlet, x in zip(OUTLETS, columns, strict=True):
            pic.glyph(ICON[outlet], x, y + 8, 24, "ink")
        pic.text(880, y + 13, "score", "t13 soft end")
        scores = state.scores()
        for seat in range(state.players):
            mid = y + 20 + pitch * seat + pitch / 2
            if seat == state.turn():
                pic.rect(580, mid - pitch / 2 + 1, 304, pitch - 2, "nowrow", 6)
            pic.add(badge(seat, 600, mid, 9))
            pic.text(648, mid + 5, state.supply[seat], "w6 t14 end num")
            pic.text(694, mid + 5, state.money[seat], "w6 t14 end num")
            for outlet, x in zip(OUTLETS, columns, strict=True):
                pic.add(self._length_cell(seat, outlet, x, mid, pitch))
            pic.text(878, mid + 5, scores[seat], "w7 end num")

    def _length_cell(self, seat: Player, outlet: str, x: float, mid: float, pitch: float) -> str:
        owned = self.state.outlets(seat)
        if outlet not in owned:
            return text(x, mid + 5, "–", "t14 soft mid")
        found = self._route_of(seat, outlet)
        words = text(x, mid + 5, found.length, "t14 mid num" + (" w7" if found.plots is not None else " soft"))
        if owned[outlet] is None or self.walking:
            return words
        letter = SEAT_LETTERS[seat]
        hit = rect(x - 15, mid - pitch / 2, 30, pitch, "cellhit", 6)
        return target(
            (hit, words), mark=f"route {letter} {outlet}", label=f"Show {letter}’s route to the {NAMES[outlet]}",
            note=f"{letter}’s {NAMES[outlet]}: {self._length(found)}.",
        )  # fmt: skip

    def _bare_cube(self, x: float, y: float) -> str:
        """Return a marker of nobody, as a sign."""
        return group(
            (rect(-7, -4, 11, 11, "ink2"), path("M-7-4l4-4h11l-4 4Z", "ink3"), path("M4-4l4-4v11l-4 4Z", "ink3")),
            transform=at(x, y),
        )

    def _panel_below(self) -> None:
        """Draw the panel of the table: one line on what is up, a box a seat, one line of news."""
        pic, state, y = self.pic, self.state, self.panel_y
        title, kind, name, lines = self._heading()
        size = 34.0
        pic.add(self._hand_icon(kind, 34, y + 16, size))
        pic.text(62, y + 10, f"{title}: {name}", "w7")
        for number, line in enumerate(wrap(" ".join(lines), 366, 14)[:2]):
            pic.text(62, y + 28 + 17 * number, line, "t14 soft")
        wide = (404 + 8) / state.players
        for seat in range(state.players):
            what, words = self._status(seat)
            self._seat_box(seat, what, words, 16 + wide * seat, y + 54, wide - 8)
        news = self._news() or ["Point at a plot: what would become a street? Click an outlet: its route."]
        for number, line in enumerate([part for long in news for part in wrap(long, 408, 14)][:2]):
            pic.text(16, y + 151 + 19 * number, line, "t14")

    def _seat_box(self, seat: Player, what: str, words: str, x: float, y: float, wide: float) -> None:
        pic, state = self.pic, self.state
        cls = "wonrow" if what == "won" else "nowrow" if seat == state.turn() else "card"
        pic.rect(x, y, wide, 76, cls, 8)
        pic.add(badge(seat, x + 17, y + 19, 10))
        end = x + wide - 8
        if what == "sealed":
            pic.add(group((self._envelope(end - 34, y + 9, 34),), id=f"bid-{seat}"))
            if words != "in" and wide > 120:
                pic.text(end - 40, y + 24, words, "t12 end")
        elif what in ("won", "bid"):
            pic.text(end, y + 26, words, "w7 t20 end num", id=f"bid-{seat}")
        elif what != "none":
            has_it = "has it" if state.phase == "bid" else "no bid"
            pic.text(end, y + 24, {"out": has_it, "wait": "to bid", "now": "bids"}[what], "t13 end")
        pic.add(self._bare_cube(x + 13, y + 55), text(x + 23, y + 60, state.supply[seat], "w6 t14"))
        pic.add(self._coin(end - 24, y + 55, 6.5), text(end, y + 60, state.money[seat], "w6 t14 end num"))

    def _key(self) -> None:
        """Draw the key in one row along the bottom."""
        pic, y = self.pic, self.pic.height - 24
        pic.add(
            group((self.supply("harbour", 26),), transform=at(57, y)),
            text(76, y + 5, "supply", "t14"),
            group((self.outlet("fish-market", 0, 30),), transform=at(153, y)),
            text(174, y + 5, "outlet", "t14"),
            group((self.cube(0, 15),), transform=at(240, y)),
            text(256, y + 5, "reserved", "t14"),
            rect(334, y - 12, 24, 24, "plot", 5),
            text(364, y + 5, "empty", "t14"),
            group((self.apo("", cell=26),), transform=at(438, y)),
            text(457, y + 5, "wall", "t14"),
            path(f"M504 {num(y)}h26", "road", stroke_width=14),
            text(538, y + 5, "street", "t14"),
            rect(598, y - 11, 22, 22, "newst0", 5),
            rect(600, y - 9, 18, 18, "newst", 4),
            text(628, y + 5, "new street", "t14"),
            self._bare_cube(722, y),
            text(736, y + 5, "markers", "t14"),
            self._coin(814, y),
            text(828, y + 5, "money", "t14"),
        )


def _list(plots: Sequence[str], most: int = 12) -> str:
    """Join plots as a sentence does, the first ones of many."""
    shown = list(plots[:most])
    if len(plots) > most:
        return f"{', '.join(shown)} and {len(plots) - most} more"
    return listed(shown) if shown else ""
