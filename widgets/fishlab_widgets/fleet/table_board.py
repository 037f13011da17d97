"""The picture that a table of Fleet plays on: auction, seats, one harbour in full, and the hand, always of one size.

From top to bottom: phases and round; the licences on show and the piles; a strip with bids, debts or means; a tab for
each seat, of which one is in front with its harbour; the hand, every kind of card at its own place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache

from fishlab.core import CHANCE, Player
from fishlab.fleet.card_words import HOW_MANY, about_licence, counted, licence_line, licence_title
from fishlab.fleet.deck import BOATS
from fishlab.fleet.hands import cash, hand_size
from fishlab.fleet.rules import Fleet
from fishlab.fleet.words import PHASES, TRACK, bill, points_by_source
from fishlab.messages import cache_by_language, mark, tr, trn
from fishlab_widgets.draw.svg import at, badge, group, num, path, rect, snug, target, text
from fishlab_widgets.fleet.card_pictures import (
    HAND_H,
    HAND_W,
    LOT_H,
    back,
    bare_card,
    cap,
    coin,
    crate,
    glyph,
    licence_chip,
    lot_card,
    name_of,
)
from fishlab_widgets.fleet.quay import Quay, columns_of, round_words
from fishlab_widgets.live.face import BOARD_SIZE, Look

_LEFT, _ROOM = 8.0, 584.0
_LOTS_Y, _PILES_X = 32.0, 478.0
_STRIP_Y, _STRIP_H = 128.0, 48.0
_TABS_Y, _TAB_H = 182.0, 46.0
_PORT_Y, _PORT_H = 228.0, 172.0
_HAND_Y = 407.0
_COINS = 12
"""How many coins glide: few debts are larger."""


class TableBoard(Quay):
    """Each part of the table in turn."""

    def __init__(self, state: Fleet, look: Look, *, whole: bool = False) -> None:
        super().__init__(state, look, *BOARD_SIZE, whole=whole)

    def draw(self) -> str:
        """Return the whole picture."""
        self._phases()
        self._piles()
        self._lots()
        self._strip()
        self._tabs()
        self.licence_row(self.main, 14, _PORT_Y + 6, 572)
        self.boat_rows(self.main, 14, _PORT_Y + 50, 572, most=8)
        self._glides()
        self.hand_cards(_LEFT, _HAND_Y, 6, fixed=True)
        self.pic.group(self.crates, id="crates", cls="still")
        self.last_move()
        self.explain()
        self.refusal()
        return str(self.pic)

    # ---- the market -------------------------------------------------------------------------------------------

    def _phases(self) -> None:
        state = self.state
        now = 2 if any(mark.startswith("fished") for mark in self.marks) else TRACK.get(state.phase, -1)
        self.pic.add(_phase_track(now))
        words = text(_LEFT + _ROOM, 20, round_words(state), "w7 end t14")
        self.pic.group((words,), id="round")

    def _lots(self) -> None:
        state, pic, seen = self.state, self.pic, Counter[str]()
        width = (_PILES_X - 10 - _LEFT - 8 * (state.players - 1)) / state.players
        sold = Counter(sale.licence for sale in state.sales)
        for number in range(state.players):
            x = _LEFT + (width + 8) * number
            if number >= len(state.market.display):
                words = tr("to be turned up") if state.turn() == CHANCE else tr("sold")
                words = tr("none on sale") if state.last else words
                empty = (rect(0, 0, width, LOT_H, "empty", 10), text(width / 2, LOT_H / 2 + 5, words, "mid t13 soft"))
                pic.group(empty, id=f"no-lot-{number}", transform=at(x, _LOTS_Y))
                continue
            lot = state.market.display[number]
            seen[lot] += 1
            owned = state.sides[self.own].owned(lot) + 1
            inner = [lot_card(state.cards, lot, name_of(state, lot), owned, width)]
            move = f"nominate {lot}"
            up = lot == state.auction.lot and seen[lot] == 1
            if up:
                inner.append(rect(-3, -3, width + 6, LOT_H + 6, "lot", 12))
            elif move in self.moves and seen[lot] == 1:
                inner.append(rect(-2, -2, width + 4, LOT_H + 4, "can", 12))
            key = f"lot-{lot}" if seen[lot] == 1 else f"lot-{lot}-{seen[lot]}"
            title, line = licence_title(state.cards, lot), licence_line(state.cards, lot, owned)
            self.thing(
                key, inner, x, _LOTS_Y, label=tr("{names} licence", names=title),
                note=tr("{names}: {note}", names=title, note=line),
                about=about_licence(state.cards, lot), box=(width, LOT_H), move=move,
                try_=move if not up else "bid 0", name=_licence_id(lot, sold[lot] + seen[lot]),
            )  # fmt: skip

    def _piles(self) -> None:
        """What lies in the middle: the crates, boat cards, discards and licences that are left."""
        pic, state = self.pic, self.state
        bay = tr("Of {total} in the bay. They never come back: the round in which they run out is the last.",
                 total=state.cards.crates * state.players)  # fmt: skip
        if state.credited:
            bay = tr("{bay} {credited} more were credited.", bay=bay, credited=state.credited)
        rows = (
            ("crates", trn("{n} crate left", "{n} crates left", state.crates), bay),
            ("cards", trn("{n} boat card", "{n} boat cards", state.supply_size),
             tr("Face-down boat cards to draw from.")),
            ("discards", tr("{count} discarded", count=sum(state.discards)),
             tr("Paid and discarded boat cards. They become the pile to draw from when it is empty.")),
            ("licences", HOW_MANY["licences"](state.market.size),
             tr("Still in the pile. The round in which they no longer fill the auction is the last.")),
        )  # fmt: skip
        self.bay = (_PILES_X + 3, _LOTS_Y + 4)
        for number, (key, words, note) in enumerate(rows):
            y = _LOTS_Y + 23 * number
            self.places[f"pile-{key}"] = (_PILES_X, y, 112, 21)
            inner = (rect(0, 0, 112, 21, "hit"), _pile_sign(key), text(24, 15, words, "fs" if number else "fs w7"))
            pic.group(
                inner,
                id=f"pile-{key}",
                transform=at(_PILES_X, y),
                data_note=tr("{words}. {about}", words=words, about=note),
            )

    # ---- the strip: bids, debts or means ----------------------------------------------------------------------

    def _strip(self) -> None:
        state = self.state
        self.pic.rect(_LEFT, _STRIP_Y, _ROOM, _STRIP_H, "panel", 8)
        bidding = state.step in ("open", "bid")
        head = self._bid_words() if bidding else self._strip_head()
        line = text(_LEFT + 8, _STRIP_Y + (13 if bidding else 16), head, "t13 w6", **snug(head, _ROOM - 16, 13))
        self.pic.group((line,), id="strip-head")
        if bidding:
            self._ladder()
        elif state.step != "pay":
            below = text(_LEFT + 8, _STRIP_Y + 37, self._strip_foot(), "t13 soft")
            self.pic.group((below,), id="strip-foot")
        self._debt()

    def _strip_head(self) -> str:
        state, seat, name = self.state, self.holder, self.name(self.holder)
        if state.step == "pay" and state.seat == self.viewer:
            return tr("You still owe {owed} for {bill}. No change is given.", owed=state.owed, bill=bill(state))
        if state.step == "pay":
            slots = {"name": state.seat_name(state.seat), "owed": state.owed, "bill": bill(state)}
            return tr("{name} still owes {owed} for {bill}. No change is given.", **slots)
        if state.step == "over":
            points = counted(points=sum(state.points(self.main).values()))
            return tr("{name}: {points} at the end", name=self.name(self.main), **points)
        if not self.open:
            return tr("Hands are hidden: only their owners see the cards")
        side, means = state.sides[seat], [tr("{cash} in cards", cash=cash(state, seat))]
        if side.processed:
            means.append(HOW_MANY["crates"](side.processed))
        if side.discount:
            means.append(tr("{discount} discount", discount=side.discount))
        able = mark("You can pay {limit}: {means}") if seat == self.viewer else mark("{name} can pay {limit}: {means}")
        return tr(able, name=name, limit=state.limit(seat), means=", ".join(means))

    def _strip_foot(self) -> str:
        state, seat = self.state, self.main
        if state.step == "over":
            return points_by_source(state, seat)
        side = state.sides[seat]
        keeps = state.cards.tuna_discard[side.tunas] == "none"
        if seat == self.holder:
            message = mark("Each round: launch {boats}, hire {captains}, draw {cards}, discard 1")
            if keeps:
                message = mark("Each round: launch {boats}, hire {captains}, draw {cards}, keep all")
        else:
            message = mark("{name} in each round: launch {boats}, hire {captains}, draw {cards}, discard 1")
            if keeps:
                message = mark("{name} in each round: launch {boats}, hire {captains}, draw {cards}, keep all")
        draws = state.cards.tuna_draw[side.tunas]
        counts = counted(boats=side.launches, captains=side.hires, cards=draws)
        return tr(message, name=self.name(seat), **counts)

    def _debt(self) -> None:
        """The coins that are still owed, one by one; others lie unseen where they come from or went: so they glide.

        They come from the standing bid, or from the hand a boat is launched from, and go to the pile of what is paid.
        """
        state = self.state
        owed, unseen, place = min(state.owed, 24) if state.step == "pay" else 0, 0, (0.0, 0.0, 0.0, 0.0)
        if self.last and self.last[0] == "pay":
            unseen, place = _COINS, self.places["pile-discards"]
        elif state.step in ("open", "bid") and state.auction.bid:
            unseen, place = min(state.auction.bid, _COINS), self.places["standing"]
        elif state.step == "launch":
            unseen, place = max(state.cards.cost), (_LEFT, _HAND_Y, _ROOM, HAND_H)
        away, coins = at(place[0] + place[2] / 2, place[1] + place[3] / 2), []
        for number in range(max(owed, unseen)):
            spot, cls = (at(24 + 23.5 * number, 163), None) if number < owed else (away, "away")
            coins.append(group((coin(0, 0, 1, 9.5),), id=f"owe-{number}", transform=spot, cls=cls))
        self.pic.group(coins, id="debt", cls="still", aria_hidden="true")  # the line above says it

    def _bid_words(self) -> str:
        state, auction = self.state, self.state.auction
        slots = {"licence": name_of(state, auction.lot), "bid": auction.bid, "low": state.minimum(auction.lot)}
        if not auction.bid:
            words = [tr("{licence}: bids start at {low}.", **slots)]
        elif auction.leader == self.viewer:
            words = [tr("{licence}: you lead with {bid}.", **slots)]
        else:
            words = [tr("{licence}: {name} leads with {bid}.", name=state.seat_name(auction.leader), **slots)]
        out = [self.name(seat) for seat in auction.eligible if auction.bid and seat not in auction.bidders]
        if out:
            words.append(tr("Passed: {names}.", names=", ".join(out)))
        limit = self._limit()
        if limit is not None and self.holder == self.viewer:
            words.append(tr("You can pay {limit}.", limit=limit))
        elif limit is not None:
            words.append(tr("{name} can pay {limit}.", name=state.seat_name(self.holder), limit=limit))
        return " ".join(words)

    def _limit(self) -> int | None:
        """Return how far the hand that is shown can go, None if it does not bid or is hidden."""
        auction = self.state.auction
        bids = self.open and self.holder in (auction.bidders or auction.eligible)
        return self.state.limit(self.holder) if bids else None

    def _ladder(self) -> None:
        """The bids: what stands, what may be bid, and how far the viewer can go."""
        auction, limit = self.state.auction, self._limit()
        low = self.state.minimum(auction.lot)
        high = max(low + 6, auction.bid + 3, (limit or 0) + 1)
        most = int((_ROOM - 12) // 26)
        if high - low >= most and auction.bid:  # no room for what was bid before
            low = auction.bid
        count = min(high - low + 1, most)
        step = 29.0 if count * 29 <= _ROOM - 12 else 26.0
        for number in range(count):
            self._price(low + number, _LEFT + 6 + step * number, step, limit)

    def _price(self, price: int, x: float, step: float, limit: int | None) -> None:
        pic, state, y, size = self.pic, self.state, _STRIP_Y + 20, step - 1 if step < 29 else step - 3
        move, place = f"bid {price}", at(x, y)
        words = text(size / 2, 18, price, f"mid {'w7' if move in self.moves else 'faint'}")
        if price == state.auction.bid:
            leader = badge(state.auction.leader, size / 2, 12.5, 12)
            self.places["standing"] = (x, y, size, 26)
            note = tr("{price} is the highest bid, by {name}.", price=price, name=self.name(state.auction.leader))
            pic.group((rect(0, 0, size, 26, "now", 6), leader), id="standing", transform=place, data_note=note)
        elif move in self.moves:
            note = state.explain(self.moves[move])
            label = tr("Bid {price}", price=price)
            node = target((rect(0, 0, size, 26, "bid", 6), words), move=move, label=label, note=note)
            pic.group((node,), id=f"price-{price}", transform=place)
        elif self.actor is not None:
            self.places[f"bid-{price}"] = (x, y, size, 26)
            note = state.explain(("bid", price))
            node = target(
                (rect(0, 0, size, 26, "hit"), words), try_=move, label=tr("bid {price}", price=price), note=note
            )
            pic.group((node,), id=f"price-{price}", transform=place)
        else:
            pic.group((words,), id=f"price-{price}", transform=place)
        if limit is not None and price == limit + 1:
            pic.path(f"M{num(x - 1.5)} {num(y - 2)}v30", "limit")

    # ---- the seats --------------------------------------------------------------------------------------------

    def _tabs(self) -> None:
        players = self.state.players
        width = (_ROOM - 6 * (players - 1)) / players
        self.pic.rect(_LEFT, _PORT_Y, _ROOM, _PORT_H, "front", 3)
        for seat in range(players):
            x = _LEFT + (width + 6) * seat
            self.places[f"seat-{seat}"] = (x, _TABS_Y, width, _TAB_H - 2)
            self._tab(seat, x, width)
        for seat in range(players):
            room = width - (50 if self.state.sides[seat].processed else 28)
            self._owned(seat, _LEFT + (width + 6) * seat + 4, _TABS_Y + 26.5, room)

    def _tab(self, seat: Player, x: float, width: float) -> None:
        state, side, name = self.state, self.state.sides[seat], self.name(seat)
        front, starts = seat == self.main, seat == state.first and state.step != "first"
        score, size, boats = sum(state.points(seat).values()), hand_size(state, seat), len(side.boats)
        captains, crates, done = side.captains, side.crates, side.processed
        inner = _tab_picture(seat, width, front, seat == state.turn(), starts, size, boats, captains, crates, done)
        counts = counted(points=score, cards=size, boats=boats, captains=captains, crates=crates)
        words = tr("{name}: {points}, {cards}, {boats}, {captains}, {crates}.", name=name, **counts)
        if done:
            message = mark("{name}: {points}, {cards}, {boats}, {captains}, {crates}, {processed} processed.")
            words = tr(message, name=name, processed=done, **counts)
        if front:
            node = group((inner,), data_note=words)
        else:
            words = tr("{words} Click to see this harbour.", words=words)
            node = target((inner,), mark=f"seat {seat}", label=words, note=words)
        self.pic.group((node,), id=f"seat-{seat}", transform=at(x, _TABS_Y))

    def _owned(self, seat: Player, x: float, y: float, room: float) -> None:
        """Lay a seat's licences on its tab as small chips: each is the card that was on show before it was bought."""
        columns = columns_of(self.state, seat)
        if not columns:
            words = text(0, 9.5, tr("no licence yet"), "fs soft")
            self.pic.group((words,), id=f"no-licence-{seat}", transform=at(x + 2, y), cls="still")
        pitch = min(26.0, room / max(1, len(columns)))
        numbers = self._numbers(seat)
        for column, held in enumerate(columns.values()):
            for copy, licence in enumerate(held):
                spot = at(x + pitch * column + 1.5 * copy, y - 1.5 * copy)
                self.pic.group((licence_chip(licence),), id=numbers[licence].pop(0), transform=spot, cls="still")

    def _numbers(self, seat: Player) -> dict[str, list[str]]:
        """Return the names of a seat's licences: the number of a sale, or that of a gift where none was sold."""
        count, names = Counter[str](), defaultdict[str, list[str]](list)
        for sale in self.state.sales:
            count[sale.licence] += 1
            if sale.seat == seat:
                names[sale.licence].append(_licence_id(sale.licence, count[sale.licence]))
        for number, licence in enumerate(self.state.sides[seat].licences):
            names[licence].append(f"gift-{seat}-{number}")
        return names

    # ---- what glides ------------------------------------------------------------------------------------------

    def _glides(self) -> None:
        """Lay every card of the hand under its kind, and the next one unseen where it comes from: so they glide."""
        if not self.open:
            return
        cards, away = [], at(*self._away())
        for number, kind in enumerate(BOATS):
            count = self.hand[kind]
            x = _LEFT + (HAND_W + 6) * number
            parts = (bare_card(kind),)
            for card in range(1, count + 2):
                deep = min(card - 1, 2) * 2
                spot = away if card > count else at(x + deep, _HAND_Y - deep)
                cards.append(
                    group(parts, id=f"card-{kind}-{card}", transform=spot, cls="away" if card > count else None)
                )
        self.pic.group(cards, id="cards", cls="still")

    def _away(self) -> tuple[float, float]:
        """Return where cards lie that are not in the hand: where the last move put one, else the pile to draw from."""
        if self.last and self.last[0] in ("pay", "discard", "launch", "captain"):
            place = self.places.get(self._last_place() if self.last[0] != "pay" else "pile-discards")
            if place:
                return place[0], place[1]
        return _PILES_X - 40, _LOTS_Y + 10


def _licence_id(licence: str, number: int) -> str:
    """Return the name of a licence from the auction to its owner: the how manieth of its kind that is sold."""
    return f"licence-{licence}-no-{number}"


@cache_by_language(8)
def _phase_track(now: int) -> str:
    """Return the five phases of a round, one of them marked."""
    x, parts = _LEFT, []
    for number, words in enumerate(map(tr, PHASES)):
        wide = 6.6 * len(words) + 18
        notch = "" if number == 0 else "l8-11"
        parts.append(
            path(f"M{num(x)} 4H{num(x + wide)}l8 11l-8 11H{num(x)}{notch}Z", "ph-on" if number == now else "ph")
        )
        parts.append(text(x + wide / 2 + 4, 19.5, words, "mid w7 fs" if number == now else "mid soft fs"))
        x += wide + 3
    return group(parts, id="phases")


@cache_by_language(256)
def _tab_picture(
    seat: Player, width: float, front: bool, acts: bool, starts: bool, size: int, boats: int, captains: int,
    crates: int, processed: int,
) -> str:  # fmt: skip
    """Return the tab of a harbour: its sign, and how many cards, boats, captains and crates lie there.

    Crates that were processed stand below those on boats: the line has no room for both. Names and points stand in
    the list of players only.
    """
    counts = (
        (group((back(0, 0, 11, 14),), transform=at(2, 6)), size, 16.0),
        (glyph("trawler", 11, 13.5, 18), boats, 23.0),
        (cap(seat, 9, 13.5, 17), captains, 20.0),
        (group((crate(11),), transform=at(2, 7.5)), crates, 16.0),
    )
    parts = [
        rect(0, 0, width, _TAB_H + (2 if front else -3), "front" if front else "tab", 8),
        path(f"M1.5 {_TAB_H}h{num(width - 3)}v3h{num(3 - width)}Z", "seam") if front else "",
        rect(2, 2, 24, 22, "now", 6) if acts else "",
        badge(seat, 14, 13, 9),
        glyph("anchor", width - (34 if processed else 12), 32, 18, "ink2") if starts else "",
        text(width - 5, 36, f"+{processed}", "fs end") if processed else "",
    ]
    for share, (sign, count, left) in zip((0, 0.21, 0.46, 0.72), counts, strict=True):
        parts.append(group((sign, text(left, 18, count, "fs")), transform=at(30 + (width - 34) * share, 0)))
    return "".join(parts)


@lru_cache(maxsize=8)
def _pile_sign(key: str) -> str:
    if key == "crates":
        return group((crate(14),), transform=at(3, 4))
    if key == "licences":
        return rect(3, 3, 14, 16, "chipcard", 3)
    return back(3, 2, 13, 17) if key == "cards" else rect(3, 2, 13, 17, "bt", 2)
