"""The pace of bots and dice: chosen by a person for one table, and nothing else moves it."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise

import pytest
from fishlab_widgets import Table
from fishlab_widgets.charts.glance import glance
from fishlab_widgets.live import game_table
from fishlab_widgets.live.runner import TEMPOS
from laws import COURSE
from sending import ask

from fishlab import GAMES, Match
from fishlab.firstpond import FirstPond
from fishlab.session import Session


def waits(monkeypatch, tempo: str) -> list[float]:
    """Return how long bots and dice of a table waited, without waiting."""
    slept: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    async def play() -> None:
        table = Table("boom", 4, seed=3, pace=0.4)
        ask(table, "tempo", tempo=tempo)
        table.play(table.match.state.moves()[0])
        while table.thinking:
            await sleep(0.001)

    monkeypatch.setattr(asyncio, "sleep", noted)
    asyncio.run(play())
    return slept


@pytest.mark.parametrize("tempo", TEMPOS)
def test_bots_and_dice_wait_as_long_as_was_chosen(monkeypatch, tempo):
    slept = waits(monkeypatch, tempo)
    assert slept and max(slept) <= 0.4 * TEMPOS[tempo] + 1e-9
    assert (min(slept) > 0) == (tempo != "now")


def test_what_is_chosen_at_one_table_holds_there_alone_and_nonsense_nowhere():
    one, other = Table("fishery", seed=1), Table("fleet", 2, seed=1)
    assert one.board.can["tempo"] == "normal"
    ask(one, "tempo", tempo="slow")
    ask(one, "tempo", tempo="tomorrow")
    other.refresh()
    assert one.board.can["tempo"] == "slow"
    assert other.board.can["tempo"] == Table("fishery", seed=2).board.can["tempo"] == "normal"
    ask(one, "again")
    assert one.board.can["tempo"] == "slow", "a new game at the same table keeps it"


# A game that somebody is still writing.


class Torn(FirstPond):
    """A pond whose author has made a mistake: after the second turn its scores cannot be counted."""

    def scores(self):
        if self.turns >= 2:
            raise KeyError("boat")
        return super().scores()


def played(table: Table) -> Table:
    """Play a person's move, and let the bot go on."""

    async def play() -> None:
        table.play("take 1")
        while table.thinking:
            await asyncio.sleep(0.001)

    asyncio.run(play())
    return table


def test_a_bot_that_stumbles_says_so():
    def lame(view, rng):
        raise ZeroDivisionError("oops")

    session = Session(Match(FirstPond, 2), ["person", "lame"], bots={"lame": lame})
    table = played(Table(session, pace=0))
    assert "oops" in table.board.error and table.board.error.endswith("Give its seat to a person to go on.")


def test_a_game_that_cannot_be_shown_says_where_it_is_wrong_and_the_table_does_not_wait_for_a_bot():
    table = played(Table(Match(Torn, 2), seats=["person", "random"], pace=0))
    assert re.search(r"Something went wrong here \(KeyError: 'boat'; test_tempo\.py, line \d+\)", table.board.error)
    assert not table.thinking


@pytest.mark.parametrize("name", COURSE)
def test_the_plot_at_a_glance_says_what_the_board_shows_while_bots_and_dice_move(monkeypatch, name):
    table = Table(name, GAMES[name].seats[-1], seed=3, pace=0)
    shown: list[tuple[int, str, str]] = []
    drawn: list[int] = []

    def counted(plots, match, at):
        drawn.append(at)
        return glance(plots, match, at)

    def look(of: Table) -> None:
        true = glance(of.face.plots, of.match, of.session.at)
        shown.append((of.session.at, said(of.board.glance), said(true)))

    def said(svg: str) -> str:
        return re.search(r'aria-label="([^"]*)"', svg)[1]

    monkeypatch.setattr(game_table, "glance", counted)
    table.listeners.append(look)

    async def play() -> None:
        for _ in range(8):
            if not table.match.over:
                table.play(table.state.moves()[0])
            while table.thinking:
                await asyncio.sleep(0.001)

    asyncio.run(play())
    assert len(shown) > 8, "bots and dice were seen to move"
    assert [place for place, says, true in shown if says != true] == []
    changes = sum(before[2] != after[2] for before, after in pairwise(shown))
    assert len(drawn) <= 8 + changes + 1, "once for a person's move, and for other numbers"
