"""A plan at the served desk: what it will be able to see, a better one by a click, and the draw."""

from __future__ import annotations

import pytest
from classroom.class_pages import LAPTOP
from pages import axe

pytestmark = pytest.mark.browser


def test_a_teacher_sees_what_a_plan_will_show_takes_a_better_one_and_opens_the_doors(opened, visitor):
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
    assert desk.locator(".card").count() == 4
