"""The zip of a class: a stranger reads it, and a notebook in it works out every figure of the desk again."""

from __future__ import annotations

import ast
import csv
import io
import itertools
import json
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from html import escape
from pathlib import Path
from random import Random
from typing import Any

import nbclient
import nbformat
import pytest
from classroom.school import TAPE, WITHOUT, Class
from fishlab_widgets.classroom.outcome.cells import CELLS
from fishlab_widgets.classroom.outcome.class_zip import class_zip, session_json, session_of
from fishlab_widgets.classroom.outcome.codebook import FILES, GAMES, NEVER, SESSION, SHOWN
from fishlab_widgets.classroom.outcome.data_files import csv_text, decision_rows, seat_rows
from fishlab_widgets.classroom.outcome.debrief_page import Debrief
from fishlab_widgets.classroom.outcome.report import report_html
from fishlab_widgets.classroom.outcome.results import ClassTables, beside_models

from fishlab import Match
from fishlab.boom.treatments import TERMS
from fishlab.core import OVER
from fishlab.lab import pool
from fishlab.lab.class_experiment.inference import PlayedTable, compare
from fishlab.lab.class_experiment.rows import table_of
from fishlab.lab.class_experiment.sentences import points, told_beside_published
from fishlab.lab.class_experiment.zips import ClassFile
from fishlab.room import only_choice, people_before

Rows = list[dict[str, str]]
TYPED = '=HYPERLINK("http://x.example";"look")\r half a sign \ud83d\x00'
"""What somebody answered who means no good, in a room of a server that did not clean it."""


def talk(school: Class, kept: bool) -> None:
    """Let everybody at talking tables say ready, and seal a promise that binds nobody or can hardly be kept."""
    for name in school.room.tables():
        if school.room.promises.talks(name):
            for seat in (0, 1):
                school.room.promises.ready(name, seat)
            for seat in (0, 1):
                school.room.promises.seal(name, seat, 9 if kept else 1)


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
    found.room.questions.give("Cod", 1, "questionnaire", "why", TYPED)
    found.ask("say", words="-1+2")
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
    assert shown[0]["comparisons"][0]["blocks"] == 3 and "published for talk" not in told, "d is rough"
    assert not re.search(r"\binf\b", told)
    sentence = school.desk.model.view["side"]["say"][0]
    mean = abs(shown[0]["comparisons"][0]["difference"][0])
    assert f"is {mean:.1f}".rstrip("0").rstrip(".") in sentence
    assert any("image/svg+xml" in out.get("data", {}) for cell in notebook.cells for out in cell.get("outputs", ()))


def analysed(unpacked: Path) -> str:
    """Return what the notebook prints where there is nothing but Python and the files of the zip."""
    cells = json.loads((unpacked / "analysis.ipynb").read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], cwd=unpacked, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "figures are the same as the desk's" in run.stdout
    return run.stdout


def test_the_notebook_needs_nothing_but_python_and_counts_seats_where_a_bot_held_one_as_the_desk_does(school, unpacked):
    told, desk = analysed(unpacked), school.desk.model.view["side"]["say"][0]
    assert re.search(r"\d blocks, \d+ tables, 12 seats\)", desk), desk
    assert re.search(r"3 blocks, 12 seats\), p = ", told) and " people), p = " not in told


def test_the_notebook_quotes_published_effects_of_talk_where_the_desk_does(unpacked):
    text = (unpacked / "analysis.ipynb").read_text(encoding="utf-8")
    code = "".join(next(cell["source"] for cell in json.loads(text)["cells"] if "def of_talk" in str(cell["source"])))
    (rule,) = [part for part in ast.parse(code).body if getattr(part, "name", "") == "of_talk"]
    scope: dict[str, Any] = {}
    exec(ast.unparse(rule), scope)
    class_ = compare([PlayedTable(f"{name}{block}", block, name, ((1.0,),), 1) for name in "ab" for block in "12"])
    told = set()
    for base, other in itertools.combinations(TERMS, 2):
        for freedom in (4, 5):
            desk = told_beside_published(replace(class_.comparisons[0], base=base, other=other, freedom=freedom))
            assert scope["of_talk"]({"base": base, "other": other, "freedom": freedom}) == desk, (base, other)
            told |= {(base, other)} if desk else set()
    assert len(told) == 4
    assert 'published = len(found["comparisons"]) == 1 and of_talk(one)' in code, "as the desk, of one difference"


def test_the_notebook_takes_tables_of_bots_and_tables_that_were_closed(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=4, players=2, years=2, bot="careful", luck="own", treatments=["silence", "to-win"])
    school.sit()
    school.ask("add")
    school.ask("add")
    school.ask("start")
    school.ask("close", table=school.room.tables()[-1])
    school.play(2)
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    rows = rows_of(tmp_path, "tables.csv")
    assert rows[2]["bots"] == "A1 B1" and rows[3]["closed"] == "1"
    analysed(tmp_path)
    school.room.leave()


@pytest.mark.long
def test_three_treatments_have_one_spread_on_desk_and_in_the_notebook_and_the_wall_names_the_largest(tmp_path):
    school = Class(tmp_path)
    three = ["silence", "yearly-agreement", "quota"]
    school.ask("make", people=24, players=4, form="lesson", treatments=three)
    school.sit()
    school.ask("start")
    school.play(5)
    school.ask("end")
    school.ask("show")
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    told, shown = analysed(tmp_path), json.loads((tmp_path / "session.json").read_text(encoding="utf-8"))["shown"][0]
    halves = {round(one["difference"][2] - one["difference"][0], 6) for one in shown["comparisons"]}
    assert len(shown["comparisons"]) == 3 and len(halves) == 1, "one residual for all"
    assert "; 24 games)" in told and "; 64 games)" not in told, "models of the same games"
    say, wall = school.desk.model.view["side"]["say"], school.wall
    largest = max(abs(one["difference"][0]) for one in shown["comparisons"])
    assert f" is {points(largest)} a table ahead of “" in wall["found"][0] and wall["found"][0] in say
    assert wall["known"][0].startswith("That is the largest of 3 differences, and every interval is wider because ")
    found = ClassTables(school.room).outcome(school.room.statuses()[0])
    first, *others = (replace(one, freedom=1) for one in found.result.comparisons)
    alike = replace(found.result, comparisons=(first, *(replace(one, lots=first.lots) for one in others)))
    say = found._replace(result=alike).sentences()
    assert sum(": Treatments could have been assigned in " in one for one in say) == 3, "each has its p, also the same"
    page = report_html(school.room, school.room.statuses()[0])
    assert page.count("<b>“") == 3 and "<b>3 differences" not in page, "each difference is a result"
    assert sum(one in CAUTIONS for one in say) == 1
    school.room.leave()


@pytest.mark.long
def test_a_table_that_was_closed_is_told_on_desk_wall_notebook_and_pool_and_compared_up_to_then(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=12, players=2, years=2, bot="", luck="tape")
    school.sit()
    school.ask("start")
    school.play(2)
    away, *_, last = school.room.tables()
    school.ask("close", table=away)
    school.play(99)
    school.ask("close", table=last)  # after its end: it counts
    say = school.desk.model.view["side"]["say"]
    told = (
        f"Left out after the random assignment: {away}. Who drops out may depend on the treatment, so this is no "
        "longer the comparison as randomised."
    )
    assert "2 blocks, 4 tables" in say[0] and told in say
    also = say.index("See also year 1, up to which people held all 6 tables:")
    assert "up to year 1 of 2" in say[also + 1] and "3 blocks, 6 tables" in say[also + 1]
    school.ask("show")
    wall = school.wall
    short = f"Left out, so this is no longer the comparison as randomised: {away}."
    assert short in wall["known"], "not only when all is shown"
    shown = {one["name"]: one for one in wall["tables"]}
    assert set(shown) == set(school.room.tables()) and shown[away]["apart"] == "closed, not compared"
    assert shown[last]["apart"] == "" and shown[last]["total"] == points(school.card(last)["total"])
    (tmp_path / "class.zip").write_bytes(school.desk.model.act("zip", {}).data)
    zipfile.ZipFile(tmp_path / "class.zip").extractall(tmp_path / "zip")
    assert f"left out after the lots: {away}; no longer the comparison as randomised" in analysed(tmp_path / "zip")
    early = json.loads((tmp_path / "zip" / "session.json").read_text(encoding="utf-8"))["shown"][0]["early"]
    assert (early["year"], away in early["counted"]) == (1, True)
    found = pool([tmp_path / "class.zip"])
    assert found.dropped == (session_of(school.room),) and any("one class tables were left" in one for one in
                                                               found.sentences())  # fmt: skip
    school.room.leave()


def test_a_class_that_stops_early_compares_equal_years_and_tells_the_loss_of_an_empty_sea_apart(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=8, players=4, form="lesson", luck="tape")
    school.sit()
    school.ask("start")
    for name in school.room.tables():
        school.room.questions.give(name, 0, "prediction", "catch", 20)
        school.room.questions.give(name, 0, "prediction", "lasts", "yes")
    school.play(4)
    school.ask("end")
    states = [school.room.match(name).state for name in school.room.tables()]
    (empty,) = [state for state in states if state.empty_sea]
    assert empty.year == 3 and len(states) == 2
    up_to = {name: sum(state.year_score(seat, year) for seat in range(4) for year in (1, 2, 3))
             for name, state in zip(school.room.tables(), states, strict=True)}  # fmt: skip
    ahead = max(up_to.values()) - min(up_to.values())
    say = school.desk.model.view["side"]["say"]
    assert f" is {ahead} points a table ahead of " in say[0] and " up to year 3 of 6" in say[0]
    (name,) = [name for name in school.room.tables() if school.room.match(name).state is empty]
    cost = sum(empty.own_scores()) - up_to[name]
    words = f"These points leave out what year 4 costs where the sea is empty: {-cost} points at {name}."
    assert cost < 0 and words in say
    must = [*say[1:3], *(one for one in say if "models" in one.lower())]
    assert must[0].startswith("Points count up to year 3 of 6") and must[1] == "The game was stopped before its end."
    assert " up to year 3 of 6" in must[2] and must[3].endswith(
        "at the end: a class that stops here does not see that."
    )
    made = f"{sum(empty.own_scores())}".replace("-", "−")
    assert school.card(name)["total"] == sum(empty.own_scores())
    (before,) = [one for one in school.wall["tables"] if one["name"] == name]
    assert (before["total"], before["apart"]) == (points(up_to[name]), f"{made} points in all")
    school.ask("show")
    wall = school.wall
    assert (wall["found"], wall["known"]) == ([say[0]], [must[1], words])
    shown = {one["name"]: one for one in wall["tables"]}
    assert (shown[name]["total"], shown[name]["note"]) == (points(up_to[name]), "sea empty after year 3")
    assert {one: found["apart"] for one, found in shown.items()} == {
        one: f"{made} points in all" if one == name else "" for one in up_to
    }
    assert {one["total"] for one in shown.values()} == {points(one) for one in up_to.values()}
    assert school.card(name)["apart"] == f"counts as {up_to[name]} up to year 3".replace("-", "−")
    assert {one["mean"] for one in shown.values()} == {f"mean {points(one)}" for one in up_to.values()}
    school.ask("tab", tab="sofar")
    html = school.desk.model.view["side"]["html"]
    assert f"<td>{made}</td><td>{up_to[name]}</td><td>{cost}</td>".replace("-", "−") in html
    for models in (True, False):  # how sure it is, with models; then what people said
        school.ask("show")
        found = school.wall["found"]
        assert school.wall["known"] == wall["known"], "never the difference without it"
        assert found[0] == say[0] and any(one.startswith(" ".join(must[2:4])) for one in found) == models
    assert all(escape(one) in report_html(school.room, school.room.statuses()[0]) for one in must)
    school.ask("tab", tab="debrief")
    assert {*must} <= {*school.desk.model.view["side"]["say"]}, "on every tab"
    html = school.desk.model.view["side"]["html"]
    assert "2 of 2 expected fish to be left at the end; so far they are left at 1 of 2 tables." in html
    statuses = school.room.statuses()[0]
    found = ClassTables(school.room).outcome(statuses)
    early = found._replace(lines=tuple(line._replace(empty=0) for line in found.lines))  # as up to a year before that
    assert sorted(Debrief(school.room, statuses, early).left) == [False, True], "an empty sea is empty for good"
    caught = sum(state.taken(seat, year) for state in states for seat in range(4) for year in (1, 2, 3)) / 2
    assert f"up to year 3, tables caught {caught:g}." in html
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    rows = {row["table"]: row for row in rows_of(tmp_path, "tables.csv")}
    assert sum(map(int, rows[name]["next_year"].split())) == cost and rows[name]["left"] == "0"
    assert {row["next_year"] + row["left"] for one, row in rows.items() if one != name} == {""}, "it goes on"
    told = analysed(tmp_path)
    assert "the game was stopped before its end: points count up to year 3 of 6; if it was" in told
    (shown,) = json.loads((tmp_path / "session.json").read_text(encoding="utf-8"))["shown"]
    assert {*must} <= {*shown["to_know"]} and all(f"  {one}\n" in told for one in must)
    assert re.search(r"  at the end -?[\d.]+: a class that stops here does not see that", told)
    assert told.count(f"not in these points: year 4 costs {name} {-cost} points, for its sea is empty") == 1
    assert told.count(" points in 6 years, those with an empty sea among them: from year 4 on") == 1
    school.ask("again")
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path / "later")
    first, again = json.loads((tmp_path / "later" / "session.json").read_text(encoding="utf-8"))["shown"]
    assert (first["game"], again["game"], again["comparisons"]) == (1, 2, [])
    assert first["to_know"] == shown["to_know"], "what was said of a game holds once the next one is planned"
    school.room.leave()


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("tables.csv", r"^(\d,[^/]*),(-?\d+) ", r"\1,99 "),
        ("talks.csv", r",0,([\d.]*)$", r",1,\1"),
        ("session.json", r'("leavers": \{\s*"\w+": \[\s*)\d', r"\g<1>5"),
    ],
)
def test_a_figure_that_is_not_the_desks_is_noticed(unpacked, tmp_path, file, old, new):
    for one in unpacked.iterdir():
        (tmp_path / one.name).write_bytes(one.read_bytes())
    text = (tmp_path / file).read_text(encoding="utf-8")
    changed = re.sub(old, new, text, count=1, flags=re.M)
    assert changed != text
    (tmp_path / file).write_text(changed, encoding="utf-8")
    with pytest.raises(AssertionError, match="the desk showed"):
        analysed(tmp_path)


@pytest.fixture(scope="module")
def fined(tmp_path_factory) -> tuple[Class, Path]:
    """A class of greedy people, half of them under a rule with fines, with seats that bots took; and its zip."""
    school = Class(tmp_path_factory.mktemp("fined"))
    school.bots = ("greedy", "greedy")
    school.ask("make", people=16, players=4, form="lesson", luck="tape", treatments=["silence", "enforced-rule"])
    school.sit()
    school.ask("start")
    school.play(3)
    school.away = {(school.room.tables()[0], 3), (school.room.tables()[1], 3)}
    school.play(99)
    folder = tmp_path_factory.mktemp("fined zip")
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(folder)
    yield school, folder
    school.room.leave()


def test_what_was_fined_whom_and_how_much_is_in_the_zip_and_comes_out_in_the_notebook_as_at_the_desk(fined):
    school, folder = fined
    seats, tables = rows_of(folder, "seats.csv"), rows_of(folder, "tables.csv")
    states = {name: school.room.match(name).state for name in school.room.tables()}
    checks = [(name, one) for name, state in states.items() for one in state.council.checks]
    assert sum(one.fine for _, one in checks) >= 10, "there is something to tell"
    rolls = [row for row in rows_of(folder, "decisions.csv") if row["inspected"]]
    told = [(row["table"], int(row["year"]), "ABCD".index(row["inspected"]), int(row["fine"])) for row in rolls]
    assert sorted(told) == sorted((name, *one) for name, one in checks)
    assert all(row["fine"] == row["too_many"] == "" for row in rows_of(folder, "decisions.csv") if row not in rolls)
    caught = {(row["table"], row["year"], row["seat"]): int(row["taken"]) - int(row["quota"] or 99) for row in seats}
    assert all(caught[row["table"], row["year"], row["inspected"]] == int(row["too_many"]) > 0 for row in rolls)
    assert all(int(row["after_fines"]) == int(row["points"]) - int(row["fines"]) for row in seats)
    for row in tables:
        played = table_of(row)
        paid = states[row["table"]].fines()
        assert tuple(map(sum, zip(*played.fines, strict=True))) == (paid if any(paid) else ())
        years = [(one.year, one.seat, one.fine) for name, one in checks if name == row["table"] and one.fine]
        paid_in = [(n, seat, fine) for n, year in enumerate(played.fines, 1) for seat, fine in enumerate(year) if fine]
        assert sorted(years) == paid_in
        assert tuple(map(sum, zip(*played.after_fines.points, strict=True))) == states[row["table"]].scores()
    (shown,) = json.loads((folder / "session.json").read_text(encoding="utf-8"))["shown"]
    before, after = shown["comparisons"][0]["difference"], shown["after_fines"]["comparisons"][0]["difference"]
    assert shown["comparisons"][0]["other"] == "enforced-rule" and after[0] < before[0]
    say = school.desk.model.view["side"]["say"]
    assert any(one.startswith("After fines: ") and f" {points(abs(after[0]))} a table ahead" in one for one in say)
    out = analysed(folder)
    assert f"after fines, Enforced rule less Silence: {after[0]:.1f} ({after[1]:.1f} to {after[2]:.1f})" in out
    assert f"{len(rolls)} rolls of the inspector’s die; their fines add up" in out


def test_a_pool_has_the_desks_figures_before_and_after_fines(fined):
    school, folder = fined
    (shown,) = json.loads((folder / "session.json").read_text(encoding="utf-8"))["shown"]
    found = pool([ClassFile("fined.zip", class_zip(school.room))])
    assert found.mean[:3] == pytest.approx(shown["comparisons"][0]["difference"])
    assert found.after.mean[:3] == pytest.approx(shown["after_fines"]["comparisons"][0]["difference"])
    (words,) = [one for one in found.sentences() if one.startswith("Totals are before fines. After fines: ")]
    assert points(abs(found.after.mean.mean)) in words


@pytest.mark.parametrize("name", ["tables.csv", "decisions.csv"])
def test_fines_of_tables_and_of_moves_are_held_against_each_other(fined, tmp_path, name):
    for one in fined[1].iterdir():
        (tmp_path / one.name).write_bytes(one.read_bytes())
    rows, column = rows_of(tmp_path, name), {"tables.csv": "fines", "decisions.csv": "fine"}[name]
    row = next(row for row in rows if row[column].strip("0 /"))
    row[column] = re.sub(r"[1-9]\d*", "99", row[column], count=1)
    (tmp_path / name).write_text(csv_text(name, rows), encoding="utf-8")
    with pytest.raises(AssertionError, match=f"AssertionError: fines of {row['table']}"):
        analysed(tmp_path)


def test_a_figure_after_fines_that_is_not_the_desks_is_noticed(fined, tmp_path):
    for one in fined[1].iterdir():
        (tmp_path / one.name).write_bytes(one.read_bytes())
    session = json.loads((tmp_path / "session.json").read_text(encoding="utf-8"))
    session["shown"][0]["after_fines"]["means"]["enforced-rule"][0] += 1
    (tmp_path / "session.json").write_text(json.dumps(session), encoding="utf-8")
    with pytest.raises(AssertionError, match="the desk showed"):
        analysed(tmp_path)


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


def test_every_cell_is_as_the_codebook_says_and_empty_only_where_that_is_explained(unpacked, fined):
    assert {name: {*columns} for name, columns in CELLS.items()} == {name: {*FILES[name][1]} for name in FILES}
    for folder in (unpacked, fined[1]):
        codebook = (folder / "codebook.md").read_text(encoding="utf-8")
        for file in folder.glob("*.csv"):
            part = codebook.split(f"## {file.name}")[1].split("\n## ")[0]
            for column, cell in CELLS[file.name].items():
                (told,) = [line for line in part.splitlines() if line.startswith(f"| `{column}` |")]
                assert told.endswith(f" | {cell.kind.words} | {cell.empty or NEVER} |")
            for row in rows_of(folder, file.name):
                for column, value in row.items():
                    cell = CELLS[file.name][column]
                    fits = re.fullmatch(cell.kind.pattern, value) if value else cell.empty
                    assert fits, f"{file.name}, {column}: {value!r} is not {cell.kind.words}"


def test_every_column_is_in_the_codebook_and_the_other_way_round(unpacked):
    codebook = (unpacked / "codebook.md").read_text(encoding="utf-8")
    assert {one.name for one in unpacked.glob("*.csv")} == FILES.keys() - {"scores.csv"}
    for name, (_, columns) in FILES.items():
        if name == "scores.csv":
            continue
        head = (unpacked / name).read_text(encoding="utf-8").splitlines()[0].split(",")
        assert head == list(columns)
        assert all(f"| `{column}` |" in codebook.split(f"## {name}")[1] for column in columns)
    session = json.loads((unpacked / "session.json").read_text(encoding="utf-8"))
    assert [*session] == [*SESSION] and all([*game] == [*GAMES] for game in session["games"])
    assert all(f"| `{key}` | {words} |" in codebook for key, words in (SESSION | GAMES).items())
    for shown in session["shown"]:
        assert [*shown] == [*SHOWN]
        assert all(f"“{key}”" in SHOWN["comparisons"] for one in shown["comparisons"] for key in one)
    assert all(f"| `{key}` | {words} |" in codebook for key, words in SHOWN.items())


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


def test_what_played_itself_is_no_persons_decision_and_no_substitutes(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=2, players=2, treatments=["silence"], luck="tape")
    school.sit()
    school.ask("start")
    (name,) = school.room.tables()
    seat = school.room.run(name).turn()
    school.now += 5
    school.away = {(name, seat)}
    while school.room.status(name).period < 2:
        assert school.room.step(name) or school.move(name)
    school.now += 60
    rows = decision_rows(school.room, 1000.0)
    assert {row["by"] for row in rows if row["choices"] == 1 and row["seat"]} == {"itself"}
    own = {row["by"] for row in rows if row["choices"] > 1 and row["seat"] == "AB"[seat]}
    assert own == {"greedy"}, "the clock ran out for all that could be chosen, and for nothing else"
    assert {row["by"] for row in rows if row["choices"] > 1 and row["seat"] == "AB"[1 - seat]} == {"person"}
    first, other = sorted(seat_rows(school.room), key=lambda row: row["seat"] != "AB"[seat])
    assert (first["sitter"], first["bot_share"], first["person"]) == ("greedy", "1", None)
    assert (other["sitter"], other["bot_share"], other["person"]) == ("person", "0", 1)
    school.ask("back", table=name)
    state = school.room.match(name).state
    assert len(state.choices()) > 1, "taking back leads to a decision, not to what would play itself again"


def test_talks_and_answers_are_there_with_what_became_of_promises(unpacked):
    talks = rows_of(unpacked, "talks.csv")
    assert {(row["year"], row["promise"]) for row in talks} == {("1", "9"), ("2", "1"), ("3", "9")}
    assert {row["kept"] for row in talks if row["promise"] == "9"} == {""}, "nobody could have taken more"
    told = [row for row in talks if row["promise"] == "1"]
    assert told and all(row["kept"] == str(int(int(row["caught"]) <= 1)) for row in told)
    answers = {(row["table"], row["seat"], row["question"]): row["answer"] for row in rows_of(unpacked, "answers.csv")}
    assert (answers["Cod", "A", "catch"], answers["Cod", "B", "trust"]) == ("31", "4")


def test_what_people_typed_is_no_formula_and_cannot_stop_the_export(unpacked):
    answers = {row["question"]: row["answer"] for row in rows_of(unpacked, "answers.csv")}
    assert answers["why"] == '\'=HYPERLINK("http://x.example";"look") half a sign \ufffd'
    assert "'-1+2" in [row["words"] for row in rows_of(unpacked, "events.csv")]
    points = [row["points"] for row in rows_of(unpacked, "seats.csv")]
    assert all(re.fullmatch(r"-?\d+", one) for one in points), "numbers stay numbers"
    assert "apostrophe" in (unpacked / "codebook.md").read_text(encoding="utf-8")


def test_the_draws_are_there_and_the_seed_only_when_nobody_plays_any_more(school, unpacked):
    session = json.loads((unpacked / "session.json").read_text(encoding="utf-8"))
    assert session["blocks"] == {
        f"1.{block + 1}": {names[0]: "silence", names[1]: "yearly-agreement"}
        for block, names in enumerate((("Herring", "Cod"), ("Squid", "Tuna"), ("Whale", "Shrimp")))
    }
    assert session["seeds"] == {"1": None}
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
    assert data.name == f"fishlab-class-{session_of(school.room)}-games-1.zip"
    zipfile.ZipFile(io.BytesIO(data.data)).extractall(folder)
    session = json.loads((folder / "session.json").read_text(encoding="utf-8"))
    assert session["seeds"] == {"1": TAPE}
    school.ask("again")
    school.ask("start")
    later = session_json(school.room)["seeds"]
    assert later == {"1": TAPE, "2": None}, "the dice of the first game are told, and not those of the second"
    assert school.room.file.seed(2) not in (TAPE, None), "nor can they be worked out"
    for row in rows_of(folder, "tables.csv"):
        assert Match.from_code(row["code"]).state == school.room.match(row["table"]).state
    assert class_zip(school.room) == class_zip(school.room), "the same class gives the same bytes"
    school.room.leave()


@pytest.mark.long
def test_one_table_that_bots_overran_cuts_nobody_short_and_desk_zip_notebook_and_pool_agree(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=24, players=4, years=3, bot="careful", luck="tape")
    school.sit()
    school.ask("start")
    late, lost = school.room.tables()[0], school.room.tables()[3]
    school.play(2)
    stood_in: set[int] = set()  # the clock decides once for three seats of one table
    while len(stood_in) < 3:
        turn = school.room.status(late).turn
        if turn in {0, 1, 2} - stood_in and only_choice(school.room.match(late).state) is None:
            school.room.stand_in(late)
            assert school.room.step(late)
            stood_in.add(turn)
        else:
            assert school.move(late)
    assert school.room.status(late).period == 2
    for seat in (0, 1, 2):
        school.ask("bot", table=lost, seat=seat)
    school.play(99)
    (tmp_path / "class.zip").write_bytes(school.desk.model.act("zip", {}).data)
    zipfile.ZipFile(tmp_path / "class.zip").extractall(tmp_path / "zip")
    said = school.desk.model.view["side"]["say"]
    assert f"One table does not count: bots played more than half of the seats at {lost} in year 2." in said
    assert "up to year 3 of 3" in said[0] and "2 blocks, 4 tables, 16 people" in said[0]
    assert not any("has got no further" in words for words in said)
    (mean,) = (one["difference"][0] for one in json.loads((tmp_path / "zip" / "session.json").read_text())["shown"][0][
        "comparisons"])  # fmt: skip
    found = pool([tmp_path / "class.zip"])
    assert (found.mean.mean, found.classes[0].tables) == (mean, 4)
    shares = {(row["table"], row["seat"]): float(row["bot_share"]) for row in rows_of(tmp_path / "zip", "seats.csv")
              if row["year"] == "2"}  # fmt: skip
    assert all(0 < shares[late, seat] < 0.5 for seat in "ABC"), "a decision by the clock is kept in the rows"
    analysed(tmp_path / "zip")
    school.room.leave()


@pytest.mark.long
def test_who_left_is_counted_alike_however_they_left_also_after_a_sea_ran_empty(tmp_path):
    school = Class(tmp_path)
    school.bots = ("greedy", "greedy")
    school.ask("make", people=16, players=4, form="lesson", bot="", luck="tape")
    school.sit()
    school.ask("start")
    school.play(2)
    given, late, *_ = school.room.tables()
    school.away = {(late, 2), (late, 3)}
    for seat in (2, 3):
        school.ask("bot", table=given, seat=seat)
    school.play(99)
    assert all(school.room.match(name).state.empty_sea for name in (given, late)), "years without decisions"
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    rows = {row["table"]: row for row in rows_of(tmp_path, "tables.csv")}
    assert rows[given]["bots"] == rows[late]["bots"] == "C2 C3 C4 C5 C6 D2 D3 D4 D5 D6"
    said = school.desk.model.view["side"]["say"]
    told = (
        "By year 6 bots had taken over 2 of 8 seats under “Silence” and 2 of 8 seats under “Agreement every year”; in "
        "that year they held 2 and 2."
    )
    assert told in said, said
    assert "in year 6 bots held 2 of 8 seats under Silence" in analysed(tmp_path)
    school.room.leave()


CAUTIONS = {
    "The blocks agree to the nearest point. With so few of them that is mostly luck: do not trust the narrow interval.",
    "With so few tables, the width of an interval is mostly luck too: do not trust a narrow one.",
}


@pytest.mark.long
def test_after_a_second_game_the_notebook_keeps_the_games_apart_as_the_desk_does(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=8, players=2, years=4, bot="", luck="tape")
    school.sit()
    for expected, game in ((102, 1), (7, 2)):
        for name in school.room.tables():
            for seat in (0, 1):
                school.room.questions.give(name, seat, "prediction", "catch", expected)
        school.ask("start")
        school.play(99)
        if game == 1:
            school.ask("again", swap=True)
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    assert {row["table"]: row["people_of"] for row in rows_of(tmp_path, "tables.csv") if row["game"] == "2"} == {
        f"{name} 2": name for name in ("Herring", "Cod", "Squid", "Tuna")
    }
    told = analysed(tmp_path)
    assert "Game 1:   8 people expected 100–109 fish" in told, "no answer is too large for the figure"
    assert "Game 2:   8 people expected 0–9 fish" in told
    assert "Game 2 has the same people as game 1." in told
    _, narrow, *said = school.desk.model.view["side"]["say"]
    assert narrow in CAUTIONS and narrow not in said, (
        "of two blocks, and it is said once, beside the figure of this game"
    )
    assert said[0].startswith("The people are the same as in the game before.")
    first, second = json.loads((tmp_path / "session.json").read_text(encoding="utf-8"))["shown"]
    both = [one["comparisons"][0]["difference"][0] for one in (first, second)]
    assert both[0] != 0, both
    assert second["swapped"]["difference"][0] == pytest.approx(sum(both) / 2), "both orders weigh the same"
    assert all(f"“{key}”" in SHOWN["swapped"] for key in second["swapped"])
    disagree = second["swapped"]["disagree"][0]
    assert disagree == pytest.approx(both[0] - both[1]) and points(abs(disagree)) in said[2]
    assert f"the first game, when nobody had played before: “Silence” is {points(-both[0])}" in said[1]
    assert said[3].startswith("Their mean, ") and "only if the first treatment has no after-effect" in said[3]
    assert "the effect only if the first treatment has no after-effect in the second game: " in told
    assert (len(first["expected"]), first["swapped"]) == (8, None)
    lines = [line for line in told.splitlines() if re.search(r": .*\(.*\d\.\d to .*\d\.\d", line)]
    lines = [line for line in lines if not line.startswith("Models") and line.strip() not in said]
    assert len(lines) == 6 and all(line.endswith("so few tables: do not trust a narrow interval") for line in lines)
    assert {one for one in said[:4] if one not in report_html(school.room, school.desk.model.statuses())} == set()
    school.ask("show")
    known = school.wall["known"]
    assert known[-1] == said[1], "the figure to quote stands beside that of this game"
    school.ask("show")
    assert school.wall["known"] == known, "also on the wall's other pages"
    school.room.leave()


@pytest.mark.parametrize("stopped", [1, 2])
def test_of_two_games_one_of_which_was_stopped_the_notebook_tells_no_mean(tmp_path, stopped):
    school = Class(tmp_path)
    school.ask("make", people=8, players=2, years=4, bot="", luck="tape")
    school.sit()
    for game in (1, 2):
        school.ask("start")
        school.play(3 if game == stopped else 99)
        school.ask("end")
        if game == 1:
            school.ask("again", swap=True)
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    school.room.leave()
    told = analysed(tmp_path)
    assert "    they disagree by: " in told and "    their mean: no figure to quote unless both games are " in told
    assert "their mean, the effect only if" not in told
    assert "which is no figure to quote unless both games were played to their end" in SHOWN["swapped"]


@pytest.mark.few(1)
@pytest.mark.parametrize("again", [True, False])
def test_every_game_has_its_own_plan_form_and_prediction_and_the_first_ones_stay(tmp_path, again):
    school = Class(tmp_path)
    plan = {"people": 4, "players": 2, "bot": ""}
    school.ask("make", **plan, form="lesson", luck="tape", prediction=10)
    school.ask("plan")
    school.ask("make", **plan, form="lesson", luck="tape", prediction=12)  # the one before was never played
    school.sit()
    school.ask("start")
    school.play(2)
    school.ask("end")
    (alone,) = session_json(school.room)["games"]
    if again:
        school.ask("again", swap=True)
    else:
        school.ask("plan")
        assert session_json(school.room)["games"] == [alone]
        asked = {"questionnaire": True, "decision": 30}
        school.ask("make", **plan, form="short", luck="own", prediction=30, procedure=asked)
        school.sit()
    school.ask("start")
    school.play(2)
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    first, second = json.loads((tmp_path / "session.json").read_text(encoding="utf-8"))["games"]
    assert first == json.loads(json.dumps(alone))
    assert (first["game"], first["form"], first["luck"]) == (1, "lesson", "tape")
    assert first["prediction"] == {"first": "Agreement every year", "second": "Silence", "value": 12, "at": 1000}
    told = analysed(tmp_path)
    assert "Game 1: form 'lesson'; the class predicted Agreement every year less Silence: 12 points a table" in told
    if again:
        assert second == first | {"game": 2, "prediction": None} and "Game 2: form 'lesson'\n" in told
    else:
        assert (second["game"], second["form"], second["luck"], second["plan"]["form"]) == (2, "short", "own", "short")
        assert [one["plan"]["procedure"]["decision"] for one in (first, second)] == [0, 30]
        assert (second["prediction"]["value"], first["plan"]["form"]) == (30, "lesson")
    assert pool([ClassFile("class.zip", class_zip(school.room))]).form == "lesson"
    school.room.file.set("note/design/1", None)  # as an older Fishlab left it
    assert session_json(school.room)["games"][0] == dict.fromkeys(GAMES) | {"game": 1, "form": "lesson"}
    school.room.leave()


@pytest.mark.parametrize("cards", [(False, True), (True, False)])
def test_a_card_is_told_of_the_game_that_had_one_whatever_is_planned_next(tmp_path, cards):
    school = Class(tmp_path)
    words = "Tables that talk do two things that silent ones do not: they talk, and each person then seals on a card"
    for game, sealing in enumerate(cards, 1):
        if game == 2:
            school.ask("plan")
        procedure = WITHOUT | {"promises": sealing}
        school.ask("make", people=4, players=2, years=2, bot="", luck="tape", procedure=procedure)
        school.sit()
        if game == 1:
            school.ask("start")
            talk(school, kept=True)
            school.play(2)
            talk(school, kept=True)
            school.play(99)
        with zipfile.ZipFile(io.BytesIO(class_zip(school.room))) as unpacked:
            known, book = json.loads(unpacked.read("session.json"))["shown"][0]["to_know"], unpacked.read("codebook.md")
        assert any(words in one for one in known) == cards[0]
        assert "Tables that do not talk may have heard those that do." in " ".join(known)
        assert (words.encode() in book) == any(cards[:game])
    school.room.leave()


def test_models_stand_beside_each_game_in_its_own_form_and_are_checked_against_the_desk(tmp_path):
    school = Class(tmp_path)
    for form in ("lesson", "short"):
        if school.room.tables():
            school.ask("plan")
        school.ask("make", people=8, players=4, bot="", luck="tape", form=form)
        school.sit()
        school.ask("start")
        school.play(3)
    data = tmp_path / "data"
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(data)
    statuses = school.desk.model.statuses()
    _, at_desk = beside_models(ClassTables(school.room).outcome(statuses), statuses)
    school.room.leave()
    assert {row["form"] for row in rows_of(data, "models.csv")} == {"lesson", "short"}
    told = re.findall(r"Game (\d), models of '(\w+)', .* less .* (-?[\d.]+) \(.* up to year 2 of (\d)", analysed(data))
    assert [(game, form, years) for game, form, _, years in told] == [("1", "lesson", "6"), ("2", "short", "5")]
    shown = json.loads((data / "session.json").read_text(encoding="utf-8"))["shown"]
    figures = [one["models"][0]["difference"][0] for one in shown]
    assert [f"{one:.1f}" for one in figures] == [one[2] for one in told] and figures[0] != figures[1]
    assert points(abs(figures[1])) in at_desk[0] or "show no difference" in at_desk[0]
    for file, old, new in (
        ("models.csv", r"^(short,[^,]*,4,\d+),(-?\d+)", r"\1,9999"),
        ("session.json", r'("models": \[\s*\{[^\[]*\[\s*)-?[\d.]+', r"\g<1>555"),
    ):
        text = (data / file).read_text(encoding="utf-8")
        changed = re.sub(old, new, text, count=1, flags=re.M)
        assert changed != text
        (data / file).write_text(changed, encoding="utf-8")
        with pytest.raises(AssertionError, match=r"models difference.* the desk showed"):
            analysed(data)
        (data / file).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("more", "quoted"),
    [
        (
            {"treatments": ["silence", "enforced-rule"]},
            "No earlier game compared “Silence” with “Enforced rule” in this ",
        ),
        ({"form": "short"}, "No earlier game compared “Silence” with “Agreement every year” in this form: this "),
        ({}, "The figure to quote is from the first game, when nobody had played before: “"),
    ],
)
def test_a_later_game_quotes_the_first_only_where_that_compared_the_same_two_in_the_same_form(tmp_path, more, quoted):
    school, plan = Class(tmp_path), {"people": 4, "players": 2, "years": 2, "bot": "", "form": "full", "luck": "tape"}
    for own in ({}, more):
        if own is more:
            school.ask("plan")
        school.ask("make", **{**plan, "treatments": ["silence", "yearly-agreement"], **own})
        school.sit()
        school.ask("start")
        school.play(99)
    said = school.desk.model.view["side"]["say"]
    assert next(one for one in said if "quote" in one or "earlier game" in one).startswith(quoted), said
    school.ask("show")
    school.ask("show")
    assert any(one.startswith(quoted) for one in school.wall["known"])
    school.room.leave()


@pytest.mark.few(1)
@pytest.mark.parametrize("new", [(("Cod 2", 0),), (("Cod 2", 0), ("Cod 2", 1), ("Herring 2", 1)), "all"])
def test_tables_with_other_people_in_the_second_game_are_not_compared_with_themselves(tmp_path, new):
    school = Class(tmp_path)
    school.ask("make", people=8, players=2, years=2, bot="", luck="tape")
    school.sit()
    school.ask("start")
    school.play(99)
    school.ask("again", swap=True)
    tables = school.room.tables()
    new = [(name, seat) for name in tables for seat in (0, 1)] if new == "all" else new
    for name, seat in new:
        school.ask("free", table=name, seat=seat)
    school.sit()
    others = {name: sum(table == name for table, _ in new) for name in tables}
    assert {name: one.others for name, one in people_before(school.room).items()} == others, "before anybody moved"
    school.ask("start")
    school.play(99)
    said = school.desk.model.view["side"]["say"]
    assert not any("people are the same" in one for one in said)
    named = [one for one in said if "not compared with itself" in one or "not compared with themselves" in one]
    if len(new) == 8:
        assert not named and not any("figure to quote" in one for one in said)
        assert any(one.endswith("in which other people sat in every seat.") for one in said)
    else:
        assert len(named) == 1
        assert all((f"{name} ({n} of 2 seats)" in named[0]) == bool(n) for name, n in others.items())
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    rows = {row["table"]: row for row in rows_of(tmp_path, "tables.csv") if row["game"] == "2"}
    assert {name: row["people_of"] for name, row in rows.items()} == {
        name: "" if n else name.removesuffix(" 2") for name, n in others.items()
    }
    assert {name: int(row["other_people"]) for name, row in rows.items()} == others
    swapped = json.loads((tmp_path / "session.json").read_text(encoding="utf-8"))["shown"][1]["swapped"]
    assert swapped is None if len(new) == 8 else swapped["tables"] == 2, "its block is left out"
    told = analysed(tmp_path)
    assert "Game 2 came after game 1." in told and told.count(" is not compared with itself: ") == len({*dict(new)})
    school.room.leave()


@pytest.mark.long
def test_who_took_over_in_the_game_before_or_in_one_that_was_never_played_is_not_of_the_same_people(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=8, players=2, years=2, bot="", luck="tape")
    school.sit()
    school.ask("free", table="Cod", seat=0)
    school.sit()  # nobody had moved there
    school.ask("start")
    school.play(2)
    school.ask("free", table="Tuna", seat=1)
    school.sit()
    school.play(99)
    school.ask("again", swap=True)
    school.ask("free", table="Herring 2", seat=0)
    school.sit()
    school.ask("again", swap=True)
    assert len(school.room.tables()) == 4 and school.room.game == 2
    names = {one.table: one.others for one in people_before(school.room).values()}
    assert names == {"Herring": 1, "Cod": 0, "Squid": 0, "Tuna": 1}
    school.room.leave()


@pytest.mark.long
def test_desk_and_notebook_show_the_result_without_tables_that_failed_the_questions(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=12, players=2, years=3, bot="", luck="tape")
    school.sit()
    for name in school.room.tables():
        for answer in ("no", "yes") if name == "Tuna" else ("yes",):
            school.room.questions.give(name, 1, "questions", "plates", answer)
    school.ask("start")
    school.play(99)
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    shown = json.loads((tmp_path / "session.json").read_text(encoding="utf-8"))["shown"][0]
    tables = [table_of(row) for row in rows_of(tmp_path, "tables.csv") if row["table"] not in ("Squid", "Tuna")]
    by = compare(tables, ("silence", "yearly-agreement")).comparisons[0].difference.mean
    assert shown["without"]["comparisons"][0]["difference"][0] == by
    assert shown["without"]["counted"] == sorted(table.name for table in tables)
    said = school.desk.model.view["side"]["say"]
    assert said[-1].startswith("At Tuna, half of the people or more needed several tries at a question about the rules")
    assert "so this is only a check. Without this table: " in said[-1]
    assert "2 blocks, 4 tables, 8 people" in said[-1] and "3 blocks, 6 tables" in said[0]
    assert "Game 1, without Tuna:\n  " in analysed(tmp_path)
    school.room.leave()


def test_where_all_tables_failed_the_questions_the_notebook_says_that_nothing_is_left(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=4, players=2, years=1, bot="", luck="tape")
    school.sit()
    for name in school.room.tables():
        for answer in ("no", "yes"):
            school.room.questions.give(name, 1, "questions", "plates", answer)
    school.ask("start")
    school.play(99)
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    assert "Without these 2 tables: nothing is left to compare." in school.desk.model.view["side"]["say"][-1]
    assert "Game 1, without Cod, Herring:\n  nothing is left to compare\n" in analysed(tmp_path)
    school.room.leave()


def test_the_notebook_draws_the_lots_again_from_the_seed(tmp_path):
    school = Class(tmp_path)
    with school.room.file.writing():
        school.room.file.set("tape", "another class")
    school.ask("make", people=12, players=2, years=1, bot="careful", luck="tape")
    for number in range(10):
        assert school.room.seating.deal(f"person-{number:03}") is not None
    school.ask("start")
    assert school.room.seating.deal("late-comer") is None
    assert school.room.seating.make_way(1) == 0
    school.ask("end")
    folder = tmp_path / "zip"
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(folder)
    told = analysed(folder)
    assert "Treatments: 3 of 3 blocks are as the seed draws them." in told
    seats = re.search(r"Seats: (\d+) of (\d+) are as the seed draws them, (\d+) are not, (\d+) cannot", told)
    assert tuple(map(int, seats.groups())) == (10, 11, 0, 1)
    session = json.loads((folder / "session.json").read_text(encoding="utf-8"))
    (folder / "session.json").write_text(json.dumps(session | {"seeds": {"1": "forged"}}), encoding="utf-8")
    assert "10 of 11 are as the seed" not in analysed(folder)
    school.room.leave()


def honest_acts(school: Class, rng: Random, keys: list[str]) -> None:
    """Let a teacher do this and that, as it may happen in a class, and people come and go."""
    room, number = school.room, len(keys)
    for _ in range(40):
        school.now += 1
        statuses = room.statuses()[0]
        places = [(one.name, seat) for one in statuses for seat in range(one.match.seats) if one.turn != OVER]
        if not places:
            return
        name, seat = rng.choice(places)
        acts = "bot person person free come come late key play play close hold go"
        act = rng.choice(acts.split())
        if act == "come":
            number += 1
            room.seating.deal(f"person-{number:03}")
        elif act == "late":
            room.seating.make_way(1)
        elif act == "play":
            for _ in range(rng.randrange(1, 60)):
                status = room.status(name)
                if status.ended or status.stage != "playing":
                    break
                if status.turn < 0 or (status.seats[status.turn] != "person"):
                    room.step(name)
                elif not status.waits and status.taken[status.turn]:
                    room.stand_in(name)
                    room.step(name)
        elif act != "close" or rng.random() < 0.15:
            school.ask(act, table=name, seat=seat)
    school.now += 1


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
def test_no_honest_class_is_said_to_have_forged_its_lots(tmp_path, seed):
    rng, school = Random(seed), Class(tmp_path)
    with school.room.file.writing():
        school.room.file.set("tape", f"class {seed}")
    school.ask("make", people=16, players=2, years=1, bot="careful", luck="own", treatments=["silence", "to-win"])
    keys = [f"person-{number:03}" for number in range(rng.randrange(10, 17))]
    for key in keys:
        school.now += 1
        assert school.room.seating.deal(key) is not None
    school.ask("start")
    honest_acts(school, rng, keys)
    if seed % 3 == 0:
        school.ask("again", swap=True)
        school.ask("start")
        honest_acts(school, rng, keys * 9)
    school.ask("end")
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path / "zip")
    told = analysed(tmp_path / "zip")
    right, drawn, wrong = map(int, re.search(r"Seats: (\d+) of (\d+) are .*? them, (\d+) are not", told).groups())
    assert wrong == 0 and right >= len(keys) and drawn > len(keys), told
    school.room.leave()


def test_lots_of_a_plan_that_was_made_anew_and_of_later_games_are_drawn_again_as_well(tmp_path):
    school = Class(tmp_path)
    plan = {"people": 8, "players": 2, "years": 1, "bot": "careful", "luck": "tape"}
    school.ask("make", **plan)
    people = [f"person-{number:03}" for number in range(8)]
    for kind, treatments in (
        ("make", ["silence", "one-agreement"]),
        ("start", None),
        ("make", ["competitive", "silence"]),
    ):
        for key in people:
            assert school.room.seating.deal(key) is not None
        if kind == "make":  # once before a game has begun, and once in the middle of one
            school.ask("plan")
        school.ask(kind, **(plan | {"treatments": treatments} if treatments else {}))
    for key in people:
        assert school.room.seating.deal(key) is not None
    school.ask("start")
    school.ask("end")
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path / "zip")
    assert "Seats: 24 of 24 are as the seed draws them, 0 are not, 0 cannot be" in analysed(tmp_path / "zip")
    school.room.leave()


def test_lots_before_a_take_back_are_drawn_again_unless_the_game_may_have_been_over(tmp_path):
    school = Class(tmp_path)
    room, seating = school.room, school.room.seating
    school.ask("make", people=4, players=2, years=2, bot="", luck="own")

    def deal(*numbers: int) -> None:
        for number in numbers:
            school.now += 1
            assert seating.deal(f"person-{number:03}") is not None
        school.now += 1

    def play(name: str, year: int) -> None:
        while room.status(name).period < year and not room.status(name).ended:
            if not room.step(name):
                room.stand_in(name)

    deal(0, 1, 2)
    school.ask("start")
    (free,) = [one.name for one in room.statuses()[0] if one.free]
    full = next(name for name in room.tables() if name != free)
    room.rewind(free, 0)  # as the lots fell nothing had been played
    deal(3)
    play(free, 2)
    school.ask("free", table=free, seat=0)
    deal(4)
    play(free, 3)
    play(full, 3)
    assert [one.turn for one in room.statuses()[0]] == [OVER, OVER]
    school.now += 1
    room.rewind(free, len(room.match(free)) - 1)
    school.ask("end")
    zipfile.ZipFile(io.BytesIO(class_zip(room))).extractall(tmp_path / "zip")
    assert "Seats: 5 of 5 are as the seed draws them, 0 are not, 0 cannot be checked" in analysed(tmp_path / "zip")
    room.leave()


def test_seats_that_were_opened_at_one_address_have_a_letter_in_common_and_no_mark_of_it(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=4, players=2, treatments=["silence"], years=2)
    school.sit()
    keys = [(name, seat, f"key-{name.split()[0]}-{seat}") for name in school.room.tables() for seat in range(2)]
    for (_, _, key), origin in zip(keys, ("f00d", "cafe", "f00d", ""), strict=True):
        school.room.seating.sit_on(f"device of {key}", key, origin)
    school.ask("start")
    school.play(2)
    found = {(row["table"], "AB".index(row["seat"])): row["same_device_group"] for row in seat_rows(school.room)}
    assert [found[name, seat] for name, seat, _ in keys] == ["A", None, "A", None]
    data = zipfile.ZipFile(io.BytesIO(class_zip(school.room)))
    assert not any(mark in data.read(name) for name in data.namelist() for mark in (b"f00d", b"cafe", b"device of"))
    assert "same_device_group" in data.read("seats.csv").decode() and "one person" in data.read("codebook.md").decode()


def test_the_notebook_says_that_models_know_nothing_of_silence_and_everyone_alone(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=24, form="lesson", treatments=["competitive", "silence", "yearly-agreement"])
    school.sit()
    school.ask("start")
    school.play(2)
    school.ask("end")
    zipfile.ZipFile(io.BytesIO(class_zip(school.room))).extractall(tmp_path)
    told = analysed(tmp_path)
    assert "Models do not talk: Silence and Everyone for themselves are the same games for them." in told or (
        "Models do not talk: Everyone for themselves and Silence are the same games for them." in told
    )
    assert told.count("models of 'lesson', tables of 4: ") == 2
    assert "rows of silence are the games of competitive" in (tmp_path / "codebook.md").read_text(encoding="utf-8")
    school.room.leave()
