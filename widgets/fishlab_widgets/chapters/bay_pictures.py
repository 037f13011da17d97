"""Lesson 04: what its predictions about the bay reveal, and the lists on which its bug is looked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from IPython.display import HTML

from fishlab.messages import tr
from fishlab.models import nash_share
from fishlab_widgets.charts import bars, lines_figure
from fishlab_widgets.lab.bay_charts import BAY, MoneyFigure, quota_rows, users_figure


def quota_picture() -> list[HTML | str]:
    """Return a full bay from which the same catch is taken every year, below, at and above the most that grows."""
    rows = quota_rows(BAY, [180, 200, 220])
    empty = next(row["year"] for row in rows if not list(row.values())[-1])
    figure = lines_figure(
        rows, x="year", y=list(rows[0])[1:], title=tr("A full bay, the same catch every year (model)"),
        x_label=tr("year"), y_label=tr("fish in the bay"), points={tr("gone in year {year}", year=empty): (empty, 0)},
    )  # fmt: skip
    return [figure, tr("Fast, then slow, then sudden.")]


def profit_picture() -> list[HTML | str]:
    """Return earnings and costs with the best fleet marked; what anyone would send is another question."""
    best = BAY.mey()
    told = tr("{boats:.0f} boats make the largest profit: {coins:.0f} coins.", boats=best.effort, coins=best.profit)
    return [HTML(MoneyFigure().draw(BAY, best.effort, names=False)), told]


def entry_picture() -> list[HTML]:
    """Return fish and boats year by year where anyone may come."""
    rows = BAY.newcomers()
    fish = tr("Anyone may come: fish (model)"), tr("fish in the bay")
    boats = tr("Anyone may come: boats (model)"), tr("boats")
    return [
        lines_figure(rows, x="year", y=key, title=title, x_label=tr("year"), y_label=label)
        for key, (title, label) in {"fish": fish, "boats": boats}.items()
    ]


def users_picture() -> list[HTML | str]:
    """Return how many boats so many users send who each look after themselves."""
    rows = [{"users": users, "boats": round(BAY.nash(users).effort, 1)} for users in (1, 2, 4, 5, 8, 10)]
    figure = bars(
        rows, x="users", y="boats", title=tr("Boats of users who look after themselves (model)"), mark=8, top=32,
        x_label=tr("users"), y_label=tr("boats, all together"),
    )  # fmt: skip
    told = tr(
        "So many boats earn {share:.1f} % of the best profit. People in **laboratories** got 44 % with 5 users and "
        "30 % with 10 (Gardner, Moore & Walker 1994). Theirs was another model: groundwater, pumped over many rounds.",
        share=100 * nash_share(8),
    )  # fmt: skip
    return [figure, told]


def changed_picture(price: float, cost: float, users: int) -> HTML:
    """Return what users send to the bay at another price of fish, and another cost of boats."""
    return users_figure(replace(BAY, price=price, cost=cost), users)


def as_printed(profits: Sequence[float]) -> int:
    """Return what the program with the bug returns: it compares coins with a number of boats."""
    best = 0
    for boats in range(len(profits)):
        best = boats if profits[boats] > best else best
    return best


PROFITS: list[list[float]] = [
    [0, 4, 7, 5, 3], [0, -5], [0, 900, 30], [0, 9, 4, 7], [5], [0, 5, 2, 8, 1], [0, 1, 2, 3], [0, 2, 3, 1],
    [0, 3, 2, 4], [0, 1], [0, 5, 4.5], [0, 5, 5.3], [9, 1], [0, *range(1, 12), 20, 3],
    [round(float(BAY.profit(boats))) for boats in range(41)],
]  # fmt: skip
"""With one hill or two, the best first, last or in the middle, and steps of one coin or less."""
SHARE_SLIPS: list[tuple[Callable[[float], float], str]] = [
    (lambda n: n / (n + 1) ** 2, "that is what they earn; divide it by the best, ¼"),
    (lambda n: n / (n + 1), "that is the part of the fleet that they use"),
    (lambda n: n / (n + 1) ** 2 / 4, "to divide by ¼ is to multiply by 4"),
]
"""Foreseen mistakes in the share of the best profit."""
