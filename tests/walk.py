"""A lesson run in this Python: its cells one after the other, and all that a reader then sees on its page.

In `make test` nbval runs every notebook: its cells are tests of their own, and `Kernel` is the kernel that it talks to.
The other tests of the same worker then look at what this one run has left (`walked`).
"""

from __future__ import annotations

import ast
import contextlib
import html
import io
import json
import re
import traceback
import warnings
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from queue import Empty
from typing import Any
from unittest import mock

import checklist
from fishlab_widgets.controls import placeholder
from fishlab_widgets.council.roles import QUESTIONS, ROLES
from fishlab_widgets.council.vote import Vote
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.answering import Marking, Numbering
from fishlab_widgets.lesson.card import Card, Drawn
from fishlab_widgets.lesson.predictions import Prediction
from IPython.core.formatters import DisplayFormatter
from ipywidgets import Widget

from fishlab import messages

Cell = dict[str, Any]
_FORMATTER = DisplayFormatter()


def code_cells(path: Path) -> list[Cell]:
    """Return the code cells of a notebook."""
    return [cell for cell in checklist.read(path)["cells"] if cell["cell_type"] == "code"]


class Walk:
    """A lesson that was run from the first cell to the last.

    Attributes:
        names: what its cells have named.
        shown: all that its cells show, in order.
        outputs: by cell, what a notebook would store of what it shows.
        trouble: by cell, the error or warning that stopped it, or what it wrote to stderr.
        opening: by card, what could be read on it before anybody answered.
        solved: the keys of cards that were answered, or knew their result, before anybody answered.
        language: what the notebook speaks, once a cell has said so.
    """

    def __init__(self, source: Path | dict[str, Any], run: bool = True) -> None:
        memory.forget_all()
        memory.current = None
        self.notebook = checklist.read(source) if isinstance(source, Path) else source
        self.shown: list[Any] = []
        self.outputs: dict[str, list[dict[str, Any]]] = {}
        self.trouble: dict[str, object] = {}
        self.language = messages.ENGLISH
        self.names: dict[str, Any] = {"display": self.show, "__name__": "__main__"}
        self._left = deque(cell for cell in self.notebook["cells"] if cell["cell_type"] == "code")
        if run:
            self.run_up_to()

    def run_up_to(self, name: str = "") -> None:
        """Run the cells that were not run yet, up to one of them or to the last; nothing is run twice."""
        done = {*self.outputs, *self.trouble}
        while self._left and (not name or name not in done):
            cell = self._left.popleft()
            self._run_watched(checklist.source(cell), cell["id"])
            done.add(cell["id"])
            if not self._left:
                self._look_around()

    def _look_around(self) -> None:
        """Keep what a reader sees before anybody has answered."""
        cards = list(self.lesson.memory.cards) if "lesson" in self.names else []
        self.opening = {card: "".join(visible(card)) for card in cards}
        kept = self.lesson.memory.answers if cards else {}
        self.solved = [key for key, one in kept.items() if one.done or one.result is not None]
        self.before = self.page()

    def _run_watched(self, text: str, name: str) -> None:
        """Run a cell as a kernel does: what goes wrong in it stops no other."""
        before, said = len(self.shown), io.StringIO()
        try:
            with contextlib.redirect_stderr(said), warnings.catch_warnings():
                warnings.simplefilter("error")
                for kind in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
                    warnings.simplefilter("ignore", kind)  # a kernel, too, shows those of a cell itself only
                warnings.filterwarnings("error", category=DeprecationWarning, module="__main__")
                self.run(text, name)
                self.outputs[name] = [one for thing in self.shown[before:] for one in stored(thing)]
        except Exception as error:
            self.trouble[name] = error
        if said.getvalue():
            self.trouble.setdefault(name, said.getvalue())

    def show(self, *things: Any) -> None:
        """Show things below a cell."""
        for thing in things:
            if isinstance(thing, placeholder.Live):
                thing.on_show()
        self.shown += things

    def run(self, text: str, name: str = "cell") -> None:
        """Run a cell and show what its last line gives."""
        tree = ast.parse(text)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        others = messages.usual()
        messages.use(self.language)
        try:
            exec(compile(tree, name, "exec"), self.names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), name, "eval"), self.names)
                if value is not None:
                    self.show(value)
        finally:
            self.language = messages.usual()
            messages.use(others)

    def forget(self) -> None:
        """Begin again with no card answered."""
        for card in self.cards(Card):
            card.notice = ""
        self.lesson.forget()

    def lock(self) -> None:
        """Lock every prediction, and let all results open."""
        for card in self.cards():
            lock(card)

    @property
    def lesson(self) -> Any:
        """The lesson."""
        return self.names["lesson"]

    def cell(self, name: str) -> str:
        """Return the text of a cell by its id."""
        return next(checklist.source(cell) for cell in self.notebook["cells"] if cell["id"] == name)

    def cards(self, kind: type | tuple[type, ...] = Prediction) -> list[Any]:
        """Return the lesson's cards of a kind, in their order."""
        keys = list(self.lesson.memory.answers)
        found = [card for card in self.lesson.memory.cards if isinstance(card, kind)]
        return sorted(found, key=lambda card: keys.index(card.key) if card.key in keys else -1)

    def card(self, key: str) -> Any:
        """Return the card of a key."""
        return next(card for card in self.lesson.memory.cards if card.key == key)

    def prose(self) -> str:
        """Return the texts of the notebook."""
        return "\n\n".join(text for _, text in checklist.cells(self.notebook, "markdown"))

    def page(self) -> list[str]:
        """Return all that is on the page, piece by piece, in plain words: texts, cards, figures and their data."""
        return [self.prose(), *(words for thing in self.shown for words in visible(thing))]


@cache
def _begun(path: Path) -> Walk:
    return Walk(path, run=False)


def walked(name: str) -> Walk:
    """Return a notebook that was run once for all tests of this process; others may have answered its cards.

    Args:
        name: its number, or the name of its file.
    """
    walk = _begun(next(path for path in checklist.ALL if name in (path.stem, path.stem.partition("-")[0])))
    walk.run_up_to()
    memory.current = walk.names.get("lesson")
    return walk


class Kernel:
    """What nbval takes for a notebook's kernel: the cells run in this Python, as parts of the one walk of this worker.

    A cell that another test has already let run is not run again: nbval hears what came of it.
    """

    def __init__(self, path: Path) -> None:
        self.walk = _begun(path)
        self._cells = iter(code_cells(path))
        self._said: deque[dict[str, Any]] = deque()

    def execute_cell_input(self, source: str, allow_stdin: bool | None = None) -> str:
        """Run a cell, and return the name by which its messages are known."""
        name: str = next(cell["id"] for cell in self._cells if checklist.source(cell) == source)
        self.walk.run_up_to(name)
        self._said.clear()
        for data in self.walk.outputs.get(name, ()):
            self._say(name, "display_data", data=data, metadata={})
        trouble = self.walk.trouble.get(name)
        if isinstance(trouble, Exception):
            lines = traceback.format_exception(trouble)
            self._say(name, "error", ename=type(trouble).__name__, evalue=str(trouble), traceback=lines)
        elif trouble:
            self._say(name, "error", ename="stderr", evalue=str(trouble), traceback=[str(trouble)])
        self._say(name, "status", execution_state="idle")
        return name

    def _say(self, name: str, kind: str, **content: Any) -> None:
        self._said.append({"msg_type": kind, "content": content, "parent_header": {"msg_id": name}})

    def get_message(self, stream: str, timeout: float | None = None) -> dict[str, Any]:
        """Return the next message about a cell."""
        if not self._said:
            raise Empty
        return self._said.popleft()

    def await_reply(self, msg_id: str, timeout: float | None = None) -> None:
        """Wait for nothing: a cell has run when it was asked to."""

    def await_idle(self, parent_id: str, timeout: float) -> None:
        """Forget what else was said about a cell."""
        self._said.clear()

    def is_alive(self) -> bool:
        """Tell that cells can be run."""
        return True

    def interrupt(self) -> None:
        """Interrupt nothing: no cell runs between two messages."""

    stop = interrupt


def stored(thing: Any) -> list[dict[str, Any]]:
    """Return what a notebook stores of something that a cell shows: an output is a mapping from kinds to texts."""
    found: list[dict[str, Any]] = []

    def show(*things: Any) -> None:
        found.extend(data for one in things if (data := _FORMATTER.format(one)[0]))

    with mock.patch.object(placeholder, "display", show):
        show(thing)
    return found


def widgets(thing: Any) -> Iterator[Widget]:
    """Yield a widget and all widgets inside it."""
    if isinstance(thing, Widget):
        yield thing
    for child in thing.pictures if isinstance(thing, Drawn) else getattr(thing, "children", ()):
        yield from widgets(child)


def visible(thing: Any) -> Iterator[str]:
    """Yield what a reader sees of something that a cell shows."""
    if isinstance(thing, str):
        yield plain(thing)
    if isinstance(thing, Drawn):
        yield plain(json.dumps([_words(part) for part in (*thing.head, *thing.body)], ensure_ascii=False))
        for picture in thing.pictures:
            yield from visible(picture)
        return
    for name in ("value", "svg", "status", "hint", "data"):
        if isinstance(text := getattr(thing, name, None), str):
            yield plain(text)
    for child in getattr(thing, "children", ()):
        yield from visible(child)
    if hasattr(thing, "_ipython_display_") and not hasattr(thing, "children"):
        yield repr(thing)


def _words(part: dict[str, Any]) -> Any:
    return part.get("html") or [part.get("label", ""), part.get("value", ""), part.get("text", ""), part.get("options")]


def plain(text: str) -> str:
    """Return HTML as the words that are read in it, one line for each row of a table."""
    text = re.sub(r"<(style|script|defs)\b.*?</\1>", " ", text, flags=re.DOTALL)
    text = re.sub(r"</tr>|</p>|<br>", "\n", text)
    return html.unescape(re.sub(r"<[^>]*>", " ", text))


def first_answer(answering: Any) -> Any:
    """Return some answer that a prediction takes."""
    if isinstance(answering, Numbering):
        return str(answering.low)
    if isinstance(answering, Marking):
        move = answering.state.notation(answering.state.moves()[0])
        return [move] if answering.many else move
    return [0] if answering.many else 0


def lock(card: Prediction) -> None:
    """Lock a prediction with the first answer that it takes, and let its result open; what is locked stays.

    Where a result hangs on a council's vote, everybody first votes for the first option of every question.
    """
    for vote in [one for one in card.lesson.memory.cards if isinstance(one, Vote) and not one.before]:
        for _ in ROLES:
            for question in QUESTIONS:
                vote.receive(f"vote {question}", 0)
            vote.receive("seal", None)
    card.receive("choose", first_answer(card.answering))
    card.receive("lock", None)
    if card.lesson.gate:
        card.answer.opened = True
        card.refresh()
