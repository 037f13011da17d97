"""The upper half of a picture of Fleet: phases, licences for sale, piles, and what is decided now."""

from __future__ import annotations

from collections import Counter

from fishlab.core import CHANCE
from fishlab.fleet.position import PHASES
from fishlab.plain_words import many
from fishlab_widgets.draw.svg import at, badge, num, rect, target, text, wrap
from fishlab_widgets.fleet.card_pictures import (
    LOT_H,
    LOT_W,
    card_back,
    crate,
    fit,
    lot_card,
)
from fishlab_widgets.fleet.quay import LEFT, LOTS_Y, RIGHT, STRIP_H, STRIP_Y, Quay, short_reason


class Market(Quay):
    """The market, and the strip that says what to do."""

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
        pic.text(RIGHT, 27, f"Round {state.round}{last}", "w7 end t18")
        if state.step != "first":
            pic.text(RIGHT, 46, f"{state.seat_name(state.first)} starts", "t13 soft end")

    def _lots(self) -> None:
        state, pic, seen = self.state, self.pic, Counter[str]()
        for number in range(state.players):
            x = LEFT + 166 * number
            if number >= len(state.display):
                words = "not yet shown" if state.turn() == CHANCE else "sold or gone"
                pic.rect(x, LOTS_Y, LOT_W, LOT_H, "empty", 10)
                pic.text(x + LOT_W / 2, LOTS_Y + LOT_H / 2 + 5, words, "mid t13 soft")
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
                key, inner, x, LOTS_Y, label=f"{state.title_of(lot, licence=True)} licence", note=note,
                box=(LOT_W, LOT_H), move=move, try_=move if not up else "bid 0",
            )  # fmt: skip

    def _sales(self) -> None:
        """The latest sales, where the lots leave room."""
        x, state = LEFT + 166 * self.state.players, self.state
        width = 670 - x
        if width < 120:
            return
        self.pic.text(x, LOTS_Y + 14, "Latest sales", "w7 t14")
        if not state.sales:
            self.pic.text(x, LOTS_Y + 36, "none yet", "t13 soft")
        for number, sale in enumerate(reversed(state.sales[-4:])):
            y = LOTS_Y + 34 + 20 * number
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
            x, y = 682.0, LOTS_Y + 34 * number
            card = card_back(pic, 0, 0, 24, 30, count, 13.5)
            self.places[f"pile-{key}"] = (x, y, 108, 30)
            inner = (rect(0, 0, 108, 30, "hit"), card, text(32, 20, words, "t13"))
            pic.group(inner, transform=at(x, y), data_note=f"{count} {words}. {note}", id=f"pile-{key}")
        total = state.cards.crates * state.players
        x, y = 800.0, LOTS_Y
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
        pic.rect(LEFT, STRIP_Y, 868, STRIP_H, "panel", 10)
        right = self._buttons()
        if state.step in ("open", "bid"):
            self._ladder(right)
            return
        head, why = self._task()
        pic.text(LEFT + 14, STRIP_Y + 26, head, "w7")
        for number, words in enumerate(wrap(why, right - LEFT - 24, 14)[:2]):
            pic.text(LEFT + 14, STRIP_Y + 48 + 19 * number, words, "t14 soft")

    def _buttons(self) -> float:
        right, y, state = RIGHT - 12, STRIP_Y + 20, self.state
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
                cannot.setdefault(short_reason(why), []).append(title)
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
        pic.text(LEFT + 14, STRIP_Y + 23, f"Bids for {lot}", "w7")
        pic.text(LEFT + 30 + 9 * len(f"Bids for {lot}"), STRIP_Y + 23, words, "t14 soft")
        room = right - LEFT - 24
        high = max(low + 6, auction.bid + 3, (limit or 0) + 1)
        step = 32.0 if (high - low + 1) * 32 <= room else 25.0
        count = int(room // step)
        if high - low + 1 > count:
            low = max(low, min(auction.bid or low, high - count + 1))
            high = low + count - 1
        for price in range(low, high + 1):
            self._price(price, LEFT + 14 + step * (price - low), step, limit)

    def _price(self, price: int, x: float, step: float, limit: int | None) -> None:
        pic, standing = self.pic, self.state.auction.bid
        y, size = STRIP_Y + 38, step - 4
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
        pic.text(LEFT, LOTS_Y + 16, "The end", "t20 w7")
        for number, words in enumerate((*heads, "points")):
            pic.text(330 + 76 * number, LOTS_Y + 16, words, "t14 soft end")
        scores, winners = state.scores(), state.winners()
        order = sorted(range(state.players), key=lambda seat: (seat not in winners, -scores[seat]))
        for number, seat in enumerate(order):
            y = LOTS_Y + 28 + 38 * number
            pic.rect(LEFT, y, 650, 34, "now" if seat in winners else "panel", 8)
            pic.add(badge(seat, LEFT + 20, y + 17, 11))
            won = "wins" if len(winners) == 1 else "shares the win"
            pic.text(LEFT + 40, y + 23, f"{state.seat_name(seat)}{f' {won}' if seat in winners else ''}", "w7")
            for place, head in enumerate(heads):
                pic.text(330 + 76 * place, y + 23, state.points(seat)[head], "end num")
            pic.text(330 + 76 * 4, y + 24, scores[seat], "t20 w7 end num")
        ties = "Ties: more boats, then more crates on boats." if scores.count(max(scores)) > 1 else ""
        pic.text(680, STRIP_Y + 16, f"after round {state.round}", "t14 soft")
        for number, words in enumerate(wrap(ties, 200, 13)):
            pic.text(680, STRIP_Y + 36 + 17 * number, words, "t13 soft")

    # ---- one fleet in full ------------------------------------------------------------------------------------
