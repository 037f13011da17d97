"""What a class shows: worked examples from books, tables of people only, and words for every case."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations
from random import Random

import numpy as np
import pytest

from fishlab.lab.class_experiment.beside import model_result, model_sentences, spreads
from fishlab.lab.class_experiment.debrief import failing_tables, promise_sentences, promises
from fishlab.lab.class_experiment.inference import MOST_LOTS, ROUNDED, PlayedTable, after_fines, compare
from fishlab.lab.class_experiment.power import plan_class
from fishlab.lab.class_experiment.sentences import (
    APART,
    MANY,
    Apart,
    emptied,
    foremost,
    how_far,
    number,
    one_game,
    points,
)
from fishlab.lab.class_experiment.to_know import ToKnow, further, sentences
from fishlab.lab.search.forms import predicted
from fishlab.stats import (
    Interval,
    mean_interval,
    noncentral_shift,
    noncentral_t,
    paired_difference,
    share_of,
    student_t,
)

DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
"""Crossed less self-fertilised maize by pairs, in eighths of an inch: Fisher 1935, The Design of Experiments, § 17."""


def table(name, block, treatment, *years, of=None, bots=()):
    """Return a table from the points of its seats, year by year."""
    return PlayedTable(name, str(block), treatment, tuple(map(tuple, years)), of or len(years), frozenset(bots))


def one_year(totals, treatments=("talk", "silence")):
    """Return a class of one-seat tables: for each block the totals of its tables, each with its treatment."""
    return [
        table(f"{name} {block} {place}", block, name, [total])
        for block, both in enumerate(totals)
        for place, (name, total) in enumerate(zip(treatments, both, strict=True))
    ]


def only(tables, *treatments, **options):
    (found,) = compare(tables, treatments or ("silence", "talk"), **options).comparisons
    return found


# Worked examples.


def test_darwins_maize_gives_fishers_interval_and_fishers_count_of_lots():
    found = only(one_year((cross, 0) for cross in DARWIN))
    assert found.difference == pytest.approx(paired_difference(DARWIN, [0] * 15))
    assert (round(found.difference.mean, 2), found.blocks, found.freedom) == (20.93, 15, 14)
    # Section 21: of 32,768 ways 863 give as large a sum, 835 of them a larger one; both sides together 5.27 %.
    assert (found.lots.possible, found.lots.as_large) == (32_768, 2 * 863)
    assert found.lots.p == pytest.approx(0.0527, abs=0.0001)
    assert found.lots.exact


def test_tables_of_one_block_are_two_samples():
    # Student's sleep data as two groups: t = 1.8608 with 18 degrees of freedom, interval -0.204 to 3.364 (R, ?sleep).
    one = (0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
    two = (1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)
    tables = [table(f"{name}{n}", 1, name, [v]) for name, drug in (("a", one), ("b", two)) for n, v in enumerate(drug)]
    found = only(tables, "a", "b")
    assert (found.freedom, found.blocks, found.lots.possible) == (18, 1, math.comb(20, 10))
    assert found.difference == pytest.approx(Interval(1.58, -0.2038740, 3.3638740, 1))


def test_the_same_people_twice_are_pairs():
    # The same data in pairs: interval 0.7001 to 2.4599 (Student 1908, as R gives it).
    one = (0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
    two = (1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)
    found = only(one_year(zip(two, one, strict=True)))
    assert found.difference == pytest.approx(Interval(1.58, 0.7001142, 2.4598858, 10))


def test_the_shift_of_students_t_is_that_of_a_published_example():
    # t = 2.83 with 126 degrees of freedom: 0.8337502 to 4.815359 (the example of MBESS, after Steiger & Fouladi 1997).
    assert noncentral_shift(2.83, 126, 0.975) == pytest.approx(0.8337502, abs=2e-7)
    assert noncentral_shift(2.83, 126, 0.025) == pytest.approx(4.815359, abs=2e-6)


@pytest.mark.parametrize("freedom", [1, 2, 5, 30])
def test_without_a_shift_it_is_students_own_distribution(freedom):
    t = student_t(freedom + 1)
    assert noncentral_t(t, freedom, 0) == pytest.approx(0.975, abs=1e-9)
    assert noncentral_t(-t, freedom, 0) == pytest.approx(0.025, abs=1e-9)
    assert noncentral_t(0, freedom, 1) == pytest.approx(0.158655, abs=1e-6), "Φ(−1)"


def test_the_interval_of_d_holds_what_the_distribution_does_not_make_rare():
    found = only(one_year([(31, 20), (28, 22), (35, 19), (24, 23)]))
    t = found.difference.mean / found.sd * math.sqrt(found.weight)
    d = found.effect
    root = math.sqrt(found.weight)
    assert [noncentral_t(t, 3, one * root) for one in (d.mean, d.low, d.high)] == pytest.approx([0.5, 0.975, 0.025])
    assert d.low < d.mean < d.high
    assert d.mean < found.difference.mean / found.sd, "the plain ratio is too large with few tables"
    turned = only(one_year([(20, 31), (22, 28), (19, 35), (23, 24)])).effect
    assert turned[:3] == pytest.approx((-d.mean, -d.high, -d.low))


# Who counts.

FULL = ((3, 2, 4, 1),) * 4


def test_only_tables_of_people_are_compared():
    pair = [table("Cod", 1, "talk", *FULL), table("Eel", 1, "silence", *FULL)]
    bots = [
        table("Ray", 2, "talk", *FULL, bots=[(0, year) for year in (1, 2, 3, 4)]),
        table("Tuna", 2, "silence", *FULL),
    ]
    found = compare([*pair, *bots], ("silence", "talk"))
    assert [one.name for one in found.counted] == ["Eel", "Cod"]
    assert ([one.name for one in found.apart], [one.name for one in found.alone]) == (["Ray"], ["Tuna"])


def test_a_seat_that_a_bot_took_over_counts_up_to_then_and_its_table_stands_for_it_afterwards():
    years = ((3, 2, 4, 1), (3, 2, 4, 90))
    one = table("Cod", 1, "talk", *years, bots=[(3, 2)])
    assert one.total(1) == 10
    assert one.total(2) == 10 + 4 * 3, "the bot’s 90 points are nobody’s"
    assert table("Cod", 1, "talk", *years).total(2) == 10 + 99


def test_a_table_counts_up_to_the_year_before_people_are_fewer_than_half():
    gone = [(seat, year) for seat in (0, 1, 2) for year in (3, 4)]
    one = table("Cod", 1, "talk", *FULL, bots=gone)
    assert (one.people_years, one.of_people) == (2, True)
    half = table("Cod", 1, "talk", *FULL, bots=gone[:4])
    assert half.people_years == 4, "half of the seats are enough"
    other = table("Eel", 1, "silence", *FULL)
    assert compare([one, other]).year == 2
    assert [lost.name for lost in compare([one, other], year=4).overrun] == ["Cod"]


def test_points_count_up_to_the_year_that_all_have_finished_unless_one_is_asked_for():
    tables = [
        table("Cod", 1, "talk", [1, 1], [5, 5], of=3),
        table("Eel", 1, "silence", [0, 1], of=3),
        table("Ray", 2, "talk", of=3),
    ]
    found = compare(tables, ("silence", "talk"))
    assert (found.year, found.years, found.comparisons[0].difference.mean) == (1, 3, 1)
    assert [one.name for one in found.behind] == ["Ray"], "a table that never started holds nobody up"
    assert compare(tables, year=2).comparisons == ()
    slow = table("Sole", 4, "talk", [1, 1, 1], of=3)
    ready = [table(f"{one.name}+", one.block, one.treatment, *one.points, [0, 0], of=3) for one in tables[:2]]
    assert compare([*ready, slow]).year == 2, "nor does one without a partner"


def test_tables_of_another_size_or_length_are_no_partners():
    cod = table("Cod", 1, "talk", [1, 1], [5, 5])
    assert compare([cod, table("Eel", 1, "silence", [0, 1, 2], [0, 1, 2])]).comparisons == ()
    assert compare([cod, table("Eel", 1, "silence", [0, 1], [0, 1], of=3)]).comparisons == ()
    assert compare([cod, table("Eel", 2, "silence", [0, 1], [0, 1])]).comparisons == ()


@pytest.mark.parametrize(
    ("points", "years", "bots", "why"),
    [
        (((1, 2), (1,)), 2, (), "same seats"),
        (((),), 2, (), "same seats"),
        (((1, math.nan),), 2, (), "finite"),
        (((1, 2), (1, 2)), 1, (), "cannot be finished"),
        (((1, 2),), 1, ((2, 1),), "no seat 2"),
        (((1, 2),), 1, ((0, 2),), "year 2"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(points, years, bots, why):
    with pytest.raises(ValueError, match=why):
        PlayedTable("Cod", "1", "talk", points, years, frozenset(bots))


# Figures.


def some_class(seed, blocks=4, names=("silence", "talk", "vote")):
    random = Random(seed)
    return [
        table(f"{name}{block}", block, name, *([random.randint(-3, 9) / 3 for _ in range(4)] for _ in range(3)),
              bots=[(1, 3)] if random.random() < 0.3 else [])
        for block in range(blocks) for name in names
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_reordering_tables_changes_no_digit(seed):
    tables = some_class(seed)
    for n in range(3):  # of each kind that does not count
        tables.append(table(f"bot {n}", 9, "talk", [1, 2], of=3, bots=[(0, 1)]))
        tables.append(table(f"late {n}", 9, "talk", of=3))
        tables.append(table(f"alone {n}", 20 + n, "talk", [1, 2], [1, 2], [1, 2]))
    first = compare(tables)
    effects = [one.effect for one in first.comparisons]
    for shuffle in range(6):
        Random(shuffle).shuffle(tables)
        again = compare(tables)
        assert repr(again) == repr(first)
        assert [one.effect for one in again.comparisons] == effects
        assert sentences(again) == sentences(first)


def test_reordering_many_tables_draws_the_same_lots():
    tables = some_class(1, blocks=20, names=("silence", "talk"))
    first = only(tables).lots
    assert not first.exact and first.possible == 2**20 > MOST_LOTS
    Random(3).shuffle(tables)
    assert only(tables).lots == first


def test_drawn_lots_come_close_to_all_of_them(monkeypatch):
    tables = one_year((cross, 0) for cross in DARWIN)
    exact = only(tables).lots
    monkeypatch.setattr("fishlab.lab.class_experiment.inference.MOST_LOTS", 1000)
    drawn = only(tables).lots
    assert (drawn.exact, drawn.looked_at, drawn.possible) == (False, 20_000, 32_768)
    assert drawn.p == (drawn.as_large + 1) / 20_001
    assert drawn.p == pytest.approx(exact.p, abs=0.006)


def test_the_least_p_is_that_of_the_best_possible_class():
    best = only(one_year([(9, 1), (9, 2), (9, 3), (9, 4)]))
    assert best.lots.p == best.lots.least == 2 / 16
    lopsided = [
        table(f"{n}", 1, name, [v]) for n, (name, v) in enumerate([("talk", 9), ("silence", 1), ("silence", 2)])
    ]
    assert only(lopsided).lots.p == only(lopsided).lots.least == 1 / 3, "there is no mirror image"


def test_every_lot_is_as_large_where_nothing_differs():
    assert only(one_year([(5, 5), (7, 7)])).lots.p == 1


def test_blocks_of_unlike_sizes_are_weighed_by_least_squares():
    rows = [("talk", 1, 10), ("silence", 1, 4), ("talk", 2, 9), ("talk", 2, 7), ("silence", 2, 5), ("silence", 2, 3)]
    found = only([table(f"{n}", block, name, [v]) for n, (name, block, v) in enumerate(rows)])
    # Differences 6 and 4, weights 1/2 and 1; squares 1/2·(6 − δ)² + 1·(4 − δ)² + 2 + 2 on 6 − 2 − 1 degrees.
    mean = (6 / 2 + 4) / 1.5
    assert found.difference.mean == pytest.approx(mean)
    assert (found.freedom, found.weight, found.tables) == (3, 1.5, 6)
    assert found.sd == pytest.approx(math.sqrt((0.5 * (6 - mean) ** 2 + (4 - mean) ** 2 + 4) / 3))
    assert found.difference.high - mean == pytest.approx(student_t(4) * found.sd / math.sqrt(1.5))


def test_one_block_has_a_difference_and_no_interval():
    found = only(one_year([(9, 4)]))
    assert found.difference == Interval(5, -math.inf, math.inf, 1)
    assert (found.effect, found.seen) == (None, False)


def test_blocks_that_agree_to_the_point_keep_a_width():
    found = only(one_year([(9, 4), (12, 7)]))
    assert found.sd == math.sqrt(ROUNDED)
    assert found.difference.high - 5 == pytest.approx(student_t(2) * math.sqrt(1 / 12) / math.sqrt(2))


def test_three_treatments_make_three_wider_comparisons():
    tables = [
        table(f"{n}{b}", b, n, [v + b * k])
        for k, (n, v) in enumerate((("c", 1), ("a", 5), ("b", 9)))
        for b in (1, 2, 3)
    ]
    found = compare(tables, ("c", "a", "b"))
    assert [(one.base, one.other) for one in found.comparisons] == [("c", "a"), ("c", "b"), ("a", "b")]
    assert [one.confidence for one in found.comparisons] == pytest.approx([1 - 0.05 / 3] * 3)
    assert list(found.means) == ["c", "a", "b"]
    assert found.means["a"] == mean_interval([6, 7, 8])


def squares(tables, by_size=True):
    """Return the residual of blocks and treatments by ordinary least squares, and its degrees of freedom."""
    blocks = sorted({(one.block, one.seats) for one in tables})
    kinds = sorted({(one.seats * by_size, one.treatment) for one in tables})
    design = [
        [float((one.block, one.seats) == block) for block in blocks]
        + [float((one.seats * by_size, one.treatment) == kind) for kind in kinds]
        for one in tables
    ]
    totals = np.array([one.total(1) for one in tables])
    found, _, rank, _ = np.linalg.lstsq(np.array(design), totals, rcond=None)
    rest, freedom = float(((totals - np.array(design) @ found) ** 2).sum()), len(tables) - rank
    return (rest, freedom) if freedom or not by_size else squares(tables, by_size=False)


@pytest.mark.parametrize(
    ("design", "freedom"),
    [
        ((("ABC", 4),) * 2, 2),
        ((("ABC", 4),) * 3, 4),
        ((("ABCD", 4),) * 3, 6),
        ((("ABC", 4), ("AB", 4), ("BC", 4), ("AC", 4)), 3),
        ((("ABC", 4), ("ABC", 3)), 2),
        ((("ABCD", 4), ("ABCD", 4), ("ABCD", 3), ("ACD", 3)), 5),
        ((("AABC", 4), ("ABBC", 4)), 4),
        ((("AB", 4), ("BC", 4)), 0),
    ],
)
def test_three_treatments_share_the_one_residual_of_their_block_design(design, freedom):
    draw = Random(7)
    tables = [
        table(f"{block} {place}", block, name, [draw.randrange(20) for _ in range(seats)])
        for block, (names, seats) in enumerate(design)
        for place, name in enumerate(names)
    ]
    found = compare(tables)
    around, free = squares(tables)
    assert free == freedom and {one.freedom for one in found.comparisons} == {freedom}
    assert compare(draw.sample(tables, len(tables))) == found, "the order of tables changes no digit"
    for one in found.comparisons:
        assert math.isinf(one.difference.high) if not freedom else one.sd == pytest.approx(math.sqrt(around / freedom))
        if freedom:
            half = student_t(freedom + 1, 1 - 0.05 / len(found.comparisons)) * one.sd / math.sqrt(one.weight)
            assert one.difference.high - one.difference.mean == pytest.approx(half)


def test_two_treatments_keep_the_spread_of_their_own_blocks():
    tables = one_year([(9, 4), (8, 4), (15, 3)])
    assert only(tables).difference == pytest.approx(paired_difference([9, 8, 15], [4, 4, 3]))


def test_the_order_of_treatments_is_the_callers_and_else_the_alphabet():
    tables = one_year([(9, 4), (8, 4)])
    assert (only(tables).base, only(tables).difference.mean) == ("silence", 4.5)
    (turned,) = compare(tables, ("talk",)).comparisons
    assert (turned.base, turned.difference.mean) == ("talk", -4.5)
    assert compare(tables).comparisons[0].base == "silence"


def test_a_confidence_that_is_none_is_refused():
    with pytest.raises(ValueError, match="confidence"):
        compare([], confidence=95)


# Words.


def said(tables, *treatments, **options):
    return sentences(compare(tables, treatments or ("silence", "talk"), **options))


def test_nothing_to_compare_is_said_in_every_case():
    assert said([]) == ["No table of people has finished a year yet, so there is nothing to compare."]
    assert said([table("Cod", 1, "talk", of=3)]) == said([])
    assert said([table("Cod", 1, "talk", [1, 2])]) == ["Only table Cod counts, so there is nothing to compare it with."]
    same = [table("Cod", 1, "talk", [1, 2]), table("Eel", 1, "talk", [1, 2])]
    assert said(same) == ["Both tables played “talk”, so there is nothing to compare."]
    apart = [table("Cod", 1, "talk", [1, 2]), table("Eel", 2, "silence", [1, 2])]
    assert said(apart)[0].startswith("No block has tables with different treatments")


def test_a_difference_names_year_blocks_tables_and_people():
    tables = [
        table(f"{name}{b}", b, name, *[[p + b * (name == "talk")] * 4] * 5, of=8)
        for b in (1, 2, 3)
        for name, p in (("talk", 4), ("silence", 2))
    ]
    first, *others = said(tables)
    assert first == (
        "“talk” is 80 points a table ahead of “silence” up to year 5 of 8 (95 %: 30.3 to 129.7; 3 blocks, 6 tables, 24 "
        "people)."
    )
    assert others[0] == (
        "Treatments could have been assigned in 8 ways; 2 of them would show a difference at least this large (p = "
        "0.25). With so few tables p can never be below 0.25, so look at the interval."
    )
    assert others[1] == ("Points count up to year 5 of 8: no table has got further.")


def test_a_table_that_was_closed_is_told_and_does_not_count():
    whole = one_year([(2, 9), (3, 8), (1, 9)])
    closed = [replace(table, closed=True) if table.block == whole[0].block else table for table in whole]
    found = compare(closed)
    assert {table.name for table in found.closed} == {table.name for table in whole if table.block == whole[0].block}
    assert found.comparisons == compare([table for table in closed if not table.closed]).comparisons
    assert any(
        told.startswith("2 tables do not count, because they were closed before their end: ") for told in said(closed)
    )
    assert found.early.comparisons == compare(whole).comparisons, "up to where all came, it is told with them"
    assert any("no longer the comparison as randomised" in told for told in said(closed))
    never = [replace(whole[0], points=()), *whole[1:]]
    assert compare(never).early is None
    assert any("no longer the comparison as randomised" in told for told in sentences(compare(never), ended=True))
    assert any("because no year was finished there: " in told for told in sentences(compare(never), ended=True))
    assert not any("no longer the comparison" in told for told in said(never)), "while it is on, it may still begin"


def test_a_table_to_which_nobody_came_is_told_alike_with_bots_in_its_seats_and_without():
    names = ("silence", "talk", "quota")
    whole = one_year([(2, 9, 3), (3, 8, 4), (1, 9, 2)], names)
    first, *rest = whole
    lost = f"Left out after the random assignment: {first.name}. "
    for absent in (replace(first, points=()), replace(first, bots=frozenset({(0, 1)}))):
        result = compare([absent, *rest])
        assert sum(words.startswith(lost) for words in sentences(result, ended=True)) == 1
        assert not any("Left out" in words for words in sentences(result)), "somebody may still come"
    over = [replace(one, block="over", name=f"over {one.treatment}") for one in (first, rest[0])]
    over[0] = replace(over[0], bots=frozenset({(0, 1)}))
    assert not compare([*whole, *over]).dropped, "who is over sat with bots from the start"


def test_the_leader_is_named_first_whoever_it_is():
    told = said(one_year([(2, 9), (3, 8), (1, 9)]))[0]
    assert told.startswith("“silence” is 6.7 points a table ahead of “talk” up to year 1 of 1 (95 %: 2.9 to 10.5;")
    assert not told.endswith("0.")
    assert said(one_year([(4, 9), (9, 4)]))[0] == (
        "“talk” and “silence” are even up to year 1 of 1 (95 %: −63.5 to 63.5; 2 blocks, 4 tables, 4 people). The "
        "true difference may be anywhere between these: “even” does not mean that there is none."
    )
    assert said(one_year([(4, 4)]))[0] == (
        "“talk” and “silence” are even up to year 1 of 1. That is one block (2 tables, 2 people): the true difference "
        "may be large."
    )


def test_luck_is_named_where_it_may_be_luck():
    assert said(one_year([(20, 9), (3, 8)]))[0].endswith("That may be luck: the true difference may also be 0.")
    one = said(one_year([(5, 4)]))
    assert one[0] == (
        "“talk” is 1 point a table ahead of “silence” up to year 1 of 1. That is one block (2 tables, 2 people): "
        "nobody can say how much of it is luck."
    )
    assert not any("d =" in sentence for sentence in one)
    assert any("agree to the nearest point" in sentence for sentence in said(one_year([(5, 4), (9, 8)])))
    assert not any("agree to the nearest point" in sentence for sentence in said(one_year([(5, 4), (9, 7)])))


def test_an_end_near_0_shows_on_which_side_it_lies():
    found = compare(one_year([(31, 20), (28, 22), (35, 19), (24, 23)]), ("silence", "talk"))
    (one,) = found.comparisons
    for low, shown in ((0.03, "0.03"), (-0.004, "−0.004"), (0.0, "0"), (0.4, "0.4")):
        by = one.difference._replace(low=low)
        assert f"(95 %: {shown} to " in sentences(replace(found, comparisons=(replace(one, difference=by),)))[0]


def test_more_than_two_treatments_are_said_to_be_looked_at_together():
    names = ("silence", "talk", "vote")
    told = said(one_year([(1, 4, 5), (2, 6, 5), (1, 7, 9)], names), *names)
    assert all(" ahead of " in words for words in told[:3]), "each difference first"
    assert told[3].startswith("3 differences are looked at together.")
    assert told[4].startswith(
        "Between “silence” and “talk”, leaving the other tables as they were: "
        "Treatments could have been assigned in 8 ways"
    )
    many = said(one_year([(1, 4 + n % 2, 5 + n % 3) for n in range(8)], names), *names)
    assert "with so many differences only a p below 0.017 counts" in many[4]
    (effects,) = [words for words in many if words.startswith("Divided by the spread between tables within a block")]
    assert "“talk” minus “silence” " in effects and effects.count(" minus ") == 3, "an effect says against what"
    few = said(one_year([(1, 4, 5, 2), (2, 6, 5, 1), (1, 7, 9, 3)], (*names, "quota")), *names, "quota")
    assert sum("With so few tables p can never be below" in words for words in few) == 1, "common to all pairs"


def test_many_lots_are_said_to_be_drawn():
    told = said(one_year((n % 3, 0) for n in range(20)))
    assert told[1].startswith(
        "Treatments could have been assigned in 1,048,576 ways. Of 20,000 of these, picked at random, "
    )
    assert told[1].endswith(" would show a difference at least this large (p < 0.001).")


def test_replaced_seats_bots_and_tables_without_a_partner_are_named():
    tables = [
        table("Cod", 1, "talk", *FULL, bots=[(2, 2), (2, 3), (2, 4), (0, 4)]),
        replace(table("Eel", 1, "silence", *FULL), helped=frozenset({(0, 1), (0, 3), (1, 4)})),
        table("Ray", 2, "talk", *FULL),
        table("Bot", 2, "silence", *FULL, bots=[(0, year) for year in (1, 2, 3, 4)]),
        table("Late", 3, "talk", of=4),
    ]
    told = said(tables)
    assert told[-3:] == [
        "One table does not count, because not every seat of it had a person: Bot.",
        "One table does not count, because the table that it would be compared with does not count: Ray.",
        "One table does not count, because its block has no table of the same size with another treatment: Late.",
    ]
    assert not any("Left out after the random assignment" in sentence for sentence in told), (
        "Late had no other table in its block"
    )
    assert told[-4] == "1 of 2 blocks is compared."
    assert told[-8:-4] == [
        "By year 4 bots had taken over 0 of 4 seats under “silence” and 2 of 8 seats under “talk”; in that year they "
        "held 0 and 2.",
        "A bot made most of the decisions at these seats: Cod (seat A in year 4 and seat C in years 2–4).",
        "At 2 more seats it made some.",
        "Years that a bot played for somebody are filled in with the mean of the people at the same table; the fish "
        "the bot caught are still missing from their sea.",
    ]
    early = said(tables, year=1)
    assert not any("had taken the seats" in sentence for sentence in early), "nobody had left"
    assert not any("A bot made most" in sentence for sentence in early), "nobody was replaced in year 1"
    assert "Points count up to year 1 of 4." in early


@pytest.mark.parametrize(("value", "shown"), [(-0.04, "0"), (2.0, "2"), (-1.25, "−1.2"), (10, "10"), (0.5, "0.5")])
def test_numbers_are_written_as_people_read_them(value, shown):
    assert number(value) == shown


def test_all_orders_of_a_small_class_give_the_same_sentences():
    tables = one_year([(9, 4), (8, 1), (3, 2)])[:5]
    assert len({repr(said(order)) for order in permutations(tables)}) == 1


# Bots that overran a table.

WHOLE = ((3, 2, 4, 1),) * 6


def overrun(name, block, treatment, year):
    """Return a finished table at which bots played three of four seats in a year."""
    return table(name, block, treatment, *WHOLE, bots=[(seat, year) for seat in (0, 1, 2)])


def whole_class(*bots):
    """Return four finished blocks, some tables of which bots overran: names with the year in which they did."""
    lost = dict(bots)
    return [
        overrun(f"{name}{block}", block, name, lost[f"{name}{block}"])
        if f"{name}{block}" in lost
        else table(f"{name}{block}", block, name, *([one + block * (name == "talk") for one in year] for year in WHOLE))
        for block in (1, 2, 3, 4)
        for name in ("silence", "talk")
    ]


def test_a_table_that_bots_overran_is_set_apart_and_the_others_count_to_the_end():
    found = compare(whole_class(("talk1", 2)), ("silence", "talk"))
    assert (found.year, found.comparisons[0].blocks) == (6, 3)
    assert (found.early.year, found.early.comparisons[0].blocks) == (1, 4), "up to year 1 people held all tables"
    assert ([one.name for one in found.overrun], [one.name for one in found.alone]) == (["talk1"], ["silence1"])
    told = sentences(found)
    assert "One table does not count: bots played more than half of the seats at talk1 in year 2." in told
    assert not any("has got no further" in words for words in told)
    asked = compare(whole_class(("talk1", 2)), ("silence", "talk"), year=6)
    assert asked == replace(found, early=None), "whoever asks for the end, such as a pool, has the same answer"


def test_while_a_game_is_played_a_table_that_bots_overran_holds_nobody_up():
    playing = [replace(one, points=one.points[: 5 if one.name == "talk2" else 6]) for one in whole_class(("talk1", 2))]
    found = compare(playing, ("silence", "talk"))
    assert (found.year, [one.name for one in found.overrun]) == (5, ["talk1"])
    assert "Points count up to year 5 of 6, because one table has got no further: talk2." in sentences(found)


def test_if_tables_are_lost_both_are_said_the_end_and_the_year_that_people_held_everywhere():
    half = compare(whole_class(("silence1", 4), ("talk1", 4), ("talk2", 4)), ("silence", "talk"))
    assert (half.year, half.comparisons[0].blocks) == (6, 2)
    assert (half.early.year, half.early.comparisons[0].blocks, half.early.overrun) == (3, 4, ())
    told = sentences(half)
    (took,) = [words for words in told if words.startswith("By year 6 bots had taken over ")]
    assert took.endswith("; in that year they held 0 and 0."), "in 4 only"
    lots = next(place for place, words in enumerate(told) if words.startswith("Left out after the random assignment"))
    assert "silence1, talk1 and talk2" in told[lots] and "no longer the comparison as randomised" in told[lots]
    assert told[lots + 1] == "See also year 3, up to which people held all 8 tables:"
    assert "up to year 3 of 6" in told[lots + 2]
    alike = [replace(one, sd=0.1) for one in half.early.comparisons]
    told = sentences(replace(half, early=replace(half.early, comparisons=tuple(alike))))
    assert told[lots + 3].startswith("The blocks agree to the nearest point."), "the earlier year has its own caution"


def test_tables_that_people_left_are_among_those_who_left():
    bots = {"talk 1": 3, "silence 2": 1}
    tables = [
        PlayedTable(f"{name} {block}", block, name, ((1.0, 2.0, 3.0, 4.0),) * 2, 2,
              frozenset((seat, 2) for seat in range(bots.get(f"{name} {block}", 0))))
        for name in ("silence", "talk") for block in "123"
    ]  # fmt: skip
    found = compare(tables, ("silence", "talk"))
    assert [one.name for one in found.overrun] == ["talk 1"]
    assert found.leavers == {"silence": (1, 12), "talk": (3, 12)}
    assert compare([], ()).leavers == {}


def test_seats_that_bots_gave_back_are_among_those_they_took():
    tables = [
        PlayedTable(f"{name} {block}", block, name, ((1.0, 2.0, 3.0, 4.0),) * 3, 3,
              frozenset({(0, 1), (0, 2), (1, 2)} if (name, block) == ("silence", "1") else ()))
        for name in ("silence", "talk") for block in "123"
    ]  # fmt: skip
    found = compare(tables, ("silence", "talk"))
    assert found.leavers == {"silence": (0, 12), "talk": (0, 12)}
    took = "By year 3 bots had taken over 2 of 12 seats under “silence” and 0 of 12 seats under “talk”; in that year "
    assert f"{took}they held 0 and 0." in sentences(found)


def test_of_seats_that_bots_held_nothing_says_that_people_sat_there():
    class_ = whole_class()
    (first, *others), seats = class_, 4 * len(class_)
    result = compare([first, *others], ("silence", "talk"))
    assert f"{len(class_)} tables, {seats} people)" in sentences(result)[0]
    assert not any("held" in words for words in ToKnow.of(result, True).wall)

    def wall(*bots):
        found = compare([replace(first, bots=frozenset(bots)), *others], ("silence", "talk"))
        assert f"{len(class_)} tables, {seats} seats)" in sentences(found)[0]
        return [words for words in ToKnow.of(found, True).wall if "held" in words]

    last = first.years
    assert wall((1, last), (2, last), (1, 2)) == [f"Bots held 2 of these {seats} seats in year {last}."]
    assert wall((1, 1), (2, 1), (2, 2)) == [f"Bots held 2 of these {seats} seats in year 1."]
    assert wall((1, 2), (1, 3)) == [f"A bot held 1 of these {seats} seats in year 3."]
    early = compare([replace(first, bots=frozenset({(1, last)})), *others], ("silence", "talk"), last - 1)
    assert early.comparisons[0].held.seats == 0, "that year does not count"


def test_where_nobody_left_nothing_is_said_of_leaving():
    told = sentences(compare(whole_class(), ("silence", "talk")))
    assert not any("after the random assignment" in words or "taken the seats" in words for words in told)


def test_if_nothing_is_left_at_the_end_the_earlier_year_is_all_there_is_and_the_reason_is_true():
    lost = [(f"{name}{block}", min(6, 3 + block)) for block in (1, 2, 3, 4) for name in ("silence", "talk")]
    found = compare(whole_class(*lost), ("silence", "talk"))
    assert (found.year, found.comparisons[0].blocks, found.early) == (3, 4, None)
    assert (
        "Points count up to year 3 of 6, because after that bots played more than half of the seats at silence1 in "
        "year 4 and talk1 in year 4." in sentences(found)
    )


@pytest.mark.parametrize(
    ("base", "other", "published"),
    [("silence", "yearly-agreement", True), ("Silence", "One agreement", True), ("Silence", "Quota", False),
     ("one-agreement", "yearly-agreement", False), ("Everyone for themselves", "yearly-agreement", True),
     ("to-win", "yearly-agreement", False), ("cooperative", "One agreement", False), ("quota", "One agreement", False),
     ("transferable-quota", "One agreement", False), ("a", "One agreement", False)],
)  # fmt: skip
def test_published_effects_stand_beside_talk_only(base, other, published):
    few = [(1, 5), (2, 8), (1, 9), (3, 6), (2, 7)]
    assert not any("Balliet" in words for words in said(one_year(few, (base, other)), base, other)), "d is too rough"
    told = said(one_year([*few, (2, 6)], (base, other)), base, other)
    (effect,) = [words for words in told if "d = " in words]
    assert ", divided by the spread between tables within a block: d = " in effect
    assert ("1.21 face to face, 0.46 in writing (Balliet 2010)" in effect) == published


def test_where_silence_is_compared_with_talk_the_card_is_told_and_whatever_else_differs():
    def card(*names, sealing=True):
        class_ = one_year([range(len(names)), range(1, 1 + len(names))], names)
        return ToKnow.of(compare(class_, names), sealing=sealing).talk

    words = "Tables that talk do two things that silent ones do not: they talk, and each person then seals on a card"
    for silent in ("silence", "Everyone for themselves"):
        (told,) = card(silent, "yearly-agreement")
        assert told.startswith(words)
        assert card(silent, "yearly-agreement", sealing=False) == (
            "Tables that do not talk may have heard those that do.",
        )
    assert not card("One agreement", "yearly-agreement") and not card("silence", "quota") and not card("a", "silence")
    for silent in ("Playing to win", "enforced-rule", "cooperative"):
        told, also = card("One agreement", silent)
        assert told.startswith(words) and also == (
            f"Where “One agreement” is compared with “{silent}”, not only talk and card differ, but also the rule or "
            "what counts. The effects of all these cannot be told apart."
        )
        heard, also = card("One agreement", silent, sealing=False)
        assert told.endswith(f" {heard}") and also == (
            f"Where “One agreement” is compared with “{silent}”, not only talk differs, but also the rule or what "
            "counts. Their effects cannot be told apart."
        )
    _, also = card("to-win", "silence", "quota", "yearly-agreement")
    assert also.startswith(
        "Where “to-win” is compared with “yearly-agreement” and “quota” is compared with “yearly-agreement”, not only"
    )


def test_a_wall_says_in_one_sentence_what_else_than_talk_differs():
    def wall(*names, sealing=True):
        class_ = one_year([range(len(names)), range(2, 2 + len(names))], names)
        return [one for one in ToKnow.of(compare(class_, names), sealing=sealing).wall if "told apart" in one]

    card = ["Talk came with a card to seal. The effects of the two cannot be told apart."]
    assert wall("silence", "yearly-agreement") == wall("Everyone for themselves", "yearly-agreement") == card
    assert not wall("silence", "yearly-agreement", sealing=False) and not wall("silence", "quota")
    more = ["Not only talk differs there. The effects cannot be told apart."]
    assert wall("One agreement", "enforced-rule") == wall("One agreement", "enforced-rule", sealing=False) == more


def test_an_effect_is_told_from_four_blocks_on():
    assert only(one_year([(1, 5), (2, 8), (1, 9)])).effect is None
    assert not any("d = " in words for words in said(one_year([(1, 5), (2, 8), (1, 9)])))
    assert only(one_year([(1, 5), (2, 8), (1, 9), (3, 6)])).effect is not None


def test_how_often_bounds_of_an_effect_hold_is_told_where_it_was_simulated():
    blocks, usual = [(1, 5), (2, 8), (1, 9), (3, 6)], ("silence", "yearly-agreement")
    not_here = (
        "was not simulated for a class like this one; for “Silence” and “Agreement every year” in the usual form, at "
        "tables of four, it is 90 of 100."
    )

    def told(names, seats, form):
        tables = [replace(one, points=((*one.points[0], *(0.0,) * (seats - 1)),)) for one in one_year(blocks, names)]
        (words,) = [words for words in how_far(compare(tables, names), form) if "d = " in words]
        return words

    here = "with these two treatments, at tables of four, they contain the true d in 90 of 100."
    assert here in told(usual, 4, True)
    for case in ((usual, 4, False), (usual, 3, True), (("silence", "quota"), 4, True)):
        assert not_here in told(*case) and here not in told(*case), case
    three = [(1, 5, 4), (2, 8, 7), (1, 9, 2), (3, 6, 8)]
    (many,) = [words for words in said(one_year(three, ("x", "y", "z")), "x", "y", "z") if "(d, " in words]
    assert "was not simulated for so many treatments" in many


def test_one_block_sends_nobody_to_an_interval_that_it_has_not():
    told = said(one_year([(9, 4)]))
    assert "interval" not in " ".join(told)
    assert told[1] == "Treatments could have been assigned in only 2 ways: too few to tell anything from luck."


def test_a_class_that_stops_early_reads_what_models_show_at_the_end():
    names = ("silence", "yearly-agreement")
    titles = {"silence": "Silence", "yearly-agreement": "Agreement every year"}
    end = model_result("lesson", (4,), names)
    early = model_result("lesson", (4,), names, 3)
    assert early.comparisons[0].difference.mean < 0 < end.comparisons[0].difference.mean
    told = model_sentences(early, titles, end)
    assert told[0].startswith("Models of this form: “Silence” is ")
    ahead = number(end.comparisons[0].difference.mean)
    assert told[1] == (
        f"In the models’ games “Agreement every year” is {ahead} points a table ahead at the end: a class that stops "
        "here does not see that."
    )
    assert not any("stops here" in words for words in model_sentences(end, titles, end))
    assert told[-2:] == [
        "That models keep 95 of 100 promises is an assumption, not a result.",
        "Models do not talk: for them “Silence” means their games of “Everyone for themselves”.",
    ]
    rules = ("silence", "voted-rule", "graduated-sanctions")
    told = model_sentences(model_result("lesson", (4,), rules), {}, None)
    assert "They played 24 games of this form" in " ".join(told), "those that are kept of all three"
    assert not any("an assumption" in words for words in told)
    assert "Models do not vote: they begin with the quota that would be imposed." in told


def test_models_count_each_size_of_tables_as_often_as_the_class_has_blocks_of_it():
    names = ("silence", "yearly-agreement")
    by = {size: model_result("lesson", (size,), names).comparisons[0].difference for size in (4, 3)}
    (found,) = model_result("lesson", (4, 4, 4, 3), names).comparisons
    assert found.difference.mean == pytest.approx((3 * by[4].mean + by[3].mean) / 4)
    assert found.difference.mean == pytest.approx(plan_class(30, 4, 2, spreads("lesson", *names)).expected.difference)
    assert by[3].mean < found.difference.low < found.difference.high < by[4].mean
    told = model_sentences(model_result("lesson", (4, 4, 4, 3), names), {}, missing=(2,))
    assert told[1] == (
        f"By table size, “yearly-agreement” less “silence” is {points(by[4].mean)} at tables of 4 and "
        f"{points(by[3].mean)} at tables of 3."
    )
    assert told[-1] == "There are no stored model games for tables of 2, so these are left out."


def test_models_that_play_to_win_stand_beside_a_class_that_does():
    (found,) = model_result("lesson", (4,), ("silence", "to-win")).comparisons
    assert found.difference.mean == pytest.approx(predicted("lesson", "to-win")[-1].mean)


def test_before_the_end_many_looks_are_warned_of_and_at_the_end_not():
    words = "each look may raise a false alarm: only for the last look is that risk no more than 5 %."
    early = [replace(one, years=2) for one in one_year([(9, 4), (8, 5)])]
    assert any(words in one for one in sentences(compare(early)))
    assert not any(words in one for one in sentences(compare(early[:2]))), "one block has no interval"
    assert not any(words in one for one in sentences(compare([replace(one, years=1) for one in early])))
    told = sentences(compare(early), ended=True)
    assert not any(words in one for one in told), "no look comes after the one at a game that was ended"
    assert told[-1].startswith("The game was stopped before its end. If it was stopped because of what it showed,")


def test_a_game_that_was_played_to_its_end_was_not_stopped_where_its_points_end():
    left = [(seat, year) for seat in (0, 1, 2) for year in (2, 3, 4)]
    tables = [
        table(f"{kind} {block}", block, kind, *FULL, bots=left) for block in (1, 2) for kind in ("talk", "silence")
    ]
    found = compare(tables)
    assert (found.year, found.years, bool(found.comparisons)) == (1, 4, True), "people left after year 1"
    assert not any("was stopped" in one or "each look" in one for one in sentences(found, ended=True))


def test_an_empty_sea_does_not_hide_that_a_game_was_stopped():
    """A table whose sea is empty has all its years: the others, which still had fish, tell whether they could go on."""
    early = [replace(one, years=2) for one in one_year([(9, 4), (8, 5), (7, 5)])]
    for count in (1, 3, 5):
        ruined = [replace(one, points=(*one.points, (-9.0,))) if place < count else one
                  for place, one in enumerate(early)]  # fmt: skip
        assert sentences(compare(ruined), ended=True)[-1].startswith("The game was stopped before its end."), count


def test_a_table_that_was_set_later_and_is_compared_with_none_was_not_left_out_after_the_lots():
    four = one_year([(9, 4), (8, 5)])
    later = replace(four[0], name="late", block="late, set up while others played", points=(), bots=frozenset())
    assert not any("Left out after the random assignment" in one for one in sentences(compare([*four, later])))
    more = one_year([(9, 4), (8, 5), (7, 5)])
    assert any(
        "Left out after the random assignment" in one
        for one in sentences(compare([replace(more[0], closed=True), *more[1:]]))
    )


def test_seats_that_changed_hands_are_told_because_people_are_counted_by_seats():
    first, *rest = one_year([(9, 4), (8, 5)])
    words = f"At 2 seats more than one person played, one after the other ({first.name})"
    assert any(one.startswith(words) for one in sentences(compare([replace(first, changed=2), *rest])))
    assert not any("more than one person" in one for one in sentences(compare([first, *rest])))


def test_the_difference_is_told_for_tables_of_each_size():
    tables = [
        PlayedTable(f"{treatment} {block}", str(block), treatment, ((float(own),) * seats,), 1)
        for block, (seats, talk) in enumerate([(4, 7), (3, 4), (4, 8)])
        for treatment, own in (("silence", 0), ("talk", talk))
    ]
    (found,) = compare(tables, ("talk", "silence")).comparisons
    assert found.by_size == ((4, -30.0), (3, -12.0))
    assert sentences(compare(tables))[1] == (
        "By table size, “talk” less “silence” is 30 points at tables of 4 and 12 points at tables of 3."
    )
    assert not any("By the size" in words for words in sentences(compare(tables[:2])))


def of_sizes(*blocks):
    """Return a class from the size of each block and what talk is ahead by there."""
    return [
        table(f"{name} {block}", block, name, [total, *(0,) * (size - 1)])
        for block, (size, by) in enumerate(blocks)
        for name, total in (("silence", 20 + block), ("talk", 20 + block + by))
    ]


def test_what_a_treatment_does_more_at_one_size_of_tables_is_no_error():
    found = only(of_sizes((4, 30), (4, 34), (3, 8), (3, 12)))
    assert (found.difference.mean, found.freedom) == (21, 2)
    within = math.sqrt((4 * 2**2) / 2)  # blocks are 2 off the mean of their size, with two degrees of freedom
    assert found.difference.high - 21 == pytest.approx(student_t(3) * within / math.sqrt(4))
    assert found.sd == pytest.approx(within / math.sqrt(2))
    near = only(of_sizes((4, 19), (4, 23), (3, 19), (3, 23)))
    assert near.difference == pytest.approx(found.difference), "how far sizes are apart does not matter"


def test_where_each_size_has_one_block_sizes_cannot_be_told_from_luck():
    found = only(of_sizes((4, 30), (3, 10)))
    assert (found.freedom, found.seen) == (1, False)
    assert found.difference.high - 20 == pytest.approx(student_t(2) * math.sqrt(200) / math.sqrt(2))


def test_promises_that_all_tables_kept_leave_room_for_luck():
    talks = [
        {"table": table, "year": 1, "seat": seat, "promise": 2, "caught": 1, "could": 4, "kept": True}
        for table in ("Cod", "Squid", "Hake", "Bass")
        for seat in range(4)
    ]
    kept = promises(talks).kept
    assert (kept.mean, kept.high) == (1, 1)
    # 16 promises, of which each four have a correlation of 0.1, are worth 16 / 1.3; t has 6 degrees of freedom
    worth, t = 16 / 1.3, student_t(7)
    assert kept.low == pytest.approx(1 / (1 + t**2 / worth)) and kept.low < share_of(16, 16).low
    assert "Of 16 promises that could have been broken 16 were kept: 100 % (95 %: 67 to 100, over 4 tables)." in (
        promise_sentences(promises(talks))
    )
    for place in (0, 4, 8):
        talks[place]["kept"] = False
    apart = promises(talks).kept
    for place in (4, 8):
        talks[place]["kept"], talks[place // 4]["kept"] = True, False
    together = promises(talks).kept
    assert apart.mean == together.mean == 13 / 16
    assert together.low < apart.low < share_of(13, 16).low, "tables that differ say less than their promises do"


def test_one_answer_is_no_agreement_and_before_the_class_few_tables_are_not_told_apart():
    sealed = ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1))
    talks = [
        {"table": "Cod", "year": year, "seat": seat, "promise": 2 + (year == 3) * seat, "caught": 1, "kept": True}
        for year, seat in sealed
    ]
    found = promises(talks)
    assert (found.common, found.talks) == (1, 3), "of one who answered alone nobody can say that all agreed"
    assert any("5 of 5 promises" in words for words in promise_sentences(found))
    assert len(promise_sentences(found, few=False)) == 1, "who broke a promise at the only table, all would know"


def test_promises_at_fewer_than_four_tables_have_no_interval():
    talks = [
        {"table": table, "year": year, "seat": seat, "promise": 2, "caught": 1, "could": 4, "kept": True}
        for table in ("Cod", "Squid")
        for year in range(5)
        for seat in range(4)
    ]
    found = promises(talks)
    assert found.kept == Interval(1, 0, 1, 2)
    told = promise_sentences(found)
    assert told[1] == (
        "40 of 40 promises that could have been broken were kept, at 2 tables; so few tables cannot show how close "
        "that is to the true share."
    )


def test_promises_that_luck_alone_kept_are_told_apart_as_are_overtime_and_years_without_a_talk():
    row = {"table": "Cod", "year": 1, "promise": 2, "caught": 1}
    talks = [
        *({**row, "seat": seat, "kept": seat < 3, "meant": seat < 3, "once": 1 + (seat > 1)} for seat in range(4)),
        *({**row, "seat": seat, "kept": None, "meant": False, "once": 4} for seat in (4, 5)),
        {**row, "seat": 6, "kept": None, "meant": None, "once": 1},
    ]
    talks[3]["once"] = 3
    found = promises(talks)
    assert (found.breakable, found.lucky, found.overtime, found.idle, found.years) == (4, 2, 3, 1, (1,))
    told = promise_sentences(found, played=6)
    words = "3 of 4 promises that could have been broken (3 of them only with Overtime) were kept, at 1 table"
    assert told[1].startswith(words)
    assert told[2:4] == [
        "These promises were for year 1 only: later catches are not judged by them.",
        "In 2 more cases somebody tried to take more than was agreed, but dice or the sea prevented it: if these "
        "count as broken, 50 % were kept.",
    ]
    assert told[4].startswith("One more promise does not count")
    assert not any("for year 1" in words for words in promise_sentences(found, played=1)), "no later year was played"


def test_one_slip_of_one_person_does_not_drop_a_table_from_the_check():
    def asked(table, *tries):
        return [
            {"table": table, "seat": seat, "person": 1, "stage": "questions", "question": "plates", "tries": count}
            for seat, count in enumerate(tries)
        ]

    assert failing_tables([*asked("Cod", 1, 1, 1, 3), *asked("Eel", 2, 1, 1, 2), *asked("Ray", 1, 1)]) == {"Eel"}


def test_each_difference_of_several_has_its_own_figure_after_fines_and_pairs_without_fines_have_none():
    names = ("silence", "talk", "quota", "vote")
    fined = [
        replace(table, fines=tuple((1.0,) * len(year) for year in table.points) if table.treatment == "vote" else ())
        for table in one_year([(1, 4, 5, 9), (2, 6, 5, 8), (1, 7, 9, 9)], names)
    ]
    told = sentences(compare(fined, names), True)
    lines = [words for words in told if "After fines: " in words]
    assert len(lines) == 3 and all("vote" in words for words in lines)
    for words in lines:
        before = told[told.index(words) - 1]
        assert "“vote”" in before and "After fines" not in before


def test_fines_of_years_that_do_not_count_are_not_told():
    class_ = [table(f"{kind} {n}", n, kind, [n, 2], of=2) for kind in ("silence", "vote") for n in (1, 2)]
    further = replace(class_[-1], points=((2, 2), (3, 3)), fines=((0, 0), (1, 0)))
    found = compare([*class_[:-1], further], ("silence", "vote"))
    assert found.year == 1 and after_fines(found) is None
    assert not ToKnow.of(found).fines and not any("fines" in words for words in ToKnow.of(found).wall)
    paid = compare([*class_[:-1], replace(further, fines=((1, 0), (1, 0)))], ("silence", "vote"))
    (net,) = after_fines(paid).comparisons
    assert net.difference.mean == paid.comparisons[0].difference.mean - 0.5
    assert ToKnow.of(paid).fines


def test_the_wall_says_of_the_largest_difference_that_nobody_paid_fines_under_these_two():
    names, blocks = ("silence", "talk", "vote"), [(1, 9, 5), (2, 12, 6), (1, 11, 5)]

    def short(payer):
        fined = [replace(one, fines=((2.0,),)) if one.treatment == payer else one for one in one_year(blocks, names)]
        return [words for words in ToKnow.of(compare(fined, names), True).wall if "fines" in words]

    assert short("vote") == ["Before fines; nobody paid any under these two."]
    assert short("none") == []
    (told,) = short("talk")
    assert told.startswith("Before fines; after them “talk” is 7.3 points ahead (98.3 %: ")


def test_where_all_seas_of_one_treatment_ran_empty_it_is_said_how_seldom_such_an_interval_holds():
    for blocks, tables in ((3, 6), (4, 8), (5, 8), (7, 12)):
        totals = [(1 + block % 3, 5 + block) for block in range(blocks)]
        found = compare(one_year(totals, ("silence", "talk")), ("silence", "talk"))
        know = ToKnow.of(found, True, apart=Apart(("silence",), ("talk",)), covered=0.9)
        (told,) = know.covered
        held, sure = APART[tables]
        assert f"in simulated classes of {tables} tables that looked like this" in told
        assert f"in {held} of 100 if 8 of 10 seas" in told and f"in {sure} if it is 19 and 1 of 20." in told
        assert know.wall[0].endswith(" this interval may be too narrow.") and told.startswith(know.wall[0])
    one, parted = compare(one_year([(1, 4)], ("silence", "talk")), ("silence", "talk")), Apart(("silence",), ("talk",))
    assert not ToKnow.of(one, True, apart=parted).covered, "it has no interval"
    assert emptied([("silence", True), ("silence", True), ("talk", False)]) == parted
    assert emptied([("silence", True), ("silence", False), ("talk", False)]) == Apart()
    assert emptied([("silence", True), ("talk", True)]) == Apart()
    assert not ToKnow.of(one, True).covered


def test_of_three_treatments_it_is_said_whose_seas_ran_empty_and_of_two_names_of_one_game_nothing():
    names = ("a", "b", "c")
    several = compare(one_year([(1, 5, 29), (2, 7, 31), (4, 5, 32)], names), names)
    know = ToKnow.of(several, True, apart=Apart(("a", "b"), ("c",)), covered=0.9)
    told, others = know.covered
    assert told.startswith("All seas of “a” and “b” ran empty, and none of “c”.") and "of 100" not in told
    assert "true differences in 90 of 100" in others, "the intervals of other pairs are narrow as before"
    assert know.wall[0] == told
    wide = compare(one_year([(1, 50), (20, 7), (4, 5)], names[:2]), names[:2])
    assert "ran empty" not in " ".join(ToKnow.of(wide, True, apart=Apart(("a",), ("b",))).covered), "it takes in 0"
    named = ("silence", "competitive", "c")
    apart = Apart(("silence",), ("competitive", "c"))
    some = compare(one_year([(1, 45, 29), (2, 47, 31), (4, 45, 32)], named), named)
    (told,) = ToKnow.of(some, True, apart=apart).covered
    assert told.startswith("All seas of “silence” ran empty, and none of “c”."), "the two names are one game"
    paid = [
        replace(table, fines=((20.0 + table.total(1) - 25,),)) if table.treatment == "a" else table
        for table in one_year([(25, 24), (20, 26), (29, 25)], names[:2])
    ]
    fined = compare(paid, names[:2])
    (after,) = after_fines(fined).comparisons
    assert after.difference.excludes(0) and not fined.comparisons[0].difference.excludes(0)
    assert "ran empty" in " ".join(ToKnow.of(fined, True, apart=Apart(("a",), ("b",))).covered), "as after fines"
    alike = ("silence", "competitive")
    same = compare(one_year([(1, 5), (2, 7), (4, 5)], alike), alike)
    assert one_game(*alike) and not ToKnow.of(same, True, apart=Apart(alike[:1], alike[1:])).covered


def test_several_differences_of_one_block_have_no_intervals_to_speak_of():
    names = ("a", "b", "c")
    one, two = (compare(one_year(totals, names), names) for totals in ([(1, 5, 9)], [(1, 5, 9), (2, 5, 7)]))
    assert not any("looked at together" in words for words in how_far(one))
    assert any("looked at together" in words for words in how_far(two))


def test_of_many_comparisons_those_with_the_first_treatment_and_the_largest_stand_first():
    names = ("a", "b", "c", "d", "e")
    totals = [(10, 12, 14, 11, 16), (11, 12, 15, 13, 18), (10, 14, 15, 12, 29)]
    for kinds in (4, 5):
        result = compare(one_year([some[:kinds] for some in totals], names[:kinds]), names[:kinds])
        told, know = sentences(result), ToKnow.of(result)
        assert len(result.comparisons) > MANY or not further(result, know)
        pairs = [words for words in told if " a table ahead of " in words or " are even " in words]
        assert len(pairs) == len(result.comparisons), "all of them are said"
    rest = further(result, know)
    assert all("“a”" in words for words in pairs[:4]) and not any("“a”" in words for words in rest)
    assert len([words for words in rest if "Between “" in words]) == 6 and told[-len(rest) :] == rest
    turned = compare(one_year([[*some[1:4], some[0], some[4]] for some in totals], names), names)
    lead = next(one for one in turned.comparisons if {one.base, one.other} == {"d", "e"})
    assert lead in foremost(turned) and len(foremost(turned)) == 5, "the largest"


def test_the_one_promise_of_a_class_is_not_told_in_the_plural():
    row = {"table": "Cod", "seat": 0, "year": 1, "promise": 1, "caught": 1, "must": 1, "could": 3, "aimed": 3,
           "brought": 3, "once": 3, "meant": 1, "kept": 1, "person": 1}  # fmt: skip
    for kept, words in ((1, "was kept"), (0, "was not kept")):
        told = " ".join(promise_sentences(promises([{**row, "kept": kept}])))
        assert f"The only promise that could have been broken {words}; " in told


def test_a_table_that_sits_apart_is_not_said_to_be_behind():
    tables = [table(f"{kind} {n}", n, kind, [1, 2], [n, 2]) for kind in ("silence", "talk") for n in (1, 2)]
    tables += [table("Apart", "Apart, set up while others played", "talk", [1, 2], of=2)]
    told = " ".join(sentences(compare(tables, year=2)))
    assert "its block has no table of the same size with another treatment: Apart." in told
    assert "have not finished" not in told
    late = replace(tables[0], name="Late", points=((1, 2),))
    assert "people have not finished year 2 there: Late." in " ".join(sentences(compare([*tables, late], year=2)))


def test_of_two_names_of_one_game_every_difference_is_said_to_be_luck_or_wording():
    blocks = [(1, 4), (2, 6), (1, 7)]
    words = "For people “Everyone for themselves” and “Silence” are the same game: nobody speaks and own points count."
    know = ToKnow.of(compare(one_year(blocks, ("Everyone for themselves", "Silence"))))
    assert know.sentences()[0].startswith(words) and know.wall[0].startswith(words)
    assert not ToKnow.of(compare(one_year(blocks, ("Quota", "Silence")))).alike
