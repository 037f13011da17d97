"""One seat at a table of a room, and the page that shows it; the other seats are elsewhere, or bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from fishlab.boom.rules import Boom
from fishlab.core import Move, blind
from fishlab.messages import spoken, tr
from fishlab.room import Procedure, Room, RoomError, RoomSession
from fishlab_widgets.classroom.briefing import house_rule
from fishlab_widgets.classroom.notices import Notices
from fishlab_widgets.live.board_model import ServedScreen, sentences
from fishlab_widgets.live.game_table import GameTable


def _quietly(experiment: bool) -> AbstractContextManager[None]:
    """Let what is said inside steer nobody, and name no winner, where people are in an experiment."""
    return blind() if experiment else nullcontext()


class SeatScreen(ServedScreen):
    """The screen of a seat.

    Attributes:
        experiment: whether it is one of an experiment, in which answers to messages steer nobody either.
    """

    experiment = False

    def _obey(self, content: Mapping[str, Any]) -> None:
        with _quietly(self.experiment):
            super()._obey(content)


class Seat(GameTable):
    """A seat at a table of a room.

    Args:
        session: the seat, or all seats that nobody else has taken, for one screen that is passed round.
        moved: called with the table's name after each move that was made here.
    """

    session: RoomSession
    board: SeatScreen

    def __init__(self, session: RoomSession, moved: Callable[[str], object] = lambda name: None) -> None:
        self._blind = Procedure.of(session.room.file) is not None  # nothing steers people in an experiment
        super().__init__(session, SeatScreen(), hints=False)
        self.board.experiment = self._blind
        self._moved = moved
        self.refresh(motion=False)

    def __repr__(self) -> str:
        with _quietly(self._blind):
            return f"<Seat at {self.session.name}: {self.who()}, {self.match!r}>"

    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the present position everywhere at once."""
        with _quietly(self._blind):
            super().refresh(motion=motion, status=status, error=error)

    def who(self) -> str:
        """Return who plays here."""
        seat = self.session.seat
        return tr("one screen for all who sit here") if seat is None else self.match.states[0].seat_name(seat)

    def aim(self) -> str:
        """Return what counts for who plays here."""
        state = self.match.states[0]
        return state.words.aim(state)

    def rule(self) -> str:
        """Return what holds at a table besides the game's rules: when people may talk, how much each may take."""
        state = self.match.states[0]
        return house_rule(state) if self._blind and isinstance(state, Boom) else ""

    def catch_up(self) -> None:
        """Show what others have done; `RoomError` if the room cannot be read."""
        match, said = self.session.match, self.session.catch_up()
        if said is None:
            return
        if self.session.match is not match:
            self.page.refused, self.page.walk_at = None, 0
        with _quietly(self._blind):
            self.refresh(status=sentences(said, self.match.state.prompt()) if said else None)

    def play(self, move: Move | str) -> None:
        """Play a move of a seat of this screen; `IllegalMove` or `RoomError` says why not."""
        with _quietly(self._blind):
            super().play(move)
        self._moved(self.session.name)

    def _person_plays(self, text: str) -> None:
        try:
            super()._person_plays(text)
        except RoomError as why:
            self.catch_up()
            self.refresh(motion=False, error=str(why))


class Page:
    """A page of a class, in the language in which it is made; at first it shows no seat.

    Args:
        room: the room.
        notices: what stands above the table.
        device: which device the page is on; pages of one device have the same.
        origin: a mark of where the device is, "" if that tells nothing.

    Attributes:
        waits_with: the key with which a person waits for a seat, "" if nobody waits.
    """

    def __init__(self, room: Room, notices: Notices, device: str = "", origin: str = "") -> None:
        self.room, self.notices, self.device, self.origin, self.language = room, notices, device, origin, spoken()
        self.seat: Seat | None = None
        self.waits_with = ""

    @property
    def table(self) -> str | None:
        """The table that it shows, None in the lobby."""
        return self.seat.session.name if self.seat else None

    @property
    def place(self) -> tuple[str, int] | None:
        """The table and the seat of the person who sits there, None if nobody does."""
        session = self.seat.session if self.seat else None
        return None if session is None or session.seat is None else (session.name, session.seat)

    def look(self) -> None:
        """Show what is new."""
        raise NotImplementedError

    def fail(self, words: str) -> None:
        """Show that something is wrong, until the next look."""
        self.notices.fail(words)

    def warn(self, words: str) -> None:
        """Show a warning, until the next look."""
        self.fail(words)

    def stand_back(self, words: str) -> None:
        """Show the seat no more, for it is open elsewhere, and say so."""
        self.fail(words)

    def deal(self) -> None:
        """Take the seat that is drawn for who waits, if there is one."""

    def stay(self) -> None:
        """Let the room know that somebody sits there."""
        if self.seat is not None and self.place is not None and self.seat.session.holds():
            self.room.seating.seen(*self.place)
