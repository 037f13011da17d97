"""The teacher's desk as a widget of a notebook: a page around a `DeskModel`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import ipywidgets as w
import traitlets

from fishlab.core import Match
from fishlab.messages import tr, trn
from fishlab.one_at_a_time import alone
from fishlab.room import PERSON, Room, RoomError
from fishlab_widgets.classroom.bot_driver import BotDriver
from fishlab_widgets.classroom.desk.model import DeskModel
from fishlab_widgets.classroom.desk.views import DeskView
from fishlab_widgets.classroom.poller import PendingMove, Poller
from fishlab_widgets.classroom.seat import open_room
from fishlab_widgets.controls.base_widget import script, style
from fishlab_widgets.controls.message_widget import MessageWidget
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.live.table import Table

_HERE = Path(__file__).parent
BEAT: Final = 2.0
"""Seconds after which the desk looks at the clock, also when no move was made."""
SILENCE: Final = 90.0
"""Seconds for which the desk goes on without its page: a tab in the background is heard once a minute."""


class Panel(MessageWidget):
    """The page of the desk: it shows a `DeskView`, and sends what the teacher asks for."""

    _esm = script(_HERE / "projector.js", _HERE / "desk.js")
    _css = style(_HERE / "desk.css", _HERE / "projector.css")

    page = traitlets.Unicode().tag(sync=True)
    head = traitlets.Dict().tag(sync=True)
    setup = traitlets.Dict().tag(sync=True)
    cards: traitlets.List[Any] = traitlets.List().tag(sync=True)
    side = traitlets.Dict().tag(sync=True)
    projector = traitlets.Dict().tag(sync=True)
    text = traitlets.Dict().tag(sync=True)

    def fail(self, words: str) -> None:
        """Say it above the tables."""
        self.tell(head={**self.head, "trouble": words})


class Desk(Live, w.VBox):
    """The teacher's desk of a room: `Desk("class.room")`.

    Args:
        room: the room or its file, made if it is not there.
        clock: returns the time in seconds since 1970.
    """

    wakes = "the desk"

    def __init__(self, room: Room | str | os.PathLike[str], *, clock: Callable[[], float] = time.time) -> None:
        self.room = open_room(room)
        self._bots = BotDriver(self.room)
        self._watch = Poller(self.look, SILENCE)
        self.panel = Panel(self._act)
        self._clock, self._looked_at = clock, 0.0
        self.model = DeskModel(self.room, self._show, clock=clock, look=True)
        self.place = w.VBox([])
        super().__init__([self.panel, self.place])
        for name in ("fishlab", "fishlab-live", "fishlab-desk-frame"):
            self.add_class(name)

    def __repr__(self) -> str:
        return f"<Desk of {self.room!r}: {trn('{n} table', '{n} tables', len(self.room.tables()))}>"

    def _show(self, view: DeskView) -> None:
        self.panel.tell(**view)

    def stop(self) -> None:
        """Look at the room no more, until the page is heard again."""
        self._watch.stop()

    def look(self) -> PendingMove | None:
        """Look at the room once: show what is new, and let bots and dice move."""
        now = self._clock()
        try:
            if self.room.changed() or not 0 <= now - self._looked_at < BEAT:
                self._looked_at = now
                self.model.keep_time()
                self.model.look()
            return self._bots.thought()
        except RoomError as why:
            self.model.say_trouble(str(why))
            return None

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        if kind == "look":
            self._look_at(content.get("table"))
        elif kind not in ("pulse", "hello") and (file := self.model.act(kind, content)) is not None:
            self.panel.send({"type": "file", "name": file.name}, buffers=[file.data])
        self._watch.hear()

    def _look_at(self, name: object) -> None:
        """Lay a copy of a table's whole game below the desk; nothing that is done there changes the table."""
        if not isinstance(name, str) or name not in self.room.tables():
            return
        copy = Match.from_json(self.room.match(name).to_json())
        back = w.Button(description=tr("Put {name}’s game away", name=name))
        back.on_click(alone(lambda _: self._clear_place()))
        self.place.children = [back, Table(copy, seats=[PERSON] * copy.seats)]

    def _clear_place(self) -> None:
        self.place.children = []
