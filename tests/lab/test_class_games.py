"""The class's own games: what is read of save codes and tables, and what is refused, line by line."""

from __future__ import annotations

import pytest
from fishlab_widgets.lab.class_games import MOST_CLASS, read_class
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from lab.class_play import code_of

from fishlab import Fishery
from fishlab.boom.rules import Boom
from fishlab.match import Match


def test_bad_codes_are_refused_line_by_line():
    begun, other = Match(Boom, 4).code(), code_of(2)
    fishery = Match(Fishery).code()
    read = read_class(f"hello\n{begun}\n{other}\n{fishery}\n{other[:-3]}")
    assert [row["players"] for row in read.rows] == [2]
    assert [line.split(":")[0] for line in read.wrong] == ["Line 1", "Line 2", "Line 4", "Line 5"]
    assert "no save code of Fishery Boom: one looks like BM1-" in read.wrong[0]
    assert "not over" in read.wrong[1]
    assert "this is a game of Fishery, not of Fishery Boom: its codes begin with BM1-" in read.wrong[2]
    assert "FY1" not in " ".join(read.wrong)
    assert read.left == f"hello\n{begun}\n{fishery}\n{other[:-3]}"


def test_a_csv_of_the_class_is_read_and_its_bad_lines_are_named():
    read = read_class("Group, Total, players\nalone, 9, 4\ntogether, −3, 2\nalone, many, 4\nalone, 5, 7")
    assert read.rows == [
        {"group": "alone", "total": 9.0, "players": 4},
        {"group": "together", "total": -3.0, "players": 2},
    ]
    assert read.wrong == [
        "Line 4: total 'many' is not a score.",
        "Line 5: players '7' is not possible: choose 2, 3 or 4.",
    ]
    assert read.left == "Group, Total, players\nalone, many, 4\nalone, 5, 7"
    assert read_class("a,b\n1,2").wrong == ["Line 1: no column is called “total” or “code”; the columns are a, b."]
    assert read_class(" \n").wrong[0].startswith("There is nothing to read")


@pytest.mark.parametrize("sign", [",", ";", "\t", " ; ", ", "])
def test_a_table_may_come_with_commas_semicolons_or_tabs(sign):
    lines = [
        ("group", "total", "players"),
        ("7b, the whales" if "," not in sign else "7b", "12", "3"),
        ("8a", "-4", "4"),
    ]
    read = read_class("\n".join(sign.join(line) for line in lines))
    assert read.wrong == [] and read.left == ""
    assert [(row["total"], row["players"]) for row in read.rows] == [(12, 3), (-4, 4)]
    assert [row["group"] for row in read.rows] == [lines[1][0], "8a"]


def test_a_table_with_semicolons_may_have_decimal_commas():
    read = read_class("group;total\nalone;9,5")
    assert read.rows == [{"group": "alone", "total": 9.5, "players": 4}]


@pytest.mark.parametrize(
    "line", ["{group},{code}", "{code};{group}", "{group}\t{code}", "{code} {group}", "{group}: {code}"]
)
def test_a_group_may_stand_beside_a_code(line):
    code = code_of()
    (row,) = read_class(line.format(group="table 3", code=code)).rows
    assert row["group"] == "table 3" and row["code"] == code


def test_several_codes_of_a_line_are_several_games_each_with_the_group_before_it():
    one, two, three = code_of(2), code_of(3), code_of(4)
    read = read_class(f"talk {one} {two}; silence: {three}")
    assert [(row["group"], row["players"]) for row in read.rows] == [("talk", 2), ("talk", 3), ("silence", 4)]
    read = read_class(f"Group;Code alone;Code together\ntable 1;{one};{two}\ntable 2;{three};")
    assert [(row["group"], row["players"]) for row in read.rows] == [("table 1", 2), ("table 1", 3), ("table 2", 4)]
    read = read_class(f"{one} {two[:-3]}")
    assert ([row["players"] for row in read.rows], len(read.wrong)) == ([2], 1)


def test_a_table_may_hold_codes():
    one, two = code_of(seed=1), code_of(seed=2)
    read = read_class(f"group;code\nred;{one}\n;{two}\nblue;nonsense")
    assert [row["group"] for row in read.rows] == ["red", "alone"]
    assert [line[:7] for line in read.wrong] == ["Line 4:"]
    assert read.left == "group;code\nblue;nonsense"


def test_games_that_do_not_fit_any_more_stay_in_the_box():
    read = read_class("group,total\n" + "\n".join(f"a,{number}" for number in range(5)), known=MOST_CLASS - 3)
    assert len(read.rows) == 3
    assert read.wrong == [f"Only 3 more games fit ({MOST_CLASS} in all): 2 were left out."]
    assert read.left == "group,total\na,3\na,4"


def test_an_unfinished_game_is_refused_with_the_year_it_is_in():
    match = Match.from_code(code_of())
    match.undo(40)
    (why,) = read_class(match.code()).wrong
    assert "this game is not over: it is in year" in why and "of 10" in why


def test_a_short_line_of_csv_is_refused_and_not_a_crash():
    read = read_class("group,total\nalone\nalone,4,5,6")
    assert read.rows == [{"group": "alone", "total": 4.0, "players": 4}]
    assert read.wrong == ["Line 2: total '' is not a score."]
    long = read_class(f"group,total\nalone,{'9' * 200_000}")
    assert long.rows == [] and len(long.wrong[0]) < 80


@effort(max_examples=40, deadline=None)
@given(st.lists(st.text(alphabet="BM1-FYab,;\t \"'group total0123456789\n−code", max_size=60), max_size=6))
def test_whatever_is_pasted_every_full_line_is_a_game_or_named_as_wrong(lines):
    read = read_class("\n".join(lines))
    assert read.wrong or read.rows
    assert all(isinstance(line, str) for line in read.wrong)
