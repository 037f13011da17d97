"""What the lessons ask, and what is right: a module for each lesson, in it each of its cards under its name.

A notebook shows a card by its key, `ask("collapse")`, and holds no answer. What is written here in a call (`predict`,
`question`, `check`, which take what the lesson's methods take after the key) is a message for translators; `Lesson`
looks it up where it makes the card. A function says what a card asks that needs something of the notebook, or that
takes work: it is called only when the card is shown.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from textwrap import dedent
from types import FunctionType
from typing import Any, Concatenate, ParamSpec, TypeVar

from fishlab_widgets.lesson.lesson import Lesson


@dataclass(frozen=True, slots=True)
class Wording:
    """What a card asks, and what is right: given a lesson and the card's key, it makes the card."""

    make: Callable[..., Any]
    given: tuple[Any, ...]
    named: Mapping[str, Any]

    def __call__(self, lesson: Lesson, key: str) -> Any:
        """Return the card."""
        return self.make(lesson, key, *self.given, **self.named)


class Program(Wording):
    """What a card asks that checks what a student's cell has set."""


_Given = ParamSpec("_Given")
_Kind = TypeVar("_Kind", bound=Wording)


def _asking(make: Callable[Concatenate[Lesson, str, _Given], object], kind: type[_Kind]) -> Callable[_Given, _Kind]:
    """Return what takes down the words of a card for a method of the lesson's that makes such cards."""

    def ask(*given: _Given.args, **named: _Given.kwargs) -> _Kind:
        return kind(make, given, named)

    return ask


predict, question = _asking(Lesson.predict, Wording), _asking(Lesson.question, Wording)
check = _asking(Lesson.check, Program)


def _path(number: str) -> Path:
    """Return where a lesson's cards are written; a lesson and its second part (03, 03b) share a file."""
    return Path(__file__).with_name(f"lesson_{number[:2]}.py")


def _name(key: str) -> str:
    return re.sub(r"\W", "_", key)


def names_of(number: str) -> dict[str, Any]:
    """Return what the cards of a lesson are written with, by name; nothing of a lesson that has none here."""
    return vars(import_module(f"{__name__}.{_path(number).stem}")) if _path(number).exists() else {}


def given_to(number: str, kinds: Sequence[str] = (Wording.__name__, Program.__name__)) -> dict[str, list[str]]:
    """Return for each card of a lesson, by its name, what it is given of the notebook; of some kinds only, if asked."""
    found: dict[str, list[str]] = {name: [] for name, one in names_of(number).items() if isinstance(one, Wording)}
    for name, one in names_of(number).items():
        if isinstance(one, FunctionType) and one.__annotations__.get("return") in kinds:
            found[name] = list(signature(one).parameters)
    return found


def written_by_students(number: str) -> list[str]:
    """Return the names that students set in cells of a lesson, and cards check."""
    return [name for given in given_to(number, [Program.__name__]).values() for name in given]


def make_card(lesson: Lesson, key: str, *given: Any) -> Any:
    """Return a card of a lesson.

    Args:
        lesson: the lesson.
        key: the card's key.
        given: what it needs of the notebook: a student's function, a game.
    """
    asked = names_of(lesson.number)[_name(key)]
    return (asked if isinstance(asked, Wording) else asked(*given))(lesson, key)


@cache
def _written(number: str) -> dict[str, tuple[str, str]]:
    """Return for each card what is worked out before it is made, and the call that says what it asks."""
    text = _path(number).read_text(encoding="utf-8") if _path(number).exists() else ""
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            first, last, lines = node.body[0].lineno - 1, node.body[-1].lineno - 1, text.splitlines(keepends=True)
            before, made = lines[first:last], lines[last : node.end_lineno]
            found[node.name] = dedent("".join(before)), dedent("".join(made)).removeprefix("return ").rstrip()
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = "", ast.get_source_segment(text, node.value) or ""
    return found


def in_full(number: str, text: str) -> str:
    """Return a cell of a lesson with its cards written out: the calls that make them instead of their keys."""
    for asked, key in re.findall(r'(\bask\("([^"]+)"[^()]*\))', text):
        if _name(key) in _written(number):
            before, made = _written(number)[_name(key)]
            text = before + text.replace(asked, "lesson." + re.sub(r"\((\s*)", rf'(\1"{key}",\1', made, count=1))
    return text
