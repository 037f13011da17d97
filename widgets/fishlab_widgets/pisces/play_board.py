"""The picture of Pisces that a table plays on: one board in front, the others as thumbnails, the ocean below.

In front stands the board that the prompt speaks of. A click on a thumbnail brings another to the front; it stays there
until the turn passes on: the mark "front crab 2.3.0.1" says in which round and phase, in whose turn, and in place of
which board.
"""

from __future__ import annotations

from dataclasses import replace

from fishlab.messages import mark, tr
from fishlab.pisces.contents import stage_chips
from fishlab.pisces.phrases import counted, phase_number
from fishlab.pisces.rules import Pisces, outcome_tokens
from fishlab_widgets.draw.svg import at, circle, group, num, path, rect, snug, target, text, wrap
from fishlab_widgets.live.face import BOARD_SIZE, Look
from fishlab_widgets.pisces.moment import MomentPicture
from fishlab_widgets.pisces.ocean import BOAT, Box
from fishlab_widgets.pisces.play_panels import aside_panel, ocean_panel, port_panel, round_panel
from fishlab_widgets.pisces.species_board import (
    Board,
    board_now,
    board_parts,
    defs,
    describe,
    fit,
    glyph_of,
    plan_of,
    small_board,
    small_spot,
)

WIDE, HIGH = BOARD_SIZE[0], 488
_FRONT = 1.13
_EDGE = 300 * _FRONT
"""How wide and high the board in front is; it lies at (2, 2)."""
_CORNER = 66.0
"""How wide the free corner of the board in front is."""
_RIGHT = 347.0
_PORT: Box = (_RIGHT, 290, 251, 52)
_OCEAN: Box = (2, 347, 192, 139)
_ROUND: Box = (198, 347, 168, 139)
_ASIDE: Box = (370, 347, 228, 139)

_DESC = mark("One fishery board in front, all boards as thumbnails beside it, the open ocean and the round below.")
"""Always the same, so that a move need not send the picture's head again; what boards hold is said on each of them."""
_CSS = """
.thumb{fill:var(--sea);stroke:var(--deep);stroke-width:1.5} .thumb.on{stroke:var(--ink);stroke-width:3}
[data-mark]:hover .thumb,[data-mark]:focus .thumb{fill:var(--a-t)}
.berth{fill:var(--paper);fill-opacity:.6;stroke:var(--focus);stroke-width:2.5}
[data-move]:hover .berth,[data-move]:focus .berth{fill:var(--a-t);fill-opacity:1}
.taken{opacity:.45}
"""


def in_front(state: Pisces) -> int:
    """Return the board that the prompt speaks of, or on which something can be clicked now."""
    seat = max(state.seat, 0)
    if state.phase in ("roll", "settle"):
        area = state.fleet[seat][state.boat]
        if area < state.players:
            return area
        return outcome_tokens(state.players)[state.dice[0] - 1] if state.phase == "settle" else seat
    if state.phase == "fish":
        boats = enumerate(state.fleet[seat])
        waiting = [area for boat, area in boats if not state.fished[seat] >> boat & 1 and area < state.players]
        return waiting[0] if waiting else seat
    return seat


def why_in_front(state: Pisces, asked: bool) -> str:
    """Say in few words why the board in front stands there."""
    if asked:
        return tr("as you asked")
    if state.phase in ("roll", "settle"):
        return tr("boat {number} fishes", number=state.boat + 1)
    if state.phase == "fish" and in_front(state) in state.fleet[max(state.seat, 0)]:
        return tr("boat waits here")
    return tr("its turn")


def slots(players: int) -> list[Box]:
    """Return where the thumbnails lie: two large ones, three, or two columns."""
    columns, rows = (1, players) if players < 4 else (2, 2 if players == 4 else 3)
    wide, high = (251 - 4 * (columns - 1)) / columns, (284 - 4 * (rows - 1)) / rows
    places = ((seat % columns, seat // columns) for seat in range(players))
    return [(_RIGHT + (wide + 4) * column, 2 + (high + 4) * row, wide, high) for column, row in places]


def moment_of(state: Pisces) -> str:
    """Return the turn in which a board stays in front that was asked for."""
    return f"{state.round}.{phase_number(state)}.{state.seat}.{in_front(state)}"


class PlayBoard(MomentPicture):
    """The picture in the making."""

    css = MomentPicture.css + _CSS

    def __init__(self, state: Pisces, look: Look) -> None:
        super().__init__(state, look)
        self.front, self.port, self.why = in_front(state), max(state.seat, 0), why_in_front(state, False)
        for look_at in self.looked_at:
            _, name, *when = look_at.split()
            board = int(name) - 1 if name.isdigit() else state.board_of(name)
            if 0 <= board < state.players and when in ([], [moment_of(state)]):
                self.front = self.port = board
                self.why = why_in_front(state, True)
        self.points_of = state.scores()
        self.open(WIDE, HIGH, title="Pisces", desc=tr(_DESC))

    def draw(self) -> str:
        """Return the whole picture."""
        state, scene = self.state, self.scene
        for board, colour in enumerate(scene.colours):  # always in this order, whichever is in front
            if colour:
                defs(self.pic, state.kind(board), colour)
        walking, lit = self.walk is not None and bool(state.before), -1
        if state.kinds[self.front] >= 0 and state.phase != "choose":
            lit = self._front()
        else:
            self._gallery()
        for board, box in enumerate(slots(state.players)):
            self._thumbnail(board, box)
        self.boxes[state.players] = ocean_panel(scene, _OCEAN)
        self._send_here(state.players, _OCEAN)
        round_panel(scene, _ROUND)
        aside_panel(scene, _ASIDE, self.front, walking, lit)
        port_panel(scene, self.port, _PORT)
        return self.finish([self.front])

    # ---- the board in front ------------------------------------------------------------------------------------------

    def _front(self) -> int:
        """Add the board in front; return the arrow that is being followed."""
        state, scene, board = self.state, self.scene, self.front
        self.large.append(board)
        now = board_now(state, board, scene.colours[board], self.walk)
        now = replace(now, last=self.last_stack(board), rings=self.rings(board))
        where = f"{at(2, 2)} scale({_FRONT})"
        words = describe(state, board)
        self.pic.group(
            board_parts(self.pic, now), id=f"front-{now.name}", role="img", aria_label=words, transform=where
        )
        lay = plan_of(now.kind)
        lines = wrap(self.why, _CORNER, 12.5)
        self.pic.group(
            (text(_EDGE - 6, 18 + 14 * row, line, "t12 soft end") for row, line in enumerate(lines)), id="why-front"
        )
        for name, (x, y) in zip(now.kind.stacks, lay.spots, strict=True):
            scene.put(f"{now.name}/{name}", 2 + x * _FRONT, 2 + y * _FRONT, 21 * _FRONT * lay.size)
        scene.put(now.name, 2 + 150 * _FRONT, 2 + 114 * _FRONT, 30)
        self.boxes[board] = (2 + 78 * _FRONT, 2 + 183 * _FRONT, 130 * _FRONT, 40 * _FRONT)
        self._send_here(board, (2, 2, _EDGE, _EDGE))
        return now.lit

    def _gallery(self) -> None:
        """During setup: the boards to choose from, each with its species' name and what a chip is worth."""
        state, scene, pic = self.state, self.scene, self.pic
        kinds = state.sea.species[:12]
        columns, rows = (3, 2) if len(kinds) <= 6 else (4, 3)
        wide, high = _EDGE / columns, _EDGE / rows
        size = min(wide - 12, high - 42) / 300
        for place, kind in enumerate(kinds):
            x, y = 2 + wide * (place % columns), 2 + high * (place // columns)
            owner = state.kinds.index(place) if place in state.kinds else -1
            yes = " yes" if ("board", kind.name) in scene.moves else ""
            # The thumbnail of a board that is taken has the ages 0 and below: no id may stand here a second time.
            stacks, ages = (1,) * len(kind.stacks), tuple(range(1, len(kind.stages) + 1))
            board = Board(kind, "abcdef"[place % 6], stacks, 0, -1, ages, -1, -1, walking=True)
            middle = (wide - 4) / 2
            small = group((small_board(pic, board, size),), transform=at(middle - 150 * size, 4))
            parts = [
                rect(0, 0, wide - 4, high - 4, f"shop{yes}", 8),
                small,
                pic.glyph_text(glyph_of(kind), middle, 4 + 130 * size, 100 * size),
                text(middle, high - 26, fit(tr(kind.label), wide - 8, 14), "mid w7 t14"),
                text(middle, high - 10, tr("{points} points", points=kind.value), "mid t12 soft"),
            ]
            inner = [group(parts, cls="taken" if owner >= 0 else None)]
            if owner >= 0:
                inner.append(scene.badge(owner, middle, 4 + 190 * size, 11))
            more = {"id": f"choose-{kind.name}", "transform": at(x, y)}
            pic.add(scene.act(inner, ("board", kind.name), asked=state.phase == "choose", **more))
            if scene.last == ("board", kind.name):
                box = (x + 2, y + 2, wide - 8, high - 8)
                pic.group((rect(*box, "lastcase", 8), rect(*box, "lastline", 8)), id="last", cls="still")
            scene.put(kind.name, x + middle, y + 4 + 130 * size, 34)

    # ---- thumbnails --------------------------------------------------------------------------------------------------

    def _thumbnail(self, board: int, box: Box) -> None:
        """Add a board as a thumbnail: its fish by stage, where they stand, and its boats beside or below."""
        state, scene, pic = self.state, self.scene, self.pic
        x, y, wide, high = box
        on = " on" if board == self.front else ""
        if state.kinds[board] < 0:
            self._no_board(board, box)
            return
        kind = state.kind(board)
        tall = high > 120
        size = (113 if tall else 87) / 300
        room = 300 * size
        berth = (x + room + 3, y + 4, wide - room - 6, high - 8)
        frame = rect(x, y, wide, high, f"thumb{on}", 10)
        now = board_now(state, board, scene.colours[board], self.walk)
        parts = []
        parts.append(group((small_board(pic, now, size),), transform=at(x + 1, y + 1)))
        middle = (x + 1 + 150 * size, y + 1 + 150 * size)
        parts.append(pic.glyph_text(glyph_of(kind), middle[0], middle[1] - 11, 34))
        parts += self._name_tag(board, middle[0], middle[1] + 12)
        if board == state.first and state.round:
            parts += [circle(x + 11, y + 11, 8.5, "ink"), text(x + 11, y + 15.6, "1", "mid w7 t12 paper")]
        if wide > 200:
            left = x + room + 10
            parts.append(text(left, y + 20, fit(tr(kind.label), wide - room - 16, 14), "w7 t14"))
            words = tr("{fish} fish, {points} each", fish=sum(now.stacks), points=counted(kind.value, "point"))
            lines = [words, *_by_stage(state, board)] if tall else [words]
            for place, line in enumerate(lines):
                parts.append(text(left, y + 37 + 16 * place, line, "t12 soft", **snug(line, wide - room - 16, 12)))
            below = 44 + 16 * (len(lines) - 1)
            berth = (left - 4, y + below, wide - room - 12, high - below - 6)
        elif tall:
            berth = (x + 3, y + room + 1, wide - 6, high - room - 2)
        if board != self.front:
            words = describe(state, board)
            label = tr("show the {species} board. {board}.", species=tr(kind.name), board=words)
            frame = target((frame,), mark=f"front {kind.name}", label=label, note=f"{words}.", id=f"look-{board}")
        pic.group((frame,), id=f"frame-{board}")
        pic.group(parts, id=f"thumb-{board}", cls="still")
        if board != self.front:
            self._places(now, x + 1, y + 1, size)
            self.boxes[board] = berth
            self._send_here(board, berth if tall or wide > 200 else (berth[0], y + 3, berth[2], high - 6), middle)

    def _name_tag(self, board: int, x: float, y: float) -> list[str]:
        """Return the badge of a board's keeper with its points."""
        if not self.state.round:
            return [self.scene.badge(board, x, y, 10)]
        points = str(self.points_of[board])
        wide = 7.6 * len(points) + 8
        left = x - (20 + wide) / 2
        return [
            rect(left + 12, y - 9, wide + 8, 18, f"st-{self.scene.colours[board]}", 9),
            self.scene.badge(board, left + 10, y, 10),
            text(left + 20 + wide / 2, y + 4.8, points, "mid t14 w6"),
        ]

    def _places(self, now: Board, x: float, y: float, size: float) -> None:
        for stage in now.kind.stages:
            sx, sy = small_spot(now.kind, stage)
            for stack in range(stage.start, stage.stop):
                self.scene.put(f"{now.name}/{now.kind.stacks[stack]}", x + sx * size, y + sy * size, 13)
        self.scene.put(now.name, x + 150 * size, y + 150 * size, 26)

    def _no_board(self, board: int, box: Box) -> None:
        x, y, wide, high = box
        chooses = self.state.phase == "choose" and self.state.seat == board
        parts = [
            rect(x, y, wide, high, "now" if chooses else "empty", 10),
            self.scene.badge(board, x + wide / 2, y + high / 2 - 16, 12),
            text(x + wide / 2, y + high / 2 + 16, self.state.seat_name(board), "mid w7 t14"),
        ]
        if chooses:
            parts.append(text(x + wide / 2, y + high / 2 + 33, tr("chooses"), "mid t12 soft"))
        self.pic.group(parts, id=f"thumb-{board}")

    # ---- where boats may go ------------------------------------------------------------------------------------------

    def _send_here(self, area: int, box: Box, middle: tuple[float, float] | None = None) -> None:
        """Make an area a place to send boats to, or to move them to with a Fish Finder."""
        state, scene = self.state, self.scene
        if not scene.legal or state.turn() < 0:
            return
        x, y, wide, high = box
        name = state.areas[area]
        if state.phase == "fleet":
            number = len(state.fleet[state.seat]) + 1
            bx, by, bw, bh = self.boxes[area]
            hull = path(
                BOAT,
                f"s-{scene.colours[state.seat]} hullp",
                transform=f"{at(bx + bw / 2 - 14, by + bh / 2 - 9)} scale({num(28 / 32)})",
            )
            top = y if high >= 25 else y + high - 25
            frame = rect(x, top, wide, max(high, 25), "hit", 10)
            frame += rect(x + 1, top + 1, wide - 2, max(high, 25) - 2, "ring" if wide > 180 else "berth", 10)
            act = scene.act(
                (frame, group((hull,), cls="ghost")),
                ("boat", number, name),
                id=f"to-{name}",
            )
            self.pic.group((act,), id=f"send-{name}")
        elif state.phase == "fish" and state.spare(state.seat, "finder"):
            boats = [n for n in range(1, len(state.fleet[state.seat]) + 1) if ("finder", n, name) in scene.moves]
            parts = []
            cx, cy = (middle[0], middle[1] + 13) if middle else (x + wide - 44, y + 17)
            for place, number in enumerate(boats):
                inner = (circle(0, 0, 12.5, "finder"), text(0, 4.8, number, "mid w7 t13"))
                where = at(cx + 26 * (place - (len(boats) - 1) / 2), cy)
                parts.append(scene.act(inner, ("finder", number, name), id=f"find-{number}-{name}", transform=where))
            self.pic.group(parts, id=f"send-{name}")


def _by_stage(state: Pisces, board: int) -> list[str]:
    """Return how many chips a board has in each stage of life, the oldest first, in two lines."""
    stages = [counted(chips, stage) for stage, chips in stage_chips(state, board).items()][::-1]
    size = 1 if len(stages) < 3 else 2
    return [", ".join(stages[place : place + size]) for place in range(0, len(stages), size)]
