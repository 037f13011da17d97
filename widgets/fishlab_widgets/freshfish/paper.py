"""The still picture of Fresh Fish, on paper and in the cards of a lesson: the city, the auction and the seats."""

from __future__ import annotations

from fishlab.core import SEAT_LETTERS, Player
from fishlab.freshfish.city import OUTLETS
from fishlab.freshfish.outlook import outlets
from fishlab.freshfish.rules import FreshFish
from fishlab.messages import tr, trn
from fishlab_widgets.draw.svg import Picture, at, badge, group, num, path, rect, target, text, wrap
from fishlab_widgets.freshfish.city import ICON
from fishlab_widgets.freshfish.city_picture import outlet_of, plots_listed
from fishlab_widgets.freshfish.panels import HINT, Panels, bare_cube, coin, envelope
from fishlab_widgets.live.face import Look


class CityPaper(Panels):
    """The still picture in the making: the panel beside the city, or below it in the smaller form."""

    def __init__(self, state: FreshFish, look: Look) -> None:
        self.compact = compact = look.compact
        wide, left, top = (392, 36.0, 10.0) if compact else (504, 42.0, 16.0)
        cell = min(56.0 if compact else 72.0, wide / state.size)
        high = state.size * cell
        self.panel_y = top + high + 38
        size = (436.0, self.panel_y + 178) if compact else (900.0, max(602.0, top + high + 80))
        super().__init__(state, look, (cell, left + (wide - high) / 2, top), size)

    def draw(self) -> Picture:
        """Return the whole picture."""
        self.pic.rect(0, 0, self.pic.width, self.pic.height, "paper")
        self.city()
        if self.compact:
            self._panel_below()
        else:
            self._panel_beside()
            self._key()
        self._refusal()
        return self.pic

    def _refusal(self) -> None:
        spot = self.point_at_refusal()
        if not self.refused:
            return
        reason = self.refused[1]
        if not self.compact:
            self.pic.bubble(580, 10, 304, reason, spot and (spot[0] + 12, spot[1]))
            return
        high = not spot or spot[1] > self.top + self.high / 2
        rows = len(wrap(str(reason), 388, 16)) + len(wrap(reason.title, 388, 18))
        self.pic.bubble(8, self.top + 8 if high else self.top + self.high - 52 - 21 * rows, 420, reason)

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
            pic.text(866, 38, trn("{n} zone waits", "{n} zones wait", state.waiting), "t13 soft end")
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
            pic.rect(x, y, wide, high, "now", 8)
        pic.add(badge(seat, x + 22, mid, 11))
        pic.text(x + 44, mid + 6, state.seat_name(seat), "w6")
        end = x + wide - 8
        if what in ("sealed", "own"):
            pic.add(group((envelope(x + 188, mid - 13),), id=f"bid-{seat}"))
            pic.text(x + 180 if what == "own" else end, mid + 5, words, "t14 soft end")
        elif what in ("won", "bid"):
            pic.text(end - 46, mid + 7, words, "w7 t20 end num", id=f"bid-{seat}")
            if what == "won":
                pic.text(end, mid + 5, tr("wins"), "t14 end")
        elif what == "now":
            pic.text(end, mid + 5, tr("bids now, 0 to {money}", money=state.money[seat]), "t14 end")
        elif what == "none" and now:
            pic.text(end, mid + 5, tr("to move"), "t14 end")
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
            pic.text(640, y + 23, tr("If {plot} were built on", plot=self.plan), "w7")
            plots = plots_listed(streets, 6) or tr("none")
            pic.text(640, y + 42, tr("streets: {plots}", plots=plots), "t13 soft")
        else:
            pic.add(rect(594, y + 10, 32, 32, "newst0", 6), rect(597, y + 13, 26, 26, "newst", 5))
            count = trn("{n} new street", "{n} new streets", len(fresh)) if fresh else tr("No new street")
            pic.text(640, y + 23, count, "w7")
            more = plots_listed(fresh, 8) if fresh else tr("the city stays connected")
            pic.text(640, y + 42, more, "t13 soft")
        y += 60
        pic.rect(580, y, 304, 52, "card", 12)
        pic.add(path(f"M596 {num(y + 26)}h28", "route", stroke_width=12))
        pic.add(path(f"M596 {num(y + 26)}h28", "route2", stroke_width=7))
        if self.route_mark:
            _, letter, outlet = self.route_mark.split()
            found = self._route_of(SEAT_LETTERS.index(letter), outlet)
            pic.text(640, y + 23, outlet_of(letter, outlet), "w7")
            pic.text(640, y + 42, "\n".join(wrap(self._length(found), 300, 13)[:1]), "t13 soft")
        else:
            pic.text(640, y + 23, tr("Routes"), "w7")
            pic.text(640, y + 42, tr("click an outlet to see its route"), "t13 soft")

    def _seat_table(self, y: float) -> None:
        """Draw markers, money and route lengths of every seat; a length shows its route."""
        pic, state = self.pic, self.state
        pitch = 28.0 if state.players < 5 else 25.0
        columns = [716.0, 748.0, 780.0, 812.0]
        pic.add(bare_cube(638, y + 8), coin(686, y + 8))
        for outlet, x in zip(OUTLETS, columns, strict=True):
            pic.glyph(ICON[outlet], x, y + 8, 24, "ink")
        pic.text(880, y + 13, tr("score"), "t13 soft end")
        scores = state.scores()
        for seat in range(state.players):
            mid = y + 20 + pitch * seat + pitch / 2
            if seat == state.turn():
                pic.rect(580, mid - pitch / 2 + 1, 304, pitch - 2, "now", 6)
            pic.add(badge(seat, 600, mid, 9))
            pic.text(648, mid + 5, state.supply[seat], "w6 t14 end num")
            pic.text(694, mid + 5, state.money[seat], "w6 t14 end num")
            for outlet, x in zip(OUTLETS, columns, strict=True):
                pic.add(self._length_cell(seat, outlet, x, mid, pitch))
            pic.text(878, mid + 5, scores[seat], "w7 end num")

    def _length_cell(self, seat: Player, outlet: str, x: float, mid: float, pitch: float) -> str:
        owned = outlets(self.state, seat)
        if outlet not in owned:
            return text(x, mid + 5, "–", "t14 soft mid")
        found = self._route_of(seat, outlet)
        words = text(x, mid + 5, found.length, "t14 mid num" + (" w7" if found.plots is not None else " soft"))
        if owned[outlet] is None or self.walking:
            return words
        letter = SEAT_LETTERS[seat]
        hit = rect(x - 15, mid - pitch / 2, 30, pitch, "cellhit", 6)
        return target((hit, words), **self._route_target(letter, outlet, found))

    def _panel_below(self) -> None:
        """Draw the panel of the table: one line on what is up, a box a seat, one line of news."""
        pic, state, y = self.pic, self.state, self.panel_y
        title, kind, name, lines = self._heading()
        size = 34.0
        pic.add(self._hand_icon(kind, 34, y + 16, size))
        pic.text(62, y + 10, tr("{title}: {name}", title=title, name=name), "w7")
        for number, line in enumerate(wrap(" ".join(lines), 366, 14)[:2]):
            pic.text(62, y + 28 + 17 * number, line, "t14 soft")
        wide = (404 + 8) / state.players
        for seat in range(state.players):
            what, words = self._status(seat)
            self._seat_box(seat, what, words, 16 + wide * seat, y + 54, wide - 8)
        news = self._news() or [tr(HINT)]
        for number, line in enumerate([part for long in news for part in wrap(long, 408, 14)][:2]):
            pic.text(16, y + 151 + 19 * number, line, "t14")

    def _seat_box(self, seat: Player, what: str, words: str, x: float, y: float, wide: float) -> None:
        pic, state = self.pic, self.state
        cls = "wonrow" if what == "won" else "now" if seat == state.turn() else "card"
        pic.rect(x, y, wide, 76, cls, 8)
        pic.add(badge(seat, x + 17, y + 19, 10))
        end = x + wide - 8
        if what in ("sealed", "own"):
            pic.add(group((envelope(end - 34, y + 9, 34),), id=f"bid-{seat}"))
            if what == "own" and wide > 120:
                pic.text(end - 40, y + 24, words, "t12 end")
        elif what in ("won", "bid"):
            pic.text(end, y + 26, words, "w7 t20 end num", id=f"bid-{seat}")
        elif what == "out":
            pic.text(end, y + 24, tr("has it") if state.phase == "bid" else tr("no bid"), "t13 end")
        elif what != "none":
            pic.text(end, y + 24, self._to_bid(what), "t13 end")
        pic.add(bare_cube(x + 13, y + 55), text(x + 23, y + 60, state.supply[seat], "w6 t14"))
        pic.add(coin(end - 24, y + 55, 6.5), text(end, y + 60, state.money[seat], "w6 t14 end num"))

    def _key(self) -> None:
        """Draw the key in one row along the bottom."""
        pic, y = self.pic, self.pic.height - 24
        pic.add(
            group((self.supply("harbour", 26),), transform=at(57, y)),
            text(76, y + 5, tr("supply"), "t14"),
            group((self.outlet("fish-market", 0, 30),), transform=at(153, y)),
            text(174, y + 5, tr("outlet"), "t14"),
            group((self.cube(0, 15),), transform=at(240, y)),
            text(256, y + 5, tr("reserved"), "t14"),
            rect(334, y - 12, 24, 24, "plot", 5),
            text(364, y + 5, tr("empty"), "t14"),
            group((self.apo("", cell=26),), transform=at(438, y)),
            text(457, y + 5, tr("wall"), "t14"),
            path(f"M504 {num(y)}h26", "road", stroke_width=14),
            text(538, y + 5, tr("street"), "t14"),
            rect(598, y - 11, 22, 22, "newst0", 5),
            rect(600, y - 9, 18, 18, "newst", 4),
            text(628, y + 5, tr("new street"), "t14"),
            bare_cube(722, y),
            text(736, y + 5, tr("markers"), "t14"),
            coin(814, y),
            text(828, y + 5, tr("money"), "t14"),
        )
