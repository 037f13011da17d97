"""Treatments: the conditions under which the same people fish the same sea, as documented numbers.

The rulebook asks for two games: play alone for the highest score of your own, then together for the highest total.
Everything between is not in the rulebook. Its numbers are assumptions, chosen so that the order of the published
laboratory results can be looked for; change any of them with `Treatment.but` and see what they do.

The two ends are not assumptions. For four players, among the policies of the grid in `fishlab.lab.payoffs`, the
competitive numbers are an equilibrium: nobody alone gains by leaving them. The cooperative numbers are those whose
total is highest when everybody keeps them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Self

from fishlab.lab.policies import Policy

COMPETITOR: Final = Policy(ambition=0, care=1, gear="trawler+", radar=1, overtime=1)
"""Works towards the largest trawler, to fill every plate of its own."""
PARTNER: Final = COMPETITOR.but(enforcement=1)
"""The same under a common rule: with two or three players it also marks Enforcement, which guards the sea for all."""
COOPERATOR: Final = Policy(ambition=0, care=1, gear="seine", radar=1, release=1, spare=2, overtime=1, enforcement=1)
"""A small net, and a fish that costs the sea more than two fish-years goes back alive."""


@dataclass(frozen=True, slots=True)
class Treatment:
    """A named set of numbers for all seats.

    >>> TREATMENTS["quota"].profile(3)[0].quota
    1
    """

    name: str
    title: str
    text: str
    policy: Policy
    """What every seat does."""
    in_rulebook: bool = False
    votes: tuple[int, ...] = ()
    """The quota that each seat votes for; the lower median holds for all."""
    seats: tuple[Policy | None, ...] = ()
    """Seats that do something else; None or a seat that is not named keeps the policy of all."""

    @property
    def mark(self) -> str:
        """What to write beside its name."""
        return "in the rulebook" if self.in_rulebook else "not in the rulebook"

    def profile(self, players: int) -> tuple[Policy, ...]:
        """Return one policy for each seat."""
        found = [self.policy] * players
        for seat, policy in enumerate(self.seats[:players]):
            if policy is not None:
                found[seat] = policy
        if self.votes:
            votes = sorted(self.votes[seat % len(self.votes)] for seat in range(players))
            quota = votes[(players - 1) // 2]
            found = [policy.but(quota=quota) for policy in found]
        return tuple(found)

    def but(self, name: str = "", **changes: Any) -> Self:
        """Return this treatment with some numbers of the policy of all changed, and a name of its own."""
        policy = self.policy.but(**changes)
        new = name or f"{self.name} ({', '.join(f'{key}={value}' for key, value in changes.items())})"
        return replace(self, name=new, title=new, policy=policy, in_rulebook=False)

    def numbers(self, players: int = 4) -> list[dict[str, Any]]:
        """Return the numbers of every seat as plain data."""
        return [policy.numbers() for policy in self.profile(players)]


_ALL: Final = (
    Treatment(
        "competitive",
        "Everyone for themselves",
        "Every seat plays for its own score: the largest gear, all plates filled.",
        COMPETITOR,
        in_rulebook=True,
    ),
    Treatment(
        "one-agreement",
        "One agreement",
        "The seats agree before the first year on one fish a year. First 95 of 100 keep it, each year a fifth fewer.",
        PARTNER.but(quota=1, compliance=0.95, fade=0.2),
    ),
    Treatment(
        "yearly-agreement",
        "Agreement every year",
        "The seats talk every year and agree on one fish; 5 of 100 promises are broken.",
        PARTNER.but(quota=1, compliance=0.95),
    ),
    Treatment(
        "voted-rule",
        "Voted rule",
        "Each seat votes for a yearly quota and the median holds. 98 of 100 keep it; half of the breaches are seen and "
        "cost 1 point a fish.",
        PARTNER.but(compliance=0.98, detection=0.5, penalty=1),
        votes=(1, 1, 2, 2),
    ),
    Treatment(
        "enforced-rule",
        "Enforced rule",
        "A quota of one fish a year is imposed. Only 70 of 100 keep it; half of the breaches are seen and cost 2 "
        "points a fish.",
        PARTNER.but(quota=1, compliance=0.7, detection=0.5, penalty=2),
    ),
    Treatment(
        "quota",
        "Quota",
        "Everyone holds a licence for one fish a year and cannot take more by choice.",
        PARTNER.but(quota=1),
    ),
    Treatment(
        "transferable-quota",
        "Transferable quota",
        "The same licences, but who needs fewer fish sells the right to who needs more, for half a point.",
        PARTNER.but(quota=1, transferable=1, price=0.5),
    ),
    Treatment(
        "reserve",
        "Reserve of species",
        "Cod and whales are closed: nobody takes one while another fish of the die lives, and Release puts it back.",
        PARTNER.but(reserve=("cod", "whale"), release=1),
    ),
    Treatment(
        "cooperative",
        "All together",
        "All seats play for the total: small nets, and fish that the sea needs go back alive.",
        COOPERATOR,
        in_rulebook=True,
    ),
)

TREATMENTS: Final = {treatment.name: treatment for treatment in _ALL}
"""The treatments by name, from everyone alone to all together."""


def treatment(wanted: str | Treatment) -> Treatment:
    """Return a treatment by its name; an unknown one is a `ValueError` that names them all."""
    if isinstance(wanted, Treatment):
        return wanted
    found = TREATMENTS.get(wanted) if isinstance(wanted, str) else None
    if found is None:
        raise ValueError(f"treatment {wanted!r:.60} does not exist: choose {', '.join(TREATMENTS)}")
    return found
