"""The teacher's desk: sets the tables, sees them, helps them, and tells honestly what came of them."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from dataclasses import asdict, replace
from typing import Any

import pytest
from classroom.lesson import Lesson
from classroom.school import TAPE, Class
from fishlab_widgets.classroom.desk import plan
from fishlab_widgets.classroom.desk.desk import Desk
from fishlab_widgets.classroom.desk.overview import STUCK
from fishlab_widgets.classroom.desk.plan import Plan
from fishlab_widgets.classroom.live_class import LiveClass
from fishlab_widgets.classroom.outcome import figures, results
from fishlab_widgets.classroom.outcome.class_zip import session_of
from fishlab_widgets.classroom.outcome.codebook import codebook
from fishlab_widgets.classroom.outcome.data_files import csv_text, seat_rows
from fishlab_widgets.classroom.outcome.debrief_page import Debrief
from fishlab_widgets.classroom.outcome.report import report_html
from fishlab_widgets.classroom.outcome.results import ClassTables, Line
from fishlab_widgets.classroom.stages import Stages
from fishlab_widgets.classroom.stages import results as results_of
from IPython.display import HTML

from fishlab import __version__
from fishlab.boom.rules import Boom, total_up_to
from fishlab.boom.treatments import TALK_SECONDS, TERMS
from fishlab.core import CHANCE, OVER
from fishlab.lab.class_experiment.beside import model_result
from fishlab.lab.class_experiment.inference import PlayedTable, compare
from fishlab.lab.class_experiment.second_game import Quoted
from fishlab.lab.class_experiment.sentences import holds, leading, number, points
from fishlab.lab.class_experiment.to_know import sentences
from fishlab.lab.search.forms import predicted
from fishlab.room import Awake, Procedure, Room, RoomSession
from fishlab.stats import Interval


@pytest.fixture
def school(tmp_path):
    """A class that has not come in yet."""
    found = Class(tmp_path)
    yield found
    found.room.leave()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A class of four tables after its first two years of three, on one tape; nobody may change it."""
    found = Class(tmp_path_factory.mktemp("class"))
    found.ask("make", people=8, players=2, years=3, bot="", luck="tape", prediction=6)
    found.sit()
    found.ask("start")
    found.play(3)
    yield found
    found.room.leave()


# Setting the tables.


@pytest.mark.parametrize(
    ("people", "players", "kinds", "tables"),
    [(16, 4, 2, 4), (18, 4, 2, 6), (3, 4, 2, 2), (30, 4, 3, 9), (1, 2, 1, 1), (32, 4, 2, 8)],
)
def test_a_class_gets_seats_for_all_and_as_many_tables_of_each_treatment(people, players, kinds, tables):
    assert Plan(tuple(TERMS)[:kinds], people, players).tables == tables


def test_the_form_sets_tables_that_wait_until_the_start_and_then_empty_seats_go_to_bots(school):
    assert school.desk.model.view["setup"]["treatments"]
    assert school.ask("make", treatments=["silence", "voted-rule"], people=7, players=2, years=6, bot="greedy") == ""
    room = school.room
    assert len(room.tables()) == 4
    assert [TERMS["silence"].options(2) | {"years": 6}, TERMS["voted-rule"].options(2) | {"years": 6}] * 2 == [
        room.match(name).options for name in room.tables()
    ]
    assert school.desk.model.view["setup"] == {}
    assert school.head["stage"] == "waiting"
    school.sit(but={("Cod", 1)})
    assert all("has not begun yet" in room.status(name).waits for name in room.tables())
    assert [school.card(name)["note"] for name in ("Herring", "Cod")] == ["2 of 2 seats taken", "1 of 2 seats taken"]
    school.ask("start")
    assert room.status("Cod").seats == ("person", "greedy")
    assert {room.status(name).seats for name in ("Herring", "Squid", "Tuna")} == {("person", "person")}
    assert not any(room.status(name).waits for name in room.tables())


@pytest.mark.parametrize(("form", "years"), [(None, 6), ("lesson", 6), ("short", 5), ("full", 10)])
def test_a_class_plays_the_form_that_the_plan_names_and_the_lessons_without_one(school, form, years):
    setup = school.desk.model.view["setup"]
    assert [name for name, _ in setup["choices"]["form"]] == ["full", "lesson", "short"]
    assert setup["chosen"]["form"] == "lesson"
    school.ask("make", people=8, players=4, **({"form": form} if form else {}))
    for name in school.room.tables():
        state = school.room.match(name).state
        assert (state.setup.form, state.sheet.years) == (form or "lesson", years)


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"treatments": []}, "Choose at least one treatment"),
        ({"treatments": ["reserve"]}, "Choose at least one treatment"),
        ({"treatments": "silence"}, "Choose at least one treatment"),
        ({"people": 0}, "0 people are not possible: choose a whole number from 1 to 80"),
        ({"people": "many"}, "people are not possible"),
        ({"players": 5}, "5 seats at a table are not possible"),
        ({"years": 11}, "11 years are not possible"),
        ({"form": "lesson", "years": 7}, "7 years are not possible: choose a whole number from 1 to 6"),
        ({"form": "endless"}, "There is no form 'endless': choose full, lesson, short"),
        ({"bot": "<b>"}, "There is no bot '<b>'"),
        ({"luck": "mine"}, "Dice 'mine' are not possible"),
        ({"people": 80, "players": 2}, "40 tables; 20 fit on a desk"),
    ],
)
def test_a_plan_that_is_not_possible_is_refused_with_a_sentence_and_nothing_is_set(school, answers, why):
    assert why in school.ask("make", **answers)
    assert school.room.tables() == []


def test_the_classs_prediction_is_locked_at_the_start(school):
    school.ask("make", people=4, players=2, years=1, prediction=6.5)
    school.ask("start")
    kept = school.room.note("prediction")
    assert (kept["first"], kept["second"], kept["value"]) == ("Agreement every year", "Silence", 6.5)
    school.room.keep("guess", {**kept, "value": 99})
    school.ask("pause")
    school.ask("start")
    assert school.room.note("prediction")["value"] == 6.5


def test_nonsense_from_a_page_changes_nothing(played):
    before = played.room.history("Herring")
    for kind in ("", "drop", "free", "bot", "back", "say", "extend", "clock", "tab", "choose"):
        for more in ({}, {"table": 7}, {"table": "Nobody", "seat": 0}, {"table": "Herring", "seat": 9}, {"tab": []}):
            if (kind, more.get("table")) != ("back", "Herring") and (kind != "say" or "table" in more):
                played.ask(kind, **more)
    assert played.room.history("Herring") == before
    played.ask("tab", tab="sofar")


# Seeing the tables.


def test_a_card_tells_the_sea_the_total_of_finished_years_and_who_is_waited_for(played):
    for status in played.desk.model.statuses():
        card, state = played.card(status.name), status.match.state
        assert card["sea"][: state.year] == [mask.bit_count() for mask in state.seas[: state.year]]
        assert card["total"] == sum(state.year_score(seat, year) for seat in (0, 1) for year in (1, 2))
        assert card["title"] in ("Silence", "Agreement every year")


def test_an_empty_sea_costs_what_it_costs(school):
    for name in map(str, range(50)):
        school.room.open(name, "boom", 4, ["greedy"] * 4, years=6)
        end = school.room.run(name)
        if end.empty_sea and end.year < 6:
            break
    assert end.empty_sea
    assert end.year < 6
    assert total_up_to(end, 6) == sum(end.own_scores())
    assert total_up_to(end, 1) == sum(end.year_score(seat, 1) for seat in range(4))
    assert total_up_to(end, end.year) > total_up_to(end, end.year + 1) == total_up_to(end, 6), "the year after costs"
    rows = [row for row in rows_of(school) if row["table"] == name]
    assert sum(int(row["points"]) for row in rows) == total_up_to(end, 6), "the file adds up to the desk's total"
    assert {row["fish_at_start"] for row in rows if int(row["year"]) > end.year} == {"0"}
    assert {(int(row["year"]) > end.year, row["sitter"]) for row in rows} == {(False, "greedy"), (True, "")}


def test_nobodys_time_runs_while_nobody_may_move(school):
    school.ask("make", treatments=["yearly-agreement"], people=2, players=2, years=1)
    school.sit()
    school.now += 500
    school.ask("start")
    assert school.card("Herring")["left"] == TALK_SECONDS
    school.now += 20
    school.ask("pause")
    assert (school.card("Herring")["left"], school.card("Herring")["kind"]) == (None, "paused")
    school.now += 500
    school.ask("start")
    assert school.card("Herring")["left"] == TALK_SECONDS
    assert school.room.match("Herring").state.phase == "talk"


def test_a_person_who_does_not_move_is_a_case_for_the_teacher_after_a_while(school):
    school.ask("make", treatments=["silence"], people=2, players=2, years=1)
    school.sit()
    school.ask("start")
    assert school.card("Herring")["kind"] == "plays"
    school.now += STUCK
    card = school.card("Herring")
    assert (card["kind"], card["stuck"], card["note"]) == ("stuck", 0, "waiting for seat A")
    school.ask("bot", table="Herring", seat=0)
    assert school.room.status("Herring").seats == ("careful", "person")
    assert school.card("Herring")["kind"] == "plays"
    school.ask("person", table="Herring", seat=0)
    assert school.room.status("Herring").taken == (True, True)
    school.ask("free", table="Herring", seat=1)
    assert school.room.status("Herring").free == (1,)


def test_the_talk_has_its_time_and_then_the_desk_says_ready_for_all(school):
    school.ask("make", treatments=["yearly-agreement"], people=2, players=2, years=1)
    school.sit()
    school.ask("start")
    school.look()
    assert school.card("Herring")["left"] == TALK_SECONDS
    assert school.room.clock.left("Herring")[1] == "Time to talk"
    school.now += TALK_SECONDS / 2
    school.room.append("Herring", 0, "ready", 0, "key-Herring-0")
    school.look()
    assert school.card("Herring")["left"] == TALK_SECONDS / 2
    school.now += TALK_SECONDS / 2 + 1
    school.look()
    assert school.room.match("Herring").state.phase == "gear"
    school.now += 5
    school.look()
    assert school.room.clock.left("Herring") is None


def test_a_silent_table_reads_nothing_of_others_time_to_talk(school):
    school.ask("make", treatments=["silence", "yearly-agreement"], people=4, players=2, years=1)
    lesson = Lesson(school.room)
    doors = [lesson.lobby(), lesson.lobby()]
    for door, name in zip(doors, ("Herring", "Cod"), strict=True):
        school.room.claim(name, 0, f"door-{name}")
        door.notices.receive({"type": "hello", "key": f"door-{name}"})
    school.sit()
    school.ask("start")
    school.look()
    lesson.look()
    assert [door.notices.news.get("words") for door in doors] == [None, "Time to talk"]


@pytest.mark.parametrize("slept", [60, 3600])
def test_time_with_the_lid_closed_is_counted_for_nobody(school, slept):
    school.ask("make", treatments=["silence", "yearly-agreement"], people=4, players=2, years=1)
    school.sit()
    school.ask("start")
    for _ in range(3):
        school.room.file.awake.beat(school.now)
        school.look()
        school.now += 5
    assert school.card("Cod")["left"] == TALK_SECONDS - 15
    school.now += slept
    school.look()
    assert (school.card("Herring")["kind"], school.card("Herring")["waited"]) == ("plays", 10)
    assert school.card("Cod")["left"] == TALK_SECONDS - 10, "since the last beat before it"
    assert school.room.clock.left("Cod")[0] == TALK_SECONDS - 10, "as its pages show it"
    assert not school.room.clock.is_up("Cod")


@pytest.mark.parametrize("back", [3, 12, 30, 3600])
def test_a_clock_that_is_set_back_by_little_gives_no_talk_more_than_its_length_either(back):
    awake, now, begin = Awake(), 1000.0, 1010.0
    for second in range(1, 41):
        now += 1
        awake.beat(now)
        if second >= 10:
            assert 0 <= second - 10 - awake.passed(begin, now) <= 2, "but for the time between two beats"
        if second in (20, 30):
            now -= back
    assert awake.passed(now, now) == 0, "what begins now is counted from now on"


@pytest.mark.parametrize("beats", [True, False])
def test_a_clock_that_is_set_back_gives_no_talk_more_than_its_length(school, beats):
    school.ask("make", treatments=["yearly-agreement"], people=2, players=2, years=1)
    school.sit()
    school.ask("start")
    for _ in range(3):
        if beats:
            school.room.file.awake.beat(school.now)
        school.look()
        school.now += 5
    school.now -= 3600
    school.look()
    left = TALK_SECONDS - 10 if beats else TALK_SECONDS
    assert school.card("Herring")["left"] == school.room.clock.left("Herring")[0] == left
    school.now += 5
    school.look()
    assert not beats or school.card("Herring")["left"] == left - 5, "it goes on"


def test_take_back_goes_to_the_last_decision_of_a_person_and_a_table_can_be_paused_and_closed(school):
    school.ask("make", treatments=["silence"], people=1, players=2, years=1)
    school.room.claim("Herring", 0, "key-Herring-0")
    school.ask("start")
    assert "Nothing has been played" in school.ask("back", table="Herring")
    for _ in range(4):
        school.move("Herring")
    school.ask("back", table="Herring")
    match = school.room.match("Herring")
    assert match.state.turn() == 0
    assert len(match) < 4
    for kind, stage in (("hold", "paused"), ("go", "playing"), ("close", "closed")):
        school.ask(kind, table="Herring")
        assert school.room.status("Herring").stage == stage


def test_take_back_goes_from_opened_votes_to_before_the_first_of_them(school):
    school.ask("make", treatments=["voted-rule"], people=3, players=3, years=1)
    school.sit()
    school.ask("start")
    while not school.room.match("Herring").state.council.ballots:
        school.move("Herring")
    school.ask("back", table="Herring")
    match = school.room.match("Herring")
    assert (match.state.phase, match.state.council.votes) == ("vote", ())


def test_the_end_is_the_end_and_the_desk_says_so(school):
    school.ask("make", treatments=["silence"], people=2, players=2, years=2)
    school.sit()
    school.ask("start")
    school.move("Herring")
    school.ask("pause")
    assert (school.head["stage"], school.card("Herring")["note"]) == ("paused", "paused")
    school.ask("start")
    school.ask("end")
    assert (school.head["stage"], school.card("Herring")["note"]) == ("ended", "ended")
    assert "has ended the game" in school.room.status("Herring").waits
    for kind in ("start", "pause"):
        assert "The game has ended" in school.ask(kind)
    assert "The game has ended" in school.ask("go", table="Herring")
    assert (school.head["stage"], len(school.room.history("Herring"))) == ("ended", 1)


def test_a_card_says_up_to_when_its_total_counts(school):
    school.ask("make", treatments=["silence"], people=2, players=2, years=2, luck="own")
    school.sit()
    school.ask("start")
    assert school.card("Herring")["counts"] == "no year finished yet"
    school.play(2)
    assert school.card("Herring")["counts"] == "points after year 1"
    school.play(99)
    assert school.card("Herring")["counts"] in ("points after year 2", "points")


def test_next_year_opens_for_tables_that_wait_for_slower_ones(school):
    school.ask("make", people=4, players=2, years=2, treatments=["silence"], luck="tape")
    school.sit()
    school.ask("start")
    while school.move("Herring"):
        pass
    school.desk.model.show()
    assert school.head["waiting"]
    school.ask("year")
    assert not school.room.status("Herring").waits


def test_next_year_opens_year_after_year_while_one_table_never_starts(school):
    school.ask("make", people=4, players=2, years=4, treatments=["silence"], luck="tape")
    school.sit()
    school.ask("start")
    for year in (2, 3, 4):
        while school.move("Herring"):
            pass
        if school.room.match("Herring").over:  # its sea ran empty
            break
        assert school.room.status("Herring").waits and school.room.status("Herring").period == year
        school.ask("year")
        assert not school.room.status("Herring").waits
    assert year > 2


def test_a_tables_whole_game_is_a_copy_below_the_desk(played):
    played.desk.panel.receive({"type": "look", "table": "Cod"})
    table = played.desk.copy
    assert table.match.moves == played.room.match("Cod").moves
    count = len(table.match)
    table.match.undo()
    assert len(played.room.match("Cod")) == count
    played.desk.panel.receive({"type": "look", "table": "Cod"})
    assert played.desk.copy is None, "the second click puts it away"


def test_the_projector_shows_how_to_come_in_and_then_the_tables_the_clock_and_the_teachers_line(school):
    school.desk.model.join = {"address": "http://school:8866/", "word": "herring-kelp", "qr": "<svg/>"}
    school.desk.model.show()

    def shown() -> dict[str, Any]:
        return school.wall

    assert (shown()["join"]["word"], shown()["tables"]) == ("herring-kelp", [])
    assert "<svg" in shown()["join"]["qr"]
    school.ask("make", people=4, players=2, years=1)
    school.room.seating.deal("key-first")
    assert sorted(one["note"] for one in shown()["tables"]) == ["0 of 2 seats taken", "1 of 2 seats taken"]
    assert shown()["join"]["address"] == "http://school:8866/"
    school.sit()
    school.ask("start")
    assert (shown()["join"]["word"], shown()["late"]) == ("herring-kelp", True), "for late-comers, in small print"
    assert {one["note"] for one in shown()["tables"]} == {"year 1"}
    school.ask("clock", seconds=90)
    school.ask("say", words="Two minutes left")
    assert (shown()["clock"]["left"], shown()["said"]) == (90, "Two minutes left")
    school.ask("say", words="Only you", table="Cod")
    assert shown()["said"] == "Two minutes left", "what one table is told is its own"
    school.ask("end")
    assert shown()["join"] is None, "nobody comes in any more"


def test_the_projector_shows_nothing_secret_and_no_treatment_at_any_time(school):
    """Two worlds that differ in a sealed vote, and every moment of a game with talk, votes and fines."""
    school.ask("make", treatments=["yearly-agreement", "voted-rule"], people=4, players=2, years=2)
    school.sit()
    titles = {TERMS[name].title for name in TERMS} | {"talk", "vot", "eat A", "eat B", "waits"}
    seen = []

    def look() -> str:
        told = school.wall
        seen.append({**told, "text": {}})
        return str(seen[-1])

    look()
    school.ask("start")
    pages = []
    for fish in (1, 7):
        school.room.append("Cod", 0, f"vote {fish}", 0, "key-Cod-0")
        school.now += STUCK
        school.look()
        pages.append(look())
        school.ask("back", table="Cod")
    assert pages[0] == pages[1]
    while any(school.move(name) for name in school.room.tables()):
        look()
    school.ask("end")
    look()
    assert [words for words in titles for one in seen if words in str(one)] == []


def test_on_the_projector_a_table_behind_learns_nothing_of_its_dice_from_one_ahead(school):
    school.ask("make", people=4, players=2, years=3, treatments=["silence"], luck="tape")
    school.sit()
    school.ask("start")
    nothing = dict.fromkeys(("total", "apart", "treatment", "tone", "mean"), "")
    year = [{**nothing, "name": name, "note": "year 1", "kind": "plays"} for name in ("Herring", "Cod")]
    school.desk.model.show()
    assert school.wall["tables"] == year
    while school.move("Herring"):
        school.desk.model.show()
        assert school.wall["tables"][0]["note"] in ("year 1", "year 2")
        assert school.wall["tables"][1] == year[1]
        assert school.wall["tables"][0]["total"] == ""


def test_on_the_projector_a_table_whose_sea_ran_empty_shows_the_year_of_the_others_until_all_have_ended(school):
    school.ask("make", people=8, players=4, form="lesson", luck="tape")
    school.sit()
    school.ask("start")

    def shown(name: str) -> tuple[str, str]:
        return next((one["note"], one["kind"]) for one in school.wall["tables"] if one["name"] == name)

    for year in range(2, 7):
        school.play(year)
        empty = [name for name in school.room.tables() if school.room.match(name).state.empty_sea]
        assert {shown(name) for name in school.room.tables()} == {(f"year {year}", "plays")}, empty
    assert len(empty) == 1, "what it shows would tell the others"
    school.play(99)
    assert shown(empty[0]) == ("sea empty after year 3", "over")


# What came of it.


def line(total, treatment="Silence", table="Cod", living=(23, 20), empty=0, fines=0):
    return Line(table, treatment, total, fines, living, False, empty)


def outcome_of(school: Class) -> results.Outcome:
    statuses = school.desk.model.statuses()
    return results.outcome(results.ClassTables(school.room).of(statuses), statuses)


def test_totals_add_up_and_the_same_years_of_all_tables_are_compared(played):
    found = outcome_of(played)
    assert found.result.year == 2
    assert [one.treatment for one in found.lines] == ["Silence"] * 2 + ["Agreement every year"] * 2
    for one in found.lines:
        state = played.room.match(one.table).state
        assert one.total == sum(state.year_score(seat, year) for seat in (0, 1) for year in (1, 2))
        assert one.living[:2] == tuple(mask.bit_count() for mask in state.seas[:2])


def test_what_fines_cost_is_told_beside_totals_that_are_before_them(played):
    found = outcome_of(played)
    assert not any("fines" in words for words in found.sentences())
    paid = [table for table in found.result.counted if table.treatment == "Silence"]
    fined = {table.name: ((0.0, cost), (0.0, 0.0)) for table, cost in zip(paid, (2.0, 3.0), strict=True)}
    counted = [replace(table, fines=fined.get(table.name, ())) for table in found.result.counted]
    result = compare(counted, tuple(found.result.means))
    words = "Totals are before fines; after them they are 2.5 points a table less under “Silence”."
    know = found._replace(result=result)
    assert words in know.sentences()
    (net,) = compare([table.after_fines for table in counted], tuple(found.result.means)).comparisons
    ahead = f"“Agreement every year” is {points(net.difference.mean)} a table ahead of “Silence”"
    short = f"“Agreement every year” is {points(net.difference.mean)} ahead"
    assert any(one.startswith(f"After fines: {ahead}") for one in know.sentences())
    assert any(one.startswith(f"Before fines; after them {short} (95 %") for one in know.cautions())


def test_where_promises_are_sealed_the_desk_and_the_codebook_say_that_talk_is_two_things(played, monkeypatch):
    words = "Tables that talk do two things that silent ones do not: they talk, and each person then seals on a card"
    found = results.ClassTables(played.room)
    statuses = played.desk.model.statuses()
    assert not any(words in one for one in found.outcome(statuses).sentences()), "nothing is sealed in this class"
    design = results.design(played.room, 1)
    with_card = design | {"plan": {**design["plan"], "procedure": asdict(Procedure())}}
    monkeypatch.setattr(results, "design", lambda room, game: with_card)
    assert found.outcome(statuses).sentences()[-1].startswith(words)
    assert words in codebook(["tables.csv"], sealing=True) and words not in codebook(["tables.csv"], sealing=False)
    heard = "Tables that do not talk may have heard those that do."
    assert heard in codebook(["tables.csv"], sealing=False)
    assert heard not in codebook(["tables.csv"]), "where nobody talked there was nothing to hear"


def test_the_codebook_says_which_moves_catch_a_fish():
    state = Boom.start(2)
    name = next(iter(state.sheet.index))
    due = state.but(phase="take", seat=0, year=1, due=(1,))
    for move in ("take", "chill"):
        assert due.after((move, name)).taken(0, 1) == 1
    assert "take and chill, which keeps the fish cold for the next year, both catch" in codebook(["decisions.csv"])


def test_the_desk_says_what_the_statistics_of_a_class_say(played):
    tables = results.ClassTables(played.room).of(played.desk.model.statuses())
    titles = {"silence": "Silence", "yearly-agreement": "Agreement every year"}
    named = [replace(table, treatment=titles[table.treatment]) for table in tables]
    say = played.desk.model.view["side"]["say"]
    assert sorted(say) == sorted(sentences(compare(named, list(titles.values()))))
    assert say[1] == "Points count up to year 2 of 3: no table has got further.", "right behind the difference"
    (found,) = outcome_of(played).result.comparisons
    assert (found.blocks, found.tables, found.people, found.freedom) == (2, 4, 8, 1)
    blocks = {status.name: status.block for status in played.desk.model.statuses()}
    assert {table.name: table.block for table in tables} == {name: f"1.{block + 1}" for name, block in blocks.items()}


def test_the_order_of_tables_changes_no_digit(played):
    statuses = played.desk.model.statuses()
    tables = results.ClassTables(played.room).of(statuses)
    for some in (statuses[::-1], statuses[2:] + statuses[:2]):
        assert results.outcome(tables[::-1], some) == outcome_of(played)


def test_tables_with_a_seat_that_never_was_a_persons_are_not_compared(school):
    school.ask("make", people=8, players=2, years=1, bot="careful", luck="own")
    school.sit(but={("Herring", 1)})
    school.ask("start")
    school.play(99)
    assert {line.table for line in outcome_of(school).lines if line.counts} == {"Squid", "Tuna"}
    said = school.desk.model.view["side"]["say"]
    assert "One table does not count, because not every seat of it had a person: Herring." in said
    assert "(2 tables, 4 people)" in said[0]
    debrief = Debrief(school.room, school.desk.model.statuses(), outcome_of(school))
    assert len(debrief.caught) == len(debrief.left) == 3, "what people expected is held against people's tables"


def test_a_table_of_bots_whose_sea_ran_empty_stays_one_of_bots(school):
    for name in map(str, range(50)):
        school.room.open(name, "boom", 4, ["greedy"] * 4, years=6)
        if school.room.run(name).empty_sea and school.room.match(name).state.year < 6:
            break
    table = results.class_table(school.room, school.room.status(name))
    assert not table.of_people
    assert sum(map(sum, table.points)) == sum(school.room.match(name).state.own_scores())


def test_the_prediction_stands_beside_what_came(school):
    for value, said in (
        (6, "The class predicted that “Talk” would be 6 points a table ahead of “Silence” (locked at the start)."),
        (-1, "The class predicted that “Silence” would be 1 point a table ahead of “Talk” (locked at the start)."),
        (0, "The class predicted no difference between “Talk” and “Silence” (locked at the start)."),
    ):
        school.room.keep("prediction", {"first": "Talk", "second": "Silence", "value": value, "at": 0})
        assert results.predicted(school.room) == said


def test_the_figures_hold_every_table_and_mean_and_the_difference_with_its_interval_and_the_prediction(played):
    found = outcome_of(played)
    html = figures.totals(found)
    assert "95 %" not in html, "intervals of means overlap, and mislead"
    guess = {"first": "Agreement every year", "second": "Silence", "value": 6}
    (one,), told = found.result.comparisons, figures.differences(found.result, found.result.comparisons, guess)
    lead, behind, by = leading(one.base, one.other, one.difference)
    assert (
        f"“{lead}” against “{behind}”, up to year" in told
        and ">predicted<" in told
        and "mean and 95 % interval" in told
    )
    assert f"<td>{round(by.low, 2):g}</td><td>{round(by.high, 2):g}</td>".replace("-", "−") in told.replace("-", "−")
    for first, second, value in ((lead, behind, 6), (behind, lead, -6)):
        told = figures.differences(found.result, [one], {"first": first, "second": second, "value": 6})
        how = "predicted" if value > 0 else f"predicted: “{behind}” ahead"
        alone = "<td>–</td>" * 4 + f"<td>{value}</td>"
        assert f"{how}</th>{alone}" in told.replace("−", "-"), "a single value is no mean"
    assert "no interval" not in told
    for treatment, mine in results.by_treatment(found.lines).items():
        mean = sum(one.total for one in mine) / len(mine)
        assert f"{treatment}: mean {number(mean)} of {', '.join(number(one.total) for one in mine)}" in html
    assert "Agreement every year" in figures.seas(found.lines, 23)
    apart = found.lines[0]._replace(total=-77.0, living=(1,) * 9, counts=False)
    assert "−77" not in figures.totals(found._replace(lines=(apart, *found.lines[1:]))), "it is not compared"
    seas = [figures.seas(lines, 23) for lines in ((apart, *found.lines[1:]), found.lines[1:])]
    assert len({re.sub(r"fig\d+", "", html) for html in seas}) == 1


def test_without_an_interval_the_figure_says_why():
    tables = [PlayedTable(name, "1", name, ((total,),), 1) for name, total in (("Silence", 4.0), ("Talk", 9.0))]
    found, lone = compare(tables), compare(tables[:1])
    told = figures.differences(found, found.comparisons, None)
    assert "One block has no interval" in told and "95 %" not in told
    assert figures.differences(lone, lone.comparisons, None) == (
        "<p>Only table Silence counts, so there is nothing to compare it with.</p>"
    )


def test_the_figure_has_the_difference_before_and_after_fines(monkeypatch):
    asked = []
    monkeypatch.setattr("fishlab_widgets.charts.spans.spans", lambda rows, **more: asked.append(rows) or HTML(""))
    tables = [PlayedTable(f"{name} {block}", block, name, ((total,),), 1, fines=((fine,),))
              for name, total, fine in (("Silence", 9.0, 0.0), ("Rule", 5.0, 3.0)) for block in "12"]  # fmt: skip
    found = compare(tables, ("Silence", "Rule"))
    figures.differences(found, found.comparisons, None)
    assert [(name, one.mean) for name, one in asked[0].items()] == [("before fines", 4), ("after fines", 7)]


def test_figures_of_several_differences_have_one_scale(monkeypatch):
    asked = []
    monkeypatch.setattr("fishlab_widgets.charts.spans.spans", lambda rows, **more: asked.append(more) or HTML(""))
    totals = {"Silence": (1, 2, 5), "Talk": (9, 11, 12), "Rule": (20, 12, 33)}
    tables = [PlayedTable(f"{name} {block}", str(block), name, ((float(one),),), 1)
              for name, some in totals.items() for block, one in enumerate(some)]  # fmt: skip
    found = compare(tables)
    figures.differences(found, found.comparisons, None)
    assert len(asked) == 3 and len({(one["low"], one["high"]) for one in asked}) == 1
    ends = [end for one in found.comparisons for end in leading(one.base, one.other, one.difference)[2][1:3]]
    assert asked[0]["low"] < min(ends) and max(ends) < asked[0]["high"], "which holds all of them"


def test_beside_an_interval_that_holds_less_often_than_it_says_stands_how_often(played):
    found = outcome_of(played)
    told = found._replace(covered=0.918).sentences()
    assert told[0] == found.sentences()[0] and told[3].endswith("the true difference in 91.8 of 100, not in 95.")
    both = replace(found.result, comparisons=found.result.comparisons * 2)
    assert any("all of them contain the true differences in 91.8 of 100" in words
               for words in found._replace(result=both, covered=0.918).sentences())  # fmt: skip
    assert "of 100, not in 95" not in " ".join(found._replace(covered=None).sentences())


def test_questions_quote_the_classs_own_numbers():
    lines = [line(-4, empty=3, table="Cod"), line(9, "Talk", "Herring", (23, 22, 19), fines=4)]
    fines = [((float(one.fines), 0.0), (0.0, 9.0)) for one in lines]
    tables = [
        PlayedTable(
            one.table,
            "1",
            one.treatment,
            ((one.total / 2, one.total / 2), (0.0, 0.0)),
            2,
            frozenset({(1, 2)}),
            fines=paid,
        )
        for one, paid in zip(lines, fines, strict=True)
    ]
    asked = results.questions(results.Outcome(compare(tables, ("Silence", "Talk")), tuple(lines)))
    assert asked[0].startswith("Cod’s sea was empty after year 3. Herring still had 19 fish when year 3 began.")
    assert asked[1] == (
        "The 13 points a table by which “Talk” is ahead of “Silence” may be luck. What would you have to see to "
        "believe it?"
    )
    assert asked[2].startswith("Herring paid 4 points in fines."), "and not the 9 that a bot paid"
    alive = [line(8), line(9, "Talk", "Herring", (23, 22))]
    asked = results.questions(results.Outcome(compare([]), tuple(alive)))
    assert asked[0].startswith("When year 2 began, Herring had 22 fish, Cod 20. ")
    seen = [PlayedTable(f"{name} {block}", block, name, ((total,),), 1) for block in "123"
            for name, total in (("Silence", 30.0 + int(block)), ("Talk", 4.0))]  # fmt: skip
    assert results.questions(results.Outcome(compare(seen, ("Silence", "Talk")), ())) == [
        "“Silence” is 28 points a table ahead of “Talk”. Where does that come from?"
    ]
    alone = [replace(one, treatment={"Talk": "Everyone for themselves"}.get(one.treatment, "Silence")) for one in seen]
    assert results.questions(results.Outcome(compare(alone, ("Everyone for themselves", "Silence")), ())) == [
        "“Silence” is 28 points a table ahead of “Everyone for themselves”, though these are the same game for people. "
        "How can that be?"
    ]


def test_the_debrief_asks_about_people_who_ended_far_apart_and_never_about_a_bot():
    points = ((9.0, 1.0, 3.0, 30.0), (9.0, 1.0, 3.0, 30.0))
    tables = [
        PlayedTable("Cod", "1", "Talk", points, 2, frozenset({(3, 2)})),
        PlayedTable("Eel", "1", "Silence", ((2.0,) * 4,) * 2, 2),
        PlayedTable("Whale", "1", "Talk", points, 2, frozenset({(3, 1), (3, 2)})),
    ]
    asked = results.questions(results.Outcome(compare(tables, ("Silence", "Talk")), ()))
    assert asked[-1] == "At Cod two people ended 16 points apart. Was that fair? Who could have changed it?"


def test_of_a_sea_that_ran_empty_no_bot_is_said_to_have_played_later_years():
    bots = frozenset((3, year) for year in range(3, 7))
    tables = [
        PlayedTable("Cod", "1", "Talk", ((9.0,) * 4,) * 6, 6, bots),
        PlayedTable("Eel", "1", "Silence", ((2.0,) * 4,) * 6, 6),
    ]
    result = compare(tables, ("Silence", "Talk"))
    for empty, told in ((4, "a bot played seat D in years 3–4"), (0, "a bot played seat D in years 3–6")):
        line = results.Line("Cod", "Talk", 216, 0, (), True, empty, made=216)
        found = results.Outcome(result, (line,))
        assert results.set_apart(found, "Cod") == told
        years = told.removeprefix("a bot played ")
        assert f"A bot made most of the decisions at these seats: Cod ({years})." in found.sentences()


def test_a_prediction_the_other_way_round_is_called_so_in_the_figure():
    tables = [
        PlayedTable(f"{name}{block}", block, name, ((3.0 + (name == "Talk"),) * 4,), 1)
        for name in ("Silence", "Talk")
        for block in "12"
    ]
    result = compare(tables, ("Silence", "Talk"))
    for value, other in ((10.0, False), (-10.0, True)):
        html = figures.differences(result, result.comparisons, {"first": "Talk", "second": "Silence", "value": value})
        assert ("predicted: “Silence” ahead" in html) is other and "predicted" in html


def test_the_report_lists_every_table_it_counts_and_says_why_one_is_not_compared(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=4, players=2, years=2, bot="careful", luck="own", treatments=["silence", "to-win"])
    school.sit()
    school.ask("add")
    school.ask("add")
    school.ask("start")
    school.ask("close", table=school.room.tables()[-1])
    school.play(2)
    html = report_html(school.room, school.desk.model.statuses())
    assert "<p>4 tables, " in html
    told = re.findall(r"<tr><td>([^<]*)</td>(?:<td>[^<]*</td>)*<td>([^<]*)</td></tr>", html.split("<h2>Tables</h2>")[1])
    named = dict(told[:4])
    assert list(named) == school.room.tables()
    assert [*named.values()] == ["yes", "yes", "no: not every seat had a person", "no: closed"]
    school.room.leave()


def test_the_wall_says_why_points_stop_at_a_year_after_which_people_left():
    bots = frozenset((seat, 3) for seat in range(3))
    tables = [
        PlayedTable(f"{name} {block}", block, name, ((1.0 + (name == "Talk"),) * 4,) * 3, 3, bots)
        for name in ("Silence", "Talk")
        for block in "123"
    ]
    found = results.Outcome(compare(tables, ("Silence", "Talk")), ())
    why = "Points count up to year 2 of 3, because after that bots played more than half of the seats at "
    assert found.result.year == 2 and any(one.startswith(why) for one in found.cautions())
    stopped = [replace(table, points=table.points[:2], bots=frozenset()) for table in tables]
    early = results.Outcome(compare(stopped, ("Silence", "Talk")), (), ended=True)
    narrow, short = early.cautions()
    assert " up to year 2 of 3 (" in early.lead and narrow.startswith("The blocks agree to the nearest point.")
    assert short.startswith("Stopped before its end: ")


def test_the_wall_says_of_one_block_once_that_nobody_knows_how_much_is_luck():
    tables = [PlayedTable(name, "1", name, ((total,),), 1) for name, total in (("Silence", 4.0), ("Talk", 9.0))]
    found = results.Outcome(compare(tables, ("Silence", "Talk")), (), ended=True)
    assert found.lead.endswith("nobody can say how much of it is luck.") and found.by_lots() == ""
    more = [replace(one, name=f"{one.name} 2", block="2") for one in tables]
    assert results.Outcome(compare([*tables, *more], ("Silence", "Talk")), ()).by_lots()


def test_the_wall_says_in_short_how_often_such_intervals_hold_the_truth_where_desk_and_zip_do(played, monkeypatch):
    monkeypatch.setattr(Interval, "excludes", lambda *_: True)
    found = outcome_of(played)
    assert not any("simulated classes" in words for words in found.cautions())
    less = found._replace(covered=0.9123)
    (short,) = [words for words in less.cautions() if "simulated classes" in words]
    assert short == "In simulated classes such an interval holds the truth in 91.2 of 100."
    assert any("in 91.2 of 100, not in 95" in words for words in less.sentences())
    assert holds(0.9123, 3, wall=True) == (
        "In simulated classes all 3 intervals together hold the truth in 91.2 of 100, not in 95."
    )
    lines = [line._replace(empty=2 * (place == 0), counts=True) for place, line in enumerate(found.lines)]
    assert less._replace(lines=tuple(lines)).cautions() == less.cautions(), "where only some did, intervals hold"
    first = found.lines[0].treatment
    lines = [line._replace(empty=2 * (line.treatment == first), counts=True) for line in found.lines]
    apart = less._replace(lines=tuple(lines))
    (worse,) = [words for words in apart.cautions() if "ran empty" in words]
    assert worse == (
        "All seas of one treatment ran empty and none of the other. If luck had a part in that, this interval may be "
        "too narrow."
    )
    assert not any("simulated classes" in words for words in apart.cautions())
    quoted = Quoted(1, *(one for one in found.result.means), found.result)
    again = found._replace(game=2, same_people=True, before=apart.to_know, quoted=quoted)
    assert worse in " ".join(again.cautions()), "the first game, where that is quoted beside the second"
    assert any(apart.to_know.covered[-1] in words for words in again.sentences())


def test_how_often_the_interval_of_d_holds_is_said_of_the_usual_form_on_one_tape_only(tmp_path):
    cases: tuple[tuple[dict[str, Any], bool], ...] = (
        ({}, True),
        ({"luck": "own"}, False),
        ({"form": "short"}, False),
        ({"form": "full", "years": 6}, False),
        ({"years": 1}, False),
    )
    for place, (more, usual) in enumerate(cases):
        (tmp_path / str(place)).mkdir()
        school = Class(tmp_path / str(place))
        school.ask("make", **{"people": 8, "players": 4, "form": "lesson", "luck": "tape", "bot": ""} | more)
        school.sit()
        school.ask("start")
        school.play(99)
        found = results.ClassTables(school.room).outcome(school.desk.model.statuses())
        assert found.result.comparisons and found.usual == usual, more
        school.room.leave()


def test_the_hint_of_a_seat_that_goes_to_a_bot_says_how_its_table_counts(left):
    hint = left.desk.model.view["text"]["bot_hint"]
    assert "not compared" not in hint and "still counts while people hold half of its seats" in hint
    assert {"Herring", "Cod"} <= {table.name for table in outcome_of(left).result.counted}


def play_late(school: Class, name: str, seat: int, year: int, most: int) -> int:
    """Play a year at a table; the clock decides for a seat, so many times at most. Return how often it did."""
    done, (other,) = 0, set(school.room.tables()) - {name}
    while school.room.status(other).period < year and school.move(other):
        pass
    while school.room.status(name).period == year and school.room.status(name).turn != OVER:
        status = school.room.status(name)
        decides = status.match.state.phase != "talk" and len(set(status.match.state.moves())) > 1
        if status.turn == seat and decides and done < most:
            school.room.stand_in(name, "greedy")
            assert school.room.step(name)
            done += 1
        else:
            assert school.move(name)
    return done


def test_one_decision_that_came_too_late_makes_nobody_a_leaver_and_several_in_a_row_do(school):
    school.ask("make", people=8, players=4, form="lesson", luck="tape")
    school.sit()
    school.ask("start")
    assert play_late(school, "Cod", 2, 1, most=1) == 1
    assert play_late(school, "Cod", 2, 2, most=99) >= 2
    bots = {(2, 2)}
    assert results.class_table(school.room, school.room.status("Cod")).bots == bots
    year = 2
    while not school.room.match("Cod").state.empty_sea:
        year += 1
        assert play_late(school, "Cod", 3, year, most=99) >= 2
        bots.add((3, year))
    assert year < 6 and len(results.class_table(school.room, school.room.status("Cod")).points) == 6
    bots |= {(3, one) for one in range(year, 7)}
    assert results.class_table(school.room, school.room.status("Cod")).bots == bots, "years of an empty sea as well"
    leave(school, ("Herring", 0))
    school.play(99)
    bots = results.class_table(school.room, school.room.status("Herring")).bots
    assert bots == {(0, one) for one in range(year, 7)}, "who was given away stays so, whatever there is to do"


def leave(school: Class, *places: tuple[str, int]) -> None:
    """Let people leave: bots take their seats."""
    for table, seat in places:
        school.ask("bot", table=table, seat=seat)


@pytest.fixture
def left(school):
    """A class of which half leave after the first year, and a table that had a bot from the start."""
    school.bots = ("random", "random")
    school.ask("make", people=24, players=4, years=3, luck="tape")
    school.sit(but=[("Whale", 3)])
    school.ask("start")
    school.play(2)
    leave(school, *((name, seat) for name in ("Herring", "Cod", "Squid", "Tuna") for seat in (2, 3)))
    school.play(99)
    return school


def test_after_people_have_left_the_wall_shows_as_what_tables_count_and_what_they_made(left):
    before = {one["name"]: one["total"] for one in left.wall["tables"]}
    left.ask("show")
    wall, found = left.wall, outcome_of(left)
    shown = {one["name"]: one for one in wall["tables"]}
    compared = {line.table: line for line in found.lines if line.counts}
    assert set(compared) == {"Herring", "Cod", "Squid", "Tuna"}
    means = {}
    for name, line in compared.items():
        made = sum(left.room.status(name).totals)
        assert left.card(name)["total"] == made, "as its seats show it"
        assert before[name] == shown[name]["total"] == points(line.total), "in large stands what counts, always"
        counts = f"counts as {number(line.total)}: " if number(line.total) != number(made) else ""
        words = f"{counts}a bot played seat C in years 2–3 and seat D in years 2–3"
        assert left.card(name)["apart"] == words, "the wall names no seat"
        assert shown[name]["apart"] == "a bot played 2 seats" + (f" · {points(made)} in all" if counts else "")
        card = Stages(RoomSession(left.room, name, 0, f"key-{name}-0"), lambda: None).card()
        assert dict(card["rows"])["Points of your table"] == number(made)
        assert card["text"] == ([f"When the class compares tables, yours {words}."] if counts else [])
        means.setdefault(line.treatment, []).append(line.total)
    assert any(line.total != line.made for line in compared.values())
    ahead = abs(sum(means["Silence"]) - sum(means["Agreement every year"])) / 2
    assert (points(ahead) if ahead else "even") in wall["found"][0]
    for name, some in means.items():
        (told,) = {one["mean"] for one in wall["tables"] if one["treatment"] == name}
        assert told == f"mean {points(sum(some) / len(some))}", "whoever takes the mean of what is large finds it"
    left.ask("show")
    said, desk = left.wall["found"], left.desk.model.view["side"]["say"]
    assert len(said) <= 3 and "seat C" not in str(said) and any("(seat C in years 2–3" in one for one in desk)
    place = next(number for number, one in enumerate(desk) if one.startswith("By year"))
    assert [desk[place], desk[place + 2]] == [
        "By year 3 bots had taken over 4 of 8 seats under “Silence” and 4 of 12 seats under “Agreement every year”; "
        "in that year they held 4 and 4.",
        "Years that a bot played for somebody are filled in with the mean of the people at the same table; the fish "
        "the bot caught are still missing from their sea.",
    ]
    assert shown["Whale"]["apart"] == left.card("Whale")["apart"] == "not compared: not every seat had a person"


def test_while_a_class_plays_no_table_is_called_not_compared_that_may_still_be(school):
    school.ask("make", people=8, players=2, years=2, luck="own")
    school.sit()
    school.ask("start")
    for name in ("Herring", "Cod"):
        while school.room.status(name).period < 2 and school.move(name):
            pass
    assert outcome_of(school).result.comparisons
    assert school.card("Squid")["apart"] == ""
    school.ask("end")
    assert school.card("Squid")["apart"] == "not compared: not played as far"
    (squid,) = [one for one in school.wall["tables"] if one["name"] == "Squid"]
    assert (squid["note"], squid["apart"]) == ("no year finished yet", "not compared: not played as far")


def rows_of(school: Class) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_text("seats.csv", seat_rows(school.room)))))


def test_the_spreadsheet_has_a_row_for_each_table_seat_and_finished_year(played):
    rows = rows_of(played)
    assert len(rows) == 4 * 2 * 2
    assert {(row["sitter"], row["person"], row["bot_share"]) for row in rows} == {("person", "1", "0")}
    for row in rows:
        state = played.room.match(row["table"]).state
        seat, year = "AB".index(row["seat"]), int(row["year"])
        assert int(row["points"]) == state.year_score(seat, year)
        assert int(row["taken"]) == state.taken(seat, year)


def years_of(school: Class, seat: str) -> list[tuple[str, str, str]]:
    """Return for each year of a seat at the first table what the file says of who played it."""
    rows = [row for row in rows_of(school) if (row["table"], row["seat"]) == ("Herring", seat)]
    return [(row["sitter"], row["person"], row["bot_share"]) for row in rows]


def test_the_spreadsheet_and_the_report_say_of_each_year_who_played_it(school):
    """Seat A is a person's and then a bot's; seat B a bot's that a late-comer takes, who hands over to another."""
    school.ask("make", treatments=["silence"], people=1, players=3, years=4, luck="own")
    school.room.claim("Herring", 0, "key-Herring-0")
    school.ask("start")
    assert school.room.status("Herring").seats == ("person", "careful", "careful")
    school.play(3)
    school.ask("bot", table="Herring", seat=0)
    school.ask("person", table="Herring", seat=1)
    school.room.claim("Herring", 1, "key-Herring-1")
    school.play(4)
    while school.room.match("Herring").state.turn() != 1:
        school.move("Herring")
    school.move("Herring")
    assert school.room.match("Herring").state.year == 4
    school.ask("free", table="Herring", seat=1)
    school.room.claim("Herring", 1, "key-Herring-1")
    school.play(99)
    bot, person = ("careful", "", "1"), ("person", "1", "0")
    assert years_of(school, "A") == [person, person, bot, bot]
    assert years_of(school, "B") == [bot, bot, person, ("person then person", "2", "0")]
    assert years_of(school, "C") == [bot] * 4
    html = report_html(school.room, school.desk.model.statuses())
    assert "One table does not count, because not every seat of it had a person: Herring." in html
    assert "1 seat was played by a bot throughout. 2 seats were played by bots for part of the game. " in html
    assert "In 1 seat one person took over from another." in html


def test_a_year_in_which_the_sitter_changes_names_both_and_how_much_the_bot_played(school):
    school.ask("make", treatments=["silence"], people=2, players=2, years=1, luck="own")
    school.sit()
    school.ask("start")
    while school.room.match("Herring").state.turn() != 0:
        school.move("Herring")
    school.move("Herring")
    school.ask("bot", table="Herring", seat=0)
    school.play(99)
    (told,) = years_of(school, "A")
    mine = [state for state in school.room.match("Herring").states if state.turn() == 0]
    assert told == ("person then careful", "1", f"{1 - 1 / len(mine):.3g}")


def test_a_room_that_was_begun_with_an_older_fishlab_does_not_pretend_to_know(school):
    school.ask("make", treatments=["silence"], people=2, players=2, years=1, luck="own")
    school.sit()
    school.ask("start")
    school.play(99)
    with school.room.file.writing() as db:
        db.execute("DELETE FROM events")
    assert years_of(school, "A") == [("unknown", "", "")]
    assert "with an older Fishlab" in report_html(school.room, school.desk.model.statuses())


def test_files_are_the_classs_own_and_the_room_can_be_opened_again(played, tmp_path, monkeypatch):
    sent = []
    monkeypatch.setattr(played.desk.panel, "send", lambda content, buffers=None: sent.append((content, buffers)))
    for kind in ("zip", "report", "room"):
        played.desk.panel.receive({"type": kind})
    assert [content["name"] for content, _ in sent] == [
        f"fishlab-class-{session_of(played.room)}-games-{played.room.game}.zip",
        "fishlab-report.html",
        "class.room",
    ]
    (tmp_path / "again.room").write_bytes(sent[2][1][0])
    with Room(tmp_path / "again.room") as again:
        assert again.tables() == played.room.tables()
        assert again.match("Cod").moves == played.room.match("Cod").moves
    assert not list(played.room.path.parent.glob("*.copy"))


def test_a_table_goes_on_alone_only_if_it_was_paused_alone(school):
    school.ask("make", people=4, players=2, years=3, bot="", luck="own")
    school.sit()
    school.ask("start")
    first, second = school.room.tables()
    school.ask("hold", table=first)
    assert (school.card(first)["held"], school.card(second)["held"]) == (True, False)
    school.ask("go", table=first)
    school.ask("end")
    assert {school.card(name)["stage"] for name in (first, second)} == {"paused"}
    assert not school.card(first)["held"]


def test_the_report_is_one_page_that_needs_nothing_else(played):
    html = report_html(played.room, played.desk.model.statuses())
    for words in ("Silence", "Agreement every year", "The class predicted", "For the debrief", "Herring"):
        assert words in html
    assert "<p>4 tables, 3 years, the same dice at the tables of a block." in html
    assert "Points count up to year 2 of 3" in html
    assert "Counts, up to year 2</th>" in html
    assert not re.search(r"(?:src|href)=['\"]http", html)
    assert "before fines." not in html, "nobody paid any"
    assert "Seed" not in html and "What people agreed and expected" not in html, "while they play"


def test_the_report_of_a_game_that_is_over_has_its_seed_and_what_people_agreed_and_expected(school):
    school.ask("make", people=4, players=2, years=1, luck="tape")
    school.sit()
    for name in school.room.tables():
        for seat in (0, 1):
            school.room.questions.give(name, seat, "prediction", "catch", 8)
    school.ask("start")
    school.play(99)
    html = report_html(school.room, school.desk.model.statuses())
    assert (
        f"Class {session_of(school.room)}, game 1, Fishlab {__version__}. Seed of random assignments and dice: {TAPE}."
        in html
    )
    told = Debrief(school.room, school.desk.model.statuses(), outcome_of(school)).sentences()
    assert told and all(f"<p>{one}</p>" in html.split("What people agreed and expected")[1] for one in told)


@pytest.mark.few(1)
@pytest.mark.parametrize(("form", "years"), [("lesson", 6), ("short", 5)])
def test_models_of_the_same_form_stand_beside_people_up_to_the_same_year(school, form, years):
    school.ask("make", people=32, players=4, form=form, bot="", luck="own")
    school.sit()
    school.ask("start")
    school.ask("tab", tab="models")
    assert "have finished their first year" in school.desk.model.view["side"]["note"]
    school.play(4)
    for year in (3, years):
        side = school.desk.model.view["side"]
        by = predicted(form, "yearly-agreement", 4)[year - 1]
        if by.excludes(0):
            assert f"is {points(abs(by.mean))} a table ahead" in side["note"]
        where = "at the end" if year == years else f"up to year 3 of {years}"
        assert where in side["note"]
        assert f"up to year {year}" in side["html"]
        for words in ("this class", "models, 64 pairs"):
            assert words in side["html"]
        school.play(99)


def test_beside_models_the_axis_names_the_per_cent_of_the_intervals():
    for treatments, sure in (
        (("silence", "yearly-agreement"), "95"),
        (("silence", "yearly-agreement", "quota"), "98.3"),
    ):
        found = model_result("lesson", (4,), treatments)
        shown = re.findall(r"mean and ([\d.]+) % interval", figures.beside(*found.comparisons[:1] * 2, found.year))
        assert len(shown) > 1 and {*shown} == {sure}, "at the axis and in the description"
        beside = figures.beside(found.comparisons[0], None, found.year)
        assert "talk, face to face" in beside and "not the same unit" in beside, "there are 64 blocks"
    few = compare(
        [PlayedTable(f"{n}{name}", str(n), name, ((n % 3 + gain,),), 1)
         for n in range(4) for name, gain in (("silence", 1), ("yearly-agreement", n))]
    )  # fmt: skip
    assert "talk, face to face" not in figures.beside(few.comparisons[0], None, 1), "d is too rough"


def test_beside_models_a_class_counts_for_the_treatment_that_is_ahead_as_in_its_own_figure(school):
    school.ask("make", people=8, players=2, years=1, bot="", luck="own")
    school.sit()
    school.ask("start")
    school.play(9)
    found = ClassTables(school.room).outcome(school.room.statuses()[0])
    ends = replace(found.largest, difference=Interval(-5.25, -30.5, 20.0, 2))
    models = replace(ends, difference=Interval(2.5, 1.5, 4.0, 64))
    both = figures.differences(found.result, [ends], None), figures.beside(ends, models, 1)
    assert all(f"“{ends.base}” against “{ends.other}”, up to year 1" in html for html in both)
    told = " ".join(re.findall(r"<td[^>]*>([^<]*)</td>", both[1]))
    assert told == "5.25 −20 30.5 2 −2.5 −4 −1.5 64"


def test_models_beside_tables_of_several_sizes_are_weighted_as_the_class_is(school):
    school.ask("make", people=14, players=4, form="lesson", bot="", luck="own")
    assert sorted(one.match.seats for one in school.room.statuses()[0]) == [3, 3, 4, 4]
    school.sit()
    school.ask("start")
    school.ask("tab", tab="models")
    school.play(2)
    four, three = (predicted("lesson", "yearly-agreement", seats)[-1].mean for seats in (4, 3))
    side = school.desk.model.view["side"]
    assert (
        f"In the models’ games “Agreement every year” is {points((four + three) / 2)} a table ahead at the end"
        in side["note"]
    )
    assert "models, 88 pairs" in side["html"]
    assert any(words.startswith("By table size, “") for words in side["say"])


def test_where_no_games_of_models_are_kept_the_desk_says_so(school):
    school.ask("make", people=8, players=2, years=1, bot="", luck="own")
    school.sit()
    school.ask("start")
    school.ask("tab", tab="models")
    school.play(99)
    assert school.desk.model.view["side"]["note"].startswith("There are no stored model games")


def test_a_tables_name_with_html_in_it_is_data(school):
    school.room.open("<b>x</b>", "boom", 2, years=1)
    school.desk.model.start()
    while school.room.status("<b>x</b>").turn >= -1 and _step(school.room, "<b>x</b>"):
        pass
    school.desk.model.show()
    assert "<b>x</b>" not in school.desk.model.view["side"]["html"]
    assert "<b>x</b>" not in report_html(school.room, school.desk.model.statuses())


def _step(room, name):
    status = room.status(name)
    if status.turn == CHANCE:
        return room.step(name)
    return room.append(name, len(status.match), status.match.game.notation(status.match.state.moves()[0]), status.turn)


def test_other_games_stand_on_the_desk_too(school):
    school.room.open("Pond", "fishery", 2)
    card = school.card("Pond")
    assert (card["title"], card["sea"], card["when"]) == ("Fishery", [], "")
    assert school.desk.model.view["side"]["say"] == []


def test_what_goes_wrong_at_the_desk_is_told_there_and_stops_nothing(school, monkeypatch):
    desk = school.desk
    monkeypatch.setattr(desk.panel, "_act", lambda kind, content: 1 / 0)
    desk.panel.receive({"type": "start"})
    assert desk.panel.head["trouble"] == "Something went wrong here (ZeroDivisionError: division by zero)."


def test_a_figure_of_models_that_fails_is_said_and_takes_nothing_else_along(school, tmp_path, monkeypatch, caplog):
    def fail(*anything: Any) -> None:
        raise IndexError("no such game")

    for module, names in (
        (results, ("covered", "early_models", "model_result", "fined_models")),
        (plan, ("spreads", "fined_models")),
        (figures, ("seas",)),
    ):
        for name in names:
            monkeypatch.setattr(module, name, fail)
    monkeypatch.setattr("fishlab_widgets.classroom.outcome.data_files.model_games", fail)
    figure, share, words, forecast = (
        f"{what} (IndexError: no such game). Everything else goes on."
        for what in (
            "A figure cannot be shown here",
            "How often such intervals hold the truth cannot be worked out now",
            "What models show cannot be worked out now",
            "What such a class will see cannot be worked out now",
        )
    )
    assert school.ask("try", people=16, players=4) == ""
    assert school.desk.model.view["power"]["lines"] == [forecast] and school.desk.model.view["power"]["lots"]
    assert school.ask("make", people=16, players=4) == ""
    school.sit()
    assert school.ask("start") == ""
    school.play(3)
    for tab in ("sofar", "sea", "models"):
        assert school.ask("tab", tab=tab) == ""
        side = school.desk.model.view["side"]
        assert side["say"].count(words) == side["say"].count(share) == 1
        assert ({"sofar": "", "sea": figure, "models": words}[tab] in side["note"]) and (side["note"] or tab == "sofar")
    assert school.ask("end") == "" and school.ask("show") == "" and school.ask("show") == ""
    assert words in school.wall["found"]
    assert {share, words} <= {*school.wall["known"]}
    assert school.desk.model.act("report", {}).data
    with zipfile.ZipFile(io.BytesIO(school.desk.model.act("zip", {}).data)) as packed:
        assert packed.read("models.csv").decode().count("\n") == 1, "its head alone"
        assert words in packed.read("codebook.md").decode()
    again = Desk(Room(tmp_path / "class.room"))
    assert words in again.model.view["side"]["say"]
    LiveClass(Room(tmp_path / "class.room")).close()
    assert school.ask("plan") == "" and school.desk.model.view["head"]["stage"] == "plan"
    assert forecast in school.desk.model.view["power"]["lines"]
    assert "the forecast of a plan went wrong" in caplog.text and "how often intervals hold went wrong" in caplog.text


def test_who_plays_to_win_reads_a_place_at_the_end_and_nobody_else_does(school):
    school.ask("make", people=6, players=2, treatments=["to-win", "competitive", "silence"], years=1, bot="")
    school.sit()
    school.ask("start")
    school.play(9)
    for name in school.room.tables():
        status = school.room.status(name)
        cards = [dict(results_of(RoomSession(school.room, name, seat, f"key-{name}-{seat}"), {})) for seat in (0, 1)]
        if status.match.state.setup.aim == "points":
            assert all("Your place" not in card for card in cards)
            continue
        one, two = (int(card["Your points"].replace("−", "-")) for card in cards)
        told = ["1 of 2", "2 of 2"] if one > two else ["2 of 2", "1 of 2"] if one < two else ["1 of 2, shared"] * 2
        assert [card["Your place"] for card in cards] == told
