"""Real fisheries to look into, one at a time: what was measured, what was done, and what is still argued."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, Final

from IPython.display import HTML

from fishlab.messages import mark, tr
from fishlab.table_files import read_figures
from fishlab_widgets.charts import bars
from fishlab_widgets.council.reader import Reader
from fishlab_widgets.lesson.card import pictures_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import prose, quiet_part

CASES: Final[dict[str, dict[str, Any]]] = {
    case["key"]: case for case in read_figures("cases", Path(__file__).with_name("cases.toml"))["case"]
}
"""Every case by its key, as `cases.toml` tells it."""


def amounts(key: str) -> dict[str, float]:
    """Return the figures of a case that have an amount, by when."""
    return {one["when"]: float(one["amount"]) for one in CASES[key]["figures"] if "amount" in one}


def figure_of(key: str) -> HTML | None:
    """Return the figures of a case as bars; None if it has no amounts."""
    case, found = CASES[key], amounts(key)
    if not found:
        return None
    rows = [{"when": when, case["unit"]: amount / case.get("per", 1)} for when, amount in found.items()]
    return bars(
        rows, x="when", y=case["unit"], title=f"{case['title']}: {case['source']}", x_label="when", y_label=case["unit"]
    )  # fmt: skip


def case_html(key: str) -> str:
    """Return what is told of a case."""
    case = CASES[key]
    rows = "".join(
        f'<tr><th scope="row">{escape(one["when"])}</th><td>{escape(one["told"])}</td></tr>' for one in case["figures"]
    )
    return (
        f'<p class="quiet">{escape(case["where"])}</p><table class="facts">{rows}</table>'
        f"<p><b>{tr('What was done.')}</b> {prose(case['done'])}</p>"
        f"<p><b>{tr('What is argued.')}</b> {prose(case['argued'])}</p>"
        f'<p class="quiet">{escape(tr("Source: {source}", source=case["source"]))}</p>'
    )


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
