"""How long this machine was awake: time in which a lid was closed, or a clock was set, counts for nobody."""

from __future__ import annotations

from typing import Final

ASLEEP: Final = 8.0
"""Seconds between two beats of a server, which come twice a second, after which it must have slept."""
_MOST_GAPS = 100  # of which it is known: more than a lesson has
_MOST_MOMENTS = 2000  # since which time is counted


class Awake:
    """Knows when a server slept, and when its clock was set back, by its beats; where nobody beats, nobody sleeps."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._gaps: list[tuple[float, float]] = []
        self._counted: dict[float, tuple[float, float]] = {}  # from when on, and the seconds that had passed by then

    def beat(self, now: float) -> None:
        """Take note that the server is awake."""
        if self._last is not None and now - self._last > ASLEEP:
            self._gaps = [*self._gaps, (self._last, now)][-_MOST_GAPS:]
        elif self._last is not None and now < self._last:  # set back: what has passed is kept, and counted on from here
            self._counted = {since: (now, self._count(since, self._last)) for since in self._counted}
            self._gaps = []
        self._last = now

    def passed(self, since: float, now: float) -> float:
        """Return for how many seconds since a moment the server was awake."""
        if self._last is not None and (now - self._last > ASLEEP or now < self._last):
            self.beat(now)  # whoever asks first after a sleep is its first beat
        self._counted[since] = self._counted.pop(since, (min(since, now), 0.0))
        if len(self._counted) > _MOST_MOMENTS:  # the one is forgotten that nobody asked for longest
            del self._counted[next(iter(self._counted))]
        return self._count(since, now)

    def _count(self, since: float, now: float) -> float:
        begin, before = self._counted[since]
        slept = sum(max(0.0, min(now, end) - max(begin, start)) for start, end in self._gaps)
        return before + max(0.0, now - begin - slept)
