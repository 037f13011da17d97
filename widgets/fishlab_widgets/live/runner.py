"""Bots and dice at a table: they move in small steps, so that the page stays awake and can stop them."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Final

from fishlab.core import called
from fishlab.messages import tr
from fishlab.players.agent_guard import Fault
from fishlab.session import Session
from fishlab_widgets.controls.background import Background
from fishlab_widgets.live.board_model import sentences

_FRAME = 1 / 60  # seconds: bots that move faster are shown once a frame
_AT_ONCE = 0.5  # seconds from sign of life to sign of life where only the end is to be seen
TEMPOS: Final = {"slow": 3.0, "normal": 1.0, "now": 0.0}
"""How often the pace of a table bots wait, by the words that people choose from."""

_DICE = 0.7  # of a bot's pace: dice are seen to roll

Show = Callable[..., None]


class Runner:
    """Lets bots and dice of a session move, until a person is to act.

    Args:
        show: shows the position: `Table.refresh`.
        pace: seconds that a bot waits before it moves, so that a class can follow.
        stumble: says what is wrong where the position cannot be shown.

    Attributes:
        tempo: what the people at this table chose, one of `TEMPOS`.
    """

    def __init__(self, show: Show, pace: float, stumble: Callable[[Exception], None]) -> None:
        self.show, self.pace, self.stumble, self.tempo = show, pace, stumble, "normal"
        self._background = Background()
        self._shown_at = 0.0

    @property
    def running(self) -> bool:
        """Whether a bot or the dice are at work."""
        return self._background.running

    def start(self, session: Session) -> bool:
        """Set the bots and dice going in the background; where nothing runs in the background, let them finish.

        Returns:
            Whether they do or did anything: then who called shows the position.
        """
        if self.running or not session.goes_on():
            return False
        self._background.start(lambda: self._run(session), session.play_out)
        return True

    def stop(self) -> None:
        """Stop the bots where they are."""
        self._background.stop()

    async def _run(self, session: Session) -> None:
        """Play until a person is to act; a slow bot thinks in a thread of its own."""
        try:
            while (found := session.mover()) is not None:
                state, count = session.match.state, len(session.match.moves)
                only = session.is_person(found.seat)  # a person's only choice is shown with what follows it
                await asyncio.sleep(0 if only else self.pace * TEMPOS[self.tempo] * (1 if found.seat >= 0 else _DICE))
                if sys.platform == "emscripten" or found.seat < 0:
                    move = found.think()
                else:
                    move = await asyncio.to_thread(found.think)
                if len(session.match.moves) != count or session.match.state is not state or not session.goes_on():
                    break
                session.apply(move)
                if not only or not session.goes_on():
                    self._tell(session, count, last=not session.goes_on())
        except asyncio.CancelledError:
            raise
        except Fault as fault:
            self._background.finished()
            self.show(error=tr("{fault} Give its seat to a person to go on.", fault=fault))
        except Exception as error:
            self._background.finished()
            name = type(error).__name__
            try:
                self.show(error=tr("The bot failed ({name}: {error}). Give its seat to a person to go on.",
                                   name=name, error=error))  # fmt: skip
            except Exception as unshown:  # not the bot, but the game in words or in its picture
                self.stumble(unshown)
        finally:
            self._background.finished()

    def _tell(self, session: Session, place: int, *, last: bool) -> None:
        """Show what was played, as those may hear it who look at the screen now."""
        if last:
            self._background.finished()
        if last or time.monotonic() - self._shown_at > (_FRAME if TEMPOS[self.tempo] else _AT_ONCE):
            with called(session.names):
                said = session.news() if last else [session.told(place, session.viewer())]
                status = sentences(*said, session.state.prompt())
            self.show(status=status)
            self._shown_at = time.monotonic()
