"""One picture of Pisces in the making: the boards around the ocean, or one of them close."""

from __future__ import annotations

from dataclasses import replace

from fishlab.core import Move
from fishlab.messages import tr
from fishlab.pisces.rules import Pisces
from fishlab_widgets.draw.svg import at, circle, group, num, path, rect, target, text
from fishlab_widgets.live.face import Look
from fishlab_widgets.pisces.moment import MomentPicture
from fishlab_widgets.pisces.ocean import BOAT, Box, ocean, phases, seat_card
from fishlab_widgets.pisces.species_board import (
    board_now,
    board_parts,
    card_height,
    card_parts,
    describe,
    key_lines,
    life_list,
    plan_of,
    recruits_chart,
)

_CLOSE = 1.3
_ALONE = 1.72
PLACES = {
    2: ((4, 4), (596, 4)),
    3: ((4, 4), (596, 4), (596, 316)),
    4: ((4, 4), (596, 4), (596, 316), (4, 316)),
}  # clockwise, as people sit
_FINDER_BOARD = ((0, 27), (-26, 27), (-26, 0), (-26, 54), (0, 54), (-52, 54))
_FINDER_CARD = ((0, 0), (-26, 0), (-52, 0), (-78, 0), (-104, 0), (-130, 0))
_FINDER_OCEAN = ((0, 0), (26, 0), (236, 0), (0, 26), (26, 26), (236, 26))
_LENS = "M-2.5-7.5a5 5 0 1 1 0 10a5 5 0 1 1 0-10M1.5 1.5L6.5 6.5"
_LENS_CSS = """
.lens{fill:var(--paper);stroke:var(--ink3);stroke-width:1.2} .glass{fill:none;stroke:var(--ink);stroke-width:2.2}
[data-mark]:hover .lens,[data-mark]:focus .lens{fill:var(--a-t)}
"""


class TablePicture(MomentPicture):
    """One picture in the making: how the table is laid, and each thing on it in turn."""

    css = MomentPicture.css + _LENS_CSS

    def __init__(self, state: Pisces, look: Look) -> None:
        super().__init__(state, look)
        self.marked = max((state.board_of(mark.split(" ", 1)[1]) for mark in self.looked_at), default=-1)
        self.focus = self.marked if self.marked >= 0 else self._focus(look.last)
        self.mode = "alone" if look.compact else "close" if self.marked >= 0 or state.players > 4 else "table"
        if look.compact and state.kinds[self.focus] < 0:
            self.mode = "table" if state.players < 5 else "close"
        words = [describe(state, board) for board in range(state.players) if state.kinds[board] >= 0]
        self.open(
            530 if self.only else 900,
            self._height(),
            title=tr("Pisces, round {round}", round=state.round) if state.round else tr("Pisces, setup"),
            desc=f"{state.prompt()}. {'. '.join(words)}." if words else f"{state.prompt()}.",
        )

    def _height(self) -> float:
        seats = -(-self.state.players // 2) * 62
        if self.mode == "alone":
            return 530
        if self.mode == "close":
            return 694 + seats
        return 654 if self.state.players < 4 else 656 + seats

    def _focus(self, last: Move | None) -> int:
        """Return the board where something happens."""
        state = self.state
        if state.phase in ("roll", "settle"):
            area = state.fleet[state.seat][state.boat]
            if area < state.players:
                return area
            return state.targets()[0][0] if state.phase == "settle" and state.targets() else state.seat
        if state.phase == "fleet" and last and last[0] == "boat" and (area := state.board_of(last[2])) >= 0:
            return area
        if state.phase == "fish":
            waiting = [
                area
                for boat, area in enumerate(state.fleet[state.seat])
                if not state.fished[state.seat] >> boat & 1 and area < state.players
            ]
            if waiting:
                return waiting[0]
        return max(state.seat, 0)

    # ---- the whole ---------------------------------------------------------------------------------------------------

    def draw(self) -> str:
        """Return the whole picture."""
        {"alone": self._alone, "close": self._close, "table": self._table}[self.mode]()
        return self.finish(list(range(self.state.players)) if self.mode == "table" else [self.focus])

    def _table(self) -> None:
        """Up to four boards round the ocean, all at full size."""
        players, scene = self.state.players, self.scene
        for board, (x, y) in enumerate(PLACES[players]):
            self._board(board, x, y, 1)
        self._ocean(308, 4, 612)
        if players == 2:
            for seat, x in ((0, 4), (1, 596)):
                seat_card(scene, seat, x, 312, 300)
                if self.state.kinds[seat] >= 0:
                    kind, chips = self.state.kind(seat), self.state.stacks[seat]
                    recruits_chart(self.pic, kind, chips, scene.colours[seat], x + 8, 430, 284)
        elif players == 3:
            for seat in range(3):
                seat_card(scene, seat, 4, 320 + 96 * seat, 300)
        else:
            self._seats(656)
        phases(scene, 4, 624, 896)

    def _close(self) -> None:
        """One board large, the others as cards."""
        state, pic, scene = self.state, self.pic, self.scene
        self._board(self.focus, 4, 4, _CLOSE)
        if state.kinds[self.focus] >= 0:
            chips, lit = self._cycle(self.focus)
            end = life_list(
                pic, state.kind(self.focus), chips, 404, 28, lit=lit, small=True, walking=self.walk is not None
            )
            recruits_chart(pic, state.kind(self.focus), chips, scene.colours[self.focus], 404, end + 16, 196)
        for place, board in enumerate(other for other in range(state.players) if other != self.focus):
            self._card(board, 4 + 201 * (place % 3), 402 + 126 * (place // 3), 197)
        self._ocean(612, 4, 650)
        phases(scene, 4, 662, 896)
        self._seats(694)

    def _alone(self) -> None:
        """One board, and beside it what its arrows will do; the mark "only" leaves that out."""
        state, pic, board = self.state, self.pic, self.focus
        self._board(board, 7, 7, _ALONE)
        if self.only:
            return
        kind, colour = state.kind(board), self.scene.colours[board]
        chips, lit = self._cycle(board)
        end = life_list(pic, kind, chips, 556, 34, lit=lit, veil=self.veil, walking=self.walk is not None)
        end = recruits_chart(pic, kind, chips, colour, 556, end + 20, 312, veil=self.veil)
        key_lines(pic, 556, min(end + 20, 462))
        if self.take:
            self.take_targets(board)

    def _cycle(self, board: int) -> tuple[tuple[int, ...], int]:
        """Return the chips from which the life cycle that is told begins, and the arrow that is being followed."""
        state = self.state
        if self.walk is None or not state.before:
            return state.stacks[board], 0
        return state.before[board], board_now(state, board, "a", self.walk).lit

    def _seats(self, y: float) -> None:
        for seat in range(self.state.players):
            seat_card(self.scene, seat, 4 + 450 * (seat % 2), y + 62 * (seat // 2), 442)

    # ---- boards ------------------------------------------------------------------------------------------------------

    def _board(self, board: int, x: float, y: float, size: float) -> None:
        state, scene = self.state, self.scene
        if state.kinds[board] < 0:
            self._no_board(board, x, y, 300 * size, 300 * size)
            return
        self.large.append(board)
        now = replace(board_now(state, board, scene.colours[board], self.walk), last=self.last_stack(board))
        now = replace(now, rings=self.rings(board))
        scale = f" scale({num(size)})" if size != 1 else ""
        self.pic.group(board_parts(self.pic, now), transform=at(x, y) + scale)
        for stack, (sx, sy) in enumerate(plan_of(now.kind).spots):
            r = 21 * size * plan_of(now.kind).size
            scene.put(f"{now.name}/{now.kind.stacks[stack]}", x + sx * size, y + sy * size, r)
        scene.put(now.name, x + 150 * size, y + 114 * size, 26 * size)
        self.boxes[board] = (x + 78 * size, y + 183 * size, 130 * size, 38 * size)
        self._area(board, (x + 1, y + 1, 300 * size - 2, 300 * size - 2), (x + 281 * size, y + 19 * size))
        if self.mode == "table" or (self.mode == "close" and self.marked == board):
            self._lens(now.name, x + 281 * size, y + 19 * size)

    def _card(self, board: int, x: float, y: float, width: float) -> None:
        state, scene = self.state, self.scene
        if state.kinds[board] < 0:
            self._no_board(board, x, y, width, 122)
            return
        now = board_now(state, board, scene.colours[board], self.walk)
        high = card_height(now.kind)
        self.pic.group(card_parts(self.pic, now, width), transform=at(x, y))
        for number, stage in enumerate(now.kind.stages):
            for stack in range(stage.start, stage.stop):
                step = min(24.0, (width - 76) / len(stage.spots))
                spot = (x + 70 + step * (stack - stage.start + 0.5), y + 38 + 17 * number)
                scene.put(f"{now.name}/{now.kind.stacks[stack]}", *spot, 10)
        scene.put(now.name, x + 20, y + 15, 16)
        self.boxes[board] = (x + 66, y + high - 24, width - 70, 22)
        self._area(board, (x + 1, y + 1, width - 2, high - 2), (x + width - 44, y + 15))
        self._lens(now.name, x + width - 15, y + 15)

    def _no_board(self, board: int, x: float, y: float, wide: float, high: float) -> None:
        state = self.state
        pic = self.pic
        pic.rect(x + 2, y + 2, wide - 4, high - 4, "empty", 14)
        pic.add(self.scene.badge(board, x + wide / 2, y + high / 2 - 22, 14))
        pic.text(x + wide / 2, y + high / 2 + 12, state.seat_name(board), "mid w7")
        if state.phase == "choose" and state.seat == board:
            pic.text(x + wide / 2, y + high / 2 + 34, tr("chooses a board"), "mid t14 soft")

    def _ocean(self, x: float, y: float, high: float) -> None:
        self.boxes[self.state.players] = ocean(self.scene, x, y, high)
        if self.state.phase not in ("first", "choose"):
            self._area(self.state.players, (x + 1, y + 1, 282, high - 2), (x + 24, y + 24))

    def _lens(self, name: str, x: float, y: float) -> None:
        closer = self.mode == "table" or self.state.board_of(name) != self.marked
        note, label = tr("Back to the whole table."), tr("back to the whole table")
        if closer:
            note = tr("Look closer at the {species} board.", species=tr(name))
            label = tr("look closer at {species}", species=tr(name))
        inner = (circle(0, 0, 12, "lens"), path(_LENS, "glass"))
        self.pic.add(target(inner, mark=f"close {name}", label=label, note=note, transform=at(x, y)))

    # ---- what may be done --------------------------------------------------------------------------------------------

    def _area(self, area: int, box: Box, corner: tuple[float, float]) -> None:
        """Make an area a place to send boats to, or to move them to with a Fish Finder."""
        state, scene = self.state, self.scene
        if not scene.legal or self.mode == "alone" or state.turn() < 0:
            return
        name = state.areas[area]
        x, y, wide, high = box
        if state.phase == "fleet":
            number = len(state.fleet[state.seat]) + 1
            bx, by, bw, bh = self.boxes[area]
            colour = scene.colours[state.seat]
            hull = path(BOAT, f"s-{colour} hullp", transform=at(bx + bw / 2 - 17, by + bh / 2 - 11) + " scale(1.06)")
            parts = (rect(x, y, wide, high, "hit", 14), rect(x, y, wide, high, "ring", 14), group((hull,), cls="ghost"))
            self.pic.add(scene.act(parts, ("boat", number, name)))
        elif state.phase == "fish" and state.spare(state.seat, "finder"):
            free = iter(_FINDER_OCEAN if area == state.players else _FINDER_BOARD if high > 140 else _FINDER_CARD)
            for number in range(1, len(state.fleet[state.seat]) + 1):
                if ("finder", number, name) in scene.moves:
                    dx, dy = next(free, (0, 0))
                    inner = (circle(0, 0, 12, "finder"), text(0, 4.6, number, "mid w7 t13"))
                    where = at(corner[0] + dx, corner[1] + dy)
                    self.pic.add(scene.act(inner, ("finder", number, name), transform=where))
