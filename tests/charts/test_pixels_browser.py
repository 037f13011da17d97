"""What is painted after a board was patched in place, pixel by pixel: signs that tell areas apart without colour."""

from __future__ import annotations

import io

import browser
import numpy as np
import pytest
from fishlab_widgets.charts import bars
from pages import SHIPS, act, board_of, click, fishery
from PIL import Image

pytestmark = pytest.mark.browser

GREY = np.array([0.2126, 0.7152, 0.0722])
THEMES = ("light", "dark", "grey")


def pixels(page, box, theme):
    """Return a part of a page as rows of pixels between 0 and 1: in colour, or in shades of grey."""
    clip = {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
    found = np.asarray(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")) / 255
    return found @ GREY if theme == "grey" else found


def strokes(seen):
    """Return which part of some pixels differs clearly from the most frequent colour: 0 for a plain area."""
    flat = seen.reshape(-1, seen.shape[-1]) if seen.ndim == 3 else seen.reshape(-1, 1)
    values, counts = np.unique(flat.round(2), axis=0, return_counts=True)
    return float((np.abs(flat - values[counts.argmax()]).max(axis=1) > 0.06).mean())


def be_still(page):
    """Take the mouse off the board, and wait until nothing glides or fades any more."""
    page.mouse.move(0, 0)
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def free_water(board, square):
    """Return a corner of a square that neither ship, coordinate nor net covers."""
    box = board.locator(f'[data-move="ship {square}"]').first.bounding_box()
    side = min(box["width"], box["height"])
    return {"x": box["x"] + 0.12 * side, "y": box["y"] + 0.68 * side, "width": 0.3 * side, "height": 0.2 * side}


@pytest.mark.few(1)
@pytest.mark.parametrize("theme", THEMES)
def test_fishery_patterns_are_painted_after_each_move_that_is_patched_in(show, theme):
    page = show(fishery())
    page.emulate_media(reduced_motion="no-preference")
    browser.set_theme(page, dark=theme == "dark")
    board = board_of(page)
    water = free_water(board, "b2")
    be_still(page)
    for square in SHIPS:
        assert strokes(pixels(page, water, theme)) < 0.01, "a sea is plain until the first net"
        click(board, f"ship {square}")
        be_still(page)
    seen = []
    for _ in range(3):
        click(board, board.locator('[data-move^="net"]').first.get_attribute("data-move"))
        be_still(page)
        seen.append(strokes(pixels(page, water, theme)))
    assert min(seen) > 0.03, f"dots or hatch after each net: {seen}"
    act(board, lambda: page.get_by_role("button", name="Undo").click())
    be_still(page)
    assert strokes(pixels(page, water, theme)) > 0.03, "Undo is patched in too"


WHAT_IF = """
from fishlab_widgets import Table
table = Table("boom", 2, seats=["person"] * 2, plot=False)
table.board.on_mark("what if")
table
"""


@pytest.mark.few(1)
@pytest.mark.parametrize("theme", THEMES)
def test_crosses_and_dashes_on_the_fish_of_boom_are_painted_when_they_are_patched_in(show, theme):
    page = show([WHAT_IF])
    page.emulate_media(reduced_motion="no-preference")
    browser.set_theme(page, dark=theme == "dark")
    board = board_of(page)
    fish = {year: board.locator(f'[data-mark="fish cod-2 {year}"]') for year in (1, 2)}
    fish[1].scroll_into_view_if_needed()
    be_still(page)
    boxes = {year: one.bounding_box() for year, one in fish.items()}
    before = {year: pixels(page, box, theme) for year, box in boxes.items()}
    act(board, fish[1].click)
    page.evaluate("() => document.activeElement.blur()")
    be_still(page)
    for year, box in boxes.items():
        changed = np.abs(pixels(page, box, theme) - before[year])
        changed = changed.max(axis=-1) if changed.ndim == 3 else changed
        assert (changed > 0.1).mean() > 0.03, f"a sign on the fish of year {year}"


@pytest.mark.few(1)
@pytest.mark.parametrize("theme", THEMES)
def test_bars_of_several_kinds_differ_by_their_hatches_alone(chrome, theme):
    keys = [f"kind {number}" for number in range(6)]
    rows = [{"who": "all", **{key: 8 + place for place, key in enumerate(keys)}}]
    html = bars(rows, x="who", y=keys, title="Hatches", x_label="who", y_label="chips of each").data
    page = chrome.new_page(viewport={"width": 900, "height": 700})
    light = str(theme != "dark").lower()
    page.set_content(f'<body data-jp-theme-light="{light}"><div style="width: 800px">{html}</div></body>')
    page.add_style_tag(content=".fishlab-figure { background: var(--paper); }")
    seen = []
    for place in range(len(keys)):
        box = page.locator(f"[id$=bar-{place + 1}-0] path").bounding_box()
        inside = {"x": box["x"] + 5, "y": box["y"] + 5, "width": box["width"] - 10, "height": box["height"] - 10}
        seen.append(pixels(page, inside, theme))
    page.close()
    assert strokes(seen[0]) < 0.01, "the first kind is plain"
    assert min(strokes(one) for one in seen[1:]) > 0.08
    down, across = [[np.abs(np.diff(one, axis=axis)).mean() for one in seen[1:]] for axis in (0, 1)]
    ratios = [a / b for a, b in zip(down, across, strict=True)]
    assert ratios[-1] > 2, "lines across"
    assert 0.5 < ratios[0] < 2, "slanting lines"
