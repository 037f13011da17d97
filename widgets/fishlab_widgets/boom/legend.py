"""The signs of the High Seas and what they mean: as a line under a still picture, and as the key of a table."""

from __future__ import annotations

import re
from functools import lru_cache

from fishlab.boom.position import FishState
from fishlab_widgets.boom.sea_plan import CSS, fish_body
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.svg import PREFIX, STYLE, at, die, group, path, rect, text

_FISH = (
    (FishState("living"), "alive"),
    (FishState("taken", 0), "taken by A"),
    (FishState("killed", 1), "killed by B"),
    (FishState("illegal"), "killed illegally"),
    (FishState("depleted"), "depleted"),
    (FishState("may come"), "may come"),
    (FishState("cannot come"), "cannot come"),
)
_GROWS, _SPAWNS = "M-14 0h27m-4-2.4l4 2.4l-4 2.4", "M-14 5C0 5 0-4 13-4m-4-2.4l4 2.4l-4 2.4"
_USED = re.compile(rf'<use href="#{PREFIX}f-([\w-]+)"(?: x="([^"]*)")? class="([^"]*)"/>')
_PLAIN = re.compile(r"(?:svg\.fishlab )?(?:text)?((?:\.[\w-]+)+)")  # a rule for classes alone


def line(y: float, species: str) -> str:
    """Return the signs of fish and arrows in a line, in a picture 900 wide."""
    parts, x = [], 26.0
    for fish, words in _FISH:
        body = group((fish_body(species, fish, f"key-{fish.kind.replace(' ', '-')}", 0),), transform="scale(1.4)")
        parts += [group((body,), transform=at(x, y - 5)), text(x + 28, y, words, "t13")]
        x += 60 + 6.6 * len(words)
    parts.append(group((path(_GROWS, "arr"),), transform=at(868, y - 13)))
    parts.append(group((path(_SPAWNS, "arr sp"),), transform=at(868, y - 1)))
    return group(parts, id="legend")


@lru_cache(maxsize=1)
def signs() -> tuple[tuple[str, str], ...]:
    """Return the key of a table: each sign as a picture of its own, 32 by 20, and its meaning."""
    meaning = {
        "living": "a fish that lives",
        "taken": "taken by a country: its letter and shape say which",
        "killed": "killed by a country's trawler: nobody eats it",
        "illegal": "killed by illegal fishing",
        "depleted": "depleted: no living fish pointed to it",
        "may come": "may come in a later year",
        "cannot come": "cannot come any more: all that lead to it are dead",
    }
    found = [(fish_body("tuna", fish, "key", 0), meaning[fish.kind]) for fish, _ in _FISH]
    shield = f'<path d="{GLYPHS["shield"]}" class="{{}}" transform="translate(-13 -8.3) scale(.82)"/>'
    plate = f'<path d="{GLYPHS["plate"]}" class="ink2" fill-rule="evenodd" transform="translate(0 -5) scale(.5)"/>'
    found += [
        (path(_GROWS, "arr"), "an arrow: this fish leads to that one of next year"),
        (path(_SPAWNS, "arr sp"), "a spawning arrow: through it a species gains a fish"),
        (path(_GROWS, "arr dead"), "an arrow from a dead fish: it leads to nothing"),
        (die(4, 0, 0, 15), "the number that must be rolled for this row"),
        (shield.format("sh-off"), "no shield: illegal fishing can kill this species"),
        (shield.format("sh-on") + path("M-4 0l3 4l5-7", "tick"), "a shield: illegal fishing spares this species"),
        (text(-8, 5, "+1", "mid t12 w7") + plate, "one plate more in this year"),
        (rect(-7, -9, 14, 18, "col", 3) + rect(-7, -9, 14, 18, "colline", 3), "the year that is played"),
        (rect(-14, -7, 28, 14, "choose", 4), "a fish that may be chosen now"),
        (rect(-14, -7, 28, 14, "spot2", 4) + rect(-14, -7, 28, 14, "spot", 4), "the last move"),
    ]
    return tuple((_alone(body), words) for body, words in found)


def _alone(body: str) -> str:
    """Return a sign as a picture that needs nothing of the page but its colours."""
    body = _USED.sub(
        lambda found: (
            f'<path d="{GLYPHS[found[1]]}" fill-rule="evenodd" class="{found[3]}" '
            f'transform="translate({found[2] or 0} 0) scale(.66) translate(-16 -10)"/>'
        ),
        body,
    )
    body = re.sub(rf' id="{PREFIX}[^"]*"', "", body)
    body = re.sub(r'class="([^"]*)"(?: style="([^"]*)")?', lambda found: _styled(found[1], found[2] or ""), body)
    return f'<svg viewBox="-16 -10 32 20" width="32" height="20" aria-hidden="true">{body}</svg>'


def _styled(classes: str, more: str) -> str:
    mine = set(classes.split())
    found = [what for names, what in _rules() if names <= mine]
    return f'style="{";".join([*found, more]).strip(";")}"'


@lru_cache(maxsize=1)
def _rules() -> tuple[tuple[frozenset[str], str], ...]:
    found = []
    for rule in (STYLE + CSS).split("}"):
        selectors, _, what = rule.partition("{")
        for selector in selectors.split(","):
            if plain := _PLAIN.fullmatch(selector.strip()):
                found.append((frozenset(plain[1].split(".")[1:]), what))
    return tuple(found)
