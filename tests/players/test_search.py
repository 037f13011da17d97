"""The search: right where the truth is known, the same on the same seed, honest about what it knows."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import pytest

from fishlab import CHANCE, GAMES, OVER, Boom, Fishery, Fleet, FreshFish, Match
from fishlab.bots import bots_for
from fishlab.players.agent_guard import Fault
from fishlab.players.exact import GOALS, TooLarge, solve
from fishlab.players.search import Searcher, search

TINY = Fishery.start(columns=2, rows=2, placed=[[0], [1]])
SMALL = Fishery.start(columns=2, rows=3, placed=[[0], [5]])


def best_by_hand(state: Fishery, seat: int) -> float:
    """Plain minimax without memory: 1 if the seat wins with best play of both."""
    if state.turn() == OVER:
        return float(seat in state.winners())
    after = [best_by_hand(state.after(move), seat) for move in state.moves()]
    return max(after) if state.turn() == seat else min(after)


def near_the_end(game, players, seed, left, bot="greedy"):
    """Return the last moments of a game of bots at which a seat has a choice and all is seen, the latest first."""
    match = Match(game, players)
    match.run([bots_for(game)[bot]] * players, Random(seed))
    late = [state for state in match.states[-left:] if state.turn() >= 0 and len(state.moves()) > 1]
    return late[::-1]


@pytest.mark.parametrize("placed", [[[0], [1]], [[0], [3]], [[2], [1]]])
def test_solve_agrees_with_a_plain_minimax_on_a_small_fishery(placed):
    state = Fishery.start(columns=2, rows=2, placed=placed)
    exact = solve(state)
    for move in state.moves():
        assert exact[move][0] == best_by_hand(state.after(move), 0)


def test_a_tree_with_random_games_lets_the_game_play_itself_out(monkeypatch):
    ends, plain = [], Fishery.play_out
    monkeypatch.setattr(Fishery, "play_out", lambda state, rng: ends.append(plain(state, rng)) or ends[-1])
    search(SMALL, simulations=40, method="tree")
    assert len(ends) == 40 and {end.turn() for end in ends} == {OVER}


def test_a_tree_makes_a_moment_twice_at_most_where_nobody_hides_anything(monkeypatch):
    made, plain = Counter(), Fishery.after
    monkeypatch.setattr(Fishery, "after", lambda state, move: made.update([(state, move)]) or plain(state, move))
    search(Fishery.start(columns=2, rows=1, placed=[[0], [1]]), simulations=200, method="tree")
    assert set(made.values()) == {2}, "as a leaf, and when a line first goes on from it"


def test_a_tree_plays_every_guess_to_its_own_end(monkeypatch):
    worlds, ends, plain = [], [], Fishery.play_out
    boards = [Fishery.start(columns=2, rows=3, placed=placed) for placed in ([[0], [5]], [[1], [4]])]
    monkeypatch.setattr(Fishery, "guess", lambda state, rng: worlds.append(rng.choice(boards)) or worlds[-1])
    monkeypatch.setattr(Fishery, "play_out", lambda state, rng: ends.append(state) or plain(state, rng))
    search(boards[0], simulations=300, method="tree")
    assert [end.ships for end in ends] == [world.ships for world in worlds]


@pytest.mark.parametrize("placed", [[[0], [5]], [[2], [3]]])
def test_the_tree_finds_a_move_that_the_full_solve_of_a_two_by_three_fishery_calls_best(placed):
    state = Fishery.start(columns=2, rows=3, placed=placed)
    exact = solve(state)
    found = search(state, simulations=500, method="tree", seed=3)
    assert exact[found.best][0] == max(value[0] for value in exact.values())


@pytest.mark.parametrize("placed", [[[0], [5]], [[2], [3]]])
def test_the_tree_plays_for_the_seat_that_asks_also_for_the_second(placed):
    state = Fishery.start(columns=2, rows=3, placed=placed)
    for move in state.moves():
        reply = state.after(move)
        exact = {one: best_by_hand(reply.after(one), 1) for one in reply.moves()}
        if len(set(exact.values())) > 1:
            assert exact[search(reply, simulations=300, method="tree", seed=3).best] == 1


def test_the_lead_is_over_the_best_other_of_three(monkeypatch):
    state = Boom.start(3)
    monkeypatch.setattr(Boom, "scores", lambda self: (5, 9, 2))
    assert [GOALS["lead"](state, seat) for seat in range(3)] == [-4, 4, -7]


@pytest.mark.parametrize("game", [Fleet, FreshFish])
def test_imagined_players_see_no_more_than_real_ones(game):
    match, rng, seen = Match(game), Random(1), []
    while match.state.turn() < 0 or match.state.view(match.state.turn()) == match.state:
        match.play(match.state.sample(rng))

    def looks(view, rng):
        seen.append(view)
        return view.moves()[0]

    search(match.state, rollout=looks, simulations=4, depth=9, goal="lead")
    assert all(view == view.view(view.turn()) for view in seen)
    assert len(seen) > 9


def expectation(state, goal: str) -> tuple[float, ...]:
    """Exhaustive and without memory: what each seat gets if all play best for themselves, over every die and tile."""
    if state.turn() == OVER:
        return tuple(GOALS[goal](state, seat) for seat in range(state.players))
    after = [expectation(state.after(move), goal) for move in state.moves()]
    if state.turn() == CHANCE:
        return tuple(sum(part) / len(after) for part in zip(*after, strict=True))
    return max(after, key=lambda value: value[state.turn()])


LAST = [(FreshFish, 2, "random", "lead"), (FreshFish, 20, "greedy", "lead"),
        (Boom, 2, "greedy", "score"), (Boom, 3, "careful", "score")]  # fmt: skip
"""Games whose last choices matter: game, seed, who played it, and what counts."""


@pytest.mark.parametrize(("game", "seed", "bot", "goal"), LAST)
def test_the_last_moves_of_fresh_fish_and_boom_agree_with_exhaustive_expectation(game, seed, bot, goal):
    seen = differ = 0
    for state in near_the_end(game, 2, seed, 12, bot)[:2]:
        seat = state.turn()
        try:
            solve(state, goal, 400)
        except TooLarge:
            continue
        truth = {move: expectation(state.after(move), goal)[seat] for move in state.moves()}
        exact = search(state, goal=goal, simulations=1, exact=400)
        assert exact.how == "exact"
        for choice in exact.choices:
            assert choice.value.mean == pytest.approx(truth[choice.move])
        best = pytest.approx(max(truth.values()))
        assert truth[search(state, goal=goal, simulations=150, method="tree").best] == best
        assert truth[bots_for(game)["hard"](state.view(seat), Random(1))] == best
        seen += 1
        differ += len(set(truth.values())) > 1
    assert seen and differ  # or the test would show nothing


@pytest.mark.parametrize("method", ["flat", "halving", "tree"])
def test_the_same_seed_gives_the_same_answer_and_visits_add_up(method):
    def found(seed):
        return search(SMALL, simulations=60, method=method, seed=seed)

    assert found(1) == found(1)
    assert found(1).choices != found(2).choices
    assert sum(choice.visits for choice in found(1).choices) == found(1).simulations


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("method", ["flat", "halving", "tree"])
def test_every_game_can_be_searched_and_each_goal_is_taken(name, method):
    game = GAMES[name]
    match = Match(game)
    match.run([bots_for(game)["random"]] * match.seats, Random(5), limit=30)
    state = next(state for state in reversed(match.states) if state.turn() >= 0)
    for goal in GOALS:
        found = search(state, goal=goal, simulations=9, depth=4, method=method)
        assert found.best in state.moves()
        assert str(found).startswith(f"{found.simulations} simulations ({found.how}), by {goal}")


def test_a_search_never_uses_what_its_seat_cannot_see():
    match = Match(Fleet, 2)
    match.run([bots_for(Fleet)["greedy"]] * 2, Random(2), limit=40)
    while match.state.turn() < 0 or len(match.state.moves()) < 2:
        match.play(match.state.sample(Random(3)))
    state = match.state
    seat = state.turn()
    hidden = state.sides[1 - seat].hand
    guesses = (state.view(seat).guess(Random(seed)) for seed in range(20))
    other = next(guess for guess in guesses if guess.sides[1 - seat].hand != hidden)  # looks the same to the seat

    def peek(moment, seat):
        return float(sum(place * cards for place, cards in enumerate(moment.sides[1 - seat].hand)))

    found = [search(truth, goal=peek, simulations=12, depth=1).choices for truth in (state, other)]
    assert peek(state, seat) != peek(other, seat)
    assert found[0] == found[1]


def test_clearly_worse_moves_are_dropped_and_the_interval_holds_the_mean():
    found = search(TINY, simulations=400, rollout="random")
    visits = [choice.visits for choice in found.choices]
    assert min(visits) < max(visits)
    for choice in found.choices:
        assert 0 <= choice.value.low <= choice.value.mean <= choice.value.high <= 1
    assert found.best == ("net", "b2", "b1")
    assert found.choices[0].line[0] == found.best
    assert len(found.choices[0].line) > 1


def test_halving_spends_a_small_budget_on_the_moves_between_which_it_is_hard_to_choose():
    found = search(SMALL, simulations=64, method="halving", rollout="random")
    visits = [choice.visits for choice in found.choices]
    assert sum(visits) == found.simulations == 64
    assert visits[0] > 3 * min(visits)
    assert visits[:2] == sorted(visits, reverse=True)[:2]  # the last two of the race
    even = search(SMALL, simulations=64, rollout="random")
    assert visits[0] > max(choice.visits for choice in even.choices)
    few = search(SMALL, simulations=3, method="halving", goal=lambda state, seat: -1.0)
    assert few.choices[0].visits == 1  # a move that was never tried is not taken for better than one that was


def test_equal_moves_go_to_the_bots_own():
    state = Fishery.start(columns=4, rows=4, ships=2)
    own = ("ship", "c2")
    found = search(
        state,
        rollout=lambda view, rng: own if own in view.moves() else view.moves()[0],
        goal=lambda s, p: 0.0,
        simulations=40,
    )
    assert found.best == own


@pytest.mark.parametrize("method", ["flat", "halving", "tree"])
def test_a_search_stopped_half_way_says_so_and_answers_with_what_it_knows(method):
    asked = count()
    found = search(SMALL, simulations=1000, method=method, stop=lambda: next(asked) >= 20)
    assert found.stopped
    assert 0 < found.simulations < 1000
    assert found.best in SMALL.moves()
    assert "stopped early" in str(found)


@pytest.mark.parametrize("method", ["flat", "halving", "tree"])
def test_a_search_stopped_before_it_began_answers_with_the_bots_own_move(method):
    found = search(SMALL, rollout="greedy", simulations=1000, method=method, stop=lambda: True, seed=4)
    assert (found.simulations, found.choices[0].value) == (0, None)
    assert found.best in SMALL.moves()
    assert "not tried" in str(found)


def test_time_is_a_budget_too_and_one_simulation_is_always_played():
    ticks = count()
    found = search(SMALL, seconds=30, clock=lambda: float(next(ticks)))
    assert 20 < found.simulations < 40
    assert search(SMALL, seconds=1, clock=lambda: 5.0 * next(ticks)).simulations == 1


def test_progress_is_told_up_to_the_budget():
    told = []
    search(SMALL, simulations=32, method="tree", progress=lambda done, all_: told.append((done, all_)))
    assert told == [(8, 32), (16, 32), (24, 32), (32, 32)]


def test_a_view_with_nothing_hidden_and_an_only_move_need_no_guess_and_no_simulation():
    state = Fishery.start(columns=2, rows=2, ships=1, nets=0, placed=[[0], [1]])
    found = search(state, simulations=50)
    assert (found.best, found.simulations, found.how) == (("pass",), 0, "only move")
    assert search(SMALL.view(0), simulations=10).best in SMALL.moves()
    open_city = FreshFish.start(2, supplies=["g7", "a1", "g1"])  # a game with secrets, and none of them yet
    assert open_city.view(0).guess(Random(1)) == open_city
    assert (
        search(open_city.view(0), simulations=10, depth=2).choices == search(open_city, simulations=10, depth=2).choices
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"simulations": 0}, "simulations=0 is not possible: choose a whole number from 1"),
        ({"simulations": True}, "simulations=True is not possible"),
        ({"seconds": 0}, "seconds=0 is not possible: choose a number above 0"),
        ({"seconds": float("nan")}, "seconds=nan is not possible"),
        ({}, "A search needs a budget"),
        ({"simulations": 5, "goal": "glory"}, "goal='glory' is not possible: choose win, score"),
        ({"simulations": 5, "rollout": "shark"}, "fishery has no bot 'shark': choose easy"),
        ({"simulations": 5, "depth": 0}, "depth=0 is not possible"),
        ({"simulations": 5, "method": "deep"}, "method='deep' is not possible"),
        ({"simulations": 5, "explore": -1}, "explore=-1 is not possible: choose a number from 0"),
        ({"simulations": 5, "moves": []}, "There are no moves to search among"),
        ({"simulations": 5, "moves": [("ship", "a1")]}, "“ship a1” cannot be searched: it is not allowed now"),
    ],
)
def test_nonsense_is_refused_in_words(given, message):
    with pytest.raises(ValueError, match=message):
        search(SMALL, **given)


def test_a_player_without_a_budget_is_refused_when_it_is_made_and_not_in_the_middle_of_a_game():
    for given in ({"simulations": 0}, {"seconds": 0}, {"simulations": 5, "depth": 0}, {}):
        with pytest.raises(ValueError, match=r"is not possible|needs a budget"):
            Searcher("random", **given)


def test_a_finished_game_and_the_turn_of_chance_are_refused_in_words():
    over = TINY.after(("pass",)).after(("pass",))
    with pytest.raises(ValueError, match="The game is over: there is no move left"):
        search(over, simulations=5)
    with pytest.raises(ValueError, match="The game is over: there is no move left"):
        solve(over)
    with pytest.raises(ValueError, match="The game is over: there is no move left"):
        Searcher("random", simulations=5)(over, Random(1))
    with pytest.raises(ValueError, match="It is chance's turn"):
        search(FreshFish.start(2), simulations=5)


def test_a_rollout_that_changes_its_view_breaks_a_rule_or_breaks_down_is_named():
    def meddler(view, rng):
        object.__setattr__(view, "seat", 1 - view.seat)
        return ("pass",)

    def clumsy(view, rng):
        return ("ship", "a1")

    def broken(view, rng):
        return 1 // 0

    for agent, words in [
        (meddler, "changed what it was shown"),
        (clumsy, "played “ship a1”"),
        (broken, "ZeroDivision"),
    ]:
        with pytest.raises(Fault, match=words) as told:
            search(SMALL, rollout=agent, simulations=5)
        assert f"“{agent.__name__}”" in str(told.value)


def test_solve_refuses_what_is_too_large_or_hidden():
    with pytest.raises(TooLarge, match="More than 50 positions lie ahead"):
        solve(SMALL, moments=50)
    with pytest.raises(TooLarge, match="without seeing everything"):
        solve(near_the_end(Fleet, 2, 1, 40)[0], moments=50)


def test_what_a_seat_sees_of_sealed_bids_is_not_solved_as_if_all_were_open():
    match = Match(FreshFish, 2)
    match.run([bots_for(FreshFish)["greedy"]] * 2, Random(2), limit=60)
    sealed = next(state for state in match.states if state.phase == "bid" and any(state.committed()))
    with pytest.raises(TooLarge, match="without seeing everything"):
        solve(sealed.view(sealed.turn()), "lead", 1000)
    assert search(sealed, goal="lead", simulations=9, depth=3, exact=1000).how == "flat"


def test_a_searcher_is_a_player_and_asks_its_bot_where_no_search_is_needed():
    player = Searcher("greedy", simulations=6, when=lambda view: view.phase == "nets")
    match = Match(Fishery, columns=3, rows=3, ships=1)
    assert match.run([player, bots_for(Fishery)["random"]], Random(1)).turn() == OVER
