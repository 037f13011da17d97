"""One thing at a time, in a program that has several threads.

JupyterLab hands what a person does on a page to a thread of its own, beside the one in which cells run, and may go back
and forth between the two. So whatever others look at (a table, a card, a room) takes one lock at its doors: where it is
made, where it is asked for something, where a message comes in, where work in the background goes a step further. Who
has the lock may take it again. Nobody keeps it while a bot thinks, or while waiting for somebody: see `outside`.
"""

from __future__ import annotations

import inspect
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
_lock = threading.RLock()
_DOORS = ("__init__", "_ipython_display_")

if hasattr(os, "register_at_fork"):  # a copy of this Python has one thread: it must not wait for one that it has not
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def alone(act: Callable[P, R]) -> Callable[P, R]:
    """Return a function that does the same while no other thread does anything of this kind."""

    @wraps(act)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        with _lock:
            return act(*args, **kwargs)

    return done


@contextmanager
def outside() -> Iterator[None]:
    """Let others go on while this thread thinks or waits; what it looked at may be different afterwards."""
    depth = 0
    try:
        while True:
            _lock.release()
            depth += 1
    except RuntimeError:  # it is not ours any more
        pass
    try:
        yield
    finally:
        for _ in range(depth):
            _lock.acquire()


class OneAtATime:
    """A class that is made, shown and asked by its public methods by one thread at a time."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, method in list(vars(cls).items()):
            door = name in _DOORS or not name.startswith("_")
            if door and isinstance(method, FunctionType) and not inspect.iscoroutinefunction(method):
                setattr(cls, name, alone(method))
