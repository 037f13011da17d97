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

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as w
from IPython import get_ipython

from fishlab.core import State
from fishlab.messages import ENGLISH, language, mark, tr
from fishlab.session import PERSON
from fishlab_widgets.lesson.answering import make_answering
from fishlab_widgets.lesson.answers import (
    NOTHING,
    TOO,
    WHEN,
    case_judge,
    gate_mark,
    kind_of_answer,
    make_judge,
    read_lesson_code,
)
from fishlab_widgets.lesson.card import pictures_of
from fishlab_widgets.lesson.exercises import Check, Exercise, check_every_run, name_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.pages import RULEBOOK, HandIn, Pair, Policy, Sealed, Strip
from fishlab_widgets.lesson.predictions import EXPLAIN, Explanation, Prediction
from fishlab_widgets.lesson.reading import parse_number
from fishlab_widgets.lesson.student import guarded, tell_unknown_names
from fishlab_widgets.live.table import Table


def _in_words(given: Any) -> Any:
    """Return what a card is told in the language in use: its texts, and those that the keys of a mapping stand for."""
    if isinstance(given, str):
        return tr(given)
    if isinstance(given, Mapping):
        return {key: _in_words(value) for key, value in given.items()}
    return type(given)(map(_in_words, given)) if isinstance(given, list | tuple) else given


def _labels(choices: Sequence[Any] | Mapping[Any, str] | None) -> Sequence[Any] | Mapping[Any, str] | None:
    """Return answers to choose from, each with its words in the language in use."""
    if choices is None or (language() is ENGLISH and not isinstance(choices, Mapping)):
        return choices
    return {one: _in_words(choices[one] if isinstance(choices, Mapping) else one) for one in choices}


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

    def predict(
        self,
        key: str,
        question: str,
        *,
        result: Any,
        show: Callable[..., Any] | None = None,
        choices: Sequence[Any] | Mapping[Any, str] | None = None,
        low: float | None = None,
        high: float | None = None,
        by: float = 1,
        slider: bool = False,
        board: State | None = None,
        many: bool = False,
        about: str = "",
        unit: str | tuple[str, str] = "",
        words: tuple[str, str] = TOO,
        close: float = 0,
        gap: Callable[[Any, Any], str] | None = None,
        explain: str = EXPLAIN,
        then: Callable[..., Any] | None = None,
        picture: Any = None,
        step: str | None = None,
    ) -> Prediction:
        """Return a card that asks for a prediction, locks it, and only then shows the result against it.

        Args:
            key: a short word of its own.
            question: what is asked.
            result: the result, or a function that works it out; it is called only after the lock.
            show: a function that makes what is revealed (a figure, a state, HTML, a widget), of the result or of
                nothing; it is called only after the lock.
            choices: the answers to choose from, or a mapping from each to its words.
            low: the smallest number that can be answered; with `high`, the answer is a number.
            high: the largest number.
            by: the step between two numbers.
            slider: ask for the number with a slider.
            board: a state on whose picture the answer is marked.
            many: several choices or marks are one answer.
            about: what one should know before predicting.
            unit: the unit of the number, or its one and many ("year", "years").
            words: how a number can miss; one that is "early" or "late" says when: "year 5".
            close: how far off a number still counts as close.
            gap: makes the sentence on the gap from answer and result.
            explain: what is asked after the reveal; "" asks nothing.
            then: makes what is told once a sentence is kept, so that it explains nothing before the student does.
            picture: something to look at before the lock, and after it.
            step: the lesson's step, if it is not the present one.
        """
        when = words == WHEN
        answering = make_answering(_labels(choices), low, high, by, slider, board, many, _in_words(unit), when)
        if answering is None:
            raise ValueError(f"prediction {key!r} needs choices, a low and a high number, or a board to mark")
        self.register(key, "predict", step)
        seen = pictures_of(picture)
        asked, known = tr(question), tr(about)
        card = Prediction(self, key, asked, known, answering, result, show, words, close, gap, explain, seen, then)
        self.add(card)
        return card

    def explain(self, key: str, question: str, about: str = "", *, step: str | None = None) -> Explanation:
        """Return a card that asks for one sentence, which nobody judges but the teacher."""
        self.register(key, "explain", step)
        card = Explanation(self, key, question, about)
        self.add(card)
        return card

    def question(
        self,
        key: str,
        question: str,
        *,
        answer: Any = NOTHING,
        test: Callable[[Any], bool | str] | None = None,
        about: str = "",
        hints: Sequence[str] = (),
        right: str | Callable[[Any], str] = "",
        mistakes: Mapping[Any, str] | None = None,
        choices: Sequence[Any] | Mapping[Any, str] | None = None,
        board: State | None = None,
        many: bool = False,
        picture: Any = None,
        marks: Sequence[str] = (),
        plain: bool = False,
        unit: str = "",
        within: float = 0,
        step: str | None = None,
    ) -> Exercise:
        """Return an exercise that is answered on the card.

        Args:
            key: a short word of its own.
            question: what is asked.
            answer: the right answer: a number, a text, a choice, a set of choices, or a tuple of answers that count.
            test: judges the answer instead: True if right; False, or a sentence about this mistake, if not.
            about: what is given.
            hints: hints in steps, one more after every new wrong try.
            right: why the answer is right, said once it is.
            mistakes: from foreseen wrong answers to a sentence about each; of many choices, from each wrong one.
            choices: the answers to choose from; a field to type in without them.
            board: a state on whose picture the answer is marked; the answer is then a move's notation.
            many: several choices or marks are one answer, a set.
            picture: something to look at beside the question.
            marks: what to point at on the picture of a state: "d4", "A: net d4 e4".
            plain: leave out of a state's picture what gives the score away.
            unit: the unit of the number that is asked for.
            within: how far off a number may be.
            step: the lesson's step, if it is not the present one.
        """
        unit, hints, right = tr(unit), _in_words(hints), _in_words(right)
        answering = make_answering(_labels(choices), None, None, 1, False, board, many, unit)
        judge = make_judge(key, answer, test, _in_words(mistakes or {}), within)
        kind = kind_of_answer(answer, unit)
        seen = pictures_of(picture, marks, plain=plain)
        self.register(key, "question", step)
        card = Exercise(
            self, key, tr(question), tr(about), answering, judge, hints, right, unit, kind, seen, answer, mistakes
        )
        self.add(card)
        return card

    def check(
        self,
        key: str,
        given: Any,
        *,
        title: str = "",
        answer: Any = NOTHING,
        test: Callable[[Any], bool | str] | None = None,
        cases: Sequence[tuple[Any, ...]] = (),
        about: str = "",
        hints: Sequence[str] = (),
        right: str | Callable[[Any], str] = "",
        mistakes: Mapping[Any, str] | Sequence[tuple[Callable[..., Any], str]] = (),
        within: float = 0,
        seconds: float = 2,
        name: str = "",
        step: str | None = None,
    ) -> Check:
        """Return the verdict on a value or a function that was written in a code cell; it is judged whenever that runs.

        Args:
            key: a short word of its own.
            given: the value or function; `...` means that it is not answered yet.
            title: what is asked, in a few words.
            answer: the right value, or a tuple of values that all count.
            test: judges the value or function instead: True if right; False, or a sentence about the mistake, if not.
            cases: for a function: tuples of its arguments (a tuple) and the right result.
            about: what is given.
            hints: hints in steps, one more after every new wrong try.
            right: why the answer is right, said once it is.
            mistakes: from foreseen wrong values to a sentence about each; for a function, pairs of a wrong function and
                the sentence for those whose function does the same.
            within: how far off a number may be.
            seconds: how long a function may run.
            name: what the cell calls it, if it is neither a function nor a value that no other name stands for.
            step: the lesson's step, if it is not the present one.
        """
        mistakes, hints, right = _in_words(mistakes), _in_words(hints), _in_words(right)
        if not cases:
            judge = make_judge(key, answer, test, dict(mistakes) if isinstance(mistakes, Mapping) else {}, within)
        else:
            pairs = [] if isinstance(mistakes, Mapping) else list(mistakes)
            judge = case_judge(cases, pairs, within, seconds)  # it guards every call itself
        shell = get_ipython()
        known = name or (name_of(given, shell.user_ns) if shell is not None else "")
        self.register(key, "check", step)
        card = Check(self, key, tr(title or key), tr(about), given, judge, hints, right, seconds, cases, known)
        self.add(card)
        return card

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

    def policy(
        self,
        title: str,
        show: Callable[..., Any],
        controls: Mapping[str, tuple[str, Sequence[Any], Any]],
        about: str = "",
        rulebook: str = mark("Back to the rulebook"),
        word: str = RULEBOOK,
        after: Sequence[str] = (),
        yours: Sequence[str] = (),
    ) -> Policy:
        """Return a switch: choices on the left, what they do on the right, and one button back.

        Args:
            title: what is switched.
            show: makes the picture from the chosen values, given by name.
            controls: from a name to its label, its values (a mapping gives their words) and the rulebook's value.
            about: what to look for.
            rulebook: the words on the button back.
            word: what marks the values to which it leads back.
            after: the keys of the predictions that it would give away; it stays shut until they are locked.
            yours: the names of controls that no rulebook sets, because a player does.
        """
        card = Policy(self, title, about, show, controls, rulebook, word, after, yours)
        self.memory.cards.add(card)
        card.refresh()
        return card

    def after(self, keys: Sequence[str], show: Callable[[], Any] | w.Widget) -> Sealed:
        """Return what stays shut until some predictions are locked, because it would give them away.

        Args:
            keys: the keys of the predictions.
            show: makes what is shown (a table, a figure, HTML, several of them); it is called only after the locks.
                A card, or cards, whose question tells too much: paper has them on its last page.
        """
        card = Sealed(self, keys, show)
        self.memory.cards.add(card)
        card.refresh()
        return card

    def cards(self, *some: w.Widget) -> Pair:
        """Return cards in two columns, or one under the other on a narrow page."""
        return Pair(some)

    # ---- handing in ----------------------------------------------------------------------------------------------

    def hand_in(self) -> HandIn:
        """Return the card with the lesson code: to copy and hand in, or to go on from after a restart."""
        card = HandIn(self)
        self.memory.cards.add(card)
        card.refresh()
        return card


__all__ = ["Lesson", "gate_mark", "guarded", "parse_number", "read_lesson_code"]
