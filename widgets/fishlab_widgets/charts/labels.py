"""Names and values at the ends of lines: as wide as they are, apart from each other, each with a piece of its line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import text_to_path

from fishlab_widgets.draw.svg import LIGHT

SIZE = 11.0
_SAMPLE = 20.0  # how long the piece of the line before its name is
_GAP = 5.0
_FACE = FontProperties(family=["DejaVu Sans"])  # wider than what pages use, so that measured words always fit


class End(NamedTuple):
    """What stands at the end of a line: its column in the data, where it ends, its name, its value, and its look."""

    column: int
    value: float
    name: str
    told: str
    color: str
    dash: Any


@lru_cache(maxsize=2048)
def text_width(words: str, size: float = SIZE) -> float:
    """Return how wide words are at most, in the units of a figure."""
    # The first answer is in points of a face of 12; a face of another size is as wide in proportion.
    wide, _, _ = text_to_path.get_text_width_height_descent(words.replace("$", "\\$"), _FACE, ismath=False)
    return float(wide) * size / _FACE.get_size_in_points()


def room_for(words: Sequence[str], size: float = SIZE) -> float:
    """Return how much room the longest of some end labels needs, with the piece of its line."""
    return _GAP + _SAMPLE + _GAP + max((text_width(one, size) for one in words), default=0) + _GAP


def apart(values: Sequence[float], low: float, high: float, gap: float) -> list[float]:
    """Return a place for each of some values: as near to it as may be, in the same order, and a gap from the next.

    >>> apart([5, 5, 1], 0, 10, 2)
    [5, 7, 1]
    >>> apart([10, 10, 9], 0, 10, 2)
    [8, 10, 6]
    """
    order = sorted(range(len(values)), key=lambda number: (values[number], number))
    places: dict[int, float] = {}
    place = low - gap
    for number in order:
        place = places[number] = max(values[number], place + gap)
    ceiling = high
    for number in reversed(order):
        place = places[number] = min(places[number], ceiling)
        ceiling = place - gap
    return [places[number] for number in range(len(values))]


def free_place(axes: Axes, words: str, at: tuple[float, float], size: float = SIZE) -> tuple[float, float]:
    """Return how far from a point its words begin so that no line of the axes runs through them, as near as may be.

    The axes have their limits and lines already. Where no place is free, the words stand right above the point.
    """
    box, wide, high = axes.get_window_extent(), text_width(words, size), size + 3
    lines = [np.asarray(line.get_xydata()) for line in axes.get_lines()]
    drawn = [axes.transData.transform(line) for line in lines if len(line) > 1]
    dots = np.concatenate([_dense(one) for one in drawn]) if drawn else np.empty((0, 2))
    x, y = axes.transData.transform(at)
    begins = [float(right) for right in np.arange(8, -wide - 8, -12)]
    tried = [(right, float(up)) for up in range(-120, 121, 5) if abs(up) > high for right in begins]
    tried.sort(key=lambda one: abs(one[0] - 8) / 4 + abs(one[1] - 8))
    for right, up in [(8.0, 8.0), (-8 - wide, 8.0), *tried]:
        left, low = x + right, y + up
        inside = box.x0 + 3 <= left and left + wide <= box.x1 and box.y0 + 3 <= low and low + high <= box.y1
        near = (dots[:, 0] > left - 3) & (dots[:, 0] < left + wide + 3) & (dots[:, 1] > low - 3)
        if inside and not (near & (dots[:, 1] < low + high)).any():
            return right, up
    return 8.0, 8.0


def _dense(line: Any) -> Any:
    """Return points along a line, none farther than a letter is wide from the next."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    return np.concatenate(
        [np.linspace(one, two, 2 + int(step / 6)) for one, two, step in zip(line, line[1:], steps, strict=False)]
    )


def draw_line(axes: Axes, xs: Sequence[float], ys: Sequence[float], **look: Any) -> None:
    """Draw a line into axes whose limits stand, which is several times faster than `axes.plot`."""
    axes.add_artist(Line2D(xs, ys, **look))


def fitting(name: str, told: str, wide: float, size: float = SIZE) -> str:
    """Return a name and what is told of it in so much room; a name that is too long is cut."""
    words = f"{name} {told}".strip()
    while text_width(words, size) > wide and len(name) > 2:
        name = name.removesuffix("…")[:-1].rstrip() + "…"
        words = f"{name} {told}".strip()
    return words


def end_labels(axes: Axes, ends: Sequence[End], size: float = SIZE) -> None:
    """Write the ends of lines into the margin at the right of the axes; each begins with a piece of its own line."""
    box, (low, high) = axes.get_window_extent(), axes.get_ylim()
    gap = (high - low) * (size + 2.5) / box.height
    across = axes.get_yaxis_transform()
    wide = axes.figure.bbox.width - box.x1 - 2 * _GAP - _SAMPLE
    for end, place in zip(ends, apart([end.value for end in ends], low, high, gap), strict=True):
        left = 1 + _GAP / box.width
        draw_line(
            axes, [left, left + _SAMPLE / box.width], [place, place], transform=across, color=LIGHT[end.color],
            linewidth=2.2, linestyle=end.dash, clip_on=False, gid=f"sample-{end.column}",
        )  # fmt: skip
        words = fitting(end.name, end.told, wide, size).replace("$", "\\$")
        axes.text(
            left + (_SAMPLE + _GAP) / box.width, place, words, transform=across,
            color=LIGHT["ink"], fontsize=size, va="center", gid=f"end-{end.column}",
        )  # fmt: skip
