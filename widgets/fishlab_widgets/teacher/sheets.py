"""Sheets to print for a class: the boards of all games, the roles of the council, and sheets to record on.

Sheets().save("sheets.html")      # open it in a browser and print it; `make sheets` makes a PDF of it
"""

from __future__ import annotations

import base64
from html import escape
from typing import Final

from fishlab.messages import tr
from fishlab_widgets.boom.printout import Printout
from fishlab_widgets.council.roles import QUESTIONS, ROLES, sheet_html
from fishlab_widgets.draw.svg import OWN_KEYS, tokens
from fishlab_widgets.teacher.boards import board_pages, grid, page, titled
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
    about = tr("Write your prediction first, in ink. Then look, and explain the gap in one sentence.")
    heads = [tr("question"), tr("I predict"), tr("it was"), tr("the gap, explained")]
    return page(
        tr("{number} · {title}: my predictions", number=number, title=lesson.title),
        grid(heads, rows, "rows own"),
        about,
    )


def role_sheet(key: str) -> str:
    """Return the sheet of a role in the council, with its ballot."""
    rows = [
        [one["text"], "   ".join(f"☐ {option['words']}" for option in one["options"])] for one in QUESTIONS.values()
    ]
    ballot = titled(tr("My ballot"), grid([tr("question"), tr("my vote")], rows))
    notes = grid(
        [tr("what I heard from the others"), tr("the strongest argument that was not mine")], [["", ""]], "rows lots"
    )
    return page(
        tr("Harbour council"), f'<div class="role">{sheet_html(key)}{ballot}{titled(tr("My notes"), notes)}</div>'
    )


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
        about = tr("One line for each game. Copy it into a spreadsheet, and paste that into the class page.")
        games = page(
            tr("Our games"), grid([tr("group"), tr("treatment"), tr("players"), tr("total")], [[""] * 4] * _ROWS), about
        )
        own = "".join(map(prediction_sheet, self.lessons))
        made = super().html.replace("</style>", f"{_STYLE}</style>", 1)
        return made.replace("</main>", f"{board_pages(self.players)}{games}{roles}{own}</main>", 1)

    def _repr_html_(self) -> str:
        packed = base64.b64encode(self.html.encode()).decode()
        words = escape(tr("Download the sheets"))
        link = f'<a {OWN_KEYS} download="fishlab-sheets.html" href="data:text/html;base64,{packed}">{words}</a>'
        told = tr(
            "{download}: boards, cards and short rules of five games, {roles} role sheets, a sheet for games, and a "
            "sheet of predictions for each of {lessons} lessons. Open the file in a browser, then print it or save it "
            "as PDF.",
            download=link, roles=len(ROLES), lessons=len(self.lessons),
        )  # fmt: skip
        return f'<p style="max-width:900px">{told}</p>'
