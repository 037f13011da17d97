"""Real fisheries to look into, one at a time: the cause, the remedy, whether it worked, and what is disputed."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, Final

from IPython.display import HTML

from fishlab.data.series import real_series
from fishlab.messages import mark, tr
from fishlab.table_files import read_figures
from fishlab_widgets.charts import lines_figure
from fishlab_widgets.council.reader import Reader
from fishlab_widgets.lesson.card import pictures_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import prose, quiet_part

CASES: Final[dict[str, dict[str, Any]]] = {
    case["key"]: case for case in read_figures("cases", Path(__file__).with_name("cases.toml"))["case"]
}
"""Every case by its key, as `cases.toml` tells it."""
DRAWN: Final = {
    "lake_erie_blue_pike": (
        "total_thousand_lb", mark("Blue pike landed from Lake Erie"), mark("thousand pounds a year"),
    ),
    "pacific_lingcod": (
        "biomass_over_bmsy", mark("Pacific lingcod in the sea"), mark("stock, as a share of the best level (Bmsy)"),
    ),
}  # fmt: skip
"""What is drawn of a series: its column, the title and the axis."""
OBJECTIONS: Final = {
    "cap": mark("Catch shares come with a cap on the catch. How much is due to the cap alone is disputed."),
    "few": mark("11,135 fisheries are too few: from a part of all fisheries nobody can tell what is common."),
    "half": mark("Half as common is not never: some fisheries with catch shares collapsed all the same."),
    "dislike": mark("Many fishers dislike catch shares. What the people concerned reject cannot have helped the fish."),
    "chosen": mark("Fisheries that got catch shares may have differed from the others even before they got them."),
}
"""What can be said against “give every fishery catch shares”; three of them hold."""
_NO_SERIES: Final = mark(
    "No series of years was found for this case that may be passed on with this course. So nothing is drawn here: each "
    "number has a source of its own."
)
_LINES: Final = {
    "cause": mark("Why?"),
    "remedy": mark("What was done?"),
    "worked": mark("Did it work?"),
    "disputed": mark("What is disputed?"),
}


def series_of(key: str) -> dict[int, float]:
    """Return the real series of a case, by year; {} if it has none."""
    name = CASES[key].get("series", "")
    if not name:
        return {}
    rows = ((row["year"], row[DRAWN[name][0]]) for row in real_series(name).rows)
    return {int(year): value for year, value in rows if year is not None and value is not None}


def figure_of(key: str, last: int | None = None) -> HTML | None:
    """Return the series of a case as a line, up to a last year if one is given; None if it has no series."""
    found = {year: value for year, value in series_of(key).items() if last is None or year <= last}
    if not found:
        return None
    _, title, axis = DRAWN[CASES[key]["series"]]
    rows = [{tr("year"): year, tr(axis): value} for year, value in found.items()]
    return lines_figure(rows, x=tr("year"), y=tr(axis), title=tr(title), x_label=tr("year"), y_label=tr(axis))


def case_html(key: str) -> str:
    """Return what is told of a case."""
    case = CASES[key]
    facts = "".join(
        f'<tr><th scope="row">{escape(one["when"])}</th><td>{escape(one["told"])}</td>'
        f'<td class="quiet">{escape(one["source"])}</td></tr>'
        for one in case["figures"]
    )
    told = "".join(f"<p><b>{escape(tr(asked))}</b> {prose(case[name])}</p>" for name, asked in _LINES.items())
    bare = "" if "series" in case else f'<p class="quiet">{escape(tr(_NO_SERIES))}</p>'
    return f'<p class="quiet">{escape(case["where"])}</p>{told}<table class="facts">{facts}</table>{bare}'


class Cases(Reader):
    """A card to choose a case and read it."""

    word = mark("Real fisheries")
    _drawn = ""

    def __init__(self, lesson: Progress) -> None:
        titles = {key: str(case["title"]) for key, case in CASES.items()}
        super().__init__(lesson, tr("What happened, and how do we know?"), choices=titles)

    def still_picture(self) -> str:
        """Return the case that was read."""
        return f"<p><b>{escape(CASES[self.chosen]['title'])}</b></p>{case_html(self.chosen)}"

    def refresh(self) -> None:
        """Show the case."""
        if self._drawn != self.chosen:
            self._drawn = self.chosen
            self.look(*pictures_of([HTML(case_html(self.chosen)), figure_of(self.chosen)]))
        opened = quiet_part("case", tr("Open: {title}", title=CASES[self.chosen]["title"]))
        self.show_parts(self.title_part(), self.choices(tr("Choose a case")), opened)
