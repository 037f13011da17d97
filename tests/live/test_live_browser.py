"""A person at a real JupyterLab: clicks, keys, codes, restarts, and what a screen reader would find."""

from __future__ import annotations

import json

import browser
import pytest
from fishlab_widgets.controls.placeholder import LOST
from pages import ASK, LabsOwn, act, board_of, click, fishery, place_ships
from prepared_page import TABLET, WIDE

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_the_warm_page_begins_every_test_with_nothing_left_of_the_one_before(show):
    show([*fishery("random"), "from fishlab_widgets.lesson.memory import _MEMORY, Memory\n_MEMORY['07'] = Memory()"])
    page = show(
        [
            "'table' in globals(), '_MEMORY' in globals()",
            "from fishlab_widgets.lesson.memory import _MEMORY\nfrom ipywidgets.widgets.widget import _instances",
            "len(_MEMORY), [one for one in _instances.values() if 'fishlab' in type(one).__module__]",
        ]
    )
    assert page.locator(".jp-OutputArea-output").all_inner_texts() == ["(False, False)", "(0, [])"]
    assert page.locator("style[id^='fishlab_widgets.']").count() == 0


def test_a_whole_game_by_click_with_undo_scrubber_and_the_end(show):
    page = show(fishery())
    board = board_of(page)
    place_ships(board)
    click(board, "net a3 b3")
    page.locator(".phase", has_text="White to cast a net or pass").wait_for()
    act(board, lambda: page.get_by_role("button", name="Undo").click())
    page.locator(".phase", has_text="Black to cast a net").wait_for()
    act(board, lambda: page.get_by_role("button", name="Redo").click())
    act(board, lambda: page.get_by_title("One move back").click())
    page.locator(".phase", has_text="move 4 of 5").wait_for()
    act(board, lambda: page.get_by_title("Last position").click())
    click(board, "pass")
    click(board, "pass")
    page.locator(".phase", has_text="game is over").wait_for()
    assert board.locator("[data-move]").count() == 0


@pytest.mark.long
def test_a_whole_game_by_keyboard_only(show):
    page = show(fishery())
    board = board_of(page)
    board.locator('[tabindex="0"][data-move]').focus()
    page.keyboard.press("Home")
    focused = "() => document.activeElement.getAttribute('data-move')"
    assert page.evaluate(focused) == "ship a3"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "ship b3"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "ship b2"
    for _ in range(4):
        act(board, lambda: page.keyboard.press("Enter"))
    assert page.evaluate("() => !!document.activeElement.closest('.fishlab-board')"), "focus stays on the board"
    page.locator(".phase", has_text="cast a net").wait_for()
    act(board, lambda: page.keyboard.press("Enter"))
    act(board, lambda: page.keyboard.press("p"))
    act(board, lambda: page.keyboard.press("p"))
    page.locator(".phase", has_text="game is over").wait_for()


def test_keys_on_the_board_never_reach_the_notebook(show):
    page = show([*fishery(), "1 + 1"])
    board = board_of(page)
    cells = page.locator(".jp-Cell").count()
    board.locator('[tabindex="0"][data-move]').focus()
    for key in "ddabxmyjk":
        page.keyboard.press(key)
    board.locator("[data-tab=moves]").click()
    field = board.get_by_label("Type a move")
    field.fill("")
    field.press_sequentially("dd aa b2")
    assert field.input_value() == "dd aa b2"
    field.fill("ship b2")
    act(board, lambda: field.press("Enter"))
    assert page.locator(".jp-Cell").count() == cells
    page.locator(".log", has_text="puts a ship on b2").wait_for(state="attached")


def test_a_bot_answers_and_the_page_stays_awake(show):
    page = show(fishery("random"))
    board = board_of(page)
    board.locator('[data-move="ship a3"]').click()
    page.wait_for_function("() => document.querySelectorAll('.log li').length === 2")
    page.locator(".phase", has_text="Black to place ship 2 of 2").wait_for()


def test_two_views_of_one_board_and_two_boards_live_side_by_side(show):
    page = show([*fishery(), "table.board", "Table('fishery', seats=['person', 'person'], columns=4, rows=4, ships=1)"])
    first, second, third = (board_of(page, number) for number in range(3))
    click(second, "ship b2")
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('b2')")
    assert first.locator("svg use").count() == second.locator("svg use").count()
    assert third.locator("[data-move]").count() == 16
    ids = page.evaluate("() => [...document.querySelectorAll('.fishlab-board [id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))


CARD = """from fishlab_widgets.lesson.lesson import Lesson
lesson = Lesson("07", "Who owns the sea?", minutes=35, steps=["Predict", "Debrief"])
lesson.predict("one", "Which year, one?", choices=[5, 6], result=lambda: 6, show=lambda: "<p>picture one</p>")"""
FLAG = "from fishlab_widgets.boom.flags import FlagEditor\nFlagEditor()"


def test_after_a_kernel_restart_boards_and_cards_say_run_all_cells_and_give_nothing_away(lab, open_page):
    page = open_page(lab, [*fishery(), FLAG, CARD])
    board_of(page)
    page.problems = LabsOwn()
    page.evaluate("async () => { await jupyterapp.commands.execute('docmanager:save'); }")
    page.evaluate("async () => { await jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }")
    lost = page.get_by_text(LOST).first
    lost.wait_for()
    page.locator(".fishlab-lost", has_text=LOST).wait_for()
    page.locator(".fishlab-board [data-move]").first.click()
    assert lost.is_visible(), "a click on a dead board changes nothing"
    card = page.locator(".fishlab-card", has_text="Which year, one?")
    card.locator(".asleep").wait_for()
    assert card.locator("input:enabled").count() == 0
    page.reload()
    page.wait_for_selector(".fishlab-asleep", state="visible")
    board, flag, card = page.locator(".fishlab-asleep").all()
    for what in ("the board", "the flag", "this card"):
        page.get_by_text(f"Choose Run → Run All Cells to wake {what}").wait_for()
    assert "wake the board" in board.inner_text() and "wake the flag" in flag.inner_text()
    assert board.locator("svg").first.is_visible()
    assert "Which year, one?" in card.inner_text()
    assert "picture" not in card.inner_text()
    assert page.get_by_text("Error displaying widget").filter(visible=True).count() == 0


@pytest.mark.long
@pytest.mark.parametrize("way", ["click", "Enter"])
def test_a_board_whose_game_goes_on_elsewhere_says_so_and_whoever_plays_there_goes_on_with_it(show, way):
    page = show(fishery())
    board = board_of(page)
    browser.ask_page(page, ASK, "table.retire()")
    told = page.get_by_text("This game goes on where its cell was run again")
    told.wait_for()
    square = board.locator('[data-move="ship a1"]')

    def play() -> None:
        if way == "click":
            square.click()
        else:
            square.focus()
            page.keyboard.press(way)

    play()
    told.wait_for(state="detached")
    assert "asleep" not in board.get_attribute("class")
    assert "a1" not in page.locator(".log").first.text_content(), "the first click wakes the board, and plays nothing"
    assert page.locator(".phase", has_text="Black to place ship 1").is_visible()
    act(board, play)
    page.locator(".phase", has_text="White to place ship 1").wait_for()


TOUCH = """() => {
  const picture = document.querySelector('.fishlab-table .picture > svg');
  for (let times = 0; times < 20; times += 1) {
    const one = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    picture.append(one);
    getComputedStyle(one).opacity;
    one.remove();
    getComputedStyle(picture).opacity;
  }
}"""


@pytest.mark.long
def test_a_change_in_a_picture_makes_the_browser_look_at_that_alone_and_not_at_the_whole_page(show, chrome):
    """A rule such as `body:has(…) …` for every piece made each change of a lesson's page cost 15 ms and more."""
    page = show([*fishery(), *[CARD.replace("one", f"one{number}") for number in range(8)]])
    page.locator(".fishlab-card").nth(7).wait_for()
    page.wait_for_timeout(1000)
    chrome.start_tracing(page=page, categories=["blink", "devtools.timeline"])
    page.evaluate(TOUCH)
    events = json.loads(chrome.stop_tracing())["traceEvents"]
    styled = [one["args"]["elementCount"] for one in events if "elementCount" in one.get("args", {})]

    assert len(styled) >= 20, "the browser says how many elements it gives a style"
    assert sum(styled) < 400, "the new one, and what stands around it"


ROOM = """() => {
  const table = document.querySelector('.fishlab-table').getBoundingClientRect();
  const view = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return [table.width, view.height];
}"""


@pytest.mark.long
def test_jupyterlab_leaves_a_table_the_room_that_its_tests_rely_on(show):
    page = show(fishery(), width=1366)
    page.set_viewport_size({"width": 1366, "height": 768})
    browser.close_side_bar(page)
    board_of(page)
    wide, high = page.evaluate(ROOM)
    assert wide >= WIDE[0] and high >= WIDE[1]
    page.set_viewport_size({"width": 768, "height": 1024})
    page.wait_for_function("() => document.querySelector('.fishlab-table').getBoundingClientRect().width < 768")
    wide, high = page.evaluate(ROOM)
    assert wide >= TABLET[0] and high >= TABLET[1]


@pytest.mark.long
def test_in_jupyterlab_too_the_prompt_stays_in_view_beside_a_board_in_one_column(show):
    page = show(fishery(), width=768)
    page.set_viewport_size({"width": 768, "height": 500})
    board_of(page).locator('[data-move="ship a1"]').scroll_into_view_if_needed()
    top, bottom, ceiling = page.evaluate(
        """() => {
          const box = document.querySelector('.fishlab-table .phase').getBoundingClientRect();
          return [box.top, box.bottom, document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect().top];
        }"""
    )
    assert ceiling - 1 <= top < bottom <= 500
