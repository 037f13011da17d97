"""The command `fishlab class`: a room, its pages for students, and the teacher's desk in the browser."""

from __future__ import annotations

import argparse
import ipaddress
import os
import socket
import sys
import threading
from contextlib import suppress
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from shlex import quote

from fishlab.languages import of_terminal
from fishlab.messages import mark, refusal, tr, use
from fishlab.room import Room, RoomError
from fishlab_widgets.classroom.server import access
from fishlab_widgets.classroom.server.running import ADDRESS, served_at
from fishlab_widgets.command.serving import announce, port_number
from fishlab_widgets.course import not_installed

HELP = mark("let a class play from screens of their own, with a desk for the teacher")
ABOUT = mark(
    "Open a class: make a room, serve its pages to students, and open the teacher's desk in the browser.\n\nIf the "
    "last class was not finished, it goes on; at a terminal you are asked first. The room is kept in a folder of its "
    "own\nin your home directory; nothing leaves this machine but the pages that are served. Students come in with a "
    "word, play,\nand can do nothing else."
)
DESK = mark("The desk is at\n    {address}\nStop it with Ctrl+C.")
_UNFINISHED = mark(
    "This is a new class. The one of {time} was not finished: to go on with it, press Ctrl+C and type\n    {command}\n"
)
_GOES_ON = mark(
    "This is the class of {time}, which was not finished: students' pages come back by themselves. For a new class,\n"
    "press Ctrl+C and type\n    {command}\n"
)
_OVER = mark("This is a new class. To open the one of {time} again, press Ctrl+C and type\n    {command}\n")
_AGAIN = mark("This is the class of {time} again. For a new class, press Ctrl+C and type\n    {command}\n")
_SHALL_IT_AGAIN = mark("The class of {time} is over. Open it again, with its desk and results? [y/N] ")
_JUST_OVER = mark("The class of {time} has just ended. Open it again, with its desk and results? [Y/n] ")
_SHALL_IT = mark("Go on with the class of {time}, which was not finished? [Y/n] ")
_RUNNING = mark(
    "The class of {time} is running: no new one was begun. Its desk is at\n    {desk}\n"
    "For a new class beside it, type\n    {command}"
)
_BESIDE = mark("This is a new class. The one of {time} is running, too. Its desk is at\n    {desk}\n")
_GO_ON = mark("The class is not finished. To go on with it, type\n    {command}")
PORT = 8866
EXAMPLE = "fishlab class --word herring-kelp-4217"


def own_address() -> str:
    """Return this machine's address in its network, that of the machine itself if it is in none; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(("10.255.255.255", 9))
            return str(sock.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def terminal_code(text: str) -> str:
    """Return a QR code for a terminal, two rows of modules to a line, black on white whatever its colours."""
    from fishlab_widgets.draw.qr import qr_code

    grid = qr_code(text)
    wide = len(grid) + 4
    rows = [[0] * wide] * 2 + [[0, 0, *row, 0, 0] for row in grid] + [[0] * wide] * 3
    signs = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
    lines = [zip(rows[place], rows[place + 1], strict=True) for place in range(0, len(rows) - 1, 2)]
    return "\n".join(f"\x1b[30;107m{''.join(signs[pair] for pair in line)}\x1b[0m" for line in lines)


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--word", default="", help=tr("what students type; drawn at random if left out, “none” for no word")
    )
    parser.add_argument("--room", default="", help=tr("a room to go on with: its file, or its folder"))
    parser.add_argument("--new", action="store_true", help=tr("a new class, even if the last one was not finished"))
    parser.add_argument(
        "--moved", action="store_true", help=tr("the room was made on another machine and is no longer used there")
    )
    parser.add_argument("--port", default=str(PORT), help=tr("where the class is served (default: %(default)s)"))
    parser.add_argument("--ip", default="0.0.0.0", help=tr("127.0.0.1 for pages on this machine only"))
    parser.add_argument("--host", default="", help=tr("the name or address at which students find this machine"))
    parser.add_argument(
        "--address", default="", help=tr("the address that students open, if there is a proxy in between")
    )
    parser.add_argument("--certificate", default="", help=tr("a certificate (PEM), so that traffic is encrypted"))
    parser.add_argument("--key", default="", help=tr("the certificate's private key (PEM)"))
    parser.add_argument("--no-browser", action="store_true", help=tr("only print the address of the desk"))


def run(asked: argparse.Namespace) -> int:
    """Open a class until Ctrl+C; it speaks the terminal's language, pages speak that of their browsers."""
    if language := of_terminal():
        use(language)
    if not find_spec("segno"):
        raise ValueError(not_installed("segno", "class"))
    if bool(asked.certificate) != bool(asked.key):
        raise refusal("to encrypt traffic, give both --certificate and --key.")
    for file in filter(None, (asked.certificate, asked.key)):
        if not Path(file).is_file():
            raise refusal("there is no file {file}", file=file)
    from fishlab_widgets.classroom.server import app

    wanted = "" if asked.word == "none" else asked.word or None
    if wanted is not None and (problem := app.check_open(asked.ip, wanted)):
        raise ValueError(problem)
    if not app.is_own(asked.ip):
        raise refusal("--ip {ip} is no address of this machine: leave it out, or choose 127.0.0.1.", ip=asked.ip)
    by_make = "MAKELEVEL" in os.environ
    try:
        port = port_number(asked.port, "PORT=" if by_make else "--port ", f"{'make' if by_make else 'fishlab'} class")
    except ValueError as why:
        raise ValueError(_open_already(asked.port) or str(why)) from None
    left = None if asked.room else access.last_class(datetime.now(), Path.home())
    anew = f"{'make' if by_make else 'fishlab'} class {'NEW=yes' if by_make else '--new'}"
    if left is not None and left.address and not left.over and not asked.new and port in (PORT, left.port):
        raise refusal(_RUNNING, time=left.began.strftime("%H:%M"), desk=left.desk, command=anew)
    goes_on = left is not None and not asked.new and _goes_on(left, port)
    if goes_on and left is not None:
        asked.room, port = str(left.folder), left.port or port
    where = Path(asked.room).expanduser().absolute() if asked.room else access.folder_for(datetime.now(), Path.home())
    path = where / access.ROOM if where.is_dir() else where  # as it is printed
    if asked.room and not path.is_file():
        raise refusal("there is no room {path}", path=path)
    host = asked.host or (own_address() if asked.ip in app.ANYWHERE else asked.ip)
    own = f"https://{host}:{port}/" if asked.certificate else f"http://127.0.0.1:{port}/"
    with Room(path, moved=asked.moved) as room:
        if address := served_at(room):
            desk = access.Keys.of(path).desk_at(address)
            raise refusal("This room is being served already. Its desk is at\n    {desk}", desk=desk)
        keys = access.Keys.of(path, wanted)
        room.keep(ADDRESS, {"port": port, "own": own})
    if problem := app.check_open(asked.ip, keys.word):  # a room that had none
        raise ValueError(problem)
    scheme = "https" if asked.certificate else "http"
    address = asked.address or f"{scheme}://{host}:{port}/"
    command = [sys.executable, "-m", app.MODULE, str(path), f"--ip={asked.ip}", f"--port={port}", f"--join={address}",
               f"--certificate={asked.certificate}", f"--key={asked.key}", "--watched"]  # fmt: skip
    desk = keys.desk_at(own)
    print(told(address, keys, host, asked.ip, path.parent), flush=True)
    if left is not None and left.address:
        print(tr(_BESIDE, time=left.began.strftime("%H:%M"), desk=left.desk), flush=True)
    elif left is not None:
        other = anew if goes_on else _command(left.folder, left.port, by_make=by_make)
        words = (_AGAIN if left.over else _GOES_ON) if goes_on else (_OVER if left.over else _UNFINISHED)
        print(tr(words, time=left.began.strftime("%H:%M"), command=other), flush=True)
    threading.Thread(target=announce, args=(port, desk, not asked.no_browser, DESK), daemon=True).start()
    try:
        return app.watch(command, lambda words: print(words, flush=True), log=path.with_name("server.log"))
    finally:
        with suppress(RoomError), Room(path) as room:  # the last to let go leaves all of it in the one file
            if access.is_unfinished(room):
                place = path.parent if path.name == access.ROOM else path
                print(f"\n{tr(_GO_ON, command=_command(place, port, by_make=by_make))}\n", flush=True)


def _goes_on(left: access.LastClass, port: int) -> bool:
    """Tell whether to go on with a class: its students' pages wait at the port on which a new one would be served.

    Who sits at a terminal is asked; elsewhere a class of today goes on that is not over.
    """
    if left.port is None or port not in (PORT, left.port):
        return False
    with socket.socket() as sock:
        if sock.connect_ex(("127.0.0.1", left.port)) == 0:  # it is being played
            return False
    if not sys.stdin.isatty():
        return not left.over and left.began.date() == datetime.now().date()
    long_over = left.over and not left.just
    words = _SHALL_IT_AGAIN if long_over else _JUST_OVER if left.over else _SHALL_IT
    said = input(tr(words, time=left.began.strftime("%H:%M"))).strip().casefold()[:1]
    return said in ("y", "j") if long_over else said != "n"


def _open_already(port: str) -> str:
    """Say that a class of this machine is served on a port already, with its desk's address; "" if none is."""
    for path in access.rooms(datetime.now(), Path.home()):
        with suppress(RoomError, ValueError), Room(path) as room:
            if address := served_at(room, port):
                time, desk = access.began(path).strftime("%H:%M"), access.Keys.of(path).desk_at(address)
                words = mark("The class of {time} is open already: no new one was begun. Its desk is at\n    {desk}")
                return tr(words, time=time, desk=desk)
    return ""


def _command(room: Path, port: int | None, *, by_make: bool) -> str:
    """Return what is typed to go on with a room, on the port that students' pages know."""
    place, other = quote(str(room)), port not in (None, PORT)
    if by_make:
        return " ".join(("make", "class", f"ROOM={place}", *[f"PORT={port}"] * other))
    return " ".join(("fishlab", "class", "--room", place, *["--port", str(port)] * other))


def told(address: str, keys: access.Keys, host: str, ip: str, folder: Path) -> str:
    """Return what the teacher is told: how students come in, who could read along, and where the room is."""
    from fishlab_widgets.classroom.server.handlers import join_link

    lines = ["", terminal_code(join_link(address, keys.ticket)), ""]
    if keys.word:
        lines.append(tr("Students open   {address}\nand type        {word}", address=address, word=keys.word))
    else:
        lines.append(tr("Students open   {address}\non this machine; there is no word.", address=address))
    if host == "127.0.0.1" and ip == "0.0.0.0":
        lines.append(tr("This machine is not on a network: only pages on this machine itself can come in."))
    elif _is_global(host):
        lines.append(tr("This address can be reached from the whole internet: only the word keeps others out."))
    if address.startswith("http:") and ip != "127.0.0.1":
        lines.append(tr("Traffic is not encrypted: others on this network could read it. No names are asked for.\nIf "
                        "you have a certificate, give it with --certificate and --key."))  # fmt: skip
    return "\n".join([*lines, tr("The room is in  {folder}", folder=folder), ""])


def _is_global(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return False
