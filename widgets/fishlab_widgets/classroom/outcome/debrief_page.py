"""The debrief on the desk: promises, predictions before and after, and opinions, with the class's own numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from fishlab.boom.rules import Boom
from fishlab.core import OVER
from fishlab.lab.class_experiment.debrief import (
    OPINION,
    PUBLISHED_KEPT,
    SCALE,
    Predictions,
    opinions,
    prediction_sentences,
    predictions,
    promise_sentences,
    promises,
)
from fishlab.messages import mark, tr
from fishlab.room import Room, Status
from fishlab.stats import Interval
from fishlab_widgets.classroom.outcome.boom_tables import finished_years
from fishlab_widgets.classroom.outcome.figures import table_html
from fishlab_widgets.classroom.outcome.results import games_of

QUESTIONS: Final = {
    "trust": mark("trusted the others"),
    "fair": mark("fish were shared fairly"),
    "power": mark("could have changed the end alone"),
    "less": mark("would take fewer fish again"),
}
"""What questions of opinion ask, in few words."""
OWN_WORDS: Final = "why"
"""The question that is answered in a sentence of one's own."""


class Debrief:
    """What people promised, predicted and think, in the game that was played last.

    Args:
        room: the room.
        statuses: the tables of that game.
    """

    def __init__(self, room: Room, statuses: Sequence[Status]) -> None:
        games = games_of(statuses)
        names = {one.name for one in games}
        self.answers: list[Mapping[str, Any]] = [row for row in room.answers() if row["table"] in names]
        self.promises = promises(row for row in room.talks() if row["table"] in names and row["caught"] is not None)
        self.predictions: Predictions = predictions(self.answers)
        ended = [one.match.state for one in games if one.turn == OVER]
        states = [state for state in ended if isinstance(state, Boom)]
        self.caught = [_caught(state) for state in states]
        self.left = [not state.empty_sea for state in states]

    def sentences(self) -> list[str]:
        """Say what became of promises and of predictions."""
        return [
            *promise_sentences(self.promises),
            *prediction_sentences(self.predictions, self.caught, self.left),
        ]

    def html(self) -> str:
        """Return all of it with its figures; "" if nothing was promised, predicted or answered."""
        told = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences())
        return told + self._promises() + self._predictions() + self._opinions()

    def _promises(self) -> str:
        from fishlab_widgets.charts.spans import spans

        if self.promises.kept is None:
            return ""
        kept, count = self.promises.kept, self.promises.kept.games
        percent = 100 * PUBLISHED_KEPT
        rows = {
            tr("this class"): Interval(100 * kept.mean, 100 * kept.low, 100 * kept.high, max(2, count)),
            tr("published"): Interval(percent, percent, percent, 1),
        }
        html = spans(
            rows, title=tr("Promises that were kept"), x_label=tr("per cent"), y_label=tr("who"), low=0, high=100,
            games=tr("promises"),
        )  # fmt: skip
        return str(html.data)

    def _predictions(self) -> str:
        from fishlab_widgets.charts.lesson_charts import histogram

        if not self.predictions.catches:
            return ""
        came = sum(self.caught) / len(self.caught) if self.caught else None
        html = histogram(
            self.predictions.catches,
            title=tr("What people expected"),
            x_label=tr("fish that their table would catch"),
            y_label=tr("people"),
            marks=None if came is None else {tr("came"): came},
        )
        return str(html.data)

    def _opinions(self) -> str:
        found = opinions(self.answers)
        if not found:
            return ""
        heads = (tr("Question"), tr("Mean, 1 to 5"), *map(str, SCALE))
        rows = [
            (tr(QUESTIONS.get(one.question, one.question)), f"{one.mean:.1f}", *map(str, one.counts)) for one in found
        ]
        own = [
            str(row["answer"]) for row in self.answers
            if (row["stage"], row["question"]) == (OPINION, OWN_WORDS) and row["answer"]
        ]  # fmt: skip
        words = "".join(f"<li>{escape(one)}</li>" for one in own)
        said = f"<details><summary>{tr('In their own words')}</summary><ul>{words}</ul></details>" if own else ""
        return f"<h3>{tr('What people think')}</h3>{table_html(heads, rows)}{said}"


def _caught(state: Boom) -> int:
    years = range(1, min(finished_years(state), state.year) + 1)
    return sum(state.taken(seat, year) for seat in range(state.players) for year in years)
