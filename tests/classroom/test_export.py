"""The zip of a class: a stranger reads it, and a notebook in it works out every figure of the desk again."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from classroom.school import TAPE, Class
from fishlab_widgets.classroom.outcome.class_zip import class_zip, session_of
from fishlab_widgets.classroom.outcome.codebook import FILES

from fishlab import Match
from fishlab.lab.class_experiment.inference import compare
from fishlab.lab.class_experiment.rows import table_of

Rows = list[dict[str, str]]


def talk(school: Class, kept: bool) -> None:
    """Let everybody at talking tables say ready, and seal a promise that binds nobody or can hardly be kept."""
    for name in school.room.tables():
        if school.room.promises.talks(name):
            for seat in (0, 1):
                school.room.promises.ready(name, seat)
            for seat in (0, 1):
                school.room.promises.seal(name, seat, 9 if kept else 0)


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A class of six tables that played two years, with promises, answers, a bot that took over, and no end."""
    found = Class(tmp_path_factory.mktemp("class"))
    found.room.keep("address", {"address": "http://192.168.7.7:8866/", "word": "herring-kelp-42"})
    found.ask("make", people=12, players=2, years=4, bot="careful", luck="tape", prediction=6)
    found.sit()
    found.ask("start")
    for year in (2, 3):
        talk(found, kept=year == 2)
        found.play(year)
        found.now += 60
    found.room.questions.show("Cod", 0, "prediction", "catch")
    found.room.questions.give("Cod", 0, "prediction", "catch", 31)
    found.room.questions.show("Cod", 1, "questionnaire", "trust")
    found.room.questions.give("Cod", 1, "questionnaire", "trust", 4)
    found.ask("bot", table="Herring", seat=1)
    talk(found, kept=True)
    found.play(4)
    yield found
    found.room.leave()


@pytest.fixture(scope="module")
def unpacked(school, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("zip")
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(folder)
    return folder


def rows_of(folder: Path, name: str) -> Rows:
    return list(csv.DictReader(io.StringIO((folder / name).read_text(encoding="utf-8"))))


def test_the_notebook_works_out_every_figure_of_the_desk_from_the_zip_alone(school, unpacked):
    notebook = nbformat.read(unpacked / "analysis.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(unpacked)}}).execute()
    told = "".join(out.get("text", "") for cell in notebook.cells for out in cell.get("outputs", ()))
    shown = json.loads((unpacked / "session.json").read_text(encoding="utf-8"))["shown"]
    assert int(re.search(r"(\d+) figures are the same", told)[1]) > 20
    assert shown[0]["comparisons"][0]["blocks"] == 3
    sentence = school.desk.model.view["side"]["say"][0]
    mean = abs(shown[0]["comparisons"][0]["difference"][0])
    assert f"is {mean:.1f}".rstrip("0").rstrip(".") in sentence
    assert any("image/svg+xml" in out.get("data", {}) for cell in notebook.cells for out in cell.get("outputs", ()))


def test_the_notebook_needs_nothing_but_python(unpacked):
    cells = json.loads((unpacked / "analysis.ipynb").read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], cwd=unpacked, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "figures are the same as the desk's" in run.stdout


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("tables.csv", r"^(1,[^/]*),(-?\d+) ", r"\1,99 "), ("talks.csv", r",0,([\d.]*)$", r",1,\1")],
)
def test_a_figure_that_is_not_the_desks_is_noticed(unpacked, tmp_path, file, old, new):
    for one in unpacked.iterdir():
        (tmp_path / one.name).write_bytes(one.read_bytes())
    text = (tmp_path / file).read_text(encoding="utf-8")
    changed = re.sub(old, new, text, count=1, flags=re.M)
    assert changed != text
    (tmp_path / file).write_text(changed, encoding="utf-8")
    with pytest.raises(AssertionError, match="the desk showed"):
        test_the_notebook_needs_nothing_but_python(tmp_path)


def test_the_tables_of_the_zip_are_those_that_the_desk_compares(school, unpacked):
    tables = [table_of(row) for row in rows_of(unpacked, "tables.csv")]
    result = compare(tables, ("silence", "yearly-agreement"))
    assert (result.year, len(result.counted), len(result.comparisons)) == (3, 6, 1)
    assert {(table.name, table.bots) for table in tables if table.bots} == {("Herring", frozenset({(1, 3)}))}
    for table in tables:
        state = school.room.match(table.name).state
        assert table.points == tuple(
            tuple(state.year_score(seat, year) for seat in (0, 1)) for year in range(1, len(table.points) + 1)
        )


def test_every_column_is_in_the_codebook_and_the_other_way_round(unpacked):
    codebook = (unpacked / "codebook.md").read_text(encoding="utf-8")
    for name, (_, columns) in FILES.items():
        head = (unpacked / name).read_text(encoding="utf-8").splitlines()[0].split(",")
        assert head == list(columns)
        assert all(f"| `{column}` |" in codebook.split(f"## {name}")[1] for column in columns)
    session = json.loads((unpacked / "session.json").read_text(encoding="utf-8"))
    assert all(f"| `{key}` |" in codebook for key in session)


def test_decisions_have_their_times_and_end_with_the_last_finished_year(school, unpacked):
    rows = [row for row in rows_of(unpacked, "decisions.csv") if row["table"] == "Cod"]
    match = school.room.match("Cod")
    assert [row["move"] for row in rows] == [
        match.game.notation(move) for state, move in zip(match.states, match.moves, strict=False) if state.year <= 3
    ]
    assert {row["year"] for row in rows} == {"1", "2", "3"}
    assert {row["by"] for row in rows} == {"person", "chance"}
    assert float(rows[-1]["at"]) > 60
    bots = [row for row in rows_of(unpacked, "decisions.csv") if row["by"] == "careful"]
    assert {(row["table"], row["seat"], row["year"]) for row in bots} == {("Herring", "B", "3")}


def test_talks_and_answers_are_there_with_what_became_of_promises(unpacked):
    talks = rows_of(unpacked, "talks.csv")
    assert {(row["year"], row["promise"]) for row in talks} == {("1", "9"), ("2", "0"), ("3", "9")}
    assert {row["kept"] for row in talks if row["year"] == "1"} == {"1"}
    assert all(row["kept"] == str(int(int(row["caught"]) <= int(row["promise"]))) for row in talks)
    answers = {(row["table"], row["seat"], row["question"]): row["answer"] for row in rows_of(unpacked, "answers.csv")}
    assert (answers["Cod", "A", "catch"], answers["Cod", "B", "trust"]) == ("31", "4")


def test_the_draws_are_there_and_the_seed_only_when_nobody_plays_any_more(school, unpacked):
    session = json.loads((unpacked / "session.json").read_text(encoding="utf-8"))
    assert session["blocks"] == {
        f"1.{block + 1}": {names[0]: "silence", names[1]: "yearly-agreement"}
        for block, names in enumerate((("Herring", "Cod"), ("Squid", "Tuna"), ("Whale", "Shrimp")))
    }
    assert session["seed"] is None
    events = rows_of(unpacked, "events.csv")
    assert [row["words"] for row in events if row["kind"] == "treatment"] == ["silence", "yearly-agreement"] * 3


def test_no_word_no_address_and_nothing_of_the_machine_is_in_it(school, unpacked):
    whole = "".join(path.read_text(encoding="utf-8") for path in unpacked.iterdir())
    secrets: list[Any] = [school.room.file.get(name) for name in ("boot", "machine", "file")]
    secrets += ["192.168.7.7", "herring-kelp-42", TAPE, str(school.room.path)]
    secrets += [row[0] for row in school.room.file.rows("s", "SELECT secret FROM tables")]
    secrets += [row[0] for row in school.room.file.rows("s", "SELECT key FROM seats")]
    assert [one for one in secrets if one and str(one) in whole] == []


def test_after_the_end_the_zip_holds_seed_and_save_codes(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=4, players=2, years=1, bot="", luck="tape")
    school.sit()
    school.ask("start")
    talk(school, kept=True)
    school.play(99)
    folder = tmp_path / "zip"
    data = school.desk.model.act("zip", {})
    assert data.name == f"fishlab-class-{session_of(school.room)}.zip"
    zipfile.ZipFile(io.BytesIO(data.data)).extractall(folder)
    session = json.loads((folder / "session.json").read_text(encoding="utf-8"))
    assert session["seed"] == TAPE
    for row in rows_of(folder, "tables.csv"):
        assert Match.from_code(row["code"]).state == school.room.match(row["table"]).state
    assert class_zip(school.room) == class_zip(school.room), "the same class gives the same bytes"
    school.room.leave()
