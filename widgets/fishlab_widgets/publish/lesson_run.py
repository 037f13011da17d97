"""A lesson run in this Python without a page: its texts, and what its cells show, in order."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fishlab_widgets.lesson import memory


@dataclass(frozen=True)
class Piece:
    """One cell: its text if it is text, else what it shows, and the program on it that a student writes on."""

    text: str = ""
    shown: tuple[Any, ...] = field(default=())
    program: str = ""


class Reader:
    """Runs the cells of a notebook one after the other and keeps what they show."""

    def __init__(self) -> None:
        self._shown: list[Any] = []
        self.names: dict[str, Any] = {"display": lambda *things: self._shown.extend(things), "__name__": "__main__"}

    def run(self, source: str, name: str) -> tuple[Any, ...]:
        """Run a cell and return what it shows, the value of its last line included."""
        self._shown.clear()
        tree = ast.parse(source)
        last = tree.body[-1] if tree.body else None
        if isinstance(last, ast.Expr):
            tree.body.pop()
        exec(compile(tree, name, "exec"), self.names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), self.names)
            self._shown += [] if value is None else [value]
        return tuple(self._shown)


def program_of(source: str) -> str:
    """Return what a student reads and changes in a cell: a program with dots to fill in, or a player; else "".

    What only fetches names, and what only shows something, is left out.
    """
    tree = ast.parse(source)
    dots = any(isinstance(node, ast.Constant) and node.value is ... for node in ast.walk(tree))
    if not dots and not any(isinstance(node, ast.FunctionDef) and node.name == "my_player" for node in tree.body):
        return ""
    lines = source.splitlines()
    parts = [(node.lineno, node.end_lineno) for node in tree.body if not _aside(node)]
    return "\n\n".join("\n".join(lines[first - 1 : last]) for first, last in parts)


def _aside(node: ast.stmt) -> bool:
    fetched = isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    return fetched or isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)


def read_lesson(path: Path) -> Iterator[Piece]:
    """Yield a notebook's cells as pieces; what a cell writes to the terminal is left out.

    Raises:
        ValueError: if a cell fails, with the cell and the reason.
    """
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    memory.forget_all()
    reader, quiet = Reader(), io.StringIO()
    for number, cell in enumerate(cells, 1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield Piece(text=source)
        elif cell["cell_type"] == "code":
            try:
                with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    shown = reader.run(source, f"{path.name}, cell {number}")
            except Exception as error:
                raise ValueError(f"cell {number} of {path.name} fails ({type(error).__name__}: {error})") from error
            hidden = cell.get("metadata", {}).get("jupyter", {}).get("source_hidden")
            yield Piece(shown=shown, program="" if hidden else program_of(source))
