"""The figures of the Boom laboratory: totals, the sea, who pays, what pays for one alone, and the class among them.

Two treatments are compared in all of them, A and B: each has its letter, its colour and its dash or hatch. Every mean
has its 95 % interval, every figure the number of its games.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle

from fishlab.lab import TREATMENTS, Interval, Tally
from fishlab.lab.design import WORDS, varied
from fishlab.lab.experiment import cooperative_best
from fishlab.lab.manifest import Manifest, PointResult
from fishlab.lab.payoffs import Payoffs
from fishlab.lab.published import GAMES, SHARES, points
from fishlab.lab.search.ends import price
from fishlab.lab.tally import AFTER_FINES, Contrast
from fishlab.messages import mark, tr, trn
from fishlab.stats import mean_interval
from fishlab_widgets.charts.canvas import (
    Canvas,
    decimal,
    figure_html,
    file_png,
    file_svg,
    name_axes,
    name_cells,
    plain,
    rows_html,
    short,
    tint_cells,
)
from fishlab_widgets.charts.labels import End, draw_line, end_labels, room_for
from fishlab_widgets.charts.spans import Span, draw_spans, frame
from fishlab_widgets.charts.spans import reach as reach_of
from fishlab_widgets.draw.svg import LIGHT
from fishlab_widgets.lab.lab_settings import SEATS, YOURS, Settings

BOUNDS = {2: 73.2, 3: 105.8, 4: 111.9}
"""Mean totals that nobody can exceed even with the dice known beforehand, as `python tools/bound.py` prints them."""
SOURCES = mark(
    "Squares are games of the class. Diamonds: Gardner, Moore & Walker (1994), people in other games than this one. "
    "The triangle is theory: equal users of a quadratic yield, 4n/(n+1)²."
)
_SIZE = 10.5
"""Of words at ticks and in cells."""
_LOOKS = {"A": ("a", "-", ""), "B": ("b", (0, (5, 2)), "///")}
"""Colour, dash and hatch of the two that are compared."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the figures show: every treatment and one's own on the same dice, two of them compared."""

    settings: Settings
    tallies: Mapping[str, Tally]
    """By name, in the order of the ladder."""
    contrast: Contrast
    """Of all of them, in that order."""
    groups: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """The class's totals, by group."""

    @property
    def count(self) -> int:
        """How many games there are of each."""
        return self.contrast.games

    @property
    def games(self) -> str:
        """How many games there are, in words."""
        return trn("{n:,} game", "{n:,} games", self.count)

    @property
    def pair(self) -> dict[str, str]:
        """The two that are compared, by letter."""
        return {"A": self.settings.first, "B": self.settings.second}

    def letter(self, name: str) -> str:
        """Return A or B, "" for what is not compared."""
        return next((letter for letter, one in self.pair.items() if one == name), "")

    def named(self, name: str, most: int = 60) -> str:
        """Return a title with the mark of what is not in the rulebook; one's own has none."""
        mark = "" if name == YOURS or TREATMENTS[name].in_rulebook else " †"
        return short(self.settings.title(name), most - len(mark)) + mark

    def difference(self, measure: int = AFTER_FINES) -> Interval:
        """Return by how much A is ahead of B, game by game on the same dice."""
        return self.contrast.difference(measure, *self._places())

    def higher(self, measure: int = AFTER_FINES) -> tuple[Interval, Interval]:
        """Return the shares of games in which A has more, and in which B has."""
        one, other = self._places()
        return self.contrast.higher(measure, one, other), self.contrast.higher(measure, other, one)

    def _places(self) -> tuple[int, int]:
        names = list(self.tallies)
        return names.index(self.settings.first), names.index(self.settings.second)


class Drawing(ABC):
    """One figure: its canvas, what it is called, what it says."""

    kind = "bars"
    """How the ids in the picture belong to the rows and columns of its table (see `charts.canvas`)."""

    room: ClassVar[Mapping[str, float]] = {}
    """The size and the margins of its canvas, where they are not the usual ones."""

    def __init__(self, **room: float) -> None:
        self.canvas = Canvas(**{"head": 0.38, "size": _SIZE, **self.room, **room})
        self.title = self.alt = ""

    @abstractmethod
    def draw(self, shown: Any) -> str:
        """Return the figure of what it is given, as HTML."""

    def html(self, title: str, alt: str, rows: Sequence[Mapping[str, Any]]) -> str:
        """Return the figure as it is, with its words and its data."""
        self.title, self.alt = title, alt
        return figure_html(title, self.canvas.svg(), alt, rows_html(rows), kind=self.kind)

    def svg(self) -> str:
        """Return the figure as a file, with its text alternative inside."""
        return file_svg(self.canvas.figure, self.title, self.alt)

    def png(self) -> bytes:
        """Return the figure as a PNG, with its text alternative inside."""
        return file_png(self.canvas.figure, self.title, self.alt)


class Totals(Drawing):
    """Team totals in points: what is left after fines, and what there was before, beside best found and upper bound."""

    kind = "spans"
    room: ClassVar = {
        "height": 4.35,
        "width": 7.2,
        "left": 0.36,
        "right": 0.985,
        "head": 0.34,
        "foot": 0.55,
        "size": 11.5,
    }

    def draw(self, shown: Shown) -> str:
        """Draw the totals of everything that was played."""
        players = shown.settings.players
        bound, best = BOUNDS[players], price(players).together.mean
        rows = [self._span(shown, name) for name in shown.tallies]
        low = min(0, 10 * math.floor(min(one.found.mean for one in rows) / 10))

        def ground(axes: Axes) -> None:
            marks = tr("●  after fines, mean with 95 % interval    ◇  before fines")
            frame(axes, rows, tr("team total, points"), marks, (low - 2, bound + 3), 11.5)
            levels = ((1, best, "good", (0, (1.2, 1.6)), tr("best found {points:.1f}", points=best), len(rows) - 1),
                      (2, bound, "bad", (0, (5, 2)), tr("upper bound {points:.1f}", points=bound), 0))  # fmt: skip
            for number, value, color, dash, told, y in levels:
                axes.axvline(value, color=LIGHT[color], linewidth=1.8, linestyle=dash, gid=f"level-{number}")
                side, gap = ("left", 1.4) if number == 1 else ("right", -1.4)
                axes.text(value + gap, y, told, ha=side, va="center", fontsize=11.5, color=LIGHT[color],
                          gid=f"level-name-{number}")  # fmt: skip

        self.canvas.ground((tuple(one.name for one in rows), low, players), ground)
        axes, (left, right) = self.canvas.axes, self.canvas.axes.get_xlim()
        for row, one in enumerate(rows):
            y = len(rows) - 1 - row
            self._before(shown.tallies[one.key], one, row, y)
            axes.add_patch(
                Rectangle((left, y - 0.5), right - left, 1, facecolor="none", edgecolor="none",
                          gid=f"row-{row}-point-{one.key}")
            )  # fmt: skip
        draw_spans(axes, rows, "beside", 11.5)
        told = "; ".join(f"{shown.named(one.key)} {decimal(one.found.mean)}" for one in rows)
        alt = tr(
            "Team totals after fines, mean of {games} each, on the same dice. {told}. Best found {best:.1f}, upper "
            "bound {bound:.1f}. † not in the rulebook.",
            games=shown.games, told=told, best=best, bound=bound,
        )  # fmt: skip
        title = tr("Team totals ({games} of each, same dice)", games=shown.games)
        return self.html(title, alt, [self._data(shown, one) for one in rows])

    @staticmethod
    def _span(shown: Shown, name: str) -> Span:
        found, letter = shown.tallies[name].after_fines.interval(), shown.letter(name)
        if not letter:
            return Span(shown.named(name, 28), found, key=name)
        sign = "s" if letter == "B" else "o"
        return Span(f"{letter} · {shown.named(name, 25)}", found, sign, _LOOKS[letter][0], strong=True, key=name)

    def _before(self, tally: Tally, one: Span, row: int, y: int) -> None:
        """Mark what there was before fines, where there are any."""
        if not tally.pays_fines:
            return
        axes, before = self.canvas.axes, tally.total.interval().mean
        draw_line(axes, [before], [y], marker="D", linestyle="", color="none", markersize=6.5,
                  markeredgecolor=LIGHT[one.color], gid=f"before-{row}")  # fmt: skip
        axes.text(before + 2, y, decimal(before), fontsize=11.5, va="center", color=LIGHT["ink2"],
                  gid=f"beforehand-{row}")  # fmt: skip

    @staticmethod
    def _data(shown: Shown, one: Span) -> dict[str, Any]:
        tally, players = shown.tallies[one.key], shown.settings.players
        before, left, lost = tally.total.interval(), tally.after_fines.interval(), tally.emptied()
        return {
            tr("treatment"): one.name,
            tr("points after fines"): round(left.mean, 1),
            tr("95 %"): span(left),
            tr("points before fines"): round(before.mean, 1),
            tr("before fines, 95 %"): span(before),
            tr("before fines, % of the cooperative mean"): round(100 * before.mean / cooperative_best(players), 1),
            tr("before fines, % of the best found"): round(100 * before.mean / price(players).together.mean, 1),
            tr("before fines, % of the upper bound"): round(100 * before.mean / BOUNDS[players], 1),
            tr("fish at the start of year 10"): round(tally.living_means()[-1].mean, 1),
            tr("seas emptied, % of games"): round(100 * lost.mean, 1),
            tr("games"): shown.count,
        }


class Stock(Drawing):
    """Living fish by year, A and B: means with intervals, and a band that holds the middle 80 % of games."""

    kind = "lines"

    def __init__(self) -> None:
        super().__init__(height=2.6, right=0.98 - room_for([tr("this game 22")]) / (72 * 4.6))

    def draw(self, shown: Shown, game: Sequence[int] = ()) -> str:
        """Draw living fish of A and of B, and of one game if it is given."""
        found = {letter: shown.tallies[name] for letter, name in shown.pair.items()}
        columns = {letter: 1 + 3 * place for place, letter in enumerate(found)}  # a mean and its two ranges each

        def ground(axes: Axes) -> None:
            axes.set(xlim=(1, 10), ylim=(0, 25), xticks=range(1, 11))
            name_axes(axes, tr("year"), tr("fish alive, mean; band: middle 80 % of games"), 11)

        self.canvas.ground("years", ground)
        axes = self.canvas.axes
        for letter, tally in found.items():
            self._curve(axes, letter, tally, columns[letter])
        means = {letter: tally.living_means() for letter, tally in found.items()}
        ends = [
            End(columns[letter], each[-1].mean, letter, f"{each[-1].mean:.1f}", *_LOOKS[letter][:2])
            for letter, each in means.items()
        ]
        rows: list[dict[str, Any]] = [{tr("year"): year} for year in range(1, 11)]
        for letter, tally in found.items():
            for row, one, low, high in zip(rows, means[letter], *tally.living_quantiles(0.1, 0.9), strict=True):
                row[letter] = round(one.mean, 2)
                row[tr("{letter}, 95 %", letter=letter)] = span(one, 2)
                row[tr("{letter}, middle 80 %", letter=letter)] = tr("{low} to {high}", low=low, high=high)
        if game:
            for row, fish in zip(rows, game, strict=True):
                row[tr("this game")] = fish
            draw_line(axes, range(1, 11), game, color=LIGHT["ink"], linewidth=2.2, linestyle=_GAME, gid="line-7")
            ends.append(End(7, game[-1], tr("this game"), str(game[-1]), "ink", _GAME))
        end_labels(axes, ends)
        each = mark("{letter}, {title}: {fish:.1f} fish in year 10")
        told = "; ".join(
            tr(each, letter=letter, title=shown.named(name), fish=means[letter][-1].mean)
            for letter, name in shown.pair.items()
        )
        alt = tr("Living fish at the start of each year. {told}. Bands: the middle 80 % of games.", told=told)
        return self.html(tr("Living fish ({games})", games=shown.games), alt, rows)

    @staticmethod
    def _curve(axes: Axes, letter: str, tally: Tally, column: int) -> None:
        color, dash, _ = _LOOKS[letter]
        years, means = list(range(1, 11)), tally.living_means()
        axes.fill_between(years, *tally.living_quantiles(0.1, 0.9), color=LIGHT[color], alpha=0.16, linewidth=0)
        draw_line(
            axes, years, [one.mean for one in means], color=LIGHT[color], linewidth=2.2, linestyle=dash,
            gid=f"line-{column}",
        )  # fmt: skip
        whiskers(axes.vlines, zip(years, means, strict=True), color=LIGHT["ink"], lw=1.2)


_GAME = (0, (1.2, 1.6))


class Bars(Drawing):
    """Bars of A and B side by side, with their intervals."""

    room: ClassVar = {"height": 2.9, "head": 0.82}

    def bars(
        self,
        shown: Shown,
        names: Sequence[str],
        found: Mapping[str, Sequence[Interval]],
        x: str,
        y: str,
        first: str,
        top: float = 0,
    ) -> list[dict[str, Any]]:
        """Draw means of A and B at named places, and return them as rows.

        Args:
            shown: what is compared.
            names: what stands below the bars.
            found: the means of A and of B.
            x: what is across.
            y: what is upwards.
            first: what the names are called in the table.
            top: where the axis ends; a round number above the highest mean without it.
        """
        values = [one.mean for each in found.values() for one in each]
        top, low = top or _reach(max(*values, 0.0)), -_reach(-min(*values, 0.0))
        titles = {letter: f"{letter}: {shown.named(name, 26)}" for letter, name in shown.pair.items()}

        def ground(axes: Axes) -> None:
            axes.set_xticks(range(len(names)), names, fontsize=_SIZE)
            axes.set(ylim=(low, top), xlim=(-0.6, len(names) - 0.4))
            if low < 0:
                axes.axhline(0, color=LIGHT["ink2"], linewidth=1)
            name_axes(axes, x, y, 11)
            signs = [
                Patch(facecolor=LIGHT[color] if not hatch else LIGHT["paper"], edgecolor=LIGHT[color], hatch=hatch)
                for color, _, hatch in _LOOKS.values()
            ]
            axes.legend(
                signs, [plain(one, 40) for one in titles.values()], frameon=False, fontsize=10.5, loc="upper left",
                labelcolor=LIGHT["ink"], bbox_to_anchor=(0.01, 1.0), bbox_transform=self.canvas.figure.transFigure,
                borderaxespad=0, labelspacing=0.25,
            )  # fmt: skip

        self.canvas.ground((tuple(names), low, top, tuple(titles.values()), x), ground)
        axes, wide = self.canvas.axes, 0.4
        for place, (letter, each) in enumerate(found.items()):
            color, _, hatch = _LOOKS[letter]
            places = np.arange(len(names)) + (place - 0.5) * wide
            face = LIGHT[color] if not hatch else LIGHT["paper"]
            drawn = axes.bar(
                places, [one.mean for one in each], wide, facecolor=face, edgecolor=LIGHT[color], hatch=hatch,
                linewidth=1.4,
            )  # fmt: skip
            for number, bar in enumerate(drawn):
                bar.set_gid(f"bar-{1 + 2 * place}-{number}")
            whiskers(axes.vlines, zip(places, each, strict=True), color=LIGHT["ink"], lw=1.8, zorder=3)
        rows: list[dict[str, Any]] = [{first: name} for name in names]
        for letter, each in found.items():
            for row, one in zip(rows, each, strict=True):
                row[titles[letter]] = round(one.mean, 1)
                row[tr("{letter}, 95 %", letter=letter)] = span(one)
        return rows


def _reach(value: float) -> float:
    """Return a round number above a value, 0 for 0."""
    if value <= 0:
        return 0.0
    step = float(10 ** math.floor(math.log10(value))) / 2
    return step * math.ceil(1.08 * value / step)


class Collapse(Bars):
    """The last year with fish, as shares of the games."""

    def draw(self, shown: Shown) -> str:
        """Draw when the sea is emptied."""
        found = {
            letter: [_percent(one) for one in shown.tallies[name].emptied_after()]
            for letter, name in shown.pair.items()
        }
        names = [*map(str, range(1, 11)), tr("never")]
        last, each = tr("last year with fish"), mark("{letter}: never empty in {share:.0f} % of games")
        rows = self.bars(shown, names, found, last, tr("% of games, 95 % interval"), last, 108)
        told = "; ".join(tr(each, letter=letter, share=one[-1].mean) for letter, one in found.items())
        title = tr("When the sea is emptied ({games})", games=shown.games)
        return self.html(title, tr("The year after which the sea is empty. {told}.", told=told), rows)


def _percent(one: Interval) -> Interval:
    return Interval(100 * one.mean, 100 * one.low, 100 * one.high, one.games)


class Points(Bars):
    """What each country has at the end, fines paid."""

    def draw(self, shown: Shown) -> str:
        """Draw the points of each country."""
        found = {letter: shown.tallies[name].net.intervals() for letter, name in shown.pair.items()}
        y, country = tr("its points after fines and trades, mean, 95 %"), tr("country")
        rows = self.bars(shown, countries(shown.settings.players), found, country, y, country)
        alt = tr("Points of each country. {told}.", told=_means(found))
        return self.html(tr("What each country earns ({games})", games=shown.games), alt, rows)


class Damage(Bars):
    """What each country costs the sea."""

    def draw(self, shown: Shown) -> str:
        """Draw the damage of each country, and of illegal fishing where there is any."""
        found = {letter: shown.tallies[name].damage.intervals() for letter, name in shown.pair.items()}
        players = shown.settings.players
        names = countries(players) + [tr("illegal")] * (players < 4)
        y = tr("fish-years lost by it, mean, 95 % interval")
        rows = self.bars(shown, names, found, tr("who fishes"), y, tr("who"))
        alt = tr(
            "Fish-years that are lost by each. {told}. One fish-year is one living fish fewer in one year.",
            told=_means(found),
        )
        return self.html(tr("What each costs the sea ({games})", games=shown.games), alt, rows)


def countries(players: int) -> list[str]:
    """Return what the countries are called below bars."""
    return [tr("country {letter}", letter=letter) for letter in SEATS[:players]]


def _means(found: Mapping[str, Sequence[Interval]]) -> str:
    """Return the means of A and of B in words."""
    return "; ".join(f"{letter}: {', '.join(decimal(one.mean) for one in each)}" for letter, each in found.items())


class Defects(Drawing):
    """One country leaves the team: what it gets, what the others get, and what all get if all do so."""

    kind = "spans"
    room: ClassVar = {"height": 2.2, "left": 0.4, "right": 0.9, "head": 0.36}

    def draw(self, table: Payoffs) -> str:
        """Draw four means out of a pay-off table that holds "team" and "own"."""
        team, own = table.names.index("team"), table.names.index("own")
        rows = [
            Span(name, mean_interval(values), sign, color)
            for name, values, sign, color in (
                (tr("all for the team"), table.payoff[team, team], "o", "a"),
                (tr("the one that leaves"), table.payoff[own, team], "s", "b"),
                (tr("each of the others"), table.others[own, team], "o", "a"),
                (tr("all for themselves"), table.payoff[own, own], "o", "a"),
            )
        ]
        low = min(0.0, 5 * math.floor(min(one.found.low for one in rows) / 5))
        high = 5 * math.ceil(max(one.found.high for one in rows) / 5)
        points, means = tr("points of one country"), tr("mean and 95 % interval")
        reach = low - 0.5, high + 0.5
        self.canvas.ground(reach, lambda axes: frame(axes, rows, points, means, reach))
        draw_spans(self.canvas.axes, rows)
        data = [
            {tr("who"): name, tr("points"): round(one.mean, 1), tr("95 %"): span(one), tr("games"): one.games}
            for name, one, *_ in rows
        ]
        told = "; ".join(f"{one.name} {decimal(one.found.mean)}" for one in rows)
        title = tr("What if one defects? ({games:,} games)", games=table.games)
        return self.html(title, tr("Points of one country. {told}.", told=told), data)


class Heat(Drawing):
    """The pay-off table: what one player earns with each policy among others of another, best replies marked."""

    kind = "pairs"
    room: ClassVar = {"height": 3.6, "left": 0.18, "right": 0.99}

    def draw(self, table: Payoffs) -> str:
        """Draw a pay-off table."""
        names, players = tuple(map(tr, table.names)), table.players
        rows = table.rows()
        size = len(names)

        def ground(axes: Axes) -> None:
            name_cells(axes, names, names, _SIZE)
            who = trn("what the other one plays", "what the other {n} play", players - 1)
            name_axes(axes, who, tr("mean points of the one player, by its own policy"), 11)

        self.canvas.ground((names, players), ground)
        axes = self.canvas.axes
        best = [divmod(number, size) for number, row in enumerate(rows) if row["best_reply"]]
        grid = [[row["payoff"] for row in rows[start : start + size]] for start in range(0, size * size, size)]
        tint_cells(axes, grid, framed=best)
        for number, row in enumerate(rows):
            y, x = divmod(number, size)
            text = decimal(round(row["payoff"], 1) + 0.0) + ("★" if row["best_reply"] else "")
            axes.text(
                x + 0.5, y + 0.5, text, ha="center", va="center", fontsize=_SIZE, color=LIGHT["ink"],
                fontweight="bold" if row["best_reply"] else "normal", gid=f"cell-{y}-{x}",
            )  # fmt: skip
        either = tr(" or ")
        told = "; ".join(
            tr("among {others}: {replies}", others=name, replies=either.join(map(tr, reply)))
            for name, reply in zip(names, table.best_replies(), strict=True)
        )
        alt = tr("Points of one player by its own policy and that of all others. Best replies: {told}.", told=told)
        data = [
            {
                tr("one plays"): tr(row["policy"]),
                tr("others play"): tr(row["among"]),
                tr("points"): round(row["payoff"], 2),
                tr("95 %"): ends(row["low"], row["high"], 2),
                tr("games"): row["games"],
                tr("best reply"): tr("yes") if row["best_reply"] else "",
            }
            for row in rows
        ]
        title = tr("What pays for one alone? ({games:,} games a cell; ★ and frame: best reply)", games=table.games)
        return self.html(title, alt, data)


class ClassTotals(Drawing):
    """The class among the models and published results, in per cent of the cooperative mean."""

    kind = "spans"
    room: ClassVar = {"height": 3.9, "width": 6.4, "left": 0.37, "right": 0.76}

    def draw(self, shown: Shown) -> str:
        """Draw the class, A, B, theory and published results."""
        sources, rows = zip(*self._rows(shown), strict=True)
        values = [value for one in rows for value in (one.found.mean, *one.each)]
        reach = 25 * math.floor(min(-20.0, *values) / 25) - 3, 25 * math.ceil(max(100.0, *values) / 25) + 5

        def ground(axes: Axes) -> None:
            axes.axhline(len(SHARES) + 0.5, color=LIGHT["ink2"], linewidth=1)
            share = tr("team total before fines, % of the cooperative mean")
            frame(axes, rows, share, tr("mean and 95 % interval"), reach)

        self.canvas.ground((tuple(one.name for one in rows), reach), ground)
        draw_spans(self.canvas.axes, rows)
        data = [
            {
                tr("who"): one.name,
                tr("% of the cooperative mean"): round(one.found.mean, 1),
                tr("95 %"): span(one.found) if one.found.games else "–",
                tr("games"): one.found.games or "–",
                tr("source"): source,
            }
            for source, one in zip(sources, rows, strict=True)
        ]
        told = "; ".join(f"{one.name} {decimal(one.found.mean, 0)} %" for one in rows)
        alt = mark("Team totals before fines in per cent of the cooperative mean, with 95 % intervals. {told}.")
        return self.html(tr("People beside models beside published results"), tr(alt, told=told), data)

    @staticmethod
    def _rows(shown: Shown) -> Iterator[tuple[str, Span]]:
        """Yield every row, and where its figure comes from."""
        players = shown.settings.players
        best = cooperative_best(players)

        def row(name: str, total: Interval, sign: str, color: str, each: Sequence[float] = ()) -> Span:
            share = Interval(100 * total.mean / best, 100 * total.low / best, 100 * total.high / best, total.games)
            told = tr("{share} %, {points} p", share=decimal(share.mean, 0), points=decimal(total.mean))
            return Span(plain(name, 28), share, sign, color, told, each=each)

        for name, totals in shown.groups.items():
            yield tr("the class"), row(name, mean_interval(totals), "s", "d", [100 * total / best for total in totals])
        for letter, name in shown.pair.items():
            total = shown.tallies[name].total.interval()
            yield tr("this laboratory"), row(f"{letter} · {shown.named(name, 24)}", total, "o", _LOOKS[letter][0])
        theory = 400 * players / (players + 1) ** 2
        others = ((tr("theory, {players} users", players=players), theory, "^", "4n/(n+1)²"),
                  *((tr(name), value, "D", source) for name, value, source in SHARES))  # fmt: skip
        for name, value, sign, source in others:
            told = tr("{share} %", share=decimal(value, 0))
            yield source, Span(plain(name, 28), Interval(value, value, value, 0), sign, "ink2", told)


class DesignPoints(Drawing):
    """The points of a design that was played elsewhere, from the lowest total to the highest; of many only the ends."""

    kind = "spans"
    most = 16
    """Points that the figure shows; its table has more."""

    room: ClassVar = {"height": 5.2, "width": 7.2, "left": 0.46, "right": 0.9, "size": 11.5}

    def draw(self, manifest: Manifest) -> str:
        """Draw the totals of a manifest's points."""
        names = varied([point.factors for point in manifest.points]) or ["treatment"]
        points = sorted(manifest.points, key=lambda point: point.found["total_after_fines"].mean)
        half = self.most // 2
        some = points if len(points) <= self.most else points[:half] + points[-half:]
        rows = [Span(plain(self._name(point, names), 40), point.found["total_after_fines"]) for point in some]
        reach = reach_of(rows)

        def ground(axes: Axes) -> None:
            frame(axes, rows, tr("team total after fines, points"), tr("mean and 95 % interval"), reach, 11.5)

        self.canvas.ground((tuple(one.name for one in rows), reach), ground)
        draw_spans(self.canvas.axes, rows, size=11.5)
        told = "; ".join(f"{one.name} {decimal(one.found.mean)}" for one in rows)
        games = trn("{n:,} game", "{n:,} games", manifest.points[0].plan["games"])
        alt = tr("Team totals after fines of a design, {games} of each point. {told}.", games=games, told=told)
        title = trn("{n} point of a design, {games} of each", "{n} points of a design, {games} of each", len(points),
                    games=games)  # fmt: skip
        if len(some) < len(points):
            title = tr("{title}: the {half} lowest and the {half} highest", title=title, half=half)
        return self.html(title, alt, [self._data(point, names) for point in some])

    @staticmethod
    def _name(point: PointResult, names: Sequence[str]) -> str:
        return ", ".join(
            str(point.factors[name]) if name in WORDS else f"{name} {point.factors[name]}" for name in names
        )

    def _data(self, point: PointResult, names: Sequence[str]) -> dict[str, Any]:
        left, before, lost = (point.found[name] for name in ("total_after_fines", "total", "collapsed"))
        return {
            tr("point"): self._name(point, names),
            tr("points after fines"): round(left.mean, 1),
            tr("95 %"): span(left),
            tr("points before fines"): round(before.mean, 1),
            tr("seas emptied, % of games"): round(100 * lost.mean, 1),
            tr("games"): left.games,
            tr("number in the design"): point.number,
        }


def against_published(unfolded: bool = False) -> str:
    """Return as HTML, point by point, whether the models agree with published results."""
    found = ""
    for one in points():
        told = tr("{found} ({source}). Here: {here}.", found=one.found, source=one.source, here=one.here)
        found += f"<li><b>{escape(one.verdict.capitalize())}.</b> {escape(told)}</li>"
    title = tr("Where this model agrees with published results, and where not")
    about = tr(
        "People played other games than this one: compare the order, not the numbers. “Here” are four models whose "
        "numbers a search found, {games} games of each, unless it says otherwise. “Put in” is what the models were "
        "given, so they cannot agree with it.",
        games=GAMES,
    )
    return folded("lab-published", title, f"<ul>{found}</ul><p>{escape(about)}</p>", unfolded)


def folded(kind: str, title: str, inside: str, unfolded: bool = False) -> str:
    """Return HTML that a person unfolds, or folds away."""
    state = " open" if unfolded else ""
    return (
        f"<details class='{kind}'{state}><summary style='min-height:24px'>{escape(title)}</summary>{inside}</details>"
    )


def whiskers(lines: Any, found: Iterable[tuple[float, Interval]], **look: Any) -> None:
    """Draw intervals at places, by `axes.vlines` or `axes.hlines`; one game has none."""
    known = [(place, one) for place, one in found if one.games > 1]
    if known:
        places = [place for place, _ in known]
        lines(places, [one.low for _, one in known], [one.high for _, one in known], **look)


def tell(one: Interval) -> str:
    """Return a mean and its interval as people write them."""
    if one.games == 1:
        return tr("{mean} (one game has no interval)", mean=decimal(one.mean))
    return tr("{mean} ({low} to {high})", mean=decimal(one.mean), low=decimal(one.low), high=decimal(one.high))


def signed(one: Interval, sign: int = 1) -> str:
    """Return a difference and its interval, each with its sign."""
    low, high = sorted((sign * one.low, sign * one.high))
    mean, low_, high_ = (f"{value:+.1f}".replace("-", "−") for value in (sign * one.mean, low, high))
    return tr("{mean} ({low} to {high})", mean=mean, low=low_, high=high_)


def span(one: Interval, digits: int = 1) -> str:
    """Return the ends of an interval."""
    return "–" if one.games == 1 else ends(one.low, one.high, digits)


def ends(low: float, high: float, digits: int = 1) -> str:
    """Return from where to where something lies."""
    return tr("{low} to {high}", low=decimal(low, digits), high=decimal(high, digits))
