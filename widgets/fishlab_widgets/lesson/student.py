"""Running what a student wrote: it always comes back, with a result or with a sentence about what went wrong."""

from __future__ import annotations

import builtins
import contextlib
import dis
import hashlib
import io
import reprlib
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from types import CodeType, FrameType, FunctionType
from typing import Any

from fishlab.plain_words import many


class StudentError(Exception):
    """What went wrong in a student's function, in plain words."""


class Unanswered(Exception):
    """A student's function is still empty."""


class _Unfinished(BaseException):
    """Stops a function that runs on and on; not an `Exception`, so that the function does not catch it."""


def is_blank(given: Any) -> bool:
    """Tell whether an answer is still the `...` of the template, or a function that holds nothing else."""
    if not isinstance(given, FunctionType):
        return given is ...
    if ... in given.__code__.co_consts:
        return True
    skip = ("RESUME", "NOP", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR", "CACHE")
    todo = [one for one in dis.get_instructions(given) if one.opname not in skip]
    return all(
        one.opname in ("RETURN_VALUE", "RETURN_CONST") or (one.opname == "LOAD_CONST" and one.argval in (None, ...))
        for one in todo
    )


def guarded(function: Callable[..., Any], seconds: float = 2) -> Callable[..., Any]:
    """Return a student's function as one that always comes back: with a result, or with a `StudentError`."""
    return lambda *args: run(function, args, seconds)


def run(function: Callable[..., Any], args: Sequence[Any], seconds: float, lines: int = 3_000_000) -> Any:
    """Call a student's function; it may run so many lines and seconds, print into the void, and ask nobody."""
    deadline, left = time.monotonic() + seconds, lines

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0 or (left % 500 == 0 and time.monotonic() > deadline):
            raise _Unfinished
        return trace

    def no_input(*_: Any) -> str:
        raise StudentError("Your function asks for input: use what it is given between the brackets instead")

    before, asking, result = sys.gettrace(), builtins.input, None
    try:
        builtins.input = no_input
        with contextlib.redirect_stdout(io.StringIO()):
            sys.settrace(trace)
            result = function(*args)
    except StudentError:
        raise
    except _Unfinished:
        raise StudentError("your function did not finish. Does a loop in it never end?") from None
    except RecursionError:
        raise StudentError("your function calls itself without end") from None
    except BaseException as error:
        sys.settrace(before)
        raise StudentError(_plainly(error, function, args)) from None
    finally:
        sys.settrace(before)
        builtins.input = asking
    if result is ...:
        raise Unanswered
    return result


def _plainly(error: BaseException, function: Callable[..., Any], args: Sequence[Any]) -> str:
    """Return an error in a student's function as one plain sentence with its line."""
    code: CodeType | None = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if code and frame.filename == code.co_filename and frame.name == code.co_name]
    where = f" in line {own[-1].lineno - code.co_firstlineno + 1}" if own and code and own[-1].lineno else ""
    if isinstance(error, TypeError) and not own:
        return f"your function cannot be called with {many(len(args), 'value')} in its brackets"
    words = {
        "NameError": lambda: f"Python does not know the name `{getattr(error, 'name', '')}`",
        "ZeroDivisionError": lambda: "something is divided by zero",
        "KeyError": lambda: f"there is no entry {short(error.args[0] if error.args else '')}",
        "IndexError": lambda: "a list is shorter than the place that is asked for",
        "AttributeError": lambda: f"there is no `.{getattr(error, 'name', '')}` here",
        "SystemExit": lambda: "it stops the whole program instead of giving back a result",
        "KeyboardInterrupt": lambda: "it was stopped",
    }
    kind = type(error).__name__
    text = words.get("NameError" if isinstance(error, NameError) else kind, lambda: f"{kind}: {str(error)[:160]}")()
    return f"your function stumbles{where}: {text}"


def fingerprint(function: Any) -> str:
    """Return what tells one version of a function from another."""

    def flat(code: CodeType) -> str:
        inner = [flat(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
        return f"{code.co_code.hex()}{inner}{code.co_names}{code.co_varnames}"

    code = getattr(function, "__code__", None)
    text = flat(code) if isinstance(code, CodeType) else short(function)
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()


_REPR = reprlib.Repr()
_REPR.maxlist = _REPR.maxtuple = _REPR.maxset = _REPR.maxdict = 6
_REPR.maxstring = _REPR.maxother = 60


def short(value: Any) -> str:
    """Return any value in a few letters."""
    try:
        value = (
            value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") and not value.shape else value
        )
        return _REPR.repr(value)[:120]
    except Exception:
        return f"a {type(value).__name__}"


def shorts(values: Iterable[Any]) -> str:
    """Return the values between the brackets of a call, the long ones as dots."""
    return ", ".join(text if len(text := short(value)) <= 40 else "…" for value in values)
