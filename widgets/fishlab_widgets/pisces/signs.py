"""The key of the board's signs: small pictures of 32 by 20 that need nothing of a page but its colours."""

from __future__ import annotations

from fishlab.messages import tr
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.signs import sign
from fishlab_widgets.draw.svg import FONT, at, circle, group, num, path, rect, text
from fishlab_widgets.pisces.ocean import BOAT
from fishlab_widgets.pisces.species_board import FILLED, SIGN, outcome

_PAPER, _INK, _LINE = "fill:var(--paper)", "fill:var(--ink)", "fill:none;stroke:var(--{0});stroke-width:{1}"


def _glyph(name: str, x: float, width: float, style: str) -> str:
    size = width / 32
    where = f"translate({num(x - 16 * size)} {num(-10 * size)}) scale({num(size)})"
    return path(GLYPHS[name], style=style, transform=where, fill_rule="evenodd")


def _words(x: float, words: str, colour: str = "ink") -> str:
    font = FONT.replace('"', "'")
    return text(x, 4.6, words, style=f"font:700 13px {font};text-anchor:middle;fill:var(--{colour})")


def _boat(style: str) -> str:
    return path(BOAT, style=style, transform="translate(-12 -7.5) scale(.75)")


def signs() -> tuple[tuple[str, str], ...]:
    """Return every sign of the board, and what it means."""
    chip = circle(0, 0, 9.5, style=FILLED.format("a")) + circle(0, 0, 7.5, style=_PAPER)
    tag = rect(-13, -9, 26, 18, rx=4, style="fill:var(--paper);stroke:var(--ink);stroke-width:1.6")
    star = "fill:var(--e);stroke:var(--ink);stroke-width:1.6"
    found = (
        (chip + _glyph("tuna", 0, 14, _INK), tr("A chip: a fish of this species")),
        (rect(-13, -8, 26, 16, rx=8, style=_INK) + _words(0, "×3", "paper"), tr("How many chips lie on a stack")),
        (outcome(1, 5), tr("The number on a die that hits this stack")),
        (outcome(2, 9), tr("The sum of two dice that hits this stack")),
        (
            circle(0, 0, 9, style=SIGN.format("good")) + _glyph("hook", 0, 15, _PAPER),
            tr("Green: whoever hits it keeps it"),
        ),
        (
            circle(0, 0, 9, style=SIGN.format("bad")) + _glyph("return", 0, 12, _PAPER),
            tr("Red: it goes back to the centre, nobody keeps it"),
        ),
        (
            rect(-9, -9, 18, 18, rx=4, style=_INK) + _glyph("lock", 0, 17, _PAPER),
            tr("Block: nobody can catch this stack; each hit pays its keeper gold stars"),
        ),
        (
            rect(-12, -9, 24, 18, rx=5, style="fill:var(--c-t);stroke:var(--good);stroke-width:1.2") + _words(0, "3"),
            tr("On a small board: how many fish are in a stage, where that stage lies"),
        ),
        (circle(0, 0, 9, style="fill:var(--ink2)") + _words(0, "2", "paper"), tr("The order of the life cycle")),
        (_boat("fill:var(--b)"), tr("A boat, in the colour and with the letter of its seat")),
        (_boat("fill:var(--b-t);stroke:var(--b);stroke-width:1.6"), tr("A boat that has fished this round")),
        (circle(0, 0, 9, style=_INK) + _words(0, "1", "paper"), tr("Who goes first in this round")),
        (
            rect(-6, -8, 21, 16, rx=8, style="fill:var(--a-t)")
            + circle(-7, 0, 9, style="fill:var(--a)")
            + _words(-7, "A", "on-a")
            + _words(8, "9"),
            tr("A seat, and its points if the game ended now"),
        ),
        (_glyph("star", 0, 26, star), tr("Gold stars: whoever has most gains the award")),
        (circle(0, 0, 9, style="fill:var(--e);stroke:var(--ink);stroke-width:1.2"), tr("Trophies of the tournament")),
        (tag + _words(0, "M1"), tr("Outboard Motors: each adds to a bid")),
        (tag + _words(0, "O1"), tr("Outriggers: each rerolls one attempt a round")),
        (tag + _words(0, "F1"), tr("Fish Finders: each moves one boat a round before it rolls")),
        (circle(0, 0, 8.5, style=_LINE.format("focus", 2.5)), tr("May be chosen now")),
        (
            circle(0, 0, 7, style=_LINE.format("ink", 5.5)) + circle(0, 0, 7, style=_LINE.format("last", 3)),
            tr("The last move"),
        ),
    )
    return tuple((sign(group((picture,), transform=at(16, 10))), meaning) for picture, meaning in found)
