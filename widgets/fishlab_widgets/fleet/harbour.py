"""One picture of Fleet, whole: the market, what is decided now, the fleets and the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from fishlab.core import HIDDEN, Player
from fishlab.fleet.deck import BOAT, BOATS, boat_for
from fishlab.fleet.position import Boat
from fishlab.fleet.rules import Fleet
from fishlab.plain_words import many
from fishlab_widgets.draw.svg import SEATS, Picture, at, badge, cross, group, num, path, rect, target, text, wrap
from fishlab_widgets.fleet.card_pictures import (
    HAND_H,
    HAND_W,
    LICENCE_H,
    TILE_H,
    boat_card,
    boat_crates,
    card_back,
    coin,
    crate,
    glyph_of,
    hand_card,
    hexagon,
    licence_card,
    small_chip,
)
from fishlab_widgets.fleet.market import Market
from fishlab_widgets.fleet.quay import LEFT, STRIP_H, STRIP_Y, _columns, short_reason


class Harbour(Market):
    """Each part of the table in turn."""

    def draw(self) -> Picture:
        """Return the whole picture."""
        pic = self.pic
        pic.rect(0, 0, pic.width, pic.height, "paper")
        if self.compact:
            self._heading()
        else:
            self._top()
        edge = num(LEFT + self.room)
        pic.path(f"M16 {num(self.side_y - 8)}H{edge}M16 {num(self.hand_y)}H{edge}", "hair")
        self._fleet()
        self._hand()
        for number, seat in enumerate(self.rivals):
            if self.compact:
                self._rival(seat, LEFT, self.rivals_y + number * (self.panel_h + 12))
            else:
                self._rival(seat, LEFT + number * (self.panel_w + 12), self.rivals_y)
        if not self.compact:
            self._legend()
        pic.group(self.crates, id="crates", cls="still")
        self._last_move()
        self._explain()
        self._refusal()
        return pic

    # ---- helpers ---------------------------------------------------------------------------------------------

    def _heading(self) -> None:
        """What a small picture says of the whole table."""
        state = self.state
        self.pic.text(LEFT, 32, f"Round {state.round}{', the last' if state.last else ''}", "t18 w7")
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
            pic.rect(LEFT, y + 26, 400, LICENCE_H, "empty", 10)
            pic.text(LEFT + 200, y + 26 + LICENCE_H / 2 + 5, "No licence yet: no boat may be launched", "mid t14 soft")
        for number, (kind, held) in enumerate(self.columns.items()):
            x = LEFT + self.pitch * number
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
        pic.text(LEFT, y + 26, head, "t18 w7")
        pic.text(LEFT + 16 + 9.6 * len(head), y + 26, many(size, "card"), "t14 soft")
        top = y + 44
        if not self.open:
            for number in range(min(size, 6)):
                pic.add(card_back(pic, LEFT + 30 * number, top, 70, 92, size, 18) if number == min(size, 6) - 1 else
                        rect(LEFT + 30 * number, top, 70, 92, "back", 8))  # fmt: skip
            words = "hidden" if self.compact else "hidden: only the owner sees these cards"
            pic.text(LEFT + 250, top + 52, words, "t14 soft")
            return
        if not size:
            pic.rect(LEFT, top, HAND_W, HAND_H, "empty", 10)
            pic.text(LEFT + HAND_W / 2, top + HAND_H / 2 + 5, "empty", "mid t14 soft")
        fresh = state.just_drawn() if seat == state.seat else Counter[str]()
        for number, kind in enumerate(kind for kind in BOATS if self.hand[kind]):
            if self.compact:
                row, place = divmod(number, 4)
                self._hand_card(kind, LEFT + 103 * place, top + (HAND_H + 10) * row, fresh[kind])
            else:
                self._hand_card(kind, LEFT + 106 * number, top, fresh[kind])
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
                return move, short_reason(why), str(why)
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
            card_back(pic, 114, 7, 22, 28, size, 13.5),
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
        pic.add(card_back(pic, 548, y - 12, 20, 24, 5, 13.5))
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
        key = key or self.tried.get(self.state.notation(move), "")
        lines = len(wrap(str(reason), 388, 16)) * 20 + len(wrap(reason.title, 388, 18)) * 22
        height = 24.0 + lines + (16 if reason.rule else 0)
        if not key:
            self.pic.bubble(240, STRIP_Y + STRIP_H + 8, 420, reason)
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


def _captain_words(state: Fleet, boat: Boat) -> str:
    if not boat.captain:
        return "no captain"
    return "a captain" if boat.captain == HIDDEN else f"a captain (a {state.title_of(boat.captain)} card)"
