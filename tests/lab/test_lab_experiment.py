"""Experiments: the same rows whoever computes them, files that survive a kill, and the command line."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from fishlab_widgets.command import main

from fishlab.boom.rules import Boom
from fishlab.fishery.rules import Fishery
from fishlab.lab.engine import play
from fishlab.lab.experiment import (
    Cancelled,
    columns_of,
    cooperative_best,
    estimate,
    experiment,
    plan,
    rows_from_play,
    stock,
    summary,
)
from fishlab.lab.policies import Policy
from fishlab.lab.treatments import TREATMENTS
from fishlab.match import Match

TWO = ["competitive", "cooperative"]


def rows_in(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_one_row_for_each_game_and_player_with_every_outcome():
    rows = experiment(TWO, games=30, seed=4, players=3)
    assert len(rows) == 2 * 30 * 3
    assert [(row["treatment"], row["game"], row["seat"]) for row in rows[:4]] == [
        ("competitive", 0, 0),
        ("competitive", 0, 1),
        ("competitive", 0, 2),
        ("competitive", 1, 0),
    ]
    batch = play(TREATMENTS["competitive"].profile(3), 30, 4)
    row = rows[3 * 7 + 2]  # game 7, seat 2
    assert row["own"] == batch.own()[2, 7] and row["total"] == batch.total()[7]
    assert row["damage"] == pytest.approx(batch.damage()[2, 7], abs=1e-3)
    assert row["unmet"] == batch.unmet()[2, 7] and row["collapse"] == batch.collapse()[7]
    assert [row[f"living_{year}"] for year in range(1, 11)] == batch.living()[:, 7].tolist()
    assert row["efficiency"] == pytest.approx(row["total"] / cooperative_best(3), abs=1e-3)
    assert 0 <= row["gini"] < 1
    assert all(type(value) in (str, int, float) for value in row.values())


def test_treatments_are_played_on_the_same_dice():
    same = TREATMENTS["competitive"].but("the same again")
    rows = experiment(["competitive", same], games=20)
    assert [row["own"] for row in rows[:80]] == [row["own"] for row in rows[80:]]


def test_rows_do_not_depend_on_the_chunks():
    whole = experiment("quota", games=70, seed=2)
    assert experiment("quota", games=70, seed=2, chunk=16) == whole
    assert experiment("quota", games=70, seed=3) != whole


@pytest.mark.long
def test_a_process_pool_gives_the_same_rows():
    alone = experiment(TWO, games=60, seed=5, chunk=20)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert experiment(TWO, games=60, seed=5, chunk=20, executor=pool) == alone


@pytest.mark.long
def test_a_dask_cluster_gives_the_same_rows():
    distributed = pytest.importorskip(
        "distributed", reason="fishlab[cluster], which brings Dask and is optional, is not installed"
    )
    alone = experiment(TWO, games=60, seed=5, chunk=20)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert experiment(TWO, games=60, seed=5, chunk=20, executor=client.get_executor()) == alone


def test_progress_is_told_after_every_chunk():
    told = []
    experiment(TWO, games=25, chunk=10, progress=lambda done, games: told.append((done, games)))
    assert told == [(0, 50), (10, 50), (20, 50), (25, 50), (35, 50), (45, 50), (50, 50)]


@pytest.mark.parametrize("pool", [False, True])
def test_cancel_stops_at_the_next_chunk_and_hands_back_what_is_done(pool):
    stop = threading.Event()

    def progress(done: int, games: int) -> None:
        if done >= 20:
            stop.set()

    executor = ThreadPoolExecutor(1) if pool else None
    with pytest.raises(Cancelled, match="stopped after 20 of 50 games") as caught:
        experiment("quota", games=50, chunk=10, executor=executor, progress=progress, cancel=stop.is_set)
    assert caught.value.rows == experiment("quota", games=50)[: 20 * 4]
    if executor:
        executor.shutdown()


# Files.


def test_a_file_holds_the_same_rows(tmp_path):
    file = tmp_path / "rows.csv"
    assert experiment(TWO, games=23, seed=1, chunk=10, file=file) == []
    rows = experiment(TWO, games=23, seed=1)
    assert [list(row.values()) for row in rows_in(file)] == [[str(value) for value in row.values()] for row in rows]


def stop_after(most: int, **given) -> None:
    """Begin an experiment, and stop it once so many games are done."""
    stop = threading.Event()
    with pytest.raises(Cancelled):
        experiment(
            TWO, **given, progress=lambda done, _: stop.set() if done >= most else None, cancel=stop.is_set
        )  # fmt: skip


def test_a_name_with_commas_and_quotes_comes_back_whole(tmp_path):
    own = TREATMENTS["quota"].but('ours, "kept"', quota=2)
    experiment([own], games=3, file=tmp_path / "rows.csv")
    assert {row["treatment"] for row in rows_in(tmp_path / "rows.csv")} == {'ours, "kept"'}


def test_an_interrupted_run_goes_on_without_losing_or_repeating_a_chunk(tmp_path):
    whole, file = tmp_path / "whole.csv", tmp_path / "part.csv"
    experiment(TWO, games=35, seed=1, chunk=10, file=whole)
    stop_after(45, games=35, seed=1, chunk=10, file=file)
    assert json.loads((tmp_path / "part.csv.plan.json").read_text())["done"] == 5
    with file.open("a") as stream:
        stream.write("competitive,99,0,half a li")  # killed while it wrote the next chunk
    told = []
    experiment(TWO, games=35, seed=1, chunk=10, file=file, progress=lambda done, games: told.append(done))
    assert told == [45, 55, 65, 70]
    assert file.read_bytes() == whole.read_bytes()
    before = file.stat().st_mtime_ns
    experiment(TWO, games=35, seed=1, chunk=10, file=file)  # all done: nothing is played or written again
    assert file.stat().st_mtime_ns == before


def test_a_killed_process_leaves_a_file_that_goes_on(tmp_path):
    whole, file = tmp_path / "whole.csv", tmp_path / "killed.csv"
    command = [
        sys.executable,
        "-m",
        "fishlab_widgets.command",
        "experiment",
        "run",
        *TWO,
        "--games",
        "600",
        "--chunk",
        "100",
    ]
    slow = (
        "import sys, os, signal\n"
        "import fishlab.lab.experiment\n"
        "from fishlab_widgets.command import main\n"
        "lab = sys.modules['fishlab.lab.experiment']\n"
        "played = lab.run_task\n"
        "def killed(task, seen=[]):\n"
        "    seen.append(task)\n"
        "    if len(seen) == 6: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return played(task)\n"
        "lab.run_task = killed\n"
        "main(sys.argv[1:])\n"
    )
    done = subprocess.run([sys.executable, "-c", slow, *command[3:], "--out", str(file)], capture_output=True)
    assert done.returncode == -signal.SIGKILL
    safe = json.loads((tmp_path / "killed.csv.plan.json").read_text())["done"]
    assert 0 < safe < 12
    again = subprocess.run([*command, "--out", str(file)], capture_output=True, text=True)
    assert again.returncode == 0 and f"{safe} of 12 chunks are there" in again.stderr
    experiment(TWO, games=600, chunk=100, file=whole)
    assert file.read_bytes() == whole.read_bytes()


def test_a_file_of_another_version_or_experiment_is_left_alone(tmp_path):
    file = tmp_path / "rows.csv"
    experiment("quota", games=8, file=file)
    kept = file.read_bytes()
    with pytest.raises(ValueError, match=r"holds another experiment \(seed there: 0\)"):
        experiment("quota", games=8, seed=1, file=file)
    with pytest.raises(ValueError, match=r"holds another experiment \(treatments there: others\)"):
        experiment("reserve", games=8, file=file)
    at = tmp_path / "rows.csv.plan.json"
    plan_there = json.loads(at.read_text())
    plan_there["plan"]["version"] = 99
    at.write_text(json.dumps(plan_there))
    with pytest.raises(ValueError, match="was made by version 99 of the laboratory, this is 3: choose another name"):
        experiment("quota", games=8, file=file)
    at.write_text("{")
    with pytest.raises(ValueError, match="is damaged"):
        experiment("quota", games=8, file=file)
    assert file.read_bytes() == kept


def test_a_file_that_is_not_ours_or_too_short_is_left_alone(tmp_path):
    own = tmp_path / "mine.csv"
    own.write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="is not a results file of the laboratory: choose another name"):
        experiment("quota", games=8, file=own)
    assert own.read_text() == "a,b\n1,2\n"
    file = tmp_path / "rows.csv"
    experiment("quota", games=8, file=file)
    os.truncate(file, 10)
    with pytest.raises(ValueError, match="is shorter than its plan says"):
        experiment("quota", games=8, file=file)
    with pytest.raises(ValueError, match=r"choose a name that ends in \.csv or \.parquet"):
        experiment("quota", games=8, file=tmp_path / "rows.xlsx")


def test_parquet_needs_pyarrow_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"needs the package pyarrow.*choose a \.csv file"):
        experiment("quota", games=8, file=tmp_path / "rows.parquet")


def test_parquet_is_written_chunk_by_chunk_and_goes_on(tmp_path):
    parquet = pytest.importorskip(
        "pyarrow.parquet", reason="pyarrow is not installed: rows cannot be kept as Parquet, which is optional"
    )
    folder = tmp_path / "rows.parquet"
    stop_after(20, games=20, chunk=10, file=folder)
    assert sorted(part.name for part in folder.glob("part-*")) == ["part-00000.parquet", "part-00001.parquet"]
    experiment(TWO, games=20, chunk=10, file=folder)
    assert parquet.read_table(folder).to_pylist() == experiment(TWO, games=20)


# Bad input, and very much of it.


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "games=0 is not possible: choose a whole number from 1"),
        ({"treatments": ["anarchy"]}, "treatment 'anarchy' does not exist: choose to-win, competitive"),
        ({"treatments": []}, "no treatment is given: choose some of to-win, competitive"),
        ({"treatments": ["quota", "quota"]}, "treatment 'quota' is given twice"),
        ({"seed": -3}, "seed=-3 is not possible"),
        ({"players": 7}, "7 players cannot play boom"),
        ({"chunk": 0}, "chunk=0 is not possible"),
        ({"weather": "fine"}, "the laboratory has no option 'weather'"),
    ],
)
def test_what_cannot_be_played_is_named(wrong, message):
    with pytest.raises(ValueError, match=message):
        experiment(**({"treatments": ["quota"], "games": 5} | wrong))


def test_ten_million_games_say_how_long_and_how_much_and_then_go_chunk_by_chunk(tmp_path):
    what = plan("quota", 10_000_000)
    expected = estimate(what, sample=200)
    assert expected.games == 10_000_000 and expected.seconds > 10
    assert expected.memory < 200e6 < expected.disk
    assert "10,000,000 games: about" in str(expected) and "MB of memory" in str(expected)
    with pytest.raises(ValueError, match=r"40,000,000 rows are too many to hand back.*give file="):
        experiment("quota", games=10_000_000)
    told = []

    def progress(done: int, games: int) -> None:
        told.append((done, games))

    with pytest.raises(Cancelled, match="stopped after 2,000 of 10,000,000 games"):
        experiment(
            "quota",
            games=10_000_000,
            chunk=1000,
            file=tmp_path / "many.csv",
            progress=progress,
            cancel=lambda: len(told) > 2,
        )
    assert told == [(0, 10_000_000), (1000, 10_000_000), (2000, 10_000_000)]
    assert len(rows_in(tmp_path / "many.csv")) == 8000


# Summaries.


def test_a_summary_has_an_interval_and_the_number_of_games_for_every_mean():
    lines = summary(experiment(TWO, games=200))
    assert [line["treatment"] for line in lines] == TWO
    for line in lines:
        assert line["games"] == 200
        for figure in ("total", "total_after_fines", "efficiency", "team_unmet", "team_damage", "gini", "collapsed"):
            assert line[f"{figure}_low"] <= line[figure] <= line[f"{figure}_high"]
    assert lines[1]["efficiency"] == pytest.approx(1, abs=0.1) and lines[0]["efficiency"] < 0.5


def test_stock_curves_have_bands_by_year_and_by_species():
    rows = stock(TWO, games=150)
    assert len(rows) == 20 and rows[0]["living"] == 23 and rows[0]["games"] == 150
    assert all(row["low"] <= row["living"] <= row["high"] for row in rows)
    assert all(row["lowest_tenth"] <= row["highest_tenth"] for row in rows)
    kinds = stock("competitive", games=150, by_species=True)
    assert len(kinds) == 100 and {row["species"] for row in kinds} >= {"cod", "whale"}
    for year in range(1, 11):
        parts = sum(row["living"] for row in kinds if row["year"] == year)
        assert parts == pytest.approx(rows[year - 1]["living"])


def test_games_that_people_played_join_in_with_the_same_columns():
    batch = play(TREATMENTS["competitive"].profile(3), 12, 9)
    rows = rows_from_play((Match.from_code(batch.match(game).code()).state for game in range(12)), "class 7b")
    simulated = experiment("competitive", games=12, seed=9, players=3)
    assert [row.pop("treatment") for row in rows] == ["class 7b"] * 36
    for row in simulated:
        del row["treatment"]
    assert [list(row) for row in rows] == [list(row) for row in simulated]
    for mine, theirs in zip(rows, simulated, strict=True):
        assert mine == pytest.approx(theirs, abs=2e-3)


@pytest.mark.parametrize("option", [{"first_demand": 3}, {"score_unplayed_year": False}, {"first": 2}])
def test_a_played_game_is_held_against_the_best_of_its_own_options(option):
    batch = play(TREATMENTS["competitive"].profile(3), 4, 9, **option)
    rows = rows_from_play(batch.match(game).state for game in range(4))
    simulated = experiment("competitive", games=4, seed=9, players=3, **option)
    assert [row["efficiency"] for row in rows] == [row["efficiency"] for row in simulated]


@pytest.mark.parametrize("players", [2, 4])
def test_where_a_team_earns_next_to_nothing_there_is_no_efficiency_instead_of_a_huge_one(players):
    poor = {"first_demand": 6}
    assert cooperative_best(players, json.dumps(poor)) < players
    rows = experiment("competitive", games=5, players=players, **poor)
    assert all(np.isnan(row["efficiency"]) for row in rows)
    state = play(TREATMENTS["competitive"].profile(players), 1, **poor).match(0).state
    assert np.isnan(rows_from_play([state])[0]["efficiency"])
    (line,) = summary(rows)
    assert np.isnan(line["efficiency"]) and line["total"] < 0


def test_plates_of_years_that_were_not_played_are_unmet_only_where_they_count():
    batch = play(TREATMENTS["competitive"].profile(3), 12, 9, score_unplayed_year=False)
    rows = rows_from_play(batch.match(game).state for game in range(12))
    simulated = experiment("competitive", games=12, seed=9, players=3, score_unplayed_year=False)
    assert [row["unmet"] for row in rows] == [row["unmet"] for row in simulated]
    counted = experiment("competitive", games=12, seed=9, players=3)
    assert sum(row["unmet"] for row in rows) < sum(row["unmet"] for row in counted)


def test_games_of_another_kind_or_unfinished_are_named():
    with pytest.raises(ValueError, match="game 1 is not over: Year 1: Seat A fishes"):
        rows_from_play([Boom.start(2)])
    with pytest.raises(ValueError, match="game 1 is not a game of Fishery Boom"):
        rows_from_play([Fishery.start(2)])


# The command line.


def test_help_and_the_list_of_treatments(capsys):
    with pytest.raises(SystemExit) as left:
        main(["experiment", "--help"])
    assert left.value.code == 0
    assert "one row for each game and player" in capsys.readouterr().out.replace("\n", " ")
    assert main(["experiment", "list"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in TREATMENTS) and "not in the rulebook" in said


def test_the_command_line_writes_the_rows_of_experiment(tmp_path, capsys):
    file = tmp_path / "rows.csv"
    assert main(["experiment", "run", *TWO, "--games", "15", "--seed", "3", "--players", "2", "--out", str(file)]) == 0
    assert "60 rows are in" in capsys.readouterr().out
    assert [row["own"] for row in rows_in(file)] == [str(row["own"]) for row in experiment(TWO, 15, 3, players=2)]


def test_the_command_line_says_what_is_wrong_and_leaves_with_2(tmp_path, capsys):
    out = ["--out", str(tmp_path / "rows.csv")]
    for wrong, message in (
        (["run", "anarchy", *out], "treatment 'anarchy' does not exist"),
        (["run", "--games", "0", *out], "games=0 is not possible"),
        (["run", "--games", "5", "--workers", "0", *out], "--workers 0 is not possible"),
        (["run", "quota", "--games", "5", "--out", "rows.txt"], "choose a name that ends in .csv or .parquet"),
        (["run", "quota", "--games", "5", "--sheet", "none.toml", *out], "cannot be read"),
    ):
        assert main(["experiment", *wrong]) == 2
        assert message in capsys.readouterr().err
    assert not list(tmp_path.glob("*.csv"))


def test_estimate_plays_nothing(tmp_path, capsys):
    file = tmp_path / "rows.csv"
    assert main(["experiment", "run", "quota", "--games", "10000000", "--estimate", "--out", str(file)]) == 0
    said = capsys.readouterr().err
    assert "10,000,000 games: about" in said and "chunks of 10,000" in said
    assert not file.exists()


def test_the_command_line_prints_the_game_between_policies(capsys):
    assert main(["experiment", "payoffs", "--games", "120"]) == 0
    said = capsys.readouterr().out
    assert "120 games" in said and said.endswith("Nobody gains by being the only one to change if all play: own\n")


def test_the_laboratory_needs_numpy_only():
    code = (
        "import sys, fishlab.lab\n"
        "wrong = {'matplotlib', 'ipywidgets', 'anywidget', 'pandas', 'pyarrow', 'distributed', 'numba'}\n"
        "print(sorted(wrong & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_outcomes_are_plain_numbers_that_add_up():
    batch = play(Policy(ambition=1), 50, 6)
    columns = columns_of(batch, "mine", 40.0)
    assert columns["own"].reshape(50, 4).sum(axis=1).tolist() == columns["total"][::4].tolist()
    assert np.array_equal(columns["catch"].reshape(50, 4).T, batch.catch().sum(axis=0))
