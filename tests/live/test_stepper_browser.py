"""A bid is one card with less and more, in place of sixteen cards; keys still name an amount."""

from __future__ import annotations

from random import Random

import pytest
from fishlab_widgets import Table
from prepared_page import Stage

from fishlab import FreshFish, Match
from fishlab.bots import bots_for

pytestmark = pytest.mark.browser


def bidding() -> Table:
    match, rng = Match(FreshFish, 3), Random(1)
    bot = bots_for(FreshFish)["greedy"]
    while match.state.phase != "bid":
        state = match.state
        match.play(state.sample(rng) if state.turn() < 0 else bot(state.view(state.turn()), rng))
    turn = match.state.turn()
    return Table(match, seats=["person" if seat == turn else "greedy" for seat in range(3)])


@pytest.mark.long
def test_more_and_less_lead_to_an_amount_and_the_card_plays_it(chrome):
    table = bidding()
    stage, count = Stage(chrome, table.board), len(table.match)
    shown = ".choices [data-move]:visible"
    assert stage.page.locator(shown).count() == 1
    for label in ("More", "More", "More", "Less"):
        stage.page.get_by_role("button", name=label, exact=True).click()
    assert stage.page.get_by_role("button", name="Less", exact=True).evaluate(
        "(node) => node === document.activeElement"
    )
    assert stage.page.locator(shown).get_attribute("data-move") == "bid 2"
    stage.click(shown)
    assert table.match.moves[count] == ("bid", 2)
    stage.close()


@pytest.mark.long
def test_less_stops_at_the_lowest_bid(chrome):
    stage = Stage(chrome, bidding().board)
    assert stage.page.get_by_role("button", name="Less", exact=True).is_disabled()
    stage.close()


def test_prices_stand_in_a_row_on_the_board_and_a_click_bids(chrome):
    table = bidding()
    stage, count = Stage(chrome, table.board), len(table.match)
    row = stage.page.locator(".picture [id*='-price-']")
    assert row.all_text_contents() == [str(move[1]) for move in table.match.state.moves()]
    stage.click(".picture [data-move='bid 6']")
    assert table.match.moves[count] == ("bid", 6)
    assert row.count() == 0, "nothing is left of it once the bid is in"
    stage.close()


@pytest.mark.long
def test_a_click_that_does_nothing_says_what_lies_there(chrome):
    stage = Stage(chrome, bidding().board)
    note = stage.page.locator(".picture [id$='-strip'], .picture [data-note]:not([data-move], [data-try], [data-mark])")
    what = [one.get_attribute("data-note") for one in note.all()]
    place = next(number for number, words in enumerate(what) if words)
    note.nth(place).evaluate("(one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    said = stage.page.locator(".alert").inner_text()
    assert said.startswith(what[place]) and "Nothing can be done there now." in said
    stage.close()


def test_of_many_fish_to_keep_cold_one_has_a_card_and_two_buttons_lead_to_the_others(chrome):
    table = Table(Match.from_code("BM1-Ag4A7BwCdwO5UXR2.23988020"), seats=["person", "greedy"], pace=0)
    moves = table.match.state.moves()
    cold = [table.match.state.notation(move) for move in moves if move[0] == "chill"]
    stage, count = Stage(chrome, table.board), len(table.match)
    stage.settle()
    shown = ".choices [data-move]:visible"
    assert (len(moves), len(cold)) == (14, 7) and stage.page.locator(shown).count() == 8
    assert stage.page.locator(f"{shown} span:visible").count() == 8, "each has room to say what is lost"
    assert stage.page.get_by_role("button", name="The one before", exact=True).is_disabled()
    stage.page.get_by_role("button", name="The next one", exact=True).click()
    assert stage.page.locator(".stepper span").inner_text() == "2 of 7"
    stage.click(f".choices [data-move='{cold[1]}']")
    assert table.match.state.notation(table.match.moves[count]) == cold[1]
    stage.close()
