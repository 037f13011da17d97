"""The Boom laboratory on the page: choose who fishes how, and a thousand seas answer.

    Laboratory()
    Laboratory(players=3, treatment="cooperative", games=500, wait=True)

Every treatment is played on the same dice. Every mean has its 95 % interval, and the number of games is written beside
it. One of the games can be opened on the board; games of the class can be laid among the treatments.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from statistics import mode
from time import perf_counter
from typing import Any
from weakref import WeakSet, ref

import anywidget
import ipywidgets as w
import numpy as np
import traitlets

from fishlab import models
from fishlab.lab import (
    NO_QUOTA,
    NUMBERS,
    TREATMENTS,
    Batch,
    Policy,
    Tally,
    payoff_table,
    play,
    play_profiles,
    tally_profiles,
)
from fishlab.lab import treatment as named
from fishlab.lab.experiment import columns_of, cooperative_best, csv_of, memory_for, time_words
from fishlab.lab.payoffs import Table as Payoffs
from fishlab.lab.payoffs import grid_for
from fishlab.lab.search.between import steps
from fishlab.lab.search.ends import leaving, price
from fishlab.plain_words import many
from fishlab_widgets.lab.class_games import read_class
from fishlab_widgets.lab.lab_charts import (
    BOUNDS,
    SEATS,
    Collapse,
    Damage,
    Drawing,
    Heat,
    Shown,
    Stock,
    Totals,
    signed,
    tell,
)
from fishlab_widgets.live.asleep import Live
from fishlab_widgets.live.background import Background
from fishlab_widgets.live.controls.buttons import action_button
from fishlab_widgets.live.controls.slider import Slider
from fishlab_widgets.live.party import PERSON
from fishlab_widgets.live.style import STYLE
from fishlab_widgets.live.table import Table

LIVE_GAMES = 5_000
"""Up to so many games are played at once, and a slider answers by itself; more are played in chunks."""
MOST_GAMES = 100_000_000
"""Games of each treatment that the panel plays, chunk by chunk."""
CHUNK = 2_000
"""Games of each treatment in a chunk: short enough for a Stop to be heard."""
MOST_ROWS = 20_000
"""Games whose rows go into a file at once; more belong into an `experiment`."""
SAMPLE = 1_000
"""Games among which one is looked for to be shown."""
PAYOFF_GAMES = 400
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
_panels: WeakSet[Laboratory] = WeakSet()  # a new panel ends what an old one, perhaps no longer seen, still plays
_newest: list[ref[Laboratory]] = []


def class_totals(group: str) -> list[float]:
    """Return the team totals of a group of the class, such as "alone", that the newest laboratory has; [] if none."""
    found = _newest[0]() if _newest else None
    return found.class_totals(group) if found is not None else []


class Clickable(anywidget.AnyWidget):
    """HTML whose points can be clicked: things with an id that ends in "point-" and a word."""

    _esm = Path(__file__).with_name("clickable.js")
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

    wakes = "the laboratory"

    def __init__(
        self, players: int = 4, treatment: str = "competitive", games: int = 1000, seed: int = 1, *, wait: bool = False
    ) -> None:
        if players not in BOUNDS:
            raise ValueError(f"players={players!r} is not possible: Fishery Boom is for 2, 3 or 4")
        self.seed = seed
        named(treatment)
        self.shown: Shown | None = None
        self.played: tuple[Policy, ...] = ()
        """The profile of yours that is shown."""
        self.class_rows: list[dict[str, Any]] = []
        self._kept: tuple[Any, dict[str, Tally], Batch | None] = (None, {}, None)
        self._tables: dict[tuple[int, int], Payoffs] = {}
        self._background = Background()
        self._quiet = False
        self.drawings: dict[str, Drawing] = {
            "stock": Stock(),
            "totals": Totals(),
            "collapse": Collapse(),
            "damage": Damage(),
            "payoffs": Heat(),
        }
        self._build(players, treatment, games)
        super().__init__(self._children())
        for name in ("fishlab-laboratory", "fishlab", "fishlab-live"):
            self.add_class(name)
        self._read_sliders()
        self._check_games(games)
        for other in _panels:
            other.stop()
        _panels.add(self)
        _newest[:] = [ref(self)]
        self._show_running()
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
                options=[("as all", ""), *titles], value="", description=f"Seat {SEATS[seat]}", style=wide,
                layout=w.Layout(width="230px"),
            )
            for seat in range(4)
        ]  # fmt: skip
        ranges = {number.name: number for number in NUMBERS}
        steps: dict[str, Sequence[tuple[str, Any]]] = {
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
        self.stop_button = action_button("Stop", "", self.stop)
        self.bar = w.IntProgress(0, 0, 1, layout=w.Layout(width="220px"))
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
        self.sample.add_class("lab-sample")
        # The class.
        self.class_text = w.Textarea(
            placeholder="BM1-…  (one save code a line, a group beside it if you like)\n\n"
            "or a table, with commas, semicolons or tabs\n\ngroup,total\nalone,9\ntogether,31",
            layout=w.Layout(width="calc(100% - 6px)", height="120px"),
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
        self.all_choice.observe(self._chosen, "value")
        for choice in self.seat_choices:
            choice.observe(self._moved, "value")

    def _children(self) -> list[w.Widget]:
        seats = w.HBox(self.seat_choices, layout=_ROW)
        sliders = w.HBox(list(self.sliders.values()), layout=_ROW)
        run = w.HBox([self.games, self.run_button, self.back_button, self.stop_button, self.bar], layout=_ROW)
        show = w.HBox([self.game_button, self.game_of, self.game_which], layout=_ROW)
        return [
            w.HTML(f"<style>{STYLE}{_CSS}</style><div class='lab-title'>The Boom laboratory</div>"),
            w.HBox([self.player_choice, self.all_choice], layout=_ROW),
            seats,
            sliders,
            w.HTML(
                "<small>† not in the rulebook. Sliders change every seat that does “as all”. Of numbers that a search "
                "found year by year a slider shows the most frequent; moved, it sets all years.</small>"
            ),
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
        policy = TREATMENTS[self.all_choice.value].profile(self.players)[0].but(**self.changes())
        if policy.release and policy.order and "release" not in policy.order and "spare" in self.changes():
            policy = policy.but(order=("release", *policy.order))
        return policy

    def profile(self) -> tuple[Policy, ...]:
        """Return the policy of every seat, as the controls say."""
        common, players = self.common_policy(), self.players
        return tuple(
            TREATMENTS[choice.value].profile(players)[0] if choice.value else common
            for choice in self.seat_choices[:players]
        )

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
        other = [f"{SEATS[n]}" for n, choice in enumerate(self.seat_choices[: self.players]) if choice.value]
        return words + (f", seat {' and '.join(other)} apart" if other else "")

    def _numbers(self) -> dict[str, Any]:
        """Return where the sliders stand for the treatment of all: of numbers year by year, at the most frequent."""
        policy = TREATMENTS[self.all_choice.value].profile(self.players)[0]
        yearly = dict(policy.years)
        found = {name: mode(yearly[name]) if name in yearly else getattr(policy, name) for name in self.sliders}
        allowed = {"spare": [cost for _, cost in _SPARE], "quota": [fish for _, fish in _QUOTA]}
        for name, values in allowed.items():
            wanted = found[name]
            found[name] = min(values, key=lambda value: abs(value - wanted))
        return found

    def _read_sliders(self) -> None:
        self._quiet = True
        for name, value in self._numbers().items():
            self.sliders[name].value = value
        for seat, choice in enumerate(self.seat_choices):
            choice.layout.display = "" if seat < self.players else "none"
        self._quiet = False

    def _chosen(self, _change: Any) -> None:
        """Begin anew with the numbers of a treatment, which depend on the players as well."""
        if not self._quiet:
            self._read_sliders()
            self._moved()

    def _moved(self, _change: Any = None) -> None:
        if self._quiet or self.shown is None:
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
        if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
            raise ValueError(f"{games!r} games cannot be played: choose a whole number from 1 to {MOST_GAMES:,}")
        return games

    @property
    def running(self) -> bool:
        """Whether games are being played in chunks."""
        return self._background.running

    def run(self) -> None:
        """Play all treatments and yours on the same dice, and draw what came of it; nonsense is refused in words."""
        try:
            games, profile = self._check_games(self.games.value), self.profile()
        except ValueError as why:
            self.say(str(why))
            return
        if self.running:
            self.say("Games are being played: press Stop first.")
            return
        self.say("")
        if games > LIVE_GAMES:
            self._run_in_chunks(profile, games)
            return
        key, known, alone = self._kept
        if key != (self.players, games, self.seed):
            self.say(f"Playing {games:,} games of each treatment …")
            batches = play_profiles([one.profile(self.players) for one in TREATMENTS.values()], games, self.seed)
            alone = batches[0]
            known = {name: Tally.of(batch, alone) for name, batch in zip(TREATMENTS, batches, strict=True)}
            self._kept = (self.players, games, self.seed), known, alone
        self._show(profile, self.label(), Tally.of(play(profile, games, self.seed), alone), known)
        self.draw_payoffs()
        self.say("")

    def _show(self, profile: tuple[Policy, ...], label: str, yours: Tally, known: Mapping[str, Tally]) -> None:
        """Show what was played: yours and the treatments."""
        players = len(profile)
        ends = [TREATMENTS[name].profile(players) for name in ("competitive", "cooperative")]
        self.played = profile
        self.shown = Shown(players, label, profile not in ends, yours, known, {})
        options = [(f"yours: {label}"[:60], "")] + [(one.title, name) for name, one in TREATMENTS.items()]
        if list(self.game_of.options) != options:
            before = self.game_of.value
            self.game_of.options = options
            self.game_of.value = before
        self.refresh()

    def _run_in_chunks(self, profile: tuple[Policy, ...], games: int) -> None:
        """Play very many games: in the background where there is one, with figures that grow."""
        self.bar.max, self.bar.value = games, 0
        steps = self._chunks(profile, games)
        if self._background.start(lambda: self._play(steps), lambda: list(steps)):
            self._show_running()

    def _chunks(self, profile: tuple[Policy, ...], games: int) -> Iterator[None]:
        """Play chunk by chunk; say first how long it will take, and show now and then what is known."""
        profiles = [*(one.profile(self.players) for one in TREATMENTS.values()), profile]
        label, begin, drawn = self.label(), perf_counter(), 0.0
        for found in tally_profiles(profiles, games, self.seed, chunk=CHUNK):
            done, now = found[0].games, perf_counter()
            self.bar.value = done
            if done <= CHUNK:
                self.say(
                    f"{games:,} games of each of {len(profiles)} profiles: about "
                    f"{time_words((now - begin) * games / done)}, {memory_for(CHUNK * len(profiles)) / 1e6:,.0f} MB of "
                    f"memory at any moment, in chunks of {CHUNK:,}. Stop when you like: what has been played is kept."
                )
            if done == games or now - drawn > 1:
                self._show(profile, label, found[-1], dict(zip(TREATMENTS, found, strict=False)))
                drawn = now
            if done <= CHUNK:
                self.draw_payoffs()
            yield
        self.say("")

    async def _play(self, steps: Iterator[None]) -> None:
        try:
            for _ in steps:
                await asyncio.sleep(0.005)
        except asyncio.CancelledError:
            self.say(f"Stopped after {self.bar.value:,} games. Run begins anew.")
            raise
        except Exception as error:
            self.say(f"The games stopped ({type(error).__name__}: {error}).")
        finally:
            self._background.finished()
            self._show_running()

    def stop(self) -> None:
        """Stop playing in chunks; what has been played stays."""
        self._background.stop()

    def _show_running(self) -> None:
        self.run_button.disabled = self.running
        for part in (self.stop_button, self.bar):
            part.layout.display = "" if self.running else "none"

    def refresh(self) -> None:
        """Draw the figures again."""
        if self.shown is None:
            return
        self.shown = shown = replace(self.shown, groups=self._class_groups())
        yours, players = shown.yours, shown.players
        total, lost, gap = yours.total.interval(), yours.emptied(), yours.gap.interval()
        best = cooperative_best(players)
        against = f" On the same dice that is {signed(gap)} against everyone for themselves." if gap.games > 1 else ""
        together, it = "points together", "It"
        if yours.pays_fines:
            together = f"points together before fines and {tell(yours.after_fines.interval())} after fines"
            it = "Before fines it"
        words = (
            f"<p><b>{escape(shown.label)}</b>: {tell(total)} {together}, {shown.games}.{against} "
            f"{it} is {shown.efficiency(total).mean:.0f} % of what the cooperative treatment reaches ({best:.1f}), and "
            f"{100 * total.mean / price(players).together.mean:.0f} % of the best found "
            f"({price(players).together.mean:.1f}). "
            f"The sea is emptied in {100 * lost.mean:.0f} % of the games "
            f"({100 * lost.low:.0f} to {100 * lost.high:.0f}).</p>"
        )
        words = words.replace(" is -", " is −").replace("and -", "and −")
        self.told.value = words + _headline(players)
        for view, name in zip(self.views, ("stock", "totals", "collapse", "damage"), strict=True):
            view.value = self.drawings[name].draw(shown)

    def draw_payoffs(self) -> None:
        """Show what a lone player earns with each policy among others of another."""
        key = self.players, self.seed
        table = self._tables.get(key)
        if table is None:
            grid = grid_for(self.players)
            table = self._tables[key] = payoff_table(grid, PAYOFF_GAMES, self.seed, players=self.players)
        self.payoffs.value = self.drawings["payoffs"].draw(table.plus("yours", self.common_policy()))

    # ---- one game ----------------------------------------------------------------------------------------------

    def show_point(self, key: str) -> None:
        """Open a game of the point that was clicked."""
        wanted = "" if key == "yours" else key
        if wanted in [value for _, value in self.game_of.options]:
            self.game_of.value = wanted
            self.sample.children = [w.HTML("<p role='status'>Looking for a game …</p>")]
            self.views[1].send({"scroll": "lab-sample"})
            self.show_game()

    def show_game(self) -> None:
        """Open one of the games on the board, with its scrubber."""
        if self.shown is None:
            self.say("No game has been played yet: press Run.")
            return
        name, games = self.game_of.value, min(SAMPLE, self.shown.yours.games)
        profile = TREATMENTS[name].profile(self.shown.players) if name else self.played
        batch = play(profile, games, self.seed)
        totals = batch.total()
        order = np.argsort(totals, kind="stable")
        place = {"low": 0, "middle": (len(order) - 1) // 2, "high": len(order) - 1}[self.game_which.value]
        number = int(order[place])
        words = f"Game {number + 1:,} of the first {games:,}: {int(totals[number])} points together.".replace("-", "−")
        table = Table(batch.match(number), seats=[PERSON] * batch.players)
        table.go(0)
        self.sample.children = [w.HTML(f"<p>{words} Drag the slider under the board.</p>"), table]

    # ---- the class ---------------------------------------------------------------------------------------------

    def add_class_games(self) -> None:
        """Read save codes or a table; good lines join the figure, bad ones are told and stay to be corrected."""
        codes = [row["code"] for row in self.class_rows if "code" in row]
        rows, wrong, left = read_class(self.class_text.value, self.players, len(self.class_rows), codes)
        self.class_rows += rows
        here = sum(row["players"] == self.players for row in rows)
        said = [f"{many(len(rows), 'game')} added."] if rows or not wrong else []
        if here < len(rows):
            said.append(f"{len(rows) - here} of another number of players: choose that number above to see them.")
        if left and rows:
            said.append("The lines to be corrected are still in the box.")
        told = "".join(f"<li>{escape(line)}</li>" for line in wrong)
        self.class_told.value = (
            f"<p role='status'>{escape(' '.join(said))}</p>" + (f"<ul class='lab-notice'>{told}</ul>" if told else "")
        )  # fmt: skip
        self.class_text.value = left
        self.refresh()

    def forget_class(self) -> None:
        """Take the class's games out again."""
        self.class_rows = []
        self.class_told.value = "<p role='status'>The class's games are out of the figure.</p>"
        self.refresh()

    def class_totals(self, group: str) -> list[float]:
        """Return the team totals of a group of the class, such as "alone", with as many players as are chosen."""
        return [row["total"] for row in self.class_rows if (row["group"], row["players"]) == (group, self.players)]

    def _class_groups(self) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for row in self.class_rows:
            if self.shown is not None and row["players"] == self.shown.players:
                found.setdefault(f"class: {row['group']}", []).append(row["total"])
        return found

    # ---- files -------------------------------------------------------------------------------------------------

    def csv(self) -> str:
        """Return yours as CSV: one row for each game and seat."""
        if self.shown is None:
            return ""
        known = {one.profile(self.shown.players): name for name, one in TREATMENTS.items()}
        name = known.get(self.played, f"yours: {self.shown.label}")
        batch = play(self.played, min(MOST_ROWS, self.shown.yours.games), self.seed)
        return csv_of(columns_of(batch, name, cooperative_best(self.shown.players)))

    def make_files(self) -> None:
        """Offer rows and figures for saving."""
        if self.shown is None:
            self.say("There is nothing to save yet: press Run.")
            return
        links = [_link("rows.csv", "text/csv", self.csv().encode())]
        for name, one in self.drawings.items():
            links.append(_link(f"{name}.svg", "image/svg+xml", one.svg().encode()))
            links.append(_link(f"{name}.png", "image/png", one.png()))
        games = self.shown.yours.games
        more = ""
        if games > MOST_ROWS:
            call = f"experiment(list(TREATMENTS), {games}, file='results.csv')"
            more = f" The rows are of the first {MOST_ROWS:,} games; fishlab.lab writes them all: {escape(call)}."
        self.files.value = f"<p>Click to save: {' · '.join(links)}.{more}</p>"


_LEAVERS = {
    "own: no search": "one seat stops looking ahead and plays the policy that the others imagine",
    "own: four times the search": "one seat looks ahead four times as long",
    "own: for the team": "one seat looks ahead for the team",
    "team: for itself": "one seat looks ahead for itself",
}
"""What a seat does that leaves an end, in words."""


def _headline(players: int) -> str:
    """Return what it costs that everybody fishes alone: the two ends, the ratio, theory and bound, and what is open."""
    found, bound, share = price(players), BOUNDS[players], models.nash_share(players)
    ratio, every = found.ratio, leaving(players)
    alone = [one for name, one in every.items() if name.startswith("own")]
    stable = "A seat that leaves this gains clearly" if any(one.gain.low > 0 for one in alone) else (
        "No seat that was tried gains clearly by leaving this"
    )  # fmt: skip
    tried = "".join(
        f"<li>{'Alone' if name.startswith('own') else 'Together'}, {_LEAVERS[name]}: {signed(one.gain)} points for it; "
        f"the total is {tell(one.left)} instead of {tell(one.stayed)}.</li>"
        for name, one in every.items()
    )
    games = min(one.gain.games for one in every.values())
    return (
        f"<p class='lab-headline'><b>Price of anarchy, {players} players: {ratio.mean:.2f} ({ratio.low:.2f} to "
        f"{ratio.high:.2f}).</b> Players that look ahead and share one goal get {tell(found.together)} points: the "
        f"best found. If each looks ahead for itself, all together get {tell(found.alone)}. {found.games} games of "
        "each end. The intervals cover the dice, not the choice of players: cleverer ones would move both ends. For a "
        f"simple stock the textbook's 4n/(n+1)² leaves {100 * share:.0f} %, a price of {1 / share:.2f}. Nobody can "
        f"exceed {bound:.1f}, but that bound knows all dice beforehand and is loose: of the gap of "
        f"{bound - found.together.mean:.0f} points nobody knows how much could be reached.</p>"
        f"<details class='lab-tried'><summary>{stable}: what was tried</summary><ul>{tried}</ul><p>{games} games of "
        "each, each seat in turn, on the dice on which it stayed. Nothing else was tried with players that look ahead."
        f"</p></details>{_ladder(players)}"
    )


def _ladder(players: int) -> str:
    """Return what players that look ahead make of the treatments between the ends."""
    found = steps(players)
    if not found:
        return ""
    lines = "".join(
        f"<li>{escape(TREATMENTS[name].title)} †: {tell(one.total)} points"
        + (f", {tell(one.after_fines)} after fines" if one.total != one.after_fines else "")
        + f"; {signed(one.gain)} against everyone for themselves; {one.share.mean:.0f} % ({one.share.low:.0f} to "
        f"{one.share.high:.0f}) of the best found.</li>"
        for name, one in found.items()
    )
    games = min(one.total.games for one in found.values())
    return (
        "<details class='lab-ladder'><summary>Between the ends, players that look ahead</summary>"
        f"<ul>{lines}</ul><p>† not in the rulebook. {games} games of each, on the dice of both ends. How often a "
        "promise is kept is put in. The figures below are of policies that a search found, which answer at once; under "
        "a rule with fines it also found in which years the rule is kept.</p></details>"
    )


def _link(name: str, kind: str, data: bytes) -> str:
    return f'<a download="{name}" href="data:{kind};base64,{base64.b64encode(data).decode()}">{name}</a>'


_CSS = (
    '.lab-figures svg *{pointer-events:none}.lab-figures [id*="point-"] *{pointer-events:all;cursor:pointer}'
    ".lab-figures.lab-figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(330px,100%),1fr));"
    "gap:18px 24px;align-items:start;overflow:visible}.lab-figures .fishlab-figure{max-width:620px}"
    ".lab-figures>.widget-vbox{gap:14px;overflow:visible}"
    ".fishlab-laboratory .widget-hbox,.fishlab-laboratory>.widget-box{overflow:visible}"
    ".fishlab-laboratory{max-width:1000px;gap:8px}.fishlab-laboratory .lab-title{font-size:20px;font-weight:700}"
    ".fishlab-laboratory .lab-notice{border-left:4px solid var(--e);padding-left:10px;margin:4px 0;list-style:none}"
    ".fishlab-laboratory .widget-html-content{line-height:1.45;white-space:normal}"
    ".fishlab-laboratory .widget-html{height:auto}.fishlab-laboratory small{font-size:13px}"
)
