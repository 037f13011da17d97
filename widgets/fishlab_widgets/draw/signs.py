"""Small signs that stand alone in a line of HTML: a board's shapes, painted without the board's style sheet."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.svg import PATTERNS, PREFIX, STYLE

_PLAIN = re.compile(r"\s*(?:svg\.fishlab )?(?:text)?((?:\.[\w-]+)+)\s*")
_CLASS = re.compile(r' class="([^"]*)"([^>]*?)(?: style="([^"]*)")?(/?>)')
_GLYPH = re.compile(rf'<use href="#{PREFIX}g-([\w-]+)"([^>]*)/>')
_PATTERN = re.compile(rf"url\(#{PREFIX}p-([\w-]+)\)")


@lru_cache(maxsize=16)
def _paints(css: str) -> dict[frozenset[str], str]:
    """Return what classes say, alone or together; rules for the dark theme only are left out: the colours know it."""
    found: dict[frozenset[str], str] = {}
    for rule in (STYLE + css).split("}"):
        selectors, _, body = rule.partition("{")
        for selector in selectors.split(","):
            if name := _PLAIN.fullmatch(selector):
                found[frozenset(name[1].split(".")[1:])] = body
    return found


def painted(*parts: str, css: str = "") -> str:
    """Return shapes with what their classes say written into them: inside a `<use>` a style sheet does not reach.

    Args:
        parts: shapes as a `Picture` takes them.
        css: the rules of the board that they come from.
    """
    paints = _paints(css)

    def styled(found: re.Match[str]) -> str:
        own = set(found[1].split())
        rules = [what for names, what in paints.items() if names <= own] + [found[3] or ""]
        return f' style="{";".join(filter(None, rules))}"{found[2]}{found[4]}'

    return _CLASS.sub(styled, "".join(parts))


def sign(*parts: str, css: str = "") -> str:
    """Return shapes of a board as an SVG of 32 by 20 of their own; the page's colours paint it, light or dark.

    Args:
        parts: shapes as a `Picture` takes them, glyphs and patterns too.
        css: the rules of the board that they come from.
    """

    def drawn(found: re.Match[str]) -> str:
        shape = f'<path d="{GLYPHS[found[1]]}" fill-rule="evenodd"/>'
        return f'<svg viewBox="0 -0.4 32 20.8"{found[2]}>{shape}</svg>'

    body = painted(_GLYPH.sub(drawn, "".join(parts)), css=css)
    own = "s" + hashlib.blake2s(body.encode(), digest_size=4).hexdigest()
    defs = "".join(PATTERNS[name].format(id=f"{own}-{name}") for name in dict.fromkeys(_PATTERN.findall(body)))
    body = _PATTERN.sub(lambda found: f"url(#{own}-{found[1]})", body)
    body = re.sub(rf' id="{PREFIX}[^"]*"', "", body)
    defs = f"<defs>{defs}</defs>" if defs else ""
    return f'<svg viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">{defs}{body}</svg>'
