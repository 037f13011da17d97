"""What clicks at a table cost the kernel, printed as JSON: run by `bench_screen.py` with old and new code.

`seconds` of processor time and `bytes` sent for each click of a person, the bots' replies and the plots among them;
`import` is the processor time from the start of Python to the first board. Played is Boom, or the game that is named.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

import comm

SENT = [0]


class Counted(comm.base_comm.BaseComm):
    """A channel that counts what goes out."""

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
        """Count a message."""
        SENT[0] += len(json.dumps(data, default=str)) + sum(len(one) for one in buffers or ())


def send(board: Any, **content: Any) -> None:
    """Send what a page sends; the older code that is measured too has no `sending`."""
    board.comm.handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})


PLAYERS = {"boom": 4, "pisces": 2, "fishery": 2, "fleet": 3, "freshfish": 3}


def main(game: str, plots: bool, clicks: int = 30) -> None:
    """Click, and print what it cost."""
    comm.create_comm = Counted
    from fishlab_widgets import Table

    bots = ["careful" if game == "boom" else "random"] * (PLAYERS[game] - 1)
    table = Table(game, PLAYERS[game], seats=["person", *bots], seed=5)
    first = process_time()
    send(table.board, type="open")
    if plots:
        send(table.board, type="tab", tab="plots")
    times, sizes = [], []
    while len(times) < clicks and not table.match.over:
        state = table.match.state
        SENT[0], begin = 0, process_time()
        send(table.board, type="move", move=state.notation(state.moves()[0]), rev=table.board.rev)
        times.append(process_time() - begin)
        sizes.append(SENT[0])
    print(json.dumps({"import": first, "seconds": sum(times) / len(times), "bytes": sum(sizes) / len(sizes)}))


if __name__ == "__main__":
    main(next((name for name in PLAYERS if name in sys.argv), "boom"), "plots" in sys.argv)
