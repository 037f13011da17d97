"""After a reveal: a sentence, then a model explanation with its rivals; and code that is checked as it runs."""

from __future__ import annotations

import linecache
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from fishlab_widgets.lesson import memory, predictions
from fishlab_widgets.lesson.answers import read_lesson_code, same, write_lesson_code
from fishlab_widgets.lesson.exercises import check_again, name_of
from fishlab_widgets.lesson.lesson import Lesson
from fishlab_widgets.lesson.predictions import Reasons, reasons_of
from fishlab_widgets.lesson.reading import is_sentence

ALL_LESSONS = sorted(file.stem for file in (Path(predictions.__file__).parent / "reasons").glob("*.toml"))
SENTENCE = "Nine fish a round are more than grow back."


@pytest.fixture
def lesson():
    memory.forget_all()
    return Lesson("00", "Cast off", minutes=15, steps=["Predict", "Change", "Debrief"])


def send(card, kind, value=None):
    card.hear({"type": kind, "value": value})


def part(card, name):
    return next((one for one in (*card.head, *card.body) if one["id"] == name), None)


@pytest.fixture
def revealed(lesson):
    card = lesson.predict("empty", "In which round?", low=1, high=12, result=4)
    send(card, "choose", "6")
    send(card, "lock")
    return card


@pytest.mark.parametrize("text", ["x", "x x x", "because", "idk idk idk", "12 345 678", "don't know", "..."])
def test_what_explains_nothing_is_not_kept_as_an_explanation(revealed, text):
    send(revealed, "explain", text)
    assert revealed.answer.why == ""
    assert "at least three words" in part(revealed, "notice")["html"]
    assert part(revealed, "reasons") is None


@pytest.mark.parametrize("text", [SENTENCE, "Es wuchs weniger nach", "魚は少ししか増えない", "too many boats"])
def test_a_sentence_is_known_in_many_languages(text):
    assert is_sentence(text)


def test_a_sentence_that_was_kept_stays_when_a_shorter_text_follows(revealed):
    send(revealed, "explain", SENTENCE)
    send(revealed, "explain", "x")
    assert revealed.answer.why == SENTENCE
    send(revealed, "explain", "")
    assert revealed.answer.why == ""


def test_explanations_to_choose_from_come_only_after_a_sentence_of_ones_own(revealed):
    assert part(revealed, "reasons") is None
    send(revealed, "reason", 0)
    assert revealed.answer.reason is None
    send(revealed, "explain", SENTENCE)
    offered = part(revealed, "reasons")
    reasons = reasons_of("00")["empty"]
    assert sorted(one["label"] for one in offered["options"]) == sorted(
        [reasons.model, *(text for text, _ in reasons.rivals)]
    )
    assert not any(one["truth"] or one["caption"] for one in offered["options"])


def test_what_explains_a_result_is_told_only_after_a_sentence_of_ones_own(lesson):
    card = lesson.predict("empty", "In which round?", low=1, high=12, result=4, then=lambda round: f"By {round} gone.")
    send(card, "choose", "6")
    send(card, "lock")
    assert "gone" not in str(card.pictures)
    send(card, "explain", "x")
    assert "gone" not in str(card.pictures)
    send(card, "explain", SENTENCE)
    assert "By 4 gone." in str(card.pictures)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_chosen_explanation_is_judged_and_stays(revealed, number):
    send(revealed, "explain", SENTENCE)
    reasons = revealed.reasons
    send(revealed, "reason", reasons.order().index(number))
    said = part(revealed, "reason")["html"]
    assert ("This is what the result shows." in said) == (number == 0)
    assert number == 0 or reasons.rivals[number - 1][1] in said
    assert revealed.answer.reason == number
    offered = part(revealed, "reasons")
    assert offered["locked"] and [one["truth"] for one in offered["options"]].index(True) == reasons.order().index(0)
    send(revealed, "reason", reasons.order().index((number + 1) % 3))
    assert revealed.answer.reason == number


def test_the_code_keeps_which_explanation_was_chosen_and_old_codes_still_open(lesson, revealed):
    send(revealed, "explain", SENTENCE)
    send(revealed, "reason", revealed.reasons.order().index(2))
    code = lesson.code()
    assert read_lesson_code(code)[0]["reason"] == 2
    memory.forget_all()
    fresh = Lesson("00", "Cast off", minutes=15, steps=["Predict", "Change", "Debrief"])
    fresh.restore(code)
    card = fresh.predict("empty", "In which round?", low=1, high=12, result=4)
    assert card.answer.reason == 2 and part(card, "reasons")["locked"]
    old = {"key": "empty", "kind": "predict", "answer": 6, "result": 4, "done": True, "tries": 0, "why": "x"}
    assert read_lesson_code(write_lesson_code("00", [old]))[0] == {**old, "lesson": "00"}


def test_the_length_of_an_explanation_does_not_give_the_model_away():
    cards = [one for lesson in ALL_LESSONS for one in reasons_of(lesson).values()]
    lengths = [[len(text) for text in (one.model, *(text for text, _ in one.rivals))] for one in cards]
    uneven = {one.key: row for one, row in zip(cards, lengths, strict=True) if max(row) > 1.35 * min(row)}
    assert len(cards) >= 40 and uneven == {}
    assert sum(model >= max(rivals) for model, *rivals in lengths) <= 0.4 * len(cards)
    assert sum(model < min(rivals) for model, *rivals in lengths) >= 0.2 * len(cards)


def test_the_model_explanation_does_not_always_stand_first():
    rivals = (("one", "wrong"), ("two", "wrong"))
    assert {Reasons(key, "model", rivals, ()).order().index(0) for key in "abcdefgh"} == {0, 1, 2}


# ---- programs


def program(text, name):
    """Define a function as a cell does, so that its text is known."""
    names = {}
    linecache.cache[f"<cell {text}>"] = (len(text), None, text.splitlines(True), f"<cell {text}>")
    exec(compile(text, f"<cell {text}>", "exec"), names)
    return names[name]


DOUBLE = "def double(n):\n    return 2 * n"
CASES = [((3,), 6), ((12345,), 24690), ((5,), 10)]


def check(lesson, function, **more):
    return lesson.check("double", function, cases=CASES, name="double", hints=["Twice."], **more)


def test_a_program_is_checked_when_its_own_cell_runs(lesson):
    card = check(lesson, program("def double(n):\n    return ...", "double"))
    assert "Not answered yet" in part(card, "said")["html"]
    check_again(lesson, {"double": program("def double(n):\n    return n", "double")})
    assert "Not yet" in part(card, "said")["html"]
    check_again(lesson, {"double": program(DOUBLE, "double")})
    assert card.answer.done and "Right" in part(card, "said")["html"]


def test_a_cell_that_leaves_the_answer_alone_counts_no_try(lesson):
    card = check(lesson, program("def double(n):\n    return n", "double"))
    names = {"double": card.given, "other": 1}
    check_again(lesson, names)
    check_again(lesson, {})
    assert card.answer.tries == 1


def test_a_program_is_judged_once_however_often_its_cells_have_run(lesson):
    for text in ("def double(n):\n    return ...", "def double(n):\n    return n"):
        cards = [check(lesson, program(text, "double")) for _ in range(2)]
    names = {"double": program("def double(n):\n    return n + 1", "double")}
    check_again(lesson, names)
    assert [part(card, "said")["html"].count("You tried this before.") for card in cards] == [0, 0]
    assert cards[0].answer.tries == 2
    card = check(lesson, names["double"])
    assert "Not yet" in part(card, "said")["html"] and "You tried this before." not in part(card, "said")["html"]
    check_again(lesson, {"double": program(DOUBLE, "double")})
    assert all("Right" in part(one, "said")["html"] for one in [*cards, card]), "older cards on the page follow"


def test_a_cell_that_an_error_stopped_does_not_keep_the_verdict_of_the_run_before(lesson):
    card = check(lesson, program("def double(n):\n    return n", "double"))
    names = {"double": card.given}
    check_again(lesson, names, "def other(n):\n    return 2 n", failed=True)
    assert "Not yet" in part(card, "said")["html"], "another cell"
    check_again(lesson, names, "def double(n):\n    return 2 n", failed=True)
    assert "Not checked" in part(card, "said")["html"] and card.answer.tries == 1
    check_again(lesson, names, "print(1)")
    assert "Not checked" in part(card, "said")["html"], "it has still not run"
    check_again(lesson, {"double": program(DOUBLE, "double")}, DOUBLE)
    assert card.answer.done and "Right" in part(card, "said")["html"]


def test_a_number_that_stands_there_again_after_an_error_is_judged_again(lesson):
    card = lesson.check("catch", 7, answer=7, name="catch", hints=["Seven."])
    check_again(lesson, {"catch": 7}, "catch = 7 +", failed=True)
    assert "Not checked" in part(card, "said")["html"]
    check_again(lesson, {"catch": 7}, "catch = 7")
    assert "Right" in part(card, "said")["html"]


def test_feedback_names_the_simplest_case_that_fails_even_beside_a_foreseen_mistake(lesson):
    card = check(lesson, lambda n: n * n, mistakes=[(lambda n: n * n, "that is the square")])
    said = part(card, "said")["html"]
    assert "that is the square." in said and "gives 9, but 6 is right." in said


def test_a_question_about_a_mistake_keeps_its_mark_and_gets_no_full_stop(lesson):
    card = check(lesson, lambda n: n * n, mistakes=[(lambda n: n * n, "is that the square?")])
    assert "is that the square? `<lambda>" in card.judge(card.given)


def test_a_right_program_is_kept_and_shown_where_its_cell_has_lost_it(lesson):
    check(lesson, program(DOUBLE, "double"))
    code = lesson.code()
    assert read_lesson_code(code)[0]["answer"] == DOUBLE
    memory.forget_all()
    fresh = Lesson("00", "Cast off", minutes=15, steps=["Predict", "Change", "Debrief"])
    card = check(fresh, program("def double(n):\n    return ...", "double"))
    fresh.restore(code)
    assert "Solved before" in part(card, "said")["html"]
    assert "return 2 * n" in part(card, "program")["html"]
    check_again(fresh, {"double": program(DOUBLE, "double")})
    assert part(card, "program") is None and "Right" in part(card, "said")["html"]


def test_a_cell_is_found_by_the_name_of_its_function_or_by_its_value():
    values = [[1, 2]]
    double = program(DOUBLE, "double")
    assert name_of(double, {"other": double, "double": double}) == "double"
    assert name_of(values, {"_1": values, "matrix": values}) == "matrix"
    assert name_of(values, {"matrix": [[1, 2]]}) == ""


@pytest.mark.parametrize("given, right", [
    (["3", "4"], {"4", "3"}), (("3", "4"), {"3", "4"}), ({"3": 1, "4": 2}.keys(), {"3", "4"}),
    (frozenset("34"), {"3", "4"}), (Fraction(1, 2), 0.5), (Decimal("0.5"), 0.5), (np.float64(0.5), 0.5),
    (np.array([1, 2]), [1, 2]), (range(3), (0, 1, 2)), ([[True, 0]], [[1, 0]]), ({1: 2}.values(), [2]),
])  # fmt: skip
def test_the_right_value_is_right_in_any_container_and_number(given, right):
    assert same(given, right)


@pytest.mark.parametrize("given, right", [
    (["3", "3", "4"], {"3", "4"}), ("34", {"3", "4"}), ({1, 2}, [1, 2]), (1, True), (Fraction(1, 3), 0.5), ([1], 1),
])  # fmt: skip
def test_another_value_is_wrong_in_any_container(given, right):
    assert not same(given, right)


# ---- the strip


def test_a_step_with_a_switch_is_ticked_when_it_was_switched(lesson):
    lesson.at("Change")._ipython_display_()
    card = lesson.policy("Rule", lambda one: None, {"one": ("One", [1, 2], 1)})
    card.on_show()
    lesson.at("Debrief")
    assert not lesson.is_done("Change")
    send(card, "set one", 1)
    assert lesson.is_done("Change")
    lesson.forget()
    assert not lesson.is_done("Change")
