"""Serve a class on the network: one process for all pages, and one that starts it again if it ends.

`python -m fishlab_widgets.classroom.server.app ROOM` serves; `fishlab class` calls `watch`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tornado.httpserver import HTTPServer
from tornado.web import Application

from fishlab.messages import mark, tr
from fishlab.room import Room
from fishlab_widgets.classroom.live_class import LiveClass
from fishlab_widgets.classroom.server.access import HERE, Access, Keys, is_local
from fishlab_widgets.classroom.server.handlers import Hall, routes

MODULE: Final = "fishlab_widgets.classroom.server.app"
QUICK: Final = 5.0
"""Seconds; a server that ends sooner so many times in a row (`TRIES`) is not started again."""
TRIES: Final = 5
SHORTEST: Final = 6
"""Letters of a word."""
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


def application(hall: Hall) -> Application:
    """Return what answers the browsers of a class."""
    return Application(routes(hall))


async def serve(hall: Hall, ip: str, port: int, certificate: tuple[str, str] | None = None) -> None:
    """Serve a class until this is cancelled, or the process is asked to end."""
    context = None
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
    server = HTTPServer(application(hall), ssl_options=context, max_body_size=100_000)
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
        with log.open("a") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT) as server:
            try:
                server.wait()
            except KeyboardInterrupt:
                server.terminate()
                server.wait()
                return 0
        quick = quick + 1 if time.monotonic() - began < QUICK else 1
        if quick < TRIES:
            told(tr("The class's server has ended by itself: it is started again. Pages come back by themselves."))
            time.sleep(min(1.0, 0.2 * quick))
    told(tr("The class's server cannot be kept running. What it said last is in {log}.", log=log))
    return 1


def end_with(parent: int) -> None:
    """End when the program is gone that started this one, however it ended."""
    while os.getppid() == parent:
        time.sleep(1)
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
    parser.add_argument("--parent", type=int, default=0, help="the program with which this one ends")
    asked = parser.parse_args(given)
    keys = Keys.of(asked.room)
    if problem := check_open(asked.ip, keys.word):
        sys.exit(problem)
    if asked.parent:
        threading.Thread(target=end_with, args=(asked.parent,), daemon=True).start()
    certificate = (asked.certificate, asked.key) if asked.certificate else None

    async def run() -> None:
        live = LiveClass(Room(asked.room))
        encrypted = certificate is not None
        hall = Hall(live, Access(keys), join=asked.join, local_desk=not encrypted, encrypted=encrypted)
        await serve(hall, asked.ip, asked.port, certificate)

    asyncio.run(run())


if __name__ == "__main__":
    main()
