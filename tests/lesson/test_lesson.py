"""Lesson pieces: predictions that lock, exercises that judge, codes that a teacher can read."""

from __future__ import annotations

import base64
import itertools
import json
import re
import zlib
from pathlib import Path
from random import Random

import numpy as np
import pytest
import sending
from fishlab_widgets.chapters import fenced_sea
from fishlab_widgets.charts.lesson_charts import bars, heat_map, histogram, lines_figure
from fishlab_widgets.controls.placeholder import LOST
from fishlab_widgets.lesson import answers, memory, pages
from fishlab_widgets.lesson import card as pieces
from fishlab_widgets.lesson.answering import Choosing, Numbering
from fishlab_widgets.lesson.answers import find_lesson_code, gap_sentence, make_judge
from fishlab_widgets.lesson.lesson import Lesson, gate_mark, read_lesson_code
from fishlab_widgets.live.table import Table
from hypothesis import given, settings
from hypothesis import strategies as st

from fishlab import Fishery, Match
from fishlab.codes import BadCode, digest

STEPS = ["Hook", "Play", "Predict", "Exercise", "Debrief"]


@pytest.fixture
def lesson():
    memory.forget_all()
    return Lesson("07", "Who owns the sea?", minutes=35, steps=STEPS)


def again(number="07", **more):
    """The first cell, run again."""
    return Lesson(number, "Who owns the sea?", minutes=35, steps=STEPS, **more)


def send(card, kind, value=None):
    """What the browser sends."""
    card.hear({"type": kind, "value": value})


def shown(card):
    """Everything that a card shows, as one text."""
    pictures = [one if isinstance(one, str) else getattr(one, "svg", "") for one in card.pictures]
    return json.dumps([card.head, card.body], ensure_ascii=False) + "".join(pictures)


def sealed(look):
    """Tell whether a look is shut: there is nothing in it."""
    return not look.pictures and 'class=\\"sealed' in shown(look)


def never():
    raise AssertionError("worked out before the lock")


# ---- predictions


def share(lesson, **more):
    more = {"result": 12, "low": 0, "high": 100, "unit": "%"} | more
    return lesson.predict("share", "What share is contested?", **more)


def test_nothing_is_worked_out_or_shown_before_the_lock(lesson):
    card = share(lesson, result=never, show=never)
    send(card, "choose", "40")
    assert "Lock in 40 % and show the result" in shown(card)
    assert "stays hidden until you lock" in shown(card)
    assert "it was" not in shown(card)
    assert lesson.rows() == []


def test_a_locked_prediction_is_shown_against_the_result_with_the_gap(lesson):
    card = share(lesson, result=lambda: 12, show=lambda result: f"<p>picture of {result}</p>")
    send(card, "choose", "40")
    send(card, "lock")
    text = shown(card)
    assert "you: 40 %" in text
    assert "it was: 12 %" in text
    assert "Locked. You were 28 points too high." in text
    assert "picture of 12" in text
    assert "stays hidden" not in text


def test_a_locked_answer_cannot_be_changed(lesson):
    card = share(lesson)
    send(card, "choose", "40")
    send(card, "lock")
    send(card, "choose", "12")
    send(card, "lock")
    assert card.answer.own == 40
    assert "you: 40 %" in shown(card)


def test_a_right_answer_is_no_mistake_and_of_two_mistakes_the_nearer_is_named():
    judge = make_judge("near", 4, None, {5: "one too many", 100: "too few", 102: "too many"}, 1.5)
    assert judge(5) is True, "within one of the right answer"
    assert [judge(one) for one in (100.9, 101.1, 20)] == ["too few", "too many", False]


def test_locking_without_an_answer_only_asks_for_one(lesson):
    card = share(lesson, result=never)
    send(card, "lock")
    assert not card.answer.done
    assert "Choose an answer first" in shown(card)


@pytest.mark.parametrize("typed", ["101", "-1", "many", "nan", "1e999", {"a": 1}, ["3"], None])
def test_a_number_out_of_range_or_no_number_is_not_taken(lesson, typed):
    card = share(lesson, result=never)
    send(card, "choose", typed)
    send(card, "lock")
    assert not card.answer.done


def test_numbers_below_zero_have_a_minus_and_no_hyphen_and_are_typed_as_ever():
    way = Numbering(-4, 4, 1, False, ("coin", "coins"))
    assert (way.label(-2.2), way.label(-1), way.label(1)) == ("−2.2 coins", "−1 coins", "1 coin")
    part = way.part("?", -3)
    assert part["label"] == "Your number, −4 to 4" and part["value"] == "-3"


def test_several_answers_are_told_as_a_list_or_as_sentences():
    assert Choosing(["cod", "tuna"], many=True).label(["cod", "tuna"]) == "cod, tuna"
    assert Choosing({1: "A cod dies.", 2: "So does a tuna."}, many=True).label([1, 2]) == "A cod dies. So does a tuna."
    longer = Choosing(["Fish can grow back", "A catch can last for ever", "cod"], many=True)
    both = longer.values[:2]
    assert longer.label(both) == "Fish can grow back; A catch can last for ever"
    assert longer.from_label(longer.label(both)) == longer.from_label(", ".join(both)) == both, "as old codes have it"


def test_answers_among_many_are_read_back_from_their_words_at_once():
    plots = [f"{column}{row}" for row in range(1, 5) for column in "abcdef"]
    assert Choosing(plots, many=True).from_label("b4, a2, b2") == "b4, a2, b2", "in the order of the choices"
    assert Choosing(plots, many=True).from_label("a2, b2, b4") == ["a2", "b2", "b4"]


def test_the_words_for_a_number_out_of_range_say_what_is_allowed(lesson):
    card = share(lesson)
    send(card, "choose", "101")
    assert "Write a number from 0 % to 100 %." in shown(card)


@pytest.mark.parametrize("place", [3, -1, True, "0", None, [0], 1.0])
def test_a_choice_that_is_not_there_is_not_taken(lesson, place):
    card = lesson.predict("year", "Which year?", choices=[5, 6, 7], result=never)
    send(card, "choose", place)
    assert card.answer.draft is None


def test_choices_frame_the_answer_and_the_result(lesson):
    card = lesson.predict(
        "year", "Which year?", choices=[5, 6, "never"], result=lambda: np.int64(6), gap=lambda own, was: f"{own}/{was}"
    )
    send(card, "choose", 2)
    send(card, "lock")
    (part,) = [part for part in card.head if part["kind"] == "choices"]
    assert [option["caption"] for option in part["options"]] == ["", "it was", "you"]
    assert [option["truth"] for option in part["options"]] == [False, True, False]
    assert part["locked"]
    assert part["chosen"] == [2]
    assert "Locked. never/6" in shown(card)


def test_several_choices_can_be_one_answer(lesson):
    card = lesson.predict(
        "which", "Which?", choices={"a": "Alpha", "b": "Beta", "c": "Gamma"}, many=True, result=["a", "c"]
    )
    send(card, "choose", [0, 2, 9])
    assert "Lock in Alpha, Gamma" in shown(card)
    send(card, "lock")
    assert "You were right." in shown(card)


def test_a_phrase_that_is_locked_in_stands_in_quotation_marks(lesson):
    card = lesson.predict("effect", "What comes of it?", choices=["they cut it", "more"], result="more")
    send(card, "choose", 0)
    assert "Lock in “they cut it” and show the result" in shown(card)
    send(card, "choose", 1)
    assert "Lock in more and show the result" in shown(card)


def test_a_mark_on_the_board_is_an_answer_and_plays_nothing(lesson):
    state = Fishery.start(columns=3, rows=3, placed=[[0], [8]])
    card = lesson.predict("net", "Which net?", board=state, result="net a3 a2")
    board = card.answering.board

    def click(move):
        sending.ask(card.answering, "move", move=move)

    click("net a3 b3")
    assert card.answer.draft == "net a3 b3"
    assert "Lock in net a3 b3" in shown(card)
    click("net a3 b3")
    assert card.answer.draft is None
    click("net a2 a1")
    click("net c1 c9")
    assert "cannot be marked" in board.status
    assert card.answer.draft == "net a2 a1"
    send(card, "lock")
    assert "Your answer: net a2 a1. Result: net a3 a2." in shown(card)
    assert 'data-move="' not in board.svg


def test_a_prediction_needs_a_way_to_answer(lesson):
    with pytest.raises(ValueError, match="'share' needs choices, a low and a high number, or a board"):
        lesson.predict("share", "What share?", result=1)


def test_an_answer_survives_running_its_cell_and_the_first_cell_again(lesson):
    card = share(lesson)
    send(card, "choose", "40")
    send(card, "lock")
    fresh = share(again(), result=never)
    assert "Locked. You were 28 points too high." in shown(fresh)
    assert fresh.answer is card.answer


def test_two_views_of_one_card_change_together(lesson):
    one, two = share(lesson), share(lesson)
    send(one, "choose", "40")
    send(one, "lock")
    assert "Locked. You were 28 points too high." in shown(two)


def test_a_result_that_fails_is_told_on_the_card_and_comes_after_all_when_the_cell_is_run_again(lesson):
    card = share(lesson, result=lambda: 1 // 0)
    send(card, "choose", "40")
    send(card, "lock")
    assert "The result could not be worked out (ZeroDivisionError" in shown(card)
    assert card.answer.done
    assert "You were 28 points too high." in shown(share(again()))


def test_explaining_the_result_waits_for_the_reveal_and_is_kept_short_and_escaped(lesson):
    card = share(lesson)
    send(card, "explain", "too early")
    assert card.answer.why == ""
    assert "Explain the result" not in shown(card)
    send(card, "choose", "40")
    send(card, "lock")
    assert "Explain the result in one sentence" in shown(card)
    send(card, "explain", "  Nets \n close <b>late</b>. " + "x" * 500)
    assert card.answer.why.startswith("Nets close <b>late</b>. x")
    assert len(card.answer.why) == answers.LONGEST


def test_a_gate_keeps_the_result_until_the_class_knows_the_word(lesson):
    card = share(again(gate=gate_mark("Herring ")), result=never)
    send(card, "choose", "40")
    send(card, "lock")
    assert "The word from your teacher" in shown(card)
    send(card, "gate", "cod")
    assert "This is not the word" in shown(card)
    assert "it was" not in shown(card)
    open_card = share(again(gate=gate_mark("Herring ")))
    send(open_card, "gate", "herring")
    assert "it was: 12 %" in shown(open_card)


@pytest.mark.parametrize(
    ("own", "result", "sentence"),
    [
        (8, 6, "You were two years late."),
        (5, 6, "You were one year early."),
        (6, 6, "You were exactly right."),
        (20, 6, "You were 14 years late."),
        (6.5, 6, "You were 0.5 years late."),
    ],
)
def test_the_gap_is_a_sentence(own, result, sentence):
    assert gap_sentence(own, result, unit=("year", "years"), words=("early", "late")) == sentence


def test_a_near_miss_is_called_close():
    assert gap_sentence(14, 12, unit=("%", "%"), close=3) == "Close: two points too high."


# ---- exercises on a card


def fish(lesson, **more):
    more = {"answer": 32, "hints": ["Count both.", "Ships count too.", "21 and 11."], "right": "21 + 11."} | more
    return lesson.question("fish", "How many fish has White?", **more)


def test_a_wrong_answer_gets_a_hint_and_the_next_hint_after_one_more_try(lesson):
    card = fish(lesson)
    assert "Count both" not in shown(card)
    send(card, "check", "31")
    assert "Not yet: 31 is not right" in shown(card)
    assert "Hint 1: Count both." in shown(card)
    assert "Ships count too" not in shown(card)
    assert "Second hint after one more try." in shown(card)
    send(card, "check", "33")
    assert "Hint 2: Ships count too." in shown(card)
    assert "Third hint after one more try." in shown(card)
    assert not card.answer.done
    assert card.answer.tries == 2


def test_no_hint_is_promised_once_the_answer_was_right(lesson):
    card = fish(lesson)
    send(card, "check", "31")
    assert "Second hint after one more try." in shown(card)
    send(card, "check", "32")
    send(card, "check", "33")
    assert "Not yet: 33 is not right" in shown(card)
    assert "after one more try" not in shown(card)


def test_the_same_wrong_answer_again_is_no_new_try(lesson):
    card = fish(lesson)
    for _ in range(3):
        send(card, "check", "31")
    assert card.answer.tries == 1
    assert "You tried this before." in shown(card)
    assert "Hint 2" not in shown(card)


def test_the_right_answer_is_told_why_and_stays_solved(lesson):
    card = fish(lesson)
    send(card, "check", "31")
    send(card, "check", "32 fish")
    assert "Right: 32 fish" in shown(card)
    assert "21 + 11." in shown(card)
    send(card, "check", "5")
    assert card.answer.done
    assert card.answer.own == "32 fish"
    assert card.answer.tries == 2


def test_a_foreseen_mistake_is_named(lesson):
    card = fish(lesson, mistakes={21: "21 is only one of the two"})
    send(card, "check", "21")
    assert "Not yet: 21 is only one of the two" in shown(card)


def test_an_empty_answer_is_not_a_try(lesson):
    card = fish(lesson)
    send(card, "check", "   ")
    assert "Not answered yet" in shown(card)
    assert card.answer.tries == 0


@pytest.mark.parametrize("typed", ["32", " 32 ", "32.0", "32 fish", "32.", "21+11", "= 32"])
def test_a_number_may_be_written_in_many_ways(lesson, typed):
    card = fish(lesson)
    send(card, "check", typed)
    assert card.answer.done


@pytest.mark.parametrize("typed", ["23", "3 2", "32 or 33", "21+12", "thirty-three", "32e0x", "", None, 320])
def test_what_is_not_the_number_is_refused(lesson, typed):
    card = fish(lesson)
    send(card, "check", typed)
    assert not card.answer.done


@pytest.mark.parametrize(
    ("answer", "typed"), [("Rule 3", "rule  3."), ((12, "twelve"), "Twelve"), ((12, "twelve"), "12"), ("3a", "3A")]
)
def test_words_and_alternatives_count(lesson, answer, typed):
    card = fish(lesson, answer=answer)
    send(card, "check", typed)
    assert card.answer.done


def test_a_tolerance_counts(lesson):
    card = fish(lesson, answer=0.333, within=0.01)
    send(card, "check", "1/3")
    assert card.answer.done


def test_a_set_of_choices_must_be_whole(lesson):
    card = lesson.question(
        "illegal", "Which are illegal?", choices=["A", "B", "C", "D"], many=True, answer={"A", "B", "C"}
    )
    for places, done in (([0, 1], False), ([0, 1, 2, 3], False), ([2, 0, 1], True)):
        send(card, "choose", places)
        send(card, "check", None)
        assert card.answer.done is done


@pytest.mark.parametrize("cards", [1, 2], ids=["one card", "its cell was run twice"])
def test_the_only_choice_that_was_checked_can_be_taken_away(lesson, cards):
    for _ in range(cards):
        card = lesson.question("illegal", "Which are illegal?", choices=["A", "B", "C"], many=True, answer={"B", "C"})
    send(card, "choose", [0])
    send(card, "check", None)
    send(card, "choose", [])
    assert [part["chosen"] for part in card.body if part["kind"] == "choices"] == [[]]
    send(card, "choose", [1, 2])
    send(card, "check", None)
    assert card.answer.done


def test_several_choices_are_judged_one_by_one(lesson):
    said = {
        "cap": "A cap comes with it.",
        "few": "They are too few.",
        "half": "Half is not never.",
        "ugly": "It is ugly.",
    }
    why = {"few": "eleven thousand are many"}
    card = lesson.question("claim", "Which hold?", choices=said, many=True, answer={"cap", "half"}, mistakes=why)
    verdicts = {
        (0,): ["Not yet: 1 of 2 found, 1 missing", "“A cap comes with it.” belongs in the answer."],
        (1, 3): [
            "Not yet: 0 of 2 found, 2 missing",
            "“They are too few.” does not belong in the answer: eleven thousand are many.",
            "“It is ugly.” does not belong in the answer.",
        ],
        (2, 0, 3): [
            "Not yet: right, but 1 answer too many",
            "“A cap comes with it.” belongs in the answer.",
            "“Half is not never.” belongs in the answer.",
            "“It is ugly.” does not belong in the answer.",
        ],
        (0, 1, 2, 3): [
            "Not yet: right, but 2 answers too many",
            "“A cap comes with it.” belongs in the answer.",
            "“They are too few.” does not belong in the answer: eleven thousand are many.",
            "“Half is not never.” belongs in the answer.",
            "“It is ugly.” does not belong in the answer.",
        ],
        (0, 2): ["Right", "A cap comes with it.", "Half is not never."],
    }
    for places, lines in verdicts.items():
        send(card, "choose", list(places))
        send(card, "check", None)
        assert re.findall(r"<(?:b|p)>([^<]*)<", card.answer.said) == lines


def test_the_lessons_own_test_accepts_any_right_answer_and_names_the_mistake(lesson):
    card = fish(lesson, answer=answers.NOTHING, test=lambda n: n % 2 == 0 or f"{n} is odd")
    send(card, "check", "7")
    assert "Not yet: 7 is odd" in shown(card)
    for typed in ("4", "8"):
        send(card, "check", typed)
        assert f"Right: {typed}" in shown(card)


def test_a_test_that_stumbles_over_an_answer_is_no_traceback(lesson):
    card = fish(lesson, answer=answers.NOTHING, test=lambda n: n % 2 == 0)
    send(card, "check", "a word")
    assert "could not be checked (TypeError" in shown(card)
    assert not card.answer.done


def test_an_exercise_needs_an_answer_or_a_test(lesson):
    with pytest.raises(ValueError, match="'fish' needs an answer or a test"):
        fish(lesson, answer=answers.NOTHING)


def test_what_is_typed_is_escaped_everywhere(lesson):
    card = fish(lesson)
    send(card, "check", "<script>alert(1)</script>")
    html = "".join(part.get("html", "") for part in card.body)
    assert "&lt;script&gt;" in html
    assert "<script" not in html
    risky = lesson.question("x", "Is 1 < 2 & `a < b`?", answer="yes")
    assert "1 &lt; 2 &amp; <code>a &lt; b</code>" in risky.head[0]["html"]


def test_an_exercise_on_a_board_takes_a_move(lesson):
    state = Fishery.start(columns=3, rows=3, placed=[[0], [8]])
    card = lesson.question(
        "net", "Which net?", board=state, test=lambda net: net == "net a3 a2" or f"{net} closes nothing"
    )
    board = card.answering.board
    sending.ask(card.answering, "move", move="a3/b3")
    send(card, "check", None)
    assert "Not yet: net a3 b3 closes nothing" in shown(card)
    sending.ask(card.answering, "move", move="net a3 a2")
    send(card, "check", None)
    assert card.answer.done
    assert all(choice["move"] != "pass" for choice in board.choices)


def test_a_plain_picture_gives_no_score_away(lesson):
    state = Fishery.start(columns=3, rows=3, placed=[[0], [8]]).after(("net", "a3", "b3")).after(("net", "a3", "a2"))
    assert state.scores() == (1, 8)
    svg = fish(lesson, picture=state, plain=True).pictures[0]
    assert "White 8" in fish(lesson, picture=state).pictures[0]
    assert "White 8" not in svg
    assert "-strip-" not in svg
    assert "holds" not in svg
    assert "-area-" not in svg


@pytest.mark.parametrize(
    "content", [None, "lock", 7, {}, {"type": 3}, {"type": "lock", "value": {}}, {"type": "nonsense"}]
)
def test_nonsense_from_the_browser_changes_nothing(lesson, content):
    for card in (share(lesson, result=never), fish(lesson), lesson.hand_in()):
        card.hear(content)
    assert not any(answer.done for answer in lesson.memory.answers.values())


# ---- exercises in a code cell


def double(lesson, given, **more):
    more = {"cases": [((2,), 4), ((5,), 10)], "hints": ["Times two."], "right": "Twice as much."} | more
    return lesson.check("double", given, title="Double it", **more)


def blank(n): ...


def half_blank(n):
    total = 0
    total += ...
    return total


def dots(n):
    return ...


@pytest.mark.parametrize("given", [..., blank, half_blank, dots])
def test_an_unanswered_cell_says_so_and_is_not_a_try(lesson, given):
    card = double(lesson, given)
    assert "Not answered yet" in shown(card)
    assert card.answer.tries == 0


def test_any_function_that_is_right_counts(lesson):
    for function in (lambda n: 2 * n, lambda n: n + n, lambda n: np.float64(n) * 2, (2).__mul__):
        memory.forget_all()
        card = double(again(), function)
        assert "Right" in shown(card)
        assert "Twice as much." in shown(card)


def square(n):
    return n * n


def test_a_wrong_function_really_fails_with_the_case_and_a_hint(lesson):
    card = double(lesson, square)
    assert "`" not in shown(card)
    assert "<code>square(5)</code> gives 25, but 10 is right." in shown(card)
    assert "Hint: Times two." in shown(card)
    assert not card.answer.done


def test_a_foreseen_wrong_function_is_named(lesson):
    card = double(lesson, lambda n: n**2, mistakes=[(square, "you squared it")])
    assert "Not yet: you squared it" in shown(card)


def raises(n):
    total = 0
    return total + mystery  # noqa: F821


def roots(n):
    return sqrt(n)  # noqa: F821


def endless(n):
    while True:
        n += 1


def sneaky(n):
    while True:
        try:
            n += 1
        except Exception:
            n = 0


def deep(n):
    return deep(n)


def asks(n):
    return int(input("How many? "))


def leaves(n):
    raise SystemExit


def nothing(n):
    n * 2


def crowd():
    return 3


def generator(n):
    yield n


class Odd:
    def __eq__(self, other):
        raise RuntimeError("no")

    def __repr__(self):
        raise RuntimeError("no")

    __hash__ = None


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("function", "words"),
    [
        (raises, "stumbles in line 3: Python does not know the name <code>mystery</code>"),
        (roots, "line 2: Python knows <code>sqrt</code> as <code>math.sqrt</code>: write <code>import math</code>"),
        (endless, "your function did not finish"),
        (sneaky, "your function did not finish"),
        (deep, "calls itself without end"),
        (asks, "asks for input"),
        (leaves, "stops the whole program"),
        (nothing, "gives back nothing. Is there a <code>return</code>?"),
        (crowd, "cannot be called with 1 value"),
        (generator, "is right"),
        (lambda n: Odd(), "gives"),
        (lambda n: n / 0, "divided by zero"),
        (lambda n: [][n], "shorter than the place"),
        (lambda n: {}[n], "there is no entry 2"),
        (lambda n: n.fish, "there is no <code>.fish</code> here"),
        (7, "not a function"),
    ],
)
def test_student_code_never_shows_a_traceback(lesson, function, words):
    card = double(lesson, function, seconds=0.2)
    assert words in shown(card)
    assert "Traceback" not in shown(card)
    assert not card.answer.done


def test_a_function_cannot_spoil_the_cases_or_print_into_the_lesson(lesson, capsys):
    def clears(fish):
        print("hello")
        total = sum(fish)
        fish.clear()
        return total

    case = ([1, 2],)
    card = lesson.check("sum", clears, cases=[(case, 3), (case, 3)])
    assert card.answer.done
    assert case == ([1, 2],)
    assert capsys.readouterr().out == ""


def test_running_the_same_cell_again_is_no_new_try(lesson):
    for _ in range(3):
        card = double(again(), square)
    assert card.answer.tries == 1
    assert double(again(), lambda n: n).answer.tries == 2


def test_a_value_from_a_cell_is_checked(lesson):
    card = lesson.check("white", 31, answer=32, mistakes={31: "31 is one short"}, hints=["Count again."])
    assert "Not yet: 31 is one short" in shown(card)
    assert "Right: 32" in shown(lesson.check("white", np.int64(32), answer=32))


def test_a_function_may_be_judged_by_the_lessons_own_test(lesson):
    def fair(f):
        return f(3) == 6 or f"f(3) is {f(3)}"

    assert "Not yet: f(3) is 9" in shown(lesson.check("own", square, test=fair))
    assert "did not finish" in shown(lesson.check("own", endless, test=fair, seconds=0.2))
    assert "Right" in shown(lesson.check("own", lambda n: 2 * n, test=fair))


# ---- progress


def strip_words(strip):
    html = strip.head[0]["html"]
    return re.findall(r"<li class=\"(done|passed|now|next)", html)


def test_the_strip_follows_the_answers_live(lesson):
    top = pages.Strip(lesson, "")
    lesson.at("Predict")
    card = share(lesson)
    lesson.at("Exercise")
    exercise = fish(lesson)
    lesson.at("Debrief")
    assert strip_words(top) == ["now", "next", "next", "next", "next"]
    send(card, "choose", "40")
    send(card, "lock")
    assert strip_words(top) == ["passed", "passed", "done", "now", "next"], (
        "nobody knows what was done of the first two"
    )
    send(exercise, "check", "32")
    assert strip_words(top) == ["passed", "passed", "done", "done", "now"]
    html = top.head[0]["html"]
    assert html.count("(passed by)") == 2 and html.count("<svg") == 2, "a tick stands for what was done"


def tick_words(strip):
    return [part["text"] for part in strip.head if part["id"] == "tick"]


def test_a_step_without_cards_is_ticked_on_its_strip_and_stays_so_after_a_restart(lesson):
    top, play = pages.Strip(lesson, ""), lesson.at("Play")
    assert tick_words(play) == [], "a card of this step may still come"
    predict = lesson.at("Predict")
    share(lesson)
    lesson.at("Exercise")
    assert (tick_words(top), tick_words(play), tick_words(predict)) == (
        ["Done? Tick step 1"], ["Done? Tick step 2"], []
    )  # fmt: skip
    send(play, "tick")
    send(predict, "tick")
    assert strip_words(top)[:3] == ["now", "done", "next"], "a card says by itself what is done"
    assert (tick_words(play), lesson.steps_done()) == (["Take the tick off step 2"], 1)
    code = lesson.code()
    memory.forget_all()
    fresh = again()
    assert not fresh.is_done("Play")
    fresh.restore(code)
    play = fresh.at("Play")
    fresh.at("Predict")
    assert fresh.is_done("Play") and tick_words(play) == ["Take the tick off step 2"]
    send(play, "tick")
    assert not fresh.is_done("Play") and fresh.rows() == []


def test_a_switch_that_was_switched_is_ticked_after_a_restart_too(lesson):
    lesson.at("Play")._ipython_display_()
    card = lesson.policy("Rule", lambda one: None, {"one": ("One", [1, 2], 1)})
    card.on_show()
    send(card, "set one", 1)
    code = lesson.code()
    memory.forget_all()
    fresh = again()
    fresh.restore(code)
    assert fresh.is_done("Play")


def test_a_step_is_not_done_while_more_of_its_cards_may_come(lesson):
    strip = lesson.at("Predict")
    card = share(lesson)
    send(card, "choose", "40")
    send(card, "lock")
    assert strip_words(strip)[2] == "now"
    lesson.at("Exercise")
    assert strip_words(strip)[2] == "done"


def test_a_card_keeps_its_step_when_its_cell_is_run_again_later(lesson):
    lesson.at("Predict")
    share(lesson)
    lesson.at("Debrief")
    share(lesson)
    assert lesson.memory.steps["share"] == "Predict"


def test_minutes_stand_in_the_strip(lesson):
    timed = Lesson("08", "Fleet", minutes=20, steps={"Hook": 5, "Predict": 10, "Debrief": 5})
    card = share(timed)
    assert "20 min" in pages.Strip(timed, "").head[0]["html"]
    send(card, "choose", "1")
    send(card, "lock")
    assert "15 of 20 min" in pages.Strip(timed, "").head[0]["html"]


SHORT = {"Hook": 5, "Predict": 5, "Look": 4, "Debrief": 3}


def test_the_strip_says_where_one_is_how_long_it_takes_and_what_is_left():
    timed = Lesson("08", "Fleet", minutes=17, steps=SHORT)
    assert "Step 3 of 4: <b>Look</b> · 4 min · 7 min to the end" in timed.at("Look").head[0]["html"]
    assert "Step" not in pages.Strip(timed, "").head[0]["html"]


def test_the_strip_marks_the_short_route_and_says_what_is_not_on_it():
    timed = Lesson("08", "Fleet", minutes=17, steps=SHORT, route=["Hook", "Predict", "Debrief"])
    look, predict = timed.at("Look").head[0]["html"], timed.at("Predict").head[0]["html"]
    assert "not on the 13-minute route" in look
    assert "route" not in predict
    assert re.findall(r'class="[^"]*\bextra\b[^"]*"[^>]* title="(\w+)"', look) == ["Look"]
    plan = pages.Strip(timed, "").head[1]["html"]
    assert re.findall(r"<td>(yes|–)</td>", plan) == ["yes", "yes", "–", "yes"]
    with pytest.raises(ValueError, match="'Nap' is not a step of this lesson"):
        Lesson("08", "Fleet", minutes=17, steps=SHORT, route=["Nap"])


def test_cards_are_numbered_among_their_kind(lesson):
    one = share(lesson)
    lesson.predict("other", "And this?", choices=[1, 2], result=1)
    two = fish(lesson)
    double(lesson, ...)
    assert "Prediction 1 of 2" in shown(one)
    assert "Exercise 1 of 2" in shown(two)


def test_a_step_that_is_not_there_is_refused_with_the_steps(lesson):
    with pytest.raises(ValueError, match="'Lunch' is not a step of this lesson: the steps are Hook, Play"):
        lesson.at("Lunch")
    with pytest.raises(ValueError, match="'Lunch' is not a step"):
        share(lesson, step="Lunch")


def test_a_played_table_counts_and_its_score_is_kept(lesson):
    table = lesson.play(Table("fishery", seats=["person", "person"], columns=2, rows=2, ships=1), "game", moves=2)
    table.play("ship a1")
    assert not lesson.memory.answers["game"].done
    table.play("ship b2")
    table.play("net a1 b1")
    (row,) = lesson.rows()
    assert (row["key"], row["kind"], row["done"]) == ("game", "play", True)
    table.play("pass")
    table.play("pass")
    assert lesson.rows()[0]["answer"] == 5
    assert lesson.rows()[0]["result"] == "Black 0, White 0"


def test_a_game_that_ends_before_its_moves_are_played_counts_as_played(lesson):
    table = lesson.play(Table("fishery", seats=["person", "person"], columns=2, rows=2, ships=1), "game", moves=50)
    for move in ("ship a1", "ship b2", "net a1 b1", "pass"):
        table.play(move)
    assert not lesson.memory.answers["game"].done
    table.play("pass")
    assert table.match.over and lesson.memory.answers["game"].done


def test_a_game_of_whole_years_counts_as_played_when_the_last_of_them_ends(lesson):
    table = lesson.play(Table("boom", 3, seats=["person"] * 3), "game", years=1)
    rng = Random(1)
    while table.match.state.year == 1:
        assert not lesson.memory.answers["game"].done
        table.play(table.match.state.sample(rng))
    assert lesson.memory.answers["game"].done


def test_a_number_that_says_when_is_written_as_a_year_and_not_as_a_span():
    count, when = (
        Numbering(1, 10, 1, False, ("year", "years")),
        Numbering(1, 10, 1, False, ("year", "years"), when=True),
    )
    assert [count.label(5), count.part("", None)["unit"]] == ["5 years", "years"]
    assert [when.label(5), when.part("", None)["unit"]] == ["year 5", "year"]
    assert "it was: year 5" in when.part("", 7, locked=True, result=5)["html"]


def test_a_negative_answer_is_said_with_a_minus_sign(lesson):
    card = lesson.question("score", "How many points?", answer=-1, hints=["Count."])
    send(card, "check", "-2")
    assert "Not yet: −2 is not right" in shown(card)
    send(card, "check", "-1")
    assert "Right: −1" in shown(card)


def test_the_end_of_a_game_ticks_the_step_that_asks_for_it(lesson):
    strip = pages.Strip(lesson, "")
    table = Table("fishery", seats=["person", "person"], columns=2, rows=2, ships=1)
    lesson.play(table, "game", moves=2, step="Hook", end="Play")
    lesson.at("Predict")
    for move in ("ship a1", "ship b2", "pass"):
        table.play(move)
    assert strip_words(strip) == ["done", "now", "next", "next", "next"]
    card = share(lesson)
    send(card, "choose", "40")
    send(card, "lock")
    assert strip_words(strip)[1] == "passed", "one may go on before the end"
    table.play("pass")
    assert strip_words(strip)[1] == "done"
    lesson.forget()
    assert strip_words(strip)[1] == "next"


# ---- the switch


def test_a_policy_switches_at_once_and_leads_back_to_the_rulebook(lesson):
    card = lesson.policy("Fleets", lambda ships: f"<p>{ships} ships</p>", {"ships": ("Ships each", [1, 6, 12], 6)})
    assert "6 ships" in shown(card)
    assert "All rules here are as printed." in shown(card)
    send(card, "set ships", 2)
    assert "12 ships" in shown(card)
    assert "Not all rules here are as printed." in shown(card)
    send(card, "back")
    assert "<p>6 ships" in shown(card)
    (options,) = [part["options"] for part in card.head if part["kind"] == "choices"]
    assert [option["caption"] for option in options] == ["", "rulebook", ""]


def test_what_a_player_chooses_is_not_marked_as_the_rulebooks_and_stays_on_the_way_back(lesson):
    controls = {"row": ("Row", ["low", "high"], "low"), "fine": ("Fine", [2, 1], 2)}
    card = lesson.policy("Rows", lambda row, fine: f"<p>{row} {fine}</p>", controls, yours=["row"])
    row, fine = (next(part for part in card.head if part["id"] == f"set {name}") for name in controls)
    assert [one["caption"] for one in row["options"] + fine["options"]] == ["", "", "rulebook", ""]
    send(card, "set row", 1)
    assert "All rules here are as printed." in shown(card)
    send(card, "set fine", 1)
    assert "Not all rules here are as printed." in shown(card)
    send(card, "back", None)
    assert card.values == {"row": "high", "fine": 2}


def test_a_policy_that_cannot_be_played_says_so(lesson):
    def show(ships):
        return str(Fishery.start(columns=2, rows=2, ships=ships))

    card = lesson.policy("Fleets", show, {"ships": ("Ships each", [1, 9], 1)})
    send(card, "set ships", 1)
    assert "These rules cannot be played: fishery: ships=9 is not possible" in shown(card)


def test_a_policy_must_offer_the_rulebooks_value(lesson):
    with pytest.raises(ValueError, match="the rulebook's value 5 is not among its values"):
        lesson.policy("Fleets", str, {"ships": ("Ships each", [1, 9], 5)})


# ---- the lesson code


def answer_all(lesson):
    card = share(lesson)
    send(card, "choose", "40")
    send(card, "lock")
    send(card, "explain", "Nets close late – <i>often</i>")
    question = fish(lesson)
    send(question, "check", "31")
    send(question, "check", "32")
    send(lesson.explain("take", "What do you take?"), "explain", "A fence is a claim.")
    return lesson.code()


def test_a_teacher_reads_the_code_as_plain_rows(lesson):
    rows = Lesson.read(answer_all(lesson))
    assert rows == lesson.rows() == read_lesson_code(f"  {lesson.code()}\n")
    assert rows[0] == {
        "lesson": "07", "key": "share", "kind": "predict", "answer": 40, "result": 12, "done": True, "tries": 0,
        "why": "Nets close late – <i>often</i>",
    }  # fmt: skip
    assert (rows[1]["answer"], rows[1]["tries"], rows[1]["done"]) == ("32", 2, True)
    assert rows[2]["answer"] == "A fence is a claim."


def test_the_code_is_short_and_url_safe(lesson):
    assert re.fullmatch(r"LC1-07-[A-Za-z0-9_-]{10,300}", answer_all(lesson))
    memory.forget_all()
    assert len(again().code()) < 30


def test_the_code_brings_the_answers_back_after_a_restart(lesson):
    code = answer_all(lesson)
    memory.forget_all()
    fresh = again()
    assert fresh.restore(code) == "Brought back 3 answers."
    card = share(fresh, result=never, show=lambda: "<p>drawn again</p>")
    assert "Locked. You were 28 points too high." in shown(card)
    assert "drawn again" in shown(card)
    assert "Right: 32" in shown(fish(fresh))
    assert fresh.code() == code


def test_a_prediction_that_the_code_brings_back_needs_the_word_no_more(lesson):
    code = answer_all(lesson)
    memory.forget_all()
    gated = again(gate=gate_mark("herring"))
    gated.restore(code)
    assert "Locked. You were 28 points too high." in shown(share(gated, result=never))


def test_cards_that_are_there_already_show_what_the_code_brings(lesson):
    code = answer_all(lesson)
    memory.forget_all()
    fresh = again()
    card = share(fresh)
    hand_in = fresh.hand_in()
    send(hand_in, "open", code)
    assert "Brought back 3 answers." in shown(hand_in)
    assert "you: 40 %" in shown(card)
    assert "1 of 1" in shown(hand_in)


def test_a_code_does_not_change_what_is_locked_here(lesson):
    code = answer_all(lesson)
    memory.forget_all()
    fresh = again()
    card = share(fresh)
    send(card, "choose", "7")
    send(card, "lock")
    assert fresh.restore(code) == "Brought back 2 answers. 1 already answered here stayed as it was."
    assert card.answer.own == 7


def test_a_code_of_another_lesson_is_refused(lesson):
    code = answer_all(lesson)
    with pytest.raises(BadCode, match="This code is of lesson 07; this is lesson 08"):
        Lesson("08", "Fleet", 45).restore(code)


def packed(rows, number="07", *, raw=None):
    body = zlib.compress(json.dumps(rows).encode() if raw is None else raw, 9)
    text = base64.urlsafe_b64encode(digest(f"{number}/".encode() + body, 4) + body).rstrip(b"=").decode()
    return f"LC1-{number}-{text}"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "Paste a lesson code first"),
        ("hello", "This is not a lesson code"),
        ("FY1-AgAAk3", "This is not a lesson code"),
        ("LC2-07-AAAA", "of version 2; this Fishlab reads version 1"),
        ("LC1-07-A", "cut off"),
        ("LC1-07-AAAAAAAAAAAA", "its checksum does not match"),
        ("LC1-07-" + "A" * 30_000, "too long"),
        (packed(None, raw=b" " * 5_000_000), "unpacks to more"),
        (packed(None, raw=b"[" * 100_000), "cannot be read"),
        (packed(None, raw=b"[NaN]"), "cannot be read"),
        (packed({"a": 1}), "holds no list"),
        (packed([["k", "p", 1, 2, 1, 0, ""]] * 201), "holds no list"),
        (packed([["k", "p", 1, 2, 1, 0]]), "its answer 1 cannot be read"),
        (packed([["k", "z", 1, 2, 1, 0, ""]]), "its answer 1 cannot be read"),
        (packed([["k", "p", {"a": 1}, 2, 1, 0, ""]]), "its answer 1 cannot be read"),
        (packed([["k", "p", [[[[1]]]], 2, 1, 0, ""]]), "its answer 1 cannot be read"),
        (packed([["k", "p", 1, 2, 7, 0, ""]]), "its answer 1 cannot be read"),
        (packed([["k", "p", 1, 2, 1, -1, ""]]), "its answer 1 cannot be read"),
        (packed([["k", "p", 1, 2, 1, 0, "x" * 301]]), "its answer 1 cannot be read"),
        (packed([["k", "p", 1e300, 2, 1, 0, ""]]), "its answer 1 cannot be read"),
    ],
)
def test_a_broken_code_is_refused_with_the_reason(code, reason):
    with pytest.raises(BadCode, match=reason):
        read_lesson_code(code)


@pytest.mark.parametrize(
    "pasted", ["{0}{0}", "{0}\n{0}", "Anna: {0}", "{0} Anna", "Anna;{0};8b", "“{0}”", '"{0}"', "my code is\n{0}."]
)
def test_a_code_is_found_with_a_name_beside_it_in_quotation_marks_or_pasted_twice(lesson, pasted):
    code = answer_all(lesson)
    lesson.forget()
    assert lesson.restore(pasted.format(code)).startswith("Brought back")
    assert find_lesson_code(f"{code[:20]} {code[20:]}") == code, "a mail breaks lines"
    assert find_lesson_code(f"> {code[:20]}=\n> > {code[20:]}") == code, "and marks that it did"
    assert "Anna" not in json.dumps(lesson.rows())


def test_two_codes_that_differ_are_not_mixed(lesson):
    code = answer_all(lesson)
    lesson.forget()
    with pytest.raises(BadCode, match="two lesson codes: paste one"):
        lesson.restore(f"{code} {lesson.code()}")


def test_every_slip_of_the_keyboard_is_caught(lesson):
    code = answer_all(lesson)
    for place in range(7, len(code)):
        wrong = code[:place] + ("A" if code[place] != "A" else "B") + code[place + 1 :]
        try:
            assert read_lesson_code(wrong) == lesson.rows(), "only spare bits of the last letter may differ"
            assert place == len(code) - 1
        except BadCode:
            pass


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60) | st.from_regex(r"LC1-07-[A-Za-z0-9_-]{0,60}", fullmatch=True))
def test_any_text_is_read_or_refused_never_an_error(text):
    try:
        assert isinstance(read_lesson_code(text), list)
    except BadCode as why:
        assert str(why)


_numbers = itertools.count()


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=350), st.integers(0, 100), st.text(max_size=350)), max_size=5))
def test_whatever_is_answered_comes_back(given_answers):
    lesson = Lesson(f"h{next(_numbers)}", "Any", 10, STEPS)
    for number, (sentence, share_, why) in enumerate(given_answers):
        send(lesson.explain(f"e{number}", "?"), "explain", sentence)
        card = lesson.predict(f"p{number}", "?", low=0, high=100, result=5)
        send(card, "choose", str(share_))
        send(card, "lock")
        send(card, "explain", why)
    assert read_lesson_code(lesson.code()) == lesson.rows()


def test_handing_in_counts_what_is_done(lesson):
    answer_all(lesson)
    lesson.predict("more", "More?", choices=[1, 2], result=1)
    card = lesson.hand_in()
    assert "<dt>1 of 2</dt><dd>predictions locked" in card.head[1]["html"]
    assert "<dt>1 of 1</dt><dd>exercises solved" in card.head[1]["html"]
    assert "<dt>2</dt><dd>sentences written" in card.head[1]["html"]
    assert card.head[2]["value"] == lesson.code()


def test_the_code_says_that_it_lacks_the_answers_from_before_while_these_are_offered(lesson):
    card = share(lesson)
    send(card, "choose", "12")
    send(card, "lock")
    code = lesson.code()
    memory.forget_all()
    fresh = again()
    share(fresh)
    card = fresh.hand_in()
    assert "does not hold your answers from before" not in shown(card)
    fresh.offer(code, lambda: None)
    assert "does not hold your answers from before" in shown(card)
    fresh.restore(code)
    assert "does not hold your answers from before" not in shown(card)


def test_a_bad_code_is_answered_on_the_card(lesson):
    card = lesson.hand_in()
    send(card, "open", "LC1-07-oops")
    assert "cut off" in shown(card) or "checksum" in shown(card)


def test_a_restored_exercise_shows_what_was_chosen(lesson):
    choices, answer = ["1", "2", "3"], {"1", "3"}
    card = lesson.question("arrows", "Which?", choices=choices, many=True, answer=answer, hints=["Look."])
    send(card, "choose", [0, 2])
    send(card, "check")
    code = lesson.code()
    memory.forget_all()
    fresh = again()
    fresh.restore(code)
    card = fresh.question("arrows", "Which?", choices=choices, many=True, answer=answer, hints=["Look."])
    (shown_choices,) = [part for part in card.body if part["kind"] == "choices"]
    assert shown_choices["chosen"] == [0, 2] and "Right: 1, 3" in shown(card)


def test_a_restored_exercise_shows_what_was_typed(lesson):
    code = answer_all(lesson)
    memory.forget_all()
    fresh = again()
    fresh.restore(code)
    (field,) = [part for part in fish(fresh).body if part["kind"] == "field"]
    assert field["value"] == "32"


def test_a_code_brings_back_what_was_solved_and_said_where_less_was_done_meanwhile(lesson):
    def cards(of):
        choices = {"choices": ["1", "2", "3"], "many": True, "answer": {"1", "3"}, "hints": ["Look."]}
        return of.question("arrows", "Which?", **choices), fish(of), share(of)

    arrows, typed, guess = cards(lesson)
    send(arrows, "choose", [0, 2])
    for card in (arrows, typed):
        send(card, "check", *(["32"] if card is typed else []))
    send(guess, "choose", "40")
    send(guess, "lock")
    send(guess, "explain", "because there are fewer of them")
    code = lesson.code()
    memory.forget_all()
    fresh = again()
    arrows, typed, guess = cards(fresh)
    send(arrows, "choose", [1])
    send(typed, "check", "5")
    send(guess, "choose", "40")
    send(guess, "lock")
    count, saved = fresh.beside(code)
    rows = sorted(read_lesson_code(saved), key=lambda row: ["arrows", "fish", "share"].index(row["key"]))
    assert (count, rows) == (3, read_lesson_code(code)), "nor is it lost before one goes on"
    assert fresh.restore(code) == "Brought back 3 answers."
    (choices,) = [part for part in arrows.body if part["kind"] == "choices"]
    assert choices["chosen"] == [0, 2] and "Right: 32" in shown(typed)
    assert [row for row in fresh.rows() if row["done"]] == read_lesson_code(code)


def test_the_tries_of_a_program_that_is_run_again_are_those_of_both_times(lesson):
    card = fish(lesson)
    for answer in ("1", "2", "3", "32"):
        send(card, "check", answer)
    code = lesson.code()
    memory.forget_all()
    fresh = again()
    send(fish(fresh), "check", "32")
    assert [row["tries"] for row in read_lesson_code(fresh.beside(code)[1])] == [4]
    assert fresh.restore(code) == "Brought back 0 answers. 1 already answered here stayed as it was."
    assert [row["tries"] for row in fresh.rows()] == [4]


def test_a_code_changes_no_prediction_that_was_locked_otherwise_meanwhile(lesson):
    guess = share(lesson)
    send(guess, "choose", "40")
    send(guess, "lock")
    send(guess, "explain", "because there are fewer of them")
    code = lesson.code()
    memory.forget_all()
    fresh = again()
    guess = share(fresh)
    send(guess, "choose", "50")
    send(guess, "lock")
    fresh.restore(code)
    (row,) = fresh.rows()
    assert (row["answer"], row["why"]) == (50, "")


def test_forgetting_clears_the_lesson_for_the_next_person(lesson):
    card = share(lesson)
    send(card, "choose", "40")
    send(card, "lock")
    lesson.forget()
    assert lesson.rows() == []
    assert "stays hidden" in shown(share(lesson, show=never)) or "Choose, then lock." in shown(card)


def test_what_a_lock_opens_is_shut_when_all_is_forgotten_and_opens_for_the_next_person_too(lesson):
    card = share(lesson)
    policy = lesson.policy("Fleets", lambda ships: f"<p>{ships} ships</p>", {"ships": ("S", [6], 6)}, after=["share"])
    look = lesson.after(["share"], lambda: "<p>the table</p>")
    for _ in range(2):
        assert "This opens when you have locked prediction 1:" in shown(policy)
        assert sealed(look)
        send(card, "choose", "40")
        send(card, "lock")
        assert "6 ships" in shown(policy)
        assert not sealed(look)
        lesson.forget()


# ---- asleep, and figures


def test_a_card_without_its_kernel_shows_the_question_and_no_answer(lesson, capsys):
    card = fish(lesson, picture=Fishery.start())
    send(card, "check", "32")
    assert card.still_picture() == "<p><b>How many fish has White?</b></p>"


ROWS = [{"ships": 1, "black": 2.5, "white": 3}, {"ships": 6, "black": 4, "white": 0}]
NAMED = {"title": "T & T", "x_label": "ships each", "y_label": "squares"}


@pytest.mark.parametrize(
    "figure",
    [
        bars(ROWS, x="ships", y="black", mark=6, **NAMED),
        bars(ROWS, x="ships", y=["black", "white"], stacked=True, **NAMED),
        lines_figure(ROWS, x="ships", y=["black", "white"], **NAMED),
        lines_figure(ROWS, x="ships", y="black", points={"top": (6, 4)}, **NAMED),
        histogram([1, 2, 2, 9], bins=4, marks={"mean": 3.5}, **NAMED),
        heat_map([[1, None], [2, 3]], columns=["x", "y"], names=["u", "v"], **NAMED),
    ],
)
def test_every_figure_has_words_axes_data_and_the_pages_colours(figure):
    html = figure.data
    assert "T &amp; T" in html
    assert re.search(r'role="img" aria-label="T &amp; T\.[^"]{20,}"', html)
    assert ">ships each<" in html
    assert ">squares<" in html
    assert "<table>" in html
    assert "<td>" in html
    assert "#17262e" not in html.split("</style>")[-1].lower()
    assert "var(--ink2)" in html


def test_figures_on_one_page_do_not_share_ids():
    one, two = (histogram([1, 2], title="T", x_label="x").data for _ in range(2))
    assert not set(re.findall(r' id="([^"]+)"', one)) & set(re.findall(r' id="([^"]+)"', two))


def test_a_histogram_counts_every_value_once():
    html = histogram([0, 5, 9.99, 10], title="T", x_label="x", low=0, high=10, bins=2).data
    assert re.findall(r"<td>(\d+)</td>", html) == ["1", "3"]


def test_a_match_can_be_shown_as_a_picture():
    (picture,) = pieces.pictures_of(Match(Fishery, columns=3, rows=3, ships=1))
    assert "<svg" in picture
    assert "&lt;b&gt;" in pieces.pictures_of("<b>".replace("<", "a <"))[0]


# ---- the lessons themselves


@pytest.fixture(scope="module")
def lesson_07():
    """Lesson 07, run from the first cell to the last."""
    memory.forget_all()
    path = Path(__file__).parents[2] / "notebooks" / "07-fishery-who-owns-the-sea.ipynb"
    cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]}
    names = {"display": lambda *shown: None}
    code = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    for cell in code:
        exec("".join(cell["source"]), names)
    return names, cells


def card_of(lesson, key):
    return next(card for card in lesson.memory.cards if card.key == key)


def try_it(card, *answers):
    for answer in answers:
        if any(part["kind"] == "field" for part in card.body):
            send(card, "check", answer)
        else:
            card.answer.draft = answer
            send(card, "check", None)
    return card.answer.done


@pytest.mark.long
def test_lesson_07_run_from_top_to_bottom_gives_nothing_away_and_counts_nothing(lesson_07):
    lesson = lesson_07[0]["lesson"]
    assert lesson.rows() == []
    assert lesson.now() == lesson.steps[0]
    assert [one.kind for one in lesson.memory.answers.values()].count("predict") == 3
    for key in ("share", "planner", "boats"):
        assert "stays hidden until you lock" in shown(card_of(lesson, key))
    assert "Not answered yet" in shown(card_of(lesson, "score"))


@pytest.mark.long
def test_lesson_07_predictions_have_the_results_that_its_text_builds_on(lesson_07):
    lesson = lesson_07[0]["lesson"]
    for key, chosen, results in (
        ("share", "40", range(8, 17)),
        ("planner", "20", range(36, 41)),
        ("boats", 0, ["less"]),
    ):
        card = card_of(lesson, key)
        send(card, "choose", chosen)
        send(card, "lock")
        assert card.answer.result in results
        assert "aria-label" in shown(card)


def test_lesson_07_exercises_refuse_wrong_answers_and_take_right_ones(lesson_07):
    names, _ = lesson_07
    lesson = names["lesson"]
    left = [state.contested() for state in names["match"].states]
    move = max(range(13, len(left)), key=lambda move: left[move - 1] - left[move])
    assert not try_it(card_of(lesson, "falls"), "12", "999", "soon")
    assert try_it(card_of(lesson, "falls"), str(move))
    assert not try_it(card_of(lesson, "white fish"), "21", "11", "42", "33")
    assert try_it(card_of(lesson, "white fish"), "32")
    assert "holds" not in card_of(lesson, "white fish").pictures[0]
    assert not try_it(card_of(lesson, "illegal"), ["A"], ["A", "B"], ["A", "B", "C", "D"])
    assert try_it(card_of(lesson, "illegal"), ["C", "A", "B"])
    assert not try_it(card_of(lesson, "edge net"), "yes", "ship")
    assert try_it(card_of(lesson, "edge net"), "edge")
    assert not try_it(card_of(lesson, "most"), "6", "63")
    assert try_it(card_of(lesson, "most"), "12")
    assert not try_it(card_of(lesson, "best net"), "net a5 a4", "net b2 b1")
    assert try_it(card_of(lesson, "best net"), "net d5 e5")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("blank", "words"),
    [
        ("1", "you counted fisheries, not squares"),
        ("fishery.black + fishery.white", "you counted ships, not squares"),
        ("fishery.squares", "stumbles in line 5"),
        ("len(fishery)", "Right"),
        ("sum(1 for square in fishery.squares)", "Right"),
    ],
)
def test_lesson_07_checks_the_scoring_rule_that_was_written(lesson_07, blank, words):
    names, cells = lesson_07
    older = [card for card in names["lesson"].memory.cards if card.key == "score"]  # as they live until collected
    assert older
    exec(cells["exercise-function"].replace("+= ...", f"+= {blank}"), names)
    exec(cells["exercise-check"], names)
    card = next(one for one in names["lesson"].memory.cards if one.key == "score" and one not in older)
    for one in [card, *older, card]:
        one.refresh()
    assert words in shown(card)


def test_lesson_07_switch_changes_the_picture_and_leads_back():
    divided = fenced_sea.divided
    few, printed = divided(ships=6, nets=5).data, divided(ships=6, nets=30).data
    assert "6 ships and 5 nets each" in few
    assert few != printed


def test_a_policy_may_lead_back_to_something_else_than_a_rulebook(lesson):
    card = lesson.policy("Price", lambda price: f"<p>{price}</p>", {"price": ("Price", [5, 10], 10)}, word="as printed")
    assert "Everything is as printed." in shown(card)
    send(card, "set price", 0)
    assert "Not everything is as printed." in shown(card)
    assert "rulebook's" not in shown(card)


def test_the_hand_in_card_counts_a_code_exercise_that_is_solved_later(lesson):
    card = lesson.hand_in()
    before = shown(card)
    lesson.check("twice", lambda n: 2 * n, title="Twice", cases=[((2,), 4), ((3,), 6)])
    assert shown(card) != before
    assert "1 of 1" in shown(card)


# ---- what was mended


@pytest.mark.parametrize(
    ("more", "typed", "said"),
    [
        ({"answer": 9, "right": lambda n: f"{n + 1} is one more."}, "nine", "10 is one more."),
        ({"answer": "b", "choices": {"a": "Ant", "b": "Bee"}, "right": lambda one: f"It is {one}."}, 1, "It is b."),
        (
            {"answer": {"a", "c"}, "choices": {"a": "Ant", "b": "Bee", "c": "Cod"}, "many": True,
             "right": lambda some: f"It is {sorted(some)}."}, [0, 2], "It is ['a', 'c'].",
        ),
    ],
)  # fmt: skip
def test_why_an_answer_is_right_is_also_worked_out_after_a_restart(lesson, more, typed, said):
    card = fish(lesson, **more)
    if "choices" in more:
        send(card, "choose", typed)
    send(card, "check", typed)
    assert said in shown(card)
    code = lesson.code()
    memory.forget_all()
    fresh = again()
    card = fish(fresh, **more)
    fresh.restore(code)
    assert said in shown(card)


def test_an_empty_sentence_is_not_kept_and_the_card_says_what_is_missing(lesson):
    card = lesson.explain("why", "Why?")
    send(card, "explain", "  ")
    assert "Write a sentence first, then keep it." in shown(card) and not card.answer.done
    send(card, "explain", "Because nets close.")
    assert "Kept." in shown(card) and "Write a sentence" not in shown(card)
    send(card, "explain", "")
    assert "Your sentence is no longer kept." in shown(card) and not card.answer.done
    card = share(lesson)
    send(card, "choose", "40")
    send(card, "lock")
    send(card, "explain", "")
    assert "Write a sentence first, then keep it." in shown(card)


def test_who_was_exactly_right_is_asked_how_she_knew(lesson):
    card = share(lesson)
    send(card, "choose", "12")
    send(card, "lock")
    assert "You were exactly right." in shown(card)
    assert "Explain the result" not in shown(card) and "Say in one sentence how you knew" in shown(card)
    other = lesson.predict("own", "Which?", choices=["a", "b"], result="a", explain="Say why.")
    send(other, "choose", 0)
    send(other, "lock")
    assert "Say why." in shown(other), "a lesson's own question stays"


# ---- what waits for a lock


def test_a_look_is_made_and_shown_only_when_its_predictions_are_locked(lesson):
    card = share(lesson)
    made = []
    look = lesson.after(["share"], lambda: made.append(1) or "<p>the table</p>")
    assert made == []
    assert "This opens when you have locked prediction 1" in shown(look)
    assert look.still_picture() == ""
    send(card, "choose", "40")
    send(card, "lock")
    assert made == [1]
    assert "the table" in shown(look)
    assert not sealed(look)


def test_a_policy_that_would_give_predictions_away_stays_shut_until_all_are_locked(lesson):
    lesson.predict("year", "Which year?", choices=[5, 6], result=6)
    card = share(lesson)
    policy = lesson.policy("Fleets", never, {"ships": ("Ships each", [1, 6], 6)}, after=["year", "share"])
    send(card, "choose", "40")
    send(card, "lock")
    assert "This opens when you have locked prediction 1:" in shown(policy)
    send(policy, "set ships", 0)
    assert "Back to the rulebook" not in shown(policy)
    lesson.predict("boats", "How many boats?", low=1, high=9, result=6)
    unordered = lesson.policy("Nets", never, {"nets": ("N", [6], 6)}, after=["boats", "year"])
    assert "locked predictions 1 and 3:" in shown(unordered), "in the order of the lesson"
    open_one = lesson.policy("Fleets", lambda ships: f"<p>{ships} ships</p>", {"ships": ("S", [6], 6)}, after=["share"])
    assert "6 ships" in shown(open_one)


def test_behind_a_gate_the_word_opens_what_waits_too(lesson):
    gated = again(gate=gate_mark("herring"))
    card = share(gated)
    look = gated.after(["share"], lambda: "<p>the table</p>")
    send(card, "choose", "40")
    send(card, "lock")
    assert sealed(look)
    send(card, "gate", "herring")
    assert not sealed(look)


def test_a_look_whose_predictions_have_not_run_asks_for_their_cells(lesson):
    look = lesson.after(["never made"], never)
    assert "Run their cells first" in shown(look)


def test_a_look_that_fails_says_so_and_no_traceback(lesson):
    look = lesson.after([], lambda: 1 // 0)
    assert "This could not be shown (ZeroDivisionError" in shown(look)


def test_cards_and_boards_say_run_all_cells_when_their_kernel_is_lost(lesson):
    """A card needs the cells above it: its own cell alone would only ask for the first one."""
    assert share(lesson).words["lost"] == LOST
    assert "Run → Run All Cells" in LOST and "this cell" not in LOST
