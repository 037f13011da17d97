"""Prompts never ask for the impossible: single choices play themselves, questions and the past are called so."""

from __future__ import annotations

import asyncio

import pytest
from fishlab_widgets import Table
from sending import ask

from fishlab import GAMES, FreshFish, Match

STRIP = {"columns": 3, "rows": 1, "placed": [[0], [2]]}
"""A sea in which one net is possible, and nothing but passing after it."""


def test_an_only_choice_plays_itself_and_the_log_says_so():
    table = Table("fishery", seats=["person", "person"], plot=False, **STRIP)
    table.play("net a1 b1")
    assert table.match.over, "White and Black could only pass"
    words = [line[1] for line in table.board.log]
    assert words[1:] == ["The only choice: White passes", "The only choice: Black passes, and the game is over"]
    assert "The only choice: White passes." in table.board.status


def test_undo_steps_back_over_only_choices_to_the_last_decision_and_redo_over_them_again():
    table = Table("fishery", seats=["person", "person"], plot=False, **STRIP)
    table.play("net a1 b1")
    ask(table, "undo")
    assert table.match.moves == [] and table.board.choices
    ask(table, "redo")
    assert table.match.over
    assert [line[1] for line in table.board.log][1].startswith("The only choice: ")


def test_an_only_choice_plays_itself_at_a_fresh_table_too():
    table = Table("boom", plot=False)
    assert not table.session.touched
    assert table.board.log[0][1].startswith("The only choice: Seat A fishes with One line")
    assert table.board.guide["offered"], "nobody has chosen anything yet"


def test_a_game_that_came_under_way_shows_its_moment_as_it_is():
    match = Match(GAMES["fishery"], **STRIP)
    match.play("net a1 b1")
    table = Table(match, seats=["person", "person"], plot=False)
    assert len(table.match) == 1
    assert "can only pass" in table.board.prompt["text"]
    assert "dot" not in table.board.prompt["coach"]
    ask(table, "move", move="pass")
    assert table.match.over


def test_a_class_that_rolls_its_own_dice_is_still_asked_for_them():
    table = Table("boom", seats=["person", "person"], dice="table", plot=False)
    assert table.match.state.phase == "roll" and table.board.choices
    for _ in range(12):
        state = table.match.state
        assert state.turn() < 0 or len(state.moves()) > 1, "whatever is asked is a choice, or a die"
        table.play(state.moves()[0])


@pytest.mark.parametrize("people", [1, 2])
def test_several_people_play_hidden_moments_themselves_so_that_nothing_tells_of_a_hand(people):
    match = Match(FreshFish, 2, supplies=["g7", "a1", "g1"])
    poor = match.state.but(money=(0, 15), phase="bid", hand="fish-market", seat=0, actor=0)
    match.states[-1] = poor
    assert len(poor.moves()) == 1 and "0 to 0" not in poor.prompt()
    table = Table(match, seats=["person", "person" if people == 2 else "random"], plot=False, seed=1)
    table.session.touched = True
    assert (table.session.only_choice(poor) is None) == (people == 2)


def test_a_bot_that_is_stopped_leaves_an_only_choice_to_be_clicked():
    async def scene():
        table = Table("fishery", seats=["person", "person"], plot=False, pace=60, **STRIP)
        table.play("net a1 b1")
        assert table.thinking and not table.board.choices
        assert table.board.prompt["text"] == "White has only one choice: it is played"
        assert not table.board.prompt["yours"] and not table.board.prompt["coach"]
        ask(table, "bots")
        assert [choice["move"] for choice in table.board.choices] == ["pass"]
        ask(table, "move", move="pass")
        assert len(table.match) == 2
        table.stop()

    asyncio.run(scene())


def test_while_a_question_is_asked_nobody_is_told_to_choose():
    table = Table("boom", 4, plot=False)
    assert table.board.prompt["yours"] and table.board.prompt["coach"] and table.board.prompt["rule"]
    ask(table, "mark", mark="what if")
    prompt = table.board.prompt
    assert prompt["text"].startswith("What if a fish died?")
    assert not prompt["yours"] and not prompt["coach"] and not prompt["rule"] and not table.board.can["hint"]


def test_an_earlier_moment_is_called_the_past_and_a_move_there_a_new_line():
    table = Table("fishery", seats=["person", "random"], columns=4, rows=4, ships=2, plot=False)
    table.play("ship a1")
    table.go(0)
    prompt = table.board.prompt
    assert prompt["past"] == "The past, move 0 of 2" and not prompt["yours"] and not prompt["coach"]
    assert "a move here starts a new line" in table.board.hint
    table.go(2)
    assert table.board.prompt["past"] == "" and table.board.prompt["yours"]


def test_a_refusal_is_gone_when_the_page_is_opened_again():
    table = Table("fishery", seats=["person", "person"], plot=False)
    table.play("ship d4")
    ask(table, "move", move="ship d4")
    assert table.board.error and table.page.refused
    ask(table, "open")
    assert not table.board.error and not table.page.refused
    assert len(table.match) == 1
