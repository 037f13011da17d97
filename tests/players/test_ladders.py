"""The ladders easy, medium, hard: every step is measured, written down with its command, and clear of even."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from random import Random

import pytest

from fishlab import GAMES, OVER, Match, Pisces
from fishlab.players import bots_for
from fishlab.tournament import tournament

STEPS = ["easy", "medium", "hard"]
LADDERS = [name for name in GAMES if "hard" in bots_for(GAMES[name])]
PAGE = (Path(__file__).parents[2] / "docs" / "ladder.md").read_text(encoding="utf-8")
TABLE = re.compile(r"^(\w+), (\d) players, [\d,]+ games, a fair share is ([\d.]+)$")
ROW = re.compile(r"^\| (\w+) \| (\w+) \| [\d.]+ \| ([\d.]+) to [\d.]+ \| (\d+) \|$")


def measured():
    """Return (game, players, the one, the others) and (low end of the interval, fair share) of every row printed."""
    rows, table = {}, None
    for line in PAGE.splitlines():
        if found := TABLE.match(line):
            table = found.groups()
        elif (found := ROW.match(line)) and table:
            one, others, low, _ = found.groups()
            rows[table[0], int(table[1]), one, others] = (float(low), float(table[2]))
    return rows


@pytest.mark.parametrize("name", LADDERS)
def test_every_step_is_written_down_for_the_fewest_and_the_most_players_and_clear_of_even(name):
    rows = measured()
    for players in {GAMES[name].seats[0], GAMES[name].seats[-1]}:
        for others, one in [("easy", "medium"), ("medium", "hard")]:
            low, fair = rows[name, players, one, others]
            assert low > fair, (players, one)


def test_every_table_stands_below_the_command_that_made_it():
    commands = re.findall(r"^\$ python -m fishlab.tournament (\w+) .*?(?:--players (\d))?$", PAGE, re.MULTILINE)
    tables = [found.groups() for line in PAGE.splitlines() if (found := TABLE.match(line))]
    assert [(game, players or str(GAMES[game].seats[0])) for game, players in commands] == [row[:2] for row in tables]


@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder_is_three_bots_beside_the_characters(name):
    module = importlib.import_module(f"fishlab.{name}.players")
    assert list(module.LADDER) == STEPS
    assert not set(STEPS) & set(module.BOTS)
    assert list(bots_for(GAMES[name]))[-3:] == STEPS


@pytest.mark.parametrize("name", LADDERS)
def test_every_step_plays_by_the_rules_and_the_same_on_the_same_seed(name):
    game = GAMES[name]
    bots = bots_for(game)
    match = Match(game)
    match.run([bots["medium"]] * match.seats, Random(3), limit=25)
    late = len(match.moves) + 4
    for step in STEPS:
        played = []
        for _ in range(2):
            again = Match(game)
            for move in match.moves:
                again.play(move)
            again.run([bots[step]] * match.seats, Random(5), limit=4)  # `play` refuses what is not allowed
            assert again.state.turn() == OVER or len(again) == late
            played.append(again.moves)
        assert played[0] == played[1]


def test_a_row_of_the_page_can_be_made_again():
    table = tournament(Pisces, ["medium", "hard"], 40, steps=True)
    row = next(line for line in str(table).splitlines() if line.startswith("| hard | medium |"))
    assert row in PAGE
