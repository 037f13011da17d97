"""A proxy that divides a school between servers of classes, all behind one address; `docs/class_server.md` says how."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketClientConnection, WebSocketHandler, websocket_connect

PASSED = ("Cookie", "Origin", "Content-Type")


class Divided(RequestHandler):
    """Sends each browser to one of the servers, always to the same one; the desks stay where they are."""

    def initialize(self, hosts: list[str], next_host: Any) -> None:
        self.hosts, self.next_host = hosts, next_host

    def host(self) -> str:
        kept = self.get_cookie("server")
        if kept in self.hosts:
            return str(kept)
        found: str = next(self.next_host)
        self.set_cookie("server", found, httponly=True)
        return found

    def passed(self, scheme: str) -> HTTPRequest:
        headers = {name: self.request.headers[name] for name in (*PASSED, "Host") if name in self.request.headers}
        body = self.request.body if self.request.method == "POST" else None
        address = f"{scheme}://{self.host()}{self.request.uri}"
        return HTTPRequest(address, self.request.method or "GET", headers, body, follow_redirects=False)

    async def get(self) -> None:
        answer = await AsyncHTTPClient().fetch(self.passed("http"), raise_error=False)
        self.set_status(answer.code)
        for name in ("Content-Type", "Location", "Content-Security-Policy"):
            if name in answer.headers:
                self.set_header(name, answer.headers[name])
        for cookie in answer.headers.get_list("Set-Cookie"):
            self.add_header("Set-Cookie", cookie)
        self.finish(answer.body)

    post = get


class DividedSocket(Divided, WebSocketHandler):
    """The same for a page's socket."""

    far: WebSocketClientConnection | None = None

    async def get(self) -> None:
        await WebSocketHandler.get(self)

    async def open(self, *_: str) -> None:
        self.far = await websocket_connect(
            self.passed("ws"), on_message_callback=self.back, max_message_size=10_000_000
        )

    def back(self, text: Any) -> None:
        if text is None:
            self.close(self.far.close_code if self.far else None)
        else:
            self.write_message(text)

    def on_message(self, message: str | bytes) -> None:
        if self.far is not None:
            self.far.write_message(message)

    def on_close(self) -> None:
        if self.far is not None:
            self.far.close()


class Proxy:
    """One address before several servers."""

    def __init__(self, hosts: list[str]) -> None:
        given = {"hosts": hosts, "next_host": cycle(hosts)}
        routes: list[Any] = [("/socket", DividedSocket, given), ("(?:/|/static/.*)", Divided, given)]
        self.server = HTTPServer(Application(routes))
        sockets = bind_sockets(0, "127.0.0.1")
        self.server.add_sockets(sockets)
        self.host = f"127.0.0.1:{sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        self.server.stop()
        await self.server.close_all_connections()
