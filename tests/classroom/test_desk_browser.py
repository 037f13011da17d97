"""The desk as a browser shows it, and a table under a treatment on one screen."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from classroom.school import Class
from fishlab_widgets import Table
from pages import axe
from stage import LAPTOP, TABLET, Stage

from fishlab import Boom, Match
from fishlab.core import OVER

pytestmark = pytest.mark.browser

CHECK = Path(__file__).parents[1].joinpath("live", "screen_check.js").read_text(encoding="utf-8")


def test_a_teacher_sets_the_tables_starts_helps_and_reads_what_came(chrome, tmp_path):
    school = Class(tmp_path)
    stage = Stage(chrome, school.desk.panel)
    page = stage.page
    assert stage.small() == []
    page.fill("[name=people]", "8")
    page.fill("[name=players]", "2")
    page.fill("[name=prediction]", "6")
    page.select_option("[name=bot]", "")
    stage.click("text=Set the tables")
    assert page.locator(".card").count() == 4
    school.sit()
    stage.click("text=Start")
    school.play(3)
    school.now += 40
    school.desk.look()
    stage.settle()
    assert "waits for a person" in page.inner_text(".side") or "talk" in page.inner_text(".cards")
    assert page.inner_text(".box.now p") == school.desk.panel.side["say"] != ""
    assert "would be 6 points a table ahead of “Silence”" in page.inner_text(".box.now")
    assert page.locator(".card .total small").all_inner_texts() == ["points after year 2"] * 4
    assert page.locator(".top .primary").count() == 0, "nothing at hand ends the game of a class that plays"
    assert page.evaluate("() => document.querySelector('.fishlab-desk').getBoundingClientRect().height") <= LAPTOP[1]
    stage.click(".card >> nth=1")
    assert "Seat A: taken" in page.inner_text(".side")
    stage.click("[data-tab], .tabs >> text=Sea")
    assert page.locator(".side svg path[class^=thin]").count() == 4
    assert stage.small() == []
    assert axe(page, ".fishlab-desk") == []
    stage.click("text=End and debrief")
    assert "The game has ended" in page.inner_text(".top")
    assert page.locator(".card .note").all_inner_texts() == ["ended"] * 4
    assert axe(page, ".fishlab-desk") == []
    stage.click("text=Go on after all")
    assert "The game has ended" not in page.inner_text(".top")
    stage.click(".tabs >> text=Export")
    stage.click("text=What the columns of the table mean")
    assert "bot_share" in page.inner_text(".side")
    assert stage.small() == []
    stage.close()
    narrow = Stage(chrome, school.desk.panel, TABLET, dark=True)
    assert narrow.small() == []
    assert axe(narrow.page, ".fishlab-desk") == []
    narrow.click("text=Projector view")
    assert "eat A" not in narrow.page.inner_text(".body")
    assert narrow.page.inner_text('.tabs [aria-selected="true"]') == "So far"
    assert "spreadsheet" not in narrow.page.inner_text(".body")
    narrow.close()
    school.room.leave()


@pytest.mark.parametrize("phase", ["talk", "vote", "take", "inspect"])
def test_a_table_under_a_treatment_fits_one_screen(chrome, phase):
    match, rng = Match(Boom, 4, talk="yearly", vote="yearly", inspection=6, fine=9, years=6), Random(2)
    while match.state.turn() != OVER and not (match.state.phase == phase and match.state.year > 1):
        votes = [("vote", 0)] if match.state.phase == "vote" else match.state.moves()
        match.play(rng.choice(list(votes)))
    table = Table(match, seats=["person"] * 4, dice="table")
    stage = Stage(chrome, table.board, LAPTOP)
    if table.board.cover:
        table.board._receive(table.board, {"type": "uncover"}, [])
    stage.settle()
    assert match.state.phase == phase
    assert stage.page.evaluate(CHECK, {"letters": 12, "target": 24, "scrolls": False}) == []
    stage.close()
