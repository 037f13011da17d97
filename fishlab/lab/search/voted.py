"""Rules that a harbour council can vote for: a quota, who watches, what a breach costs, and how a country fishes then.

The council meets over the sea of a lesson (`fishlab.boom.treatments`), so that a class can play its rule at a table of
its own: a rule is options of the game (`Rule.options`). As under the rules of the ladder
(`fishlab.lab.search.tuned`), a country plays for its own points, fines paid, and when it pays to keep the rule is found
by search, not assumed: the search begins with a country that keeps it in every year, and asks what one seat alone gains
by a change. If fishing in another way brings one country hardly anything (`MATTERS`, shared by all), all go on fishing
as without a rule, and only keep it in the years found: else two searches would be compared, and not a rule with none.
Without a fine nothing binds a country that plays for itself, so that such a rule is no rule.

What the searches found is kept in `voted.json`. `python tools/tune.py council --keep` finds all of it again, and
`python -m fishlab.lab.search.voted` plays every rule and says how many of them help.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import numpy as np

from fishlab.boom.treatments import FACES, FORMS, LESSON, SHARED, STEP_FINE, TERMS
from fishlab.lab.engine import play_profiles
from fishlab.lab.policies import Policy
from fishlab.lab.search.tuned import RULES, tuned
from fishlab.stats import Interval, paired_difference

PLAYERS: Final = 4
FORM: Final = LESSON
YEARS: Final = FORMS[FORM].years
GRADUATED: Final = "graduated"
"""The fine that is one point at the first breach that is found, and one point more at each later one."""
QUOTAS: Final = (1, 2)
WATCHED: Final = (2, 3, 6)
"""Faces of the inspector's die, out of `FACES`, that find a breach."""
FINES: Final = (0, 1, GRADUATED, 2)
GAMES: Final = 400
SEED: Final = 1
MATTERS: Final = 1.0
"""Points a game of all countries together below which a difference is called none, however sure it is."""


class Rule(NamedTuple):
    """A rule for all countries: fish a year for each, faces of six that find a breach, and points a fish too many."""

    quota: int
    watched: int
    fine: int | str

    @property
    def binds(self) -> bool:
        """Whether breaking it can cost something."""
        return bool(self.watched and self.fine)

    @property
    def first_fine(self) -> int:
        """Points that a fish too many costs at the first breach that is found."""
        return STEP_FINE if isinstance(self.fine, str) else self.fine

    @property
    def graduated(self) -> bool:
        """Whether each later breach costs more."""
        return self.fine == GRADUATED

    @property
    def detection(self) -> float:
        """The chance in a year that a breach is found."""
        return self.watched / FACES

    @property
    def key(self) -> str:
        """What it is called in `voted.json`."""
        return " ".join(map(str, self))

    def options(self) -> dict[str, Any]:
        """Return the options of a table that plays under this rule, in the sea of the council."""
        grows = {"graduated": True} if self.graduated else {}
        return {
            **FORMS[FORM].options(), "quota": self.quota, "inspection": self.watched, "fine": self.first_fine, **grows,
        }  # fmt: skip


class Outcome(NamedTuple):
    """What came of a rule: points of all countries against no rule, years in which it is kept, fish at the end."""

    gap: Interval
    kept: tuple[int, ...]
    fish: float

    @property
    def verdict(self) -> str:
        """Whether four countries get "more", "fewer" or "no clear difference" than without a rule."""
        if self.gap.low > 0 and self.gap.mean >= MATTERS:
            return "more"
        return "fewer" if self.gap.high < 0 and self.gap.mean <= -MATTERS else "no clear difference"


def rules() -> Iterator[Rule]:
    """Yield every rule that the council can write."""
    for quota in QUOTAS:
        for watched in WATCHED:
            for fine in FINES:
                yield Rule(quota, watched, fine)


def treatment_of(rule: Rule) -> str:
    """Return the treatment of the ladder that is this rule, "" if none is; without a force that binds: competitive."""
    if not rule.binds:
        return "competitive"
    for name in RULES:
        fixed = TERMS[name].fixed
        asked = (SHARED // PLAYERS, fixed.get("inspection"), fixed.get("fine"), fixed.get("graduated", False))
        if asked == (rule.quota, rule.watched, rule.first_fine, rule.graduated):
            return name
    return ""


@lru_cache(maxsize=1)
def kept() -> dict[str, Policy]:
    """Return what the searches found, by the rule's key."""
    text = files("fishlab.lab.search").joinpath("voted.json").read_text(encoding="utf-8")
    return {key: Policy(**numbers) for key, numbers in json.loads(text).items()}


def country(rule: Rule) -> Policy:
    """Return how a country fishes under a rule, one that the ladder has too as it does there.

    >>> country(Rule(1, 3, 0)) == country(Rule(2, 6, 0))
    True
    """
    name = treatment_of(rule)
    if name == "competitive":
        return tuned("own", PLAYERS, FORM)
    return tuned(name, PLAYERS, FORM) if name else kept()[rule.key]


@lru_cache(maxsize=64)
def games(policy: Policy) -> Any:
    """Return the games of four countries that all fish by one policy, on the same dice for every policy."""
    return play_profiles([(policy,) * PLAYERS], games=GAMES, seed=SEED, **FORMS[FORM].options())[0]


def points(batch: Any) -> Any:
    """Return what the countries get together in each game, after fines."""
    return np.asarray(batch.net().sum(axis=0), dtype=float)


def fish_left(batch: Any) -> float:
    """Return how many fish live when the last year begins, on average."""
    return float(batch.living()[-1].mean())


def outcome(rule: Rule) -> Outcome:
    """Return what comes of a rule when it is played."""
    policy = country(rule)
    ours = games(policy)
    years = dict(policy.years).get("compliance", ()) if rule.binds else ()
    keeps = tuple(year for year, keeps in enumerate(years, 1) if keeps)
    alone = points(games(tuned("own", PLAYERS, FORM)))
    return Outcome(paired_difference(points(ours), alone), keeps, fish_left(ours))


def main() -> None:
    """Play every rule, and print what comes of it."""
    helped = 0
    every = list(rules())
    for rule in every:
        gap, years, fish = found = outcome(rule)
        helped += found.verdict == "more"
        print(
            f"{rule.quota} fish, found {rule.watched} in {FACES}, fine {rule.fine}: {gap.mean:+.1f} points "
            f"({gap.low:+.1f} to {gap.high:+.1f}), {fish:.1f} fish left, kept in years {list(years)}: {found.verdict}"
        )
    print(f"{helped} of {len(every)} rules help")


if __name__ == "__main__":
    main()
