"""All that lessons show, in a real browser without Jupyter: figures agree with their tables, nothing is too small."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import checklist
import pytest
from figures import look
from pages import axe
from paper_page import PaperPage
from walk import Walk, walked

pytestmark = pytest.mark.browser

NAMES = [path.stem for path in checklist.ALL]
CHECK = Path(__file__).parents[1].joinpath("page_check.js").read_text(encoding="utf-8")
WIDTHS = (768 - 182, 1366 - 182, 1920 - 182)
"""What JupyterLab leaves a cell on screens 768, 1366 and 1920 wide."""
PICTURES = ".fishlab-board .picture"
"""What axe passes over: the boards' pictures are large, and each is looked at where its game is tested."""
SHORT = ("04",)
"""The lesson that `make test` listens to, for it has cards and charts of many kinds; `make soak` takes all."""


def soak(name: str) -> Any:
    """Return a lesson as a case of the long tests."""
    return pytest.param(name, marks=pytest.mark.soak)


CASES = [name if name.startswith(SHORT) else soak(name) for name in NAMES if name not in ("glossary", "references")]

CUT = ".fishlab-card .seen:has(> svg[style*=min-width])"


def opened(name: str) -> Walk:
    """Return a lesson with every prediction locked, so that what it reveals is shown too."""
    walk = walked(name)
    if "lesson" in walk.names:
        walk.forget()
        walk.lock()
    return walk


@pytest.mark.few(3)
@pytest.mark.parametrize("name", NAMES)
def test_all_that_a_lesson_shows_can_be_read_and_hit_and_agrees_with_its_tables(chrome, name):
    walk = opened(name)
    paper = PaperPage(chrome, walk, WIDTHS[0])
    assert look(paper.page).wrong == []
    for width in WIDTHS:
        paper.resize(width)
        assert paper.page.evaluate(CHECK, {"letters": 12, "target": 24}) == []
    assert paper.problems == []
    paper.close()


@pytest.mark.few(1)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", CASES)
def test_all_that_a_lesson_says_can_be_heard_and_stands_out_from_its_ground(chrome, name, dark):
    paper = PaperPage(chrome, opened(name), WIDTHS[1], dark=dark)
    assert axe(paper.page, ".fishlab-live", but=PICTURES, rules="contrast" if dark else "all") == []
    paper.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "frame"), [("05-pisces-six-lives", ".fishlab-one .picture"), ("02-boom-which-fish-matters", CUT)]
)
def test_a_picture_that_a_narrow_page_cuts_off_says_that_it_can_be_pushed(chrome, name, frame):
    paper = PaperPage(chrome, opened(name), 590)
    sign = """(node) => [
      node.scrollWidth > node.clientWidth, getComputedStyle(node, '::before').content.includes('sideways')]"""
    for width, said in ((590, [True, True]), (1280, [False, False])):
        paper.resize(width)
        assert paper.page.locator(frame).first.evaluate(sign) == said
    paper.close()


@pytest.mark.long
def test_a_sheet_beside_no_question_can_be_pushed_as_well_and_says_so(chrome):
    paper = PaperPage(chrome, opened("02-boom-which-fish-matters"), 560)
    sign = paper.page.locator(".fishlab-push").first
    sheet = "(node) => [node.parentElement.scrollWidth > node.parentElement.clientWidth, node.checkVisibility()]"
    for width, said in ((560, [True, True]), (1280, [False, False])):
        paper.resize(width)
        assert sign.evaluate(sheet) == said
    paper.close()


CUT_WORDS = """() => [...document.querySelectorAll('.fishlab-card :is(.face, .wide, .said, legend:not(.hush), button)')]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent.slice(0, 50))"""
BOLD = """() => [...document.querySelectorAll('.fishlab-card .option')].filter((one) => !one.querySelector(':checked'))
  .map((one) => one.classList.contains('truth') === getComputedStyle(one.querySelector('.face')).fontWeight >= 700)"""


@pytest.mark.long
@pytest.mark.parametrize("name", ["05-pisces-six-lives", "10-harbour-council"])
def test_on_a_phone_no_answer_and_no_ballot_is_cut_off_and_what_was_right_is_bold(chrome, name):
    paper = PaperPage(chrome, opened(name), 366)
    assert paper.page.evaluate(CUT_WORDS) == []
    bold = paper.page.evaluate(BOLD)
    assert len(bold) > 3 and all(bold)
    paper.close()
