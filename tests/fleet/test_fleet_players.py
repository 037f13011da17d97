"""How Fleet's players bid, and how its hard player looks ahead."""

from __future__ import annotations

from random import Random

from fishlab import CHANCE, Fleet, Match
from fishlab.fleet.players import LADDER, engine_builder, rounds_left, thrifty


def test_hard_searches_at_auctions_and_is_thrifty_elsewhere():
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
            assert LADDER["hard"](view, Random(2)) == thrifty(view, Random(2))
            other += 1
        elif searched < 3:
            assert LADDER["hard"](view, Random(2)) in state.moves()
            searched += 1
        match.play(thrifty(view, Random(2)))


def most_above_the_minimum(bot):
    """Return the most coins above the minimum that three of these players bid: before the last two rounds, in them."""
    most = {True: 0, False: 0}
    for seed in range(2):
        match, rng = Match(Fleet, 3), Random(seed)
        while not match.over:
            state, seat = match.state, match.state.turn()
            move = state.sample(rng) if seat == CHANCE else bot(state.view(seat), rng)
            if move[0] == "bid":
                early = rounds_left(state.view(seat)) > 2
                most[early] = max(most[early], move[1] - state.minimum(state.auction.lot))
            match.play(move)
    return most[True], most[False]


def test_the_thrifty_player_goes_no_coin_above_the_minimum_before_the_last_two_rounds():
    early, late = most_above_the_minimum(thrifty)
    assert early == 0 and late > 1
    assert most_above_the_minimum(engine_builder)[0] == 1
