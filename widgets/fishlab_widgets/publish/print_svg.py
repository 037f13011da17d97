"""Pictures as a printer takes them: in lines and plain colours only.

A browser prints what is seen through as a group of its own, and what is filled with a pattern point by point: the PDF
of a lesson with boards and hatched bars would take megabytes.
"""

from __future__ import annotations

import math
import re
from itertools import count

_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_SEEN_THROUGH = re.compile(r"(?<![-\w])opacity(?P<is>:\s*|=\")(?P<part>0?\.\d+)")
_PATTERN = re.compile(r"<pattern\b([^>]*)>(.*?)</pattern>", re.DOTALL)
_FILLED = re.compile(r'<(path|rect)\b([^>]*?fill(?:: ?|=")url\(#([^)]+)\)[^>]*?)/>', re.DOTALL)
_GEOMETRY = ("d", "x", "y", "width", "height", "rx")


def printable(html: str) -> str:
    """Return a page whose pictures look the same and are small in print."""
    tiles = {
        _value(given, "id"): (_number(given, "width"), _number(given, "height")) for given, _ in _PATTERN.findall(html)
    }
    html = _PATTERN.sub(lambda one: f'<defs><g id="{_value(one[1], "id")}">{one[2]}</g></defs>', html)
    names = count(1)
    html = _FILLED.sub(lambda one: _tiled(one, tiles, f"tiles-{next(names)}"), html)
    return _SVG.sub(lambda one: _SEEN_THROUGH.sub(_in_colour, one[0]), html)


def _in_colour(found: re.Match[str]) -> str:
    """Return colours that are seen through, in place of a group that is."""
    between = ";" if found["is"].startswith(":") else '" '
    return between.join(f"{what}-opacity{found['is']}{found['part']}" for what in ("fill", "stroke"))


def _tiled(found: re.Match[str], tiles: dict[str, tuple[float, float]], name: str) -> str:
    """Return a shape that is filled with tiles one by one, in place of one that is filled with a pattern."""
    kind, given, pattern = found.groups()
    box = _box(kind, given)
    if pattern not in tiles or box is None:
        return found[0]
    wide, high = tiles[pattern]
    left, top, right, bottom = box
    places = [
        (column * wide, row * high)
        for row in range(math.floor(top / high), math.ceil(bottom / high))
        for column in range(math.floor(left / wide), math.ceil(right / wide))
    ]
    uses = "".join(f'<use href="#{pattern}" x="{x:g}" y="{y:g}"/>' for x, y in places)
    shape = " ".join(f'{one}="{_value(given, one)}"' for one in _GEOMETRY if _value(given, one))
    clip = _value(given, "clip-path")
    around = f' clip-path="{clip}"' if clip else ""
    return (
        f'<clipPath id="{name}"><{kind} {shape}/></clipPath><g{around}><g clip-path="url(#{name})">{uses}</g></g>'
        f"<{kind}{given.replace(f'url(#{pattern})', 'none')}/>"
    )


def _box(kind: str, given: str) -> tuple[float, float, float, float] | None:
    """Return the left, top, right and bottom of a shape; None for a path that is not of straight lines."""
    if kind == "rect":
        x, y = _number(given, "x"), _number(given, "y")
        return x, y, x + _number(given, "width"), y + _number(given, "height")
    path = _value(given, "d")
    if not re.fullmatch(r"[MLz\d\s.,-]+", path):
        return None
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def _value(given: str, name: str) -> str:
    found = re.search(rf'(?<![-\w]){name}="([^"]*)"', given)
    return found[1] if found else ""


def _number(given: str, name: str) -> float:
    return float(_value(given, name) or 0)
