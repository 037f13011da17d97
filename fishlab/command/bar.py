"""A progress bar of one line, for work that may take longer than two seconds; nothing where nobody looks."""

from __future__ import annotations

import sys

WIDTH = 30


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
            full = WIDTH * self.done // self.steps
            print(f"\r\x1b[K[{'#' * full}{'.' * (WIDTH - full)}] {words[:60]}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line clean for what is said next."""
        if self.moving:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
