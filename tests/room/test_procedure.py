"""What people are asked at their seats: answers with tries and times, talks, and what was agreed there."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from fishlab import Boom, FreshFish
from fishlab.core import CHANCE
from fishlab.room import Procedure, Room, RoomError, only_choice


class Table:
    """A table of four at which two people and two bots sit, in a room whose clock stands still."""

    name = "Cod"

    def __init__(self, path: Path, **options: object) -> None:
        self.now = 1000.0
        self.path = path
        self.room = Room(path, clock=lambda: self.now)
        with self.room.file.writing():  # the same dice whenever the tests run
            self.room.file.set("tape", "procedure")
        self.room.luck = "tape"
        seats = ["person", "careful", "person", "careful"]
        self.room.open(self.name, "boom", 4, seats, **{"talk": "yearly", "form": "short", **options})
        self.keys = {0: "key-of-A", 2: "key-of-C"}
        for seat, key in self.keys.items():
            self.room.claim(self.name, seat, key)

    def again(self) -> None:
        """Close the room and open it again, as a server that is started anew does."""
        self.room.leave()
        self.room = Room(self.path, clock=lambda: self.now)

    def year(self, box: str = "") -> None:
        """Let everybody play until a year is over; people take what comes first, or mark a box."""
        before = self.room.status(self.name).period
        while self.room.status(self.name).period == before and not self.room.match(self.name).over:
            status = self.room.status(self.name)
            if status.turn == CHANCE or status.turn not in self.keys:
                self.room.step(self.name)
                continue
            moves = status.match.state.moves()
            move = ("box", box) if ("box", box) in moves else moves[0]
            self.room.append(
                self.name, len(status.match), status.match.game.notation(move), status.turn, self.keys[status.turn]
            )


@pytest.fixture
def table(tmp_path) -> Iterator[Table]:
    found = Table(tmp_path / "class.room")
    yield found
    found.room.leave()


def test_an_answer_is_kept_with_its_tries_and_its_seconds(table):
    table.room.questions.show("Cod", 0, "quiz", "plates")
    table.now += 7
    assert table.room.questions.give("Cod", 0, "quiz", "plates", "3") == 1
    table.again()
    table.now += 5
    assert table.room.questions.give("Cod", 0, "quiz", "plates", 4) == 2
    (answer,) = table.room.answers()
    assert answer == {
        "table": "Cod", "seat": 0, "person": 1, "stage": "quiz", "question": "plates", "answer": 4, "tries": 2,
        "seconds": 12.0,
    }  # fmt: skip
    assert table.room.questions.given("Cod", 0, "quiz") == {"plates": 4}
    assert table.room.questions.given("Cod", 2, "quiz") == {}


def test_who_takes_a_freed_seat_begins_anew_and_both_are_kept(table):
    table.room.questions.give("Cod", 0, "quiz", "plates", 4)
    table.room.seating.free("Cod", 0)
    table.room.claim("Cod", 0, "key-of-another")
    assert table.room.questions.given("Cod", 0, "quiz") == {}
    table.room.questions.give("Cod", 0, "quiz", "plates", 5)
    assert [(one["person"], one["answer"]) for one in table.room.answers()] == [(1, 4), (2, 5)]


@pytest.mark.parametrize("answer", [None, True, 2.5, ["a"], {"a": 1}])
def test_what_is_no_answer_is_refused(table, answer):
    with pytest.raises(RoomError, match="a number, or some words"):
        table.room.questions.give("Cod", 0, "quiz", "plates", answer)
    assert table.room.answers() == []


def test_a_question_that_was_only_shown_is_no_answer(table):
    table.room.questions.show("Cod", 0, "quiz", "plates")
    assert table.room.answers() == []


def test_a_talk_ends_when_all_people_are_ready_in_any_order_and_each_time_is_kept(table):
    promises = table.room.promises
    promises.follow("Cod")
    table.now += 10
    promises.ready("Cod", 2)
    assert (promises.is_ready("Cod", 2), promises.is_ready("Cod", 0), promises.asked("Cod")) == (True, False, False)
    with pytest.raises(RoomError, match="The talk is not over yet"):
        promises.seal("Cod", 2, 1)
    table.now += 5
    table.again()
    promises = table.room.promises
    promises.ready("Cod", 0)
    assert promises.asked("Cod") and not promises.done("Cod")
    promises.seal("Cod", 0, 1)
    promises.seal("Cod", 2, "nothing")
    assert promises.done("Cod")
    assert [(one["seat"], one["ready_after"], one["promise"]) for one in table.room.talks()] == [
        (0, 15.0, 1), (2, 10.0, "nothing"),
    ]  # fmt: skip
    with pytest.raises(RoomError, match="sealed already"):
        promises.seal("Cod", 0, 2)
    assert table.room.talks()[0]["caught"] is None


def test_a_promise_is_kept_by_who_took_no_more_fish_than_it_says(table):
    for seat in table.keys:
        table.room.promises.ready("Cod", seat)
    table.room.promises.seal("Cod", 0, 1)
    table.room.promises.seal("Cod", 2, 9)
    table.year(box="faux")
    first, second = table.room.talks()[:2]
    assert (first["caught"], first["kept"]) == (1, True)
    assert (second["promise"], second["could"], second["kept"]) == (9, 2, None), "one line and Overtime take two fish"


def test_who_fishes_overtime_breaks_a_promise_that_its_equipment_alone_could_not(table):
    for seat in table.keys:
        table.room.promises.ready("Cod", seat)
    for seat in table.keys:
        table.room.promises.seal("Cod", seat, 1)
    table.year(box="overtime")
    assert [(one["caught"], one["could"], one["kept"]) for one in table.room.talks()[:2]] == [(2, 2, False)] * 2


def test_nobody_who_must_fish_can_promise_to_take_nothing_until_release_lets_them(table):
    for year, must in ((1, 1), (2, 0)):
        for seat in table.keys:
            table.room.promises.ready("Cod", seat)
        for seat in table.keys:
            assert table.room.promises.least("Cod", seat) == must
            if must:
                with pytest.raises(RoomError, match="0 cannot be promised: choose 1 to 9 fish each"):
                    table.room.promises.seal("Cod", seat, 0)
                assert table.room.promises.sealed("Cod", seat) is None
            table.room.promises.seal("Cod", seat, must)
        table.year(box="release")
        talk = next(one for one in table.room.talks() if one["year"] == year)
        assert talk["caught"] > 0 and talk["must"] == must
    assert talk["kept"] is False


def test_a_promise_of_nothing_that_was_sealed_by_an_older_fishlab_is_not_judged(table):
    for seat in table.keys:
        table.room.promises.ready("Cod", seat)
        table.room.questions.give("Cod", seat, "promise", "1", 0)
    table.year(box="release")
    assert [(one["promise"], one["must"], one["kept"]) for one in table.room.talks()] == [(0, 1, None)] * 2


def test_a_year_in_which_a_bot_moved_for_somebody_tells_nothing_of_a_promise(table):
    for seat in table.keys:
        table.room.promises.ready("Cod", seat)
    for seat in table.keys:
        table.room.promises.seal("Cod", seat, 1)
    table.room.seating.give("Cod", 0, "careful")
    del table.keys[0]
    table.year(box="faux")
    assert [(one["seat"], one["caught"], one["kept"]) for one in table.room.talks()] == [(0, 1, None), (2, 1, True)]


def test_a_promise_is_not_judged_by_the_catch_of_somebody_who_took_the_seat_after_it(table):
    for seat in table.keys:
        table.room.promises.ready("Cod", seat)
    for seat in table.keys:
        table.room.promises.seal("Cod", seat, 1)
    table.room.seating.free("Cod", 0)
    table.keys[0] = "key-of-another"
    table.room.claim("Cod", 0, table.keys[0])
    table.year(box="faux")
    found = [(one["seat"], one["person"], one["caught"], one["kept"]) for one in table.room.talks()]
    assert found == [(0, 1, 1, None), (2, 1, 1, True)]


@pytest.mark.parametrize("promise", [-1, 10, True, None, "", "everything", 1.5, [1]])
def test_no_other_promise_is_taken(table, promise):
    for seat in table.keys:
        table.room.promises.ready("Cod", seat)
    with pytest.raises(RoomError, match="cannot be promised"):
        table.room.promises.seal("Cod", 0, promise)
    assert table.room.promises.sealed("Cod", 0) is None


def test_a_clock_ends_a_talk_for_those_who_are_not_ready_and_a_promise_waits_only_for_its_time(table):
    promises = table.room.promises
    assert not promises.follow("Cod")
    table.now += 20
    promises.ready("Cod", 0)
    table.now += 39
    assert not promises.follow("Cod")
    table.now += 1
    assert promises.follow("Cod") and promises.asked("Cod")
    promises.seal("Cod", 0, 2)
    assert not promises.done("Cod")
    table.now += 44
    assert not promises.done("Cod")
    table.now += 1
    assert promises.done("Cod")
    talks = table.room.talks()
    assert [(one["ready_after"], one["promise"]) for one in talks] == [(20.0, 2), (None, None)]


def test_going_back_into_a_talk_asks_again_and_keeps_what_was_said(table):
    for seat in table.keys:
        table.room.promises.ready("Cod", seat)
    table.room.promises.seal("Cod", 0, 3)
    table.room.rewind("Cod", 0)
    assert table.room.promises.sealed("Cod", 0) is None and table.room.talks() == []
    kept = [(one["question"], one["answer"]) for one in table.room.answers() if one["seat"] == 0]
    assert ("1@0", 3) in kept


def test_a_talk_to_which_a_table_goes_back_has_its_whole_time_again(table):
    promises = table.room.promises
    assert not promises.follow("Cod")
    table.now += 50
    table.room.rewind("Cod", 0)
    assert not promises.follow("Cod")
    table.now += 59
    assert not promises.follow("Cod")
    table.now += 1
    assert promises.follow("Cod") and promises.asked("Cod")


def test_nobody_is_ready_or_promises_where_nobody_talks(tmp_path):
    table = Table(tmp_path / "silent.room", talk="never")
    with pytest.raises(RoomError, match="Nobody talks"):
        table.room.promises.ready("Cod", 0)
    with pytest.raises(RoomError, match="Nobody talks"):
        table.room.promises.seal("Cod", 0, 1)
    assert table.room.talks() == [] and not table.room.promises.done("Cod")


def test_a_room_of_the_layout_before_takes_answers(table):
    table.room.leave()
    with contextlib.closing(sqlite3.connect(table.path)) as db, db:
        db.execute("DROP TABLE answers")
        db.execute("PRAGMA user_version=2")
    table.again()
    table.room.questions.give("Cod", 0, "quiz", "plates", 4)
    assert len(table.room.answers()) == 1


def test_where_promises_are_sealed_a_year_begins_when_all_are_in_and_not_before(table):
    Procedure().keep(table.room.file)
    for seat in table.keys:
        table.room.promises.ready("Cod", seat)
    assert table.room.mover("Cod") is None, "ready alone does not begin the year"
    table.room.promises.seal("Cod", 0, 1)
    table.room.promises.seal("Cod", 2, "nothing")
    assert table.room.run("Cod").phase == "take"
    assert [one["promise"] for one in table.room.talks()] == [1, "nothing"]
    assert [one.kind for one in table.room.events.all("Cod") if one.kind == "ready"] == [], "they said it themselves"


def test_without_promises_a_year_begins_when_all_are_ready(table):
    Procedure(promises=False).keep(table.room.file)
    table.room.promises.ready("Cod", 2)
    assert table.room.mover("Cod") is None
    table.room.promises.ready("Cod", 0)
    assert table.room.run("Cod").phase == "take"


def test_a_bot_makes_one_decision_for_who_is_late_and_the_seat_goes_on(tmp_path):
    table = Table(tmp_path / "class.room", talk="never")
    room = table.room
    decision = room.run("Cod")
    number, text = len(room.match("Cod")), decision.notation(decision.moves()[0])
    with pytest.raises(RoomError, match="somebody else's"):
        room.append("Cod", number, text, 0)
    room.stand_in("Cod", "greedy")
    assert room.step("Cod")
    (event,) = [one for one in room.events.all("Cod") if one.kind == "stood in"]
    assert (event.seat, event.words, event.number) == (0, "greedy", number)
    table.again()
    room = table.room
    assert room.seating.hands("Cod")[number].who == "greedy"
    assert room.run("Cod").turn() == 0, "the next decision is the person's again"
    match = room.match("Cod")
    assert room.append("Cod", len(match), match.game.notation(match.state.moves()[0]), 0, "key-of-A")
    assert room.seating.hands("Cod")[len(match) - 1].who == "person"
    assert room.status("Cod").seats[0] == "person"


def test_an_only_choice_plays_itself_and_is_neither_the_persons_nor_a_substitutes_decision(tmp_path):
    table = Table(tmp_path / "class.room", talk="never")
    room = table.room
    room.stand_in("Cod", "greedy")  # a clock that ran out just then
    assert room.step("Cod")
    kept = [
        (one.kind, one.seat, one.number) for one in room.events.all("Cod") if one.number or one.kind == "only choice"
    ]
    assert kept == [("only choice", 0, 0)]
    first = room.seating.hands("Cod")[0]
    assert (first.who, first.person, first.late, first.forced) == ("person", 1, False, True)
    decision = room.run("Cod")
    assert len(decision.choices()) > 1
    assert room.append("Cod", len(room.match("Cod")), decision.notation(decision.moves()[0]), 0, "key-of-A")
    room.run("Cod")
    hands = room.seating.hands("Cod")
    alone = [number for number, hand in enumerate(hands) if hand is not None and hand.forced]
    assert alone == sorted(room.seating.by_itself("Cod")) and {hands[number].seat for number in alone} == {0, 2}
    room.rewind("Cod", 1)
    assert room.seating.by_itself("Cod") == {0}, "what was taken back is not told any more"
    assert room.seating.turns("Cod")[0, 0].hands == (), "nobody made it"


def test_no_talk_and_no_hand_that_is_hidden_plays_itself():
    talk = Boom.start(4, talk="yearly")
    assert talk.phase == "talk" and talk.choices() == [("ready",)] and only_choice(talk) is None
    assert only_choice(Boom.start(4)) == ("gear", "default")
    fish = FreshFish.start(2, supplies=["g7", "a1", "g1"])
    poor = fish.but(money=(0, 15), phase="bid", hand="fish-market", seat=0, actor=0)
    assert len(poor.choices()) == 1 and only_choice(poor) is None, "how quickly it comes would tell of a purse"


def test_who_moves_after_all_before_the_bot_has_moved_themselves(tmp_path):
    table = Table(tmp_path / "class.room", talk="never")
    table.room.stand_in("Cod")
    assert table.room.append("Cod", 0, "gear default", 0, "key-of-A")
    assert [one.kind for one in table.room.events.all("Cod") if one.kind == "stood in"] == []
    assert table.room.seating.hands("Cod")[0].who == "person"


def test_nobody_stands_in_where_no_person_is_waited_for(tmp_path):
    table = Table(tmp_path / "class.room", talk="never")
    table.room.pause("Cod")
    with pytest.raises(RoomError, match="Nobody is waited for"):
        table.room.stand_in("Cod")


@pytest.mark.parametrize(
    ("asked", "words"),
    [({"talk": 5}, "A talk of 5"), ({"decision": 9}, "9 seconds for a decision"), ({"practice": 1}, "practice")],
)
def test_a_procedure_that_makes_no_sense_is_refused(asked, words):
    with pytest.raises(RoomError, match=words):
        Procedure.read(asked)
    assert Procedure.read({"decision": 0, "questions": False}) == Procedure(decision=0, questions=False)


def test_tables_of_a_block_have_the_same_dice_and_each_block_has_its_own(tmp_path):
    with Room(tmp_path / "class.room") as room:
        room.luck = "tape"
        for place in range(8):
            room.open(f"{place}", "boom", 2, ["careful", "careful"], block=place // 2, form="short")
        rolled = []
        for name in room.tables():
            while room.status(name).period == 1:
                room.step(name)
            rolled.append([row["move"] for row in room.history(name) if row["seat"] == CHANCE][:6])
        assert [rolled[place] == rolled[place + 1] for place in (0, 2, 4, 6)] == [True] * 4
        assert len({tuple(rolled[place]) for place in (0, 2, 4, 6)}) > 1
