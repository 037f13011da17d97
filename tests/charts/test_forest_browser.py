"""The forest plot as a real browser displays it agrees with its own table."""

from __future__ import annotations

import pytest
from class_rows import class_rows, pooled
from figures import look_at
from fishlab_widgets.charts.forest import forest_plot

pytestmark = pytest.mark.browser


def test_marks_words_and_table_agree(chrome):
    many = pooled(*(class_rows(f"class {n}", [4 * n, 8 - n, n * n][: 1 + n % 3]) for n in range(6)))
    wide = pooled(*(class_rows(f"class {n}", [30 + n, n - 20]) for n in range(6)))
    behind = pooled(class_rows("a class with a very long name indeed", [-12, -3]), class_rows("b", [-9, -8, 1]))
    context = chrome.new_context(viewport={"width": 1280, "height": 1000})
    try:
        figures = [forest_plot(one).data for one in (many, wide, behind, pooled(class_rows("only", [9])))]
        seen = look_at(context.new_page(), figures)
        assert seen.wrong == []
        assert seen.kinds == ["spans"] * 4
    finally:
        context.close()
