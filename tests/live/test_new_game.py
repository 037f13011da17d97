"""The form for a new game speaks to people: options in words, seats by their names, refusals by the form's labels."""

from __future__ import annotations

import re

import pytest
from fishlab_widgets.live.new_game import fields_for, new_match

from fishlab import GAMES, Boom, Fleet, FreshFish, Match, Pisces
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
    with pytest.raises(ValueError, match=r"^Who opens year 1: only 2 play, so choose one of the first 2 seats.$"):
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


def test_what_the_game_itself_refuses_is_told_by_the_same_label():
    with pytest.raises(ValueError, match=r"^Ships for each player: "):
        new_match(Match(GAMES["fishery"]), {"columns": 2, "rows": 2, "ships": 7})
