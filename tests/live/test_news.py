"""What happened since a person's last move: a list that stays until the next one and tells only what one may know."""

from __future__ import annotations

import pytest
from fishlab_widgets import Table
from fishlab_widgets.live.story.news import since_last_move
from sending import ask

from fishlab import FreshFish, Match
from fishlab.session import Session


def test_the_list_tells_what_others_did_and_begins_again_with_my_move():
    table = Table("fishery", seats=["person", "fencer"], seed=4)
    table.play("ship d4")
    (one,) = table.board.news
    assert one.startswith("White puts a ship on ")
    ask(table, "tab", tab="rules")
    assert table.board.news == [one], "it stays"
    table.play("ship a1")
    assert len(table.board.news) == 1 and table.board.news != [one]
    ask(table, "undo")
    assert table.board.news == [one], "an undo brings it back"


def test_moves_that_only_lead_to_others_and_dice_are_left_out():
    table = Table("boom", 4, seed=4)
    assert not any("rolls" in words or "fishes with" in words for words in table.board.news)
    table.play(table.match.state.moves()[0])
    assert len(table.board.news) == 3 and all(" takes " in words for words in table.board.news)


@pytest.mark.parametrize("players", [2, 3])
def test_what_ran_by_itself_is_told_also_after_dice_and_after_moves_that_are_left_out(players):
    table = Table("pisces", players, seed=4)
    while not table.match.state.cycles:
        table.play(table.match.state.choices()[0])
    after, told = table.match.state, [words for words in table.board.news if words.startswith("Life cycle, ")]
    assert len(told) == players
    for board in range(players):
        kind, (were, now) = after.kind(board), (after.before[board], after.stacks[board])
        died, born = sum(were[kind.stages[-1].start :]), sum(now[: kind.stages[0].stop])
        line = f"Life cycle, {kind.label}: {died} died, {sum(were) - died} grew older, {born} born"
        assert line in told and sum(now) == sum(were) - died + born
    table.play(after.choices()[-1])
    assert not any(words.startswith("Life cycle") for words in table.board.news), "the next move begins the list again"


@pytest.mark.parametrize("players", [4, 6])
def test_many_life_cycles_share_one_line(players):
    table = Table("pisces", players, seed=4)
    while not table.match.state.cycles:
        table.play(table.match.state.choices()[0])
    after, (told,) = table.match.state, [words for words in table.board.news if words.startswith("Life cycle")]
    for board in range(players):
        kind, (were, now) = after.kind(board), (after.before[board], after.stacks[board])
        died, born = sum(were[kind.stages[-1].start :]), sum(now[: kind.stages[0].stop])
        assert f"{kind.label} −{died} +{born}" in told
    gone = after.but(stacks=((0,) * len(after.stacks[0]), *after.stacks[1:]))
    assert f"{after.kind(0).label} none left" in after.words.ran(after.but(cycles=after.cycles - 1), gone)[0]


def test_of_several_people_each_hears_what_came_since_their_own_move():
    table = Table("fishery", seats=["person", "person"], seed=4)
    for move in ("ship d4", "ship a1"):
        table.play(move)
    assert table.board.news == ["White puts a ship on a1"]


def test_sealed_bids_stay_sealed_and_a_covered_screen_says_nothing():
    match = Match(FreshFish, 3)
    while match.state.turn() < 0:
        match.play(match.state.moves()[0])
    session = Session(match, ["person"] * 3)
    for _ in range(200):
        if match.state.phase == "bid" and match.state.sealed():
            break
        match.play(match.state.moves()[-1])
        session.at = len(match.moves)
    assert match.state.phase == "bid"
    viewer = match.state.turn()
    session.viewer()
    if session.covered:
        assert since_last_move(session, viewer) == []
        session.uncover()
    session.viewer()
    assert not any(f"bids {price}" in words for words in since_last_move(session, viewer) for price in range(20))
