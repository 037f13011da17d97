"""A class of 32 at 8 tables on one machine: how soon people see their own clicks and those of others, and the memory.

Every seat is a program of its own with a shared table in it, as in a page's kernel; browsers, which run on other
machines, are left out. The times mean something when nothing else keeps the machine busy. `make bench` runs it.
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


def simulate(tables: int, players: int, seconds: float) -> tuple[list[float], list[float], list[float]]:
    """Let a class play Boom; return milliseconds from click to own redraw and to others', and megabytes a seat."""
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
            while not all(all(room.status(name).taken) for name in room.tables()):
                sleep(0.2)
                if any(one.poll() for one in seats.values()):
                    raise RuntimeError("a seat could not sit down")
            room.start()
            found = {place: json.loads(one.communicate()[0]) for place, one in seats.items()}
    own, others = [], []
    for (name, seat), told in found.items():
        for number, begin, end in told["clicks"]:
            own.append((end - begin) * 1000)
            for other in range(players):
                times = [when for count, when in found[name, other]["seen"].items() if int(count) > number]
                if other != seat and times:
                    others.append((min(times) - begin) * 1000)
    return own, others, [told["megabytes"] for told in found.values()]


def run(print=builtins.print) -> list[Row]:
    """Measure, print, and return the rows."""
    own, others, megabytes = simulate(TABLES, PLAYERS, SECONDS)
    people = TABLES * PLAYERS
    for what, values, unit in (("own board", own, "ms"), ("others' boards", others, "ms"), ("memory", megabytes, "MB")):
        print(f"class of {people}, {what}: median {median(values):.0f}, p95 {p95(values):.0f} {unit} ({len(values)})")
    return [
        row(f"a class of {people}: own redraw, p95 in ms", p95(own), 300, most=True),
        row(f"a class of {people}: others' redraw, p95 in ms", p95(others), 1000, most=True),
        row(f"a class of {people}: megabytes a seat, the most", max(megabytes), 100, most=True),
    ]


if __name__ == "__main__":
    run()
