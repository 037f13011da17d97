"""The board in words, for those who hear it: what lies where, and nothing of it while the screen is covered."""

from __future__ import annotations

import pytest
from fishlab_widgets import Table
from fishlab_widgets.fishery.face import FACE as SEA
from fishlab_widgets.fishery.plots import area_rows
from fishlab_widgets.live.face import Look
from laws import COURSE
from prepared_page import played
from sending import ask

from fishlab import Fishery, Match, Pisces
from fishlab.session import PERSON, Session


@pytest.mark.parametrize("name", COURSE)
def test_a_page_tells_the_board_in_words_once_bots_have_moved(name):
    table = Table(name, seed=3)
    assert table.board.aloud == table.session.state.view(0).in_words() != []
    table.play(table.match.state.moves()[0])
    assert table.board.aloud == table.session.state.view(0).in_words()


def test_nothing_is_told_behind_a_cover():
    table = Table("fleet", seats=[PERSON] * 2)
    assert table.board.cover and table.board.aloud == []
    ask(table, "uncover")
    assert table.board.aloud[0].startswith("On sale: ")


def test_ships_nets_and_fisheries_are_told_by_their_squares():
    match = Match(Fishery, columns=2, rows=2, placed=[[0], [3]])
    match.play("net a2 b2")
    match.play("net a2 a1")
    assert match.state.in_words() == [
        "Black’s ships: a2",
        "White’s ships: b1",
        "Nets lie between: a2/b2 and a2/a1",
        "Fishery of 1 square, held by Black, black ships 1, white ships 0: a2",
        "Fishery of 3 squares, held by White, black ships 0, white ships 1: the rest of the sea",
    ]


def test_the_city_is_told_row_by_row():
    lines = played("freshfish", 2, 40).state.in_words()
    assert lines[0].startswith("Row 7: a7 harbour, ") and "Row 5: empty" in lines
    assert any("marker of Seat A" in line for line in lines)


def test_nothing_is_held_before_the_first_net_neither_in_the_plot_nor_in_the_bar():
    ships = played("fishery", 2, 5)
    assert {(row["black"], row["white"], row["contested"]) for row in area_rows(ships)} == {(0, 0, 63)}
    assert "contested 63" not in SEA.board(ships.state, Look())


def test_the_bar_of_fishery_has_the_numbers_of_all_who_have_room():
    match = Match(Fishery, columns=2, rows=2, placed=[[0], [3]])
    match.play("net a2 b2")
    match.play("net a2 a1")
    assert "White 3" in SEA.board(match.state, Look())


def test_equal_stacks_are_one_choice_which_plays_itself():
    state = next(state for state in played("pisces", 2, 400).states if state.phase == "settle" and _equal(state))
    assert len(state.moves()) > 1 == len(state.choices())
    session = Session(Match(Pisces, 2), [PERSON] * 2)
    assert session.only_choice(state) == state.choices()[0] == state.moves()[0]
    ends = [state.after(move) for move in state.moves()]
    assert len({str((end.held, [*map(sorted, end.stacks)], end.stars)) for end in ends}) == 1, "they come to the same"


def _equal(state: Pisces) -> bool:
    return len(state.moves()) > 1 and len(state.choices()) == 1
