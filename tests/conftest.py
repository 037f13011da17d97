"""Settings for all tests, and what the browser tests share: servers, a browser and one warm page.

Nothing of it starts before a test asks for it.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import browser
import pages
import people
import pytest
from hypothesis import HealthCheck, settings
from short_form import short_form
from xdist.scheduler import LoadScopeScheduling

# Hypothesis tries the same examples each time, keeps no folder of its own, and looks at no clock.
settings.register_profile(
    "fishlab", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fishlab")

STUBS = str(Path(__file__).parent / "stubs")
"""What stands here is left out of all programs that tests start, and of the tests' own."""
if STUBS not in sys.path:
    sys.path.insert(0, STUBS)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (STUBS, os.environ.get("PYTHONPATH"))))

FAILED = pytest.StashKey[bool]()

# Each test, and each fixture that several share, draws the same seeds and secrets whenever it runs, so that what has
# passed once does not fail by bad luck elsewhere; `FISHLAB_LUCK=2 make rules` draws others. Programs that tests start
# (servers, kernels) draw their own.
LUCK = Random()
secrets.randbelow, secrets.choice = LUCK.randrange, LUCK.choice
secrets.token_bytes = lambda size=None: LUCK.randbytes(size or secrets.DEFAULT_ENTROPY)


def draw_for(name: str) -> None:
    """Begin the luck of a test or a fixture."""
    LUCK.seed(f"{name} {os.environ.get('FISHLAB_LUCK', '')}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin the luck of a test before its fixtures."""
    draw_for(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a fixture that several tests share draw the same whichever of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    before = LUCK.getstate()
    draw_for(f"{fixturedef.baseid}::{fixturedef.argname}")
    try:
        return (yield)
    finally:
        LUCK.setstate(before)


@pytest.fixture(autouse=True, scope="module")
def no_game_stays() -> Iterator[None]:
    """Forget the games that cells of a lesson have registered: the next file of tests knows the five alone."""
    yield
    for known, first in REGISTRIES:
        for name in known.keys() - first:
            del known[name]


def pytest_collection_finish() -> None:
    """Note which games there are before a test has run a cell."""
    from fishlab.bots import REGISTERED
    from fishlab.core import FACES, GAMES  # not before the stubs are in the path

    REGISTRIES[:] = [(known, set(known)) for known in (GAMES, FACES, REGISTERED)]


REGISTRIES: list[tuple[dict[str, Any], set[str]]] = []


LESSONS = ("tests/notebooks/", "tests/lesson/test_questions.py")
"""Where tests look at lessons, each of which is run once in a worker."""
PAGES = r"\d\db?|sandbox|glossary|references|teacher"
"""How the names of notebooks begin."""
IN_THE_LAB = (
    "test_first_lesson_browser.py", "test_homes_browser.py", "test_kept_browser.py", "test_lab_browser.py",
    "test_lesson_browser.py", "test_lessons_browser.py", "test_live_browser.py", "test_pixels_browser.py",
    "test_sliders_browser.py",
)  # fmt: skip
"""Files of tests that need the prepared JupyterLab: in a short run one worker has them all, for its server and warm
page are slow to start."""
WHOLE = "test_open_browser.py"
"""A file of browser tests that have one server for themselves: one worker has them all."""
LONG = (
    "test_docs.py", "test_example.py", "test_project.py", "test_lab_panel.py", "test_faces.py",
    "test_laws.py", "test_lab_experiment.py", "test_fishery_rules.py", "test_core.py", "test_fuzz.py",
    "test_secrecy.py",
    WHOLE, "test_class_browser.py", "test_stages_browser.py", "test_one_screen_browser.py", "test_return_browser.py",
)  # fmt: skip
"""Files that take long: they begin, so that no worker waits for one at the end."""


class Shares(LoadScopeScheduling):
    """How workers share the tests: by file, tests of a lesson by lesson, those of the browser by home or one by one."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        if file.endswith(IN_THE_LAB) and "not soak" in self.config.getoption("markexpr"):
            return "JupyterLab"
        if file.endswith(".ipynb"):
            return f"lesson {re.match(PAGES, Path(file).name)[0]}"
        lesson = re.search(rf"\[({PAGES})|(?:test|lesson)_(\d\db?)_", test) if file.startswith(LESSONS) else None
        browser = file.endswith("_browser.py")
        if lesson:
            return f"lesson {lesson[1] or lesson[2]}{' in the browser' * browser}"
        return nodeid if browser and not file.endswith(WHOLE) else file


def pytest_configure(config: pytest.Config) -> None:
    """Let nbval, where it takes part, run the notebooks for the other tests too: see `walk.Kernel`."""
    if config.pluginmanager.hasplugin("nbval"):
        from nbval.plugin import IPyNbFile

        def setup(file: Any) -> None:
            from walk import Kernel

            file.kernel = Kernel(file.path)
            file.setup_sanitize_files()

        IPyNbFile.setup = setup


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Shares | None:
    """Share the tests in our own way where they are shared by file, in the order in which they were collected."""
    if config.getoption("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False
    return Shares(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put long tests first, and browser tests last: no other test shall meet the browser's event loop, which stays.

    In a short run, only some cases of a test stay that is marked `few`.
    """
    if "not long" in config.getoption("markexpr"):
        kept = short_form(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
    first = (*LONG, *IN_THE_LAB)
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, item.path.name not in first))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember of each test whether it failed, so that its page is not used again."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    """A browser."""
    with browser.browser() as one:
        yield one


@pytest.fixture(scope="session")
def lab() -> Iterator[browser.Server]:
    """A JupyterLab."""
    with browser.server() as one:
        yield one


@pytest.fixture(scope="session")
def shipped_lab() -> Iterator[browser.Server]:
    """A JupyterLab with the settings that people have."""
    with browser.server(shipped=True) as one:
        yield one


@pytest.fixture
def visit(
    chrome: Any, shipped_lab: browser.Server, request: pytest.FixtureRequest
) -> Iterator[Callable[..., people.Visit]]:
    """Open a notebook as a person does: see `people.Visit`."""
    opened: list[people.Visit] = []

    def go(source: Any, **more: Any) -> people.Visit:
        opened.append(people.Visit(chrome, shipped_lab, source, **more))
        return opened[-1]

    yield go
    for number, one in enumerate(opened):
        keep_picture(one.page, request.node, number)
        one.close()
        assert one.page.problems == []


def keep_picture(page: Any, test: pytest.Item, number: int = 0) -> None:
    """Keep a picture of how a failed test left its page."""
    if not test.stash.get(FAILED, False):
        return
    pages.ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=pages.ARTEFACTS / f"{re.sub(r'[^a-z0-9]+', '-', test.name.lower())}-{number}.png")


@pytest.fixture
def open_page(chrome: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Open a notebook in a fresh page with a fresh kernel, and run it."""
    opened: list[pages.FreshPage] = []

    def go(server: browser.Server, source: Any, **more: Any) -> Any:
        opened.append(pages.FreshPage(chrome, server, source, **more))
        return opened[-1].page

    yield go
    for number, one in enumerate(opened):
        keep_picture(one.page, request.node, number)
        one.close()
        assert one.page.problems == []


@pytest.fixture(scope="session")
def warm() -> Iterator[list[pages.WarmPage]]:
    """The warm page, if it is open."""
    kept: list[pages.WarmPage] = []
    yield kept
    for one in kept:
        one.close()


@pytest.fixture
def show(
    chrome: Any, lab: browser.Server, warm: list[pages.WarmPage], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Any]]:
    """Run cells, or a notebook, in the one warm page: no name, widget or answer of an earlier test is left in it."""

    def go(source: Any, **more: Any) -> Any:
        if not warm:
            warm.append(pages.WarmPage(chrome, lab))
        return warm[0].show(source, **more)

    yield go
    if not warm:
        return
    page = warm[0].page
    keep_picture(page, request.node)
    problems, page.problems = page.problems, []
    if problems or request.node.stash.get(FAILED, False):
        warm.pop().close()
    assert problems == []
