"""What a search thinks of the moves that a person could play now, worked out while somebody looks."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any, Literal

from fishlab.core import State
from fishlab.messages import tr
from fishlab.players.advice import Adviser, advice, adviser_for, between, counts, figure, is_known
from fishlab.players.search import Found, Search
from fishlab_widgets.controls.background import Background
from fishlab_widgets.live.face import move_name

PAUSE = 0.3
"""Seconds of work between two looks."""
MOST_ROWS = 40

Kind = Literal["hint", "thoughts"]


class Thoughts:
    """The values of the moves at one moment of a table, as far as they are known.

    The work goes on simulation by simulation beside the clicks. After each look it waits until a page says that it has
    shown what was found: where the page is closed, the work ends with that look. A new moment drops everything.

    Args:
        changed: called when there is something new to show.
        clock: tells the seconds.
    """

    def __init__(self, changed: Callable[[], None], clock: Callable[[], float] = monotonic) -> None:
        self.adviser: Adviser | None = None
        """Who weighs the moves; the game's own adviser without one."""
        self.kind: Kind = "hint"
        self._changed, self._clock = changed, clock
        self._background = Background()
        self._shown = asyncio.Event()
        self._state: State | None = None
        self._asked: Search | None = None
        self._done = False
        self._found: Found | None = None  # as of the last look: a thread may be at work on the search itself
        self._look = 0

    beside = sys.platform != "emscripten"
    """Whether simulations are played in a thread; else between two clicks."""

    @property
    def search(self) -> Search | None:
        """The search that was asked for at this moment, None if nothing was."""
        return self._asked

    @property
    def running(self) -> bool:
        """Whether the work goes on, or waits for a page."""
        return self._asked is not None and not self._done

    def ask(self, state: State, kind: Kind, seed: int | str) -> None:
        """Weigh the moves of a moment: as a hint the best, as thoughts all. What is known is not worked out again."""
        known, self.kind = self._state is state and self._asked is not None, kind
        if known and (self._done or self._background.running):
            return
        self.drop()
        self._state, self.kind, self._shown = state, kind, asyncio.Event()  # an event is of one loop
        self._asked = self._weigher().ask(state, seed, clock=self._clock)
        self._found = self._asked.found()
        self._background.start(self._think, self._at_once)

    def _weigher(self) -> Adviser:
        assert self._state is not None
        return self.adviser or adviser_for(self._state)

    def _at_once(self) -> None:
        assert self._asked is not None
        while self._asked.go_on():
            pass
        self._done, self._found = True, self._asked.found()

    async def _think(self) -> None:
        asked, shown = self._asked, self._shown
        assert asked is not None
        while await self._work(asked):
            self._look, self._found = self._look + 1, asked.found()
            shown.clear()
            self._changed()
            await shown.wait()
        self._done, self._found = True, asked.found()
        self._background.finished()
        self._changed()

    async def _work(self, asked: Search) -> bool:
        """Try moves until the next look, and tell whether there is more to try."""
        begin = self._clock()
        while await self._step(asked):
            if self._clock() - begin > PAUSE:
                return True
        return False

    async def _step(self, asked: Search) -> bool:
        """Play one simulation where it holds up no click: in a thread of its own, if there are threads."""
        if self.beside:
            return await asyncio.to_thread(asked.go_on)
        await asyncio.sleep(0)
        return asked.go_on()

    def shown(self) -> None:
        """Go on: a page has shown what was found."""
        self._background.tell(self._shown.set)

    def enough(self) -> None:
        """Stop, and keep what is known."""
        self._background.stop()
        self._done = True

    def drop(self) -> None:
        """Stop, and forget."""
        self._background.stop()
        self._state, self._asked, self._found, self._done = None, None, None, False

    def hold(self, state: State | None) -> None:
        """Forget what does not belong to this moment; None if nobody may know anything now."""
        if self._state is not None and state is not self._state:
            self.drop()

    def told(self) -> dict[str, Any]:
        """Return what a page shows, nothing where nothing was asked."""
        if self._found is None:
            return {}
        found, adviser, hint = self._found, self._weigher(), self.kind == "hint"
        said = tr("Thinking …")
        if is_known(found) or not self.running:
            said = advice(found, adviser, lambda move: move_name(found.state, move))
        return {
            "kind": self.kind,
            "running": self.running,
            "look": self._look,
            "said": said if hint else "",
            "by": adviser.says_who(found) if found.simulations or found.how == "exact" else "",
            "counts": counts(found, adviser),
            "rows": self._rows(found)[: is_known(found) if hint else MOST_ROWS],
        }

    def _rows(self, found: Found) -> list[dict[str, Any]]:
        worths = [one.value.mean for one in found.choices if one.value is not None]
        low, wide = min(worths, default=0), (max(worths, default=0) - min(worths, default=0)) or 1
        return [
            {
                "move": found.state.notation(move),
                "name": move_name(found.state, move),
                "figure": figure(found, value),
                "between": between(found, value),
                "tried": visits,
                "part": None if value is None else round((value.mean - low) / wide, 2),
            }
            for move, visits, value, _ in found.choices
        ]
