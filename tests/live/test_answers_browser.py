"""No click on the board stays unanswered while a person is to move: in every phase of every game, and while asking."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from fishlab_widgets import Table
from laws import COURSE
from prepared_page import Stage
from sending import ask

pytestmark = pytest.mark.browser

# Clicks on all that a mouse meets in the picture, and returns what said nothing and asked for nothing, and the marks.
CLICK_ALL = """() => {
  const frame = document.querySelector('.picture'), alert = document.querySelector('.alert');
  const { left, right, top, bottom } = frame.getBoundingClientRect(), met = new Set(), silent = [], marks = new Set();
  for (let x = left + 3; x < right; x += 9) {
    for (let y = top + 3; y < bottom; y += 9) {
      const node = document.elementFromPoint(x, y);
      if (!frame.contains(node) || met.has(node)) continue;
      met.add(node);
      alert.textContent = '';
      window.box.splice(0);
      node.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: x, clientY: y }));
      for (const { type, mark } of window.box) if (type === 'mark') marks.add(mark);
      if (!alert.textContent && !window.box.length) silent.push(`${node.outerHTML.slice(0, 80)} at ${x}, ${y}`);
    }
  }
  window.box.splice(0);
  return { silent, marks: [...marks], met: met.size };
}"""


def turns(chrome: Any, game: str, most: int = 40) -> Iterator[tuple[Stage, Table]]:
    """Play at random against bots, and stop at the first turn of each kind."""
    table, rng, known = Table(game, seed=5, pace=0), Random(4), set()
    stage = Stage(chrome, table.board)
    for _ in range(most):
        stage.settle()
        while table.thinking:
            stage.page.evaluate("() => 0")  # lets the bots go on
            stage.settle()
        if table.match.over:
            break
        state = table.match.state
        kind = (state.part(), *sorted({str(move[0]) for move in state.moves()}))
        if kind not in known:
            known.add(kind)
            yield stage, table
        table.play(rng.choice(state.moves()))
    stage.close()


def seen(table: Table) -> tuple[Any, ...]:
    """Return what a person sees of a table."""
    return table.board.svg, table.board.choices, table.board.prompt, table.board.error


@pytest.mark.few(2)
@pytest.mark.parametrize("game", COURSE)
def test_every_click_on_the_board_in_ones_own_turn_is_answered(chrome, game):
    """Each mark is asked for at the first turn where it is met, and at later turns one in five."""
    kinds, met, asked = 0, 0, set()
    for stage, table in turns(chrome, game):
        answered = stage.page.evaluate(CLICK_ALL)
        assert answered["silent"] == [], table.board.prompt["text"]
        marks = [mark for at, mark in enumerate(answered["marks"]) if mark not in asked or at % 5 == kinds % 5]
        for mark in marks:
            before = seen(table)
            ask(table, "mark", mark=mark)
            assert seen(table) != before, mark
            table.page.marks = ()
            table.refresh()
        asked.update(marks)
        kinds, met = kinds + 1, met + answered["met"]
    assert kinds > 1 and met > 100


@pytest.mark.long
def test_while_a_person_asks_or_looks_at_steps_a_click_says_why_nothing_is_played(chrome):
    stage, table = next(turns(chrome, "boom"))
    ask(table, "mark", mark="what if")
    stage.settle()
    assert stage.page.evaluate(CLICK_ALL)["silent"] == []
    stage.page.locator(".picture svg").click(position={"x": 300, "y": 2})
    assert stage.page.locator(".alert").inner_text().startswith("Play stops while you ask.")
    ask(table, "mark", mark="what if")
    for stage, table in turns(chrome, "pisces"):
        if table.board.walk["offered"]:
            ask(table, "walk", by=1)
            stage.settle()
            assert stage.page.evaluate(CLICK_ALL)["silent"] == []
            assert "“End of steps” takes you back" in table.board.hint
            return
    pytest.fail("no steps were offered")
