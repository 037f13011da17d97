"""One picture of Fishery in the making: the sea with its fisheries, nets and ships."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import Move
from fishlab.fishery.chart import BLACK, WHITE, Region, Space
from fishlab.fishery.rules import Fishery
from fishlab_widgets.draw.svg import (
    Picture,
    at,
    circle,
    cross,
    group,
    num,
    path,
    pill,
    rect,
    target,
    text,
    wrap,
)
from fishlab_widgets.live.face import Look

SHIP = {BLACK: ("trawler", "hullb"), WHITE: ("sailboat", "hullw")}
_AREA = {
    BLACK: ("r-black", "dots", "for Black"),
    WHITE: ("r-white", "wave", "for White"),
    None: ("r-contested", "hatch", "contested"),
}
_CSS = """
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
.halo{stroke:var(--last);stroke-width:12;fill:none;stroke-linecap:round}
.halo2{stroke:var(--ink);stroke-width:16;fill:none;stroke-linecap:round}
.hullb{fill:var(--hull);stroke:var(--ink);stroke-width:1;vector-effect:non-scaling-stroke}
.hullw{fill:var(--sail);stroke:var(--hull);stroke-width:1.8;stroke-linejoin:round;vector-effect:non-scaling-stroke}
:dark .hullb{stroke:var(--ink2);stroke-width:1.6}
.spot{stroke:var(--last);stroke-width:4;fill:none} .spot2{stroke:var(--ink);stroke-width:7;fill:none}
.offend{fill:none;stroke:var(--bad);stroke-width:3;stroke-dasharray:2 6;stroke-linecap:round}
.chosen{fill:none;stroke:var(--focus);stroke-width:3.5}
.score-b{fill:var(--hull)} .score-w{fill:var(--sail)}
.castit{opacity:0}
[data-move]:hover .castit,svg:not(:has([data-move]:hover)) [data-move]:focus .castit{opacity:1}
"""


class Sea:
    """One picture in the making: where things are, and each kind of thing in turn."""

    def __init__(self, state: Fishery, look: Look) -> None:
        self.state, self.legal, self.last, self.refused = state, look.legal, look.last, look.refused
        self.marks, self.plain = look.marks, "plain" in look.marks
        self.compact = compact = look.compact
        columns, rows = state.columns, state.rows
        self.cell = min(110.0, 406 / columns, 522 / rows) if not compact else min(100.0, 378 / columns, 504 / rows)
        self.left, self.top = (50.0, 22.0) if not compact else (46.0, 14.0)
        self.wide, self.high = columns * self.cell, rows * self.cell
        if compact:
            self.left += (378 - self.wide) / 2
        foot = self.top + self.high + 34
        self.strip_y = foot + 10 if compact else max(foot + 22, 340.0)
        self.regions = state.regions()
        self.space = state.chart.by_move
        fish = state.scores()
        score = f"Black holds {fish[BLACK]} squares, White {fish[WHITE]}, {state.contested()} are contested."
        shows = "The board without its score." if self.plain else f"{score} {state.prompt()}."
        self.pic = Picture(
            436 if compact else 900,
            foot if self.plain else self.strip_y + (58 if compact else 72),
            title=f"Fishery, {state.phase}" if state.phase != "over" else "Fishery, the end",
            desc=f"Sea of {columns} by {rows} squares. {shows}",
            css=_CSS,
            prefix=look.prefix,
            theme=look.theme,
        )

    def draw(self) -> Picture:
        """Return the whole picture."""
        pic = self.pic
        pic.rect(0, 0, pic.width, pic.height, "paper")
        pic.rect(self.left, self.top, self.wide, self.high, "sea")
        for region in () if self.plain else self.regions:
            self._region(region)
        self._grid()
        self._last_move()
        if self.state.phase != "ships":
            self._net_targets()
        self._nets()
        self._ships()
        if self.state.phase == "ships":
            self._ship_targets()
        self._marks()
        if not self.compact and not self.plain:
            self._panel()
        if not self.plain:
            self._strip()
        self._refusal()
        return pic

    # Where things are.

    def corner(self, square: int) -> tuple[float, float]:
        """Return the top left of a square."""
        row, column = divmod(square, self.state.columns)
        return self.left + column * self.cell, self.top + row * self.cell

    def centre(self, square: int) -> tuple[float, float]:
        """Return the middle of a square."""
        x, y = self.corner(square)
        return x + self.cell / 2, y + self.cell / 2

    def net_ends(self, space: Space) -> tuple[float, float, float, float]:
        """Return where a net begins and ends, 5 short of the crossings."""
        x, y = self.corner(space.high)
        if space.high == space.low + 1:
            return x, y + 5, x, y + self.cell - 5
        return x + 5, y, x + self.cell - 5, y

    def outline(self, squares: Sequence[int]) -> str:
        """Return the path around squares."""
        size = num(self.cell)
        corners = (self.corner(square) for square in squares)
        return "".join(f"M{num(x)} {num(y)}h{size}v{size}h-{size}Z" for x, y in corners)

    # Each kind of thing.

    def _region(self, region: Region) -> None:
        if region.owner is None and region.black == 0:
            return  # a sea without ships belongs to nobody and is not contested either
        tint, pattern, _ = _AREA[region.owner]
        d = self.outline(region.squares)
        self.pic.group(
            (path(d, tint), path(d, fill=self.pic.pattern(pattern))), id=f"area-{region.squares[0]}", cls="still"
        )

    def _grid(self) -> None:
        pic, cell, left, top = self.pic, self.cell, self.left, self.top
        right, low = left + self.wide, top + self.high
        columns, rows = self.state.columns, self.state.rows
        lines = [f"M{num(left + i * cell)} {num(top)}V{num(low)}" for i in range(1, columns)]
        lines += [f"M{num(left)} {num(top + i * cell)}H{num(right)}" for i in range(1, rows)]
        pic.path("".join(lines), "grid")
        edges = "".join(
            f"M{num(left + i * cell + 5)} {num(y)}h{num(cell - 10)}" for i in range(columns) for y in (top, low)
        ) + "".join(f"M{num(x)} {num(top + i * cell + 5)}v{num(cell - 10)}" for i in range(rows) for x in (left, right))
        pic.path(edges, "edge")
        half = cell / 2
        for i in range(columns):
            pic.add(circle(left + i * cell + half, top, 4, "edgef"), circle(left + i * cell + half, low, 4, "edgef"))
            pic.text(left + i * cell + half, low + 26, chr(97 + i), "mid w6 t18 soft")
        for i in range(rows):
            pic.add(circle(left, top + i * cell + half, 4, "edgef"), circle(right, top + i * cell + half, 4, "edgef"))
            pic.text(left - 14, top + i * cell + half + 6, rows - i, "end w6 t18 soft")

    def _nets(self) -> None:
        for space in self.state.chart.spaces:
            for nets, colour in ((self.state.black_nets, "f-black"), (self.state.white_nets, "f-white")):
                if nets & space.bit:
                    self.pic.add(self._net(space, colour))

    def _net(self, space: Space, floats: str) -> str:
        x1, y1, x2, y2 = self.net_ends(space)
        line = f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
        spots = [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in (0.08, 0.5, 0.92)]
        parts = [path(line, "rope", pathLength=1), path(line, "braid")]
        parts += [circle(x, y, 3.8, f"float {floats}") for x, y in spots]
        return group(parts, id=f"net-{space.number}", cls="draws still")

    def _ships(self) -> None:
        for seat, bits in ((BLACK, self.state.black), (WHITE, self.state.white)):
            glyph, cls = SHIP[seat]
            for square in range(len(self.state.chart.squares)):
                if bits >> square & 1:
                    x, y = self.centre(square)
                    ship = self.pic.glyph_text(glyph, 0, 0, self.cell * 0.8, cls)
                    name = self.state.chart.squares[square]
                    if self.state.phase == "ships" and self.legal:
                        hit = rect(-self.cell / 2, -self.cell / 2, self.cell, self.cell, "hit")
                        self.pic.add(
                            target(
                                (hit, ship),
                                try_=f"ship {name}",
                                label=f"ship on {name}",
                                transform=at(x, y),
                                id=f"ship-{square}",
                            )
                        )
                    else:
                        self.pic.group((ship,), id=f"ship-{square}", transform=at(x, y), cls="still")

    def _last_move(self) -> None:
        match self.last:
            case ("net", _, _) if self.last in self.space:
                x1, y1, x2, y2 = self.net_ends(self.space[self.last])
                d = f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
                self.pic.group((path(d, "halo2"), path(d, "halo")), id="last", cls="still")
            case ("ship", str(name)) if name in self.state.chart.number:
                x, y = self.corner(self.state.chart.number[name])
                box = (x + 4, y + 4, self.cell - 8, self.cell - 8)
                self.pic.group((rect(*box, "spot2", 8), rect(*box, "spot", 8)), id="last", cls="still")

    def _ship_targets(self) -> None:
        if not self.legal:
            return
        glyph, cls = SHIP[self.state.seat]
        for move in self.state.moves():
            name = str(move[1])
            x, y = self.centre(self.state.chart.number[name])
            half = self.cell / 2
            parts = (
                rect(-half, -half, self.cell, self.cell, "hit"),
                circle(0, 0, 4, "opt"),
                group((rect(-half + 1, -half + 1, self.cell - 2, self.cell - 2, "st-a"),
                       self.pic.glyph_text(glyph, 0, 0, self.cell * 0.8, cls)), cls="ghost"),
            )  # fmt: skip
            self.pic.add(
                target(
                    parts,
                    move=f"ship {name}",
                    label=f"ship on {name}",
                    note=f"Place a ship on {name}.",
                    transform=at(x, y),
                )
            )

    def _net_targets(self) -> None:
        """Every free net space can be clicked: a legal one is cast, another one is refused with its reason."""
        if not self.legal:
            return
        moves = set(self.state.moves())
        taken = self.state.black_nets | self.state.white_nets
        for space in self.state.chart.spaces:
            x1, y1, x2, y2 = self.net_ends(space)
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            long, thick = self.cell - 16, max(24.0, self.cell * 0.42)
            w, h = (thick, long) if x1 == x2 else (long, thick)
            hit = rect(-w / 2, -h / 2, w, h, "hit", 4)
            _, one, other = space.move
            name = f"net {one} {other}"
            if space.move in moves:
                line = f"M{num(x1 - x)} {num(y1 - y)}L{num(x2 - x)} {num(y2 - y)}"
                ghost = (path(line, "cast"), circle(x1 - x, y1 - y, 4, "castend"), circle(x2 - x, y2 - y, 4, "castend"))
                parts = (hit, circle(0, 0, 4, "opt"), group(ghost, cls="castit"))
                closes = self._closes(space.move)
                self.pic.add(
                    target(
                        parts,
                        move=name,
                        label=f"{name}, {closes}",
                        note=f"Net {one} / {other}: {closes}.",
                        transform=at(x, y),
                    )
                )
            elif not taken & space.bit:
                self.pic.add(target((hit,), try_=name, label=name, transform=at(x, y)))

    def _closes(self, move: Move) -> str:
        parts = self.state.closes(move)
        if not parts:
            return "closes nothing"
        whose = " and ".join(f"{len(part)} ({_AREA[part.owner][2]})" for part in parts)
        return f"splits {sum(map(len, parts))} squares into {whose}"

    def _marks(self) -> None:
        names = self.state.chart.number
        for mark in self.marks:
            label, _, what = mark.rpartition(": ")
            words = tuple(what.split())
            if words in self.space:
                x1, y1, x2, y2 = self.net_ends(self.space[words])
                parts = [path(f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}", "cast")]
                if label:
                    parts.append(pill((x1 + x2) / 2, (y1 + y2) / 2, label))
                self.pic.group(parts, cls="still", id=f"mark-{'-'.join(words)}")
            elif what in names:
                x, y = self.corner(names[what])
                self.pic.rect(x + 3, y + 3, self.cell - 6, self.cell - 6, "chosen still", 8, id=f"mark-{what}")

    def _refusal(self) -> None:
        if not self.refused:
            return
        move, reason = self.refused
        names = self.state.chart.number
        squares = [names[name] for name in reason.where if name in names]
        if squares:
            self.pic.path(self.outline(squares), "offend still", id="offend")
        spot = None
        if move in self.space:
            x1, y1, x2, y2 = self.net_ends(self.space[move])
            spot = ((x1 + x2) / 2, (y1 + y2) / 2)
            self.pic.path(f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}", "nopedash still")
        elif len(move) == 2 and move[0] == "ship" and move[1] in names:
            spot = self.centre(names[str(move[1])])
        if spot:
            self.pic.add(group((cross(*spot),), cls="still", id="cross"))
        if not self.compact:
            self.pic.bubble(490, 112, 394, reason, spot and (spot[0] + 12, spot[1]))
        else:
            high = not spot or spot[1] > self.top + self.high / 2
            lines = len(wrap(str(reason), 388, 16))
            y = self.top + 10 if high else self.top + self.high - 78 - 20 * lines
            self.pic.bubble(8, y, 420, reason)

    def _panel(self) -> None:
        pic = self.pic
        for x, seat, name in ((512, BLACK, "Black"), (622, WHITE, "White")):
            glyph, cls = SHIP[seat]
            pic.glyph(glyph, x, 40, 44, cls)
            pic.text(x + 30, 46, name, "w7")
        pic.add(
            path("M492 82H532", "edge"), circle(512, 82, 4, "edgef"), text(542, 87, "edge net", "t14"),
            path("M612 82H648", "rope"), path("M612 82H648", "braid"), text(658, 87, "net", "t14"),
            path("M706 82H746", "halo2"), path("M706 82H746", "halo"), text(764, 87, "last move", "t14"),
        )  # fmt: skip
        if self.refused:
            return
        pic.text(490, 130, "Fisheries now", "t18 w7")
        shown = sorted(self.regions, key=lambda region: -len(region))[:8]
        for number, region in enumerate(shown):
            y = 146 + 42 * number
            tint, pattern, whose = _AREA[region.owner]
            if region.black == region.white == 0:
                whose = "no ship yet"
            else:
                pic.rect(490, y, 52, 34, tint, 6)
                pic.rect(490, y, 52, 34, "", 6, fill=pic.pattern(pattern))
            pic.rect(490, y, 52, 34, "hair", 6)
            pic.text(556, y + 22, f"at {self.state.chart.squares[region.squares[0]]}", "t14 soft")
            for x, seat, count in ((636, BLACK, region.black), (692, WHITE, region.white)):
                glyph, cls = SHIP[seat]
                pic.glyph(glyph, x, y + 17, 26, cls)
                pic.text(x + 18, y + 23, count, "w7")
            pic.text(780, y + 24, len(region), "t18 w7 end num")
            pic.text(788, y + 23, whose, "t14")
        if len(self.regions) > len(shown):
            pic.text(490, 146 + 42 * len(shown) + 16, f"and {len(self.regions) - len(shown)} smaller ones", "t14 soft")

    def _strip(self) -> None:
        """The score strip: Black from the left, White from the right, contested between."""
        pic, total = self.pic, len(self.state.chart.squares)
        black, white = self.state.scores()
        middle = total - black - white
        x, y, width = (50.0, self.strip_y, 834.0) if not self.compact else (16.0, self.strip_y, 404.0)
        unit = width / total
        pic.rect(x, y, width, 34, "sea", 5)
        pic.rect(x, y, black * unit, 34, "score-b", 5, id="strip-black")
        hatch = middle and self.state.black
        if hatch:
            pic.rect(x + black * unit, y, middle * unit, 34, "r-contested")
            pic.rect(x + black * unit, y, middle * unit, 34, fill=pic.pattern("hatch"))
        pic.rect(x + (black + middle) * unit, y, white * unit, 34, "score-w", 5, id="strip-white")
        pic.rect(x, y, width, 34, "rule", 5)
        pic.add(
            self._count(x + 8, y, f"Black {black}", left=True),
            self._count(x + width - 8, y, f"White {white}", left=False),
        )
        room = middle * unit - 2 * max(0.0, 106 - min(black, white) * unit)
        if middle and room > 40:
            word = f"{middle} contested" if room > 150 and hatch else str(middle)
            pic.add(pill(x + (black + middle / 2) * unit, y + 17, word))
        if self.compact:
            pic.text(16, y + 52, f"fish now, {total} squares in all", "t13 soft")
            pic.text(420, y + 52, "a tie goes to White", "t13 soft end")
        else:
            pic.text(50, y + 56, f"fish claimed so far, {total} squares in all", "t14 soft")
            pic.text(884, y + 56, "a tie goes to White", "t14 soft end")

    def _count(self, x: float, y: float, words: str, *, left: bool) -> str:
        width = 9.2 * len(words) + 12
        box = rect(x if left else x - width, y + 4, width, 26, "score-b" if left else "paper", 6)
        if left:
            return box + text(x + 6, y + 23, words, "t18 w7 sail")
        return box + text(x - 6, y + 23, words, "t18 w7 end")
