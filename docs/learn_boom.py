"""Train a player of Fishery Boom by the cross-entropy method, and measure it beside the game's bots.

    python docs/learn_boom.py [ROUNDS] [GAMES]

The player is linear: it plays the legal move whose features weigh most. Each round draws weights, plays a few games
with each against itself, and moves towards those that earned most. It needs `fishlab[bench]` and nothing else.
"""

from __future__ import annotations

import sys

import numpy as np

from fishlab.benchmark.environment import FishlabEnv, Observation, agent_of
from fishlab.benchmark.scoring import baselines, score, table
from fishlab.boom.rules import Boom

PLAYERS, DRAWN, BEST, PLAYED = 4, 32, 8, 4


def choose(weights: np.ndarray, observation: Observation) -> int:
    """Return the action whose move weighs most."""
    return int(np.where(observation["action_mask"], observation["moves"] @ weights, -np.inf).argmax())


def earned(env: FishlabEnv, weights: np.ndarray, seed: int) -> float:
    """Return what a seat earns in a game in which all seats play by these weights."""
    env.reset(seed=seed)
    rewards = []
    for _agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        if termination:
            rewards.append(reward)
        env.step(None if termination else choose(weights, observation))
    return float(np.mean(rewards))


def train(rounds: int) -> np.ndarray:
    """Return weights after so many rounds."""
    env, rng = FishlabEnv("boom", PLAYERS, most_moves=32), np.random.default_rng(1)
    width = env.observation_space("player_0")["moves"].shape[1]
    mean, spread = np.zeros(width), np.ones(width)
    for number in range(rounds):
        drawn = rng.normal(mean, spread, (DRAWN, width))
        seeds = range(number * PLAYED, (number + 1) * PLAYED)
        points = [np.mean([earned(env, weights, seed) for seed in seeds]) for weights in drawn]
        best = drawn[np.argsort(points, kind="stable")[-BEST:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
        print(f"round {number + 1}: {np.mean(points):.1f} points a seat, the best {max(points):.1f}", flush=True)
    return mean


if __name__ == "__main__":
    rounds, games = (int(word) for word in (*sys.argv[1:], *("10", "40")[len(sys.argv) - 1 :]))
    weights, start = train(rounds), Boom.start(PLAYERS)
    players = baselines(Boom) | {"trained": agent_of(lambda seen: choose(weights, seen), start)}
    print(table([score(player, "boom", PLAYERS, games, name=name) for name, player in players.items()]))
