"""The ladders easy, medium, hard: every step is measured, written down with its command, and clear of even."""

from __future__ import annotations

import importlib
import re
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from fishlab_widgets import Table
from laws import COURSE

from fishlab import GAMES, OVER, Match
from fishlab.bots import STEPS, about_bots, bots_for
from fishlab.players.tournament import main
from fishlab.stats import share_of

PAGE = (Path(__file__).parents[2] / "docs" / "ladder.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| (?P<players>\d) \| (?P<one>\w+) \| (?P<others>\w+) "
    r"\| (?P<share>[\d.]+) \| (?P<low>[\d.]+) to (?P<high>[\d.]+) "
    r"\| (?P<fair>[\d.]+) \| (?P<games>\d+) \| (?P<slowest>[\d.]+) s \| `(?P<command>[^`]+)` \|$",
    re.MULTILINE,
)
LADDERS = [name for name, game in GAMES.items() if set(STEPS) & set(bots_for(game))]
"""A game needs none; one that has a ladder has three steps, each of them measured."""


class Step(NamedTuple):
    """A row of the page: one player among others of the step below."""

    game: str
    players: int
    one: str
    others: str
    share: float
    low: float
    high: float
    fair: float
    games: int
    slowest: float
    command: str


def measured() -> list[Step]:
    """Return every row of the page."""
    found = []
    for part in PAGE.split("\n## ")[1:]:
        name = next((name for name, game in GAMES.items() if part.startswith(game.title + "\n")), "")
        for row in ROW.finditer(part):
            numbers = {key: float(row[key]) for key in ("share", "low", "high", "fair", "slowest")}
            counts = {key: int(row[key]) for key in ("players", "games")}
            found.append(
                Step(game=name, one=row["one"], others=row["others"], command=row["command"], **numbers, **counts)
            )
    return found


@pytest.mark.parametrize("name", LADDERS)
def test_every_step_is_written_down_for_every_number_of_players_and_clear_of_even(name):
    rows = {(row.players, row.others, row.one): row for row in measured() if row.game == name}
    wanted = {(players, *step) for players in GAMES[name].seats for step in pairwise(STEPS)}
    assert rows.keys() == wanted
    for step in rows.values():
        assert step.low > 1 / step.players, step


@pytest.mark.parametrize("step", measured(), ids=lambda step: f"{step.game}-{step.players}-{step.one}")
def test_every_row_follows_from_its_games_and_names_the_command_that_made_it(step):
    assert step.fair == round(1 / step.players, 2)
    trials = step.games // step.players
    assert trials * step.players == step.games  # on every seat equally often
    seats = f" --players {step.players}" if step.players > GAMES[step.game].seats[0] else ""
    assert step.command == f"{step.game} {step.others} {step.one} --steps --games {trials}{seats}"
    won = [wins for wins in range(step.games + 1) if abs(wins - step.share * step.games) <= 0.005 * step.games + 0.5]
    wide = [share_of(wins, step.games) for wins in won]
    assert any((round(one.low, 2), round(one.high, 2)) == (step.low, step.high) for one in wide)
    assert step.slowest <= 2  # seconds of the processor


def made_again(step: Step, capsys) -> bool:
    """Whether the command of a row prints it again, but for the time that it took."""
    main(step.command.split())
    row = f"| {step.one} | {step.others} | {step.share:.2f} | {step.low:.2f} to {step.high:.2f} | {step.games} |"
    return row in capsys.readouterr().out


def rows_of(name: str, one: str) -> list[Step]:
    """Return the rows of a step, those of the fewest players first."""
    return [step for step in measured() if (step.game, step.one) == (name, one)]


@pytest.mark.parametrize("name", ["boom", pytest.param("freshfish", marks=pytest.mark.long)])
def test_a_row_of_the_page_can_be_made_again(name, capsys):
    assert made_again(rows_of(name, "medium")[0], capsys)


@pytest.mark.soak
@pytest.mark.parametrize("name", LADDERS)
def test_what_hard_wins_can_be_made_again(name, capsys):
    assert made_again(rows_of(name, "hard")[0], capsys)


def test_every_game_of_the_course_has_a_ladder():
    assert set(COURSE) <= set(LADDERS)


@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder_stands_beside_the_characters_and_medium_is_one_of_them(name):
    module = importlib.import_module(f"fishlab.{name}.players")
    assert list(module.LADDER) == list(STEPS)
    assert not set(STEPS) & set(module.BOTS)
    assert module.LADDER["medium"] in module.BOTS.values()


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_offered_to_people_then_to_bots_by_strength_then_by_character_with_a_line_each(name):
    game, board = GAMES[name], Table(name).board
    steps = [step for step in STEPS if step in bots_for(game)]
    assert board.sitters[: 1 + len(steps)] == ["person", *steps]
    assert board.sitters[-1] == "random"
    assert sorted(board.sitters[1:]) == sorted(bots_for(game)) and list(board.bots) == board.sitters[1:]
    for bot, line in board.bots.items():
        assert 20 < len(line) <= 100, f"{bot}: {line}"
        assert line[0].islower() and line[-1] not in " ." and "\n" not in line
    assert board.seats[1]["who"] == ("medium" if steps else board.sitters[1])


def test_a_step_that_is_a_character_says_whose_play_it_is():
    assert about_bots(GAMES["fishery"])["medium"].startswith("as careful: thinks one reply ahead")
    assert (
        about_bots(GAMES["fishery"])["hard"]
        == "plays 1,200 trial games before every move, and the last moves without a mistake"
    )


@pytest.mark.parametrize("name", LADDERS)
def test_every_step_plays_by_the_rules_and_the_same_on_the_same_seed(name):
    game = GAMES[name]
    bots = bots_for(game)
    match = Match(game)
    match.run([bots["medium"]] * match.seats, Random(3), limit=25)
    late = len(match.moves) + 2
    for step in STEPS:
        played = []
        for _ in range(2):
            again = Match(game)
            for move in match.moves:
                again.play(move)
            again.run([bots[step]] * match.seats, Random(5), limit=2)  # `play` refuses what is not allowed
            assert again.state.turn() == OVER or len(again) == late
            played.append(again.moves)
        assert played[0] == played[1]
