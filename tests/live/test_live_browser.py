"""A person at a real JupyterLab: clicks, keys, codes, restarts, and what a screen reader would find."""

from __future__ import annotations

import browser
import pytest
from pages import SHIPS, LabsOwn, act, axe, board_of, click, fishery, has_code, place_ships, settle

from fishlab import GAMES, Fishery, Match

pytestmark = pytest.mark.browser


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


def test_an_illegal_net_is_refused_with_its_reason_and_escape_clears_it(show):
    page = show(fishery())
    board = board_of(page)
    place_ships(board)
    click(board, "net a3 b3")
    click(board, "net b3 c3")
    act(board, lambda: board.locator('[data-try="net b3 b2"]').click())
    assert "without a ship" in board.get_by_role("alert").inner_text()
    assert "without a ship" in board.locator("svg .bubble-group").text_content()
    act(board, lambda: board.locator("[data-move]").first.press("Escape"))
    assert board.locator("svg .bubble-group").count() == 0


def test_keys_on_the_board_never_reach_the_notebook(show):
    page = show([*fishery(), "1 + 1"])
    board = board_of(page)
    cells = page.locator(".jp-Cell").count()
    board.locator('[tabindex="0"][data-move]').focus()
    for key in "ddabxmyjk":
        page.keyboard.press(key)
    field = board.get_by_label("Type a move")
    field.fill("")
    field.press_sequentially("dd aa b2")
    assert field.input_value() == "dd aa b2"
    field.fill("ship b2")
    act(board, lambda: field.press("Enter"))
    assert page.locator(".jp-Cell").count() == cells
    page.locator(".log", has_text="puts a ship on b2").wait_for()


def test_a_bot_answers_and_the_page_stays_awake(show):
    page = show(fishery("random"))
    board = board_of(page)
    board.locator('[data-move="ship a3"]').click()
    page.wait_for_function("() => document.querySelectorAll('.log li').length === 2")
    page.locator(".phase", has_text="Black to place ship 2 of 2").wait_for()


def test_codes_are_pasted_broken_ones_refused_in_words(show):
    page = show(fishery())
    board = board_of(page)
    place_ships(board)
    match = Match(Fishery, columns=3, rows=3, ships=2)
    for square in SHIPS:
        match.play(f"ship {square}")
    has_code(page, match)
    code = match.code()
    act(board, lambda: page.get_by_role("button", name="Undo").click())
    page.get_by_label("Paste a code").fill(code[:-2])
    page.get_by_role("button", name="Open it").click()
    page.wait_for_function("() => document.querySelector('.fishlab-code .answer').textContent.includes('checksum')")
    page.get_by_label("Paste a code").fill(f" {code} ")
    act(board, lambda: page.get_by_role("button", name="Open it").click())
    has_code(page, match)


def test_ten_clicks_in_a_burst_play_one_move(show):
    page = show(fishery())
    board = board_of(page)
    act(
        board,
        lambda: page.evaluate(
            """() => { const spot = document.querySelector('.fishlab-board [data-move="ship a3"]');
                       for (let i = 0; i < 10; i++) spot.dispatchEvent(new MouseEvent('click', {bubbles: true})); }"""
        ),
    )
    settle(page)
    assert page.locator(".log li").count() == 1
    assert board.get_by_role("alert").inner_text() == ""


def test_two_views_of_one_board_and_two_boards_live_side_by_side(show):
    page = show([*fishery(), "table.board", "Table('fishery', seats=['person', 'person'], columns=4, rows=4, ships=1)"])
    first, second, third = (board_of(page, number) for number in range(3))
    click(second, "ship b2")
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('b2')")
    assert first.locator("svg use").count() == second.locator("svg use").count()
    assert third.locator("[data-move]").count() == 16
    ids = page.evaluate("() => [...document.querySelectorAll('.fishlab-board [id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))


def test_axe_finds_nothing_serious_on_board_and_table_light_and_dark(show):
    page = show(fishery())
    board = board_of(page)
    place_ships(board)
    assert axe(page, ".fishlab-table") == []
    browser.set_theme(page, dark=True)
    assert axe(page, ".fishlab-table") == []


def test_after_a_kernel_restart_the_cell_says_run_this_cell(lab, open_page):
    page = open_page(lab, [*fishery(), "from fishlab_widgets.boom.flags import FlagEditor\nFlagEditor()"])
    board_of(page)
    page.problems = LabsOwn()
    page.evaluate("async () => { await jupyterapp.commands.execute('docmanager:save'); }")
    page.evaluate("async () => { await jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }")
    lost = page.get_by_text("This has lost its kernel. Run this cell again").first
    lost.wait_for()
    page.locator(".fishlab-lost", has_text="This has lost its kernel. Run this cell again").wait_for()
    page.locator(".fishlab-board [data-move]").first.click()
    assert lost.is_visible(), "a click on a dead board changes nothing"
    page.reload()
    page.wait_for_selector(".fishlab-asleep", state="visible")
    board, flag = page.locator(".fishlab-asleep").all()
    assert "Run this cell to wake the board" in board.inner_text()
    assert board.locator("svg").first.is_visible()
    assert "Run this cell to wake the flag" in flag.inner_text()
    assert not page.get_by_text("Error displaying widget").is_visible()


def test_the_table_fits_a_narrow_page(show):
    page = show(fishery(), width=768)
    board = board_of(page)
    place_ships(board)
    wide = page.evaluate(
        "() => { const t = document.querySelector('.fishlab-table'); return [t.scrollWidth, t.clientWidth]; }"
    )
    assert wide[0] <= wide[1] + 1


def test_the_same_board_plays_in_notebook_7(notebook_7, open_page):
    page = open_page(notebook_7, fishery())
    board = board_of(page)
    click(board, "ship a3")
    page.locator(".log", has_text="puts a ship on a3").wait_for()
    page.problems = [one for one in page.problems if "reading 'schema'" not in one]  # Notebook 7's own, also without us


def test_the_same_board_plays_in_voila(voila, open_page):
    page = open_page(voila, fishery(), run=False)
    board = board_of(page)
    click(board, "ship a3")
    page.locator(".log", has_text="puts a ship on a3").wait_for()
    own = ("cdn.jsdelivr.net", "voila.js")  # Voilà's own page asks for its icon font
    page.problems = [one for one in page.problems if not any(words in one for words in own)]


CLICK = """async () => {
  const root = document.querySelector('.fishlab-board'), picture = root.querySelector('.picture');
  const before = new Set(picture.querySelectorAll('*')), rev = root.dataset.rev;
  const parse = DOMParser.prototype.parseFromString;
  let read = 0;
  DOMParser.prototype.parseFromString = function (text, type) {
    if (text.includes('class="fishlab')) read = Math.max(read, text.length);
    return parse.call(this, text, type);
  };
  const changed = new Promise((done) => {
    const look = new MutationObserver(() => root.dataset.rev !== rev && (look.disconnect(), done()));
    look.observe(root, {attributes: true, attributeFilter: ['data-rev']});
  });
  root.querySelector('.picture [data-move]').dispatchEvent(new MouseEvent('click', {bubbles: true}));
  await changed;
  DOMParser.prototype.parseFromString = parse;
  const now = [...picture.querySelectorAll('*')];
  return {kept: now.filter((node) => before.has(node)).length / now.length, read: read / picture.innerHTML.length};
}"""
"""Clicks a move, and tells which share of the picture's parts stayed and which share of its text one redraw read."""


def test_a_click_on_booms_large_sheet_reads_and_changes_only_what_is_new(show):
    page = show(["from fishlab_widgets import Table\nTable('boom', 4, seats=['person'] * 4, dice='table', pace=0)"])
    board_of(page)
    for _ in range(5):  # up to the second catch, which changes all later years
        shares = browser.ask_page(page, CLICK)
        assert shares["kept"] > 0.9
        assert 0 < shares["read"] < 0.6


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_played_by_keyboard_and_axe_finds_nothing_serious(show, game):
    cell = f"from fishlab_widgets import Table\nTable({game.name!r}, {game.seats[-1]}, pace=0, seed=2)"
    page = show([cell])
    board = board_of(page)
    target = board.locator('[data-move][tabindex="0"]')
    target.wait_for(state="attached")
    target.focus()
    act(board, lambda: page.keyboard.press("Enter"))
    page.wait_for_function("() => document.querySelectorAll('.log .line').length > 0")
    assert axe(page, ".fishlab-table") == []
    browser.set_theme(page, dark=True)
    assert axe(page, ".fishlab-table") == []
