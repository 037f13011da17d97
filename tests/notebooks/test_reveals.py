"""What a prediction reveals agrees with the result on its card, and is explained."""

from __future__ import annotations

import re

import checklist
import pytest
from fishlab_widgets.lesson.predictions import reasons_of
from walk import lock, plain, visible, walked

LESSONS = sorted(path.stem.partition("-")[0] for path in checklist.FOLDER.glob("[0-9]*.ipynb"))
EXPLAINED = [name for name in LESSONS if reasons_of(name)]


def numbers(text: str) -> list[float]:
    """Return the numbers in a text, as people write them."""
    plain = text.replace("−", "-").replace(",", "")
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", plain)]


def figure_says(html: str) -> list[float]:
    """Return the numbers that a figure tells by itself: of lines the last values, of others all, and what marks say.

    What stands on an axis, or somewhere on the way of a line, tells nothing.
    """
    rows = [
        [plain(cell) for cell in re.findall(r"<t[hd]\b.*?</t[hd]>", row)] for row in re.findall(r"<tr.*?</tr>", html)
    ]
    lines = 'data-kind="lines' in html
    told = [cell for row in (rows[-1:] if lines else rows[1:]) for cell in row[1:]]
    labels = [plain(text) for text in re.findall(r"<text\b.*?</text>", html, re.DOTALL)]
    marks = [label for label in labels if re.search(r"[a-zA-Z] .*\d|\d.*[a-zA-Z%]", label)]
    return [number for text in [*told, *marks] for number in numbers(text)]


def says(picture: object) -> list[float]:
    """Return the numbers that a reader is told by what a prediction reveals: in a figure or in a sentence."""
    if isinstance(picture, str) and "<svg" in picture:
        return figure_says(picture)
    return [number for words in visible(picture) for number in numbers(words)]


@pytest.mark.few(2)
@pytest.mark.parametrize("name", LESSONS)
def test_a_mark_or_the_last_value_of_what_a_prediction_reveals_is_the_number_on_its_card(name):
    walk = walked(name)
    contradicted = []
    for card in walk.cards():
        lock(card)
        result = card.answer.result
        if isinstance(result, int | float) and not isinstance(result, bool) and card.revealed_pictures:
            told = [number for picture in card.revealed_pictures for number in says(picture)]
            digits = len(f"{result:g}".partition(".")[2])
            if not any(round(one, digits) == pytest.approx(result) for one in told):
                contradicted.append(f"{card.key}: {result} is not what is shown: {told[:20]}")
    walk.forget()
    assert contradicted == []


EXPLAINING = {
    ("05", "adult or juvenile"): "both would have spawned",
    ("05", "spawners"): "Young are counted when spawners arrive",
    ("08", "worth"): "boats and a discount work in every round",
    ("08", "curse"): "the one most likely too high",
}


@pytest.mark.parametrize(("name", "key"), EXPLAINING)
def test_the_reveal_does_not_explain_before_the_student_does(name, key):
    walk = walked(name)
    walk.forget()  # a test before may have explained it
    card = walk.card(key)
    lock(card)
    assert EXPLAINING[name, key] not in " ".join(visible(card))
    card.receive("explain", "One thing works longer than the other.")
    assert EXPLAINING[name, key] in " ".join(visible(card))
    walk.forget()


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_prediction_has_a_model_explanation_and_two_rivals(name):
    reasons = reasons_of(name)
    assert set(reasons) == {card.key for card in walked(name).cards()}
    for one in reasons.values():
        texts = [one.model, *(text for text, _ in one.rivals)]
        assert len(set(texts)) == len(texts) == 3, one.key
        assert all(flaw for _, flaw in one.rivals), one.key
        assert max(map(checklist.words, texts)) <= 45, one.key
        assert len({told.say for told in one.said}) == len(one.said) >= 2, one.key
        assert all(told.say[0] == "“" and told.say[-1] == "”" for told in one.said), "words of a student"
        assert all(told.ask[-1] in "?." and told.cause[-1] == "." for told in one.said), one.key
