"""Predictions, which lock before they reveal, and the sentences that explain.

Nothing is revealed before it is locked, and nothing is worked out before it is revealed.
"""

from __future__ import annotations

import contextlib
import hashlib
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fishlab.core import State
from fishlab.messages import mark, tr
from fishlab_widgets.controls.bookmark import GO_ON
from fishlab_widgets.lesson.answering import Choosing, Marking, Numbering, in_words, is_place, labels, make_answering
from fishlab_widgets.lesson.answers import (
    LONGEST,
    TOO,
    WHEN,
    NotYet,
    as_data,
    gap_sentence,
    gate_mark,
    same,
)
from fishlab_widgets.lesson.card import Card, Picture, call, pictures_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.reading import is_sentence
from fishlab_widgets.lesson.view import (
    ChoicesPart,
    FieldPart,
    HtmlPart,
    Option,
    Part,
    button_part,
    field_part,
    html_part,
    padlock,
    prose,
    quiet_part,
    sealed_html,
    verdict_html,
)

_REASONS = Path(__file__).parent / "reasons"
EXPLAIN = mark("Explain the result in one sentence")
"""What is asked after the reveal where the lesson asks for nothing else."""


@dataclass(frozen=True, slots=True)
class TypicalAnswer:
    """What students say before they look, for the teacher: the answer, what makes them say so, and a question back."""

    say: str
    cause: str
    ask: str


@dataclass(frozen=True, slots=True)
class Reasons:
    """The explanation of a result, and rival ones that sound right, each with what speaks against it."""

    key: str
    model: str
    rivals: tuple[tuple[str, str], ...]
    said: tuple[TypicalAnswer, ...]

    def order(self) -> list[int]:
        """Return the order in which they are offered: 0 is the model; it stands elsewhere on every card."""
        return sorted(
            range(len(self.rivals) + 1), key=lambda n: hashlib.blake2s(f"{self.key}/{n}".encode()).hexdigest()
        )

    def text(self, number: int) -> str:
        """Return an explanation: 0 is the model."""
        return tr(self.rivals[number - 1][0] if number else self.model)

    def verdict(self, number: int) -> str:
        """Return what is said of the explanation that was chosen."""
        if not number:
            return verdict_html("right", tr("This is what the result shows."))
        _, flaw = self.rivals[number - 1]
        return verdict_html(
            "wrong", tr("Many people think so."), [tr(flaw), tr("Better: {model}", model=tr(self.model))]
        )


@cache
def reasons_of(lesson: str) -> dict[str, Reasons]:
    """Return the explanations of a lesson's predictions, by key: `reasons/NN.toml` has a table for each."""
    path = _REASONS / f"{lesson}.toml"
    if not path.exists():
        return {}
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        key: Reasons(
            key,
            one["model"],
            tuple((rival["text"], rival["flaw"]) for rival in one["rivals"]),
            tuple(TypicalAnswer(**told) for told in one["said"]),
        )
        for key, one in found.items()
    }


class Prediction(Card):
    """A question, an answer that is locked, and only then the result beside it.

    Args:
        lesson: the lesson.
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

    word = mark("Prediction")
    keeps = "predict"

    def __init__(
        self,
        lesson: Progress,
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
    ) -> None:
        when, unit = words == WHEN, in_words(unit)
        answering = make_answering(labels(choices), low, high, by, slider, board, many, unit, when)
        if answering is None:
            raise ValueError(f"prediction {key!r} needs choices, a low and a high number, or a board to mark")
        self.answering, self._result, self._show, self._then = answering, result, show, then
        self.misses, self.margin, self.gap, self.why_asked = words, close, gap, explain
        self.beside = pictures_of(picture)
        self.revealed_pictures: list[Picture] | None = None
        self.reasons = reasons_of(lesson.number).get(key)
        super().__init__(lesson, key, tr(question), tr(about), step)
        if isinstance(answering, Marking):
            answering.send, self.big = self.receive, True

    def fits(self, own: Any) -> bool:
        """Tell whether something could have been locked here."""
        return self.answering.fits(own)

    def act(self, kind: str, value: Any) -> None:
        """Choose, lock, open, or explain; what is locked stays."""
        answer = self.answer
        if self.waits:
            if kind == "go on" and self.lesson.memory.go_on is not None:
                self.lesson.memory.go_on()
        elif kind == "choose" and not answer.done:
            answer.draft = self.answering.read(value)
            if answer.draft is None and value not in (None, "", []) and isinstance(self.answering, Numbering):
                low, high = self.answering.label(self.answering.low), self.answering.label(self.answering.high)
                self.notice = tr("Write a number from {low} to {high}.", low=low, high=high)
        elif kind == "lock" and not answer.done:
            if answer.draft is None:
                self.notice = tr("Choose an answer first, then lock it.")
                return
            answer.own, answer.done = answer.draft, True
        elif kind == "gate" and answer.done:
            answer.opened = gate_mark(str(value)) == self.lesson.gate
            if not answer.opened:
                self.notice = tr("This is not the word. Your teacher has it.")
        elif kind == "explain" and self.revealed and isinstance(value, str):
            answer.why, self.notice = kept_sentence(value, answer.why)
        elif kind == "reason" and self.reasons and answer.why and answer.reason is None:
            order = self.reasons.order()
            answer.reason = order[value] if is_place(value, order) else None

    @property
    def waits(self) -> bool:
        """Whether an answer that was locked before a restart is offered, and neither taken nor forgotten yet."""
        return not self.answer.done and self.key in self.lesson.memory.waiting

    @property
    def revealed(self) -> bool:
        """Whether the result may be seen."""
        return self.answer.done and (not self.lesson.gate or self.answer.opened)

    def reveal(self) -> bool:
        """Work out the result and its picture, once; return whether that went well, else say so in `notice`."""
        answer = self.answer
        try:
            if answer.result is None:
                answer.result = as_data(self._result() if callable(self._result) else self._result)
                self.notice = ""
            if self._show is not None and self.revealed_pictures is None:
                self.revealed_pictures = pictures_of(call(self._show, answer.result))
            return True
        except NotYet as first:
            self.notice = str(first)
            return False
        except Exception as error:
            self.notice = tr(
                "Locked. The result could not be worked out ({kind}: {error}). "
                "Run the cells above, then this one again.",
                kind=type(error).__name__, error=str(error)[:200],
            )  # fmt: skip
            return False

    def afterwards(self) -> list[Picture]:
        """Return what helps to tell the explanations apart: it is shown once a sentence of one's own is kept."""
        return [] if self._then is None else pictures_of(call(self._then, self.answer.result))

    def refresh(self) -> None:
        """Show the question, and the result if it may be seen."""
        self.welcome()
        shown = self.revealed and self.reveal()
        answer = self.answer
        result = answer.result if shown else None
        draft = answer.own if answer.done else answer.draft
        choices = self.answering.part(self.asked, draft, locked=answer.done, result=result)
        rest: list[Part] = self._waiting_parts() if self.waits else [choices, *self._lock_parts(shown)]
        why = self._why_parts() if shown and self.why_asked else []
        self._look(shown)
        if isinstance(self.answering, Marking):
            self.show_parts(self.title_part(), body=[*rest, *why, self.notice_part()])
        elif why:
            self.show_parts(self.title_part(), *rest, body=[*why, self.notice_part()])
        else:
            self.show_parts(self.title_part(), *rest, self.notice_part())

    def _look(self, shown: bool) -> None:
        board = [self.answering.board] if self.answering.board is not None else []
        if shown:
            more = self.afterwards() if self.answer.why or not self.why_asked else []
            self.look(*board, *self.beside, *(self.revealed_pictures or []), *more)
        elif self._show is not None and not board and not self.beside:
            sealed = sealed_html(tr("The result stays hidden until you lock."))
            self.look(f'<div class="fishlab-panel">{sealed}</div>')
        else:
            self.look(*board, *self.beside)

    def _waiting_parts(self) -> list[Part]:
        told = tr("You locked this prediction last time. Continue, or start over, at the top of this page.")
        line = f'<div class="lockline locked">{padlock(True)}<span>{told}</span></div>'
        return [html_part("waits", line, live=True), button_part("on", "go on", tr(GO_ON), primary=True)]

    def _lock_parts(self, shown: bool) -> list[Part]:
        answer = self.answer
        if not answer.done:
            words = tr("You can still change this.") if answer.draft is not None else tr("Choose, then lock.")
            return [
                html_part("lock", f'<div class="lockline">{padlock(False)}<span>{words}</span></div>', live=True),
                button_part("go", "lock", self._lock_words()[:90], disabled=answer.draft is None, primary=True),
            ]
        said = tr("Locked. {sentence}", sentence=self._sentence()) if shown else tr("Locked.")
        line = f'<div class="lockline locked">{padlock(True)}<span>{prose(said)}</span></div>'
        parts: list[Part] = [html_part("lock", line, live=True)]
        if not self.revealed:
            label = tr("The word from your teacher opens the result")
            parts.append(field_part("gate", "gate", label, tr("Open"), most=40))
        return parts

    def _lock_words(self) -> str:
        """Return what stands on the button that locks."""
        draft = self.answer.draft
        if draft is None:
            if self.lesson.gate:
                return tr("Lock in your answer")
            return tr("Lock in your answer and show the result")
        label = self.answering.label(draft)
        if isinstance(self.answering, Choosing) and not self.answering.many and " " in label:  # a phrase of its own
            if self.lesson.gate:
                return tr("Lock in “{answer}”", answer=label)
            return tr("Lock in “{answer}” and show the result", answer=label)
        if self.lesson.gate:
            return tr("Lock in {answer}", answer=label)
        return tr("Lock in {answer} and show the result", answer=label)

    def _sentence(self) -> str:
        """Return the sentence on the gap between answer and result."""
        own, result = self.answer.own, self.answer.result
        if self.gap is not None:
            with contextlib.suppress(Exception):  # a result from a lesson code may be of any kind
                return str(self.gap(own, result))
        if isinstance(self.answering, Numbering) and isinstance(result, int | float):
            unit = self.answering.unit
            return gap_sentence(own, result, unit=unit, words=self.misses, close=self.margin)
        if same(own, result):
            return tr("You were right.")
        label = self.answering.label
        return tr("Your answer: {answer}. Result: {result}.", answer=label(own), result=label(result))

    def _why_parts(self) -> list[Part]:
        """Return where to explain and, once a sentence is kept, explanations to compare it with."""
        parts: list[Part] = [self._why_part(), kept_part(self.answer.why)]
        reasons, chosen = self.reasons, self.answer.reason
        if reasons is None or not self.answer.why:
            return parts
        order = reasons.order()
        options: list[Option] = [
            {
                "label": reasons.text(number),
                "caption": tr("you") if number == chosen else "",
                "truth": chosen is not None and not number,
            }
            for number in order
        ]
        choices: ChoicesPart = {
            "kind": "choices", "id": "reasons", "label": tr("Three other explanations: which one fits what you saw?"),
            "many": False, "options": options, "chosen": [] if chosen is None else [order.index(chosen)],
            "locked": chosen is not None, "send": "reason", "captions": chosen is not None, "shout": True,
        }  # fmt: skip
        said = "" if chosen is None else reasons.verdict(chosen)
        return [*parts, choices, html_part("reason", said, live=True)]

    def _why_part(self) -> FieldPart:
        """Return where to explain; who was right is asked how she knew."""
        asked = tr(self.why_asked)
        if self.why_asked == EXPLAIN and same(self.answer.own, self.answer.result):
            asked = tr("Say in one sentence how you knew")
        value, hint = self.answer.why, tr("Because …")
        return field_part("why", "explain", asked, tr("Keep"), value, most=LONGEST, rows=2, placeholder=hint)


def kept_part(text: object) -> HtmlPart:
    """Return the line that says whether a sentence is kept."""
    return quiet_part("kept", tr("Kept. You can still change it.") if text else "")


def kept_sentence(typed: str, before: str) -> tuple[str, str]:
    """Return the sentence that is kept when one was typed, and what to say if it is not the one that was typed."""
    text = " ".join(typed.split())[:LONGEST]
    if not text:
        return "", tr("Your sentence is no longer kept.") if before else tr("Write a sentence first, then keep it.")
    if not is_sentence(text):
        return before, tr("This is too short to explain anything: say in at least three words what made it so.")
    return text, ""


class Explanation(Card):
    """A question that is answered in a sentence; nobody but the teacher judges it."""

    tone = "plain"
    word = mark("In a sentence")
    keeps = "explain"

    def __init__(self, lesson: Progress, key: str, question: str, about: str = "", *, step: str | None = None) -> None:
        super().__init__(lesson, key, question, about, step)

    def fits(self, own: Any) -> bool:
        """Tell whether something could have been written here."""
        return isinstance(own, str)

    def act(self, kind: str, value: Any) -> None:
        """Keep the sentence."""
        if kind == "explain" and isinstance(value, str):
            text, self.notice = kept_sentence(value, self.answer.own or "")
            self.answer.own, self.answer.done = text or None, bool(text)

    def refresh(self) -> None:
        """Show the question and what was written."""
        self.welcome()
        value, hint = self.answer.own or "", tr("One sentence …")
        field = field_part(
            "own", "explain", self.asked, tr("Keep"), value, most=LONGEST, rows=3, placeholder=hint, hush=True
        )
        self.show_parts(self.title_part(), field, kept_part(value), self.notice_part())
