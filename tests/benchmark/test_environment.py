"""The games as PettingZoo environments: its own tests, secrecy, seeds, rewards, and what is refused."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import warnings
from pathlib import Path
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from fishlab import GAMES
from fishlab.benchmark.environment import REWARDS, FishlabEnv, agent_of
from fishlab.benchmark.scoring import baselines, play, score, table
from fishlab.core import OVER
from fishlab.players import random_player

ROOT = Path(__file__).parents[2]
HIDING = [name for name, game in GAMES.items() if game.hides]


def played_out(env: FishlabEnv, seed: int, steps: int = 100_000) -> dict[str, float]:
    """Play at random and return what each agent was rewarded with."""
    rng, rewards = Random(seed), {}
    env.reset(seed=seed)
    for agent in env.agent_iter(steps):
        observation, reward, termination, _, _ = env.last()
        if termination:
            rewards[agent] = reward
        env.step(None if termination else rng.randrange(int(observation["action_mask"].sum())))
    return rewards


@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_pettingzoos_own_test(game):
    with warnings.catch_warnings():
        # With a mask an observation is a dictionary, as in PettingZoo's own board games.
        warnings.filterwarnings("ignore", "Observation (is not a NumPy array|space for each agent probably should)")
        api_test(FishlabEnv(game), num_cycles=60)


@pytest.mark.parametrize("game", ["boom", "fleet"])
def test_the_same_seed_plays_the_same_game(game):
    seed_test(lambda: FishlabEnv(game), num_cycles=40)
    env = FishlabEnv(game)
    ends = []
    for seed in (1, 1, 2):
        played_out(env, seed)
        ends.append(env.moment)
    assert ends[0] == ends[1] != ends[2]


@pytest.mark.parametrize("game", HIDING)
def test_what_a_seat_does_not_see_changes_nothing_in_its_observation(game):
    env, rng, differed = FishlabEnv(game, 3), Random(5), 0
    env.reset(seed=4)
    for _ in range(60):
        agent, truth = env.agent_selection, env.moment
        seen, moves = env.observe(agent), env.moves()
        env.moment = env.view(agent).guess(rng)
        differed += env.moment != truth
        other = env.observe(agent)
        assert all(np.array_equal(seen[part], other[part]) for part in seen)
        env.moment = truth
        env.step(rng.randrange(len(moves)))
        if not env.agents or env.terminations[env.agent_selection]:
            break
    assert differed, "somebody hides something in this game"


def test_observations_tell_moments_and_moves_apart():
    env = FishlabEnv("boom", 4)
    env.reset(seed=1)
    while len(env.moves()) < 3 or env.agent_selection != "player_0":
        env.step(0)
    first = env.observe("player_0")
    count = int(first["action_mask"].sum())
    assert count == len(env.moves())
    assert len({row.tobytes() for row in first["moves"][:count]}) == count
    assert not env.observe("player_1")["action_mask"].any(), "it is not its turn"
    assert (env.observe("player_1")["observation"] != first["observation"]).any(), "a seat knows which it is"
    env.step(0)
    assert (env.observe("player_0")["observation"] != first["observation"]).any()


@pytest.mark.parametrize("game", GAMES)
def test_no_two_moments_of_a_game_look_alike(game):
    env, rng, seen = FishlabEnv(game), Random(2), {}
    env.reset(seed=2)
    for _ in range(40):
        agent = env.agent_selection
        seen.setdefault(env.observe(agent)["observation"].tobytes(), set()).add(repr(env.view(agent)))
        env.step(rng.randrange(len(env.moves())))
        if env.terminations[env.agent_selection]:
            break
    assert len(seen) > 1 and all(len(views) == 1 for views in seen.values())


@pytest.mark.parametrize("game", ["boom", "freshfish"])
def test_rewards_come_at_the_end_and_say_what_was_asked_for(game):
    found = {reward: played_out(env := FishlabEnv(game, reward=reward), 3) for reward in REWARDS}
    points = env.moment.scores()
    sign = -1 if GAMES[game].low_wins else 1
    assert list(found["own"].values()) == [sign * one for one in points]
    assert set(found["total"].values()) == {sign * sum(points)}
    assert sum(found["win"].values()) == pytest.approx(1)
    assert {seat for seat, one in enumerate(found["win"].values()) if one} == set(env.moment.winners())


def test_a_step_after_the_end_is_refused_with_what_is_left_to_do():
    env = FishlabEnv("fishery", columns=3, rows=3, ships=1)
    env.reset(seed=1)
    while not env.terminations[env.agent_selection]:
        env.step(0)
    assert env.moment.turn() == OVER
    with pytest.raises(ValueError, match=r"the game is over for player_0: only step\(None\)"):
        env.step(0)
    for _ in range(2):
        env.step(None)
    with pytest.raises(ValueError, match=r"no agent is left: call reset\(\) to begin another"):
        env.step(None)
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1"]


@pytest.mark.parametrize("action", [None, -1, 255, True, 0.5, "0", [0], np.array([0])], ids=repr)
def test_an_action_that_is_no_move_is_refused_and_changes_nothing(action):
    env = FishlabEnv("boom", 2)
    env.reset(seed=1)
    before = env.moment
    last = len(env.moves()) - 1
    with pytest.raises(ValueError, match=f"is not possible now: choose a whole number from 0 to {last}"):
        env.step(action)
    assert env.moment is before


def test_what_cannot_be_made_is_told_with_what_is_right():
    with pytest.raises(ValueError, match="'chess' is not a game: choose boom"):
        FishlabEnv("chess")
    with pytest.raises(ValueError, match="reward='glory' is not possible: choose own, total, win"):
        FishlabEnv("boom", reward="glory")
    with pytest.raises(ValueError, match="9 players cannot play boom: choose 2 to 4"):
        FishlabEnv("boom", 9)
    few = FishlabEnv("fishery", most_moves=8)
    few.reset(seed=1)
    with pytest.raises(ValueError, match="63 moves are legal now, more than most_moves=8"):
        few.observe(few.agent_selection)


def test_the_line_of_the_game_is_rendered_where_it_was_asked_for():
    env = FishlabEnv("boom", 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.moment.prompt()
    assert FishlabEnv("boom", 2).render() is None


def test_the_package_itself_never_loads_pettingzoo():
    code = (
        "import sys, fishlab, fishlab.lab, fishlab.benchmark.scoring, fishlab_widgets.command as command\n"
        "command.parser()\n"
        "print([name for name in ('pettingzoo', 'gymnasium') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_program_that_chooses_by_observations_plays_as_a_bot_does():
    start = GAMES["boom"].start(2)
    first = agent_of(lambda seen: 0, start)
    assert play(start, [first] * 2, 1) == play(start, [lambda view, rng: view.moves()[0]] * 2, 1)


def test_the_pages_algorithm_runs_from_the_page_alone(tmp_path):
    script = tmp_path / "learn_boom.py"
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    assert "docs/learn_boom.py" in page
    script.write_text((ROOT / "docs" / "learn_boom.py").read_text(encoding="utf-8"))
    spec = importlib.util.spec_from_file_location("learn_boom", script)
    learn = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learn)
    learn.DRAWN, learn.BEST, learn.PLAYED = 6, 2, 1
    weights, start = learn.train(2), GAMES["boom"].start(learn.PLAYERS)
    trained = agent_of(lambda seen: learn.choose(weights, seen), start)
    found = score(trained, "boom", learn.PLAYERS, 8, name="trained", replies={"random": random_player})
    assert table([found]).splitlines()[-1].startswith("| trained | ")


# Scores.


def test_equals_win_their_share_and_gain_nothing_by_leaving():
    bots = baselines(GAMES["pisces"])
    found = score(bots["random"], "pisces", 2, 8, replies={"random": bots["random"]})
    assert (found.gain.mean, found.reply) == (0, "random")
    medium = score(bots["greedy"], "pisces", 2, 24, replies={"random": bots["random"]})
    assert medium.win.low <= 0.5 <= medium.win.high
    assert medium.gain.high < 0, "random play loses among greedy players"


def test_who_never_won_has_an_interval_of_wins_with_a_width():
    bots = baselines(GAMES["pisces"])
    found = score(bots["random"], "pisces", 2, 8, replies={"random": bots["random"]})
    assert (found.win.mean, found.win.low) == (0, 0) and 0.3 < found.win.high < 0.35, "Wilson's of 0 in 8"
    assert f"| 0.00 (0.00 to {found.win.high:.2f}) |" in table([found])


def test_the_best_reply_is_found_and_measured_on_other_games():
    bots = baselines(GAMES["fishery"])
    found = score(bots["random"], "fishery", 2, 40, replies={name: bots[name] for name in ("random", "greedy")})
    assert found.reply == "greedy" and found.gain.low > 0 and found.gain.games == 20


def test_where_few_points_win_a_gain_is_fewer_points():
    bots = baselines(GAMES["freshfish"])
    found = score(bots["random"], "freshfish", 2, 8, replies={"greedy": bots["greedy"]})
    assert found.gain.mean > 0


@pytest.mark.parametrize("wrong, message", [({"game": "chess"}, "not a game"), ({"games": 3}, "a whole number from 4")])
def test_scores_that_cannot_be_had_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        score(random_player, **wrong)


@pytest.mark.parametrize("seed", [-1, 1.5, float("nan"), "a", True, [1]], ids=repr)
def test_a_seed_that_is_no_whole_number_from_0_is_refused(seed):
    with pytest.raises(ValueError, match="is not possible: choose a whole number from 0"):
        FishlabEnv("boom", 2).reset(seed=seed)


def test_without_its_extra_the_environment_says_what_to_install():
    code = "import sys; sys.modules['pettingzoo'] = None; import fishlab.benchmark.environment"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert 'the environment needs the extra "bench": pip install ".[bench]" in the project' in done.stderr
