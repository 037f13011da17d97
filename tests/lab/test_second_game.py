"""A second game of the same people: tables beside themselves, with the order of the games levelled out."""

from __future__ import annotations

import math

import pytest

from fishlab.lab.class_experiment.inference import ROUNDED, Result, Table, compare
from fishlab.lab.class_experiment.second_game import second_game_sentences, swapped
from fishlab.stats import mean_interval, student_t

Rows = list[tuple[str, str, str, float]]


def played(rows: Rows) -> Result:
    """Return what tables show: (table, block, treatment, total)."""
    return compare([Table(name, block, kind, ((total, 0.0),), 1) for name, block, kind, total in rows], ("S", "T"))


def class_of(effects: list[float], learnt: float) -> tuple[Result, Result]:
    """Return two games of people who make 10 points at one table of a block and 50 at the other, and learn."""
    before: Rows = []
    after: Rows = []
    for block, effect in enumerate(effects):
        before += [(f"a{block}", f"1.{block}", "S", 10), (f"b{block}", f"1.{block}", "T", 50 + effect)]
        after += [
            (f"a{block} 2", f"2.{block}", "T", 10 + effect + learnt),
            (f"b{block} 2", f"2.{block}", "S", 50 + learnt),
        ]
    return played(before), played(after)


def people_of(after: Result) -> dict[str, str]:
    return {table.name: table.name.removesuffix(" 2") for table in after.counted}


def test_people_and_learning_cancel_out_and_the_effect_stays():
    before, after = class_of([3, 5, 7], learnt=20)
    found = swapped(before, after, people_of(after))
    assert (found.base, found.other, found.tables, found.people) == ("S", "T", 6, 12)
    assert found.difference == pytest.approx(mean_interval([3, 5, 7]))
    told = second_game_sentences(found)
    assert told[1].startswith(
        "Table by table, the same people made 5 points more under “T” than under “S”, up to year 1 ("
    )
    assert not told[1].endswith("luck.")


def test_a_difference_that_may_be_luck_is_told_so_and_the_other_way_round():
    before, after = class_of([-9, 1], learnt=2)
    told = second_game_sentences(swapped(before, after, people_of(after)))[1]
    assert told.startswith("Table by table, the same people made 4 points more under “S” than under “T”")
    assert told.endswith("That may be luck.")


def test_people_who_made_as_much_under_both_treatments_are_not_said_to_have_made_0_points_more():
    before, after = class_of([-3, 3], learnt=2)
    told = second_game_sentences(swapped(before, after, people_of(after)))[1]
    assert told.startswith("Table by table, the same people made as much under “T” as under “S”, up to year 1 (95 %: −")


def test_every_interval_of_two_blocks_has_its_caution():
    for gains, words in (([3, 5], "With so few tables"), ([4, 4], "The blocks agree to the point."), ([3, 5, 9], "")):
        before, after = class_of(gains, learnt=2)
        *_, last = second_game_sentences(swapped(before, after, people_of(after)))
        assert last.startswith(words or "Table by table")


def test_one_block_has_no_interval_and_blocks_that_agree_keep_the_width_of_a_point():
    before, after = class_of([4], learnt=1)
    assert second_game_sentences(swapped(before, after, people_of(after)))[1].endswith(
        "That is one block: nobody can say how much of it is luck."
    )
    before, after = class_of([4, 4], learnt=1)
    found = swapped(before, after, people_of(after))
    assert found.difference.high - 4 == pytest.approx(student_t(2) * math.sqrt(ROUNDED / 2))


def test_without_a_swap_or_with_one_order_only_people_are_the_same_and_no_more_is_said():
    before, after = class_of([3, 5], learnt=20)
    assert swapped(before, before, {table.name: table.name for table in before.counted}) is None
    assert swapped(before, after, {"a0 2": "a0", "a1 2": "a1"}) is None, "what was learnt would count as the effect"
    assert len(second_game_sentences(None)) == 1
