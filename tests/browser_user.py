"""A student at a lesson in a real JupyterLab: every prediction, exercise and board, by mouse or by the keyboard alone.

`python tests/browser_user.py OUT 00 05 [--keys] [--width 768] [--dark]` walks some lessons, keeps pictures of them
from top to bottom in the folder OUT, and prints every stumble: what does not answer, loses the focus, or is taller than
a screen. `--brief` plays fewer moves and keeps no pictures.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import browser
import checklist
import pages
from fishlab_widgets.lesson.answering import Choosing, Marking, Numbering
from fishlab_widgets.lesson.answers import NOTHING
from fishlab_widgets.lesson.card import Card
from fishlab_widgets.lesson.exercises import Check, Exercise
from fishlab_widgets.lesson.predictions import Explanation, Prediction
from playwright.sync_api import Error
from programs import EXERCISES
from walk import Walk, first_answer

from fishlab import Match
from fishlab.firstpond import FirstPond

MOVES = 6
"""What is played at each board."""
ANSWERED = 60_000
"""Milliseconds after which a click has no answer."""
TALLEST = 800
"""Pixels that a card may be high: a screen of a laptop, without the bars of browser and notebook."""


def right_answer(card: Exercise | Check) -> Any:
    """Return an answer that an exercise takes: a text, the places of choices, marks on a board, or a program."""
    if isinstance(card, Check):
        own = [one.model for one in EXERCISES if (one.lesson, one.key) == (card.lesson.number, card.key)]
        return own[0] if own else None
    if isinstance(card.answering, Choosing):
        values = card.answering.values
        sizes = range(1, len(values) + 1) if card.answering.many else [1]
        picks = (pick for size in sizes for pick in itertools.combinations(range(len(values)), size))
        taken = (lambda pick: {values[n] for n in pick}) if card.answering.many else (lambda pick: values[pick[0]])
        return next(list(pick) for pick in picks if card.judge(taken(pick)) is True)
    if isinstance(card.answering, Marking):
        state = card.answering.state
        return next(text for text in map(state.notation, state.moves()) if card.judge(text) is True)
    if card.key == "save code":
        pond = Match(FirstPond, 3)
        pond.play("take 2")
        return pond.code()
    expected = card.expected[0] if isinstance(card.expected, tuple) else card.expected
    if expected is NOTHING:
        expected = next(number for number in range(500) if card.judge(number) is True)
    return f"{expected:.4f}".rstrip("0").rstrip(".") if isinstance(expected, int | float) else str(expected)


def wrong_answer(card: Exercise) -> Any:
    """Return an answer of the same kind that an exercise does not take."""
    right = right_answer(card)
    if isinstance(card.answering, Choosing):
        return next([place] for place in range(len(card.answering.values)) if [place] != right)
    if isinstance(card.answering, Marking):
        state = card.answering.state
        return next(text for text in map(state.notation, state.moves()) if card.judge(text) is not True)
    return "987654" if card.kind == "number" else "soon"


class Hands:
    """A student's hands at a page that shows a lesson.

    Args:
        page: the page, with all cells run.
        walk: the same lesson in this Python, which knows the answers.
        keys: whether the mouse is left alone.
        moves: what is played at each board.
    """

    def __init__(self, page: Any, walk: Walk, *, keys: bool = False, moves: int = MOVES) -> None:
        self.page, self.walk, self.keys, self.moves = page, walk, keys, moves
        self.stumbles: list[str] = []
        self.start = time.monotonic()
        self.rng = Random(1)
        self.unfold()

    def unfold(self) -> None:
        """Open the sections that a lesson shows folded."""
        self.page.evaluate("() => globalThis.jupyterapp?.commands.execute('notebook:expand-all-headings')")

    def note(self, where: str, what: object) -> None:
        """Remember a stumble, and say it at once: a walk that is cut short has still seen it."""
        self.stumbles.append(f"{where}: {' '.join(str(what).split())[:300]}")
        print(f"  {time.monotonic() - self.start:.0f} s", self.stumbles[-1], flush=True)

    # What a hand does.

    def reach(self, node: Any, most: int = 80) -> None:
        """Bring the focus to something with the Tab key, from its cell or from where it is in that cell."""
        found = node.element_handle()
        found.evaluate(ENTER)
        key = "Shift+Tab" if found.evaluate(ABOVE) else "Tab"
        for _ in range(most):
            if found.evaluate("(node) => node === document.activeElement || node.contains(document.activeElement)"):
                return
            self.page.keyboard.press(key)
        raise LookupError("Tab does not lead there")

    def press(self, node: Any) -> None:
        """Press a button."""
        if self.keys:
            self.reach(node)
            self.page.keyboard.press("Enter")
        else:
            node.click()

    def type(self, node: Any, text: str) -> None:
        """Write a text into a field, in place of what is there."""
        if self.keys:
            self.reach(node)
            self.page.keyboard.press("Control+a")
            self.page.keyboard.type(text)
        else:
            node.fill(text)

    def pick(self, box: Any, places: list[int]) -> None:
        """Choose among some choices, and nothing else."""
        inputs = box.locator(".options input")
        many = inputs.first.get_attribute("type") == "checkbox"
        if not self.keys:
            for place in range(inputs.count()):
                if inputs.nth(place).is_checked() != (place in places) and (many or place in places):
                    box.locator("label.option").nth(place).click()
                    pages.settle(self.page)
        elif not many:
            held = [place for place in range(inputs.count()) if inputs.nth(place).is_checked()]
            self.reach(inputs.nth(held[0] if held else 0))
            self.page.keyboard.press("Space")
            for _ in range((places[0] - (held[0] if held else 0)) % inputs.count()):
                self.page.keyboard.press("ArrowDown")
                pages.settle(self.page)
        else:
            for place in range(inputs.count()):
                if inputs.nth(place).is_checked() != (place in places):
                    self.reach(inputs.nth(place))
                    self.page.keyboard.press("Space")
                    pages.settle(self.page)

    def mark(self, box: Any, move: str) -> None:
        """Mark a place on the board of a card."""
        node = box.locator(f'.fishlab-board [data-move="{move}"]')
        if self.keys:
            node.focus()  # arrows lead there; which way is tested with the board
            self.page.keyboard.press("Enter")
        else:
            node.click(force=True)
        pages.settle(self.page)

    # What a student does.

    def card(self, card: Card) -> Any:
        """Return a card on the page."""
        name = json.dumps(card.label, ensure_ascii=False)  # a selector reads no \u201c
        return self.page.locator(f".fishlab-card:has(.fishlab-panel[aria-label={name}])").first

    def held(self, where: str) -> None:
        """Note it when an answer has taken the focus away."""
        if self.keys and self.page.evaluate("() => document.activeElement === document.body"):
            self.note(where, "the focus is lost")

    def predict(self, card: Prediction) -> None:
        """Predict, lock, and explain the gap."""
        box, answer = self.card(card), first_answer(card.answering)
        if isinstance(card.answering, Numbering):
            self.type(box.locator("input[type=number]"), answer)
        elif isinstance(card.answering, Marking):
            self.mark(box, answer[0] if isinstance(answer, list) else answer)
        else:
            self.pick(box, answer if isinstance(answer, list) else [answer])
        pages.settle(self.page)
        self.press(box.locator("[data-part=go] button"))
        box.locator(".lockline.locked").wait_for()
        pages.settle(self.page)
        self.held(f"{card.key}, locked")
        if card.why_asked:
            self.explain(box, "Because they all took what they could.")

    def explain(self, box: Any, words: str) -> None:
        """Write a sentence, and keep it."""
        self.type(box.locator("textarea").last, words)
        if self.keys:
            self.page.keyboard.press("Enter")
        else:
            box.get_by_role("button", name="Keep").last.click()
        box.get_by_text("Kept.").wait_for()

    def answer(self, card: Exercise) -> None:
        """Answer an exercise wrong, and then right."""
        box = self.card(card)
        for answer, verdict in ((wrong_answer(card), "wrong"), (right_answer(card), "right")):
            if card.answering is None:
                self.type(box.locator("input[type=text]"), answer)
                if self.keys:
                    self.page.keyboard.press("Enter")
                else:
                    box.get_by_role("button", name="Check").click()
            else:
                (self.mark if isinstance(card.answering, Marking) else self.pick)(box, answer)
                pages.settle(self.page)
                self.press(box.get_by_role("button", name="Check"))
            box.locator(f".said.{verdict}").wait_for()
            self.held(f"{card.key}, {verdict}")

    def program(self, card: Check) -> None:
        """Write a program into its cell, run it and the cell that checks it."""
        text = right_answer(card)
        if text is None:
            return
        name = re.search(r"def (\w+)", text)[1]
        cells = self.walk.notebook["cells"]
        codes = {n: checklist.source(cell) for n, cell in enumerate(cells) if cell["cell_type"] == "code"}
        own = next(n for n, code in codes.items() if re.search(rf"^def {name}\(", code, re.MULTILINE) and "..." in code)
        checks = re.compile(rf'\bask\("{re.escape(card.key)}"')
        check = next(n for n, code in codes.items() if checks.search(code))
        head = codes[own].split(f"def {name}(")[0]
        self.run_cell(own, head + text)
        if check != own:
            self.run_cell(check)
        browser.wait_idle(self.page)
        pages.settle(self.page)
        self.card(card).locator(".said.right").wait_for()

    def run_cell(self, place: int, text: str = "") -> None:
        """Go to a cell, write into it if there is something to write, and run it."""
        if self.keys:
            self.go(place)
        else:
            self.page.evaluate("(n) => { jupyterapp.shell.currentWidget.content.activeCellIndex = n; }", place)
        if text and self.keys:
            self.page.keyboard.press("Enter")
            self.page.keyboard.press("Control+a")
            self.page.keyboard.insert_text(text)
        elif text:
            self.page.evaluate(WRITE, [place, text])
        if self.keys:
            self.page.keyboard.press("Shift+Enter")
        else:
            self.page.evaluate("() => jupyterapp.commands.execute('notebook:run-cell')")
        browser.wait_idle(self.page)

    def go(self, place: int) -> None:
        """Go to a cell by keys: the arrows pass over cells with hidden code, which Shift+Enter runs one by one."""
        for _ in range(3):  # what was begun at a board, the board, the cell's text
            self.page.keyboard.press("Escape")
            pages.settle(self.page)
        while (now := self.page.evaluate(ACTIVE)) > place:
            self.page.keyboard.press("ArrowUp")
            if self.page.evaluate(ACTIVE) == now:
                break
        while (now := self.page.evaluate(ACTIVE)) < place:
            hidden = all(checklist.is_folded(cell) for cell in self.walk.notebook["cells"][now + 1 : place + 1])
            self.page.keyboard.press("Shift+Enter" if hidden else "ArrowDown")
            browser.wait_idle(self.page)
            if self.page.evaluate(ACTIVE) == now:
                break
        if now != place:
            raise LookupError(f"keys lead to cell {now}, not to {place}")

    def play(self, table: Any) -> int:
        """Play some moves at a board, whatever is offered; return how many it took."""
        node = table.element_handle()
        node.scroll_into_view_if_needed()
        for asked in table.locator(".questions [aria-pressed=true]").all():
            self.press(asked)  # nothing is played while the board is asked
            pages.settle(self.page)
            self.held("question")
        for done in range(self.moves):
            self.page.wait_for_function(OFFERED, arg=node)
            if node.evaluate("(node) => !!node.querySelector('.cover:not([hidden])')"):
                self.press(table.locator(".cover button"))
                pages.settle(self.page)
                continue
            offered = node.evaluate(IN_SIGHT)
            if not offered:
                return done  # the game is over
            before = table.get_attribute("data-rev")
            if self.keys:
                self.reach(table.locator("[data-move][tabindex='0']").first)
                for _ in range(self.rng.randrange(3)):
                    self.page.keyboard.press(self.rng.choice(["ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"]))
                self.page.keyboard.press("Enter")
            else:
                self.click(table.locator("[data-move]").nth(self.rng.choice(offered)))
            try:
                self.page.wait_for_function(
                    "([node, rev]) => node.dataset.rev !== rev", arg=[node, before], timeout=ANSWERED
                )
            except Error:  # the page moved under the pointer: who sees no answer clicks again
                self.note("board", "a click without an answer")
                continue
            pages.settle(self.page)
            self.held("board")
        return self.moves

    def click(self, target: Any) -> None:
        """Click a move in the middle of the screen, for the prompt sticks to its top; once more if the page moves."""
        for last in (False, False, True):
            try:
                target.evaluate("(node) => node.scrollIntoView({block: 'center'})")
                target.click(force=True)
                return
            except Error:
                if last:
                    raise
                pages.settle(self.page)

    def walk_through(self) -> None:
        """Do all that there is to do, from top to bottom."""
        for number in range(self.page.locator(".fishlab-table").count()):
            table = self.page.locator(".fishlab-table").nth(number)
            try:
                if (played := self.play(table)) < 2:
                    self.note(f"board {number}", f"{played} moves could be played")
            except Exception as error:
                self.note(f"board {number}", error)
        for card in self.walk.cards((Prediction, Exercise, Check, Explanation)):
            try:
                match card:
                    case Prediction():
                        self.predict(card)
                    case Exercise():
                        self.answer(card)
                    case Check():
                        self.program(card)
                    case _:
                        self.explain(self.card(card), "A sentence of mine.")
            except Exception as error:
                self.note(card.key, f"{type(error).__name__} {error}")

    def tall(self) -> list[str]:
        """Return what is higher than a screen."""
        found = self.page.evaluate(HEIGHTS)
        return [f"{name}: {height} pixels high" for name, height in found if height > TALLEST]


IN_SIGHT = """(node) => [...node.querySelectorAll('[data-move]')]
  .flatMap((one, place) => one.checkVisibility() ? [place] : [])"""
"""The places of the moves that a person can click: cards of the turn before stay in the page, hidden."""
OFFERED = """(node) => node.querySelector('.cover:not([hidden]), .ending:not([hidden])')
  || (!node.classList.contains('waiting') && node.querySelector('[data-move]'))"""
"""Waits until it is a person's turn at a table, or the game is over."""
ENTER = """(node) => {
  const cell = node.closest('.jp-Cell'), notebook = jupyterapp.shell.currentWidget.content;
  if (cell.contains(document.activeElement)) return;
  let place = notebook.widgets.findIndex((one) => one.node === cell);
  while (place > 0 && notebook.widgets[place].inputHidden) place -= 1;
  notebook.activeCellIndex = place;
  notebook.mode = 'command';
  notebook.widgets[place].node.focus({preventScroll: true});
}"""
"""Goes to the cell of something as Escape and the arrow keys would: where code is folded, to the last cell above."""
ABOVE = "(node) => !!(document.activeElement.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING)"
"""Whether something stands above what has the focus."""
ACTIVE = "() => jupyterapp.shell.currentWidget.content.activeCellIndex"
WRITE = "([n, text]) => jupyterapp.shell.currentWidget.content.widgets[n].model.sharedModel.setSource(text)"
HEIGHTS = """() => [...document.querySelectorAll('.fishlab-card, .fishlab-table, .fishlab-strip')].map((node) => [
  (node.querySelector('.asked, .title, .banner, .where')?.textContent || '').slice(0, 60),
  Math.round(node.getBoundingClientRect().height)])"""
"""How high everything is that is looked at in one piece."""


def photograph(page: Any, out: Path, name: str, height: int = 1500) -> None:
    """Keep pictures of a page from top to bottom."""
    size = page.viewport_size
    page.set_viewport_size({"width": size["width"], "height": height})
    outer = "document.querySelector('.jp-WindowedPanel-outer')"
    total = int(page.evaluate(f"() => {outer}.scrollHeight"))
    for number in range(-(-total // (height - 130))):
        page.evaluate(f"() => {{ {outer}.scrollTop = {number * (height - 130)}; }}")
        page.wait_for_timeout(150)
        page.screenshot(path=out / f"{name}-{number:02}.png")
    page.set_viewport_size(size)


def main() -> None:
    """Walk some lessons, and print what happened."""
    asked = argparse.ArgumentParser()
    asked.add_argument("out", type=Path)
    asked.add_argument("lessons", nargs="+")
    asked.add_argument("--keys", action="store_true")
    asked.add_argument("--both", action="store_true")
    asked.add_argument("--dark", action="store_true")
    asked.add_argument("--brief", action="store_true")
    asked.add_argument("--width", type=int, default=1280)
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with browser.server() as server, browser.browser() as chrome:
        warm = pages.WarmPage(chrome, server)
        page = warm.page
        for name in given.lessons:
            path = next(checklist.FOLDER.glob(f"{name}*.ipynb"))
            for keys in (False, True) if given.both else (given.keys,):
                start = time.monotonic()
                page.set_default_timeout(browser.PATIENCE)
                warm.show(path, width=given.width)
                browser.close_side_bar(page)
                browser.set_theme(page, dark=given.dark)
                page.wait_for_timeout(500)
                page.set_viewport_size({"width": given.width, "height": 800})
                stem = f"{name}{'-keys' * keys}{'-dark' * given.dark}-{given.width}"
                if not keys:
                    page.screenshot(path=given.out / f"{stem}-open.png")
                page.set_default_timeout(15000)
                hands = Hands(page, Walk(path), keys=keys, moves=2 if given.brief else MOVES)
                hands.walk_through()
                browser.wait_idle(page)
                seen = [*hands.tall(), *page.problems]
                page.problems.clear()
                took = f"{time.monotonic() - start:.0f} s, {len(hands.stumbles)} stumbles"
                print(f"== {stem} {took}", *seen, sep="\n  ", flush=True)
                if not keys and not given.brief:
                    photograph(page, given.out, stem)
        warm.close()


if __name__ == "__main__":
    sys.exit(main())
