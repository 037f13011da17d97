"""Who lets chance and bots move at tables where no page does: the teacher's desk, which looks at all of them."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from typing import Final

from fishlab.core import IllegalMove, Player
from fishlab.room import PERSON, Room, RoomError
from fishlab_widgets.classroom.poller import PendingMove

PATIENCE: Final = 4.0
"""Seconds that a table of people is left to their own pages."""
PACE: Final = 0.35
"""Seconds between two moves where only bots play."""


class BotDriver:
    """Finds tables that stand still although chance or a bot is to move; `thought` goes well into a `Poller`."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._still: dict[str, tuple[object, float]] = {}

    def thought(self) -> PendingMove | None:
        """Return the next move that nobody else has made, None if there is none."""
        now = time.monotonic()
        for status in self.room.statuses()[0]:
            name = status.name
            mark = (status.line, len(status.match), status.waits, status.seats)
            known, since = self._still.get(name, (None, now))
            if known != mark:
                since = max(now, since)
                self._still[name] = (mark, since)
            patience = PATIENCE if PERSON in status.seats else PACE
            if now - since >= patience and (found := self.room.mover(name)) is not None:
                play = partial(self._play, name, len(status.match), found[0])
                return PendingMove(found[1], play, partial(self._wait, name))
        return None

    def _play(self, name: str, number: int, seat: Player, text: str) -> None:
        with suppress(RoomError, IllegalMove):  # the next look shows how the table stands
            self.room.append(name, number, text, seat)

    def _wait(self, name: str, _error: Exception) -> None:
        """Leave a table alone for a while whose bot stumbled."""
        self._still[name] = (None, time.monotonic() + 30)
