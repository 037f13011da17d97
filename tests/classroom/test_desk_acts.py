"""What the teacher can do while a class runs: each by the message that the desk's page sends."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import unmarked
from classroom.lesson import Frame
from classroom.school import WITHOUT, Class
from fishlab_widgets.classroom import notices
from fishlab_widgets.classroom.desk import DeskModel
from fishlab_widgets.classroom.desk.desk import Projector
from fishlab_widgets.classroom.desk.desk_words import DESK, NAMES, PROJECTOR
from fishlab_widgets.classroom.desk.model import TROUBLE
from fishlab_widgets.classroom.desk.overview import seats_taken
from fishlab_widgets.classroom.outcome.boom_tables import treatment_of
from fishlab_widgets.classroom.outcome.data_files import event_rows, table_rows
from fishlab_widgets.classroom.outcome.results import ClassTables

from fishlab import messages
from fishlab.boom.treatments import TALK_SECONDS, TERMS
from fishlab.core import OVER
from fishlab.room import AWAY, KINDS, OUTSIDE, PERSON, Room, news_of, people_before


@pytest.fixture
def school(tmp_path):
    """A class that has not come in yet."""
    found = Class(tmp_path)
    yield found
    found.room.leave()


def come_in(school: Class, count: int, first: int = 0) -> list[Any]:
    """Let people come in, each with a key; return where they sit, None for who waits."""
    return [school.room.seating.deal(f"person-{number:03}") for number in range(first, first + count)]


def kinds(school: Class) -> list[str]:
    return [one.kind for one in school.room.events.all()]


def titles(school: Class) -> list[str]:
    return [one["title"] for one in school.desk.model.view["cards"]]


# Coming in.


def test_from_the_plan_to_the_first_move_of_sixteen_students_are_two_clicks_of_the_teacher(school):
    """The plan that stands there is sensible, and seats are drawn as people come in."""
    assert school.head["stage"] == "plan"
    asks = school.desk.model.view["setup"]
    assert school.ask("make", treatments=[one["name"] for one in asks["treatments"] if one["on"]],
                      people=asks["people"], players=asks["players"], **asks["chosen"]) == ""  # fmt: skip
    assert None not in come_in(school, 16)
    assert school.ask("start") == ""
    assert school.head["stage"] == "playing"
    assert school.head["seats"] == "4 tables · 16 of 16 seats taken · 16 here"
    name = school.room.tables()[0]
    status = school.room.status(name)
    key = next(key for key in map("person-{:03}".format, range(16)) if school.room.find(key) == (name, status.turn))
    text = status.match.game.notation(status.match.state.moves()[0])
    assert school.room.append(name, 0, text, status.turn, key)


def test_who_comes_before_the_doors_are_open_waits_and_is_counted(school):
    assert come_in(school, 3) == [None] * 3
    school.desk.model.show()
    assert school.head["late"] == "3 people are waiting for a seat"
    school.ask("make", people=4, players=2)
    assert None not in come_in(school, 3)
    school.desk.model.show()
    assert school.head["late"] == ""


def test_nobody_is_to_move_while_a_table_talks(school):
    school.ask("make", treatments=["yearly-agreement"], people=2, players=2)
    school.sit()
    school.ask("start")
    assert [seat["words"] for seat in school.card("Herring")["seats"]] == ["Seat A: taken", "Seat B: taken"]
    for seat in (0, 1):
        school.room.append("Herring", seat, "ready", seat, f"key-Herring-{seat}")
    assert any(seat["words"].endswith(", to move") for seat in school.card("Herring")["seats"])


def test_the_desk_tells_who_is_really_there(school):
    school.ask("make", treatments=["silence"], people=2, players=2)
    school.sit()

    def words() -> list[str]:
        return [seat["words"] for seat in school.card("Herring")["seats"]]

    assert words() == ["Seat A: taken", "Seat B: taken"], "nobody has told, and nothing has begun"
    school.ask("start")
    assert words() == ["Seat A: taken, to move", "Seat B: taken"]
    for seat in (0, 1):
        assert school.room.seating.seen("Herring", seat)
    assert words() == ["Seat A: here, to move", "Seat B: here"]
    assert school.head["seats"] == "1 table · 2 of 2 seats taken · 2 here"
    school.now += AWAY
    school.room.seating.seen("Herring", 0)
    assert words()[0] == "Seat A: here, to move"
    assert words()[1].startswith("Seat B: away since ")
    assert school.card("Herring")["here"] == "1 is away"
    assert school.head["seats"].endswith("1 here")
    school.ask("bot", table="Herring", seat=1)
    assert words()[1] == "Seat B: a bot (careful)"
    school.ask("person", table="Herring", seat=1)
    assert words()[1] == "Seat B: taken", "by who had it before"
    school.ask("free", table="Herring", seat=1)
    assert words()[1] == "Seat B: free"


# Late-comers.


def test_late_comers_get_the_seats_of_bots_by_lot_and_then_a_new_table(school):
    school.ask("make", people=8, players=4)
    come_in(school, 6)
    school.ask("start")
    bots = {
        (one.name, seat) for one in school.room.statuses()[0] for seat, who in enumerate(one.seats) if who != PERSON
    }
    assert len(bots) == 2
    assert come_in(school, 3, 6) == [None] * 3
    school.desk.model.show()
    assert school.head["late"] == "3 people are waiting for a seat"
    assert school.ask("deal") == ""
    places = come_in(school, 3, 6)
    assert set(places[:2]) == bots, "the seats of bots come first"
    name, _ = places[2]
    assert name not in ("Herring", "Cod")
    late = school.room.status(name)
    assert (late.block, sorted(late.seats)) == (OUTSIDE, ["careful"] * 3 + [PERSON])
    assert kinds(school).count("returned") == 2
    school.desk.model.show()
    assert school.head["late"] == ""


def test_a_table_that_is_added_before_the_start_is_a_table_as_the_others(school):
    school.ask("make", people=4, players=2)
    school.ask("add")
    school.ask("add")
    assert [one.block for one in school.room.statuses()[0]] == [0, 0, 1, 1]
    assert titles(school) == ["Silence", "Agreement every year"] * 2


def test_the_treatments_of_added_tables_are_drawn_by_lot_and_kept_as_an_event(tmp_path):
    firsts = set()
    for number in range(12):
        (folder := tmp_path / str(number)).mkdir()
        school = Class(folder)
        with school.room.file.writing():
            school.room.file.set("tape", f"class {number}")
        school.ask("make", people=4, players=2, years=1, treatments=["silence", "to-win"])
        school.ask("add")
        school.ask("add")
        drawn = [one.words for one in school.room.events.all() if one.kind == "treatment"]
        added = [treatment_of(school.room.status(name)).name for name in school.room.tables()[-2:]]
        assert drawn[-2:] == added and sorted(added) == ["silence", "to-win"]
        firsts.add(added[0])
        school.room.leave()
    assert firsts == {"silence", "to-win"}


def test_a_table_that_is_added_while_others_play_holds_nobody_up_and_is_compared_with_none(school):
    school.ask("make", people=4, players=2, years=2, luck="tape", bot="")
    school.sit()
    school.ask("start")
    school.move("Herring")
    school.ask("add")
    late = school.room.tables()[-1]
    assert school.room.status(late).block == OUTSIDE
    while OVER not in (school.room.status("Herring").turn, school.room.status("Cod").turn):
        assert any([school.move("Herring"), school.move("Cod")]), "nobody waits for the new table"
    assert school.room.status(late).period == 1
    rolls = {
        name: [row["move"] for row in school.room.history(name) if row["seat"] == -1] for name in ("Herring", "Cod")
    }
    school.sit()
    while school.room.status(late).turn != OVER and school.move(late):
        pass
    own = [row["move"] for row in school.room.history(late) if row["seat"] == -1]
    assert own not in rolls.values(), "it has dice of its own: others have seen theirs"
    school.desk.model.show()
    said = school.desk.model.view["side"]["say"]
    assert (
        f"One table does not count, because its block has no table of the same size with another treatment: {late}."
        in said
    )
    assert "(2 tables, 4 people)" in said[0]


def test_a_table_that_never_starts_is_closed_by_the_teacher_and_the_others_go_on(school):
    """Four tables of two blocks; at one of them nobody ever moves."""
    school.ask("make", treatments=["silence", "to-win"], people=8, players=2, years=2, luck="tape", bot="")
    school.sit()
    school.ask("start")
    still, *others = school.room.tables()
    while any(school.move(name) for name in others):
        pass
    told = {school.room.status(name).waits for name in others}
    assert told == {"Year 2 starts for all tables together, when every table has finished year 1."}
    school.ask("close", table=still)
    for name in others:
        while school.room.status(name).turn != OVER:
            assert any(school.move(one) for one in others), "nobody waits for a closed table"
    school.desk.model.show()
    said = " ".join(school.desk.model.view["side"]["say"])
    assert "(2 tables, 4 people)" in said, "one block is left"
    assert f"One table does not count, because it was closed before its end: {still}." in said
    assert {row["table"]: (row["points"], row["closed"]) for row in table_rows(school.room, "x")}[still] == ("", "1")
    assert school.head["stage"] == "over", "the class is over without it"


# Words and clocks.


def test_the_teacher_says_something_to_all_or_to_one_table(school):
    school.ask("make", people=4, players=2)
    school.ask("say", words="  Welcome  ")
    assert (school.head["said"], news_of(school.room, "Cod")["line"]) == ("Welcome", "Welcome")
    school.now += 1
    school.ask("say", words="Only Cod", table="Cod")
    assert [news_of(school.room, name)["line"] for name in ("Herring", "Cod")] == ["Welcome", "Only Cod"]
    assert school.head["said"] == "Welcome"
    school.now += 1
    school.ask("say", words="All again")
    assert news_of(school.room, "Cod")["line"] == "All again", "what was said last counts"
    school.ask("say", words="")
    assert news_of(school.room, "Herring")["line"] == ""
    assert len(school.ask("say", words="x" * 999)) == 0
    assert len(school.head["said"]) == 300
    before = kinds(school)
    school.ask("say", words="x", table="Nobody")
    assert kinds(school) == before, "a table that is not there hears nothing, and neither do all"


def test_a_talk_is_extended_at_its_table_and_a_clock_of_all_for_all(school):
    school.ask("make", treatments=["silence", "yearly-agreement"], people=4, players=2, years=1)
    school.sit()
    school.ask("start")
    school.look()
    assert "No clock is running there" in school.ask("extend", seconds=60, table="Herring")
    school.now += TALK_SECONDS - 5
    school.ask("extend", seconds=60, table="Cod")
    school.look()
    assert school.card("Cod")["left"] == 65
    school.now += 30
    school.look()
    assert (school.card("Cod")["left"], round(school.room.clock.left("Cod")[0])) == (35, 35)
    assert school.room.match("Cod").state.phase == "talk", "the time was not up"
    school.now += 36
    school.look()
    assert school.room.match("Cod").state.phase != "talk"
    assert kinds(school).count("ready") == 2, "said for both, and kept"
    school.ask("clock", seconds=120)
    school.ask("extend", seconds=60)
    assert school.head["clock"]["left"] == 180
    school.ask("clock", seconds=0)
    assert school.head["clock"] is None
    for wrong in (-1, "soon", None, True, 10**9):
        assert school.ask("clock", seconds=wrong) != ""
        assert school.ask("extend", seconds=wrong) != ""


@pytest.mark.parametrize("alone", [True, False])
def test_a_talk_goes_on_after_a_pause_where_it_was_with_what_was_added(school, alone):
    table = {"table": "Cod"} if alone else {}
    school.ask("make", treatments=["silence", "yearly-agreement"], people=4, players=2, years=1)
    school.sit()
    school.ask("start")
    school.look()
    school.now += 20
    school.ask("extend", seconds=60, table="Cod")
    for _ in range(2):
        school.look()
        left = school.card("Cod")["left"]
        school.ask("hold" if alone else "pause", **table)
        assert "words" not in news_of(school.room, "Cod"), "no page counts on"
        school.now += 500
        school.look()
        school.ask("go" if alone else "start", **table)
        school.look()
        assert school.card("Cod")["left"] == news_of(school.room, "Cod")["left"] == left
        school.now += 15
    assert left == TALK_SECONDS + 60 - 20 - 15
    school.now += left - 15 - 1
    school.look()
    assert school.room.match("Cod").state.phase == "talk"
    school.now += 1
    school.look()
    assert school.room.match("Cod").state.phase != "talk", "no second more than was planned and added"


def test_the_desk_asks_before_it_starts_with_empty_seats(school):
    school.ask("make", treatments=["silence", "yearly-agreement"], people=4, players=2, years=1)
    assert school.head["start_sure"].startswith("Start with 4 empty seats? Bots take them")
    school.sit()
    school.look()
    assert school.head["start_sure"] == ""
    school.ask("free", table="Cod", seat=1)
    assert school.head["start_sure"].startswith(
        "Start with 1 empty seat? A bot takes it, and its table is not compared"
    )
    school.ask("start")
    assert school.head["start_sure"] == ""


def test_the_card_of_a_table_with_bots_counts_them(tmp_path):
    with Room(tmp_path / "a.room") as room:
        room.open("Whale 2", "boom", 4, ["person", *["careful"] * 3])
        assert seats_taken(room.status("Whale 2")) == "0 of 1 seat taken · 3 bots"


def test_a_minute_more_is_given_for_decisions_too(school):
    school.ask("make", treatments=["silence"], people=2, players=2, years=1, procedure=WITHOUT | {"decision": 60})
    assert school.head["clocks"] is False
    school.sit()
    school.ask("start")
    for seat in (0, 1):
        school.room.seating.seen("Herring", seat)
    school.look()
    assert school.head["clocks"] is False, "what is no choice needs no time"
    school.room.run("Herring")
    school.look()
    assert school.head["clocks"] is True, "a clock of all or of a talk is not needed"
    turn = school.room.status("Herring").turn
    for passed, decided in ((50, False), (65, False), (10, True)):
        school.now += passed
        school.room.seating.seen("Herring", turn)
        school.look()
        assert school.room.step("Herring") is decided, "a bot makes the decision when the longer time is up"
        if passed == 50:
            assert school.ask("extend", seconds=60) == ""


def test_plan_and_protocol_say_after_how_many_seconds_a_bot_decides_for_who_is_away(school):
    told = [one["words"] for one in school.desk.model.view["setup"]["seconds"]]
    assert f"{AWAY:.0f} for anybody away" in told[1]
    assert school.desk.model.view["setup"]["protocol"].count(f"it waits {AWAY:.0f} seconds if that person’s page") == 3
    school.ask("make", treatments=["silence"], people=2, players=2, procedure=WITHOUT | {"decision": 60})
    school.sit()
    school.ask("start")
    school.room.run("Herring")
    school.look()
    for decided in (False, True):
        assert school.room.step("Herring") is decided
        school.now += AWAY
        school.look()


def test_the_desk_names_the_seats_that_have_not_sealed_and_their_time(school):
    asks = WITHOUT | {"promises": True}
    school.ask("make", treatments=["yearly-agreement"], people=3, players=3, years=1, procedure=asks)
    school.sit()
    school.ask("start")
    (name,) = school.room.tables()
    for seat in (0, 1, 2):
        school.room.promises.ready(name, seat)
    assert school.card(name)["note"] == "seats A, B and C are sealing what was agreed"
    assert school.card(name)["left"] == 45
    school.room.promises.seal(name, 0, 3)
    school.room.promises.seal(name, 2, "nothing")
    school.now += 20
    assert (school.card(name)["note"], school.card(name)["left"]) == ("seat B is sealing what was agreed", 25)
    school.ask("pause")
    school.now += 100
    school.look()
    school.ask("start")
    assert school.card(name)["left"] == 25, "nobody can seal in a pause, so no time runs"
    assert school.head["clocks"] is True and school.ask("extend", seconds=60) == ""
    assert school.card(name)["left"] == 85, "a minute more is one to seal, too"
    school.now += 86
    school.look()
    assert school.room.promises.done(name)


# A second game, and back to the plan.


def played_class(school: Class) -> list[Any]:
    school.ask("make", people=4, players=2, years=1, luck="tape", prediction=3)
    places = come_in(school, 4)
    school.ask("start")
    for name in school.room.tables():
        while (status := school.room.status(name)).turn != OVER and not status.waits:
            move = status.match.game.notation(status.match.state.sample(school.rng))
            if not school.room.step(name):
                school.room.append(name, len(status.match), move, status.turn, desk=True)
    school.ask("end")
    return places


@pytest.mark.parametrize(("swap", "after"), [(False, 0), (True, 1)])
def test_a_second_game_has_the_same_people_in_the_same_seats_and_treatments_can_be_swapped(school, swap, after):
    school.room.file.set("tape", "0" * 32)  # three dice are equal in one of 216 pairs of games: not in this one
    places = played_class(school)
    first = titles(school)
    rolls = [row["move"] for row in school.room.history("Herring") if row["seat"] == -1]
    assert school.ask("again", swap=swap) == ""
    assert school.room.tables() == ["Herring 2", "Cod 2"]
    assert (school.head["stage"], school.head["game"]) == ("waiting", "game 2")
    assert titles(school) == first[after:] + first[:after]
    found = [school.room.find(f"person-{number:03}") for number in range(4)]
    assert found == [(f"{name} 2", seat) for name, seat in places]
    assert school.room.status("Herring").waits == "The game is over."
    assert school.room.note("prediction") is None, "the second game has its own"
    assert school.room.file.seed(2) != school.room.file.seed(1)
    school.room.file.set("seed/2", "1" * 32)
    school.ask("start")
    assert school.head["stage"] == "playing"
    for name in school.room.tables():
        while (status := school.room.status(name)).turn != OVER and not status.waits:
            move = status.match.game.notation(status.match.state.sample(school.rng))
            if not school.room.step(name):
                school.room.append(name, len(status.match), move, status.turn, desk=True)
    assert [row["move"] for row in school.room.history("Herring 2") if row["seat"] == -1] != rolls, "other dice"
    assert {(row["table"], row["game"]) for row in table_rows(school.room, "x")} == {
        ("Herring", "1"), ("Cod", "1"), ("Herring 2", "2"), ("Cod 2", "2"),
    }  # fmt: skip
    school.ask("end")
    school.ask("again", swap=False)
    assert school.room.tables() == ["Herring 3", "Cod 3"]


@pytest.mark.long
def test_a_second_game_finds_names_that_no_table_has(school):
    played_class(school)
    for _ in range(20):
        school.ask("add")
    assert "Herring 2" in school.room.tables()
    school.ask("end")
    assert school.ask("again", swap=False) == ""
    names = school.room.tables()
    assert len(set(names)) == 22
    assert names[:2] == ["Herring 3", "Cod 3"] and names[20:] == ["Herring 4", "Cod 4"]
    school.ask("end")
    assert school.ask("again", swap=False) == ""
    assert school.room.tables()[0] == "Herring 5"


def test_before_a_second_game_the_desk_warns_of_seats_that_bots_hold(school):
    played_class(school)
    school.desk.model.show()
    assert school.head["leavers"] == ""
    school.ask("bot", table="Herring", seat=1)
    school.ask("bot", table="Cod", seat=0)
    assert school.head["leavers"] == (
        "Bots hold 2 seats. In another game with the same seats their tables would not be compared: “Back to the "
        "plan” draws seats again for those who are here (2 seats are held by people)."
    )
    school.ask("again", swap=True)
    assert school.head["leavers"] == ""


def test_treatments_are_swapped_once_however_often_it_is_asked_for(school):
    school.ask("make", people=4, players=2)
    come_in(school, 4)
    school.ask("start")
    before = titles(school)
    school.ask("end")
    assert school.ask("again", swap=True) == ""
    assert school.ask("again", swap=True) == "The next game is already set up: start it."
    assert titles(school) == before[::-1] != before


def test_a_new_word_frees_seats_before_a_games_start_only(school):
    school.desk.model.new_word = lambda: school.desk.model.join
    school.ask("make", people=4, players=2)
    come_in(school, 4)
    assert school.ask("word") == ""
    assert [one.taken for one in school.desk.model.statuses()] == [(False, False)] * 2
    come_in(school, 4)
    school.ask("start")
    for act in ("word", "pause", "word"):
        assert school.ask(act) == ""
    assert [one.taken for one in school.desk.model.statuses()] == [(True, True)] * 2, "no move was made yet"
    school.ask("end")
    school.ask("again")
    assert [one.taken for one in school.desk.model.statuses()] == [(True, True)] * 2
    assert school.ask("word") == ""
    assert [one.taken for one in school.desk.model.statuses()] == [(False, False)] * 2, "this one has not begun"


def test_a_person_whose_device_is_lost_gets_a_new_key_for_the_same_seat(school):
    school.ask("make", people=2, players=2, years=1, treatments=["silence"])
    places = come_in(school, 2)
    assert school.room.seating.deal("late-comer") is None
    name, seat = places[0]
    assert school.ask("key", table=name, seat=seat) == ""
    (key,) = [one["key"] for one in school.desk.model.view["cards"][0]["seats"] if one["key"]]
    assert school.room.find("person-000") is None and school.room.seating.deal("late-comer") is None
    assert school.room.find(key) == (name, seat)
    assert school.room.questions.person(name, seat) == 1, "still the same person"
    assert "key" in kinds(school)
    school.room.seating.seen(name, seat)
    school.look()
    assert [one["key"] for one in school.desk.model.view["cards"][0]["seats"]] == ["", ""], "no longer than needed"
    school.room.seating.free(name, seat)
    assert school.ask("key", table=name, seat=seat) == "Nobody has this seat: anyone who joins can take it."


def test_no_second_game_begins_while_one_is_played(school):
    assert "no tables yet" in school.ask("again", swap=True)
    school.ask("make", people=4, players=2)
    school.sit()
    school.ask("start")
    school.move("Herring")
    assert "end it first" in school.ask("again", swap=True)
    assert school.room.tables() == ["Herring", "Cod"]
    school.ask("end")
    school.ask("again", swap=True)
    assert "another one has begun" in school.room.status("Herring").waits, "a game that was ended early too"


def test_back_to_the_plan_keeps_what_was_played_and_deals_everybody_anew(school):
    school.ask("make", people=6, players=2, years=1, treatments=["silence"], bot="greedy", luck="own")
    places = come_in(school, 6)
    school.ask("start")
    school.now += AWAY
    for place in places[:4]:
        school.room.seating.seen(*place)
    school.ask("plan")
    assert (school.head["stage"], school.room.tables()) == ("plan", [])
    asks = school.desk.model.view["setup"]
    assert (asks["people"], asks["chosen"]["bot"], asks["chosen"]["luck"]) == (4, "greedy", "own"), "two have left"
    assert come_in(school, 6) == [None] * 6
    assert school.ask("make", people=6, players=3, years=1) == ""
    assert not {"Herring", "Cod", "Squid"} & set(school.room.tables())
    assert None not in come_in(school, 6)
    assert school.room.tables(every=True)[:3] == ["Herring", "Cod", "Squid"]


def test_of_a_game_whose_people_came_anew_nobody_says_that_they_are_the_same(school):
    plan = {"people": 8, "players": 2, "years": 1, "treatments": ["silence", "to-win"], "luck": "own"}
    told = []
    for _ in range(2):
        assert school.ask("make", **plan) == ""
        school.sit()
        school.ask("start")
        school.play(9)
        told.append(ClassTables(school.room).outcome(school.room.statuses()[0]).sentences())
        school.ask("plan")
    assert not any("the game before" in one or "a game before" in one for one in told[0])
    said = "There was a game before this one. Whoever played it has learnt from it"
    assert sum(one.startswith(said) for one in told[1]) == 1, "after a caution, if dice bring one"


def test_a_plan_that_was_changed_before_the_start_leaves_no_game_behind(school):
    """Instructions are read, the lots and the numbers are those of a first game, and the pool takes it as one."""
    school.ask("make", people=8, players=2, years=1, treatments=["silence", "to-win"], luck="own")
    come_in(school, 8)
    first = [(row["table"], row["treatment"]) for row in table_rows(school.room, "x")]
    school.ask("plan")
    school.ask("make", people=4, players=2, years=1, treatments=["silence", "to-win"], luck="own")
    school.sit()
    rows = table_rows(school.room, "x")
    assert {row["game"] for row in rows} == {"1"} and {row["block"] for row in rows} == {"1.1"}
    assert [row["treatment"] for row in rows] == [treatment for _, treatment in first[:2]], "the lots fall as before"
    assert {school.room.status(name).game for name in school.room.tables()} == {1}
    school.ask("start")
    for name in school.room.tables():
        while school.room.status(name).turn != OVER:
            assert school.move(name)
    school.ask("plan")
    school.ask("make", people=4, players=2, years=1, luck="own")
    assert {school.room.status(name).game for name in school.room.tables()} == {2}, "now a game was played"


def test_tables_are_set_once_and_names_do_not_run_out(school):
    school.ask("make", people=80, players=4, treatments=["silence"])
    assert school.room.tables() == list(NAMES)
    assert school.ask("make", people=80, players=4, treatments=["silence"]) == "", "a double click"
    assert "go back to the plan first" in school.ask("make", people=8)
    school.now += TROUBLE
    school.look()
    assert school.head["trouble"] == "", "it goes by itself"
    school.ask("start")
    school.ask("plan")
    school.ask("make", people=8, players=4, treatments=["silence"])
    assert school.room.tables() == ["Herring 2", "Cod 2"]


def test_tables_that_were_dealt_anew_before_the_start_have_the_names_that_stand_on_the_paper_signs(school):
    """Whoever reads the file meanwhile takes no new table for the old one, and all that is kept stays told apart."""
    statistics = ClassTables(school.room)
    with Room(school.room.path, clock=lambda: school.now) as other:
        for count, treatment in enumerate(("silence", "competitive", "yearly-agreement"), 1):
            assert school.ask("make", people=8, players=4, treatments=[treatment], form="short") == ""
            assert school.room.tables() == ["Herring", "Cod"]
            assert set(titles(school)) == {TERMS[treatment].title}
            for room in (school.room, other):
                assert {treatment_of(one).name for one in room.statuses()[0]} == {treatment}
            statuses = school.room.statuses()[0]
            assert statistics.of(statuses) == ClassTables(school.room).of(statuses)
            assert None not in come_in(school, 8)
            school.ask("say", table="Cod", words=f"deal {count}")
            if count < 3:
                school.ask("plan")
                assert come_in(school, 8) == [None] * 8, "they wait"
    away = [f"{name} (put away {n})" for n in (1, 2) for name in ("Herring", "Cod")]
    assert school.room.tables(every=True) == [*away, "Herring", "Cod"]
    said = [(one.table, one.words) for one in school.room.events.all() if one.kind == "said"]
    assert said == [("Cod (put away 1)", "deal 1"), ("Cod (put away 2)", "deal 2"), ("Cod", "deal 3")]
    for name in (*away, "Herring", "Cod"):
        assert [one.kind for one in school.room.events.all(name)].count("taken") == 4, name
    school.ask("start")
    assert {row["table"] for row in table_rows(school.room, "x")} == {"Herring", "Cod"}
    assert people_before(school.room) == {}
    school.ask("end")
    school.ask("plan")
    school.ask("make", people=8, players=4, treatments=["silence"], form="short")
    assert school.room.tables() == ["Squid", "Tuna"], "a game that was begun keeps its names"


# What is kept and given away.


def test_every_event_is_kept_with_its_time_and_exported_with_what_it_means(school):
    school.ask("make", treatments=["yearly-agreement"], people=2, players=2, years=2, luck="own")
    come_in(school, 2)
    school.ask("start")
    school.now += 5
    school.ask("pause")
    school.ask("start")
    school.look()
    school.now += TALK_SECONDS + 1
    school.look()
    school.ask("say", words="Hello, “you”; all")
    status = school.room.status("Herring")
    assert school.room.append("Herring", 2, status.match.game.notation(status.match.state.moves()[0]), status.turn,
                              next(key for key in ("person-000", "person-001")
                                   if school.room.find(key) == ("Herring", status.turn)))  # fmt: skip
    school.ask("back", table="Herring")
    school.ask("bot", table="Herring", seat=0)
    school.ask("person", table="Herring", seat=0)
    school.ask("free", table="Herring", seat=1)
    school.ask("hold", table="Herring")
    school.ask("end")
    rows = event_rows(school.room, 0)
    found = [row["kind"] for row in rows]
    wanted = "set seat lot taken started paused clock ready said back bot returned freed ended"
    assert set(wanted.split()) <= set(found)
    assert [float(row["at"]) for row in rows] == sorted(float(row["at"]) for row in rows)
    assert {row["kind"]: row["meaning"] for row in rows} == {kind: KINDS[kind] for kind in found}
    assert next(row for row in rows if row["kind"] == "ready")["seat"] == "A"
    assert next(row for row in rows if row["kind"] == "said")["words"] == "Hello, “you”; all"


def test_no_file_for_others_holds_the_word_the_address_or_the_machine(school, tmp_path):
    """Closes C 8, and holds the consent text to it."""
    school.desk.model.join = {"address": "http://192.168.7.31:8866/", "word": "herring-kelp", "qr": "<svg/>"}
    school.ask("make", people=4, players=2, years=1)
    come_in(school, 4)
    school.ask("start")
    marks = [school.room.file.get(name) for name in ("machine", "boot")]
    assert all(marks)
    for kind in ("zip", "report", "room"):
        data = school.desk.model.act(kind, {}).data
        for secret in ("192.168.7.31", "herring-kelp", "person-00", *marks):
            assert secret.encode() not in data, (kind, secret)
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "class.room").write_bytes(data)
    with Room(tmp_path / "copy" / "class.room") as copy:
        assert copy.find("person-001") == school.room.find("person-001")
        assert copy.events.all() == school.room.events.all()
    machine = Path("/etc/machine-id")
    if machine.exists():
        raw = machine.read_text().strip().encode()
        assert raw not in school.room.path.read_bytes(), "not even here, but as a hash"
    school.ask("plan")
    assert "what the desk exports holds none of these" in school.desk.model.view["setup"]["protocol"]


def test_a_clock_that_was_set_back_is_told_and_loses_nothing(school):
    school.ask("make", treatments=["silence"], people=2, players=2)
    school.sit()
    school.ask("start")
    school.move("Herring")
    assert school.head["warning"] == ""
    school.now -= 7200
    school.look()
    assert "clock was set back" in school.head["warning"]
    count = len(school.room.match("Herring"))
    assert school.move("Herring")
    school.ask("pause")
    assert len(school.room.match("Herring")) == count + 1
    times = [one.at for one in school.room.events.all()]
    assert times == sorted(times)
    school.now += 7300
    school.look()
    assert school.head["warning"] == ""


def test_a_full_disk_is_told_at_the_desk_and_the_class_goes_on_when_there_is_space(school):
    school.ask("make", treatments=["silence"], people=2, players=2)
    school.sit()
    pages = school.room.file.db.execute("PRAGMA page_count").fetchone()[0]
    school.room.file.db.execute(f"PRAGMA max_page_count={pages}")
    told = ""
    for number in range(300):
        told = told or school.ask("say", words=f"{number} " + "x" * 290)
    assert "The disk is full" in told
    assert "Nothing was lost" in told
    kept = school.room.events.all()
    assert not school.room.seating.seen("Herring", 0) or kept == school.room.events.all()
    school.room.file.db.execute("PRAGMA max_page_count=100000")
    assert school.ask("start") == ""
    assert school.room.events.all()[: len(kept)] == kept


# Without a page.


def test_a_desk_tells_its_page_only_what_has_changed_and_the_projector_too(tmp_path):
    desk: list[Any] = []
    with Room(tmp_path / "a", clock=lambda: 5.0) as room:
        model = DeskModel(room, desk.append, clock=lambda: 5.0)
        join = {"address": "https://hub/user/x/class", "word": "kelp", "qr": "<svg/>"}
        projector = Projector(room, frame := Frame(), join=join)
        wall = frame["projector"]
        assert (len(desk), wall.rev) == (1, 1)
        assert desk[0]["page"] == "desk"
        assert wall.page == "projector"
        for look in (model.look, model.show, projector.look):
            look()
        assert (len(desk), wall.rev) == (1, 1)
        model.act("make", {"people": 4, "players": 2})
        projector.look()
        assert (len(desk), wall.rev) == (2, 2)
        model.act("choose", {"table": "Cod"})
        projector.look()
        assert (len(desk), wall.rev) == (3, 2)
        assert wall.join == join, "the address is that of the page the teacher sees"


def test_the_desk_needs_no_widgets_and_no_plots(tmp_path):
    """The package around it is a server's own business: here it is left out."""
    code = """
import sys, types, pathlib
for name in ("ipywidgets", "anywidget", "traitlets", "IPython", "matplotlib"):
    sys.modules[name] = None
import fishlab_widgets
package = types.ModuleType("fishlab_widgets.classroom")
package.__path__ = [str(pathlib.Path(fishlab_widgets.__file__).parent / "classroom")]
sys.modules["fishlab_widgets.classroom"] = package
from fishlab.room import Room
from fishlab_widgets.classroom.desk import DeskModel
told = []
model = DeskModel(Room(sys.argv[1]), told.append)
model.act("make", {"people": 4, "players": 2})
print(len(told[-1]["cards"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "a.room")], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "2", done.stderr


def test_every_sentence_of_a_seats_page_comes_from_python():
    folder = Path(notices.__file__).parent
    seat, served = ((folder / name).read_text(encoding="utf-8") for name in ("notices.js", "server/served.js"))
    assert [name for name in notices.TEXT if f"text().{name}" not in seat] == []
    assert re.findall(r"textContent: [\"`](?!\$\{text)|append\(\"|say\([\"`][A-Z]", seat + served) == []
    pages = [(folder / "server" / name).read_text(encoding="utf-8") for name in ("page.html", "word.html")]
    for text in pages:
        body = re.sub(r"<title>.*?</title>|<h1>Fishlab</h1>|<[^>]*>|\{[{%].*?[}%]\}", " ", text, flags=re.DOTALL)
        assert body.split() == []


def test_every_sentence_of_the_scripts_comes_from_python():
    folder = Path(sys.modules["fishlab_widgets.classroom.desk.desk_words"].__file__).parent
    desk, projector = ((folder / name).read_text(encoding="utf-8") for name in ("desk.js", "projector.js"))
    tabs = {"sofar", "sea", "models", "debrief", "protocol", "export", "zip", "room", "report"}
    assert [
        name for name in DESK if f"words.{name}" not in desk and f"text().{name}" not in desk and name not in tabs
    ] == []
    assert [name for name in PROJECTOR if f"text.{name}" not in projector] == []
    assert 'textContent: "' not in desk + projector


def test_the_treatments_of_the_form_are_those_for_people(school):
    names = [one["name"] for one in school.desk.model.view["setup"]["treatments"]]
    assert names == [name for name, terms in TERMS.items() if terms.for_people]


# In another language.

NAMES_OF_THINGS = {
    "page", "stage", "name", "who", "letter", "kind", "tone", "tab", "chosen", "address", "word", "qr", "projector",
    "held", "said", "screen", "language", "next",
}  # fmt: skip
"""What stands in a view and is not read, or is what somebody typed."""


def read(told: Any, key: str = "") -> Iterator[str]:
    """Yield every text of a view that a person reads."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name not in NAMES_OF_THINGS or (name == "projector" and isinstance(value, dict)):
                yield from read(value, name)
    elif isinstance(told, list):
        asked = key in ("form", "bot", "luck", "game")
        pairs = key == "choices" or (len(told) == 2 and isinstance(told[1], str) and asked)
        for one in told[1:] if pairs else told:
            yield from read(one, key)
    elif isinstance(told, str):
        yield re.sub(r"<style.*?</style>|<[^>]*>", " ", told, flags=re.DOTALL)


def test_tables_have_names_of_the_language_of_their_class_also_in_a_second_game(school):
    school.ask("make", people=4, players=2, language="de")
    assert school.room.tables() == ["Hering", "Kabeljau"]
    school.sit()
    school.ask("end")
    school.ask("again", swap=True)
    assert school.room.tables() == ["Hering 2", "Kabeljau 2"]
    school.ask("end")
    school.ask("again", swap=True)
    assert school.room.tables() == ["Hering 3", "Kabeljau 3"]
    school.ask("add")
    assert school.room.tables()[-1] not in NAMES


def test_every_sentence_of_the_desk_and_the_projector_is_marked(school):
    messages.use(unmarked.BRACKETS)
    found: set[str] = set()

    def look() -> None:
        school.desk.model.look()
        for view in (school.desk.model.view, school.wall):
            found.update(one for text in read(view) if (one := unmarked.outside(text)))

    try:
        look()
        school.ask("make", treatments=["yearly-agreement", "voted-rule"], people=4, players=2, years=2, prediction=2)
        come_in(school, 5)
        look()
        second = school.room.tables()[1]
        school.room.seating.free(second, 1)
        school.ask("start")
        school.ask("choose", table=second)
        for tab in ("sofar", "sea", "models", "debrief", "export"):
            school.ask("tab", tab=tab)
            look()
        school.ask("tab", tab="sofar")
        for _ in range(500):
            if all(one.turn == OVER for one in school.room.statuses()[0]):
                break
            for name in school.room.tables():
                status = school.room.status(name)
                if not status.waits and not school.room.step(name):
                    move = status.match.game.notation(status.match.state.sample(school.rng))
                    school.room.append(name, len(status.match), move, status.turn, desk=True)
            school.now += 13
            look()
        for wrong in ({"people": 0}, {"players": 9}, {"bot": "x"}, {"luck": "x"}, {"treatments": []}):
            found.add(unmarked.outside(school.ask("make", **wrong).replace("'x'", "")))
        for kind, more in (("extend", {"seconds": 0}), ("clock", {"seconds": -1}), ("again", {"swap": True})):
            found.add(unmarked.outside(school.ask(kind, **more)))
            look()
        page = school.desk.model.act("report", {}).data.decode()
        found.add(unmarked.outside(next(read(re.sub(r"<(title|desc)>.*?</\1>", "", page)))))
    finally:
        messages.use(messages.ENGLISH)
    assert [words for words in found if set(words.split()) - set(NAMES)] == []


def sit_at(school: Class, *origins: str) -> list[tuple[str, int]]:
    """Let people take seats by lot, each at a place of the network, and return their seats."""
    found = [school.room.seating.deal(f"person-{number:03}") for number in range(len(origins))]
    for number, origin in enumerate(origins):
        school.room.seating.sit_on(f"device-{number}", f"person-{number:03}", origin)
    school.desk.look()
    return found


def seat_words(school: Class) -> dict[tuple[str, int], str]:
    cards = school.desk.model.view["cards"]
    return {(card["name"], seat): one["words"] for card in cards for seat, one in enumerate(card["seats"])}


def test_seats_that_were_taken_from_one_address_are_marked_and_can_be_freed_before_the_start(school):
    school.ask("make", people=8, players=4)
    places = sit_at(school, "x", "y", "x", "z", "", "v")
    (group,) = school.head["together"]
    assert {(one["table"], one["seat"]) for one in group} == {places[0], places[2]}
    marked = {place for place, words in seat_words(school).items() if "address shared" in words}
    assert marked == {places[0], places[2]}
    school.ask("share", on=True)
    assert school.head["together"] == [], "the teacher lets people share devices"
    school.ask("share", on=False)
    school.ask("free", table=group[0]["table"], seat=group[0]["seat"])
    assert school.head["together"] == []


def test_nothing_is_told_of_seats_behind_the_router_of_most_of_the_class(school):
    school.ask("make", people=8, players=4)
    sit_at(school, *["x"] * 4)
    assert len(school.head["together"][0]) == 4, "so few may always be one person"
    sit_at(school, *["x"] * 5, "y", "z", "y")
    (group,) = school.head["together"]
    assert len(group) == 2, "those of y"


def test_many_who_wait_at_one_address_are_told_so_and_do_not_fill_the_next_plan(school):
    school.ask("make", people=4, players=2)
    sit_at(school, "v", "x", "y", "z")
    school.room.seating.wait([f"late-{number}" for number in range(9)])
    school.desk.look()
    assert school.head["late"] == "9 people are waiting for a seat"
    school.desk.model.waits_together = lambda: 8
    school.desk.look()
    assert (school.head["late"], school.head["wait"]) == (
        "9 people are waiting for a seat, 8 of them at one address",
        2,
    )
    school.ask("plan")
    assert school.desk.model.view["setup"]["people"] == 4 + 2
    assert school.head["wait"] == 2, "also while the teacher plans"


def test_people_who_share_their_schools_address_fill_the_next_plan(school):
    school.ask("make", people=4, players=2)
    sit_at(school, "x", "x", "x", "z")
    school.room.seating.wait([f"late-{number}" for number in range(9)])
    school.desk.model.waits_together = lambda: 8
    school.desk.look()
    assert school.head["wait"] == 9


def test_the_desk_tells_of_a_seat_that_is_open_on_two_devices(school):
    school.ask("make", people=4, players=2)
    (place, *_) = sit_at(school, "v", "x", "y", "z")
    assert school.room.seating.sit_on("phone", "person-000", "v")
    school.desk.look()
    assert [at for at, words in seat_words(school).items() if "opened on 2 devices" in words] == [place]


@pytest.mark.parametrize(
    ("given", "kept"),
    [("6", 6), (" 4,5 ", 4.5), ("−2", -2), (7, 7), ("", None), (None, None), ("9999", 500), (True, None)],
)
def test_what_the_class_predicts_may_have_a_comma_or_a_minus(school, given, kept):
    school.ask("make", people=4, players=2, years=1, prediction=given)
    assert (school.room.note("guess") or {"value": None})["value"] == kept


@pytest.mark.parametrize("given", ["six", "nan", "1e999", "4..5", [6]])
def test_a_prediction_that_is_no_number_is_refused_before_anything_is_set_up(school, given):
    trouble = school.ask("make", people=4, players=2, years=1, prediction=given)
    assert "is no number: write one like 6 or 4.5." in trouble
    assert not school.room.tables()
