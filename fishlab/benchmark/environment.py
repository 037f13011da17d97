"""Any game as a PettingZoo environment: agents move in turn, chance moves by itself (extra `fishlab[bench]`).

    env = FishlabEnv("boom", players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else int(observation["action_mask"].argmax()))

Action k is the k-th move that is legal now, and `observation["moves"][k]` says as numbers what it is; `env.moves()` has
the moves themselves. An observation is made from what its seat sees and from nothing else. Rewards come at the end: own
points ("own"), those of all seats ("total"), or the share of the win ("win"); where few points win they are negative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Integral
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fishlab.benchmark.encoding import COLUMNS, MOVE_COLUMNS, encode_moves, encode_view
from fishlab.core import CHANCE, GAMES, OVER, Agent, Move, State, brief
from fishlab.messages import mark, refusal

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ModuleNotFoundError as why:
    raise ModuleNotFoundError('the environment needs the extra "bench": pip install ".[bench]" in the project') from why

REWARDS: Final = ("own", "total", "win")
"""What an agent may be rewarded for."""
MOST_MOVES: Final = 256
"""Moves to choose from, unless an environment is made with more."""
Observation = dict[str, NDArray[Any]]


class FishlabEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo says nothing of its types
    """A game for programs that learn.

    Args:
        game: its name; `fishlab.GAMES` lists them.
        players: how many seats; the fewest that can play without it.
        reward: what agents are rewarded for, out of `REWARDS`.
        most_moves: how many moves can be chosen from at most.
        render_mode: "ansi" to have `render` say in a line who does what now.
        **options: the game's own.
    """

    def __init__(
        self,
        game: str = "boom",
        players: int | None = None,
        *,
        reward: str = "own",
        most_moves: int = MOST_MOVES,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if not isinstance(game, str) or game not in GAMES:
            raise refusal("{game} is not a game: choose {names}", game=brief(game), names=", ".join(GAMES))
        if reward not in REWARDS:
            raise refusal("reward={reward!r} is not possible: choose {names}", reward=reward, names=", ".join(REWARDS))
        kind = GAMES[game]
        self.start: State = kind.start(kind.seats[0] if players is None else players, **options)
        self.reward, self.most_moves, self.render_mode = reward, most_moves, render_mode
        self.metadata = {"name": f"fishlab_{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.start.scores()))]
        self.agents: list[str] = []
        self._action = {agent: Discrete(most_moves) for agent in self.possible_agents}
        self._observation = {
            agent: Dict(
                {
                    "observation": Box(-1000, 1000, (COLUMNS,), np.float32),
                    "moves": Box(-1000, 1000, (most_moves, MOVE_COLUMNS), np.float32),
                    "action_mask": Box(0, 1, (most_moves,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.moment: State = self.start
        """The whole truth, for who runs the environment; agents are shown their views of it."""
        self._chance = Random()

    def observation_space(self, agent: str) -> Dict:
        """Return what an agent's observations look like."""
        return self._observation[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the actions: the places of the moves that are legal now."""
        return self._action[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed has the same dice and cards as long as the same moves are made."""
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, Integral) or seed < 0):
            raise refusal("seed={seed} is not possible: choose a whole number from 0", seed=brief(seed))
        self._chance, self.moment = Random(None if seed is None else int(seed)), self.start
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._let_chance_move()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, as numbers; it may choose only where it is its turn."""
        seat = self.possible_agents.index(agent)
        return observation_of(self.moment.view(seat), seat, self.start, self.most_moves)

    def view(self, agent: str) -> State:
        """Return what an agent sees now, as a moment of the game."""
        return self.moment.view(self.possible_agents.index(agent))

    def moves(self) -> Sequence[Move]:
        """Return the moves that can be chosen now, by their actions."""
        return self.moment.moves() if self.moment.turn() >= 0 else ()

    def step(self, action: int | None) -> None:
        """Make a move of the agent whose turn it is; after the end only `None` is left to each agent."""
        if not self.agents:
            raise refusal("the game is over, and no agent is left: call reset() to begin another")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise refusal("the game is over for {agent}: only step(None) is possible", agent=agent)
            self._was_dead_step(None)
            return
        self.moment = self.moment.after(self._move_of(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._let_chance_move()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Say in a line who does what now, if that was asked for."""
        return self.moment.prompt() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _move_of(self, action: int | None) -> Move:
        moves = self.moves()
        place = int(action) if isinstance(action, Integral) and not isinstance(action, bool) else -1
        if not 0 <= place < len(moves):
            raise refusal(
                "action {action} is not possible now: choose a whole number from 0 to {last}",
                action=brief(action),
                last=len(moves) - 1,
            )
        return moves[place]

    def _let_chance_move(self) -> None:
        """Move on to the next choice of an agent, or to the end."""
        while self.moment.turn() == CHANCE:
            self.moment = self.moment.after(self.moment.sample(self._chance))
        if self.moment.turn() == OVER:
            self.rewards = dict(zip(self.agents, rewards_of(self.moment, self.reward), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.moment.turn()]


def rewards_of(end: State, reward: str) -> list[float]:
    """Return what every seat is rewarded with at the end of a game."""
    points, sign = end.scores(), -1 if end.low_wins else 1
    if reward == "total":
        return [float(sign * sum(points))] * len(points)
    if reward == "win":
        return [(seat in end.winners()) / len(end.winners()) for seat in range(len(points))]
    return [float(sign * one) for one in points]


def observation_of(view: State, seat: int, start: State, most_moves: int) -> Observation:
    """Return an observation from what a seat sees; where it is not its turn there is nothing to choose."""
    moves = view.moves() if view.turn() == seat else ()
    if len(moves) > most_moves:
        more = mark(
            "{count} moves are legal now, more than most_moves={most}: make the environment with a higher limit"
        )
        raise refusal(more, count=len(moves), most=most_moves)
    return {
        "observation": encode_view(view, seat, start),
        "moves": encode_moves(moves, most_moves),
        "action_mask": (np.arange(most_moves) < len(moves)).astype(np.int8),
    }


def agent_of(choose: Callable[[Observation], int], start: State, most_moves: int = MOST_MOVES) -> Agent:
    """Return a player for `fishlab.benchmark.scoring` that chooses by observations, as it does in the environment."""

    def player(view: State, rng: Random) -> Move:
        """Plays what a program chose that was trained elsewhere."""
        return view.moves()[int(choose(observation_of(view, view.turn(), start, most_moves)))]

    return player
