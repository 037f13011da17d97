"""Bots think, and plots are drawn, in processes of their own: what takes seconds keeps no page waiting."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.reduction import ForkingPickler
from typing import Final, TypeVar

Found = TypeVar("Found")
NICENESS: Final = 10
"""How far thinking gives way to pages."""


class BotPool:
    """Lets functions find something in other processes; what cannot be sent to one is asked in a thread.

    Args:
        workers: how many processes; without a number, one less than the machine has cores.
    """

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._processes: Executor | None = None

    async def find(self, think: Callable[[], Found]) -> Found:
        """Return what a function finds; whatever it raises is raised here."""
        if not _can_be_sent(think):
            return await asyncio.to_thread(think)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool(), think)
        except BrokenProcessPool:  # one of them was ended from outside
            self.close()
            return await loop.run_in_executor(self._pool(), think)

    def _pool(self) -> Executor:
        if self._processes is None:
            context = multiprocessing.get_context("spawn")  # a copy of a program with a loop and sockets is no good one
            self._processes = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_give_way)
        return self._processes

    def close(self) -> None:
        """End the processes."""
        pool, self._processes = self._processes, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _can_be_sent(think: Callable[[], object]) -> bool:
    """Tell whether another process could be asked: a bot of a notebook's cell is known in that notebook only."""
    try:
        ForkingPickler.dumps(think)
    except Exception:
        return False
    return True


def _give_way() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
