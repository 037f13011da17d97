"""What a student does stays: a kernel is killed or a page reloaded at random moments of a lesson, and nothing is lost.

Moments are drawn with fixed seeds. The short form, in `make test`, takes two moments of a lesson, and one under an
address like Binder's; `make kept` takes twenty moments of each lesson, and six under that address.
`tests/site/test_kept_site_browser.py` does the same on the site.
"""

from __future__ import annotations

from collections.abc import Iterator

import browser
import checklist
import pytest
from kept import Student, trial

pytestmark = pytest.mark.browser

SHORT = ("00-cast-off", "07-fishery-who-owns-the-sea")
LONG, LONG_AWAY = 20, 6


class BinderLike(browser.Server):
    """A server under an address of its own, as Binder and a hub have it."""

    base = "/user/fish-lab-x7k2"

    @property
    def address(self) -> str:
        """Where the server listens."""
        return f"{super().address}{self.base}"

    def command(self) -> list[str]:
        """Return the command that starts the server."""
        return [*super().command(), f"--ServerApp.base_url={self.base}/"]


@pytest.fixture(scope="module")
def binder_like(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BinderLike]:
    one = BinderLike(tmp_path_factory.mktemp("binder"))
    one.start()
    yield one
    one.stop()


@pytest.mark.parametrize("name", [SHORT[0], pytest.param(SHORT[1], marks=pytest.mark.long)])
def test_a_killed_kernel_and_a_reloaded_page_lose_nothing(lab, open_page, name):
    path = checklist.FOLDER / f"{name}.ipynb"
    trial(Student, open_page(lab, path), path, 2)


def test_nothing_is_lost_under_an_address_like_binders(binder_like, open_page):
    path = checklist.FOLDER / f"{SHORT[0]}.ipynb"
    trial(Student, open_page(binder_like, path), path, 1)


@pytest.mark.soak
@pytest.mark.parametrize("name", checklist.COURSE)
def test_twenty_moments_of_each_lesson_lose_nothing(lab, open_page, name):
    path = checklist.FOLDER / f"{name}.ipynb"
    trial(Student, open_page(lab, path), path, LONG)


@pytest.mark.soak
@pytest.mark.parametrize("name", checklist.COURSE)
def test_six_moments_of_each_lesson_under_an_address_like_binders_lose_nothing(binder_like, open_page, name):
    path = checklist.FOLDER / f"{name}.ipynb"
    trial(Student, open_page(binder_like, path), path, LONG_AWAY)
