"""The teacher's guide: timetables from the lessons themselves, answers behind a word, and sheets to print."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import checklist
import pytest
from fishlab_widgets.chapters import pond
from fishlab_widgets.council.roles import ROLES
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.answers import gate_mark, written
from fishlab_widgets.lesson.card import prose
from fishlab_widgets.lesson.predictions import reasons_of
from fishlab_widgets.pisces import life
from fishlab_widgets.teacher import boards, stored_lessons
from fishlab_widgets.teacher.guide import GUIDE, STEPS, Answers, Timetable, answers_html, timetable_html
from fishlab_widgets.teacher.sheets import Sheets, _scale, prediction_sheet
from fishlab_widgets.teacher.stored_lessons import Solved, lesson_files, solved
from laws import COURSE
from walk import visible, walked

from fishlab import GAMES
from fishlab.fleet.deck import CARDS

TEACHER = checklist.TEACHER.read_text(encoding="utf-8")
BENCH = Path(__file__).parents[1].joinpath("classroom", "bench_class.py").read_text(encoding="utf-8")


def shown(card: object) -> str:
    """Return all that is on a card."""
    return " ".join(visible(card)) + str(card.head) + str(card.body)


# Timetables.


def test_every_lesson_of_the_course_has_words_for_its_teacher():
    assert list(GUIDE) == list(lesson_files())
    for told in GUIDE.values():
        assert all(len(told[name]) > 5 for name in ("bring", "say", "expect", "end"))
        assert len(told["mixed"]) >= 2


def test_every_step_of_every_lesson_has_a_sentence_to_say_and_one_of_what_to_expect():
    assert {number: list(steps) for number, steps in STEPS.items()} == {
        number: [step.name for step in lesson.steps] for number, lesson in lesson_files().items()
    }
    for told in (told for steps in STEPS.values() for told in steps.values()):
        assert len(told) == 2
        assert all(10 < len(words) < 130 and words[-1] in ".?!" for words in told), told


def test_every_sentence_that_a_lesson_asks_for_stands_under_its_question_and_not_its_key():
    asked = [one for lesson in lesson_files().values() for one in lesson.asked.values() if one.kind == "explain"]
    assert [one.key for one in asked if one.words == one.key] == []
    assert lesson_files()["10"].asked["argument"].words == "What was the strongest argument that was not your own?"


def minutes_of(html: str) -> list[tuple[int, int]]:
    """Return the rows of a timetable as the minute in which a step begins, and how long it takes."""
    return [(int(at), int(takes)) for at, takes in re.findall(r"<tr><td>(\d+)</td>.*?</b> (\d+) min", html)]


@pytest.mark.parametrize("number", GUIDE)
def test_a_timetable_has_the_steps_and_the_minutes_of_its_lesson(number):
    lesson = lesson_files()[number]
    promised = int(re.search(r"(\d+) minutes", checklist.source(checklist.read(lesson.path)["cells"][0]))[1])
    assert lesson.minutes == promised
    text = timetable_html(lesson)
    assert f"{promised} minutes" in text
    rows = minutes_of(text)
    assert [takes for _, takes in rows] == [step.minutes for step in lesson.steps]
    assert [at + takes for at, takes in rows] == [at for at, _ in rows[1:]] + [promised], "the minutes add up"
    assert all(prose(words) in text for told in STEPS[number].values() for words in told)


def test_a_timetable_shows_the_chosen_lesson_and_gives_no_result_away():
    card = Timetable()
    card.receive("choose", 1)
    assert "Ten years at sea" in shown(card)
    assert GUIDE["01"]["mixed"][0] not in shown(card)


# Answers.


@pytest.fixture(scope="module")
def first() -> list[Solved]:
    """The answers of the first lesson, worked out once."""
    return solved("00")


def test_answers_are_neither_worked_out_nor_sent_before_the_word_is_there(monkeypatch):
    monkeypatch.setattr("fishlab_widgets.teacher.guide.solved", lambda number: pytest.fail("too early"))
    card = Answers(gate_mark("herring"))
    for kind, value in (("choose", 1), ("word", "cod"), ("word", "mackerel"), ("shut", None), ("nonsense", {})):
        card.receive(kind, value)
        assert GUIDE["00"]["mixed"][0][:20] not in shown(card)
        assert card.pictures == ()
    assert "This is not the word" not in shown(card)
    card.receive("word", "mackerel")
    assert "This is not the word" in shown(card)
    assert "mixed" not in card.still_picture()


def test_the_first_word_becomes_the_word_and_opens_what_the_lesson_itself_takes_for_right(first, monkeypatch):
    monkeypatch.setattr("fishlab_widgets.teacher.guide.solved", lambda number: {"00": first}[number])
    card = Answers()
    card.receive("word", "  Herring ")
    text = shown(card)
    assert f'Answers("{gate_mark("herring")}")' in text
    assert GUIDE["00"]["mixed"][0][:20] in text
    found = {one.key: one for one in first}
    judge = walked("00").card("sustainable").judge
    assert judge(int(found["sustainable"].answer)) is True
    assert found["empty"].answer == str(pond.last_round(pond.FLEET, pond.LAKE))
    assert len(found["sustainable"].mistakes) == 3
    card.receive("shut", None)
    assert GUIDE["00"]["mixed"][0][:20] not in shown(card)
    card.receive("word", "another")
    assert card.pictures == ()


def test_every_prediction_says_what_students_will_answer_why_and_what_to_ask_them(first):
    text = answers_html("00", first)
    for one in reasons_of("00").values():
        assert all(prose(words) in text for told in one.said for words in (told.say, told.cause, told.ask))
    assert text.count("What will they say?") == len(reasons_of("00")) == 3
    assert "What will they say?" not in timetable_html(lesson_files()["00"]), "it may hang on the wall"


def test_working_out_answers_leaves_the_answers_of_a_running_lesson_alone(monkeypatch):
    running = walked("00").lesson
    monkeypatch.setitem(memory._MEMORY, "00", running.memory)
    monkeypatch.setattr(memory, "current", running)
    solved("00")
    assert memory._MEMORY["00"] is running.memory
    assert memory.current is running


def test_what_hangs_on_the_class_s_own_vote_is_not_told_as_an_answer():
    vote = Solved("our rule", "predict", "Your rule?", "seven", "", ())
    assert vote.key in lesson_files()["10"].asked
    assert "seven" not in answers_html("10", [vote])
    assert "seven" in answers_html("00", [vote])


@pytest.mark.soak
@pytest.mark.parametrize("number", GUIDE)
def test_every_exercise_of_a_lesson_has_an_answer(number):
    found = solved(number)
    open_ended = ("save code", "change", *GUIDE[number].get("own", ()))  # many answers are right
    assert [one.key for one in found if not one.answer and one.key not in open_ended] == []
    assert all(one.words in answers_html(number, found).replace("&#x27;", "'") for one in found[:1])


def test_nothing_of_the_answers_stands_in_the_page_s_own_file(first):
    assert not [one for told in GUIDE.values() for one in told["mixed"] if one[:25] in TEACHER]
    for one in first:
        assert one.why == "" or one.why not in TEACHER


def test_the_memory_that_the_page_asks_for_is_the_one_that_the_bench_holds_a_class_to():
    small, large = re.search(r"the server, in megabytes\", found.memory, (\d+) if small else (\d+)", BENCH).groups()
    assert f"allow **{small} MB** of memory for a class of 32, and **{large} MB** for 400 people" in TEACHER


# Sheets.


def test_the_sheets_hold_boards_roles_a_record_of_games_and_the_predictions_of_every_lesson():
    html = Sheets(2).html
    titles = re.findall(r'<section class="sheet"><h2>(.*?)</h2>', html)
    for game in (GAMES[name] for name in COURSE):
        assert f"{game.title}: the rules in short" in titles, "the key stands there"
    assert [one for one in titles if "predictions" in one] == [
        f"My predictions: {number} · {lesson.title}" for number, lesson in lesson_files().items()
    ]
    assert titles.count("Harbour council") == len(ROLES) == html.count("<h3>My ballot</h3>")
    assert all(role["name"] in html for role in ROLES.values())
    assert {"Fishery: the sea", "Fresh Fish: the city for 2", "Fleet: the table for 2", "Our games"} < set(titles)
    assert "In which round do eleven hungry boats take the last fish of the lake?" in html
    assert "script" not in html
    assert len(re.findall(r'\bid="([^"]+)"', html)) == len(set(re.findall(r'\bid="([^"]+)"', html))), (
        "no id stands twice"
    )
    assert "download=" in Sheets(2, ("00",))._repr_html_()


@pytest.mark.few(2)
@pytest.mark.parametrize("number", GUIDE)
def test_a_sheet_has_room_to_make_every_prediction_of_its_lesson_and_to_explain_it(number):
    html = prediction_sheet(number)
    blocks = html.split('<div class="ask">')[1:]
    cards = walked(number).cards()
    assert len(blocks) == len(cards)
    for block, card in zip(blocks, cards, strict=True):
        assert prose(card.asked) in block and "Because" in block and "It was:" in block
        if isinstance(card.answering, Choosing):
            assert [unescape(one) for one in re.findall("☐ (.*?)</span>", block)] == card.answering.labels
        else:
            assert (
                f">{written(card.answering.low)}</text>" in block and f">{written(card.answering.high)}</text>" in block
            )
        assert block.count('class="line"') >= 4


@pytest.mark.parametrize(
    ("low", "high", "numbers"),
    [
        (1, 12, range(1, 13)),
        (-4, 4, range(-4, 5)),
        (0, 20, range(21)),
        (1, 50, [1, *range(5, 51, 5)]),
        (0, 75, [*range(0, 71, 10), 75]),
        (0, 25_000, range(0, 25_001, 2_500)),
    ],
)
def test_each_tick_of_a_scale_stands_at_its_number_and_is_named(low, high, numbers):
    svg = _scale(low, high, "years")
    ticks = [float(at) for at in re.findall(r'<path d="M([\d.]+) 8v14"', svg)]
    words = {float(at): word for at, word in re.findall(r'<text x="([\d.]+)" y="40">(.*?)</text>', svg)}
    assert words == dict(zip(ticks, map(written, numbers), strict=True))
    for at, number in zip(ticks, numbers, strict=True):
        assert (at - 32) / 616 == pytest.approx((number - low) / (high - low), abs=1e-3)


def test_a_sheet_speaks_of_nothing_that_stands_only_on_a_screen():
    assert not re.search(r"\b(?:above|below)\b(?! the)", re.sub("<svg.*?</svg>", "", prediction_sheet("02")))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_boards_on_paper_are_the_games_own_at_their_start(players):
    city = "".join(boards.freshfish_pages(players))
    start = boards.city_at_start(players)
    assert len(set(re.findall(r'id="[^"]*plot-([a-j]\d+)"', city))) == start.size**2 - 4
    assert sum(start.deck_counts().values()) == sum(int(one) for one in re.findall(r"(\d+) × ", city))
    table, boats, licences, _ = boards.fleet_pages(players)
    assert "The bay</title><desc" in table and f"{CARDS.crates * players} crates" in table
    assert f"{sum(CARDS.boat_counts)} cards" in boats and boats.count(">cost ") == sum(CARDS.boat_counts)
    assert licences.count('class="lic"') == sum(CARDS.licence_counts)


def test_every_species_has_a_board_on_paper_with_its_stacks_and_the_die_of_the_ocean_for_two_to_six():
    pages = boards.pisces_pages(4)
    for species in life.SPECIES:
        kind = life.one_board(species).kind(0)
        assert f"{kind.chips} chips in all" in "".join(pages)
        assert any(f"{kind.label}, to print" in one for one in pages)
    rows = re.findall(r"<tr><td>([2-6])</td>(.*?)</tr>", pages[3])
    assert [(int(count), row.count("roll again")) for count, row in rows] == [(2, 0), (3, 0), (4, 2), (5, 1), (6, 0)]


def test_rules_on_paper_speak_of_no_screen():
    for game in (GAMES[name] for name in COURSE):
        text = boards.rules_page(game)
        assert not re.search(r"[Cc]lick|chosen now|refusal|The board says|What if it died|last move", text), game.name
        assert text.count("<li>") >= 5


@pytest.mark.parametrize("left", ["def depleted(states, arrows, year)", "raise SystemExit", "quit("])
def test_a_program_that_somebody_left_half_done_takes_no_answer_away(left, tmp_path, monkeypatch):
    stored = stored_lessons.lesson_files()["02"]
    text = json.loads(stored.path.read_text(encoding="utf-8"))
    (own,) = (one for one in text["cells"] if "".join(one["source"]).startswith("def depleted("))
    own["source"] = [left]
    (tmp_path / stored.path.name).write_text(json.dumps(text), encoding="utf-8")
    monkeypatch.setattr(stored_lessons, "course_folder", lambda: tmp_path)
    stored_lessons.lesson_files.cache_clear()
    try:
        (found,) = stored_lessons.lesson_files().values()
        assert found.steps == stored.steps and found.asked.keys() == stored.asked.keys()
        assert [one.key for one in stored_lessons.solved("02")] == [
            key for key, one in stored.asked.items() if one.kind in ("predict", "question", "check")
        ]
    finally:
        stored_lessons.lesson_files.cache_clear()
