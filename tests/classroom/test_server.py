"""The class server, spoken to as a browser would, and as one that lies."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from classroom.site import WORD, Page, Site, serving
from fishlab_widgets.classroom.bot_pool import BotPool
from fishlab_widgets.classroom.live_class import LiveClass
from fishlab_widgets.classroom.server import access, app, handlers
from fishlab_widgets.classroom.server.access import PAGES_A_DEVICE, Keys, plain_word
from fishlab_widgets.classroom.server.app import application
from fishlab_widgets.classroom.server.assets import assets
from fishlab_widgets.classroom.server.turns import TurnQueue
from fishlab_widgets.controls import served
from tornado.httpclient import HTTPClientError, HTTPResponse
from tornado.httpserver import HTTPServer
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets

from fishlab import GAMES, Match
from fishlab.bots import bots_for
from fishlab.room import Room

SMALL = {"columns": 4, "rows": 4, "ships": 2, "nets": 6}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(handlers, "SLOW", 0)


@pytest.fixture
def room(tmp_path: Path) -> Path:
    with Room(tmp_path / "class.room") as room:
        room.open("1", "fishery", 2, **SMALL)
    return tmp_path / "class.room"


def run(act: Callable[[Site], Awaitable[None]], room: Path, **more: Any) -> None:
    """Serve a class while something is done there."""

    async def go() -> None:
        async with serving(room, **more) as site:
            await act(site)

    asyncio.run(go())


# Coming in.


def test_without_the_word_nothing_is_shown_and_no_socket_opens(room):
    async def act(site: Site) -> None:
        page = await site.ask("/")
        assert b"The word on the board" in page.body and b"models" not in page.body
        for path in ("/desk", "/projector", "/screen?table=1", "/desk?key=", "/desk?key=wrong"):
            answer = await site.ask(path)
            assert answer.code == 403, path
            assert "Open it where the class was started" in answer.body.decode(), "and it is said what to do"
            assert b"<form" not in answer.body
        for path in ("/api/contents", "/static/../app.py", "/static/app.py", "/class.room", "/static/x.js"):
            assert (await site.ask(path)).code == 404, path
        for cookie in ("", f"{site.hall.cookie}=abc.def", f"{site.hall.cookie}=", f"{site.hall.cookie}-desk=abc"):
            for path in ("/socket", "/desk-socket?view=desk", "/desk-socket?view=screen&table=1"):
                page = await site.page(cookie, path)
                assert await page.end() == handlers.NO_PAGE
                assert page.news == []

    run(act, room)


def test_a_student_comes_in_by_a_word_that_is_typed_or_by_the_one_in_the_address(room):
    async def act(site: Site) -> None:
        cookie = await site.come_in()
        assert b'id="models"' in (await site.ask("/", Cookie=cookie)).body
        answer = await site.ask(f"/?token={WORD}")
        assert (answer.code, answer.headers["Location"]) == (302, "/"), "the word does not stay in the address"
        assert "HttpOnly" in answer.headers["Set-Cookie"] and "SameSite=Lax" in answer.headers["Set-Cookie"]

    run(act, room)


def test_wrong_words_are_refused_counted_and_then_not_even_looked_at(room, monkeypatch):
    monkeypatch.setattr("fishlab_widgets.classroom.server.access.HERE", ())

    async def act(site: Site) -> None:
        codes = [(await site.ask("/", body=f"word=wrong-{number}")).code for number in range(92)]
        assert codes == [403] * 90 + [429] * 2
        answer = await site.ask("/", body=f"word={WORD}")
        assert answer.code == 429
        assert b"Scan the QR code" in answer.body and b"seconds" in answer.body

    run(act, room)


def test_umlauts_are_letters_like_others_in_what_is_typed_and_in_the_word(room):
    async def act(site: Site) -> None:
        answer = await site.ask("/", body=f"word={quote('häring')}")
        assert (answer.code, b"That is not the word" in answer.body) == (403, True)
        site.hall.access.keys = replace(site.hall.access.keys, word=plain_word("größe-see"))
        assert (await site.ask("/", body="word=wrong")).code == 403
        assert (await site.ask("/", body=f"word={quote('Größe-See')}")).code == 302

    run(act, room)


@pytest.mark.few(1)
@pytest.mark.parametrize("here", [(), access.HERE], ids=["network", "proxy"])
def test_nobodys_typing_keeps_out_who_shares_the_address_or_scans_the_code(room, monkeypatch, here):
    monkeypatch.setattr("fishlab_widgets.classroom.server.access.HERE", here)
    seconds = 0

    async def act(site: Site) -> None:
        nonlocal seconds

        async def scanned() -> HTTPResponse:
            return await site.ask(f"/?token={site.hall.access.keys.ticket}")

        while (await site.ask("/", body="word=wrong")).code != 429:
            pass
        assert (await site.ask("/", body=f"word={WORD}")).code == 429, "a short word of the teacher's is not guessed"
        assert (await scanned()).code == 302
        site.hall.renew_word()
        word = site.hall.access.keys.word
        for number in range(150):  # a program that sends three a second, and is a new browser every time
            assert (await site.ask("/", body="word=wrong")).code == 403, number
            seconds += number % 3 == 0
        while not site.hall.access.wait("127.0.0.1"):
            site.hall.access.is_word("wrong", "127.0.0.1")
        waits = asyncio.ensure_future(site.ask("/", body=f"word={word}"))
        await site.ask("/")
        assert not waits.done(), "it waits for its turn"
        seconds += 1
        assert (await waits).code == 302
        for _ in range(500):  # one that has the word, and makes devices without end
            assert (await site.ask("/", body=f"word={word}")).code == 302
        answer = await scanned()
        assert answer.code == 302
        assert site.hall.cookie in answer.headers["Set-Cookie"]
        inside = await site.ask("/", body="word=", Cookie=answer.headers["Set-Cookie"].partition(";")[0])
        assert inside.code == 302, "who is in is asked for nothing"

    run(act, room, clock=lambda: seconds)


def test_what_is_typed_and_what_an_address_holds_is_data(room):
    async def act(site: Site) -> None:
        markup = "%3Cscript%3Ealert(1)%3C/script%3E%22"
        wrong = await site.ask("/", body=f"word={markup}")
        screen = await site.ask(f"/screen?table={markup}", Cookie=await site.teacher())
        for page in (wrong, screen):
            assert b"<script>alert" not in page.body
        assert (await site.ask("/?token=" + "x" * 5000)).code in (403, 400)

    run(act, room)


def test_pages_load_no_script_but_the_servers_own(room):
    async def act(site: Site) -> None:
        teacher, student = await site.teacher(), await site.come_in()
        pages = [await site.ask("/"), await site.ask("/", Cookie=student), await site.ask("/desk", Cookie=teacher)]
        for page in pages:
            policy = page.headers["Content-Security-Policy"]
            assert "default-src 'none'; script-src 'self';" in policy and "frame-ancestors 'none'" in policy
            text = page.body.decode()
            assert re.findall(r"<script[^>]*>", text) == re.findall(r'<script type="module" src="static/[^"]*">', text)
            assert not re.search(r"\son\w+=|javascript:|https?://", text)
            for name in re.findall(r"static/([\w.?=]+)", text):
                asset = await site.ask(f"/static/{name}")
                assert asset.code == 200 and "immutable" in asset.headers["Cache-Control"]

    run(act, room)
    for name, (_, text) in assets().items():
        assert "http://" not in text.replace("http://www.w3.org", "") and "https://" not in text, name


def test_a_page_of_another_site_cannot_open_a_socket(room):
    async def act(site: Site) -> None:
        cookie = await site.come_in()
        for path in ("/socket", "/desk-socket?view=desk"):
            with pytest.raises(HTTPClientError, match="403"):
                await site.page(cookie, path, Origin="http://evil.example")
        page = await site.page(cookie, Origin=f"http://{site.host}")
        await page.settle()
        assert "notices" in page.models

    run(act, room)


def test_the_desk_is_for_this_machine_only_unless_traffic_is_encrypted(room, monkeypatch):
    monkeypatch.setattr(handlers, "HERE", ("10.0.0.1",))

    async def refused(site: Site) -> None:
        assert (await site.ask(f"/desk?key={site.hall.access.keys.desk}")).code == 403

    async def allowed(site: Site) -> None:
        page = await site.ask("/desk", Cookie=await site.teacher())
        assert page.code == 200 and b"not encrypted" not in page.body
        assert b"not encrypted" not in (await site.ask("/")).body

    async def said(site: Site) -> None:
        assert b"not encrypted" in (await site.ask("/")).body

    run(refused, room)
    run(allowed, room, local_desk=False, encrypted=True)
    run(said, room)


# Playing.


async def two(site: Site) -> tuple[Page, Page]:
    """Return the pages of two students who sit at table 1."""
    pages = [await site.page(await site.come_in()) for _ in range(2)]
    for seat, page in enumerate(pages):
        await page.settle()
        await page.take("1", seat)
        assert page.models["notices"]["bar"]["table"] == "1"
    return pages[0], pages[1]


def test_between_two_messages_of_a_page_others_are_heard(room, monkeypatch):
    heard: list[str] = []
    paid_by = LiveClass.paid_by

    def counted(live: LiveClass, pay: Any) -> Any:
        heard.append(pay.__self__.came[0])
        return paid_by(live, pay)

    async def act(site: Site) -> None:
        black, white = await two(site)
        white.send("board", type="open")
        await white.settle()
        monkeypatch.setattr(LiveClass, "paid_by", counted)
        heard.clear()
        for _ in range(40):
            black.send("board", type="tab", tab="rules")
        white.send("board", type="tab", tab="rules")
        await white.settle()
        await black.settle()
        assert len(heard) == 41 and len({*heard}) == 2
        rare = min({*heard}, key=heard.count)
        assert heard.index(rare) < 20, "nobody waits until all that another has sent is done"

    run(act, room)


def test_a_turn_of_the_loop_serves_one_message_however_many_pages_send_one(room, monkeypatch):
    turns, turn, paid_by = [], 0, LiveClass.paid_by

    def counted(live: LiveClass, pay: Any) -> Any:
        turns.append(turn)
        return paid_by(live, pay)

    async def count() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    async def act(site: Site) -> None:
        cookie = await site.teacher()
        pages = [*(await two(site)), *[await site.page(cookie, "/desk-socket?view=desk") for _ in range(8)]]
        for page in pages:
            await page.settle()
        monkeypatch.setattr(LiveClass, "paid_by", counted)
        counting = asyncio.get_running_loop().create_task(count())
        for page in pages:
            page.send("board" if "board" in page.models else "desk", type="hello")
        for page in pages:
            await page.settle()
        counting.cancel()
        assert len(turns) == len({*turns}) == 10

    run(act, room)


def test_who_asks_for_many_turns_is_called_once_before_anybody_is_called_twice():
    called: list[str] = []

    async def ask(turns: TurnQueue, who: str) -> None:
        await turns.wait(who)
        called.append(who)

    async def act() -> None:
        turns = TurnQueue()
        asks = [asyncio.ensure_future(ask(turns, who)) for who in "mmmmmmabmc"]
        await asyncio.sleep(0)
        asks[1].cancel()
        await asyncio.gather(*asks, return_exceptions=True)
        await ask(turns, "late")

    asyncio.run(act())
    assert "".join(called) == "mabcmmmmmlate"


def test_a_move_is_told_at_once_and_a_page_that_is_open_gets_a_patch_and_no_whole_picture(room):
    async def act(site: Site) -> None:
        black, white = await two(site)
        white.send("board", type="open")
        await white.settle()
        white.news.clear()
        await black.play("ship a1")
        await white.settle()
        (told,) = [one["state"] for one in white.news if one.get("model") == "board"]
        assert told["count"] == 1 and "svg" not in told and "svg_rev" not in told
        assert len(json.dumps(told["patch"])) < len(white.models["board"]["svg"])
        white.send("board", type="whole", rev=0)
        await white.settle()
        assert any("svg" in one.get("state", {}) for one in white.news)

    run(act, room)


def test_who_closes_a_tab_or_meets_a_server_that_was_killed_comes_back_to_the_same_seat(room):
    cookies: list[str] = []
    keys: list[str] = []

    async def before(site: Site) -> None:
        cookies.append(await site.come_in())
        page = await site.page(cookies[0])
        await page.settle()
        await page.take("1", 0)
        keys.append(page.models["notices"]["bar"]["key"])
        await page.play("ship a1")
        page.socket.close()
        again = await site.page(cookies[0])
        again.send("notices", type="hello", key=keys[0])
        await again.settle()
        assert again.models["board"]["count"] == 1

    async def after(site: Site) -> None:
        page = await site.page(cookies[0])
        page.send("notices", type="hello", key=keys[0])
        await page.settle()
        assert page.models["notices"]["bar"] == {"table": "1", "seat": "Black", "aim": "", "key": keys[0]}
        assert page.models["board"]["count"] == 1

    run(before, room)
    run(after, room)


GAMES_AND_OPTIONS = [
    ("boom", {"years": 2, "talk": "yearly", "vote": "yearly", "first": 0}),
    *((name, {}) for name in GAMES),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("game", "options"), GAMES_AND_OPTIONS, ids=lambda one: one if isinstance(one, str) else "")
def test_every_game_is_played_through_sockets(tmp_path, game, options):
    async def act(site: Site) -> None:
        players = GAMES[game].seats[0]
        site.room.open("T", game, players, [*["person"] * (players - 1), "random"] if players > 2 else None, **options)
        pages = [await site.page(await site.come_in()) for _ in range(2)]
        for seat, page in enumerate(pages):
            await page.settle()
            await page.take("T", seat)
        for _ in range(40):
            match = site.room.match("T")
            turn = match.state.turn()
            if turn in (0, 1):
                await pages[turn].play(match.game.notation(match.state.view(turn).moves()[0]))
                assert not pages[turn].models["board"]["error"]
            elif site.room.mover("T") is None:
                break
            await asyncio.sleep(0)
        for page in pages:
            await page.settle()
            assert page.models["board"]["count"] == len(site.room.match("T")) > 4

    run(act, tmp_path / "a.room")


def test_two_desks_show_the_same_and_a_projector_shows_no_seat(room):
    async def act(site: Site) -> None:
        teacher = await site.teacher()
        one, other = [await site.page(teacher, "/desk-socket?view=desk") for _ in range(2)]
        wall = await site.page(teacher, "/desk-socket?view=projector")
        student = await site.page(await site.come_in())
        await student.settle()
        await student.take("1", 0)
        one.send("desk", type="pause")
        await one.settle()
        for page in (other, wall, student):
            await page.settle()
        assert other.models["desk"]["head"]["stage"] == "waiting"
        assert "has not begun yet" in student.models["board"]["prompt"]["text"]
        assert [set(table) for table in wall.models["projector"]["tables"]] == [
            {"name", "note", "total", "mean", "kind", "apart", "treatment", "tone"}
        ]
        one.send("desk", type="look", table="1")
        await one.settle()
        assert one.models["copy"]["count"] == 0
        one.send("desk", type="look", table="1")
        await one.settle()
        assert "copy" not in one.models
        one.send("desk", type="room")
        await one.settle()
        assert one.news[-1]["buffers"] or any(news.get("buffers") for news in one.news)

    run(act, room)


def test_the_qr_code_holds_the_address_that_the_teachers_browser_sees(room):
    async def act(site: Site) -> None:
        teacher = await site.teacher()
        for here, shown in (
            ("https%3A%2F%2Fhub.example%2Fuser%2Fann%2Ffishlab%2F", "https://hub.example/user/ann/fishlab/"),
            ("http%3A%2F%2F127.0.0.1%3A8888%2Ffishlab%2F", "http://127.0.0.1:8888/fishlab/"),
            ("javascript%3Aalert(1)", ""),
            ("", ""),
        ):
            page = await site.page(teacher, f"/desk-socket?view=desk&here={here}")
            await page.settle()
            join = page.models["desk"]["head"]["join"]
            assert (join["address"], bool(join["qr"])) == (shown, bool(shown))
            warning = page.models["desk"]["head"]["warning"]
            assert ("Only this machine can open this address" in warning) == ("127.0.0.1" in shown)

    run(act, room)


def test_one_screen_is_passed_round_where_nobody_else_sits(room):
    async def act(site: Site) -> None:
        page = await site.page(await site.teacher(), "/desk-socket?view=screen&table=1")
        await page.settle()
        await page.play("ship a1")
        await page.play("ship b1")
        assert page.models["board"]["count"] == 2
        nowhere = await site.page(await site.teacher(), "/desk-socket?view=screen&table=9")
        assert await nowhere.end() == handlers.NO_ROOM
        assert "There is no table" in nowhere.news[-1]["wait"]

    run(act, room)


# Attacks by somebody who has the word.


TEACHERS = ["make", "start", "pause", "year", "end", "again", "plan", "add", "deal", "say", "clock", "extend", "tab",
            "choose", "csv", "events", "report", "room",
            "back", "hold", "go", "close", "look", "free", "bot", "person"]  # fmt: skip
TABLES = ["undo", "redo", "bots", "other", "anew", "form", "again", "same", "code", "hint", "think", "enough", "load",
          "begin", "draft", "seat", "name"]  # fmt: skip
NONSENSE: list[Any] = [
    None,
    0,
    [],
    "x",
    {},
    {"type": None},
    {"type": []},
    {"type": "move"},
    {"type": "move", "move": 3},
]


def test_forged_messages_of_every_kind_change_nothing(room, monkeypatch):
    monkeypatch.setattr(access, "BURST", 100_000)  # all of them are heard

    async def act(site: Site) -> None:
        black, white = await two(site)
        await black.play("ship a1")
        before = site.room.history("1"), site.room.status("1").seats, site.room.status("1").taken, site.room.tables()
        for model in ("board", "notices", "desk", "copy", "nobody", None):
            kinds = [*TEACHERS, *TABLES, "take", "key", "hello", "state", "__class__"]
            more = {"table": "1", "seat": 1, "who": "random", "at": 0, "key": "x", "code": Match(GAMES["boom"]).code()}
            for content in [*({"type": kind, **more, "values": {}, "tab": "export"} for kind in kinds), *NONSENSE]:
                black.say(json.dumps({"model": model, "msg": content}))
            await black.settle()
        for text in ("", "{", "[]", "3", "null", '"x"', "[" * 7_000, '{"model": {}}', '{"model": "board"}'):
            black.say(text)
        black.say(b"\x00\xff")
        await black.settle()
        now = site.room.history("1"), site.room.status("1").seats, site.room.status("1").taken, site.room.tables()
        assert now == before
        assert not black.models["board"]["save"].get("code") and "desk" not in black.models
        await white.settle()
        await white.play("ship b1")
        assert white.models["board"]["count"] == 2, "everybody else plays on"

    run(act, room)


def test_a_message_of_fifty_megabytes_closes_its_page_and_no_other(room):
    async def act(site: Site) -> None:
        black, white = await two(site)
        black.say("x" * 50_000_000)
        assert await black.end() in (1006, 1009)
        again = await site.page(await site.come_in())
        again.say(json.dumps({"model": "notices", "msg": {"type": "x" * handlers.LARGEST_OF_STUDENTS}}))
        assert await again.end() == 1009, "no answer is so long"
        site.room.append("1", 0, "ship a1", 0, black.models["notices"]["bar"]["key"])
        site.hall.live.tell("1")
        await white.settle()
        await white.play("ship b1")
        assert white.models["board"]["count"] == 2

    run(act, room)


def test_long_messages_count_as_many_and_those_for_nobody_are_not_looked_at(room, monkeypatch):
    looked_at: list[str] = []
    monkeypatch.setattr(served, "clean_text", lambda text: looked_at.append(text) or text)

    async def act(site: Site) -> None:
        page = await site.page(await site.come_in())
        await page.settle()
        for _ in range(3):
            page.say(json.dumps({"model": "nobody", "msg": {"type": "x" * 7_000}}))
        await page.settle()
        assert looked_at == []
        for _ in range(handlers.BURST // 7):
            page.say(json.dumps({"model": "nobody", "msg": {"type": "x" * 7_000}}))
        assert await page.end() == handlers.TOO_MUCH

    run(act, room)


def test_what_a_device_may_send_is_shared_by_its_pages_and_survives_a_new_connection(room):
    async def act(site: Site) -> None:
        cookie = await site.come_in()
        first = await site.page(cookie)
        await first.settle()
        for _ in range(handlers.BURST + 10):
            first.say("beat")
        assert await first.end() == handlers.TOO_MUCH
        second = await site.page(cookie)
        for _ in range(handlers.BURST // 2):
            second.say("beat")
        assert await second.end() == handlers.TOO_MUCH, "it has not a hundred messages again"

    run(act, room)


def test_a_new_word_sends_everybody_to_the_door_and_frees_seats_of_games_that_have_not_begun(room):
    async def act(site: Site) -> None:
        site.room.pause()
        cookie, desk = await site.come_in(), await site.page(await site.teacher(), "/desk-socket?view=desk")
        page = await site.page(cookie)
        await page.settle()
        await page.take("1", 0)
        assert site.room.status("1").taken[0]
        wall = await site.page(await site.teacher(), "/desk-socket?view=projector")
        desk.send("desk", type="word")
        await desk.settle()
        assert await page.end() == handlers.NO_PAGE, "whoever does not want to go is put out"
        await wall.settle()
        assert {"reload": True} in wall.news and {"reload": True} in desk.news, "they show the new word"
        word = desk.models["desk"]["head"]["join"]["word"]
        assert word == site.hall.access.keys.word == Keys.of(site.room.path).word != WORD
        assert b'name="word"' in (await site.ask("/", Cookie=cookie)).body, "the old mark does not hold any more"
        assert not site.room.status("1").taken[0]
        assert (await site.ask("/", body=f"word={word}")).code == 302

    run(act, room)


@pytest.mark.long
def test_two_hundred_tabs_of_one_device_are_four_and_the_others_wait(room):
    async def act(site: Site) -> None:
        cookie = await site.come_in()
        pages = [await site.page(cookie) for _ in range(200)]
        first = [await page.hear() for page in pages]
        assert sum("mount" in (one or {}) for one in first) == PAGES_A_DEVICE
        assert "too many pages" in str(first[-1])
        assert await pages[-1].end() == handlers.NO_ROOM
        assert len(site.hall.live.pages) == PAGES_A_DEVICE
        pages[0].socket.close()
        await pages[0].end()
        again = await site.page(cookie)
        await again.settle()
        assert "notices" in again.models
        other = await site.page(await site.come_in())
        await other.settle()
        assert "notices" in other.models, "another device is not kept waiting"

    run(act, room)


async def left(site: Site, pages: int) -> None:
    """Wait until so many pages are left."""
    async with asyncio.timeout(60):
        while len(site.hall.live.pages) > pages:
            await asyncio.sleep(0.01)


def test_a_page_that_says_too_much_is_sent_away(room):
    async def act(site: Site) -> None:
        page = await site.page(await site.come_in())
        for _ in range(3 * handlers.BURST):
            page.send("notices", type="hello", key="")
        assert await page.end() == handlers.TOO_MUCH
        again = await site.page(await site.come_in())
        await again.settle()
        assert "notices" in again.models

    run(act, room)


@pytest.mark.parametrize(
    ("first", "more"), [(b"", b"\x81"), (b"\x01", b"\x00")], ids=["empty messages", "empty pieces of a message"]
)
def test_a_page_that_sends_nothing_again_and_again_is_sent_away(room, first, more):
    async def act(site: Site) -> None:
        page = await site.page(await site.come_in())
        await page.settle()
        empty = b"\x80" + bytes(4)  # no letters, masked
        with suppress(StreamClosedError):
            await page.socket.protocol.stream.write((first + empty if first else b"") + 10_000 * (more + empty))
        await left(site, 0)

    run(act, room)


def test_a_page_that_does_not_read_is_sent_away_before_it_fills_the_memory(room):
    async def act(site: Site) -> None:
        page = await site.page(await site.come_in())
        await page.settle()
        (shown,) = site.hall.live.pages
        for number in range(400):
            shown.notices.tell(news={"line": f"{number}" + "x" * 100_000})
            await asyncio.sleep(0)
        await page.end()
        assert sum(len(json.dumps(one)) for one in page.news) < 20_000_000
        assert site.hall.live.pages == []

    run(act, room)


def test_a_page_that_asks_for_whole_pictures_again_and_again_is_sent_away(room):
    async def act(site: Site) -> None:
        black, white = await two(site)
        for _ in range(20):
            black.send("board", type="whole", rev=0)
        assert await black.end() in (handlers.TOO_MUCH, 0), "what it sent on is not read, and may end the connection"
        await left(site, 1)
        white.send("board", type="whole", rev=0)
        await white.settle()

    run(act, room)


def test_who_makes_others_pages_show_something_new_pays_for_it(room, monkeypatch):
    paid: list[str] = []
    pay = handlers.StudentSocket.pay

    def count(socket: handlers.StudentSocket, seconds: float) -> None:
        paid.append(socket.came[0])
        pay(socket, seconds)

    monkeypatch.setattr(handlers.StudentSocket, "pay", count)

    async def act(site: Site) -> None:
        black, white = await two(site)
        await white.settle()
        (one,) = [socket.came[0] for socket in site.hall.sockets if socket.shown.place == ("1", 0)]
        paid.clear()
        await black.play("ship a1")
        while white.models["board"]["count"] < 1:
            await white.settle()
        await black.settle()
        assert set(paid) == {one} and len(paid) >= 3, "for what it said, and for both pages"

    run(act, room)


def test_pages_without_a_seat_wait_for_their_turn_and_seats_and_beats_do_not(room):
    seconds = 0

    async def act(site: Site) -> None:
        nonlocal seconds
        black, white = await two(site)
        late = await site.page(await site.come_in())
        await late.settle()
        while not site.hall.access.work_wait("somebody", access.HERE[0], seated=False):
            site.hall.access.charge("another", access.HERE[0], 0.1, seated=False)
        await late.settle()
        late.send("notices", type="key", key="abcd-efgh")
        newcomer = await site.page(await site.come_in())
        await black.play("ship a1")
        await white.settle()
        await white.play("ship b1")
        assert white.models["board"]["count"] == 2
        assert not late.models["notices"]["door"]["answer"] and newcomer.news == []
        seconds = 1000
        await late.settle()
        await newcomer.settle()
        assert "No seat has this key" in late.models["notices"]["door"]["answer"] and "notices" in newcomer.models

    run(act, room, clock=lambda: seconds)


@pytest.mark.few(1)
@pytest.mark.parametrize("here", [(), access.HERE], ids=["network", "proxy"])
def test_the_desk_tells_that_many_people_are_on_one_machine_and_no_address(room, monkeypatch, here):
    monkeypatch.setattr("fishlab_widgets.classroom.server.access.HERE", here)

    async def act(site: Site) -> None:
        desk, pages, cookie = await site.page(await site.teacher(), "/desk-socket?view=desk"), [], ""
        for number in range(2, 7):
            await desk.settle()
            assert desk.models["desk"]["head"]["warning"] == ""
            page = await site.page(came := await site.come_in())
            pages.append(page)
            cookie = came if number % 2 else cookie
            await page.settle()
            if number % 2:  # the others wait
                site.room.open(f"{number}", "boom", 2)
                await page.take(f"{number}", 0)
        site.hall.live.look(every=True)
        for _ in range(3):
            await desk.settle()
        said = desk.models["desk"]["head"]["warning"]
        assert said.startswith("5 people have seats or are waiting on one machine") == (here == ())
        assert "127.0.0.1" not in said
        together = [[one["table"] for one in group] for group in desk.models["desk"]["head"]["together"]]
        assert together == ([["3", "5"]] if here == () else [])
        for page in pages:  # the seats are held, though nobody looks at them
            page.socket.close()
        site.hall.live.look(every=True)
        for _ in range(3):
            await desk.settle()
        assert len(desk.models["desk"]["head"]["together"]) == (here == ())
        if here == ():
            assert site.hall.at_one_address() == 2, "the seats that are held"
            await (await site.page(cookie)).settle()
            assert site.hall.at_one_address() == 2, "a page that comes back is not counted beside its seat"
        assert b"127.0.0.1" not in b"".join(file.read_bytes() for file in site.room.path.parent.glob("*.room*"))

    run(act, room)


def test_nothing_is_done_for_requests_of_somebody_who_has_gone(room, monkeypatch):
    monkeypatch.setattr(handlers, "TURN", 0.001)
    asked = 0

    async def act(site: Site) -> None:
        def wait(_: str) -> float:
            nonlocal asked
            asked += 1
            return 0.5

        monkeypatch.setattr(site.hall.access, "wait", wait)
        before = len(asyncio.all_tasks())
        _, writer = await asyncio.open_connection(*site.host.split(":"))
        writer.write(b"GET /?token=abc HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
        while asked < 5:
            await asyncio.sleep(0.01)
        writer.transport.abort()
        while len(asyncio.all_tasks()) > before:
            await asyncio.sleep(0.01)
        assert asked <= 3 * handlers.MOST_TURNS, "by two answers the server learns that nobody reads them"

    run(act, room)


def test_an_address_that_asks_on_and_on_is_not_answered_and_others_are(room, monkeypatch):
    monkeypatch.setattr(access, "HERE", ())
    monkeypatch.setattr(access, "REQUESTS", (20, 1e9))

    async def act(site: Site) -> None:
        scripts = [(await site.ask("/static/word.css")).code for _ in range(5)]
        assert scripts == [200] * 5, "they count as one"
        assert [(await site.ask("/")).code for _ in range(19)] == [200] * 19
        reader, writer = await asyncio.open_connection(*site.host.split(":"))
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
        assert await reader.read() == b"", "the connection is closed"
        writer.close()
        for refused in (site.ask("/"), site.page("")):
            with pytest.raises(HTTPClientError, match="closed"):
                await refused
        assert site.hall.access.may_ask("192.168.1.20")
        monkeypatch.setattr(access, "HERE", ("127.0.0.1",))
        assert (await site.ask("/")).code == 200, "a proxy's address is everybody's"

    run(act, room)


@pytest.mark.parametrize("opcode", [0x9, 0xA], ids=["ping", "pong"])
def test_pings_count_as_messages_do(room, opcode):
    async def act(site: Site) -> None:
        page = await site.page(await site.come_in())
        await page.settle()
        stream = page.socket.protocol.stream
        stream.write((bytes([0x80 | opcode, 0x80]) + bytes(4)) * (2 * access.BURST))
        await page.end()
        assert not site.hall.sockets, "it is not waited for"

    run(act, room)


HEAD = "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@pytest.mark.parametrize("path", ["/", "/desk", "/socket", "/static/page.js"])
@pytest.mark.parametrize(
    "length", ["Content-Length: 50000000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n2faf080\r\n"]
)
def test_fifty_megabytes_are_refused_before_they_are_read_also_by_a_server_that_takes_them(room, path, length):
    async def act(site: Site) -> None:
        jupyter = HTTPServer(application(site.hall))
        sockets = bind_sockets(0, "127.0.0.1")
        jupyter.add_sockets(sockets)
        reader, writer = await asyncio.open_connection(*sockets[0].getsockname())
        writer.write((HEAD.format(path=path) + length).encode())
        assert (await asyncio.wait_for(reader.read(), 30)).startswith(b"HTTP/1.1 40") or path != "/"
        writer.close()
        jupyter.stop()

    run(act, room)


def test_neither_addresses_nor_what_was_asked_for_stand_in_the_log(room, caplog, monkeypatch):
    monkeypatch.setattr("fishlab_widgets.classroom.server.access.HERE", ())

    async def act(site: Site) -> None:
        for path in ("/secret-path", "/desk", "/?token=secret-path", "/secret-path" * 500):
            await site.ask(path)
        for number in range(10):
            await site.ask("/", body=f"word=wrong-{number}")
        assert [one for one in caplog.records if one.name.startswith("tornado")] == []
        monkeypatch.setattr(handlers, "version", lambda: 1 / 0)
        assert (await site.ask("/")).code == 500
        assert "StudentHandler failed" in caplog.text and "ZeroDivisionError" in caplog.text
        assert "127.0.0.1" not in caplog.text and "secret-path" not in caplog.text

    run(act, room)


@pytest.mark.long
def test_silent_connections_keep_nobody_out_and_end(room, monkeypatch):
    monkeypatch.setattr(app, "CONNECTIONS_AN_ADDRESS", 20)
    monkeypatch.setattr(app, "KEPT", 5)

    async def act(site: Site) -> None:
        site.server.most = 30
        host, port = site.host.split(":")
        silent = [await asyncio.open_connection(host, port) for _ in range(60)]
        taken = 35  # this machine's own address has no limit but that of all
        for reader, _ in silent[taken:]:
            assert await asyncio.wait_for(reader.read(), 30) == b""
        for _, writer in silent[:10]:
            writer.close()
            await writer.wait_closed()
        assert (await site.ask("/")).code == 200
        monkeypatch.setattr(app, "HERE", ())
        for _, writer in silent[10:]:
            writer.close()
        others = [await asyncio.open_connection(host, port) for _ in range(40)]
        for reader, _ in others[20:]:
            assert await asyncio.wait_for(reader.read(), 30) == b"", "so many from one address"
        for _, writer in others:
            writer.close()

    run(act, room)
    monkeypatch.setattr(app, "IDLE", 0.01)

    async def ends(site: Site) -> None:
        reader, writer = await asyncio.open_connection(*site.host.split(":"))
        assert await asyncio.wait_for(reader.read(), 30) == b""
        writer.close()

    run(ends, room)


def test_half_a_sign_in_any_text_is_replaced_before_it_is_kept(room):
    async def act(site: Site) -> None:
        teacher = await site.page(await site.teacher(), "/desk-socket?view=desk")
        await teacher.settle()
        teacher.send("desk", type="say", words="half \ud83d\x00, whole \U0001f41f")
        await teacher.settle()
        assert site.room.events.all()[-1].words == "half \ufffd, whole \U0001f41f"
        student = await site.page(await site.come_in())
        await student.take("1 \udc00", 0)
        assert "There is no table" in student.models["notices"]["door"]["answer"]
        student.say("[" * 900 + '"x"' + "]" * 900)
        await student.take("1", 0)
        assert student.models["notices"]["bar"]["table"] == "1"

    run(act, room)


# What the process is made of.


def test_the_server_loads_no_widgets_and_no_plotting():
    heavy = ["ipywidgets", "anywidget", "IPython", "matplotlib", "jupyter_server", "voila"]
    script = f"import sys, fishlab_widgets.classroom.server.app; print([one for one in {heavy} if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_bot_thinks_in_another_process(tmp_path):
    async def found() -> None:
        pool = BotPool(1)
        with Room(tmp_path / "a.room") as room:
            for game, bot in [(one, bot) for one in GAMES.values() for bot in bots_for(one)]:
                table = f"{game.name} {bot}"
                players = game.seats[0]
                room.open(table, game.name, players, [bot] * players)
                while (mover := room.mover(table)) is not None and mover[0] < 0:
                    room.step(table)
                assert mover is not None
                match = room.match(table)
                assert match.state.parse(await pool.find(mover[1])) in match.state.moves(), table
        pool.close()

    asyncio.run(found())


def test_a_bot_that_only_this_program_knows_thinks_in_a_thread_and_what_it_raises_is_told():
    async def found() -> str:
        return await BotPool(1).find(lambda: "pass")

    async def raised() -> str:
        return await BotPool(1).find(lambda: str(1 / 0))

    assert asyncio.run(found()) == "pass"
    with pytest.raises(ZeroDivisionError):
        asyncio.run(raised())


def test_each_attack_that_the_page_about_the_server_lists_is_a_test():
    here = Path(__file__).parents[1]
    listed = re.findall(r"`(test_\w+)`", (here.parent / "docs" / "class_server.md").read_text(encoding="utf-8"))
    tests = "".join(
        file.read_text(encoding="utf-8") for folder in ("classroom", "room") for file in (here / folder).glob("*.py")
    )
    assert len(listed) > 10 and [name for name in listed if f"def {name}(" not in tests] == []
