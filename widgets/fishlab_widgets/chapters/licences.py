"""Lesson 08: what licences add and cost, crates that do not grow back, bidders who guess, and a table to count on."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random
from statistics import mean
from typing import Final

from IPython.display import HTML

from fishlab import Fleet, Match
from fishlab.fleet import Boat
from fishlab.fleet.deck import CARDS, LICENCES, printed
from fishlab.fleet.gifts import gains, play
from fishlab.messages import mark, tr
from fishlab.players import bots_for
from fishlab.stats import mean_interval
from fishlab_widgets.charts import lines_figure
from fishlab_widgets.comparison import intervals
from fishlab_widgets.fleet.plots import crate_rows

NAMES: Final = dict(zip(LICENCES, CARDS.licence_titles, strict=True))
KINDS: Final = ("shrimp", "processing", "lobster", "cod", "tuna", "pub")
GAMES: Final = 16
"""Games whose auctions and crates are counted; they are played when somebody asks."""
BETTER: Final = (mark("Shrimp, by far"), mark("about the same"), mark("the Pub, by far"))
WORTH: Final = mark(
    "A licence is worth what it still lets you do. Early on, boats and a discount work in every round that follows; in "
    "the last round only the printed points are left. **A winning bid says who wanted it most at that price. It does "
    "not say what it is worth.** (Coins and points are different units: compare licence with licence.)"
)
CURSE: Final = mark(
    "The highest guess is the one most likely too high: the **winner's curse**. Bid below your guess: **shade** it."
)


@cache
def games() -> list[Match]:
    """Return some of the games that three equal bots have played."""
    return [play(number) for number in range(GAMES)]


def end_of(game: Match) -> Fleet:
    """Return the end of a game."""
    assert isinstance(game.state, Fleet)
    return game.state


def bid(kind: str) -> float:
    """Return what was paid for a licence on average."""
    return float(mean(sale.price for game in games() for sale in end_of(game).sales if sale.licence == kind))


def better() -> str:
    """Return which licence adds more points."""
    more = mean(gains("shrimp")) - mean(gains("pub"))
    shrimp, same, pub = BETTER
    return shrimp if more > 5 else pub if more < -5 else same


def bid_against_worth() -> list[HTML | str]:
    """Return what each free licence adds, and what was paid for two of them."""

    def in_words(kind: str) -> str:
        return tr(
            "**{name}**: {paid:.1f} coins on average in {games} games (minimum {least}); it adds {worth:.1f} points.",
            name=NAMES[kind], paid=bid(kind), games=GAMES, least=Fleet.start(3).minimum(kind), worth=mean(gains(kind)),
        )  # fmt: skip

    figure = intervals(
        {NAMES[kind]: gains(kind) for kind in KINDS}, title=tr("What a free licence adds"),
        x_label=tr("points that Seat A gains, mean of {games} games", games=len(gains("pub"))),
        y_label=tr("given for free"),
    )  # fmt: skip
    return [figure, in_words("shrimp"), in_words("pub")]


def left(game: Match, number: int) -> int:
    """Return the crates that are left after a round."""
    return [int(row["left"]) for row in crate_rows(game) if row["round"] <= number][-1]


def crates_by_round(game: Match) -> list[float]:
    """Return the crates that are left, from before the first round to after the last."""
    start = game.states[0]
    assert isinstance(start, Fleet)
    return [start.crates, *(left(game, number) for number in range(1, end_of(game).round + 1))]


def fish_by_round(game: Match) -> list[float]:
    """Return fish that grow by half while they are few, less the catches of a game, until it ends."""
    fish = [75.0]
    for before, now in pairwise(crates_by_round(game)):
        fish.append(max(0.0, fish[-1] + 0.5 * fish[-1] * (1 - fish[-1] / 75) - (before - now)))
    return fish


def means_by_round(series: Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of all games, round by round; a game that has ended keeps its last value."""
    return [round(mean(values), 1) for values in zip(*_as_long(series), strict=True)]


def _as_long(series: Sequence[Sequence[float]]) -> list[list[float]]:
    rounds = max(map(len, series))
    return [[*one, *[one[-1]] * (rounds - len(one))] for one in series]


def how_sure() -> str:
    """Return the mean of the crates that are left, with its interval."""
    found = mean_interval([end_of(game).crates for game in games()])
    return tr(
        "Crates left on average: {mean:.0f}, from {games} games. The 95 % interval goes from {low:.0f} to {high:.0f}.",
        mean=found.mean, games=found.games, low=found.low, high=found.high,
    )  # fmt: skip


def stock_picture() -> HTML:
    """Return crates round by round, and fish that grow, less the same catches."""
    crates, fish = (means_by_round([way(game) for game in games()]) for way in (crates_by_round, fish_by_round))
    rows = [{"round": number, "crates": crates[number], "fish": fish[number]} for number in range(len(crates))]
    return lines_figure(
        rows, x="round", y=["crates", "fish"], top=80, x_label=tr("round"),
        title=tr("The same catches, of crates and of fish that grow; a game that has ended keeps its last value"),
        y_label=tr("left of 75, mean of {games} games", games=GAMES),
    )  # fmt: skip


def winners_gain(bidders: int, error: float = 4, worth: float = 10) -> float:
    """Return what the winner of an auction gains on average, if everybody bids up to an honest guess."""
    dice, found = Random(f"{bidders} bidders"), []
    for _ in range(2000):
        guesses = sorted(worth + dice.uniform(-error, error) for _ in range(bidders))
        found.append(worth - guesses[-2])
    return round(mean(found), 1)


def curse_picture(gain: float) -> HTML:
    """Return the winner's gain by the number of bidders."""
    spot = tr("8 bidders: {gain}", gain=f"{gain}".replace("-", "−"))
    return lines_figure(
        [{"bidders": bidders, "gain": winners_gain(bidders)} for bidders in range(2, 11)], x="bidders", y="gain",
        bottom=-4, title=tr("What the winner gains or loses"), x_label=tr("bidders"),
        y_label=tr("worth minus price, coins"), points={spot: (8, gain)},
    )  # fmt: skip


@cache
def duel(crates: int, capacity: int, number: int) -> Match:
    """Return a quick game of two bots in a bay with so many crates for each, and room for so many on a boat."""
    cards = printed()
    cards["crates"] |= {"per_player": crates, "capacity": capacity}
    match = Match(Fleet, 2, cards=cards, first=number % 2)
    match.run([bots_for(Fleet)["engine-builder"]] * 2, Random(f"duel {number}"))
    return match


def emptied(crates: int, capacity: int) -> HTML:
    """Return the crates round by round in four such games."""
    duels = [duel(crates, capacity, number) for number in range(4)]
    means = means_by_round([crates_by_round(match) for match in duels])
    rows = [{"round": number, "left": crates_left} for number, crates_left in enumerate(means)]
    dry = sum(not end_of(match).crates for match in duels)
    return lines_figure(
        rows, x="round", y="left", x_label=tr("round"),
        title=tr("{dry} of 4 games end with an empty bay; a game that has ended keeps its last value", dry=dry),
        y_label=tr("crates left of {crates}, mean of 4 games", crates=2 * crates),
    )  # fmt: skip


def _boats(*words: str) -> tuple[Boat, ...]:
    fields = (word.split(":") for word in words)
    return tuple(Boat(name, name[:-2], "tuna" if crates else "", int(*crates)) for name, *crates in fields)


@cache
def hiring() -> Fleet:
    """Return the table of the exercises, as Seat A sees it: round 7, captains are being hired."""
    start = Fleet.start(2, first=0, advanced=True).after(("show", "tuna")).after(("show", "cod"))
    a = start.sides[0]._replace(hand=(1, 0, 0, 1, 1, 0, 0), licences=("shrimp", "processing"), processed=2)
    a = a._replace(boats=_boats("shrimp-1:4", "shrimp-2", "processing-1:2", "processing-2:0"))
    b = start.sides[1]._replace(hand=(0, 2, 0, 0, 1, 0, 0), licences=("cod",), boats=_boats("cod-1:3", "cod-2:1"))
    return dataclasses.replace(start, sides=(a, b), crates=20, round=7, phase="hire", step="captain").view(0)


def pay_back_cases() -> list[tuple[tuple[int, int, int, int], int]]:
    """Return all boats with any captain, and one that scores more than it costs, with the rounds until they pay."""
    figures = zip(CARDS.cost, CARDS.cash, CARDS.boat_points, strict=True)
    boats = [(cost, cash, captain, points) for cost, cash, points in figures for captain in (1, 2, 3)]
    return [(one, max(0, sum(one[:3]) - one[3])) for one in [*boats, (1, 1, 1, 9)]]
