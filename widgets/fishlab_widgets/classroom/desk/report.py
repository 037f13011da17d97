"""The report of an experiment: one page to print, made of the class's own numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from fishlab.boom.treatments import TERMS
from fishlab.messages import mark, tr, trn
from fishlab.room import Room, Status
from fishlab_widgets.classroom.desk import figures, results
from fishlab_widgets.classroom.desk.who_played import bots_told
from fishlab_widgets.draw.svg import tokens

_STYLE = Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def report_html(room: Room, statuses: Sequence[Status]) -> str:
    """Return the page as HTML that needs nothing else."""
    year = results.common_year(statuses)
    lines = results.lines_of(statuses, year)
    title = tr("Report of an experiment")
    if not lines:
        words = tr("No table has been played yet.")
        return f"<!doctype html><title>{title}</title><style>{_STYLE}</style><p>{words}</p>"
    found = results.compared(lines, room.luck)
    guess: Mapping[str, Any] | None = room.note("prediction", **results.GUESS)
    said = found.words() if found else ""
    asked = results.questions(lines, found, statuses)
    games = results.compared_games(statuses)
    state: Any = games[0].match.state
    rules = "".join(
        f"<li><b>{escape(tr(terms.title))}</b> ({terms.mark}): {escape(tr(terms.text))}</li>"
        for terms in TERMS.values()
        if any(line.treatment == terms.title for line in lines)
    )
    about = [_about(len(lines), state.players, state.sheet.years, room.luck)]
    if not all(line.over for line in lines):
        note = mark("Not every table has finished: the totals count the years that all have, up to year {year}.")
        about.append(tr(note, year=year))
    about.append(bots_told(room, games))
    end = [tr("Totals are before fines.")]
    if room.luck == "tape":
        end.append(tr("All tables met one and the same luck: what another luck would have left of it, nobody can say."))
    end.append(tr("No names were stored; this file stays where it is printed."))
    return "".join(
        (
            f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>",
            f"<style>{tokens('.fishlab')}{_STYLE}</style></head><body>",
            f"<h1>{tr('Fishery Boom: what the class found')}</h1><p>{escape(' '.join(filter(None, about)))}</p>",
            f"<p class='say'><b>{escape(said)}</b> {escape(results.predicted(room, found))}</p>" if said else "",
            "<div class='two'>",
            figures.totals(lines, year, guess),
            figures.seas(lines, len(state.sheet.names), state.sheet.years),
            f"</div><h2>{tr('Tables')}</h2>",
            tables_html(lines, year),
            f"<h2>{tr('What was played')}</h2><ul>{rules}</ul>",
            f"<h2>{tr('For the debrief')}</h2><ul>" + "".join(f"<li>{escape(one)}</li>" for one in asked) + "</ul>",
            f"<p>{escape(' '.join(end))}</p></body></html>",
        )
    )


def _about(tables: int, players: int, years: int, luck: str) -> str:
    """Say how many tables played how long, and on which dice."""
    dice = {
        "tape": tr("the same dice at all tables"),
        "own": tr("each table on its own dice"),
        "real": tr("real dice"),
    }[luck]
    long = trn("{n} year", "{n} years", years)
    return trn(
        "{n} table of {players}, {years}, {dice}.",
        "{n} tables of {players}, {years}, {dice}.",
        tables,
        players=players,
        years=long,
        dice=dice,
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
        (line.table, tr(line.treatment), results.number(line.total), line.fines,
         tr("none after year {year}", year=line.empty) if line.empty else line.living[-1] if line.living else "")
        for line in lines
    ]  # fmt: skip
    return figures.table_html(heads, rows)
