"""The page that a site opens on: what this is, a sea that empties, and one button for each lesson.

It is one file without scripts. What it says of the lessons it reads from the lessons themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import quote

import fishlab

HERE = Path(__file__).parent
LOOP = 24  # seconds until the sea is full again
ANSWERS = "-answers"
"""How the name of a hand-out for the teacher ends."""


@dataclass(frozen=True)
class Lesson:
    """What a lesson's first cell says of it: a number, a title, a time, and its question or what one will do."""

    file: str
    number: str
    title: str
    time: str
    aim: str

    @property
    def link(self) -> str:
        """The address of the lesson in the site."""
        return f"notebooks/index.html?path={quote(self.file)}"


def read_lesson(path: Path) -> Lesson:
    """Return what the first cell of a lesson says of it."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "".join(cells[0]["source"])
    heading = re.match(r"# (?:(\d\d) · )?(.+)", text)
    lines = [line.strip() for line in text.splitlines()[1:] if line.strip()]
    time = next((line for line in lines if " · " in line), "")
    questions = (line for line in lines if re.fullmatch(r"\*[^*]+\*", line))
    items = (line.removeprefix("- ").rstrip(";") for line in lines if line.startswith("- "))
    aim = next(questions, "") or next(items, "") or next(iter(lines), "")
    number, title = (heading[1] or "", heading[2]) if heading else ("", path.stem)
    return Lesson(path.name, number, title, time, plain(aim))


def plain(text: str) -> str:
    """Return a sentence without Markdown's signs, with a capital letter and a full stop."""
    words = re.sub(r"[*`_]|\[([^]]*)]\([^)]*\)", r"\1", text).strip()
    end = "" if words.endswith((".", "?", "!")) else "."
    return f"{words[:1].upper()}{words[1:]}{end}" if words else ""


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
    return Template((HERE / "front.html").read_text(encoding="utf-8")).substitute(
        style=style.strip(),
        start_link=escape(lessons[0].link),
        start_title=escape(lessons[0].title),
        boats=boats,
        shoal=fish,
        megabytes=megabytes,
        lessons="\n".join(map(_card, lessons)),
        handouts=_handouts(handouts, lessons) if handouts else "",
        version=escape(fishlab.__version__),
    )


def _card(lesson: Lesson) -> str:
    name = f"{lesson.number} · {lesson.title}" if lesson.number else lesson.title
    return (
        f'<li><h3>{escape(name)}</h3><p class="time">{escape(lesson.time)}</p><p>{escape(lesson.aim)}</p>'
        f'<p class="go"><a class="open" href="{escape(lesson.link)}" '
        f'aria-label="Open lesson {escape(name)}">Open</a></p></li>'
    )


def _handouts(folder: Path, lessons: Sequence[Lesson]) -> str:
    """Return the list of hand-outs: for each lesson its page, its PDF and its slides, as far as they are in the folder.

    What has answers in it is for the teacher only, and is not on the list.
    """
    names = {Path(one.file).stem: f"{one.number} · {one.title}" if one.number else one.title for one in lessons}
    kinds = {".html": "page", ".pdf": "PDF", "-slides.html": "slides"}
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
    heading = (
        '<h2 id="handouts">Hand-outs</h2>\n<p>To print and write on, or for a computer without a network. '
        "Pages with answers are not on this site: <code>fishlab handout</code> writes them for the teacher.</p>"
    )
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
