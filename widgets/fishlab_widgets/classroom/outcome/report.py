"""The report of an experiment, to print: made of the class's own numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from fishlab import __version__
from fishlab.boom.rules import total_up_to
from fishlab.boom.treatments import TERMS
from fishlab.lab.class_experiment.sentences import foremost, number
from fishlab.messages import tr, trn
from fishlab.room import Room, Status
from fishlab_widgets.classroom.outcome import figures, results
from fishlab_widgets.classroom.outcome.boom_tables import boom_of, finished_years, title_of
from fishlab_widgets.classroom.outcome.class_zip import session_of
from fishlab_widgets.classroom.outcome.debrief_page import Debrief
from fishlab_widgets.classroom.outcome.going_on import going_on
from fishlab_widgets.classroom.outcome.who_played import bots_told
from fishlab_widgets.draw.svg import tokens

_STYLE = Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def report_html(room: Room, statuses: Sequence[Status]) -> str:
    """Return the page as HTML that needs nothing else."""
    found = results.ClassTables(room).outcome(statuses)
    title = tr("Report of an experiment")
    if not found.lines:
        words = " ".join((*found.sentences(), bots_told(room, results.games_of(statuses))))
        return f"<!doctype html><title>{title}</title><style>{_STYLE}</style><p>{escape(words)}</p>"
    told = [f"<b>{escape(one)}</b>" if one in found.differences else escape(one) for one in found.sentences()]
    games, games_all = results.games_of(statuses), results.booms(statuses)
    state: Any = next(one for one in games if one.name == found.lines[0].table).match.state
    guess: Mapping[str, Any] | None = room.note("prediction", **results.GUESS)
    played = {line.treatment for line in found.lines}
    rules = "".join(
        f"<li><b>{escape(tr(terms.title))}</b> ({terms.mark}): {escape(tr(terms.text))}</li>"
        for terms in TERMS.values()
        if tr(terms.title) in played
    )
    about = [_about(len(games_all), state.sheet.years, room.luck), bots_told(room, games)]
    end = [
        tr("No names were stored; this file stays where it is printed."),
        *_found_again(room, found),
    ]
    people = Debrief(room, statuses, found).sentences() if found.ended else []
    asked = results.questions(found)
    return "".join(
        (
            f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>",
            f"<style>{tokens('.fishlab')}{_STYLE}</style></head><body>",
            f"<h1>{tr('Fishery Boom: what the class found')}</h1><p>{escape(' '.join(filter(None, about)))}</p>",
            f"<p class='say'>{' '.join((*told, escape(results.predicted(room))))}</p>",
            "<div class='two'>",
            _figure(lambda: figures.totals(found)),
            _figure(lambda: figures.seas(found.lines, len(state.sheet.names))),
            "</div>",
            _figure(lambda: figures.differences(found.result, foremost(found.result), guess)),
            f"<h2>{tr('Tables')}</h2>",
            tables_html(found, games_all),
            _section(tr("The other comparisons"), found.further()),
            f"<h2>{tr('What was played')}</h2><ul>{rules}</ul>",
            _section(tr("What people agreed and expected"), people),
            f"<h2>{tr('For the debrief')}</h2><ul>" + "".join(f"<li>{escape(one)}</li>" for one in asked) + "</ul>",
            f"<p>{escape(' '.join(filter(None, end)))}</p></body></html>",
        )
    )


def _figure(draw: Callable[[], str]) -> str:
    """Return a figure, or a sentence where it cannot be drawn."""
    said: list[str] = []
    with going_on("a figure of the report", said.append):
        return draw()
    return f"<p>{escape(' '.join(said))}</p>"


def _section(title: str, told: Sequence[str]) -> str:
    """Return sentences under a heading; "" without any."""
    return f"<h2>{title}</h2>" + "".join(f"<p>{escape(one)}</p>" for one in told) if told else ""


def _found_again(room: Room, found: results.Outcome) -> list[str]:
    """Say by what this class can be found again, and its draws made again, once nobody plays any more."""
    if not found.ended:
        return []
    slots = {"session": session_of(room), "game": found.game, "version": __version__}
    return [
        tr("Class {session}, game {game}, Fishlab {version}.", **slots),
        tr("Seed of random assignments and dice: {seed}.", seed=room.file.seed(found.game)),
    ]


def _about(tables: int, years: int, luck: str) -> str:
    """Say how many tables played how long, and on which dice."""
    dice = {
        "tape": tr("the same dice at the tables of a block"),
        "own": tr("its own dice at each table"),
        "real": tr("real dice"),
    }[luck]
    long = trn("{n} year", "{n} years", years)
    return trn("{n} table, {years}, {dice}.", "{n} tables, {years}, {dice}.", tables, years=long, dice=dice)


def tables_html(found: results.Outcome, statuses: Sequence[Status]) -> str:
    """Return every table's numbers: what it has made, what counts of it, and apart from that what is still to come.

    A table that is not compared stands below the others, with what it has made and why it is not.
    """
    lines, year = found.lines, found.result.year
    total, to_come = tr("Counts, up to year {year}", year=year), any(line.to_come for line in lines)
    heads = (
        tr("Table"), tr("Treatment"), tr("Points made, before fines"), total,
        *([tr("Cost of year {year}, not counted: the sea is empty", year=year + 1)] if to_come else []),
        tr("Fines"), tr("Fish when the last year began"), tr("Compared"),
    )  # fmt: skip
    rows = [
        (line.table, line.treatment, number(line.made), number(line.total),
         *([number(line.to_come) if line.to_come else ""] if to_come else []), line.fines,
         tr("none after year {year}", year=line.empty) if line.empty else line.living[-1] if line.living else "",
         tr("yes") if line.counts else _no(found, line.table))
        for line in lines
    ]  # fmt: skip
    named = {line.table for line in lines}
    for status in results.booms(statuses):
        if status.name not in named:
            state = boom_of(status)
            done = finished_years(state)
            rows.append(
                (status.name, tr(title_of(status)), number(total_up_to(state, done)) if done else "", "",
                 *([""] if to_come else []), "", "", _no(found, status.name))
            )  # fmt: skip
    return figures.table_html(heads, rows)


def _no(found: results.Outcome, table: str) -> str:
    why = results.why_apart(found, table)
    return tr("no: {why}", why=why) if why else tr("no")
