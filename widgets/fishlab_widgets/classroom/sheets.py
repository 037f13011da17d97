"""Sheets to print for a class: boards and player sheets of Boom, the roles of the council, and sheets to record on.

Sheets().save("sheets.html")      # open it in a browser and print it; `make sheets` makes a PDF of it
"""

from __future__ import annotations

import base64
from html import escape
from typing import Final

from fishlab_widgets.boom.printout import Printout
from fishlab_widgets.classroom.stored_lessons import lesson_files
from fishlab_widgets.council.roles import ROLES, sheet_html
from fishlab_widgets.draw.svg import OWN_KEYS

_STYLE: Final = (
    ".sheet{break-before:page;page:auto;padding:4mm 2mm}.sheet h2{font-size:22px;margin:0 0 4mm}"
    ".sheet table{border-collapse:collapse;width:100%}.sheet :is(th,td){border:1px solid #5c6d75;padding:6px 8px;"
    "text-align:left;vertical-align:top;font-weight:400}.sheet .rows td{height:9mm}.sheet .facts{font-size:17px}"
)
_ROWS: Final = 18


def record_sheet(title: str, about: str, heads: list[str], rows: list[list[str]]) -> str:
    """Return a sheet with a table to be filled in by hand."""
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(one)}</td>" for one in row) + "</tr>" for row in rows)
    return (
        f'<section class="sheet"><h2>{escape(title)}</h2><p>{escape(about)}</p>'
        f'<table class="rows"><tr>{head}</tr>{body}</table></section>'
    )


def prediction_sheet(number: str) -> str:
    """Return a sheet on which a student writes the predictions of a lesson before looking."""
    lesson = lesson_files()[number]
    rows = [[one.words, "", "", ""] for one in lesson.asked.values() if one.kind == "predict"]
    about = "Write your prediction first, in ink. Then look, and explain the gap in one sentence."
    heads = ["question", "I predict", "it was", "the gap, explained"]
    return record_sheet(f"{number} · {lesson.title}: my predictions", about, heads, rows)


class Sheets(Printout):
    """All sheets of a class as one document.

    Args:
        players: how many play Boom at one table.
        lessons: the lessons whose predictions get a sheet; all without it.
    """

    def __init__(self, players: int = 4, lessons: tuple[str, ...] = ()) -> None:
        super().__init__(players)
        self.lessons = [number for number in lesson_files() if not lessons or number in lessons]

    @property
    def html(self) -> str:
        """The document."""
        roles = "".join(f'<section class="sheet"><h2>Harbour council</h2>{sheet_html(key)}</section>' for key in ROLES)
        games = record_sheet(
            "Our games", "One line for each game. Copy it into a spreadsheet, and paste that into the class page.",
            ["group", "treatment", "players", "total"], [[""] * 4] * _ROWS,
        )  # fmt: skip
        own = "".join(map(prediction_sheet, self.lessons))
        page = super().html.replace("</style>", f"{_STYLE}</style>", 1)
        return page.replace("</main>", f"{games}{roles}{own}</main>", 1)

    def _repr_html_(self) -> str:
        packed = base64.b64encode(self.html.encode()).decode()
        what = f"the sea and {self.players} player sheets of Fishery Boom, {len(ROLES)} role sheets, a sheet for games"
        return (
            f'<p style="max-width:900px"><a {OWN_KEYS} download="fishlab-sheets.html" '
            f'href="data:text/html;base64,{packed}">Download the sheets</a>: {what}, and a sheet of predictions for '
            f"each of {len(self.lessons)} lessons. Open the file in a browser, then print it or save it as PDF.</p>"
        )
