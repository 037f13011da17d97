"""Texts are for readers of fourteen: short sentences, everyday words, and one word for one thing."""

from __future__ import annotations

import ast
import doctest
import re

import checklist
import pytest
import readability

PATHS = {path.stem: path for path in checklist.ALL if path.stem != "references"}  # titles
MOST_GRADE = 6.0  # of a whole page: two school years below fourteen, for those who read slowly
MOST_GRADE_TEXT = 9.0  # of a single text of some length: names and sources weigh more there
MOST_WORDS = 36  # of a sentence
LONG = 40  # words
ONE_WORD = {"license[sd]?": "licence", "web ?pages?": "page", "simulations?": "model"}
"""Words that a lesson shall not use for something that has another name here."""


def card_texts(notebook) -> list[str]:
    """Return the sentences that cards say, as they are written in the code."""
    made = checklist.lesson_calls(notebook, "predict", "question", "check", "explain", "policy")
    texts = [node.value for _, call in made for node in ast.walk(call) if isinstance(node, ast.Constant)]
    return [text for text in texts if isinstance(text, str) and len(text.split()) > 5]


def test_the_measure_tells_easy_from_hard():
    assert doctest.testmod(readability).failed == 0


@pytest.mark.parametrize("name", PATHS)
def test_a_reader_of_fourteen_can_read_the_page(name):
    notebook = checklist.written_out(checklist.read(PATHS[name]))
    texts = [text for _, text in checklist.cells(notebook, "markdown")]
    assert readability.grade("\n\n".join([*texts, *card_texts(notebook)])) <= MOST_GRADE
    for text in texts:
        told = readability.sentences(text)
        if sum(map(len, told)) >= LONG:
            assert readability.grade(text) <= MOST_GRADE_TEXT, text
        assert max(map(len, told), default=0) <= MOST_WORDS, text
    for text in card_texts(notebook):
        assert max(map(len, readability.sentences(text)), default=0) <= MOST_WORDS, text


@pytest.mark.parametrize("name", PATHS)
def test_a_thing_has_one_name(name):
    prose = "\n".join(text for _, text in checklist.cells(checklist.read(PATHS[name]), "markdown"))
    for word, better in ONE_WORD.items():
        found = re.search(rf"\b{word}\b", prose, re.IGNORECASE)
        assert not found, f"{name}: say {better}, not {found[0]}"
