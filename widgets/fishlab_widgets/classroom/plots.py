"""The plots of a class are drawn in a process of their own, one after another, and once for all who see the same.

Of those who wait, the one goes first for whom least was drawn since somebody began to wait.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from tornado.log import app_log

from fishlab.messages import language
from fishlab_widgets.charts.plot import Sketch
from fishlab_widgets.classroom.bot_pool import BotPool
from fishlab_widgets.live.board_model import ScreenModel

KEPT: Final = 64
"""Moments whose plots are kept, for those who look at them next."""


class _Wish(NamedTuple):
    sketches: Sequence[Sketch]
    code: str
    pay: Callable[[float], object]
    asker: str


class Plots:
    """Draws what boards wish for; of each board the newest wish counts.

    Args:
        pool: where it is drawn.
    """

    def __init__(self, pool: BotPool | None = None) -> None:
        self._pool = pool or BotPool(1)
        self._wishes: dict[ScreenModel, _Wish] = {}
        self._spent: Counter[str] = Counter()  # how much was drawn for each asker while others wait
        self._drawn: dict[str, list[str]] = {}
        self._task: asyncio.Task[None] | None = None

    def wish(self, pay: Callable[[float], object], asker: str, board: ScreenModel, sketches: Sequence[Sketch]) -> None:
        """Let a board show plots as soon as they are drawn, in the language in use; `pay` counts the work.

        Args:
            pay: counts the seconds that it takes.
            asker: the device for which it is drawn; all its pages wait as one.
            board: where it is shown.
            sketches: what is drawn.
        """
        self._wishes[board] = _Wish(sketches, language().code, pay, asker)
        if self._task is None or self._task.done():
            self._spent.clear()
            self._task = asyncio.get_running_loop().create_task(self._work())

    def forget(self, board: ScreenModel | None) -> None:
        """Draw nothing for a board that is not shown any more."""
        if board is not None:
            self._wishes.pop(board, None)

    async def _work(self) -> None:
        while self._wishes:
            board = min(self._wishes, key=lambda one: self._spent[self._wishes[one].asker])  # the first of equals
            wish = self._wishes.pop(board)
            if shown := await self._find(wish):
                board.plots = shown
            await asyncio.sleep(0)  # each board in its own turn of the loop: between two of them people are heard

    async def _find(self, wish: _Wish) -> list[str]:
        """Return what is drawn of a wish, [] if it cannot be drawn; it is paid for once."""
        key = repr((wish.code, wish.sketches))
        if key not in self._drawn:
            from_here = partial(_draw, wish.sketches, wish.code)
            try:
                drawn, seconds = await self._pool.find(from_here)
            except Exception:
                app_log.exception("a plot could not be drawn")
                return []
            wish.pay(seconds)
            self._spent[wish.asker] += 1
            self._drawn[key] = drawn
            if len(self._drawn) > KEPT:
                del self._drawn[next(iter(self._drawn))]
        return self._drawn[key]

    def close(self) -> None:
        """End what is under way."""
        if self._task is not None:
            self._task.cancel()
        self._pool.close()


def _draw(sketches: Sequence[Sketch], code: str) -> tuple[list[str], float]:
    from fishlab_widgets.charts.match_plots import draw_sketches  # plotting is loaded where it is drawn

    return draw_sketches(sketches, code)
