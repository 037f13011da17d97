"""The figures of the Boom laboratory: stock, team totals, collapse, damage, and what pays for one alone.

Each keeps its canvas. What the treatments did stays on it; what one's own numbers did is drawn anew, so that a slider
is answered at once. Every mean has its 95 % interval, every figure the number of its games.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from fishlab.lab import TREATMENTS, Interval, Tally
from fishlab.lab.experiment import cooperative_best
from fishlab.lab.payoffs import Table as Payoffs
from fishlab.lab.published import GAMES, SHARES, points
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
    tint_cells,
)
from fishlab_widgets.charts.labels import End, end_labels, room_for
from fishlab_widgets.draw.svg import LIGHT

BOUNDS = {2: 73.2, 3: 105.8, 4: 111.9}
"""Mean totals that nobody can exceed even with the dice known beforehand: `mean_bound(players, games=20, seed=0)`."""
SOURCES = (
    "Diamonds: Gardner, Moore & Walker (1994), people in other games than this one. The triangle is theory: equal "
    "users of a quadratic yield, 4n/(n+1)²."
)
SEATS = "ABCD"
_SIZE = 10.5
"""Of words at ticks and in cells."""
_CURVES = {"alone": ("b", (0, (5, 2))), "together": ("a", (0, (1.2, 1.6))), "yours": ("e", "-")}
"""Colour and dash."""
_BARS = {"yours": ("e", "ink", ""), "alone": ("ink2", "ink", ""), "together": ("paper", "a", "///")}
"""Colour, edge and hatch."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the figures show: yours beside all treatments, on the same dice."""

    players: int
    label: str
    """Yours in a few words."""
    apart: bool
    """Whether yours is something else than the two games of the rulebook."""
    yours: Tally
    treatments: Mapping[str, Tally]
    groups: Mapping[str, Sequence[float]]
    """The class's totals, by group."""

    @property
    def games(self) -> str:
        """How many games there are, in words."""
        return f"{self.yours.games:,} {'game' if self.yours.games == 1 else 'games'}"

    @property
    def ends(self) -> dict[str, Tally]:
        """The two games of the rulebook."""
        return {"alone": self.treatments["competitive"], "together": self.treatments["cooperative"]}

    @property
    def compared(self) -> dict[str, Tally]:
        """Yours, if it is something of its own, and the two games of the rulebook."""
        return ({"yours": self.yours} if self.apart else {}) | self.ends

    def fined(self) -> dict[str, float]:
        """Return what is left after fines, in per cent of the cooperative mean, where anybody paid any."""
        found = {"yours": self.yours} | {TREATMENTS[name].title: tally for name, tally in self.treatments.items()}
        return {
            name: self.efficiency(tally.after_fines.interval()).mean
            for name, tally in found.items()
            if tally.pays_fines
        }

    def efficiency(self, one: Interval) -> Interval:
        """Return a total in per cent of what the cooperative treatment reaches on average."""
        share = 100 / cooperative_best(self.players)
        return Interval(one.mean * share, one.low * share, one.high * share, one.games)


class Drawing(ABC):
    """One figure: its canvas, what it is called, what it says."""

    kind = "bars"
    """How the ids in the picture belong to the rows and columns of its table (see `charts.canvas`)."""

    def __init__(self, height: float = 2.7, **room: float) -> None:
        self.canvas = Canvas(4.6, height, **{"head": 0.38, "size": _SIZE, **room})
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


class Stock(Drawing):
    """Living fish by year: means with intervals, and a band that holds the middle 80 % of games."""

    kind = "lines"

    def __init__(self) -> None:
        super().__init__(right=0.98 - room_for(["together 22.2"]) / (72 * 4.6))

    def draw(self, shown: Shown) -> str:
        """Draw living fish of yours and of the two games of the rulebook."""
        columns = {name: 1 + 3 * place for place, name in enumerate(shown.compared)}  # a mean and its two ranges each

        def ground(axes: Axes) -> None:
            for name, tally in shown.ends.items():
                self._curve(axes, name, tally, columns[name])
            axes.set(xlim=(1, 10), ylim=(0, 25), xticks=range(1, 11))
            name_axes(axes, "year", "fish alive, mean; band: middle 80 % of games", 11)

        self.canvas.ground((shown.apart, *shown.ends.values()), ground)
        axes = self.canvas.axes
        if shown.apart:
            self._curve(axes, "yours", shown.yours, columns["yours"])
        means = {name: tally.living_means() for name, tally in shown.compared.items()}
        end_labels(
            axes,
            [
                End(columns[name], found[-1].mean, name, f"{found[-1].mean:.1f}", *_CURVES[name])
                for name, found in means.items()
            ],
        )
        rows: list[dict[str, Any]] = [{"year": year} for year in range(1, 11)]
        for name, tally in shown.compared.items():
            for row, one, low, high in zip(rows, means[name], *tally.living_quantiles(0.1, 0.9), strict=True):
                row[name] = round(one.mean, 2)
                row[f"{name}, 95 %"] = span(one, 2)
                row[f"{name}, middle 80 %"] = f"{low} to {high}"
        words = "; ".join(f"{name}: {found[-1].mean:.1f} fish in year 10" for name, found in means.items())
        alt = f"Living fish at the start of each year. {words}. Bands: the middle 80 % of games."
        return self.html(f"Living fish ({shown.games})", alt, rows)

    def _curve(self, axes: Axes, name: str, tally: Tally, column: int) -> None:
        color, dash = _CURVES[name]
        years, means = np.arange(1, 11), tally.living_means()
        axes.fill_between(years, *tally.living_quantiles(0.1, 0.9), color=LIGHT[color], alpha=0.18, linewidth=0)
        axes.plot(
            years, [one.mean for one in means], color=LIGHT[color], linewidth=2.2, linestyle=dash, gid=f"line-{column}"
        )
        whiskers(axes.vlines, zip(years, means, strict=True), color=LIGHT["ink"], lw=1.2)


class _Line(NamedTuple):
    """A line of the totals."""

    name: str
    share: Interval
    mark: str
    color: str
    told: str
    key: str = ""
    """What a click on it opens."""
    each: Sequence[float] = ()
    """Games of the class, one by one."""


class Totals(Drawing):
    """Team totals of all treatments, of yours and of the class, beside published results."""

    kind = "spans"

    def __init__(self) -> None:
        super().__init__(height=5.6, left=0.43, right=0.74)

    def draw(self, shown: Shown) -> str:
        """Draw the totals in per cent of the cooperative mean."""
        yours, *others = lines = self._lines(shown)
        top = len(others)
        values = [value for line in lines for value in (line.share.mean, *line.each)]
        reach = 25 * math.floor(min(-20.0, *values) / 25) - 3, 25 * math.ceil(max(100.0, *values) / 25) + 5

        def ground(axes: Axes) -> None:
            for place, line in enumerate(others):
                self._row(axes, top - 1 - place, line, place + 1)
            axes.axhline(len(SHARES) + 0.5, color=LIGHT["ink2"], linewidth=1)
            names = [plain(line.name, 28) for line in reversed(lines)]
            axes.set_yticks(range(top + 1), names, fontsize=_SIZE)
            axes.set(ylim=(-0.6, top + 0.6), xlim=reach)
            axes.grid(axis="x", color=LIGHT["line2"], linewidth=1)
            axes.grid(axis="y", visible=False)
            name_axes(axes, "team total, % of the cooperative mean", "mean and 95 % interval", 11)

        groups = tuple((name, tuple(totals)) for name, totals in shown.groups.items())
        self.canvas.ground((tuple(shown.treatments.values()), groups, reach, shown.players), ground)
        self._row(self.canvas.axes, top, yours, 0)
        best, bound = cooperative_best(shown.players), BOUNDS[shown.players]
        gaps = {"yours": shown.yours} | {
            TREATMENTS[name].title: tally for name, tally in shown.treatments.items() if name != "competitive"
        }
        after = shown.fined()
        rows = [
            {
                "who": line.name,
                "% of the cooperative mean": round(line.share.mean, 1),
                "95 %": span(line.share) if line.share.games else "–",
                "points more than everyone alone, same dice": tell(gaps[title].gap.interval())
                if (title := line.name.removesuffix(" †")) in gaps
                else "–",
                "games": line.share.games or "–",
                "% of the upper bound": round(line.share.mean * best / bound, 1) if line.share.games else "–",
                "source": {name: source for name, _, source in SHARES}.get(line.name, "this laboratory")
                if line.mark != "^"
                else "4n/(n+1)²",
                "% after fines": round(after.get(title, line.share.mean), 1) if line.share.games else "–",
            }
            for line in lines
        ]
        said = "; ".join(f"{line.name} {line.share.mean:.0f} %" for line in lines).replace("-", "−")
        left = "; ".join(f"{name} {share:.0f} %" for name, share in after.items()).replace("-", "−")
        fines = f"After fines: {left}. " if after else ""
        alt = (
            f"Total score before fines in per cent of the cooperative mean, with 95 % intervals. {said}. {fines}"
            "† not in the rulebook."
        )
        html = self.html(f"Team total before fines, beside published results ({shown.games} each)", alt, rows)
        click = "Click a point or its numbers: one of its games opens below. † not in the rulebook."
        return f"{html}<small>{escape(fines)}{click} {escape(SOURCES)}</small>{against_published()}"

    def _lines(self, shown: Shown) -> list[_Line]:
        def played(name: str, total: Interval, mark: str, color: str, key: str = "") -> _Line:
            share = shown.efficiency(total)
            told = f"{share.mean:.0f} %, {total.mean:.1f} p".replace("-", "−")
            return _Line(name, share, mark, color, told, key)

        lines = [played("yours", shown.yours.total.interval(), "*", "e", "yours")]
        for name, tally in shown.treatments.items():
            one = TREATMENTS[name]
            title = one.title + ("" if one.in_rulebook else " †")
            lines.append(played(title, tally.total.interval(), "o", "ink", name))
        for name, totals in shown.groups.items():
            each = [100 * total / cooperative_best(shown.players) for total in totals]
            lines.append(played(name, mean_interval(totals), "s", "d")._replace(each=each))
        theory = 400 * shown.players / (shown.players + 1) ** 2
        for name, value, mark in (
            (f"theory, {shown.players} users", theory, "^"),
            *((name, value, "D") for name, value, _ in SHARES),
        ):
            lines.append(_Line(name, Interval(value, value, value, 0), mark, "a", f"{value:.0f} %"))
        return lines

    def _row(self, axes: Axes, y: int, line: _Line, row: int) -> None:
        if line.each:
            axes.plot(line.each, [y] * len(line.each), "s", color="none", markeredgecolor=LIGHT["d"], markersize=6)
        size = {"*": 12.0, "o": 5.5}.get(line.mark, 8.0)
        (dot,) = axes.plot(
            [line.share.mean], [y], line.mark, color=LIGHT[line.color], markeredgecolor=LIGHT["ink"], markersize=size
        )
        told = axes.text(
            1.03, y, line.told, transform=axes.get_yaxis_transform(), fontsize=_SIZE, va="center", color=LIGHT["ink"]
        )
        whiskers(axes.hlines, [(y, line.share)], color=LIGHT["e"], lw=2.5, zorder=3)
        dot.set_gid(f"mean-{row}" + (f"-point-{line.key}" if line.key else ""))
        told.set_gid(f"told-{row}" + (f"-row-point-{line.key}" if line.key else ""))


class Collapse(Drawing):
    """The last year with fish, as shares of the games."""

    def __init__(self) -> None:
        super().__init__(height=2.9, head=0.62)

    def draw(self, shown: Shown) -> str:
        """Draw when the sea is emptied."""
        shares = {"yours": shown.yours.emptied_after()} | {
            name: tally.emptied_after() for name, tally in shown.ends.items()
        }
        names = list(shares)
        wide = 0.84 / len(names)

        def bars(axes: Axes, name: str) -> None:
            face, edge, hatch = _BARS[name]
            places = np.arange(11) + (names.index(name) - (len(names) - 1) / 2) * wide
            heights = [100 * one.mean for one in shares[name]]
            drawn = axes.bar(
                places, heights, wide, facecolor=LIGHT[face], edgecolor=LIGHT[edge], hatch=hatch, linewidth=1.2
            )  # fmt: skip
            for row, one in enumerate(drawn):
                one.set_gid(f"bar-{1 + 2 * names.index(name)}-{row}")
            found = [Interval(100 * one.mean, 100 * one.low, 100 * one.high, one.games) for one in shares[name]]
            whiskers(axes.vlines, zip(places, found, strict=True), color=LIGHT["ink"], lw=1.5, zorder=3)

        def ground(axes: Axes) -> None:
            for name in shown.ends:
                bars(axes, name)
            axes.set_xticks(range(11), [*map(str, range(1, 11)), "never"], fontsize=_SIZE)
            axes.set(ylim=(0, 108), xlim=(-0.6, 10.6))
            name_axes(axes, "last year with fish", "% of games, 95 % interval", 11)
            signs = [
                Patch(facecolor=LIGHT[face], edgecolor=LIGHT[edge], hatch=hatch)
                for face, edge, hatch in (_BARS[name] for name in names)
            ]
            axes.legend(
                signs, names, frameon=False, fontsize=11, labelcolor=LIGHT["ink"], ncols=len(names), loc="upper left",
                bbox_to_anchor=(0.01, 0.99), bbox_transform=self.canvas.figure.transFigure, borderaxespad=0,
            )  # fmt: skip

        self.canvas.ground(tuple(shown.ends.values()), ground)
        bars(self.canvas.axes, "yours")
        rows: list[dict[str, Any]] = [{"last year with fish": year} for year in (*range(1, 11), "never")]
        for name, found in shares.items():
            for row, one in zip(rows, found, strict=True):
                row[f"{name}, % of games"] = round(100 * one.mean, 1)
                row[f"{name}, 95 %"] = f"{100 * one.low:.1f} to {100 * one.high:.1f}"
        words = "; ".join(f"{name}: never empty in {100 * one[-1].mean:.0f} % of games" for name, one in shares.items())
        alt = f"The year after which the sea is empty. {words}."
        return self.html(f"When the sea is emptied ({shown.games})", alt, rows)


class Damage(Drawing):
    """What each seat costs the sea, and what it earns by it."""

    def draw(self, shown: Shown) -> str:
        """Draw damage and points of yours, by seat."""
        found, own = shown.yours.damage.intervals(), shown.yours.net.intervals()
        names = [f"seat {SEATS[seat]}" for seat in range(shown.players)] + ["illegal"] * (len(found) > shown.players)
        heights = [one.mean for one in found]
        top = 40 * math.ceil(max(60.0, *heights) * 1.15 / 40)

        def ground(axes: Axes) -> None:
            axes.set_xticks(range(len(names)), names, fontsize=_SIZE)
            axes.set(ylim=(0, top), xlim=(-0.6, len(names) - 0.4))
            name_axes(
                axes,
                "seat; above its bar: its mean points, net",
                "mean fish-years lost by each seat, 95 % interval",
                11,
            )

        self.canvas.ground((len(names), top), ground)
        axes = self.canvas.axes
        drawn = axes.bar(
            range(len(found)), heights, 0.6, facecolor=LIGHT["ink2"], edgecolor=LIGHT["ink"], linewidth=1.2
        )
        for row, bar in enumerate(drawn):
            bar.set_gid(f"bar-1-{row}")
        whiskers(axes.vlines, enumerate(found), color=LIGHT["e"], lw=3, zorder=3)
        for place, one in enumerate(own):
            words = f"{one.mean:.1f} points".replace("-", "−")
            axes.text(
                place, heights[place] + 0.04 * top, words, ha="center", fontsize=_SIZE, color=LIGHT["ink"],
                gid=f"value-3-{place}",
            )  # fmt: skip
        rows = [
            {
                "who": name,
                "fish-years lost": round(one.mean, 1),
                "95 %": span(one),
                "points after fines": tell(own[place]) if place < len(own) else "–",
            }
            for place, (name, one) in enumerate(zip(names, found, strict=True))
        ]
        said = "; ".join(f"{name} {one.mean:.1f}" for name, one in zip(names, found, strict=True))
        alt = f"Damage by player. {said} fish-years."
        return self.html(f"Damage and points by player ({shown.games})", alt, rows)


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
        told = _free_ride(table) if {"own", "team"} <= set(names) else ""
        best_replies = "; ".join(
            f"among {name}: {' or '.join(reply)}" for name, reply in zip(names, replies, strict=True)
        )  # fmt: skip
        about = "Points of one player by its own policy and that of all others."
        alt = f"{about} Best replies: {best_replies}. {told}".strip()
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
        return f"{self.html(title, alt, data)}<p>{escape(told)} (95 % intervals, {table.games:,} games.)</p>"


def _free_ride(table: Payoffs) -> str:
    """Return in words what a lone selfish player gains, and what comes if all do as it does."""
    ride = table.free_riding("own", "team")
    return (
        "“team” and “own” were found by search: for the total, and for one's own points. "
        f"A lone “own” among “team”: {signed(ride['the lone one gains'])} points for itself, "
        f"{signed(ride['each other loses'], -1)} for each of the others. If all do as it does, each has "
        f"{tell(ride['all do as the lone one'])} instead of {tell(ride['all do as the others'])}."
    )


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
