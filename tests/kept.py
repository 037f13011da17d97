"""A student to whom things happen in the middle of a lesson: wherever that is, what was done stays."""

from __future__ import annotations

import json
import math
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import browser
import pages
import people
from browser_user import Hands
from fishlab_widgets.lesson.exercises import Check, Exercise
from fishlab_widgets.lesson.predictions import Explanation, Prediction
from walk import Walk

from fishlab import Match

MOST = 3
"""Things that are done between two moments."""
GO_ON = ".fishlab-bookmark button"
SEAL = "Seal this ballot"
RESTART = "() => { jupyterapp.commands.execute('notebook:restart-kernel'); }"
HAS = """
import json, os
from fishlab_widgets.controls import cell_cache
answers = {key: [repr(one.own), one.why, one.reason] for key, one in lesson.memory.answers.items() if one.done}
games = {name: one["code"] for name, one in cell_cache.keepsakes().items()}
print(json.dumps([os.getpid(), answers, games, any(one.news for one in cell_cache.watchers())]))
"""
"""Lets a kernel say what it has: its number, every answer, every game, and whether the page has still to keep some."""


class Student:
    """Somebody who goes through a lesson, and to whom things happen.

    Args:
        page: the lesson, with all cells run.
        path: its notebook.
        seed: in which order things are done.
        moments: at how many moments something will happen: there is at least one thing to do before each.
    """

    outlives = True
    """Whether a kernel outlives its page."""

    def __init__(self, page: Any, path: Path, seed: int, moments: int) -> None:
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
            self.to_do += [lambda card=card, act=act: self.does(act, card) for card in self.hands.walk.cards(kind)]
        tables = page.locator(".fishlab-table").count()
        for number in range(max(3 * tables, moments - len(self.to_do)) if tables else 0):
            self.to_do.append(lambda place=number % tables: self.hands.play(page.locator(".fishlab-table").nth(place)))
        Random(seed).shuffle(self.to_do)
        if page.get_by_role("button", name=SEAL).count():
            self.to_do.append(self.votes)  # what the council agreed on is asked for by other cards: it comes first

    def does(self, act: Callable[[Any], object], card: Any) -> None:
        """Do what a card asks, or leave it for later where it opens only after another one."""
        if self.hands.card(card).count():
            act(card)
        else:
            self.to_do.insert(0, lambda: self.does(act, card))

    def votes(self) -> None:
        """Seal the five ballots of the council."""
        seal = self.page.get_by_role("button", name=SEAL)
        box = self.page.locator(".fishlab-card").filter(has=seal)
        for number in range(1, 6):
            for choice in ("1", "3 times in 6", "2 points"):
                box.get_by_role("radio", name=choice, exact=True).evaluate("(node) => node.click()")
            seal.click()
            if number < 5:
                box.get_by_text(f"{number} of 5 ballot").wait_for()
        self.page.get_by_text("[3 times in 6]").first.wait_for()
        pages.settle(self.page)

    def has(self) -> tuple[int, dict[str, list[object]], dict[str, str]]:
        """Return the kernel's number, its answers and its games, as soon as the page has kept them.

        That takes a fraction of a second: what is newer may be lost, as `bookmark.js` says.
        """
        news = True
        while news:
            number, answers, games, news = json.loads(browser.ask_page(self.page, pages.ASK, HAS))
        return number, answers, games

    def works(self) -> None:
        """Do the next things: all of them before the last moment, if there are many moments."""
        for _ in range(min(MOST, math.ceil(len(self.to_do) / self.moments))):
            self.to_do.pop()()
        self.moments -= 1

    def says_yes(self) -> None:
        """Say yes to JupyterLab, which speaks of a new kernel."""
        self.page.locator(".jp-Dialog .jp-mod-accept").click()
        self.page.locator(".jp-Dialog").wait_for(state="detached")

    def loses_kernel(self, number: int, *, stays: bool) -> None:
        """Lose the kernel, by its number; whoever stays at the page is told of it."""
        os.kill(number, signal.SIGKILL)
        if stays:
            self.says_yes()

    def meets(self, what: str) -> None:
        """Lose the kernel, the page or both; then open and run the lesson again, and go on."""
        number, answers, games = self.has()
        if what != "reload":
            self.loses_kernel(number, stays=what == "kill")
        if what != "kill":
            self.page.reload()
        browser.ask_page(self.page, browser.READY)
        browser.ask_page(self.page, browser.RUN_ALL)
        browser.ask_page(self.page, people.IDLE)
        self.hands.unfold()
        self.page.wait_for_function("() => document.querySelector('.fishlab-bookmark:not([hidden])')")
        if not (what == "reload" and self.outlives) and (games or self.has()[1] != answers):
            go_on = self.page.locator(GO_ON, has_text="Continue where you left off").first
            go_on.click()  # where only programs were done, running their cells was enough, and nothing is offered
            go_on.wait_for(state="detached")
        self.page.keyboard.press("Shift")  # somebody is there: the page no longer scrolls to its first board by itself
        _, later, again = self.has()
        assert later == answers, what
        for name, code in games.items():
            before, now = Match.from_code(code), Match.from_code(again[name])
            assert now.moves[: len(before.moves)] == before.moves, what
        pages.settle(self.page)  # the games that came back can be seen


class SiteStudent(Student):
    """The same on a site, whose Python runs in the page, has no number and ends with it: it is restarted by command."""

    outlives = False

    def loses_kernel(self, number: int, *, stays: bool) -> None:
        """Let another Python begin."""
        self.page.evaluate(RESTART)
        self.says_yes()


def trial(who: type[Student], page: Any, path: Path, moments: int) -> None:
    """Let some things happen to somebody in a lesson."""
    student = who(page, path, int(path.stem[:2]), moments)
    for number in range(moments):
        student.works()
        student.meets(("kill", "reload", "both")[number % 3])
