"""The board of Fresh Fish at a table: the city, beside it the deck and what counts, below it what is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fishlab.core import SEAT_LETTERS, Player
from fishlab.freshfish.city import OUTLETS
from fishlab.freshfish.city_words import coins
from fishlab.freshfish.outlook import outlets
from fishlab.freshfish.rules import FreshFish
from fishlab.messages import tr, trn
from fishlab_widgets.draw.svg import Picture, at, badge, group, num, path, rect, snug, target, text, wrap
from fishlab_widgets.freshfish.city import ICON
from fishlab_widgets.freshfish.city_picture import outlet_of
from fishlab_widgets.freshfish.panels import HINT, Panels, bare_cube, coin, envelope
from fishlab_widgets.live.face import BOARD_SIZE, Look

_CITY, _LEFT, _TOP = 400.0, 36.0, 10.0
_X = _LEFT + _CITY + 12  # where the panel begins
_WIDE = BOARD_SIZE[0] - _X - 4
_COLUMN = _WIDE / 4  # of the deck: one for each outlet
_SIGNS = 22.0  # how wide the signs before the seats' columns are
_ROUTES, _FOOT = 82.0, _TOP + _CITY  # where the table of routes begins and ends
_HEAD = _ROUTES + 52
_ROWS = tuple(_HEAD + 30 + 28 * number for number in range(len(OUTLETS)))
_MONEY, _RESULT, _MARKERS, _BIDS = _ROWS[-1] + 34, _ROWS[-1] + 70, _ROWS[-1] + 98, _ROWS[-1] + 126
_STRIP = _TOP + _CITY + 31
_MOST_PRICES = 17  # in one row
_COUNTED: Final[dict[str, Callable[[int], str]]] = {
    "apo": lambda n: trn("{n} APO", "{n} APOs", n),
    "fish-market": lambda n: trn("{n} fish market", "{n} fish markets", n),
    "waste-disposal": lambda n: trn("{n} nuclear waste disposal", "{n} nuclear waste disposals", n),
    "gas-station": lambda n: trn("{n} gas station", "{n} gas stations", n),
    "game-shop": lambda n: trn("{n} game shop", "{n} game shops", n),
    "zone": lambda n: trn("{n} construction zone", "{n} construction zones", n),
    "demonstration": lambda n: trn("{n} antinuclear demonstration", "{n} antinuclear demonstrations", n),
}
"""How many of a tile there are."""


class CityBoard(Panels):
    """The board in the making."""

    def __init__(self, state: FreshFish, look: Look) -> None:
        super().__init__(state, look, (_CITY / state.size, _LEFT, _TOP), BOARD_SIZE)
        self.pic.prepare(ICON.values())
        self.column = (_WIDE - _SIGNS) / state.players
        if state.phase == "over" and self.in_front is None and not self.route_mark:
            seen = look.viewer if look.viewer in range(state.players) else None
            self.in_front = state.winners()[0] if seen is None else seen

    def draw(self) -> Picture:
        """Return the whole board."""
        self.pic.rect(0, 0, self.pic.width, self.pic.height, "paper")
        self.city()
        self._deck()
        self._routes()
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
        parts.append(text(_X + 8, 26, said, "w6 t14", **snug(said, _WIDE - 16, 14)))
        for number, outlet in enumerate(OUTLETS):
            x = _X + _COLUMN * (number + 0.5)
            parts.append(pic.glyph_text(ICON[outlet], x, 44, 28, "ink"))
            parts.append(text(x, 70, left[outlet], "t14 mid num soft"))
        tiles = ", ".join(_COUNTED[tile](count) for tile, count in left.items() if count)
        note = tr("Still in the deck: {tiles}.", tiles=tiles) if tiles else tr("Still in the deck: nothing.")
        pic.group(parts, id="deck", data_note=note)

    def _across(self, seat: Player) -> float:
        """Return the middle of a seat's column in the table of routes."""
        return _X + _SIGNS + self.column * (seat + 0.5)

    def _routes(self) -> None:
        """Draw what counts: a column for each seat, a row for each route, then the money, which is taken off."""
        pic, state = self.pic, self.state
        pic.rect(_X, _ROUTES, _WIDE, _FOOT - _ROUTES, "card", 8)
        told = tr("A street on a route counts 1. A route that is missing, or longer, counts {cap}.", cap=state.cap)
        words = ((tr("Routes: 1 a street"), "w6 t13"), (tr("missing or longer: {cap}", cap=state.cap), "t13 soft"))
        head = [text(_X + 8, _ROUTES + 16 + 15 * row, said, cls) for row, (said, cls) in enumerate(words)]
        pic.group(head, id="what-counts", data_note=told)
        across = _X + _SIGNS / 2
        signs = [pic.glyph_text(ICON[outlet], across, y, 17, "ink") for outlet, y in zip(OUTLETS, _ROWS, strict=True)]
        signs += [text(across, _MONEY + 9, "−", "mid w7"), text(across, _RESULT + 6, "=", "mid w7")]
        signs += [path(f"M{num(_X + 6)} {num(_MONEY - 17)}H{num(_X + _WIDE - 6)}", "hair")]
        signs.append(bare_cube(across, _MARKERS))
        if state.phase != "over" and self._status(0)[0] != "none":
            signs.append(text(across, _BIDS + 5, tr("bid"), "t13 soft mid", **snug(tr("bid"), 17, 13)))
        pic.group(signs, id="signs", cls="still")
        for seat in range(state.players):
            self._seat(seat)

    def _seat(self, seat: Player) -> None:
        """Draw a seat's column: its routes, its money, what that makes, its markers, its place in the auction."""
        pic, state, letter, x = self.pic, self.state, SEAT_LETTERS[seat], self._across(seat)
        what, words = self._status(seat)
        left, wide, high = x - self.column / 2 + 1, self.column - 2, _FOOT - _HEAD + 12
        over = state.phase == "over"
        if seat == state.turn() or (over and what == "won"):
            pic.rect(left, _HEAD - 15, wide, high, "wonrow" if over else "now", 6, id=f"column-{seat}")
        elif what == "won":
            pic.rect(left + 1, _BIDS - 13, wide - 2, 26, "wonrow", 5)
        if seat == self.in_front:
            pic.rect(left + 2, _HEAD - 13, wide - 4, high - 4, "infront", 6, id="in-front")
        name, score = state.seat_name(seat), state.scores()[seat]
        slots = {"name": name, "coins": coins(state.money[seat]), "count": len(outlets(state, seat)), "score": score}
        note = trn(
            "{name}: routes less {coins} make {score}. {count} of 4 outlets, {n} marker. Click for all routes.",
            "{name}: routes less {coins} make {score}. {count} of 4 outlets, {n} markers. Click for all routes.",
            state.supply[seat], **slots,
        )  # fmt: skip
        mark, label = "" if self.walking else f"routes {letter}", tr("Show all routes of {name}", name=name)
        head = (rect(x - self.column / 2, _HEAD - 14, self.column, 28, "cellhit hit", 6), badge(seat, x, _HEAD, 10))
        pic.add(target(head, mark=mark, label=label, note=note, id=f"seat-{seat}"))
        for outlet, y in zip(OUTLETS, _ROWS, strict=True):
            pic.add(self._length_cell(seat, outlet, x, y))
        pic.text(x, _MONEY + 20, state.money[seat], "t14 mid num", id=f"purse-{seat}")
        pic.text(x, _RESULT + 6, f"{score}".replace("-", "−"), "w7 mid num", id=f"result-{seat}")
        pic.text(x, _MARKERS + 5, state.supply[seat], "t14 soft mid num", id=f"markers-{seat}")
        if not over and what != "none":
            pic.add(self._bid(seat, what, words, x))

    def _money(self) -> None:
        """Lay a coin on every purse, named by what is in it; one that has just paid a bid is gone to the tile."""
        state, lie, won = self.state, [], self.state.auction
        for seat, money in enumerate(state.money):
            place = at(self._across(seat), _MONEY - 2)
            lie.append(group((coin(0, 0, 7),), id=f"money-{seat}-{money}", transform=place))
        if won and won.price and self.last and self.last[0] == "bid":
            name = f"money-{won.winner}-{state.money[won.winner] + won.price}"
            lie.append(group((coin(0, 0, 7),), id=name, transform=at(24, _STRIP + 20), cls="away"))
        self.pic.group(lie, id="purses", cls="still")

    def _bid(self, seat: Player, what: str, words: str, x: float) -> str:
        """Return a seat's place in the auction: sealed, open, to come."""
        if what in ("sealed", "own"):
            own = self.state.bids[seat] if what == "own" else ""
            return envelope(x - 11, _BIDS - 6 - 8 * bool(own != ""), 22) + text(x, _BIDS + 14, own, "t14 w7 mid num")
        if what in ("won", "bid"):
            return text(x, _BIDS + 5, words, "w7 mid num", id=f"bid-{seat}")
        return text(x, _BIDS + 5, "–" if what == "out" else "…", "t14 soft mid")

    def _length_cell(self, seat: Player, outlet: str, x: float, mid: float) -> str:
        """Return the length of one route; with an outlet on the board it shows the way when it is clicked."""
        owned, letter = outlets(self.state, seat), SEAT_LETTERS[seat]
        name, made = outlet_of(letter, outlet), f"length-{letter}-{outlet}"
        box = rect(x - self.column / 2, mid - 14, self.column, 28, "cellhit hit", 6)
        found = self._route_of(seat, outlet)
        tone = " w7" if outlet in owned and found.plots is not None else " t14 faint"
        words = text(x, mid + 5, found.length, "mid num" + tone)
        if outlet not in owned:
            note = tr("{outlet}: not won yet, it counts {length}.", outlet=name, length=found.length)
            return target((box, words), label="", note=note, id=made)
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
        if self._prices():  # the prompt says the rest
            pic.group(parts, id="strip")
            return
        parts += [text(52, _STRIP + 28, line, "t13 soft") for line in wrap(" ".join(lines), 540, 13.5)[:1]]
        pic.group(parts, id="strip")
        news = " · ".join(self._news()) or tr(HINT)
        if self.in_front is not None:
            news = tr(
                "Shown: all routes of {name}. Click another seat to see its routes.",
                name=self.state.seat_name(self.in_front),
            )
        pic.group((text(52, _STRIP + 43, wrap(news, 560, 13.5)[0], "t13"),), id="news")

    def _prices(self) -> bool:
        """Draw what can be bid as a row of numbers, for the seat to bid; tell whether there is room for one."""
        state, prices = self.state, [int(move[1]) for move in self.state.moves() if move[0] == "bid"]
        if not self.legal or state.phase != "bid" or len(prices) > _MOST_PRICES:
            return False
        for place, price in enumerate(prices):
            x, move = 52 + 32 * place, ("bid", price)
            inner = (rect(x, _STRIP + 20, 27, 27, "price", 6), text(x + 13.5, _STRIP + 38.5, str(price), "mid t14 w7"))
            label = tr("Bid {price}", price=price)
            more = {"label": label, "note": state.explain(move), "id": f"price-{price}"}
            self.pic.add(target(inner, move=state.notation(move), **more))
        return True

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
