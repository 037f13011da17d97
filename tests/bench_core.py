"""How soon a forged save code is refused: the longest one that is read at all, against a real one of a whole game.

`make bench` runs it; `run` returns the rows.
"""

from __future__ import annotations

import base64
import builtins
from random import Random

from measure import Row, ratio, row

from fishlab import BadCode, Boom, Match
from fishlab.codes import digest
from fishlab.core import OVER
from fishlab.match import _varint


def forged() -> str:
    """Return the longest code that is read: of 20,000 moves, with a right checksum."""
    body = bytes([4]) + _varint(20_000) + _varint(0) + b"\0\0" + b"\xff" * 14_900
    return f"{Boom.tag}{Boom.version}-{base64.urlsafe_b64encode(body + digest(body, 3)).rstrip(b'=').decode()}"


def real() -> str:
    """Return the code of a whole random game."""
    match, rng = Match(Boom, 4), Random("bench/core")
    while match.state.turn() != OVER:
        match.play(match.state.sample(rng))
    return match.code()


def refuse(code: str) -> None:
    """Read a code that cannot be right."""
    try:
        Match.from_code(code)
    except BadCode:
        return
    raise AssertionError("a forged code was taken")


def run(print=builtins.print) -> list[Row]:
    """Measure, print a line a row, and return the rows."""
    bad, good = forged(), real()
    found = ratio(lambda: refuse(bad), lambda: Match.from_code(good))
    one = row("refusing the longest code, in readings of a game", found, 5, most=True)
    print(f"core: {one['name']}: {found:.2f} (at most {one['target']})")
    return [one]


if __name__ == "__main__":
    run()
