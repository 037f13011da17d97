"""The class page: codes and tables are read line by line, counted without names, and nothing is lost."""

from __future__ import annotations

import csv
import io
import re
from random import Random
from typing import Any

import pytest
from fishlab_widgets.controls.pasted import HEAD
from fishlab_widgets.lesson.answers import write_lesson_code
from fishlab_widgets.lesson.card import pictures_of
from fishlab_widgets.teacher import counting
from fishlab_widgets.teacher.class_page import ClassPage, predicted_picture
from fishlab_widgets.teacher.hands import Handed, read_hands
from walk import visible

from fishlab import Boom, Fishery, Match
from fishlab.boom.players import BOTS
from fishlab.boom.treatments import TERMS


def row(
    key: str, kind: str, answer: Any, *, result: Any = None, done: bool = True, tries: int = 0, why: str = ""
) -> Any:
    return {"key": key, "kind": kind, "answer": answer, "result": result, "done": done, "tries": tries, "why": why}


def hand(
    guess: int = 4, last: str = "8", *, solved: bool = True, tries: int = 1, why: str = "", lesson: str = "00"
) -> str:
    """Return the code of a student who predicted, and tried the first exercise."""
    rows = [
        row("empty", "predict", guess, result=4, why=why),
        row("sustainable", "question", last, done=solved, tries=tries),
    ]
    return write_lesson_code(lesson, rows)


def boom(treatment: str = "competitive", seed: int = 1) -> Match:
    match = Match(Boom, 2, years=6, **TERMS[treatment].options(2))
    match.run([BOTS["greedy"]] * 2, Random(seed))
    return match


def shown(page: ClassPage) -> str:
    """Return all that can be seen on the page, what its files hold and the field included."""
    return " ".join(visible(page)) + str(page.head) + str(page.body)


# Reading.

ONE, TWO = hand(3), hand(5, "9", solved=False, tries=4)


@pytest.mark.parametrize(
    "text",
    [
        f"{ONE}\n\n{TWO}",
        f"Anna, {ONE}\nBen, {TWO}",
        f"{ONE} Anna\n{TWO} Ben",
        f"Name;Punkte;Code\nAnna;9,5;{ONE}\nBen;3,25;{TWO}",
        f'\ufeff"Nachname";"Vorname";"Lektionscode"\r\n"Berg";"Anna";"{ONE}"\r\n"Tal";"Ben";"{TWO}"\r\n',
        f"student\tgroup\tcode\nAnna\tred\t{ONE}\nBen\tblue\t{TWO}",
        f"{ONE[:30]} {ONE[30:]}\n{TWO}",
        f"{ONE[:40]}\n{ONE[40:60]}\n{ONE[60:]}\n{TWO}",
        f"> {ONE[:40]}\n> {ONE[40:60]}\n> {ONE[60:]}\n> > {TWO[:50]}\n> > {TWO[50:]}",
        f"Anna {ONE[:40]}=\n{ONE[40:60]}=\n{ONE[60:]}\n> {TWO[:50]}= \n> {TWO[50:]}",
    ],
    ids=[
        "lines",
        "names before",
        "names behind",
        "German table",
        "German file",
        "tabs",
        "a space inside",
        "a mail's lines",
        "a mail that quotes",
        "a mail that marks its breaks",
    ],
)
def test_codes_are_read_however_they_come(text):
    found = read_hands(text)
    assert found.wrong == []
    assert [one.rows[0]["answer"] for one in found.hands] == [3, 5]
    assert found.lessons() == ["00"]


GERMAN = f'\ufeff"Schüler";"Gruppe";"Lektionscode"\r\n"Müller, Änne";"rot";"{ONE}"\r\n"Groß";"blau";"{TWO}"\r\n'


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (GERMAN, ["Müller, Änne", "Groß"]),
        (GERMAN.encode().decode("cp1252"), ["Müller, Änne", "Groß"]),
        (GERMAN.lstrip("\ufeff").encode("cp1252").decode("utf-8", "replace"), ["M\ufffdller, \ufffdnne", "Gro\ufffd"]),
        (f"sep=;\nName;Code\nAnna;{ONE}\nBen;{TWO}", ["Anna", "Ben"]),
        (f"Zeitstempel;Dein Name;Dein Code\n15.11. 8:03;Anna;{ONE}\n15.11. 8:04;Ben;{TWO}", ["Anna", "Ben"]),
        (f"Timestamp,Email Address,Lesson code\n8:03,a@b.c,{ONE}\n8:04,d@e.f,{TWO}", ["a@b.c", "d@e.f"]),
        (f'Name,Code\n"Berg, Anna",{ONE}\n"Tal, Ben",{TWO}', ["Berg, Anna", "Tal, Ben"]),
        (f"> 1. Anna: {ONE}\n> 2. Ben: {TWO}", ["Anna", "Ben"]),
        (f"Anna\xa0{ONE[:30]}\u200b{ONE[30:]}\nBen {TWO.replace('LC1-00-', 'LC1–00–')}", ["Anna", "Ben"]),
        (f"Anna {ONE}{ONE}\nBen {TWO}", ["Anna", "Ben"]),
    ],
    ids=[
        "a German file", "read by the wrong table", "letters lost", "a sign of its own", "a form", "addresses",
        "commas in names", "a mail that was answered", "signs put in between", "pasted twice on end",
    ],
)  # fmt: skip
def test_what_programs_on_the_way_did_to_a_list_is_undone(text, names):
    found = read_hands(text)
    assert (found.names, found.wrong) == (names, [])
    assert [one.rows[0]["answer"] for one in found.hands] == [3, 5]


def test_a_title_above_a_table_is_told_and_a_sentence_is_no_heading():
    found = read_hands(f"Class 8b\n\nName;Code\nAnna;{ONE}")
    assert (found.names, [(one.line, one.keep) for one in found.wrong]) == (["Anna"], [(1, False)])
    found = read_hands(f"Hello, my name is Anna\n{ONE}\nthis is our code\n{TWO}")
    assert (len(found.hands), found.names) == (2, ["", ""])
    assert [one.line for one in found.wrong] == [1, 3]


@pytest.mark.parametrize(
    "words", ["Codes", "Klasse 8b, Gruppe 1", "Subject: codes, team 3", "our codes, thanks", "Name", "Total"]
)
def test_words_above_a_list_are_no_heading_that_would_take_the_names_away(words):
    found = read_hands(f"{words}\nAnna: {ONE}\nBen: {TWO}")
    assert found.names == ["Anna", "Ben"]
    assert [(one.line, one.keep) for one in found.wrong] == [(1, False)]


def test_a_row_with_its_columns_swapped_keeps_code_and_name():
    found = read_hands(f"Name;Code\nAnna;{ONE}\n{TWO};Ben\nCleo;{hand(6)}")
    assert (found.names, found.wrong) == (["Anna", "Ben", "Cleo"], [])


def test_a_table_without_a_column_for_names_says_that_it_read_none():
    found = read_hands(f"Nickname;Code\nAnna;{ONE}\nBen;{TWO}")
    assert found.names == ["", ""]
    (told,) = found.wrong
    assert "no column of this table is called “Name”" in told.why and not told.keep


@pytest.mark.parametrize(
    ("label", "name"),
    [("Code", ""), ("Lesson 0", ""), ("Hier ist mein Code", ""), ("my code", ""), ("Lektion 00", ""), ("12", "12"),
     ("Anna, my code", "Anna"), ("Anna Lektion 0 Code", "Anna"), ("Cody", "Cody"), ("Das ist Anna", "Das ist Anna")],
)  # fmt: skip
def test_words_that_say_what_a_code_is_are_nobodys_name(label, name):
    found = read_hands(f"{label}: {ONE}\n{label.upper()}: {hand(3, '9', solved=False, tries=4)}")
    assert [one.casefold() for one in dict.fromkeys(found.names)] == [name.casefold()]
    assert len(found.hands) == (1 if name else 2), "the same name twice is one person, no name twice are two"


def test_words_in_a_tables_code_column_change_neither_name_nor_group():
    found = read_hands(f"Time;Name;Group;Code\n8:03;Anna;red;Here is my code: {ONE}\n8:04;Ben;blue;{TWO}")
    assert (found.names, [one.group for one in found.hands]) == (["Anna", "Ben"], ["red", "blue"])


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (f"Anna: {ONE}, Ben: {TWO}", ["Anna", "Ben"]),
        (f"{ONE} Anna, {TWO} Ben", ["Anna", "Ben"]),
        (f"{ONE} {TWO}", ["", ""]),
        (f"Anna: {ONE}, Ben: {write_lesson_code('01', [row('a', 'predict', 6, result=5)])} {TWO}", ["Anna", "Ben"]),
    ],
)
def test_two_codes_of_one_lesson_in_one_line_are_two_students(line, names):
    found = read_hands(line)
    assert (found.names, found.wrong) == (names, [])
    assert [(one.who, one.rows[0]["answer"]) for one in found.of("00")] == [(0, 3), (1, 5)]


def test_names_are_kept_apart_and_one_row_of_a_table_is_one_student():
    later = write_lesson_code("01", [row("collapse", "predict", 6, result=5)])
    found = read_hands(f"Anna; {ONE}; {later}\nBen; {TWO}\nanna; {boom().code()}")
    assert found.names == ["Anna", "Ben"]
    assert [(one.who, one.lesson) for one in found.hands] == [(0, "00"), (0, "01"), (1, "00")]
    assert [one.who for one in found.games] == [0]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (hand()[:-3], "cut off"),
        (hand().replace("LC1", "LC9"), "of version 9"),
        (write_lesson_code("00", []), "nothing was answered yet"),
        (hand()[7:], "no code in this line: one looks like"),
        (f"ab1-Cd{hand()[7:]}", "no code in this line: one looks like"),
        (f"Ben; {ONE}", "counted already"),
        (hand(6).lower(), "turned into small letters"),
        (Match(Fishery).code()[:-1], "cut off"),
    ],
)
def test_a_bad_line_is_kept_with_its_number_and_its_reason(line, why):
    found = read_hands(f"{ONE}\n{line}\n{TWO}")
    assert [(one.line, one.text) for one in found.wrong] == [(2, line)]
    assert why in found.wrong[0].why
    assert len(found.hands) == 2, "the good lines around it count"
    assert found.bad_lines() == ("" if why == "counted already" else line)


def test_letters_inside_a_broken_code_that_look_like_the_head_of_one_break_nothing():
    codes = [hand(why="".join(Random(n).choices("abcdefghijklmnopqrstuvwxyz ", k=200))) for n in range(200)]
    ends = [[code[start : start + 75] for start in range(0, len(code), 75)] for code in codes]
    assert any(HEAD.search(piece) for pieces in ends for piece in pieces[1:]), "else this shows nothing"
    assert [
        code for code, pieces in zip(codes, ends, strict=True) if len(read_hands("\n".join(pieces)).hands) != 1
    ] == []


def test_a_name_may_stand_behind_the_last_piece_of_a_broken_code():
    found = read_hands(f"{ONE[:40]}\n{ONE[40:]} Anna (8b)\n{TWO[:30]}\n{TWO[30:60]}\n{TWO[60:]} Ben\nthanks!")
    assert found.names == ["Anna (8b)", "Ben"]
    assert [(one.line, one.keep) for one in found.wrong] == [(6, False)]


def test_a_damaged_code_takes_no_code_of_the_next_student_along_wherever_lines_break():
    codes = [hand(guess=n, why="".join(Random(n).choices("abcdefghijklmnopqrstuvwxyz ", k=200))) for n in range(12)]
    codes[0] = codes[0][:40] + codes[0][41:]
    lines = [f"S{n} {code}" for n, code in enumerate(codes)]
    mail = "\n".join(line[start : start + 75] for line in lines for start in range(0, len(line), 75))
    assert len(read_hands(mail).hands) == 11


def test_the_words_of_a_mail_are_folded_away_and_do_not_count_as_lines_to_mend():
    mail = f"Hi, here is mine:\n{ONE}\nBest regards\n<script>alert(1)</script>\n{TWO[:-3]}"
    found = read_hands(mail)
    assert [(one.line, one.keep) for one in found.wrong] == [(1, False), (3, False), (4, False), (5, True)]
    assert found.bad_lines() == TWO[:-3]
    page = ClassPage()
    page.receive("paste", mail)
    said = next(part["html"] for part in page.head if part["id"] == "said")
    first, _, folded = said.partition("<details>")
    assert "Not accepted, or only in part: 1 line." in first and "no code" not in first
    assert "3 lines hold no code." in folded and "<script>" not in said
    rows = read_hands(f"Name;Code\nAnna;\nBen;{ONE}")
    assert [(one.line, one.keep) for one in rows.wrong] == [(2, True)], (
        "a row of a table without a code is to be mended"
    )


def test_a_cut_code_takes_nothing_from_the_codes_that_follow_it():
    found = read_hands(f"{ONE[:-3]}\n{TWO}\n{ONE[:40]}\n{ONE[40:]}")
    assert [one.rows[0]["answer"] for one in found.hands] == [5, 3]
    assert [one.line for one in found.wrong] == [1]


def test_two_who_answered_alike_have_one_code_and_count_twice_if_their_names_differ():
    assert len(read_hands(f"Anna; {ONE}\nBen; {ONE}\nBEN; {ONE}").hands) == 2
    assert len(read_hands(f"{ONE}\n{ONE}").hands) == 1


@pytest.mark.parametrize(
    "around", ["“{}”", "„{}“", "‘{}’", "«{}»", "`{}`", '"{}"', "<{}>", "({})", "(‘{}’)", "[{}]", "– {}", "| {} |"]
)
def test_signs_around_a_code_are_no_part_of_a_name_and_nobody_counts_twice_for_them(around):
    quoted = around.format(ONE)
    found = read_hands(f"Anna {quoted}\nAnna (8b) {quoted}\nAnna {ONE}\nAnna (8b): {ONE}")
    assert found.names == ["Anna", "Anna (8b)"]
    assert len(found.hands) == 2 and len(found.wrong) == 2
    assert read_hands(f"(Anna: {ONE})").names == ["Anna"]
    assert len(read_hands(f"{quoted}\n{ONE}").hands) == 1


def test_of_two_codes_of_one_student_the_fuller_one_counts():
    thin = write_lesson_code("00", [row("empty", "predict", 3, result=4)])
    for text in (f"Anna; {thin}\nAnna; {ONE}", f"Anna; {ONE}\nAnna; {thin}"):
        found = read_hands(text)
        assert [one.code for one in found.hands] == [ONE]
        assert "the fuller one is counted" in found.wrong[0].why


def test_codes_with_different_predictions_beside_the_same_words_are_of_several_students():
    thin = write_lesson_code("00", [row("empty", "predict", 3, result=4)])
    found = read_hands(f"Lena {thin}\nLena {ONE}\nLena {TWO}\nLena {hand(6)} {hand(7, lesson='06')}")
    assert sorted(one.code for one in found.of("00")) == sorted([thin, ONE, TWO, hand(6)]), "none gives way any more"
    assert len({one.who for one in found.of("00")}) == 4 and found.names == ["Lena"] * 4
    assert found.of("06")[0].who == next(one.who for one in found.of("00") if one.code == hand(6))
    assert "counted as several students" in found.wrong[-1].why


@pytest.mark.parametrize(
    "words",
    ["Mein Code ist: {}", "My code is {}", "Abgabe: {}", "Hallo, hier mein Code: {}", "{} Gesendet von meinem iPhone",
     "Code von Lektion 1: {}", "{} mfg", "Re: Code {}", "[12.03.24, 10:15:23] {}"],
)  # fmt: skip
def test_words_that_are_no_name_let_every_code_count(words):
    found = read_hands("\n".join(words.format(hand(guess)) for guess in range(1, 8)))
    assert len(found.hands) == 7 and found.names == [""] * 7 and not found.wrong


@pytest.mark.parametrize(
    "stamp",
    [
        "[12.03.24, 10:15:23] Anna:",
        "12.03.24, 10:15 - Anna:",
        "10:15:22 Von Anna an Alle:",
        "3/12/24, 10:15 AM - Anna:",
    ],
)
def test_the_time_before_a_line_of_a_chat_is_no_part_of_a_name(stamp):
    assert read_hands(f"{stamp} {ONE}").names == ["Anna"]


def test_words_behind_the_last_piece_of_a_broken_code_are_no_name_either():
    found = read_hands(f"{ONE[:40]}\n{ONE[40:]} mfg\n{TWO[:40]}\n{TWO[40:]} Anna")
    assert [found.names[one.who] for one in found.hands] == ["", "Anna"]


def test_a_code_damaged_in_its_first_letters_takes_no_other_name():
    for bad in (f"LCl-{ONE[4:]}", f"lC1-{ONE[4:]}", ONE.lower()):
        found = read_hands(f"Anna: {TWO}, Bo: {bad}, Cem: {hand(6)}")
        assert [(found.names[one.who], one.code) for one in found.hands] == [("Anna", TWO), ("Cem", hand(6))]
        assert ["is damaged" in one.why and one.keep for one in found.wrong] == [True]


def test_a_damaged_code_before_one_that_a_mail_has_broken_keeps_its_own_words():
    found = read_hands(f"Anna: LCl-{ONE[4:]}, Bo: {TWO[:40]}\n{TWO[40:]}")
    assert [(found.names[one.who], one.code) for one in found.hands] == [("Bo", TWO)]
    assert ["is damaged" in one.why and one.keep for one in found.wrong] == [True]


def test_a_line_that_begins_and_ends_with_a_code_does_not_tell_whose_its_names_are():
    found = read_hands(f"{ONE}, Bo {TWO}, Cem {hand(6)}")
    assert len(found.hands) == 3 and found.names == ["", "", ""]


def test_a_second_paste_adds_to_the_first():
    found = read_hands(TWO, read_hands(ONE))
    assert len(found.hands) == 2
    assert "counted already" in read_hands(ONE, found).wrong[0].why


def test_what_was_counted_already_stands_in_one_line_below_the_lines_to_mend():
    page, mail = ClassPage(), f"Anna; {ONE}\nBen; {TWO}\nCleo; {ONE[:-3]}"
    for _ in range(2):
        page.receive("paste", mail)
    said = next(part["html"] for part in page.head if part["id"] == "said")
    first, _, folded = said.partition("<details>")
    assert "Not accepted, or only in part: 1 line." in first and "counted already" not in first
    assert folded.startswith("<summary") and "2 lines were counted already." in folded
    assert folded.count("<tr>") == 3, "the lines themselves are below it"


def test_a_table_of_totals_brings_games_by_treatment():
    for text, bad in (
        ("Group;Total\nsilence;9,5\nsilence;4\n\ntalk;viele\ntalk;12", "talk;viele"),
        (
            "\ufeffGruppe;Punkte;Spieler\r\nsilence;9,5;4\r\nsilence;4;4\r\n\r\ntalk;viele;4\r\ntalk;12;4\r\n",
            "talk;viele;4",
        ),
        ('Group,Total\nsilence,"9,5"\nsilence,4.0\n\ntalk,viele\ntalk,12', "talk,viele"),
    ):
        found = read_hands(text)
        assert counting.by_treatment(found, Boom.title) == {"silence": [9.5, 4.0], "talk": [12.0]}
        assert [(one.line, one.text) for one in found.wrong] == [(5, bad)]


def test_games_are_grouped_by_the_treatment_that_they_were_played_under():
    alone, together = boom(), boom("cooperative", 2)
    open_game = boom(seed=3)
    open_game.undo(30)
    found = read_hands("\n".join(one.code() for one in (alone, together, open_game)))
    assert counting.by_treatment(found, Boom.title) == {
        TERMS["competitive"].title: [sum(alone.state.own_scores())],
        TERMS["cooperative"].title: [sum(together.state.own_scores())],
    }
    assert [one.over for one in found.games] == [True, True, False]


# Counting.


def test_predictions_stand_against_results_and_wrong_answers_are_counted():
    texts = [hand(3), hand(3, why="x"), hand(5, "9", solved=False, tries=2), hand(6, "9", solved=False, tries=5)]
    hands = read_hands("\n".join(texts)).hands
    (guess,) = counting.predictions(hands)
    assert (guess.answers, guess.results) == ([3, 3, 5, 6], [4])
    (tried,) = counting.exercises(hands)
    assert (tried.tried, tried.solved, tried.tries, tried.wrong) == (4, 2, 1.0, [("9", 2)])
    assert [(one.who, one.tries, one.last) for one in counting.stuck(hands)] == [(3, 5, "9")]
    assert tried.words.startswith("The pond is full")


def test_codes_of_an_older_edition_are_told_and_what_they_share_is_counted():
    old = write_lesson_code("00", [row("gone", "question", "1"), row("empty", "predict", 7, result=4)])
    page = ClassPage()
    page.receive("paste", f"{old}\n{ONE}")
    assert "1 of these codes answers cards that this lesson does not have" in shown(page)
    assert counting.predictions(page.handed.hands)[0].answers == [7, 3]


def test_a_file_has_no_name_and_no_sentence_unless_asked_and_nothing_a_spreadsheet_would_reckon_with():
    found = read_hands(f"=Anna; {hand(why='I, Anna')}\nBen; {hand(2, '=1+1', solved=False)}")
    plain = counting.csv_of(found)
    assert "Anna" not in plain
    assert "'=1+1" in plain
    named = list(csv.DictReader(io.StringIO(counting.csv_of(found, names=True))))
    assert {one["name"] for one in named} == {"'=Anna", "Ben"}
    assert named[0]["sentence"] == "I, Anna"
    found = read_hands("group;total\na;9,5")
    assert "9,5" in counting.csv_of(found, german=True).splitlines()[1].split(";")


# The page.


def test_no_name_is_shown_before_the_teacher_switches_names_on():
    page = ClassPage()
    page.receive("paste", f"Zacharias; {hand(why='Zacharias knows')}\nYolanda; {TWO}\nXaver; {ONE[:-2]}\nWilma")
    text = shown(page)
    assert "student 2" in text
    assert (page.head[1]["id"], page.head[1]["value"]) == ("paste 1", ""), "a new field, without what was pasted"
    assert not any(name in text for name in ("Zacharias", "Yolanda", "Xaver", "Wilma"))
    page.receive("names", 1)
    assert all(name in shown(page) for name in ("Yolanda", "Xaver", "Wilma"))
    assert page.head[1]["value"] == f"Xaver; {ONE[:-2]}", "bad lines come back to be mended"
    page.receive("names", 0)
    assert "Yolanda" not in shown(page)


def test_names_and_answers_of_the_class_are_data():
    page = ClassPage()
    page.receive("names", 1)
    page.receive("paste", f"<img src=x onerror=y>; {hand(3, '<b onclick=z>', solved=False, tries=9)}")
    html = str([part.get("html") for part in page.head])
    html += "".join(map(str, page.pictures))
    assert "<b onclick" not in html
    assert "<img" not in html
    assert "&lt;b onclick" in html


def test_who_is_stuck_without_an_answer_is_told_by_tries_alone():
    page = ClassPage()
    page.receive("paste", hand(3, "", solved=False, tries=4))
    assert "student 1 (4 tries)" in shown(page)


def test_a_class_of_sixty_hands_in_three_lessons_at_once():
    lines = [f"s{n}; {hand(n % 9, lesson=lesson)}" for n in range(60) for lesson in ("00", "01", "02")]
    found = read_hands("\n".join(lines))
    assert (len(found.hands), len(found.names), found.wrong) == (180, 60, [])


def test_the_page_shows_what_is_chosen_and_forgets_when_asked():
    page = ClassPage()
    page.receive("paste", "   ")
    assert page.handed == Handed()
    page.receive("paste", f"{ONE}\n{boom().code()}\n{boom('silence', 4).code()}")
    assert list(page.pages()) == ["00", "games"]
    assert "In which round do eleven hungry boats" in shown(page)
    assert "The result: 4." in shown(page)
    page.receive("see", 1)
    assert "Silence" in shown(page)
    page.receive("see", 99)
    page.receive("nonsense", {})
    page.receive("forget", None)
    assert page.handed == Handed()
    assert page.pictures == ()


def test_the_page_opens_the_lesson_of_which_there_are_most_codes():
    page = ClassPage()
    page.receive("paste", "\n".join([hand(3, lesson="01"), *(hand(guess, lesson="03") for guess in (3, 4, 5))]))
    assert page.seen == "03"
    page.receive("paste", "\n".join(hand(guess, lesson="00") for guess in (3, 4)))
    assert page.seen == "00", "what has just come"


def test_steps_that_a_student_ticked_are_no_answers():
    rows = [row("empty", "predict", 7, result=4), row("step 3", "tick", None)]
    page = ClassPage()
    page.receive("paste", write_lesson_code("00", rows))
    assert [one["key"] for hand in page.handed.hands for one in hand.rows] == ["empty"]


# Sentences, one student, and true axes.


def test_sentences_stand_under_their_question_with_the_answer_and_without_a_name():
    page = ClassPage()
    page.receive("paste", f"Anna; {hand(3, why='They took too many.')}\nBen; {hand(5, why='<b>Luck</b> of the dice')}")
    assert "They took too many." not in shown(page).split("All answers")[0]
    page.receive("view", 1)
    text = " ".join(visible(page))
    assert "In which round do eleven hungry boats take the last fish of the lake?" in text
    assert "3: They took too many." in " ".join(text.split())
    assert "Anna" not in text and "Ben" not in text
    seen = "".join(map(str, page.pictures))
    assert "&lt;b&gt;Luck" in seen
    assert seen.index("&lt;b&gt;Luck") < seen.index("They took"), "by the sentence, not by who wrote it"


def test_one_student_s_way_is_shown_question_by_question_and_named_only_if_asked():
    page = ClassPage()
    page.receive("paste", f"Anna; {hand(3)}\nBen; {hand(5, '9', solved=False, tries=4, why='I saw it coming')}")
    page.receive("view", 2)
    page.receive("student", 1)
    text = " ".join(visible(page))
    assert "student 2" in text and "I saw it coming" in text and "Ben" not in text
    page.receive("student", 99)
    assert "I saw it coming" in " ".join(visible(page))
    page.receive("names", 1)
    assert "Ben" in " ".join(visible(page))


def test_numbers_stand_on_a_true_axis_and_choices_that_nobody_took_are_drawn():
    def drawn(one):
        return re.findall(
            r'<th scope="row">(.*?)</th><td>(\d+)</td>', "".join(map(str, pictures_of(predicted_picture(one))))
        )

    few = counting.Predicted("k", "How many?", [2, 2, 6], [4])
    assert drawn(few) == [("2", "2"), ("3", "0"), ("4", "0"), ("5", "0"), ("6", "1")]
    wide = counting.Predicted("k", "How many?", [6, 12.4, 1500], [17])
    assert len(drawn(wide)) == 10, "classes of equal width"
    some = counting.Predicted("k", "Which?", ["b", "b"], ["c"], {"a": "less", "b": "same", "c": "more"})
    assert drawn(some) == [("less", "0"), ("same", "2"), ("more", "0")]
    assert counting.choices_of("10", "our rule") == {}, "the lesson works them out"
    assert list(counting.choices_of("07", "boats")) == ["less", "about the same", "more"]
