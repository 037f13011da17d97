"""Lesson 05: six real species beside the six boards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

from IPython.display import HTML

from fishlab.messages import tr
from fishlab_widgets.charts import bars


@dataclass(frozen=True, slots=True)
class RealLife:
    """One species: the board that it stands beside, when a female first breeds, her young, and who says so."""

    board: str
    name: str
    years: float
    """Age at which a female first breeds; the middle of what is reported."""
    told: str
    young: str
    source: str


LIVES = (
    RealLife("shark", "spiny dogfish, north-west Atlantic", 12, "12 years", "2 to 15 pups every second year",
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
    """Return the six species in a table."""
    heads = (tr("board"), tr("a real species"), tr("a female first breeds at"), tr("her young"), tr("source"))
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for cells in ((one.board, one.name, one.told, one.young, one.source) for one in LIVES)
    )
    return HTML(f"<table><tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr>{rows}</table>")


def ages_figure() -> HTML:
    """Return when each species first breeds."""
    rows = [{"species": one.board, "years": one.years} for one in LIVES]
    return bars(
        rows, x="species", y="years", title=tr("Age of a female at her first young (real)"),
        x_label=tr("the real species beside each board"), y_label=tr("years"),
    )  # fmt: skip


def generations(years: float, name: str) -> int:
    """Return how many whole lives from birth to first young fit into some years."""
    one = next(life for life in LIVES if life.board == name)
    return math.floor(years / one.years)
