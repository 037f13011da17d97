"""Exercises, checked at once: a question with an answer, or a student's own program."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as w

from fishlab_widgets.lesson.answering import Answering, Marking
from fishlab_widgets.lesson.answers import (
    LONGEST,
    NOTHING,
    Judge,
    as_data,
)
from fishlab_widgets.lesson.card import Card, call, html_part, verdict_html
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.reading import HOW_TO_WRITE, numbers_in
from fishlab_widgets.lesson.student import StudentError, Unanswered, fingerprint, is_blank, short


class _Exercise(Card):
    """What exercises have in common: tries, hints in steps, and the verdict."""

    tone = "checks"
    word = "Exercise"

    def __init__(
        self,
        lesson: Progress,
        key: str,
        asked: str,
        about: str,
        judge: Judge,
        hints: Sequence[str],
        right: str | Callable[[Any], str],
    ) -> None:
        self.judge, self.hints, self.right = judge, list(hints), right
        super().__init__(lesson, key, asked, about)

    def verdict(self, given: Any, label: str, mark: str) -> None:
        """Judge an answer, count it if it is a new one, and keep what there is to say."""
        answer = self.answer
        new = mark not in answer.tried
        try:
            said = self.judge(given)
        except Unanswered:
            self.unanswered()
            return
        except StudentError as error:
            said = str(error)
        except Exception as error:
            said = f"This answer could not be checked ({type(error).__name__}: {str(error)[:120]})"
        if new:
            answer.tried = [*answer.tried, mark][-50:]
            answer.tries += not answer.done
        if said is True:
            answer.done, answer.own = True, as_data(label)
            why = ""
            with contextlib.suppress(Exception):  # the verdict stands, whatever becomes of its reason
                why = str(call(self.right, given) if callable(self.right) else self.right)
            answer.said = verdict_html("right", f"Right: {_minus(label)}" if label else "Right", [why])
            return
        if not answer.done:
            answer.own = as_data(label)
        sentence = said if isinstance(said, str) else f"{_minus(label)} is not it" if label else "this is not it"
        answer.said = verdict_html("wrong", f"Not yet: {sentence}", *self._hints(new))

    def _hints(self, new: bool) -> tuple[list[str], str]:
        """Return the hints earned so far, and what brings the next one."""
        shown = self.hints[: self.answer.tries] if self.answer.tries else self.hints[:1]
        if len(self.hints) == 1:
            lines = [f"Hint: {hint}" for hint in shown]
        else:
            lines = [f"Hint {number}: {hint}" for number, hint in enumerate(shown, 1)]
        small = ""
        if len(shown) < len(self.hints):
            order = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")[min(len(shown), 5)]
            small = f"{order} hint after one more try."
        if not new:
            small = f"You tried this before. {small}".strip()
        return lines, small

    def fits(self, own: Any) -> bool:
        """Tell whether something could have been answered here: what is kept is the answer in words."""
        return isinstance(own, str)

    def unanswered(self) -> None:
        """Say that there is no answer yet."""
        if not self.answer.done:
            self.answer.said = verdict_html("open", "Not answered yet", ["Write your answer, then check it."])

    def said_part(self) -> dict[str, Any]:
        """Return the verdict."""
        answer = self.answer
        if not answer.said and answer.done:  # brought back from a lesson code
            why = "" if callable(self.right) else self.right
            answer.said = verdict_html("right", f"Right: {_minus(str(answer.own))}" if answer.own else "Right", [why])
        return html_part("said", answer.said, live=True)


def _minus(label: str) -> str:
    """Return an answer as print sets it: a negative number with a minus sign."""
    return re.sub(r"^-(?=[\d.])", "−", label)


class Exercise(_Exercise):
    """An exercise that is answered on the card: in a field, by a choice, or on a board."""

    def __init__(
        self,
        lesson: Progress,
        key: str,
        asked: str,
        about: str,
        answering: Answering | None,
        judge: Judge,
        hints: Sequence[str],
        right: str | Callable[[Any], str],
        unit: str,
        kind: str,
        beside: w.Widget | None,
        expected: Any = NOTHING,
    ) -> None:
        self.expected = expected
        self.answering, self.unit, self.kind = answering, unit, kind
        super().__init__(lesson, key, asked, about, judge, hints, right)
        if isinstance(answering, Marking):
            answering.send = self._receive
            self.look(answering.board)
            self.card.add_class("big")
        elif beside is not None:
            self.look(beside)

    def act(self, kind: str, value: Any) -> None:
        """Choose, or check."""
        answer = self.answer
        if kind == "choose" and self.answering is not None:
            answer.draft = self.answering.read(value)
        elif kind == "check" and self.answering is not None:
            if answer.draft is None:
                self.notice = "Choose an answer first."
                return
            given = answer.draft
            self.verdict(set(given) if isinstance(given, list) else given, self.answering.label(given), repr(given))
        elif kind == "check":
            text = " ".join(str(value).split())[:LONGEST]
            answer.draft = text
            if not text:
                self.unanswered()
                return
            meant = [] if self.kind == "words" else numbers_in(text, self.unit)
            if self.kind == "number" and not meant:
                self.notice = (
                    f"“{text[:40]}” cannot be read as a number: {HOW_TO_WRITE}. This was not counted as a try."
                )
                return
            given = max(meant, key=self._known) if meant else text
            self.verdict(given, text, repr(given) if meant else text.casefold())

    def _known(self, number: Any) -> int:
        """Return how well a reading of an answer is known: 2 if it is right, 1 if it is a mistake with a sentence."""
        with contextlib.suppress(Exception):
            said = self.judge(number)
            return 2 if said is True else int(isinstance(said, str))
        return 0

    def refresh(self) -> None:
        """Show the question, the field and the verdict."""
        self.welcome()
        answer = self.answer
        if self.answering is not None:
            ask = [
                self.answering.part(self.asked, answer.draft, captions=False),
                {"kind": "button", "id": "go", "send": "check", "text": "Check", "disabled": answer.draft is None},
            ]
        else:
            label = f"Your answer ({self.unit})" if self.unit else "Your answer"
            typed = answer.draft if answer.draft is not None else answer.own
            typed = typed if isinstance(typed, str) else ""
            ask = [
                {"kind": "field", "id": "field", "send": "check", "label": label, "button": "Check",
                 "value": typed, "max": LONGEST}
            ]  # fmt: skip
        self.head.show(self.title_part())
        self.body.show(*ask, self.said_part(), self.notice_part())


class Check(_Exercise):
    """The verdict on what was written in a code cell."""

    def __init__(
        self,
        lesson: Progress,
        key: str,
        asked: str,
        about: str,
        given: Any,
        judge: Judge,
        hints: Sequence[str],
        right: str | Callable[[Any], str],
        tested: Any,
        cases: Sequence[tuple[Any, ...]],
    ) -> None:
        self.cases = cases
        super().__init__(lesson, key, asked, about, judge, hints, right)
        if is_blank(given):
            self.unanswered()
        elif callable(given):
            self.verdict(tested, "", fingerprint(given))
        else:
            self.verdict(given, short(given), repr(short(given)))

    def unanswered(self) -> None:
        """Say that the cell waits for an answer."""
        if not self.answer.done:
            line = "Replace the three dots in the cell above with your answer. Run that cell, then this card's."
            self.answer.said = verdict_html("open", "Not answered yet", [line])

    def refresh(self) -> None:
        """Show the verdict."""
        self.welcome()
        self.head.show(self.title_part(), self.said_part())
        self.body.show()
