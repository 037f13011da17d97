"""Seats of a class: each screen plays its own seat, sees its own view, and nothing forged gets through."""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from classroom.lesson import Frame, Instant, Lesson, knock, send, sit, took
from fishlab_widgets.classroom import live_class
from fishlab_widgets.classroom.bot_pool import BotPool
from fishlab_widgets.classroom.desk.desk import Desk, Projector
from fishlab_widgets.classroom.desk.plan import Plan
from fishlab_widgets.classroom.lobby import Lobby, PassedRound
from fishlab_widgets.controls.served import SocketPage
from fishlab_widgets.live.face import Look, face_of
from laws import COURSE
from surfaces import Scene, class_seat_page, synced
from twins import STARTS, moments, name_of

from fishlab import GAMES, HIDDEN, IllegalMove, Match, Reason, State, register
from fishlab.boom.treatments import TERMS
from fishlab.core import CHANCE, OVER
from fishlab.players.search import Searcher
from fishlab.room import BEFORE, Again, Procedure, Room, RoomError, RoomSession, next_game
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
    assert not black.board.can["undo"] and not white.board.can["undo"], "only the teacher takes moves back"
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


@pytest.mark.long
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
    assert len(lesson.room.match("1")) == 0 and "not begun" in mine.board.prompt["text"]
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


@pytest.mark.long
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
        self.asked, self.found, self.gate = 0, 0, asyncio.Event()

    async def find(self, think: Any) -> str:
        self.asked += 1
        await self.gate.wait()
        text = await super().find(think)
        self.found += 1
        return text


@pytest.mark.long
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


def test_what_a_bot_has_thought_is_not_played_for_the_person_who_has_its_seat_by_then(path):
    async def play() -> None:
        live = live_class.LiveClass(Room(path), bots := Held(), pace=0)
        live.room.open("2", "fishery", 2, ["fencer", "person"], **SMALL)
        live.look(every=True)
        await until(lambda: bots.asked == 1)
        live.room.seating.give("2", 0, "person")
        bots.gate.set()
        await until(lambda: bots.found == 1, 0.02)
        for _ in range(10):
            await asyncio.sleep(0)
        assert not live.room.match("2").moves
        live.room.seating.give("2", 0, "fencer")
        live.look(every=True)
        await until(lambda: len(live.room.match("2")) == 1, 0.02)
        live.close()

    asyncio.run(play())


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
    assert "A bot has failed (ZeroDivisionError: oops)" in door.notices.news["trouble"]
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
        assert table.board.prompt["text"] == "The game has not begun yet: your teacher will start it."
        desk.start()
        desk.pause()
        lesson.look(every=True)
        assert table.board.prompt["text"] == "The game is paused: your teacher will go on with it."
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
    assert "an earlier position" in black.board.error
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


# What goes wrong on one page, or on the disk, stops nothing else.


class Broken(Lobby):
    """A page on which something goes wrong, whatever it is told."""

    broken = False

    def look(self) -> None:
        if self.broken:
            raise ZeroDivisionError("oops")
        super().look()

    def _break(self) -> None:
        raise ZeroDivisionError("oops")

    def stay(self) -> None:
        self._break()

    def deal(self) -> None:
        self._break()


def served(path: Path, act: Callable[[live_class.LiveClass], Awaitable[None]], **more: Any) -> None:
    """Do something in a class whose loop runs."""

    async def go() -> None:
        live = live_class.LiveClass(Room(path), Instant(), pace=0, **more)
        try:
            await act(live)
        finally:
            live.close()

    asyncio.run(go())


def test_what_goes_wrong_on_one_page_is_said_there_and_all_others_are_told(path, caplog):
    async def act(live: live_class.LiveClass) -> None:
        bad, black, white = (kind(live, Frame(), str(number)) for number, kind in enumerate((Broken, Lobby, Lobby)))
        live.desks.append(Desk(live.room))
        knock(bad, type="take", table="1", seat=0)
        key, bad.broken = bad.notices.bar["key"], True
        knock(white, type="take", table="1", seat=1)
        knock(black, type="key", key=key)
        assert black.place == ("1", 0), "who opens the same seat is not kept out either"
        await until(lambda: bad.notices.news.get("trouble") == "Something went wrong here (ZeroDivisionError: oops).")
        send(black.seat, type="move", move="ship a1")
        await until(lambda: white.seat.board.count == 1)
        await until(lambda: live.desks[0].panel.cards[0]["name"] == "1")
        waits = Lobby(live, Frame(), "late")
        live.room.keep("plan", {})
        bad.waits_with = "aaaa-bbbb"
        knock(waits, type="draw")
        live.room.open("2", "fishery", 2, **SMALL)
        live.keep_time()
        await until(lambda: waits.table == "2")
        bad.broken = False
        live.look(every=True)
        await until(lambda: "opened on another device" in bad.notices.news["trouble"])

    served(path, act)
    assert "a page went wrong" in caplog.text and "ZeroDivisionError: oops" in caplog.text


def test_the_loop_of_a_class_survives_whatever_goes_wrong_in_a_look(path, monkeypatch, caplog):
    monkeypatch.setattr(live_class, "LOOK", 0)
    monkeypatch.setattr(live_class, "BEAT", 0)
    wrong = [ZeroDivisionError, RoomError, KeyError, OSError]

    async def act(live: live_class.LiveClass) -> None:
        compare, page = live.room.statuses, Lobby(live, Frame(), "phone")

        def statuses() -> Any:
            if wrong:
                raise wrong.pop()("oops")
            return compare()

        monkeypatch.setattr(live.room, "statuses", statuses)
        looking = asyncio.get_running_loop().create_task(live.run())
        await until(lambda: not wrong)
        live.room.open("2", "fishery", 2, **SMALL)
        await until(lambda: len(page.notices.door["tables"]) == 2 and not page.notices.news.get("trouble"))
        assert not looking.done()
        looking.cancel()

    served(path, act)
    assert "went wrong" in caplog.text


def test_when_a_full_disk_takes_moves_again_all_tables_go_on_and_the_desk_reads_both(path):
    async def act(live: live_class.LiveClass) -> None:
        desk, room = Desk(live.room), live.room
        live.desks.append(desk)
        room.open("2", "fishery", 2, ["random", "fencer"], **SMALL)
        room.open("3", "fishery", 2, ["person", "fencer"], **SMALL)
        page = Lobby(live, Frame(), "phone")
        knock(page, type="take", table="3", seat=0)
        live.look()
        room.file.db.execute("PRAGMA query_only=ON")
        for _ in range(3):
            send(page.seat, type="move", move="ship a1")
            live.keep_time()
            await until(lambda: "as soon as moves can be written" in desk.panel.head["trouble"])
            assert "Nothing was lost" in page.seat.board.error
        assert not room.match("2").moves and not room.match("3").moves
        page.fail("Nothing can be written.")
        late = Lobby(live, Frame(), "another phone")
        knock(late, type="take", table="1", seat=0)
        assert late.seat is None and late.notices.door["answer"]
        room.file.db.execute("PRAGMA query_only=OFF")
        live.keep_time()
        assert desk.panel.head["trouble"] == "The room’s file can be written again: all tables go on."
        await until(lambda: room.match("2").over and not page.notices.news.get("trouble"))
        await until(lambda: late.notices.door["answer"] == "")  # who waits outside is told no more of what is over
        send(page.seat, type="move", move="ship a1")
        await until(lambda: page.seat.board.count == 2)

    served(path, act)


def test_a_table_that_came_to_a_stop_is_set_going_again(path, monkeypatch):
    async def act(live: live_class.LiveClass) -> None:
        live.room.open("2", "fishery", 2, ["random", "fencer"], **SMALL)
        for stops in ("mover", "append", "match"):
            done = getattr(live.room, stops)
            count = len(live.room.match("2"))

            def stop(*_: Any) -> None:
                raise ZeroDivisionError("oops")

            monkeypatch.setattr(live.room, stops, stop)
            live.let_move("2")
            for _ in range(20):
                await asyncio.sleep(0)
            monkeypatch.setattr(live.room, stops, done)
            assert len(live.room.match("2")) == count
            live.keep_time()
            await until(lambda: len(live.room.match("2")) > count)  # noqa: B023

    served(path, act)


# What is refused although it was sent.


FORGED = [
    {"type": "undo"}, {"type": "redo"}, {"type": "form"}, {"type": "again"}, {"type": "anew"}, {"type": "other"},
    {"type": "bots"}, {"type": "code"}, {"type": "seat", "seat": 1, "who": "random"},
    {"type": "hint"}, {"type": "think"}, {"type": "seat", "seat": 1, "who": "person"}, {"type": "begin", "values": {}},
    {"type": "load", "code": Match(GAMES["fishery"], 2, **SMALL).code()}, {"type": "move", "move": "ship c3"},
    {"type": "move", "move": "ship c3", "seat": 0}, {"type": ["undo"]}, {"type": "state"}, {"type": "step"},
]  # fmt: skip


@pytest.mark.few(2)
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


@pytest.mark.few(1)
@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_the_coach_is_asked_about_what_the_seat_sees(start, tmp_path, monkeypatch):
    asked: list[Any] = []
    monkeypatch.setattr(start.game, "coach", lambda state: asked.append(state) or "Think.")
    match = next(one for one, _ in moments(start, 0) if one.state.turn() == 0)
    assert class_seat_page(Scene(match, 0, tmp_path)).board.prompt["coach"] == "Think."
    assert asked == [match.state.view(0)]
    assert asked != [match.state] or match.game.name not in COURSE, "something is hidden at that moment"


# Messages with values that nobody expects.

DEEP: Any = 0
for _ in range(60):
    DEEP = [DEEP, {"x": DEEP}] if isinstance(DEEP, int) else [DEEP]
ODD = [
    None, True, False, -1, 3, 10**400, 1.0, 0.0, 1.5, 1e308, math.nan, -math.inf, "", "1", "\x00\ud800", "𝟜" * 9,
    "x" * 1_000_000, [], [[]], [None, {}, math.nan], {}, {"seat": {"seat": [None]}, "": math.nan}, DEEP,
]  # fmt: skip
SEAT = {
    **dict.fromkeys(("undo", "redo", "bots", "other", "anew", "form", "again", "same", "back", "code", "coach"), ()),
    **dict.fromkeys(("hint", "think", "shown", "enough"), ()),
    **dict.fromkeys(("cancel", "uncover", "open", "whole", "state", "step", "pulse"), ()),
    "move": ("move", "rev"), "mark": ("mark",), "at": ("at",), "walk": ("by",), "guide": ("do",), "tempo": ("tempo",),
    "tab": ("tab", "whole"), "load": ("code",), "begin": ("values", "seats"), "draft": ("values",),
    "seat": ("seat", "who"), "name": ("seat", "name"),
}  # fmt: skip
LOBBY = {"hello": ("key",), "key": ("key",), "take": ("table", "seat"), "pulse": ()}
STEPS = {"submit": ("card", "answers"), "back": ("card",), "skip": ("card",), "pulse": ()}
PLAN = (
    "game", "people", "players", "treatments", "form", "years", "bot", "luck", "language", "full", "procedure",
    "prediction",
)  # fmt: skip
DESK = {
    **dict.fromkeys(("zip", "report", "room", "start", "pause", "year", "end", "plan", "add", "deal", "show"), ()),
    **dict.fromkeys(("word", "pulse", "hello"), ()), **dict.fromkeys(("back", "hold", "go", "close"), ("table",)),
    **dict.fromkeys(("free", "key", "bot", "person"), ("table", "seat")), "make": PLAN, "try": PLAN, "again": ("swap",),
    "say": ("words", "table"), "clock": ("seconds",), "extend": ("seconds", "table"), "share": ("on",),
    "tab": ("tab",), "choose": ("table",), "look": ("table",), "pool": ("piece", "name", "first", "whole", "last"),
}  # fmt: skip
SANE: dict[str, Any] = {"table": "1", "seat": 0, "piece": "", "name": "a.zip", "values": {}, "who": "person"}


def odd_messages(kinds: dict[str, tuple[str, ...]], values: Sequence[Any] = ODD) -> Iterator[dict[str, Any]]:
    """Yield messages of every kind, of each of whose parts there is every odd value; and what is no message."""
    yield from ({"type": value} for value in values)
    for kind, parts in kinds.items():
        yield {"type": kind}
        sane = {part: SANE[part] for part in parts if part in SANE}
        for part in parts:
            yield from ({"type": kind, **sane, part: value} for value in values)
        if "answers" in parts or "values" in parts:
            inner = [{"catch": one, "lasts": one, "promise": one, "game": one, "players": one} for one in values]
            yield from ({"type": kind, **sane, "answers": one, "values": one} for one in inner)


class Heard:
    """A page whose messages come as texts; what it is told must be JSON that a browser can read."""

    def __init__(self) -> None:
        self.state: dict[str, dict[str, Any]] = {}
        self.page = SocketPage(self._take)

    def _take(self, text: str) -> None:
        assert len(text) < 600_000, "nothing of a megabyte comes back"
        told = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
        self.state.setdefault(told.get("mount") or told.get("model"), {}).update(told.get("state", {}))
        assert "went wrong" not in text, text[-2000:]

    def hear(self, model: str, message: Any) -> None:
        self.page.hear(json.dumps({"model": model, "msg": message}))


def odd_class(room: Room) -> tuple[Lesson, Heard, Heard, Heard]:
    """Return a class with the pages of a student at a table, of another one, and of the teacher."""
    lesson = Lesson(room)
    pages = [Heard() for _ in range(3)]
    for device, one in zip(("phone", "tablet"), pages, strict=False):
        Lobby(lesson, one.page, device)
    lesson.desks.append(Desk(room, pages[2].page, done=lambda: lesson.look(every=True)))
    return lesson, pages[0], pages[1], pages[2]


@pytest.mark.long
def test_whatever_a_seats_page_sends_nothing_goes_wrong_and_others_play_on(path, caplog):
    room = Room(path)
    room.open("2", "pisces", 2)
    lesson, *pages, _ = odd_class(room)
    for seat, page in enumerate(pages):
        page.hear("notices", {"type": "take", "table": "2", "seat": seat})
    rng = Random(1)
    while not pages[0].state["board"]["walk"]["offered"]:  # what happened is walked through from here on
        lesson.settle()
        page = pages[room.status("2").turn]
        state = room.match("2").state
        page.hear(
            "board", {"type": "move", "move": state.notation(state.sample(rng)), "rev": page.state["board"]["rev"]}
        )
    lesson.settle()
    count = len(room.match("2"))
    for message in odd_messages(SEAT):
        pages[0].hear("board", message)
        lesson.look(every=True)
    assert len(room.match("2")) == count
    pages[0].hear("board", {"type": "at", "at": count})
    page = pages[room.status("2").turn]
    move = room.match("2").game.notation(room.match("2").state.moves()[0])
    page.hear("board", {"type": "move", "move": move, "rev": page.state["board"]["rev"]})
    assert [page.state["board"]["count"] for page in pages] == [count + 1] * 2
    assert not caplog.records


def test_whatever_a_page_in_the_lobby_sends_nothing_goes_wrong_and_it_takes_a_seat_after_all(path, caplog):
    lesson, page, other, _ = odd_class(Room(path))
    for message in odd_messages(LOBBY):
        if message.get("table") != "1" or type(message["seat"]) is not int:
            page.hear("notices", message)
    assert lesson.room.status("1").taken == (False, False), "no odd value is a seat"
    page.hear("notices", {"type": "take", "table": "1", "seat": 1})
    other.hear("notices", {"type": "draw", "key": ODD})
    assert lesson.room.status("1").taken == (True, True)
    assert not caplog.records


@pytest.mark.few(1)
@pytest.mark.parametrize("stage", ["instructions", "practice", "questions", "prediction", "promise"])
def test_whatever_a_card_sends_nothing_goes_wrong_and_the_person_goes_on(tmp_path, stage, caplog):
    room = Room(tmp_path / "class.room")
    off = dict.fromkeys(BEFORE, False) | ({stage: True} if stage in BEFORE else {})
    Procedure.read(off).keep(room.file)
    if stage in BEFORE:
        room.pause()
    room.open("1", "boom", 2, talk="yearly")
    lesson, page, *_ = odd_class(room)
    page.hear("notices", {"type": "take", "table": "1", "seat": 0})
    card = page.state["steps"]["card"]["name"]
    for message in odd_messages(STEPS):
        page.hear("steps", message if "card" in message else {**message, "card": page.state["steps"]["card"]["name"]})
    assert card
    lesson.look(every=True)
    assert not caplog.records


@pytest.mark.long
def test_whatever_the_desks_page_sends_nothing_goes_wrong(path, caplog):
    few = [None, True, -1, 10**400, 1.5, math.nan, "\x00\ud800", "x" * 1_000_000, [], [[]], {}, {"": [math.nan]}, DEEP]
    for seats in (True, False):
        lesson, page, _, desk = odd_class(Room(path))
        if seats:
            page.hear("notices", {"type": "take", "table": "1", "seat": 0})
        else:
            desk.hear("desk", {"type": "plan"})
        for message in odd_messages(DESK, few):
            desk.hear("desk", message)
        lesson.look(every=True)
        assert not caplog.records
    for guess, kept in (
        (math.nan, None),
        (True, None),
        ("9", 9.0),
        ("nine", None),
        (-(10**400), -500.0),
        (math.inf, None),
        (501, 500.0),
        (7, 7.0),
    ):
        desk.hear("desk", {"type": "plan"})
        desk.hear("desk", {"type": "make", "treatments": ["silence", "to-win"], "prediction": guess})
        found = lesson.room.note("guess")
        assert (found and found["value"]) == kept


def test_whatever_the_game_sends_that_a_desk_looks_at_nothing_goes_wrong(path, caplog):
    _, _, _, desk = odd_class(Room(path))
    desk.hear("desk", {"type": "look", "table": "1"})
    assert "board" not in desk.state and desk.state["copy"]["count"] == 0
    for message in odd_messages(SEAT):
        desk.hear("copy", message)
    assert not caplog.records


def test_whatever_a_projectors_page_sends_nothing_goes_wrong(path, caplog):
    wall = Heard()
    shown = Projector(Room(path), wall.page, join={"address": "", "word": "", "qr": ""})
    before = wall.state["projector"]
    for message in odd_messages(DESK):
        wall.hear("projector", message)
    shown.look()
    assert wall.state["projector"] == before
    assert not caplog.records


# The lobby.


def test_where_seats_are_drawn_by_lot_a_forged_message_takes_none(lesson):
    lesson.room.keep("plan", {})
    door = lesson.lobby()
    knock(door, type="take", table="1", seat=0)
    assert door.seat is None
    assert "drawn at random" in door.notices.door["answer"]
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
    assert "A bot is playing for you" in black.notices.door["waits"]
    assert black.notices.bar == {"key": key}, "the browser keeps the key"
    assert black.place is None
    lesson.settle()
    again = lesson.lobby(black.device)
    knock(again, type="hello", key=key)
    assert "A bot is playing for you" in again.notices.door["waits"], "also after a reload"
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


def test_who_gave_way_to_a_bot_is_told_what_the_seat_has_when_the_game_is_over(lesson):
    lesson.room.open("2", "boom", 2, years=1)
    page, _ = took(lesson, "2", 0, 1)
    for seat in (0, 1):
        lesson.room.seating.give("2", seat, "careful")
    lesson.look()
    assert "A bot is playing for you" in page.notices.door["waits"]
    lesson.settle()
    lesson.look()
    status = lesson.room.status("2")
    assert status.turn == OVER
    assert f"its score is {status.totals[0]:g}. Wait".replace("-", "−") in page.notices.door["waits"]


def test_a_device_has_one_seat_unless_the_teacher_allows_more(lesson):
    lesson.room.open("2", "boom", 2)
    first, second = lesson.lobby("tablet"), lesson.lobby("tablet")
    knock(first, type="take", table="1", seat=0)
    knock(second, type="take", table="2", seat=0)
    assert second.seat is None
    assert "This device already has a seat, at table 1" in second.notices.door["answer"]
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
    desk = Desk(lesson.room)
    lesson.desks.append(desk)
    owner.close()
    owner = lesson.lobby(owner.device)
    knock(owner, type="hello", key=key)
    assert not desk.model.view["head"]["trouble"], "who comes back is no news"
    thief = lesson.lobby("another device")
    knock(thief, type="key", key=key)
    assert "1, seat A: opened on another device." in desk.model.view["head"]["trouble"]
    assert "opened on another device" in owner.notices.news["trouble"]
    lesson.look(every=True)
    assert "opened on another device" in owner.notices.news["trouble"]


def test_a_seat_is_open_on_four_pages_and_a_fifth_takes_the_place_of_the_first(lesson):
    (first,) = took(lesson, "1", 0)
    key = first.notices.bar["key"]
    pages = [first]
    for number in range(5):
        pages.append(lesson.lobby(f"device {number // 2}"))
        knock(pages[-1], type="key", key=key)
        assert [page for page in pages if page.place == ("1", 0)] == pages[-4:]
    for gone in pages[:2]:
        assert "open on 4 pages that were opened later" in gone.notices.door["answer"]
        assert gone.notices.bar == {"key": key} and "board" not in gone.frame
    lesson.look(every=True)
    assert pages[0].place is None, "it stays so until somebody asks for it"
    knock(pages[0], type="hello", key=key)
    assert pages[0].place == ("1", 0) and pages[2].place is None
    send(pages[0].seat, type="move", move="ship a1")
    assert {page.seat.board.count for page in pages if page.seat} == {1}


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
    assert {page.place for page in lesson.pages if page.place} == {("1", 0)}
    door.close()
    assert {page.place for page in lesson.pages if page.place} == set() and lesson.pages == []
    assert lesson.room.status("1").taken[0]


# Lots.


def test_where_the_desk_planned_the_class_seats_are_drawn_and_who_finds_none_waits_and_is_brought_there(lesson):
    lesson.room.close("1")
    lesson.room.open("2", "boom", 2)
    lesson.room.keep("plan", {"people": 2})
    doors = [lesson.lobby() for _ in range(3)]
    assert doors[0].notices.door["draw"] == "Your seat is drawn at random."
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
    for _ in range(2):
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


def test_between_two_people_who_are_brought_to_seats_others_are_heard(path):
    async def act(live: live_class.LiveClass) -> None:
        room = live.room
        room.close("1")
        room.keep("plan", {"people": 4})
        pages = [Lobby(live, Frame(), str(number)) for number in range(4)]
        for page in pages:
            knock(page, type="draw")
        room.open("2", "boom", 4)
        seated = []
        live.keep_time()
        while not seated or seated[-1] < 4:
            await asyncio.sleep(0)
            seated.append(sum(page.place is not None for page in pages))
        assert [*dict.fromkeys(seated)] == [1, 2, 3, 4], "one in a turn"

    served(path, act)


def test_who_may_have_no_seat_keeps_nobody_who_waits_from_one(lesson):
    black, _ = took(lesson, "1", 0, 1)
    lesson.room.keep("plan", {"people": 2})
    first, other = lesson.lobby("tablet"), lesson.lobby("phone")
    for page in (first, other):
        knock(page, type="draw")
    knock(lesson.lobby("tablet"), type="key", key=black.notices.bar["key"])
    lesson.room.open("2", "boom", 2)
    lesson.keep_time()
    assert (first.place, other.table) == (None, "2"), "the tablet has a seat already"


def test_a_device_has_its_seats_also_after_the_server_was_started_again(lesson, tmp_path):
    (door,) = took(lesson, "1", 0)
    key = door.notices.bar["key"]
    again = Lesson(lesson.room)
    assert again.seated() == {door.device}
    with pytest.raises(RoomError, match="This device already has a seat"):
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
    assert "This device already has a seat" in other_tab.notices.door["answer"]
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
