"""Exercises in code take every right program and no wrong one, not even one that differs from a right one by a sign."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import browser
import checklist
import numpy as np
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


@pytest.mark.few(2)
@pytest.mark.parametrize("exercise", EXERCISES, ids=IDS)
def test_right_programs_pass_however_they_are_written(exercise):
    assert len(exercise.right) >= 3
    assert [text for text in [exercise.model, *exercise.right] if not passes(exercise, text)] == []


@pytest.mark.parametrize("exercise", EXERCISES, ids=IDS)
def test_wrong_programs_fail(exercise):
    assert len(exercise.wrong) >= 2
    assert [text for text in exercise.wrong if passes(exercise, text)] == []


@pytest.mark.few(2)
@pytest.mark.parametrize("exercise", EXERCISES, ids=IDS)
def test_no_small_change_of_the_model_passes(exercise, monkeypatch):
    monkeypatch.setattr(student, "can_fork", lambda: False)  # hundreds of tiny functions need no copy of Python each
    changed = list(mutants(exercise.model, calls_of(exercise)))
    assert len(changed) >= 8
    alive = [text for text, fixed in changed if passes(exercise, text, fixed)]
    survivors = [text for text in alive if not any(piece in text for piece in exercise.same)]
    print(f"{exercise.lesson} {exercise.key}: {len(changed)} changes, {len(alive)} right, {len(survivors)} survive")
    assert survivors == []
    assert [piece for piece in exercise.same if not any(piece in text for text in alive)] == []


def said_of(lesson: str, key: str, text: str) -> str:
    (exercise,) = (one for one in EXERCISES if (one.lesson, one.key) == (lesson, key))
    return str(cards(lesson)[key].judge(function_of(exercise, text, None)))


@pytest.mark.parametrize(("taken", "words"), [("chips", "the **last** stack"), ("best + chips", "not all of them")])
def test_06_what_is_wrong_with_a_catch_is_named_with_a_board_that_can_be_traced(taken, words):
    (model,) = (one.model for one in EXERCISES if (one.lesson, one.key) == ("06", "expected"))
    said = said_of("06", "expected", model.replace("max(best, chips)", taken))
    assert words in said and "`expected([(5, 2, 'green'), (5, 1, 'green')])`" in said


def test_07_a_wrong_score_is_told_with_the_fisheries_that_it_was_worked_out_for():
    (model,) = (one.model for one in EXERCISES if (one.lesson, one.key) == ("07", "score"))
    said = said_of("07", "score", model.replace("len(fishery)", "len(fishery) + 1"))
    assert said.startswith("Squares of each fishery: Black’s 62; White’s 1; contested none.")


def otherwise(value: Any) -> list[Any]:
    """Return a value in other containers, and of other kinds of number."""
    if isinstance(value, bool):
        return [np.bool_(value)]
    if isinstance(value, int | float):
        exact = Fraction(value).limit_denominator(10**9)
        return [exact, Decimal(exact.numerator) / exact.denominator, np.float64(value), float(value)]
    if isinstance(value, set | frozenset):
        return [sorted(value), tuple(value), frozenset(value), dict.fromkeys(value).keys()]
    return [list(value), tuple(value), np.array(value), [float(one) for one in value]]


@pytest.mark.few(2)
@pytest.mark.parametrize("exercise", EXERCISES, ids=IDS)
def test_a_right_value_passes_in_any_container_and_as_any_kind_of_number(exercise, monkeypatch):
    monkeypatch.setattr(student, "can_fork", lambda: False)
    card, model = cards(exercise.lesson)[exercise.key], function_of(exercise, exercise.model, None)
    ways = len(otherwise(card.cases[0][1]))
    refused = [
        way for way in range(ways) if card.judge(lambda *args, way=way: otherwise(model(*args))[way]) is not True
    ]
    assert refused == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_exercise_in_code_has_its_programs(lesson):
    functions = {key for key, card in cards(lesson).items() if card.cases}
    assert functions == {one.key for one in EXERCISES if one.lesson == lesson}


def stored(lesson: str) -> list[dict[str, Any]]:
    """Return the cells of a lesson as they are stored."""
    (path,) = (browser.ROOT / "notebooks").glob(f"{lesson}-*.ipynb")
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return cells


def solutions(cell: dict[str, Any], model: str) -> list[str]:
    """Return what the model has in place of the dots of a cell."""
    gaps = [line for line in checklist.source(cell).splitlines() if "..." in line]
    asked = [re.escape(line.split("  #")[0]).replace(re.escape("..."), "(.+)") for line in gaps]
    return [
        found for one in asked for line in model.splitlines() if (m := re.fullmatch(one, line)) for found in m.groups()
    ]


@pytest.mark.parametrize("one", EXERCISES, ids=lambda one: f"{one.lesson}_{one.key}")
def test_the_cell_below_an_exercise_checks_it_and_no_folded_cell_shows_its_solution(one):
    """Of a folded cell JupyterLab shows the first line."""
    cells = stored(one.lesson)
    opens = re.compile(rf"(def {one.name}\(|{one.name} = )")
    places = [
        place
        for place, cell in enumerate(cells)
        if cell["cell_type"] == "code" and not checklist.is_folded(cell) and opens.match(checklist.source(cell))
    ]
    for place in places:
        assert f'"{one.key}"' in checklist.source(cells[place + 1]), "the cell below is the one that checks"
        for cell in cells:
            first = checklist.source(cell).partition("\n")[0]
            if cell["cell_type"] == "code" and checklist.is_folded(cell):
                assert not any(text in first for text in solutions(cells[place], one.model) if len(text) > 4), first


def test_some_solutions_are_known_so_that_folded_cells_are_looked_at_for_something():
    (one,) = [one for one in EXERCISES if one.name == "points"]
    (cell,) = [cell for cell in stored("01") if "def points(" in checklist.source(cell)]
    assert solutions(cell, one.model) == ["max(0, plates - fish)"]
