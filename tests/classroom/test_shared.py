"""Shared tables: each screen plays its own seat, sees its own view, and nothing forged gets through."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sending
from fishlab_widgets.classroom import BotDriver, Lobby, SharedTable, bot_driver, poller, seat
from fishlab_widgets.live.face import Look, face_of
from laws import COURSE
from surfaces import Scene, class_seat_page, synced
from twins import STARTS, moments, name_of

from fishlab import GAMES, Match
from fishlab.core import CHANCE
from fishlab.room import Room, RoomError, session
from fishlab.session import SessionError

SMALL = {"columns": 4, "rows": 4, "ships": 2, "nets": 6}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(seat, "PATIENCE", 0)
    session.KEYS.clear()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Room(tmp_path / "class.room") as room:
        room.open("1", "fishery", 2, **SMALL)
    return tmp_path / "class.room"


def send(table: SharedTable, **content: Any) -> None:
    sending.send(table.board, **{"rev": table.board.rev, **content})


def page_of(door: Lobby) -> Any:
    """Return what stands above the table, or alone while nobody has a seat."""
    return door.children[0]


def knock(door: Lobby, **content: Any) -> None:
    sending.send(page_of(door), **content)


def pulse(table: SharedTable) -> None:
    sending.send(table.notices, type="pulse")


# Playing from several screens.


def test_a_click_on_one_screen_is_seen_on_the_other(path):
    black, white = (SharedTable(path, "1", number) for number in (0, 1))
    send(white, type="move", move="ship a1")
    assert "It is the turn of Black, who plays at another screen" in white.board.error
    send(black, type="move", move="ship a1")
    assert not black.board.error
    pulse(white)
    assert white.match.moves == [("ship", "a1")]
    assert white.board.prompt["yours"]
    assert "a1" in white.board.status
    send(white, type="move", move="ship a1")
    assert "a1 already holds" in white.board.error
    send(white, type="move", move="ship b2")
    pulse(black)
    assert len(black.match) == 2
    assert [row["who"] for row in black.board.seats] == ["person", "at another screen"]


def test_chance_and_bots_move_by_themselves_on_whichever_page_is_there(path):
    with Room(path) as room:
        room.open("2", "boom", 3, ["person", "careful", "person"])
    one, other = (SharedTable(path, "2", number, pace=0) for number in (0, 2))
    rng = Random(2)
    for _ in range(12):
        for table in (one, other):
            pulse(table)
            if table.match.state.turn() in table.session.people:
                send(table, type="move", move=table.match.game.notation(table.match.state.sample(rng)))
                assert not table.board.error
    pulse(one)
    assert len(one.match) > 20
    assert one.match.moves == other.match.moves[: len(one.match)]
    who = {row["seat"] for row in one.room.history("2")}
    assert who == {CHANCE, 0, 1, 2}


def test_the_page_that_moved_last_leads_and_another_waits_for_it(path, monkeypatch):
    monkeypatch.setattr(seat, "PATIENCE", 1000)
    with Room(path) as room:
        room.open("2", "boom", 2)
    one, other = (SharedTable(path, "2", number, pace=0) for number in (0, 1))
    one.room.append("2", 0, one.match.game.notation(one.match.state.moves()[0]), 0, one.key)
    pulse(other)
    assert len(other.match) == 1, "the other page leaves the dice to the one that moved"
    pulse(one)
    assert len(one.match) == 2
    monkeypatch.setattr(seat, "PATIENCE", 0)
    one.room.rewind("2", 1)
    pulse(other)
    assert len(other.match) == 2, "unless nobody rolls them"


def test_when_the_clock_has_run_out_any_page_goes_on_for_those_who_still_talk(tmp_path):
    now = [1000.0]
    room = Room(tmp_path / "a", clock=lambda: now[0])
    room.open("1", "boom", 2, talk="yearly")
    table = SharedTable(room, "1", 1, pace=0)
    room.clock.start(60, "Talk")
    pulse(table)
    assert (table.notices.news["left"], len(table.match)) == (60, 0)
    now[0] = 1060.0
    pulse(table)
    assert table.match.moves == [("ready",)] * 2
    assert table.at == 2


def test_two_tabs_of_one_seat_are_one_player(path):
    one = SharedTable(path, "1", 0)
    two = SharedTable(path, "1", 0, one.key)
    send(one, type="move", move="ship a1")
    send(two, type="move", move="ship b1")
    assert "Somebody was quicker" in two.board.status or "turn of White" in two.board.error
    assert two.match.moves == [("ship", "a1")]


def test_a_seat_taken_by_somebody_is_refused_and_a_cell_run_again_comes_back(path):
    first = SharedTable(path, "1", 0)
    assert SharedTable(path, "1", 0).key == first.key
    session.KEYS.clear()
    with pytest.raises(RoomError, match="is taken"):
        SharedTable(path, "1", 0)


def test_a_freed_seat_moves_no_more(path):
    table = SharedTable(path, "1", 0)
    with Room(path) as desk:
        desk.seating.free("1", 0)
        send(table, type="move", move="ship a1")
        assert "not yours any more" in table.board.error
        assert len(desk.match("1")) == 0


def test_a_bot_that_stumbles_is_told_and_nothing_else_stops(path, monkeypatch):
    def stumbles(view, rng):
        raise ZeroDivisionError("oops")

    with Room(path) as room:
        room.open("2", "fishery", 2, ["person", "fencer"], **SMALL)
    table = SharedTable(path, "2", 0, pace=0)
    monkeypatch.setattr("fishlab.room.room.bots_for", lambda game: {"fencer": stumbles})
    send(table, type="move", move="ship a1")
    pulse(table)
    assert "A bot stumbled (ZeroDivisionError: oops)" in table.notices.news["trouble"]
    assert len(table.match) == 1
    table.room.seating.give("2", 1, "person")
    pulse(table)
    assert not table.notices.news.get("trouble")


def test_a_paused_table_says_so_and_offers_nothing(path):
    table = SharedTable(path, "1", 0)
    with Room(path) as desk:
        desk.pause()
        desk.events.say("Look at me")
        desk.clock.start(90, "Talk")
        pulse(table)
        assert table.board.prompt["text"] == "The game is paused: the teacher starts it."
        assert 'data-move="' not in table.board.svg
        assert table.notices.news["line"] == "Look at me"
        assert 88 <= table.notices.news["left"] <= 90
        send(table, type="move", move="ship a1")
        assert "paused" in table.board.error
        desk.start()
        pulse(table)
        send(table, type="move", move="ship a1")
        assert len(desk.match("1")) == 1


def test_when_the_teacher_has_ended_the_game_pages_say_so_and_nobody_takes_it_up_again(path):
    table = SharedTable(path, "1", 0)
    with Room(path) as desk:
        desk.end()
        pulse(table)
        assert table.board.prompt["text"] == "The teacher has ended the game: it is kept as it stands."
        send(table, type="move", move="ship a1")
        assert "has ended the game" in table.board.error
        for go_on in (desk.start, desk.pause):
            with pytest.raises(RoomError, match="The game has ended"):
                go_on()
        pulse(table)
        send(table, type="move", move="ship a1")
        assert len(desk.match("1")) == 0


def test_the_coach_speaks_on_the_screen_whose_turn_it_is_and_can_be_sent_away_there(path, monkeypatch):
    monkeypatch.setattr(GAMES["fishery"], "coach", lambda state: "Think.")
    one, other = (SharedTable(path, "1", number) for number in (0, 1))
    assert [table.board.prompt["coach"] for table in (one, other)] == ["Think.", ""]
    send(one, type="move", move="ship a1")
    pulse(other)
    assert [table.board.prompt["coach"] for table in (one, other)] == ["", "Think."]
    for words in ("", "Think."):
        send(other, type="coach")
        assert other.board.prompt["coach"] == words


def test_when_the_teacher_goes_back_all_screens_do(path):
    table = SharedTable(path, "1", 0)
    with Room(path) as desk:
        send(table, type="move", move="ship a1")
        desk.rewind("1", 0)
        pulse(table)
        assert len(table.match) == table.at == 0
        assert "went back to move 0" in table.board.status
        send(table, type="move", move="ship d4")
        assert desk.match("1").moves == [("ship", "d4")]


def test_who_looks_back_stays_there_and_moves_only_at_the_end(path):
    black, white = (SharedTable(path, "1", number) for number in (0, 1))
    send(black, type="move", move="ship a1")
    send(black, type="at", at=0)
    pulse(white)
    send(white, type="move", move="ship b1")
    pulse(black)
    assert (black.at, len(black.match)) == (0, 2)
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
        table = SharedTable(room, "1", pace=0)
        assert table.session.people == []
        assert table.session.viewer() == CHANCE
        state = table.match.state
        assert state.view(CHANCE) != state
        stranger = face_of(state).board(state.view(CHANCE), Look(CHANCE, prefix=table.board.uid))
        assert re.findall(r"<text[^>]*>([^<]*)", table.board.svg) == re.findall(r"<text[^>]*>([^<]*)", stranger)


def test_one_screen_passed_round_plays_all_seats_that_nobody_else_has_taken(tmp_path):
    with Room(tmp_path / "a") as room:
        room.open("1", "fleet", 3, ["person", "person", "random"])
        table = SharedTable(room, "1", pace=0)
        pulse(table)
        assert table.session.people == [0, 1]
        assert table.board.cover.startswith("Hand the screen to")
        rng = Random(1)
        for _ in range(12):
            send(table, type="uncover")
            if table.match.state.turn() in (0, 1):
                send(table, type="move", move=table.match.game.notation(table.match.state.sample(rng)))
                assert not table.board.error
            pulse(table)
        assert len(room.match("1")) >= 12  # how many more depends on the bot and on the secret luck
        other = SharedTable(tmp_path / "a", "1", 1)
        pulse(table)
        assert table.session.people == [0]
        send(table, type="uncover")
        assert table.session.viewer() == 0
        room.claim("1", 0, "somebody-elses")
        pulse(table)
        assert table.session.viewer() == CHANCE, "who does not sit here sees what everybody may"
        assert other.session.viewer() == 1


def test_real_dice_are_typed_in_at_any_screen_of_the_table(tmp_path):
    with Room(tmp_path / "a") as room:
        room.luck = "real"
        room.open("1", "boom", 2)
    one, other = (SharedTable(tmp_path / "a", "1", number, pace=0) for number in (0, 1))
    send(one, type="move", move=one.match.game.notation(one.match.state.moves()[0]))
    pulse(other)
    assert "Enter what was rolled" in other.board.hint
    send(other, type="move", move="roll 5")
    assert one.room.history("1")[-1]["move"] == "roll 5"


def test_the_room_goes_and_comes_back_and_the_page_says_so(path):
    table = SharedTable(path, "1", 0)
    away = path.rename(path.with_name("away"))
    pulse(table)
    assert "file is gone" in table.notices.news["trouble"]
    send(table, type="move", move="ship a1")
    assert "file is gone" in table.board.error
    away.rename(path)
    pulse(table)
    assert not table.notices.news.get("trouble")
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
    black, white = (SharedTable(path, "1", number) for number in (0, 1))
    send(black, type="move", move="ship a1")
    send(black, type="tab", tab="save")
    before = (black.room.history("1"), black.room.status("1").seats, [row["who"] for row in black.board.seats])
    send(black, **content)
    assert (black.room.history("1"), black.room.status("1").seats, [row["who"] for row in black.board.seats]) == before
    assert black.board.save["code"] == ""
    assert black.match.code() not in synced(black)
    assert white.room.match("1").moves == [("ship", "a1")]


def test_what_a_page_may_not_do_python_does_not_do_either(path):
    table = SharedTable(path, "1", 0)
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
        table = SharedTable(room, "2")
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


# The door.


def test_a_person_chooses_a_seat_and_comes_back_after_a_reload(path):
    door = Lobby(path)
    knock(door, type="hello", key="")
    (row,) = page_of(door).door["tables"]
    assert row["about"] == "Fishery, 2 players: 2 seats free"
    assert [one["free"] for one in row["seats"]] == [True, True]
    knock(door, type="take", table="1", seat=1)
    assert door.table.session.seat == 1
    assert page_of(door).door == {}
    key = page_of(door).bar["key"]
    again = Lobby(path)
    assert [one["free"] for one in page_of(again).door["tables"][0]["seats"]] == [True, False]
    knock(again, type="hello", key=key)
    assert again.table.session.seat == 1
    elsewhere = Lobby(path)
    knock(elsewhere, type="key", key="nothing-like-it")
    assert "No seat has this key" in page_of(elsewhere).door["answer"]
    knock(elsewhere, type="key", key=key.upper())
    assert elsewhere.table.session.seat == 1


def test_a_late_comer_in_a_full_class_is_told_whom_to_ask(path):
    door, late = Lobby(path), Lobby(path)
    knock(door, type="take", table="1", seat=0)
    knock(late, type="pulse")
    assert page_of(late).door["full"] == ""
    with Room(path) as desk:
        desk.seating.give("1", 1, "fencer")
        knock(late, type="pulse")
        assert page_of(late).door["full"] == "Every seat is taken: ask your teacher for one."
        desk.close("1")
        knock(late, type="pulse")
        assert (page_of(late).door["tables"], page_of(late).door["full"]) == ([], "")


def test_two_people_on_one_seat_are_told_and_the_second_chooses_again(path):
    doors = [Lobby(path), Lobby(path)]
    for door in doors:
        knock(door, type="take", table="1", seat=0)
    assert doors[0].table is not None
    assert doors[1].table is None
    assert "is taken" in page_of(doors[1]).door["answer"]
    knock(doors[1], type="take", table="1", seat=1)
    assert doors[1].table.session.seat == 1
    assert page_of(doors[1]).door == {}


def test_whoever_is_freed_stands_at_the_door_again_and_the_tab_forgets_the_key(path):
    door = Lobby(path)
    knock(door, type="take", table="1", seat=0)
    with Room(path) as desk:
        desk.seating.free("1", 0)
    knock(door, type="pulse")
    assert door.table is None
    assert door.children == (page_of(door),)
    assert "freed" in page_of(door).door["answer"]
    assert page_of(door).bar == {"key": ""}
    knock(door, type="hello", key="aaaa-bbbb")
    assert door.table is None


def test_the_door_shows_new_tables_and_no_closed_ones_and_names_are_data(path):
    door = Lobby(path)
    with Room(path) as desk:
        desk.open("<img src=x onerror=alert(1)>", "boom", 2, ["person", "careful"])
        desk.close("1")
    knock(door, type="pulse")
    (row,) = page_of(door).door["tables"]
    assert row["name"] == "<img src=x onerror=alert(1)>"
    assert row["seats"][1]["who"] == "a bot (careful)"
    for wrong in ({"table": "1", "seat": 0}, {"table": 3, "seat": 0}, {"table": row["name"], "seat": 1}, {}):
        knock(door, type="take", **wrong)
        assert door.table is None
        assert page_of(door).door["answer"]


def test_the_door_tells_nothing_of_a_game_and_a_room_that_cannot_be_opened_is_said(tmp_path, monkeypatch):
    door = Lobby(tmp_path / "no" / "room")
    assert "There is no folder" in page_of(door).news["trouble"]
    knock(door, type="take", table="1", seat=0)
    assert door.table is None
    (tmp_path / "no").mkdir()
    knock(door, type="pulse")
    assert page_of(door).door["tables"] == []
    assert not page_of(door).news.get("trouble")
    monkeypatch.delenv("FISHLAB_ROOM", raising=False)
    assert "Which room?" in page_of(Lobby()).news["trouble"]
    monkeypatch.setenv("FISHLAB_ROOM", str(tmp_path / "room"))
    assert page_of(Lobby()).door["tables"] == []


# Watching.


def test_a_page_that_is_not_heard_falls_silent_and_wakes_again(path, monkeypatch):
    monkeypatch.setattr(poller, "LOOK", 0.001)

    async def go() -> list[bool]:
        table = SharedTable(path, "1", 0)
        found = [table._watch.running]
        pulse(table)
        await asyncio.sleep(0.01)
        found.append(table._watch.running)
        monkeypatch.setattr(poller, "SILENCE", 0.0)
        while table._watch.running:
            await asyncio.sleep(0.005)
        monkeypatch.setattr(poller, "SILENCE", 20.0)
        with Room(path) as other:
            other.append("1", 0, "ship a1", 0, table.key)
        await asyncio.sleep(0.02)
        found.append(len(table.match) == 1 and table.at == 1)
        pulse(table)
        while table.at == 0:
            await asyncio.sleep(0.005)
        table.stop()
        return [*found, table.at == 1]

    assert asyncio.run(go()) == [False, True, False, True]


def test_the_desk_moves_for_bots_where_nobody_does(path, monkeypatch):
    monkeypatch.setattr(bot_driver, "PACE", 0)
    with Room(path) as room:
        room.open("2", "fishery", 2, ["random", "fencer"], **SMALL)
        keep = BotDriver(room)
        while (thought := keep.thought()) is not None:
            thought.done(thought.think())
        assert room.match("2").over
        assert len(room.match("1")) == 0
