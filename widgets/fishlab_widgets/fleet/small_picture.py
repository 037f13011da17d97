"""The small picture of Fleet for a card of a lesson: every fleet one below the other, and one hand."""

from __future__ import annotations

from fishlab.fleet.card_words import HOW_MANY, counted
from fishlab.fleet.hands import hand_size
from fishlab.fleet.rules import Fleet
from fishlab.messages import tr
from fishlab_widgets.draw.svg import at, badge, group
from fishlab_widgets.fleet.card_pictures import HAND_H, LICENCE_H, crate, tiles
from fishlab_widgets.fleet.quay import Quay, round_words
from fishlab_widgets.live.face import Look

_LEFT, _ROOM = 8.0, 404.0


class SmallPicture(Quay):
    """The same parts as on the table, in one narrow column."""

    def __init__(self, state: Fleet, look: Look) -> None:
        super().__init__(state, look, _ROOM + 2 * _LEFT, 0)

    def draw(self) -> str:
        """Return the whole picture."""
        pic, state = self.pic, self.state
        seats = [(self.main + step) % state.players for step in range(state.players)]
        rows = -(-len(self.hand) // 4) if self.open else 1
        heights = [_fleet_height(len(state.sides[seat].boats)) for seat in seats]
        pic.height = 44 + sum(heights) + 34 + rows * (HAND_H + 8) + 6
        pic.parts.clear()
        pic.rect(0, 0, pic.width, pic.height, "paper")
        pic.text(_LEFT, 28, round_words(state), "t18 w7")
        pic.add(group((crate(14),), transform=at(224, 15)))
        left, total = state.crates, state.cards.crates * state.players
        pic.text(_LEFT + _ROOM, 28, tr("{left} of {total} crates left", left=left, total=total), "end")
        y = 44.0
        for seat, height in zip(seats, heights, strict=True):
            self._fleet(seat, y)
            y += height
            if seat == self.main:
                y = self._hand(y)
        pic.group(self.crates, id="crates", cls="still")
        self.last_move()
        self.refusal()
        return str(pic)

    def _fleet(self, seat: int, y: float) -> None:
        state, pic = self.state, self.pic
        pic.add(badge(seat, 28, y + 12, 11))
        pic.text(46, y + 17, self.name(seat), "w7")
        counts = counted(cards=hand_size(state, seat), points=sum(state.points(seat).values()))
        words = counts["cards"] if self.plain else tr("{cards}, {points}", **counts)
        pic.text(_LEFT + _ROOM, y + 17, words, "t14 soft end")
        self.licence_row(seat, _LEFT, y + 28, _ROOM)
        self.boat_rows(seat, _LEFT, y + 32 + LICENCE_H, _ROOM)
        self.places[f"seat-{seat}"] = (_LEFT, y, _ROOM, 26)

    def _hand(self, y: float) -> float:
        head = tr("Your hand")
        if self.holder != self.viewer:
            head = tr("Hand of {name}", name=self.state.seat_name(self.holder))
        self.pic.text(_LEFT, y + 16, head, "w7")
        self.pic.text(_LEFT + _ROOM, y + 16, HOW_MANY["cards"](hand_size(self.state, self.holder)), "t14 soft end")
        return self.hand_cards(_LEFT, y + 26, 4, fixed=False) + 16


def _fleet_height(boats: int) -> float:
    """Return how high a fleet is with its name, its licences and its boats."""
    lie = tiles(boats, _ROOM)
    return 28 + LICENCE_H + 4 + max(1, -(-boats // lie.across)) * (lie.height + lie.gap) + 12
