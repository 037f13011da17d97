"""The bay of lesson 04: its paths and figures against the models, and its two live pieces."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from random import Random

import pytest
from fishlab_widgets.lab import bay_charts as bay_figures
from fishlab_widgets.lab.bay import FishingEffort, GrowingStock
from fishlab_widgets.lab.bay_charts import (
    ANYONE,
    BAY,
    YEARS,
    CatchFigure,
    GrowthFigure,
    MoneyFigure,
    board_and_model,
    board_rows,
    bots_game,
    quota_rows,
    users_figure,
)
from measure import calls

from fishlab import Boom, Fishery, Match
from fishlab.boom.players import BOTS
from fishlab.models import Schaefer, nash_share

FIGURE = 'class="fishlab-figure"'


def figures(html: str) -> list[str]:
    """Return the figures on a page, each with its words."""
    return html.split(FIGURE)[1:]


def spoken(html: str) -> str:
    """Return the text alternatives of all figures."""
    return " ".join(re.findall(r'role="img" aria-label="([^"]+)"', html))


def number(html: str, name: str) -> str:
    """Return a number out of the table of numbers."""
    return re.search(rf'<th scope="row">{name}</th><td>([^<]*)</td>', html)[1]


# The bay as printed in the lesson.


def test_the_bay_as_printed_has_the_numbers_that_the_lesson_speaks_of():
    assert (BAY.msy().effort, BAY.msy().catch, BAY.msy().stock) == pytest.approx((20, 200, 500))
    assert (BAY.mey().effort, BAY.mey().profit, BAY.mey().stock) == pytest.approx((14, 980, 650))
    assert (BAY.open_access().effort, BAY.open_access().stock) == pytest.approx((28, 300))
    assert replace(BAY, price=20).open_access().stock == pytest.approx(150)


# The same catch every year.


def test_without_a_catch_the_stock_runs_along_the_models_own_path():
    assert BAY.quota_path(100, 0, 12) == pytest.approx(BAY.path(100, [0] * 12), rel=1e-6)


def test_a_catch_at_rest_stays_at_rest():
    stock = 650
    assert BAY.quota_path(stock, float(BAY.growth(stock)))[-1] == pytest.approx(stock)


def test_a_catch_above_the_highest_growth_empties_the_bay_when_the_formula_says_so():
    # dB/dt = −(over + (r/K)·x²) with x = B − K/2, from K/2 to −K/2
    over, bend = 220 - BAY.msy().catch, BAY.r / BAY.K
    years = 2 * math.atan(BAY.K / 2 * math.sqrt(bend / over)) / math.sqrt(bend * over)
    assert BAY.years_until_empty(220) == math.ceil(years) == 20
    assert BAY.years_until_empty(199) is None


def test_a_bay_that_is_empty_stays_empty():
    path = BAY.quota_path(BAY.K, 400)
    assert path[-1] == path[-5] == 0
    assert min(path) == 0
    assert BAY.quota_path(0, 0, 3) == [0] * 4


def test_rows_hold_a_column_for_each_catch():
    rows = quota_rows(BAY, [180, 220], 25)
    assert list(rows[0]) == ["year", "180 a year", "220 a year"]
    assert rows[0]["180 a year"] == BAY.K
    assert rows[-1]["180 a year"] > 600
    assert rows[-1]["220 a year"] == 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: BAY.quota_path(100, -1), "catch=-1 is not possible: catch 0 fish a year or more"),
        (lambda: BAY.quota_path(1001, 0), "stock=1001 is not possible: this bay holds 0 to 1000 fish"),
        (lambda: BAY.newcomers(speed=0), "speed=0 is not possible: it must be more than 0"),
        (lambda: BAY.chosen_by(-2), "-2 users are not possible: choose 1 or more, or 0 for anyone"),
        (lambda: board_rows(Match(Fishery)), "this is a game of Fishery, not of Fishery Boom"),
        (lambda: GrowingStock(stock=-5), "stock=-5 is not possible: this bay holds 0 to 1000 fish"),
        (lambda: GrowingStock(catch=500), "catch=500 is not possible here: choose 0 to 280"),
        (lambda: FishingEffort(boats=51), "boats=51 is not possible here: choose 0 to 50"),
        (lambda: FishingEffort(also=["weather"]), "'weather' has no slider here: choose among growth, price, cost"),
        (lambda: FishingEffort(also=["price"], model=replace(BAY, price=99)), "price=99 is not possible here"),
    ],
)
def test_what_cannot_be_is_refused_in_words(wrong, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        wrong()


# Newcomers and users.


def test_newcomers_stop_where_the_model_has_its_open_access():
    rows = BAY.newcomers(years=300)
    assert rows[0] == {"year": 0, "fish": 1000, "boats": 4}
    assert rows[-1]["boats"] == pytest.approx(BAY.open_access().effort, abs=0.01)
    assert rows[-1]["fish"] == pytest.approx(BAY.open_access().stock, abs=0.1)


def test_boats_leave_where_a_boat_costs_more_than_it_earns():
    rows = replace(BAY, cost=500).newcomers(boats=30, years=40)
    assert rows[-1]["boats"] == 0
    assert rows[-1]["fish"] == pytest.approx(BAY.K, abs=1)


@pytest.mark.parametrize("users", [1, 2, 4, 8])
def test_users_earn_the_share_of_the_formula(users):
    assert BAY.chosen_by(users).profit / BAY.mey().profit == pytest.approx(nash_share(users))
    assert f"{100 * nash_share(users):.0f} % of the best" in users_figure(BAY, users).data


def test_the_switch_shows_who_fishes_and_what_is_left():
    html = users_figure(BAY, ANYONE).data
    assert "Anyone may come: 28 boats, 300 fish left in the bay, profit 0 coins a year, 0 % of the best." in html
    assert "One owner: 14 boats, 650 fish left in the bay, profit 980 coins" in users_figure(BAY, 1).data
    assert "150 fish left" in users_figure(replace(BAY, price=20), ANYONE).data


def test_a_bay_that_nobody_would_fish_has_no_boats_and_no_share():
    html = users_figure(replace(BAY, cost=300), 4).data
    assert "4 villages: 0 boats, 1,000 fish left in the bay, profit 0 coins a year." in html


# A game of Boom beside a stock that loses as many fish.


def test_the_boards_line_is_the_living_fish_of_the_game():
    state = bots_game().state
    assert [row["Boom"] for row in board_rows(bots_game())] == [sea.bit_count() for sea in state.seas]


def test_the_models_line_loses_what_the_board_loses_and_then_grows():
    rows, state = board_rows(bots_game()), bots_game().state
    gone = rows[0]["Boom"] - state.living_in(1).bit_count()
    assert gone > 0
    small = Schaefer(r=BAY.r, K=rows[0]["Boom"], q=BAY.q)
    assert rows[0]["logistic"] == rows[0]["Boom"]
    assert rows[1]["logistic"] == pytest.approx(small.path(rows[0]["Boom"] - gone, [0])[-1], abs=0.06)


def test_until_the_third_year_the_bots_game_is_shown_and_then_ones_own():
    match, rng = Match(Boom, 4), Random(5)
    assert "A game of Boom by four bots" in board_and_model(match).data
    match.run([BOTS["careful"]] * 4, rng)
    html = board_and_model(match).data
    assert "Your game of Boom" in html
    assert len(re.findall("<tr>", html)) == 1 + len(match.state.seas)


# Figures: every one has words, data and its point.


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("html", "words"),
    [
        (lambda: GrowthFigure().draw(BAY, 300), "At 300 fish it is 168 fish a year"),
        (lambda: GrowthFigure().draw(BAY, 300, 150), "A dashed line marks a catch of 150 fish a year"),
        (lambda: CatchFigure().draw(BAY, 8), "With 8 boats it is 128 fish a year"),
        (lambda: CatchFigure().draw(BAY, 8), "Open access with 28 boats: 168 fish a year"),
        (
            lambda: MoneyFigure().draw(BAY, 14),
            "earns 1,820 coins a year, pays 840 coins, and makes a profit of 980 coins",
        ),
        (lambda: MoneyFigure().draw(BAY, 45), "makes a loss of 2,700 coins"),
    ],
)
def test_a_figure_says_in_words_what_it_shows(html, words):
    assert words in spoken(html())


def test_the_data_behind_a_figure_are_the_models():
    html = CatchFigure().draw(BAY, 8)
    for boats, stock, catch in re.findall(r'<tr><th scope="row">([\d.]+)</th><td>([\d.]+)</td><td>([\d.]+)</td>', html):
        assert float(stock) == pytest.approx(float(BAY.stock(float(boats))), abs=0.06)
        assert float(catch) == pytest.approx(float(BAY.catch(float(boats))), abs=0.06)
    assert html.count('<th scope="row">') == len({*range(0, 51, 5), 8, 14, 20, 28})


def test_profit_and_loss_differ_by_more_than_colour():
    gain, loss = MoneyFigure().draw(BAY, 10), MoneyFigure().draw(BAY, 40)
    assert ">profit " in gain and ">loss " in loss
    assert loss.count("stroke-dasharray") == gain.count("stroke-dasharray") + 1


# The stock that can be dragged.


def test_the_dragged_stock_shows_its_growth_and_its_years():
    piece = GrowingStock(100)
    assert number(piece.view.value, "Growth a year") == "72 fish"
    piece.sliders["stock"].value = 500.0
    assert number(piece.view.value, "Growth a year") == "200 fish"
    assert number(piece.view.value, "In year 30") == f"{BAY.path(500, [0] * YEARS)[-1]:,.0f} fish"
    assert "At 500 fish it is 200 fish a year" in spoken(piece.view.value)


def test_dragging_changes_every_figure():
    piece = GrowingStock(100)
    before = figures(piece.view.value)
    piece.sliders["stock"].value = 400.0
    after = figures(piece.view.value)
    assert len(before) == len(after) == 2
    assert all(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("stock", "catch", "words"),
    [
        (0, None, "An empty bay stays empty."),
        (1000, None, "The bay is full: as many die as are born."),
        (300, None, "Nobody fishes: the stock grows."),
        (300, 100, "Growth less catch: the stock grows."),
        (300, 170, "Growth less catch: the stock shrinks."),
        (500, 200, "Growth less catch: the stock stays as it is."),
    ],
)
def test_the_stock_says_what_becomes_of_it(stock, catch, words):
    assert words in GrowingStock(stock, catch).view.value


def test_a_catch_slider_changes_both_figures_and_the_way_back_undoes_it():
    piece = GrowingStock(300, catch=100)
    first = piece.view.value
    assert piece.back_button.disabled
    piece.sliders["catch"].value = 170.0
    assert number(piece.view.value, "Change a year") == "−2 fish"
    assert number(piece.view.value, "In year 30") == "0 fish"
    assert not piece.back_button.disabled
    piece.back_button.click()
    assert (piece.stock, piece.catch) == (300, 100)
    assert spoken(piece.view.value) == spoken(first)
    assert piece.back_button.disabled


# The boats that can be set.


@pytest.mark.few(1)
@pytest.mark.parametrize("boats", [0, 8, 14, 20, 28, 40, 50])
def test_the_numbers_beside_the_slider_are_the_models(boats):
    piece = FishingEffort(boats)
    point, html = BAY.at(boats), piece.view.value
    assert number(html, "Fish left in the bay") == f"{point.stock:,.0f} fish"
    assert number(html, "Catch a year") == f"{point.catch:,.0f} fish"
    word = "Loss a year" if point.profit < -0.5 else "Profit a year"
    assert number(html, word) == f"{abs(point.profit):,.0f} coins"
    assert f"to {BAY.path(BAY.K, [boats] * YEARS)[-1]:,.0f} fish." in spoken(html)


@pytest.mark.parametrize(("name", "value"), [("boats", 30.0), ("growth", 0.5)])
def test_these_sliders_change_every_figure(name, value):
    piece = FishingEffort(10, also=["growth", "price", "cost"])
    before = figures(piece.view.value)
    piece.sliders[name].value = value
    after = figures(piece.view.value)
    assert len(before) == len(after) == 3
    assert all(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "value", "field"), [("price", 20, "price"), ("cost", 120, "cost")])
def test_price_and_cost_move_what_pays_and_leave_the_catch_alone(name, value, field):
    piece = FishingEffort(10, also=["growth", "price", "cost"])
    caught = number(piece.view.value, "Catch a year")
    piece.sliders[name].value = value
    other = replace(BAY, **{field: value})
    assert piece.bay == other
    assert number(piece.view.value, "Catch a year") == caught
    assert f"Most profit with {other.mey().effort:g} boats: profit {other.mey().profit:,.0f} coins" in spoken(
        piece.view.value
    )


@pytest.mark.long
def test_outsiders_come_stay_or_leave():
    assert "would earn 100 coins a year more than it costs" in FishingEffort(8).view.value
    assert "This is open access." in FishingEffort(28).view.value
    assert "Each boat loses 20 coins a year: boats leave." in FishingEffort(32).view.value


def test_one_button_leads_back_to_the_model_as_printed():
    piece = FishingEffort(20, also=["growth", "price", "cost"])
    assert piece.back_button.description == "Back to the model as printed"
    for name, value in {"boats": 3.0, "growth": 0.4, "price": 20, "cost": 0}.items():
        piece.sliders[name].value = value
    assert piece.bay != BAY
    piece.back_button.click()
    assert (piece.bay, piece.boats) == (BAY, 20)
    assert piece.back_button.disabled


def test_a_slider_says_its_value_in_words_and_answers_an_index_from_the_page():
    piece = FishingEffort(8)
    slider = piece.sliders["boats"]
    assert (slider.shown, slider.words[1]) == ("8 boats", "1 boat")
    slider.index = 14  # what the browser sends, by mouse or by key
    assert piece.boats == 14
    assert number(piece.view.value, "Profit a year") == "980 coins"


@pytest.mark.long
def test_the_way_back_draws_once(monkeypatch):
    piece = FishingEffort(8, also=["growth", "price", "cost"])
    for name, value in {"boats": 3.0, "price": 20, "cost": 0}.items():
        piece.sliders[name].value = value
    drawn = []
    monkeypatch.setattr(bay_figures.MoneyFigure, "draw", lambda *args, **_: drawn.append(args) or "")
    piece.back()
    assert len(drawn) == 1


# Both pieces: awake, asleep, fast.

PIECES = {
    "stock": lambda: GrowingStock(100),
    "catch": lambda: GrowingStock(300, catch=100),
    "boats": lambda: FishingEffort(8),
    "all": lambda: FishingEffort(20, also=["growth", "price", "cost"]),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_every_figure_of_a_piece_has_a_text_alternative_and_data(piece):
    for figure in figures(piece().view.value):
        assert re.search(r'role="img" aria-label="[^"]{40,}"', figure)
        assert "<tbody><tr>" in figure


@pytest.mark.few(1)
@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_asleep_a_piece_leaves_its_figures_and_says_run_all_cells(piece, monkeypatch):
    shown = []
    monkeypatch.setattr("fishlab_widgets.controls.placeholder.display", lambda *args, **_: shown.append(args[0]))
    one = piece()
    one._ipython_display_()
    asleep = shown[0].data
    assert "Choose Run → Run All Cells" in asleep
    assert spoken(asleep) == spoken(one.view.value)
    assert "0x" not in repr(one)


@pytest.mark.few(1)
@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_a_move_of_any_slider_takes_few_steps(piece):
    one = piece()
    for name, slider in one.sliders.items():
        place = (slider.index + 3) % len(slider.words)
        steps = calls(lambda slider=slider, place=place: setattr(slider, "index", place))
        assert 0 < steps < 200_000, f"{name}: {steps} steps"


def test_a_switch_takes_few_steps():
    users_figure(BAY, ANYONE)
    assert calls(lambda: users_figure(replace(BAY, price=5), 8)) < 100_000


def test_the_named_fleets_stay_hidden_until_somebody_asks_for_them():
    one = FishingEffort(boats=8, names=False)
    for number in (8, 30):
        one.sliders["boats"].value = number
        for hidden in ("most profit", "most fish", "open access: ", "14 boats"):
            assert hidden not in one.view.value.lower().replace("this is open access", "")
    one.names_button.click()
    assert "most profit: 14 boats" in one.view.value
    assert "Open access with 28 boats" in spoken(one.view.value)
    assert one.names_button.disabled
