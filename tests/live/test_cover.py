"""A screen that is passed round: when it is covered, for whom, and how people go back from what was sealed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from faces import moves_on
from fishlab_widgets import Table
from sending import ask
from surfaces import synced

from fishlab import Fleet, FreshFish, Match
from fishlab.bots import bots_for
from fishlab.core import CHANCE
from fishlab.session import HandOver


def sealed_bid() -> Table:
    """A table of Fresh Fish at which seat A has sealed a bid of 13, and the screen waits for seat B."""
    table = Table("freshfish", seats=["person", "person"], seed=9, plot=False, supplies=["g7", "a1", "g1"])
    for move in ("reserve b2", "reserve f6", "draw"):
        ask(table, "uncover")
        table.play(move)
    while table.match.state.phase != "bid":
        ask(table, "uncover")
        table.play(table.match.state.moves()[0])
    ask(table, "uncover")
    table.play("bid 13")
    return table


def test_a_step_back_under_the_cover_shows_no_sealed_bid():
    table = sealed_bid()
    assert table.board.cover.startswith("Hand the screen to Seat B")
    for act in (lambda: table.go(table.at - 1), table.undo, table.redo, lambda: table.go(len(table.match.moves))):
        act()
        assert table.board.cover
        assert "bids 13" not in synced(table)


def test_the_code_of_a_game_with_secrets_is_made_when_asked_for_and_never_under_a_cover():
    table = sealed_bid()
    ask(table, "tab", tab="save")
    assert table.board.save["code"] == ""
    ask(table, "code")
    assert table.board.save["code"] == ""
    assert "covered" in table.board.save["answer"]
    ask(table, "uncover")
    ask(table, "code")
    assert Match.from_code(table.board.save["code"]).moves == table.match.moves
    table.play("bid 2")
    assert Match.from_code(table.board.save["code"]).moves == table.match.moves, "all bids are open: so is the code"
    fleet = Table("fleet", seats=["person", "random"], seed=4, plot=False)
    ask(fleet, "tab", tab="save")
    ask(fleet, "code")
    assert fleet.board.save["code"]
    fleet.play(fleet.match.state.moves()[0])
    assert fleet.board.save["code"] == "", "where hands stay hidden, it goes with the next move"


@pytest.mark.long
def test_fresh_fish_for_two_people_is_covered_only_while_bids_are_sealed():
    table = Table("freshfish", seats=["person", "person"], seed=9, plot=False, supplies=["g7", "a1", "g1"])
    sealed = 0
    while not table.match.over:
        state = table.match.state
        assert bool(table.board.cover) == (state.phase == "bid"), f"an open board in {state.phase}, no other"
        if table.board.cover:
            sealed += 1
            assert f"Hand the screen to {state.seat_name(state.turn())}" in table.board.cover
            ask(table, "uncover")
            moves = [choice["move"] for choice in table.board.choices]
            assert moves == [state.notation(move) for move in state.moves()]
        ask(table, "move", move=state.notation(state.moves()[len(table.match) % len(state.moves())]))
    assert sealed > 2


def test_a_past_auction_shows_nobodys_bid_and_takes_no_move_while_people_share_the_screen():
    table = sealed_bid()
    auction = len(table.match)
    ask(table, "uncover")
    table.play("bid 2")
    assert not table.board.cover
    table.go(auction)
    assert not table.board.cover and not table.board.choices
    assert table.session.viewer() == CHANCE and table.state.view(CHANCE) != table.state
    assert 'data-move="' not in table.board.svg
    table.go(len(table.match))
    assert table.board.choices or 'data-move="' in table.board.svg


def test_whoever_changes_the_seats_meets_a_cover_first(monkeypatch):
    table = Table("fleet", seats=["person", "person"], seed=4, plot=False)
    monkeypatch.setattr(table.runner, "start", lambda session: False)
    first = table.match.state.turn()
    ask(table, "uncover")
    ask(table, "seat", seat=1 - first, who="random")
    assert table.board.cover == f"Hand the screen to {table.state.seat_name(first)}."
    ask(table, "uncover")
    assert table.session.viewer() == first
    ask(table, "seat", seat=first, who="random")
    assert "Nobody sits here" in table.board.cover
    assert table.session.viewer() == CHANCE
    ask(table, "uncover")
    assert table.session.viewer() is None


def test_one_person_among_bots_is_never_asked():
    table = Table("fleet", seats=["person", "random"], seed=4, plot=False)
    assert table.board.cover == ""
    assert table.session.viewer() == 0


def test_a_game_without_secrets_is_never_covered():
    table = Table("fishery", seats=["person", "person"], plot=False)
    ask(table, "seat", seat=0, who="random")
    ask(table, "seat", seat=0, who="person")
    assert table.board.cover == ""
    assert table.session.viewer() is None


def test_an_earlier_moment_of_another_seat_is_seen_by_ones_own_eyes_and_not_played():
    table = sealed_bid()
    ask(table, "uncover")
    table.go(table.at - 1)
    assert table.board.cover == ""
    assert table.session.viewer() == 1
    assert "bids 13" not in synced(table)
    ask(table, "move", move="bid 5")
    assert "This was Seat A’s turn" in table.board.error
    assert table.match.moves[-1] == ("bid", 13)


@pytest.mark.parametrize("game", [Fleet, FreshFish])
def test_with_the_computers_dice_nobody_plays_a_chance_move(game):
    table = Table(game.name, seats=["person", "random"], seed=3, plot=False)
    place = next(at for at, state in enumerate(table.match.states) if state.turn() == CHANCE)
    moves = list(table.match.moves)
    for move in dict.fromkeys(table.match.states[place].moves()):
        table.go(place)
        ask(table, "move", move=game.notation(move))
        assert "computer rolls" in table.board.error
    ask(table, "move", move="draw whale")
    assert "computer rolls" in table.board.error, "what is refused tells nothing either"
    assert table.match.moves == moves


def test_the_cover_forgets_who_looked_as_soon_as_another_turn_comes():
    cover, match = HandOver(), Match(Fleet, 2, first=0)
    while match.state.turn() == CHANCE:
        match.play(match.state.sample(Random(1)))
    cover.look(match, [0, 1])
    assert cover.up
    cover.lift(match)
    assert cover.look(match, [0, 1]) == 0
    assert not cover.up
    match.play("decline")
    assert cover.look(match, [0, 1]) == CHANCE
    assert cover.up
    match.undo()
    assert cover.look(match, [0, 1]) == CHANCE
    assert cover.words(match) == ("Hand the screen to Seat A.", "I am Seat A: show the board")


def test_at_the_end_several_people_see_what_a_stranger_may_and_one_person_what_is_theirs():
    match = Match(Fleet, 2)
    match.run([bots_for(Fleet)["random"]] * 2, Random(3))
    assert match.over
    for people, eyes in (([0, 1], CHANCE), ([1], 1), ([], None)):
        cover = HandOver()
        assert cover.look(match, people) == eyes
        assert not cover.up


def test_who_draws_a_card_and_is_asked_again_is_not_covered_between():
    cover, match, rng = HandOver(), Match(Fleet, 2), Random(5)
    drawn, last = 0, CHANCE
    while not match.over and drawn < 5:
        turn = match.state.turn()
        cover.look(match, [0, 1])
        if turn >= 0:
            if turn == last:
                assert not cover.up, f"move {len(match)}"
                drawn += match.states[-2].turn() == CHANCE
            cover.lift(match)
            last = turn
        match.play(match.state.sample(rng))
    assert drawn == 5


# Going back from what was sealed and is open now.


def opened_bids() -> tuple[Table, int]:
    """Return a table at which two people's bids have been opened, and the place before the first of them."""
    table = sealed_bid()
    place = table.at - 1
    ask(table, "uncover")
    table.play("bid 14")
    assert not table.match.state.sealed()
    return table, place


def test_undo_out_of_opened_bids_takes_all_of_them_back_and_covers_the_screen_for_the_first():
    table, place = opened_bids()
    ask(table, "undo")
    assert (len(table.match), table.at) == (place, place)
    assert table.board.cover == "Hand the screen to Seat A."
    assert table.board.status == "Took back 3 moves: what was sealed had been opened, so all choose again."


def test_redo_brings_opened_bids_back_all_together():
    table, place = opened_bids()
    ask(table, "undo")
    ask(table, "redo")
    assert table.match.moves[place : place + 2] == [("bid", 13), ("bid", 14)], "nobody is asked between them"
    assert table.at == len(table.match.moves)


def test_at_an_earlier_moment_no_bid_is_changed_that_was_made_under_seal():
    table, place = opened_bids()
    moves = list(table.match.moves)
    ask(table, "uncover")
    ask(table, "at", at=place + 1)
    assert not moves_on(table.board.svg)
    assert not table.board.choices
    assert table.board.hint.startswith("What was sealed here has been opened")
    ask(table, "move", move="bid 15")
    assert "What was sealed here has been opened" in table.board.error
    assert table.match.moves == moves


@pytest.mark.long
def test_while_bids_are_sealed_undo_takes_back_ones_own():
    table = sealed_bid()
    place = table.at
    ask(table, "undo")
    assert (table.at, table.board.status) == (place - 1, "Took back 1 move.")


def test_opened_votes_are_taken_back_together_in_every_year():
    table = Table("boom", 3, seats=["person"] * 3, plot=False, first=1, vote="yearly", years=3, seed=4)
    years = []
    while not table.match.over:
        ask(table, "uncover")
        before, state = table.at, table.match.state
        table.play(state.moves()[len(table.match) % len(state.moves())])
        if state.sealed() and not table.match.states[before + 1].sealed():
            moves = list(table.match.moves)
            ask(table, "undo")
            assert table.match.moves == moves[: before - 2]
            assert table.board.cover == f"Hand the screen to {state.seat_name(state.start_seat)}."
            ask(table, "redo")
            years.append(state.year)
    assert years == [1, 2, 3]


def bids(match: Match, since: int) -> list[Any]:
    return [move for move in match.moves[since:] if move[0] == "bid"]


@pytest.mark.few(1)
@pytest.mark.parametrize("person", [0, 1])
def test_a_bot_whose_bid_was_seen_bids_anew_before_the_person_is_asked_again(person):
    found = set()
    for seed in range(12):
        match, rng = Match(FreshFish, supplies=["g7", "a1", "g1"]), Random(4)
        while match.state.phase != "bid":
            match.play(match.state.sample(rng))
        place, first = len(match), match.state.turn()
        seats = ["random", "random"]
        seats[(first + person) % 2] = "person"
        table = Table(match, seats=seats, seed=seed, plot=False)
        table.play("bid 0")
        before = bids(table.match, place)
        assert len(before) == 2
        table.undo()
        assert table.match.state.turn() == (first + person) % 2, "the person is asked again"
        assert len(table.match) == place + person
        table.play("bid 0")
        found.add(bids(table.match, place) == before)
    assert False in found, "what is known of a bot's bid is worth nothing after Undo"
