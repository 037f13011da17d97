"""The first lesson in German, as JupyterLab opens it: text, pond, cards, plots and the code to hand in."""

from __future__ import annotations

import re
from typing import Any

import checklist
import pytest

pytestmark = pytest.mark.browser


def card(page: Any, words: str) -> Any:
    """Return a card, scrolling down to it: JupyterLab takes away what is far out of view."""
    found = page.locator(".fishlab-card", has_text=words)
    page.mouse.move(900, 500)
    for _ in range(80):
        if found.count() and found.first.is_visible():
            found.first.scroll_into_view_if_needed()
            return found.first
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(100)
    raise AssertionError(f"no card says {words}")


@pytest.mark.long
def test_the_first_lesson_is_walked_in_german_from_the_first_catch_to_the_lesson_code(visit):
    seen = visit(checklist.FOLDER / "de" / "00-cast-off.ipynb")
    seen.run_all()
    page = seen.page
    board = page.locator(".fishlab-board").first
    board.get_by_role("button", name="2 Fische nehmen").first.click()
    board.get_by_text("Runde 2 von 6").first.wait_for()
    guess = card(page, "den letzten Fisch des Sees?")
    guess.locator("input[type=number]").fill("5")
    guess.get_by_role("button", name="Runde 5 festlegen").click()
    guess.get_by_text("Du lagst 1 Runde zu früh.").wait_for()
    guess.get_by_text("33 Fische in jeder Runde entnommen").first.wait_for()
    guess.locator("textarea").fill("Es wird mehr entnommen, als nachwächst.")
    guess.get_by_role("button", name="Merken").click()
    guess.get_by_text("lässt eine Runde später zwei fehlen").click()
    guess.get_by_text("Das ist es, was das Ergebnis zeigt.").wait_for()
    code = card(page, "Deine Lektion abgeben")
    assert re.match("LC1-00-", code.locator("input").first.input_value())
    assert page.problems == []
