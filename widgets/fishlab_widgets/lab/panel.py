"""The Boom laboratory on the page: press two treatments, and a thousand seas say what the difference is.

    Laboratory()
    Laboratory(players=3, treatment="quota", against="competitive", games=500)

Everything is played on the same dice, so that any two treatments can be compared game by game. Every mean has its 95 %
interval, and the number of games is written beside it. A game of each can be opened beside the figure; games of the
class can be laid among models and published results; an experiment can be kept as a file, opened again, and cited.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from weakref import WeakSet, ref

import ipywidgets as w
import numpy as np
import traitlets

from fishlab.core import State
from fishlab.lab import TREATMENTS, Policy, Tally, compare_profiles, payoff_table, play, play_profiles
from fishlab.lab.experiment import columns_of, cooperative_best, csv_of, memory_for, time_words
from fishlab.lab.payoffs import Table as Payoffs
from fishlab.lab.payoffs import grid_for
from fishlab.lab.tally import Array, Contrast, measures
from fishlab.messages import many
from fishlab.session import PERSON
from fishlab_widgets.controls.background import Background
from fishlab_widgets.controls.base_widget import script, style
from fishlab_widgets.controls.buttons import action_button
from fishlab_widgets.controls.message_widget import MessageWidget
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.lab.class_games import read_class
from fishlab_widgets.lab.kept_file import NAME, read_kept, write_kept
from fishlab_widgets.lab.lab_charts import (
    SOURCES,
    ClassTotals,
    Collapse,
    Damage,
    Defects,
    Drawing,
    Heat,
    Points,
    Shown,
    Stock,
    Totals,
    against_published,
)
from fishlab_widgets.lab.lab_settings import SCALES, SEATS, YOURS, BadSettings, Settings
from fishlab_widgets.lab.lab_signs import treatment_sign
from fishlab_widgets.lab.lab_words import (
    alone_words,
    between_html,
    difference_words,
    pays_words,
    price_html,
    sea_words,
    terms_words,
)
from fishlab_widgets.live.table import Table

_HERE = Path(__file__).parent
LIVE_GAMES = 5_000
"""Up to so many games are played at once, and a slider answers by itself; more are played in chunks."""
CHUNK = 2_000
"""Games of each treatment in a chunk: short enough for a Stop to be heard."""
ROW_GAMES = 2_000
"""Games of A and of B whose rows go into a file; more belong into an `experiment`."""
SAMPLE = 1_000
"""Games among which one is looked for to be shown."""
PAYOFF_GAMES = 400
OFFERED: Final = (1_000, 10_000)
"""Numbers of games that one click chooses."""
TABS: Final = {
    "totals": "Totals",
    "sea": "The sea",
    "pays": "Who pays?",
    "alone": "What pays for one alone?",
    "class": "Your class",
}
_FIGURES: Final = {
    "totals": ("totals", "stock"),
    "sea": ("stock", "collapse"),
    "pays": ("points", "damage"),
    "alone": ("defects", "payoffs"),
    "class": ("class",),
}
"""The figures of each tab."""
_WHICH: Final = {"middle": "a middling game", "high": "the highest total", "low": "the lowest total"}
_NOTHING: Final = "Nothing has been played yet: press Run."
_panels: WeakSet[Laboratory] = WeakSet()  # a new panel ends what an old one, perhaps no longer seen, still plays
_newest: list[ref[Laboratory]] = []


def class_totals(group: str) -> list[float]:
    """Return the team totals of a group of the class, such as "alone", that the newest laboratory has; [] if none."""
    found = _newest[0]() if _newest else None
    return found.class_totals(group) if found is not None else []


class Panel(MessageWidget):
    """The laboratory's page: it shows what it is told, and sends what a person asks for."""

    _esm = script(_HERE / "panel.js")
    _css = style(_HERE / "panel.css")

    head = traitlets.Dict().tag(sync=True)
    """What stands above: countries, games, how far they are played, a notice, the line that cites the experiment."""
    ladder: traitlets.List[Any] = traitlets.List().tag(sync=True)
    """The treatments: name, title, mark, sign, what it means, and A or B."""
    numbers = traitlets.Dict().tag(sync=True)
    """The sliders and the seats that do otherwise."""
    said = traitlets.Dict().tag(sync=True)
    """The sentence about A and B, how it comes about, and what holds in each."""
    view = traitlets.Dict().tag(sync=True)
    """The open tab: its figures and words, as HTML."""
    class_box = traitlets.Dict().tag(sync=True)
    """What is left in the box for the class's games, and what was said to it."""

    def fail(self, words: str) -> None:
        """Say it below the head."""
        self.tell(head={**self.head, "notice": words})


class Laboratory(Live, w.VBox):
    """A panel: a ladder of treatments, two of which are compared; figures in tabs; a game of each; the class's games.

    Args:
        players: 2 to 4.
        treatment: the treatment that is called A at first; a name out of `TREATMENTS`.
        games: games of each treatment.
        seed: names the dice; the same seed gives the same figures.
        against: the treatment that is called B; one of the two of the rulebook without it.
        wait: show nothing before somebody presses Run.
    """

    wakes = "the laboratory"

    def __init__(
        self,
        players: int = 4,
        treatment: str = "cooperative",
        games: int = 1000,
        seed: int = 1,
        *,
        against: str = "",
        wait: bool = False,
    ) -> None:
        other = against or ("cooperative" if treatment == "competitive" else "competitive")
        base = treatment if treatment in TREATMENTS else "cooperative"
        self.settings = Settings(players, games, seed, treatment, other, base)
        self.tab, self.waiting = "totals", wait
        self.shown: Shown | None = None
        self.class_rows: list[dict[str, Any]] = []
        self._asked: tuple[Any, ...] = ()
        self._treatments: tuple[Any, dict[str, Tally], Array] = ((), {}, np.zeros(0))
        self._tables: dict[tuple[int, int], Payoffs] = {}
        self._background = Background()
        self._notice, self._done, self._of = "", 0, 0
        self.drawings: dict[str, Drawing] = {
            "totals": Totals(),
            "stock": Stock(),
            "collapse": Collapse(),
            "points": Points(),
            "damage": Damage(),
            "defects": Defects(),
            "payoffs": Heat(),
            "class": ClassTotals(),
        }
        self.panel = Panel(self._act)
        self.sample = w.Box()
        self.sample.add_class("lab-sample")
        self._shown_game: tuple[str, int] | None = None
        super().__init__([self.panel, self.sample])
        for name in ("fishlab-laboratory", "fishlab", "fishlab-live"):
            self.add_class(name)
        for older in _panels:
            older.stop()
        _panels.add(self)
        _newest[:] = [ref(self)]
        if wait:
            self._notice = _NOTHING
            self.refresh()
        else:
            self.run()

    def __repr__(self) -> str:
        one, other = (self.settings.title(name) for name in (self.settings.first, self.settings.second))
        return f"<Laboratory: {one} against {other}, {self.settings.players} players, {self.settings.games:,} games>"

    def still_picture(self) -> str:
        """Return the sentence and the figures as they are."""
        words = escape(self.panel.said.get("words", _NOTHING))
        return f"<p>{words}</p>" + "".join(self.panel.view.get("figures", ()))

    @property
    def players(self) -> int:
        """How many countries play."""
        return self.settings.players

    # ---- what a person asks for --------------------------------------------------------------------------------

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        value, name = content.get("value"), content.get("name")
        do: dict[str, Callable[[], object]] = {
            "players": lambda: self.set(self.settings.but(players=value)),
            "games": lambda: self.set(self.settings.but(games=value), play=True),
            "seed": lambda: self.set(self.settings.but(seed=value)),
            "treatment": lambda: self.press(name),
            "number": lambda: self.move(name, value),
            "seat": lambda: self.seat_apart(value, name),
            "anew": lambda: self.set(self.settings.anew()),
            "back": self.back,
            "run": self.run,
            "stop": self.stop,
            "tab": lambda: self.open_tab(name),
            "defect": self.one_defects,
            "game": lambda: self.open_game(name, value),
            "class": lambda: self.add_class_games(value),
            "forget": self.forget_class,
            "keep": self.keep,
            "rows": lambda: self._send_file("rows.csv", self.csv().encode()),
            "picture": lambda: self.send_picture(name, value),
            "open": lambda: self.open_kept(value),
            "cite": lambda: self.open_line(value),
        }
        if kind in do:
            self._notice = "" if not self.running else self._notice
            try:
                do[kind]()
            except ValueError as why:
                self.say(_sentence(str(why)))

    def set(self, settings: Settings, *, play: bool = False) -> None:
        """Show other settings: at once where games are few, else when somebody presses Run."""
        if self.running:
            self.say("Games are being played: press Stop first.")
            return
        self.settings = settings
        if self.waiting:
            self.refresh()
        elif settings.games <= LIVE_GAMES or play or self._is_known():
            self.run()
        else:
            self._notice = f"With more than {LIVE_GAMES:,} games a move does not play at once: press Run."
            self.refresh(figures=False)

    def press(self, name: object) -> None:
        """Compare a treatment with the one that was pressed before."""
        if name in self.settings.names():
            self.set(self.settings.press(str(name)))

    def move(self, name: object, place: object) -> None:
        """Move a slider to one of its places."""
        if name in SCALES and isinstance(place, int) and 0 <= place < len(SCALES[str(name)].steps):
            self.set(self.settings.set_number(str(name), SCALES[str(name)].values[place]))

    def seat_apart(self, seat: object, name: object) -> None:
        """Let a country do what another treatment says; as all with an empty name."""
        if isinstance(seat, int) and 0 <= seat < self.players and (name in TREATMENTS or name == ""):
            self.set(self.settings.set_seat(seat, str(name)))

    def one_defects(self) -> None:
        """Show a team that one country leaves, beside the team that it leaves."""
        self.tab = "pays"
        last = self.players - 1
        team = self.settings.anew().but(first="cooperative", base="cooperative")
        self.set(team.set_seat(last, "competitive"))

    def back(self) -> None:
        """Go back to the rulebook: its two games, no changed number, no country apart."""
        self.set(Settings(self.players, self.settings.games, self.settings.seed))

    def open_tab(self, name: object) -> None:
        """Open a tab; its figures are drawn now."""
        if name in TABS:
            self.tab = str(name)
            self.refresh()

    def say(self, words: str) -> None:
        """Show a sentence below the head."""
        self._notice = words
        self.panel.tell(head=self._head())

    # ---- playing -----------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether games are being played in chunks."""
        return self._background.running

    def _wanted(self) -> tuple[Any, ...]:
        """Return all that decides what is played."""
        one = self.settings
        return one.players, one.games, one.seed, one.profile(YOURS) if one.own else ()

    def _is_known(self) -> bool:
        return self.shown is not None and self._asked == self._wanted()

    def run(self) -> None:
        """Play all treatments and one's own on the same dice, and draw what came of it."""
        if self.running:
            self.say("Games are being played: press Stop first.")
            return
        self.waiting, self._notice = False, "" if self._notice == _NOTHING else self._notice
        if self._is_known():
            assert self.shown is not None
            self.shown = Shown(self.settings, self.shown.tallies, self.shown.contrast)
            self.refresh()
        elif self.settings.games > LIVE_GAMES:
            self._run_in_chunks()
        else:
            self._play_at_once()

    def _play_at_once(self) -> None:
        settings = self.settings
        key, tallies, values = self._treatments
        if key != (settings.players, settings.games, settings.seed):
            self.say(f"Playing {settings.games:,} games of each treatment …")
            profiles = [settings.profile(name) for name in TREATMENTS]
            batches = play_profiles(profiles, settings.games, settings.seed)
            tallies = {name: Tally.of(batch) for name, batch in zip(TREATMENTS, batches, strict=True)}
            values = np.stack([measures(batch) for batch in batches], axis=1)
            self._treatments = (settings.players, settings.games, settings.seed), tallies, values
            self._notice = ""
        if settings.own:
            batch = play(settings.profile(YOURS), settings.games, settings.seed)
            tallies = tallies | {YOURS: Tally.of(batch)}
            values = np.concatenate([values, measures(batch)[:, None]], axis=1)
        self._show(settings, tallies, Contrast.of(values))

    def _show(self, settings: Settings, tallies: Mapping[str, Tally], contrast: Contrast) -> None:
        self.shown, self._asked = Shown(settings, tallies, contrast), self._wanted()
        self.refresh()

    def _run_in_chunks(self) -> None:
        """Play very many games: in the background where there is one, with figures that grow."""
        self._done, self._of = 0, self.settings.games
        steps = self._chunks()
        if self._background.start(lambda: self._play(steps), lambda: list(steps)):
            self.panel.tell(head=self._head())
        else:
            self._done = self._of = 0

    def _chunks(self) -> Iterator[None]:
        """Play chunk by chunk; say first how long it will take, and show now and then what is known."""
        settings = self.settings
        names = settings.names()
        profiles = [settings.profile(name) for name in names]
        begin, drawn = perf_counter(), 0.0
        for found in compare_profiles(profiles, settings.games, settings.seed, chunk=CHUNK):
            now = perf_counter()
            self._done = found.contrast.games
            if self._done <= CHUNK:
                self.say(
                    f"{settings.games:,} games of each of {len(profiles)} treatments: about "
                    f"{time_words((now - begin) * settings.games / self._done)}, "
                    f"{memory_for(CHUNK * len(profiles)) / 1e6:,.0f} MB of memory at any moment, in chunks of "
                    f"{CHUNK:,}. Stop when you like: what has been played is kept."
                )
            if self._done == settings.games:
                self._notice = ""
            if self._done == settings.games or now - drawn > 1:
                self._show(settings, dict(zip(names, found.tallies, strict=True)), found.contrast)
                drawn = now
            yield

    async def _play(self, steps: Iterator[None]) -> None:
        try:
            for _ in steps:
                await asyncio.sleep(0.005)
        except asyncio.CancelledError:
            self._notice = f"Stopped after {self._done:,} games. Run begins anew."
            raise
        except Exception as error:
            self._notice = f"The games stopped ({type(error).__name__}: {error})."
        finally:
            self._background.finished()
            if self._done < self._of:
                self._asked = ()
            self._done = self._of = 0
            self.panel.tell(head=self._head())

    def stop(self) -> None:
        """Stop playing in chunks; what has been played stays."""
        self._background.stop()

    # ---- showing -----------------------------------------------------------------------------------------------

    def refresh(self, *, figures: bool = True) -> None:
        """Show how things stand; without figures only the controls."""
        traits: dict[str, Any] = {"head": self._head(), "ladder": self._ladder(), "numbers": self._numbers()}
        if figures and not self.waiting and self.shown is not None:
            self.shown = Shown(self.shown.settings, self.shown.tallies, self.shown.contrast, self._class_groups())
            traits |= {"said": self._said(self.shown), "view": self._view(self.shown)}
        elif self.waiting or self.shown is None:
            traits |= {"said": {}, "view": {"tab": self.tab, "tabs": [], "figures": []}}
        self.panel.tell(**traits)

    def _head(self) -> dict[str, Any]:
        one = self.settings
        return {
            "players": one.players, "games": one.games, "seed": one.seed, "offered": list(OFFERED),
            "running": self.running, "done": self._done, "of": self._of, "notice": self._notice,
            "run": self.waiting or (not self.running and not self._is_known()), "code": one.code(),
        }  # fmt: skip

    def _ladder(self) -> list[dict[str, Any]]:
        one = self.settings
        letters = {one.first: "A", one.second: "B"}
        return [
            {
                "name": name,
                "title": "Your own" if name == YOURS else TREATMENTS[name].title,
                "mark": one.title(YOURS) if name == YOURS else TREATMENTS[name].mark,
                "printed": name != YOURS and TREATMENTS[name].in_rulebook,
                "sign": treatment_sign(name),
                "note": terms_words(one, name),
                "letter": letters.get(name, ""),
            }
            for name in one.names()
        ]

    def _numbers(self) -> dict[str, Any]:
        one = self.settings if self.settings.own else self.settings.but(base=self.settings.first)
        changed = dict(one.changes)
        scales = [
            {
                "name": scale.name, "label": scale.label, "unit": scale.unit, "note": scale.note,
                "words": [words for words, _ in scale.steps], "printed": scale.printed,
                "place": scale.values.index(changed.get(scale.name, one.start(scale.name))),
                "changed": scale.name in changed,
            }
            for scale in one.scales()
        ]  # fmt: skip
        apart = dict(one.apart)
        return {
            "base": TREATMENTS[one.base].title,
            "own": one.own,
            "scales": scales,
            "seats": [{"letter": SEATS[seat], "does": apart.get(seat, "")} for seat in range(one.players)],
            "does": [[name, treatment.title + ("" if treatment.in_rulebook else " †")]
                     for name, treatment in TREATMENTS.items()],
        }  # fmt: skip

    def _said(self, shown: Shown) -> dict[str, Any]:
        words, how = difference_words(shown)
        terms = [[letter, shown.named(name), terms_words(shown.settings, name)] for letter, name in shown.pair.items()]
        return {"words": words, "how": how, "terms": terms}

    def _view(self, shown: Shown) -> dict[str, Any]:
        words, folds, tab = "", "", self.tab
        if tab == "totals":
            folds = price_html(shown.settings.players) + between_html(shown.settings.players) + against_published()
        elif tab == "sea":
            words = sea_words(shown)
        elif tab == "pays":
            words = pays_words(shown)
        elif tab == "alone":
            words = alone_words(self.payoffs())
        elif tab == "class":
            words = f"Squares are games of the class. {SOURCES}"
        games = [
            {"letter": letter, "name": name, "title": shown.named(name), "which": list(_WHICH.items())}
            for letter, name in shown.pair.items()
        ]
        return {
            "tab": tab, "tabs": list(TABS.items()), "figures": [self._drawn(name) for name in _FIGURES[tab]],
            "names": list(_FIGURES[tab]), "words": words, "folds": folds, "games": games,
        }  # fmt: skip

    def _drawn(self, name: str) -> str:
        assert self.shown is not None
        drawing = self.drawings[name]
        match name:
            case "defects":
                return drawing.draw(self.payoffs())
            case "payoffs":
                table = self.payoffs()
                settings = self.shown.settings
                return drawing.draw(table.plus("yours", settings.common_policy()) if settings.own else table)
            case _:
                return drawing.draw(self.shown)

    def payoffs(self) -> Payoffs:
        """Return what a lone player earns with each policy among others of another."""
        key = self.players, self.settings.seed
        if key not in self._tables:
            grid = grid_for(self.players)
            self._tables[key] = payoff_table(grid, PAYOFF_GAMES, key[1], players=key[0])
        return self._tables[key]

    # ---- one game ----------------------------------------------------------------------------------------------

    def open_game(self, name: object, which: object = "middle") -> None:
        """Open a game beside the curves of the living fish.

        Args:
            name: whose game: a treatment, or one's own.
            which: "middle", "low" or "high" by its total, or the number of a game of this seed.
        """
        if self.shown is None or name not in self.shown.tallies:
            self.say("No game has been played yet: press Run.")
            return
        games, settings = min(SAMPLE, self.shown.count), self.shown.settings
        batch = play(settings.profile(str(name)), games, settings.seed)
        totals = batch.total()
        order = np.argsort(totals, kind="stable")
        places = {"low": 0, "middle": (games - 1) // 2, "high": games - 1}
        if isinstance(which, int) and 0 <= which < games:
            number = which
        else:
            number = int(order[places[which if isinstance(which, str) and which in places else "middle"]])
        self._shown_game = str(name), number
        total = str(int(totals[number])).replace("-", "−")
        fish = [int(count) for count in batch.living()[:, number]]
        table = Table(batch.match(number), seats=[PERSON] * batch.players)
        table.go(0)
        beside = w.VBox([w.HTML(self._game_html(str(name), number, games, total, fish)), *self._game_buttons(number)])
        beside.add_class("lab-beside")
        self.sample.children = [beside, table]
        self.panel.send({"type": "scroll", "to": "lab-sample"})

    def _game_html(self, name: str, number: int, games: int, total: str, fish: list[int]) -> str:
        assert self.shown is not None
        words = f"{self.shown.named(name)}: game {number + 1:,} of the first {games:,}, {total} points together."
        figure = Stock().draw(self.shown, fish)
        return f"<h3>{escape(words)}</h3>{figure}<p>Drag the slider under the board: the dots are this game.</p>"

    def _game_buttons(self, number: int) -> list[w.Button]:
        assert self.shown is not None and self._shown_game is not None
        name, other = self._shown_game[0], ""
        others = [one for one in self.shown.pair.values() if one != name]
        other = others[0]
        words = f"The same dice: {self.shown.named(other, 40)}"
        return [
            action_button(words, "", lambda: self.open_game(other, number)),
            action_button("Put the game away", "", self.put_away),
        ]

    def put_away(self) -> None:
        """Take the game off the page."""
        self.sample.children, self._shown_game = [], None

    def game(self) -> State | None:
        """Return the end of the game that is open."""
        return self.sample.children[1].match.state if self.sample.children else None

    # ---- the class ---------------------------------------------------------------------------------------------

    def add_class_games(self, text: object) -> None:
        """Read save codes or a table; good lines join the figure, bad ones are told and stay to be corrected."""
        if not isinstance(text, str):
            return
        codes = [row["code"] for row in self.class_rows if "code" in row]
        rows, wrong, left = read_class(text, self.players, len(self.class_rows), codes)
        self.class_rows += rows
        here = sum(row["players"] == self.players for row in rows)
        said = [f"{many(len(rows), 'game')} added."] if rows or not wrong else []
        if here < len(rows):
            said.append(f"{len(rows) - here} of another number of countries: choose that number above to see them.")
        if left and rows:
            said.append("The lines to be corrected are still in the box.")
        self._tell_class(left, " ".join(said), wrong)

    def forget_class(self) -> None:
        """Take the class's games out again."""
        self.class_rows = []
        self._tell_class("", "The class's games are out of the figure.", [])

    def _tell_class(self, text: str, words: str, wrong: list[str]) -> None:
        turn = int(self.panel.class_box.get("turn", 0)) + 1
        self.panel.tell(class_box={"text": text, "words": words, "wrong": wrong, "turn": turn})
        self.refresh()

    def class_totals(self, group: str) -> list[float]:
        """Return the team totals of a group of the class, such as "alone", with as many players as are chosen."""
        return [row["total"] for row in self.class_rows if (row["group"], row["players"]) == (group, self.players)]

    def _class_groups(self) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for row in self.class_rows:
            if self.shown is not None and row["players"] == self.shown.settings.players:
                found.setdefault(f"class: {row['group']}", []).append(row["total"])
        return found

    # ---- files -------------------------------------------------------------------------------------------------

    def csv(self) -> str:
        """Return A and B as CSV: one row for each game and seat."""
        shown = self._something()
        best = cooperative_best(shown.settings.players)
        texts: list[str] = []
        for name in shown.pair.values():
            profile: tuple[Policy, ...] = shown.settings.profile(name)
            batch = play(profile, min(ROW_GAMES, shown.count), shown.settings.seed)
            label = f"yours: {shown.settings.title(name)}" if name == YOURS else name
            texts.append(csv_of(columns_of(batch, label, best), head=not texts))
        return "".join(texts)

    def kept(self) -> str:
        """Return the experiment as a file: what it says, all figures with their tables, rows, and settings."""
        shown = self._something()
        first, second = (shown.tallies[name].after_fines.interval().mean for name in shown.pair.values())
        words = [*difference_words(shown), *(f"{a}, {b}: {c}" for a, b, c in self._said(shown)["terms"])]
        if shown.count > ROW_GAMES:
            words.append(f"The rows are those of the first {ROW_GAMES:,} games.")
        figures = [self._drawn(name) for name in self.drawings]
        return write_kept(shown.settings, words, figures, (first, second), self.class_rows, self.csv())

    def keep(self) -> None:
        """Send the experiment as a file."""
        self._send_file(NAME, self.kept().encode())

    def open_kept(self, text: object) -> None:
        """Open a file that was kept; what is wrong with it is said in a sentence."""
        kept = read_kept(text if isinstance(text, str) else "")
        self.class_rows = kept.rows
        self.waiting = False
        self.set(kept.settings, play=True)
        if self.shown is None or self.running:
            return
        now = [self.shown.tallies[name].after_fines.interval().mean for name in self.shown.pair.values()]
        if kept.same and np.allclose(now, kept.found, atol=1e-4):
            self.say("Opened: every figure is as it was kept.")
        else:
            self.say(
                f"Opened, but it was kept by another version of the laboratory: A had {kept.found[0]:.1f} points and "
                f"B {kept.found[1]:.1f}."
            )

    def open_line(self, line: object) -> None:
        """Open an experiment from the line that cites it."""
        settings = Settings.read(line if isinstance(line, str) else "")
        self.waiting = False
        self.set(settings, play=True)

    def send_picture(self, name: object, kind: object) -> None:
        """Send a figure as SVG or PNG."""
        drawing = self.drawings.get(str(name))
        self._something()
        if drawing is not None:
            self._drawn(str(name))
            data = drawing.png() if kind == "png" else drawing.svg().encode()
            self._send_file(f"{name}.{'png' if kind == 'png' else 'svg'}", data)

    def _something(self) -> Shown:
        if self.shown is None:
            raise BadSettings("There is nothing to keep yet: press Run")
        return self.shown

    def _send_file(self, name: str, data: bytes) -> None:
        self.panel.send({"type": "file", "name": name}, buffers=[data])


def _sentence(words: str) -> str:
    """Return a reason as a sentence."""
    return words if words.endswith(".") else f"{words}."
