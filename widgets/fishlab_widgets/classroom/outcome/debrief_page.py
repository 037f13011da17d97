"""The debrief on the desk: promises, predictions before and after, and opinions, with the class's own numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from fishlab.lab.class_experiment.debrief import (
    FEWEST_TABLES,
    OPINION,
    PUBLISHED_KEPT,
    SCALE,
    Predictions,
    Promises,
    opinions,
    prediction_sentences,
    predictions,
    promise_sentences,
    promises,
    published_kept,
)
from fishlab.messages import mark, number, tr
from fishlab.room import Room, Status
from fishlab.stats import Interval
from fishlab_widgets.classroom.outcome.boom_tables import boom_of, fish_left, title_of
from fishlab_widgets.classroom.outcome.figures import table_html
from fishlab_widgets.classroom.outcome.results import Outcome, games_of

QUESTIONS: Final = {
    "trust": mark("trusted the others"),
    "fair": mark("fish were shared fairly"),
    "power": mark("could have changed the end alone"),
    "less": mark("would take fewer fish again"),
}
"""What questions of opinion ask, in few words."""
KEPT_BACK: Final = mark(
    "Where only one or two tables talked, the wall does not say how many promises were kept: everybody would know "
    "whose they were. Do not read it out either; ask the class why people keep or break a promise."
)
OWN_WORDS: Final = "why"
"""The question that is answered in a sentence of one's own."""


class Debrief:
    """What people promised, predicted and think, in the game that was played last.

    Args:
        room: the room.
        statuses: the tables of that game.
        found: what came of it. Tables that do not count because bots played there do not count here either.
    """

    def __init__(self, room: Room, statuses: Sequence[Status], found: Outcome) -> None:
        bots = {table.name for table in (*found.result.apart, *found.result.overrun)}
        games = [one for one in games_of(statuses) if one.name not in bots]
        names = {one.name for one in games}
        self.answers: list[Mapping[str, Any]] = [row for row in room.answers() if row["table"] in names]
        talks = [row for row in room.talks() if row["table"] in names and row["caught"] is not None]
        self.promises, self.played = promises(talks), found.result.year
        kinds = {one.name: tr(title_of(one)) for one in games}
        each = {kind: promises(row for row in talks if kinds[row["table"]] == kind) for kind in kinds.values()}
        self.by_treatment = {kind: one for kind, one in each.items() if one.talks}
        begun = {line.table for line in found.lines} or names  # beside what came of the same tables
        self.predictions: Predictions = predictions(row for row in self.answers if row["table"] in begun)
        states = {one.name: boom_of(one) for one in games}
        self.year = 0 if found.result.year == found.result.years else found.result.year
        self.caught = [_caught(states[line.table], found.result.year) for line in found.lines]
        seas = [states[line.table] for line in found.lines]  # as they are now: an empty one is empty for good
        self.left = [not sea.empty_sea and (self.year > 0 or fish_left(sea) > 0) for sea in seas]

    def sentences(self, few: bool = True) -> list[str]:
        """Say what became of promises and of predictions; of promises at one or two tables only if `few` is True."""
        told = self._kept(few)
        if self.promises.breakable and (few or self.promises.tables > 2):
            told.append(published_kept())
        return [*told, *prediction_sentences(self.predictions, self.caught, self.left, self.year)]

    def _kept(self, few: bool = True) -> list[str]:
        """Say what became of promises; of several treatments each for itself, for they promise other things."""
        if len(self.by_treatment) < 2:
            return promise_sentences(self.promises, few, self.played)
        each = {kind: promise_sentences(one, few, self.played) for kind, one in self.by_treatment.items()}
        return [
            tr("Under “{treatment}”: {words}", treatment=kind, words=" ".join(told))
            for kind, told in each.items()
            if told
        ]

    def html(self) -> str:
        """Return all of it with its figures; "" if nothing was promised, predicted or answered."""
        said = [*self.sentences(), *([tr(KEPT_BACK)] if self.sentences(few=False) != self.sentences() else [])]
        told = "".join(f"<p>{escape(sentence)}</p>" for sentence in said)
        return told + self._promises() + self._predictions() + self._opinions()

    def _promises(self) -> str:
        from fishlab_widgets.charts.spans import spans

        if self.promises.kept is None:
            return ""
        percent = 100 * PUBLISHED_KEPT
        several = self.by_treatment if len(self.by_treatment) > 1 else {tr("this class"): self.promises}
        rows = {name: _percent(one) for name, one in several.items() if one.kept is not None}
        rows[tr("published, other games")] = Interval(percent, percent, percent, 1)
        html = spans(
            rows, title=tr("Promises that were kept"), x_label=tr("per cent"), y_label=tr("who"), low=0, high=100,
            games=tr("promises"), alt=" ".join([*self._kept(), published_kept()]),
        )  # fmt: skip
        return str(html.data)

    def _predictions(self) -> str:
        from fishlab_widgets.charts.lesson_charts import histogram

        if not self.predictions.catches:
            return ""
        came = sum(self.caught) / len(self.caught) if self.caught else None
        mark_of = tr("up to year {year}", year=self.year) if self.year else tr("what came")
        html = histogram(
            self.predictions.catches,
            title=tr("What people expected"),
            x_label=tr("fish that their table would catch"),
            y_label=tr("people"),
            marks=None if came is None else {mark_of: came},
        )
        return str(html.data)

    def _opinions(self) -> str:
        found = opinions(self.answers)
        if not found:
            return ""
        heads = (tr("Question"), tr("Mean, 1 to 5"), *map(str, SCALE))
        rows = [
            (tr(QUESTIONS.get(one.question, one.question)), number(one.mean, ".1f"), *map(str, one.counts))
            for one in found
        ]
        own = [
            str(row["answer"]) for row in self.answers
            if (row["stage"], row["question"]) == (OPINION, OWN_WORDS) and row["answer"]
        ]  # fmt: skip
        words = "".join(f"<li>{escape(one)}</li>" for one in own)
        said = f"<details><summary>{tr('In their own words')}</summary><ul>{words}</ul></details>" if own else ""
        return f"<h3>{tr('What people think')}</h3>{table_html(heads, rows)}{said}"


def _percent(found: Promises) -> Interval:
    """Return the share of kept promises in per cent; of few tables without an interval."""
    assert found.kept is not None
    known = found.tables >= FEWEST_TABLES
    low, high = (100 * found.kept.low, 100 * found.kept.high) if known else (-math.inf, math.inf)
    return Interval(100 * found.kept.mean, low, high, max(2, found.breakable))


def _caught(state: Any, year: int) -> int:
    years = range(1, min(year, state.year) + 1)
    return sum(state.taken(seat, year) for seat in range(state.players) for year in years)
