"""The statistics of a class held against simulated classes: a short form here, the whole in docs/class_check.md."""

from __future__ import annotations

from pathlib import Path

import pytest
from class_check import EFFECTS, HELD, KINDS, POOLS, TABLES, Measured, main, measure, measure_lesson, measure_pool

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


def test_a_lesson_of_32_people_sees_the_models_effect_in_9_of_10_classes():
    points, seen, forecast, blocks = measure_lesson("lesson", 32, CLASSES)
    assert (blocks, seen >= 0.9) == (4, True)
    assert seen == pytest.approx(forecast, abs=0.06)
    rows = [row.strip("| ").split(" | ") for row in PAGE.read_text(encoding="utf-8").splitlines() if row[:3] == "| l"]
    (kept,) = [row for row in rows if row[1] == "32"]
    assert (kept[2], kept[3]) == (str(blocks), f"{points:.1f}")
    assert share(kept[4]) >= 90
    assert kept[5] == f"{100 * forecast:.1f}"


def test_the_kept_table_keeps_every_limit():
    kept = lines(10)
    assert len(kept) == len(KINDS) * len(EFFECTS) * len(TABLES)
    assert "10,000 simulated classes for each line" in PAGE.read_text(encoding="utf-8")
    for tables, kind, effect, _, covers, seen, forecast, _, _, held in kept:
        if kind in HELD:
            assert 93.5 <= share(covers) <= 96.5, (tables, kind, effect)
            assert share(seen) <= 5.5 if effect == "none" else abs(share(seen) - float(forecast)) <= 2
            assert held in ("yes", "within chance")
    outside = [row for row in kept if row[1] in HELD and not 94 <= share(row[4]) <= 96]
    assert len(outside) <= 1, "a sample of 24 lines"


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
    assert main(["--classes", "3", "--pools", "2", "--out", str(page)]) == 0, "three classes contradict nothing"
    text = page.read_text(encoding="utf-8")
    assert "within chance" in text
    assert "`python tools/class_check.py --classes 3 --pools 2 --out docs/class_check.md`" in text
    assert text.count("\n| 4 | ") == 9


def test_limits_are_kept_missed_by_chance_or_broken():
    fine = Measured("normal", "half", 8, 8.0, 0.95, 0.2, 0.21, 0.0, 0.95)
    assert fine.held(10_000) == "yes"
    assert fine._replace(covers=0.962).held(10_000) == "within chance"
    assert fine._replace(covers=0.97).held(10_000) == "no"
    assert fine._replace(covers=0.93).held(10_000) == "no"
    assert fine._replace(seen=0.24).held(10_000) == "no"
    none = fine._replace(effect="none")
    assert [none._replace(seen=seen).held(10_000) for seen in (0.05, 0.053, 0.06)] == ["yes", "within chance", "no"]
