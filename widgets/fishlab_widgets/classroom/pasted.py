"""What people paste: lines with codes and perhaps names, or a table out of a spreadsheet; how it falls into parts."""

from __future__ import annotations

import csv
import re
from typing import Final, NamedTuple

SIGNS: Final = ("\t", ";", ",")
"""What may stand between the columns of a table: the first that the heading line has."""
HEAD: Final = re.compile(r"[A-Z]{2}\d{1,3}-")
"""How a code begins, be it of a lesson or of a game."""
CODE: Final = re.compile(r"\b[A-Z]{2}\d{1,3}-[\w-]+", re.ASCII)
_EDGES: Final = " \t,;:\"'"


class Line(NamedTuple):
    """A line that is not empty, with its number as the person counts."""

    number: int
    text: str


def full_lines(text: str) -> list[Line]:
    """Return the lines that hold something; a mark that spreadsheets put before the first is dropped."""
    lines = str(text).lstrip("\ufeff").splitlines()
    return [Line(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def heading(line: str) -> tuple[list[str], str]:
    """Return the columns' names as a heading line gives them, and the sign between them, "" if there is none."""
    sign = next((sign for sign in SIGNS if sign in line), "")
    return [name.lower() for name in fields(line, sign)], sign


def fields(line: str, sign: str) -> list[str]:
    """Return what stands in the columns of a line."""
    if not sign:
        return [line.strip().strip('"').strip()]
    try:
        found = next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])
    except csv.Error:  # a field too long to be one
        found = line.split(sign)
    return [field.strip() for field in found]


def trimmed(words: str) -> str:
    """Return words without the signs that stood between them and a code."""
    return words.strip(_EDGES)


def without_codes(line: str) -> str:
    """Return what stands beside the codes of a line: a name perhaps, or a group.

    >>> without_codes("Anna; LC1-07-eJyrVs, 8b")
    'Anna 8b'
    """
    return " ".join(filter(None, map(trimmed, re.split(r"[\t;,]+", CODE.sub(";", line)))))
