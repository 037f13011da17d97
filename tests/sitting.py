"""Sessions for tests, with bots that are given as functions."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import Agent
from fishlab.match import Match
from fishlab.session import PERSON, Session


def session(match: Match, agents: Sequence[Agent | None], seed: int | str) -> Session:
    """Return a session of people (None) and of bots that are given as functions."""
    names = [PERSON if agent is None else f"bot {seat}" for seat, agent in enumerate(agents)]
    bots = {name: agent for name, agent in zip(names, agents, strict=True) if agent is not None}
    match.seed = seed
    return Session(match, names, bots=bots)
