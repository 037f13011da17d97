"""Every lesson in a real JupyterLab: it runs, keeps its keys, and its figures agree with their tables.

A lesson is opened and run once for all tests that look at it. `make test` opens one with a table, cards and
figures, `make walk` all of them; what they show is looked at, and listened to by axe, without Jupyter in
`test_pages_browser.py`.
"""

from __future__ import annotations

import inspect

import browser
import checklist
import pytest
from figures import look
from pages import settle
from walk import first_answer

pytestmark = pytest.mark.browser

LESSONS = checklist.ALL


SHORT = ("07",)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(path, id=path.stem, marks=() if path.name.startswith(SHORT) else pytest.mark.soak)
        for path in LESSONS
    ],
)
def path(request):
    """A notebook of the course."""
    return request.param


PRESS_KEYS = """async () => {
  const panel = jupyterapp.shell.currentWidget, model = panel.content.model;
  const notebook = () => JSON.stringify([...model.cells].map((cell) => [cell.type, cell.sharedModel.getSource()]));
  const before = notebook(), wrong = [];
  const heard = (_, {id}) => wrong.push(id);
  jupyterapp.commands.commandExecuted.connect(heard);
  const all = 'button,input,select,textarea,summary,a[href],[tabindex],[contenteditable]';
  const nodes = [...panel.node.querySelectorAll('.jp-OutputArea')].flatMap((area) => [...area.querySelectorAll(all)]);
  let count = 0;
  const few = new Map(); // of a picture's many targets, which share all that listens, a few are pressed
  const some = (node) => {
    const picture = node.closest('svg');
    if (picture) few.set(picture, (few.get(picture) || 0) + 1);
    return !picture || few.get(picture) <= 4;
  };
  for (const node of nodes.filter((node) => node.isConnected && node.getClientRects().length && some(node))) {
    node.focus({preventScroll: true});
    if (document.activeElement !== node) continue;
    count += 1;
    const kept = node.closest('.fishlab-frame') || node.hasAttribute('data-lm-suppress-shortcuts');
    if (!kept) wrong.push(`not in a frame: ${node.outerHTML.slice(0, 200)}`);
    for (const key of 'abddrmx00') {
      const code = key === '0' ? 'Digit0' : `Key${key.toUpperCase()}`;
      const options = {key, code, keyCode: key.toUpperCase().charCodeAt(0), bubbles: true, cancelable: true};
      node.dispatchEvent(new KeyboardEvent('keydown', options));
    }
  }
  await new Promise((done) => setTimeout(done, 200));  // a command runs a moment later
  jupyterapp.commands.commandExecuted.disconnect(heard);
  if (notebook() !== before) wrong.push('the notebook has changed');
  panel.content.activeCellIndex = 0;
  return {wrong, count};
}"""
"""Presses keys that mean something to a notebook on everything of ours that can have the focus."""


@pytest.mark.long
def test_every_notebook_runs_in_the_lab_without_a_traceback_or_a_sound_from_outside(show, path):
    page = show(path, keep=True)
    page.locator(".fishlab-board svg.fishlab").first.wait_for()
    assert "[ ]:" not in page.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts(), "every cell has been run"
    assert page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count() == 0


@pytest.mark.long
def test_no_key_pressed_on_anything_of_a_lesson_reaches_the_notebook(show, path):
    page = show(path, keep=True)
    page.locator(".fishlab-board svg.fishlab").first.wait_for()
    pressed = browser.ask_page(page, PRESS_KEYS)
    wrong = "\n".join(dict.fromkeys(pressed["wrong"]))
    assert not wrong, wrong
    assert pressed["count"] > 10


LOCK = f"""
from typing import Any

from fishlab_widgets.lesson.answering import Marking, Numbering
from fishlab_widgets.lesson.memory import _MEMORY
from fishlab_widgets.lesson.predictions import Prediction

{inspect.getsource(first_answer)}
for memory in _MEMORY.values():
    for card in [card for card in memory.cards if isinstance(card, Prediction)]:
        card.receive("choose", first_answer(card.answering))
        card.receive("lock", None)
        card.answer.opened = True
        card.refresh()
"""
"""Locks every prediction, so that what it reveals is on the page too."""

RUN_HIDDEN = """async (code) => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const reply = await kernel.requestExecute({code, store_history: false}).done;
  return reply.content.evalue || '';
}"""


@pytest.mark.long
def test_every_figure_of_a_lesson_agrees_with_its_table(show, path):
    page = show(path, keep=True)
    assert browser.ask_page(page, RUN_HIDDEN, LOCK) == ""
    for laboratory in page.locator(".fishlab-laboratory").all():
        for run in laboratory.get_by_role("button", name="Run").all():
            run.click()
        laboratory.locator(".fishlab-figure").nth(1).wait_for()
    settle(page)
    seen = look(page)
    assert seen.wrong == []
    assert seen.count > 0


WEIGH = f"""
import resource
kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if kilobytes * 1024 > {checklist.MOST_BYTES}:
    raise MemoryError(f"{{kilobytes}} kilobytes")
"""
"""Fails in a kernel that has ever needed more memory than a small machine lends it."""


@pytest.mark.long
def test_a_kernel_that_ran_a_lesson_stays_within_two_gigabytes(show, path):
    page = show(path, keep=True)
    assert browser.ask_page(page, RUN_HIDDEN, WEIGH) == ""
