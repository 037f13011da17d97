"""Advice: a search in small steps, whose sentences say what was found, how sure it is, and who found it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from fishlab import GAMES, Boom, Fishery, Fleet, FreshFish, Match
from fishlab.bots import bots_for
from fishlab.players.advice import Adviser, advice, adviser_for, between, counts, figure
from fishlab.players.search import Choice, Found, Search, Searcher, search
from fishlab.stats import Interval

SMALL = Fishery.start(columns=3, rows=3, placed=[[0], [8]])


@pytest.mark.parametrize("method", ["flat", "tree"])
def test_a_search_in_steps_finds_what_the_same_search_finds_in_one_go(method):
    asked = Search(SMALL, Searcher(simulations=60, method=method))
    seen = []
    while asked.go_on():
        seen.append(asked.found().simulations)
    assert seen == list(range(1, len(seen) + 1))
    assert asked.found() == search(SMALL, simulations=60, method=method)
    assert not asked.go_on()


def opened(game, players=None):
    """Return the first moment of a game at which a seat has a choice."""
    match, rng = Match(game, players), Random(1)
    while match.state.turn() < 0 or len(match.state.moves()) < 2:
        match.play(match.state.sample(rng))
    return match.state


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_an_adviser_that_names_player_budget_and_the_next_best(game):
    state, adviser = opened(game), adviser_for(game)
    asked = adviser.ask(state, seed=1)
    for _ in range(6):
        asked.go_on()
    found = asked.found()
    said = advice(found, adviser, found.state.notation)
    player = next(name for name, bot in bots_for(game).items() if adviser.rollout in (name, bot))
    assert said.startswith(f"{found.state.notation(found.best)}. ")
    assert f"the next best ({found.state.notation(found.choices[1].move)})" in said
    assert f"tried {found.simulations} games, and “{player}” played the rest of each." in said


def test_the_adviser_of_fleet_is_the_search_of_its_hard_player():
    adviser, hard = adviser_for(Fleet), bots_for(Fleet)["hard"]
    assert (adviser.name, adviser.rollout, adviser.goal) == ("hard", hard.rollout, hard.goal)


@pytest.mark.parametrize("applies", [True, False])
def test_few_moves_are_tried_only_where_the_adviser_says_so_and_it_says_so_of_a_view(applies):
    match, rng, asked_of = Match(FreshFish), Random(1), []
    while match.state.turn() < 0 or match.state.view(match.state.turn()) == match.state:
        match.play(match.state.sample(rng))
    state = match.state
    few = state.moves()[:2]
    adviser = Adviser(when=lambda view: asked_of.append(view) or applies, moves=lambda view, rng: few, simulations=30)
    asked = adviser.ask(state, seed=1)
    asked.go_on()
    assert len(asked.found().choices) == (2 if applies else len(state.moves()))
    assert asked_of == [state.view(state.turn())] != [state]


def test_among_many_moves_the_better_half_is_tried_again_and_again():
    assert len(SMALL.moves()) > 8
    asked = Adviser("random", "win", simulations=160, seconds=1e9).ask(SMALL, seed=1)
    while asked.go_on():
        pass
    tried = [choice.visits for choice in asked.found().choices]
    assert asked.found().how == "halving"
    assert tried[0] > 3 * tried[-1] > 0
    few = Adviser("random", simulations=8, seconds=1e9, moves=lambda view, rng: view.moves()[:3]).ask(SMALL, seed=1)
    assert few.how == "flat"


def test_advice_sees_only_what_the_seat_sees():
    match, rng = Match(FreshFish, 2), Random(3)
    while not any(match.state.view(match.state.turn()) != match.state for _ in "a" if match.state.turn() >= 0):
        match.play(match.state.sample(rng))
    state = match.state
    asked = adviser_for(state).ask(state, seed=1)
    assert asked.view == state.view(state.turn()) != state


def made(goal, best, following, ahead=None, how="flat"):
    """What a search of two moves might have found."""
    moves = SMALL.moves()
    worths = (Interval(*best, 40), Interval(*following, 40))
    choices = tuple(Choice(move, 40, worth, (move,)) for move, worth in zip(moves, worths, strict=False))
    return Found(choices, 80, how, False, SMALL, goal, None if ahead is None else Interval(*ahead, 40))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            made("win", (0.62, 0.5, 0.7), (0.4, 0.3, 0.45)),
            "Wins 62 of 100 games from here; the next best (b) 40, and th",
        ),
        (made("win", (0.62, 0.5, 0.7), (0.6, 0.5, 0.7)), "(b) 60, but the difference may be chance. "),
        (
            made("lead", (2.04, 0, 5), (-1, -4, 2), (3, 1, 5)),
            "Ends 2.0 points ahead on average; the next best (b) 1.0 b",
        ),
        (made("lead", (2, 0, 5), (-1, -4, 2), (3, 1, 5)), "1.0 behind, and that is clear. "),
        (made("lead", (2, 0, 5), (2, 0, 5), (0, 0, 0)), "2.0 ahead, just the same. "),
        (made("score", (-3, -4, -2), (-5, -6, -4), (2, -1, 5)), "Ends with −3.0 points in all, on average; the next b"),
        (made("score", (-3, -4, -2), (-5, -6, -4), (2, -1, 5)), "(b) −5.0, but the difference may be chance. "),
        (
            made("team", (30, 28, 32), (20, 18, 22), (10, 8, 12)),
            "All together end with 30.0 points on average; the next",
        ),
        (made("win", (1, 1, 1), (0, 0, 0), how="exact"), "(b) 0. Solved: every line to the end was checked."),
    ],
)
def test_the_sentence_says_what_the_best_move_gives_and_how_sure_that_is(found, words):
    names = dict(zip(SMALL.moves(), "ab", strict=False))
    assert words in advice(found, Adviser("random"), lambda move: names[move])


def test_values_are_written_as_what_they_count():
    won, lead = made("win", (0.62, 0.55, 0.69), (0, 0, 0)), made("lead", (3.14, -0.5, 6), (-2, -3, -1))
    assert [figure(won, one.value) for one in won.choices] == ["62 %", "0 %"]
    assert between(won, won.choices[0].value) == "55 to 69 %"
    assert [figure(lead, one.value) for one in lead.choices] == ["+3.1", "−2.0"]
    assert between(lead, lead.choices[0].value) == "−0.5 to +6.0"
    assert (figure(lead, None), between(lead, None)) == ("–", "–")
    assert counts(lead, Adviser()) == "points ahead of the best opponent at the end"


def test_the_only_move_needs_no_search():
    state = Fishery.start(columns=2, rows=2, placed=[[0, 3], [1, 2]])
    state = state.after(state.moves()[0])
    asked = Adviser().ask(state, 1, clock=lambda: 0.0)
    only = Found((Choice(state.moves()[0], 0, None, ()),), 0, "only move", False, state, "lead")
    assert advice(only, Adviser(), state.notation).endswith("It is the only move.")
    assert asked.found().simulations == 0


@pytest.mark.parametrize(
    ("together", "words"), [(False, "own points at the end"), (True, "everyone’s points together at the end")]
)
def test_where_all_have_one_score_the_values_of_boom_count_the_score_of_all(together, words):
    match = Match(Boom, 2, cooperative=together)
    match.play(match.state.moves()[0])
    match.play(("roll", 1))
    adviser = adviser_for(match.state)
    found = replace(adviser, simulations=4).ask(match.state, seed=1).found()
    assert counts(found, adviser) == words
