"""The tuned policies: what `tune` found for the team and for oneself, for two, three and four players.

They are kept in `tuned.json`, each with its budget: `python -m fishlab.lab tune GOAL --players P --steps S --seed N`
finds it again. A step plays `SIDE` changes of `GAMES` games each (see `tune`).
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from fishlab.lab.policies import Policy
from fishlab.lab.search.tune import Goal


@lru_cache(maxsize=1)
def kept() -> dict[str, dict[str, Any]]:
    """Return what is kept of every search: its goal and players, steps, seed, and the policy's numbers."""
    text = files("fishlab.lab.search").joinpath("tuned.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


@lru_cache(maxsize=16)
def tuned(goal: Goal, players: int) -> Policy:
    """Return the tuned policy of a goal and a number of players.

    >>> tuned("team", 4).order[:3]
    ('enforcement', 'release', 'seine')
    """
    name = f"{goal}-{players}"
    if name not in kept():
        raise ValueError(f"there is no tuned policy {name!r}: choose {', '.join(kept())}")
    return Policy(**kept()[name]["policy"])
