"""Lessons on paper: everything to read and to write on, nothing that gives an answer away, nothing for a screen."""

from __future__ import annotations

import json
import re

import checklist
import pytest
from browser import chromium
from fishlab_widgets.command import main, make_handout
from fishlab_widgets.contest import against_ladder
from fishlab_widgets.council.roles import ROLES, Roles
from fishlab_widgets.council.vote import Vote
from fishlab_widgets.lesson import Lesson
from fishlab_widgets.publish import handout, handouts, paper
from fishlab_widgets.publish.lesson_run import program_of, read_lesson
from fishlab_widgets.publish.paper import _NOTHING, on_paper, steps_by_headings
from fishlab_widgets.publish.paper_words import off_screen
from fishlab_widgets.publish.print_svg import printable
from fishlab_widgets.publish.print_tables import columns
from fishlab_widgets.publish.still_parts import Still
from fishlab_widgets.teacher.stored_lessons import Solved
from walk import plain, walked

FIRST = next(checklist.FOLDER.glob("00*.ipynb"))
MOST = 1_500_000


def words(html: str) -> str:
    return " ".join(plain(html).split())


@pytest.fixture(scope="module")
def pages():
    """The first lesson's page for students, and the teacher's."""
    return handout(FIRST), handout(FIRST, answers=True)


def test_a_page_has_every_question_its_choices_and_room_to_write(pages):
    page, told = pages[0], words(pages[0])
    for card in walked("00").lesson.memory.cards:
        if card.key:
            assert card.asked.replace("*", "") in told
    assert "My number, from round 1 to round 12" in told
    assert page.count('class="line"') >= 4
    assert "<svg" in page, "the pond is there as a picture"
    assert "Prediction 1 of 3" in told and "Exercise 1 of 4" in told


def test_a_students_page_gives_no_answer_away_and_the_teachers_has_them_all(pages):
    student, teacher = map(words, pages)
    assert "It was" not in student and "Answer." not in student
    assert "So 8 can be taken every round" not in student
    assert "It was: round 6." in teacher
    assert "8 fish 8 stay, and 8 become 16. So 8 can be taken every round, for ever" in teacher
    assert len(re.findall("Answer[.]", teacher)) == 7


def test_a_page_needs_nothing_else_and_speaks_of_no_screen(pages):
    for page in pages:
        assert not re.search(r"""(src|href)=["'](?!#)""", page)
        assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", page)
        assert not re.search(r"<(script|button|input|textarea|select|link)\b", page)
        assert not re.search(r"Shift|Run All|[Rr]un (the|this) cell", words(page))
        assert len(page.encode()) < MOST
        assert '<html lang="en">' in page and "<title>00 · Cast off" in page


def test_paragraphs_about_a_screen_are_left_out_and_links_become_words():
    html = on_paper(
        "Fish [double](x.ipynb).\n\nClick a fish.\n\nRun the **cell**.\n\n1. Press it.\n2. Take one.\n3. Look."
    )
    assert words(html) == "Fish double. Take one. Look."
    assert "start=" not in html, "what is left of a list is counted from 1"
    assert words(on_paper("1. Press it.\n2. Look.")) == "Look." and "<li>" not in on_paper("1. Press it.\n2. Look.")
    assert "<a" not in html and "<li>" in html
    html = on_paper("The word marks it, and one button leads back\nto it. Look. One button leads **back**. Fish.")
    assert words(html) == "The word marks it. Look. Fish."
    assert (
        words(on_paper("## Steer\n\nMove the slider to 50. Three numbers:\n\n- a;\n- b."))
        == "Steer Three numbers: a; b."
    )


@pytest.mark.parametrize(
    ("told", "left"),
    {
        "Lock, then look. Fish.": "Fish.",
        "Then choose, and lock.": "Then choose.",
        "For each question: choose, **lock**, and only then look. A wrong guess teaches.": "A wrong guess teaches.",
        "Follow the cod for ten years, then lock.": "Follow the cod for ten years.",
        "Use the map (it opens with your third prediction), or the board.": "Use the map, or the board.",
        "Watch. (The table opens when the prediction is locked.)": "Watch.",
        "Hover over a net, or move there, to see what it closes. Three ships.": "Three ships.",
        "Then write two sentences, and hand in your code if your teacher collects them.": "Then write two sentences.",
        "Then hand in your **lesson code** if your teacher collects them.": "",
        "Then change it, and run it again:": "Then change it:",
        "A sea. The first choice\neverywhere is the rulebook's.": "A sea.",
        "gear costs 10. **D** ends your shopping;": "gear costs 10;",
        "Short exercises, checked at once. A wrong answer brings a hint. Cross it out.": "Cross it out.",
        "Choose a species. **Next arrow** follows the arrows.": "Follow the arrows.",
        "The last ballots are filled in. Change the votes that have to move, then seal all five.":
            "Copy the last ballots, change the votes that have to move, and seal all five.",
        "Shrimp opens at 4. The block stays.": "Shrimp opens at 4. The block stays.",
        "Run it. Then fish on the board below: you are seat A.": "Run it. You are seat A.",
        "Run the cell. It plays at once against stronger bots. The last sentence says how far it came.": "",
        "One game. Drag the slider. Board, log and plot always show the same moment.": "One game.",
    }.items(),
)  # fmt: skip
def test_sentences_about_a_screen_are_left_out_or_said_for_paper(told, left):
    assert off_screen(told) == left


HANDLES = {"lock", "run", "save code", "lesson code", "back to the rulebook", "as printed", "map of all fish"}
"""What is bold because a hand does it at a screen."""


@pytest.mark.parametrize("path", sorted(checklist.FOLDER.glob("[0-9]*.ipynb")), ids=lambda path: path.stem)
def test_every_bold_term_of_a_lesson_is_on_its_paper(path):
    """What is set bold and small is a term or a rule; buttons are written with a capital."""
    texts = [checklist.source(cell) for cell in checklist.read(path)["cells"] if cell["cell_type"] == "markdown"]
    terms = {term for text in texts for term in re.findall(r"\*\*([a-z][^*\n]{2,})\*\*", text)} - HANDLES
    paper = words("".join(map(on_paper, texts))).casefold()
    assert sorted(term for term in terms if " ".join(plain(term).split()).casefold().strip(":.") not in paper) == []


ACTS = re.compile(
    r"\b(?:reserve|blocks?|place a ship|cast|pass|bid|pay|hire|launch|buy|send out|draw a tile|yours|chip|stars?|wins?|"
    r"must|nobody|everybody)\b|\b\d points?\b"
)
"""What a sentence says that is a rule, or something that is done at a table as well as at a screen."""
ON_SCREEN_ONLY = {
    "Give each seat to a *person* and pass the mouse.",
    "Press **New game** to switch blocks, tournaments or rounds, and give any seat to a person or a bot.",
    "Switch blocks or tournaments off, and look at the same sea again.",
}


@pytest.mark.parametrize("path", sorted(checklist.FOLDER.glob("[0-9]*.ipynb")), ids=lambda path: path.stem)
def test_no_rule_is_lost_on_paper_with_the_screen_that_its_sentence_speaks_of(path):
    """Each sentence that would be left out and says a rule has a form for paper beside it."""
    texts = [checklist.source(cell) for cell in checklist.read(path)["cells"] if cell["cell_type"] == "markdown"]
    flat = " ".join(re.sub(r"(?m)^(?:\||#|\[).*$", "", "\n".join(texts)).split())
    sentences = re.findall(r"(?:[^.!?<>]|(?<=\d)\.(?=\d))+[.!?]+(?!\S*<!-- paper:)", flat)
    lost = {one.strip() for one in sentences if not off_screen(one.strip()) and ACTS.search(one)}
    assert sorted(lost - ON_SCREEN_ONLY) == []


def test_no_sentence_on_paper_has_lost_the_one_that_it_speaks_of():
    texts = []
    for path in sorted(checklist.FOLDER.glob("[0-9]*.ipynb")):
        cells = checklist.read(path)["cells"]
        texts += [on_paper(checklist.source(cell)) for cell in cells if cell["cell_type"] == "markdown"]
    told = words(" ".join(texts))
    for orphan in (
        r"\b(?:Four people|Done|Pasted more)\?(?! Take a seat each)",
        r"\bIt counts the years",
        r"It holds the whole game",
    ):
        assert not re.search(orphan, told), orphan
    assert "Four people? Take a seat each." in told and "Compare only the years that both games have finished." in told


def test_how_far_the_player_of_a_student_comes_is_on_no_page_of_a_student():
    contest = against_ladder(lambda view, rng: view.moves()[0], "fishery", columns=4, rows=4, ships=2)
    contest.told.value = "<p>0 of 16 games won</p>"
    student, teacher = Still(), Still({"x": Solved("x", "question", "", "", "", ())})
    assert words(student.html(contest)) == "At the computer." and "0 of 16" in teacher.html(contest)
    assert "0 of 16" in Still(projected=True).html(contest)


@pytest.mark.parametrize(
    ("lesson", "sealed", "named", "answer"),
    [
        (
            "03-boom-alone-or-together", ["Five boats hold back", "If all five stop"],
            "Exercise 2 of 4, Exercise 3 of 4", "50 − 42 = 8",
        ),
        ("10-harbour-council", ["countries sent inspectors"], "Exercise 4 of 5", "it is one of those who fish"),
    ],
)  # fmt: skip
def test_questions_that_would_tell_a_prediction_stand_on_the_last_page(lesson, sealed, named, answer):
    path = checklist.FOLDER / f"{lesson}.ipynb"
    student, teacher = (paper.handout(path, answers) for answers in (False, True))
    before, _, last = student.partition('<div class="last">')
    assert before.count(f"On the last page, for when the predictions are made: {named}.") == 1
    for question in sealed:
        assert question not in words(before) and question in words(last)
        assert question in words(teacher)
    assert answer in words(teacher) and answer not in words(student) and 'class="last"' not in teacher


def test_a_sandbox_is_not_printed(pages):
    for page in pages:
        assert "Sandbox" not in page and "Debrief" in page


def test_a_lesson_says_for_paper_what_stands_there_in_place_of_a_sentence():
    told = "Look. Click a plot.<!-- paper: Choose a plot. Take it. --> It is yours. Fine?<!-- paper: --> Press it."
    assert off_screen(told) == "Look. Choose a plot. Take it. It is yours."
    assert off_screen("1. Click a boat.<!-- paper: Roll for each boat. -->") == "1. Roll for each boat."
    assert off_screen("Tens of thousands lost work (The Canadian Press 2024).").startswith("Tens")


def test_a_program_to_fill_in_stands_on_paper_above_its_question(tmp_path):
    source = "from fishlab import stats\n\ndef twice(fish):\n    return ...\n\nprint(1)"
    card = 'from fishlab_widgets.lesson import Lesson\nlesson = Lesson("77", "t", minutes=1)\n'
    card += 'lesson.check("a", twice, title="Twice", cases=[(2, 4)])'
    path = tmp_path / "x.ipynb"
    cells = [{"cell_type": "code", "source": [one]} for one in (source, card)]
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    page = handout(path)
    assert '<pre class="program">def twice(fish):\n    return ...</pre>' in page
    asked = "What goes in place of the dots? Write it at the computer, or here."
    assert words(page).endswith(f"Exercise 1 of 1 Twice {asked}")


def test_only_what_a_student_writes_on_is_a_program():
    assert program_of("from x import y\nshow(1)") == ""
    assert program_of("five = [1]\nalso = of(2)\nranking = ...") == "five = [1]\n\nranking = ..."
    assert program_of("most = 7\n\n\ndef my_player(view, rng):\n    return 1\n\n\nagainst(my_player)").startswith(
        "most"
    )


def test_a_heading_under_which_paper_has_nothing_says_where_it_is_done():
    step = '<div class="step"><div><b>Play</b></div></div>'
    page = _NOTHING.sub("\\g<0>!", f"<h2>A</h2>\n{step}<h2>B</h2><p>fish</p><h2>C</h2>{step}<p>sea</p><h2>D</h2>{step}")
    assert page.count("!") == 2 and f"{step}!<h2>B" in page and page.endswith(f"{step}!")


def test_a_figure_in_which_nothing_has_happened_is_left_out():
    figure = '<div class="fishlab-figure"><table><tr><th>1</th><td>0</td><td>{}</td></tr></table></div>'
    assert Still().html(figure.format(0)) == ""
    assert Still().html(figure.format(3)) == figure.format(3)
    moment = (
        '<div class="fishlab-figure"><table><tr><th scope="col">{}</th></tr><tr><th scope="row">1</th><td>3</td></tr>'
    )
    assert Still().html(moment.format("round")) == "", "the first moment of a game that has not begun"
    assert Still().html(moment.format("fleet")) != ""


def test_a_long_table_stands_in_columns_each_with_its_heading_and_loses_no_row():
    rows = [f"<tr><td>{number}</td></tr>" for number in range(31)]
    html = f"<table><thead><tr><th>year</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
    assert re.findall(r"<td>(\d+)", columns(html)) == [str(number) for number in range(31)]
    assert columns(html).count("<thead>") == columns(html).count("<table>") == 3
    assert columns(html.replace("".join(rows[14:]), "")).count("<table>") == 1


def test_a_figure_that_stands_above_already_is_only_named():
    figure = '<div class="fishlab-figure"><svg id="{}"/><td>1</td></div>'
    page = Still()
    assert (
        "svg" in page.html(figure.format("a")) and page.html(figure.format("b")) == "<p>(the same picture as above)</p>"
    )


def test_the_council_has_all_five_sheets_and_ballots_to_write_on():
    lesson = Lesson("77", "t", minutes=1)
    sheets, ballots = words(Still().html(Roles(lesson))), Still().html(Vote(lesson))
    assert all(role["name"] in sheets and role["name"] in ballots for role in ROLES.values())
    assert ballots.count("<td></td>") == 6 * 3
    assert "nothing / 1 point / 1, then 2 … / 2 points" in words(ballots), "one choice has a comma of its own"
    answers = {"x": Solved("x", "question", "", "", "", ())}
    assert "<td></td>" not in Still(answers).html(Vote(lesson)), "the teacher sees how the roles vote"


def test_a_file_to_download_is_left_out_with_its_sentence():
    html = '<p>Fish.</p><p><a href="data:text/csv,1">All</a>, open it.</p><p>Two <a href="data:,2">b</a></p><b>sea</b>'
    assert Still._clean(html) == "<p>Fish.</p><b>sea</b>"


def test_what_would_be_printed_as_images_is_drawn_in_lines_at_the_same_places():
    bar = '<path d="M 10 90 \nL 30 90 \nL 30 20 \nz" clip-path="url(#ax)" style="fill: url(#h); stroke: red"/>'
    sea = '<rect x="-5" y="1" width="50" height="20" rx="4" fill="url(#p)" opacity=".5"/>'
    round_ = '<path d="M4 1q5-4 10 0" fill="url(#p)"/>'
    page = printable(
        "<p style='opacity:.5'>fish</p><svg><style>.a{opacity:.45}.b{fill-opacity:.2}.c{opacity:1}</style>"
        '<pattern id="h" x="0" y="0" width="72" height="72"><path d="M 0 0"/></pattern>'
        f'<pattern id="p" width="40" height="24"><g/></pattern>{bar}{sea}{round_}</svg>'
    )
    assert "<pattern" not in page
    assert '<defs><g id="h"><path d="M 0 0"/></g></defs>' in page
    assert '<clipPath id="tiles-1"><path d="M 10 90 \nL 30 90 \nL 30 20 \nz"/></clipPath>' in page
    assert (
        '<g clip-path="url(#ax)"><g clip-path="url(#tiles-1)"><use href="#h" x="0" y="0"/><use href="#h" x="0" y="72"/>'
        in page
    )
    assert 'style="fill: none; stroke: red"/>' in page, "its edge is drawn over the tiles"
    assert re.findall(r'href="#p" x="([-\d]+)" y="(\d+)"', page) == [("-40", "0"), ("0", "0"), ("40", "0")]
    assert 'rx="4" fill="none" fill-opacity=".5" stroke-opacity=".5"/>' in page
    assert ".a{fill-opacity:.45;stroke-opacity:.45}.b{fill-opacity:.2}.c{opacity:1}" in page
    assert "<p style='opacity:.5'>" in page, "only pictures are changed"
    assert round_ in page, "a round shape stays as it is"


def test_names_that_look_like_html_stay_words(tmp_path):
    path = tmp_path / "x.ipynb"
    source = 'from fishlab_widgets.lesson import Lesson\\nlesson = Lesson(\\"77\\", \\"t\\", minutes=1)\\n'
    source += 'lesson.predict(\\"a\\", \\"<img src=x>\\", choices=[\\"<b>x\\", \\"y\\"], result=\\"y\\")'
    path.write_text(f'{{"cells": [{{"cell_type": "code", "source": ["{source}"]}}]}}', encoding="utf-8")
    page = handout(path)
    assert "<img" not in page and "☐ &lt;b&gt;x" in page


def test_a_cell_that_fails_is_named(tmp_path):
    path = tmp_path / "bad.ipynb"
    path.write_text('{"cells": [{"cell_type": "code", "source": ["1 / 0"]}]}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"cell 1 of bad.ipynb fails \(ZeroDivisionError"):
        list(read_lesson(path))


@pytest.fixture
def made(pages, monkeypatch):
    """Let whoever asks for the first lesson's pages get those that are made already."""
    monkeypatch.setattr(paper, "handout", lambda notebook, answers=False: pages[answers])


@pytest.mark.usefixtures("made")
def test_the_command_writes_both_pages_and_names_a_lesson_that_is_not_there(tmp_path, capsys, monkeypatch, pages):
    monkeypatch.setattr(make_handout.shutil, "which", lambda name: None)
    assert main(["handout", str(tmp_path / "a b"), "00"]) == 0
    assert {one.name for one in (tmp_path / "a b").iterdir()} == {"00-cast-off.html", "00-cast-off-answers.html"}
    assert [(tmp_path / "a b" / f"00-cast-off{end}.html").read_text("utf-8") for end in ("", "-answers")] == list(pages)
    assert "no PDF was made" in capsys.readouterr().out
    assert main(["handout", str(tmp_path), "77"]) == 2
    assert "there is no lesson 77: choose among 00" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["out", "--no-pdf", "00"], ["--no-pdf", "out", "00"], ["out", "00", "--no-pdf"], ["00", "--no-pdf"]]
)
@pytest.mark.usefixtures("made")
def test_options_stand_before_or_after_the_lessons_and_a_lesson_alone_needs_no_folder(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["handout", *words]) == 0
    (folder,) = tmp_path.iterdir()
    assert folder.name == ("out" if "out" in words else "handouts")
    assert {one.name for one in folder.iterdir()} == {"00-cast-off.html", "00-cast-off-answers.html"}


def test_a_word_too_many_is_still_refused(capsys):
    for asked in (["handout", "out", "00", "--loud"], ["play", "fishery", "--seed", "1", "more", "words"]):
        with pytest.raises(SystemExit):
            main(asked)
        assert "unrecognized arguments" in capsys.readouterr().err


@pytest.mark.usefixtures("made")
def test_a_page_is_printed_beside_itself_by_whatever_prints(tmp_path):
    found = handouts([FIRST], tmp_path, lambda name: None, lambda page: page.with_suffix(".pdf").write_bytes(b"%PDF"))
    assert [one.name for one in found] == [
        "00-cast-off.html", "00-cast-off.pdf", "00-cast-off-answers.html", "00-cast-off-answers.pdf"
    ]  # fmt: skip
    assert all(one.exists() for one in found)


@pytest.fixture
def browser_path():
    """A browser that prints."""
    return chromium() or pytest.skip(
        "there is no Chromium or Chrome here that could print a PDF; `make browser` installs one"
    )


@pytest.mark.soak
@pytest.mark.parametrize("path", sorted(checklist.FOLDER.glob("[0-9]*.ipynb")), ids=lambda path: path.stem)
def test_every_lesson_fits_one_file_and_keeps_its_answers_to_the_teacher(path, tmp_path, browser_path):
    made = handouts([path], tmp_path, lambda name: None, lambda page: make_handout.print_pdf(page, browser_path))
    assert {one.name: one.stat().st_size for one in made if one.stat().st_size > MOST} == {}
    student, teacher = (one.read_text("utf-8") for one in made if one.suffix == ".html")
    assert 'class="answer"' not in student and 'class="answer"' in teacher
    assert not re.search(r"""(src|href)=["'](?!#)""", student)
    assert not re.search(r"Shift|Run All|[Rr]un (the|this) cell", words(student))


def test_the_number_of_a_step_stands_below_its_heading_so_that_no_page_begins_with_it():
    step, later = '<div class="step"><div>Step 1</div></div>', '<div class="step"><div>Step 2</div></div>'
    card = '<section class="card"></section>'
    assert steps_by_headings(f"<h2 id='a'>A</h2><p>Text</p>{step}{card}") == f"<h2 id='a'>A</h2>{step}<p>Text</p>{card}"
    second = f"<h2>A</h2>{step}<p>Text</p>{card}<p>More</p>{later}{card}"
    assert steps_by_headings(second) == second, "a second step of a heading stays with its own card"


def test_a_step_follows_its_heading_or_something_of_an_earlier_step(pages):
    body = pages[0]
    for part in body.split("<h2")[1:]:
        before, step, _ = part.partition('<div class="step">')
        text = re.sub(r"<[^>]*>", "", before.partition("</h2>")[2]).strip()
        assert not step or not text or "<section" in before or "<figure" in before or "live" in before, text[:60]
