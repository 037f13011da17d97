"""The report of an experiment: one page to print, made of the class's own numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from fishlab.boom.treatments import TERMS
from fishlab.messages import many, mark, tr
from fishlab.room import Room, Status
from fishlab_widgets.classroom.desk import figures, results
from fishlab_widgets.classroom.desk.who_played import bots_told
from fishlab_widgets.draw.svg import tokens

_STYLE = Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def report_html(room: Room, statuses: Sequence[Status]) -> str:
    """Return the page as HTML that needs nothing else."""
    year = results.common_year(statuses)
    lines = results.lines_of(statuses, year)
    if not lines:
        return f"<!doctype html><title>Report</title><style>{_STYLE}</style><p>No table has been played yet.</p>"
    found = results.compared(lines, room.luck)
    guess: Mapping[str, Any] | None = room.note("prediction", **results.GUESS)
    said = found.words() if found else ""
    asked = results.questions(lines, found, statuses)
    state: Any = results.games_of(statuses)[0].match.state
    rules = "".join(
        f"<li><b>{escape(terms.title)}</b> ({terms.mark}): {escape(terms.text)}</li>"
        for terms in TERMS.values()
        if any(line.treatment == terms.title for line in lines)
    )
    dice = {"tape": "the same dice at all tables", "own": "each table on its own dice", "real": "real dice"}[room.luck]
    about = f"{many(len(lines), 'table')} of {state.players}, {many(state.sheet.years, 'year')}, {dice}."
    if not all(line.over for line in lines):
        note = mark("Not every table has finished: the totals count the years that all have, up to year {year}.")
        about = f"{about} {tr(note, year=year)}"
    about = f"{about} {bots_told(room, results.games_of(statuses))}".strip()
    one_luck = " All tables met one and the same luck: what another luck would have left of it, nobody can say."
    return "".join(
        (
            "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Report of an experiment</title>",
            f"<style>{tokens('.fishlab')}{_STYLE}</style></head><body>",
            f"<h1>Fishery Boom: what the class found</h1><p>{escape(about)}</p>",
            f"<p class='say'><b>{escape(said)}</b> {escape(results.predicted(room, found))}</p>" if said else "",
            "<div class='two'>",
            figures.totals(lines, year, guess),
            figures.seas(lines, len(state.sheet.names), state.sheet.years),
            "</div><h2>Tables</h2>",
            tables_html(lines, year),
            f"<h2>What was played</h2><ul>{rules}</ul>",
            "<h2>For the debrief</h2><ul>" + "".join(f"<li>{escape(one)}</li>" for one in asked) + "</ul>",
            f"<p>Totals are before fines.{one_luck if room.luck == 'tape' else ''}",
            " No names were stored; this file stays where it is printed.</p></body></html>",
        )
    )


def columns_html() -> str:
    """Return what stands in each column of the file for a spreadsheet."""
    rows = [(name, tr(words)) for name, words in results.COLUMNS.items()]
    return figures.table_html((tr("Column"), tr("What it holds")), rows)


def tables_html(lines: Sequence[results.Line], year: int) -> str:
    """Return every table's numbers."""
    total = tr("Total before fines")
    if not all(line.over for line in lines):
        total = tr("Total before fines, up to year {year}", year=year)
    heads = (tr("Table"), tr("Treatment"), total, tr("Fines"), tr("Fish when the last year began"))
    rows = [
        (line.table, line.treatment, results.number(line.total), line.fines,
         f"none after year {line.empty}" if line.empty else line.living[-1] if line.living else "")
        for line in lines
    ]  # fmt: skip
    return figures.table_html(heads, rows)
