"""What a student does stays on the site, too: see `tests/notebooks/test_kept_browser.py`.

There a moment costs a start of Python in the browser: `make test` takes one, `make kept` three of each lesson.
"""

from __future__ import annotations

import checklist
import pages
import pytest
from kept import SiteStudent, trial

pytestmark = pytest.mark.browser


def on_site(open_site, name: str, moments: int) -> None:
    """Let some things happen to somebody in a lesson of the site."""
    page, path = open_site(), checklist.FOLDER / f"{name}.ipynb"
    page.evaluate("() => localStorage.clear()")  # another test may have kept something
    pages.run_lesson(page, path.name)
    trial(SiteStudent, page, path, moments)
    assert page.problems == []


def test_a_reloaded_page_and_another_python_lose_nothing_on_the_site(open_site):
    on_site(open_site, checklist.COURSE[0], 1)


@pytest.mark.soak
@pytest.mark.parametrize("name", checklist.COURSE)
def test_three_moments_of_each_lesson_lose_nothing_on_the_site(open_site, name):
    on_site(open_site, name, 3)
