"""Who comes back to a lesson finds it as it was: the page opened again, the kernel started anew, the next person."""

from __future__ import annotations

from typing import Any

import browser
import pytest
from fishlab_widgets.controls.bookmark import Bookmark
from pages import ASK, LabsOwn

pytestmark = pytest.mark.browser

LESSON = """from fishlab_widgets import Sandbox, Table
from fishlab_widgets.lesson import Lesson

lesson = Lesson("07", "Who owns the sea?", minutes=10, steps={"Play": 5, "Predict": 5})
table = Table("fishery", seats=["person", "person"], columns=4, rows=4, ships=2, seed=7)
display(lesson, lesson.play(table, "game", step="Play"))"""
PREDICT = (
    """display(lesson.at("Predict"), lesson.predict("share", "How much?", choices=["Little", "Much"], result="Much"))"""
)
CELLS = [LESSON, PREDICT, 'Sandbox("fishery")', "lesson.hand_in()"]
SILENT = """from ipywidgets import Widget
Widget._handle_control_comm_msg = classmethod(lambda cls, message: None)
told = Widget._handle_msg
asks = lambda message: message["content"]["data"]["method"] == "request_state"
Widget._handle_msg = lambda self, message: asks(message) or told(self, message)
"""
"""Lets a kernel be as slow as can be: a page that asks which widgets there are gets no answer at all."""
ERROR = ".jp-RenderedHTMLCommon:has-text('javascript error'), .jupyter-widgets:has-text('javascript error')"
BOARD, LINE = ".fishlab-board", ".fishlab-bookmark"


def ask(one: Any, code: str) -> str:
    """Run code in the kernel of a notebook, and return what it prints."""
    return str(browser.ask_page(one.page, ASK, code)).strip()


def save(one: Any) -> None:
    """Save the notebook."""
    one.page.evaluate("async () => { await jupyterapp.commands.execute('docmanager:save'); }")


@pytest.mark.long
def test_a_lesson_opened_again_and_run_at_once_shows_all_its_boards_and_cards(visit):
    """Its old kernel lives, and has not told the page yet of the widgets it has."""
    one = visit(CELLS)
    one.run_all(look=False)
    page = one.page
    page.locator(".fishlab-board").nth(1).wait_for()
    ask(one, "table.play('ship a1'); _ = 0")
    ask(one, SILENT)
    save(one)
    page.problems = LabsOwn()  # of what it shows before it is run, the page is never told here
    one.open()
    one.run_all(look=False)
    page.locator(f"{BOARD}, {ERROR}").first.wait_for()
    assert page.locator(ERROR).count() == 0
    for kind, count in ((".fishlab-board", 2), (".fishlab-card", 2), (".fishlab-strip", 2)):
        page.locator(kind).nth(count - 1).wait_for()
        assert page.locator(kind).count() == count
    assert page.locator(ERROR).count() == 0
    page.locator(".fishlab-board").first.get_by_text("White to place ship 1").first.wait_for()  # the game goes on


GO_ON, ANEW = "Continue where you left off", "Start over"
KEPT = "() => Object.entries(localStorage).filter(([key]) => key.startsWith('fishlab ')).map((one) => one[1])"


def play_and_answer(one: Any) -> None:
    """Put a ship on the board, and lock the prediction."""
    one.page.locator(BOARD).first.locator('[data-move="ship a1"]').click()
    card = one.page.locator(".fishlab-card", has_text="How much?")
    card.get_by_text("Little").click()
    card.get_by_role("button", name="Lock").click()
    card.get_by_text("Locked").first.wait_for()
    code = ask(one, "print(lesson.code())")
    one.page.wait_for_function(
        f"(code) => ({KEPT})().some((text) => text.includes(code) && text.includes('FY1-'))", arg=code
    )


def state(one: Any) -> str:
    """Return what the kernel has: the moves, and the answer."""
    return ask(one, "print(len(table.match.moves), lesson.memory.answers['share'].done)")


def test_a_restart_loses_nothing_and_the_next_person_can_start_anew(visit):
    one = visit(CELLS)
    one.run_all()
    page = one.page
    page.locator(LINE).first.get_by_text("kept in this browser only").wait_for()
    play_and_answer(one)
    one.restart()
    one.run_all(look=False)
    assert state(one) == "0 False", "nothing comes back unasked"
    page.locator(LINE).first.get_by_text("2 answers and 1 game").wait_for()
    page.get_by_role("button", name=GO_ON).first.click()
    page.get_by_role("button", name=GO_ON).first.wait_for(state="detached")
    page.locator(BOARD).first.get_by_text("White to place ship 1").first.wait_for()
    page.locator(".fishlab-card", has_text="How much?").get_by_text("Locked").first.wait_for()
    assert state(one) == "1 True"

    page.get_by_role("button", name=ANEW).first.click()  # the next person, at the same kernel
    page.get_by_role("button", name="Yes, forget them").click()
    page.locator(BOARD).first.get_by_text("Black to place ship 1").first.wait_for()
    assert state(one) == "0 False"
    page.wait_for_function(f"() => !({KEPT})().some((text) => text.includes('LC1-'))")

    play_and_answer(one)
    one.restart()  # and the next one after a restart
    one.run_all(look=False)
    page.get_by_role("button", name=ANEW).first.click()
    page.get_by_role("button", name="Yes, forget them").click()
    page.get_by_role("button", name=GO_ON).first.wait_for(state="detached")
    assert state(one) == "0 False"
    page.wait_for_function(f"() => !({KEPT})().some((text) => text.includes('LC1-'))")


@pytest.mark.long
def test_a_page_loaded_anew_after_a_second_run_that_was_not_saved_goes_on_with_the_game(visit):
    """The notebook knows only the boards of the first run: the game goes on there, and is kept."""
    one = visit(CELLS)
    one.run_all()
    save(one)
    one.run_all(look=False)
    page = one.page
    page.locator(BOARD).first.locator('[data-move="ship a1"]').click()
    page.locator(BOARD).first.get_by_text("White to place ship 1").first.wait_for()
    second = ask(one, "print(table.board.uid)")
    page.on("dialog", lambda dialog: dialog.accept())  # there are unsaved changes
    one.open()
    board = page.locator(BOARD).first
    board.get_by_text("White to place ship 1").first.wait_for()
    assert ask(one, "print(table.board.uid, bool(table.board.gone))") == f"{second} True", "it is the first board"
    board.locator('[data-move="ship d4"]').click()
    board.get_by_text("Black to place ship 2").first.wait_for()
    code = ask(one, "print(table.match.code())")
    assert ask(one, "print(len(table.match.moves))") == "2", "the notebook's name follows"
    page.wait_for_function(f"(code) => ({KEPT})().some((text) => text.includes(code))", arg=code)
    one.run_all(look=False)
    page.locator(BOARD).first.locator('[data-move="ship a3"]').click()
    page.locator(BOARD).first.get_by_text("White to place ship 2").first.wait_for()


SLOW = "import time\ntime.sleep(9)"
EARLY = "something from last time"


@pytest.mark.long
def test_a_click_before_the_offer_comes_loses_nothing_of_the_kept_game(visit):
    """A board can be clicked while later cells still run; what the browser has kept is read only after them."""
    one = visit([*CELLS, SLOW])
    one.run_all()
    page = one.page
    play_and_answer(one)
    page.locator(BOARD).first.locator('[data-move="ship d4"]').click()
    page.wait_for_function(f"() => ({KEPT})().some((text) => text.includes('FY1-'))")
    page.wait_for_timeout(1500)  # longer than a burst of moves
    old = ask(one, "print(table.match.code())")
    assert old in str(page.evaluate(KEPT))

    one.restart()
    one.menu("Run", "Run All Cells")
    page.locator(BOARD).first.locator('[data-move="ship c3"]').wait_for()
    page.locator(LINE).first.get_by_text(EARLY).wait_for(timeout=8000)
    assert page.locator(LINE).first.get_by_role("button").count() == 0, "nobody could answer yet"
    page.locator(BOARD).first.locator('[data-move="ship c3"]').click()
    one.wait_idle()
    page.locator(LINE).first.get_by_text("1 game").wait_for()
    assert ask(one, "print(len(table.match.moves))") == "1", "the early click counts"
    page.wait_for_timeout(1500)
    assert old in str(page.evaluate(KEPT)), "and the kept game is still there"

    page.get_by_role("button", name=GO_ON).first.click()
    page.get_by_role("button", name=GO_ON).first.wait_for(state="detached")
    assert ask(one, "print(table.match.code())") == old
    other = page.get_by_role("button", name="Other line").first
    other.click()
    other.wait_for()
    assert ask(one, "print(len(table.match.moves))") == "1", "what was begun meanwhile is not lost either"


NOTEBOOKS = [
    pytest.param(path, id=path.stem, marks=() if path.stem.startswith("00") else pytest.mark.soak)
    for path in sorted(browser.ROOT.glob("notebooks/*.ipynb"))
    if path.stem[:2].isdigit() or path.stem == "sandbox"
]
SEEN = """() => {
  const board = document.querySelector('.fishlab-board'), outer = board?.closest('.jp-WindowedPanel-outer');
  if (!outer) return false;
  const [inner, frame] = [board.getBoundingClientRect(), outer.getBoundingClientRect()];
  return inner.top >= frame.top - 1 && inner.top < frame.top + frame.height / 2
    && (inner.bottom <= frame.bottom + 1 || inner.top <= frame.top + 12);
}"""
"""Whether the first board is in view: all of it, or from its top if the window is too low for it."""


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_after_run_all_the_first_board_is_in_view(visit, path):
    one = visit(path)
    one.run_all(look=False)
    one.page.wait_for_function(SEEN)
    one.calm()
    assert one.page.evaluate(SEEN), "and it stays there"


@pytest.mark.long
def test_the_sandbox_of_a_long_lesson_is_folded_and_opens_with_its_board(visit):
    one = visit(browser.ROOT / "notebooks" / "07-fishery-who-owns-the-sea.ipynb")
    one.run_all()
    cell = one.page.locator(".jp-MarkdownCell", has=one.page.get_by_role("heading", name="Sandbox"))
    board = cell.locator("xpath=following-sibling::*[contains(@class, 'jp-CodeCell')][1]").locator(".fishlab-table")
    assert not board.is_visible()
    cell.scroll_into_view_if_needed()
    cell.locator(".jp-showHiddenCellsButton").click()
    board.locator("svg [data-move]").first.wait_for()
    assert board.is_visible()


@pytest.mark.long
def test_who_scrolls_while_a_lesson_runs_or_runs_one_cell_is_left_in_peace(visit):
    slow = "import time\ntime.sleep(3)"
    one = visit([slow, LESSON, "# a long way\n" * 80, "'the end'"])
    one.menu("Run", "Run All Cells")
    page = one.page
    page.wait_for_function("() => document.querySelector('.jp-WindowedPanel-outer').scrollTop > 0")
    page.mouse.move(800, 500)
    page.mouse.wheel(0, -100_000)
    page.mouse.wheel(0, 60)
    one.wait_idle()
    page.locator(BOARD).wait_for()
    one.look()
    assert one.scrolled() <= 60

    page.locator(".jp-CodeCell").first.locator(".jp-InputPrompt").click()  # now one cell alone
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+Enter")
    one.wait_idle()
    page.locator(BOARD).wait_for()
    one.look()
    assert one.scrolled() <= 66, "JupyterLab itself goes to the top of the cell that is run, also of one without us"


TWO_PAGES = """async (script) => {
  const bookmark = (await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})))).default;
  window.page = () => {
    const heard = {}, sent = [];
    const known = {name: 'lesson 07', kernel: 'k', news: true};
    const model = {get: (name) => known[name], send: (message) => sent.push(message),
                   on: (name, act) => { heard[name] = act; }, off() {}};
    bookmark.initialize({model});
    return {sent, keep: (text) => heard['msg:custom']({type: 'keep', text}), change: () => heard['change:news']()};
  };
  window.kept = () => Object.values(localStorage).join();
}"""


@pytest.fixture
def bare(chrome):
    """A page with the bookmark's script and a storage, and no Jupyter."""
    page = chrome.new_page()
    page.clock.install()
    page.route("**/*", lambda route: route.fulfill(body="<p></p>", content_type="text/html"))
    page.goto("http://127.0.0.1:9/lesson")
    page.evaluate(TWO_PAGES, Bookmark.class_traits()["_esm"].default_value)
    yield page
    page.close()


@pytest.mark.long
def test_an_answer_is_kept_at_once_and_the_next_one_a_moment_later(bare):
    """On a site Python ends with the page: what was not asked for by then is lost."""
    bare.evaluate("() => { window.one = page(); one.change(); one.change(); one.change(); }")
    asked = "one.sent.filter(({type}) => type === 'tell').length"
    assert bare.evaluate(asked) == 1
    bare.clock.run_for(200)
    assert bare.evaluate(asked) == 2, "a burst is asked for at its begin and at its end"
    bare.clock.run_for(2000)
    assert bare.evaluate(asked) == 2


@pytest.mark.long
def test_a_second_page_of_a_lesson_does_not_overwrite_what_the_first_has_kept(bare):
    page = bare
    page.evaluate(
        "() => { window.one = page(); window.two = page(); one.keep('of the first'); two.keep('of the second'); }"
    )
    assert page.evaluate("kept()") == "of the first"
    assert page.evaluate("two.sent.at(-1)") == {"type": "found", "text": "of the first"}, "Python puts both together"
    page.evaluate("two.keep('of both')")
    assert page.evaluate("kept()") == "of both"
