"""A class of 32 at 8 tables on one machine: how soon people see their own clicks and those of others, and the memory.

Every seat is a program of its own with a shared table in it, as in a page's kernel; browsers, which run on other
machines, are left out. The memory is that of a real kernel in which a game is played. The times mean something when
nothing else keeps the machine busy. `make bench` runs it; `PYTHONPATH=tests python tests/classroom/bench_class.py 2 4
20` tries two tables of four for twenty seconds.
"""

from __future__ import annotations

import builtins
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, sleep
from typing import Any

from measure import Row, row

from fishlab.room import Room

TABLES, PLAYERS, SECONDS = 8, 4, 60.0
STARTING = 2
"""Seats that start at once: as many as a small machine has cores, for more would only wait for each other."""
PATIENCE = 240.0
"""Seconds in which all must have sat down; with the play itself a bench ends in six minutes, come what may."""
SEAT = Path(__file__).with_name("class_seat.py")


def p95(values: list[float]) -> float:
    """Return what 95 of a hundred values do not exceed."""
    return quantiles(values, n=20)[-1]


PAGE = """
import asyncio
from random import Random
from fishlab_widgets.classroom import Lobby
door = Lobby({path!r}, pace=0)
door
"""
PLAY = """
door._page._receive(door._page, {"type": "take", "table": "T", "seat": 0}, [])
table, rng = door.table, Random(1)
while len(table.match) < 60:
    if table.match.state.turn() == 0:
        move = table.match.game.notation(table.match.state.sample(rng))
        table.board._receive(table.board, {"type": "move", "move": move, "rev": table.board.rev}, [])
    else:
        table.room.step("T")
        table._catch_up()
"""


def megabytes() -> float:
    """Return the memory of a kernel in which somebody plays a seat among bots."""
    import psutil
    from jupyter_client.manager import start_new_kernel

    with tempfile.TemporaryDirectory(prefix="fishlab-") as folder:
        path = Path(folder) / "class.room"
        with Room(path) as room:
            room.open("T", "boom", 4, ["person", "careful", "careful", "careful"])
        manager, client = start_new_kernel()
        try:
            for code in (PAGE.format(path=str(path)), PLAY):
                answer = client.execute_interactive(code, output_hook=lambda message: None, timeout=60)
                assert answer["content"]["status"] == "ok", answer["content"]
            return psutil.Process(manager.provisioner.pid).memory_info().rss / 1e6
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)


class Seat:
    """A seat's program: what it prints goes into files, so that it never waits for a reader."""

    def __init__(self, folder: Path, path: Path, name: str, seat: int, seconds: float) -> None:
        self.name, self.seat = name, seat
        self.out, self.err = (folder / f"{name}-{seat}.{kind}" for kind in ("json", "err"))
        command = [sys.executable, str(SEAT), str(path), name, str(seat), str(seconds)]
        with self.out.open("w") as out, self.err.open("w") as err:
            self.process = subprocess.Popen(command, stdout=out, stderr=err)

    def check(self) -> None:
        """Raise if the program has stumbled."""
        if self.process.poll():
            raise RuntimeError(f"seat {self.seat} of {self.name} stumbled: {self.err.read_text()[-600:]}")

    def told(self, until: float) -> dict[str, Any]:
        """Return what it measured, when it has ended."""
        self.process.wait(max(1.0, until - monotonic()))
        self.check()
        found: dict[str, Any] = json.loads(self.out.read_text())
        return found

    def end(self) -> None:
        """End the program, if it has not ended."""
        self.process.kill()
        self.process.wait()


def sit_down(room: Room, folder: Path, players: int, seconds: float, seats: list[Seat]) -> None:
    """Start a program for every seat, a few at a time, until all have sat down."""
    waiting = [(name, seat) for name in room.tables() for seat in range(players)]
    until = monotonic() + PATIENCE
    while True:
        taken = sum(sum(room.status(name).taken) for name in room.tables())
        while waiting and len(seats) - taken < STARTING:
            seats.append(Seat(folder, room.path, *waiting.pop(0), seconds))
        if not waiting and taken == len(seats):
            return
        for one in seats:
            one.check()
        if monotonic() > until:
            raise RuntimeError(f"only {taken} seats sat down in {PATIENCE:.0f} s: is the machine busy?")
        sleep(0.1)


def simulate(tables: int, players: int, seconds: float) -> tuple[list[float], list[float], float]:
    """Let a class play Boom; return milliseconds from click to own redraw and to others', and the cores it took."""
    seats: list[Seat] = []
    with tempfile.TemporaryDirectory(prefix="fishlab-") as place:
        folder = Path(place)
        with Room(folder / "class.room") as room:
            room.pause()
            for number in range(tables):
                room.open(f"T{number}", "boom", players)
            try:
                sit_down(room, folder, players, seconds, seats)
                room.start()
                until = monotonic() + seconds + 45
                found = {(one.name, one.seat): one.told(until) for one in seats}
            finally:
                for one in seats:
                    one.end()
    own, others = [], []
    for (name, seat), told in found.items():
        for number, begin, end in told["clicks"]:
            own.append((end - begin) * 1000)
            for other in range(players):
                times = [when for count, when in found[name, other]["seen"].items() if int(count) > number]
                if other != seat and times:
                    others.append((min(times) - begin) * 1000)
    return own, others, sum(told["busy"] for told in found.values())


def run(print=builtins.print, tables: int = TABLES, players: int = PLAYERS, seconds: float = SECONDS) -> list[Row]:
    """Measure, print, and return the rows."""
    begin, people = monotonic(), tables * players
    memory = megabytes()
    print(f"class of {people}: {memory:.0f} MB a seat", flush=True)
    own, others, cores = simulate(tables, players, seconds)
    for what, values in (("own board", own), ("others' boards", others)):
        print(f"class of {people}, {what}: median {median(values):.0f}, p95 {p95(values):.0f} ms ({len(values)})")
    print(f"class of {people}: {cores:.2f} cores while it plays; the bench took {monotonic() - begin:.0f} s")
    return [
        row(f"a class of {people}: own redraw, p95 in ms", p95(own), 300, most=True),
        row(f"a class of {people}: others' redraw, p95 in ms", p95(others), 1000, most=True),
        row("a seat's kernel, in megabytes", memory, 100, most=True),
    ]


if __name__ == "__main__":
    given = [float(one) for one in sys.argv[1:4]] or [TABLES, PLAYERS, SECONDS]
    run(tables=int(given[0]), players=int(given[1]), seconds=given[2])
