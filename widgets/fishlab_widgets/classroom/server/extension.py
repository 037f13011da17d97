"""Fishlab inside a Jupyter server: a class on the port that is already open, and what JupyterLab asks of the course.

A class is what `Classroom()` in a notebook opens. Students need its word and nothing else; everything else of the
Jupyter server stays behind its token. The desk is for whoever has that token: `open` is answered to nobody else, and
tells the desk's secret.

The course's notebooks are signed as `jupyter trust` signs them: whoever runs this server runs our code anyway. So
JupyterLab may start a lesson when it is opened, and nothing that came from elsewhere.
"""

from __future__ import annotations

import asyncio
import atexit
import json
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any, Final

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import APIHandler
from jupyter_server.utils import url_path_join
from tornado.httputil import HTTPServerRequest
from tornado.routing import PathMatches, Rule
from tornado.web import HTTPError, RequestHandler, authenticated

from fishlab.messages import mark, tr
from fishlab.room import Room, RoomError
from fishlab_widgets.course import course_panel, sign_course

NO_CLASS: Final = mark("This Jupyter server cannot open a class now. Start it again, and try once more.")
NAME: Final = "fishlab/"
"""Under which path of the Jupyter server a class is served."""


class OpenClass:
    """The class of a Jupyter server: there is one at a time, and none at first."""

    def __init__(self, application: Any, base: str) -> None:
        self._application, self.base = application, base
        self._hall: Any = None
        self._looking: asyncio.Task[None] | None = None

    def is_open(self) -> bool:
        """Tell whether there is a class."""
        return self._hall is not None

    def last_class(self) -> dict[str, str] | None:
        """Return room and time of the class to go on with after the server has ended, unless one is open."""
        from fishlab_widgets.classroom.server.access import ROOM, last_class

        left = None if self.is_open() else last_class(datetime.now(), Path.home())
        if left is None:
            return None
        how = "over" if left.over else "left"
        return {"time": left.began.strftime("%H:%M"), "room": str(left.folder / ROOM), "how": how}

    def open(self, path: str, language: str = "") -> dict[str, str]:
        """Open a room, or say where the one is that is open; return what the teacher's page needs."""
        if self._hall is None or (path and Path(path).expanduser().absolute() != self._hall.live.room.path):
            self._begin(path)
        self._hall.language = language
        keys = self._hall.access.keys
        desk, room = f"desk?key={keys.desk}", str(self._hall.live.room.path)
        return {"word": keys.word, "ticket": keys.ticket, "desk": desk, "room": room}

    def _begin(self, path: str) -> None:
        from fishlab_widgets.classroom.live_class import LiveClass
        from fishlab_widgets.classroom.server.access import ROOM, Access, Keys, folder_for
        from fishlab_widgets.classroom.server.handlers import Hall

        file = Path(path).expanduser().absolute() if path else folder_for(datetime.now(), Path.home()) / ROOM
        if file.is_dir():  # as it is printed
            file /= ROOM
        live, access = LiveClass(Room(file)), Access(Keys.of(file))
        if self._hall is None:
            self._hall = Hall(live, access, base=self.base, local_desk=False)
            self._application.add_handlers(".*$", _for_students(self._hall))
            atexit.register(lambda: self._hall.live.close())
        else:
            if self._looking is not None:
                self._looking.cancel()
            self._hall.live.close()
            self._hall.live, self._hall.access = live, access
            for socket in tuple(self._hall.sockets):  # their pages belong to the class that was closed
                socket.reload()
        self._looking = asyncio.get_running_loop().create_task(live.run())


class OpenHandler(APIHandler):
    """Opens a class for whoever has the Jupyter server's token."""

    def initialize(self, opened: OpenClass) -> None:
        """Take the server's class."""
        self.opened = opened

    @authenticated
    def get(self) -> None:
        """Tell JupyterLab's launcher that a class can be opened here, and in which words."""
        from fishlab_widgets.classroom.notices import CHOICE

        about = tr("Students play on their own screens; your desk opens in a new window.")
        choice = {name: tr(words) for name, words in CHOICE.items()}
        self.finish(json.dumps({"open": tr("Open a class"), "about": about, "trouble": tr(NO_CLASS), **choice}))

    @authenticated
    def post(self) -> None:
        """Open a class, and tell where it is; `here` is the address under which the browser sees it.

        Who names no room, and does not say `new`, is first told of a class that was not finished.
        """
        from fishlab_widgets.classroom.server.handlers import QR_CODE, join_link
        from fishlab_widgets.draw.qr import qr_svg

        asked = self.get_json_body() or {}
        here = str(asked.get("here", ""))[:300]
        if not asked.get("room") and not asked.get("new") and (left := self.opened.last_class()):
            self.finish(json.dumps({"left": left}))
            return
        try:
            found = self.opened.open(str(asked.get("room") or ""), str(asked.get("language") or ""))
        except RoomError as why:
            raise HTTPError(400, str(why)) from None
        found["code"] = qr_svg(join_link(here, found.pop("ticket")), tr(QR_CODE))
        self.finish(json.dumps(found))


class NotYet(RequestHandler):
    """Answers pages of students while no class is open: the server was started again. They wait, and none is logged."""

    @allow_unauthenticated
    def get(self) -> None:
        """Answer with a page that asks again by itself."""
        self.set_status(503)
        words = tr("No class is open here now. This page will wait, and come in as soon as there is one.")
        self.finish(
            f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="3"><p>{escape(words)}</p>'
        )

    def _log(self) -> None:
        """Keep no note of who asked."""


class NoClass(PathMatches):
    """Matches pages of a class while none is open."""

    def __init__(self, base: str, opened: OpenClass) -> None:
        super().__init__(rf"{base}(?:socket|desk-socket)?")
        self._opened = opened

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return what a handler is told, None if it is not asked for."""
        return None if self._opened.is_open() else super().match(request)


class CourseHandler(APIHandler):
    """Tells JupyterLab what it shows of the course."""

    def initialize(self, root: str) -> None:
        """Take the folder that the server shows."""
        self.root = Path(root).expanduser().resolve()

    @authenticated
    def get(self) -> None:
        """Tell all of it."""
        self.finish(json.dumps(course_panel(self.root)))


def _for_students(hall: Any) -> list[Any]:
    """Return a class's handlers, marked as ones that ask for no token: they look after themselves."""
    from fishlab_widgets.classroom.server.handlers import routes

    def marked(handler: type) -> type:
        own = {name: getattr(handler, name) for name in ("get", "post")}
        methods = {
            name: allow_unauthenticated(method)
            for name, method in own.items()
            if not method.__name__.startswith("_unimplemented")
        }
        return type(handler.__name__, (handler,), methods)

    return [(path, marked(handler), given) for path, handler, given in routes(hall)]


def _load_jupyter_server_extension(server: Any) -> None:
    base = url_path_join(server.web_app.settings["base_url"], NAME)
    opened = OpenClass(server.web_app, base)
    root = {"root": server.root_dir}
    handlers: list[Any] = [
        (f"{base}open", OpenHandler, {"opened": opened}),
        (rf"{base}course\.json", CourseHandler, root),
    ]
    handlers.append(Rule(NoClass(base, opened), NotYet))
    server.web_app.add_handlers(".*$", handlers)
    sign_course(server.contents_manager.notary)
