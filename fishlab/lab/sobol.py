"""Sobol's sequence: points that fill a box of many dimensions evenly, the first n of them for any n.

A grid of five factors with five values each has 3,125 points; 64 points of this sequence show each factor at 64 values.
Direction numbers: S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM
Journal on Scientific Computing 30 (2008), the first 24 dimensions of their table `new-joe-kuo-6.21201`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fishlab.messages import refusal

_BITS: Final = 32
_DIRECTIONS: Final = (
    # a primitive polynomial as bits, highest power first, and the first odd numbers m of its dimension
    (0b11, (1,)),
    (0b111, (1, 3)),
    (0b1011, (1, 3, 1)),
    (0b1101, (1, 1, 1)),
    (0b10011, (1, 1, 3, 3)),
    (0b11001, (1, 3, 5, 13)),
    (0b100101, (1, 1, 5, 5, 17)),
    (0b101001, (1, 1, 5, 5, 5)),
    (0b101111, (1, 1, 7, 11, 19)),
    (0b110111, (1, 1, 5, 1, 1)),
    (0b111011, (1, 1, 1, 3, 11)),
    (0b111101, (1, 3, 5, 5, 31)),
    (0b1000011, (1, 3, 3, 9, 7, 49)),
    (0b1011011, (1, 1, 1, 15, 21, 21)),
    (0b1100001, (1, 3, 1, 13, 27, 49)),
    (0b1100111, (1, 1, 1, 15, 7, 5)),
    (0b1101101, (1, 3, 1, 15, 13, 25)),
    (0b1110011, (1, 1, 5, 5, 19, 61)),
    (0b10000011, (1, 3, 7, 11, 23, 15, 103)),
    (0b10001001, (1, 3, 7, 13, 13, 15, 69)),
    (0b10001111, (1, 1, 3, 13, 7, 35, 63)),
    (0b10010001, (1, 3, 5, 9, 1, 25, 53)),
    (0b10011101, (1, 3, 1, 13, 9, 35, 107)),
)
MOST: Final = len(_DIRECTIONS) + 1
"""Dimensions of a point, at most."""


def sobol(count: int, dimensions: int) -> NDArray[np.float64]:
    """Return the first points of the sequence, one in each row, all numbers from 0 to below 1.

    >>> sobol(4, 2).tolist()
    [[0.0, 0.0], [0.5, 0.5], [0.75, 0.25], [0.25, 0.75]]
    """
    if not 1 <= dimensions <= MOST:
        raise refusal(
            "a Sobol design of {count} factors is not possible: choose 1 to {most}", count=dimensions, most=MOST
        )
    found = np.zeros((count, dimensions), np.uint64)
    for dimension in range(dimensions):
        steps = _steps(dimension)
        for number in range(1, count):  # each point differs from the one before in one direction (Gray code)
            found[number, dimension] = found[number - 1, dimension] ^ steps[(number & -number).bit_length() - 1]
    return found / 2.0**_BITS


def _steps(dimension: int) -> NDArray[Any]:
    """Return the direction numbers of a dimension; the first one is van der Corput's."""
    if dimension == 0:
        return np.array([1 << (_BITS - 1 - bit) for bit in range(_BITS)], np.uint64)
    polynomial, first = _DIRECTIONS[dimension - 1]
    degree, found = len(first), list(first)
    for bit in range(degree, _BITS):
        new = found[bit - degree] ^ (found[bit - degree] << degree)
        for power in range(1, degree):
            if polynomial >> (degree - power) & 1:
                new ^= found[bit - power] << power
        found.append(new)
    return np.array([number << (_BITS - 1 - bit) for bit, number in enumerate(found)], np.uint64)
