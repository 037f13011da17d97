"""Nothing that a student writes, a browser sends or a code holds ends in a traceback."""

from __future__ import annotations

import itertools
from functools import cache

import pytest
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.answers import read_lesson_code, write_lesson_code
from fishlab_widgets.lesson.lesson import Lesson
from fuzz_values import JUNK
from hypothesis import given, settings
from hypothesis import strategies as st

from fishlab import Fishery
from fishlab.codes import BadCode

SEA = Fishery.start(columns=3, rows=3, placed=[[0], [8]])
_numbers = itertools.count()


def bare_lesson(number=""):
    memory.forget_all()
    return Lesson(number or f"j{next(_numbers)}", "Junk", 10, ["Play", "Predict", "Exercise", "Debrief"])


def all_cards():
    """A lesson with a card of every kind."""
    lesson = bare_lesson()
    cards = [
        lesson.predict("number", "?", low=0, high=10, result=3, show=lambda result: f"<p>{result + 1}</p>"),
        lesson.predict("choice", "?", choices=["a", "b"], result="a", gap=lambda own, result: own + result),
        lesson.predict("many", "?", choices=["a", "b"], many=True, result=["a"]),
        lesson.predict("board", "?", board=SEA, result="net a3 a2"),
        lesson.predict("boards", "?", board=SEA, many=True, result=["net a3 a2"]),
        lesson.question("exact", "?", answer=3, mistakes={4: "no"}, unit="fish", hints=["Count."]),
        lesson.question("near", "?", answer=0.5, within=0.1, mistakes={0.7: "no"}),
        lesson.question("words", "?", answer="cod"),
        lesson.question("own test", "?", test=lambda n: n % 2 == 0, right=lambda n: f"{n:d}"),
        lesson.question("some", "?", choices=["a", "b"], many=True, answer={"a"}),
        lesson.question("net", "?", board=SEA, test=lambda net: net == "net a3 a2"),
        lesson.explain("why", "?"),
        lesson.hand_in(),
    ]
    return lesson, cards


@pytest.mark.long
@settings(max_examples=50)
@given(JUNK)
def test_no_value_of_a_cell_brings_a_traceback(value):
    lesson = bare_lesson()
    for given_value in (value, lambda *_: value):
        lesson.check("value", given_value, answer=3, mistakes={4: "no"}, right=lambda n: f"{n:d}")
        lesson.check("rows", given_value, answer=[[0, 3], [1, 0]], hints=["Rows."])
        lesson.check("text", given_value, answer=("cod", "hake"))
        lesson.check("tested", given_value, test=lambda one: one > 3)
    lesson.code()


@pytest.mark.long
@settings(max_examples=25)
@given(JUNK)
def test_no_result_of_a_function_brings_a_traceback(value):
    lesson = bare_lesson()
    card = lesson.check("function", lambda n: value, cases=[((2,), 4), ((3,), {1})], mistakes=[(lambda n: n, "no")])
    assert not card.answer.done
    lesson.check("judged", lambda n: value, test=lambda function: function(3) == 6 or f"it is {function(3)}")
    lesson.code()


@cache
def kept_cards():
    return all_cards()


def clean_cards():
    """A lesson with a card of every kind, of which nothing is answered: the same one each time."""
    lesson, cards = kept_cards()
    lesson.forget()
    return lesson, cards


@settings(max_examples=25)
@given(JUNK, st.sampled_from(["choose", "check", "lock", "explain", "gate", "open", "set x", "back"]))
def test_no_message_brings_a_traceback(value, kind):
    lesson, cards = clean_cards()
    for card in cards:
        card.hear({"type": kind, "value": value})
        card.hear({"type": "lock", "value": value})
    assert isinstance(read_lesson_code(lesson.code()), list)


PLAIN = st.none() | st.booleans() | st.integers(-(10**14), 10**14) | st.floats(-1e9, 1e9) | st.text(max_size=5)
HELD = PLAIN | st.lists(PLAIN | st.sampled_from(["a", "b", "net a3 a2"]), max_size=3) | st.sampled_from(["a", 3, ["a"]])
KEYS = ["number", "choice", "many", "board", "boards", "exact", "near", "words", "own test", "some", "net", "why"]
KINDS = ["predict", "question", "check", "explain", "play"]


@settings(max_examples=40)
@given(
    st.lists(
        st.fixed_dictionaries(
            {"key": st.sampled_from(KEYS), "kind": st.sampled_from(KINDS), "answer": HELD, "result": HELD}
            | {"done": st.booleans(), "tries": st.integers(0, 50), "why": st.text(max_size=5)}
        ),
        max_size=8,
    )
)
def test_no_crafted_code_breaks_a_lesson_before_or_after_its_cards_are_made(rows):
    for early in (True, False):
        number = f"j{next(_numbers)}"
        try:
            code = write_lesson_code(number, rows)
            read_lesson_code(code)
        except (BadCode, UnicodeEncodeError):
            return
        if early:
            lesson = bare_lesson(number)
            lesson.restore(code)
            all_cards_of(lesson)
        else:
            lesson, _ = clean_cards()
            lesson.restore(write_lesson_code(lesson.number, rows))
        assert isinstance(lesson.code(), str)


def all_cards_of(lesson):
    lesson.predict("number", "?", low=0, high=10, result=3, show=lambda result: f"<p>{result + 1}</p>")
    lesson.predict("choice", "?", choices=["a", "b"], result="a", gap=lambda own, result: own + result)
    lesson.predict("many", "?", choices=["a", "b"], many=True, result=["a"])
    lesson.predict("board", "?", board=SEA, result="net a3 a2")
    lesson.question("exact", "?", answer=3)
    lesson.check("check", 3, answer=3)
    lesson.explain("why", "?")
    lesson.hand_in()


def test_an_answer_that_cannot_have_been_given_is_asked_for_again():
    lesson, cards = clean_cards()
    row = {"key": "number", "kind": "predict", "answer": "many", "result": 3, "done": True, "tries": 0, "why": ""}
    lesson.restore(write_lesson_code(lesson.number, [row]))
    assert not cards[0].answer.done
    assert "please answer again" in str(cards[0].head)


@pytest.mark.parametrize("text", ["because of half \ud800", "because of half a\udfff"])
def test_half_a_sign_is_refused_in_a_code_and_replaced_where_it_is_typed(text):
    lesson, cards = clean_cards()
    why = next(card for card in cards if card.key == "why")
    why.hear({"type": "explain", "value": text})
    assert read_lesson_code(lesson.code())[0]["answer"].endswith("?")
