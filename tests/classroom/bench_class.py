"""A class on one machine: how soon people see their own clicks and those of others, the memory, and the work it takes.

The server runs in a process of its own, as `fishlab class` starts it; every page is a real socket of this program, and
people think for 3 to 10 seconds. Browsers, which run on other machines, are left out. The times mean something when
nothing else keeps the machine busy. `make bench` runs it for 32 and for 400 seats; `PYTHONPATH=tests python
tests/classroom/bench_class.py 2 4 20` tries two tables of four for twenty seconds.
"""

from __future__ import annotations

import asyncio
import builtins
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import monotonic
from typing import Any, NamedTuple

import browser
from fishlab_widgets.classroom.server.access import Keys
from fishlab_widgets.classroom.server.app import MODULE
from measure import Row, row
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

from fishlab.room import Room

TABLES, PLAYERS, SECONDS = 8, 4, 60.0
MANY = 100
THINK = (3.0, 10.0)
IDLE = 15.0
"""Seconds for which a class waits, so that its idle work is measured."""


class Measured(NamedTuple):
    """What was measured: milliseconds, megabytes, and shares of a core."""

    own: list[float]
    others: list[float]
    boards: list[float]
    memory: float
    idle: float
    busy: float


def p95(values: Sequence[float]) -> float:
    """Return what 95 of a hundred values do not exceed."""
    return quantiles(values, n=20)[-1]


def work_of(pid: int) -> float:
    """Return the seconds of processor time that a process has taken."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> float:
    """Return the megabytes that a process holds."""
    words = Path(f"/proc/{pid}/status").read_text().split()
    return int(words[words.index("VmRSS:") + 1]) / 1000


class Person:
    """A page of a person who plays a seat."""

    def __init__(self, host: str, word: str, table: str, seat: int) -> None:
        self.host, self.word, self.table, self.seat = host, word, table, seat
        self.rng = Random(f"{table}/{seat}")
        self.state: dict[str, Any] = {}
        self.seen: dict[int, float] = {}
        self.clicks: list[tuple[int, float]] = []
        self.opened = 0.0

    async def come(self) -> None:
        """Come in, and take the seat."""
        begin = monotonic()
        asked = HTTPRequest(f"http://{self.host}/", "POST", body=f"word={self.word}", follow_redirects=False)
        answer = await AsyncHTTPClient().fetch(asked, raise_error=False)
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
        request = HTTPRequest(f"ws://{self.host}/socket", headers={"Cookie": cookie})
        self.socket = await websocket_connect(request, max_message_size=10_000_000)
        self.say("notices", type="take", table=self.table, seat=self.seat)
        while "svg" not in self.state:
            await self.hear()
        self.opened = (monotonic() - begin) * 1000
        self.say("board", type="open")

    def say(self, model: str, **content: Any) -> None:
        """Send a message."""
        self.socket.write_message(json.dumps({"model": model, "msg": content}))

    async def hear(self) -> None:
        """Take what is told, and note when each number of moves was first shown."""
        text = await self.socket.read_message()
        if text is None:
            raise EOFError("the server closed a page")
        told = json.loads(text) if text != "beat" else {}
        if told.get("mount") == "board" or told.get("model") == "board":
            self.state.update(told.get("state", {}))
            self.seen.setdefault(self.state.get("count", 0), monotonic())

    async def listen(self) -> None:
        """Take what is told until stopped."""
        while True:
            await self.hear()

    def move(self) -> str | None:
        """Return a move that the page offers, None if it is not this person's turn."""
        if not self.state["prompt"].get("yours"):
            return None
        offered = [one["move"] for one in self.state["choices"] if one["open"]]
        return self.rng.choice(offered) if offered else None

    async def play(self, seconds: float) -> None:
        """Play for a while."""
        until = monotonic() + seconds
        while monotonic() < until:
            await asyncio.sleep(self.rng.uniform(*THINK))
            if (move := self.move()) is not None:
                self.clicks.append((self.state["count"], monotonic()))
                self.say("board", type="move", move=move, rev=self.state["rev"])


async def measure(host: str, pid: int, room: Room, word: str, players: int, seconds: float) -> Measured:
    """Let a class come in, wait and play."""
    people = [Person(host, word, name, seat) for name in room.tables() for seat in range(players)]
    for first in range(0, len(people), 8):
        await asyncio.gather(*(one.come() for one in people[first : first + 8]))
    ears = [asyncio.create_task(one.listen()) for one in people]
    used = work_of(pid)
    await asyncio.sleep(IDLE)
    idle = (work_of(pid) - used) / IDLE
    room.start()
    used, begin = work_of(pid), monotonic()
    await asyncio.gather(*(one.play(seconds) for one in people))
    busy = (work_of(pid) - used) / (monotonic() - begin)
    for ear in ears:
        ear.cancel()
    own, others = [], []
    for one in people:
        for number, begin in one.clicks:
            for other in (each for each in people if each.table == one.table):
                times = [when for count, when in other.seen.items() if count > number]
                if times:
                    (own if other is one else others).append((min(times) - begin) * 1000)
    return Measured(own, others, [one.opened for one in people], memory_of(pid), idle, busy)


def simulate(tables: int, players: int, seconds: float) -> Measured:
    """Serve a class of Boom and measure it."""
    with tempfile.TemporaryDirectory(prefix="fishlab-") as place:
        path, port = Path(place) / "class.room", browser.free_port()
        keys = Keys.of(path)
        with Room(path) as room:
            room.pause()
            for number in range(tables):
                room.open(f"T{number}", "boom", players)
            with (Path(place) / "log").open("w") as log:
                command = [sys.executable, "-m", MODULE, str(path), f"--port={port}"]
                server = subprocess.Popen(command, stdout=log, stderr=log)
            try:
                browser.wait_for_port(port)
                return asyncio.run(measure(f"127.0.0.1:{port}", server.pid, room, keys.word, players, seconds))
            finally:
                server.terminate()
                server.wait()


def run(print=builtins.print, tables: int = TABLES, players: int = PLAYERS, seconds: float = SECONDS) -> list[Row]:
    """Measure, print, and return the rows; with the usual number of tables, a whole school too."""
    rows: list[Row] = []
    for count in [tables, MANY] if tables == TABLES else [tables]:
        found, people = simulate(count, players, seconds), count * players
        small = people <= TABLES * PLAYERS
        name = f"a class of {people}"
        for what, values in (("own board", found.own), ("others' boards", found.others), ("to a board", found.boards)):
            print(f"{name}, {what}: median {median(values):.0f}, p95 {p95(values):.0f} ms ({len(values)})")
        print(f"{name}: {found.memory:.0f} MB, {found.idle:.1%} of a core idle, {found.busy:.1%} at play", flush=True)
        rows += [
            row(f"{name}: own redraw, p95 in ms", p95(found.own), 100 if small else 300, most=True),
            row(f"{name}: others' redraw, p95 in ms", p95(found.others), 300 if small else 1000, most=True),
            row(f"{name}: the server, in megabytes", found.memory, 120 if small else 250, most=True),
        ]
        if small:
            rows.append(row(f"{name}: per cent of a core while nobody moves", 100 * found.idle, 1, most=True))
            rows.append(row(f"{name}: per cent of a core at play", 100 * found.busy, 15, most=True))
    return rows


if __name__ == "__main__":
    given = [float(one) for one in sys.argv[1:4]] or [TABLES, PLAYERS, SECONDS]
    run(tables=int(given[0]), players=int(given[1]), seconds=given[2])
