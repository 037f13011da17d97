"""A tournament on the page: bots and players of one's own, game after game, with ratings and who won against whom.

    Contest("fishery", ["greedy", "careful", my_player], games=10, columns=5, rows=5)
    against_ladder(my_player, "fishery", columns=5, rows=5)

The games begin when the cell is run, in small steps between which the page stays awake. They can be stopped, and go on
from where they were; a cell that is run again ends the games of its last run.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as w

from fishlab import GAMES
from fishlab.bots import bots_for
from fishlab.core import Agent, State
from fishlab.messages import mark, refusal, tr, trn
from fishlab.one_at_a_time import outside
from fishlab.players.agent_guard import SECONDS, name_of
from fishlab.players.tournament import Tournament, TournamentRunner
from fishlab.stats import Interval
from fishlab_widgets.charts.lesson_charts import heat_map
from fishlab_widgets.charts.spans import spans
from fishlab_widgets.controls import cell_cache
from fishlab_widgets.controls.background import Background
from fishlab_widgets.controls.buttons import action_button
from fishlab_widgets.controls.placeholder import Live

LADDER = ("easy", "medium", "hard")
RUNGS = (8, 8, 3)
"""Trials against each rung of a ladder: the highest thinks longest."""
_MOST_FAULTS = 3


class Contest(Live, w.VBox):
    """A tournament with its progress, and what came of it: ratings with intervals, and a table of who won.

    Args:
        game: a game's name or class.
        bots: names of bots, functions of one's own, or a dictionary of names to either.
        games: trials of a pairing; in each one sits on every seat once. With `own`, one number for each of the others.
        seed: names the dice.
        players: how many sit at a table; the fewest that can play without it.
        own: climb: only this player meets the others, one after the other, and no more once it is clearly beaten.
        options: the game's own options.
    """

    wakes = mark("the contest")

    def __init__(
        self,
        game: str | type[State],
        bots: Sequence[str | Agent] | Mapping[str, str | Agent],
        games: int | Sequence[int] = 5,
        seed: int | str = 1,
        *,
        players: int | None = None,
        own: str | None = None,
        **options: Any,
    ) -> None:
        self.own, self.wrong = own, ""
        self._background, self._thinks = Background(), threading.Lock()
        self._stages: list[TournamentRunner] = []
        self._ended = False
        self.bar = w.IntProgress(0, 0, 1, layout=w.Layout(width="auto"))  # 100 % and its margin would scroll
        self.told, self.figures = w.HTML(), w.HTML()
        self.button = action_button(tr("Stop"), "", self._toggle)
        super().__init__([self.bar, self.told, self.button, self.figures])
        for name in ("fishlab-experiment", "fishlab", "fishlab-live"):
            self.add_class(name)
        try:
            if isinstance(game, str) and game not in GAMES:
                raise refusal("{game!r} is not a game here: choose {games}", game=game, games=", ".join(GAMES))
            kind = GAMES[game] if isinstance(game, str) else game
            self._stages = _stages(kind, bots, games, seed, players, own, options)
        except ValueError as wrong:
            self.wrong = str(wrong)
        self.bar.max = max(1, sum(stage.total for stage in self._stages))
        place, before = cell_cache.find("contest")
        if isinstance(before, Contest):
            before.stop()
        cell_cache.keep(place, "contest", self)
        self.refresh()
        self.start()

    def __repr__(self) -> str:
        return f"<Contest: {self.bar.value} of {self.bar.max} games>"

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self._background.running

    def still_picture(self) -> str:
        """Return what is known so far."""
        return str(self.told.value + self.figures.value)

    def table(self) -> Tournament:
        """Return what the games so far brought."""
        tables = [stage.table() for stage in self._stages]
        names = tuple(dict.fromkeys(name for table in tables for name in table.bots))
        return Tournament(tables[0].game, tables[0].players, names, tuple(row for one in tables for row in one.rows))

    def start(self) -> None:
        """Play on; in the background where there is one."""
        if not self.running and not self._ended and not self.wrong:
            self._background.start(self._run, self._play_all)
            self.refresh()

    def stop(self) -> None:
        """Stop the games; what has been played is kept."""
        self._background.stop()
        self.refresh()

    def _toggle(self) -> None:
        if self.running:
            self.stop()
        else:
            self.start()

    def _play_all(self) -> None:
        while self.play_next():
            pass

    async def _run(self) -> None:
        while self.play_next():
            await asyncio.sleep(0)
        self._background.finished()
        self.refresh()

    def play_next(self) -> bool:
        """Play one more move; tell whether there was one worth playing."""
        stage = next((one for one in self._stages if one.done < one.total), None)
        if stage is None or self._ended:
            self._ended = True
            return False
        before = stage.done
        with outside(), self._thinks:  # the page answers meanwhile; "Play on" may come from another thread
            stage.step()
        if stage.done == before:
            return True
        self.bar.value = sum(one.done for one in self._stages)
        if self.own is not None:
            self._ended = self._beaten(stage)
        if stage.done == stage.total or self._ended:
            self.refresh()
        else:
            self._tell()
        return True

    def _beaten(self, stage: TournamentRunner) -> bool:
        """Tell whether the climb ends here: the player broke a rule, or this rung is clearly too high."""
        table = stage.table()
        if table.rows[-1]["fault"] and not table.rows[-1]["share"]:
            return True
        won = next(won for (one, _), won in table.payoffs().items() if one == self.own)
        return stage.done == stage.total and won.high < table.fair

    # ---- showing ---------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what is known so far."""
        self._tell()
        if self.bar.value and (not self.running or self.own is not None):
            self.figures.value = self._drawn(self.table())

    def _tell(self) -> None:
        over = self._ended or bool(self.wrong) or self.bar.value == self.bar.max
        self.button.layout.display = self.bar.layout.display = "none" if over else ""
        self.button.description = tr("Stop") if self.running else tr("Play on")
        if self.wrong:
            self.told.value = f"<p role='alert'><b>{escape(self.wrong)}</b></p>"
            return
        table = self.table()
        lines = [tr("{done} of {count} games played.", done=self.bar.value, count=self.bar.max)] if not over else []
        faults = list(dict.fromkeys(table.faults))
        if self.own is not None and not faults and self.bar.value:
            lines.append(table.standing(self.own))
        lines += faults[:_MOST_FAULTS]
        if (left := len(faults) - _MOST_FAULTS) > 0:
            lines.append(trn("… and {n} more such sentence.", "… and {n} more such sentences.", left))
        if over and self.own is None:
            lines.insert(0, _who_leads(table))
        self.told.value = "".join(f"<p role='status'>{escape(line)}</p>" for line in lines)

    def _drawn(self, table: Tournament) -> str:
        if self.own is not None:
            if table.faults:
                return ""
            found = {
                tr("against {others}", others=others): _percent(won)
                for (one, others), won in table.payoffs().items()
                if one == self.own
            }
            fair = 100 * table.fair
            title = tr("{own}: games won", own=self.own)
            drawn = spans(
                found, title=title, x_label=tr("games won, in % of all"), y_label=tr("opponent"), high=108,
                level=(tr("equals win {fair:.0f}", fair=fair), fair),
            )  # fmt: skip
            return str(drawn.data)
        ratings = spans(
            table.ratings(), title=tr("Ratings"), low=None, y_label=tr("player"),
            x_label=tr("rating: 0 is the mean, 400 more are odds of ten to one"),
        ).data  # fmt: skip
        names, pays = list(table.bots), table.payoffs()
        grid = [
            [round(100 * pays[one, others].mean) if (one, others) in pays else None for others in names]
            for one in names
        ]
        matrix = heat_map(
            grid, title=tr("Who won against whom"), columns=names, names=names, x_label=tr("against"),
            y_label=tr("player"),
            unit=tr("games won, in % (equals win {fair:.0f})", fair=100 * table.fair),
        ).data  # fmt: skip
        style = "display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:16px"
        return f'<div style="{style}">{ratings}{matrix}</div>'


def _stages(
    game: type[State],
    bots: Sequence[str | Agent] | Mapping[str, str | Agent],
    games: int | Sequence[int],
    seed: int | str,
    players: int | None,
    own: str | None,
    options: Mapping[str, Any],
) -> list[TournamentRunner]:
    """Return what is to be played: the whole tournament, or a climb from one opponent to the next."""
    if own is None:
        count = games if isinstance(games, int) else games[0]
        return [TournamentRunner(game, bots, count, seed, players=players, options=options, seconds=SECONDS)]
    named = dict(bots) if isinstance(bots, Mapping) else {str(bot): bot for bot in bots}
    rungs = [name for name in named if name != own]
    counts = [games] * len(rungs) if isinstance(games, int) else list(games)
    return [
        TournamentRunner(
            game, {own: named[own], rung: named[rung]}, count, seed,
            players=players, options=options, seconds=SECONDS, only=own,
        )
        for rung, count in zip(rungs, counts, strict=True)
    ]  # fmt: skip


def ladder_of(game: type[State]) -> list[str]:
    """Return the opponents of a game by strength; where there is no ladder, its first bots."""
    bots = bots_for(game)
    return [name for name in LADDER if name in bots] or list(bots)[:3]


def against_ladder(
    player: Agent, game: str, *, seed: int | str = 1, players: int | None = None, **options: Any
) -> Contest:
    """Let a player of one's own climb a game's ladder, and say where it stands.

    Args:
        player: a function of what it sees and a generator that returns a move.
        game: the game's name.
        seed: names the dice.
        players: how many sit at a table; the others are all of one rung.
        options: the game's own options.
    """
    name = name_of(player) if callable(player) else "my_player"
    rungs = ladder_of(GAMES[game]) if game in GAMES else []
    own = tr("{name} (yours)", name=name) if name in rungs else name
    bots: dict[str, str | Agent] = {own: player, **dict(zip(rungs, rungs, strict=True))}
    return Contest(game, bots, RUNGS[: len(rungs)], seed, players=players, own=own, **options)


def _percent(won: Interval) -> Interval:
    return Interval(100 * won.mean, 100 * won.low, 100 * won.high, won.games)


def _who_leads(table: Tournament) -> str:
    """Say who leads, and whether that is sure."""
    (first, best), *others = table.ratings().items()
    second, other = others[0]
    leads = mark("{count} games. “{first}” leads before “{second}”, though more games are needed to be sure.")
    if best.low > other.high:
        leads = mark("{count} games. “{first}” leads before “{second}”, clearly.")
    return tr(leads, count=len(table.rows), first=first, second=second)
