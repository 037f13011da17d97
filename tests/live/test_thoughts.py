"""What a bot thinks at a table: asked for, worked out between clicks, stopped, dropped, and never a way to peek."""

from __future__ import annotations

import asyncio
import re

import pytest
from fishlab_widgets import Table
from sending import ask, send

from fishlab import CHANCE, GAMES, Match
from fishlab.core import blind
from fishlab.players.advice import Adviser

SMALL = {"columns": 3, "rows": 3, "ships": 1}


def small(**more):
    """A small table of Fishery at which advice takes a hundred simulations."""
    table = Table("fishery", **{"seed": 1, "seats": ["person", "person"], **SMALL, **more})
    table.thoughts.adviser = Adviser("random", "win", simulations=100, seconds=1e9)
    return table


def test_a_hint_names_the_best_move_and_points_at_it_alone():
    table = small()
    ask(table, "hint")
    told = table.board.thought
    assert (told["kind"], told["running"]) == ("hint", False)
    assert [row["move"] for row in told["rows"]] == [table.state.notation(table.thoughts.search.found().best)]
    assert told["said"].startswith(f"{told['rows'][0]['name']}. ")
    assert "of 100 games from here; the next best (" in told["said"]
    assert told["said"].endswith("A search tried 100 games, and “random” played the rest of each.")


def test_a_hint_takes_the_sign_of_an_old_refusal_away():
    table = small()
    table.play("ship a1")
    send(table.board, type="move", move="ship a1", rev=table.board.rev)
    assert table.page.refused is not None
    ask(table, "hint")
    assert table.page.refused is None


def test_thoughts_list_every_move_with_value_interval_and_visits_the_best_first():
    table = small()
    ask(table, "think")
    told = table.board.thought
    assert (told["kind"], told["said"], told["counts"]) == ("thoughts", "", "games won, of 100")
    assert {row["move"] for row in told["rows"]} == {table.state.notation(move) for move in table.state.moves()}
    assert sum(row["tried"] for row in told["rows"]) == 100
    best = told["rows"][0]
    assert best["figure"].endswith(" %")
    assert " to " in best["between"]
    assert best["part"] == max(row["part"] for row in told["rows"]) == 1


def test_what_a_hint_has_found_is_not_worked_out_again_for_the_list():
    table = small()
    ask(table, "hint")
    asked = table.thoughts.search
    ask(table, "think")
    assert table.thoughts.search is asked
    assert len(table.board.thought["rows"]) == 9


def test_a_table_can_leave_it_to_the_players_what_a_fish_costs():
    loud, quiet = (Table("boom", 3, seats=["person"] * 3, seed=1, costs=costs).board for costs in (True, False))
    takes = [board.choices for board in (loud, quiet)]
    assert [one["label"] for one in takes[0]] == [one["label"] for one in takes[1]]
    assert all("lost" in one["line"] for one in takes[0]) and not any(one["line"] for one in takes[1])
    assert "lost next year" in loud.svg and "lost next year" not in quiet.svg
    assert re.search(r'"Take [\w-]+: [^"]+ of year 2 comes? from it\."', quiet.svg), "its arrows are there to see"
    with blind():
        silent = Table("boom", 3, seats=["person"] * 3, seed=1).board
    notes = re.findall(r'data-note="(Take [^"]+)"', silent.svg)
    assert notes and all(re.fullmatch(r"Take [\w-]+", note) for note in notes), "in an experiment nothing is said of it"


def test_a_lesson_switches_both_off():
    table = small(hints=False)
    assert "think" not in [name for name, _ in table.board.head["tabs"]]
    assert not table.board.can["hint"]
    assert not table.board.can["think"]
    ask(table, "hint")
    ask(table, "think")
    assert table.board.thought == {}
    assert table.thoughts.search is None


@pytest.mark.parametrize(
    "act",
    [
        lambda table: ask(table, "move", move="ship a1"),
        lambda table: ask(table, "at", at=0),
        lambda table: ask(table, "undo"),
        lambda table: ask(table, "load", code=Match(GAMES["fishery"], **SMALL).code()),
        lambda table: ask(table, "again"),
    ],
    ids=["move", "look back", "undo", "another game", "anew"],
)
def test_a_new_position_drops_what_was_thought_of_the_old_one(act):
    table = small()
    ask(table, "move", move="ship b2")
    ask(table, "think")
    assert table.board.thought["rows"]
    act(table)
    assert table.board.thought == {}
    assert table.thoughts.search is None


def test_a_bots_moment_can_be_asked_about_but_a_hint_is_for_a_person():
    table = small(seats=["person", "random"])
    ask(table, "move", move="ship b2")
    ask(table, "at", at=1)
    assert (table.board.can["hint"], table.board.can["think"]) == (False, True)
    ask(table, "think")
    assert table.board.thought["rows"]


def sealed():
    """Fresh Fish with two people at one screen, at a sealed bid."""
    from random import Random

    match, rng = Match(GAMES["freshfish"], 2), Random(1)
    while match.state.turn() < 0 or match.state.view(match.state.turn()) == match.state:
        match.play(match.state.sample(rng))
    table = Table(match, seats=["person", "person"])
    table.thoughts.adviser = Adviser("random", simulations=4, seconds=1e9)
    return table


def test_under_the_cover_nothing_is_thought_and_nothing_is_told():
    table = sealed()
    assert table.board.cover
    assert not table.board.can["think"]
    ask(table, "think")
    ask(table, "hint")
    assert table.board.thought == {}
    ask(table, "uncover")
    ask(table, "think")
    assert table.board.thought["rows"]
    assert table.thoughts.search.view == table.state.view(table.state.turn()) != table.state
    ask(table, "seat", seat=table.state.turn(), who="random")  # somebody else looks now
    assert table.board.thought == {}


def test_with_one_person_at_a_game_with_secrets_the_others_moments_stay_theirs():
    table = sealed()
    seat = table.state.turn()
    table.seats[seat], table.session.dice = "random", "table"
    table.refresh()
    ask(table, "uncover")
    assert not table.board.can["think"]
    ask(table, "think")
    assert table.board.thought == {}


def with_page(work, seconds=0.05):
    """Run work in a loop, at a table whose clock goes on by itself: a look comes after a few simulations."""
    table = small()
    ticks = iter(range(10**9))
    table.thoughts._clock, table.thoughts.beside = lambda: next(ticks) * seconds, False

    async def page():
        await work(table)
        running = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for _ in range(3):
            await asyncio.sleep(0)
        assert all(task.done() for task in running), "work is left when the page is gone"

    asyncio.run(page())


async def rest(times=60):
    for _ in range(times):
        await asyncio.sleep(0)


def test_a_page_that_is_closed_ends_the_work_with_one_look_and_one_that_answers_sees_the_end():
    async def work(table):
        ask(table, "think")
        assert table.board.thought["running"]
        await rest()
        first = table.thoughts.search.budget.done
        await rest()
        assert 0 < table.thoughts.search.budget.done == first < 100
        looks = set()
        while table.board.thought["running"]:
            looks.add(table.board.thought["look"])
            ask(table, "shown")
            await rest()
        assert len(looks) > 2
        assert table.thoughts.search.budget.done == 100

    with_page(work)


def test_no_move_is_named_as_a_hint_before_one_was_tried():
    async def work(table):
        ask(table, "hint")
        first = table.board.thought
        assert (first["said"], first["rows"], first["running"]) == ("Thinking …", [], True)
        ask(table, "enough")
        assert (table.board.thought["said"], table.board.thought["rows"]) == ("Nothing has been tried yet.", [])
        table.thoughts.drop()
        ask(table, "hint")
        await rest()
        told = table.board.thought
        ask(table, "move", move="ship a1")
        assert told["running"] and told["said"].startswith(f"{told['rows'][0]['name']}. ")

    with_page(work)


def test_a_click_is_played_at_once_and_ends_the_work():
    async def work(table):
        ask(table, "hint")
        await rest(2)
        asked = table.thoughts.search
        assert 0 < asked.budget.done < 4
        rev = table.board.rev
        await rest(3)
        assert table.board.rev == rev  # a look is no new board: a click on this one counts
        ask(table, "move", move="ship a1")
        assert len(table.match.moves) == 1
        done = asked.budget.done
        await rest()
        assert asked.budget.done == done
        assert table.board.thought == {}

    with_page(work)


def test_in_a_thread_the_same_is_found_and_a_move_ends_it():
    alone = small()
    ask(alone, "think")

    async def work(table):
        table.thoughts.beside = True
        ask(table, "think")
        while table.board.thought["running"]:
            ask(table, "shown")
            await asyncio.sleep(0.001)
        assert table.board.thought["rows"] == alone.board.thought["rows"]
        ask(table, "move", move="ship a1")
        ask(table, "think")
        asked = table.thoughts.search
        while not asked.budget.done:
            await asyncio.sleep(0.001)
        done = asked.budget.done
        ask(table, "move", move="ship b2")
        assert table.board.thought == {}
        await rest()
        assert asked.budget.done <= done + 1  # the simulation at hand is the last

    with_page(work)


def test_enough_keeps_what_is_known():
    async def work(table):
        ask(table, "think")
        await rest()
        ask(table, "enough")
        told = table.board.thought
        assert not told["running"]
        assert 0 < sum(row["tried"] for row in told["rows"]) < 100

    with_page(work)


def test_a_table_that_is_put_away_ends_its_work():
    async def work(table):
        ask(table, "think")
        await rest(2)
        asked = table.thoughts.search
        table.close()
        done = asked.budget.done
        await rest()
        assert asked.budget.done == done

    with_page(work)


def test_who_asks_when_there_is_nothing_to_weigh_is_told_so():
    table = Table("boom", 2, seats=["person", "person"], dice="table", plot=False)
    assert table.state.turn() == CHANCE, "the only choice has played itself"
    table.think()
    assert "no moves to compare now" in table.board.error
    assert table.board.thought == {}
    table.play(("roll", 1))
    table.think()
    assert table.board.error == ""
    table.thoughts.drop()
