"""The harbour council: facts with their sources, a vote that nobody can pull to an end, and rules that are played."""

from __future__ import annotations

import json
import re
from itertools import product
from random import Random

import checklist
import numpy as np
import pytest
from fishlab_widgets.council import Cases, ClassResults, Roles, Vote, cases, class_results, roles, vote
from fishlab_widgets.council.hook import tired_sea
from fishlab_widgets.lesson import Lesson, memory
from fishlab_widgets.lesson.answers import read_lesson_code, write_lesson_code
from tune import found_under, search_under, tune
from walk import visible

from fishlab import Boom, Fishery, Match
from fishlab.boom.players import BOTS
from fishlab.lab import NO_QUOTA, TREATMENTS, Policy, play_profiles
from fishlab.lab.search import voted as laboratory

FACTS = {
    "cod": "about 800,000 t landed | closed; about 30,000 jobs lost | commercial fishing resumed at 18,000 t",
    "sardine": "over 790,000 short tons landed | moratorium: no fishing",
    "anchoveta": "biologists advised 9.5 Mt at most | 12.4 Mt | about 1.2 Mt a year",
    "bluefin": "Endangered | Least Concern",
    "shares": "as common as it was | collapse about half as common",
    "together": "leadership went with success | quotas | cohesion: people who hold together | reserves",
}
"""What was measured, as its sources say it: whoever changes a figure changes it here too, and says why."""


@pytest.fixture
def lesson():
    memory.forget_all()
    return Lesson("10", "Harbour council", minutes=40)


def shown(card) -> str:
    return " ".join(" ".join(visible(card)).split())


# Facts.


def test_every_case_tells_what_its_source_says_and_names_it():
    told = {key: " | ".join(one["told"] for one in case["figures"]) for key, case in cases.CASES.items()}
    assert told == FACTS
    for case in cases.CASES.values():
        assert re.search(r"\((19|20)\d\d\)", case["source"]), case["title"]


def test_a_bar_is_as_high_as_the_number_that_is_told():
    for case in cases.CASES.values():
        for one in case["figures"]:
            numbers = [float(text.replace(",", "")) for text in re.findall(r"\d[\d,.]*\d|\d", one["told"])]
            if numbers and one.get("amount"):
                assert one["amount"] == numbers[0]


def test_the_years_between_closing_and_coming_back_are_counted():
    years = [int(text) for one in cases.CASES["cod"]["figures"] for text in re.findall(r"\b\d{4}\b(?!s)", one["when"])]
    assert f"{years[-1] - years[0]} years later" in cases.CASES["cod"]["done"]


def test_a_case_opens_by_a_click_with_its_source_and_its_figure(lesson):
    card = Cases(lesson)
    assert "Rose & Walters (2019)" in shown(card)
    card.receive("choose", list(cases.CASES).index("bluefin"))
    assert "Least Concern" in shown(card)
    assert "fishlab-figure" not in "".join(map(str, card.pictures))
    card.receive("choose", 99)
    assert "Least Concern" in shown(card)


def test_every_number_on_a_role_sheet_has_its_source(lesson):
    for role in roles.ROLES.values():
        assert re.search(r"\d", role["know"])
        assert re.search(r"\([^()]+ (19|20)\d\d\)", role["know"]), role["name"]
        assert not re.search(r"\d", role["want"] + role["fear"] + role["ask"])
    card = Roles(lesson)
    card.receive("choose", 4)
    assert "year after next" in shown(card)
    assert all(role["name"] in card.still_picture() for role in roles.ROLES.values())


# The vote.


def ballots(*quotas: int) -> dict[str, dict[str, int]]:
    return {name: {"quota": one, "reserve": 0, "penalty": 0} for name, one in zip(roles.ROLES, quotas, strict=True)}


def test_the_middle_ballot_holds_and_an_end_cannot_pull_it():
    assert vote.decide(ballots(0, 0, 1, 2, 3)).options[0] == 1
    assert vote.decide(ballots(0, 1, 2, 3, 3)).options[0] == 2
    assert vote.decide(ballots(1, 1, 1, 3, 3)).options[0] == 1


def rule(quota: int, closed: int, fine: int, agreed: int = 3) -> vote.Rule:
    """Return a rule by what it says."""
    wanted = {"quota": quota, "reserve": closed, "penalty": fine}
    values = {name: [one["value"] for one in roles.QUESTIONS[name]["options"]] for name in wanted}
    return vote.Rule(tuple(values[name].index(value) for name, value in wanted.items()), agreed)


def test_the_laboratory_plays_the_rule_that_was_written():
    ours = rule(2, 1, 2, 5)
    assert ours.written == laboratory.Rule(2, True, 2)
    policy = laboratory.country(ours.written)
    assert (policy.quota, policy.penalty, policy.reserve, policy.detection) == (2, 2, ("cod", "whale"), 0.5)
    assert ours.words() == (
        "2 fish a year for a country, cod and whales closed, a fine of 2 a fish. 5 of 5 voted for just this limit."
    )
    none = vote.decide(ballots(3, 3, 3, 3, 3))
    assert (none.value("quota"), none.words()) == (NO_QUOTA, "No rule: everyone for themselves.")


def test_what_both_lessons_play_comes_to_the_same_as_in_lesson_03():
    names = ["competitive", "voted-rule", "enforced-rule", "cooperative"]
    three = dict(
        zip(names, play_profiles([TREATMENTS[name].profile(4) for name in names], games=400, seed=1), strict=True)
    )
    for ours, name in ((rule(1, 0, 1), "voted-rule"), (rule(1, 0, 2), "enforced-rule"), (rule(1, 0, 0), "competitive")):
        games = vote.totals(ours)
        for mine, theirs in ((vote.OURS, name), (vote.NONE, "competitive"), (vote.ALL, "cooperative")):
            assert np.array_equal(vote.points(games[mine]), vote.points(three[theirs])), (ours, theirs)


def test_a_rule_without_a_fine_is_no_rule_to_who_plays_for_itself_and_a_fine_decides_whether_one_pays():
    found = {fine: vote.compare(rule(1, 0, fine)) for fine in (0, 1, 2)}
    assert found == {0: "no clear difference", 1: "fewer", 2: "more"}
    assert "as good as no rule" in rule(1, 0, 0).kept()
    assert rule(1, 0, 2).kept().endswith("to keep it in years 1, 2, 3, 4, 5, 6, 7, 8.")
    gap = vote.difference(rule(1, 0, 2))
    assert f"{gap.mean:+.1f} points a game (95 % interval {gap.low:+.1f} to {gap.high:+.1f})" in vote.rule_told(
        rule(1, 0, 2)
    )


def test_every_rule_that_can_be_voted_for_was_searched_under_that_rule():
    asked = [[one["value"] for one in question["options"]] for question in roles.QUESTIONS.values()]
    assert {(one.quota, int(one.closed), one.fine) for one in laboratory.rules()} == set(product(*asked))
    searched = [one for one in laboratory.rules() if not laboratory.treatment_of(one)]
    assert sorted(laboratory.kept()) == sorted(one.key for one in searched)
    for one in searched:
        policy, begun = laboratory.country(one), search_under(one).start
        for name in ("quota", "penalty", "detection", "reserve"):
            assert getattr(policy, name) == getattr(begun, name), one
        assert "quota" not in dict(policy.years)


def test_what_a_search_finds_is_written_as_it_is_kept():
    one = laboratory.Rule(2, True, 2)
    wanted, found = search_under(one), found_under(one, steps=1)
    assert Policy(**json.loads(json.dumps(found))) == tune("own", 4, 1, 0, wanted.start, wanted.choices)


@pytest.mark.soak
def test_what_is_kept_of_a_rule_is_what_the_search_finds():
    one = laboratory.Rule(2, True, 1)
    assert Policy(**found_under(one)) == laboratory.kept()[one.key]


def test_the_lesson_says_how_breaches_are_seen():
    cells = checklist.read(checklist.FOLDER / "10-harbour-council.ipynb")["cells"]
    text = next(" ".join(checklist.source(one).split()) for one in cells if one["id"] == "vote-text")
    assert "Half of the breaches are seen" in text
    assert laboratory.SEEN == 0.5


def test_a_ballot_is_taken_kept_in_the_code_and_leads_back_to_the_rulebook(lesson):
    card = Vote(lesson)
    assert not lesson.memory.answers["vote"].done
    before = card.rule.words()
    for place in range(5):
        card.receive("choose", place)
        card.receive("vote quota", 1)
    assert card.rule.value("quota") == 2
    assert card.rule.words() != before
    (row,) = read_lesson_code(lesson.code())
    assert row["result"] == card.rule.words()
    assert Vote(lesson).rule == card.rule, "running the cell again keeps the votes"
    card.receive("back", None)
    assert card.rule.empty
    card.receive("vote quota", 77)
    card.receive("vote nothing", 1)
    assert card.rule.empty


# The class.


def boom_code(moves: int = 60) -> str:
    match = Match(Boom, 3)
    match.run([BOTS["greedy"]] * 3, Random(1), limit=moves)
    return match.code()


def lesson_code(number: str, result: str = "Norlandia 3, Isle of Cod −1, Ostmark 0") -> str:
    row = {"key": "game", "kind": "play", "answer": 12, "result": result, "done": True, "tries": 0, "why": ""}
    return write_lesson_code(number, [row])


def test_codes_of_the_class_bring_points_and_seas_and_each_counts_once():
    code = lesson_code("01")
    found = class_results.read_lines(f"Anna; {code}\n\n{code}\n{boom_code()}\n{lesson_code('06', 'Tuna 4')}")
    assert [(one.lesson, one.total) for one in found.games] == [("01", 2), ("06", 4)]
    assert found.seas[0][0] == 100
    assert found.wrong == ["Line 3: this code is counted already."]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (lesson_code("07"), "this is lesson 07: the lessons here are 01, 03, 06"),
        (lesson_code("01")[:-3], "cut off"),
        (write_lesson_code("03", []), "no game was played"),
        (boom_code(3), "still in its first year"),
        (Match(Fishery).code(), "not a lesson code"),
        ("Anna B.", "not a lesson code"),
        ("<b>me</b>", "not a lesson code"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_its_number(line, why):
    found = class_results.read_lines(f"\n{line}")
    assert not found.games
    assert not found.seas
    assert re.match(rf"Line 2: .*({why})", found.wrong[0], re.IGNORECASE), found.wrong


def test_a_class_of_sixty_fits_and_what_does_not_is_told():
    codes = [lesson_code(number, f"Tuna {place}") for place in range(60) for number in class_results.WANTED]
    assert len(class_results.read_lines("\n".join(codes)).games) == 180
    found = class_results.read_lines("?\n" * 300 + codes[0])
    assert found.wrong[0] == "Only the first 300 lines are read: 1 were left out."


def test_the_class_stands_beside_the_real_figures_and_no_name_is_shown(lesson):
    card = ClassResults(lesson)
    assert "Northern cod, 2024" in shown(card)
    card.receive("paste", f"Zacharias {lesson_code('03')}\n{boom_code()}\n<script>")
    text = shown(card)
    assert "our seas, 1 game" in text
    assert "Read: 1 game with points, 1 sea year by year" in text
    words = str(card.head[2]["html"]) + str(card.head[3]["html"])
    assert "Zacharias" not in words
    assert "<script>" not in words


def test_what_is_left_is_told_in_per_cent_of_the_best_years():
    assert {row["who"]: row["per cent"] for row in class_results.real_shares()} == {
        "Northern cod, 2024": round(100 * 18 / 800, 1),
        "Peruvian anchoveta, 1977–87": round(100 * 1.2 / 12.4, 1),
    }


def test_the_council_meets_over_a_sea_in_year_three_with_fish_missing():
    state = tired_sea().state
    assert (state.year, state.turn()) == (3, 0)
    assert 0 < state.seas[-1].bit_count() < state.seas[0].bit_count()
