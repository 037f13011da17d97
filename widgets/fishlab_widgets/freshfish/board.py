"""The board of Fresh Fish at a table: the city, beside it the deck and what every seat has, below it what is up."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import SEAT_LETTERS, Player
from fishlab.freshfish.city import OUTLETS
from fishlab.freshfish.outlook import outlets
from fishlab.freshfish.rules import FreshFish
from fishlab.freshfish.words import named
from fishlab.messages import tr, trn
from fishlab_widgets.draw.svg import Picture, at, badge, group, rect, target, text, wrap
from fishlab_widgets.freshfish.city import ICON
from fishlab_widgets.freshfish.city_picture import outlet_of
from fishlab_widgets.freshfish.panels import HINT, Panels, bare_cube, coin, envelope
from fishlab_widgets.live.face import BOARD_SIZE, Look

_CITY, _LEFT, _TOP = 400.0, 36.0, 10.0
_X = _LEFT + _CITY + 12  # where the panel begins
_WIDE = BOARD_SIZE[0] - _X - 4
_COLUMN = _WIDE / 4  # of the panel: one for each outlet
_SEATS, _PITCH = 84.0, 70.0  # where the seats begin, and how far they are apart
_STRIP = _TOP + _CITY + 31


class CityBoard(Panels):
    """The board in the making."""

    def __init__(self, state: FreshFish, look: Look) -> None:
        super().__init__(state, look, (_CITY / state.size, _LEFT, _TOP), BOARD_SIZE)
        self.pic.prepare(ICON.values())
        if state.phase == "over" and self.in_front is None and not self.route_mark:
            seen = look.viewer if look.viewer in range(state.players) else None
            self.in_front = state.winners()[0] if seen is None else seen

    def draw(self) -> Picture:
        """Return the whole board."""
        self.pic.rect(0, 0, self.pic.width, self.pic.height, "paper")
        self.city()
        self._deck()
        for seat in range(self.state.players):
            self._seat(seat, _SEATS + _PITCH * seat)
        self._strip()
        self._money()
        self._refusal()
        return self.pic

    def _deck(self) -> None:
        """Draw what is still to be drawn, with the outlets as the heads of the columns below."""
        pic, left = self.pic, self.state.deck_counts()
        parts = [rect(_X, 8, _WIDE, 70, "card", 8)]
        count = sum(left.values())
        said = tr("Deck {count}, APOs {apos}", count=count, apos=left["apo"]) if count else tr("The deck is empty")
        parts.append(text(_X + 8, 26, said, "w6 t14"))
        for outlet, x in zip(OUTLETS, self._columns(), strict=True):
            parts.append(pic.glyph_text(ICON[outlet], x, 44, 28, "ink"))
            parts.append(text(x, 70, left[outlet], "t14 mid num soft"))
        pic.group(parts, id="deck", data_note=self._deck_note())

    def _deck_note(self) -> str:
        left = [f"{count} {named(tile)}" for tile, count in self.state.deck_counts().items() if count]
        return tr("Still in the deck: {tiles}.", tiles=", ".join(left)) if left else tr("Still in the deck: nothing.")

    def _columns(self) -> Sequence[float]:
        return [_X + _COLUMN * (number + 0.5) for number in range(4)]

    def _seat(self, seat: Player, y: float) -> None:
        """Draw what a seat has: money, markers, its place in the auction, and the lengths of its routes."""
        pic, state, letter = self.pic, self.state, SEAT_LETTERS[seat]
        what, words = self._status(seat)
        cls = "wonrow" if what == "won" else "nowrow" if seat == state.turn() else "card"
        pic.rect(_X, y, _WIDE, _PITCH - 4, cls, 8)
        if seat == self.in_front:
            pic.rect(_X + 3, y + 3, _WIDE - 6, _PITCH - 10, "infront", 6, id="in-front")
        parts = [
            rect(_X, y, _WIDE, 32, "cellhit hit", 8),
            badge(seat, _X + 17, y + 18, 10),
            coin(_X + 38, y + 18, 7), text(_X + 48, y + 23, state.money[seat], "w6 t14 num"),
            bare_cube(_X + 76, y + 18), text(_X + 86, y + 23, state.supply[seat], "w6 t14 num"),
            self._bid(seat, what, words, _X + _WIDE - 7, y),
        ]  # fmt: skip
        name = state.seat_name(seat)
        note = trn(
            "{name}: {money} money, {n} marker to reserve with, {count} of 4 outlets. Click to see all routes.",
            "{name}: {money} money, {n} markers to reserve with, {count} of 4 outlets. Click to see all routes.",
            state.supply[seat], name=name, money=state.money[seat], count=len(outlets(state, seat)),
        )  # fmt: skip
        mark, label = "" if self.walking else f"routes {letter}", tr("Show all routes of {name}", name=name)
        pic.add(target(parts, mark=mark, label=label, note=note, id=f"seat-{seat}"))
        for outlet, x in zip(OUTLETS, self._columns(), strict=True):
            pic.add(self._length_cell(seat, outlet, x, y + 49))

    def _money(self) -> None:
        """Lay a coin on every purse, named by what is in it; one that has just paid a bid is gone to the tile."""
        state, coins, won = self.state, [], self.state.auction
        for seat, money in enumerate(state.money):
            place = at(_X + 38, _SEATS + _PITCH * seat + 18)
            coins.append(group((coin(0, 0, 7),), id=f"money-{seat}-{money}", transform=place))
        if won and won.price and self.last and self.last[0] == "bid":
            name = f"money-{won.winner}-{state.money[won.winner] + won.price}"
            coins.append(group((coin(0, 0, 7),), id=name, transform=at(24, _STRIP + 20), cls="away"))
        self.pic.group(coins, id="purses", cls="still")

    def _bid(self, seat: Player, what: str, words: str, end: float, y: float) -> str:
        """Return a seat's place in the auction, or its result at the end."""
        if what in ("sealed", "own"):
            own = self.state.bids[seat] if what == "own" else ""
            return envelope(end - 28, y + 10, 28) + text(end - 32, y + 23, own, "t14 w7 end num")
        if what in ("won", "bid"):
            number = words.replace("-", "−")
            sign = "=" if self.state.phase == "over" else tr("bid")
            return text(end - 10 * len(number) - 4, y + 23, sign, "t13 soft end") + text(
                end, y + 24, number, "w7 t18 end num", id=f"bid-{seat}"
            )
        return text(end, y + 23, "–" if what == "out" else self._to_bid(what), "t13 soft end")

    def _length_cell(self, seat: Player, outlet: str, x: float, mid: float) -> str:
        """Return the length of one route; with an outlet on the board it shows the way when it is clicked."""
        owned, letter = outlets(self.state, seat), SEAT_LETTERS[seat]
        name, made = outlet_of(letter, outlet), f"length-{letter}-{outlet}"
        box = rect(x - _COLUMN / 2 + 1, mid - 14, _COLUMN - 2, 28, "cellhit hit", 6)
        if outlet not in owned:
            note = tr("{outlet}: not won yet.", outlet=name)
            return target((box, text(x, mid + 5, "–", "t14 soft mid")), label="", note=note, id=made)
        found = self._route_of(seat, outlet)
        words = text(x, mid + 5, found.length, "mid num" + (" w7" if found.plots is not None else " t14 soft"))
        if owned[outlet] is None:
            note = tr("{outlet} is off the board: it counts {length}.", outlet=name, length=found.length)
            return target((box, words), label="", note=note, id=made)
        return target((box, words), id=made, **self._route_target(letter, outlet, found))

    def _strip(self) -> None:
        """Draw what is up: the tile or the auction, a line on it, and the news."""
        pic, (title, kind, name, lines) = self.pic, self._heading()
        head = tr("{title}: {name}", title=title, name=name)
        parts = [self._hand_icon(kind, 24, _STRIP + 20, 36), text(52, _STRIP + 13, head, "w7")]
        if self.state.waiting:
            waits = trn("{n} zone waits for an APO", "{n} zones wait for APOs", self.state.waiting)
            parts.append(text(596, _STRIP + 13, waits, "t13 soft end"))
        parts += [text(52, _STRIP + 28, line, "t13 soft") for line in wrap(" ".join(lines), 540, 13.5)[:1]]
        pic.group(parts, id="strip")
        news = " · ".join(self._news()) or tr(HINT)
        if self.in_front is not None:
            news = tr(
                "Shown: all routes of {name}. Click another seat to see its routes.",
                name=self.state.seat_name(self.in_front),
            )
        pic.group((text(52, _STRIP + 43, wrap(news, 560, 13.5)[0], "t13"),), id="news")

    def _refusal(self) -> None:
        spot = self.point_at_refusal()
        if not self.refused:
            return
        reason, wide = self.refused[1], 320.0
        rows = 22 * len(wrap(reason.title, wide - 32, 18)) + 20 * len(wrap(str(reason), wide - 32, 16))
        x, y = spot or (_LEFT, _TOP + 60)
        left = 10.0 if x > _LEFT + _CITY / 2 else BOARD_SIZE[0] - wide - 10
        if spot and abs(x - left - wide / 2) < wide / 2 + 20:  # a plot in the middle: above or below it
            y += 30 if y < _TOP + _CITY / 2 else -70 - rows
        self.pic.bubble(left, min(max(8.0, y - 24), BOARD_SIZE[1] - 48 - rows), wide, reason, spot)
