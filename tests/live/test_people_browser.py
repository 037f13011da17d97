"""What people meet in JupyterLab as it opens: default settings, file browser shown, a laptop's window."""

from __future__ import annotations

import people
import pytest
from screen_reader import ScreenReader

pytestmark = pytest.mark.browser

WHICH_THREAD = """import ipywidgets, threading
button = ipywidgets.Button(description="at first")

def tell(_):
    button.description = "main" if threading.current_thread() is threading.main_thread() else "other"

button.on_click(tell)
button"""


def test_a_visit_meets_what_people_meet_file_browser_and_messages_in_another_thread(visit):
    """A widget that has answered once gets the next message in another thread of the kernel."""
    one = visit([WHICH_THREAD, "'the end'"])
    one.run_all()
    one.page.wait_for_timeout(people.FIRST_LOOK)
    assert one.page.locator(".jp-FileBrowser").is_visible()
    assert one.page.locator(".jp-OutputArea-output").first.bounding_box()["width"] < 940
    one.page.get_by_role("button", name="at first").click()
    one.page.get_by_role("button", name="main").or_(one.page.get_by_role("button", name="other")).click()
    one.page.get_by_role("button", name="other").wait_for()


SMALL_SEA = (
    "from fishlab_widgets import Table\nTable('fishery', columns=3, rows=3, ships=1, seats=['person', 'easy'], pace=0)"
)
ANSWERED = """() => {
  const table = document.querySelector('.fishlab-table');
  return table.getAttribute('aria-busy') === 'false' && !table.classList.contains('waiting');
}"""


@pytest.mark.long
def test_who_hears_jupyterlab_plays_by_names_and_keeps_the_focus(visit):
    one = visit([SMALL_SEA])
    one.run_all()
    reader = ScreenReader(one.page, lambda: one.page.wait_for_function(ANSWERED))
    for name in ("Ship on b2", "Net between a3 and b3", "Pass (P)"):
        reader.press(reader.find(name))
        assert reader.focused() is not None, name
    told = reader.text()
    assert "Black’s ships: b2" in told and "a3/b3" in told
    reader.press(reader.find("Undo"))
    assert reader.focused() is not None


OWN_BOT = """from fishlab_widgets import Table
from fishlab import Fishery, register
from fishlab.players import agent_guard

agent_guard.SECONDS = 0

class Mine(Fishery):
    name, title, tag = "mine", "Mine", "MI"

def endless(view, rng):
    while True:
        pass

Table(register(Mine, bots={"endless": endless}), seats=["person", "endless"], columns=3, rows=3, ships=1, pace=0)"""


@pytest.mark.long
def test_a_bot_of_ones_own_that_never_answers_ends_with_a_sentence_and_the_table_lives(visit):
    """Its move is asked for by a message, in another thread than cells."""
    one = visit([OWN_BOT])
    one.run_all()
    board = one.page.locator(".fishlab-table")
    board.locator("[data-move='ship b2']").first.click()
    board.get_by_text("“endless” was still thinking").first.wait_for()
    board.get_by_role("button", name="Undo").first.click()
    board.get_by_text("Black to place ship 1 of 1").first.wait_for()


CARD = """from fishlab_widgets.lesson import Lesson

lesson = Lesson("07", "Who owns the sea?", minutes=10, steps={"Predict": 5})
lesson.predict("share", "How much?", choices=["Little", "Much"], result="Much")"""


def test_ctrl_s_saves_the_notebook_while_the_focus_is_on_a_board_or_an_answer(visit):
    one = visit([SMALL_SEA, CARD])
    one.run_all()
    saved = []
    one.page.on(
        "request", lambda asked: asked.method == "PUT" and "/api/contents/" in asked.url and saved.append(asked.url)
    )

    def save_on(place):
        place.focus()
        before = len(saved)
        with one.page.expect_event(
            "requestfinished", lambda asked: asked.method == "PUT" and "/api/contents/" in asked.url, timeout=60_000
        ):
            place.press("Control+s")
        assert len(saved) > before
        one.page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")  # one save at a time
        assert place.evaluate("(node) => !!node.closest('[data-lm-suppress-shortcuts]')"), "other keys are still ours"

    save_on(one.page.locator(".fishlab-table [data-move='ship b2']").first)
    save_on(one.page.locator(".fishlab-panel input, .fishlab-panel textarea").first)
