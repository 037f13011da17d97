"""Tests use public names: what is private may change without a test noticing."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
MOST = 47
"""Uses of private names that are left. It only ever falls."""
NO_SECRET = {"_replace", "_asdict", "_fields", "_exit", "_ipython_display_", "_render_traceback_"}
"""Public names with a dash before them: those of named tuples, of `os`, and what IPython asks an object for."""


def private_names(source: str) -> list[str]:
    """Return the private names that a program asks other objects for, as often as it does."""
    return [
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and is_private(node.attr) and not is_own(node.value)
    ]


def is_private(name: str) -> bool:
    """Tell whether a name is private; `_repr_svg_` and its like are Jupyter's."""
    return name.startswith("_") and not name.startswith(("__", "_repr_")) and name not in NO_SECRET


def is_own(owner: ast.expr) -> bool:
    """Tell whether an object is asked for a name of its own."""
    return isinstance(owner, ast.Name) and owner.id in ("self", "cls")


def test_what_is_counted_is_private_and_of_another_object():
    assert private_names("table._watch; table.board._receive(self._own); case._replace(a=1); state._repr_svg_()") == [
        "_watch",
        "_receive",
    ]
    assert private_names("room.__class__; os._exit(1); memory.forget_all()") == []


def test_tests_use_few_private_names():
    files = {path: len(private_names(path.read_text(encoding="utf-8"))) for path in TESTS.rglob("*.py")}
    worst = Counter({str(path.relative_to(TESTS)): count for path, count in files.items()}).most_common(5)
    assert sum(files.values()) <= MOST, f"most are in {worst}"
