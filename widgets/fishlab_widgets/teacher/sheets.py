"""Sheets to print for a class: the boards of all games, the roles of the council, and sheets to record on.

Sheets().save("sheets.html")      # open it in a browser and print it; `make sheets` makes a PDF of it
"""

from __future__ import annotations

import base64
from typing import Final

from fishlab_widgets.boom.printout import Printout
from fishlab_widgets.council.roles import QUESTIONS, ROLES, sheet_html
from fishlab_widgets.draw.svg import OWN_KEYS, tokens
from fishlab_widgets.teacher.boards import board_pages, grid, page
from fishlab_widgets.teacher.stored_lessons import lesson_files

_STYLE: Final = (
    tokens(".sheet .key") + ".sheet{break-before:page;page:auto;padding:0 2mm}.sheet h2{font-size:22px;margin:0 0 3mm}"
    ".sheet p{margin:0 0 2mm}.sheet h3{font-size:16px;margin:4mm 0 2mm}"
    ".sheet>svg{width:100%;min-width:0!important;height:auto;max-height:250mm;margin:0 auto 4mm}"
    ".sheet table{border-collapse:collapse;width:100%}.sheet :is(th,td){border:1px solid #5c6d75;padding:5px 7px;"
    "text-align:left;vertical-align:top;font-weight:400}.sheet .rows td{height:8mm}.sheet .lots td{height:30mm}"
    ".sheet .key{list-style:none;padding:0;margin:0;columns:2}.sheet .key li{break-inside:avoid;display:flex;gap:8px;"
    "align-items:center;margin-bottom:1.5mm;font-size:13px}.sheet .key svg{flex:none}.sheet .role{font-size:19px}"
    ".sheet .own td{height:20mm}.sheet .own td:first-child{width:36%}.sheet .own td:last-child{width:34%}"
    "@media print{.sheet,.page{print-color-adjust:exact;-webkit-print-color-adjust:exact}}"
)
_ROWS: Final = 18


def prediction_sheet(number: str) -> str:
    """Return a sheet on which a student writes the predictions of a lesson before looking."""
    lesson = lesson_files()[number]
    rows = [[one.words, "", "", ""] for one in lesson.asked.values() if one.kind == "predict"]
    about = "Write your prediction first, in ink. Then look, and explain the gap in one sentence."
    heads = ["question", "I predict", "it was", "the gap, explained"]
    return page(f"{number} · {lesson.title}: my predictions", grid(heads, rows, "rows own"), about)


def role_sheet(key: str) -> str:
    """Return the sheet of a role in the council, with its ballot."""
    rows = [
        [one["text"], "   ".join(f"☐ {option['words']}" for option in one["options"])] for one in QUESTIONS.values()
    ]
    ballot = f"<h3>My ballot</h3>{grid(['question', 'my vote'], rows)}"
    notes = grid(["what I heard from the others", "the strongest argument that was not mine"], [["", ""]], "rows lots")
    return page("Harbour council", f'<div class="role">{sheet_html(key)}{ballot}<h3>My notes</h3>{notes}</div>')


class Sheets(Printout):
    """All sheets of a class as one document.

    Args:
        players: how many play at one table, 2 to 4; Fishery is for two.
        lessons: the lessons whose predictions get a sheet; all without it.
    """

    def __init__(self, players: int = 4, lessons: tuple[str, ...] = ()) -> None:
        super().__init__(players)
        self.lessons = [number for number in lesson_files() if not lessons or number in lessons]

    @property
    def html(self) -> str:
        """The document."""
        roles = "".join(map(role_sheet, ROLES))
        about = "One line for each game. Copy it into a spreadsheet, and paste that into the class page."
        games = page("Our games", grid(["group", "treatment", "players", "total"], [[""] * 4] * _ROWS), about)
        own = "".join(map(prediction_sheet, self.lessons))
        made = super().html.replace("</style>", f"{_STYLE}</style>", 1)
        return made.replace("</main>", f"{board_pages(self.players)}{games}{roles}{own}</main>", 1)

    def _repr_html_(self) -> str:
        packed = base64.b64encode(self.html.encode()).decode()
        what = f"boards, cards and short rules of five games, {len(ROLES)} role sheets, a sheet for games"
        return (
            f'<p style="max-width:900px"><a {OWN_KEYS} download="fishlab-sheets.html" '
            f'href="data:text/html;base64,{packed}">Download the sheets</a>: {what}, and a sheet of predictions for '
            f"each of {len(self.lessons)} lessons. Open the file in a browser, then print it or save it as PDF.</p>"
        )
