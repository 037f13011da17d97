"""What laboratories with people have published, held point by point against the models of this one.

The people played other games than Fishery Boom (the percentages are of a groundwater game over many rounds), so only
the order can be compared, never a number. Every sentence about this laboratory is worked out when it is asked for: from
`GAMES` games of four models under each treatment, or, of the number of players, from the kept games of players that
look ahead (`fishlab.lab.search.ends`). A difference counts if its paired 95 % interval lies on one side of 0.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from numpy.typing import NDArray

from fishlab.lab.engine import play_profiles
from fishlab.lab.experiment import cooperative_best
from fishlab.lab.search.ends import price
from fishlab.lab.treatments import TREATMENTS
from fishlab.messages import mark, tr
from fishlab.stats import paired_difference

Array = NDArray[Any]

GAMES: Final = 400
SEED: Final = 1

SHARES: Final = (
    (mark("10 users, laboratory"), 30.0, "Gardner, Moore & Walker 1994"),
    (mark("5 users, laboratory"), 44.0, "Gardner, Moore & Walker 1994"),
    (mark("stock quotas, laboratory"), 54.0, "Gardner, Moore & Walker 1994"),
)
"""Published shares of the optimum, in per cent, and where they stand."""

TALK_EFFECTS: Final = {"spoken": 1.21, "written": 0.46}
"""What talk changes in social dilemmas, face to face and in writing, in units of the spread (d).

Balliet 2010, doi 10.1177/0022002709352443.
"""


class Finding(NamedTuple):
    """One published finding, and what the models do."""

    found: str
    source: str
    here: str
    agrees: bool | None
    """Whether the models do so too; None where they cannot be compared."""
    put_in: bool = False
    """Whether the models are made to do so, so that they cannot agree or disagree."""

    @property
    def verdict(self) -> str:
        """Whether the model agrees, in a few words."""
        if self.put_in:
            return tr("put in")
        if self.agrees is None:
            return tr("cannot be compared")
        return tr("agrees") if self.agrees else tr("does not agree")


@lru_cache(maxsize=1)
def left() -> dict[str, Array]:
    """Return what fines leave of the total of four models under treatments of people, game by game on the same dice."""
    unreported = ("to-win", "graduated-sanctions", "transferable-quota", "reserve")  # by the papers held against them
    names = [name for name in TREATMENTS if name not in unreported]
    batches = play_profiles([TREATMENTS[name].profile(4) for name in names], GAMES, SEED)
    return {name: batch.net().sum(axis=0) for name, batch in zip(names, batches, strict=True)}


def _higher(one: str, *others: str) -> bool:
    """Whether a treatment clearly leaves the team more than each of some others."""
    return all(paired_difference(left()[one], left()[other]).low > 0 for other in others)


def points() -> tuple[Finding, ...]:
    """Return every published finding that can be held against the models."""
    best = cooperative_best(4)
    share = {name: 100 * float(totals.mean()) / best for name, totals in left().items()}
    told = {
        name: tr("{treatment} {share:.0f} %", treatment=TREATMENTS[name].title.lower(), share=one)
        for name, one in share.items()
    }
    told["voted-rule"] = tr("{share:.0f} % (fine of 1 point)", share=share["voted-rule"])  # nobody votes in a model
    told["enforced-rule"] = tr("{share:.0f} % (fine of 2 points)", share=share["enforced-rule"])
    rules, between = (
        ("voted-rule", "enforced-rule"),
        [name for name in share if name not in ("competitive", "cooperative")],
    )
    alone = {players: price(players).ratio for players in (2, 3, 4)}
    gain = paired_difference(left()["quota"], left()["competitive"])
    return (
        Finding(
            tr("Alone, people get less of the optimum the more of them there are: 44 % with 5 users, 30 % with 10"),
            "Gardner, Moore & Walker 1994",
            tr(
                "alone, players that look ahead get {two:.0f} % with 2, {three:.0f} % with 3, {four:.0f} % with 4 of "
                "what they get together",
                two=100 / alone[2].mean,
                three=100 / alone[3].mean,
                four=100 / alone[4].mean,
            ),
            alone[4].low > alone[3].high and alone[3].low > alone[2].high,
        ),
        Finding(
            tr("With stock quotas people get 54 %"),
            "Gardner, Moore & Walker 1994",
            tr(
                "a quota of one fish each, which by the rules nobody can exceed, brings {mean:+.1f} points "
                "({low:+.1f} to {high:+.1f}) over everyone for themselves",
                mean=gain.mean,
                low=gain.low,
                high=gain.high,
            ),
            gain.low > 0,
        ),
        Finding(
            tr("Where little is at stake, repeated talk face to face comes close to the maximum: 5 % defections"),
            tr("reported in Anderies & Janssen, p. 96"),
            tr(
                "talk every year leaves {mean:.0f} % of the cooperative mean; but that 5 of 100 promises are broken "
                "is taken from such laboratories, not found",
                mean=share["yearly-agreement"],
            ),
            None,
            put_in=True,
        ),
        Finding(
            tr("Talk beats fines"),
            "Cason & Gangadharan 2016",
            tr(
                "{once} of the cooperative mean, {yearly}, but {voted} and {enforced} after fines; again, kept "
                "promises are taken from people. There people fined each other; here somebody outside does",
                once=told["one-agreement"],
                yearly=told["yearly-agreement"],
                voted=told[rules[0]],
                enforced=told[rules[1]],
            ),
            None,
            put_in=True,
        ),
        Finding(
            tr("People cooperate most with a rule that they voted for and enforce"),
            "DeCaro et al. 2015",
            tr(
                "{voted} of the cooperative mean, {competitive}: a model does not feel bound by its vote, and "
                "pays the small fine",
                voted=told["voted-rule"],
                competitive=told["competitive"],
            ),
            _higher("voted-rule", *(name for name in between if name != "voted-rule")),
        ),
        Finding(
            tr("People cooperate least with a rule that is imposed and enforced"),
            "DeCaro et al. 2015",
            tr(
                "{enforced} against {voted}: here the two rules differ in the fine, and a model does not know who made "
                "a rule",
                enforced=told["enforced-rule"],
                voted=told["voted-rule"],
            ),
            None,
        ),
    )
