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
from fishlab.stats import mean_interval, paired_difference

Array = NDArray[Any]

GAMES: Final = 400
SEED: Final = 1

SHARES: Final = (
    ("10 users, laboratory", 30.0, "Gardner, Moore & Walker 1994"),
    ("5 users, laboratory", 44.0, "Gardner, Moore & Walker 1994"),
    ("stock quotas, laboratory", 54.0, "Gardner, Moore & Walker 1994"),
)
"""Published shares of the optimum, in per cent, and where they stand."""


class Point(NamedTuple):
    """One published finding, and what the models do."""

    found: str
    source: str
    here: str
    agrees: bool

    @property
    def verdict(self) -> str:
        """Whether the model agrees, in a word."""
        return "agrees" if self.agrees else "does not agree"


@lru_cache(maxsize=1)
def left() -> dict[str, Array]:
    """Return what fines leave of the total of four models under each treatment, game by game on the same dice."""
    names = [name for name in TREATMENTS if name not in ("transferable-quota", "reserve")]
    batches = play_profiles([TREATMENTS[name].profile(4) for name in names], GAMES, SEED)
    return {name: batch.net().sum(axis=0) for name, batch in zip(names, batches, strict=True)}


def _higher(one: str, *others: str) -> bool:
    """Whether a treatment clearly leaves the team more than each of some others."""
    return all(paired_difference(left()[one], left()[other]).low > 0 for other in others)


@lru_cache(maxsize=1)
def points() -> tuple[Point, ...]:
    """Return every published finding that can be held against the models."""
    best = cooperative_best(4)
    share = {name: 100 * float(totals.mean()) / best for name, totals in left().items()}
    told = {name: f"{TREATMENTS[name].title.lower()} {one:.0f} %" for name, one in share.items()}
    rules, between = (
        ("voted-rule", "enforced-rule"),
        [name for name in share if name not in ("competitive", "cooperative")],
    )
    alone = {players: price(players).ratio for players in (2, 3, 4)}
    gain = paired_difference(left()["quota"], left()["competitive"])
    talk = mean_interval(100 * left()["yearly-agreement"] / best)
    return (
        Point(
            "Alone, people get less of the optimum the more of them there are: 44 % with 5 users, 30 % with 10",
            "Gardner, Moore & Walker 1994",
            "players that look ahead get alone "
            + ", ".join(f"{100 / one.mean:.0f} % with {players}" for players, one in alone.items())
            + " of what they get together",
            alone[4].low > alone[3].high and alone[3].low > alone[2].high,
        ),
        Point(
            "With stock quotas people get 54 %",
            "Gardner, Moore & Walker 1994",
            f"a quota of one fish each brings {gain.mean:+.1f} points ({gain.low:+.1f} to {gain.high:+.1f}) over "
            "everyone for themselves",
            gain.low > 0,
        ),
        Point(
            "Repeated talk face to face comes close to the maximum, with about 5 % defections",
            "reported in Anderies & Janssen, p. 96",
            f"talk every year leaves {talk.mean:.0f} % of the cooperative mean; but that 5 of 100 promises are broken "
            "is put in, not found",
            talk.low > 90,
        ),
        Point(
            "Talk beats fines",
            "Cason & Gangadharan 2016",
            f"{told['one-agreement']} of the cooperative mean, {told['yearly-agreement']}, but {told[rules[0]]} and "
            f"{told[rules[1]]}, fines paid; again, kept promises are put in",
            _higher("one-agreement", *rules) and _higher("yearly-agreement", *rules),
        ),
        Point(
            "Rules that people voted for and enforced did best",
            "DeCaro et al. 2015",
            f"{told['voted-rule']} of the cooperative mean, {told['competitive']}: a model does not feel bound by its "
            "vote, and pays the small fine",
            _higher("voted-rule", *(name for name in between if name != "voted-rule")),
        ),
        Point(
            "Imposed enforcement did worst",
            "DeCaro et al. 2015",
            f"{told['enforced-rule']} against {told['voted-rule']}: to a model the fine counts, not who made the rule",
            all(_higher(name, "enforced-rule") for name in between if name != "enforced-rule"),
        ),
    )
