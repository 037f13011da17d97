"""Sheets to print for a class: the boards of all games, the roles of the council, and sheets to record on.

Sheets().save("sheets.html")      # open it in a browser and print it; `make sheets` makes a PDF of it
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from html import escape
from typing import Final

from matplotlib.ticker import MaxNLocator

from fishlab.messages import tr
from fishlab_widgets.boom.printout import Printout
from fishlab_widgets.council.roles import QUESTIONS, ROLES, sheet_html
from fishlab_widgets.draw.svg import OWN_KEYS, tokens
from fishlab_widgets.lesson.answers import written
from fishlab_widgets.lesson.view import prose
from fishlab_widgets.teacher.boards import board_pages, grid, page, titled
from fishlab_widgets.teacher.stored_lessons import Asked, LessonFile, lesson_files, ways_of

_STYLE: Final = (
    tokens(".sheet .key") + ".sheet{break-before:page;page:auto;padding:0 2mm}.sheet h2{font-size:22px;margin:0 0 3mm}"
    ".sheet p{margin:0 0 2mm}.sheet h3{font-size:16px;margin:4mm 0 2mm}"
    ".sheet>svg{width:100%;min-width:0!important;height:auto;max-height:250mm;margin:0 auto 4mm}"
    ".sheet table{border-collapse:collapse;width:100%}.sheet :is(th,td){border:1px solid #5c6d75;padding:5px 7px;"
    "text-align:left;vertical-align:top;font-weight:400}.sheet .rows td{height:8mm}.sheet .lots td{height:30mm}"
    ".sheet .key{list-style:none;padding:0;margin:0;columns:2}.sheet .key li{break-inside:avoid;display:flex;gap:8px;"
    "align-items:center;margin-bottom:1.5mm;font-size:13px}.sheet .key svg{flex:none}.sheet .role{font-size:19px}"
    ".sheet .own{display:flex;flex-direction:column;height:240mm;text-align:left}.sheet .ask{flex:1;display:flex;"
    "flex-direction:column;border-top:2px solid #16313d;padding:2mm 0 1mm;font-size:16px}.sheet .ask p{margin:0}"
    ".sheet .ask h3{font-size:16px;margin:0 0 1mm;text-align:left}"
    ".sheet .boxes{display:flex;flex-wrap:wrap;gap:1mm 9mm}.sheet .scale{flex:1;max-height:11mm}"
    ".sheet .mark{display:flex;align-items:center;gap:6mm}"
    ".sheet .number{white-space:nowrap}.sheet .number i{display:inline-block;min-width:30mm;"
    "border-bottom:1px solid #5c6d75}"
    ".sheet .ask .line{flex:1;min-height:6mm;max-height:16mm;display:flex;align-items:flex-end;"
    "border-bottom:1px solid #5c6d75}"
    "@media print{.sheet,.page{print-color-adjust:exact;-webkit-print-color-adjust:exact}}"
)
_ROWS: Final = 18
_MOST_PARTS: Final = 20
"""Whole numbers between which a scale has room for a tick and a number each."""
_ROOMY: Final = 3
"""Predictions on a page beside each of which there is room for longer sentences."""


def _numbers(low: float, high: float) -> list[float]:
    """Return the numbers of a scale: every whole one where few are enough, else round ones, and always both ends."""
    parts = _MOST_PARTS if high - low <= _MOST_PARTS else _MOST_PARTS // 2
    between = MaxNLocator(parts, steps=(1, 2, 2.5, 5, 10), integer=True).tick_values(low, high)
    return sorted({low, high, *(float(number) for number in between if low < number < high)})


def _scale(low: float, high: float, unit: str) -> str:
    """Return a line from the lowest to the highest number that can be predicted, to mark one's own on."""
    left, wide = 32, 616
    numbers = {left + wide * (number - low) / (high - low): number for number in _numbers(low, high)}
    ticks = "".join(f'<path d="M{at:g} 8v14" stroke="#16313d"/>' for at in numbers)
    words = "".join(f'<text x="{at:g}" y="40">{escape(written(number))}</text>' for at, number in numbers.items())
    told = escape(tr("a line from {low} to {high} {unit}", low=written(low), high=written(high), unit=unit))
    return (
        f'<svg class="scale" viewBox="0 0 680 46" role="img" aria-label="{told}">'
        f'<path d="M{left} 12h{wide}" stroke="#16313d" stroke-width="1.5"/>{ticks}'
        f'<g text-anchor="middle" font-size="15">{words}</g></svg>'
    )


def _line(words: str = "") -> str:
    """Return a line to write on, which may begin with words."""
    return f'<p class="line">{escape(words)}</p>'


def _way(lesson: LessonFile, asked: Asked) -> str:
    """Return where a prediction is made on paper: boxes to tick, a scale to mark, or a line."""
    ways = ways_of(lesson, asked)
    choices = ways.get("choices")
    if choices:
        labels = choices.values() if isinstance(choices, Mapping) else choices
        several = f"<p>{escape(tr('Several may be right.'))}</p>" if ways.get("many") else ""
        return f'{several}<p class="boxes">{"".join(f"<span>☐ {escape(tr(str(one)))}</span>" for one in labels)}</p>'
    if "low" in ways and "high" in ways:
        unit = ways.get("unit", "")
        unit = unit if isinstance(unit, str) else unit[-1]
        number = f'<p class="number">{escape(tr("My number:"))} <i></i> {escape(unit)}</p>'
        return f'<div class="mark">{number}{_scale(ways["low"], ways["high"], unit)}</div>'
    return _line()


def prediction_sheet(number: str) -> str:
    """Return a sheet on which a student makes the predictions of a lesson, and then explains what came of them."""
    lesson = lesson_files()[number]
    asked = [one for one in lesson.asked.values() if one.kind == "predict"]
    more = [""] * (len(asked) <= _ROOMY)
    told = [tr("Because"), *more, tr("It was:"), tr("Now I explain it like this:"), "", *more]
    lines = "".join(map(_line, told))
    blocks = "".join(
        f'<div class="ask"><h3>{place}. {prose(one.words)}</h3>{_way(lesson, one)}{lines}</div>'
        for place, one in enumerate(asked, 1)
    )
    about = tr("Write your prediction and its reason first, in ink. Then look, and explain what you saw.")
    name = f'<p class="number">{escape(tr("Name:"))} <i></i></p>'
    return page(
        tr("My predictions: {number} · {title}", number=number, title=lesson.title),
        f'{name}<div class="own">{blocks}</div>',
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
