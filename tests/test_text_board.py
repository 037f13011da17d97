"""The board as text: nothing that happens is missing in it, and whoever reads nothing else plays a game to its end."""

from __future__ import annotations

import re
from random import Random

import pytest
from fishlab_widgets.command.play import Terminal
from laws import COURSE, variants

from fishlab import GAMES, Fishery, Match
from fishlab.session import PERSON, Session


@pytest.mark.few(1)
@pytest.mark.parametrize("name", COURSE)
def test_every_change_that_a_seat_may_know_is_read_in_the_text(name):
    rng = Random(f"text/{name}")
    for options in variants(GAMES[name]):
        match = Match(GAMES[name], **options)
        seats = range(match.seats)
        while not match.over and len(match) < 150:
            before = match.state
            match.play(before.sample(rng))
            for seat in seats:
                one, other = before.view(seat), match.state.view(seat)
                assert one == other or one.text() != other.text(), match.moves[-1]


class Reader:
    """Somebody at a keyboard who reads lines of text, knows no game, and types what was listed."""

    def __init__(self, seed):
        self.rng, self.lines, self.boards = Random(seed), [], 0

    def say(self, text):
        self.lines += text.splitlines()

    def ask(self, _question):
        moves = [found[1] for line in self.lines if (found := re.fullmatch(r" +\d+  (\S.*?)(?:  – .*)?", line))]
        if not moves:
            return "?"
        self.boards += any("(" in line and ")" in line for line in self.lines)
        self.lines.clear()
        return self.rng.choice(moves)


@pytest.mark.parametrize("name", COURSE)
def test_whoever_reads_only_the_text_plays_a_game_to_its_end(name):
    options = {"boom": {"years": 3}, "pisces": {"rounds": 2}, "fishery": {"columns": 4, "rows": 4, "ships": 2}}
    match = Match(GAMES[name], **options.get(name, {}))
    reader = Reader(name)
    session = Session(match, [PERSON, *["random"] * (match.seats - 1)])
    session.name_dice("text")
    Terminal(session, ask=reader.ask, say=reader.say).play()
    assert match.over
    assert reader.boards > 3
    assert match.state.prompt() in "\n".join(reader.lines), "the result is told last"


def test_the_sea_is_a_grid_of_letters_and_lines():
    match = Match(Fishery, columns=3, rows=2, placed=[[0], [5]])
    match.play("net a2 b2")
    match.play("net c2 c1")
    assert str(match).splitlines()[:5] == [
        "Black to cast a net or pass.  (Black 0, White 0)",
        "    a   b   c",
        " 2  B | ·   ·",
        "           ---",
        " 1  ·   ·   W",
    ]
    assert print(match) is None and str(match) == match.state.text()


def test_the_city_is_a_grid_with_the_letters_of_seats():
    match = Match(GAMES["freshfish"], supplies=["g7", "a1", "g1"])
    match.play("reserve c4")
    rows = str(match).splitlines()
    assert rows[1].split() == list("abcdefg")
    assert rows[5].split() == ["4", "·", "·", "!A", "·", "·", "·", "·"]


def test_a_view_tells_its_own_hand_and_of_the_others_how_many():
    match, rng = Match(GAMES["fleet"], 2), Random(3)
    while match.state.turn() < 0 or match.state.scores() == (0, 0):
        match.play(match.state.sample(rng))
    text = match.state.view(0).text()
    assert re.search(r"Seat A holds \d+ cards?: \d × ", text)
    assert re.search(r"Seat B holds \d+ cards?$", text, re.M)
