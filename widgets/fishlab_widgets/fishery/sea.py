"""The sea of Fishery: its fisheries, nets and ships, and what may be placed or cast where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fishlab.core import Move
from fishlab.fishery.chart import BLACK, WHITE, Chart, Space
from fishlab.fishery.rules import Fishery
from fishlab.fishery.waters import Region
from fishlab.messages import cache_by_language, tr
from fishlab_widgets.draw.signs import painted
from fishlab_widgets.draw.svg import Picture, at, circle, cross, group, num, path, pill, rect, target, text
from fishlab_widgets.live.face import SMALLEST_TARGET, Look

SHIP = {BLACK: ("trawler", "hullb"), WHITE: ("sailboat", "hullw")}
AREA = {BLACK: ("r-black", "dots"), WHITE: ("r-white", "wave"), None: ("r-contested", "hatch")}
"""How a fishery is painted, by its owner: a tint and a pattern."""
CSS = """
.r-black{fill:var(--shade);opacity:.16} :dark .r-black{opacity:.5}
.r-white{fill:var(--sail);opacity:.5} :dark .r-white{opacity:.2}
.r-contested{fill:var(--d-t);opacity:.8}
.grid{stroke:var(--deep);stroke-width:1;fill:none;opacity:.8}
.rope{stroke:var(--net);stroke-width:4.5;fill:none;stroke-linecap:round}
.braid{stroke:var(--netlight);stroke-width:1.6;fill:none;stroke-dasharray:3 4}
.float{stroke:var(--net);stroke-width:1.6}
.f-black{fill:var(--hull)}.f-white{fill:var(--sail)}
.edge{stroke:var(--edge);stroke-width:5;fill:none;stroke-linecap:round}
.edgef{fill:var(--paper);stroke:var(--edge);stroke-width:2}
.cast{stroke:var(--focus);stroke-width:5;stroke-dasharray:7 6;fill:none;stroke-linecap:round}
.castend{fill:var(--paper);stroke:var(--focus);stroke-width:2.5}
.lastline.halo{stroke-width:12;stroke-linecap:round}
.lastcase.halo{stroke-width:16;stroke-linecap:round}
.hullb{fill:var(--hull);stroke:var(--ink);stroke-width:1;vector-effect:non-scaling-stroke}
.hullw{fill:var(--sail);stroke:var(--hull);stroke-width:1.8;stroke-linejoin:round;vector-effect:non-scaling-stroke}
:dark .hullb{stroke:var(--ink2);stroke-width:1.6}
.offend{fill:none;stroke:var(--bad);stroke-width:3;stroke-dasharray:2 6;stroke-linecap:round}
.chosen{fill:none;stroke:var(--focus);stroke-width:3.5}
.score-b{fill:var(--hull)} .score-w{fill:var(--sail)}
.castit{opacity:0}
[data-move]:hover .castit,svg:not(:has([data-move]:hover)) [data-move]:focus .castit{opacity:1}
"""


class Window(NamedTuple):
    """The part of the sea that is drawn: its first column and row, and how many of each."""

    column: int
    row: int
    columns: int
    rows: int


class ChartPlan(NamedTuple):
    """Where the sea lies on a picture: the part of it, how wide a square is, and where the first one begins."""

    window: Window
    cell: float
    left: float
    top: float

    @property
    def wide(self) -> float:
        """How wide the sea is."""
        return self.window.columns * self.cell

    @property
    def high(self) -> float:
        """How high the sea is."""
        return self.window.rows * self.cell

    def holds(self, chart: Chart, square: int) -> bool:
        """Tell whether a square is drawn."""
        row, column = divmod(square, chart.columns)
        part = self.window
        return 0 <= column - part.column < part.columns and 0 <= row - part.row < part.rows

    def corner(self, chart: Chart, square: int) -> tuple[float, float]:
        """Return the top left of a square."""
        row, column = divmod(square, chart.columns)
        return self.left + (column - self.window.column) * self.cell, self.top + (row - self.window.row) * self.cell

    def ends(self, chart: Chart, space: Space) -> tuple[float, float, float, float]:
        """Return where a net begins and ends, 5 short of the crossings."""
        x, y = self.corner(chart, space.high)
        if upright(chart, space.low, space.high):
            return x, y + 5, x, y + self.cell - 5
        return x + 5, y, x + self.cell - 5, y


def upright(chart: Chart, one: int, other: int) -> bool:
    """Tell whether the net between two squares stands upright: the squares are in one row."""
    return one // chart.columns == other // chart.columns


def whole(chart: Chart) -> Window:
    """Return the window that shows all of a sea."""
    return Window(0, 0, chart.columns, chart.rows)


@lru_cache(maxsize=32)
def _grid(chart: Chart, plan: ChartPlan) -> str:
    """Return the lines between the squares, the printed edge nets and the coordinates."""
    part, cell, left, top, high, wide = plan.window, plan.cell, plan.left, plan.top, plan.high, plan.wide
    right, low, half = left + wide, top + high, plan.cell / 2
    lines = [f"M{num(left + i * cell)} {num(top)}V{num(low)}" for i in range(1, part.columns)]
    lines += [f"M{num(left)} {num(top + i * cell)}H{num(right)}" for i in range(1, part.rows)]
    across = [y for y, end in ((top, part.row == 0), (low, part.row + part.rows == chart.rows)) if end]
    down = [x for x, end in ((left, part.column == 0), (right, part.column + part.columns == chart.columns)) if end]
    edges = [f"M{num(left + i * cell + 5)} {num(y)}h{num(cell - 10)}" for i in range(part.columns) for y in across]
    edges += [f"M{num(x)} {num(top + i * cell + 5)}v{num(cell - 10)}" for i in range(part.rows) for x in down]
    out = [path("".join(lines), "grid"), path("".join(edges), "edge")]
    for i in range(part.columns):
        x = left + i * cell + half
        out += [circle(x, y, 4, "edgef") for y in across]
        out.append(text(x, low + 26, chr(97 + part.column + i), "mid w6 t18 soft"))
    for i in range(part.rows):
        y = top + i * cell + half
        out += [circle(x, y, 4, "edgef") for x in down]
        out.append(text(left - 14, y + 6, chart.rows - part.row - i, "end w6 t18 soft"))
    return group(out, id="grid", cls="still")


@lru_cache(maxsize=8)
def _spaces(chart: Chart, plan: ChartPlan) -> tuple[Space, ...]:
    """Return the net spaces in the part of the sea that is drawn."""
    return tuple(space for space in chart.spaces if plan.holds(chart, space.low) and plan.holds(chart, space.high))


def _strip(cell: float, up: bool) -> str:
    """Return the shape of a net space that takes clicks: a strip with pointed ends, so that no two of them overlap."""
    half, wide = cell / 2, min(cell, max(SMALLEST_TARGET, cell / 3)) / 2
    corners = [
        (0, -half),
        (wide, wide - half),
        (wide, half - wide),
        (0, half),
        (-wide, half - wide),
        (-wide, wide - half),
    ]
    return "M" + "L".join(f"{num(x if up else y)} {num(y if up else x)}" for x, y in corners) + "Z"


def spot_name(move: Move) -> str:
    """Return what a ship or a net is called on the board, in a hint and in the list of a bot's thoughts."""
    if move[0] == "ship":
        return tr("Ship on {square}", square=move[1])
    return tr("Net between {one} and {other}", one=move[1], other=move[2])


@cache_by_language(64)
def _asks(chart: Chart, plan: ChartPlan) -> str:
    """Return what answers a click beside the net spaces: squares, with or without a ship, and the printed edge nets."""
    cell, out = plan.cell, []
    for square, name in enumerate(chart.squares):
        if not plan.holds(chart, square):
            continue
        x, y = plan.corner(chart, square)
        out.append(target((rect(x, y, cell, cell, "hit"),), try_=f"ship {name}", label=name))
        row, column = divmod(square, chart.columns)
        thick = SMALLEST_TARGET / 2
        edges = {
            (x, y - thick / 2, cell, thick): row == 0,
            (x, y + cell - thick / 2, cell, thick): row == chart.rows - 1,
            (x - thick / 2, y, thick, cell): column == 0,
            (x + cell - thick / 2, y, thick, cell): column == chart.columns - 1,
        }
        asks = [rect(*box, "hit") for box, there in edges.items() if there]
        out += [target((box,), try_=f"net {name} edge", label=tr("{square} edge", square=name)) for box in asks]
    return group(out, id="asks")


@cache_by_language(4096)
def _cast(chart: Chart, plan: ChartPlan, number: int, note: str) -> str:
    """Return what takes a click on a net space; one without a note is illegal and will be refused."""
    space, half = chart.spaces[number], plan.cell / 2
    x1, y1, x2, y2 = plan.ends(chart, space)
    hit = path(_strip(plan.cell, upright(chart, space.low, space.high)), "hit")
    place = {"id": f"cast-{number}", "transform": at((x1 + x2) / 2, (y1 + y2) / 2)}
    name = Fishery.notation(space.move)
    if not note:
        return target((hit,), try_=name, label=name, **place)
    x, y = (0.0, half - 5) if upright(chart, space.low, space.high) else (half - 5, 0.0)
    line = f"M{num(-x)} {num(-y)}L{num(x)} {num(y)}"
    ghost = (path(line, "cast"), circle(-x, -y, 4, "castend"), circle(x, y, 4, "castend"))
    parts = (hit, circle(0, 0, 4, "opt"), group(ghost, cls="castit"))
    label = spot_name(space.move)
    return target(parts, move=name, label=label, note=tr("{name}: {note}", name=label, note=note), **place)


@lru_cache(maxsize=1024)
def _net(chart: Chart, plan: ChartPlan, number: int, floats: str) -> str:
    """Return a net that was cast."""
    parts = net(*plan.ends(chart, chart.spaces[number]), floats)
    return group(parts, id=f"net-{number}", cls="draws still")


@cache_by_language(1024)
def _ship(chart: Chart, plan: ChartPlan, square: int, ship: str, kind: str, note: str = "") -> str:
    """Return a ship on its square ("still", or "taken" to be refused), or a "free" square that takes one."""
    x, y = plan.corner(chart, square)
    half, name = plan.cell / 2, chart.squares[square]
    place = at(x + half, y + half)
    hit = rect(-half, -half, plan.cell, plan.cell, "hit")
    words = {"label": spot_name(("ship", name)), "transform": place}
    match kind:
        case "still":
            return group((ship,), id=f"ship-{square}", cls="still", transform=place)
        case "taken":
            return target((hit, ship), try_=f"ship {name}", id=f"ship-{square}", **words)
    parts = (hit, circle(0, 0, 4, "opt"), group((ship,), cls="ghost"))
    return target(parts, move=f"ship {name}", note=note, id=f"free-{square}", **words)


class ChartPicture:
    """The sea on a picture: where things are, and each kind of thing in turn.

    Args:
        state: the moment to draw.
        look: how to draw it.
        plan: where the sea lies on the picture.
        pic: the picture.
    """

    def __init__(self, state: Fishery, look: Look, plan: ChartPlan, pic: Picture) -> None:
        self.state, self.legal, self.last, self.refused = state, look.legal, look.last, look.refused
        self.marks, self.plain = look.marks, "plain" in look.marks
        self.plan, self.pic, self.chart = plan, pic, state.chart
        self.cell, self.space = plan.cell, state.chart.by_move
        self.regions = state.regions()
        self.divided = any(state.cast) or state.phase == "over"
        """Whether it means anything whose the squares would be now: from the first net on."""

    def sea(self) -> None:
        """Draw the sea and all that lies on it."""
        plan = self.plan
        self.pic.rect(plan.left, plan.top, plan.wide, plan.high, "sea")
        if not self.plain and self.divided:
            for region in self.regions:
                self._region(region)
        self.pic.add(_grid(self.chart, plan))
        self._last_move()
        if self.state.phase != "ships":
            self._net_targets()
        self._nets()
        self._ships()
        if self.state.phase == "ships":
            self._ship_targets()
        self._marks()

    # Where things are.

    def shown(self, *squares: int) -> bool:
        """Tell whether squares are in the part of the sea that is drawn."""
        return all(self.plan.holds(self.chart, square) for square in squares)

    def corner(self, square: int) -> tuple[float, float]:
        """Return the top left of a square."""
        return self.plan.corner(self.chart, square)

    def centre(self, square: int) -> tuple[float, float]:
        """Return the middle of a square."""
        x, y = self.corner(square)
        return x + self.cell / 2, y + self.cell / 2

    def net_line(self, move: Move) -> str:
        """Return the path along a net space."""
        x1, y1, x2, y2 = self.plan.ends(self.chart, self.space[move])
        return f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"

    def drawn(self, move: Move) -> Space | None:
        """Return the net space of a move if it is in the part of the sea that is drawn."""
        space = self.space.get(move)
        return space if space and self.shown(space.low, space.high) else None

    def outline(self, squares: Sequence[int]) -> str:
        """Return the path around squares."""
        size = num(self.cell)
        corners = (self.corner(square) for square in squares if self.shown(square))
        return "".join(f"M{num(x)} {num(y)}h{size}v{size}h-{size}Z" for x, y in corners)

    # Each kind of thing.

    def _region(self, region: Region) -> None:
        if region.owner is None and region.black == 0:
            return  # a sea without ships belongs to nobody and is not contested either
        tint, pattern = AREA[region.owner]
        if d := self.outline(region.squares):
            parts = (path(d, tint), path(d, fill=self.pic.pattern(pattern)))
            self.pic.group(parts, id=f"area-{region.squares[0]}", cls="still")

    def _nets(self) -> None:
        black, white = self.state.cast
        for space in _spaces(self.chart, self.plan):
            if space.number in black or space.number in white:
                colour = "f-black" if space.number in black else "f-white"
                self.pic.add(_net(self.chart, self.plan, space.number, colour))

    def _ships(self) -> None:
        kind = "taken" if self.state.phase == "ships" and self.legal else "still"
        for seat, squares in enumerate(self.state.ships):
            ship = self._glyph(seat)
            self.pic.add(
                *(_ship(self.chart, self.plan, square, ship, kind) for square in sorted(squares) if self.shown(square))
            )

    def _glyph(self, seat: int) -> str:
        glyph, cls = SHIP[seat]
        return self.pic.glyph_text(glyph, 0, 0, self.cell * 0.8, cls)

    def _last_move(self) -> None:
        match self.last:
            case ("net", _, _) if self.drawn(self.last):
                d = self.net_line(self.last)
                self.pic.group((path(d, "lastcase halo"), path(d, "lastline halo")), id="last", cls="still")
            case ("ship", str(name)) if name in self.chart.number and self.shown(self.chart.number[name]):
                x, y = self.corner(self.chart.number[name])
                box = (x + 4, y + 4, self.cell - 8, self.cell - 8)
                self.pic.group((rect(*box, "lastcase", 8), rect(*box, "lastline", 8)), id="last", cls="still")

    def _ship_targets(self) -> None:
        if not self.legal:
            return
        half = self.cell / 2
        tint = rect(1 - half, 1 - half, self.cell - 2, self.cell - 2, "st-a")
        ghost = group((painted(tint, self._glyph(self.state.seat), css=CSS),), id="ghost")
        self.pic.group((f"<defs>{ghost}</defs>",), id="ghosts")  # drawn once, used on every square
        ship = f'<use href="#{self.pic.ref("ghost")}"/>'
        for move in self.state.moves():
            square = self.chart.number[str(move[1])]
            if self.shown(square):
                self.pic.add(_ship(self.chart, self.plan, square, ship, "free", self.state.explain(move)))

    def _net_targets(self) -> None:
        """Every net space can be clicked: a legal one is cast; the rest, and all beside them, is refused in words."""
        if not self.legal:
            return
        self.pic.add(_asks(self.chart, self.plan))
        moves = set(self.state.moves())
        for space in _spaces(self.chart, self.plan):
            note = self.state.explain(space.move) if space.move in moves else ""
            self.pic.add(_cast(self.chart, self.plan, space.number, note))

    def _marks(self) -> None:
        names = self.chart.number
        for mark in self.marks:
            label, _, what = mark.rpartition(": ")
            words = tuple(what.split())
            if space := self.drawn(words):
                x1, y1, x2, y2 = self.plan.ends(self.chart, space)
                parts = [path(self.net_line(words), "cast")]
                if label:
                    parts.append(pill((x1 + x2) / 2, (y1 + y2) / 2, label))
                self.pic.group(parts, cls="still", id=f"mark-{'-'.join(map(str, words))}")
            elif what in names and self.shown(names[what]):
                x, y = self.corner(names[what])
                self.pic.rect(x + 3, y + 3, self.cell - 6, self.cell - 6, "chosen still", 8, id=f"mark-{what}")

    def point_at_refusal(self) -> tuple[float, float] | None:
        """Point at what a refusal speaks of, and return where its move would have gone."""
        if not self.refused:
            return None
        move, reason = self.refused
        names = self.chart.number
        squares = [names[name] for name in reason.where if name in names]
        if d := self.outline(squares):
            self.pic.path(d, "offend still", id="offend")
        spot = None
        if space := self.drawn(move):
            x1, y1, x2, y2 = self.plan.ends(self.chart, space)
            spot = ((x1 + x2) / 2, (y1 + y2) / 2)
            self.pic.path(self.net_line(move), "nopedash still", id="nope")
        elif len(move) == 2 and move[0] == "ship" and move[1] in names and self.shown(names[str(move[1])]):
            spot = self.centre(names[str(move[1])])
        if spot:
            self.pic.add(group((cross(*spot),), cls="still", id="cross"))
        return spot


def net(x1: float, y1: float, x2: float, y2: float, floats: str) -> list[str]:
    """Return a net: rope, braid and three floats in its player's colour."""
    line = f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
    spots = [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in (0.08, 0.5, 0.92)]
    parts = [path(line, "rope", pathLength=1), path(line, "braid")]
    return parts + [circle(x, y, 3.8, f"float {floats}") for x, y in spots]


def swatch(pic: Picture, x: float, y: float, wide: float, high: float, owner: int | None, ships: int) -> str:
    """Return a sample of a fishery: how its squares are painted; one without ships is plain sea."""
    tint, pattern = AREA[owner]
    parts = [rect(x, y, wide, high, "sea", 6)]
    if ships:
        parts += [rect(x, y, wide, high, tint, 6), rect(x, y, wide, high, "", 6, fill=pic.pattern(pattern))]
    return "".join(parts) + rect(x, y, wide, high, "hair", 6)


def score_bar(state: Fishery, pic: Picture, x: float, y: float, width: float, high: float) -> list[str]:
    """Return the bar of whose the squares are: Black from the left, White from the right, contested between."""
    total = len(state.chart.squares)
    black, white = state.scores()
    middle, unit = total - black - white, width / total
    parts = [rect(x, y, width, high, "sea", 5), rect(x, y, black * unit, high, "score-b", 5, id="strip-black")]
    if middle and state.ships[BLACK]:
        box = (x + black * unit, y, middle * unit, high)
        parts += [rect(*box, "r-contested"), rect(*box, fill=pic.pattern("hatch"))]
    parts.append(rect(x + (black + middle) * unit, y, white * unit, high, "score-w", 5, id="strip-white"))
    return [*parts, rect(x, y, width, high, "rule", 5)]
