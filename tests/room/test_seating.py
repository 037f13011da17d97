"""Who sits where in a room: lots, late-comers, who is there, and the next game of the same people."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from fishlab.room import AWAY, BEFORE, OUTSIDE, PERSON, Again, Room, next_game, take_up
from fishlab.room.store.sitters import Sitter, gone, is_decision


class Clock:
    """A clock that stands still."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def room(tmp_path: Path, clock: Clock) -> Iterator[Room]:
    """A room of two blocks of two tables, with two seats each."""
    with Room(tmp_path / "class.room", clock=clock) as one:
        one.pause()
        for place, name in enumerate("ABCD"):
            one.open(name, "boom", 2, years=1, block=place // 2)
        yield one


def come(room: Room, count: int, first: int = 0) -> list[tuple[str, int] | None]:
    return [room.seating.deal(f"person-{number:03}") for number in range(first, first + count)]


def test_seats_are_drawn_block_by_block_and_a_key_keeps_its_seat(room):
    places = come(room, 8)
    assert {name for name, _ in places[:4]} == set("AB")
    assert {name for name, _ in places[4:]} == set("CD")
    assert len(set(places)) == 8
    assert come(room, 8) == places, "who comes again sits where they sat"
    assert come(room, 1, 8) == [None]
    assert room.seating.waiting() == 1


def test_the_draws_follow_from_the_rooms_secret_and_each_is_kept(room, tmp_path, clock):
    shutil.copyfile(room.path, tmp_path / "twin.room")
    places = come(room, 8)
    with Room(tmp_path / "twin.room", clock=clock) as twin:
        assert come(twin, 8) == places
    lots = [(one.table, one.seat, one.words) for one in room.events.all() if one.kind == "lot"]
    assert [(name, seat) for name, seat, _ in lots] == places
    assert [words for *_, words in lots] == [f"{n}/{m}" for n, m in zip(range(1, 9), (4, 3, 2, 1) * 2, strict=True)]


def test_lots_are_fair(tmp_path):
    """The first who comes in gets each of four seats about as often in 200 rooms."""
    counts: Counter[tuple[str, int] | None] = Counter()
    with Room(tmp_path / "a") as room:
        room.file.db.execute("PRAGMA synchronous=OFF")  # nobody pulls the plug here
        room.file.set("tape", "a secret that is always the same")
        room.open("A", "boom", 2)
        room.open("B", "boom", 2)
        for number in range(200):
            place = room.seating.deal(f"person-{number:03}")
            counts[place] += 1
            assert place is not None
            room.seating.free(*place)
    assert len(counts) == 4
    assert min(counts.values()) > 35


def test_a_late_comer_gets_a_freed_seat_and_nobody_is_dealt_a_seat_at_a_closed_or_ended_table(room):
    places = come(room, 8)
    room.start()
    assert come(room, 1, 8) == [None]
    room.seating.free(*places[5])
    assert come(room, 1, 8) == [places[5]]
    room.seating.free(*places[5])
    room.close(places[5][0])
    assert come(room, 1, 9) == [None]
    room.seating.free(*places[0])
    room.end()
    assert come(room, 1, 10) == [None]


def test_way_is_made_by_returning_bots_seats_and_what_is_missing_is_told(room):
    for name in "AB":
        room.seating.give(name, 1, "careful")
    come(room, 6)
    assert room.seating.make_way(1) == 0
    assert sum(len(one.free) for one in room.statuses()[0]) == 1
    assert room.seating.make_way(4) == 2, "one was free, one more is a bot's"
    assert all(who == PERSON for one in room.statuses()[0] for who in one.seats)


def test_who_waits_is_forgotten_when_nothing_is_heard_of_them(room, clock):
    come(room, 10)
    assert room.seating.waiting() == 2
    clock.now += AWAY - 1
    come(room, 1, 9)
    clock.now += 2
    assert room.seating.waiting() == 1


def test_presence_is_written_every_few_seconds_only_and_nobody_looks_anew_for_it(room, clock):
    come(room, 1)
    room.changed()
    assert not room.changed()
    assert room.seating.seen("A", 0)
    assert not room.seating.seen("A", 0), "a moment ago"
    assert room.seating.seen("A", 1), "each seat has its own"
    assert not room.changed()
    clock.now += 6
    assert room.seating.seen("A", 0)
    assert room.status("A").seen[0] == 1006
    clock.now = 500
    assert room.seating.seen("A", 0), "also when the clock was set back"
    room.seating.free("A", 0)
    assert room.status("A").seen[0] is None or not room.status("A").taken[0]
    (mode,) = room.file.db.execute("PRAGMA synchronous").fetchone()
    assert mode == 2, "moves still wait for the disk"


def test_a_table_outside_the_blocks_is_filled_last(room):
    room.open("Late", "boom", 2, block=OUTSIDE)
    places = come(room, 10)
    assert {name for name, _ in places[8:]} == {"Late"}


def test_people_keep_their_keys_in_the_next_game_and_a_page_of_the_old_one_moves_no_more(room):
    places = come(room, 8)
    room.start()
    old = {name: room.history(name) for name in "ABCD"}
    next_game(room, [Again(name, f"{name}2", {"years": 2}) for name in "AB"])
    assert room.tables() == ["A2", "B2"]
    assert room.tables(every=True) == [*"ABCD", "A2", "B2"]
    for number, (name, seat) in enumerate(places):
        key = f"person-{number:03}"
        assert room.find(key) == ((f"{name}2", seat) if name in "AB" else None)
    assert room.match("A2").options == {"years": 2}
    assert not any(one.taken for name in "CD" for one in room.seating.sitters(name)[-2:]), "freed, and kept"
    room.start()
    status = room.status("A2")
    key = next(f"person-{number:03}" for number, place in enumerate(places) if place == ("A", status.turn))
    text = status.match.game.notation(status.match.state.moves()[0])
    assert room.append("A2", 0, text, status.turn, key)
    assert {name: room.history(name) for name in "ABCD"} == old
    assert "another one has begun" in room.status("A").waits
    assert [one.person for one in room.seating.hands("A2")] == [1]


@pytest.mark.parametrize("away", range(4))
def test_who_is_away_keeps_a_seat_while_there_are_seats_that_were_always_bots(room, away):
    places = come(room, 8)
    for name in "EFG":
        room.open(name, "boom", 2, ["careful", "careful"], years=1, block=2)
    room.seating.give(*places[away], "careful")
    assert room.seating.make_way(6) == 0
    assert room.is_lent(f"person-{away:03}"), "six seats were always bots'"
    assert room.seating.make_way(7) == 0
    assert not room.is_lent(f"person-{away:03}"), "the last seat of all"


def test_each_device_is_known_by_its_own_seats_whoever_else_sits_down(room):
    places = come(room, 3)
    for number in range(3):
        room.seating.sit_on(f"device-{number}", f"person-{number:03}")
    room.seating.sit_on("device-0", "person-001")  # a phone that two people share
    room.seating.sit_on("device-3", "person-000")  # and somebody with two
    assert {device: set(seats) for device, seats in room.seating.devices().items()} == {
        "device-0": {places[0], places[1]},
        "device-1": {places[1]},
        "device-2": {places[2]},
        "device-3": {places[0]},
    }


def test_seats_that_were_opened_at_one_address_are_known_together(room):
    places = come(room, 6)
    tables = room.tables()
    assert room.seating.together(tables) == []
    for number, origin in enumerate(("x", "y", "x", "", "z", "")):
        assert not room.seating.sit_on(f"device-{number}", f"person-{number:03}", origin), "its first device"
    assert room.seating.together(tables) == [sorted([places[0], places[2]])], "nothing is known of the fourth and last"
    assert room.seating.sit_on("device-1", "person-004", "y"), "on another device"
    assert not room.seating.sit_on("device-1", "person-004", "y")
    assert room.seating.together(tables) == sorted([sorted([places[0], places[2]]), sorted([places[1], places[4]])])
    room.seating.sit_on("device-1", "person-001", "x")  # whose router has drawn another address
    assert room.seating.together(tables) == [sorted([places[0], places[1], places[2], places[4]])]
    assert all(name == "A" for group in room.seating.together(["A"]) for name, _ in group), "those of other games apart"
    room.seating.free(*places[0])
    room.seating.free(*places[1])
    assert room.seating.together(tables) == []


def test_a_move_that_is_on_its_way_when_the_next_game_begins_is_not_written(room, clock):
    come(room, 8)
    room.start()
    status = room.status("A")
    text = status.match.game.notation(status.match.state.moves()[0])

    def late() -> float:  # the time is asked after the table was looked at, and before the move is written
        room.file.now = clock
        with Room(room.path) as desk:
            next_game(desk, [Again(name, f"{name}2", {}) for name in "ABCD"])
            desk.start()
        return clock.now

    room.file.now = late
    assert not room.append("A", 0, text, status.turn, desk=True)
    assert room.history("A") == [] and len(room.match("A")) == 0


def test_a_bots_seat_is_its_persons_in_the_next_game_too_and_nobodys_after_the_plan(room):
    (name, seat), *_ = come(room, 8)
    room.seating.give(name, seat, "careful")
    next_game(room, [Again(one, f"{one}2", {}) for one in "ABCD"])
    assert room.is_lent("person-000")
    room.seating.give(f"{name}2", seat, PERSON)
    assert room.find("person-000") == (f"{name}2", seat)
    room.seating.give(f"{name}2", seat, "careful")
    next_game(room, [])
    assert room.find("person-000") is None and not room.is_lent("person-000")


def sealed(room: Room, place: tuple[str, int]) -> object:
    """Return what the person at a seat has sealed."""
    return room.questions.given(*place, BEFORE[-1]).get("catch")


@pytest.mark.parametrize("first", [True, False], ids=["who leaves sealed", "who comes seals"])
def test_nobody_has_what_somebody_sealed_whose_lent_seat_came_along_into_the_next_game(room, first):
    place, *others = come(room, 8)
    room.seating.give(*place, "careful")
    next_game(room, [Again(one, f"{one}2", {}) for one in "ABCD"])
    seat = (f"{place[0]}2", place[1])
    room.seating.give(*seat, PERSON)
    assert room.questions.given(*seat, BEFORE[0]), "who comes back knows the rules"
    if first:
        room.questions.give(*seat, BEFORE[-1], "catch", 7)
    room.seating.free(*seat)
    assert room.seating.deal("who comes") == seat
    assert sealed(room, seat) is None, "and is asked"
    room.questions.give(*seat, BEFORE[-1], "catch", 22)
    room.seating.free(f"{others[0][0]}2", others[0][1])
    elsewhere = room.seating.deal("person-000")
    assert elsewhere is not None
    take_up(room, *elsewhere, "person-000")
    assert (sealed(room, seat), sealed(room, elsewhere)) == (22, 7 if first else None)


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(8))
def test_what_is_sealed_is_only_ever_its_persons_whatever_happens_to_seats(room, seed):
    rng, game = Random(seed), 1
    for _ in range(60):
        act, key = rng.choice("dddssgprfan" if game < 6 else "dddssgprf"), rng.randrange(10)
        name, seat = rng.choice(room.tables()), rng.randrange(2)
        who = f"person-{key:03}"
        if act == "d" and not room.is_lent(who) and (found := room.seating.deal(who)):
            take_up(room, *found, who)
        elif act == "s" and (found := room.find(who)) and sealed(room, found) is None:
            room.questions.give(*found, BEFORE[-1], "catch", key)
        elif act in "gp":
            room.seating.give(name, seat, "careful" if act == "g" else PERSON)
        elif act == "r":
            room.seating.make_way(1)
        elif act == "f":
            room.seating.free(name, seat)
        elif act in "an":
            game += 1
            old = room.tables() if act == "a" else []
            next_game(room, [Again(one, f"{one[0]}{game}", {"years": 1}) for one in old])
            for place, new in enumerate("" if old else "ABCD"):
                room.open(f"{new}{game}", "boom", 2, years=1, block=place // 2)
        for number in range(10):
            if found := room.find(f"person-{number:03}"):
                assert sealed(room, found) in (None, number), (act, found)


def test_late_comers_get_the_seats_of_bots_first_for_whom_nobody_waits(room):
    places = come(room, 7)
    ((name, seat),) = [(one.name, free) for one in room.statuses()[0] for free in one.free]
    room.seating.give(name, seat, "careful")
    room.seating.give(*places[0], "careful")
    assert room.seating.make_way(1) == 0
    assert room.seating.deal("late-comer") == (name, seat)
    assert room.is_lent("person-000")
    assert room.seating.make_way(1) == 0
    assert room.seating.deal("one-more") == places[0]
    assert not room.is_lent("person-000") and room.find("person-000") is None


def test_to_be_ready_and_moves_without_a_choice_are_no_decision(room):
    room.open("T", "boom", 2, years=1, talk="yearly")
    for seat in (0, 1):
        room.seating.give("T", seat, "careful")
    room.start()
    room.run("T")
    states = room.match("T").states
    decisions = [state for state in states if is_decision(state)]
    assert decisions and {state.phase for state in states if state.turn() >= 0} > {state.phase for state in decisions}
    assert all(state.phase != "talk" and len(set(state.moves())) > 1 for state in decisions)


def test_one_decision_by_the_clock_makes_no_leaver_and_two_in_a_row_do():
    own, late, bot = (
        Sitter(0, who, 0, False, 0, 0, 0.0, late)
        for who, late in ((PERSON, False), ("careful", True), ("careful", False))
    )
    assert gone([late, own, late, late, own, bot, own]) == [False, False, True, True, False, True, False]
    assert gone([own, late, bot, bot, late, own]) == [False, True, True, True, False, False], "who left was late first"


def test_what_was_said_to_all_is_not_said_in_the_next_game(room):
    room.events.say("The bell rings")
    next_game(room, [Again(name, f"{name}2", {}) for name in "AB"])
    assert room.events.said() == room.events.said("A2") == ""
    assert [one.words for one in room.events.all() if one.kind == "said"] == ["The bell rings"], "and it is kept"


def test_treatments_are_dealt_by_lot_in_each_block_and_the_draw_can_be_made_again(tmp_path):
    with Room(tmp_path / "a.room") as room:
        room.file.set("tape", "a secret that is always the same")
        dealt = [room.seating.deal_treatments(block, ("silence", "talk", "vote")) for block in range(60)]
        assert dealt == [room.seating.deal_treatments(block, ("silence", "talk", "vote")) for block in range(60)]
    assert all(sorted(one) == ["silence", "talk", "vote"] for one in dealt)
    assert len({tuple(one) for one in dealt}) == 6, "every order can fall"
    first = [one[0] for one in dealt]
    assert all(10 <= first.count(name) <= 30 for name in ("silence", "talk", "vote"))
