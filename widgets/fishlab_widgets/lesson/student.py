"""Running what a student wrote: it always comes back, with a result or with a sentence about what went wrong.

On Linux the function runs in a copy of this Python that may be ended at any moment. So an endless loop, a sleep, a
swallowed exception, a crash or a full memory is the copy's trouble alone. Elsewhere (Windows, macOS, where copies of a
Python with threads are known to break, a browser) it runs here, under the limit that players have too
(`fishlab.players.time_limit`, which says what it cannot stop); Windows does not say how much memory is in use.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import dis
import gc
import hashlib
import inspect
import io
import math
import os
import reprlib
import signal
import sys
import textwrap
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence, Set, ValuesView
from decimal import Decimal
from fractions import Fraction
from types import CodeType, FunctionType
from typing import Any

from fishlab.messages import mark, tr, trn
from fishlab.one_at_a_time import outside
from fishlab.players.time_limit import Unfinished, limited

with contextlib.suppress(ImportError):
    import resource
    import select

_PATIENCE = 5
"""How much longer than its own seconds a function may take while the machine is busy with others."""
MOST_MEMORY = 1_000_000_000
"""Bytes that a function may need."""
_MOST_TEXT = 1_000_000  # characters of all its results
_DEEPEST = 20
_OWN_TIME = getattr(time, "thread_time", time.perf_counter)  # not that of others, where the system can tell
_UNFINISHED = mark("your function did not finish. Does a loop in it never end?")
_TOO_LARGE = mark("your function needs more memory than there is. Does a list in it grow without end?")
_ENDLESS_CALLS = mark("your function calls itself without end")
_SLEEPS = mark("your function waits (`sleep`): leave the waiting out")
_ASKS = mark("Your function asks for input: use what it is given between the brackets instead")
_TOO_LONG = mark("your function gives back more than can be checked")
_BROKE_OFF = mark("your function broke Python off in the middle")


class StudentError(Exception):
    """What went wrong in a student's function, in plain words."""


class Unanswered(Exception):
    """A student's function is still empty."""


class _Shown:
    """Stands for a result of which only its looks came back."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


class Missing:
    """Stands for what a student's cell was to set: an error stopped that cell, or nobody has run it yet."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __repr__(self) -> str:
        return "..."

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Fail as a name does that is not there."""
        raise NameError(f"name {self.__name__!r} is not defined")


def is_blank(given: Any) -> bool:
    """Tell whether an answer is missing, still holds a `...` of the template, or is a function with nothing else."""
    if isinstance(given, Missing):
        return True
    if not isinstance(given, FunctionType):
        return _has_dots(given)
    if ... in given.__code__.co_consts:
        return True
    skip = ("RESUME", "NOP", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR", "CACHE")
    todo = [one for one in dis.get_instructions(given) if one.opname not in skip]
    return all(
        one.opname in ("RETURN_VALUE", "RETURN_CONST") or (one.opname == "LOAD_CONST" and one.argval in (None, ...))
        for one in todo
    )


def as_plain(value: Any) -> Any:
    """Return a result as numbers, texts and containers of Python's own: what is not wanted is how it is written."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    match value:
        case Fraction() | Decimal():
            return float(value)
        case dict():
            return {as_plain(key): as_plain(one) for key, one in value.items()}
        case tuple():
            return tuple(as_plain(one) for one in value)
        case set() | frozenset():
            return {as_plain(one) for one in value}
        case str() | bytes():
            return value
        case Sequence() | Set() | ValuesView():
            return [as_plain(one) for one in value]
    return value


def _has_dots(value: Any, deep: int = 4) -> bool:
    if type(value) in (list, tuple, set, frozenset) and deep:
        return any(_has_dots(one, deep - 1) for one in value)
    return value is ...


def guarded(function: Callable[..., Any], seconds: float = 2) -> Callable[..., Any]:
    """Return a student's function as one that always comes back: with a result, or with a `StudentError`."""
    return lambda *args: run(function, [args], seconds)[0]


def run(function: Callable[..., Any], calls: Sequence[Sequence[Any]], seconds: float) -> list[Any]:
    """Call a student's function with some arguments after the other, and return its results.

    It may work so many seconds for all calls together, print into the void, and ask nobody.

    Raises:
        StudentError: it went wrong; the message says how, in plain words.
        Unanswered: it gave back the `...` of the template.
    """
    with outside():  # the page answers meanwhile
        results = _run_apart(function, calls, seconds) if can_fork() else _run_here(function, calls, seconds)
    if any(result is ... for result in results):
        raise Unanswered
    return results


def can_fork() -> bool:
    """Tell whether a copy of this Python can be made that runs beside it."""
    return sys.platform == "linux" and hasattr(os, "fork")


# ---- in a copy of this Python ------------------------------------------------------------------------------------


def _run_apart(function: Callable[..., Any], calls: Sequence[Sequence[Any]], seconds: float) -> list[Any]:
    reading, writing = os.pipe()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, none of which the copy needs
            child = os.fork()
    except OSError:  # no room for a copy
        os.close(reading)
        os.close(writing)
        return _run_here(function, calls, seconds)
    if not child:
        _be_the_copy(function, calls, seconds, writing)
    os.close(writing)
    text, in_time = _listen(reading, time.monotonic() + _PATIENCE * seconds)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    ended_by = os.waitpid(child, 0)[1] & 0x7F
    if text and in_time:
        return _read_told(text)
    raise StudentError(tr(_UNFINISHED if not in_time or ended_by == signal.SIGPROF else _BROKE_OFF))


def _be_the_copy(function: Callable[..., Any], calls: Sequence[Sequence[Any]], seconds: float, out: int) -> None:
    """Work out and write down the results, and end: the copy never goes back to what its parent was doing."""
    try:
        gc.freeze()  # what the parent made is not the copy's to clear away
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        _bound_memory()
        text = _told(function, calls)
    except BaseException:
        text = repr({"error": _TOO_LARGE})
    try:
        left = text.encode()
        while left:
            left = left[os.write(out, left) :]
    finally:
        os._exit(0)


def _bound_memory() -> None:
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = used + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard < 0 else min(limit, hard), hard))


def _told(function: Callable[..., Any], calls: Sequence[Sequence[Any]]) -> str:
    try:
        with _quietly():
            results = [_call(function, args) for args in calls]
            told = repr({"results": [_spell(result) for result in results]})
        return told if len(told) <= _MOST_TEXT else repr({"error": tr(_TOO_LONG)})
    except StudentError as error:
        return repr({"error": str(error)})


def _listen(pipe: int, deadline: float) -> tuple[str, bool]:
    """Return what comes through a pipe until its other end is closed, and whether that was in time."""
    parts: list[bytes] = []
    with os.fdopen(pipe, "rb", buffering=0) as file:
        while select.select([file], [], [], max(0, deadline - time.monotonic()))[0]:
            part = file.read(1 << 16)
            if not part:
                return b"".join(parts).decode(errors="replace"), True
            parts.append(part)
    return "", False


def _read_told(text: str) -> list[Any]:
    told = ast.literal_eval(text)
    if "error" in told:
        raise StudentError(told["error"])
    return [ast.literal_eval(text) if plain else _Shown(text) for plain, text in told["results"]]


def _spell(value: Any) -> tuple[bool, str]:
    """Return a result as text that can be read back, and True; or just its looks, and False."""
    try:
        return True, _literal(value, _DEEPEST)
    except Exception:
        return False, short(value)


def _literal(value: Any, deep: int) -> str:
    """Write plain data as Python does; `ValueError` where it is not plain, or too deep."""
    if value is None or value is ... or type(value) in (bool, int, str):
        return "..." if value is ... else repr(value)
    if isinstance(value, float) and not math.isnan(value):
        return repr(float(value)).replace("inf", "1e999")
    if not deep or not isinstance(value, list | tuple | set | frozenset | dict):
        raise ValueError("not plain")
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_literal(key, deep - 1)}: {_literal(one, deep - 1)}' for key, one in value.items())}}}"
    inside = "".join(f"{_literal(one, deep - 1)}, " for one in value)
    if isinstance(value, list | tuple):
        return f"[{inside}]" if isinstance(value, list) else f"({inside})" if inside else "()"
    return f"{{{inside}}}" if inside else "set()"


# ---- here --------------------------------------------------------------------------------------------------------


def _run_here(function: Callable[..., Any], calls: Sequence[Sequence[Any]], seconds: float) -> list[Any]:
    most = peak_memory() + MOST_MEMORY

    def check_memory() -> None:
        if peak_memory() > most:
            raise MemoryError

    try:
        with _quietly(), limited(seconds, _OWN_TIME, check_memory):
            return [_call(function, args) for args in calls]
    except Unfinished:
        raise StudentError(tr(_UNFINISHED)) from None


def peak_memory() -> int:
    """Return how many bytes this Python has had in use at most, 0 where the system does not say."""
    if "resource" not in globals() or not hasattr(resource, "getrusage"):  # in a browser it has limits, but no usage
        return 0
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * (1 if sys.platform == "darwin" else 1024)


# ---- both --------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Let a function print into the void, ask nobody and wait for nothing."""

    def no_input(*_: Any) -> str:
        raise StudentError(tr(_ASKS))

    def no_sleep(*_: Any) -> None:
        raise StudentError(tr(_SLEEPS))

    asking, sleeping = builtins.input, time.sleep
    builtins.input, time.sleep = no_input, no_sleep
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        builtins.input, time.sleep = asking, sleeping


def _call(function: Callable[..., Any], args: Sequence[Any]) -> Any:
    try:
        result = function(*args)
        return as_plain(list(result) if isinstance(result, Iterator) else result)
    except StudentError:
        raise
    except Unfinished:
        raise
    except RecursionError:
        raise StudentError(tr(_ENDLESS_CALLS)) from None
    except MemoryError:
        raise StudentError(tr(_TOO_LARGE)) from None
    except BaseException as error:
        raise StudentError(_plainly(error, function, args)) from None


def _plainly(error: BaseException, function: Callable[..., Any], args: Sequence[Any]) -> str:
    """Return an error in a student's function as one plain sentence with its line."""
    code: CodeType | None = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if code and frame.filename == code.co_filename and frame.name == code.co_name]
    if isinstance(error, TypeError) and not own:
        return trn(
            "your function cannot be called with {n} value in its brackets",
            "your function cannot be called with {n} values in its brackets",
            len(args),
        )
    name = getattr(error, "name", "")
    words = {
        "NameError": lambda: _unknown(name) or tr("Python does not know the name `{name}`", name=name),
        "ZeroDivisionError": lambda: tr("something is divided by zero"),
        "KeyError": lambda: tr("there is no entry {key}", key=short(error.args[0] if error.args else "")),
        "IndexError": lambda: tr("a list is shorter than the place that is asked for"),
        "AttributeError": lambda: tr("there is no `.{name}` here", name=name),
        "SystemExit": lambda: tr("it stops the whole program instead of giving back a result"),
        "KeyboardInterrupt": lambda: tr("it was stopped"),
    }
    kind = type(error).__name__
    text = words.get("NameError" if isinstance(error, NameError) else kind, lambda: f"{kind}: {str(error)[:160]}")()
    if own and code and own[-1].lineno:
        line = own[-1].lineno - code.co_firstlineno + 1
        return tr("your function stumbles in line {line}: {text}", line=line, text=text)
    return tr("your function stumbles: {text}", text=text)


def _unknown(name: object) -> str:
    """Return how a name is written that Python's `math` knows, "" if it does not."""
    if not isinstance(name, str) or name.startswith("_") or not (callable(getattr(math, name, None)) or name == "pi"):
        return ""
    return tr("Python knows `{name}` as `math.{name}`: write `import math` first, and then `math.{name}`", name=name)


def source_of(function: Any) -> str:
    """Return the text of a student's function, "" if it is not known."""
    with contextlib.suppress(OSError, TypeError):
        return textwrap.dedent(inspect.getsource(function)).strip()
    return ""


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


# ---- a cell that was run too early

_LINE = 72
"""Letters in a line; a notebook on a laptop, with its list of files open, has room for some more."""


def tell_unknown_names(shell: Any) -> None:
    """Let a notebook say in a sentence that a cell needs a name that no cell has made yet, instead of a traceback.

    Args:
        shell: IPython's shell, None where there is none.
    """
    if shell is not None:
        shell.set_custom_exc((NameError,), _tell_unknown_name)


def _tell_unknown_name(shell: Any, kind: type, error: NameError, trace: Any, tb_offset: int | None = None) -> list[str]:
    told = _unknown(error.name) or tr(
        "Python does not know the name “{name}” yet. Does a cell above make it? Choose "
        "Run → Run All Above Selected Cell in the menu, and run this cell again. Or is it spelled differently there?",
        name=error.name or error,
    )
    shell._showtraceback(kind, error, in_lines(told))
    return in_lines(told)


def in_lines(told: str) -> list[str]:
    """Return what stands where a traceback would, in short lines: a notebook breaks long ones inside a word."""
    return textwrap.wrap(told, _LINE, break_long_words=False)
