"""What every picture of Fleet is made of: one fleet with its licences, boats and crates, a hand, and its answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from fishlab.core import HIDDEN, Move, Player
from fishlab.fleet.card_words import (
    about_boat,
    about_licence,
    boat_line,
    boat_name,
    boat_title,
    licence_note,
    licence_title,
)
from fishlab.fleet.deck import BOATS, boat_for
from fishlab.fleet.hands import hand, hand_size, just_drawn
from fishlab.fleet.pieces import Boat
from fishlab.fleet.rules import Fleet
from fishlab.messages import tr, trn
from fishlab_widgets.draw.svg import Picture, at, cross, group, num, path, rect, target, text, wrap
from fishlab_widgets.fleet.card_pictures import (
    CSS,
    HAND_H,
    HAND_W,
    LICENCE_H,
    Tiles,
    back,
    boat_card,
    boat_crates,
    crate,
    glyph,
    glyph_of,
    hand_card,
    licence_card,
    name_of,
    one_row,
    packed_at,
    picture,
    tiles,
)
from fishlab_widgets.fleet.payments import payments, wished
from fishlab_widgets.live.face import Look, move_name

_CSS = (
    CSS
    + """
.ph{fill:var(--card2)}
.ph-on{fill:var(--now-t);stroke:var(--now);stroke-width:2}
.lot{fill:none;stroke:var(--now);stroke-width:3.5}
.bid{fill:var(--a-t);stroke:var(--focus);stroke-width:2}
.limit{stroke:var(--bad);stroke-width:2;stroke-dasharray:4 3;fill:none}
[data-move]:hover .bid,[data-move]:focus .bid{fill:var(--sea2)}
.panel{fill:var(--card);stroke:var(--line);stroke-width:1}
.tab{fill:var(--card2);stroke:var(--line);stroke-width:1}
.front{fill:var(--card);stroke:var(--ink3);stroke-width:1.6}
.seam{stroke:var(--card);stroke-width:3;fill:none}
[data-mark]:hover .tab,[data-mark]:focus .tab{stroke:var(--focus);stroke-width:2.5}
.acts{fill:var(--now)}
.told{fill:var(--paper);stroke:var(--focus);stroke-width:2}
.picked{fill:none;stroke:var(--focus);stroke-width:3.5}
.fished .bt{fill:var(--e-t);stroke:var(--e);stroke-width:2.5}
.away{opacity:0}
"""
)


def moment_of(state: Fleet) -> str:
    """Return the step of a round: as long as it lasts, a card that was asked about stays explained."""
    return f"{state.round}.{state.step}"


class Quay:
    """One picture in the making: who looks, what may be played, and where things lie."""

    def __init__(self, state: Fleet, look: Look, width: float, height: float, *, whole: bool = False) -> None:
        self.state, self.last, self.refused, self.marks = state, look.last, look.refused, look.marks
        self.whole = whole  # whether a bill is paid by one card, for which cards of the hand are marked
        self.viewer = viewer = look.viewer
        self.plain = "plain" in look.marks
        turn = state.turn()
        self.actor = turn if look.legal and turn >= 0 else None
        self.moves = {state.notation(move): move for move in state.moves()} if self.actor is not None else {}
        looks = viewer is not None and viewer >= 0
        own: Player = viewer if looks else state.seat if self.actor is not None else 0  # type: ignore[assignment]
        chosen = next((int(mark[5:]) for mark in look.marks if mark[:5] == "seat " and mark[5:].isdigit()), own)
        self.own, self.main = own, chosen if chosen < state.players else own
        self.holder = own if looks or self.actor is not None else self.main
        self.hand = hand(state, self.holder)
        self.open = not self.hand[HIDDEN]  # whether the hand shown is known
        self.places: dict[str, tuple[float, float, float, float]] = {}
        self.told: dict[str, tuple[str, str]] = {}
        self.open_places: set[str] = set()  # where something can be played
        self.tried: dict[str, str] = {}  # what can be tried, and the thing to try it on
        self.crates: list[str] = []
        self.bay: tuple[float, float] | None = None  # where the crates lie that nobody has fished
        self.packed: tuple[float, float] | None = None  # where the crates lie that the seat in front has processed
        self.pic: Picture = picture(
            width,
            height,
            title=tr("Fleet, round {round}", round=state.round) if state.step != "over" else tr("Fleet, the end"),
            # What changes seldom: what is asked is said beside the picture, and all that lies in it has a label.
            desc=trn(
                "The auction, a tab for each seat, one harbour and one hand. {n} crate left in the bay.",
                "The auction, a tab for each seat, one harbour and one hand. {n} crates left in the bay.",
                state.crates,
            ),
            css=_CSS,
            prefix=look.prefix,
            theme=look.theme,
        )
        self.pic.rect(0, 0, width, height, "paper")

    def name(self, seat: Player) -> str:
        """Return how the viewer calls a seat."""
        return tr("You") if seat == self.viewer else self.state.seat_name(seat)

    def thing(
        self, key: str, inner: Sequence[str], x: float, y: float, *, label: str, note: str, about: str,
        box: tuple[float, float], move: str = "", try_: str = "", links: str = "", name: str = "", cls: str = "",
        mark: str = "",
    ) -> None:  # fmt: skip
        """Add a card or boat: a target if it can be played or marked, else something that explains itself or is tried.

        Its note is one line, what is `about` it is told in full when it is clicked; `name` is its id, if not its key.
        """
        self.places[key] = (x, y, *box)
        self.told[key] = (label, about)
        if move and move in self.moves and not mark:
            self.open_places.add(key)
            played = self.moves[move]
            words = {"label": move_name(self.state, played), "note": self.state.explain(played)}
            node = target(inner, move=move, **words, data_links=links or None)
        elif mark:
            node = target(inner, mark=mark, label=label, note=note)
        else:
            if try_ and self.actor is not None:
                self.tried.setdefault(try_, key)
                inner = (group(inner, data_try=try_, aria_label=label),)
            node = target(inner, mark=f"about {key}", label=label, note=note)
        self.pic.group((node,), id=name or key, transform=at(x, y), cls=cls or None)

    # ---- one fleet --------------------------------------------------------------------------------------------

    def licence_row(self, seat: Player, x: float, y: float, room: float) -> None:
        """Add a seat's licences, one card for each kind."""
        state, pic = self.state, self.pic
        columns = columns_of(state, seat)
        if not columns:
            pic.rect(x, y, room, LICENCE_H, "empty", 8)
            pic.text(x + room / 2, y + 25, tr("No licence yet: no boat can be launched"), "mid t13 soft")
            return
        pitch = min(192.0, (room + 4) / len(columns))
        side = state.sides[seat]
        for number, (kind, held) in enumerate(columns.items()):
            cards, kinds = state.cards, list(dict.fromkeys(held))
            names = ", ".join(licence_title(cards, one) for one in kinds)
            about = " ".join(about_licence(cards, one) for one in kinds)
            bonus = sum(side.bonus(one, cards) for one in held)
            processed = side.processed if kind == "processing" else 0
            name = name_of(state, held[0])
            card = licence_card(cards, held, name, pitch - 4, bonus, processed)
            slots = {"names": names, "count": len(held), "note": licence_note(cards, held)}
            label, note = tr("{names} licence", **slots), tr("{names}: {note}", **slots)
            if len(held) > 1:
                label, note = tr("{names} licence × {count}", **slots), tr("{names} × {count}: {note}", **slots)
            self.thing(
                f"licence-{seat}-{kind}", (card,), x + pitch * number, y,
                label=label, note=note, about=about, box=(pitch - 4, LICENCE_H),
            )  # fmt: skip
            if kind == "processing":
                left, down = packed_at(name, len(held), pitch - 4)
                self._pack(seat, processed, x + pitch * number + left, y + down)

    def _pack(self, seat: Player, processed: int, x: float, y: float) -> None:
        """Lay the last processed crate on its licence, and the one that was just given unseen where it went."""
        self.packed = (x, y)
        if processed:
            self.crates.append(group((crate(11),), id=f"processed-{seat}-{processed}", transform=at(x, y)))
        piles: dict[Move | None, str] = {("pay", "crate"): "pile-discards", ("trade",): "pile-cards"}
        pile = piles.get(self.last, "")
        if pile in self.places:
            gone = at(*self.places[pile][:2])
            self.crates.append(group((crate(11),), id=f"processed-{seat}-{processed + 1}", transform=gone, cls="away"))

    def boat_rows(self, seat: Player, x: float, y: float, room: float, most: int = 99) -> None:
        """Add a seat's boats in the order of their launch, with crates on them; more than `most` are small."""
        boats = self.state.sides[seat].boats
        lie = tiles(len(boats), room, most)
        several = Counter(boat.kind for boat in boats)
        places = [(boat, lie, *lie.place(number)) for number, boat in enumerate(boats)]
        if not lie.large and self._hires(seat):
            places = self._with_room_to_hire(boats, room)
        for boat, own, left, down in places:
            self._boat(seat, boat, x + left, y + down, own, several[boat.kind] > 1)
        if not boats:
            words = tr("No boat yet")
            if not self.state.sides[seat].licences:
                words = tr("No boat yet: first you need a licence")
            self.pic.rect(x, y, room, 50, "empty", 8)
            self.pic.text(x + room / 2, y + 30, words, "mid t13 soft")

    def _hires(self, seat: Player) -> bool:
        return self.actor == seat and self.state.step == "captain" and self.open

    @staticmethod
    def _with_room_to_hire(boats: Sequence[Boat], room: float) -> list[tuple[Boat, Tiles, float, float]]:
        """Return where the boats of a large fleet lie while a captain is hired: those without one are large."""
        large = tiles(0, room)
        free = [boat for boat in boats if not boat.captain][: large.across]
        others = [boat for boat in boats if boat not in free]
        small = one_row(len(others), room)
        places = [(boat, small, *small.place(number)) for number, boat in enumerate(others)]
        down = small.height + small.gap
        return places + [(boat, large, large.place(number)[0], down) for number, boat in enumerate(free)]

    def _boat(self, seat: Player, boat: Boat, x: float, y: float, lie: Tiles, several: bool) -> None:
        state = self.state
        key = f"boat-{seat}-{boat.name}"
        kind, _, number = boat.name.rpartition("-")
        title, words = boat_name(state.cards, boat.name), _boat_words(state, boat)
        mine = self.actor == seat
        hiring = self._hires(seat) and not boat.captain and lie.large
        move = f"process {boat.name}" if state.step == "process" else ""
        try_ = move
        if state.step == "captain" and boat.captain:
            try_ = f"captain {boat.name} {next(iter(self.hand), 'shrimp')}"
        if hiring:
            inner = [rect(0, 0, lie.width, lie.height, "bt", 7), glyph(glyph_of(kind), 24, 21, 38)]
            inner += [text(24, 46, number, "fs mid soft")] if several else []
        else:
            inner = [boat_card(state.cards, seat, kind, number if several else "", boat.captain != "", lie)]
        if mine and move in self.moves:
            inner.append(rect(-1, -1, lie.width + 2, lie.height + 2, "can", 8))
        lit = "fished" if f"fished {seat}" in self.marks and boat.crates and boat.captain else ""
        self.thing(
            key, inner, x, y, label=title, note=tr("{title}: {words}.", title=title, words=words),
            about=tr("{words}. {about}", words=words, about=about_boat(state.cards, kind)),
            box=(lie.width, lie.height), move=move if mine else "", try_=try_ if mine else "", cls=lit,
        )  # fmt: skip
        if hiring:
            self._chips(boat, key, title, x, y)
        name, delay = f"crate-{seat}-{boat.name}", min(300, 40 * state.sides[seat].boats.index(boat))
        self.crates.extend(boat_crates(state, boat, lie, x, y, name, delay))
        gone = self.packed if self.last == ("process", boat.name) and self._last_place() == key else None
        if self.bay and boat.crates < min(4, state.cards.capacity) and (state.crates or gone):
            # The crate that fishing may bring lies on the pile, and one that was just processed on its licence:
            # unseen, so that it glides from there or to there.
            away = at(*(gone or self.bay))
            more = {"id": f"{name}-{boat.crates + 1}", "transform": away, "data_delay": None if gone else delay or None}
            self.crates.append(group((crate(lie.spots[2]),), **more, cls="away"))

    def _chips(self, boat: Boat, key: str, title: str, x: float, y: float) -> None:
        """Lay every kind of card in hand on a boat without a captain, as a small target."""
        state = self.state
        for number, card in enumerate(self.hand):
            move = f"captain {boat.name} {card}"
            if move not in self.moves:
                continue
            place = at(x + 47 + 27 * (number % 3), y + 25 * (number // 3))
            parts = (rect(0, 0, 25, 25, "chip", 5), glyph(glyph_of(card), 12.5, 12.5, 19))
            played = self.moves[move]
            words = {"label": move_name(state, played), "note": state.explain(played)}
            self.pic.add(target(parts, move=move, **words, transform=place, data_links=self.pic.ref(key)))

    # ---- the hand ---------------------------------------------------------------------------------------------

    def hand_cards(self, x: float, y: float, across: int, fixed: bool) -> float:
        """Add the hand, every kind at its place (or one after the other), and return where it ends."""
        state, pic, size = self.state, self.pic, hand_size(self.state, self.holder)
        if not self.open:
            for number in range(min(size, 6)):
                pic.add(back(x + 34 * number, y, 56, HAND_H - 2))
            words = trn("{n} card: only its owner sees it", "{n} cards: only their owner sees them", size)
            pic.text(x + 34 * min(size, 6) + 40, y + HAND_H / 2 + 5, words, "t14 soft")
            return y + HAND_H
        fresh = just_drawn(state) if self.holder == state.seat else Counter[str]()
        shown = list(BOATS) if fixed else [kind for kind in BOATS if self.hand[kind]]
        bottom = y
        for number, kind in enumerate(shown):
            row, column = divmod(number, across)
            left, top = x + (HAND_W + 6) * column, y + (HAND_H + 8) * row
            bottom = top
            if self.hand[kind]:
                self._hand_card(kind, left, top, fresh[kind])
            else:
                name = f"no-{kind}"
                faint = (rect(0, 0, HAND_W, HAND_H, "empty", 9), glyph(glyph_of(kind), 38, 40, 46, "line"))
                pic.group(faint, id=name, transform=at(left, top))
        if not shown:
            pic.rect(x, y, HAND_W, HAND_H, "empty", 9)
            pic.text(x + HAND_W / 2, y + HAND_H / 2 + 5, tr("empty"), "mid t13 soft")
        return bottom + HAND_H

    def _hand_card(self, kind: str, x: float, y: float, fresh: int) -> None:
        state, count = self.state, self.hand[kind]
        move = self._use_of(kind)
        card = boat_title(state.cards, kind)
        inner = [hand_card(state.cards, kind, card, count, fresh)]
        pays = move.startswith("pay ") and any(("pay", kind) in way for _, way in payments(state))
        waits = pays and (self.whole or move not in self.moves)
        wanted = waits and kind in wished(state, self.marks)[1]
        if wanted:
            inner.append(rect(-2, -2, HAND_W + 4, HAND_H + 4, "picked", 11))
            y -= 6
        elif move in self.moves or waits:
            inner.append(rect(-2, -2, HAND_W + 4, HAND_H + 4, "can", 11))
        links = ""
        if move.startswith("captain ") and move in self.moves and self.main == self.holder:
            links = self.pic.ref(f"boat-{self.main}-{move.split()[1]}")
        title = tr("{card} card", card=card) if count == 1 else tr("{card} card × {count}", card=card, count=count)
        line = state.explain(state.parse(move)) if move and self.actor is not None else ""
        if waits:
            line = (
                tr("Marked: only payments with it are shown.") if wanted else tr("Click to see the payments with it.")
            )
        self.thing(
            f"hand-{kind}", inner, x, y, label=title,
            note=line or tr("{title}: {words}", title=title, words=boat_line(state.cards, kind)),
            about=about_boat(state.cards, kind), box=(HAND_W, HAND_H), move=move, try_=move, links=links,
            mark=f"with {kind}" if waits else "",
        )  # fmt: skip

    def _use_of(self, kind: str) -> str:
        """Return the move that a click on a hand card means now, "" if it means none."""
        if self.actor is None:
            return ""
        match self.state.step:
            case "launch" | "pay" | "discard" as step:
                return f"{step} {kind}"
            case "captain":
                boat = next(boat for boat in self.state.sides[self.holder].boats if not boat.captain)
                return f"captain {boat.name} {kind}"
        return ""

    # ---- marks ------------------------------------------------------------------------------------------------

    def last_move(self) -> None:
        """Frame the place of the last move."""
        key = self._last_place()
        if key not in self.places:
            seat = key.split("-")[1] if key.startswith(("boat-", "licence-")) else ""
            key = f"seat-{seat}"
        if key not in self.places:
            return
        x, y, w, h = self.places[key]
        box = (x - 2, y - 2, w + 4, h + 4)
        frames = [rect(*box, "lastcase", 9), rect(*box, "lastline", 9)]
        if key in self.open_places:  # it can be played now, too: the frame that says so stands inside
            frames.append(rect(x + 3, y + 3, w - 6, h - 6, "can", 7))
        self.pic.group(frames, id="last", cls="still")

    def _last_place(self) -> str:
        """Return where the last move was made, from what everybody sees."""
        state = self.state
        match self.last:
            case ("nominate", str(lot)) | ("show", str(lot)):
                shown = state.market.display.count(lot)
                newest = self.last[0] == "show" and shown > 1
                return f"lot-{lot}-{shown}" if newest else f"lot-{lot}"
            case ("bid", int(_)):
                return "standing"
            case ("pay", str(piece)):
                if state.sales and state.step == "nominate":
                    sale = state.sales[-1]
                    return f"licence-{sale.seat}-{boat_for(sale.licence) or sale.licence}"
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

    def explain(self) -> None:
        """Tell a card's rule beside it, as long as the moment lasts in which it was asked."""
        ending = f" {moment_of(self.state)}"
        mark = next((mark for mark in self.marks if mark.startswith("about ") and mark.endswith(ending)), "")
        key = mark[6 : -len(ending)]
        if key not in self.told or self.refused:
            return
        head, note = self.told[key]
        lines = wrap(note.removeprefix(f"{head}: "), 368, 14)
        height = 44.0 + 19 * len(lines)
        x, y = self._beside(self.places[key], 400, height)
        parts = [rect(x, y, 400, height, "told", 12), text(x + 16, y + 26, head, "w7")]
        parts += [
            text(x + 16, y + 48 + 19 * n, f"{w[:1].upper()}{w[1:]}" if not n else w, "t14") for n, w in enumerate(lines)
        ]
        parts.append(path(f"M{num(x + 376)} {num(y + 16)}l10 10m0-10l-10 10", "rule"))
        close = tr("Click to close.")
        node = target(
            parts, mark=f"about {key}", label=tr("{head}: {note} Click to close.", head=head, note=note), note=close
        )
        self.pic.group((node,), id="told")

    def _beside(self, place: tuple[float, float, float, float], width: float, height: float) -> tuple[float, float]:
        """Return where a box goes so that it stays in the picture and, if it can, does not cover a place."""
        x, y, w, h = place
        left = min(max(x + w / 2 - width / 2, 8), self.pic.width - 8 - width)
        below = y + h + 14
        if below + height <= self.pic.height - 6:
            return left, below
        return left, max(6, y - height - 16)

    def refusal(self) -> None:
        """Say why a move was refused, beside the place that it speaks of."""
        if not self.refused:
            return
        move, reason = self.refused
        key = next((key for where in reason.where if (key := self._place_of(where))), "")
        if len(move) == 2 and move[0] == "bid" and f"bid-{move[1]}" in self.places:
            key = f"bid-{move[1]}"
        key = key or self.tried.get(self.state.notation(move), "")
        lines = len(wrap(str(reason), 368, 16)) * 20 + len(wrap(reason.title, 368, 18)) * 22
        height = 20.0 + lines + (20 if reason.rule else 4)
        if not key:
            self.pic.bubble(100, 176, 400, reason)
            return
        x, y, w, h = self.places[key]
        left, top = self._beside(self.places[key], 400, height)
        box = rect(x - 2, y - 2, w + 4, h + 4, "nopedash", 10)
        self.pic.group((box, cross(x + w - 6, y + 6, 10)), cls="still", id="cross")
        self.pic.bubble(left, top, 400, reason, (x + w / 2, y + h if top > y else y))

    def _place_of(self, where: str) -> str:
        """Return the place on the picture that a reason points at."""
        if where.startswith("boat-"):
            where = f"boat-{self.state.seat}-{where[5:]}"
        return where if where in self.places else ""


def round_words(state: Fleet) -> str:
    """Return which round it is, and whether it is the last."""
    if state.last:
        return tr("Round {round}, the last", round=state.round)
    return tr("Round {round}", round=state.round)


def columns_of(state: Fleet, seat: Player) -> dict[str, tuple[str, ...]]:
    """Return a seat's licences by kind, in the order of purchase; all King Crabs are one kind."""
    columns: dict[str, tuple[str, ...]] = {}
    for licence in state.sides[seat].licences:
        kind = boat_for(licence) or licence
        columns[kind] = (*columns.get(kind, ()), licence)
    return columns


def _boat_words(state: Fleet, boat: Boat) -> str:
    """Return who sails a boat, and what it carries."""
    slots = {"crates": boat.crates, "capacity": state.cards.capacity}
    if not boat.captain:
        return tr("no captain, {crates} of {capacity} crates", **slots)
    if boat.captain == HIDDEN:
        return tr("a captain, {crates} of {capacity} crates", **slots)
    card = boat_title(state.cards, boat.captain)
    return tr("a captain (a {card} card), {crates} of {capacity} crates", card=card, **slots)
