"""The still picture of Fishery, on paper and in the cards of a lesson: the sea, its fisheries and the score."""

from __future__ import annotations

from fishlab.fishery.chart import BLACK, WHITE
from fishlab.fishery.rules import Fishery
from fishlab.fishery.words import PHASES, SEAT_NAMES
from fishlab.messages import mark, tr, trn
from fishlab_widgets.draw.svg import Picture, circle, path, pill, rect, text, wrap
from fishlab_widgets.fishery.sea import CSS, SHIP, ChartPicture, ChartPlan, score_bar, swatch, whole
from fishlab_widgets.live.face import Look

_WHOSE = {BLACK: mark("for Black"), WHITE: mark("for White"), None: mark("contested")}


def told(state: Fishery) -> str:
    """Return the size of the sea, the score and what is up, in words."""
    black, white = state.scores()
    return tr(
        "Sea of {columns} by {rows} squares. Black holds {black} squares, White {white}, {contested} are contested. "
        "{prompt}.",
        columns=state.columns,
        rows=state.rows,
        black=black,
        white=white,
        contested=state.contested(),
        prompt=state.prompt(),
    )


class SeaPaper(ChartPicture):
    """The still picture in the making."""

    def __init__(self, state: Fishery, look: Look) -> None:
        self.compact = compact = look.compact
        columns, rows = state.columns, state.rows
        cell = min(110.0, 406 / columns, 522 / rows) if not compact else min(100.0, 378 / columns, 504 / rows)
        left, top = (50.0, 22.0) if not compact else (46.0 + (378 - columns * cell) / 2, 14.0)
        foot = top + rows * cell + 34
        self.strip_y = foot + 10 if compact else max(foot + 22, 340.0)
        plain = "plain" in look.marks
        bare = tr("Sea of {columns} by {rows} squares. The board without its score.", columns=columns, rows=rows)
        pic = Picture(
            436 if compact else 900,
            foot if plain else self.strip_y + (58 if compact else 72),
            title=tr(PHASES[state.phase].title),
            desc=bare if plain else told(state),
            css=CSS,
            prefix=look.prefix,
            theme=look.theme,
        )
        super().__init__(state, look, ChartPlan(whole(state.chart), cell, left, top), pic)

    def draw(self) -> Picture:
        """Return the whole picture."""
        self.pic.rect(0, 0, self.pic.width, self.pic.height, "paper")
        self.sea()
        if not self.plain:
            if not self.compact:
                self._panel()
            self._strip()
        self._refusal()
        return self.pic

    def _refusal(self) -> None:
        spot = self.point_at_refusal()
        if not self.refused:
            return
        reason, plan = self.refused[1], self.plan
        if not self.compact:
            self.pic.bubble(490, 112, 394, reason, spot and (spot[0] + 12, spot[1]))
            return
        high = not spot or spot[1] > plan.top + plan.high / 2
        lines = len(wrap(str(reason), 388, 16))
        self.pic.bubble(8, plan.top + 10 if high else plan.top + plan.high - 78 - 20 * lines, 420, reason)

    def _panel(self) -> None:
        pic = self.pic
        for x, seat, name in ((512, BLACK, SEAT_NAMES[BLACK]), (622, WHITE, SEAT_NAMES[WHITE])):
            glyph, cls = SHIP[seat]
            pic.glyph(glyph, x, 40, 44, cls)
            pic.text(x + 30, 46, tr(name), "w7")
        pic.add(
            path("M492 82H532", "edge"), circle(512, 82, 4, "edgef"), text(542, 87, tr("edge net"), "t14"),
            path("M612 82H648", "rope"), path("M612 82H648", "braid"), text(658, 87, tr("net"), "t14"),
            path("M706 82H746", "lastcase halo"), path("M706 82H746", "lastline halo"),
            text(764, 87, tr("last move"), "t14"),
        )  # fmt: skip
        if self.refused:
            return
        pic.text(490, 130, tr("Fisheries now"), "t18 w7")
        shown = sorted(self.regions, key=lambda region: -len(region))[:8]
        for number, region in enumerate(shown):
            y = 146 + 42 * number
            ships = region.black + region.white
            pic.add(swatch(pic, 490, y, 52, 34, region.owner, ships))
            pic.text(556, y + 22, tr("at {square}", square=self.chart.squares[region.squares[0]]), "t14 soft")
            for x, seat, count in ((636, BLACK, region.black), (692, WHITE, region.white)):
                glyph, cls = SHIP[seat]
                pic.glyph(glyph, x, y + 17, 26, cls)
                pic.text(x + 18, y + 23, count, "w7")
            pic.text(780, y + 24, len(region), "t18 w7 end num")
            pic.text(788, y + 23, tr(_WHOSE[region.owner]) if ships else tr("no ship yet"), "t14")
        if len(self.regions) > len(shown):
            more = len(self.regions) - len(shown)
            words = trn("and {n} smaller ones", "and {n} smaller ones", more)
            pic.text(490, 146 + 42 * len(shown) + 16, words, "t14 soft")

    def _strip(self) -> None:
        """The score strip, with the numbers on it."""
        pic, total = self.pic, len(self.chart.squares)
        black, white = self.state.scores()
        middle = total - black - white
        x, y, width = (50.0, self.strip_y, 834.0) if not self.compact else (16.0, self.strip_y, 404.0)
        unit = width / total
        pic.add(*score_bar(self.state, pic, x, y, width, 34))
        pic.add(
            self._count(x + 8, y, tr("Black {fish}", fish=black), left=True),
            self._count(x + width - 8, y, tr("White {fish}", fish=white), left=False),
        )
        room = middle * unit - 2 * max(0.0, 106 - min(black, white) * unit)
        if middle and room > 40:
            word = tr("{n} contested", n=middle) if room > 150 and self.state.ships[BLACK] else str(middle)
            pic.add(pill(x + (black + middle / 2) * unit, y + 17, word))
        if self.compact:
            pic.text(16, y + 52, tr("fish now, {total} squares in all", total=total), "t13 soft")
            pic.text(420, y + 52, tr("a tie goes to White"), "t13 soft end")
        else:
            pic.text(50, y + 56, tr("fish claimed so far, {total} squares in all", total=total), "t14 soft")
            pic.text(884, y + 56, tr("a tie goes to White"), "t14 soft end")

    def _count(self, x: float, y: float, words: str, *, left: bool) -> str:
        width = 9.2 * len(words) + 12
        box = rect(x if left else x - width, y + 4, width, 26, "score-b" if left else "paper", 6)
        if left:
            return box + text(x + 6, y + 23, words, "t18 w7 sail")
        return box + text(x - 6, y + 23, words, "t18 w7 end")
