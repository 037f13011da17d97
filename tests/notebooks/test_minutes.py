"""The minutes that lessons promise are those of what there is to read and to decide (`lesson_minutes`)."""

from __future__ import annotations

import re

import checklist
import lesson_minutes
import pytest
from fishlab_widgets.teacher.stored_lessons import lesson_files

NUMBERS = [name.partition("-")[0] for name in checklist.COURSE]
SLACK = 0.4
"""How much longer than promised a step may take, in minutes."""
LONGEST = 5
"""How many minutes a step may take at most, by its decisions."""


@pytest.mark.few(2)
@pytest.mark.parametrize("number", NUMBERS)
def test_every_step_takes_the_minutes_that_its_decisions_take(number):
    lesson = lesson_files()[number]
    found = {step.name: (step.minutes, lesson_minutes.counted(lesson)[step.name].minutes) for step in lesson.steps}
    assert {
        name: f"{promised} minutes promised, {counted:.1f} counted"
        for name, (promised, counted) in found.items()
        if not counted - SLACK <= promised <= counted + 1
    } == {}
    assert sum(counted for _, counted in found.values()) <= lesson.minutes
    assert {name: counted for name, (_, counted) in found.items() if round(counted, 1) > LONGEST} == {}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_lesson_fits_into_45_minutes_on_its_short_route(number):
    lesson = lesson_files()[number]
    counted = lesson_minutes.counted(lesson)
    assert sum(counted[step.name].minutes for step in lesson.steps if step.short) <= 45


def test_the_readme_promises_the_same_minutes():
    readme = (checklist.ROOT / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\d\db?) \| \[[^]]+\]\(notebooks/[^)]+\) \| (\d+) \|", readme, re.MULTILINE))
    assert rows == {number: str(lesson_files()[number].minutes) for number in NUMBERS}


def test_what_else_is_done_is_done_in_a_step_that_there_is():
    steps = {(number, step.name) for number, lesson in lesson_files().items() for step in lesson.steps}
    assert lesson_minutes.OTHER.keys() - steps == set()
