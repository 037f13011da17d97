"""The plots of a class: drawn elsewhere, one after another, once for all who see the same, and paid for."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from classroom.lesson import Frame, knock, send
from fishlab_widgets.charts import match_plots
from fishlab_widgets.charts.match_plots import draw_sketches
from fishlab_widgets.classroom.bot_pool import BotPool
from fishlab_widgets.classroom.live_class import LiveClass
from fishlab_widgets.classroom.lobby import Lobby
from fishlab_widgets.classroom.plots import Plots
from fishlab_widgets.live.board_model import ServedScreen
from fishlab_widgets.live.face import face_of

from fishlab import GAMES, Match
from fishlab.room import Room


class Counted(BotPool):
    """Draws once it is let, and counts how often it was asked, and for how many at a time."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked, self.now, self.most, self.gate = 0, 0, 0, asyncio.Event()

    async def find(self, think: Any) -> Any:
        self.asked, self.now = self.asked + 1, self.now + 1
        self.most = max(self.most, self.now)
        await self.gate.wait()
        try:
            return await super().find(think)
        finally:
            self.now -= 1


async def until(done: Any) -> None:
    for _ in range(3000):
        if done():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came")


def people(live: LiveClass, tables: list[str], paid: dict[str, float]) -> list[Lobby]:
    """Open a game without dice at each table, and let people sit at all seats."""
    found = []
    for name in tables:
        live.room.open(name, "fishery", 2, columns=4, rows=4, ships=2, nets=6)
        for seat in range(2):
            device = f"{name}-{seat}"
            paid[device] = 0.0

            def pay(seconds: float, device: str = device) -> None:
                paid[device] += seconds

            page = Lobby(live, Frame(), device, pay)
            knock(page, type="take", table=name, seat=seat)
            found.append(page)
    return found


@pytest.mark.long
def test_a_class_that_looks_at_its_plots_draws_them_once_elsewhere_and_nobody_waits(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(match_plots, "chart_of", lambda plot: pytest.fail("the class itself draws"))
    paid: dict[str, float] = {}

    async def play() -> None:
        live = LiveClass(Room(tmp_path / "class.room"), pace=0)
        live.plots = Plots(pool := Counted())
        pages = people(live, ["1", "2", "3"], paid)
        for page in pages:
            send(page.seat, type="tab", tab="plots")
        await until(lambda: pool.asked)
        assert not any(page.seat.board.plots for page in pages), "the message is done, and the drawing is not"
        pool.gate.set()
        await until(lambda: all(page.seat.board.plots for page in pages))
        assert (pool.asked, pool.most) == (1, 1), "all look at the same moment"
        assert len({tuple(page.seat.board.plots) for page in pages}) == 1
        assert [device for device, seconds in paid.items() if seconds] == ["1-0"], "who wished first pays"
        live.close()

    asyncio.run(play())


@pytest.mark.long
def test_of_each_page_the_newest_wish_is_drawn_and_none_of_a_page_that_went(tmp_path: Path):
    async def play() -> None:
        live = LiveClass(Room(tmp_path / "class.room"), pace=0)
        live.plots = Plots(pool := Counted())
        first, second, gone = people(live, ["1", "2"], {})[:3]
        send(first.seat, type="tab", tab="plots")
        await until(lambda: pool.asked == 1)
        plots, match = face_of(GAMES["boom"]).plots, Match(GAMES["boom"], 3)
        for page in (second, gone):
            for players in (4, 3):
                other = Match(GAMES["boom"], players)
                page.seat.plotter(page.seat.board, [one.sketch(other) for one in plots])
        gone.close()
        pool.gate.set()
        await until(lambda: second.seat.board.plots)
        assert pool.asked == 2
        expected, _ = draw_sketches([one.sketch(match) for one in plots], "en")
        assert "".join(second.seat.board.plots).count("<tr>") == "".join(expected).count("<tr>")
        assert "Seat D" not in "".join(second.seat.board.plots)
        assert not gone.seat.board.plots
        live.close()

    asyncio.run(play())


def test_who_asks_for_many_plots_waits_behind_who_asks_for_one_and_each_pays(tmp_path: Path):
    drawn: list[str] = []

    class Slow(BotPool):
        """Draws one plot whenever it is let, and tells for whom."""

        gate = asyncio.Semaphore(0)

        async def find(self, think: Any) -> Any:
            await self.gate.acquire()
            drawn.append(think.args[0][0])
            return [drawn[-1]], 0.5

    async def play() -> None:
        plots, paid = Plots(pool := Slow()), dict.fromkeys("abc", 0.0)

        def wish(asker: str, board: ServedScreen, what: str) -> None:
            def pay(seconds: float) -> None:
                paid[asker] += seconds

            plots.wish(pay, asker, board, [what])

        boards = [ServedScreen() for _ in range(6)]
        for number, board in enumerate(boards[:4]):
            wish("a", board, f"a{number}")
        await asyncio.sleep(0)
        wish("b", boards[4], "b")
        wish("c", boards[5], "c")
        for count in range(1, 7):
            pool.gate.release()
            await until(lambda: len(drawn) == count)  # noqa: B023
            wish("a", boards[0], "a0")  # again and again
        pool.gate.release()
        await until(lambda: all(board.plots for board in boards))
        assert paid == {"a": 2.0, "b": 0.5, "c": 0.5}
        plots.close()

    asyncio.run(play())
    assert drawn == ["a0", "b", "c", "a1", "a2", "a3"], "nobody waits until all that one asks for is drawn"


def test_what_cannot_be_drawn_ends_nothing(tmp_path: Path):
    class Broken(BotPool):
        fails = True

        async def find(self, think: Any) -> Any:
            if self.fails:
                self.fails = False
                raise MemoryError
            return ["drawn"], 0.0

    async def play() -> None:
        live = LiveClass(Room(tmp_path / "class.room"), pace=0)
        live.plots = Plots(Broken())
        page, other = people(live, ["1"], {})
        send(page.seat, type="tab", tab="plots")
        send(other.seat, type="tab", tab="plots")
        await until(lambda: other.seat.board.plots == ["drawn"])
        assert page.seat.board.plots == []
        live.close()

    asyncio.run(play())


@pytest.mark.few(1)
@pytest.mark.parametrize("name", [game.name for game in GAMES.values() if face_of(game).plots])
def test_a_sketch_draws_what_the_match_itself_would(name: str):
    game = GAMES[name]
    match = Match(game, game.seats[0])
    while not match.over and len(match) < 12:
        match.play(next(iter(match.state.moves())))
    for plot in face_of(game).plots:
        (sketched,), seconds = draw_sketches([plot.sketch(match, 5)], "en")
        drawn = match_plots.chart_of(plot).html(match, 5)
        assert without_numbers(sketched) == without_numbers(drawn)
        assert seconds >= 0


def without_numbers(html: str) -> str:
    """Return a figure without the number that all figures of a program are counted by."""
    return re.sub(r"fig\d+-", "", html)


def test_a_sketch_speaks_the_language_of_who_looks():
    plot = face_of(GAMES["boom"]).plots[0]
    (html,), _ = draw_sketches([plot.sketch(Match(GAMES["boom"], 3))], "de")
    assert "Daten und Beschreibung" in html


def test_a_table_of_cells_is_drawn_for_games_of_other_sizes():
    grid = next(one for one in face_of(GAMES["boom"]).plots if isinstance(one, match_plots.GridPlot))
    for form in ({}, {"form": "lesson"}, {}):
        match = Match(GAMES["boom"], 3, **form)
        (sketched,), _ = draw_sketches([grid.sketch(match)], "en")
        assert without_numbers(sketched) == without_numbers(match_plots.chart_of(grid).html(match))
