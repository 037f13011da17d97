"""A student's cell that an error stops, on a page that starts by itself: all others run, and no card is missing."""

from __future__ import annotations

import json
import subprocess
import sys

import checklist
import pytest
from fishlab_widgets.lesson_cards import written_by_students

SCRIPT = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell

cells, written = json.load(sys.stdin)
shell = InteractiveShell.instance()
shell.showtraceback = shell.showsyntaxerror = lambda *args, **kwargs: None
stopped = []
for name, text in cells:
    if not shell.run_cell(text).success:
        stopped.append(name)
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.exercises import Check
cards = [card for card in memory.current.memory.cards if isinstance(card, Check)]
before = [card.answer.said for card in cards]
for name in written:
    shell.run_cell(f"{name} = 987654321")
print(json.dumps([stopped, before, [card.answer.said for card in cards]]))
"""


def sets(source: str, names: list[str]) -> list[str]:
    return [name for name in names if f"\ndef {name}(" in f"\n{source}" or f"\n{name} = " in f"\n{source}"]


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=() if number == "02" else pytest.mark.long)
        for number in ("00", "01", "02", "03", "03b", "04", "05", "06", "07", "08", "09")
    ],
)
def test_an_error_in_a_students_cell_takes_no_other_cell_and_no_check_away(number):
    (path,) = checklist.FOLDER.glob(f"{number}-*.ipynb")
    written = written_by_students(number)
    cells, broken = [], []
    for cell in checklist.read(path)["cells"]:
        if cell["cell_type"] == "code":
            wrong = sets(checklist.source(cell), written)
            cells.append((cell["id"], "def half(:" if wrong else checklist.source(cell)))
            broken += [cell["id"]] * bool(wrong)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], input=json.dumps([cells, written]), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    stopped, before, after = json.loads(done.stdout.splitlines()[-1])
    assert broken and stopped == broken
    assert len(before) == len(checklist.lesson_calls(checklist.written_out(checklist.read(path)), "check"))
    assert before and all("has not run to its end" in said for said in before)
    assert not any("has not run to its end" in said for said in after), "a cell that is mended is checked at once"


def test_every_cell_but_the_first_lets_the_others_run_when_an_error_stops_it():
    for path in checklist.ALL:
        first, *others = [
            cell["metadata"].get("tags") for cell in checklist.read(path)["cells"] if cell["cell_type"] == "code"
        ] or [None]
        assert first is None and all(tags == ["raises-exception"] for tags in others), path.name
