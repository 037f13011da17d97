"""A lesson as slides for the class: one file that needs nothing else, neither a network nor a kernel.

The notebook's own slide types say where a slide begins and what is left out. What came of a prediction has a slide of
its own after the question: nothing gives it away before the teacher goes on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from fishlab.messages import tr
from fishlab_widgets.lesson.pages import Pair
from fishlab_widgets.lesson.predictions import Prediction
from fishlab_widgets.publish.lesson_run import read_lesson
from fishlab_widgets.publish.paper import STYLE, on_paper
from fishlab_widgets.publish.still_parts import Still, at_the_computer

_CSS, _JS = (Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("slides.css", "slides.js"))
_OPENS = ("slide", "subslide")
_LEFT_OUT = ("skip", "notes")
_STEP = re.compile(r'<div class="step">.*?</div></div>', re.DOTALL)
_HEADING = re.compile(r"<h[12]\b")
_TABLE = re.compile(r"<table\b")
_ASKED = re.compile(r'<section class="card"|<pre class="program"')
_BESIDE, _BELOW, _BELOW_A_PICTURE = 700, 900, 350
"""Letters of a text beside which a picture has room; of a whole slide with questions; of a question below a picture."""


@dataclass
class Slide:
    """What is told on a slide, what is shown beside it, and the results for slides of their own after it."""

    told: str = ""
    shown: str = ""
    results: list[str] = field(default_factory=list)

    def takes(self, html: str) -> str:
        """Return where more has room on this slide: a picture "beside" a short text, a question "below" it; else ""."""
        if _HEADING.search(html):
            return ""
        if "<svg" in html:
            free = (
                not self.shown and "<svg" not in self.told and not _TABLE.search(self.told) and html.count("<svg") == 1
            )
            return "beside" if free and _HEADING.search(self.told) and len(_words(self.told)) <= _BESIDE else ""
        room = _BELOW_A_PICTURE if "<svg" in self.told + self.shown else _BELOW - len(_words(self.told + self.shown))
        return "below" if _ASKED.search(html) and len(_words(html)) <= room else ""

    def add(self, html: str) -> None:
        """Add the next piece to the side that was written last."""
        if self.shown:
            self.shown += html
        else:
            self.told += html

    def html(self) -> str:
        """Return the slide; "" if there is nothing on it but where one is, and that one goes to the computer."""
        whole = _STEP.sub("", self.told + self.shown)
        if "<svg" not in whole and not _words(whole.replace(at_the_computer(), "")):
            return ""
        if not self.shown:
            return self.told
        step = "".join(_STEP.findall(self.told + self.shown))
        told, shown = (_STEP.sub("", part) for part in (self.told, self.shown))
        return f'{step}<div class="told">{told}</div><div class="shown">{shown}</div>'


def sections(notebook: Path) -> list[str]:
    """Return what stands on each slide of a lesson, as HTML; slides on which nothing would stand are left out."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    kinds = [cell["metadata"].get("slideshow", {}).get("slide_type", "-") for cell in cells]
    pieces = list(read_lesson(notebook))  # all of them first: a card says how many of its kind there are
    found: list[Slide] = []
    still = Still(projected=True)
    for kind, piece in zip(kinds, pieces, strict=True):
        if kind in _LEFT_OUT:
            continue
        if kind in _OPENS:
            still.forget()  # a picture that was on another slide is shown again
        html = on_paper(piece.text) if piece.text else still.program(piece.program)
        html += "".join(map(still.html, piece.shown))
        html = _closed(html)
        where = found[-1].takes(html) if found and kind == "subslide" else ""
        if where == "beside":
            found[-1].shown = html
        elif where == "below":
            found[-1].told += html
        elif found and kind not in _OPENS:
            found[-1].add(html)
        else:
            found.append(Slide(html))
        found[-1].results += [_closed(Still(projected=True).result(card)) for card in _predictions(piece.shown)]
    return [html for slide in found for html in (slide.html(), *slide.results) if html]


def _closed(html: str) -> str:
    """Return HTML of figures that are looked at; their data can be opened."""
    return html.replace("<details open", "<details")


def _predictions(shown: Iterable[Any]) -> Iterator[Prediction]:
    for thing in shown:
        if isinstance(thing, Pair):
            yield from _predictions(thing.cards)
        elif isinstance(thing, Prediction):
            yield thing


def _words(html: str) -> str:
    return re.sub(r"<style.*?</style>|<svg.*?</svg>|<details.*?</details>|<[^>]*>", "", html, flags=re.DOTALL).strip()


def slides(notebook: Path) -> str:
    """Return a lesson as one HTML page of slides."""
    title = re.search(r"^# (.+)$", json.loads(notebook.read_text(encoding="utf-8"))["cells"][0]["source"][0])
    shown = "".join(f"<section>{html}</section>" for html in sections(notebook))
    where = escape(tr("{now} of {count}"))
    keys = (
        f'<button class="back">{escape(tr("Back"))}</button><span data-where="{where}"></span>'
        f'<button class="on">{escape(tr("Next"))}</button>'
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(tr('{lesson} · slides', lesson=title[1] if title else notebook.stem))}</title>"
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}{_CSS}</style></head>'
        f"<body data-jp-theme-light='true'><main>{shown}</main><nav hidden>{keys}</nav>"
        f"<script>{_JS}</script></body></html>"
    )


def all_slides(notebooks: Iterable[Path], out: Path, say: Callable[[str], object] = print) -> list[Path]:
    """Write the slides of some lessons into a folder, and return the files."""
    out.mkdir(parents=True, exist_ok=True)
    made = []
    for path in notebooks:
        made.append(out / f"{path.stem}-slides.html")
        say(made[-1].name)
        made[-1].write_text(slides(path), encoding="utf-8")
    return made
