"""Whom Boom's ladder asks."""

from __future__ import annotations

from random import Random

from fishlab import Boom, Match
from fishlab.boom import players


def test_hard_looks_ahead_to_win_or_for_its_place_and_where_all_share_one_score_for_the_team(monkeypatch):
    asked = []
    monkeypatch.setattr(players, "_look_ahead", lambda goal: lambda view, rng: asked.append(goal) or view.moves()[0])
    for options in ({}, {"aim": "place"}, {"cooperative": True}):
        state = Boom.start(3, **options)
        assert players.LADDER["hard"](state, Random(1)) in state.moves()
    assert asked == ["lead", "place", "team"]


def test_hard_works_overtime_in_the_last_year_where_careful_leaves_a_plate_empty():
    match = Match(Boom, 2)
    match.run([players.careful] * 2, Random(3))
    last = [state for state in match.states if state.turn() >= 0 and state.phase == "box"][-1]
    assert last.plates[last.seat][-1] > last.supply(last.seat, last.year)
    assert players.LADDER["hard"](last, Random(1)) == ("box", "overtime")
    assert players.careful(last, Random(1)) != ("box", "overtime")
