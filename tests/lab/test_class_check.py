"""The statistics of a class held against simulated classes: a short form here, the whole in docs/class_check.md."""

from __future__ import annotations

from pathlib import Path

import pytest
from class_check import (
    EFFECTS,
    EXACT,
    FORECAST,
    KINDS,
    PARTED,
    POOLS,
    SIZES,
    TABLES,
    Measured,
    main,
    measure,
    measure_apart,
    measure_pool,
    measure_sizes,
    other_lines,
    smoothed_d,
    smoothed_more,
)
from class_sections import LAWS, PROMISES, SEVERAL, measure_law, measure_promises, measure_several

from fishlab.lab.class_experiment.beside import spreads
from fishlab.lab.class_experiment.power import Forecast, plan_class
from fishlab.lab.class_experiment.sentences import APART, COLLAPSED, D_HOLDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "class_check.md"
CLASSES = 400
MODELS = spreads("lesson", "silence", "yearly-agreement")


def lines(columns):
    """Return the cells of the kept table with so many columns."""
    rows = [row.strip("| ").split(" | ") for row in PAGE.read_text(encoding="utf-8").splitlines() if row[:1] == "|"]
    return [row for row in rows if len(row) == columns and row[0].isdigit()]


def share(cell):
    return float(cell.split()[0])


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", FORECAST)
@pytest.mark.parametrize(("effect", "tables"), [("none", 4), ("half", 6), ("full", 12)])
def test_a_few_simulated_classes_do_what_the_interval_and_the_plan_promise(kind, effect, tables):
    found = measure(kind, effect, tables, CLASSES)
    assert found.covers == pytest.approx(0.95, abs=0.03 if kind in EXACT else 0.06)
    assert found.d_covers == pytest.approx(0.95, abs=0.04 if kind in EXACT else 0.09)
    assert found.seen == pytest.approx(found.forecast, abs=0.06)
    if effect == "none":
        assert found.seen <= 0.07
        assert found.test <= 0.05
    again = {repr(measure(kind, effect, tables, 20)) for _ in range(2)}
    assert len(again) == 1, "the same classes each time"


def test_a_few_pools_cover_the_truth():
    for count, tau in ((3, 8.0), (5, 0.0)):
        covers, seen = measure_pool(count, tau, 60)
        assert covers >= 0.9
        assert 0 < seen < 1


def test_a_lesson_of_32_people_sees_the_models_effect_in_9_of_10_classes():
    assert measure("lesson", "full", 8, CLASSES).seen >= 0.9
    (kept,) = [row for row in lines(12) if row[:3] == ["8", "lesson", "full"]]
    assert share(kept[5]) >= 90


def test_the_kept_table_keeps_its_limits_and_says_plainly_where_the_forms_miss_them():
    kept = lines(12)
    assert len(kept) == len(KINDS) * len(EFFECTS) * len(TABLES)
    assert "10,000 simulated classes for each line" in PAGE.read_text(encoding="utf-8")
    for tables, kind, effect, points, covers, seen, forecast, _, _, _, interval, power in kept:
        shares = [share(cell) / 100 for cell in (covers, seen, forecast)]
        found = Measured(kind, effect, int(tables), float(points), *shares, 0.0, 0.0, 0.0)
        if abs(shares[0] - 0.94) > 0.0006 and abs(shares[0] - 0.96) > 0.0006:  # the page rounds
            assert interval == found.interval_held(10_000), (tables, kind, effect)
        if kind in EXACT:
            assert interval == "yes" or interval.endswith(", within chance"), (tables, kind, effect)
        if kind in FORECAST and effect != "none":
            assert abs(shares[1] - shares[2]) <= 0.02
            assert power in ("yes", "within chance")
    assert any(row[-2] == "below" for row in kept if row[1] == "lesson"), "or the reasons below the table can go"


def test_the_kept_table_is_what_this_code_forecasts():
    for tables, kind, effect, points, _, _, forecast, *_ in lines(12):
        spread = KINDS[kind].spread(EFFECTS[effect])
        assert float(points) == pytest.approx(spread.difference, abs=0.051)
        if spread.difference:
            share_seen = Forecast((spread.ahead(),) * (int(tables) // 2)).share(spread.difference)
            assert float(forecast) == pytest.approx(100 * share_seen, abs=0.051)


def test_the_kept_page_says_how_much_more_smoothed_games_cover_by_which_plan_and_desk_speak():
    kept = [
        Measured(kind, effect, int(tables), 0.0, share(covers) / 100, 0.0, 0.0, 0.0, 0.0, 0.0)
        for tables, kind, effect, _, covers, *_ in lines(12)
    ]
    words, _ = smoothed_more(kept)
    text = PAGE.read_text(encoding="utf-8")
    assert words in text
    full = [share(row[4]) for row in lines(12) if row[1] == "full" and row[0] == "4" and row[2] != "none"]
    told = words.split("full, 16 people: ")[1].split(" as they come, ")[0]
    assert float(told) == pytest.approx(sum(full) / len(full), abs=0.051), "both effects are the same games"
    assert "the interval covers up to about 4 points more: " in words
    desk = Forecast((spreads("full", "silence", "yearly-agreement")[4].ahead(),) * 2).covers
    assert f" as they come, {100 * desk:.1f} smoothed" in words, "as plan and desk draw them"
    assert smoothed_more([one for one in kept if one.kind == "normal"]) == []


def test_the_kept_page_says_how_often_d_is_covered_on_the_usual_form():
    found = [float(row[9]) for row in lines(12) if row[1] == "lesson" and row[2] != "none" and int(row[0]) >= 8]
    words = f"that is {min(found):.0f} to {max(found):.0f} there, not 95"
    text = PAGE.read_text(encoding="utf-8")
    assert max(found) < 94 and words in text
    smooth = [round(100 * smoothed_d(effect, tables)) for effect in ("half", "full") for tables in (8, 12)]
    assert f"say how often an interval holds (see below), it is {min(smooth)} to {max(smooth)}." in text
    assert min(smooth) == D_HOLDS, "as the desk says"


def test_what_intervals_miss_where_seas_collapse_comes_of_classes_where_they_part_by_treatment():
    kept, first = lines(5), {(row[0], row[2]): row for row in lines(12) if row[1] == "collapse"}
    assert [(row[1], int(row[0])) for row in kept] == [(one, two) for one in PARTED for two in TABLES]
    held, sure = ([round(share(row[3])) for row in kept if row[1] == effect] for effect in ("full", "19 and 1"))
    assert dict(zip(TABLES, zip(held, sure, strict=True), strict=True)) == APART, "as the desk says"
    others = [share(row[4]) for row in kept]
    assert min(others) >= 94, "so elsewhere nothing is to say"
    assert f"in the others it covers {min(others)} to {max(others)} %." in PAGE.read_text(encoding="utf-8")
    for tables, effect, happened, there, rest in kept:
        if effect not in EFFECTS:
            continue
        part = int(happened.replace(",", "")) / 10_000
        whole = part * share(there) + (1 - part) * share(rest)
        assert whole == pytest.approx(share(first[tables, effect][4]), abs=0.11), "these are the classes of that table"
    found = measure_apart("full", 6, 4 * CLASSES)
    assert 100 * found.covers == pytest.approx(APART[6][0], abs=8) and found.others > 0.94
    assert found.classes / (4 * CLASSES) == pytest.approx(0.2617, abs=0.05)


def test_other_intervals_are_measured_on_the_same_classes_and_student_s_is_among_them():
    first = {(row[0], row[1], row[2]): row for row in lines(12)}
    rows = [row.strip("| ").split(" | ") for row in PAGE.read_text(encoding="utf-8").splitlines() if " / " in row]
    assert len(rows) == len(FORECAST) * len(EFFECTS) * len(TABLES)
    for what, student, *_ in rows:
        covers, seen = student.split(" / ")
        kept = first[tuple(what.split(", "))]
        assert float(covers) == share(kept[4]) and (what.endswith("none") or float(seen) == share(kept[5]))
    again = [line for line in other_lines(CLASSES) if " / " in line]
    for line, row in zip(again, rows, strict=True):
        for cell, old in zip(line.strip("| ").split(" | ")[1:], row[1:], strict=True):
            for one, two in zip(cell.split(" / "), old.split(" / "), strict=True):
                assert float(one) == pytest.approx(float(two), abs=9)


def test_the_kept_page_says_how_often_the_interval_of_promises_covers_the_truth_over_all_shares():
    kept = lines(10)
    assert len(kept) == 4 * 3 * len(PROMISES) and {row[0] for row in kept} == {"4", "6", "8", "12"}
    for tables, promised, alike, least, _, mean, width, *others in kept:
        assert float(least) >= 91, (tables, promised, alike)
        if alike == "0.3":
            assert float(others[0]) < float(least) - 1 and float(others[2]) > float(width), "the other is worse"
        if (tables, promised) == ("8", "2 to 18"):
            again = measure_promises(8, promised, float(alike), CLASSES)[0]
            assert 100 * again.mean == pytest.approx(float(mean), abs=1) and again.least > 0.87
    worst = min(float(row[3]) for row in kept)
    assert f"covers the truth in {worst:.1f} % of classes" in PAGE.read_text(encoding="utf-8")


def test_several_treatments_share_one_spread_because_it_holds_as_often_and_sees_more():
    rows = [row.strip("| ").split(" | ") for row in PAGE.read_text(encoding="utf-8").splitlines() if row[:3] == "| s"]
    kept = [row for row in rows if len(row) == 8]
    assert len(kept) == 4 * len(SEVERAL)
    for names, blocks, holds, width, _, _, own_width, _ in kept:
        assert float(holds) >= 91, (names, blocks)
        assert float(width) < float(own_width)
    for row in kept[1:3]:
        found = measure_several(SEVERAL[0], int(row[1]), CLASSES)[0]
        assert [100 * one for one in found[2:4]] == pytest.approx([float(one) for one in row[4].split(", ")[:2]], abs=7)


def test_of_one_heap_smoothed_games_say_best_how_often_an_interval_holds():
    rows = [row.strip("| ").split(" | ") for row in PAGE.read_text(encoding="utf-8").splitlines()]
    kept = [[float(cell.split("(")[1][:-1]) for cell in row[4:]] for row in rows if row[0] in LAWS and len(row) == 7]
    assert len(kept) == 24
    assert all(smooth < min(plain, once) + 0.05 for plain, once, smooth in kept[:18])
    truth, told, _ = measure_law("normal", 64, 3, CLASSES)
    assert told[2] == pytest.approx(truth, abs=0.03)


def test_tables_of_several_sizes_are_covered_as_those_of_one_and_seen_as_the_plan_says():
    kept = lines(7)
    assert [int(row[0]) for row in kept[::2]] == [*SIZES]
    for people, _, effect, _, covers, seen, forecast in kept:
        assert 91 <= share(covers) <= 96.5, (people, effect)
        if effect == "none":
            assert share(seen) <= 5.5
            continue
        assert share(seen) == pytest.approx(float(forecast), abs=2)
        assert float(forecast) == pytest.approx(100 * plan_class(int(people), 4, 2, MODELS).seen, abs=0.051)
    again = measure_sizes(28, "full", CLASSES)
    assert again[1] == pytest.approx(0.95, abs=0.04) and again[2] == pytest.approx(again[3], abs=0.06)


@pytest.mark.long
def test_many_classes_cover_the_truth_in_the_kept_table():
    kept = lines(4)
    assert [(int(row[0]), float(row[1])) for row in kept] == [*POOLS]
    assert all(share(covers) >= 94 for _, _, covers, _ in kept)
    assert "In all lines intervals hold the truth in 94 % of classes or more." in PAGE.read_text(encoding="utf-8")
    covers, seen = measure_pool(2, 8.0, 2000)
    assert [f"{100 * covers:.1f}", f"{100 * seen:.1f}"] == [cell.split(" ")[0] for cell in kept[1][2:]], "make it anew"


@pytest.mark.long
def test_the_command_writes_a_page_and_says_whether_limits_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("class_check.TABLES", (4,))
    monkeypatch.setattr("class_check.POOLS", ((2, 0.0),))
    page = tmp_path / "page.md"
    assert main(["--classes", "3", "--pools", "2", "--out", str(page)]) == 0, "three classes contradict nothing"
    text = page.read_text(encoding="utf-8")
    assert "within chance" in text
    assert "`python tools/class_check.py --classes 3 --pools 2 --out docs/class_check.md`" in text
    first = text.split("\n## ")[0]
    assert first.count("\n| 4 | ") == len(KINDS) * len(EFFECTS)


def test_limits_are_kept_missed_by_chance_or_broken():
    fine = Measured("normal", "half", 8, 8.0, 0.95, 0.2, 0.21, 0.0, 0.95, 0.95)
    assert (fine.interval_held(10_000), fine.forecast_held(10_000)) == ("yes", "yes")
    held = [fine._replace(covers=covers).interval_held(10_000) for covers in (0.962, 0.97, 0.93)]
    assert held == ["above, within chance", "above", "below"]
    assert fine._replace(seen=0.24).forecast_held(10_000) == "no"
    none = fine._replace(effect="none")
    told = [none._replace(seen=seen).forecast_held(10_000) for seen in (0.05, 0.053, 0.06)]
    assert told == ["yes", "within chance", "no"]


@pytest.mark.long
def test_the_command_fails_if_a_limit_is_broken(monkeypatch):
    monkeypatch.setattr("class_check.TABLES", (4,))
    monkeypatch.setattr("class_check.POOLS", ())
    few = ("normal", "collapse", *FORECAST[1:])
    monkeypatch.setattr("class_check.KINDS", {name: KINDS[name] for name in few})
    monkeypatch.setattr("class_check.Forecast.share", lambda forecast, difference: 0.99)
    assert main(["--classes", "60", "--pools", "1"]) == 1


def test_the_kept_page_opens_with_what_collapsing_seas_do_to_the_interval():
    opening, table = PAGE.read_text(encoding="utf-8").split("| tables |", 1)
    table = table.split("\n\n", 1)[0]
    shares = [float(line.split("|")[5].split()[0]) for line in table.splitlines()
              if "| collapse |" in line and "| none |" not in line]  # fmt: skip
    assert f"it covers {min(shares)} to {max(shares)} %." in opening
    assert min(shares) == COLLAPSED, "as desk and codebook say"
