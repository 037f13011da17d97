"""Lesson 05: what catches do to boards and to a model of them, and six real species beside the six boards."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from IPython.display import HTML

from fishlab import models
from fishlab.messages import mark, tr
from fishlab.pisces.boards import biology
from fishlab_widgets.charts import bars, lines_figure
from fishlab_widgets.charts.canvas import decimal
from fishlab_widgets.pisces.life import SPECIES, harvest_rows, share_rows, spawning_rows

ONE_A_ROUND: Mapping[str, Mapping[str, int]] = {
    mark("nothing"): {}, mark("one adult"): {"adult": 1}, mark("one juvenile"): {"juvenile": 1},
}  # fmt: skip
WHOLE_STAGE: Mapping[str, Mapping[str, int]] = {
    mark("nothing"): {}, mark("all adults"): {"adult": 99}, mark("all spawners"): {"spawner": 99},
}  # fmt: skip
"""What is caught in every round, by stage."""
HURTS = (mark("taking adults"), mark("taking juveniles"), mark("about the same"))
THREE = ("shark", "snapper", "sardine")
"""Species with three numbers of young."""


def which_hurts() -> str:
    """Return which catch leaves fewer tuna, on average over the last two rounds."""
    left = {way: sum(row[way] for row in harvest_rows("tuna", ONE_A_ROUND)[-2:]) / 2 for way in ONE_A_ROUND}
    gap = left["one adult"] - left["one juvenile"]
    adults, juveniles, same = HURTS
    return same if abs(gap) <= 2 else adults if gap < 0 else juveniles


def _caught(species: str, ways: Mapping[str, Mapping[str, int]], title: str) -> HTML:
    rows = [{"round": row["round"], **{tr(way): row[way] for way in ways}} for row in harvest_rows(species, ways)]
    return lines_figure(
        rows, x="round", y=[tr(way) for way in ways], title=title, x_label=tr("round"),
        y_label=tr("chips in the water"),
    )  # fmt: skip


def which_picture() -> HTML:
    """Return the tuna of a board from which one is caught in every round."""
    return _caught("tuna", ONE_A_ROUND, tr("One tuna caught every round"))


def which_in_the_sea() -> str:
    """Return why that is so in the game, and what differs in the sea."""
    return tr(
        "In the **game** both would have spawned, and a cohort passes each stage once. In the **sea** many juveniles "
        "die of other causes before they can breed, so that an adult about to spawn is worth more."
    )


def shark_limit() -> float:
    """Return the share of sharks that can be caught in every round, for ever."""
    return float(models.safe_harvest(models.board_matrix(biology("shark"))))


def share_picture() -> HTML:
    """Return how each species grows under a harvest, with the sharks' limit."""
    limit, both = 100 * shark_limit(), tr("mahi-mahi, crab")  # whose boards have one matrix
    species = [name for name in SPECIES if name != "crab"]
    rows = share_rows([n / 20 for n in range(19)], species, line=True)
    names = {name: both if name == "mahi-mahi" else name for name in rows[0]}
    return lines_figure(
        [{names[key]: value for key, value in row.items()} for row in rows], x="share", y=list(names.values())[1:],
        title=tr("Growth against harvest"), points={tr("sharks: {limit} %", limit=decimal(limit)): (limit, 1)},
        ends=False, x_label=tr("share of every stage caught, %"), y_label=tr("growth factor a round"),
    )  # fmt: skip


def snapper_left() -> int:
    """Return the snapper after twelve rounds in which every spawner was caught."""
    return int(harvest_rows("snapper", WHOLE_STAGE)[-1]["all spawners"])


def stage_picture() -> HTML:
    """Return the snapper of a board from which a whole stage is caught in every round."""
    return _caught("snapper", WHOLE_STAGE, tr("A whole stage caught every round"))


def breeding(when: str) -> HTML:
    """Return three species in a model in which half of the spawners are caught, before or after they breed."""
    lines = {name: spawning_rows(name, 0.5, when == "before fishing") for name in THREE}
    rows = [{"round": n, **{name: round(lines[name][n], 1) for name in THREE}} for n in range(13)]
    return lines_figure(
        rows, x="round", y=list(THREE), title=tr("Half the spawners caught; they breed {when}", when=when),
        x_label=tr("round"), y_label=tr("fish in the water"), top=22,
    )  # fmt: skip


def lasting() -> set[str]:
    """Return which of them last if half of the spawners are caught before they breed."""
    return {name for name in THREE if spawning_rows(name, 0.5, False, 40)[-1] >= 1}


@dataclass(frozen=True, slots=True)
class RealLife:
    """One species: the board that it stands beside, when a female is mature, her young, and who says so."""

    board: str
    name: str
    years: float
    """Age at which a female is mature; the middle of what is reported."""
    told: str
    young: str
    source: str


LIVES = (
    RealLife("shark", "spiny dogfish, north-west Atlantic", 12, "12 years", "2 to 15 pups, carried for up to 2 years",
             "Atlantic States Marine Fisheries Commission"),
    RealLife("snapper", "red snapper, Gulf of Mexico", 2, "2 years at the earliest",
             "60 million eggs a year at age 10, of which about 450 reach 5 cm", "Gallaway and others 2009"),
    RealLife("tuna", "Atlantic bluefin tuna, in the east", 4, "3 to 5 years", "eggs; this source does not say how many",
             "Corriero and others 2020"),
    RealLife("mahi-mahi", "mahi-mahi, Florida", 0.25, "about 3 months", "15 to 174 million eggs a year",
             "McBride and others 2012"),
    RealLife("crab", "blue crab, Chesapeake Bay", 1.25, "12 to 18 months",
             "0.75 to 8 million eggs at a time, two or three times a year", "Bay Journal"),
    RealLife("sardine", "Pacific sardine", 1.5, "1 to 2 years", "several spawnings a season",
             "Oregon Department of Fish and Wildlife"),
)  # fmt: skip


def lives_table() -> HTML:
    """Return the six species in a table that has room beside a question, and who says so below it."""
    heads = (tr("board: a real species"), tr("a female is mature at"), tr("her young"))
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for cells in ((tr("{board}: {name}", board=one.board, name=one.name), one.told, one.young) for one in LIVES)
    )
    sources = "; ".join(tr("{board}: {source}", board=one.board, source=one.source) for one in LIVES)
    table = f"<table><tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr>{rows}</table>"
    return HTML(f"{table}<p><small>{escape(tr('Sources: {sources}.', sources=sources))}</small></p>")


def ages_figure() -> HTML:
    """Return when a female is mature: where sources give a range its middle, and once the least."""
    rows = [{"species": one.board, "months": round(12 * one.years)} for one in LIVES]
    return bars(
        rows, x="species", y="months", title=tr("Age at which a female is mature (real)"),
        x_label=tr("the real species beside each board"),
        y_label=tr("months (of a range its middle; snapper: at least)"),
    )  # fmt: skip


def order_words() -> HTML:
    """Return which of the real species do not stand in the order of their boards."""
    ages = {one.board.replace("-", "_"): one.told for one in LIVES}
    told = tr(
        "In the sea the order is not always that of the boards. Sardines have the fewest stages, but real ones mature "
        "at {sardine}: later than mahi-mahi ({mahi_mahi}) and, taking the middle of each range, later than crabs "
        "({crab}). Snapper have more stages than tuna, but real ones can mature earlier ({snapper}; tuna: {tuna}).",
        **ages,
    )  # fmt: skip
    return HTML(f"<p>{escape(told)}</p>")


def times_grown_up(years: float, name: str) -> int:
    """Return how often one after the other can grow up in some years, from birth to maturity."""
    one = next(life for life in LIVES if life.board == name)
    return math.floor(years / one.years)
