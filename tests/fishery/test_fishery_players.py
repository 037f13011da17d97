"""How Fishery's hard player looks ahead."""

from __future__ import annotations

from random import Random

import pytest

from fishlab import Fishery
from fishlab.fishery.players import LADDER
from fishlab.players.exact import solve


@pytest.mark.parametrize("placed", [[[0], [1]], [[0], [3]], [[0], [2]]])
def test_hard_plays_a_winning_net_on_a_small_board_wherever_there_is_one(placed):
    state = Fishery.start(columns=2, rows=2, placed=placed)
    exact = solve(state)
    best = max(value[0] for value in exact.values())
    assert exact[LADDER["hard"](state, Random(1))][0] == best
