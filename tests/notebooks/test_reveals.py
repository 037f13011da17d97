"""What a prediction reveals agrees with the result on its card, and is explained."""

from __future__ import annotations

import re

import checklist
import pytest
from fishlab_widgets.lesson.predictions import reasons_of
from walk import lock, visible, walked

LESSONS = sorted(path.stem.partition("-")[0] for path in checklist.FOLDER.glob("[0-9]*.ipynb"))
EXPLAINED = [name for name in LESSONS if reasons_of(name)]


def numbers(text: str) -> set[float]:
    """Return the numbers in a text, as people write them."""
    plain = text.replace("−", "-").replace(",", "")
    return {float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", plain)}


@pytest.mark.parametrize("name", LESSONS)
def test_the_figure_that_a_prediction_reveals_has_the_number_of_its_card_in_it(name):
    walk = walked(name)
    contradicted = []
    for card in walk.cards():
        lock(card)
        text = " ".join(words for picture in card.revealed_pictures or [] for words in visible(picture))
        result = card.answer.result
        number = isinstance(result, int | float) and not isinstance(result, bool)
        if text and number and not any(abs(one - result) < 0.51 for one in numbers(text)):
            contradicted.append(f"{card.key}: {result} is nowhere in what is shown: {' '.join(text.split())[:300]}")
    walk.forget()
    assert contradicted == []


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_prediction_has_a_model_explanation_and_two_rivals(name):
    reasons = reasons_of(name)
    assert set(reasons) == {card.key for card in walked(name).cards()}
    for one in reasons.values():
        texts = [one.model, *(text for text, _ in one.rivals)]
        assert len(set(texts)) == len(texts) == 3, one.key
        assert all(flaw for _, flaw in one.rivals), one.key
        assert max(map(checklist.words, texts)) <= 45, one.key
