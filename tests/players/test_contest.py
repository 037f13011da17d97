"""Tournaments on a page, and players of one's own that climb a ladder: played between clicks, told in words."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest
from fishlab_widgets.contest import RUNGS, Contest, against_ladder, ladder_of
from fishlab_widgets.controls import cell_cache

from fishlab import GAMES, Boom, Fishery
from fishlab.players.tournament import Tournament, tournament

SMALL = {"columns": 3, "rows": 3, "ships": 1}


def first(view, rng):
    """A player that a student might write."""
    return view.moves()[0]


def most(view, rng):
    """Another one, that wins more."""
    return max(view.moves(), key=lambda move: view.after(move).scores()[view.turn()])


def words(contest):
    return re.sub(r"<[^>]*>", " ", contest.told.value)


def test_the_page_shows_the_same_games_as_the_function_with_ratings_and_who_won():
    contest = Contest("fishery", ["greedy", "random", first], games=3, seed=4, **SMALL)
    assert contest.table() == tournament(Fishery, ["greedy", "random", first], 3, 4, options=SMALL)
    assert (contest.bar.value, contest.bar.max) == (18, 18)
    best = next(iter(contest.table().ratings()))
    assert f"18 games. “{best}” leads" in words(contest)
    assert contest.figures.value.count("<table") == 2
    rating = contest.table().ratings()["greedy"]
    assert f"<td>{round(rating.mean, 2):g}</td>".replace("-", "−") in contest.figures.value
    assert "Who won against whom" in contest.figures.value


def test_a_player_of_ones_own_climbs_until_it_is_clearly_beaten_and_is_told_where_it_stands():
    contest = against_ladder(first, "pisces", rounds=1)
    rungs = list(dict.fromkeys(row["others"] for row in contest.table().rows))
    assert rungs == ladder_of(GAMES["pisces"])[: len(rungs)]
    assert len(contest.table().rows) == sum(2 * games for games in RUNGS[: len(rungs)])
    assert "games won against “easy”" in words(contest)
    assert contest.table().standing("first") in words(contest)
    assert "first: games won" in contest.figures.value


def made(*won, players=2, games=16):
    """A table in which “mine” won so many games against a, b, …"""
    rows = [
        {"one": "mine", "others": others, "seat": 0, "trial": n, "share": float(n < count), "fault": ""}
        for others, count in zip("abc", won, strict=False)
        for n in range(games)
    ]
    return Tournament("fishery", players, ("mine", *"abc"[: len(won)]), tuple(rows))


def test_where_a_player_stands_is_said_no_surer_than_its_games_allow():
    told = made(16, 9, 1).standing("mine")
    assert told == (
        "16 of 16 games won against “a”: clearly stronger; 9 of 16 games won against “b”: no clear difference in so "
        "few games; 1 of 16 games won against “c”: clearly weaker. So “mine” stands above “a” and below “c”."
    )
    assert made(8).standing("mine").endswith("More games are needed to place “mine”.")
    assert "4 of 16 games won against “a” (equally strong players would win 4): no clear" in made(
        4, players=4
    ).standing("mine")
    assert made().standing("mine") == "“mine” has not played yet."
    drawn = made(1)
    rows = ({**drawn.rows[0], "share": 0.5}, *drawn.rows[1:])
    told = replace(drawn, rows=rows).standing("mine")
    assert told.startswith("0.5 of 16 games won (a draw counts half) against “a”: clearly weaker.")
    told = replace(drawn, players=3, rows=rows).standing("mine")
    assert told.startswith(
        "0.5 of 16 games won (a shared win counts in part) against “a” (equally strong players would win 5.33)"
    )


def clumsy(view, rng):
    return view.moves()[0] if view.phase == "ships" else ("net", "a1", "c3")


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (clumsy, "“clumsy” played “net a1 c3” at move 3 (Black to cast a net or pass): "),
        (lambda view, rng: None, "“&lt;lambda&gt;” returned None at move 1 ("),
        (lambda view, rng: {}["fish"], "stopped with KeyError ("),
    ],
)
def test_a_mistake_ends_the_climb_with_a_sentence_and_the_move_at_which_it_happened(player, said):
    contest = against_ladder(player, "fishery", **SMALL)
    assert said in contest.told.value
    assert contest.bar.value == 1
    assert contest.figures.value == ""


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: against_ladder(first, "chess"), "'chess' is not a game here: choose"),
        (lambda: against_ladder(7, "fishery"), "7 is not a player: give a bot's name or a function"),
        (lambda: against_ladder(first, "fishery", columns=99), "columns=99 is not possible"),
        (lambda: Contest("fishery", ["shark", "random"]), "fishery has no bot &#x27;shark&#x27;: choose"),
        (lambda: Contest("fishery", ["random"]), "at least two players"),
    ],
)
def test_what_cannot_be_played_is_refused_on_the_page(make, said):
    contest = make()
    assert said in contest.told.value.replace("&#x27;chess&#x27;", "'chess'").replace("bot&#x27;s", "bot's")
    assert "alert" in contest.told.value
    assert contest.button.layout.display == "none"


def test_a_game_without_a_ladder_offers_its_first_bots():
    class Plain(Boom):
        name = "no-such-folder"

    assert ladder_of(Plain) == ["random"]


def test_games_are_played_between_clicks_and_can_be_stopped_and_gone_on_with():
    async def page():
        contest = Contest("fishery", ["greedy", "random"], games=3, **SMALL)
        assert contest.running
        while not contest.bar.value:  # a step is a move: no click waits for a game
            await asyncio.sleep(0)
        contest.button.click()
        played = contest.bar.value
        assert 0 < played < 6
        assert f"{played} of 6 games played." in words(contest)
        for _ in range(9):
            await asyncio.sleep(0)
        assert (contest.bar.value, contest.button.description) == (played, "Play on")
        contest.button.click()
        while contest.running:
            await asyncio.sleep(0)
        assert contest.table() == tournament(Fishery, ["greedy", "random"], 3, options=SMALL)

    asyncio.run(page())


def test_a_cell_that_is_run_again_ends_the_games_of_its_last_run(monkeypatch):
    counts = iter(range(9))
    monkeypatch.setattr(cell_cache, "running_cell", lambda: ("a cell", next(counts)))

    async def page():
        old = Contest("fishery", ["greedy", "random"], games=3, **SMALL)
        new = Contest("fishery", ["greedy", "random"], games=3, **SMALL)
        assert (old.running, new.running) == (False, True)
        new.stop()

    asyncio.run(page())
