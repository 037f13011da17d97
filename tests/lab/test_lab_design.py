"""Designs: points as a file asks for them, results that survive a kill, a manifest that another machine checks."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from fishlab_widgets.command import main
from fishlab_widgets.lab.panel import Laboratory
from sending import send

from fishlab.lab import TREATMENTS, experiment, treatments
from fishlab.lab import manifest as manifests
from fishlab.lab.design import design_of, read_design
from fishlab.lab.manifest import check, read_manifest, run_design
from fishlab.lab.sobol import MOST, sobol

GRID = """
games = 60
seed = 3
chunk = 25

[factors]
treatment = ["competitive", "yearly-agreement"]
form = ["short"]
players = {low = 2, high = 3}
compliance = {low = 0.5, high = 1, steps = 2}
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a design that was played; tests copy what they change."""
    folder = tmp_path_factory.mktemp("design")
    (folder / "promises.toml").write_text(GRID)
    run_design(read_design(folder / "promises.toml"), folder / "promises")
    return folder


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def copy_of(played: Path, tmp_path: Path) -> Path:
    for name, data in files_in(played / "promises").items():
        at = tmp_path / "promises" / name
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(data)
    return tmp_path / "promises"


# Points.


def test_the_first_points_of_sobols_sequence_are_those_of_joe_and_kuo():
    # The first ten points in three dimensions as their own program prints them.
    assert sobol(10, 3).tolist() == [
        [0, 0, 0], [0.5, 0.5, 0.5], [0.75, 0.25, 0.25], [0.25, 0.75, 0.75], [0.375, 0.375, 0.625],
        [0.875, 0.875, 0.125], [0.625, 0.125, 0.875], [0.125, 0.625, 0.375], [0.1875, 0.3125, 0.9375],
        [0.6875, 0.8125, 0.4375],
    ]  # fmt: skip
    # The eleventh in all dimensions, as SciPy 1.17 gives it.
    sixteenths = [15, 1, 11, 3, 5, 9, 3, 3, 3, 9, 7, 13, 11, 11, 1, 11, 1, 9, 3, 1, 7, 7, 7, 11]
    assert (sobol(11, MOST)[10] * 16).tolist() == sixteenths


def test_every_dimension_has_one_point_in_each_equal_part():
    parts = (sobol(64, MOST) * 64).astype(int)
    assert all(sorted(column) == list(range(64)) for column in parts.T)


def test_a_grid_has_every_combination_once():
    design = design_of({"factors": {"treatment": ["quota", "reserve"], "players": [2, 4], "care": [0, 0.5, 1]}})
    assert len(design.points) == 12 == len({point.words for point in design.points})
    assert design.points[1].words == "treatment=quota, players=2, care=0.5"
    assert design.points[1].plan.treatments[0].profile(2)[1].care == 0.5


def test_a_sobol_design_spreads_numbers_and_names_over_their_ranges():
    factors = {
        "treatment": ["competitive", "quota"],
        "years": [4, 6, 8, 10],
        "ambition": {"low": 0, "high": 3},
        "look_ahead": {"low": 2, "high": 9},
    }
    design = design_of({"kind": "sobol", "points": 16, "games": 10, "factors": factors})
    values = {name: [point.factors[name] for point in design.points] for name in factors}
    assert values["treatment"].count("quota") == 8 and all(values["years"].count(year) == 4 for year in (4, 6, 8, 10))
    assert sorted(values["look_ahead"]) == sorted([*range(2, 10)] * 2)
    assert sorted(values["ambition"]) == [place * 3 / 16 for place in range(16)]
    assert design.points[3].plan.options == {"years": design.points[3].factors["years"]}


QUOTA: dict[str, Any] = {"treatment": ["quota"]}


@pytest.mark.parametrize(
    "wrong, message",
    [
        ({}, r"the design is empty: under \[factors\] name at least the treatments"),
        ({"factors": {}}, "the design is empty"),
        ({"factors": {"players": [3]}}, r"add treatment = \[...\] with some of to-win, competitive"),
        ({"factors": {"treatment": []}}, "treatment has no values: name at least one"),
        ({"factors": {"treatment": ["anarchy"]}}, "treatment 'anarchy' does not exist: choose to-win"),
        ({"factors": QUOTA | {"speed": [1]}}, "'speed' is not a factor: the factors are treatment, form, years"),
        ({"factors": QUOTA | {"compliance": [True]}}, "compliance=True is not possible: give a number"),
        ({"factors": QUOTA | {"penalty": [30]}}, "penalty=30 is not possible: choose a number from 0 to 20"),
        ({"factors": QUOTA | {"care": {"low": 0, "high": 2, "steps": 3}}}, "care=2 .* from 0 to 1"),
        ({"factors": QUOTA | {"care": {"low": 0, "high": 1}}}, "care: steps=None is not possible"),
        ({"factors": QUOTA | {"care": {"low": 0, "high": float("inf")}}}, "give a list of values, or a range such as"),
        ({"factors": QUOTA | {"care": {"low": 1, "high": 0}}}, "give a list of values, or a range such as"),
        ({"factors": QUOTA | {"care": float("nan")}}, "care=nan is not possible: choose a number from 0 to 1"),
        ({"factors": QUOTA | {"gear": {"low": 0, "high": 3}}}, "gear is no range: give a list of names"),
        ({"factors": QUOTA | {"players": [5]}}, "5 players cannot play boom: choose 2 to 4"),
        ({"factors": QUOTA | {"form": ["long"]}}, "form 'long' does not exist: choose full, lesson, short"),
        ({"factors": QUOTA | {"years": [12]}}, r"point 1 \(treatment=quota, years=12\).* from 1 to 10"),
        ({"factors": QUOTA | {"form": ["lesson"], "years": [8]}}, "the form lesson always has 6 years"),
        ({"factors": {"treatment": ["quota", "quota"]}}, "'quota' is named twice: once is enough"),
        ({"factors": QUOTA | {"care": {"low": 0, "high": 1, "steps": 4096}, "players": [2, 3]}}, "too many"),
        ({"factors": QUOTA, "kind": "cube"}, "kind='cube' is not possible: choose grid or sobol"),
        ({"factors": QUOTA, "points": 4}, "a grid design has no entry 'points'"),
        ({"factors": QUOTA, "kind": "sobol"}, "points=None is not possible"),
        ({"factors": QUOTA, "kind": "sobol", "points": 9999}, "9,999 points are too many"),
        ({"factors": QUOTA, "games": 0}, "games=0 is not possible"),
        ({"factors": QUOTA, "seed": -1}, "seed=-1 is not possible"),
        ({"factors": QUOTA, "chunk": 0}, "chunk=0 is not possible"),
    ],
)  # fmt: skip
def test_what_a_design_cannot_ask_for_is_told_with_what_is_right(wrong, message):
    with pytest.raises(ValueError, match=message):
        design_of(wrong)


@pytest.mark.parametrize(
    "data, message",
    [(b"", "the design is empty"), (b"games = ", "this is not TOML"), (b"\xff\xfe", "this is not text"),
     (b"#" * 1_000_001, "larger than 1,000,000 bytes")],
)  # fmt: skip
def test_a_file_that_is_no_design_is_named(tmp_path, data, message, capsys):
    file = tmp_path / "design.toml"
    file.write_bytes(data)
    assert main(["experiment", "run", str(file), "--out", str(tmp_path / "results")]) == 2
    said = capsys.readouterr().err
    assert str(file) in said and message in said and not (tmp_path / "results").exists()


@pytest.mark.long
def test_the_page_about_experiments_shows_what_its_design_gives(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text(encoding="utf-8")
    first, second = (tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL))
    assert len(design_of(second).points) == 128
    found = run_design(design_of(first), tmp_path / "promises").rows()
    for row in found:
        total = f"{row['total']:.1f} ({row['total_low']:.1f} to {row['total_high']:.1f})"
        line = f"| {row['form']} | {row['compliance']} | {total} | {100 * row['collapsed']:.1f} % |"
        assert f"{line}\n" in page
    for form, words in (("full", "60 %"), ("lesson", "36 %")):
        totals = {row["compliance"]: row["total"] for row in found if row["form"] == form}
        share = (totals[0.5] - totals[0]) / (totals[1] - totals[0])
        assert f"{100 * share:.0f} %" == words and words in page


# Results.


@pytest.mark.long
def test_a_point_holds_the_rows_of_the_experiment_that_it_is(played):
    with (played / "promises" / "points" / "0006.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    one = read_manifest(played / "promises").points[5]
    assert one.factors == {"treatment": "yearly-agreement", "form": "short", "players": 2, "compliance": 1}
    changed = treatments("short")["yearly-agreement"].but(compliance=1)
    wanted = experiment(changed, games=60, seed=3, players=2, form="short")
    assert [row["net"] for row in rows] == [str(row["net"]) for row in wanted]
    totals = [row["total"] for row in wanted if row["seat"] == 0]
    assert one.found["total"].mean == pytest.approx(sum(totals) / 60)


def test_the_codebook_says_what_every_column_means_and_nothing_else(played):
    folder = played / "promises"
    book = json.loads((folder / "manifest.json").read_text())["codebook"]
    heads = {name for file in folder.rglob("*.csv") for name in file.read_text().splitlines()[0].split(",")}
    assert book.keys() == heads and all(book.values())


@pytest.mark.long
def test_processes_and_a_second_run_give_the_same_folder_byte_for_byte(played, tmp_path, capsys):
    out = tmp_path / "again"
    command = ["experiment", "run", str(played / "promises.toml"), "--out", str(out)]
    assert main([*command, "--workers", "2"]) == 0
    assert files_in(out) == files_in(played / "promises")
    assert f"fishlab experiment check {out / 'manifest.json'}" in capsys.readouterr().out
    before = {path: path.stat().st_mtime_ns for path in (out / "points").iterdir()}
    assert main(command) == 0
    assert before == {path: path.stat().st_mtime_ns for path in (out / "points").iterdir()}, "nothing is played again"


@pytest.mark.long
def test_a_killed_run_goes_on_and_has_the_same_hashes(played, tmp_path, capsys):
    out = tmp_path / "killed"
    killed = (
        "import sys, os, signal\n"
        "import fishlab.lab.experiment\n"
        "from fishlab_widgets.command import main\n"
        "lab = sys.modules['fishlab.lab.experiment']\n"
        "played = lab.run_task\n"
        "def run_task(task, seen=[]):\n"
        "    seen.append(task)\n"
        "    if len(seen) == 11: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return played(task)\n"
        "lab.run_task = run_task\n"
        "main(sys.argv[1:])\n"
    )
    command = ["experiment", "run", str(played / "promises.toml"), "--out", str(out)]
    done = subprocess.run([sys.executable, "-c", killed, *command], capture_output=True)
    assert done.returncode == -signal.SIGKILL and not read_manifest(out).finished
    assert main(["experiment", "check", str(out)]) == 2
    assert "this run is not finished: repeat the command that started it" in capsys.readouterr().err
    assert main(command) == 0
    assert files_in(out) == files_in(played / "promises")


def test_a_folder_of_another_design_or_of_something_else_is_left_alone(played, tmp_path, capsys):
    folder, other = copy_of(played, tmp_path), tmp_path / "other.toml"
    before = files_in(folder)
    for change, message in (
        (("seed = 3", "seed = 4"), "holds the results of another design: choose another folder with --out"),
        (('"competitive", ', ""), "holds the results of another design"),
    ):
        other.write_text(GRID.replace(*change))
        assert main(["experiment", "run", str(other), "--out", str(folder)]) == 2
        assert message in capsys.readouterr().err and files_in(folder) == before
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    assert main(["experiment", "run", str(other), "--out", str(tmp_path / "full")]) == 2
    assert "does not hold the results of a design" in capsys.readouterr().err


def test_a_folder_that_was_begun_with_other_versions_is_left_alone(played, tmp_path, capsys):
    folder = copy_of(played, tmp_path)
    at = folder / "manifest.json"
    at.write_text(at.read_text().replace('"numpy": "', '"numpy": "1.'))
    assert main(["experiment", "run", str(played / "promises.toml"), "--out", str(folder)]) == 2
    assert "go on with those versions, or choose another folder" in capsys.readouterr().err


def test_what_a_design_says_itself_is_refused_on_the_command_line(played, capsys):
    assert main(["experiment", "run", str(played / "promises.toml"), "--games", "5", "--form", "short"]) == 2
    assert "a design says this itself: leave out --games, --form" in capsys.readouterr().err


def test_an_estimate_of_a_design_plays_nothing(played, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["experiment", "run", str(played / "promises.toml"), "--estimate"]) == 0
    assert "8 points, 480 games: about" in capsys.readouterr().err and not os.listdir(tmp_path)


# Checking.


@pytest.mark.long
def test_a_manifest_alone_is_enough_to_play_every_point_again(played, tmp_path, capsys):
    alone = tmp_path / "manifest.json"
    alone.write_bytes((played / "promises" / "manifest.json").read_bytes())
    assert main(["experiment", "check", str(alone)]) == 0
    assert "All 8 hashes are reproduced; 0 files" in capsys.readouterr().out
    assert main(["experiment", "check", str(played / "promises"), "--workers", "2"]) == 0
    assert "All 8 hashes are reproduced; 9 files" in capsys.readouterr().out


@pytest.mark.long
def test_a_changed_file_and_a_changed_policy_are_named(played, tmp_path, capsys):
    folder = copy_of(played, tmp_path)
    file = folder / "points" / "0002.csv"
    file.write_text(file.read_text().replace("competitive", "anarchy", 1))
    assert main(["experiment", "check", str(folder)]) == 1
    said = capsys.readouterr().out
    assert "0002.csv was changed after it was written" in said and "plays differently" not in said
    at = folder / "manifest.json"
    plain = json.loads(at.read_text())
    plain["policies"][0]["care"] = 0.0 if plain["policies"][0]["care"] else 1.0
    at.write_text(json.dumps(plain))
    wrong = check(at).wrong
    assert any(line.startswith("Point 1 (treatment=competitive") for line in wrong)


def told_wrong(folder, change):
    """Return what a check says is wrong once the manifest has been changed."""
    at = folder / "manifest.json"
    plain = json.loads(at.read_text())
    change(plain)
    at.write_text(json.dumps(plain))
    return check(at).wrong


def falsified(place, value):
    """Return a change that puts a value at a place of a manifest."""
    *way, last = place

    def change(plain):
        for name in way:
            plain = plain[name]
        plain[last] = value

    return change


POINT = "Point 1 (treatment=competitive, form=short, players=2, compliance=0.5)"
GIVE = "is not what its design and its games give"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (falsified(("points", 0, "found", "total", 0), 99.0), f"{POINT}: this {GIVE}: found."),
        (falsified(("points", 0, "found", "more"), [1, 1, 1]), f"{POINT}: this {GIVE}: found."),
        (falsified(("points", 0, "factors", "compliance"), 0.25), f"{POINT}: this {GIVE}: factors."),
        (falsified(("points", 0, "factors", "form"), ["lesson"]), f"{POINT}: this {GIVE}: factors."),
        (falsified(("points", 0, "best"), 1.0), f"{POINT}: this {GIVE}: best, found."),
        (falsified(("points", 0, "seats"), [0.9, 0]), "this manifest is damaged"),
        (falsified(("design", "seed"), 3.0), "The design in it cannot be played: "),
        (falsified(("design", "games"), 1e400), "this manifest is damaged"),
        (falsified(("design", "kind"), "sobol"), "The design in it cannot be played: compliance="),
        (falsified(("design", "factors"), {}), "The design in it cannot be played: the design is empty"),
        (falsified(("design", "factors", "form"), ["lesson"]), f"{POINT.replace('short', 'lesson')}: this {GIVE}: "),
        (falsified(("design", "points"), 400), f"In the manifest this {GIVE}: design."),
        (falsified(("codebook", "total"), "points after fines"), f"In the manifest this {GIVE}: codebook."),
        (falsified(("summary", "sha256"), "0" * 64), f"In the manifest this {GIVE}: summary."),
        (falsified(("summary", "file"), "other.csv"), f"In the manifest this {GIVE}: summary."),
        (lambda plain: plain["policies"].append(plain["policies"][0]), f"In the manifest this {GIVE}: policies."),
        (falsified(("design", "games"), 1e308), "The design in it cannot be played: "),
        (falsified(("note",), "mine"), f"In the manifest this {GIVE}: note."),
        (lambda plain: plain["points"].pop(), "The design has 8 points, and the manifest 7."),
    ],
)
def test_whatever_is_falsified_in_a_manifest_is_named(played, tmp_path, capsys, change, said):
    at = tmp_path / "manifest.json"
    plain = json.loads((played / "promises" / "manifest.json").read_text())
    change(plain)
    at.write_text(json.dumps(plain))
    assert main(["experiment", "check", str(at)]) != 0
    told = capsys.readouterr()
    assert said in told.out + told.err


def test_a_manifest_that_nobody_changed_is_right(played):
    assert check(played / "promises").wrong == []


def test_a_manifest_of_another_laboratory_is_refused_with_its_versions(played, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(manifests, "VERSION", manifests.VERSION + 1)
    assert main(["experiment", "check", str(played / "promises")]) == 2
    assert f"laboratory {manifests.VERSION - 1}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda plain: "", "no manifest of an experiment"),
        (lambda plain: [], "no manifest of an experiment"),
        (lambda plain: plain | {"made by": "me"}, "no manifest of an experiment"),
        (lambda plain: plain | {"format": 2}, "written by another Fishlab"),
        (lambda plain: plain | {"points": []}, "damaged"),
        (lambda plain: plain | {"points": None}, "damaged"),
        (lambda plain: plain | {"policies": [{"speed": 1}]}, "damaged"),
        (lambda plain: plain | {"points": [plain["points"][0] | {"file": "../../secret"}]}, "damaged"),
        (lambda plain: plain | {"points": [plain["points"][0] | {"options": {"years": 99}}]}, "damaged"),
        (lambda plain: plain | {"design": plain["design"] | {"chunk": 0}}, "damaged"),
    ],
)
def test_a_damaged_manifest_gets_a_sentence(played, tmp_path, change, message):
    at = tmp_path / "manifest.json"
    at.write_text(json.dumps(change(json.loads((played / "promises" / "manifest.json").read_text()))))
    with pytest.raises(ValueError, match=message):
        read_manifest(at)


# In the laboratory.


def test_the_panel_opens_a_manifest_and_shows_its_points(played):
    lab = Laboratory(games=10)
    text = (played / "promises" / "manifest.json").read_text()
    send(lab.panel, type="open", value=text)
    view = lab.panel.view
    assert view["tab"] == "design" and view["tabs"][-1] == ["design", "Design"]
    points = read_manifest(played / "promises").points
    best = max(points, key=lambda point: point.found["total_after_fines"].mean)
    assert f"{best.found['total_after_fines'].mean:.1f}" in view["figures"][0]
    assert "8 points of a design, 60 games of each" in view["figures"][0]
    assert "Its points differ in: treatment, players, compliance" in view["words"]
    send(lab.panel, type="tab", name="totals")
    assert lab.panel.view["tab"] == "totals" and ["design", "Design"] in lab.panel.view["tabs"]


@pytest.mark.long
def test_a_panel_refuses_a_manifest_that_is_damaged_or_unfinished(played):
    lab = Laboratory(games=10, wait=True)
    plain = json.loads((played / "promises" / "manifest.json").read_text())
    send(lab.panel, type="open", value=json.dumps(plain | {"points": []}))
    assert lab.panel.head["notice"] == "this manifest is damaged: copy the original once more."
    unfinished = [point | {"sha256": "", "found": {}} for point in plain["points"]]
    send(lab.panel, type="open", value=json.dumps(plain | {"points": unfinished}))
    assert "not finished" in lab.panel.head["notice"]
    send(lab.panel, type="open", value=json.dumps(plain))
    assert lab.panel.view["tab"] == "design", "a panel that waits shows it too"


@pytest.mark.long
def test_of_very_many_points_the_panel_shows_both_ends(tmp_path):
    design = {"kind": "sobol", "points": 20, "games": 2, "factors": {"treatment": list(TREATMENTS), "care": [0, 1]}}
    run_design(design_of(design), tmp_path / "many")
    lab = Laboratory(games=10)
    lab.open_kept((tmp_path / "many" / "manifest.json").read_text())
    assert "20 points of a design, 2 games of each: the 8 lowest and the 8 highest" in lab.panel.view["figures"][0]
