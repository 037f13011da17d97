"""What a class answers to browsers: the word's page, a student's page, the teacher's pages, sockets, scripts."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from tornado.log import app_log
from tornado.template import Loader
from tornado.web import Finish, HTTPError, RequestHandler, stream_request_body
from tornado.websocket import WebSocketClosedError, WebSocketHandler, WebSocketProtocol, WebSocketProtocol13

from fishlab.languages import asked_for, languages
from fishlab.messages import ENGLISH, Language, mark, speak, speaking, tr, trn, usual
from fishlab.room import RoomError
from fishlab_widgets.classroom.desk.desk import Desk, Projector
from fishlab_widgets.classroom.desk.overview import MANY_PEOPLE
from fishlab_widgets.classroom.desk.plan import Plan
from fishlab_widgets.classroom.desk.views import JoinView
from fishlab_widgets.classroom.live_class import LiveClass
from fishlab_widgets.classroom.lobby import Lobby, PassedRound
from fishlab_widgets.classroom.notices import ONLY_HERE
from fishlab_widgets.classroom.server.access import (
    BURST,
    FULL,
    HERE,
    RATE,
    Access,
    Bucket,
    Keys,
    is_local,
    new_word,
)
from fishlab_widgets.classroom.server.assets import assets, version
from fishlab_widgets.classroom.server.running import seen_address
from fishlab_widgets.classroom.server.turns import TurnQueue
from fishlab_widgets.controls.served import SocketPage
from fishlab_widgets.draw.qr import qr_svg

LARGEST: Final = 64 * 1024
"""Bytes of a message that a page of the teacher's may send."""
LARGEST_OF_STUDENTS: Final = 8 * 1024
"""The same for a student's page: more than the longest answer."""
LARGEST_FORM: Final = 10_000
"""Bytes of a form, which holds a word."""
MOST_UNSENT: Final = 1_000_000
"""Bytes that wait for a page that does not read; then it is sent away."""
MOST_UNSENT_DESK: Final = 64_000_000
"""The same for a page of the teacher's, which files go to."""
WHOLE: Final = 15
"""As how many messages counts one that asks for a whole picture."""
SLOW: Final = 0.7
"""Seconds for which the answer to a wrong word waits."""
TURN, MOST_TURNS, SOON = 0.2, 60, 1.0
"""Seconds after which a word that cannot be looked at yet asks again, how often, and how soon it must be its turn."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load: nothing from elsewhere, and no script that stands in it. Pictures bring styles of their own."""
PLAIN: Final = mark(
    "Traffic between this page and the teacher’s computer is not encrypted: others in this network could read it. "
    "No names are asked for, and none should be typed."
)
CROWD: Final = mark(
    "{n} people have seats or are waiting on one machine, or on several behind one address. If they are one person: "
    "“New word” makes everybody type the word again and, before a game has started, frees all seats."
)
QR_CODE: Final = mark("QR code of the address, which asks for no word")
NO_PAGE, NO_ROOM, TOO_MUCH = 4401, 4503, 4429
"""Why a socket is closed, beside the reasons that all sockets have."""
_PAGES: Final = Loader(str(Path(__file__).parent))


@dataclass
class Hall:
    """A class with its doors.

    Attributes:
        live: the class.
        access: who may come in.
        base: the path under which it is served, with a slash at both ends.
        join: the address that students open, where it is known; else it is taken from the teacher's page.
        local_desk: whether the desk is served to this machine only.
        encrypted: whether traffic is.
        language: what pages speak unless the plan or a person wants another, "" for what a browser asks for.
        sockets: those of all pages that are open.
        turns: when each of them is served.
    """

    live: LiveClass
    access: Access
    base: str = "/"
    join: str = ""
    local_desk: bool = True
    encrypted: bool = False
    language: str = ""
    sockets: set[ClassSocket] = field(default_factory=set)
    turns: TurnQueue = field(default_factory=TurnQueue)

    def language_for(self, chosen: str, header: str, *, teacher: bool) -> Language:
        """Return what a page speaks: what its person chose, else what the plan says, else what its browser likes.

        The teacher's pages speak the language that the class was started in before that of their browser.
        """
        known, planned = languages(), ""
        with suppress(RoomError):
            planned = Plan.of(self.live.room).language
        set_here = next((known[code] for code in (chosen, planned, self.language) if code in known), None)
        started = usual() if teacher and usual() is not ENGLISH else None
        return set_here or started or asked_for(header) or usual()

    def renew(self) -> None:
        """Load the pages anew that are to speak another language now."""
        for socket in self.sockets:
            if socket.own_language() is not socket.language:
                socket.reload()

    def renew_word(self) -> None:
        """Give the class a new word: students' pages are closed and ask for it, the teacher's show it."""
        self.access.keys = Keys.of(self.live.room.path, new_word())
        for socket in tuple(self.sockets):
            if isinstance(socket, DeskSocket):
                socket.reload()
            else:
                socket.close(NO_PAGE)

    def at_one_address(self, *, waiting: bool = False) -> int:
        """Return how many people at most have a seat, or are in the lobby, at one address, which is told to nobody.

        A device that holds a seat is counted with that, also while its page comes back to it.

        Args:
            waiting: whether only those count who wait for a seat.
        """
        pages = [one for one in self.sockets if isinstance(one, StudentSocket) and one.shown is not None]
        some = [one for one in pages if (one.shown.waits_with if waiting else one.shown.place is None)]
        tables, seating = self.live.room.tables(), self.live.room.seating
        seated = set() if waiting else {
            device for device, places in seating.devices().items() if any(name in tables for name, _ in places)
        }  # fmt: skip
        here = {one.came for one in some if one.came[0] not in seated}
        found = Counter(self.access.origin(address) for _, address in here)
        if not waiting:
            held = seating.origins()
            found.update({mark: sum(name in tables for name, _ in places) for mark, places in held.items()})
        return max((count for mark, count in found.items() if mark), default=0)

    @property
    def cookie(self) -> str:
        """The name under which a browser keeps that it may come in; two classes of one machine have two."""
        return f"fishlab-{self.live.place}"

    def note(self, secure: bool) -> str:
        """Return what a page says about traffic."""
        return "" if self.encrypted or secure else tr(PLAIN)


@stream_request_body
class Visitor(RequestHandler):
    """What all handlers know: the class, and who asks."""

    cost, dropped = 1.0, False
    """As how many requests one is counted, and whether nothing is answered."""

    def initialize(self, hall: Hall) -> None:
        """Take the class."""
        self.hall = hall
        self.form = b""

    def data_received(self, chunk: bytes) -> None:
        """Take a piece of a form."""
        self.form += chunk

    def _log(self) -> None:
        """Keep no note of who asked for what: neither addresses nor paths stand in a log."""

    def log_exception(self, kind: Any, error: Any, trace: Any) -> None:
        """Keep what went wrong here, and nothing of who asked; a request that is refused is no error."""
        if not isinstance(error, HTTPError):
            app_log.error("%s failed", type(self).__name__, exc_info=(kind, error, trace))

    def set_default_headers(self) -> None:
        """Let a page load nothing from elsewhere, and be shown nowhere else."""
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("Cache-Control", "no-store")

    def prepare(self) -> None:
        """Speak the language of whoever asks, for as long as the request is answered.

        No more is taken than a form, on any server: a larger body is refused before it is read. Nothing is done for
        somebody who has gone, though what was sent before is still read; and little for an address that asks on and on.
        """
        connection: Any = self.request.connection
        connection.set_max_body_size(LARGEST_FORM)
        if self.is_gone() or not self.hall.access.may_ask(self.address, self.cost):
            connection.detach().close()  # what waits there, unread, is forgotten
            self.dropped = True
            raise Finish
        self.language = self.own_language()
        speak(self.language)

    def own_language(self) -> Language:
        """Return the language of whoever asks."""
        chosen = self.get_cookie(f"{self.hall.cookie}-language") or ""
        return self.hall.language_for(
            chosen, self.request.headers.get("Accept-Language", ""), teacher=self.is_teacher()
        )

    def spoken(self) -> dict[str, Any]:
        """Return what a page's frame says of languages: its own, and the others that can be chosen."""
        others = [(one.code, one.name) for one in languages().values() if one is not self.language]
        return {"language": self.language.code, "others": others}

    def finish(self, chunk: str | bytes | dict[str, Any] | None = None) -> asyncio.Future[None]:
        """Answer, unless the connection was closed instead."""
        if not self.dropped:
            return super().finish(chunk)
        nothing: asyncio.Future[None] = asyncio.Future()
        nothing.set_result(None)
        return nothing

    def is_gone(self) -> bool:
        """Tell whether nobody is there any more to read an answer."""
        stream = getattr(self.request.connection, "stream", None)
        return stream is None or stream.closed()

    def check_xsrf_cookie(self) -> None:
        """Ask for no token: a form of another site could only give a word."""

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return str(self.request.remote_ip)

    @property
    def secure(self) -> bool:
        """Whether the browser's own connection is encrypted, as far as a proxy says."""
        return "https" in (self.request.protocol, self.request.headers.get("X-Forwarded-Proto", ""))

    def device(self) -> str:
        """Return the device that asks, "" if it did not come in by the word."""
        return self.hall.access.device_of(self.get_cookie(self.hall.cookie) or "")

    def is_teacher(self) -> bool:
        """Tell whether the teacher asks."""
        local = not self.hall.local_desk or self.address in HERE
        return local and self.hall.access.is_teacher(self.get_cookie(f"{self.hall.cookie}-desk") or "")

    def keep(self, name: str, value: str) -> None:
        """Let the browser keep something that no script can read."""
        path, secure = self.hall.base, self.secure
        self.set_cookie(name, value, path=path, max_age=86400, samesite="Lax", httponly=True, secure=secure)

    def ask(self, word: str = "", wrong: str = "") -> None:
        """Answer with a page that asks for the word, and says what was wrong; without a question only that."""
        values = {"word": word, "wrong": wrong, "come_in": tr("Come in"), "plain": self.hall.note(self.secure)}
        page = _PAGES.load("word.html")
        self.finish(page.generate(base=self.hall.base, version=version(), **values, **self.spoken()))

    def page(self, name: str, socket: str, lost: str) -> None:
        """Answer with a page that shows what its socket mounts, and what it says when the socket is lost."""
        values: dict[str, Any] = {
            "name": name,
            "socket": socket,
            "lost": lost,
            "quiet": tr("No answer from the class: is the network down? This page goes on by itself when it is back."),
            "waits": tr(
                "What you clicked is waiting for the network. If nothing has changed when it is back, click again."
            ),
            "unsent": tr("That was not sent, because the connection is lost. Click again when this page is back."),
            "talkative": tr("This page has sent too much: it will be back in a moment."),
            "no_script": tr("This page needs JavaScript, which is switched off here."),
            "plain": self.hall.note(self.secure),
        }
        values |= self.spoken() if socket == "socket" else {"language": self.language.code, "others": ()}
        self.finish(_PAGES.load("page.html").generate(base=self.hall.base, version=version(), **values))


class StudentHandler(Visitor):
    """The page of students; who has not come in yet is asked for the word."""

    async def get(self) -> None:
        """Show the page, or ask for the word; an address may have the word in it."""
        word = self.get_query_argument("token", "")
        if chosen := languages().get(self.get_query_argument("language", "")):
            self.keep(f"{self.hall.cookie}-language", chosen.code)
            self.redirect(self.hall.base)
        elif self.device() and word:  # who is in need not show the word again
            self.redirect(self.hall.base)
        elif word or (not self.device() and not self.hall.access.keys.word):
            await self._try(word)
        elif self.device():
            lost = tr("The connection is lost. Your seat is kept. This page connects again by itself.")
            self.page("Fishlab", "socket", lost)
        else:
            self._ask("")

    async def post(self) -> None:
        """Take a word that was typed."""
        typed = parse_qs(self.form.decode("utf-8", "replace")).get("word", [""])
        await self._try(typed[0])

    async def _try(self, word: str) -> None:
        access = self.hall.access
        if self.device() or access.is_ticket(word[:100]):
            self._let_in()
            return
        for _ in range(MOST_TURNS):  # who sends more at once waits longer, and keeps nobody else out
            if self.is_gone():
                return
            if not 0 < access.wait(self.address) <= SOON:
                break
            await asyncio.sleep(TURN)
        if wait := access.wait(self.address):
            self.set_status(429)
            seconds = max(1, round(wait))
            self._ask(
                trn(
                    "Too many wrong words. Scan the QR code, which needs no word; or wait {n} second, then try again.",
                    "Too many wrong words. Scan the QR code, which needs no word; or wait {n} seconds, then try again.",
                    seconds,
                )
            )
        elif access.is_word(word[:100], self.address):
            self._let_in()
        else:
            await asyncio.sleep(SLOW)
            self.set_status(403)
            self._ask(tr("That is not the word: look at the board."))

    def _let_in(self) -> None:
        if not self.device():
            self.keep(self.hall.cookie, self.hall.access.new_device())
        self.redirect(self.hall.base)

    def _ask(self, wrong: str) -> None:
        self.ask(tr("The word on the board:"), wrong)


class DeskHandler(Visitor):
    """The teacher's pages: the desk, the projector's view, and one screen for a table that is passed round."""

    def get(self, kind: str) -> None:
        """Show a page of the teacher's; an address may have her secret in it."""
        secret = self.get_query_argument("key", "")
        if secret and self.hall.access.is_teacher(secret) and (not self.hall.local_desk or self.address in HERE):
            self.keep(f"{self.hall.cookie}-desk", secret)
            self.redirect(f"{self.hall.base}{kind}")
            return
        if not self.is_teacher():
            self.set_status(403)
            self.ask(wrong=tr(
                "This page is the teacher’s. Open it where the class was started: with the address shown in that "
                "terminal, on that machine, or with “{open_desk}” in the notebook.",
                open_desk=tr("Open the desk"),
            ))  # fmt: skip
            return
        asked = {"view": kind} | ({"table": self.get_query_argument("table")} if kind == "screen" else {})
        title = {"desk": tr("Fishlab: the desk"), "projector": "Fishlab"}.get(kind, tr("Fishlab: a table"))
        lost = tr("The connection is lost. The room is safe. This page connects again by itself.")
        self.page(title, f"desk-socket?{urlencode(asked)}", lost)


class AssetHandler(Visitor):
    """Scripts and styles."""

    cost = 0.2

    def get(self, name: str) -> None:
        """Answer with one of them."""
        found = assets().get(name)
        if found is None:
            raise HTTPError(404)
        kind, text = found
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        if self.get_query_argument("v", "") == version():
            self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        self.finish(text)


class _CountedFrames(WebSocketProtocol13):
    """A socket's frames, of which its handler counts also what is no message yet."""

    async def _receive_frame(self) -> None:
        await super()._receive_frame()
        if self._fragmented_message_buffer is not None and isinstance(self.handler, ClassSocket):
            self.handler.on_ping(b"")  # an empty piece makes a message no larger: it never would be too large


class ClassSocket(Visitor, WebSocketHandler):
    """A socket of a page; `enter` says what the page shows.

    Pages of this address connect, and no others: Tornado's own `check_origin` sees to it.
    """

    shown: Any = None
    most_unsent = MOST_UNSENT
    max_message_size, counts_as_one = LARGEST_OF_STUDENTS, 1000
    """Bytes of the largest message, and of what counts as one of those that a page may send in a second."""
    ping_interval, ping_timeout = 10.0, 8.0
    """Seconds between two questions whether the page is there, and those after which it is not."""
    _unsent = 0
    _sent_away = False

    def prepare(self) -> None:
        """Keep the connection, which can only be closed in peace when it has become a socket."""
        super().prepare()
        self._stream = self.request.connection.stream  # type: ignore[union-attr]  # of HTTP/1, which sockets need

    async def open(self, *_: str) -> None:
        """Show the page's models, as soon as it is its turn."""
        self._page = SocketPage(self._send)
        self._rate = self.rate()
        self.hall.sockets.add(self)
        await self._turn()
        if self not in self.hall.sockets:  # gone meanwhile
            return
        try:
            with self._working():
                self.enter(self._page)
        except RoomError as why:
            self.refuse(str(why))

    def wait(self) -> float:
        """Return for how many seconds nothing is done for the page."""
        return 0.0

    def pay(self, seconds: float) -> None:
        """Count work that was done for the page, or because of it."""

    def line(self) -> Hashable:
        """Return for whom the page waits in line."""
        return self

    async def _turn(self) -> None:
        while self in self.hall.sockets and (wait := self.wait()):
            await asyncio.sleep(wait)
        await self.hall.turns.wait(self.line())

    @contextmanager
    def _working(self) -> Iterator[None]:
        """Let the page pay for what is done for it, and for what others are shown because of it."""
        begin = time.thread_time()
        with self.hall.live.paid_by(self.pay):
            yield
        self.pay(time.thread_time() - begin)

    def rate(self) -> Bucket:
        """Return what says how much the page may send."""
        return Bucket(BURST, 1 / RATE)

    def enter(self, page: SocketPage) -> None:
        """Mount what the page shows."""
        raise NotImplementedError

    def reload(self) -> None:
        """Let the page load itself anew."""
        self._send(json.dumps({"reload": True}))

    def refuse(self, words: str, code: int = NO_ROOM) -> None:
        """Say why there is nothing to show, and close."""
        self._send(json.dumps({"wait": words}))
        self.close(code)

    def on_message(self, message: str | bytes) -> Awaitable[None] | None:
        """Hand over what the page says; one that says too much is sent away for a while.

        A page for which too much is done waits for its turn, and is not listened to meanwhile.
        """
        if not self._rate.take(time.monotonic(), 1 + len(message) // self.counts_as_one):
            self.send_away(at_once=self._sent_away)  # who goes on after it was told to go
        elif message == "beat":
            self._send("beat")
        elif isinstance(message, str):
            return self._hear_later(message)
        return None

    def on_ping(self, data: bytes) -> None:
        """Count pings, which pages of ours do not send, and pongs, of which they send one in ten seconds."""
        if not self._rate.take(time.monotonic()):
            self.send_away(at_once=True)

    on_pong = on_ping

    def get_websocket_protocol(self) -> WebSocketProtocol | None:
        """Return the protocol that browsers speak, with its fragments counted."""
        found = super().get_websocket_protocol()
        return _CountedFrames(self, False, found.params) if isinstance(found, WebSocketProtocol13) else found

    def send_away(self, *, at_once: bool) -> None:
        """Tell a page that it has sent too much; or end the connection, without waiting for it to close its side."""
        self._sent_away = True
        self.close(TOO_MUCH)
        if at_once:
            self._stream.close()

    async def _hear_later(self, message: str) -> None:
        """Hear a message in a turn of the loop of its own: between two of a page's others are heard."""
        await self._turn()
        if self in self.hall.sockets:
            with self._working():
                whole = self._page.hear(message) == "whole"
            self._rate.pay(time.monotonic(), WHOLE * whole)

    def on_close(self) -> None:
        """Forget the page."""
        self.hall.sockets.discard(self)
        if self.shown is not None:
            self.shown.close()

    def _send(self, text: str) -> None:
        """Send a text; a page for which too much waits already does not read, and is sent away."""
        if self._unsent > self.most_unsent:
            self.close(TOO_MUCH)
            return
        with suppress(WebSocketClosedError):
            self._unsent += len(text)
            self.write_message(text).add_done_callback(partial(self._sent, len(text)))

    def _sent(self, size: int, sent: asyncio.Future[None]) -> None:
        self._unsent -= size
        if not sent.cancelled():
            sent.exception()


class StudentSocket(ClassSocket):
    """The socket of a student's page."""

    @cached_property
    def came(self) -> tuple[str, str]:
        """The device and the address of the page."""
        return self.device(), self.address

    @property
    def seated(self) -> bool:
        """Whether the page shows a seat."""
        return self.shown is not None and self.shown.place is not None

    def rate(self) -> Bucket:
        """Return what all pages of the device share, also those that come later."""
        return self.hall.access.rate(self.came[0])

    def line(self) -> Hashable:
        """Return for whom the page waits in line: all pages of a device have one place there."""
        return self.came[0]

    def wait(self) -> float:
        """Return for how many seconds nothing is done for the page: who has a seat goes before."""
        return self.hall.access.work_wait(*self.came, seated=self.seated, seat=self._seat())

    def pay(self, seconds: float) -> None:
        """Count work that was done for the page, or because of it."""
        self.hall.access.charge(*self.came, seconds, seated=self.seated, seat=self._seat())

    def _seat(self) -> str:
        return str(self.shown.place) if self.seated else ""

    def enter(self, page: SocketPage) -> None:
        """Show the lobby, if there is room."""
        device, live = self.came[0], self.hall.live
        if not device:
            self.close(NO_PAGE)
        elif words := self.hall.access.open_page(self, *self.came, live.seated()):
            self.refuse(words)
        else:
            self.shown = Lobby(live, page, device, self.pay, self.hall.access.origin(self.address))

    def give_way(self) -> None:
        """Leave to another page the room that there is."""
        with speaking(self.language):
            self.refuse(tr(FULL))

    def on_close(self) -> None:
        """Forget the page."""
        super().on_close()
        self.hall.access.close_page(self)


class DeskSocket(ClassSocket):
    """The socket of a page of the teacher's."""

    most_unsent, max_message_size, counts_as_one = MOST_UNSENT_DESK, LARGEST, 2 * LARGEST
    told: Any = None
    """The desk or the projector's view on the page, which the class tells what is new."""

    def enter(self, page: SocketPage) -> None:
        """Show the desk, the projector's view, or a table."""
        view, live = self.get_query_argument("view", ""), self.hall.live
        if not self.is_teacher():
            self.close(NO_PAGE)
        elif view == "screen":
            self.shown = PassedRound(live, page, self.get_query_argument("table", ""))
        else:
            self.told = Projector(live.room, page, join=self._join()) if view == "projector" else self._desk(page)
            live.desks.append(self.told)

    def on_close(self) -> None:
        """Forget the page."""
        super().on_close()
        if self.told in self.hall.live.desks:
            self.hall.live.desks.remove(self.told)

    def _desk(self, page: SocketPage) -> Desk:
        live = self.hall.live
        found = Desk(
            live.room, page, join=self._join(), warning=self._warning, stopwatch=live.stopwatch, done=self._done,
            new_word=self._new_word if self.hall.access.keys.word else None, plotter=live.plotter(),
        )  # fmt: skip
        found.model.waits_together = partial(self.hall.at_one_address, waiting=True)
        return found

    @property
    def _join_address(self) -> str:
        return self.hall.join or seen_address(self.get_query_argument("here", ""))

    def _join(self) -> JoinView:
        """Return how people come in."""
        address, keys = self._join_address, self.hall.access.keys
        qr = qr_svg(join_link(address, keys.ticket), tr(QR_CODE)) if address else ""
        return {"address": address, "word": keys.word, "qr": qr}

    def _warning(self) -> str:
        only_here = is_local(urlsplit(self._join_address).hostname or "")
        many = self.hall.at_one_address()
        crowd = tr(CROWD, n=many) if many >= MANY_PEOPLE else ""
        return " ".join(filter(None, (tr(ONLY_HERE) if only_here else "", crowd)))

    def _new_word(self) -> JoinView:
        self.hall.renew_word()
        return self._join()

    def _done(self) -> None:
        self.hall.renew()
        self.hall.live.look(every=True)


def routes(hall: Hall) -> list[Any]:
    """Return what is answered under which path."""
    base, given = hall.base, {"hall": hall}
    return [
        (rf"{base}", StudentHandler, given),
        (rf"{base}socket", StudentSocket, given),
        (rf"{base}(desk|projector|screen)", DeskHandler, given),
        (rf"{base}desk-socket", DeskSocket, given),
        (rf"{base}static/([a-z]+\.(?:js|css))", AssetHandler, given),
    ]


def join_link(address: str, ticket: str) -> str:
    """Return an address with a ticket in it, as a QR code has it."""
    return f"{address}?token={quote(ticket)}" if ticket else address
