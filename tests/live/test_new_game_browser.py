"""The form for a new game, names typed by people and the list of bots, in JupyterLab as it opens."""

from __future__ import annotations

import pytest
from fishlab_widgets import Table
from prepared_page import Stage
from sending import ask

pytestmark = pytest.mark.browser

TABLE = """from fishlab_widgets import Table
Table("boom", 3, seats=["person", "person", "medium"], pace=0, seed=2, dice="tape")"""
# The same dice in every game: where a die has many fish, the cards take the coach's place.
NAME = "<b>Ada</b>&amp;"
PLACES = """(form) => [...form.querySelectorAll("label")].map((label) => {
  const [words, field] = ["span", "select, input"].map((one) => label.querySelector(one).getBoundingClientRect());
  return [words.left, words.bottom, field.left, field.top, field.right].map(Math.round);
})"""


def test_a_new_game_is_asked_for_in_words_and_in_even_columns_and_names_are_text(visit):
    one = visit([TABLE])
    one.run_all()
    page = one.page
    page.get_by_role("button", name="Rename Seat B").or_(page.locator("button.name", has_text="Seat B")).first.click()
    field = page.get_by_label("Name of Seat B")
    field.fill("Seat A")
    field.press("Enter")
    page.get_by_text("Another seat is called Seat A: choose a name of your own.").first.wait_for()
    page.locator("button.name", has_text="Seat B").click()
    page.get_by_label("Name of Seat B").fill(NAME)
    page.get_by_label("Name of Seat B").press("Enter")
    page.locator("button.name", has_text=NAME).wait_for()
    assert page.locator(".fishlab-table b b").count() == 0, "a name is text"

    page.locator("button.name", has_text="Seat C").click()
    seat = page.get_by_label("Who plays Seat C")
    assert seat.evaluate("(list) => [...list.options].map((one) => one.text)")[:4] == [
        "person",
        "easy",
        "medium",
        "hard",
    ]
    seat.dispatch_event("pointerdown")
    told = seat.evaluate("(list) => [...list.options].map((one) => one.text)")
    assert told[1] == "easy: plays well half of the time, and any legal move otherwise"
    assert "greedy: takes as many fish as the dice allow, and buys bigger gear for next year" in told
    assert seat.evaluate("(list) => [...list.querySelectorAll('optgroup')].map((one) => one.label)") == [
        "By strength", "By character",
    ]  # fmt: skip
    seat.dispatch_event("blur")
    assert seat.evaluate("(list) => list.selectedOptions[0].text") == "medium"

    page.get_by_role("button", name="New game").click()
    form = page.locator("form.new-game")
    form.get_by_text("More options").click()
    opens = form.get_by_label("Who starts year 1")
    assert opens.evaluate("(list) => [...list.options].map((one) => [one.text, one.disabled])") == [
        ["Seat A", False], [NAME, False], ["Seat C", False], ["Seat D", True],
    ]  # fmt: skip
    form.get_by_label("Players").fill("2")
    assert form.locator(".sit:visible").count() == 2, "who does not play is not asked for"
    assert opens.evaluate("(list) => [...list.options].filter((one) => !one.disabled).length") == 2
    assert "never" in form.get_by_label("How often a breach is found out").inner_text()
    places = form.evaluate(PLACES)
    lefts = sorted({place[2] for place in places})
    assert 2 <= len(lefts) <= 3, "a few columns"
    for words_left, words_bottom, left, top, right in places:
        assert words_left == left and 0 <= top - words_bottom <= 6, "a label stands right above its field"
        assert abs((right - left) - (places[0][4] - places[0][2])) <= 1, "all fields are equally wide"
    opens.select_option(label=NAME)
    form.get_by_role("button", name="Start a new game").click()
    form.wait_for(state="hidden")
    page.locator(".phase", has_text=NAME).wait_for()
    page.get_by_role("button", name="New game").click()
    form.get_by_role("button", name="Cancel").click()
    form.wait_for(state="hidden")
    page.get_by_role("button", name="Coach").click()
    page.get_by_role("button", name="Hide coach").wait_for()
    assert page.get_by_role("button", name="Hide coach").count() == 1


@pytest.mark.long
def test_on_a_phone_every_choice_of_a_seat_is_whole_and_inside_its_frame(chrome):
    table = Table("boom", 4, seed=3)
    stage = Stage(chrome, table.board, (390, 844))
    ask(table, "form")
    stage.settle()
    inside = """() => {
      const frame = document.querySelector('.sits').getBoundingClientRect();
      return [...document.querySelectorAll('.sit :is(input, select, i)')].map((one) => one.getBoundingClientRect())
        .every((box) => box.left >= frame.left && box.right <= frame.right);
    }"""
    wide = "() => Math.min(...[...document.querySelectorAll('.sit select')].map((one) => one.offsetWidth))"
    for width in (390, 320):
        stage.page.set_viewport_size({"width": width, "height": 844})
        assert stage.page.evaluate(inside) and stage.page.evaluate(wide) >= 90, width
    stage.close()


PUSH = """async () => {
  const frame = document.querySelector('.fishlab-table .picture');
  frame.scrollLeft = 170;
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  return frame.scrollLeft === 170;
}"""


@pytest.mark.long
@pytest.mark.parametrize("game", ["boom", "freshfish"])
@pytest.mark.parametrize("how", ["begin", "again"])
def test_on_a_phone_a_new_game_is_seen_from_its_left_side_wherever_the_one_before_was_pushed(chrome, game, how):
    table = Table(game, 2, seed=3, pace=0)
    stage = Stage(chrome, table.board, (366, 780))
    stage.settle()
    pushed = "() => document.querySelector('.fishlab-table .picture').scrollLeft"
    stage.page.wait_for_function(PUSH)  # the table may still turn to what can be clicked
    if how == "begin":
        stage.click("text=New game")
        stage.click("text=Start a new game")
    else:
        ask(table, how)
        stage.settle()
    stage.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert stage.page.evaluate(pushed) == 0
    stage.close()
