"""Rules that a harbour council can vote for: a quota, closed species, a fine, and how a country fishes under each.

As under the rules of the ladder (`fishlab.lab.search.tuned`), a country plays for its own points, fines paid, and when
it pays to keep the rule is found by search, not assumed: the search begins with a country that keeps it in every year,
and asks what one seat alone gains by a change. Without a fine nothing holds who plays for itself, so that such a rule
is no rule. Half of the breaches are seen, as at every table with an inspector (`fishlab.boom.treatments`).

What the searches found is kept in `voted.json`: `python tools/tune.py QUOTA closed|open FINE` finds a line of it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from fishlab.boom.treatments import SHARED, TERMS
from fishlab.lab.policies import NO_QUOTA, Policy
from fishlab.lab.search.tuned import RULES, tuned

PLAYERS: Final = 4
QUOTAS: Final = (1, 2, 3, NO_QUOTA)
FINES: Final = (0, 1, 2)
SEEN: Final = TERMS["enforced-rule"].detection
"""The chance in a year that a breach is seen."""


class Rule(NamedTuple):
    """A rule for all countries: fish a year for each, whether cod and whales are closed, and points a fish too many."""

    quota: int
    closed: bool
    fine: int

    @property
    def binds(self) -> bool:
        """Whether it forbids something, and breaking it costs something."""
        return bool(self.fine) and (self.quota != NO_QUOTA or self.closed)

    @property
    def key(self) -> str:
        """What it is called in `voted.json`."""
        return f"{self.quota} {'closed' if self.closed else 'open'} {self.fine}"


def rules() -> Iterator[Rule]:
    """Yield every rule that the council can write."""
    for quota in QUOTAS:
        for closed in (False, True):
            for fine in FINES:
                yield Rule(quota, closed, fine)


def treatment_of(rule: Rule) -> str:
    """Return the treatment of the ladder that is this rule, "" if none is; without a force that binds: competitive."""
    if not rule.binds:
        return "competitive"
    same = (name for name in RULES if (SHARED // PLAYERS, False, TERMS[name].fine) == rule)
    return next(same, "")


@lru_cache(maxsize=1)
def kept() -> dict[str, Policy]:
    """Return what the searches found, by the rule's key."""
    text = files("fishlab.lab.search").joinpath("voted.json").read_text(encoding="utf-8")
    return {key: Policy(**numbers) for key, numbers in json.loads(text).items()}


def country(rule: Rule) -> Policy:
    """Return how a country fishes under a rule, one that the ladder has too as it does there.

    >>> country(Rule(1, False, 0)) == country(Rule(NO_QUOTA, False, 2))
    True
    """
    name = treatment_of(rule)
    if name == "competitive":
        return tuned("own", PLAYERS)
    return tuned(name, PLAYERS) if name else kept()[rule.key]
