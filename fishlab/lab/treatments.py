"""Treatments: the conditions under which the same models fish the same sea.

The rulebook asks for two games: play alone for the highest score of your own, then together for the highest total.
Everything between is not in the rulebook. What a treatment is, its words and its numbers, is said once for tables of
people and for the laboratory (`fishlab.boom.treatments`). Here stands what the models make of it:

* At both ends, for their place and under a rule they play policies that a search found (`fishlab.lab.search.tuned`):
  for the total, or each for its own points, fines paid. So whether a rule with fines is kept is not assumed: the search
  says in which years it pays one seat alone to keep it. A licence nobody can exceed, models no more than people: the
  rules put the fish back. Only traded licences and a reserve, which no table of people has, are kept because we say so.
* Talk is another matter, for a promise costs nothing to break. How many keep it is an assumption, and it is the whole
  of what talk does here: in a year in which a seat keeps its word it plays the policy for the team, otherwise the one
  for itself. 95 of 100 promises are kept, after the about 5 % of defections that laboratories report of people who talk
  face to face again and again; after one talk only, each year 15 % fewer, which is a guess.

The policies are those of a form of the game (`fishlab.boom.treatments`): `TREATMENTS` are those of the full game, and
`treatments` returns those of any form. Change any number with `Treatment.but` and see what it does. Policies answer at
once; what players that look ahead make of the same treatments is kept as tables (`fishlab.lab.search.forms`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Self

from fishlab.boom.treatments import FULL, TERMS, form
from fishlab.lab.policies import Policy
from fishlab.lab.search.tuned import tuned
from fishlab.messages import mark, refusal, tr

COMPETITOR: Final = Policy(ambition=0, care=1, gear="trawler+", radar=1, overtime=1)
"""A simple model of the selfish: it works towards the largest trawler, to fill every plate of its own."""
COOPERATOR: Final = Policy(ambition=0, care=1, gear="seine", radar=1, release=1, spare=4, overtime=0.5, enforcement=1)
"""A simple model of a team: a small net, and a fish that costs the sea more than four fish-years goes back alive."""
KEPT: Final = 0.95
"""Promises that are kept."""
FADE: Final = 0.15
"""The share of them that is lost from year to year where nobody talks again."""
CLOSED: Final = ("cod", "whale")
"""The species of the reserve."""
PRICE: Final = 0.5
"""Points that a fish of quota is sold for."""


FOUND: Final = mark("found by search")
"""Where the models of a treatment come from: nothing of what they do was put in."""
PROMISED: Final = mark("promises assumed")
OBEYED: Final = mark("obedience assumed")
CHANGED: Final = mark("numbers put in")


@dataclass(frozen=True, slots=True)
class Treatment:
    """A named set of numbers for all seats.

    >>> [TREATMENTS["quota"].profile(players)[0].quota for players in (2, 3, 4)]
    [3, 2, 1]
    """

    name: str
    called: str
    """Its title, as a message."""
    says: tuple[str, ...]
    """What holds and what the models do, as messages."""
    policy: Policy
    """What every seat does."""
    in_rulebook: bool = False
    few: tuple[Policy, ...] = ()
    """What every seat does with two and with three players, where that is something else."""
    seats: tuple[Policy | None, ...] = ()
    """Seats that do something else; None or a seat that is not named keeps the policy of all."""
    origin: str = CHANGED
    """Whether what its models do was found or assumed, as a message; every headline about it says so."""

    @property
    def title(self) -> str:
        """What it is called."""
        return tr(self.called)

    @property
    def text(self) -> str:
        """What holds, and what the models do."""
        return " ".join(map(tr, self.says))

    @property
    def mark(self) -> str:
        """What to write beside its name."""
        return tr("in the rulebook") if self.in_rulebook else tr("not in the rulebook")

    def profile(self, players: int) -> tuple[Policy, ...]:
        """Return one policy for each seat."""
        common = self.few[players - 2] if players - 2 < len(self.few) else self.policy
        apart = [*self.seats[:players], *[None] * (players - len(self.seats))]
        return tuple(common if policy is None else at_table_of(common, policy) for policy in apart)

    def but(self, name: str = "", **changes: Any) -> Self:
        """Return this treatment with some numbers of the policy of all changed, and a name of its own."""
        new = name or f"{self.name} ({', '.join(f'{key}={value}' for key, value in changes.items())})"
        few = tuple(policy.but(**changes) for policy in self.few)
        return replace(self, name=new, called=new, policy=self.policy.but(**changes), in_rulebook=False, few=few,
                       origin=CHANGED)  # fmt: skip

    def numbers(self, players: int = 4) -> list[dict[str, Any]]:
        """Return the numbers of every seat as plain data."""
        return [policy.numbers() for policy in self.profile(players)]


def at_table_of(common: Policy, apart: Policy) -> Policy:
    """Return what a seat apart does at the table of all others: a licence is the table's, not a seat's."""
    if not common.licence:
        return apart.but(licence=0) if apart.licence else apart
    return apart.but(licence=1, quota=common.quota)


PolicyFor = Callable[[int, str], Policy]
"""What a model does, by the number of players and the form of the game."""


def _found(name: str, **numbers: Any) -> PolicyFor:
    return lambda players, form: tuned(name, players, form).but(**numbers)


def _promise(**numbers: Any) -> PolicyFor:
    """For the team where the word is kept, for oneself where it is broken."""

    def policy(players: int, form: str) -> Policy:
        return tuned("team", players, form).but(compliance=KEPT, otherwise=tuned("own", players, form), **numbers)

    return policy


def _closing(players: int, form: str) -> Policy:
    """For oneself, but with Release first, for closed fish."""
    own = tuned("own", players, form)
    return own.but(reserve=CLOSED, release=1, order=("release", *(box for box in own.order if box != "release")))


_SEARCHED: Final = mark("The models play for their own score after fines, and keep the quota in years when that pays.")
_FOUND: Final = mark("The models play what a search found for that.")

_ALL: Final[tuple[tuple[str, PolicyFor, tuple[str, ...]], ...]] = (
    ("to-win", _found("place"), (_FOUND,)),
    ("competitive", _found("own"), (_FOUND,)),
    (
        "one-agreement",
        _promise(fade=FADE),
        (
            mark("The models promise to fish for the team."),
            mark(
                "95 of 100 keep their word in the first year, each year 15 % fewer; whoever breaks it fishes for "
                "itself that year."
            ),
        ),
    ),
    (
        "yearly-agreement",
        _promise(),
        (
            mark("The models promise every year to fish for the team."),
            mark("95 of 100 keep their word; whoever breaks it fishes for itself that year."),
        ),
    ),
    (
        "voted-rule",
        _found("voted-rule"),
        (
            mark("The models vote for one fish a year each with four players, two with three, three with two."),
            _SEARCHED,
        ),
    ),
    ("enforced-rule", _found("enforced-rule"), (_SEARCHED,)),
    ("graduated-sanctions", _found("graduated-sanctions"), (_SEARCHED,)),
    ("quota", _found("quota"), (mark("The models play for their own score."),)),
    (
        "transferable-quota",
        _found("quota", licence=0, compliance=1, transferable=1, price=PRICE),
        (
            mark(
                "Everybody must fish, so nobody sells their last one: with four players and one each, there is "
                "nothing to sell."
            ),
        ),
    ),
    (
        "reserve",
        _closing,
        (
            mark("The models keep it: they mark Release first, and put closed fish back alive."),
            mark("Otherwise they play for their own score."),
        ),
    ),
    ("cooperative", _found("team"), (_FOUND,)),
)


_ASSUMED: Final = {
    "one-agreement": PROMISED, "yearly-agreement": PROMISED, "transferable-quota": OBEYED, "reserve": OBEYED
}  # fmt: skip


@lru_cache(maxsize=8)
def treatments(form_name: str = FULL) -> Mapping[str, Treatment]:
    """Return the treatments by name, from playing to win to all together, as models of a form of the game play them."""
    known, found = form(form_name).name, {}
    for name, policy, models in _ALL:
        terms, (two, three, four) = TERMS[name], (policy(players, known) for players in (2, 3, 4))
        says = (terms.text, *models)
        origin = _ASSUMED.get(name, FOUND)
        found[name] = Treatment(name, terms.title, says, four, terms.in_rulebook, (two, three), origin=origin)
    return MappingProxyType(found)


TREATMENTS: Final = treatments()
"""The treatments of the full game."""


def treatment(wanted: str | Treatment, form_name: str = FULL) -> Treatment:
    """Return a treatment by its name; an unknown one is a `ValueError` that names them all."""
    if isinstance(wanted, Treatment):
        return wanted
    found = treatments(form_name).get(wanted) if isinstance(wanted, str) else None
    if found is None:
        raise refusal(
            "treatment {wanted!r:.60} does not exist: choose {names}", wanted=wanted, names=", ".join(TREATMENTS)
        )
    return found
