"""Tables, cards and rooms that are used from several threads, as in JupyterLab: one thing happens at a time."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fishlab_widgets import Table
from fishlab_widgets.contest import Contest
from fishlab_widgets.controls.background import Background
from fishlab_widgets.lesson import Lesson, memory
from fishlab_widgets.live import thoughts
from fishlab_widgets.live.sandbox import Sandbox
from fishlab_widgets.live.view import TableView

from fishlab import Fishery, one_at_a_time
from fishlab.match import Match
from fishlab.one_at_a_time import OneAtATime, alone, outside
from fishlab.room import Room
from fishlab.session import Session

TIMES = 25


def free_for_others() -> bool:
    """Tell whether another thread could go on now."""
    found: list[bool] = []

    def look() -> None:
        found.append(one_at_a_time._lock.acquire(blocking=False))
        if found[0]:
            one_at_a_time._lock.release()

    one = threading.Thread(target=look)
    one.start()
    one.join()
    return found[0]


def message(widget: Any, **content: Any) -> None:
    """Bring a message to a widget, as Jupyter does."""
    widget._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})


def at_once(*works: Callable[[], object]) -> None:
    """Do several things, each in a thread of its own, all at the same moment; raise what went wrong in any."""
    barrier, wrong = threading.Barrier(len(works)), []

    def do(work: Callable[[], object]) -> None:
        barrier.wait()
        try:
            work()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=do, args=(work,)) for work in works]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    if wrong:
        raise wrong[0]


@pytest.fixture
def restless() -> Iterator[None]:
    """Let threads change as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def overlaps(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> list[set[str]]:
    """Watch a method for threads that are in it at the same moment; return where they will be listed."""
    inner, inside, found = getattr(kind, name), [], []

    def look(self: Any, *args: Any, **kwargs: Any) -> Any:
        me = threading.current_thread().name
        inside.append(me)
        time.sleep(0)  # whoever can go on does
        if len(set(inside)) > 1:
            found.append(set(inside))
        try:
            return inner(self, *args, **kwargs)
        finally:
            inside.remove(me)

    monkeypatch.setattr(kind, name, look)
    return found


@contextmanager
def page_thread() -> Iterator[asyncio.AbstractEventLoop]:
    """Run a loop in another thread, as Jupyter does for the messages of a page."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    in_page(loop, lambda: None)  # what was stopped has heard of it
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def in_page(loop: asyncio.AbstractEventLoop, act: Callable[[], Any]) -> Any:
    """Do something in the thread of a page, and return what came of it."""

    async def do() -> Any:
        return act()

    return asyncio.run_coroutine_threadsafe(do(), loop).result()


# The lock itself.


def test_who_is_inside_may_enter_again_and_lets_others_in_while_it_waits():
    class Thing(OneAtATime):
        def act(self, then: Callable[[], bool]) -> bool:
            return self.again(then)

        def again(self, then: Callable[[], bool]) -> bool:
            return then()

        def _own(self, then: Callable[[], bool]) -> bool:
            return then()

    thing = Thing()
    assert thing._own(free_for_others)
    assert not thing.act(free_for_others)

    @alone
    def wait() -> tuple[bool, bool]:
        with outside():
            during = free_for_others()
        return during, free_for_others()

    assert wait() == (True, False)
    assert free_for_others()
    with outside():  # nothing to let go of
        assert free_for_others()


# Every door takes the lock.


def test_messages_cells_timers_and_steps_of_work_come_one_at_a_time(monkeypatch):
    held: list[tuple[str, bool]] = []

    def watched(kind: type, name: str) -> None:
        inner = getattr(kind, name)

        def look(self: Any, *args: Any, **kwargs: Any) -> Any:
            held.append((f"{kind.__name__}.{name}", not free_for_others()))
            return inner(self, *args, **kwargs)

        monkeypatch.setattr(kind, name, look)

    watched(Match, "play")
    watched(TableView, "around")
    watched(Table, "_draw_plots")
    watched(Table, "asks")
    watched(memory.Progress, "_known")
    table = Table("fishery", seats=["person", "person"], columns=4, rows=4, ships=2)
    message(table.board, type="move", move=table.match.game.notation(table.state.moves()[0]), rev=table.board.rev)
    message(table.board, type="tab", tab="plots")
    table.play(table.state.moves()[0])
    table.undo()
    sandbox = Sandbox()
    message(sandbox.board, type="draft", values={"game": 1})
    lesson = Lesson("99", "Threads", 5)
    card = lesson.explain("why", "Why?")
    message(card, type="explain", value="Because.")
    lesson.at("Hook")

    async def page() -> None:
        bots = Table("fishery", seats=["fencer", "fencer"], columns=4, rows=4, ships=1, pace=0)
        message(bots.board, type="tab", tab="plots")
        while bots.thinking:
            await asyncio.sleep(0)
        bots.close()

    asyncio.run(page())
    assert {name for name, _ in held} == {
        "Match.play", "TableView.around", "Table._draw_plots", "Table.asks", "Progress._known",
    }  # fmt: skip
    assert [name for name, alone_ in held if not alone_] == []


def test_nobody_waits_for_a_bot_that_thinks(monkeypatch):
    free: list[bool] = []

    def slow(view: Any, rng: Any) -> Any:
        free.append(one_at_a_time._lock.acquire(timeout=60))  # the step that asked for this move may not be left yet
        if free[-1]:
            one_at_a_time._lock.release()
        return view.moves()[0]

    def slow_here(view: Any, rng: Any) -> Any:
        free.append(free_for_others())
        return view.moves()[0]

    contest = Contest("fishery", {"slow": slow_here, "other": slow_here}, 1, columns=2, rows=2, ships=1)
    assert contest.bar.value == contest.bar.max

    async def page() -> None:
        match = Match(Fishery, columns=3, rows=3, ships=1)
        table = Table(Session(match, ["slow", "slow"], bots={"slow": slow}), pace=0)
        while table.thinking:
            await asyncio.sleep(0)

    asyncio.run(page())
    assert len(free) > 10
    assert all(free)


# Many at once.


def test_a_table_that_is_hammered_from_several_threads_stays_whole(restless, monkeypatch):
    monkeypatch.setattr(Table, "coached", True)  # it is switched to and fro
    together = overlaps(monkeypatch, TableView, "around")
    table = Table("fishery", seats=["person", "person"], columns=5, rows=5, ships=3)

    def click() -> None:
        for _ in range(TIMES):
            moves = table.state.moves()
            message(
                table.board, type="move", move=table.match.game.notation(moves[0]) if moves else "", rev=table.board.rev
            )

    def act(*kinds: str) -> Callable[[], None]:
        def do() -> None:
            for _ in range(TIMES):
                for kind in kinds:
                    message(table.board, type=kind)

        return do

    def cell() -> None:
        for _ in range(TIMES):
            Table("fishery", seats=["person", "person"], columns=3, rows=3, ships=1).play("ship a1")
            table.go(table.at)
            table.refresh()

    at_once(click, click, act("undo", "redo"), act("form", "coach"), cell)
    assert together == []
    assert "went wrong" not in table.board.error
    assert 0 <= table.at <= len(table.match.moves)
    assert len(table.match.states) == len(table.match.moves) + 1
    again = Match.from_json(table.match.to_json())
    assert again.state == table.match.state
    assert table.board.count == len(table.match.moves)


def test_cards_that_are_answered_while_a_cell_makes_new_ones_all_keep_their_answers(restless, monkeypatch):
    together = overlaps(monkeypatch, memory.Progress, "changed")
    memory.forget_all()
    lesson = Lesson("98", "Threads", 5)
    cards = [lesson.explain(f"old{number}", "Why?") for number in range(4)]

    def answer(card: Any) -> Callable[[], None]:
        def do() -> None:
            for number in range(12):
                message(card, type="explain", value=f"Because of reason {number}.")

        return do

    def cell() -> None:
        for number in range(12):
            lesson.explain(f"new{number}", "Why?")

    at_once(*map(answer, cards), cell)
    assert together == []
    assert [card.notice for card in cards] == [""] * 4
    assert [card.answer.own for card in cards] == ["Because of reason 11."] * 4
    assert len(lesson.memory.answers) == 16
    assert len({lesson.numbering(key) for key in lesson.memory.answers}) == 1
    memory.forget_all()


def test_a_room_that_was_opened_in_one_thread_is_used_in_others(tmp_path, restless):
    """Closes C 1 and C 2 where they came from: a room belonged to the thread that had opened it."""
    with Room(tmp_path / "a.room") as room:
        for name in "ABCD":
            room.open(name, "boom", 2, seats=["careful", "careful"], years=2)
        seen: list[int] = []

        def look() -> None:
            for _ in range(20):
                seen.append(sum(len(one.match) for one in room.statuses()[0]))

        at_once(*(lambda name=name: room.run(name) for name in "AABBCD"), look, look)
        assert all(room.match(name).over for name in "ABCD")
        for name in "ABCD":
            assert [row["number"] for row in room.history(name)] == list(range(len(room.match(name))))


# Work of several loops.


def test_work_that_a_page_started_goes_on_there_and_is_stopped_from_a_cell():
    background, steps, going = Background(), [], threading.Event()

    async def work() -> None:
        while True:
            steps.append(threading.current_thread())
            if len(steps) > 3:
                going.set()
            await asyncio.sleep(0)

    with page_thread() as loop:
        assert in_page(loop, lambda: background.start(work, lambda: None))
        going.wait()
        assert background.running
        background.stop()
        count = len(steps)
        assert not background.running
        in_page(loop, lambda: None)  # the loop has gone on
        assert len(steps) == count
        assert set(steps) == {loop_thread(loop)}


def loop_thread(loop: asyncio.AbstractEventLoop) -> threading.Thread:
    return in_page(loop, threading.current_thread)


def test_work_ends_with_its_pages_loop_and_can_be_started_again():
    background = Background()
    with page_thread() as loop:
        in_page(loop, lambda: background.start(lambda: asyncio.sleep(3600), lambda: None))
        assert background.running
    assert not background.running
    background.stop()
    background.tell(lambda: None)
    done: list[str] = []
    background.start(lambda: asyncio.sleep(3600), lambda: done.append("at once"))
    assert done == ["at once"]


def test_bots_that_a_click_set_going_play_on_while_a_cell_runs():
    table = Table("fishery", seats=["person", "person"], columns=3, rows=3, ships=1, pace=0)
    over = threading.Event()
    table.listeners.append(lambda one: one.match.over and over.set())
    with page_thread() as loop:
        for seat in range(2):
            in_page(loop, lambda seat=seat: message(table.board, type="seat", seat=seat, who="fencer"))
        assert over.wait(60)  # this thread does nothing else meanwhile, as a cell that runs
        in_page(loop, lambda: None)
    assert table.match.over
    assert table.board.ended


def test_a_search_that_a_cell_began_goes_on_when_a_page_has_shown_what_was_found(monkeypatch):
    monkeypatch.setattr(thoughts, "PAUSE", 0)  # a look after every simulation
    table = Table("fishery", seats=["person", "fencer"], columns=4, rows=4, ships=2)
    looked = threading.Event()
    changed = table.thoughts._changed
    table.thoughts._changed = lambda: (changed(), looked.set())
    with page_thread() as cells:
        in_page(cells, table.think)
        for _ in range(2):
            assert looked.wait(60)
            looked.clear()
            message(table.board, type="shown")  # in this thread, which is not the one of the search
        assert looked.wait(60)
        table.close()
        assert not table.thoughts._background.running
