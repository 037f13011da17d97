"""What a licence is worth: kept games, which can be made again."""

from __future__ import annotations

import pytest
from kept_games import gift_rows, main, play_gift

from fishlab.fleet import gifts


def test_there_are_at_least_300_kept_games_of_every_gift():
    assert list(gifts.kept()) == list(gifts.COLUMNS)
    assert {len(points) for points in gifts.kept().values()} == {300}


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [7, 299])
def test_a_kept_game_can_be_made_again(number):
    (line,) = gift_rows(1, number)
    assert line == ",".join(map(str, (number, *(points[number] for points in gifts.kept().values()))))


def test_a_gift_is_one_licence_of_seat_a_and_nothing_else():
    plain, given = play_gift(4).states[0], play_gift(4, "cod").states[0]
    assert (plain.sides[0].licences, given.sides[0].licences) == ((), ("cod",))
    assert plain.sides[1:] == given.sides[1:]
    assert plain.market == given.market
    with pytest.raises(ValueError, match="'boat' cannot be given: choose none, shrimp"):
        play_gift(4, "boat")


@pytest.mark.long
def test_the_tool_writes_the_table(tmp_path):
    main(["gifts", "--games", "1", "--out", str(tmp_path / "gifts.csv")])
    lines = (tmp_path / "gifts.csv").read_text(encoding="utf-8").splitlines()
    assert (
        lines[0]
        == "game,none,shrimp,cod,lobster,tuna,processing,pub,king-crab-captains,king-crab-crates,king-crab-licences"
    )
    assert [line.split(",")[1] for line in lines[1:]] == [str(points) for points in gifts.kept()["none"][:1]]
