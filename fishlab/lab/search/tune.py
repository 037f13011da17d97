"""Policies found by search: numbers year by year and an order of boxes, changed at random while it helps.

`tune` begins with a policy and tries some changes of it at a time, all on the same dice, each time on new ones. The
best of them takes its place if it is better by more than chance explains, there and once more on other dice. For the
team all seats change together and the total counts. For oneself one seat changes alone among others who play the policy
as it is, and its own points count; what it finds, all play from then on. So a policy that nothing takes the place of
any more is a reply to itself that no change tried improves on, which is what an equilibrium asks, as far as was tried.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.network import BOX_NEEDS
from fishlab.lab.engine import play_profiles, play_turned
from fishlab.lab.policies import NO_QUOTA, Policy
from fishlab.lab.tables import WISHES

Array = NDArray[Any]
Goal = Literal["team", "own"]

SIDE: Final = 24
"""Changes that are tried at a time."""
GAMES: Final = 600
"""Games of each of them; a change that looks good is tried on four times as many more."""
YEARS: Final = 10
CHOICES: Final[dict[str, tuple[float, ...]]] = {
    "ambition": (0, 0, 1, 1, 2, 3),
    "spare": (0, 1, 2, 3, 4, 5, 6, 8, 12, 99),
    "look_ahead": (0, 1, 2, 3, 4, 6, 9),
    "release": (0, 1),
    "refrigerate": (0, 1),
    "bonuses": (0, 1),
    "overtime": (0, 1),
    "quota": (1, 2, 3, 4, 5, 6, NO_QUOTA),
}
"""The values that are tried."""
KEEPING: Final = {name: values for name, values in CHOICES.items() if name != "quota"}
"""The values that are tried under a rule that is kept."""
OBEYING: Final[dict[str, tuple[float, ...]]] = {**KEEPING, "compliance": (0, 1)}
"""The values that are tried under a rule that can be broken: in each year it is kept, or it is not."""
START: Final = Policy(
    care=1,
    order=("seine", "release", "refrigeration", "radar"),
    years=tuple((name, (value,) * YEARS) for name, value in (
        ("ambition", 0), ("spare", 99), ("look_ahead", 9), ("release", 1), ("refrigerate", 1), ("bonuses", 1),
        ("overtime", 1), ("quota", NO_QUOTA),
    )),
)  # fmt: skip
"""Where a search begins if it is not told."""


def changed(policy: Policy, rng: Random, choices: Mapping[str, Sequence[float]] = CHOICES) -> Policy:
    """Return a policy with something changed: a number in one year or in several, or the order of boxes."""
    years = {name: list(values) for name, values in policy.years}
    order = list(policy.order)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if rng.random() < 0.25:
            order = _reordered(order, rng)
            continue
        name = rng.choice(tuple(choices))
        first = rng.randrange(YEARS)
        for year in range(first, rng.choice((first + 1, first + 1, rng.randint(first, YEARS), YEARS))):
            years[name][year] = rng.choice(choices[name]) if year == first else years[name][first]
    return policy.but(order=tuple(order), years={name: tuple(values) for name, values in years.items()})


def _reordered(order: list[str], rng: Random) -> list[str]:
    """Return an order of boxes with one put in, left out or moved, as the rules allow."""
    found = list(order)
    name = rng.choice(WISHES)
    if name in found:
        found.remove(name)
        if rng.random() < 0.7:
            found.insert(rng.randint(0, len(found)), name)
    else:
        found.insert(rng.randint(0, len(found)), name)
    ready: list[str] = []
    for one in found:
        ready += [box for box in (BOX_NEEDS[one], one) if box and box not in ready]
    return ready


def measure(policies: list[Policy], among: Policy, goal: Goal, players: int, games: int, seed: int) -> Array:
    """Return what each policy earns, by [policy, game], on the same dice: all seats' total, or one's own points."""
    if goal == "team":
        batches = play_profiles([(policy,) * players for policy in policies], games, seed)
        return np.array([batch.total() for batch in batches], float)
    profiles = [(policy, *[among] * (players - 1)) for policy in policies]
    return np.asarray(play_turned(profiles, games, seed)[:, 0], float)


def tune(
    goal: Goal,
    players: int,
    steps: int = 300,
    seed: int = 0,
    start: Policy = START,
    choices: Mapping[str, Sequence[float]] = CHOICES,
    say: Callable[[int, Policy, float], None] | None = None,
) -> Policy:
    """Return a policy that a search found; the same seed and steps find the same one.

    Args:
        goal: "team" for the total of all, "own" for one's own points, after fines, among others who play the same.
        players: 2 to 4.
        steps: how often `SIDE` changes are tried.
        seed: of the dice and of what is tried.
        start: where to begin; it has numbers year by year for all choices.
        choices: the values that are tried.
        say: called with the step, the new policy and what it gained, whenever there is one.
    """
    rng = Random(f"tune/{goal}/{players}/{seed}")
    policy = start
    for step in range(steps):
        tries = [policy, *(changed(policy, rng, choices) for _ in range(SIDE))]
        earned = measure(tries, policy, goal, players, GAMES, rng.getrandbits(40))
        best = int(earned.mean(axis=1).argmax())
        if best == 0 or not _clear(earned[best] - earned[0], 1.5):
            continue
        again = measure([policy, tries[best]], policy, goal, players, 4 * GAMES, rng.getrandbits(40))
        gain = again[1] - again[0]
        if _clear(gain, 1.5):
            policy = tries[best]
            if say is not None:
                say(step, policy, float(gain.mean()))
    return policy


def _clear(gain: Array, errors: float) -> bool:
    return bool(gain.mean() > errors * gain.std() / np.sqrt(gain.size))
