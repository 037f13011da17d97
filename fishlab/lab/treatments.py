"""Treatments: the conditions under which the same people fish the same sea, as documented numbers.

The rulebook asks for two games: play alone for the highest score of your own, then together for the highest total.
Everything between is not in the rulebook. Its numbers are assumptions, chosen so that the order of the published
laboratory results can be looked for; change any of them with `Treatment.but` and see what they do.

The two ends are not assumptions. For four players, among the policies of the grid in `fishlab.lab.payoffs`, the
competitive numbers are an equilibrium: nobody alone gains by leaving them. The cooperative numbers are those whose
total is highest when everybody keeps them, found by a search over all numbers for each number of players.

Rules about catch share a common quota of six fish a year, in whole fish: one each for four players, two for three,
three for two. With two or three players a quota saves little, and Enforcement against illegal fishing saves most; every
rule here includes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Self

from fishlab.lab.policies import Policy

COMPETITOR: Final = Policy(ambition=0, care=1, gear="trawler+", radar=1, overtime=1)
"""Works towards the largest trawler, to fill every plate of its own."""
PARTNER: Final = COMPETITOR.but(enforcement=1)
"""The same under a common rule: with two or three players it also marks Enforcement, which guards the sea for all."""
COOPERATOR: Final = Policy(ambition=0, care=1, gear="seine", radar=1, release=1, spare=4, overtime=0.5, enforcement=1)
"""A small net, and a fish that costs the sea more than four fish-years goes back alive."""
FEW_COOPERATORS: Final = COOPERATOR.but(release=0, spare=99)
"""With two or three players a small net is enough: nothing goes back, and the box of Release is saved."""
SHARED: Final = 6
"""Fish a year that a common quota allows all players together."""


@dataclass(frozen=True, slots=True)
class Treatment:
    """A named set of numbers for all seats.

    >>> [TREATMENTS["quota"].profile(players)[0].quota for players in (2, 3, 4)]
    [3, 2, 1]
    """

    name: str
    title: str
    text: str
    policy: Policy
    """What every seat does."""
    in_rulebook: bool = False
    few: Policy | None = None
    """What every seat does with two or three players, where that is something else."""
    shared: int = 0
    """Fish a year for all, shared equally in whole fish as everyone's quota; 0 if the policy's own quota holds."""
    votes: tuple[int, ...] = ()
    """Fish more or fewer than that share (or than none) that each seat votes for; the lower median holds for all."""
    seats: tuple[Policy | None, ...] = ()
    """Seats that do something else; None or a seat that is not named keeps the policy of all."""

    @property
    def mark(self) -> str:
        """What to write beside its name."""
        return "in the rulebook" if self.in_rulebook else "not in the rulebook"

    def profile(self, players: int) -> tuple[Policy, ...]:
        """Return one policy for each seat."""
        common = self.few if self.few is not None and players < 4 else self.policy
        if self.shared or self.votes:
            votes = (
                sorted(self.votes[seat % len(self.votes)] for seat in range(players)) if self.votes else [0] * players
            )
            common = common.but(quota=max(0, self.shared // players + votes[(players - 1) // 2]))
        apart = [*self.seats[:players], *[None] * (players - len(self.seats))]
        return tuple(common if policy is None else policy for policy in apart)

    def but(self, name: str = "", **changes: Any) -> Self:
        """Return this treatment with some numbers of the policy of all changed, and a name of its own."""
        new = name or f"{self.name} ({', '.join(f'{key}={value}' for key, value in changes.items())})"
        few = None if self.few is None else self.few.but(**changes)
        shared, votes = (0, ()) if "quota" in changes else (self.shared, self.votes)
        return replace(
            self,
            name=new,
            title=new,
            policy=self.policy.but(**changes),
            in_rulebook=False,
            few=few,
            shared=shared,
            votes=votes,
        )

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
        "The seats agree before the first year on six fish a year for all. First 95 of 100 keep it, each year a fifth "
        "fewer.",
        PARTNER.but(compliance=0.95, fade=0.2),
        shared=SHARED,
    ),
    Treatment(
        "yearly-agreement",
        "Agreement every year",
        "The seats talk every year and agree on six fish for all; 5 of 100 promises are broken.",
        PARTNER.but(compliance=0.95),
        shared=SHARED,
    ),
    Treatment(
        "voted-rule",
        "Voted rule",
        "Each seat votes for a yearly quota, an equal share of six fish or one more, and the median holds. 98 of 100 "
        "keep it; half of the breaches are seen and cost 1 point a fish.",
        PARTNER.but(compliance=0.98, detection=0.5, penalty=1),
        shared=SHARED,
        votes=(0, 0, 1, 1),
    ),
    Treatment(
        "enforced-rule",
        "Enforced rule",
        "An equal share of six fish a year is imposed. Only 70 of 100 keep it; half of the breaches are seen and cost "
        "2 points a fish.",
        PARTNER.but(compliance=0.7, detection=0.5, penalty=2),
        shared=SHARED,
    ),
    Treatment(
        "quota",
        "Quota",
        "Everyone holds a licence for an equal share of six fish a year and cannot take more by choice.",
        PARTNER,
        shared=SHARED,
    ),
    Treatment(
        "transferable-quota",
        "Transferable quota",
        "The same licences, but who needs fewer fish sells the right to who needs more, for half a point.",
        PARTNER.but(transferable=1, price=0.5),
        shared=SHARED,
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
        "All seats play for the total: small nets, and with four players fish that the sea needs go back alive.",
        COOPERATOR,
        in_rulebook=True,
        few=FEW_COOPERATORS,
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
