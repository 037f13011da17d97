"""A student at a real JupyterLab: locks, checks, writes and hands in, by click and by keyboard."""

from __future__ import annotations

import json

import browser
import pytest
from fishlab_widgets.here import RUN_FIRST
from pages import axe, notebook

pytestmark = pytest.mark.browser

FIRST = """
from fishlab import Fishery
from fishlab_widgets.lesson.lesson import Lesson
lesson = Lesson("07", "Who owns the sea?", minutes=35, steps=["Predict", "Exercise", "Debrief"])
lesson
"""
YEARS = """
lesson.predict(
    "{key}", "Which year, {key}?", choices=[5, 6, 7], result=lambda: 6, show=lambda: "<p>picture {key}</p>"
)
"""
SHARE = 'lesson.predict("share", "What share?", low=0, high=100, slider=True, unit="%", result=12)'
FISH = 'lesson.question("fish", "How many fish?", answer=32, hints=["Count both.", "Twice."], right="21 + 11.")'
NET = """
sea = Fishery.start(columns=3, rows=3, placed=[[0], [8]])
lesson.question("net", "Which net?", board=sea, test=lambda net: net == "net a3 a2")
"""
POLICY = 'lesson.policy("Fleets", lambda ships: f"<p>{ships} ships sail</p>", {"ships": ("Ships", [1, 6, 12], 6)})'
LAST = 'lesson.cards(lesson.explain("take", "What do you take?"), lesson.hand_in())'
CELLS = [FIRST, YEARS.format(key="one"), YEARS.format(key="two"), SHARE, FISH, NET, POLICY, LAST]


def card(page, words):
    found = page.locator(".fishlab-card", has_text=words)
    found.wait_for()
    found.scroll_into_view_if_needed()
    return found


def test_predictions_lock_by_click_by_keyboard_and_by_slider_and_leave_each_other_alone(show):
    page = show(CELLS)
    one = card(page, "Which year, one?")
    assert "stays hidden until you lock" in one.inner_text()
    one.locator(".option", has_text="5").click()
    one.get_by_role("button", name="Lock in 5 and show the result").click()
    one.get_by_text("picture one").wait_for()
    assert one.locator(".lockline").inner_text() == "Locked. Your answer: 5. Result: 6."
    assert page.evaluate("() => document.activeElement.getAttribute('role')") == "status"
    two = card(page, "Which year, two?")
    two.locator("input[type=radio]").first.focus()
    page.keyboard.press("ArrowRight")
    two.get_by_role("button", name="Lock in 6 and show the result").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    two.get_by_text("You were right.").wait_for()
    assert one.locator("input:checked").count() == 1, "the first card keeps its own choice"
    assert one.locator("input:enabled").count() == 0
    share = card(page, "What share?")
    share.locator("input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    share.get_by_role("button", name="Lock in 51 %").wait_for()
    assert share.locator("input[type=number]").input_value() == "51"
    share.locator("input[type=number]").fill("10")
    share.get_by_role("button", name="Lock in 10 %").click()
    share.get_by_text("You were two points too low.").wait_for()


def test_answers_are_judged_the_strip_follows_and_a_policy_leads_back(show):
    page = show(CELLS)
    fish = card(page, "How many fish?")
    field = fish.get_by_label("Your answer")
    field.fill("31")
    field.press("Enter")
    fish.get_by_text("Not yet: 31 is not right").wait_for()
    assert "Second hint after one more try." in fish.inner_text()
    field.fill("32")
    fish.get_by_role("button", name="Check").click()
    fish.get_by_text("Right: 32").wait_for()
    net = card(page, "Which net?")
    net.locator('[data-move="net a3 a2"]').click()
    net.get_by_text("Marked: net a3 a2").wait_for()
    net.get_by_role("button", name="Check").click()
    net.get_by_text("Right: net a3 a2").wait_for()
    page.locator(".steps li.done", has_text="Exercise").wait_for(state="attached")
    policy = card(page, "Fleets")
    policy.locator(".option", has_text="12").click()
    policy.get_by_text("12 ships sail").wait_for()
    policy.get_by_role("button", name="Back to the rulebook").click()
    policy.get_by_text("6 ships sail").wait_for()
    assert policy.get_by_role("button", name="Back to the rulebook").is_disabled()


def test_a_step_without_cards_is_ticked_by_click_and_by_keyboard(show):
    page = show([FIRST.replace('["Predict"', '["Hook", "Predict"'), 'lesson.at("Predict")', YEARS.format(key="one")])
    strip = page.locator(".fishlab-strip").first
    strip.get_by_role("button", name="Done? Tick step 1").click()
    strip.locator("li.done[title=Hook]").wait_for()
    strip.get_by_role("button", name="Take the tick off step 1").press("Enter")
    strip.get_by_role("button", name="Done? Tick step 1").wait_for()
    assert strip.locator("li.done").count() == 0
    assert page.get_by_role("button", name="Tick step 2").count() == 0, "a card says when that step is done"


def test_a_sentence_that_has_reached_its_limit_is_told_so(show):
    take = card(show([FIRST, LAST]), "What do you take?")
    field = take.locator("textarea")
    field.fill("a" * 299)
    assert "At most" not in take.inner_text()
    field.press_sequentially("bc")
    take.get_by_text("At most 300 letters.").wait_for()
    assert len(field.input_value()) == 300
    field.press("Backspace")
    take.get_by_text("At most 300 letters.").wait_for(state="detached")


def test_typing_never_reaches_the_notebook_and_the_code_counts_what_is_done(show):
    page = show(CELLS)
    take = card(page, "What do you take?")
    cells = page.evaluate("() => jupyterapp.shell.currentWidget.content.widgets.length")
    take.locator("textarea").press_sequentially("dd aa b <b>m</b> y")
    take.locator("textarea").press("Enter")
    take.get_by_text("Kept.").wait_for()
    hand_in = card(page, "Hand in your lesson")
    hand_in.get_by_text("sentence written").wait_for()
    assert hand_in.get_by_label("Lesson code").input_value().startswith("LC1-07-")
    hand_in.get_by_label("After a restart").fill("LC1-07-oops")
    hand_in.get_by_role("button", name="Open").click()
    hand_in.get_by_text("checksum").wait_for()
    assert page.evaluate("() => jupyterapp.shell.currentWidget.content.widgets.length") == cells
    assert take.locator("textarea").input_value() == "dd aa b <b>m</b> y"
    take.locator("textarea").press("Escape")  # leads out, where the notebook's keys work again
    assert page.evaluate("() => document.activeElement.matches('.jp-Cell.jp-mod-active')")
    net = card(page, "Which net?").locator("[data-move]").first
    net.press("Escape")
    assert page.evaluate("() => document.activeElement.matches('.fishlab-board')"), "once: what was begun is given up"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("() => jupyterapp.shell.currentWidget.content.activeCellIndex === 4")


SEA = "from fishlab_widgets import Table\nsea = Table('fishery', seats=['person', 'person'])\n"
COLUMNS = """() => [...document.querySelectorAll('.fishlab-table')].map((table) => {
  const [stage, desk] = ['.stage', '.desk'].map((name) => table.querySelector(name).getBoundingClientRect());
  return [table.getBoundingClientRect().height <= 768, desk.left >= stage.right];
})"""


@pytest.mark.long
def test_a_table_among_cards_has_two_columns_on_a_laptop_so_that_a_turn_needs_no_scrolling(show):
    page = show([FIRST, FISH, f"{SEA}sea", f"{SEA}lesson.after([], lambda: sea)"], width=1366)
    browser.close_side_bar(page)
    page.wait_for_function("() => document.querySelectorAll('.fishlab-table .picture svg').length === 2")
    assert page.evaluate(COLUMNS) == [[True, True]] * 2


@pytest.mark.long
def test_axe_finds_nothing_serious_on_cards_light_and_dark(show):
    page = show(CELLS)
    one = card(page, "Which year, one?")
    one.locator(".option", has_text="5").click()
    one.get_by_role("button", name="Lock in 5").click()
    one.get_by_text("picture one").wait_for()
    fish = card(page, "How many fish?")
    fish.get_by_label("Your answer").fill("31")
    fish.get_by_role("button", name="Check").click()
    fish.get_by_text("Not yet").wait_for()
    assert axe(page, ".jp-NotebookPanel .fishlab-live") == []
    browser.set_theme(page, dark=True)
    assert axe(page, ".jp-NotebookPanel .fishlab-live") == []


@pytest.mark.long
def test_cards_stand_in_two_columns_or_one_on_a_narrow_page(show):
    page = show(CELLS[:1] + CELLS[-1:])
    take, hand_in = card(page, "What do you take?"), card(page, "Hand in your lesson")
    assert take.bounding_box()["y"] == hand_in.bounding_box()["y"]
    assert 380 <= take.bounding_box()["width"] <= 450
    page.set_viewport_size({"width": 768, "height": 1000})
    page.wait_for_function(
        """() => { const [a, b] = document.querySelectorAll('.fishlab-card');
                   return a.getBoundingClientRect().bottom < b.getBoundingClientRect().top; }"""
    )
    wide = "() => [...document.querySelectorAll('.fishlab-card')].map((card) => card.scrollWidth - card.clientWidth)"
    assert max(page.evaluate(wide)) <= 1


SLOW = """
import time
from pathlib import Path

def slowly():
    while not Path({goes_on!r}).exists():
        time.sleep(0.05)
    return 1

lesson.predict("slow", "How slow?", choices=[1, 2], result=slowly)
"""
SHUT = 'lesson.after(["slow"], lambda: "<p>What was" + " shut</p>")'


@pytest.mark.long
def test_a_slow_lock_says_at_once_that_work_goes_on_and_opens_what_waited_for_it(show, tmp_path):
    goes_on = tmp_path / "goes on"
    page = show([FIRST, SLOW.format(goes_on=str(goes_on)), SHUT])
    page.get_by_text("This opens when you have locked prediction 1").wait_for()
    slow = card(page, "How slow?")
    slow.locator(".option", has_text="1").first.click()
    slow.get_by_role("button", name="Lock in 1").click()
    slow.locator(".fishlab-panel.waiting[aria-busy=true]").wait_for()
    assert slow.get_by_role("button", name="Working …").count() == 1
    goes_on.touch()
    page.get_by_text("What was shut").wait_for()
    assert slow.locator(".waiting").count() == 0


# What is on the page at the moment in which a panel begins to wait, however quickly the answer comes.
WATCH = """(card) => {
  const before = card.getBoundingClientRect().height;
  new MutationObserver((_, watch) => {
    const busy = card.querySelector(".waiting[aria-busy=true]");
    if (!busy) return;
    watch.disconnect();
    window.seen = [getComputedStyle(busy, "::after").content, card.getBoundingClientRect().height - before];
  }).observe(card, { subtree: true, attributes: true });
}"""


@pytest.mark.long
def test_a_switch_says_at_once_that_work_goes_on_and_moves_nothing_on_the_page(show):
    page = show([FIRST, POLICY])
    policy = card(page, "Fleets")
    policy.evaluate(WATCH)
    policy.locator(".option", has_text="12").click()
    policy.get_by_text("12 ships sail").wait_for()
    assert page.evaluate("() => window.seen") == ['"Working …"', 0]
    assert policy.locator(".waiting").count() == 0


def test_a_cell_that_is_run_before_the_first_one_asks_for_it(show):
    page = show(["from fishlab_widgets.here import lesson"])
    page.get_by_text(RUN_FIRST).first.wait_for()
    assert "Traceback" not in page.locator(".jp-OutputArea").first.inner_text()


CITY = """
from fishlab_widgets.freshfish.maps import new_streets, open_plots, sketch
plots = open_plots("..S/Oab/c..")
lesson.predict(
    "city", "Which plots?", choices=plots, many=True, picture=sketch("..S/Oab/c..", choices=plots),
    result=lambda: new_streets("..S/Oab/c.."),
)
"""
PARTS = """
import ipywidgets as w
from fishlab_widgets.controls.buttons import action_button
lesson.after([], lambda: w.VBox([w.HBox([action_button("Play 500 games under each rule", "", print)])]))
"""


@pytest.mark.long
def test_answers_are_marked_on_the_picture_too_and_parts_of_what_was_sealed_keep_their_looks(show):
    page = show([FIRST, CITY, PARTS])
    city = card(page, "Which plots?")
    for plot in ("b2", "c1", "b3", "c1"):
        city.locator(f"[data-choice={plot}]").click()
    city.locator("[data-choice=b2].picked").wait_for()
    assert city.locator("input:checked").count() == city.locator(".picked").count() == 2
    city.get_by_role("button", name="Lock in b3, b2").click()
    city.get_by_text("Result: b3, b2, b1").wait_for()
    assert city.locator("[data-choice].truth").count() == 3
    city.locator("[data-choice=a1]").click()
    assert city.locator("[data-choice=a1].picked").count() == 0, "what is locked stays"
    button = page.locator("button.fishlab-button", has_text="Play 500 games")
    button.wait_for()
    assert button.evaluate("(node) => node.scrollWidth <= node.clientWidth"), "its words are cut off"
    assert page.problems == []


@pytest.mark.long
def test_the_code_of_a_lesson_that_shows_nothing_is_a_thin_line_as_well(visit, tmp_path):
    pages = notebook([FIRST, "x = 1"])
    pages["cells"][1]["metadata"] = {"jupyter": {"source_hidden": True}}
    path = tmp_path / "folded.ipynb"
    path.write_text(json.dumps(pages), encoding="utf-8")
    one = visit(path)
    one.run_all()
    one.page.locator(".fishlab-strip").first.wait_for()
    assert one.page.locator(".jp-InputPlaceholder").bounding_box()["height"] <= 8
