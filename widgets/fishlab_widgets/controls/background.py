"""The one way to start work that goes on while the page stays awake.

In a notebook an event loop runs, and the work is a task of it. Where none runs (a script, a test), the work is done at
once. Nothing else in the project starts a task.

A notebook may have several loops: cells run in one thread, what a page sends in another, each with a loop of its own.
Work belongs to the loop of whoever started it, and anybody may stop it. It goes on step by step: from one `await` to
the next nothing else happens to tables and cards (`fishlab.one_at_a_time`), and while it waits, everything may.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any

from fishlab.one_at_a_time import OneAtATime, alone


class Background(OneAtATime):
    """One piece of work at a time, that can be stopped."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._started = self._timers = 0

    @property
    def running(self) -> bool:
        """Whether work is under way; where a page's loop has ended, so has its work."""
        task = self._task
        return task is not None and not task.done() and not task.get_loop().is_closed()

    def start(self, work: Callable[[], Coroutine[Any, Any, None]], at_once: Callable[[], object]) -> bool:
        """Begin `work` and return True; where no loop runs, call `at_once` instead and return False."""
        loop = _loop()
        if loop is None:
            at_once()
            return False
        self._started += 1
        self._task = loop.create_task(self._go(work, self._started))
        return True

    async def _go(self, work: Callable[[], Coroutine[Any, Any, None]], number: int) -> None:
        await _in_steps(work(), lambda: self._started != number)

    def finished(self) -> None:
        """Let the work itself say that it is at its end, before its last words are shown."""
        if _loop() is not None and self._task is asyncio.current_task():  # not a newer one; a loop may have ended
            self._task = None

    def stop(self) -> None:
        """Stop the work where it is: it takes no further step."""
        task, self._task = self._task, None
        self._started += 1
        self._wake(task, lambda: task is not None and task.cancel())

    def tell(self, act: Callable[[], object]) -> None:
        """Call a function in the loop of the work, which may be another thread's."""
        self._wake(self._task, act)

    def later(self, seconds: float, act: Callable[[], object]) -> None:
        """Call a function in a while, once for a burst of calls; at once where no loop runs."""
        self._timers += 1
        number, loop = self._timers, _loop()

        @alone
        def ring() -> None:
            if number == self._timers:
                act()

        if loop is None or seconds <= 0:
            act()
        else:
            loop.call_later(seconds, ring)

    @staticmethod
    def _wake(task: asyncio.Task[None] | None, act: Callable[[], object]) -> None:
        if task is None or task.done() or task.get_loop().is_closed():
            return
        if task.get_loop() is _loop():
            act()
        else:
            try:
                task.get_loop().call_soon_threadsafe(act)
            except RuntimeError:  # that loop has just ended
                return


@coroutine
def _in_steps(work: Coroutine[Any, Any, None], stopped: Callable[[], bool]) -> Generator[Any, Any, None]:
    """Let work go on from one `await` to the next, one step at a time; once it is stopped, it only cleans up."""

    @alone
    def step(answer: Any, error: BaseException | None) -> Any:
        if error is None and stopped():
            error = asyncio.CancelledError()
        return work.send(answer) if error is None else work.throw(error)

    answer: Any = None
    error: BaseException | None = None
    while True:
        try:
            awaited = step(answer, error)
        except StopIteration:
            return
        try:
            answer, error = (yield awaited), None
        except GeneratorExit:  # its loop has ended, and nobody will go on with it
            alone(work.close)()
            raise
        except BaseException as thrown:
            answer, error = None, thrown


def _loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
