"""A limit for what students write that needs no signal, no second process and no main thread.

So it is the same in a notebook's kernel, in the thread to which JupyterLab hands a click, on Windows, and in a browser.
The loops of a student's code look at the clock themselves: Python calls us back at every jump in it (`sys.monitoring`),
or at every instruction where it is older than that (3.11). Code of libraries and of Fishlab runs on unwatched: its
loops end.

What Python cannot look into, it cannot stop: one endless step inside a library, such as `sum(range(10**13))`. And in
Python 3.11 a function that swallows every exception, this one too, goes on.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter
from types import CodeType, FrameType
from typing import Any

_LIBRARIES = (os.path.dirname(os.__file__), os.path.dirname(os.path.dirname(__file__)), "<frozen")
_TOOLS = (4, 3)  # numbers that Python leaves free for programs like this one


class Unfinished(BaseException):
    """Stops a function that runs on and on; not an `Exception`, so that the function does not catch it."""


class _Limit(threading.local):
    """What a thread's loops ask: it raises once the limit is passed; None where there is no limit."""

    check: Callable[[], None] | None = None


_limit = _Limit()


@contextmanager
def limited(
    seconds: float | None, clock: Callable[[], float] = perf_counter, also: Callable[[], None] | None = None
) -> Iterator[None]:
    """Stop what is done inside after some seconds: `Unfinished` is raised at its next turn of a loop.

    Args:
        seconds: how long it may take; for ever if None.
        clock: tells the seconds.
        also: is called as often as the clock, and may raise what it likes.
    """
    if seconds is None:
        yield
        return
    outer, until = _limit.check, clock() + seconds

    def check() -> None:
        if outer is not None:
            outer()
        if also is not None:
            also()
        if clock() > until:
            raise Unfinished

    monitored, traced = monitors(), sys.gettrace()
    _limit.check = check
    try:
        if not monitored:
            sys.settrace(_trace)
        yield
    finally:
        _limit.check = outer
        if not monitored:
            sys.settrace(traced)


@cache
def _is_library(file: str) -> bool:
    return file.startswith(_LIBRARIES) or "site-packages" in file


def _trace(frame: FrameType, event: str, arg: Any) -> Any:
    """Look at the clock at every instruction of a student's code: a loop may stand on one line."""
    if _is_library(frame.f_code.co_filename):
        return None
    frame.f_trace_opcodes, frame.f_trace_lines = True, False
    if _limit.check is not None:
        _limit.check()
    return _trace


@cache
def monitors() -> bool:
    """Let Python call back at jumps, from the first time that there is a limit; tell whether it can."""
    if sys.version_info < (3, 12):
        return False
    monitoring = sys.monitoring
    tool = next((number for number in _TOOLS if monitoring.get_tool(number) is None), None)
    if tool is None:
        return False

    def start(code: CodeType, _: int) -> Any:
        if _is_library(code.co_filename):
            return monitoring.DISABLE  # for good: nothing is called back from there any more
        if _limit.check is not None:
            monitoring.set_local_events(tool, code, monitoring.events.JUMP)
            _limit.check()
        return None

    def jump(*_: Any) -> None:
        if _limit.check is not None:
            _limit.check()

    monitoring.use_tool_id(tool, "fishlab")
    for event, called in ((monitoring.events.PY_START, start), (monitoring.events.JUMP, jump)):
        monitoring.register_callback(tool, event, called)
        atexit.register(monitoring.register_callback, tool, event, None)
    monitoring.set_events(tool, monitoring.events.PY_START)
    return True
