"""The Boom laboratory in a real JupyterLab: sliders that answer at once, very many games, the class, the files."""

from __future__ import annotations

import csv
from pathlib import Path

import browser
import pytest
from lab.class_play import played
from pages import axe, settle

pytestmark = pytest.mark.browser

CELL = "from fishlab_widgets.lab.panel import Laboratory\nlaboratory = Laboratory()\nlaboratory"


def panel(page):
    found = page.locator(".fishlab-laboratory")
    found.locator(".fishlab-figure").nth(4).wait_for()
    return found


GAMES_SHOWN = """() => Number(
  /Living fish \\(([0-9,]+) games\\)/.exec(document.querySelector('.lab-figures').textContent)?.[1].replaceAll(',', '')
)"""
SLIDE = """async () => {
  const figures = document.querySelector('.lab-figures'), slider = document.querySelector('.fishlab-slider input');
  const inside = (node) => [...(node.querySelectorAll?.('.fishlab-figure') || [])];
  const old = inside(figures);
  window.look?.disconnect();
  window.made = 0;
  window.look = new MutationObserver((changes) => {
    for (const node of changes.flatMap((one) => [...one.addedNodes]))
      made += inside(node).length + (node.matches?.('.fishlab-figure') || 0);
  });
  look.observe(figures, {childList: true, subtree: true});
  slider.value = Number(slider.value) + 1;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
  while (old.some((node) => node.isConnected)) await new Promise(requestAnimationFrame);
}"""
"""Moves the first slider by one step and waits until all five figures are new; `made` counts the figures drawn."""


def test_a_slider_move_with_a_thousand_games_redraws_each_of_five_figures_once(show):
    page = show([CELL])
    panel(page)
    settle(page)
    for _ in range(3):
        browser.ask_page(page, SLIDE)
        settle(page)
        assert page.evaluate("() => made") == 5
        assert page.locator(".lab-figures .fishlab-figure").count() == 5


def test_a_point_opens_a_game_the_class_joins_and_files_are_saved(show, tmp_path):
    page = show([CELL])
    one = panel(page)
    point = one.locator("[id$=-point-cooperative]").first
    point.scroll_into_view_if_needed()
    point.locator("use").click()
    one.locator(".fishlab-board").wait_for()
    one.get_by_text("of the first 1,000").wait_for()
    page.wait_for_function(
        "() => { const top = document.querySelector('.lab-sample').getBoundingClientRect().top;"
        " return 0 <= top && top < innerHeight / 2; }"
    )
    one.get_by_label("Codes or CSV").fill(f"{played().code()}\nBM1-nonsense\n{played(cooperative=True).code()}")
    one.get_by_role("button", name="Add the class").click()
    one.get_by_text("2 games added.").wait_for()
    one.get_by_text("Line 2:").wait_for()
    one.locator(".fishlab-figure", has_text="class: together").wait_for()
    one.get_by_role("button", name="Make files").click()
    with page.expect_download() as found:
        one.get_by_role("link", name="rows.csv").click()
    found.value.save_as(tmp_path / "rows.csv")
    with Path(tmp_path / "rows.csv").open(encoding="utf-8", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == 4000
    assert (
        one.get_by_role("link", name="totals.svg").count() == one.get_by_role("link", name="payoffs.png").count() == 1
    )
    assert axe(page, ".fishlab-laboratory") == []
    browser.set_theme(page, dark=True)
    assert axe(page, ".fishlab-laboratory") == []


@pytest.mark.soak  # test_lab_panel.py has it without a page
def test_ten_million_games_say_how_long_they_take_grow_in_chunks_and_stop(show):
    page = show([CELL])
    one = panel(page)
    games = one.get_by_role("spinbutton", name="Games")
    games.fill("0")
    games.press("Enter")
    one.get_by_role("button", name="Run").click()
    one.get_by_text("0 games cannot be played").wait_for()
    games.fill("10000000")
    games.press("Enter")
    one.get_by_role("button", name="Run").click()
    one.get_by_text("10,000,000 games of each of 10 profiles: about").wait_for()
    one.get_by_text("MB of memory at any moment").wait_for()
    shown = page.wait_for_function(
        f"() => {{ const now = ({GAMES_SHOWN})(); return now >= 2000 && now; }}"
    ).json_value()
    assert shown % 2000 == 0
    page.wait_for_function(f"(before) => ({GAMES_SHOWN})() > before", arg=shown)
    one.get_by_role("button", name="Stop").click()
    one.get_by_text("Stopped after").wait_for()
    assert one.get_by_role("button", name="Run").is_enabled()
