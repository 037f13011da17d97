"""The cards of a lesson, and the strip above them.

A card shows what is kept of its answer and takes what a person does; nothing is revealed before it is locked, and
nothing is worked out before it is revealed. `lesson.js` shows the parts that a card lists.
"""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets as w
import traitlets
from IPython.display import HTML, display

from fishlab.core import BadCode, IllegalMove, State
from fishlab_widgets.answers import (
    EXERCISES,
    LONGEST,
    MOST_CODE,
    Answer,
    Judge,
    as_data,
    gap_sentence,
    gate_mark,
    parse_number,
    same,
    written,
)
from fishlab_widgets.board import ASLEEP, Board, Live, face
from fishlab_widgets.student import StudentError, Unanswered, fingerprint, guarded, is_blank, short
from fishlab_widgets.svg import GLYPHS, still, tokens

if TYPE_CHECKING:
    from fishlab_widgets.lesson import Lesson

_HERE = Path(__file__).parent
_count = itertools.count(1)
_TICK = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 10l5 6l9-11"/></svg>'
_RIGHT = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="14" style="fill:var(--good)"/>'
    '<path d="M-7 0l5 6l9-11" style="fill:none;stroke:var(--on-c);stroke-width:3"/></svg>'
)
_WRONG = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="14" style="fill:var(--bad)"/>'
    '<path d="M-6-6l12 12m0-12l-12 12" style="fill:none;stroke:var(--on-b);stroke-width:3"/></svg>'
)
_OPEN = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="12" style="fill:none;stroke:var(--ink2);'
    'stroke-width:2.5;stroke-dasharray:4 4"/></svg>'
)


# ---- what cards are made of --------------------------------------------------------------------------------------


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
    """Return text as HTML: escaped, with `code` set as code, **words** bold and *words* in italics."""
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(str(text), quote=False))
    html = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", html)
    return re.sub(r"(?<![\w*])\*(\w[^*]*)\*(?![\w*])", r"<i>\1</i>", html)


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
        shown = (*marks, "plain") if plain else tuple(marks)
        return w.HTML(still(face(thing).draw(thing, marks=shown, prefix=prefix, compact=True)))
    if isinstance(thing, str):
        return w.HTML(thing if thing.lstrip().startswith("<") else f"<p>{_prose(thing)}</p>")
    for method in ("_repr_html_", "_repr_svg_"):
        if (html := getattr(thing, method, lambda: None)()) is not None:
            return w.HTML(str(html))
    return w.HTML(f"<pre>{escape(str(thing))}</pre>")


def call(function: Callable[..., Any], value: Any) -> Any:
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


# ---- ways to answer ----------------------------------------------------------------------------------------------


class Choosing:
    """An answer chosen among a few; several of them if `many`."""

    def __init__(self, choices: Sequence[Any] | Mapping[Any, str], many: bool) -> None:
        named = isinstance(choices, Mapping)
        self.values = [as_data(value) for value in choices]
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
        return f"{written(answer)} {unit}".strip()

    def part(
        self, asked: str, draft: Any, *, locked: bool = False, result: Any = None, captions: bool = True
    ) -> dict[str, Any]:
        """Return the field or slider; once locked, a scale with both numbers on it."""
        if not locked:
            low, high = written(self.low), written(self.high)
            return {
                "kind": "number", "id": "number", "label": f"Your number, {low} to {high}", "unit": self.unit[1],
                "low": self.low, "high": self.high, "by": self.by, "slider": self.slider, "send": "choose",
                "value": "" if draft is None else written(draft),
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
        if self.board.choices and 'data-move="' in self.board.svg:  # a pass is nothing that one could mark
            with self.board.hold_sync():
                self.board.choices = []
                self.board.rev += 1
        words = f"Marked: <strong>{escape(self.label(draft))}</strong>" if self.draft else "Nothing is marked yet."
        return _html("marked", f"<p>{words}</p>", live=True)


Answering = Choosing | Numbering | Marking


def make_answering(
    choices: Sequence[Any] | Mapping[Any, str] | None,
    low: float | None,
    high: float | None,
    by: float,
    slider: bool,
    board: State | None,
    many: bool,
    unit: str | tuple[str, str],
) -> Answering | None:
    """Return the way to answer that is asked for, None where that is a field to type in."""
    if choices is not None:
        return Choosing(choices, many)
    if board is not None:
        return Marking(board, many)
    if low is not None and high is not None:
        return Numbering(low, high, by, slider, unit)
    return None


def _is_place(value: Any, values: Sequence[Any]) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(values)


# ---- predictions and sentences -----------------------------------------------------------------------------------


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
                answer.result = as_data(self._result() if callable(self._result) else self._result)
            if self._show is not None and self._shown is None:
                self._shown = picture(call(self._show, answer.result))
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
            answer.done, answer.own = True, as_data(label)
            why = call(self.right, given) if callable(self.right) else self.right
            answer.said = _said("right", f"Right: {label}" if label else "Right", [str(why)])
            return
        if not answer.done:
            answer.own = as_data(label)
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
        words: bool,
        beside: w.Widget | None,
    ) -> None:
        self.answering, self.unit, self.words = answering, unit, words
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
            number = None if self.words else parse_number(text)
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
            typed = answer.draft if answer.draft is not None else answer.own or ""
            ask = [
                {"kind": "field", "id": "field", "send": "check", "label": label, "button": "Check",
                 "value": str(typed), "max": LONGEST}
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
        elif callable(given):
            tested: Any = given if judge.__qualname__.startswith("case_judge") else guarded(given, seconds)
            self.verdict(tested, "", fingerprint(given))
        else:
            self.verdict(given, short(given), repr(short(given)))

    def unanswered(self) -> None:
        """Say that the cell waits for an answer."""
        if not self.answer.done:
            line = "Replace the three dots in the cell above with your answer, and run the cell."
            self.answer.said = _said("open", "Not answered yet", [line])

    def refresh(self) -> None:
        """Show the verdict."""
        self.head.show(self.title_part(), self.said_part())
        self.body.show()


# ---- the switch, the strip, cards side by side, the hand-in ------------------------------------------------------


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
        word: str = "rulebook",
    ) -> None:
        self.show_it, self.back, self.mark = show, rulebook, word
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
                option["caption"] = self.mark if value == self.printed[name] else ""
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
        if self.mark != "rulebook":
            words = f"{'Everything' if same else 'Not everything'} is {self.mark}."
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
                self.reply = self.lesson.restore(str(value)[:MOST_CODE])
            except BadCode as why:
                self.reply = str(why)
        self.refresh()

    def refresh(self) -> None:
        """Show the tally and the code."""
        answers = self.lesson.memory.answers.values()
        lines = []
        for kinds, word in ((("predict",), "predictions locked"), (EXERCISES, "exercises solved")):
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
             "button": "Open", "value": "", "max": MOST_CODE},
            _html("reply", f"<p>{escape(self.reply)}</p>" if self.reply else "", live=True),
        )  # fmt: skip
        self.body.show()
