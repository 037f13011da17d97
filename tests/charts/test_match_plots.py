"""The plot of a match: it opens with the range of its game, its last step lasts, its labels fit and tell the truth."""

from __future__ import annotations

import re
from random import Random

import pytest
from fishlab_widgets.charts.glance import LARGEST, WIDE, glance
from fishlab_widgets.charts.labels import apart, fitting, free_place, room_for, text_width
from fishlab_widgets.charts.lesson_charts import histogram
from fishlab_widgets.charts.match_plots import Chart, Plot, Series, chart_of
from fishlab_widgets.live.face import face_of
from laws import COURSE
from matplotlib.figure import Figure

from fishlab import GAMES, Boom, Fishery, Match, Pisces
from fishlab.bots import random_player
from fishlab.languages import languages
from fishlab.messages import speaking, tr

STEPS = Plot("Stock", "round", "fish of all", "round", [Series("fish", "fish")], lambda match: [])


def ticks(html, axis):
    found = re.findall(rf'-{axis}tick_\d+">.*?<text[^>]*>([^<]*)</text>', html, re.DOTALL)
    return [int(words.replace("−", "-")) for words in found]


def points(html, name):
    line = re.search(rf'-{name}">\s*<path d="([^"]*)"', html)[1]
    return [(float(x), float(y)) for x, y in re.findall(r"[ML] ([\d.]+) ([\d.]+)", line)]


def drawn(values, at):
    rows = [{"round": number, "fish": value} for number, value in enumerate(values, 1)]
    return Chart(STEPS).draw(rows, STEPS.series, at, STEPS.frame(Match(Fishery)))


@pytest.mark.parametrize(("game", "across", "upwards"), [(Boom, 10, 20), (Pisces, 6, 4), (Fishery, 60, 60)])
def test_a_plot_opens_with_the_range_of_its_game(game, across, upwards):
    match = Match(game)
    chart = Chart(face_of(game).plots[0])
    html = chart.html(match)
    assert max(ticks(html, "x")) >= across
    assert max(ticks(html, "y")) >= upwards
    match.run([random_player] * match.seats, Random(1))
    assert ticks(chart.html(match), "x")[-1] == ticks(html, "x")[-1], "the whole game fits"


def test_the_last_step_has_a_width_and_ends_at_the_value_of_its_label():
    html = drawn([20, 20, 2], 2)
    line = points(html, "line-1")
    assert line[-1][0] - min(x for x, y in line if y == line[-1][1]) > 5
    assert line[-1][1] > line[0][1] + 20, "2 stands far below 20"
    assert re.search(r'-end-1">\s*<text[^>]*>fish 2</text>', html)


def test_lines_are_strong_up_to_the_mark_and_what_comes_later_is_not_mixed_with_the_label():
    html = drawn([20, 9, 2], 1)
    assert points(html, "line-1")[-1][1] == points(html, "later-1")[0][1]
    assert points(html, "later-1")[-1][1] > points(html, "line-1")[-1][1]
    assert re.search(r'-end-1">\s*<text[^>]*>fish 9</text>', html)


def test_a_long_table_shows_the_row_of_the_mark():
    values = list(range(600))
    for at in (0, 250, 599):
        html = drawn(values, at)
        first = int((re.search(r'<table data-first="(\d+)"', html) or [0, 0])[1])
        assert first <= at < first + 200
        assert re.findall(r"<td>(\d+)</td>", html)[at - first] == str(at)


def test_the_name_of_a_point_stands_where_no_line_runs_through_it():
    figure = Figure(figsize=(4, 3), dpi=72)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 288), ylim=(0, 216))  # a unit is a pixel
    axes.plot([140, 140], [100, 100])
    assert free_place(axes, "fish", (140, 100)) == (8, 8), "right above it, where nothing is in the way"
    axes.plot([150, 150], [0, 216])
    right, up = free_place(axes, "fish", (140, 100))
    assert right == pytest.approx(-8 - text_width("fish")) and up == 8, "else at its left"
    axes.plot([100, 180], [112, 112])
    right, up = free_place(axes, "fish", (140, 100))
    assert abs(up) > 14, "else above or below the lines"
    left, low, wide = 140 + right, 100 + up, text_width("fish")
    assert not (low - 3 < 112 < low + 14), "no line runs through the name"
    assert not (left - 3 < 150 < left + wide + 3)


def test_labels_are_measured_kept_apart_and_cut_only_where_they_must_be():
    assert text_width("processed 24") > text_width("processed") > text_width("iii") > 0
    assert room_for(["a", "processed 24"]) > text_width("processed 24")
    assert apart([3, 1, 3, 3], 0, 10, 2) == [3, 1, 5, 7]
    assert fitting("Mahi-mahi", "10", 200) == "Mahi-mahi 10"
    cut = fitting("Mahi-mahi", "10", 50)
    assert cut.endswith("… 10") and text_width(cut) <= 50


@pytest.mark.parametrize("name", COURSE)
def test_a_plot_says_whose_numbers_it_shows(name):
    for plot in face_of(GAMES[name]).plots:
        words = f"{plot.title}, {plot.y}"
        assert re.search(r"each|together|alive|of the sea|guessed", words), words


def test_a_histogram_adds_classes_for_values_beyond_its_ends():
    html = histogram([-3, 10, 65, 100], low=0, high=70, bins=14, title="t", x_label="% of the sea").data
    rows = dict(re.findall(r'<th scope="row">([^<]*)</th><td>(\d+)</td>', html))
    assert len(rows) == 21
    assert {name: count for name, count in rows.items() if count != "0"} == {
        "−5 to 0": "1", "10 to 15": "1", "65 to 70": "1", "95 to 100": "1",
    }  # fmt: skip


@pytest.mark.parametrize("game", [game for game in GAMES.values() if face_of(game).plots], ids=lambda game: game.name)
def test_the_plot_at_a_glance_says_what_it_shows(game):
    match = Match(game, game.seats[-1])
    match.run([random_player] * match.seats, Random(1))
    plots = face_of(game).plots
    title = next(one for one in plots if isinstance(one, Plot)).title
    svg = glance(plots, match, len(match.moves))
    assert f">{title}</text>" in svg
    assert not re.search(r'class="end" [^>]*y="72">[^<]*\.', svg), "it ends at a whole round, year or move"


@pytest.mark.parametrize("game", [game for game in GAMES.values() if face_of(game).plots], ids=lambda game: game.name)
def test_no_label_of_the_glance_leaves_it(game):
    match = Match(game, game.seats[-1])
    match.run([random_player] * match.seats, Random(1))
    for at in (0, len(match.moves) // 2, len(match.moves)):
        svg = glance(face_of(game).plots, match, at)
        for kind, x, words in re.findall(r'<text (class="end" )?x="([\d.]+)" y="[\d.]+">([^<]*)<', svg):
            wide = text_width(words, LARGEST)
            assert float(x) - wide >= 0 if kind else float(x) + wide <= WIDE, (at, words)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_game_that_has_just_begun_has_a_glance_if_it_has_a_plot(game):
    plots = face_of(game).plots
    assert bool(glance(plots, Match(game, game.seats[-1]), 0)) == any(isinstance(one, Plot) for one in plots)


def test_a_name_without_room_in_the_glance_is_cut_and_its_number_is_not():
    names = ["Patagonian toothfish of the southern ocean", "Hake"]
    series = tuple(Series(str(n), name, "sea") for n, name in enumerate(names))
    plot = Plot("Fish", "year", "fish", "year", series, lambda match: [{"year": 1, "0": 1234, "1": 5}])
    svg = glance([plot], Match(GAMES["boom"], 3), 0)
    assert re.search(r">Patag[^<]*… 1234<", svg) and ">Hake 5<" in svg
    lines = re.search(r'<path d="M([\d.]+) [\d.]+H([\d.]+)"', svg)
    assert float(lines[2]) - float(lines[1]) > WIDE / 4, "and there is room for the lines"


def test_the_glance_of_fresh_fish_is_the_score_that_the_seats_show():
    match = Match(GAMES["freshfish"], 3)
    match.run([random_player] * 3, Random(1))
    svg = glance(face_of(match.game).plots, match, len(match.moves))
    for letter, score in zip("ABC", match.state.scores(), strict=True):
        assert f">{letter} {score}</text>".replace("-", "−") in svg


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_plot_speaks_the_language_in_use_and_changes_with_it(game):
    match = Match(GAMES[game], GAMES[game].seats[0])
    for plot in face_of(GAMES[game]).plots:
        chart = chart_of(plot)
        english = chart.html(match)
        with speaking(languages()["de"]):
            german, words = chart.html(match), [tr(one) for one in (plot.title, plot.x, plot.y)]
        for one, other in zip((plot.title, plot.x, plot.y), words, strict=True):
            assert one in english and one != other in german
            assert not re.search(rf">{re.escape(one)}<", german), "neither title nor axis"
