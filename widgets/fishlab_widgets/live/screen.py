"""What a table shows beside its board, and what it hears: one widget, so that a move is one message."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import traitlets

from fishlab.core import Move, State
from fishlab_widgets.controls.base_widget import script
from fishlab_widgets.live.board import Board
from fishlab_widgets.live.face import Look, face_of

_HERE = Path(__file__).parent


class Screen(Board):
    """The board of a table with prompt, cards, seats, plots, moves, rules and code around it.

    It knows nothing of matches: its table fills the traits (`view` has their types), and hears through `on_act` what a
    person asks for.
    """

    _esm = script(_HERE / "board.js", _HERE / "screen.js")

    head = traitlets.Dict().tag(sync=True)
    """`view.Head`."""
    prompt = traitlets.Dict().tag(sync=True)
    """`view.Prompt`."""
    questions = traitlets.List(traitlets.Dict()).tag(sync=True)
    """`view.Question` each."""
    can = traitlets.Dict().tag(sync=True)
    """`view.Can`."""
    seats = traitlets.List(traitlets.Dict()).tag(sync=True)
    """`view.SeatRow` each."""
    common = traitlets.Unicode("").tag(sync=True)
    """The score that all seats have together, if there is one; `score` of a seat is its share then."""
    sitters = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """Who may be chosen for a seat, in order; [] where nobody chooses."""
    bots = traitlets.Dict().tag(sync=True)
    """A line about each of the bots among them."""
    log = traitlets.List(traitlets.List()).tag(sync=True)
    """The moves around the position shown: number, words, and whether it is `past`, `now` or `later`."""
    plots = traitlets.List(traitlets.Unicode()).tag(sync=True)
    rules = traitlets.Dict().tag(sync=True)
    """`text`, pairs of topic and sentences; `signs`, pairs of picture and meaning."""
    at = traitlets.Int(0).tag(sync=True)
    count = traitlets.Int(0).tag(sync=True)
    walk = traitlets.Dict().tag(sync=True)
    """`view.Walk`."""
    save = traitlets.Dict().tag(sync=True)
    """`view.Save`."""
    form = traitlets.Dict().tag(sync=True)
    """The form for a new game: `fields` and `wrong`; empty while it is closed."""
    ending = traitlets.Dict().tag(sync=True)
    """`view.Ending`."""
    thought = traitlets.Dict().tag(sync=True)
    """What a search thinks of the moves: `kind`, `running`, `look`, `said`, `by`, `counts` and `rows`; else empty."""
    arriving = traitlets.Bool(False).tag(sync=True)
    """Whether the page that shows the table first brings it into view."""
    ended = traitlets.Bool(False).tag(sync=True)
    """Whether there is a result to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.on_act: Callable[[str, Mapping[str, Any]], None] = lambda kind, content: None

    def draw(self, state: State, look: Look) -> str:
        """Return the picture of one screen."""
        return face_of(state).board(state, look)

    def offers(self, state: State) -> Sequence[Move]:
        """Return the moves that have a card."""
        return face_of(state).offers(state)

    def _obey(self, content: Mapping[str, Any]) -> None:
        kind = content.get("type")
        if kind in ("move", "mark", "cancel", "uncover", "open", "whole"):
            super()._obey(content)
        elif isinstance(kind, str):
            self.on_act(kind, content)
