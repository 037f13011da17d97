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
from fishlab_widgets.classroom.server.access import ROOM, Access, Keys, folder_for, last_class
from fishlab_widgets.classroom.server.running import ADDRESS, seen_address, served_at
from fishlab_widgets.course import course_panel, sign_course

NO_CLASS: Final = mark("This Jupyter server cannot open a class now. Start it again, and try once more.")
NAME: Final = "fishlab/"
"""Under which path of the Jupyter server a class is served."""


class OpenClass:
    """The class of a Jupyter server: there is one at a time, and none at first."""

    def __init__(self, server: Any, base: str) -> None:
        self._server, self.base = server, base
        self._hall: Any = None
        self._looking: asyncio.Task[None] | None = None

    def is_open(self) -> bool:
        """Tell whether there is a class."""
        return self._hall is not None

    def last_class(self) -> dict[str, str] | None:
        """Return room and time of the class to go on with, unless one is open here, and where it is if it is running.

        It asks a server that may be this one, so no loop may wait for it.
        """
        left = None if self.is_open() else last_class(datetime.now(), Path.home())
        if left is None:
            return None
        told = {"time": left.began.strftime("%H:%M"), "room": str(left.folder / ROOM)}
        if left.address:
            return told | {"how": "running", "address": left.address, "desk": left.desk}
        return told | {"how": "over" if left.over else "left"}

    def is_here(self, path: str) -> bool:
        """Tell whether a room is the one that is open here."""
        return self.is_open() and _file_of(path) == self._hall.live.room.path

    def address_elsewhere(self, path: str) -> str:
        """Return where another server serves a room, "" if none does; like `last_class` it takes its time."""
        file = _file_of(path)
        if self.is_here(path) or not file.is_file():
            return ""
        with Room(file) as room:
            return served_at(room)

    def open(self, path: str, language: str = "", here: str = "") -> dict[str, str]:
        """Open a room, or say where the one is that is open; return what the teacher's page needs."""
        if self._hall is None or (path and not self.is_here(path)):
            self._begin(path, here)
        self._hall.language = language
        keys = self._hall.access.keys
        desk, room = f"desk?key={keys.desk}", str(self._hall.live.room.path)
        return {"word": keys.word, "ticket": keys.ticket, "desk": desk, "room": room}

    def _begin(self, path: str, here: str) -> None:
        from fishlab_widgets.classroom.live_class import LiveClass
        from fishlab_widgets.classroom.server.handlers import Hall

        file = _file_of(path) if path else folder_for(datetime.now(), Path.home()) / ROOM
        with Room(file) as room:
            kept = room.note(ADDRESS, port="I") or {}
            room.keep(ADDRESS, {"port": kept.get("port"), "own": self._own(), "seen": seen_address(here)})
        live, access = LiveClass(Room(file)), Access(Keys.of(file))
        if self._hall is None:
            self._hall = Hall(live, access, base=self.base, local_desk=False)
            self._server.web_app.add_handlers(".*$", _for_students(self._hall))
            atexit.register(lambda: self._hall.live.close())
        else:
            if self._looking is not None:
                self._looking.cancel()
            self._hall.live.close()
            self._hall.live, self._hall.access = live, access
            for socket in tuple(self._hall.sockets):  # their pages belong to the class that was closed
                socket.reload()
        self._looking = asyncio.get_running_loop().create_task(live.run())

    def _own(self) -> str:
        """Return where this server answers on its own machine."""
        from fishlab_widgets.classroom.server.app import ANYWHERE

        server = self._server
        address = server.local_url if server.ip in ANYWHERE else server.connection_url
        return str(url_path_join("/".join(address.split("/")[:3]), self.base))


def _file_of(path: str) -> Path:
    """Return the file of a room, which may be named by its folder, as it is printed."""
    file = Path(path).expanduser().absolute()
    return file / ROOM if file.is_dir() else file


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
    async def post(self) -> None:
        """Open a class, and tell where it is; `here` is the address under which the browser sees it.

        Who names no room, and does not say `new`, is told of a class that is running elsewhere or was not finished.
        """
        from fishlab_widgets.classroom.server.handlers import QR_CODE, join_link
        from fishlab_widgets.draw.qr import qr_svg

        asked = self.get_json_body() or {}
        here, room = str(asked.get("here", ""))[:300], str(asked.get("room") or "")
        try:
            if not room and not asked.get("new") and (left := await asyncio.to_thread(self.opened.last_class)):
                self.finish(json.dumps({"left": left}))
                return
            if room and (address := await asyncio.to_thread(self.opened.address_elsewhere, room)):
                raise RoomError(tr("This room is being served already at {address}.", address=address))
            found = self.opened.open(room, str(asked.get("language") or ""), here)
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
        super().__init__(rf"{base}(?:socket|desk-socket|static/served\.js)?")
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
    opened = OpenClass(server, base)
    root = {"root": server.root_dir}
    handlers: list[Any] = [
        (f"{base}open", OpenHandler, {"opened": opened}),
        (rf"{base}course\.json", CourseHandler, root),
    ]
    handlers.append(Rule(NoClass(base, opened), NotYet))
    server.web_app.add_handlers(".*$", handlers)
    sign_course(server.contents_manager.notary)
