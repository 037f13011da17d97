"""Predictions, which lock before they reveal, and the sentences that explain.

Nothing is revealed before it is locked, and nothing is worked out before it is revealed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import ipywidgets as w

from fishlab_widgets.lesson.answering import Answering, Marking, Numbering
from fishlab_widgets.lesson.answers import (
    LONGEST,
    as_data,
    gap_sentence,
    gate_mark,
    same,
)
from fishlab_widgets.lesson.card import Card, Panel, call, html_part, padlock, picture_of, prose
from fishlab_widgets.lesson.memory import Progress


class Prediction(Card):
    """A question, an answer that is locked, and the result beside it."""

    word = "Prediction"

    def __init__(
        self,
        lesson: Progress,
        key: str,
        asked: str,
        about: str,
        answering: Answering,
        result: Any,
        show: Callable[..., Any] | None,
        words: tuple[str, str],
        close: float,
        gap: Callable[[Any, Any], str] | None,
        explain: str,
    ) -> None:
        self.answering, self._result, self._show = answering, result, show
        self.words, self.margin, self.gap, self.why_asked = words, close, gap, explain
        self.picture: w.Widget | None = None
        super().__init__(lesson, key, asked, about)
        if isinstance(answering, Marking):
            answering.send = self._receive
            self.card.add_class("big")

    def fits(self, own: Any) -> bool:
        """Tell whether something could have been locked here."""
        return self.answering.fits(own)

    def act(self, kind: str, value: Any) -> None:
        """Choose, lock, open, or explain; what is locked stays."""
        answer = self.answer
        if kind == "choose" and not answer.done:
            answer.draft = self.answering.read(value)
            if answer.draft is None and value not in (None, "", []) and isinstance(self.answering, Numbering):
                low, high = self.answering.label(self.answering.low), self.answering.label(self.answering.high)
                self.notice = f"Write a number from {low} to {high}."
        elif kind == "lock" and not answer.done:
            if answer.draft is None:
                self.notice = "Choose an answer first, then lock it."
                return
            answer.own, answer.done = answer.draft, True
        elif kind == "gate" and answer.done:
            answer.opened = gate_mark(str(value)) == self.lesson.gate
            if not answer.opened:
                self.notice = "This is not the word. Your teacher has it."
        elif kind == "explain" and self.revealed:
            answer.why = " ".join(str(value).split())[:LONGEST]

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
            if self._show is not None and self.picture is None:
                self.picture = picture_of(call(self._show, answer.result))
            return True
        except Exception as error:
            self.notice = (
                f"Locked. The result could not be worked out ({type(error).__name__}: {str(error)[:200]}). "
                "Run the cells above, then this one again."
            )
            return False

    def refresh(self) -> None:
        """Show the question, and the result if it may be seen."""
        self.welcome()
        shown = self.revealed and self.reveal()
        answer, marking = self.answer, isinstance(self.answering, Marking)
        result = answer.result if shown else None
        draft = answer.own if answer.done else answer.draft
        choices = self.answering.part(self.asked, draft, locked=answer.done, result=result)
        rest = [choices, *self._lock_parts(shown), self.notice_part()]
        why = self._why_part() if shown and self.why_asked else None
        kept = html_part("kept", '<p class="quiet">Kept. You can still change it.</p>' if answer.why else "", live=True)
        if marking:
            self.head.show(self.title_part())
            self.body.show(*rest, why, kept if why else None)
        else:
            self.head.show(self.title_part(), *rest)
            self.body.show(why, kept if why else None)
        self._look(shown, marking)

    def _look(self, shown: bool, marking: bool) -> None:
        board = [self.answering.board] if marking and self.answering.board else []
        if shown:
            self.look(*board, *([self.picture] if self.picture else []))
        elif board:
            self.look(*board)
        elif self._show is not None:
            if not hasattr(self, "_sealed"):
                self._sealed = Panel(label="The result is hidden")
                html = f'<div class="sealed">{padlock(True)}<div>The result stays hidden until you lock.</div></div>'
                self._sealed.show(html_part("sealed", html))
            self.look(self._sealed)
        else:
            self.look()

    def _lock_parts(self, shown: bool) -> list[dict[str, Any]]:
        answer = self.answer
        if not answer.done:
            words = "You can still change this." if answer.draft is not None else "Choose, then lock."
            button = "Lock in your answer and show the result"
            if answer.draft is not None:
                button = f"Lock in {self.answering.label(answer.draft)} and show the result"
            if self.lesson.gate:
                button = button.replace(" and show the result", "")
            return [
                html_part("lock", f'<div class="lockline">{padlock(False)}<span>{words}</span></div>', live=True),
                {"kind": "button", "id": "go", "send": "lock", "text": button[:90], "primary": True,
                 "disabled": answer.draft is None, "cls": "wide-button"},
            ]  # fmt: skip
        said = f"Locked. {self._sentence()}" if shown else "Locked."
        line = f'<div class="lockline locked">{padlock(True)}<span>{prose(said)}</span></div>'
        parts = [html_part("lock", line, live=True)]
        if not self.revealed:
            parts.append(
                {"kind": "field", "id": "gate", "send": "gate", "label": "The word from your teacher opens the result",
                 "button": "Open", "value": "", "max": 40}
            )  # fmt: skip
        return parts

    def _sentence(self) -> str:
        """Return the sentence on the gap between answer and result."""
        own, result = self.answer.own, self.answer.result
        if self.gap is not None:
            with contextlib.suppress(Exception):  # a result from a lesson code may be of any kind
                return str(self.gap(own, result))
        if isinstance(self.answering, Numbering) and isinstance(result, int | float):
            unit = self.answering.unit
            return gap_sentence(own, result, unit=unit, words=self.words, close=self.margin)
        if same(own, result):
            return "You were right."
        return f"You said {self.answering.label(own)}; it was {self.answering.label(result)}."

    def _why_part(self) -> dict[str, Any]:
        return {
            "kind": "field", "id": "why", "send": "explain", "label": self.why_asked, "hush": False, "rows": 2,
            "placeholder": "Because …", "button": "Keep", "value": self.answer.why, "max": LONGEST,
        }  # fmt: skip


class Explanation(Card):
    """A question that is answered in a sentence; nobody but the teacher judges it."""

    tone = "plain"
    word = "In a sentence"

    def fits(self, own: Any) -> bool:
        """Tell whether something could have been written here."""
        return isinstance(own, str)

    def act(self, kind: str, value: Any) -> None:
        """Keep the sentence."""
        if kind == "explain":
            text = " ".join(str(value).split())[:LONGEST]
            self.answer.own, self.answer.done = text or None, bool(text)

    def refresh(self) -> None:
        """Show the question and what was written."""
        self.welcome()
        answer = self.answer
        self.head.show(
            self.title_part(),
            {"kind": "field", "id": "own", "send": "explain", "label": self.asked, "hush": True, "rows": 3,
             "placeholder": "One sentence …", "button": "Keep", "value": answer.own or "", "max": LONGEST},
            html_part("kept", '<p class="quiet">Kept. You can still change it.</p>' if answer.done else "", live=True),
            self.notice_part(),
        )  # fmt: skip
        self.body.show()
