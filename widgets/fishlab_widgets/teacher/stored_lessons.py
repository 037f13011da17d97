"""The lessons as their own files tell them: steps and minutes, every question, and, once they are run, the answers.

Nothing of a lesson is written down a second time: what the teacher reads is what the students get.
"""

from __future__ import annotations

import ast
import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from pathlib import Path
from typing import Any, Final

from fishlab.core import State
from fishlab_widgets.course import course_folder
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.answering import together
from fishlab_widgets.lesson.card import call
from fishlab_widgets.lesson.student import short
from fishlab_widgets.lesson_cards import in_full, names_of

KINDS: Final = ("predict", "question", "check", "explain", "play")
_MOST_CASES: Final = 3
_MOST_TRIED: Final = 300
"""Answers that are tried where a lesson has a test instead of an answer."""


@dataclass(frozen=True)
class Asked:
    """One card of a lesson: what it asks, in which cell, and the call that makes it."""

    key: str
    kind: str
    words: str
    cell: int
    made: ast.Call

    def given(self, name: str) -> ast.expr | None:
        """Return what the call gives by keyword."""
        return next((word.value for word in self.made.keywords if word.arg == name), None)


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson: its name, what its heading says, its minutes, and whether 45 minutes have room for it."""

    name: str
    heading: str
    minutes: int
    short: bool


@dataclass(frozen=True)
class LessonFile:
    """A lesson as it is stored."""

    number: str
    title: str
    question: str
    path: Path
    steps: tuple[LessonStep, ...]
    asked: Mapping[str, Asked]
    cells: tuple[str, ...]

    @property
    def minutes(self) -> int:
        """How long the whole lesson takes."""
        return sum(step.minutes for step in self.steps)


@dataclass(frozen=True)
class Solved:
    """What is right on a card, why, and the mistakes that the lesson foresees, each with its sentence."""

    key: str
    kind: str
    words: str
    answer: str
    why: str
    mistakes: tuple[tuple[str, str], ...]


@cache
def lesson_files() -> dict[str, LessonFile]:
    """Return every lesson by its number; none where the lessons' files are not at hand."""
    try:
        paths = sorted(course_folder().glob("[0-9]*.ipynb"))
    except ValueError:
        return {}
    return {number_of(path): _read_file(path) for path in paths}


def number_of(path: Path) -> str:
    """Return a lesson's number, with which the name of its file begins: "07", "03b"."""
    return path.name.partition("-")[0]


def _read_file(path: Path) -> LessonFile:
    stored = json.loads(path.read_text(encoding="utf-8"))["cells"]
    texts = [(one["cell_type"], "".join(one["source"])) for one in stored]
    prose = "\n".join(text for kind, text in texts if kind == "markdown")
    cells = tuple(in_full(number_of(path), text) for kind, text in texts if kind == "code")
    plan: dict[str, Any] = {}
    for node in _tree(cells[0]).body:
        if ast.unparse(node).startswith(("steps ", "route ")):
            with contextlib.suppress(Exception):
                exec(compile(ast.Module([node], []), path.name, "exec"), plan)
    headings = dict(re.findall(r"^## ([^:\n]+): (.+)$", prose, re.MULTILINE))
    steps, route = plan.get("steps", {}), plan.get("route", list(plan.get("steps", {})))
    title = re.search(r"^# (?:\d\d[a-z]? · )?(.+)$", prose, re.MULTILINE)
    hook = re.search(r"^\*([^*\n]+)\*$", prose, re.MULTILINE)
    return LessonFile(
        number_of(path),
        title[1] if title else path.stem,
        hook[1] if hook else "",
        path,
        tuple(LessonStep(name, headings.get(name, ""), minutes, name in route) for name, minutes in steps.items()),
        {one.key: one for place, text in enumerate(cells) for one in _asked(place, text)},
        cells,
    )


def _tree(text: str) -> ast.Module:
    """Return what a cell says; nothing, where somebody has left a program in it that is no Python."""
    try:
        return ast.parse("\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in text.splitlines()))
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _asked(place: int, text: str) -> Iterator[Asked]:
    """Yield the cards that a cell makes, in order."""
    nodes = list(ast.walk(_tree(text)))
    named = {ast.unparse(node.targets[0]): node.value for node in nodes if isinstance(node, ast.Assign)}
    found = [node for node in nodes if isinstance(node, ast.Call)]
    for made in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
        kind = getattr(made.func, "attr", "")
        if kind not in KINDS or getattr(getattr(made.func, "value", None), "id", "") != "lesson":
            continue
        parts = [*made.args[1:2], *made.args[:1]] if kind == "play" else made.args[:2]
        parts = [named.get(ast.unparse(part), part) for part in parts]  # a long question has a name in its cell
        words = [part.value if isinstance(part, ast.Constant) else None for part in parts]
        key = words[0] if words and isinstance(words[0], str) else "game" if kind == "play" else ""
        title = next((word.value for word in made.keywords if word.arg == "title"), None)
        told = words[1] if len(words) > 1 else None
        if isinstance(title, ast.Constant):
            told = title.value
        if key:
            yield Asked(key, kind, str(told or key), place, made)


def ways_of(lesson: LessonFile, asked: Asked) -> dict[str, Any]:
    """Return between what a card lets one choose (`choices`, `low`, `high`, `unit`), as far as it stands in the file.

    No game is played for it: imports and plain values of the cells are enough to know.
    """
    names = dict(names_of(lesson.number))
    for text in lesson.cells[: asked.cell + 1]:
        for node in _tree(text).body:
            with contextlib.suppress(Exception):
                if isinstance(node, ast.Assign | ast.AugAssign):
                    ast.literal_eval(node.value)
                if isinstance(node, ast.Assign | ast.AugAssign | ast.Import | ast.ImportFrom):
                    exec(compile(ast.Module([node], []), asked.key, "exec"), names)
    found = {}
    for name in ("choices", "low", "high", "unit", "many"):
        with contextlib.suppress(Exception):
            if (node_of := asked.given(name)) is not None:
                found[name] = eval(compile(ast.Expression(node_of), asked.key, "eval"), names)
    return found


def solved(number: str) -> list[Solved]:
    """Run a lesson's cells and return what is right on each of its cards, as the lesson itself works it out.

    What the class decides by itself, and sentences that nobody judges, have no answer here.
    """
    lesson = lesson_files()[number]
    current, kept = memory.current, memory._MEMORY.pop(number, None)
    names = {**names_of(number), "display": lambda *things: None, "__name__": "__main__"}
    found = []
    try:
        for place, text in enumerate(lesson.cells):
            with contextlib.suppress(Exception, SystemExit):  # a cell that needs a person's answers stops no other
                exec(compile(_tree(text), f"{lesson.path.name}, cell {place + 1}", "exec"), names)
            found += [
                _solve(one, names)
                for one in lesson.asked.values()
                if one.cell == place and one.kind in ("predict", "question", "check")
            ]
    finally:
        memory.current = current
        memory._MEMORY.pop(number, None)
        if kept is not None:
            memory._MEMORY[number] = kept
    return found


def _solve(one: Asked, names: dict[str, Any]) -> Solved:
    def value(name: str) -> Any:
        """Return what the call gives by keyword, worked out as the cell would; None if it gives nothing."""
        node = one.given(name)
        if node is None:
            return None
        with contextlib.suppress(Exception):
            return eval(compile(ast.Expression(node), one.key, "eval"), names)
        return None

    right, answer = value("right"), value("result" if one.kind == "predict" else "answer")
    if one.kind == "predict" and callable(answer):
        with contextlib.suppress(Exception):
            answer = answer()
    if answer is None and one.kind == "question":
        answer = _found_by_trying(value("test"), value("choices"), bool(value("many")), value("board"))
    with contextlib.suppress(Exception):
        right = str(call(right, answer)) if callable(right) else right
    mistakes = value("mistakes")
    pairs = [(_told(wrong), str(why)) for wrong, why in mistakes.items()] if isinstance(mistakes, Mapping) else []
    if not isinstance(mistakes, Mapping) and mistakes:
        pairs = [("", str(why)) for _, why in mistakes]
    choices = value("choices")
    told = _told(answer, choices if isinstance(choices, Mapping) else {})
    if answer is None or callable(answer):
        cases = list(value("cases") or ())[:_MOST_CASES]
        told = "; ".join(f"{_told_call(args)} gives {_result(result)}" for args, result, *_ in cases)
    words = value("question") if one.words == one.key and one.given("question") else one.words
    return Solved(one.key, one.kind, str(words), told, right if isinstance(right, str) else "", tuple(pairs))


def _found_by_trying(test: Any, choices: Any, many: bool, board: Any) -> Any:
    """Return the answer that a lesson's own test takes: a choice, several, a move on a board, a number; else None."""
    tries: Iterable[Any] = list(choices or ())
    if many and choices:
        tries = [set(some) for count in range(len(choices) + 1) for some in combinations(list(choices), count)]
    elif isinstance(board, State):
        tries = [board.notation(move) for move in board.moves()]
    elif not choices:
        tries = range(_MOST_TRIED)
    for one in islice(tries, _MOST_TRIED):
        with contextlib.suppress(Exception):
            if test(one) is True:
                return one
    return None


def _told(value: Any, labels: Mapping[Any, Any] | None = None) -> str:
    """Return an answer in words."""
    if isinstance(value, set | frozenset | list):
        return together([_told(one, labels) for one in (value if isinstance(value, list) else sorted(value, key=str))])
    if isinstance(value, tuple):
        return " or ".join(_told(one, labels) for one in value)
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".").replace("-", "−")
    with contextlib.suppress(TypeError):
        if labels and value in labels:
            return str(labels[value])
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value).replace("-", "−")
    return "" if value is None else short(value) if not isinstance(value, str) else value


def _result(value: Any) -> str:
    """Return what a program gives back, as Python writes it; of a long fraction six digits are enough."""
    return f"{value:.6g}" if isinstance(value, float) else short(value)


def _told_call(args: Any) -> str:
    return f"({', '.join(short(one) for one in args)})" if isinstance(args, tuple) else short(args)
