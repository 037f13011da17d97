"""The cooperative game of Boom at a table: one score, shares, partners, a coach who says "we", and no ranking."""

from __future__ import annotations

import re
from random import Random

import pytest
from fishlab_widgets import Table
from fishlab_widgets.live.new_game import fields_for
from sending import ask

from fishlab import Boom, Match


def finished(**options) -> Match:
    match = Match(Boom, 3, cooperative=True, **options)
    rng = Random(5)
    while not match.over:
        match.play(match.state.sample(rng))
    return match


def test_all_have_one_score_and_each_country_shows_its_share():
    match = finished(years=4)
    table = Table(match, seats=["person"] * 3, plot=False)
    shares = [int(row["score"].replace("−", "-")) for row in table.board.standings]
    assert table.board.common.replace("−", "-") == str(sum(shares)) == str(match.state.scores()[0])
    assert shares == list(match.state.own_scores())
    assert "together" in table.board.head["subtitle"]
    assert Table("boom", plot=False).board.common == ""


def test_the_end_of_the_common_game_ranks_nobody():
    table = Table(finished(years=4), seats=["person"] * 3, plot=False)
    ending = table.board.ending
    assert ending["common"] == table.board.common
    assert [row["name"] for row in ending["places"]] == ["Seat A", "Seat B", "Seat C"], "in the order of seats"
    assert not any("place" in row or "won" in row for row in ending["places"])
    assert "together" in table.board.prompt["text"]


def test_partners_sit_down_in_the_common_game_and_leave_with_it():
    table = Table("boom", 3, plot=False)
    assert table.seats == ["person", "medium", "medium"]
    ask(table, "form")
    first = table.board.form["fields"][0]
    assert first["name"] == "cooperative", "alone or together is asked first"
    table.board.on_act("seat", {"seat": 2, "who": "careful"})
    ask(table, "begin", values={"cooperative": 1})
    assert table.seats == ["person", "team-minded", "careful"], "who was chosen stays"
    ask(table, "begin", values={"cooperative": 0})
    assert table.seats == ["person", "medium", "careful"]
    assert fields_for(table.match)[1].name == "players"


@pytest.mark.parametrize("phase", ["gear", "take", "box"])
def test_the_coach_of_the_common_game_speaks_of_us(phase):
    match, rng, heard = Match(Boom, 4, cooperative=True), Random(2), set()
    while not match.over:
        if match.state.phase == phase:
            heard.add(match.state.coach())
        match.play(match.state.sample(rng))
    assert heard
    assert all(re.search(r"\b(we|us|our)\b", words, re.IGNORECASE) for words in heard)
