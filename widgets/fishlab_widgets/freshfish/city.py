"""The city of Fresh Fish: its plots, streets as roads, supplies, outlets, walls and markers, each drawn on its plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from fishlab.freshfish.city import OUTLETS, SUPPLIES, Content
from fishlab_widgets.draw.svg import SEATS, SMALLEST, Picture, at, badge, circle, group, num, path, rect, text

ICON = dict(zip(OUTLETS, ("herring", "atom", "drop", "pawn"), strict=True)) | dict(
    zip(SUPPLIES, ("anchor", "atom", "drop", "pawn"), strict=True)
)
"""The silhouette of every supply and its outlets."""

ROADS = ("street", "demonstration")

CSS = """
.away{opacity:0}
.price{fill:var(--a-t);stroke:var(--focus);stroke-width:2}
[data-move]:hover .price,[data-move]:focus .price{fill:var(--sea2)}
.lot{fill:var(--card2)}
.plot{fill:var(--c-t);stroke:var(--paper);stroke-width:2}
.apo{fill:var(--wall);stroke:var(--paper);stroke-width:2}.apoi{fill:var(--ink3)}.apow{fill:var(--wall)}
.ground{fill:var(--road);opacity:.28}
.road{stroke:var(--road);fill:none;stroke-linecap:butt;stroke-linejoin:round}.roadhub{fill:var(--road)}
.lane{stroke:var(--roadline);stroke-width:2;fill:none}
.sup{fill:var(--ink)}.supi{fill:var(--paper)}
.shop{fill:var(--paper);stroke-width:3}
.cubeline{fill:none;stroke:var(--paper);stroke-width:1.4}
.cubetop{opacity:.7}.cubeside{opacity:.85}.under{fill:var(--paper)}
.stripe{stroke:var(--ink);fill:none}.board{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.route{stroke:var(--hull);fill:none;stroke-linecap:round;stroke-linejoin:round}
:dark .route{stroke:var(--sail)}
.route2{stroke:var(--e);fill:none;stroke-linecap:round;stroke-linejoin:round}
.waycase{stroke:var(--paper);stroke-width:7;fill:none;stroke-linecap:round;stroke-linejoin:round}
.way{stroke-width:4;fill:none;stroke-linecap:round;stroke-linejoin:round}
.way0{stroke:var(--a)}.way1{stroke:var(--b);stroke-dasharray:9 6}.way2{stroke:var(--c);stroke-dasharray:1 7}
.way3{stroke:var(--d);stroke-dasharray:11 6 1 6}
.infront{fill:none;stroke:var(--focus);stroke-width:3}
.stop{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}
.newst{fill:none;stroke:var(--ink);stroke-width:3.5;stroke-dasharray:8 4}
.newst0{fill:none;stroke:var(--ink);stroke-width:1.4}
.newbig{fill:none;stroke:var(--last);stroke-width:5}.newbig0{fill:none;stroke:var(--ink);stroke-width:9}
.will{opacity:0;pointer-events:none}.will.lit,.will.on{opacity:1}
.willbox{fill:var(--road);opacity:.5}.willline{fill:none;stroke:var(--focus);stroke-width:3;stroke-dasharray:5 4}
.lostbox{fill:var(--b-t);opacity:.6}.lostline{fill:none;stroke:var(--bad);stroke-width:2;stroke-dasharray:2 4}
.offend{fill:none;stroke:var(--bad);stroke-width:3;stroke-dasharray:2 6;stroke-linecap:round}
.chosen{fill:none;stroke:var(--focus);stroke-width:3.5}.truth{fill:none;stroke:var(--e);stroke-width:3.5}
.letter{fill:var(--ink)}.flap{fill:none;stroke:var(--paper);stroke-width:1.6}
.coin{fill:var(--e);stroke:var(--ink);stroke-width:1.4}
.wonrow{fill:var(--c-t);stroke:var(--c);stroke-width:2}
.cellhit{fill:transparent;stroke:none;pointer-events:all}
[data-mark]:hover .cellhit{fill:var(--a-t)}
[data-choice]{cursor:pointer}.pick,.pickwas{fill:transparent;stroke:none;pointer-events:all}
[data-choice]:hover .pick{stroke:var(--focus);stroke-width:1.6;stroke-dasharray:4 3}
.picked .pick{fill:var(--a-t);fill-opacity:.75;stroke:var(--focus);stroke-width:4;stroke-dasharray:none}
.truth .pickwas{stroke:var(--e);stroke-width:4}
.heat0{fill:var(--paper)}.heat1{fill:var(--sea)}.heat2{fill:var(--sea2)}.heat3{fill:var(--deep)}
.heatline{fill:none;stroke:var(--line);stroke-width:1}
"""


def arrival(order: int) -> int:
    """Return after how many milliseconds a new street shows: one after the other, and all within 400."""
    return min(400, 60 + 50 * order)


@lru_cache(maxsize=1024)
def _empty(plot: str, x: float, y: float, cell: float) -> str:
    """Return an empty plot."""
    box = rect(1 - cell / 2, 1 - cell / 2, cell - 2, cell - 2, "plot", 6)
    return group((box,), id=f"plot-{plot}", transform=at(x, y))


class City:
    """A grid of plots on a picture, and how each thing on a plot looks.

    Args:
        pic: the picture to draw on; it may be set later.
        names: the plots row by row from the top left.
        contents: what lies on each.
        columns: plots in a row.
        cell: how wide a plot is.
        left: where the first column begins.
        top: where the first row begins.
        slow: what a demonstration counts.
        fresh: the plots that have just become streets, with their order.
    """

    pic: Picture

    def __init__(
        self,
        names: Sequence[str],
        contents: Sequence[Content],
        columns: int,
        cell: float,
        left: float,
        top: float,
        slow: int = 3,
        fresh: Mapping[str, int] | None = None,
    ) -> None:
        self.names, self.columns, self.rows = names, columns, len(names) // columns
        self.cell, self.left, self.top, self.slow = cell, left, top, slow
        self.wide, self.high = columns * cell, self.rows * cell
        self.place = {name: divmod(number, columns) for number, name in enumerate(names)}
        self.what = dict(zip(names, contents, strict=True))
        self.fresh_order = dict(fresh or {})

    def ground(self) -> None:
        """Draw the lot and its coordinates."""
        self.pic.rect(self.left - 6, self.top - 6, self.wide + 12, self.high + 12, "lot", 10)
        self.coordinates()

    # Where things are.

    def corner(self, plot: str) -> tuple[float, float]:
        """Return the top left corner of a plot."""
        row, column = self.place[plot]
        return self.left + column * self.cell, self.top + row * self.cell

    def centre(self, plot: str) -> tuple[float, float]:
        """Return the middle of a plot."""
        x, y = self.corner(plot)
        return x + self.cell / 2, y + self.cell / 2

    def beside(self, plot: str) -> list[tuple[str, int, int]]:
        """Return the plots beside one, each with the way to it."""
        row, column = self.place[plot]
        ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
        return [
            (self.names[(row + dy) * self.columns + column + dx], dx, dy)
            for dx, dy in ways
            if 0 <= row + dy < self.rows and 0 <= column + dx < self.columns
        ]

    # The city. A piece is drawn around (0, 0) and moved to its plot.

    def coordinates(self) -> None:
        """Draw the letters of the columns and the numbers of the rows."""
        half = self.cell / 2
        for number in range(self.columns):
            name = self.names[number][0]
            x, y = self.left + number * self.cell + half, self.top + self.high + 24
            self.pic.text(x, y, name, "mid w6 soft", id=f"across-{name}")
        for number in range(self.rows):
            y, name = self.top + number * self.cell + half + 6, str(self.rows - number)
            self.pic.text(self.left - 12, y, name, "end w6 soft", id=f"upwards-{name}")

    def plots(self) -> None:
        """Draw every plot, streets first, so that roads run under the tiles they lead to."""
        streets: list[str] = []
        rest: list[str] = []
        for plot, content in self.what.items():
            if content.what in ROADS:
                streets.append(self.street(plot, content))
            else:
                rest.append(self.tile(plot, content))
        self.pic.add(*streets, *rest)

    def tile(self, plot: str, content: Content) -> str:
        """Return a plot that is no street, with what lies on it."""
        half = self.cell / 2
        inner: list[str]
        match content.what:
            case "empty" | "reserved" if content.owner is None:
                return _empty(plot, *self.centre(plot), self.cell)
            case "empty" | "reserved":
                assert content.owner is not None
                inner = [rect(1 - half, 1 - half, self.cell - 2, self.cell - 2, "plot", 6)]
                inner.append(self.cube(content.owner, self.cell * 0.4, id=f"cube-{plot}"))
            case "supply":
                inner = [self.supply(content.kind)]
            case "outlet":
                assert content.owner is not None
                inner = [self.outlet(content.kind, content.owner)]
            case _:
                inner = [self.apo(plot, zone=content.what == "zone")]
        made = f"{content.what}-{plot}" if content.what not in ("empty", "reserved") else f"plot-{plot}"
        return group(inner, id=made, transform=at(*self.centre(plot)))

    def street(self, plot: str, content: Content) -> str:
        """Return a street: a road from the middle towards every street and terminal beside it."""
        half, cell = self.cell / 2, self.cell
        inner = [rect(1 - half, 1 - half, cell - 2, cell - 2, "ground", 6)]
        joined, lanes = [], []
        for other, dx, dy in self.beside(plot):
            kind = self.what[other].what
            if kind in (*ROADS, "supply", "outlet"):
                reach = half + (0.5 if kind in ROADS else 3)
                joined.append(f"M0 0L{num(dx * reach)} {num(dy * reach)}")
                if kind in ROADS:
                    lanes.append(f"M{num(dx * half)} {num(dy * half)}L0 0")
        if joined:
            inner.append(path("".join(joined), "road", stroke_width=num(cell * 0.46)))
        inner.append(circle(0, 0, cell * 0.23, "roadhub"))
        if lanes:
            dash = num(half / 4)
            inner.append(
                path("".join(lanes), "lane", stroke_dasharray=f"{dash} {dash}", stroke_dashoffset=num(half / 8))
            )
        if content.what == "demonstration":
            inner.append(self.demonstration())
        order = self.fresh_order.get(plot)
        delay = None if order is None else str(arrival(order))
        return group(inner, id=f"street-{plot}", transform=at(*self.centre(plot)), data_delay=delay)

    def supply(self, kind: str, cell: float = 0) -> str:
        """Return a supply: a solid tile with its icon."""
        cell = cell or self.cell
        half = cell / 2
        box = rect(1.5 - half, 1.5 - half, cell - 3, cell - 3, "sup", 8 if cell > 40 else 5)
        return box + self.pic.glyph_text(ICON[kind], 0, 0, cell * 0.82, "supi")

    def outlet(self, kind: str, owner: int, cell: float = 0) -> str:
        """Return an outlet: the awning in its owner's colour, the icon of its kind, the owner's badge."""
        cell = cell or self.cell
        seat, side, corner = SEATS[owner], cell - 6, 3 - cell / 2
        inner = [rect(corner, corner, side, side, f"shop so-{seat}", 6, style="fill:var(--paper)")]
        wide, high = side / 6, cell * 0.16
        for number in range(6):
            d = (
                f"M{num(corner + number * wide)} {num(corner)}h{num(wide)}v{num(high)}"
                f"a{num(wide / 2)} {num(wide / 2)} 0 0 1 -{num(wide)} 0Z"
            )
            inner.append(path(d, f"s-{seat}" if number % 2 == 0 else f"st-{seat}"))
        inner.append(self.pic.glyph_text(ICON[kind], -cell * 0.12, cell * 0.13, cell * 0.56, "ink"))
        r = max(8.0, cell * 0.16)
        bx, by = cell * 0.27, cell * 0.24
        inner += [circle(bx, by, r * 1.25, "under"), badge(owner, bx, by, r)]
        return "".join(inner)

    def apo(self, plot: str, *, zone: bool = False, cell: float = 0) -> str:
        """Return an apartment house, a park or an office: a wall, all the same to the rules."""
        cell = cell or self.cell
        half, unit = cell / 2, cell / 56
        inner = [rect(1 - half, 1 - half, cell - 2, cell - 2, "apo", 6)]
        kind = sum(self.place[plot]) % 3 if plot in self.place else 2
        if zone:
            inner.append(self.barrier(unit))
        elif kind == 0:
            inner += [
                circle(0, -5 * unit, 12 * unit, "apoi"),
                rect(-2 * unit, 4 * unit, 4 * unit, 12 * unit, "apoi"),
            ]
        elif kind == 1:
            house = ((-14, 14), (-14, -6), (0, -16), (14, -6), (14, 14))
            inner.append(path("M" + "L".join(f"{num(x * unit)} {num(y * unit)}" for x, y in house) + "Z", "apoi"))
            inner += [rect(x * unit, y * unit, 6 * unit, 6 * unit, "apow") for x in (-9, 3) for y in (-3, 6)]
        else:
            inner.append(rect(-12 * unit, -16 * unit, 24 * unit, 30 * unit, "apoi", 2))
            windows = ((x, y) for x in (-8, -2, 4) for y in (-11, -3, 5))
            inner += [rect(x * unit, y * unit, 4 * unit, 4 * unit, "apow") for x, y in windows]
        return "".join(inner)

    def barrier(self, unit: float) -> str:
        """Return the striped barrier of a construction zone."""
        legs = "".join(rect(x * unit, -4 * unit, 4 * unit, 20 * unit, "ink") for x in (-15, 11))
        plank = rect(-21 * unit, -12 * unit, 42 * unit, 14 * unit, "board", 2)
        stripes = "".join(
            f"M{num(x * unit)} {num(2 * unit)}l{num(8 * unit)} {num(-14 * unit)}" for x in (-18, -8, 2, 12)
        )
        return legs + plank + path(stripes, "stripe", stroke_width=num(3 * unit))

    def demonstration(self) -> str:
        """Return the placard on a slow street, with what it counts."""
        unit = self.cell / 56
        return (
            rect(-1.5 * unit, -6 * unit, 3 * unit, 22 * unit, "ink")
            + rect(-16 * unit, -19 * unit, 32 * unit, 20 * unit, "board", 3)
            + self.pic.glyph_text("atom", 0, -9 * unit, 24 * unit, "ink")
            + circle(13 * unit, 14 * unit, max(8.0, 9 * unit), "stop")
            + text(13 * unit, 14 * unit + 4.5, self.slow, "mid w7 t13")
        )

    def cube(self, seat: int, size: float, **more: object) -> str:
        """Return a marker: a cube with the seat's letter on its front."""
        s, d, letter = size, size * 0.3, SEATS[seat]
        x, y = -(s + d) / 2, -(s - d) / 2
        top = f"M{num(x)} {num(y)}l{num(d)} {num(-d)}h{num(s)}l{num(-d)} {num(d)}Z"
        side = f"M{num(x + s)} {num(y)}l{num(d)} {num(-d)}v{num(s)}l{num(-d)} {num(d)}Z"
        hull = f"M{num(x)} {num(y)}l{num(d)} {num(-d)}h{num(s)}v{num(s)}l{num(-d)} {num(d)}h{num(-s)}Z"
        font = max(SMALLEST, s * 0.72)
        inner = (
            path(hull, "under"), rect(x, y, s, s, f"s-{letter}"), path(top, f"s-{letter} cubetop"),
            path(side, f"s-{letter} cubeside"), path(hull, "cubeline"),
            text(x + s / 2, y + s / 2 + font * 0.36, letter.upper(), f"mid w7 on-{letter}",
                 style=f"font-size:{num(font)}px"),
        )  # fmt: skip
        return group(inner, **more)

    def piece(self, tile: str, plot: str, seat: int) -> str:
        """Return a tile as it would lie on a plot, to show on hover."""
        if tile in OUTLETS:
            return self.outlet(tile, seat)
        if tile == "apo":
            return self.apo(plot)
        if tile == "zone":
            return self.apo(plot, zone=True)
        half = self.cell / 2
        road = rect(1 - half, 1 - half, self.cell - 2, self.cell - 2, "ground", 6) + circle(0, 0, half / 2, "roadhub")
        return road + (self.demonstration() if tile == "demonstration" else "")

    def pointer(self, plot: str, label: str = "") -> str:
        """Return a frame around a plot, with a label; "it was" frames in amber, what was answered in blue."""
        x, y = self.centre(plot)
        inner = [rect(*self.box(plot, 2), "truth" if label == "it was" else "chosen", 8)]
        if "it was" in label and label != "it was":
            inner.append(rect(*self.box(plot, 6), "truth", 6))
        if label:
            wide = max(20.0, 7.4 * len(label) + 10)
            inner += [rect(x - wide / 2, y - 9, wide, 18, "stop", 9), text(x, y + 4.5, label, "mid w7 t12")]
        return group(inner, id=f"mark-{plot}", cls="still")

    def box(self, plot: str, inset: float) -> tuple[float, float, float, float]:
        """Return a plot's square, some way inside its edges."""
        x, y = self.corner(plot)
        return x + inset, y + inset, self.cell - 2 * inset, self.cell - 2 * inset
