"""The council's vote in JupyterLab as it opens: five ballots are sealed by clicks, and then opened together."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

CELLS = [
    """from fishlab_widgets.council import Vote
from fishlab_widgets.lesson import Lesson

lesson = Lesson("10", "Harbour council", minutes=45, steps={"Vote": 5, "Debrief": 5})
vote = Vote(lesson)
display(vote)"""
]

TWO_QUICK_CLICKS = """async () => {
  const options = [...document.querySelectorAll(".fishlab-card label.option")];
  const called = (name) => options.find((one) => one.querySelector(".face").textContent === name);
  const [first, second] = ["1", "3 times in 6"].map((name) => called(name).querySelector("input"));
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "checked"), set = [];
  Object.defineProperty(second, "checked", {
    configurable: true, get: own.get, set(value) { set.push(value); own.set.call(this, value); },
  });
  const shown = second.closest("[data-rev]"), before = Number(shown.dataset.rev);
  first.click();
  second.click();
  while (Number(shown.dataset.rev) < before + 2) await new Promise((done) => setTimeout(done, 20));
  await new Promise((done) => setTimeout(done, 200));
  delete second.checked;
  return { set, checked: [first.checked, second.checked] };
}"""


@pytest.mark.long
def test_the_answer_to_one_click_does_not_take_back_the_next(visit):
    one = visit(CELLS)
    one.run_all()
    told = one.page.evaluate(TWO_QUICK_CLICKS)
    assert told["checked"] == [True, True]
    assert False not in told["set"], "it was taken back until its own answer came"


def test_five_sealed_ballots_are_opened_together_and_nothing_is_read_before(visit):
    one = visit(CELLS)
    one.run_all()
    page = one.page
    for number in range(1, 6):
        for choice in ("1", "3 times in 6", "2 points"):
            page.get_by_role("radio", name=choice, exact=True).check(force=True)
        assert page.locator(".fishlab-card").first.bounding_box()["height"] < 640, "a ballot fits one screen"
        page.get_by_role("button", name="Seal this ballot").click()
        if number < 5:
            page.get_by_text(f"{number} of 5 ballot").first.wait_for()
            assert page.get_by_text("The rule:").count() == 0
    page.get_by_text("Each country may take 1 fish a year").first.wait_for()
    assert page.get_by_text("[3 times in 6]").count() == 1


KEPT = "() => Object.entries(localStorage).filter(([key]) => key.startsWith('fishlab ')).map((one) => one[1]).join()"


def seal(page, *choices):
    """Fill in and seal the next ballot, and wait until the browser keeps it."""
    before = page.evaluate(KEPT)
    for choice in choices:
        page.get_by_role("radio", name=choice, exact=True).check(force=True)
    page.get_by_role("button", name="Seal this ballot").click()
    page.wait_for_function(f"(before) => {{ const now = ({KEPT})(); return now.includes('LC1-') && now !== before; }}",
                           arg=before)  # fmt: skip


def go_on_after_restart(one):
    """Restart the kernel, run all cells, and take up what the browser offers."""
    one.restart()
    one.run_all(look=False)
    go_on = one.page.get_by_role("button", name="Continue where you left off").first
    go_on.click()
    go_on.wait_for(state="detached")


@pytest.mark.long
def test_after_a_restart_sealed_ballots_are_sealed_and_opened_ones_are_open(visit):
    one = visit([CELLS[0].replace("display(vote)", "display(lesson, vote)")])
    one.run_all()
    page = one.page
    page.get_by_text("kept in this browser only").first.wait_for()
    for _ in range(2):
        seal(page, "1", "3 times in 6", "2 points")
    go_on_after_restart(one)
    page.get_by_text("2 of 5 ballots are in.").first.wait_for()
    assert page.get_by_text("The rule:").count() == 0
    page.get_by_role("radio", name="✓ Ines").check(force=True)
    page.get_by_text("This ballot is sealed").first.wait_for()
    for role in ("Dr. Okafor", "Mei", "Sol"):
        page.get_by_role("radio", name=role, exact=True).check(force=True)
        seal(page, "2", "always", "nothing")
    page.get_by_text("[always]").first.wait_for()
    go_on_after_restart(one)
    page.get_by_text("[always]").first.wait_for()
    assert page.get_by_text("3 times in 6").count() == 2, "all five are shown, and not only the rule"
