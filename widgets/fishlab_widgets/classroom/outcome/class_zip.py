"""One zip with all data of a class, which a stranger can read, analyse and put together with others."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import Any, Final

from fishlab import __version__
from fishlab.boom.treatments import TERMS
from fishlab.codes import clean_text
from fishlab.core import SEAT_LETTERS
from fishlab.lab.class_experiment.debrief import without_failing
from fishlab.lab.class_experiment.inference import Comparison, PlayedTable, Result, after_fines, compare
from fishlab.lab.class_experiment.rows import VERSION
from fishlab.lab.class_experiment.second_game import Swapped, swapped
from fishlab.messages import tr
from fishlab.room import ENDED, OUTSIDE, Room, Status, people_before, same_people
from fishlab.stats import Interval
from fishlab_widgets.classroom.outcome import data_files
from fishlab_widgets.classroom.outcome.boom_tables import boom_of, title_of
from fishlab_widgets.classroom.outcome.codebook import OF_ALL, codebook
from fishlab_widgets.classroom.outcome.debrief_page import Debrief
from fishlab_widgets.classroom.outcome.going_on import NO_MODELS, going_on
from fishlab_widgets.classroom.outcome.results import ClassTables, Outcome, class_table, design, models_of, sealed

_WHEN: Final = (1980, 1, 1, 0, 0, 0)
"""The time of all files in the zip: the same class gives the same bytes."""


def session_of(room: Room) -> str:
    """Return a class's number: drawn with its room, and nothing else can be learnt from it."""
    return hashlib.blake2b(room.file.fact("tape", str).encode(), digest_size=5, person=b"fishlab class").hexdigest()


def class_zip(room: Room) -> bytes:
    """Return the zip of a room."""
    events = room.events.all()
    began, session = (events[0].at if events else 0.0), session_of(room)
    others = bool(data_files.other_games(room))
    boom = bool(data_files.all_games(room)) or not others
    failed: dict[str, str] = {}
    rows = {
        "decisions.csv": data_files.decision_rows(room, began),
        "events.csv": data_files.event_rows(room, began),
    }
    texts = {"session.json": json.dumps(session_json(room), indent=1, ensure_ascii=False) + "\n"}
    if boom:
        own = files("fishlab_widgets.classroom.outcome")
        texts["analysis.ipynb"] = own.joinpath("analysis.ipynb").read_text("utf-8")
        rows |= {
            "tables.csv": data_files.table_rows(room, session),
            "seats.csv": data_files.seat_rows(room),
            "talks.csv": data_files.talk_rows(room),
            "answers.csv": data_files.answer_rows(room),
            "models.csv": [],
        }
        with going_on("models.csv", partial(failed.__setitem__, "models.csv"), NO_MODELS):
            rows["models.csv"] = data_files.model_rows(room)
    if others:
        rows["scores.csv"] = data_files.score_rows(room)
    sealing = any(sealed(room, game) for game in range(1, room.game + 1)) if rows.get("talks.csv") else None
    texts["codebook.md"] = codebook(rows, failed, sealing)
    texts |= {name: data_files.csv_text(name, some) for name, some in rows.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in texts.items():
            packed.writestr(zipfile.ZipInfo(name, _WHEN), clean_text(text).encode(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def session_json(room: Room) -> dict[str, Any]:
    """Return the design of a class, its draws, and what the desk showed."""
    statuses = data_files.all_games(room)
    tables = {one.name: class_table(room, one) for one in statuses}
    over = room.stage() == ENDED or all(one.ended for one in room.statuses()[0])
    blocks: dict[str, dict[str, str]] = {}
    for one in statuses:
        if one.block != OUTSIDE:
            blocks.setdefault(tables[one.name].block, {})[one.name] = tables[one.name].treatment
    played = [terms for terms in TERMS.values() if any(table.treatment == terms.name for table in tables.values())]
    found = {
        "session": session_of(room),
        "fishlab": __version__,
        "version": VERSION,
        "games": _designs(room, statuses),
        "treatments": [{"name": one.name, "title": one.title, "text": one.text} for one in played],
        "blocks": blocks,
        "lots": [
            {"draw": one.words.split("/")[0], "table": one.table, "seat": SEAT_LETTERS[one.seat or 0],
             "of": one.words.split("/")[-1]}
            for one in room.events.all() if one.kind == "lot"
        ],
        "seeds": {
            str(game): room.file.seed(game) if over or game < room.game else None for game in range(1, room.game + 1)
        },
        "shown": _games(room, statuses, tables, [terms.name for terms in played]),
    }  # fmt: skip
    return found if statuses or not data_files.other_games(room) else {name: found[name] for name in OF_ALL}


def _designs(room: Room, statuses: Sequence[Status]) -> list[dict[str, Any]]:
    """Return the design of each game; of one that an older Fishlab put away no more than its form is known."""
    forms = {one.game: boom_of(one).setup.form for one in statuses}
    forms |= {one.game: one.match.game.name for one in data_files.other_games(room)}
    return [{"game": game, "form": form} | design(room, game) for game, form in sorted(forms.items())]


def _games(
    room: Room, statuses: Sequence[Status], tables: Mapping[str, PlayedTable], treatments: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the figures of the desk, game by game."""
    found: list[dict[str, Any]] = []
    before: Result | None = None
    people_of = same_people(people_before(room))
    for game in sorted({one.game for one in statuses}):
        mine = [one for one in statuses if one.game == game]
        result = compare([tables[one.name] for one in mine], treatments)
        both = None if before is None else swapped(before, result, people_of)
        told = ClassTables(room).outcome(mine)
        asked = Debrief(room, mine, told)
        names = {tr(title_of(one)): tables[one.name].treatment for one in mine}
        fined = after_fines(result)
        without = without_failing([tables[one.name] for one in mine], asked.answers, result)
        found.append(
            {"game": game}
            | _shown(result)
            | {
                "after_fines": None if fined is None else _shown(fined),
                "covered": told.covered,
                "to_know": told.to_know.sentences(),
                "leavers": {name: list(one) for name, one in result.leavers.items()},
                "early": None if result.early is None else _shown(result.early),
                "swapped": None if both is None else _swapped(both),
                "models": _models(told, mine),
                "promises": {
                    names[title]: _interval(one.kept) for title, one in asked.by_treatment.items() if one.kept
                },
                "without": None if without is None else _shown(without),
                "expected": list(asked.predictions.catches),
                "caught": sorted(asked.caught),
            }
        )  # fmt: skip
        before = result
    return found


def _shown(result: Result) -> dict[str, Any]:
    return {
        "year": result.year,
        "counted": sorted(table.name for table in result.counted),
        "totals": {table.name: table.total(result.year) for table in result.counted},
        "means": {name: _interval(one) for name, one in result.means.items()},
        "comparisons": [_comparison(one) for one in result.comparisons],
    }


def _models(found: Outcome, statuses: Sequence[Status]) -> list[dict[str, Any]]:
    """Return what models show of each two treatments up to the year of a class, and at the end; nothing beside none."""
    if not found.result.comparisons:
        return []
    with going_on("what models show, for a zip"):
        return _models_up_to(*models_of(found, statuses))
    return []


def _models_up_to(now: Result, end: Result) -> list[dict[str, Any]]:
    last = {(one.base, one.other): one for one in end.comparisons} if now.year < now.years else {}
    return [
        {"base": one.base, "other": one.other, "difference": _interval(one.difference),
         "end": _interval(last[one.base, one.other].difference) if last else None}
        for one in now.comparisons
    ]  # fmt: skip


def _swapped(both: Swapped) -> dict[str, Any]:
    figures = {name: _interval(getattr(both, name)) for name in ("first", "second", "difference", "disagree")}
    return {"year": both.year, "tables": both.tables} | figures


def _interval(one: Interval) -> list[float | None]:
    return [value if abs(value) < float("inf") else None for value in one[:3]]


def _comparison(one: Comparison) -> dict[str, Any]:
    return {
        "base": one.base, "other": one.other, "difference": _interval(one.difference), "blocks": one.blocks,
        "tables": one.tables, "people": one.people, "p": one.lots.p, "possible": one.lots.possible,
        "exact": one.lots.exact, "d": None if one.effect is None else _interval(one.effect),
        "sizes": [list(size) for size in one.by_size],
    }  # fmt: skip
