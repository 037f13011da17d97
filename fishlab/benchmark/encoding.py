"""What a seat sees, as numbers of a fixed size, for any game: feature hashing of the fields of its view.

Every number and word in a view has a place in it ("plates.2.0"). Each place has a column, drawn from the place's name
by a checksum; so has every bit of a number, for many numbers here are sets of fish or squares. Two places may share a
column (Weinberger and others, "Feature hashing for large scale multitask learning", 2009): that is the price of one
encoding for all games. Nothing is encoded but the view, so nothing is known that the seat does not see.
"""

from __future__ import annotations

import zlib
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from math import copysign, log1p
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fishlab.core import Move, Player, State

COLUMNS: Final = 1024
"""Numbers of an observation."""
MOVE_COLUMNS: Final = 64
"""Numbers of a move."""
_BITS: Final = 128

Vector = NDArray[np.float32]


def encode_view(view: State, seat: Player, start: State) -> Vector:
    """Return what a seat sees, as numbers.

    Args:
        view: what it sees: `state.view(seat)`.
        seat: the seat.
        start: the first moment of the game; what of its parts (a sheet, a chart) has not changed since is left out.
    """
    found = np.zeros(COLUMNS, np.float32)
    np.add.at(found, *_encoded("seat", f"{seat}", COLUMNS))
    for field in fields(view):  # type: ignore[arg-type]  # every game is a dataclass
        value = getattr(view, field.name)
        if not isinstance(value, Hashable):
            continue  # a scratch pad, worked out from the other parts
        first = getattr(start, field.name) if is_dataclass(value) else None
        if first is None or (value is not first and value != first):
            np.add.at(found, *_encoded(field.name, value, COLUMNS))
    return np.clip(found, -1000, 1000)


def encode_moves(moves: Sequence[Move], rows: int) -> Vector:
    """Return moves as rows of numbers, as many rows as asked for; those beyond the moves are zero."""
    found = np.zeros((rows, MOVE_COLUMNS), np.float32)
    for row, move in zip(found, moves, strict=False):
        for place, value in enumerate(move):
            np.add.at(row, *_encoded(f"{place}", f"{value}", MOVE_COLUMNS))
            if isinstance(value, int):
                np.add.at(row, *_encoded(f"{place}", value, MOVE_COLUMNS))
    return found


@lru_cache(maxsize=20_000)
def _encoded(name: str, value: Any, columns: int) -> tuple[NDArray[np.intp], Vector]:
    """Return the columns of all that is in a value, and what each gets; most parts of a moment stay for many moves."""
    pairs = [(_column(sign, columns), amount) for sign, amount in _signs(name, value)]
    return np.array([one for one, _ in pairs], np.intp), np.array([amount for _, amount in pairs], np.float32)


@lru_cache(maxsize=100_000)
def _column(name: str, columns: int) -> int:
    return zlib.crc32(name.encode()) % columns


def _signs(name: str, value: Any) -> Iterator[tuple[str, float]]:
    """Yield every word in a value as one sign, every number by its size and by its bits."""
    if isinstance(value, str):
        yield f"{name}={value}", 1
    elif isinstance(value, int | float):
        number = round(value)
        yield name, copysign(1 + log1p(abs(number)), number)  # 0 is a number too
        for bit in range(min(number.bit_length(), _BITS) if number > 0 else 0):
            if number >> bit & 1:
                yield f"{name}#{bit}", 1
    elif is_dataclass(value):
        for field in fields(value):
            yield from _signs(f"{name}.{field.name}", getattr(value, field.name))
    elif isinstance(value, Sequence):
        for place, one in enumerate(value):
            yield from _signs(f"{name}.{place}", one)
