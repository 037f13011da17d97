"""Shapes, colours and silhouettes from which every picture is drawn.

A `Picture` collects shapes and becomes one SVG text. Its ids carry a prefix of its own, so that many pictures on one
page never borrow each other's patterns or pieces, and its classes count only inside `svg.fishlab`.

What can be played or pointed at says so in attributes, which the live board reads:
`data-move` is a legal move, `data-try` a move that the rules will refuse with a reason, `data-mark` something to look
at more closely, `data-note` the words to show on hover or focus, `data-links` the ids that light up together with it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from fishlab_widgets.draw.glyphs import GLYPHS

LIGHT = {
    "paper": "#FFFFFF", "card": "#FAF8F2", "card2": "#F1EEE4", "sea": "#E4F0F4", "sea2": "#CBE1E9", "deep": "#A9CBD8",
    "ink": "#17262E", "ink2": "#4A5C66", "ink3": "#5C6D75", "line": "#C3CED2", "line2": "#E0E5E4",
    "a": "#0072B2", "on-a": "#FFFFFF", "b": "#C44E08", "on-b": "#FFFFFF", "c": "#007D5C", "on-c": "#FFFFFF",
    "d": "#A8427C", "on-d": "#FFFFFF", "e": "#E69F00", "on-e": "#17262E", "f": "#F0E442", "on-f": "#17262E",
    "a-t": "#D6E9F5", "b-t": "#FADFD0", "c-t": "#D2EDE3", "d-t": "#F4DDEA", "e-t": "#FBECC8", "f-t": "#FBF8CF",
    "good": "#007D5C", "bad": "#B23A00", "focus": "#0072B2", "on-focus": "#FFFFFF",
    "now": "#E69F00", "now-t": "#FBECC8", "last": "#FFFFFF", "hint": "#007D5C", "hint-t": "#D2EDE3",
    "on-hint": "#FFFFFF",
    "hull": "#17262E", "sail": "#FFFFFF", "net": "#6B4F2A", "netlight": "#E9D9B8", "edge": "#0072B2",
    "road": "#8D9AA0", "roadline": "#FFFFFF", "wall": "#DAD4C4", "shade": "#17262E",
}  # fmt: skip
DARK = {
    "paper": "#10181D", "card": "#18232A", "card2": "#22303A", "sea": "#15303C", "sea2": "#1E4353", "deep": "#2F6075",
    "ink": "#EEF3F4", "ink2": "#B4C3CA", "ink3": "#8598A1", "line": "#3C4F59", "line2": "#2A3942",
    "a": "#5AB4EE", "on-a": "#0B1418", "b": "#FF8A4A", "on-b": "#0B1418", "c": "#35C99E", "on-c": "#0B1418",
    "d": "#E795C4", "on-d": "#0B1418", "e": "#F2B632", "on-e": "#0B1418", "f": "#F0E442", "on-f": "#0B1418",
    "a-t": "#123A54", "b-t": "#4E2A17", "c-t": "#10413A", "d-t": "#47263A", "e-t": "#453715", "f-t": "#403D16",
    "good": "#35C99E", "bad": "#FF8A4A", "focus": "#5AB4EE", "on-focus": "#0B1418",
    "now": "#F2B632", "now-t": "#453715", "last": "#10181D", "hint": "#35C99E", "hint-t": "#10413A",
    "on-hint": "#0B1418",
    "hull": "#0A0F12", "sail": "#F6F3EA", "net": "#D8B983", "netlight": "#5A4626", "edge": "#5AB4EE",
    "road": "#5D6C74", "roadline": "#10181D", "wall": "#37434A", "shade": "#000000",
}  # fmt: skip
SEATS = "abcdef"
"""The colour of each seat, in seat order."""

OWN_KEYS = 'data-lm-suppress-shortcuts="true"'
"""Keeps the notebook's shortcuts (`dd` deletes a cell) from a thing in plain HTML that can have the focus."""
FONT = '"Segoe UI","Helvetica Neue",Arial,system-ui,sans-serif'
MONO = 'ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace'


def tokens(selector: str) -> str:
    """Return the CSS that sets the colours for a selector, light and dark."""
    light = "".join(f"--{name}:{value};" for name, value in LIGHT.items())
    dark = "".join(f"--{name}:{value};" for name, value in DARK.items())
    return (
        f"{selector}{{{light}color-scheme:light}}"
        f"body[data-jp-theme-light=false] {selector}:not([data-theme=light]),{selector}[data-theme=dark]"
        f"{{{dark}color-scheme:dark}}"
    )


@lru_cache(maxsize=32)
def _scoped(rules: str, own: str = "") -> str:
    """Put every rule of a small style sheet under `svg.fishlab`; `:dark` opens a rule for the dark theme only.

    Args:
        rules: the style sheet.
        own: the class of the pictures that it is for. A page has one style for all that it shows, so without one a
            rule of a game holds in the pictures of others too.
    """
    out, svg = [], f"svg.fishlab:where(.{own})" if own else "svg.fishlab"
    for rule in filter(None, (part.strip() for part in rules.split("}"))):
        selectors, body = rule.split("{")
        for selector in selectors.split(","):
            selector = selector.strip()
            if selector.startswith(":dark "):
                inner = selector.removeprefix(":dark ")
                out.append(f"body[data-jp-theme-light=false] {svg}:not([data-theme=light]) {inner}{{{body}}}")
                out.append(f"{svg}[data-theme=dark] {inner}{{{body}}}")
            else:
                out.append(f"{svg} {selector}{{{body}}}")
    return "".join(out)


_SEAT_RULES = "".join(
    f".s-{s}{{fill:var(--{s})}}.st-{s}{{fill:var(--{s}-t)}}.so-{s}{{stroke:var(--{s});fill:none}}"
    f"text.on-{s}{{fill:var(--on-{s})}}"
    for s in SEATS
)
SMALLEST = 13.5
"""The least size of words: on a screen 1280 wide a notebook has 814 pixels for a picture of 900, and they have 12."""
_SIZES = "".join(f"text.t{size}{{font-size:{max(size, SMALLEST):g}px}}" for size in (12, 13, 14, 18, 20, 24, 30))

STYLE = (
    tokens("svg.fishlab")
    + "svg.fishlab{max-width:100%;height:auto;display:block}"
    + _scoped(
        f"text{{font-family:{FONT};fill:var(--ink);font-size:16px}}text.mono{{font-family:{MONO}}}"
        + _SIZES
        + "text.w6{font-weight:600}text.w7{font-weight:700}text.mid{text-anchor:middle}text.end{text-anchor:end}"
        "text.it{font-style:italic}text.num{font-variant-numeric:tabular-nums}"
        "text.soft{fill:var(--ink2)}text.faint{fill:var(--ink3)}text.good{fill:var(--good)}text.bad{fill:var(--bad)}"
        "text.paper{fill:var(--paper)}text.sail{fill:var(--sail)}"
        ".paper{fill:var(--paper)}.card{fill:var(--card);stroke:var(--line);stroke-width:1}.card2{fill:var(--card2)}"
        ".sea{fill:var(--sea)}.sea2{fill:var(--sea2)}.deep{fill:var(--deep)}"
        ".hair{stroke:var(--line);stroke-width:1;fill:none}.rule{stroke:var(--ink2);stroke-width:1.5;fill:none}"
        ".ink{fill:var(--ink)}.ink2{fill:var(--ink2)}.ink3{fill:var(--ink3)}.nofill{fill:none}.hull{fill:var(--hull)}"
        ".sail{fill:var(--sail)}.good{fill:var(--good)}.bad{fill:var(--bad)}.focus{fill:var(--focus)}"
        ".line{fill:var(--line)}"
        ".btn{fill:var(--card2);stroke:var(--line);stroke-width:1}.btn-on{fill:var(--focus)}"
        + _SEAT_RULES
        + ".die{fill:var(--paper);stroke:var(--ink);stroke-width:1.4}.pip{fill:var(--ink)}"
        ".now{fill:var(--now-t);stroke:var(--now);stroke-width:2.5}"
        ".opt{fill:var(--focus);opacity:.45}.ring{fill:none;stroke:var(--focus);stroke-width:2.5}"
        ".nope{stroke:var(--bad);stroke-width:3;fill:none;stroke-linecap:round}"
        ".nopedash{stroke:var(--bad);stroke-width:4;stroke-dasharray:2 7;fill:none;stroke-linecap:round}"
        ".bubble{fill:var(--paper);stroke:var(--bad);stroke-width:2}"
        ".lastline{stroke:var(--last);stroke-width:4;fill:none}.lastcase{stroke:var(--ink);stroke-width:7;fill:none}"
        ".lastline.thin{stroke-width:2}.lastcase.thin{stroke-width:4.6}"
        ".hit{fill:transparent;stroke:none;pointer-events:all}"
        ".ghost{opacity:0}[data-move]:hover .ghost,svg:not(:has([data-move]:hover)) [data-move]:focus .ghost,"
        "[data-move].lit .ghost{opacity:.5}"
        "[data-move],[data-try],[data-mark]{cursor:pointer;outline:none}"
        ".still{pointer-events:none}"
    )
)

PATTERNS = {
    "hatch": '<pattern id="{id}" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="3" height="9" style="fill:var(--d)" opacity=".55"/></pattern>',
    "hatch2": '<pattern id="{id}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="1.6" height="7" style="fill:var(--ink2)" opacity=".6"/></pattern>',
    "dots": '<pattern id="{id}" width="10" height="10" patternUnits="userSpaceOnUse">'
    '<circle cx="5" cy="5" r="1.5" style="fill:var(--ink)" opacity=".5"/></pattern>',
    "wave": '<pattern id="{id}" width="20" height="12" patternUnits="userSpaceOnUse">'
    '<path d="M0 6q5-4 10 0t10 0" fill="none" style="stroke:var(--ink2)" stroke-width="1" opacity=".38"/></pattern>',
    "sea": '<pattern id="{id}" width="40" height="24" patternUnits="userSpaceOnUse">'
    '<path d="M4 12q5-4 10 0M24 22q5-4 10 0" fill="none" style="stroke:var(--deep)" stroke-width="1.2" opacity=".7"/>'
    "</pattern>",
}

_BADGES = {
    "a": '<circle r="{r}" class="s-a"/>',
    "b": '<rect x="-{q}" y="-{q}" width="{p}" height="{p}" rx="1" class="s-b"/>',
    "c": '<path d="M0-{s}L{s} 0L0 {s}L-{s} 0Z" class="s-c"/>',
    "d": '<path d="M-{s}-{q}H{s}L{h} {q}H-{h}Z" class="s-d"/>',
    "e": '<path d="M-{s} 0L-{h}-{r}H{h}L{s} 0L{h} {r}H-{h}Z" class="s-e"/>',
    "f": '<path d="M0-{s}L{s}-{k}L{w} {r}H-{w}L-{s}-{k}Z" class="s-f"/>',
}

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

_TARGET = re.compile(r' (?:data-(?:move|try|mark|note|links)="[^"]*"|tabindex="-?\d"|role="button"|aria-label="[^"]*")')
PREFIX = "\x01"  # stands before every id until the picture knows its own prefix; ASCII, for texts of it are quickest


@lru_cache(maxsize=1 << 14)
def num(value: float) -> str:
    """Return a number as short as SVG allows."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@lru_cache(maxsize=1 << 14, typed=True)  # from move to move most of a picture is the same
def attrs(**given: Any) -> str:
    """Return SVG attributes: `cls` is class, `_` becomes `-`, None and False are left out, text is escaped."""
    out = []
    for name, value in given.items():
        if value is None or value is False or value == "":
            continue
        key = "class" if name == "cls" else name.rstrip("_").replace("_", "-")
        if key == "id":
            value = PREFIX + str(value)
        elif isinstance(value, float):
            value = num(value)
        out.append(f' {key}="{escape(str(value))}"')
    return "".join(out)


def wrap(text: str, width: float, size: float = 16) -> list[str]:
    """Break text into lines that fit a width, by the letters' average breadth."""
    room, lines, line = width / (size * 0.52), [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > room:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line] if line else lines


class Picture:
    """An SVG in the making; `str(picture)` is the whole text.

    Args:
        width: units across; 900 is a full cell.
        height: units down.
        title: what the picture is, in a few words.
        desc: what it shows, in a sentence or two, for those who do not see it.
        css: further rules, each put under `svg.fishlab`; a selector may open with `:dark`.
        prefix: opens every id; without one it is made from the content.
        theme: "light" or "dark" to fix the theme, else the page decides.

    Attributes:
        least: pixels across below which its words could not be read: there a page scrolls it sideways. Pictures that
            fit a narrow column or a table ask for nothing.
    """

    def __init__(
        self,
        width: float,
        height: float,
        *,
        title: str,
        desc: str,
        css: str = "",
        prefix: str = "",
        theme: str = "",
    ) -> None:
        self.width, self.height, self.title, self.desc = width, height, title, desc
        self.css, self.prefix, self.theme = css, prefix, theme
        self.least = 12 / SMALLEST * width if width > 640 else 0.0
        self.stays = ""  # width and top of what names the rows: it stays in view where a picture is pushed sideways
        self.parts: list[str] = []
        self._glyphs: dict[str, None] = {}
        self._patterns: dict[str, None] = {}
        self.defs: list[str] = []

    # Shapes. Each returns its text and `add` puts it in; the short forms below do both.

    def add(self, *parts: str) -> None:
        """Put finished pieces of SVG in, in order."""
        self.parts.extend(parts)

    def rect(self, x: float, y: float, w: float, h: float, cls: str = "", rx: float = 0, **more: Any) -> None:
        """Add a rectangle."""
        self.add(rect(x, y, w, h, cls, rx, **more))

    def text(self, x: float, y: float, words: object, cls: str = "", **more: Any) -> None:
        """Add a line of text."""
        self.add(text(x, y, words, cls, **more))

    def path(self, d: str, cls: str = "", **more: Any) -> None:
        """Add a path."""
        self.add(path(d, cls, **more))

    def glyph(self, name: str, x: float, y: float, width: float, cls: str = "ink", **more: Any) -> None:
        """Add a silhouette centred on a point."""
        self.add(self.glyph_text(name, x, y, width, cls, **more))

    def glyph_text(self, name: str, x: float, y: float, width: float, cls: str = "ink", **more: Any) -> str:
        """Return a silhouette centred on a point."""
        self._glyphs[name] = None
        height = width * 20.8 / 32
        return (
            f'<use href="#{PREFIX}g-{name}"'
            + attrs(
                x=num(x - width / 2),
                y=num(y - height / 2),
                width=num(width),
                height=num(height),
                cls=cls,
                **more,
            )
            + "/>"
        )

    def pattern(self, name: str) -> str:
        """Return the fill that paints with a pattern."""
        self._patterns[name] = None
        return f"url(#{PREFIX}p-{name})"

    def prepare(self, glyphs: Iterable[str] = (), patterns: Iterable[str] = ()) -> None:
        """Take in silhouettes and patterns before they are used, so that they stay the same from move to move."""
        self._glyphs |= dict.fromkeys(glyphs)
        self._patterns |= dict.fromkeys(patterns)

    def ref(self, *ids: str) -> str:
        """Return ids of this picture for `data-links`."""
        return " ".join(PREFIX + name for name in ids)

    def group(self, inner: Iterable[str], **more: Any) -> None:
        """Add a group."""
        self.add(group(inner, **more))

    def bubble(self, x: float, y: float, width: float, reason: Any, at: tuple[float, float] | None = None) -> float:
        """Add the bubble that says why a move was refused, with a leader from where; return its height."""
        head = wrap(str(getattr(reason, "title", "")) or "Not allowed", width - 32, 18)
        lines = wrap(str(reason), width - 32, 16)
        rule = getattr(reason, "rule", "")
        height = 20 + 22 * len(head) + 20 * len(lines) + (20 if rule else 4)
        parts = []
        if at:
            parts.append(path(f"M{num(at[0])} {num(at[1])}L{num(x)} {num(y + 23)}", "nope still", stroke_width=2))
        parts.append(rect(x, y, width, height, "bubble", 12))
        line = y + 28
        for words in head:
            parts.append(text(x + 16, line, words, "t18 w7 bad"))
            line += 22
        for words in lines:
            parts.append(text(x + 16, line + 2, words))
            line += 20
        if rule:
            parts.append(text(x + 16, line + 2, rule, "t13 soft"))
        self.group(parts, id="bubble", cls="bubble-group")
        return height

    def __str__(self) -> str:
        own = f"c{hashlib.blake2s(self.css.encode(), digest_size=3).hexdigest()}" if self.css else ""
        style = STYLE + (_scoped(self.css, own) if self.css else "")
        defs = "".join(PATTERNS[name].format(id=f"{PREFIX}p-{name}") for name in self._patterns)
        defs += "".join(
            f'<symbol id="{PREFIX}g-{name}" viewBox="0 -0.4 32 20.8">'
            f'<path d="{GLYPHS[name]}" fill-rule="evenodd"/></symbol>'
            for name in self._glyphs
        )
        defs += "".join(self.defs)
        body = "".join(self.parts)
        prefix = self.prefix
        if not prefix:
            content = "".join((self.title, self.desc, defs, body)).encode()
            prefix = "f" + hashlib.blake2s(content, digest_size=4).hexdigest()
        least = f"min-width:{num(self.least)}px" if self.least else ""
        whole = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{f"fishlab {own}".strip()}" width="{num(self.width)}" '
            f'height="{num(self.height)}" viewBox="0 0 {num(self.width)} {num(self.height)}" role="img"'
            f"{attrs(data_theme=self.theme, style=least, data_stays=self.stays)} "
            f'aria-labelledby="{PREFIX}title {PREFIX}desc">'
            f'<title id="{PREFIX}title">{escape(self.title)}</title>'
            f'<desc id="{PREFIX}desc">{escape(self.desc)}</desc>'
            f'<g id="{PREFIX}paint"><style>{style}</style><defs>{defs}</defs></g>{body}</svg>'
        )
        return whole.replace(PREFIX, prefix + "-")


def still(svg: str) -> str:
    """Return a picture without its targets: nothing in it can be clicked or focused."""
    return _TARGET.sub("", svg)


def rect(x: float, y: float, w: float, h: float, cls: str = "", rx: float = 0, **more: Any) -> str:
    """Return a rectangle."""
    return "<rect" + attrs(x=num(x), y=num(y), width=num(w), height=num(h), rx=rx or None, cls=cls, **more) + "/>"


def circle(x: float, y: float, r: float, cls: str = "", **more: Any) -> str:
    """Return a circle."""
    return "<circle" + attrs(cx=num(x), cy=num(y), r=num(r), cls=cls, **more) + "/>"


def path(d: str, cls: str = "", **more: Any) -> str:
    """Return a path."""
    return f'<path d="{d}"' + attrs(cls=cls, **more) + "/>"


def text(x: float, y: float, words: object, cls: str = "", **more: Any) -> str:
    """Return a line of text, escaped."""
    clean = str(words).replace(PREFIX, "")
    return "<text" + attrs(x=num(x), y=num(y), cls=cls, **more) + f">{escape(clean, quote=False)}</text>"


def snug(words: str, room: float, size: float) -> dict[str, str]:
    """Return what lets a line of text keep to its room: nothing, or letters that stand closer where it is long."""
    return {"textLength": num(room), "lengthAdjust": "spacingAndGlyphs"} if len(words) * size * 0.53 > room else {}


def group(inner: Iterable[str], **more: Any) -> str:
    """Return a group of shapes."""
    return "<g" + attrs(**more) + f">{''.join(inner)}</g>"


def target(
    inner: Iterable[str],
    *,
    move: str = "",
    try_: str = "",
    mark: str = "",
    label: str,
    note: str = "",
    **more: Any,
) -> str:
    """Return a group that a person can act on: `label` is its name, `note` is shown on hover and focus.

    Its id comes first, for there a live board cuts the picture: what did not change is not sent again.
    """
    return group(
        inner,
        id=more.pop("id", None),
        data_move=move or None,
        data_try=try_ or None,
        data_mark=mark or None,
        data_note=note or None,
        aria_label=label if move or mark else None,
        role="button" if move or mark else None,
        tabindex="-1" if move or mark else None,
        **more,
    )


def at(x: float, y: float) -> str:
    """Return the transform that puts a piece at a point; the live board glides along its changes."""
    return f"translate({num(x)} {num(y)})"


def badge(seat: int, x: float, y: float, r: float = 10, **more: Any) -> str:
    """Return a seat's badge: its letter in its shape and colour."""
    s = SEATS[seat]
    size = {
        "r": r, "q": r * 0.9, "p": r * 1.8, "s": r * 1.15, "h": r * 0.62, "k": r * 0.3, "w": r * 0.75,
    }  # fmt: skip
    shape = _BADGES[s].format(**{key: num(value) for key, value in size.items()})
    letter = text(0, r * 0.42, s.upper(), f"mid w7 on-{s}", style=f"font-size:{num(max(SMALLEST, r * 1.2))}px")
    return group((shape, letter), transform=at(x, y), **more)


def die(face: int, x: float, y: float, size: float = 19, cls: str = "", **more: Any) -> str:
    """Return a die centred on a point."""
    half, step = size / 2, size * 0.27
    pips = (circle(dx * step, dy * step, size * 0.085, "pip") for dx, dy in PIPS[face])
    box = rect(-half, -half, size, size, f"die {cls}".strip(), size * 0.2)
    return group((box, *pips), transform=at(x, y), **more)


def pill(x: float, y: float, words: object, cls: str = "w7", height: float = 24) -> str:
    """Return text in a paper pill, centred on a point: text never stands on a pattern."""
    width = max(height * 1.2, 9.5 * len(str(words)) + 16)
    return rect(x - width / 2, y - height / 2, width, height, "paper", height / 2) + text(
        x, y + height * 0.23, words, f"mid {cls}"
    )


def cross(x: float, y: float, r: float = 12) -> str:
    """Return the ringed cross that marks what is not allowed."""
    k = r * 0.42
    slash = f"M{num(x - k)} {num(y - k)}l{num(2 * k)} {num(2 * k)}m0-{num(2 * k)}l-{num(2 * k)} {num(2 * k)}"
    return circle(x, y, r, "bubble", stroke_width=3) + path(slash, "nope")


def lines(x: float, y: float, words: Sequence[str], cls: str = "", step: float = 20) -> str:
    """Return lines of text below each other."""
    return "".join(text(x, y + step * number, line, cls) for number, line in enumerate(words))


def icon(name: str, width: float = 42, cls: str = "") -> str:
    """Return a silhouette as an SVG of its own, for a line of HTML; its colours come from the page's style."""
    return (
        f'<svg viewBox="-1 -1.4 34 22.8" width="{num(width)}"{attrs(cls=cls)} aria-hidden="true">'
        f'<path d="{GLYPHS[name]}" fill-rule="evenodd"/></svg>'
    )
