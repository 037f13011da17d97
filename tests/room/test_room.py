"""Rooms: one file that several programs play in; what is refused, and that nothing is lost."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fishlab import GAMES, Match
from fishlab.core import CHANCE, OVER, IllegalMove
from fishlab.room import PERSON, Room, RoomError, new_key, plain_key
from fishlab.room.store import file as room_file

fork = multiprocessing.get_context("fork")
SMALL = {"columns": 4, "rows": 4, "ships": 2, "nets": 6}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path / "class.room") as one:
        yield one


def table(room: Room, name: str = "1", **more: Any) -> Match:
    return room.open(name, "fishery", 2, **{**SMALL, **more})


def play(room: Room, name: str, moves: int, rng: Random | None = None) -> None:
    """Play for everybody: the room for chance and bots, anything for people."""
    rng = rng or Random(1)
    for _ in range(moves):
        match = room.match(name)
        if match.over:
            return
        if not room.step(name):
            text = match.game.notation(match.state.sample(rng))
            assert room.append(name, len(match), text, match.state.turn())


def child(work: Callable[..., None], *given: Any) -> Any:
    """Start another program that does some work with the room."""
    one = fork.Process(target=work, args=given)
    one.start()
    return one


# What a room holds.


def test_a_move_is_written_under_its_number_and_read_by_another_program(room):
    table(room)
    assert room.append("1", 0, "ship a1", 0)
    with Room(room.path) as other:
        assert other.match("1").moves == [("ship", "a1")]
        assert not other.append("1", 0, "ship b1", 0), "somebody was quicker"
        assert other.append("1", 1, "ship b1", 1)
    assert len(room.match("1")) == 2
    assert [row["seat"] for row in room.history("1")] == [0, 1]


def test_any_game_with_any_options_and_bots_in_any_seat_is_played(room):
    given = {"boom": {"cooperative": True}, "pisces": {"rounds": 1}, "fleet": {"first": 1}, "fishery": SMALL}
    for name, game in GAMES.items():
        players = game.seats[0]
        room.open(name, name, players, ["person", *["random"] * (players - 1)], **given.get(name, {}))
        play(room, name, 50)
        match = room.match(name)
        assert match.over or len(match) == 50
        with Room(room.path) as other:
            assert other.match(name).to_json() == match.to_json()
        assert {row["seat"] for row in room.history(name)} <= {CHANCE, *range(players)}


def test_a_bot_at_a_table_is_shown_its_view_and_nothing_else(room, monkeypatch):
    seen = []

    def looks(view, rng):
        seen.append(view)
        return view.moves()[0]

    room.open("1", "fleet", 2, seats=["random", "random"])
    monkeypatch.setattr("fishlab.room.room.bots_for", lambda game: {"random": looks})
    while len(seen) < 20:
        assert room.step("1")
    states = [state for state in room.match("1").states if state.turn() >= 0][:20]
    assert seen == [state.view(state.turn()) for state in states] != states


def test_a_table_of_bots_only_runs_by_itself(room):
    table(room, seats=["random", "fencer"])
    assert room.run("1").turn() == OVER
    assert room.status("1").waits == "The game is over."


def test_what_cannot_be_set_is_refused_in_words(room):
    table(room)
    for given, words in [
        (("1", "fishery"), "There is already a table 1"),
        (("", "fishery"), "not a table's name"),
        (("a\n", "fishery"), "not a table's name"),
        (("x" * 41, "fishery"), "not a table's name"),
        (("2", "chess"), "not a game here: choose"),
        (("2", "fishery", 5), "cannot be set"),
        (("2", "fishery", 2, ["person"]), "names 1 seats, but 2 play"),
        (("2", "fishery", 2, ["person", "einstein"]), "seat 'einstein' is not possible"),
    ]:
        with pytest.raises(RoomError, match=words):
            room.open(*given)
    with pytest.raises(RoomError, match="no option 'pots'"):
        room.open("2", "fishery", 2, pots=3)
    with pytest.raises(RoomError, match="There is no table 'x' in this room: choose 1"):
        room.match("x")
    assert room.tables() == ["1"]
    room.open("<b>2</b>", "fishery")
    assert room.tables() == ["1", "<b>2</b>"], "a name is data"


# Seats and keys.


def test_a_seat_is_its_keys_and_the_key_opens_it_however_it_is_typed(room):
    table(room)
    key = new_key()
    assert room.claim("1", 0, key)
    assert room.claim("1", 0, f" {key.upper().replace('-', ' ')}")
    assert room.find(key) == ("1", 0)
    assert room.find("nobodys-key") is None
    with pytest.raises(RoomError, match="Black of table 1 is taken"):
        room.claim("1", 0, new_key())
    with pytest.raises(RoomError, match="already holds another seat, at table 1"):
        room.claim("1", 1, key)
    with pytest.raises(RoomError, match="six letters"):
        room.claim("1", 1, "-- a")
    for wrong in (2, -1, True, "0"):
        with pytest.raises(RoomError, match="There is no seat"):
            room.claim("1", wrong, new_key())
    assert plain_key(key).encode() not in room.path.read_bytes() + Path(f"{room.path}-wal").read_bytes()


def test_only_its_own_key_moves_for_a_seat_and_a_freed_one_moves_no_more(room):
    table(room)
    mine, other = new_key(), new_key()
    room.claim("1", 0, mine)
    room.claim("1", 1, other)
    for key in (None, other, "", "x" * 500):
        with pytest.raises(RoomError, match="somebody else's"):
            room.append("1", 0, "ship a1", 0, key)
    with pytest.raises(RoomError, match="It is not White’s turn"):
        room.append("1", 0, "ship a1", 1, other)
    assert room.append("1", 0, "ship a1", 0, mine)
    assert room.append("1", 1, "ship b1", 1, other)
    assert room.seating.free("1", 0)
    assert not room.seating.free("1", 0)
    with pytest.raises(RoomError, match="not yours any more"):
        room.append("1", 2, "ship c1", 0, mine)
    room.claim("1", 0, new_key())
    with pytest.raises(RoomError, match="somebody else's"):
        room.append("1", 2, "ship c1", 0, mine)
    assert len(room.match("1")) == 2


def test_a_bot_can_take_the_seat_of_somebody_who_left(room):
    table(room)
    key = new_key()
    room.claim("1", 0, key)
    room.seating.give("1", 0, "fencer")
    assert room.status("1").free == (1,)
    with pytest.raises(RoomError, match="is played by a bot"):
        room.claim("1", 0, key)
    with pytest.raises(RoomError, match="not yours any more"):
        room.append("1", 0, "ship a1", 0, key)
    assert room.find(key) is None and room.is_lent(key)
    assert not room.holds("1", 0, key) and not room.status("1").taken[0]
    assert room.step("1")
    room.seating.give("1", 0, PERSON)
    assert room.find(key) == ("1", 0) and not room.is_lent(key)
    assert room.status("1").taken == (True, False), "nobody else sits down there meanwhile"
    assert room.append("1", 1, "ship b1", 1)
    assert room.append("1", 2, "ship c1", 0, key)
    assert hands(room) == [("fencer", 0), ("person", 1), ("person", 1)]
    room.seating.give("1", 0, "fencer")
    room.seating.free("1", 0)
    room.seating.give("1", 0, PERSON)
    assert room.find(key) is None and room.status("1").free == (0, 1)


def hands(room: Room, name: str = "1") -> list[tuple[str, int]]:
    """Return who made each move, and which person of the seat it was."""
    return [("chance", 0) if one is None else (one.who, one.person) for one in room.seating.hands(name)]


def test_the_room_keeps_who_sat_where_when_a_move_was_made(room):
    """A seat is a person's, a bot's, and then a late-comer's: each move stays whose it was."""
    table(room)
    mine = new_key()
    room.claim("1", 0, mine)
    assert room.append("1", 0, "ship a1", 0, mine)
    assert room.append("1", 1, "ship b1", 1)
    room.seating.give("1", 0, "fencer")
    assert room.step("1")
    room.seating.give("1", 1, "fencer")
    room.seating.give("1", 1, PERSON)
    assert room.append("1", 3, room.match("1").game.notation(room.match("1").state.moves()[0]), 1)
    room.seating.give("1", 0, PERSON)
    room.seating.free("1", 0)
    late = new_key()
    room.claim("1", 0, late)
    room.claim("1", 0, late)  # to come back is no change
    play_for(room, 0, late)
    assert hands(room) == [(PERSON, 1), (PERSON, 1), ("fencer", 0), (PERSON, 1), (PERSON, 2)]
    kept = [(one.seat, one.who, one.taken, one.number) for one in room.seating.sitters("1")]
    assert kept == [
        (0, PERSON, False, 0), (1, PERSON, False, 0), (0, PERSON, True, 0), (0, "fencer", False, 2),
        (1, "fencer", False, 3), (1, PERSON, False, 3), (0, PERSON, True, 4),
        (0, PERSON, False, 4), (0, PERSON, True, 4),
    ]  # fmt: skip
    with Room(room.path) as again:
        assert hands(again) == hands(room)


def play_for(room: Room, seat: int, key: str) -> None:
    match = room.match("1")
    assert room.append("1", len(match), match.game.notation(match.state.moves()[0]), seat, key)


def test_a_person_who_hands_over_to_another_is_a_change_that_is_kept(room):
    table(room)
    first, second = new_key(), new_key()
    room.claim("1", 0, first)
    play_for(room, 0, first)
    room.append("1", 1, "ship d4", 1)
    room.seating.free("1", 0)
    room.seating.free("1", 0)  # nobody was there any more
    room.claim("1", 0, second)
    play_for(room, 0, second)
    assert hands(room) == [(PERSON, 1), (PERSON, 1), (PERSON, 2)]
    assert room.seating.changed("1") == 1, "one seat, however many people followed each other there"
    assert len(room.seating.sitters("1")) == 5
    assert plain_key(first) not in str(room.seating.sitters("1"))


def test_after_going_back_each_move_is_still_whose_it_was(room):
    table(room)
    play(room, "1", 2)
    room.seating.give("1", 0, "fencer")
    room.seating.give("1", 1, "fencer")
    play(room, "1", 4)
    room.rewind("1", 4)
    room.seating.give("1", 0, PERSON)
    play(room, "1", 1)
    assert [who for who, _ in hands(room)] == [PERSON, PERSON, "fencer", "fencer", PERSON]
    room.rewind("1", 1)
    room.seating.give("1", 1, PERSON)
    play(room, "1", 2)
    assert [who for who, _ in hands(room)] == [PERSON, PERSON, PERSON]


def make_older(path: Path) -> None:
    """Turn a room's file into one of the first layout, which kept no events and no sitters."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        for name in ("events", "presence", "waiting", "answers"):
            db.execute(f"DROP TABLE {name}")
        for name in ("game", "block"):
            db.execute(f"ALTER TABLE tables DROP COLUMN {name}")
        db.execute("DELETE FROM facts WHERE name IN ('boot', 'machine')")
        db.execute("PRAGMA user_version=1")


def test_a_room_of_an_older_fishlab_opens_and_tells_that_it_does_not_know_who_played(room):
    table(room)
    play(room, "1", 2)
    room.leave()
    make_older(room.path)
    with Room(room.path) as again:
        assert again.seating.sitters("1") == []
        assert hands(again) == [("unknown", 0)] * 2
        again.seating.give("1", 0, "fencer")
        play(again, "1", 2)
        assert [who for who, _ in hands(again)] == ["unknown", "unknown", "fencer", PERSON]


def test_a_move_against_the_rules_is_refused_and_nothing_is_written(room):
    table(room)
    room.append("1", 0, "ship a1", 0)
    match = room.match("1")
    for text in ("ship a1", "net a1 a2", "hello", "", "x" * 400, 7):
        with pytest.raises(IllegalMove):
            room.append("1", 1, text, 1)
    assert room.match("1") is match
    assert [len(match), len(match.undone), len(room.history("1"))] == [1, 0, 1]
    room.append("1", 1, "SHIP B2.", 1)
    assert room.history("1")[-1]["move"] == "ship b2", "kept as notation"


# The teacher's hand.


def test_a_paused_or_closed_table_takes_no_move(room):
    table(room)
    table(room, "2")
    room.pause("1")
    with pytest.raises(RoomError, match="paused"):
        room.append("1", 0, "ship a1", 0)
    assert room.append("2", 0, "ship a1", 0)
    room.pause()
    with pytest.raises(RoomError, match="paused"):
        room.append("2", 1, "ship b1", 1)
    room.start()
    assert room.append("1", 0, "ship a1", 0)
    room.close("2")
    assert [room.status(name).stage for name in room.tables()] == ["playing", "closed"]
    with pytest.raises(RoomError, match="closed this table"):
        room.append("2", 1, "ship b1", 1)
    with pytest.raises(RoomError, match="is closed: choose another"):
        room.claim("2", 1, new_key())


def test_going_back_opens_a_new_line_with_luck_of_its_own_and_keeps_the_old_one(room):
    room.open("1", "boom", 2, ["random", "random"])
    play(room, "1", 40)
    before = list(room.match("1").moves)
    assert room.rewind("1", 1) == 1
    assert room.match("1").moves == before[:1]
    play(room, "1", 39)
    assert len(room.match("1")) == 40
    assert room.match("1").moves != before
    lines = {line: [row["move"] for row in room.history("1") if row["line"] == line] for line in (0, 1)}
    assert lines[0] == [" ".join(map(str, move)) for move in before]
    for wrong in (-1, 41, True, "3"):
        with pytest.raises(RoomError, match="cannot go back"):
            room.rewind("1", wrong)


def test_a_page_that_has_not_seen_the_new_line_writes_nothing(room):
    table(room)
    room.append("1", 0, "ship a1", 0)
    with Room(room.path) as desk:
        match, seen = room.match("1"), room._seen["1"]
        desk.rewind("1", 0)
        desk.append("1", 0, "ship d4", 0)
        room.match = lambda name: match  # a page that looked just before
        assert not room.append("1", 1, "ship b1", 1)
        assert (len(match), seen.count) == (1, 1)
        del room.match
    assert room.match("1").moves == [("ship", "d4")]


def test_the_teacher_plays_for_somebody_but_chooses_no_die(room):
    room.open("1", "boom", 2)
    room.claim("1", 0, new_key())
    first = room.match("1")
    assert room.append("1", 0, first.game.notation(first.state.moves()[0]), first.state.turn(), desk=True)
    assert room.match("1").state.turn() == CHANCE
    with Room(room.path) as other:
        _, drawn = other.mover("1")
        wrong = next(text for text in ("roll 1", "roll 2") if text != drawn())
        with pytest.raises(RoomError, match="nobody can choose"):
            room.append("1", 1, wrong, CHANCE)
        assert room.append("1", 1, wrong, CHANCE, desk=True)
        assert room.history("1")[-1]["move"] == drawn()


def test_clock_announcement_and_notes_are_the_rooms(tmp_path):
    now = [1000.0]
    with Room(tmp_path / "a", clock=lambda: now[0]) as room, Room(tmp_path / "a", clock=lambda: now[0]) as page:
        for name in ("1", "2"):
            room.open(name, "fishery")
        page.changed()
        assert not page.changed()
        assert (page.clock.left(), page.events.said()) == (None, "")
        room.clock.start(60, "Talk")
        assert page.changed()
        now[0] = 1045
        assert page.clock.left() == (15, "Talk")
        now[0] = 5
        assert page.clock.left() == (60, "Talk"), "a clock set back adds no time"
        now[0] = 2000
        assert page.clock.left() == (0, "Talk")
        room.clock.start(20, "Their talk", "1")
        assert page.clock.left("1") == (20, "Their talk"), "a table's own comes first"
        assert page.clock.left("2") == (0, "Talk")
        room.clock.start(0, table="1")
        room.clock.start(0)
        assert (page.clock.left(), page.clock.left("1")) == (None, None)
        room.events.say("<i>Hello</i>")
        assert page.events.said() == "<i>Hello</i>"
        assert room.keep("guess", [1, 2], once=True)
        assert not page.keep("guess", [9], once=True)
        assert page.note("guess") == [1, 2]


def test_when_the_time_to_talk_is_up_the_room_is_ready_for_everybody(tmp_path):
    now = [1000.0]
    with Room(tmp_path / "a", clock=lambda: now[0]) as room:
        room.open("1", "boom", 2, talk="yearly")
        room.claim("1", 0, new_key())
        assert (room.mover("1"), room.clock.is_up("1")) == (None, False)
        room.clock.start(60, "Talk")
        now[0] = 1059
        assert room.mover("1") is None
        with pytest.raises(RoomError, match="only its own key"):
            room.append("1", 0, "ready", 0)
        now[0] = 1061
        assert room.step("1")
        assert room.step("1")
        assert room.match("1").moves == [("ready",)] * 2
        room.run("1")
        assert len(room.match("1").state.choices()) > 1, "it decides nothing for people"
        while room.match("1").state.period() < 2:
            state = room.match("1").state
            text = state.notation(state.moves()[0])
            assert room.step("1") or room.append("1", len(room.match("1")), text, state.turn(), desk=True)
        assert room.match("1").state.moves() == (("ready",),)
        assert not room.clock.is_up("1"), "a talk that begins later has a clock of its own"


# Luck.


def rolls(room: Room, name: str) -> list[str]:
    return [row["move"] for row in room.history(name) if row["seat"] == CHANCE]


def test_every_table_has_luck_of_its_own_that_no_seed_tells(room):
    for name in "12":
        room.open(name, "boom", 2, ["random", "random"])
        play(room, name, 30)
    assert rolls(room, "1") != rolls(room, "2")
    while room.match("1").state.turn() != CHANCE:
        play(room, "1", 1)
    with Room(room.path) as other:
        assert other.mover("1")[1]() == room.mover("1")[1](), "it does not matter who draws"


def test_on_one_tape_a_seats_dice_of_a_year_are_the_same_at_every_table(room):
    room.luck = "tape"
    for name in "12":
        room.open(name, "boom", 2)
    rng = Random(5)
    while room.match("1").state.period() < 4:
        for name in "12":
            if not room.status(name).waits:
                play(room, name, 1, rng)
    dice: list[dict[object, Any]] = [{}, {}]
    for found, name in zip(dice, "12", strict=True):
        match = room.match(name)
        pairs = zip(match.states, match.moves, strict=False)
        found.update({state.luck_place(): move for state, move in pairs if state.turn() == CHANCE})
    both = dice[0].keys() & dice[1].keys()
    assert len(both) >= 6
    for place in both:
        assert dice[0][place] == dice[1][place], place
    with pytest.raises(RoomError, match="first move has been made"):
        room.luck = "own"


def test_each_block_has_dice_of_its_own(room):
    room.luck = "tape"
    for name, block in (("1", 0), ("2", 0), ("3", 1)):
        room.open(name, "boom", 2, ["careful"] * 2, block=block)
    for _ in range(3000):
        if all(room.match(name).over or room.match(name).state.year > 3 for name in "123"):
            break
        for name in "123":
            room.step(name)
    rolls = [[row["move"] for row in room.history(name) if row["seat"] == CHANCE][:6] for name in "123"]
    assert rolls[0][0] == rolls[1][0]
    assert rolls[2] not in rolls[:2]


def test_with_one_tape_a_year_opens_for_all_tables_together(room):
    room.luck = "tape"
    for name in "123":
        room.open(name, "boom", 2)
    while not (words := room.status("1").waits):
        play(room, "1", 1)
    assert words == "Year 2 starts for all tables together, when every table has finished year 1."
    with pytest.raises(RoomError, match="Year 2 starts"):
        play(room, "1", 1)
    while not room.status("2").waits:
        play(room, "2", 1)
    assert room.status("1").waits
    room.close("3")
    assert not room.status("1").waits, "nobody waits for a closed table"
    room.start("3")
    assert room.status("1").waits
    room.clock.open_year(2)
    assert not room.status("1").waits, "the teacher opens a year"
    with pytest.raises(RoomError, match="has no years"):
        room.open("4", "fishery")
    with pytest.raises(RoomError, match="choose 'own', 'tape', 'real'"):
        room.luck = "mine"


def test_real_dice_are_entered_by_who_sits_there(room):
    room.luck = "real"
    room.open("1", "boom", 2)
    key = new_key()
    room.claim("1", 1, key)
    play(room, "1", 1)
    assert room.mover("1") is None
    with pytest.raises(RoomError, match="only its own key"):
        room.append("1", 1, "roll 6", CHANCE)
    assert room.append("1", 1, "roll 6", CHANCE, key)


def test_where_only_bots_sit_nobody_could_enter_a_die_so_the_room_rolls(room):
    room.luck = "real"
    room.open("1", "boom", 2, ["random", "random"], years=1)
    assert room.run("1").turn() == OVER
    room.open("2", "boom", 2, ["random", "person"], years=1)
    assert room.run("2").turn() == CHANCE


# Trouble.


def race(path: Path, seed: int, moves: int) -> None:
    rng = Random(seed)
    with Room(path) as room:
        while len(match := room.match("1")) < moves:
            state = match.state
            with contextlib.suppress(RoomError):  # busy
                room.append("1", len(match), state.notation(state.sample(rng)), state.turn())


@pytest.mark.parametrize(
    ("programs", "moves"), [(3, 30), pytest.param(8, 600, marks=pytest.mark.soak)], ids=["short", "long"]
)
def test_programs_that_race_write_each_number_once_and_lose_none(room, programs, moves):
    room.open("1", "fishery", 2, columns=20, rows=20, ships=100, nets=600)
    racers = [child(race, room.path, seed, moves) for seed in range(programs)]
    for one in racers:
        one.join()
    assert [one.exitcode for one in racers] == [0] * programs
    rows = room.history("1")
    assert [row["number"] for row in rows] == list(range(len(rows)))
    assert len(room.match("1")) == len(rows) >= moves
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)


def move_in(path: Path, name: str) -> None:
    with Room(path) as room:
        room.open(name, "fishery", 2, **SMALL)


def _run_to_the_end(path: Path, ready: Any) -> None:
    with Room(path) as room:
        ready.wait()
        room.run("1")
        while not room.match("1").over:
            room.step("1")


def test_four_programs_that_step_one_table_all_end_normally(room):
    """They raised "It is not the turn of …" when another one was quicker; now they look again."""
    room.open("1", "boom", 2, seats=["careful", "greedy"], years=4)
    ready = fork.Barrier(4)
    programs = [child(_run_to_the_end, room.path, ready) for _ in range(4)]
    for one in programs:
        one.join()
    assert [one.exitcode for one in programs] == [0, 0, 0, 0]
    assert room.match("1").over
    assert [row["number"] for row in room.history("1")] == list(range(len(room.match("1"))))


@pytest.mark.parametrize("meanwhile", ["step", "pause", "close"])
def test_what_another_program_did_while_a_bot_thought_is_looked_at_again(room, monkeypatch, meanwhile):
    room.open("1", "boom", 2, seats=["careful", "greedy"])
    with Room(room.path) as other:
        mover, acts = Room.mover, [getattr(other, meanwhile)]

        def slow(self: Room, name: str) -> Any:
            found = mover(self, name)
            if self is room and acts:
                acts.pop()(name)
            return found

        monkeypatch.setattr(Room, "mover", slow)
        assert not room.step("1")
    assert len(room.match("1")) == (meanwhile == "step")
    assert room.step("1") == (meanwhile == "step")


def test_a_copy_of_a_program_has_a_connection_of_its_own(room):
    """A fork must not touch what SQLite holds for its parent."""
    room.open("1", "boom", 2, seats=["careful", "greedy"])
    room.step("1")
    one = child(lambda: room.step("1") or os._exit(1))
    one.join()
    assert one.exitcode == 0
    assert len(room.match("1")) == 2
    assert room.step("1")


def test_programs_that_make_the_same_room_at_once_share_it(tmp_path):
    movers = [child(move_in, tmp_path / "class.room", name) for name in "abcdef"]
    for one in movers:
        one.join()
    assert [one.exitcode for one in movers] == [0] * 6
    with Room(tmp_path / "class.room") as room:
        assert sorted(room.tables()) == list("abcdef")


def write_and_tell(path: Path, told: Any) -> None:
    rng = Random(3)
    with Room(path) as room:
        while True:
            match = room.match("1")
            text = match.game.notation(match.state.sample(rng))
            if room.append("1", len(match), text, match.state.turn()):
                told.send(text)


def stop_in_the_middle(path: Path, told: Any) -> None:
    with Room(path) as room, room.file.writing() as db:
        db.execute("INSERT INTO moves VALUES ('1', 0, 1, 'ship d1', 1, 0)")
        told.send("inside")
        time.sleep(60)


def test_a_killed_program_loses_nothing_that_it_has_told_of(room):
    room.open("1", "fishery", 2, columns=20, rows=20, ships=100)
    here, there = fork.Pipe(duplex=False)
    victim = child(write_and_tell, room.path, there)
    told = [here.recv() for _ in range(10)]
    os.kill(victim.pid, signal.SIGKILL)
    victim.join()
    while here.poll():
        told.append(here.recv())
    kept = [row["move"] for row in room.history("1")]
    assert kept[: len(told)] == told
    assert len(kept) <= len(told) + 1
    play(room, "1", 1)


def test_a_program_killed_in_the_middle_of_writing_leaves_no_half_move(room):
    table(room)
    room.append("1", 0, "ship a1", 0)
    here, there = fork.Pipe(duplex=False)
    victim = child(stop_in_the_middle, room.path, there)
    assert here.recv() == "inside"
    os.kill(victim.pid, signal.SIGKILL)
    victim.join()
    assert room.append("1", 1, "ship b1", 1)
    with Room(room.path) as other:
        assert [row["move"] for row in other.history("1")] == ["ship a1", "ship b1"]


def test_two_clicks_at_once_are_one_move(room):
    table(room)
    key = new_key()
    room.claim("1", 0, key)
    with Room(room.path) as tab:
        assert [one.append("1", 0, "ship a1", 0, key) for one in (room, tab)] == [True, False]


def test_a_locked_file_gets_a_sentence_and_can_be_read_meanwhile(room, monkeypatch):
    table(room)
    holder = sqlite3.connect(room.path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    room.file.db.execute("PRAGMA busy_timeout=1")
    match = room.match("1")
    with pytest.raises(RoomError, match="The room is busy"):
        room.append("1", 0, "ship a1", 0)
    assert room.match("1") is match
    assert len(match) == 0
    holder.execute("ROLLBACK")
    holder.close()
    assert room.append("1", 0, "ship a1", 0)


@pytest.mark.parametrize("act", ["delete", "replace"])
def test_a_deleted_file_is_noticed_and_everything_can_still_be_copied(room, tmp_path, act):
    table(room)
    room.append("1", 0, "ship a1", 0)
    room.path.unlink()
    if act == "replace":
        room.path.write_bytes(b"")
    for use in (room.changed, lambda: room.append("1", 1, "ship b1", 1), lambda: room.pause()):
        with pytest.raises(RoomError, match="file is gone"):
            use()
    copy = room.copy_to(tmp_path / "copy.room")
    with pytest.raises(RoomError, match="already"):
        room.copy_to(copy)
    with Room(copy) as other:
        assert other.match("1").moves == [("ship", "a1")]
        assert other.append("1", 1, "ship b1", 1)


def test_a_copy_holds_no_address_and_no_word_not_even_as_deleted_bytes(room, tmp_path):
    table(room)
    word = "herring-and-cod-for-everybody"
    room.keep("address", f"http://192.168.7.9:8866/?word={word}")
    assert room.note("address")
    copy = room.copy_to(tmp_path / "for-others.room")
    assert word.encode() not in copy.read_bytes()


def test_a_file_deleted_while_a_move_is_written_is_noticed(room, monkeypatch):
    table(room)
    monkeypatch.setattr(room, "_check_key", lambda *_: room.path.unlink())
    with pytest.raises(RoomError, match="file is gone"):
        room.append("1", 0, "ship a1", 0)
    assert len(room._seen["1"].match) == 0


def test_after_one_wait_in_vain_for_a_locked_file_the_next_are_short_until_it_is_free(room, caplog):
    table(room)

    def patience() -> int:
        return room.file.db.execute("PRAGMA busy_timeout").fetchone()[0]

    usual = patience()
    with contextlib.closing(sqlite3.connect(room.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        room.file.db.execute("PRAGMA busy_timeout=1")
        for count in (1, 2, 3):
            with pytest.raises(RoomError, match="The room is busy"):
                room.append("1", 0, "ship a1", 0)
            assert (room.file.waits, patience()) == (count, 50)
            room.file.gather()
            assert patience() == 50, "also after something that can be done later"
        other.execute("ROLLBACK")
    assert room.append("1", 0, "ship a1", 0)
    room.file.gather()
    assert (room.file.waits, patience()) == (0, usual) and usual >= 1000
    first, last = (one.getMessage() for one in caplog.records)
    assert "a wait was in vain" in first and last.endswith("waits in vain: 3")


def test_a_full_disk_gets_a_sentence_and_nothing_is_half_written(room):
    table(room)
    room.file.db.execute(f"PRAGMA max_page_count={room.file._pragma('page_count')}")
    with pytest.raises(RoomError, match="The disk is full"):
        room.keep("much", "x" * 100_000)
    assert room.note("much") is None
    assert room.append("1", 0, "ship a1", 0), "what needs no more space goes on"


def write_beyond(path: Path, told: Any) -> None:
    with Room(path) as room:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        size = Path(f"{path}-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        try:
            room.append("1", 0, "ship a1", 0)
        except RoomError as why:
            told.send((str(why), len(room.match("1"))))


def copy_beyond(path: Path, told: Any) -> None:
    with Room(path) as room:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        size = path.stat().st_size // 2
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        try:
            room.copy_to(path.with_name("copy.room"))
        except RoomError as why:
            told.send((str(why), sorted(one.name for one in path.parent.iterdir() if "copy" in one.name)))


def test_a_copy_that_the_disk_does_not_take_gets_a_sentence_and_leaves_nothing_behind(room):
    table(room)
    room.keep("much", "x" * 300_000)
    here, there = fork.Pipe(duplex=False)
    child(copy_beyond, room.path, there).join()
    assert here.poll(), "the copy was written although there was no space"
    words, left = here.recv()
    assert "disk" in words and left == []


def test_a_disk_that_takes_no_more_gets_a_sentence(room):
    table(room)
    here, there = fork.Pipe(duplex=False)
    child(write_beyond, room.path, there).join()
    assert here.poll(), "the move was written although there was no space"
    words, moves = here.recv()
    assert "disk" in words
    assert moves == 0
    assert room.append("1", 0, "ship a1", 0)


def use_as_nobody(path: Path, told: Any) -> None:
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    try:
        with Room(path) as room:
            room.append("1", 0, "ship a1", 0)
        told.send("written")
    except RoomError as why:
        told.send(str(why))


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="fishlab-"))
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_file_gets_a_sentence(shared_folder):
    path = shared_folder / "class.room"
    with Room(path) as room:
        table(room)
    path.chmod(0o444)
    shared_folder.chmod(0o555)
    here, there = fork.Pipe(duplex=False)
    child(use_as_nobody, path, there).join()
    assert "writ" in here.recv()


def test_another_user_of_the_machine_plays_in_a_folder_that_both_may_write(shared_folder):
    path = shared_folder / "class.room"
    shared_folder.chmod(0o777)
    with Room(path) as room:
        table(room)
        path.chmod(0o666)
    with Room(path) as room:
        here, there = fork.Pipe(duplex=False)
        child(use_as_nobody, path, there).join()
        assert here.recv() == "written"
        assert room.append("1", 1, "ship b1", 1)


def test_files_that_are_no_room_or_another_versions_are_refused(room, tmp_path):
    table(room)
    room.file.db.execute("PRAGMA user_version=7")
    with pytest.raises(RoomError, match="This room is of version 7"):
        Room(room.path)
    text = tmp_path / "notes.txt"
    text.write_text("Dear diary, " * 100)
    with pytest.raises(RoomError, match="not a room"):
        Room(text)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE birds (name)")
    other.close()
    with pytest.raises(RoomError, match="not a room") as why:
        Room(tmp_path / "other.db")
    assert why.value._render_traceback_() == [str(why.value)], "a notebook shows the sentence, and no traceback"
    with pytest.raises(RoomError, match="There is no folder"):
        Room(tmp_path / "nowhere" / "class.room")
    with pytest.raises(RoomError, match="cannot be opened"):
        Room(tmp_path)
    assert text.read_text().startswith("Dear diary")


def test_another_machine_is_refused_until_it_takes_over_and_a_restart_is_no_other_machine(room, monkeypatch):
    table(room)
    room.leave()
    home = room_file._machine()
    monkeypatch.setattr(room_file, "_machine", lambda: {**home, "boot": "another start"})
    Room(room.path).leave()
    monkeypatch.setattr(room_file, "_machine", lambda: {"boot": "b", "machine": "elsewhere"})
    with pytest.raises(RoomError, match="made on another machine"):
        Room(room.path)
    Room(room.path, moved=True).leave()
    Room(room.path).leave()
    monkeypatch.undo()
    with pytest.raises(RoomError, match="made on another machine"):
        Room(room.path)


def test_a_machine_without_ids_keeps_its_rooms_when_its_name_changes_with_the_network(tmp_path, monkeypatch):
    def no_file(path: Path) -> bytes:
        raise OSError

    monkeypatch.setattr(Path, "read_bytes", no_file)
    card, drawn = 0x0242AC110002, 0x010000000000
    for name, number in (("at-home", card), ("in-school", card), ("in-school", card + 1), ("in-school", drawn)):
        monkeypatch.setattr(room_file.platform, "node", lambda name=name: name)
        monkeypatch.setattr(room_file, "getnode", lambda number=number: number)
        Room(tmp_path / "a").leave()
    monkeypatch.setattr(room_file.platform, "node", lambda: "elsewhere")
    with pytest.raises(RoomError, match="made on another machine"):
        Room(tmp_path / "a")


def test_a_clock_set_back_keeps_the_order(tmp_path):
    now = [9000.0]
    with Room(tmp_path / "a", clock=lambda: now[0]) as room:
        table(room)
        room.append("1", 0, "ship a1", 0)
        now[0] = 10.0
        room.append("1", 1, "ship b1", 1)
        room.rewind("1", 2)
        assert [row["at"] for row in room.history("1")] == [9000.0] * 4
        with Room(tmp_path / "a", clock=lambda: now[0]) as other:
            assert other.match("1").moves == room.match("1").moves
            assert other.status("1").since == 9000


def test_moves_that_break_the_rules_in_the_file_are_told(room):
    table(room)
    with room.file.writing() as db:
        db.execute("INSERT INTO moves VALUES ('1', 0, 0, 'ship z9', 0, 0)")
    with pytest.raises(RoomError, match=r"Move 1 of table 1 \(ship z9\) breaks a rule"):
        room.match("1")


def test_a_match_that_somebody_played_on_is_read_anew(room):
    table(room)
    room.match("1").play("ship a1")
    assert len(room.match("1")) == 0


def test_forty_seats_are_taken_in_a_moment(room):
    for number in range(10):
        room.open(f"T{number}", "boom", 4)
    keys = {(f"T{number}", seat): new_key() for number in range(10) for seat in range(4)}
    assert all(room.claim(name, seat, key) for (name, seat), key in keys.items())
    assert room.find(keys["T7", 2]) == ("T7", 2)
    assert sum(sum(room.status(name).taken) for name in room.tables()) == 40


def test_a_move_that_meets_a_pause_is_not_written(room, monkeypatch):
    """Another program paused the room after this one had looked: a copy made at the pause holds all there is."""
    room.open("Cod", "fishery", 2)
    other, luck = Room(room.path), Room.luck.fget

    def late(one: Room) -> str:
        if one is room and other.stage() == "playing":
            other.pause()
        return luck(one)

    monkeypatch.setattr(Room, "luck", property(late))
    assert not room.append("Cod", 0, "ship a1", 0)
    assert other.history("Cod") == []
    other.leave()
