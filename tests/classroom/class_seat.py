"""One seat of a simulated class, in a program of its own like a page's kernel: run by `bench_class.py`.

`python tests/classroom/class_seat.py ROOM TABLE SEAT SECONDS` plays, once the teacher starts, with think times of 3
to 10 seconds. It prints as JSON its `clicks` (number of the move, when it was clicked, when the own board was redrawn),
`seen` (for each number of moves when the board first showed it) and `busy` (what share of a core it took). Times are of
the machine's one monotonic clock. It ends by itself, also where nobody starts the game or the bench is gone.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from random import Random
from time import monotonic, process_time
from typing import Any

import comm

THINK = (3.0, 10.0)
PATIENCE = 300.0
"""Seconds to wait for a seat, and for the start."""
redrawn: list[str] = []


class Sent(comm.base_comm.BaseComm):
    """A channel to a page that notes redraws: a board bumps `rev` last."""

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
        """Take a message, and do the work of sending it."""
        text = json.dumps(data, default=str)
        if '"rev"' in text and '"prompt"' in text:
            redrawn.append(msg_type)


def send(widget: Any, **content: Any) -> None:
    """Send what a page sends: this program runs alone, without the tests' own modules."""
    widget.comm.handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})


async def sit(path: str, name: str, seat: int) -> Any:
    """Take a seat; who finds the room busy, as when all come at once, knocks again."""
    from fishlab_widgets.classroom import SharedTable

    from fishlab.room import RoomError

    until = monotonic() + PATIENCE
    while True:
        try:
            return SharedTable(path, name, seat)
        except RoomError:
            if monotonic() > until:
                raise
            await asyncio.sleep(0.2)


async def play(path: str, name: str, seat: int, seconds: float) -> dict[str, Any]:
    """Sit down, play for a while, and return what was measured."""
    rng, parent = Random(f"{name}/{seat}"), os.getppid()
    table = await sit(path, name, seat)
    until = monotonic() + PATIENCE
    seen: dict[int, float] = {}
    clicks: list[tuple[int, float, float]] = []
    refresh = table.refresh

    def watched(**how: Any) -> None:
        refresh(**how)
        seen.setdefault(len(table.match), monotonic())

    table.refresh = watched
    send(table.board, type="open")
    end: float | None = None
    ready: float | None = None
    beat, used = 0.0, 0.0
    while monotonic() < (until if end is None else end) and os.getppid() == parent:
        now = monotonic()
        if now > beat:
            send(table.notices, type="pulse")
            beat = now + 4
        if end is None and not table.session.status.waits:
            end, used = now + seconds, process_time()
        mine = table.match.state.turn() == seat and not table.session.status.waits
        if not mine:
            ready = None
        elif ready is None:
            ready = now + rng.uniform(*THINK)
        elif now >= ready:
            number, text = len(table.match), table.match.game.notation(table.match.state.sample(rng))
            begin = monotonic()
            send(table.board, type="move", move=text, rev=table.board.rev)
            if len(table.match) > number:
                clicks.append((number, begin, monotonic()))
            ready = None
        await asyncio.sleep(0.02)
    table.stop()
    return {"clicks": clicks, "seen": seen, "busy": (process_time() - used) / seconds}


if __name__ == "__main__":
    comm.create_comm = Sent
    print(json.dumps(asyncio.run(play(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])))))
