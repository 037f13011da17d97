"""Games of bots beside a lesson, on a page."""

from __future__ import annotations

import pytest
from pages import notebook
from plain_frontend import plain_home

pytestmark = pytest.mark.browser

COMPARISON = """
from fishlab import Fishery
from fishlab_widgets.comparison import Comparison
from fishlab_widgets.contest import Contest
sea = {"columns": 3, "rows": 3, "ships": 2}
more = {**sea, "ships": 3}
one = Comparison("Seas", Fishery, ["random"] * 2, {"few": sea, "many": more}, lambda m: {"n": 1}, {"n": "moves"}, [2])
display(one, Contest("fishery", ["nobody"]))
"""
SCROLLED = """() => [...document.querySelectorAll('.fishlab-experiment, .fishlab-experiment *')]
  .filter((one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
  .map((one) => one.className)"""


def test_before_a_game_there_is_no_scroll_bar_and_the_bar_is_as_wide_as_its_card(chrome):
    with plain_home(chrome, notebook([COMPARISON])) as home:
        assert home.page.locator(".fishlab-experiment").count() == 2
        assert home.page.evaluate(SCROLLED) == []
        wide = [home.page.locator(one).first.bounding_box()["width"] for one in (".fishlab-experiment", ".progress")]
        assert wide[1] > 0.9 * wide[0]
