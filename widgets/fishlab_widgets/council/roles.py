"""The five people at the council's table: a sheet for each."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, Final

import ipywidgets as w

from fishlab.table_files import read_figures
from fishlab_widgets.council.reader import Reader
from fishlab_widgets.lesson.card import html_part, prose
from fishlab_widgets.lesson.memory import Progress

_READ: Final = read_figures("roles", Path(__file__).with_name("roles.toml"))
ROLES: Final[dict[str, dict[str, Any]]] = {role["key"]: role for role in _READ["role"]}
"""Every role by its key, as `roles.toml` tells it."""
QUESTIONS: Final[dict[str, dict[str, Any]]] = {one["key"]: one for one in _READ["question"]}
"""Every question of the vote by its key."""
_LINES: Final = {"want": "I want", "fear": "I fear", "know": "I know", "ask": "I ask the others"}


def sheet_html(key: str) -> str:
    """Return the sheet of a role."""
    role = ROLES[key]
    rows = "".join(f'<tr><th scope="row">{word}</th><td>{prose(role[name])}</td></tr>' for name, word in _LINES.items())
    return f'<p><b>{escape(role["name"])}</b></p><table class="facts">{rows}</table>'


class Roles(Reader):
    """A card to choose a role and read its sheet; on paper all five follow each other."""

    word = "Five at the table"

    def __init__(self, lesson: Progress) -> None:
        self.sheet = w.HTML()
        names = {key: str(role["name"]) for key, role in ROLES.items()}
        super().__init__(lesson, "Whose sheet do you read?", choices=names)

    def still_picture(self) -> str:
        """Return all five sheets."""
        return "".join(map(sheet_html, ROLES))

    def refresh(self) -> None:
        """Show the sheet."""
        opened = f'<p class="quiet">Open: {escape(ROLES[self.chosen]["name"])}</p>'
        self.head.show(self.title_part(), self.choices("Choose a role"), html_part("sheet", opened, live=True))
        self.sheet.value = sheet_html(self.chosen)
        self.look(self.sheet)
        self.body.show()
