"""What a person in an experiment is shown and asked beside the board: one card at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypedDict

import traitlets

from fishlab_widgets.controls.page_model import MessageModel, script, style
from fishlab_widgets.controls.served import Served

_HERE = Path(__file__).parent


class Field(TypedDict):
    """A question on a card: a "choice", or one in a "row"; a whole "number" (`low` to `high`), or a "text"."""

    name: str
    words: str
    kind: str
    choices: list[list[str]]
    """For each choice its value and its words."""
    value: str
    low: int
    high: int


class Card(TypedDict, total=False):
    """A card; what it does not name is not shown.

    `name` tells it from other cards: what is sent about another one than is shown is nobody's. `step` and `steps` say
    how far a person has come, `submit`, `back` and `skip` are the words of buttons.
    """

    name: str
    title: str
    text: list[str]
    picture: str
    rows: list[list[str]]
    fields: list[Field]
    feedback: str
    good: bool
    submit: str
    back: str
    skip: str
    step: int
    steps: int
    small: bool
    """Whether the board stands below it, so that it shall be low."""


class Steps(MessageModel, Served):
    """Shows a `Card`, and sends what a person answers."""

    _esm = script(_HERE / "steps.js")
    _css = style(_HERE / "steps.css")

    card: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    trouble = traitlets.Unicode().tag(sync=True)

    def fail(self, words: str) -> None:
        """Say it on the card."""
        self.tell(trouble=words)
