"""A lesson run in this Python: its cells one after the other, and all that a reader then sees on its page."""

from __future__ import annotations

import ast
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import checklist
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.answering import Marking, Numbering
from fishlab_widgets.lesson.card import Panel
from fishlab_widgets.lesson.predictions import Prediction

Cell = dict[str, Any]


def code_cells(path: Path) -> list[Cell]:
    """Return the code cells of a notebook."""
    return [cell for cell in checklist.read(path)["cells"] if cell["cell_type"] == "code"]


class Walk:
    """A lesson that was run from the first cell to the last."""

    def __init__(self, path: Path, run: bool = True) -> None:
        memory._MEMORY.clear()
        memory.current = None
        self.path, self.shown = path, []
        self.notebook = checklist.read(path)
        self.names: dict[str, Any] = {"display": lambda *things: self.shown.extend(things), "__name__": "__main__"}
        for cell in code_cells(path) if run else ():
            self.run(checklist.source(cell), cell["id"])

    def run(self, text: str, name: str = "cell") -> None:
        """Run a cell and show what its last line gives."""
        tree = ast.parse(text)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), self.names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), name, "eval"), self.names)
            self.shown += [] if value is None else [value]

    @property
    def lesson(self) -> Any:
        """The lesson."""
        return self.names["lesson"]

    def cell(self, name: str) -> str:
        """Return the text of a cell by its id."""
        return next(checklist.source(cell) for cell in self.notebook["cells"] if cell["id"] == name)

    def cards(self, kind: type = Prediction) -> list[Any]:
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


def visible(thing: Any) -> Iterator[str]:
    """Yield what a reader sees of something that a cell shows."""
    if isinstance(thing, Panel):
        yield plain(json.dumps([_words(part) for part in thing.parts], ensure_ascii=False))
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
