"""What a picture of Fishery Boom can be asked to look at more closely: its marks, read and toggled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fishlab.boom.network import Sheet


class Marks(NamedTuple):
    """What the marks of a picture mean."""

    asking: bool
    fish: tuple[int, ...]
    """Rows that die in the question "what if"."""
    year: int
    labels: tuple[tuple[str, int, int], ...]
    sheet: int
    veil: bool
    depletion: tuple[int, tuple[int, ...]] | None


_FISH_MARK = re.compile(r"fish (\S+) (\d+)")


def read_marks(marks: Sequence[str], sheet: Sheet) -> Marks:
    """Read marks; what is not understood is passed over."""
    asking, veil, shown, year = "what if" in marks, "veil" in marks, -1, 0
    fish: list[int] = []
    labels: list[tuple[str, int, int]] = []
    depletion = None
    for mark in marks:
        label, _, what = mark.rpartition(": ")
        if found := _FISH_MARK.fullmatch(what):
            row, when = sheet.index.get(found[1], -1), int(found[2])
            if row < 0 or not 1 <= when <= sheet.years:
                continue
            if label:
                labels.append((label, row, when))
            elif not fish or when == year:
                fish.append(row)
                year = when
        elif found := re.fullmatch(r"sheet (\d)", mark):
            shown = int(found[1])
        elif found := re.fullmatch(r"depletion (\d+)((?: \d+)*)", mark):
            rows = tuple(int(row) for row in found[2].split())
            depletion = (int(found[1]), rows)
    return Marks(asking or bool(fish), tuple(fish), year, tuple(labels), shown, veil, depletion)
