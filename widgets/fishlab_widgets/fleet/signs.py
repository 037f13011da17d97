"""The key of Fleet's signs: each drawn by the functions that draw it on the table, as a small picture of its own."""

from __future__ import annotations

import re

from fishlab.fleet.card_words import boat_title
from fishlab.fleet.deck import BOATS, CARDS
from fishlab.messages import cache_by_language, tr
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.svg import FONT, rect, text
from fishlab_widgets.fleet.card_pictures import CSS, back, cap, coin, crate, glyph, glyph_of, hexagon, slots

_RULES = dict(re.findall(r"^(?:text)?\.([\w-]+)\{([^}]*)\}", CSS, re.MULTILINE)) | {
    "ink": "fill:var(--ink)", "ink2": "fill:var(--ink2)", "s-c": "fill:var(--c)", "s-a": "fill:var(--a)",
    "mid": "text-anchor:middle", "w7": "font-weight:700", "t14": "font-size:14px",
    "on-f": "fill:var(--on-f)", "on-c": "fill:var(--on-c)", "num": "",
    "lot": "fill:none;stroke:var(--now);stroke-width:3.5",
    "now": "fill:var(--now-t);stroke:var(--now);stroke-width:2.5",
    "lastcase": "stroke:var(--ink);stroke-width:7;fill:none", "lastline": "stroke:var(--last);stroke-width:4;fill:none",
}  # fmt: skip


def _alone(inner: str) -> str:
    """Return shapes as an SVG that needs nothing of a page but its colours."""
    inner = re.sub(r'<use href="[^"]*-?g-(\w+)" x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)"[^>]*?class="([^"]*)"/>',
                   _silhouette, inner)  # fmt: skip
    inner = re.sub(r'<rect[^>]*fill="url[^>]*/>', "", inner)
    inner = re.sub(r'class="([^"]*)"', lambda found: f'style="{_style(found[1])}"', inner)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 20" width="32" height="20" font-family=\'{FONT}\' '
        f'aria-hidden="true">{inner}</svg>'
    )


def _style(classes: str) -> str:
    return ";".join(filter(None, (_RULES[name] for name in classes.split())))


def _silhouette(found: re.Match[str]) -> str:
    name, x, y, width, cls = found.groups()
    scale = float(width) / 32
    move = f"translate({x} {float(y) + 0.4 * scale:g}) scale({scale:g})"
    return f'<path d="{GLYPHS[name]}" fill-rule="evenodd" transform="{move}" class="{cls}"/>'


@cache_by_language(8)
def signs() -> tuple[tuple[str, str], ...]:
    """Return every sign of the board, and what it means."""
    kinds = [
        (
            glyph(glyph_of(kind), 16, 10, 28),
            tr("{title}: a boat card, a boat or a licence of this kind", title=boat_title(CARDS, kind)),
        )
        for kind in BOATS
    ]
    found = [
        (coin(16, 10, 2, 9.5), tr("Coin: what a card pays; on a licence for sale, the lowest bid")),
        (hexagon(16, 10, 3, 11), tr("Points")),
        (
            f'<g transform="translate(9 3)">{crate(14)}</g>',
            tr("Crate of fish: 1 point on a boat, pays 1 once processed"),
        ),
        (slots(3, 6, 2, 10, 14), tr("Room for a crate on a boat")),
        (cap(0, 16, 10, 26), tr("Captain, in the colour of the seat: this boat fishes")),
        (back(10, 1, 13, 18), tr("Face-down boat cards: a hand, or the pile to draw from")),
        (rect(10, 1, 13, 18, "bt", 2), tr("Discarded boat cards")),
        (rect(9, 2, 14, 16, "chipcard", 3), tr("A licence")),
        *kinds,
        (glyph("pub", 16, 10, 26), tr("Fishermen’s Pub: a licence that is points only")),
        (glyph("trawler", 16, 10, 28), tr("Boats, on the tab of a seat")),
        (glyph("anchor", 16, 10, 26, "ink2"), tr("This seat starts the round")),
        (text(16, 15, "+5", "ink mid w7 t14"), tr("Processed crates, on the tab of a seat: each pays 1")),
        (rect(4, 3, 24, 14, "can", 5), tr("Can be played now")),
        (rect(4, 3, 24, 14, "lot", 5), tr("The licence that is being sold")),
        (rect(4, 3, 24, 14, "lastcase", 5) + rect(4, 3, 24, 14, "lastline", 5), tr("The last move")),
    ]
    return tuple((_alone(sign), words) for sign, words in found)
