"""Nothing that Run All draws tells the answer of a prediction that is still open."""

from __future__ import annotations

import re
from inspect import unwrap
from types import CodeType

import checklist
import pytest
from fishlab_widgets.lesson.answering import Choosing, Numbering
from fishlab_widgets.lesson.pages import Policy, Sealed
from walk import lock, visible, walked

PATHS = [path for path in checklist.ALL if path.stem not in checklist.NOT_LESSONS]
IDS = [path.stem for path in PATHS]
COMMON = {"more", "less", "fewer", "shorter", "longer", "about the same", "no clear difference"}
"""Answers in words that any text may use; what they would be said of is left to the eye."""

BY_CHANCE = {"more": 1, "number": 2, "pike": 1, "wave": 1, "spawners": 1}
"""Results that also tell of something else, and of how many things: eleven boats of lesson 00 take 33 fish a round,
intervals of lesson 03b cover 95 %, the council of lesson 10 compares its rule with no rule, lesson 05 opens with 3
rounds, and 20 chips are all there are."""


CHAPTERS = "fishlab_widgets.chapters."
"""Where the helpers of a lesson live that its cells do not define."""


def said_openly(card):
    """What the card itself says before it is locked: its question, and what can be chosen."""
    options = card.answering.labels if isinstance(card.answering, Choosing) else []
    return f"{card.asked} {card.about} {options}"


def result_words(card, before):
    """Return how a result would be told on a page."""
    result, answering = card.answer.result, card.answering
    if isinstance(answering, Numbering):
        unit = re.escape(answering.unit[0]), re.escape(answering.unit[1])
        number = re.escape(answering.label(result).split()[0])
        return [rf"(?<![\d.,–-]){number}[ \u00a0]*(?:{unit[0]}|{unit[1]})(?!\w)"]
    told = answering.label(result) if isinstance(answering, Choosing) else str(result)
    others = [one for one in getattr(answering, "labels", []) if one != told]
    on_the_board = others and all(before.count(one) > 2 for one in others)  # names that stand there whatever the result
    return [] if told in COMMON or len(told) < 4 or on_the_board else [re.escape(told)]


def rows(text):
    """Return the rows of the data tables in a text: lines with a name or number and a number."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return {line for line in lines if re.fullmatch(r"[^.;:]{1,40} -?\d+(?:\.\d+)?(?: -?\d+(?:\.\d+)?)*", line)}


def made_by(walk, function):
    """Return the names of the lesson's own functions that something is worked out with, however far down."""
    cells = {cell["id"] for cell in walk.notebook["cells"]}
    chapters = {id(one): one for one in walk.names.values() if getattr(one, "__name__", "").startswith(CHAPTERS)}
    known = dict(walk.names)
    for module in chapters.values():
        known |= {name: one for name, one in vars(module).items() if getattr(one, "__module__", "") == module.__name__}
    found, waiting = set(), [getattr(function, "__code__", None)]
    while waiting:
        code = waiting.pop()
        if code is None:
            continue
        waiting += [one for one in code.co_consts if isinstance(one, CodeType)]
        for name in set(code.co_names) - found:
            inner = getattr(unwrap(known[name]), "__code__", None) if callable(known.get(name)) else None
            if inner is not None and (inner.co_filename in cells or "chapters" in inner.co_filename):
                found.add(name)
                waiting.append(inner)
    return found


def spoiled_by(walk, card):
    """Return the keys of the predictions whose results are made of the same games as what a card shows."""
    shown = made_by(walk, card.show_it) | {getattr(card.show_it, "__name__", "")}
    return {one.key for one in walk.cards() if shown & made_by(walk, unwrap(one._result))}


def told_by(card):
    return "\n".join(words for picture in card.pictures for words in visible(picture))


@pytest.mark.few(2)
@pytest.mark.parametrize("path", PATHS, ids=IDS)
def test_no_open_answer_is_told_by_what_run_all_draws(path):
    walk = walked(path.stem)
    predictions, shut = walk.cards(), [*walk.cards(Policy), *walk.cards(Sealed)]
    before = "\n".join(walk.before)
    open_rows = set().union(*map(rows, walk.before))
    assert len(predictions) >= checklist.fewest(path.stem)[0]
    assert walk.solved == [], "worked out before the lock"
    for card in shut:
        assert bool(card.after) == ("opens when" in walk.opening[card]), card.asked

    # What is made of the same games as a result waits for its lock.
    for card in shut:
        assert spoiled_by(walk, card) <= set(card.after), f"“{card.asked}” gives a prediction away"

    # No number, word or row of a result stands on the page before its own lock.
    walk.lock()
    for card in predictions:
        assert card.answer.result is not None, card.notice
        for words in result_words(card, before):
            own = len(re.findall(words, said_openly(card))) + BY_CHANCE.get(card.key, 0)
            found = re.findall(words, before)
            assert len(found) <= 2 * own, f"{card.key}: the page says {found[0]!r} before the lock"
        assert not rows(told_by(card)) & open_rows, f"{card.key}: a row of its result stands open on the page"

    # What was shut is open now.
    for card in shut:
        text = "".join(visible(card))
        assert "opens when" not in text
        assert "could not be shown" not in text
        assert not card.notice


def test_the_first_reveal_of_lesson_02_leaves_the_later_results_open():
    walk = walked("02")
    walk.forget()
    keystone, how_many, both = walk.cards()
    lock(keystone)
    for other in (how_many, both):
        assert not re.search(rf"\b{other._result()}\b", told_by(keystone))
        assert "opens when" in "".join(walk.page())


def test_the_guard_sees_which_predictions_of_lesson_07_a_policy_plays_the_games_of():
    walk = walked("07")
    (policy,) = walk.cards(Policy)
    assert spoiled_by(walk, policy) == {"share", "boats"}, "the planner plays games of its own"


def test_later_cards_quote_no_result_of_a_prediction_that_is_open():
    walk = walked("10")
    inspected = "countries sent inspectors"
    assert not any(inspected in text for text in walk.before)
    walk.forget()
    lock(walk.card("bluefin"))
    assert any(inspected in text for text in walk.page())
    assert not any("fine is worse than none" in text for text in walked("03b").before)
