"""How Fleet's hard player looks ahead."""

from __future__ import annotations

from random import Random

from fishlab import CHANCE, Fleet, Match
from fishlab.fleet.players import LADDER, engine_builder


def test_hard_searches_at_auctions_and_builds_an_engine_elsewhere():
    match, searched, other = Match(Fleet, 2), 0, 0
    rng = Random(6)
    while searched < 3 or other < 12:
        state = match.state
        seat = state.turn()
        if seat == CHANCE:
            match.play(state.sample(rng))
            continue
        view = state.view(seat)
        if state.step not in ("nominate", "open", "bid"):
            assert LADDER["hard"](view, Random(2)) == engine_builder(view, Random(2))
            other += 1
        elif searched < 3:
            assert LADDER["hard"](view, Random(2)) in state.moves()
            searched += 1
        match.play(engine_builder(view, Random(2)))
