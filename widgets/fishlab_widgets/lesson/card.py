"""What every card is made of: the panel that shows its parts, and the card itself.

A card shows what is kept of its answer and takes what a person does. `cards.js` shows the parts that a card lists.
"""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w
import traitlets

from fishlab.core import State
from fishlab_widgets.controls.base_widget import COLOURS, BaseWidget, script, style
from fishlab_widgets.controls.placeholder import LOST, Live
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.svg import still
from fishlab_widgets.lesson.answers import (
    Answer,
)
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.live.face import draw

_count = itertools.count(1)
TICK = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 10l5 6l9-11"/></svg>'
RIGHT_SIGN = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="14" style="fill:var(--good)"/>'
    '<path d="M-7 0l5 6l9-11" style="fill:none;stroke:var(--on-c);stroke-width:3"/></svg>'
)
WRONG_SIGN = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="14" style="fill:var(--bad)"/>'
    '<path d="M-6-6l12 12m0-12l-12 12" style="fill:none;stroke:var(--on-b);stroke-width:3"/></svg>'
)
OPEN_SIGN = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="12" style="fill:none;stroke:var(--ink2);'
    'stroke-width:2.5;stroke-dasharray:4 4"/></svg>'
)


class Panel(BaseWidget):
    """A part of a card: a list of parts to show, and one function that takes what a person does."""

    _esm = script(Path(__file__).with_name("cards.js"))
    _css = style(Path(__file__).with_name("cards.css"), base=COLOURS)

    parts = traitlets.List(traitlets.Dict()).tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    rev = traitlets.Int(0).tag(sync=True)
    asleep = traitlets.Unicode(LOST).tag(sync=True)

    def __init__(
        self, receive: Callable[[str, Any], None] | None = None, label: str = "", *, styled: bool = True
    ) -> None:
        """Make a panel; one that stands beside another need not bring the style, which a page sets anew each time."""
        super().__init__(label=label, **({} if styled else {"_css": ""}))
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
            value = content.get("value")
            # Half a sign, which some keyboards send, could be written into no code.
            self.receive(content["type"], value.encode(errors="replace").decode() if isinstance(value, str) else value)


class Card(Live, w.VBox):
    """A card of a lesson: its question (head), something to look at (aside), and what follows (body)."""

    wakes = "this card"
    tone = ""
    word = ""
    follows_all = False
    """Whether it is shown anew when any card of the lesson changes."""

    def __init__(self, lesson: Progress, key: str, asked: str, about: str = "") -> None:
        self.lesson, self.key, self.asked, self.about = lesson, key, asked, about
        self.notice = ""
        self.head, self.body = Panel(self._receive, asked), Panel(self._receive, asked, styled=False)
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

    def on_show(self) -> None:
        """Belong to the step whose strip was shown last."""
        self.lesson.place(self.key)

    def still_picture(self) -> str:
        """Return the question: a card that is asleep gives nothing away."""
        return f"<p><b>{prose(self.asked)}</b></p>"

    @property
    def answer(self) -> Answer:
        """What is kept of this card's answer."""
        return self.lesson.memory.answers[self.key]

    def fits(self, own: Any) -> bool:
        """Tell whether something could have been answered on this card."""
        return True

    def welcome(self) -> None:
        """Forget an answer that a lesson code brought and that cannot have been given here."""
        answer = self.answer
        if answer.done and not self.fits(answer.own):
            self.lesson.memory.answers[self.key] = Answer(answer.kind)
            self.notice = "Your code held an answer that does not fit this card: please answer again."

    def refresh(self) -> None:
        """Show the present state of the answer."""

    def look(self, *pictures: w.Widget) -> None:
        """Put something beside the question, which makes the card wide."""
        if self.aside.children != pictures:
            self.aside.children = pictures
        (self.card.add_class if pictures else self.card.remove_class)("wide")

    def title_part(self) -> dict[str, Any]:
        """Return the part that says what is asked."""
        about = f'<div class="about">{prose(self.about)}</div>' if self.about else ""
        number = self.lesson.numbering(self.key) if self.key else ""
        eyebrow = f"{self.word} {number}".strip()
        return html_part(
            "asked", f'<div class="eyebrow">{eyebrow}</div><div class="asked">{prose(self.asked)}</div>{about}'
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
        return html_part("notice", f'<p class="quiet">{escape(self.notice)}</p>' if self.notice else "", live=True)


def html_part(name: str, html: str, *, live: bool = False, cls: str = "") -> dict[str, Any]:
    """Return a part of a card that is plain HTML."""
    return {"kind": "html", "id": name, "html": html, "live": live, "cls": cls}


def verdict_html(tone: str, title: str, lines: Iterable[str] = (), small: str = "") -> str:
    """Return what a card says of an answer: its sign, a title and lines below it."""
    mark = {"right": RIGHT_SIGN, "wrong": WRONG_SIGN}.get(tone, OPEN_SIGN)
    body = "".join(f"<p>{prose(line)}</p>" for line in lines if line)
    small = f"<small>{escape(small)}</small>" if small else ""
    return f'<div class="said {tone}">{mark}<div><b>{prose(title)}</b>{body}{small}</div></div>'


def prose(text: object) -> str:
    """Return text as HTML: escaped, with `code` set as code, **words** bold and *words* in italics."""
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(str(text), quote=False))
    html = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", html)
    return re.sub(r"(?<![\w*])\*(\w[^*]*)\*(?![\w*])", r"<i>\1</i>", html)


def padlock(shut: bool) -> str:
    """Return the sign of a lock, shut or open."""
    path = GLYPHS["lock" if shut else "unlock"]
    return f'<svg viewBox="5 -0.4 22 20.8" aria-hidden="true"><path d="{path}" fill-rule="evenodd"/></svg>'


def picture_of(thing: Any, marks: Sequence[str] = (), *, plain: bool = False) -> w.Widget | None:
    """Return anything a lesson may show as a widget: a state, a figure, SVG or HTML text, a widget, or several.

    Args:
        thing: what to show.
        marks: what to point at on the picture of a state.
        plain: leave out of a state's picture what gives the score away.
    """
    if thing is None or isinstance(thing, w.Widget):
        return thing
    if isinstance(thing, list | tuple):
        return w.VBox([one for one in map(picture_of, thing) if one is not None])
    if isinstance(thing, State):
        prefix = f"p{next(_count)}"
        shown = (*marks, "plain") if plain else tuple(marks)
        return w.HTML(still(draw(thing, marks=shown, prefix=prefix, compact=True)))
    if isinstance(thing, str):
        return w.HTML(thing if thing.lstrip().startswith("<") else f"<p>{prose(thing)}</p>")
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
