"""What every notebook is held to, as far as a machine can see it.

`python tests/checklist.py [NOTEBOOK …]` says what is wrong with some notebooks, or with all.
"""

from __future__ import annotations

import ast
import json
import re
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fishlab_widgets.lesson_cards import in_full

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "notebooks"
TEACHER = FOLDER / "teacher" / "teacher.ipynb"
"""The teacher's page, in a folder of its own."""
ALL = [*sorted(FOLDER.glob("*.ipynb")), TEACHER]
"""Every notebook of the course."""
COURSE = (
    "00-cast-off", "01-boom-ten-years", "02-boom-which-fish-matters", "03-boom-alone-or-together",
    "03b-boom-price-of-anarchy", "04-from-boards-to-models", "05-pisces-six-lives", "06-pisces-blocks-and-trophies",
    "07-fishery-who-owns-the-sea", "08-fleet-the-right-to-fish", "09-fresh-fish-to-market", "10-harbour-council",
)  # fmt: skip
"""The lessons in the order in which a class takes them."""
NOT_LESSONS = ("teacher", "sandbox", "glossary", "references")
"""Pages without a course of steps: they need no predictions, exercises, debrief or link to a next lesson."""

MOST_WORDS = 120
MOST_LINES = 15
USUAL_LINES = 7
MOST_LINES_FIRST = 20
MOST_LINES_GAME = 24  # of a cell that registers a game: its rules are read in one piece
FEWEST = {"00-cast-off": (2, 4)}  # a quarter of an hour to the first success
"""Fewest predictions and exercises of a lesson; of any other three and four."""
MOST_EMPTY = 12  # runs of an empty notebook, each about a second: what `make bench` lets a lesson take
MOST_BYTES = 2_000_000_000

_REAL_FISHERIES = re.compile(
    r"\bFAO\b|\bIUCN\b|northern cod|newfoundland|grand banks|anchoveta|california sardine|bluefin|halibut|moratorium"
    r"|\btonnes\b|\blandings\b|\bMt\b|Costello|Gutiérrez|DeCaro|Gardner|Cason|Anderies|Walters",
    re.IGNORECASE,
)
_SLIDES = {"slide", "subslide", "fragment", "skip", "notes", "-"}

Cell = dict[str, Any]


def read(path: Path) -> dict[str, Any]:
    """Return a notebook."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def written_out(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a lesson with the calls that make its cards instead of their keys: `ask("score")` asks, and knows."""
    page = notebook["metadata"].get("fishlab", {}).get("page", "")
    cells = [
        {**cell, "source": in_full(page, source(cell))} if cell["cell_type"] == "code" else cell
        for cell in notebook["cells"]
    ]
    return {**notebook, "cells": cells}


def source(cell: Cell) -> str:
    """Return a cell's text, which may be stored as lines."""
    text = cell["source"]
    return text if isinstance(text, str) else "".join(text)


def is_folded(cell: dict[str, Any]) -> bool:
    """Return whether a cell's code is folded away."""
    return bool(cell["metadata"].get("jupyter", {}).get("source_hidden"))


def cells(notebook: dict[str, Any], kind: str) -> list[tuple[int, str]]:
    """Return the cells of a kind with their place in the notebook, from 1."""
    return [(n, source(cell)) for n, cell in enumerate(notebook["cells"], 1) if cell["cell_type"] == kind]


def python(text: str) -> ast.Module:
    """Return a code cell as a tree, without the lines that are meant for IPython."""
    return ast.parse("\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in text.splitlines()))


def calls(text: str, *names: str) -> list[ast.Call]:
    """Return the calls of methods or functions of some names in a code cell, in order."""
    found = []
    for node in ast.walk(python(text)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in names:
                found.append(node)
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def lesson_calls(notebook: dict[str, Any], *names: str) -> list[tuple[int, ast.Call]]:
    """Return the calls of a lesson's methods (`lesson.predict(…)`) with the place of their cells."""
    return [
        (place, call)
        for place, text in cells(notebook, "code")
        for call in calls(text, *names)
        if isinstance(call.func, ast.Attribute)
    ]


def given(call: ast.Call, name: str) -> ast.expr | None:
    """Return what a call gives by keyword."""
    return next((word.value for word in call.keywords if word.arg == name), None)


def key(call: ast.Call) -> str:
    """Return a card's key, its first argument."""
    first = call.args[0] if call.args else given(call, "key")
    return str(first.value) if isinstance(first, ast.Constant) else ast.unparse(first) if first else ""


def words(text: str) -> int:
    """Return how many words a reader reads: no addresses, no marks of tables, no pictures."""
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"<[^>]*>|\$[^$]*\$", " ", text)
    return len(re.findall(r"[^\W_][\w'’.,%-]*", text))


# Each check yields what is wrong; what it looks for stands in its first line.


def stored_clean(notebook: dict[str, Any]) -> Iterator[str]:
    """Stored without outputs, counts and widget state, with an id for every cell."""
    if "widgets" in notebook["metadata"]:
        yield "saved widget state is stored: clear all outputs before saving"
    if notebook["metadata"].get("kernelspec", {}).get("name") != "python3":
        yield "the kernel is not python3, which every machine has"
    ids = [cell.get("id") for cell in notebook["cells"]]
    if None in ids or len(set(ids)) < len(ids):
        yield "every cell needs an id of its own"
    for n, cell in enumerate(notebook["cells"], 1):
        if cell.get("outputs") or cell.get("execution_count") is not None:
            yield f"cell {n} is stored with its output or count: clear all outputs before saving"
        if not source(cell).strip():
            yield f"cell {n} is empty"


def marked(notebook: dict[str, Any], name: str) -> Iterator[str]:
    """The mark by which JupyterLab knows a page of the course, and may start it."""
    number = re.match(r"\d\d[a-z]?(?=-)", name)
    page = number[0] if number else name
    if notebook["metadata"].get("fishlab") != {"page": page}:
        yield f'the notebook\'s metadata need "fishlab": {{"page": "{page}"}}, or JupyterLab does not start it'


def first_cell(notebook: dict[str, Any]) -> Iterator[str]:
    """The first cell: title, minutes, two to four objectives, one line on how to start."""
    opening = notebook["cells"][0]
    text = source(opening)
    if opening["cell_type"] != "markdown" or not re.match(r"# \S", text):
        yield "the first cell is not a text that opens with a title (# …)"
    if not re.search(r"\b\d+\s+min", text):
        yield "the first cell does not say how many minutes the lesson takes"
    objectives = len(re.findall(r"^\s*(?:[-*+]|\d+\.)\s+\S", text, re.MULTILINE))
    if not 2 <= objectives <= 4:
        yield f"the first cell lists {objectives} objectives: two to four are wanted"
    if not re.search(r"Run → Run All Cells", text):
        yield "the first cell does not say how to start where nothing starts by itself (Run → Run All Cells)"


def board_at_once(notebook: dict[str, Any]) -> Iterator[str]:
    """A playable board within the first two code cells, the first of which is folded away."""
    if not any(calls(text, "Table", "Board", "table", "board", "play") for _, text in cells(notebook, "code")[:2]):
        yield "no board can be played within the first two code cells"
    if not all(is_folded(cell) for cell in [one for one in notebook["cells"] if one["cell_type"] == "code"][:1]):
        yield "the first code cell is not folded away (source_hidden): a lesson opens at its board"


def told_before(notebook: dict[str, Any]) -> Iterator[str]:
    """What to do stands before a board, and the first cell fits one screen."""
    all_cells = notebook["cells"]
    if len(source(all_cells[0]).splitlines()) > MOST_LINES_FIRST:
        yield f"the first cell has more than {MOST_LINES_FIRST} lines: it shall fit one screen"
    for n, text in cells(notebook, "code"):
        before = all_cells[n - 2]
        if calls(text, "Table", "Sandbox") and before["cell_type"] != "markdown":
            yield f"cell {n} shows a board, and no text before it says what to do"
        heading = re.match(r"## ([^:\n]+)", source(all_cells[n])) if n < len(all_cells) else None
        if heading and re.search(rf'(?:at\(|step=)"{re.escape(heading[1].strip())}"', text):
            yield f"cell {n}: its instructions ({heading[0]}) stand below it"


def fewest(name: str) -> tuple[int, int]:
    """Return how many predictions and exercises a notebook has at least."""
    return (0, 0) if name in NOT_LESSONS else FEWEST.get(name, (3, 4))


def predictions(notebook: dict[str, Any], name: str) -> Iterator[str]:
    """At least three predictions, each locked before its reveal and followed by an explanation."""
    made = lesson_calls(notebook, "predict")
    if len({key(call) for _, call in made}) < fewest(name)[0]:
        yield f"{len({key(call) for _, call in made})} predictions: at least {fewest(name)[0]} are wanted"
    explained = [place for place, _ in lesson_calls(notebook, "explain")]
    for place, call in made:
        if given(call, "result") is None:
            yield f"cell {place}: prediction {key(call)!r} has no result to be held against"
        asked = given(call, "explain")
        silent = isinstance(asked, ast.Constant) and not asked.value
        if silent and not any(place <= other <= place + 2 for other in explained):
            yield f"cell {place}: after prediction {key(call)!r} nobody asks to explain the gap"
        yield from _given_away(notebook, place, call)


def _given_away(notebook: dict[str, Any], place: int, call: ast.Call) -> Iterator[str]:
    """Look whether what a prediction reveals is worked out in the open before it."""
    for word in ("result", "show"):
        secret = given(call, word)
        if not isinstance(secret, ast.Name):
            continue
        for other, text in cells(notebook, "code"):
            if other <= place and calls(text, secret.id):
                yield f"cell {other}: {secret.id} is worked out before prediction {key(call)!r} is locked"


def exercises(notebook: dict[str, Any], name: str) -> Iterator[str]:
    """At least four exercises with instant checks, and a hint for a wrong answer."""
    made = lesson_calls(notebook, "question", "check")
    if len({key(call) for _, call in made}) < fewest(name)[1]:
        yield f"{len({key(call) for _, call in made})} checked exercises: at least {fewest(name)[1]} are wanted"
    for place, call in made:
        hints = given(call, "hints")
        if hints is None or (isinstance(hints, ast.List | ast.Tuple) and not hints.elts):
            yield f"cell {place}: exercise {key(call)!r} has no hint"


def lengths(notebook: dict[str, Any]) -> Iterator[str]:
    """No text over 120 words, no step over five minutes, code cells of about five lines and at most fifteen."""
    for place, text in cells(notebook, "markdown"):
        if words(text) > MOST_WORDS:
            yield f"cell {place}: {words(text)} words, at most {MOST_WORDS} are read"
        if place > 1:
            for minutes in re.findall(r"^#+.*?\b(\d+)\s+min", text, re.MULTILINE):
                if int(minutes) > 5:
                    yield f"cell {place}: a step of {minutes} minutes, at most five are wanted"
    sizes = []
    for n, cell in enumerate(notebook["cells"], 1):
        if cell["cell_type"] != "code":
            continue
        size = len([line for line in source(cell).splitlines() if line.strip()])
        most = MOST_LINES_GAME if calls(source(cell), "register") else MOST_LINES
        if size > most:
            yield f"cell {n}: {size} lines of code, at most {most}"
        if not is_folded(cell):
            sizes.append(size)
        elif any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in python(source(cell)).body):
            yield f"cell {n}: a folded cell defines a helper, which belongs to the package"
    if sizes and statistics.median(sizes) > USUAL_LINES:
        usual = f"{statistics.median(sizes):g}"
        yield f"code cells have {usual} lines usually: about five are wanted; fold long cards away (source_hidden)"


def out_of_the_way(notebook: dict[str, Any], name: str) -> Iterator[str]:
    """At most one folded bar of code a step, and no answer: a lesson of the course makes its cards by their keys."""
    bars = 0
    for n, cell in enumerate(notebook["cells"], 1) if name in COURSE else ():
        if cell["cell_type"] == "markdown":
            bars *= not re.search(r"^## ", source(cell), re.MULTILINE)
            continue
        bars += is_folded(cell)
        if is_folded(cell) and bars > 1:
            yield f"cell {n}: a second folded cell in its step"
        for call in calls(source(cell), "predict", "question", "check"):
            if isinstance(call.func, ast.Attribute):
                yield f"cell {n}: card {key(call)!r} belongs to the package, with its answer: show it with ask"


def figures(notebook: dict[str, Any]) -> Iterator[str]:
    """Every figure comes from our helpers, which give it a text alternative and its data."""
    for place, text in cells(notebook, "code"):
        for node in ast.walk(python(text)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] in ("matplotlib", "PIL", "plotly", "altair", "seaborn") for name in names):
                yield f"cell {place}: draws by itself ({', '.join(names)}): a figure of ours has a text alternative"
    for place, text in cells(notebook, "markdown"):
        if re.search(r"!\[\s*\]\(", text) or re.search(r"<img(?![^>]*\balt=[\"'][^\"']+)", text):
            yield f"cell {place}: a picture without a text alternative"


def same_seed(notebook: dict[str, Any]) -> Iterator[str]:
    """The same seed gives the same game: no generator without a seed, no clock."""
    for place, text in cells(notebook, "code"):
        for call in calls(text, "Random", "default_rng"):
            if not call.args and not call.keywords:
                yield f"cell {place}: {ast.unparse(call)} has no seed"
        if re.search(
            r"\b(np|numpy)\.random\.(?!default_rng|Generator)|\brandom\.(?!Random\b)[a-z]+\(|\btime\.time\(", text
        ):
            yield f"cell {place}: uses hidden chance or a clock: pass Random(seed)"


def sources(notebook: dict[str, Any]) -> Iterator[str]:
    """Every real-world number has its source beside it: "(FAO 2025)", or "Source: …" in the cell."""
    for n, cell in enumerate(notebook["cells"], 1):
        if re.search(r"\bsources?\b", source(cell), re.IGNORECASE):
            continue
        for part in re.split(r"\n\s*\n|\n(?=\s*(?:[-*+|]|\d+\.)\s)", source(cell)):
            part = re.sub(r"\[\d\db?\b[^]]*\]\([^)]*\)", "", part)  # a link to a lesson is no figure
            named = _REAL_FISHERIES.search(part)
            if named and re.search(r"\d", part) and not re.search(r"\([^()]*\b(?:19|20)\d\d[a-z]?\)", part):
                yield f"cell {n}: speaks of {named[0]} with figures but names no source: (FAO 2025), or “Source: …”"


def way_back(notebook: dict[str, Any]) -> Iterator[str]:
    """A policy or treatment switch with a button "back to the rulebook": a card, or a laboratory that says so."""
    text = "\n".join(text for _, text in cells(notebook, "markdown"))
    laboratory = any(calls(text, "Laboratory") for _, text in cells(notebook, "code"))
    if not lesson_calls(notebook, "policy") and not (laboratory and "**Back to the rulebook**" in text):
        yield "no policy or treatment switch with a way “back to the rulebook”"


def ending(notebook: dict[str, Any], name: str) -> Iterator[str]:
    """It ends with a sandbox, debrief questions and the link to the next lesson."""
    text = "\n".join(text for _, text in cells(notebook, "markdown"))
    headings = [line.lower() for line in re.findall(r"^#+\s+(.*)$", text, re.MULTILINE)]
    for wanted in ("sandbox", "debrief"):
        if not any(wanted in heading for heading in headings[-6:]):
            yield f"no heading near the end says “{wanted}”"
    closing = cells(notebook, "markdown")[-1][1]
    later = COURSE[COURSE.index(name) + 1 :] if name in COURSE else ()
    following = [one for one in later if (FOLDER / f"{one}.ipynb").exists()]
    if following and f"]({following[0]}.ipynb)" not in closing:
        yield f"the last text does not link to the next lesson, {following[0]}.ipynb"
    before = (
        [one for one in COURSE[: COURSE.index(name)] if (FOLDER / f"{one}.ipynb").exists()] if name in COURSE else []
    )
    for what, page in (("lesson before", before[-1:]), ("contents", before[:1]), ("words", before and ["glossary"])):
        if page and f"]({page[0]}.ipynb)" not in closing:
            yield f"the last text does not link to the {what}, {page[0]}.ipynb"
    if not following and not re.search(r"\]\([^)]*\.ipynb\)", closing):
        yield "the last text does not link onward: to the sandbox or the teacher's page"


def dead_links(notebook: dict[str, Any]) -> Iterator[str]:
    """Links inside the project lead to a file of the course: a copy of it, and the site, have no other."""
    home = TEACHER.parent if notebook["metadata"].get("fishlab") == {"page": "teacher"} else FOLDER
    for place, text in cells(notebook, "markdown"):
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            inside = not re.match(r"[a-z]+:|#", target)
            place = (home / target.split("#")[0]).resolve()
            if inside and not (place.exists() and place.is_relative_to(FOLDER.resolve())):
                yield f"cell {place}: the link to {target} leads nowhere"


def slides(notebook: dict[str, Any]) -> Iterator[str]:
    """Slides for the class come from the same notebook."""
    kinds = [cell["metadata"].get("slideshow", {}).get("slide_type", "") for cell in notebook["cells"]]
    for n, kind in enumerate(kinds, 1):
        if kind not in _SLIDES:
            yield f"cell {n}: no slide type ({kind or 'none'}): choose {', '.join(sorted(_SLIDES))}"
    if kinds[:1] != ["slide"]:
        yield "the first cell does not open the slides"


AS_STORED = (stored_clean, lengths)
FOR_ALL = (figures, same_seed, sources, dead_links)
FOR_LESSONS = (first_cell, board_at_once, told_before, way_back, slides)
BY_NAME = (predictions, exercises, ending)


def problems(notebook: dict[str, Any], name: str) -> list[str]:
    """Return all that is wrong with a notebook of a name."""
    found = [*marked(notebook, name), *(wrong for check in AS_STORED for wrong in check(notebook))]
    found += out_of_the_way(notebook, name)
    notebook = written_out(notebook)
    found += [wrong for check in FOR_ALL for wrong in check(notebook)]
    if name not in NOT_LESSONS:
        found += [wrong for check in FOR_LESSONS for wrong in check(notebook)]
        found += [wrong for check in BY_NAME for wrong in check(notebook, name)]
    return found


def main(names: list[str]) -> None:
    """Say what is wrong with some notebooks, or with all."""
    paths = [Path(name) for name in names] or ALL
    bad = 0
    for path in paths:
        found = problems(read(path), path.stem)
        bad += bool(found)
        print(f"{path.name}: {'good' if not found else ''}")
        for wrong in found:
            print(f"  - {wrong}")
    sys.exit(bad)


if __name__ == "__main__":
    main(sys.argv[1:])
