"""Questions ask about a new case: who has understood can answer, who only remembers or reads off cannot."""

from __future__ import annotations

import checklist
import pytest

READ_OFF = {
    "00": {"sustainable", "save code", "change"},  # the pond itself, and how to work with a notebook
    "01": {"year three"},
    "02": {"choice matters"},
    "04": {"fastest", "albacore"},
    "05": {"generation", "change"},
    "07": {"falls"},
    "08": {"differs", "fastest"},
    "10": {"cod quota"},
}
"""Exercises that are answered by looking at what the page shows; all others have a case, or numbers, of their own."""


def exercises(number):
    (path,) = checklist.FOLDER.glob(f"{number}-*.ipynb")
    return {
        checklist.key(call)
        for _, call in checklist.lesson_calls(checklist.written_out(checklist.read(path)), "question", "check")
    }


@pytest.mark.parametrize("number", [name.partition("-")[0] for name in checklist.COURSE[1:]])
def test_three_of_four_questions_of_a_lesson_ask_about_a_new_case(number):
    asked, read_off = exercises(number), READ_OFF.get(number, set())
    assert read_off <= asked
    assert len(asked - read_off) >= 0.75 * len(asked)


def test_what_is_read_off_is_an_exercise_of_its_lesson():
    assert all(keys <= exercises(number) for number, keys in READ_OFF.items())
