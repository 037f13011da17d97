"""The tuned policies: what `tune` found for the team, for oneself, and for oneself under a rule, for 2 to 4 players.

They are kept in `tuned.json`, each with its budget: `python -m fishlab.lab tune NAME --players P --steps S --seed N`
finds it again. A step plays `SIDE` changes of `GAMES` games each (see `tune`).

A search under a rule begins with the policy for oneself, which keeps the rule in every year, and asks what one seat
alone gains by a change, fines paid. Where a rule can be broken, the years in which it is kept are part of what is
found. The quota, the inspection and the fine are those of a table of people (`fishlab.boom.treatments`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from fishlab.boom.treatments import SHARED, TERMS
from fishlab.lab.policies import Policy
from fishlab.lab.search.tune import CHOICES, KEEPING, OBEYING, START, YEARS, Goal

RULES: Final = ("voted-rule", "enforced-rule", "quota")
"""The treatments that have a policy of their own, found under their rule."""


class Search(NamedTuple):
    """What a search for a policy is asked."""

    goal: Goal
    start: Policy
    choices: Mapping[str, Sequence[float]]


def search_for(name: str, players: int) -> Search:
    """Return what is searched for under a name: "team", "own", or one of `RULES`."""
    if name in ("team", "own"):
        return Search("team" if name == "team" else "own", START, CHOICES)
    if name not in RULES:
        raise ValueError(f"there is no search {name!r:.40}: choose team, own, {', '.join(RULES)}")
    own, terms = tuned("own", players), TERMS[name]
    share = SHARED // players  # the seats vote for what would be imposed, so that only the fine differs
    start = own.but(quota=share, detection=terms.detection, penalty=terms.fine)
    if not terms.fine:
        return Search("own", start, KEEPING)
    return Search("own", start.but(years=(*start.years, ("compliance", (1.0,) * YEARS))), OBEYING)


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
