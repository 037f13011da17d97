"""What a student does stays: a kernel is killed or a page reloaded at random moments of a lesson, and nothing is lost.

Moments are drawn with fixed seeds. The short form, in `make test`, takes two lessons; `make kept` takes twenty moments
of each.
"""

from __future__ import annotations

import json
import math
import os
import signal
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import browser
import checklist
import pages
import people
import pytest
from browser_user import Hands
from fishlab_widgets.lesson.exercises import Check, Exercise
from fishlab_widgets.lesson.predictions import Explanation, Prediction
from walk import Walk

from fishlab import Match

pytestmark = pytest.mark.browser

SHORT = ("00-cast-off", "07-fishery-who-owns-the-sea")
LONG = 20
MOST = 3
"""Things that are done between two moments."""
GO_ON = ".fishlab-bookmark button"
HAS = """
import json, os
from fishlab_widgets.controls import cell_cache
answers = {key: [repr(one.own), one.why, one.reason] for key, one in lesson.memory.answers.items() if one.done}
print(json.dumps([os.getpid(), answers, {name: one["code"] for name, one in cell_cache.keepsakes().items()}]))
"""
"""Lets a kernel say what it has: its number, every answer, every game."""


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


class Student:
    """Somebody who goes through a lesson, and to whom things happen.

    Args:
        page: the lesson, with all cells run.
        path: its notebook.
        seed: in which order things are done.
        moments: at how many moments something will happen: there is at least one thing to do before each.
    """

    def __init__(self, page: Any, path: Any, seed: int, moments: int) -> None:
        self.page, self.moments = page, moments
        page.problems = pages.LabsOwn()
        self.hands = Hands(page, Walk(path), moves=1)
        self.to_do: list[Callable[[], object]] = []
        for kind, act in (
            (Prediction, self.hands.predict),
            (Exercise, self.hands.answer),
            (Check, self.hands.program),
            (Explanation, lambda card: self.hands.explain(self.hands.card(card), "A sentence of mine.")),
        ):
            self.to_do += [lambda card=card, act=act: act(card) for card in self.hands.walk.cards(kind)]
        tables = page.locator(".fishlab-table").count()
        for number in range(max(3 * tables, moments - len(self.to_do)) if tables else 0):
            self.to_do.append(lambda place=number % tables: self.hands.play(page.locator(".fishlab-table").nth(place)))
        Random(seed).shuffle(self.to_do)

    def has(self) -> tuple[int, dict[str, list[object]], dict[str, str]]:
        """Return the kernel's number, its answers and its games."""
        number, answers, games = json.loads(browser.ask_page(self.page, pages.ASK, HAS))
        return number, answers, games

    def works(self) -> None:
        """Do the next things: all of them before the last moment, if there are many moments."""
        for _ in range(min(MOST, math.ceil(len(self.to_do) / self.moments))):
            self.to_do.pop()()
        self.moments -= 1

    def meets(self, what: str) -> None:
        """Lose the kernel, the page or both; then open and run the lesson again, and go on."""
        number, answers, games = self.has()
        if what != "reload":
            os.kill(number, signal.SIGKILL)
        if what == "kill":
            self.page.locator(".jp-Dialog .jp-mod-accept").click()  # JupyterLab says that it starts a new one
            self.page.locator(".jp-Dialog").wait_for(state="detached")
        else:
            self.page.reload()
        browser.ask_page(self.page, browser.READY)
        browser.ask_page(self.page, browser.RUN_ALL)
        browser.ask_page(self.page, people.IDLE)
        self.page.wait_for_function("() => document.querySelector('.fishlab-bookmark:not([hidden])')")
        go_on = self.page.locator(GO_ON, has_text="Continue where you left off").first
        if what != "reload" and (answers or games):
            go_on.click()
            go_on.wait_for(state="detached")
        _, later, again = self.has()
        assert later == answers, what
        for name, code in games.items():
            before, now = Match.from_code(code), Match.from_code(again[name])
            assert now.moves[: len(before.moves)] == before.moves, what


def trial(page: Any, path: Any, moments: int) -> None:
    """Let some things happen to somebody in a lesson."""
    student = Student(page, path, int(path.stem[:2]), moments)
    for number in range(moments):
        student.works()
        student.meets(("kill", "reload", "both")[number % 3])


@pytest.fixture(scope="module")
def binder_like(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BinderLike]:
    one = BinderLike(tmp_path_factory.mktemp("binder"))
    one.start()
    yield one
    one.stop()


@pytest.mark.few(1)
@pytest.mark.parametrize("name", SHORT)
def test_a_killed_kernel_and_a_reloaded_page_lose_nothing(lab, open_page, name):
    path = checklist.FOLDER / f"{name}.ipynb"
    trial(open_page(lab, path), path, 2)


@pytest.mark.long
def test_nothing_is_lost_under_an_address_like_binders(binder_like, open_page):
    path = checklist.FOLDER / f"{SHORT[0]}.ipynb"
    trial(open_page(binder_like, path), path, 1)


@pytest.mark.soak
@pytest.mark.parametrize("name", checklist.COURSE)
def test_twenty_moments_of_each_lesson_lose_nothing(lab, open_page, name):
    path = checklist.FOLDER / f"{name}.ipynb"
    trial(open_page(lab, path), path, LONG)
