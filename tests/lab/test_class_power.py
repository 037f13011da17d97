"""What a plan will see: the forecast against exact figures and simulated classes, and the advice."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, pairwise, product

import numpy as np
import pytest

from fishlab.boom.treatments import FORMS
from fishlab.lab.class_experiment.beside import (
    covered,
    early_models,
    fined_models,
    model_games,
    model_result,
    model_sentences,
    spreads,
)
from fishlab.lab.class_experiment.inference import PlayedTable, compare
from fishlab.lab.class_experiment.power import (
    Forecast,
    Spread,
    advice,
    better_plan,
    curve,
    plan_class,
    spread_of,
)
from fishlab.lab.class_experiment.sentences import number
from fishlab.stats import noncentral_t, student_t

MODELS = {3: Spread(14.0, 12.0), 4: Spread(12.0, 10.0)}


def forecast(blocks, sd, comparisons=1):
    """Return the forecast of blocks whose luck is normal."""
    return Forecast((Spread(0.0, sd).ahead(),) * blocks, comparisons)


def pairs_of(differences):
    return [
        PlayedTable(f"{name}{block}", str(block), name, ((float(total),),), 1)
        for block, difference in enumerate(differences)
        for name, total in (("alone", 20), ("together", 20 + difference))
    ]


@pytest.mark.parametrize(("blocks", "ratio"), [(2, 1.0), (2, 5.0), (3, 1.6), (4, 0.8), (4, 1.6), (6, 1.0), (12, 0.8)])
def test_the_forecast_is_that_of_students_t_around_a_shift(blocks, ratio):
    exact = 1 - noncentral_t(student_t(blocks), blocks - 1, ratio * math.sqrt(blocks))
    assert forecast(blocks, 10.0).share(10 * ratio) == pytest.approx(exact, abs=0.012)


def test_the_least_difference_is_seen_in_just_so_many_classes():
    found = forecast(4, 10.0)
    least = found.least(0.8)
    assert found.share(least * 1.0001) == pytest.approx(0.8, abs=0.001)
    assert found.share(least * 0.99) < 0.8
    assert found.least(0.9) > least
    assert forecast(4, 20.0).least() == pytest.approx(2 * least)


def test_simulated_classes_see_as_often_as_the_forecast_says():
    draw = np.random.Generator(np.random.SFC64(5))
    classes = [pairs_of(draw.normal(14, 10, 4)) for _ in range(2000)]
    found = [compare(one, ("alone", "together")).comparisons[0] for one in classes]
    share = sum(one.seen and one.difference.mean > 0 for one in found) / len(found)
    assert share == pytest.approx(forecast(4, 10.0).share(14), abs=0.035)


def test_more_comparisons_see_less():
    assert forecast(4, 10.0, 3).share(14) < forecast(4, 10.0).share(14) - 0.1
    exact = 1 - noncentral_t(student_t(4, 1 - 0.05 / 3), 3, 2.8)
    assert forecast(4, 10.0, 3).share(14) == pytest.approx(exact, abs=0.012)


def test_what_cannot_be_seen_is_never_seen():
    assert forecast(1, 10.0).share(1000) == forecast(0, 10.0).share(1000) == 0
    assert forecast(1, 10.0).least() == math.inf
    assert forecast(4, 10.0).share(0) == forecast(4, 10.0).share(-5) == 0
    assert forecast(4, 0.0).share(1) == 1


def test_the_spread_is_that_of_the_differences_of_blocks():
    differences = [5, 9, 1, 14, 8]
    found = spread_of(pairs_of(differences), "alone", "together")
    assert found[:2] == pytest.approx((np.mean(differences), np.std(differences, ddof=1)))
    assert found.luck == pytest.approx([one - np.mean(differences) for one in differences])
    twice = [replace(one, name=one.name + "+") for one in pairs_of(differences)]
    assert spread_of([*pairs_of(differences), *twice], "alone", "together").luck == (), "only of pairs"
    with pytest.raises(ValueError, match="two blocks"):
        spread_of(pairs_of([5]), "alone", "together")


@pytest.mark.parametrize(
    ("people", "players", "treatments", "sizes", "over"),
    [
        (32, 4, 2, (4, 4, 4, 4), 0),
        (30, 4, 2, (4, 4, 4, 3), 0),
        (31, 4, 2, (4, 4, 4, 3), 1),
        (16, 4, 2, (4, 4), 0),
        (5, 4, 2, (2,), 1),
        (3, 4, 2, (), 3),
        (30, 4, 3, (4, 3, 3), 0),
        (9, 2, 2, (2, 2), 1),
    ],
)
def test_people_sit_in_blocks_of_tables_of_one_size(people, players, treatments, sizes, over):
    plan = plan_class(people, players, treatments, MODELS)
    assert (plan.sizes, plan.over) == (sizes, over)
    assert treatments * sum(sizes) + over == people
    assert max(sizes, default=0) <= players


def test_what_sizes_of_tables_differ_by_is_expected_and_no_luck():
    plan = plan_class(30, 4, 2, MODELS)
    assert plan.expected.difference == np.mean([12, 12, 12, 14])
    assert plan.expected.sd == pytest.approx(math.sqrt((3 * 100 + 144) / 4))
    far = {3: Spread(0.0, 10.0), 4: Spread(40.0, 10.0)}
    near = {3: Spread(20.0, 10.0), 4: Spread(20.0, 10.0)}
    same = [plan_class(28, 4, 2, models).forecast.share(20) for models in (far, near)]
    assert same[0] == same[1], "two blocks of each size: how far apart these are does not matter"
    least = [plan_class(people, 4, 2, near).forecast.least() for people in (28, 32)]
    assert least[0] > 1.1 * least[1], "four blocks either way, but of two sizes: a degree of freedom less"
    one_each = plan_class(14, 4, 2, far)
    assert one_each.sizes == (4, 3)
    assert one_each.forecast.least() > plan_class(14, 4, 2, near).forecast.least(), "here it cannot be told from luck"
    assert plan_class(8, 2, 2, MODELS).expected == MODELS[3], "the next larger size stands for one that is not known"


def test_a_good_plan_is_described_and_left_alone():
    told = advice(64, 4, 2, {4: Spread(12.0, 8.0)})
    assert told == [
        "With these 8 + 8 tables a difference of 9.2 points a table is seen in 8 of 10 classes.",
        "The models expect 12 points: 95 of 100 classes see that, and 45 of 100 see a difference half as large.",
    ]


def test_a_hopeless_plan_is_answered_by_smaller_tables_or_fewer_treatments():
    smaller = {2: Spread(12.0, 8.0), 4: Spread(12.0, 8.0)}
    assert better_plan(24, 4, 2, smaller).sizes == (2,) * 6
    assert advice(24, 4, 2, smaller)[2] == (
        "Better: sit at 12 tables of at most 2. Then 83 of 100 classes see what is expected."
    )
    fewer = advice(32, 4, 4, {4: Spread(12.0, 5.0)})[2]
    assert fewer == (
        "Better: compare only 2 treatments, at 8 tables of at most 4. Then 88 of 100 classes see what is expected."
    )
    same = {2: Spread(3.0, 8.0), 4: Spread(12.0, 8.0)}
    assert better_plan(24, 4, 2, same) is None, "smaller tables see less here"


def test_where_nothing_helps_classes_are_to_be_put_together():
    told = advice(16, 4, 2, {4: Spread(5.0, 8.0)})
    assert told[-1].startswith("Most classes of this size will see nothing.")
    some = advice(24, 4, 2, {2: Spread(12.0, 14.0), 4: Spread(12.0, 20.0)})
    assert some[-2].startswith("Better:") and some[-1].startswith("Most classes")
    one = advice(8, 4, 2, {4: Spread(30.0, 5.0)})
    assert one[0] == (
        "With 8 people at tables of 4 there are fewer than two tables of each treatment, so nothing can be told from "
        "luck."
    )
    assert advice(31, 4, 2, MODELS)[-1] == "1 person gets no seat at a table that counts."
    assert advice(35, 4, 4, MODELS)[-1] == "3 people get no seat at a table that counts."


def test_plans_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="at least two"):
        plan_class(30, 4, 1, MODELS)
    with pytest.raises(ValueError, match="spread"):
        plan_class(30, 4, 2, {})


def test_the_curve_rises_with_blocks_and_half_is_seen_less_often():
    rows = curve(Spread(-12.0, 10.0), 6)
    assert [row["blocks"] for row in rows] == [2, 3, 4, 5, 6]
    assert rows[2]["all"] == Forecast((Spread(-12.0, 10.0).ahead(),) * 4).share(12)
    for before, after in pairwise(rows):
        assert before["half"] < before["all"] < after["all"]


SKEWED = Spread(12.0, 6.0, (-18.0, *[2.0] * 9))
"""One block in ten collapses."""


@pytest.mark.long
def test_the_forecast_draws_blocks_as_they_were_kept():
    draw = np.random.Generator(np.random.SFC64(9))
    chosen = [12 + np.array(SKEWED.luck)[draw.integers(0, 10, 3)] for _ in range(2000)]
    found = [compare(pairs_of(one), ("alone", "together")).comparisons[0] for one in chosen]
    expected = Forecast((SKEWED.ahead(),) * 3)
    assert expected.share(12) == pytest.approx(
        np.mean([one.seen and one.difference.mean > 0 for one in found]), abs=0.03
    )
    assert expected.covers == pytest.approx(np.mean([not one.difference.excludes(12) for one in found]), abs=0.03)
    assert abs(expected.share(12) - forecast(3, 6.0).share(12)) > 0.1, "a normal forecast would be far off"
    turned = Spread(-12.0, 6.0, tuple(-one for one in SKEWED.luck))
    assert plan_class(24, 4, 2, {4: turned}).seen == plan_class(24, 4, 2, {4: SKEWED}).seen


def test_an_interval_that_covers_too_seldom_is_told_before_the_start():
    words = (
        "Read the 95 % interval of such a class with care: it contains the true difference in {} % of simulated "
        "classes, not in 95 %."
    )
    covers = 100 * Forecast((SKEWED.ahead(),) * 3).covers
    assert covers < 90
    assert words.format(number(covers)) in advice(24, 4, 2, {4: SKEWED})
    assert not any("true difference" in told for told in advice(24, 4, 2, MODELS))
    assert any(told.startswith("Read the 98.3 % interval") for told in advice(36, 4, 3, {4: SKEWED}))
    assert not any("true difference" in told for told in advice(36, 4, 3, MODELS))


def test_no_plan_is_advised_with_tables_of_a_size_of_which_nothing_is_known():
    known = {3: Spread(30.0, 8.0), 4: Spread(12.0, 8.0)}
    assert plan_class(14, 3, 2, known).sizes == (3, 2, 2)
    assert plan_class(14, 3, 2, known).seen > plan_class(14, 4, 2, known).seen + 0.1, (
        "by games of three it would be better"
    )
    better = better_plan(14, 4, 2, known)
    assert better is None or known.keys() >= {*better.sizes}


def test_a_difference_that_nobody_can_expect_is_not_promised():
    told = advice(16, 4, 2, {4: Spread(20.0, 16.0)})
    assert told[0] == "With only 2 + 2 tables you cannot rely on seeing any difference that can be expected."


def test_a_few_people_are_told_the_size_of_table_at_which_they_sit():
    assert advice(5, 4, 2, MODELS)[0].startswith("With 5 people at tables of 2 there are fewer than two tables")
    assert advice(1, 4, 2, MODELS)[0].startswith("With 1 person at tables of ")


def test_one_person_who_sits_apart_is_one_person():
    models = {3: Spread(12.0, 60.0), 4: Spread(24.0, 6.0)}
    told = {people: " ".join(advice(people, 4, 2, models)) for people in range(16, 34)}
    assert (
        "and leave 1 person out of the comparison" in told[17] or "and leave 1 person out of the comparison" in told[25]
    ), told
    assert not any("1 people" in words for words in told.values()), told


@pytest.mark.parametrize("blocks", [1, 3, 4])
def test_where_the_interval_of_models_holds_less_often_than_it_says_a_class_is_told_so(blocks):
    totals = product(range(blocks), (("S", 10.0), ("T", 30.0)))
    names, years = {"S": "silence", "T": "yearly-agreement"}, 6
    tables = [
        PlayedTable(f"{name} {block}", str(block), name, ((total + block, 0, 0, 0), *[(0,) * 4] * (years - 1)), years)
        for block, (name, total) in totals
    ]
    found = covered(compare(tables), "lesson", names, True, 1.0)
    assert found is None if blocks == 1 else found == pytest.approx(0.938, abs=0.01), "no game comes twice"
    least = round(found, 3) + 0.001 if found else 0.94
    assert covered(compare(tables), "lesson", names, True, least) == found, "below that it is told"
    if found and round(found, 3) >= 0.94:
        assert covered(compare(tables), "lesson", names, True) is None, "“94 of 100, not 95” is never said"
    assert covered(compare(tables), "lesson", names, True, 0.92) is None, "often enough"
    assert covered(compare(tables), "lesson", {}, True) is None, "no models play these treatments"
    assert covered(compare([replace(one, years=7) for one in tables]), "lesson", names, True) is None, "another length"


def test_of_three_treatments_is_told_how_often_all_intervals_hold_together():
    names = {"S": "silence", "T": "yearly-agreement", "V": "voted-rule"}
    tables = [
        PlayedTable(f"{name} {block}", str(block), name, ((10.0 * place + block, 0, 0, 0), *[(0,) * 4] * 5), 6)
        for block, (place, name) in product(range(3), enumerate(names))
    ]
    whole = compare(tables, tuple(names))
    assert len(whole.comparisons) == 3
    found = covered(whole, "lesson", names, True, 1.0)
    assert found == pytest.approx(0.95, abs=0.015)
    assert covered(whole, "lesson", names, False, 1.0) == pytest.approx(0.95, abs=0.02), "with dice of their own, too"
    part = compare([one for one in tables if one.name != "V 0"], tuple(names))
    assert covered(part, "lesson", names, True, 1.0) is None, "not every block has all treatments"


THREE = ("silence", "one-agreement", "yearly-agreement")


@pytest.mark.long
def test_a_forecast_of_three_treatments_is_that_of_classes_with_one_residual():
    spread = spreads("lesson", *THREE[:2], True, None, THREE)[4]
    draw = np.random.Generator(np.random.SFC64(3))
    classes = np.array(spread.totals)[draw.integers(0, len(spread.totals), (1500, 3))]
    found = [
        compare([PlayedTable(f"{name} {block}", str(block), name, ((float(total),),), 1)
                 for block, totals in enumerate(one) for name, total in zip(THREE, totals, strict=True)], THREE)
        for one in classes
    ]  # fmt: skip
    seen = np.mean([one.comparisons[0].difference.low > 0 for one in found])
    plan = plan_class(36, 4, 3, {4: spread})
    assert plan.seen == pytest.approx(seen, abs=0.03) and plan.seen > 0.8
    pair = spreads("lesson", *THREE[:2])[4]
    assert spread.difference == pytest.approx(pair.difference), "all games of these are kept of all three"
    assert plan_class(36, 4, 3, {4: pair}).seen == pytest.approx(plan.seen, abs=0.06), "others taken to spread alike"


def test_models_of_three_treatments_play_the_same_games_so_that_differences_add_up():
    found = model_result("lesson", (4,), ("silence", "yearly-agreement", "quota"))
    first, whole, second = (one.difference.mean for one in found.comparisons)
    assert whole == pytest.approx(first + second)
    assert {one.blocks for one in found.comparisons} == {24} and {one.freedom for one in found.comparisons} == {46}
    plan = [spreads("lesson", one.base, one.other, True, None, tuple(found.means))[4] for one in found.comparisons]
    assert [one.difference for one in plan] == pytest.approx([first, whole, second]), "plan and desk say the same"


RULES = ("silence", "yearly-agreement", "voted-rule")


@pytest.mark.parametrize("shared", [True, False])
def test_of_three_treatments_every_pair_is_expected_by_its_own_sizes_of_tables(shared):
    found = spreads("lesson", *RULES[:2], shared, None, RULES)
    assert found[3] == spreads("lesson", *RULES[:2], shared)[3] and found[4].totals
    assert [*spreads("lesson", *RULES[1:], shared, None, RULES)] == [4], "no tables of three voted"
    plan = plan_class(30, 4, 3, found)
    assert plan.sizes == (4, 3, 3)
    assert plan.expected.difference == pytest.approx((found[4].difference + 2 * found[3].difference) / 3)
    assert plan.seen < plan_class(30, 4, 3, {4: found[4]}).seen - 0.2
    assert curve(plan.expected, 3, 3)[-1]["all"] > 0


def test_models_of_three_treatments_show_every_pair_at_its_own_sizes_with_one_confidence():
    found = model_result("lesson", (4, 3, 3), RULES)
    sizes = [tuple(size for size, _ in one.by_size) for one in found.comparisons]
    assert sizes == [(4, 3), (4,), (4,)]
    assert [one.confidence for one in found.comparisons] == pytest.approx([1 - 0.05 / 3] * 3)
    alone = model_result("lesson", (3, 3), RULES).comparisons
    assert [(one.other, one.confidence) for one in alone] == [(RULES[1], pytest.approx(1 - 0.05 / 3))]
    told = model_sentences(found, dict(zip(RULES, "SYV", strict=True)), missing=(3,))
    lacks = "There are no stored model games for tables of 3, so these are left out."
    assert told[-2:] == [f"“S” and “V”: {lacks}", f"“Y” and “V”: {lacks}"]
    told = model_sentences(model_result("lesson", (3, 3), RULES), dict(zip(RULES, "SYV", strict=True)), missing=(3,))
    none = "There are no stored model games of these treatments with this form and number of seats."
    assert told[-2:] == [f"“S” and “V”: {none}", f"“Y” and “V”: {none}"] and lacks not in " ".join(told)


def test_of_several_treatments_every_pair_is_named_and_fewer_are_advised_by_name():
    known = {4: Spread(12.0, 5.0)}
    pairs = {("A", "B"): known, ("A", "C"): {4: Spread(-3.0, 5.0)}, ("B", "C"): known}
    told = advice(24, 4, 3, known, False, {5: known}, pairs)
    assert [words.split(":")[0] for words in told[:3]] == [
        "The models expect “B” to be 12 points ahead of “A”",
        "The models expect “A” to be 3 points ahead of “C”",
        "The models expect “C” to be 12 points ahead of “B”",
    ]
    assert advice(24, 4, 2, known, pairs={("A", "B"): known})[1].startswith(
        "The models expect “B” to be 12 points ahead"
    )
    assert told[3].startswith("“A” and “B”: If the slowest table stops after year 5, ")
    assert told[4].startswith("Better: compare only “A” and “B”, at 6 tables of at most 4.")


def test_models_points_are_said_to_be_before_fines_and_who_is_ahead_after_them():
    """In the full game fines turn the difference that a voted rule makes among models."""
    titles = {"silence": "Silence", "voted-rule": "Voted rule", "yearly-agreement": "Talk"}
    pair = ("silence", "voted-rule")
    games = [{game.game: game for game in model_games("full", 4, name)} for name in pair]
    same = sorted(games[0].keys() & games[1].keys())
    before, after = (
        [sum(getattr(some[one], what) for one in same) / len(same) for some in games]
        for what in ("total", "after_fines")
    )
    assert len(same) == 24 and before[1] > before[0] and after[1] < after[0]
    gap = number(after[0] - after[1])
    said = f"after fines “Silence” is {gap} points a table ahead of “Voted rule” in their games at the end."
    assert fined_models("full", (4, 4), pair, titles).endswith(said)
    assert fined_models("full", (4, 4), ("silence", "yearly-agreement"), titles) == ""
    years = len(model_games("full", 4, "silence")[0].yearly)
    assert early_models("full", (4, 4), pair, 3, years, titles)[2].endswith(said)


SAME = ("competitive", "silence", "yearly-agreement")
"""Of these the first two are the same games for models."""
TITLES = {"competitive": "Alone", "silence": "Silent", "yearly-agreement": "Talk"}


def test_models_say_nothing_of_two_treatments_that_are_the_same_games_for_them():
    words = (
        "Models do not talk: “Alone” and “Silent” are the same games for them, so they say nothing about this "
        "difference."
    )
    both = model_result("lesson", (4,), SAME[:2])
    assert not both.comparisons and model_sentences(both, dict(zip(SAME[:2], ("Alone", "Silent"), strict=True))) == [
        words
    ]
    assert early_models("lesson", (4,), SAME[:2], 4, 6, TITLES, SAME) == (words,)
    assert not spreads("lesson", *SAME[:2]), "nothing is expected of them alone"
    three = model_result("lesson", (4,), SAME)
    assert [(one.base, one.other) for one in three.comparisons] == [(SAME[0], SAME[2]), (SAME[1], SAME[2])]
    assert three.comparisons[0].difference == three.comparisons[1].difference
    told = model_sentences(three, TITLES)
    assert words in told and "There are no stored model games" not in " ".join(told)
    unknown = model_sentences(model_result("lesson", (2,), SAME), TITLES)
    assert unknown[0] == words and unknown[1].startswith("There are no stored model games"), "of the other pairs"


def test_a_forecast_has_as_many_tables_as_the_class_where_two_treatments_are_the_same_games():
    for shared in (True, False):
        spread = spreads("lesson", SAME[0], SAME[2], shared, None, SAME)[4]
        first, second, _ = np.array(spread.totals).T
        assert abs(np.corrcoef(first, second)[0, 1]) < 0.4, "two tables of people are not always even"
        assert spread.difference == pytest.approx(spreads("lesson", SAME[0], SAME[2], shared)[4].difference, abs=0.01)
    seen = {people: plan_class(people, 4, 3, spreads("lesson", SAME[0], SAME[2], True, None, SAME)).seen
            for people in (24, 36)}  # fmt: skip
    assert seen[24] == pytest.approx(0.31, abs=0.04) and seen[36] == pytest.approx(0.79, abs=0.04)


def test_intervals_of_a_class_in_which_models_do_not_tell_two_treatments_apart_hold_as_often_as_others():
    tables = [
        PlayedTable(f"{name} {block}", str(block), name, ((10.0 * place + block * 3, 0, 0, 0), *[(0,) * 4] * 5), 6)
        for block, (place, name) in product(range(3), enumerate(SAME))
    ]
    names = {name: name for name in SAME}
    assert covered(compare(tables, SAME), "lesson", names, True) is None
    alone = compare([one for one in tables if one.treatment != SAME[2]], SAME[:2])
    assert covered(alone, "lesson", names, True, 1.0) is None, "models know nothing of it"


@pytest.mark.parametrize("form", FORMS)
def test_of_treatments_that_never_played_the_same_games_each_pair_is_known_by_itself(form):
    """Silence and everyone for themselves are the same games for models; the third has none in common with them."""
    for third in ("transferable-quota", "to-win"):
        among = ("competitive", "silence", third)
        for pair in combinations(among, 2):
            assert set(spreads(form, *pair)) <= set(spreads(form, *pair, True, None, among))


def test_of_a_class_of_three_treatments_every_page_tells_one_number_of_models():
    among = ("silence", "yearly-agreement", "quota")
    early = early_models("lesson", (4,), among[:2], 4, 6, {}, among)
    table = model_sentences(model_result("lesson", (4,), among, 4), {name: name for name in among})
    assert early[0] == table[0] and "(98.3 %: " in early[0]
    end = model_result("lesson", (4,), among).comparisons[0].difference.mean
    assert f"{number(end)} points a table ahead at the end" in early[1]
    assert spreads("lesson", *among[:2], True, None, among)[4].difference == pytest.approx(end)
