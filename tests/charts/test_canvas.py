"""What every figure has: two layers, the page's colours, words and data."""

from __future__ import annotations

import math
import re

import pytest
from fishlab_widgets.charts import canvas as figures
from fishlab_widgets.charts.canvas import (
    Canvas,
    ended,
    figure_html,
    file_png,
    file_svg,
    format_number,
    name_cells,
    rows_html,
    tint_cells,
)
from fishlab_widgets.charts.lesson_charts import bars, heat_map, histogram, lines_figure
from fishlab_widgets.charts.spans import spans
from fishlab_widgets.draw.svg import LIGHT
from fishlab_widgets.lab.lab_charts import Heat

from fishlab.lab.payoffs import GRID, payoff_table
from fishlab.stats import Interval


@pytest.fixture
def canvas():
    one = Canvas(4, 2)
    one.ground("years", lambda axes: axes.set(xlim=(1, 10), ylim=(0, 5), xlabel="year"))
    return one


def paths(svg: str, color: str) -> int:
    return len(re.findall(rf"stroke: var\(--{color}\)", svg))


def test_the_ground_is_drawn_once_for_a_key_and_what_moves_each_time(canvas, monkeypatch):
    grounds = []
    monkeypatch.setattr(figures, "page_svg", lambda figure: grounds.append(figure) or "<svg></svg>")
    canvas.ground("years", lambda axes: axes.set(xlim=(1, 3)))
    assert grounds == []
    assert canvas.axes.get_xlim() == (1, 10)
    canvas.ground("weeks", lambda axes: axes.set(xlim=(1, 52)))
    canvas.ground("years", lambda axes: axes.set(xlim=(1, 10)))
    assert len(grounds) == 1
    assert canvas.axes.get_xlim() == (1, 10)


def test_what_moves_stands_on_the_ground_and_goes_when_the_ground_is_asked_for(canvas):
    canvas.axes.plot([1, 10], [1, 4], color=LIGHT["e"])
    svg = canvas.svg()
    assert svg.count("<svg") == svg.count("</svg>") == 1
    assert ">year</text>" in svg
    assert paths(svg, "e") == 1
    canvas.ground("years", lambda axes: None)
    canvas.axes.plot([1, 10], [2, 2], color=LIGHT["b"])
    svg = canvas.svg()
    assert (paths(svg, "e"), paths(svg, "b")) == (0, 1)


def test_what_moves_lies_where_the_whole_figure_would_put_it(canvas):
    canvas.axes.plot([1, 10], [1, 4], color=LIGHT["e"])
    places = [
        re.search(r'<path d="(M [^"]+)"[^>]*style="[^"]*stroke: var\(--e\)', text)[1]
        for text in (canvas.svg(), figures.page_svg(canvas.figure))
    ]
    assert places[0] == places[1]


def test_a_new_ground_takes_the_old_one_away(canvas):
    canvas.ground("one", lambda axes: axes.plot([1, 10], [1, 1], color=LIGHT["a"]))
    assert paths(canvas.svg(), "a") == 1
    canvas.ground("two", lambda axes: axes.plot([1, 10], [1, 1], color=LIGHT["c"]))
    assert (paths(canvas.svg(), "a"), paths(canvas.svg(), "c")) == (0, 1)


def test_a_canvas_remembers_only_some_grounds(canvas):
    for number in range(20):
        canvas.ground(number, lambda axes: None)
    assert len(canvas._known) == figures._GROUNDS
    assert ">year</text>" in canvas.svg()


def test_a_file_holds_both_layers_and_the_words(canvas):
    canvas.axes.plot([1, 10], [1, 4], color=LIGHT["e"])
    svg = file_svg(canvas.figure, "Fish & <b>", "falls")
    assert "<title>Fish &amp; &lt;b&gt;</title><desc>falls</desc>" in svg
    assert f"stroke: {LIGHT['e'].lower()}" in svg
    assert b"falls" in file_png(canvas.figure, "Fish", "falls")


def test_a_figure_on_a_page_leaves_the_rest_of_the_page_alone(canvas):
    canvas.axes.bar([2, 3], [1, 2], hatch="///")
    rows = [{"x": 1, "y": 2.5}]
    for svg in (canvas.svg(), bars(rows, x="x", y="y", title="t", x_label="x", y_label="y").data):
        assert "*{" not in svg
        found = re.findall(r'\bid="([^"]+)"', svg)
        assert len(found) == len(set(found))
        for name in re.findall(r'(?:url\(#|href="#)([^)"]+)', svg):
            assert name in found


def test_a_canvas_refuses_to_show_what_moves_on_a_ground_of_other_axes(canvas):
    canvas.axes.plot([1, 10], [1, 4])
    canvas.axes.set(ylim=(5, 0))
    with pytest.raises(RuntimeError, match="ground"):
        canvas.svg()


def test_the_names_of_the_pay_off_map_stand_beside_their_own_cells():
    names = ("sparing", "trawler", "reckless")
    table = payoff_table({name: GRID[name] for name in names}, games=4, seed=1, players=2)
    html = Heat().draw(table)
    rows = re.findall(r'-ytick_\d+".*?<use[^>]* y="([\d.]+)".*?>([^<>]+)</text>', html, re.DOTALL)
    assert [name for _, name in rows] == list(names)
    cells = re.findall(r'-cell-(\d)-\d">\s*<text[^>]* y="([\d.]+)"', html)
    assert len(cells) == 9
    for row, y in cells:
        assert min(rows, key=lambda one: abs(float(one[0]) - float(y)))[1] == names[int(row)]


def test_cells_are_tinted_by_value_and_framed_where_asked():
    canvas = Canvas(4, 2)
    tint_cells(canvas.axes, [[0, 4, None], [1, 2, 3]], framed=[(1, 2)])
    (cells,) = canvas.axes.collections
    faces = cells.get_facecolor()
    assert tuple(faces[0]) != tuple(faces[1])
    assert [round(wide, 1) for wide in cells.get_linewidths()] == [1, 1, 1, 1, 1, 2.6]
    name_cells(canvas.axes, "abc", ["upper", "lower"])
    assert canvas.axes.get_ylim() == (2, 0), "row 0 is at the top"
    assert "4" in heat_map([[4]], title="t", columns=["c"], names=["n"], x_label="x", y_label="y").data


def test_bars_of_many_kinds_stay_short_and_a_line_may_have_one_point():
    rows = [{"x": name, **{key: 1 + number for number, key in enumerate("abcdef")}} for name in ("one", "two")]
    assert len(bars(rows, x="x", y=list("abcdef"), title="t", x_label="x", y_label="y").data) < 60_000
    assert "<svg" in lines_figure([{"x": 3, "y": 1}], x="x", y="y", title="t", x_label="x", y_label="y").data


def test_words_and_data_are_escaped_and_numbers_written_as_people_do():
    html = figure_html("<b>", "<svg></svg>", 'a "b"', rows_html([{"<i>": "<u>", "n": -1.5}]))
    assert "<b>" not in html and "<i>" not in html and "<u>" not in html
    assert "<td>−1.5</td>" in html
    assert [format_number(value) for value in (None, 2.0, -3, "one-two")] == ["–", "2", "−3", "one-two"]
    assert format_number(-0.001) == "0", "nothing is no less than nothing"
    assert [ended(title) for title in ("Who won", "Who won?")] == ["Who won.", "Who won?"]
    assert rows_html([{"a": 1, "b": 2}], {"b": "second"}).count("<th ") == 2
    assert "<tbody></tbody>" in rows_html([])


def test_names_that_leave_the_ends_of_their_lines_say_the_value():
    words = {"x": "n", "y": ["gas", "waste"], "title": "t", "x_label": "n", "y_label": "streets"}
    near = lines_figure([{"n": 1, "gas": 8, "waste": 4}, {"n": 2, "gas": 1, "waste": 1}], **words).data
    assert ">gas 1</text>" in near and ">waste 1</text>" in near
    far = lines_figure([{"n": 1, "gas": 8, "waste": 4}, {"n": 2, "gas": 1, "waste": 6}], **words).data
    assert ">gas</text>" in far and ">waste</text>" in far


def test_numbers_beside_each_other_have_as_many_digits():
    held = [{"who": "Black", "squares": 28.1}, {"who": "contested", "squares": 8.0}]
    shown = bars(held, x="who", y="squares", title="Sea", x_label="who", y_label="squares").data
    assert figures.alike([28.1, 8, 26.9]) == ["28.1", "8.0", "26.9"] and figures.alike([3, 4.0]) == ["3", "4"]
    assert figures.alike([21.91, 19.8, -0.001]) == ["21.91", "19.80", "0.00"] and figures.alike([]) == []
    assert ">8.0<" in shown and ">28.1<" in shown


def test_a_line_of_twelve_rounds_ends_at_a_number_even_where_names_leave_little_room():
    rows = [{"n": n, "a line with a rather long name": n, "another line": -n} for n in range(13)]
    drawn = lines_figure(rows, x="n", y=list(rows[0])[1:], title="t", x_label="n", y_label="fish").data
    assert ">12<" in drawn.partition("<table")[0]


def test_an_axis_of_whole_things_has_no_halves():
    rows = [{"fish": "a", "lost": 3}, {"fish": "b", "lost": 12}]
    told = {"title": "Deaths", "x_label": "fish", "y_label": "later fish"}
    whole, parts = (
        set(re.findall(r">([\d.]+)<", bars(some, x="fish", y="lost", **told).data.partition("<table")[0]))
        for some in (rows, [{**row, "lost": float(row["lost"])} for row in rows])
    )
    assert not any("." in one for one in whole) and "2.5" in parts


def test_a_description_is_made_of_sentences_and_names_every_highest_class():
    told = {"x_label": "plots", "title": "Streets"}
    line = lines_figure([{"x": 0, "y": 1}, {"x": 1, "y": 2}], x="x", y="y", y_label="fish caught", **told).data
    assert "Streets. Fish caught over plots 0 to 1" in line
    one, two = (histogram(some, bins=3, low=0, high=3, **told).data for some in ([0.5, 1.5, 1.5], [0.5, 0.5, 1.5, 1.5]))
    assert "Most, 2, lie at plots 1 to 2." in one
    assert "Most, 2 each, lie at plots 0 to 1 and 1 to 2." in two


def test_a_published_mean_has_no_digits_that_nobody_published_and_the_axis_says_which_have_intervals():
    found = {"model": Interval(40.36, 39, 42, 400), "people": Interval(30.0, math.nan, math.nan, 0)}
    shown = spans(found, title="Shares", x_label="% of the best").data
    assert "mean, and 95 % interval where there is one" in shown
    assert ">40.4<" in shown and ">30<" in shown and ">30.0<" not in shown
    assert "mean and 95 % interval" in spans({"model": found["model"]}, title="Shares", x_label="% of the best").data


def test_a_legend_of_several_lines_is_read_line_by_line():
    stages = ["young", "juvenile", "adult", "spawner"]
    html = bars(
        [{"round": 1, **dict.fromkeys(stages, 2)}],
        x="round",
        y=stages,
        title="Stages",
        x_label="round",
        y_label="chips",
    ).data
    words = re.findall(r'x="([\d.]+)" y="([\d.]+)"[^>]*>(\w+)</text>', html)
    places = {word: (float(y), float(x)) for x, y, word in words if word in stages}
    assert len({y for y, _ in places.values()}) == 2, "in two lines"
    assert sorted(stages, key=places.get) == stages
