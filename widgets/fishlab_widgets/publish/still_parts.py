"""How each thing that a lesson shows looks on paper: pictures that stand still, boxes to tick, lines to write on.

A student's page gives nothing away: what a prediction would reveal, and every answer, is on the teacher's page only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

import ipywidgets as w

from fishlab.core import OVER, State
from fishlab.match import Match
from fishlab.messages import mark, tr
from fishlab_widgets.contest import Contest
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.council.class_results import ClassResults
from fishlab_widgets.council.reader import Reader
from fishlab_widgets.council.vote import Vote, Votes
from fishlab_widgets.draw.svg import still
from fishlab_widgets.lesson.answering import Choosing, Marking, Numbering
from fishlab_widgets.lesson.card import Card, Picture, pictures_of
from fishlab_widgets.lesson.exercises import Check, Exercise
from fishlab_widgets.lesson.lesson import Lesson
from fishlab_widgets.lesson.pages import HandIn, Pair, Policy, Sealed, Strip
from fishlab_widgets.lesson.predictions import Explanation, Prediction
from fishlab_widgets.lesson.view import prose
from fishlab_widgets.live.face import draw
from fishlab_widgets.live.table import Table
from fishlab_widgets.publish.paper_words import off_screen
from fishlab_widgets.publish.print_tables import columns, empty, said_once
from fishlab_widgets.teacher.stored_lessons import Solved

_TO_PLAY = mark("Play it at a table, or at the computer.")
LINE = '<p class="line"></p>'
_SHORT = 12
"""Letters of a choice beside which three others have room."""
_MOST_CASES = 200
"""Letters of the calls with which a program was checked that a person would read."""
_FILE = re.compile(r'<p>(?:(?!</p>).)*?<a\b[^>]*href="data:.*?</p>|<a\b[^>]*href="data:[^>]*>.*?</a>', re.DOTALL)
"""A file to download, with the sentence that speaks of it."""
_PARAGRAPH = re.compile(r"<p>([^<]*)</p>")
_LATER = re.compile(r"\brun (?:this|both) cells?\b")
"""What a lesson says where a class has to play first."""
_HINT = re.compile(r"<text\b[^>]*>click [^<]*</text>")
_LIVE = re.compile(r"<(button|input|select|textarea|script)\b.*?(</\1>|/?>)", re.DOTALL)


def _aside(words: str) -> str:
    return f"<p><i>{escape(words)}</i></p>"


def at_the_computer() -> str:
    """Return what stands on paper where only a screen will do."""
    return _aside(tr("At the computer."))


def _to_write(words: str) -> str:
    """Return a line to write on, after what is asked."""
    return f'<p class="number">{escape(words)} <span></span></p>'


class Still:
    """Turns what a lesson shows into HTML for paper; a picture that was on the page already is only named.

    Args:
        answers: on the teacher's page what is right on each card, by its key; a student's page has none.
        projected: whether it is for a wall: shorter, and with nothing to write on.
    """

    def __init__(self, answers: Mapping[str, Solved] | None = None, projected: bool = False) -> None:
        self.answers = answers or {}
        self.projected = projected
        self._seen: set[str] = set()
        self._later: list[str] = []
        self._to_fill_in = False

    def html(self, thing: Any) -> str:
        """Return something that a lesson shows, "" if paper has no use for it."""
        for kind, make in self._makers():
            if isinstance(thing, kind):
                return make(thing)
        return self._shown(thing)

    def _makers(self) -> list[tuple[type | tuple[type, ...], Callable[[Any], str]]]:
        """Return for each kind of thing who draws it, the narrower kinds first."""
        return [
            ((Lesson, HandIn, Votes), lambda thing: ""),
            (Strip, self._step),
            (Pair, lambda pair: "".join(map(self.html, pair.cards))),
            (
                Table,
                lambda table: self._board(table.match.state, tr(_TO_PLAY) if table.match.state.turn() != OVER else ""),
            ),
            (Match, lambda match: self._board(match.state)),
            (State, self._board),
            (Prediction, self._prediction),
            (Exercise, self._exercise),
            (Check, self._check),
            (Explanation, lambda card: self._card(card, self._lines(3))),
            (Policy, self._policy),
            (Sealed, self._sealed),
            (ClassResults, lambda card: at_the_computer()),
            (Contest, self._contest),
            (Reader, self._reader),
            (Vote, self._vote),
            (Card, lambda card: self._card(card, self._pictures(card.pictures))),
            (w.Box, self._box),
        ]

    # ---- pictures

    def _board(self, state: State, words: str = "") -> str:
        svg = _HINT.sub("", still(draw(state, theme="light", compact=state.name == "boom")))
        note = f"<figcaption>{escape(words)}</figcaption>" if words else ""
        return f"<figure>{self._once(svg)}{note}</figure>"

    def _once(self, picture: str) -> str:
        """Return a picture, or a word for it where it stands on the page already."""
        plain = re.sub(r'\b(id|href|aria-labelledby)="[^"]*"|url\(#[^)]*\)', "", picture)
        if plain in self._seen:
            return f"<p>{escape(tr('(the same picture as above)'))}</p>"
        self._seen.add(plain)
        return picture

    def last_page(self) -> str:
        """Return the questions that would have told too much where they stand in the lesson, on a page of their own."""
        head = f"<h2>{escape(tr('When the predictions are made'))}</h2>"
        return f'<div class="last">{head}{"".join(self._later)}</div>' if self._later else ""

    def forget(self) -> None:
        """Show again what was shown."""
        self._seen.clear()

    def program(self, source: str) -> str:
        """Return a program that a student reads and changes, as it stands in the lesson."""
        self._to_fill_in = "..." in source or (self._to_fill_in and not source)
        return f'<pre class="program">{escape(source)}</pre>' if source else ""

    def _shown(self, thing: Any) -> str:
        """Return a figure, HTML, a picture, or whatever else a notebook would show."""
        html = "".join(self._clean(one) for one in pictures_of(thing) if isinstance(one, str))
        return "" if empty(html) else self._figure(html)

    def _figure(self, html: str) -> str:
        return self._once(html) if "fishlab-figure" in html else html

    @staticmethod
    def _clean(html: str) -> str:
        """Return HTML without what only a screen can do; data tables are open."""
        html = said_once(columns(_LIVE.sub("", _FILE.sub("", html))))
        return html.replace("<details", "<details open")

    def _pictures(self, pictures: Iterable[Picture]) -> str:
        """Return what a card shows: figures, tables, or other things that live."""
        return "".join(map(self._picture, pictures))

    def _picture(self, picture: Picture) -> str:
        if isinstance(picture, str):
            return self._figure(self._clean(picture))
        if isinstance(picture, Table | Card):
            return self.html(picture)
        return self._box(picture) if isinstance(picture, w.Box) else ""

    def _contest(self, contest: Contest) -> str:
        """Return what came of a tournament; how far a student's own player comes, nobody has seen yet."""
        is_theirs = contest.own and not self.answers and not self.projected
        return at_the_computer() if is_theirs else self._box(contest)

    def _box(self, box: w.Box) -> str:
        if isinstance(box, Live):
            found = self._clean(box.still_picture())
            still_there = _PARAGRAPH.sub(lambda one: one[0] if off_screen(one[1]) == one[1] else "", found)
            return f'<div class="live">{still_there}{at_the_computer()}</div>'
        return self._inside(box)

    def _inside(self, box: w.Box) -> str:
        parts = [
            self._figure(self._clean(child.value)) if isinstance(child, w.HTML) else self._inside(child)
            for child in box.children
            if isinstance(child, w.HTML | w.Box)
        ]
        return "".join(parts)

    # ---- cards

    def _step(self, strip: Strip) -> str:
        return f'<div class="step">{strip.still_picture()}</div>' if strip.here else ""

    def _card(self, card: Card, inside: str, answer: str = "") -> str:
        """Return a card: what is asked, what to look at, where to write, and on the teacher's page the answer."""
        about = f"<p>{prose(words)}</p>" if (words := off_screen(card.about or "")) else ""
        told = f'<div class="answer"><b>{escape(tr("Answer."))}</b> {answer}</div>' if answer and self.answers else ""
        eyebrow = f'<p class="eyebrow">{escape(card.eyebrow())}</p>' if card.word else ""
        return f'<section class="card">{eyebrow}<h3>{prose(card.asked)}</h3>{about}{inside}{told}</section>'

    def _lines(self, count: int) -> str:
        """Return lines to write on; the teacher's page needs none."""
        return "" if self.answers or self.projected else count * LINE

    def _ways(self, answering: Any, unit: str = "") -> str:
        """Return where an answer is given on paper."""
        if isinstance(answering, Choosing):
            many = _aside(tr("Several may be right.")) if answering.many else ""
            ticks = "".join(f"<li>☐ {escape(label)}</li>" for label in answering.labels)
            short = " short" if len(answering.labels) > 3 and max(map(len, answering.labels)) <= _SHORT else ""
            return f'{many}<ul class="ticks{short}">{ticks}</ul>'
        if isinstance(answering, Numbering):
            low, high = answering.label(answering.low), answering.label(answering.high)
            return _to_write(tr("My number, from {low} to {high}:", low=low, high=high))
        if isinstance(answering, Marking):
            return self._board(answering.state, tr("Mark it here.")) + self._lines(1)
        return _to_write(tr("My answer ({unit}):", unit=unit) if unit else tr("My answer:"))

    def _prediction(self, card: Prediction) -> str:
        because = f"<p>{escape(card.why_asked)}</p>{self._lines(2)}" if card.why_asked else ""
        if not self.answers and not self.projected:
            because = _to_write(tr("What happened, when your class knows it:")) + because
        answer = ("".join(self._revealed(card)) or escape(card.notice)) if self.answers else ""
        answer += self._pictures(card.afterwards()) if self.answers and card.answer.result is not None else ""
        return self._card(card, self._pictures(card.beside) + self._ways(card.answering) + because, answer)

    def _revealed(self, card: Prediction) -> tuple[str, str]:
        """Return what came of a prediction, and its pictures; "" and "" if a class has to play first."""
        card.reveal()
        if card.answer.result is None:
            return "", ""
        said = tr("It was: {result}.", result=card.answering.label(card.answer.result))
        return f'<span class="result">{escape(said)}</span>', self._pictures(card.revealed_pictures or ())

    def result(self, card: Prediction) -> str:
        """Return what stands on the slide after a prediction: its result, and an explanation to open; "" if none."""
        said, pictures = self._revealed(card)
        if not said:
            return ""
        eyebrow = f'<p class="eyebrow">{escape(tr("{card}: the result", card=card.eyebrow()))}</p>'
        why = f"<p>{escape(tr(card.why_asked))}</p>" if card.why_asked else ""
        if card.reasons:
            one = prose(card.reasons.text(0)) + self._pictures(card.afterwards())
            why += f"<details><summary>{escape(tr('One explanation'))}</summary>{one}</details>"
        return f'<section class="card">{eyebrow}<h3>{prose(card.asked)}</h3>{said}{why}{pictures}</section>'

    def _told(self, card: Exercise | Check) -> str:
        """Return what is right and why, as the lesson itself works it out."""
        one = self.answers.get(card.key)
        if not one or not (one.answer or one.why):
            return tr("Each student has their own answer, which the card checks.")
        if isinstance(card, Check) and " gives " in one.answer:
            cases = "; ".join(f"<code>{escape(case)}</code>" for case in one.answer.split("; "))
            checked = tr("Checked with, for example: {cases}.", cases=cases)
            return f"{prose(one.why)} {checked}" if len(one.answer) <= _MOST_CASES else prose(one.why)
        unit = f" {card.unit}" if isinstance(card, Exercise) and one.answer else ""
        if unit.startswith(" number of "):
            unit = f" ({card.unit})"
        return f"<b>{escape(one.answer + unit)}</b> {prose(one.why)}"

    def _exercise(self, card: Exercise) -> str:
        beside = "" if isinstance(card.answering, Marking) else self._pictures(card.pictures)
        ways = self._ways(card.answering, card.unit) if card.asked == off_screen(card.asked) else at_the_computer()
        return self._card(card, beside + ways, self._told(card))

    def _check(self, card: Check) -> str:
        asked = tr("What goes in place of the dots? Write it at the computer, or here.")
        if not self._to_fill_in:
            asked = tr("At the computer, or in words here.")
        return self._card(card, f"{_aside(asked)}{self._lines(3)}", self._told(card))

    def _reader(self, card: Reader) -> str:
        """Return a card on which one chooses what to read: on paper everything follows each other."""
        if self.projected:
            return self._card(
                card, f"<ul>{''.join(f'<li>{escape(label)}</li>' for label in card.choosing.labels)}</ul>"
            )
        sheets = []
        for chosen in card.choosing.values:
            card.chosen = chosen
            sheets.append(card.still_picture())
        return self._card(card, "".join(dict.fromkeys(sheets)))

    def _vote(self, card: Vote) -> str:
        blank = not self.answers and not self.projected
        return self._card(card, card.ballot_paper() if blank else self._pictures(card.pictures))

    def _policy(self, card: Policy) -> str:
        rows = "".join(
            f"<p>{escape(label)}: {escape(', '.join(chooser.labels))}</p>" for label, chooser in card.controls.values()
        )
        opened = not card.after or self.answers
        return self._card(card, rows + (self._opened(card) if opened else at_the_computer()))

    def _opened(self, card: Policy | Sealed) -> str:
        try:
            seen = pictures_of(card.show_it(**card.printed) if isinstance(card, Policy) else card.show_it())
        except Exception:
            return ""
        return self._pictures(seen)

    def _sealed(self, card: Sealed) -> str:
        if self.projected:
            return ""
        if not self.answers and card.cards is not None:
            self._later.append(self.html(card.cards))
            asked = card.cards.cards if isinstance(card.cards, Pair) else [card.cards]
            named = ", ".join(one.eyebrow() for one in asked if isinstance(one, Card))
            return _aside(tr("On the last page, for when the predictions are made: {cards}.", cards=named))
        if not self.answers:
            return _aside(tr("At the computer, when the predictions are made.")) if card.after else at_the_computer()
        opened = self._opened(card) if card.cards is None else self.html(card.cards)
        if _LATER.search(opened):
            return at_the_computer()
        when = f'<p class="eyebrow">{escape(tr("Opens after the predictions."))}</p>' if card.after else ""
        return f'<div class="answer">{when}{opened}</div>'
