"""A cell that is run too early, after a restart or out of order, asks for the first cell and shows no NameError."""

from __future__ import annotations

import checklist
import pytest
from fishlab_widgets import here
from fishlab_widgets.lesson.lesson import Lesson
from fishlab_widgets.lesson.student import tell_unknown_names
from IPython.core.interactiveshell import InteractiveShell
from walk import Walk, code_cells

PATHS = checklist.ALL


@pytest.mark.few(2)
@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_every_later_cell_runs_alone_or_asks_for_the_first_one(path):
    asked = 0
    for cell in code_cells(path)[1:]:
        walk = Walk(path, run=False)
        try:
            walk.run(checklist.source(cell), cell["id"])
        except here.RunTheFirstCell:
            asked += 1
    assert asked or path.stem in checklist.NOT_LESSONS


def test_the_request_is_one_sentence_without_a_traceback(capsys):
    Walk(PATHS[0], run=False)
    shell = InteractiveShell()
    shell.run_cell("from fishlab_widgets.here import lesson")
    said = capsys.readouterr().out
    assert "Run the first cell first" in said
    assert max(map(len, said.splitlines())) <= 80, "a notebook would break a longer line inside a word"
    assert "Traceback" not in said
    assert "Error" not in said


def test_a_cell_that_needs_one_that_was_skipped_says_which_name_it_misses_without_a_traceback(capsys):
    shell = InteractiveShell()
    tell_unknown_names(shell)
    shell.run_cell("lesson_cell = ranking + 1")
    said = capsys.readouterr().out
    assert "does not know the name “ranking” yet" in said
    assert "Run All Above Selected Cell" in " ".join(said.split())
    assert max(map(len, said.splitlines())) <= 80, "a notebook would break a longer line inside a word"
    assert "Traceback" not in said and "Error" not in said
    shell.run_cell("sqrt(9)")
    assert "write `import math` first, and then `math.sqrt`" in " ".join(capsys.readouterr().out.split())
    assert isinstance(shell.run_cell("1 / 0").error_in_exec, ZeroDivisionError)
    assert "Traceback" in capsys.readouterr().out, "other errors are shown as always"


def test_a_later_cell_finds_the_lesson_that_the_first_one_made():
    lesson = Lesson("07", "Who owns the sea?", minutes=35)
    assert here.lesson is lesson
    with pytest.raises(AttributeError, match="there is no table here"):
        here.table  # noqa: B018
