"""The harbour council: facts with their sources, a vote that nobody can pull to an end, and rules that are played."""

from __future__ import annotations

import json
import re
from itertools import product
from random import Random

import pytest
from fishlab_widgets.council import Cases, ClassResults, Roles, Vote, Votes, cases, class_results, roles, vote
from fishlab_widgets.council.hook import tired_sea
from fishlab_widgets.lesson import Lesson, memory
from fishlab_widgets.lesson.answers import read_lesson_code, write_lesson_code
from fishlab_widgets.lesson_cards import lesson_10
from tune import found_under, search_under, settled, tune
from walk import visible

from fishlab import Boom, Fishery, Match
from fishlab.boom.players import BOTS
from fishlab.boom.treatments import FORMS
from fishlab.data.series import real_series
from fishlab.lab import Interval, Policy
from fishlab.lab.search import voted
from fishlab.lab.search.tuned import tuned
from fishlab.lab.treatments import treatments


@pytest.fixture
def lesson():
    memory.forget_all()
    return Lesson("10", "Harbour council", minutes=40)


def shown(card) -> str:
    return " ".join(" ".join(visible(card)).split())


# Facts.


def test_every_case_has_a_cause_a_remedy_an_outcome_and_a_dispute_and_every_figure_its_source():
    assert len(cases.CASES) == 6
    for case in cases.CASES.values():
        assert all(case[name] for name in ("cause", "remedy", "worked", "disputed")), case["title"]
        for one in case["figures"]:
            assert re.search(r"\((19|20)\d\d\)", one["source"]), (case["title"], one)
    worked = [case["title"] for case in cases.CASES.values() if case["worked"].startswith("**Yes")]
    assert 0 < len(worked) < len(cases.CASES), "some remedies worked and some did not"


def test_what_is_told_of_a_year_is_what_its_series_holds():
    checked = 0
    for key, case in cases.CASES.items():
        series = cases.series_of(key)
        for one in case["figures"]:
            found = re.search(r"([\d.,]*\d) (?:thousand pounds|of th)", one["told"])
            if series and found:
                number = float(found[1].replace(",", ""))
                assert abs(series[int(one["when"])] - number) <= 0.005 * max(number, 1), one
                checked += 1
    assert checked == 5


def test_what_is_told_of_lingcod_and_anchoveta_is_what_their_figures_say():
    stock = cases.series_of("lingcod")
    fishing = {row["year"]: row["fishing_over_fmsy"] for row in real_series("pacific_lingcod").rows}
    turned, planned = min(stock, key=stock.__getitem__) + 1, 1999
    assert f"in {turned}, five years before" in cases.CASES["lingcod"]["disputed"] and planned - turned == 5
    assert fishing[turned] < max(one for one in fishing.values() if one is not None) / 2, "fallen by half"
    advised, caught = (
        float(one["told"].split()[0]) for one in cases.CASES["anchoveta"]["figures"] if one["when"].startswith("1970")
    )
    assert "Nearly a third more" in cases.CASES["anchoveta"]["remedy"] and 0.28 < caught / advised - 1 < 1 / 3


def test_a_figure_of_a_series_ends_where_it_is_told_to():
    whole, cut = (str(cases.figure_of("pike", last).data) for last in (None, 1959))
    assert '<th scope="row">1963</th>' in whole
    assert '<th scope="row">1959</th>' in cut
    assert '<th scope="row">1960</th>' not in cut
    assert cases.figure_of("cod") is None


def test_a_case_without_a_series_says_so():
    for key in cases.CASES:
        assert ("No series of years was found" in cases.case_html(key)) is not bool(cases.series_of(key)), key


def test_a_case_opens_by_a_click_with_its_sources_and_its_figure(lesson):
    card = Cases(lesson)
    assert "Fisheries and Oceans Canada (2024)" in shown(card)
    card.receive("choose", list(cases.CASES).index("lingcod"))
    assert "Pacific lingcod in the sea" in shown(card)
    card.receive("choose", list(cases.CASES).index("bluefin"))
    assert "Least Concern" in shown(card)
    assert "fishlab-figure" not in "".join(map(str, card.pictures))
    card.receive("choose", 99)
    assert "Least Concern" in shown(card)


def test_every_number_on_a_role_sheet_has_its_source(lesson):
    for role in roles.ROLES.values():
        assert re.search(r"\([^()]+ (19|20)\d\d\)", role["know"]), role["name"]
        assert not re.search(r"\d", role["want"] + role["fear"] + role["ask"])
    card = Roles(lesson)
    card.receive("choose", 4)
    assert "year after next" in shown(card)
    assert all(role["name"] in card.still_picture() for role in roles.ROLES.values())


# The vote.


def ballots(*quotas: int) -> dict[str, dict[str, int]]:
    return {name: {"quota": one, "watched": 0, "fine": 0} for name, one in zip(roles.ROLES, quotas, strict=True)}


def fill(card: Vote, *places: int, role: int | None = None) -> None:
    """Fill in the ballot of the role that is next, or of a role, and seal it."""
    if role is not None:
        card.receive("choose", role)
    for name, place in zip(roles.QUESTIONS, places, strict=True):
        card.receive(f"vote {name}", place)
    card.receive("seal", None)


def fill_all(card: Vote, *places: int) -> Vote:
    for _ in roles.ROLES:
        fill(card, *places)
    return card


def test_the_middle_ballot_holds_and_an_end_cannot_pull_it():
    assert vote.decide(ballots(0, 0, 1, 1, 1)).places[0] == 1
    assert vote.decide(ballots(0, 0, 0, 1, 1)).places[0] == 0
    assert [vote.in_order(ballots(1, 0, 1, 0, 1), "quota")[2]] == [1]


def test_ballots_begin_empty_and_nobody_sees_one_before_all_five_are_in(lesson):
    card = Vote(lesson)
    assert all(part["chosen"] == [] for part in card.head if part["kind"] == "choices" and part["send"] != "choose")
    assert "0 of 5 ballots are in" in shown(card)
    assert not card.answer.done
    fill(card, 1, 2, 1)
    assert "1 of 5 ballots is in." in shown(card)
    card.receive("choose", 0)
    text = shown(card)
    assert "This ballot is sealed" in text
    assert "How many fish" not in text, "a sealed ballot shows none of its votes"
    assert "The rule:" not in text
    for _ in range(4):
        card.receive("choose", next(place for place in range(5) if list(roles.ROLES)[place] not in card.sealed))
        fill(card, 0, 1, 3)
    text = shown(card)
    assert "The rule:" in text
    assert "[3 times in 6]" in text
    assert card.rule == voted.Rule(1, 3, 2)


def test_a_ballot_is_sealed_only_when_it_is_full_can_be_torn_up_and_is_final_once_opened(lesson):
    card = Vote(lesson)
    card.receive("vote quota", 1)
    card.receive("seal", None)
    assert card.sealed == []
    assert "Answer all three questions first" in card.notice
    fill(card, 1, 0, 0)
    card.receive("choose", 0)
    card.receive("vote quota", 0)
    assert card.ballots["small"]["quota"] == 1, "what is sealed cannot be changed"
    card.receive("take back", None)
    assert (card.sealed, card.ballots["small"]) == ([], {})
    card.receive("vote quota", 77)
    card.receive("vote nothing", 1)
    assert card.ballots["small"] == {}
    fill_all(card, 0, 1, 1)
    card.receive("take back", None)
    fill_all(card, 1, 1, 1)
    assert card.rule == voted.Rule(1, 3, 1)


def test_a_vote_is_kept_in_the_code_and_an_old_code_asks_to_vote_again(lesson):
    card = fill_all(Vote(lesson), 0, 1, 3)
    (row,) = read_lesson_code(lesson.code())
    assert (row["answer"].partition(" / ")[0], row["result"]) == ("1 3 2", card.decided.words())
    assert Vote(lesson).rule == card.rule, "running the cell again keeps the votes"
    code = lesson.code()
    memory.forget_all()
    fresh = Lesson("10", "Harbour council", minutes=45)
    fresh.restore(code)
    assert Vote(fresh).rule == card.rule
    memory.forget_all()
    fresh = Lesson("10", "Harbour council", minutes=45)
    old = {"key": "vote", "kind": "play", "answer": [1, 1, 1], "result": "2 fish", "done": True, "tries": 0, "why": ""}
    fresh.restore(write_lesson_code("10", [old]))
    card = Vote(fresh)
    assert not card.answer.done
    assert "please answer again" in shown(card)


def restarted(lesson: Lesson) -> Lesson:
    """Return the lesson in a fresh kernel, with what the browser has kept of it."""
    code = lesson.code()
    memory.forget_all()
    fresh = Lesson("10", "Harbour council", minutes=45)
    fresh.restore(code)
    return fresh


def test_ballots_that_were_opened_are_shown_opened_again_after_a_restart(lesson):
    card = Vote(lesson)
    for places in ((0, 1, 3), (1, 2, 1), (0, 0, 0), (1, 1, 2), (0, 2, 3)):
        fill(card, *places)
    seen, opened = card.ballots, vote.opened_html(card.ballots)
    assert opened in card.pictures
    fresh = restarted(lesson)
    again, second = Vote(fresh), Vote(fresh, 2)
    assert again.ballots == seen and opened in again.pictures and again.rule == card.rule
    assert second.ballots == seen and second.sealed == [], "an amendment begins with them"
    again.receive("take back", None)
    assert again.ballots == seen, "what was opened is final"


def test_a_ballot_that_was_sealed_stays_sealed_after_a_restart_and_one_that_was_not_is_empty(lesson):
    card = Vote(lesson)
    fill(card, 1, 2, 1)
    fill(card, 0, 1, 3, role=3)
    card.receive("choose", 1)
    card.receive("vote quota", 1)
    again = Vote(restarted(lesson))
    assert again.sealed == card.sealed == [list(roles.ROLES)[place] for place in (0, 3)]
    assert not again.answer.done and "2 of 5 ballots are in." in shown(again)
    again.receive("choose", 3)
    text = shown(again)
    assert "This ballot is sealed" in text and "How many fish" not in text and "The rule:" not in text
    again.receive("choose", 1)
    assert again.ballots[list(roles.ROLES)[1]] == {}
    for role in (1, 2, 4):
        fill(again, 0, 1, 3, role=role)
    assert again.rule == voted.Rule(1, 3, 2) and again.ballots["small"] == {"quota": 1, "watched": 2, "fine": 1}


def test_an_amendment_of_which_some_ballots_are_sealed_keeps_the_last_votes_on_the_others_after_a_restart(lesson):
    first, second = fill_all(Vote(lesson), 1, 1, 1), Vote(lesson, 2)
    fill(second, 0, 1, 1, role=0)
    fresh = restarted(lesson)
    Vote(fresh)
    again = Vote(fresh, 2)
    assert again.sealed == ["small"] and again.ballots == second.ballots
    assert {**again.ballots, "small": first.ballots["small"]} == first.ballots


def test_a_ballot_that_was_torn_up_is_not_kept(lesson):
    card = Vote(lesson)
    fill(card, 1, 2, 1)
    card.receive("choose", 0)
    card.receive("take back", None)
    assert lesson.rows() == [] and Vote(restarted(lesson)).sealed == []


@pytest.mark.parametrize("beside", ["", "0", "12", "999999999", "-1", "١", "x" * 40])
def test_ballots_that_do_not_make_the_rule_beside_them_are_voted_on_again(lesson, beside):
    row = {
        "key": "vote",
        "kind": "play",
        "answer": f"1 3 2 / {beside}",
        "result": "",
        "done": True,
        "tries": 5,
        "why": "",
    }
    lesson.restore(write_lesson_code("10", [row]))
    card = Vote(lesson)
    assert not card.answer.done and card.sealed == []
    lesson.memory.answers["vote"].own = f" / {beside}"
    assert len(card.sealed) < len(roles.ROLES)


def test_a_code_from_before_ballots_were_kept_still_has_its_rule(lesson):
    row = {"key": "vote", "kind": "play", "answer": "1 3 2", "result": "", "done": True, "tries": 0, "why": ""}
    lesson.restore(write_lesson_code("10", [row]))
    card = Vote(lesson)
    assert card.rule == voted.Rule(1, 3, 2) and "The rule:" in shown(card)


def test_a_prediction_that_was_locked_before_the_vote_opens_as_soon_as_the_vote_is_counted(lesson):
    first = Vote(lesson)
    card = lesson.predict("our rule", "?", choices=list(vote.VERDICTS), result=lambda: vote.compare(first.rule))
    card.receive("choose", 2)
    card.receive("lock", None)
    assert "seal five ballots first" in card.notice
    fill_all(first, 0, 1, 1)
    assert (card.answer.result, card.notice) == ("more", "")


def test_what_needs_a_vote_says_in_a_sentence_that_there_was_none(lesson):
    ballots = Vote(lesson)
    card = lesson.predict("our rule", "More or fewer?", choices=list(vote.VERDICTS), result=lambda: ballots.rule)
    table = lesson.after(["our rule"], lambda: vote.rule_table(vote.last_rule(ballots)))
    card.receive("choose", 0)
    card.receive("lock", None)
    told = "The council has not voted yet: seal five ballots first."
    assert card.notice == told
    assert told in table.head[0]["html"] and "could not be shown" not in table.head[0]["html"]


def test_an_amendment_waits_for_the_vote_before_it_and_for_the_prediction_and_plays_its_rule_at_once(lesson):
    first, second = Vote(lesson), Vote(lesson, 2, after=("our rule",))
    assert "Run their cells first" in shown(second)
    card = lesson.predict("our rule", "?", choices=list(vote.VERDICTS), result=lambda: vote.compare(first.rule))
    assert "locked prediction 1" in shown(second)
    fill(second, 0, 1, 1)
    assert second.sealed == []
    card.receive("choose", 2)
    card.receive("lock", None)
    assert "when the council has voted in round 1" in shown(second)
    fill_all(first, 1, 1, 1)
    assert "points a game" not in shown(first), "the first result waits for the prediction's card"
    assert "0 of 5 ballots are in" in shown(second)
    fill_all(second, 0, 1, 1)
    text = shown(second)
    assert "It fits and it holds" in text
    assert "The sea under each rule" in text
    assert vote.last_rule(first, second, Vote(lesson, 3, after=("our rule",))) == second.rule


def test_an_amendment_begins_with_the_last_ballots_so_that_one_vote_can_move(lesson):
    first, second = Vote(lesson), Vote(lesson, 2)
    fill_all(first, 1, 1, 1)
    assert "Seal all five" not in shown(first)
    assert second.ballots == first.ballots and second.sealed == []
    assert "Seal all five" in shown(second)
    for role in (0, 1, 2):
        second.receive("choose", role)
        second.receive("vote quota", 0)
    second.receive("seal all", None)
    assert second.decided.places == (0, *first.decided.places[1:])
    assert set(first.ballots["small"].values()) == {1}, "the first ballots stay"


def test_ballots_can_be_sealed_at_once_when_the_last_one_is_filled_in(lesson):
    card = Vote(lesson)
    for role in range(5):
        card.receive("seal all", None)
        assert card.sealed == [] and not card.answer.done and "Seal all five" not in shown(card)
        card.receive("choose", role)
        for question in vote.QUESTIONS:
            card.receive(f"vote {question}", 1)
    assert "Seal all five" in shown(card)
    card.receive("seal all", None)
    assert len(card.sealed) == 5 and card.decided.places == (1, 1, 1)


def test_the_debrief_says_how_often_the_council_voted_and_for_what(lesson):
    told, first, second = Votes(lesson), Vote(lesson), Vote(lesson, 2)
    assert "Your council has not voted yet." in shown(told)
    fill_all(first, 1, 1, 1)
    assert f"Your council voted once. Its rule: {first.decided.words()}" in shown(told)
    fill_all(second, 0, 1, 1)
    assert f"Your council voted 2 times. Its rule: {second.decided.words()}" in shown(told)


def test_the_table_of_the_council_follows_its_last_rule_and_a_game_that_was_begun_goes_on(lesson):
    votes = [Vote(lesson), *(Vote(lesson, number, after=("our rule",)) for number in (2, 3))]
    card = lesson.predict("our rule", "?", choices=list(vote.VERDICTS), result=lambda: vote.compare(votes[0].rule))
    fill_all(votes[0], 1, 1, 1)
    card.receive("choose", 2)
    card.receive("lock", None)
    table = vote.rule_table(vote.last_rule(*votes))
    fill_all(votes[1], 0, 1, 1)
    assert votes[1].rule != votes[0].rule
    assert table.match.state.setup == vote.rule_table(votes[1].rule).match.state.setup
    table.play(table.state.moves()[0])
    fill_all(votes[2], 1, 1, 1)
    assert table.match.state.setup.quota == votes[1].rule.quota
    assert votes[1].notice == "" and "Start a new game there to play under this one" in shown(votes[2])
    table.start_anew()
    assert table.match.state.setup.quota == votes[2].rule.quota != votes[1].rule.quota


# What comes of a rule.


def test_at_least_a_third_of_all_rules_help_and_every_outcome_has_its_reason():
    found = {rule: voted.outcome(rule) for rule in voted.rules()}
    helped = [rule for rule, one in found.items() if one.verdict == "more"]
    assert 3 * len(helped) >= len(found)
    assert {rule.quota for rule in helped} == {1}
    reasons = {rule: vote.reason(rule) for rule in found}
    for rule, text in reasons.items():
        wanted = (
            "Without force" if not rule.binds
            else "Too much for this sea" if rule not in helped
            else "Half-kept" if len(found[rule].kept) < voted.YEARS - 1
            else "It fits and it holds"
        )  # fmt: skip
        assert text.startswith(f"**{wanted}.**"), rule
        assert "take about 4 fish a year together, and 8 in the last year" in text, "what would help"
    assert len({text.split("**")[1] for text in reasons.values()}) == 4, "every outcome can be met"


def test_a_limit_that_is_kept_and_still_empties_the_sea_is_too_large():
    found = voted.outcome(voted.Rule(2, 6, 2))
    assert len(found.kept) >= voted.YEARS - 1
    assert found.fish < 2
    assert vote.best_catch()[0] < 8


def test_what_is_told_of_a_rule_is_what_its_figure_ends_with():
    rule = voted.Rule(1, 3, 2)
    gap, _, fish = voted.outcome(rule)
    text = vote.told(rule)
    assert f"{gap.mean:+.1f} points a game (95 % interval {gap.low:+.1f} to {gap.high:+.1f})" in text
    assert f"{fish:.1f} fish are left" in text
    sea = str(vote.pictures(rule)[1].data)
    last = re.findall(r'<th scope="row">6</th><td>([\d.]+)</td><td>([\d.]+)</td>', sea)
    assert float(last[0][1]) == round(fish, 1)


def test_a_reason_says_who_keeps_the_rule_what_fines_take_and_what_less_force_would_bring():
    for rule in filter(lambda rule: rule.binds, voted.rules()):
        found, text = voted.outcome(rule), vote.told(rule)
        if found.kept or found.verdict == "more":
            assert vote.kept_years(found) in text, rule
        else:
            assert "It pays no country" not in text and "  " not in text, "who seldom takes more has little to break"
        if found.verdict != "more":
            batches = voted.games(voted.country(rule)), voted.games(tuned("own", voted.PLAYERS, voted.FORM))
            ours, none = (batch.living()[4].mean() for batch in batches)
            assert f"{ours:.1f} fish live when year 5 begins, and {none:.1f} without a rule" in text
            assert abs(ours - none) < 1
            assert f"more than {rule.quota} fish in only 1 of 100 years" in text
            gap, fines = voted.points(batches[0]) - batches[0].total(), batches[0].sheets.fines.sum(axis=0)
            assert abs(gap.mean() + fines.mean()) < 0.01 and f"Fines take {fines.mean():.1f} points" in text
    for rule in (one for one in voted.rules() if one.graduated):
        apart = abs(voted.outcome(rule).gap.mean - voted.outcome(rule._replace(fine=1)).gap.mean)
        assert ("here as 1 point a fish every time" in vote.reason(rule)) == (apart < 1), rule
    told = {force: vote.told(voted.Rule(1, *force)) for force in [(3, 1), (2, 2), (6, 2)]}
    assert "More force" not in told[3, 1] + told[2, 2]
    assert "bring 6.1 points more" in told[6, 2] and "The rest comes of how countries play" in told[6, 2]
    assert "and fines take 6.4 points a game" in told[6, 2] and "fines take 1.9 points a game" in told[3, 1]
    assert "3 of 6 breaches found and 1 point a fish would make countries keep it in the same years" in told[6, 2]
    assert voted.outcome(voted.Rule(1, 3, 1)).kept == voted.outcome(voted.Rule(1, 6, 2)).kept
    assert "+0.88 points" in (small := vote.told(voted.Rule(2, 6, 2))) and "counts as “no clear difference”" in small


def test_the_reason_under_our_rule_waits_for_a_sentence_of_one_s_own(lesson):
    card = lesson_10.our_rule(fill_all(Vote(lesson), 0, 1, 1))(lesson, "our rule")
    card.receive("choose", 2)
    card.receive("lock", None)
    assert "Compared with no rule:" in shown(card) and "It fits and it holds" not in shown(card)
    card.receive("explain", "because the limit leaves enough parents")
    assert "It fits and it holds" in shown(card)


def test_a_small_difference_is_called_none_however_sure_it_is():
    assert voted.Outcome(Interval(-0.1, -0.2, -0.05, 400), (), 0).verdict == "no clear difference"
    assert voted.Outcome(Interval(-1.3, -1.7, -0.9, 400), (), 0).verdict == "fewer"
    assert voted.Outcome(Interval(1.3, 0.9, 1.7, 400), (), 0).verdict == "more"
    assert voted.Outcome(Interval(1.3, -0.9, 2.7, 400), (), 0).verdict == "no clear difference"


def test_the_ladder_s_rules_are_played_as_they_are_there():
    there = treatments(voted.FORM)
    rules = {1: "voted-rule", 2: "enforced-rule", voted.GRADUATED: "graduated-sanctions"}
    for rule, name in ((voted.Rule(1, 3, fine), name) for fine, name in rules.items()):
        assert voted.country(rule) == there[name].profile(4)[0]
    assert voted.country(voted.Rule(1, 3, 0)) == there["competitive"].profile(4)[0]


def test_every_rule_that_can_be_voted_for_was_searched_under_that_rule():
    asked = [[one["value"] for one in question["options"]] for question in roles.QUESTIONS.values()]
    assert list(voted.rules()) == list(product(*asked))
    searched = [one for one in voted.rules() if not voted.treatment_of(one)]
    assert sorted(voted.kept()) == sorted(one.key for one in searched)
    for one in searched:
        policy, begun = voted.country(one), search_under(one).start
        for name in ("quota", "penalty", "detection", "graduated"):
            assert getattr(policy, name) == getattr(begun, name), one
        assert "quota" not in dict(policy.years)


def test_what_a_search_finds_is_written_as_it_is_kept():
    one = voted.Rule(2, 6, 2)
    wanted, found = search_under(one), found_under(one, steps=1)
    options = FORMS[voted.FORM].options()
    end = settled(one, tune("own", 4, 1, 0, wanted.start, wanted.choices, **options))
    assert Policy(**json.loads(json.dumps(found))) == end


def without(policy: Policy) -> Policy:
    """Return a policy that knows of no rule."""
    return policy.but(quota=Policy().quota, detection=0, penalty=0, graduated=0)


def test_what_differs_between_a_rule_and_none_is_the_rule_and_not_who_plays():
    own = tuned("own", voted.PLAYERS, voted.FORM)
    for rule in filter(lambda rule: rule.binds, voted.rules()):
        country, found = voted.country(rule), voted.outcome(rule)
        if found.verdict != "more":
            assert voted.points(voted.games(without(country))).mean() == voted.points(voted.games(own)).mean(), rule
            fines = voted.games(country).sheets.fines.sum(axis=0).mean()
            assert found.kept or abs(found.gap.mean + fines) < 0.1, "a rule that nobody keeps costs its fines"
            assert found.verdict == "no clear difference"


def test_other_players_are_taken_only_where_one_country_alone_gains_by_playing_as_they_do():
    searched = voted.Rule(1, 6, 2)
    assert settled(searched, voted.country(searched)) == voted.country(searched) != without(voted.country(searched))
    large = voted.Rule(2, 6, 1)
    other = voted.country(large).but(order=("trawler", "radar", "trawler+", "enforcement"))
    assert other != voted.country(large) == settled(large, other)


@pytest.mark.soak
def test_what_is_kept_of_a_rule_is_what_the_search_finds():
    one = voted.Rule(1, 6, 1)
    assert Policy(**found_under(one)) == voted.kept()[one.key]


def test_people_play_the_rule_that_was_voted_for_on_a_table_of_their_own():
    table = vote.rule_table(voted.Rule(1, 3, 2))
    setup = table.match.state.setup
    assert (setup.form, setup.quota, setup.inspection, setup.fine, setup.graduated) == ("lesson", 1, 3, 2, False)
    setup = vote.rule_table(voted.Rule(1, 3, voted.GRADUATED)).match.state.setup
    assert (setup.fine, setup.graduated) == (1, True), "a first breach costs little, another one more"
    assert "person" in table.seats


def test_any_rule_can_be_tried_and_the_rulebook_has_none(lesson):
    card = lesson.policy("Any rule?", vote.any_rule, vote.choices_of())
    assert "Everyone for themselves" in shown(card)
    card.receive("set quota", 1)
    card.receive("set fine", 2)
    assert "and more each time" in shown(card)
    card.receive("set fine", 3)
    assert "every time" in shown(card)
    card.receive("back", None)
    assert "Everyone for themselves" in shown(card)


# The class.


def boom_code(moves: int | None = None, bot: str = "greedy") -> str:
    match = Match(Boom, 3)
    match.run([BOTS[bot]] * 3, Random(1), **({} if moves is None else {"limit": moves}))
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
    found = class_results.read_lines(f"Anna: {code} {lesson_code('03', 'Tuna 5')}, {lesson_code('01')[:-3]}")
    assert [(one.lesson, one.total) for one in found.games] == [("01", 2), ("03", 5)], "several stand in a line"
    assert len(found.wrong) == 1 and "Line 1" in found.wrong[0]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (lesson_code("07"), "this is lesson 07: the lessons here are 01, 03, 06"),
        (lesson_code("01")[:-3], "cut off"),
        (write_lesson_code("03", []), "no game was played"),
        (boom_code(60), "not over yet"),
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
    assert "Pacific lingcod, 2009" in shown(card)
    card.receive("paste", f"Zacharias {lesson_code('03')}\n{boom_code()}\n<script>")
    text = shown(card)
    assert "our seas, 1 game" in text
    assert "Read: 1 game with points, 1 sea year by year" in text
    words = str(card.head[2]["html"]) + str(card.head[3]["html"])
    assert "Zacharias" not in words
    assert "<script>" not in words


def test_a_sea_that_was_emptied_stays_empty_to_its_last_year_and_never_recovers_in_the_mean():
    codes = [boom_code(bot=bot) for bot in ("greedy", "careful")]
    greedy, careful = class_results.read_lines("\n".join(codes)).seas
    assert len(greedy) == len(careful) == 10
    assert greedy[-1] == 0
    (figure,) = class_results.sea_pictures([greedy, careful])
    drawn = [float(one) for one in re.findall(r'<th scope="row">\d+</th><td>([\d.]+)</td>', str(figure.data))]
    assert drawn == [round((one + other) / 2, 1) for one, other in zip(greedy, careful, strict=True)]
    assert f"<td>{drawn[-1]:g}</td>" in str(class_results.share_picture([greedy, careful]).data)


def test_what_is_left_is_told_in_per_cent_of_the_best_year():
    lingcod = cases.series_of("lingcod")
    assert {row["who"]: row["per cent"] for row in class_results.real_shares()} == {
        "Blue pike of Lake Erie, 1963": 0,
        "Pacific lingcod, 2009": round(100 * lingcod[2009] / lingcod[1928], 1),
    }


def test_the_council_meets_over_a_sea_in_year_three_with_fish_missing():
    state = tired_sea().state
    assert (state.year, state.turn()) == (3, 0)
    assert 0 < state.seas[-1].bit_count() < state.seas[0].bit_count()
