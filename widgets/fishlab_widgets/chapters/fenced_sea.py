"""Lesson 07: games of Fishery without a plan and with one, and the positions of its exercises."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from statistics import mean
from typing import Any, Final

from IPython.display import HTML

from fishlab import OVER, Fishery, Match
from fishlab.fishery import EXAMPLE_ILLEGAL, EXAMPLE_SCORING
from fishlab.fishery.waters import Region
from fishlab.messages import tr
from fishlab.players import bots_for, random_player
from fishlab.stats import Interval, paired_difference
from fishlab_widgets.charts import bars, histogram, lines_figure

GAMES: Final = 200
PLANNED: Final = 40
SQUARES: Final = 63


@cache
def random_games(**options: Any) -> list[Fishery]:
    """Return the ends of games between two players who make any legal move."""
    ends = [Fishery.start(**options)] * GAMES
    for number, dice in enumerate(Random(f"game {n}") for n in range(GAMES)):
        while ends[number].turn() != OVER:
            ends[number] = ends[number].after(ends[number].sample(dice))
    return ends


def shares(**options: int) -> list[float]:
    """Return in per cent how much of the sea is contested at the end of each game."""
    return [100 * end.contested() / SQUARES for end in random_games(**options)]


def share_picture(average: float) -> HTML:
    """Return how much of the sea is contested, game by game."""
    return histogram(
        shares(), low=0, high=70, bins=14, marks={tr("average"): average},
        title=tr("Contested sea at the end of {games} random games", games=GAMES),
        x_label=tr("contested, % of the sea"),
    )  # fmt: skip


def most_and_few() -> str:
    """Return in how many games little was contested, and in how many most of the sea: the average hides it."""
    found = shares()
    return tr(
        "In {little} of {games} games it was 5 % or less, in {most} more than 50 %: few games lie near the average.",
        little=sum(one <= 5 for one in found), most=sum(one > 50 for one in found), games=GAMES,
    )  # fmt: skip


@cache
def planned() -> int:
    """Return how many games the fencer wins against a player without a plan; each begins half of them."""
    ends = []
    for number in range(PLANNED):
        players: list[Any] = [random_player, random_player]
        players[number % 2] = bots_for(Fishery)["fencer"]
        ends.append(Match(Fishery).run(players, Random(f"plan {number}")))
    return sum(end.winners() == (number % 2,) for number, end in enumerate(ends))


def planner_picture(wins: int) -> HTML:
    """Return who won."""
    rows = [{"winner": tr("the fencer"), "games": wins}, {"winner": tr("no plan"), "games": PLANNED - wins}]
    return bars(
        rows, x="winner", y="games", top=PLANNED, title=tr("Who won"), x_label=tr("winner"),
        y_label=tr("games of {games}", games=PLANNED),
    )  # fmt: skip


def crowd(ships: int, nets: int = 20) -> float:
    """Return the mean share of contested sea with so many ships and nets for each player."""
    return round(mean(shares(ships=ships, nets=nets)), 1)


def crowd_effect() -> str:
    """Return what twice the boats do to the contested share, with twenty nets each."""
    six, twelve = crowd(6), crowd(12)
    return "more" if twelve > six + 2 else "less" if twelve < six - 2 else "about the same"


def crowd_gap(nets: int = 20) -> Interval:
    """Return how many points less of the sea is contested with twelve ships than with six, with its 95 % interval."""
    return paired_difference(shares(ships=6, nets=nets), shares(ships=12, nets=nets))


def crowd_picture() -> list[HTML | str]:
    """Return the contested share by the number of nets, for six and for twelve ships, and how sure twenty nets are."""
    six, twelve = tr("6 ships"), tr("12 ships")
    rows = [{"nets": nets, six: crowd(6, nets), twelve: crowd(12, nets)} for nets in (10, 15, 20, 25, 30)]
    figure = lines_figure(
        rows, x="nets", y=[six, twelve], title=tr("Boats, nets and contested sea"),
        x_label=tr("nets of each player (30 in the rulebook)"), y_label=tr("contested, % of the sea"),
    )  # fmt: skip
    gap = crowd_gap()
    told = tr(
        "With twenty nets the shares of six and of twelve ships lie {gap:.0f} points apart, in {games} games each. The "
        "95 % interval of this difference goes from {low:.0f} to {high:.0f}.",
        gap=gap.mean, low=gap.low, high=gap.high, games=GAMES,
    )  # fmt: skip
    return [figure, told]


def divided(ships: int, nets: int) -> HTML:
    """Return who holds how much of the sea, with other fleets and nets."""
    ends = random_games(ships=ships, nets=nets)
    black, white = (mean(end.scores()[seat] for end in ends) for seat in (0, 1))
    held = {tr("Black"): black, tr("contested"): SQUARES - black - white, tr("White"): white}
    return bars(
        [{"who": name, "squares": round(squares, 1)} for name, squares in held.items()], x="who", y="squares",
        top=SQUARES, title=tr("{ships} ships and {nets} nets each", ships=ships, nets=nets),
        x_label=tr("who holds it"),
        y_label=tr("squares of {squares}, average of {games} games", squares=SQUARES, games=GAMES),
    )  # fmt: skip


SCORED: Final[Any] = EXAMPLE_SCORING.match().state
"""The rulebook's example of scoring."""
DOUBT: Final = EXAMPLE_ILLEGAL.match().state
"""The rulebook's example of nets that are refused."""
NETS: Final = {**EXAMPLE_ILLEGAL.nets, "D": "net f2 g2"}


def _cast(sea: Fishery, *nets: str) -> Fishery:
    for net in nets:
        sea = sea.after(sea.parse(net))
    return sea


def five() -> Fishery:
    """Return a small sea in mid-game, Black to move."""
    start = Fishery.start(columns=5, rows=5, placed=[[20, 16, 1], [3, 13, 17]])
    nets = ["a4 a3", "c1 d1", "c5 d5", "a1 b1", "d4 e4", "d4 d3", "c5 c4", "c4 d4", "a3 b3", "c3 d3"]
    return _cast(start, *nets)


def score_cases() -> list[tuple[tuple[list[Region]], list[int], str]]:
    """Return fisheries, their scores, and whose they are: the rulebook's example, random games, a fenced corner."""
    corner = _cast(Fishery.start(placed=[[30, 31], [0, 40]]), "a9 b9", "a9 a8")
    return [((end.regions(),), list(end.scores()), _owned(end)) for end in [SCORED, *random_games()[:5], corner]]


def _owned(sea: Fishery) -> str:
    """Say whose the fisheries of a sea are, each by the number of its squares."""
    squares = [[str(len(one)) for one in sea.regions() if one.owner == seat] for seat in (0, 1, None)]
    black, white, none = (", ".join(one) or tr("none") for one in squares)
    return tr("Squares of each fishery: Black’s {black}; White’s {white}; contested {none}", black=black, white=white,
              none=none)  # fmt: skip


def _by(what: Callable[[Region], int]) -> Callable[[list[Region]], list[int]]:
    return lambda fisheries: [sum(what(one) for one in fisheries if one.owner == seat) for seat in (0, 1)]


SLIPS: Final = [
    (_by(lambda one: 1), "you counted fisheries, not squares"),
    (_by(lambda one: one.black + one.white), "you counted ships, not squares"),
]
"""Foreseen mistakes in the scoring rule."""
