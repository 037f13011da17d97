"""Serve a class on the network: one process for all pages, and one that starts it again if it ends.

`python -m fishlab_widgets.classroom.server.app ROOM` serves; `fishlab class` calls `watch`.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.web import Application

from fishlab.messages import mark, tr
from fishlab.room import Room, RoomError
from fishlab_widgets.classroom.live_class import LiveClass
from fishlab_widgets.classroom.server.access import HERE, Access, Keys, is_local
from fishlab_widgets.classroom.server.handlers import LARGEST_FORM, Hall, routes

MODULE: Final = "fishlab_widgets.classroom.server.app"
QUICK: Final = 5.0
"""Seconds; a server that ends sooner so many times in a row (`TRIES`) is not started again."""
TRIES: Final = 5
SHORTEST: Final = 6
"""Letters of a word."""
CONNECTIONS: Final = 1500
"""From other machines, in all."""
CONNECTIONS_AN_ADDRESS: Final = 400
"""As many pages as a school may have behind one address, and what these load."""
KEPT: Final = 100
"""Connections more that are kept for this machine: the desk's, or a proxy's."""
OTHER_FILES: Final = 100
"""Files that a server has open beside its connections."""
IDLE: Final = 20.0
"""Seconds for which a connection may be silent before it has asked for something."""
LARGEST_HEAD: Final = 16_384
"""Bytes of a request without its body."""
MOST_LOG: Final = 1_000_000
"""Bytes of a log."""
LONGEST_LOG: Final = 4000
"""Letters of one thing that went wrong."""
ANYWHERE: Final = ("0.0.0.0", "::", "")
"""As which address a server listens to all networks that the machine is in."""


def check_open(ip: str, word: str) -> str:
    """Return why a class may not be served so, "" if it may: nothing is open to a network without a word."""
    if word and len(word) < SHORTEST:
        wanted = mark("The word {word} is too short: choose one of {least} letters or more, or let one be drawn.")
        return tr(wanted, word=word, least=SHORTEST)
    if word or is_local(ip):
        return ""
    return tr("Without a word pages are served to this machine only: choose a word, or --ip 127.0.0.1.")


def is_own(ip: str) -> bool:
    """Tell whether something can be served at an address."""
    if ip in ANYWHERE:
        return True
    try:
        for family, kind, _, _, address in socket.getaddrinfo(ip, 0, type=socket.SOCK_STREAM):
            with socket.socket(family, kind) as one:
                one.bind(address)
    except (OSError, UnicodeError):
        return False
    return True


def application(hall: Hall) -> Application:
    """Return what answers the browsers of a class."""
    return Application(routes(hall), log_function=lambda handler: None)


class ClassServer(HTTPServer):
    """Listens for a class: connections that are silent end, and nobody opens so many that others find no room.

    Attributes:
        most: connections from other machines; some more are kept for this one, where the desk is.
    """

    most = CONNECTIONS

    def initialize(self, *given: Any, **options: Any) -> None:
        """Begin without connections."""
        self._open: dict[IOStream, str] = {}
        super().initialize(*given, **options)

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Take a connection, or close it if there are too many, in all or from its address."""
        host = str(address[0])
        self._open = {one: other for one, other in self._open.items() if not one.closed()}
        count = len(self._open)
        mine = sum(other == host for other in self._open.values())
        if count >= self.most + KEPT if host in HERE else count >= self.most or mine >= CONNECTIONS_AN_ADDRESS:
            stream.close()
            return
        self._open[stream] = host
        super().handle_stream(stream, address)


def class_server(hall: Hall, ssl_options: ssl.SSLContext | None = None) -> ClassServer:
    """Return a server for a class, which listens nowhere yet."""
    return ClassServer(
        application(hall), ssl_options=ssl_options, max_body_size=LARGEST_FORM, max_header_size=LARGEST_HEAD,
        idle_connection_timeout=IDLE, body_timeout=IDLE,
    )  # fmt: skip


def allow_files(wanted: int) -> int:
    """Let this process have so many files and connections open, as far as the system allows; return how many it may."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return wanted


class ShortLog(logging.StreamHandler[TextIO]):
    """Writes what went wrong in short pieces, and stops before it fills a disk."""

    def __init__(self, stream: TextIO, most: int = MOST_LOG) -> None:
        super().__init__(stream)
        self._left = most
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))

    def format(self, record: logging.LogRecord) -> str:
        """Return the piece that is written."""
        text = super().format(record)
        return text if len(text) <= LONGEST_LOG else f"{text[: LONGEST_LOG // 2]} … {text[-LONGEST_LOG // 2 :]}"

    def emit(self, record: logging.LogRecord) -> None:
        """Write a piece, if there is room."""
        self._left -= len(self.format(record))
        if self._left > 0:
            super().emit(record)


async def serve(hall: Hall, ip: str, port: int, certificate: tuple[str, str] | None = None) -> None:
    """Serve a class until this is cancelled, or the process is asked to end."""
    context = None
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
    server = class_server(hall, context)
    server.most = min(CONNECTIONS, allow_files(CONNECTIONS + KEPT + OTHER_FILES) - KEPT - OTHER_FILES)
    server.listen(port, ip)
    if ip not in ANYWHERE and ip not in HERE:
        server.listen(port, HERE[0])  # the desk is served to this machine
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError, RuntimeError, ValueError):  # not on every system, not in every thread
            loop.add_signal_handler(number, stopped.set)
    looking = loop.create_task(hall.live.run())
    try:
        await stopped.wait()
    finally:
        looking.cancel()
        server.stop()
        await server.close_all_connections()
        hall.live.close()


def watch(command: Sequence[str], told: Callable[[str], object], *, log: Path) -> int:
    """Run a server, and start it again whenever it ends by itself; return when it cannot be kept running."""
    quick = 0
    while quick < TRIES:
        began = time.monotonic()
        full = log.exists() and log.stat().st_size > MOST_LOG
        with (
            open(log, "w" if full else "a", opener=_open_own) as out,
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT) as server,
        ):
            try:
                server.wait()
            except KeyboardInterrupt:
                server.terminate()
                server.wait()
                return 0
        quick = quick + 1 if time.monotonic() - began < QUICK else 1
        if quick < TRIES:
            told(
                tr(
                    "The class's server has stopped by itself and is being started again. Pages come back by "
                    "themselves."
                )
            )
            time.sleep(min(1.0, 0.2 * quick))
    told(tr("The class's server keeps stopping. Its last messages are in {log}.", log=log))
    return 1


def _open_own(path: str, flags: int) -> int:
    """Open a file that only its owner can read, also one that was there already."""
    with suppress(OSError):
        os.chmod(path, 0o600)
    return os.open(path, flags, 0o600)


def end_with(pipe: int) -> None:
    """End when the program is gone that started this one, however it ended: then nobody holds its end of the pipe.

    Its number would not do. Between the two there may be a launcher, as in a virtual environment on Windows, where a
    dead parent also keeps its number. The pipe is read without a buffer: Python, when it ends, waits for nobody who
    holds one.
    """
    while os.read(pipe, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main(given: Sequence[str] | None = None) -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", type=Path)
    parser.add_argument("--ip", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8866)
    parser.add_argument("--join", default="", help="the address that students open")
    parser.add_argument("--certificate", default="")
    parser.add_argument("--key", default="")
    parser.add_argument("--watched", action="store_true", help="end when nobody holds the other end of standard input")
    asked = parser.parse_args(given)
    logging.basicConfig(level=logging.ERROR, handlers=[ShortLog(sys.stderr)])  # warnings have addresses in them
    try:
        keys = Keys.of(asked.room)
    except RoomError as why:
        sys.exit(str(why))
    if problem := check_open(asked.ip, keys.word):
        sys.exit(problem)
    if asked.watched:
        threading.Thread(target=end_with, args=(sys.stdin.fileno(),), daemon=True).start()
    certificate = (asked.certificate, asked.key) if asked.certificate else None

    async def run() -> None:
        live = LiveClass(Room(asked.room))
        encrypted = certificate is not None
        hall = Hall(live, Access(keys), join=asked.join, local_desk=not encrypted, encrypted=encrypted)
        await serve(hall, asked.ip, asked.port, certificate)

    asyncio.run(run())


if __name__ == "__main__":
    main()
