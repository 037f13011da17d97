"""Lessons on Voilà's page: a list that asks for nothing from outside, and no sentence about running cells."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from fishlab_widgets import publish
from jinja2 import Environment, FileSystemLoader
from traitlets import import_item

TEMPLATE = Path(publish.__file__).parent / "voila" / "templates" / "fishlab"


@pytest.mark.parametrize("name", ["tree-lab.html", "tree.html"])
def test_the_list_of_a_folder_leads_to_lessons_and_folders_and_asks_for_nothing_from_outside(name):
    shown = [("notebook", "my course/00 <a>.ipynb"), ("directory", "my course/de"), ("other", "x")]
    page = (
        Environment(loader=FileSystemLoader(TEMPLATE), autoescape=True)
        .get_template(name)
        .render(
            contents={"content": [{"type": kind, "path": path, "name": path.split("/")[-1]} for kind, path in shown]},
            breadcrumbs=[("/voila/tree", ""), ("/voila/tree/my%20course", "my course")],
            page_title="Lessons", base_url="/hub/", frontend="voila", query="token=1",
        )
    )  # fmt: skip
    assert '<a href="/hub/voila/render/my%20course/00%20%3Ca%3E.ipynb?token=1">00 &lt;a&gt;.ipynb</a>' in page
    assert '<a href="/hub/voila/tree/my%20course/de?token=1">de/</a>' in page
    assert '<a href="/voila/tree?token=1">..</a>' in page
    assert page.count("<li>") == 3
    assert not [word for word in ("http", "//", "<script", "src=", "@import") if word in page]


def test_sentences_about_running_cells_are_left_out_and_what_is_done_on_a_board_stays():
    (filter_,) = json.loads((TEMPLATE / "conf.json").read_text(encoding="utf-8"))["preprocessors"].values()
    off_menu = import_item(filter_.pop("type"))(**filter_)
    told = (
        "# Fish\n\n**This lesson starts by itself**. If no board appears, choose *Run → Run All Cells* in the menu.\n\n"
        "Click a fish. Then run the cell with **Shift + Enter**. Look at the plot.\n\n"
        "1. Run this cell again.\n2. Press **Pass**.\n3. Put the mouse on a ship.\n\n- **cell**: a piece of a notebook."
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(told), nbformat.v4.new_code_cell("a")])
    shown, _ = off_menu(notebook, {})
    assert shown.cells[0].source.split("\n\n") == [
        "# Fish",
        "",
        "Click a fish. Look at the plot.",
        "1. Press **Pass**.\n2. Put the mouse on a ship.",
        "- **cell**: a piece of a notebook.",
    ]
    assert shown.cells[1].source == "a"
