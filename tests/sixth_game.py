"""A pytest plugin for a copy of the project with one game more: keeps the tests that could notice this game.

`pytest -p sixth_game --game pond` runs a test if its name tells that it is about the game, or if it asks itself which
games there are: it, or a function or fixture of its module that it uses, reads `GAMES`. A test that is about another
game, and one that never looks at the list, cannot tell that there is one more.
"""

from __future__ import annotations

import inspect
import re
from types import CodeType, FunctionType
from typing import Any

import pytest
from laws import COURSE

import fishlab


def pytest_addoption(parser: pytest.Parser) -> None:
    """Ask which game is new."""
    parser.addoption("--game", help="the game that was added")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what could notice the game."""
    game = config.getoption("--game")
    kept = [item for item in items if notices(item, game)]
    left = set(items) - set(kept)
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = kept


def notices(item: pytest.Item, game: str) -> bool:
    """Tell whether a test could see that there is one game more."""
    words = set(re.split(r"[^a-z]+", item.name.partition("[")[2].lower()))
    if game in words or f"/{game}/" in item.nodeid:
        return True
    return not words & set(COURSE) and asks_for_games(getattr(item, "function", None), set())


def asks_for_games(function: Any, seen: set[str]) -> bool:
    """Tell whether a function reads the list of games, itself or through others of its module."""
    function = inspect.unwrap(function) if callable(function) else function
    if not isinstance(function, FunctionType):
        return False
    names = used(function.__code__) | set(inspect.signature(function).parameters)
    if "GAMES" in names and ("fishlab" in names or function.__globals__.get("GAMES") is fishlab.GAMES):
        return True
    others = {
        name
        for name in names - seen
        if getattr(function.__globals__.get(name), "__module__", "") == function.__module__
    }
    seen |= names
    return any(asks_for_games(function.__globals__[name], seen) for name in sorted(others))


def used(code: CodeType) -> set[str]:
    """Return the names that a function uses, with those of the functions inside it."""
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return {*code.co_names}.union(*(used(one) for one in inner))
