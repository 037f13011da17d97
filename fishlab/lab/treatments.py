"""Treatments: the conditions under which the same people fish the same sea, as documented numbers.

The rulebook asks for two games: play alone for the highest score of your own, then together for the highest total.
Everything between is not in the rulebook. Its numbers are assumptions, chosen so that the order of the published
laboratory results can be looked for; change any of them with `Treatment.but` and see what they do.

The two ends are not assumptions, but they are simple. For four players, among the six policies of the grid in
`fishlab.lab.payoffs`, the competitive numbers are an equilibrium, and no further: who leaves out Overtime, or marks
Refrigeration, gains a point. The cooperative numbers were found by a search for the highest total when everybody keeps
them; the tests hold that no change of a single number is clearly better. Players that are no such fools, at both ends,
stand in `fishlab.lab.search`, and what anarchy costs is told of them (`fishlab.lab.search.ends.price`).

Rules about catch begin with a common quota of six fish a year. It is shared in whole fish: three each for two players,
two for three, one for four, who are left with four fish in all. Who keeps the rule takes no more by choice, also not by
Overtime. With two or three players a quota saves little, and Enforcement against illegal fishing saves most; every rule
here includes it.
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
THREE_COOPERATORS: Final = COOPERATOR.but(release=0, spare=99, look_ahead=2, refrigerate=1, quota=2)
"""With three players a small net and two fish a year each are enough: what is too much is kept for next year."""
TWO_COOPERATORS: Final = COOPERATOR.but(release=0, spare=99, quota=2, overtime=1)
"""With two players the same, and Overtime whenever it stays within those two fish."""
SHARED: Final = 6
"""Fish a year that a common quota shares out among all players, in whole fish."""
_EACH: Final = "one fish a year each among four players, two among three, three among two"


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
    few: tuple[Policy, ...] = ()
    """What every seat does with two and with three players, where that is something else."""
    shared: int = 0
    """Fish a year, shared equally in whole fish as everyone's quota (the rest is nobody's); 0 if the policy's holds."""
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
        common = self.few[players - 2] if players - 2 < len(self.few) else self.policy
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
        few = tuple(policy.but(**changes) for policy in self.few)
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
        f"The seats agree before the first year on {_EACH}. First 95 of 100 keep it, each year 15 % fewer.",
        PARTNER.but(compliance=0.95, fade=0.15),
        shared=SHARED,
    ),
    Treatment(
        "yearly-agreement",
        "Agreement every year",
        f"The seats talk every year and agree on {_EACH}. 5 of 100 promises are broken.",
        PARTNER.but(compliance=0.95),
        shared=SHARED,
    ),
    Treatment(
        "voted-rule",
        "Voted rule",
        "Seats A and B vote for one fish a year more than the share of six, C and D for the share; the median, the "
        "lower one of two, holds for all: one fish a year each among four players, three among three, four among two. "
        "98 of 100 keep it; half of the breaches are seen and cost 1 point a fish.",
        PARTNER.but(compliance=0.98, detection=0.5, penalty=1),
        shared=SHARED,
        votes=(1, 1, 0, 0),
    ),
    Treatment(
        "enforced-rule",
        "Enforced rule",
        f"A quota is imposed: {_EACH}. Only 70 of 100 keep it; half of the breaches are seen and cost 2 points a fish.",
        PARTNER.but(compliance=0.7, detection=0.5, penalty=2),
        shared=SHARED,
    ),
    Treatment(
        "quota",
        "Quota",
        f"Everyone holds a licence for {_EACH}, and takes no more by choice.",
        PARTNER,
        shared=SHARED,
    ),
    Treatment(
        "transferable-quota",
        "Transferable quota",
        "The same licences, but who needs fewer fish sells the right to who needs more, for half a point. Everybody "
        "must fish, so nobody sells the last one: among four players, with one each, there is nothing to sell.",
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
        "All seats play for the total: small nets; among four players fish that the sea needs go back alive, among two "
        "or three nobody takes more than two fish a year.",
        COOPERATOR,
        in_rulebook=True,
        few=(TWO_COOPERATORS, THREE_COOPERATORS),
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
