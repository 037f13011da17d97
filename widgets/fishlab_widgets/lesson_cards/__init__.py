"""What the lessons ask, and what is right: a module for each lesson, in it a function for each of its cards.

A notebook shows a card by its key, `ask("collapse")`, and holds no answer. What is written here in a call of the
lesson's (`predict`, `question`, `check`) is a message for translators; `Lesson` looks it up where it makes the card.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from textwrap import dedent
from types import FunctionType
from typing import Any

from fishlab_widgets.lesson.exercises import Check
from fishlab_widgets.lesson.lesson import Lesson


def _path(number: str) -> Path:
    """Return where a lesson's cards are written; a lesson and its second part (03, 03b) share a file."""
    return Path(__file__).with_name(f"lesson_{number[:2]}.py")


def _name(key: str) -> str:
    return re.sub(r"\W", "_", key)


def names_of(number: str) -> dict[str, Any]:
    """Return what the cards of a lesson are written with, by name; nothing of a lesson that has none here."""
    return vars(import_module(f"{__name__}.{_path(number).stem}")) if _path(number).exists() else {}


def written_by_students(number: str) -> list[str]:
    """Return the names that students set in cells of a lesson, and cards check."""
    cards = (one for one in names_of(number).values() if isinstance(one, FunctionType))
    checks = (signature(one) for one in cards if one.__annotations__.get("return") == Check.__name__)
    return [name for one in checks for name in list(one.parameters)[1:]]


def make_card(lesson: Lesson, key: str, *given: Any) -> Any:
    """Return a card of a lesson.

    Args:
        lesson: the lesson.
        key: the card's key.
        given: what it needs of the notebook: a student's function, a game.
    """
    return names_of(lesson.number)[_name(key)](lesson, *given)


@cache
def _written(number: str) -> dict[str, tuple[str, str]]:
    """Return for each card what is worked out before it is made, and the call that makes it."""
    text = _path(number).read_text(encoding="utf-8") if _path(number).exists() else ""
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            first, last, lines = node.body[0].lineno - 1, node.body[-1].lineno - 1, text.splitlines(keepends=True)
            before, made = lines[first:last], lines[last : node.end_lineno]
            found[node.name] = dedent("".join(before)), dedent("".join(made)).removeprefix("return ").rstrip()
    return found


def in_full(number: str, text: str) -> str:
    """Return a cell of a lesson with its cards written out: the calls that make them instead of their keys."""
    for asked, key in re.findall(r'(\bask\("([^"]+)"[^()]*\))', text):
        if _name(key) in _written(number):
            before, made = _written(number)[_name(key)]
            text = before + text.replace(asked, made)
    return text
