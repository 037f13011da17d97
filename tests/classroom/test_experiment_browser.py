"""A whole experiment at the served desk: plan, play, results, debrief, zip, and several classes together."""

from __future__ import annotations

import io
import json
import zipfile
from random import Random
from typing import Any

import pytest
from classroom.class_pages import LAPTOP
from pages import axe

from fishlab.boom.players import BOTS
from fishlab.core import CHANCE, OVER
from fishlab.room import Room

pytestmark = pytest.mark.browser


def play(room: Room, keys: dict[tuple[str, int], str]) -> None:
    """Let scripted people play all tables to the end, as careful bots do."""
    rng, careful = Random(5), BOTS["careful"]
    while playing := [one for one in room.statuses()[0] if one.turn != OVER]:
        for status in playing:
            if status.waits:
                continue
            if status.turn == CHANCE:
                room.step(status.name)
                continue
            state = status.match.state
            text = status.match.game.notation(careful(state.view(status.turn), rng))
            room.append(status.name, len(status.match), text, status.turn, keys[status.name, status.turn])


def test_a_teacher_plans_a_class_reads_what_came_exports_it_and_pools_it(opened, visitor, tmp_path):
    desk = visitor(opened.desk, LAPTOP)
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
    desk.wait_for_selector("text=8 people, by lot: 4 tables of 2")
    assert axe(desk, ".fishlab-desk") == []
    desk.click("text=Open the doors")
    desk.wait_for_selector(".fishlab-desk .card")
    with Room(opened.room) as room:
        keys = {}
        for number in range(8):
            key = f"scripted-person-{number}"
            keys[room.seating.deal(key)] = key
        desk.click(".top >> text=Start")
        desk.wait_for_selector("text=Pause all")
        play(room, keys)
    desk.wait_for_selector("text=Another game, same rules")
    said = desk.inner_text(".box.now")
    assert "up to year 5 of 5" in said
    assert "2 blocks, 4 tables, 8 people" in said or "are even" in said
    for tab, words in (
        ("So far", "Team totals up to year 5"), ("Sea", "Living fish by treatment"), ("Models", "this class"),
        ("Debrief", "Here stand promises"),
    ):  # fmt: skip
        desk.click(f".tabs >> text={tab}")
        desk.wait_for_selector(f".side >> text={words}")
    assert axe(desk, ".fishlab-desk") == []
    desk.click(".tabs >> text=Export")
    with desk.expect_download() as asked:
        desk.click("text=All data, with codebook and analysis")
    path = tmp_path / asked.value.suggested_filename
    asked.value.save_as(path)
    session = json.loads(read(path, "session.json"))
    assert session["shown"][0]["comparisons"][0]["blocks"] == 2
    other = tmp_path / "other.zip"
    other.write_bytes(renamed(path, session["session"]))
    desk.set_input_files(".pool input", [path, path, other])
    desk.wait_for_selector("text=is counted once")
    assert desk.locator(".side .fishlab-figure svg").count() == 1
    desk.set_input_files(".pool input", [opened.room])
    desk.wait_for_selector("text=class.room is not a zip that can be read.")
    with desk.expect_popup() as popup:
        desk.click("text=Projector")
    wall = popup.value
    wall.wait_for_selector(".fishlab-projector .tables section")
    assert "ahead" not in wall.inner_text("body")
    desk.click("text=Show what the class found on the projector")
    wall.wait_for_selector(".found p")
    assert wall.inner_text(".found p >> nth=0") in said


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
