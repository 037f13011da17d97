"""An experiment on the page: the same bots under two or more rules, game after game, with intervals that shrink.

    rules = {"rulebook": {}, "no blocks": {"blocks": False}}
    Comparison("With and without blocks", Pisces, ["greedy"] * 4, rules, measure, {"water": "chips left a board"})

Nothing is played before somebody presses a button, so that "run all" goes through at once. The games run in small
steps between which the page stays awake; they can be stopped, and go on from where they were.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as w
from IPython.display import HTML

from fishlab.core import State
from fishlab.messages import number, tr, trn
from fishlab.one_at_a_time import outside
from fishlab.players.trials import Measure, Row, play_one
from fishlab.stats import mean_interval, paired_difference
from fishlab_widgets.charts.spans import spans
from fishlab_widgets.controls.background import Background
from fishlab_widgets.controls.buttons import action_button
from fishlab_widgets.controls.placeholder import Live

_ROW = {"grid_gap": "8px", "flex_flow": "row wrap"}


def intervals(
    values: Mapping[str, Sequence[float]],
    *,
    title: str,
    x_label: str,
    y_label: str = "rule",
    alt: str = "",
    low: float | None = 0,
) -> HTML:
    """Return a mean with its 95 % interval for each name, one under the other.

    Args:
        values: for each name its values, one a game.
        title: what the figure shows.
        x_label: what the values are, with their unit.
        y_label: what the names are.
        alt: the figure in words; made from the data without it.
        low: where the axis begins; by the data if None.
    """
    found = {name: mean_interval(column) for name, column in values.items()}
    return spans(found, title=title, x_label=x_label, y_label=y_label, alt=alt, low=low)


def verdict(one: Sequence[float], other: Sequence[float], names: tuple[str, str], what: str) -> str:
    """Return in a sentence how far two rules differ, game by game with the same dice to begin with."""
    gap = paired_difference(other, one)
    slots = {"what": what, "first": names[0], "second": names[1]}
    if gap.games < 2:
        return tr("{what}: no clear difference between “{first}” and “{second}”.", **slots)
    if gap.low <= 0 <= gap.high:
        slots |= {"low": _written(gap.low, "+"), "high": _written(gap.high, "+")}
        return tr(
            "{what}: no clear difference between “{first}” and “{second}” (between {low} and {high} with “{second}”).",
            **slots,
        )
    low, high = sorted((abs(gap.low), abs(gap.high)))
    slots |= {"size": _written(abs(gap.mean)), "low": _written(low), "high": _written(high)}
    if gap.mean > 0:
        return tr("{what}: {size} ({low} to {high}) more with “{second}” than with “{first}”.", **slots)
    return tr("{what}: {size} ({low} to {high}) fewer with “{second}” than with “{first}”.", **slots)


def _written(value: float, sign: str = "") -> str:
    return number(value, f"{sign}.1f").replace("-", "−")


class Comparison(Live, w.VBox):
    """Buttons to play games of bots under several rules, a progress bar, and the figures that come of it.

    Args:
        title: what is compared.
        game: the game's class.
        bots: a bot's name for every seat.
        rules: for each name of a rule the options that make it; the first is what the others are held against.
        measure: what to note of a finished match.
        columns: for each column that is measured its words on the axis.
        games: the numbers of games under each rule that the buttons offer.
        seed: names the dice.
    """

    wakes = "the comparison"

    def __init__(
        self,
        title: str,
        game: type[State],
        bots: Sequence[str],
        rules: Mapping[str, Mapping[str, Any]],
        measure: Measure,
        columns: Mapping[str, str],
        games: Sequence[int] = (50, 500),
        seed: int | str = 1,
    ) -> None:
        self.title, self.game, self.bots, self.measure = title, game, list(bots), measure
        self.rules = {name: dict(options) for name, options in rules.items()}
        self.columns, self.games, self.seed = dict(columns), list(games), seed
        self.rows: dict[str, list[Row]] = {name: [] for name in rules}
        self._background = Background()
        self.bar = w.IntProgress(0, 0, 1, layout=w.Layout(width="auto"))  # 100 % and its margin would scroll
        self.told = w.HTML()
        self.figures = w.HTML()
        self.buttons = [
            action_button(
                trn("Play {n} game under each rule", "Play {n} games under each rule", count), "", self._starter(count)
            )
            for count in self.games
        ]
        self.buttons[0].add_class("primary")
        self.stop_button = action_button(tr("Stop"), "", self.stop)
        super().__init__(
            [
                w.HTML(f"<b>{escape(title)}</b>"),
                w.HBox([*self.buttons, self.stop_button], layout=_ROW),
                self.bar,
                self.told,
                self.figures,
            ]
        )
        for name in ("fishlab-experiment", "fishlab", "fishlab-live"):
            self.add_class(name)
        self.refresh()

    def __repr__(self) -> str:
        return f"<Comparison: {self.title}, {self.done} of {len(self.rules)} × {self.wanted} games>"

    @property
    def done(self) -> int:
        """How many games have been played under every rule."""
        return min(len(rows) for rows in self.rows.values())

    @property
    def wanted(self) -> int:
        """How many games there shall be under each rule."""
        return int(self.bar.max) // len(self.rules)

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self._background.running

    def still_picture(self) -> str:
        """Return what is known so far."""
        return f"<p><b>{escape(self.title)}</b></p>{self.told.value}{self.figures.value}"

    def values(self, rule: str, column: str) -> list[float]:
        """Return what was measured under a rule, in the games that all rules have played."""
        return [float(row[column]) for row in self.rows[rule][: self.done]]

    def _starter(self, count: int) -> Any:
        return lambda: self.start(count)

    def start(self, games: int) -> None:
        """Play up to so many games under each rule; in the background where there is one."""
        if self.running:
            return
        self.bar.max = max(games, self.done) * len(self.rules)
        self._background.start(lambda: self._run(games), lambda: self._play_all(games))
        self.refresh()

    def _play_all(self, games: int) -> None:
        while self.play_next(games):
            pass

    async def _run(self, games: int) -> None:
        try:
            while self.play_next(games):
                if self.done and self.done % 25 == 0 and len({len(rows) for rows in self.rows.values()}) == 1:
                    self.refresh()
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.told.value = f"<p>The games stopped ({escape(type(error).__name__)}: {escape(str(error))}).</p>"
        finally:
            self._background.finished()
            self.refresh()

    def play_next(self, games: int) -> bool:
        """Play one more game, under the rule that has had the fewest; tell whether there was one to play."""
        rule = min(self.rows, key=lambda name: len(self.rows[name]))
        trial = len(self.rows[rule])
        if trial >= games:
            return False
        with outside():  # the page answers meanwhile
            row = play_one(self.game, self.bots, trial, self.seed, self.rules[rule], self.measure)
        if len(self.rows[rule]) == trial:  # else it has been played beside
            self.rows[rule].append(row)
        self.bar.value = sum(len(rows) for rows in self.rows.values())
        return True

    def stop(self) -> None:
        """Stop the games; what has been played is kept."""
        self._background.stop()
        self.refresh()

    def refresh(self) -> None:
        """Show what is known so far."""
        for button, count in zip(self.buttons, self.games, strict=True):
            button.disabled = self.running or self.done >= count
        self.stop_button.disabled = not self.running
        if not self.done:
            told = (
                tr("Working: the first games are being played …")
                if self.running
                else tr("No game has been played yet: press a button.")
            )
            self.told.value = f"<p>{told}</p>"
            return
        names = list(self.rules)
        lines = [
            verdict(self.values(names[0], column), self.values(other, column), (names[0], other), _title(words))
            for column, words in self.columns.items()
            for other in names[1:]
        ]
        body = "".join(f"<li>{escape(line)}</li>" for line in lines)
        head = trn(
            "{n} game under each rule, bots: {bots}.",
            "{n} games under each rule, bots: {bots}.",
            self.done,
            bots=", ".join(self.bots),
        )
        self.told.value = f"<p>{escape(head)}</p><ul>{body}</ul>"
        shown = "".join(
            intervals({name: self.values(name, column) for name in names}, title=_title(words), x_label=words).data
            for column, words in self.columns.items()
        )
        grid = "display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:16px"
        self.figures.value = f'<div style="{grid}">{shown}</div>'


def _title(words: str) -> str:
    return words[:1].upper() + words[1:]
