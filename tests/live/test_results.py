"""The end of a game: whoever plays alone against bots reads her own result first."""

from __future__ import annotations

import pytest
from fishlab_widgets import Table
from laws import COURSE
from prepared_page import played

from fishlab import GAMES, Boom, Fishery
from fishlab.core import blind, called
from fishlab.messages import placed

NAMES = ["Ada", "Bo", "Cy", "Dee"].__getitem__


def ended(game: str, seat: int, **names: list[str]) -> Table:
    """Return a finished game in which one seat was a person's."""
    match = played(game, GAMES[game].seats[-1], 5000)
    return Table(match, seats=["person" if one == seat else "random" for one in range(match.seats)], **names)


@pytest.mark.parametrize(
    ("seat", "scores", "winners", "low", "said"),
    [
        (1, [34, 31, 12, 40], [3], False, "You came 3rd of 4 with 31 points, 9 behind Dee."),
        (3, [34, 31, 12, 40], [3], False, "You came 1st of 4 with 40 points, 6 ahead of Ada."),
        (0, [1, 7, -1, 9], [2], True, "You came 2nd of 4 with 1 point, 2 behind Cy."),
        (2, [1, 7, -1, 9], [2], True, "You came 1st of 4 with −1 point, 2 ahead of Ada."),
        (0, [5, 5, 2, 5], [1], False, "You came 2nd of 4 with 5 points, as many as Bo: the tie-break decided."),
        (1, [5, 5, 2, 4], [1], False, "You came 1st of 4 with 5 points, as many as Ada: the tie-break decided."),
        (0, [5, 5, 2, 5], [0, 1, 3], False, "You share the win with Bo and Dee, with 5 points each."),
        (0, [5], [0], False, ""),
    ],
)
def test_a_result_is_the_place_the_points_and_the_distance_to_the_winner_or_the_next(seat, scores, winners, low, said):
    assert placed(seat, NAMES, scores, winners, low) == said


@pytest.mark.few(1)
@pytest.mark.parametrize("game", COURSE)
def test_who_plays_alone_reads_her_own_result_and_its_place_is_that_of_the_table(game):
    for seat in range(GAMES[game].seats[-1]):
        end = ended(game, seat).board.ending
        (mine,) = (row for row in end["places"] if row["you"])
        assert f" {mine['score']} " in end["result"]
        if game != "fishery":
            place = {1: "1st", 2: "2nd", 3: "3rd"}.get(mine["place"], f"{mine['place']}th")
            assert end["result"].startswith((f"You came {place} of {len(end['places'])} with", "You share the win"))


def test_fishery_counts_fish_and_names_the_other(monkeypatch):
    for scores, said in (((31, 32), "1 fewer than Bo."), ((40, 23), "17 more than Bo."), ((31, 31), "as many as Bo.")):
        monkeypatch.setattr(Fishery, "scores", lambda self, scores=scores: scores)
        state = Fishery.start()
        with called(["Ada", "Bo"]):
            assert state.words.result(state, 0) == f"You have {scores[0]} fish, {said}"


def test_equal_scores_below_the_winner_share_a_place_and_the_next_one_is_left_out(monkeypatch):
    monkeypatch.setattr(Boom, "scores", lambda self: (5, 9, 5, 2))
    rows = Table(played("boom", 4, 5000), seats=["random"] * 4).board.ending["places"]
    assert [(row["score"], row["place"]) for row in rows] == [("9", 1), ("5", 2), ("5", 2), ("2", 4)]


def test_no_own_result_where_several_play_where_all_share_a_score_and_where_nobody_shall_be_steered():
    match = played("boom", 2, 5000)
    assert Table(match, seats=["person", "person"]).board.ending["result"] == ""
    assert Table(match, seats=["person", "random"]).board.ending["result"]
    with blind():
        assert match.state.words.result(match.state, 0) == ""
    together = Boom.start(2, cooperative=True)
    assert together.words.result(together, 0) == ""
