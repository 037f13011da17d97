"""Numbers are read as people write them; what is none costs nothing, and a foreseen mistake is known when rounded."""

from __future__ import annotations

import pytest
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.lesson import Lesson
from fishlab_widgets.lesson.reading import decimals, nearly, numbers_in, parse_number
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.fixture
def lesson():
    memory.forget_all()
    return Lesson("07", "Who owns the sea?", minutes=35, steps=["Exercise", "Debrief"])


def typed(card, *texts):
    """Type answers one after the other; return the card's answer."""
    for text in texts:
        card.hear({"type": "check", "value": text})
    return card.answer


def shown(card):
    return str(card.body)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("32", 32), ("32 fish", 32), ("12,5 %", 12.5), ("1,200", 1200), ("1'200", 1200), ("1/4", 0.25), ("-3", -3),
        ("−3", -3), ("0.10", 0.1), ("two", 2), ("", None), ("3 4", None), ("1/0", None), ("3=3", None),
        ("1" * 400, None), ("4.5.6", None), ("nine", 9), ("Twenty coins", 20), ("twenty-two", 22),
        ("thirty two fish", 32), ("Ninety-nine", 99), ("sixty", 60), ("a hundred", 100), ("one hundred", 100),
        ("five hundred", 500), ("one hundred and fifty", 150), ("two hundred and twenty-two fish", 222),
        ("twenty - two", 18), ("minus forty-one", -41), ("twenty minus two", 18),
        ("twenty-two thirds", 22 / 3), ("two and twenty", None),
        ("minus one", -1), ("$9", 9),
        ("9 €", 9), ("6+2+1", 9), ("21 + 11 = 32", 32), ("21 + 11 = 33", None), ("=4", 4), ("e = 0.2", 0.2),
        ("1 1/2", 1.5), ("2½", 2.5), ("two thirds", 2 / 3), ("1 200", 1200), ("1.200,5", 1200.5), ("0,125", 0.125),
        ("3 × 4 − 2", 10), ("(0 + 0 + 1 + 1 + 2 + 1) / 6", 5 / 6), ("about 7", 7), ("32 or 33", None), ("√4", 2),
        ("12 apples and 3 pears", None), ("60:20", 3), ("60 : 20", 3), ("1∶4", 0.25), ("3:", None), (":3", None),
        ("1e999", None), ("nan", None), ("-", None), ("((((", None), ("2 * ", None),
    ],
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(text, number):
    assert parse_number(text) == number


@pytest.mark.parametrize(
    ("text", "unit", "numbers"),
    [
        ("30 %", "", [0.3]),
        ("30 per cent", "boats", [0.3]),
        ("22 %", "%", [22]),
        ("22", "%", [22]),
        ("0.22", "%", [0.22, 22]),
        ("0,5", "%", [0.5, 50]),
        ("1/4", "%", [0.25, 25]),
        ("1,414", "", [1414, 1.414]),
        ("69 of 100", "of 100", [69]),
        ("69 out of 100", "of 100", [69]),
        ("69/100", "of 100", [0.69, 69]),
        ("69 %", "of 100", [69]),
    ],
)
def test_a_share_may_be_written_in_per_cent_and_a_percentage_as_a_share(text, unit, numbers):
    assert numbers_in(text, unit) == pytest.approx(numbers)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123456789.,'%/+-*()=√½ eftwo$", max_size=40) | st.text(max_size=140))
def test_any_text_is_read_or_not_read_never_an_error(text):
    assert all(isinstance(number, int | float) for number in numbers_in(text, "%") + numbers_in(text))


@settings(max_examples=100, deadline=None)
@given(st.floats(-1e6, 1e6).map(lambda number: round(number, 3)))
def test_a_number_that_python_writes_is_read_back(number):
    assert number in numbers_in(f"{number:f}")
    assert number in numbers_in(f"{number:f}".replace(".", ","))


@pytest.mark.parametrize(
    ("given_number", "wrong", "known"),
    [
        (11.1, 11, True), (11, 100 / 9, True), (11.1, 100 / 9, True), (0.67, 2 / 3, True), (1.17, 7 / 6, True),
        (12, 11, False), (1, 7 / 6, False), (0, 0.25, False), (3.4, 3, False), (0, 0, True), (-4, -4, True),
    ],
)  # fmt: skip
def test_a_rounded_number_is_the_number_but_its_neighbour_is_not(given_number, wrong, known):
    assert nearly(given_number, wrong) is known


def test_decimals_are_counted_as_they_are_written():
    assert [decimals(number) for number in (3, 3.0, 0.25, 1e-7)] == [0, 0, 2, 0]


TROPHY = {"answer": 200 / 9, "within": 1.3, "unit": "%", "mistakes": {100 / 9: "either order", 33: "one boat"}}
PART = {"answer": 0.3, "within": 0.001, "mistakes": {0.5: "alone", 0.6: "all is used"}}
COINS = {"answer": 9, "unit": "coins", "mistakes": {6: "the cards alone"}}


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        (TROPHY, ["22", "22 %", "22.2", "22,2%", "2/9", "0.22", "0,222", "2/3 × 1/3"]),
        (PART, ["0.3", "0,3", ".3", "30 %", "3/10", "(1 - 0.4) / 2"]),
        (COINS, ["9", "nine", "$9", "9 coins", "6+2+1", "=9", "6 + 2 + 1 = 9"]),
    ],
)
def test_a_right_answer_is_right_however_it_is_written(lesson, asked, texts):
    for place, text in enumerate(texts):
        answer = typed(lesson.question(f"q{place}", "How many?", **asked), text)
        assert (answer.done, answer.tries) == (True, 1), text


@pytest.mark.parametrize(
    ("asked", "text", "sentence"),
    [
        (TROPHY, "11", "either order"), (TROPHY, "11.1", "either order"), (TROPHY, "1/9", "either order"),
        (TROPHY, "33.3 %", "one boat"), (PART, "50 %", "alone"), (PART, "3/5", "all is used"),
        (COINS, "six", "the cards alone"), (COINS, "2 + 1 + 3", "the cards alone"),
    ],
)  # fmt: skip
def test_a_foreseen_mistake_is_named_however_it_is_written_or_rounded(lesson, asked, text, sentence):
    card = lesson.question("q", "How many?", **asked)
    assert not typed(card, text).done
    assert f"Not yet: {sentence}" in shown(card)


@pytest.mark.parametrize(
    "text",
    ["soon", "1/2 K", "1/2 of K", "K/2", "nine or ten", "12 apples and 3 pears", "?", "6+2+1=8", "1/0", "9" * 200],
)
def test_what_cannot_be_read_as_a_number_is_told_so_and_costs_nothing(lesson, text):
    card = lesson.question("q", "How many?", hints=["Count."], **COINS)
    answer = typed(card, text, text, "?")
    assert (answer.done, answer.tries, answer.own) == (False, 0, None)
    assert "cannot be read as a number" in shown(card)
    assert "not counted as a try" in shown(card)
    assert "Count." not in shown(card)
    assert lesson.rows() == []


def test_the_same_number_written_otherwise_is_no_new_try(lesson):
    card = lesson.question("q", "How many?", **COINS)
    assert typed(card, "6", "six", "6.0", "2 + 4").tries == 1


def test_a_right_answer_is_never_called_a_foreseen_mistake(lesson):
    card = lesson.question("q", "What share?", answer=2 / 3, within=0.011, mistakes={0.67: "not this"})
    assert typed(card, "0.67").done
