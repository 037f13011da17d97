"""A new game is a new game: fresh dice each time, kept with the game, and the same dice only where somebody asks."""

from __future__ import annotations

import pytest
from fishlab_widgets import Sandbox, Table
from sending import ask

from fishlab import GAMES, Match

STARTS = 30
RICH = ("boom", "pisces", "fishery", "fleet", "freshfish")
"""Games with so much luck, or bots with so much choice, that no two openings are alike; a small game has less."""
SMALL = {"columns": 4, "rows": 4, "ships": 2}


def opening(table, moves=40):
    """Return the first moves of a game in which the person always plays the first move of the list."""
    while len(table.match) < moves and not table.match.over:
        table.play(table.match.state.moves()[0])
    return tuple(table.match.moves[:moves])


@pytest.fixture
def quick(monkeypatch):
    """Leave the drawing out: these tests compare hundreds of moves."""
    monkeypatch.setattr(Table, "refresh", lambda self, **_: None)


@pytest.mark.parametrize("game", GAMES)
def test_thirty_starts_are_thirty_different_games(game, quick):
    sandbox, seen, seeds = Sandbox(game), set(), set()
    other = {"game": (list(GAMES).index(game) + 1) % len(GAMES)}

    def back() -> None:
        ask(sandbox, "begin", values=other)
        ask(sandbox, "begin", values={"game": list(GAMES).index(game)})

    starts = (back, lambda: ask(sandbox, "again"), lambda: ask(sandbox, "begin", values={}))
    for number in range(STARTS):
        starts[number % 3]()
        seen.add(opening(sandbox))
        seeds.add(sandbox.match.seed)
    assert len(seeds) == STARTS
    assert len(seen) == STARTS or game not in RICH


@pytest.mark.parametrize("game", GAMES)
def test_the_same_dice_again_give_the_same_game_with_the_bots_moves(game, quick):
    table = Table(game, plot=False)
    first, seed = opening(table), table.match.seed
    ask(table, "same")
    assert table.match.seed == seed and opening(table) == first
    assert opening(Table(game, seed=seed, plot=False)) == first


def test_the_save_tab_names_the_dice_and_the_code_keeps_them():
    table = Table("boom", plot=False)
    opening(table, 8)
    ask(table, "tab", tab="save")
    assert str(table.match.seed) in table.board.save["dice"] and table.board.save["code"].endswith(
        f".{table.match.seed}"
    )
    later = opening(table, 30)
    other = Table(Match.from_code(table.board.save["code"]), seats=list(table.seats), plot=False)
    assert (other.match.seed, opening(other, 30)) == (table.match.seed, later)
    table.load(Match.from_json(table.match.to_json()).code())
    assert table.match.seed == other.match.seed


def test_a_code_without_dice_opens_as_before_and_goes_on_with_fresh_ones():
    match = Match(GAMES["fishery"], **SMALL)
    match.play("ship a1")
    assert "." not in match.code() and "seed" not in match.to_json()
    opened = [Table(Match.from_code(match.code()), seats=["person", "random"], plot=False) for _ in range(5)]
    assert len({table.match.seed for table in opened}) == 5


def test_a_hidden_game_tells_its_dice_only_with_its_code():
    table = Table("fleet", seats=["person", "greedy"], plot=False)
    ask(table, "tab", tab="save")
    assert table.board.save["dice"] == ""
    ask(table, "code")
    assert str(table.match.seed) in table.board.save["dice"]


def test_a_table_that_compares_games_keeps_its_dice_and_says_so():
    table = Table("boom", 4, seed=3, dice="tape", plot=False)
    for kind in ("again", "begin"):
        ask(table, kind, values={})
        assert table.match.seed == 3
    ask(table, "tab", tab="save")
    assert "every game at this table has the same dice" in table.board.save["dice"]


def test_dice_that_are_rolled_by_the_class_have_no_number():
    table = Table("boom", seats=["person", "person"], dice="table", plot=False)
    ask(table, "tab", tab="save")
    assert table.board.save["dice"] == ""
