"""A form of Boom in JupyterLab as it opens: chosen for a new game, and shown as it is."""

from __future__ import annotations

import pytest

from fishlab.boom.treatments import FORMS, LESSON

pytestmark = pytest.mark.browser

TABLE = """from fishlab_widgets import Table
Table("boom", 4, seats=["person"] * 4, seed=2)"""


def test_a_form_is_chosen_for_a_new_game_and_the_board_shows_its_years_and_species(visit):
    form = FORMS[LESSON]
    one = visit([TABLE])
    one.run_all()
    page = one.page
    page.get_by_role("button", name="New game").click()
    asked = page.locator("form.new-game")
    asked.get_by_text("More options").click()
    years = asked.get_by_label("Years to play")
    years.wait_for()
    asked.get_by_label("Form of the game").select_option(label=form.title)
    years.wait_for(state="hidden")  # a form has its own years
    asked.get_by_role("button", name="Start a new game").click()
    asked.wait_for(state="hidden")
    head = f"4 countries, {form.years} years · not in the rulebook: demand grows in years 2, 4 and 6"
    page.get_by_text(head).first.wait_for()
    sea = page.locator(".fishlab-table svg", has_text="Whales").first
    assert sea.get_by_text("+1", exact=True).count() == len(form.growth)
    assert sea.get_by_text("Cod", exact=True).count() == 1
    for gone in ("Herring", "Anchovy", "Shrimp"):
        assert sea.get_by_text(gone, exact=True).count() == 0
    page.get_by_role("tab", name="Rules").click()
    page.get_by_text("Demand grows in years 2, 4 and 6: it is then one plate more").first.wait_for()
