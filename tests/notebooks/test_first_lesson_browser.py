"""A student who knows nothing opens the course: one click to the first success, and on to the save code."""

from __future__ import annotations

import checklist
import people
import pytest
from pages import board_of

pytestmark = pytest.mark.browser


def test_the_first_lesson_is_walked_by_mouse_from_the_first_catch_to_the_save_code(show):
    page = show(checklist.FOLDER / "00-cast-off.ipynb")
    board, strip = board_of(page), page.locator(".fishlab-strip").first
    board.locator('.picture [data-move="take 2"]').click()
    strip.locator("li.done").first.wait_for()  # the first step is done by one click
    board.get_by_text("Round 2 of 6").first.wait_for()  # both bots have fished

    guess = page.locator(".fishlab-card", has_text="take the last fish of the lake?")
    guess.locator("input[type=number]").fill("5")
    guess.get_by_role("button", name="Lock in round 5").click()
    guess.get_by_text("one round early").wait_for()
    guess.locator("textarea").fill("More is taken than grows back.")
    guess.get_by_role("button", name="Keep").click()
    guess.get_by_text("every fish that is missing leaves two missing").click()
    guess.get_by_text("This is what the result shows.").wait_for()
    careful = page.locator(".fishlab-card", has_text="How many fish does the careful boat catch")
    careful.locator("input[type=number]").fill("5")
    careful.get_by_role("button", name="Lock in 5").click()
    careful.get_by_text("it was: 24 fish").wait_for()
    more = page.locator(".fishlab-card", has_text="only in the first of 12 rounds")
    more.locator("input[type=number]").fill("40")
    more.get_by_role("button", name="Lock in 40").click()
    page.locator(".fishlab-figure", has_text="33 fish taken in every round").wait_for()  # the card's
    page.locator(".fishlab-figure", has_text=" 9 fish taken in every round").first.wait_for()  # yours

    board.locator("[data-tab=save]").click()
    field = board.locator("input.code")
    page.wait_for_function("node => node.value.startsWith('FP1-')", arg=field.element_handle())  # it is asked for
    paste = page.locator(".fishlab-card", has_text="Paste the save code of your pond")
    paste.locator("input[type=text]").fill(field.input_value())
    paste.get_by_role("button", name="Check").click()
    paste.get_by_text("Round 2").wait_for()
    assert page.problems == []


@pytest.mark.long
def test_the_code_of_a_card_is_a_thin_line_until_somebody_points_at_it_and_nothing_moves(visit):
    one = visit(checklist.FOLDER / "00-cast-off.ipynb")
    one.run_all()
    one.page.wait_for_timeout(people.FIRST_LOOK)
    guess = one.page.locator(".fishlab-card", has_text="take the last fish of the lake?")
    guess.scroll_into_view_if_needed()
    bar = one.page.locator(".jp-CodeCell", has=guess).locator(".jp-InputPlaceholder")
    line, before = bar.bounding_box(), guess.bounding_box()
    assert line["height"] <= 8
    one.page.mouse.move(line["x"] + 60, line["y"] + 4)
    one.page.wait_for_function("node => getComputedStyle(node).opacity === '1'", arg=bar.element_handle())
    assert guess.bounding_box() == before
    bar.click()
    one.page.locator(".jp-CodeCell", has=guess).locator(".cm-content").wait_for()  # the code can still be read
