"""All that lessons show, in a real browser without Jupyter: figures agree with their tables, nothing is too small."""

from __future__ import annotations

from pathlib import Path

import browser
import pytest
from figures import look
from pages import axe
from paper_page import PaperPage
from walk import walked

pytestmark = pytest.mark.browser

NAMES = [path.stem for path in sorted((browser.ROOT / "notebooks").glob("*.ipynb"))]
CHECK = Path(__file__).parents[1].joinpath("page_check.js").read_text(encoding="utf-8")
WIDTHS = (768 - 182, 1280 - 182, 1920 - 182)
"""What JupyterLab leaves a cell on screens 768, 1280 and 1920 wide."""


@pytest.mark.parametrize("name", NAMES)
def test_all_that_a_lesson_shows_can_be_read_and_hit_and_agrees_with_its_tables(chrome, name):
    walk = walked(name)
    if "lesson" in walk.names:
        walk.forget()
        walk.lock()
    paper = PaperPage(chrome, walk, WIDTHS[0])
    assert look(paper.page).wrong == []
    for width in WIDTHS:
        paper.resize(width)
        assert paper.page.evaluate(CHECK, {"letters": 12, "target": 24}) == []
    if walk.shown:  # a page of words alone has nothing of ours to be heard
        assert axe(paper.page, ".fishlab-live", but=".fishlab-board .picture") == []
    assert paper.problems == []
    paper.close()
