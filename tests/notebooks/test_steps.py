"""Each card belongs to the step under whose heading it stands, so that the strip ticks what was done there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import checklist
import pytest
from walk import Walk, walked

LESSONS = [path.stem.partition("-")[0] for path in checklist.ALL if path.stem[0].isdigit()]


def sections(walk: Walk) -> Iterator[tuple[set[str], list[str]]]:
    """Yield for each heading the steps whose strips stand below it, and the keys of the cards that are made there."""
    steps: set[str] = set()
    keys: list[str] = []
    for cell in walk.notebook["cells"]:
        text = checklist.source(cell)
        if cell["cell_type"] == "markdown" and re.search(r"^## ", text, re.MULTILINE):
            yield steps, keys
            steps, keys = set(), []
        elif cell["cell_type"] == "code":
            steps |= set(re.findall(r'(?:lesson\.at\(|step=)"([^"]+)"', text))
            keys += walk.made.get(cell["id"], [])
    yield steps, keys


def elsewhere(walk: Walk) -> dict[str, str]:
    """Return the cards that belong to a step which has no strip under their heading, with that step."""
    held = walk.lesson.memory.steps
    return {key: held[key] for steps, keys in sections(walk) if steps for key in keys if held[key] not in steps}


@pytest.mark.parametrize("number", LESSONS)
def test_each_card_belongs_to_the_step_of_its_heading(number):
    found = elsewhere(walked(number))
    assert found == {}
