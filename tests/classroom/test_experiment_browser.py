"""An experiment at the served desk, as the protocol for 90 minutes has it: plan, seats, results, debrief, zip, pool."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from classroom.class_pages import LAPTOP, picture
from classroom.lesson_hour import Crowd
from classroom.opened import WORD
from pages import axe

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_teacher_follows_the_protocol_from_the_plan_to_a_second_game(opened, visitor, tmp_path):
    desk = visitor(opened.desk, LAPTOP)
    plan(desk)
    with desk.expect_popup() as popup:
        desk.click("text=Projector")
    wall = popup.value
    wall.wait_for_selector(".fishlab-projector .join >> text=" + WORD)
    desk.click("text=Open the doors")
    desk.wait_for_selector(".fishlab-desk .card")
    assert desk.locator(".card").count() == 4
    picture(wall, "wall-doors")
    crowd = Crowd(opened.address, WORD, 8)
    desk.wait_for_selector(".top >> text=8 ready")
    desk.click(".tabs >> text=Debrief")
    desk.wait_for_selector(".side >> text=What people expected")
    picture(desk, "desk-ready")
    desk.click(".top >> text=Start")
    desk.wait_for_selector("text=Another game, treatments swapped")
    for tab, words in (
        ("So far", "Team totals up to year 5"), ("Sea", "Living fish by treatment"), ("Models", "this class"),
        ("Debrief", "What people think"),
    ):  # fmt: skip
        desk.click(f".tabs >> text={tab}")
        desk.wait_for_selector(f".side >> text={words}")
        picture(desk, f"desk-{tab}")
    assert axe(desk, ".fishlab-desk") == []
    said = desk.inner_text(".box.now")
    assert "up to year 5 of 5" in said
    assert "2 blocks, 4 tables, 8 people" in said or "are even" in said
    export(desk, opened, tmp_path)
    assert "ahead" not in wall.inner_text("body")
    desk.click("text=Show what the class found on the projector")
    wall.wait_for_selector(".found p")
    assert wall.inner_text(".found p >> nth=0") in said
    assert axe(wall, ".fishlab-projector") == []
    picture(wall, "wall-found")
    dark = visitor(opened.desk, LAPTOP, "dark")
    dark.click(".tabs >> text=Debrief")
    dark.wait_for_selector(".side >> text=What people think")
    assert axe(dark, ".fishlab-desk") == []
    picture(dark, "desk-dark")
    desk.click("text=Another game, treatments swapped")
    desk.wait_for_selector(".top >> text=8 ready")
    desk.click(".top >> text=Start")
    desk.wait_for_selector("text=Pause all")
    desk.click("text=End and debrief")
    desk.click("text=Really end?")
    desk.wait_for_selector("text=The game has ended: nobody can move.")
    crowd.leave()


def plan(desk: Any) -> None:
    """Plan four tables of two, after a look at what a plan will show and a better one by a click."""
    desk.fill("[name=people]", "16")
    desk.check("[name=treatment][value=cooperative]")
    desk.wait_for_selector(".power [data-key=better]")
    desk.click(".power [data-key=better]")
    desk.wait_for_selector(".power [data-key=better]", state="detached")
    desk.wait_for_selector(".power .fishlab-figure svg")
    assert desk.locator("[name=treatment]:checked").count() == 2
    for name, wanted in (("silence", True), ("yearly-agreement", True), ("cooperative", False)):
        desk.set_checked(f"[name=treatment][value={name}]", wanted)
    desk.select_option("[name=form]", "short")
    desk.fill("[name=players]", "2")
    desk.fill("[name=people]", "8")
    desk.press("[name=people]", "Tab")
    desk.wait_for_selector("text=8 people, seated at random: 4 tables of 2")
    assert axe(desk, ".fishlab-desk") == []
    picture(desk, "desk-plan")


def export(desk: Any, opened: Any, folder: Any) -> None:
    """Take the zip, and put it together with itself and with another class."""
    desk.click(".tabs >> text=Export")
    with desk.expect_download() as asked:
        desk.click("text=All data, with codebook and analysis")
    path = folder / asked.value.suggested_filename
    asked.value.save_as(path)
    session = json.loads(read(path, "session.json"))
    assert session["shown"][0]["comparisons"][0]["blocks"] == 2
    assert read(path, "talks.csv").count("\n") > 4 and "Nobody waited." in read(path, "answers.csv")
    other = folder / "other.zip"
    other.write_bytes(renamed(path, session["session"]))
    desk.set_input_files(".pool input", [path, path, other])
    desk.wait_for_selector("text=is counted once")
    assert desk.locator(".side .fishlab-figure svg").count() == 1
    picture(desk, "desk-pool")
    desk.set_input_files(".pool input", [opened.room])
    desk.wait_for_selector("text=class.room is not a zip that can be read.")


def read(path: Any, name: str) -> str:
    with zipfile.ZipFile(path) as packed:
        return packed.read(name).decode()


def renamed(path: Any, session: str) -> bytes:
    """Return the zip as if another class had played nearly the same."""
    rows = read(path, "tables.csv").replace(session, "another").replace(",Herring,", ",Trout,")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("tables.csv", rows)
    return out.getvalue()
