"""The figures of the Boom laboratory: totals, the sea, who pays, what pays for one alone, and the class among them.

Two treatments are compared in all of them, A and B: each has its letter, its colour and its dash or hatch. Every mean
has its 95 % interval, every figure the number of its games.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle

from fishlab.lab import TREATMENTS, Interval, Tally
from fishlab.lab.experiment import cooperative_best
from fishlab.lab.payoffs import Table as Payoffs
from fishlab.lab.published import GAMES, SHARES, points
from fishlab.lab.search.ends import price
from fishlab.lab.tally import AFTER_FINES, Contrast
from fishlab.stats import mean_interval
from fishlab_widgets.charts.canvas import (
    Canvas,
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
from fishlab_widgets.draw.svg import LIGHT
from fishlab_widgets.lab.lab_settings import SEATS, YOURS, Settings

BOUNDS = {2: 73.2, 3: 105.8, 4: 111.9}
"""Mean totals that nobody can exceed even with the dice known beforehand, as `python tools/bound.py` prints them."""
SOURCES = (
    "Diamonds: Gardner, Moore & Walker (1994), people in other games than this one. The triangle is theory: equal "
    "users of a quadratic yield, 4n/(n+1)²."
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
        return f"{self.count:,} {'game' if self.count == 1 else 'games'}"

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

    def __init__(self, height: float = 2.7, width: float = 4.6, **room: float) -> None:
        self.canvas = Canvas(width, height, **{"head": 0.38, "size": _SIZE, **room})
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

    def __init__(self) -> None:
        super().__init__(height=4.35, width=7.2, left=0.36, right=0.985, head=0.34, foot=0.55, size=11.5)

    def draw(self, shown: Shown) -> str:
        """Draw the totals of everything that was played."""
        names, players = list(shown.tallies), shown.settings.players
        top, bound, best = len(names) - 1, BOUNDS[players], price(players).together.mean
        words = [f"{letter} · {shown.named(name, 25)}" if (letter := shown.letter(name)) else shown.named(name, 28)
                 for name in names]  # fmt: skip
        left = {name: tally.after_fines.interval() for name, tally in shown.tallies.items()}
        low = min(0, 10 * math.floor(min(one.mean for one in left.values()) / 10))

        def ground(axes: Axes) -> None:
            axes.set_yticks(range(top + 1), [plain(one, 40) for one in reversed(words)])
            for tick, name in zip(axes.get_yticklabels(), reversed(names), strict=True):
                tick.set_fontweight("bold" if shown.letter(name) else "normal")
            axes.set(ylim=(-0.6, top + 0.6), xlim=(low - 2, bound + 3))
            axes.grid(axis="x", color=LIGHT["line2"], linewidth=1)
            axes.grid(axis="y", visible=False)
            levels = ((1, best, "good", (0, (1.2, 1.6)), "best found", top, "left"),
                      (2, bound, "bad", (0, (5, 2)), "upper bound", 0, "right"))  # fmt: skip
            for number, value, color, dash, called, y, side in levels:
                axes.axvline(value, color=LIGHT[color], linewidth=1.8, linestyle=dash, gid=f"level-{number}")
                gap = 1.4 if side == "left" else -1.4
                axes.text(value + gap, y, f"{called} {value:.1f}", ha=side, va="center", fontsize=11.5,
                          color=LIGHT[color], gid=f"level-name-{number}")  # fmt: skip
            name_axes(axes, "team total, points", "●  after fines, mean with 95 % interval    ◇  before fines", 11.5)

        self.canvas.ground((tuple(words), low, players), ground)
        for row, name in enumerate(names):
            self._row(shown, name, row, top - row, left[name])
        rows = [self._data(shown, name, word) for name, word in zip(names, words, strict=True)]
        said = "; ".join(f"{shown.named(name)} {left[name].mean:.1f}" for name in names).replace("-", "−")
        alt = (
            f"Team totals after fines, mean of {shown.games} each, on the same dice. {said}. Best found {best:.1f}, "
            f"upper bound {bound:.1f}. † not in the rulebook."
        )
        return self.html(f"Team totals ({shown.games} of each, same dice)", alt, rows)

    def _row(self, shown: Shown, name: str, row: int, y: int, left: Interval) -> None:
        axes, letter = self.canvas.axes, shown.letter(name)
        color = _LOOKS[letter][0] if letter else "ink"
        tally = shown.tallies[name]
        before = tally.total.interval()
        if tally.pays_fines:
            draw_line(axes, [before.mean], [y], marker="D", linestyle="", color="none", markersize=6.5,
                      markeredgecolor=LIGHT[color], gid=f"before-{row}")  # fmt: skip
            axes.text(before.mean + 2, y, f"{before.mean:.1f}".replace("-", "−"), fontsize=11.5, va="center",
                      color=LIGHT["ink2"], gid=f"beforehand-{row}")  # fmt: skip
        if left.games > 1:
            draw_line(axes, [left.low, left.high], [y, y], color=LIGHT[color], linewidth=4 if letter else 3)
        draw_line(axes, [left.mean], [y], marker="s" if letter == "B" else "o", linestyle="", color=LIGHT[color],
                  markersize=10 if letter else 6.5, gid=f"mean-{row}-point-{name}")  # fmt: skip
        at_left = left.mean > 12  # where there is room, so that the level of the best found stays clear
        gap = 3.0 if letter else 2.2
        axes.text(left.mean + (-gap if at_left else gap), y, f"{left.mean:.1f}".replace("-", "−"), fontsize=11.5,
                  ha="right" if at_left else "left", va="center", color=LIGHT["ink"],
                  fontweight="bold" if letter else "normal", gid=f"told-{row}-point-{name}")  # fmt: skip
        low, high = axes.get_xlim()
        axes.add_patch(
            Rectangle((low, y - 0.5), high - low, 1, facecolor="none", edgecolor="none", gid=f"row-{row}-point-{name}")
        )

    @staticmethod
    def _data(shown: Shown, name: str, word: str) -> dict[str, Any]:
        tally, players = shown.tallies[name], shown.settings.players
        before, left, lost = tally.total.interval(), tally.after_fines.interval(), tally.emptied()
        return {
            "treatment": word,
            "points after fines": round(left.mean, 1),
            "95 %": span(left),
            "points before fines": round(before.mean, 1),
            "before fines, 95 %": span(before),
            "before fines, % of the cooperative mean": round(100 * before.mean / cooperative_best(players), 1),
            "before fines, % of the best found": round(100 * before.mean / price(players).together.mean, 1),
            "before fines, % of the upper bound": round(100 * before.mean / BOUNDS[players], 1),
            "fish at the start of year 10": round(tally.living_means()[-1].mean, 1),
            "seas emptied, % of games": round(100 * lost.mean, 1),
            "games": shown.count,
        }


class Stock(Drawing):
    """Living fish by year, A and B: means with intervals, and a band that holds the middle 80 % of games."""

    kind = "lines"

    def __init__(self) -> None:
        super().__init__(height=2.6, right=0.98 - room_for(["this game 22"]) / (72 * 4.6))

    def draw(self, shown: Shown, game: Sequence[int] = ()) -> str:
        """Draw living fish of A and of B, and of one game if it is given."""
        found = {letter: shown.tallies[name] for letter, name in shown.pair.items()}
        columns = {letter: 1 + 3 * place for place, letter in enumerate(found)}  # a mean and its two ranges each

        def ground(axes: Axes) -> None:
            axes.set(xlim=(1, 10), ylim=(0, 25), xticks=range(1, 11))
            name_axes(axes, "year", "fish alive, mean; band: middle 80 % of games", 11)

        self.canvas.ground("years", ground)
        axes = self.canvas.axes
        for letter, tally in found.items():
            self._curve(axes, letter, tally, columns[letter])
        means = {letter: tally.living_means() for letter, tally in found.items()}
        ends = [
            End(columns[letter], each[-1].mean, letter, f"{each[-1].mean:.1f}", *_LOOKS[letter][:2])
            for letter, each in means.items()
        ]
        rows: list[dict[str, Any]] = [{"year": year} for year in range(1, 11)]
        for letter, tally in found.items():
            for row, one, low, high in zip(rows, means[letter], *tally.living_quantiles(0.1, 0.9), strict=True):
                row[letter] = round(one.mean, 2)
                row[f"{letter}, 95 %"] = span(one, 2)
                row[f"{letter}, middle 80 %"] = f"{low} to {high}"
        if game:
            for row, fish in zip(rows, game, strict=True):
                row["this game"] = fish
            draw_line(axes, range(1, 11), game, color=LIGHT["ink"], linewidth=2.2, linestyle=_GAME, gid="line-7")
            ends.append(End(7, game[-1], "this game", str(game[-1]), "ink", _GAME))
        end_labels(axes, ends)
        words = "; ".join(
            f"{letter}, {shown.named(name)}: {means[letter][-1].mean:.1f} fish in year 10"
            for letter, name in shown.pair.items()
        )
        alt = f"Living fish at the start of each year. {words}. Bands: the middle 80 % of games."
        return self.html(f"Living fish ({shown.games})", alt, rows)

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
                row[f"{letter}, 95 %"] = span(one)
        return rows


def _reach(value: float) -> float:
    """Return a round number above a value, 0 for 0."""
    if value <= 0:
        return 0.0
    step = float(10 ** math.floor(math.log10(value))) / 2
    return step * math.ceil(1.08 * value / step)


class Collapse(Bars):
    """The last year with fish, as shares of the games."""

    def __init__(self) -> None:
        super().__init__(height=2.9, head=0.82)

    def draw(self, shown: Shown) -> str:
        """Draw when the sea is emptied."""
        found = {
            letter: [_percent(one) for one in shown.tallies[name].emptied_after()]
            for letter, name in shown.pair.items()
        }
        names = [*map(str, range(1, 11)), "never"]
        last = "last year with fish"
        rows = self.bars(shown, names, found, last, "% of games, 95 % interval", last, 108)
        words = "; ".join(f"{letter}: never empty in {each[-1].mean:.0f} % of games" for letter, each in found.items())
        return self.html(
            f"When the sea is emptied ({shown.games})", f"The year after which the sea is empty. {words}.", rows
        )


def _percent(one: Interval) -> Interval:
    return Interval(100 * one.mean, 100 * one.low, 100 * one.high, one.games)


class Points(Bars):
    """What each country has at the end, fines paid."""

    def __init__(self) -> None:
        super().__init__(height=2.9, head=0.82)

    def draw(self, shown: Shown) -> str:
        """Draw the points of each country."""
        found = {letter: shown.tallies[name].net.intervals() for letter, name in shown.pair.items()}
        names = [f"country {SEATS[seat]}" for seat in range(shown.settings.players)]
        rows = self.bars(shown, names, found, "country", "its points after fines and trades, mean, 95 %", "country")
        words = "; ".join(
            f"{letter}: {', '.join(f'{one.mean:.1f}' for one in each)}" for letter, each in found.items()
        ).replace("-", "−")
        return self.html(f"What each country earns ({shown.games})", f"Points of each country. {words}.", rows)


class Damage(Bars):
    """What each country costs the sea."""

    def __init__(self) -> None:
        super().__init__(height=2.9, head=0.82)

    def draw(self, shown: Shown) -> str:
        """Draw the damage of each country, and of illegal fishing where there is any."""
        found = {letter: shown.tallies[name].damage.intervals() for letter, name in shown.pair.items()}
        players = shown.settings.players
        names = [f"country {SEATS[seat]}" for seat in range(players)] + ["illegal"] * (players < 4)
        rows = self.bars(shown, names, found, "who fishes", "fish-years lost by it, mean, 95 % interval", "who")
        words = "; ".join(f"{letter}: {', '.join(f'{one.mean:.1f}' for one in each)}" for letter, each in found.items())
        alt = f"Fish-years that are lost by each. {words}. One fish-year is one living fish fewer in one year."
        return self.html(f"What each costs the sea ({shown.games})", alt, rows)


class Defects(Drawing):
    """One country leaves the team: what it gets, what the others get, and what all get if all do so."""

    kind = "spans"

    def __init__(self) -> None:
        super().__init__(height=2.2, left=0.4, right=0.9, head=0.36)

    def draw(self, table: Payoffs) -> str:
        """Draw four means out of a pay-off table that holds "team" and "own"."""
        team, own = table.names.index("team"), table.names.index("own")
        found = {
            "all for the team": table.payoff[team, team],
            "the one that leaves": table.payoff[own, team],
            "each of the others": table.others[own, team],
            "all for themselves": table.payoff[own, own],
        }
        each = {name: mean_interval(values) for name, values in found.items()}
        low = min(0.0, 5 * math.floor(min(one.low for one in each.values()) / 5))
        high = 5 * math.ceil(max(one.high for one in each.values()) / 5)

        def ground(axes: Axes) -> None:
            axes.set_yticks(range(4), list(reversed(each)), fontsize=_SIZE)
            axes.set(ylim=(-0.6, 3.6), xlim=(low - 0.5, high + 0.5))
            axes.grid(axis="x", color=LIGHT["line2"], linewidth=1)
            axes.grid(axis="y", visible=False)
            name_axes(axes, "points of one country", "mean and 95 % interval", 11)

        self.canvas.ground((low, high), ground)
        axes = self.canvas.axes
        for row, (name, one) in enumerate(each.items()):
            strong = name == "the one that leaves"
            whiskers(axes.hlines, [(3 - row, one)], color=LIGHT["ink"], lw=2.5)
            axes.plot(
                [one.mean], [3 - row], "s" if strong else "o", color=LIGHT["b" if strong else "a"], markersize=9,
                gid=f"mean-{row}",
            )  # fmt: skip
            axes.text(
                1.03, 3 - row, f"{one.mean:.1f}".replace("-", "−"), transform=axes.get_yaxis_transform(),
                fontsize=_SIZE, va="center", color=LIGHT["ink"], gid=f"told-{row}",
            )  # fmt: skip
        rows = [
            {"who": name, "points": round(one.mean, 1), "95 %": span(one), "games": one.games}
            for name, one in each.items()
        ]
        words = "; ".join(f"{name} {one.mean:.1f}" for name, one in each.items()).replace("-", "−")
        return self.html(f"What if one defects? ({table.games:,} games)", f"Points of one country. {words}.", rows)


class Heat(Drawing):
    """The pay-off table: what one player earns with each policy among others of another, best replies marked."""

    kind = "pairs"

    def __init__(self) -> None:
        super().__init__(height=3.6, left=0.18, right=0.99)

    def draw(self, table: Payoffs) -> str:
        """Draw a pay-off table."""
        names, replies, players = table.names, table.best_replies(), table.players
        rows = table.rows()
        size = len(names)

        def ground(axes: Axes) -> None:
            name_cells(axes, names, names, _SIZE)
            who = f"what the other {players - 1} play" if players > 2 else "what the other one plays"
            name_axes(axes, who, "mean points of the one player, by its own policy", 11)

        self.canvas.ground((names, players), ground)
        axes = self.canvas.axes
        best = [divmod(number, size) for number, row in enumerate(rows) if row["best_reply"]]
        grid = [[row["payoff"] for row in rows[start : start + size]] for start in range(0, size * size, size)]
        tint_cells(axes, grid, framed=best)
        for number, row in enumerate(rows):
            y, x = divmod(number, size)
            text = f"{round(row['payoff'], 1) + 0.0:.1f}".replace("-", "−") + ("★" if row["best_reply"] else "")
            axes.text(
                x + 0.5, y + 0.5, text, ha="center", va="center", fontsize=_SIZE, color=LIGHT["ink"],
                fontweight="bold" if row["best_reply"] else "normal", gid=f"cell-{y}-{x}",
            )  # fmt: skip
        best_replies = "; ".join(
            f"among {name}: {' or '.join(reply)}" for name, reply in zip(names, replies, strict=True)
        )  # fmt: skip
        about = "Points of one player by its own policy and that of all others."
        alt = f"{about} Best replies: {best_replies}."
        data = [
            {
                "one plays": row["policy"],
                "others play": row["among"],
                "points": round(row["payoff"], 2),
                "95 %": f"{row['low']:.2f} to {row['high']:.2f}".replace("-", "−"),
                "games": row["games"],
                "best reply": "yes" if row["best_reply"] else "",
            }
            for row in rows
        ]
        title = f"What pays for one alone? ({table.games:,} games a cell; ★ and frame: best reply)"
        return self.html(title, alt, data)


class _Line(NamedTuple):
    """A line of the class's figure."""

    name: str
    share: Interval
    mark: str
    color: str
    told: str
    source: str
    each: Sequence[float] = ()
    """Games of the class, one by one."""


class ClassTotals(Drawing):
    """The class among the models and published results, in per cent of the cooperative mean."""

    kind = "spans"

    def __init__(self) -> None:
        super().__init__(height=3.9, width=6.4, left=0.37, right=0.76)

    def draw(self, shown: Shown) -> str:
        """Draw the class, A, B, theory and published results."""
        lines = self._lines(shown)
        top = len(lines) - 1
        values = [value for line in lines for value in (line.share.mean, *line.each)]
        reach = 25 * math.floor(min(-20.0, *values) / 25) - 3, 25 * math.ceil(max(100.0, *values) / 25) + 5

        def ground(axes: Axes) -> None:
            axes.axhline(len(SHARES) + 0.5, color=LIGHT["ink2"], linewidth=1)
            axes.set_yticks(range(top + 1), [plain(line.name, 28) for line in reversed(lines)], fontsize=_SIZE)
            axes.set(ylim=(-0.6, top + 0.6), xlim=reach)
            axes.grid(axis="x", color=LIGHT["line2"], linewidth=1)
            axes.grid(axis="y", visible=False)
            name_axes(axes, "team total before fines, % of the cooperative mean", "mean and 95 % interval", 11)

        self.canvas.ground((tuple(line.name for line in lines), reach), ground)
        for row, line in enumerate(lines):
            self._row(top - row, line, row)
        rows = [
            {
                "who": line.name,
                "% of the cooperative mean": round(line.share.mean, 1),
                "95 %": span(line.share) if line.share.games else "–",
                "games": line.share.games or "–",
                "source": line.source,
            }
            for line in lines
        ]
        said = "; ".join(f"{line.name} {line.share.mean:.0f} %" for line in lines).replace("-", "−")
        alt = f"Team totals before fines in per cent of the cooperative mean, with 95 % intervals. {said}."
        return self.html("People beside models beside published results", alt, rows)

    def _lines(self, shown: Shown) -> list[_Line]:
        players = shown.settings.players
        best = cooperative_best(players)

        def line(name: str, total: Interval, mark: str, color: str, each: Sequence[float] = ()) -> _Line:
            share = Interval(100 * total.mean / best, 100 * total.low / best, 100 * total.high / best, total.games)
            told = f"{share.mean:.0f} %, {total.mean:.1f} p".replace("-", "−")
            return _Line(name, share, mark, color, told, "the class" if each else "this laboratory", each)

        lines = [
            line(name, mean_interval(totals), "s", "d", [100 * total / best for total in totals])
            for name, totals in shown.groups.items()
        ]
        for letter, name in shown.pair.items():
            total = shown.tallies[name].total.interval()
            lines.append(line(f"{letter} · {shown.named(name, 24)}", total, "o", _LOOKS[letter][0]))
        theory = 400 * players / (players + 1) ** 2
        for name, value, mark, source in (
            (f"theory, {players} users", theory, "^", "4n/(n+1)²"),
            *((name, value, "D", source) for name, value, source in SHARES),
        ):
            lines.append(_Line(name, Interval(value, value, value, 0), mark, "ink2", f"{value:.0f} %", source))
        return lines

    def _row(self, y: int, line: _Line, row: int) -> None:
        axes = self.canvas.axes
        if line.each:
            axes.plot(line.each, [y] * len(line.each), "s", color="none", markeredgecolor=LIGHT["d"], markersize=6)
        axes.plot(
            [line.share.mean], [y], line.mark, color=LIGHT[line.color], markeredgecolor=LIGHT["ink"], markersize=8,
            gid=f"mean-{row}",
        )  # fmt: skip
        axes.text(
            1.03, y, line.told, transform=axes.get_yaxis_transform(), fontsize=_SIZE, va="center",
            color=LIGHT["ink"], gid=f"told-{row}",
        )  # fmt: skip
        if line.share.games:
            whiskers(axes.hlines, [(y, line.share)], color=LIGHT["ink"], lw=2, zorder=3)


def against_published() -> str:
    """Return as HTML, point by point, whether the models agree with published results."""
    found = "".join(
        f"<li><b>{point.verdict.capitalize()}.</b> {escape(point.found)} ({escape(point.source)}). "
        f"Here: {escape(point.here)}.</li>"
        for point in points()
    )
    return (
        "<details class='lab-published'><summary style='min-height:24px'>"
        "Where this model agrees with published results, and where not"
        f"</summary><ul>{found}</ul><p>People played other games than this one: compare the order, not the numbers. "
        f"“Here” are four models whose numbers a search found, {GAMES} games of each, unless it says otherwise.</p>"
        "</details>"
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
        return f"{one.mean:.1f} (one game has no interval)".replace("-", "−")
    return f"{one.mean:.1f} ({one.low:.1f} to {one.high:.1f})".replace("-", "−")


def signed(one: Interval, sign: int = 1) -> str:
    """Return a difference and its interval, each with its sign."""
    ends = sorted((sign * one.low, sign * one.high))
    return f"{sign * one.mean:+.1f} ({ends[0]:+.1f} to {ends[1]:+.1f})".replace("-", "−")


def span(one: Interval, digits: int = 1) -> str:
    """Return the ends of an interval."""
    return "–" if one.games == 1 else f"{one.low:.{digits}f} to {one.high:.{digits}f}".replace("-", "−")
