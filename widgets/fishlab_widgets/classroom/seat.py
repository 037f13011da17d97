"""One seat at a table of a room, on a screen of its own; the other seats are elsewhere, or bots."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from fishlab.core import CHANCE, OVER, IllegalMove, Move, Player
from fishlab.messages import mark, tr
from fishlab.room import PERSON, Room, RoomError, RoomSession, news_of
from fishlab_widgets.classroom.page import Page
from fishlab_widgets.classroom.poller import PendingMove, Poller
from fishlab_widgets.live.board_model import sentences
from fishlab_widgets.live.table import Table

LOST: Final = mark("This page has lost its table. Reload the page: your seat is kept.")
HONOUR: Final = mark("Who can run code here could open the room's file and look at what is hidden: please do not.")
PATIENCE: Final = 2.0
"""Seconds after which a page moves for chance and bots although another one should have."""


def open_room(room: Room | str | os.PathLike[str]) -> Room:
    """Return a room that is given as such or by its file."""
    return room if isinstance(room, Room) else Room(room)


class SharedTable(Table):
    """A seat at a table of a room: `SharedTable("class.room", "Table 1", 0)`.

    Args:
        room: the room, or its file.
        name: the table's name.
        seat: the seat, counted from 0. Without one, every seat that nobody else has taken is played here, and the
            screen is passed round: then nothing is claimed.
        key: the key that holds the seat; without one a new one takes it.
        pace: seconds a bot waits before it moves.
        page: what stands above the table and hears from the browser, if somebody else looks after it.
        honour: whether to say that people who can run code here are asked not to look.
    """

    session: RoomSession

    def __init__(
        self,
        room: Room | str | os.PathLike[str],
        name: str,
        seat: int | None = None,
        key: str | None = None,
        *,
        pace: float = 0.35,
        page: Page | None = None,
        honour: bool = True,
    ) -> None:
        session = RoomSession(open_room(room), name, seat, key)  # one that is refused leaves nothing behind
        self.on_lost: Callable[[str], None] = self._tell_trouble
        self._due: float | None = None
        self._trouble = ""
        self.notices = page or Page(self._hear)
        self._watch = Poller(self.look)
        super().__init__(session, pace=pace, hints=False)
        self.board.lost = tr(LOST)
        if page is None:
            self.children = [self.notices, self.board]
            secret = self.match.game.hides or self.match.state.secrets()
            note = tr(HONOUR) if honour and secret else ""
            self.notices.tell(bar={"table": name, "seat": self._who(), "key": session.key or "", "note": note})
        self._set_due()

    def __repr__(self) -> str:
        return f"<SharedTable {self.session.name}: {self._who()}, {self.match!r}>"

    @property
    def room(self) -> Room:
        """The room."""
        return self.session.room

    @property
    def key(self) -> str | None:
        """The key that holds the seat."""
        return self.session.key

    def _who(self) -> str:
        seat = self.session.seat
        return tr("one screen for all who sit here") if seat is None else self.match.states[0].seat_name(seat)

    # ---- looking at the room ---------------------------------------------------------------------------------

    def _hear(self, kind: str, content: Mapping[str, Any]) -> None:
        if kind in ("pulse", "hello"):
            self._watch.hear()

    def stop(self) -> None:
        """Look at the room no more, until the page is heard again."""
        super().stop()
        self._watch.stop()

    def look(self) -> PendingMove | None:
        """Look at the room once: show what is new, and return what this page should let a bot or the dice do now."""
        try:
            if self.room.changed():
                self._catch_up()
                if self._trouble:
                    self._tell_trouble("")
            return self._next_thought()
        except RoomError as why:
            self._tell_trouble(str(why))
        return None

    def _tell_trouble(self, words: str) -> None:
        self._trouble = words
        self.notices.tell(news={**self.notices.news, "trouble": words})

    def _catch_up(self) -> None:
        """Show what others have done."""
        session = self.session
        if not session.holds():
            self.on_lost(tr("Your seat was freed: take a seat again."))
            return
        match = session.match
        said = session.catch_up()
        self.notices.tell(news=news_of(self.room, session.name))
        if said is None:
            return
        if session.match is not match:
            self.page.refused, self.page.walk_at = None, 0
        self._set_due()
        self.refresh(status=sentences(said, self.match.state.prompt()) if said else None)

    # ---- chance and bots -------------------------------------------------------------------------------------

    def _set_due(self) -> None:
        """Say when this page lets chance or a bot move: at once if its seat moved last, else if nobody else does."""
        session = self.session
        turn = session.match.state.turn()
        bot = turn >= 0 and session.status.seats[turn] != PERSON
        if turn == OVER or session.waits() or not (bot or (turn == CHANCE and session.dice == "auto")):
            self._due = None
            return
        wait = self.runner.pace if bot else self.runner.pace / 3
        self._due = time.monotonic() + wait + (0 if session.leads() else PATIENCE)

    def _next_thought(self) -> PendingMove | None:
        session = self.session
        if self._due is None and self.notices.news.get("left") is not None and self.room.clock.is_up(session.name):
            wait = PATIENCE if session.leads() else 2 * PATIENCE
            self._due = time.monotonic() + wait  # the desk has the first word: the machine may have slept
        if self._due is None or time.monotonic() < self._due:
            return None
        self._due = None
        found = self.room.mover(session.name)
        if found is None:
            return None
        seat, think = found
        number = len(self.match)
        return PendingMove(think, lambda text: self._play_found(number, text, seat), self._stumble)

    def _play_found(self, number: int, text: str, seat: Player) -> None:
        try:
            self.room.append(self.session.name, number, text, seat)
        except (RoomError, IllegalMove) as why:
            self._tell_trouble(str(why))
        self._catch_up_quietly()

    def _stumble(self, error: Exception) -> None:
        name = type(error).__name__
        self._tell_trouble(
            tr("A bot stumbled ({name}: {error}). The teacher can give its seat to a person.", name=name, error=error)
        )

    def _catch_up_quietly(self) -> None:
        try:
            self._catch_up()
        except RoomError as why:
            self._tell_trouble(str(why))

    # ---- playing ---------------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Play a move of a seat of this screen; `IllegalMove` or `RoomError` says why not."""
        super().play(move)
        self._set_due()
        self._watch.hear()

    def _person_plays(self, text: str) -> None:
        try:
            super()._person_plays(text)
        except RoomError as why:
            self._catch_up_quietly()
            self.refresh(motion=False, error=str(why))
