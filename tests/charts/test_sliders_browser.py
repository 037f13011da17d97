"""Sliders on a page begin where they say, whatever their ends are."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

CELL = """
from fishlab_widgets.lesson import Lesson

lesson = Lesson("77", "Sliders", minutes=5)
ends = [(-4, 4, 0.1), (0, 45, 1), (0, 100, 1), (60, 80, 5)]
display(*(
    lesson.predict(f"from {low}", "How many?", low=low, high=high, by=by, slider=True, result=1, show=lambda: "1")
    for low, high, by in ends
))
"""


def test_a_prediction_by_slider_begins_in_the_middle_of_its_own_range(show):
    page = show([CELL])
    page.locator(".fishlab-card input[type=range]").nth(3).wait_for()
    values = page.locator(".fishlab-card input[type=range]").evaluate_all(
        "(all) => all.map((one) => Number(one.value))"
    )
    assert values == [0, pytest.approx(22.5, abs=0.5), 50, 70]
