"""The form for a new game speaks to people: options in words, seats by their names, refusals by the form's labels."""

from __future__ import annotations

import re

import pytest
from fishlab_widgets import Sandbox, Table
from fishlab_widgets.live.new_game import fields_for, new_match
from sending import ask

from fishlab import GAMES, Boom, Fleet, FreshFish, Match, Pisces
from fishlab.bots import bots_for
from fishlab.core import called

CODE = re.compile(r"None|True|False|[a-z]_[a-z]|\b[a-z]+-or-[a-z]+\b|\.toml|[Ss]eat (from|0)|\bfaces?\b")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_of_every_game_is_asked_for_in_words(game):
    for option in game.options:
        assert option.label[0].isupper() and len(option.label) <= 34, option.label
        assert not CODE.search(" ".join((option.label, option.help, *option.words))), option.label
        assert not option.words or len(option.words) == len(option.values()) == len(set(option.words))
        assert not option.help or option.help.endswith(".")
    for field in fields_for(Match(game)):
        assert field.label and len(set(field.words)) == len(field.words) == len(field.values)
        for words in field.words:
            assert len(words) <= 34 and not CODE.search(words), words
            assert not words.isdecimal(), f"{field.label}: {words} is a number, not a word"


def words_of(match: Match, name: str) -> tuple[str, ...]:
    return next(field for field in fields_for(match) if field.name == name).words


def test_seats_are_chosen_by_name():
    assert words_of(Match(Boom, 2), "first") == ("Seat A", "Seat B", "Seat C", "Seat D")
    assert words_of(Match(Boom, 2, countries=["Norlandia", "Sudia"]), "first")[:3] == ("Norlandia", "Sudia", "Seat C")
    assert words_of(Match(Fleet), "first") == ("chosen at random", "Seat A", "Seat B", "Seat C", "Seat D")
    assert words_of(Match(Pisces, 2), "first")[:3] == ("chosen at random", "Player 1", "Player 2")
    with called(["Ada", "", ""]):
        assert words_of(Match(FreshFish, 3), "first")[:3] == ("Ada", "Seat B", "Seat C")


def test_only_a_seat_that_plays_can_start():
    with pytest.raises(ValueError, match=r"^Who starts year 1: only 2 play, so choose one of the first 2 seats.$"):
        new_match(Match(Boom, 4), {"players": 2, "first": 2})
    assert new_match(Match(Boom, 4), {"players": 3, "first": 2}).options == {"first": 2}


def test_numbers_that_stand_for_something_are_words():
    assert words_of(Match(Boom), "inspection") == ("never", "1 in 6", "2 in 6", "3 in 6", "4 in 6", "5 in 6", "always")
    assert words_of(Match(Boom), "quota")[-2:] == ("8 fish", "no quota")
    assert new_match(Match(Boom), {"inspection": 3, "quota": 2, "fine": 1}).options == {
        "inspection": 3, "quota": 2, "fine": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"years": 11}, "Years to play: choose a whole number from 1 to 10."),
        ({"years": 2.5}, "Years to play: choose a whole number from 1 to 10."),
        ({"years": None}, "Years to play: choose a whole number from 1 to 10."),
        ({"players": 9}, "Players: choose a whole number from 2 to 4."),
        ({"talk": 4}, "When you may talk: choose one of the words in the list."),
        ({"talk": -1}, "When you may talk: choose one of the words in the list."),
    ],
)
def test_what_cannot_be_is_refused_by_the_label_that_people_read(answers, words):
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        new_match(Match(Boom), answers)


def test_what_was_set_seat_by_seat_makes_way_for_another_number_of_players_but_for_names():
    for match in (
        Match(GAMES["pisces"], 2, boards=["shark", "sardine"]),
        Match(GAMES["boom"], 3, countries=["Norway", "Iceland", "Chile"]),
    ):
        for players in match.game.seats:
            found = new_match(match, {"players": players})
            assert found.seats == players
            kept = {name: one for name, one in match.options.items() if players == match.seats}
            if "countries" in match.options:
                kept = {"countries": ["Norway", "Iceland", "Chile", "Seat D"][:players]}
            assert found.options == kept


def test_what_the_game_itself_refuses_is_told_by_the_same_label():
    with pytest.raises(ValueError, match=r"^Ships for each player: "):
        new_match(Match(GAMES["fishery"]), {"columns": 2, "rows": 2, "ships": 7})


# The whole form: the game, who sits where, names and flags.


def rows(form: dict) -> list[tuple[str, str]]:
    return [(row["title"], row["who"]) for row in form["seats"]]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_field_of_the_form_has_help(game):
    for field in Sandbox(game.name).board.form["fields"]:
        assert field["help"].endswith("."), field["label"]


@pytest.mark.parametrize("game", GAMES)
def test_a_sandbox_and_a_table_show_one_form_and_only_the_game_is_fixed_at_a_table(game):
    table, sandbox = Table(game), Sandbox(game)
    ask(table, "form")
    first = sandbox.board.form["fields"][0]
    assert (first["name"], first["words"]) == ("game", [one.title for one in GAMES.values()])
    assert {**table.board.form, "fields": [first, *table.board.form["fields"]]} == sandbox.board.form
    ask(table, "begin", values={"game": 0 if game != next(iter(GAMES)) else 1})
    assert table.match.game is GAMES[game]


def test_another_game_brings_its_own_fields_seats_and_bots():
    sandbox = Sandbox("fishery")
    ask(sandbox, "draft", values={"game": list(GAMES).index("boom")})
    form = sandbox.board.form
    assert rows(form) == [("Seat A", "person"), *[(f"Seat {letter}", "medium") for letter in "BCD"]]
    assert [field["name"] for field in form["fields"]][:4] == ["game", "cooperative", "players", "dice"]
    assert set(form["bots"]) == set(bots_for(Boom)) and form["sitters"][:4] == ["person", "easy", "medium", "hard"]
    assert sandbox.match.game.name == "fishery", "nothing has begun"
    before = sandbox.board.form
    for nonsense in (99, -1, "boom", None, True):
        ask(sandbox, "draft", values={"game": nonsense})
    assert sandbox.board.form == before


def test_who_sits_where_is_asked_with_names_and_flags_and_stays_with_play_again():
    table = Table("boom", 2)
    ask(table, "form")
    words = [flag[0] for flag in table.board.form["flags"]]
    assert words[0] == "no flag" and "sea and sun" in words
    fish = words.index("a fish")
    seats = [{"who": "hard", "name": "Norlandia", "flag": fish}, {"who": "person", "name": " <b>Bo "},
             {"who": "easy"}]  # fmt: skip
    ask(table, "begin", values={"players": 3}, seats=seats)
    assert table.seats == ["hard", "person", "easy"]
    assert [row["name"] for row in table.board.seats] == ["Norlandia", "<b>Bo", "Seat C"]
    assert "<svg" in table.board.signs[0] and "<svg" not in table.board.signs[1]
    code = table.match.code()
    assert Match.from_code(code).options["flags"][0] and "Norlandia" not in table.match.to_json()
    for again in ("again", "same"):
        ask(table, again)
        assert (table.seats, [row["name"] for row in table.board.seats][:2]) == (
            ["hard", "person", "easy"], ["Norlandia", "<b>Bo"],
        )  # fmt: skip
    ask(table, "load", code=code)
    assert [row["name"] for row in table.board.seats][:2] == ["Norlandia", "<b>Bo"]
    ask(table, "begin", values={"players": 2})
    assert table.match.options["flags"][1] is None and len(table.match.options["flags"]) == 2
    ask(table, "begin", values={}, seats=[{"who": "person", "flag": 0}, {"who": "person"}])
    assert "flags" not in table.match.options


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([{"name": "x" * 21}], "A name has at most 20 letters, but this one has 21."),
        ([{"name": "Bo"}, {"name": "bo"}], "Another seat is called Bo: choose a name of your own."),
        ([{"name": "White"}], "Another seat is called White: choose a name of your own."),
        ([{"who": "nobody at all"}], "Black: choose a person or one of the bots."),
        ([{"who": "shark"}, 7, None], "Black: choose a person or one of the bots."),
    ],
)
def test_who_cannot_sit_there_is_refused_in_the_form_and_what_was_filled_in_stays(seats, words):
    table = Table("fishery")
    before = table.match
    ask(table, "form")
    ask(table, "begin", values={"columns": 5}, seats=seats)
    assert table.board.form["wrong"] == words and table.match is before
    assert next(one for one in table.board.form["fields"] if one["name"] == "columns")["value"] == 5
    assert table.board.form["seats"][0]["name"] == seats[0].get("name", "")


def test_seats_that_are_nonsense_are_filled_with_the_usual_bot():
    table = Table("fishery")
    ask(table, "begin", values={}, seats=[None, 3, {"who": "person", "flag": "x"}])
    assert table.seats == ["medium", "medium"] and table.board.form == {}
    ask(table, "begin", values={}, seats=[{"who": "person", "flag": 99}])
    assert table.seats == ["person", "medium"]


def test_bots_turn_team_minded_with_a_game_that_is_played_together():
    table = Table("boom", 3)
    ask(table, "form")
    ask(table, "begin", values={"cooperative": 1}, seats=table.board.form["seats"])
    assert table.seats == ["person", "team-minded", "team-minded"]


def test_dice_can_be_those_of_the_class_unless_a_table_keeps_its_own():
    table = Table("boom", 2)
    ask(table, "begin", values={"dice": 1})
    assert table.session.dice == "table"
    kept = Table("boom", 2, dice="tape", seed=1)
    ask(kept, "form")
    assert "dice" not in [field["name"] for field in kept.board.form["fields"]]
    ask(kept, "begin", values={"dice": 1})
    assert kept.session.dice == "tape"


def test_while_a_new_game_is_asked_for_no_card_stands_beside_the_form_and_one_thing_is_asked_at_a_time():
    table = Table("boom", seed=3, pace=0, plot=False)
    cards = table.board.choices
    assert cards and 'data-move="' in table.board.svg and table.board.prompt["asks"]
    ask(table, "form")
    assert table.board.form and table.board.choices == [] and 'data-move="' not in table.board.svg
    assert not table.board.prompt["asks"] and "“Cancel” takes you back" in table.board.hint
    ask(table, "form")
    assert table.board.choices == cards and table.board.hint == ""
    ask(table, "mark", mark="what if")
    ask(table, "form")
    assert [one["on"] for one in table.board.questions] == [False], "the form closes the question"
    ask(table, "mark", mark="what if")
    assert table.board.form == {}, "the question closes the form"
    assert [one["on"] for one in table.board.questions] == [True] and table.board.choices == []
