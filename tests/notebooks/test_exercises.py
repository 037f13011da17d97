"""Exercises in code take every right program and no wrong one, not even one that differs from a right one by a sign."""

from __future__ import annotations

import pytest
from fishlab_widgets.lesson import student
from fishlab_widgets.lesson.exercises import Check
from fishlab_widgets.lesson.student import StudentError, Unanswered
from programs import EXERCISES, mutants
from walk import walked

IDS = [f"{one.lesson} {one.key}" for one in EXERCISES]
LESSONS = sorted({one.lesson for one in EXERCISES})


def cards(lesson):
    return {card.key: card for card in walked(lesson).cards(Check)}


def function_of(exercise, text, fixed):
    names = dict(walked(exercise.lesson).names, _fixed=fixed)
    exec(text, names)
    return names[exercise.name]


def passes(exercise, text, fixed=None):
    card = cards(exercise.lesson)[exercise.key]
    try:
        return card.judge(function_of(exercise, text, fixed)) is True
    except (StudentError, Unanswered):
        return False


def calls_of(exercise):
    return [tuple(args) for args, *_ in cards(exercise.lesson)[exercise.key].cases]


@pytest.mark.parametrize("exercise", EXERCISES, ids=IDS)
def test_right_programs_pass_however_they_are_written(exercise):
    assert len(exercise.right) >= 3
    assert [text for text in [exercise.model, *exercise.right] if not passes(exercise, text)] == []


@pytest.mark.parametrize("exercise", EXERCISES, ids=IDS)
def test_wrong_programs_fail(exercise):
    assert len(exercise.wrong) >= 2
    assert [text for text in exercise.wrong if passes(exercise, text)] == []


@pytest.mark.parametrize("exercise", EXERCISES, ids=IDS)
def test_no_small_change_of_the_model_passes(exercise, monkeypatch):
    monkeypatch.setattr(student, "can_fork", lambda: False)  # hundreds of tiny functions need no copy of Python each
    changed = list(mutants(exercise.model, calls_of(exercise)))
    assert len(changed) >= 3
    alive = [text for text, fixed in changed if passes(exercise, text, fixed)]
    assert [text for text in alive if not any(piece in text for piece in exercise.same)] == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_exercise_in_code_has_its_programs(lesson):
    functions = {key for key, card in cards(lesson).items() if card.cases}
    assert functions == {one.key for one in EXERCISES if one.lesson == lesson}
