"""Players that were found by search, players that look ahead, and the table of both ends."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
import tune as tuning
from kept_games import (
    DEVIATIONS,
    Promise,
    form_row_of,
    main,
    options_of,
    play_tables,
    remade,
    row_of,
    seats_of,
    text_of,
    thinking,
)
from tune import changed, measure, search_for, tune, tune_mixed

from fishlab.boom.network import standard_sheet
from fishlab.boom.players import BOTS
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FORMS, LESSON, SHARED, TERMS
from fishlab.core import CHANCE, OVER
from fishlab.lab import COMPETITOR, GRID, Policy, play
from fishlab.lab.engine import play_profiles
from fishlab.lab.engine.batch import chance_move, one_game
from fishlab.lab.policies import agents, tape
from fishlab.lab.search import ends, forms, voted
from fishlab.lab.search.look_ahead import BLOCK, POOL, Decision, LookAhead, think, worth
from fishlab.lab.search.tuned import MIXED, RULES, kept, key_of, tuned, tuned_for, tuned_mixed
from fishlab.match import Match
from fishlab.stats import paired_difference

ENDS = ("team", "own")
ROOT = Path(__file__).parents[2]
REACHED = {
    ("team", 4): 55.0,
    ("team", 3): 40.9,
    ("team", 2): 29.8,
    ("own", 4): 22.0,
    ("own", 3): 22.7,
    ("own", 2): 28.2,
}
"""Mean totals that the tuned policies reach at least, when all seats play them."""


def some_moment(players: int, phase: str, seed: object = 0, year: int = 3) -> Boom:
    """A moment of a game of tuned policies at which a seat has something to choose."""
    rng = Random(f"moment/{seed}")
    state, seats = Boom.start(players), agents([tuned("own", players)] * players)
    while state.turn() != OVER:
        if state.year >= year and state.phase == phase and len(state.moves()) > 1:
            return state
        state = state.after(state.sample(rng) if state.turn() == CHANCE else seats[state.turn()](state, rng))
    raise AssertionError(f"no {phase} in this game")


# Tuned policies.


@pytest.mark.parametrize(("goal", "players"), REACHED)
def test_the_tuned_policies_earn_what_is_said_of_them(goal, players):
    total = play(tuned(goal, players), 3000, 5, players=players).total()
    assert total.mean() > REACHED[goal, players]


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_change_tried_here_helps_one_alone_among_the_selfish(players):
    base, rng = tuned("own", players), Random(f"deviations/{players}")
    others = [COMPETITOR, COMPETITOR.but(overtime=0, refrigerate=1), *GRID.values(), tuned("team", players)]
    others += [changed(base, rng) for _ in range(24)]
    earned = measure([base, *others], base, "own", players, 1200, 77)
    gains = [paired_difference(one, earned[0]) for one in earned[1:]]
    assert max(gain.low for gain in gains) < 0.25  # of 33 intervals one or two lie above 0 by chance


def test_the_same_search_finds_the_same_policy_and_a_better_one(monkeypatch):
    monkeypatch.setattr(tuning, "SIDE", 4)
    monkeypatch.setattr(tuning, "GAMES", 40)
    said: list[float] = []
    one = tune("team", 3, 4, seed=2, say=lambda _step, _policy, gain: said.append(gain))
    assert one == tune("team", 3, 4, seed=2) and said and min(said) > 0
    before, after = measure([tuning.START, one], one, "team", 3, 400, 9).mean(axis=1)
    assert after > before


def test_a_mixed_team_is_found_seat_by_seat_and_earns_more_than_one_whose_seats_play_alike(monkeypatch, capsys):
    monkeypatch.setattr(tuning, "SIDE", 8)
    monkeypatch.setattr(tuning, "GAMES", 200)
    gains: list[float] = []
    one = tune_mixed(4, 4, seed=1, say=lambda _step, _profile, gain: gains.append(gain))
    assert one == tune_mixed(4, 4, seed=1) != (tuned("team", 4),) * 4 and len(one) == 4 and min(gains) > 0
    for players in (2, 3, 4):
        profiles = [tuned_mixed(players), (tuned("team", players),) * players]
        mixed, alike = (batch.total() for batch in play_profiles(profiles, 6000, 5))
        assert len(set(tuned_mixed(players))) > 1 and mixed.mean() > alike.mean()
    tuning.main(["mixed", "--players", "3", "--steps", "1"])
    found = json.loads(capsys.readouterr().out)
    assert [Policy(**numbers) for numbers in found] == list(tune_mixed(3, 1))
    with pytest.raises(SystemExit):
        tuning.main(["mixed", "--form", "lesson"])
    assert "in the full game only: leave --form out" in capsys.readouterr().err


def test_what_is_kept_of_the_searches_is_whole():
    names = [(name, players, form) for form in FORMS for name in (*ENDS, "place", *RULES) for players in (2, 3, 4)]
    names += [(MIXED, players) for players in (2, 3, 4)]
    assert sorted(kept()) == sorted(key_of(*one) for one in names)
    for key, one in kept().items():
        assert key == key_of(one["goal"], one["players"], one.get("form", "full")) and one["steps"] > 0
    with pytest.raises(ValueError, match="no tuned policy 'team-5': choose team-4"):
        tuned("team", 5)


@pytest.mark.parametrize("name", RULES)
def test_a_search_under_a_rule_begins_with_the_selfish_who_keep_it_and_never_changes_the_rule(name):
    wanted = search_for(name, 4)
    assert wanted.goal == "own" and "compliance" in wanted.choices, "when it pays to keep the rule is found"
    rule = ("quota", "detection", "penalty", "graduated", "licence")
    assert not set(rule) & set(wanted.choices)
    start, found = wanted.start, tuned(name, 4)
    assert start.order == tuned("own", 4).order and all(start.at(year).compliance == 1 for year in range(1, 11))
    asked = [getattr(start, number) for number in rule]
    fixed = TERMS[name].fixed
    assert asked == [SHARED // 4, TERMS[name].detection, TERMS[name].fine, "graduated" in fixed, "licence" in fixed]
    assert asked == [getattr(found, number) for number in rule]
    with pytest.raises(ValueError, match="there is no search 'war': choose team, own, place, voted-rule"):
        search_for("war", 4)


def test_changes_of_a_policy_are_policies_that_the_rules_allow():
    rng, policy = Random(3), tuning.START
    for _ in range(60):
        policy = changed(policy, rng)
    assert policy != tuning.START and Policy(**policy.numbers()) == policy


# Looking ahead.


@pytest.mark.parametrize("phase", ["gear", "take", "box"])
def test_a_decision_sees_what_the_one_game_rules_make_of_each_move(phase):
    state = some_moment(3, phase)
    player = LookAhead("own", BLOCK, (tuned("own", 3),) * 3)
    decision = Decision(state, player, Random(4))
    begin = decision.start
    think([decision])
    for move, values in zip(decision.moves, decision.values, strict=True):
        for game in (0, BLOCK - 1):
            assert values[game] == finished(state.after(move), decision, (begin + game) % POOL).own_scores()[state.seat]


def test_who_fears_empty_plates_less_imagines_games_in_which_they_cost_less():
    state, found = some_moment(3, "box", year=9), 0
    usual, bold = (
        Decision(state, LookAhead("team", BLOCK, (tuned("own", 3),) * 3, empty), Random(4)) for empty in (2, 0.5)
    )
    think([usual, bold])
    for place, move in enumerate(usual.moves):
        for game in (0, BLOCK - 1):
            end = finished(state.after(move), usual, (usual.start + game) % POOL)
            empty = sum(
                max(0, end.plates[seat][year] - end.supply(seat, year + 1))
                for seat, year in product(range(3), range(10))
            )
            assert usual.values[place][game] == sum(end.own_scores())
            assert bold.values[place][game] == sum(end.own_scores()) + 1.5 * empty
            found += empty
    assert found


def finished(state: Boom, decision: Decision, game: int) -> Boom:
    """Play on by the one-game rules, as a decision imagines it."""
    seats = agents(decision.policies, decision.luck, game)
    while state.turn() != OVER:
        chance = state.turn() == CHANCE
        state = state.after(chance_move(state, decision.luck, game) if chance else seats[state.seat](state, Random(0)))
    return state


def test_where_nothing_is_left_to_chance_it_makes_the_best_move():
    for seed in range(4):
        state = some_moment(2, "box", seed, year=10)
        while state.start_seat == state.seat:
            state = state.after(next(move for move in state.moves() if move[1] not in ("overtime", "marketing")))
        sure = [move for move in state.moves() if move[1] not in ("overtime", "enforcement", "marketing")]
        best = max(state.after(move).own_scores()[state.seat] for move in sure)
        chosen = LookAhead("own", 64)(state, Random(1))
        assert state.after(chosen).own_scores()[state.seat] >= best or chosen[1] in ("overtime", "marketing")


def test_moves_that_earn_the_same_give_way_to_the_policys_own():
    state = some_moment(2, "gear", 1)
    decision = Decision(state, LookAhead("team", 64), Random(2))
    decision.learn([np.zeros(BLOCK, np.int16) for _ in decision.moves])
    decision.learn([np.zeros(BLOCK, np.int16) for _ in decision.alive])
    assert decision.done and decision.choice() == decision.moves[decision.own]


def test_a_move_that_is_clearly_behind_is_dropped_and_costs_nothing_more():
    state = some_moment(4, "box", 1)
    decision = Decision(state, LookAhead("team", 320), Random(2))
    good = np.arange(BLOCK) % 5
    decision.learn([good + (3 if move == 1 else 0) for move in range(len(decision.moves))])
    assert decision.alive == [1] and decision.done and decision.choice() == decision.moves[1]


def test_blocks_are_played_together_and_weighed_one_after_the_other():
    state, rounds = some_moment(4, "box", 1), 0
    decision = Decision(state, LookAhead("team", 320), Random(2))
    good = np.arange(BLOCK) % 5
    late = np.concatenate([good - 3, good + 100])  # clearly behind after its first block, whatever comes then
    decision.learn([late if move == 1 else np.tile(good, 2) for move in range(len(decision.moves))])
    assert 1 not in decision.alive and decision.values[1].size == BLOCK
    decision = Decision(state, LookAhead("own", 400), Random(2))
    while not decision.done:
        think([decision])
        rounds += 1
    assert decision.tried > 4 * BLOCK and rounds <= 5


def short_sheet(years: int = 2) -> dict:
    """The first years of the High Seas."""
    data = standard_sheet().data()
    for entry in data["species"]:
        entry["arrows"] = entry["arrows"][: years - 1]
    return data | {"years": {"count": years, "source": "inferred"}, "plus_one": {"years": [], "source": "inferred"},
                   "illegal": {}}  # fmt: skip


def test_a_game_is_the_same_whichever_games_are_played_beside_it():
    seats = [LookAhead("own", 8), tuned("own", 2)]
    together = play_tables([(seats, game) for game in range(3)], 6, sheet=short_sheet())
    assert play_tables([(seats, 2)], 6, sheet=short_sheet())[0].moves == together[2].moves
    assert together[0].moves != together[1].moves and all(match.over for match in together)


@pytest.mark.parametrize("name", ["far-sighted", "team-minded"])
def test_the_bots_that_look_ahead_play_by_the_rules_and_alike_from_the_same_seed(name):
    for phase in ("gear", "take", "box"):
        state = some_moment(4, phase, 2, year=8)
        move = BOTS[name](state, Random(5))
        assert move in state.moves() and move == BOTS[name](state, Random(5))


def test_a_sheet_too_wide_for_the_tables_is_played_by_the_policy():
    data = Boom.start(2).sheet.data()
    for entry in data["species"]:
        entry["dice"] = [face % 6 + 1 for face in range(len(entry["dice"]))]
    state = Boom.start(2, sheet=data)
    state = state.after(("gear", "default")).after(("roll", 1))
    assert LookAhead("own")(state, Random(1)) in state.moves()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"budget": 0}, "budget=0 is not possible: choose a whole number from 1 to 8000"),
        ({"budget": 2.5}, "budget=2.5 is not possible"),
        ({"empty": 2.5}, "empty=2.5 is not possible: choose a number from 0 to 2"),
        ({"goal": "glory"}, "goal='glory' is not possible: choose team, own, place"),
    ],
)
def test_a_player_that_looks_ahead_refuses_what_means_nothing(wrong, message):
    with pytest.raises(ValueError, match=message):
        LookAhead(**({"goal": "own"} | wrong))


# The table of both ends.


def sample_games() -> list[tuple[str, int, str]]:
    """A few games of the tables, whole, as save codes."""
    lines = (Path(__file__).with_name("ends_games.csv")).read_text(encoding="utf-8").splitlines()
    return [(name, int(game), code) for name, game, code in (line.split(",") for line in lines[1:])]


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "game", "code"), sample_games())
def test_a_sample_of_the_tables_is_remade_decision_by_decision(name, game, code):
    """The last year of whole games; what came before takes one number from the generator for each decision."""
    match = Match.from_code(code)
    state, rng = match.states[0], thinking(ends.SEED, game)
    form, treatment = state.setup.form, name in (*forms.BETWEEN, "place")
    row = form_row_of(name, game, match) if treatment else row_of(name, game, match)
    assert row in (forms.games(form) if treatment else (*ends.ends(), *ends.lone_games()))
    seats = seats_of(name, state.players, game, form)
    luck = tape.draw(state.sheet, state.players, ends.SEED, game, game + 1)
    decided = 0
    for move in match.moves:
        if state.turn() == CHANCE:
            assert move == chance_move(state, luck)
        elif len(state.moves()) > 1 and state.year < match.state.year:
            rng.randrange(POOL)
        elif len(state.moves()) > 1:
            seat = seats[state.seat]
            player = seat.plays(luck, state.year, state.seat) if isinstance(seat, Promise) else seat
            decision = Decision(state, player, rng)
            while not decision.done:
                think([decision])
            assert move == decision.choice()
            decided += 1
        state = state.after(move)
    assert decided > 3


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("goal", ["team", "own", MIXED])
def test_whole_games_of_the_table_are_remade(goal, players):
    kept_rows = [row for row in ends.ends() if (row.goal, row.players) == (goal, players)]
    assert remade(goal, players, range(2)) == kept_rows[:2]


def test_the_table_has_the_same_games_at_both_ends_and_the_price_rises_with_the_players():
    for players in (2, 3, 4):
        games = [
            [row.game for row in ends.ends() if (row.goal, row.players) == (goal, players)] for goal in (*ENDS, MIXED)
        ]
        assert games == [list(range(256))] * 3
        means = [ends.totals(goal, players).mean() for goal in (*ENDS, MIXED)]
        assert ends.price(players).together.mean == max(means), "together is the most of everything that was played"
        assert ends.totals(ends.best_team(players), players).mean() == max(means[0], means[2])
    prices = [ends.price(players) for players in (2, 3, 4)]
    assert prices[0].ratio.mean < prices[1].ratio.low and prices[1].ratio.mean < prices[2].ratio.low
    for players, one in zip((2, 3, 4), prices, strict=True):
        assert one.together.low > play(tuned("team", players), 2000, players=players).total().mean()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_gains_by_leaving_the_selfish_end_and_who_leaves_the_team_does(players):
    found = ends.leaving(players)
    assert list(found) == sorted(DEVIATIONS), "every deviation is played, for every number of players"
    for name, one in found.items():
        assert one.gain.games == one.stayed.games == one.left.games == 200
        if name.startswith("own"):
            assert one.gain.low <= 0, (name, one)
        else:
            assert one.gain.low > 0, (name, one)


def test_the_page_of_the_full_game_agrees_with_the_games_that_are_kept():
    page = (ROOT / "docs" / "calibration.md").read_text(encoding="utf-8").replace("−", "-").replace("**", "")
    for players in (2, 3, 4):
        team, mixed, own = (f"{ends.totals(goal, players).mean():.1f}" for goal in ("team", MIXED, "own"))
        ratio = ends.price(players).ratio
        told = f"{ratio.mean:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"
        assert f"| {players} | {team} | {mixed} | {own} | {told} |" in page
    for name, does in (
        ("own: four times the search", "looks ahead four times as long"),
        ("own: fears empty plates less", "fears empty plates less"),
        ("own: for the team", "plays for the team"),
        ("own: no search", "stops looking ahead"),
    ):
        gains = [ends.leaving(players)[name].gain for players in (2, 3, 4)]
        told = " | ".join(f"{one.mean:.2f} ({one.low:.2f} to {one.high:.2f})" for one in gains)
        assert f"| {does} | {told} |" in page


def test_a_deviation_is_compared_with_the_same_dice_and_seat():
    one = ends.leaving(4)["team: for itself"]
    lone = [row for row in ends.lone_games() if (row.name, row.players) == ("team: for itself", 4)]
    stayed = {row.game: row for row in ends.ends() if (row.goal, row.players) == ("team", 4)}
    assert [(row.game, row.seat) for row in lone] == [(game, game % 4) for game in range(200)]
    gain = np.mean([row.points - stayed[row.game].points[row.seat] for row in lone])
    assert one.gain.mean == pytest.approx(gain)
    assert one.stayed.mean == pytest.approx(np.mean([stayed[row.game].total for row in lone]))


@pytest.mark.soak
@pytest.mark.parametrize("name", DEVIATIONS)
def test_whole_games_of_the_deviations_are_remade(name):
    rows = [row for row in ends.lone_games() if (row.name, row.players) == (name, 2)]
    assert remade(name, 2, range(2)) == rows[:2]


# The treatments between the ends.


def test_a_promise_is_kept_in_the_years_in_which_the_luck_of_the_game_says_so():
    kept_, broken = LookAhead("team"), LookAhead("own")
    luck = tape.draw(standard_sheet(), 4, 3, 0, 1)
    word = tuned("team", 4).but(compliance=0.5)
    promise = Promise(kept_, broken, word)
    found = [[promise.plays(luck, year, seat) for seat in range(4)] for year in range(1, 11)]
    said = [
        [luck.byte(luck.layout.plane(year, seat, tape.COMPLIANCE), 0) < 128 for seat in range(4)] for year in range(10)
    ]
    assert found == [[kept_ if keeps else broken for keeps in year] for year in said]
    always, never = (Promise(kept_, broken, word.but(compliance=one)) for one in (1, 0))
    assert always.plays(luck, 3, 0) is kept_ and never.plays(luck, 3, 0) is broken


def test_who_looks_ahead_under_a_rule_counts_the_fines():
    state = some_moment(4, "box", 3)
    rule = tuned("own", 4).but(quota=0, detection=1, penalty=5)
    free, fined = (
        Decision(state, LookAhead("own", BLOCK, (policy,) * 4), Random(4)) for policy in (rule.but(penalty=0), rule)
    )
    think([free, fined])
    gap = [free.values[move] - fined.values[move] for move in range(len(free.moves))]
    assert all((one >= 0).all() for one in gap) and any((one > 0).any() for one in gap)


def test_the_fines_of_a_kept_game_are_those_of_the_engine():
    policies = (tuned("enforced-rule", 4),) * 4
    batch = play(policies, 2, ends.SEED)
    for game in (0, 1):
        match = one_game(policies, ends.SEED, game, options_of("enforced-rule", 4))[0]
        row = form_row_of("enforced-rule", game, match)
        assert row.fines == tuple(batch.sheets.fines[:, game]) and row.points == tuple(batch.own()[:, game])
        assert row.living == tuple(batch.living()[:, game]) and row.after_fines == batch.net()[:, game].sum()


def test_the_steps_between_the_ends_lie_in_the_order_of_what_is_left():
    found = forms.steps(LESSON)
    after = [one.after_fines.mean for one in found.values()]
    assert after == sorted(after) and set(found) == {"to-win", *forms.BETWEEN}
    for name, one in found.items():
        rows, alone = forms.paired(LESSON, name, "competitive")
        assert one.total.games == len(rows) == len(alone)
        assert one.gain.mean == pytest.approx(one.after_fines.mean - np.mean([game.total for game in alone]))
    rules = [found[name] for name in ("voted-rule", "enforced-rule", "graduated-sanctions")]
    assert found["to-win"].gain.high < 0, "who plays to win leaves less to all"
    assert found["quota"].gain.low > 0 and found["quota"].gain.high < min(one.gain.low for one in rules)
    assert found["yearly-agreement"].gain.low > max(one.gain.mean for one in rules), "talk leaves more than fines do"
    assert found["graduated-sanctions"].after_fines.mean > found["enforced-rule"].after_fines.mean


def test_the_tool_writes_the_tables_and_keeps_what_is_there(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("kept_games.PLAYERS", {"team": tuned("team", 2), "own": tuned("own", 2)})
    monkeypatch.setattr("kept_games.DEVIATIONS", {"own: for the team": lambda _players: tuned("team", 2)})
    path = tmp_path / "ends.csv"
    main(["ends", "team", "own", "--out", str(path), "--games", "2"])
    first = path.read_text().splitlines()
    main(["ends", "team", "own", "--out", str(path), "--games", "3"])
    assert len(first) == 13 and first[0] == "goal,players,game,points,living"
    assert set(first) < set(path.read_text().splitlines())
    assert len(path.read_text().splitlines()) == 19 and capsys.readouterr().err.count("are there") == 12
    lone = tmp_path / "deviations.csv"
    for _ in range(2):
        main(["deviations", "--out", str(lone), "--games", "2", "--players", "2"])
    assert len(lone.read_text().splitlines()) == 3
    with pytest.raises(SystemExit):
        main(["deviations", "war", "--out", str(lone)])
    assert "'war' is not played here" in capsys.readouterr().err


@pytest.mark.parametrize("kept_rows", [ends.ends, ends.lone_games])
def test_a_row_that_is_kept_stands_in_its_file_as_the_tool_writes_it(kept_rows):
    table = {ends.ends: "ends", ends.lone_games: "deviations"}[kept_rows]
    lines = (Path(ends.__file__).with_name(f"{table}.csv")).read_text(encoding="utf-8").splitlines()
    assert [",".join(type(kept_rows()[0])._fields), *map(text_of, kept_rows())] == lines


def test_the_tool_that_searches_prints_the_numbers_of_what_it_found(monkeypatch, capsys):
    monkeypatch.setattr(tuning, "SIDE", 2)
    monkeypatch.setattr(tuning, "GAMES", 20)
    tuning.main(["own", "--players", "2", "--steps", "1"])
    assert Policy(**json.loads(capsys.readouterr().out))
    tuning.main(["council", "--steps", "1"])
    found = json.loads(capsys.readouterr().out)
    assert list(found) == list(voted.kept()) and all(Policy(**found[key]).quota == int(key[0]) for key in found)
    with pytest.raises(SystemExit):
        tuning.main(["war"])
    assert "there is no search 'war'" in capsys.readouterr().err


def test_a_lead_is_what_a_seat_has_beyond_the_best_other_and_imagines_the_policies_that_the_page_names():
    points = np.array([[5, 1], [9, 4], [2, 8]])
    assert [worth(points, "lead", seat).tolist() for seat in range(3)] == [[-4, -7], [4, -4], [-7, 4]]
    same = [(tuned_for("lead", Boom.start(players)), tuned(goal, players, "full"))
            for players, goal in ((2, "place"), (3, "place"), (4, "own"))]  # fmt: skip
    assert all(one == other for one, other in same)
