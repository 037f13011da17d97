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

import base64
import binascii
import builtins
import contextlib
import copy
import dis
import hashlib
import inspect
import io
import itertools
import json
import math
import re
import reprlib
import sys
import time
import traceback
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any
from weakref import WeakSet

import anywidget
import ipywidgets as w
import traitlets
from IPython.display import HTML, display

from fishlab.core import BadCode, IllegalMove, State
from fishlab_widgets.board import ASLEEP, Board, Live, face
from fishlab_widgets.svg import GLYPHS, tokens
from fishlab_widgets.table import PERSON, Table

_HERE = Path(__file__).parent
_count = itertools.count(1)
_NOTHING: Any = object()

LONGEST = 300
"""Characters of an answer in words."""

_TICK = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 10l5 6l9-11"/></svg>'
_RIGHT = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="14" style="fill:var(--good)"/>'
    '<path d="M-7 0l5 6l9-11" style="fill:none;stroke:var(--on-c);stroke-width:3"/></svg>'
)
_WRONG = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="14" style="fill:var(--bad)"/>'
    '<path d="M-6-6l12 12m0-12l-12 12" style="fill:none;stroke:var(--on-b);stroke-width:3"/></svg>'
)
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_OPEN = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="12" style="fill:none;stroke:var(--ink2);'
    'stroke-width:2.5;stroke-dasharray:4 4"/></svg>'
)


# ---- the widgets -------------------------------------------------------------------------------------------------


class Panel(anywidget.AnyWidget):
    """A part of a card: a list of parts to show, and one function that takes what a person does."""

    _esm = _HERE / "lesson.js"
    _css = tokens(".fishlab") + (_HERE / "lesson.css").read_text(encoding="utf-8")

    parts = traitlets.List(traitlets.Dict()).tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    rev = traitlets.Int(0).tag(sync=True)

    def __init__(self, receive: Callable[[str, Any], None] | None = None, label: str = "") -> None:
        super().__init__(label=label)
        self.receive = receive
        self.on_msg(self._message)

    def __repr__(self) -> str:
        return f"<Panel: {self.label}>"

    def show(self, *parts: Mapping[str, Any] | None) -> None:
        """Show some parts; those that are None are left out."""
        with self.hold_sync():
            self.parts = [dict(part) for part in parts if part is not None]
            self.rev += 1

    def _message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if self.receive and isinstance(content, Mapping) and isinstance(content.get("type"), str):
            self.receive(content["type"], content.get("value"))


class Card(Live, w.VBox):
    """A card of a lesson: its question (head), something to look at (aside), and what follows (body)."""

    tone = ""
    word = ""

    def __init__(self, lesson: Lesson, key: str, asked: str, about: str = "") -> None:
        self.lesson, self.key, self.asked, self.about = lesson, key, asked, about
        self.notice = ""
        self.head, self.body = Panel(self._receive, asked), Panel(self._receive, asked)
        self.aside = w.VBox([])
        for part, name in ((self.head, "head"), (self.body, "body"), (self.aside, "aside")):
            part.add_class(name)
        self.card = w.Box([self.head, self.aside, self.body])
        for name in filter(None, ("fishlab-card", "fishlab", self.tone)):
            self.card.add_class(name)
        super().__init__([self.card])
        for name in ("fishlab-frame", "fishlab", "fishlab-live"):
            self.add_class(name)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.key!r}: {self.asked}>"

    def still_picture(self) -> str:
        """Return the question: a card that is asleep gives nothing away."""
        return f"<p><b>{_prose(self.asked)}</b></p>"

    def _ipython_display_(self) -> None:
        display(HTML(ASLEEP.replace("the board", "this card") % self.still_picture()))
        display(self._repr_mimebundle_(), raw=True)

    @property
    def answer(self) -> Answer:
        """What is kept of this card's answer."""
        return self.lesson.memory.answers[self.key]

    def refresh(self) -> None:
        """Show the present state of the answer."""

    def look(self, *pictures: w.Widget) -> None:
        """Put something beside the question, which makes the card wide."""
        if self.aside.children != pictures:
            self.aside.children = pictures
        (self.card.add_class if pictures else self.card.remove_class)("wide")

    def title_part(self) -> dict[str, Any]:
        """Return the part that says what is asked."""
        about = f'<div class="about">{_prose(self.about)}</div>' if self.about else ""
        number = self.lesson.numbering(self.key)
        eyebrow = f"{self.word} {number}".strip()
        return _html(
            "asked", f'<div class="eyebrow">{eyebrow}</div><div class="asked">{_prose(self.asked)}</div>{about}'
        )

    def act(self, kind: str, value: Any) -> None:
        """Do what a person asked for."""

    def _receive(self, kind: str, value: Any) -> None:
        """Take what a person did; whatever goes wrong is said on the card."""
        self.notice = ""
        try:
            self.act(kind, value)
        except Exception as error:
            self.notice = f"Something went wrong here ({type(error).__name__}: {error}). Nothing was lost."
        self.lesson.changed(self.key)

    def notice_part(self) -> dict[str, Any]:
        """Return the place where the card says what it could not do."""
        return _html("notice", f'<p class="quiet">{escape(self.notice)}</p>' if self.notice else "", live=True)


def _html(name: str, html: str, *, live: bool = False, cls: str = "") -> dict[str, Any]:
    return {"kind": "html", "id": name, "html": html, "live": live, "cls": cls}


def _said(tone: str, title: str, lines: Iterable[str] = (), small: str = "") -> str:
    mark = {"right": _RIGHT, "wrong": _WRONG}.get(tone, _OPEN)
    body = "".join(f"<p>{_prose(line)}</p>" for line in lines if line)
    small = f"<small>{escape(small)}</small>" if small else ""
    return f'<div class="said {tone}">{mark}<div><b>{_prose(title)}</b>{body}{small}</div></div>'


def _prose(text: object) -> str:
    """Return text as HTML: escaped, with `code` set as code and **words** bold."""
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(str(text), quote=False))
    return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", html)


def _padlock(shut: bool) -> str:
    path = GLYPHS["lock" if shut else "unlock"]
    return f'<svg viewBox="5 -0.4 22 20.8" aria-hidden="true"><path d="{path}" fill-rule="evenodd"/></svg>'


def picture(thing: Any, marks: Sequence[str] = (), *, plain: bool = False) -> w.Widget | None:
    """Return anything a lesson may show as a widget: a state, a figure, SVG or HTML text, a widget, or several.

    Args:
        thing: what to show.
        marks: what to point at on the picture of a state.
        plain: leave out of a state's picture what gives the score away.
    """
    if thing is None or isinstance(thing, w.Widget):
        return thing
    if isinstance(thing, list | tuple):
        return w.VBox([one for one in map(picture, thing) if one is not None])
    if isinstance(thing, State):
        prefix = f"p{next(_count)}"
        svg = face(thing).draw(thing, marks=tuple(marks), prefix=prefix, compact=True)
        return w.HTML(_unscored(svg, prefix) if plain else svg)
    if isinstance(thing, str):
        return w.HTML(thing if thing.lstrip().startswith("<") else f"<p>{_prose(thing)}</p>")
    for method in ("_repr_html_", "_repr_svg_"):
        if (html := getattr(thing, method, lambda: None)()) is not None:
            return w.HTML(str(html))
    return w.HTML(f"<pre>{escape(str(thing))}</pre>")


_see = picture  # `Lesson.question` has an argument of that name


def _unscored(svg: str, prefix: str) -> str:
    """Return a picture without the owners' tints, the score strip and the score in its description."""
    svg = re.sub(rf'<g id="{prefix}-area-\d+"[^>]*>.*?</g>', "", svg, flags=re.DOTALL)
    svg = re.sub(r"(<desc[^>]*>).*?(</desc>)", r"\1The board, without its score.\2", svg, flags=re.DOTALL)
    if strip := re.search(rf'<rect[^>]* y="([\d.]+)"[^>]* id="{prefix}-strip-', svg):
        height = f"{float(strip[1]) - 4:g}"
        svg = re.sub(r'viewBox="0 0 ([\d.]+) [\d.]+"', rf'viewBox="0 0 \1 {height}"', svg, count=1)
        svg = re.sub(r'height="[\d.]+"', f'height="{height}"', svg, count=1)
        svg = svg.replace("<svg ", '<svg overflow="hidden" ', 1)
    return svg


# ---- what is kept ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Answer:
    """One answer: what was chosen, what it turned out to be, and how it came about."""

    kind: str
    draft: Any = None
    """What is chosen but not yet locked or right."""
    own: Any = None
    """The answer that counts: locked, or the last one tried."""
    result: Any = None
    tries: int = 0
    done: bool = False
    """Locked, solved, written or played."""
    why: str = ""
    tried: list[str] = field(default_factory=list)
    said: str = ""
    """The feedback to the last try, as HTML."""
    opened: bool = False
    """Whether a gated result has been opened."""


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
_EXERCISES = ("question", "check")


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
        Strip(self, "")._ipython_display_()

    # ---- progress ------------------------------------------------------------------------------------------------

    def at(self, step: str) -> Strip:
        """Show the strip at a step; the cards that follow belong to it."""
        if step not in self.steps:
            raise ValueError(f"{step!r} is not a step of this lesson: the steps are {', '.join(self.steps)}")
        self.here = step
        self.memory.reached = max(self.memory.reached, self.steps.index(step))
        strip = Strip(self, step)
        self.changed()
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
        kinds = _EXERCISES if answers[key].kind in _EXERCISES else (answers[key].kind,)
        if kinds[0] not in ("predict", *_EXERCISES):
            return ""
        keys = [one for one, answer in answers.items() if answer.kind in kinds]
        return f"{keys.index(key) + 1} of {len(keys)}"

    def changed(self, key: str = "") -> None:
        """Show a change wherever it can be seen: on the cards of a key, in strips, in the lesson code."""
        for card in list(self.memory.cards):
            if key in ("", card.key) or isinstance(card, HandIn):
                card.refresh()
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

    def _add(self, card: Card) -> None:
        """Show a new card, and the numbers of those that have grown older by it."""
        kind = self.memory.answers[card.key].kind if card.key in self.memory.answers else ""
        self.memory.cards.add(card)
        for other in list(self.memory.cards):
            if other is card or (
                other.key in self.memory.answers and _alike(self.memory.answers[other.key].kind, kind)
            ):
                other.refresh()
        for strip in list(self.memory.strips):
            strip.refresh()

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
            words: how a number can miss ("early", "late").
            close: how far off a number still counts as close.
            gap: makes the sentence on the gap from answer and result.
            explain: what is asked after the reveal; "" asks nothing.
            step: the lesson's step, if it is not the present one.
        """
        answering = _answering(choices, low, high, by, slider, board, many, unit)
        if answering is None:
            raise ValueError(f"prediction {key!r} needs choices, a low and a high number, or a board to mark")
        self._register(key, "predict", step)
        card = Prediction(self, key, question, about, answering, result, show, words, close, gap, explain)
        self._add(card)
        return card

    def explain(self, key: str, question: str, about: str = "", *, step: str | None = None) -> Explanation:
        """Return a card that asks for one sentence, which nobody judges but the teacher."""
        self._register(key, "explain", step)
        card = Explanation(self, key, question, about)
        self._add(card)
        return card

    def question(
        self,
        key: str,
        question: str,
        *,
        answer: Any = _NOTHING,
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
        answering = _answering(choices, None, None, 1, False, board, many, unit)
        judge = _judge(key, answer, test, mistakes or {}, within)
        self._register(key, "question", step)
        card = Exercise(
            self, key, question, about, answering, judge, hints, right, unit, _see(picture, marks, plain=plain)
        )
        self._add(card)
        return card

    def check(
        self,
        key: str,
        given: Any,
        *,
        title: str = "",
        answer: Any = _NOTHING,
        test: Callable[[Any], bool | str] | None = None,
        cases: Sequence[tuple[Any, ...]] = (),
        about: str = "",
        hints: Sequence[str] = (),
        right: str | Callable[[Any], str] = "",
        mistakes: Mapping[Any, str] | Sequence[tuple[Callable[..., Any], str]] = (),
        within: float = 0,
        seconds: float = 2,
        step: str | None = None,
    ) -> Check:
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
            judge = _judge(key, answer, test, dict(mistakes) if isinstance(mistakes, Mapping) else {}, within)
        else:
            pairs = [] if isinstance(mistakes, Mapping) else list(mistakes)
            judge = _case_judge(cases, pairs, within, seconds)
        self._register(key, "check", step)
        card = Check(self, key, title or key, about, given, judge, hints, right, seconds)
        self._add(card)
        return card

    def play(self, table: Table, key: str = "game", *, moves: int = 1, step: str | None = None) -> Table:
        """Return a table that counts as played once a person's game has so many moves; the code keeps its score."""
        answer = self._register(key, "play", step)

        def watch(table: Table) -> None:
            count = len(table.match.moves)
            if PERSON not in table.seats or count < moves or (answer.done and not table.match.over):
                return
            state = table.match.state
            names = [f"{state.seat_name(seat)} {score}" for seat, score in enumerate(state.scores())]
            new = not answer.done or answer.own != count
            answer.own, answer.result, answer.done = count, ", ".join(names), True
            if new:
                self.changed(key)

        table.listeners.append(watch)
        for strip in list(self.memory.strips):
            strip.refresh()
        return table

    def policy(
        self,
        title: str,
        show: Callable[..., Any],
        controls: Mapping[str, tuple[str, Sequence[Any], Any]],
        about: str = "",
        rulebook: str = "Back to the rulebook",
    ) -> Policy:
        """Return a switch: choices on the left, what they do on the right, and one button back.

        Args:
            title: what is switched.
            show: makes the picture from the chosen values, given by name.
            controls: from a name to its label, its values (a mapping gives their words) and the rulebook's value.
            about: what to look for.
            rulebook: the words on the button back.
        """
        card = Policy(self, title, about, show, controls, rulebook)
        card.refresh()
        return card

    def cards(self, *cards: w.Widget) -> Pair:
        """Return cards in two columns, or one under the other on a narrow page."""
        return Pair(cards)

    # ---- handing in ----------------------------------------------------------------------------------------------

    def hand_in(self) -> HandIn:
        """Return the card with the lesson code: to copy and hand in, or to go on from after a restart."""
        card = HandIn(self)
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
        rows = [
            [
                row["key"],
                _LETTERS[row["kind"]],
                row["answer"],
                row["result"],
                int(row["done"]),
                row["tries"],
                row["why"],
            ]
            for row in self.rows()
        ]
        body = zlib.compress(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode(), 9)
        packed = base64.urlsafe_b64encode(_digest(self.number, body) + body).rstrip(b"=").decode()
        return f"LC{_VERSION}-{self.number}-{packed}"

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
            kept.tries, kept.why, kept.draft = row["tries"], row["why"], row["answer"]
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
    return one == other or (one in _EXERCISES and other in _EXERCISES)


# ---- ways to answer ----------------------------------------------------------------------------------------------


class Choosing:
    """An answer chosen among a few; several of them if `many`."""

    def __init__(self, choices: Sequence[Any] | Mapping[Any, str], many: bool) -> None:
        named = isinstance(choices, Mapping)
        self.values = [_plain(value) for value in choices]
        self.labels = [str(label) for label in (choices.values() if isinstance(choices, Mapping) else choices)]
        self.many, self.named = many, named
        self.board: Board | None = None

    def read(self, value: Any) -> Any:
        """Return the answer that a message means, None if it means none."""
        if self.many:
            places = value if isinstance(value, list) else []
            return [self.values[place] for place in places if _is_place(place, self.values)] or None
        return self.values[value] if _is_place(value, self.values) else None

    def label(self, answer: Any) -> str:
        """Return an answer in words."""
        if isinstance(answer, list):
            return ", ".join(self.label(one) for one in answer) or "none"
        return self.labels[self.values.index(answer)] if answer in self.values else str(answer)

    def part(
        self, asked: str, draft: Any, *, locked: bool = False, result: Any = None, captions: bool = True
    ) -> dict[str, Any]:
        """Return the choices, with the answer in blue and the result in amber once locked."""
        chosen = [] if draft is None else draft if isinstance(draft, list) else [draft]
        truth = [] if result is None else result if isinstance(result, list) else [result]
        options = []
        for value, label in zip(self.values, self.labels, strict=True):
            you, was = value in chosen, value in truth
            caption = "you, and it was" if you and was else "you" if you else "it was" if was else ""
            options.append({"label": label, "caption": caption if captions else "", "truth": was})
        places = [place for place, value in enumerate(self.values) if value in chosen]
        return {
            "kind": "choices", "id": "choices", "label": asked, "many": self.many, "options": options,
            "chosen": places, "locked": locked, "send": "choose", "captions": captions,
        }  # fmt: skip


class Numbering:
    """An answer that is a number between two others."""

    board: Board | None = None

    def __init__(self, low: float, high: float, by: float, slider: bool, unit: str | tuple[str, str]) -> None:
        if not low < high or by <= 0:
            raise ValueError(f"low={low}, high={high}, by={by} leave no number to choose")
        self.low, self.high, self.by, self.slider = low, high, by, slider
        self.unit = (unit, unit) if isinstance(unit, str) else unit

    def read(self, value: Any) -> Any:
        """Return the number that was typed, None if it is none or out of range."""
        number = parse_number(str(value)[:40])
        return number if number is not None and self.low <= number <= self.high else None

    def label(self, answer: Any) -> str:
        """Return an answer with its unit."""
        if not isinstance(answer, int | float):
            return str(answer)
        unit = self.unit[0] if answer == 1 else self.unit[1]
        return f"{_figure(answer)} {unit}".strip()

    def part(
        self, asked: str, draft: Any, *, locked: bool = False, result: Any = None, captions: bool = True
    ) -> dict[str, Any]:
        """Return the field or slider; once locked, a scale with both numbers on it."""
        if not locked:
            low, high = _figure(self.low), _figure(self.high)
            return {
                "kind": "number", "id": "number", "label": f"Your number, {low} to {high}", "unit": self.unit[1],
                "low": self.low, "high": self.high, "by": self.by, "slider": self.slider, "send": "choose",
                "value": "" if draft is None else _figure(draft),
            }  # fmt: skip

        def spot(number: Any) -> float:
            return round(100 * (min(max(number, self.low), self.high) - self.low) / (self.high - self.low), 2)

        html = f'<i style="left:{spot(draft)}%"></i><span style="left:{spot(draft)}%">you: {self.label(draft)}</span>'
        if isinstance(result, int | float):
            html = (
                f'<i class="truth" style="left:{spot(result)}%"></i>'
                f'<span class="truth" style="left:{spot(result)}%">it was: {escape(self.label(result))}</span>' + html
            )
        return _html("scale", f'<div class="scale">{html}</div>')


class Marking:
    """An answer marked on the picture of a state: a live board on which a click marks a move and plays nothing."""

    def __init__(self, state: State, many: bool) -> None:
        self.state, self.many = state, many
        self.board = Board(typing=False)
        self.board.compact = True
        self.board.on_move, self.board.on_mark = self._moved, self._marked
        self.board.on_cancel = lambda: None
        self.send: Callable[[str, Any], None] = lambda kind, value: None
        self.draft: list[str] = []

    def _moved(self, text: str) -> None:
        try:
            move = self.state.parse(text)
            reason = self.state.why_not(move)
        except IllegalMove as why:
            move, reason = (), str(why)
        if reason:
            with self.board.hold_sync():
                self.board.status = f"This cannot be marked. {reason}"
                self.board.rev += 1
        else:
            self._marked(self.state.notation(move))

    def _marked(self, mark: str) -> None:
        """Take a mark, or take it away."""
        rest = [one for one in self.draft if one != mark]
        if self.many:
            self.send("choose", rest if mark in self.draft else [*rest, mark])
        else:
            self.send("choose", None if mark in self.draft else mark)

    def read(self, value: Any) -> Any:
        """Return the marks that a message means, None if there are none."""
        if self.many:
            return [one for one in value if isinstance(one, str)] or None if isinstance(value, list) else None
        return value if isinstance(value, str) else None

    def label(self, answer: Any) -> str:
        """Return an answer in words."""
        return ", ".join(answer) if isinstance(answer, list) else str(answer)

    def part(
        self, asked: str, draft: Any, *, locked: bool = False, result: Any = None, captions: bool = True
    ) -> dict[str, Any]:
        """Draw the board with its marks, and return what is marked in words."""
        self.draft = draft if isinstance(draft, list) else [] if draft is None else [draft]
        truth = result if isinstance(result, list) else [] if result is None else [result]
        marks = []
        for mark in dict.fromkeys([*self.draft, *truth]):
            tags = [word for word, given in (("you", self.draft), ("it was", truth)) if mark in given]
            marks.append(f"{', '.join(tags)}: {mark}")
        hint = "" if locked else "Click to mark, or use the arrow keys and Enter. The same again takes the mark away."
        self.board.show(self.state, legal=not locked, marks=marks, motion=False, hint=hint)
        if "data-move=" in self.board.svg:
            self.board.choices = []
        words = f"Marked: <strong>{escape(self.label(draft))}</strong>" if self.draft else "Nothing is marked yet."
        return _html("marked", f"<p>{words}</p>", live=True)


Answering = Choosing | Numbering | Marking


def _answering(
    choices: Sequence[Any] | Mapping[Any, str] | None,
    low: float | None,
    high: float | None,
    by: float,
    slider: bool,
    board: State | None,
    many: bool,
    unit: str | tuple[str, str],
) -> Answering | None:
    if choices is not None:
        return Choosing(choices, many)
    if board is not None:
        return Marking(board, many)
    if low is not None and high is not None:
        return Numbering(low, high, by, slider, unit)
    return None


def _is_place(value: Any, values: Sequence[Any]) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(values)


# ---- predictions -------------------------------------------------------------------------------------------------


class Prediction(Card):
    """A question, an answer that is locked, and the result beside it."""

    word = "Prediction"

    def __init__(
        self,
        lesson: Lesson,
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
        self.words, self.close, self.gap, self.why_asked = words, close, gap, explain
        self._shown: w.Widget | None = None
        super().__init__(lesson, key, asked, about)
        if isinstance(answering, Marking):
            answering.send = self._receive
            self.card.add_class("big")

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

    def _reveal(self) -> bool:
        """Work out the result and its picture, once; say so if that fails."""
        answer = self.answer
        try:
            if answer.result is None:
                answer.result = _plain(self._result() if callable(self._result) else self._result)
            if self._show is not None and self._shown is None:
                self._shown = picture(_call(self._show, answer.result))
            return True
        except Exception as error:
            self.notice = (
                f"Locked. The result could not be worked out ({type(error).__name__}: {str(error)[:200]}). "
                "Run the cells above, then this one again."
            )
            return False

    def refresh(self) -> None:
        """Show the question, and the result if it may be seen."""
        shown = self.revealed and self._reveal()
        answer, marking = self.answer, isinstance(self.answering, Marking)
        result = answer.result if shown else None
        draft = answer.own if answer.done else answer.draft
        choices = self.answering.part(self.asked, draft, locked=answer.done, result=result)
        rest = [choices, *self._lock_parts(shown), self.notice_part()]
        why = self._why_part() if shown and self.why_asked else None
        kept = _html("kept", '<p class="quiet">Kept. You can still change it.</p>' if answer.why else "", live=True)
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
            self.look(*board, *([self._shown] if self._shown else []))
        elif board:
            self.look(*board)
        elif self._show is not None:
            if not hasattr(self, "_sealed"):
                self._sealed = Panel(label="The result is hidden")
                html = f'<div class="sealed">{_padlock(True)}<div>The result stays hidden until you lock.</div></div>'
                self._sealed.show(_html("sealed", html))
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
                _html("lock", f'<div class="lockline">{_padlock(False)}<span>{words}</span></div>', live=True),
                {"kind": "button", "id": "go", "send": "lock", "text": button[:90], "primary": True,
                 "disabled": answer.draft is None, "cls": "wide-button"},
            ]  # fmt: skip
        said = f"Locked. {self._sentence()}" if shown else "Locked."
        parts = [
            _html("lock", f'<div class="lockline locked">{_padlock(True)}<span>{_prose(said)}</span></div>', live=True)
        ]
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
            return str(self.gap(own, result))
        if isinstance(self.answering, Numbering) and isinstance(result, int | float):
            unit = self.answering.unit
            return gap_sentence(own, result, unit=unit, words=self.words, close=self.close)
        if _same(own, result):
            return "You were right."
        return f"You said {self.answering.label(own)}; it was {self.answering.label(result)}."

    def _why_part(self) -> dict[str, Any]:
        return {
            "kind": "field", "id": "why", "send": "explain", "label": self.why_asked, "hush": False, "rows": 2,
            "placeholder": "Because …", "button": "Keep", "value": self.answer.why, "max": LONGEST,
        }  # fmt: skip


def gap_sentence(
    own: float,
    result: float,
    *,
    unit: tuple[str, str],
    words: tuple[str, str] = ("too low", "too high"),
    close: float = 0,
) -> str:
    """Return the gap between two numbers in a sentence.

    >>> gap_sentence(8, 6, unit=("year", "years"), words=("early", "late"))
    'You were two years late.'
    """
    away = round(abs(own - result), 2)
    if not away:
        return "You were exactly right."
    size = _figure(away)
    if away == int(away) and away <= 12:
        size = _WORDS[int(away)]
    one, many = ("point", "points") if unit[1] == "%" else unit
    amount = " ".join(filter(None, (size, one if away == 1 else many)))
    side = words[0] if own < result else words[1]
    return f"Close: {amount} {side}." if away <= close else f"You were {amount} {side}."


class Explanation(Card):
    """A question that is answered in a sentence; nobody but the teacher judges it."""

    tone = "plain"
    word = "In a sentence"

    def act(self, kind: str, value: Any) -> None:
        """Keep the sentence."""
        if kind == "explain":
            text = " ".join(str(value).split())[:LONGEST]
            self.answer.own, self.answer.done = text or None, bool(text)

    def refresh(self) -> None:
        """Show the question and what was written."""
        answer = self.answer
        self.head.show(
            self.title_part(),
            {"kind": "field", "id": "own", "send": "explain", "label": self.asked, "hush": True, "rows": 3,
             "placeholder": "One sentence …", "button": "Keep", "value": answer.own or "", "max": LONGEST},
            _html("kept", '<p class="quiet">Kept. You can still change it.</p>' if answer.done else "", live=True),
            self.notice_part(),
        )  # fmt: skip
        self.body.show()


# ---- exercises ---------------------------------------------------------------------------------------------------

Judge = Callable[[Any], "bool | str"]


def _judge(key: str, answer: Any, test: Judge | None, mistakes: Mapping[Any, str], within: float) -> Judge:
    """Return the function that judges an answer: by comparing, or by the lesson's own test."""
    if (answer is _NOTHING) == (test is None):
        raise ValueError(f"exercise {key!r} needs an answer or a test, one of the two")

    def judge(given: Any) -> bool | str:
        for wrong, sentence in mistakes.items():
            if _same(given, wrong):
                return sentence
        if test is not None:
            verdict = test(given)
            return verdict if isinstance(verdict, str) and verdict else bool(verdict)
        alternatives = answer if isinstance(answer, tuple) and not isinstance(given, tuple | list) else (answer,)
        return any(_same(given, one, within) for one in alternatives)

    return judge


def _case_judge(
    cases: Sequence[tuple[Any, ...]], mistakes: Sequence[tuple[Callable[..., Any], str]], within: float, seconds: float
) -> Judge:
    """Return the function that tries a student's function on cases."""

    def judge(function: Any) -> bool | str:
        if not callable(function):
            return f"This is {_short(function)}, not a function: keep the line that starts with `def`."
        name = getattr(function, "__name__", "your function")
        results = [_run(function, copy.deepcopy(args), seconds) for args, *_ in cases]
        wrong = [n for n, (_, right, *_) in enumerate(cases) if not _same(results[n], right, within)]
        if not wrong:
            return True
        for other, sentence in mistakes:
            with contextlib.suppress(Exception):
                if all(_same(results[n], other(*copy.deepcopy(cases[n][0])), within) for n in range(len(cases))):
                    return sentence
        first = wrong[0]
        args, right, *hint = cases[first]
        if hint:
            return str(hint[0])
        if results[first] is None:
            return f"`{name}({_shorts(args)})` gives back nothing. Is there a `return`?"
        return f"`{name}({_shorts(args)})` gives {_short(results[first])}, but {_short(right)} is right."

    return judge


class _Exercise(Card):
    """What exercises have in common: tries, hints in steps, and the verdict."""

    tone = "checks"
    word = "Exercise"

    def __init__(
        self,
        lesson: Lesson,
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
            answer.done, answer.own = True, _plain(label)
            why = _call(self.right, given) if callable(self.right) else self.right
            answer.said = _said("right", f"Right: {label}" if label else "Right", [str(why)])
            return
        if not answer.done:
            answer.own = _plain(label)
        sentence = said if isinstance(said, str) else f"{label} is not it" if label else "this is not it"
        answer.said = _said("wrong", f"Not yet: {sentence}", *self._hints(new))

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

    def unanswered(self) -> None:
        """Say that there is no answer yet."""
        if not self.answer.done:
            self.answer.said = _said("open", "Not answered yet", ["Write your answer, then check it."])

    def said_part(self) -> dict[str, Any]:
        """Return the verdict."""
        answer = self.answer
        if not answer.said and answer.done:  # brought back from a lesson code
            why = "" if callable(self.right) else self.right
            answer.said = _said("right", f"Right: {answer.own}" if answer.own else "Right", [why])
        return _html("said", answer.said, live=True)


class Exercise(_Exercise):
    """An exercise that is answered on the card: in a field, by a choice, or on a board."""

    def __init__(
        self,
        lesson: Lesson,
        key: str,
        asked: str,
        about: str,
        answering: Answering | None,
        judge: Judge,
        hints: Sequence[str],
        right: str | Callable[[Any], str],
        unit: str,
        beside: w.Widget | None,
    ) -> None:
        self.answering, self.unit = answering, unit
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
            number = parse_number(text)
            self.verdict(text if number is None else number, text, text.casefold())

    def refresh(self) -> None:
        """Show the question, the field and the verdict."""
        answer = self.answer
        if self.answering is not None:
            ask = [
                self.answering.part(self.asked, answer.draft, captions=False),
                {"kind": "button", "id": "go", "send": "check", "text": "Check", "disabled": answer.draft is None},
            ]
        else:
            label = f"Your answer ({self.unit})" if self.unit else "Your answer"
            ask = [
                {"kind": "field", "id": "field", "send": "check", "label": label, "button": "Check",
                 "value": "" if answer.draft is None else str(answer.draft), "max": LONGEST}
            ]  # fmt: skip
        self.head.show(self.title_part())
        self.body.show(*ask, self.said_part(), self.notice_part())


class Check(_Exercise):
    """The verdict on what was written in a code cell."""

    def __init__(
        self,
        lesson: Lesson,
        key: str,
        asked: str,
        about: str,
        given: Any,
        judge: Judge,
        hints: Sequence[str],
        right: str | Callable[[Any], str],
        seconds: float,
    ) -> None:
        super().__init__(lesson, key, asked, about, judge, hints, right)
        if is_blank(given):
            self.unanswered()
        elif isinstance(given, FunctionType):
            tested: Any = given if judge.__qualname__.startswith("_case_judge") else guarded(given, seconds)
            self.verdict(tested, "", _fingerprint(given))
        else:
            self.verdict(given, _short(given), repr(_short(given)))

    def unanswered(self) -> None:
        """Say that the cell waits for an answer."""
        if not self.answer.done:
            line = "Replace the three dots in the cell above with your answer, and run the cell."
            self.answer.said = _said("open", "Not answered yet", [line])

    def refresh(self) -> None:
        """Show the verdict."""
        self.head.show(self.title_part(), self.said_part())
        self.body.show()


# ---- running what a student wrote --------------------------------------------------------------------------------


class StudentError(Exception):
    """What went wrong in a student's function, in plain words."""


class Unanswered(Exception):
    """A student's function is still empty."""


class _Unfinished(BaseException):
    """Stops a function that runs on and on; not an `Exception`, so that the function does not catch it."""


def is_blank(given: Any) -> bool:
    """Tell whether an answer is still the `...` of the template, or a function that holds nothing else."""
    if not isinstance(given, FunctionType):
        return given is ...
    if ... in given.__code__.co_consts:
        return True
    skip = ("RESUME", "NOP", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR", "CACHE")
    todo = [one for one in dis.get_instructions(given) if one.opname not in skip]
    return all(
        one.opname in ("RETURN_VALUE", "RETURN_CONST") or (one.opname == "LOAD_CONST" and one.argval in (None, ...))
        for one in todo
    )


def guarded(function: Callable[..., Any], seconds: float = 2) -> Callable[..., Any]:
    """Return a student's function as one that always comes back: with a result, or with a `StudentError`."""
    return lambda *args: _run(function, args, seconds)


def _run(function: Callable[..., Any], args: Sequence[Any], seconds: float, lines: int = 3_000_000) -> Any:
    """Call a student's function; it may run so many lines and seconds, print into the void, and ask nobody."""
    deadline, left = time.monotonic() + seconds, lines

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0 or (left % 500 == 0 and time.monotonic() > deadline):
            raise _Unfinished
        return trace

    def no_input(*_: Any) -> str:
        raise StudentError("Your function asks for input: use what it is given between the brackets instead")

    before, asking, result = sys.gettrace(), builtins.input, None
    try:
        builtins.input = no_input
        with contextlib.redirect_stdout(io.StringIO()):
            sys.settrace(trace)
            result = function(*args)
    except StudentError:
        raise
    except _Unfinished:
        raise StudentError("your function did not finish. Does a loop in it never end?") from None
    except RecursionError:
        raise StudentError("your function calls itself without end") from None
    except BaseException as error:
        sys.settrace(before)
        raise StudentError(_plainly(error, function, args)) from None
    finally:
        sys.settrace(before)
        builtins.input = asking
    if result is ...:
        raise Unanswered
    return result


def _plainly(error: BaseException, function: Callable[..., Any], args: Sequence[Any]) -> str:
    """Return an error in a student's function as one plain sentence with its line."""
    code: CodeType | None = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if code and frame.filename == code.co_filename and frame.name == code.co_name]
    where = f" in line {own[-1].lineno - code.co_firstlineno + 1}" if own and code and own[-1].lineno else ""
    if isinstance(error, TypeError) and not own:
        return (
            f"your function cannot be called with {len(args)} {'value' if len(args) == 1 else 'values'} in its brackets"
        )
    words = {
        "NameError": lambda: f"Python does not know the name `{getattr(error, 'name', '')}`",
        "ZeroDivisionError": lambda: "something is divided by zero",
        "KeyError": lambda: f"there is no entry {_short(error.args[0] if error.args else '')}",
        "IndexError": lambda: "a list is shorter than the place that is asked for",
        "AttributeError": lambda: f"there is no `.{getattr(error, 'name', '')}` here",
        "SystemExit": lambda: "it stops the whole program instead of giving back a result",
        "KeyboardInterrupt": lambda: "it was stopped",
    }
    kind = type(error).__name__
    text = words.get("NameError" if isinstance(error, NameError) else kind, lambda: f"{kind}: {str(error)[:160]}")()
    return f"your function stumbles{where}: {text}"


def _fingerprint(function: Any) -> str:
    """Return what tells one version of a function from another."""

    def flat(code: CodeType) -> str:
        inner = [flat(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
        return f"{code.co_code.hex()}{inner}{code.co_names}{code.co_varnames}"

    return hashlib.blake2s(flat(function.__code__).encode(), digest_size=8).hexdigest()


# ---- the switch, the strip, the hand-in --------------------------------------------------------------------------


class Policy(Card):
    """A switch between rules, with a way back to the rulebook."""

    tone = "tries"
    word = "Change a rule"

    def __init__(
        self,
        lesson: Lesson,
        asked: str,
        about: str,
        show: Callable[..., Any],
        controls: Mapping[str, tuple[str, Sequence[Any], Any]],
        rulebook: str,
    ) -> None:
        self.show_it, self.back = show, rulebook
        self.controls = {name: (label, Choosing(values, False)) for name, (label, values, _) in controls.items()}
        self.printed = {name: printed for name, (_, _, printed) in controls.items()}
        for name, (_, chooser) in self.controls.items():
            if self.printed[name] not in chooser.values:
                raise ValueError(
                    f"policy {name!r}: the rulebook's value {self.printed[name]!r} is not among its values"
                )
        self.values = dict(self.printed)
        self.view = w.HTML()
        super().__init__(lesson, "", asked, about)
        self.look(self.view)

    def title_part(self) -> dict[str, Any]:
        """Return the title, and whether the rulebook's rules are in force."""
        about = f'<div class="about">{_prose(self.about)}</div>' if self.about else ""
        return _html(
            "asked", f'<div class="eyebrow">{self.word}</div><div class="asked">{_prose(self.asked)}</div>{about}'
        )

    def _receive(self, kind: str, value: Any) -> None:
        self.notice = ""
        name = kind.removeprefix("set ")
        if kind == "back":
            self.values = dict(self.printed)
        elif name in self.controls and (chosen := self.controls[name][1].read(value)) is not None:
            self.values[name] = chosen
        self.refresh()

    def refresh(self) -> None:
        """Show the choices and what they do."""
        parts: list[dict[str, Any]] = []
        for name, (label, chooser) in self.controls.items():
            part = chooser.part(label, self.values[name])
            for value, option in zip(chooser.values, part["options"], strict=True):
                option["caption"] = "rulebook" if value == self.printed[name] else ""
            parts.append({**part, "id": f"set {name}", "send": f"set {name}", "shout": True})
        same = self.values == self.printed
        try:
            seen = picture(self.show_it(**self.values))
            if isinstance(seen, w.HTML):
                self.view.value = seen.value
                self.look(self.view)
            elif seen is not None:
                self.look(seen)
        except Exception as error:
            self.notice = f"These rules cannot be played: {str(error)[:200]}"
        words = "These are the rulebook's rules." if same else "These are not the rulebook's rules."
        self.head.show(
            self.title_part(), *parts,
            {"kind": "button", "id": "back", "send": "back", "text": self.back, "disabled": same},
            _html("which", f'<p class="quiet">{words}</p>', live=True), self.notice_part(),
        )  # fmt: skip
        self.body.show()


class Strip(Live, w.VBox):
    """The lesson's steps: done ones ticked, the present one in amber, the next ones in outline."""

    def __init__(self, lesson: Lesson, here: str) -> None:
        self.lesson, self.here = lesson, here
        self.panel = Panel(label=f"Lesson {lesson.number}: steps")
        super().__init__([self.panel])
        for name in ("fishlab-strip", "fishlab-frame", "fishlab", "fishlab-live"):
            self.add_class(name)
        lesson.memory.strips.add(self)
        self.refresh()

    def __repr__(self) -> str:
        return f"<Strip of lesson {self.lesson.number}: {self.here or self.lesson.now() or 'done'}>"

    def still_picture(self) -> str:
        """Return the steps in words."""
        return f"<p>{escape(' → '.join(self.lesson.steps))}</p>"

    def _ipython_display_(self) -> None:
        display(HTML(ASLEEP.replace("the board", "the lesson") % self.still_picture()))
        display(self._repr_mimebundle_(), raw=True)

    def refresh(self) -> None:
        """Show how far the lesson is."""
        lesson = self.lesson
        now = self.here or lesson.now()
        items = []
        before = False
        for number, step in enumerate(lesson.steps, 1):
            done = lesson.is_done(step)
            cls = ["done" if done else "now" if step == now else "next"]
            cls += ["here"] * (done and step == self.here) + ["joined"] * before
            mark = _TICK if done else str(number)
            word = "done" if done else "now" if step == now else "to come"
            current = ' aria-current="step"' if step == now else ""
            items.append(
                f'<li class="{" ".join(cls)}"{current}><b>{mark}</b><span>{escape(step)}'
                f'<span class="hush"> ({word})</span></span></li>'
            )
            before = done
        self.panel.show(_html("strip", f'{self._banner()}<ol class="steps">{"".join(items)}</ol>'))

    def _banner(self) -> str:
        lesson = self.lesson
        if self.here:
            return ""
        now, minutes = lesson.now(), f"{lesson.minutes} min"
        if lesson.times and now != lesson.steps[0]:
            gone = sum(lesson.times[step] for step in lesson.steps[: lesson.steps.index(now) if now else None])
            minutes = f"{gone} of {lesson.minutes} min"
        return (
            f'<div class="banner"><i>{escape(lesson.number)}</i><span>{escape(lesson.title)}</span>'
            f"<small>{minutes}</small></div>"
        )


class Pair(Live, w.VBox):
    """Cards in two columns; one under 700 pixels."""

    def __init__(self, cards: Sequence[w.Widget]) -> None:
        self.cards = list(cards)
        grid = w.Box(self.cards)
        grid.add_class("fishlab-cards")
        super().__init__([grid])
        for name in ("fishlab-pair", "fishlab", "fishlab-live"):
            self.add_class(name)

    def __repr__(self) -> str:
        return f"<Pair: {self.cards}>"

    def still_picture(self) -> str:
        """Return the questions."""
        return "".join(card.still_picture() for card in self.cards if isinstance(card, Card))

    def _ipython_display_(self) -> None:
        display(HTML(ASLEEP.replace("the board", "these cards") % self.still_picture()))
        display(self._repr_mimebundle_(), raw=True)


class HandIn(Card):
    """The lesson code: to copy and hand in, or to paste after a restart."""

    tone = "plain"

    def __init__(self, lesson: Lesson) -> None:
        self.reply = ""
        super().__init__(lesson, "", "Hand in your lesson", "Your answers and results as one code. It holds no name.")

    def _receive(self, kind: str, value: Any) -> None:
        if kind == "open":
            try:
                self.reply = self.lesson.restore(str(value)[:_MOST_CODE])
            except BadCode as why:
                self.reply = str(why)
        self.refresh()

    def refresh(self) -> None:
        """Show the tally and the code."""
        answers = self.lesson.memory.answers.values()
        lines = []
        for kinds, word in ((("predict",), "predictions locked"), (_EXERCISES, "exercises solved")):
            own = [one.done for one in answers if one.kind in kinds]
            if own:
                lines.append(f"<dt>{sum(own)} of {len(own)}</dt><dd>{word}</dd>")
        why = sum(bool(one.why) or (one.kind == "explain" and one.done) for one in answers)
        lines.append(f"<dt>{why}</dt><dd>{'sentence' if why == 1 else 'sentences'} written</dd>")
        about = f'<div class="asked">{_prose(self.asked)}</div><div class="about">{_prose(self.about)}</div>'
        self.head.show(
            _html("asked", about),
            _html("tally", f'<dl class="tally">{"".join(lines)}</dl>'),
            {"kind": "code", "id": "code", "value": self.lesson.code()},
            {"kind": "field", "id": "open", "send": "open", "label": "After a restart: paste your code to go on",
             "button": "Open", "value": "", "max": _MOST_CODE},
            _html("reply", f"<p>{escape(self.reply)}</p>" if self.reply else "", live=True),
        )  # fmt: skip
        self.body.show()


# ---- the lesson code ---------------------------------------------------------------------------------------------

_VERSION = 1
_MOST_CODE = 20_000  # characters of a code
_MOST_TEXT = 120_000  # bytes once unpacked
_MOST_ROWS = 200
_LETTERS = {"predict": "p", "question": "q", "check": "c", "explain": "e", "play": "g"}


def read_lesson_code(code: str) -> list[dict[str, Any]]:
    """Return what a lesson code holds, as plain rows: lesson, key, kind, answer, result, done, tries, why.

    Raises:
        BadCode: the code is not one, is damaged, or is of another version; the message says which.
    """
    code = "".join(str(code)[: _MOST_CODE + 100].split())
    if not code:
        raise BadCode("Paste a lesson code first. It looks like LC1-07-eJyrVs….")
    if len(code) > _MOST_CODE:
        raise BadCode(f"This is too long for a lesson code (at most {_MOST_CODE:,} characters).")
    found = re.fullmatch(r"LC(\d{1,3})-([0-9A-Za-z]{1,8})-([A-Za-z0-9_-]+)", code)
    if not found:
        raise BadCode("This is not a lesson code: one looks like LC1-07-eJyrVs…. A game's save code goes to its table.")
    version, number, packed = found.groups()
    if int(version) != _VERSION:
        raise BadCode(f"This lesson code is of version {int(version)}; this Fishlab reads version {_VERSION}.")
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    except (binascii.Error, ValueError):
        raise BadCode("This lesson code is cut off: copy all of it.") from None
    if len(data) < 6 or _digest(number, data[4:]) != data[:4]:
        raise BadCode("This lesson code has a typing error or is cut off: its checksum does not fit.")
    try:
        unzip = zlib.decompressobj()
        text = unzip.decompress(data[4:], _MOST_TEXT)
        if unzip.unconsumed_tail or not unzip.eof:
            raise BadCode("This lesson code is refused: it unpacks to more than a lesson could hold.")
        rows = json.loads(text, parse_constant=_no_constant)
    except BadCode:
        raise
    except (zlib.error, ValueError, RecursionError):
        raise BadCode("This lesson code is damaged: it cannot be read.") from None
    if not isinstance(rows, list) or len(rows) > _MOST_ROWS:
        raise BadCode("This lesson code is damaged: it holds no list of answers.")
    return [_read_row(number, place, row) for place, row in enumerate(rows, 1)]


def _read_row(number: str, place: int, row: Any) -> dict[str, Any]:
    kinds = {letter: kind for kind, letter in _LETTERS.items()}
    match row:
        case [str(key), str(letter), own, result, int(done), int(tries), str(why)] if (
            0 < len(key) <= 40
            and letter in kinds
            and done in (0, 1)
            and 0 <= tries < 10_000
            and len(why) <= LONGEST
            and _is_plain(own)
            and _is_plain(result)
        ):
            return {
                "lesson": number, "key": key, "kind": kinds[letter], "answer": own, "result": result,
                "done": bool(done), "tries": int(tries), "why": why,
            }  # fmt: skip
    raise BadCode(f"This lesson code is damaged: its answer {place} cannot be read.")


def _digest(number: str, body: bytes) -> bytes:
    return hashlib.blake2s(number.encode() + b"/" + body, digest_size=4).digest()


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def gate_mark(word: str) -> str:
    """Return the mark of a word: `Lesson(..., gate=gate_mark("herring"))` opens results to those who know the word."""
    clean = " ".join(word.casefold().split())
    return hashlib.blake2s(clean.encode(), digest_size=6).hexdigest()


# ---- small things ------------------------------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    """Return a value as the plain data that a code can hold: numbers, short texts, lists of them."""
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    if isinstance(value, bool | int | str | None):
        return value[:LONGEST] if isinstance(value, str) else value
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value[:60]]
    return str(value)[:LONGEST]


def _is_plain(value: Any, deep: int = 2) -> bool:
    match value:
        case bool() | None:
            return True
        case int() | float():
            return abs(value) < 1e15
        case str():
            return len(value) <= LONGEST
        case list():
            return deep > 0 and len(value) <= 60 and all(_is_plain(one, deep - 1) for one in value)
    return False


def parse_number(text: str) -> int | float | None:
    """Return the number that a person wrote, with or without words after it; None if it is none.

    >>> parse_number("32 fish"), parse_number("12,5 %"), parse_number("1,200"), parse_number("1/4"), parse_number("two")
    (32, 12.5, 1200, 0.25, None)
    """
    found = re.fullmatch(r"([-+−]?[\d.,']*\d)(?:\s*/\s*(\d+))?\s*(?:%|[^\W\d][^\d=+*/]*)?\.?", text.strip())
    if not found:
        return None
    digits = found[1].replace("−", "-").replace("'", "")
    if re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?", digits):
        digits = digits.replace(",", "")
    try:
        number = float(digits.replace(",", "."))
        if found[2]:
            number /= int(found[2])
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    if not math.isfinite(number):
        return None
    return int(number) if number == int(number) and abs(number) < 1e15 else number


def _same(one: Any, other: Any, within: float = 0) -> bool:
    """Tell whether two answers are the same, whatever they are: 2 and 2.0, a list and a tuple, words in any case."""
    try:
        for method in ("tolist", "item"):
            one = getattr(one, method)() if hasattr(one, method) else one
            other = getattr(other, method)() if hasattr(other, method) else other
        if isinstance(one, bool) or isinstance(other, bool):
            return isinstance(one, bool) and isinstance(other, bool) and one is other
        if isinstance(one, int | float) and isinstance(other, int | float):
            return math.isclose(one, other, rel_tol=1e-9, abs_tol=max(within, 1e-9))
        if isinstance(one, str) and isinstance(other, str):
            return _words(one) == _words(other)
        if isinstance(one, list | tuple) and isinstance(other, list | tuple):
            return len(one) == len(other) and all(_same(a, b, within) for a, b in zip(one, other, strict=True))
        return type(one) in (type(other), dict, set, frozenset) and bool(one == other)
    except Exception:
        return False


def _words(text: str) -> str:
    return " ".join(re.sub(r"[\s.,;:!?–-]+", " ", text.casefold()).split())


def _figure(number: float) -> str:
    """Return a number as people write it: 12, 12.5, 1,200."""
    if isinstance(number, float) and number != int(number):
        return f"{number:,.2f}".rstrip("0").rstrip(".")
    return f"{int(number):,}" if abs(number) >= 10_000 else str(int(number))


_REPR = reprlib.Repr()
_REPR.maxlist = _REPR.maxtuple = _REPR.maxset = _REPR.maxdict = 6
_REPR.maxstring = _REPR.maxother = 60


def _short(value: Any) -> str:
    try:
        return _REPR.repr(value)[:120]
    except Exception:
        return f"a {type(value).__name__}"


def _shorts(values: Iterable[Any]) -> str:
    return ", ".join(text if len(text := _short(value)) <= 40 else "…" for value in values)


def _call(function: Callable[..., Any], value: Any) -> Any:
    """Call a function with a value if it takes one, else with nothing."""
    try:
        takes = [
            one
            for one in inspect.signature(function).parameters.values()
            if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD, one.VAR_POSITIONAL)
            and one.default is one.empty
        ]
    except (TypeError, ValueError):
        takes = []
    return function(value) if takes else function()


__all__ = ["Lesson", "gap_sentence", "gate_mark", "guarded", "parse_number", "picture", "read_lesson_code"]
