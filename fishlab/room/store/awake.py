"""How long this machine was awake: time in which a lid was closed, or a clock was set, counts for nobody."""

from __future__ import annotations

from typing import Final

ASLEEP: Final = 8.0
"""Seconds between two beats of a server, which come twice a second, after which it must have slept."""
_MOST_GAPS = 100  # of which it is known: more than a lesson has


class Awake:
    """Knows when a server slept, and when its clock was set back, by its beats; where nobody beats, nobody sleeps."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._gaps: list[tuple[float, float]] = []
        self._set_back: tuple[float, float] | None = None

    def beat(self, now: float) -> None:
        """Take note that the server is awake."""
        if self._last is not None and now - self._last > ASLEEP:
            self._gaps = [*self._gaps, (self._last, now)][-_MOST_GAPS:]
        elif self._last is not None and now < self._last:
            self._set_back = (self._last, now)
        self._last = now

    def passed(self, since: float, now: float) -> float:
        """Return for how many seconds since a moment the server was awake."""
        if self._last is not None and (now - self._last > ASLEEP or now < self._last):
            self.beat(now)  # whoever asks first after a sleep is its first beat
        if since > now:  # taken before the clock was set back
            before, after = self._set_back or (since, now)
            return max(0.0, before - since) + max(0.0, now - after)
        slept = sum(max(0.0, min(now, end) - max(since, begin)) for begin, end in self._gaps)
        return max(0.0, now - since - slept)
