"""Many classes together: published examples, classes given twice, old files, and the words."""

from __future__ import annotations

import csv
import io
import math
import zipfile
from dataclasses import replace
from random import Random

import pytest
from class_rows import class_rows, pooled
from fishlab_widgets.charts.forest import forest_plot
from fishlab_widgets.classroom.outcome.figures import pooled as pooled_html

from fishlab.lab import pool
from fishlab.lab.class_experiment.inference import PlayedTable, compare
from fishlab.lab.class_experiment.pool import pool_rows
from fishlab.lab.class_experiment.random_effects import random_effects
from fishlab.lab.class_experiment.rows import COLUMNS, VERSION, WITHOUT_FINES, RowsError, row_of, table_of
from fishlab.lab.class_experiment.sentences import number
from fishlab.stats import Interval, mean_interval, student_t

BCG = (
    (4, 119, 11, 128), (6, 300, 29, 274), (3, 228, 11, 209), (62, 13536, 248, 12619), (33, 5036, 47, 5761),
    (180, 1361, 372, 1079), (8, 2537, 10, 619), (505, 87886, 499, 87892), (29, 7470, 45, 7232), (17, 1699, 65, 1600),
    (186, 50448, 141, 27197), (5, 2493, 3, 2338), (27, 16886, 29, 17825),
)  # fmt: skip
"""Tuberculosis with and without a vaccine: ill and well, twice (Colditz et al. 1994)."""


# Worked examples.


def test_four_estimates_come_out_as_in_metafor():
    # rma(yi, vi, method="PM", test="knha"), predict(): 0.22957, τ² 0.05930, further study −0.70650 to 1.16564.
    found = random_effects([0.40, -0.20, 0.55, 0.10], [0.05, 0.06, 0.04, 0.05])
    assert found.mean.mean == pytest.approx(0.22957, abs=5e-6)
    assert found.tau**2 == pytest.approx(0.05930, abs=5e-6)
    assert found.next[1:3] == pytest.approx((-0.70650, 1.16564), abs=5e-6)
    assert sum(found.weights) == pytest.approx(1)


def test_the_vaccine_trials_come_out_as_published():
    estimates = [math.log((a / (a + b)) / (c / (c + d))) for a, b, c, d in BCG]
    variances = [1 / a - 1 / (a + b) + 1 / c - 1 / (c + d) for a, b, c, d in BCG]
    found = random_effects(estimates, variances)
    # Q = 152.23, I² = 92.12 % (Viechtbauer 2010, Journal of Statistical Software 36:3).
    assert found.i2 == pytest.approx(1 - 12 / 152.23, abs=1e-4)
    assert found.tau**2 == pytest.approx(0.3181, abs=1e-4)
    weights = [1 / (one + found.tau**2) for one in variances]
    mean = sum(w * one for w, one in zip(weights, estimates, strict=True)) / sum(weights)
    q = sum(w * (one - mean) ** 2 for w, one in zip(weights, estimates, strict=True))
    assert q == pytest.approx(12), "Paule and Mandel’s equation"
    assert found.mean.mean == pytest.approx(mean) == pytest.approx(-0.715, abs=1e-3)
    assert found.mean.high - mean == pytest.approx(student_t(13) / math.sqrt(sum(weights)))


def test_classes_that_agree_by_chance_have_the_usual_interval_and_no_narrower_one():
    found = random_effects([5.0, 5.0, 5.0], [4.0, 4.0, 4.0])
    assert (found.tau, found.i2) == (0, 0)
    assert found.mean == pytest.approx(Interval(5, 5 - 1.959964 * 2 / math.sqrt(3), 5 + 1.959964 * 2 / math.sqrt(3), 3))
    assert found.next == found.mean
    estimated = random_effects([5.0, 5.0, 5.0], [4.0, 4.0, 4.0], freedom=2)
    assert estimated.mean.high - 5 == pytest.approx(student_t(3) * 2 / math.sqrt(3)), "variances are known roughly"


def test_too_few_estimates_and_one_without_a_variance_are_refused():
    with pytest.raises(ValueError, match="at least two"):
        random_effects([1.0], [1.0])
    with pytest.raises(ValueError, match="without a variance"):
        random_effects([3.0, 5.0], [1.0, 0.0])


def test_classes_of_one_block_are_a_sample_and_nothing_is_said_about_how_much_they_differ():
    found = pooled(class_rows("a", (10,)), class_rows("b", (14,)), class_rows("c", (12,)))
    assert found.mean == pytest.approx(mean_interval([10, 14, 12]))
    assert (found.found, found.further, found.sd) == (None, None, None)
    assert [line.weight for line in found.classes] == pytest.approx([1 / 3] * 3)
    told = found.sentences()
    assert told[0] == "“talk” is 12 points a table ahead of “silence” (95 %: 7 to 17; 3 classes, 6 tables)."
    assert told[1].startswith("Each class has one block, so we cannot know how much tables within a class differ")
    assert not any("I²" in words for words in told)


@pytest.mark.parametrize("classes", [2, 3])
def test_classes_of_one_block_that_agree_keep_the_width_to_which_points_are_known(classes):
    rows = [
        [{**row, "table": f"{row['table']} {n}"} for row in class_rows(f"class {n}", (12,))] for n in range(classes)
    ]
    found = pooled(*rows)
    assert found.mean.high - 12 == pytest.approx(student_t(classes) * math.sqrt(1 / 12 / classes))
    assert "12 to 12" not in found.sentences()[0]


def test_a_larger_class_weighs_more_and_heterogeneity_levels_the_weights():
    alike = random_effects([5.0, 6.0], [1.0, 4.0]).weights
    assert alike == pytest.approx((0.8, 0.2))
    unlike = random_effects([5.0, 60.0], [1.0, 4.0]).weights
    assert unlike == pytest.approx((0.5, 0.5), abs=0.01)


# Classes.


def test_the_spread_of_tables_comes_from_all_classes():
    one, two = (4, 8, 6), (1, 3)
    found = pooled(class_rows("a", one), class_rows("b", two))
    tables = {s: [table_of(row) for row in class_rows(s, d)] for s, d in (("a", one), ("b", two))}
    own = {s: compare(t, ("silence", "talk")).comparisons[0] for s, t in tables.items()}
    sd2 = (2 * own["a"].sd ** 2 + 1 * own["b"].sd ** 2) / 3
    assert found.sd == pytest.approx(math.sqrt(sd2))
    direct = random_effects([6.0, 2.0], [sd2 / 1.5, sd2 / 1.0], freedom=3)
    assert found.mean == pytest.approx(direct.mean)
    assert [line.weight for line in found.classes] == pytest.approx(direct.weights)
    first = found.classes[0]
    assert (first.session, first.tables, first.people, first.difference.games) == ("a", 6, 12, 6)
    assert first.difference.high - 6 == pytest.approx(student_t(4) * math.sqrt(sd2 / 1.5))


def test_a_class_of_one_block_counts_with_the_spread_of_the_others():
    found = pooled(class_rows("a", (4, 8, 6)), class_rows("b", (9,)))
    assert [line.session for line in found.classes] == ["a", "b"]
    assert math.isfinite(found.classes[1].difference.high)


def test_reordering_rows_changes_no_digit():
    rows = [row for n in range(4) for row in class_rows(f"class {n}", (3 + n, 8 - n, n * n / 3))]
    first = pool_rows(rows, "silence", "talk")
    for seed in range(5):
        Random(seed).shuffle(rows)
        assert repr(pool_rows(rows, "silence", "talk")) == repr(first)


def test_a_class_given_twice_counts_once():
    one, two = class_rows("a", (4, 8, 6)), class_rows("b", (1, 3))
    once = pooled(one, two)
    again = pooled(one, two, one)
    assert again.twice == ("a",)
    assert (again.mean, again.classes) == (once.mean, once.classes)
    assert again.sentences()[-1] == "One class was given more than once and is counted once: a."
    copy = [{**row, "session": "z"} for row in one]
    assert pooled(one, two, copy).classes == once.classes, "another number makes no other class"
    assert pooled(one, two, copy).twice == ("z",)


def test_of_a_class_exported_twice_the_later_file_counts():
    early, late = (class_rows("a", (4, 8, 6), years=2, finished=years) for years in (1, 2))
    for both in ((early, late), (late, early)):
        found = pooled(*both)
        assert found.mean.mean == 12
        assert found.twice == ("a",)


def test_of_a_table_that_was_closed_between_two_exports_the_order_of_files_decides_nothing():
    whole = class_rows("a", (4, 8, 6))
    closed = [{**row, "closed": "1"} if row is whole[0] else row for row in whole]
    one, two = pooled(whole, closed), pooled(closed, whole)
    assert one == two and one.classes[0].tables == 4 and one.dropped == ("a",)


def test_a_table_that_never_began_is_told_also_where_classes_have_tables_of_several_sizes():
    never = class_rows("a", (4, 8, 6), seats=4)
    never[-1] = {**never[-1], "points": ""}
    other, small = class_rows("b", (1, 3, 5), seats=4), class_rows("c", (2, 5), seats=3)
    assert pooled(never, other).dropped == ("a",)
    found = pooled(never, other, small)
    assert found.others and found.dropped == ("a",)
    assert "A class’s own line covers only its tables of 4" in " ".join(found.sentences())
    assert any(
        one.startswith("With two classes, the width of the interval is mostly luck") for one in found.sentences()
    )


def test_two_files_that_contradict_each_other_are_refused():
    with pytest.raises(RowsError, match="Class a was given twice, and table talk 0 is not the same in both"):
        pooled(class_rows("a", (4, 8)), class_rows("a", (5, 8)))
    with pytest.raises(RowsError, match="rows of different forms"):
        pooled(class_rows("a", (4, 8)), class_rows("a", (4, 8), form="long"))


def test_forms_of_the_game_are_not_mixed():
    mixed = (class_rows("a", (4, 8)), class_rows("b", (5, 8), form="long"))
    with pytest.raises(RowsError, match="long and short"):
        pooled(*mixed)
    assert [line.session for line in pooled(*mixed, form="long").classes] == ["b"]


def test_a_class_that_stopped_early_is_left_out_unless_the_year_is_asked_for():
    whole, stopped = class_rows("a", (4, 8), years=2, finished=2), class_rows("b", (5, 8), years=2)
    found = pooled(whole, stopped)
    assert ([line.session for line in found.classes], found.stopped) == (["a"], ("b",))
    words = (
        "One class does not count, because it was not played to its end: b. “fishlab pool --year” counts it up to an "
    )
    assert f"{words}earlier year." in found.sentences()
    assert len(pooled(whole, stopped, year=1).classes) == 2


def test_a_class_that_stopped_early_does_not_count_by_the_tables_whose_sea_was_empty_by_then():
    whole = [class_rows(name, (30, 28, 32), years=2, finished=2) for name in "ab"]
    goes_on = class_rows("c", (30, 31, 29, 30), years=2)
    ruined = class_rows("c", (1, 2, 0, 0), years=2, finished=2)  # a game whose sea is empty is over
    stopped = [row for row in ruined if row["block"] in "01"] + [row for row in goes_on if row["block"] in "23"]
    found, alone = pooled(*whole, stopped), pooled(*whole)
    assert (found.mean, found.classes, found.stopped) == (alone.mean, alone.classes, ("c",))
    assert found.dropped == (), "it is left out, and not counted with less"
    first, *more = pooled(stopped).sentences()
    assert first == "Nothing can be compared: no class played “silence” and “talk” far enough."
    assert "not played to its end: c." in more[0]
    assert pooled(ruined).stopped == (), "where every sea ran empty, nothing was stopped"
    last, early = pooled(*whole, stopped, year=2), pooled(*whole, stopped, year=1)
    assert (last.classes, last.stopped) == (alone.classes, ("c",)), "a year to which it did not come is like the end"
    assert "because not all its tables with fish have reached year 2: c." in " ".join(last.sentences())
    assert early.classes[-1].session == "c" and (early.stopped, early.year) == ((), 1)
    assert early.sentences()[2].startswith(
        "These points only go up to year 1. What came later, such as the cost of an empty sea, is not included"
    )
    assert not any("points up to year" in words for words in found.sentences())


def test_a_class_with_another_treatment_is_left_out_for_that_reason():
    rule = [
        {**row, "treatment": "rule" if row["treatment"] == "talk" else "silence"} for row in class_rows("c", (5, 8))
    ]
    found = pooled(class_rows("a", (4, 8)), class_rows("b", (5, 8)), rule)
    assert (found.left_out, found.elsewhere) == ((), ("c",))
    assert found.sentences()[-1] == (
        "One class does not count, because “silence” and “talk” were not both played there: c."
    )


def test_tables_of_other_sizes_are_pooled_for_themselves_and_told():
    four = [class_rows(name, found, seats=4) for name, found in (("a", (4, 8, 6)), ("b", (5, 9, 7)))]
    three = [{**row, "table": f"{row['table']} of 3", "block": "9"} for row in class_rows("a", (40,), seats=3)]
    found, alone = pooled(*four, three), pooled(*four)
    assert (found.mean, found.classes) == (alone.mean, alone.classes), "40 points at tables of 3 are not mixed in"
    assert (found.seats, found.years, [one.seats for one in found.others]) == (4, 1, [3])
    told = found.sentences()
    assert "This covers tables of 4 in games of 1 year." in told[2]
    assert told[3].startswith("Tables of 3 in games of 1 year, on their own: “talk” is 40 points a table ahead of ")
    assert not any("tables of" in words.lower() for words in alone.sentences())
    assert pooled(four[0], three).mean.mean == 14.5, "one class is told as its desk tells it"


def test_games_of_other_lengths_are_pooled_for_themselves_and_no_class_is_lost():
    long, short = class_rows("a", (4, 8), years=3, finished=3), class_rows("b", (50, 60))
    stopped = class_rows("c", (5, 5), years=2)
    found = pooled(long, short, stopped)
    lines = {(one.years, line.session) for one in (found, *found.others) for line in one.classes}
    assert (lines, found.stopped) == ({(3, "a"), (1, "b")}, ("c",))
    assert found.mean.mean == 18
    assert [one.years for one in pooled(long, short, stopped, year=1).others] == [2, 1]


# Words.


def test_an_interval_that_ends_just_beside_0_is_not_said_to_end_there():
    (told, *_) = pooled(class_rows("a", [1.69, 1.69, 5.69, 5.69])).sentences()
    assert "(95 %: 0.02 to 7.4; " in told


def test_the_mean_is_told_with_classes_and_tables():
    told = pooled(class_rows("a", (4, 8, 6)), class_rows("b", (1, 3)), class_rows("c", (9, 8))).sentences()
    assert told[0].startswith("“talk” is 5.5 points a table ahead of “silence” (95 %: ")
    assert told[0].endswith("; 3 classes, 14 tables).")
    assert told[1] == "That may be luck: the true mean may also be 0."
    assert "not chance (I²)" in told[2] and "a further class is expected between" in told[2]
    assert told[2].endswith(" points (95 %).")
    assert told[3] == "How much classes differ is estimated from only 3 classes, so it is very uncertain."
    many = pooled(*(class_rows(name, (4, 8, n)) for n, name in enumerate("abcdefghij")))
    assert not any("uncertain" in words for words in many.sentences())
    behind = pooled(class_rows("a", (-4, -8, -6)), class_rows("b", (-5, -7)))
    assert behind.sentences()[0].startswith("“silence” is 6 points a table ahead of “talk” (95 %: ")
    assert behind.further is None
    alike = pooled(*(class_rows(name, (n, 9 - n)) for n, name in enumerate("abc"))).sentences()
    assert alike[2] == "The classes differ no more than they would by chance alone (I² = 0 %)."


def test_one_class_or_none_is_told_so():
    own = pooled(class_rows("a", (4, 8, 6)))
    assert own.mean == pytest.approx(mean_interval([4, 8, 6]))
    assert own.sentences()[0].endswith("1 class, 6 tables).")
    assert pooled(class_rows("a", (4,))).sentences() == [
        "“talk” is 4 points a table ahead of “silence” in one class with one block: nobody can say how much of it is "
        "luck."
    ]
    assert pooled().sentences() == ["Nothing can be compared: no class played “silence” and “talk” far enough."]


def test_classes_without_a_difference_are_even_and_none_is_called_ahead():
    told = pooled(class_rows("a", (4, -4)), class_rows("b", (2, -2.04))).sentences()[0]
    assert told.startswith("“talk” and “silence” are even (95 %: −") or told.startswith(
        "“silence” and “talk” are even (95 %: −"
    )
    assert "ahead" not in told and "; 2 classes, 8 tables). " in told
    assert told.endswith("The true mean may be anywhere between these: “even” does not mean that it is 0.")
    assert pooled(class_rows("a", (0,))).sentences() == ["“talk” and “silence” are even in one class with one block."]


# Rows.


def test_the_table_below_the_forest_plot_counts_seats_for_a_bot_may_have_held_some():
    html = str(forest_plot(pooled(class_rows("a", (10, 14)), class_rows("b", (9, 13)))).data)
    assert ">seats</th>" in html and ">people</th>" not in html


def test_a_row_is_read_back_as_it_was_written():
    table = PlayedTable("Cod", "2", "talk", ((1, -2, 0.5), (3, 0, 2)), 8, frozenset({(2, 2), (0, 1)}))
    row = row_of(table, "s1", "short")
    assert list(row) == list(COLUMNS)
    assert (row["points"], row["bots"]) == ("1 -2 0.5 / 3 0 2", "A1 C2")
    assert table_of(row) == table
    unstarted = PlayedTable("Eel", "2", "talk", (), 8)
    assert table_of(row_of(unstarted, "s1", "short")) == unstarted


@pytest.mark.parametrize("version", ["", "0", None, "abc"])
def test_a_file_of_an_older_version_is_refused(version):
    (row, *_) = class_rows("a", (4,))
    with pytest.raises(RowsError, match="from an older Fishlab"):
        pool_rows([{**row, "version": version}], "silence", "talk")


def test_rows_that_cannot_be_read_are_refused_in_a_sentence():
    (row, *_) = class_rows("a", (4,))
    with pytest.raises(RowsError, match="newer Fishlab"):
        table_of({**row, "version": VERSION + 1})
    with pytest.raises(RowsError, match="lacks the column “points”"):
        table_of({name: value for name, value in row.items() if name != "points"})
    for bad in ({"points": "1 x"}, {"points": "1 2 / 3"}, {"bots": "C1"}, {"bots": "?1"}, {"years": "0"}):
        with pytest.raises(RowsError, match="Table silence 0 cannot be read"):
            table_of({**row, **bad})


def zipped(path, session, *treatments):
    """Write the zip of a class with two blocks of these treatments, each some points ahead of the one before."""
    rows = [
        row_of(
            PlayedTable(f"{name}{block}", str(block), name, ((len(session) + 20.0 + place * (10 + block), 0.0),), 1),
            session,
            "lesson",
        )
        for block in range(2)
        for place, name in enumerate(treatments)
    ]
    text = io.StringIO()
    write = csv.DictWriter(text, list(rows[0]))
    write.writeheader()
    write.writerows(rows)
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("tables.csv", text.getvalue())
    return path


def test_one_odd_class_does_not_change_the_question_of_the_pool(tmp_path):
    usual = [zipped(tmp_path / f"{n}.zip", n * "c", "silence", "yearly-agreement") for n in (1, 2, 3)]
    odd = zipped(tmp_path / "odd.zip", "odd", "silence", "one-agreement", "enforced-rule")
    found = pool([odd, *usual])
    assert (found.base, found.other, len(found.classes)) == ("Silence", "Agreement every year", 3)
    assert found.elsewhere == ("odd",)
    assert (
        "Other pairs were played too, and can be chosen: “Silence” and “One agreement” (1 class), “Silence” and "
        "“Enforced rule” (1 class) and “One agreement” and “Enforced rule” (1 class)."
    ) in found.sentences()
    html = pooled_html([found])
    assert html.count("<details") >= 3 and "<summary>“Silence” and “Enforced rule”</summary>" in html
    chosen = pool([odd, *usual], "silence", "enforced-rule")
    assert (chosen.other, [one.session for one in chosen.classes]) == ("Enforced rule", ["odd"])
    assert pool([odd, *usual], other="enforced-rule").base == "Silence"
    assert pool([odd]).other == "One agreement", "of pairs that as many classes played the first"


def test_a_pool_says_that_it_may_be_luck_and_that_two_classes_contradict_each_other():
    told = pooled(class_rows("a", [26, 28]), class_rows("b", [-30, -32])).sentences()
    assert told[1:3] == [
        "That may be luck: the true mean may also be 0.",
        "The two classes contradict each other: in one “silence” is ahead, in the other “talk”.",
    ]
    sure = pooled(class_rows("a", [26, 28]), class_rows("b", [25, 29]), class_rows("c", [27, 26])).sentences()
    assert not any("luck" in words or "contradict" in words for words in sure)
    alike = pooled(class_rows("a", [5, 5]), class_rows("b", [5, 5, 5])).sentences()
    assert any(words.startswith("The tables agree to the nearest point.") for words in alike)
    wide = "With two classes, the width of the interval is mostly luck: do not trust a narrow one."
    for differences, agree in (((5, 5.1), True), ((3, 8), False)):
        small = pooled(*(class_rows(name, [one]) for name, one in zip("ab", differences, strict=True))).sentences()
        assert wide in small, "each has one block"
        assert any(words.startswith("The classes agree to the nearest point.") for words in small) == agree
    assert not any(words.startswith("The classes agree") for words in alike)


def test_a_pool_warns_of_classes_whose_seas_parted_by_treatment_also_of_the_mean():
    found = pooled(class_rows("a", [5]), class_rows("b", [5, 7, 9, 4]), class_rows("c", [6, 2]))
    small = pooled(*(class_rows(name, [one]) for name, one in zip("abc", (5, 7, 6), strict=True)))
    for some in (found, small):
        for classes, warned in (((), ""), (("b",), "b"), (("a", "b", "c"), "a, b and c")):
            told = " ".join(replace(some, apart=classes).sentences())
            assert ("ran empty" in told) == bool(warned)
            assert not warned or f"none of the other: {warned}. " in told
            assert not warned or "may be too narrow; by how much was not simulated." in told
    wide = pooled(*(class_rows(name, [one]) for name, one in zip("abc", (5, 9, 2), strict=True)))
    assert "ran empty" not in " ".join(replace(wide, apart=("a", "b", "c")).sentences()), "it takes in 0"
    four = [class_rows(name, some, seats=4) for name, some in (("a", (4, 8, 6)), ("b", (5, 9, 7)))]
    three = [
        {**row, "table": f"{row['table']} of 3", "block": row["block"] + "9"}
        for name in "ab"
        for row in class_rows(name, (40, 42), seats=3)
    ]
    sizes = pooled(*four, three)
    (others,) = [replace(one, apart=("a",)) for one in sizes.others]
    own = [words for words in replace(sizes, others=(others,)).sentences() if words.startswith("Tables of 3")]
    assert "none of the other: a. " in " ".join(own), "tables of another size are warned of beside their figure"


def test_a_class_of_three_treatments_alone_is_told_as_its_desk_does():
    totals = {"a": (20, 24, 31), "b": (30, 33, 45), "c": (28, 36, 38)}
    tables = [
        PlayedTable(f"{name} {block}", str(block), name, ((float(total),),), 1)
        for name, some in totals.items()
        for block, total in enumerate(some)
    ]
    desk = compare(tables, ("a", "b", "c"))
    for one in desk.comparisons:
        found = pool_rows([row_of(table, "1", "lesson") for table in tables], one.base, one.other)
        assert found.mean[:3] == found.classes[0].difference[:3] == pytest.approx(one.difference[:3])
        assert found.freedom == one.freedom == 4
        half = one.difference.high - one.difference.mean
        assert f" (98.3 %: {number(abs(one.difference.mean) - half)} to " in found.sentences()[0]
    rows = [row_of(table, session, "lesson") for table in tables for session in "12"]
    rows = [{**row, "points": f"{float(row['points']) + (row['session'] == '2') * 3 * (row['treatment'] == 'b'):g}"}
            for row in rows]  # fmt: skip
    both = pool_rows(rows, "a", "b")
    assert both.freedom == 8 and both.confidence == 0.95 and "(95 %: " in both.sentences()[0]


# Fines, early stops, and what else must be known.


def fined(rows: list[dict[str, str]], cost: float) -> list[dict[str, str]]:
    """Return rows of a class whose talking tables pay a fine for each year."""
    return [
        {**row, "fines": " / ".join([f"{cost:g} 0"] * len(row["points"].split("/")))}
        if row["treatment"] == "talk"
        else row
        for row in rows
    ]


def test_classes_are_put_together_before_and_after_fines():
    a, b = class_rows("a", (10, 14)), class_rows("b", (9, 13))
    found = pooled(fined(a, 3), fined(b, 5))
    assert found.mean == pooled(a, b).mean, "totals are before fines"
    assert found.after.mean == pooled(class_rows("a", (7, 11)), class_rows("b", (4, 8))).mean
    (words,) = [one for one in found.sentences() if "fines" in one]
    assert words.startswith("Totals are before fines. After fines: “talk” is 7.5 points a table ahead of “silence”")
    assert pooled(a, b).after is None and not any("fines" in one for one in pooled(a, b).sentences())
    assert "before fines" in str(forest_plot(found).data) and "before fines" not in str(forest_plot(pooled(a, b)).data)


def test_fines_of_years_that_do_not_count_are_not_told():
    rows = [
        {**row, "fines": "0 0 / 3 0" if row["treatment"] == "talk" else row["fines"]}
        for row in class_rows("a", (10, 14), years=2, finished=2)
    ]
    for year, paid in ((1, False), (2, True), (None, True)):
        found = pooled(rows, year=year)
        assert (found.after is not None) == paid == any("fines" in one for one in found.sentences())


def test_a_class_of_the_version_before_counts_and_is_named_if_it_paid_fines():
    def old(rows: list[dict[str, str]], fines: str) -> list[dict[str, str]]:
        return [{**row, "version": str(WITHOUT_FINES), "fines": fines} for row in rows]

    a, b = class_rows("a", (10, 14)), class_rows("b", (9, 13))
    found = pooled(old(a, "4 0"), fined(b, 5))
    assert found.mean == pooled(a, b).mean and found.unknown == ("a",)
    assert [one.session for one in found.after.classes] == ["b"]
    assert any(
        one.startswith("One class was exported by an older Fishlab, which did not keep the years of its fines: a.")
        for one in found.sentences()
    )
    assert pooled(old(a, "0 0"), b).unknown == (), "nobody paid any"


def test_a_class_exported_by_both_versions_counts_with_its_fines():
    new = fined(class_rows("a", (10, 14)), 3)
    old = [{**row, "version": str(WITHOUT_FINES), "fines": "3 0"} for row in new]
    for both in ((new, old), (old, new)):
        assert pooled(*both).mean == pooled(new).mean and pooled(*both).twice == ("a",)
    with pytest.raises(RowsError, match="is not the same in both"):
        pooled(new, fined(class_rows("a", (10, 14)), 4))


@pytest.mark.parametrize("fines", ["1 2 / 3 4", "1", "-1 0", "nan 0"])
def test_fines_that_do_not_fit_a_tables_points_are_refused(fines):
    row, *_ = class_rows("a", (4,))
    with pytest.raises(RowsError, match="cannot be read"):
        table_of({**row, "fines": fines})


def test_a_pool_up_to_an_early_year_says_what_models_show_there_and_its_figure_names_the_year(tmp_path):
    rows = [
        {**row, "game": "1", "treatment": {"talk": "yearly-agreement"}.get(row["treatment"], "silence")}
        for row in class_rows("a", (1, 2, 3), form="lesson", years=6, finished=3, seats=4)
    ]
    text = io.StringIO()
    write = csv.DictWriter(text, list(rows[0]))
    write.writeheader()
    write.writerows(rows)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr("tables.csv", text.getvalue())
    assert pool([tmp_path / "a.zip"]).sentences()[1].startswith("One class does not count, because it was not played")
    found = pool([tmp_path / "a.zip"], year=3)
    know = found.to_know
    (up_to, stopped), (models, end, put_in, silent) = know.stopped, know.models
    assert stopped.startswith("One class was stopped before its end: ") and stopped.endswith("interval is too narrow.")
    assert "95 of 100 promises is an assumption" in put_in and silent.startswith(
        "Models do not talk: for them “Silence” means "
    )
    assert {up_to, models, end} <= {*found.sentences()}
    assert up_to.startswith("These points only go up to year 3.")
    assert models.startswith("Models of this form") and " up to year 3 of 6" in models
    assert end.startswith("In the models’ games “Agreement every year” is ") and end.endswith("does not see that.")
    assert "up to year 3" in str(forest_plot(found).data)


def test_seats_that_bots_took_and_late_comers_are_told_of_a_pool():
    rows = class_rows("a", (4, 8), years=2, finished=2, seats=4)
    bots = {"silence 0": "A2", "talk 1": "B1"}
    found = pooled([{**row, "bots": bots.get(row["table"], "")} for row in rows])
    assert "At 2 seats a bot played for somebody." in found.sentences()
    assert "At 1 seat a bot played first and a person later, who may have come late." in found.sentences()


def test_blocks_are_compared_within_themselves_in_a_pool():
    apart = class_rows("a", (4, 8))
    one = [{**row, "block": "0"} for row in apart]
    assert pooled(apart).sd != pooled(one).sd, "what blocks differ by is no error"
    found = pooled([row for row in apart if row["table"] != "talk 1"])
    assert found.mean.mean == 4, "a table without a partner in its block is compared with none"
