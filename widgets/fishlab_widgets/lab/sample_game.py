"""One game of the many that the laboratory played, on a board beside the curves of the living fish."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import ipywidgets as w
import numpy as np

from fishlab.core import State
from fishlab.lab import play
from fishlab.messages import tr
from fishlab.session import PERSON
from fishlab_widgets.controls.buttons import action_button
from fishlab_widgets.lab.lab_charts import Shown, Stock
from fishlab_widgets.live.table import Table

SAMPLE = 1_000
"""Games among which one is looked for to be shown."""


class SampleGame(w.Box):
    """A place for a game: empty until one is opened.

    Args:
        opened: is told when a game has been opened.
    """

    def __init__(self, opened: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._opened = opened
        self.add_class("lab-sample")
        self.number: tuple[str, int] | None = None
        """Whose game is open, and its number."""

    def show_game(self, shown: Shown, name: str, which: object = "middle") -> None:
        """Open a game of a treatment: "middle", "low" or "high" by its total, or the number of a game of this seed."""
        games, settings = min(SAMPLE, shown.count), shown.settings
        batch = play(settings.profile(name), games, settings.seed)
        totals = batch.total()
        places = {"low": 0, "middle": (games - 1) // 2, "high": games - 1}
        if isinstance(which, int) and 0 <= which < games:
            number = which
        else:
            place = places[which if isinstance(which, str) and which in places else "middle"]
            number = int(np.argsort(totals, kind="stable")[place])
        self.number = name, number
        told = tr(
            "{title}: game {number:,} of the first {games:,}, {total} points together.",
            title=shown.named(name), number=number + 1, games=games, total=str(int(totals[number])).replace("-", "−"),
        )  # fmt: skip
        figure = Stock().draw(shown, [int(count) for count in batch.living()[:, number]])
        drag = tr("Drag the slider under the board: the dots are this game.")
        table = Table(batch.match(number), seats=[PERSON] * batch.players)
        table.go(0)
        other = next(one for one in shown.pair.values() if one != name)
        same = tr("The same dice: {title}", title=shown.named(other, 40))
        beside = w.VBox(
            [
                w.HTML(f"<h3>{escape(told)}</h3>{figure}<p>{escape(drag)}</p>"),
                action_button(same, "", lambda: self.show_game(shown, other, number)),
                action_button(tr("Put the game away"), "", self.put_away),
            ]
        )
        beside.add_class("lab-beside")
        self.children = [beside, table]
        self._opened()

    def put_away(self) -> None:
        """Take the game off the page."""
        self.children, self.number = [], None

    def game(self) -> State | None:
        """Return the end of the game that is open."""
        return self.children[1].match.state if self.children else None
