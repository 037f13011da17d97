"""The statistics of a class held against simulated classes: a short form here, the whole in docs/class_check.md."""

from __future__ import annotations

from pathlib import Path

import pytest
from class_check import EFFECTS, HELD, KINDS, POOLS, TABLES, main, measure, measure_pool

from fishlab.lab.class_experiment.power import Forecast

PAGE = Path(__file__).resolve().parents[2] / "docs" / "class_check.md"
CLASSES = 400


def lines(columns):
    """Return the cells of the kept table with so many columns."""
    rows = [row.strip("| ").split(" | ") for row in PAGE.read_text(encoding="utf-8").splitlines() if row[:1] == "|"]
    return [row for row in rows if len(row) == columns and row[0].isdigit()]


def share(cell):
    return float(cell.split()[0])


@pytest.mark.parametrize("kind", HELD)
@pytest.mark.parametrize(("effect", "tables"), [("none", 4), ("half", 6), ("full", 12)])
def test_a_few_simulated_classes_do_what_the_interval_and_the_plan_promise(kind, effect, tables):
    found = measure(kind, effect, tables, CLASSES)
    assert found.covers == pytest.approx(0.95, abs=0.03)
    assert found.d_covers == pytest.approx(0.95, abs=0.04)
    assert found.seen == pytest.approx(found.forecast, abs=0.06)
    if effect == "none":
        assert found.seen <= 0.07
        assert found.test <= 0.05
    assert measure(kind, effect, tables, 20) == measure(kind, effect, tables, 20), "the same classes each time"


def test_a_few_pools_cover_the_truth():
    for count, tau in ((3, 8.0), (5, 0.0)):
        covers, seen = measure_pool(count, tau, 60)
        assert covers >= 0.9
        assert 0 < seen < 1


def test_the_kept_table_keeps_every_limit():
    kept = lines(10)
    assert len(kept) == len(KINDS) * len(EFFECTS) * len(TABLES)
    assert "10,000 simulated classes for each line" in PAGE.read_text(encoding="utf-8")
    for tables, kind, effect, _, covers, seen, forecast, _, _, held in kept:
        if kind in HELD:
            assert 94 <= share(covers) <= 96, (tables, kind, effect)
            assert share(seen) <= 5.5 if effect == "none" else abs(share(seen) - float(forecast)) <= 2
            assert held == "yes"


def test_the_kept_table_is_what_this_code_forecasts():
    for tables, kind, effect, points, *_, forecast, _, _, _ in lines(10):
        size = EFFECTS[effect]
        assert float(points) == pytest.approx(KINDS[kind].difference(size), abs=0.051)
        if size:
            share_seen = Forecast(int(tables) // 2, KINDS[kind].sd(size)).share(KINDS[kind].difference(size))
            assert float(forecast) == pytest.approx(100 * share_seen, abs=0.051)


def test_many_classes_cover_the_truth_in_the_kept_table():
    kept = lines(4)
    assert [(int(row[0]), float(row[1])) for row in kept] == [*POOLS]
    assert all(share(covers) >= 93 for _, _, covers, _ in kept)


def test_the_command_writes_a_page_and_says_whether_limits_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("class_check.TABLES", (4,))
    monkeypatch.setattr("class_check.POOLS", ((2, 0.0),))
    page = tmp_path / "page.md"
    broken = main(["--classes", "3", "--pools", "2", "--out", str(page)])
    text = page.read_text(encoding="utf-8")
    assert broken == 1, "three classes cannot cover 94 to 96 %"
    assert "`python tools/class_check.py --classes 3 --pools 2 --out docs/class_check.md`" in text
    assert text.count("\n| 4 | ") == 9
