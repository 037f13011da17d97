"""How Fishery's hard player looks ahead."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from fishlab import Fishery
from fishlab.fishery.chart import PASS
from fishlab.fishery.players import FEW_NETS, LADDER, worth_a_look
from fishlab.players.exact import solve
from fishlab.players.search import search


@pytest.mark.parametrize("placed", [[[0], [1]], [[0], [3]], [[0], [2]]])
def test_hard_plays_a_winning_net_on_a_small_board_wherever_there_is_one(placed):
    state = Fishery.start(columns=2, rows=2, placed=placed)
    exact = solve(state)
    best = max(value[0] for value in exact.values())
    assert exact[LADDER["hard"](state, Random(1))][0] == best


def test_hard_passes_in_an_open_sea_only_to_win():
    """Black that passes at 0 to 0 loses, for White passes as well, or has passed already, and a tie is White's."""
    hard = replace(LADDER["hard"], simulations=3)
    black = Fishery.start(columns=4, rows=3, placed=[[0, 11], [3, 8]])
    while len(black.moves()) - 1 > FEW_NETS and black.scores() == (0, 0):
        white = black.after(black.moves()[0])
        for state in (black, black.but(passes=1), white):
            assert worth_a_look(state, Random(1)) == state.moves()[:-1]
            assert all(hard(state, Random(seed)) != PASS for seed in range(10))
        assert hard(white.but(passes=1), Random(1)) == PASS
        black = white.after(white.moves()[0])
    assert black.scores() != (0, 0) or worth_a_look(black, Random(1)) == black.moves()


def test_hard_passes_where_it_can_do_nothing_else():
    state = Fishery.start(columns=2, rows=1, placed=[[0], [1]])
    while len(state.moves()) > 1:
        state = state.after(state.moves()[0])
    for moment in (state, state.but(passes=1)):
        assert LADDER["hard"](moment, Random(1)) == PASS


def test_a_tree_that_is_not_drawn_to_rare_moves_looks_at_fewer_of_them():
    state = Fishery.start(columns=3, rows=2, placed=[[0], [5]])
    bold, narrow = (search(state, simulations=200, method="tree", explore=explore) for explore in (2, 0))
    assert min(choice.visits for choice in bold.choices) > min(choice.visits for choice in narrow.choices) == 1
