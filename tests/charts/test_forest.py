"""The forest plot: a line for each class, their mean below, and the data."""

from __future__ import annotations

import re

import pytest
from class_rows import class_rows, pooled
from fishlab_widgets.charts.canvas import house_axes
from fishlab_widgets.charts.forest import forest_plot
from fishlab_widgets.charts.spans import Span, draw_spans, frame, reach, spans

from fishlab.stats import Interval

MANY = pooled(
    class_rows("one", [4, 8, 6, 9]),
    class_rows("two", [12, 3]),
    class_rows("three", [7]),
    class_rows("four", [-1, 2, 9]),
)


def test_every_class_has_its_line_and_the_mean_stands_below():
    html = forest_plot(MANY).data
    names = re.findall(r'<th scope="row">([^<]+)</th>', html)
    assert names == ["four", "one", "three", "two", "all classes", "a further class"]
    assert len(re.findall(r'id="fig\d+-mean-\d"', html)) == 6
    assert "“talk” against “silence”" in html
    cells = [re.findall(r"<td>([^<]*)</td>", row) for row in re.findall(r"<tr>.*?</tr>", html)[1:]]
    assert [float(row[0].replace("−", "-")) for row in cells[:4]] == [3.33, 6.75, 7.0, 7.5]
    assert [row[4:] for row in cells] == [["6", "12"], ["8", "16"], ["2", "4"], ["4", "8"], ["20", "40"], ["–", "–"]]
    assert sum(float(row[3]) for row in cells[:4]) == pytest.approx(100, abs=0.2)
    assert float(cells[4][0]) == round(MANY.mean.mean, 2)


def test_who_leads_in_the_sentence_leads_in_the_figure():
    def means(html):
        return [float(one.replace("−", "-")) for one in re.findall(r"<tr>.*?<td>([^<]*)</td>", html, re.DOTALL)]

    turned = pooled(
        class_rows("one", [-4, -8, -6, -9]), class_rows("two", [-12, -3]), class_rows("three", [-7]),
        class_rows("four", [1, -2, -9]),
    )  # fmt: skip
    html = forest_plot(turned).data
    first = MANY.sentences()[0].replace("talk", "…").replace("silence", "talk").replace("…", "silence")
    assert turned.sentences()[0] == first and first.startswith("“silence” is ")
    assert "“silence” against “talk”" in html and "“talk” against" not in html
    assert means(html) == means(forest_plot(MANY).data) and min(means(html)) > 0
    apart = [("one", (4, 8, 6)), ("two", (1, 3)), ("three", (9, 8))]
    along, against = (
        next(words for words in pooled(*some).sentences() if "a further class is expected between" in words)
        for some in (
            [class_rows(name, found) for name, found in apart],
            [class_rows(name, [-one for one in found]) for name, found in apart],
        )
    )
    assert along == against, "where a further class may lie is told the same way round"


def test_a_class_that_weighs_more_has_a_larger_square():
    def side(place):
        path = re.search(rf'mean-{place}".*?<path id="[^"]+" d="M (-?[\d.]+)', html, re.DOTALL)
        return abs(float(path[1]))

    html = forest_plot(MANY).data
    assert side(2) < side(3) < side(0) < side(1)


def test_an_interval_that_leaves_the_figure_ends_in_an_arrow():
    near = pooled(class_rows("one", [4, 8, 6, 9]), class_rows("two", [5, 9, 7, 8]))
    assert "beyond-" not in forest_plot(near).data
    wide = pooled(*(class_rows(f"class {n}", [30 + n, n - 20]) for n in range(6)))
    ends = re.findall(r'id="fig\d+-beyond-(\d)-(low|high)"', forest_plot(wide).data)
    assert sorted(ends) == [(str(place), end) for place in range(6) for end in ("high", "low")]


def test_a_single_block_has_a_mark_and_no_line():
    html = forest_plot(pooled(class_rows("only", [9]))).data
    assert html.count('id="fig') and "stroke-width: 1.6" not in html
    assert "<td>9</td><td>–</td><td>–</td><td>100</td>" in html


def test_nothing_is_not_drawn():
    with pytest.raises(ValueError, match="no class to draw"):
        forest_plot(pooled())


def test_no_words_stand_on_the_line_at_0():
    means = [-8.0, -0.3, 0.0, 0.4, 1.5, 9.0]
    rows = [Span(f"class {n}", Interval(mean, mean - 5, mean + 5, 4), "s", "a") for n, mean in enumerate(means)]
    figure, axes = house_axes(height=4, left=0.2)
    frame(axes, rows, "points", "mean", reach(rows))
    draw_spans(axes, rows, "above", 11, level=0)
    line = axes.transData.transform((0, 0))[0]
    figure.canvas.draw()
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) == len(means)
    for box, mean in zip(boxes, means, strict=True):
        assert box.x0 > line if mean >= 0 else box.x1 < line


@pytest.mark.parametrize("level", [0.0, 3.0])
@pytest.mark.parametrize("beyond", [-0.5, 0.5])
def test_the_number_of_a_mean_stands_beside_a_level_that_is_near(level, beyond):
    found = {"this class": Interval(level + beyond, level - 90, level + 100, 4)}
    html = spans(found, title="Ahead", x_label="points", low=level - 100, level=("no difference", level)).data
    line = float(re.search(r'd="M ([\d.]+) [^"]*"[^>]*stroke-dasharray', html)[1])
    words = float(re.search(r'-told-0">\s*<text [^>]*? x="([\d.]+)"', html)[1])
    assert (words - line) * beyond > 0 and abs(words - line) > 8
