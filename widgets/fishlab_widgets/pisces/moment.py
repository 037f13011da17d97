"""What every picture of a moment of Pisces shares: what is marked, what may be done with a stack, what is refused."""

from __future__ import annotations

import re

from fishlab.core import Move
from fishlab.messages import tr
from fishlab.pisces.phrases import spot
from fishlab.pisces.rules import Pisces
from fishlab_widgets.draw.svg import Picture, at, circle, cross, group, pill, rect, target
from fishlab_widgets.live.face import Look
from fishlab_widgets.pisces import ocean, species_board
from fishlab_widgets.pisces.ocean import Box, Scene, boats
from fishlab_widgets.pisces.species_board import colours, use

_CSS = (
    species_board.CSS
    + ocean.CSS
    + """
.offend{fill:none;stroke:var(--bad);stroke-width:3;stroke-dasharray:2 6;stroke-linecap:round}
.chosen{fill:none;stroke:var(--focus);stroke-width:3.5} .empty{fill:none;stroke:var(--deep);stroke-dasharray:6 5}
.finder{fill:var(--paper);stroke:var(--focus);stroke-width:2.5}
[data-move]:hover .finder,[data-move]:focus .finder{fill:var(--a-t)}
"""
)


class MomentPicture:
    """A picture in the making: its marks are read, and `open` gives it paper of some size to draw on."""

    css = _CSS
    pic: Picture
    scene: Scene

    def __init__(self, state: Pisces, look: Look) -> None:
        self.state, self.look = state, look
        self.walk: int | None = None
        """How many steps of the last life cycle are shown, None for the board as it is."""
        self.take = self.veil = self.only = False
        self.points: list[tuple[str, str]] = []
        self.looked_at: list[str] = []
        self.boxes: dict[int, Box] = {}
        """Where boats lie, by area."""
        self.large: list[int] = []
        """The boards that are drawn whole: they mark their last stack themselves."""
        for mark in look.marks:
            label, _, what = mark.rpartition(": ")
            if found := re.fullmatch(r"cycle ([0-5])", what):
                self.walk = int(found[1])
            elif what in ("take", "veil", "only"):
                setattr(self, what, True)
            elif what.startswith(("close ", "front ")):
                self.looked_at.append(what)
            else:
                self.points.append((label, "/".join(what.split()[1:]) if " " in what else what))

    def open(self, width: float, height: float, title: str, desc: str) -> None:
        """Take paper of this size."""
        state, look = self.state, self.look
        self.pic = Picture(
            width,
            height,
            title=title,
            desc=desc,
            css=self.css,
            prefix=look.prefix,
            theme=look.theme,
        )
        self.scene = Scene(self.pic, state, look.legal, look.last if self.walk is None else None, colours(state))
        self.pic.rect(0, 0, width, height, "paper")

    def finish(self, targets_on: list[int]) -> str:
        """Add boats, targets on the stacks of these boards, the last move, marks and a refusal; return the SVG."""
        for area, box in self.boxes.items():
            boats(self.scene, area, box)
        self._stack_targets(targets_on)
        self._last_move()
        self._pointers()
        self._refusal()
        return str(self.pic)

    # ---- stacks ------------------------------------------------------------------------------------------------------

    def last_stack(self, board: int) -> int:
        """Return the stack of a board that was last acted on, -1 for none."""
        match self.scene.last:
            case ("block" | "stack", str(name), str(stack)) if name == self.state.species[board]:
                stacks = self.state.kind(board).stacks
                return stacks.index(stack) if stack in stacks else -1
        return -1

    def rings(self, board: int) -> frozenset[int]:
        """Return the stacks of a board that may be blocked or taken now."""
        name, stacks = self.state.species[board], self.state.kind(board).stacks
        moves = (move for move in self.scene.moves if move[0] in ("block", "stack") and move[1] == name)
        return frozenset(stacks.index(str(move[2])) for move in moves)

    def _stack_targets(self, boards: list[int]) -> None:
        """Stacks to block or to take; other stacks, also those of the one board that is looked at, say why not.

        While boats are sent out, a board is the target as a whole.
        """
        state, scene = self.state, self.scene
        if not scene.legal or state.phase in ("choose", "fleet") or state.turn() < 0:
            return
        word = "block" if state.phase == "block" else "stack"
        hit = {board for board, _ in state.targets()} if state.phase == "settle" else {state.seat}
        parts = []
        for board in boards if len(boards) == 1 else hit.intersection(boards):
            kind = state.kind(board)
            for name in kind.stacks:
                move: Move = (word, kind.name, name)
                x, y, r = scene.places[f"{kind.name}/{name}"]
                size = r / 21
                inner = [circle(0, 0, max(12.5, 23 * size), "hit")]
                if move in scene.moves and word == "block":
                    inner.append(group((use("lock", 0, -2, size),), cls="ghost"))
                parts.append(scene.act(inner, move, id=f"at-{kind.name}-{name}", transform=at(x, y)))
        self.pic.group(parts, id="stacks")

    def take_targets(self, board: int) -> None:
        """Let a click on a stack ask to take a chip from it."""
        kind = self.state.kind(board)
        for stack, name in enumerate(kind.stacks):
            if self.state.stacks[board][stack]:
                where = f"{kind.name}/{name}"
                x, y, r = self.scene.places[where]
                hit = circle(0, 0, 1.1 * r, "hit")
                words, note = (
                    tr("take a chip from {spot}", spot=spot(name)),
                    tr("Take a chip from {spot}.", spot=spot(name)),
                )
                self.pic.add(target((hit,), mark=f"take {where}", label=words, note=note, transform=at(x, y)))

    # ---- marks and refusals ------------------------------------------------------------------------------------------

    def _last_move(self) -> None:
        state, scene = self.state, self.scene
        match scene.last:
            case ("block" | "stack", str(name), str(stack)) if state.board_of(name) not in self.large:
                scene.mark_last(f"{name}/{stack}")
            case ("boat", int(number), str()):
                scene.mark_last(f"boat/{self._sender()}/{number}")
            case ("fish", int(number)) | ("finder", int(number), str()):
                scene.mark_last(f"boat/{state.seat}/{number}")
            case ("bid", int(spot)):
                scene.mark_last(f"bid/{spot}")
            case ("card", str()) if (name := f"goal/{len(state.goal) - 1}") in scene.places:
                x, y, _ = scene.places[name]
                box = (x - 26, y - 30, 52, 60)
                self.pic.group((rect(*box, "lastcase", 6), rect(*box, "lastline", 6)), id="last", cls="still")
            case ("roll", int()):
                scene.mark_last("dice")
            case ("buy", str(gear)):
                scene.mark_last(f"port/{gear}")
            case ("pay", str(name)):
                scene.mark_last(f"pay/{name}")

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
        if not self.look.refused:
            return
        move, reason = self.look.refused
        pic, places, wide = self.pic, self.scene.places, min(320.0, self.pic.width * 0.5)
        spots = [places[name] for name in reason.where if name in places]
        name = "/".join(map(str, move[1:]))
        if not spots and name in places:
            spots = [places[name]]
        for x, y, r in spots:
            pic.add(circle(x, y, r + 3, "offend still"))
        if not spots:
            pic.bubble((pic.width - wide) / 2, 16, wide, reason)
            return
        x, y, r = spots[0]
        left = x + r + 26 if x < pic.width * 0.53 else x - r - 26 - wide
        top = min(max(8.0, y - 40), pic.height - 190)
        pic.bubble(min(max(8.0, left), pic.width - wide - 8), top, wide, reason, at=(x, y))
        pic.add(cross(x, y))
