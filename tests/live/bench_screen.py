"""What a table costs, against the code of before tables of one screen, turn by turn in one run; and a host of kernels.

`make bench` runs it; `run` returns the rows. The old code comes out of the project's history; where there is none (a
downloaded archive), that part is left out and says so.
"""

from __future__ import annotations

import builtins
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from measure import ROUNDS, Row, row

ROOT = Path(__file__).resolve().parent.parent.parent
BEFORE = "b63f9a4"
SCRIPT = Path(__file__).with_name("click_costs.py")
HALF_OF_THE_AUDIT = {"fishery": 31_000, "boom": 29_000, "freshfish": 26_000, "fleet": 20_500, "pisces": 15_500}
"""Bytes that an own decision with the bots' answers sent over the websocket when people complained, halved."""
KERNELS, CLICKS, PAUSE = 20, 12, 3.0

TABLE = """
from fishlab_widgets import Table
table = Table("boom", 4, seats=["person"] * 4, dice="table", seed=%d, pace=0)
table
def click():
    state = table.match.state
    board = table.board
    board._receive(board, {"type": "move", "move": state.notation(state.moves()[0]), "rev": board.rev}, [])
"""


def old_code(folder: Path) -> bool:
    """Put the code of before into a folder; tell whether there is any."""
    packed = subprocess.run(["git", "archive", BEFORE], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        return False
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return True


def costs(code: Path, *plots: str) -> dict[str, float]:
    """Return what clicks cost with some code."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(code), str(code / "widgets")))}
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *plots], env=env, cwd=code, capture_output=True, text=True, check=True
    )
    return dict(json.loads(done.stdout))


def against_before(say: Any) -> list[Row]:
    """Compare import, kernel time and bytes with the code of before."""
    with tempfile.TemporaryDirectory() as folder:
        if not old_code(Path(folder)):
            say("screen: there is no history here to compare with")
            return []
        rounds = [(costs(ROOT), costs(ROOT, "plots"), costs(Path(folder))) for _ in range(ROUNDS)]

    def share(what: str, which: int) -> float:
        return median(one[which][what] / one[2][what] for one in rounds)

    games = {game: (costs(ROOT, game)["bytes"], limit) for game, limit in HALF_OF_THE_AUDIT.items()}
    return [
        *(
            row(f"a decision at {game}: bytes, to half of an audit's", found / limit, 1, most=True)
            for game, (found, limit) in games.items()
        ),
        row("first board: processor time from import, to before", share("import", 0), 0.5, most=True),
        row("a click at Boom: kernel time, to before", share("seconds", 0), 1 / 3, most=True),
        row("a click at Boom with the plots open: kernel time, to before", share("seconds", 1), 1, most=True),
        row("a click at Boom: bytes sent, to before", share("bytes", 0), 1 / 8, most=True),
    ]


def one_class(kernels: int = KERNELS, clicks: int = CLICKS) -> tuple[float, float]:
    """Let many kernels on this machine answer a click every three seconds; return median and 95th percentile."""
    from jupyter_client.manager import start_new_kernel

    running = [start_new_kernel(kernel_name="python3") for _ in range(kernels)]
    waits: list[float] = []
    try:
        for number, (_, client) in enumerate(running):
            client.execute_interactive(TABLE % number, timeout=300, output_hook=lambda _: None)

        def person(number: int, client: Any) -> None:
            time.sleep(PAUSE * number / kernels)
            for _ in range(clicks):
                begin = time.perf_counter()
                client.execute_interactive("click()", timeout=300, output_hook=lambda _: None)
                waits.append(time.perf_counter() - begin)
                time.sleep(max(0.0, PAUSE - waits[-1]))

        people = [threading.Thread(target=person, args=(n, client)) for n, (_, client) in enumerate(running)]
        for one in people:
            one.start()
        for one in people:
            one.join()
    finally:
        for manager, client in running:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    return median(waits), quantiles(waits, n=20)[-1]


def run(print=builtins.print) -> list[Row]:
    """Measure, print a line a row, and return the rows."""
    rows = against_before(print)
    middle, late = one_class()
    print(f"screen: {KERNELS} kernels, a click every {PAUSE:g} s: {middle * 1000:.0f} ms, 95 % {late * 1000:.0f} ms")
    rows.append(row(f"{KERNELS} kernels clicking: 95th percentile, seconds", late, 1, most=True))
    for one in rows:
        print(f"screen: {one['name']}: {one['ratio']:.3f} (at most {one['target']:.3f})")
    return rows


if __name__ == "__main__":
    run()
