"""A whole lesson: a teacher at a real desk, two students on real pages, and the others by sockets, which is lighter."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import browser
from classroom.class_pages import enter, seated
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

READY = ".fishlab-steps .primary"
PRESS = "(one) => document.querySelector(one)?.click()"
"""Presses a button if it is there at that moment: others who are ready may take it away."""
TURN = '.phase em:has-text("Your turn")'
MOVES = ".fishlab-table .choices [data-move], .fishlab-table .picture [data-move]"


class Student:
    """A student by socket, who takes a seat and plays the first move that the page offers."""

    def __init__(self) -> None:
        self.board: dict[str, Any] = {}
        self.table = ""
        self.played = 0

    async def attend(self, address: str, word: str, arrived: Callable[[], object]) -> None:
        """Come in, sit down, and play until the server or the test ends it."""
        asked = HTTPRequest(address, "POST", body=f"word={quote(word)}", follow_redirects=False)
        answer = await AsyncHTTPClient().fetch(asked, raise_error=False)
        cookie = next(one for one in answer.headers.get_list("Set-Cookie")).partition(";")[0]
        request = HTTPRequest(f"ws{address.removeprefix('http')}socket", headers={"Cookie": cookie})
        self.socket = await websocket_connect(request, max_message_size=10_000_000)
        self.say("notices", type="draw")
        asked_at = -1
        while (text := await self.socket.read_message()) is not None:
            told = json.loads(text)
            state = told.get("state", {})
            if (told.get("model") or told.get("mount")) == "notices" and state.get("bar", {}).get("table"):
                if not self.table:
                    arrived()
                self.table = state["bar"]["table"]
            if "steps" in (told.get("model"), told.get("mount")) and state.get("card"):
                self.reply(state["card"])
            if "board" not in (told.get("model"), told.get("mount")):
                continue
            self.board.update(state)
            move = self.move()
            if move is not None and self.board["rev"] != asked_at:
                asked_at = self.board["rev"]
                self.played += 1
                self.say("board", type="move", move=move, rev=asked_at)

    def reply(self, card: dict[str, Any]) -> None:
        """Answer a card: of each question the choice after the one that was not right, without the practice year."""
        if card.get("skip"):
            self.say("steps", type="skip", card=card["name"])
        elif card.get("submit"):
            answers = {field["name"]: _answer(field) for field in card.get("fields", ())}
            self.say("steps", type="submit", card=card["name"], answers=answers)

    def move(self) -> str | None:
        """Return a move that the page offers, None if it is not this person's turn."""
        if not self.board.get("prompt", {}).get("yours"):
            return None
        return next((one["move"] for one in self.board.get("choices", ()) if one["open"]), None)

    def say(self, model: str, **content: Any) -> None:
        """Send a message."""
        self.socket.write_message(json.dumps({"model": model, "msg": content}))


def _answer(field: dict[str, Any]) -> str | int:
    if field["kind"] == "number":
        return 24
    if field["kind"] == "text":
        return "Nobody waited."
    values = [value for value, _ in field["choices"]]
    return values[(values.index(field["value"]) + 1) % len(values) if field["value"] else 0]


class Crowd:
    """Students by socket, in a thread of their own."""

    def __init__(self, address: str, word: str, count: int) -> None:
        self.students = [Student() for _ in range(count)]
        self._left, self._all_here = count, threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(address, word), daemon=True)
        self._thread.start()
        assert self._all_here.wait(browser.PATIENCE / 1000), "somebody has no seat"

    def _arrived(self) -> None:
        self._left -= 1
        if not self._left:
            self._all_here.set()

    def _run(self, address: str, word: str) -> None:
        async def all_of_them() -> None:
            await asyncio.gather(*(one.attend(address, word, self._arrived) for one in self.students))

        self._task = self._loop.create_task(all_of_them())
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            self._loop.close()

    def leave(self) -> None:
        """Close all pages."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()


def hold(desk: Any, visit: Callable[[], Any], address: str, word: str, people: int, folder: Path) -> dict[str, str]:
    """Hold a lesson from the plan to the export, and return the exported files that are text, by name.

    Args:
        desk: the teacher's page, which shows the plan.
        visit: opens the address on a device of its own; two students come so.
        address: where students come in.
        word: what they type.
        people: how many they are.
        folder: where files may be saved.
    """
    desk.fill("[name=people]", str(people))
    desk.fill("[name=players]", "4")
    desk.select_option("[name=form]", "short")
    desk.select_option("[name=luck]", "own")
    for box in desk.locator("form.plan input[type=checkbox]:not([name=treatment])").all():
        box.uncheck()  # what comes before a game has tests of its own
    desk.click("text=Open the doors")
    desk.wait_for_selector(".fishlab-desk .card")
    pages = [visit(), visit()]
    for page in pages:
        enter(page, word)
        page.click("text=Sit down")
        seated(page)
    crowd = Crowd(address, word, people - len(pages))
    desk.wait_for_selector(f".top >> text={people} of {people} seats taken")
    desk.click(".top >> text=Start")
    clicks = 0
    while desk.locator(".card.over").count() < people // 4:
        for page in pages:
            page.evaluate(PRESS, READY)
            if page.locator(TURN).count() and page.locator(MOVES).count():
                before = page.locator(".fishlab-board").get_attribute("data-rev")
                page.locator(MOVES).first.click(force=True)
                page.wait_for_selector(f'.fishlab-board:not([data-rev="{before}"])')
                clicks += 1
        desk.evaluate("() => new Promise(requestAnimationFrame)")
    assert clicks > 4 and all(one.played for one in crowd.students), "everybody has played"
    for page in pages:
        page.wait_for_selector(".ending", state="visible")
    crowd.leave()
    desk.wait_for_selector(".box >> text=For the debrief")
    assert desk.locator(".side svg").count(), "a figure of what came of it"
    desk.click(".tabs >> text=Export")
    desk.wait_for_selector(".side .acts [data-key=room]")
    found: dict[str, str] = {}
    for button in desk.locator(".side .acts button[data-key]").all():
        if button.get_attribute("data-key") == "zip":
            with desk.expect_download() as download:
                button.click()
            place = folder / download.value.suggested_filename
            download.value.save_as(place)
            found |= read(place)
    return found


def read(place: Path) -> dict[str, str]:
    """Return the texts of a file, or of all files of a zip."""
    if not zipfile.is_zipfile(place):
        return {place.name: place.read_text(encoding="utf-8")}
    with zipfile.ZipFile(place) as whole:
        return {name: whole.read(name).decode() for name in whole.namelist() if re.search(r"\.(csv|json|md)$", name)}
