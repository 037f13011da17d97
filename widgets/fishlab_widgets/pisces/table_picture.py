"""One picture of Pisces in the making: the boards around the ocean, or one of them close."""

from __future__ import annotations

import re
from dataclasses import replace

from fishlab.core import Move
from fishlab.pisces.rules import Pisces
from fishlab.plain_words import many
from fishlab_widgets.draw.svg import Picture, at, circle, cross, group, num, path, pill, rect, target, text
from fishlab_widgets.live.face import Look
from fishlab_widgets.pisces import ocean as pisces_ocean
from fishlab_widgets.pisces import species_board as pisces_board
from fishlab_widgets.pisces.ocean import BOAT, Box, Scene, boats, ocean, phases, seat_card
from fishlab_widgets.pisces.species_board import (
    board_now,
    board_parts,
    card_height,
    card_parts,
    colours,
    describe,
    key_lines,
    life_list,
    plan_of,
    recruits_chart,
    use,
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
_CSS = (
    pisces_board.CSS
    + pisces_ocean.CSS
    + """
.lens{fill:var(--paper);stroke:var(--ink3);stroke-width:1.2} .glass{fill:none;stroke:var(--ink);stroke-width:2.2}
[data-mark]:hover .lens,[data-mark]:focus .lens{fill:var(--a-t)}
.offend{fill:none;stroke:var(--bad);stroke-width:3;stroke-dasharray:2 6;stroke-linecap:round}
.chosen{fill:none;stroke:var(--focus);stroke-width:3.5} .empty{fill:none;stroke:var(--deep);stroke-dasharray:6 5}
.finder{fill:var(--paper);stroke:var(--focus);stroke-width:2.5}
[data-move]:hover .finder,[data-move]:focus .finder{fill:var(--a-t)}
"""
)


class TablePicture:
    """One picture in the making: how the table is laid, and each thing on it in turn."""

    def __init__(self, state: Pisces, look: Look) -> None:
        self.state, self.refused = state, look.refused
        self.walk: int | None = None
        self.take = self.veil = False
        self.points: list[tuple[str, str]] = []
        marked = -1
        for mark in look.marks:
            label, _, what = mark.rpartition(": ")
            if found := re.fullmatch(r"cycle ([0-5])", what):
                self.walk = int(found[1])
            elif what in ("take", "veil"):
                setattr(self, what, True)
            elif what.startswith("close "):
                marked = state.board_of(what.removeprefix("close "))
            else:
                self.points.append((label, "/".join(what.split()[1:]) if " " in what else what))
        self.marked = marked
        self.focus = marked if marked >= 0 else self._focus(look.last)
        self.mode = "alone" if look.compact else "close" if marked >= 0 or state.players > 4 else "table"
        if look.compact and state.kinds[self.focus] < 0:
            self.mode = "table" if state.players < 5 else "close"
        words = [describe(state, board) for board in range(state.players) if state.kinds[board] >= 0]
        self.pic = Picture(
            900,
            self._height(),
            title=f"Pisces, round {state.round}" if state.round else "Pisces, setup",
            desc=f"{state.prompt()}. {'. '.join(words)}." if words else f"{state.prompt()}.",
            css=_CSS,
            prefix=look.prefix,
            theme=look.theme,
        )
        self.scene = Scene(self.pic, state, look.legal, look.last if self.walk is None else None, colours(state))
        self.boxes: dict[int, Box] = {}

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

    def draw(self) -> Picture:
        """Return the whole picture."""
        self.pic.rect(0, 0, self.pic.width, self.pic.height, "paper")
        {"alone": self._alone, "close": self._close, "table": self._table}[self.mode]()
        for area, box in self.boxes.items():
            boats(self.scene, area, box)
        self._targets()
        self._last_move()
        self._pointers()
        self._refusal()
        return self.pic

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
        """One board, and beside it what its arrows will do."""
        state, pic, board = self.state, self.pic, self.focus
        self._board(board, 7, 7, _ALONE)
        kind, colour = state.kind(board), self.scene.colours[board]
        chips, lit = self._cycle(board)
        end = life_list(pic, kind, chips, 556, 34, lit=lit, veil=self.veil, walking=self.walk is not None)
        end = recruits_chart(pic, kind, chips, colour, 556, end + 20, 312, veil=self.veil)
        key_lines(pic, 556, min(end + 20, 462))
        if self.take:
            self._take_targets(board)

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
        now = replace(board_now(state, board, scene.colours[board], self.walk), last=self._last_stack(board))
        now = replace(now, rings=self._rings(board))
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

    def _last_stack(self, board: int) -> int:
        match self.scene.last:
            case ("block" | "stack", str(name), str(stack)) if name == self.state.species[board]:
                stacks = self.state.kind(board).stacks
                return stacks.index(stack) if stack in stacks else -1
        return -1

    def _rings(self, board: int) -> frozenset[int]:
        """Return the stacks of a board that may be blocked or taken now."""
        name, stacks = self.state.species[board], self.state.kind(board).stacks
        moves = (move for move in self.scene.moves if move[0] in ("block", "stack") and move[1] == name)
        return frozenset(stacks.index(str(move[2])) for move in moves)

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
            pic.text(x + wide / 2, y + high / 2 + 34, "chooses a board", "mid t14 soft")

    def _ocean(self, x: float, y: float, high: float) -> None:
        self.boxes[self.state.players] = ocean(self.scene, x, y, high)
        if self.state.phase not in ("first", "choose"):
            self._area(self.state.players, (x + 1, y + 1, 282, high - 2), (x + 24, y + 24))

    def _lens(self, name: str, x: float, y: float) -> None:
        closer = self.mode == "table" or self.state.board_of(name) != self.marked
        note = f"Look closer at the {name} board." if closer else "Back to the whole table."
        inner = (circle(0, 0, 12, "lens"), path(_LENS, "glass"))
        label = f"look closer at {name}" if closer else "back to the whole table"
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
            self.pic.add(scene.act(parts, ("boat", number, name), f"boat {number} to {name}"))
        elif state.phase == "fish" and state.spare(state.seat, "finder"):
            free = iter(_FINDER_OCEAN if area == state.players else _FINDER_BOARD if high > 140 else _FINDER_CARD)
            for number in range(1, len(state.fleet[state.seat]) + 1):
                if ("finder", number, name) in scene.moves:
                    dx, dy = next(free, (0, 0))
                    inner = (circle(0, 0, 12, "finder"), text(0, 4.6, number, "mid w7 t13"))
                    where = at(corner[0] + dx, corner[1] + dy)
                    label = f"Fish Finder: boat {number} to {name}"
                    self.pic.add(scene.act(inner, ("finder", number, name), label, transform=where))

    def _targets(self) -> None:
        """Stacks to block or to take; other stacks say why not."""
        state, scene = self.state, self.scene
        if not scene.legal or state.phase not in ("block", "settle") or state.turn() < 0:
            return
        word = "block" if state.phase == "block" else "stack"
        shown = [self.focus] if self.mode != "table" else range(state.players)
        hit = {board for board, _ in state.targets()} if word == "stack" else {state.seat}
        for board in shown:
            kind = state.kind(board)
            for stack, name in enumerate(kind.stacks):
                move: Move = (word, kind.name, name)
                if move not in scene.moves and board not in hit:
                    continue
                x, y, r = scene.places[f"{kind.name}/{name}"]
                size = r / 21
                inner = [circle(0, 0, max(12, 23 * size), "hit")]
                if move in scene.moves and word == "block":
                    inner.append(group((use("lock", 0, -2, size),), cls="ghost"))
                label = f"{word} {kind.name} {name.replace('-', ' ')}, {state.stacks[board][stack]} chips"
                note = self._stack_note(board, stack) if move in scene.moves else ""
                self.pic.add(scene.act(inner, move, label, note, transform=at(x, y)))

    def _take_targets(self, board: int) -> None:
        """Let a click on a stack ask to take a chip from it."""
        kind = self.state.kind(board)
        for stack, name in enumerate(kind.stacks):
            if self.state.stacks[board][stack]:
                where = f"{kind.name}/{name}"
                x, y, r = self.scene.places[where]
                hit = circle(0, 0, 1.1 * r, "hit")
                words = f"take a chip from {name.replace('-', ' ')}"
                self.pic.add(
                    target((hit,), mark=f"take {where}", label=words, note=f"{words}.".capitalize(), transform=at(x, y))
                )

    def _stack_note(self, board: int, stack: int) -> str:
        state, kind = self.state, self.state.kind(board)
        chips = state.stacks[board][stack]
        if state.phase == "block":
            ways = 6 if kind.dice == 1 else 36
            number = kind.numbers[stack]
            hits = 1 if kind.dice == 1 else 6 - abs(7 - number)
            count = f"{many(chips, 'chip')}"
            return f"Protects {count}. A boat on this board hits a {number} in {hits} of {ways} rolls."
        return f"{state.say(kind.stack_moves[stack])}."

    # ---- marks and refusals ------------------------------------------------------------------------------------------

    def _last_move(self) -> None:
        state, scene = self.state, self.scene
        match scene.last:
            case ("boat", int(number), str()):
                scene.amber(f"boat/{self._sender()}/{number}")
            case ("fish", int(number)) | ("finder", int(number), str()):
                scene.amber(f"boat/{state.seat}/{number}")
            case ("bid", int(spot)):
                scene.amber(f"bid/{spot}")
            case ("card", str()):
                scene.amber(f"goal/{len(state.goal) - 1}")
            case ("roll", int()):
                scene.amber("dice")

    def _sender(self) -> int:
        """Return the seat that sent out the last boat."""
        state = self.state
        if state.phase == "fleet":
            return state.seat if state.fleet[state.seat] else (state.seat - 1) % state.players
        return (state.first - 1) % state.players

    def _pointers(self) -> None:
        for number, (label, what) in enumerate(self.points):
            if what not in self.scene.places:
                continue
            x, y, r = self.scene.places[what]
            parts = [circle(x, y, r + 2, "chosen")]
            if label:
                parts.append(pill(x, y + r + 8, label, "w7 t14", 20))
            self.pic.group(parts, id=f"mark-{number}", cls="still")

    def _refusal(self) -> None:
        if not self.refused:
            return
        move, reason = self.refused
        spots = [self.scene.places[name] for name in reason.where if name in self.scene.places]
        name = "/".join(map(str, move[1:]))
        if not spots and name in self.scene.places:
            spots = [self.scene.places[name]]
        for x, y, r in spots:
            self.pic.add(circle(x, y, r + 3, "offend still"))
        if not spots:
            self.pic.bubble(290, 16, 320, reason)
            return
        x, y, r = spots[0]
        left = x + r + 26 if x < 480 else x - r - 346
        top = min(max(8.0, y - 40), self.pic.height - 170)
        self.pic.bubble(min(max(8.0, left), 572.0), top, 320, reason, at=(x, y))
        self.pic.add(cross(x, y))
