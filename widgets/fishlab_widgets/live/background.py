"""The one way to start work that goes on while the page stays awake.

In a notebook an event loop runs, and the work is a task of it. Where none runs (a script, a test), the work is done at
once. Nothing else in the project starts a task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Background:
    """One piece of work at a time, that can be stopped."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """Whether work is under way."""
        return self._task is not None and not self._task.done()

    def start(self, work: Callable[[], Coroutine[Any, Any, None]], at_once: Callable[[], object]) -> bool:
        """Begin `work` and return True; where no loop runs, call `at_once` instead and return False."""
        loop = _loop()
        if loop is None:
            at_once()
            return False
        self._task = loop.create_task(work())
        return True

    def finished(self) -> None:
        """Let the work itself say that it is at its end, before its last words are shown."""
        if self._task is asyncio.current_task():  # not a newer one
            self._task = None

    def stop(self) -> None:
        """Stop the work where it is."""
        if self._task is not None:
            self._task.cancel()
        self._task = None

    def later(self, seconds: float, act: Callable[[], object]) -> None:
        """Call a function in a while, once for a burst of calls; at once where no loop runs."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        loop = _loop()
        if loop is None or seconds <= 0:
            act()
        else:
            self._timer = loop.call_later(seconds, act)


def _loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
