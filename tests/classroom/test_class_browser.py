"""A class in a real browser: students come in with a word, take seats, play, come back, and can do nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browser
import psutil
import pytest
from fishlab_widgets.classroom import SharedTable, student_pages
from stage import Stage

from fishlab import GAMES, OVER
from fishlab.room import Room

pytestmark = pytest.mark.browser
WORD = "herring-kelp"
TABLE = "Table <1>"


class Pages:
    """The students' pages, served as `make class` serves them."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.path, self.port = folder / "class.room", browser.free_port()
        with Room(self.path) as room:
            room.open(TABLE, "fishery", 2, columns=4, rows=4, ships=2)
        command = [
            sys.executable,
            "-m",
            "fishlab_widgets.classroom.student_pages",
            str(self.path),
            f"--port={self.port}",
            "--preheated=1",
            *more,
        ]
        self.log = (folder / "log").open("w")
        env = {**os.environ, student_pages.WORD: WORD}
        self.process = subprocess.Popen(command, env=env, stdout=self.log, stderr=subprocess.STDOUT)
        self.address = f"http://127.0.0.1:{self.port}"
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/login", timeout=5)
                break
            except OSError:
                assert self.process.poll() is None, (folder / "log").read_text()
                time.sleep(0.1)

    def opened(self) -> str:
        """Open a page as a device does whose sockets are slow, and return its kernel."""
        text = urllib.request.urlopen(f"{self.address}/?token={WORD}", timeout=60).read().decode()
        return re.search(r'"kernelId": "([\w-]+)"', text)[1]

    def answer(self, kernel: str) -> int:
        """Return what the server says when it is asked for a kernel: 200, or 404 if there is none."""
        try:
            return urllib.request.urlopen(f"{self.address}/api/kernels/{kernel}?token={WORD}", timeout=60).status
        except urllib.error.HTTPError as error:
            return error.code

    def kernels(self) -> int:
        """Return how many kernels run."""
        return len(psutil.Process(self.process.pid).children())

    def wait_for(self, kernels: int) -> None:
        """Wait until so many kernels run, but not for ever."""
        begin = time.monotonic()
        while self.kernels() != kernels:
            assert time.monotonic() - begin < browser.PATIENCE / 1000, f"{self.kernels()} kernels run, not {kernels}"
            time.sleep(0.1)

    def stop(self) -> None:
        """End the pages."""
        self.process.terminate()
        self.process.wait(60)
        self.log.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    one = Pages(tmp_path_factory.mktemp("class"))
    yield one
    one.stop()


@pytest.fixture
def student(chrome: Any, pages: Pages) -> Iterator[Any]:
    """Opens pages, each in a browser of its own, and watches what they ask for."""
    contexts, outside = [], []

    def come(width: int = 1280, scheme: str = "light") -> Any:
        context = chrome.new_context(
            viewport={"width": width, "height": 900}, reduced_motion="reduce", color_scheme=scheme
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(browser.PATIENCE)
        own = (pages.address, pages.address.replace("http", "ws"), "data:", "blob:")
        page.on("request", lambda asked: asked.url.startswith(own) or outside.append(asked.url))
        page.goto(pages.address)
        return page

    yield come
    for context in contexts:
        context.close()
    assert outside == []


def enter(page: Any, word: str = WORD) -> None:
    page.fill("#word", word)
    page.click("button")
    page.wait_for_selector(".fishlab-page .door h2, .fishlab-page .bar b")


def sit(page: Any, seat: int) -> None:
    page.locator(f'[data-seat="{TABLE}/{seat}"]').click()
    page.wait_for_selector(".fishlab-board .picture > svg")


PAPER = {"light": "rgb(255, 255, 255)", "dark": "rgb(16, 24, 29)"}


DOORS = """window.doors = new Set();
new MutationObserver(() => {
  const words = document.querySelector(".fishlab-page .door :is(h2, p)")?.textContent;
  if (words) window.doors.add(words);
}).observe(document, { childList: true, subtree: true });"""
"""Notes what a page shows at the door, also if only for a moment."""


def dress(page: Any, selector: str) -> str:
    """Return the colour of the paper of a part of a page."""
    found: str = page.evaluate("(one) => getComputedStyle(document.querySelector(one)).backgroundColor", selector)
    return found


def moves(pages: Pages) -> list[str]:
    with Room(pages.path) as room:
        return [row["move"] for row in room.history(TABLE)]


PATHS = (
    "api/contents api/kernels api/sessions api/terminals api/kernelspecs files/class.room voila/files/class.room "
    "voila/files/seat.ipynb voila/files/../class.room voila/tree voila/render/seat.ipynb lab tree terminals/1 "
    "voila/static/..%2F..%2Fstudent_pages.py"
)
TRY = """async ([code, paths]) => {
  const { kernelId } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const heard = [];
  const socket = new WebSocket(`ws://${location.host}/api/kernels/${kernelId}/channels?session_id=x`);
  await new Promise((open, fail) => { socket.onopen = open; socket.onerror = fail; });
  const done = new Promise((end) => {
    socket.onmessage = (event) => {
      if (typeof event.data !== "string") return;
      const message = JSON.parse(event.data);
      if (message.parent_header?.session !== "x") return;
      heard.push(message.header.msg_type);
      if (message.header.msg_type === "kernel_info_reply") end();
    };
  });
  const send = (type, content) => socket.send(JSON.stringify({
    header: { msg_id: type + Math.random(), msg_type: type, session: "x", username: "", date: "", version: "5.3" },
    parent_header: {}, metadata: {}, content, channel: "shell", buffers: [],
  }));
  send("execute_request", { code, silent: false, store_history: false, user_expressions: {}, allow_stdin: false });
  send("inspect_request", { code: "open", cursor_pos: 2, detail_level: 1 });
  send("complete_request", { code: "op", cursor_pos: 2 });
  send("kernel_info_request", {});
  await done;
  socket.close();
  const asked = {};
  for (const path of paths) {
    const answer = await fetch(`/${path}`);
    asked[path] = answer.status;
  }
  return { heard, asked };
}"""


def can_run_no_code_and_see_no_file(page: Any, mark: Path) -> None:
    found = page.evaluate(TRY, [f"open({str(mark)!r}, 'w').write('x')", PATHS.split()])
    assert set(found["heard"]) <= {"kernel_info_reply", "status"}
    assert not mark.exists()
    assert set(found["asked"].values()) <= {403, 404}, found["asked"]


def nothing_is_shown_without_the_word(pages: Pages) -> None:
    begin = time.monotonic()
    answer = urllib.request.urlopen(f"{pages.address}/?token=whale", timeout=60)
    assert 'name="word"' in answer.read().decode()
    assert time.monotonic() - begin >= student_pages.Turnstile.PAUSE  # or longer, however busy the machine
    for path in ("", "api/kernels", "voila/files/seat.ipynb", "voila/static/voila.js"):
        try:
            answer = urllib.request.urlopen(f"{pages.address}/{path}", timeout=30)
        except urllib.error.HTTPError as error:
            assert error.code in (403, 404)
            continue
        text = answer.read().decode(errors="replace")
        assert path == "voila/static/voila.js" or 'name="word"' in text
        assert "Lobby" not in text


PHONE, TABLET = (390, 700), (820, 1080)
MARGIN = 16
"""What the page leaves free to both sides of a table."""
SIZES = (browser.ROOT / "tests" / "page_check.js").read_text(encoding="utf-8")
LOOK = (browser.ROOT / "tests" / "live" / "screen_check.js").read_text(encoding="utf-8")


def is_large_enough(page: Any) -> None:
    """Hold that a page can be read and hit on a phone and on a tablet, and is not wider than they are."""
    for width, height in (PHONE, TABLET):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SIZES, {"letters": 12, "target": 24}) == []
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_students_come_in_by_the_word_take_seats_play_come_back_and_can_do_nothing_else(pages, student, tmp_path):
    """All in one, for every page has a kernel of its own, and kernels are what takes long."""
    nothing_is_shown_without_the_word(pages)
    black = student()
    black.fill("#word", "whale")
    black.click("button")
    black.wait_for_selector("text=That is not the word")
    enter(black, " Herring Kelp ")
    assert black.inner_text(".door h3") == TABLE
    sit(black, 0)
    white = student(width=390, scheme="dark")
    assert dress(white, "body") == PAPER["dark"]
    enter(white)
    white.locator(f'[data-seat="{TABLE}/0"]', has_text="taken").wait_for()
    sit(white, 1)
    for scheme, page in (("light", black), ("dark", white)):
        assert dress(page, "body") == PAPER[scheme], "a page is as light or dark as its device"
        assert dress(page, ".fishlab-table") == PAPER[scheme]
    black.click('[data-move="ship a1"]')
    white.wait_for_selector('.fishlab-table .phase em:has-text("Your turn")')
    white.click('[data-move="ship b2"]')
    black.wait_for_selector('.fishlab-table .phase em:has-text("Your turn")')
    assert moves(pages) == ["ship a1", "ship b2"]
    assert white.locator(".fishlab-table").bounding_box()["width"] >= PHONE[0] - MARGIN, "a phone has no room to waste"
    is_large_enough(white)
    for words in ("Undo", "New game"):
        assert not black.get_by_role("button", name=words).is_visible()
    late = student()
    enter(late)
    assert late.inner_text(".door .full") == "Every seat is taken: ask your teacher for one."
    late.close(run_before_unload=True)
    black.add_init_script(DOORS)
    black.reload()
    black.wait_for_selector(".fishlab-board .picture > svg")
    assert black.evaluate("() => [...window.doors]") == ["Looking for your seat …"], "not the door to all seats"
    assert black.inner_text(".fishlab-page .bar").startswith(f"{TABLE} · Black")
    black.click('[data-move="ship c3"]')
    white.wait_for_selector('.fishlab-table .phase em:has-text("Your turn")')
    assert len(moves(pages)) == 3
    with Room(pages.path) as room:
        room.events.say("<img src=x onerror=alert(1)>")
        room.seating.free(TABLE, 1)
    white.wait_for_selector("text=Your seat was freed")
    assert black.locator(".news img").count() == 0
    is_large_enough(white)
    can_run_no_code_and_see_no_file(black, tmp_path / "owned")
    pages.wait_for(kernels=3)  # of two pages, and one that waits for the next; that of the page before the reload ended
    white.close(run_before_unload=True)
    pages.wait_for(kernels=2)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_on_a_phone_and_on_a_tablet(chrome, game, tmp_path):
    """The page is never wider than the view, what is read or hit is large enough, and can be brought into view."""
    room = Room(tmp_path / "class.room")
    match = room.open(TABLE, game, seats=["random"] * GAMES[game].seats[-1], players=GAMES[game].seats[-1])
    while len(match) < 30 or match.state.turn() < 0:
        room.step(TABLE)
    seat = match.state.turn()
    room.seating.give(TABLE, seat, "person")
    table = SharedTable(room, TABLE, seat)
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
    table.look()
    look("the end")
    stage.close()
    assert wrong == {}


def test_a_page_that_is_opened_after_quiet_minutes_has_its_whole_idle_time_to_connect(tmp_path):
    """The minutes are seconds here. Closes what a teacher met: pages opened after three quiet minutes were dead."""
    idle = 10
    pages = Pages(tmp_path, f"--idle={idle}")
    try:
        pages.wait_for(kernels=1)
        time.sleep(1.5 * idle)
        begin = time.monotonic()
        kernel = pages.opened()
        while True:
            answer, passed = pages.answer(kernel), time.monotonic() - begin
            if passed > idle / 2:
                break
            assert answer == 200, f"the kernel ended {passed:.1f} seconds after a page had taken it"
            time.sleep(0.2)
        while pages.answer(kernel) == 200:  # nobody came: it ends after all
            assert time.monotonic() - begin < browser.PATIENCE / 1000
            time.sleep(0.5)
    finally:
        pages.stop()


def test_a_page_whose_kernel_is_gone_says_so_in_plain_words(pages, chrome):
    context = chrome.new_context()
    page = context.new_page()
    page.set_default_timeout(browser.PATIENCE)

    def too_late(route: Any) -> None:
        """Let the page's kernel end before its sockets connect."""
        came = route.fetch()
        kernel = re.search(r'"kernelId": "([\w-]+)"', came.text())[1]
        context.request.post(f"{pages.address}/voila/api/shutdown/{kernel}")
        assert pages.answer(kernel) == 404
        route.fulfill(response=came)

    page.route(f"{pages.address}/?token=*", too_late)
    page.goto(f"{pages.address}/?token={WORD}")
    page.get_by_text("Reload this page: your seat is kept.").wait_for()
    page.wait_for_timeout(3000)
    shown = page.inner_text("body")
    assert "children" not in shown and "widget" not in shown, shown
    page.unroute_all()
    page.get_by_role("button", name="Reload this page").click(timeout=30_000)
    page.wait_for_selector(".fishlab-page .door h2")
    assert not page.get_by_text("Reload this page: your seat is kept.").is_visible()
    context.close()
