"""Find a policy by search, and print its numbers: year by year, and an order of boxes, changed while it helps.

    python tools/tune.py own --players 3 --steps 100 --seed 0
    python tools/tune.py team own --form lesson --players 4 --keep
    python tools/tune.py council --keep
    python tools/tune.py mixed --players 4 --keep

The first finds again what `tuned.json` of `fishlab.lab.search` keeps under a name: for the team, for oneself, or for
oneself under a rule of the ladder, or for one's place. The second does so for two names and another form of the game
(`fishlab.boom.treatments`), and writes what it found into that file. The third finds `voted.json` again: a country
under every rule of the harbour council. The fourth finds a policy for each seat of a team.

`tune` begins with a policy and tries some changes of it at a time, all on the same dice, each time on new ones. The
best of them takes its place if it is better by more than chance explains, there and once more on other dice. For the
team all seats change together and the total counts. For oneself one seat changes alone among others who play the policy
as it is, and its own points count, fines paid; what it finds, all play from then on. So a policy that nothing takes the
place of any more is a reply to itself that no change tried improves on, which is what an equilibrium asks, as far as
was tried.

A search under a rule begins with the policy for oneself, which keeps the rule in every year. In which years it is kept
is part of what is found; who does not keep a licence finds that fish beyond it go back alive. Quota, inspection and
fine are those of a table of people (`fishlab.boom.treatments`).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.network import BOX_NEEDS
from fishlab.boom.treatments import FORMS, FULL, SHARED, TERMS
from fishlab.bots import Goal
from fishlab.lab.engine import play_profiles, play_turned
from fishlab.lab.policies import NO_QUOTA, Policy
from fishlab.lab.policies.tables import WISHES
from fishlab.lab.search import tuned as tuned_module
from fishlab.lab.search import voted
from fishlab.lab.search.look_ahead import worth
from fishlab.lab.search.tuned import MIXED, RULES, kept, key_of, tuned

Array = NDArray[Any]
Profile = tuple[Policy, ...]
Found = TypeVar("Found", Policy, Profile)

NAMES: Final = ("team", "own", "place", *RULES)
"""What is searched for."""
SIDE: Final = 24
"""Changes that are tried at a time."""
GAMES: Final = 600
"""Games of each of them; a change that looks good is tried on four times as many more."""
STEPS: Final = 100
"""Steps of a search, if nobody says otherwise."""
MIXED_STEPS: Final = 800
"""Steps of the search for a team whose seats play different policies."""
KEPT: Final = Path(tuned_module.__file__).with_name("tuned.json")
"""Where what was found is kept."""
COUNCIL: Final = Path(voted.__file__).with_name("voted.json")
"""Where what was found for the council is kept."""
_LIST: Final = re.compile(r"\[[^\[\]{}]*\]")
COUNCIL_STEPS: Final = 25
"""Steps of each search under a rule of the council, from seed 0."""
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
OBEYING: Final[dict[str, tuple[float, ...]]] = {
    **{name: values for name, values in CHOICES.items() if name != "quota"},
    "compliance": (0, 1),
}
"""The values that are tried under a rule: in each year it is kept, or it is not."""
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
    count = max(map(len, years.values()))
    order = list(policy.order)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if rng.random() < 0.25:
            order = _reordered(order, rng)
            continue
        name = rng.choice(tuple(choices))
        first = rng.randrange(count)
        for year in range(first, rng.choice((first + 1, first + 1, rng.randint(first, count), count))):
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


def measure(
    policies: list[Policy], among: Policy, goal: Goal, players: int, games: int, seed: int, **options: Any
) -> Array:
    """Return what each policy earns, by [policy, game], on the same dice: all seats' total, own points, or places."""
    if goal == "team":
        batches = play_profiles([(policy,) * players for policy in policies], games, seed, **options)
        return np.array([batch.total() for batch in batches], float)
    profiles = [(policy, *[among] * (players - 1)) for policy in policies]
    earned = play_turned(profiles, games, seed, **options)
    return np.array([worth(points, goal, 0) for points in earned], float)


def tune(
    goal: Goal,
    players: int,
    steps: int = 300,
    seed: int = 0,
    start: Policy = START,
    choices: Mapping[str, Sequence[float]] = CHOICES,
    say: Callable[[int, Policy, float], None] | None = None,
    **options: Any,
) -> Policy:
    """Return a policy that a search found; the same seed and steps find the same one.

    Args:
        goal: "team" for the total of all, "own" for one's own points, "place" for one's place, after fines, among
            others who play the same.
        players: 2 to 4.
        steps: how often `SIDE` changes are tried.
        seed: of the dice and of what is tried.
        start: where to begin; it has numbers year by year for all choices.
        choices: the values that are tried.
        say: called with the step, the new policy and what it gained, whenever there is one.
        **options: of the game.
    """
    rng = Random(f"tune/{goal}/{players}/{seed}")

    def earn(tries: list[Policy], games: int, dice: int) -> Array:
        return measure(tries, tries[0], goal, players, games, dice, **options)

    return _climb(start, lambda policy: changed(policy, rng, choices), earn, steps, rng, say)


def tune_mixed(
    players: int, steps: int, seed: int = 0, say: Callable[[int, Profile, float], None] | None = None
) -> Profile:
    """Return a policy for each seat of a team: the tuned one, changed in one seat, in two or in all alike; see `tune`.

    Its seats need not all want the same. Whether that earns more is for `tools/kept_games.py` to tell.
    """
    rng = Random(f"tune/mixed/{players}/{seed}")

    def vary(profile: Profile) -> Profile:
        kind = rng.random()
        if kind < 0.2:
            same = rng.getrandbits(40)
            return tuple(changed(policy, Random(same)) for policy in profile)
        seats = rng.sample(range(players), 1 if kind < 0.9 else 2)
        return tuple(changed(policy, rng) if seat in seats else policy for seat, policy in enumerate(profile))

    def earn(tries: list[Profile], games: int, dice: int) -> Array:
        return np.array([batch.total() for batch in play_profiles(tries, games, dice)], float)

    return _climb((tuned("team", players),) * players, vary, earn, steps, rng, say)


def _climb(
    found: Found,
    vary: Callable[[Found], Found],
    earn: Callable[[list[Found], int, int], Array],
    steps: int,
    rng: Random,
    say: Callable[[int, Found, float], None] | None,
) -> Found:
    """Return what comes of trying some changes at a time and taking the best, if it is clearly better."""
    for step in range(steps):
        tries = [found, *(vary(found) for _ in range(SIDE))]
        earned = earn(tries, GAMES, rng.getrandbits(40))
        best = int(earned.mean(axis=1).argmax())
        if best == 0 or not _clear(earned[best] - earned[0], 1.5):
            continue
        again = earn([found, tries[best]], 4 * GAMES, rng.getrandbits(40))
        gain = again[1] - again[0]
        if _clear(gain, 1.5):
            found = tries[best]
            if say is not None:
                say(step, found, float(gain.mean()))
    return found


def _clear(gain: Array, errors: float) -> bool:
    return bool(gain.mean() > errors * gain.std() / np.sqrt(gain.size))


# What is searched for.


class Search(NamedTuple):
    """What a search for a policy is asked."""

    goal: Goal
    start: Policy
    choices: Mapping[str, Sequence[float]]


def search_for(name: str, players: int, form: str = FULL) -> Search:
    """Return what is searched for under a name: "team", "own", "place", or one of `RULES`.

    In a form that is not the rulebook's the search for the team and for oneself begins with what was found for the
    full game, cut to its years; the search for one's place begins with what was found for oneself.
    """
    years = FORMS[form].years
    if name in ("team", "own"):
        start = START if form == FULL else cut(tuned(name, players), years)
        return Search("team" if name == "team" else "own", start, CHOICES)
    if name not in NAMES:
        raise ValueError(f"there is no search {name!r:.40}: choose {', '.join(NAMES)}")
    own = tuned("own", players, form)
    if name == "place":
        return Search("place", own, CHOICES)
    terms = TERMS[name]
    share = SHARED // players  # the seats vote for what would be imposed, so that only the fine differs
    start = own.but(
        quota=share,
        detection=terms.detection,
        penalty=terms.fine,
        graduated=terms.fixed.get("graduated", False),
        licence=terms.fixed.get("licence", False),
    )
    return Search("own", start.but(years=(*start.years, ("compliance", (1.0,) * years))), OBEYING)


def cut(policy: Policy, years: int) -> Policy:
    """Return a policy with the numbers of its first years only."""
    return policy.but(years={name: values[:years] for name, values in policy.years})


def search_under(rule: voted.Rule) -> Search:
    """Return what is searched for under a rule of the council."""
    start = tuned("own", voted.PLAYERS, voted.FORM).but(
        quota=rule.quota, detection=rule.detection, penalty=rule.first_fine, graduated=int(rule.graduated)
    )
    return Search("own", start.but(years=(*start.years, ("compliance", (1.0,) * voted.YEARS))), OBEYING)


def found_under(rule: voted.Rule, steps: int = COUNCIL_STEPS, seed: int = 0) -> dict[str, Any]:
    """Return what a search finds for a country under a rule, as it is kept: without what is as usual."""
    wanted, options = search_under(rule), FORMS[voted.FORM].options()
    found = tune(wanted.goal, voted.PLAYERS, steps, seed, wanted.start, wanted.choices, **options)
    return _unusual(settled(rule, found))


def settled(rule: voted.Rule, found: Policy) -> Policy:
    """Return what a search found under a rule, or the players without a rule who keep it in the years found.

    The latter unless one country alone gains enough among them by fishing as found, so that what differs between no
    rule and a rule is the rule, and not where two searches happened to end.
    """
    start = search_under(rule).start
    same = start.but(years={**dict(start.years), "compliance": dict(found.years)["compliance"]})
    games, options = 4 * GAMES, FORMS[voted.FORM].options()
    stay, leave = measure([same, found], same, "own", voted.PLAYERS, games, voted.SEED, **options)
    return found if (leave - stay).mean() >= voted.MATTERS / voted.PLAYERS else same


def found_for_council(steps: int = COUNCIL_STEPS, seed: int = 0) -> dict[str, dict[str, Any]]:
    """Return what searches find under every rule of the council that the ladder does not have, by the rule's key."""
    searched = [rule for rule in voted.rules() if not voted.treatment_of(rule)]
    return {rule.key: found_under(rule, steps, seed) for rule in searched}


def found(name: str, players: int, form: str = FULL, steps: int = STEPS, seed: int = 0) -> dict[str, Any]:
    """Return what a search finds under a name, as `tuned.json` keeps it: with its budget, without what is as usual."""

    def say(step: int, _policy: Any, gain: float) -> None:
        print(f"{form}, {name}, {players} players, step {step}: {gain:+.2f}", file=sys.stderr)

    options = FORMS[form].options()
    entry = {"goal": name, "players": players, "steps": steps, "seed": seed, **options}
    if name == MIXED:
        return entry | {"policies": [_unusual(policy) for policy in tune_mixed(players, steps, seed, say)]}
    wanted = search_for(name, players, form)
    policy = tune(wanted.goal, players, steps, seed, wanted.start, wanted.choices, say, **options)
    return entry | {"policy": _unusual(policy)}


def _unusual(policy: Policy) -> dict[str, Any]:
    """Return the numbers of a policy that are not as usual."""
    usual = Policy().numbers()
    return {name: value for name, value in policy.numbers().items() if value != usual.get(name)}


def _in_lines(entries: Mapping[str, Any]) -> str:
    """Return entries as JSON with every list on one line."""
    return _LIST.sub(lambda some: json.dumps(json.loads(some[0])), json.dumps(entries, indent=1)) + "\n"


def keep(key: str, entry: Mapping[str, Any]) -> None:
    """Write what a search found into `tuned.json`, in place of what is there under the same key."""
    KEPT.write_text(_in_lines({**kept(), key: entry}), encoding="utf-8")
    kept.cache_clear()
    tuned.cache_clear()


def main(arguments: Sequence[str] | None = None) -> None:
    """Search, and print or keep the numbers that were found."""
    known = argparse.ArgumentParser(description="Search for a policy of Fishery Boom and print its numbers.")
    known.add_argument(
        "name", nargs="+",
        help=f"team for the total of all, own for one's own points, place for one's place, under a rule "
        f"{', '.join(RULES)}, mixed for each seat of a team, or council for every rule of the harbour council",
    )  # fmt: skip
    known.add_argument(
        "--steps",
        type=int,
        help=f"steps of the search (default: {STEPS}, of the council {COUNCIL_STEPS}, of a mixed team {MIXED_STEPS})",
    )
    known.add_argument("--seed", type=int, default=0, help="a whole number from 0 (default: %(default)s)")
    known.add_argument("--players", type=int, nargs="+", default=[4], help="2 to 4 (default: %(default)s)")
    known.add_argument("--form", choices=tuple(FORMS), default=FULL, help="of the game (default: %(default)s)")
    known.add_argument("--keep", action="store_true", help="write it into its file instead of printing it")
    asked = known.parse_args(arguments)
    if asked.name == ["council"]:
        text = _in_lines(found_for_council(asked.steps or COUNCIL_STEPS, asked.seed))
        if asked.keep:
            COUNCIL.write_text(text, encoding="utf-8")
        else:
            print(text, end="")
        return
    if wrong := [name for name in asked.name if name not in (*NAMES, MIXED)]:
        known.error(f"there is no search {wrong[0]!r:.40}: choose {', '.join((*NAMES, MIXED))}")
    if MIXED in asked.name and asked.form != FULL:
        known.error("each seat of a team is searched for in the full game only: leave --form out")
    for players in asked.players:
        for name in asked.name:
            usual = MIXED_STEPS if name == MIXED else STEPS
            entry = found(name, players, asked.form, asked.steps or usual, asked.seed)
            if asked.keep:
                keep(key_of(name, players, asked.form), entry)
            else:
                print(json.dumps(entry.get("policy") or entry["policies"]))


if __name__ == "__main__":
    main()
