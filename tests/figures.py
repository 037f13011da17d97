"""Figures as a real browser displays them, held against the table below each: `figures.js` looks, this asks it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


class Seen(NamedTuple):
    """What a page shows: how many figures of which kinds, and what is wrong with them, in words."""

    count: int
    kinds: list[str]
    wrong: list[str]


def look(page: Any) -> Seen:
    """Look at all figures of a page."""
    return Seen(**page.evaluate(LOOK))


def look_at(page: Any, figures: Iterable[str], width: int = 400) -> Seen:
    """Put figures, as HTML, into an empty page below each other, and look at them."""
    inside = "".join(f'<div style="width: {width}px">{one}</div>' for one in figures)
    page.set_content(f'<body data-jp-theme-light="true">{inside}</body>')
    return look(page)
