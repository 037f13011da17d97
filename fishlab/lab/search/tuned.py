"""The tuned policies: what a search found for the team, for oneself, and for oneself under a rule, for 2 to 4 players.

They are kept in `tuned.json`, each with its budget: `python tools/tune.py NAME --players P --steps S --seed N` finds it
again, and `tools/tune.py` says how it is searched.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal

from fishlab.lab.policies import Policy

Goal = Literal["team", "own"]
"""What a player plays for: the total of all, or its own points."""
RULES: Final = ("voted-rule", "enforced-rule", "quota")
"""The treatments that have a policy of their own, found under their rule."""


@lru_cache(maxsize=1)
def kept() -> dict[str, dict[str, Any]]:
    """Return what is kept of every search: its name and players, steps, seed, and the policy's numbers."""
    text = files("fishlab.lab.search").joinpath("tuned.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


@lru_cache(maxsize=32)
def tuned(name: str, players: int) -> Policy:
    """Return the tuned policy of the team, of oneself or of a rule, for a number of players.

    >>> tuned("team", 4).order[:3]
    ('enforcement', 'release', 'seine')
    """
    key = f"{name}-{players}"
    if key not in kept():
        raise ValueError(f"there is no tuned policy {key!r}: choose {', '.join(kept())}")
    return Policy(**kept()[key]["policy"])
