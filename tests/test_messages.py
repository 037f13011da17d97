"""Messages: what a game says can be said in another language, sentence by sentence."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
import unmarked

from fishlab import GAMES, Fishery, messages
from fishlab.core import Words


class German(NullTranslations):
    """A small catalogue."""

    def gettext(self, message: str) -> str:
        return {"Black": "Schwarz"}.get(message, message)

    def ngettext(self, one: str, more: str, n: int) -> str:
        return "{n} Fisch" if n == 1 else "{n} Fische"


@pytest.fixture
def language() -> Iterator[None]:
    yield
    messages.use(NullTranslations())


def test_a_message_is_looked_up_and_its_slots_are_filled(language):
    messages.use(German())
    assert messages.tr("Black") == "Schwarz"
    assert messages.tr("not known: {what}", what=3) == "not known: 3"
    assert [messages.trn("{n} fish", "{n} fish", n) for n in (1, 2)] == ["1 Fisch", "2 Fische"]
    messages.use(NullTranslations())
    assert messages.tr("Black") == "Black"


def test_an_empty_message_is_not_a_catalogues_head(language):
    class Head(NullTranslations):
        def gettext(self, message: str) -> str:
            return message or "Project-Id-Version: 1"

    messages.use(Head())
    assert messages.tr("") == ""


def test_braces_in_what_people_type_are_text():
    assert messages.tr("“{move}” is no move", move="{x} {0}") == "“{x} {0}” is no move"


def test_a_game_speaks_the_language_that_is_in_use(language):
    state = Fishery.start()
    english = state.prompt()
    messages.use(unmarked.Brackets())
    assert state.prompt().replace("⟦", "").replace("⟧", "") == english
    assert unmarked.outside(state.prompt()) == ""


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_a_game_is_marked(name):
    script = Path(unmarked.__file__)
    done = subprocess.run([sys.executable, str(script), name], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stdout + done.stderr[-1000:]


def test_a_sentence_that_is_not_marked_is_found(language, monkeypatch):
    messages.use(unmarked.Brackets())
    assert unmarked.outside("⟦Seat ⟦A⟧ begins⟧ and then ⟦plays⟧") == "and then"
    monkeypatch.setattr(type(Fishery.words), "rule", lambda self, state: "Place a ship.")
    assert ("rule", "Place ship") in unmarked.unmarked("fishery")
    monkeypatch.setattr(type(Fishery.words), "rule", Words.rule)
    assert not any(what == "rule" for what, _ in unmarked.unmarked("fishery"))
