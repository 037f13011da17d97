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

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakSet

import ipywidgets as w

from fishlab.core import BadCode, State
from fishlab_widgets import cards
from fishlab_widgets.answers import (
    EXERCISES,
    NOTHING,
    Answer,
    case_judge,
    gate_mark,
    make_judge,
    parse_number,
    read_lesson_code,
    write_lesson_code,
)
from fishlab_widgets.cards import picture
from fishlab_widgets.student import guarded
from fishlab_widgets.table import PERSON, Table


@dataclass(slots=True)
class Memory:
    """All that the kernel keeps of one lesson; a new `Lesson` of the same number finds it again."""

    answers: dict[str, Answer] = field(default_factory=dict)
    steps: dict[str, str] = field(default_factory=dict)
    reached: int = -1
    cards: WeakSet[Any] = field(default_factory=WeakSet)
    strips: WeakSet[Any] = field(default_factory=WeakSet)


_MEMORY: dict[str, Memory] = {}
_KINDS = {"predict": "Predict", "question": "Exercise", "check": "Exercise", "explain": "Debrief", "play": "Play"}


class Lesson:
    """A lesson: makes its cards, keeps their answers and shows how far one is.

    Args:
        number: the lesson's number, "07"; answers are kept by it.
        title: what it is called.
        minutes: how long it takes.
        steps: its steps in order, or a mapping from each step to its minutes.
        gate: the mark of a word (see `gate_mark`) that the class types before results open; none without it.
    """

    def __init__(
        self,
        number: str,
        title: str,
        minutes: int,
        steps: Sequence[str] | Mapping[str, int] = ("Hook", "Play", "Predict", "Look", "Exercise", "Debrief"),
        gate: str = "",
    ) -> None:
        if not re.fullmatch(r"[0-9A-Za-z]{1,8}", number):
            raise ValueError(f"lesson {number!r} cannot be: a number is one to eight letters or digits")
        self.number, self.title, self.minutes, self.gate = number, title, minutes, gate
        self.times = dict(steps) if isinstance(steps, Mapping) else {}
        self.steps = list(steps)
        self.here = ""
        self.memory = _MEMORY.setdefault(number, Memory())

    def __repr__(self) -> str:
        return f"<Lesson {self.number}: {self.title}>"

    def _ipython_display_(self) -> None:
        cards.Strip(self, "")._ipython_display_()

    # ---- progress ------------------------------------------------------------------------------------------------

    def at(self, step: str) -> cards.Strip:
        """Show the strip at a step; the cards that follow belong to it."""
        if step not in self.steps:
            raise ValueError(f"{step!r} is not a step of this lesson: the steps are {', '.join(self.steps)}")
        self.here = step
        self.memory.reached = max(self.memory.reached, self.steps.index(step))
        strip = cards.Strip(self, step)
        self._refresh_strips()
        return strip

    def is_done(self, step: str) -> bool:
        """Tell whether a step is done: all its cards are; or, where it has none, something later has been done."""
        memory, place = self.memory, self.steps.index(step)
        if -1 < memory.reached <= place < len(self.steps) - 1:
            return False  # more cards of this step may still come
        own = [key for key, name in memory.steps.items() if name == step]
        if own:
            return all(memory.answers[key].done for key in own)
        later = self.steps[place + 1 :]
        return any(memory.answers[key].done for key, name in memory.steps.items() if name in later)

    def now(self) -> str:
        """Return the first step that is not done, "" when all are."""
        return next((step for step in self.steps if not self.is_done(step)), "")

    def numbering(self, key: str) -> str:
        """Return where a card stands among its kind: "2 of 3"."""
        answers = self.memory.answers
        kinds = EXERCISES if answers[key].kind in EXERCISES else (answers[key].kind,)
        if kinds[0] not in ("predict", *EXERCISES):
            return ""
        keys = [one for one, answer in answers.items() if answer.kind in kinds]
        return f"{keys.index(key) + 1} of {len(keys)}"

    def changed(self, key: str = "") -> None:
        """Show a change wherever it can be seen: on the cards of a key, in strips, in the lesson code."""
        for card in list(self.memory.cards):
            if key in ("", card.key) or isinstance(card, cards.HandIn):
                card.refresh()
        self._refresh_strips()

    def _refresh_strips(self) -> None:
        for strip in list(self.memory.strips):
            strip.refresh()

    def _register(self, key: str, kind: str, step: str | None) -> Answer:
        """Find or make the place of an answer, and say to which step it belongs."""
        if not isinstance(key, str) or not 0 < len(key) <= 40:
            raise ValueError(f"key={key!r} cannot be: a key is a short word of its own for every card")
        memory = self.memory
        kept = memory.answers.get(key)
        if kept is None or kept.kind != kind:
            kept = memory.answers[key] = Answer(kind)
        usual = _KINDS[kind] if _KINDS[kind] in self.steps else self.steps[-1]
        name = step or memory.steps.get(key) or self.here or usual
        if name not in self.steps:
            raise ValueError(f"{name!r} is not a step of this lesson: the steps are {', '.join(self.steps)}")
        memory.steps[key] = name
        return kept

    def _add(self, card: cards.Card) -> None:
        """Show a new card, and the numbers of those that have grown older by it."""
        kind = self.memory.answers[card.key].kind if card.key in self.memory.answers else ""
        self.memory.cards.add(card)
        for other in list(self.memory.cards):
            alike = other.key in self.memory.answers and _alike(self.memory.answers[other.key].kind, kind)
            if other is card or alike or isinstance(other, cards.HandIn):
                other.refresh()
        self._refresh_strips()

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
        words: tuple[str, str] = ("too low", "too high"),
        close: float = 0,
        gap: Callable[[Any, Any], str] | None = None,
        explain: str = "Explain the gap in one sentence",
        step: str | None = None,
    ) -> cards.Prediction:
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
            words: how a number can miss ("early", "late").
            close: how far off a number still counts as close.
            gap: makes the sentence on the gap from answer and result.
            explain: what is asked after the reveal; "" asks nothing.
            step: the lesson's step, if it is not the present one.
        """
        answering = cards.make_answering(choices, low, high, by, slider, board, many, unit)
        if answering is None:
            raise ValueError(f"prediction {key!r} needs choices, a low and a high number, or a board to mark")
        self._register(key, "predict", step)
        card = cards.Prediction(self, key, question, about, answering, result, show, words, close, gap, explain)
        self._add(card)
        return card

    def explain(self, key: str, question: str, about: str = "", *, step: str | None = None) -> cards.Explanation:
        """Return a card that asks for one sentence, which nobody judges but the teacher."""
        self._register(key, "explain", step)
        card = cards.Explanation(self, key, question, about)
        self._add(card)
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
    ) -> cards.Exercise:
        """Return an exercise that is answered on the card.

        Args:
            key: a short word of its own.
            question: what is asked.
            answer: the right answer: a number, a text, a choice, a set of choices, or a tuple of answers that count.
            test: judges the answer instead: True if right; False, or a sentence about this mistake, if not.
            about: what is given.
            hints: hints in steps, one more after every new wrong try.
            right: why the answer is right, said once it is.
            mistakes: from foreseen wrong answers to a sentence about each.
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
        answering = cards.make_answering(choices, None, None, 1, False, board, many, unit)
        judge = make_judge(key, answer, test, mistakes or {}, within)
        words = all(isinstance(one, str) for one in (answer if isinstance(answer, tuple) else (answer,)))
        seen = cards.picture(picture, marks, plain=plain)
        self._register(key, "question", step)
        card = cards.Exercise(self, key, question, about, answering, judge, hints, right, unit, words, seen)
        self._add(card)
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
        step: str | None = None,
    ) -> cards.Check:
        """Return the verdict on a value or a function that was written in a code cell.

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
            step: the lesson's step, if it is not the present one.
        """
        if not cases:
            judge = make_judge(key, answer, test, dict(mistakes) if isinstance(mistakes, Mapping) else {}, within)
        else:
            pairs = [] if isinstance(mistakes, Mapping) else list(mistakes)
            judge = case_judge(cases, pairs, within, seconds)
        self._register(key, "check", step)
        card = cards.Check(self, key, title or key, about, given, judge, hints, right, seconds)
        self._add(card)
        return card

    def play(self, table: Table, key: str = "game", *, moves: int = 1, step: str | None = None) -> Table:
        """Return a table that counts as played once a person's game has so many moves; the code keeps its score."""
        self._register(key, "play", step)

        def watch(table: Table) -> None:
            answer, count = self.memory.answers[key], len(table.match.moves)
            if PERSON not in table.seats or count < moves or (answer.done and not table.match.over):
                return
            state = table.match.state
            names = [f"{state.seat_name(seat)} {score}" for seat, score in enumerate(state.scores())]
            new = not answer.done or answer.own != count
            answer.own, answer.result, answer.done = count, ", ".join(names), True
            if new:
                self.changed(key)

        table.listeners.append(watch)
        self._refresh_strips()
        return table

    def policy(
        self,
        title: str,
        show: Callable[..., Any],
        controls: Mapping[str, tuple[str, Sequence[Any], Any]],
        about: str = "",
        rulebook: str = "Back to the rulebook",
        word: str = "rulebook",
    ) -> cards.Policy:
        """Return a switch: choices on the left, what they do on the right, and one button back.

        Args:
            title: what is switched.
            show: makes the picture from the chosen values, given by name.
            controls: from a name to its label, its values (a mapping gives their words) and the rulebook's value.
            about: what to look for.
            rulebook: the words on the button back.
            word: what marks the values to which it leads back.
        """
        card = cards.Policy(self, title, about, show, controls, rulebook, word)
        card.refresh()
        return card

    def cards(self, *some: w.Widget) -> cards.Pair:
        """Return cards in two columns, or one under the other on a narrow page."""
        return cards.Pair(some)

    # ---- handing in ----------------------------------------------------------------------------------------------

    def hand_in(self) -> cards.HandIn:
        """Return the card with the lesson code: to copy and hand in, or to go on from after a restart."""
        card = cards.HandIn(self)
        self.memory.cards.add(card)
        card.refresh()
        return card

    def rows(self) -> list[dict[str, Any]]:
        """Return all answers as plain rows."""
        return [
            {
                "lesson": self.number,
                "key": key,
                "kind": one.kind,
                "answer": one.own,
                "result": one.result,
                "done": one.done,
                "tries": one.tries,
                "why": one.why,
            }
            for key, one in self.memory.answers.items()
            if one.done or one.tries or one.why
        ]

    def code(self) -> str:
        """Return the lesson code: answers, results and tries, no names; short, versioned and checksummed."""
        return write_lesson_code(self.number, self.rows())

    @staticmethod
    def read(code: str) -> list[dict[str, Any]]:
        """Return what a lesson code holds, as plain rows; `BadCode` says what is wrong with it."""
        return read_lesson_code(code)

    def restore(self, code: str) -> str:
        """Bring back the answers of a lesson code, and say how many; what is already answered here stays."""
        rows = read_lesson_code(code)
        number = str(code).split("-")[1]
        if number != self.number:
            raise BadCode(f"This code is of lesson {number}; this is lesson {self.number}.")
        back = 0
        for row in rows:
            kept = self.memory.answers.get(row["key"])
            if kept is None:
                kept = self.memory.answers[row["key"]] = Answer(row["kind"])
                self.memory.steps.setdefault(row["key"], self._usual(row["kind"]))
            if kept.kind != row["kind"] or kept.done or kept.tries:
                continue
            kept.own, kept.result, kept.done = row["answer"], row["result"], row["done"]
            kept.tries, kept.why = row["tries"], row["why"]
            kept.opened = kept.done
            back += 1
        self.changed()
        stay = len(rows) - back
        more = f" {stay} already answered here stayed as they were." if stay else ""
        return f"Brought back {back} {'answer' if back == 1 else 'answers'}.{more}"

    def _usual(self, kind: str) -> str:
        return _KINDS[kind] if _KINDS[kind] in self.steps else self.steps[-1]

    def forget(self) -> None:
        """Forget every answer of this lesson, for the next person at this computer."""
        for key, one in self.memory.answers.items():
            self.memory.answers[key] = Answer(one.kind)
        self.changed()


def _alike(one: str, other: str) -> bool:
    return one == other or (one in EXERCISES and other in EXERCISES)


__all__ = ["Lesson", "gate_mark", "guarded", "parse_number", "picture", "read_lesson_code"]
