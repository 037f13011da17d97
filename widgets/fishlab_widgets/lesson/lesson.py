"""What turns a notebook into a lesson: predictions, checked exercises, hints, a progress strip and a lesson code.

    lesson = Lesson("07", "Who owns the sea?", minutes=35, steps=["Hook", "Play", "Predict", "Exercise", "Debrief"])
    lesson.predict("share", "What share ends contested?", low=0, high=100, unit="%", result=measure, show=picture)
    lesson.question("fish", "How many fish has White?", answer=32, hints=["Count both of White's fisheries."])
    lesson.check("score", score, cases=[((regions,), (21, 32))])

Nothing is revealed before it is locked, and nothing is worked out before it is revealed. No cell waits for a person:
"run all" goes through, and the cards wait. Answers are kept in the kernel, by lesson and key, so that running a cell
again changes nothing; `lesson.hand_in()` turns them into a code that a teacher can read and that `restore` brings back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import ipywidgets as w
from IPython import get_ipython

from fishlab.session import PERSON
from fishlab_widgets.lesson.answers import gate_mark, read_lesson_code
from fishlab_widgets.lesson.card import Card
from fishlab_widgets.lesson.exercises import Check, Exercise, check_every_run
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.pages import HandIn, Pair, Policy, Sealed, Strip
from fishlab_widgets.lesson.predictions import Explanation, Prediction
from fishlab_widgets.lesson.reading import parse_number
from fishlab_widgets.lesson.student import guarded, tell_unknown_names
from fishlab_widgets.live.table import Table

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made", bound=Card)


def _made(kind: Callable[Concatenate[Lesson, _Given], _Made]) -> Callable[Concatenate[Lesson, _Given], _Made]:
    """Return the method that makes cards of a kind and shows them in a lesson; it takes what the kind takes."""

    @wraps(kind, updated=())
    def make(lesson: Lesson, /, *given: _Given.args, **named: _Given.kwargs) -> _Made:
        card = kind(lesson, *given, **named)
        lesson.add(card)
        return card

    return make


class Lesson(Progress):
    """A lesson: makes its cards, keeps their answers and shows how far one is; `Progress` says what it is given."""

    def _ipython_display_(self) -> None:
        shell = get_ipython()
        tell_unknown_names(shell)
        check_every_run(shell)
        Strip(self, "")._ipython_display_()

    # ---- progress ------------------------------------------------------------------------------------------------

    def at(self, step: str) -> Strip:
        """Show the strip at a step; the cards that are shown after it belong to it."""
        self.here = self._known(step)
        self.memory.reached = max(self.memory.reached, self.steps.index(step))
        strip = Strip(self, step)
        self.refresh_strips()
        return strip

    # ---- the cards -----------------------------------------------------------------------------------------------

    predict, explain = _made(Prediction), _made(Explanation)
    question, check = _made(Exercise), _made(Check)
    policy, after, hand_in = _made(Policy), _made(Sealed), _made(HandIn)

    def play(
        self, table: Table, key: str = "game", *, moves: int = 1, years: int = 0, step: str | None = None, end: str = ""
    ) -> Table:
        """Return a table that counts as played once its game has come so far or is over; the code keeps its score.

        Args:
            table: the table.
            key: a short word of its own.
            moves: how many moves count as played; a game that ends before counts too.
            years: how many whole years count as played instead, where a game has years.
            step: the lesson's step, if it is not the present one.
            end: another step, which is done when the game has come to its end.
        """
        self.register(key, "play", step)
        if end:
            self.memory.ends.setdefault(self._known(end), False)

        def watch(table: Table) -> None:
            if end and PERSON in table.seats and table.match.over and not self.memory.ends[end]:
                self.memory.ends[end] = True
                self.refresh_strips()
            answer, count = self.memory.answers[key], len(table.match.moves)
            over, state = table.match.over, table.match.state
            enough = getattr(state, "year", 0) > years if years else count >= moves
            if PERSON not in table.seats or not (enough or over) or (answer.done and not over):
                return
            names = [f"{state.seat_name(seat)} {score}" for seat, score in enumerate(state.scores())]
            new = not answer.done or answer.own != count
            answer.own, answer.result, answer.done = count, ", ".join(names), True
            if new:
                self.changed(key)

        table.listeners.append(watch)
        self.refresh_strips()
        return table

    def cards(self, *some: w.Widget) -> Pair:
        """Return cards in two columns, or one under the other on a narrow page."""
        return Pair(some)


__all__ = ["Lesson", "gate_mark", "guarded", "parse_number", "read_lesson_code"]
