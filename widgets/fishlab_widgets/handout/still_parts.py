"""How each thing that a lesson shows looks on paper: pictures that stand still, boxes to tick, lines to write on.

A student's page gives nothing away: what a prediction would reveal, and every answer, is on the teacher's page only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as w

from fishlab.core import Match, State
from fishlab_widgets.classroom.stored_lessons import Solved
from fishlab_widgets.draw.svg import still
from fishlab_widgets.lesson.answering import Choosing, Marking, Numbering
from fishlab_widgets.lesson.card import Card, picture_of, prose
from fishlab_widgets.lesson.exercises import Check, Exercise
from fishlab_widgets.lesson.lesson import Lesson
from fishlab_widgets.lesson.pages import HandIn, Pair, Policy, Sealed, Strip
from fishlab_widgets.lesson.predictions import Explanation, Prediction
from fishlab_widgets.live.asleep import Live
from fishlab_widgets.live.face import draw
from fishlab_widgets.live.table import Table

LINE = '<p class="line"></p>'
_FILE = re.compile(r'<p>(?:(?!</p>).)*?<a\b[^>]*href="data:.*?</p>|<a\b[^>]*href="data:[^>]*>.*?</a>', re.DOTALL)
"""A file to download, with the sentence that speaks of it."""
_ON_SCREEN = r"(?i:\b(?:sliders?|buttons?|hover|drag|press)\b)"
_CLAUSE = re.compile(r"[,;] (?:and )?one button leads\b[^.]*")
_SENTENCE = re.compile(rf"(?<![^\s(])[A-Z“][^.!?]*{_ON_SCREEN}[^.!?]*[.!?]\s*")
_NOTHING_YET = re.compile(rf"<p>[^<]*{_ON_SCREEN}[^<]*</p>")
_LIVE = re.compile(r"<(button|input|select|textarea|script)\b.*?(</\1>|/?>)", re.DOTALL)


def off_screen(text: str) -> str:
    """Return a paragraph without the sentences that speak of what a hand does at a screen."""
    return _SENTENCE.sub("", _CLAUSE.sub("", text)).rstrip()


class Still:
    """Turns what a lesson shows into HTML for paper; a picture that was on the page already is only named.

    Args:
        answers: on the teacher's page what is right on each card, by its key; a student's page has none.
    """

    def __init__(self, answers: Mapping[str, Solved] | None = None) -> None:
        self.answers = answers or {}
        self._seen: set[str] = set()

    def html(self, thing: Any) -> str:
        """Return something that a lesson shows, "" if paper has no use for it."""
        for kind, make in self._makers():
            if isinstance(thing, kind):
                return make(thing)
        return self._shown(thing)

    def _makers(self) -> list[tuple[type | tuple[type, ...], Callable[[Any], str]]]:
        """Return for each kind of thing who draws it, the narrower kinds first."""
        return [
            ((Lesson, HandIn), lambda thing: ""),
            (Strip, self._step),
            (Pair, lambda pair: "".join(map(self.html, pair.cards))),
            (Table, lambda table: self._board(table.match.state, "Play it at a table, or at the computer.")),
            (Match, lambda match: self._board(match.state)),
            (State, self._board),
            (Prediction, self._prediction),
            (Exercise, self._exercise),
            (Check, self._check),
            (Explanation, lambda card: self._card(card, 3 * LINE)),
            (Policy, self._policy),
            (Sealed, self._sealed),
            (Card, lambda card: self._card(card, self._inside(card.aside))),
            (w.Box, self._box),
        ]

    # ---- pictures

    def _board(self, state: State, words: str = "") -> str:
        svg = still(draw(state, theme="light", compact=state.name == "boom"))
        note = f"<figcaption>{escape(words)}</figcaption>" if words else ""
        return f"<figure>{self._once(svg)}{note}</figure>"

    def _once(self, svg: str) -> str:
        """Return a picture, or a word for it where it stands on the page already."""
        plain = re.sub(r'\b(id|href|aria-labelledby)="[^"]*"|url\(#[^)]*\)', "", svg)
        if plain in self._seen:
            return "<p>(the same picture as above)</p>"
        self._seen.add(plain)
        return svg

    def _shown(self, thing: Any) -> str:
        """Return a figure, HTML, a picture, or whatever else a notebook would show."""
        widget = picture_of(thing)
        html = self._clean(widget.value) if isinstance(widget, w.HTML) else ""
        numbers = re.findall(r"<td[^>]*>([^<]*)</td>", html) if "fishlab-figure" in html else []
        return "" if numbers and set(numbers) == {"0"} else html  # a figure of a game that has not begun

    @staticmethod
    def _clean(html: str) -> str:
        """Return HTML without what only a screen can do; data tables are open."""
        html = _LIVE.sub("", _FILE.sub("", html))
        return html.replace("<details", "<details open")

    def _widget(self, widget: w.Widget | None) -> str:
        """Return what a card shows: a table, a figure, or several things in a box."""
        if isinstance(widget, Table):
            return self.html(widget)
        if isinstance(widget, w.HTML):
            return self._clean(widget.value)
        return self._box(widget) if isinstance(widget, w.Box) else ""

    def _box(self, box: w.Box) -> str:
        if isinstance(box, Live):
            still_there = _NOTHING_YET.sub("", self._clean(box.still_picture()))
            return f'<div class="live">{still_there}<p><i>At the computer.</i></p></div>'
        return self._inside(box)

    def _inside(self, box: w.Box) -> str:
        parts = [
            self._clean(child.value) if isinstance(child, w.HTML) else self._inside(child)
            for child in box.children
            if isinstance(child, w.HTML | w.Box)
        ]
        return "".join(parts)

    # ---- cards

    def _step(self, strip: Strip) -> str:
        return f'<div class="step">{strip.still_picture()}</div>' if strip.here else ""

    def _card(self, card: Card, inside: str, answer: str = "") -> str:
        """Return a card: what is asked, what to look at, where to write, and on the teacher's page the answer."""
        number = card.lesson.numbering(card.key) if card.key else ""
        about = f"<p>{prose(words)}</p>" if (words := off_screen(card.about or "")) else ""
        told = f'<div class="answer"><b>Answer.</b> {answer}</div>' if answer and self.answers else ""
        eyebrow = f'<p class="eyebrow">{escape(f"{card.word} {number}".strip())}</p>' if card.word else ""
        return f'<section class="card">{eyebrow}<h3>{prose(card.asked)}</h3>{about}{inside}{told}</section>'

    def _ways(self, answering: Any, unit: str = "") -> str:
        """Return where an answer is given on paper."""
        if isinstance(answering, Choosing):
            many = "<p><i>Several may be right.</i></p>" if answering.many else ""
            ticks = "".join(f"<li>☐ {escape(label)}</li>" for label in answering.labels)
            return f'{many}<ul class="ticks">{ticks}</ul>'
        if isinstance(answering, Numbering):
            low, high = answering.label(answering.low), answering.label(answering.high)
            return f'<p class="number">My number, from {escape(low)} to {escape(high)}: <span></span></p>'
        if isinstance(answering, Marking):
            return self._board(answering.state, "Mark it here.") + LINE
        return f'<p class="number">My answer{f" ({escape(unit)})" if unit else ""}: <span></span></p>'

    def _prediction(self, card: Prediction) -> str:
        because = f"<p>{escape(card.why_asked)}</p>{2 * LINE}" if card.why_asked else ""
        answer = ""
        if self.answers:
            card.reveal()
            result = card.answer.result
            answer = f"It was: {escape(card.answering.label(result))}." if result is not None else escape(card.notice)
            answer += self._widget(card.picture)
        return self._card(card, self._ways(card.answering) + because, answer)

    def _told(self, card: Exercise | Check) -> str:
        """Return what is right and why, as the lesson itself works it out."""
        one = self.answers.get(card.key)
        if not one or not (one.answer or one.why):
            return "Each student has an answer of her own, which the card checks."
        unit = f" {card.unit}" if isinstance(card, Exercise) and one.answer else ""
        return f"<b>{escape(one.answer + unit)}</b> {prose(one.why)}"

    def _exercise(self, card: Exercise) -> str:
        beside = "" if isinstance(card.answering, Marking) else self._inside(card.aside)
        return self._card(card, beside + self._ways(card.answering, card.unit), self._told(card))

    def _check(self, card: Check) -> str:
        program = "<p><i>At the computer, or in words here.</i></p>"
        return self._card(card, program + 4 * LINE, self._told(card))

    def _policy(self, card: Policy) -> str:
        rows = "".join(
            f"<p>{escape(label)}: {escape(', '.join(chooser.labels))}</p>" for label, chooser in card.controls.values()
        )
        opened = not card.after or self.answers
        return self._card(card, rows + (self._opened(card) if opened else "<p><i>At the computer.</i></p>"))

    def _opened(self, card: Policy | Sealed) -> str:
        try:
            seen = picture_of(card.show_it(**card.printed) if isinstance(card, Policy) else card.show_it())
        except Exception:
            return ""
        return self._widget(seen)

    def _sealed(self, card: Sealed) -> str:
        if not self.answers:
            return ""
        return f'<div class="answer"><b>Opens after the predictions.</b>{self._opened(card)}</div>'
