"""The command `fishlab class`: a room, its page for students, and the teacher's desk in JupyterLab."""

from __future__ import annotations

import argparse
import ipaddress
import os
import secrets
import socket
import subprocess
import sys
import time
from contextlib import suppress
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fishlab.messages import mark, tr
from fishlab.room import Room, RoomError
from fishlab_widgets.command.serving import port_number, serve

HELP = mark("let a class play from screens of their own, with a desk for the teacher")
ABOUT = mark(
    "Open a class: make a room, serve its page to students, and open the teacher's desk in JupyterLab.\n"
    "\n"
    "Nothing is asked. The room lies in a folder of its own in the home directory; nothing leaves "
    "this machine but the pages\n"
    "that are served. Students come in with a word, play, and can do nothing else."
)
EXAMPLE = "fishlab class --word herring-kelp"
PAGES = "fishlab_widgets.classroom.student_pages"
ROOM = "class.room"
SEA = (
    "anchor anemone barnacle beacon bream buoy calm capelin clam coast cod coral crab current dab dolphin dory "
    "drift eel estuary ferry fjord float flounder foam gannet grouper gull gurnard haddock hake halibut harbour "
    "heron herring hull island jetty kelp keel krill lagoon lantern limpet ling lobster lugger mackerel mast "
    "mullet mussel narwhal net oar otter oyster paddle pearl pelican perch pier pilchard plaice plankton "
    "pollack porpoise puffin quay ray reef rudder sail salmon sardine schooner seal shad shore shrimp skate "
    "sloop sole sprat squid starfish surf tench tern tide trout tuna turbot urchin wave whelk whiting wrasse"
)


def new_word() -> str:
    """Return two words of the sea, easily said aloud and typed."""
    words = SEA.split()
    return f"{secrets.choice(words)}-{secrets.choice(words)}"


def own_address() -> str:
    """Return this machine's address in its network, that of the machine itself if it is in none; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(("10.255.255.255", 9))
            return str(sock.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def folder_for(now: datetime, home: Path) -> Path:
    """Make a folder for a class, readable by its owner only."""
    place = home / "fishlab-classes" / now.strftime("%Y-%m-%d-%H%M%S")
    place.mkdir(parents=True, exist_ok=True)
    place.chmod(0o700)
    return place


def desk_cells(room: Path) -> list[str]:
    """Return the cells of the teacher's notebook."""
    poster = f"from fishlab_widgets.classroom.join_info import JoinInfo\n\nJoinInfo({str(room)!r})"
    return [poster, f"from fishlab_widgets.classroom.desk import Desk\n\nDesk({str(room)!r})"]


def write_desk(room: Path) -> Path:
    """Write the teacher's notebook beside the room, the address already shown in it, and return its place."""
    import nbformat
    from nbformat.sign import NotebookNotary

    from fishlab_widgets.classroom.join_info import JoinInfo

    poster = JoinInfo(room)
    new = nbformat.v4
    notebook = new.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.cells = [new.new_markdown_cell(tr("# The desk\n\nRun all cells: *Run → Run All Cells*."))]
    notebook.cells += [new.new_code_cell(source) for source in desk_cells(room)]
    notebook.cells[1].outputs = [new.new_output("display_data", {"text/html": poster._repr_html_()})]
    place = room.with_name("desk.ipynb")
    nbformat.write(notebook, place)
    NotebookNotary().sign(notebook)
    return place


def terminal_code(text: str) -> str:
    """Return a QR code for a terminal, two rows of modules to a line, black on white whatever its colours."""
    from fishlab_widgets.draw.qr import qr_code

    grid = qr_code(text)
    wide = len(grid) + 4
    rows = [[0] * wide] * 2 + [[0, 0, *row, 0, 0] for row in grid] + [[0] * wide] * 3
    signs = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
    lines = [zip(rows[place], rows[place + 1], strict=True) for place in range(0, len(rows) - 1, 2)]
    return "\n".join(f"\x1b[30;107m{''.join(signs[pair] for pair in line)}\x1b[0m" for line in lines)


def start_pages(room: Path, ip: str, port: int, word: str, preheated: int) -> subprocess.Popen[Any]:
    """Start serving the students' page, and return when it answers; `ValueError` if it does not."""
    command = [sys.executable, "-m", PAGES, str(room), f"--ip={ip}", f"--port={port}", f"--preheated={preheated}"]
    command.append(f"--parent={os.getpid()}")
    log = room.with_name("pages.log")
    settings = {**os.environ, "FISHLAB_WORD": word}  # no word of it in the list of processes
    with log.open("w") as out:
        pages = subprocess.Popen(command, env=settings, stdout=out, stderr=subprocess.STDOUT)
    while pages.poll() is None:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1" if ip == "0.0.0.0" else ip, port)) == 0:
                return pages
        time.sleep(0.1)
    raise ValueError(tr("The students' page could not be served:\n{log}", log=log.read_text()[-1500:]))


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--word", default="", help=tr("what students type; drawn without it, “none” for none"))
    parser.add_argument("--room", default="", help=tr("a room to go on with: its file, or its folder"))
    parser.add_argument(
        "--moved", action="store_true", help=tr("the room was made on another machine, not used there now")
    )
    parser.add_argument("--port", default="8866", help=tr("where students' pages are served (default: %(default)s)"))
    parser.add_argument(
        "--desk-port", default="8888", help=tr("where the desk is, for you only (default: %(default)s)")
    )
    parser.add_argument("--ip", default="0.0.0.0", help=tr("127.0.0.1 for pages on this machine only"))
    parser.add_argument("--preheated", type=int, default=4, help=tr("pages that wait ready (default: %(default)s)"))
    parser.add_argument("--no-browser", action="store_true", help=tr("only print the address of the desk"))


def run(asked: argparse.Namespace) -> int:
    """Open a class until Ctrl+C."""
    if not all(map(find_spec, ("voila", "segno"))):
        raise ValueError(tr("students' pages need Voilà and segno: pip install 'fishlab[class]'"))
    word = "" if asked.word == "none" else (asked.word or new_word()).strip().casefold().replace(" ", "-")
    from fishlab_widgets.classroom.student_pages import check_open  # needs Voilà

    if problem := check_open(asked.ip, word):
        raise ValueError(problem)
    port = port_number(asked.port, "--port ", "fishlab class")
    desk_port = port_number(asked.desk_port, "--desk-port ", "fishlab class")
    path = Path(asked.room).expanduser().absolute() if asked.room else folder_for(datetime.now(), Path.home()) / ROOM
    if path.is_dir():  # as it is printed
        path /= ROOM
    if asked.room and not path.is_file():
        raise ValueError(tr("there is no room {path}", path=path))
    host = own_address() if asked.ip == "0.0.0.0" else asked.ip
    address = f"http://{host}:{port}/"
    with Room(path, moved=asked.moved) as room:
        room.keep("address", {"address": address, "word": word})
    desk = write_desk(path)
    pages = start_pages(path, asked.ip, port, word, asked.preheated)
    try:
        print(told(address, word, host, asked.ip, path.parent), flush=True)
        return serve(desk.parent, desk.name, desk_port, browser=not asked.no_browser)
    finally:
        pages.terminate()
        pages.wait()
        with suppress(RoomError), Room(path):
            pass  # the last to let go leaves all of it in the one file


def told(address: str, word: str, host: str, ip: str, folder: Path) -> str:
    """Return what the teacher is told: how students come in, and where the room is."""
    lines = ["", terminal_code(f"{address}?token={word}" if word else address), ""]
    if word:
        lines.append(tr("Students open   {address}\nand type        {word}", address=address, word=word))
    else:
        lines.append(tr("Students open   {address}\non this machine; there is no word.", address=address))
    if host == "127.0.0.1" and ip == "0.0.0.0":
        lines.append(tr("This machine is in no network: only pages on this machine itself can come in."))
    elif ipaddress.ip_address(host).is_global:
        lines.append(tr("This address can be reached from the whole internet: only the word keeps others out."))
    return "\n".join([*lines, tr("The room is in  {folder}", folder=folder), ""])
