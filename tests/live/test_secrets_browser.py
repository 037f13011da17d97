"""Secrets at one screen in JupyterLab as people open it: votes, their opening, and the way back from it."""

from __future__ import annotations

import people
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CELL = """from fishlab_widgets import Table
Table("boom", 2, seats=["person", "person"], vote="once", years=2, plot=False, seed=1)"""
"""After the votes the only gear is played by itself and the die rolls: with these dice Seat A may take several fish."""


def test_undo_out_of_opened_votes_covers_the_screen_for_the_first_voter_again(visit):
    page = (seen := visit([CELL])).page
    seen.run_all()
    page.wait_for_timeout(people.FIRST_LOOK)
    cover = page.locator(".cover")

    def takes_the_screen(name: str) -> None:
        expect(cover).to_contain_text(f"Hand the screen to {name}.")
        cover.get_by_role("button").click()
        expect(cover).to_be_hidden()

    takes_the_screen("Seat A")
    page.locator('[data-move="vote 4"]:visible').first.click()
    takes_the_screen("Seat B")
    page.locator('[data-move="vote 2"]:visible').first.click()
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(page.locator("[data-move^=take]:visible").first).to_be_visible()

    page.get_by_role("button", name="One move back").click()
    expect(page.locator("[data-move^=vote]:visible")).to_have_count(0)
    page.get_by_role("button", name="Last position").click()
    expect(page.locator("[data-move^=take]:visible").first).to_be_visible()

    undo.click()
    takes_the_screen("Seat A")
    expect(page.locator('[data-move="vote 4"]:visible').first).to_be_visible()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
