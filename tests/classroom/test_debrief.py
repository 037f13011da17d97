"""After the end: promises, predictions and opinions with the class's own numbers, and many classes together."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from classroom.school import Class
from fishlab_widgets.classroom.outcome import debrief_page, results
from fishlab_widgets.classroom.outcome.boom_tables import fish_left
from fishlab_widgets.classroom.outcome.class_zip import class_zip, session_of
from fishlab_widgets.classroom.outcome.debrief_page import Debrief
from fishlab_widgets.classroom.outcome.results import ClassTables
from fishlab_widgets.command import main

from fishlab.boom.treatments import FORMS
from fishlab.lab import pool
from fishlab.lab.class_experiment.rows import VERSION, RowsError
from fishlab.lab.class_experiment.sentences import points
from fishlab.lab.class_experiment.zips import ClassFile, pool_forms
from fishlab.stats import Interval


def played(folder: Path, tape: str, people: int = 8) -> Class:
    """Return a class that has played a year of the lesson's form and ended, with promises and answers."""
    folder.mkdir()
    school = Class(folder)
    with school.room.file.writing():
        school.room.file.set("tape", tape)
    school.ask("make", people=people, players=2, form="lesson", years=1, bot="", luck="tape", prediction=3)
    school.sit()
    school.ask("start")
    for name in school.room.tables():
        for seat in (0, 1):
            school.room.questions.give(name, seat, "prediction", "catch", 4 + seat)
            school.room.questions.give(name, seat, "prediction", "lasts", "yes")
        if school.room.promises.talks(name):
            for seat in (0, 1):
                school.room.promises.ready(name, seat)
            for seat in (0, 1):
                school.room.promises.seal(name, seat, 9 if seat else "nothing")
    school.play(99)
    for name in school.room.tables():
        school.room.questions.give(name, 0, "questionnaire", "trust", 2)
        school.room.questions.give(name, 1, "questionnaire", "trust", 5)
        school.room.questions.give(name, 1, "questionnaire", "why", "We <b>trusted</b>")
    school.ask("end")
    return school


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    found = played(tmp_path_factory.mktemp("class") / "one", "class 514")
    yield found
    found.room.leave()


def test_a_sea_that_is_emptied_in_the_last_year_has_no_fish_left(school, monkeypatch):
    state = school.room.match(school.room.tables()[0]).state
    assert not state.empty_sea and fish_left(state) > 0
    assert fish_left(state.but(living=0)) == 0
    monkeypatch.setattr(debrief_page, "fish_left", lambda state: 0)
    statuses = school.desk.model.statuses()
    found = debrief_page.Debrief(school.room, statuses, ClassTables(school.room).outcome(statuses))
    assert "they were left at 0 of 4 tables." in " ".join(found.sentences())


def test_the_desk_shows_promises_predictions_and_opinions(school):
    school.ask("tab", tab="debrief")
    html = school.desk.model.view["side"]["html"]
    assert "After 2 talks somebody answered: on average people sealed a limit of 9 fish each" in html
    assert "after 0 of them all who answered (two or more) sealed the same." in html
    assert "None of the 2 promises tells us anything: dice and sea decided them" in html
    assert "Janssen" not in html, "nothing is put beside promises that nobody could break"
    assert "2 times somebody said that nothing was agreed." in html
    assert "8 people expected their table to catch 4.5 fish on average; tables caught " in html
    assert "8 of 8 expected fish to be left at the end; they were left at 4 of 4 tables." in html
    assert "<td>trusted the others</td><td>3.5</td><td>0</td><td>4</td><td>0</td><td>0</td><td>4</td>" in html
    assert "We &lt;b&gt;trusted&lt;/b&gt;" in html


def test_what_people_expected_stands_beside_what_came_of_the_same_tables(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=8, players=2, form="lesson", years=2, bot="", luck="own")
    school.sit()
    school.ask("start")
    never = school.room.tables()[-1]
    for name in school.room.tables():
        school.room.questions.give(name, 0, "prediction", "catch", 90 if name == never else 4)
    for name in school.room.tables()[:-1]:
        while school.room.status(name).period < 2 and school.move(name):
            pass
    statuses = school.desk.model.statuses()
    found = Debrief(school.room, statuses, outcome_of(school))
    assert len(found.caught) == 3 and found.predictions.catches == (4.0,) * 3, "its table never began"
    school.room.leave()


def test_promises_of_few_tables_are_a_point_in_the_figure(school, monkeypatch):
    found = Debrief(school.room, school.desk.model.statuses(), outcome_of(school))
    for tables, cells in ((2, "this class</th><td>50</td><td>–</td><td>–</td><td>20</td>"),
                          (4, "this class</th><td>50</td><td>20</td><td>80</td><td>20</td>")):  # fmt: skip
        kept = Interval(0.5, 0.2, 0.8, tables)
        monkeypatch.setattr(found, "promises", found.promises._replace(kept=kept, breakable=20, tables=tables))
        assert cells in found.html()


@pytest.mark.parametrize(("tables", "told"), [(2, True), (3, False)])
def test_the_desk_says_why_the_wall_is_silent_about_promises_of_few_tables(school, monkeypatch, tables, told):
    found = Debrief(school.room, school.desk.model.statuses(), outcome_of(school))
    kept = found.promises._replace(kept=Interval(0.5, 0.2, 0.8, tables), breakable=20, tables=tables)
    monkeypatch.setattr(found, "promises", kept)
    assert any("promises that could have been broken" in words for words in found.sentences())
    assert any("promises that could have been broken" in words for words in found.sentences(few=False)) != told
    assert ("the wall does not say how many promises were kept" in found.html()) == told


def test_treatments_that_promise_other_things_are_told_each_for_itself(tmp_path):
    school = Class(tmp_path)
    two = ["one-agreement", "yearly-agreement"]
    school.ask("make", people=8, players=2, form="lesson", years=3, bot="", luck="tape", treatments=two)
    school.sit()
    school.ask("start")
    for year in (2, 3, 4):
        for name in school.room.tables():
            if school.room.promises.talks(name):
                for seat in (0, 1):
                    school.room.promises.ready(name, seat)
                for seat in (0, 1):
                    school.room.promises.seal(name, seat, 1)
        school.play(year)
    school.ask("end")
    found = Debrief(school.room, school.desk.model.statuses(), outcome_of(school))
    once, yearly = (found.by_treatment[name] for name in ("One agreement", "Agreement every year"))
    assert (once.years, yearly.years) == ((1,), (1, 2, 3)) and found.promises.talks == once.talks + yearly.talks
    told = [words for words in found.sentences() if words.startswith("Under “")]
    assert [words.split("”")[0] for words in told] == ["Under “One agreement", "Under “Agreement every year"]
    assert ("These promises were for year 1 only: " in told[0], "These promises were" in told[1]) == (
        bool(once.kept),
        False,
    )
    zipped = json.loads(zipfile.ZipFile(io.BytesIO(class_zip(school.room))).read("session.json"))["shown"][0]
    kept = {"one-agreement": once.kept, "yearly-agreement": yearly.kept}
    assert zipped["promises"] == {name: pytest.approx(one[:3]) for name, one in kept.items() if one}
    assert yearly.kept
    school.room.leave()


def outcome_of(school: Class) -> results.Outcome:
    return results.ClassTables(school.room).outcome(school.desk.model.statuses())


def test_a_person_among_bots_is_not_in_the_debrief(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=4, players=2, form="lesson", years=1, bot="careful", luck="tape")
    first, second = school.room.tables()
    school.sit(but=[(second, 1)])
    school.ask("start")
    for name, catch in ((first, 4), (second, 90)):
        school.room.questions.give(name, 0, "prediction", "catch", catch)
        school.room.questions.give(name, 0, "questionnaire", "trust", 3)
    school.play(99)
    school.ask("end")
    school.ask("tab", tab="debrief")
    html = school.desk.model.view["side"]["html"]
    assert "One person expected the table to catch 4 fish; tables caught " in html
    assert "<td>trusted the others</td><td>3.0</td><td>0</td><td>0</td><td>1</td>" in html
    (shown,) = json.loads(zipfile.ZipFile(io.BytesIO(class_zip(school.room))).read("session.json"))["shown"]
    assert shown["expected"] == [4]
    school.room.leave()


def test_the_projector_shows_what_the_class_found_only_when_the_teacher_shows_it(school):
    def wall() -> tuple[list[str], bool, set[str]]:
        told = school.wall
        assert told["known"] == ([narrow] if told["found"] else []), "what may turn the sentence, on every page with it"
        return told["found"], bool(told["figure"]), {one["treatment"] for one in told["tables"]}

    narrow = "The blocks agree to the nearest point. With so few of them that is mostly luck: "
    narrow += "do not trust the narrow interval."
    assert wall() == ([], False, {""})
    school.ask("show")
    (first,) = school.desk.model.view["side"]["say"][:1]
    assert wall() == ([first], True, {"Silence", "Agreement every year"})
    assert "” against “" in school.wall["figure"]
    tables = school.wall["tables"]
    assert [one["treatment"] for one in tables] == ["Silence"] * 2 + ["Agreement every year"] * 2
    totals = {line.table: points(line.total) for line in outcome_of(school).lines}
    assert {one["name"]: one["total"] for one in tables} == totals
    school.ask("show")
    (found, figure, _), whole = wall(), school.wall["whole"]
    assert (found[0], figure, whole) == (first, False, True)
    models = results.beside_models(outcome_of(school), school.desk.model.statuses())[1]
    by_lots = outcome_of(school).by_lots()
    assert found == [first, by_lots, models[0]], "three sentences; all others stand on the desk"
    assert len(school.desk.model.view["side"]["say"]) > 2
    school.ask("show")
    (found, figure, _), whole = wall(), school.wall["whole"]
    assert (found[0], figure, whole) == (first, False, True)
    assert any(words.startswith("The class predicted") for words in found)
    assert any(words.startswith("After 2 talks") for words in found)
    school.ask("show")
    assert wall() == ([], False, {""})


def test_the_wall_marks_tables_that_count_otherwise_than_they_ended(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=8, players=2, form="lesson", years=3, bot="", luck="own")
    school.sit()
    school.ask("start")
    school.play(2)
    before = school.card("Cod")["total"]
    while school.room.status("Cod").period < 3:
        school.move("Cod")
    school.ask("end")
    school.ask("show")
    tables = {one["name"]: (one["total"], one["apart"], one["note"]) for one in school.wall["tables"]}
    made = school.card("Cod")["total"]
    assert made != before
    assert tables.pop("Cod") == (points(before), f"{points(made)} up to year 2", "up to year 1")
    assert {one[1:] for one in tables.values()} == {("", "up to year 1")}
    school.room.leave()


def test_before_it_is_shown_every_table_on_the_wall_says_that_points_are_before_fines_and_none_which_has_them(tmp_path):
    school = Class(tmp_path)
    school.bots = ("greedy", "greedy")
    school.ask("make", people=8, players=4, form="lesson", bot="", luck="tape", treatments=["silence", "enforced-rule"])
    school.sit()
    school.ask("start")
    school.play(2)
    school.ask("end")
    assert [one["note"] for one in school.wall["tables"]] == ["up to year 1, before fines"] * 2
    school.room.leave()


def test_among_its_treatment_a_table_whose_sea_ran_empty_says_so_whoever_played_it(tmp_path):
    school = Class(tmp_path)
    school.bots = ("greedy", "greedy")
    school.ask("make", people=8, players=4, form="lesson", bot="", luck="tape", treatments=["silence", "to-win"])
    school.sit()
    school.ask("start")
    school.play(99)
    school.ask("show")
    for one in school.wall["tables"]:
        state = school.room.match(one["name"]).state
        assert state.empty_sea and one["apart"].endswith(f"sea empty after year {state.year}"), one
    school.room.leave()


def test_all_tables_that_played_to_the_end_are_finished_on_the_wall_also_one_at_which_a_bot_played(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=8, players=2, form="lesson", years=2, bot="", luck="own")
    school.sit()
    school.ask("start")
    school.play(2)
    school.ask("bot", table="Cod", seat=1)
    school.play(99)
    tables = {one["name"]: one for one in school.wall["tables"]}
    assert tables["Cod"]["apart"] and {one["note"] for one in tables.values()} == {"finished"}
    school.room.leave()


def test_what_the_class_found_is_not_on_the_wall_before_the_end(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=8, players=2, form="lesson", years=2, bot="", luck="tape")
    school.sit()
    school.ask("start")
    school.play(2)
    for _ in range(2):
        school.ask("show")
        told = school.wall
        assert (told["found"], told["figure"], told["whole"]) == ([], "", False)
        assert {one["treatment"] + one["tone"] + one["total"] for one in told["tables"]} == {""}
    school.ask("end")
    assert school.wall["whole"]
    school.room.leave()


def test_the_wall_says_that_seats_are_drawn_where_a_new_plan_deals_them_anew(tmp_path):
    school = played(tmp_path / "one", "class 514", people=4)
    school.ask("again", swap=True)
    school.ask("end")
    school.ask("plan")
    school.ask("make", game="fishery", people=4, bot="")
    told = school.wall
    anew = "Another game: seats are drawn again. Go to the table named on your page. We start together"
    assert (told["title"], told["late"]) == (anew, False)
    school.room.leave()


def test_a_second_game_begins_with_nothing_shown(tmp_path):
    school = played(tmp_path / "one", "class 514", people=4)
    school.ask("show")
    school.ask("again", swap=True)
    assert school.desk.model.view["head"]["stage"] == "waiting"
    told = school.wall
    assert (told["title"], told["late"]) == ("Another game: all keep their seats. We start together", True)
    school.ask("end")
    assert school.wall["found"] == [], "what was shown of the first game does not count for the second"
    school.room.leave()


def test_a_third_game_quotes_the_figure_of_the_first_on_the_desk_on_the_wall_and_in_the_zip(tmp_path):
    school = played(tmp_path / "one", "class 514", people=8)
    first = outcome_of(school)
    for _ in (2, 3):
        school.ask("again", swap=True)
        school.ask("start")
        school.play(99)
        school.ask("end")
    lead = f"The figure to quote is from the first game, when nobody had played before: {first.lead} Of that game: "
    (told,) = [words for words in school.desk.model.view["side"]["say"] if words.startswith(lead)]
    assert "The blocks agree to the nearest point." in told
    school.ask("show")
    assert school.wall["known"][-1].startswith(lead)
    shown = json.loads(zipfile.ZipFile(io.BytesIO(class_zip(school.room))).read("session.json"))["shown"]
    assert [one["game"] for one in shown] == [1, 2, 3] and told in shown[2]["to_know"]
    school.room.leave()


# Many classes.


@pytest.fixture(scope="module")
def zips(tmp_path_factory, school) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("classes")
    found = {"one.zip": class_zip(school.room)}
    for name, tape in (("two", "another"), ("three", "a third")):
        other = played(folder / name, tape)
        found[f"{name}.zip"] = class_zip(other.room)
        other.room.leave()
    return found


def send(school: Class, files: dict[str, bytes], piece: int = 4000) -> str:
    """Send zips as the page does, and return what is wrong with them."""
    trouble = ""
    for place, (name, data) in enumerate(files.items()):
        code = b64encode(data).decode()
        parts = [code[start : start + piece] for start in range(0, len(code), piece)]
        for number, part in enumerate(parts):
            whole = number == len(parts) - 1
            first, last = place == number == 0, whole and place == len(files) - 1
            trouble = school.ask("pool", name=name, first=first, whole=whole, last=last, piece=part)
    return trouble


def test_the_desk_puts_classes_together_and_draws_the_forest(school, zips):
    school.ask("tab", tab="export")
    assert send(school, zips) == ""
    html = school.desk.model.view["side"]["html"]
    assert "3 classes, 12 tables" in html
    assert "all classes" in html
    assert session_of(school.room) in html


def test_two_zips_of_the_same_class_count_once_and_are_named(school, zips):
    school.ask("tab", tab="export")
    assert send(school, {"a.zip": zips["one.zip"], "b.zip": zips["one.zip"], "c.zip": zips["two.zip"]}) == ""
    html = school.desk.model.view["side"]["html"]
    assert f"One class was given more than once and is counted once: {session_of(school.room)}." in html
    assert "2 classes, 8 tables" in html


def with_tables(data: bytes, change: Callable[[str], str | None]) -> bytes:
    """Return a zip with other tables, or without any."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            if (changed := change(text) if name == "tables.csv" else text) is not None:
                new.writestr(name, changed)
    return out.getvalue()


def older(data: bytes, version: str | None) -> bytes:
    """Return a zip as another Fishlab wrote it: with another version of its columns, or without tables."""
    return with_tables(data, lambda text: None if version is None else text.replace(f"\n{VERSION},", f"\n{version},"))


def locked(data: bytes) -> bytes:
    """Return a zip whose files have a password, as its directory says it."""
    found = bytearray(with_tables(data, lambda text: text))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = found.find(sign)
        while at >= 0:
            found[at + place] |= 1
            at = found.find(sign, at + 4)
    return bytes(found)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: older(data, "0"), "old.zip: This file is from an older Fishlab"),
        (lambda data: older(data, str(VERSION + 1)), "old.zip: This file is from a newer Fishlab"),
        (lambda data: older(data, None), "old.zip is not the zip of a class, or comes from an older"),
        (lambda data: b"no zip", "old.zip is not a zip that can be read."),
        (lambda data: data[: len(data) // 2], "old.zip is not a zip that can be read."),
        (locked, "old.zip has a password"),
        (
            lambda data: with_tables(data, lambda text: text.replace("\n", "\n" + "x" * 200_000, 1)),
            "old.zip is not as a desk wrote it",
        ),
        (lambda data: with_tables(data, lambda text: text[: text.index("\n") + 1]), "old.zip holds no table"),
        (lambda data: with_tables(data, lambda text: ""), "old.zip holds no table"),
    ],
)
def test_a_zip_of_another_version_or_none_is_named_with_what_to_do(school, zips, change, words):
    assert words in send(school, {"one.zip": zips["one.zip"], "old.zip": change(zips["two.zip"])}, 100_000)


def test_pieces_that_make_no_sense_are_refused_and_the_next_files_are_taken(school, zips):
    for content in ({}, {"piece": 7, "name": "x"}, {"piece": "A", "name": "x", "first": True, "whole": True}):
        trouble = school.ask("pool", **content)
    assert "did not arrive complete" in trouble
    assert send(school, zips, 100_000) == ""


def test_a_script_and_a_terminal_pool_the_same(zips, tmp_path, capsys):
    for name, data in zips.items():
        (tmp_path / name).write_bytes(data)
    files = [str(tmp_path / name) for name in zips]
    found = pool(files)
    assert (found.base, found.other, len(found.classes)) == ("Silence", "Agreement every year", 3)
    assert main(["pool", *files, "--out", str(tmp_path / "forest.html")]) == 0
    assert capsys.readouterr().out.splitlines() == found.sentences()
    page = (tmp_path / "forest.html").read_text(encoding="utf-8")
    assert "all classes" in page and f"<h3>{FORMS['lesson'].title}</h3>" in page
    assert all(f"<p>{sentence}</p>" in page for sentence in found.sentences()), "who gets the page reads all of it"
    assert "Here a class’s own interval uses the spread of all classes: its desk may show another." in page
    assert main(["pool", *files, "--year", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == pool(files, year=2).sentences() != found.sentences()
    with pytest.raises(RowsError, match="Choose the zip of at least one class"):
        pool([])


def test_one_class_alone_is_told_with_the_cautions_of_its_desk(zips):
    def changed(change) -> ClassFile:
        data = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(zips["one.zip"])) as old, zipfile.ZipFile(data, "w") as new:
            about = json.loads(old.read("session.json"))
            change(about["shown"][0])
            new.writestr("tables.csv", old.read("tables.csv"))
            new.writestr("session.json", json.dumps(about))
        return ClassFile("one.zip", data.getvalue())

    words = "This interval may be a little too narrow: in simulated classes like this one"
    one = changed(lambda shown: shown.update(covered=0.912))
    for found in (pool([one]), pool_forms([one])[0]):
        (told,) = [sentence for sentence in found.sentences() if sentence.startswith(words)]
        assert "in 91.2 of 100, not in 95" in told
        assert any("do not trust" in sentence for sentence in found.sentences()), "there are two blocks"
    for other in ({"covered": None}, {"covered": "x"}, {"covered": 0.9, "comparisons": []}):
        assert words not in " ".join(pool([changed(lambda shown, other=other: shown.update(other))]).sentences())
    several = pool([one, ClassFile("two.zip", zips["two.zip"])])
    assert words not in " ".join(several.sentences())
    assert (
        "In simulated classes like these, drawn from model games, the intervals of a single class contain the truth in "
        "as few as 91.2 of 100, not in 95."
    ) in several.sentences()


def test_classes_together_carry_the_warnings_of_empty_seas_and_of_talk_with_a_card(zips, monkeypatch):
    monkeypatch.setattr(Interval, "excludes", lambda *_: True)

    def changed(name: str, emptied: str) -> ClassFile:
        data = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(zips[name])) as old, zipfile.ZipFile(data, "w") as new:
            about = json.loads(old.read("session.json"))
            about["games"][0]["plan"]["procedure"]["promises"] = True
            rows = list(csv.DictReader(io.StringIO(old.read("tables.csv").decode())))
            for row in rows:
                row["living"] = "9 5 0" if row["treatment"] == emptied else "9 5 4"
            out = io.StringIO()
            write = csv.DictWriter(out, list(rows[0]))
            write.writeheader()
            write.writerows(rows)
            new.writestr("tables.csv", out.getvalue())
            new.writestr("session.json", json.dumps(about))
        return ClassFile(name, data.getvalue())

    card = "Tables that talk do two things that silent ones do not"
    empty = "In 2 classes all seas of one treatment ran empty and none of the other: "
    plain = " ".join(pool([ClassFile(name, zips[name]) for name in ("one.zip", "two.zip")]).sentences())
    assert card not in plain
    told = pool([changed(name, "silence") for name in ("one.zip", "two.zip")]).sentences()
    assert told[-1].startswith(card)
    (warned,) = [words for words in told if words.startswith(empty)]
    assert warned.endswith("may be too narrow; by how much was not simulated.")
    alone = pool([changed("one.zip", "silence")]).sentences()
    words = "All seas of one treatment ran empty and none of the other. If luck had a part in that, "
    assert any(one.startswith(words) for one in alone)
    some = pool([changed("one.zip", "silence"), changed("two.zip", "")]).sentences()
    assert any(one.startswith("In one class all seas of one treatment ran empty") for one in some)
    none = " ".join(pool([changed(name, "") for name in ("one.zip", "two.zip")]).sentences())
    assert "ran empty" not in none


def test_a_second_game_of_the_same_people_is_no_further_class(tmp_path):
    school = played(tmp_path / "one", "class 514")
    (tmp_path / "first.zip").write_bytes(class_zip(school.room))
    school.ask("again", swap=True)
    school.ask("start")
    school.play(99)
    (tmp_path / "both.zip").write_bytes(class_zip(school.room))
    first, both = (pool([tmp_path / name]) for name in ("first.zip", "both.zip"))
    told = (
        f"Only the first game of one class counts, because people in a later one may have played before: "
        f"{session_of(school.room)}."
    )
    assert sorted(both.sentences()) == sorted([*first.sentences(), told]), "and that is said"
    with zipfile.ZipFile(tmp_path / "both.zip") as packed:
        assert [one["game"] for one in json.loads(packed.read("session.json"))["shown"]] == [1, 2]
    school.room.leave()
