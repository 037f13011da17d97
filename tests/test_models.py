"""The models agree with their closed forms, with each other and with the real boards of Pisces."""

import re
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from fishlab import models
from fishlab.models import Schaefer
from fishlab.pisces.boards import ROUNDS, biology, grow, make_sea, newborn, settle_young, stage_totals

SPECIES = ("snapper", "shark", "tuna", "mahi-mahi", "crab", "sardine")
BIRTHS = (0.5, 1.0, 1.5, 2.0, 3.0, 3.5)


# Stage matrices.


def test_stage_matrix_of_four_stages_written_out():
    assert models.stage_matrix(4, 2.5).tolist() == [[0, 0, 2.5, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]


def test_stage_matrix_of_two_stages_feeds_the_first_stage_from_itself():
    assert models.stage_matrix(2, 3.5).tolist() == [[3.5, 0], [1, 0]]


def test_one_stage_is_refused():
    with pytest.raises(ValueError, match="1 stages are too few: a life needs at least 2"):
        models.stage_matrix(1, 2)


@pytest.mark.parametrize("stages", [2, 3, 4, 5])
@pytest.mark.parametrize("births", BIRTHS)
def test_growth_factor_is_the_closed_form(stages, births):
    found = models.growth_factor(models.stage_matrix(stages, births))
    assert found == pytest.approx(births ** (1 / (stages - 1)))


@pytest.mark.parametrize("stages", [2, 3, 4, 5])
@pytest.mark.parametrize("births", BIRTHS)
def test_safe_harvest_of_all_stages_is_the_closed_form(stages, births):
    closed = max(0, 1 - births ** (-1 / (stages - 1)))
    assert models.safe_harvest(models.stage_matrix(stages, births)) == pytest.approx(closed, abs=1e-9)
    assert models.safe_harvest_closed_form(births, stages) == pytest.approx(closed)


def test_safe_harvest_closed_form_without_births_is_nothing():
    assert models.safe_harvest_closed_form(0, 3) == 0


@pytest.mark.parametrize("stages", [2, 3, 4])
def test_one_stage_before_the_spawners_stands_one_less_one_over_r(stages):
    matrix = models.stage_matrix(stages, 2.5)
    for stage in range(stages - 1):
        assert models.safe_harvest(matrix, [stage]) == pytest.approx(1 - 1 / 2.5, abs=1e-9)


def test_all_spawners_may_be_caught_for_they_have_bred():
    assert models.safe_harvest(models.stage_matrix(4, 2), [3]) == 1


@pytest.mark.parametrize("stages", [2, 3, 4])
def test_a_stock_that_just_replaces_itself_stands_the_catch_of_its_spawners_and_nothing_else(stages):
    matrix = models.stage_matrix(stages, 1)
    assert models.safe_harvest(matrix, [stages - 1]) == 1
    assert models.safe_harvest(matrix) == pytest.approx(0, abs=1e-9)


def test_a_stock_that_shrinks_by_itself_stands_no_harvest_not_even_of_spawners():
    assert models.safe_harvest(models.stage_matrix(4, 0.9), [3]) == 0


def test_harvested_at_the_safe_share_neither_grows_nor_shrinks():
    matrix = models.stage_matrix(3, 3)
    share = models.safe_harvest_closed_form(3, 3)
    assert models.growth_factor(models.harvested(matrix, [share] * 3)) == pytest.approx(1)


def test_a_share_above_one_is_refused():
    with pytest.raises(ValueError, match="each is between 0 and 1"):
        models.harvested(models.stage_matrix(3, 2), [0, 1.2, 0])


@pytest.mark.parametrize(("stages", "period"), [(2, 1), (3, 2), (4, 3)])
def test_cohort_waves_come_back_after_a_generation(stages, period):
    matrix = models.stage_matrix(stages, 1)
    assert models.wave_period(matrix) == period
    wave = models.project(matrix, [1] + [0] * (stages - 1), 2 * period)[:, 0]
    assert [number for number, size in enumerate(wave) if size] == [0, period, 2 * period]


def test_a_wave_of_snapper_is_one_cohort_walking_through_the_stages():
    rows = models.project(models.stage_matrix(4, 2), [0, 6, 0, 0], 3)
    assert rows.tolist() == [[0, 6, 0, 0], [0, 0, 6, 0], [12, 0, 0, 6], [0, 12, 0, 0]]


# Boards.


@pytest.mark.parametrize(
    ("species", "births", "growth", "safe"),
    [
        ("snapper", 2, 2 ** (1 / 3), 1 - 2 ** (-1 / 3)),
        ("shark", 1.5, 1.5 ** (1 / 3), 1 - 1.5 ** (-1 / 3)),
        ("tuna", 2, 2**0.5, 1 - 2**-0.5),
        ("mahi-mahi", 3, 3**0.5, 1 - 3**-0.5),
        ("crab", 3, 3**0.5, 1 - 3**-0.5),
        ("sardine", 3.5, 3.5, 1 - 1 / 3.5),
    ],
)
def test_growth_and_safe_harvest_of_each_board(species, births, growth, safe):
    board = biology(species)
    assert models.births(board) == births
    assert models.growth_factor(models.board_matrix(board)) == pytest.approx(growth)
    assert models.safe_harvest(models.board_matrix(board)) == pytest.approx(safe, abs=1e-9)


def test_slow_species_stand_less_harvest_than_quick_ones():
    shares = [
        models.safe_harvest(models.board_matrix(biology(name)))
        for name in ("shark", "snapper", "tuna", "crab", "sardine")
    ]
    assert shares == sorted(shares)


def test_births_fall_as_spawners_crowd():
    board = biology("snapper")
    assert [models.births(board, number) for number in (1, 2, 3, 4, 5)] == [2, 2, 5 / 3, 5 / 4, 1]
    with pytest.raises(ValueError, match="0 spawners have no young"):
        models.births(board, 0)


def test_recruits_are_read_off_the_table_and_capped():
    board = biology("crab")
    assert [models.recruits_at(board, number) for number in (0, 1, 2, 5, 9)] == [0, 3, 5, 8, 8]
    assert models.recruits_at(board, 1.5) == 4


def test_equilibria_are_the_cohorts_that_replace_themselves():
    assert models.equilibria(biology("snapper")) == [0, 5]
    assert models.equilibria(biology("tuna")) == [0, 5]
    assert models.equilibria(biology("crab")) == [0, 8]
    assert models.equilibria(biology("sardine")) == [0, 7]


def test_equilibria_are_cut_to_the_chips_there_are():
    assert models.equilibria(biology("mahi-mahi")) == [0, 20 / 3]
    assert models.equilibria(biology("shark")) == [0, 1, 3, 15 / 4]


def test_equilibrium_between_two_whole_numbers_lies_on_the_straight_line():
    board = {"species": "test", "stages": ["adult", "spawner"], "start": [1, 1], "chips": 50, "recruits": [0, 3, 2]}
    assert models.equilibria(board) == [0, 2]
    board["recruits"] = [0, 2, 1]
    assert models.equilibria(board) == [0, 1.5]


@pytest.mark.parametrize("species", ["snapper", "tuna", "crab"])
def test_a_board_left_alone_settles_at_its_equilibrium(species):
    board = biology(species)
    end = models.simulate_board(board, 40)[-1]
    assert {end[stage] for stage in board["stages"]} == {models.equilibria(board)[-1]}


@pytest.mark.parametrize(
    ("species", "most", "grown"),
    [("snapper", 2, 5), ("shark", 1, 3), ("tuna", 2, 5), ("mahi-mahi", 3, 6), ("crab", 3, 8)],
)
def test_a_grown_stock_stands_the_largest_sustainable_catch_of_adults_and_not_one_chip_more(species, most, grown):
    board = biology(species)
    assert models.sustainable_catch(board, "adult") == most
    board["start"] = [grown] * len(board["stages"])
    assert models.simulate_board(board, 60, catch={"adult": most})[-1]["caught"] == most
    assert models.simulate_board(board, 60, catch={"adult": most + 1})[-1]["caught"] < most


def test_the_starting_stock_does_not_yet_stand_what_a_grown_stock_stands():
    board = biology("snapper")
    rows = models.simulate_board(board, 30, catch={"adult": models.sustainable_catch(board, "adult")})
    assert sum(rows[-1][stage] for stage in board["stages"]) == 0


def test_the_largest_sustainable_catch_of_spawners_is_every_one_that_arrives():
    board = biology("snapper")
    assert models.sustainable_catch(board, "spawner") == 5
    assert models.simulate_board(board, 40, catch={"spawner": 99})[-1]["caught"] == 5


def test_catching_adults_hurts_and_catching_spawners_does_not():
    board = biology("shark")
    adults = models.simulate_board(board, 20, harvest={"adult": 1})[-1]
    spawners = models.simulate_board(board, 20, harvest={"spawner": 1})[-1]
    assert sum(adults[stage] for stage in board["stages"]) == 0
    assert sum(spawners[stage] for stage in board["stages"]) == 12


def test_chips_that_are_kept_are_missing_as_recruits():
    board = biology("snapper")
    rows = models.simulate_board(board, 30, catch={"spawner": 99}, returned=False)
    assert rows[-1]["held"] == board["chips"]
    assert rows[-1]["young"] == 0


def test_a_simulated_board_loses_no_chip():
    for species in SPECIES:
        board = biology(species)
        for returned in (True, False):
            rows = models.simulate_board(board, 12, harvest={"adult": 0.4}, returned=returned, rng=Random(2))
            for row in rows:
                assert sum(row[stage] for stage in board["stages"]) + row["centre"] + row["held"] == board["chips"]


@pytest.mark.parametrize("species", [name for name in SPECIES if name != "sardine"])
def test_the_simulated_board_is_the_real_board_of_the_game(species):
    sea = make_sea("null", "standard", True, True, ROUNDS)
    kind, board = sea.species[sea.find(species)], biology(species)
    stacks, centre = (1,) * len(kind.stacks), kind.chips - len(kind.stacks)
    for row in models.simulate_board(board, 15)[1:]:
        stacks, dead = grow(kind, stacks)
        young = min(newborn(kind, stacks), centre + dead)
        centre += dead - young
        stacks = settle_young(kind, stacks, young)
        assert tuple(row[stage] for stage in board["stages"]) == stage_totals(kind, stacks)
        assert row["centre"] == centre


def test_sardines_need_a_generator_for_their_dice():
    with pytest.raises(ValueError, match="sardine young are decided by dice: pass a generator"):
        models.simulate_board(biology("sardine"), 3)
    assert models.simulate_board(biology("sardine"), 9, rng=Random(1)) == models.simulate_board(
        biology("sardine"), 9, rng=Random(1)
    )


def test_sardine_young_are_as_many_on_average_as_the_curve_says():
    board, rng = biology("sardine"), Random("sardine")
    young = [models.simulate_board({**board, "start": [5, 0]}, 1, rng=rng)[1]["adult"] for _ in range(2000)]
    assert np.mean(young) == pytest.approx(models.recruits_at(board, 5), abs=0.2)
    young = [models.simulate_board({**board, "start": [2, 0]}, 1, rng=rng)[1]["adult"] for _ in range(2000)]
    assert np.mean(young) == pytest.approx(models.recruits_at(board, 2), abs=0.2)


def test_an_unknown_stage_is_refused_with_the_stages_there_are():
    for call in (
        lambda: models.sustainable_catch(biology("tuna"), "young"),
        lambda: models.simulate_board(biology("tuna"), 2, catch={"young": 1}),
    ):
        with pytest.raises(ValueError, match="tuna has no stage 'young': choose juvenile, adult, spawner"):
            call()


def test_the_departures_from_biology_are_told():
    assert any("before any boat can catch those spawners" in text for text in models.DEPARTURES)
    assert all(text.endswith(".") for text in models.DEPARTURES)


def test_biology_of_a_species_that_is_not_there_names_those_that_are():
    with pytest.raises(ValueError, match="there is no species 'eel': choose snapper, shark"):
        biology("eel")


# The Schaefer fishery.

FISHERY = Schaefer(r=0.8, K=1000, q=0.02, price=10, cost=40)


def test_msy_is_a_quarter_of_r_k_at_half_the_stock():
    point = FISHERY.msy()
    assert point.catch == pytest.approx(0.8 * 1000 / 4)
    assert point.stock == pytest.approx(500)
    assert point.effort == pytest.approx(0.8 / (2 * 0.02))
    efforts = np.linspace(0, 40, 401)
    assert FISHERY.catch(efforts).max() == pytest.approx(point.catch)


def test_mey_is_the_highest_profit_at_half_the_open_access_effort():
    best, free = FISHERY.mey(), FISHERY.open_access()
    assert free.effort == pytest.approx(0.8 / 0.02 * (1 - 40 / (10 * 0.02 * 1000)))
    assert best.effort == pytest.approx(free.effort / 2)
    efforts = np.linspace(0, 40, 4001)
    assert FISHERY.profit(efforts).max() == pytest.approx(best.profit)
    assert best.stock > FISHERY.msy().stock


def test_open_access_earns_nothing():
    assert FISHERY.open_access().profit == pytest.approx(0, abs=1e-9)
    assert FISHERY.open_access().catch > 0


def test_too_dear_a_fishery_is_left_alone():
    point = Schaefer(r=0.5, K=100, q=0.01, price=1, cost=2).open_access()
    assert (point.effort, point.catch, point.stock) == (0, 0, 100)


@pytest.mark.parametrize(("users", "share"), [(1, 1), (2, 8 / 9), (4, 0.64), (5, 5 / 9), (8, 32 / 81)])
def test_n_users_earn_4n_over_n_plus_1_squared_of_the_best(users, share):
    assert models.nash_share(users) == pytest.approx(share)
    assert FISHERY.nash(users).profit == pytest.approx(share * FISHERY.mey().profit)


def test_nash_effort_is_a_best_reply_to_itself():
    users = 3
    total = FISHERY.nash(users).effort
    own = total / users

    def profit(mine):
        everybody = total - own + mine
        return float(FISHERY.price * FISHERY.q * mine * FISHERY.stock(everybody) - FISHERY.cost * mine)

    assert profit(own) > profit(own * 1.01)
    assert profit(own) > profit(own * 0.99)


def test_nobody_is_not_a_user():
    with pytest.raises(ValueError, match="0 users are too few"):
        models.nash_share(0)


def test_a_path_runs_to_the_stock_at_rest_and_stays_there():
    assert FISHERY.path(50, [20] * 200)[-1] == pytest.approx(float(FISHERY.stock(20)))
    assert FISHERY.path(500, [20] * 3) == pytest.approx([500] * 4)
    assert FISHERY.path(0, [0] * 3) == [0] * 4


def test_a_path_without_fishing_is_the_logistic_curve():
    years = np.arange(6)
    logistic = 1000 / (1 + (1000 - 100) / 100 * np.exp(-0.8 * years))
    assert FISHERY.path(100, [0] * 5) == pytest.approx(logistic)


def test_a_path_at_the_effort_that_takes_all_growth_still_falls():
    path = FISHERY.path(1000, [40] * 3)  # q·E = r: only crowding is left
    assert path == pytest.approx([1000, 1000 / 1.8, 1000 / 2.6, 1000 / 3.4])


def test_at_the_largest_catch_a_full_sea_nears_its_half_along_the_exact_curve():
    # with a catch of rK/4 what is left is dx/dt = −(r/K)·x² for x = B − K/2, so x = (K/2) / (1 + r·t/2)
    exact = [500 + 500 / (1 + 0.4 * year) for year in range(21)]
    assert FISHERY.quota_path(1000, FISHERY.msy().catch, 20) == pytest.approx(exact, rel=1e-7)


def test_a_sea_is_empty_below_half_a_fish_and_not_before():
    path = FISHERY.quota_path(1000, 395, 5)
    assert 3 < path[4] < 4, "a few fish are not an empty sea"
    assert FISHERY.years_until_empty(395) == 5
    pond = Schaefer(r=0.8, K=2, q=0.02)
    path = pond.quota_path(2, 0.45, 18)
    assert path[15] > 0.5 > path[16] > 0
    assert pond.years_until_empty(0.45) == 16


def test_a_stock_above_what_the_sea_holds_is_refused():
    FISHERY.check_stock(0)
    FISHERY.check_stock(1000)
    for stock in (-0.1, 1000.1):
        with pytest.raises(ValueError, match=f"stock={stock} is not possible: this bay holds 0 to 1000 fish"):
            FISHERY.check_stock(stock)
        with pytest.raises(ValueError, match="is not possible: this bay holds 0 to 1000 fish"):
            FISHERY.quota_path(stock, 0)


def test_newcomers_answer_to_what_a_boat_earned_in_the_very_year():
    fish, boats = [1000.0], [4.0]
    for _ in range(3):
        earned = 10 * 0.02 * fish[-1] - 40
        fish.append(FISHERY.path(fish[-1], boats[-1:])[-1])
        boats.append(boats[-1] + 0.04 * earned)
    assert boats[1] == pytest.approx(10.4), "4 boats, and 0.04 for each of 160 coins"
    assert FISHERY.newcomers(years=3) == [
        {"year": year, "fish": round(fish[year], 1), "boats": round(boats[year], 2)} for year in range(4)
    ]


def test_users_choose_between_the_best_and_open_access():
    assert FISHERY.chosen_by(0) == FISHERY.open_access()
    assert FISHERY.chosen_by(1) == FISHERY.mey()
    assert FISHERY.chosen_by(3) == FISHERY.nash(3)


def test_growth_is_highest_at_half_the_capacity_and_nothing_at_the_ends():
    assert FISHERY.growth([0, 500, 1000]).tolist() == [0, 200, 0]


@pytest.mark.parametrize("wrong", [{"r": 0}, {"K": -1}, {"q": 0}, {"price": 0}, {"cost": -1}])
def test_figures_that_make_no_fishery_are_refused_by_name(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}=.* is not possible"):
        Schaefer(**{"r": 1, "K": 1, "q": 1, **wrong})


# What makes no sense.

TUNA = biology("tuna")
MATRIX = models.board_matrix(TUNA)
NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: models.stage_matrix(3, -1), "births=-1 is not possible: it must be 0 or more"),
        (lambda: models.stage_matrix(3, NAN), "births=nan is not possible"),
        (lambda: models.stage_matrix(2.5, 1), "stages=2.5 is not possible: choose a whole number from 2"),
        (lambda: models.safe_harvest_closed_form(-2, 3), "births=-2 is not possible"),
        (lambda: models.safe_harvest_closed_form(2, 1), "1 stages are too few"),
        (lambda: models.project(MATRIX, TUNA["start"], -1), "rounds=-1 is not possible: choose a whole number from 0"),
        (lambda: models.safe_harvest(MATRIX, [7]), "stage 7 is not in a matrix of 3: choose 0 to 2"),
        (lambda: models.safe_harvest(MATRIX, [-1]), "stage -1 is not in a matrix of 3: choose 0 to 2"),
        (lambda: models.harvested(MATRIX, [0.1, NAN, 0]), "each is between 0 and 1"),
        (lambda: models.recruits_at(TUNA, -1), "spawners=-1 is not possible: it must be 0 or more"),
        (lambda: models.simulate_board(TUNA, 3, harvest={"adult": -0.5}), "harvest of adult=-0.5 is not possible"),
        (lambda: models.simulate_board(TUNA, 3, harvest={"adult": 1.5}), "it must be between 0 and 1"),
        (lambda: models.simulate_board(TUNA, 3, harvest={"adult": NAN}), "harvest of adult=nan is not possible"),
        (lambda: models.simulate_board(TUNA, 3, catch={"adult": -2}), "catch of adult=-2 is not possible"),
        (lambda: models.simulate_board(TUNA, 3, catch={"adult": INF}), "catch of adult=inf is not possible"),
        (lambda: models.simulate_board(TUNA, -3), "rounds=-3 is not possible: choose a whole number from 0"),
        (lambda: Schaefer(INF, 1, 1), "r=inf is not possible"),
        (lambda: Schaefer(1, 1, 1, cost=INF), "cost=inf is not possible"),
        (lambda: Schaefer(1, 1, 1, price=NAN), "price=nan is not possible"),
        (lambda: FISHERY.at(-1), "effort=-1 is not possible: it must be 0 or more"),
        (lambda: FISHERY.stock([3, -2]), "effort=-2 is not possible: it must be 0 or more"),
        (lambda: FISHERY.catch(NAN), "effort=nan is not possible"),
        (lambda: FISHERY.profit(-3), "effort=-3 is not possible"),
        (lambda: FISHERY.path(500, [1, -1]), "effort=-1 is not possible"),
        (lambda: FISHERY.path(-5, [1]), "stock=-5 is not possible: it must be 0 or more"),
        (lambda: FISHERY.nash(-1), "-1 users are too few: ask for 1 or more"),
        (lambda: FISHERY.nash(0), "0 users are too few: ask for 1 or more"),
        (lambda: FISHERY.quota_path(500, NAN), "catch=nan is not possible: catch 0 fish a year or more"),
        (lambda: FISHERY.quota_path(500, INF), "catch=inf is not possible: catch 0 fish a year or more"),
        (lambda: FISHERY.quota_path(500, 3, -1), "years=-1 is not possible: choose a whole number from 0"),
        (lambda: FISHERY.years_until_empty(3, -1), "years=-1 is not possible: choose a whole number from 0"),
        (lambda: FISHERY.newcomers(boats=-4), "boats=-4 is not possible: it must be 0 or more"),
        (lambda: FISHERY.newcomers(years=-4), "years=-4 is not possible: choose a whole number from 0"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name_and_value(wrong, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        wrong()


@pytest.mark.parametrize("r", [0.01, 1, 30, 300, 1e4, 1e7])
def test_a_stock_that_grows_however_fast_is_followed_along_the_exact_curve(r):
    bay = Schaefer(r=r, K=1000, q=0.001)
    assert bay.quota_path(0, 0, 5) == [0] * 6
    assert bay.quota_path(100, 0, 5) == pytest.approx(bay.path(100, [0] * 5))
    rest = 1000 * (0.5 + 0.3)  # a catch that leaves this stock at rest: r·B·(1 − B/K)
    path = bay.quota_path(1000, float(bay.growth(rest)), 2000 if r < 1 else 40)
    assert all(before >= after >= rest - 1e-6 for before, after in pairwise(path))
    assert path[-1] == pytest.approx(rest, rel=1e-3)
    assert bay.quota_path(1000, 2 * bay.msy().catch, 500)[-1] == 0
    assert bay.quota_path(1000 * 0.2 - 1, float(bay.growth(rest)), 5000 if r < 1 else 60)[-1] == 0, (
        "below the other rest"
    )


@pytest.mark.parametrize("start", [900.0, 500.0, 480.0, 50.0])
@pytest.mark.parametrize("catch", [0, 50, 150, 199.999, 200, 200.001, 250, 395, 5000])
def test_a_fixed_catch_agrees_with_many_small_steps_of_the_equation(catch, start):
    small, now, steps = [start], start, 8000
    for _ in range(6):
        for _ in range(steps):
            now = max(0.0, now + (0.8 * now * (1 - now / 1000) - catch) / steps) if now else 0.0
        small.append(now)
    assert FISHERY.quota_path(start, catch, 6) == pytest.approx(small, rel=2e-3, abs=0.1)
