"""What cards tell their pages: typed on the side of Python, read on the side of the page, and little of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_type_hints

import checklist
import pytest
from fishlab_widgets.controls import base_widget
from fishlab_widgets.controls.slider import Slider
from fishlab_widgets.lesson import Lesson, view
from fishlab_widgets.lesson.card import Drawn
from ipywidgets import Widget
from payloads import check
from walk import Walk, walked

SCRIPT = Path(view.__file__).with_name("cards.js").read_text(encoding="utf-8")
KINDS = {
    "html": view.HtmlPart,
    "choices": view.ChoicesPart,
    "number": view.NumberPart,
    "field": view.FieldPart,
    "button": view.ButtonPart,
    "code": view.CodePart,
}
MOST_MODELS = 90
MOST_BYTES = 2_988_792 // 3
"""A third of what lesson 03 sent when a card was a dozen widgets."""


@pytest.fixture
def made(monkeypatch):
    """Every widget that is made, the sources of scripts among them."""
    monkeypatch.setattr(base_widget, "_sources", {})
    found: list[Widget] = []
    Widget.on_widget_constructed(found.append)
    yield found
    Widget.on_widget_constructed(None)


def size(widget: Widget) -> int:
    """Return how many bytes a page is told of a widget when it is made."""
    return len(json.dumps(widget.get_state(), default=str))


def test_lesson_03_makes_few_widgets_and_sends_a_script_once(made):
    walk = Walk(next(checklist.FOLDER.glob("03-*.ipynb")))
    assert walk.trouble == {}
    assert len(made) <= MOST_MODELS
    assert sum(map(size, made)) <= MOST_BYTES
    told = [str(widget.get_state()) for widget in made]
    for line in ("const frames = {", "function liveBoard(", ".fishlab-panel .lockline {", ".fishlab-table .head {"):
        assert sum(line in text for text in told) == 1, line


def test_a_card_is_one_widget_without_a_layout(made):
    lesson = Lesson("97", "One", 5)
    card = lesson.predict("share", "How much?", choices=["Little", "Much"], result="Much", show=lambda: "<p>So.</p>")
    card.hear({"type": "choose", "value": 1})
    card.hear({"type": "lock", "value": None})
    assert [type(one) for one in made if not isinstance(one, base_widget.Source)] == [type(card)]
    assert card.layout is None


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["00", "03", "10", "teacher"])
def test_all_that_a_page_is_told_of_a_card_is_what_the_types_say(name):
    walk = walked(name)
    cards = list(walk.lesson.memory.cards) if "lesson" in walk.names else []
    drawn = [*cards, *(thing for thing in walk.shown if isinstance(thing, Drawn))]
    assert drawn
    for card in drawn:
        for part in (*card.head, *card.body):
            check(part, KINDS[part["kind"]])
        for seen in card.aside:
            check(seen, view.Seen)
            assert len(seen) == 1
        check(card.words, view.Words)


def test_every_part_of_the_view_is_a_trait_of_the_page_and_read_there():
    names = get_type_hints(view.CardView).keys()
    read = set(re.findall(r'model\.get\("(\w+)"\)', SCRIPT)) | {"head", "body"}  # by the name of their panel
    assert names <= Drawn.class_traits(sync=True).keys()
    assert names | {"rev", "heard", "own_id"} == read
    assert re.search(r'part\(places\.head, "head"\);\s+part\(places\.body, "body"\);', SCRIPT)


@pytest.mark.parametrize("part", [*KINDS.values(), view.Option, view.Seen, view.Words], ids=lambda one: one.__name__)
def test_every_word_of_a_part_is_read_by_the_page(part):
    unread = [name for name in get_type_hints(part) if not re.search(rf"\.{name}\b|[{{,]\s*{name}\s*[,}}:]", SCRIPT)]
    assert not unread


def test_the_page_draws_every_kind_of_part_and_no_other():
    drawn = re.search(r"const kinds = \{(.*?)\n\};", SCRIPT, re.DOTALL)
    assert drawn and set(re.findall(r"(?m)^  (\w+)\(node", drawn[1])) == KINDS.keys()


@pytest.mark.parametrize("content", [None, [], "lock", {"type": 3, "value": 1}, {"value": 1}, {"type": "lock"}])
def test_a_message_that_is_none_is_passed_over(content):
    card = Lesson("96", "Forged", 5).predict("share", "How much?", choices=["a", "b"], result="a")
    before = card.rev
    card.hear(content)
    assert card.rev == before and not card.answer.done


def test_a_forged_message_opens_nothing():
    lesson = Lesson("95", "Forged", 5)
    card = lesson.predict("share", "How much?", choices=["a", "b"], result="a", show=lambda: "<p>secret</p>")
    policy = lesson.policy("Ships", lambda ships: f"<p>{ships}</p>", {"ships": ("S", [1, 6], 6)}, after=["share"])
    for kind, value in (("explain", "x"), ("gate", "x"), ("lock", 1), ("choose", 7), ("choose", "a"), ("lock", None)):
        card.hear({"type": kind, "value": value})
    policy.hear({"type": "set ships", "value": 0})
    assert not card.answer.done and card.answer.result is None and not card.answer.why
    assert "secret" not in str(card.get_state()) and policy.values == {"ships": 6}


def test_a_page_that_never_heard_of_a_source_is_given_it_when_it_asks(monkeypatch):
    slider = Slider("Catch", [("none", 0), ("some", 1)])
    sent: list[Any] = []
    monkeypatch.setattr(slider, "send", sent.append)
    places = json.loads(re.search(r"SOURCES = (\[.*\]);", slider.get_state("_esm")["_esm"])[1])
    for mark, name in places:
        slider.serve({"base": "source", "mark": mark})
        source = base_widget._sources[mark]
        assert source.model_id == name
        assert sent.pop() == {"base": "source", "mark": mark, "script": source.script, "style": source.style}
    assert "".join(base_widget._sources[mark].style for mark, _ in places) == slider._css
    slider.serve({"base": "source", "mark": "0"})
    slider.serve({"base": "here"})
    assert sent == [{"base": "here"}]


def test_no_card_shows_a_word_that_is_not_marked_for_translation():
    """Every word of a card's own comes from a message: those of lessons and students are its slots."""
    styles = Path(view.__file__).with_name("cards.css").read_text(encoding="utf-8")
    assert not re.search(r'textContent(?: =|:) "[A-Za-z]', SCRIPT)
    assert not re.search(r'content: "[A-Za-z↔]', styles)


def test_what_is_read_aloud_has_no_signs_of_bold_or_italic_type():
    card = Lesson("07", "Who owns the sea?", minutes=35).question(
        "which", "Which are **not** `x < 2`?", choices=["1", "3"], answer="3", hints=["Two."]
    )
    assert card.label == "Which are not x < 2?"
    assert [one["label"] for one in card.body if one["kind"] == "choices"] == ["Which are not x < 2?"]
