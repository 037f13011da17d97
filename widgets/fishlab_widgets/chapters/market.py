"""Lesson 09: small cities to look at, and where streets come by force in many games of Fresh Fish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from statistics import fmean
from typing import Any, Final

from IPython.display import HTML

from fishlab.freshfish.players import BOTS
from fishlab.freshfish.rules import FreshFish
from fishlab.match import Match
from fishlab.messages import tr, trn
from fishlab.stats import mean_interval
from fishlab_widgets.charts import bars, histogram, lines_figure
from fishlab_widgets.charts.spans import spans
from fishlab_widgets.freshfish.maps import Played, cuts, map_of, network, play_games, ring_routes, street_rows
from fishlab_widgets.freshfish.plots import outlet_rows

CORNERS: Final = ["g7", "a1", "g1"]
"""Where power plant, refinery and game factory stand; the harbour is on a7."""
EXAMPLE: Final = "..S/Oab/c.."
OTHER: Final = "..S/aOb/c.."
LARGER: Final = "S....X/.X..../...O../X....S"
LONELY: Final = "SX./.../..."
CITIES: Final = (EXAMPLE, OTHER, LARGER, ".../S.S/...", "S....", "...../.XXX./....S", "..X/.../X..", ".")
FOUR: Final = ("d4", "d1", "b2", "c5")
"""The plots that are asked about."""
RANDOM: Final = 300
PATIENT: Final = 30
"""Games of each kind of player."""
FEWEST: Final = 10
"""Games with an outlet there that say something about a place; fewer are left out."""
LATE: Final = 70
"""Moves that bots have made in the city that a student takes over."""


def cut_cases() -> list[tuple[Any, set[str]]]:
    """Return networks of cities with their cut vertices."""
    return [(network(city), cuts(city)) for city in CITIES]


@cache
def games(bot: str) -> list[Played]:
    """Return games of two equal bots."""
    return play_games(RANDOM if bot == "random" else PATIENT, 9, bot=bot, supplies=CORNERS)


def late_city() -> Match:
    """Return a game of two patient bots of which a third is left, and seat A is to choose."""
    whole = Match(FreshFish, 2, supplies=CORNERS)
    whole.run([BOTS["patient"]] * 2, Random("late 1"))
    match = Match(FreshFish, 2, supplies=CORNERS)
    for move, state in zip(whole.moves, whole.states, strict=False):
        if len(match.moves) >= LATE and state.turn() == 0:
            break
        match.play(move)
    return match


def shares() -> dict[str, float]:
    """Return for each plot in how many of 100 random games it becomes a street by force."""
    return {row["plot"]: row["street"] for row in street_rows(games("random"))}


def street_count() -> int:
    """Return how many plots of a city become streets by force."""
    return round(sum(shares().values()) / 100)


def four_picture() -> HTML:
    """Return the shares of the four plots that are asked about."""
    rows = [{"plot": plot, "street": shares()[plot]} for plot in FOUR]
    return bars(
        rows, x="plot", y="street", top=100, title=tr("How often each of them becomes a street by force"),
        x_label=tr("plot"), y_label=tr("% of {games} games", games=RANDOM),
    )  # fmt: skip


def count_picture(count: int) -> HTML:
    """Return how many plots became streets, game by game; a map of them would tell where."""
    found = [len(game.forced) for game in games("random")]
    low, high = min(found), max(found)
    return histogram(
        found, title=tr("Streets by force in each game"), x_label=tr("plots"), y_label=tr("games"),
        bins=high - low + 1, low=low - 0.5, high=high + 0.5, marks={tr("on average"): count},
    )  # fmt: skip


def central(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return how long routes from the middle are, compared with the rim."""
    middle, rim = rows[1]["route"], rows[3]["route"]
    return "longer" if middle > rim + 0.5 else "shorter" if middle < rim - 0.5 else "about the same"


def central_picture() -> HTML:
    """Return the mean route by the distance from the middle, each with its interval: one mean a game."""
    by_game = [ring_routes([game]) for game in games("patient")]
    means = [[fmean(routes) for routes in ring if routes] for ring in zip(*by_game, strict=True)]
    found = {
        trn("{n} step from the middle", "{n} steps from the middle", ring): mean_interval(one)
        for ring, one in enumerate(means)
        if len(one) >= FEWEST
    }
    return spans(
        found, title=tr("Routes of outlets by distance from the middle"), x_label=tr("mean route, in streets"),
        y_label=tr("from the middle of the city"),
    )  # fmt: skip


def routes_picture(match: Match) -> HTML:
    """Return the routes of the first seat, move by move."""
    return lines_figure(
        outlet_rows(match, 0), x="move", y=["fish", "waste", "gas", "games"], steps=True, top=9,
        title=tr("Route lengths of seat A by outlet"), x_label=tr("move"), y_label=tr("streets"),
    )  # fmt: skip


@cache
def switched(supplies: str, reserve_next_to: str) -> HTML:
    """Return the map of streets under other rules."""
    return map_of(play_games(RANDOM, 9, supplies=supplies, reserve_next_to=reserve_next_to))
