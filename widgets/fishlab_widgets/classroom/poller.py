"""A look at a room every moment, for as long as the page that shows it is there."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from fishlab_widgets.controls.background import Background

LOOK: Final = 0.15
"""Seconds between two looks."""
SILENCE: Final = 20.0
"""Seconds without a sign of life from the page after which nobody looks any more."""


class PendingMove(NamedTuple):
    """A move that is to be found, away from the page's own thread, and what to do with it."""

    think: Callable[[], str]
    done: Callable[[str], object]
    failed: Callable[[Exception], object]


class Poller:
    """Looks at a room while its page lives.

    Args:
        look: looks once, and returns what is to be thought about now, if anything.
        silence: seconds without a sign of life after which nobody looks; `SILENCE` without it.
    """

    def __init__(self, look: Callable[[], PendingMove | None], silence: float | None = None) -> None:
        self._look, self._silence = look, silence
        self._heard = 0.0
        self._work = Background()

    @property
    def running(self) -> bool:
        """Whether somebody looks."""
        return self._work.running

    def hear(self) -> None:
        """Take a sign of life from the page: look again, if nobody did."""
        self._heard = time.monotonic()
        if not self.running:
            self._work.start(self._run, self._once)

    def stop(self) -> None:
        """Look no more, until the page is heard again."""
        self._work.stop()

    def _once(self) -> None:
        """Do at once what is to be done, where nothing runs in the background."""
        while (thought := self._look()) is not None:
            try:
                found = thought.think()
            except Exception as error:
                thought.failed(error)
                return
            thought.done(found)

    async def _run(self) -> None:
        try:
            while time.monotonic() - self._heard < (SILENCE if self._silence is None else self._silence):
                thought = self._look()
                if thought is not None:
                    await self._think(thought)
                await asyncio.sleep(LOOK)
        finally:
            self._work.finished()

    @staticmethod
    async def _think(thought: PendingMove) -> None:
        """Think in a thread, where there are threads, so that the page stays awake."""
        try:
            found = thought.think() if sys.platform == "emscripten" else await asyncio.to_thread(thought.think)
        except Exception as error:
            thought.failed(error)
        else:
            thought.done(found)
