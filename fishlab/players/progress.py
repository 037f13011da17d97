"""Progress in one line of a terminal, for work that may take longer than two seconds; nothing where nobody looks."""

from __future__ import annotations

import sys

WIDTH = 30


def bar(done: int, steps: int, words: str) -> str:
    """Return how far work has come, with what is to be said of it.

    >>> bar(1, 3, "one of three")
    '[##########....................] one of three'
    """
    full = WIDTH * done // steps
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {words}"


def tell_progress(done: int, games: int) -> None:
    """Draw how many games have been played over what was drawn before: `tournament(…, progress=tell_progress)`."""
    if sys.stderr.isatty():
        words = f"{done:,} of {games:,} games"
        print(f"\r{bar(done, games, words)}", end="" if done < games else "\n", file=sys.stderr, flush=True)


class Bar:
    """Steps of known number, drawn over each other on a terminal.

    Args:
        steps: how many there are.
        moving: whether to draw; None to draw on a terminal only.
    """

    def __init__(self, steps: int, moving: bool | None = None) -> None:
        self.steps, self.done = max(steps, 1), 0
        self.moving = sys.stderr.isatty() if moving is None else moving

    def step(self, words: str) -> None:
        """Say that the next step begins."""
        self.done = min(self.done + 1, self.steps)
        if self.moving:
            print(f"\r\x1b[K{bar(self.done, self.steps, words[:60])}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line clean for what is said next."""
        if self.moving:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
