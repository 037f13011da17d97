"""What never ends is stopped in any thread, without signals or copies of Python; its clock counts its readings."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from itertools import count
from random import Random

import pytest
from fishlab_widgets import Table
from fishlab_widgets.contest import against_ladder

from fishlab import GAMES, Fishery, register
from fishlab.bots import REGISTERED
from fishlab.core import FACES
from fishlab.players import agent_guard, time_limit
from fishlab.players.agent_guard import Fault, ask
from fishlab.players.time_limit import Unfinished, limited

NEW = sys.version_info >= (3, 12)

# fmt: off


def one_line(view, rng):
    while True: pass  # noqa: E701


def for_ever(view, rng):
    for _ in iter(int, 1): pass  # noqa: E701


def in_a_list(view, rng):
    return [1 for _ in iter(int, 1) if view is None]

# fmt: on


def by_a_helper(view, rng):
    one_line(view, rng)


def in_a_key(view, rng):
    return max(count(), key=lambda number: 0)


def swallows(view, rng):
    while True:
        try:
            len(view.moves())
        except Exception:
            continue


def swallows_everything(view, rng):
    found = 0
    while True:
        try:
            while True:
                found += 1
        except:  # noqa: E722
            found = 0


def first(view, rng):
    return next(move for move in view.moves() if move)


ENDLESS = [one_line, for_ever, in_a_list, by_a_helper, in_a_key, swallows]


@pytest.fixture(params=["as Python likes it", "by tracing"])
def way(request, monkeypatch):
    """Both ways in which Python calls back; one that is older than 3.12 has only the second."""
    if request.param == "by tracing":
        monkeypatch.setattr(time_limit, "monitors", lambda: False)
    elif not NEW:
        pytest.skip("this Python has no sys.monitoring")


@pytest.fixture
def bare(monkeypatch):
    """A Python that has neither an alarm nor copies, as on Windows and in a browser."""
    for module, name in ((signal, "setitimer"), (signal, "SIGALRM"), (os, "fork")):
        monkeypatch.delattr(module, name, raising=False)


def readings():
    """Return a clock that goes on by a second whenever somebody looks."""
    ticks = count()
    return lambda: float(next(ticks))


def elsewhere(act):
    """Do something in another thread, and return what came of it."""
    found = []

    def work():
        try:
            found.append(act())
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(60)
    assert found, "it never ends"
    return found[0]


@pytest.mark.parametrize("player", ENDLESS)
def test_a_player_that_never_answers_is_stopped_in_any_thread(way, bare, player):
    def asked():
        return ask(player, Fishery.start(), Random(1), number=3, seconds=500, clock=readings())

    said = rf"“{player.__name__}” was still thinking after 500 s at move 3 \(Black .*an endless loop\?"
    with pytest.raises(Fault, match=said):
        asked()
    assert isinstance(elsewhere(asked), Fault)


@pytest.mark.skipif(not NEW, reason="Python 3.11 calls back no more after an exception")
def test_one_that_swallows_everything_is_stopped_too(bare):
    with pytest.raises(Fault, match="still thinking"):
        ask(swallows_everything, Fishery.start(), Random(1), seconds=500, clock=readings())


def test_one_that_answers_is_left_alone_and_so_is_the_thread_afterwards(way):
    before = sys.gettrace()
    view = Fishery.start(columns=3, rows=3, ships=1)
    assert ask(first, view, Random(1), seconds=9999, clock=readings()) == view.moves()[0]
    assert sys.gettrace() is before
    assert len([number for number in range(20_000) if number]) == 19_999  # no limit holds here any more


def test_the_shorter_of_two_limits_holds_and_other_threads_have_none(way):
    with pytest.raises(Unfinished), limited(50, readings()), limited(5000, readings()):
        one_line(None, None)
    with limited(50, readings()):
        assert elsewhere(lambda: len([number for number in range(20_000) if number])) == 19_999


@pytest.fixture
def pond(monkeypatch):
    """A game of one's own, whose bot thinks for ever, and no patience at all."""
    kept = [(known, dict(known)) for known in (GAMES, FACES, REGISTERED)]
    monkeypatch.setattr(agent_guard, "SECONDS", 0)

    class Mine(GAMES["fishery"]):
        name, title, tag = "mine", "Mine", "MI"

    yield register(Mine, bots={"endless": swallows})
    for known, before in kept:
        known.clear()
        known.update(before)


def test_a_table_says_that_a_bot_of_ones_own_never_answers(bare, pond):
    async def page():
        table = Table(pond, seats=["person", "endless"], columns=3, rows=3, ships=1, pace=0, plot=False)
        table.board.on_move("ship b2")
        while table.thinking:
            await asyncio.sleep(0)
        return table.board.error or table.board.status

    told = elsewhere(lambda: asyncio.run(page()))
    assert "“endless” was still thinking after 0 s (White" in told
    assert told.endswith("does it have an endless loop? Give its seat to a person to go on.")


def test_a_contest_that_is_started_beside_the_main_thread_ends_with_a_sentence(bare, monkeypatch):
    monkeypatch.setattr("fishlab_widgets.contest.SECONDS", 0)
    contest = elsewhere(lambda: against_ladder(swallows, "fishery", columns=3, rows=3, ships=1))
    assert "“swallows” was still thinking after 0 s at move 1" in contest.told.value
    assert contest.bar.value == 1
