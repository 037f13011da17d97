"""Names that people give to the seats of a table: everywhere in its sentences, nowhere in the game, and always text."""

from __future__ import annotations

import json
from random import Random
from xml.etree import ElementTree

import pytest
from fishlab_widgets import Table
from sending import ask

from fishlab import GAMES, OVER, Fishery, Match, Pisces
from fishlab.core import called

MARKUP = "<img src=x>&\"'"


def end_of(table: Table) -> None:
    """Play at random to the end."""
    while not table.match.over:
        table.match.play(table.match.state.sample(Random(len(table.match))))
    table.session.at = len(table.match)
    table.refresh()


@pytest.mark.few(1)
@pytest.mark.parametrize("name", GAMES)
def test_a_typed_name_stands_in_prompt_seats_log_and_ending_and_is_never_markup(name):
    table = Table(name, seats=["person"] * GAMES[name].seats[0], plot=False, dice="table")
    ask(table, "name", seat=0, name=MARKUP)
    ask(table, "name", seat=1, name="Bo")
    assert [row["name"] for row in table.board.seats[:2]] == [MARKUP, "Bo"]
    svgs = [table.board.svg]
    while table.match.state.turn() != OVER and len(table.match) < 40:
        turn = table.match.state.turn()
        table.refresh()
        svgs.append(table.board.svg)
        if turn in (0, 1) and not table.board.cover:
            assert (MARKUP, "Bo")[turn] in table.board.prompt["text"]
        table.match.play(table.match.state.sample(Random(len(table.match))))
        table.session.at = len(table.match)
    table.refresh()
    said = json.dumps(table.board.log, ensure_ascii=False)
    assert "Bo " in said or json.dumps(MARKUP)[1:-1] in said
    end_of(table)
    assert {MARKUP, "Bo"} <= {row["name"] for row in table.board.ending["places"]}
    for svg in (*svgs, table.board.svg):
        assert "<img" not in svg
        ElementTree.fromstring(svg)


@pytest.mark.parametrize("name", GAMES)
def test_a_name_is_in_no_state_no_save_code_and_no_other_table(name):
    plain, named = (Table(name, seats=["person"] * GAMES[name].seats[0], seed=1, plot=False) for _ in range(2))
    before = named.match.state, named.match.code(), named.match.to_json()
    ask(named, "name", seat=0, name="Ada")
    assert (named.match.state, named.match.code(), named.match.to_json()) == before
    assert hash(named.match.state) == hash(plain.match.state)
    assert "Ada" not in json.dumps([plain.board.seats, plain.board.prompt])
    assert "Ada" not in named.match.state.prompt(), "outside the table the game has its own names"


def test_an_empty_name_gives_the_seat_its_own_back():
    table = Table("fishery", seats=["person", "person"], plot=False)
    ask(table, "name", seat=0, name="  Ada   B. ")
    assert table.board.prompt["text"] == "Ada B. to place ship 1 of 6"
    ask(table, "name", seat=0, name="   ")
    assert table.board.prompt["text"] == "Black to place ship 1 of 6"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x" * 21, "A name has at most 20 letters, but this one has 21."),
        ("a\nb", "no line breaks, tabs or hidden characters"),
        ("a\u202eb", "no line breaks, tabs or hidden characters"),
        ("a\x00", "no line breaks, tabs or hidden characters"),
        ("BO", "Another seat is called Bo: choose a name of your own."),
        ("White", "“White” is a word of this game: choose another name."),
        ("nobody", "“nobody” is a word of this game: choose another name."),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words_and_changes_nothing(name, words):
    table = Table("fishery", seats=["person", "person"], plot=False)
    ask(table, "name", seat=1, name="Bo")
    ask(table, "name", seat=0, name=name)
    assert words in table.board.error
    assert [row["name"] for row in table.board.seats] == ["Black", "Bo"]


def test_nobody_is_called_like_a_species_that_another_may_choose():
    table = Table(Match(Pisces, 2), seats=["person", "person"], plot=False)
    ask(table, "name", seat=0, name="Tuna")
    assert "a word of this game" in table.board.error


@pytest.mark.parametrize(
    "content", [{"seat": 9, "name": "A"}, {"seat": -1, "name": "A"}, {"seat": None}, {"name": "A"}]
)
def test_a_name_for_no_seat_is_not_heard(content):
    table = Table("fishery", seats=["person", "person"], plot=False)
    ask(table, "name", **content)
    assert [row["name"] for row in table.board.seats] == ["Black", "White"]
    assert table.board.error == ""


def test_names_stay_for_the_next_game_and_with_more_seats():
    table = Table("boom", 2, seats=["person", "person"], plot=False)
    ask(table, "name", seat=1, name="Norlandia")
    ask(table, "form")
    fields = {field["name"]: field for field in table.board.form["fields"]}
    assert fields["first"]["words"][:3] == ["Seat A", "Norlandia", "Seat C"]
    ask(table, "begin", values={"players": 4, "first": 1})
    assert [row["name"] for row in table.board.seats] == ["Seat A", "Norlandia", "Seat C", "Seat D"]
    assert table.board.prompt["text"].startswith("Year 1: Norlandia") or "Norlandia" in table.board.prompt["text"]
    ask(table, "begin", values={"players": 2})
    assert [row["name"] for row in table.board.seats] == ["Seat A", "Norlandia"]


def test_sentences_call_seats_by_given_names_only_while_they_are_made():
    start = Fishery.start()
    with called(["", "Bo"]):
        assert start.after(("ship", "d4")).prompt() == "Bo to place ship 1 of 6"
        assert start.seat_name(-2) == "Nobody"
    assert start.after(("ship", "d4")).prompt() == "White to place ship 1 of 6"
