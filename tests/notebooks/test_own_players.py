"""“Write your own player” in the lessons: it plays at once, says where it stands, and leaves something to win."""

from __future__ import annotations

import pytest
from fishlab_widgets.contest import Contest, ladder_of
from walk import walked

from fishlab import Boom, Fishery, Fleet, FreshFish, Pisces

LESSONS = {"01": Boom, "05": Pisces, "07": Fishery, "08": Fleet, "09": FreshFish}


def contest_of(lesson: str) -> Contest:
    return next(thing for thing in walked(lesson).shown if isinstance(thing, Contest))


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_player_of_a_lesson_keeps_the_rules_and_is_told_where_it_stands_below_the_top(lesson):
    contest = contest_of(lesson)
    table, rungs = contest.table(), ladder_of(LESSONS[lesson])
    assert (table.game, table.faults) == (LESSONS[lesson].name, ())
    met = [name for name in table.bots if any(row["others"] == name for row in table.rows)]
    assert met == rungs[: len(met)]
    beaten_by = [others for (one, others), won in table.payoffs().items() if one == "my_player" and won.high < 0.5]
    assert beaten_by == met[-1:], "nothing would be left to win"
    assert table.standing("my_player") in contest.told.value


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_students_mistake_in_that_cell_gets_a_sentence_with_the_move(lesson):
    walk = walked(lesson)
    cell = next(
        name for name in ("own-player", "boom1-own-player") if any(name == one["id"] for one in walk.notebook["cells"])
    )
    text = (
        walk.cell(cell)
        .replace("    return max(", "    return str(")
        .replace("    return rng.choice(", "    return list(")
    )
    text = text.replace(", key=lead", "").replace(", key=points", "")
    before = len(walk.shown)
    walk.run(text)
    said = walk.shown.pop().told.value
    assert len(walk.shown) == before
    assert "“my_player” returned " in said
    assert " at move " in said
    assert "a move is a tuple of words and whole numbers" in said
