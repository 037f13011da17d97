"""Before the start the desk says what a plan will be able to see, and proposes a better one."""

from __future__ import annotations

from itertools import combinations

import pytest
from classroom.school import Class
from fishlab_widgets.classroom.desk.plan import Plan, forecast

from fishlab.boom.treatments import TERMS
from fishlab.lab.class_experiment.beside import spreads
from fishlab.lab.class_experiment.power import known_plans, plan_class
from fishlab.lab.class_experiment.sentences import points
from fishlab.lab.search.forms import predicted
from fishlab.room import PERSON

TWO = ("silence", "yearly-agreement")


@pytest.fixture
def school(tmp_path):
    found = Class(tmp_path)
    yield found
    found.room.leave()


def test_the_plan_says_how_small_a_difference_is_seen_in_8_of_10_classes_of_its_own_form(school):
    for form in ("lesson", "short"):
        school.ask("try", treatments=list(TWO), people=32, players=4, form=form)
        power = school.desk.model.view["power"]
        plan = plan_class(32, 4, 2, spreads(form, *TWO))
        least = points(plan.forecast.least())
        words = f"With these 4 + 4 tables a difference of {least} a table is seen in 8 of 10 classes."
        assert power["lines"][0] == words
        ahead = f"“Agreement every year” to be {points(plan.expected.difference)} ahead of “Silence”"
        assert f"The models expect {ahead}: " in power["lines"][1]
        assert any("10,000 simulated classes" in words for words in power["lines"])
        assert "That models keep 95 of 100 promises is an assumption, not a result." in power["lines"]
        assert "this plan" in power["html"]
    assert school.room.tables() == [], "nothing is set by trying"


@pytest.mark.parametrize("luck", ["tape", "own"])
def test_the_plan_says_what_a_class_sees_whose_slowest_table_does_not_finish(luck):
    lines = forecast(Plan(people=24, luck=luck))["lines"]
    for year in (5, 4):
        plan = plan_class(24, 4, 2, spreads("lesson", *TWO, luck == "tape", year))
        seen = round(100 * plan.seen)
        assert f"If the slowest table stops after year {year}, {seen} of 100 classes see a difference." in lines
        assert plan.expected.difference == pytest.approx(predicted("lesson", "yearly-agreement")[year - 1].mean)
        assert seen < 100 * plan_class(24, 4, 2, spreads("lesson", *TWO, luck == "tape")).seen
    assert (
        "If the slowest table stops after year 3, the models show nothing yet, or the opposite."
        in (forecast(Plan(people=24, form="short"))["lines"])
    )


def test_the_default_form_with_32_people_shows_the_models_effect_in_9_of_10_classes():
    assert plan_class(32, 4, 2, spreads(Plan().form, *Plan().treatments)).seen >= 0.9


def test_a_plan_that_sees_little_comes_with_a_better_one_that_can_be_taken(school):
    asked = {"treatments": ["silence", "yearly-agreement", "cooperative"], "people": 16, "players": 4, "form": "lesson"}
    school.ask("try", **asked)
    better = school.desk.model.view["power"]["better"]
    assert better["words"].startswith("Take the better plan, only “Silence” and “All together”: ")
    school.ask("try", **{**asked, "players": better["players"], "treatments": better["treatments"]})
    assert school.desk.model.view["power"]["better"] is None
    assert len(better["treatments"]) == 2


def test_of_three_treatments_every_pair_has_a_forecast_and_the_one_that_is_seen_most_is_kept():
    three = ("silence", "yearly-agreement", "quota")
    found = forecast(Plan(treatments=three, people=24), draw=True)
    alone = {pair: plan_class(24, 4, 2, spreads("lesson", *pair)).seen for pair in combinations(three, 2)}
    best = max((pair for pair in alone if "silence" in pair), key=alone.get)
    assert best != max(alone, key=alone.get), "the two rules differ most, but neither would be seen beside none"
    told = {pair: plan_class(24, 4, 3, spreads("lesson", *pair, True, None, three)) for pair in (best, *alone)}
    for line, (pair, plan) in zip(found["lines"], told.items(), strict=False):
        by = plan.expected.difference
        behind, lead = (f"“{TERMS[name].title}”" for name in (pair if by > 0 else pair[::-1]))
        seen = f"{round(100 * plan.seen)} of 100 classes"
        assert line.startswith(f"The models expect {lead} to be {points(abs(by))} ahead of {behind}: {seen}")
    assert found["better"]["treatments"] == list(best)
    assert found["better"]["words"].endswith(
        f": {round(100 * alone[best])} of 100 classes instead of {round(100 * told[best].seen)}"
    )
    assert all(f"“{TERMS[name].title}”" in found["html"] for name in best)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"treatments": ["silence"]}, "One treatment has nothing to be compared with"),
        ({"years": 3}, "There are no stored model games"),
        ({"people": 4}, "there are fewer than two tables of each treatment"),
        ({"people": 24, "players": 2}, "There are no stored model games for tables of 2, so nobody can say"),
        ({"people": 24, "players": 3, "form": "short"}, "There are no stored model games for tables of 3, so nobody"),
    ],
)
def test_where_nothing_can_be_said_the_plan_says_so(school, asked, words):
    school.ask("try", **asked)
    assert words in school.desk.model.view["power"]["lines"][0]


@pytest.mark.parametrize(
    ("people", "players", "offered", "full"),
    [(18, 4, "Compare full tables of 4 only", True), (24, 3, "Take tables of 4", False)],
)
def test_where_no_games_are_kept_of_a_size_the_plan_offers_one_of_which_there_are(
    school, people, players, offered, full
):
    asked = {"treatments": list(TWO), "people": people, "players": players, "form": "short"}
    school.ask("try", **asked)
    power = school.desk.model.view["power"]
    assert power["lines"][0].startswith("There are no stored model games for tables of 3, so nobody")
    assert (power["better"]["words"], power["better"]["full"]) == (offered, full)
    school.ask("try", **{**asked, "players": power["better"]["players"], "full": full})
    assert " of 100 classes see that" in school.desk.model.view["power"]["lines"][1]


def test_where_so_many_treatments_leave_tables_of_which_no_games_are_kept_the_pairs_without_any_are_named():
    four = ("silence", "one-agreement", "yearly-agreement", "voted-rule")
    found = forecast(Plan(treatments=four, people=24))
    none = "There are no stored model games for tables of 3, so nobody can say what a class will see there."
    assert found["lines"][0].startswith(
        "The models expect “Agreement every year” to be 5.5 points ahead of “Silence”: "
    )
    assert sum(words.endswith(f": {none}") for words in found["lines"]) == 5
    assert f"“Silence” and “One agreement”: {none}" in found["lines"]
    assert found["better"]["treatments"] == list(TWO)
    assert "only “Silence” and “Agreement every year”: 84 of 100 classes" in found["better"]["words"]
    three = forecast(Plan(treatments=(four[0], four[1], four[3]), people=18))
    assert three["lines"] == [none], "of all pairs"


def test_of_three_treatments_at_tables_of_two_sizes_each_pair_counts_by_its_own_games():
    lines = forecast(Plan(treatments=(*TWO, "voted-rule"), people=30), draw=True)["lines"]
    plan = plan_class(30, 4, 3, spreads("lesson", *TWO, True, None, (*TWO, "voted-rule")))
    assert lines[0].startswith(
        "The models expect “Agreement every year” to be 10.5 points ahead of “Silence”: "
        f"{round(100 * plan.seen)} of 100 classes see that"
    )
    high = (
        "There are no stored model games for tables of 3: they count here as tables of 4, so this is probably too high."
    )
    named = [words for words in lines if "too high" in words]
    assert named == [f"“Silence” and “Voted rule”: {high}", f"“Agreement every year” and “Voted rule”: {high}"]
    alike = forecast(Plan(treatments=("silence", "one-agreement", "quota"), people=30))["lines"]
    assert [words for words in alike if "too high" in words] == [high], "once, if of all pairs"


@pytest.mark.parametrize(("third", "people"), [("one-agreement", 30), ("voted-rule", 33), ("one-agreement", 42)])
def test_that_pair_is_offered_of_which_most_is_seen_at_the_tables_that_are_offered(third, people):
    treatments = tuple(name for name in TERMS if name in (*TWO, third))
    better = forecast(Plan(treatments=treatments, people=people))["better"]
    offered = {
        pair: max(one.seen for one in known_plans(people, 4, 2, spreads("lesson", *pair)))
        for pair in combinations(treatments, 2)
    }
    assert better["treatments"] == list(max(offered, key=offered.get)) == list(TWO)


def test_a_plan_says_that_sizes_without_kept_games_make_it_probably_too_high():
    told = (
        "There are no stored model games for tables of 3: they count here as tables of 4, so this is probably too high."
    )
    assert told in forecast(Plan(people=30, form="short"))["lines"]
    assert not any("too high" in words for words in forecast(Plan(people=30))["lines"])


def test_where_no_figure_stands_nothing_is_said_of_simulated_classes_and_one_person_is_one():
    for people in (1, 5):
        lines = forecast(Plan(people=people, form="short"))["lines"]
        assert not any("simulated" in words or "they count here" in words for words in lines)
    assert forecast(Plan(people=1))["lots"].startswith("1 person, seated at random: ")
    assert "seated at random: 1 table of 2." in forecast(Plan(people=2, players=2, treatments=("silence",)))["lots"]
    assert forecast(Plan(people=1))["lines"][0].startswith("With 1 person at tables of ")


def test_a_plan_that_is_not_possible_is_named_beside_the_form(school):
    school.ask("try", people=0)
    assert "0 people are not possible" in school.desk.model.view["power"]["trouble"]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("people", "sizes", "over"),
    [(32, (4, 4, 4, 4), 0), (30, (4, 4, 4, 3), 0), (31, (4, 4, 4, 3), 1), (5, (2,), 1), (3, (4,), 0)],
)
def test_odd_numbers_sit_at_smaller_tables_and_who_is_over_sits_apart(school, people, sizes, over):
    plan = Plan(people=people)
    assert (plan.sizes, plan.over) == (sizes, over)
    school.ask("make", people=people, players=4)
    statuses = school.room.statuses()[0]
    assert [one.match.seats for one in statuses] == [size for size in sizes for _ in TWO] + [4] * bool(over)
    assert [one.block for one in statuses] == [block for block in range(len(sizes)) for _ in TWO] + [len(sizes)] * over
    for number in range(people):
        assert school.room.seating.deal(f"person-{number:03}") is not None, "everybody has a seat"
    if people > 4:
        school.ask("start")
        full = [one for one in school.room.statuses()[0] if set(one.seats) == {PERSON}]
        assert len(full) == 2 * len(sizes), "where people are compared, no bot sits"


def test_the_draw_is_shown_beside_the_form():
    found = forecast(Plan(people=31))
    people = "31 people, seated at random: 6 tables of 4 and 2 tables of 3. "
    assert people + "In each block, tables get their treatments at random." in found["lots"]
    assert "1 person is left over and plays with bots" in found["lots"]


@pytest.mark.parametrize("luck", ["own", "real"])
def test_tables_with_dice_of_their_own_have_the_forecast_of_unshared_dice(luck):
    shared, apart = (spreads("lesson", *TWO, dice)[4] for dice in (True, False))
    assert apart.difference == pytest.approx(shared.difference)
    assert apart.sd > shared.sd, "in the lesson the same dice help and hurt both tables"
    found = forecast(Plan(people=24, luck=luck))["lines"]
    assert found[1] == forecast(Plan(people=24))["lines"][1].replace(
        f"{round(100 * plan_class(24, 4, 2, {4: shared}).seen)} of 100 classes see that, and "
        f"{round(100 * plan_class(24, 4, 2, {4: shared}).forecast.share(shared.difference / 2))} of 100",
        f"{round(100 * plan_class(24, 4, 2, {4: apart}).seen)} of 100 classes see that, and "
        f"{round(100 * plan_class(24, 4, 2, {4: apart}).forecast.share(shared.difference / 2))} of 100",
    )
    assert found[0] != forecast(Plan(people=24))["lines"][0]


def test_people_are_sent_apart_only_where_full_tables_see_more_than_smaller_ones(school):
    assert forecast(Plan(people=31))["better"] is None, "a block of threes takes little from three of fours"
    asked = {"treatments": list(TWO), "people": 18, "players": 4, "form": "lesson"}
    school.ask("try", **asked)
    better = school.desk.model.view["power"]["better"]
    meant, full = (plan_class(18, 4, 2, spreads("lesson", *TWO), whole) for whole in (False, True))
    assert (meant.sizes, full.sizes, full.over) == ((3, 3, 3), (4, 4), 2)
    assert better["words"] == (
        f"Take the better plan, full tables only: {round(100 * full.seen)} of 100 classes instead of "
        f"{round(100 * meant.seen)}"
    )
    taken = {**asked, "players": better["players"], "full": better["full"]}
    school.ask("try", **taken)
    assert school.desk.model.view["power"]["better"] is None
    school.ask("make", **taken)
    assert [one.match.seats for one in school.room.statuses()[0]] == [4] * 5
    assert Plan.of(school.room).full, "the plan is kept"
    for number in range(18):
        assert school.room.seating.deal(f"person-{number:03}") is not None
        school.look()
        missing = 17 - number
        assert (f"Start with {missing} empty seat" in school.head["start_sure"]) == (missing > 0), "its bots are meant"
    apart = [one["name"] for one in school.desk.model.view["cards"] if one["apart"] == "an extra table: not compared"]
    assert apart == [one.name for one in school.room.statuses()[0] if one.block == 2]
    school.ask("start")
    assert sum(set(one.seats) == {PERSON} for one in school.room.statuses()[0] if one.block < 2) == 4


def test_where_a_block_of_smaller_tables_helps_it_stays():
    assert forecast(Plan(people=31, form="short"))["better"] is None


def test_of_silence_and_everyone_alone_a_plan_says_that_models_know_nothing():
    words = "Models do not talk: “Everyone for themselves” and “Silence” are the same games for them"
    two = forecast(Plan.read({"people": 24, "treatments": ["competitive", "silence"]}))["lines"]
    assert two[0].startswith(words) and not any("Most classes" in line or "expect" in line for line in two)
    three = forecast(Plan.read({"people": 36, "treatments": ["competitive", "silence", "yearly-agreement"]}))["lines"]
    assert sum(line.startswith(words) for line in three) == 1
    warned = "For people too these are the same game: nobody speaks and own points count. Choose one of them."
    assert two[1] == warned and three[three.index(next(line for line in three if words in line)) + 1].endswith(warned)
    small = Plan.read({"people": 8, "players": 2, "treatments": ["competitive", "silence", "to-win"]})
    told = forecast(small)["lines"][0]
    assert told == f"“Everyone for themselves” and “Silence”: {warned.replace('people too', 'people')}", "none before"
    assert not any(warned in line for line in forecast(Plan())["lines"])
    assert not any("expect “Silence” 0 points" in line or line.startswith("Read the intervals") for line in three)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_third_treatment_beside_silence_and_everyone_alone_has_a_forecast(players):
    both = ["competitive", "silence"]
    for third in (name for name, one in TERMS.items() if one.for_people and name not in both):
        found = forecast(Plan.read({"people": 30, "players": players, "treatments": [*both, third]}))
        assert found["lines"] and found["lots"], third
