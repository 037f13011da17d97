"""Turns of the loop: one page is served in each of them, and whoever asks for much waits behind those who ask once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable


class TurnQueue:
    """Calls those who wait, one in each turn of the loop: nobody is called twice before all others were called once."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}  # in the order in which they are called
        self._calling: asyncio.Task[None] | None = None

    async def wait(self, who: Hashable) -> None:
        """Wait until it is somebody's turn; what is done next is done alone in this turn of the loop."""
        loop = asyncio.get_running_loop()
        called: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(who, deque()).append(called)
        if self._calling is None or self._calling.done():
            self._calling = loop.create_task(self._call())
        await called

    async def _call(self) -> None:
        while self._waiting:
            who = next(iter(self._waiting))
            line = self._waiting.pop(who)
            called = line.popleft()
            if line:
                self._waiting[who] = line  # behind all others
            if not called.done():  # who has gone meanwhile needs no turn
                called.set_result(None)
                await asyncio.sleep(0)
