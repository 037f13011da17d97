"""The site in a real browser, from a subfolder with a space: lessons run, boards play, nothing comes from outside.

It needs a folder of Pyodide, which is too large to lie in the project: name it in FISHLAB_PYODIDE.
"""

from __future__ import annotations

import time

import browser
import pages
import people
import pytest
from fishlab_widgets.course import course_folder

pytestmark = pytest.mark.browser
LESSONS = [path.name for path in sorted(course_folder().glob("*.ipynb"))]
WRONG = """() => [...jupyterapp.shell.currentWidget.content.model.cells].filter((cell) => cell.type === 'code')
  .flatMap((cell) => cell.executionCount ? cell.outputs.toJSON() : [{name: 'stderr', text: 'a cell was not run'}])
  .filter((one) => one.output_type === 'error' || one.name === 'stderr').map((one) => one.evalue || one.text)"""
"""What went wrong in any cell, also in one that the page leaves out while it is not in view."""
ASK = """async (code) => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  let said = '';
  const asked = kernel.requestExecute({code, store_history: false});
  asked.onIOPub = (message) => { said += message.content.text || message.content.evalue || ''; };
  await asked.done;
  return said.trim();
}"""


TAKE = '.fishlab-board .picture [data-move="take 2"]'
LESSON = "00-cast-off.ipynb"
SAVE = "async () => jupyterapp.shell.currentWidget.context.save()"
STRANGE = """async ([name, code]) => {
  const contents = jupyterapp.serviceManager.contents, {content} = await contents.get(name, {content: true});
  content.cells.filter((cell) => cell.cell_type === 'code').forEach((cell) => {
    Object.assign(cell, {source: code, execution_count: null, outputs: []});
    cell.metadata.trusted = true;
  });
  await contents.save('99-strange.ipynb', {type: 'notebook', format: 'json', content});
}"""


def test_from_the_first_page_a_lesson_starts_and_one_python_serves_the_next_ones(open_site):
    """One click on the page, one on the board; then another lesson, back again, and a reload: nothing is lost."""
    page = open_site(starts=True)
    page.problems = pages.LabsOwn()
    page.evaluate("() => localStorage.clear()")
    pythons = []
    page.on("worker", lambda worker: pythons.append(worker.url))
    page.locator(f'a.open[href$="path={LESSON}"]').click()
    page.locator(".fishlab-starting", has_text="Python is starting in this browser").wait_for()
    board = page.locator(".fishlab-board").first
    board.locator('.choices [data-move="take 3"]').wait_for()
    assert not board.locator(".stepper").is_visible(), "four cards are shown as cards"
    page.locator(TAKE).first.click()
    board.get_by_text("Round 2 of 6").first.wait_for()
    assert browser.ask_page(page, "() => jupyterapp.shell.leftCollapsed"), "the list of files makes room"
    browser.ask_page(page, people.IDLE)
    page.locator('.jp-SideBar.jp-mod-left li[data-id="fishlab-course"]').click()
    panel = page.locator("#fishlab-course")
    panel.locator("button[aria-current]", has_text="1 of 8 steps done").wait_for()
    panel.locator("button", has_text="07 · Who owns the sea?").click()
    page.locator('.fishlab-board:visible [data-move^="ship"]').first.wait_for()
    browser.ask_page(page, people.IDLE)
    assert browser.ask_page(page, WRONG) == []
    assert browser.ask_page(page, "() => [...jupyterapp.shell.widgets('main')].length") == 1, (
        "the lesson before is closed"
    )
    panel.locator("button", has_text="00 · Cast off").last.click()
    for again in (False, True):
        if again:
            page.reload()
        page.locator(".fishlab-bookmark button", has_text="Continue where you left off").first.click()
        board.get_by_text("Round 2 of 6").first.wait_for()
        assert len(pythons) == 1 + again, "a page has one Python"
    assert page.problems == []


def test_a_notebook_that_only_says_that_it_is_ours_does_not_start(open_site):
    page = open_site("lab/index.html?path=glossary.ipynb", starts=True)
    browser.ask_page(page, browser.READY)
    browser.ask_page(page, STRANGE, [LESSON, "print('it ran')"])
    page.goto(page.url.split("?")[0] + "?path=99-strange.ipynb")
    page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.context?.path === '99-strange.ipynb'")
    browser.ask_page(page, browser.READY)
    page.wait_for_timeout(people.FIRST_LOOK)
    assert page.locator(".fishlab-starting").count() == 0
    assert set(browser.ask_page(page, WRONG)) == {"a cell was not run"}


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_runs_all_cells_in_the_browser_without_an_error(open_site, name):
    page = open_site()
    pages.run_lesson(page, name)
    if name not in ("glossary.ipynb", "references.ipynb"):  # pages without a board
        page.locator(".fishlab-board svg.fishlab").first.wait_for()
    assert browser.ask_page(page, WRONG) == []
    for laboratory in page.locator(".fishlab-laboratory").all():
        for run in laboratory.get_by_role("button", name="Run").all():
            run.click()
        laboratory.locator(".fishlab-figure").nth(1).wait_for()
    assert page.problems == []
    assert open_site.outside == []


CELL = f"""
{pages.fishery()[0]}
display(table)
from fishlab_widgets.lesson.lesson import Lesson
lesson = Lesson("07", "A test", minutes=5, steps=["Predict"])
lesson.predict("one", "Which year?", choices=[5, 6, 7], result=6, show=lambda: "<p>So it was</p>")
"""


def cells(page, *sources: str) -> None:
    """Replace the cells of an open notebook by others, and run them."""
    stored = pages.notebook(sources)["cells"]
    plain = [{name: cell[name] for name in ("cell_type", "source", "metadata")} for cell in stored]
    browser.ask_page(page, pages.REPLACE, [plain, ""])
    browser.ask_page(page, browser.RUN_ALL)
    browser.wait_idle(page)


def test_a_move_is_played_a_plot_is_drawn_a_prediction_locks_and_a_code_survives_a_reload(open_site):
    page = open_site()
    page.locator('a.open[href$="sandbox.ipynb"]').click()
    browser.ask_page(page, browser.READY)
    cells(page, CELL)
    board = pages.board_of(page)
    pages.place_ships(board)
    assert browser.ask_page(page, ASK, "print(len(table.match.moves))") == "4"
    page.locator("[data-tab=plots]").first.click()
    page.locator(".fishlab-figure").first.wait_for()
    card = page.locator(".fishlab-card", has_text="Which year?")
    card.locator(".option", has_text="5").click()
    card.get_by_role("button", name="Lock in 5 and show the result").click()
    card.get_by_text("So it was").wait_for()
    code = browser.ask_page(page, ASK, "print(table.match.code())")
    browser.ask_page(page, SAVE)
    page.reload()
    browser.ask_page(page, browser.READY)
    assert "fishery" in browser.ask_page(
        page, "() => jupyterapp.shell.currentWidget.content.model.toJSON().cells[0].source"
    ), "what was saved is still there"
    again = f"from fishlab import Match\nprint(Match.from_code({code!r}).code())"
    assert browser.ask_page(page, ASK, again) == code
    assert page.problems == []


def test_a_lesson_leads_to_the_next_one_to_the_one_before_and_to_the_words(open_site):
    """A link is found by its words: it names no file any more once this browser has kept a copy of what it leads to."""
    page = open_site(f"notebooks/index.html?path={LESSON}")
    browser.ask_page(page, browser.READY)
    browser.ask_page(page, SAVE)
    page = open_site("notebooks/index.html?path=01-boom-ten-years.ipynb")
    browser.ask_page(page, browser.READY)
    for words, name in (
        ("02 · Which fish matters?", "02-boom-which-fish-matters"),
        ("← 00 · Cast off", "00-cast-off"),
        ("Words of the course", "glossary"),
    ):
        with page.expect_popup() as opened:
            page.locator(".jp-MarkdownOutput").get_by_role("link", name=words, exact=True).click()
        opened.value.locator(".jp-MarkdownOutput h1").first.wait_for()
        assert f"{name}.ipynb" in opened.value.url
        opened.value.close()


def test_pip_install_fishlab_works_and_what_cannot_run_says_so_kindly(open_site):
    page = open_site("notebooks/index.html?path=sandbox.ipynb")
    browser.ask_page(page, browser.READY)
    assert "rror" not in browser.ask_page(page, ASK, "%pip install fishlab\nimport fishlab\nprint(fishlab.__version__)")
    said = browser.ask_page(
        page, ASK, "from fishlab_widgets.command import main\nmain(['experiment', 'run', 'greedy', '--workers', '2'])"
    )
    assert "Traceback" not in said
    said = browser.ask_page(
        page,
        ASK,
        "from fishlab_widgets.command import main\nprint([main([one]) for one in ('lab', 'class', 'site', 'handout')])",
    )
    assert "[2, 2, 2, 2]" in said


def test_the_first_board_comes_within_half_as_much_again_as_an_empty_notebook_and_fifteen_seconds(site, chrome):
    """Both are opened in a browser that has nothing yet, one after the other on the same machine."""
    took = {}
    for name in ("empty", "board"):
        page = pages.watched(chrome, site)
        begun = time.monotonic()
        page.goto(f"{site.root}notebooks/index.html?path=07-fishery-who-owns-the-sea.ipynb")
        browser.ask_page(page, browser.READY)
        if name == "empty":
            assert browser.ask_page(page, ASK, "print(1)") == "1"
        else:
            page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells'); }")
            page.locator(".fishlab-board .picture > svg").first.wait_for()
        took[name] = time.monotonic() - begun
        page.context.close()
    print(
        f"\nan empty notebook answers after {took['empty']:.1f} s, the first board is there after {took['board']:.1f} s"
    )
    assert took["board"] < 1.5 * took["empty"] + 15


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_the_first_page_fits_a_screen_and_a_phone_and_can_be_heard(site, chrome, width, dark):
    context = chrome.new_context(
        viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light", java_script_enabled=True
    )
    page = context.new_page()
    page.goto(site.root)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert pages.axe(page, "body") == []
    small = page.evaluate(
        "() => [...document.querySelectorAll('a.open, a.start')].filter((a) => a.getBoundingClientRect().height < 40)"
    )
    assert small == []
    context.close()
