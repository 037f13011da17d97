"""The same notebook makes slides for the class: a slide for every step, pictures instead of code, nothing empty."""

from __future__ import annotations

import ast
import copy
import html
import re

import checklist
import nbformat
import pytest
from nbconvert import SlidesExporter
from walk import walked

LESSONS = [path.stem for path in sorted(checklist.FOLDER.glob("[0-9]*.ipynb"))]
_OPENS = ("slide", "subslide")


def kind(cell) -> str:
    return cell["metadata"]["slideshow"]["slide_type"]


@pytest.fixture(scope="module")
def show():
    """The first lesson as slides, as `jupyter nbconvert --to slides --no-input --execute` makes them."""
    walk = walked("00")
    notebook = copy.deepcopy(walk.notebook)
    for cell in notebook["cells"]:
        cell["source"] = checklist.source(cell)
        if cell["cell_type"] == "code":
            cell["outputs"] = [
                {"output_type": "display_data", "data": data, "metadata": {}} for data in walk.outputs[cell["id"]]
            ]
    made, _ = SlidesExporter(exclude_input=True).from_notebook_node(nbformat.from_dict(notebook))
    body = made[made.index('<div class="slides">') :]
    return [part.split("</section>")[0] for part in re.split(r"<section>(?=\s*<(?!section))", body)[1:]]


def words(section: str) -> str:
    """Return what is read on a slide."""
    text = re.sub(r"<(style|script|defs|svg)\b.*?</\1>", " ", section, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def test_every_step_of_the_first_lesson_opens_a_slide_and_no_slide_is_empty_or_shows_code(show):
    told = [words(section) for section in show]
    assert all(told) and len(told) > 10
    for step in walked("00").lesson.steps:
        assert sum(text.startswith(f"{step}") for text in told) == 1, step
    assert any("Step 2 of 6: Play · 3 min" in text for text in told)
    assert not any("import" in text or "lesson." in text for text in told)


def test_the_board_is_on_the_slides_as_a_picture(show):
    (board,) = [section for section in show if "16 of 16 fish" in section and "Boat A" in section][:1]
    assert "<svg" in board


@pytest.mark.parametrize("name", LESSONS)
def test_headings_open_slides_and_what_shows_nothing_is_left_out(name):
    for cell in checklist.read(checklist.FOLDER / f"{name}.ipynb")["cells"]:
        text, hidden = checklist.source(cell), cell["metadata"].get("jupyter", {}).get("source_hidden")
        if re.match(r"##? ", text) and cell["cell_type"] == "markdown":
            assert kind(cell) in _OPENS, text.splitlines()[0]
        elif cell["cell_type"] == "code" and hidden and not checklist.calls(text, "display"):
            shows = isinstance(checklist.python(text).body[-1], ast.Expr)
            assert shows or kind(cell) == "skip", cell["id"]
