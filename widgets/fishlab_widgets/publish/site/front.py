"""The page that a site opens on: what this is, a sea that empties, and one button for each lesson.

It is one file without scripts. What it says of the lessons it reads from the lessons themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Final
from urllib.parse import quote

import fishlab
from fishlab.languages import find
from fishlab.messages import language, mark, speaking, tr
from fishlab_widgets.course import Lesson as Lesson
from fishlab_widgets.course import plain as plain
from fishlab_widgets.course import translated

HERE = Path(__file__).parent
LICENCES = "licences.txt"
LOOP = 24  # seconds until the sea is full again
TEACHER = "notebooks/index.html?path=teacher/teacher.ipynb"
ANSWERS = "-answers"
"""How the name of a hand-out for the teacher ends."""
_TEXTS: Final = {
    "about": mark("Five fishing games on live boards, and what they teach about fisheries that collapse or last."),
    "headline": mark("Fishlab: fish, and find out"),
    "start": mark("Start: {lesson}"),
    "account": mark("No account, no names: everything runs in this browser, and nothing is sent anywhere."),
    "sea_title": mark("A sea that empties"),
    "sea_text": mark(
        "One boat fishes, then two, then three. The fish become fewer each time round, until one small shoal is left."
    ),
    "no_scripts": mark(
        "This page works without scripts. The lessons do not: Python runs in your browser, so allow JavaScript "
        "for this address before you open one."
    ),
    "lessons_title": mark("The lessons"),
    "how": mark(
        "A button opens a lesson, and it starts by itself: the first board takes about half a minute. The first time, "
        "up to {megabytes} MB are fetched; after that the browser has them."
    ),
    "keep_title": mark("Keep your work"),
    "keep_1": mark(
        "What you change is saved in this browser, on this computer, for this address. It is gone when the "
        "browser's data are cleared, and in a private window when that is closed."
    ),
    "keep_2": mark(
        "To keep a copy, choose {download} in the lesson. To go on elsewhere, put that file into the {files} by "
        "its {upload} button."
    ),
    "keep_3": mark(
        "Every board has a {save_code}, and every lesson a {lesson_code}: lines of text that bring back a game "
        "or your answers, here and in any other Fishlab. Copy them into a message or a document."
    ),
    "keep_4": mark("To begin a lesson anew, delete its file in the list of files and open it again from here."),
    "teacher_title": mark("Teacher's corner"),
    "teacher_page": mark(
        "The {teacher} has timetables, answers behind a word, sheets to print, and reads what a class hands in."
    ),
    "teacher_1": mark(
        "Each lesson says how long it takes and how many play at one screen. None needs another one, or a "
        "rulebook, or a programmer; number by number they make a course."
    ),
    "teacher_2": mark(
        "Open one lesson on the school's own computers the day before. If its first board appears, everything "
        "else will: nothing comes from any other address."
    ),
    "teacher_3": mark(
        "Twenty browsers fetch {megabytes} MB each. Where the line is slow, copy the whole folder of this site "
        "to one computer of the school and run {server} in it."
    ),
    "teacher_4": mark(
        "No names are asked for. What students hand in is their lesson code, by whatever way you use already."
    ),
    "teacher_5": mark("Tablets and phones can play; for the lessons with code a keyboard is better."),
    "teacher_6": mark(
        "All of the course runs here. Only two things want a computer with Fishlab installed: a class whose "
        "students play each other from screens of their own, and very long runs of the laboratory, which take "
        "longer in a browser."
    ),
    "foot": mark(
        "Fishlab {version} · free software under the MIT licence. The games belong to their authors; this site "
        "contains none of their artwork or rulebook text. {licences} has the licences of the parts that others wrote. "
        "Prefer all of JupyterLab? {lab}."
    ),
}
"""What the page says, by its place in `front.html`."""


def link(lesson: Lesson) -> str:
    """Return the address of a lesson in the site."""
    return f"lab/index.html?path={quote(lesson.file)}"


def front_page(lessons: Sequence[Lesson], megabytes: int, *, handouts: Path | None = None) -> str:
    """Return the page.

    Args:
        lessons: all lessons, in order.
        megabytes: the most that a browser fetches.
        handouts: the site's folder of hand-outs, if it has one.
    """
    fish, frames = _shoal()
    boats, more = _boats()
    style = Template((HERE / "front.css").read_text(encoding="utf-8")).substitute(keyframes="\n".join(frames + more))
    texts = {name: tr(message, **_parts(lessons[0].title, megabytes)) for name, message in _TEXTS.items()}
    return Template((HERE / "front.html").read_text(encoding="utf-8")).substitute(
        texts,
        language=language().code,
        others="\n".join(_other(code, lesson) for code, lesson in translated().items()),
        style=style.strip(),
        start_link=escape(link(lessons[0])),
        boats=boats,
        shoal=fish,
        lessons="\n".join(map(_card, lessons)),
        handouts=_handouts(handouts, lessons) if handouts else "",
    )


def _parts(first: str, megabytes: int) -> dict[str, str]:
    """Return what stands in the slots of the texts, as HTML."""
    return {
        "lesson": escape(first),
        "megabytes": str(megabytes),
        "version": escape(fishlab.__version__),
        "download": f"<em>{escape(tr('File → Download'))}</em>",
        "upload": f"<em>{escape(tr('Upload'))}</em>",
        "save_code": f"<em>{escape(tr('save code'))}</em>",
        "lesson_code": f"<em>{escape(tr('lesson code'))}</em>",
        "files": f'<a href="tree/index.html">{escape(tr("list of files"))}</a>',
        "lab": f'<a href="lab/index.html">{escape(tr("Open it here"))}</a>',
        "licences": f'<a href="{LICENCES}">{escape(tr("A list"))}</a>',
        "teacher": f'<a href="{TEACHER}">{escape(tr("page for teachers"))}</a>',
        "server": "<code>python -m http.server</code>",
    }


def _card(lesson: Lesson) -> str:
    name = f"{lesson.number} · {lesson.title}" if lesson.number else lesson.title
    return (
        f'<li><h3>{escape(name)}</h3><p class="time">{escape(lesson.time)}</p><p>{escape(lesson.aim)}</p>'
        f'<p class="go"><a class="open" href="{escape(link(lesson))}" '
        f'aria-label="{escape(tr("Open lesson {name}", name=name))}">{escape(tr("Open"))}</a></p></li>'
    )


def _other(code: str, lesson: Lesson) -> str:
    """Return the way to the first lesson in another language, said in that language."""
    spoken = find(code)
    with speaking(spoken):
        words = tr("Start: {lesson}", lesson=lesson.title)
        rest = tr("The other lessons are in English.")
    return (
        f'<p class="quiet" lang="{code}"><a hreflang="{code}" href="{escape(link(lesson))}">'
        f"{escape(spoken.name)} · {escape(words)}</a> {escape(rest)}</p>"
    )


def _handouts(folder: Path, lessons: Sequence[Lesson]) -> str:
    """Return the list of hand-outs: for each lesson its page, its PDF and its slides, as far as they are in the folder.

    What has answers in it is for the teacher only, and is not on the list.
    """
    names = {Path(one.file).stem: f"{one.number} · {one.title}" if one.number else one.title for one in lessons}
    kinds = {".html": tr("page"), ".pdf": "PDF", "-slides.html": tr("slides")}
    found: dict[str, list[str]] = {}
    for path in sorted(folder.iterdir()):
        kind = "-slides.html" if path.name.endswith("-slides.html") else path.suffix
        stem = path.name.removesuffix(kind)
        if kind not in kinds or stem.endswith(ANSWERS):
            continue
        name, word = escape(names.get(stem, stem)), kinds[kind]
        place = quote(f"{folder.name}/{path.name}")
        found.setdefault(name, []).append(f'<a href="{place}" aria-label="{name}: {word}">{word}</a>')
    items = (f"<li>{name} <span>{' · '.join(links)}</span></li>" for name, links in found.items())
    about = tr(
        "To print and write on, or for a computer without a network. Pages with answers are not on this site: "
        "{command} writes them for the teacher.",
        command="<code>fishlab handout</code>",
    )
    heading = f'<h2 id="handouts">{escape(tr("Hand-outs"))}</h2>\n<p>{about}</p>'
    return "\n".join((heading, '<ul class="handouts">', *items, "</ul>"))


def _boats() -> tuple[str, list[str]]:
    """Return one boat that is always there, and two that come later; all leave when there is nothing left to catch."""
    drawn, frames = [], []
    for number, (x, come) in enumerate(((70, 0), (250, 30), (420, 55))):
        late = "" if number == 0 else " late"
        drawn.append(
            f'<g class="boat{late}" style="animation-name: boat-{number}"><use href="#boat" x="{x}" y="84" '
            f'style="transform-origin: {x + 32}px 100px; animation-delay: -{number}s"/></g>'
        )
        away = "transform: translateX(-620px)"
        before = f"0%, {come}% {{ {away}; }} {come + 6}%" if come else "0%"
        frames.append(f"@keyframes boat-{number} {{ {before}, 86% {{ transform: none; }} 97%, 100% {{ {away}; }} }}")
    return "\n".join(drawn), frames


def _shoal() -> tuple[str, list[str]]:
    """Return the fish: the more boats there are, the faster they go; all but one small shoal are caught in a round."""
    places = [(30 + 88 * column + 34 * (row % 2), 135 + 42 * row) for row in range(4) for column in range(6)]
    order = [places[number * 7 % len(places)] for number in range(len(places))]  # here and there, not row by row
    stay, drawn, frames = 3, [], []
    for number, (x, y) in enumerate(order):
        left = len(order) - stay - number
        gone = 6 + 72 * (1 - (max(left, 0) / (len(order) - stay)) ** 2) if left > 0 else 0.0
        caught = f' class="caught{" late" if number % 2 else ""}" style="animation-name: fish-{number}"' if gone else ""
        drawn.append(
            f'<g{caught}><use class="swim" href="#fish" x="{x}" y="{y}" style="--late: -{number * 5 % 12}s"/></g>'
        )
        if gone:
            net = f"opacity: 0; transform: translate({(280 - x) / 8:.0f}px, -40px)"
            frames.append(
                f"@keyframes fish-{number} {{ 0%, {gone:.1f}% {{ opacity: 1; transform: none; }} "
                f"{gone + 4:.1f}%, 96% {{ {net}; }} 100% {{ opacity: 1; transform: none; }} }}"
            )
    return "\n".join(('<g class="shoal">', *drawn, "</g>")), frames
