"""A second game of the same people: tables beside themselves, with the order of the games levelled out."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from fishlab.lab.class_experiment.inference import ROUNDED, PlayedTable, Result, compare
from fishlab.lab.class_experiment.second_game import Others, Quoted, second_game_sentences, swapped, to_quote_in_short
from fishlab.lab.class_experiment.to_know import ToKnow
from fishlab.stats import mean_interval, student_t

Rows = list[tuple[str, str, str, float]]


def played(rows: Rows) -> Result:
    """Return what tables show: (table, block, treatment, total)."""
    return compare(
        [PlayedTable(name, block, kind, ((total, 0.0),), 1) for name, block, kind, total in rows], ("S", "T")
    )


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
    assert found.first == pytest.approx(mean_interval([43, 45, 47])), "with what the people of its tables are like"
    assert found.first == pytest.approx(before.comparisons[0].difference), "as the first game's desk showed it"
    assert found.second == pytest.approx(mean_interval([-37, -35, -33]))


def go_on(first: list[float], second: list[float]) -> list[str]:
    """Return what is said of two games with these differences in their blocks, at tables that are alike."""
    both: list[Rows] = [
        [
            row
            for block, one in enumerate(effects)
            for row in (
                (f"a{block}{end}", f"1.{block}", kinds[0], 9 * block),
                (f"b{block}{end}", f"1.{block}", kinds[1], 9 * block + (one if kinds[1] == "T" else -one)),
            )
        ]
        for effects, kinds, end in ((first, "ST", ""), (second, "TS", " 2"))
    ]
    before, after = map(played, both)
    return second_game_sentences(swapped(before, after, people_of(after)), quoted=Quoted(1, "S", "T", before))


def test_where_the_first_treatment_is_left_in_the_second_game_the_first_is_quoted_and_the_mean_is_not_the_effect():
    _, quoted, both, mean = go_on([20, 24, 29], [0, 1, -1])
    assert quoted == (
        "The figure to quote is from the first game, when nobody had played before: “T” is 24.3 points a table ahead "
        "of “S” up to year 1 of 1 (95 %: 13.1 to 35.5; 3 blocks, 6 tables, 12 people)."
    )
    assert both.startswith(
        "The same people under both treatments (3 blocks, 6 tables, 12 people, up to year 1): “T” was ahead of “S” by "
        "24.3 points in the game before, and even with it in this one. These differ by 24.3 points (95 %: 11"
    )
    assert "leaves out 0, which luck alone seldom does. If it was not luck, the first treatment had" in both
    assert mean == (
        "Their mean, “T” 12.2 points ahead of “S” (95 %: 7.1 to 17.2), is the effect only if the first treatment has "
        "no after-effect in the second game: people may go on as they did before."
    )


def test_games_that_agree_are_not_said_to_disagree_by_more_than_luck_whoever_is_ahead():
    _, _, both, mean = go_on([-20, -24, -29], [-28, -22, -21])
    assert "“S” was ahead of “T” by 24.3 points in the game before, and ahead by 23.7 points in this one." in both
    assert "That may be luck, but so few tables can hide a large after-effect" in both
    assert mean.startswith("Their mean, “S” 24 points ahead of “T”")
    _, _, both, _ = go_on([20, 24, 29], [-3, -4, -8])
    assert "by 24.3 points in the game before, and behind by 5 points in this one." in both


def test_where_a_bot_held_a_seat_in_one_of_both_games_seats_are_counted_and_not_people():
    for game in (0, 1):
        for year, words in ((1, "4 tables, 8 seats, up to year 1"), (2, "4 tables, 8 people, up to year 1")):
            both = [
                [replace(one, years=2, points=one.points * 2) for one in result.counted]
                for result in class_of([3, 5], learnt=2)
            ]
            both[game] = [replace(one, bots=frozenset({(1, year)})) for one in both[game]]
            before, after = (compare(tables, ("S", "T"), 1) for tables in both)
            assert words in second_game_sentences(swapped(before, after, people_of(after)))[2]


def test_an_interval_that_ends_just_beside_0_is_not_said_to_end_there():
    _, _, both, _ = go_on([10, 20, 30], [-4.82] * 3)
    assert "(95 %: −0.02 to " in both and "That may be luck" in both


def test_treatments_that_are_even_are_not_said_to_be_ahead_by_no_points():
    _, _, both, mean, *_ = go_on([-10, 0, 10], [10, 0, -10])
    assert "“T” and “S” were even in the game before, and in this one. These differ by 0 points (95 %: " in both
    assert mean.startswith("In the mean of both games “T” and “S” are even (95 %: −") and "has no after-effect" in mean
    _, _, both, _ = go_on([-10, 0, 10], [-5, -4, -3])
    assert "“S” and “T” were even in the game before, and “S” was ahead by 4 points in this one." in both
    *_, mean = go_on([4], [-4])
    assert mean.startswith("In the mean of both games “T” and “S” are even. That is the effect only if")


def test_a_third_game_quotes_the_figure_of_the_first_with_its_cautions():
    first, _ = class_of([3, 5], learnt=2)
    before, after = class_of([30, 50, 70], learnt=2)
    for found in (swapped(before, after, people_of(after)), None):
        told = second_game_sentences(found, quoted=Quoted(1, "S", "T", first), known=["It was stopped."])
        assert told[1] == (
            "The figure to quote is from the first game, when nobody had played before: “T” is 44 points a table "
            "ahead of “S” up to year 1 of 1 (95 %: 31.3 to 56.7; 2 blocks, 4 tables, 8 people). Of that game: With so "
            "few tables, the width of an interval is mostly luck too: do not trust a narrow one. It "
            "was stopped."
        )
    assert to_quote_in_short(known=["It was stopped."], quoted=Quoted(1, "S", "T", first))[1] == told[1]


def test_a_game_that_was_stopped_early_has_no_figure_to_quote_and_nor_has_the_mean_of_both():
    def longer(result: Result, finished: int) -> Result:
        tables = [replace(one, years=2, points=one.points * finished) for one in result.counted]
        return compare(tables, ("S", "T"))

    for years, stopped in ((1, True), (2, False)):
        before, after = (longer(one, size) for one, size in zip(class_of([3, 5], learnt=2), (years, 2), strict=True))
        for game in (1, 2):
            first = Quoted(game, "S", "T", before)
            told = second_game_sentences(swapped(before, after, people_of(after)), quoted=first)
            words = (
                f"There is no figure to quote: game {game} was the first to compare “S” with “T”, and it was stopped"
            )
            assert told[1].startswith(words) == stopped
            assert ("Up to then: “T” is 44 points a table ahead of “S” up to year 1 of 2" in told[1]) == stopped
            assert ("figure to quote is from" in told[1]) == (game == 1 and not stopped)
            mean = "The mean of both games is no figure to quote unless both are played to their end."
            assert (mean in told) == stopped != any(one.startswith("Their mean, “T”") for one in told)
            assert to_quote_in_short(quoted=first)[1] == told[1]
    overrun = [
        replace(one, bots=frozenset({(0, 2), (1, 2)}) if one.name == "a0" else one.bots) for one in before.counted
    ]
    early = compare(overrun, ("S", "T"), 1)
    assert early.year == 1 and "The figure to quote is" in to_quote_in_short(quoted=Quoted(1, "S", "T", early))[1]
    short = longer(class_of([3, 5], learnt=2)[1], 1)
    assert swapped(before, short, people_of(short)).stopped, "this game counts as much as the one before"


def test_no_game_is_quoted_that_did_not_compare_these_two_or_that_was_not_the_first():
    for told in (
        second_game_sentences(None, same=False, quoted=Quoted(0, "S", "T")),
        second_game_sentences(swapped(*(both := class_of([3, 5], 2)), people_of(both[1])), quoted=Quoted(0, "S", "T")),
    ):
        assert told[1] == (
            "No earlier game compared “S” with “T” in this form: this figure comes from people who had played before."
        )
        assert not any("figure to quote" in one for one in told)
    later = second_game_sentences(None, quoted=Quoted(2, "S", "T", both[0]))[1]
    assert later.startswith(
        "Game 2 was the first to compare “S” with “T”, and its people had played before too: “T” is 44 points a "
    )
    assert "when nobody had played before" in second_game_sentences(None)[1], "of two that nobody names"


def test_every_interval_of_two_blocks_has_its_caution():
    for gains, words in (
        ([3, 5], "With so few tables"),
        ([4, 4], "The blocks agree to the nearest point."),
        ([3, 5, 9], ""),
    ):
        before, after = class_of(gains, learnt=2)
        *_, last = second_game_sentences(swapped(before, after, people_of(after)))
        assert last.startswith(words or "Their mean")


def test_one_block_has_no_interval_and_blocks_that_agree_keep_the_width_of_a_point():
    _, _, both, mean = go_on([4], [1])
    assert both.endswith("These differ by 3 points; that is one block, so nobody can say how much of it is luck.")
    assert "%" not in mean
    before, after = class_of([4, 4], learnt=1)
    found = swapped(before, after, people_of(after))
    for one, tables in ((found.difference, 1), (found.first, 2), (found.disagree, 4)):
        assert one.high - one.mean == pytest.approx(student_t(2) * math.sqrt(tables * ROUNDED / 2))


def test_of_two_names_of_one_game_no_treatment_is_said_to_have_an_after_effect():
    names = {"S": "Everyone for themselves", "T": "Silence"}
    before, after = (
        compare([replace(one, treatment=names[one.treatment]) for one in game.counted], [*names.values()])
        for game in class_of([3, 5, 4], learnt=20)
    )
    told = second_game_sentences(swapped(before, after, people_of(after)))
    assert told[2].endswith(
        "For people both are the same game, so neither can have an after-effect: that is luck, or comes from what "
        "people learnt in the game before."
    )
    assert "is the effect" not in " ".join(told) and "leaves out 0" not in " ".join(told)


def test_tables_with_other_people_are_named_and_nobody_says_that_people_are_the_same():
    first, quoted, last = second_game_sentences(None, same=False, others=[Others("Cod 2", 2, 4)])
    assert quoted == "The figure to quote is from the first game, when nobody had played before."
    assert first.startswith("There was a game before this one. Whoever played it has learnt from it")
    assert last == (
        "One table is not compared with itself, because other people sat there in the game before: Cod 2 (2 of 4 "
        "seats)."
    )


def test_tables_are_named_that_drop_out_with_the_table_beside_them():
    before, after = class_of([3, 5, 7], learnt=20)
    people = {name: old for name, old in people_of(after).items() if name not in ("a1 2", "b2 2")}
    found = swapped(before, after, people)
    assert {*found.left_out} == {"a1 2", "b1 2", "a2 2", "b2 2"} and found.tables == 2
    told = second_game_sentences(found, same=False, others=[Others("a1 2", 2, 2), Others("b2 2", 1, 2)])
    assert told[-1].startswith("Tables b1 2 and a2 2 are left out of this: a block counts here only if its tables of ")
    *_, last = second_game_sentences(swapped(before, after, people_of(after)))
    assert "left out" not in last


def test_without_a_swap_or_with_one_order_only_people_are_the_same_and_the_first_game_is_quoted():
    before, after = class_of([3, 5], learnt=20)
    assert swapped(before, before, {table.name: table.name for table in before.counted}) is None
    assert swapped(before, after, {"a0 2": "a0", "a1 2": "a1"}) is None, "what was learnt would count as the effect"
    assert len(second_game_sentences(None)) == 2


def test_where_everybody_is_new_nobody_has_learnt_and_no_other_game_is_quoted():
    told = second_game_sentences(None, same=False, others=[Others("Cod 2", 4, 4)], new=True)
    assert told == ["There was a game before this one, in which other people sat in every seat."]


def test_the_figure_of_the_first_game_keeps_its_warnings_and_figures_of_the_same_people_say_they_are_before_fines():
    before, after = class_of([3, 5], learnt=20)
    know = ToKnow(stopped=("The game was stopped before its end.",), dropped=("Left out: a table.",))
    quoted = Quoted(1, "S", "T", before)
    _, told, *more = second_game_sentences(
        swapped(before, after, people_of(after)), known=know.sentences(), quoted=quoted
    )
    assert told.startswith("The figure to quote is from the first game, when nobody had played before: “T” is ")
    assert told.endswith(
        "Of that game: With so few tables, the width of an interval is mostly luck too: do not trust a narrow one. "
        "The game was stopped before its end. Left out: a table."
    )
    words = "These people’s points are before fines in both games."
    assert words not in more, "nobody paid any"
    fined = compare([replace(one, fines=((1.0, 0.0),)) for one in after.counted], ("S", "T"))
    assert words in second_game_sentences(swapped(before, fined, people_of(after)))
