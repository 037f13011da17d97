"""The picture of Fleet: the auction with its bids, one fleet in full, the hand, and the other fleets' public side.

The picture shows the state that it is given. Where that is a player's view, hidden cards are card backs, and nothing in
the picture depends on what they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import mean

from fishlab.core import CHANCE, HIDDEN, Match, Move, Player, Reason
from fishlab.fleet.deck import BOAT, BOATS, boat_for, many
from fishlab.fleet.rules import PHASES, Boat, Fleet
from fishlab_widgets.charts.match_plots import Plot, Row, Series
from fishlab_widgets.draw.svg import SEATS, Picture, at, badge, cross, group, num, path, rect, target, text, wrap
from fishlab_widgets.fleet.card_pictures import (
    CSS,
    HAND_H,
    HAND_W,
    LICENCE_H,
    LOT_H,
    LOT_W,
    TILE_H,
    TILE_W,
    WIDE_TILE_W,
    boat_card,
    boat_crates,
    card_back,
    coin,
    crate,
    fit,
    glyph_of,
    hand_card,
    hexagon,
    licence_card,
    lot_card,
    small_chip,
)

GLYPH = "trawler"
WIDE = True

_LEFT, _RIGHT = 16.0, 884.0
_LOTS_Y, _STRIP_Y, _STRIP_H = 60.0, 170.0, 76.0

_CSS = (
    CSS
    + """
.ph{fill:var(--card2)}
.ph-on{fill:var(--e-t);stroke:var(--e);stroke-width:2.5}
.lot{fill:none;stroke:var(--e);stroke-width:3.5}
.bid{fill:var(--a-t);stroke:var(--focus);stroke-width:2.5}
.limit{stroke:var(--bad);stroke-width:2;stroke-dasharray:4 3;fill:none}
.do{fill:var(--card2);stroke:var(--focus);stroke-width:2.5}
[data-move]:hover .do,[data-move]:focus .do,[data-move]:hover .bid,[data-move]:focus .bid{fill:var(--sea2)}
.panel{fill:var(--card);stroke:var(--line);stroke-width:1}
[data-mark]:hover .panel,[data-mark]:focus .panel{stroke:var(--focus);stroke-width:2}
.told{fill:var(--paper);stroke:var(--focus);stroke-width:2}
.fished .bt{fill:var(--e-t);stroke:var(--e);stroke-width:2.5}
"""
)


def draw(
    state: Fleet,
    *,
    viewer: Player | None = None,
    legal: bool = False,
    last: Move | None = None,
    refused: tuple[Move, Reason] | None = None,
    marks: Sequence[str] = (),
    prefix: str = "",
    theme: str = "",
    compact: bool = False,
) -> str:
    """Return the picture of a state.

    Args:
        state: the moment to draw, as the viewer sees it.
        viewer: the seat that looks, whose fleet and hand are shown; `CHANCE` is a spectator. Without one, the picture
            shows the seat to act where moves are offered, else seat A.
        legal: show the legal moves as targets.
        last: the last move; which card was drawn or hired is not shown.
        refused: a move that the rules forbid, with the reason to show.
        marks: "seat 2" shows that seat's fleet in full, "about …" explains a card, "fished 0" lights a seat's catch,
            "plain" leaves out what adds up points and cash.
        prefix: opens the ids of the picture.
        theme: "light" or "dark", else the page decides.
        compact: only the fleets and the hand, half as wide, for a card of a lesson; not where moves are offered or a
            fleet has more kinds of licence than fit.
    """
    small = compact and not legal and max(map(state.kinds, range(state.players))) <= 3
    return str(_Harbour(state, viewer, legal, last, refused, marks, prefix, theme, small).draw())


class _Harbour:
    """One picture in the making: where things are, and each part of the table in turn."""

    def __init__(
        self,
        state: Fleet,
        viewer: Player | None,
        legal: bool,
        last: Move | None,
        refused: tuple[Move, Reason] | None,
        marks: Sequence[str],
        prefix: str,
        theme: str,
        compact: bool = False,
    ) -> None:
        self.state, self.viewer, self.last, self.refused, self.marks = state, viewer, last, refused, marks
        self.compact, self.plain = compact, "plain" in marks
        self.room = 404.0 if compact else 868.0
        turn = state.turn()
        self.actor = turn if legal and turn >= 0 else None
        self.moves = {state.notation(move) for move in state.moves()} if self.actor is not None else set()
        looks = viewer is not None and viewer >= 0
        own: Player = viewer if looks else state.seat if self.actor is not None else 0  # type: ignore[assignment]
        chosen = next((int(mark[5:]) for mark in marks if mark[:5] == "seat " and mark[5:].isdigit()), own)
        self.own, self.main = own, chosen if chosen < state.players else own
        self.holder = own if looks or self.actor is not None else self.main
        self.hand = state.hand(self.holder)
        self.open = not self.hand[HIDDEN]  # whether the hand shown is known
        self.places: dict[str, tuple[float, float, float, float]] = {}
        self.told: dict[str, tuple[str, str]] = {}
        self.crates: list[str] = []
        self.pile_top = (842.0, _LOTS_Y + 35)
        self.moment = f"{state.round}.{state.step}.{state.seat}.{state.owed}.{state.auction.bid}.{state.count}"
        self.columns = _columns(state, self.main)
        self.pitch = min(166.0, self.room / max(1, len(self.columns)))
        self.width = 150.0 if self.pitch > 160 else self.pitch - 10
        self.boats = {kind: self._rows(kind) for kind in self.columns}
        tall = max((sum(height + 6 for _, height in rows) for rows in self.boats.values()), default=0)
        self.side_y = 62.0 if compact else 258.0  # the chosen fleet begins here
        self.boats_y = self.side_y + 26 + LICENCE_H + 6
        self.hand_y = self.boats_y + max(100.0 if state.sides[self.main].boats else 46.0, tall) + 8
        second = compact and len(self.hand) > 4  # a second row of hand cards
        self.rivals_y = self.hand_y + 34 + 10 + HAND_H + 32 + (HAND_H + 10 if second else 0)
        self.rivals = [(self.main + step) % state.players for step in range(1, state.players)]
        across = 1 if compact else len(self.rivals)
        self.panel_w = (self.room - 12 * (across - 1)) / across
        most = max(len(state.sides[seat].boats) for seat in self.rivals)
        self.tile_w = WIDE_TILE_W if most <= (self.panel_w - 16) // (WIDE_TILE_W + 4) else TILE_W
        self.tiles = int((self.panel_w - 16) // (self.tile_w + 4))
        rows = max(1, -(-most // self.tiles))
        self.panel_h = (44.0 if self.panel_w > 600 else 74.0) + rows * (TILE_H + 4) + 6
        self.foot = self.rivals_y + (self.panel_h + 12) * (len(self.rivals) if compact else 1)
        self.pic = Picture(
            self.room + 32,
            self.foot if compact else self.foot + 32,
            title=f"Fleet, round {state.round}" if state.step != "over" else "Fleet, the end",
            desc=self._description(),
            css=_CSS,
            prefix=prefix,
            theme=theme,
        )

    def _description(self) -> str:
        state = self.state
        scores = ", ".join(f"{state.seat_name(seat)} {points}" for seat, points in enumerate(state.scores()))
        return f"{state.prompt()}. Points: {scores}. {many(state.crates, 'crate')} left in the supply."

    def draw(self) -> Picture:
        pic = self.pic
        pic.rect(0, 0, pic.width, pic.height, "paper")
        if self.compact:
            self._heading()
        else:
            self._top()
        edge = num(_LEFT + self.room)
        pic.path(f"M16 {num(self.side_y - 8)}H{edge}M16 {num(self.hand_y)}H{edge}", "hair")
        self._fleet()
        self._hand()
        for number, seat in enumerate(self.rivals):
            if self.compact:
                self._rival(seat, _LEFT, self.rivals_y + number * (self.panel_h + 12))
            else:
                self._rival(seat, _LEFT + number * (self.panel_w + 12), self.rivals_y)
        if not self.compact:
            self._legend()
        pic.group(self.crates, id="crates", cls="still")
        self._last_move()
        self._explain()
        self._refusal()
        return pic

    # ---- helpers ---------------------------------------------------------------------------------------------

    def name(self, seat: Player) -> str:
        """Return how the viewer calls a seat."""
        return "You" if seat == self.viewer else self.state.seat_name(seat)

    def thing(
        self, key: str, inner: Sequence[str], x: float, y: float, *, label: str, note: str, box: tuple[float, float],
        move: str = "", try_: str = "", links: str = "", cls: str = "",
    ) -> None:  # fmt: skip
        """Add a card or boat: a target if it can be played, else something that explains itself and may be tried."""
        self.places[key] = (x, y, *box)
        self.told[key] = (label, note)
        more = {"id": key, "transform": at(x, y), "data_links": links or None, "cls": cls or None}
        if move and move in self.moves:
            self.pic.add(target(inner, move=move, label=f"{label}. {note}", note=note, **more))
            return
        if try_ and self.actor is not None:
            inner = (group(inner, data_try=try_, aria_label=label),)
        self.pic.add(target(inner, mark=f"about {key} {self.moment}", label=f"{label}. {note}", note=note, **more))

    def button(self, right: float, y: float, move: str, words: str, key: str, note: str) -> float:
        """Add a button that ends at a right edge, and return where the next one may end."""
        width = 8.6 * len(words) + 26
        parts = (rect(0, 0, width, 36, "do", 8), text(width / 2, 24, words, "mid w6"))
        x = right - width
        self.pic.add(target(parts, move=move, label=words, note=note, data_key=key, id=f"do-{key}", transform=at(x, y)))
        return x - 10

    def _heading(self) -> None:
        """What a small picture says of the whole table."""
        state = self.state
        self.pic.text(_LEFT, 32, f"Round {state.round}{', the last' if state.last else ''}", "t18 w7")
        self.crates.append(crate(238, 19, 14))
        total = state.cards.crates * state.players
        self.pic.text(420, 32, f"{state.crates} of {total} crates left", "end")

    def _top(self) -> None:
        self._phases()
        if self.state.step == "over":
            self._result()
        else:
            self._lots()
            self._sales()
            self._strip()
        self._piles()

    # ---- the top: phases, lots, sales, piles -----------------------------------------------------------------

    def _phases(self) -> None:
        pic, state = self.pic, self.state
        now = 2 if any(mark.startswith("fished") for mark in self.marks) else state.track
        for number, words in enumerate(PHASES):
            x = 16 + 142 * number
            notch = "" if number == 0 else "l12-17"
            start = f"M{x} 12H{x + 126}l12 17l-12 17H{x}"
            pic.path(f"{start}{notch}Z", "ph-on" if number == now else "ph")
            cls = "mid w7 t14" if number == now else "mid soft t14"
            pic.text(x + (64 if number == 0 else 71), 35, words, cls)
        last = ", the last" if state.last else ""
        pic.text(_RIGHT, 27, f"Round {state.round}{last}", "w7 end t18")
        if state.step != "first":
            pic.text(_RIGHT, 46, f"{state.seat_name(state.first)} starts", "t13 soft end")

    def _lots(self) -> None:
        state, pic, seen = self.state, self.pic, Counter[str]()
        for number in range(state.players):
            x = _LEFT + 166 * number
            if number >= len(state.display):
                words = "not yet shown" if state.turn() == CHANCE else "sold or gone"
                pic.rect(x, _LOTS_Y, LOT_W, LOT_H, "empty", 10)
                pic.text(x + LOT_W / 2, _LOTS_Y + LOT_H / 2 + 5, words, "mid t13 soft")
                continue
            lot = state.display[number]
            seen[lot] += 1
            inner = lot_card(pic, state, lot)
            move = f"nominate {lot}"
            up = lot == state.lot and seen[lot] == 1
            if up:
                inner.append(rect(-5, -5, LOT_W + 10, LOT_H + 10, "lot", 14))
            elif move in self.moves:
                inner.append(rect(-3, -3, LOT_W + 6, LOT_H + 6, "can", 12))
            about = state.about(lot, licence=True)
            note = f"Put it up for auction. {about}" if move in self.moves else about
            key = f"lot-{lot}" if seen[lot] == 1 else f"lot-{lot}-{seen[lot]}"
            self.thing(
                key, inner, x, _LOTS_Y, label=f"{state.title_of(lot, licence=True)} licence", note=note,
                box=(LOT_W, LOT_H), move=move, try_=move if not up else "bid 0",
            )  # fmt: skip

    def _sales(self) -> None:
        """The latest sales, where the lots leave room."""
        x, state = _LEFT + 166 * self.state.players, self.state
        width = 670 - x
        if width < 120:
            return
        self.pic.text(x, _LOTS_Y + 14, "Latest sales", "w7 t14")
        if not state.sales:
            self.pic.text(x, _LOTS_Y + 36, "none yet", "t13 soft")
        for number, sale in enumerate(reversed(state.sales[-4:])):
            y = _LOTS_Y + 34 + 20 * number
            title = state.title_of(sale.licence, licence=True)
            title = "King Crab" if sale.licence.startswith("king") else title if width > 200 else title.split()[0]
            title = fit(title, min(width - 56, 170), 13)
            above = f" (from {state.minimum(sale.licence)})" if width > 200 else ""
            self.pic.add(badge(sale.seat, x + 9, y - 5, 8))
            self.pic.text(x + 24, y, f"{title} {sale.price}{above}", "t13")

    def _piles(self) -> None:
        """What lies in the middle: boat cards, discards, licences, and the crates."""
        pic, state = self.pic, self.state
        piles = (
            ("cards", state.supply_size, "boat cards", "Face-down boat cards to draw from."),
            ("discards", state.discard_size, "discarded", "Paid and discarded boat cards. They become the supply "
             "when it is empty."),
            ("licences", state.licence_deck_size, "licences", "Licences still in the pile. If it is too small to fill "
             "the auction, the round is the last."),
        )  # fmt: skip
        for number, (key, count, words, note) in enumerate(piles):
            x, y = 682.0, _LOTS_Y + 34 * number
            card = card_back(pic, 0, 0, 24, 30, count, 12)
            self.places[f"pile-{key}"] = (x, y, 108, 30)
            inner = (rect(0, 0, 108, 30, "hit"), card, text(32, 20, words, "t13"))
            pic.group(inner, transform=at(x, y), data_note=f"{count} {words}. {note}", id=f"pile-{key}")
        total = state.cards.crates * state.players
        x, y = 800.0, _LOTS_Y
        note = (
            "Crates never come back: processed and traded ones leave the game. When the last is taken, the game ends."
        )
        pic.group(
            (
                rect(0, 0, 84, LOT_H, "panel", 10),
                text(42, 66, state.crates, "mid w7 t20 num"),
                text(42, 84, f"of {total} left", "mid t12 soft"),
            ),
            transform=at(x, y), id="supply", data_note=f"{many(state.crates, 'crate')} left of {total}. {note}",
        )  # fmt: skip
        shown = -(-10 * state.crates // total)
        for number in range(shown):
            row = 0 if number < 4 else 1 if number < 7 else 2 if number < 9 else 3
            place = number - (0, 4, 7, 9)[row]
            self.crates.append(crate(x + 18 + 6 * row + 12 * place, y + 35 - 10 * row, 10))
            self.pile_top = (x + 18 + 6 * row + 12 * place, y + 35 - 10 * row)
        if state.credited:
            pic.text(x + 42, y + 95, f"{state.credited} credited", "mid t12 soft")

    # ---- the strip: what is asked now -------------------------------------------------------------------------

    def _strip(self) -> None:
        pic, state = self.pic, self.state
        pic.rect(_LEFT, _STRIP_Y, 868, _STRIP_H, "panel", 10)
        right = self._buttons()
        if state.step in ("open", "bid"):
            self._ladder(right)
            return
        head, why = self._task()
        pic.text(_LEFT + 14, _STRIP_Y + 26, head, "w7")
        for number, words in enumerate(wrap(why, right - _LEFT - 24, 14)[:2]):
            pic.text(_LEFT + 14, _STRIP_Y + 48 + 19 * number, words, "t14 soft")

    def _buttons(self) -> float:
        right, y, state = _RIGHT - 12, _STRIP_Y + 20, self.state
        seat = state.seat
        trade = many(state.licences(seat, "processing"), "card")
        for move, words, key, note in (
            ("pass", "Pass", "p", "Leave the bidding for this licence."),
            ("decline", "Decline", "d", "Buy no licence in this round."),
            ("done", {"trade": "No trade"}.get(state.step, "Done"), "d", "Go on without another one."),
            ("trade", f"Trade a crate for {trade}", "t", f"Give one processed crate and draw {trade}."),
            ("pay crate", "Pay a crate", "c", "A processed crate pays 1."),
        ):
            if move in self.moves:
                right = self.button(right, y, move, words, key, note)
        return right

    def _task(self) -> tuple[str, str]:
        """Return what is asked now and what helps to decide it, in the viewer's words."""
        state, seat = self.state, self.state.seat
        if self.actor is None:
            return state.prompt(), state.rule()
        match state.step:
            case "nominate":
                able = f"You can pay up to {state.limit(seat)}."
                others = [state.seat_name(one) for one in state.auction.eligible if one != seat]
                rivals = f" Still to buy: {', '.join(others)}." if others else " Nobody else can bid any more."
                return "Put a licence up for auction, or decline", able + rivals
            case "pay":
                what = state.prompt().split(": ", 1)[-1]
                discount = state.discount(seat)
                off = f" The discount of {discount} is taken off already." if discount else ""
                return what[0].upper() + what[1:], f"Click cards, the most valuable first. No change is given.{off}"
            case "launch":
                return self._launch_task()
            case "captain":
                done = f"{state.count} of {state.hires(seat)} hired" if state.count else f"up to {state.hires(seat)}"
                how = (
                    "Click a small card on a boat without a captain: it goes there face down. Only boats with one fish."
                )
                return f"Hire captains: {done}", how
            case "process":
                how = "Click boats to move one crate each to the licence. It pays 1 or is traded, but scores nothing."
                return "Process crates, or be done", how
            case "trade":
                have = many(state.sides[seat].processed, "processed crate")
                return "Trade a crate?", f"You have {have}. Kept ones pay 1 each later."
            case "discard":
                new = "Draw phase: click one of the new cards."
                old = "Draw phase: click any card of your hand."
                return state.prompt().split(": ", 1)[-1].capitalize(), new if any(state.drawn) else old
        return state.prompt(), ""

    def _launch_task(self) -> tuple[str, str]:
        state, seat = self.state, self.state.seat
        most = state.launches(seat)
        done = f"{state.count} of {most} launched" if state.count else f"up to {most}"
        can: list[str] = []
        cannot: dict[str, list[str]] = {}
        for kind in self.hand:
            why = state.why_not_launch(kind)
            title = state.title_of(kind)
            if not why:
                can.append(f"{title} for {state.launch_cost(seat, kind) or 'free'}")
            else:
                cannot.setdefault(_short_reason(why), []).append(title)
        yes = f"You may launch {', '.join(can)}." if can else "No card in your hand can be launched."
        no = "; ".join(f"{reason}: {', '.join(titles)}" for reason, titles in cannot.items())
        return f"Launch boats: {done}", f"{yes} {no[:1].upper() + no[1:]}{'.' if no else ''}"

    def _ladder(self, right: float) -> None:
        """The bids: what stands, what may be bid, and how far the viewer can go."""
        pic, state, auction = self.pic, self.state, self.state.auction
        lot = state.title_of(auction.lot, licence=True)
        low, limit = state.minimum(auction.lot), None
        if self.open and self.holder in (auction.bidders or auction.eligible):
            limit = state.limit(self.holder)
        if auction.bid:
            out = [self.name(seat) for seat in auction.eligible if seat not in auction.bidders]
            lead = self.name(auction.leader)
            words = f"{lead} {'lead' if lead == 'You' else 'leads'} with {auction.bid}."
            words += f" Passed: {', '.join(out)}." if out else ""
        else:
            words = f"{self.name(state.seat)} must open at {low} or more."
        if limit is not None:
            words += f" {'You' if self.holder == self.viewer else self.name(self.holder)} can pay {limit}."
        pic.text(_LEFT + 14, _STRIP_Y + 23, f"Bids for {lot}", "w7")
        pic.text(_LEFT + 30 + 9 * len(f"Bids for {lot}"), _STRIP_Y + 23, words, "t14 soft")
        room = right - _LEFT - 24
        high = max(low + 6, auction.bid + 3, (limit or 0) + 1)
        step = 32.0 if (high - low + 1) * 32 <= room else 25.0
        count = int(room // step)
        if high - low + 1 > count:
            low = max(low, min(auction.bid or low, high - count + 1))
            high = low + count - 1
        for price in range(low, high + 1):
            self._price(price, _LEFT + 14 + step * (price - low), step, limit)

    def _price(self, price: int, x: float, step: float, limit: int | None) -> None:
        pic, standing = self.pic, self.state.auction.bid
        y, size = _STRIP_Y + 38, step - 4
        if price == standing:
            parts = (
                rect(0, 0, size, 28, "now", 6), text(size / 2, 20, price, "mid w7"),
                badge(self.state.auction.leader, size / 2, -3, 8),
            )  # fmt: skip
            pic.group(parts, id="standing", transform=at(x, y))
            return
        move = f"bid {price}"
        words = text(x + size / 2, y + 20, price, f"mid {'w7' if move in self.moves else 'faint'}")
        if move in self.moves:
            note = f"Bid {price}."
            if self.state.discount(self.holder):
                note = f"Bid {price}, pay {max(0, price - self.state.discount(self.holder))} after the discount."
            pic.add(target((rect(x, y, size, 28, "bid", 6), words), move=move, label=f"bid {price}", note=note))
        elif self.actor is not None:
            self.places[f"bid-{price}"] = (x, y, size, 28)
            pic.add(target((rect(x, y, size, 28, "hit"), words), try_=move, label=f"bid {price}"))
        else:
            pic.add(words)
        if limit is not None and price == limit + 1:
            pic.path(f"M{num(x - 2)} {num(y - 4)}v36", "limit")

    def _result(self) -> None:
        """The end: points by source for every seat, the winner first."""
        pic, state = self.pic, self.state
        heads = ("licences", "boats", "crates", "bonuses")
        pic.text(_LEFT, _LOTS_Y + 16, "The end", "t20 w7")
        for number, words in enumerate((*heads, "points")):
            pic.text(330 + 76 * number, _LOTS_Y + 16, words, "t14 soft end")
        scores, winners = state.scores(), state.winners()
        order = sorted(range(state.players), key=lambda seat: (seat not in winners, -scores[seat]))
        for number, seat in enumerate(order):
            y = _LOTS_Y + 28 + 38 * number
            pic.rect(_LEFT, y, 650, 34, "now" if seat in winners else "panel", 8)
            pic.add(badge(seat, _LEFT + 20, y + 17, 11))
            won = "wins" if len(winners) == 1 else "shares the win"
            pic.text(_LEFT + 40, y + 23, f"{state.seat_name(seat)}{f' {won}' if seat in winners else ''}", "w7")
            for place, head in enumerate(heads):
                pic.text(330 + 76 * place, y + 23, state.points(seat)[head], "end num")
            pic.text(330 + 76 * 4, y + 24, scores[seat], "t20 w7 end num")
        ties = "Ties: more boats, then more crates on boats." if scores.count(max(scores)) > 1 else ""
        pic.text(680, _STRIP_Y + 16, f"after round {state.round}", "t14 soft")
        for number, words in enumerate(wrap(ties, 200, 13)):
            pic.text(680, _STRIP_Y + 36 + 17 * number, words, "t13 soft")

    # ---- one fleet in full ------------------------------------------------------------------------------------

    def _rows(self, column: str) -> list[tuple[Boat, float]]:
        """Return the boats under a licence with the height of each."""
        state = self.state
        most = max(Counter(boat.kind for boat in state.sides[self.main].boats).values(), default=0)
        usual = 44.0 if most <= 3 else TILE_H
        hiring = state.step == "captain" and self.actor == self.main
        boats = [boat for boat in state.sides[self.main].boats if boat.kind == column]
        return [(boat, 54.0 if hiring and not boat.captain else usual) for boat in boats]

    def _fleet(self) -> None:
        pic, state, seat = self.pic, self.state, self.main
        y = self.side_y
        pic.add(badge(seat, 30, y + 8, 12))
        name = self.name(seat)
        pic.text(50, y + 14, name, "t18 w7")
        points = state.points(seat)
        sources = ", ".join(f"{what} {count}" for what, count in points.items())
        if not self.plain:
            total = many(sum(points.values()), "point")
            pic.text(62 + 10 * len(name), y + 14, f"{total}: {sources}" if not self.compact else total, "t14 soft")
        if self.main != self.own and not self.compact:
            words = "Back to your own fleet" if self.own == self.viewer else f"Back to {state.seat_name(self.own)}"
            parts = (rect(714, y - 5, 170, 26, "panel", 8), text(799, y + 13, words, "mid t14 w6"))
            pic.add(target(parts, mark=f"seat {self.main}", label=words, note=f"{words}.", id="back"))
        if not self.columns:
            pic.rect(_LEFT, y + 26, 400, LICENCE_H, "empty", 10)
            pic.text(_LEFT + 200, y + 26 + LICENCE_H / 2 + 5, "No licence yet: no boat may be launched", "mid t14 soft")
        for number, (kind, held) in enumerate(self.columns.items()):
            x = _LEFT + self.pitch * number
            names = ", ".join(state.title_of(one, licence=True) for one in dict.fromkeys(held))
            count = f" × {len(held)}" if len(held) > 1 else ""
            about = " ".join(state.about(one, licence=True) for one in dict.fromkeys(held))
            self.thing(
                f"licence-{seat}-{kind}", licence_card(pic, state, seat, held, self.width), x, y + 26,
                label=f"{names} licence{count}", note=about, box=(self.width, LICENCE_H),
            )  # fmt: skip
            self._column(kind, x)

    def _column(self, kind: str, x: float) -> None:
        y = self.boats_y
        if not self.boats[kind]:
            if boat_for(kind) and self.state.step != "over":
                self.pic.rect(x, y, self.width, 36, "empty", 8)
                self.pic.text(x + self.width / 2, y + 23, "launch here", "mid t13 soft")
            return
        for boat, height in self.boats[kind]:
            self._boat(boat, x, y, height)
            y += height + 6

    def _boat(self, boat: Boat, x: float, y: float, height: float) -> None:
        state, seat, pic = self.state, self.main, self.pic
        key = f"boat-{seat}-{boat.name}"
        kind, _, number = boat.name.rpartition("-")
        title = f"{state.title_of(kind)} boat {number}"
        words = f"{_captain_words(state, boat)}, {boat.crates} of {state.cards.capacity} crates"
        mine = self.actor == seat
        if mine and state.step == "captain" and not boat.captain:
            self._hire(boat, key, title, x, y, height)
            return
        move = f"process {boat.name}" if state.step == "process" else ""
        try_ = f"captain {boat.name} {next(iter(self.hand), 'shrimp')}" if state.step == "captain" else move
        inner = boat_card(pic, state, seat, boat, self.width, height)
        if mine and move in self.moves:
            inner.append(rect(-2, -2, self.width + 4, height + 4, "can", 9))
            words = f"Move one crate to the licence. Now {words}"
        lit = "fished" if f"fished {seat}" in self.marks and boat.crates and boat.captain else ""
        self.thing(
            key, inner, x, y, label=title, note=f"{title}: {words}.", box=(self.width, height),
            move=move if mine else "", try_=try_ if mine else "", cls=lit,
        )  # fmt: skip
        self.crates.extend(boat_crates(state, boat, x, y, self.width, height, f"crate-{seat}-{boat.name}"))
        self._coming(seat, boat)

    def _hire(self, boat: Boat, key: str, title: str, x: float, y: float, height: float) -> None:
        """A boat without a captain while captains are hired: every kind of card in hand as a small target on it."""
        pic, state = self.pic, self.state
        self.places[key] = (x, y, self.width, height)
        pic.group(
            (rect(0, 0, self.width, height, "bt", 8), pic.glyph_text(glyph_of(boat.kind), 18, height / 2, 28)),
            id=key, transform=at(x, y), data_note=f"{title} has no captain yet.",
        )  # fmt: skip
        for number, card in enumerate(self.hand):
            place = at(x + 36 + 25 * (number % 3), y + 2 + 25.5 * (number // 3))
            parts = (rect(0, 0, 24, 24, "chip", 5), pic.glyph_text(glyph_of(card), 12, 12, 19))
            words = f"{title}: hire a captain with a {state.title_of(card)} card"
            cash = state.cards.cash[BOAT[card]]
            pic.add(
                target(
                    parts,
                    move=f"captain {boat.name} {card}",
                    label=words,
                    note=f"{words} (as cash it would pay {cash}).",
                    transform=place,
                    data_links=pic.ref(key),
                )
            )
        self._coming(self.main, boat)

    def _coming(self, seat: Player, boat: Boat) -> None:
        """Lay the crate that fishing may bring on the pile, so that it glides from there."""
        if boat.crates < min(4, self.state.cards.capacity) and self.state.crates and not self.compact:
            self.crates.append(crate(*self.pile_top, 10, id=f"crate-{seat}-{boat.name}-{boat.crates + 1}"))

    # ---- the hand ---------------------------------------------------------------------------------------------

    def _hand(self) -> None:
        pic, state, y = self.pic, self.state, self.hand_y
        seat, size = self.holder, state.hand_size(self.holder)
        head = "Your hand" if seat == self.viewer else f"Hand of {state.seat_name(seat)}"
        pic.text(_LEFT, y + 26, head, "t18 w7")
        pic.text(_LEFT + 16 + 9.6 * len(head), y + 26, many(size, "card"), "t14 soft")
        top = y + 44
        if not self.open:
            for number in range(min(size, 6)):
                pic.add(card_back(pic, _LEFT + 30 * number, top, 70, 92, size, 18) if number == min(size, 6) - 1 else
                        rect(_LEFT + 30 * number, top, 70, 92, "back", 8))  # fmt: skip
            words = "hidden" if self.compact else "hidden: only the owner sees these cards"
            pic.text(_LEFT + 250, top + 52, words, "t14 soft")
            return
        if not size:
            pic.rect(_LEFT, top, HAND_W, HAND_H, "empty", 10)
            pic.text(_LEFT + HAND_W / 2, top + HAND_H / 2 + 5, "empty", "mid t14 soft")
        fresh = state.just_drawn() if seat == state.seat else Counter[str]()
        for number, kind in enumerate(kind for kind in BOATS if self.hand[kind]):
            if self.compact:
                row, place = divmod(number, 4)
                self._hand_card(kind, _LEFT + 103 * place, top + (HAND_H + 10) * row, fresh[kind])
            else:
                self._hand_card(kind, _LEFT + 106 * number, top, fresh[kind])
        if state.step != "over" and not self.compact:
            self._purse(664, y + 34)

    def _hand_card(self, kind: str, x: float, y: float, fresh: int) -> None:
        state, count = self.state, self.hand[kind]
        move, caption, hint = self._use_of(kind)
        inner = hand_card(self.pic, state, kind, count, fresh)
        if move in self.moves:
            y -= 10
            inner.append(rect(-3, -3, HAND_W + 6, HAND_H + 6, "can", 12))
        links = ""
        if move.startswith("captain ") and move in self.moves:
            links = self.pic.ref(f"boat-{self.main}-{move.split()[1]}") if self.main == self.holder else ""
        title = f"{state.title_of(kind)} card{f' × {count}' if count > 1 else ''}"
        note = f"{hint}{' ' if hint else ''}{state.about(kind)}"
        self.thing(
            f"hand-{kind}", inner, x, y, label=title, note=note, box=(HAND_W, HAND_H), move=move, try_=move, links=links
        )
        if caption:
            cls = "mid t13 w6" if move in self.moves else "mid t13 soft"
            self.pic.text(x + HAND_W / 2, self.hand_y + 44 + HAND_H + 18, caption, cls)

    def _use_of(self, kind: str) -> tuple[str, str, str]:
        """Return the move that a click on a hand card means now, the words under it, and what it does."""
        state = self.state
        if self.actor is None:
            return "", "", ""
        match state.step:
            case "launch":
                move = f"launch {kind}"
                if move in self.moves:
                    cost = state.launch_cost(self.holder, kind)
                    return move, f"launch for {cost or 'free'}", f"Launch it for {cost or 'free'}."
                why = state.why_not_launch(kind)
                return move, _short_reason(why), str(why)
            case "pay":
                move = f"pay {kind}"
                if move in self.moves:
                    pays = state.cards.cash[BOAT[kind]]
                    return move, f"pays {pays}", f"Pay with it: {min(pays, state.owed)} of the {state.owed} owed."
                return move, "not this one", str(state.why_not(("pay", kind)))
            case "discard":
                move = f"discard {kind}"
                fine = move in self.moves
                return move, "discard" if fine else "keep", "Discard it." if fine else ""
            case "captain":
                boat = next(boat for boat in state.sides[self.holder].boats if not boat.captain)
                title = f"{state.title_of(boat.kind)} boat {boat.name.rpartition('-')[2]}"
                return f"captain {boat.name} {kind}", "as captain", f"Captain for {title}."
        return f"launch {kind}", "", ""

    def _purse(self, x: float, y: float) -> None:
        pic, state, seat = self.pic, self.state, self.holder
        you = "You" if seat == self.viewer else state.seat_name(seat)
        pic.rect(x, y, 220, HAND_H + 24, "panel", 10)
        pic.text(x + 14, y + 26, f"{you} can pay {state.limit(seat)}", "w7")
        parts = [f"{state.cash(seat)} in cards"]
        if state.sides[seat].processed:
            parts.append(many(state.sides[seat].processed, "crate"))
        if state.discount(seat):
            parts.append(f"{state.discount(seat)} discount")
        pic.text(x + 14, y + 46, ", ".join(parts), "t13 soft")
        tuna = min(4, state.licences(seat, "tuna"))
        draws, rule = state.cards.tuna_draw[tuna], state.cards.tuna_discard[tuna]
        lines = (
            f"launch {many(state.launches(seat), 'boat')}",
            f"hire {many(state.hires(seat), 'captain')}",
            f"draw {draws}, " + ("keep all" if rule == "none" else "discard one"),
        )
        pic.text(x + 14, y + 74, "In each round", "t13 w6")
        for number, words in enumerate(lines):
            pic.text(x + 14, y + 92 + 17 * number, words, "t13 soft")

    # ---- the others -------------------------------------------------------------------------------------------

    def _rival(self, seat: Player, x: float, y: float) -> None:
        pic, state, width = self.pic, self.state, self.panel_w
        side = state.sides[seat]
        inline = width > 600
        acting = seat == state.turn()
        name, score, size = self.name(seat), sum(state.points(seat).values()), state.hand_size(seat)
        inner = [
            rect(0, 0, width, self.panel_h, "now" if acting else "panel", 10),
            badge(seat, 22, 21, 11),
            text(42, 27, name, "w7"),
            card_back(pic, 114, 7, 22, 28, size, 12),
            text(142, 27, "card" if size == 1 else "cards", "t13"),
            hexagon(width - 26, 21, score, 18) if not self.plain else "",
        ]
        chip_x, chip_y = (200.0, 9.0) if inline else (12.0, 42.0)
        kinds = list(_columns(state, seat).values())
        tight = sum(38 if len(held) == 1 else 56 for held in kinds) > (width - 20 if not inline else 480)
        for held in kinds:
            chip, wide = small_chip(pic, held[0], chip_x, chip_y, len(held), tight)
            inner.append(chip)
            chip_x += wide + (2 if tight else 4)
        if not side.licences:
            inner.append(text(chip_x, chip_y + 18, "no licence yet", "t13 soft"))
        if side.processed:
            beside = chip_x + 8 if inline else 190.0
            inner += [crate(beside, 15, 12), text(beside + 17, 26, side.processed, "t14 w7")]
        top = 44.0 if inline else 74.0
        for number, boat in enumerate(side.boats):
            left, down = 10 + (self.tile_w + 4) * (number % self.tiles), top + (TILE_H + 4) * (number // self.tiles)
            kind, _, which = boat.name.rpartition("-")
            captain, full = _captain_words(state, boat), state.cards.capacity
            note = f"{state.title_of(kind)} boat {which} of {name}: {captain}, {boat.crates} of {full} crates."
            lit = "fished" if f"fished {seat}" in self.marks and boat.crates and boat.captain else None
            tile = boat_card(pic, state, seat, boat, self.tile_w, TILE_H)
            inner.append(group(tile, transform=at(left, down), data_note=note, cls=lit))
            self.places[f"boat-{seat}-{boat.name}"] = (x + left, y + down, self.tile_w, TILE_H)
            crates = boat_crates(state, boat, x + left, y + down, self.tile_w, TILE_H, f"crate-{seat}-{boat.name}")
            self.crates.extend(crates)
            self._coming(seat, boat)
        if not side.boats:
            inner.append(text(12, top + 20, "no boat yet", "t13 soft"))
        about = f"{many(score, 'point')}, {many(size, 'card')} in hand, {many(len(side.boats), 'boat')}"
        if side.processed:
            about += f", {many(side.processed, 'processed crate')}"
        words = f"{name}: {about}. Click to look at this fleet in full."
        self.places[f"licence-{seat}"] = (x, y, width, self.panel_h)
        pic.add(target(inner, mark=f"seat {seat}", label=words, note=words, id=f"seat-{seat}", transform=at(x, y)))

    def _legend(self) -> None:
        pic, y = self.pic, self.foot + 12
        pic.add(coin(28, y, self.state.cards.cash[0], 11), hexagon(176, y, 3, 12))
        pic.text(46, y + 5, "cash, lowest bid", "t13 soft")
        pic.text(194, y + 5, "points", "t13 soft")
        pic.glyph("captain", 266, y, 22, f"s-{SEATS[self.main]}")
        pic.text(282, y + 5, "captain", "t13 soft")
        pic.add(crate(350, y - 6, 12))
        pic.text(368, y + 5, f"crate, room for {self.state.cards.capacity} on a boat", "t13 soft")
        pic.add(card_back(pic, 548, y - 12, 20, 24, 5, 12))
        pic.text(574, y + 5, "hidden cards", "t13 soft")
        if self.actor is not None:
            pic.add(rect(676, y - 9, 24, 18, "can", 5))
            pic.text(708, y + 5, "can be played now", "t13 soft")

    # ---- marks ------------------------------------------------------------------------------------------------

    def _last_move(self) -> None:
        key = self._last_place()
        if key not in self.places:
            return
        x, y, w, h = self.places[key]
        box = (x - 3, y - 3, w + 6, h + 6)
        self.pic.group((rect(*box, "lastcase", 11), rect(*box, "lastline", 11)), id="last", cls="still")

    def _last_place(self) -> str:
        """Return where the last move was made, from what everybody sees."""
        state = self.state
        match self.last:
            case ("nominate", str(lot)) | ("show", str(lot)):
                shown = state.display.count(lot)
                newest = self.last[0] == "show" and shown > 1
                return f"lot-{lot}-{shown}" if newest else f"lot-{lot}"
            case ("pay", str(piece)):
                if state.sales and state.step == "nominate":
                    sale = state.sales[-1]
                    column = boat_for(sale.licence) or sale.licence
                    return f"licence-{sale.seat}-{column}" if sale.seat == self.main else f"licence-{sale.seat}"
                return "pile-discards" if piece != "crate" else ""
            case ("discard", _):
                return "pile-discards"
            case ("draw", _) | ("trade",):
                return "pile-cards"
            case ("launch", str(kind)):
                return self._boat_place("launch", lambda boat: boat.kind == kind and not boat.captain, newest=True)
            case ("captain", str(name), _):
                return self._boat_place(
                    "hire", lambda boat: boat.name == name and bool(boat.captain) and boat.crates < 2
                )
            case ("process", str(name)):
                return self._boat_place("process", lambda boat: boat.name == name)
        return ""

    def _boat_place(self, phase: str, fits: Callable[[Boat], bool], newest: bool = False) -> str:
        """Return the boat of the last move: the seat to act had it, or the nearest one before it in turn order."""
        state, seats = self.state, list(self.state.order())
        if state.phase == phase:
            begun = state.count or state.owed or state.used or state.step == "draw"
            seats = seats[: seats.index(state.seat) + bool(begun)]
        for seat in reversed(seats):
            boats = state.sides[seat].boats
            found = [boat for boat in (boats[-1:] if newest else boats) if fits(boat)]
            if found:
                return f"boat-{seat}-{found[0].name}"
        return ""

    def _explain(self) -> None:
        """Tell a card's rule beside it, as long as the moment lasts in which it was asked."""
        ending = f" {self.moment}"
        mark = next((mark for mark in self.marks if mark.startswith("about ") and mark.endswith(ending)), "")
        key = mark[6 : -len(ending)]
        if key not in self.told or self.refused:
            return
        head, note = self.told[key]
        lines = wrap(note.removeprefix(f"{head}: "), 388, 14)
        height = 44.0 + 19 * len(lines)
        x, y = self._beside(self.places[key], 420, height)
        parts = [rect(x, y, 420, height, "told", 12), text(x + 16, y + 26, head, "w7")]
        parts += [
            text(x + 16, y + 48 + 19 * n, f"{w[:1].upper()}{w[1:]}" if not n else w, "t14") for n, w in enumerate(lines)
        ]
        self.pic.group(parts, id="told", cls="still")

    def _beside(self, place: tuple[float, float, float, float], width: float, height: float) -> tuple[float, float]:
        """Return where a box goes so that it stays in the picture and does not cover a place."""
        x, y, w, h = place
        left = min(max(x + w / 2 - width / 2, 8), self.pic.width - 8 - width)
        below = y + h + 14
        if below + height <= self.pic.height - 6 and y < self.hand_y - 60:
            return left, below
        return left, max(6, y - height - 16)

    def _refusal(self) -> None:
        if not self.refused:
            return
        move, reason = self.refused
        key = next((key for where in reason.where if (key := self._place_of(where))), "")
        if len(move) == 2 and move[0] == "bid" and f"bid-{move[1]}" in self.places:
            key = f"bid-{move[1]}"
        lines = len(wrap(str(reason), 388, 16)) * 20 + len(wrap(reason.title, 388, 18)) * 22
        height = 24.0 + lines + (16 if reason.rule else 0)
        if not key:
            self.pic.bubble(240, _STRIP_Y + _STRIP_H + 8, 420, reason)
            return
        x, y, w, h = self.places[key]
        left, top = self._beside(self.places[key], 420, height)
        middle = x + w / 2
        leader = (
            f"M{num(middle)} {num(y + h)}V{num(top)}" if top > y else f"M{num(middle)} {num(y)}V{num(top + height)}"
        )
        box = rect(x - 3, y - 3, w + 6, h + 6, "nopedash", 12)
        self.pic.group((box, path(leader, "nope", stroke_width=2), cross(x + w, y, 11)), cls="still", id="cross")
        self.pic.bubble(left, top, 420, reason)

    def _place_of(self, where: str) -> str:
        """Return the place on the picture that a reason points at."""
        if where.startswith("boat-"):
            where = f"boat-{self.state.seat}-{where[5:]}"
        return where if where in self.places else ""


def _columns(state: Fleet, seat: Player) -> dict[str, tuple[str, ...]]:
    """Return a seat's licences by kind, in the order of purchase; all King Crabs are one kind."""
    columns: dict[str, tuple[str, ...]] = {}
    for licence in state.sides[seat].licences:
        kind = boat_for(licence) or licence
        columns[kind] = (*columns.get(kind, ()), licence)
    return columns


def _captain_words(state: Fleet, boat: Boat) -> str:
    if not boat.captain:
        return "no captain"
    return "a captain" if boat.captain == HIDDEN else f"a captain (a {state.title_of(boat.captain)} card)"


def _short_reason(why: Reason) -> str:
    if why.title == "Beyond your means":
        return "cannot pay"
    return "no licence" if why.title.startswith("No ") else why.title.lower()


# What the table asks.


def toggle(marks: Sequence[str], mark: str) -> tuple[str, ...]:
    """Return the marks after a click: one fleet to look at, and one explanation, each until clicked again."""
    family = mark.split()[0]
    kept = tuple(one for one in marks if one.split()[0] != family)
    return kept if mark in marks else (*kept, mark)


def label(state: Fleet, move: Move) -> str:
    """Return the words on a button."""
    match move:
        case ("first", int(seat)):
            return f"{state.seat_name(seat)} starts"
        case ("stack", str(layer)):
            return f"a {layer} licence"
        case ("show", str(name)):
            return state.title_of(name, licence=True)
        case ("draw", str(kind)):
            return state.title_of(kind)
        case ("bid", int(price)):
            return f"Bid {price}"
        case ("captain", str(boat), str(kind)):
            own, _, number = boat.rpartition("-")
            return f"{state.title_of(own)} boat {number}: {state.title_of(kind)}"
        case ("process", str(boat)):
            own, _, number = boat.rpartition("-")
            return f"Process from {state.title_of(own)} boat {number}"
        case (word, str(kind)) if kind in BOAT:
            return f"{str(word).capitalize()} {state.title_of(kind)}"
    return ""


def subtitle(state: Fleet) -> str:
    """Return what is special about this game."""
    return f"{state.players} players, {state.cards.crates * state.players} crates"


def seat_note(state: Fleet, seat: Player) -> str:
    """Return what everybody sees of a seat."""
    side = state.sides[seat]
    return (
        f"{many(state.hand_size(seat), 'card')}, {many(len(side.boats), 'boat')}, {many(len(side.licences), 'licence')}"
    )


def steps(match: Match, at: int) -> list[tuple[tuple[str, ...], str]]:
    """Return the fishing after a move, seat by seat: it happens by itself and is soon over."""
    if not at or not isinstance(match.states[at], Fleet):
        return []
    before, after = match.states[at - 1], match.states[at]
    assert isinstance(before, Fleet)
    assert isinstance(after, Fleet)
    caught = before.caught(after)
    told: list[tuple[tuple[str, ...], str]] = []
    for seat in before.order():
        if seat in caught:
            words = f"Fishing: {after.seat_name(seat)} takes {many(caught[seat], 'crate')}, one for each captained boat"
            told.append(((f"seat {seat}", f"fished {seat}"), f"{words} with room."))
    if told:
        told.append(((), f"{many(after.crates, 'crate')} are left, and none will grow again."))
    return told


# ---- plots -----------------------------------------------------------------------------------------------------------


def _states(match: Match) -> list[Fleet]:
    return [state for state in match.states if isinstance(state, Fleet)]


def _note(rows: list[Row], number: int, row: Row) -> None:
    """Add a row if anything in it is new."""
    if not rows or any(rows[-1][key] != row[key] for key in row):
        rows.append({"at": number, **row})


def crate_rows(match: Match) -> list[Row]:
    """Return the crates left in the supply, on boats and processed, whenever they change."""
    rows: list[Row] = []
    for number, state in enumerate(_states(match)):
        boats = sum(state.crates_on_boats(seat) for seat in range(state.players))
        spent = state.spent + sum(side.processed for side in state.sides)
        _note(rows, number, {"round": state.round, "left": state.crates, "boats": boats, "spent": spent})
    return rows


def sale_rows(match: Match) -> list[Row]:
    """Return the licences sold with the winning bid and the minimum, in order of sale."""
    rows: list[Row] = [{"at": 0, "sale": 0, "bid": None, "minimum": None, "licence": "", "round": 0}]
    for number, state in enumerate(_states(match)):
        for sale in state.sales[len(rows) - 1 :]:
            rows.append(
                {
                    "at": number,
                    "sale": len(rows),
                    "bid": sale.price,
                    "minimum": state.minimum(sale.licence),
                    "licence": state.title_of(sale.licence, licence=True),
                    "round": sale.round,
                }
            )
    return rows


def point_rows(match: Match) -> list[Row]:
    """Return everybody's points and all points by source, whenever they change."""
    rows: list[Row] = []
    for number, state in enumerate(_states(match)):
        by_seat = [state.points(seat) for seat in range(state.players)]
        row = {"round": state.round}
        row |= {source: sum(points[source] for points in by_seat) for source in by_seat[0]}
        row |= {f"seat {seat}": sum(points.values()) for seat, points in enumerate(by_seat)}
        _note(rows, number, row)
    return rows


def hand_rows(match: Match, viewer: Player | None = CHANCE) -> list[Row]:
    """Return what each hand can pay as an auction begins, as far as a viewer can know.

    A hidden card counts as the average of all cards that the viewer cannot see. `CHANCE` is a spectator who sees no
    hand; `None` sees all of them.
    """
    rows: list[Row] = []
    for number, state in enumerate(_states(match)):
        if (rows and rows[-1]["round"] == state.round) or state.phase == "setup":
            continue
        seen = state if viewer is None else state.view(viewer)
        unseen = [cash for cash, count in zip(state.cards.cash, seen.supply, strict=True) for _ in range(count)]
        guess = {kind: float(cash) for kind, cash in zip(BOATS, state.cards.cash, strict=True)}
        guess[HIDDEN] = mean(unseen) if unseen else 0.0
        row: dict[str, object] = {"at": number, "round": state.round}
        for seat in range(state.players):
            row[f"seat {seat}"] = round(sum(guess[card] * count for card, count in seen.hand(seat).items()), 1)
        rows.append(row)
    return rows or [{"at": 0, "round": 1, **{f"seat {seat}": None for seat in range(match.seats)}}]


def _seat_lines(match: Match) -> list[Series]:
    names = match.states[0].seat_name
    return [Series(f"seat {seat}", names(seat), SEATS[seat]) for seat in range(match.seats)]


PLOTS = (
    Plot(
        title="Crates left",
        x="round",
        y="crates",
        x_key="round",
        series=(Series("left", "supply", "a"), Series("boats", "on boats", "e"), Series("spent", "processed", "d")),
        rows=crate_rows,
    ),
    Plot(
        title="Winning bids against the minimum",
        x="licence sold, in order",
        y="coins",
        x_key="sale",
        series=(Series("bid", "bid", "b"), Series("minimum", "minimum")),
        rows=sale_rows,
        top=10,
    ),
    Plot(
        title="Points by source and round, all seats",
        x="round",
        y="points",
        x_key="round",
        series=(
            Series("licences", "licences", "a"),
            Series("boats", "boats", "b"),
            Series("crates", "crates", "e"),
            Series("bonuses", "bonuses", "c"),
        ),
        rows=point_rows,
        top=10,
    ),
    Plot(
        title="Hand value, guessed from the number of cards",
        x="round",
        y="coins at the auction",
        x_key="round",
        series=_seat_lines,
        rows=hand_rows,
    ),
)
