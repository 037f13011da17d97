"""What Fresh Fish's stronger players do differently."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from fishlab import FreshFish, Match
from fishlab.freshfish import players as freshfish_players
from fishlab.freshfish.city import OUTLETS
from fishlab.freshfish.players import LADDER, hoarder, patient


@pytest.fixture(scope="module")
def states():
    """The moments of a game at which a seat acts."""
    match = Match(FreshFish, 3)
    match.run([patient, hoarder, patient], Random(8))
    return [state for state in match.states if state.turn() >= 0]


def test_who_hoards_draws_only_without_a_marker_or_a_plot_to_reserve(states):
    turns = [state for state in states if state.phase == "turn"]
    played = [(hoarder(state, Random(1))[0], patient(state, Random(1))[0], state) for state in turns]
    for hoards, _, state in played:
        assert (hoards == "reserve") == any(move[0] == "reserve" for move in state.moves())
    assert any(hoards == "reserve" != waits for hoards, waits, _ in played)  # patient stops sooner


def test_a_plot_of_no_use_to_oneself_is_one_of_the_best_for_somebody(states):
    seen = 0
    for state in states:
        if state.phase != "turn" or patient(state, Random(1))[0] == "reserve":
            continue
        plots = [move[1] for move in state.moves() if move[0] == "reserve"]
        missing = [kind for kind in range(len(OUTLETS)) if any(not owned >> kind & 1 for owned in state.owned)]
        if plots and missing:
            shortest = {plot: min(state.reach(OUTLETS[kind])[plot] for kind in missing) for plot in plots}
            assert shortest[hoarder(state, Random(1))[1]] == min(shortest.values())
            seen += len(set(shortest.values())) > 1
    assert seen


def test_a_hoarder_with_one_rival_and_only_then_places_so_that_its_routes_stay_long(monkeypatch):
    spiteful = []
    for players in (2, 3):
        match = Match(FreshFish, players)
        match.run([hoarder] * players, Random(5))
        placed = [state for state in match.states if state.turn() >= 0 and state.phase == "place"]
        moves = [hoarder(state, Random(1)) for state in placed]
        with monkeypatch.context() as calm:
            calm.setattr(freshfish_players, "SPITE", 0.0)
            spiteful.append(moves != [hoarder(state, Random(1)) for state in placed])
    assert spiteful == [True, False]


def test_hard_bids_without_seeing_what_others_have_sealed(states):
    state = next(state for state in states if state.phase == "bid" and any(bid is not None for bid in state.bids))
    sealed = next(seat for seat, bid in enumerate(state.bids) if bid is not None)
    bids = [tuple(price if seat == sealed else bid for seat, bid in enumerate(state.bids)) for price in (0, 5)]
    first, second = (LADDER["hard"](replace(state, bids=other).view(state.turn()), Random(1)) for other in bids)
    assert first == second
