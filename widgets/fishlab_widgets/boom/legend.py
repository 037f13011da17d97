"""The signs of the High Seas and what they mean: as two lines under a still picture, and as the key of a table."""

from __future__ import annotations

import re

from fishlab.boom.sea import FishState
from fishlab.messages import cache_by_language, mark, tr
from fishlab_widgets.boom.player_sheet import silhouette_of
from fishlab_widgets.boom.sea_plan import CSS, FISH, fish_body
from fishlab_widgets.draw.signs import sign
from fishlab_widgets.draw.svg import PREFIX, at, die, group, path, rect, text

_FISH = (
    (FishState("living"), mark("alive")),
    (FishState("taken", 0), mark("taken by A")),
    (FishState("killed", 1), mark("killed by B")),
    (FishState("illegal"), mark("killed illegally")),
    (FishState("depleted"), mark("depleted")),
    (FishState("may come"), mark("may come")),
    (FishState("cannot come"), mark("cannot come")),
)
_GROWS, _SPAWNS = "M-14 0h27m-4-2.4l4 2.4l-4 2.4", "M-14 5C0 5 0-4 13-4m-4-2.4l4 2.4l-4 2.4"
LINE = 34.0
"""How far the two lines of the legend are apart."""
_WIDE, _SIGN, _LETTER = 890.0, 66.0, 9.6
_USED = re.compile(rf'<use href="#{PREFIX}f-([\w-]+)"(?: x="([^"]*)")? class="([^"]*)"/>')


def _shield() -> str:
    return silhouette_of("shield", 0, 0, 26, "sh-on") + path("M-4 0l3 4l5-7", "tick")


def lines(y: float, species: str, shields: bool) -> str:
    """Return the signs of fish, arrows and `shields` with their meaning, in two lines of a picture 900 wide."""
    fish = [
        (group((fish_body(species, one, f"key-{one.kind.replace(' ', '-')}", 0),), transform="scale(1.4)"), words)
        for one, words in _FISH
    ]
    shield = [(_shield(), mark("shielded"))] if shields else []
    arrows = [(path(_GROWS, "arr"), mark("leads to")), (path(_SPAWNS, "arr sp"), mark("spawns"))]
    parts = []
    for row, signs_ in enumerate(((*fish[:4], *shield), (*fish[4:], *arrows))):
        items = [(sign_, tr(words)) for sign_, words in signs_]
        room = (_WIDE - sum(_SIGN + _LETTER * len(words) for _, words in items)) / len(items)
        x = 28.0
        for sign_, words in items:
            line = y + LINE * row
            parts += [group((sign_,), transform=at(x, line - 6)), text(x + 36, line, words, "t18")]
            x += _SIGN + _LETTER * len(words) + room
    return group(parts, id="legend")


@cache_by_language(8)
def signs() -> tuple[tuple[str, str], ...]:
    """Return the key of a table: each sign as a picture of its own, 32 by 20, and its meaning."""
    meaning = {
        "living": mark("a living fish"),
        "taken": mark("taken by a country: its letter and shape say which"),
        "killed": mark("killed by a country’s trawler: nobody eats it"),
        "illegal": mark("killed by illegal fishing"),
        "depleted": mark("depleted: no living fish pointed to it"),
        "may come": mark("may come in a later year"),
        "cannot come": mark("cannot come any more: all that lead to it are dead"),
    }
    found = [(fish_body("tuna", fish, "key", 0), meaning[fish.kind]) for fish, _ in _FISH]
    found += [
        (path(_GROWS, "arr"), mark("an arrow: this fish leads to that one of next year")),
        (path(_SPAWNS, "arr sp"), mark("a spawning arrow: through it a species gains a fish")),
        (path(_GROWS, "arr dead"), mark("an arrow from a dead fish: it leads to nothing")),
        (die(4, 0, 0, 15), mark("the number that must be rolled for this row")),
        (silhouette_of("shield", 0, 0, 26, "sh-off"), mark("no shield: illegal fishing can kill this species")),
        (_shield(), mark("a shield: illegal fishing spares this species")),
        (
            text(-8, 5, "+1", "mid t12 w7") + silhouette_of("plate", 8, 0, 15, "ink2"),
            mark("one more plate this year"),
        ),
        (rect(-7, -9, 14, 18, "col", 3) + rect(-7, -9, 14, 18, "colline", 3), mark("the current year")),
        (rect(-14, -7, 28, 14, "choose", 4), mark("a fish that may be chosen now")),
        (rect(-14, -7, 28, 14, "lastcase thin", 4) + rect(-14, -7, 28, 14, "lastline thin", 4), mark("the last move")),
        (
            rect(-12, -9, 24, 18, "yearbox", 5) + text(0, 5, "3", "mid w7 t14"),
            mark("below the sea: how many dice fish illegally in that year"),
        ),
    ]
    return tuple(
        (sign(group((_USED.sub(_drawn, body),), transform=at(16, 10)), css=CSS), tr(words)) for body, words in found
    )


def _drawn(found: re.Match[str]) -> str:
    """Return a fish by the silhouette that all games know, for a picture without the shapes of the sea."""
    return silhouette_of(found[1], float(found[2] or 0), 0, FISH, found[3])
