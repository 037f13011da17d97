"""Every question that is answered on its card takes the right answer however it is written, and no other."""

from __future__ import annotations

import itertools
from copy import copy

import checklist
import pytest
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.answers import NOTHING, Answer
from fishlab_widgets.lesson.exercises import Check, Exercise
from fishlab_widgets.lesson.lesson import Lesson
from fishlab_widgets.lesson.reading import _TENS, _WORDS
from fishlab_widgets.lesson.student import StudentError
from fuzz_values import JUNK
from hypothesis import given, settings
from hypothesis import strategies as st
from walk import walked

PATHS = {path.stem.partition("-")[0]: path for path in sorted(checklist.FOLDER.glob("[0-9]*.ipynb"))}
VALUES = {"05": "matrix", "02": "ranking"}
CELLS = {"05": "exercise-matrix-check", "02": "boom2-29"}


def alone(number):
    """Return a lesson whose cells may be run once more: its cards are those of a new lesson, and nobody else's."""
    walk = copy(walked(number))
    walk.names, walk.shown, old = dict(walk.names), [], walk.lesson
    memory.forget_all()
    walk.names["lesson"] = Lesson(old.number, old.title, old.minutes, old.steps)
    return walk


def ask(card, value):
    """Answer a card afresh, as its page would, but do not show the whole lesson anew; tell whether that was right."""
    card.lesson.memory.answers[card.key] = Answer("question")
    if card.answering is None:
        card.act("check", value)
    else:
        card.act("choose", value)
        card.act("check", None)
    return card.answer.done


def right_number(card):
    expected = card.expected[0] if isinstance(card.expected, tuple) else card.expected
    if expected is not NOTHING:
        return expected
    return next(number for number in range(500) if card.judge(number) is True)


def written_otherwise(number, unit):
    """Return a number as several people would write it."""
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    yield from (text, f" {text} ", text.replace(".", ","), f"= {text}", f"{text} + 0", f"({text})")
    yield text.replace("-", "−")
    if unit == "%":
        yield from (f"{text} %", f"{number / 100:.4f}")
    elif unit:
        yield f"{text} {unit.split()[0]}"
    if number == int(number) and 0 <= number < 100:
        tens, ones = divmod(int(number), 10)
        yield _WORDS[int(number)] if number < 20 else f"{list(_TENS)[tens - 2]}-{_WORDS[ones]}".removesuffix("-zero")


@pytest.mark.parametrize("number", PATHS)
def test_numbers_pass_however_they_are_written_and_their_neighbours_fail(number):
    cards = [card for card in walked(number).cards(Exercise) if card.answering is None and card.kind == "number"]
    for card in cards:
        right = right_number(card)
        refused = [text for text in written_otherwise(right, card.unit) if not ask(card, text)]
        assert refused == [], card.key
        away = max(1, abs(right) // 8) if abs(right) >= 1 else 0.15
        taken = [text for text in (f"{right + away:.4f}", f"{right - away:.4f}", "987654") if ask(card, text)]
        if card.expected is not NOTHING:
            assert taken == [], card.key
        assert not ask(card, "soon")
        assert card.answer.tries == 0


@pytest.mark.parametrize("number", PATHS)
def test_of_all_choices_one_answer_passes_in_any_order_and_at_least_two_fail(number):
    for card in walked(number).cards(Exercise):
        if not isinstance(card.answering, Choosing):
            continue
        places = range(len(card.answering.values))
        most = len(places) if len(places) < 10 else 4  # a map has very many sets of plots
        sizes = range(1, most + 1) if card.answering.many else [1]
        picks = [pick for size in sizes for pick in itertools.combinations(places, size)]
        right = [pick for pick in picks if ask(card, list(pick) if card.answering.many else pick[0])]
        assert len(right) == 1, card.key
        assert len(picks) >= 3
        if card.answering.many:
            assert ask(card, list(reversed(right[0])))


@pytest.mark.parametrize("number", PATHS)
def test_a_part_of_several_right_choices_is_not_called_wrong(number):
    """It is counted, or a sentence says what is missing."""
    for card in walked(number).cards(Exercise):
        if not isinstance(card.answering, Choosing) or not card.answering.many:
            continue
        for place, one in enumerate(card.answering.values):
            if (said := card.judge({one})) is False:
                title, lines = card.wrong({one}, card.answering.labels[place], said)
                assert "found" in title or "too many" in title, card.key
                assert any(("belongs in" in line) == (one in card.expected) for line in lines), card.key


@pytest.mark.parametrize("number", VALUES)
def test_no_value_in_a_student_cell_brings_a_traceback(number):
    walk = alone(number)

    @settings(max_examples=25)
    @given(JUNK | st.sampled_from([3, [3], [[1]], [[1, 2], 3], "matrix", [["a"] * 3] * 3, {}, None]))
    def check(value):
        memory.current.memory.cards.clear()  # else every card so far would be shown anew
        memory.current.memory.strips.clear()
        walk.names[VALUES[number]] = value
        walk.run(walk.cell(CELLS[number]))

    check()


TOTALS = [[9], [], 3, None, "many", [[1, 2]], [1, "two"], ..., [float("nan"), 1]]


@pytest.mark.parametrize("value", TOTALS, ids=[f"03b {value!r}" for value in TOTALS])
def test_no_list_of_class_totals_brings_a_traceback(value):
    walk = alone("03b")
    walk.names["class_totals"] = value
    walk.run(walk.cell("boom3-29"))
    walk.run(walk.cell("boom3-29"))


@pytest.mark.few(2)
@pytest.mark.parametrize("number", list(PATHS))
def test_no_junk_of_a_function_passes_or_brings_a_traceback(number):
    for card in walked(number).cards(Check):
        if not card.cases:
            continue
        for value in ([[]], [[1], [2]], {}, "x", object(), None, 10**400, [[[[1]]]]):
            try:
                assert card.judge(lambda *_, value=value: value) is not True
            except StudentError as error:
                assert str(error)
