"""The link that `make lab` opens, in JupyterLab as it comes: a lesson starts, and one click catches a fish.

Nothing is prepared here: no setting, no command, no scrolling. What is not ours or not trusted is not run.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import browser
import checklist
import pages
import people
import pytest

pytestmark = pytest.mark.browser

FIRST = "00-cast-off.ipynb"
TAKE = '.fishlab-board .picture [data-move="take 2"]'
SIDE_BAR = "#jp-left-stack"
NO_SCRIPT = "**/extensions/fishlab/**"
NOT_OURS = (
    "error: Cannot read properties of undefined (reading 'schema')",
    "error: Command 'filebrowser:open-path' not registered.",
)
"""What Notebook 7 says of itself, also of a notebook without us."""
OLD = "fishlab = 'not this one'\nprint('it ran')"
LAID_OUT_LATE = """document.addEventListener('DOMContentLoaded', () => {
  const late = document.createElement('style');
  late.id = 'late';
  late.textContent = '.jp-NotebookPanel { display: none !important; }';
  document.head.append(late);
})"""
PROMPTS = """() => [...document.querySelectorAll('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell .jp-InputPrompt')]
  .map((one) => one.textContent)"""


class Course(browser.Server):
    """The course as `make lab` serves it, in a copy of the project's folder."""

    def __init__(self, folder: Any) -> None:
        super().__init__(folder, shipped=True)
        shutil.copytree(browser.ROOT / "notebooks", self.work / "notebooks")
        (self.work / "tools").mkdir()
        shutil.copy(browser.ROOT / "tools" / "open_course.py", self.work / "tools")

    def command(self) -> list[str]:
        """Return the command of `make lab`, and look for the address that it prints."""
        return [sys.executable, str(self.work / "tools/open_course.py"), "--port", str(self.port), "--browser", "no"]

    def start(self) -> None:
        """Start, and read the address as a person does."""
        super().start()
        said = ""
        while not (found := re.search(r"http://\S+", said)):
            assert self.process.poll() is None, said
            time.sleep(0.1)
            said = (self.folder / "server.log").read_text()
        self.link, self.token = found[0], found[0].split("token=")[1]

    def url(self, notebook: str) -> str:
        """Return the plain link of a notebook, as `make lab` prints it for the first lesson."""
        return self.link.replace(f"/tree/notebooks/{FIRST}", f"/tree/{notebook}")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    one = Course(tmp_path_factory.mktemp("course"))
    one.start()
    yield one
    one.stop()
    for page in (browser.ROOT / "notebooks").glob("*.ipynb"):
        assert (one.work / "notebooks" / page.name).read_text() == page.read_text(), "looking changes no file"


@pytest.fixture
def person(chrome: Any, course: Course) -> Iterator[Any]:
    """Somebody who has never seen Jupyter: a window of a laptop, and nothing in it."""
    shutil.rmtree(
        course.folder / "jupyter_config_dir" / "lab", ignore_errors=True
    )  # what was open in JupyterLab before
    shutil.copy(browser.ROOT / "notebooks" / FIRST, course.work / "notebooks")  # not as another person saved it
    page = pages.watched(chrome, course, *people.LAPTOP, motion=True)
    page.problems = pages.LabsOwn()
    yield page
    page.context.close()
    for session in json.loads(course.ask("GET", "sessions")):
        course.ask("DELETE", f"sessions/{session['id']}")
    assert [one for one in page.problems if one not in NOT_OURS] == []


def in_view(page: Any, selector: str = TAKE) -> bool:
    return bool(browser.ask_page(page, people.IN_VIEW, [selector, people.SCROLLER]))


def calm(page: Any) -> None:
    """Wait until the kernel in front has nothing to do."""
    page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for()


def look(page: Any) -> None:
    """Wait until the kernel in front is idle and its page stands still: by now a lesson would have started."""
    calm(page)
    browser.ask_page(page, people.CALM)


def caught(page: Any) -> None:
    """Catch two fish by one click on what can be seen, and see both bots follow."""
    page.locator(TAKE).first.wait_for()
    page.wait_for_function(people.IN_VIEW, arg=[TAKE, people.SCROLLER])
    page.locator(TAKE).first.click()
    page.locator(".fishlab-board").first.get_by_text("Round 2 of 6").first.wait_for()


def test_from_the_link_of_make_lab_to_the_first_catch_by_one_click(course, person):
    begun = time.monotonic()
    person.goto(course.link)
    caught(person)
    print(f"\nfirst fish {time.monotonic() - begun:.0f} s after the link")
    assert not person.locator(SIDE_BAR).is_visible(), "the list of files makes room"
    assert person.locator(".fishlab-starting").count() == 0
    look(person)
    assert in_view(person, ".fishlab-board .picture"), "the page stays at its first board"

    before = person.evaluate(PROMPTS)
    person.keyboard.press("Escape")
    person.keyboard.press("Control+s")
    person.locator(".lm-TabBar-tab.jp-mod-current:not(.jp-mod-dirty)").first.wait_for()
    person.reload()  # its kernel lives, and the notebook shows what it has
    person.locator(".fishlab-board").first.get_by_text("Round 2 of 6").first.wait_for()
    look(person)
    assert person.evaluate(PROMPTS) == before, "and is not run again"
    assert in_view(person, ".fishlab-board .picture")


@pytest.mark.long
def test_the_side_bar_stays_as_a_person_leaves_it(course, person):
    person.goto(course.link)
    person.locator(TAKE).first.wait_for()
    calm(person)
    person.locator('.jp-SideBar.jp-mod-left li[data-id="filebrowser"]').click()
    person.locator(SIDE_BAR).wait_for()
    person.locator(".jp-DirListing-item", has_text="07-fishery").dblclick()
    person.locator(".lm-TabBar-tab.lm-mod-current", has_text="07-fishery").wait_for()
    person.locator('.fishlab-board:visible [data-move^="ship"]').first.wait_for()  # the next lesson has started too
    assert person.locator(SIDE_BAR).is_visible()
    calm(person)
    person.goto(course.link)
    person.locator(TAKE).first.wait_for()
    assert person.locator(SIDE_BAR).is_visible(), "also when the course is opened again"


def test_nothing_runs_that_is_not_ours_not_trusted_or_not_wanted(course, person):
    """Each of them is opened as the first lesson is, and shows no output after the time in which that would start."""
    stored = json.loads((browser.ROOT / "notebooks" / FIRST).read_text(encoding="utf-8"))
    code = [cell for cell in stored["cells"] if cell["cell_type"] == "code"]
    code[0]["source"] = OLD
    (course.work / "changed.ipynb").write_text(json.dumps(stored), encoding="utf-8")  # our mark, somebody's code
    del stored["metadata"]["fishlab"]
    (course.work / "strange.ipynb").write_text(json.dumps(stored), encoding="utf-8")
    trust = [sys.executable, "-m", "jupyter", "trust", str(course.work / "strange.ipynb")]
    subprocess.run(trust, env=course.env(), check=True, capture_output=True)
    for name in ("changed.ipynb", "strange.ipynb"):
        person.goto(course.url(name))
        person.locator(".jp-CodeCell").first.wait_for(state="attached")  # folded to a line
        look(person)
        assert not any(re.search(r"[\d*]", prompt) for prompt in person.evaluate(PROMPTS)), name
        assert person.locator(SIDE_BAR).is_visible()
    person.evaluate(pages.WAIT)
    person.goto(course.link)
    look(person)
    assert person.locator(".fishlab-board").count() == 0


@pytest.mark.long
def test_the_first_lesson_starts_in_notebook_7_too_as_soon_as_it_can_be_seen(course, person):
    """Where much else is to be done, Notebook 7 tells of a notebook before it is laid out."""
    person.add_init_script(LAID_OUT_LATE)
    person.goto(course.link.replace("/lab/tree/", "/notebooks/"))
    person.locator(".jp-NotebookPanel .jp-CodeCell").first.wait_for(state="attached")
    person.wait_for_timeout(people.FIRST_LOOK)
    assert not any(re.search(r"[\d*]", prompt) for prompt in person.evaluate(PROMPTS))
    person.locator("#late").evaluate("(late) => late.remove()")
    caught(person)


@pytest.mark.long
def test_without_the_extension_a_lesson_waits_for_run_all_cells(course, person):
    person.route(NO_SCRIPT, lambda route: route.abort())
    person.goto(course.link)
    look(person)
    assert person.locator(".fishlab-board").count() == 0
    person.locator(".lm-MenuBar-item", has_text="Run").first.click()
    person.locator(".lm-Menu-item:visible", has=person.get_by_text("Run All Cells", exact=True)).first.click()
    caught(person)
    person.problems.clear()  # JupyterLab says that a script is missing


def test_the_panel_shows_the_lessons_how_far_they_are_and_where_to_go_on(course, person):
    person.goto(course.link)
    caught(person)
    person.locator(".fishlab-strip li.done").first.wait_for()
    person.locator('.jp-SideBar.jp-mod-left li[data-id="fishlab-course"]').click()
    panel = person.locator("#fishlab-course")
    panel.locator("button[aria-current]", has_text="1 of 8 steps done").wait_for()
    numbered = panel.locator("ol").first.locator("button").all_inner_texts()
    assert [text.split(" · ")[0] for text in numbered] == [name.partition("-")[0] for name in checklist.COURSE]
    assert all("minutes" in text for text in numbered)
    assert "teacher" not in panel.inner_text()
    calm(person)
    panel.locator("button", has_text="07 · Who owns the sea?").click()
    person.locator('.fishlab-board:visible [data-move^="ship"]').first.wait_for()
    calm(person)
    person.goto(course.link.replace(f"/tree/notebooks/{FIRST}?", "?reset&"))  # as a hub opens it
    panel.locator("button.go", has_text="Continue where you left off: 07").wait_for()
    person.wait_for_timeout(2000)  # JupyterLab keeps its layout a moment after it has changed
    person.reload()
    panel.locator("button.go").wait_for()  # a side bar that showed the course shows it again
    panel.get_by_label("Start lessons when they are opened").uncheck()
    panel.locator("button.go").click()
    person.locator(".jp-MarkdownOutput h1", has_text="Who owns the sea?").wait_for()
    look(person)
    assert person.locator(".fishlab-starting").count() == 0, "a person can switch it off"


@pytest.mark.long
def test_the_panel_comes_with_a_lesson_wherever_its_copy_lies(course, person):
    def nothing_in_sight(route):
        told = route.fetch().json()
        route.fulfill(json=told | {"folder": None})

    shutil.copytree(browser.ROOT / "notebooks", course.work / "a" / "b" / "mine")
    person.route("**/fishlab/course.json", nothing_in_sight)
    person.goto(course.link.replace(f"/tree/notebooks/{FIRST}?", "?reset&"))
    person.locator(".jp-LauncherCard").first.wait_for()
    fish = person.locator('.jp-SideBar.jp-mod-left li[data-id="fishlab-course"]')
    fish.wait_for(state="detached")
    person.goto(course.url(f"a/b/mine/de/{FIRST}"))
    fish.click()
    panel = person.locator("#fishlab-course")
    panel.locator("button", has_text="07 · Who owns the sea?").click()
    person.locator('.fishlab-board:visible [data-move^="ship"]').first.wait_for()
    panel.locator("button[aria-current]", has_text="07 · Who owns the sea?").wait_for()
    calm(person)
