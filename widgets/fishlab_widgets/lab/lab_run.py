"""What the laboratory plays: all treatments and one's own on the same dice, at once or in chunks beside the page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np

from fishlab.lab import TREATMENTS, Tally, compare_profiles, payoff_table, play, play_profiles
from fishlab.lab.experiment import memory_for, time_words
from fishlab.lab.payoffs import Payoffs, grid_for
from fishlab.lab.tally import Array, Contrast, measures
from fishlab.messages import tr
from fishlab_widgets.controls.background import Background
from fishlab_widgets.lab.lab_charts import Shown
from fishlab_widgets.lab.lab_settings import YOURS, Settings

LIVE_GAMES = 5_000
"""Up to so many games are played at once, and a slider answers by itself; more are played in chunks."""
CHUNK = 2_000
"""Games of each treatment in a chunk: short enough for a Stop to be heard."""
PAYOFF_GAMES = 400


class Runs:
    """Plays what is asked for and keeps what came of it.

    Args:
        say: shows a sentence, "" to take it away.
        show: shows what has been played.
    """

    def __init__(self, say: Callable[[str], None], show: Callable[[], None]) -> None:
        self.shown: Shown | None = None
        self.done = self.of = 0
        """How many games of a run in chunks have been played, and of how many."""
        self._say, self._show = say, show
        self._background = Background()
        self._asked: tuple[Any, ...] = ()
        self._treatments: tuple[Any, dict[str, Tally], Array] = ((), {}, np.zeros(0))
        self._tables: dict[tuple[int, int], Payoffs] = {}

    @property
    def running(self) -> bool:
        """Whether games are being played in chunks."""
        return self._background.running

    def knows(self, settings: Settings) -> bool:
        """Tell whether just this was played last."""
        return self.shown is not None and self._asked == _wanted(settings)

    def answers_at_once(self, settings: Settings) -> bool:
        """Tell whether nobody has to wait: games are few, or played already."""
        return settings.games <= LIVE_GAMES or self.knows(settings)

    def play(self, settings: Settings) -> None:
        """Play on the same dice, and show what came of it; what is known is only shown as it is asked for now."""
        if self.shown is not None and self.knows(settings):
            self.shown = Shown(settings, self.shown.tallies, self.shown.contrast)
            self._show()
        elif settings.games > LIVE_GAMES:
            self._play_in_chunks(settings)
        else:
            self._play_at_once(settings)

    def stop(self) -> None:
        """Stop playing in chunks; what has been played stays."""
        self._background.stop()

    def payoffs(self, players: int, seed: int) -> Payoffs:
        """Return what a lone player earns with each policy among others of another."""
        if (players, seed) not in self._tables:
            self._tables[players, seed] = payoff_table(grid_for(players), PAYOFF_GAMES, seed, players=players)
        return self._tables[players, seed]

    def _play_at_once(self, settings: Settings) -> None:
        key, tallies, values = self._treatments
        if key != (settings.players, settings.games, settings.seed):
            self._say(tr("Playing {games:,} games of each treatment …", games=settings.games))
            profiles = [settings.profile(name) for name in TREATMENTS]
            batches = play_profiles(profiles, settings.games, settings.seed)
            tallies = {name: Tally.of(batch) for name, batch in zip(TREATMENTS, batches, strict=True)}
            values = np.stack([measures(batch) for batch in batches], axis=1)
            self._treatments = (settings.players, settings.games, settings.seed), tallies, values
            self._say("")
        if settings.own:
            batch = play(settings.profile(YOURS), settings.games, settings.seed)
            tallies = tallies | {YOURS: Tally.of(batch)}
            values = np.concatenate([values, measures(batch)[:, None]], axis=1)
        self._keep(settings, tallies, Contrast.of(values))

    def _keep(self, settings: Settings, tallies: dict[str, Tally], contrast: Contrast) -> None:
        self.shown, self._asked = Shown(settings, tallies, contrast), _wanted(settings)
        self._show()

    def _play_in_chunks(self, settings: Settings) -> None:
        """Play very many games: in the background where there is one, with figures that grow."""
        self.done, self.of = 0, settings.games
        steps = self._chunks(settings)
        if self._background.start(lambda: self._play(steps), lambda: list(steps)):
            self._say("")
        else:
            self.done = self.of = 0

    def _chunks(self, settings: Settings) -> Iterator[None]:
        """Play chunk by chunk; say first how long it will take, and show now and then what is known."""
        names = settings.names()
        profiles = [settings.profile(name) for name in names]
        begin, drawn = perf_counter(), 0.0
        for found in compare_profiles(profiles, settings.games, settings.seed, chunk=CHUNK):
            now = perf_counter()
            self.done = found.contrast.games
            if self.done <= CHUNK:
                self._say(
                    tr(
                        "{games:,} games of each of {count} treatments: about {time}, {memory:,.0f} MB of memory "
                        "at any moment, in chunks of {chunk:,}. Stop when you like: what has been played is kept.",
                        games=settings.games,
                        count=len(profiles),
                        time=time_words((now - begin) * settings.games / self.done),
                        memory=memory_for(CHUNK * len(profiles)) / 1e6,
                        chunk=CHUNK,
                    )
                )
            if self.done == settings.games:
                self._say("")
            if self.done == settings.games or now - drawn > 1:
                self._keep(settings, dict(zip(names, found.tallies, strict=True)), found.contrast)
                drawn = now
            yield

    async def _play(self, steps: Iterator[None]) -> None:
        notice = ""
        try:
            for _ in steps:
                await asyncio.sleep(0.005)
        except asyncio.CancelledError:
            notice = tr("Stopped after {done:,} games. Run starts from the beginning.", done=self.done)
            raise
        except Exception as error:
            notice = tr("The games stopped ({kind}: {error}).", kind=type(error).__name__, error=error)
        finally:
            self._background.finished()
            if self.done < self.of:
                self._asked = ()
            self.done = self.of = 0
            self._say(notice)


def _wanted(settings: Settings) -> tuple[Any, ...]:
    """Return all that decides what is played."""
    return settings.players, settings.games, settings.seed, settings.profile(YOURS) if settings.own else ()
