"""The ground plan of a picture of Fleet: where things are, and how a thing or a button is put there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from fishlab.core import HIDDEN, Player, Reason
from fishlab.fleet.deck import boat_for
from fishlab.fleet.position import Boat
from fishlab.fleet.rules import Fleet
from fishlab.plain_words import many
from fishlab_widgets.draw.svg import Picture, at, group, rect, target, text
from fishlab_widgets.fleet.card_pictures import (
    CSS,
    HAND_H,
    LICENCE_H,
    TILE_H,
    TILE_W,
    WIDE_TILE_W,
)
from fishlab_widgets.live.face import Look

LEFT, RIGHT = 16.0, 884.0
LOTS_Y, STRIP_Y, STRIP_H = 60.0, 170.0, 76.0
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


class Quay:
    """One picture in the making: where things are."""

    def __init__(self, state: Fleet, look: Look) -> None:
        self.state, self.last, self.refused, self.marks = state, look.last, look.refused, look.marks
        self.viewer = viewer = look.viewer
        self.compact = compact = look.compact
        self.plain = "plain" in look.marks
        self.room = 404.0 if compact else 868.0
        turn = state.turn()
        self.actor = turn if look.legal and turn >= 0 else None
        self.moves = {state.notation(move) for move in state.moves()} if self.actor is not None else set()
        looks = viewer is not None and viewer >= 0
        own: Player = viewer if looks else state.seat if self.actor is not None else 0  # type: ignore[assignment]
        chosen = next((int(mark[5:]) for mark in look.marks if mark[:5] == "seat " and mark[5:].isdigit()), own)
        self.own, self.main = own, chosen if chosen < state.players else own
        self.holder = own if looks or self.actor is not None else self.main
        self.hand = state.hand(self.holder)
        self.open = not self.hand[HIDDEN]  # whether the hand shown is known
        self.places: dict[str, tuple[float, float, float, float]] = {}
        self.told: dict[str, tuple[str, str]] = {}
        self.tried: dict[str, str] = {}  # what can be tried, and the thing to try it on
        self.crates: list[str] = []
        self.pile_top = (842.0, LOTS_Y + 35)
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
            prefix=look.prefix,
            theme=look.theme,
        )

    def _description(self) -> str:
        state = self.state
        scores = ", ".join(f"{state.seat_name(seat)} {points}" for seat, points in enumerate(state.scores()))
        return f"{state.prompt()}. Points: {scores}. {many(state.crates, 'crate')} left in the supply."

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
        more: dict[str, Any] = {"id": key, "transform": at(x, y), "data_links": links or None, "cls": cls or None}
        if move and move in self.moves:
            self.pic.add(target(inner, move=move, label=f"{label}. {note}", note=note, **more))
            return
        if try_ and self.actor is not None:
            self.tried.setdefault(try_, key)
            inner = (group(inner, data_try=try_, aria_label=label),)
        self.pic.add(target(inner, mark=f"about {key} {self.moment}", label=f"{label}. {note}", note=note, **more))

    def button(self, right: float, y: float, move: str, words: str, key: str, note: str) -> float:
        """Add a button that ends at a right edge, and return where the next one may end."""
        width = 8.6 * len(words) + 26
        parts = (rect(0, 0, width, 36, "do", 8), text(width / 2, 24, words, "mid w6"))
        x = right - width
        self.pic.add(target(parts, move=move, label=words, note=note, data_key=key, id=f"do-{key}", transform=at(x, y)))
        return x - 10

    def _rows(self, column: str) -> list[tuple[Boat, float]]:
        """Return the boats under a licence with the height of each."""
        state = self.state
        most = max(Counter(boat.kind for boat in state.sides[self.main].boats).values(), default=0)
        usual = 44.0 if most <= 3 else TILE_H
        hiring = state.step == "captain" and self.actor == self.main
        boats = [boat for boat in state.sides[self.main].boats if boat.kind == column]
        return [(boat, 54.0 if hiring and not boat.captain else usual) for boat in boats]


def _columns(state: Fleet, seat: Player) -> dict[str, tuple[str, ...]]:
    """Return a seat's licences by kind, in the order of purchase; all King Crabs are one kind."""
    columns: dict[str, tuple[str, ...]] = {}
    for licence in state.sides[seat].licences:
        kind = boat_for(licence) or licence
        columns[kind] = (*columns.get(kind, ()), licence)
    return columns


def short_reason(why: Reason) -> str:
    """Return the first words of a reason, for a small place."""
    if why.title == "Beyond your means":
        return "cannot pay"
    return "no licence" if why.title.startswith("No ") else why.title.lower()
