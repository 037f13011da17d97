"""Treatments for people: one definition for the table and the laboratory."""

from __future__ import annotations

from itertools import combinations
from random import Random

import faces
import pytest
from fishlab_widgets.lab.class_games import read_class
from fishlab_widgets.live.face import Look, face_of
from fishlab_widgets.live.new_game import fields_for, new_match
from fishlab_widgets.live.table import Table

from fishlab.boom.players import BOTS
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import NO_QUOTA, TERMS, same_for_people, terms_of
from fishlab.boom.words import house_rules
from fishlab.bots import bots_for
from fishlab.core import CHANCE, HIDDEN, OVER, blind
from fishlab.lab import rows_from_play
from fishlab.lab.treatments import TREATMENTS
from fishlab.match import Match


def test_the_laboratory_and_the_table_mean_the_same_by_a_treatment():
    assert set(TREATMENTS) == set(TERMS) - {"silence"}
    for name, model in TREATMENTS.items():
        terms = TERMS[name]
        assert (model.title, model.in_rulebook) == (terms.title, terms.in_rulebook)
        if terms.fine:
            assert (model.policy.detection, model.policy.penalty) == (terms.detection, terms.fine)
        if terms.shared:
            for players in (2, 3, 4):
                assert model.profile(players)[0].quota == terms.quota(players) < NO_QUOTA


def test_the_options_of_a_treatment_name_it_again():
    for players in (2, 3, 4):
        for terms in TERMS.values():
            if terms.for_people:
                assert terms_of(terms.options(players), players) is terms
                assert terms_of(terms.options(players) | {"years": 6, "form": "lesson"}, players) is terms
        assert terms_of({"quota": 5, "talk": "never"}, players) is None


def test_what_only_models_play_is_refused_at_a_table_with_a_sentence():
    with pytest.raises(ValueError, match="Reserve of species is for models only"):
        TERMS["reserve"].options(4)


# The rules of talk, votes, quota, inspection and fines.


def table(players=3, **options):
    return Match(Boom, players, **options)


def rest(match, rng, stop=lambda state: False):
    """Play at random until a moment comes that is looked for, or the end."""
    while not match.over and not stop(match.state):
        match.play(match.state.sample(rng))
    return match.state


def test_default_options_change_nothing_and_hide_nothing():
    plain, told = Boom.start(3), Boom.start(3, years=10, talk="free", vote="never", quota=9, inspection=0, fine=0)
    assert plain == told
    assert plain.phase == "gear"
    assert house_rules(plain) == []
    assert Boom.words.summary == plain.summary()


@pytest.mark.parametrize(
    ("options", "openings"),
    [
        ({"talk": "never"}, ["gear"] * 3),
        ({"talk": "once"}, ["talk", "gear", "gear"]),
        ({"talk": "yearly"}, ["talk"] * 3),
        ({"vote": "once"}, ["vote", "gear", "gear"]),
        ({"vote": "yearly"}, ["vote"] * 3),
        ({"talk": "once", "vote": "yearly"}, ["talk", "vote", "vote"]),
    ],
)
def test_a_year_opens_with_the_talk_and_the_vote_that_are_due(options, openings):
    match, rng = table(years=3, **options), Random(4)
    found = []
    for year in (1, 2, 3):
        state = rest(match, rng, lambda state, year=year: state.year == year)
        assert state.turn() == state.start_seat
        found.append(state.phase)
    assert found == openings


def test_the_talk_is_over_when_every_seat_is_ready_from_the_start_seat_on():
    match = table(4, talk="yearly", vote="once", first=2)
    for seat in (2, 3, 0, 1):
        assert match.state.turn() == seat
        assert match.state.moves() == (("ready",),)
        match.play("ready")
    assert match.state.phase == "vote"
    assert match.state.turn() == 2


@pytest.mark.parametrize(
    ("votes", "quota"), [((3, 1), 1), ((0, 9), 0), ((5, 2, 4), 4), ((3, 1, 2, 9), 2), ((4, 4, 4, 0), 4)]
)
def test_the_lower_median_of_the_votes_holds_for_all(votes, quota):
    match = table(len(votes), vote="once", first=1)
    for place in range(len(votes)):
        match.play(("vote", votes[(1 + place) % len(votes)]))
    assert match.state.council.ballots == (votes,)
    assert match.state.quota == quota
    assert match.state.phase == "gear"


def test_votes_are_sealed_until_all_are_in():
    worlds = [Boom.start(3, vote="once").after(("vote", fish)) for fish in range(10)]
    assert len({world.view(1) for world in worlds}) == 1, "another seat cannot tell them apart"
    assert len({world.view(-1) for world in worlds}) == 1, "nor can a stranger"
    assert len({world.view(0) for world in worlds}) == 10, "the voter knows its own"
    second = [world.after(("vote", 5)) for world in worlds]
    assert {world.view(1).council.votes for world in second} == {("?", 5)}
    with pytest.raises(ValueError, match="hides other seats' votes"):
        second[0].view(2).after(("vote", 1))
    opened = second[3].after(("vote", 1))
    assert opened.view(2) == opened
    assert opened.council.ballots == ((3, 5, 1),)


@pytest.mark.parametrize(("players", "first"), [(players, first) for players in (2, 3, 4) for first in range(players)])
def test_votes_are_sealed_in_every_year_whoever_opens_it(players, first):
    match, rng, openers = table(players, vote="yearly", first=first, years=4), Random(first), []
    voted: list[int] = []
    while not match.over:
        state = match.state
        if state.phase != "vote":
            voted = []
        else:
            openers += [] if voted else [state.turn()]
            votes = state.council.votes
            for viewer in range(CHANCE, players):
                shown = tuple(vote if seat == viewer else HIDDEN for seat, vote in zip(voted, votes, strict=True))
                assert state.view(viewer).council.votes == shown, f"year {state.year}, viewer {viewer}"
            voted.append(state.turn())
        match.play(state.sample(rng))
    assert openers == [(first - year) % players for year in range(match.state.year)]


def test_every_years_vote_replaces_the_one_before():
    match, rng, quotas = table(2, vote="yearly", years=3), Random(1), []
    for votes in ((3, 5), (7, 8), (1, 9)):
        rest(match, rng, lambda state: state.phase == "vote")
        for fish in votes:
            match.play(("vote", fish))
        quotas.append(match.state.quota)
    assert quotas == [3, 7, 1]


def test_a_hidden_vote_may_be_any_that_can_be_cast():
    view = Boom.start(2, vote="once").after(("vote", 4)).view(1)
    assert {view.guess(Random(seed)).council.votes[0] for seed in range(200)} == set(range(NO_QUOTA + 1))


def test_a_sealed_vote_is_told_only_to_its_voter_and_all_are_told_at_the_end():
    state = Boom.start(2, vote="once")
    assert state.say(("vote", 4)) == state.say(("vote", 4), 0) == "Seat A votes for 4 fish a year."
    assert {state.say(("vote", fish), 1) for fish in range(10)} == {"Seat A votes in secret."}
    state = state.after(("vote", 4))
    assert "All votes: Seat A 4, Seat B 2. The lower median holds: 2 fish a year each." in state.say(("vote", 2), 0)
    assert "4" not in state.view(1).say(("vote", 2), 1)


def test_something_is_secret_only_while_votes_are_sealed():
    match, rng = table(3, vote="yearly", talk="yearly", years=2, inspection=3, fine=1), Random(2)
    assert not Boom.hides
    while not match.over:
        assert match.state.secrets() == (match.state.phase == "vote")
        match.play(match.state.sample(rng))


def over_quota(inspection, fine, quota=0, players=2):
    """Return the moment at which the inspector's die is rolled for the first seat over the quota."""
    match = table(players, quota=quota, inspection=inspection, fine=fine, years=2)
    return rest(match, Random(1), lambda state: state.phase == "inspect")


@pytest.mark.parametrize("inspection", range(1, 7))
def test_a_die_up_to_the_inspection_finds_a_catch_too_large_and_each_fish_costs_the_fine(inspection):
    state = over_quota(inspection, 3)
    assert state.turn() == CHANCE
    seat, many = state.seat, state.too_many(state.seat)
    assert many == state.taken(seat, state.year) > 0
    for face in range(1, 7):
        after = state.after(("roll", face))
        paid = 3 * many if face <= inspection else 0
        assert after.fines()[seat] == paid
        assert after.own_scores()[seat] - after.scores()[seat] == paid
        assert ("pays nothing" in state.explain(("roll", face))) == (not paid)


def test_the_die_is_rolled_only_for_seats_over_the_quota_in_the_order_of_play_also_in_the_last_year():
    match, rng, years = table(4, quota=1, inspection=6, fine=1, years=3), Random(5), set()
    while not match.over:
        state = match.state
        if state.phase == "inspect":
            years.add(state.year)
            assert state.too_many(state.seat)
            passed = [check.seat for check in state.council.checks if check.year == state.year]
            order = [(state.start_seat + place) % 4 for place in range(4)]
            waiting = [seat for seat in order if state.too_many(seat)]
            assert [*passed, state.seat] == waiting[: len(passed) + 1]
        match.play(state.sample(rng))
    assert 3 in years
    assert sum(match.state.fines()) == sum(
        max(0, match.state.taken(seat, year) - 1) for seat in range(4) for year in range(1, match.state.year + 1)
    )


def test_without_inspection_or_fine_no_die_is_rolled():
    for options in ({"inspection": 0, "fine": 2}, {"inspection": 3, "fine": 0}):
        match = table(2, quota=0, years=2, **options)
        assert rest(match, Random(1), lambda state: state.phase == "inspect").turn() == OVER


def test_fines_are_points_of_the_table_and_not_of_the_rulebook_also_together():
    state = over_quota(6, 2).after(("roll", 1))
    together = Match(Boom, 2, quota=0, inspection=6, fine=2, years=2, cooperative=True)
    end = rest(together, Random(3))
    assert state.scores() != state.own_scores()
    assert end.scores() == (sum(end.own_scores()) - sum(end.fines()),) * 2
    assert sum(end.fines()) > 0


@pytest.mark.parametrize("years", [1, 2, 5, 6])
def test_a_short_game_is_the_first_years_of_the_whole_one(years):
    short, whole, rng = table(2, years=years), table(2), Random(8)
    while not short.over:
        move = short.state.sample(rng)
        assert set(short.state.moves()) <= set(whole.state.moves())
        assert (short.state.living, short.state.plates[0][: years - 1]) == (
            whole.state.living,
            whole.state.plates[0][: years - 1],
        )
        short.play(move)
        whole.play(move)
    assert short.state.year == years
    assert short.state.sheet.years == years
    assert whole.state.year in (years, years + 1)


def test_a_code_records_the_treatment_and_opens_again():
    options = TERMS["voted-rule"].options(3) | {"years": 2, "talk": "yearly"}
    match = table(3, **options)
    rest(match, Random(6))
    again = Match.from_code(match.code())
    assert again.options == options
    assert again.state == match.state


@pytest.mark.parametrize("name", bots_for(Boom))
def test_every_bot_plays_under_every_treatment(name):
    for players in (2, 3, 4) if name not in ("far-sighted", "team-minded", "hard") else (2,):
        match = table(players, years=2, talk="yearly", vote="yearly", inspection=3, fine=2)
        end = match.run([bots_for(Boom)[name]] * players, Random(players))
        assert end.turn() == OVER
        assert len(end.council.ballots) == end.year


def test_a_bot_votes_as_it_fishes_and_the_quota_keeper_keeps_a_quota():
    view = Boom.start(3, vote="once")
    votes = {name: bot(view, Random(1))[1] for name, bot in BOTS.items() if name != "random"}
    assert votes == {"greedy": 9, "careful": 2, "quota-keeper": 2, "far-sighted": 9, "team-minded": 2}
    gear = {}
    for quota in (1, 9):
        match = table(2, quota=quota, first_demand=0)
        for _ in range(2):
            rest(match, Random(1), lambda state: state.phase == "box")
            match.play("box seine")
        state = rest(match, Random(1), lambda state: state.phase == "gear")
        gear[quota] = BOTS["quota-keeper"](state, Random(1))
    assert gear == {1: ("gear", "default"), 9: ("gear", "seine")}


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"talk": "loud"}, "talk='loud' is not possible: choose 'free' or 'never' or 'once' or 'yearly'"),
        ({"vote": True}, "vote=True is not possible"),
        ({"quota": 10}, "quota=10 is not possible: choose a whole number from 0 to 9"),
        ({"inspection": 7}, "inspection=7 is not possible: choose a whole number from 0 to 6"),
        ({"fine": -1}, "fine=-1 is not possible"),
        ({"years": 0}, "years=0 is not possible: choose a whole number from 1 to 10"),
    ],
)
def test_a_wrong_treatment_is_refused_with_what_is_right(options, wrong):
    with pytest.raises(ValueError, match=wrong):
        Boom.start(2, **options)


def test_wrong_moves_before_a_year_are_refused_with_a_sentence():
    state = Boom.start(2, talk="once", vote="once")
    assert "belongs to another step" in state.why_not(("vote", 3))
    state = state.after(("ready",)).after(("ready",))
    assert state.why_not(("vote", 12)) == "A vote is for 0 to 9 fish a year, not 12."
    assert "another step" in state.why_not(("gear", "default"))


def test_what_is_not_in_the_rulebook_is_marked_so():
    assert {option.name for option in Boom.options if not option.printed} == {
        "form", "years", "talk", "vote", "quota", "inspection", "fine", "graduated", "licence", "aim",
    }  # fmt: skip
    state = Boom.start(2, years=6, talk="never", quota=2, inspection=3, fine=2)
    assert state.summary().endswith(
        "Not in the rulebook: The game has 6 years. Nobody may speak. Each country may take 2 fish a year. Whoever "
        "took more is found out on a roll of 1 to 3 and pays 2 points for each fish over the quota."
    )


# Licences, graduated sanctions, places.


def test_a_fish_beyond_a_licence_goes_back_alive_and_no_move_can_keep_it():
    match, rng, back = table(3, years=6, quota=1, licence=True), Random(2), 0
    while not match.over:
        state = match.state
        if state.phase == "take" and state.licence_used:
            back += 1
            assert state.moves() == (("release",),)
            row = state.sheet.names_of(state.living & state.sheet.faces[state.due[0]])[0]
            refused = state.why_not(("take", row))
            assert (
                refused
                == f"{state.seat_name(state.seat)} has taken the 1 fish of its licence: this one goes back alive."
            )
            assert "licence is used up" in state.explain(("release",))
            assert state.after(("release",)).living == state.living
        match.play(state.sample(rng))
        assert max(match.state.taken(seat, match.state.year) for seat in range(3)) <= 1
    assert back and not any(match.state.fines())


def test_a_licence_that_was_voted_for_holds_too():
    match = table(2, years=3, vote="once", licence=True)
    for vote in ("vote 0", "vote 3"):
        match.play(vote)
    rest(match, Random(1))
    assert not any(mask for marks in (*match.state.past, match.state.marks) for mask in marks[:2])


@pytest.mark.parametrize("name", [name for name in BOTS if name not in ("far-sighted", "team-minded")])
def test_every_bot_keeps_a_licence(name):
    end = table(3, years=4, quota=1, licence=True).run([BOTS[name]] * 3, Random(3))
    assert all(mask.bit_count() <= 1 for marks in (*end.past, end.marks) for mask in marks[:3])


def test_a_first_breach_costs_little_and_a_second_more_where_sanctions_are_graduated():
    match = table(2, years=4, quota=0, inspection=6, fine=1, graduated=True)
    rest(match, Random(1))
    checks, times = match.state.council.checks, [0, 0]
    assert len(checks) > 4
    for check in checks:
        times[check.seat] += 1
        assert check.fine == times[check.seat] * match.state.taken(check.seat, check.year)
    plain = table(2, years=4, quota=0, inspection=6, fine=1)
    rest(plain, Random(1))
    assert sum(plain.state.fines()) < sum(match.state.fines())


def test_a_breach_that_was_not_found_does_not_raise_the_fine():
    match = table(2, years=3, quota=0, inspection=3, fine=1, graduated=True)
    rest(match, Random(1), lambda state: state.phase == "inspect")
    seat = match.state.seat
    match.play("roll 6")
    assert match.state.fine_each(seat) == 1
    rest(match, Random(1), lambda state: state.phase == "inspect" and state.year == 2 and state.seat == seat)
    assert "pays 1 point" in match.state.explain(("roll", 1))
    match.play("roll 1")
    assert match.state.fine_each(seat) == 2


def test_words_tell_what_counts_on_every_page():
    said = {
        name: Boom.words.aim(Boom.start(4, **terms.options(4))) for name, terms in TERMS.items() if terms.for_people
    }
    assert {name: terms.aim for name, terms in TERMS.items() if terms.for_people} == said
    assert said["to-win"] == "Your place counts, not your points: be ahead of the others."
    assert said["cooperative"] == "The table’s points count: one score for all."
    assert {said[name] for name in said if name not in ("to-win", "cooperative")} == {
        "Your own points count, not your place."
    }


def test_house_rules_speak_of_licences_graduated_fines_and_places():
    rules = {
        name: " ".join(house_rules(Boom.start(4, **TERMS[name].options(4)))) for name in TERMS if TERMS[name].for_people
    }
    assert rules["quota"] == "Each country may take 1 fish a year. Anything caught beyond that goes back alive."
    assert rules["graduated-sanctions"].endswith(
        "and pays 1 point for each fish over the quota. "
        "The second time it is found out, each fish costs twice as much; the "
        "third time, three times."
    )
    assert rules["to-win"].startswith("Only places count")


def test_the_laboratory_takes_a_game_of_people_with_its_treatment_and_its_fines():
    match = table(2, years=2, talk="never", quota=0, inspection=6, fine=2)
    rest(match, Random(1))
    rows = rows_from_play([match.state])
    assert sum(match.state.fines()) > 0
    assert [row["own"] - row["net"] for row in rows] == list(match.state.fines())
    assert rows[0]["total"] - rows[0]["total_after_fines"] == sum(match.state.fines())
    assert read_class(match.code()).rows[0]["group"] == "own rules"
    silent = table(2, years=2, talk="never")
    rest(silent, Random(1))
    assert read_class(silent.code()).rows[0]["group"] == "Silence"


# The tape.


def test_the_place_of_a_die_on_a_tape_is_its_own_and_does_not_depend_on_what_was_done_before():
    games = []
    for seed in range(4):
        match, rng, places = table(3, years=4, quota=0, inspection=3, fine=1), Random(seed), []
        while not match.over:
            state = match.state
            if state.turn() == CHANCE:
                places.append(state.luck_place())
            match.play(state.sample(rng))
        assert len(set(places)) == len(places), "no two dice of a game lie at one place"
        games.append(set(places))
    first = {(1, seat, "fishing", "roll", 1) for seat in range(3)} | {(1, "inspect", seat) for seat in range(3)}
    assert all(first <= places for places in games), "the same die of a year and a seat lies at one place"


# What a person sees.


VOTED = {"talk": "yearly", "vote": "yearly", "inspection": 6, "fine": 2}
IMPOSED = {"talk": "never", "quota": 0, "inspection": 3, "fine": 2}


@pytest.mark.parametrize(("players", "options"), [(2, IMPOSED), (3, VOTED), (4, IMPOSED)])
def test_the_face_obeys_the_laws_under_a_treatment(players, options):
    faces.check_face(Boom, players, 0, 17, years=2, **options)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_face_obeys_the_laws_under_treatments_at_many_more_moments(players):
    for options in (VOTED, IMPOSED):
        faces.check_face(Boom, players, 1, 4, years=4, **options)


def shown(match, board=True, **look):
    face = face_of(Boom)
    return (face.board if board else face.draw)(match.state, Look(prefix="p", **look))


def test_the_board_shows_talk_sealed_votes_quota_silence_and_the_inspectors_die():
    match = table(2, talk="once", vote="once", inspection=3, fine=2, years=2)
    assert "Seat B is not ready yet." in shown(match)
    assert 'id="p-silence"' not in shown(match)
    match.play("ready")
    assert "Seat A is ready." in shown(match)
    match.play("ready")
    match.play("vote 7")
    assert "Seat A has voted: the envelope is sealed." in shown(match)
    match.play("vote 0")
    picture = shown(match)
    assert "quota 0" in picture
    assert "Votes: Seat A 7, Seat B 0." in picture
    assert "Nobody speaks, now that the talk is over" in picture
    assert "Silence" not in picture, "no treatment is named"
    rest(match, Random(1), lambda state: state.phase == "inspect")
    picture = shown(match)
    assert "Inspection" in picture
    assert f"took {match.state.taken(match.state.seat, 1)}, quota 0" in picture


def test_a_picture_of_sealed_votes_is_the_same_in_worlds_that_the_viewer_cannot_tell_apart():
    worlds = [Boom.start(3, vote="once").after(("vote", fish)) for fish in range(10)]
    for viewer in (1, 2, CHANCE):
        for board in (True, False):
            face = face_of(Boom)
            draw = face.board if board else face.draw
            views = {draw(world.view(viewer), Look(viewer=viewer, prefix="p", legal=True)) for world in worlds}
            assert len(views) == 1


def test_fines_are_told_apart_from_points():
    match = table(2, quota=0, inspection=6, fine=3, years=2)
    rest(match, Random(1))
    state, face = match.state, face_of(Boom)
    for seat, fine in enumerate(state.fines()):
        assert f"less fines of {fine}" in face.seat_note(state, seat)
        assert f"fines −{fine}" in shown(match, marks=(f"sheet {seat}",))
        assert f"fines −{fine}" in shown(match, board=False)
    assert ("Fines in points", f"Seat A {state.fines()[0]}, Seat B {state.fines()[1]}") in face.facts(state)
    assert "Fines in points: Seat A" in state.decided()


@pytest.mark.parametrize("name", ["competitive", "silence", "voted-rule", "cooperative"])
def test_the_head_of_a_table_names_the_treatment_and_marks_it(name):
    told = face_of(Boom).subtitle(Boom.start(3, **TERMS[name].options(3)))
    assert (f"not in the rulebook: {TERMS[name].title}" in told) == (not TERMS[name].in_rulebook)


def test_what_people_are_told_of_a_treatment_leans_on_no_other_one():
    """Each table reads its own treatment only."""
    for terms in TERMS.values():
        assert not terms.for_people or "same" not in terms.text.lower(), terms.name
        assert not terms.shared or not terms.for_people or "one fish a year with four players" in terms.text


def test_the_new_game_form_sets_what_is_not_in_the_rulebook_apart():
    fields = fields_for(table(3))
    asked = [field.name for field in fields if not field.printed]
    assert asked == [
        "form", "years", "talk", "vote", "quota", "inspection", "fine", "graduated", "licence", "aim",
    ]  # fmt: skip
    assert [field.printed for field in fields] == sorted((field.printed for field in fields), reverse=True)
    match = new_match(table(3), {"talk": 3, "vote": 1, "years": 6})
    assert match.options == {"talk": "yearly", "vote": "once", "years": 6}


def test_a_vote_at_one_screen_is_covered_between_the_seats_and_nothing_else_is():
    play = Table(table(2, vote="once", years=2), seats=["person", "person"])
    assert play.session.viewer() == CHANCE, "nobody has said yet who sits at the screen"
    play.session.uncover()
    play.play("vote 3")
    assert play.session.viewer() == CHANCE
    assert play.session.covered
    play.session.uncover()
    assert play.session.viewer() == 1
    play.play("vote 4")
    assert play.session.viewer() is None
    assert not play.session.covered
    play.go(1)
    assert play.session.viewer() == CHANCE and not play.session.covered, (
        "a vote of the past is shown as a stranger saw it"
    )


def test_the_rules_of_a_table_tell_its_treatment_also_after_a_new_game():
    play = Table(table(2), seats=["person", "person"])
    play.board.on_act("tab", {"tab": "rules"})
    topics = [topic for topic, _ in play.board.rules["text"]]
    assert "Not in the rulebook" not in topics
    play.session.begin(table(2, talk="never"))
    play.new_game()
    assert ["Not in the rulebook", "Nobody may speak."] in play.board.rules["text"]


def test_where_something_else_than_winning_counts_the_rules_say_so_and_never_speak_of_winning():
    plain = Boom.start(4)
    assert "the most points win" in plain.summary() and plain.purpose().endswith("The most points win.")
    for options in ({"cooperative": True}, {"aim": "place"}):
        state = Boom.start(4, **options)
        for told in (state.summary().splitlines()[0], state.purpose()):
            assert told.endswith(Boom.words.aim(state)) and "points win" not in told
    with blind():
        assert "win" not in plain.summary().casefold().replace("wind", "")
        assert plain.summary().splitlines()[0].endswith("Your own points count, not your place.")
        assert plain.purpose().endswith("Your own points count, not your place.")


def test_only_silence_and_everyone_alone_are_the_same_game_for_people():
    for_people = [one for one in TERMS.values() if one.for_people]
    alike = [{one.name, two.name} for one, two in combinations(for_people, 2) if same_for_people(one, two)]
    assert alike == [{"competitive", "silence"}]
