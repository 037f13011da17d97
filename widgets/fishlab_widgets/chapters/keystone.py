"""Lesson 02: what single fish carry, in a whole sea and in one that has been fished for three years."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

from IPython.display import HTML

from fishlab import Boom, Match
from fishlab.boom import DEPLETION_EXAMPLE
from fishlab.boom.network import rows_of
from fishlab.boom.players import BOTS
from fishlab.boom.sea import fish_state, impact, what_if
from fishlab.core import picture
from fishlab.messages import mark, tr
from fishlab.stats import Interval, paired_difference
from fishlab_widgets.charts import bars, heat_map
from fishlab_widgets.lesson.view import words

SEA: Boom = Boom.start(2)
"""The whole sea of year 1."""
FIVE = ("whale-1", "anchovy-2", "shark-2", "anchovy-1", "pollock-2")
"""Fish of the fished sea that are asked about: by name, for letters on its sheet are countries."""
ASKED = (*FIVE, "shrimp-2", "pollock-1")
States = Mapping[str, str]
Arrows = Sequence[tuple[int, str, str]]


@cache
def _played(seed: str, *bots: str) -> Match:
    match = Match(Boom, len(bots))
    match.run([BOTS[name] for name in bots], Random(seed))
    return match


@cache
def fished_sea(year: int = 4) -> Boom:
    """Return a sea in which two careful countries and a greedy one have fished for three years."""
    match = _played("lesson 02/b", "careful", "careful", "greedy")
    return next(state for state in match.states if isinstance(state, Boom) and state.year == year)


def cost(sea: Boom, *names: str) -> int:
    """Return how many later fish are lost if these fish of the present year die."""
    return sum(map(len, what_if(sea, names).values()))


def losses(sea: Boom, *names: str) -> str:
    """Return the picture of what is lost with some fish."""
    return picture(sea, compact=True, marks=[f"fish {name} {sea.year}" for name in names]) or ""


def lost_with_each() -> HTML:
    """Return how many later fish are lost with each fish of the fished sea that was asked about, one at a time."""
    return bars(
        [{"fish": name, "lost": cost(fished_sea(), name)} for name in ASKED], x="fish", y="lost",
        title=tr("One death at a time"), x_label=tr("the fish that dies"), y_label=tr("later fish lost with it"),
    )  # fmt: skip


def before_and_after(*names: str) -> HTML:
    """Return how many later fish of a species there are before and after each death, and after all of them."""
    sea, before, after = fished_sea(), tr("if it lives"), tr("if it dies")
    own = sea.sheet.species[sea.sheet.kind[sea.sheet.row(names[0])]].mask & sea.living_in(sea.year)
    later = sum(living.bit_count() for living in sea.sheet.forward(own, sea.year))
    deaths = {**{name: [name] for name in names}, tr("all of them"): names}
    return bars(
        [{"fish": name, before: later, after: later - cost(sea, *dead)} for name, dead in deaths.items()], x="fish",
        y=[before, after], title=tr("Before and after each death"), x_label=tr("the fish that dies"),
        y_label=tr("later fish of the species"),
    )  # fmt: skip


def costliest() -> str:
    """Return which of the five costs the future most."""
    return max(FIVE, key=lambda name: cost(fished_sea(), name))


def pointed(*names: str) -> HTML:
    """Return the fished sea, with the names of some fish beside them."""
    sea = fished_sea()
    marks = ["veil", *(f"{name}: fish {name} {sea.year}" for name in names)]
    push = f'<p class="fishlab-push" style="position:sticky;left:0;width:max-content">{words()["sideways"]}</p>'
    hide = "<style>@container (min-width:600px){.fishlab-push{display:none}}</style>"
    # Low enough that most of it is in view together with its question, and no letter too small.
    frame = "max-width:640px;overflow-x:auto;container-type:inline-size"
    return HTML(f'<div style="{frame}">{hide}{push}{picture(sea, compact=True, marks=marks)}</div>')


def lost_picture(*names: str) -> list[str]:
    """Return what is lost with some fish of the fished sea, as a picture and in words."""
    told = (
        mark("{count} fish-years are lost with it.")
        if len(names) == 1
        else mark("{count} fish-years are lost with them.")
    )
    return [losses(fished_sea(), *names), tr(told, count=cost(fished_sea(), *names))]


def impact_map() -> list[Any]:
    """Return what every fish of the whole sea alone supports, in every year."""
    years = range(1, 10)
    grid = [[impact(SEA, year)[row] for year in years] for row in range(len(SEA.sheet.names))]
    figure = heat_map(
        grid, columns=years, names=SEA.sheet.names, title=tr("The whole sea: what a fish alone supports"),
        x_label=tr("year in which it dies"), y_label=tr("fish"), unit=tr("later fish-years lost with it"),
    )  # fmt: skip
    told = tr(
        "**Cod and whales**: the bottom row carries both rows of next year, every year. **Tuna**: the keystones move "
        "from row to row, because the arrows cross. **The others** grow back: a spawning arrow covers for one row. "
        "A cost of 0 does not mean that a fish is worthless. It means that another one still covers for "
        "it, or that no later fish comes from it."
    )
    return [figure, told]


# ---- whom to catch


def _taken(how: str, living: int, year: int, face: int, rng: Random) -> int:
    """Take one living fish of a number: any, the one that costs least or most; return who lives then."""
    sheet = SEA.sheet
    rows = rows_of(living & sheet.faces[face])
    if not rows:
        return living
    rng.shuffle(rows)
    if how != "any":
        rows.sort(key=lambda row: sheet.impact(row, year, living), reverse=how == "most")
    return living & ~(1 << rows[0])


@cache
def runs_of(how: str, dice: int, runs: int) -> list[list[int]]:
    """Return how many fish live at the start of each year, run by run, if so many dice a year take fish."""
    sheet, found = SEA.sheet, []
    for number in range(runs):
        living, rng, run = sheet.everything, Random(f"run {number}"), []
        for year in range(1, 11):
            run.append(living.bit_count())
            for face in rng.choices(range(1, 7), k=dice):
                living = _taken(how, living, year, face, rng)
            living = sheet.grow(living, year) if year < 10 else living
        found.append(run)
    return found


def alive(how: str, dice: int, runs: int = 60) -> list[float]:
    """Return the averages of those runs, year by year."""
    return [round(fmean(year), 1) for year in zip(*runs_of(how, dice, runs), strict=True)]


def spared(dice: int, runs: int = 60) -> Interval:
    """Return how many more fish live in year 10 if those that cost least are taken instead of any, on the same dice."""
    least, any_fish = ([run[-1] for run in runs_of(how, dice, runs)] for how in ("least", "any"))
    return paired_difference(least, any_fish)


def spared_words() -> str:
    """Return what that difference comes from with four dice, and how sure it is."""
    found = spared(4)
    return tr(
        "The dice were the same, and so was the catch while there were fish. Only the choice of row differed. The "
        "number is a mean of {runs} runs: its 95 % interval goes from {low:.1f} to {high:.1f} fish.",
        runs=found.games, low=found.low, high=found.high,
    )  # fmt: skip


HOW = {"any": "any", "least": "the one that costs least", "most": "the one that costs most"}


def whom(how: str, dice: int) -> HTML:
    """Return the living fish year by year under a way to choose among fish of the same number."""
    rows = [{"year": year, "living fish": count} for year, count in enumerate(alive(how, dice), 1)]
    title = tr("{dice} dice a year; of the fish with that number: {how}", dice=dice, how=tr(HOW[how]))
    return bars(
        rows, x="year", y="living fish", title=title, x_label=tr("year"), y_label=tr("fish alive at its start"), top=26
    )


# ---- the depletion rule

Rule = Callable[[States, Arrows, int], set[str]]


def _dead(state: str) -> bool:
    return state != "living"


def _rule(
    is_dead: Callable[[str], bool] = _dead,
    every: bool = False,
    counts: Callable[[int, int], bool] = lambda when, year: when == year,
) -> Rule:
    """Make a depletion rule, right or wrong: who counts as dead, OR or AND, and which year's arrows."""

    def found(states: States, arrows: Arrows, year: int) -> set[str]:
        fed: dict[str, list[bool]] = {}
        for when, source, target in arrows:
            if counts(when, year):
                fed.setdefault(target, []).append(not is_dead(states.get(source, "depleted")))
        return {target for target, lives in fed.items() if not (all(lives) if every else any(lives))}

    return found


def _living(states: States, arrows: Arrows, year: int) -> set[str]:
    return {target for when, source, target in arrows if when == year and states[source] == "living"}


def _touched(states: States, arrows: Arrows, year: int) -> set[str]:
    return {target for when, source, target in arrows if when == year and _dead(states[source])}


def _this_year(states: States, arrows: Arrows, year: int) -> set[str]:
    return {fish for fish, state in states.items() if _dead(state)}


SLIPS: list[tuple[Rule, str]] = [
    (_rule(every=True), "that is AND: **all** arrows must come from living fish there, but one is enough"),
    (_rule(lambda one: one not in ("living", "taken")), "a **taken** fish is dead too: somebody ate it"),
    (_rule(lambda one: one == "taken"), "**killed** and **depleted** fish are dead too, not only taken ones"),
    (_rule(lambda one: one in ("taken", "killed")), "a **depleted** fish has no children either"),
    (_rule(counts=lambda when, year: True), "those are the arrows of **all** years: look at `when`"),
    (_rule(counts=lambda when, year: when <= year), "those are the arrows of **earlier** years, too: look at `when`"),
    (_rule(counts=lambda when, year: when == year + 1), "those are **next** year's arrows"),
    (_rule(counts=lambda when, year: when == year - 1), "those are **last** year's arrows"),
    (_touched, "one dead arrow is not enough: **all** arrows to a fish must fail"),
    (_living, "those are the fish that **live**: the others are depleted"),
    (_this_year, "those are **this** year's dead: the question is who is missing next year"),
]
YEARS = range(1, 6)


@cache
def depletion_cases() -> list[tuple[Any, ...]]:
    """Return small nets and years of a game, each with the fish that are depleted after it."""
    example = [(1, *pair) for pair in DEPLETION_EXAMPLE.arrows] + [(2, "a", "9"), (2, "b", "8")]
    cases: list[tuple[Any, ...]] = [
        (({"a": "taken", "b": "living"}, [(1, "a", "x"), (2, "b", "y")], 2), set()),
        (({"a": "living", "b": "killed"}, [(1, "a", "x"), (2, "b", "x"), (3, "a", "z")], 2), {"x"}),
        ((DEPLETION_EXAMPLE.this_year, example, 1), set(DEPLETION_EXAMPLE.depleted)),
    ]
    names = SEA.sheet.names
    arrows = [(one.year, names[one.source], names[one.target]) for year in SEA.sheet.arrows for one in year]
    state = _played("lesson 02", "greedy", "careful", "careful").state
    assert isinstance(state, Boom)
    for year in YEARS:
        states = {fish: fish_state(state, fish, year).kind.replace("illegal", "killed") for fish in names}
        lost = {fish for fish in names if fish_state(state, fish, year + 1).kind == "depleted"}
        cases.append(((states, arrows, year), lost))
    return cases
