"""The page of a lesson on paper: one file that needs nothing else, to read, print and write on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape, unescape
from pathlib import Path

from nbconvert.filters import markdown2html

from fishlab.messages import tr
from fishlab_widgets.publish.lesson_run import Piece, read_lesson
from fishlab_widgets.publish.paper_words import by_points, off_screen
from fishlab_widgets.publish.print_svg import printable
from fishlab_widgets.publish.still_parts import Still, at_the_computer
from fishlab_widgets.teacher.stored_lessons import number_of, solved

STYLE = Path(__file__).with_name("paper.css").read_text(encoding="utf-8")
_LINKS = re.compile(r"<a\b[^>]*>(.*?)</a>", re.DOTALL)
_ANCHOR = re.compile(r'<a class="anchor-link"[^>]*>.*?</a>', re.DOTALL)
_NOTHING = re.compile(r'(</h2>\s*(?:<div class="step">(?:(?!</div></div>).)*</div></div>\s*)?)(?=<h2|$)', re.DOTALL)
"""The end of a heading under which nothing but the number of the step would stand."""

_STEP_LATER = re.compile(
    r'(<h2[^>]*>(?:(?!</h2>).)*</h2>)((?:(?!<h2|<div class="step"|<section|<figure|class="live).)+)'
    r'(<div class="step">(?:(?!</div></div>).)*</div></div>)',
    re.DOTALL,
)
"""A heading, its text, and the number of the step that it is."""


def on_paper(text: str) -> str:
    """Return a text cell as HTML, without the sentences that speak of a screen and without links."""
    return _LINKS.sub(r"\1", _ANCHOR.sub("", markdown2html(by_points(text, off_screen))))


def steps_by_headings(body: str) -> str:
    """Return a page on which the number of a step stands below its heading, so that no page begins with it."""
    return _STEP_LATER.sub(r"\1\3\2", body)


def _to_print(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield what a lesson has for paper: its sandbox is for a screen alone."""
    printed = True
    for piece in pieces:
        if piece.text.startswith("## "):
            printed = not piece.text.startswith("## Sandbox")
        if printed:
            yield piece


def handout(notebook: Path, answers: bool = False) -> str:
    """Return a lesson as one HTML page.

    Args:
        notebook: the lesson's file.
        answers: whether it is the teacher's page, with results and answers.
    """
    still = Still({one.key: one for one in solved(number_of(notebook))} if answers else None)
    pieces = list(read_lesson(notebook))  # all of them first: a card says how many of its kind there are
    parts = [
        on_paper(one.text) or still.program(one.program) + "".join(map(still.html, one.shown))
        for one in _to_print(pieces)
    ]
    body = (
        _NOTHING.sub(lambda end: f"{end[0]}{at_the_computer()}", steps_by_headings("".join(parts))) + still.last_page()
    )
    found = re.search(r"<h1[^>]*>(.*?)</h1>", parts[0], re.DOTALL)
    title = unescape(re.sub(r"<[^>]*>", "", found[1])).strip("¶ ") if found else notebook.stem
    blank = "<span></span>"
    top = f'<p class="name">{tr("Name: {name} Date: {date}", name=blank, date=blank)}</p>'
    if answers:
        title = tr("{lesson} · with answers, for the teacher", lesson=title)
        top = f'<p class="eyebrow">{escape(tr("With answers, for the teacher"))}</p>'
    return printable(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"><style>'
        f"{STYLE}</style></head><body data-jp-theme-light='true'><main>{top}"
        f"{body}</main></body></html>"
    )


def handouts(
    notebooks: Iterable[Path],
    out: Path,
    say: Callable[[str], object] = print,
    print_pdf: Callable[[Path], object] | None = None,
) -> list[Path]:
    """Write each lesson as a page for students and one for the teacher, and return the files.

    Args:
        notebooks: the lessons' files.
        out: the folder, made if it is not there.
        say: is told of each page.
        print_pdf: prints a page into a PDF beside it, where a browser can be had.
    """
    out.mkdir(parents=True, exist_ok=True)
    made = []
    for path in notebooks:
        for answers in (False, True):
            place = out / f"{path.stem}{'-answers' * answers}.html"
            place.write_text(handout(path, answers), encoding="utf-8")
            made.append(place)
            if print_pdf:
                print_pdf(place)
                made.append(place.with_suffix(".pdf"))
            say(place.name)
    return made
