"""The same notebook makes slides: one for every step, pictures instead of code, results after their questions."""

from __future__ import annotations

import ast
import html
import re

import checklist
import pytest
from fishlab_widgets.command import main
from fishlab_widgets.council.roles import Roles
from fishlab_widgets.lesson import Lesson
from fishlab_widgets.lesson.answers import NotYet
from fishlab_widgets.lesson.predictions import reasons_of
from fishlab_widgets.publish.slides import _CSS, Slide, sections
from fishlab_widgets.publish.still_parts import Still, at_the_computer

LESSONS = [path.stem for path in sorted(checklist.FOLDER.glob("[0-9]*.ipynb"))]
_OPENS = ("slide", "subslide")
BEGINS = r'(?:<div class="step">.*?</div></div>)?(?:<div class="told">)?'


def kind(cell) -> str:
    return cell["metadata"]["slideshow"]["slide_type"]


@pytest.fixture(scope="module")
def show():
    """What stands on each slide of the first lesson, as `make slides` makes them."""
    return sections(checklist.FOLDER / "00-cast-off.ipynb")


def words(section: str) -> str:
    """Return what is read on a slide."""
    text = re.sub(r"<(style|script|defs|svg)\b.*?</\1>", " ", section, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def test_every_step_of_the_first_lesson_opens_a_slide_and_no_slide_is_empty_or_shows_code(show):
    told = [words(section) for section in show]
    assert all(told) and len(told) > 10
    for step in ("First catch", "Play", "Predict", "Hold back", "More", "Save", "Change", "Debrief"):
        assert sum(bool(re.match(rf"{BEGINS}<h2[^>]*>{step}\b", section)) for section in show) == 1, step
    assert any(re.search(r"Step 2 of 8: Play · \d min", text) for text in told)
    assert not any(re.search(r"import|lesson\.\w", text) for text in told)
    assert not any(re.fullmatch(r"Step \d of \d.*to the end", text) for text in told), (
        "a slide with nothing but its number"
    )


def test_slides_speak_to_nobody_at_a_keyboard(show):
    told = " ".join(map(words, show))
    assert "Everybody takes just a few fish" in told
    assert not re.search(r"starts by itself|Shift \+|Run All|[Rr]un (the|this) cell|[Cc]lick|[Mm]ouse", told)


def test_the_boards_are_on_the_slides_as_pictures(show):
    boards = [section for section in show if "16 of 16 fish" in section and "Boat A" in section]
    assert len(boards) == 2 and all("<svg" in board for board in boards), "the second is no “same picture as above”"


def test_a_result_stands_on_the_slide_after_its_question_and_nowhere_before(show):
    told = [words(section) for section in show]
    asked = next(n for n, text in enumerate(told) if "Prediction 1 of 3 " in text)
    assert "In which round do eleven hungry boats take the last fish of the lake?" in told[asked + 1]
    assert "Prediction 1 of 3: the result" in told[asked + 1] and "It was: round 6." in told[asked + 1]
    assert "33 fish taken in every round" in told[asked + 1] and "<svg" in show[asked + 1]
    assert not any("It was: round 6." in text or "33 fish taken in every round" in text for text in told[: asked + 1])
    assert f"<summary>One explanation</summary>{reasons_of('00')['empty'].model}</details>" in show[asked + 1], (
        "the class explains first, then opens it"
    )


def test_a_prediction_about_the_class_itself_has_no_result_on_slides():
    def after_the_game():
        raise NotYet("Play first.")

    card = Lesson("77", "t", minutes=1).predict("own", "Who wins?", choices=["b", "c"], result=after_the_game)
    assert Still(projected=True).result(card) == ""


def test_what_is_shown_stands_beside_the_text_that_speaks_of_it():
    text, board, card = "<h2>A</h2><p>Fish.</p>", "<figure><svg></svg></figure>", '<section class="card">Why?</section>'
    slide = Slide(text)
    assert slide.takes(board) == "beside" and slide.takes(card) == "below"
    assert slide.takes("<h2>B</h2>") == slide.takes("<p>more</p>") == ""
    slide.shown = board
    assert slide.takes(card) == "below" and slide.takes(f"{card}{500 * 'a'}") == "", (
        "a question stands below its picture"
    )
    slide.add(card)
    assert slide.html() == f'<div class="told">{text}</div><div class="shown">{board}{card}</div>'
    assert Slide(f"{text}{800 * 'a'}").takes(board) == "", "a long text has a slide of its own"
    assert Slide(text).takes(board + board) == "", "two pictures need the whole width"
    assert Slide(board).html() == board, "a picture without a word is a slide"
    step = '<div class="step"><div>Step 1</div></div>'
    assert Slide(step + at_the_computer()).html() == "", "a slide on which nothing would stand"
    assert Slide(text, step + board).html().startswith(f'{step}<div class="told">')


def test_slides_show_programs_to_fill_in_and_no_lines_to_write_on():
    still = Still(projected=True)
    assert 'class="program"' in still.program("x = ...")
    lesson = Lesson("77", "t", minutes=1)
    card = still.html(lesson.predict("a", "Why?", choices=["b", "c"], result="c"))
    assert "line" not in card and "your class knows" not in card
    assert "I fear" not in still.html(Roles(lesson)), "sheets are for paper"


def test_slides_are_one_file_that_asks_for_nothing_from_outside(tmp_path, capsys):
    assert main(["handout", "--slides", str(tmp_path), "00"]) == 0
    (made,) = tmp_path.iterdir()
    page = made.read_text(encoding="utf-8")
    assert f"The slides are in {tmp_path}: 1." in capsys.readouterr().out
    assert re.findall(r"""(?:src|href)=["'](?!#)[^"']*|@import|url\((?!#)[^)]*""", page) == []
    assert set(re.findall(r"https?://[^\"'\s<)]+", page)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert page.count("<section>") == len(sections(checklist.FOLDER / "00-cast-off.ipynb"))
    assert "<title>00 · Cast off · slides</title>" in page


def test_a_card_on_a_slide_is_not_made_as_wide_and_high_as_a_slide():
    rules = [rule.strip() for rule in re.findall(r"[^{}]*\bsection\b[^{}]*(?={)", re.sub(r"/\*.*?\*/", "", _CSS))]
    assert rules and all(rule.removeprefix("@media print").startswith("main > section") for rule in rules), (
        "a card is a section too"
    )


@pytest.mark.parametrize("name", LESSONS)
def test_no_slide_shows_what_waits_for_a_student_or_a_printer(name):
    for cell in checklist.read(checklist.FOLDER / f"{name}.ipynb")["cells"]:
        if cell["cell_type"] == "code" and checklist.calls(checklist.source(cell), "against_ladder", "Printout"):
            assert kind(cell) == "skip", cell["id"]


@pytest.mark.parametrize("name", LESSONS)
def test_headings_open_slides_and_what_shows_nothing_is_left_out(name):
    for cell in checklist.read(checklist.FOLDER / f"{name}.ipynb")["cells"]:
        text, hidden = checklist.source(cell), cell["metadata"].get("jupyter", {}).get("source_hidden")
        if re.match(r"##? ", text) and cell["cell_type"] == "markdown":
            assert kind(cell) in _OPENS, text.splitlines()[0]
        elif cell["cell_type"] == "code" and hidden and not checklist.calls(text, "display"):
            shows = isinstance(checklist.python(text).body[-1], ast.Expr)
            assert shows or kind(cell) == "skip", cell["id"]
