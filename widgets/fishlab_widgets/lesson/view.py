"""What a card tells its page, in typed dictionaries; `cards.js` draws them, and sends `Message`s back.

A card lists parts above (`head`) and below (`body`) of what there is to look at (`aside`). A part keeps its place on
the page while it keeps its id, so that typing and focus survive a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape, unescape
from typing import Any, Literal, NotRequired, TypedDict

from fishlab.messages import tr
from fishlab_widgets.controls.page_model import LOST
from fishlab_widgets.draw.glyphs import GLYPHS

Frame = Literal["card", "strip", "sealed", "pair"]


class HtmlPart(TypedDict):
    """A text."""

    kind: Literal["html"]
    id: str
    html: str
    live: bool
    """Whether a change of it is read aloud."""


class Option(TypedDict):
    """One of some choices."""

    label: str
    caption: str
    truth: bool


class ChoicesPart(TypedDict):
    """Choices of which one, or several, can be taken."""

    kind: Literal["choices"]
    id: str
    label: str
    many: bool
    options: list[Option]
    chosen: list[int]
    locked: bool
    send: str
    captions: bool
    shout: NotRequired[bool]
    """Whether its label is shown, and a choice is acted on at once."""


class NumberPart(TypedDict):
    """A number to give, with a slider beside it or without."""

    kind: Literal["number"]
    id: str
    label: str
    unit: str
    low: float
    high: float
    by: float
    slider: bool
    send: str
    value: str


class FieldPart(TypedDict):
    """A field to write in, with its button."""

    kind: Literal["field"]
    id: str
    send: str
    label: str
    button: str
    value: str
    max: int
    full: str
    """What is said once it holds no more."""
    rows: NotRequired[int]
    placeholder: NotRequired[str]
    hush: NotRequired[bool]
    """Whether its label is only read aloud, because it stands above as the question."""


class ButtonPart(TypedDict):
    """A button."""

    kind: Literal["button"]
    id: str
    send: str
    text: str
    disabled: bool
    primary: NotRequired[bool]
    """Whether it is what the card is about: then it is as wide as the card."""


class CodePart(TypedDict):
    """A code to copy."""

    kind: Literal["code"]
    id: str
    label: str
    button: str
    copied: str
    value: str


Part = HtmlPart | ChoicesPart | NumberPart | FieldPart | ButtonPart | CodePart


class Seen(TypedDict):
    """Something to look at: HTML, or the name of a widget."""

    html: NotRequired[str]
    widget: NotRequired[str]


class Words(TypedDict):
    """What the page says by itself."""

    lost: str
    working: str
    sideways: str


class CardView(TypedDict):
    """All that a page shows of a card."""

    frame: Frame
    looks: list[str]
    """Its tone, and how it is laid out: `wide`, `big` or `long`."""
    label: str
    head: list[Part]
    aside: list[Seen]
    body: list[Part]
    words: Words


class Message(TypedDict):
    """What a page sends: what a part is told to `send`, and what was chosen or typed."""

    type: str
    value: Any
    sent: NotRequired[str]
    """Which page, and which of its messages."""


def words() -> Words:
    """Return what every page says by itself."""
    return {
        "lost": tr(LOST),
        "working": tr("Working …"),
        "sideways": tr("↔ Push the picture sideways to see all of it."),
    }


# ---- parts -------------------------------------------------------------------------------------------------------

TICK = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 10l5 6l9-11"/></svg>'
_RIGHT_SIGN = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="14" style="fill:var(--good)"/>'
    '<path d="M-7 0l5 6l9-11" style="fill:none;stroke:var(--on-c);stroke-width:3"/></svg>'
)
_WRONG_SIGN = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="14" style="fill:var(--bad)"/>'
    '<path d="M-6-6l12 12m0-12l-12 12" style="fill:none;stroke:var(--on-b);stroke-width:3"/></svg>'
)
_OPEN_SIGN = (
    '<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="12" style="fill:none;stroke:var(--ink2);'
    'stroke-width:2.5;stroke-dasharray:4 4"/></svg>'
)


def prose(text: object) -> str:
    """Return text as HTML: escaped, with `code` set as code, **words** bold and *words* in italics."""
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(str(text), quote=False))
    html = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", html)
    return re.sub(r"(?<![\w*])\*(\w[^*]*)\*(?![\w*])", r"<i>\1</i>", html)


def spoken(text: object) -> str:
    """Return text as it is read aloud: without the signs that `prose` draws.

    >>> spoken("but **not** of the crates")
    'but not of the crates'
    """
    return unescape(re.sub(r"<[^>]+>", "", prose(text)))


def html_part(name: str, html: str, *, live: bool = False) -> HtmlPart:
    """Return a part of a card that is plain HTML."""
    return {"kind": "html", "id": name, "html": html, "live": live}


def quiet_part(name: str, text: str) -> HtmlPart:
    """Return a line in small print that is read aloud when it changes; "" leaves its place empty."""
    return html_part(name, f'<p class="quiet">{escape(text, quote=False)}</p>' if text else "", live=True)


def button_part(name: str, send: str, text: str, *, disabled: bool = False, primary: bool = False) -> ButtonPart:
    """Return a button."""
    return {"kind": "button", "id": name, "send": send, "text": text, "disabled": disabled, "primary": primary}


def field_part(
    name: str, send: str, label: str, button: str, value: str = "", *,
    most: int, rows: int = 0, placeholder: str = "", hush: bool = False,
) -> FieldPart:  # fmt: skip
    """Return a field of one line, or of several `rows`, that holds so many letters at `most`."""
    return {
        "kind": "field", "id": name, "send": send, "label": spoken(label), "button": button, "value": value,
        "max": most, "full": tr("At most {most} letters.", most=f"{most:,}"),
        "rows": rows, "placeholder": placeholder, "hush": hush,
    }  # fmt: skip


def verdict_html(tone: str, title: str, lines: Iterable[str] = (), small: str = "") -> str:
    """Return what a card says of an answer: its sign, a title and lines below it."""
    mark = {"right": _RIGHT_SIGN, "wrong": _WRONG_SIGN}.get(tone, _OPEN_SIGN)
    body = "".join(f"<p>{prose(line)}</p>" for line in lines if line)
    small = f"<small>{escape(small)}</small>" if small else ""
    return f'<div class="said {tone}">{mark}<div><b>{prose(title)}</b>{body}{small}</div></div>'


def padlock(shut: bool) -> str:
    """Return the sign of a lock, shut or open."""
    path = GLYPHS["lock" if shut else "unlock"]
    return f'<svg viewBox="5 -0.4 22 20.8" aria-hidden="true"><path d="{path}" fill-rule="evenodd"/></svg>'


def sealed_html(text: str) -> str:
    """Return the sign of something that is not shown yet, and what opens it."""
    return f'<div class="sealed">{padlock(True)}<div>{escape(text)}</div></div>'
