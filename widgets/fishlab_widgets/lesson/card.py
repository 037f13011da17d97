"""What every card is made of: one widget, which tells its page a `CardView` and takes what a person does there."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import ipywidgets as w
import traitlets

from fishlab.core import State
from fishlab.messages import mark, tr
from fishlab_widgets.controls.base_widget import COLOURS, SHOW_AGAIN, BaseWidget, script, style
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.draw.svg import still
from fishlab_widgets.lesson.answers import Answer
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import (
    CardView,
    Frame,
    HtmlPart,
    Part,
    Seen,
    html_part,
    prose,
    quiet_part,
    spoken,
    words,
)
from fishlab_widgets.live.face import draw

_count = itertools.count(1)
_HERE = Path(__file__).parent
Picture: TypeAlias = str | w.Widget
"""Something to look at: HTML, or a widget."""


class Drawn(Live, BaseWidget):
    """One widget that shows a `CardView`: a card, a strip of steps, something sealed, or several cards side by side."""

    _esm = script(SHOW_AGAIN, _HERE / "cards.js")
    _css = style(_HERE / "cards.css", base=COLOURS)

    frame = traitlets.Unicode("card").tag(sync=True)
    looks = traitlets.List(traitlets.Unicode()).tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    head = traitlets.List(traitlets.Dict()).tag(sync=True)
    aside = traitlets.List(traitlets.Dict()).tag(sync=True)
    body = traitlets.List(traitlets.Dict()).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    rev = traitlets.Int(0).tag(sync=True)
    """Counts what was shown: the page draws when it has all of it."""
    heard = traitlets.Unicode().tag(sync=True)
    """The message of a page that was dealt with last, by the page's own number."""
    own_frame = True

    pictures: tuple[Picture, ...] = ()
    """What there is to look at."""

    def show(
        self,
        frame: Frame,
        label: str,
        head: Sequence[Part | None] = (),
        body: Sequence[Part | None] = (),
        looks: Sequence[str] = (),
    ) -> None:
        """Tell the page what to show, with the present pictures; parts that are None are left out."""
        view: CardView = {
            "frame": frame,
            "looks": [look for look in looks if look],
            "label": spoken(label),
            "head": [part for part in head if part is not None],
            "aside": [_seen(picture) for picture in self.pictures],
            "body": [part for part in body if part is not None],
            "words": words(),
        }
        with self.hold_sync():  # only what has changed is sent
            for name, value in view.items():
                setattr(self, name, value)
            self.rev += 1


def _seen(picture: Picture) -> Seen:
    return {"html": picture} if isinstance(picture, str) else {"widget": picture.model_id}


class Card(Drawn):
    """A card of a lesson: its question (head), something to look at (aside), and what follows (body)."""

    wakes = mark("this card")
    tone: ClassVar[str] = ""
    word: ClassVar[str] = ""
    """What kind of card it is, above its question."""
    keeps: ClassVar[str] = ""
    """What kind of answer is kept of it, "" where none is."""
    follows_all: ClassVar[bool] = False
    """Whether it is shown anew when any card of the lesson changes."""
    layout_of: ClassVar[str] = "wide"
    """How it is laid out with something to look at: `wide` beside it, `long` below it."""
    big = False
    """Whether what there is to look at needs more than half of the card."""

    def __init__(self, lesson: Progress, key: str, asked: str, about: str = "", step: str | None = None) -> None:
        if self.keeps:
            lesson.register(key, self.keeps, step)
        self.lesson, self.key, self.asked, self.about = lesson, key, asked, about
        self.notice = ""
        super().__init__(label=asked)
        self.on_msg(lambda _widget, content, _buffers: self.hear(content))

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
            self.notice = tr("Your code held an answer that does not fit this card: please answer again.")

    def refresh(self) -> None:
        """Show the present state of the answer."""

    def look(self, *pictures: Picture | None) -> None:
        """Put something beside the question; `show_parts` shows it."""
        self.pictures = tuple(picture for picture in pictures if picture is not None)

    def show_parts(self, *head: Part | None, body: Sequence[Part | None] = ()) -> None:
        """Show some parts, and what there is to look at."""
        laid_out = self.layout_of if self.pictures or self.layout_of == "long" else ""
        looks = (self.tone, laid_out, "big" if self.big else "")
        self.show("card", self.asked, head, body, looks)

    def title_part(self) -> HtmlPart:
        """Return the part that says what is asked."""
        about = f'<div class="about">{prose(self.about)}</div>' if self.about else ""
        return html_part(
            "asked",
            f'<div class="eyebrow">{escape(self.eyebrow())}</div><div class="asked">{prose(self.asked)}</div>{about}',
        )

    def eyebrow(self) -> str:
        """Return what kind of card it is, and its place among its kind."""
        number = self.lesson.numbering(self.key) if self.key else ""
        return f"{tr(self.word)} {number}".strip()

    def act(self, kind: str, value: Any) -> None:
        """Do what a person asked for; what this card does not offer now is left undone."""

    def hear(self, content: object) -> None:
        """Take a message from a page (`view.Message`); what is none is passed over."""
        match content:
            case {"type": str(kind), "value": str(value)}:
                self.receive(kind, value.encode(errors="replace").decode())  # half a sign could be written into no code
            case {"type": str(kind), "value": value}:
                self.receive(kind, value)
        if isinstance(content, dict) and isinstance(sent := content.get("sent"), str):
            self.heard = sent[:80]

    def receive(self, kind: str, value: Any) -> None:
        """Take what a person did; whatever goes wrong is said on the card."""
        self.notice = ""
        try:
            self.act(kind, value)
        except Exception as error:
            self.notice = tr(
                "Something went wrong here ({kind}: {error}). Nothing was lost.", kind=type(error).__name__, error=error
            )
        self.answered()

    def answered(self) -> None:
        """Show what came of it, wherever it can be seen."""
        self.lesson.changed(self.key)

    def notice_part(self) -> HtmlPart:
        """Return the place where the card says what it could not do."""
        return quiet_part("notice", self.notice)


def pictures_of(thing: Any, marks: Sequence[str] = (), *, plain: bool = False) -> list[Picture]:
    """Return anything a lesson may show as HTML or as a widget: a state, a figure, SVG or HTML text, or several.

    Args:
        thing: what to show.
        marks: what to point at on the picture of a state.
        plain: leave out of a state's picture what gives the score away.
    """
    if thing is None:
        return []
    if isinstance(thing, w.Widget):
        return [thing]
    if isinstance(thing, list | tuple):
        return [picture for one in thing for picture in pictures_of(one)]
    if isinstance(thing, State):
        prefix = f"p{next(_count)}"
        shown = (*marks, "plain") if plain else tuple(marks)
        return [still(draw(thing, marks=shown, prefix=prefix, compact=True))]
    if isinstance(thing, str):
        return [thing if thing.lstrip().startswith("<") else f"<p>{prose(thing)}</p>"]
    for method in ("_repr_html_", "_repr_svg_"):
        if (html := getattr(thing, method, lambda: None)()) is not None:
            return [str(html)]
    return [f"<pre>{escape(str(thing))}</pre>"]


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
