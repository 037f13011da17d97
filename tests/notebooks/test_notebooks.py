"""Every notebook is held to the checklist: as it is stored, as it runs, and as its cards answer."""

from __future__ import annotations

import ast
import copy
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import checklist
import pytest
from fishlab_widgets.lesson.answering import Choosing, Marking
from fishlab_widgets.lesson.exercises import Check, _Exercise
from fishlab_widgets.lesson.predictions import Prediction
from fishlab_widgets.lesson_cards import given_to
from ipywidgets.widgets.widget import _instances
from walk import Walk, first_answer, lock, walked, widgets

PATHS = checklist.ALL

OPENING = """# The pond

15 minutes. You will

- play a small sea,
- predict who wins it.

Start: choose *Run → Run All Cells* in the menu.
"""
CLOSING = """## Debrief

What did you expect? Where does the [course](sandbox.ipynb) go on?"""
PREDICTION = 'lesson.predict("{0}", "Who wins?", choices=["Black", "White"], result="White", show=lambda: sea)'
EXERCISE = 'lesson.question("{0}", "How many ships?", answer=2, hints=["Count them."])'
SAMPLE = [
    OPENING,
    'from fishlab_widgets import Table\n\nTable("fishery", seats=["person", "person"], columns=3, rows=3, ships=1)',
    "from fishlab import Fishery\nfrom fishlab_widgets.lesson.lesson import Lesson\n\n"
    'sea = Fishery.start(columns=3, rows=3, ships=1)\nlesson = Lesson("77", "The pond", minutes=15)\nlesson',
    "## Predict",
    *(PREDICTION.format(f"winner-{n}") for n in range(3)),
    "## Exercises",
    *(EXERCISE.format(f"ships-{n}") for n in range(3)),
    'def double(ships):\n    ...\n\n\nlesson.check("double", double, cases=[((2,), 4)], hints=["Twice."])',
    "## Sandbox\n\nChange the rules, and go **back to the rulebook**.",
    'lesson.policy("Ships", lambda ships: sea, {"ships": ("Ships", [1, 2], 1)})',
    CLOSING,
]
"""A lesson that is as small as a good lesson can be."""


def lesson(texts: list[str] = SAMPLE, page: str = "sample") -> dict[str, Any]:
    """Return a notebook of some cells; a cell that opens with a heading is prose, and the first code is folded away."""
    made = []
    for n, text in enumerate(texts):
        prose = text.startswith(("# ", "## "))
        cell = {"cell_type": "markdown" if prose else "code", "id": f"cell-{n}", "source": text}
        cell["metadata"] = {"slideshow": {"slide_type": "slide" if prose else "fragment"}}
        made.append(cell if prose else {**cell, "outputs": [], "execution_count": None})
    for cell in [one for one in made if one["cell_type"] == "code"][:1]:
        cell["metadata"]["jupyter"] = {"source_hidden": True}
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    about = {"fishlab": {"page": page}, "kernelspec": spec}
    return {"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


# As it is stored.


def test_every_notebook_obeys_the_checklist():
    found = {path.stem: checklist.problems(checklist.read(path), path.stem) for path in PATHS}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_every_notebook_is_a_lesson_of_the_course_or_a_page_beside_it():
    assert [path.stem for path in PATHS if path.stem not in (*checklist.COURSE, *checklist.NOT_LESSONS)] == []


def test_the_smallest_good_lesson_has_no_problems():
    assert checklist.problems(lesson(), "sample") == []


def swapped(old: str, new: str) -> dict[str, Any]:
    assert any(old in text for text in SAMPLE)
    return lesson([text.replace(old, new) for text in SAMPLE])


def with_cell(text: str, place: int = 3) -> dict[str, Any]:
    return lesson([*SAMPLE[:place], text, *SAMPLE[place:]])


def changed(place: int | None = None, **parts: Any) -> dict[str, Any]:
    notebook = copy.deepcopy(lesson())
    (notebook["metadata"] if place is None else notebook["cells"][place]).update(parts)
    return notebook


BAD = {
    "an output is stored": (changed(1, outputs=[{"output_type": "stream"}]), "stored with its output"),
    "a count is stored": (changed(1, execution_count=3), "stored with its output or count"),
    "widget state is stored": (changed(widgets={}), "saved widget state"),
    "another kernel": (changed(kernelspec={"name": "mine"}), "the kernel is not python3"),
    "no mark": (changed(fishlab={"page": "00"}), 'need "fishlab": {"page": "sample"}'),
    "the first code in the open": (changed(1, metadata={"slideshow": {"slide_type": "-"}}), "is not folded away"),
    "a helper in a folded cell": (
        changed(
            1,
            source=f"{checklist.source(lesson()['cells'][1])}\n\n\ndef helper(): ...",
            metadata=lesson()["cells"][1]["metadata"],
        ),
        "a folded cell defines a helper",
    ),
    "two cells of one id": (changed(2, id="cell-1"), "an id of its own"),
    "an empty cell": (with_cell("## \n".strip("# \n")), "cell 4 is empty"),
    "no title": (swapped("# The pond", "## The pond"), "opens with a title"),
    "no minutes": (swapped("15 minutes", "Soon"), "how many minutes"),
    "one objective": (swapped("- predict who wins it.\n", ""), "1 objectives"),
    "five objectives": (swapped("- predict", "- a\n- b\n- c\n- predict"), "5 objectives"),
    "no start": (swapped("choose *Run → Run All Cells*", "go"), "how to start"),
    "no board": (swapped("Table(", "print("), "no board can be played"),
    "a board before its instructions": (
        lesson([*SAMPLE[:3], 'lesson.at("Play")', "## Play: now", *SAMPLE[3:]]),
        "stand below it",
    ),
    "a board without instructions": (with_cell("Table('fishery')", 2), "no text before it says what to do"),
    "a long first cell": (swapped("Start:", "\n" * 16 + "Start:"), "shall fit one screen"),
    "two predictions": (swapped('"winner-2"', '"winner-1"'), "2 predictions"),
    "no result": (swapped('result="White", ', ""), "no result to be held against"),
    "no explanation": (swapped("show=lambda: sea", 'explain=""'), "nobody asks to explain the gap"),
    "result given away": (
        with_cell(
            'def who():\n    return "White"\n\n\nwho()\n' + PREDICTION.format("x").replace('"White", s', "who, s")
        ),
        "who is worked out before prediction 'x' is locked",
    ),
    "three exercises": (swapped('"ships-2"', '"ships-1"'), "3 checked exercises"),
    "no hint": (swapped(', hints=["Twice."]', ""), "exercise 'double' has no hint"),
    "an empty list of hints": (swapped('["Count them."]', "[]"), "exercise 'ships-0' has no hint"),
    "a long text": (with_cell("## Long\n\n" + "word " * 120), "121 words"),
    "a long step": (with_cell("## Play (8 min)"), "a step of 8 minutes"),
    "a long cell": (with_cell("print(1)\n" * 16), "16 lines of code"),
    "long cells": (lesson([text if text[0] == "#" else text + "\nprint(1)" * 7 for text in SAMPLE]), "lines usually"),
    "a figure of its own": (with_cell("import matplotlib.pyplot as plt"), "draws by itself"),
    "a picture without words": (with_cell("## See\n\n![](sea.png)"), "without a text alternative"),
    "an image without words": (with_cell('## See\n\n<img src="sea.png">'), "without a text alternative"),
    "hidden chance": (with_cell("import random\nrandom.choice([1, 2])"), "hidden chance"),
    "no seed": (with_cell("from random import Random\nRandom()"), "Random() has no seed"),
    "no source": (with_cell("## Cod\n\nNorthern cod: 18,000 t in 2024."), "names no source"),
    "a source for one of two": (
        with_cell("## Real\n\n- FAO: 35.5 % are overfished (FAO 2025).\n- Northern cod: 18,000 t."),
        "names no source",
    ),
    "no source in code": (with_cell('title = "FAO: 35.5 % overfished"'), "names no source"),
    "only words about a way back": (swapped("lesson.policy(", "print("), "no policy or treatment switch"),
    "a laboratory whose way back is not told": (swapped("lesson.policy(", "Laboratory("), "no policy or treatment"),
    "no sandbox": (swapped("## Sandbox", "## More"), "“sandbox”"),
    "no debrief": (swapped("## Debrief", "## End"), "“debrief”"),
    "no link onward": (swapped("[course](sandbox.ipynb)", "course"), "does not link onward"),
    "a dead link": (
        swapped("sandbox.ipynb", "sandbox.ipynb) or [on](98-nowhere.ipynb"),
        "98-nowhere.ipynb leads nowhere",
    ),
    "a link out of the course": (swapped("sandbox.ipynb", "../README.md"), "../README.md leads nowhere"),
    "no slides": (changed(2, metadata={}), "cell 3: no slide type"),
}


@pytest.mark.parametrize(("notebook", "message"), BAD.values(), ids=BAD)
def test_the_checklist_sees(notebook, message):
    assert message in "; ".join(checklist.problems(notebook, "sample"))


def test_the_checklist_wants_the_way_to_the_next_lesson_the_one_before_the_contents_and_the_words():
    found = list(checklist.ending(lesson(), "07-fishery-who-owns-the-sea"))
    assert [wrong.removeprefix("the last text does not link to the ") for wrong in found] == [
        "next lesson, 08-fleet-the-right-to-fish.ipynb",
        "lesson before, 06-pisces-blocks-and-trophies.ipynb",
        "contents, 00-cast-off.ipynb",
        "words, glossary.ipynb",
    ]
    assert not any("next lesson" in wrong for wrong in checklist.ending(lesson(), "10-harbour-council"))


def test_a_card_whose_code_is_folded_away_may_be_longer_than_what_a_student_reads():
    notebook = lesson(["# Long\n", "print(1)\n" * 3, "print(1)\n" * 3, "print(1)\n" * 12, "print(1)\n" * 12])
    assert "lines usually" in "".join(checklist.lengths(notebook))
    for cell in notebook["cells"][3:]:
        cell["metadata"]["jupyter"] = {"source_hidden": True}
    assert list(checklist.lengths(notebook)) == []


def test_a_lesson_of_the_course_has_one_folded_bar_a_step_and_holds_no_answer():
    texts = ["# Pond", "print(1)", "## Look", 'ask("a")', 'ask("b")', "More.", "print(2)", "## Ask"]
    notebook = lesson([*texts, EXERCISE.format("c")], "00")
    for cell in notebook["cells"]:
        cell["cell_type"] = "markdown" if checklist.source(cell) == "More." else cell["cell_type"]
    for place in (3, 4, 6, 8):
        notebook["cells"][place]["metadata"]["jupyter"] = {"source_hidden": True}
    assert list(checklist.out_of_the_way(notebook, "00-cast-off")) == [
        "cell 5: a second folded cell in its step",
        "cell 7: a second folded cell in its step",
        "cell 9: card 'c' belongs to the package, with its answer: show it with ask",
    ]
    assert list(checklist.out_of_the_way(notebook, "sample")) == [], "a page of one's own needs no package"


@pytest.mark.parametrize("number", sorted({name[:2] for name in checklist.COURSE}))
def test_every_card_of_the_package_is_shown_once_by_its_lesson_and_given_what_it_names(number):
    own = given_to(number)
    asked = [
        (re.sub(r"\W", "_", checklist.key(call)), [ast.unparse(one) for one in call.args[1:]])
        for path in PATHS if path.name.startswith(number)
        for _, text in checklist.cells(checklist.read(path), "code")
        for call in checklist.calls(text, "ask")
    ]  # fmt: skip
    assert len(asked) == len(own) and dict(asked) == own, "in full, a cell and its card speak of the same names"


def test_pages_beside_the_course_need_no_predictions_but_clean_storage():
    notebook = lesson([OPENING], "teacher")
    assert checklist.problems(notebook, "teacher") == []
    notebook["metadata"]["widgets"] = {}
    assert len(checklist.problems(notebook, "teacher")) == 1


# As it runs.


class Ran:
    """A notebook that was run from top to bottom, and answered as a hasty student would.

    It runs in this Python, once for all tests; tests/notebooks/test_lessons_browser.py runs it in a kernel.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.walk = Walk(lesson()) if name == "sample" else walked(name)
        self.rows: list[dict[str, Any]] = []
        if "lesson" in self.walk.names:
            self.walk.forget()
            self.rows = [probe(card, self.walk.solved) for card in self.walk.cards((Prediction, _Exercise))]

    def outputs(self) -> list[tuple[str, dict[str, Any]]]:
        """Return all outputs with the ids of their cells."""
        return [(cell, out) for cell, outputs in self.walk.outputs.items() for out in outputs]

    def html(self) -> list[str]:
        """Return all HTML and SVG that the notebook shows, in outputs and in widgets."""
        found = [out[kind] for _, out in self.outputs() for kind in ("text/html", "image/svg+xml") if kind in out]
        for widget in (one for thing in self.walk.shown for one in widgets(thing)):
            found += [text for name in ("value", "svg") if isinstance(text := getattr(widget, name, None), str)]
        return found


def probe(card: Any, solved: list[str]) -> dict[str, Any]:
    """Answer a card as a hasty student would, and tell what came of it."""
    if isinstance(card, Prediction):
        return probe_prediction(card, solved)
    row = {"kind": "exercise", "key": card.key, "solved before": card.key in solved, "wrong": 0, "said": ""}
    if isinstance(card, Check):
        said = [card.judge(one) for one in (object(), "nonsense", -987654321, lambda *_: "nonsense")]
        return row | {"wrong": sum(one is not True for one in said), "said": "Hint" if card.hints else ""}
    answers: list[Any] = ["-987654321", "nonsense"]
    if card.answering is not None:
        count = len(card.answering.values) if isinstance(card.answering, Choosing) else 1
        answers = [[place] if card.answering.many else place for place in range(count)]
        if isinstance(card.answering, Marking):
            answers = [first_answer(card.answering)]
    for answer in answers:
        if card.answering is not None:
            card.receive("choose", answer)
        card.receive("check", answer)
        if "Not yet" in card.answer.said:
            row |= {"wrong": row["wrong"] + 1, "said": card.answer.said}
    return row


def probe_prediction(card: Prediction, solved: list[str]) -> dict[str, Any]:
    """Lock a prediction and explain it."""
    row = {"kind": "prediction", "key": card.key, "hidden": card.key not in solved}
    lock(card)
    card.receive("explain", "Because it grows back.")
    return row | {"revealed": card.answer.result is not None, "notice": card.notice, "why": card.answer.why}


RUNS: dict[str, Ran | Exception] = {}
"""What came of each notebook: it is run once, when the first test asks, and all tests read the result."""


@pytest.fixture(params=["sample", *(path.stem for path in PATHS)])
def ran(request):
    if request.param not in RUNS:
        try:
            RUNS[request.param] = Ran(request.param)
        except Exception as error:  # so that a notebook that fails does so once, not for every test
            RUNS[request.param] = error
    found = RUNS[request.param]
    if isinstance(found, Exception):
        raise found
    return found


@pytest.mark.few(2)
def test_notebook_runs_clean(ran):
    assert ran.walk.trouble == {}


def test_an_error_a_warning_and_a_word_to_stderr_are_seen_and_stop_no_later_cell():
    bad = ["1 / 0", "import warnings\nwarnings.warn('old')", "import sys\nprint('oops', file=sys.stderr)"]
    late = "import warnings\nwarnings.warn('late', DeprecationWarning)"
    walk = Walk(lesson([*bad, late, "3"]))
    seen = [f"{type(one).__name__} {one}".strip() for one in walk.trouble.values()]
    assert seen == ["ZeroDivisionError division by zero", "UserWarning old", "str oops", "DeprecationWarning late"]
    assert walk.shown == [3]
    assert walk.outputs["cell-4"] == [{"text/plain": "3"}]


def test_lesson_shows_a_playable_board_in_its_first_two_cells(ran):
    if ran.name in checklist.NOT_LESSONS:
        return
    first = list(ran.walk.outputs)[:2]
    views = [out.get("application/vnd.jupyter.widget-view+json") for cell in first for out in ran.walk.outputs[cell]]
    shown = [one for view in views if view for one in widgets(_instances[view["model_id"]])]
    boards = [one for one in shown if hasattr(one, "choices") and hasattr(one, "svg")]
    assert any(re.search("data-(move|mark)=", board.svg) or board.choices for board in boards), "played, or asked"


def test_live_pieces_say_run_all_cells_when_their_kernel_is_gone(ran):
    for cell, outputs in ran.walk.outputs.items():
        live = sum("application/vnd.jupyter.widget-view+json" in one for one in outputs)
        asleep = sum("Choose Run → Run All Cells" in str(one.get("text/html", "")) for one in outputs)
        assert live <= asleep, cell


@pytest.mark.few(2)
def test_every_figure_has_a_text_alternative_and_its_data(ran):
    for cell, out in ran.outputs():
        assert not {"image/png", "image/jpeg"} & set(out), f"{cell} shows a bare picture"
    if "lesson" in ran.walk.names:
        ran.walk.lock()  # so that what predictions reveal is there too
    for html in ran.html():
        for image in re.findall(r"<img[^>]*>", html):
            assert re.search(r'\balt="[^"]+"', image), image[:80]
        for figure in html.split('class="fishlab-figure"')[1:]:
            assert re.search(r'role="img" aria-label="[^"]{20,}"', figure)
            assert "<table" in figure
        for picture in re.findall(r"<svg[^>]*>(?:\s*<title>[^<]+)?", html):
            assert re.search("<title>|aria-hidden|aria-label", picture), picture[:200]


def test_predictions_stay_hidden_until_locked_and_then_ask_for_an_explanation(ran):
    rows = [row for row in ran.rows if row["kind"] == "prediction"]
    assert len(rows) >= checklist.fewest(ran.name)[0]
    for row in rows:
        assert row == {**row, "hidden": True, "revealed": True, "notice": ""}, row["key"]
    missing = [row["key"] for row in rows if row["why"] != "Because it grows back."]
    explained = sum(checklist.key(call) != "" for _, call in checklist.lesson_calls(ran.walk.notebook, "explain"))
    assert len(missing) <= explained, f"nobody asks to explain the gap after {missing}"


def test_wrong_answers_fail_and_get_a_hint(ran):
    rows = [row for row in ran.rows if row["kind"] == "exercise"]
    assert len(rows) >= checklist.fewest(ran.name)[1]
    for row in rows:
        assert not row["solved before"], f"{row['key']} is solved before anybody answered"
        assert row["wrong"] > 0, f"{row['key']} takes any answer"
        assert "Hint" in row["said"], f"{row['key']} gives no hint"


# As nbval runs it.


BAD_CELLS = ["1 / 0", "import sys\nprint('oops', file=sys.stderr)", "import warnings\nwarnings.warn('old')"]


def test_nbval_runs_a_notebook_by_the_walk_that_other_tests_look_at_and_fails_what_fails(tmp_path):
    """The cells are nbval's tests; none of them is run a second time by whoever looks at the lesson."""
    path, look, tests = tmp_path / "07-sample.ipynb", tmp_path / "test_look.py", Path(__file__).parents[1]
    path.write_text(json.dumps(lesson(["count = 0", "count += 1", *BAD_CELLS, "count"])), encoding="utf-8")
    look.write_text(
        f"from pathlib import Path\nimport walk\n\n\ndef test_look():\n"
        f"    one = walk._begun(Path({str(path)!r}))\n    one.run_up_to()\n    assert one.names['count'] == 1\n",
        encoding="utf-8",
    )
    words = ("-p", "nbval", "--nbval-lax", "-p", "no:cacheprovider", "-q", "--rootdir", str(tmp_path))
    settings = ("-c", str(checklist.FOLDER.parent / "pyproject.toml"), "--confcutdir", str(checklist.FOLDER.parent))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, *settings, "-p", "conftest", str(path), str(look)],
        capture_output=True, text=True, check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tests, tests / "stubs")))},
    )  # fmt: skip
    assert "3 failed, 4 passed" in done.stdout, done.stdout[-3000:] + done.stderr[-3000:]
    for words in ("division by zero", "oops", "UserWarning: old"):
        assert words in done.stdout
