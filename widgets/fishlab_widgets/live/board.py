"""The live board: one widget for all games.

Python draws the picture and owns the truth. The browser sends what a person clicked or typed; `Match.play` decides.
A message carries the revision of the picture that it was made on, so a click on yesterday's picture does nothing.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from fishlab.core import IllegalMove, Match, Move, Player, Reason, State
from fishlab_widgets.draw.svg import still
from fishlab_widgets.live.asleep import LOST, Live
from fishlab_widgets.live.face import Look, face_of
from fishlab_widgets.live.style import STYLE

_count = itertools.count(1)


class Board(Live, anywidget.AnyWidget):
    """A picture that can be played.

    `Board(Match(Fishery))` is a board on which every seat is played by hand. `Table` gives it `on_move` and `on_mark`
    functions of its own and decides itself what to show.
    """

    _esm = Path(__file__).with_name("board.js")
    _css = STYLE

    uid = traitlets.Unicode().tag(sync=True)
    svg = traitlets.Unicode().tag(sync=True)
    choices = traitlets.List(traitlets.Dict()).tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    cover = traitlets.Unicode().tag(sync=True)
    cover_button = traitlets.Unicode().tag(sync=True)
    motion = traitlets.Bool(True).tag(sync=True)
    typing = traitlets.Bool(True).tag(sync=True)
    lost = traitlets.Unicode(LOST).tag(sync=True)
    rev = traitlets.Int(0).tag(sync=True)

    def __init__(self, match: Match | None = None, *, typing: bool = True) -> None:
        super().__init__(uid=f"b{next(_count)}", typing=typing)
        self.match = match
        self.on_move: Callable[[str], None] = self._play
        self.on_mark: Callable[[str], None] = self._mark
        self.on_uncover: Callable[[], None] = lambda: None
        self.on_cancel: Callable[[], None] = self._cancel
        self.marks: tuple[str, ...] = ()
        self.compact = False
        self._last_sent = ""
        self.on_msg(self._receive)
        if match is not None:
            self._show_match()

    def __repr__(self) -> str:
        return f"<Board: {self.match!r}>" if self.match else "<Board>"

    def still_picture(self) -> str:
        """Return the present picture, without what could be clicked."""
        return still(self.svg)

    def show(
        self,
        state: State,
        *,
        legal: bool = True,
        viewer: Player | None = None,
        last: Move | None = None,
        refused: tuple[Move, Reason] | None = None,
        marks: Sequence[str] = (),
        motion: bool = True,
        **traits: Any,
    ) -> None:
        """Draw a state: all traits go out together, and `rev` last tells the browser to redraw once."""
        look = Look(viewer, legal, last, refused, tuple(marks), prefix=self.uid, compact=self.compact)
        svg = face_of(state).draw(state, look)
        drawn = {unescape(move) for move in re.findall(r'data-move="([^"]*)"', svg)}
        rest = [] if not legal else [m for m in dict.fromkeys(state.moves()) if state.notation(m) not in drawn]
        with self.hold_sync():
            self.svg = svg
            self.choices = [_choice(state, move, viewer) for move in rest[:80]]
            self.motion = motion
            self.error = ""
            for name, value in traits.items():
                setattr(self, name, value)
            self.rev += 1

    def _show_match(self, refused: tuple[Move, Reason] | None = None, status: str = "", error: str = "") -> None:
        match = self.match
        assert match is not None
        last = match.moves[-1] if match.moves else None
        self.show(match.state, last=last, refused=refused, marks=self.marks, status=status, error=error)

    def _play(self, text: str) -> None:
        match = self.match
        if match is None:
            return
        before = match.state
        try:
            match.play(text)
        except IllegalMove as why:
            refused = (tuple(why.move), why.reason) if isinstance(why.move, tuple) else None
            self._show_match(refused, error=f"{why.reason.title}: {why.reason}")
            return
        self._show_match(status=sentences(before.say(match.moves[-1]), match.state.prompt()))

    def _mark(self, mark: str) -> None:
        if self.match is not None:
            self.marks = face_of(self.match.game).toggle(self.marks, mark)
            self._show_match()

    def _cancel(self) -> None:
        if self.match is not None:
            self._show_match()

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Take a message from the browser; whatever goes wrong is said on the board."""
        try:
            self._obey(content if isinstance(content, Mapping) else {})
        except Exception as error:
            with self.hold_sync():
                self.error = f"Something went wrong here ({type(error).__name__}: {error}). Nothing was lost."
                self.rev += 1

    def _obey(self, content: Mapping[str, Any]) -> None:
        kind = content.get("type")
        if kind == "uncover":
            self.on_uncover()
        elif kind == "cancel":
            self.on_cancel()
        elif kind == "mark" and isinstance(content.get("mark"), str):
            self.on_mark(content["mark"])
        elif kind == "move" and isinstance(content.get("move"), str):
            move = content["move"][:200]
            if content.get("rev") != self.rev:
                if move != self._last_sent:
                    with self.hold_sync():
                        self.status = "The board had already changed: look again, then move."
                        self.rev += 1
                return
            self._last_sent = move
            self.on_move(move)


def _choice(state: State, move: Move, viewer: Player | None) -> dict[str, str]:
    face, words = face_of(state), state.say(move, viewer)
    return {
        "move": state.notation(move),
        "label": face.label(state, move) or words.rstrip("."),
        "note": sentences(words),
        "key": face.key(state, move),
    }


def sentences(*parts: str) -> str:
    """Return parts as sentences, each with one full stop."""
    return " ".join(f"{part.rstrip('.')}." for part in parts if part)
