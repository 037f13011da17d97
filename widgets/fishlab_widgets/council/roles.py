"""The five people at the council's table: a sheet for each."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, Final

from fishlab.messages import mark, tr
from fishlab.table_files import read_figures
from fishlab_widgets.council.reader import Reader
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import prose, quiet_part

_READ: Final = read_figures("roles", Path(__file__).with_name("roles.toml"))
ROLES: Final[dict[str, dict[str, Any]]] = {role["key"]: role for role in _READ["role"]}
"""Every role by its key, as `roles.toml` tells it."""
QUESTIONS: Final[dict[str, dict[str, Any]]] = {one["key"]: one for one in _READ["question"]}
"""Every question of the vote by its key."""
_LINES: Final = {
    "want": mark("I want"),
    "fear": mark("I fear"),
    "know": mark("I know"),
    "ask": mark("I ask the others"),
}


def sheet_html(key: str) -> str:
    """Return the sheet of a role."""
    role = ROLES[key]
    rows = "".join(
        f'<tr><th scope="row">{tr(word)}</th><td>{prose(role[name])}</td></tr>' for name, word in _LINES.items()
    )
    return f'<p><b>{escape(role["name"])}</b></p><table class="facts">{rows}</table>'


class Roles(Reader):
    """A card to choose a role and read its sheet; on paper all five follow each other."""

    word = mark("Five at the table")

    def __init__(self, lesson: Progress) -> None:
        names = {key: str(role["name"]) for key, role in ROLES.items()}
        super().__init__(lesson, tr("Whose sheet do you read?"), choices=names)

    def still_picture(self) -> str:
        """Return all five sheets."""
        return "".join(map(sheet_html, ROLES))

    def refresh(self) -> None:
        """Show the sheet."""
        self.look(sheet_html(self.chosen))
        opened = quiet_part("sheet", tr("Open: {title}", title=ROLES[self.chosen]["name"]))
        self.show_parts(self.title_part(), self.choices(tr("Choose a role")), opened)
