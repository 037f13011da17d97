"""The teacher's pages on the class server: the desk and the projector, each around a `DeskModel`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import traitlets

from fishlab.match import Match
from fishlab.messages import in_own_language, spoken, trn
from fishlab.room import PERSON, Room, RoomError
from fishlab.session import Session
from fishlab_widgets.classroom.desk.model import DeskModel
from fishlab_widgets.classroom.desk.overview import Stopwatch
from fishlab_widgets.classroom.desk.projector import Projection, shown
from fishlab_widgets.classroom.desk.views import DeskView, JoinView
from fishlab_widgets.classroom.outcome import figures
from fishlab_widgets.controls.page_model import MessageModel, script, style
from fishlab_widgets.controls.served import Frame, Served
from fishlab_widgets.live.board_model import ServedScreen
from fishlab_widgets.live.game_table import GameTable, Plotter

_HERE = Path(__file__).parent


class Panel(MessageModel, Served):
    """The page of the desk: it shows a `DeskView`, and sends what the teacher asks for."""

    _esm = script(_HERE / "projector.js", _HERE / "desk.js")
    _css = style(_HERE / "desk.css", _HERE / "projector.css")

    page = traitlets.Unicode().tag(sync=True)
    head = traitlets.Dict().tag(sync=True)
    setup = traitlets.Dict().tag(sync=True)
    power = traitlets.Dict().tag(sync=True)
    cards: traitlets.List[Any] = traitlets.List().tag(sync=True)
    side = traitlets.Dict().tag(sync=True)
    text = traitlets.Dict().tag(sync=True)

    def fail(self, words: str) -> None:
        """Say it above the tables."""
        self.tell(head={**self.head, "trouble": words})


class Wall(MessageModel, Served):
    """The page of the projector: it shows a `ProjectorView`."""

    page = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    join = traitlets.Dict(allow_none=True).tag(sync=True)
    late = traitlets.Bool().tag(sync=True)
    tables: traitlets.List[Any] = traitlets.List().tag(sync=True)
    clock = traitlets.Dict(allow_none=True).tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    found: traitlets.List[Any] = traitlets.List().tag(sync=True)
    known: traitlets.List[Any] = traitlets.List().tag(sync=True)
    figure = traitlets.Unicode().tag(sync=True)
    whole = traitlets.Bool().tag(sync=True)
    text = traitlets.Dict().tag(sync=True)

    def fail(self, words: str) -> None:
        """Show nothing of it: the desk says it."""


class Desk:
    """The teacher's desk of a room.

    Args:
        room: the room.
        frame: the page that shows it, if there is one.
        join: how people come in; without it, what the room's file says.
        warning: says what the teacher should know of the way in.
        stopwatch: since when tables stand as they do; all desks of a class share one.
        clock: returns the time in seconds since 1970.
        done: called after everything that the teacher did.
        new_word: gives the class a new word, where it has one, and returns how people come in now.
        plotter: draws the plots of a game that is looked at.
    """

    def __init__(
        self,
        room: Room,
        frame: Frame | None = None,
        *,
        join: JoinView | None = None,
        warning: Callable[[], str] = str,
        stopwatch: Stopwatch | None = None,
        clock: Callable[[], float] = time.time,
        done: Callable[[], object] = lambda: None,
        new_word: Callable[[], JoinView] | None = None,
        plotter: Plotter | None = None,
    ) -> None:
        self.room, self._frame, self._done, self.language, self._plotter = room, frame, done, spoken(), plotter
        self.panel = Panel(self._act)
        self.copy: GameTable | None = None
        """A copy of a table's whole game, laid below the desk."""
        self._copied = ""
        can_draw = (lambda: True) if frame is None else figures.ready
        self.model = DeskModel(room, self._show, clock=clock, stopwatch=stopwatch, can_draw=can_draw)
        self.model.warning, self.model.new_word = warning, new_word
        if join is not None:
            self.model.join = join
        self.look()
        if frame is not None:
            figures.prepare()
            frame.mount("desk", self.panel, "desk.js")

    def __repr__(self) -> str:
        return f"<Desk of {self.room!r}: {trn('{n} table', '{n} tables', len(self.room.tables()))}>"

    def _show(self, view: DeskView) -> None:
        self.panel.tell(**view)

    @in_own_language
    def look(self) -> None:
        """Show how the room stands."""
        self.model.look()

    def fail(self, words: str) -> None:
        """Say above the tables that something went wrong."""
        self.model.say_trouble(words)

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        if kind in ("pulse", "hello"):
            return
        if kind == "look":
            self._look_at(content.get("table"))
        elif (file := self.model.act(kind, content)) is not None:
            self.panel.send({"type": "file", "name": file.name}, buffers=[file.data])
        self._done()

    def _look_at(self, name: object) -> None:
        """Lay a copy of a table's whole game below the desk, or put it away; what is done there changes no table."""
        if not isinstance(name, str) or name not in self.room.tables():
            return
        if name == self._copied:
            self._put_away()
            return
        self._copied = name
        match, screen = Match.from_json(self.room.match(name).to_json()), ServedScreen()
        self.copy = GameTable(Session(match, [PERSON] * match.seats), screen)
        self.copy.plotter = self._plotter
        self.copy.refresh(motion=False)
        if self._frame is not None:
            self._frame.mount("copy", screen, "screen.js")

    def _put_away(self) -> None:
        self.copy, self._copied = None, ""
        if self._frame is not None:
            self._frame.unmount("copy")


class Projector:
    """What all may see of a room.

    Args:
        room: the room.
        frame: the page that shows it.
        join: how people come in.
    """

    def __init__(self, room: Room, frame: Frame, *, join: JoinView) -> None:
        self.wall, self.language = Wall(lambda kind, content: None), spoken()
        self._projection = Projection(room, join, lambda: bool(shown(room)) and figures.ready())
        self.look()
        figures.prepare()
        frame.mount("projector", self.wall, "desk.js")

    @in_own_language
    def look(self) -> None:
        """Show how the room stands."""
        with suppress(RoomError):
            self.wall.tell(**self._projection.view())

    def fail(self, words: str) -> None:
        """Show nothing of it: the desk says it."""
