"""A class that is really served, in this process, and clients that speak to it as browsers do."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from classroom.lesson import Instant
from fishlab_widgets.classroom.live_class import LiveClass
from fishlab_widgets.classroom.server.access import Access, Keys
from fishlab_widgets.classroom.server.app import class_server
from fishlab_widgets.classroom.server.handlers import Hall
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from tornado.netutil import bind_sockets
from tornado.websocket import WebSocketClientConnection, websocket_connect

from fishlab.room import Room

WORD = "herring-kelp-42"


class Client:
    """A program that asks a server as browsers do.

    Args:
        host: the server.
        ca_certs: the certificate that it shows, if traffic is encrypted.
    """

    def __init__(self, host: str, ca_certs: str | None = None) -> None:
        self.host, self._ca_certs = host, ca_certs

    async def ask(self, path: str, body: str | None = None, **headers: str) -> HTTPResponse:
        """Ask for a page, and follow nothing."""
        address = f"http{'s' if self._ca_certs else ''}://{self.host}{path}"
        method = "GET" if body is None else "POST"
        request = HTTPRequest(address, method, headers, body, follow_redirects=False, ca_certs=self._ca_certs)
        return await AsyncHTTPClient().fetch(request, raise_error=False)

    async def page(self, cookie: str, path: str = "/socket", **headers: str) -> Page:
        """Open the socket of a page."""
        address = f"ws{'s' if self._ca_certs else ''}://{self.host}{path}"
        request = HTTPRequest(address, headers={"Cookie": cookie, **headers}, ca_certs=self._ca_certs)
        return Page(await websocket_connect(request, max_message_size=100_000_000))


class Site(Client):
    """A class at a port of this machine."""

    def __init__(self, room: Path, clock: Callable[[], float] = time.monotonic, **more: Any) -> None:
        self.room = Room(room)
        self.hall = Hall(LiveClass(self.room, Instant(), pace=0), Access(Keys.of(room, WORD), clock), **more)
        self.server = class_server(self.hall)
        sockets = bind_sockets(0, "127.0.0.1")
        self.server.add_sockets(sockets)
        super().__init__(f"127.0.0.1:{sockets[0].getsockname()[1]}")

    async def come_in(self) -> str:
        """Come in by the word, and return the cookie."""
        answer = await self.ask("/", body=f"word={WORD}")
        assert answer.code == 302, answer.code
        return answer.headers["Set-Cookie"].partition(";")[0]

    async def teacher(self) -> str:
        """Come in as the teacher, and return the cookie."""
        answer = await self.ask(f"/desk?key={self.hall.access.keys.desk}")
        assert answer.code == 302, answer.code
        return answer.headers["Set-Cookie"].partition(";")[0]

    async def close(self) -> None:
        """End, as if the process had been killed: nobody says goodbye."""
        self.server.stop()
        await self.server.close_all_connections()
        self.hall.live.close()


class Page:
    """What a browser knows of a page: the state of its models."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self.socket = socket
        self.models: dict[str, dict[str, Any]] = {}
        self.news: list[dict[str, Any]] = []

    def send(self, model: str, **content: Any) -> None:
        """Send a message to a model."""
        self.say(json.dumps({"model": model, "msg": content}))

    def say(self, text: str | bytes) -> None:
        """Send any text at all."""
        self.socket.write_message(text, binary=isinstance(text, bytes))

    async def hear(self) -> dict[str, Any] | None:
        """Take what comes next; None at the end."""
        text = await asyncio.wait_for(self.socket.read_message(), 60)
        if text is None:
            return None
        if text == "beat":
            return {"beat": True}
        told: dict[str, Any] = json.loads(text)
        self.news.append(told)
        if "mount" in told:
            self.models[told["mount"]] = told["state"]
        elif "unmount" in told:
            del self.models[told["unmount"]]
        elif "state" in told:
            self.models[told["model"]].update(told["state"])
        return told

    async def settle(self) -> None:
        """Take all that has been told so far."""
        self.say("beat")
        while (told := await self.hear()) is not None and "beat" not in told:
            pass

    async def end(self) -> int:
        """Wait until the server closes the page, and return why."""
        while await self.hear() is not None:
            pass
        return int(self.socket.close_code or 0)

    async def take(self, table: str, seat: int) -> None:
        """Take a seat."""
        self.send("notices", type="take", table=table, seat=seat)
        await self.settle()

    async def play(self, move: str) -> None:
        """Play a move."""
        self.send("board", type="move", move=move, rev=self.models["board"]["rev"])
        await self.settle()


@asynccontextmanager
async def serving(room: Path, **more: Any) -> AsyncIterator[Site]:
    """Serve a class for a while."""
    site = Site(room, **more)
    try:
        yield site
    finally:
        await site.close()
