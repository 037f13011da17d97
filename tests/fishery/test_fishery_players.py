"""How Fishery's hard player looks ahead."""

from __future__ import annotations

from random import Random

import pytest

from fishlab import Fishery
from fishlab.fishery.players import LADDER
from fishlab.players.exact import solve
from fishlab.players.search import search


@pytest.mark.parametrize("placed", [[[0], [1]], [[0], [3]], [[0], [2]]])
def test_hard_plays_a_winning_net_on_a_small_board_wherever_there_is_one(placed):
    state = Fishery.start(columns=2, rows=2, placed=placed)
    exact = solve(state)
    best = max(value[0] for value in exact.values())
    assert exact[LADDER["hard"](state, Random(1))][0] == best


def test_a_tree_that_is_not_drawn_to_rare_moves_looks_at_fewer_of_them():
    state = Fishery.start(columns=3, rows=2, placed=[[0], [5]])
    bold, narrow = (search(state, simulations=200, method="tree", explore=explore) for explore in (2, 0))
    assert min(choice.visits for choice in bold.choices) > min(choice.visits for choice in narrow.choices) == 1
