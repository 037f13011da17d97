"""A sign for each treatment of the laboratory: who is apart, who talks, who votes, who watches."""

from __future__ import annotations

from typing import Final

from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.lab.lab_settings import YOURS

_LINE: Final = 'fill="none" style="stroke:var(--ink)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
_BUBBLE: Final = f'<path d="M4 6H28V22H16L11 28V22H4Z" {_LINE}/>'
_COUNTRIES: Final = "".join(
    f'<circle cx="{x}" cy="{y}" r="4.6" style="fill:var(--{seat})"/>'
    for seat, x, y in (("a", 10, 10), ("b", 22, 10), ("c", 10, 22), ("d", 22, 22))
)


def _fish(x: float, y: float, wide: float) -> str:
    """Return a herring in ink, its middle at a place."""
    scale = wide / 32
    return (
        f'<path transform="translate({x - wide / 2:g} {y - 10 * scale:g}) scale({scale:g})" fill-rule="evenodd" '
        f'style="fill:var(--ink)" d="{GLYPHS["herring"]}"/>'
    )


_SIGNS: Final = {
    "competitive": _COUNTRIES + f'<path d="M16 4V28M4 16H28" {_LINE}/>',
    "one-agreement": _BUBBLE + f'<path d="M14 11.5L16.5 9.5V18.5" {_LINE}/>',
    "yearly-agreement": _BUBBLE + f'<path d="M9 11.5H23M9 16.5H19" {_LINE}/>',
    "voted-rule": f'<path d="M5 15H27V28H5ZM11 18.5H21" {_LINE}/><path d="M11.5 15V4H20.5V15" {_LINE}/>'
    f'<path d="M13.5 9L15.5 11L18.5 7" {_LINE}/>',
    "enforced-rule": f'<path d="M16 4L26 7.5V15C26 21 22 25.5 16 28C10 25.5 6 21 6 15V7.5Z" {_LINE}/>'
    f'<path d="M11 15.5L15 19.5L21.5 11.5" {_LINE}/>',
    "quota": f'<rect x="4" y="7" width="24" height="18" rx="3" {_LINE}/>' + _fish(16, 16, 17),
    "transferable-quota": f'<rect x="7" y="9" width="18" height="14" rx="3" {_LINE}/>'
    + _fish(16, 16, 13)
    + f'<path d="M10 5H24M21 2.5L24 5L21 7.5M22 27H8M11 24.5L8 27L11 29.5" {_LINE}/>',
    "reserve": f'<circle cx="16" cy="16" r="12.5" {_LINE} stroke-dasharray="4 4"/>' + _fish(16, 16, 17),
    "cooperative": _COUNTRIES + f'<circle cx="16" cy="16" r="14" {_LINE}/>',
    YOURS: f'<path d="M5 9H27M5 16H27M5 23H27" {_LINE}/>'
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="3.4" style="fill:var(--e);stroke:var(--ink)" stroke-width="1.6"/>'
        for x, y in ((11, 9), (21, 16), (14, 23))
    ),
}


def treatment_sign(name: str) -> str:
    """Return the sign of a treatment as an SVG that wears the page's colours."""
    return f'<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">{_SIGNS[name]}</svg>'
