"""Who hears the table can play it: a script that knows the accessibility tree alone wins against the easy bot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fishlab_widgets import Table
from laws import COURSE
from prepared_page import LAPTOP, Stage, played
from screen_reader import ScreenReader

from fishlab.players.advice import adviser_for
from fishlab.session import PERSON

pytestmark = pytest.mark.browser

FOCUS = Path(__file__).with_name("focus_check.js").read_text(encoding="utf-8")
TRIALS = 30
"""Games that a hint is made of here: a number, not a time, so that each run plays the same game."""
FEW_TURNS = 3
SEED = {"boom": 1, "pisces": 1, "fishery": 1, "fleet": 1, "freshfish": 1}

Sit = Callable[..., tuple[Table, Stage, ScreenReader]]


@pytest.fixture
def sit(chrome: Any) -> Iterator[Sit]:
    """Set a table for a person against the easy bot, and let somebody hear it."""
    stages: list[Stage] = []

    def set_table(game: str, **options: Any) -> tuple[Table, Stage, ScreenReader]:
        table = Table(game, seats=["person", "easy"], seed=SEED[game], pace=0, **options)
        table.thoughts.adviser = replace(adviser_for(table.match.game), simulations=TRIALS, seconds=1e6)
        stage = Stage(chrome, table.board)
        stages.append(stage)

        def settle() -> None:
            stage.settle()
            while table.thinking or table.thoughts.running:
                stage.page.evaluate("() => 0")  # lets bots and hint go on
                stage.settle()

        settle()
        return table, stage, ScreenReader(stage.page, settle)

    yield set_table
    for stage in stages:
        stage.close()


def play_on(reader: ScreenReader, turns: int) -> None:
    """Take turns, and see after each that the focus is in the table."""
    for _ in range(turns):
        if reader.over():
            return
        reader.take_turn()
        assert reader.focused() is not None, "the focus is never lost"


@pytest.mark.few(1)
@pytest.mark.parametrize("game", [game for game in COURSE if game != "boom"])
def test_the_first_turns_are_played_by_ear(sit, game):
    table, _, reader = sit(game)
    play_on(reader, FEW_TURNS)
    assert sum(table.session.chose(place) for place in range(len(table.match))) >= FEW_TURNS


@pytest.mark.long
def test_a_whole_game_is_won_by_ear_and_played_again(sit):
    table, _, reader = sit("boom", form="short")
    play_on(reader, 400)
    assert table.match.over and table.match.state.winners() == (0,)
    assert "You win" in reader.text()
    assert reader.focused() is not None, "in the result"
    reader.press(reader.find("Play again"))
    assert not reader.over() and reader.focused() is not None, "after Play again"


def test_the_focus_stays_in_the_table_when_something_is_taken_back_or_closed(sit):
    _, stage, reader = sit("fishery")
    play_on(reader, 1)
    for press in ("Undo", "No", "Redo", "New game", "Cancel"):
        reader.press(reader.find(press))
        assert reader.focused() is not None, press
        assert stage.page.evaluate("() => document.activeElement.closest('.fishlab-table') !== null"), press


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(320, 568), LAPTOP], ids=str)
def test_a_narrow_page_needs_no_scrolling_sideways_and_a_focus_is_seen_and_not_covered(chrome, size):
    """320 pixels are a laptop's page at four times its size."""
    for game in COURSE:
        match = played(game, None, 30)
        while match.state.turn() < 0:
            match.play(match.state.sample(Random(1)))
        seats = [PERSON if seat == match.state.turn() else "random" for seat in range(match.seats)]
        stage = Stage(chrome, Table(match, seats=seats).board, size)
        stage.settle()
        stage.page.keyboard.press("Tab")
        assert stage.page.evaluate("() => document.documentElement.scrollWidth") <= size[0], game
        cut = stage.page.evaluate("() => [...document.querySelectorAll('.fishlab-table .foot *')].filter("
                                  "(node) => node.getBoundingClientRect().right > innerWidth + 1).length")  # fmt: skip
        assert cut == 0, game
        assert stage.page.evaluate(FOCUS) == [], game
        stage.close()


@pytest.mark.soak
@pytest.mark.parametrize("game", COURSE)
def test_every_game_is_won_by_ear(sit, game):
    table, _, reader = sit(game)
    play_on(reader, 1000)
    assert table.match.over
    assert 0 in table.match.state.winners(), table.match.state.prompt()
    assert "You win" in reader.text()
