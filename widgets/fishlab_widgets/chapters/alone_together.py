"""Lessons 03 and 03b: games alone and together, what promises and fines do to a team, and how sure one can be."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from statistics import fmean, stdev

from IPython.display import HTML

from fishlab import Boom
from fishlab.boom.phases import by_seat, points
from fishlab.boom.rules import scores_up_to
from fishlab.bots import Goal
from fishlab.lab import (
    TREATMENTS,
    Batch,
    common_totals,
    cooperative_best,
    grid_for,
    mean_interval,
    payoff_table,
    play_profiles,
    stock,
)
from fishlab.lab.payoffs import Payoffs
from fishlab.lab.published import SHARES
from fishlab.lab.search.ends import Team, best_team, ends, price
from fishlab.messages import mark, tr
from fishlab.models import nash_share
from fishlab.stats import Interval, student_t
from fishlab_widgets.charts import lines_figure
from fishlab_widgets.charts.spans import spans
from fishlab_widgets.comparison import intervals

GAMES = 400
CHANGES = ("competitive", "one-agreement", "yearly-agreement", "quota", "cooperative")
"""The treatments of the switch in lesson 03."""
FINES = {
    "competitive": mark("No rule"),
    "voted-rule": mark("Fine of 1 point"),
    "enforced-rule": mark("Fine of 2 points"),
    "quota": mark("Quota that holds"),
}
"""What lesson 03b compares, by the treatment that models play: each is called by what differs in the model."""
WIDTHS = {"a quarter as wide": 1 / 4, "half as wide": 1 / 2, "just as wide": 1.0}
"""What four times the games may leave of an interval's width."""
CLASS, SCHOOL = 20, 80  # games


def two_games(alone: Boom, together: Boom) -> str:
    """Return in words what two teams and their countries have in the years that both games have finished."""
    years, (one, two) = common_totals(alone, together)
    if years == 0:
        return tr("No year is finished in both games yet: play on, and run this cell again.")
    told = tr(
        "Years finished in both games: {years}. The team's total over those years: {one} alone ({alone}), "
        "{two} together ({together}).",
        years=years, one=points(one), alone=by_seat(alone, scores_up_to(alone, years)),
        two=points(two), together=by_seat(together, scores_up_to(together, years)),
    )  # fmt: skip
    if any(list(game.own_scores()) != scores_up_to(game, years) for game in (alone, together)):
        told += " " + tr("The tables above show other scores: they also count what came after that.")
    if one == two:
        told += " " + tr("Careful bots play alike at both tables: only your own moves make a difference.")
    return told


# ---- a thousand seas


@cache
def seas() -> dict[str, Batch]:
    """Return the games of four models under each treatment, on the same dice."""
    names = dict.fromkeys((*CHANGES, *FINES))
    batches = play_profiles([TREATMENTS[name].profile(4) for name in names], games=GAMES, seed=1)
    return dict(zip(names, batches, strict=True))


def percent(name: str) -> list[float]:
    """Return a team's totals in per cent of the cooperative mean, game by game."""
    best = cooperative_best(4)
    return [100 * float(total) / best for total in seas()[name].total()]


def mean_percent(name: str) -> int:
    """Return a team's mean total in per cent of the cooperative mean."""
    return round(fmean(percent(name)))


def picture(names: Sequence[str], title: str) -> HTML:
    """Return what teams reach under some treatments."""
    values = {TREATMENTS[name].title: percent(name) for name in names}
    label = tr("% of the cooperative mean, {games} games", games=GAMES)
    return intervals(values, title=title, x_label=label, y_label=tr("treatment"))


def cost_picture() -> list[HTML | str]:
    """Return a team alone beside a team together."""
    words = tr("*All together* is not at exactly 100 % because the cooperative mean comes from other games.")
    return [picture(("competitive", "cooperative"), tr("Alone and together")), words]


def promise_picture() -> HTML:
    """Return what one promise leaves, between alone and together."""
    return picture(("competitive", "one-agreement", "cooperative"), tr("One promise"))


def published_picture() -> list[HTML | str]:
    """Return the models and what people reached in another game, on one axis."""
    told = [(tr("model: {name}", name=TREATMENTS[name].title), mean_interval(percent(name))) for name in CHANGES[:3]]
    told += [(tr("people: {who}", who=tr(who)), Interval(share, math.nan, math.nan, 0)) for who, share, _ in SHARES]
    alt = "; ".join(f"{name} {one.mean:.0f} %" for name, one in told)
    figure = spans(
        dict(told), title=tr("Models of Boom, and people in a groundwater game"), alt=alt, y_label=tr("who"), high=110,
        x_label=tr("% of the best of each game"),
        games=tr("games (0: a published mean)"),
    )  # fmt: skip
    return [
        figure,
        tr("People: Gardner, Moore & Walker (1994), without intervals. Compare the order, not the numbers."),
    ]


# ---- one who plays for itself


@cache
def free_ride() -> Payoffs:
    """Return what one gets for itself, and what it leaves the others."""
    return payoff_table({name: grid_for(4)[name] for name in ("team", "own")}, games=GAMES, seed=1)


def free_ride_result() -> str:
    """Return whether one gets more by playing for itself among three who play for the team."""
    gain = free_ride().gain("own", among="team")
    return "more than before" if gain.low > 0 else "less than before" if gain.high < 0 else "about the same"


def free_ride_picture() -> HTML:
    """Return the points of the one and of the others."""
    own, others = free_ride().payoff, free_ride().others
    team, alone = ((own[both] + 3 * others[both]) / 4 for both in ((0, 0), (1, 1)))  # of all four seats
    values = {
        tr("all for the team"): team, tr("the one for itself"): own[1, 0], tr("each of the others"): others[1, 0],
        tr("all for themselves"): alone,
    }  # fmt: skip
    title, x = tr("One for itself among three for the team"), tr("points each, {games} games", games=GAMES)
    return intervals(values, title=title, x_label=x, y_label=tr("who"))


# ---- a sea under a treatment


def treatment_names() -> Mapping[str, str]:
    """Return the treatments of the switch; a dagger marks what is not in the rulebook."""
    return {name: f"{TREATMENTS[name].title}{'' if TREATMENTS[name].in_rulebook else ' †'}" for name in CHANGES}


def sea_of(name: str, players: int) -> HTML:
    """Return the living fish of 300 seas under a treatment, year by year."""
    keys = {"year": "year", "mean": "living", "low tenth": "lowest_tenth", "high tenth": "highest_tenth"}
    found = stock(name, games=300, seed=1, players=players)
    rows = [{word: round(row[key], 2) for word, key in keys.items()} for row in found]
    return lines_figure(
        rows, x="year", y=list(keys)[1:], title=f"{TREATMENTS[name].title} ({TREATMENTS[name].mark})",
        x_label=tr("year"), y_label=tr("fish alive when it begins, 300 games"), top=25,
    )  # fmt: skip


# ---- the analysis


def alone_of_together(players: int) -> int:
    """Return what the best players found get alone, in per cent of what they get together."""
    return round(100 / price(players).ratio.mean)


def by_number() -> list[HTML | str]:
    """Return that share for two, three and four countries, beside the formula's."""
    few = (2, 3, 4)
    share = [{"countries": n, "Boom": alone_of_together(n), "formula": round(100 * nash_share(n))} for n in few]
    figure = lines_figure(
        share, x="countries", y=["Boom", "formula"], top=110, title=tr("Alone, against together"),
        x_label=tr("countries at sea"), y_label=tr("% of the best found"),
        points={tr("two countries: {share} %", share=share[0]["Boom"]): (few[0], share[0]["Boom"])},
    )  # fmt: skip
    told = "; ".join(tr("{n} countries {ratio}", n=n, ratio=price(n).ratio) for n in few)
    two, formula = price(2), 100 - round(100 * nash_share(2))
    return [
        figure,
        tr(
            "The best found, divided by alone: {told}. The intervals cover the dice, not the choice of players.",
            told=told,
        ),
        tr(
            "Two countries get {team:.1f} points as the best team that we found, and {own:.1f} if each plays for "
            "itself: {lost} % less, where the formula says {formula} %. A better team may exist.",
            own=two.alone.mean, team=two.together.mean, lost=100 - alone_of_together(2), formula=formula,
        ),
        _who_has_what(),
    ]  # fmt: skip


def seat_means(goal: Goal | Team, players: int) -> list[float]:
    """Return the own points of each seat in the kept games of an end, on average."""
    games = [row.points for row in ends() if (row.goal, row.players) == (goal, players)]
    return [fmean(points) for points in zip(*games, strict=True)]


def _who_has_what() -> str:
    """Return what each of two countries has in the best team and alone."""
    (team_a, team_b), (own_a, own_b) = seat_means(best_team(2), 2), seat_means("own", 2)
    return tr(
        "But only one of the two has more in that team: seat A gets {team_a:.1f} points in it and {own_a:.1f} alone, "
        "seat B {team_b:.1f} and {own_b:.1f}. What is best for the group need not be best for each, unless the one who "
        "gains gives the other a part.",
        team_a=team_a, own_a=own_a, team_b=team_b, own_b=own_b,
    )  # fmt: skip


def last_alive(goal: Goal | Team, players: int) -> float:
    """Return how many fish live as the last year begins in the kept games of players with a goal, on average."""
    return fmean(row.living[-1] for row in ends() if (row.goal, row.players) == (goal, players))


def who_leaves_fish() -> str:
    """Return what those players leave alive, alone and together."""
    told = "; ".join(
        tr("{n} countries {alone} alone, {together} together",
           n=n, alone=f"{last_alive('own', n):.0f}", together=f"{last_alive(best_team(n), n):.0f}")
        for n in (2, 3, 4)
    )  # fmt: skip
    return tr(
        "Fish that live as the last year begins: {told}. With two and three countries illegal fishing has taken some.",
        told=told,
    )


def left(name: str) -> list[float]:
    """Return what fines leave of a team's totals, game by game."""
    return [float(points) for points in seas()[name].net().sum(axis=0)]


def least() -> str:
    """Return which of the rules leaves the team the least."""
    return min(FINES, key=lambda name: fmean(left(name)))


def fines_picture() -> HTML:
    """Return what each rule leaves the team."""
    label = tr("points of the team after fines, {games} games", games=GAMES)
    values = {tr(words): left(name) for name, words in FINES.items()}
    return intervals(
        values, title=tr("Four countries, each for itself, without looking ahead"), x_label=label, y_label=tr("rule")
    )


def width(games: int) -> float:
    """Return how wide the interval of so many games alone is, on average over all such classes."""
    totals = left("competitive")
    classes = [totals[first : first + games] for first in range(0, GAMES, games)]
    return fmean(2 * student_t(games) * stdev(one) / math.sqrt(games) for one in classes)


def width_result() -> str:
    """Return what four times the games leave of an interval's width, to the nearest choice."""
    share = width(SCHOOL) / width(CLASS)
    return min(WIDTHS, key=lambda name: abs(math.log(share / WIDTHS[name])))


def width_picture() -> list[HTML | str]:
    """Return the mean of one class beside that of a school, each with its interval."""
    totals = left("competitive")
    values = {tr("{n} games", n=n): totals[:n] for n in (CLASS, SCHOOL)}
    label = tr("team total alone, points")
    figure = intervals(values, title=tr("One class, and four classes"), x_label=label, y_label=tr("games"), low=None)
    told = tr(
        "These are the first {few} and {many} games. Over all such classes the intervals are {wide} and {narrow} "
        "points wide on average: about half.",
        few=CLASS, many=SCHOOL, wide=f"{width(CLASS):.1f}", narrow=f"{width(SCHOOL):.1f}",
    )  # fmt: skip
    return [figure, told]


def class_picture(groups: Mapping[str, object]) -> HTML | str:
    """Return a class's own totals with their intervals, or what is missing."""
    shown = {name: totals for name, totals in groups.items() if isinstance(totals, list) and len(totals) > 1}
    if not shown:
        return tr("No class yet: paste the codes of at least two games into the laboratory, and run both cells again.")
    return intervals(shown, title=tr("Your class"), x_label=tr("team total, points"), y_label=tr("game"), low=None)
