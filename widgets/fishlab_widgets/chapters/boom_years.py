"""Lesson 01: a thousand booms, a country that overfills, the ratchet of demand, and the boxes of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from statistics import median

from IPython.display import HTML

from fishlab import Boom, Match
from fishlab.lab import Batch
from fishlab.lab.engine import play
from fishlab.lab.policies import Policy
from fishlab.messages import tr
from fishlab_widgets.boom.plots import living_grid
from fishlab_widgets.charts import bars, heat_map, histogram

COUNTRIES = ["Norlandia", "Isle of Cod", "Ostmark"]
FIVE = ["Herring", "Pollock", "Shrimp", "Cod", "Whales"]
"""The species of the second prediction."""


@cache
def boom_games() -> Batch:
    """Return 1,000 games of three countries that only grab."""
    grab = Policy(ambition=6, care=0, gear="trawler+", overtime=1)
    return play(grab, games=1000, seed=1, players=3)


def watched_game() -> Match:
    """Return one of these games, played again under the names of the lesson's countries."""
    named = Match(Boom, 3, countries=COUNTRIES)
    for move in boom_games().match(1).moves:
        named.play(move)
    return named


def last_years() -> list[int]:
    """Return the last year with fish of each game."""
    return [int(year) or 10 for year in boom_games().collapse()]


def middle_year() -> int:
    """Return the last year with fish in the middle one of the games."""
    return int(median(last_years()))


def last_year_picture(middle: float) -> HTML:
    """Return how many games end in each year."""
    return histogram(
        last_years(), low=0.5, high=10.5, bins=10, marks={tr("middle"): middle},
        title=tr("The last year with fish, in 1,000 games"), x_label=tr("last year with fish"),
    )  # fmt: skip


def gone() -> dict[str, int]:
    """Return in how many of the games each species is gone when year 4 begins."""
    batch = boom_games()
    empty = (batch.living_by_species()[3] == 0).sum(axis=-1)
    return {kind.title: int(count) for kind, count in zip(batch.setup.sheet.species, empty, strict=True)}


def first_to_go() -> str:
    """Return which of the five is gone in the most games."""
    return max(FIVE, key=lambda name: gone()[name])


def gone_picture() -> HTML:
    """Return for each species in how many games it is gone."""
    rows = [{"species": name, "games": count} for name, count in gone().items()]
    return bars(
        rows, x="species", y="games", top=1100, title=tr("Gone when year 4 begins"),
        x_label=tr("species, from the top of the sheet"), y_label=tr("games of 1,000 without it"),
    )  # fmt: skip


# ---- overfill


@cache
def overfill() -> Batch:
    """Return 400 games in which the first country always wants two fish more than it has plates."""
    modest = Policy(ambition=0, gear="seine")
    return play([modest.but(ambition=2), modest, modest], games=400, seed=1)


def overfill_points() -> list[float]:
    """Return the points of each country, on average."""
    return [round(float(seat.mean()), 1) for seat in overfill().own()]


def overfill_result() -> str:
    """Return whether the country that overfills gets more points than the others."""
    own, *others = overfill_points()
    gap = own - sum(others) / len(others)
    return "more" if gap > 1 else "fewer" if gap < -1 else "about the same"


def overfill_picture() -> HTML:
    """Return full and empty plates of each country."""
    empty = [round(float(seat.mean()), 1) for seat in overfill().unmet()]
    told = zip(COUNTRIES, overfill_points(), empty, strict=True)
    rows = [{"country": who, "full plates": round(own + 2 * bare, 1), "empty plates": bare} for who, own, bare in told]
    points = ", ".join(f"{name} {own}" for name, own in zip(COUNTRIES, overfill_points(), strict=True))
    return bars(
        rows, x="country", y=["full plates", "empty plates"],
        title=tr("Points: {points}", points=points.replace("-", "−")),
        x_label=tr("country"), y_label=tr("plates in ten years, average of 400 games"),
    )  # fmt: skip


# ---- the ratchet

PATTERNS = {
    "steady": [2] * 10,
    "growing": [1, 2, 3, 3, 4, 4, 5, 5, 6, 6],
    "boom and bust": [3, 5, 7, 6, 3, 1, 1, 0, 0, 0],
    "one fewer each time": [6, 6, 5, 5, 4, 4, 3, 3, 2, 2],
}
"""Ways to fish, year by year."""
PLUS_ONE = (3, 6, 9)


def plates_for(catch: Sequence[int], plus: Sequence[int]) -> list[int]:
    """Return the plates of each year that follow from the catch of the year before."""
    return [0] + [fish + (year in plus) for year, fish in enumerate(catch[:9], 2)]


def box_worth(fish: int, plates: int, empty: int = 2) -> int:
    """Return the points of a box: 1 for a full plate, less some for an empty one."""
    return min(fish, plates) - empty * max(0, plates - fish)


def ratchet(catch: str, plus: bool, empty: int) -> HTML:
    """Return fish and plates of a country without a sea."""
    fish = PATTERNS[catch]
    plates = plates_for(fish, PLUS_ONE if plus else ())
    rows = [{"year": year, "fish": f, "plates": p} for year, (f, p) in enumerate(zip(fish, plates, strict=True), 1)]
    points = str(sum(box_worth(f, p, empty) for f, p in zip(fish, plates, strict=True))).replace("-", "−")
    return bars(
        rows, x="year", y=["fish", "plates"], title=tr("{way}: {points} points", way=catch.capitalize(), points=points),
        x_label=tr("year"), y_label=tr("fish and plates"), top=9,
    )  # fmt: skip


EXTRA = {"none": [], "3, 6, 9": list(PLUS_ONE), "every year": list(range(2, 11))}
"""Years in which people want one fish more."""


@cache
def hungry_seas(plus: str, first: int) -> HTML:
    """Return the living fish year by year under other wishes, on average of 300 games of modest countries."""
    sheet = Boom.start(3).sheet.data()
    sheet["plus_one"]["years"] = EXTRA[plus]
    batch = play(Policy(ambition=0), games=300, seed=1, players=3, sheet=sheet, first_demand=first)
    rows = [{"year": year, "living fish": round(float(n), 1)} for year, n in enumerate(batch.living().mean(axis=-1), 1)]
    points = str(round(float(batch.total().mean()), 1)).replace("-", "−")
    return bars(
        rows, x="year", y="living fish", top=26, title=tr("{points} points together", points=points),
        x_label=tr("year"), y_label=tr("fish alive at its start"),
    )  # fmt: skip


def species_map(state: Boom) -> HTML:
    """Return the living fish of each species at the end of each year."""
    species, grid = zip(*living_grid(state), strict=True)
    return heat_map(
        grid, columns=range(1, 11), names=species, title=tr("Living fish by species and year"),
        x_label=tr("year"), y_label=tr("species"), unit=tr("fish alive at the end of the year"),
    )  # fmt: skip


# ---- programs

BOXES = [((fish, plates), box_worth(fish, plates)) for fish in range(7) for plates in range(7)]
SLIPS: list[tuple[Callable[[int, int], int], str]] = [
    (lambda fish, plates: min(fish, plates) - 2 * (plates - fish), "a surplus fish is not worth two points"),
    (lambda fish, plates: min(fish, plates) - 2 * abs(plates - fish), "surplus fish cost nothing"),
    (lambda fish, plates: min(fish, plates) - 2 * plates, "that counts every plate as empty"),
]
NEXT_PLATES = [((fish, year), fish + (year in PLUS_ONE)) for year in range(2, 11) for fish in range(7)]
NEXT_SLIPS: list[tuple[Callable[[int, int], int], str]] = [
    (lambda fish, year: fish + (year in (2, 5, 8)), "`year` is the coming year, not this one"),
    (lambda fish, year: fish + (year in (4, 7, 10)), "`year` is the coming year itself, not the one before it"),
]
