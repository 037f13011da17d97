"""The tuned policies: for the team, for oneself, for one's place, and for oneself under a rule, for 2 to 4 players.

Each form of the game (`fishlab.boom.treatments`) has its own: who plays five years has no use for what pays in ten.
They are kept in `tuned.json`, each with its budget: `python tools/tune.py NAME --form F --players P --steps S --seed N`
finds it again, and `tools/tune.py` says how it is searched.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FACES, FULL, NO_QUOTA
from fishlab.bots import Goal
from fishlab.lab.policies import Policy

RULES: Final = ("voted-rule", "enforced-rule", "graduated-sanctions", "quota")
"""The treatments that have a policy of their own, found under their rule."""
MIXED: Final = "mixed"
"""A team whose seats play different policies; for the full game only."""


@lru_cache(maxsize=1)
def kept() -> dict[str, dict[str, Any]]:
    """Return what is kept of every search: its name and players, steps, seed, and the policy's numbers."""
    text = files("fishlab.lab.search").joinpath("tuned.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def key_of(name: str, players: int, form: str = FULL) -> str:
    """Return under which key a policy is kept."""
    return f"{name}-{players}" if form == FULL else f"{form}-{name}-{players}"


@lru_cache(maxsize=64)
def tuned(name: str, players: int, form: str = FULL) -> Policy:
    """Return the tuned policy of the team, of oneself or of a rule, for a number of players and a form of the game.

    >>> tuned("team", 4).order[:3]
    ('enforcement', 'release', 'seine')
    """
    key = key_of(name, players, form)
    if key not in kept():
        raise ValueError(f"there is no tuned policy {key!r}: choose {', '.join(kept())}")
    return Policy(**kept()[key]["policy"])


@lru_cache(maxsize=4)
def tuned_mixed(players: int) -> tuple[Policy, ...]:
    """Return the policies that a search found for the seats of a team of the full game, one for each.

    >>> [policy.order[0] for policy in tuned_mixed(2)]
    ['seine', 'trawler']
    """
    return tuple(Policy(**numbers) for numbers in kept()[key_of(MIXED, players)]["policies"])


def tuned_for(goal: Goal, state: Boom) -> Policy:
    """Return the tuned policy of a goal at a table, with the numbers of the table's own rule.

    Who plays for itself under a rule that binds plays what was found under the rule of the ladder that is most like it.
    For a lead no policy was tuned: two or three play those for places, four those for their own points, which of both
    wins more (docs/ladder.md).
    """
    if goal == "lead":
        goal = "place" if state.players < 4 else "own"
    setup, form = state.setup, state.setup.form
    binds = state.quota < NO_QUOTA and (setup.licence or setup.inspects)
    if not binds:
        return tuned(goal, setup.players, form)
    like = "quota" if setup.licence else "graduated-sanctions" if setup.graduated else "enforced-rule"
    policy = tuned(like if goal == "own" else goal, setup.players, form)
    found = setup.inspection / FACES if setup.inspects else 0
    return policy.but(
        quota=state.quota, licence=setup.licence, detection=found, penalty=setup.fine, graduated=setup.graduated
    )
