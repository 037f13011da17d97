"""A person's way through an experiment on real pages: phone and laptop, light and dark, keys and taps."""

from __future__ import annotations

import os
import signal
from typing import Any

import browser
import pytest
from classroom.class_pages import LAPTOP, PHONE, enter, picture
from pages import axe

from fishlab.room import Room

pytestmark = pytest.mark.browser

CARD = ".fishlab-steps"
SIZES = (browser.ROOT / "tests" / "page_check.js").read_text(encoding="utf-8")
SEEN = """(part) => {
  const node = [...document.querySelectorAll(part)].find((one) => one.getClientRects().length);
  const box = node?.getBoundingClientRect();
  if (!box || box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) return false;
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return node.contains(top) || top?.contains(node);
}"""
"""Tells whether a person sees something without scrolling: it lies in the view, and nothing lies on it."""


def shows(page: Any, card: str) -> None:
    """Wait for a card."""
    page.wait_for_selector(f'{CARD}[data-card="{card}"]')


def sees(page: Any, *parts: str) -> bool:
    """Tell whether a person sees parts of a page without scrolling."""
    return all(page.evaluate(SEEN, part) for part in parts)


def fits(page: Any) -> None:
    """Hold that a card can be read by everybody, and is not wider than its page."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert axe(page, CARD) == []


def next_card(page: Any, words: str = "Next") -> None:
    """Press the card's button with the keyboard, and wait for another card."""
    before = page.locator(CARD).get_attribute("data-card")
    page.locator(f"{CARD} .primary", has_text=words).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f'{CARD}:not([data-card="{before}"])')


def practise(page: Any) -> None:
    """Play the practice year."""
    shows(page, "practice")
    moves = page.locator(".fishlab-table .choices [data-move], .fishlab-table .picture [data-move]")
    while page.locator(CARD).get_attribute("data-card") != "practice/over":
        if page.locator('.phase em:has-text("Your turn")').count() and moves.count():
            before = page.locator(".fishlab-board").get_attribute("data-rev")
            moves.first.click(force=True)
            page.wait_for_selector(f'.fishlab-board:not([data-rev="{before}"])')
        page.wait_for_timeout(20)


def pick(page: Any, name: str, value: str) -> None:
    page.click(f'{CARD} label:has([name="{name}"][value="{value}"])')


def test_two_people_go_through_all_stages_on_a_phone_and_on_a_laptop(opened, visitor):
    desk = visitor(opened.desk, LAPTOP)
    desk.fill("[name=people]", "2")
    desk.fill("[name=players]", "2")
    desk.select_option("[name=form]", "short")
    for box in desk.locator("[name=treatment]").all():
        box.set_checked(box.get_attribute("value") == "yearly-agreement")
    picture(desk, "plan")
    desk.click("text=Open the doors")
    desk.wait_for_selector(".fishlab-desk .card")
    phone, laptop = visitor(opened.address, PHONE), visitor(opened.address, LAPTOP, "dark")
    for page, name in ((phone, "phone"), (laptop, "dark")):
        enter(page)
        page.click("text=Sit down")
        shows(page, "instructions/0")
        assert not page.locator(".fishlab-board").count(), "the board comes when it is needed"
        while page.locator(CARD).get_attribute("data-card").startswith("instructions"):
            fits(page)
            picture(page, f"{name}-{page.locator(CARD).get_attribute('data-card').replace('/', '-')}")
            next_card(page, "")
    desk.wait_for_selector("text=2 practising")
    laptop.click("text=Go on without practice")
    shows(laptop, "questions/points")
    picture(phone, "phone-practice")
    practise(phone)
    picture(phone, "phone-practice-over")
    next_card(phone)
    for page in (phone, laptop):
        pick(page, "points", "1")
        page.click(f"{CARD} .primary")
        page.wait_for_selector(f"{CARD} .feedback.bad")
        page.reload()
        shows(page, "questions/points")
        fits(page)
        for question, answer in (("points", "-3"), ("demand", "3"), ("arrows", "gone"), ("aim", "own")):
            shows(page, f"questions/{question}")
            pick(page, question, answer)
            page.click(f"{CARD} .primary")
            shows(page, f"questions/{question}/right")
            if question == "points":
                picture(page, "phone-right" if page is phone else "dark-right")
            next_card(page)
        shows(page, "prediction")
        page.click(f"{CARD} .primary")
        page.wait_for_selector(f"{CARD} .trouble")
        page.fill(f"{CARD} [name=catch]", "24")
        pick(page, "lasts", "no")
        fits(page)
        picture(page, "phone-prediction" if page is phone else "dark-prediction")
        page.click(f"{CARD} .primary")
        shows(page, "ready")
        page.wait_for_selector(".fishlab-board .picture > svg")
    desk.wait_for_selector("text=2 ready")
    desk.click("text=Back to the plan")
    desk.click("text=Really go back?")
    for page in (phone, laptop):
        page.wait_for_selector("text=drawing the seats again")
    picture(phone, "phone-anew")
    os.kill(opened.server(), signal.SIGKILL)
    for page in (phone, laptop, desk):
        page.wait_for_selector("#banner:not([hidden])")
    for page in (phone, laptop, desk):
        page.wait_for_selector("#banner", state="hidden")
    laptop.reload()
    laptop.wait_for_selector("text=drawing the seats again")
    desk.wait_for_selector("text=2 people are waiting for a seat")
    assert desk.input_value("[name=people]") == "2"
    picture(desk, "desk-anew")
    desk.locator(".top .primary").dblclick()
    for page in (phone, laptop):
        shows(page, "ready")
    desk.wait_for_selector("text=2 ready")
    assert not desk.locator(".trouble").is_visible()
    picture(phone, "phone-ready")
    picture(desk, "desk-ready")
    laptop.click(".fishlab-table >> text=Full screen")
    laptop.wait_for_selector("text=Leave full screen")
    assert not phone.locator(".fishlab-table >> text=Full screen").is_visible(), "a phone shows nothing else anyway"
    phone.mouse.wheel(0, 2000)
    desk.click(".top >> text=Start")
    desk.fill(".say input", "Eyes to me.")
    desk.keyboard.press("Enter")
    for page in (phone, laptop):
        shows(page, "talk/1")
        page.wait_for_selector(".fishlab-page .clock:has-text('Time to talk')")
        page.wait_for_selector(".fishlab-page .news:has-text('Eyes to me.')")
        assert sees(page, f"{CARD} .primary"), "the card comes into view, however far somebody has scrolled"
        page.evaluate("() => scrollTo(0, 0)")
        assert sees(page, f"{CARD} .primary", ".clock", ".fishlab-page .news")
    picture(phone, "phone-talk")
    laptop.click(f"{CARD} .primary")
    shows(laptop, "talk/1/ready")
    phone.click(f"{CARD} .primary")
    for page, promise in ((phone, "1"), (laptop, "nothing")):
        shows(page, "promise/1")
        fits(page)
        assert sees(page, f"{CARD} h2", f"{CARD} .primary", ".fishlab-page .news")
        pick(page, "promise", promise)
        picture(page, "phone-promise" if page is phone else "dark-promise")
        page.click(f"{CARD} .primary")
    for page in (phone, laptop):
        page.wait_for_selector(".fishlab-table .phase:not(:has-text('the table is talking'))")
        page.wait_for_selector(".fishlab-board .picture > svg")
        told = page.inner_text("body")
        assert "Agreement every year" not in told and "Coach" not in told and "What if" not in told
    turns = {page: page.locator('.phase em:has-text("Your turn")') for page in (phone, laptop)}
    while not any(turn.count() for turn in turns.values()):  # what is no choice is played first, and the dice
        phone.wait_for_timeout(50)
    moving = next(page for page, turn in turns.items() if turn.count())
    assert sees(moving, ".fishlab-page .clock", ".fishlab-page .news", ".phase", ".choices")
    moving.locator(".fishlab-table .choices [data-move]").first.click()
    phone.evaluate("() => scrollTo(0, 0)")
    assert sees(phone, ".phase .own"), "what a decision needs stands where it is made"
    assert " fish" in phone.inner_text(".phase .own")
    assert phone.locator(".phase").bounding_box()["y"] < 190, "what stands above it is small"
    assert phone.evaluate(SIZES, {"letters": 12, "target": 24}) == []
    assert not laptop.locator(".phase .own").is_visible(), "there the seats stand beside the board"
    laptop.click("text=Leave full screen")
    laptop.wait_for_selector("text=Full screen")
    picture(phone, "phone-play")
    picture(laptop, "dark-play")
    desk.click("text=End and debrief")
    desk.click("text=Really end?")
    for page in (phone, laptop):
        shows(page, "questionnaire")
        fits(page)
        for question in ("trust", "fair", "power", "less"):
            pick(page, question, "4")
        page.fill(f"{CARD} [name=why]", "Nobody waited.")
        picture(page, "phone-questionnaire" if page is phone else "dark-questionnaire")
        page.click(f"{CARD} .primary")
        shows(page, "questionnaire/over")
    with Room(opened.room) as room:
        found = {(one["seat"], one["stage"], one["question"]): one for one in room.answers()}
        assert [found[seat, "questions", "points"]["tries"] for seat in (0, 1)] == [2, 2]
        assert {found[seat, "practice", "done"]["answer"] for seat in (0, 1)} == {"played", "left"}
        assert [found[seat, "questionnaire", "why"]["answer"] for seat in (0, 1)] == ["Nobody waited."] * 2
        assert sorted(str(one["promise"]) for one in room.talks()) == ["1", "nothing"]
