"""The door of a room: a person chooses a table and a seat, and comes back to it after a reload."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from typing import Any

import ipywidgets as w

from fishlab.messages import many, tr
from fishlab.room import CLOSED, PERSON, Room, RoomError, Status, new_key, news_of, plain_key
from fishlab_widgets.classroom.page import Page
from fishlab_widgets.classroom.poller import PendingMove, Poller
from fishlab_widgets.classroom.seat import HONOUR, SharedTable, open_room
from fishlab_widgets.controls.key_guard import framed
from fishlab_widgets.controls.placeholder import Live

ROOM = "FISHLAB_ROOM"
"""The environment's word for the file of the room, where a page is not told."""


class Lobby(Live, w.VBox):
    """Room → table → seat: `Lobby("class.room")`.

    Args:
        room: the room or its file; without one, the file that the environment names in `FISHLAB_ROOM`.
        pace: seconds a bot waits before it moves.
        honour: whether to say that people who can run code here are asked not to look.
    """

    def __init__(
        self, room: Room | str | os.PathLike[str] | None = None, *, pace: float = 0.35, honour: bool = True
    ) -> None:
        self.table: SharedTable | None = None
        self._pace, self._honour = pace, honour
        self._page = Page(self._act)
        self._watch = Poller(self._look)
        self._answer = ""
        super().__init__([self._page])
        for name in ("fishlab-live", "fishlab-door"):
            self.add_class(name)
        self.room: Room | None = None
        self._wanted = room
        self._open()

    def _open(self) -> None:
        """Open the room; if it cannot be opened, the page says why, and every sign of life tries again."""
        try:
            self.room = open_room(self._wanted or _from_environment())
            self._page.tell(place=hashlib.blake2s(str(self.room.path).encode(), digest_size=6).hexdigest(), news={})
            self._show()
        except RoomError as why:
            self._page.tell(news={"trouble": str(why)})

    def __repr__(self) -> str:
        return f"<Lobby: {self.table!r}>" if self.table else "<Lobby>"

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(framed(self))  # no picture is left behind: whoever comes back has a page of their own

    # ---- hearing and looking ---------------------------------------------------------------------------------

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        """Do what a person asks for at the door."""
        if self.room is None:
            self._open()
        try:
            if kind == "hello" and self.table is None and content.get("key"):
                self._come_back(content["key"], quiet=True)
            elif kind == "key" and self.table is None:
                self._come_back(content.get("key"), quiet=False)
            elif kind == "take" and self.table is None:
                self._take(content.get("table"), content.get("seat"))
        except RoomError as why:
            self._answer = str(why)
            self._show()
        self._watch.hear()

    def _look(self) -> PendingMove | None:
        if self.table is not None:
            return self.table.look()
        try:
            if self.room is not None and self.room.changed():
                self._show()
        except RoomError as why:
            self._page.tell(news={**self._page.news, "trouble": str(why)})
        return None

    def stop(self) -> None:
        """Look at the room no more, until the page is heard again."""
        self._watch.stop()

    # ---- seats -----------------------------------------------------------------------------------------------

    def _take(self, name: object, seat: object) -> None:
        room = self.room
        if room is None or not isinstance(name, str) or not isinstance(seat, int):
            raise RoomError("Choose a seat of the tables below.")
        key = new_key()
        room.claim(name, seat, key)
        self._sit(name, seat, key)

    def _come_back(self, key: object, *, quiet: bool) -> None:
        room = self.room
        found = room.find(str(key)) if room is not None and len(plain_key(key)) >= 6 else None
        if found is None:
            if quiet:  # a key of a seat that was freed meanwhile
                self._page.tell(bar={"key": ""})
                return
            raise RoomError("No seat has this key. Look at the page on which you sat, or take a seat below.")
        self._sit(*found, str(key))

    def _sit(self, name: str, seat: int, key: str) -> None:
        assert self.room is not None
        self._answer = ""
        table = SharedTable(self.room, name, seat, key, pace=self._pace, page=self._page)
        table.on_lost = self._lose
        self.table = table
        who = table.match.state.seat_name(seat)
        note = HONOUR if self._honour and (table.match.game.hides or table.match.state.secrets()) else ""
        bar = {"table": name, "seat": who, "key": key, "note": note}
        self._page.tell(bar=bar, door={}, news=news_of(self.room, name))
        self.children = [self._page, table]

    def _lose(self, words: str) -> None:
        """Come back to the door: somebody freed the seat."""
        if self.table is not None:
            self.table.stop()
        self.table, self._answer = None, words
        self.children = [self._page]
        self._page.tell(bar={"key": ""})
        self._show()

    # ---- showing ---------------------------------------------------------------------------------------------

    def _show(self) -> None:
        if self.room is None:
            return
        tables, _ = self.room.statuses()  # one that cannot be read is the teacher's to see to
        told = [_told(one) for one in tables if one.stage != CLOSED]
        full = bool(told) and not any(seat["free"] for table in told for seat in table["seats"])
        words = tr("Every seat is taken: ask your teacher for one.") if full else ""
        self._page.tell(door={"tables": told, "answer": self._answer, "full": words}, news=news_of(self.room))


def _told(status: Status) -> dict[str, Any]:
    """Return what a page is told of a table before anybody sits down: nothing of the game itself."""
    state = status.match.states[0]
    free = len(status.free)
    about = f"{status.match.game.title}, {many(status.match.seats, 'player')}: " + (
        f"{many(free, 'seat')} free" if free else "full"
    )
    seats = [
        {
            "name": state.seat_name(seat),
            "who": "taken" if status.taken[seat] else "" if who == PERSON else f"a bot ({who})",
            "free": seat in status.free,
        }
        for seat, who in enumerate(status.seats)
    ]
    return {"name": status.name, "about": about, "seats": seats}


def _from_environment() -> str:
    path = os.environ.get(ROOM, "")
    if not path:
        raise RoomError(f"Which room? Write Lobby(path) with the path of its file, or set {ROOM}.")
    return path
