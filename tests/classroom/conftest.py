"""A class that is really open, and browsers that come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import browser
import pytest
from classroom.opened import Opened


@pytest.fixture
def opened(tmp_path) -> Iterator[Opened]:
    found = Opened(tmp_path)
    yield found
    found.stop()


@pytest.fixture
def visitor(chrome) -> Iterator[Callable[..., Any]]:
    """Open a page on a device of its own; whatever goes wrong in it is an error."""
    contexts, problems = [], []

    def visit(address: str, size: tuple[int, int], scheme: str = "light") -> Any:
        view = {"width": size[0], "height": size[1]}
        context = chrome.new_context(viewport=view, color_scheme=scheme, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(browser.PATIENCE)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: "Content Security" in said.text and problems.append(said.text))
        page.goto(address)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert problems == []
