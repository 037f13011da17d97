"""A class as people meet it: command, desk, phones and a laptop in real browsers, and a server that is killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import browser
import pytest
from classroom.class_pages import LAPTOP, PHONE, TABLET, enter, seated, without_steps
from classroom.lesson_hour import PRESS, READY, hold
from classroom.opened import WORD
from fishlab_widgets.classroom.seat import Seat
from pages import axe
from prepared_page import Stage

from fishlab import GAMES
from fishlab.core import OVER
from fishlab.room import Room, RoomSession

pytestmark = pytest.mark.browser

MARGIN = 16
"""What the page leaves free to both sides of a table, at most."""
TABLE = "Herring"
SIZES = (browser.ROOT / "tests" / "page_check.js").read_text(encoding="utf-8")
LOOK = (browser.ROOT / "tests" / "live" / "screen_check.js").read_text(encoding="utf-8")
PAPER = {"light": "rgb(255, 255, 255)", "dark": "rgb(16, 24, 29)"}


def until(what: str, done: Callable[[], object]) -> None:
    """Wait for something that no page shows."""
    deadline = time.monotonic() + browser.PATIENCE / 1000
    while not done():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def is_large_enough(page: Any) -> None:
    """Hold that a page can be read and hit on a phone and on a tablet, and is not wider than they are."""
    for width, height in (PHONE, TABLET):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SIZES, {"letters": 12, "target": 24}) == []
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_a_class_plays_a_whole_game_through_reloads_closed_tabs_and_a_killed_server(opened, visitor, tmp_path):
    desk = visitor(opened.desk, LAPTOP)
    assert "key=" not in desk.url, "the secret does not stay in the address"
    desk.fill("[name=people]", "4")
    desk.fill("[name=players]", "2")
    desk.select_option("[name=form]", "short")
    desk.select_option("[name=bot]", "careful")
    without_steps(desk)
    desk.click("text=Open the doors")
    desk.wait_for_selector(".fishlab-desk .card")
    assert opened.address in desk.inner_text(".where") and WORD in desk.inner_text(".where")
    assert "not encrypted" in desk.inner_text(".plain-traffic")
    with desk.expect_popup() as popup:
        desk.click("text=Projector")
    wall = popup.value
    wall.wait_for_selector(".fishlab-projector .qr svg")
    assert opened.address in wall.inner_text(".join")

    phones = [visitor(opened.address, PHONE), visitor(opened.address, PHONE, "dark")]
    laptop = visitor(opened.address, LAPTOP)
    phones[0].fill("#word", "whale")
    phones[0].click("text=Come in")
    phones[0].wait_for_selector("text=That is not the word")
    for page, scheme in zip([*phones, laptop], ("light", "dark", "light"), strict=True):
        enter(page, " Herring Kelp 42 ")
        assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == PAPER[scheme]
    is_large_enough(phones[1])
    assert axe(laptop, ".fishlab-page") == []
    for page in (*phones, laptop):
        page.click("text=Sit down")
        seated(page)
    assert laptop.locator(".fishlab-table .head .full").is_visible()
    assert not phones[0].locator(".fishlab-table .head").is_visible(), "no row for a button that a phone does not need"
    assert not phones[0].locator(".key code").is_visible(), "a key is not for the neighbour's eyes"
    is_large_enough(phones[1])
    phones[1].set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    until("the desk's count", lambda: "3 of 4 seats taken" in desk.inner_text(".top"))
    until("who is there", lambda: "3 here" in desk.inner_text(".top"))
    desk.click(".top >> text=Start")
    desk.click(".top >> text=Start with 1 empty seat?")

    tabs: dict[int, Any] = dict(enumerate([*phones, laptop]))

    def interrupt(number: int) -> None:
        """Let happen to a page what happens in a class."""
        if number == 3:
            tabs[0].reload()
            seated(tabs[0])
        elif number == 5:
            context = tabs[1].context
            tabs[1].close()
            tabs[1] = context.new_page()
            tabs[1].set_default_timeout(browser.PATIENCE)
            tabs[1].goto(opened.address)
            seated(tabs[1])
        elif number == 7:
            before = opened.server()
            os.kill(before, signal.SIGKILL)
            tabs[2].wait_for_selector("#banner:not([hidden])")
            assert "Your seat is kept" in tabs[2].inner_text("#banner")
            tabs[2].wait_for_selector("#banner", state="hidden")
            seated(tabs[2])
            assert opened.server() != before

    played = 0
    with Room(opened.room) as room:

        def over() -> bool:
            return all(room.match(name).over for name in room.tables())

        while not over():
            for place in tabs:
                move = tabs[place].locator(".fishlab-table .choices [data-move], .fishlab-table .picture [data-move]")
                tabs[place].evaluate(PRESS, READY)
                if tabs[place].locator('.phase em:has-text("Your turn")').count() and move.count():
                    before = tabs[place].locator(".fishlab-board").get_attribute("data-rev")
                    move.first.click(force=True)
                    tabs[place].wait_for_selector(f'.fishlab-board:not([data-rev="{before}"])')
                    played += 1
                    interrupt(played)
            tabs[2].evaluate("() => new Promise(requestAnimationFrame)")  # others shall move meanwhile
        until("the end on the desk", lambda: desk.locator(".card.over").count() == 2)
        until("the end on a phone", lambda: tabs[0].locator(".ending").is_visible())
        desk.click(".tabs >> text=Export")
        with desk.expect_download() as download:
            desk.get_by_role("button", name="The whole room").click()
        download.value.save_as(tmp_path / "copy.room")
        with Room(tmp_path / "copy.room") as copy:
            assert [copy.history(name) for name in copy.tables()] == [room.history(name) for name in room.tables()]
    assert played > 7
    assert "The game has ended" in wall.inner_text("h1")


@pytest.mark.long
def test_a_lesson_is_held_from_the_plan_to_the_export(opened, visitor, tmp_path):
    desk = visitor(opened.desk, LAPTOP)
    files = hold(desk, lambda: visitor(opened.address, PHONE), opened.address, WORD, 16, tmp_path)
    with Room(opened.room) as room:
        assert len(room.tables()) == 4 and all(room.match(name).over for name in room.tables())
        text = "".join(files.values())
        assert all(name in text for name in room.tables())
        assert WORD not in text and str(opened.port) not in text, "no word and no address go out"


@pytest.mark.long
def test_a_connection_that_is_cut_without_a_word_is_said_and_made_anew(opened, visitor):
    page = visitor(f"{opened.address}?token={WORD}", PHONE)
    page.wait_for_selector(".fishlab-page .door h2")
    assert page.url == opened.address, "the word does not stay in the address"
    server = opened.server()
    os.kill(server, signal.SIGSTOP)
    try:
        page.wait_for_selector("#banner:has-text('No answer from the class')")
        page.click("text=Sit down")
        page.wait_for_selector("#banner:has-text('lick again')")  # it waits, or it was not sent
    finally:
        os.kill(server, signal.SIGCONT)
    page.wait_for_selector("#banner", state="hidden")
    page.wait_for_selector(".fishlab-page .door p")
    letters = "(part) => getComputedStyle(document.querySelector(part)).fontFamily"
    assert page.evaluate(letters, ".languages a") == page.evaluate(letters, ".fishlab-page"), "the page's own type"


def test_a_page_opens_no_socket_before_a_server_that_was_away_answers(opened, visitor):
    """Firefox lets a new socket wait the longer, the more of them have failed before it."""
    page = visitor(f"{opened.address}?token={WORD}", PHONE)
    page.wait_for_selector(".fishlab-page .door h2")
    sockets, looked = [], []

    def away(route: Any) -> None:
        looked.append(route.request.url)
        route.fulfill(status=503)

    page.route("**/static/served.js*", away)
    page.on("websocket", lambda one: sockets.append(one.url))
    os.kill(opened.server(), signal.SIGKILL)
    page.wait_for_selector("#banner:not([hidden])")
    for _ in range(4):
        with page.expect_request("**/static/served.js*"):
            pass
    assert len(looked) >= 3 and not sockets
    page.unroute("**/static/served.js*")
    page.wait_for_selector("#banner", state="hidden")
    assert len(sockets) == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_on_a_phone_and_on_a_tablet(chrome, game, tmp_path):
    """The page is never wider than the view, what is read or hit is large enough, and can be brought into view."""
    room = Room(tmp_path / "class.room")
    match = room.open(TABLE, game, seats=["random"] * GAMES[game].seats[-1], players=GAMES[game].seats[-1])
    while len(match) < 30 or match.state.turn() < 0:
        room.step(TABLE)
    seat = match.state.turn()
    room.seating.give(TABLE, seat, "person")
    table = Seat(RoomSession(room, TABLE, seat, "a-key-of-mine"))
    stage, wrong = Stage(chrome, table.board, PHONE), {}

    def look(when: str) -> None:
        stage.settle()
        for size in (PHONE, TABLET):
            stage.page.set_viewport_size({"width": size[0] - MARGIN, "height": size[1]})
            if found := stage.page.evaluate(LOOK, {"letters": 12, "target": 24, "scrolls": True}):
                wrong[when, size[0]] = found

    look("a turn")
    room.seating.give(TABLE, seat, "random")
    assert room.run(TABLE).turn() == OVER
    table.catch_up()
    look("the end")
    stage.close()
    assert wrong == {}
