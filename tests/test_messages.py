"""Messages: what a game says can be said in another language, sentence by sentence."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
import unmarked
from fishlab_widgets.lab.bay import FishingEffort, GrowingStock
from fishlab_widgets.lab.lab_view import TABS
from fishlab_widgets.lab.panel import Laboratory

from fishlab import GAMES, Fishery, messages
from fishlab.core import Words

ROOT = Path(__file__).resolve().parent.parent
WIDGETS = ROOT / "widgets" / "fishlab_widgets"
READ = [
    *(WIDGETS / name for name in ("lab", "charts", "contest.py", "teacher", "publish", "command")),
    *(one for one in sorted((ROOT / "fishlab" / "lab").iterdir()) if one.suffix == ".py" or one.name == "engine"),
    ROOT / "fishlab" / "players",
]
"""Folders in which every sentence is marked."""


class German(NullTranslations):
    """A small catalogue."""

    def gettext(self, message: str) -> str:
        return {"Black": "Schwarz"}.get(message, message)

    def ngettext(self, one: str, more: str, n: int) -> str:
        return "{n} Fisch" if n == 1 else "{n} Fische"


@pytest.fixture
def language() -> Iterator[None]:
    yield
    messages.use(messages.ENGLISH)


def test_a_message_is_looked_up_and_its_slots_are_filled(language):
    messages.use(messages.Language("de", "Deutsch", German()))
    assert messages.tr("Black") == "Schwarz"
    assert messages.tr("not known: {what}", what=3) == "not known: 3"
    assert [messages.trn("{n} fish", "{n} fish", n) for n in (1, 2)] == ["1 Fisch", "2 Fische"]
    messages.use(messages.ENGLISH)
    assert messages.tr("Black") == "Black"


def test_an_empty_message_is_not_a_catalogues_head(language):
    class Head(NullTranslations):
        def gettext(self, message: str) -> str:
            return message or "Project-Id-Version: 1"

    messages.use(messages.Language("xx", "Head", Head()))
    assert messages.tr("") == ""


def test_braces_in_what_people_type_are_text():
    assert messages.tr("“{move}” is no move", move="{x} {0}") == "“{x} {0}” is no move"


def test_a_game_speaks_the_language_that_is_in_use(language):
    state = Fishery.start()
    english = state.prompt()
    messages.use(unmarked.BRACKETS)
    assert state.prompt().replace("⟦", "").replace("⟧", "") == english
    assert unmarked.outside(state.prompt()) == ""


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_a_game_is_marked(name):
    script = Path(unmarked.__file__)
    done = subprocess.run([sys.executable, str(script), name], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stdout + done.stderr[-1000:]


def test_a_sentence_that_is_not_marked_is_found(language, monkeypatch):
    messages.use(unmarked.BRACKETS)
    assert unmarked.outside("⟦Seat ⟦A⟧ begins⟧ and then ⟦plays⟧") == "and then"
    monkeypatch.setattr(type(Fishery.words), "rule", lambda self, state: "Place a ship.")
    assert ("rule", "Place ship") in unmarked.unmarked("fishery")
    monkeypatch.setattr(type(Fishery.words), "rule", Words.rule)
    assert not any(what == "rule" for what, _ in unmarked.unmarked("fishery"))


@pytest.mark.parametrize("place", READ, ids=lambda one: f"{one.parent.name}/{one.name}")
def test_no_sentence_in_a_program_is_unmarked(place):
    assert unmarked.in_folder(place) == []


def test_no_style_says_a_word_of_its_own():
    told = [
        (path.name, said)
        for path in sorted(WIDGETS.rglob("*.css"))
        for said in re.findall(r'content:\s*"([^"]*[^\W\d_]{3}[^"]*)"', path.read_text(encoding="utf-8"))
    ]
    assert told == [], "a page sets them as custom properties, from messages"


def test_an_unmarked_sentence_in_a_program_is_found_and_what_nobody_reads_is_not():
    found = unmarked.in_python(
        'def say(n):\n    """Say it."""\n    tr("This is marked.")\n    print(f"There are {n} fish.")\n'
        '    raise RuntimeError("for those who program")\n'
    )
    assert found == [(4, "There are … fish.")]
    assert unmarked.in_python('x = re.compile(r"one\\b two")\ny = ".a b { color: red }"\n') == []
    script = 'make("p", "two classes", el, { textContent: "Stop" });\nlabel(`Country ${one} stops`);\n// Not a text.\n'
    assert unmarked.in_script(script) == [(1, "Stop"), (2, "Country ${one} stops")]


def test_the_laboratory_says_nothing_outside_of_messages(language):
    messages.use(unmarked.BRACKETS)
    lab = Laboratory(games=20, treatment="enforced-rule")
    lab.move("ambition", 4)
    lab.seat_apart(1, "competitive")
    lab.add_class_games("group,total\n⟦ours⟧,9\n⟦ours⟧,12\n⟦x⟧,abc")
    lab.open_game("enforced-rule")
    for tab in TABS:
        lab.open_tab(tab)
        told = {name: getattr(lab.panel, name) for name in ("texts", "head", "ladder", "numbers", "said", "view")}
        answer = [lab.panel.class_box["words"], lab.panel.class_box["wrong"]]
        assert {*unmarked.in_payload(told), *unmarked.in_payload(answer)} == set(), tab
    assert set(unmarked.in_payload(lab.sample.children[0].children[0].value)) == set()


@pytest.mark.parametrize("make", [lambda: GrowingStock(100, 50), lambda: GrowingStock(0), lambda: FishingEffort(30)])
def test_the_bay_says_nothing_outside_of_messages(language, make):
    messages.use(unmarked.BRACKETS)
    assert set(unmarked.in_payload(make().view.value)) == set()
