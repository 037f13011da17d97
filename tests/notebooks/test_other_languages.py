"""Lessons in other languages: made from a catalogue, as they are stored, and able to run whatever words they hold."""

from __future__ import annotations

import ast
import functools
import json
import re

import catalogues
import checklist
import lessons
import pytest
from babel.messages import Catalog
from fishlab_widgets.lesson import memory
from walk import Walk, plain

from fishlab.languages import FOLDER, languages

CODES = [code for code in languages() if code != "en"]
QUICK = ("02", "06")  # with boards, choices that are their own words, and sentences that are worked out
PATHS = {path.stem: path for path in lessons.lessons()}


@functools.cache
def collected() -> Catalog:
    return lessons.collect()


@pytest.mark.parametrize("code", CODES)
def test_the_lessons_of_a_language_are_stored_as_its_catalogue_makes_them(code):
    folder = FOLDER / code
    known = list(catalogues.problems(folder, collected(), lessons.CATALOGUE))
    assert known == [], "make messages collects and names them"
    own = lessons.made(folder, catalogues.read(folder, lessons.CATALOGUE))
    stored = {path.name: path.read_text(encoding="utf-8") for path in (checklist.FOLDER / code).glob("*.ipynb")}
    assert own.keys() == stored.keys() and own == stored, "make messages writes them"
    for name in stored:
        notebook = checklist.read(checklist.FOLDER / code / name)
        assert list(checklist.stored_clean(notebook)) == []
        text = "\n".join(text for _, text in checklist.cells(notebook, "markdown"))
        for link in re.findall(r"\]\(([^)#:]+\.ipynb)\)", text):
            assert (checklist.FOLDER / code / link).resolve().exists(), f"{link} leads nowhere"


def test_the_first_lesson_is_german_from_its_title_to_its_cards():
    walk = Walk(checklist.FOLDER / "de" / "00-cast-off.ipynb")
    assert (walk.trouble, walk.language.code, walk.lesson.title) == ({}, "de", "Leinen los")
    page = re.sub(r"\]\([^)]*\)|\s+", " ", "\n".join(walk.page()))
    for words in ("Schritt 3 von 8: Vorhersagen", "Das Ergebnis bleibt verdeckt", "Deine Lektion abgeben"):
        assert words in page
    assert re.findall(r"\b(?:the|you|your|and|with|of|Locked|Check|Keep|Write)\b", page) == []


def test_what_a_translation_must_keep_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr(lessons, "COURSE", tmp_path / "notebooks")
    folder = catalogues.begin("fr")
    said = Catalog()
    for text in ("Open [it](a.ipynb)", "With {catch} fish", "Use `def`", "New"):
        said.add(text, locations=[("notebooks/00.ipynb", 0)])
    about = folder / "language.toml"
    about.write_text(about.read_text().replace('"notebooks",', ""))
    catalogues.update(folder, said, lessons.CATALOGUE)
    own = catalogues.read(folder, lessons.CATALOGUE)
    for english, french in (("Open [it](a.ipynb)", "Ouvre"), ("With {catch} fish", "Avec {c}"), ("Use `def`", "Ah")):
        own.get(english).string = french
    own.add("Gone", "Parti")
    (folder / lessons.CATALOGUE).write_bytes(catalogues.po_text(own))
    kinds = [line.partition(" is ")[0] for line in catalogues.problems(folder, said, lessons.CATALOGUE)]
    assert kinds == [
        "wrong slots: 'Open [it](a.ipynb)'", "wrong slots: 'With {catch} fish'", "wrong slots: 'Use `def`'",
        "missing: 'New' (notebooks/00.ipynb)", "outdated: 'Gone'",
    ]  # fmt: skip


CELL = """\
lesson = Lesson("00", "Cast off", minutes=20, steps={"Look": 2})
lesson.predict(
    "empty", "Which one?", choices=["more", "less"], words=("early", "late"), result=lambda: "more",
    mistakes={"less": "no"},
)
lesson.check("change", catch, name="catch", right=lambda catch: f"With {catch['a']} fish", test=ponds.lasting)
lesson.at("Look")
"""


def test_of_a_code_cell_only_what_people_read_is_translated():
    said = {
        "Cast off": "Leinen los",
        "more": "mehr",
        "With {catch['a']} fish": "Mit {catch['a']} \"Fischen\"",
        "Look": "Da",
    }
    text = lessons.code_in(CELL, lambda message: said.get(message, message), "de")
    ast.parse(text)
    assert 'Lesson("00", "Leinen los", minutes=20, steps={"Da": 2}, language="de")' in text
    assert 'choices={"more": "mehr", "less": "less"}' in text, "each choice stays what it is"
    assert 'words=("early", "late"), result=lambda: "more"' in text, "what programs compare stays"
    assert 'name="catch"' in text and '"empty", "Which one?"' in text and 'lesson.at("Da")' in text


def test_without_a_language_a_lesson_is_as_it_was():
    for path in lessons.lessons():
        for cell in checklist.read(path)["cells"]:
            same = lessons.translated(cell, lambda message: message)
            kept = checklist.source(cell)
            if cell["cell_type"] == "markdown" or "choices=[" not in kept:
                assert same == kept


@functools.cache
def accented() -> Catalog:
    """Return a language in which every message of the lessons has accents, and keeps what must be kept."""
    found = Catalog(locale="de")
    for message in collected():
        if message.id:
            parts = re.split(r"(\]\([^)]*\)|\{[^{}]*\}|`[^`]+`|<!--.*?-->)", message.id)
            words = (one if n % 2 else one.translate(catalogues.ACCENTS) for n, one in enumerate(parts))
            found.add(message.id, "".join(words))
    return found


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "name", [name if name[:2] in QUICK else pytest.param(name, marks=pytest.mark.soak) for name in PATHS]
)
def test_a_lesson_runs_in_any_words_and_its_predictions_lock(name, monkeypatch):
    monkeypatch.setattr(memory, "find", lambda code: catalogues.PSEUDO)
    walk = Walk(json.loads(lessons.lesson_in(PATHS[name], "de", accented())))
    assert walk.trouble == {}
    if "lesson" in walk.names:
        walk.lock()
        assert [card.notice for card in walk.cards() if card.notice or not card.answer.done] == []
        assert "é" in plain(walk.cards()[0].head[0]["html"])
