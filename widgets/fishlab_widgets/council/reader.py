"""A card that keeps no answer: what is chosen on it is shown at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.card import Card
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import ChoicesPart


class Reader(Card):
    """A card to choose something on and to read it; a subclass shows what is chosen."""

    tone = "plain"

    def __init__(self, lesson: Progress, asked: str, about: str = "", choices: Mapping[str, str] | None = None) -> None:
        self.choosing = Choosing(dict(choices or {}), False)
        self.chosen = next(iter(choices or {}), "")
        super().__init__(lesson, "", asked, about)
        self.refresh()

    def choices(self, words: str) -> ChoicesPart:
        """Return the part on which one chooses."""
        return self.choosing.switch(words, self.chosen, name="choices")

    def act(self, kind: str, value: Any) -> None:
        """Choose something else."""
        if kind == "choose":
            self.chosen = self.choosing.read(value) or self.chosen

    def answered(self) -> None:
        """Show what is chosen: no other card depends on it."""
        self.refresh()
