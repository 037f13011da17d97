"""Seats of a class: each screen plays its own seat, sees its own view, and nothing forged gets through."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from classroom.lesson import Frame, Lesson, knock, send, sit, took
from fishlab_widgets.classroom import live_class
from fishlab_widgets.classroom.bot_pool import BotPool
from fishlab_widgets.classroom.desk.desk import Desk
from fishlab_widgets.classroom.desk.plan import Plan
from fishlab_widgets.classroom.lobby import Lobby, PassedRound
from fishlab_widgets.live.face import Look, face_of
from laws import COURSE
from surfaces import Scene, class_seat_page, synced
from twins import STARTS, moments, name_of

from fishlab import GAMES, HIDDEN, IllegalMove, Match, Reason, State, register
from fishlab.boom.treatments import TERMS
from fishlab.core import CHANCE
from fishlab.players.search import Searcher
from fishlab.room import Again, Room, RoomError, RoomSession, next_game
from fishlab.session import SessionError

SMALL = {"columns": 4, "rows": 4, "ships": 2, "nets": 6}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Room(tmp_path / "class.room") as room:
        room.open("1", "fishery", 2, **SMALL)
    return tmp_path / "class.room"


@pytest.fixture
def lesson(path: Path) -> Lesson:
    return Lesson(path)


# Playing from several screens.


def test_a_click_on_one_screen_is_seen_on_the_other(path):
    black, white = (sit(path, "1", number) for number in (0, 1))
    send(white, type="move", move="ship a1")
    assert "It is the turn of Black, who plays at another screen" in white.board.error
    send(black, type="move", move="ship a1")
    assert not black.board.error
    white.catch_up()
    assert white.match.moves == [("ship", "a1")]
    assert white.board.prompt["yours"]
    assert "a1" in white.board.status
    send(white, type="move", move="ship a1")
    assert "a1 already holds" in white.board.error
    send(white, type="move", move="ship b2")
    black.catch_up()
    assert len(black.match) == 2
    assert [row["who"] for row in black.board.seats] == ["person", "at another screen"]


def test_who_sits_takes_no_second_seat_by_a_forged_message(lesson):
    lesson.room.keep("seats a device", 4)
    (door,) = took(lesson, "1", 0)
    knock(door, type="take", table="1", seat=1)
    assert door.place == ("1", 0)
    assert lesson.room.status("1").taken == (True, False)


@dataclass(frozen=True)
class Sealed(State):
    """A game whose reason against a move tells what a careless screen would let out: the number in the envelope."""

    name, title, tag, seats, hides = "sealed", "Sealed", "SE", range(2, 3), True
    envelope: int

    @classmethod
    def start(cls, players=2, **options):
        return cls(4711)

    def turn(self):
        return 0

    def moves(self):
        return [("open",)]

    def after(self, move):
        return self

    def scores(self):
        return (0, 0)

    def view(self, player):
        return self.but(envelope=HIDDEN)

    def guess(self, rng):
        return self.but(envelope=1)

    def why_not(self, move):
        return Reason(f"the envelope holds {self.envelope}")


def test_a_refused_move_tells_no_more_than_the_seat_can_see(tmp_path):
    register(Sealed)
    with Room(tmp_path / "class.room") as room:
        room.open("1", "sealed", 2)
        with pytest.raises(IllegalMove, match="the envelope holds") as refused:
            RoomSession(room, "1", 0).play(("shut",))
    assert "4711" not in str(refused.value)


def test_chance_and_bots_move_by_themselves_and_all_pages_are_told(lesson):
    lesson.room.open("2", "boom", 3, ["person", "careful", "person"])
    doors, rng = took(lesson, "2", 0, 2), Random(2)
    lesson.settle()
    for _ in range(12):
        for table in (door.seat for door in doors):
            if table.match.state.turn() in table.session.people:
                send(table, type="move", move=table.match.game.notation(table.match.state.sample(rng)))
                assert not table.board.error
                lesson.settle()
    one, other = (door.seat for door in doors)
    assert len(one.match) > 20
    assert one.board.count == other.board.count == len(one.match), "both pages show the last move"
    assert {row["seat"] for row in lesson.room.history("2")} == {CHANCE, 0, 1, 2}


def test_an_only_choice_plays_itself_in_a_class_and_every_page_reads_it_in_the_log(tmp_path):
    with Room(tmp_path / "class.room") as room:
        room.open("1", "boom", 2)
    lesson = Lesson(tmp_path / "class.room")
    seats = [door.seat for door in took(lesson, "1", 0, 1)]
    mine = seats[lesson.room.status("1").turn]
    assert not mine.board.choices and not mine.board.prompt["yours"], "there is nothing to click"
    assert mine.board.prompt["text"].endswith("has only one choice: it is played")
    lesson.room.pause()
    lesson.look(every=True)
    lesson.settle()
    assert len(lesson.room.match("1")) == 0 and "paused" in mine.board.prompt["text"]
    lesson.room.start()
    lesson.settle()
    for seat in seats:
        assert seat.board.log[0][1].startswith("The only choice: "), "one's own, and another's"
        assert not seat.session.chose(0)
    assert len(mine.match.state.choices()) > 1 and mine.board.prompt["yours"] and mine.board.choices
    send(mine, type="move", move=mine.board.choices[0]["move"])
    assert mine.session.chose(len(mine.match) - 1) and not mine.board.error
    lesson.room.rewind("1", 0)
    lesson.look(every=True)
    assert [seat.board.log for seat in seats] == [[], []]
    lesson.settle()
    assert seats[0].board.log[0][1].startswith("The only choice: ")


def test_the_class_moves_for_bots_where_nobody_sits(lesson):
    lesson.room.open("2", "fishery", 2, ["random", "fencer"], **SMALL)
    lesson.settle()
    assert lesson.room.match("2").over
    assert len(lesson.room.match("1")) == 0


def test_a_table_whose_bot_or_dice_are_to_move_is_set_going_after_a_move_and_after_a_change_from_elsewhere(lesson):
    lesson.room.open("2", "boom", 2)
    (door,) = took(lesson, "2", 0)
    lesson.waiting.clear()
    send(door.seat, type="move", move=door.seat.match.game.notation(door.seat.match.state.moves()[0]))
    assert "2" in lesson.waiting
    lesson.waiting.clear()
    with Room(lesson.room.path) as other:
        other.events.say("Look")
    lesson.look()
    assert {"1", "2"} <= set(lesson.waiting)


def test_two_tabs_of_one_seat_are_one_player(path):
    one = sit(path, "1", 0)
    two = sit(path, "1", 0, one.session.key)
    send(one, type="move", move="ship a1")
    send(two, type="move", move="ship b1")
    assert "Somebody was quicker" in two.board.status or "turn of White" in two.board.error
    assert two.match.moves == [("ship", "a1")]


def test_a_seat_taken_by_somebody_is_refused(path):
    sit(path, "1", 0)
    with pytest.raises(RoomError, match="is taken"):
        sit(path, "1", 0)


def test_a_freed_seat_moves_no_more(path):
    table = sit(path, "1", 0)
    with Room(path) as desk:
        desk.seating.free("1", 0)
        send(table, type="move", move="ship a1")
        assert "not yours any more" in table.board.error
        assert len(desk.match("1")) == 0


async def until(done: Any, seconds: float = 0.0) -> None:
    """Let the loop go on until something is so."""
    for _ in range(3000):
        if done():
            return
        await asyncio.sleep(seconds)
    raise AssertionError("it never came")


class Held(BotPool):
    """Bots that think in another process, once they are let."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked, self.gate = 0, asyncio.Event()

    async def find(self, think: Any) -> str:
        self.asked += 1
        await self.gate.wait()
        return await super().find(think)


def test_hard_bots_at_every_table_keep_nobody_waiting(path, monkeypatch):
    """Counted, not timed: while all of them think, people play, and this process searches not once."""
    searched: list[int] = []
    monkeypatch.setattr(Searcher, "__call__", lambda *given: searched.append(1))
    tables = [f"T{number}" for number in range(12)]

    async def play() -> None:
        live = live_class.LiveClass(Room(path), bots := Held(), pace=0)
        for name in tables:
            live.room.open(name, "fishery", 2, ["hard", "hard"] if name != "T0" else ["person", "hard"], **SMALL)
        people = [Lobby(live, Frame(), f"device-{seat}") for seat in range(3)]
        for page, (name, seat) in zip(people, (("1", 0), ("1", 1), ("T0", 0)), strict=True):
            knock(page, type="take", table=name, seat=seat)
        live.look(every=True)
        await until(lambda: bots.asked == 11)
        send(people[0].seat, type="move", move="ship a1")
        send(people[2].seat, type="move", move="ship a1")
        assert [page.seat.board.count for page in people] == [1, 0, 1], "one's own move is shown before all else"
        await until(lambda: people[1].seat.board.count == 1)
        send(people[1].seat, type="move", move="ship b1")
        await until(lambda: people[0].seat.board.count == 2)
        await until(lambda: bots.asked == 12)
        assert not any(live.room.match(name).moves for name in tables[1:])
        bots.gate.set()
        await until(lambda: all(live.room.match(name).moves for name in tables[1:]), 0.02)
        await until(lambda: people[2].seat.board.count >= 2, 0.02)
        live.close()

    asyncio.run(play())
    assert searched == []


def test_a_bot_that_stumbles_is_told_and_nothing_else_stops(lesson, monkeypatch):
    def stumbles(view, rng):
        raise ZeroDivisionError("oops")

    async def no_waiting(seconds: float) -> None:
        if seconds == live_class.RECOVERY:
            raise asyncio.CancelledError

    lesson.room.open("2", "fishery", 2, ["person", "fencer"], **SMALL)
    (door,) = took(lesson, "2", 0)
    monkeypatch.setattr("fishlab.room.room.bots_for", lambda game: {"fencer": stumbles})
    monkeypatch.setattr(live_class.asyncio, "sleep", no_waiting)
    send(door.seat, type="move", move="ship a1")
    with pytest.raises(asyncio.CancelledError):
        lesson.settle()
    assert "A bot stumbled (ZeroDivisionError: oops)" in door.notices.news["trouble"]
    assert len(door.seat.match) == 1
    lesson.room.seating.give("2", 1, "person")
    lesson.look()
    assert not door.notices.news.get("trouble")


def test_a_paused_table_says_so_and_offers_nothing(lesson):
    (door,) = took(lesson, "1", 0)
    table = door.seat
    with Room(lesson.room.path) as desk:
        desk.pause()
        desk.events.say("Look at me")
        desk.clock.start(90, "Talk")
        lesson.look()
        assert table.board.prompt["text"] == "The game is paused: the teacher starts it."
        assert 'data-move="' not in table.board.svg
        assert door.notices.news["line"] == "Look at me"
        assert 88 <= door.notices.news["left"] <= 90
        send(table, type="move", move="ship a1")
        assert "paused" in table.board.error
        desk.start()
        lesson.look()
        send(table, type="move", move="ship a1")
        assert len(desk.match("1")) == 1


def test_when_the_teacher_has_ended_the_game_pages_say_so_and_nobody_takes_it_up_again(path):
    table = sit(path, "1", 0)
    with Room(path) as desk:
        desk.end()
        table.catch_up()
        assert table.board.prompt["text"] == "The teacher has ended the game: it is kept as it stands."
        send(table, type="move", move="ship a1")
        assert "has ended the game" in table.board.error
        for go_on in (desk.start, desk.pause):
            with pytest.raises(RoomError, match="The game has ended"):
                go_on()
        assert len(desk.match("1")) == 0


def test_the_coach_speaks_on_the_screen_whose_turn_it_is_and_can_be_sent_away_there(path, monkeypatch):
    monkeypatch.setattr(GAMES["fishery"], "coach", lambda state: "Think.")
    one, other = (sit(path, "1", number) for number in (0, 1))
    assert [table.board.prompt["coach"] for table in (one, other)] == ["Think.", ""]
    send(one, type="move", move="ship a1")
    other.catch_up()
    assert [table.board.prompt["coach"] for table in (one, other)] == ["", "Think."]
    for words in ("", "Think."):
        send(other, type="coach")
        assert other.board.prompt["coach"] == words


def test_when_the_teacher_goes_back_all_screens_do(path):
    table = sit(path, "1", 0)
    with Room(path) as desk:
        send(table, type="move", move="ship a1")
        desk.rewind("1", 0)
        table.catch_up()
        assert len(table.match) == table.session.at == 0
        assert "went back to move 0" in table.board.status
        send(table, type="move", move="ship d4")
        assert desk.match("1").moves == [("ship", "d4")]


def test_a_game_that_is_read_anew_has_not_gone_back(path):
    with Room(path) as room:
        session = RoomSession(room, "1", 0)
        session.match.play("ship a1")  # by nobody: the room reads the game from its file again
        assert session.catch_up() is None and len(session.match) == 0
        assert room.append("1", 0, "ship b2", 0, session.key)
        assert "went back" not in session.catch_up() and session.at == 1


def test_who_looks_back_stays_there_and_moves_only_at_the_end(path):
    black, white = (sit(path, "1", number) for number in (0, 1))
    send(black, type="move", move="ship a1")
    send(black, type="at", at=0)
    white.catch_up()
    send(white, type="move", move="ship b1")
    black.catch_up()
    assert (black.session.at, len(black.match)) == (0, 2)
    assert 'data-move="' not in black.board.svg
    send(black, type="move", move="ship c1")
    assert "an earlier moment" in black.board.error
    send(black, type="at", at=2)
    send(black, type="move", move="ship c1")
    assert len(black.match) == 3


def test_a_screen_at_which_nobody_sits_shows_what_all_may_see_and_nothing_else(tmp_path):
    with Room(tmp_path / "a") as room:
        room.open("1", "fleet", 2, ["person", "person"])
        for seat in (0, 1):
            room.claim("1", seat, f"somebody-elses-{seat}")
        room.run("1")
        table = sit(room, "1")
        assert table.session.people == []
        assert table.session.viewer() == CHANCE
        state = table.match.state
        assert state.view(CHANCE) != state
        stranger = face_of(state).board(state.view(CHANCE), Look(CHANCE, prefix=table.board.uid))
        assert re.findall(r"<text[^>]*>([^<]*)", table.board.svg) == re.findall(r"<text[^>]*>([^<]*)", stranger)


def test_one_screen_passed_round_plays_all_seats_that_nobody_else_has_taken(tmp_path):
    with Room(tmp_path / "a") as room:
        room.open("1", "fleet", 3, ["person", "person", "random"])
        lesson = Lesson(room)
        lesson.settle()
        screen = PassedRound(lesson, Frame(), "1")
        table = screen.seat
        assert table.session.people == [0, 1]
        assert table.board.cover.startswith("Hand the screen to")
        rng = Random(1)
        for _ in range(12):
            send(table, type="uncover")
            if table.match.state.turn() in (0, 1):
                send(table, type="move", move=table.match.game.notation(table.match.state.sample(rng)))
                assert not table.board.error
            lesson.settle()
        assert len(room.match("1")) >= 12  # how many more depends on the bot and on the secret luck
        other = sit(tmp_path / "a", "1", 1)
        table.catch_up()
        assert table.session.people == [0]
        send(table, type="uncover")
        assert table.session.viewer() == 0
        room.claim("1", 0, "somebody-elses")
        table.catch_up()
        assert table.session.viewer() == CHANCE, "who does not sit here sees what everybody may"
        assert other.session.viewer() == 1


def test_real_dice_are_typed_in_at_any_screen_of_the_table(tmp_path):
    with Room(tmp_path / "a") as room:
        room.luck = "real"
        room.open("1", "boom", 2)
    one, other = (sit(tmp_path / "a", "1", number) for number in (0, 1))
    send(one, type="move", move=one.match.game.notation(one.match.state.moves()[0]))
    other.catch_up()
    assert "Enter what was rolled" in other.board.hint
    send(other, type="move", move="roll 5")
    assert one.session.room.history("1")[-1]["move"] == "roll 5"


def test_the_room_goes_and_comes_back_and_the_page_says_so(path, lesson):
    (door,) = took(lesson, "1", 0)
    desk = Desk(lesson.room)
    lesson.desks.append(desk)
    table = door.seat
    away = path.rename(path.with_name("away"))
    lesson.look()
    assert "file is gone" in door.notices.news["trouble"]
    assert "file is gone" in desk.panel.head["trouble"]
    send(table, type="move", move="ship a1")
    assert "file is gone" in table.board.error
    away.rename(path)
    lesson.look(every=True)
    assert not door.notices.news.get("trouble")
    send(table, type="move", move="ship a1")
    assert len(table.match) == 1


# What is refused although it was sent.


FORGED = [
    {"type": "undo"}, {"type": "redo"}, {"type": "form"}, {"type": "again"}, {"type": "anew"}, {"type": "other"},
    {"type": "bots"}, {"type": "code"}, {"type": "seat", "seat": 1, "who": "random"},
    {"type": "hint"}, {"type": "think"}, {"type": "seat", "seat": 1, "who": "person"}, {"type": "begin", "values": {}},
    {"type": "load", "code": Match(GAMES["fishery"], 2, **SMALL).code()}, {"type": "move", "move": "ship c3"},
    {"type": "move", "move": "ship c3", "seat": 0}, {"type": ["undo"]}, {"type": "state"}, {"type": "step"},
]  # fmt: skip


@pytest.mark.parametrize("content", FORGED, ids=repr)
def test_forged_messages_change_nothing_and_tell_no_code(path, content):
    black, white = (sit(path, "1", number) for number in (0, 1))
    send(black, type="move", move="ship a1")
    send(black, type="tab", tab="save")
    before = (
        black.session.room.history("1"),
        black.session.room.status("1").seats,
        [row["who"] for row in black.board.seats],
    )
    send(black, **content)
    assert (
        black.session.room.history("1"),
        black.session.room.status("1").seats,
        [row["who"] for row in black.board.seats],
    ) == before
    assert black.board.save["code"] == ""
    assert black.match.code() not in synced(black)
    assert white.session.room.match("1").moves == [("ship", "a1")]


def test_what_a_page_may_not_do_python_does_not_do_either(path):
    table = sit(path, "1", 0)
    for act in (
        table.undo,
        table.redo,
        lambda: table.load(""),
        lambda: table.session.reseat(1, "random"),
        table.session.again,
    ):
        with pytest.raises(SessionError, match="only the teacher"):
            act()


def test_the_code_comes_when_the_game_is_over(path):
    with Room(path) as room:
        room.open("2", "fishery", 2, ["random", "random"], columns=3, rows=3, ships=1)
        room.run("2")
        table = sit(room, "2")
        send(table, type="tab", tab="save")
        assert Match.from_code(table.board.save["code"]).moves == room.match("2").moves
        assert table.board.ending


@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_the_coach_is_asked_about_what_the_seat_sees(start, tmp_path, monkeypatch):
    asked: list[Any] = []
    monkeypatch.setattr(start.game, "coach", lambda state: asked.append(state) or "Think.")
    match = next(one for one, _ in moments(start, 0) if one.state.turn() == 0)
    assert class_seat_page(Scene(match, 0, tmp_path)).board.prompt["coach"] == "Think."
    assert asked == [match.state.view(0)]
    assert asked != [match.state] or match.game.name not in COURSE, "something is hidden at that moment"


# The lobby.


def test_where_seats_are_drawn_by_lot_a_forged_message_takes_none(lesson):
    lesson.room.keep("plan", {})
    door = lesson.lobby()
    knock(door, type="take", table="1", seat=0)
    assert door.seat is None
    assert "drawn by lot" in door.notices.door["answer"]
    assert lesson.room.status("1").free == (0, 1)


@pytest.mark.parametrize("name", ["silence", "to-win", "cooperative"])
def test_the_bar_of_every_seat_says_what_counts_and_names_no_treatment(lesson, name):
    lesson.room.open("2", "boom", 2, **TERMS[name].options(2))
    door = lesson.lobby()
    knock(door, type="take", table="2", seat=1)
    assert door.notices.bar["aim"] == TERMS[name].aim
    assert TERMS[name].title not in str(door.notices.bar)


def test_a_person_chooses_a_seat_and_comes_back_after_a_reload(lesson):
    door = lesson.lobby()
    knock(door, type="hello", key="")
    (row,) = door.notices.door["tables"]
    assert row["about"] == "Fishery, 2 players: 2 seats free"
    assert [one["free"] for one in row["seats"]] == [True, True]
    knock(door, type="take", table="1", seat=1)
    assert door.seat.session.seat == 1
    assert door.notices.door == {}
    key = door.notices.bar["key"]
    again = lesson.lobby()
    assert [one["free"] for one in again.notices.door["tables"][0]["seats"]] == [True, False]
    knock(again, type="hello", key=key)
    assert again.seat.session.seat == 1
    elsewhere = lesson.lobby()
    knock(elsewhere, type="key", key="nothing-like-it")
    assert "No seat has this key" in elsewhere.notices.door["answer"]
    knock(elsewhere, type="key", key=key.upper())
    assert elsewhere.seat.session.seat == 1


def test_a_late_comer_in_a_full_class_is_told_whom_to_ask(lesson):
    door, late = lesson.lobby(), lesson.lobby()
    knock(door, type="take", table="1", seat=0)
    lesson.look()
    assert "full" not in late.notices.door
    with Room(lesson.room.path) as desk:
        desk.seating.give("1", 1, "fencer")
        lesson.look()
        assert late.notices.door["full"] == "Every seat is taken: ask your teacher for one."
        desk.close("1")
        lesson.look()
        assert "tables" not in late.notices.door


def test_two_people_on_one_seat_are_told_and_the_second_chooses_again(lesson):
    doors = [lesson.lobby(), lesson.lobby()]
    for door in doors:
        knock(door, type="take", table="1", seat=0)
    assert doors[0].table is not None
    assert doors[1].table is None
    assert "is taken" in doors[1].notices.door["answer"]
    knock(doors[1], type="take", table="1", seat=1)
    assert doors[1].seat.session.seat == 1
    assert doors[1].notices.door == {}


def test_whoever_is_freed_stands_at_the_door_again_and_the_tab_forgets_the_key(lesson):
    door = lesson.lobby()
    knock(door, type="take", table="1", seat=0)
    with Room(lesson.room.path) as desk:
        desk.seating.free("1", 0)
    lesson.look()
    assert door.table is None
    assert "board" not in door.frame
    assert "freed" in door.notices.door["answer"]
    assert door.notices.bar == {"key": ""}
    knock(door, type="hello", key="aaaa-bbbb")
    assert door.table is None


def test_the_door_shows_new_tables_and_no_closed_ones_and_names_are_data(lesson):
    door = lesson.lobby()
    with Room(lesson.room.path) as desk:
        desk.open("<img src=x onerror=alert(1)>", "boom", 2, ["person", "careful"])
        desk.close("1")
    lesson.look()
    (row,) = door.notices.door["tables"]
    assert row["name"] == "<img src=x onerror=alert(1)>"
    assert row["seats"][1]["who"] == "a bot (careful)"
    for wrong in ({"table": "1", "seat": 0}, {"table": 3, "seat": 0}, {"table": row["name"], "seat": 1}, {}):
        knock(door, type="take", **wrong)
        assert door.table is None
        assert door.notices.door["answer"]


def test_who_gave_way_to_a_bot_is_told_so_and_plays_on_when_the_seat_is_returned(lesson):
    black, _ = took(lesson, "1", 0, 1)
    key = black.notices.bar["key"]
    lesson.room.seating.give("1", 0, "fencer")
    lesson.look()
    assert "A bot plays for you now" in black.notices.door["waits"]
    assert black.notices.bar == {"key": key}, "the browser keeps the key"
    assert black.place is None
    lesson.settle()
    again = lesson.lobby(black.device)
    knock(again, type="hello", key=key)
    assert "A bot plays for you now" in again.notices.door["waits"], "also after a reload"
    lesson.room.seating.give("1", 0, "person")
    lesson.look()
    for page in (black, again):
        assert (page.place, page.notices.bar["key"], page.notices.door) == (("1", 0), key, {})
        assert page.seat.board.count == 1, "the bot's move stays"
    lesson.room.seating.give("1", 0, "fencer")
    lesson.look()
    lesson.room.seating.free("1", 0)
    lesson.room.seating.give("1", 0, "person")
    lesson.look()
    assert "Your seat was freed" in black.notices.door["answer"]
    assert black.notices.bar == {"key": ""}


def test_a_device_has_one_seat_unless_the_teacher_allows_more(lesson):
    lesson.room.open("2", "boom", 2)
    first, second = lesson.lobby("tablet"), lesson.lobby("tablet")
    knock(first, type="take", table="1", seat=0)
    knock(second, type="take", table="2", seat=0)
    assert second.seat is None
    assert "This device has a seat already, at table 1" in second.notices.door["answer"]
    assert "another" not in first.notices.bar
    desk = Desk(lesson.room, done=lambda: lesson.look(every=True))
    desk.panel.receive({"type": "share", "on": True})
    assert desk.model.view["head"]["shared"]
    assert first.notices.bar["another"] == "?another"
    knock(second, type="take", table="2", seat=0)
    assert second.place == ("2", 0)
    third = lesson.lobby("tablet")
    lesson.room.seating.free("1", 0)
    knock(third, type="take", table="2", seat=1)
    assert third.place == ("2", 1), "a seat that was freed counts no more"
    desk.panel.receive({"type": "share", "on": False})
    assert "another" not in second.notices.bar
    fourth = lesson.lobby("tablet")
    knock(fourth, type="take", table="1", seat=0)
    assert fourth.seat is None


def test_who_opens_anothers_seat_by_its_key_is_not_alone_in_knowing_it(lesson):
    (owner,) = took(lesson, "1", 0)
    key = owner.notices.bar["key"]
    again = lesson.lobby(owner.device)
    knock(again, type="hello", key=key)
    assert not owner.notices.news.get("trouble"), "a second tab of one's own is no news"
    thief = lesson.lobby("another device")
    knock(thief, type="key", key=key)
    assert "opened on another device" in owner.notices.news["trouble"]
    lesson.look(every=True)
    assert "opened on another device" in owner.notices.news["trouble"]


def test_only_pages_that_a_change_concerns_are_told_again(lesson):
    lesson.room.open("2", "fishery", 2, **SMALL)
    one, other = took(lesson, "1", 0)[0], took(lesson, "2", 0)[0]
    waiting = lesson.lobby()
    before = (other.seat.board.rev, waiting.notices.rev)
    send(one.seat, type="move", move="ship a1")
    assert (other.seat.board.rev, waiting.notices.rev) == before
    with Room(lesson.room.path) as elsewhere:
        elsewhere.append("2", 0, "ship a1", 0, other.notices.bar["key"])
    lesson.look()
    assert other.seat.board.count == 1


def test_a_page_that_is_gone_is_told_nothing_and_its_seat_is_kept(lesson):
    (door,) = took(lesson, "1", 0)
    assert lesson.present() == {("1", 0)}
    door.close()
    assert lesson.present() == set() and lesson.pages == []
    assert lesson.room.status("1").taken[0]


# Lots.


def test_where_the_desk_planned_the_class_seats_are_drawn_and_who_finds_none_waits_and_is_brought_there(lesson):
    lesson.room.close("1")
    lesson.room.open("2", "boom", 2)
    lesson.room.keep("plan", {"people": 2})
    doors = [lesson.lobby() for _ in range(3)]
    assert doors[0].notices.door["draw"] == "Your seat is drawn by lot."
    for door in doors:
        knock(door, type="draw")
    assert {door.place for door in doors[:2]} == {("2", 0), ("2", 1)}
    assert doors[2].seat is None and "Wait here" in doors[2].notices.door["waits"]
    assert lesson.room.seating.waiting() == 1
    lesson.room.open("3", "boom", 2)
    lesson.keep_time()
    assert doors[2].table == "3"
    assert lesson.room.seating.waiting() == 0


def test_one_device_waits_in_one_place_however_often_it_asks_and_reloads(lesson):
    lesson.room.close("1")
    lesson.room.open("2", "boom", 2, ["random", "random"])
    lesson.room.keep("plan", {"people": 2})
    page = lesson.lobby("phone")
    for _ in range(90):
        knock(page, type="draw")
    key = page.notices.bar["key"]
    assert key, "the browser keeps the key"
    pages = [page]
    for _ in range(3):
        pages.append(lesson.lobby("phone"))
        knock(pages[-1], type="hello", key=key)
        assert "Wait here" in pages[-1].notices.door["waits"], "it waits on, and need not press again"
    other_tab = lesson.lobby("phone")
    knock(other_tab, type="draw")
    assert lesson.room.seating.waiting() == 1
    restarted = Lesson(lesson.room).lobby("phone")
    knock(restarted, type="hello", key=key)
    knock(restarted, type="draw")
    assert lesson.room.seating.waiting() == 1, "also after the server was started again"
    Plan.of(lesson.room).deal_in(lesson.room)
    lesson.keep_time()
    assert {one.place for one in (*pages, other_tab)} == {page.place} and page.place is not None
    assert sum(sum(one.taken) for one in lesson.room.statuses()[0]) == 1
    knock(lesson.lobby("phone"), type="draw")
    assert lesson.room.seating.waiting() == 0


def test_however_many_wait_a_beat_is_one_look_and_one_note(lesson, monkeypatch):
    lesson.room.close("1")
    lesson.room.open("2", "boom", 2, ["random", "random"])
    lesson.room.keep("plan", {"people": 2})
    pages, seating, done = [lesson.lobby() for _ in range(30)], lesson.room.seating, []
    for page in pages:
        knock(page, type="draw")
    assert seating.waiting() == 30
    for name in ("deal", "wait", "has_free"):
        act = getattr(seating, name)
        monkeypatch.setattr(seating, name, lambda *given, act=act, name=name: done.append(name) or act(*given))
    lesson.keep_time()
    assert done == ["has_free", "wait"]
    for page in pages:
        knock(page, type="draw")
    assert done == ["has_free", "wait"], "who waits and asks again costs nothing"
    lesson.room.open("3", "boom", 4)
    done.clear()
    lesson.keep_time()
    assert [page.table for page in pages] == ["3"] * 4 + [None] * 26, "in the order in which they came"
    assert done.count("deal") == 4 and done[-1] == "wait"


def test_a_device_has_its_seats_also_after_the_server_was_started_again(lesson, tmp_path):
    (door,) = took(lesson, "1", 0)
    key = door.notices.bar["key"]
    again = Lesson(lesson.room)
    assert again.seated() == {door.device}
    with pytest.raises(RoomError, match="This device has a seat already"):
        again.allow_seat(door.device)
    knock(again.lobby("tablet"), type="hello", key=key)
    assert again.seated() == {door.device, "tablet"}, "it may be open on two"
    next_game(lesson.room, [Again("1", "New", SMALL)])
    assert again.seated() == {door.device, "tablet"}
    with Room(lesson.room.file.copy_to(tmp_path / "copy.room")) as copy:
        assert copy.seating.devices() == {}, "nothing of devices is in a copy for others"
    lesson.room.seating.free("New", 0)
    assert again.seated() == set()
    for nonsense in (3, [], {"x": 3}, {"x": [[]]}):
        with lesson.room.file.writing():
            lesson.room.file.set("devices", nonsense)
        assert again.seated() == set()


def test_who_has_a_seat_that_a_bot_plays_or_that_a_key_opens_gets_no_second_one_by_lot(lesson):
    black, _ = took(lesson, "1", 0, 1)
    key = black.notices.bar["key"]
    lesson.room.open("2", "boom", 2)
    lesson.room.keep("plan", {"people": 2})
    lesson.room.seating.give("1", 0, "fencer")
    lesson.look()
    other_tab = lesson.lobby(black.device)
    for page in (black, other_tab):
        knock(page, type="take", table="2", seat=0)
        knock(page, type="draw")
    assert lesson.room.status("2").taken == (False, False)
    assert "This device has a seat already" in other_tab.notices.door["answer"]
    lesson.room.close("2")
    lesson.room.seating.give("1", 0, "person")
    waits = lesson.lobby("another phone")
    knock(waits, type="draw")
    knock(waits, type="key", key=key)
    assert waits.place == ("1", 0)
    lesson.room.open("3", "boom", 2)
    lesson.keep_time()
    assert lesson.room.status("3").taken == (False, False), "who has come back to a seat waits for none"


def test_it_is_kept_who_is_really_there(lesson):
    (door,) = took(lesson, "1", 0)
    lesson.keep_time()
    assert lesson.room.status("1").seen[0]
    door.close()


def test_people_who_play_a_second_game_are_brought_to_its_tables(lesson):
    (door,) = took(lesson, "1", 0)
    key = door.notices.bar["key"]
    lesson.room.end()
    next_game(lesson.room, [Again("1", "New", SMALL)])
    lesson.look()
    assert door.place == ("New", 0), door.notices.door
    assert door.notices.bar["key"] == key
