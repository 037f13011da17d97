"""What goes wrong in one place is logged and said there, and stops nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from tornado.log import app_log

from fishlab.messages import mark, tr

NO_FIGURE: Final = mark("A figure cannot be shown here ({name}: {error}). Everything else goes on.")
NO_FORECAST: Final = mark(
    "What such a class will see cannot be worked out now ({name}: {error}). Everything else goes on."
)
NO_SHARE: Final = mark(
    "How often such intervals hold the truth cannot be worked out now ({name}: {error}). Everything else goes on."
)
NO_MODELS: Final = mark("What models show cannot be worked out now ({name}: {error}). Everything else goes on.")


def _nowhere(words: str) -> None:
    """Say it nowhere: the log is enough."""


@contextmanager
def going_on(what: str, say: Callable[[str], object] = _nowhere, words: str = NO_FIGURE) -> Iterator[None]:
    """Log what goes wrong inside, say it where it belongs, and go on.

    Args:
        what: what is done inside, for the log.
        say: is told that it went wrong.
        words: the message for that, with `name` and `error`.
    """
    try:
        yield
    except Exception as error:
        app_log.exception("%s went wrong", what)
        with suppress(Exception):
            say(tr(words, name=type(error).__name__, error=error))
