"""A person at a real JupyterLab: clicks, keys, codes, restarts, and what a screen reader would find."""

from __future__ import annotations

import json
import re
import shutil
import statistics
from pathlib import Path

import browser
import pytest

from fishlab import GAMES, Fishery, Match

pytestmark = pytest.mark.browser

ARTEFACTS = browser.ROOT / "test-artefacts"
SHIPS = ("a3", "c1", "a1", "c3")
SMALL = 'Table("fishery", seats=["person", "{other}"], columns=3, rows=3, ships=2, pace=0.01)'


@pytest.fixture(scope="module")
def lab():
    with browser.server() as one:
        yield one


@pytest.fixture(scope="module")
def notebook_7():
    with browser.server("notebook") as one:
        yield one


@pytest.fixture(scope="module")
def voila():
    with browser.server("voila") as one:
        yield one


@pytest.fixture(scope="module")
def chrome():
    with browser.browser() as one:
        yield one


@pytest.fixture
def open_page(chrome, request):
    """Open a notebook in a fresh page that notes console errors and outside requests, and run it."""
    opened = []

    def go(server, path: Path | list[str], *, width=1280, run=True):
        name = f"n{abs(hash(request.node.nodeid)) % 10**8}-{len(opened)}.ipynb"
        if isinstance(path, list):
            (server.work / name).write_text(json.dumps(notebook(path)), encoding="utf-8")
        else:
            name = path.name
            shutil.copy(path, server.work / name)
        context = chrome.new_context(viewport={"width": width, "height": 1000}, reduced_motion="reduce")
        page = context.new_page()
        page.problems = []
        page.on("console", lambda message: note_console(page, message))
        page.on("pageerror", lambda error: page.problems.append(f"error: {error}"))
        page.on("request", lambda one: note_request(page, server, one))
        page.goto(server.url(name))
        if run:
            page.evaluate(browser.RUN_ALL)
            browser.wait_idle(page)
        opened.append((context, page))
        return page

    yield go
    ARTEFACTS.mkdir(exist_ok=True)
    for number, (context, page) in enumerate(opened):
        page.screenshot(path=ARTEFACTS / f"{re.sub(r'[^a-z0-9]+', '-', request.node.name.lower())}-{number}.png")
        page.evaluate("async () => await window.jupyterapp?.serviceManager?.sessions?.shutdownAll?.()")
        context.close()
        assert page.problems == []


def note_console(page, message) -> None:
    quiet = ("favicon", "404 (Not Found)", "WebSocket", "Failed to load resource")
    if message.type == "error" and not any(word in message.text for word in quiet):
        page.problems.append(f"console: {message.text}")


def note_request(page, server, request) -> None:
    if not request.url.startswith((server.address, "data:", "blob:", server.address.replace("http", "ws"))):
        page.problems.append(f"outside request: {request.url}")


def notebook(cells: list[str]) -> dict:
    return {
        "cells": [
            {"cell_type": "code", "id": f"c{n}", "metadata": {}, "source": cell, "outputs": [], "execution_count": None}
            for n, cell in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def fishery(other: str = "person") -> list[str]:
    return [f"from fishlab_widgets import Table\ntable = {SMALL.format(other=other)}\ntable"]


def board_of(page, number: int = 0):
    board = page.locator(".fishlab-board").nth(number)
    board.locator("svg.fishlab").wait_for()
    return board


def act(board, action) -> None:
    """Do something to a board and wait until it has answered: the revision has changed."""
    before = board.get_attribute("data-rev")
    action()
    board.page.wait_for_function(
        "([node, rev]) => node.dataset.rev !== rev", arg=[board.element_handle(), before], timeout=15_000
    )


def click(board, move: str) -> None:
    act(board, lambda: board.locator(f'[data-move="{move}"]').click())


def place_ships(board) -> None:
    for square in SHIPS:
        click(board, f"ship {square}")


def axe(page, selector: str) -> list[str]:
    """Return what axe-core finds serious inside a part of the page."""
    import axe_playwright_python

    source = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))
    page.evaluate(source.read_text(encoding="utf-8"))
    found = page.evaluate("(selector) => axe.run(selector)", selector)
    return [
        f"{one['id']}: {one['help']} {one['nodes'][0]['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def test_a_whole_game_by_click_with_undo_scrubber_and_the_end(lab, open_page):
    page = open_page(lab, fishery())
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


def test_a_whole_game_by_keyboard_only(lab, open_page):
    page = open_page(lab, fishery())
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


def test_an_illegal_net_is_refused_with_its_reason_and_escape_clears_it(lab, open_page):
    page = open_page(lab, fishery())
    board = board_of(page)
    place_ships(board)
    click(board, "net a3 b3")
    click(board, "net b3 c3")
    act(board, lambda: board.locator('[data-try="net b3 b2"]').click())
    assert "without a ship" in board.get_by_role("alert").inner_text()
    assert "without a ship" in board.locator("svg .bubble-group").text_content()
    act(board, lambda: board.locator("[data-move]").first.press("Escape"))
    assert board.locator("svg .bubble-group").count() == 0


def test_keys_on_the_board_never_reach_the_notebook(lab, open_page):
    page = open_page(lab, [*fishery(), "1 + 1"])
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


def test_a_bot_answers_and_the_page_stays_awake(lab, open_page):
    page = open_page(lab, fishery("random"))
    board = board_of(page)
    board.locator('[data-move="ship a3"]').click()
    page.wait_for_function("() => document.querySelectorAll('.log li').length === 2")
    page.locator(".phase", has_text="Black to place ship 2 of 2").wait_for()


def test_codes_are_pasted_broken_ones_refused_in_words(lab, open_page):
    page = open_page(lab, fishery())
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


def has_code(page, match: Match) -> None:
    """Wait until the line under the board has the save code of a match."""
    page.wait_for_function(
        "(code) => document.querySelector('.fishlab-code input.code').value === code", arg=match.code()
    )


def test_ten_clicks_in_a_burst_play_one_move(lab, open_page):
    page = open_page(lab, fishery())
    board = board_of(page)
    act(
        board,
        lambda: page.evaluate(
            """() => { const spot = document.querySelector('.fishlab-board [data-move="ship a3"]');
                       for (let i = 0; i < 10; i++) spot.dispatchEvent(new MouseEvent('click', {bubbles: true})); }"""
        ),
    )
    page.wait_for_timeout(300)
    assert page.locator(".log li").count() == 1


def test_two_views_of_one_board_and_two_boards_live_side_by_side(lab, open_page):
    page = open_page(
        lab, [*fishery(), "table.board", "Table('fishery', seats=['person', 'person'], columns=4, rows=4, ships=1)"]
    )
    first, second, third = (board_of(page, number) for number in range(3))
    click(second, "ship b2")
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('b2')")
    assert first.locator("svg use").count() == second.locator("svg use").count()
    assert third.locator("[data-move]").count() == 16
    ids = page.evaluate("() => [...document.querySelectorAll('.fishlab-board [id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))


def test_axe_finds_nothing_serious_on_board_and_table_light_and_dark(lab, open_page):
    page = open_page(lab, fishery())
    board = board_of(page)
    place_ships(board)
    assert axe(page, ".fishlab-table") == []
    browser.set_dark(page)
    assert axe(page, ".fishlab-table") == []


class LabsOwn(list):
    """Problems, without what JupyterLab itself says of a kernel that went away."""

    def append(self, problem):
        own = ("debugger state", "widget model not found", "before replies were done")
        if not any(words in problem for words in own):
            super().append(problem)


def test_after_a_kernel_restart_the_cell_says_run_this_cell(lab, open_page):
    page = open_page(lab, fishery())
    board_of(page)
    page.problems = LabsOwn()
    page.evaluate("async () => { await jupyterapp.commands.execute('docmanager:save'); }")
    page.evaluate("async () => { await jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }")
    page.get_by_text("This board has lost its kernel. Run this cell again").first.wait_for()
    page.reload()
    page.wait_for_selector(".fishlab-asleep", state="visible")
    assert "Run this cell" in page.locator(".fishlab-asleep").inner_text()
    assert page.locator(".fishlab-asleep svg").is_visible()
    assert not page.get_by_text("Error displaying widget").is_visible()


def test_the_table_fits_a_narrow_page(lab, open_page):
    page = open_page(lab, fishery(), width=768)
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


REDRAW_TIMES = """async () => {
  const root = document.querySelector('.fishlab-board');
  const times = [];
  while (times.length < 15) {
    const target = [...root.querySelectorAll('[data-move]')].find((node) => !node.closest('[hidden]'));
    const rev = root.dataset.rev;
    const start = performance.now();
    const changed = new Promise((done) => {
      const look = new MutationObserver(() => root.dataset.rev !== rev && (look.disconnect(), done()));
      look.observe(root, {attributes: true, attributeFilter: ['data-rev']});
    });
    target.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
    target.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    await changed;
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 500));
  }
  return times;
}"""


@pytest.mark.timing
def test_booms_large_sheet_redraws_within_a_tenth_of_a_second(lab, open_page):
    cell = "from fishlab_widgets import Table\nTable('boom', 4, seats=['person'] * 4, dice='table', pace=0)"
    page = open_page(lab, [cell])
    board_of(page)
    medians = []
    while len(medians) < 4 and min(medians, default=1000) >= 100:  # a busy machine may spoil a round
        medians.append(round(statistics.median(page.evaluate(REDRAW_TIMES))))
    assert min(medians) < 100, medians


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_played_by_keyboard_and_axe_finds_nothing_serious(lab, open_page, game):
    cell = f"from fishlab_widgets import Table\nTable({game.name!r}, {game.seats[-1]}, pace=0, seed=2)"
    page = open_page(lab, [cell])
    board = board_of(page)
    target = board.locator('[data-move][tabindex="0"]')
    target.wait_for(state="attached")
    target.focus()
    act(board, lambda: page.keyboard.press("Enter"))
    page.wait_for_function("() => document.querySelectorAll('.log .line').length > 0")
    assert axe(page, ".fishlab-table") == []
    browser.set_dark(page)
    assert axe(page, ".fishlab-table") == []


LESSONS = sorted((browser.ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_every_notebook_runs_in_the_lab_without_a_traceback_or_a_sound_from_outside(lab, open_page, path):
    page = open_page(lab, path)
    page.locator(".fishlab-board svg.fishlab").first.wait_for()
    assert page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert axe(page, ".jp-NotebookPanel .fishlab-live") == []
