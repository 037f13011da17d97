"""The Boom laboratory on the page: choose who fishes how, and a thousand seas answer.

    Laboratory()
    Laboratory(players=3, treatment="cooperative", games=500, wait=True)

Every treatment is played on the same dice. Every mean has its 95 % interval, and the number of games is written beside
it. One of the games can be opened on the board; games of the class can be laid among the treatments.
"""

from __future__ import annotations

import asyncio
import base64
import csv
import io
import itertools
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import anywidget
import ipywidgets as w
import matplotlib as mpl
import numpy as np
import traitlets
from matplotlib.figure import Figure

from fishlab.boom import Boom
from fishlab.core import BadCode, Match
from fishlab.lab import (
    NO_QUOTA,
    NUMBERS,
    TREATMENTS,
    Batch,
    Interval,
    Policy,
    estimate,
    mean_interval,
    payoff_table,
    plan,
    play_profiles,
    rows_from_play,
    share_interval,
    treatment,
)
from fishlab.lab.experiment import columns_of, cooperative_best, rows_of
from fishlab.lab.payoffs import GRID
from fishlab.lab.payoffs import Table as Payoffs
from fishlab_widgets.board import STYLE, Live
from fishlab_widgets.charts import _RC, rows_html
from fishlab_widgets.plots import figure_html, themed
from fishlab_widgets.slider import Slider
from fishlab_widgets.svg import LIGHT
from fishlab_widgets.table import PERSON, Table, action_button

MOST_GAMES = 20_000
"""Games that the panel keeps at once; more belong into a file."""
LIVE_GAMES = 5_000
"""Up to so many games a slider answers by itself; with more, one presses Run."""
MOST_CLASS = 500
"""Games of a class."""
PAYOFF_GAMES = 400
BOUNDS = {2: 73.2, 3: 105.8, 4: 111.9}
"""Mean totals that nobody can exceed even with the dice known beforehand: `mean_bound(players, games=20, seed=0)`."""
PUBLISHED = (
    ("10 users, laboratory", 30.0, "Gardner, Moore & Walker 1994"),
    ("5 users, laboratory", 44.0, "Gardner, Moore & Walker 1994"),
    ("stock quotas, laboratory", 54.0, "Gardner, Moore & Walker 1994"),
)
"""Published shares of the optimum, in per cent, and where they stand."""
SOURCES = (
    "Diamonds: Gardner, Moore & Walker (1994), people in other games than this one. The triangle is theory: equal "
    "users of a quadratic yield, 4n/(n+1)². Published without a number that could be drawn: repeated talk face to face "
    "came close to the maximum, with about 5 % defections (reported in Anderies & Janssen, p. 96); voted and enforced "
    "rules did best, imposed enforcement worst (DeCaro et al. 2015)."
)
_SPARE = [(str(cost), cost) for cost in (0, 1, 2, 3, 4, 6, 9)] + [("never", 99)]
_QUOTA = [(str(fish), fish) for fish in range(7)] + [("none", NO_QUOTA)]
_LABELS = {
    "ambition": "Ambition: fish beyond plates",
    "care": "Care: takes the cheapest fish",
    "look_ahead": "Look-ahead, years",
    "spare": "Puts back a fish that costs over",
    "quota": "Quota, fish a year †",
}
_ROW = w.Layout(grid_gap="8px 14px", flex_flow="row wrap", align_items="center")
_count = itertools.count(1)


class Picture:
    """A figure that is kept and drawn again; it can be had as HTML, SVG and PNG, each with its words."""

    def __init__(self, name: str, height: float = 2.7, left: float = 0.13, right: float = 0.96) -> None:
        self.name, self.alt, self.title = name, "", ""
        self._ticks: dict[str, list[str]] = {}
        with mpl.rc_context(_RC):
            self.figure = Figure(figsize=(4.6, height), facecolor="none")
            self.axes = self.figure.add_axes((left, 0.6 / height, right - left, 1 - 0.98 / height), facecolor="none")
        axes = self.axes
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            axes.spines[side].set_color(LIGHT["ink2"])
        axes.tick_params(colors=LIGHT["ink2"], labelsize=10)
        axes.grid(axis="y", color=LIGHT["line2"], linewidth=1)
        axes.set_axisbelow(True)

    def clear(self) -> Any:
        """Return the axes without what was drawn; ticks are kept, for making them anew is what takes the time."""
        axes = self.axes
        for artist in (*axes.lines, *axes.patches, *axes.collections, *axes.texts):
            artist.remove()
        axes.containers.clear()
        return axes

    def ticks(self, axis: str, places: Sequence[float], words: Sequence[str], size: float = 10) -> None:
        """Write words at an axis, if they are not there already."""
        if self._ticks.get(axis) != list(words):
            self._ticks[axis] = list(words)
            (self.axes.set_xticks if axis == "x" else self.axes.set_yticks)(places, words, fontsize=size)

    def html(self, title: str, x: str, y: str, alt: str, rows: Sequence[Mapping[str, Any]]) -> str:
        """Name the axes and return the figure with its words and its data."""
        self.title, self.alt = title, alt
        with mpl.rc_context(_RC):
            self.axes.set_xlabel(x, color=LIGHT["ink2"], fontsize=11)
            self.axes.set_title(y, color=LIGHT["ink2"], fontsize=11, loc="left", y=1.0, pad=6)
            out = io.StringIO()
            self.figure.savefig(out, format="svg", metadata={"Date": None})
        return figure_html(title, themed(out.getvalue(), f"lab{next(_count)}"), alt, rows_html(rows))

    def svg(self) -> str:
        """Return the figure as a file of its own, with its text alternative inside."""
        with mpl.rc_context(_RC):
            out = io.StringIO()
            self.figure.savefig(out, format="svg", facecolor="white", metadata={"Date": None})
        text = out.getvalue()
        head = text.index("<svg")
        body = text.index(">", head) + 1
        words = f"<title>{escape(self.title)}</title><desc>{escape(self.alt)}</desc>"
        return text[:body] + words + text[body:]

    def png(self) -> bytes:
        """Return the figure as a PNG, its text alternative in the file's description."""
        out = io.BytesIO()
        self.figure.savefig(
            out, format="png", dpi=160, facecolor="white", metadata={"Title": self.title, "Description": self.alt}
        )
        return out.getvalue()


class Clickable(anywidget.AnyWidget):
    """HTML whose points can be clicked: things with an id that ends in "point-" and a word."""

    _esm = """
    function render({ model, el }) {
      const draw = () => { el.innerHTML = model.get("value"); };
      el.addEventListener("click", (event) => {
        const found = event.target.closest('[id*="point-"]');
        if (found) model.send({ point: found.id.split("point-").pop() });
      });
      model.on("change:value", draw);
      draw();
    }
    export default { render };
    """
    value = traitlets.Unicode().tag(sync=True)

    def __init__(self, act: Callable[[str], None]) -> None:
        super().__init__()
        self.act = act
        self.on_msg(self._receive)

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        point = content.get("point") if isinstance(content, Mapping) else None
        if isinstance(point, str):
            self.act(point)


class Laboratory(Live, w.VBox):
    """A panel: players, treatments, sliders, games; figures with intervals; a sample game; the class's own games.

    Args:
        players: 2 to 4.
        treatment: what all seats do at first; a name out of `TREATMENTS`.
        games: games of each treatment.
        seed: names the dice; the same seed gives the same figures.
        wait: show nothing before somebody presses Run.
    """

    def __init__(
        self, players: int = 4, treatment: str = "competitive", games: int = 1000, seed: int = 1, *, wait: bool = False
    ) -> None:
        if players not in BOUNDS:
            raise ValueError(f"players={players!r} is not possible: Fishery Boom is for 2, 3 or 4")
        self.seed = seed
        _known(treatment)
        self.batches: dict[str, Batch] = {}
        self.yours: Batch | None = None
        self.class_rows: list[dict[str, Any]] = []
        self._kept: dict[tuple[int, int], dict[str, Batch]] = {}
        self._tables: dict[Any, Payoffs] = {}
        self._later: asyncio.TimerHandle | None = None
        self._quiet = False
        self.pictures = {
            "stock": Picture("stock", right=0.72),
            "totals": Picture("totals", height=5.6, left=0.36, right=0.8),
            "collapse": Picture("collapse"),
            "damage": Picture("damage"),
            "payoffs": Picture("payoffs", height=3.6, left=0.2),
        }
        self._build(players, treatment, games)
        super().__init__(self._children())
        for name in ("fishlab-laboratory", "fishlab", "fishlab-live"):
            self.add_class(name)
        self._read_sliders()
        self._check_games(games)
        if wait:
            self.told.value = "<p>Nothing has been played yet: press <b>Run</b>.</p>"
        else:
            self.run()

    def __repr__(self) -> str:
        return f"<Laboratory: {self.label()}, {self.players} players, {self.games.value:,} games>"

    def still_picture(self) -> str:
        """Return the figures as they are."""
        return f"{self.told.value}{self.views[0].value}{self.views[1].value}"

    # ---- the controls ------------------------------------------------------------------------------------------

    def _build(self, players: int, chosen: str, games: int) -> None:
        titles = [(f"{one.title}{'' if one.in_rulebook else ' †'}", name) for name, one in TREATMENTS.items()]
        wide = {"description_width": "initial"}
        self.player_choice = w.ToggleButtons(
            options=[2, 3, 4], value=players, description="Players", style={"button_width": "48px"}
        )
        self.all_choice = w.Dropdown(
            options=titles, value=chosen, description="All seats", style=wide, layout=w.Layout(width="300px")
        )
        self.seat_choices = [
            w.Dropdown(
                options=[("as all", ""), *titles], value="", description=f"Seat {'ABCD'[seat]}", style=wide,
                layout=w.Layout(width="230px"),
            )
            for seat in range(4)
        ]  # fmt: skip
        ranges = {number.name: number for number in NUMBERS}
        steps = {
            "ambition": [(f"{half / 2:g}", half / 2) for half in range(13)],
            "care": [(f"{part / 20:g}", part / 20) for part in range(21)],
            "look_ahead": [(str(years), years) for years in range(int(ranges["look_ahead"].high) + 1)],
            "spare": _SPARE,
            "quota": _QUOTA,
        }
        self.sliders = {name: Slider(_LABELS[name], steps[name], ranges[name].text) for name in steps}
        for slider in self.sliders.values():
            slider.observe(self._moved, "value")
        self.games = w.IntText(games, description="Games", layout=w.Layout(width="170px"), style=wide)
        self.run_button = action_button("Run", "", self.run, primary=True)
        self.back_button = action_button("Back to the rulebook", "", self.back)
        self.told, self.notice, self.payoffs = w.HTML(), w.HTML(), w.HTML()
        self.views = [w.HTML(), Clickable(self.show_point), w.HTML(), w.HTML()]
        left, right = w.VBox([self.views[0], *self.views[2:]]), w.VBox([self.views[1], self.payoffs])
        self.figures = w.Box([left, right])
        self.figures.add_class("lab-figures")
        self.notice.add_class("fishlab-notice")
        # One of these games.
        self.game_of = w.Dropdown(options=[("–", "")], description="of", layout=w.Layout(width="290px"), style=wide)
        self.game_which = w.Dropdown(
            options=[("a middling game", "middle"), ("the highest total", "high"), ("the lowest total", "low")],
            description="which", layout=w.Layout(width="220px"), style=wide,
        )  # fmt: skip
        self.game_button = action_button("Show one of these games", "", self.show_game)
        self.sample = w.VBox()
        # The class.
        self.class_text = w.Textarea(
            placeholder="BM1-…  (one save code a line)\n\nor\n\ngroup,total\nalone,9\ntogether,31",
            layout=w.Layout(width="100%", height="120px"),
        )
        self.class_text.description = "Codes or CSV"
        self.class_text.style.description_width = "initial"
        self.class_button = action_button("Add the class to the figure", "", self.add_class_games)
        self.forget_button = action_button("Take the class out", "", self.forget_class)
        self.class_told = w.HTML()
        # Files.
        self.files_button = action_button("Make files: CSV, SVG, PNG", "", self.make_files)
        self.files = w.HTML()
        self.player_choice.observe(self._chosen, "value")
        self.all_choice.observe(self._treatment_changed, "value")
        for choice in self.seat_choices:
            choice.observe(self._chosen, "value")

    def _children(self) -> list[w.Widget]:
        seats = w.HBox(self.seat_choices, layout=_ROW)
        sliders = w.HBox(list(self.sliders.values()), layout=_ROW)
        run = w.HBox([self.games, self.run_button, self.back_button], layout=_ROW)
        show = w.HBox([self.game_button, self.game_of, self.game_which], layout=_ROW)
        return [
            w.HTML(f"<style>{STYLE}{_CSS}</style><div class='lab-title'>The Boom laboratory</div>"),
            w.HBox([self.player_choice, self.all_choice], layout=_ROW),
            seats,
            sliders,
            w.HTML("<small>† not in the rulebook. Sliders change every seat that does “as all”.</small>"),
            run,
            self.notice,
            self.told,
            self.figures,
            show,
            self.sample,
            w.HTML("<h4>Your class among the treatments</h4>"),
            self.class_text,
            w.HBox([self.class_button, self.forget_button], layout=_ROW),
            self.class_told,
            w.HBox([self.files_button], layout=_ROW),
            self.files,
        ]

    @property
    def players(self) -> int:
        """How many seats play."""
        return int(self.player_choice.value)

    def common_policy(self) -> Policy:
        """Return what a seat does that does “as all”."""
        return treatment(self.all_choice.value).profile(self.players)[0].but(**self.changes())

    def profile(self) -> tuple[Policy, ...]:
        """Return the policy of every seat, as the controls say."""
        changes = self.changes()
        common = [policy.but(**changes) for policy in treatment(self.all_choice.value).profile(self.players)]
        for seat, choice in enumerate(self.seat_choices[: self.players]):
            if choice.value:
                common[seat] = treatment(choice.value).profile(self.players)[seat]
        return tuple(common)

    def changes(self) -> dict[str, Any]:
        """Return the numbers that the sliders change."""
        start = self._numbers()
        found = {name: slider.value for name, slider in self.sliders.items() if slider.value != start[name]}
        if "spare" in found:
            found["release"] = 0 if found["spare"] == 99 else 1
        return found

    def label(self) -> str:
        """Return in a few words what the controls say."""
        words = TREATMENTS[self.all_choice.value].title
        changed = [name.replace("_", "-") for name in self.changes() if name != "release"]
        if changed:
            words += f", other {', '.join(changed)}"
        other = [f"{'ABCD'[n]}" for n, choice in enumerate(self.seat_choices[: self.players]) if choice.value]
        return words + (f", seat {' and '.join(other)} apart" if other else "")

    @property
    def own(self) -> bool:
        """Whether the controls say something that no treatment says."""
        return self.profile() != TREATMENTS[self.all_choice.value].profile(self.players)

    def _numbers(self) -> dict[str, Any]:
        """Return where the sliders stand for the treatment of all."""
        policy = TREATMENTS[self.all_choice.value].profile(self.players)[0]
        found = {name: getattr(policy, name) for name in self.sliders}
        allowed = {"spare": [cost for _, cost in _SPARE], "quota": [fish for _, fish in _QUOTA]}
        for name, values in allowed.items():
            found[name] = min(values, key=lambda value, name=name: abs(value - found[name]))
        return found

    def _read_sliders(self) -> None:
        self._quiet = True
        for name, value in self._numbers().items():
            self.sliders[name].value = value
        for seat, choice in enumerate(self.seat_choices):
            choice.layout.display = "" if seat < self.players else "none"
        self._quiet = False

    def _treatment_changed(self, _change: Any) -> None:
        if not self._quiet:
            self._read_sliders()
            self._moved()

    def _chosen(self, _change: Any) -> None:
        if not self._quiet:
            for seat, choice in enumerate(self.seat_choices):
                choice.layout.display = "" if seat < self.players else "none"
            self._moved()

    def _moved(self, _change: Any = None) -> None:
        if self._quiet or self.yours is None:
            return
        if isinstance(self.games.value, int) and self.games.value > LIVE_GAMES:
            self.say(f"With more than {LIVE_GAMES:,} games a move does not play at once: press Run.")
            return
        self.run()

    def back(self) -> None:
        """Go back to the rulebook: everyone for themselves, no changed number, no seat apart."""
        self._quiet = True
        self.all_choice.value = "competitive"
        for choice in self.seat_choices:
            choice.value = ""
        self._read_sliders()
        self.run()

    def say(self, words: str) -> None:
        """Show a sentence under the controls."""
        self.notice.value = f"<p role='status' class='lab-notice'>{escape(words)}</p>" if words else ""

    # ---- playing -----------------------------------------------------------------------------------------------

    def _check_games(self, games: Any) -> int:
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise ValueError(f"{games!r} games cannot be played: choose a whole number from 1 to {MOST_GAMES:,}")
        if games > MOST_GAMES:
            told = estimate(plan(list(TREATMENTS), games, self.seed, players=self.players), sample=200)
            raise ValueError(
                f"The panel plays at most {MOST_GAMES:,} games at once. All treatments, {told}. To do it in chunks "
                "that can be stopped and resumed, call this of fishlab.lab: "
                f"experiment(list(TREATMENTS), {games}, file='results.csv')."
            )
        return games

    def run(self) -> None:
        """Play all treatments and yours on the same dice, and draw what came of it; nonsense is refused in words."""
        try:
            games, profile = self._check_games(self.games.value), self.profile()
        except ValueError as why:
            self.say(str(why))
            return
        self.say("")
        key = (self.players, games)
        known = self._kept.get(key)
        if known is None:
            played = play_profiles(
                [*(one.profile(self.players) for one in TREATMENTS.values()), profile], games, self.seed
            )
            known = dict(zip(TREATMENTS, played, strict=False))
            self._kept = {key: known}
            yours = played[-1]
        else:
            yours = play_profiles([profile], games, self.seed)[0]
        self.batches, self.yours = known, yours
        self._offer_games()
        self.refresh()
        self._draw_payoffs_later()

    def _offer_games(self) -> None:
        options = [(f"yours: {self.label()}"[:60], "")] if self.own else []
        options += [(one.title, name) for name, one in TREATMENTS.items()]
        before = self.game_of.value
        if list(self.game_of.options) != options:
            self.game_of.options = options
            keys = [value for _, value in options]
            self.game_of.value = "" if self.own else before if before in keys and before else self.all_choice.value

    def efficiency(self, total: float) -> float:
        """Return a total in per cent of what the cooperative treatment reaches on average."""
        return float(100 * total / cooperative_best(self.players))

    def refresh(self) -> None:
        """Draw the figures again."""
        if self.yours is None:
            return
        total = mean_interval(self.yours.total())
        lost = share_interval(self.yours.collapse() > 0)
        best, bound = cooperative_best(self.players), BOUNDS[self.players]
        words = (
            f"<p><b>{escape(self.label())}</b>: {_tell(total)} points together, {self.yours.games:,} games. "
            f"That is {self.efficiency(total.mean):.0f} % of what the cooperative treatment reaches ({best:.1f}), and "
            f"{100 * total.mean / bound:.0f} % of a bound that nobody can exceed ({bound:.1f}; it knows all dice "
            f"beforehand and is loose). The sea is emptied in {100 * lost.mean:.0f} % of the games "
            f"({100 * lost.low:.0f} to {100 * lost.high:.0f}).</p>"
        )
        self.told.value = words.replace(" is -", " is −").replace("and -", "and −")
        for view, draw in zip(self.views, (self._stock, self._totals, self._collapse, self._damage), strict=True):
            view.value = draw()

    def _compared(self) -> dict[str, Batch]:
        """Return yours and the two games of the rulebook, by what to call them."""
        assert self.yours is not None
        found = {"yours": self.yours} if self.own else {}
        chosen = self.all_choice.value
        if not self.own and chosen not in ("competitive", "cooperative"):
            found[TREATMENTS[chosen].title] = self.batches[chosen]
        return found | {"alone": self.batches["competitive"], "together": self.batches["cooperative"]}

    def _stock(self) -> str:
        axes = self.pictures["stock"].clear()
        compared = self._compared()
        looks = [("e", "-"), ("b", (0, (5, 2))), ("a", (0, (1.2, 1.6)))][-len(compared) :]
        rows: list[dict[str, Any]] = [{"year": year} for year in range(1, 11)]
        ends, words = [], []
        for (name, batch), (color, dash) in zip(compared.items(), looks, strict=True):
            living = batch.living()
            years = np.arange(1, living.shape[0] + 1)
            means = [mean_interval(row) for row in living]
            low, high = np.quantile(living, [0.1, 0.9], axis=1)
            axes.fill_between(years, low, high, color=LIGHT[color], alpha=0.18, linewidth=0)
            axes.plot(years, [one.mean for one in means], color=LIGHT[color], linewidth=2.2, linestyle=dash)
            axes.vlines(years, [one.low for one in means], [one.high for one in means], color=LIGHT["ink"], lw=1.2)
            for row, one, least, most in zip(rows, means, low, high, strict=False):
                row[name] = round(one.mean, 2)
                row[f"{name}, 95 %"] = f"{one.low:.2f} to {one.high:.2f}"
                row[f"{name}, middle 80 %"] = f"{least:g} to {most:g}"
            ends.append((means[-1].mean, name))
            words.append(f"{name}: {means[-1].mean:.1f} fish in year 10")
        place = -10.0
        for value, name in sorted(ends):
            place = max(value, place + 2.4)
            axes.text(10.25, place, f"{_short(name, 16)} {value:.1f}", color=LIGHT["ink"], fontsize=10.5, va="center")
        axes.set_xlim(1, 10)
        axes.set_ylim(0, 25)
        alt = f"Living fish at the start of each year. {'; '.join(words)}. Bands: the middle 80 % of games."
        title = f"Living fish ({self._games()})"
        return self.pictures["stock"].html(title, "year", "fish; band: middle 80 % of games", alt, rows)

    def _totals(self) -> str:
        axes = self.pictures["totals"].clear()
        lines: list[tuple[str, Interval, str, str, str]] = []  # name, efficiency, mark, colour, words at the right
        if self.own and self.yours is not None:
            lines.append(self._line("yours", self.yours.total(), "*", "e"))
        for name, batch in self.batches.items():
            one = TREATMENTS[name]
            mark = "" if one.in_rulebook else " †"
            lines.append(self._line(one.title + mark, batch.total(), "o", "ink"))
        groups = self._class_groups()
        for name, totals in groups.items():
            lines.append(self._line(name, totals, "s", "d"))
        keys = {"yours": "yours"} | {line[0]: key for line, key in zip(lines[self.own :], self.batches, strict=False)}
        theory = 400 * self.players / (self.players + 1) ** 2
        lines.append(
            (f"theory, {self.players} users", Interval(theory, theory, theory, 0), "^", "a", f"{theory:.0f} %")
        )
        for name, share, _source in PUBLISHED:
            lines.append((name, Interval(share, share, share, 0), "D", "a", f"{share:.0f} %"))
        count = len(lines)
        reach = max(105.0, *(line[1].mean for line in lines))
        least = min(0.0, *(line[1].mean for line in lines))
        for place, (name, one, mark, color, words) in enumerate(lines):
            y = count - 1 - place
            if name in groups:
                each = [self.efficiency(total) for total in groups[name]]
                least, reach = min(least, *each, 0), max(reach, *each)
                axes.plot(each, [y] * len(each), "s", color="none", markeredgecolor=LIGHT["d"], markersize=6)
            size = 12 if mark == "*" else 5.5 if mark == "o" else 8
            (dot,) = axes.plot([one.mean], [y], mark, color=LIGHT[color], markeredgecolor=LIGHT["ink"], markersize=size)
            if name in keys:
                dot.set_gid(f"point-{keys[name]}")
            told = axes.text(
                1.03, y, words, transform=axes.get_yaxis_transform(), fontsize=9.5, va="center", color=LIGHT["ink"]
            )
            if name in keys:
                told.set_gid(f"row-point-{keys[name]}")
        known = [(count - 1 - n, line[1]) for n, line in enumerate(lines) if np.isfinite(line[1].low)]
        ys, ends = [y for y, _ in known], [one for _, one in known]
        axes.hlines(ys, [one.low for one in ends], [one.high for one in ends], color=LIGHT["e"], lw=2.5, zorder=3)
        axes.axhline(len(PUBLISHED) + 0.5, color=LIGHT["ink2"], linewidth=1)
        self.pictures["totals"].ticks("y", range(count), [_plain(line[0], 28) for line in reversed(lines)])
        axes.set_ylim(-0.6, count - 0.4)
        axes.set_xlim(least - 3, reach + 3)
        axes.grid(axis="x", color=LIGHT["line2"], linewidth=1)
        axes.grid(axis="y", visible=False)
        rows = [
            {
                "who": name,
                "% of the cooperative mean": round(one.mean, 1),
                "from": "–" if not np.isfinite(one.low) else round(one.low, 1),
                "to": "–" if not np.isfinite(one.high) else round(one.high, 1),
                "games": one.games or "–",
                "% of the upper bound": round(one.mean * cooperative_best(self.players) / BOUNDS[self.players], 1)
                if one.games
                else "–",
                "source": next((source for other, _, source in PUBLISHED if other == name), "this laboratory")
                if mark != "^"
                else "4n/(n+1)²",
            }
            for name, one, mark, _, _ in lines
        ]
        said = "; ".join(f"{name} {one.mean:.0f} %" for name, one, *_ in lines)
        alt = f"Total score in per cent of the cooperative mean, with 95 % intervals. {said}. † not in the rulebook."
        title = f"Team total, beside published results ({self._games()} each)"
        html = self.pictures["totals"].html(title, "% of the cooperative mean", "", alt, rows)
        click = "Click a point or its numbers: one of its games opens below. † not in the rulebook."
        return f"{html}<small>{click} {escape(SOURCES)}</small>"

    def _line(self, name: str, totals: Any, mark: str, color: str) -> tuple[str, Interval, str, str, str]:
        best = cooperative_best(self.players)
        one = mean_interval(np.asarray(totals, float))
        share = Interval(100 * one.mean / best, 100 * one.low / best, 100 * one.high / best, one.games)
        return name, share, mark, color, f"{share.mean:.0f} %, {one.mean:.1f} p".replace("-", "−")

    def _collapse(self) -> str:
        axes = self.pictures["collapse"].clear()
        compared = dict(list(self._compared().items())[:2])
        labels = [*range(1, 11), "never"]
        rows: list[dict[str, Any]] = [{"last year with fish": label} for label in labels]
        words = []
        for number, (name, batch) in enumerate(compared.items()):
            years = batch.collapse()
            shares = [share_interval(years == (year if year != "never" else 0)) for year in labels]
            places = np.arange(11) + (number - 0.5) * 0.4
            heights = np.array([100 * one.mean for one in shares])
            axes.bar(
                places, heights, 0.4, label=name, linewidth=1.2, edgecolor=LIGHT["a" if number else "ink"],
                facecolor=LIGHT["paper" if number else "ink2"], hatch="///" if number else "",
            )  # fmt: skip
            ends = [100 * one.low for one in shares], [100 * one.high for one in shares]
            axes.vlines(places, *ends, color=LIGHT["e"], lw=1.8, zorder=3)
            for row, one in zip(rows, shares, strict=True):
                row[f"{name}, % of games"] = round(100 * one.mean, 1)
                row[f"{name}, 95 %"] = f"{100 * one.low:.1f} to {100 * one.high:.1f}"
            words.append(f"{name}: never empty in {100 * shares[-1].mean:.0f} % of games")
        self.pictures["collapse"].ticks("x", range(11), [str(label) for label in labels])
        axes.legend(frameon=False, fontsize=10.5, labelcolor=LIGHT["ink"], loc="upper left")
        axes.set_ylim(0, 108)
        alt = f"The year after which the sea is empty. {'; '.join(words)}."
        title = f"When the sea is emptied ({self._games()})"
        return self.pictures["collapse"].html(title, "last year with fish", "% of games, 95 % interval", alt, rows)

    def _damage(self) -> str:
        assert self.yours is not None
        axes = self.pictures["damage"].clear()
        found = [mean_interval(seat) for seat in self.yours.damage()]
        own = [mean_interval(seat) for seat in self.yours.net()]
        names = [f"seat {'ABCD'[seat]}" for seat in range(self.players)]
        if self.players < 4:
            found.append(mean_interval(self.yours.illegal_damage()))
            names.append("illegal")
        heights = [one.mean for one in found]
        hatches = ["", "///", "...", "xx", "--"]
        for place, (height, hatch) in enumerate(zip(heights, hatches, strict=False)):
            color = LIGHT["paper" if hatch else "ink2"]
            axes.bar([place], [height], 0.6, facecolor=color, edgecolor=LIGHT["ink"], hatch=hatch, linewidth=1.2)
        if all(np.isfinite(one.low) for one in found):
            ends = [one.low for one in found], [one.high for one in found]
            axes.vlines(range(len(found)), *ends, color=LIGHT["e"], lw=3, zorder=3)
        for place, (height, one) in enumerate(zip(heights, own, strict=False)):
            words = f"{one.mean:.1f} points".replace("-", "−")
            axes.text(place, height * 1.06 + 1, words, ha="center", fontsize=10, color=LIGHT["ink"])
        self.pictures["damage"].ticks("x", range(len(found)), names)
        axes.set_ylim(0, max(10.0, max(heights) * 1.3))
        rows = [
            {
                "who": name,
                "fish-years lost": round(one.mean, 1),
                "95 %": f"{one.low:.1f} to {one.high:.1f}",
                "points, net": _tell(own[place]) if place < len(own) else "–",
            }
            for place, (name, one) in enumerate(zip(names, found, strict=True))
        ]
        alt = "Damage by player. " + "; ".join(f"{name} {one.mean:.1f}" for name, one in zip(names, found, strict=True))
        title = f"Damage and points by player ({self._games()})"
        unit = "fish-years lost, 95 % interval"
        return self.pictures["damage"].html(title, "seat", unit, alt + " fish-years.", rows)

    def _games(self) -> str:
        count = self.yours.games if self.yours is not None else 0
        return f"{count:,} {'game' if count == 1 else 'games'}"

    # ---- the game between policies -----------------------------------------------------------------------------

    def _draw_payoffs_later(self) -> None:
        """Draw the pay-offs a moment later, so that the other figures answer first; at once where nothing waits."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.draw_payoffs()
            return
        self._later = loop.call_later(0.2, self.draw_payoffs)

    def draw_payoffs(self) -> None:
        """Show what a lone player earns with each policy among others of another."""
        self._later = None
        grid, policy = dict(GRID), self.common_policy()
        if policy not in grid.values():
            grid = {"yours": policy, **grid}
        key = (self.players, grid.get("yours"))
        if key not in self._tables:
            if len(self._tables) > 20:
                self._tables.clear()
            games = PAYOFF_GAMES // (1 if len(grid) == len(GRID) else 2)
            self._tables[key] = payoff_table(grid, games, self.seed, players=self.players)
        self.payoffs.value = self._heat(self._tables[key])

    def _heat(self, table: Payoffs) -> str:
        games = table.payoff.shape[-1]
        names, replies = table.names, table.best_replies()
        axes = self.pictures["payoffs"].clear()
        found = {(row["policy"], row["among"]): row for row in table.rows()}
        values = [row["payoff"] for row in found.values()]
        low, high = min(values), max(values)
        steps = ("paper", "sea", "sea2", "deep")
        for y, name in enumerate(names):
            for x, among in enumerate(names):
                value, best = found[name, among]["payoff"], name in replies[x]
                part = (value - low) / ((high - low) or 1)
                axes.add_patch(
                    mpl.patches.Rectangle(
                        (x + 0.03, y + 0.03), 0.94, 0.94, facecolor=LIGHT[steps[min(3, int(part * 4))]],
                        edgecolor=LIGHT["ink" if best else "line"], linewidth=2.6 if best else 1,
                    )
                )  # fmt: skip
                text = f"{round(value, 1) + 0.0:.1f}".replace("-", "−") + (" ★" if best else "")
                axes.text(
                    x + 0.5, y + 0.5, text, ha="center", va="center", fontsize=9.5, color=LIGHT["ink"],
                    fontweight="bold" if best else "normal",
                )  # fmt: skip
        axes.set_xlim(0, len(names))
        axes.set_ylim(len(names), 0)
        axes.grid(False)
        axes.set_xticks([n + 0.5 for n in range(len(names))], names, fontsize=9)
        axes.set_yticks([n + 0.5 for n in range(len(names))], names)
        rows = [
            {
                "one plays": row["policy"],
                "others play": row["among"],
                "points": round(row["payoff"], 2),
                "95 %": f"{row['low']:.2f} to {row['high']:.2f}",
                "games": row["games"],
                "best reply": "yes" if row["best_reply"] else "",
            }
            for row in found.values()
        ]
        ride = table.free_riding("trawler", "sparing")
        gain, loss = ride["the lone one gains"], ride["each other loses"]
        told = (
            f"A lone “trawler” among “sparing” ones: {_signed(gain)} points for itself, {_signed(loss, -1)} for each "
            f"of the others. If all do as it does, each has {_tell(ride['all do as the lone one'])} instead of "
            f"{_tell(ride['all do as the others'])}."
        )
        best = "; ".join(f"among {name}: {' or '.join(reply)}" for name, reply in zip(names, replies, strict=True))
        alt = f"Points of one player by its own policy and that of all others. Best replies: {best}. {told}"
        html = self.pictures["payoffs"].html(
            f"What pays for one alone? ({games:,} games a cell; ★ and frame: best reply)",
            f"what the other {self.players - 1} play" if self.players > 2 else "what the other one plays",
            "points of the one player, by its own policy", alt, rows,
        )  # fmt: skip
        return f"{html}<p>{escape(told)} (95 % intervals, {games:,} games.)</p>"

    # ---- one game ----------------------------------------------------------------------------------------------

    def show_point(self, key: str) -> None:
        """Open a game of the point that was clicked."""
        wanted = "" if key == "yours" else key
        if wanted in [value for _, value in self.game_of.options]:
            self.game_of.value = wanted
            self.show_game()

    def show_game(self) -> None:
        """Open one of the games on the board, with its scrubber."""
        batch = self.batches.get(self.game_of.value, self.yours)
        if batch is None:
            self.say("No game has been played yet: press Run.")
            return
        totals = batch.total()
        order = np.argsort(totals, kind="stable")
        place = {"low": 0, "middle": (len(order) - 1) // 2, "high": len(order) - 1}[self.game_which.value]
        number = int(order[place])
        match = batch.match(number)
        words = f"Game {number + 1} of {batch.games:,}: {int(totals[number])} points together.".replace("-", "−")
        table = Table(match, seats=[PERSON] * batch.players)
        table.go(0)
        self.sample.children = [w.HTML(f"<p>{words} Drag the slider under the board.</p>"), table]

    # ---- the class ---------------------------------------------------------------------------------------------

    def add_class_games(self) -> None:
        """Read save codes or CSV; good lines join the figure, bad ones are refused one by one."""
        rows, wrong = read_class(self.class_text.value, self.players, len(self.class_rows))
        self.class_rows += rows
        here = sum(row["players"] == self.players for row in rows)
        said = [f"{len(rows)} {'game' if len(rows) == 1 else 'games'} added."] if rows or not wrong else []
        if here < len(rows):
            said.append(f"{len(rows) - here} of another number of players: choose that number above to see them.")
        told = "".join(f"<li>{escape(line)}</li>" for line in wrong)
        self.class_told.value = (
            f"<p role='status'>{escape(' '.join(said))}</p>" + (f"<ul class='lab-notice'>{told}</ul>" if told else "")
        )  # fmt: skip
        if rows:
            self.class_text.value = ""
        self.refresh()

    def forget_class(self) -> None:
        """Take the class's games out again."""
        self.class_rows = []
        self.class_told.value = "<p role='status'>The class's games are out of the figure.</p>"
        self.refresh()

    def _class_groups(self) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for row in self.class_rows:
            if row["players"] == self.players:
                found.setdefault(f"class: {row['group']}", []).append(row["total"])
        return found

    # ---- files -------------------------------------------------------------------------------------------------

    def rows(self) -> list[dict[str, Any]]:
        """Return what was played with the controls as they are: one row for each game and seat."""
        if self.yours is None:
            return []
        name = f"yours: {self.label()}" if self.own else str(self.all_choice.value)
        return rows_of(columns_of(self.yours, name, cooperative_best(self.players)))

    def csv(self) -> str:
        """Return those rows as CSV."""
        out, rows = io.StringIO(), self.rows()
        if rows:
            writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return out.getvalue()

    def make_files(self) -> None:
        """Offer rows and figures for saving."""
        if self.yours is None:
            self.say("There is nothing to save yet: press Run.")
            return
        links = [_link("rows.csv", "text/csv", self.csv().encode())]
        for name, one in self.pictures.items():
            if one.title:
                links.append(_link(f"{name}.svg", "image/svg+xml", one.svg().encode()))
                links.append(_link(f"{name}.png", "image/png", one.png()))
        self.files.value = f"<p>Click to save: {' · '.join(links)}</p>"


def read_class(text: str, players: int = 4, known: int = 0) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the games of a class from save codes (one a line) or CSV, and what is wrong, line by line.

    A code tells by itself whether it was a game alone or together. CSV needs a column `total`; `group` (or `treatment`)
    and `players` are read if they are there, and rows of one `game` and group count once.
    """
    lines = str(text).splitlines()
    full = [line for line in lines if line.strip()]
    if not full:
        return [], ["There is nothing to read: paste save codes, one a line, or CSV with a column “total”."]
    if "," in full[0] or full[0].strip().lower() == "total":
        found, wrong = _read_csv(full, players)
    else:
        found, wrong = [], []
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    found.append(_read_code(line.strip()))
                except ValueError as why:
                    wrong.append(f"Line {number}: {why}")
    room = max(0, MOST_CLASS - known)
    if len(found) > room:
        wrong.append(f"Only {room} more games fit ({MOST_CLASS} in all): {len(found) - room} were left out.")
    return found[:room], wrong


def _read_code(code: str) -> dict[str, Any]:
    try:
        match = Match.from_code(code)
    except BadCode as why:
        raise ValueError(str(why)) from why
    state = match.state
    if not isinstance(state, Boom):
        raise ValueError(f"this is a game of {match.game.title}, not of Fishery Boom")
    try:
        row = rows_from_play([state])[0]
    except ValueError as why:
        raise ValueError(str(why).replace("game 1 is", "this game is")) from why
    group = "together" if state.setup.cooperative else "alone"
    return {"group": group, "total": float(row["total"]), "players": state.players}


def _read_csv(lines: Sequence[str], players: int) -> tuple[list[dict[str, Any]], list[str]]:
    reader = csv.DictReader(lines, skipinitialspace=True)
    names = {str(name).strip().lower(): name for name in reader.fieldnames or ()}
    if "total" not in names:
        return [], [f"Line 1: no column is called “total”; the columns are {', '.join(names)[:80]}."]
    label = names.get("group", names.get("treatment"))
    found, wrong, seen = [], [], set()
    for number, row in enumerate(reader, 2):
        group = _short(str(row.get(label) or "class").strip() or "class", 20) if label else "class"
        try:
            total = float(str(row[names["total"]]).replace("−", "-"))
            if not np.isfinite(total) or abs(total) > 500:
                raise ValueError
        except ValueError:
            wrong.append(f"Line {number}: total {str(row[names['total']])[:20]!r} is not a score.")
            continue
        count = players
        if "players" in names:
            given = str(row[names["players"]]).strip()
            if given not in ("2", "3", "4"):
                wrong.append(f"Line {number}: players {given[:20]!r} is not possible: choose 2, 3 or 4.")
                continue
            count = int(given)
        if "game" in names:
            if (group, row[names["game"]]) in seen:
                continue
            seen.add((group, row[names["game"]]))
        found.append({"group": group, "total": total, "players": count})
    if not found and not wrong:
        wrong.append("There are no games under the heading line.")
    return found, wrong


def _known(name: str) -> None:
    """Raise `ValueError` for a treatment that does not exist."""
    treatment(name)


def _tell(one: Interval) -> str:
    if not np.isfinite(one.low):
        return f"{one.mean:.1f} (one game has no interval)".replace("-", "−")
    return f"{one.mean:.1f} ({one.low:.1f} to {one.high:.1f})".replace("-", "−")


def _signed(one: Interval, sign: int = 1) -> str:
    ends = sorted((sign * one.low, sign * one.high))
    return f"{sign * one.mean:+.1f} ({ends[0]:+.1f} to {ends[1]:+.1f})".replace("-", "−")


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def _plain(words: str, most: int) -> str:
    """Return words for a figure: short, and never read as a formula."""
    return _short(words, most).replace("$", "\\$")


def _link(name: str, kind: str, data: bytes) -> str:
    return f'<a download="{name}" href="data:{kind};base64,{base64.b64encode(data).decode()}">{name}</a>'


_CSS = (
    '.lab-figures svg *{pointer-events:none}.lab-figures [id*="point-"] *{pointer-events:all;cursor:pointer}'
    ".lab-figures.lab-figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(330px,100%),1fr));"
    "gap:18px 24px;align-items:start;overflow:visible}.lab-figures .fishlab-figure{max-width:620px}"
    ".fishlab-laboratory{max-width:1000px;gap:8px}.fishlab-laboratory .lab-title{font-size:20px;font-weight:700}"
    ".fishlab-laboratory .lab-notice{border-left:4px solid var(--e);padding-left:10px;margin:4px 0;list-style:none}"
    ".fishlab-laboratory .widget-html-content{line-height:1.45;white-space:normal}"
    ".fishlab-laboratory .widget-html{height:auto}"
)
