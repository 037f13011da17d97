"""Serve the one page of a class to students: a seat in a room, and nothing else.

`python -m fishlab_widgets.classroom.student_pages ROOM --ip 0.0.0.0 --port 8866`, with the word in the environment
(`FISHLAB_WORD`), is what `fishlab class` starts. Voilà runs a kernel for every page. A page can send no code to it, and
no file is given away.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from fishlab.room import Room, RoomError

PAGE = Path(__file__).resolve().parents[1] / "class_page"
WORD, ROOM = "FISHLAB_WORD", "FISHLAB_ROOM"
PREHEATED = 4
"""Kernels that wait for the next page, so that it opens at once."""
IDLE = 180
"""Seconds after which a kernel ends that no page is connected to: phones lock while others move, networks drop."""


def check_open(ip: str, word: str) -> str:
    """Return why pages must not be served so, "" if they may: whoever can reach them needs a word."""
    if not word and ip not in ("127.0.0.1", "localhost", "::1"):
        return (
            "Without a word anybody on the network could come in: set one, or serve to this machine only (127.0.0.1)."
        )
    if word and len(word) < 4:
        return f"The word {word!r} is too short: take one of four letters or more."
    return ""


def forget_dead(pools: Mapping[str, list[Any]], runs: Callable[[str], bool]) -> None:
    """Take kernels that have ended from those that wait for a page: it would open, and stay empty."""
    for pool in pools.values():
        pool[:] = [one for one in pool if not one.done() or (_made(one) and runs(one.result()["kernel_id"]))]


def waiting(pools: Mapping[str, list[Any]]) -> list[str]:
    """Return the kernels that wait for a page."""
    return [one.result()["kernel_id"] for pool in pools.values() for one in pool if one.done() and _made(one)]


def _made(task: Any) -> bool:
    return not task.cancelled() and task.exception() is None


class Turnstile:
    """Lets wrong words pass one after another, so that nobody tries them all; the right one waits for nobody."""

    PAUSE = 0.5  # seconds

    def __init__(self) -> None:
        self._one = asyncio.Lock()

    async def wait(self) -> None:
        """Wait for one's turn, and then for a moment."""
        async with self._one:
            await asyncio.sleep(self.PAUSE)


def kernel_manager() -> Any:
    """Return the class that keeps the kernels of the students' pages; Jupyter's own, which takes time to load."""
    from jupyter_server._tz import utcnow
    from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

    class Kernels(AsyncMappingKernelManager):
        """Ends kernels whose page is gone, but not those that wait for one."""

        async def cull_kernels(self) -> None:
            pools = getattr(self, "_pools", {})  # Voilà's, which makes its own manager of this one
            forget_dead(pools, self._runs)
            for kernel_id in waiting(pools):
                kernel: Any = self.get_kernel(kernel_id)
                kernel.last_activity = utcnow()  # its idle time begins when a page takes it
            await super().cull_kernels()

        def _runs(self, kernel_id: str) -> bool:
            provisioner: Any = self.get_kernel(kernel_id).provisioner if kernel_id in self else None
            process = getattr(provisioner, "process", None)
            return process is not None and process.poll() is None

    return Kernels


def application(room: str, ip: str, port: int, word: str, preheated: int = PREHEATED, idle: int = IDLE) -> Any:
    """Return Voilà, set up for a class; `start` serves until it is stopped."""
    os.environ[ROOM] = str(Path(room).absolute())
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(PAGE), os.environ.get("JUPYTER_PATH", "")]))
    from jinja2 import Environment, FileSystemLoader
    from jupyter_server.auth.identity import IdentityProvider, User
    from jupyter_server.auth.login import LoginFormHandler
    from traitlets.config import Config
    from voila.app import Voila
    from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler

    wrong_words = Turnstile()
    form = Environment(loader=FileSystemLoader(PAGE), autoescape=True)

    class WordHandler(LoginFormHandler):
        """Asks for the word."""

        def _render(self, message: Any = None) -> None:
            wrong = "That is not the word: look at the board again." if message else ""
            page = form.get_template("word.html")
            self.write(page.render(address=f"{self.base_url}login", xsrf=self.xsrf_form_html(), wrong=wrong))

        async def post(self) -> None:
            """Take the word."""
            user = self.current_user = self.identity_provider.process_login_form(self)
            if user is None:
                await wrong_words.wait()
                self.set_status(401)
                self._render(message=True)
                return
            self.identity_provider.set_login_cookie(self, user)
            self.redirect(self.base_url)

    WordHandler.post.__allow_unauthenticated = True  # type: ignore[attr-defined]

    class WordProvider(IdentityProvider):
        """Lets in who knows the word, however it is written."""

        def __init__(self, **kwargs: Any) -> None:
            super().__init__(**{**kwargs, "login_handler_class": WordHandler})

        @property
        def auth_enabled(self) -> bool:
            return bool(self.token)

        @property
        def login_available(self) -> bool:
            return bool(self.token)

        async def get_user_token(self, handler: Any) -> User | None:
            """Take the word that an address has in it, as the QR code's."""
            user = await super().get_user_token(handler)
            if user is None and self.get_token(handler):
                await wrong_words.wait()
            return user

        def process_login_form(self, handler: Any) -> User | None:
            typed = handler.get_argument("word", "").strip().casefold().replace(" ", "-")
            return self.generate_anonymous_user(handler) if secrets.compare_digest(typed, self.token) else None

    # A page that is closed says goodbye, but cannot send the token that guards against forged forms.
    VoilaShutdownKernelHandler.check_xsrf_cookie = lambda self: None

    settings = Config()
    settings.Voila.ip, settings.Voila.port, settings.Voila.port_retries = ip, port, 0
    settings.Voila.open_browser = False
    settings.Voila.token = word
    settings.Voila.identity_provider_class = WordProvider
    settings.Voila.log_level = "WARN"
    pages = settings.VoilaConfiguration
    pages.template, pages.theme, pages.file_allowlist, pages.show_tracebacks = "fishlab", "light", [], False
    pages.allow_template_override = pages.allow_theme_override = "NO"
    pages.multi_kernel_manager_class = kernel_manager()
    pages.preheat_kernel, pages.default_pool_size = preheated > 0, preheated
    kernels = settings.MappingKernelManager
    kernels.cull_idle_timeout, kernels.cull_interval = idle, max(1, min(10, idle // 8))
    settings.KernelManager.autorestart = False  # one that starts anew knows nothing of its page
    settings.VoilaExecutor.timeout = 120
    voila = Voila(config=settings)
    voila.initialize([str(PAGE / "seat.ipynb")])
    return voila


def end_with(parent: int) -> None:
    """End when the program is gone that started this one, however it ended."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Serve until stopped."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("room")
    asked.add_argument("--ip", default="127.0.0.1")
    asked.add_argument("--port", type=int, default=8866)
    asked.add_argument("--preheated", type=int, default=PREHEATED)
    asked.add_argument("--idle", type=int, default=IDLE, help="seconds that a kernel lives without a page")
    asked.add_argument("--parent", type=int, default=0, help="the program with which these pages end")
    given = asked.parse_args()
    word = os.environ.pop(WORD, "").strip().casefold()
    if problem := check_open(given.ip, word):
        sys.exit(problem)
    if given.parent:
        threading.Thread(target=end_with, args=(given.parent,), daemon=True).start()
    application(given.room, given.ip, given.port, word, given.preheated, given.idle).start()
    with suppress(RoomError), Room(given.room):
        pass  # to let go leaves all of it in the one file


if __name__ == "__main__":
    main()
