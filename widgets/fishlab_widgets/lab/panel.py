"""The Boom laboratory on the page: press two treatments, and a thousand seas say what the difference is.

    Laboratory()
    Laboratory(players=3, treatment="quota", against="competitive", games=500)

Everything is played on the same dice, so that any two treatments can be compared game by game. Every mean has its 95 %
interval, and the number of games is written beside it. A game of each can be opened beside the figure; games of the
class can be laid among models and published results; an experiment can be kept as a file, opened again, and cited.

`lab_run` plays, `lab_view` says what the page shows; here is what a person asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet, ref

import ipywidgets as w
import numpy as np
import traitlets

from fishlab import __version__
from fishlab.lab import TREATMENTS, play
from fishlab.lab.experiment import columns_of, cooperative_best, csv_of
from fishlab.lab.manifest import manifest_of
from fishlab.messages import mark, tr
from fishlab_widgets.controls.base_widget import BaseWidget, script, style
from fishlab_widgets.controls.page_model import MessageModel
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.lab.class_games import ClassRows
from fishlab_widgets.lab.kept_file import MOST_BYTES, NAME, read_kept, write_kept
from fishlab_widgets.lab.lab_charts import Shown
from fishlab_widgets.lab.lab_run import LIVE_GAMES, Runs
from fishlab_widgets.lab.lab_settings import SCALES, YOURS, BadSettings, Settings
from fishlab_widgets.lab.lab_view import DESIGN, Figures, head_of, ladder_of, numbers_of, said_of, texts
from fishlab_widgets.lab.sample_game import SampleGame

_HERE = Path(__file__).parent
ROW_GAMES = 2_000
"""Games of A and of B whose rows go into a file; more belong into an `experiment`."""
_NOTHING: Final = mark("Nothing has been played yet: press Run.")
_BUSY: Final = mark("Games are being played: press Stop first.")
_panels: WeakSet[Laboratory] = WeakSet()  # a new panel ends what an old one, perhaps no longer seen, still plays
_newest: list[ref[Laboratory]] = []


def class_totals(group: str) -> list[float]:
    """Return the team totals of a group of the class, such as "alone", that the newest laboratory has; [] if none."""
    found = _newest[0]() if _newest else None
    return found.class_totals(group) if found is not None else []


class Panel(MessageModel, BaseWidget):
    """The laboratory's page: it shows what it is told, and sends what a person asks for."""

    _esm = script(_HERE / "panel.js")
    _css = style(_HERE / "panel.css")

    texts = traitlets.Dict().tag(sync=True)
    """The words that stay: `lab_view.texts`."""
    head = traitlets.Dict().tag(sync=True)
    """What stands above: `lab_view.Head`."""
    ladder: traitlets.List[Any] = traitlets.List().tag(sync=True)
    """The treatments: each a `lab_view.Rung`."""
    numbers = traitlets.Dict().tag(sync=True)
    """The sliders and the seats: `lab_view.Numbers`."""
    said = traitlets.Dict().tag(sync=True)
    """The sentence about A and B: `lab_view.Said`."""
    view = traitlets.Dict().tag(sync=True)
    """The open tab: `lab_view.View`."""
    class_box = traitlets.Dict().tag(sync=True)
    """The box for the class's games: `lab_view.ClassBox`."""

    def fail(self, words: str) -> None:
        """Say it below the head."""
        self.tell(head={**self.head, "notice": words})

    def send_file(self, name: str, data: bytes) -> None:
        """Let the page save a file."""
        self.send({"type": "file", "name": name}, buffers=[data])


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

    wakes = mark("the laboratory")

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
        self.tab, self.waiting, self.notice = "totals", wait, tr(_NOTHING) if wait else ""
        self.runs = Runs(self.say, self.refresh)
        self.figures = Figures(lambda: self.runs.payoffs(self.settings.players, self.settings.seed))
        self.class_rows = ClassRows()
        self.panel = Panel(self._act, texts=texts())
        self.sample = SampleGame(lambda: self.panel.send({"type": "scroll", "to": "lab-sample"}))
        super().__init__([self.panel, self.sample])
        for name in ("fishlab-laboratory", "fishlab", "fishlab-live"):
            self.add_class(name)
        for older in _panels:
            older.runs.stop()
        _panels.add(self)
        _newest[:] = [ref(self)]
        if wait:
            self.refresh()
        else:
            self.run()

    def __repr__(self) -> str:
        one, other = (self.settings.title(name) for name in (self.settings.first, self.settings.second))
        return f"<Laboratory: {one} against {other}, {self.settings.players} players, {self.settings.games:,} games>"

    @property
    def shown(self) -> Shown | None:
        """What has been played last, with the class's games."""
        found = self.runs.shown
        return found and replace(found, groups=self.class_rows.groups(found.settings.players))

    def still_picture(self) -> str:
        """Return the sentence and the figures as they are."""
        words = escape(self.panel.said.get("words", tr(_NOTHING)))
        return f"<p>{words}</p>" + "".join(self.panel.view.get("figures", ()))

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        """Do what a person asks for; what cannot be done is said in a sentence."""
        value, name = content.get("value"), content.get("name")
        do: dict[str, Callable[[], object]] = {
            "players": lambda: self.set(self.settings.but(players=value)),
            "games": lambda: self.set(self.settings.but(games=value), play=True),
            "seed": lambda: self.set(self.settings.but(seed=value)),
            "treatment": lambda: self.press(name),
            "number": lambda: self.move(name, value),
            "seat": lambda: self.seat_apart(value, name),
            "anew": lambda: self.set(self.settings.anew()),
            "back": lambda: self.set(Settings(self.settings.players, self.settings.games, self.settings.seed)),
            "run": self.run,
            "stop": self.runs.stop,
            "tab": lambda: self.open_tab(name),
            "defect": self.one_defects,
            "game": lambda: self.open_game(name, value),
            "class": lambda: self.add_class_games(value),
            "forget": self.forget_class,
            "keep": lambda: self.panel.send_file(NAME, self.kept().encode()),
            "rows": lambda: self.panel.send_file("rows.csv", self.csv().encode()),
            "picture": lambda: self.send_picture(name, value),
            "open": lambda: self.open_kept(value),
            "cite": lambda: self.open_line(value),
        }
        if kind in do:
            self.notice = self.notice if self.runs.running else ""
            try:
                do[kind]()
            except ValueError as why:
                words = str(why)
                self.say(words if words.endswith(".") else f"{words}.")

    def say(self, words: str) -> None:
        """Show a sentence below the head, "" to take it away."""
        self.notice = words
        self.refresh(figures=False)

    def refresh(self, *, figures: bool = True) -> None:
        """Show how things stand; without figures only the controls."""
        runs, one = self.runs, self.settings
        run = self.waiting or (not runs.running and not runs.knows(one))
        head = head_of(one, self.notice, run=run, running=runs.running, done=runs.done, of=runs.of)
        traits: dict[str, Any] = {"head": head, "ladder": ladder_of(one), "numbers": numbers_of(one)}
        if self.waiting or (shown := self.shown) is None:
            traits |= {"said": {}, "view": {"tab": self.tab, "tabs": [], "figures": []}}
        elif figures:
            traits |= {"said": said_of(shown), "view": self.figures.view(self.tab, shown)}
        self.panel.tell(**traits)

    # ---- what is compared --------------------------------------------------------------------------------------

    def set(self, settings: Settings, *, play: bool = False) -> None:
        """Show other settings: at once where games are few, else when somebody presses Run."""
        if self.runs.running:
            self.say(tr(_BUSY))
            return
        self.settings = settings
        if self.waiting:
            self.refresh()
        elif play or self.runs.answers_at_once(settings):
            self.run()
        else:
            slow = mark("With more than {games:,} games a change does not play at once: press Run.")
            self.say(tr(slow, games=LIVE_GAMES))

    def run(self) -> None:
        """Play all treatments and one's own on the same dice, and draw what came of it."""
        if self.runs.running:
            self.say(tr(_BUSY))
            return
        self.waiting, self.notice = False, "" if self.notice == tr(_NOTHING) else self.notice
        self.runs.play(self.settings)

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
        if isinstance(seat, int) and 0 <= seat < self.settings.players and (name in TREATMENTS or name == ""):
            self.set(self.settings.set_seat(seat, str(name)))

    def one_defects(self) -> None:
        """Show a team that one country leaves, beside the team that it leaves."""
        self.tab = "pays"
        team = self.settings.anew().but(first="cooperative", base="cooperative")
        self.set(team.set_seat(self.settings.players - 1, "competitive"))

    # ---- what is looked at -------------------------------------------------------------------------------------

    def open_tab(self, name: object) -> None:
        """Open a tab; its figures are drawn now."""
        if name in self.figures.tabs():
            self.tab = str(name)
            self.refresh()

    def open_game(self, name: object, which: object = "middle") -> None:
        """Open a game beside the curves of the living fish.

        Args:
            name: whose game: a treatment, or one's own.
            which: "middle", "low" or "high" by its total, or the number of a game of this seed.
        """
        if self.shown is None or name not in self.shown.tallies:
            self.say(tr("No game has been played yet: press Run."))
        else:
            self.sample.show_game(self.shown, str(name), which)

    def add_class_games(self, text: object) -> None:
        """Read save codes or a table; good lines join the figure, bad ones are told and stay to be corrected."""
        if isinstance(text, str):
            words, found = self.class_rows.add(text, self.settings.players)
            self._answer_class(found.left, words, found.wrong)

    def forget_class(self) -> None:
        """Take the class's games out again."""
        self.class_rows.rows = []
        self._answer_class("", tr("The class's games have been removed from the figure."), [])

    def _answer_class(self, text: str, words: str, wrong: list[str]) -> None:
        turn = int(self.panel.class_box.get("turn", 0)) + 1
        self.panel.tell(class_box={"text": text, "words": words, "wrong": wrong, "turn": turn})
        self.refresh()

    def class_totals(self, group: str) -> list[float]:
        """Return the team totals of a group of the class, such as "alone", with as many players as are chosen."""
        return self.class_rows.totals(group, self.settings.players)

    # ---- files -------------------------------------------------------------------------------------------------

    def csv(self) -> str:
        """Return A and B as CSV: one row for each game and seat."""
        shown = self._something()
        best = cooperative_best(shown.settings.players)
        parts: list[str] = []
        for name in shown.pair.values():
            batch = play(shown.settings.profile(name), min(ROW_GAMES, shown.count), shown.settings.seed)
            label = f"yours: {shown.settings.title(name)}" if name == YOURS else name
            columns = columns_of(batch, label, best)
            made_by = {"seed": shown.settings.seed, "fishlab": __version__}
            columns |= {name: np.full(columns["game"].size, value) for name, value in made_by.items()}
            parts.append(csv_of(columns, head=not parts))
        return "".join(parts)

    def kept(self) -> str:
        """Return the experiment as a file: what it says, all figures with their tables, rows, and settings."""
        shown = self._something()
        said = said_of(shown)
        words = [said["words"], said["how"], *(f"{letter}, {title}: {text}" for letter, title, text in said["terms"])]
        if shown.count > ROW_GAMES:
            words.append(tr("The rows are those of the first {games:,} games.", games=ROW_GAMES))
        drawn = [self.figures.draw(name, shown) for name in self.figures.drawings if name != DESIGN]
        return write_kept(shown.settings, words, drawn, _means(shown), self.class_rows.rows, self.csv())

    def open_kept(self, text: object) -> None:
        """Open a file that was kept, or a design's manifest; what is wrong with it is said in a sentence."""
        if isinstance(text, str) and text.lstrip().startswith("{"):
            self.open_design(text)
            return
        kept = read_kept(text if isinstance(text, str) else "")
        self.class_rows.rows = kept.rows
        self.waiting = False
        self.set(kept.settings, play=True)
        if self.shown is None or self.runs.running:
            return
        if kept.same and np.allclose(_means(self.shown), kept.found, atol=1e-4):
            self.say(tr("Opened: every figure is as it was saved."))
        else:
            other = mark(
                "Opened, but it was saved by another version of the laboratory: A had {first:.1f} points and B "
                "{second:.1f}."
            )
            self.say(tr(other, first=kept.found[0], second=kept.found[1]))

    def open_design(self, text: str) -> None:
        """Show what came of a design, from its manifest; nothing is played for it."""
        if len(text) >= MOST_BYTES:
            raise BadSettings("This manifest is too large for the page: read_manifest of fishlab.lab.manifest reads it")
        manifest = manifest_of(text)
        if not manifest.finished:
            raise BadSettings("This run is not finished: repeat the command that started it, then open it")
        self.figures.open_design(manifest)
        self.tab, self.waiting = DESIGN, False
        if self.shown is None:
            self.run()
        self.say("")
        self.refresh()

    def open_line(self, line: object) -> None:
        """Open an experiment from the line that cites it."""
        settings = Settings.read(line if isinstance(line, str) else "")
        self.waiting = False
        self.set(settings, play=True)

    def send_picture(self, name: object, kind: object) -> None:
        """Send a figure as SVG or PNG."""
        shown, drawing = self._something(), self.figures.drawings.get(str(name))
        if drawing is not None:
            self.figures.draw(str(name), shown)
            data = drawing.png() if kind == "png" else drawing.svg().encode()
            self.panel.send_file(f"{name}.{'png' if kind == 'png' else 'svg'}", data)

    def _something(self) -> Shown:
        if self.shown is None:
            raise BadSettings("There is nothing to keep yet: press Run")
        return self.shown


def _means(shown: Shown) -> tuple[float, float]:
    """Return the mean totals of A and of B after fines."""
    first, second = (shown.tallies[name].after_fines.interval().mean for name in shown.pair.values())
    return first, second
