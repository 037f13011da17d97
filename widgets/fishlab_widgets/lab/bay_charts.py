"""Figures of a bay that is a model and no game: growth, years, catch and money against boats.

All numbers come from `fishlab.models.Schaefer`. Every figure keeps its canvas: the curves stay, and only the point and
what hangs on it is drawn anew, so that a slider is answered at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
from IPython.display import HTML
from matplotlib.axes import Axes

from fishlab.boom.players import BOTS
from fishlab.boom.rules import Boom
from fishlab.match import Match
from fishlab.messages import mark, refusal, tr, trn
from fishlab.models import Point, Schaefer
from fishlab_widgets.charts.canvas import DASHES, Canvas, figure_html, name_axes, rows_html
from fishlab_widgets.charts.lesson_charts import lines_figure
from fishlab_widgets.draw.svg import LIGHT

BAY = Schaefer(r=0.8, K=1000, q=0.02, price=10, cost=60)
"""The bay as printed: room for 1000 fish, 2 % of them to a boat, 10 coins a fish, 60 coins a boat, each year."""
MOST_BOATS = 50
YEARS = 30
ANYONE = 0
"""As a number of users: anybody may come."""

_FIGURE_CSS = """
.bay-figure { --halo: var(--paper); }
.fishlab-card .bay-figure { --halo: var(--card); }
.bay-figure .fishlab-figure svg text { paint-order: stroke; stroke: var(--halo); stroke-width: 3px; }
"""
"""Words keep clear of lines by a rim in the colour of the ground."""


def quota_rows(model: Schaefer, catches: Sequence[float], years: int = YEARS) -> list[dict[str, float]]:
    """Return the stock of a full bay year by year, a column for each number of fish caught a year."""
    paths = {tr("{fish:g} a year", fish=catch): model.quota_path(model.K, catch, years) for catch in catches}
    return [{"year": year, **{name: round(path[year], 1) for name, path in paths.items()}} for year in range(years + 1)]


def board_rows(match: Match, model: Schaefer = BAY) -> list[dict[str, float]]:
    """Return the living fish of a game of Boom year by year, and of a logistic stock that loses as many fish.

    The stock is as large at the beginning as the game's sea, has room for as many, and grows at the model's rate: what
    dies in a year of the game is taken from it, then it grows for a year.
    """
    state = match.state
    if not isinstance(state, Boom):
        raise refusal("this is a game of {game}, not of Fishery Boom", game=state.title)
    begun = [mask.bit_count() for mask in state.seas]
    small = replace(model, K=float(begun[0]))
    rows, stock = [], float(begun[0])
    for year, fish in enumerate(begun, 1):
        rows.append({"year": year, "Boom": fish, "logistic": round(stock, 1)})
        if year < len(begun):
            gone = fish - state.living_in(year).bit_count()
            stock = small.path(max(0.0, stock - gone), [0])[-1]
    return rows


def named_points(model: Schaefer) -> dict[str, tuple[Point, str]]:
    """Return the three numbers of boats that have a name, and the shape of their marks."""
    return {
        tr("most profit"): (model.mey(), "D"),
        tr("most fish"): (model.msy(), "s"),
        tr("open access"): (model.open_access(), "^"),
    }


FISH = (mark("{number} fish"),)
COINS = mark("{number} coin"), mark("{number} coins")
BOATS = mark("{number} boat"), mark("{number} boats")
"""Amounts, as messages: for one, and for more where that is something else."""


def count_words(number: float, one: str, more: str = "", *, digits: int = 0) -> str:
    """Return a number with its unit: "1 boat", "1,820 coins", "22.4 boats"."""
    text = f"{number:,.{digits}f}"
    text = text.rstrip("0").rstrip(".") if digits else text
    text = "0" if text == "-0" else text.replace("-", "−")
    return tr(one if text == "1" else more or one, number=text)


def fish_words(number: float) -> str:
    """Return a number of fish."""
    return count_words(number, *FISH)


def coins_words(number: float) -> str:
    """Return an amount of money."""
    return count_words(number, *COINS)


def boats_words(number: float) -> str:
    """Return a number of boats."""
    return count_words(number, *BOATS, digits=1)


class Drawing:
    """A figure that keeps its canvas."""

    def __init__(self, right: float = 0.96) -> None:
        self.canvas = Canvas(4.6, 2.9, left=0.14, right=right, head=0.38, size=10.5)

    def html(self, title: str, alt: str, table: str, said: str = "", *, at: int | None = None) -> str:
        """Return the figure as it is, with its words, its data, and a sentence below it; `at` is the row of now."""
        figure = figure_html(title, self.canvas.svg(), alt, table, said, kind="lines", at=at)
        return f'<style>{_FIGURE_CSS}</style><div class="bay-figure">{figure}</div>'

    def _point(self, x: float, y: float, column: int) -> None:
        self.canvas.axes.plot(
            [x], [y], "o", color=LIGHT["e"], markeredgecolor=LIGHT["ink"], markersize=11, zorder=6, clip_on=False,
            gid=f"dot-{column}",
        )  # fmt: skip

    def _say(self, words: str, x: float, y: float, column: int, *, left: bool, up: float = 10) -> None:
        self.canvas.axes.annotate(
            words, (x, y), (-10 if left else 10, up), textcoords="offset points", ha="right" if left else "left",
            color=LIGHT["ink"], fontsize=11.5, fontweight="bold", zorder=7, gid=f"now-{column}",
        )  # fmt: skip


class GrowthFigure(Drawing):
    """What a stock grows by in a year, against its size, with the stock of now on the curve."""

    def draw(self, model: Schaefer, stock: float, catch: float | None = None) -> str:
        """Draw the curve, the point at a stock, and what is caught a year if anything is."""
        most = model.msy()

        def ground(axes: Axes) -> None:
            sizes = np.linspace(0, model.K, 101)
            axes.plot(sizes, model.growth(sizes), color=LIGHT["ink"], linewidth=2.4, gid="line-1")
            axes.plot([most.stock] * 2, [0, most.catch], color=LIGHT["ink2"], linewidth=1.2, linestyle=DASHES[2])
            axes.plot([most.stock], [most.catch], "s", color=LIGHT["paper"], markeredgecolor=LIGHT["ink"], markersize=8)
            axes.set(xlim=(0, model.K), ylim=(0, most.catch * 1.35))
            name_axes(axes, tr("fish in the bay"), tr("growth, fish a year"), 11.5)

        self.canvas.ground(model, ground)
        axes, growth = self.canvas.axes, float(model.growth(stock))
        axes.plot([stock] * 2, [0, growth], color=LIGHT["ink"], linewidth=5.5, solid_capstyle="butt")
        axes.plot([stock] * 2, [0, growth], color=LIGHT["e"], linewidth=3, solid_capstyle="butt")
        self._point(stock, growth, 1)
        self._say(
            tr("+{growth:,.0f} a year", growth=growth),
            stock,
            max(growth, most.catch * 0.2),
            1,
            left=stock > model.K / 2,
            up=-18,
        )
        words = tr(
            "The curve rises from 0 at an empty bay to {most} a year at {at}, and falls to 0 at {full}. At "
            "{stock} it is {growth} a year.",
            most=fish_words(most.catch), at=fish_words(most.stock), full=fish_words(model.K), stock=fish_words(stock),
            growth=fish_words(growth),
        )  # fmt: skip
        if catch is not None:
            axes.axhline(catch, color=LIGHT["b"], linewidth=2.2, linestyle=DASHES[1])
            axes.annotate(
                tr("catch {fish:,.0f}", fish=catch), (model.K, catch), (-2, 4), textcoords="offset points", ha="right",
                color=LIGHT["ink"], fontsize=11,
            )  # fmt: skip
            words += " " + tr("A dashed line marks a catch of {fish} a year.", fish=fish_words(catch))
        sizes = sorted({*np.linspace(0, model.K, 21).tolist(), float(stock)})
        x, y = tr("fish in the bay"), tr("growth a year")
        rows = [{x: size, y: round(float(model.growth(size)), 1)} for size in sizes]
        return self.html(tr("Growth against stock (model)"), words, rows_html(rows), at=sizes.index(float(stock)))


class YearsFigure(Drawing):
    """A stock over the years."""

    def __init__(self) -> None:
        super().__init__(right=0.76)

    def draw(self, model: Schaefer, path: Sequence[float], title: str, marks: Mapping[str, float]) -> str:
        """Draw a path of stocks, with some stocks marked and named in the margin."""
        last, years = path[-1], len(path) - 1

        def ground(axes: Axes) -> None:
            place = -model.K
            for number, (size, name) in enumerate(sorted((size, name) for name, size in marks.items())):
                axes.axhline(size, color=LIGHT["ink2"], linewidth=1.3, linestyle=DASHES[1 + number % 5])
                place = max(size, place + model.K * 0.12)
                axes.annotate(
                    name, (years, place), (6, 0), textcoords="offset points", va="center", color=LIGHT["ink2"],
                    fontsize=11, annotation_clip=False,
                )  # fmt: skip
            axes.set(xlim=(0, years), ylim=(0, model.K * 1.15))
            name_axes(axes, tr("year"), tr("fish in the bay"), 11.5)

        self.canvas.ground((model.K, years, tuple(marks.items())), ground)
        axes = self.canvas.axes
        axes.plot(range(years + 1), path, color=LIGHT["ink"], linewidth=5, zorder=4)
        axes.plot(range(years + 1), path, color=LIGHT["e"], linewidth=2.6, zorder=5, gid="line-1")
        self._say(f"{last:,.0f}", years, last, 1, left=True, up=7)
        told = [
            tr(
                "Fish in the bay from year 0 to year {years}: from {first} to {last}.",
                years=years, first=fish_words(path[0]), last=fish_words(last),
            ),
            *(tr("Marked: {name}, {fish}.", name=name, fish=fish_words(size)) for name, size in marks.items()),
        ]  # fmt: skip
        rows = [{tr("year"): year, tr("fish"): round(fish, 1)} for year, fish in enumerate(path)]
        return self.html(title, " ".join(told), rows_html(rows))


def _mark_lines(axes: Axes, model: Schaefer, heights: Mapping[str, float], top: float, reach: float = 0) -> None:
    """Draw a mark at each named number of boats that has a height, and its name above, each on a line of its own."""
    high = max(top * 1.45, reach * (1.3 if heights else 1))  # the names stand above a line that reaches so far
    axes.set(xlim=(0, MOST_BOATS), ylim=(0, high))
    if not heights:
        return
    for number, (name, (point, shape)) in enumerate(named_points(model).items()):
        x, y, row = point.effort, heights[name], high * (0.94 - 0.09 * number)
        axes.plot(
            [x, x],
            [0, row + high * 0.02],
            color=LIGHT["ink2"],
            linewidth=1.1,
            linestyle=DASHES[2],
            gid=f"level-{number}",
        )
        axes.plot([x], [y], shape, color=LIGHT["paper"], markeredgecolor=LIGHT["ink"], markersize=8, clip_on=False)
        late = x > 0.58 * MOST_BOATS
        axes.annotate(
            tr("{name}: {boats}", name=name, boats=boats_words(x)), (x, row), (-4 if late else 4, 0),
            textcoords="offset points", va="center",
            ha="right" if late else "left", color=LIGHT["ink"], fontsize=10.5, gid=f"level-name-{number}",
        )  # fmt: skip


def _boat_rows(model: Schaefer, boats: float, names: bool) -> tuple[list[dict[str, float]], int]:
    """Return the data by number of boats, and which row is that of now."""
    named = [point.effort for point, _ in named_points(model).values()] if names else []
    rows = []
    numbers = sorted({*range(0, MOST_BOATS + 1, 5), *(round(one, 2) for one in (*named, boats))})
    for number in numbers:
        one = model.at(number)
        rows.append(
            {tr("boats"): round(number, 1), tr("fish in the bay"): round(one.stock, 1),
             tr("catch a year"): round(one.catch, 1), tr("earnings"): round(model.price * one.catch, 1),
             tr("costs"): round(model.cost * number, 1), tr("profit"): round(one.profit, 1)}
        )  # fmt: skip
    return rows, numbers.index(round(boats, 2))


class CatchFigure(Drawing):
    """The yield–effort curve: the catch of a number of boats in the long run."""

    def draw(self, model: Schaefer, boats: float, *, names: bool = True) -> str:
        """Draw the curve, its three named points if wanted, and the point of now."""
        heights = {name: point.catch for name, (point, _) in named_points(model).items()} if names else {}

        def ground(axes: Axes) -> None:
            numbers = np.linspace(0, MOST_BOATS, 151)
            axes.plot(numbers, model.catch(numbers), color=LIGHT["ink"], linewidth=2.4, gid="line-2")
            _mark_lines(axes, model, heights, model.msy().catch)
            name_axes(axes, tr("boats"), tr("catch in the long run, fish a year"), 11.5)

        self.canvas.ground((model, names), ground)
        now = model.at(boats)
        self._point(boats, now.catch, 2)
        low = now.catch > 0.3 * model.msy().catch
        self._say(f"{now.catch:,.0f}", boats, now.catch, 2, left=boats > MOST_BOATS / 2, up=-18 if low else 8)
        about = mark("Catch a year against boats. With {boats} it is {fish} a year.")
        told = [tr(about, boats=boats_words(boats), fish=fish_words(now.catch))]
        if names:
            each = mark("{name} with {boats}: {fish} a year.")
            told += [
                tr(each, name=name.capitalize(), boats=boats_words(point.effort), fish=fish_words(point.catch))
                for name, (point, _) in named_points(model).items()
            ]
        rows, at = _boat_rows(model, boats, names)
        table = rows_html(rows, [tr("boats"), tr("fish in the bay"), tr("catch a year")])
        return self.html(tr("Catch against boats (model)"), " ".join(told), table, at=at)


class MoneyFigure(Drawing):
    """Earnings and costs of a number of boats in the long run; the gap between them is the profit."""

    def draw(
        self,
        model: Schaefer,
        boats: float,
        said: str = "",
        title: str = "",
        *,
        names: bool = True,
    ) -> str:
        """Draw both lines, the three named points if wanted, and the profit or loss of now as a bar between them."""
        top = model.price * model.msy().catch
        heights = {name: model.price * point.catch for name, (point, _) in named_points(model).items()} if names else {}

        def ground(axes: Axes) -> None:
            numbers = np.linspace(0, MOST_BOATS, 151)
            axes.plot(numbers, model.price * model.catch(numbers), color=LIGHT["ink"], linewidth=2.4, gid="line-1")
            axes.plot(numbers, model.cost * numbers, color=LIGHT["b"], linewidth=2.2, linestyle=DASHES[1], gid="line-2")
            _mark_lines(axes, model, heights, top, model.cost * MOST_BOATS)
            self._name_lines(axes, model, top)
            name_axes(axes, tr("boats"), tr("coins a year in the long run"), 11.5)

        self.canvas.ground((model, names), ground)
        now, axes = model.at(boats), self.canvas.axes
        earned, paid = model.price * now.catch, model.cost * boats
        gain, shown = now.profit > -0.5, (earned, paid)
        axes.plot([boats] * 2, shown, color=LIGHT["ink"], linewidth=7, solid_capstyle="butt", zorder=4)
        axes.plot(
            [boats] * 2, shown, color=LIGHT["e" if gain else "paper"], linewidth=4, solid_capstyle="butt", zorder=5,
            linestyle="-" if gain else (0, (0.8, 0.5)),
        )  # fmt: skip
        self._point(boats, earned, 1)
        part = 0.8 if gain else 0.5  # as high on the bar as the lines are farthest apart beside it
        height = max(part * max(shown) + (1 - part) * min(shown), top * 0.08)
        made = mark("profit {coins:,.0f}") if gain else mark("loss {coins:,.0f}")
        self._say(tr(made, coins=abs(now.profit)), boats, height, 3, left=boats > MOST_BOATS / 2, up=-4)
        about = mark("With {boats} the fleet earns {earned} a year, pays {paid}, and makes a profit of {coins}.")
        if not gain:
            about = mark("With {boats} the fleet earns {earned} a year, pays {paid}, and makes a loss of {coins}.")
        told = [
            tr("Earnings and costs against boats."),
            tr(about, boats=boats_words(boats), earned=coins_words(earned), paid=coins_words(paid),
               coins=coins_words(abs(now.profit))),
        ]  # fmt: skip
        if names:
            each = mark("{name} with {boats}: profit {coins}.")
            told += [
                tr(each, name=name.capitalize(), boats=boats_words(point.effort), coins=coins_words(point.profit))
                for name, (point, _) in named_points(model).items()
            ]
        rows, at = _boat_rows(model, boats, names)
        table = rows_html(rows, [tr("boats"), tr("earnings"), tr("costs"), tr("profit")])
        return self.html(title or tr("Money against boats (model)"), " ".join(told), table, said, at=at)

    @staticmethod
    def _name_lines(axes: Axes, model: Schaefer, top: float) -> None:
        """Write which line is which, where they are apart."""
        x = min(0.92 * MOST_BOATS, 0.25 * top / model.cost if model.cost else MOST_BOATS)
        axes.annotate(
            tr("costs"),
            (x, model.cost * x),
            (5, -3),
            textcoords="offset points",
            va="top",
            color=LIGHT["ink"],
            fontsize=11,
        )
        boats = 0.95 * model.r / model.q
        inside = boats > 0.84 * MOST_BOATS
        axes.annotate(
            tr("earnings"), (boats, model.price * float(model.catch(boats))), (-10 if inside else 6, 2),
            textcoords="offset points", ha="right" if inside else "left", color=LIGHT["ink"], fontsize=11,
        )  # fmt: skip


@cache
def _money() -> MoneyFigure:
    return MoneyFigure()


def users_figure(model: Schaefer, users: int) -> HTML:
    """Return earnings and costs, with the boats that so many villages send out who each look after themselves.

    Args:
        model: the fishery.
        users: how many; `ANYONE` for open access, 1 for an owner who wants the most profit.
    """
    point, best = model.chosen_by(users), model.mey().profit
    who = trn("One owner", "{n} villages", users) if users != ANYONE else tr("Anyone may come")
    left = mark("{who}: {boats}, {fish} left in the bay, profit {coins} a year.")
    if best > 0:
        left = mark("{who}: {boats}, {fish} left in the bay, profit {coins} a year, {share:.0f} % of the best.")
    amounts = {
        "boats": boats_words(point.effort),
        "fish": fish_words(point.stock),
        "coins": coins_words(abs(point.profit)),
        "share": abs(100 * point.profit / best) if best > 0 else 0,
    }
    return HTML(_money().draw(model, point.effort, tr(left, who=who, **amounts), tr("{who} (model)", who=who)))


@cache
def bots_game(seed: int = 3) -> Match:
    """Return a game of Boom that four greedy bots have played to the end."""
    match = Match(Boom, 4)
    match.run([BOTS["greedy"]] * 4, Random(seed))
    return match


def board_and_model(match: Match) -> HTML:
    """Return a game of Boom beside a logistic stock that loses as many fish; until its third year, a game of bots."""
    rows, title = board_rows(match), tr("Your game of Boom, and a model that loses as many fish")
    if len(rows) < 3:
        rows = board_rows(bots_game())
        title = tr("A game of Boom by four bots, and a model that loses as many fish")
    figure = lines_figure(
        rows, x="year", y=["Boom", "logistic"], title=title,
        x_label=tr("year"), y_label=tr("fish alive when it begins"), top=1.1 * rows[0]["Boom"],
    )  # fmt: skip
    return HTML(f'<div style="max-width: 600px">{figure.data}</div>')
