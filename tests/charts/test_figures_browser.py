"""Every figure of every lesson, table and laboratory, as a real browser displays it, agrees with its own table."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest
from figures import look, look_at
from fishlab_widgets.charts import bars, heat_map, histogram, lines_figure
from fishlab_widgets.charts.match_plots import chart_of
from fishlab_widgets.freshfish.maps import street_map
from fishlab_widgets.lab.bay_charts import BAY, CatchFigure, GrowthFigure, MoneyFigure, YearsFigure
from fishlab_widgets.lab.lab_charts import Heat
from fishlab_widgets.lesson import intervals
from fishlab_widgets.live.face import draw, face_of

from fishlab import GAMES, Fishery, Match
from fishlab.bots import random_player
from fishlab.lab.payoffs import GRID, payoff_table

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def blank(chrome):
    """An empty page of a real browser, without a server."""
    context = chrome.new_context(viewport={"width": 1280, "height": 1000})
    yield context.new_page()
    context.close()


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_plot_of_a_table_agrees_with_its_rows_at_any_position(blank, game):
    figures = []
    for seats in (min(game.seats), max(game.seats)):
        match, charts = Match(game, seats), [chart_of(plot) for plot in face_of(game).plots]
        figures += [chart.html(match) for chart in charts]
        match.run([random_player] * seats, Random(3))
        for at in (None, len(match.moves) // 2, 7):
            figures += [chart.html(match, at) for chart in charts]
    seen = look_at(blank, figures, width=360)
    assert seen.wrong == []
    assert seen.count == len(figures) > 0


WORDS = """() => [...document.querySelectorAll("svg text")].filter((one) => one.textContent.trim()).map((one) => {
  const size = parseFloat(getComputedStyle(one).fontSize), { a, b } = one.getScreenCTM();
  return [size * Math.hypot(a, b), one.textContent];
})"""


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_words_on_a_board_have_twelve_pixels_where_a_screen_is_1280_wide(blank, game):
    match = Match(game, max(game.seats))
    match.run([random_player] * match.seats, Random(3))
    places = [len(match.moves) * part // 4 for part in range(5)]
    pictures = [draw(match.states[at], prefix=f"p{at}") for at in places]
    blank.set_content("".join(f'<div style="width: 814px">{one}</div>' for one in pictures))
    found = blank.evaluate(WORDS)
    assert len(found) > 20 * len(places)
    assert [words for size, words in found if size < 12] == []


@cache
def hard_figures():
    """Return figures of each kind with what is hard to draw: long names, numbers below zero, gaps, one row."""
    long = {"a very long name of a line": 3, "x": -2, "another, longer still, of words": 3.0}
    rows = [{"n": number, **{key: value * number for key, value in long.items()}} for number in range(6)]
    words = {"title": "Hard", "x_label": "across", "y_label": "upwards, mean"}
    names = ["an island far away", "Norlandia", "Isle of Cod", "Ostmark", "the harbour of all"]
    named = [{"who": name, "one": 3 * place - 4, "two": place, "three": 2} for place, name in enumerate(names)]
    gaps = [
        {"n": number, "p": None if number < 3 else number, "q": 9 - number if number < 4 else None}
        for number in range(6)
    ]
    game = payoff_table({name: GRID[name] for name in ("sparing", "trawler", "reckless")}, games=8, seed=1)
    return [
        lines_figure(rows, x="n", y=list(long), **words).data,
        lines_figure(rows, x="n", y=list(long), steps=True, **words).data,
        lines_figure(rows[:1], x="n", y="x", **words).data,
        lines_figure(gaps, x="n", y=["p", "q"], steps=True, **words).data,
        bars(named, x="who", y="one", mark="Norlandia", **words).data,
        bars(named, x="who", y=["two", "three"], stacked=True, top=3, **words).data,
        bars(named, x="who", y=["one", "two", "three"], **words).data,
        histogram(
            [-1, 3, 3, 4, 12], low=0, high=10, bins=5, marks={"middle": 3, "own": 11}, title="t", x_label="length"
        ).data,
        heat_map([[1, None, 3], [4, 5, -6]], columns="abc", names=["upper", "lower row"], unit="fish", **words).data,
        intervals({"all": [1.0, 2, 4], "one game": [3.0], "below": [-3.0, -4]}, title="t", x_label="points").data,
        intervals(
            {"a long name of a rule of the game": [1.0, 2, 4], "x": [2.0, 3]},
            title="t",
            x_label="% of the cooperative mean, after fines, 400 games",
        ).data,
        Heat().draw(game),
        street_map(4, 1).data,
        *(GrowthFigure().draw(BAY, stock, catch) for stock in (0, 333.3, 1000) for catch in (None, 220)),
        YearsFigure().draw(BAY, [1000, 700, 20.4], "Years (model)", {"empty": 0, "half": 500}),
        *(figure().draw(BAY, boats) for figure in (CatchFigure, MoneyFigure) for boats in (0, 17.25, 50)),
    ]


@pytest.mark.long
def test_figures_of_each_kind_hold_what_is_hard_to_draw(blank):
    figures = hard_figures()
    seen = look_at(blank, figures, width=460)
    assert seen.wrong == []
    assert seen.count == len(figures)
    assert {kind.split()[0] for kind in seen.kinds} == {"bars", "classes", "grid", "lines", "map", "pairs", "spans"}


REVERSED = (
    "const names = [...document.querySelectorAll('[id*={axis}tick_] text')];"
    "const said = names.map((one) => one.textContent);"
    "names.forEach((one, place) => {{ one.textContent = said.at(-1 - place); }});"
)
TURNED = (
    "const places = [...document.querySelectorAll('[id*=ytick_]')].map((one) => one.querySelector('use'));"
    "const ys = places.map((one) => one.getAttribute('y'));"
    "places.forEach((one, n) => one.setAttribute('y', ys.at(-1 - n)));"
)
LIES = {
    "names of rows in the wrong order": ("pairs", REVERSED.format(axis="y"), "stands at"),
    "rows drawn from below": ("grid", TURNED, "stands at|off its tick"),
    "names of columns in the wrong order": ("grid", REVERSED.format(axis="x"), "columns are called"),
    "names of bars in the wrong order": ("bars", REVERSED.format(axis="x"), "bars are called"),
    "names of intervals in the wrong order": ("spans", REVERSED.format(axis="y"), "stands beside"),
    "a star in another cell": ("pairs", "document.querySelector('[id$=cell-2-0] text').textContent += ' ★'", "star"),
    "another number in the table": ("bars", "document.querySelector('tbody td').textContent = '77'", "the bar of"),
    "another number at the end of a line": (
        "plot", "document.querySelector('[id$=end-1] text').textContent = 'Black 62'", "but the table has"),
    "a line that ends elsewhere": (
        "plot", "const line = document.querySelector('[id$=line-1] path');"
        "line.setAttribute('d', line.getAttribute('d').replace(/L ([\\d.]+) [\\d.]+\\s*$/, 'L $1 20'))", "the end of"),
    "labels that changed places": (
        "plot", "const [one, other] = ['1', '3'].map((n) => document.querySelector(`[id$=end-${n}] text`));"
        "[one.textContent, other.textContent] = [other.textContent, one.textContent]", "is not"),
    "words that are cut off": ("plot", "document.querySelector('[id$=end-1] text').setAttribute('x', 290)", "cut off"),
    # The plot stands 1.64 times as large as its own units: 7 of them are 11.5 px, and 8 are large enough.
    "words that are small": ("plot", "document.querySelector('[id$=end-1] text').style.fontSize = '7px'", "px"),
    "words that are huge": ("plot", "document.querySelector('svg').style.width = '900px'; "
                            "document.querySelector('svg').style.maxWidth = 'none'", "px"),
    "a plot on the wrong square": (
        "map", "const [one, other] = ['b1', 'c1'].map((n) => document.querySelector(`[id$=plot-${n}]`));"
        "const x = one.getAttribute('x'); one.setAttribute('x', other.getAttribute('x')); other.setAttribute('x', x)",
        "stands at"),
    "a figure of no kind": ("bars", "delete document.querySelector('.fishlab-figure').dataset.kind", "of what kind"),
    "a figure without its table": ("bars", "document.querySelector('table').remove()", "no table"),
}  # fmt: skip


def one_figure(kind):
    """Return a figure of a kind to be tampered with."""
    if kind == "plot":
        match = Match(Fishery)
        match.run([random_player] * 2, Random(3))
        return chart_of(face_of(Fishery).plots[0]).html(match)
    return next(one for one in hard_figures() if f'data-kind="{kind}"' in one)


@pytest.mark.few(3)
@pytest.mark.parametrize(("kind", "lie", "found"), LIES.values(), ids=LIES)
def test_the_guard_sees(blank, kind, lie, found):
    assert look_at(blank, [one_figure(kind)], width=460).wrong == []
    blank.evaluate(f"() => {{ {lie} }}")
    assert re.search(found, "\n".join(look(blank).wrong))
