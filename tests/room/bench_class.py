"""A class of 32 at 8 tables on one machine: how soon people see their own clicks and those of others, and the memory.

Every seat is a program of its own with a shared table in it, as in a page's kernel; browsers, which run on other
machines, are left out. The memory is that of a real kernel in which a game is played. The times mean something when
nothing else keeps the machine busy. `make bench` runs it.
"""

from __future__ import annotations

import builtins
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import sleep

from measure import Row, row

from fishlab.room import Room

TABLES, PLAYERS, SECONDS = 8, 4, 60.0
SEAT = Path(__file__).with_name("class_seat.py")


def p95(values: list[float]) -> float:
    """Return what 95 of a hundred values do not exceed."""
    return quantiles(values, n=20)[-1]


PAGE = """
import asyncio
from random import Random
from fishlab_widgets.live.shared import Door
door = Door({path!r}, pace=0)
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
                answer = client.execute_interactive(code, output_hook=lambda message: None)
                assert answer["content"]["status"] == "ok", answer["content"]
            return psutil.Process(manager.provisioner.pid).memory_info().rss / 1e6
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)


def simulate(tables: int, players: int, seconds: float) -> tuple[list[float], list[float]]:
    """Let a class play Boom; return milliseconds from click to own redraw and to others'."""
    with tempfile.TemporaryDirectory(prefix="fishlab-") as folder:
        path = Path(folder) / "class.room"
        with Room(path) as room:
            room.pause()
            for number in range(tables):
                room.open(f"T{number}", "boom", players)
            seats = {
                (name, seat): subprocess.Popen(
                    [sys.executable, str(SEAT), str(path), name, str(seat), str(seconds)], stdout=subprocess.PIPE
                )
                for name in room.tables()
                for seat in range(players)
            }
            try:
                while not all(all(room.status(name).taken) for name in room.tables()):
                    sleep(0.2)
                    if any(one.poll() for one in seats.values()):
                        raise RuntimeError("a seat could not sit down")
                room.start()
                found = {place: json.loads(one.communicate()[0]) for place, one in seats.items()}
            finally:
                for one in seats.values():
                    one.kill()
    own, others = [], []
    for (name, seat), told in found.items():
        for number, begin, end in told["clicks"]:
            own.append((end - begin) * 1000)
            for other in range(players):
                times = [when for count, when in found[name, other]["seen"].items() if int(count) > number]
                if other != seat and times:
                    others.append((min(times) - begin) * 1000)
    return own, others


def run(print=builtins.print) -> list[Row]:
    """Measure, print, and return the rows."""
    own, others = simulate(TABLES, PLAYERS, SECONDS)
    memory, people = megabytes(), TABLES * PLAYERS
    for what, values in (("own board", own), ("others' boards", others)):
        print(f"class of {people}, {what}: median {median(values):.0f}, p95 {p95(values):.0f} ms ({len(values)})")
    print(f"class of {people}: {memory:.0f} MB a seat")
    return [
        row(f"a class of {people}: own redraw, p95 in ms", p95(own), 300, most=True),
        row(f"a class of {people}: others' redraw, p95 in ms", p95(others), 1000, most=True),
        row("a seat's kernel, in megabytes", memory, 100, most=True),
    ]


if __name__ == "__main__":
    run()
